"""A plan has a memory: of its phase, and of the turn before."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from bot.rules.kernel import Choice
from bot.rules.kingmaker.ids import NOWHERE, CardId, NobleId, PlaceId, SquareId
from bot.seats.kingmaker_steward import marching, vetoes
from bot.seats.kingmaker_steward.deals.offering import in_the_mood
from bot.seats.kingmaker_steward.marching import MarchPlan
from bot.seats.kingmaker_steward.moves_open import OpenMoves
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.targets import Target
from tests.rules.kingmaker.scene import Scene

ALNWICK, NEAR, NEXT, FAR = "14,3", "14,4", "14,5", "14,9"
"""Percy's castle; one, two and six squares from there."""

BAMBURGH, AMPTHILL, SCOTLAND = "14,2", "17,18", "10,1"


def percy(*cards: str) -> Scene:
    """Percy of seat 0 in Alnwick and Neville of seat 1; movement of seat 0."""
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick").held(0, *cards)
    scene.movement(0)
    return scene


def by_the_sea(heirs: tuple[str, ...] = ("henry",)) -> Scene:
    """Percy of seat 0 in Alnwick, with Bamburgh beside it and perhaps an heir; its movement."""
    scene = Scene().noble("percy", 0, "alnwick", heirs=heirs).noble("neville", 1, "warwick")
    scene.control("bamburgh", "percy").movement(0)
    return scene


def seen(scene: Scene) -> tuple[Outlook, OpenMoves]:
    """The board as seat 0 sees it, and where its nobles may go."""
    outlook = Outlook(scene.match.view(0), 0, scene.content)
    return outlook, OpenMoves(outlook, scene.match.asked(0)[0])


def plan(scene: Scene) -> MarchPlan:
    """Seat 0's look at its movement."""
    outlook = Outlook(scene.match.view(0), 0, scene.content)
    return MarchPlan(outlook, scene.match.asked(0)[0])


def test_everybody_sees_where_a_noble_set_out_until_he_stands_still_for_a_turn() -> None:
    scene = percy()
    scene.play(0, "march", nobles=["percy"], to=NEAR)
    scene.play(0, "march", nobles=["percy"], to=NEXT)
    noble = scene.match.view(None).nobles["percy"]
    assert (noble.square, noble.came_from, noble.marched) == (NEXT, ALNWICK, True)
    scene.play(0, "done")
    scene.movement(1)
    noble = scene.match.view(None).nobles["percy"]
    assert (noble.came_from, noble.marched) == (ALNWICK, False)
    scene.movement(0)
    assert scene.match.view(None).nobles["percy"].came_from == ALNWICK
    scene.play(0, "done")
    assert scene.match.view(None).nobles["percy"].came_from == ""


def test_nobody_goes_back_in_the_phase_to_where_he_set_out() -> None:
    scene = percy()
    scene.play(0, "march", nobles=["percy"], to=NEAR)
    assert ALNWICK in scene.candidates(0, "march", "to")
    _, ways = seen(scene)
    assert ALNWICK not in ways.squares(["percy"])
    assert NEXT in ways.squares(["percy"])
    assert ways.to("percy", ALNWICK) is None


def test_nobody_comes_nearer_again_to_where_he_set_out() -> None:
    """But a keeper of heirs may, to walls of his own."""
    scene = percy()
    scene.play(0, "march", nobles=["percy"], to=NEXT)
    steps = scene.content.board.steps_between
    assert (steps(ALNWICK, NEAR), steps(ALNWICK, NEXT)) == (1, 2)
    assert NEAR in scene.candidates(0, "march", "to")
    outlook, ways = seen(scene)
    squares = ways.squares(["percy"])
    assert squares
    assert all(outlook.steps(ALNWICK, square) > 2 for square in squares)
    scene = by_the_sea()
    scene.play(0, "march", nobles=["percy"], to=NEAR)
    _, ways = seen(scene)
    squares = ways.squares(["percy"])
    assert {square for square in squares if outlook.steps(ALNWICK, square) <= 1} == {BAMBURGH}


@pytest.mark.parametrize(
    ("heirs", "inside", "stays"),
    [
        (("henry",), (), True),
        (
            ("henry",),
            ("grey", "mowbray", "stafford", "courtenay", "pole", "howard", "holland"),
            False,
        ),
        ((), (), False),
    ],
)
def test_a_keeper_who_has_marched_to_walls_of_his_own_with_room_stays(
    heirs: tuple[str, ...], inside: tuple[str, ...], stays: bool
) -> None:
    scene = by_the_sea(heirs)
    for noble in inside:
        scene.noble(noble, 0, "bamburgh", castles=False)
    scene.play(0, "march", nobles=["percy"], to=BAMBURGH)
    assert scene.offered(0, "march")
    _, ways = seen(scene)
    assert (ways.squares(["percy"]) == set()) == stays


