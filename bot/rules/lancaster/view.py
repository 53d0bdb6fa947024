"""Views: everything a seat may see of a game, and nothing more (lancaster-3.9)."""

from __future__ import annotations

import msgspec

from bot.rules.kernel import Seat, commitment
from bot.rules.lancaster.state import Conflict, House, LTable, Result


class HouseView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side's knights, castle, table and points; gold and squires are None behind a screen."""

    side: int
    seat: Seat
    ally: bool
    court: tuple[int, ...]
    reserve: tuple[int, ...]
    castle: dict[str, int]
    extensions: tuple[str, ...]
    votes: int
    noblemen: tuple[str, ...]
    points: int
    gold: int | None
    squires: int | None


class CountyView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A county: the noblemen left, and its holder."""

    noblemen: int
    side: int | None = None
    knight: int = 0
    squires: int = 0


class StackView(msgspec.Struct, frozen=True):
    """One side's knights in a conflict."""

    side: int
    knights: tuple[int, ...]


class ConflictView(msgspec.Struct, frozen=True):
    """A conflict on the board; its stacks from the top."""

    card: str
    row: str
    stacks: tuple[StackView, ...]


class SupplyView(msgspec.Struct, frozen=True):
    """The contents of one supply board."""

    gold: int
    squires: int
    votes: int


class BoardView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The game as a seat (or a spectator: ``seat`` None) sees it."""

    seat: Seat | None
    ruleset: str
    seats: int
    round: int
    rounds: int
    phase: str
    starter: Seat
    active: Seat
    houses: tuple[HouseView, ...]
    counties: dict[str, CountyView]
    conflicts: tuple[ConflictView, ...]
    """The lower row first, then the upper."""
    favours: tuple[str, ...]
    favours_used: tuple[str, ...]
    laws: tuple[str, ...]
    proposals: tuple[str, ...]
    laws_gone: tuple[str, ...]
    conflicts_gone: tuple[str, ...]
    law_deck: int
    conflict_deck: int
    supply: tuple[SupplyView, ...]
    seed_hash: str
    edition: int = 1
    """The edition of the rules under which the game is played."""
    chosen: Seat | None = None
    """The player named by the holder of Surrey this round."""
    result: Result | None = None


def view(table: LTable, seat: Seat | None) -> BoardView:
    """What a seat, or a spectator, may see."""
    state, content = table.state, table.content
    return BoardView(
        seat=seat,
        ruleset=content.ruleset.id,
        seats=state.seats,
        round=state.round,
        rounds=content.ruleset.rounds,
        phase=state.phase,
        starter=state.starter,
        active=_active(table),
        houses=tuple(_house(table, side, seat) for side in state.houses),
        counties=_counties(table),
        conflicts=tuple(
            _conflict(conflict, row)
            for row, conflicts in (("lower", state.lower), ("upper", state.upper))
            for conflict in conflicts
        ),
        favours=tuple(state.favours),
        favours_used=tuple(state.favours_used),
        laws=tuple(state.laws),
        proposals=tuple(state.proposals),
        laws_gone=tuple(state.laws_gone),
        conflicts_gone=tuple(state.conflicts_gone),
        law_deck=len(state.law_deck),
        conflict_deck=len(state.conflict_deck),
        supply=_supply(table),
        seed_hash=commitment(table.dice.seed),
        edition=state.edition,
        chosen=state.chosen,
        result=state.result,
    )


def _active(table: LTable) -> Seat:
    """The seat whose turn it is: a player who has placed a knight keeps the turn until his King’s
    Favour is settled.
    """
    side = getattr(table.agenda[-1], "side", None) if table.agenda else None
    if table.state.phase == "placing" and side is not None:
        return table.state.seat_of(side)
    return table.state.active


def _house(table: LTable, side: int, seat: Seat | None) -> HouseView:
    state = table.state
    house: House = state.houses[side]
    # Screens are lifted at the end, when gold and squires break ties.
    screened = table.content.has_screens(state.seats) and state.result is None
    shown = not screened or seat == side
    return HouseView(
        side=side,
        seat=state.seat_of(side),
        ally=state.is_ally(side),
        court=tuple(house.court),
        reserve=tuple(house.reserve),
        castle=dict(house.castle),
        extensions=tuple(house.extensions),
        votes=house.votes,
        noblemen=tuple(house.noblemen),
        points=house.points,
        gold=house.gold if shown else None,
        squires=house.squires if shown else None,
    )


def _counties(table: LTable) -> dict[str, CountyView]:
    state = table.state
    found = {}
    for county in table.content.counties:
        held, left = state.counties.get(county), state.noblemen[county]
        if held is None:
            found[county] = CountyView(left)
        else:
            found[county] = CountyView(left, held.side, held.knight, held.squires)
    return found


def _conflict(conflict: Conflict, row: str) -> ConflictView:
    stacks = tuple(StackView(stack.side, tuple(stack.knights)) for stack in conflict.stacks)
    return ConflictView(conflict.card, row, stacks)


def _supply(table: LTable) -> tuple[SupplyView, ...]:
    """The supply, spread equally over its boards; any tokens left over go to the first
    (lancaster-3.1b)."""
    bank, boards = table.state.bank, table.content.ruleset.supply.boards
    return tuple(
        SupplyView(
            *(
                (total + boards - 1 - board) // boards
                for total in (bank.gold, bank.squires, bank.votes)
            )
        )
        for board in range(boards)
    )
