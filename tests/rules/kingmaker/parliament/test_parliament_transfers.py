"""Titles and offices that pass between nobles before Parliament is dismissed (house §7.3, §8.7)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.chamber import call, follow, realm, vote
from tests.rules.kingmaker.scene import Scene


def lords(*, excused: tuple[str, ...] = ()) -> Scene:
    """Parliament has come to its other business.

    Clifford (seat 1) is Earl of Kent, Roos (seat 2) and Scrope (seat 1) bear no title, Talbot
    (seat 2) is Marshal. Percy of seat 0 called.
    """
    scene = realm().noble("roos", 2, "helmsley").noble("scrope", 1, "bolton")
    scene.give("clifford", "earl_kent").give("talbot", "marshal_england")
    for noble in excused:
        scene.held(scene.state.nobles[noble].seat, "E-WR05")
    call(scene)
    for noble in excused:
        scene.play(scene.state.nobles[noble].seat, "excuse", nobles=noble)
    follow(scene, "motions")
    return scene


def to_seat(scene: Scene, seat: int) -> Scene:
    """Others leave their motions be until this seat is asked."""
    while scene.match.waiting_for() != [seat]:
        scene.play(scene.match.waiting_for()[0], "done")
    return scene


def titles(scene: Scene, seat: int, giver: str) -> set[str]:
    """To whom a noble may pass his title."""
    return {
        noble
        for offer in scene.offered(seat, "transfer_title")
        if giver in offer.field("giver").candidates
        for noble in offer.field("noble").candidates
    }


def offices(scene: Scene, seat: int, giver: str) -> set[str]:
    """To whom a noble may pass his office."""
    return {
        noble
        for offer in scene.offered(seat, "transfer_office")
        if giver in offer.field("giver").candidates
        for noble in offer.field("noble").candidates
    }


# Titles


@pytest.mark.rule("house-7.3.13", "house-8.7.11")
def test_a_title_passes_to_another_player_by_consent_and_vote() -> None:
    scene = to_seat(lords(), 1)
    scene.play(1, "transfer_title", card="earl_kent", giver="clifford", noble="roos")
    assert scene.happened(facts.Proposed) == [facts.Proposed(1, "title", "earl_kent", "roos")]
    assert scene.match.waiting_for() == [2]
    assert scene.asked(2) == ["take_card"]
    scene.play(2, "agree")
    assert scene.asked(0) == ["debate"]
    roll = vote(scene, "yea", "nay", "nay")
    assert (roll.commons, roll.lords, roll.passed) == ((35, 3), (13, 7), True)
    assert scene.happened(facts.CardTransferred) == [
        facts.CardTransferred("earl_kent", "clifford", "roos", 2)
    ]
    assert scene.state.nobles["clifford"].title is None
    assert scene.state.nobles["roos"].title == "earl_kent"


@pytest.mark.rule("house-7.3.13")
@pytest.mark.parametrize(
    ("commons", "lords_", "passed"),
    [
        ([5, 4, 1], [6, 4, 1], True),
        ([5, 4, 1], [5, 5, 1], False),
        ([5, 5, 1], [6, 4, 1], False),
        ([4, 5, 1], [6, 4, 1], False),
        ([5, 4, 1], [4, 6, 1], False),
    ],
)
def test_it_takes_a_majority_in_both_houses(
    commons: list[int], lords_: list[int], passed: bool
) -> None:
    scene = to_seat(lords(), 1)
    scene.state.sitting.commons, scene.state.sitting.lords = commons, lords_
    scene.play(1, "transfer_title", card="earl_kent", giver="clifford", noble="roos")
    scene.play(2, "agree")
    assert vote(scene, "yea", "nay", "abstain").passed is passed
    assert scene.state.nobles["roos"].title == ("earl_kent" if passed else None)
    assert scene.state.nobles["clifford"].title == (None if passed else "earl_kent")


@pytest.mark.rule("house-7.3.13")
def test_without_consent_there_is_no_vote() -> None:
    scene = to_seat(lords(), 1)
    scene.play(1, "transfer_title", card="earl_kent", giver="clifford", noble="roos")
    scene.play(2, "decline")
    assert scene.state.nobles["clifford"].title == "earl_kent"
    assert scene.state.nobles["roos"].title is None
    assert scene.happened(facts.BallotClosed) == []
    assert scene.asked(1) == ["motions"]


@pytest.mark.rule("house-7.3.13")
@pytest.mark.parametrize("by", ["taker", "vote"])
def test_a_title_refused_for_a_noble_is_not_proposed_for_him_again(by: str) -> None:
    scene = to_seat(lords(), 1)
    again = {"card": "earl_kent", "giver": "clifford", "noble": "roos"}
    scene.play(1, "transfer_title", **again)
    if by == "taker":
        scene.play(2, "decline")
    else:
        scene.play(2, "agree")
        vote(scene, "nay", "yea", "yea")
    assert titles(scene, 1, "clifford") == {"scrope"}
    why = scene.refused(1, "transfer_title", rule="house-7.3.13", **again)
    assert why == "That has already been refused in this Parliament."


@pytest.mark.rule("house-7.3.14")
@pytest.mark.parametrize("by", ["taker", "caller"])
def test_an_office_refused_for_a_noble_is_not_proposed_for_him_again(by: str) -> None:
    scene = to_seat(lords(), 2)
    again = {"card": "marshal_england", "giver": "talbot", "noble": "courtenay"}
    scene.play(2, "transfer_office", **again)
    scene.play(1, "agree" if by == "caller" else "decline")
    if by == "caller":
        scene.play(0, "decline")
    assert offices(scene, 2, "talbot") == {"percy", "clifford"}
    scene.refused(2, "transfer_office", rule="house-7.3.14", **again)


@pytest.mark.rule("house-7.3.13")
def test_within_a_faction_only_the_houses_are_asked() -> None:
    scene = to_seat(lords(), 1)
    scene.play(1, "transfer_title", card="earl_kent", giver="clifford", noble="scrope")
    assert scene.asked(0) == ["debate"]
    vote(scene, "yea", "yea", "yea")
    assert scene.state.nobles["scrope"].title == "earl_kent"


@pytest.mark.rule("house-7.3.13", "house-8.7.11")
def test_both_must_attend() -> None:
    assert titles(to_seat(lords(), 1), 1, "clifford") == {"roos", "scrope"}
    assert titles(to_seat(lords(excused=("roos",)), 1), 1, "clifford") == {"scrope"}
    scene = lords(excused=("clifford",))
    for seat in range(3):
        assert scene.offered(seat, "transfer_title") == []


@pytest.mark.rule("house-7.3.13")
def test_a_refusal_names_the_rule() -> None:
    scene = to_seat(lords(excused=("roos",)), 1)
    scene.refused(
        1,
        "transfer_title",
        rule="house-7.3.13",
        card="earl_kent",
        giver="clifford",
        noble="roos",
    )


@pytest.mark.rule("house-7.3.13", "house-8.7.12", "house-8.7.11")
def test_a_printed_title_cannot_pass_nor_any_by_another_transfer() -> None:
    scene = lords()
    scene.refused(1, "transfer", rule="house-8.7.11", thing="beside:earl_kent", noble="scrope")
    assert titles(to_seat(scene, 1), 1, "courtenay") == set()
    assert titles(to_seat(scene, 2), 2, "talbot") == set()


@pytest.mark.rule("house-7.3.13")
def test_nobody_is_given_a_second_title() -> None:
    assert titles(to_seat(lords(), 1), 1, "clifford") & {"percy", "courtenay", "talbot"} == set()


@pytest.mark.rule("house-8.7.12")
def test_an_office_holder_keeps_his_title() -> None:
    scene = realm().noble("roos", 2, "helmsley").give("clifford", "earl_kent", "marshal_england")
    call(scene)
    follow(scene, "motions")
    to_seat(scene, 1)
    assert titles(scene, 1, "clifford") == set()
    scene.play(1, "transfer_office", card="marshal_england", giver="clifford", noble="courtenay")
    scene.play(0, "agree")
    assert scene.state.nobles["courtenay"].office == "marshal_england"
    assert titles(scene, 1, "clifford") == {"roos"}


@pytest.mark.rule("house-7.3.13")
def test_only_its_own_player_gives_a_title_away() -> None:
    assert titles(to_seat(lords(), 2), 2, "clifford") == set()


@pytest.mark.rule("house-7.3.13")
def test_the_places_of_a_title_go_along() -> None:
    scene = realm().noble("roos", 2, "helmsley").give("clifford", "earl_essex")
    call(scene)
    follow(scene, "motions")
    to_seat(scene, 1)
    assert scene.state.control["colchester"] == "clifford"
    scene.play(1, "transfer_title", card="earl_essex", giver="clifford", noble="roos")
    scene.play(2, "agree")
    vote(scene, "yea", "yea", "yea")
    assert scene.state.control["colchester"] == "roos"
    assert facts.ControlGained("colchester", "roos", 2, "card") in scene.happened(
        facts.ControlGained
    )


# Offices


@pytest.mark.rule("house-7.3.14", "house-8.7.11")
def test_an_office_passes_by_consent_and_the_callers_approval() -> None:
    scene = to_seat(lords(), 2)
    scene.play(2, "transfer_office", card="marshal_england", giver="talbot", noble="courtenay")
    assert scene.happened(facts.Proposed) == [
        facts.Proposed(2, "office", "marshal_england", "courtenay")
    ]
    assert (scene.match.waiting_for(), scene.asked(1)) == ([1], ["take_card"])
    scene.play(1, "agree")
    assert (scene.match.waiting_for(), scene.asked(0)) == ([0], ["approve_office"])
    scene.play(0, "agree")
    assert scene.happened(facts.CardTransferred) == [
        facts.CardTransferred("marshal_england", "talbot", "courtenay", 1)
    ]
    assert scene.state.nobles["talbot"].office is None
    assert scene.state.nobles["courtenay"].office == "marshal_england"


@pytest.mark.rule("house-7.3.14")
def test_there_is_no_vote_on_it() -> None:
    scene = to_seat(lords(), 2)
    scene.play(2, "transfer_office", card="marshal_england", giver="talbot", noble="courtenay")
    for seat in (1, 0):
        scene.play(seat, "agree")
        assert scene.happened(facts.BallotClosed) == []
        assert "debate" not in [prompt.kind for prompt in scene.match.prompts()]


@pytest.mark.rule("house-7.3.14")
@pytest.mark.parametrize(("taker", "caller"), [("decline", None), ("agree", "decline")])
def test_either_no_keeps_it_where_it_is(taker: str, caller: str | None) -> None:
    scene = to_seat(lords(), 2)
    scene.play(2, "transfer_office", card="marshal_england", giver="talbot", noble="courtenay")
    scene.play(1, taker)
    if caller is not None:
        scene.play(0, caller)
    assert scene.state.nobles["talbot"].office == "marshal_england"
    assert scene.state.nobles["courtenay"].office is None
    assert scene.asked(2) == ["motions"]


@pytest.mark.rule("house-7.3.14")
def test_to_the_callers_own_noble_his_consent_is_enough() -> None:
    scene = to_seat(lords(), 2)
    scene.play(2, "transfer_office", card="marshal_england", giver="talbot", noble="percy")
    assert scene.asked(0) == ["take_card"]
    scene.play(0, "agree")
    assert scene.state.nobles["percy"].office == "marshal_england"


@pytest.mark.rule("house-7.3.14")
@pytest.mark.parametrize("noble", ["courtenay", "percy"])
def test_from_the_callers_own_noble_the_taker_decides(noble: str) -> None:
    scene = realm().noble("neville", 0, "warwick", cards=("marshal_england",))
    call(scene)
    follow(scene, "motions")
    to_seat(scene, 0)
    scene.play(0, "transfer_office", card="marshal_england", giver="neville", noble=noble)
    if noble == "courtenay":
        assert scene.asked(1) == ["take_card"]
        scene.play(1, "agree")
    assert scene.state.nobles[noble].office == "marshal_england"
    assert scene.state.nobles["neville"].office is None


@pytest.mark.rule("house-7.3.14")
def test_within_another_faction_the_caller_still_approves() -> None:
    scene = realm().noble("fitzalan", 2, "arundel").give("talbot", "marshal_england")
    call(scene)
    follow(scene, "motions")
    to_seat(scene, 2)
    scene.play(2, "transfer_office", card="marshal_england", giver="talbot", noble="fitzalan")
    assert (scene.match.waiting_for(), scene.asked(0)) == ([0], ["approve_office"])
    scene.play(0, "decline")
    assert scene.state.nobles["talbot"].office == "marshal_england"


@pytest.mark.rule("house-7.3.14", "house-8.7.11")
def test_both_nobles_of_an_office_must_attend() -> None:
    assert offices(to_seat(lords(), 2), 2, "talbot") == {"percy", "courtenay", "clifford"}
    without = to_seat(lords(excused=("clifford",)), 2)
    assert offices(without, 2, "talbot") == {"percy", "courtenay"}
    scene = lords(excused=("talbot",))
    for seat in range(3):
        assert scene.offered(seat, "transfer_office") == []


@pytest.mark.rule("house-7.3.14")
def test_an_office_goes_only_to_titled_nobles_without_one() -> None:
    scene = lords()
    to_seat(scene, 2)
    assert offices(scene, 2, "talbot") == {"percy", "courtenay", "clifford"}


@pytest.mark.rule("house-7.3.14", "house-1.6", "house-1.7")
@pytest.mark.parametrize(
    ("giver", "noble", "rule"),
    [
        ("talbot", "roos", "house-1.7"),
        ("talbot", "talbot", "house-7.3.14"),
        ("percy", "courtenay", "house-7.3.14"),
    ],
)
def test_the_refusal_of_an_office_names_its_own_rule(giver: str, noble: str, rule: str) -> None:
    scene = to_seat(lords(), 2)
    office = {"card": "marshal_england", "giver": giver, "noble": noble}
    scene.refused(2, "transfer_office", rule=rule, **office)


@pytest.mark.rule("house-7.3.14")
def test_the_places_of_an_office_go_along() -> None:
    scene = realm().give("talbot", "treasurer_england")
    call(scene)
    follow(scene, "motions")
    to_seat(scene, 2)
    scene.play(2, "transfer_office", card="treasurer_england", giver="talbot", noble="courtenay")
    scene.play(1, "agree")
    scene.play(0, "agree")
    assert scene.state.control["windsor"] == "courtenay"


# Not otherwise


@pytest.mark.rule("house-8.7.11")
@pytest.mark.parametrize("phase", ["movement", "parliament", "draw"])
@pytest.mark.parametrize("thing", ["beside:earl_kent", "beside:marshal_england"])
def test_outside_parliament_neither_passes(phase: str, thing: str) -> None:
    scene = realm("13,9").noble("scrope", 1, "13,9").give("clifford", "earl_kent")
    scene.state.nobles["clifford"].inside = None
    scene.give("clifford", "marshal_england").next_crown("saxons_1")
    getattr(scene, phase)(0)
    scene.refused(1, "transfer", rule="house-8.7.11", thing=thing, noble="scrope")
    scene.refused(1, "propose_deal", rule="house-8.7.11", to="0", give=thing)
