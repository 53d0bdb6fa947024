"""A King declared illegitimate: who may ask, how all vote, and the price (house §7.3)."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.succession import line
from tests.rules.kingmaker.captivity.held import capture
from tests.rules.kingmaker.chamber import cast, follow
from tests.rules.kingmaker.scene import Scene


def two_kings(*, writ: bool = True, stanley: bool = True, ruleset: str = "house") -> Scene:
    """Percy (seat 0) keeps Henry, Talbot (seat 2) keeps Richard of York, both crowned.

    Neville (seat 0) is Chancellor, stands in Coventry and calls Parliament; Courtenay and Clifford
    are seat 1's, Stanley is seat 2's, if he is in play.
    """
    scene = Scene(3, ruleset).noble("percy", 0, "alnwick", heirs=("henry",))
    scene.noble("neville", 0, "coventry", cards=("chancellor_england",))
    scene.noble("courtenay", 1, "tiverton").noble("clifford", 1, "skipton")
    scene.noble("talbot", 2, "sheffield", heirs=("richard_york",))
    if stanley:
        scene.noble("stanley", 2, "lathom")
    scene.crowned("henry", "richard_york").held(0, "E-CM01")
    return scene.held(0, "E-WR01") if writ else scene


def motions(scene: Scene | None = None, summon: str = "courtenay") -> Scene:
    """Parliament sits and has come to its other business."""
    scene = scene or two_kings()
    scene.parliament(0)
    scene.play(0, "call_parliament", by="neville", summon=summon)
    follow(scene, "motions")
    assert scene.asked(scene.match.waiting_for()[0]) == ["motions"]
    return scene


def excusing(scene: Scene, seat: int, *nobles: str) -> Scene:
    """The same with nobles of a seat excused by Writ."""
    scene.held(seat, *[f"E-WR0{n}" for n in range(5, 5 + len(nobles))])
    scene.parliament(0)
    scene.play(0, "call_parliament", by="neville", summon="courtenay")
    scene.play(seat, "excuse", nobles=nobles)
    follow(scene, "motions")
    return scene


def move(scene: Scene, seat: int = 0, noble: str = "percy") -> Scene:
    """A noble asks that the enemy King be declared illegitimate."""
    if scene.match.waiting_for() != [seat]:
        scene.play(scene.match.waiting_for()[0], "done")
    scene.play(seat, "declare_illegitimate", noble=noble)
    return scene


def decide(scene: Scene, *votes: str) -> facts.BallotClosed:
    """End the debate and vote, each with his own or as he must; the roll call."""
    events = list(scene.play(0, "call_vote").events)
    cast(scene, *votes)
    events += scene.events
    return next(event for event in events if isinstance(event, facts.BallotClosed))


def weigh(scene: Scene, *commons: int) -> Scene:
    """Give the seats these votes in both houses."""
    scene.state.sitting.commons = list(commons)
    scene.state.sitting.lords = list(commons)
    return scene


# Who may ask


@pytest.mark.rule("house-7.3.1", "house-7.3.3", "base-15.27")
def test_a_noble_who_keeps_a_king_may_ask_and_no_other() -> None:
    scene = motions()
    for noble in ("neville", "talbot", "courtenay"):
        scene.refused(0, "declare_illegitimate", rule="house-7.3.3", noble=noble)
    assert scene.match.waiting_for() == [0]
    assert scene.candidates(0, "declare_illegitimate", "noble") == {"percy"}
    scene.play(0, "done")
    assert scene.match.waiting_for() == [2]
    assert scene.candidates(2, "declare_illegitimate", "noble") == {"talbot"}
    scene.play(2, "done")
    assert scene.state.heirs["henry"].crowned
    assert scene.state.heirs["richard_york"].crowned


@pytest.mark.rule("house-7.3.3")
def test_he_must_attend() -> None:
    scene = two_kings()
    excusing(scene, 2, "talbot")
    assert scene.match.waiting_for() == [0]
    scene.play(0, "done")
    assert scene.offered(2, "declare_illegitimate") == []


@pytest.mark.rule("house-7.3.3", "house-7.3.4")
def test_the_enemy_king_need_not_attend() -> None:
    scene = move(excusing(two_kings(), 2, "talbot"))
    assert scene.happened(facts.Proposed) == [
        facts.Proposed(0, "illegitimate", noble="percy", heir="richard_york")
    ]


@pytest.mark.rule("house-7.3.2")
@pytest.mark.parametrize("kings", [(), ("henry",), ("richard_york",)])
def test_it_takes_two_kings(kings: tuple[str, ...]) -> None:
    scene = two_kings(writ=False).crowned(*kings).held(0, "E-WR01")
    if kings:
        scene.hold(kings[0], "neville")
    nobody_may_move_it(scene)


def nobody_may_move_it(scene: Scene) -> None:
    """A whole Parliament goes by without the motion on offer to anybody."""
    scene.parliament(0)
    scene.play(0, "call_parliament", by="neville", summon="courtenay")
    while scene.state.sitting is not None:
        for seat in range(3):
            assert scene.offered(seat, "declare_illegitimate") == []
        prompt = next(p for p in scene.match.prompts() if p.blocking)
        assert prompt.default is not None
        scene.match.submit(prompt.seat, prompt.default)


@pytest.mark.rule("house-7.3.2")
def test_not_if_one_of_them_is_beaufort() -> None:
    scene = two_kings().noble("beaufort", 1, "corfe")
    scene.dead("henry", "margaret", "edward_lancaster")
    scene.state.beaufort_crowned = scene.state.beaufort_announced = True
    nobody_may_move_it(scene)


@pytest.mark.rule("house-7.3.2")
def test_the_refusal_says_that_it_takes_two() -> None:
    """Neville could pass his staff on, so that his player is asked for motions."""
    scene = motions(two_kings().crowned())
    scene.refused(0, "declare_illegitimate", rule="house-7.3.2", noble="percy")


@pytest.mark.rule("house-7.3.4")
@pytest.mark.parametrize(
    ("seat", "noble", "against"), [(0, "percy", "richard_york"), (2, "talbot", "henry")]
)
def test_it_is_against_the_king_of_the_other_house(seat: int, noble: str, against: str) -> None:
    scene = move(motions(), seat, noble)
    assert scene.happened(facts.Proposed) == [
        facts.Proposed(seat, "illegitimate", noble=noble, heir=against)
    ]


@pytest.mark.rule("house-7.3.1")
def test_one_such_motion_a_parliament() -> None:
    scene = move(weigh(motions(), 3, 9, 1))
    decide(scene, "yea", "nay", "nay")
    follow(scene, "motions")
    assert scene.asked(0) == ["motions"]
    scene.refused(0, "declare_illegitimate", rule="house-7.3.1", noble="percy")
    for seat in range(3):
        assert scene.offered(seat, "declare_illegitimate") == []


@pytest.mark.rule("house-7.3.1")
def test_after_parliament_it_is_too_late() -> None:
    scene = motions()
    scene.play(0, "done")
    scene.play(2, "done")
    follow(scene, "return_home")
    for seat in range(3):
        assert scene.offered(seat, "declare_illegitimate") == []


# How they vote


@pytest.mark.rule("house-7.3.5")
def test_holders_of_one_house_vote_as_they_must_unasked() -> None:
    scene = move(motions())
    scene.play(0, "call_vote")
    # Seat 0 holds Lancaster, seat 2 York; only seat 1 is free.
    assert scene.match.waiting_for() == [1]
    scene.play(1, "abstain")
    (roll,) = scene.happened(facts.BallotClosed)
    assert roll.votes == ("yea", "abstain", "nay")


@pytest.mark.rule("house-7.3.5", "house-7.3.6")
@pytest.mark.parametrize(
    ("heirs", "mover", "vote"),
    [
        ((), "percy", None),
        (("margaret",), "percy", "yea"),  # Lancaster against a Yorkist King
        (("edward_march",), "percy", "nay"),
        (("george", "edward_march"), "percy", "nay"),
        (("margaret", "edward_lancaster"), "percy", "yea"),
        (("margaret", "george"), "percy", None),  # of both houses
        (("margaret",), "talbot", "nay"),
        (("edward_march",), "talbot", "yea"),
        ((), "talbot", None),
        (("margaret", "george"), "talbot", None),
    ],
)
def test_the_third_player_votes_by_his_heirs(
    heirs: tuple[str, ...], mover: str, vote: str | None
) -> None:
    scene = two_kings()
    for heir, noble in zip(heirs, ("courtenay", "clifford"), strict=False):
        scene.hold(heir, noble)
    move(motions(scene), 0 if mover == "percy" else 2, mover)
    scene.play(0, "call_vote")
    if vote is None:
        assert scene.match.waiting_for() == [1]
        scene.play(1, "abstain")
        vote = "abstain"
    (roll,) = scene.happened(facts.BallotClosed)
    assert roll.votes[1] == vote


@pytest.mark.rule("house-7.3.6")
@pytest.mark.parametrize("ballot", ["yea", "nay", "abstain"])
def test_the_mover_himself_is_free_with_heirs_of_both_houses(ballot: str) -> None:
    scene = move(motions(two_kings().hold("george", "neville")))
    scene.play(0, "call_vote")
    assert scene.match.waiting_for() == [0, 1]
    scene.play(0, ballot)
    scene.play(1, "abstain")
    assert scene.happened(facts.BallotClosed)[0].votes == (ballot, "abstain", "nay")


@pytest.mark.rule("house-7.3.5")
def test_heirs_of_absent_nobles_bind_too() -> None:
    scene = two_kings().hold("margaret", "clifford")
    move(excusing(scene, 1, "clifford"))
    scene.play(0, "call_vote")
    assert scene.happened(facts.BallotClosed)[0].votes == ("yea", "yea", "nay")


@pytest.mark.rule("house-7.3.7", "house-7.2.22")
@pytest.mark.parametrize(
    ("commons", "lords", "passed"),
    [
        ([5, 1, 3], [5, 1, 3], True),
        ([5, 1, 3], [3, 1, 5], False),
        ([3, 1, 5], [5, 1, 3], False),
        ([4, 1, 4], [5, 1, 3], False),
        ([5, 1, 3], [4, 1, 4], False),
    ],
)
def test_it_must_win_both_houses(commons: list[int], lords: list[int], passed: bool) -> None:
    scene = motions()
    scene.state.sitting.commons, scene.state.sitting.lords = commons, lords
    roll = decide(move(scene), "yea", "abstain", "nay")
    assert roll.passed is passed
    assert scene.state.heirs["richard_york"].crowned is not passed


@pytest.mark.rule("house-7.3.7", "house-7.2.18")
def test_the_motion_is_debated_like_any_other() -> None:
    scene = move(motions())
    assert scene.asked(0) == ["debate"]
    scene.refused(1, "call_vote", rule="house-7.2.18")
    scene.play(1, "move_vote")
    scene.play(2, "second_vote")
    assert scene.match.waiting_for() == [1]


# Success


@pytest.mark.rule("house-7.3.9", "base-15.27")
def test_he_is_now_the_last_of_his_line() -> None:
    scene = move(weigh(motions(), 9, 1, 1))
    assert line(scene.state, scene.content, "york")[0] == "richard_york"
    decide(scene, "yea", "yea", "nay")
    assert line(scene.state, scene.content, "york") == [
        "edward_march",
        "george",
        "richard_gloucester",
        "richard_york",
    ]
    assert scene.match.view(1).heirs["richard_york"].rank == 4
    assert scene.match.view(1).heirs["edward_march"].rank == 1


@pytest.mark.rule("house-7.3.9")
@pytest.mark.parametrize("living", [True, False])
def test_a_lancastrian_stays_ahead_of_beaufort(living: bool) -> None:
    scene = two_kings().noble("beaufort", 1, "corfe")
    if not living:
        scene.dead("edward_lancaster")
    move(weigh(motions(scene), 1, 1, 9), 2, "talbot")
    decide(scene, "nay", "yea", "yea")
    rest = ["margaret", "edward_lancaster"] if living else ["margaret"]
    assert line(scene.state, scene.content, "lancaster") == [*rest, "henry"]
    scene.dead(*rest, "henry")
    assert line(scene.state, scene.content, "lancaster") == ["beaufort"]


@pytest.mark.rule("house-7.3.9", "house-7.3.8", "base-15.27")
def test_the_enemy_is_king_no_more_and_again_only_after_all_others() -> None:
    scene = move(weigh(motions(), 9, 1, 1))
    decide(scene, "yea", "yea", "nay")
    assert scene.happened(facts.KingDeclaredIllegitimate) == [
        facts.KingDeclaredIllegitimate("richard_york")
    ]
    heir = scene.state.heirs["richard_york"]
    assert (heir.crowned, heir.alive, heir.holder) == (False, True, "talbot")
    assert scene.state.heirs["henry"].crowned
    assert scene.state.heirs["henry"].holder == "percy"
    follow(scene)
    scene.noble("howard", 2, "york", cards=("abp_york",)).hold("richard_york", "howard")
    scene.coronation(2)
    assert scene.offered(2, "crown") == []
    scene.hold("edward_march", "howard").coronation(2)
    assert scene.candidates(2, "crown", "heir") == {"edward_march"}


# The price of failure


def failed(scene: Scene | None = None) -> Scene:
    """Percy's motion fails."""
    scene = move(weigh(scene or motions(), 1, 1, 9))
    decide(scene, "yea", "abstain", "nay")
    return scene


