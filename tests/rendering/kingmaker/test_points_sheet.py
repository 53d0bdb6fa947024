"""The sheet of a game that points decide: how everybody's came about, with exact fractions."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.games import game_for
from bot.rules.kingmaker.tables import KINDS, Points, ScoreSheet
from bot.rules.kingmaker.view import BoardView
from rendering.canvas.blank_sheet import ALT_LIMIT, BlankSheet
from rendering.kingmaker.victory_sheet import kings_words
from tests.rendering.drawing import draw_victory
from tests.rules.kingmaker.scene import Scene

CONTENT = game_for("kingmaker", "families").content
NAMES = ["Anne", "Bob", "Cecily", "Dan"]


def finished() -> BoardView:
    """York has died out; Percy's player has most points, Neville's line is extinct."""
    scene = Scene(4, "families").noble("clifford", 0, "skipton").noble("bourchier", 1, "pleshey")
    scene.noble("percy", 3, "alnwick", cards=("bp_durham", "saxons_1", "le_rose"))
    scene.state.sides[2].extinct = True
    scene.dead("edward_march", "george", "richard_gloucester").hold("richard_york", "clifford")
    scene.movement(0)
    scene.play(0, "kill_heir", heir="richard_york")
    view: BoardView = scene.match.view(None)
    return view


def test_the_sheet_in_words() -> None:
    picture = draw_victory(finished(), CONTENT, names=NAMES)
    assert picture.alt == (
        "Dan wins: Most points, round 1. House York has died out; King Henry VI reigns."
        " Dan (Percy, serves Lancaster): 390 points: 1 noble 150, 1 bishop 65, 1 mercenary band 5,"
        " 1 ship 20, 1 town 20, half as much again on the winning side 130."
        " Anne (House Lancaster): 22 points: 1 noble 15, half as much again on the winning side"
        " 7 1/2."
        " Bob (House York): 15 points: 1 noble 15."
        " Cecily (Neville, out of play): 0 points: its line has died out."
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_points_are_written_with_their_fractions(
    theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    plain = BlankSheet.text

    def noted(self: BlankSheet, at: tuple[float, float], words: str, *args: Any, **kw: Any) -> None:
        written.append(words)
        plain(self, at, words, *args, **kw)

    monkeypatch.setattr(BlankSheet, "text", noted)
    draw_victory(finished(), CONTENT, names=NAMES, theme=theme)
    assert written == [
        "Dan", "Percy, serves Lancaster", "390",
        "1 noble", "150", "1 bishop", "65", "1 mercen.", "5", "1 ship", "20", "1 town", "20",
        "won: + half", "130",
        "Anne", "House Lancaster", "22", "1 noble", "15", "won: + half", "7 1/2",
        "Bob", "House York", "15", "1 noble", "15",
        "Cecily", "Neville, out of play", "0", "Nothing counts.",
    ]  # fmt: skip


def test_with_no_room_for_all_the_last_tell_their_points_alone() -> None:
    view = finished()
    long = ScoreSheet(tuple(Points(kind, "x", 10**17) for kind in KINDS))
    crowded = msgspec.structs.replace(view, sheets=(view.sheets[0], long, long, long))
    alt = draw_victory(crowded, CONTENT, names=NAMES).alt
    assert len(alt) <= ALT_LIMIT
    assert alt.endswith(f"Anne (House Lancaster): {view.sheets[0].total}.")
    assert "Dan (Percy, serves Lancaster): 800000000000000000 points: 1 noble" in alt


def test_other_victories_have_the_sheet_they_had() -> None:
    view = msgspec.structs.replace(finished(), sheets=())
    picture = draw_victory(view, CONTENT, names=NAMES)
    assert "points:" not in picture.alt
    assert "Dan: Percy." in picture.alt


def test_an_heiress_who_wears_the_crown_is_a_queen() -> None:
    view = finished()
    heirs = {key: heir for key, heir in view.heirs.items() if key == "henry"}
    margaret = msgspec.structs.replace(view.heirs["margaret"], crowned=True)
    crowned = msgspec.structs.replace(view, heirs={**heirs, "margaret": margaret})
    words = kings_words(crowned, CONTENT)
    assert words == "King Henry VI and Queen Margaret of Anjou reign"
