"""`kingmaker render`: pictures of an exported game."""

from __future__ import annotations

from pathlib import Path

from bot.commands.problem import Problem
from bot.commands.records import read_record
from bot.games import game_for
from bot.session.record import import_match

KINDS = ("board", "crop", "hand")


def render_file(
    file: Path, *, out: Path, seat: int | None, area: str | None, kind: str, step: int | None
) -> None:
    """Draw a picture of a game after ``step`` decisions (None: all). Raises Problem."""
    from rendering import draw_board, draw_crop, draw_hand

    if kind not in KINDS:
        raise Problem(f"There is no picture called {kind!r}. Known: {', '.join(KINDS)}.")
    data = read_record(file)
    rules = game_for(str(data["game"]), str(data["ruleset"]))
    seats = len(data["seats"])
    if seat is not None and not 0 <= seat < seats:
        raise Problem(f"There is no seat {seat}; they are numbered from 0 to {seats - 1}.")
    try:
        match = import_match(data, rules, step)
    except ValueError as error:
        raise Problem(f"{file} cannot be replayed: {error}") from error
    view, content = match.view(seat), rules.content
    if kind == "hand":
        if seat is None:
            raise Problem("Say whose hand, with --seat.")
        picture = draw_hand(view, content, seat)
    elif kind == "crop" or area is not None:
        if area is None or area not in {*content.board.places, *content.board.squares}:
            raise Problem("Name a place or a square with --area, for example --area london.")
        picture = draw_crop(view, content, centre=area)
    else:
        picture = draw_board(view, content)
    out.write_bytes(picture.png)
    print(f"{out}: {picture.width} × {picture.height}. {picture.alt}")
