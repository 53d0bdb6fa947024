"""Naming a side in choices: with two players, a seat acts for itself or for its ally (lancaster §2,
§7)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Seat, Stops
from bot.rules.lancaster.state import ALLY, State

OWN, ALLYS = "own", "ally"
ALLYS_RULE = "lancaster-2.11"
"""The rule behind anything a player decides only for his ally."""


def house_field(state: State, side: int) -> tuple[Field, ...]:
    """The field that names the side of a choice; none if nobody has an ally."""
    if not _allied(state):
        return ()
    return (Field("house", (ALLYS if state.is_ally(side) else OWN,)),)


def house_stops(state: State, choice: Choice) -> Stops:
    """Only the leader of an ally says to which side each knight belongs."""
    named = choice.many("house")
    if named and not _allied(state):
        yield IllegalChoice(ALLYS_RULE, "Only a game for two players has allies.")
    if _allied(state) and named not in ((OWN,), (ALLYS,)):
        yield IllegalChoice(ALLYS_RULE, "Say whose knight it is, your own or your ally’s.")


def _allied(state: State) -> bool:
    """Whether every player has an ally."""
    return len(state.sides_of(Seat(0))) > 1


def side_named(state: State, seat: Seat, choice: Choice) -> int:
    """The side that a seat's choice concerns."""
    return seat + ALLY if ALLYS in choice.many("house") else seat
