"""The sheet of a Parliament: both houses as half circles by seat, its business, and the roll
call."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bot.rules.kernel import Event, Seat, every_seat, with_seats
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import CardId
from bot.rules.kingmaker.view import BoardView
from bot.words.phrases import listed
from rendering.canvas.blank_sheet import EDGE, BlankSheet, seat_badge
from rendering.canvas.encoding import Picture
from rendering.canvas.fonts import Style
from rendering.canvas.heraldry import INK, on_colour
from rendering.canvas.pen import Point
from rendering.canvas.seats import seat_name
from rendering.canvas.theme import faction_mark, theme_named
from rendering.kingmaker.adapter import camp_of, seat_names
from rendering.kingmaker.camps import sided_badge
from rendering.kingmaker.card_faces import CARD, GAP, card_in_palette, crown_faces, sheet_palette
from rendering.kingmaker.counters.arms import face_sprite, has_face
from rendering.kingmaker.counters.counters import big_arms
from rendering.kingmaker.happenings import public

WIDTH = 1140
_MOST_DOTS = 160
"""If a house has more votes than this, one dot stands for several votes."""

_VOTES = {"yea": "Yea", "nay": "Nay", "abstain": "Abstains"}


@dataclass(frozen=True, slots=True)
class Tally:
    """The votes in both houses by seat, and the last roll call with its subject."""

    commons: tuple[int, ...]
    lords: tuple[int, ...]
    ballot: facts.BallotClosed | None
    motion: facts.Proposed | None


def tally_of(view: BoardView, events: Sequence[Event]) -> Tally:
    """The votes according to the view and the public events. Raises `ValueError` if there are no
    votes."""
    commons: tuple[int, ...] = ()
    lords: tuple[int, ...] = ()
    ballot: facts.BallotClosed | None = None
    motion: facts.Proposed | None = None
    asked: facts.Proposed | None = None
    for event in public(events):
        match event:
            case facts.ParliamentCalled():
                ballot = motion = asked = None
            case facts.Proposed():
                asked = event
            case facts.BallotClosed():
                ballot, motion, asked = event, asked, None
            case facts.VotesCounted():
                commons, lords = event.commons, event.lords
    if view.sitting is not None and view.sitting.commons:
        commons, lords = tuple(view.sitting.commons), tuple(view.sitting.lords)
    if not commons and not lords:
        raise ValueError("No votes have been counted: no Parliament has met.")
    return Tally(commons, lords, ballot, motion)


def parliament_picture(
    view: BoardView,
    content: Content,
    events: Sequence[Event],
    names: Sequence[str] | None,
    theme_name: str,
    faces: Sequence[str] = (),
) -> Picture:
    """Both houses by seat, the last roll call among the public events, the nobles present, and the
    cards in the Chancery while Parliament sits.

    Raises `ValueError` if there are no votes in the view or in the events.
    """
    tally, called = tally_of(view, events), seat_names(view, names)
    return _Sheet(view, content, tally, called, theme_name, faces).draw()


class _Sheet:
    def __init__(
        self,
        view: BoardView,
        content: Content,
        tally: Tally,
        names: list[str],
        theme_name: str,
        faces: Sequence[str],
    ) -> None:
        self.view, self.content, self.tally, self.names = view, content, tally, names
        self.faces = dict(enumerate(faces))
        sitting = view.sitting
        self.attending = [k for k in (sitting.attending if sitting else ()) if k in view.nobles]
        self.cards = [c for c in view.chancery_cards if c in content.crown]
        self.rows = -(-len(self.attending) // 12)
        self.card_rows = -(-len(self.cards) // 3)
        self.seats = len(view.seats)
        height = 498 + 44 * self.seats + 40
        height += 60 + 118 * self.rows if self.rows else 0
        height += 60 + self.card_rows * (CARD[1] + GAP) if self.cards else 0
        self.page = BlankSheet(WIDTH, height, theme_named(theme_name))

    def draw(self) -> Picture:
        page = self.page
        page.title(self._title(), self._below())
        middle = WIDTH / 4 + 10
        self._house((middle, 378), "Lords", self.tally.lords)
        self._house((WIDTH - middle, 378), "Commons", self.tally.commons)
        y = self._roll_call(428)
        if self.attending:
            y = self._members(y)
        if self.cards:
            self._chancery(y)
        return page.finish(self.alt(), sheet_palette(page.theme))

    def _title(self) -> str:
        sitting = self.view.sitting
        if sitting is None:
            return "The votes of both Houses"
        return f"Parliament at {self.content.board.places[sitting.place].name}"

    def _below(self) -> str:
        parts = [f"Round {self.view.round}"]
        if self.view.sitting is not None:
            parts.append(f"called by {self.who(self.view.sitting.caller)}")
        if self.tally.ballot is not None:
            motion = self.motion()
            parts.append(f"{motion} {'carried' if self.tally.ballot.passed else 'lost'}")
        return " · ".join(parts)

    def who(self, seat: Seat) -> str:
        return seat_name(seat, self.names)

    def motion(self) -> str:
        """The subject of the vote, in words."""
        asked = self.tally.motion
        if asked is None:
            return "the motion"
        crown, heirs = self.content.crown, self.content.heirs
        noble = crown[asked.noble].name if asked.noble in crown else "a noble"
        if asked.kind == "illegitimate" and asked.heir is not None:
            name = heirs[asked.heir].name if asked.heir in heirs else crown[CardId(asked.heir)].name
            return f"{name} no King:"
        if asked.card in crown:
            return f"{crown[asked.card].name} for {noble}:"
        return "the motion"

    # The houses

    def _house(self, centre: Point, name: str, votes: Sequence[int]) -> None:
        """Draw a half circle of dots, one per vote (in a large house, one for several), grouped by
        seat from left to right.
        """
        page, total = self.page, sum(votes)
        edge = INK if page.theme.name == "light" else page.theme.stone_shade
        cx, cy = centre
        each = max(1, -(-total // _MOST_DOTS))
        counts = [-(-v // each) for v in votes]
        spots = hemicycle(sum(counts), 236.0, 84.0)
        seats = [s for s, n in with_seats(counts) for _ in range(n)]
        for (x, y, r), seat in zip(spots, seats, strict=True):
            mark = faction_mark(seat)
            box = [cx + x - r, cy + y - r, cx + x + r, cy + y + r]
            page.draw.ellipse(box, fill=mark.colour, outline=edge, width=2 if r > 7 else 1)
            if r >= 7.5:
                style = Style("number", r * 1.25)
                page.centred((cx + x, cy + y), mark.letter, style, on_colour(mark.colour))
        page.centred((cx, cy - 30), str(total), Style("number", 46))
        page.centred((cx, cy + 8), name, Style("capitals", 25, 1.0), page.strong)
        if each > 1:
            page.centred(
                (cx, cy + 36), (f"a dot for every {each} votes"), Style("italic", 19), page.soft
            )

    # The roll call

    def _roll_call(self, y: int) -> int:
        page, ballot = self.page, self.tally.ballot
        heads = ((620, "Lords"), (760, "Commons"), (920, "Vote" if ballot else ""))
        for x, words in heads:
            page.centred((x, y + 16), words, Style("bold", 23), page.strong)
        y += 36
        for seat in every_seat(self.seats):
            page.draw.line([(EDGE, y), (WIDTH - EDGE, y)], fill=page.theme.card_edge, width=1)
            page.paste(sided_badge(seat, 36, camp_of(self.view, seat)), EDGE + 6, y + 4)
            across = 0
            if has_face(self.faces.get(seat, "")):
                page.paste(face_sprite(self.faces[seat], 32, 38), EDGE + 54, y + 3)
                across = 42
            page.text(
                (EDGE + 56 + across, y + 31), self.who(seat), Style("bold", 25), room=440 - across
            )
            for x, votes in ((620, self.tally.lords), (760, self.tally.commons)):
                given = str(votes[seat]) if seat < len(votes) else "0"
                page.centred((x, y + 22), given, Style("number", 25))
            if ballot is not None and seat < len(ballot.votes):
                self._vote(920, y + 22, ballot.votes[seat])
            y += 44
        if ballot is not None:
            page.draw.line([(EDGE, y), (WIDTH - EDGE, y)], fill=page.theme.card_edge, width=2)
            words = (
                f"Lords {ballot.lords[0]} to {ballot.lords[1]}, "
                f"Commons {ballot.commons[0]} to {ballot.commons[1]}: "
                + ("carried" if ballot.passed else "lost")
            )
            page.text((EDGE + 8, y + 31), words, Style("bold", 24), page.strong)
        return y + 50

    def _vote(self, x: float, y: float, vote: str) -> None:
        """Draw a tick, a cross or a dash, and the word."""
        draw, ink = self.page.draw, self.page.ink
        if vote == "yea":
            draw.line([(x - 62, y), (x - 54, y + 9), (x - 40, y - 10)], fill=ink, width=5)
        elif vote == "nay":
            draw.line([(x - 61, y - 9), (x - 43, y + 9)], fill=ink, width=5)
            draw.line([(x - 61, y + 9), (x - 43, y - 9)], fill=ink, width=5)
        else:
            draw.line([(x - 62, y), (x - 42, y)], fill=ink, width=5)
        self.page.text((x - 28, y + 8), _VOTES.get(vote, vote), Style("bold", 24))

    # The people present, and the cards to give away

    def _members(self, y: int) -> int:
        page = self.page
        page.text((EDGE + 8, y + 34), "In attendance", Style("bold", 27), page.strong)
        y += 50
        pitch = (WIDTH - 2 * EDGE) // 12
        for i, key in enumerate(self.attending):
            row, col = divmod(i, 12)
            x, top, seat = EDGE + col * pitch, y + row * 118, self.view.nobles[key].seat
            page.paste(big_arms(key, seat, 62, 74), x + (pitch - 62) / 2, top)
            page.paste(seat_badge(seat, 26), x + pitch - 34, top + 52)
            name = self.content.crown[key].name
            page.centred((x + pitch / 2, top + 92), name, Style("bold", 18), room=pitch - 4)
        return y + 118 * self.rows + 10

    def _chancery(self, y: int) -> None:
        page = self.page
        page.text((EDGE + 8, y + 34), "In the Chancery", Style("bold", 27), page.strong)
        y += 48
        left = (WIDTH - 3 * CARD[0] - 2 * GAP) // 2
        for i, face in enumerate(crown_faces(self.cards, self.content)):
            row, col = divmod(i, 3)
            at = left + col * (CARD[0] + GAP), y + row * (CARD[1] + GAP)
            page.image.paste(card_in_palette(face, page.theme), at)

    def alt(self) -> str:
        """The sheet in words."""
        parts = [f"{self._title()}, {self._below()}."]
        for seat in every_seat(self.seats):
            lords, commons = (
                v[seat] if seat < len(v) else 0 for v in (self.tally.lords, self.tally.commons)
            )
            words = f"{self.who(seat)}: Lords {lords}, Commons {commons}"
            ballot = self.tally.ballot
            if ballot is not None and seat < len(ballot.votes):
                words += f", {_VOTES.get(ballot.votes[seat], ballot.votes[seat]).lower()}"
            parts.append(words + ".")
        if self.cards:
            names = listed([self.content.crown[c].name for c in self.cards])
            parts.append(f"In the Chancery: {names}.")
        return " ".join(parts)


def hemicycle(count: int, outer: float, inner: float) -> list[tuple[float, float, float]]:
    """Places for `count` dots in a half ring above the origin, from left to right: x, y and radius.

    Dots at the same angle follow one another, so that a run of them fills a sector.
    """
    if count <= 0:
        return []
    rows = next((n for n in range(2, 12) if sum(_row_sizes(n, outer, inner)) >= count), 12)
    sizes = _row_sizes(rows, outer, inner)
    step = (outer - inner) / max(1, rows - 1)
    share = count / sum(sizes)
    wanted = [max(1, round(s * share)) for s in sizes]
    # Rounding may leave the total a few dots out: correct it in the outer rows, where there is most
    # room.
    at = len(wanted) - 1
    while sum(wanted) != count:
        wanted[at] = max(0, wanted[at] + (1 if sum(wanted) < count else -1))
        at = at - 1 if at else len(wanted) - 1
    radius = min(step * 0.45, 17.0)
    out = []
    for row, dots in enumerate(wanted):
        away = inner + row * step
        for i in range(dots):
            angle = math.pi * (1 - (i + 0.5) / dots)
            out.append((angle, away))
    out.sort(key=lambda spot: (-spot[0], spot[1]))
    return [(math.cos(a) * d, -math.sin(a) * d, radius) for a, d in out]


def _row_sizes(rows: int, outer: float, inner: float) -> list[int]:
    """The number of dots that fit in each row when the rows are evenly spaced."""
    step = (outer - inner) / max(1, rows - 1)
    return [int(math.pi * (inner + i * step) / (min(step, 38.0))) for i in range(rows)]
