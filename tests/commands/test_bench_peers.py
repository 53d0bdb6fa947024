"""Ours and theirs from one run; what cannot be had is named."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bot.bench import peers
from bot.bench.peers import PeersMissing, peer_figures
from bot.commands.bench import compare
from bot.commands.problem import Problem

pytestmark = pytest.mark.tools

DIPLOMACY = """
class Game:
    powers = {"FRANCE": None, "ITALY": None}
    def __init__(self):
        self.given, self.phase = {}, 0
    @property
    def is_game_done(self):
        return self.phase == 3
    def get_all_possible_orders(self):
        return {"PAR": ["A PAR H"], "ROM": ["A ROM H", "A ROM - VEN"], "MAR": []}
    def get_orderable_locations(self, power):
        return {"FRANCE": ["PAR", "MAR"], "ITALY": ["ROM"]}[power]
    def set_orders(self, power, orders):
        self.given[power] = orders
    def process(self):
        assert self.given["FRANCE"] == ["A PAR H"] and len(self.given["ITALY"]) == 1
        self.given, self.phase = {}, self.phase + 1
        sum(range(2000))
"""
CHESS = """
class Board:
    def __init__(self):
        self.left = 4
    @property
    def legal_moves(self):
        return (f"e{rank}" for rank in range(self.left))
    def push(self, move):
        assert move in list(self.legal_moves)
        self.left -= 1
        sum(range(2000))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for engines; none is left loaded."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in peers.ENGINES:
        monkeypatch.setitem(sys.modules, name, None)
        monkeypatch.delitem(sys.modules, name)
    table = {"lancaster standard": ("lancaster", "standard")}
    monkeypatch.setattr(peers, "tables", lambda: table)
    return tmp_path


def test_the_ratios_are_those_of_the_rates(folder: Path) -> None:
    (folder / "diplomacy.py").write_text(DIPLOMACY, encoding="utf-8")
    (folder / "chess.py").write_text(CHESS, encoding="utf-8")
    figures = peer_figures(folder, 0.05)
    assert figures["missing"] == {}
    ours = figures["decisions_per_s"]["lancaster standard"]
    for name, rate in (("diplomacy", "diplomacy_orders_per_s"), ("chess", "chess_moves_per_s")):
        ratio = figures[f"ours_to_{name}"]["lancaster standard"]
        assert ratio == pytest.approx(ours / figures[rate], rel=0.05, abs=0.001)


def test_an_engine_that_is_not_there_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "chess.py").write_text(CHESS, encoding="utf-8")
    compare(folder, as_json=False, seconds=0.01)
    shown = capsys.readouterr()
    assert shown.err == "Not compared with diplomacy: No module named 'diplomacy'\n"
    assert "ours_to_chess" in shown.out
    assert "ours_to_diplomacy" not in shown.out


def test_without_any_engine_there_is_nothing_to_compare(folder: Path) -> None:
    with pytest.raises(PeersMissing, match="No module named 'diplomacy'"):
        peer_figures(folder, 0.01)
    with pytest.raises(Problem, match="No engine to compare with was found in"):
        compare(folder, as_json=True, seconds=0.01)
