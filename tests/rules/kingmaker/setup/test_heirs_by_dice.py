"""Setting up: the royal heirs begin where a die says."""

from __future__ import annotations

import pytest

from bot.content.load import load_content
from bot.games import game_for
from bot.rules.kernel import Dice, Match, Position
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.setup.opening import opening_state, roll_for_heirs

DICE = "classic+edmund+heirs_by_dice"

ROWS = [
    ("henry", "london london london windsor windsor bristol", "2"),
    ("margaret", "coventry coventry newark newark conway conway", "3"),
    ("edward_lancaster", "kenilworth kenilworth lancaster lancaster bamburgh bamburgh", "4"),
    ("richard_york", "york york york fotheringhay fotheringhay shrewsbury", "5"),
    ("edward_march", "harlech harlech plymouth plymouth carisbrooke carisbrooke", "6"),
    ("edmund_rutland", "dublin dublin beaumaris beaumaris dover dover", "7"),
    ("george", "cardigan cardigan norwich norwich newcastle newcastle", "8"),
    ("richard_gloucester", "calais calais carlisle carlisle swansea swansea", "9"),
]


class OneFace(Dice):
    """Dice that always show one face."""

    face: int = 1

    def below(self, sides: int) -> int:
        return self.face - 1


def rolled(face: int, ruleset: str = DICE) -> Match:
    """The heirs after every die has shown this face."""
    game = game_for("kingmaker", ruleset)
    state = opening_state(game.content, 2, None)
    dice = OneFace("a scene", face=face)
    match = Match(game, Position(1, "kingmaker", game.ruleset, 0, dice, [], state))
    roll_for_heirs(match.table)
    return match


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize(
    ("heir", "places"),
    [
        pytest.param(heir, places, marks=pytest.mark.rule(f"ishkibibble-placement.{row}"))
        for heir, places, row in ROWS
    ],
)
def test_each_face_of_each_row(heir: str, places: str, face: int) -> None:
    match = rolled(face)
    found, wanted = match.table.state.heirs[heir], places.split()[face - 1]
    square = match.table.content.board.places[wanted].square
    assert (found.inside, found.square, found.holder) == (wanted, square, None)


@pytest.mark.rule(
    "ishkibibble-placement.1",
    "ishkibibble-placement.2",
    "ishkibibble-placement.3",
    "ishkibibble-placement.4",
    "ishkibibble-placement.5",
    "ishkibibble-placement.6",
    "ishkibibble-placement.7",
    "ishkibibble-placement.8",
    "ishkibibble-placement.9",
    "base-2.10",
)
def test_one_die_for_each_heir_in_the_order_of_the_rows() -> None:
    told = [event for event in rolled(6).table.events if isinstance(event, facts.HeirPlaced)]
    assert told == [facts.HeirPlaced(heir, 6, places.split()[5]) for heir, places, _ in ROWS]


@pytest.mark.rule("ishkibibble-placement.1", "ishkibibble-placement.8")
def test_george_is_in_the_town_of_newcastle_not_in_audleys_castle() -> None:
    board = load_content(DICE).board
    assert board.places["newcastle"].kind == "fortified_town"


def test_who_is_no_heir_here_has_no_die() -> None:
    told = rolled(1, "classic+heirs_by_dice").table.events
    placed = [event.heir for event in told if isinstance(event, facts.HeirPlaced)]
    assert placed == [heir for heir, _, _ in ROWS if "edmund" not in heir]


def test_a_game_begins_with_the_dice_and_only_if_it_is_chosen() -> None:
    match, outcome = Match.start(game_for("kingmaker", DICE), 2, "dice")
    told = [event for event in outcome.events if isinstance(event, facts.HeirPlaced)]
    assert len(told) == len(ROWS)
    for event in told:
        assert match.position.state.heirs[event.heir].inside == event.place
    _, plain = Match.start(game_for("kingmaker", "classic"), 2, "dice")
    assert not [event for event in plain.events if isinstance(event, facts.HeirPlaced)]
