"""Setting up: decks, stacks and houses by the number of players (lancaster §3)."""

from __future__ import annotations

import msgspec

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, commitment
from bot.rules.kernel.choices import one_of
from bot.rules.kernel.game import Misplaced
from bot.rules.lancaster import facts
from bot.rules.lancaster.content import Content
from bot.rules.lancaster.rewards.rewards import place_extension
from bot.rules.lancaster.rounds import lay_conflicts, lay_laws
from bot.rules.lancaster.state import ALLY, Bank, Holding, House, LStep, LTable, State


def opening_state(content: Content, seats: int) -> State:
    """The board before anything is shuffled (lancaster-3.1a).

    Each county has a stack of noblemen (lancaster-3.4a), its size set by the number of players
    (lancaster-3.4b); the King's Favours are face up (lancaster-3.5a), without the Upgrade
    if there are three players (lancaster-3.5b).
    """
    rules, key = content.ruleset, str(seats)
    houses = {seat: _house(content) for seat in range(seats)}
    if content.has_allies(seats):
        houses |= {seat + ALLY: _ally(content) for seat in range(seats)}
    supply = rules.supply
    return State(
        seats=seats,
        houses=houses,
        bank=Bank(
            supply.gold - seats * rules.gold,
            supply.squires - seats * rules.squires,
            supply.votes - seats * rules.votes,
        ),
        noblemen=dict.fromkeys(content.counties, rules.stacks[key]),
        conflict_deck=[c for c in content.conflicts if c not in rules.conflicts_removed[key]],
        law_deck=list(content.laws),
        favours=[f for f in content.favours if f not in rules.favours_removed.get(key, ())],
    )


def _house(content: Content) -> House:
    """A player's starting position: no points (lancaster-3.2a), a few tokens (lancaster-3.2c), two
    of his knights at court (lancaster-3.2d), the others in the reserve (lancaster-3.2b)."""
    rules = content.ruleset
    return House(
        court=sorted(rules.court),
        reserve=_without(rules.knights, rules.court),
        gold=rules.gold,
        squires=rules.squires,
        votes=rules.votes,
    )


def _ally(content: Content) -> House:
    """An ally has knights and nothing else (lancaster-2.11)."""
    court = content.ruleset.allies.court
    return House(court=sorted(court), reserve=_without(content.ruleset.knights, court))


def _without(knights: tuple[int, ...], taken: tuple[int, ...]) -> list[int]:
    rest = sorted(knights)
    for knight in taken:
        rest.remove(knight)
    return rest


# 3.6 to 3.8 Decks and the starting player


class SetUp(LStep, tag="set_up"):
    """Shuffle, turn up the first cards, draw the starting player, place the free extensions."""

    def advance(self, table: LTable) -> None:
        table.finish(self)
        state = table.state
        table.shuffle(state.conflict_deck)  # lancaster-3.6d
        self._pile_laws(table)
        state.starter = Seat(table.below(state.seats))
        table.emit(facts.GameBegan(state.starter, commitment(table.dice.seed)))
        table.emit(facts.LawsInForce(tuple(state.laws)))
        lay_conflicts(table)
        lay_laws(table)
        table.push(*(FirstExtension(seat) for seat in state.in_order()))

    def _pile_laws(self, table: LTable) -> None:
        """Sort the laws by number (lancaster-3.7a), those of each number shuffled.

        Laws numbered 0 are in force (lancaster-3.7b); of the others, the lowest are on top
        (lancaster-3.7c).
        """
        state, content = table.state, table.content
        numbers = sorted({law.number for law in content.laws.values()})
        pile: list[str] = []
        for number in numbers:
            group = [law.id for law in content.laws.values() if law.number == number]
            table.shuffle(group)
            pile += group
        count = content.ruleset.laws_in_force
        state.laws, pile = pile[:count], pile[count:]
        state.law_deck = pile[::-1]


# 3.3 The first extension


class FirstExtension(LStep, tag="first_extension"):
    """A player covers one space of his castle, free of charge (lancaster-3.3a)."""

    seat: Seat
    heard_by_all = True

    def prompts(self, table: LTable) -> list[Prompt]:
        spaces = tuple(table.content.spaces)
        offer = Offer("extend", (Field("space", spaces),), "lancaster-3.3a")
        default = Choice.of("extend", space=spaces[0])
        return [Prompt(self.seat, "first_extension", (offer,), default=default)]

    def answer(self, table: LTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        place_extension(table, seat, choice.one("space"), "setup")

    def refusal(self, table: LTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if seat != self.seat:
            return IllegalChoice(
                "lancaster-3.3a",
                "Players place the first extensions in player order. Wait for your turn.",
            )
        if choice.verb == "extend" and one_of(choice, "space") in table.content.spaces:
            return None
        return IllegalChoice(
            "lancaster-3.3a", "First place one extension on the castle space with the same reward."
        )


# A lesson begins with knights already on the board


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's knight in a county, with his squires."""

    seat: Seat
    knight: int
    squires: int = 0


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a lesson starts: the number of players, and the knights in counties."""

    seats: int = 3
    counties: dict[str, Placed] = {}


def lay_out(state: State, content: Content, start: Start) -> None:
    """Put the knights where they belong, taking them from their courts or reserves. Raises
    Misplaced."""
    for county, placed in start.counties.items():
        at = f"counties.{county}"
        if county not in content.counties:
            raise Misplaced(at, "there is no such county.")
        if not 0 <= placed.seat < state.seats:
            raise Misplaced(f"{at}.seat", "there is no such seat.")
        house = state.houses[placed.seat]
        whence = next((p for p in (house.court, house.reserve) if placed.knight in p), None)
        if whence is None:
            raise Misplaced(f"{at}.knight", "this seat has no such knight left.")
        if house.squires < placed.squires:
            raise Misplaced(f"{at}.squires", "this seat does not have that many.")
        if placed.knight < content.counties[county].minimum:  # lancaster-4i.5
            raise Misplaced(at, "a knight that weak cannot be there.")
        whence.remove(placed.knight)
        house.squires -= placed.squires
        state.counties[county] = Holding(placed.seat, placed.knight, placed.squires)
