"""The words beside the pictures."""

from __future__ import annotations

from dataclasses import replace

from rendering.kingmaker.alt import ALT_LIMIT, _join, board_alt, crop_alt
from rendering.kingmaker.counters.pieces import NoblePiece, PieceSet, SeatPiece, Spot
from rendering.kingmaker.map.geometry import BoardMap


def test_the_board_in_words(board: BoardMap, pieces: PieceSet) -> None:
    text = board_alt(pieces, board)
    assert text.startswith(
        "Map of England and Wales. Round 3, movement: Bertrand (B, blue) to act. "
        "King Henry VI is held by Beaufort for Dafydd (D, green). "
        "King Richard of Gloucester is in Calais, held by nobody. "
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
    assert "King Richard of Gloucester is in Calais, held by Bertrand (B, blue). " in text


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
