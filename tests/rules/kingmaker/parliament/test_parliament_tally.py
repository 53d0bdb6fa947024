"""The votes of both houses: what counts, for whom, and when it is counted (house §7.2)."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from tests.rules.kingmaker.chamber import (
    call,
    chancellors_realm,
    follow,
    propose,
    realm,
    told,
    vote,
)
from tests.rules.kingmaker.scene import HOUSE, Scene

Votes = tuple[tuple[int, ...], tuple[int, ...]]


def counted(scene: Scene, summon: str = "courtenay") -> Votes:
    """Commons and Lords by seat, as told in the Parliament that is called now."""
    call(scene, summon)
    events = follow(scene, "return_home")
    (votes,) = told(events, facts.VotesCounted)
    return votes.commons, votes.lords


def gained(scene: Scene) -> tuple[int, int]:
    """What seat 2 has beyond Talbot's 1 and 2."""
    commons, lords = counted(scene)
    return commons[2] - 1, lords[2] - 2


# What counts


@pytest.mark.rule("base-15.24", "base-15.25", "house-7.2.1", "house-7.2.2")
def test_king_senior_heir_nobles_and_towns() -> None:
    # Percy: King 20, Lancaster's senior heir 10 and 10, himself 2 and 3, Coventry 3.
    assert counted(realm()) == ((35, 1, 1), (13, 3, 2))


@pytest.mark.rule("base-15.24", "base-15.25")
@pytest.mark.parametrize(
    ("noble", "commons", "lords"),
    [
        ("audley", 0, 1),
        ("beaufort", 2, 3),
        ("berkeley", 0, 1),
        ("bourchier", 0, 1),
        ("cromwell", 0, 1),
        ("fitzalan", 1, 2),
        ("grey", 0, 1),
        ("greystoke", 0, 1),
        ("hastings", 0, 1),
        ("herbert", 0, 1),
        ("holland", 0, 1),
        ("howard", 0, 1),
        ("mowbray", 2, 4),
        ("neville", 3, 4),
        ("pole", 1, 2),
        ("roos", 0, 1),
        ("scrope", 0, 1),
        ("stafford", 1, 2),
        ("stanley", 0, 2),
    ],
)
def test_nobles(noble: str, commons: int, lords: int) -> None:
    assert gained(realm().noble(noble, 2, "13,20")) == (commons, lords)


@pytest.mark.rule("base-15.24", "base-15.25")
@pytest.mark.parametrize(
    ("card", "commons"),
    [
        ("chancellor_england", 0),  # Henry is the sole King
        ("marshal_england", 0),
        ("warden_cinque_ports", 5),
        ("chancellor_lancaster", 3),
        ("constable_tower", 3 + 4),  # and London
        ("warden_marches", 2 + 3),  # and Berwick
        ("chancellor_cornwall", 2 + 3),  # and Plymouth
        ("chamberlain_chester", 3),  # Chester alone
        ("treasurer_england", 0),
        ("admiral_england", 3),  # Southampton
    ],
)
def test_offices_with_their_towns(card: str, commons: int) -> None:
    assert gained(realm().give("talbot", card)) == (commons, 0)


@pytest.mark.rule("base-15.24")
@pytest.mark.parametrize(
    ("title", "commons"),
    [("earl_kent", 1), ("duke_exeter", 1 + 3), ("earl_essex", 1 + 3), ("earl_salisbury", 1)],
)
def test_titles_with_their_towns(title: str, commons: int) -> None:
    scene = realm().noble("stanley", 2, "lathom", cards=(title,))
    assert gained(scene) == (commons, 2)


@pytest.mark.rule("base-15.25", "base-15.23")
@pytest.mark.parametrize(
    ("bishop", "commons", "lords"),
    [
        ("abp_canterbury", 3, 7),
        ("abp_york", 4, 5),
        ("bp_durham", 3, 4),
        ("bp_carlisle", 3, 3),
        ("bp_lincoln", 6, 2),  # Lincoln and Newark
        ("bp_norwich", 4, 2),
    ],
)
def test_bishops_with_their_towns(bishop: str, commons: int, lords: int) -> None:
    assert gained(realm().give("talbot", bishop)) == (commons, lords)


@pytest.mark.rule("base-15.24")
@pytest.mark.parametrize(
    ("place", "commons"),
    [
        ("london", 4),
        ("york", 4),
        ("bristol", 4),
        ("norwich", 4),
        ("oxford", 3),
        ("newark", 3),
        ("calais", 0),
        ("swansea", 0),
        ("kenilworth", 0),
        ("dover", 0),
        ("sandal", 0),
    ],
)
def test_places(place: str, commons: int) -> None:
    assert gained(realm().control(place, "talbot")) == (commons, 0)


@pytest.mark.rule("base-15.24")
@pytest.mark.parametrize("town", ["cardigan", "hereford", "kingston", "worcester", "rye"])
def test_towns_without_walls_have_no_vote(town: str) -> None:
    assert gained(realm().noble("howard", 2, town)) == (0, 1)


