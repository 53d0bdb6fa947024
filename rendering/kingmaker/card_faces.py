"""One card as it is drawn: its kind, name, strength and votes.

The palette of Kingmaker's sheets, and cards drawn with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.rules.kingmaker.components import CrownCard, EventCard
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import CardId
from bot.words.kingmaker.names import Lexicon, event_text
from rendering.canvas.encoding import piece_colours, to_palette
from rendering.canvas.fonts import (
    Style,
    draw_centred,
    draw_text,
    ellipsis,
    fitted,
    text_width,
    wrap,
)
from rendering.canvas.heraldry import INK, crown_points, on_colour, shield_outline
from rendering.canvas.pen import Pen, mix
from rendering.canvas.theme import FACTION_MARKS, Colour, Theme
from rendering.kingmaker.adapter import noble_shorts
from rendering.kingmaker.counters.arms import arms_sprite, has_arms
from rendering.kingmaker.counters.counters import shield, ship_token
from rendering.kingmaker.map.pictograms import anchor_badge, cross_badge, pictogram

CARD = (352, 168)
GAP = 16
BAND = 66
_LETTERS = (19, 17, 16, 15)
"""The letter sizes for the facts on a card, the usual one first; a note is a little smaller."""


@dataclass(frozen=True, slots=True)
class KindLook:
    """The look of a kind of card: its band, and the word on it."""

    word: str
    colour: Colour


KINDS: dict[str, KindLook] = {
    "noble": KindLook("Noble", (134, 34, 40)),
    "title": KindLook("Title", (96, 52, 124)),
    "office": KindLook("Office", (30, 78, 138)),
    "bishop": KindLook("Bishop", (150, 70, 128)),
    "mercenary": KindLook("Mercenaries", (112, 76, 46)),
    "place": KindLook("Town", (40, 104, 64)),
    "ship": KindLook("Ship", (34, 112, 124)),
    "pardon": KindLook("Pardon", (178, 130, 26)),
    "event": KindLook("Event", (70, 66, 72)),
}


@dataclass(frozen=True, slots=True)
class Face:
    """The contents of one card."""

    kind: str
    name: str
    icon: str = ""
    """A noble's letters, or the kind of place."""
    arms: str = ""
    """The noble whose arms are shown."""
    lines: tuple[str, ...] = ()
    note: str = ""
    troops: int = 0
    extra: str = ""
    votes: tuple[tuple[str, int], ...] = ()


def crown_faces(cards: Sequence[str], content: Content) -> tuple[Face, ...]:
    """The contents of these Crown cards, in order."""
    shorts = noble_shorts(content)
    return tuple(_crown_face(content.crown[CardId(c)], content, shorts.get(c, "")) for c in cards)


def _crown_face(card: CrownCard, content: Content, short: str) -> Face:
    places = content.board.places
    lines = []
    if card.title:
        lines.append(card.title)
    if card.castles:
        lines.append("Home: " + ", ".join(places[c].name for c in card.castles if c in places))
    if card.controls:
        lines.append("Controls " + ", ".join(places[c].name for c in card.controls if c in places))
    ships = [
        content.ships[s].name for s in card.ships if s in content.ships and CardId(s) != card.id
    ]
    if ships:
        lines.append("Ships: " + ", ".join(ships))
    if card.kind == "ship":
        lines += [
            f"Carries {s.capacity} · from {places[s.home_port].name}"
            for s in (content.ships[i] for i in card.ships)
        ]
    extra = ""
    if card.bonus and card.bonus_area:
        extra = f"+{card.bonus} {Lexicon(content).area(card.bonus_area)}"
    if card.id in content.ruleset.town_men:
        extra = f"+{content.ruleset.town_men[card.id]} in attack"
    if card.attack_only or card.id in content.ruleset.attack_only:
        extra = "in attack only"
    elif card.single_use:
        extra = "in one combat"
    icon = short
    if card.kind == "place" and card.controls and card.controls[0] in places:
        icon = places[card.controls[0]].kind
    votes = tuple((w, v) for w, v in (("Lords", card.lords), ("Commons", card.commons)) if v)
    arms = card.id if has_arms(card.id) else ""
    facts = tuple(lines)
    return Face(card.kind, card.name, icon, arms, facts, card.note, card.troops, extra, votes)


def event_face(content: Content, card: EventCard) -> Face:
    """An Event card, with its effect at this table."""
    combat = {
        "bad_weather": "In combat: bad weather",
        "none": "",
        "majority": "In combat: majority",
    }
    line = combat.get(card.combat, f"In combat: {card.combat.replace('-', ' to ')}")
    if content.ruleset.use.battle != "event_card" and card.combat != "bad_weather":
        line = ""  # the odds on a card decide nothing here; only its weather counts
    return Face("event", card.title, "", "", (line,) if line else (), event_text(content, card))


