"""The game of Kingmaker, as the kernel plays it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import msgspec

from bot.rules.kernel import (
    Choice,
    Dice,
    Etiquette,
    Event,
    Feat,
    Game,
    IllegalChoice,
    Offer,
    Position,
    Prompt,
    Seat,
    Stops,
    reader_of,
    reader_of_positions,
    steps_of,
)
from bot.rules.kernel.events import NO_SEAT
from bot.rules.kernel.game import LESSON
from bot.rules.kingmaker import facts
from bot.rules.kingmaker import standing_orders as beforehand
from bot.rules.kingmaker.allegiance import review_mourned
from bot.rules.kingmaker.any_time import (
    ANY_TIME_VERBS,
    answer_any_time,
    any_time_prompts,
    any_time_stops,
    refusal,
    too_late,
)
from bot.rules.kingmaker.captivity import review_captives
from bot.rules.kingmaker.conditions.sides import given
from bot.rules.kingmaker.consequences.keeping import end_counts
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.corrections.land import correct, correction_prompts
from bot.rules.kingmaker.etiquette import ETIQUETTE
from bot.rules.kingmaker.events.journeys import review_calais
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.families.heads import review_heads
from bot.rules.kingmaker.families.winning_over import (
    review_bargains,
)
from bot.rules.kingmaker.ids import HeirId
from bot.rules.kingmaker.invariants import violations
from bot.rules.kingmaker.movement.exile import review_amnesty, review_exiles
from bot.rules.kingmaker.pacts import remember
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.royals.houses import review_plantagenets
from bot.rules.kingmaker.secrets import draw_hidden, hidden_names, out_of_sight, redeal_hidden
from bot.rules.kingmaker.setup.opening import (
    DealOut,
    opening_state,
)
from bot.rules.kingmaker.setup.positions import Start, lay_out
from bot.rules.kingmaker.ships.fleets import review_ships
from bot.rules.kingmaker.sieges import review_sieges
from bot.rules.kingmaker.state import PHASES, Faction, KTable, State
from bot.rules.kingmaker.succession import BEAUFORT, beaufort_is_heir
from bot.rules.kingmaker.turn import Turns
from bot.rules.kingmaker.view import BoardView, Standing, standings, view
from bot.rules.kingmaker.wishes import wishes
from bot.rules.rulebook import TableRules


def _review_lasting(table: KTable) -> None:
    """Review what lasts beyond a turn: refuges, amnesties, ransoms, mourning, debts to recruits."""
    state = table.state
    if not (state.exiles or state.amnesty or state.custody or state.mourned or state.sides):
        return
    if state.exiles:
        review_exiles(table)
    if state.amnesty:
        review_amnesty(table)
    if state.custody:
        review_captives(table)
    if state.mourned:
        review_mourned(table)
    if state.sides:
        review_bargains(table)


def _nothing_follows(table: KTable) -> bool:
    """Whether the latest events can lead to nothing but the end of a siege: nobody's possessions
    have changed, and nothing pending depends on a move or lasts only a moment."""
    state, told = table.state, {type(event) for event in table.unsettled()}
    if not told or not told <= facts.ON_FOOT:
        return False
    waiting = state.exiles or state.amnesty or state.custody or state.mourned or state.sides
    if waiting or table.content.ruleset.family_nobles:
        return False
    # An heir abroad may be back, or be the last one on the board.
    living = [heir.landing_due for heir in state.heirs.values() if heir.alive]
    return told <= facts.IDLE or (len(living) > 1 and living.count(None) == len(living))


MOMENT, ASKED, LEFT_OUT = "moment", "asked", "left_out"
"""The option that says whether a defender is asked anything before the weather is drawn
(house-5.14f).
"""


class Kingmaker(Game[State]):
    """Kingmaker under one rule set."""

    name: ClassVar[str] = "kingmaker"
    schema: ClassVar[int] = 1
    any_time_verbs: ClassVar[frozenset[str]] = ANY_TIME_VERBS
    etiquette: ClassVar[Etiquette] = ETIQUETTE
    positions: ClassVar[msgspec.json.Decoder[Position]] = reader_of_positions(
        State, steps_of("bot.rules.kingmaker")
    )
    facts: ClassVar[msgspec.json.Decoder[Event]] = reader_of(Fact)

    def __init__(
        self,
        content: Content,
        rules: TableRules | None = None,
        starts: Mapping[str, Start] | None = None,
        earlier: Mapping[int, Content] | None = None,
    ) -> None:
        """``rules`` are those of the table; without them no rule replaces another.

        ``starts`` are the positions of the lessons in these rules, by name; ``earlier`` holds the
        rules of earlier editions, by edition.
        """
        self.content = content
        self._earlier = earlier or {}
        self.edition = max(self._earlier, default=0) + 1
        self._starts = starts or {}
        self.ruleset = content.ruleset.id
        self._rules = rules

    def as_of(self, edition: int) -> Kingmaker:
        content = self._earlier.get(edition)
        return self if content is None else Kingmaker(content, self._rules, self._starts)

    def decode(self, saved: bytes) -> Position:
        position = super().decode(saved)
        position.state.share_ids()
        return position

    def set_up(self, seats: int, options: dict[str, str], seed: str) -> Position:
        rules = self.content.ruleset
        self.check_seats(seats, rules.name)
        limit = _rounds(options.get("rounds"), rules.time_limit_rounds)
        state = opening_state(self.content, seats, limit)
        state.straight_to_weather = _straight_to_weather(options.get(MOMENT))
        position: Position = Position(
            schema=self.schema,
            game=self.name,
            ruleset=self.ruleset,
            version=0,
            dice=Dice(seed),
            agenda=[Turns(), DealOut()],
            state=state,
        )
        if options.get(LESSON):
            start = self._start(options[LESSON], seats)
            position.agenda[:] = [Turns(PHASES.index(start.phase))]
            lay_out(KTable(state, self.content, position.agenda, position.dice), start)
        return position

    def _start(self, name: str, seats: int) -> Start:
        start = self._starts.get(name)
        if start is None:
            raise ValueError("These rules have no such lesson.")
        if seats != start.seats:
            raise ValueError(f"This lesson is for {start.seats} seats.")
        return start

    def seats(self, state: State) -> int:
        return len(state.factions)

    def side(self, state: State, seat: Seat) -> str:
        return state.sides[seat].part if state.sides else ""

    def feats(self, happened: Iterable[Event]) -> list[Feat]:
        """Every coronation, and the longest siege with its besieger and its length in turns."""
        crowned = Counter[tuple[Seat, HeirId]]()
        longest: Feat | None = None
        for event in happened:
            match event:
                case facts.Crowned():
                    crowned[event.seat, event.heir] += 1
                case facts.SiegeHeld() if longest is None or event.turns > longest.count:
                    longest = Feat("siege", event.seat, event.place, event.turns)
                case _:
                    pass
        found = [Feat("crowned", seat, heir, times) for (seat, heir), times in crowned.items()]
        return found if longest is None else [*found, longest]

    def any_time(self, table: KTable, seat: Seat) -> list[Prompt]:
        return any_time_prompts(table, seat)

    def any_time_stops(self, table: KTable, seat: Seat, choice: Choice) -> Stops:
        if choice.verb in ANY_TIME_VERBS:
            yield from any_time_stops(table, seat, choice)
        else:
            yield self.refusal(table, seat, choice)

    def answer_any_time(self, table: KTable, seat: Seat, choice: Choice) -> None:
        answer_any_time(table, seat, choice)

    def apply_consequences(self, table: KTable) -> None:
        state, told = table.state, len(table.events)
        under_way = state.phase != "setup" and state.result is None
        at_rest = _nothing_follows(table)
        if under_way and not at_rest:
            review_plantagenets(table)
            review_heads(table)
        if state.sieges:
            review_sieges(table)
        if at_rest and len(table.events) == told:
            return
        if state.treaties:
            review_calais(table)
        review_ships(table)
        _review_lasting(table)
        remember(table)
        end_counts(table, state.heirs)
        if under_way:
            if not state.beaufort_announced and beaufort_is_heir(state, self.content):
                state.beaufort_announced = True
                table.emit(facts.BeaufortBecameHeir(state.nobles[BEAUFORT].seat))
            procedures(table).victory.look(table)
            if state.result is None:
                procedures(table).beaten(table)

    def view(self, table: KTable, seat: Seat | None) -> BoardView:
        return view(table, seat)

    def standings(self, table: KTable) -> tuple[Standing, ...]:
        return standings(table)

    def too_late(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        return too_late(table, seat, choice)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice:
        if table.state.result is not None:
            return IllegalChoice("house-3.3", "The game is over. Nothing more can be done.")
        if not 0 <= seat < len(table.state.factions):
            return IllegalChoice("house-1.14", "Nobody sits there. Only players have turns.")
        return refusal(table, seat, choice)

    def wishes(self, table: KTable, seat: Seat) -> list[Choice]:
        return wishes(table, seat)

    def directives(self, table: KTable) -> list[Prompt]:
        state = table.state
        offers = [] if state.time_up else [Offer("time_up", (), "house-3.1")]
        room = len(state.factions) < self.content.ruleset.players_max
        if state.phase != "setup" and room and not given(state):  # no parts for latecomers
            offers.append(Offer("join", (), "house-3.16"))
        return [Prompt(NO_SEAT, "orders", tuple(offers), blocking=False)] if offers else []

    def direct(self, table: KTable, choice: Choice) -> None:
        state = table.state
        if choice.verb == "join":
            # The newcomer has the last seat and is dealt in like a beaten player (house-3.16).
            state.factions.append(Faction())
            if state.sitting is not None and state.sitting.commons:
                # The votes of this Parliament were counted when it met (house-7.2.3).
                state.sitting.commons.append(0)
                state.sitting.lords.append(0)
            table.emit(facts.PlayerJoined(Seat(len(state.factions) - 1)))
            return
        state.time_up = True
        table.emit(facts.TimeCalled(state.round))

    def corrections(self, table: KTable) -> list[Prompt]:
        return correction_prompts(table)

    def correct(self, table: KTable, choice: Choice) -> None:
        correct(table, choice)

    def beforehand(self, table: KTable, seat: Seat) -> list[Prompt]:
        return beforehand.orders_open(table, seat)

    def as_ordered(self, table: KTable, prompt: Prompt, order: Choice) -> Choice | None:
        return beforehand.as_ordered(table, prompt, order)

    def order_stands(self, table: KTable, seat: Seat, order: Choice) -> bool:
        return beforehand.order_stands(table, seat, order)

    def violations(self, table: KTable) -> list[str]:
        return violations(table)

    def in_force(self, rule: str) -> str:
        found = None if self._rules is None else self._rules.resolve(rule)
        return rule if found is None else found.id

    def decks(self, state: State) -> list[list[Any]]:
        return [state.crown_deck, state.event_deck]

    def hidden_names(self, position: Position, seat: Seat | None) -> dict[str, str]:
        return hidden_names(position, self.content, seat)

    def out_of_sight(self, position: Position, seat: Seat | None, choice: Choice) -> set[str]:
        named = (*choice.many("card"), *choice.many("piece"))
        return out_of_sight(position, self.content, seat).intersection(named)

    def redeal_hidden(self, position: Position, seat: Seat | None, luck: Dice) -> None:
        redeal_hidden(position, self.content, seat, luck)

    def draw_hidden(self, position: Position, seat: Seat | None, luck: Dice) -> None:
        draw_hidden(position, self.content, seat, luck)

    def marks_turn(self, event: Event) -> bool:
        """Whether this event begins a new turn, so that the map should be shown again."""
        return isinstance(event, facts.TurnBegan)

    def whose_turn(self, event: Event) -> Seat | None:
        return event.seat if isinstance(event, facts.TurnBegan) else None


def _straight_to_weather(wanted: str | None) -> bool:
    """Whether the options leave out the question before the weather is drawn. Raises ValueError."""
    if wanted not in (None, "", ASKED, LEFT_OUT):
        raise ValueError(f"The question before the weather can only be {ASKED!r} or {LEFT_OUT!r}.")
    return wanted == LEFT_OUT


def _rounds(wanted: str | None, usual: int | None) -> int | None:
    """The limit in rounds, taken from the options. Raises ValueError for anything but 1 to 999."""
    if wanted is None or wanted == "":
        return usual
    if not wanted.isdecimal() or not 1 <= int(wanted) <= 999:
        raise ValueError("The limit is a number of rounds from 1 to 999.")
    return int(wanted)
