"""The sheet at the end of a game that points decide: who won, and how everybody's came about."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.score_sheet import PointKind, ScoreSheet
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.families.log import plays_text
from bot.words.kingmaker.families.scores import KINDS, number, sheet_text
from bot.words.kingmaker.names import HOUSES
from bot.words.phrases import listed
from rendering.canvas.blank_sheet import ALT_LIMIT, EDGE
from rendering.canvas.encoding import Picture
from rendering.canvas.fonts import Style, text_width
from rendering.canvas.theme import faction_mark
from rendering.kingmaker.adapter import camp_of
from rendering.kingmaker.camps import sided_badge
from rendering.kingmaker.counters.arms import face_sprite, has_face
from rendering.kingmaker.counters.counters import big_arms
from rendering.kingmaker.sheet_palette import sheet_palette
from rendering.kingmaker.victory_sheet import NO_KING, WIDTH, EndSheet, draw_heading, kings_words

_TOP = 246
_ROW = 172
_BADGE = 60
_CHIP = 120
"""The width of what one kind brought in."""

_SHORTER = {"archbishop": "archbish.", "mercenary": "mercen."}
"""What has a name too long for a phone; of the others one is `noble`, several are `nobles`."""

_BONUSES = {"winning": "won: + half", "unfavoured": "won: + quarter"}


def points_picture(
    view: BoardView,
    content: Content,
    names: Sequence[str] | None,
    theme_name: str,
    faces: Sequence[str] = (),
) -> Picture:
    """The sheet of a finished game that was decided by points. See `draw.draw_victory`."""
    return _PointsSheet(view, content, names, theme_name, faces).draw()


class _PointsSheet(EndSheet):
    top, row = _TOP, _ROW

    def in_order(self) -> list[int]:
        """The winners first, then the others by their points."""
        sheets = self.view.sheets
        return sorted(
            range(len(sheets)), key=lambda s: (s not in self.winners, -sheets[s].total, s)
        )

    def why(self) -> str:
        """Which House has died out, and who is King."""
        living = {heir.house for heir in self.view.heirs.values() if heir.alive}
        gone = [f"House {name}" for house, name in HOUSES.items() if house not in living]
        ended = f"{listed(gone)} {'has' if len(gone) == 1 else 'have'} died out; " if gone else ""
        king = kings_words(self.view, self.content)
        return f"{ended}no King reigns" if ended and king == NO_KING else ended + king

    def draw(self) -> Picture:
        draw_heading(self.page, self.heading(), self.victory, self.view, self.why())
        for nth, seat in enumerate(self.order):
            self._seat(_TOP + nth * _ROW, seat)
        return self.page.finish(self.alt(), sheet_palette(self.page.theme))

    def _seat(self, y: int, seat: int) -> None:
        """A player: who he is and whom he served, his nobles, his points and their parts."""
        page, sheet = self.page, self.view.sheets[seat]
        if seat in self.winners:
            box = [EDGE - 8, y + 2, WIDTH - EDGE + 8, y + _ROW - 6]
            page.draw.rounded_rectangle(box, radius=10, outline=page.theme.gold, width=5)
        else:
            line = [(EDGE, y + _ROW - 3), (WIDTH - EDGE, y + _ROW - 3)]
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

    def _nobles(self, seat: int, x: float, y: float, end: float) -> None:
        """The shields of the nobles who are left, the strongest first, as many as find room."""
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

    def _bar(self, seat: int, y: int) -> None:
        """The points as a length; what is added for the winning side is left hollow."""
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
        """What each kind brought in, with its fraction, and what was added in the end."""
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
            words = "Nothing left brings any points."
            page.text((EDGE + 8, y + 40), words, Style("light-italic", 26), page.soft)
        pitch = min(_CHIP, (WIDTH - 2 * EDGE - 8) // max(1, len(found)))
        for nth, (label, value) in enumerate(found):
            x = EDGE + 8 + nth * pitch
            page.text((x, y + 26), label, Style("body", 23), page.soft, pitch - 8)
            page.text((x, y + 56), value, Style("number", 27), room=pitch - 8)

    def alt(self) -> str:
        """The sheet in words: the parts of the points as far as there is room, else the points."""
        head = f"{self.heading()}: {self.victory}, round {self.view.round}. {self.why()}."
        long = [self._line(seat, full=True) for seat in self.order]
        short = [self._line(seat, full=False) for seat in self.order]
        for full in range(len(long), -1, -1):
            text = " ".join([head, *long[:full], *short[full:]])
            if len(text) <= ALT_LIMIT:
                return text
        return head

    def _line(self, seat: int, *, full: bool) -> str:
        sheet, plays = self.view.sheets[seat], plays_text(self.content, self.view, seat)
        who = self.names[seat] + (f" ({plays})" if plays else "")
        return f"{who}: {sheet_text(sheet) if full else sheet.total}."


def _label(kind: PointKind, count: int) -> str:
    """What brings points in, and how many there are, short enough for a phone."""
    if kind in _SHORTER:
        return f"{count} {_SHORTER[kind]}"
    return f"{count} {KINDS[kind][count != 1]}"
