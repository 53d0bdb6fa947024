"""Coats of arms, read from `data/kingmaker/arms.json`, checked, and painted by code."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec
from PIL import Image, ImageDraw

from bot import DATA
from rendering.canvas.heraldry import INK, shield_outline
from rendering.canvas.pen import Point
from rendering.canvas.theme import TINCTURES, Colour
from rendering.kingmaker.counters.figures import FIGURES

ARMS_FILE = DATA / "kingmaker" / "arms.json"

ORDINARIES = (
    "bend", "bordure", "chevron", "chief", "cross", "fess", "fret", "label", "pale", "saltire",
)  # fmt: skip
"""Charges that have a fixed place on the shield."""

EDGES = {
    "": ORDINARIES,
    "engrailed": ("cross", "bordure"),
    "gobony": ("bordure",),
    "pellety": ("label",),
}
"""Special edges and patterns for ordinaries, and the ordinaries that may have them: scalloped, in
pieces of two colours, or with roundels of the second colour on them."""

SUPERSAMPLE = 4


class ArmsError(ValueError):
    """The file of arms cannot be used; the message says what is wrong and where."""


class Charge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ordinary, or a figure in one or more places."""

    kind: str
    tincture: str
    second: str = ""
    edge: str = ""
    wide: bool = False
    size: float = 0.0
    """A fraction of the shield's width; for figures only."""
    at: tuple[tuple[float, float], ...] = ()
    """Fractions of the shield's width and height; for figures only."""


class Coat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A coat of arms: its blazon in words, its field or its two quarterings, and its charges."""

    blazon: str
    field: tuple[str, ...] = ()
    division: Literal["", "per_pale", "per_fess", "barry", "chequy"] = ""
    quarters: tuple[str, ...] = ()
    """Two parts: one for the first and fourth quarters, one for the second and third."""
    charges: tuple[Charge, ...] = ()


class Armorial(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All the arms, the coats that are quartered in them, and those of characters."""

    parts: dict[str, Coat]
    arms: dict[str, Coat]
    faces: dict[str, Coat]
    about: str = ""


def read_arms(path: Path = ARMS_FILE) -> Armorial:
    """Read and check a file of arms. Raises `ArmsError`."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Armorial)
    except (OSError, msgspec.MsgspecError) as error:
        raise ArmsError(f"{path.name}: {error}") from error
    groups = (("parts", found.parts), ("arms", found.arms), ("faces", found.faces))
    for group, coats in groups:
        for key, coat in coats.items():
            for fault in _faults(coat, found, quartered=group == "parts"):
                raise ArmsError(f"{path.name}: {group}.{key}: {fault}")
    return found


def _faults(coat: Coat, armorial: Armorial, quartered: bool) -> list[str]:
    """The faults in a coat, in words."""
    out = []
    wanted = 0 if coat.quarters else 2 if coat.division else 1
    if len(coat.field) != wanted:
        out.append(f"its field needs {wanted} tinctures and has {len(coat.field)}.")
    if coat.quarters and (quartered or len(coat.quarters) != 2):
        out.append("it needs two quarterings, neither of them quartered again.")
    out += [f"there is no part {q!r}." for q in coat.quarters if q not in armorial.parts]
    used = [*coat.field, *(t for c in coat.charges for t in (c.tincture, c.second) if t)]
    out += [f"there is no tincture {t!r}." for t in used if t not in TINCTURES]
    for charge in coat.charges:
        out += _charge_faults(charge)
    return out


def _charge_faults(charge: Charge) -> list[str]:
    kind = charge.kind
    if kind in ORDINARIES:
        if charge.at or charge.size:
            return [f"{kind} takes no size and no place."]
        if kind not in EDGES.get(charge.edge, ()):
            return [f"{kind} cannot be {charge.edge!r}."]
        if (charge.edge in ("gobony", "pellety")) != bool(charge.second):
            return [f"{kind} has one colour too many or too few."]
        return []
    if kind not in FIGURES:
        return [f"there is no charge {kind!r}."]
    if not charge.at or not 0.05 <= charge.size <= 1.2:
        return [f"{kind} needs a size and a place."]
    if not all(0.0 <= v <= 1.0 for spot in charge.at for v in spot):
        return [f"{kind} lies off the shield."]
    return []


@lru_cache(maxsize=1)
def armorial() -> Armorial:
    """The game's arms, read only once."""
    return read_arms()


