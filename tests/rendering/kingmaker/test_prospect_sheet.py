"""The sheet of fights that may be fought: what it shows, what it tells, and what it cannot know."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bot.rules.kingmaker.prospects.fights import Prospect, prospects
from rendering.canvas.encoding import Picture
from rendering.kingmaker.painter import KingmakerPainter
from rendering.kingmaker.prospect_sheet import MOST, weightiest
from tests.rendering.drawing import draw_prospects
from tests.rules.kingmaker.battlefield import FIELD, field_of, siege_of
from tests.rules.kingmaker.scene import Scene

NAMES = ("Anne", "Ben", "Cat")


def found_by(scene: Scene, seat: int) -> list[Prospect]:
    """The fights that a seat is asked about."""
    return prospects(scene.content, scene.match.view(seat), scene.match.asked(seat))


def drawn(scene: Scene, seat: int, theme: str = "light") -> Picture:
    """The sheet that a seat gets with its question."""
    painter = KingmakerPainter(scene.content, theme=theme)
    picture = painter.fights(scene.match.view(seat), scene.match.asked(seat), NAMES)
    assert picture is not None
    return picture


def joining() -> Scene:
    """Anne attacks Ben, who has an heir with him, and Cat may join."""
    scene = field_of(("percy",), ("stafford",), seats=3).hold("george", "stafford")
    scene.noble("neville", 2, FIELD, outside=True)
    scene.combat(0)
    scene.play(0, "attack", nobles=("percy",), against="1", square=FIELD)
    return scene


def test_it_tells_both_sides_with_their_heirs_and_the_chances() -> None:
    told = drawn(joining(), 2).alt
    assert told.startswith("Battle at ")
    assert "Anne with Percy, " in told
    assert "Ben with Stafford and George of Clarence, " in told
    assert "won " in told
    assert "lost " in told


def test_it_is_told_from_the_readers_side() -> None:
    scene = field_of(("percy",), ("stafford",))
    scene.combat(0)
    assert "You with Percy, " in drawn(scene, 0).alt


def test_it_says_who_may_still_come_in() -> None:
    scene = joining()
    assert drawn(scene, 2).alt.endswith("You may join with Neville (50).")
    scene = field_of(("percy",), ("stafford",), seats=3).noble("neville", 2, FIELD, outside=True)
    scene.combat(0)
    told = drawn(scene, 0).alt
    assert "Ben with Stafford, 30 troops" in told
    assert "Also there: Cat with Neville (50)." in told


def test_a_siege_tells_what_lays_it_and_the_garrison_beside_the_nobles() -> None:
    scene = siege_of("skipton", ("percy", "neville"), ("clifford",))
    scene.combat(0)
    assert "Ben with Clifford, 110 troops (Garrison 100 troops):" in drawn(scene, 0).alt
    told = drawn(scene, 0).alt
    laid = next(fight for fight in found_by(scene, 0) if fight.clash.verb == "lay")
    assert f"Siege of Skipton: You with Percy and Neville, {laid.attack} troops" in told
    assert f"{laid.needed} can lay siege, no roll." in told


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_grows_with_its_fights_and_says_how_many_more_there_are(theme: str) -> None:
    scene = field_of(("percy",), ("stafford",))
    scene.combat(0)
    (fight,) = (each for each in found_by(scene, 0) if "percy" in each.attackers)
    painter = KingmakerPainter(scene.content, theme=theme)
    view = scene.match.view(0)
    one, many = (
        draw_prospects(view, painter.content, [fight] * count, names=NAMES, theme=theme)
        for count in (1, MOST + 3)
    )
    assert one.width == many.width == 1140
    assert many.height > 3 * one.height - 400
    assert many.alt.endswith("And 3 more.")
    assert len(many.alt) <= 1000
    assert Image.open(io.BytesIO(many.png)).size == (many.width, many.height)


def test_heirs_weigh_most() -> None:
    scene = field_of(("percy",), ("stafford",)).hold("henry", "bourchier")
    scene.combat(0)
    first = weightiest(scene.match.view(0), found_by(scene, 0))[0]
    assert first.defenders == ("bourchier",)


def test_nothing_hidden_from_the_reader_is_on_it() -> None:
    """The hands of others and the order of the decks do not change a byte of it."""
    plain, other = joining(), joining()
    other.hand(0, other.content.mercenaries[0])
    other.hand(1, other.content.mercenaries[1])
    other.state.event_deck.reverse()
    other.state.crown_deck.reverse()
    assert drawn(plain, 2) == drawn(other, 2)


def test_where_nothing_is_fought_there_is_none() -> None:
    scene = field_of(("percy",), ("stafford",))
    scene.movement(0)
    painter = KingmakerPainter(scene.content)
    assert painter.fights(scene.match.view(0), scene.match.asked(0), NAMES) is None


def test_a_garrison_alone_is_told() -> None:
    scene = siege_of("skipton", ("percy", "neville"))
    scene.combat(0)
    assert "(Garrison 100 troops): 50 can lay siege, no roll." in drawn(scene, 0).alt


@pytest.mark.parametrize("ruleset", ["base", "classic", "ishkibibble"])
def test_where_cards_decide_the_chances_are_those_of_the_cards(ruleset: str) -> None:
    scene = Scene(2, ruleset=ruleset).noble("percy", 0, FIELD, outside=True)
    scene.noble("stafford", 1, FIELD, outside=True)
    scene.combat(0)
    told = drawn(scene, 0).alt
    assert "You with Percy, " in told
    assert all(word in told for word in ("won ", "undecided ", "lost "))


@pytest.mark.parametrize("ruleset", ["base", "classic", "ishkibibble"])
def test_the_order_of_the_deck_that_decides_changes_nothing(ruleset: str) -> None:
    def asked() -> Scene:
        scene = Scene(2, ruleset=ruleset).noble("percy", 0, FIELD, outside=True)
        scene.noble("stafford", 1, FIELD, outside=True)
        scene.combat(0)
        return scene

    plain, other = asked(), asked()
    other.state.event_deck.reverse()
    other.hand(1, other.content.mercenaries[0])
    assert drawn(plain, 0, "dark") == drawn(other, 0, "dark")