@pytest.mark.rule("house-7.3.10", "house-7.3.12")
def test_the_mover_hands_over_his_king_and_dies() -> None:
    scene = failed()
    assert scene.happened(facts.MotionFailedAgainstKing) == [
        facts.MotionFailedAgainstKing("percy", True)
    ]
    assert scene.happened(facts.HeirTaken) == [facts.HeirTaken("henry", "neville", 0, handed=True)]
    assert [(e.noble, e.seat) for e in scene.happened(facts.NobleDied)] == [("percy", 0)]
    assert "percy" not in scene.state.nobles
    assert scene.state.heirs["henry"].holder == "neville"
    assert scene.state.heirs["henry"].crowned
    assert scene.state.heirs["richard_york"].crowned


@pytest.mark.rule("house-7.3.10")
def test_his_player_chooses_among_his_attending_nobles() -> None:
    scene = two_kings().noble("howard", 0, "castle-rising").noble("roos", 0, "helmsley")
    scene.noble("mowbray", 2, "helmsley", outside=True).siege("helmsley", ["mowbray"])
    scene.held(2, "E-WR05").give("mowbray", "burgundian_crossbowmen_1")
    scene.parliament(0)
    scene.play(0, "call_parliament", by="neville", summon="courtenay")
    scene.play(2, "excuse", nobles="mowbray")
    follow(scene, "motions")
    failed(scene)
    assert scene.asked(0) == ["pass_king"]
    assert scene.candidates(0, "keep_heir", "noble") == {"neville", "howard"}
    scene.play(0, "keep_heir", heir="henry", noble="howard")
    assert scene.state.heirs["henry"].holder == "howard"


