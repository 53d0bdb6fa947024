"""The sheets of a battle, a Parliament and a victory, and the replay."""

from __future__ import annotations

import io
import math
from pathlib import Path

import msgspec
import pytest
from PIL import Image, ImageSequence

from bot.rules.kernel import Match
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.state import Peace, Result, Sitting
from bot.rules.kingmaker.view import BoardView
from rendering.canvas.chart import Bar, Chart, Panel, draw_chart
from rendering.canvas.encoding import thinned
from rendering.canvas.seats import drawable, seat_name
from rendering.canvas.theme import LIGHT
from rendering.kingmaker.adapter import pieces_from_view
from rendering.kingmaker.alt import board_alt
from rendering.kingmaker.battle_sheet import last_combat
from rendering.kingmaker.counters.keep_clear import settle
from rendering.kingmaker.counters.pieces import (
    MarkPiece,
    NoblePiece,
    PieceSet,
    ShipPiece,
    Spot,
    forces,
)
from rendering.kingmaker.counters.stacking import Ground
from rendering.kingmaker.map.base_map import BaseMap
from rendering.kingmaker.map.geometry import BoardMap
from rendering.kingmaker.parliament_sheet import hemicycle
from tests.rendering.drawing import draw_battle, draw_parliament, draw_replay, draw_victory

NAMES = ["Alice", "Bertrand", "Chloë", "Dafydd"]

BATTLE = (
    facts.AttackDeclared(1, 2, "18,20", ("percy", "grey"), ("neville", "roos"), 150, 100),
    facts.AllianceMade(3, ("pole",), 1, True),
    facts.BattleRolled(180, 100, "H", 40, "minor_victory"),
    facts.DeathRolled("percy", 8, 8, True),
    facts.DeathRolled("neville", 60, 12, False),
    facts.NobleDied("percy", 1, "battle"),
    facts.Captured(("neville", "roos"), 1),
)


# The battle


def test_the_last_battle_is_gathered() -> None:
    earlier = facts.AttackDeclared(0, 3, "1,1", ("pole",), ("howard",), 10, 10)
    later = (facts.TurnBegan(2, 4), facts.NobleDied("howard", 0, "battle"))
    combat = last_combat((earlier, *BATTLE, *later))
    assert combat is not None
    assert combat.begun == BATTLE[0]
    assert (combat.dead, combat.captives) == (["percy"], ["neville", "roos"])
    assert [d.who for d in combat.deaths] == ["percy", "neville"]
    assert last_combat(later) is None


def test_the_battle_sheet(opening: Match, content: Content) -> None:
    sheet = draw_battle(opening.view(None), content, BATTLE, names=NAMES)
    assert sheet.width == 1140
    assert sheet.alt == (
        "Battle at London (S21), round 0: Bertrand with Percy and Grey, 180 troops against "
        "Chloë with Neville and Roos, 100 troops. Minor victory on a roll of 40. "
        "Dead: Percy. Captive: Neville and Roos."
    )
    assert sheet == draw_battle(opening.view(None), content, BATTLE, names=NAMES)
    with pytest.raises(ValueError, match="no battle"):
        draw_battle(opening.view(None), content, BATTLE[1:])


def test_an_assault_has_no_table(opening: Match, content: Content) -> None:
    events = (
        facts.AssaultDeclared(0, "york", ("percy",), (), 320, 300),
        facts.SiegeConcluded(0, "york"),
    )
    view = msgspec.structs.replace(opening.view(None), control={})
    sheet = draw_battle(view, content, events, names=NAMES, theme="dark")
    battle = draw_battle(view, content, BATTLE, names=NAMES, theme="dark")
    assert sheet.height < battle.height
    assert sheet.alt == (
        f"Assault on York, round {view.round}: Alice with Percy, 320 troops against "
        "The garrison, 300 troops. The place is taken."
    )


# Parliament


def _sitting(view: BoardView, content: Content) -> BoardView:
    sitting = Sitting(
        caller=1,
        place="york",
        square="15,9",
        attending=list(view.nobles),
        commons=[30, 20, 0, 5],
        lords=[12, 9, 4, 0],
    )
    office = next(k for k, c in content.crown.items() if c.kind == "office")
    return msgspec.structs.replace(view, sitting=sitting, chancery_cards=(office,))


