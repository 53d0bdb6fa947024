"""Debate and vote: who calls it, what is counted, and what stays secret (house §7.2)."""

from __future__ import annotations

import msgspec
import pytest

from bot.rules.kernel import CLOSE, Choice, IllegalChoice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.game import Kingmaker
from tests.rules.kingmaker.chamber import call, cast, propose, realm, vote
from tests.rules.kingmaker.scene import HOUSE, Scene

VOTES = ("yea", "nay", "abstain")


def floor(scene: Scene | None = None) -> Scene:
    """A title is proposed to Clifford; the debate is open."""
    scene = (scene or realm()).chancery("earl_kent", "earl_essex", "marshal_england")
    return propose(call(scene), 0, "earl_kent", "clifford")


def weighed(commons: list[int], lords: list[int]) -> Scene:
    """The same with these votes of the seats, told at the beginning."""
    seats = len(commons)
    scene = realm(seats=seats)
    for seat in range(3, seats):
        scene.noble(("howard", "hastings", "audley")[seat - 3], seat, "13,20")
    floor(scene)
    scene.state.sitting.commons, scene.state.sitting.lords = commons, lords
    return scene


# Debate


@pytest.mark.rule("house-7.2.17")
def test_there_are_two_minutes_for_it() -> None:
    assert HOUSE.content.ruleset.debate_seconds == 120


@pytest.mark.rule("house-7.2.17", "house-7.2.18", "house-7.2.16")
def test_a_proposal_is_debated_until_time_is_up_and_nobody_else_calls_the_vote() -> None:
    scene = floor()
    for seat in (1, 2):
        assert scene.offered(seat, "call_vote") == []
        scene.refused(seat, "call_vote", rule="house-7.2.18")
    scene.refused(1, "second_vote", rule="house-7.2.18")
    assert scene.match.prompts(0)[0].kind == "debate"
    assert scene.match.waiting_for() == [0]
    assert scene.happened(facts.BallotClosed) == []
    for seat in range(3):
        for ballot in VOTES:
            assert scene.offered(seat, ballot) == []
    assert scene.match.prompts(0)[0].default == Choice("call_vote")
    assert {seat: p.seconds for seat, p in scene.match.closing().items()} == {0: 120}
    scene.match.direct(CLOSE)
    assert [scene.asked(seat) for seat in range(3)] == [["ballot"]] * 3


@pytest.mark.rule("house-7.2.20")
@pytest.mark.parametrize(
    ("cast", "votes", "passed"),
    [
        ((), ("abstain", "abstain", "abstain"), False),
        (("yea",), ("yea", "abstain", "abstain"), True),
        (("nay", "yea"), ("nay", "yea", "abstain"), False),
    ],
)
def test_who_has_not_voted_when_time_is_up_abstains(
    cast: tuple[str, ...], votes: tuple[str, ...], passed: bool
) -> None:
    scene = floor()
    scene.play(0, "call_vote")
    for seat, given in enumerate(cast):
        scene.play(seat, given)
    left = range(len(cast), 3)
    assert {seat: p.seconds for seat, p in scene.match.closing().items()} == dict.fromkeys(
        left, 300
    )
    outcome = scene.match.direct(CLOSE)
    (closed,) = (event for event in outcome.events if isinstance(event, facts.BallotClosed))
    assert (closed.votes, closed.passed) == (votes, passed)
    assert outcome.known


@pytest.mark.rule("house-7.3.5", "house-7.2.20")
def test_a_bound_vote_counts_though_time_is_up() -> None:
    scene = Scene(3).noble("percy", 0, "alnwick", heirs=("henry",))
    scene.noble("neville", 0, "coventry", cards=("chancellor_england",))
    scene.noble("courtenay", 1, "tiverton").noble("talbot", 2, "sheffield", heirs=("richard_york",))
    scene.crowned("henry", "richard_york").held(0, "E-CM01", "E-WR01")
    scene.parliament(0)
    scene.play(0, "call_parliament", by="neville", summon="talbot")
    scene.play(0, "declare_illegitimate", noble="percy")
    scene.match.direct(CLOSE)
    outcome = scene.match.direct(CLOSE)
    (closed,) = (event for event in outcome.events if isinstance(event, facts.BallotClosed))
    assert closed.votes == ("yea", "abstain", "nay")


