"""The sheet at the end of a game: who won and how, and what each faction has left.

The sheet at the end of a game decided by points: who won, and how everybody's points add up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from bot.rules.kernel import Seat, every_seat
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import HeirId, NobleId
from bot.rules.kingmaker.tables import PointKind, ScoreSheet
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.families.log import plays_text
from bot.words.kingmaker.families.recruiting import KINDS, number, sheet_text
from bot.words.kingmaker.names import HOUSES, VICTORIES, Lexicon
from bot.words.phrases import listed, plural
from rendering.canvas.blank_sheet import ALT_LIMIT, EDGE, BlankSheet, seat_badge, who_wins
from rendering.canvas.encoding import Picture
from rendering.canvas.fonts import Style, text_width
from rendering.canvas.heraldry import GOLD, INK, crown_points
from rendering.canvas.pen import Pen
from rendering.canvas.theme import faction_mark, theme_named
from rendering.kingmaker.adapter import camp_of, heir_shorts, seat_names
from rendering.kingmaker.camps import sided_badge
from rendering.kingmaker.card_faces import sheet_palette
from rendering.kingmaker.counters.arms import face_sprite, has_face
from rendering.kingmaker.counters.counters import big_arms, heir_token

WIDTH = 1140
_ROW = 158
_MOST = 7
"""The most shields in a row; further nobles are only counted."""

NO_KING = "No King reigns"


def won_by(victory: str) -> str:
    """The way a game was won, as a heading puts it."""
    name, _ = VICTORIES.get(victory, (victory.replace("_", " "), ""))
    return name[0].upper() + name[1:]


def victory_picture(
    view: BoardView,
    content: Content,
    names: Sequence[str] | None,
    theme_name: str,
    faces: Sequence[str] = (),
) -> Picture:
    """The sheet of a finished game."""
    return _VictorySheet(view, content, names, theme_name, faces).draw()


def draw_heading(page: BlankSheet, heading: str, victory: str, view: BoardView, below: str) -> None:
    """Draw the crown, who won and how, after how many rounds, and a line below."""
    pen, wide = Pen(120, 66, 1), page.width
    pen.polygon(crown_points(0, 26, 100, 52), GOLD, INK, 2.4)
    pen.rect(-50, 18, 50, 29, page.theme.ink_red, INK, 2.0)
    for x, y in ((-50, -22), (-25, 3), (0, -26), (25, 3), (50, -22)):
        pen.circle(x, y, 4.6, page.theme.stone, INK, 1.4)
    page.paste(pen.sprite(), wide / 2 - 60, 26)
    style = Style("capitals", 44, 1.5)
    page.centred((wide / 2, 130), heading, style, page.strong, wide - 2 * EDGE - 40)
    after = "" if view.round < 1 else f" after {plural(view.round, 'round')}"
    page.centred((wide / 2, 178), victory + after, Style("italic", 30))
    page.centred((wide / 2, 216), below, Style("body", 24), page.soft, wide - 100)


def kings_words(view: BoardView, content: Content) -> str:
    """The King at the end, in words."""
    crowned = [key for key, heir in view.heirs.items() if heir.alive and heir.crowned]
    lex = Lexicon(content)
    named = [f"{lex.style(key)} {lex.kind(key)}" for key in crowned]
    if not named:
        return NO_KING
    return listed(named) + (" reigns" if len(named) == 1 else " reign")


class EndSheet:
    """What all end sheets have in common: who won and how, and a row for each seat.

    Raises `ValueError` while the game is still in progress.
    """

    top: ClassVar[int]
    """The position where the rows begin."""
    row: ClassVar[int]
    """The height of each row."""
    below: ClassVar[int] = EDGE
    """The space below the last row."""

    def __init__(
        self,
        view: BoardView,
        content: Content,
        names: Sequence[str] | None,
        theme_name: str,
        faces: Sequence[str],
    ) -> None:
        if view.result is None:
            raise ValueError("The game is not over: there is no victory to show.")
        self.view, self.content, self.names = view, content, seat_names(view, names)
        self.faces = dict(enumerate(faces))
        self.winners = view.result.winners
        self.victory = won_by(view.result.victory)
        self.order = self.in_order()
        height = self.top + self.row * len(self.order) + self.below
        self.page = BlankSheet(WIDTH, height, theme_named(theme_name))

    def in_order(self) -> list[Seat]:
        """The winners first, then the others in seat order."""
        return [
            *self.winners,
            *(s for s in every_seat(len(self.view.seats)) if s not in self.winners),
        ]

    def heading(self) -> str:
        """The winners."""
        return who_wins([self.names[seat] for seat in self.winners])


class _VictorySheet(EndSheet):
    top, row, below = 240, _ROW, EDGE + 10

    def draw(self) -> Picture:
        page = self.page
        draw_heading(page, self.heading(), self.victory, self.view, self.kings())
        for i, seat in enumerate(self.order):
            self._seat(self.top + i * _ROW, seat)
        return page.finish(self.alt(), sheet_palette(page.theme))

    def kings(self) -> str:
        """The King at the end, in words."""
        return kings_words(self.view, self.content)

    def _seat(self, y: int, seat: Seat) -> None:
        page, won = self.page, seat in self.winners
        if won:
            box = [EDGE - 8, y + 4, WIDTH - EDGE + 8, y + _ROW - 6]
            page.draw.rounded_rectangle(box, radius=10, outline=page.theme.gold, width=4)
        page.paste(seat_badge(seat, 64), EDGE + 12, y + 24)
        if has_face(self.faces.get(seat, "")):
            page.paste(face_sprite(self.faces[seat], 44, 52), EDGE + 22, y + 94)
        page.text((EDGE + 92, y + 50), self.names[seat], Style("bold", 29), room=262)
        nobles = self._nobles(seat)
        troops = sum(self.view.nobles[k].troops for k in nobles)
        count = f"{len(nobles)} noble{'' if len(nobles) == 1 else 's'}, {troops} troops"
        page.text((EDGE + 92, y + 80), count, Style("body", 23), page.soft, 250)
        held = self._places(seat)
        places = f"{held} fortress{'' if held == 1 else 'es'}"
        page.text((EDGE + 92, y + 108), places, Style("body", 23), page.soft, 250)
        x = EDGE + 360.0
        heirs, shorts = self._heirs(seat), heir_shorts(self.view, self.content)
        for key in heirs:
            heir = self.view.heirs[key]
            token = heir_token(heir.house, heir.crowned, shorts[key], 1.6)
            page.paste(token, x, y + 98 - token.height)
            x += token.width + 8
        room = int((WIDTH - EDGE - x - 50) // 82)
        shown = nobles[: max(0, min(_MOST, room))]
        for noble in shown:
            page.paste(big_arms(noble, seat, 68, 80), x, y + 20)
            name = self.content.crown[noble].name
            page.centred((x + 34, y + 118), name, Style("bold", 17), room=78)
            x += 82
        if len(nobles) > len(shown):
            page.text((x + 4, y + 70), f"+{len(nobles) - len(shown)}", Style("number", 25))

    def _nobles(self, seat: Seat) -> list[NobleId]:
        mine = [k for k, n in self.view.nobles.items() if n.seat == seat]
        return sorted(mine, key=lambda k: (-self.view.nobles[k].troops, k))

    def _heirs(self, seat: Seat) -> list[HeirId]:
        nobles = self.view.nobles
        mine = [
            k
            for k, h in self.view.heirs.items()
            if h.alive and seat == (nobles[h.holder].seat if h.holder in nobles else h.held_by)
        ]
        return sorted(mine, key=lambda k: (not self.view.heirs[k].crowned, k))

    def _places(self, seat: Seat) -> int:
        nobles = self.view.nobles
        return sum(k in nobles and nobles[k].seat == seat for k in self.view.control.values())

    def alt(self) -> str:
        """The sheet in words."""
        parts = [f"{self.heading()}: {self.victory}, round {self.view.round}. {self.kings()}."]
        for seat in self.order:
            nobles = self._nobles(seat)
            names = listed([self.content.crown[k].name for k in nobles]) or "no nobles left"
            words = f"{self.names[seat]}: {names}"
            heirs = self._heirs(seat)
            if heirs:
                words += f"; with {listed(map(Lexicon(self.content).kind, heirs))}"
            parts.append(words + ".")
        return " ".join(parts)


_TOP = 246
_POINTS_ROW = 172
_BADGE = 60
_CHIP = 120
"""The width of the chip for the points from one kind of thing."""

_SHORTER = {"archbishop": "archbish.", "mercenary": "mercen."}
"""Short forms of names that are too long for a phone; other names are written in full."""

_BONUSES = {"winning": "won: + half", "unfavoured": "won: + quarter"}


def points_picture(
    view: BoardView,
    content: Content,
    names: Sequence[str] | None,
    theme_name: str,
    faces: Sequence[str] = (),
) -> Picture:
    """The sheet of a finished game decided by points."""
    return _PointsSheet(view, content, names, theme_name, faces).draw()


class _PointsSheet(EndSheet):
    top, row = _TOP, _POINTS_ROW

    def in_order(self) -> list[Seat]:
        """The winners first, then the others by their points."""
        sheets = self.view.sheets
        return sorted(
            every_seat(len(sheets)), key=lambda s: (s not in self.winners, -sheets[s].total, s)
        )

    def why(self) -> str:
        """A line that says which House has died out, and who is King."""
        living = {heir.house for heir in self.view.heirs.values() if heir.alive}
        gone = [f"House {name}" for house, name in HOUSES.items() if house not in living]
        ended = f"{listed(gone)} {'has' if len(gone) == 1 else 'have'} died out; " if gone else ""
        king = kings_words(self.view, self.content)
        return f"{ended}no King reigns" if ended and king == NO_KING else ended + king

    def draw(self) -> Picture:
        draw_heading(self.page, self.heading(), self.victory, self.view, self.why())
        for nth, seat in enumerate(self.order):
            self._seat(_TOP + nth * _POINTS_ROW, seat)
        return self.page.finish(self.alt(), sheet_palette(self.page.theme))

    def _seat(self, y: int, seat: Seat) -> None:
        """Draw a player's row: who he is and which House he served, his nobles, his points and what
        they come from."""
        page, sheet = self.page, self.view.sheets[seat]
        if seat in self.winners:
            box = [EDGE - 8, y + 2, WIDTH - EDGE + 8, y + _POINTS_ROW - 6]
            page.draw.rounded_rectangle(box, radius=10, outline=page.theme.gold, width=5)
        else:
            line = [(EDGE, y + _POINTS_ROW - 3), (WIDTH - EDGE, y + _POINTS_ROW - 3)]
            page.draw.line(line, fill=page.theme.card_edge, width=1)
        page.paste(sided_badge(seat, _BADGE, camp_of(self.view, seat)), EDGE + 8, y + 14)
        left = EDGE + 92
        across = 0
        if has_face(self.faces.get(seat, "")):
            page.paste(face_sprite(self.faces[seat], 46, 56), left, y + 20)
            across = 56
        page.text((left + across, y + 42), self.names[seat], Style("bold", 31), room=300 - across)
        plays = plays_text(self.content, self.view, seat)
        page.text((left + across, y + 74), plays, Style("italic", 24), page.soft, 300 - across)
        total, style = str(sheet.total), Style("number", 50)
        page.text((WIDTH - EDGE - 12 - text_width(total, style), y + 56), total, style, page.strong)
        self._nobles(seat, left + 316, y + 14, WIDTH - EDGE - 170)
        self._bar(seat, y + 88)
        self._chips(sheet, y + 102)

    def _nobles(self, seat: Seat, x: float, y: float, end: float) -> None:
        """Draw the shields of the nobles left, the strongest first, as many as fit."""
        nobles = self.view.nobles
        mine = sorted(
            (k for k, noble in nobles.items() if noble.seat == seat),
            key=lambda k: (-nobles[k].troops, k),
        )
        room = int((end - x) // 52)
        shown = mine if len(mine) <= room else mine[: room - 1]
        for key in shown:
            self.page.paste(big_arms(key, seat, 46, 56), x, y)
            x += 52
        if len(mine) > len(shown):
            words = f"+{len(mine) - len(shown)}"
            self.page.text((x + 2, y + 38), words, Style("number", 25))

    def _bar(self, seat: Seat, y: int) -> None:
        """Draw the points as a bar; the part added for the winning side is hollow."""
        most = max((sheet.total for sheet in self.view.sheets), default=0)
        sheet = self.view.sheets[seat]
        if not sheet.total or not most:
            return
        scale, left = (WIDTH - 2 * EDGE - 16) / most, EDGE + 8
        plain, whole = float(sheet.plain) * scale, float(sheet.plain + sheet.extra) * scale
        mark, ink = faction_mark(seat), self.page.ink
        if sheet.extra:
            self.page.draw.rectangle([left, y, left + whole, y + 9], outline=ink, width=2)
        box = [left, y, left + plain, y + 9]
        self.page.draw.rectangle(box, fill=mark.colour, outline=ink, width=2)

    def _chips(self, sheet: ScoreSheet, y: int) -> None:
        """Draw the points from each kind of thing, with their fractions, and the points added at
        the end."""
        page = self.page
        if sheet.out:
            words = "Nothing counts."
            page.text((EDGE + 8, y + 40), words, Style("light-italic", 26), page.soft)
            return
        found = [
            (_label(kind, sheet.count(kind)), number(value))
            for kind, value in sheet.by_kind().items()
        ]
        if sheet.bonus:
            found.append((_BONUSES[sheet.bonus], number(sheet.extra)))
        if not found:
            words = "Nothing left earns any points."
            page.text((EDGE + 8, y + 40), words, Style("light-italic", 26), page.soft)
        pitch = min(_CHIP, (WIDTH - 2 * EDGE - 8) // max(1, len(found)))
        for nth, (label, value) in enumerate(found):
            x = EDGE + 8 + nth * pitch
            page.text((x, y + 26), label, Style("body", 23), page.soft, pitch - 8)
            page.text((x, y + 56), value, Style("number", 27), room=pitch - 8)

    def alt(self) -> str:
        """The sheet in words: the points broken down for as many players as there is room for, and
        only the totals for the others.
        """
        head = f"{self.heading()}: {self.victory}, round {self.view.round}. {self.why()}."
        long = [self._line(seat, full=True) for seat in self.order]
        short = [self._line(seat, full=False) for seat in self.order]
        for full in range(len(long), -1, -1):
            text = " ".join([head, *long[:full], *short[full:]])
            if len(text) <= ALT_LIMIT:
                return text
        return head

    def _line(self, seat: Seat, *, full: bool) -> str:
        sheet, plays = self.view.sheets[seat], plays_text(self.content, self.view, seat)
        who = self.names[seat] + (f" ({plays})" if plays else "")
        return f"{who}: {sheet_text(sheet) if full else sheet.total}."


def _label(kind: PointKind, count: int) -> str:
    """A thing that brings points, and how many there are, short enough for a phone."""
    if kind in _SHORTER:
        return f"{count} {_SHORTER[kind]}"
    return f"{count} {KINDS[kind][count != 1]}"