def test_the_parliament_sheet(opening: Match, content: Content) -> None:
    view = _sitting(opening.view(None), content)
    office = view.chancery_cards[0]
    events = (
        facts.ParliamentCalled(1, "york"),
        facts.Proposed(1, "office", office, "percy"),
        facts.BallotClosed(("yea", "nay", "abstain", "yea"), (35, 20), (12, 9), True),
    )
    sheet = draw_parliament(view, content, events, names=NAMES)
    name = content.crown[office].name
    assert sheet.alt == (
        f"Parliament at York, Round {view.round} · called by Bertrand · {name} for Percy: carried. "
        "Alice: Lords 12, Commons 30, yea. Bertrand: Lords 9, Commons 20, nay. "
        "Chloë: Lords 4, Commons 0, abstains. Dafydd: Lords 0, Commons 5, yea. "
        f"In the Chancery: {name}."
    )
    bare = msgspec.structs.replace(view, sitting=None, chancery_cards=())
    counted = facts.VotesCounted((1, 2, 3, 400), (0, 0, 0, 0))
    votes = draw_parliament(bare, content, [counted], names=NAMES, theme="dark")
    assert votes.height < sheet.height
    assert "Dafydd: Lords 0, Commons 400." in votes.alt
    with pytest.raises(ValueError, match="No votes"):
        draw_parliament(bare, content)


def test_the_votes_of_secret_facts_do_not_count(opening: Match, content: Content) -> None:
    secret = facts.VotesCounted((1, 1, 1, 1), (1, 1, 1, 1), audience=(0,))
    with pytest.raises(ValueError, match="No votes"):
        draw_parliament(opening.view(None), content, [secret])


@pytest.mark.parametrize("count", [0, 1, 2, 5, 23, 68, 107, 160])
def test_a_house_has_a_dot_for_every_vote_and_none_hides_another(count: int) -> None:
    spots = hemicycle(count, 236.0, 84.0)
    assert len(spots) == count
    assert all(y <= 0 and math.hypot(x, y) < 237 for x, y, _ in spots)
    for i, (ax, ay, r) in enumerate(spots):
        for bx, by, _ in spots[i + 1 :]:
            assert math.dist((ax, ay), (bx, by)) > 1.2 * r


# Victory


def test_the_victory_sheet(opening: Match, content: Content) -> None:
    view = opening.view(None)
    over = msgspec.structs.replace(view, result=Result((2,), "complete"))
    sheet = draw_victory(over, content, names=NAMES)
    assert sheet.alt.startswith(
        f"Chloë wins: Complete and Utter Victory, round {view.round}. King Henry VI"
    )
    assert all(f"{name}: " in sheet.alt for name in NAMES)
    assert (sheet.width, sheet.height) == (1140, 250 + 4 * 158 + 30)
    draw = msgspec.structs.replace(over, result=Result((0, 1), "minor_split"))
    assert draw_victory(draw, content, theme="dark").alt.startswith("Seat 1 and Seat 2 win: Minor")
    with pytest.raises(ValueError, match="not over"):
        draw_victory(view, content)


# The replay


def test_a_replay_shows_every_turn(
    base: BaseMap, opening: Match, content: Content, cache: Path
) -> None:
    view = opening.view(None)
    views = [view, msgspec.structs.replace(view, round=2, nobles={})]
    replay = draw_replay(views, content, names=[NAMES] * 2, cache_dir=cache)
    with Image.open(io.BytesIO(replay.webp)) as image:
        assert image.format == "WEBP"
        assert len(ImageSequence.all_frames(image)) == replay.frames == 2
        assert image.size == (replay.width, replay.height) == (800, 947)
    assert replay.alt == f"The game from round {view.round} to round 2, turn by turn on the map."
    half = len(replay.webp) * 3 // 4
    smaller = draw_replay(views, content, names=[NAMES] * 2, cache_dir=cache, limit=half)
    assert smaller.width in (640, 480)
    assert len(smaller.webp) <= half
    with pytest.raises(ValueError, match="cannot be made smaller"):
        draw_replay(views, content, names=[NAMES] * 2, cache_dir=cache, limit=1000)
    with pytest.raises(ValueError, match="at least one view"):
        draw_replay([], content, cache_dir=cache)


def test_long_games_are_thinned_evenly() -> None:
    assert thinned(5) == [0, 1, 2, 3, 4]
    chosen = thinned(500, 90)
    assert (len(chosen), chosen[0], chosen[-1]) == (90, 0, 499)
    assert chosen == sorted(set(chosen))


