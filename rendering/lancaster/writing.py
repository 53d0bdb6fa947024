"""What several pictures of Lancaster write and set in rows: names, rewards, knights, counts."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.lancaster.content import Reward
from bot.rules.lancaster.view import BoardView, HouseView
from rendering.canvas.blank_sheet import BlankSheet
from rendering.canvas.fonts import Style, text_width
from rendering.canvas.pen import Point
from rendering.canvas.seats import seat_name
from rendering.lancaster.tokens import knight, token

PHASES = {
    "setup": "The table is being laid",
    "placing": "Knights are placed",
    "parliament": "Parliament votes",
    "counties": "The counties pay",
    "castles": "The castles pay",
    "conflicts": "The conflicts are fought",
    "prepare": "The next round is laid out",
}

_REWARDS = (
    "gold", "squires", "votes", "points", "recruit", "upgrade", "extension", "nobleman",
)  # fmt: skip
"""The fields of a reward that count something: each has a token of the same name."""


def seat_names(view: BoardView, names: Sequence[str] | None) -> list[str]:
    """What the seats are called: the names given, else `Seat 1`, `Seat 2`, …"""
    return [seat_name(seat, names) for seat in range(view.seats)]


def house_of(view: BoardView, side: int) -> HouseView:
    """The house of a side. Raises KeyError for a side that does not play."""
    for house in view.houses:
        if house.side == side:
            return house
    raise KeyError(side)


def side_name(house: HouseView, names: Sequence[str]) -> str:
    """What a side is called: a player, or a player's ally."""
    return f"{names[house.seat]}’s ally" if house.ally else names[house.seat]


def phase_line(view: BoardView) -> str:
    """Where the game stands."""
    if view.result is not None:
        return f"The game is over after {view.round} rounds"
    if view.round < 1:
        return PHASES[view.phase]
    return f"Round {view.round} of {view.rounds} · {PHASES[view.phase]}"


def reward_tokens(reward: Reward, *, starter: bool = False) -> list[tuple[str, int]]:
    """A reward as the tokens that stand for it, each with its number."""
    found = [(name, getattr(reward, name)) for name in _REWARDS if getattr(reward, name)]
    found += [("to_conflict", 1)] if reward.to_conflict else []
    return found + ([("starter", 1)] if starter else [])


def reward_row(
    page: BlankSheet, at: Point, reward: Reward, size: int, *, starter: bool = False
) -> None:
    """A reward as tokens in a row with their numbers, from the upper left corner."""
    x, y = at
    style = Style("number", size * 0.82)
    for name, count in reward_tokens(reward, starter=starter):
        if count > 1:
            words = str(count)
            page.text((x, y + size * 0.82), words, style, page.theme.ink)
            x += text_width(words, style) + 3
        page.paste(token(name, size), x, y)
        x += size + 7


def knight_row(
    page: BlankSheet, at: Point, side: int, strengths: Sequence[int], height: int, room: float
) -> None:
    """Knights side by side, closer together where room is short."""
    step = knight_step(len(strengths), height, room)
    for index, strength in enumerate(strengths):
        page.paste(knight(side, strength, height), at[0] + index * step, at[1])


def knight_step(count: int, height: int, room: float) -> float:
    """How far each of so many knights in a row stands from the one before."""
    width = height * 0.84
    return min(width + 4, (room - width) / max(count - 1, 1))
