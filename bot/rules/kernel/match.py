"""A match: one running game, to which decisions are submitted one at a time.

What one seat can imagine of a running game: worlds to try moves in, made only from what it may
know.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import chain
from typing import Any

import msgspec

from bot.rules.kernel.choices import Choice, IllegalChoice, Offer, Prompt, free
from bot.rules.kernel.dice import commitment
from bot.rules.kernel.events import NO_SEAT, Event, Seat, every_seat
from bot.rules.kernel.game import Game, Position
from bot.rules.kernel.steps import AnyStep, Orders, Table

CLOSE = Choice("close")
"""The clock's order that ends a step whose time is up."""

_RUNAWAY = 10_000


class Outcome(msgspec.Struct, frozen=True):
    """What a decision led to: its events, whether it can no longer be taken back freely
    (``known``), and the new version.
    """

    events: tuple[Event, ...]
    known: bool
    version: int


class Match:
    """One running game.

    A refused choice leaves everything as it was. If anything else is raised, the match must
    not be used again and has to be reloaded from the last save.
    """

    def __init__(self, game: Game, position: Position) -> None:
        self.game = game = game.as_of(position.state.edition)
        self._position = position
        self._table: Table = Table(position.state, game.content, position.agenda, position.dice)
        self._listed: list[Prompt] | None = None
        self._waiting: list[Seat] | None = None
        self._orders: Iterator[Offer] = iter(())
        self._any_time: dict[Seat, list[Prompt]] = {}

    @classmethod
    def start(
        cls,
        game: Game,
        seats: int,
        seed: str,
        options: dict[str, str] | None = None,
        *,
        edition: int | None = None,
    ) -> tuple[Match, Outcome]:
        """Set a game up and play it to its first question.

        ``edition`` is the one named in a record; None for a new game. Raises ValueError for seats
        or options that the game does not take, and for an edition that it does not know.
        """
        if edition is not None and not 1 <= edition <= game.edition:
            raise ValueError(
                f"This game was started under edition {edition} of the rules, but this program "
                f"knows only editions up to {game.edition}."
            )
        begun = game.edition if edition is None else edition
        rules = game.as_of(begun)
        position = rules.set_up(seats, options or {}, seed)
        position.state.edition = begun
        match = cls(rules, position)
        match._run()
        return match, match._outcome()

    @classmethod
    def load(cls, game: Game, saved: bytes) -> Match:
        """Continue a saved game."""
        return cls.at(game, game.decode(saved))

    @classmethod
    def at(cls, game: Game, position: Position) -> Match:
        """Continue from a position."""
        return cls(game, position)

    @property
    def position(self) -> Position:
        """The whole position."""
        return self._position

    @property
    def table(self) -> Table:
        """The table of the game."""
        return self._table

    def save(self) -> bytes:
        """The whole position as JSON."""
        return self.game.encode(self._position)

    @property
    def edition(self) -> int:
        """The edition of the rules that this game began with."""
        edition: int = self._position.state.edition
        return edition

    @property
    def taken_back(self) -> int:
        """How often draws were taken back in this game."""
        return self._position.dice.taken_back or 0

    def drawn(self) -> object:
        """What has been drawn so far: the same for two positions with no draws between them."""
        position = self._position
        return position.dice.used, self.taken_back, self.game.decks(position.state)

    def draw_afresh(self, times: int) -> None:
        """Draw afresh from here on: later draws have been taken back, for the ``times``-th time.

        The dice fall differently from before, and the face-down decks are shuffled.
        """
        self._position.dice.taken_back = times
        self.game.shuffle_decks(self._position)
        self.look_anew()

    @property
    def version(self) -> int:
        """How many decisions have been carried out."""
        return self._position.version

    @property
    def over(self) -> bool:
        """Whether the game has ended: if so, its state has a ``result``."""
        return self._position.state.result is not None

    @property
    def seed_hash(self) -> str:
        """The published SHA-256 of the seed."""
        return commitment(self._position.dice.seed)

    def prompts(self, seat: Seat | None = None) -> list[Prompt]:
        """All the open prompts, or those of one seat; those of the step on top come first."""
        if seat is None:
            return self._open + [p for s in self._seats for p in self._any_time_of(s)]
        return [p for p in self._open if p.seat == seat] + self._any_time_of(seat)

    def asked(self, seat: Seat) -> list[Prompt]:
        """What the step on top asks one seat; prompts that are open at any time are left out."""
        return [p for p in self._open if p.seat == seat]

    def look_anew(self) -> None:
        """Forget what was listed for the position, which has changed."""
        self._listed, self._waiting, self._any_time = None, None, {}

    @property
    def _open(self) -> list[Prompt]:
        """The prompts of the step on top, listed once per position, when somebody looks."""
        if self._listed is None and self.over:
            self._listed = []
        if self._listed is None:
            waiting, top = self.waiting_for(), self._top
            if isinstance(top, Orders):
                self._listed = [top.question(self._table, tuple(self._orders))] if waiting else []
        assert self._listed is not None
        return self._listed

    @property
    def _top(self) -> AnyStep:
        """The step on top of the agenda."""
        top: AnyStep = self._position.agenda[-1]
        return top

    def _any_time_of(self, seat: Seat) -> list[Prompt]:
        if seat not in self._any_time:
            plays = seat in self._seats and not self.over
            self._any_time[seat] = self.game.any_time(self._table, seat) if plays else []
        return self._any_time[seat]

    def waiting_for(self) -> list[Seat]:
        """The seats whose answers the game cannot continue without."""
        if self._waiting is None:
            ended = self.over or not self._position.agenda
            self._waiting = [] if ended else self._asked_by(self._top)
        return list(self._waiting)

    def _asked_by(self, step: AnyStep) -> list[Seat]:
        """The seats that a step asks and waits for."""
        if isinstance(step, Orders):
            orders = step.orders(self._table)
            found = next(orders, None)  # the others are listed when somebody looks
            self._orders = iter(()) if found is None else chain((found,), orders)
            asked = found is not None or step.could_go_on(self._table)
            return [step.orders_of] if asked else []
        self._listed = step.prompts(self._table)
        return sorted({p.seat for p in self._listed if p.blocking})

    def openly_waiting_for(self) -> list[Seat]:
        """The awaited seats that everybody may know about; in a vote, none."""
        return [] if self.voting else self.waiting_for()

    def why_not(self, seat: Seat) -> list[tuple[Choice, IllegalChoice]]:
        """What a seat might expect to do but may not, each with the rule that forbids it."""
        if self.over:
            return []
        offers = [offer for prompt in self.prompts(seat) for offer in prompt.offers]
        wishes = self.game.wishes(self._table, seat)
        shut = [wish for wish in wishes if not any(_opens(offer, wish) for offer in offers)]
        return [(wish, self._refusal(seat, wish)) for wish in shut]

    def closing(self) -> dict[Seat, Prompt]:
        """The open questions, by seat, that the clock closes together; usually none."""
        return {p.seat: p for p in self._open if p.blocking and p.seconds is not None}

    def sealed(self, seat: Seat | None = None) -> list[Prompt]:
        """The open questions that are answered in secret: all of them, or those of one seat."""
        return [p for p in self._open if p.is_sealed and seat in (None, p.seat)]

    @property
    def voting(self) -> bool:
        """Whether a vote is being taken: nobody may know which players the game is waiting for."""
        return self.vote() is not None

    def vote(self) -> Prompt | None:
        """One player's question in the vote that is being taken, if any: nobody may know who is
        asked.

        What the question offers is for that player alone (see `ballot`).
        """
        return next((p for p in self._open if p.is_vote), None)

    def ballot(self, seat: Seat) -> Prompt | None:
        """A seat's own question in the vote that is being taken, even if it has already answered;
        None if it has none."""
        if not self.voting:
            return None
        top = self._position.agenda[-1]
        return next((p for p in top.ballots(self._table) if p.seat == seat), None)

    def view(self, seat: Seat | None) -> Any:
        """Everything that the seat (None: a spectator) may see."""
        return self.game.view(self._table, seat)

    def standings(self) -> Any:
        """How every side stands, as everybody can see."""
        return self.game.standings(self._table)

    def submit(self, seat: Seat, choice: Choice) -> Outcome:
        """Carry out a seat's choice. Raises IllegalChoice, changing nothing, if it is not
        offered."""
        if self.over:
            raise self._refused_by_game(seat, choice)
        try:
            self._carry_out(seat, choice)
        except IllegalChoice as refusal:
            raise self._cited(refusal) from None
        return self._after()

    def _carry_out(self, seat: Seat, choice: Choice) -> None:
        """Hand a choice to the step on top, or to the game if it may be made at any time."""
        if self._suits_the_step(seat, choice):
            self._top.answer(self._table, seat, choice)
        elif self._stands_open(seat, choice):
            self.game.answer_any_time(self._table, seat, choice)
        else:
            raise self._refusal(seat, choice)

    def _suits_the_step(self, seat: Seat, choice: Choice) -> bool:
        """Whether a choice answers the step on top, as an order that nothing forbids or as one of
        the answers to a question."""
        top = self._top
        if isinstance(top, Orders):
            return seat == top.orders_of and free(top.stops(self._table, choice))
        return any(p.seat == seat and p.find(choice) is not None for p in self._open)

    def _stands_open(self, seat: Seat, choice: Choice) -> bool:
        """Whether nothing is in the way of a choice that does not concern the step on top."""
        return seat in self._seats and free(self.game.any_time_stops(self._table, seat, choice))

    @property
    def _seats(self) -> tuple[Seat, ...]:
        return every_seat(self.game.seats(self._position.state))

    def direct(self, choice: Choice) -> Outcome:
        """Carry out an order of the clock or of a moderator. Raises IllegalChoice if it is not open
        now."""
        if choice == CLOSE and self.closing():
            self._top.close(self._table)
            return self._after()
        if any(p.find(choice) is not None for p in self.game.corrections(self._table)):
            return self._corrected(choice)
        if not any(p.find(choice) is not None for p in self.game.directives(self._table)):
            raise self._refused_by_game(NO_SEAT, choice)
        self.game.direct(self._table, choice)
        return self._after()

    def _corrected(self, choice: Choice) -> Outcome:
        """Correct the position, if the result is sound."""
        trial = Match.load(self.game, self.save())
        try:
            self.game.correct(trial.table, choice)
            trial._after()
            whole = not trial.violations()
        except (LookupError, ValueError, AssertionError):
            # A step under way relies on what the correction would change.
            refusal = self._refused_by_game(NO_SEAT, choice)
            reason = "That would break something under way. Wait until it is over."
            raise IllegalChoice(refusal.rule, reason) from None
        if not whole:
            # The message does not say what is wrong: that might reveal how many cards a deck has.
            refusal = self._refused_by_game(NO_SEAT, choice)
            reason = "That would leave the game broken. Correct something else first, or rewind."
            raise IllegalChoice(refusal.rule, reason)
        self.game.correct(self._table, choice)
        return self._after()

    def violations(self) -> list[str]:
        """Invariants that do not hold, in words."""
        found = self.game.violations(self._table)
        if not self.over and not self._position.agenda:
            found.append("the agenda is empty before the end")
        if not self.over and not self.waiting_for():
            found.append("nobody is asked anything before the end")
        return found

    def _refusal(self, seat: Seat, choice: Choice) -> IllegalChoice:
        """Say why a choice is not on offer, citing a rule in force at this table."""
        refusal = self._too_late(seat, choice) or self._refused_by_step(seat, choice)
        return self._refused_by_game(seat, choice) if refusal is None else self._cited(refusal)

    def _too_late(self, seat: Seat, choice: Choice) -> IllegalChoice | None:
        """Why the moment for a choice has passed, unless the seat is being asked for just that."""
        if any(offer.verb == choice.verb for p in self.asked(seat) for offer in p.offers):
            return None
        return self.game.too_late(self._table, seat, choice)

    def _refused_by_game(self, seat: Seat, choice: Choice) -> IllegalChoice:
        return self._cited(self.game.refusal(self._table, seat, choice))

    def _cited(self, refusal: IllegalChoice) -> IllegalChoice:
        """A refusal of this table's own, citing the rule in force: the one given may be shared by
        tables with other rules."""
        cited = copy(refusal)
        cited.rule = self.game.in_force(refusal.rule)
        return cited

    def _refused_by_step(self, seat: Seat, choice: Choice) -> IllegalChoice | None:
        top = self._top
        asked = self.asked(seat)
        if (asked or top.concerns(seat)) and choice.verb not in self.game.any_time_verbs:
            refusal = top.refusal(self._table, seat, choice)
            if refusal is not None:
                return refusal
            for prompt in asked:
                for offer in prompt.offers:
                    if offer.verb == choice.verb and len(prompt.offers) == 1:
                        problem = offer.problem(choice)
                        return IllegalChoice(offer.rule, f"That does not fit: {problem}.")
        return None

    def _after(self) -> Outcome:
        self._position.version += 1
        self._run()
        return self._outcome()

    def _outcome(self) -> Outcome:
        events, known = tuple(self._table.events), self._table.known
        self._table.events, self._table.settled = [], 0
        self._table.known = False
        return Outcome(events, known, self._position.version)

    def _run(self) -> None:
        """Let steps act until one asks a question that has more than one answer."""
        settled = -1
        for _ in range(_RUNAWAY):
            self.look_anew()
            if len(self._table.events) != settled:  # without an event, nothing has changed
                settled = len(self._table.events)
                self.game.apply_consequences(self._table)
                self._table.settled = settled
            if self.over:
                return
            if not self.waiting_for():
                self._top.advance(self._table)
            elif not self._answer_sole():
                return
        raise RuntimeError(f"the agenda never comes to an end: {self._top!r}")

    def _answer_sole(self) -> bool:
        """Answer a blocking question that leaves no choice. Returns whether there was one."""
        if isinstance(self._top, Orders):  # the player may also say that he is done
            return False
        for prompt in self._open:
            if prompt.blocking:
                sole = prompt.sole()
                if sole is not None:
                    self._top.answer(self._table, prompt.seat, sole)
                    return True
        return False