@pytest.mark.rule("house-7.3.10")
def test_with_none_attending_it_is_an_absent_one() -> None:
    """The Chancellor who called is another player's; the mover's fellow is under siege."""
    scene = two_kings().noble("roos", 2, "helmsley").noble("grey", 2, "chillingham")
    scene.state.nobles["stanley"].seat = 1
    scene.noble("mowbray", 1, "helmsley", outside=True).give("mowbray", "flemish_crossbowmen_1")
    scene.noble("pole", 1, "chillingham", outside=True).give("pole", "burgundian_crossbowmen_1")
    scene.give("pole", "burgundian_crossbowmen_2")
    scene.siege("helmsley", ["mowbray"]).siege("chillingham", ["pole"])
    scene.held(1, "E-WR05", "E-WR06").parliament(0)
    scene.play(0, "call_parliament", by="neville", summon="courtenay")
    scene.play(1, "excuse", nobles=["mowbray", "pole"])
    follow(scene, "motions")
    move(weigh(scene, 9, 1, 1), 2, "talbot")
    decide(scene, "nay", "abstain", "yea")
    assert scene.asked(2) == ["pass_king"]
    assert scene.candidates(2, "keep_heir", "noble") == {"roos", "grey"}


@pytest.mark.rule("house-7.3.10")
def test_with_no_other_noble_the_king_goes_to_anybody_who_attends() -> None:
    scene = motions(two_kings(stanley=False))
    move(weigh(scene, 9, 1, 1), 2, "talbot")
    decide(scene, "nay", "abstain", "yea")
    assert scene.asked(2) == ["pass_king"]
    assert scene.candidates(2, "keep_heir", "noble") == {
        "percy",
        "neville",
        "courtenay",
        "clifford",
    }
    scene.play(2, "keep_heir", heir="richard_york", noble="clifford")
    assert scene.state.heirs["richard_york"].holder == "clifford"


