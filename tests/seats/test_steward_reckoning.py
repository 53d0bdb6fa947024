"""A far-sighted steward plays for the votes that decide when the time is up; others do not."""

from __future__ import annotations

import pytest

from bot.games import policy_for
from bot.seats.kingmaker_steward import Steward
from bot.seats.kingmaker_steward.assigning import card_worth
from bot.seats.kingmaker_steward.deals.worths import worth_to
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.reckoning import FROM, still_to_come, vote_worth
from bot.seats.kingmaker_steward.worth import heir_worth, noble_worth, place_worth
from tests.rules.kingmaker.scene import Scene


def late(round: int, limit: int | None = 20, *, ruleset: str = "house") -> Scene:
    """Percy holds London and the senior Yorkist in a game of 20 rounds."""
    scene = Scene(3, ruleset).noble("percy", 0, "alnwick", heirs=("richard_york",))
    scene.control("london", "percy").noble("neville", 1, "warwick").noble("grey", 2, "ruthin")
    scene.state.rounds_limit, scene.state.round = limit, round
    scene.movement(0)
    return scene


def looks(scene: Scene, seat: int = 0) -> tuple[Outlook, Outlook]:
    """The outlook of a steward and of one who is far-sighted."""
    view = scene.match.view(seat)
    steward, far_sighted = (Steward(far_sighted=each).look(view, seat) for each in (False, True))
    return steward, far_sighted


@pytest.mark.parametrize("name", ["strategist", "strategist+warlike"])
def test_the_hard_player_is_far_sighted(name: str) -> None:
    player = policy_for("kingmaker", name)
    assert isinstance(player, Steward)
    assert vote_worth(player.look(late(20).match.view(0), 0)) > 0


@pytest.mark.parametrize(
    ("round", "limit", "counts"), [(20 - FROM, 20, False), (21 - FROM, 20, True), (20, None, False)]
)
def test_votes_count_in_the_last_rounds_of_a_game_with_a_limit(
    round: int, limit: int | None, counts: bool
) -> None:
    steward, far_sighted = looks(late(round, limit))
    assert vote_worth(steward) == 0
    assert (vote_worth(far_sighted) > 0) is counts


def test_they_count_for_more_from_round_to_round() -> None:
    found = [vote_worth(looks(late(round))[1]) for round in (14, 17, 20)]
    assert found == sorted(set(found))


def test_where_points_decide_votes_are_worth_nothing() -> None:
    assert vote_worth(looks(late(20, ruleset="families"))[1]) == 0


def test_whatever_has_votes_is_worth_more() -> None:
    steward, far_sighted = looks(late(20))
    each, content = vote_worth(far_sighted), steward.content
    london = steward.board.places["london"]
    more = place_worth(far_sighted, london) - place_worth(steward, london)
    assert more == pytest.approx(each * london.commons)
    more = noble_worth(far_sighted, "neville") - noble_worth(steward, "neville")
    neville = content.crown["neville"]
    assert more == pytest.approx(each * (neville.commons + 2 * neville.lords))
    more = card_worth(far_sighted, "abp_canterbury") - card_worth(steward, "abp_canterbury")
    assert more == pytest.approx(each * 2 * content.crown["abp_canterbury"].lords)
    assert heir_worth(far_sighted, "richard_york") > heir_worth(steward, "richard_york") + each * 29
    assert heir_worth(far_sighted, "george") == heir_worth(steward, "george")
    steward, far_sighted = looks(late(20, ruleset="classic"))
    more = heir_worth(far_sighted, "richard_york") - heir_worth(steward, "richard_york")
    assert more == pytest.approx(vote_worth(far_sighted) * 30)


@pytest.mark.parametrize(
    ("ruleset", "king", "votes"), [("house", True, 0), ("house", False, 20), ("classic", False, 0)]
)
def test_the_chancellor_has_the_kings_votes_only_while_there_is_no_king(
    ruleset: str, king: bool, votes: int
) -> None:
    scene = late(20, ruleset=ruleset)
    if not king:
        scene.state.heirs["henry"].crowned = False
    steward, far_sighted = looks(scene)
    more = card_worth(far_sighted, "chancellor_england") - card_worth(steward, "chancellor_england")
    assert more == pytest.approx(vote_worth(far_sighted) * votes)


def test_others_are_not_expected_to_look_so_far_ahead() -> None:
    steward, far_sighted = looks(late(20))
    for seat, same in ((0, False), (1, True)):
        found = worth_to(far_sighted, seat, "place:london") == worth_to(
            steward, seat, "place:london"
        )
        assert found is same


def test_in_the_last_round_only_those_are_feared_who_still_have_a_turn() -> None:
    scene = late(20)
    assert [still_to_come(looks(scene, seat)[1]) for seat in range(3)] == [1.0, 0.5, 0.0]
    assert {still_to_come(looks(scene, seat)[0]) for seat in range(3)} == {1.0}
    assert still_to_come(looks(late(19), 2)[1]) == 1.0
