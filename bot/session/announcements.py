"""The rows that a command adds to the outbox: what the table is to read.

Public rows are made only from what everybody may know, and a person's rows only from what that
person's seat may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from bot.rules.kernel import Event, Game, Match, Prompt, Seat
from bot.session.receipts import SeatInfo

LOG = "log"
SECRET = "secret"
STATUS = "status"
ASK = "ask"
ASK_SECRET = "ask_secret"
REMIND = "remind"
BRIEF = "brief"
OPENING = "opening"
PICTURE = "picture"
OVER = "over"
PETITION = "petition"
MUSTER = "muster"
STRUCK = "struck"
DIGEST = "digest"
REPLAY = "replay"

NEWEST_WINS = frozenset({STATUS, PICTURE, STRUCK})
"""The kinds whose newest row is the only one worth delivering."""

_EVENTS = msgspec.json.Decoder(list[msgspec.Raw])
"""Splits the JSON text of events into one piece for each event: their types may differ."""


def plain(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Events as JSON data."""
    return [msgspec.to_builtins(event) for event in events]


def restore(game: Game, events: Iterable[dict[str, Any]]) -> tuple[Event, ...]:
    """Events from JSON data."""
    return tuple(game.decode_event(msgspec.json.encode(event)) for event in events)


def read_events(game: Game, events: str) -> tuple[Event, ...]:
    """Events from their JSON text."""
    return tuple(game.decode_event(each) for each in _EVENTS.decode(events))


@dataclass(frozen=True, slots=True)
class Asked:
    """The players a game is waiting for at one moment, and which sealed questions each of them has.
    ``closing`` are those whose question closes for all of them at the same time; ``vote`` says that
    nobody may know who they are.
    """

    seats: frozenset[Seat] = frozenset()
    sealed: frozenset[tuple[Seat, Any]] = field(default_factory=frozenset)
    closing: frozenset[tuple[Seat, Any]] = field(default_factory=frozenset)
    vote: bool = False

    @classmethod
    def of(cls, match: Match | None) -> Asked:
        """The players the match is waiting for; nobody if there is no match, or if it is over."""
        if match is None or match.over:
            return cls()
        seats = frozenset(match.waiting_for())
        sealed = frozenset((prompt.seat, _about(prompt)) for prompt in match.sealed())
        closing = frozenset((seat, _about(prompt)) for seat, prompt in match.closing().items())
        return cls(seats, sealed, closing, match.voting)

    def with_seat(self, seat: Seat) -> Asked:
        """The players being waited for, as they would be if the game had been waiting for this seat
        as well."""
        return replace(self, seats=self.seats | {seat})

    def goes_on(self, acted: Seat | None, after: Asked) -> bool:
        """Whether the question put to everybody together is still open once this seat (if any) has
        decided.

        If a player who has answered is asked again, it is a new question.
        """
        left = {(seat, about) for seat, about in self.closing if seat != acted}
        return bool(after.closing) and after.closing <= left


def _about(prompt: Prompt) -> Any:
    """Tells two questions of one kind apart, such as the votes on two motions."""
    return prompt.kind, *sorted(prompt.facts.items())


class Announcements:
    """Collects the rows of one revision; everybody may know their ``moment``."""

    def __init__(
        self, game_id: str, revision: int, seats: Sequence[SeatInfo], moment: int = 0
    ) -> None:
        self.rows: list[dict[str, Any]] = []
        self.moment = moment
        self._game_id = game_id
        self._revision = revision
        self._people = {s.number: s.user_id for s in seats if s.user_id is not None}

    def _add(self, kind: str, seat: Seat | None = None, /, **payload: Any) -> None:
        if kind == LOG:
            payload["moment"] = self.moment
        row = {
            "game_id": self._game_id,
            "revision": self._revision,
            "kind": kind,
            "user_id": None if seat is None else self._people[seat],
            "seat": seat,
            "payload": {"revision": self._revision, **payload},
        }
        self.rows.append(row)

    def events(self, events: Sequence[Event], by: Seat | None = None) -> None:
        """Tell what happened: the public events to everybody, the secret ones to each person who
        may see them.

        ``by`` is the seat whose person has just acted and is receiving an answer.
        """
        public = [event for event in events if event.visible_to(None)]
        if public:
            self._add(LOG, events=plain(public))
        for seat in sorted(self._people):
            secret = [e for e in events if not e.visible_to(None) and e.visible_to(seat)]
            if secret:
                self._add(
                    SECRET, seat, events=plain(secret), **({"own": True} if seat == by else {})
                )

    def struck(self) -> None:
        """Strike through the news of steps that were taken back."""
        self._add(STRUCK)

    def took_back(self, seat: Seat) -> None:
        """Tell everybody that a seat took back a step, without saying which."""
        self._add(LOG, events=[], took_back=seat)

    def note(
        self, note: dict[str, Any], only: Seat | None = None, calls: Iterable[int] = ()
    ) -> None:
        """Tell everybody, or only one seat, how something came about; some people are called as
        well.
        """
        if only is None:
            called = [{"user_id": user} for user in calls]
            self._add(LOG, events=[], note=note, **({"calls": called} if called else {}))
        elif only in self._people:
            self._add(SECRET, only, events=[], note=note)

    def more(self, kind: str, payload: dict[str, Any], seat: Seat | None) -> None:
        """Tell the channel, or the player on a seat, one more thing."""
        if seat is None or seat in self._people:
            self._add(kind, seat, **payload)

    def ask(self, before: Asked, after: Asked) -> None:
        """Call exactly the people who must act now and were not being waited for before.

        Everybody with a vote is called to cast it, even if he has just acted, and people are called
        afresh after a vote: if somebody were left out, everybody would know that the game had been
        waiting for him.
        """
        waited = before.seats
        if before.vote != after.vote or (before.vote and not after.seats <= waited):
            waited = frozenset()
        self.call(after.seats - waited)
        for seat in sorted({seat for seat, _ in after.sealed - before.sealed}):
            if seat in self._people:
                self._add(ASK_SECRET, seat)

    def ask_again(self, seats: Iterable[Seat]) -> None:
        """Put the sealed question to these seats once more, to each privately."""
        for seat in sorted(seat for seat in seats if seat in self._people):
            self._add(ASK_SECRET, seat)

    def call(self, seats: Iterable[Seat]) -> None:
        """Call the people on these seats."""
        called = sorted(seat for seat in seats if seat in self._people)
        if called:
            self._add(ASK, seats=called)

    def opening(self) -> None:
        """Say that the game has begun, and show the board."""
        self._add(OPENING)

    def picture_of_turn(self, game: Game, events: Sequence[Event]) -> None:
        """Show what changed on the board if these events make it worth seeing."""
        if any(game.worth_a_look(event) for event in events):
            self._add(PICTURE)

    def over(self, winners: Sequence[Seat], victory: str) -> None:
        """Tell how the game ended; a game with neither a winner nor a victory was broken off."""
        self._add(OVER, winners=list(winners), victory=victory)
        if victory:
            self._add(REPLAY)

    def status(self) -> None:
        """Bring the status card up to date."""
        self._add(STATUS)