@pytest.mark.rule("house-7.3.10")
def test_other_heirs_stay_with_him() -> None:
    scene = two_kings().hold("margaret", "percy")
    failed(excusing(scene, 2, "talbot"))
    assert scene.state.heirs["henry"].holder == "neville"
    assert scene.state.heirs["margaret"].holder == "percy"


@pytest.mark.rule("house-7.3.11", "house-7.3.12")
def test_if_the_enemy_king_is_absent_he_lives_but_is_stripped() -> None:
    scene = two_kings().noble("roos", 0, "13,20", cards=("earl_kent", "marshal_england"))
    scene.hold("henry", "roos")
    excusing(scene, 2, "talbot")
    move(weigh(scene, 1, 1, 9), 0, "roos")
    decide(scene, "yea", "abstain", "nay")
    assert scene.happened(facts.MotionFailedAgainstKing) == [
        facts.MotionFailedAgainstKing("roos", False)
    ]
    assert scene.happened(facts.CardsToChancery) == [
        facts.CardsToChancery(("earl_kent", "marshal_england"), 0)
    ]
    assert sorted(scene.state.chancery) == ["earl_kent", "marshal_england"]
    roos = scene.state.nobles["roos"]
    assert (roos.title, roos.office) == (None, None)
    assert scene.happened(facts.NobleDied) == []


