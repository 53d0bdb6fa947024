"""Kingmaker's painter: which happenings are worth a sheet, whom they concern, and what it shows."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
import zstandard

from bot.games import game_for, stand_ins
from bot.rules.kernel import Event
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.content import Content
from bot.session.journal.record import play_over
from rendering.canvas.painter import Sheet
from rendering.canvas.theme import theme_named
from rendering.kingmaker import card_faces
from rendering.kingmaker.adapter import board_of
from rendering.kingmaker.happenings import public
from rendering.kingmaker.map import base_map as base_maps
from rendering.kingmaker.map.geometry import REGIONS, Rect
from rendering.kingmaker.painter import KingmakerPainter
from rendering.painters import painter_for
from tests.folders import fixtures_of
from tests.rules.kingmaker.scene import Scene

FIXTURE = fixtures_of("kingmaker") / "house-3-steward.json.zst"
BEGUN = facts.AttackDeclared | facts.AssaultDeclared
NAMES = ["Anne", "Ben", "Cat"]


@dataclass
class Told:
    """A game as a spectator was told it: the events of each decision, the view after it."""

    entries: list[tuple[Event, ...]]
    views: list[Any]

    def of(self, found: Sheet) -> tuple[Any, list[Event]]:
        """The view and the events that a sheet is drawn from."""
        told = self.entries[found.first : found.last + 1]
        return self.views[found.seen - 1], [event for events in told for event in events]


@pytest.fixture(scope="module")
def told() -> Told:
    """A game of three computers, from beginning to end."""
    packed = zstandard.ZstdDecompressor().decompress(FIXTURE.read_bytes(), 100_000_000)
    data = json.loads(packed)
    entries, views = [], []
    for played in play_over(data, game_for(data["game"], data["ruleset"])):
        entries.append(tuple(public(played.outcome.events)))
        views.append(played.match.view(None))
    return Told(entries, views)


@pytest.fixture(scope="module")
def painter() -> KingmakerPainter:
    """The painter of the house rules."""
    found = painter_for("kingmaker", game_for("kingmaker", "house").content)
    assert isinstance(found, KingmakerPainter)
    return found


def found_one_by_one(painter: KingmakerPainter, told: Told) -> list[Sheet]:
    """The sheets that a channel would have been shown while the game ran."""
    return [
        sheet
        for number, events in enumerate(told.entries)
        if painter.ends(events)
        for sheet in painter.sheets(told.entries[: number + 1], number)
    ]


def test_every_fight_gets_a_sheet_and_every_parliament_one_before_and_one_after(
    painter: KingmakerPainter, told: Told
) -> None:
    sheets = found_one_by_one(painter, told)
    assert [s.kind for s in sheets].count("battle") == 17
    assert [s.kind for s in sheets].count("parliament") == 2
    # What is over when it is looked at is shown as it ended, not as it began as well.
    at_last = [s for s in sheets if s.kind == "battle" or s.seen == s.last]
    assert sorted(painter.sheets(told.entries, 0), key=lambda s: s.last) == at_last
    before = [s for s in sheets if s.kind == "parliament" and s.seen == s.last + 1]
    assert len(before) == 1
    for sheet in before:
        counted = told.entries[sheet.last]
        assert any(isinstance(e, facts.VotesCounted) for e in counted)
        assert not any(isinstance(e, facts.BallotClosed) for e in counted)
        assert told.of(sheet)[0].sitting is not None
    for sheet in sheets:
        _, events = told.of(sheet)
        if sheet.kind == "battle":
            assert sum(isinstance(e, BEGUN) for e in events) == 1
        else:
            assert any(isinstance(e, facts.ParliamentCalled) for e in told.entries[sheet.first])
            ended = any(isinstance(e, facts.ParliamentDismissed) for e in told.entries[sheet.last])
            assert ended == (sheet not in before)


def test_those_who_fell_are_still_on_the_sheet(painter: KingmakerPainter, told: Told) -> None:
    fallen = [
        (sheet, event.noble)
        for sheet in found_one_by_one(painter, told)
        for event in told.of(sheet)[1]
        if isinstance(event, facts.NobleDied) and event.cause in ("battle", "siege")
    ]
    assert fallen
    assert all(noble in told.of(sheet)[0].nobles for sheet, noble in fallen)
    sheet, noble = fallen[0]
    picture = painter.sheet(sheet, *told.of(sheet), NAMES)
    assert f"Dead: {painter.content.crown[noble].name}" in picture.alt


def test_a_sheet_concerns_those_who_took_part(painter: KingmakerPainter, told: Told) -> None:
    for sheet in found_one_by_one(painter, told):
        view, events = told.of(sheet)
        if sheet.kind == "parliament":
            (counted,) = [e for e in events if isinstance(e, facts.VotesCounted)]
            votes = zip(counted.commons, counted.lords, strict=True)
            expected = {seat for seat, (commons, lords) in enumerate(votes) if commons + lords}
        else:
            (begun,) = [e for e in events if isinstance(e, BEGUN)]
            force = (*begun.attackers, *begun.defenders)
            expected = {begun.seat, *(view.nobles[noble].seat for noble in force)}
            expected |= {e.seat for e in events if isinstance(e, facts.AllianceMade)}
        assert painter.concerned(sheet, view, events) == expected


def test_a_sheet_concerns_whoever_joined_before_or_after_the_attack_was_declared(
    painter: KingmakerPainter,
) -> None:
    scene = Scene(4).noble("percy", 0, "13,5").noble("clifford", 1, "13,5")
    scene.noble("neville", 2, "13,5").noble("talbot", 3, "13,5")
    view = scene.match.view(None)
    beside = facts.AllianceMade(2, ("neville",), 0, True)
    declared = facts.AttackDeclared(0, 1, "13,5", ("percy", "neville"), ("clifford",), 130, 100)
    sheet = Sheet("battle", 0, 1, 0)
    assert painter.concerned(sheet, view, (beside, declared)) == {0, 1, 2}
    later = facts.AllianceMade(3, ("talbot",), 1, False)
    assert painter.concerned(sheet, view, (beside, declared, later)) == {0, 1, 2, 3}
    stormed = facts.AssaultDeclared(0, "york", ("percy", "neville"), ("clifford",), 130, 100)
    assert painter.concerned(sheet, view, (stormed,)) == {0, 1, 2}


def test_a_fight_called_off_is_worth_no_sheet(painter: KingmakerPainter) -> None:
    declared = facts.AttackDeclared(0, 1, "13,5", ("percy",), ("neville",), 130, 100)
    entries: list[tuple[Event, ...]] = [(declared,), (facts.AttackCancelled("weather"),)]
    assert not painter.ends(entries[1])
    assert painter.sheets(entries, 0) == []
    rolled = facts.BattleRolled(130, 100, "B", 40, "no_victory")
    assert painter.sheets([*entries, (rolled,)], 0) == []
    assert painter.sheets([(declared,), (rolled,)], 1) == [Sheet("battle", 0, 1, 0)]
    assert painter.sheets([(declared,), (rolled,), ()], 2) == []


def test_where_nothing_moved_there_is_nothing_to_show(
    painter: KingmakerPainter, told: Told
) -> None:
    view = told.views[-1]
    assert (
        painter.changes(view, (facts.TurnBegan(0, 3), facts.PhaseBegan(0, "draw")), NAMES) is None
    )
    hidden = facts.Marched(0, ("percy",), "13,5", "13,6", audience=(0,))
    assert painter.changes(view, (hidden,), NAMES) is None
    seen = painter.changes(view, (facts.SiegeBroken(1, "york", "choice"),), NAMES)
    assert seen is not None
    assert "Siege of York by Ben lifted" in seen.alt


def test_every_place_and_square_can_be_shown_larger(painter: KingmakerPainter) -> None:
    areas = dict(painter.areas())
    assert (areas["york"], areas["18,20"]) == ("York", "S21")
    assert "continent" not in areas


def test_a_game_without_a_painter_has_no_pictures() -> None:
    assert painter_for("snakes and ladders", object()) is None


def test_the_parts_of_the_kingdom_hold_all_its_squares(content: Content) -> None:
    windows = [region.window for region in REGIONS.values()]
    lost = [
        square.id
        for square in content.board.squares.values()
        if not any(c0 <= square.col <= c1 and r0 <= square.row <= r1 for c0, r0, c1, r1 in windows)
    ]
    assert lost == []
    assert len({region.name for region in REGIONS.values()}) == len(REGIONS) <= 25


def test_moves_are_drawn_from_ones_own_view_alone(painter: KingmakerPainter) -> None:
    scene = Scene().noble("percy", 0, "18,20").noble("clifford", 1, "18,19")
    view = scene.match.view(0)
    picture = painter.moves(view, "percy", (), NAMES)
    assert picture.alt.startswith("Percy could go in his movement phase, from S21 London: ")
    assert "house-2.2a" in picture.alt
    assert picture.png.startswith(b"\x89PNG")
    for seen, noble in ((view, "clifford"), (scene.match.view(None), "percy")):
        with pytest.raises(ValueError, match="only for nobles of your own faction"):
            painter.moves(seen, noble, (), NAMES)


def test_moves_cite_the_rules_of_the_table() -> None:
    content, cited = game_for("kingmaker", "families").content, stand_ins("kingmaker", "families")
    painter = painter_for("kingmaker", content, None, "light", cited)
    assert painter is not None
    view = Scene(6, "families").noble("percy", 3, "18,20").match.view(3)
    alt = painter.moves(view, "percy", (), ("A", "B", "C", "D", "E", "F")).alt
    assert "Entering a forest ends the march. ‹base-7.2›" in alt
    assert "5 squares is as far as he can march. ‹base-7.1›" in alt
    assert "house-" not in alt


def test_a_mark_on_the_map_is_weighed_against_what_is_near_it_only(
    painter: KingmakerPainter, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = Scene().noble("percy", 0, "18,20").noble("clifford", 1, "18,19").match.view(0)
    asked, overlap = 0, Rect.overlap

    def counting(self: Rect, other: Rect) -> float:
        nonlocal asked
        asked += 1
        return overlap(self, other)

    monkeypatch.setattr(Rect, "overlap", counting)
    painter.moves(view, "percy", (), NAMES)
    assert 0 < asked < 1_000_000


def test_no_picture_waits_for_the_ways_over_the_sea_once_the_empty_board_was_drawn(
    painter: KingmakerPainter, monkeypatch: pytest.MonkeyPatch
) -> None:
    painter.empty()
    monkeypatch.setattr(base_maps, "SeaRoutes", None)
    plan = base_maps.base_map(board_of(painter.content), theme_named(painter.theme)).plan
    assert base_maps.sea_ways(plan).way((0.0, 0.0), (0.0, 0.0))


def test_no_hand_waits_for_a_card_once_the_empty_board_was_drawn(
    painter: KingmakerPainter, monkeypatch: pytest.MonkeyPatch
) -> None:
    painter.empty()
    monkeypatch.setattr(card_faces, "card", None)
    scene = Scene().noble("percy", 0, "alnwick").hand(0, "neville", "abp_york")
    picture = painter.hand(scene.match.view(0), 0, NAMES)
    assert "In hand:" in picture.alt
