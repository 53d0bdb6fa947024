"""The look of a counter in a few plain values, from which alone it can be drawn."""

from __future__ import annotations

from PIL import Image

from bot.rules.kernel import Seat
from rendering.canvas.theme import Theme
from rendering.canvas.touch import Art
from rendering.kingmaker.counters import counters
from rendering.kingmaker.counters.marks import cloth, mark_token, pennon
from rendering.kingmaker.counters.pieces import Force, MarkPiece, SiegePiece
from rendering.kingmaker.counters.stacking import Part
from rendering.kingmaker.map.geometry import Rect


def art_of(part: Part, force: Force) -> Art:
    """The look of one part of a force's block."""
    match part.kind:
        case "cloth":
            return "cloth", force.camp, round(part.box.width), round(part.box.height)
        case "wall":
            return "wall", round(part.box.width), round(part.box.height)
        case "shield":
            noble = force.nobles[part.index]
            return "shield", noble.short, noble.seat, force.captives, noble.id
        case "heir":
            heir = force.heirs[part.index]
            return "heir", heir.house, heir.crowned, heir.short
        case "ship":
            assert force.ship is not None
            return "ship", force.ship.short, force.ship.seat
        case "plate":
            return "plate", force.seat, force.troops, force.camp


def flag_art(holder: Seat | str) -> Art:
    """The banner of a seat, or the pennon of strangers, over a place."""
    return ("flag", holder) if isinstance(holder, int) else ("pennon", holder)


def ring_art(siege: SiegePiece, ring: Rect) -> Art:
    """The palisade round a place under siege."""
    return "ring", siege.seat, siege.turn, round(ring.width), round(ring.height)


def mark_art(mark: MarkPiece) -> Art:
    """The round token for something that is in force or has happened."""
    return "mark", mark.kind


def draw_art(art: Art, theme: Theme, k: int) -> Image.Image:
    """The sprite, with `k` device pixels per sheet pixel."""
    kind, *of = art
    match kind:
        case "cloth":
            return cloth(*of, k)
        case "wall":
            return counters.wall_backdrop(*of, theme, k)
        case "shield":
            short, seat, captive, noble = of
            return counters.shield(short, seat, captive, k, noble)
        case "heir":
            return counters.heir_token(*of, k)
        case "ship":
            return counters.ship_token(*of, k)
        case "plate":
            seat, troops, camp = of
            return counters.plate(seat, troops, k, camp)
        case "flag":
            return counters.flag(*of, k)
        case "pennon":
            return pennon(*of, k)
        case "ring":
            seat, turn, width, height = of
            return counters.siege_ring(seat, turn, (width, height), theme, k)
        case "mark":
            return mark_token(*of, k)
        case _:
            raise ValueError(f"there is no drawing for {kind!r}")