def test_the_clock_closes_nothing_else() -> None:
    scene = realm()
    scene.parliament(0)
    assert scene.match.closing() == {}
    before = scene.match.save()
    with pytest.raises(IllegalChoice):
        scene.match.direct(CLOSE)
    assert scene.match.save() == before


@pytest.mark.rule("house-7.2.17")
def test_the_debate_may_be_left_out() -> None:
    scene = realm()
    rules = msgspec.structs.replace(scene.content.ruleset, debate_seconds=0)
    content = msgspec.structs.replace(scene.content, ruleset=rules)
    scene.match.game = scene.game = Kingmaker(content)
    scene.match.table.content = scene.content = content
    floor(scene)
    assert scene.match.waiting_for() == [0, 1, 2]
    assert [scene.asked(seat) for seat in range(3)] == [["ballot"]] * 3


@pytest.mark.rule("house-7.2.18")
@pytest.mark.parametrize(("mover", "seconder"), [(1, 2), (2, 1)])
def test_two_others_may_move_and_second(mover: int, seconder: int) -> None:
    scene = floor()
    scene.play(mover, "move_vote")
    assert scene.match.waiting_for() == [0]
    assert scene.asked(0) == ["debate"]
    assert scene.offered(mover, "second_vote") == []
    assert scene.offered(seconder, "move_vote") == []
    scene.play(seconder, "second_vote")
    assert [scene.asked(seat) for seat in range(3)] == [["ballot"]] * 3


@pytest.mark.rule("house-7.2.18")
def test_nobody_seconds_himself_and_the_caller_still_calls_a_vote_that_was_moved() -> None:
    scene = floor()
    scene.play(1, "move_vote")
    scene.refused(1, "second_vote", rule="house-7.2.18")
    scene.play(0, "call_vote")
    assert scene.asked(1) == ["ballot"]


@pytest.mark.rule("house-7.2.18")
def test_the_leader_of_the_second_round_calls_it_as_well() -> None:
    scene = realm()
    places = ("york", "london", "bristol", "norwich", "lincoln", "chester", "oxford", "hull")
    for place in (*places, "durham", "exeter", "plymouth"):
        scene.control(place, "talbot")
    call(scene.chancery("earl_kent"))
    scene.play(0, "done")
    propose(scene, 2, "earl_kent", "clifford")
    for caller in (0, 2):
        assert len(scene.offered(caller, "call_vote")) == 1
    assert scene.offered(1, "call_vote") == []
    assert scene.match.waiting_for() == [2]
    assert len(scene.offered(1, "move_vote")) == 1
    scene.play(2, "call_vote")
    assert scene.asked(1) == ["ballot"]


# The ballot


@pytest.mark.rule("house-7.2.18", "house-7.2.19")
def test_the_caller_calls_the_vote_and_every_player_is_asked_for_one_sealed() -> None:
    scene = floor()
    scene.play(0, "call_vote")
    assert scene.match.waiting_for() == [0, 1, 2]
    assert [scene.asked(seat) for seat in range(3)] == [["ballot"]] * 3
    for seat in range(3):
        prompt = scene.match.prompts(seat)[0]
        assert (prompt.kind, prompt.sealed, prompt.blocking) == ("ballot", True, True)
        assert [(o.verb, o.fields) for o in prompt.offers] == [(v, ()) for v in VOTES]


@pytest.mark.rule("house-7.2.19", "base-15.21")
@pytest.mark.parametrize("ballot", VOTES)
def test_a_player_votes_with_his_whole_weight(ballot: str) -> None:
    roll = vote(floor(), ballot, "abstain", "abstain")
    weight = {"yea": ((35, 0), (13, 0)), "nay": ((0, 35), (0, 13)), "abstain": ((0, 0), (0, 0))}
    assert (roll.commons, roll.lords) == weight[ballot]
    assert roll.votes == (ballot, "abstain", "abstain")


@pytest.mark.rule("house-7.2.19", "house-7.2.20")
def test_a_vote_that_is_cast_lies_sealed_and_without_one_he_abstains() -> None:
    scene = floor()
    scene.play(0, "call_vote")
    for seat in range(3):
        assert scene.match.prompts(seat)[0].default == Choice("abstain")
    scene.play(1, "nay")
    assert scene.match.waiting_for() == [0, 2]
    for ballot in VOTES:
        assert scene.offered(1, ballot) == []