def has_arms(noble: str) -> bool:
    """Whether a noble's arms are known."""
    return noble in armorial().arms


def has_face(character: str) -> bool:
    """Whether a computer player's character bears arms."""
    return character in armorial().faces


@lru_cache(maxsize=256)
def arms_sprite(noble: str, width: int, height: int, line: int = 0) -> Image.Image:
    """A noble's arms on a heater shield of this size in device pixels, on a clear background.

    `line` is the width of the outline, 0 for none. Raises `KeyError` for a noble without arms.
    """
    return _on_a_shield(armorial().arms[noble], width, height, line)


@lru_cache(maxsize=32)
def face_sprite(character: str, width: int, height: int) -> Image.Image:
    """The arms of a computer player's character, drawn like a noble's. Raises `KeyError` if the
    character has none."""
    return _on_a_shield(armorial().faces[character], width, height, 2)


def _on_a_shield(coat: Coat, width: int, height: int, line: int) -> Image.Image:
    w, h = width * SUPERSAMPLE, height * SUPERSAMPLE
    stroke = line * SUPERSAMPLE
    inset = stroke / 2
    outline = [
        (x + w / 2, y + h / 2) for x, y in shield_outline(w - 2 * inset - 1, h - 2 * inset - 1)
    ]
    painted = paint_coat(coat, armorial(), w, h, outline)
    mask = Image.new("L", (w, h), 0)
    ImageDraw.Draw(mask).polygon(outline, fill=255)
    sprite = Image.new("RGBA", (w, h), (*INK, 0))
    sprite.paste(painted, (0, 0), mask)
    if stroke:
        ring = [*outline, outline[0], outline[1]]
        ImageDraw.Draw(sprite).line(ring, fill=(*INK, 255), width=stroke, joint="curve")
    return sprite.reduce(SUPERSAMPLE)


