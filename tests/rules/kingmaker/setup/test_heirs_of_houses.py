"""The heirs of a House begin beside its head; some may be entrusted to its other noble."""

from __future__ import annotations

import msgspec
import pytest

from bot.content.load import load_content
from bot.games import game_for
from bot.rules.kernel import Choice, Dice, Field, IllegalChoice, Match, Offer, Position
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.sides import opening_keepers
from bot.rules.kingmaker.setup.opening import opening_state, roll_for_heirs
from tests.rules.kingmaker.families.tables import LANCASTER, NEVILLE, YORK

FAMILIES = game_for("kingmaker", "families")
RED = ("henry", "margaret", "edward_lancaster")
WHITE = ("richard_york", "edward_march", "george", "richard_gloucester")


def begun(rules: str = "families", *, seats: int = 6) -> Match:
    return Match.start(game_for("kingmaker", rules), seats, "six families")[0]


def holders(match: Match) -> dict[str, str | None]:
    return {key: heir.holder for key, heir in match.position.state.heirs.items()}


@pytest.mark.rule("families-players.2", "families-players.3")
@pytest.mark.parametrize("seats", [2, 6])
def test_the_heirs_of_a_house_begin_beside_its_head(seats: int) -> None:
    match, told = Match.start(FAMILIES, seats, "six families")
    expected = dict.fromkeys(RED, "beaufort") | dict.fromkeys(WHITE, "plantagenet_york")
    assert holders(match) == expected
    assert [event for event in told.events if isinstance(event, facts.HeirsBegan)] == [
        facts.HeirsBegan(LANCASTER, "beaufort", RED),
        facts.HeirsBegan(YORK, "plantagenet_york", WHITE),
    ]
    assert match.violations() == []


@pytest.mark.rule("families-players.2", "families-players.3")
def test_they_are_wherever_their_keeper_is_placed() -> None:
    match = begun()
    for seat in (LANCASTER, YORK):
        match.submit(seat, Choice("done"))
    match.submit(LANCASTER, Choice.of("settle", noble="beaufort", castle="corfe"))
    match.submit(YORK, Choice.of("settle", noble="plantagenet_york", castle="sandal"))
    view = match.view(None)
    assert view.nobles["beaufort"].heirs == RED
    assert view.nobles["beaufort"].inside == "corfe"
    assert view.nobles["plantagenet_york"].heirs == WHITE
    assert view.nobles["plantagenet_york"].inside == "sandal"


@pytest.mark.rule("families-players.2")
def test_edmund_begins_with_york_too() -> None:
    assert holders(begun("families+edmund"))["edmund_rutland"] == "plantagenet_york"


@pytest.mark.rule("families-players.2")
def test_a_house_may_entrust_heirs_to_its_other_noble_before_anybody_is_placed() -> None:
    match = begun()
    (asked,) = match.prompts(LANCASTER)
    fields = (Field("heir", RED), Field("noble", ("clifford",)))
    assert asked.offers == (
        Offer("entrust", fields, "families-players.2"),
        Offer("done", (), "families-players.2"),
    )
    assert asked.default == Choice("done")
    match.submit(LANCASTER, Choice.of("entrust", heir="margaret", noble="clifford"))
    assert holders(match)["margaret"] == "clifford"
    back = Choice.of("entrust", heir="margaret", noble="beaufort")
    assert match.prompts(LANCASTER)[0].find(back) is not None
    match.submit(LANCASTER, Choice("done"))
    assert match.waiting_for() == [YORK]
    match.submit(YORK, Choice.of("entrust", heir="george", noble="bourchier"))
    match.submit(YORK, Choice("done"))
    assert {prompt.kind for prompt in match.prompts(YORK)} == {"settle_nobles"}
    kept = holders(match)
    assert (kept["henry"], kept["george"], kept["richard_york"]) == (
        "beaufort",
        "bourchier",
        "plantagenet_york",
    )


@pytest.mark.rule("families-players.3")
def test_a_house_entrusts_no_heirs_of_the_other_nor_to_a_noble_of_others() -> None:
    match = begun()
    for heir, noble in (("henry", "bourchier"), ("george", "clifford")):
        with pytest.raises(IllegalChoice):
            match.submit(YORK, Choice.of("entrust", heir=heir, noble=noble))
    with pytest.raises(IllegalChoice) as refused:
        match.submit(NEVILLE, Choice.of("settle", noble="neville", castle="raby"))
    assert refused.value.rule == "families-players.2"


def test_a_table_in_the_midst_of_it_is_saved_and_goes_on() -> None:
    match = begun()
    match.submit(YORK, Choice("done"))
    again = Match.load(FAMILIES, match.save())
    assert again.waiting_for() == [LANCASTER]
    assert msgspec.to_builtins(again.prompts(LANCASTER)) == msgspec.to_builtins(
        match.prompts(LANCASTER)
    )


@pytest.mark.rule("families-players.2", "families-players.3", "ishkibibble-placement.1")
def test_no_die_is_thrown_for_heirs_who_begin_with_their_house() -> None:
    rules = "families+heirs_by_dice+second_edition"
    told = Match.start(game_for("kingmaker", rules), 6, "six families")[1].events
    assert [event for event in told if isinstance(event, facts.HeirPlaced)] == []


def test_the_keeper_is_told_by_the_rule_set() -> None:
    content = load_content("families")
    keepers = {part.id: part.keeper for part in content.ruleset.parts if part.keeper}
    assert keepers == {"lancaster": "beaufort", "york": "plantagenet_york"}
    state = begun().position.state
    assert set(opening_keepers(state, content)) == {*RED, *WHITE}


# Setting up: the royal heirs begin where a die says.


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
