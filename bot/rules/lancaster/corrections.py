"""How a moderator may correct a position: corrections are typed and checked, and the board is
corrected only while knights are being placed or laws are voted on.

The result of a correction is checked as a whole by :meth:`bot.rules.kernel.Match.direct`.
"""

from __future__ import annotations

from bot.rules.kernel import (
    Choice,
    Field,
    IllegalChoice,
    Offer,
    Prompt,
    Seat,
    Stops,
    Weight,
    every_seat,
    first,
)
from bot.rules.kernel.events import NO_SEAT
from bot.rules.lancaster.content import Content
from bot.rules.lancaster.facts import Fact
from bot.rules.lancaster.knights import (
    conflict_of,
    conflict_stops,
    deployed_places,
    stack_on,
    strength_at,
    to_court,
    to_reserve,
)
from bot.rules.lancaster.parliament import Adjourn, Vote
from bot.rules.lancaster.placing import Placing, castle_stops, county_stops
from bot.rules.lancaster.rounds import enter_phase
from bot.rules.lancaster.state import PHASES, Holding, House, LTable, Phase, Stack, State

KNIGHT, NOBLEMAN, EXTENSION = "correct_knight", "correct_nobleman", "correct_extension"
POINTS, GOLD, SQUIRES, VOTES = "correct_points", "correct_gold", "correct_squires", "correct_votes"
STARTER, PHASE, ROUND = "correct_starter", "correct_phase", "correct_round"

VERBS = (
    *(KNIGHT, NOBLEMAN, EXTENSION),
    *(POINTS, GOLD, SQUIRES, VOTES),
    *(STARTER, PHASE, ROUND),
)
"""Every kind of correction: a knight moved, a nobleman seated, an extension placed, tokens counted
and so on."""

COURT, RESERVE, STACK = "court", "reserve", "stack"
LAID, TAKEN = "laid", "taken"

_MOST_POINTS = 200
_HIDDEN = frozenset({GOLD, SQUIRES})
_CALM = (Placing, Vote, Adjourn)
"""The steps that do not rely on where anything is on the board."""
_MENDABLE_PHASES = PHASES[:-1]
"""Preparing a round deals out cards, and that cannot be undone."""


class Corrected(Fact, frozen=True, tag="corrected"):
    """A moderator has corrected the position.

    ``how`` is the correction without its prefix. ``amount`` is the amount a side has now, or the
    new round; None if not everybody may know it. ``thing`` and ``to`` say what was moved, and
    where.
    """

    weight = Weight.NOTABLE

    how: str
    side: int | None = None
    thing: str = ""
    to: str = ""
    amount: int | None = None


def correction_prompts(table: LTable) -> list[Prompt]:
    """The possible corrections; nothing hidden affects what is offered."""
    state, content = table.state, table.content
    if state.phase == "setup" or state.result is not None:
        return []
    seats = tuple(str(seat) for seat in every_seat(state.seats))
    supply = content.ruleset.supply
    offers = [
        Offer(KNIGHT, (Field("piece", _pieces(state)), _where(table)), "lancaster-4i.1"),
        Offer(
            NOBLEMAN, (Field("lord", _lords(state)), Field("to", (*seats, STACK))), "lancaster-5.2"
        ),
        Offer(
            EXTENSION,
            (Field("tile", _tiles(state, content)), Field("to", (LAID, TAKEN))),
            "lancaster-3.3a",
        ),
        _amount(POINTS, seats, _MOST_POINTS, "lancaster-3.2a"),
        _amount(GOLD, seats, supply.gold, "lancaster-3.2c"),
        _amount(SQUIRES, seats, supply.squires, "lancaster-3.2c"),
        _amount(VOTES, seats, supply.votes, "lancaster-3.2c"),
        Offer(STARTER, (Field("player", seats),), "lancaster-3.8"),
        Offer(PHASE, (Field("phase", _MENDABLE_PHASES),), "lancaster-4.1"),
        Offer(ROUND, (Field("round", _rounds(state, content)),), "lancaster-1.3"),
    ]
    return [Prompt(NO_SEAT, "corrections", tuple(offers), blocking=False)]


def _amount(verb: str, seats: tuple[str, ...], most: int, rule: str) -> Offer:
    amounts = tuple(str(amount) for amount in range(most + 1))
    return Offer(verb, (Field("seat", seats), Field("amount", amounts)), rule)


