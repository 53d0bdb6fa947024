"""The votes of both houses, row by row (classic §Parliament Votes; base §15A)."""

from __future__ import annotations

import pytest

from bot.content import load_content
from bot.content.checks import total_votes
from bot.rules.kingmaker.forces.votes import commons_votes, lords_votes
from bot.rules.kingmaker.state import Sitting
from tests.rules.kingmaker.scene import Scene

OPEN = "14,16"


def lone(noble: str = "roos", *cards: str, heirs: tuple[str, ...] = ()) -> Scene:
    """One noble of seat 0 in the open, without castles; nobody is King, nor within walls."""
    scene = Scene(2, "classic").noble(noble, 0, OPEN, castles=False, cards=cards, heirs=heirs)
    for heir in scene.state.heirs.keys() - set(heirs):
        scene.heir_at(heir, "14,16")
    return scene.noble("grey", 1, "15,20", castles=False).crowned()


def commons(scene: Scene) -> int:
    """Seat 0's votes in the Commons."""
    return commons_votes(scene.match.table)[0]


def lords(scene: Scene, attending: list[str] | None = None) -> int:
    """Seat 0's votes in the Lords, of all nobles or of those attending."""
    return lords_votes(scene.match.table, attending)[0]


@pytest.mark.rule("classic-commons.1", "classic-lords.1", "base-15.24", "base-15.25")
@pytest.mark.parametrize("ruleset", ["base", "classic"])
def test_156_and_82_votes_in_all(ruleset: str) -> None:
    assert total_votes(load_content(ruleset)) == (156, 82)


# The Commons


@pytest.mark.rule("classic-commons.2")
@pytest.mark.parametrize(
    ("heir", "crowned", "votes"),
    [
        ("henry", ("henry",), 30),
        ("henry", (), 10),
        ("richard_york", (), 10),
        ("richard_york", ("richard_york",), 30),
        ("margaret", (), 0),
        ("edward_march", ("edward_march",), 20),
        ("henry", ("henry", "richard_york"), 10),
        ("margaret", ("henry",), 0),
    ],
)
def test_the_king_and_the_senior_heirs(heir: str, crowned: tuple[str, ...], votes: int) -> None:
    assert commons(lone(heirs=(heir,)).crowned(*crowned)) == votes


@pytest.mark.rule("classic-commons.2", "base-15.26")
def test_heirs_whom_nobody_holds_vote_for_nobody() -> None:
    scene = lone().crowned("henry")
    assert commons_votes(scene.match.table) == [0, 0]
    assert lords_votes(scene.match.table) == [1, 1]


@pytest.mark.rule("classic-commons.3", "classic-object.5")
@pytest.mark.parametrize(
    ("crowned", "keeper", "votes"),
    [
        ((), None, 22),
        (("henry", "richard_york"), None, 22),
        (("henry",), None, 2),
        (("henry",), "grey", 2),
    ],
)
def test_the_chancellor_in_the_kings_stead(
    crowned: tuple[str, ...], keeper: str | None, votes: int
) -> None:
    scene = lone("percy", "chancellor_england").crowned(*crowned)
    if keeper is not None:
        scene.hold("henry", keeper)
    assert commons(scene) == votes


@pytest.mark.rule("classic-commons.4")
@pytest.mark.parametrize(
    ("office", "votes"),
    [
        ("warden_marches", 2),
        ("chancellor_cornwall", 2),
        ("chancellor_lancaster", 3),
        ("constable_tower", 3),
        ("warden_cinque_ports", 5),
        ("marshal_england", 0),
        ("treasurer_england", 0),
        ("steward_household", 0),
        ("constable_dover", 0),
        ("chamberlain_chester", 0),
        ("admiral_england", 0),
    ],
)
def test_offices(office: str, votes: int) -> None:
    scene = lone("percy", office)
    for place in list(scene.state.control):
        scene.control(place, None)
    assert commons(scene) == 2 + votes


@pytest.mark.rule("classic-commons.5")
@pytest.mark.parametrize("city", ["london", "york", "bristol"])
def test_a_city(city: str) -> None:
    assert commons(lone().control(city, "roos")) == 4


@pytest.mark.rule("classic-commons.6")
@pytest.mark.parametrize(
    ("place", "votes"),
    [
        ("coventry", 3),
        ("lincoln", 3),
        ("southampton", 3),
        ("calais", 0),
        ("swansea", 0),
        ("cardigan", 0),
        ("kingston", 0),
        ("dover", 0),
        ("alnwick", 0),
    ],
)
def test_a_town_but_for_calais_swansea_and_open_towns(place: str, votes: int) -> None:
    assert commons(lone().control(place, "roos")) == votes


