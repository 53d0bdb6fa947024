"""Lancaster's pictures in words, from the same view."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.rules.lancaster.content import Content
from bot.rules.lancaster.view import BoardView, HouseView
from rendering.lancaster.writing import house_of, phase_line, side_name


def table_alt(
    view: BoardView, content: Content, names: Sequence[str], area: str | None = None
) -> str:
    """A description of the whole table, or of one area of it."""
    tellers: dict[str, Callable[[], str]] = {
        "houses": lambda: _houses(view, content, names),
        "england": lambda: _counties(view, content, names),
        "france": lambda: _conflicts(view, content, names),
        "parliament": lambda: _laws(view, content),
    }
    told = [teller() for key, teller in tellers.items() if area in (None, key)]
    return " ".join([f"Lancaster. {phase_line(view)}.", *told])


def _side(view: BoardView, side: int, names: Sequence[str]) -> str:
    return side_name(house_of(view, side), names)


def _houses(view: BoardView, content: Content, names: Sequence[str]) -> str:
    players = [house for house in view.houses if not house.ally]
    return " ".join(_house(house, content, names) for house in players)


def _house(house: HouseView, content: Content, names: Sequence[str]) -> str:
    lords = ", ".join(content.counties[county].name for county in house.noblemen)
    parts = [
        many(house.points, "point"),
        many(house.votes, "voting marker"),
        many(len(house.noblemen), "nobleman", "noblemen") + (f" ({lords})" if lords else ""),
        many(len(house.extensions), "extension"),
        f"court {' '.join(map(str, sorted(house.court))) or 'empty'}",
    ]
    if house.gold is not None and house.squires is not None:
        parts.append(f"{house.gold} gold and {many(house.squires, 'squire')}")
    return f"{side_name(house, names)}: {', '.join(parts)}."


def _counties(view: BoardView, content: Content, names: Sequence[str]) -> str:
    held = []
    for key, county in view.counties.items():
        if county.side is not None:
            with_squires = f" with {many(county.squires, 'squire')}" if county.squires else ""
            who = _side(view, county.side, names)
            held.append(f"{content.counties[key].name} {who} {county.knight}{with_squires}")
    return f"Counties: {', '.join(held)}." if held else "No county is held."


def _conflicts(view: BoardView, content: Content, names: Sequence[str]) -> str:
    told = []
    for conflict in view.conflicts:
        strength = sum(sum(stack.knights) for stack in conflict.stacks)
        stacks = ", ".join(
            f"{_side(view, stack.side, names)} {sum(stack.knights)}" for stack in conflict.stacks
        )
        card = content.conflicts[conflict.card]
        told.append(
            f"{card.name} in the {conflict.row} row, France {card.strength}, England {strength}"
            + (f" ({stacks})" if stacks else "")
        )
    return f"Conflicts: {'; '.join(told)}." if told else "There is no conflict."


def _laws(view: BoardView, content: Content) -> str:
    force = ", ".join(content.laws[law].name for law in view.laws) or "none"
    proposed = ", ".join(content.laws[law].name for law in view.proposals) or "none"
    return f"Laws in force: {force}. Proposed: {proposed}."


def many(count: int, one: str, several: str | None = None) -> str:
    """A number with its noun."""
    return f"{count} {one if count == 1 else several or one + 's'}"