def _pieces(state: State) -> tuple[str, ...]:
    """All the knights, each by side and place; equal ones in one place are listed only once."""
    found: list[str] = []
    for side, house in state.houses.items():
        places = [f"{COURT}:{knight}" for knight in house.court]
        places += deployed_places(state, side)
        places += [f"{RESERVE}:{knight}" for knight in house.reserve]
        found += [f"{side}:{place}" for place in dict.fromkeys(places)]
    return tuple(found)


def _where(table: LTable) -> Field:
    content = table.content
    places = [COURT, RESERVE, *(f"county:{county}" for county in content.counties)]
    places += [f"castle:{space}" for space in content.spaces]
    places += [f"conflict:{conflict.card}" for conflict in table.state.conflicts()]
    return Field("to", tuple(places))


def _lords(state: State) -> tuple[str, ...]:
    """All the noblemen who can be seated elsewhere: those in stacks and those at tables."""
    found = [f"{county}:{STACK}" for county, left in state.noblemen.items() if left]
    for seat, house in enumerate(state.players()):
        found += [f"{county}:{seat}" for county in house.noblemen]
    return tuple(found)


def _tiles(state: State, content: Content) -> tuple[str, ...]:
    return tuple(f"{seat}:{space}" for seat in every_seat(state.seats) for space in content.spaces)


def _rounds(state: State, content: Content) -> tuple[str, ...]:
    """The rounds from which the remaining cards are enough to play on to the end."""
    rules = content.ruleset
    left = min(
        len(state.conflict_deck) // rules.conflicts_each_round,
        len(state.law_deck) // rules.laws_each_round,
    )
    return tuple(str(number) for number in range(max(1, rules.rounds - left), rules.rounds + 1))


def correct(table: LTable, choice: Choice) -> None:
    """Correct the position. Raises IllegalChoice, saying what stands in the way."""
    calm = all(isinstance(step, _CALM) for step in table.agenda[1:])
    if choice.verb in (KNIGHT, NOBLEMAN, EXTENSION) and not calm:
        raise IllegalChoice(
            "lancaster-4.1",
            "The board can be corrected while knights are placed or laws are voted on. Rewind to "
            "then.",
        )
    table.reveal()
    if choice.verb == KNIGHT:
        _move_knight(table, choice)
    elif choice.verb == NOBLEMAN:
        _seat_nobleman(table, choice)
    elif choice.verb == EXTENSION:
        _set_extension(table, choice)
    elif choice.verb == STARTER:
        _set_starter(table, choice)
    elif choice.verb == PHASE:
        _set_phase(table, choice)
    elif choice.verb == ROUND:
        _set_round(table, choice)
    else:
        _set_amount(table, choice)


# Knights


def _move_knight(table: LTable, choice: Choice) -> None:
    whose, _, place = choice.one("piece").partition(":")
    side, knight, to = int(whose), strength_at(place), choice.one("to")
    if place.rpartition(":")[0] == to:
        raise IllegalChoice("lancaster-4i.1", "That knight is already there.")
    _lift(table, side, place)
    _set_down(table, side, knight, to)
    table.emit(Corrected("knight", side, place, to))


def _lift(table: LTable, side: int, place: str) -> None:
    """Take a knight from where he is; any squires with him go back behind their player's screen."""
    state, knight = table.state, strength_at(place)
    house = state.houses[side]
    kind, *rest = place.split(":")
    if kind == COURT:
        house.court.remove(knight)
    elif kind == RESERVE:
        house.reserve.remove(knight)
    elif kind == "county":
        house.squires += state.counties.pop(rest[0]).squires
    elif kind == "castle":
        del house.castle[rest[0]]
    else:
        conflict = conflict_of(state, rest[0])
        stack = stack_on(conflict, side)
        assert stack is not None
        stack.knights.remove(knight)
        conflict.stacks = [found for found in conflict.stacks if found.knights]


def _set_down(table: LTable, side: int, knight: int, to: str) -> None:
    state = table.state
    kind, _, thing = to.partition(":")
    if kind == COURT:
        to_court(state, side, knight)
    elif kind == RESERVE:
        to_reserve(state, side, knight)
    elif kind == "county":
        if thing in state.counties:
            raise IllegalChoice("lancaster-4i.8", "Somebody is there. Move him away first.")
        _mind(county_stops(table, knight, thing))
        state.counties[thing] = Holding(side, knight)
    elif kind == "castle":
        _mind(castle_stops(table, side, thing))
        state.houses[side].castle[thing] = knight
    else:
        _mind(conflict_stops(state, table.content, side, thing))
        _set_down_at_war(state, side, knight, thing)


