"""One board for one viewer: what is on it for all to see, and what the viewer may do.

The board itself is made from the spectators' view alone, and is the same for everybody; only what
is offered is the viewer's own.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bot.board.offered import Offered, offered
from bot.session import GameSession
from cogs.ui.names import bare_names
from cogs.ui.replies import words_of
from rendering.canvas.touch import TouchBoard


class Document(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that a page shows of a game."""

    game: str
    phase: str
    glance: tuple[tuple[str, str], ...]
    board: TouchBoard
    offers: Offered
    seat: int | None = None


def document(session: GameSession, board: TouchBoard, seat: int | None) -> Document:
    """The game as this seat (None: a spectator) has it before its eyes, with its board as laid."""
    words, view, who = words_of(session), session.view(None), bare_names(session)
    return Document(
        game=session.id,
        phase=words.phase(view, who),
        glance=tuple(words.at_a_glance(view, session.standings(), who)),
        board=board,
        offers=offered(session, seat),
        seat=seat,
    )


def difference(before: Any, after: Any) -> Any:
    """What turns one document, as plain data, into another: a merge patch as of RFC 7396."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return after
    gone = dict.fromkeys(before.keys() - after.keys())
    changed = {
        key: difference(before.get(key), value)
        for key, value in after.items()
        if before.get(key) != value
    }
    return gone | changed