@pytest.mark.rule("base-15.24", "base-15.25")
def test_the_houses_have_156_and_82_votes() -> None:
    """With everything in play and nobody absent."""
    content, scene = HOUSE.content, realm()
    for noble in content.nobles:
        if noble not in scene.state.nobles:
            scene.noble(noble, 0, "13,20")
    nobles = scene.state.nobles
    untitled = [key for key in nobles if not content.crown[key].title]
    for title, noble in zip(content.titles, untitled, strict=False):
        nobles[noble].title = title
    titled = [key for key in nobles if content.crown[key].title or nobles[key].title]
    for office, noble in zip(content.offices, titled, strict=False):
        nobles[noble].office = office
    nobles["percy"].cards.extend(content.bishops)
    scene.hold("richard_york", "percy")
    for place in content.board.places.values():
        if place.is_fortress:
            scene.control(place.id, "percy")
    commons, lords = counted(scene)
    assert sum(commons) == content.ruleset.commons_total == 156
    assert sum(lords) == content.ruleset.lords_total == 82


@pytest.mark.rule("base-15.24")
@pytest.mark.parametrize("kings", [(), ("henry", "richard_york")])
def test_without_a_sole_king_the_chancellor_has_his_votes(kings: tuple[str, ...]) -> None:
    scene = chancellors_realm().crowned(*kings)
    # Percy 2, the Chancellor 20, Coventry 3; Henry is nobody's.
    assert counted(scene) == ((25, 1, 1), (3, 3, 2))


@pytest.mark.rule("base-15.26", "base-15.24")
def test_uncontrolled_heirs_cast_no_vote() -> None:
    scene = chancellors_realm()
    for heir in scene.state.heirs.values():
        assert heir.holder is None
    commons, lords = counted(scene)
    assert sum(commons) == 27
    assert sum(lords) == 8


@pytest.mark.rule("base-15.26", "base-15.24", "base-15.25")
@pytest.mark.parametrize(
    ("heir", "votes"),
    [
        ("richard_york", (10, 10)),  # York's senior heir
        ("edward_march", (0, 0)),
        ("margaret", (0, 0)),  # Henry comes before her
    ],
)
def test_only_the_senior_heir_of_a_house_counts(heir: str, votes: tuple[int, int]) -> None:
    assert gained(realm().hold(heir, "talbot")) == votes


@pytest.mark.rule("base-15.26")
def test_the_next_heir_becomes_senior() -> None:
    assert gained(realm().dead("richard_york").hold("edward_march", "talbot")) == (10, 10)


@pytest.mark.rule("base-15.26")
def test_neutral_places_cast_no_vote() -> None:
    with_it = counted(realm().control("oxford", "talbot"))
    assert with_it == ((35, 1, 4), (13, 3, 2))
    assert counted(realm().control("oxford", None)) == ((35, 1, 1), (13, 3, 2))


# For whom


@pytest.mark.rule("house-7.2.5")
def test_a_captured_town_counts_for_its_captor() -> None:
    scene = realm().give("clifford", "abp_york").control("york", "talbot")
    # The Archbishop is still Clifford's: 5 in the Lords; York's 4 are Talbot's.
    assert counted(scene) == ((35, 1, 5), (13, 8, 2))


@pytest.mark.rule("house-7.2.5")
def test_a_town_that_was_handed_over_counts_for_its_new_owner() -> None:
    scene = realm().noble("stanley", 2, "shrewsbury").give("stanley", "town_shrewsbury")
    scene.movement(2)
    scene.play(2, "propose_deal", to="1", give="place:shrewsbury")
    scene.play(1, "accept_deal", deal="1")
    # Shrewsbury's 3 votes are seat 1's now.
    assert counted(scene) == ((35, 4, 1), (13, 3, 4))


@pytest.mark.rule("house-7.2.1", "base-15.22")
def test_the_commons_count_for_absent_nobles() -> None:
    scene = realm().noble("mowbray", 2, "york").held(2, "E-WR05")
    call(scene)
    scene.play(2, "excuse", nobles="mowbray")
    (votes,) = told(follow(scene, "return_home"), facts.VotesCounted)
    assert votes.commons == (35, 1, 1 + 2 + 4)
    assert votes.lords == (13, 3, 2)


@pytest.mark.rule("house-7.2.1", "base-15.22")
def test_and_for_factions_of_which_nobody_attends() -> None:
    scene = realm().held(2, "E-WR05")
    call(scene)
    scene.play(2, "excuse", nobles="talbot")
    (votes,) = told(follow(scene, "return_home"), facts.VotesCounted)
    assert (votes.commons, votes.lords) == ((35, 1, 1), (13, 3, 0))


