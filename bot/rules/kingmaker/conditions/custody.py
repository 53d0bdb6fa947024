"""Questions about captives held for a ransom of draws: who, by whom, and where
(ishkibibble-ransom.3)."""

from __future__ import annotations

from collections.abc import Iterable

from bot.rules.kernel import IllegalChoice, Stops
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import NO_NOBLE, NO_PLACE, HeirId, NobleId, PersonId, SquareId
from bot.rules.kingmaker.state import Noble, State


def keeper_of(state: State, captive: PersonId) -> NobleId | None:
    """The captor's noble who keeps a captive noble or heir; None if he was left alone."""
    heir = state.heirs.get(HeirId(captive))
    if heir is not None:
        return heir.holder
    return state.custody[captive].keeper or None


def captives_with(state: State, nobles: Iterable[NobleId]) -> list[NobleId]:
    """The captive nobles whom these nobles keep: they share whatever happens to everybody there.

    Captives are in the place, ship or storm with their keepers, but count for nobody there.
    """
    keepers = set(nobles)
    return [
        who for who, held in state.custody.items() if held.keeper in keepers and state.is_noble(who)
    ]


def held_stops(state: State, noble_id: NobleId) -> Stops:
    """A captive noble goes nowhere, and neither gives nor gets cards (ishkibibble-ransom.3)."""
    if noble_id in state.custody:
        yield IllegalChoice(
            "ishkibibble-ransom.3",
            "That noble is a captive until his ransom is paid or he is freed.",
        )


def captive_stops(state: State, noble_id: NobleId) -> Stops:
    """A captive is given no cards, whether or not his ransom is agreed, and what he holds passes
    only as his ransom (house-5.19a)."""
    yield from held_stops(state, noble_id)
    if state.nobles[noble_id].captor is not None:
        yield IllegalChoice(
            "house-5.19a", "That noble is a captive. His ransom must be settled first."
        )


def captives(state: State) -> set[str]:
    """All the captives, whether or not a ransom is agreed, including heirs held for one."""
    taken = state.relations.taken_by.values()
    return {*state.custody, *(noble for nobles in taken for noble in nobles)}


def moved_stops(state: State, noble_id: NobleId) -> Stops:
    """A captive whom another faction has moved this turn goes no further (ishkibibble-ransom.8)."""
    kept = (captive for captive in state.custody if keeper_of(state, captive) == noble_id)
    if any(weary(state, captive) for captive in kept):
        yield IllegalChoice(
            "ishkibibble-ransom.8",
            "Another faction has already moved this noble’s captive this turn. Free the captive "
            "first, or stay.",
        )


def weary(state: State, captive: PersonId) -> bool:
    """Whether a faction other than his captor's has moved a captive this turn."""
    held = state.custody[captive]
    return held.moved_in == state.turn and held.moved_by not in (None, held.captor)


def ransom_stops(state: State, heir_id: HeirId) -> Stops:
    """An heir is not put to death once his ransom is agreed (ishkibibble-ransom.2)."""
    if heir_id in state.custody:
        yield IllegalChoice(
            "ishkibibble-ransom.2",
            "That heir’s ransom is agreed, so he can no longer be put to death.",
        )


def hostage_stops(state: State, heir_id: HeirId) -> Stops:
    """An heir who is held for a ransom cannot be given away by anybody (ishkibibble-ransom.3)."""
    if heir_id in state.custody:
        yield IllegalChoice(
            "ishkibibble-ransom.3",
            "That heir is held until his ransom is paid. Keep him or free him, but you cannot "
            "give him away.",
        )


def stands_with(state: State, noble_id: NobleId) -> Noble:
    """The noble whose position a noble shares: himself, or the noble who keeps him."""
    held = state.custody.get(noble_id)
    keeper = NO_NOBLE if held is None else held.keeper
    return state.nobles.get(keeper, state.nobles[noble_id])


def ground_of(state: State, content: Content, noble: Noble) -> SquareId:
    """A noble's square, or that of the port he is in; at sea, the sea space."""
    ship = None if noble.aboard is None else state.ships.get(noble.aboard)
    if ship is None:
        return noble.square
    return ship.sea or content.board.places[ship.port or NO_PLACE].square
