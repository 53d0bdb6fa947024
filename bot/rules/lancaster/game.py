"""The game of Lancaster, as the kernel plays it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from bot.rules.kernel import (
    Choice,
    Dice,
    Etiquette,
    Event,
    Game,
    IllegalChoice,
    Position,
    Prompt,
    Seat,
    reader_of,
    reader_of_positions,
    steps_of,
)
from bot.rules.kernel.events import NO_SEAT
from bot.rules.kernel.game import LESSON
from bot.rules.lancaster import facts
from bot.rules.lancaster.content import Content
from bot.rules.lancaster.corrections import correct, correction_prompts
from bot.rules.lancaster.facts import Fact
from bot.rules.lancaster.invariants import violations
from bot.rules.lancaster.placing import Placing, castle_spaces
from bot.rules.lancaster.rewards.castles import ScoreCastle
from bot.rules.lancaster.rewards.counties import SettleCounty
from bot.rules.lancaster.rounds import Rounds
from bot.rules.lancaster.secrets import draw_hidden, hidden_names, redeal_hidden, shuffle_laws
from bot.rules.lancaster.setup import SetUp, Start, lay_out, opening_state
from bot.rules.lancaster.sides import OWN
from bot.rules.lancaster.state import LTable, State
from bot.rules.lancaster.view import BoardView, view

ETIQUETTE = Etiquette(
    open_facts=frozenset({"county", "extension", "favour", "nobleman", "ride", "upgrade"}),
    telltale_verbs=frozenset({"both"}),
)


class Lancaster(Game[State]):
    """Lancaster under one rule set."""

    name: ClassVar[str] = "lancaster"
    schema: ClassVar[int] = 1
    etiquette: ClassVar[Etiquette] = ETIQUETTE
    positions: ClassVar[msgspec.json.Decoder[Position]] = reader_of_positions(
        State, steps_of("bot.rules.lancaster")
    )
    facts: ClassVar[msgspec.json.Decoder[Event]] = reader_of(Fact)

    def __init__(self, content: Content, starts: Mapping[str, Start] | None = None) -> None:
        """``starts`` are the positions of the lessons in these rules, by name."""
        self.content = content
        self._starts = starts or {}
        self.ruleset = content.ruleset.id

    def set_up(self, seats: int, options: dict[str, str], seed: str) -> Position:
        """A fresh position; a round limit among the options has no meaning here.

        Raises ValueError if the number of seats does not suit the game or the lesson does not
        exist.
        """
        self.check_seats(seats, self.content.ruleset.name)
        state = opening_state(self.content, seats)
        lesson = options.get(LESSON)
        if lesson:
            if lesson not in self._starts or self._starts[lesson].seats != seats:
                raise ValueError("These rules have no such lesson for that many players.")
            lay_out(state, self.content, self._starts[lesson])
        return Position(
            schema=self.schema,
            game=self.name,
            ruleset=self.ruleset,
            version=0,
            dice=Dice(seed),
            agenda=[Rounds(), SetUp()],
            state=state,
        )

    def seats(self, state: State) -> int:
        return state.seats

    def places(self, state: State) -> tuple[int, ...]:
        """The place of every seat by points; seats with equal points share a place
        (lancaster-6.4)."""
        totals = [house.points for house in state.players()]
        return tuple(1 + sum(other > total for other in totals) for total in totals)

    def any_time(self, table: LTable, seat: Seat) -> list[Prompt]:
        """In Lancaster, players do nothing but answer what they are asked."""
        return []

    def answer_any_time(self, table: LTable, seat: Seat, choice: Choice) -> None:
        raise self.refusal(table, seat, choice)

    def apply_consequences(self, table: LTable) -> None:
        """Nothing happens on its own between the steps."""

    def view(self, table: LTable, seat: Seat | None) -> BoardView:
        return view(table, seat)

    def refusal(self, table: LTable, seat: Seat, choice: Choice) -> IllegalChoice:
        if table.state.result is not None:
            return IllegalChoice("lancaster-1.3", "The game is over after its last round.")
        return IllegalChoice(
            "lancaster-4.1", "It is another player’s decision. Wait until you are asked."
        )

    def wishes(self, table: LTable, seat: Seat) -> list[Choice]:
        return wishes(table, seat)

    def directives(self, table: LTable) -> list[Prompt]:
        """The game ends after a fixed number of rounds: no time limit ends it sooner."""
        return []

    def direct(self, table: LTable, choice: Choice) -> None:
        raise self.refusal(table, NO_SEAT, choice)

    def corrections(self, table: LTable) -> list[Prompt]:
        return correction_prompts(table)

    def correct(self, table: LTable, choice: Choice) -> None:
        correct(table, choice)

    def decks(self, state: State) -> list[list[str]]:
        return [state.conflict_deck, state.law_deck]

    def shuffle_decks(self, position: Position[State]) -> None:
        position.dice.shuffle(position.state.conflict_deck)
        shuffle_laws(position.state, self.content, position.dice)

    def hidden_names(self, position: Position, seat: Seat | None) -> dict[str, str]:
        return hidden_names(position)

    def redeal_hidden(self, position: Position, seat: Seat | None, luck: Dice) -> None:
        redeal_hidden(position, self.content, seat, luck)

    def draw_hidden(self, position: Position, seat: Seat | None, luck: Dice) -> None:
        draw_hidden(position, self.content, seat, luck)

    def marks_turn(self, event: Event) -> bool:
        """Whether this event begins a new phase."""
        return isinstance(event, facts.PhaseBegan)

    def worth_a_look(self, event: Event) -> bool:
        """A new phase, or a knight who has been placed: the next player needs to see the board."""
        placed = (facts.KnightInCounty, facts.KnightInCastle, facts.KnightInConflict)
        return isinstance(event, (facts.PhaseBegan, *placed))

    def violations(self, table: LTable) -> list[str]:
        return violations(table)


def wishes(table: LTable, seat: Seat) -> list[Choice]:
    """Places for a knight, answers in a county, and spaces of a castle."""
    state, step = table.state, table.agenda[-1]
    if isinstance(step, Placing) and state.active == seat:
        return _placements(table, seat)
    if isinstance(step, SettleCounty) and state.counties[step.county].side == seat:
        return [Choice(verb) for verb in ("reward", "nobleman", "both")]
    if isinstance(step, ScoreCastle) and step.side == seat:
        return [Choice.of("score", space=space) for space in step.left]
    return []


def _placements(table: LTable, seat: Seat) -> list[Choice]:
    """Every place, for the player's own strongest knight with all his squires."""
    state = table.state
    house = state.houses[seat]
    if not house.court:
        return []
    whose = {"house": OWN} if len(state.sides_of(seat)) > 1 else {}
    mine = {**whose, "knight": str(max(house.court))}
    squires = str(house.squires)
    return [
        *(Choice.of("county", **mine, county=c, squires=squires) for c in table.content.counties),
        *(Choice.of("castle", **mine, space=space) for space in castle_spaces(table, seat)),
        *(Choice.of("conflict", **mine, card=found.card) for found in state.conflicts()),
    ]
