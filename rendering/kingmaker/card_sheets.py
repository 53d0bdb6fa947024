"""Sheets of cards: a seat's hand, drawn as cards that show strengths and votes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PIL import Image, ImageDraw

from bot.rules.kernel import Seat
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import CardId
from bot.rules.kingmaker.view import BoardView, NobleView
from bot.words.kingmaker.families.log import plays_text
from bot.words.phrases import plural
from rendering.canvas.encoding import Picture, png_bytes, to_palette
from rendering.canvas.fonts import (
    Style,
    draw_text,
    ellipsis,
    fitted,
    text_width,
)
from rendering.canvas.parchment import paper
from rendering.canvas.pen import mix
from rendering.canvas.theme import Theme
from rendering.kingmaker.adapter import board_of, heir_shorts, part_of
from rendering.kingmaker.camps import sided_badge
from rendering.kingmaker.card_faces import (
    CARD,
    GAP,
    Face,
    card_in_palette,
    crown_faces,
    event_face,
    sheet_palette,
)
from rendering.kingmaker.counters.counters import big_arms, heir_token
from rendering.kingmaker.counters.marks import camp_badge
from rendering.kingmaker.counters.pieces import Camp
from rendering.kingmaker.map.geometry import square_label

COLUMNS = 3
EDGE = 26
WIDTH = 2 * EDGE + COLUMNS * CARD[0] + (COLUMNS - 1) * GAP
HEAD = 46
TITLE = 78
_SERVES = 520
"""The room in the title for a seat's part and House, in pixels."""


@dataclass(frozen=True, slots=True)
class Section:
    """A group of cards with a heading; `empty` is the text if there are none."""

    head: str
    faces: tuple[Face, ...]
    empty: str = ""
    heirs: tuple[tuple[str, bool, str], ...] = field(default=())
    """The heirs shown beside the heading: the house of each, whether he is crowned, and his
    letters."""


def hand_picture(view: BoardView, content: Content, seat: Seat, name: str, theme: Theme) -> Picture:
    """The sheet of a seat: cards to assign, hand, kept events, then each noble with his cards."""
    sections = _sections(view, content, seat)
    height = TITLE + sum(_section_height(s) for s in sections) + EDGE
    image = paper((WIDTH, height), theme.paper, mix(theme.paper, theme.paper_edge, 0.6))
    draw = ImageDraw.Draw(image)
    _frame(draw, image.size, theme)
    camp, _, head = part_of(view, content, seat)
    _title(image, draw, sided_badge(seat, 40, camp), name, theme, _SERVES if camp else 0)
    if camp is not None:
        _serves(image, draw, plays_text(content, view, seat), camp, head, theme)
    y = TITLE
    for section in sections:
        _draw_section(image, draw, section, y, theme)
        y += _section_height(section)
    png = png_bytes(to_palette(image, sheet_palette(theme)))
    return Picture(png, WIDTH, height, hand_alt(view, content, seat))


def keep_cards(content: Content, theme: Theme) -> None:
    """Draw every Crown card once, so that they are all cached."""
    for face in crown_faces(tuple(content.crown), content):
        card_in_palette(face, theme)


# --- what is on the cards --------------------------------------------------------------------


def _sections(view: BoardView, content: Content, seat: Seat) -> list[Section]:
    out = []
    if view.dealt:
        out.append(Section("To be assigned", crown_faces(view.dealt, content)))
    out.append(Section("In hand", crown_faces(view.hand, content), "No Crown cards in hand."))
    if view.held:
        events = tuple(event_face(content, content.events[e]) for e in view.held)
        out.append(Section("Events kept", events))
    mine = sorted(
        ((k, n) for k, n in view.nobles.items() if n.seat == seat),
        key=lambda kn: (-kn[1].troops, kn[0]),
    )
    for key, noble in mine:
        out.append(_noble_section(key, noble, view, content))
    return out


def _noble_section(key: str, noble: NobleView, view: BoardView, content: Content) -> Section:
    cards = [key, *(c for c in (noble.title, noble.office) if c), *noble.cards]
    where = _where(noble, view, content)
    name = content.crown[CardId(key)].name + (f" {where}" if where else "")
    head = f"{name} · {noble.troops} troops"
    shorts = heir_shorts(view, content)
    heirs = tuple(
        (view.heirs[h].house, view.heirs[h].crowned, shorts[h])
        for h in noble.heirs
        if h in view.heirs
    )
    return Section(head, crown_faces(cards, content), "", heirs)


