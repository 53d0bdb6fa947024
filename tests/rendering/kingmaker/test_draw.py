"""Pictures of a real game, and what they must not show."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from bot.rules.kernel import Match
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.state import Siege
from bot.rules.kingmaker.view import BoardView
from rendering.kingmaker.adapter import heir_shorts, noble_shorts, pieces_from_view
from rendering.kingmaker.alt import ALT_LIMIT, _join, board_alt, crop_alt
from rendering.kingmaker.card_sheets import hand_alt
from rendering.kingmaker.counters.pieces import NoblePiece, PieceSet, SeatPiece, Spot
from rendering.kingmaker.map.base_map import BaseMap
from rendering.kingmaker.map.geometry import BoardMap
from tests.rendering.drawing import draw_board, draw_crop, draw_hand, draw_victory
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


# The words beside the pictures.


def test_the_board_in_words(board: BoardMap, pieces: PieceSet) -> None:
    text = board_alt(pieces, board)
    assert text.startswith(
        "Map of England and Wales. Round 3, movement: Bertrand (B, blue) to act. "
        "King Henry VI is kept by Beaufort for Dafydd (D, green). "
        "King Richard of Gloucester is in Calais and has no keeper. "
        "Coventry is besieged by Dafydd (D, green), turn 2. "
        "Norwich is besieged by Chloë (C, gold), turn 1. "
        "D: Beaufort 60 troops with King Henry VI in London. "
        "B: Neville, Bourchier, Grey 170 troops in Warwick. "
    )
    assert "A: Scrope, Clifford 50 troops with Richard of York in the open at P10." in text
    assert "C: Cromwell 10 troops aboard Le Trinity at sea in Norfolk Coast." in text
    assert "B: Roos captive of A in the open at S13." in text


def test_a_king_whom_a_fortress_holds(board: BoardMap, pieces: PieceSet) -> None:
    heirs = tuple(replace(heir, held_by=1 if heir.crowned else None) for heir in pieces.heirs)
    text = board_alt(replace(pieces, heirs=heirs), board)
    assert "King Richard of Gloucester is in Calais, kept by Bertrand (B, blue). " in text


def test_what_strangers_hold(board: BoardMap, pieces: PieceSet) -> None:
    strangers = {"raby": "scots", "durham": "scots", "hull": "french_foot", "calais": "french"}
    text = board_alt(replace(pieces, strangers=strangers), board)
    assert "Durham, Raby are held by the Scots. " in text
    assert "Hull is held by the French soldiers. " in text
    assert "Calais is held by the French. " in text


def test_the_empty_board_in_words(board: BoardMap) -> None:
    assert board_alt(PieceSet(), board) == (
        "Map of England and Wales in the Wars of the Roses, with no pieces on it."
    )


def test_words_never_exceed_the_limit(board: BoardMap) -> None:
    nobles = tuple(
        NoblePiece(
            f"n{i}",
            f"A Rather Long Name Number {i}",
            "Abc",
            i % 8,
            Spot("square", f"{i % 20},{i % 25}"),
            i,
        )
        for i in range(60)
    )
    crowd = PieceSet(seats=(SeatPiece(0, "x" * 40, active=True),), nobles=nobles, round=9)
    text = board_alt(crowd, board)
    assert len(text) <= ALT_LIMIT
    assert text.endswith(" more forces.")


def test_what_there_is_no_room_for_is_counted() -> None:
    long = "x" * (ALT_LIMIT - 40)
    assert _join(["Here."], ["a", "b"]) == "Here. A. B."
    assert _join([long], ["a", "b" * 40]) == f"{long} A. And 1 more force."
    assert _join([long], ["a" * 30, "b" * 30]) == f"{long} And 2 more forces."


def test_a_crop_names_only_what_is_in_it(board: BoardMap, pieces: PieceSet) -> None:
    text = crop_alt(pieces, board, "Part of the map around York", (11, 5, 19, 13))
    assert text.startswith("Part of the map around York, squares L6 to T14. Round 3, movement:")
    assert "Scrope" in text
    assert "Beaufort" not in text


def test_a_noble_who_holds_a_king_comes_first(board: BoardMap, pieces: PieceSet) -> None:
    calm = replace(pieces, sieges=(), heirs=pieces.heirs[:1])
    first = board_alt(calm, board).split(". ")[3]
    assert first == "D: Beaufort 60 troops with King Henry VI in London"