@pytest.mark.rule("house-7.3.11")
def test_a_printed_title_stays() -> None:
    scene = two_kings().give("percy", "marshal_england")
    failed(excusing(scene, 2, "talbot"))
    percy = scene.state.nobles["percy"]
    assert percy.office is None
    assert scene.state.chancery == ["marshal_england"]
    assert scene.content.crown["percy"].title == "Earl of Northumberland"


@pytest.mark.rule("house-7.3.11", "house-7.2.23")
def test_what_he_loses_is_not_given_out_any_more() -> None:
    scene = two_kings().give("percy", "marshal_england").give("courtenay", "bp_norwich")
    failed(excusing(scene, 2, "talbot"))
    follow(scene)
    assert scene.state.chancery == ["marshal_england"]


@pytest.mark.rule("house-7.3.12")
def test_the_cards_of_the_executed_are_disposed_of_as_in_battle() -> None:
    scene = two_kings().give("percy", "marshal_england", "abp_york", "saxons_1", "le_swan")
    scene.control("york", "percy")
    failed(motions(scene))
    assert sorted(scene.state.chancery) == ["abp_york", "marshal_england"]
    assert sorted(scene.state.crown_discards) == ["le_swan", "percy", "saxons_1"]
    assert "york" not in scene.state.control
    assert "alnwick" not in scene.state.control
    assert "le_swan" not in scene.state.ships


@pytest.mark.rule("house-7.3.12")
def test_the_enemy_king_attends_only_with_his_keeper() -> None:
    scene = two_kings().noble("howard", 2, "douglas").hold("richard_york", "howard")
    scene.parliament(0)
    scene.play(0, "call_parliament", by="neville", summon="courtenay")
    scene.play(2, "excuse", by_sea="howard")
    follow(scene, "motions")
    failed(scene)
    assert "percy" in scene.state.nobles
    assert scene.happened(facts.MotionFailedAgainstKing)[0].killed is False


@pytest.mark.rule("house-7.3.10", "house-7.3.11", "house-7.3.12")
def test_whoever_does_not_answer_gives_the_king_to_his_strongest() -> None:
    scene = failed(motions(two_kings().noble("howard", 0, "castle-rising")))
    assert scene.match.prompts(0)[0].default == Choice.of(
        "keep_heir", heir="henry", noble="neville"
    )


@pytest.mark.rule("house-7.3.7", "house-7.3.10")
def test_no_votes_cast_is_failure() -> None:
    scene = move(motions(two_kings().hold("george", "neville").hold("margaret", "stanley")))
    decide(scene, "abstain", "abstain", "abstain")
    assert scene.happened(facts.MotionFailedAgainstKing) != []


@pytest.mark.rule("house-7.3.5", "house-7.2.19")
@pytest.mark.parametrize("ballot", ["yea", "nay", "abstain"])
def test_the_free_vote_is_sealed_until_all_have_voted(ballot: str) -> None:
    seen = set()
    for other in ("yea", "nay", "abstain"):
        scene = move(motions(two_kings().hold("george", "neville")))
        scene.play(0, "call_vote")
        scene.play(1, other)
        seen.add((scene.seen_by(0), scene.seen_by(2), scene.seen_by(None)))
    assert len(seen) == 1
    scene.play(0, ballot)
    assert len(scene.happened(facts.BallotClosed)) == 1


@pytest.mark.rule("house-7.3.12", "base-12.3")
def test_other_heirs_of_the_executed_go_to_those_who_stand_with_him() -> None:
    """Neville sits inside Coventry, Percy and Howard stand in the open of its square."""
    scene = two_kings().hold("margaret", "percy").noble("howard", 0, "castle-rising")
    failed(motions(scene))
    scene.play(0, "keep_heir", heir="henry", noble="neville")
    assert "percy" not in scene.state.nobles
    assert scene.state.heirs["margaret"].holder == "howard"


