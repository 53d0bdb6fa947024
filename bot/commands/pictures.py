"""`kingmaker render`: pictures of an exported game."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.commands.problem import Problem
from bot.commands.records import read_record
from bot.games import game_for
from bot.rules.kernel import Event, Game
from bot.rules.kingmaker.facts import AttackDeclared, StormDeclared, TurnBegan
from bot.rules.kingmaker.view import BoardView
from bot.session.record import play_over
from rendering import (
    Animation,
    Picture,
    draw_battle,
    draw_board,
    draw_changes,
    draw_crop,
    draw_hand,
    draw_parliament,
    draw_replay,
    draw_victory,
)

KINDS = ("board", "crop", "hand", "battle", "parliament", "changes", "victory", "replay")


@dataclass
class Story:
    """A record played over up to a step: what happened, and what was to be seen."""

    view: BoardView
    names: list[str]
    events: list[Event] = field(default_factory=list)
    turns: list[BoardView] = field(default_factory=list)
    """The spectators' view as each turn began, and at the end."""
    before_battle: BoardView | None = None
    """The view as the last battle or assault was declared."""
    sitting: BoardView | None = None
    """The view when Parliament last sat and had counted its votes."""

    def since_turn(self, seat: int | None) -> list[Event]:
        """The events since the turn before the one under way began, or since this seat's last."""
        begun = [
            i
            for i, event in enumerate(self.events)
            if isinstance(event, TurnBegan) and seat in (None, event.seat)
        ]
        back = 2 if seat is None else 1
        return self.events[begun[-back] :] if len(begun) >= back else self.events


def read_story(data: Any, rules: Game, step: int | None, seat: int | None) -> Story:
    """Play a record over. Raises ValueError where it does not fit."""
    names = [str(s["name"]) for s in data["seats"]]
    story: Story | None = None
    last = None
    for played in play_over(data, rules):
        last = played.match
        seen: BoardView = last.view(None)
        if story is None:
            story = Story(seen, names)
        events = played.outcome.events
        # Those who fall in a battle are still to be seen in the view from before it.
        if any(isinstance(e, AttackDeclared | StormDeclared) for e in events):
            story.before_battle = story.view
        if any(isinstance(e, TurnBegan) for e in events):
            story.turns.append(seen)
        if seen.sitting is not None and seen.sitting.commons:
            story.sitting = seen
        story.view = seen
        story.events += events
        if played.number == step:
            break
    assert story is not None
    assert last is not None
    story.turns.append(story.view)
    story.view = last.view(seat)
    return story


def render_file(
    file: Path, *, out: Path, seat: int | None, area: str | None, kind: str, step: int | None
) -> None:
    """Draw a picture of a game after ``step`` decisions (None: all). Raises Problem.

    ``changes`` shows what happened since the turn before the one under way, or since the last
    turn of ``seat``; ``replay`` writes an animated WebP.
    """
    if kind not in KINDS:
        raise Problem(f"There is no picture called {kind!r}. Known: {', '.join(KINDS)}.")
    data = read_record(file)
    if data["game"] != "kingmaker":
        raise Problem("Only games of Kingmaker can be drawn.")
    rules = game_for(str(data["game"]), str(data["ruleset"]))
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
        picture = _draw(kind, story, rules.content, seat, area)
    except ValueError as error:
        raise Problem(str(error)) from error
    out.write_bytes(picture.webp if isinstance(picture, Animation) else picture.png)
    print(f"{out}: {picture.width} × {picture.height}. {picture.alt}")


def _draw(
    kind: str, story: Story, content: Any, seat: int | None, area: str | None
) -> Picture | Animation:
    """The picture of this kind. Raises Problem, or ValueError with a sentence."""
    view, names = story.view, story.names
    match kind:
        case "hand":
            if seat is None:
                raise Problem("Say whose hand, with --seat.")
            return draw_hand(view, content, seat, names=names)
        case "crop":
            if area is None or area not in {*content.board.places, *content.board.squares}:
                raise Problem("Name a place or a square with --area, for example --area london.")
            return draw_crop(view, content, centre=area, names=names)
        case "battle":
            return draw_battle(story.before_battle or view, content, story.events, names=names)
        case "parliament":
            seen = view if view.sitting is not None else story.sitting or view
            return draw_parliament(seen, content, story.events, names=names)
        case "changes":
            return draw_changes(view, content, story.since_turn(seat), names=names)
        case "victory":
            return draw_victory(view, content, names=names)
        case "replay":
            return draw_replay(story.turns, content, names=names)
        case _:
            return draw_board(view, content, names=names)
