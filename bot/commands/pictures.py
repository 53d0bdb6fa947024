"""`kingmaker render`: pictures of an exported game; `kingmaker prepare`: the empty maps."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.commands.problem import Problem
from bot.commands.records import read_record
from bot.games import GAMES, game_for, stand_ins, words_for
from bot.rules.kernel import Event, Game, Prompt, Seat
from bot.session.journal.record import parse, play_over
from bot.words.shape import Words
from rendering import THEMES, Animation, Painter, Picture, painter_for

KINDS = ("board", "crop", "moves", "hand", "battle", "parliament", "changes", "victory", "replay")

Events = tuple[Event, ...]


def prepare_maps() -> None:
    """Keep the empty maps of all games with this installation. Raises Problem if its folder cannot
    be written to."""
    try:
        for game, rulesets in GAMES.items():
            for ruleset in rulesets:
                for theme in THEMES:
                    painter = painter_for(game, game_for(game, ruleset).content, None, theme)
                    if painter is not None:
                        painter.prepare()
    except OSError as wrong:
        raise Problem(
            f"The maps cannot be kept with the program: {wrong.strerror}. The bot will draw "
            "them when it first starts and keep them in its data folder. You need not do anything."
        ) from wrong


@dataclass
class Story:
    """A record replayed up to a step, as everybody saw it, with one seat's last view."""

    names: list[str]
    """The players' names at the end."""
    view: Any
    """The view, at the end, of the seat that the pictures are for, or a spectator's."""
    entries: list[Events] = field(default_factory=list)
    """The public events of the set-up and of each decision."""
    views: list[Any] = field(default_factory=list)
    """The spectators' view after each entry."""
    prompts: tuple[Prompt, ...] = ()
    """The questions put to the viewing seat at the end."""
    called: list[list[str]] = field(default_factory=list)
    """The players' names at each entry."""
    deciders: list[Seat | None] = field(default_factory=list)
    """The seat whose decision made each entry, if it was a seat's."""
    turns: list[int] = field(default_factory=list)
    """The entries at which a turn began."""

    def since_turn(self, seat: Seat | None) -> list[Event]:
        """The events since the previous turn, or since the last turn in which this seat made a
        decision."""
        begun = self.turns
        if seat is not None:
            begun = [b for b, end in self._spans() if seat in self.deciders[b + 1 : end + 1]]
        back = 2 if seat is None else 1
        first = begun[-back] if len(begun) >= back else 0
        return [event for entry in self.entries[first:] for event in entry]

    def _spans(self) -> list[tuple[int, int]]:
        """The turns, each from its first entry to its last."""
        return list(zip(self.turns, [*self.turns[1:], len(self.entries) - 1], strict=True))

    def boards(self) -> tuple[list[Any], list[list[str]]]:
        """The spectators' views at the start of each turn and at the end, each with the names used
        at the time."""
        shown = [*self.turns, len(self.views) - 1]
        return [self.views[entry] for entry in shown], [self.called[entry] for entry in shown]


def read_story(data: Any, rules: Game, step: int | None, seat: Seat | None) -> Story:
    """Replay a record. Raises ValueError if the record does not fit."""
    record, story = parse(data), Story([], None)
    for played in play_over(data, rules):
        events = tuple(e for e in played.outcome.events if e.visible_to(None))
        if any(rules.marks_turn(event) for event in events):
            story.turns.append(len(story.entries))
        story.entries.append(events)
        story.called.append([seat.name for seat in record.seats_at(played.number)])
        story.views.append(played.match.view(None))
        story.deciders.append(None if played.decision is None else played.decision.seat)
        if played.number == step:
            break
    story.names = story.called[-1]
    story.view = played.match.view(seat)
    if seat is not None:
        story.prompts = tuple(played.match.asked(seat))
    return story


