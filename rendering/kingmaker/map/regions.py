"""The parts of the kingdom that can be looked at alone, as windows of squares."""

from __future__ import annotations

from dataclasses import dataclass

Window = tuple[int, int, int, int]
"""First column and row, last column and row."""


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the board with its name."""

    name: str
    window: Window


REGIONS: dict[str, Region] = {
    "region:north": Region("The North", (8, 0, 20, 10)),
    "region:midlands": Region("The Midlands", (10, 10, 20, 19)),
    "region:wales": Region("Wales and the Marches", (3, 11, 13, 21)),
    "region:east": Region("East Anglia", (16, 12, 25, 20)),
    "region:south-east": Region("London and the South-East", (14, 18, 25, 26)),
    "region:west": Region("The West Country", (2, 20, 14, 28)),
    "region:irish-sea": Region("The Irish Sea", (0, 5, 10, 17)),
    "region:channel": Region("The Channel", (12, 21, 25, 29)),
}
