"""Lancaster's touch table: its picture, and the place of everything in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from bot.rules.kernel import with_seats
from bot.rules.lancaster.content import Content
from bot.rules.lancaster.view import BoardView, HouseView
from bot.words.phrases import own
from rendering.canvas.theme import faction_mark
from rendering.canvas.touch import (
    Box,
    Laid,
    TouchBoard,
    TouchCounter,
    TouchSeat,
    TouchSpot,
    name_of,
    web_colour,
)
from rendering.lancaster import chamber, england, houses, war
from rendering.lancaster.alt import many
from rendering.lancaster.board import ABOVE_HOUSES, CORNERS, WIDTH, height_of
from rendering.lancaster.writing import house_of, seat_names, side_name

Corner = tuple[float, float]


def lay(view: BoardView, content: Content, names: Sequence[str] | None) -> Laid:
    """Everything on the table; the picture below is drawn from the same view."""
    called = seat_names(view, names)
    spots = dict(_spots(view, content, called))
    board = TouchBoard(
        width=WIDTH,
        height=height_of(view),
        seats=tuple(_seats(view, called)),
        spots=spots,
        counters=dict(_counters(view, called, spots)),
        ground=name_of((msgspec.to_builtins(view), called)),
    )
    return Laid(board, {})


def _seats(view: BoardView, called: Sequence[str]) -> Iterator[TouchSeat]:
    for seat, name in with_seats(called):
        mark, house = faction_mark(seat), house_of(view, seat)
        active = view.result is None and seat == view.active
        words = f"{many(house.points, 'point')}, {many(house.votes, 'vote')}"
        yield TouchSeat(name, web_colour(mark.colour), mark.letter, words, active)


def _at(part: str, corner: Corner, width: float, height: float) -> Box:
    left, top = CORNERS[part]
    return round(left + corner[0]), round(top + corner[1]), round(width), round(height)


def _spots(
    view: BoardView, content: Content, called: Sequence[str]
) -> Iterator[tuple[str, TouchSpot]]:
    for key, county in content.counties.items():
        x0, y0, x1, y1 = england.plaque_box(key)
        yield key, TouchSpot(county.name, _at("england", (x0, y0), x1 - x0, y1 - y0), "county")
    for corner, conflict in war.conflict_corners(view):
        if conflict is not None:
            name = content.conflicts[conflict.card].name
            yield conflict.card, TouchSpot(name, _at("france", corner, *war.CARD), "conflict")
    for row, laws in enumerate((view.laws, view.proposals)):
        for column, law in enumerate(laws):
            top = chamber.BELOW + chamber.BELOW + row * chamber.ROW
            box = _at("parliament", (column * chamber.PITCH, top), *chamber.CARD)
            kind = "proposed law" if row else "law in force"
            yield law, TouchSpot(content.laws[law].name, box, kind)
    for top, house in houses.rows(view):
        spaces = content.ally_spaces if house.ally else content.spaces
        for index, key in enumerate(spaces):
            x, y, width, height = houses.space_box(house, index)
            box = _at("houses", (x, ABOVE_HOUSES + top + y), width, height)
            name = f"{own(side_name(house, called))} castle, space {index + 1}"
            yield _own(house, key), TouchSpot(name, box, "castle")


def _own(house: HouseView, key: object) -> str:
    """The id of something that every house has."""
    return f"ally-{house.seat}:{key}" if house.ally else f"{house.seat}:{key}"


def _counters(
    view: BoardView, called: Sequence[str], spots: dict[str, TouchSpot]
) -> Iterator[tuple[str, TouchCounter]]:
    """The knights, each over his place in the picture."""
    for key, county in view.counties.items():
        if county.side is not None:
            house = house_of(view, county.side)
            words = _knight(house, county.knight, called)
            words += f" with {many(county.squires, 'squire')}" if county.squires else ""
            yield f"county:{key}", TouchCounter("knight", spots[key].box, key, words, house.seat)
    for conflict in view.conflicts:
        for number, stack in enumerate(conflict.stacks):
            house = house_of(view, stack.side)
            left, top, wide, _ = spots[conflict.card].box
            box = (left + 8, top + 98 + number * 54, wide - 16, 50)
            strengths = " and ".join(map(str, stack.knights))
            words = _knight(
                house, strengths, called, "knight" if len(stack.knights) == 1 else "knights"
            )
            yield (
                f"stack:{conflict.card}:{stack.side}",
                TouchCounter("knight", box, conflict.card, words, house.seat),
            )
    for top, house in houses.rows(view):
        for key, strength in house.castle.items():
            at = _own(house, key)
            words = _knight(house, strength, called)
            yield f"castle:{at}", TouchCounter("knight", spots[at].box, at, words, house.seat)
        for strength, (x, y, width, height) in houses.court_boxes(house):
            box = _at("houses", (x, ABOVE_HOUSES + top + y), width, height)
            words = f"{_knight(house, strength, called)}, at court"
            yield _own(house, strength), TouchCounter("knight", box, "", words, house.seat)


def _knight(
    house: HouseView, strength: object, called: Sequence[str], knights: str = "knight"
) -> str:
    return f"{own(side_name(house, called))} {knights} of strength {strength}"