@pytest.mark.rule("house-7.2.19")
@pytest.mark.parametrize("ballot", VOTES)
def test_whoever_votes_again_hears_why_not(ballot: str) -> None:
    scene = floor()
    scene.play(0, "call_vote")
    scene.play(1, "nay")
    scene.refused(1, ballot, rule="house-7.2.19")


@pytest.mark.rule("house-7.2.18")
def test_nothing_else_is_done_until_all_have_voted() -> None:
    scene = floor()
    scene.play(0, "call_vote")
    scene.play(1, "yea")
    scene.refused(0, "done", rule="house-7.2.18")
    assert scene.happened(facts.BallotClosed) == []
    scene.play(2, "yea")
    scene.play(0, "nay")
    assert len(scene.happened(facts.BallotClosed)) == 1


@pytest.mark.rule("house-7.2.21", "house-7.2.22", "house-7.2.20", "base-15.20")
@pytest.mark.parametrize(
    ("votes", "commons", "lords", "passed"),
    [
        (("yea", "yea", "yea"), (10, 0), (10, 0), True),
        (("nay", "nay", "nay"), (0, 10), (0, 10), False),
        (("yea", "nay", "nay"), (6, 4), (3, 7), False),  # the Commons only
        (("nay", "yea", "nay"), (3, 7), (5, 5), False),
        (("nay", "nay", "yea"), (1, 9), (2, 8), False),
        (("yea", "yea", "nay"), (9, 1), (8, 2), True),
        (("yea", "nay", "yea"), (7, 3), (5, 5), False),  # a tie in the Lords
        (("nay", "yea", "yea"), (4, 6), (7, 3), False),  # the Lords only
        (("yea", "nay", "abstain"), (6, 3), (3, 5), False),
        (("yea", "abstain", "nay"), (6, 1), (3, 2), True),  # the votes cast decide
        (("abstain", "yea", "nay"), (3, 1), (5, 2), True),
        (("abstain", "abstain", "yea"), (1, 0), (2, 0), True),
        (("abstain", "abstain", "abstain"), (0, 0), (0, 0), False),
    ],
)
def test_it_takes_a_majority_of_the_votes_cast_in_both_houses(
    votes: tuple[str, ...], commons: tuple[int, int], lords: tuple[int, int], passed: bool
) -> None:
    scene = weighed([6, 3, 1], [3, 5, 2])
    roll = vote(scene, *votes)
    assert roll == facts.BallotClosed(votes, commons, lords, passed)
    assert scene.state.nobles["clifford"].title == ("earl_kent" if passed else None)
    assert ("earl_kent" in scene.state.chancery) != passed


@pytest.mark.rule("house-7.2.22", "base-15.20")
@pytest.mark.parametrize(
    ("commons", "lords", "passed"),
    [
        ([5, 5, 0], [6, 4, 0], False),  # a tie in the Commons
        ([6, 4, 0], [5, 5, 0], False),  # a tie in the Lords
        ([5, 5, 0], [5, 5, 0], False),
        ([6, 5, 0], [6, 5, 0], True),  # by one vote
        ([0, 0, 1], [6, 5, 1], False),  # nobody voted in the Commons
    ],
)
def test_a_tie_in_either_house_defeats_it(
    commons: list[int], lords: list[int], passed: bool
) -> None:
    scene = weighed(commons, lords)
    assert vote(scene, "yea", "nay", "abstain").passed is passed
    assert (scene.state.nobles["clifford"].title is not None) is passed


@pytest.mark.rule("house-7.2.19", "house-7.2.18")
def test_a_player_with_votes_in_one_house_only_votes_too() -> None:
    scene = weighed([6, 3, 1], [3, 5, 0])
    scene.play(0, "call_vote")
    assert scene.match.waiting_for() == [0, 1, 2]


@pytest.mark.rule("house-7.2.18", "house-7.2.20")
def test_whoever_has_no_vote_at_all_is_not_asked() -> None:
    scene = weighed([6, 3, 0], [3, 5, 0])
    scene.play(0, "call_vote")
    assert scene.match.waiting_for() == [0, 1]
    cast(scene, "yea", "nay")
    assert scene.happened(facts.BallotClosed) == [
        facts.BallotClosed(("yea", "nay", "abstain"), (6, 3), (3, 5), False)
    ]


