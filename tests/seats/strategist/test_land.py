"""A strategist parts with places more easily than a steward, but not with those that shelter it,
and less easily with titles and offices."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.seats.kingmaker_steward import steward
from bot.seats.kingmaker_steward.deals.answering import answer
from bot.seats.kingmaker_steward.deals.offering import propose
from bot.seats.kingmaker_steward.deals.worths import worth_to
from bot.seats.kingmaker_strategist.player import Strategist
from tests.rules.kingmaker.scene import Scene


def neighbours() -> Scene:
    """Lancaster is Percy's, who is at home in Alnwick; Neville in Warwick is of seat 1."""
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick", heirs=("henry",))
    scene.control("lancaster", "percy").movement(0)
    return scene


def worths(scene: Scene, token: str) -> tuple[float, float]:
    """What a thing is worth in a deal to a strategist and to a steward on seat 0."""
    view = scene.match.view(0)
    mine, theirs = (player.look(view, 0) for player in (Strategist(), steward))
    return worth_to(mine, 0, token), worth_to(theirs, 0, token)


def test_a_place_is_worth_less_to_it_and_all_else_as_much() -> None:
    scene = neighbours().give("percy", "bp_norwich")
    mine, theirs = worths(scene, "place:lancaster")
    assert mine == pytest.approx(0.3 * theirs)
    mine, theirs = worths(scene, "beside:bp_norwich")
    assert mine == theirs > 0


def test_walls_within_which_somebody_stands_are_as_dear_as_ever() -> None:
    mine, theirs = worths(neighbours(), "place:alnwick")
    assert theirs > mine > 10


def test_what_a_place_is_worth_to_others_is_seen_alike() -> None:
    view = neighbours().match.view(0)
    mine, theirs = (player.look(view, 0) for player in (Strategist(), steward))
    assert worth_to(mine, 1, "place:lancaster") == worth_to(theirs, 1, "place:lancaster")


@pytest.mark.parametrize("card", ["earl_wiltshire", "marshal_england"])
def test_a_title_or_an_office_is_worth_twice_as_much_to_it(card: str) -> None:
    scene = neighbours().hand(0, card)
    mine, theirs = worths(scene, f"hand:{card}")
    assert mine == pytest.approx(2 * theirs)
    view = scene.match.view(0)
    looks = (player.look(view, 0) for player in (Strategist(), steward))
    assert len({worth_to(look, 1, f"hand:{card}") for look in looks}) == 1


def test_it_takes_what_a_steward_would_not_give_two_places_for() -> None:
    scene = neighbours().control("chester", "percy").held(1, "E-FM01", "E-FM02")
    scene.noble("holland", 1, "ampthill").state.round = 3
    scene.movement(1)
    asked = ["place:lancaster", "place:chester"]
    scene.play(1, "propose_deal", to="0", give=["held:E-FM01", "held:E-FM02"], take=asked)
    view, (standing,) = scene.match.view(0), scene.match.prompts(0)
    said = [answer(player.look(view, 0), standing) for player in (Strategist(), steward)]
    assert [choice.verb if choice else None for choice in said] == ["accept_deal", "refuse_deal"]


def after(rounds: int, other: str) -> list[Choice]:
    """What a strategist offers seat 1, which has only places, in its turn after some rounds."""
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.control("warwick", "neville").control(other, "neville").control("chester", "percy")
    scene.state.round = rounds + 1
    scene.movement(0)
    view, prompts = scene.match.view(0), scene.match.prompts(0)
    (standing,) = (prompt for prompt in prompts if prompt.kind == "any_time")
    found = propose(Strategist().look(view, 0), standing, prompts)
    return [] if found is None else [found]


def test_whom_it_left_out_for_a_round_is_offered_a_swap_of_places() -> None:
    assert after(0, "bamburgh") == []
    (deal,) = after(1, "bamburgh")
    assert deal.args["to"] == ("1",)
    assert deal.args["take"] == ("place:bamburgh",)
    assert deal.args["give"] == ("place:chester",)