def _opens(offer: Offer, wish: Choice) -> bool:
    """Whether an offer allows at least some of the wish."""
    if offer.verb != wish.verb:
        return False
    wanted = {name: set(values) for name, values in wish.args.items()}
    return all(
        wanted.get(field.name) is None or not wanted[field.name].isdisjoint(field.candidates)
        for field in offer.fields
    )


_FIRST = "first"


class Imagination:
    """Worlds that look to one seat just like the real game: the same seed gives the same world.

    An imagination keeps one imagined world and imagines all others from that one: it contains
    nothing of the true position, so it may be handed to a computer player, or to another process.
    Two positions that the seat cannot tell apart give the same imagination.
    """

    __slots__ = ("_seat", "_world", "game")

    def __init__(self, game: Game, position: Position, seat: Seat) -> None:
        self.game = game
        self._seat = seat
        self._world = game.imagine(position, seat, _FIRST)

    def __call__(self, seed: str) -> Match:
        """A separate world, whose hidden cards and dice follow from the seed."""
        return Match.at(self.game, self.game.imagine(self._world, self._seat, seed))

    def as_seen(self) -> Match:
        """The game as it looks to the seat, whose view and questions are those of the true game."""
        return Match.at(self.game, self.game.decode(self.pack()))

    def pack(self) -> bytes:
        """The imagination as bytes, for `unpack`."""
        return self.game.encode(self._world)

    @classmethod
    def unpack(cls, game: Game, seat: Seat, packed: bytes) -> Imagination:
        """What a seat imagines, from its bytes. Raises ValueError if they are damaged."""
        found = cls.__new__(cls)
        found.game, found._seat, found._world = game, seat, game.decode(packed)
        return found
