"""One empty board per test run, and a full set of pieces to put on it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.content import load_content
from bot.rules.kernel import Match
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.game import Kingmaker
from rendering.canvas.theme import LIGHT
from rendering.kingmaker.adapter import board_of
from rendering.kingmaker.counters.pieces import (
    HeirPiece,
    NoblePiece,
    PieceSet,
    SeatPiece,
    ShipPiece,
    SiegePiece,
    Spot,
    short_names,
)
from rendering.kingmaker.map import base_map as base_maps
from rendering.kingmaker.map.base_map import BaseMap, base_map
from rendering.kingmaker.map.geometry import BoardMap


@pytest.fixture(scope="session", autouse=True)
def cache(maps: Path) -> Iterator[Path]:
    """Where boards are kept. What this installation has prepared does not count here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(base_maps, "PREPARED", maps / "prepared")
        yield maps


@pytest.fixture(scope="session")
def board(content: Content) -> BoardMap:
    """The board of the house rules: the first edition."""
    return board_of(content)


@pytest.fixture(scope="session")
def base(board: BoardMap, cache: Path) -> BaseMap:
    return base_map(board, LIGHT, cache)


@pytest.fixture(scope="session")
def content() -> Content:
    return load_content("house")


@pytest.fixture(scope="session")
def opening(content: Content) -> Match:
    """A game of four at its first question."""
    match, _ = Match.start(Kingmaker(content), 4, "a seed for pictures")
    return match


def _nobles() -> tuple[NoblePiece, ...]:
    rows = [
        ("Percy", 0, Spot("place", "alnwick"), 110, None),
        ("Scrope", 0, Spot("square", "15,9"), 30, None),
        ("Clifford", 0, Spot("square", "15,9"), 20, None),
        ("Neville", 1, Spot("place", "warwick"), 120, None),
        ("Bourchier", 1, Spot("place", "warwick"), 30, None),
        ("Grey", 1, Spot("place", "warwick"), 20, None),
        ("Hastings", 1, Spot("place", "coventry"), 40, None),
        ("Mowbray", 2, Spot("square", "22,15"), 90, None),
        ("Cromwell", 2, Spot("ship", "trinity"), 10, None),
        ("Beaufort", 3, Spot("place", "london"), 60, None),
        ("Audley", 3, Spot("square", "18,20"), 10, None),
        ("Stafford", 2, Spot("square", "18,20"), 30, None),
        ("Roos", 1, Spot("square", "18,12"), 20, 0),
        ("Talbot", 3, Spot("square", "11,15"), 80, None),
        ("Berkeley", 3, Spot("square", "11,15"), 10, None),
        ("Herbert", 3, Spot("square", "11,15"), 10, None),
        ("FitzAlan", 3, Spot("square", "11,15"), 30, None),
        ("Pole", 3, Spot("square", "11,15"), 30, None),
    ]
    shorts = short_names({name.lower(): name for name, *_ in rows})
    return tuple(
        NoblePiece(name.lower(), name, shorts[name.lower()], seat, spot, troops, captor)
        for name, seat, spot, troops, captor in rows
    )


@pytest.fixture(scope="session")
def pieces() -> PieceSet:
    """Four factions in the third round, with crowding, a captive, sieges, Kings and ships."""
    return PieceSet(
        seats=(
            SeatPiece(0, "Alice", "3 nobles"),
            SeatPiece(1, "Bertrand", "5 nobles", active=True),
            SeatPiece(2, "Chloë"),
            SeatPiece(3, "Dafydd"),
        ),
        nobles=_nobles(),
        heirs=(
            HeirPiece("henry", "Henry VI", "Hen", "lancaster", True, "beaufort",
                      Spot("place", "london")),
            HeirPiece("margaret", "Margaret of Anjou", "Mar", "lancaster", False, None,
                      Spot("place", "fotheringhay")),
            HeirPiece("richard", "Richard of York", "RiY", "york", False, "scrope",
                      Spot("square", "15,9")),
            HeirPiece("gloucester", "Richard of Gloucester", "RiG", "york", True, None,
                      Spot("place", "calais")),
        ),
        ships=(
            ShipPiece("trinity", "Le Trinity", "Tri", 2, Spot("sea", "norfolk-coast")),
            ShipPiece("grace", "Le Grace Dieu", "Gra", 0, Spot("place", "newcastle")),
            ShipPiece("margaret", "Le Margaret", "Mar", None, Spot("place", "southampton")),
        ),
        sieges=(SiegePiece("coventry", 3, 2), SiegePiece("norwich", 2, 1)),
        control={"alnwick": 0, "warwick": 1, "coventry": 1, "london": 3, "exeter": 3},
        round=3,
        phase="movement",
    )  # fmt: skip
