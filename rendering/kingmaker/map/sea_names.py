"""The names of the sea squares: placed first, as large as will fit."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence
from itertools import accumulate

from PIL import Image

from rendering.canvas.fonts import Style
from rendering.canvas.pen import Point
from rendering.kingmaker.map.geometry import BoardMap, Cell, Frame, MapSea, Rect
from rendering.kingmaker.map.labels import SEA_SIZES, Label, make_label, splits


class LandGrid:
    """The land in steps of four sheet pixels, with quick counts over rectangles."""

    STEP = 4

    def __init__(self, frame: Frame, land: Image.Image) -> None:
        """`land` is a mask of the sheet at its own size, nonzero where there is land."""
        step = self.STEP
        self.cols, self.rows = frame.width // step + 1, frame.height // step + 1
        data, width = land.convert("L").tobytes(), land.width
        sums = [array("I", bytes(4 * (self.cols + 1)))]
        for row in range(self.rows):
            y = row * step + step // 2
            line = data[y * width + step // 2 : (y + 1) * width : step] if y < land.height else b""
            counts = accumulate((v != 0 for v in line), initial=0)
            running = [*counts][: self.cols + 1]
            running += [running[-1]] * (self.cols + 1 - len(running))
            added = (above + here for above, here in zip(sums[-1], running, strict=True))
            sums.append(array("I", added))
        self._sums = sums

    def share(self, box: Rect) -> float:
        """The fraction of a box that is land, 0 to 1."""
        c0 = min(max(int(box.x0) // self.STEP, 0), self.cols - 1)
        r0 = min(max(int(box.y0) // self.STEP, 0), self.rows - 1)
        c1 = min(max(int(box.x1) // self.STEP + 1, c0 + 1), self.cols)
        r1 = min(max(int(box.y1) // self.STEP + 1, r0 + 1), self.rows)
        s = self._sums
        return (s[r1][c1] - s[r0][c1] - s[r1][c0] + s[r0][c0]) / ((c1 - c0) * (r1 - r0))


def place_sea_names(
    board: BoardMap, frame: Frame, land: LandGrid, blocked: Sequence[Rect]
) -> dict[str, Label]:
    """A name inside every sea square, as large as will fit clear of land, signs and ornaments."""
    taken = list(blocked)
    out: dict[str, Label] = {}
    for sea in sorted(board.seas.values(), key=lambda s: (len(s.cells), s.id)):
        label = _best_sea_label(sea, frame, land, taken, _SEA_TRIES)
        if label is None:
            raise ValueError(f"no room for the name of {sea.id}")
        out[sea.id] = label
        taken.append(label.box)
    return out


def sea_names_within(
    board: BoardMap,
    frame: Frame,
    land: LandGrid,
    names: Mapping[str, Label],
    blocked: Sequence[Rect],
    seen: Rect,
) -> dict[str, Label]:
    """The names for a part of the sheet: any that the edge would cut move to the visible part of
    their sea square, or are dropped if they do not fit."""
    out = {sid: label for sid, label in names.items() if seen.contains(label.box)}
    about = seen.grown(frame.cell)
    taken = [label.box for label in out.values()]
    taken += [box for box in blocked if box.overlap(about)]
    for sid, sea in sorted(board.seas.items()):
        cells = tuple(c for c in sea.cells if seen.contains(frame.cell_rect(c)))
        if sid in out or not cells:
            continue
        part = MapSea(sid, sea.name, cells)
        label = _best_sea_label(part, frame, land, taken, _SEA_TRIES[:2])
        if label is not None:
            out[sid] = label
            taken.append(label.box)
    return out


_SEA_TRIES: tuple[tuple[float, float], ...] = (
    (7.0, 0.0), (3.0, 0.0), (1.0, 0.12), (0.0, 0.5), (-6.0, 1.0),
)  # fmt: skip
"""The clearance around a name and how much of it may be over land, the strictest first."""


def _best_sea_label(
    sea: MapSea,
    frame: Frame,
    land: LandGrid,
    taken: Sequence[Rect],
    tries: Sequence[tuple[float, float]],
) -> Label | None:
    """The largest name that fits well, found by the strictest attempt that gives one."""
    cells = frozenset(sea.cells)
    largest = 3 if len(cells) < 8 else 1 if len(cells) < 14 else 0
    middle = frame.px(
        (
            sum(c[0] + 0.5 for c in cells) / len(cells),
            sum(c[1] + 0.5 for c in cells) / len(cells),
        )
    )
    spots = [
        frame.px((col + fx, row + fy))
        for col, row in sea.cells
        for fx in (0.0, 0.25, 0.5, 0.75)
        for fy in (0.25, 0.5, 0.75, 1.0)
    ]
    for margin, ashore in tries:
        best: tuple[float, Sequence[str], Style, Point] | None = None
        for rank, size in enumerate(SEA_SIZES[largest:]):
            style = Style("sea", size, size * (0.09 if size > 20 else 0.03))
            for lines in splits(sea.name):
                probe = make_label(sea.id, lines, style, (0.0, 0.0), frame.scale).box
                extra = rank * 26.0 + (len(lines) - 1) * 9.0
                for spot in spots:
                    away = math.dist(spot, middle) * 0.30 + extra
                    if best is not None and away >= best[0]:
                        continue
                    box = Rect.around(spot, probe.width, probe.height)
                    cost = _sea_cost(box, cells, frame, land, taken, margin, ashore)
                    if cost is not None and (best is None or cost + away < best[0]):
                        best = (cost + away, lines, style, spot)
        if best is not None:
            return make_label(sea.id, best[1], best[2], best[3], frame.scale)
    return None


def _sea_cost(
    box: Rect,
    cells: frozenset[Cell],
    frame: Frame,
    land: LandGrid,
    taken: Sequence[Rect],
    margin: float,
    ashore: float,
) -> float | None:
    """The cost of a spot; None if the name would leave its sea square or touch anything."""
    if not frame.grid_rect.contains(box.grown(1.0)):
        return None
    edge = box.grown(min(margin, 3.0))
    first, last = frame.cell_at((edge.x0, edge.y0)), frame.cell_at((edge.x1, edge.y1))
    for col in range(first[0], last[0] + 1):
        for row in range(first[1], last[1] + 1):
            if (col, row) not in cells:
                return None
    dry = land.share(box.grown(margin))
    if dry > ashore:
        return None
    if any(box.grown(3.0).overlap(r) for r in taken):
        return None
    return land.share(box.grown(26.0)) * 60.0 + dry * 60.0
