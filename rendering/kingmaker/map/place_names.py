"""Place names: each picks the cheapest of several dozen positions around its sign.

The choices are improved step by step, with a fixed seed, until no name touches another name, a sign
or an ornament. Later, counters push individual names to other positions.
"""

from __future__ import annotations

import math
import random
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rendering.canvas.fonts import Style
from rendering.canvas.pen import Point
from rendering.kingmaker.map.geometry import (
    BoardMap,
    Frame,
    MapPlace,
    Rect,
    meeting,
    meets_any,
    union,
)
from rendering.kingmaker.map.labels import LABEL_STYLES, Label, make_label, splits
from rendering.kingmaker.map.pictograms import Sign
from rendering.kingmaker.map.sea_names import LandGrid

_PAD = 1.5

_CUT = 60.0
"""The cost if the edge of a part of the sheet cuts a name."""

_REMEMBERED = 2_000
"""The number of price lists kept for names' choices, at a few hundred bytes each."""

_LARGER = (1.6, 1.4, 1.2)
"""The sizes tried when a name is to be enlarged, relative to its usual size."""

_APART = 4.0
"""The distance of an enlarged name from everything else."""

_GAPS = tuple(range(4, 130, 7))
"""The distances to which counters may push a name from its sign, the nearest first."""


@dataclass(slots=True)
class _Choice:
    label: Label
    base: float


class PlaceNames:
    """A name next to every sign, with none touching another name, a sign or a blocked box."""

    def __init__(
        self,
        board: BoardMap,
        frame: Frame,
        signs: Mapping[str, Sign],
        land: LandGrid,
        blocked: Sequence[Rect],
        road_points: Sequence[Point] = (),
    ) -> None:
        self._frame = frame
        self._signs = signs
        self._fixed = [*(b for s in signs.values() for b in s.boxes), *blocked]
        self._choices = {
            sid: _choices(board, frame, sign, signs, land, blocked, road_points)
            for sid, sign in signs.items()
        }
        self._solver = _Solver(self._choices)
        self._picked = self._solver.solve()

    def labels(self) -> dict[str, Label]:
        """The names of the empty board."""
        return self._as_labels(self._picked)

    def avoiding(self, boxes: Sequence[Rect], within: Rect | None = None) -> dict[str, Label]:
        """The names; any under the boxes are moved clear if there is room.

        With `within`, only places in that part are named, and their names are also moved away from
        its edge.
        """
        seen = None if within is None else self._places_in(within)
        picked = self._solver.avoiding(self._picked, boxes, within, seen)
        return self._as_labels(picked if seen is None else {s: picked[s] for s in seen})

    def _places_in(self, within: Rect) -> list[str]:
        return [sid for sid, s in self._signs.items() if within.contains(s.box.grown(-2.0))]

    def freed(
        self, labels: Mapping[str, Label], boxes: Sequence[Rect], within: Rect | None = None
    ) -> dict[str, Label]:
        """The labels; any that touch boxes or each other are moved away from their signs."""
        room = within or self._frame.grid_rect
        out = dict(labels)
        written = {sid: label.box for sid, label in labels.items()}
        for sid, label in labels.items():
            own = written.pop(sid)
            if not room.contains(own) or meets_any(own, boxes) or meets_any(own, written.values()):
                out[sid] = self._farther(label, boxes, out, room) or label
            written[sid] = out[sid].box
        return out

    def enlarged(
        self, labels: Mapping[str, Label], which: Iterable[str], boxes: Sequence[Rect]
    ) -> dict[str, Label]:
        """The labels, with these names as large as they can be without touching anything."""
        out = dict(labels)
        for sid in which:
            for times in _LARGER:
                large = replace(out[sid], style=out[sid].style.scaled(times))
                found = self._farther(large, boxes, out, self._frame.grid_rect, _APART)
                if found is not None:
                    out[sid] = found
                    break
        return out

    def _farther(
        self,
        label: Label,
        boxes: Sequence[Rect],
        labels: Mapping[str, Label],
        room: Rect,
        apart: float = 0.0,
    ) -> Label | None:
        """The name, at the free spot nearest to its sign; None if there is no free spot."""
        sign = self._signs[label.of]
        about = sign.bounds.grown(_GAPS[-1] + 2 * max(label.box.width, label.box.height))
        others = (o.box for o in labels.values() if o.of != label.of)
        walls = meeting(about, (*self._fixed, *boxes, *others))
        texts = sorted({choice.label.lines for choice in self._choices[label.of]}, key=len)
        probes = [
            make_label(label.of, lines, label.style, (0.0, 0.0), self._frame.scale)
            for lines in texts
        ]
        for gap in _GAPS:
            inner = sign.bounds.grown(gap)
            for probe in probes:
                w, h = probe.box.width, probe.box.height
                # Of some 160 walls, only a few are within reach of the nearest spots.
                outer = Rect.around(inner.centre, inner.width + 2 * w, inner.height + 2 * h)
                near = meeting(outer.grown(apart), walls)
                for x, y in _ring(inner, w, h):
                    box = Rect.around((x, y), w, h)
                    if room.contains(box) and not meets_any(box.grown(apart), near):
                        return probe.at((x, y))
        return None

    def _as_labels(self, picked: Mapping[str, int]) -> dict[str, Label]:
        return {sid: self._choices[sid][i].label for sid, i in picked.items()}