def _mind(stops: Stops) -> None:
    """Raise the refusal for the first thing that stands in the way."""
    stop = first(stops)
    if stop is not None:
        raise stop


def _set_down_at_war(state: State, side: int, knight: int, card: str) -> None:
    conflict = conflict_of(state, card)
    stack = stack_on(conflict, side)
    if stack is None:
        conflict.stacks.append(Stack(side, [knight]))
    else:
        stack.knights.append(knight)


# Noblemen, extensions, tokens


def _seat_nobleman(table: LTable, choice: Choice) -> None:
    state, (county, _, here), to = table.state, choice.one("lord").partition(":"), choice.one("to")
    if here == to:
        raise IllegalChoice("lancaster-5.2", "That nobleman is already there.")
    if here == STACK:
        state.noblemen[county] -= 1
    else:
        state.houses[int(here)].noblemen.remove(county)
    if to == STACK:
        state.noblemen[county] += 1
        table.emit(Corrected("nobleman", None, county, to))
        return
    table_of = state.houses[int(to)].noblemen
    if county in table_of:
        raise IllegalChoice("lancaster-4iiia.4", "That nobleman is already at this table.")
    table_of.append(county)
    table_of.sort()
    table.emit(Corrected("nobleman", int(to), county, to))


def _set_extension(table: LTable, choice: Choice) -> None:
    whose, _, space = choice.one("tile").partition(":")
    to = choice.one("to")
    house: House = table.state.houses[int(whose)]
    if (to == LAID) == (space in house.extensions):
        raise IllegalChoice("lancaster-3.3a", "That is already so.")
    if to == TAKEN:
        house.extensions.remove(space)
    elif space in house.castle:
        raise IllegalChoice("lancaster-7.3", "A knight is on that space. Move him first.")
    else:
        house.extensions.append(space)
    table.emit(Corrected("extension", int(whose), space, to))


def _set_amount(table: LTable, choice: Choice) -> None:
    """Points, or tokens from or to the supply; hidden amounts are told only to their owner."""
    name = choice.verb.removeprefix("correct_")
    seat, amount = Seat(int(choice.one("seat"))), int(choice.one("amount"))
    state = table.state
    house: House = state.houses[seat]
    if choice.verb != POINTS:
        missing = amount - getattr(house, name)
        setattr(state.bank, name, getattr(state.bank, name) - missing)
    setattr(house, name, amount)
    if choice.verb in _HIDDEN and table.content.has_screens(state.seats):
        table.emit(Corrected(name, seat))
        table.emit(Corrected(name, seat, amount=amount, audience=(seat,)))
    else:
        table.emit(Corrected(name, seat, amount=amount))


# The order of play


def _set_starter(table: LTable, choice: Choice) -> None:
    state, seat = table.state, Seat(int(choice.one("player")))
    if state.starter == seat:
        raise IllegalChoice("lancaster-3.8", "That player already has the marker.")
    if state.phase == "placing" and _nobody_placed(state):
        state.active = seat
    state.starter, state.chosen = seat, None
    table.emit(Corrected("starter", seat))


def _nobody_placed(state: State) -> bool:
    """Whether the round's first knight has yet to be placed."""
    castles = any(house.castle for house in state.houses.values())
    return not (castles or state.counties or state.favoured)


def _set_phase(table: LTable, choice: Choice) -> None:
    """Begin a phase; whatever was under way stays unfinished."""
    phase: Phase = next(phase for phase in PHASES if phase == choice.one("phase"))
    if table.state.phase == phase:
        raise IllegalChoice("lancaster-4.1", "The round is already in that phase.")
    rounds = table.agenda[0]
    del table.agenda[1:]
    table.emit(Corrected("phase", thing=phase))
    enter_phase(table, rounds, phase)


def _set_round(table: LTable, choice: Choice) -> None:
    number = int(choice.one("round"))
    if table.state.round == number:
        raise IllegalChoice("lancaster-1.3", "It is already that round.")
    table.state.round = number
    table.emit(Corrected("round", amount=number))