@pytest.mark.rule("house-7.2.3", "house-7.2.19")
def test_the_roll_call_is_open_to_all() -> None:
    scene = floor()
    roll = vote(scene, "yea", "nay", "abstain")
    assert roll == facts.BallotClosed(("yea", "nay", "abstain"), (35, 1), (13, 3), True)
    assert all(roll.visible_to(seat) for seat in (0, 1, 2, None))


@pytest.mark.rule("house-7.2.16")
def test_every_proposal_has_its_own_debate_and_vote() -> None:
    scene = floor()
    vote(scene, "nay", "nay", "nay")
    propose(scene, 0, "earl_essex", "clifford")
    assert scene.match.prompts(0)[0].kind == "debate"
    roll = vote(scene, "yea", "yea", "yea")
    assert roll.votes == ("yea", "yea", "yea")
    assert scene.state.nobles["clifford"].title == "earl_essex"


# Secrecy


def witnesses(scene: Scene, voter: int) -> list[bytes]:
    """What everybody but the voter learns: views, prompts, events, and whom the game waits for."""
    others = [seat for seat in range(3) if seat != voter]
    table = msgspec.json.encode([scene.match.waiting_for(), scene.match.version])
    return [scene.seen_by(seat) for seat in (*others, None)] + [table]


@pytest.mark.rule("house-7.2.19")
@pytest.mark.parametrize("voter", [0, 1, 2])
def test_a_sealed_vote_tells_nobody_anything(voter: int) -> None:
    seen = []
    for ballot in VOTES:
        scene = floor()
        scene.play(0, "call_vote")
        outcome = scene.play(voter, ballot)
        assert outcome.events == ()
        seen.append([*witnesses(scene, voter), msgspec.json.encode(outcome.known)])
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.rule("house-7.2.19")
@pytest.mark.parametrize("watcher", [0, 1, 2])
def test_nor_do_two_of_them(watcher: int) -> None:
    first, second = [seat for seat in range(3) if seat != watcher]
    seen = set()
    for one in VOTES:
        for other in VOTES:
            scene = floor()
            scene.play(0, "call_vote")
            scene.play(first, one)
            early = scene.seen_by(watcher)
            scene.play(second, other)
            seen.add((early, scene.seen_by(watcher), scene.seen_by(None)))
            assert scene.asked(watcher) == ["ballot"]
    assert len(seen) == 1


@pytest.mark.rule("house-7.2.19")
@pytest.mark.parametrize("voter", [0, 1, 2])
def test_refusals_tell_nothing_either(voter: int) -> None:
    reasons = set()
    for ballot in VOTES:
        scene = floor()
        scene.play(0, "call_vote")
        scene.play(voter, ballot)
        watcher = (voter + 1) % 3
        said = tuple(
            scene.refused(watcher, verb, rule="house-7.2.18") for verb in ("done", "propose")
        )
        reasons.add(said)
    assert len(reasons) == 1


@pytest.mark.rule("house-7.2.19")
@pytest.mark.parametrize("voter", [0, 1, 2])
def test_a_saved_game_keeps_the_secret(voter: int) -> None:
    seen = set()
    for ballot in VOTES:
        scene = floor()
        scene.play(0, "call_vote")
        scene.play(voter, ballot)
        loaded = type(scene.match).load(scene.game, scene.match.save())
        watcher = (voter + 1) % 3
        seen.add(msgspec.json.encode([loaded.view(watcher), loaded.prompts(watcher)]))
    assert len(seen) == 1


@pytest.mark.rule("house-7.2.19")
def test_the_order_of_voting_changes_nothing() -> None:
    first, second = floor(), floor()
    for scene, order in ((first, (0, 1, 2)), (second, (2, 0, 1))):
        scene.play(0, "call_vote")
        for seat in order:
            scene.play(seat, ("yea", "nay", "abstain")[seat])
    assert first.events == second.events


@pytest.mark.rule("house-7.2.19", "house-7.2.18")
def test_all_cast_their_votes_before_any_is_told() -> None:
    scene = floor()
    scene.play(0, "call_vote")
    cast(scene, "yea", "nay")
    assert scene.happened(facts.BallotClosed) == []
    assert scene.state.nobles["clifford"].title is None
    scene.play(2, "abstain")
    assert len(scene.happened(facts.BallotClosed)) == 1
