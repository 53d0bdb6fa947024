"""Where a royal heir flees to: which places are neutral, and from where it is measured."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.captivity import hold_heir
from bot.rules.kingmaker.events.royal_lives import is_neutral
from tests.rules.kingmaker.royals.test_royal_lives import ESCAPE, RULES, court
from tests.rules.kingmaker.scene import Scene


def refuge(scene: Scene, heir: str = "george") -> str | None:
    """The card is drawn by seat 0; the place inside which the heir is then."""
    scene.next_events(ESCAPE).event(0)
    inside: str | None = scene.state.heirs[heir].inside
    return inside


@pytest.mark.rule("ishkibibble-escape.1")
@pytest.mark.parametrize(
    ("place", "how", "neutral"),
    [
        ("coventry", "", True),
        ("coventry", "controlled", False),
        ("coventry", "somebody_inside", False),
        ("coventry", "scots", False),
        ("coventry", "french", False),
        ("ireland", "", False),
        ("dublin", "", False),
    ],
)
def test_a_place_is_neutral_that_is_in_nobodys_hands(place: str, how: str, neutral: bool) -> None:
    scene = court()
    if how == "controlled":
        scene.control(place, "courtenay")
    elif how == "somebody_inside":
        scene.noble("roos", 1, place).control(place, None)
    elif how:
        setattr(scene.state, how, [place])
    assert is_neutral(scene.match.table, scene.board.places[place]) is neutral


@pytest.mark.rule("ishkibibble-escape.1")
@pytest.mark.parametrize(
    ("port", "sea", "place"),
    [("newcastle", None, "newcastle"), (None, "norfolk-coast", "lynn"), ("hull", None, "hull")],
)
def test_from_aboard_he_flees_to_what_is_nearest_to_the_ship(
    port: str | None, sea: str | None, place: str
) -> None:
    scene = court().hold("george", "percy").give("percy", "le_swan")
    scene.ship("le_swan", port=port, sea=sea).aboard("percy", "le_swan")
    assert refuge(scene) == place
    heir = scene.state.heirs["george"]
    assert (heir.holder, heir.square) == (None, scene.board.places[place].square)


@pytest.mark.rule("ishkibibble-escape.1")
def test_of_two_places_as_near_it_is_the_first_by_name() -> None:
    scene = Scene(2, RULES).noble("percy", 0, "14,17", heirs=("george",))
    scene.noble("courtenay", 1, "tiverton")
    squares = scene.board.squares

    def far(place: str) -> int:
        there, here = squares[scene.board.places[place].square], squares["14,17"]
        return max(abs(there.col - here.col), abs(there.row - here.row))

    kinds = ("city", "royal_castle", "fortified_town", "open_town", "unfortified_town")
    fit = [p for p in scene.board.places.values() if p.kind in kinds and p.square]
    fit = [p for p in fit if is_neutral(scene.match.table, p)]
    least = min(far(place.id) for place in fit)
    names = sorted(place.name for place in fit if far(place.id) == least)
    found = refuge(scene)
    assert found is not None
    assert scene.board.places[found].name == names[0]


@pytest.mark.rule("ishkibibble-escape.1")
def test_if_no_place_is_neutral_he_stays() -> None:
    scene = court().hold("george", "percy")
    for place in scene.board.places.values():
        if place.square:
            scene.control(place.id, "courtenay")
    scene.next_events(ESCAPE).event(0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle(ESCAPE, "heir_stays")]
    assert scene.state.heirs["george"].holder == "percy"


@pytest.mark.rule("ishkibibble-escape.1")
def test_an_heir_alone_in_a_place_of_the_drawers_flees_too() -> None:
    scene = court().heir_at("george", scene_square("york"), "york").control("york", "percy")
    place = refuge(scene)
    assert place not in (None, "york")
    assert scene.happened(facts.HeirEscaped) == [facts.HeirEscaped("george", 0, str(place))]


def scene_square(place: str) -> str:
    """The square of a place."""
    return str(court().board.places[place].square)


@pytest.mark.rule("ishkibibble-escape.1", "ishkibibble-escape.2")
def test_between_houses_the_lower_place_in_line_counts_whatever_the_house() -> None:
    scene = court().hold("edward_lancaster", "percy").hold("edward_march", "percy")
    scene.next_events(ESCAPE).event(0)
    # Edward of Wales is the third of Lancaster, Edward of March the second of York.
    assert scene.state.heirs["edward_march"].holder == "percy"
    assert scene.state.heirs["edward_lancaster"].holder is None


@pytest.mark.rule("ishkibibble-escape.1", "ishkibibble-ransom.6")
def test_who_is_held_for_a_ransom_flees_too_and_nothing_is_owed() -> None:
    scene = court(f"{RULES}+expanded_ransom").hold("george", "percy")
    hold_heir(scene.match.table, "george", 1, 0, 2)
    inside = refuge(scene)
    assert scene.state.custody == {}
    assert inside is not None
    assert scene.state.heirs["george"].holder is None