@pytest.mark.rule("house-7.3.12", "base-12.3")
def test_other_heirs_of_the_executed_stand_alone_if_nobody_is_with_him() -> None:
    scene = failed(motions(two_kings().hold("margaret", "percy")))
    margaret = scene.state.heirs["margaret"]
    assert (margaret.holder, margaret.square, margaret.inside) == (None, "15,16", None)


@pytest.mark.rule("house-7.3.10", "house-1.11")
def test_a_king_who_was_killed_in_the_debate_is_handed_to_nobody() -> None:
    scene = two_kings().noble("howard", 0, "castle-rising")
    scene = move(weigh(motions(scene), 1, 1, 9))
    scene.play(0, "kill_heir", heir="henry")
    decide(scene, "yea", "abstain", "nay")
    assert "pass_king" not in scene.asked(0)
    assert "percy" not in scene.state.nobles
    assert scene.state.heirs["henry"].holder is None


# A motion against a King who dies before it is voted on (house §7.3).


def moved() -> Scene:
    """Percy (seat 0), who keeps Henry, asks that Talbot's (seat 2) Richard be King no more."""
    scene = Scene(3).noble("percy", 0, "alnwick", heirs=("henry",))
    scene.noble("neville", 0, "coventry", cards=("chancellor_england",))
    scene.noble("courtenay", 1, "tiverton").noble("talbot", 2, "sheffield", heirs=("richard_york",))
    scene.crowned("henry", "richard_york").held(0, "E-CM01", "E-WR01")
    scene.give("percy", "marshal_england").parliament(0)
    scene.play(0, "call_parliament", by="neville", summon="courtenay")
    follow(scene, "motions")
    scene.play(0, "declare_illegitimate", noble="percy")
    return scene


def killed(scene: Scene, seat: int, king: str, *votes: str) -> Scene:
    """The keeper of a King kills him in the debate; then all vote."""
    scene.play(seat, "kill_heir", heir=king)
    scene.play(0, "call_vote")
    cast(scene, *votes)
    return scene


@pytest.mark.rule("house-7.3.2", "house-7.3.8")
def test_a_dead_king_is_not_declared_illegitimate() -> None:
    scene = killed(moved(), 2, "richard_york", "yea", "yea", "yea")
    assert scene.happened(facts.BallotClosed)[0].passed
    assert scene.happened(facts.MotionLapsed) == [facts.MotionLapsed("richard_york")]
    assert scene.happened(facts.KingDeclaredIllegitimate) == []


@pytest.mark.rule("house-7.3.2", "house-7.3.11", "house-7.3.12")
@pytest.mark.parametrize(
    ("seat", "king", "office"), [(2, "richard_york", "marshal_england"), (0, "henry", None)]
)
def test_nobody_pays_for_a_motion_that_has_lapsed_but_who_killed_his_own_king_does(
    seat: int, king: str, office: str | None
) -> None:
    scene = moved()
    scene.state.sitting.commons = [1, 1, 9]
    killed(scene, seat, king, "yea", "nay", "nay")
    assert not scene.happened(facts.BallotClosed)[0].passed
    noble = scene.state.nobles.get("percy")
    assert (noble and noble.office) == office


@pytest.mark.rule("house-7.3.5", "house-7.3.6")
def test_whose_vote_is_bound_is_settled_when_the_vote_is_called() -> None:
    """Seat 1's only heir is put to death in the debate, which leaves its vote free."""
    scene = move(motions(two_kings().hold("margaret", "courtenay")))
    scene.play(1, "kill_heir", heir="margaret")
    assert decide(scene, "yea", "abstain", "nay").votes == ("yea", "abstain", "nay")


@pytest.mark.rule("house-7.3.10", "ishkibibble-ransom.3")
def test_a_captive_of_the_movers_faction_does_not_get_his_king() -> None:
    """Talbot's only comrade is Courtenay's captive, so his King goes to another faction."""
    scene = capture(two_kings(ruleset="house+expanded_ransom"), "stanley", "courtenay")
    decide(move(weigh(motions(scene), 9, 1, 1), 2, "talbot"), "nay", "nay", "yea")
    assert scene.candidates(2, "keep_heir", "noble") == {
        "percy", "neville", "courtenay", "clifford"
    }  # fmt: skip