@pytest.mark.rule("classic-commons.5", "classic-commons.6")
def test_every_city_has_four_votes_and_every_town_that_counts_three() -> None:
    content = load_content("classic")
    places = [place for place in content.board.places.values() if content.is_open(place.id)]
    assert {p.commons for p in places if p.kind == "city"} == {4}
    without = {p.id for p in places if p.kind == "fortified_town" and p.commons != 3}
    assert without == {"calais", "swansea"}
    assert {p.commons for p in places if p.kind not in ("city", "fortified_town")} == {0}


@pytest.mark.rule("classic-commons.7", "classic-commons.8")
@pytest.mark.parametrize(
    ("noble", "votes"),
    [
        ("neville", 3),
        ("percy", 2),
        ("beaufort", 2),
        ("mowbray", 2),
        ("courtenay", 1),
        ("fitzalan", 1),
        ("pole", 1),
        ("stafford", 1),
        ("talbot", 1),
        ("stanley", 0),
        ("roos", 0),
        ("audley", 0),
    ],
)
def test_nobles(noble: str, votes: int) -> None:
    assert commons(lone(noble)) == votes


@pytest.mark.rule("classic-commons.8")
@pytest.mark.parametrize("title", ["earl_kent", "earl_essex", "duke_exeter", "earl_salisbury"])
def test_a_title_makes_a_vote(title: str) -> None:
    scene = lone("roos", title)
    for place in list(scene.state.control):
        scene.control(place, None)
    assert commons(scene) == 1


# The Lords


@pytest.mark.rule("classic-lords.2")
@pytest.mark.parametrize(
    ("heir", "crowned", "votes"),
    [
        ("henry", (), 10),
        ("henry", ("henry",), 10),
        ("richard_york", (), 10),
        ("margaret", (), 0),
        ("edward_march", ("edward_march",), 0),
    ],
)
def test_senior_heirs_in_the_lords(heir: str, crowned: tuple[str, ...], votes: int) -> None:
    assert lords(lone(heirs=(heir,)).crowned(*crowned)) == 1 + votes


@pytest.mark.rule("classic-lords.3", "classic-lords.4")
@pytest.mark.parametrize(
    ("noble", "votes"),
    [
        ("neville", 4),
        ("mowbray", 4),
        ("percy", 3),
        ("beaufort", 3),
        ("courtenay", 2),
        ("stanley", 2),
        ("talbot", 2),
        ("stafford", 2),
        ("pole", 2),
        ("fitzalan", 2),
        ("audley", 1),
        ("berkeley", 1),
        ("bourchier", 1),
        ("clifford", 1),
        ("cromwell", 1),
        ("greystoke", 1),
        ("hastings", 1),
        ("herbert", 1),
        ("holland", 1),
        ("howard", 1),
        ("roos", 1),
        ("scrope", 1),
    ],
)
def test_nobles_in_the_lords(noble: str, votes: int) -> None:
    assert lords(lone(noble)) == votes


@pytest.mark.rule("classic-lords.5")
@pytest.mark.parametrize(
    ("bishop", "votes"),
    [
        ("abp_canterbury", 7),
        ("abp_york", 5),
        ("bp_durham", 4),
        ("bp_carlisle", 3),
        ("bp_lincoln", 2),
        ("bp_norwich", 2),
    ],
)
def test_bishops_in_the_lords(bishop: str, votes: int) -> None:
    assert lords(lone("roos", bishop)) == 1 + votes


@pytest.mark.rule("base-15.22", "base-15.23")
def test_the_lords_must_be_there_and_the_commons_need_not() -> None:
    scene = lone("neville", "abp_york", heirs=("henry",)).noble("percy", 0, OPEN, castles=False)
    assert lords(scene) == 4 + 5 + 10 + 3
    assert lords(scene, ["percy"]) == 3
    assert lords(scene, ["neville"]) == 19
    assert lords(scene, []) == 0
    # the Archbishop brings the city of York
    assert commons(scene) == 3 + 2 + 10 + 4


@pytest.mark.rule("base-15.23", "base-11.11")
@pytest.mark.parametrize(("place", "votes"), [("coventry", 10), ("london", 0)])
def test_an_heir_alone_in_the_fortress_of_the_meeting_is_present(place: str, votes: int) -> None:
    scene = lone().control("coventry", "roos")
    scene.heir_at("richard_york", scene.board.places["coventry"].square, "coventry")
    scene.state.sitting = Sitting(0, place, scene.board.places[place].square)
    assert lords(scene, []) == votes
