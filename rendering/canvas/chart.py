"""A sheet of bars that show how often things happened, with the figures beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rendering.canvas.blank_sheet import EDGE, BlankSheet
from rendering.canvas.encoding import Picture, make_palette
from rendering.canvas.fonts import Style
from rendering.canvas.theme import theme_named

_WIDTH = 1140
_TOP = 118
_HEADING, _PITCH, _GAP = 62, 56, 26
_LEFT = 470
"""Where the bars begin."""
_FIGURE = 170
"""The room for figures to the right of the longest bar."""


@dataclass(frozen=True, slots=True)
class Bar:
    """How often something happened; `of` is how many times it could have happened, if that is
    counted."""

    label: str
    count: int
    of: int | None = None

    @property
    def figure(self) -> str:
        """The figures beside the bar."""
        return str(self.count) if self.of is None else f"{self.count} of {self.of}"


@dataclass(frozen=True, slots=True)
class Panel:
    """Bars under a heading, drawn to one scale."""

    heading: str
    bars: Sequence[Bar]


@dataclass(frozen=True, slots=True)
class Chart:
    """A whole sheet of panels."""

    title: str
    below: str
    panels: Sequence[Panel]


def draw_chart(chart: Chart, theme: str = "light") -> Picture:
    """The sheet. The filled part of a bar is what was counted; the outline around it is what could
    have been."""
    rows = sum(len(panel.bars) for panel in chart.panels)
    height = _TOP + len(chart.panels) * (_HEADING + _GAP) + rows * _PITCH + EDGE - _GAP
    page = BlankSheet(_WIDTH, height, theme_named(theme))
    page.title(chart.title, chart.below)
    top = _TOP
    for panel in chart.panels:
        page.text((EDGE + 10, top + 42), panel.heading, Style("bold", 36), page.strong)
        top += _HEADING
        most = max(bar.count if bar.of is None else bar.of for bar in panel.bars)
        for bar in panel.bars:
            _bar(page, bar, top, (_WIDTH - EDGE - _FIGURE - _LEFT) / max(1, most))
            top += _PITCH
        top += _GAP
    return page.finish(_alt(chart), make_palette(page.image, page.theme))


def _bar(page: BlankSheet, bar: Bar, top: int, scale: float) -> None:
    style, room = Style("body", 34), _LEFT - EDGE - 30
    page.text((EDGE + 10, top + 36), bar.label, style, room=room)
    whole = _LEFT + scale * (bar.count if bar.of is None else bar.of)
    if whole > _LEFT:
        page.draw.rectangle((_LEFT, top + 8, whole, top + 44), outline=page.ink, width=2)
    if bar.count:
        end = _LEFT + scale * bar.count
        page.draw.rectangle(
            (_LEFT, top + 8, end, top + 44), fill=page.theme.roof_royal, outline=page.ink, width=2
        )
    figure = Style("number", 32)
    page.text((whole + 14, top + 37), bar.figure, figure, room=_FIGURE - 14)


def _alt(chart: Chart) -> str:
    """The sheet in words."""
    panels = (
        f"{panel.heading}. {'; '.join(f'{bar.label}: {bar.figure}' for bar in panel.bars)}."
        for panel in chart.panels
    )
    return " ".join((f"{chart.title}, {chart.below}.", *panels))
