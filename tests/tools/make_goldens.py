"""Redraws the golden pictures in tests/rendering/golden: `python -m tests.tools.make_goldens`.

Run it after a change that is meant to change pictures, and look at every changed picture before
committing it. With `--scenes`, the scenes themselves are also taken again from a fixture of each
game.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

import zstandard
from PIL import Image

from bot.games import game_for
from bot.rules.kernel import Event, Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.view import BoardView
from bot.rules.lancaster.view import BoardView as LancasterView
from bot.session.journal.record import play_over
from tests.rendering import lancaster_gallery
from tests.rendering.gallery import (
    EXACT,
    KINDS,
    THEMES,
    Scenes,
    differences,
    digest,
    draw,
    drawn_by,
    golden,
    keep,
    save_scenes,
    shrunk,
)

FIXTURE = Path("tests/rules/kingmaker/fixtures/house-5-steward.json.zst")
BUSY = 489
"""After this many decisions, the board is busy: two Kings, captives and the King's Peace."""

MOVING = 290
"""After this many decisions, the player whose turn it is can move."""


FAMILIES = Path("tests/fixtures/edition_1/kingmaker-families-5.json.zst")
"""A short game with sides: a card decides its battle, and points decide the game."""

LANCASTER = Path("tests/rules/lancaster/fixtures/standard-5-random.json.zst")
SETTLED = 3
"""The round of Lancaster in which the table is shown, once all knights are placed."""


def record_of(fixture: Path) -> Any:
    """The export stored in a fixture."""
    return json.loads(zstandard.ZstdDecompressor().decompress(fixture.read_bytes()))


def take_lancaster() -> lancaster_gallery.Scenes:
    """The scenes from Lancaster's fixture."""
    seen: dict[str, LancasterView] = {}
    told: list[Event] = []
    until = 0
    for played in play_over(record_of(LANCASTER), game_for("lancaster", "standard")):
        view: LancasterView = played.match.view(None)
        told += [e for e in played.outcome.events if e.visible_to(None)]
        if view.round == SETTLED and view.phase == "placing":
            seen["table"], seen["own"] = view, played.match.view(1)
            until = len(told)
        seen["end"] = view
    return lancaster_gallery.Scenes(seen["table"], seen["own"], seen["end"], tuple(told[:until]))


def take_scenes() -> Scenes:
    """The scenes from Kingmaker's fixture."""
    data = record_of(FIXTURE)
    views: dict[str, BoardView] = {}
    turns: list[BoardView] = []
    told: list[Event] = []
    found: dict[str, tuple[Event, ...]] = {}
    since = {"turn": 0, "battle": 0, "parliament": 0}
    before: BoardView | None = None
    for played in play_over(data, game_for("kingmaker", "house")):
        match = played.match
        view: BoardView = match.view(None)
        events = [e for e in played.outcome.events if e.visible_to(None)]
        for event in events:
            if isinstance(event, facts.TurnBegan):
                turns.append(view)
                since["turn"] = max(0, len(told) - 60)
            if isinstance(event, facts.AttackDeclared):
                since["battle"] = len(told)
                views["battle"] = before or view
            if isinstance(event, facts.ParliamentCalled):
                since["parliament"] = len(told)
            told.append(event)
            if isinstance(event, facts.BattleRolled):
                found["battle"] = ()
        if found.get("battle") == () and not any(
            isinstance(e, facts.AttackDeclared) for e in events
        ):
            found["battle"] = tuple(told[since["battle"] :])
        if view.sitting is not None and view.sitting.commons:
            views["parliament"] = view
            found["parliament"] = tuple(told[since["parliament"] :])
        if played.number == BUSY:
            views["busy"] = view
            found["turn"] = tuple(told[since["turn"] :])
        if played.number == MOVING:
            views["own"] = match.view(view.active)
        before = view
    assert before is not None
    views["end"] = before
    for played in play_over(record_of(FAMILIES), game_for("kingmaker", "families")):
        view = played.match.view(None)
        told = [event for event in played.outcome.events if event.visible_to(None)]
        if any(isinstance(event, facts.AttackDeclared) for event in told):
            views["by_card"], found["by_card"] = views["camps"], tuple(told)
        if view.result is None:
            views["camps"], views["serves"] = view, played.match.view(Seat(2))
        views["points"] = view
    # Six turns are enough to show what a replay looks like, and are quickly drawn.
    return Scenes(views, found, (*turns[:: max(1, len(turns) // 5)], before))


def redraw(file: Path, drawn: bytes) -> None:
    """Store a picture if it differs from the one stored before."""
    image = shrunk(drawn)
    if file.exists():
        with Image.open(file) as old:
            if old.size == image.size and differences(old, image)[1] < 1:
                return
    keep(image, file)
    print(f"{file}: {image.width} × {image.height}, {file.stat().st_size // 1000} kB")


def main() -> None:
    """Draw all the pictures, and say which have changed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", action="store_true", help="take the scenes again as well")
    if parser.parse_args().scenes:
        save_scenes(take_scenes())
        lancaster_gallery.save_scenes(take_lancaster())
    pictures = {}
    with tempfile.TemporaryDirectory() as folder:
        for theme in THEMES:
            for kind in KINDS:
                pictures[golden(kind, theme)] = draw(kind, theme, Path(folder))
            for kind in lancaster_gallery.KINDS:
                pictures[golden(kind, theme)] = lancaster_gallery.draw(kind, theme)
    for file, drawn in pictures.items():
        redraw(file, drawn)
    pixels = {file.stem: digest(drawn) for file, drawn in sorted(pictures.items())}
    exact = {"drawn_by": drawn_by(), "pixels": pixels}
    EXACT.write_text(json.dumps(exact, indent=2) + "\n")


if __name__ == "__main__":
    main()
