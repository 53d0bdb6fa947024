"""The sheet at the end of a game: who won and how, and what every faction was left with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.names import VICTORIES, Lexicon
from bot.words.phrases import listed, plural
from rendering.canvas.blank_sheet import EDGE, BlankSheet, seat_badge, who_wins
from rendering.canvas.encoding import Picture
from rendering.canvas.fonts import Style
from rendering.canvas.heraldry import GOLD, INK, crown_points
from rendering.canvas.pen import Pen
from rendering.canvas.theme import theme_named
from rendering.kingmaker.adapter import heir_shorts, seat_names
from rendering.kingmaker.counters.arms import face_sprite, has_face
from rendering.kingmaker.counters.counters import big_arms, heir_token
from rendering.kingmaker.sheet_palette import sheet_palette

WIDTH = 1140
_ROW = 158
_MOST = 7
"""The most shields in a row; further nobles are counted."""

NO_KING = "No King reigns"


def won_by(victory: str) -> str:
    """How a game was won, as a heading says it."""
    name, _ = VICTORIES.get(victory, (victory.replace("_", " "), ""))
    return name[0].upper() + name[1:]


def victory_picture(
    view: BoardView,
    content: Content,
    names: Sequence[str] | None,
    theme_name: str,
    faces: Sequence[str] = (),
) -> Picture:
    """The sheet of a finished game. See `draw.draw_victory`."""
    return _VictorySheet(view, content, names, theme_name, faces).draw()


def draw_heading(page: BlankSheet, heading: str, victory: str, view: BoardView, below: str) -> None:
    """The crown, who has won and how, after how many rounds, and a line below."""
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
    """What the sheets of every end have in common: who has won and how, and a row for each seat.

    Raises `ValueError` while the game goes on.
    """

    top: ClassVar[int]
    """Where the rows begin."""
    row: ClassVar[int]
    """How high each of them is."""
    below: ClassVar[int] = EDGE
    """The room below the last one."""

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

    def in_order(self) -> list[int]:
        """The winners first, then the others as they sit."""
        return [*self.winners, *(s for s in range(len(self.view.seats)) if s not in self.winners)]

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

    def _seat(self, y: int, seat: int) -> None:
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
            token = heir_token(heir.house, heir.crowned, shorts[key], 2.0)
            page.paste(token, x, y + 98 - token.height)
            x += token.width + 8
        room = int((WIDTH - EDGE - x - 50) // 82)
        shown = nobles[: max(0, min(_MOST, room))]
        for key in shown:
            page.paste(big_arms(key, seat, 68, 80), x, y + 20)
            name = self.content.crown[key].name
            page.centred((x + 34, y + 118), name, Style("bold", 17), room=78)
            x += 82
        if len(nobles) > len(shown):
            page.text((x + 4, y + 70), f"+{len(nobles) - len(shown)}", Style("number", 25))

    def _nobles(self, seat: int) -> list[str]:
        mine = [k for k, n in self.view.nobles.items() if n.seat == seat]
        return sorted(mine, key=lambda k: (-self.view.nobles[k].troops, k))

    def _heirs(self, seat: int) -> list[str]:
        nobles = self.view.nobles
        mine = [
            k
            for k, h in self.view.heirs.items()
            if h.alive and seat == (nobles[h.holder].seat if h.holder in nobles else h.held_by)
        ]
        return sorted(mine, key=lambda k: (not self.view.heirs[k].crowned, k))

    def _places(self, seat: int) -> int:
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
