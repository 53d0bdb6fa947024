"""Every name in a picture of changes can be read in a chat on a phone, game after game.

The sizes are those the drawing asks for as it writes, at the width that a chat gives a picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.games import game_for
from bot.rules.kernel import Event
from bot.rules.kingmaker import facts
from bot.session.journal.record import play_over
from rendering.canvas.encoding import Picture
from rendering.canvas.fonts import fitted
from rendering.kingmaker import board, camps
from rendering.kingmaker.adapter import board_of
from rendering.kingmaker.changes import windows_of
from rendering.kingmaker.counters import counters
from rendering.kingmaker.happenings import read_changes
from tests.rendering.drawing import draw_changes
from tests.tools.make_goldens import record_of

CHAT = 550
"""The width in pixels that a chat on a phone gives a picture."""

LEGIBLE = 10.0
NAMES = ("Alice", "Bertrand of Rye", "Chloë", "Dafydd", "Éléonore", "Fulk", "Gilbert")
RULES, OLDER = Path("tests/rules/kingmaker/fixtures"), Path("tests/fixtures/edition_1")
GAMES = (
    (RULES / "house-7-mixed.json.zst", "house"),
    (OLDER / "kingmaker-families-5.json.zst", "families"),
    (RULES / "house-2-steward.json.zst", "house"),
    (RULES / "house-3-steward.json.zst", "house"),
    (RULES / "house-4-mixed.json.zst", "house"),
    (RULES / "house-5-steward.json.zst", "house"),
    (RULES / "house-6-random.json.zst", "house"),
    (OLDER / "kingmaker-classic-3.json.zst", "classic"),
    (OLDER / "kingmaker-classic-5.json.zst", "classic"),
    (OLDER / "kingmaker-ishkibibble-5.json.zst", "ishkibibble"),
)
"""Ten games that computers played."""

Sizes = dict[str, float]
Measured = Callable[[Path, str, int], Iterator[tuple[Picture, Sizes]]]


@pytest.fixture
def measured(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Measured:
    """The pictures of some turns of a game, and for each the smallest size of every name in it."""
    written: Sizes = {}

    def note(text: str, size: float) -> None:
        if any(char.isalpha() for char in text) and len(text) > 1:
            written[text] = min(size, written.get(text, size))

    def paint_names(image: Any, base: Any, places: Any, seas: Any, k: int, origin: Any) -> None:
        for label in (*places, *seas):
            note(" ".join(label.lines), label.style.size * k)
        names(image, base, places, seas, k, origin)

    def draw_text(draw: Any, at: Any, text: str, style: Any, *more: Any, **named: Any) -> None:
        note(text, style.size)
        text_of(draw, at, text, style, *more, **named)

    def draw_centred(draw: Any, at: Any, text: str, style: Any, *more: Any, **named: Any) -> None:
        room = named.get("max_width")
        note(text, style.size if room is None else fitted(text, style, room).size)
        centred(draw, at, text, style, *more, **named)

    names, text_of, centred = board.paint_names, board.draw_text, counters.draw_centred
    monkeypatch.setattr(board, "paint_names", paint_names)
    monkeypatch.setattr(board, "draw_text", draw_text)
    monkeypatch.setattr(camps, "draw_text", draw_text)
    monkeypatch.setattr(counters, "draw_centred", draw_centred)

    def of(record: Path, ruleset: str, every: int) -> Iterator[tuple[Picture, Sizes]]:
        content = game_for("kingmaker", ruleset).content
        for number, (view, told) in enumerate(_turns(record, ruleset)):
            if number % every or not windows_of(board_of(content), _read(told, content, view)):
                continue
            written.clear()
            for kept in (counters.shield, counters.heir_token, counters.ship_token):
                kept.cache_clear()
            picture = draw_changes(view, content, told, names=NAMES, cache_dir=cache)
            yield picture, {text: size * CHAT / picture.width for text, size in written.items()}

    return of


def _turns(record: Path, ruleset: str) -> Iterator[tuple[Any, list[Event]]]:
    """What everybody saw after each turn, and the turn's public facts."""
    told: list[Event] = []
    for played in play_over(record_of(record), game_for("kingmaker", ruleset)):
        seen = [event for event in played.outcome.events if event.visible_to(None)]
        for event in seen:
            if isinstance(event, facts.TurnBegan):
                yield played.match.view(None), told
                told = []
            told.append(event)


def _read(told: Sequence[Event], content: Any, view: Any) -> Any:
    return read_changes(told, content, NAMES, view)


def _illegible(pictures: Iterator[tuple[Picture, Sizes]]) -> tuple[int, list[Sizes]]:
    """How many pictures there are, and the names that are too small in those that have any."""
    small = [
        {text: round(size, 1) for text, size in sizes.items() if size < LEGIBLE}
        for _, sizes in pictures
    ]
    return len(small), [found for found in small if found]


@pytest.mark.parametrize(("game", "every"), [(GAMES[0], 8), (GAMES[1], 1)])
def test_every_name_can_be_read_on_a_phone(
    game: tuple[Path, str], every: int, measured: Measured
) -> None:
    count, small = _illegible(measured(*game, every))
    assert count >= 6
    assert small == []


@pytest.mark.long
def test_nearly_every_name_of_ten_games_can_be_read(measured: Measured) -> None:
    found = [_illegible(measured(*game, 1)) for game in GAMES]
    small = [names for _, those in found for names in those]
    assert sum(count for count, _ in found) >= 300
    assert len(small) <= 0.05 * sum(count for count, _ in found), small[:20]