def _where(noble: NobleView, view: BoardView, content: Content) -> str:
    board = board_of(content)
    if noble.captor is not None:
        return "captive"
    if noble.aboard is not None:
        ship = view.ships.get(noble.aboard)
        name = content.ships[noble.aboard].name
        if ship is not None and ship.sea is not None and ship.sea in board.seas:
            return f"aboard {name}, {board.seas[ship.sea].name}"
        return f"aboard {name}"
    if noble.inside is not None:
        return f"in {content.board.places[noble.inside].name}"
    return f"at {square_label(noble.square)}" if noble.square else ""


# --- drawing ---------------------------------------------------------------------------------


def _frame(draw: ImageDraw.ImageDraw, size: tuple[int, int], theme: Theme) -> None:
    ink = theme.ink_soft
    draw.rectangle([8, 8, size[0] - 9, size[1] - 9], outline=ink, width=2)
    draw.rectangle([13, 13, size[0] - 14, size[1] - 14], outline=ink, width=1)


def _title(
    image: Image.Image,
    draw: ImageDraw.ImageDraw,
    badge: Image.Image,
    name: str,
    theme: Theme,
    room: int,
) -> None:
    image.paste(badge, (EDGE + 2, 26), badge)
    ink = theme.ink if theme.name == "light" else theme.stone
    style = Style("capitals", 30, 1.0)
    draw_text(
        draw, (EDGE + 58, 57), ellipsis(name, style, WIDTH - 2 * EDGE - 70 - room), style, ink
    )


def _serves(
    image: Image.Image,
    draw: ImageDraw.ImageDraw,
    words: str,
    camp: Camp,
    head: str,
    theme: Theme,
) -> None:
    """At the right of the title, show a seat's part and the House it serves, with its shield."""
    style = fitted(words, Style("italic", 27), _SERVES - 180)
    ink = theme.ink if theme.name == "light" else theme.stone
    x = WIDTH - EDGE - 50
    sign = camp_badge(camp, 42)
    image.paste(sign, (x, 25), sign)
    if head:
        x -= 44
        arms = big_arms(head, None, 36, 43)
        image.paste(arms, (x, 25), arms)
    draw_text(draw, (x - 12 - text_width(words, style), 55), words, style, ink)


def _rows(section: Section) -> int:
    return -(-len(section.faces) // COLUMNS)


def _section_height(section: Section) -> int:
    rows = _rows(section)
    body = rows * CARD[1] + max(0, rows - 1) * GAP if rows else 34
    return HEAD + body + GAP


def _draw_section(
    image: Image.Image, draw: ImageDraw.ImageDraw, section: Section, y: int, theme: Theme
) -> None:
    ink = theme.ink_red if theme.name == "light" else theme.gold
    style = Style("bold", 27)
    x = float(EDGE)
    draw_text(draw, (x, y + 31), section.head, style, ink)
    x += text_width(section.head, style) + 14
    for house, crowned, short in section.heirs:
        token = heir_token(house, crowned, short, 0.92)
        image.paste(token, (round(x), y + 40 - token.height), token)
        x += token.width + 6
    draw.line([(x, y + 24), (WIDTH - EDGE, y + 24)], fill=theme.card_edge, width=1)
    if not section.faces:
        soft = theme.ink_soft if theme.name == "light" else theme.stone
        draw_text(draw, (EDGE, y + HEAD + 20), section.empty, Style("light-italic", 23), soft)
    for i, face in enumerate(section.faces):
        row, col = divmod(i, COLUMNS)
        at = EDGE + col * (CARD[0] + GAP), y + HEAD + row * (CARD[1] + GAP)
        image.paste(card_in_palette(face, theme), at)


# --- words -----------------------------------------------------------------------------------


def hand_alt(view: BoardView, content: Content, seat: Seat) -> str:
    """The sheet in words, in at most 1,000 characters."""
    parts = []
    if plays := plays_text(content, view, seat):
        parts.append(f"{plays}.")
    if view.dealt:
        parts.append("To be assigned: " + _list(view.dealt, content) + ".")
    parts.append("In hand: " + (_list(view.hand, content) or "no Crown cards") + ".")
    if view.held:
        parts.append("Events kept: " + ", ".join(content.events[e].title for e in view.held) + ".")
    for key, noble in view.nobles.items():
        if noble.seat != seat:
            continue
        cards = [c for c in (noble.title, noble.office, *noble.cards) if c]
        where = _where(noble, view, content)
        words = f"{content.crown[key].name}, {noble.troops} troops" + (
            f", {where}" if where else ""
        )
        parts.append(words + (f", with {_list(cards, content)}." if cards else "."))
    text = parts[0]
    for i, part in enumerate(parts[1:], start=1):
        if len(text) + len(part) + 1 > 960:
            return f"{text} And {plural(len(parts) - i, 'more line')}."
        text += f" {part}"
    return text if len(text) <= 1000 else text[:999] + "…"


def _list(cards: Sequence[str], content: Content) -> str:
    return ", ".join(content.crown[CardId(c)].name for c in cards)
