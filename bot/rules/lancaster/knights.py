"""Knights: where a side's knights are, new ones, upgrades, joining a conflict, returning (lancaster
§4(i), §7)."""

from __future__ import annotations

from bot.rules.kernel import IllegalChoice, Stops, free
from bot.rules.lancaster import facts
from bot.rules.lancaster.content import Content
from bot.rules.lancaster.state import Conflict, House, LTable, Stack, State

_WEAKEST = 1


def to_court(state: State, side: int, knight: int) -> None:
    """Put a knight into his side's court."""
    court = state.houses[side].court
    court.append(knight)
    court.sort()


def to_reserve(state: State, side: int, knight: int) -> None:
    """Put a knight into his side's reserve."""
    reserve = state.houses[side].reserve
    reserve.append(knight)
    reserve.sort()


# The places of knights


def deployed_places(state: State, side: int) -> list[str]:
    """Every deployed knight of a side, as ``county:A:3``, ``castle:gold:2``, ``conflict:K03:1``."""
    found = [
        f"county:{county}:{held.knight}"
        for county, held in state.counties.items()
        if held.side == side
    ]
    castle = state.houses[side].castle
    found += [f"castle:{space}:{knight}" for space, knight in castle.items()]
    for conflict in state.conflicts():
        for stack in conflict.stacks:
            if stack.side == side:
                found += [f"conflict:{conflict.card}:{knight}" for knight in stack.knights]
    return found


def deployed(state: State, side: int) -> list[int]:
    """The strengths of a side's knights in counties, on castle spaces and in conflicts."""
    return [strength_at(place) for place in deployed_places(state, side)]


def army(state: State, side: int) -> int:
    """The strength of all of a side's knights who are not in its reserve (lancaster-6.1a)."""
    return sum(state.houses[side].court) + sum(deployed(state, side))


def strength_at(place: str) -> int:
    """The strength of the knight in a place, read from the place's name."""
    return int(place.rsplit(":", 1)[1])


def counties_of(state: State, side: int) -> list[str]:
    """The counties that a side occupies."""
    return [county for county, held in state.counties.items() if held.side == side]


def conflicts_of(state: State, side: int) -> list[str]:
    """The conflict cards, in both rows, on which a side has a knight."""
    return [c.card for c in state.conflicts() if stack_on(c, side) is not None]


def war_strength(state: State, side: int) -> int:
    """A side's strength in all conflicts together."""
    stacks = [stack_on(conflict, side) for conflict in state.conflicts()]
    return sum(stack.strength for stack in stacks if stack is not None)


# New knights and upgrades (lancaster-7.7)


def recruit(table: LTable, side: int, source: str) -> None:
    """A knight of strength 1 comes to the court, if the reserve has one (lancaster-7.2)."""
    house = table.state.houses[side]
    if _WEAKEST not in house.reserve:
        table.emit(facts.RecruitForfeited(side, source))
        return
    house.reserve.remove(_WEAKEST)
    to_court(table.state, side, _WEAKEST)
    table.emit(facts.Recruited(side, source))


def can_recruit(state: State, side: int) -> bool:
    """Whether a new knight is available."""
    return _WEAKEST in state.houses[side].reserve


def upgradable(
    state: State, side: int, *, only_deployed: bool = False, strength: int = 0
) -> list[str]:
    """The places of knights for whom the next stronger knight is in the reserve, each place named
    once. ``strength`` above 0 limits this to knights of that strength.
    """
    house = state.houses[side]
    return [
        place
        for place in dict.fromkeys(_standing(state, side))
        if free(_exchange_stops(house, place, only_deployed=only_deployed, strength=strength))
    ]


def upgrade_stops(
    state: State, side: int, place: str, *, only_deployed: bool = False, strength: int = 0
) -> Stops:
    """What keeps the knight in a place from being exchanged for the next stronger one."""
    if place not in _standing(state, side):
        yield IllegalChoice("lancaster-7.7", "Name one of your knights, at court or on the board.")
        return
    yield from _exchange_stops(
        state.houses[side], place, only_deployed=only_deployed, strength=strength
    )