# Marks on the board


def test_parliament_and_peace_are_marked(
    opening: Match, content: Content, board: BoardMap, base: BaseMap
) -> None:
    view = _sitting(opening.view(None), content)
    pieces = pieces_from_view(view, content, NAMES)
    assert pieces.marks == (MarkPiece("parliament", Spot("place", "york")),)
    assert "Parliament sits in York." in board_alt(pieces, board)
    calm = msgspec.structs.replace(view, sitting=None, peace=Peace(1, "15,9"))
    pieces = pieces_from_view(calm, content, NAMES)
    assert pieces.marks == (MarkPiece("peace", Spot("square", "15,9")),)
    ground = Ground(base.board, base.frame, base.plan.layout, base.plan.land)
    arrangement, labels = settle(pieces, ground, base.plan.names)
    ((_, box),) = arrangement.marks
    assert base.frame.grid_rect.contains(box)
    assert not any(other.overlap(box) for other in arrangement.covered())
    assert not any(label.box.overlap(box) for label in labels)


def test_nobles_of_two_factions_share_a_ship() -> None:
    ship = ShipPiece("le_swan", "Le Swan", "Swa", 0, Spot("sea", "the-wash"))
    aboard = Spot("ship", "le_swan")
    nobles = (
        NoblePiece("pole", "Pole", "Pol", 0, aboard, 30),
        NoblePiece("roos", "Roos", "Roo", 1, aboard, 20),
    )
    found = forces(PieceSet(nobles=nobles, ships=(ship,)))
    assert [(f.seat, f.spot.id, f.ship is not None) for f in found] == [
        (0, "the-wash", True),
        (1, "the-wash", False),
    ]


# A sheet of bars: to scale, with figures, and in words.


CHART = Chart(
    "Kingmaker",
    "3 games on this server",
    [
        Panel("Games won, by side", [Bar("York", 1, 4), Bar("Percy", 0, 2)]),
        Panel("Length", [Bar("4 to 8 rounds", 3), Bar("9 to 13 rounds", 0)]),
    ],
)


def test_bars_are_as_long_as_what_they_count() -> None:
    picture = draw_chart(CHART)
    assert (picture.width, picture.height) == (1140, 522)
    with Image.open(io.BytesIO(picture.png)) as drawn:
        image = drawn.convert("RGB")
    filled = {
        y: sum(image.getpixel((x, y)) == LIGHT.roof_royal for x in range(image.width))
        for y in range(image.height)
    }
    quarter, none, whole = (filled[top + 62 + 26] for top in (118, 118 + 56, 118 + 200))
    assert none == 0
    assert abs(whole - 4 * quarter) <= 12
    assert whole > 450


def test_a_chart_in_words() -> None:
    assert draw_chart(CHART).alt == (
        "Kingmaker, 3 games on this server. Games won, by side. York: 1 of 4; Percy: 0 of 2. "
        "Length. 4 to 8 rounds: 3; 9 to 13 rounds: 0."
    )


# What the seats of a table are called on a picture.


@pytest.mark.parametrize(
    ("seat", "names", "called"),
    [
        (0, ["Anne", "Bob"], "Anne"),
        (1, ["Anne", "Bob"], "Bob"),
        (2, ["Anne", "Bob"], "Seat 3"),
        (0, [], "Seat 1"),
        (1, None, "Seat 2"),
    ],
)
def test_a_seat_has_the_name_given_or_its_number(
    seat: int, names: list[str] | None, called: str
) -> None:
    assert seat_name(seat, names) == called


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Anne of Łódź", "Anne of Łódź"),
        ("Борис", "Борис"),
        ("アリス", ""),
        ("アリス (alice_w)", "alice_w"),
        ("王 Bob", "Bob"),
        ("🎲🎲", ""),
        ("Bob 🎲", "Bob 🎲"),
    ],
)
def test_a_name_is_drawn_as_far_as_there_are_letters_for_it(name: str, drawn: str) -> None:
    assert drawable(name) == drawn


def test_seats_whose_names_cannot_be_drawn_apart_have_their_numbers() -> None:
    names = ["Bob", "王 Bob", "アリス", "アリス (alice_w)"]
    assert [seat_name(seat, names) for seat in range(4)] == ["Bob", "Seat 2", "Seat 3", "alice_w"]
