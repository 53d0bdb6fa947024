"""Pictures of a real game, and what they must not show."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bot.rules.kernel import Match
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.state import Siege
from bot.rules.kingmaker.view import BoardView
from rendering.kingmaker.adapter import heir_shorts, noble_shorts, pieces_from_view
from rendering.kingmaker.card_sheets import hand_alt
from rendering.kingmaker.counters.pieces import Spot
from rendering.kingmaker.draw import draw_board, draw_crop, draw_hand, draw_victory
from rendering.kingmaker.map.base_map import BaseMap
from tests.rendering.gallery import load_scenes

NAMES = ["Alice", "Bertrand", "Chloë", "Dafydd"]


def test_every_noble_heir_and_ship_of_the_view_is_there(opening: Match, content: Content) -> None:
    view = opening.view(None)
    pieces = pieces_from_view(view, content, NAMES)
    placed = {k for k, n in view.nobles.items() if n.square or n.inside or n.aboard}
    assert {n.id for n in pieces.nobles} == placed
    assert {h.id for h in pieces.heirs} == {k for k, h in view.heirs.items() if h.alive}
    assert {s.id for s in pieces.ships} == {k for k, s in view.ships.items() if s.port or s.sea}
    assert [s.name for s in pieces.seats] == NAMES


def test_whereabouts_and_control_come_from_the_view(opening: Match, content: Content) -> None:
    view: BoardView = opening.view(None)
    key, noble = next(iter(view.nobles.items()))
    ship = next(iter(view.ships))
    moved = msgspec.structs.replace(
        view,
        nobles={
            key: msgspec.structs.replace(noble, square="", inside=None, aboard=ship, captor=None)
        },
        control={"alnwick": key, "york": "nobody"},
        sieges={"york": _siege(view, key)},
        round=2,
        phase="combat",
        active=noble.seat,
    )
    pieces = pieces_from_view(moved, content)
    assert [n.spot for n in pieces.nobles] == [Spot("ship", ship)]
    assert pieces.control == {"alnwick": noble.seat}
    assert [(s.place, s.turn) for s in pieces.sieges] == [("york", 3)]
    assert [s.active for s in pieces.seats].index(True) == noble.seat
    assert pieces.seats[0].name == "Seat 1"


def _siege(view: BoardView, key: str):  # type: ignore[no-untyped-def]
    from bot.rules.kingmaker.view import SiegeView

    siege = Siege(seat=view.nobles[key].seat, besiegers=[key], turns=3)
    return SiegeView(siege.seat, tuple(siege.besiegers), siege.turns, 200)


def test_shields_and_roses_carry_letters_of_their_own(opening: Match, content: Content) -> None:
    shorts = noble_shorts(content)
    assert len(set(shorts.values())) == len(shorts) == len(content.nobles)
    assert (shorts["stafford"], shorts["stanley"]) == ("Stf", "Stn")
    heirs = heir_shorts(opening.view(None), content)
    assert len(set(heirs.values())) == len(heirs)
    assert heirs["henry"] == "Hen"


def test_the_board_shows_nothing_of_any_hand(
    base: BaseMap, opening: Match, content: Content, cache: Path
) -> None:
    seen = draw_board(opening.view(None), content, names=NAMES, cache_dir=cache)
    for seat in range(4):
        mine = draw_board(opening.view(seat), content, names=NAMES, cache_dir=cache)
        assert mine == seen


def test_a_crop_of_the_real_game(
    base: BaseMap, opening: Match, content: Content, cache: Path
) -> None:
    picture = draw_crop(
        opening.view(None), content, centre="london", radius=2, names=NAMES, cache_dir=cache
    )
    assert picture.width == 5 * 116 + 104
    assert "King Henry VI in London" in picture.alt
    with pytest.raises(KeyError):
        draw_board(opening.view(None), content, theme="mauve", cache_dir=cache)


def test_a_hand_is_drawn_from_its_own_view_only(opening: Match, content: Content) -> None:
    for view in (opening.view(None), opening.view(1)):
        with pytest.raises(ValueError, match="view of the seat that holds it"):
            draw_hand(view, content, 0)


def test_the_sheet_of_a_hand(opening: Match, content: Content) -> None:
    view: BoardView = opening.view(0)
    event = next(iter(content.events))
    full = msgspec.structs.replace(
        view, hand=("earl_kent", "le_swan"), held=(event,), dealt=("town_bristol",)
    )
    sheet = draw_hand(full, content, 0, names=NAMES)
    assert sheet.width == 1140
    assert sheet == draw_hand(full, content, 0, names=NAMES)
    assert sheet.alt.startswith(
        "To be assigned: Bristol. In hand: Earl of Kent, Le Swan. "
        f"Events kept: {content.events[event].title}. "
    )
    assert len(sheet.png) < 500_000
    bare = msgspec.structs.replace(full, hand=(), held=(), dealt=(), nobles={})
    empty = draw_hand(bare, content, 0, names=NAMES)
    assert empty.alt == "In hand: no Crown cards."
    assert empty.height < sheet.height


def test_every_card_can_be_drawn(content: Content, opening: Match) -> None:
    everything = msgspec.structs.replace(
        opening.view(0), hand=tuple(content.crown), held=tuple(content.events), nobles={}
    )
    sheet = draw_hand(everything, content, 0, theme="dark")
    rows = -(-len(content.crown) // 3) + -(-len(content.events) // 3)
    assert sheet.height > rows * 168
    assert len(sheet.alt) <= 1000
    dealt = msgspec.structs.replace(everything, dealt=("town_bristol",), held=())
    assert hand_alt(dealt, content, 0) == "To be assigned: Bristol. And 1 more line."


def test_a_name_that_no_font_can_draw_is_the_seats_number_on_a_sheet(content: Content) -> None:
    end = load_scenes().views["end"]
    foreign, numbered = (
        draw_victory(end, content, names=[first, *NAMES[1:]]) for first in ("アリス", "Seat 1")
    )
    assert (foreign.png, foreign.alt) == (numbered.png, numbered.alt)
    named = draw_victory(end, content, names=["アリス (alice_w)", *NAMES[1:]])
    assert named.png == draw_victory(end, content, names=["alice_w", *NAMES[1:]]).png != foreign.png