def test_who_has_gone_into_a_place_does_not_march_out_again() -> None:
    scene = percy("E-FM01")
    scene.state.nobles["percy"].inside = None
    scene.play(0, "enter", nobles=["percy"], place="alnwick")
    assert NEAR in scene.candidates(0, "march", "to")
    _, ways = seen(scene)
    assert ways.squares(["percy"]) == set()
    assert ways.again("percy") == frozenset()


def test_he_may_who_fetched_an_heir_there() -> None:
    scene = percy().heir_at("henry", ALNWICK, "alnwick")
    scene.state.nobles["percy"].inside = None
    scene.play(0, "enter", nobles=["percy"], place="alnwick")
    assert scene.state.heirs["henry"].holder == "percy"
    _, ways = seen(scene)
    assert NEAR in ways.squares(["percy"])


def test_who_has_marched_marches_on_to_walls_only() -> None:
    """Neville’s host can come to where Percy stands, and to few squares beyond; still he stays."""
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, FAR, castles=False)
    scene.give("neville", "marshal_england").movement(0)
    scene.play(0, "march", nobles=["percy"], to=NEAR)
    him = [NobleId(CardId("percy"))]
    found = plan(scene)
    assert found.outlook.threat(SquareId(NEAR)) > found.outlook.threat(SquareId("13,1")) == 0
    assert "13,1" in found.ways.squares(him)
    assert found._best_square(him, SquareId(NEAR)) is None
    found.havens = {SquareId("13,1"): scene.content.board.places[PlaceId("berwick")]}
    found.outlook.view.control[PlaceId("berwick")] = him[0]
    assert found._best_square(him, SquareId(NEAR)) == "13,1"


def test_who_has_marched_is_sent_for_nothing_else() -> None:
    """Not if he has fetched an heir on the way, or has been given a second move."""
    aim = Target("recruit", SquareId("14,7"), 20.0)
    scene = percy("E-FM01")
    assert plan(scene).weigh(aim)[1] == ("percy",)
    scene.play(0, "march", nobles=["percy"], to=NEAR)
    assert "14,7" in scene.candidates(0, "march", "to")
    assert plan(scene).weigh(aim)[1] == ()
    scene.play(0, "free_move", nobles=["percy"])
    assert plan(scene).weigh(Target("recruit", SquareId(FAR), 20.0))[1] == ("percy",)
    scene = percy().heir_at("henry", NEAR)
    scene.play(0, "march", nobles=["percy"], to=NEAR)
    assert plan(scene)._can_reach(NobleId(CardId("percy")), aim.square)


def test_who_cannot_go_everywhere_around_him_may_still_have_all_his_steps() -> None:
    """A second move is used although Scotland, which is near, is closed."""
    scene = Scene(ruleset="ishkibibble").noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.held(0, "E-FM01").movement(0)
    scene.play(0, "march", nobles=["percy"], to=NEXT)
    aim = Target("recruit", SquareId(FAR), 20.0)
    scene.play(0, "free_move", nobles=["percy"])
    assert scene.candidates(0, "march", "to") < set(scene.content.board.reach(SquareId(NEXT)))
    assert plan(scene).weigh(aim)[1] == ("percy",)
    assert plan(scene).ways.arrived == set()


@pytest.mark.parametrize("opened", [True, False])
def test_no_free_move_is_for_a_land_that_is_closed(opened: bool) -> None:
    scene = Scene(ruleset="ishkibibble").noble("percy", 0, FAR).noble("neville", 1, "warwick")
    scene.held(0, "E-FM01").movement(0)
    scene.play(0, "march", nobles=["percy"], to=NEXT)
    outlook, ways = seen(scene)
    outlook.view = replace(outlook.view, overseas=("scotland",) if opened else ())
    assert (SCOTLAND in ways.again("percy")) is opened


def test_an_heir_who_was_fetched_may_be_taken_home() -> None:
    scene = percy().heir_at("henry", NEAR)
    scene.play(0, "march", nobles=["percy"], to=NEAR)
    assert scene.state.heirs["henry"].holder == "percy"
    _, ways = seen(scene)
    assert ALNWICK in ways.squares(["percy"])
    scene.play(0, "march", nobles=["percy"], to=NEXT)
    _, ways = seen(scene)
    assert ALNWICK not in ways.squares(["percy"])