def render_file(
    file: Path,
    *,
    out: Path,
    kind: str,
    seat: int | None = None,
    area: str | None = None,
    mover: str | None = None,
    step: int | None = None,
    theme: str = "light",
) -> None:
    """Draw a picture of a game after ``step`` decisions (None: all). Raises Problem.

    ``changes`` shows what happened since the previous turn, or since the turn in which ``seat``
    last decided something; ``moves`` shows where a piece of ``seat`` can go; ``replay`` writes an
    animated WebP.
    """
    if kind not in KINDS:
        raise Problem(f"There is no picture called {kind!r}. Choose from {', '.join(KINDS)}.")
    if theme not in THEMES:
        raise Problem(f"There is no theme called {theme!r}. Choose from {', '.join(THEMES)}.")
    data = read_record(file)
    rules = game_for(str(data["game"]), str(data["ruleset"]))
    cited = stand_ins(rules.name, str(data["ruleset"]))
    painter = painter_for(rules.name, rules.content, None, theme, cited)
    if painter is None:
        raise Problem(f"There are no pictures of {rules.name.capitalize()}.")
    seats, eyes = len(data["seats"]), None if seat is None else Seat(seat)
    if seat is not None and not 0 <= seat < seats:
        raise Problem(f"There is no seat {seat}. They are numbered from 0 to {seats - 1}.")
    try:
        story = read_story(data, rules, step, eyes)
    except ValueError as error:
        raise Problem(f"{file} cannot be replayed: {error}") from error
    if area is not None and kind == "board":
        kind = "crop"
    try:
        if kind == "moves":
            words = words_for(rules.name, str(data["ruleset"]))
            picture: Picture | Animation = _moves(story, painter, words, mover)
        else:
            picture = _draw(kind, story, painter, eyes, area)
    except ValueError as error:
        raise Problem(str(error)) from error
    out.write_bytes(picture.webp if isinstance(picture, Animation) else picture.png)
    print(f"{out}: {picture.width} × {picture.height}. {picture.alt}")


def _draw(
    kind: str, story: Story, painter: Painter, seat: Seat | None, area: str | None
) -> Picture | Animation:
    """The picture of this kind. Raises Problem or ValueError."""
    view, names = story.view, story.names
    match kind:
        case "hand":
            if seat is None:
                raise Problem("Say whose hand to draw, with --seat.")
            return painter.hand(view, seat, names)
        case "crop":
            return painter.crop(view, _area(painter, area), names)
        case "battle" | "parliament":
            return _sheet(kind, story, painter)
        case "changes":
            return painter.changes(view, story.since_turn(seat), names) or painter.board(
                view, names
            )
        case "victory":
            return painter.victory(view, names)
        case "replay":
            return painter.replay(*story.boards())
        case _:
            return painter.board(view, names)


def _area(painter: Painter, wanted: str | None) -> str:
    """The id of an area given by its id or its name. Raises Problem if there is no such area."""
    known = painter.areas()
    for area, name in known:
        if wanted is not None and wanted.casefold() in (area, name.casefold()):
            return area
    some = ", ".join(name for _, name in known[:4])
    raise Problem(f"Name a place on the board with --area, such as {some}.")


def _moves(story: Story, painter: Painter, words: Words, mover: str | None) -> Picture:
    """The places where a piece of the viewing seat can go. Raises Problem."""
    movers = words.movers(story.view)
    if not movers:
        raise Problem(
            "Say whose moves to draw, with --seat. That seat must have somebody on the board."
        )
    for key, name in movers.items():
        if mover is not None and mover.casefold() in (key, name.casefold()):
            return painter.moves(story.view, key, story.prompts, story.names)
    raise Problem(f"Name the noble who moves, with --mover: {', '.join(sorted(movers.values()))}.")


def _sheet(kind: str, story: Story, painter: Painter) -> Picture:
    """The newest sheet of this kind, about something finished or still in progress. Raises
    Problem."""
    sheets = [s for s in painter.sheets(story.entries, 0, unfinished=True) if s.kind == kind]
    if not sheets:
        raise Problem(f"There has been no {kind} up to that step. Try a later --step.")
    newest = max(sheets, key=lambda sheet: sheet.last)
    told = story.entries[newest.first : newest.last + 1]
    events = [event for entry in told for event in entry]
    return painter.sheet(newest, story.views[newest.seen - 1], events, story.called[newest.last])
