"""What a seat may hope for before the dice are thrown, and whom it may try for at all."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.rules.kingmaker.prospects.fights import Hope, hope_of, open_to_all
from bot.rules.kingmaker.state import Courted
from bot.rules.kingmaker.tables import Modifier, Points
from bot.rules.kingmaker.view import BoardView
from tests.rules.kingmaker.families.tables import LANCASTER, NEVILLE, PERCY, YORK, heads
from tests.rules.kingmaker.scene import Scene


def seen(scene: Scene, seat: int) -> BoardView:
    """The view of a seat."""
    scene.movement(seat)
    view: BoardView = scene.match.view(seat)
    return view


def reasons(scene: Scene, seat: int, target: str = "grey") -> list[tuple[str, int]]:
    """What adds to the roll of a seat for a noble."""
    hope = hope_of(scene.content, seen(scene, seat), seat, target)
    assert hope is not None
    return [(one.reason, one.value) for one in hope.modifiers]


@pytest.mark.rule("families-recruit.5", "families-recruit.7")
def test_the_hope_says_what_is_added_and_how_many_throws_do() -> None:
    scene = heads(without=(LANCASTER,)).noble("clifford", LANCASTER, "skipton")
    hope = hope_of(scene.content, seen(scene, LANCASTER), LANCASTER, "roos", ["earl_kent"])
    assert hope == Hope((Modifier("leaning", 2, ("roos",)), Modifier("title", 2, ("earl_kent",))),
                        4, 10, 26)  # fmt: skip
    assert hope.chance == Fraction(26, 36) == Fraction(13, 18)


@pytest.mark.rule("families-align.4", "families-align.5")
def test_a_family_hopes_as_its_house_and_a_neutral_one_for_nothing() -> None:
    scene = heads()
    scene.state.sides[PERCY].serves = "york"
    assert reasons(scene, PERCY, "hastings") == [("leaning", 4), ("strong", 1), ("unfavoured", -2)]
    assert reasons(scene, NEVILLE, "hastings") == [("leaning", 4), ("strong", 1)]
    scene.state.sides[PERCY].serves = ""
    assert hope_of(scene.content, seen(scene, PERCY), PERCY, "hastings") is None


def test_where_nobody_has_a_side_nobody_hopes() -> None:
    scene = Scene(2, "classic").noble("percy", 0, "alnwick")
    assert hope_of(scene.content, seen(scene, 0), 0, "hastings") is None
    assert open_to_all(scene.content, seen(scene, 0), 0) == []


@pytest.mark.rule("families-recruit.12")
def test_the_sole_king_counts_for_the_faction_whose_noble_holds_him() -> None:
    scene = heads().hold("henry", "beaufort").hold("richard_york", "plantagenet_york")
    assert reasons(scene, LANCASTER) == [("sole_king", 2)]
    assert reasons(scene, PERCY) == [("strong", 1)]
    scene.crowned("henry", "richard_york")
    assert reasons(scene, LANCASTER) == []
    assert reasons(scene, YORK) == [("strong", 1)]
    # Who is dead is King no more.
    scene.state.heirs["henry"].alive = False
    assert reasons(scene, YORK) == [("strong", 1), ("sole_king", 2)]


@pytest.mark.rule("families-recruit.1", "families-recruit.3", "families-recruit.15")
def test_all_are_open_but_those_in_play_the_heads_and_whom_one_has_tried_for() -> None:
    scene = heads(without=(NEVILLE,)).noble("scrope", NEVILLE, "masham")
    scene.state.courted = [Courted(YORK, "grey"), Courted(LANCASTER, "roos", 1)]
    everybody = {
        "audley", "berkeley", "bourchier", "clifford", "courtenay", "cromwell", "fitzalan", "grey",
        "greystoke", "hastings", "herbert", "holland", "howard", "pole", "roos", "stanley",
        "talbot",
    }  # fmt: skip
    assert set(open_to_all(scene.content, seen(scene, PERCY), PERCY)) == everybody
    assert set(open_to_all(scene.content, seen(scene, YORK), YORK)) == everybody - {"grey"}
    assert set(open_to_all(scene.content, seen(scene, LANCASTER), LANCASTER)) == everybody - {
        "roos"
    }


def test_points_are_whole_unless_it_is_said_of_what_they_are_parts() -> None:
    assert Points("noble", "percy", 150).value == 150
    assert Points("town", "ipswich", 25, 2).value == Fraction(25, 2)
