"""One board for one viewer: what everybody can see on it, and what the viewer may do.

The board itself is made from the spectators' view alone, and is the same for everybody; only the
offers and the hand are the viewer's own.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bot.board.offered import Offered, offered
from bot.rules.kernel import Seat
from bot.session import GameSession
from cogs.ui.choosing.deadlines import own_time
from cogs.ui.choosing.panel import why_no_undo
from cogs.ui.names import bare_names, names
from cogs.ui.replies import is_on, words_of
from rendering.canvas.touch import Box, Laid, TouchBoard

_FEW = 8


class Document(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that a page shows of a game."""

    game: str
    phase: str
    glance: tuple[tuple[str, str], ...]
    board: TouchBoard
    offers: Offered
    seat: Seat | None = None
    hand: tuple[str, ...] = ()
    """Everything in the seat's hand, line by line."""
    until: str = ""
    """The time by which the seat has to answer."""
    back: bool = False
    """Whether the seat's last step could be taken back."""
    locked: bool = False
    """Whether the viewer has a seat whose hand is not shown here yet."""
    near: dict[str, tuple[Box, ...]] = {}
    """Where the squares and spots are that can be touched now, if there are only a few: to show
    these, the page need not fetch all the squares and spots of the board."""


async def shown_to(
    session: GameSession, laid: Laid, seat: Seat | None, *, locked: bool = False
) -> Document:
    """The game as this seat (None: a spectator) sees it, with its board as laid out."""
    made = document(session, laid, seat)
    if seat is None or not is_on(session):
        return msgspec.structs.replace(made, locked=locked)
    until = await own_time(session, seat, with_default=False)
    return msgspec.structs.replace(made, until=until, back=await why_no_undo(session, seat) is None)


def document(session: GameSession, laid: Laid, seat: Seat | None) -> Document:
    """The document without the parts that must be looked up: the deadline, and whether a step can
    be undone."""
    words, view, who = words_of(session), session.view(None), bare_names(session)
    offers, near = offered(session, seat), dict[str, tuple[Box, ...]]()
    if laid.land is not None:
        near = {place: boxes for place in offers.live if (boxes := laid.land.boxes(place))}
        live = (each for each in offers.live if each in near or each in laid.board.counters)
        offers = msgspec.structs.replace(offers, live=tuple(live))
    return Document(
        game=session.id,
        phase=words.phase(view, who),
        glance=tuple(words.at_a_glance(view, session.standings(), who)),
        board=laid.board,
        offers=offers,
        seat=seat,
        hand=() if seat is None else _hand(session, seat),
        near=near if len(near) <= _FEW else {},
    )


def _hand(session: GameSession, seat: Seat) -> tuple[str, ...]:
    view = session.view(seat)
    return tuple(words_of(session).card_lines(view, seat, names(session)))


def difference(before: Any, after: Any) -> Any:
    """The merge patch (RFC 7396) that turns one document, as plain data, into another."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return after
    gone = dict.fromkeys(before.keys() - after.keys())
    changed = {
        key: difference(before.get(key), value)
        for key, value in after.items()
        if before.get(key) != value
    }
    return gone | changed