@pytest.mark.rule("house-7.2.1", "house-7.2.2", "base-15.22", "base-15.23")
def test_and_for_nobles_under_siege() -> None:
    scene = realm().noble("neville", 0, "sheffield", outside=True).noble("howard", 0, "13,20")
    scene.state.nobles["neville"].seat = 1
    scene.siege("sheffield", ["neville"]).held(1, "E-WR05")
    scene.give("neville", "burgundian_crossbowmen_1")
    call(scene)
    scene.play(1, "excuse", nobles="neville")
    (votes,) = told(follow(scene, "return_home"), facts.VotesCounted)
    assert votes.commons == (35, 1 + 3, 1)
    assert votes.lords == (14, 3, 0)


@pytest.mark.rule("house-7.2.2", "base-15.23", "house-7.1.36")
def test_the_lords_count_bishops_and_heirs_only_with_their_noble() -> None:
    scene = realm().give("talbot", "abp_york").hold("richard_york", "talbot")
    assert gained(scene) == (4 + 10, 5 + 10)
    scene = realm().give("talbot", "abp_york").hold("richard_york", "talbot").held(2, "E-WR05")
    call(scene)
    scene.play(2, "excuse", nobles="talbot")
    (votes,) = told(follow(scene, "return_home"), facts.VotesCounted)
    assert (votes.commons[2], votes.lords[2]) == (1 + 4 + 10, 0)


# When


@pytest.mark.rule("house-7.2.3")
def test_everybody_sees_the_totals() -> None:
    scene = call(realm().chancery("earl_kent"))
    (votes,) = scene.happened(facts.VotesCounted)
    assert votes == facts.VotesCounted((35, 1, 1), (13, 3, 2))
    assert all(votes.visible_to(seat) for seat in (0, 1, 2, None))


@pytest.mark.rule("house-7.2.4")
def test_they_are_counted_before_any_card_is_given() -> None:
    scene = call(realm().chancery("abp_york", "earl_kent"))
    assert scene.asked(0) == ["grant_bishops"]
    assert scene.happened(facts.VotesCounted) != []
    order = [type(event) for event in scene.events]
    assert order.index(facts.ParliamentAssembled) < order.index(facts.VotesCounted)


@pytest.mark.rule("house-7.2.4")
def test_cards_given_in_this_parliament_change_no_vote() -> None:
    scene = call(realm().chancery("abp_canterbury", "earl_kent", "warden_cinque_ports"))
    scene.play(0, "grant_bishop", card="abp_canterbury", noble="talbot")
    assert scene.state.nobles["talbot"].cards == ["abp_canterbury"]
    propose(scene, 0, "warden_cinque_ports", "talbot")
    roll = vote(scene, "yea", "nay", "nay")
    assert (roll.commons, roll.lords) == ((35, 2), (13, 5))
    assert scene.state.nobles["talbot"].office == "warden_cinque_ports"
    # In the second round Talbot still has 1 and 2, with neither the Archbishop nor the Warden.
    assert scene.asked(0) == ["round"]
    propose(scene, 0, "earl_kent", "clifford")
    roll = vote(scene, "abstain", "abstain", "yea")
    assert (roll.commons, roll.lords) == ((1, 0), (2, 0))


@pytest.mark.rule("house-7.2.4", "house-7.2.25")
def test_the_second_leader_is_found_from_the_first_count() -> None:
    scene, towns = realm(), ("york", "london", "bristol", "lincoln", "chester", "oxford", "hull")
    for place in (*towns, "durham", "exeter", "ipswich"):
        scene.control(place, "courtenay")
    call(scene.chancery("warden_cinque_ports"))
    assert scene.state.sitting.commons == [35, 34, 1]
    propose(scene, 0, "warden_cinque_ports", "courtenay")
    vote(scene, "yea", "yea", "yea")
    assert scene.state.nobles["courtenay"].office == "warden_cinque_ports"
    assert scene.happened(facts.RoundBegan)[0] == facts.RoundBegan(2, 0)


# At the time limit


@pytest.mark.rule("house-3.8")
def test_at_the_time_limit_every_noble_counts_for_the_lords() -> None:
    scene = realm().noble("neville", 1, "sheffield", outside=True).siege("sheffield", ["neville"])
    scene.noble("stanley", 2, "douglas").next_crown("saxons_2").draw(0)
    scene.match.direct(Choice.of("time_up"))
    scene.play(0, "keep")
    (votes,) = scene.happened(facts.VotesCounted)
    assert votes.commons == (35, 1 + 3, 1)
    assert votes.lords == (13, 3 + 4, 2 + 2)


@pytest.mark.rule("house-3.16", "house-7.2.4")
def test_who_joins_before_the_votes_are_counted_is_counted_with_all_others() -> None:
    scene = realm().held(1, "E-WR05").chancery("earl_kent").next_crown("scrope")
    assert call(scene).asked(1) == ["excuses"]
    scene.match.direct(Choice("join"))
    assert scene.state.sitting.commons == scene.state.sitting.lords == []
    follow(scene, "round")
    assert (len(scene.state.sitting.commons), len(scene.state.sitting.lords)) == (4, 4)
