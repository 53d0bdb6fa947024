"""Nim with secrets.

A heap of stones lies on the table, and whoever takes the last one wins. Every round begins with
sealed bids of tokens; the highest bidder goes first. On a turn one takes one to three stones, or
throws a die and takes so many, which costs a card. Before that one may peek at the deck. A
'pebble' card may be played at any time but during the bids, and puts stones back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import msgspec

from bot.rules.kernel import (
    Choice,
    Dice,
    Etiquette,
    Event,
    Feat,
    Field,
    Game,
    IllegalChoice,
    Offer,
    Position,
    Prompt,
    Seat,
    Step,
    Table,
)

CARDS = ("pebble", "pebble", "pebble", "flint", "flint", "chalk", "chalk", "slate")
TOKENS = 5
MOST = 3


class HeapMade(Event, frozen=True, tag=True):
    stones: int


class Dealt(Event, frozen=True, tag=True):
    cards: tuple[str, ...]


class BidsOpened(Event, frozen=True, tag=True):
    bids: tuple[int, ...]


class Taken(Event, frozen=True, tag=True):
    seat: int
    stones: int


class Thrown(Event, frozen=True, tag=True):
    seat: int
    rolled: int


class Peeked(Event, frozen=True, tag=True):
    seat: int
    card: str


class CardPaid(Event, frozen=True, tag=True):
    seat: int


class PebblePlayed(Event, frozen=True, tag=True):
    seat: int
    stones: int


class TurnEnded(Event, frozen=True, tag=True):
    seat: int


class Audited(Event, frozen=True, tag=True):
    deck: tuple[str, ...]


class Won(Event, frozen=True, tag=True):
    seats: tuple[int, ...]
    how: str


ToyEvent = (
    HeapMade
    | Dealt
    | BidsOpened
    | Taken
    | Thrown
    | Peeked
    | CardPaid
    | PebblePlayed
    | TurnEnded
    | Audited
    | Won
)


class State(msgspec.Struct):
    heap: int
    hands: list[list[str]]
    tokens: list[int]
    taken: list[int]
    deck: list[str]
    trapped: bool = False
    winners: list[int] = []
    how: str = ""
    edition: int = 1

    @property
    def result(self) -> list[int] | None:
        return self.winners or None


class View(msgspec.Struct, frozen=True):
    heap: int
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    tokens: tuple[int, ...]
    taken: tuple[int, ...]
    deck_size: int
    bids_in: tuple[int, ...]


ToyTable = Table[State, None]


class Deal(Step[ToyTable], tag=True):
    """Roll the heap, shuffle, and deal two cards each."""

    stones: int = 0

    def advance(self, table: ToyTable) -> None:
        state = table.state
        state.heap = self.stones or 12 + table.below(8)
        table.emit(HeapMade(stones=state.heap))
        table.shuffle(state.deck)
        for seat, hand in enumerate(state.hands):
            hand += [state.deck.pop(), state.deck.pop()]
            table.emit(Dealt(audience=(seat,), cards=tuple(hand)))
        table.emit(Audited(audience=(), deck=tuple(state.deck)))
        table.finish(self)
        table.push(Bids())


class Bids(Step[ToyTable], tag=True):
    """Everybody bids in secret; the bids are opened together."""

    bids: dict[str, int] = {}

    def prompts(self, table: ToyTable) -> list[Prompt]:
        return [
            Prompt(
                seat,
                "bid",
                (Offer("bid", (Field("tokens", _numbers(0, table.state.tokens[seat])),), "toy-1"),),
                default=Choice.of("bid", tokens="0"),
                sealed=True,
            )
            for seat in range(len(table.state.hands))
            if str(seat) not in self.bids
        ]

    def answer(self, table: ToyTable, seat: int, choice: Choice) -> None:
        self.bids = {**self.bids, str(seat): int(choice.one("tokens"))}

    def advance(self, table: ToyTable) -> None:
        seats = range(len(table.state.hands))
        bids = tuple(self.bids[str(seat)] for seat in seats)
        for seat in seats:
            table.state.tokens[seat] -= bids[seat]
        table.reveal()
        table.emit(BidsOpened(bids=bids))
        first = bids.index(max(bids))
        table.finish(self)
        table.push(Turns(order=[*seats[first:], *seats[:first]]))


class Turns(Step[ToyTable], tag=True):
    """The seats take stones, one after the other; then there is bidding again."""

    order: list[int]
    peeked: bool = False

    def prompts(self, table: ToyTable) -> list[Prompt]:
        if not self.order:
            return []
        seat = self.order[0]
        offers = [
            Offer("take", (Field("stones", _numbers(1, min(MOST, table.state.heap))),), "toy-2"),
            Offer("throw", (), "toy-3"),
        ]
        if table.state.deck and not self.peeked:
            offers.append(Offer("peek", (), "toy-4"))
        if table.state.trapped:
            offers.append(Offer("trip", (), "toy-9"))
        return [Prompt(seat, "turn", tuple(offers), facts={"heap": str(table.state.heap)})]

    def answer(self, table: ToyTable, seat: int, choice: Choice) -> None:
        if choice.verb == "peek":
            table.reveal()
            self.peeked = True
            table.emit(Peeked(audience=(seat,), seat=seat, card=table.state.deck[-1]))
        elif choice.verb == "trip":
            table.state.heap += 1000
            raise RuntimeError("somebody tripped over the flint")
        elif choice.verb == "take":
            self._take(table, seat, int(choice.one("stones")))
        else:
            rolled = table.below(MOST) + 1
            table.emit(Thrown(seat=seat, rolled=rolled))
            self._take(table, seat, min(rolled, table.state.heap))
            table.push(Pay(seat=seat))

    def _take(self, table: ToyTable, seat: int, stones: int) -> None:
        table.state.heap -= stones
        table.state.taken[seat] += stones
        table.emit(Taken(seat=seat, stones=stones))
        table.emit(TurnEnded(seat=seat))
        self.order = self.order[1:]
        self.peeked = False

    def advance(self, table: ToyTable) -> None:
        table.finish(self)
        table.push(Bids())

    def refusal(self, table: ToyTable, seat: int, choice: Choice) -> IllegalChoice | None:
        if choice.verb == "take":
            return IllegalChoice("toy-2", "Take one to three stones, and no more than there are.")
        return None


class Pay(Step[ToyTable], tag=True):
    """Who threw the die gives up a card, if there is one."""

    seat: int

    def prompts(self, table: ToyTable) -> list[Prompt]:
        hand = tuple(dict.fromkeys(table.state.hands[self.seat]))
        if not hand:
            return []
        return [Prompt(self.seat, "pay", (Offer("pay", (Field("card", hand),), "toy-3"),))]

    def answer(self, table: ToyTable, seat: int, choice: Choice) -> None:
        table.state.hands[seat].remove(choice.one("card"))
        table.emit(CardPaid(seat=seat))
        table.finish(self)


class Toy(Game):
    """The rules. The rule set 'rough' lets seats trip, which is an error in the rules."""

    name: ClassVar[str] = "toy"
    etiquette: ClassVar[Etiquette] = Etiquette(open_facts=frozenset({"turn"}))
    content = None
    edition = 2

    def __init__(self, ruleset: str = "plain") -> None:
        self.ruleset = ruleset
        self._decoder = msgspec.json.Decoder(Position[State, Deal | Bids | Turns | Pay])
        self._events = msgspec.json.Decoder(ToyEvent)

    @property
    def seat_range(self) -> range:
        return range(2, 5)

    def set_up(self, seats: int, options: dict[str, str], seed: str) -> Position:
        if seats not in self.seat_range:
            raise ValueError("Nim is for two to four players.")
        state = State(
            heap=0,
            hands=[[] for _ in range(seats)],
            tokens=[TOKENS] * seats,
            taken=[0] * seats,
            deck=list(CARDS) + ["slate"] * seats,
            trapped=self.ruleset == "rough",
        )
        stones = int(options.get("stones", "0"))
        if stones < 0:
            raise ValueError("A heap cannot have fewer than no stones.")
        agenda: list[Any] = [Deal(stones=stones)]
        return Position(self.schema, self.name, self.ruleset, 0, Dice(seed), agenda, state)

    def decode(self, saved: bytes) -> Position:
        position = self._decoder.decode(saved)
        if position.schema > self.schema:
            raise ValueError("This position is from a newer version.")
        return position

    def decode_event(self, saved: bytes) -> Event:
        return self._events.decode(saved)

    def decks(self, state: State) -> list[list[str]]:
        return [state.deck]

    def seats(self, state: State) -> int:
        return len(state.hands)

    def any_time(self, table: ToyTable, seat: int) -> list[Prompt]:
        if isinstance(table.agenda[-1], Bids) or "pebble" not in table.state.hands[seat]:
            return []
        return [Prompt(seat, "pebble", (Offer("pebble", (), "toy-5"),), blocking=False)]

    def answer_any_time(self, table: ToyTable, seat: int, choice: Choice) -> None:
        table.state.hands[seat].remove("pebble")
        stones = table.below(MOST) + 1
        table.state.heap += stones
        table.emit(PebblePlayed(seat=seat, stones=stones))

    def apply_consequences(self, table: ToyTable) -> None:
        state = table.state
        started = not isinstance(table.agenda[-1], Deal)
        if started and state.heap == 0 and not state.winners:
            last = next(e.seat for e in reversed(table.events) if isinstance(e, Taken))
            self._win(table, [last], "last stone")

    def _win(self, table: ToyTable, seats: list[int], how: str) -> None:
        table.state.winners = seats
        table.state.how = how
        table.emit(Won(seats=tuple(seats), how=how))

    def winners(self, state: State) -> tuple[tuple[Seat, ...], str]:
        return tuple(map(Seat, state.winners)), state.how

    def feats(self, happened: Iterable[Event]) -> list[Feat]:
        """Whatever was taken from the heap."""
        return [Feat("took", e.seat, "stones", e.stones) for e in happened if isinstance(e, Taken)]

    def marks_turn(self, event: Event) -> bool:
        return isinstance(event, TurnEnded)

    def view(self, table: ToyTable, seat: int | None) -> View:
        state = table.state
        top = table.agenda[-1]
        return View(
            heap=state.heap,
            hand=() if seat is None else tuple(state.hands[seat]),
            hand_sizes=tuple(len(hand) for hand in state.hands),
            tokens=tuple(state.tokens),
            taken=tuple(state.taken),
            deck_size=len(state.deck),
            bids_in=tuple(sorted(map(int, top.bids))) if isinstance(top, Bids) else (),
        )

    def refusal(self, table: ToyTable, seat: int, choice: Choice) -> IllegalChoice:
        return IllegalChoice("toy-0", "That cannot be done now.")

    def directives(self, table: ToyTable) -> list[Prompt]:
        if table.state.winners or isinstance(table.agenda[-1], Bids):
            return []
        return [Prompt(-1, "clock", (Offer("time_up", (), "toy-6"),))]

    def direct(self, table: ToyTable, choice: Choice) -> None:
        most = max(table.state.taken)
        winners = [seat for seat, taken in enumerate(table.state.taken) if taken == most]
        self._win(table, winners, "time")

    def violations(self, table: ToyTable) -> list[str]:
        return ["the heap is negative"] if table.state.heap < 0 else []


def _numbers(first: int, last: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(first, last + 1))
