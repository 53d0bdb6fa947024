"""Titles and offices: three rounds, who leads them, what may be proposed (house §7.2)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.chamber import call, follow, propose, realm, told, vote
from tests.rules.kingmaker.scene import Scene

ALL_YEA = ("yea", "yea", "yea")
ALL_NAY = ("nay", "nay", "nay")


def sitting(*cards: str, scene: Scene | None = None) -> Scene:
    """Parliament sits with these cards in the Chancery; its first round begins."""
    return call((scene or realm()).chancery(*cards))


def takers(scene: Scene, seat: int, card: str) -> set[str]:
    """To whom a leader may propose a card."""
    return {
        noble
        for offer in scene.offered(seat, "propose")
        if card in offer.field("card").candidates
        for noble in offer.field("noble").candidates
    }


def proposable(scene: Scene, seat: int) -> set[str]:
    """The cards a leader may propose now."""
    return scene.candidates(seat, "propose", "card")


def ride_to_round(scene: Scene, number: int) -> list[facts.RoundBegan]:
    """Pass the rounds before this one without a proposal; the rounds begun since the call."""
    began = list(scene.happened(facts.RoundBegan))
    while began[-1].number < number:
        leader = scene.match.waiting_for()[0]
        scene.play(leader, "done")
        began += scene.happened(facts.RoundBegan)
    return began


# What a leader may propose


@pytest.mark.rule("house-7.2.12", "house-7.2.24", "base-15.8")
def test_the_caller_leads_the_first_round_and_may_offer_nothing_at_all() -> None:
    scene = sitting("earl_kent", "marshal_england")
    assert scene.happened(facts.RoundBegan) == [
        facts.RoundBegan(1, 0, ("earl_kent", "marshal_england"))
    ]
    assert scene.match.waiting_for() == [0]
    assert scene.asked(0) == ["round"]
    assert scene.match.prompts(0)[0].facts == {"round": "1"}
    assert proposable(scene, 0) == {"earl_kent", "marshal_england"}
    scene.play(0, "done")
    assert scene.happened(facts.RoundBegan) == [
        facts.RoundBegan(2, 0, ("earl_kent", "marshal_england"))
    ]


@pytest.mark.rule("house-7.2.12", "house-7.2.23")
def test_or_some_of_the_cards() -> None:
    scene = sitting("earl_kent", "earl_essex", "marshal_england")
    propose(scene, 0, "earl_essex", "clifford")
    vote(scene, *ALL_YEA)
    assert scene.state.nobles["clifford"].title == "earl_essex"
    scene.play(0, "done")
    assert scene.happened(facts.RoundBegan) == [
        facts.RoundBegan(2, 0, ("earl_kent", "marshal_england"))
    ]


@pytest.mark.rule("house-7.2.12")
def test_only_cards_of_the_chancery() -> None:
    scene = sitting("earl_kent", scene=realm().hand(0, "earl_essex"))
    scene.refused(0, "propose", rule="house-7.2.12", card="earl_essex", noble="clifford")


@pytest.mark.rule("house-7.2.13", "house-7.2.16")
def test_titles_in_his_order_then_offices() -> None:
    scene = sitting(
        "earl_kent", "earl_essex", "marshal_england", scene=realm().noble("roos", 2, "13,20")
    )
    propose(scene, 0, "earl_essex", "clifford")
    vote(scene, *ALL_YEA)
    propose(scene, 0, "earl_kent", "roos")
    vote(scene, *ALL_YEA)
    propose(scene, 0, "marshal_england", "roos")
    vote(scene, *ALL_YEA)
    roos = scene.state.nobles["roos"]
    assert (roos.title, roos.office) == ("earl_kent", "marshal_england")


@pytest.mark.rule("house-7.2.13")
def test_after_an_office_no_title_in_that_round() -> None:
    scene = sitting("earl_kent", "marshal_england", "treasurer_england")
    propose(scene, 0, "marshal_england", "courtenay")
    vote(scene, *ALL_NAY)
    assert proposable(scene, 0) == {"treasurer_england"}
    scene.refused(0, "propose", rule="house-7.2.13", card="earl_kent", noble="clifford")
    scene.play(0, "done")
    assert scene.asked(0) == ["round"]  # the second round has its titles again
    assert proposable(scene, 0) == {"earl_kent", "marshal_england", "treasurer_england"}


@pytest.mark.rule("house-7.2.13")
def test_one_card_at_a_time() -> None:
    scene = sitting("earl_kent", "earl_essex")
    for offer in scene.offered(0, "propose"):
        assert [(f.least, f.most) for f in offer.fields] == [(1, 1), (1, 1)]
    propose(scene, 0, "earl_kent", "clifford")
    assert scene.offered(0, "propose") == []
    scene.refused(0, "propose", rule="house-7.2.18", card="earl_essex", noble="clifford")


@pytest.mark.rule("house-7.2.12")
def test_a_card_is_tried_once_in_a_round() -> None:
    scene = sitting("earl_kent", "earl_essex")
    propose(scene, 0, "earl_kent", "clifford")
    vote(scene, *ALL_NAY)
    assert proposable(scene, 0) == {"earl_essex"}


@pytest.mark.rule("house-7.2.14", "base-15.7", "base-15.8")
def test_absent_nobles_may_be_proposed() -> None:
    scene = realm().noble("stanley", 2, "douglas")
    sitting("earl_kent", "marshal_england", scene=scene)
    scene.play(2, "excuse", by_sea="stanley")
    assert takers(scene, 0, "earl_kent") == {"clifford", "stanley"}
    propose(scene, 0, "earl_kent", "stanley")
    vote(scene, *ALL_YEA)
    assert scene.state.nobles["stanley"].title == "earl_kent"
    assert takers(scene, 0, "marshal_england") == {"percy", "courtenay", "talbot", "stanley"}


@pytest.mark.rule("house-7.2.14", "house-1.5", "base-15.8")
def test_titles_for_the_untitled_offices_for_the_titled() -> None:
    scene = realm().give("talbot", "treasurer_england")
    sitting("earl_kent", "marshal_england", scene=scene)
    assert takers(scene, 0, "earl_kent") == {"clifford"}
    assert takers(scene, 0, "marshal_england") == {"percy", "courtenay"}
    scene.refused(0, "propose", rule="house-1.5", card="earl_kent", noble="courtenay")
    scene.refused(0, "propose", rule="house-1.7", card="marshal_england", noble="clifford")


@pytest.mark.rule("house-7.2.14")
def test_a_second_office_is_refused_by_its_own_rule() -> None:
    scene = realm().give("talbot", "treasurer_england")
    sitting("marshal_england", scene=scene)
    scene.refused(0, "propose", rule="house-1.6", card="marshal_england", noble="talbot")


@pytest.mark.rule("house-7.2.15", "base-15.7")
def test_nothing_for_nobles_who_remain_under_siege() -> None:
    scene = realm().noble("roos", 2, "sheffield").noble("neville", 1, "sheffield", outside=True)
    scene.give("neville", "burgundian_crossbowmen_1", "burgundian_crossbowmen_2")
    scene.siege("sheffield", ["neville"]).held(1, "E-WR05")
    sitting("earl_kent", "marshal_england", scene=scene)
    scene.play(1, "excuse", nobles="neville")
    assert scene.state.sieges != {}
    assert takers(scene, 0, "earl_kent") == {"clifford"}
    scene.refused(0, "propose", rule="house-7.2.15", card="earl_kent", noble="roos")
    scene.refused(0, "propose", rule="house-7.2.15", card="marshal_england", noble="talbot")


@pytest.mark.rule("house-7.2.15")
def test_those_whose_siege_broke_may_be_proposed() -> None:
    scene = realm().noble("roos", 2, "sheffield").noble("neville", 1, "sheffield", outside=True)
    sitting("earl_kent", scene=scene.siege("sheffield", ["neville"]))
    assert takers(scene, 0, "earl_kent") == {"clifford", "roos"}


# Passing and failing


@pytest.mark.rule("house-7.2.16", "house-7.2.21", "base-15.20")
def test_what_passes_is_given_at_once() -> None:
    scene = sitting("earl_essex", "earl_kent")
    propose(scene, 0, "earl_essex", "clifford")
    assert scene.happened(facts.Proposed) == [facts.Proposed(0, "assign", "earl_essex", "clifford")]
    assert scene.state.nobles["clifford"].title is None
    vote(scene, *ALL_YEA)
    assert scene.state.nobles["clifford"].title == "earl_essex"
    assert scene.state.control["colchester"] == "clifford"
    assert scene.state.chancery == ["earl_kent"]


@pytest.mark.rule("house-7.2.23", "base-15.10")
def test_what_fails_goes_to_the_next_leader() -> None:
    scene = sitting("earl_kent", "marshal_england")
    propose(scene, 0, "earl_kent", "clifford")
    vote(scene, *ALL_NAY)
    assert scene.state.nobles["clifford"].title is None
    scene.play(0, "done")
    assert scene.happened(facts.RoundBegan) == [
        facts.RoundBegan(2, 0, ("earl_kent", "marshal_england"))
    ]
    assert proposable(scene, 0) == {"earl_kent", "marshal_england"}


# The second round


TALBOTS = ("york", "london", "bristol", "norwich")
"""Four cities; with six fortified towns more Talbot has 35 votes in the Commons, as Percy has."""

TOWNS = ("lincoln", "chester", "oxford", "hull", "durham", "exeter", "plymouth")


def talbot_with(towns: int) -> Scene:
    """Talbot controls four cities and so many towns: 17 and 3 each."""
    scene = realm()
    for place in (*TALBOTS, *TOWNS[:towns]):
        scene.control(place, "talbot")
    return scene


@pytest.mark.rule("house-7.2.25")
@pytest.mark.parametrize(("towns", "leader"), [(5, 0), (7, 2)])
def test_most_votes_in_the_commons_lead_the_second(towns: int, leader: int) -> None:
    scene = sitting("earl_kent", scene=talbot_with(towns))
    assert scene.state.sitting.commons == [35, 1, 17 + 3 * towns]
    assert ride_to_round(scene, 2)[1] == facts.RoundBegan(2, leader, ("earl_kent",))
    assert scene.match.waiting_for() == [leader]
    assert scene.match.prompts(leader)[0].facts == {"round": "2"}
    propose(scene, leader, "earl_kent", "clifford")
    vote(scene, *ALL_YEA)
    assert scene.state.nobles["clifford"].title == "earl_kent"


@pytest.mark.rule("house-7.2.26")
def test_a_tie_skips_the_second() -> None:
    scene = sitting("earl_kent", scene=talbot_with(6))
    assert scene.state.sitting.commons == [35, 1, 35]
    scene.play(0, "done")
    assert scene.happened(facts.RoundBegan) == [
        facts.RoundBegan(2, -1, ("earl_kent",)),
        facts.RoundBegan(3, -1, ("earl_kent",)),
    ]
    assert "round" not in [prompt.kind for prompt in scene.match.prompts()]


@pytest.mark.rule("house-7.2.26", "house-7.2.27")
def test_the_third_is_held_all_the_same() -> None:
    scene = sitting("earl_kent", scene=talbot_with(6).give("courtenay", "bp_carlisle"))
    scene.play(0, "done")
    assert [(e.number, e.seat) for e in scene.happened(facts.RoundBegan)] == [(2, -1), (3, 1)]
    assert scene.state.nobles["clifford"].title == "earl_kent"


@pytest.mark.rule("house-7.2.25", "house-7.2.24")
def test_one_player_may_lead_two_rounds() -> None:
    scene = sitting("earl_kent")
    began = ride_to_round(scene, 2)
    assert [(e.number, e.seat) for e in began] == [(1, 0), (2, 0)]
    propose(scene, 0, "earl_kent", "clifford")
    vote(scene, *ALL_YEA)
    assert scene.state.nobles["clifford"].title == "earl_kent"


# The third round


def third(*cards: str, scene: Scene) -> tuple[Scene, facts.RoundBegan]:
    """Parliament comes to its third round without a proposal before."""
    sitting(*cards, scene=scene)
    began = ride_to_round(scene, 3)
    return scene, began[-1]


@pytest.mark.rule("house-7.2.27", "house-7.2.28")
@pytest.mark.parametrize(
    ("bishops", "leader"),
    [
        ({"talbot": "bp_norwich"}, 2),
        ({"talbot": "bp_norwich", "clifford": "bp_carlisle"}, 1),
        ({"talbot": "abp_canterbury", "clifford": "abp_york", "percy": "bp_durham"}, 2),
        ({"percy": "bp_durham", "clifford": "bp_carlisle"}, 0),
        ({"talbot": "bp_norwich", "percy": "bp_carlisle", "courtenay": "abp_york"}, 1),
    ],
)
def test_the_most_senior_bishop_leads_the_third(bishops: dict[str, str], leader: int) -> None:
    scene = realm().noble("roos", 2, "13,20")
    for noble, bishop in bishops.items():
        scene.give(noble, bishop)
    scene, began = third("earl_kent", "earl_essex", scene=scene)
    assert (began.number, began.seat) == (3, leader)
    assert scene.match.waiting_for() == [leader]
    assert scene.match.prompts(leader)[0].facts == {"round": "3"}


@pytest.mark.rule("house-7.2.30", "house-7.2.33")
def test_without_a_bishop_the_third_is_skipped() -> None:
    scene, began = third("earl_kent", scene=realm())
    assert began == facts.RoundBegan(3, -1, ("earl_kent",))
    follow(scene)
    assert scene.state.chancery == ["earl_kent"]


@pytest.mark.rule("house-7.2.30", "house-7.2.28", "house-7.2.33")
def test_a_tie_of_bishops_skips_the_third() -> None:
    scene = realm().give("talbot", "bp_norwich").give("clifford", "bp_lincoln")
    scene, began = third("earl_kent", scene=scene)
    assert began.seat == -1
    follow(scene)
    assert scene.state.chancery == ["earl_kent"]


@pytest.mark.rule("house-7.2.28")
def test_seniority_is_points_not_their_number() -> None:
    scene = realm().give("talbot", "bp_norwich", "bp_lincoln").give("clifford", "bp_carlisle")
    assert third("earl_kent", scene=scene)[1].seat == 1


@pytest.mark.rule("house-7.2.27", "house-7.2.30")
def test_the_bishop_must_attend() -> None:
    scene = realm().give("talbot", "abp_york").give("clifford", "bp_norwich").held(2, "E-WR05")
    scene.noble("roos", 2, "13,20")
    sitting("earl_kent", "earl_essex", scene=scene)
    scene.play(2, "excuse", nobles="talbot")
    assert ride_to_round(scene, 3)[-1].seat == 1
    alone = realm().give("talbot", "abp_york").held(2, "E-WR05")
    sitting("earl_kent", scene=alone)
    alone.play(2, "excuse", nobles="talbot")
    assert ride_to_round(alone, 3)[-1].seat == -1


@pytest.mark.rule("house-7.2.29")
def test_a_bishop_of_this_parliament_does_not_lead() -> None:
    scene = realm().give("clifford", "bp_norwich").noble("roos", 2, "13,20")
    call(scene.chancery("abp_canterbury", "earl_kent", "earl_essex"))
    scene.play(0, "grant_bishop", card="abp_canterbury", noble="talbot")
    assert ride_to_round(scene, 3)[-1].seat == 1


@pytest.mark.rule("house-7.2.29", "house-7.2.30")
def test_with_only_such_bishops_the_third_is_skipped() -> None:
    scene = realm()
    call(scene.chancery("abp_canterbury", "earl_kent"))
    scene.play(0, "grant_bishop", card="abp_canterbury", noble="talbot")
    assert ride_to_round(scene, 3)[-1].seat == -1


@pytest.mark.rule("house-7.2.31")
def test_the_third_leader_gives_without_a_vote() -> None:
    scene = realm().give("talbot", "bp_norwich").noble("roos", 2, "13,20")
    scene, _ = third("earl_kent", "earl_essex", scene=scene)
    propose(scene, 2, "earl_kent", "roos")
    assert scene.state.nobles["roos"].title == "earl_kent"
    assert scene.happened(facts.BallotClosed) == []
    assert told(list(scene.events), facts.CardAssigned)[0] == facts.CardAssigned(
        2, "earl_kent", "roos", "parliament"
    )


@pytest.mark.rule("house-7.2.32")
def test_nothing_is_withheld_in_the_third() -> None:
    scene = realm().give("talbot", "bp_norwich").noble("roos", 2, "13,20")
    scene, _ = third("earl_kent", "marshal_england", scene=scene)
    assert scene.offered(2, "done") == []
    scene.refused(2, "done", rule="house-7.2.32")


@pytest.mark.rule("house-7.2.32", "house-7.2.31", "house-7.2.13")
def test_titles_come_first_in_the_third_too_for_nobles_of_all_factions() -> None:
    scene = realm().give("talbot", "bp_norwich").noble("roos", 0, "13,20")
    scene, _ = third("earl_kent", "marshal_england", scene=scene)
    assert proposable(scene, 2) == {"earl_kent"}
    assert takers(scene, 2, "earl_kent") == {"clifford", "roos"}
    propose(scene, 2, "earl_kent", "roos")
    assert scene.state.nobles["roos"].title == "earl_kent"
    assert takers(scene, 2, "marshal_england") == {"percy", "courtenay", "talbot", "roos"}
    propose(scene, 2, "marshal_england", "courtenay")
    assert scene.state.nobles["courtenay"].office == "marshal_england"
    assert scene.state.chancery == []


@pytest.mark.rule("house-7.2.32")
def test_what_leaves_no_choice_is_given_by_itself() -> None:
    scene = realm().give("talbot", "bp_norwich")
    scene, _ = third("earl_kent", scene=scene)
    assert scene.state.nobles["clifford"].title == "earl_kent"
    assert scene.state.chancery == []


@pytest.mark.rule("house-7.2.32", "house-7.2.33", "base-15.10")
def test_only_what_nobody_could_take_goes_back() -> None:
    scene = realm().give("talbot", "bp_norwich").give("percy", "treasurer_england")
    scene.give("courtenay", "steward_household").give("talbot", "admiral_england")
    scene, _ = third("earl_kent", "earl_essex", "marshal_england", "warden_marches", scene=scene)
    # One title for Clifford, and then one office for him.
    propose(scene, 2, "earl_essex", "clifford")
    assert scene.state.nobles["clifford"].title == "earl_essex"
    propose(scene, 2, "warden_marches", "clifford")
    assert scene.state.nobles["clifford"].office == "warden_marches"
    follow(scene)
    assert scene.state.chancery == ["earl_kent", "marshal_england"]


@pytest.mark.rule("house-7.2.32", "house-7.2.15")
def test_in_the_third_too_nothing_for_the_besieged() -> None:
    scene = realm().give("percy", "bp_norwich").noble("neville", 1, "sheffield", outside=True)
    scene.give("neville", "burgundian_crossbowmen_1", "treasurer_england")
    scene.siege("sheffield", ["neville"]).held(1, "E-WR05")
    sitting("marshal_england", scene=scene)
    scene.play(1, "excuse", nobles="neville")
    ride_to_round(scene, 3)
    assert takers(scene, 0, "marshal_england") == {"percy", "courtenay"}
    scene.refused(0, "propose", rule="house-7.2.15", card="marshal_england", noble="talbot")


@pytest.mark.rule("house-7.2.32", "house-7.2.14")
def test_in_the_third_too_absentees_may_be_given_cards() -> None:
    scene = realm().give("percy", "bp_norwich").noble("stanley", 2, "douglas")
    sitting("earl_kent", scene=scene)
    scene.play(2, "excuse", by_sea="stanley")
    ride_to_round(scene, 3)
    propose(scene, 0, "earl_kent", "stanley")
    assert scene.state.nobles["stanley"].title == "earl_kent"


@pytest.mark.rule("house-7.2.33", "base-15.10")
def test_with_all_rounds_over_the_rest_returns_to_the_chancery() -> None:
    scene = sitting("earl_kent", "marshal_england")
    follow(scene)
    assert scene.state.chancery == ["earl_kent", "marshal_england"]
    assert scene.state.peace is not None
