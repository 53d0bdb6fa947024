"""The board of the house rules: counts, distances, reaches, roads, seas and bonus areas."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.content import load_content
from bot.rules.kingmaker.board import Board


@pytest.fixture
def board() -> Board:
    return load_content("house").board


def square(board: Board, place: str) -> str:
    return board.places[place].square


@pytest.mark.rule("house-5.5a", "base-1.6")
def test_places_by_kind(board: Board) -> None:
    kinds = Counter(p.kind for p in board.places.values())
    assert kinds == {
        "city": 5,
        "fortified_town": 23,
        "royal_castle": 16,
        "noble_castle": 48,
        "open_town": 3,
        "unfortified_town": 40,
        "special": 5,
    }
    fortresses = {p.kind for p in board.places.values() if p.is_fortress}
    assert fortresses == {"city", "fortified_town", "royal_castle", "noble_castle"}
    assert board.places["cardigan"].is_open_town
    assert not board.places["cardigan"].is_fortress


def test_squares(board: Board) -> None:
    assert len(board.squares) == 285
    assert sum(s.is_forest for s in board.squares.values()) == 35
    assert len(board.mainland) == 278
    assert not board.is_mainland(square(board, "beaumaris"))
    assert board.islands["wight"] == (square(board, "carisbrooke"),)
    assert board.landmarks["cheviots"] == square(board, "cheviots")


def test_what_stands_in_a_square(board: Board) -> None:
    here = square(board, "bangor")
    fortress = board.fortress_in(here)
    assert fortress is not None
    assert fortress.id == "caernarvon"
    assert board.fortress_in(square(board, "wells")) is None


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ("london", "york", 11),
        ("warwick", "kenilworth", 1),
        ("middleham", "york", 2),
        ("bristol", "plymouth", 5),
        ("london", "london", 0),
        ("beaumaris", "bangor", 1),
        ("berwick", "carisbrooke", None),
        ("london", "douglas", None),
    ],
)
def test_distances(board: Board, a: str, b: str, steps: int | None) -> None:
    assert board.steps_between(square(board, a), square(board, b)) == steps
    assert board.steps_between(square(board, b), square(board, a)) == steps


@pytest.mark.rule("base-7.8")
def test_anglesey_alone_is_reached_on_foot(board: Board) -> None:
    mainland = board.walkable(square(board, "london"))
    assert mainland == board.mainland | set(board.islands["anglesey"])
    assert board.walkable(square(board, "douglas")) == set(board.islands["man"])
    assert board.walkable(square(board, "calais")) == {square(board, "calais")}
    joins = {
        (a, b)
        for a in board.islands["anglesey"]
        for b in board.squares[a].neighbours
        if board.is_mainland(b)
    }
    assert joins == {(square(board, "beaumaris"), square(board, "bangor"))}


def test_reach_counts_steps_up_to_five(board: Board) -> None:
    reach = board.reach(square(board, "swansea"))
    assert square(board, "swansea") not in reach
    assert reach["8,20"] == 1
    assert reach["12,19"] == 5
    assert set(reach.values()) == {1, 2, 3, 4, 5}
    assert board.reach(square(board, "swansea"), 1) == dict.fromkeys(
        board.squares[square(board, "swansea")].neighbours, 1
    )


def test_reach_ends_in_a_forest_and_starts_from_one(board: Board) -> None:
    berwick = square(board, "berwick")
    assert board.steps_between(berwick, square(board, "carlisle")) == 4
    assert board.reach(berwick)[square(board, "carlisle")] == 5
    assert board.steps_between(berwick, square(board, "cockermouth")) == 5
    assert square(board, "cockermouth") not in board.reach(berwick)
    forest = board.landmarks["forest_west_of_tickhill"]
    assert board.squares[forest].is_forest
    assert board.reach(square(board, "tickhill"))[forest] == 1
    assert board.reach(forest)[square(board, "tickhill")] == 1


def test_roads(board: Board) -> None:
    assert len(board.roads) == 26
    great_north = board.roads["great-north-road"]
    assert great_north.squares[0] == square(board, "london")
    assert great_north.squares[-1] == square(board, "berwick")
    assert "newark" in great_north.places
    assert "tickhill" in great_north.beside
    assert ("great-north-road", "18,19") in board.road_neighbours("18,20")
    assert ("great-north-road", "18,20") in board.road_neighbours("18,19")
    assert board.road_neighbours(square(board, "douglas")) == ()


def test_the_1976_board(board: Board) -> None:
    assert board.edition == "1976"
    assert not board.places["preston"].port
    assert "preston" not in board.ports
    assert "london-estuary" not in board.seas
    assert len(board.seas) == 37
    assert len(board.ports) == 41
    assert board.ports["london"] == ("the-downs", "orwell-haven")
    assert board.ports["penzance"] == ("lands-end", "tintagel-sea", "eddystone")
    assert set(board.seas["the-downs"].neighbours) == {"dover-strait", "orwell-haven"}
    assert "london" in board.seas["orwell-haven"].ports
    assert "preston" not in board.seas["lancaster-bay"].ports


def test_sea_distances(board: Board) -> None:
    assert board.sea_distances("the-wash")["humber-mouth"] == 1
    assert board.sea_distances("the-wash")["tyne-water"] == 4
    assert set(board.sea_distances("solway-firth")) == set(board.seas)


@pytest.mark.rule("base-1.10")
def test_areas(board: Board) -> None:
    durham = square(board, "durham")
    assert board.in_area(durham, "durham", "north_of_tees")
    assert board.in_area(durham, None, "north_of_trent")
    assert not board.in_area(square(board, "york"), "york", "north_of_tees")
    assert board.in_area(square(board, "conway"), None, "wales")
    assert board.in_area(square(board, "plymouth"), None, "devon_cornwall")


def test_an_area_may_be_a_place_with_its_square(board: Board) -> None:
    london = square(board, "london")
    assert board.in_area(london, None, "place:london")
    assert board.in_area(london, "london", "place:london")
    assert not board.in_area(square(board, "windsor"), "windsor", "place:london")
    assert not board.in_area("", None, "place:london")
    assert not board.in_area("", None, "wales")
    assert board.in_area("", "ireland", "place:ireland")
    assert not board.in_area("", None, "place:atlantis")