def card(face: Face, theme: Theme) -> Image.Image:
    """One card."""
    look = KINDS[face.kind]
    width, height = CARD
    image = Image.new("RGB", CARD, theme.card)
    draw = ImageDraw.Draw(image)
    draw.rectangle([0, 0, BAND, height], fill=look.colour)
    draw.rectangle([0, 0, width - 1, height - 1], outline=theme.ink, width=2)
    draw.line([(BAND, 0), (BAND, height)], fill=theme.ink, width=2)
    icon = _icon(face, theme)
    image.paste(icon, (round((BAND - icon.width) / 2) + 1, 10 if face.arms else 14), icon)
    top = 78 if face.arms else 66
    _upright(image, look.word, on_colour(look.colour), (2, top, BAND - 2, height - 6))
    left, right = BAND + 14, width - 12
    room = right - left - (58 if face.troops else 0)
    top = _card_name(draw, face, left, room, theme)
    if face.troops:
        _strength(image, face.troops, (right - 48, 8))
    foot = _votes(draw, face, left, height - 14, theme)
    if face.extra:
        style = Style("strong", 19)
        draw_text(
            draw,
            (foot, height - 14),
            face.extra,
            fitted(face.extra, style, right - foot),
            theme.ink_red,
        )
    bottom = height - (38 if face.votes or face.extra else 12)
    _body(draw, face, (left, top, right, bottom), theme)
    return image


def _card_name(draw: ImageDraw.ImageDraw, face: Face, left: int, room: float, theme: Theme) -> int:
    """Write the name on one line or two. Returns where the text below it begins."""
    style, small = Style("bold", 25), Style("bold", 22)
    if text_width(face.name, style) > room:
        style = small
    lines = wrap(face.name, style, room)
    if len(lines) == 1:
        draw_text(draw, (left, 36), lines[0], style, theme.ink)
        return 58
    for i, line in enumerate((lines[0], " ".join(lines[1:]))):
        fit = fitted(line, small, room)
        draw_text(draw, (left, 30 + i * 24), ellipsis(line, fit, room), fit, theme.ink)
    return 76


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a card's text: where its writing is, and whether it belongs to the note."""

    y: float
    text: str
    style: Style
    noted: bool


def _body(
    draw: ImageDraw.ImageDraw, face: Face, box: tuple[int, int, int, int], theme: Theme
) -> None:
    """The facts in upright letters, then the note in italics, in the largest size in which
    everything fits; if no size is small enough, as much as fits."""
    lines: list[_Line] = []
    for size in _LETTERS:
        lines, whole = _laid(face, box, size)
        if whole:
            break
    for line in lines:
        ink = theme.ink_soft if line.noted else theme.ink
        draw_text(draw, (box[0], line.y), line.text, line.style, ink)


def _laid(face: Face, box: tuple[int, int, int, int], size: int) -> tuple[list[_Line], bool]:
    """The lines of a card's text in one letter size, and whether they are complete."""
    left, top, right, bottom = box
    lines, y = list[_Line](), float(top) + 6
    parts = [*((fact, False) for fact in face.lines), *([(face.note, True)] if face.note else [])]
    for text, noted in parts:
        style = Style("light-italic", size - 1) if noted else Style("strong", size)
        rest = text
        while rest:
            room = right - left - (54 if face.troops and y < 74 else 0)
            if y > bottom:
                if lines:
                    last = lines.pop()
                    more = ellipsis(f"{last.text} {rest}", last.style, right - left)
                    lines.append(replace(last, text=more))
                return lines, False
            line = wrap(rest, style, room)[0]
            rest = rest[len(line) :].lstrip()
            lines.append(_Line(y, line, style, noted))
            y += size if noted else size + 1
    return lines, True


def _votes(draw: ImageDraw.ImageDraw, face: Face, left: float, y: float, theme: Theme) -> float:
    style = Style("strong", 19)
    for word, votes in face.votes:
        text = f"{word} {votes}"
        draw_text(
            draw, (left, y), text, style, theme.roof_royal if theme.name == "light" else theme.ink
        )
        left += text_width(text, style) + 14
    return left


def _strength(image: Image.Image, troops: int, at: tuple[int, int]) -> None:
    pen = Pen(48, 50, 1)
    pen.polygon(shield_outline(44, 46), FACTION_MARKS[5].colour, INK, 1.5)
    sprite = pen.sprite()
    draw_centred(
        ImageDraw.Draw(sprite), (24, 21), str(troops), Style("number", 23), (255, 255, 255)
    )
    image.paste(sprite, at, sprite)