_Prices = tuple[list[float], list[int]]
"""The cost of each choice for a name, and the choices from the cheapest up."""


def _cheapest_first(prices: Sequence[float]) -> list[int]:
    return sorted(range(len(prices)), key=prices.__getitem__)


class _Solver:
    """Picks one choice per name so that the sum of costs is low and nothing overlaps."""

    CLASH = 300.0

    def __init__(self, choices: Mapping[str, Sequence[_Choice]]) -> None:
        self.ids = sorted(choices)
        self.base = {s: [c.base for c in choices[s]] for s in self.ids}
        self.order = {s: _cheapest_first(self.base[s]) for s in self.ids}
        self._prices: dict[tuple[str, tuple[Rect, ...], Rect | None], _Prices] = {}
        self.boxes = {s: [c.label.box.grown(_PAD) for c in choices[s]] for s in self.ids}
        self.reach = {s: union(self.boxes[s]) for s in self.ids}
        self.near = {
            a: [b for b in self.ids if b != a and self.reach[a].overlap(self.reach[b])]
            for a in self.ids
        }

    def cost(
        self, sid: str, index: int, picked: Mapping[str, int], limit: float = math.inf
    ) -> float:
        """The cost of a choice, given its neighbours' picks; counting stops at `limit`."""
        box, boxes = self.boxes[sid][index], self.boxes
        x0, y0, x1, y1 = box
        total = self.base[sid][index]
        for other in self.near[sid]:
            a0, b0, a1, b1 = there = boxes[other][picked[other]]
            if a0 < x1 and a1 > x0 and b0 < y1 and b1 > y0:
                total += self.CLASH + box.overlap(there)
                if total >= limit:
                    break
        return total

    def settle(self, picked: dict[str, int], start: Iterable[str]) -> None:
        """Move names to their cheapest choice, beginning with `start`, until nothing changes."""
        queue = list(start)
        waiting = set(queue)
        for _ in range(len(self.ids) * 12):
            if not queue:
                return
            sid = queue.pop(0)
            waiting.discard(sid)
            base = self.base[sid]
            best, best_cost = picked[sid], self.cost(sid, picked[sid], picked)
            for i in self.order[sid]:
                if base[i] >= best_cost:
                    break
                cost = self.cost(sid, i, picked, best_cost)
                if cost < best_cost - 1e-9:
                    best, best_cost = i, cost
            if best != picked[sid]:
                picked[sid] = best
                for other in self.near[sid]:
                    if other not in waiting:
                        waiting.add(other)
                        queue.append(other)

    def avoiding(
        self,
        picked: Mapping[str, int],
        walls: Sequence[Rect],
        within: Rect | None = None,
        seen: Sequence[str] | None = None,
    ) -> dict[str, int]:
        """The picks, with names moved out from under the walls and, for those `seen`, away from the
        edge of `within`; the solver itself stays unchanged."""
        other = _Solver.__new__(_Solver)
        other.boxes, other.reach = self.boxes, self.reach
        other.ids = self.ids if seen is None else sorted(seen)
        other.near = self.near
        if seen is not None:
            here = set(seen)
            other.near = {s: [n for n in self.near[s] if n in here] for s in seen}
        other.base, other.order = dict(self.base), dict(self.order)
        covered = []
        for sid in other.ids:
            close = meeting(self.reach[sid], walls)
            edge = within is not None and not within.contains(self.reach[sid])
            if not close and not edge:
                continue
            box = self.boxes[sid][picked[sid]]
            if meets_any(box, close) or (edge and not _inside(box, within)):
                covered.append(sid)
            priced = self._priced(sid, tuple(close), within if edge else None)
            other.base[sid], other.order[sid] = priced
        moved = dict(picked)
        other.settle(moved, covered)
        return moved

    def _priced(self, sid: str, close: tuple[Rect, ...], within: Rect | None) -> _Prices:
        """The cost of each choice for a name near these walls and, if there is one, near an edge.

        The result is cached, because counters mostly stay where they are from one picture to the
        next.
        """
        key = (sid, close, within)
        found = self._prices.get(key)
        if found is None:
            prices = [
                base + _covered(box, close) + (0.0 if _inside(box, within) else _CUT)
                for base, box in zip(self.base[sid], self.boxes[sid], strict=True)
            ]
            found = prices, _cheapest_first(prices)
            if len(self._prices) >= _REMEMBERED:
                self._prices.clear()
            self._prices[key] = found
        return found

    def clashing(self, picked: Mapping[str, int]) -> list[str]:
        return [s for s in self.ids if self.cost(s, picked[s], picked) >= self.CLASH]

    def solve(self) -> dict[str, int]:
        picked = {s: min(range(len(self.base[s])), key=self.base[s].__getitem__) for s in self.ids}
        self.settle(picked, self.ids)
        rng = random.Random(1455)
        bad = self.clashing(picked)
        for _ in range(400):
            if not bad:
                break
            trial = dict(picked)
            sid = rng.choice(bad)
            stirred = [sid, *(n for n in self.near[sid] if rng.random() < 0.5)]
            for s in stirred:
                trial[s] = rng.randrange(len(self.base[s]))
            self.settle(trial, stirred)
            still = self.clashing(trial)
            if len(still) <= len(bad):
                picked, bad = trial, still
        return self.polish(picked)

    def polish(self, picked: dict[str, int]) -> dict[str, int]:
        """Give badly placed names a better spot if moving the neighbours costs less."""
        total = self.total(picked)
        for _ in range(2):
            poor = [s for s in self.ids if self.base[s][picked[s]] - min(self.base[s]) > 2.0]
            for sid in sorted(poor, key=lambda s: -self.base[s][picked[s]]):
                for i in self.order[sid][:5]:
                    trial = {**picked, sid: i}
                    self.settle(trial, [*self.near[sid], sid])
                    cost = self.total(trial)
                    if cost < total - 1e-9:
                        picked, total = trial, cost
        return picked

    def total(self, picked: Mapping[str, int]) -> float:
        return sum(self.cost(s, picked[s], picked) for s in self.ids)