def paint_coat(coat: Coat, book: Armorial, w: int, h: int, outline: list[Point]) -> Image.Image:
    """A coat painted over a whole box; `outline` is the edge of the shield in that box, for a
    bordure."""
    image = Image.new("RGB", (w, h))
    if coat.quarters:
        halves = ((0, 0, 0), (w // 2, 0, 1), (0, h // 2, 1), (w // 2, h // 2, 0))
        for x, y, which in halves:
            part = book.parts[coat.quarters[which]]
            size = (w - w // 2 if x else w // 2, h - h // 2 if y else h // 2)
            # The lower quarters narrow to a point: their charges are drawn a little smaller.
            image.paste(_quarter(part, size, low=bool(y), right=bool(x)), (x, y))
    else:
        _paint_field(image, coat)
    for charge in coat.charges:
        if charge.kind in FIGURES:
            _paint_figure(image, charge)
        else:
            _Ordinary(image, charge, outline).paint()
    return image


def _quarter(coat: Coat, size: tuple[int, int], low: bool, right: bool) -> Image.Image:
    image = Image.new("RGB", size)
    _paint_field(image, coat)
    shrink, dx, dy = (0.78, -0.1 if right else 0.1, -0.1) if low else (1.0, 0.0, 0.0)
    for charge in coat.charges:
        at = tuple(
            (0.5 + (x - 0.5) * shrink + dx, 0.5 + (y - 0.5) * shrink + dy) for x, y in charge.at
        )
        moved = msgspec.structs.replace(charge, at=at, size=charge.size * shrink)
        _paint_figure(image, moved)
    return image


def _paint_field(image: Image.Image, coat: Coat) -> None:
    w, h = image.size
    draw = ImageDraw.Draw(image)
    first = TINCTURES[coat.field[0]]
    second = TINCTURES[coat.field[-1]]
    draw.rectangle([0, 0, w, h], fill=first)
    match coat.division:
        case "per_pale":
            draw.rectangle([w // 2, 0, w, h], fill=second)
        case "per_fess":
            draw.rectangle([0, h // 2, w, h], fill=second)
        case "barry":
            for i in (1, 3, 5):
                draw.rectangle([0, round(h * i / 6), w, round(h * (i + 1) / 6)], fill=second)
        case "chequy":
            across = 6
            side = w / across
            for row in range(math.ceil(h / side)):
                for col in range(across):
                    if (row + col) % 2:
                        x, y = col * side, row * side
                        draw.rectangle(
                            [round(x), round(y), round(x + side) - 1, round(y + side) - 1],
                            fill=second,
                        )
        case _:
            pass


def _paint_figure(image: Image.Image, charge: Charge) -> None:
    w, h = image.size
    draw = ImageDraw.Draw(image)
    colour = TINCTURES[charge.tincture]
    unit = charge.size * w
    for x, y in charge.at:
        for stroke in FIGURES[charge.kind]:
            pts = [(x * w + px * unit, y * h + py * unit) for px, py in stroke.points]
            ink = INK if stroke.dark else colour
            if len(pts) == 1:
                _disc(draw, pts[0], stroke.width * unit / 2, ink)
            elif stroke.width:
                _thick(draw, pts, stroke.width * unit, ink)
            else:
                draw.polygon(pts, fill=ink)


def _disc(draw: ImageDraw.ImageDraw, at: Point, r: float, fill: Colour | int) -> None:
    draw.ellipse((at[0] - r, at[1] - r, at[0] + r, at[1] + r), fill=fill)


def _thick(draw: ImageDraw.ImageDraw, pts: list[Point], width: float, fill: Colour) -> None:
    draw.line(pts, fill=fill, width=max(1, round(width)))
    for point in pts:
        _disc(draw, point, width / 2, fill)


class _Ordinary:
    """Paints one ordinary over a box."""

    def __init__(self, image: Image.Image, charge: Charge, outline: list[Point]) -> None:
        self.image, self.charge, self.outline = image, charge, outline
        self.draw = ImageDraw.Draw(image)
        self.w, self.h = image.size
        self.colour = TINCTURES[charge.tincture]
        self.second = TINCTURES[charge.second] if charge.second else self.colour

    def paint(self) -> None:
        getattr(self, f"_{self.charge.kind}")()

    def _poly(self, *points: Point) -> None:
        self.draw.polygon([(x * self.w, y * self.h) for x, y in points], fill=self.colour)

    def _chief(self) -> None:
        self._poly((0, 0), (1, 0), (1, 0.32), (0, 0.32))

    def _fess(self) -> None:
        self._poly((0, 0.34), (1, 0.34), (1, 0.6), (0, 0.6))

    def _pale(self) -> None:
        self._poly((0.36, 0), (0.64, 0), (0.64, 1), (0.36, 1))

    def _bend(self) -> None:
        half = (0.19 if self.charge.wide else 0.14) * self.w * 1.4
        draw, w = self.draw, self.w
        # The bend runs at 45 degrees from the corner, however tall the shield is.
        draw.polygon(
            [(0, -half), (w * 2, 2 * w - half), (w * 2, 2 * w + half), (0, half)],
            fill=self.colour,
        )

    def _chevron(self) -> None:
        top, low, thick = 0.3, 0.68, 0.24
        self._poly(
            (0.5, top), (1, low), (1, low + thick), (0.5, top + thick), (0, low + thick), (0, low)
        )

    def _saltire(self) -> None:
        w, t = self.w, self.w * 0.12
        reach = self.h * 0.9
        for a, b in (((0, 0), (w, reach)), ((w, 0), (0, reach))):
            self.draw.line([a, b], fill=self.colour, width=round(2 * t))

    def _cross(self) -> None:
        half, mid = 0.11, 0.42
        self._poly((0.5 - half, 0), (0.5 + half, 0), (0.5 + half, 1), (0.5 - half, 1))
        band = half * self.w / self.h
        self._poly((0, mid - band), (1, mid - band), (1, mid + band), (0, mid + band))
        if self.charge.edge == "engrailed":
            r = self.w * 0.055
            for i in range(10):
                x = (i + 0.5) / 10 * self.w
                for s in (-1, 1):
                    at = x, (mid + s * band) * self.h
                    _tip(self.draw, at, r, (0, s), self.colour)
                    y = (i + 0.5) / 10 * self.h
                    _tip(self.draw, ((0.5 + s * half) * self.w, y), r, (s, 0), self.colour)

    def _fret(self) -> None:
        w, h, t = self.w, self.h, round(self.w * 0.11)
        cx, cy = w / 2, h * 0.44
        d = w * 0.25
        for s in (-1, 1):
            self.draw.line([(cx - s * w, cy - w), (cx + s * w, cy + w)], fill=self.colour, width=t)
        ring = [(cx, cy - d * 1.25), (cx + d * 1.25, cy), (cx, cy + d * 1.25), (cx - d * 1.25, cy)]
        self.draw.line([*ring, ring[0], ring[1]], fill=self.colour, width=t, joint="curve")

    def _label(self) -> None:
        self._poly((0.08, 0.08), (0.92, 0.08), (0.92, 0.15), (0.08, 0.15))
        for x in (0.18, 0.5, 0.82):
            self._poly((x - 0.07, 0.14), (x + 0.07, 0.14), (x + 0.09, 0.32), (x - 0.09, 0.32))
        if self.charge.edge == "pellety":
            for x in (0.18, 0.5, 0.82):
                _disc(self.draw, (x * self.w, 0.235 * self.h), self.w * 0.055, self.second)

    def _bordure(self) -> None:
        edge = self.charge.edge
        thick = self.w * (0.1 if edge == "engrailed" else 0.13)
        xs, ys = [p[0] for p in self.outline], [p[1] for p in self.outline]
        cx, cy = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        fx = 1 - 2 * thick / (max(xs) - min(xs))
        fy = 1 - 2 * thick / (max(ys) - min(ys))
        inner = [(cx + (x - cx) * fx, cy + (y - cy) * fy - thick * 0.05) for x, y in self.outline]
        mask = Image.new("L", (self.w, self.h), 255)
        pen = ImageDraw.Draw(mask)
        pen.polygon(inner, fill=0)
        if edge == "engrailed":
            for point in _along(inner, self.w * 0.15):
                _disc(pen, point, self.w * 0.05, 255)
        ring = Image.new("RGB", (self.w, self.h), self.colour)
        if edge == "gobony":
            pie, reach = ImageDraw.Draw(ring), 2 * self.h
            for i in range(0, 16, 2):
                box = (cx - reach, cy - reach, cx + reach, cy + reach)
                pie.pieslice(box, i * 22.5, (i + 1) * 22.5, fill=self.second)
        self.image.paste(ring, (0, 0), mask)


def _tip(
    draw: ImageDraw.ImageDraw, at: Point, r: float, way: tuple[int, int], fill: Colour
) -> None:
    """A small point standing out from an edge."""
    (x, y), (dx, dy) = at, way
    draw.polygon(
        [(x - dy * r, y - dx * r), (x + dx * 1.3 * r, y + dy * 1.3 * r), (x + dy * r, y + dx * r)],
        fill=fill,
    )


def _along(ring: list[Point], step: float) -> list[Point]:
    """Points every `step` along a closed line."""
    out, left = [], 0.0
    for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
        length = math.hypot(bx - ax, by - ay)
        at = left
        while length and at < length:
            out.append((ax + (bx - ax) * at / length, ay + (by - ay) * at / length))
            at += step
        left = at - length
    return out
