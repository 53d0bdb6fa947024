"""`kingmaker render`: pictures of an exported game."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.commands.problem import Problem
from bot.commands.records import read_record
from bot.games import game_for
from bot.rules.kernel import Event, Game
from bot.session.record import play_over
from rendering import Animation, Painter, Picture, painter_for

KINDS = ("board", "crop", "hand", "battle", "parliament", "changes", "victory", "replay")

Events = tuple[Event, ...]


@dataclass
class Story:
    """A record played over up to a step, as everybody was told it, with one seat's last view."""

    names: list[str]
    view: Any
    """The view of the seat that the pictures are for, or a spectator's, at the end."""
    entries: list[Events] = field(default_factory=list)
    """The public events of the set-up and of each decision."""
    views: list[Any] = field(default_factory=list)
    """The spectators' view after each of them."""
    deciders: list[int | None] = field(default_factory=list)
    """The seat that decided, if it was a seat."""
    turns: list[int] = field(default_factory=list)
    """The entries with which a turn began."""

    def since_turn(self, seat: int | None) -> list[Event]:
        """The events since the turn before this one, or the last in which this seat decided."""
        begun = self.turns
        if seat is not None:
            begun = [b for b, end in self._spans() if seat in self.deciders[b + 1 : end + 1]]
        back = 2 if seat is None else 1
        first = begun[-back] if len(begun) >= back else 0
        return [event for entry in self.entries[first:] for event in entry]

    def _spans(self) -> list[tuple[int, int]]:
        """The turns, each from the entry with which it began to that with which it ended."""
        return list(zip(self.turns, [*self.turns[1:], len(self.entries) - 1], strict=True))

    def boards(self) -> list[Any]:
        """The spectators' view as each turn began, and at the end."""
        return [*(self.views[turn] for turn in self.turns), self.views[-1]]


def read_story(data: Any, rules: Game, step: int | None, seat: int | None) -> Story:
    """Play a record over. Raises ValueError where it does not fit."""
    story = Story([str(s["name"]) for s in data["seats"]], None)
    for played in play_over(data, rules):
        events = tuple(e for e in played.outcome.events if e.visible_to(None))
        if any(rules.marks_turn(event) for event in events):
            story.turns.append(len(story.entries))
        story.entries.append(events)
        story.views.append(played.match.view(None))
        story.deciders.append(None if played.decision is None else played.decision.seat)
        if played.number == step:
            break
    story.view = played.match.view(seat)
    return story


def render_file(
    file: Path, *, out: Path, seat: int | None, area: str | None, kind: str, step: int | None
) -> None:
    """Draw a picture of a game after ``step`` decisions (None: all). Raises Problem.

    ``changes`` shows what happened since the turn before the one under way, or since the turn in
    which ``seat`` last decided something; ``replay`` writes an animated WebP.
    """
    if kind not in KINDS:
        raise Problem(f"There is no picture called {kind!r}. Known: {', '.join(KINDS)}.")
    data = read_record(file)
    rules = game_for(str(data["game"]), str(data["ruleset"]))
    painter = painter_for(rules.name, rules.content)
    if painter is None:
        raise Problem(f"There are no pictures of {rules.name.capitalize()}.")
    seats = len(data["seats"])
    if seat is not None and not 0 <= seat < seats:
        raise Problem(f"There is no seat {seat}; they are numbered from 0 to {seats - 1}.")
    try:
        story = read_story(data, rules, step, seat)
    except ValueError as error:
        raise Problem(f"{file} cannot be replayed: {error}") from error
    if area is not None and kind == "board":
        kind = "crop"
    try:
        picture = _draw(kind, story, painter, seat, area)
    except ValueError as error:
        raise Problem(str(error)) from error
    out.write_bytes(picture.webp if isinstance(picture, Animation) else picture.png)
    print(f"{out}: {picture.width} × {picture.height}. {picture.alt}")


def _draw(
    kind: str, story: Story, painter: Painter, seat: int | None, area: str | None
) -> Picture | Animation:
    """The picture of this kind. Raises Problem, or ValueError with a sentence."""
    view, names = story.view, story.names
    match kind:
        case "hand":
            if seat is None:
                raise Problem("Say whose hand, with --seat.")
            return painter.hand(view, seat, names)
        case "crop":
            known = dict(painter.areas())
            if area not in known:
                some = ", ".join(list(known)[:4])
                raise Problem(f"Name a place on the board with --area, such as {some}.")
            return painter.crop(view, area, names)
        case "battle" | "parliament":
            return _sheet(kind, story, painter)
        case "changes":
            return painter.changes(view, story.since_turn(seat), names) or painter.board(
                view, names
            )
        case "victory":
            return painter.victory(view, names)
        case "replay":
            return painter.replay(story.boards(), names)
        case _:
            return painter.board(view, names)


def _sheet(kind: str, story: Story, painter: Painter) -> Picture:
    """The newest sheet of this kind, of something finished or under way. Raises Problem."""
    sheets = [s for s in painter.sheets(story.entries, 0, unfinished=True) if s.kind == kind]
    if not sheets:
        raise Problem(f"There has been no {kind} to show up to there.")
    newest = max(sheets, key=lambda sheet: sheet.last)
    told = story.entries[newest.first : newest.last + 1]
    events = [event for entry in told for event in entry]
    return painter.sheet(newest, story.views[newest.seen - 1], events, story.names)