def _standing(state: State, side: int) -> list[str]:
    """The places of all of a side's knights who are not in its reserve."""
    court = state.houses[side].court
    return [*(f"court:{knight}" for knight in court), *deployed_places(state, side)]


def _exchange_stops(house: House, place: str, *, only_deployed: bool, strength: int) -> Stops:
    found = strength_at(place)
    if only_deployed and place.startswith("court:"):
        yield IllegalChoice("lancaster-4ii.9", "This law does not upgrade knights at court.")
    if strength not in (0, found):
        yield IllegalChoice(
            "lancaster-4ii.9", f"This law upgrades only knights of strength {strength}."
        )
    if found + 1 not in house.reserve:
        yield IllegalChoice(
            "lancaster-7.7",
            f"Your reserve has no knight of strength {found + 1} to replace that one.",
        )


def upgrade(table: LTable, side: int, place: str, source: str) -> None:
    """Exchange a knight for one a level stronger, who takes his exact place (lancaster-7.7)."""
    state = table.state
    house = state.houses[side]
    kind, *rest = place.split(":")
    old = strength_at(place)
    house.reserve.remove(old + 1)
    if kind == "court":
        house.court.remove(old)
        to_court(state, side, old + 1)
    elif kind == "county":
        state.counties[rest[0]].knight = old + 1
    elif kind == "castle":
        house.castle[rest[0]] = old + 1
    else:
        stack = stack_on(conflict_of(state, rest[0]), side)
        assert stack is not None
        stack.knights[stack.knights.index(old)] = old + 1
    to_reserve(state, side, old)
    table.emit(facts.Upgraded(side, place, old + 1, source))


# Conflicts (lancaster §4(i)c)


def conflict_of(state: State, card: str) -> Conflict:
    """The conflict on the board with this card. Raises StopIteration if no conflict has it."""
    return next(conflict for conflict in state.conflicts() if conflict.card == card)


def stack_on(conflict: Conflict, side: int) -> Stack | None:
    """A side's knights in a conflict; None if it has none there."""
    return next((stack for stack in conflict.stacks if stack.side == side), None)


def open_conflicts(state: State, content: Content, side: int) -> tuple[str, ...]:
    """Conflicts in which a side may place a knight: on its own stack, or on a free space."""
    return tuple(
        conflict.card
        for conflict in (*state.upper, *state.lower)
        if free(_space_stops(state, content, side, conflict))
    )


def conflict_stops(state: State, content: Content, side: int, card: str) -> Stops:
    """What keeps a side from placing a knight in a conflict."""
    conflict = next((found for found in state.conflicts() if found.card == card), None)
    if conflict is None:
        yield IllegalChoice("lancaster-4i.15", "Name one of the conflicts on the board.")
        return
    yield from _space_stops(state, content, side, conflict)


def _space_stops(state: State, content: Content, side: int, conflict: Conflict) -> Stops:
    """A side has one space in a conflict (lancaster-4i.16): its own, or one that is free."""
    if stack_on(conflict, side) is not None:
        return
    if len(conflict.stacks) < content.ruleset.conflict_spaces:
        return
    if any(state.seat_of(stack.side) == state.seat_of(side) for stack in conflict.stacks):
        yield IllegalChoice(
            "lancaster-7.5", "You and your ally each need a space, but none is free."
        )
    yield IllegalChoice("lancaster-4i.15", "Others have taken all the spaces of that conflict.")


def join_conflict(table: LTable, side: int, knight: int, card: str, source: str) -> None:
    """Place a knight on the topmost free space (lancaster-4i.15), or on his side's stack there
    (lancaster-4i.17)."""
    conflict = conflict_of(table.state, card)
    stack = stack_on(conflict, side)
    if stack is None:
        conflict.stacks.append(Stack(side, [knight]))
    else:
        stack.knights.append(knight)
    table.emit(facts.KnightInConflict(side, knight, card, stack is not None, source))


def free_county(table: LTable, county: str) -> None:
    """A county's knight goes to his court and his squires to the supply (lancaster-4iiia.5)."""
    state = table.state
    held = state.counties.pop(county)
    state.bank.squires += held.squires
    to_court(state, held.side, held.knight)
    table.emit(facts.KnightReturned(held.side, held.knight, f"county:{county}", held.squires))