def _inside(box: Rect, within: Rect | None) -> bool:
    return within is None or within.contains(box)


def _covered(box: Rect, walls: Sequence[Rect]) -> float:
    """The cost of a name under these counters: something for each, and something for the area
    hidden."""
    cost = 0.0
    for wall in meeting(box, walls):
        cost += 40.0 + wall.overlap(box) * 0.6
    return cost


def _choices(
    board: BoardMap,
    frame: Frame,
    sign: Sign,
    signs: Mapping[str, Sign],
    land: LandGrid,
    blocked: Sequence[Rect],
    road_points: Sequence[Point],
) -> list[_Choice]:
    place = board.places[sign.place]
    style = LABEL_STYLES[sign.kind]
    near = Rect.around(sign.box.centre, 420.0, 200.0)
    walls = meeting(near, (b for s in signs.values() for b in s.boxes))
    walls += meeting(near, blocked)
    others = [s.box for s in signs.values() if s.place != sign.place and near.overlap(s.box)]
    roads = sorted(p for p in road_points if near.x0 < p[0] < near.x1 and near.y0 < p[1] < near.y1)
    out = []
    name = place.name.upper() if sign.kind == "city" else place.name
    for lines in splits(name):
        if (len(lines) == 1 and len(name) > 14) or (len(lines) == 2 and len(name) < 9):
            extra = 6.0
        elif len(lines) == 3:
            extra = 8.0
        else:
            extra = 2.0 * (len(lines) - 1)
        for label, preference in _spots(sign, lines, style, frame.scale):
            base = preference + extra
            base += _site_cost(label, place, frame, walls, others, roads, land)
            out.append(_Choice(label, base))
    return out


