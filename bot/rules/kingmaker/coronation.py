"""Phase 5, coronation (house §2.5; base §13)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.forces import friendly, inside
from bot.rules.kingmaker.royals import BEAUFORT, crownable, keeper
from bot.rules.kingmaker.state import KStep, KTable


class CoronationPhase(KStep, tag="coronation_phase"):
    """The active player may crown an heir who is next in line (house-2.5c)."""

    seat: int

    def prompts(self, table: KTable) -> list[Prompt]:
        heirs = ready_heirs(table, self.seat)
        if not heirs:
            return []
        offers = (
            Offer("crown", (Field("heir", tuple(heirs)),), "house-2.5a"),
            Offer("done", (), "house-2.5c"),
        )
        return [Prompt(self.seat, "coronation", offers, default=Choice("done"))]

    def advance(self, table: KTable) -> None:
        table.finish(self)

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        if choice.verb == "done":
            table.finish(self)
            return
        crown(table, choice.one("heir"))

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        if choice.verb == "crown":
            heir = next(iter(choice.many("heir")), "")
            return coronation_obstacle(table, seat, heir)
        return None


def ready_heirs(table: KTable, seat: int) -> list[str]:
    """The heirs this faction can crown now."""
    return [
        heir
        for heir in crownable(table.state, table.content)
        if coronation_obstacle(table, seat, heir) is None
    ]


def coronation_obstacle(table: KTable, seat: int, heir: str) -> IllegalChoice | None:
    """Why a faction cannot crown an heir here and now, or None if it can."""
    state = table.state
    if heir not in crownable(state, table.content):
        return IllegalChoice(
            "house-1.12", "Only the next in line of a house without a King can be crowned."
        )
    noble_id = keeper(state, heir)
    if noble_id is None or state.nobles[noble_id].seat != seat:
        return IllegalChoice("house-1.2", "Only an heir held by one of your own nobles is yours.")
    place = _cathedral(table, noble_id)
    if place is None or not friendly(table, seat, place):
        return IllegalChoice(
            "house-2.5a",
            "The heir must be inside a friendly or unfortified place with a cathedral.",
        )
    if place.id in state.sieges:
        return IllegalChoice("base-13.4", "Nobody is crowned in a place Under Siege.")
    if not _clergy(table, seat, place):
        return IllegalChoice(
            "house-2.5b", "One Archbishop or two Bishops must be there, with nobles of yours."
        )
    return None


def _cathedral(table: KTable, noble_id: str) -> Place | None:
    """The cathedral place the noble is inside, if any."""
    within = table.state.nobles[noble_id].inside
    if within is None:
        return None
    place = table.content.board.places[within]
    return place if place.cathedral else None


def _clergy(table: KTable, seat: int, place: Place) -> bool:
    """Whether an Archbishop or two Bishops are with the faction's nobles inside (house-2.5b)."""
    crown = table.content.crown
    clerics = [
        crown[card]
        for noble in inside(table.state, place.id, seat)
        for card in table.state.nobles[noble].cards
        if crown[card].kind == "bishop"
    ]
    return len(clerics) >= 2 or any(cleric.archbishop for cleric in clerics)


def crown(table: KTable, heir: str) -> None:
    """Crown an heir."""
    state = table.state
    if heir == BEAUFORT:
        state.beaufort_crowned = True
    else:
        state.heirs[heir].crowned = True
    noble_id = keeper(state, heir)
    assert noble_id is not None
    noble = state.nobles[noble_id]
    assert noble.inside is not None
    table.emit(facts.Crowned(heir, noble.inside, noble.seat))
