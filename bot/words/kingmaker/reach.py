"""A noble's reach in words: the ways open to him, and each rule that ends them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kingmaker.ids import SquareId
from bot.rules.kingmaker.prospects.reach import Reach
from bot.words.kingmaker.names import Lexicon, square_label

_MOST = 12


def reach_text(lex: Lexicon, reach: Reach, *, stops: bool = True) -> str:
    """The ways open to a noble and, with `stops`, the things that end them, a line each."""
    who = lex.kind(reach.noble)
    when = "can still go" if reach.now else "could go in his movement phase"
    if not reach.anywhere:
        lines = [f"{who} stays where he is ({spot(lex, reach.origin)})."]
    else:
        lines = [f"{who} {when}, from {spot(lex, reach.origin)}:"]
    if reach.marches:
        far = max(reach.marches.values())
        by_steps = (
            f"{steps}: {listed(lex, [s for s, cost in reach.marches.items() if cost == steps])}"
            for steps in range(1, far + 1)
        )
        lines += ["On foot, by squares marched:", *(f"- {line}" for line in by_steps)]
    if reach.rides:
        lines.append(f"By road: {listed(lex, reach.rides)}.")
    if reach.sails:
        lines.append(f"By ship: {listed(lex, reach.sails)}.")
    return "\n".join([*lines, *(stop_lines(lex, reach) if stops else ())])


def stop_lines(lex: Lexicon, reach: Reach) -> list[str]:
    """The things that end or block the ways, each with its rule and place."""
    lines = []
    for stop in reach.stops:
        where = [at for at in stop.at if at != reach.origin]
        head = f"{listed(lex, where)}: " if where else ""
        lines.append(lex.cite(f"{head}{stop.why}", stop.rule))
    return lines


def spot(lex: Lexicon, where: str) -> str:
    """A square with the places in it, a port, or a sea square: `S21 London`, `M19`."""
    square = lex.board.squares.get(SquareId(where))
    if square is None:
        return lex.kind(where)
    places = " and ".join(lex.board.places[p].name for p in square.places)
    return f"{square_label(where)} {places}".rstrip()


def listed(lex: Lexicon, where: Sequence[str]) -> str:
    """A list of squares, ports and seas, the ones with places first; a long list is cut short."""
    known = sorted(
        where, key=lambda w: w in lex.board.squares and not lex.board.squares[SquareId(w)].places
    )
    names = [spot(lex, w) for w in known[:_MOST]]
    more = len(known) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")