def test_a_free_move_is_for_what_could_not_be_reached_without_it() -> None:
    scene = percy("E-FM01")
    scene.play(0, "march", nobles=["percy"], to=NEAR)
    outlook, ways = seen(scene)
    assert "percy" in ways.free
    reach = outlook.board.reach
    assert ways.again("percy") == set(reach(NEAR)) - set(reach(ALNWICK)) - {ALNWICK, NEAR}
    assert FAR in ways.again("percy")
    scene.play(0, "free_move", nobles=["percy"])
    _, later = seen(scene)
    assert NEXT in scene.candidates(0, "march", "to")
    assert later.squares(["percy"]) == ways.again("percy")
    _, ways = seen(percy())
    assert ways.again("percy") == frozenset()


def test_nor_is_it_for_where_the_road_goes() -> None:
    """From Lincoln to Ampthill it is six squares, too many for one march."""
    scene = Scene().noble("percy", 0, "lincoln").noble("neville", 1, "warwick")
    scene.held(0, "E-FM01").movement(0)
    assert AMPTHILL in scene.candidates(0, "ride", "to") - scene.candidates(0, "march", "to")
    scene.play(0, "march", nobles=["percy"], to="17,13")
    outlook, ways = seen(scene)
    assert AMPTHILL in outlook.board.reach(SquareId("17,13"))
    assert AMPTHILL not in ways.again("percy")


@pytest.mark.parametrize(("cards", "able"), [(("E-FM01", "E-FM02"), True), (("E-FM01",), False)])
def test_two_who_march_on_from_two_squares_need_two_free_moves(
    cards: tuple[str, ...], able: bool
) -> None:
    """With one, the first would go ahead in vain."""
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.noble("grey", 0, "alnwick", castles=False).held(0, *cards).movement(0)
    scene.play(0, "march", nobles=["percy"], to=NEAR)
    scene.play(0, "march", nobles=["grey"], to=NEXT)
    found, both = plan(scene), (NobleId(CardId("grey")), NobleId(CardId("percy")))
    aim = Target("crown", FAR, 30.0, members=both)
    assert found._free_moves_needed(aim, both) == 2
    assert found.weigh(aim)[1] == (both if able else ())


def test_no_free_move_is_played_for_who_is_hardly_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.noble("grey", 0, FAR, castles=False).held(0, "E-FM01").movement(0)
    scene.play(0, "march", nobles=["percy"], to=NEAR)
    found, aim = plan(scene), Target("battle", SquareId(FAR), 30.0)
    both = {NobleId(CardId("grey")), NobleId(CardId("percy"))}
    for gain, party in ((1.0, ("grey",)), (4.0, ("grey", "percy"))):
        monkeypatch.setattr(
            marching, "best_party", lambda _, __, able, g=gain: (5 + g * len(able), tuple(able))
        )
        assert found._promised(aim, both)[1] == party


def test_to_go_back_where_one_set_out_the_turn_before_must_be_worth_it() -> None:
    scene = percy()
    scene.play(0, "march", nobles=["percy"], to=NEAR)
    scene.play(0, "done")
    scene.movement(0)
    aim = Target("recruit", ALNWICK, 8.0, 0)
    kept, fresh = plan(scene), plan(scene)
    nobles, him = fresh.outlook.nobles, NobleId(CardId("percy"))
    fresh.outlook.nobles = {**nobles, him: replace(nobles[him], came_from=NOWHERE)}
    worth = fresh.weigh(aim)
    assert worth[1] == ("percy",)
    assert kept.weigh(aim) == (worth[0] - 6.0, ("percy",))


def test_heirs_are_handed_on_once_in_a_movement() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.noble("pole", 0, "alnwick", castles=False, heirs=("henry",))
    scene.movement(0)
    scene.play(0, "entrust", heir="henry", noble="percy")
    assert scene.match.view(None).heirs["henry"].handed_on
    outlook = Outlook(scene.match.view(0), 0, scene.content)
    assert vetoes.entrusting(outlook, scene.match.asked(0)[0]) is None
    scene.play(0, "done")
    scene.movement(0)
    outlook = Outlook(scene.match.view(0), 0, scene.content)
    again = Choice.of("entrust", heir="henry", noble="pole")
    assert vetoes.entrusting(outlook, scene.match.asked(0)[0]) == again


def test_while_a_free_move_is_unused_no_business_is_talked() -> None:
    """What a deal gave away could make the march pointless that the Free Move was played for."""

    def talks() -> bool:
        outlook = Outlook(scene.match.view(0), 0, scene.content)
        asked = scene.match.asked(0)
        return any(in_the_mood(outlook, asked, random.Random(n)) for n in range(20))

    scene = percy("E-FM01")
    assert talks()
    scene.play(0, "march", nobles=["percy"], to=NEAR)
    assert talks()
    scene.play(0, "free_move", nobles=["percy"])
    assert not talks()
    scene.play(0, "march", nobles=["percy"], to=NEXT)
    assert talks()
