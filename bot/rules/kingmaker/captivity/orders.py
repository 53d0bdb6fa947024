"""What a captor may do with captives at any time: let them go, or say who keeps them
(ishkibibble-ransom)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Stops, free
from bot.rules.kingmaker.forces.strength import together
from bot.rules.kingmaker.state import KTable


def captive_offers(table: KTable, seat: int) -> list[Offer]:
    """Whom a seat may let go, and to whom it may hand its captive nobles."""
    return [*_freeing_offers(table, seat), *_guard_offers(table, seat)]


def captive_stops(table: KTable, seat: int, choice: Choice) -> Stops:
    """All that stands in the way of the one or the other."""
    captive = next(iter(choice.many("captive")), "")
    if choice.verb == "free_captive":
        yield from _freeing_stops(table, seat, captive)
    else:
        yield from _guard_stops(table, seat, captive, next(iter(choice.many("noble")), ""))


# Letting go (ishkibibble-ransom.5)


def _freeing_offers(table: KTable, seat: int) -> list[Offer]:
    """The captives whom a seat may free."""
    held = tuple(c for c in table.state.custody if free(_freeing_stops(table, seat, c)))
    rule = "ishkibibble-ransom.5"
    return [Offer("free_captive", (Field("captive", held),), rule)] if held else []


def _freeing_stops(table: KTable, seat: int, captive: str) -> Stops:
    """Who holds a captive may free him at any time."""
    held = table.state.custody.get(captive)
    if held is None:
        yield IllegalChoice("ishkibibble-ransom.5", "Nobody by that name is held for ransom.")
    elif held.captor != seat:
        yield IllegalChoice("ishkibibble-ransom.5", "You can free only your own captives.")


# Another keeper (ishkibibble-ransom.3)


def _guard_offers(table: KTable, seat: int) -> list[Offer]:
    offers = []
    for captive, held in table.state.custody.items():
        if held.captor != seat or held.keeper not in table.state.nobles:
            continue
        others = tuple(together(table.state, held.keeper))
        if others:
            fields = (Field("captive", (captive,)), Field("noble", others))
            offers.append(Offer("guard_captive", fields, "ishkibibble-ransom.3"))
    return offers


def _guard_stops(table: KTable, seat: int, captive: str, noble: str) -> Stops:
    """A captive noble goes to another of the force that holds him."""
    rule, held = "ishkibibble-ransom.3", table.state.custody.get(captive)
    if held is None or held.captor != seat or captive not in table.state.nobles:
        yield IllegalChoice(rule, "Name a captive noble whom your own nobles hold.")
    elif noble not in together(table.state, held.keeper):
        yield IllegalChoice(
            rule, "Only another noble in the force that holds him can take him over."
        )