def _upright(image: Image.Image, word: str, ink: Colour, box: tuple[int, int, int, int]) -> None:
    """Write a word upwards in a box."""
    length, breadth = box[3] - box[1], box[2] - box[0]
    strip = Image.new("RGBA", (length, breadth), (*ink, 0))
    style = fitted(word, Style("capitals", 18, 1.0), length - 4)
    draw_centred(ImageDraw.Draw(strip), (length / 2, breadth / 2), word, style, ink)
    turned = strip.transpose(Image.Transpose.ROTATE_90)
    image.paste(turned, box[:2], turned)


def _icon(face: Face, theme: Theme) -> Image.Image:
    match face.kind:
        case "noble" if face.arms:
            return arms_sprite(face.arms, 54, 62, 2)
        case "noble":
            return shield(face.icon, None, False, 1.7)
        case "ship":
            return ship_token("", None, 1.5)
        case "place":
            return pictogram(face.icon or "city", theme, 1.4)
        case "bishop":
            return cross_badge(theme, 3.6)
        case "office":
            return _seal(theme, "O")
        case "title":
            return _coronet(theme)
        case "mercenary":
            return _swords(theme)
        case "pardon":
            return _seal(theme, "P")
        case "event":
            return _seal(theme, "!")
        case _:
            return anchor_badge(theme, 3.6)


def _seal(theme: Theme, letter: str) -> Image.Image:
    pen = Pen(46, 46, 1)
    pen.polygon([(-12, 8), (-16, 22), (-8, 18), (-4, 22), (0, 8)], theme.ink_red, INK, 1.0)
    pen.polygon([(12, 8), (16, 22), (8, 18), (4, 22), (0, 8)], theme.ink_red, INK, 1.0)
    pen.circle(0, -2, 18, theme.gold, INK, 1.4)
    pen.circle(0, -2, 14, None, INK, 1.0)
    sprite = pen.sprite()
    draw_centred(ImageDraw.Draw(sprite), (23, 21), letter, Style("capitals", 21), INK)
    return sprite


def _coronet(theme: Theme) -> Image.Image:
    pen = Pen(50, 40, 1)
    pen.polygon(crown_points(0, 10, 40, 26), theme.gold, INK, 1.8)
    pen.rect(-20, 8, 20, 16, theme.ink_red, INK, 1.6)
    for x in (-20, 0, 20):
        pen.circle(x, -14 if x else -17, 3.0, theme.stone, INK, 1.2)
    return pen.sprite()


def _swords(theme: Theme) -> Image.Image:
    pen = Pen(48, 48, 1)
    for side in (-1, 1):
        pen.line([(side * 17, -20), (-side * 12, 14)], INK, 6.0)
        pen.line([(side * 17, -20), (-side * 12, 14)], theme.stone, 3.2)
        pen.round_line([(-side * 17, 6), (-side * 5, 16)], INK, 4.0)
        pen.round_line([(-side * 12, 14), (-side * 17, 20)], INK, 5.0)
        pen.circle(-side * 17, 20, 3.2, theme.gold, INK, 1.0)
    return pen.sprite()


@lru_cache(maxsize=4)
def sheet_palette(theme: Theme) -> Image.Image:
    """The fixed palette of the sheets: counters, kinds of card, and ramps of paper and ink."""
    colours: list[Colour] = list(piece_colours(theme))
    for look in KINDS.values():
        colours += [
            look.colour,
            mix(look.colour, theme.card, 0.35),
            mix(look.colour, theme.card, 0.7),
            mix(look.colour, (255, 255, 255), 0.5),
        ]
    colours += [mix(theme.ink, theme.card, i / 13) for i in range(14)]
    colours += [mix(theme.paper, theme.paper_edge, i / 18) for i in range(10)]
    colours += [mix(theme.ink_soft, theme.paper, i / 5) for i in range(6)]
    colours += [mix(theme.stone, theme.ink, i / 5) for i in range(6)]
    colours += [
        theme.stone_shade,
        theme.roof_town,
        theme.roof_royal,
        theme.roof_plain,
        theme.gold,
        theme.card_edge,
        theme.ink_soft,
        theme.ink_red,
    ]
    flat = [v for colour in list(dict.fromkeys(colours))[:256] for v in colour]
    palette = Image.new("P", (1, 1))
    palette.putpalette(flat + [0] * (768 - len(flat)))
    return palette


@lru_cache(maxsize=256)
def card_in_palette(face: Face, theme: Theme) -> Image.Image:
    """A card in the final colours of a sheet, kept with one byte per pixel."""
    return to_palette(card(face, theme), sheet_palette(theme))