_SPOTS: tuple[tuple[float, float, float], ...] = (
    # horizontal side, vertical side (each from -1 to 1), preference
    (1, 0.0, 0.0), (1, 0.5, 0.5), (1, -0.5, 0.5), (0, 1, 0.8), (0, -1, 1.0), (-1, 0.0, 1.2),
    (-1, 0.5, 1.6), (-1, -0.5, 1.6), (0.5, 1, 1.4), (-0.5, 1, 1.6), (0.5, -1, 1.6),
    (-0.5, -1, 1.8), (1, 1, 2.0), (1, -1, 2.2), (-1, 1, 2.4), (-1, -1, 2.6),
)  # fmt: skip


def _spots(
    sign: Sign, lines: Sequence[str], style: Style, scale: int
) -> Iterable[tuple[Label, float]]:
    """The possible positions around the sign, close by and a little farther off."""
    bounds = sign.bounds
    probe = make_label(sign.place, lines, style, (0.0, 0.0), scale)
    w, h = probe.box.width, probe.box.height
    for gap, dear in ((2.5, 0.0), (6.5, 3.0), (12.0, 14.0)):
        for sx, sy, preference in _SPOTS:
            cx, cy = bounds.centre
            x = cx + sx * (bounds.width / 2 + gap + w / 2) if abs(sx) == 1 else cx + sx * w * 0.55
            y = cy + sy * (bounds.height / 2 + gap + h / 2) if abs(sy) == 1 else cy + sy * h
            align = 0.5 if abs(sx) < 1 else (0.0 if sx > 0 else 1.0)
            yield make_label(sign.place, lines, style, (x, y), scale, align), preference + dear


def _site_cost(
    label: Label,
    place: MapPlace,
    frame: Frame,
    walls: Sequence[Rect],
    others: Sequence[Rect],
    roads: Sequence[Point],
    land: LandGrid,
) -> float:
    box = label.box.grown(_PAD)
    cost = 0.0
    if not frame.grid_rect.contains(box):
        cost += 5000.0
    for wall in walls:
        shared = box.overlap(wall)
        if shared:
            cost += 1000.0 + shared
    if cost:
        # Nothing will be written here, so other objections do not matter.
        return cost
    assert place.cell is not None
    home = frame.cell_rect(place.cell)
    area = label.box.width * label.box.height
    cost += 5.0 * (1.0 - label.box.overlap(home) / area)
    ashore = land.share(label.box)
    cost += 16.0 * min(ashore, 1.0 - ashore)
    across = roads[bisect_right(roads, (box.x0, math.inf)) : bisect_left(roads, (box.x1,))]
    cost += 0.35 * sum(box.y0 < y < box.y1 for _, y in across)
    own = label.box.gap(Rect.around(frame.px(place.at), 12, 12))
    for other in others:
        gap = label.box.gap(other)
        if gap < max(10.0, own):
            cost += (10.0 - min(gap, 10.0)) * 0.25 + 0.5
    return cost


def _ring(inner: Rect, width: float, height: float) -> Iterable[Point]:
    """The middles of boxes of this size all around a rectangle and touching it."""
    x0, x1 = inner.x0 - width / 2, inner.x1 + width / 2
    y0, y1 = inner.y0 - height / 2, inner.y1 + height / 2
    across, down = max(2, math.ceil((x1 - x0) / 6.0)), max(2, math.ceil((y1 - y0) / 6.0))
    for i in range(across + 1):
        yield x0 + (x1 - x0) * i / across, y1
        yield x0 + (x1 - x0) * i / across, y0
    for i in range(down + 1):
        yield x1, y0 + (y1 - y0) * i / down
        yield x0, y0 + (y1 - y0) * i / down
