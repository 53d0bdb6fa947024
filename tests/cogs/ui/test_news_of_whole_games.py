"""Whole games, and what each seat reads at each of its turns: no headline is missing."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.games import game_for, policy_for
from bot.rules.kernel import Event, Match, Weight
from bot.selfplay import play_game
from bot.session.announcements import plain
from bot.session.journal.history import DECISION, START, LastTurn
from bot.session.past.journal import Digest
from bot.storage import JournalRow
from bot.words.phrases import uncited
from bot.words.weight import lines_by_weight, weight_of
from cogs.ui.log_notes import digest_text
from cogs.ui.names import names
from cogs.ui.replies import bare, brief, cut, words_of
from cogs.ui.status_card import news_for
from tests.cogs.conftest import MemorySession

NOON = datetime(1460, 7, 10, 12, tzinfo=UTC)
PEOPLE = ("Anne", "Ben", "Cat", "Dan", "Eve", "Fay", "Guy")


@dataclass
class Reading:
    """A game as it is played over, and where the last turn of each seat ended."""

    session: Any
    rows: list[JournalRow] = field(default_factory=list)
    told: list[tuple[int, Event]] = field(default_factory=list)
    """All events with the rows that tell them."""
    turn_of: int | None = None
    acted: set[int] = field(default_factory=set)
    """Who has acted in the turn under way, which is theirs or everybody's."""
    ended: dict[int, int] = field(default_factory=dict)
    """How many events had been told as each seat's own last turn ended."""
    headlines: int = 0

    def tell(self, seat: int, events: tuple[Event, ...]) -> None:
        """Write down a step, and see whose turn ends by it."""
        rules = self.session.rules
        number = len(self.rows) + 1
        kind = DECISION if self.rows else START
        row = JournalRow(
            game_id="G", revision=number, moment=number, kind=kind, seat=seat, at=NOON, state="",
            events=plain(events),
        )  # fmt: skip
        self.rows.append(row)
        if self.turn_of is None and seat >= 0:
            own = 0
            while own < len(events) and getattr(events[own], "seat", None) == seat:
                own += 1
            self.ended[seat] = len(self.told) + own
        elif seat == self.turn_of:
            self.acted.add(seat)
        for event in events:
            if rules.marks_turn(event):
                for one in self.acted:
                    self.ended[one] = len(self.told)
                self.acted, self.turn_of = set(), rules.whose_turn(event)
            self.told.append((number, event))

    def read(self, seat: int) -> None:
        """What a seat reads as its turn begins, or as it is asked in a phase of all."""
        if self.turn_of not in (None, seat) or seat in self.acted or seat not in self.ended:
            return
        missed = [e for _, e in self.told[self.ended[seat] :] if e.visible_to(None)]
        openly = self.entries(seat, openly=True, reader=None)
        if openly is None:
            # As far as everybody could see, it has done nothing yet.
            return
        card = news_for(self.session, seat, openly)
        # What all decided together is no news to any of them.
        whole = self.headlines_in([e for e in missed if not e.together], seat)
        # Where there are very many, they are shorter.
        for short in (
            [brief(line, 180) for line in whole],
            [cut(bare(line), 80) for line in whole],
        ):
            found = [f"-# • {line}" in card for line in short]
            if all(found):
                break
        assert [line for line, told in zip(whole, found, strict=True) if not told] == []
        entries = tuple(self.entries(seat, openly=False, reader=seat) or ())
        digest = digest_text(self.session, seat, Digest(0, len(self.rows), entries, {}, (), None))
        whole = self.headlines_in(missed, seat)
        for line in whole:
            # In brackets stands what a digest leaves out; a deal tells more fully who got whom.
            told = f"• {line.partition(' (')[0]}" in digest
            named = re.findall(r"\*+[^*]+\*+", line)
            assert told or (named and all(name in digest for name in named)), line
        self.headlines += len(whole)

    def headlines_in(self, missed: list[Event], seat: int) -> list[str]:
        """The headlines' lines, those first that happened to the seat."""
        heads = [at for at, e in enumerate(missed) if weight_of(e, ()) is Weight.HEADLINE]
        own = [at for at in heads if missed[at].happened_to(seat)]
        groups = [own, [at for at in heads if at not in own]]
        found = lines_by_weight(words_of(self.session), missed, groups, names(self.session))
        return [uncited(line) for group in found for _, line in group]

    def entries(self, seat: int, *, openly: bool, reader: int | None) -> list[Any] | None:
        """The entries of the log that are news to a seat."""
        rules = self.session.rules
        turn = LastTurn(rules, seat, openly=openly)
        found = (turn.found(row) for row in reversed(self.rows))
        begin = next((b for b in found if b is not None), None) or turn.at_the_start()
        if begin is None:
            return None
        read = (begin.of(rules, row, reader) for row in self.rows)
        return [each for each in read if each is not None]


def read_through(
    game: str, ruleset: str, seats: int, seed: str, players: str, rounds: int = 40
) -> int:
    """Play a game, let every seat read its news at each of its turns, and count the headlines."""
    rules = game_for(game, ruleset)
    limit = {"rounds": str(rounds)}
    policies = [policy_for(game, name) for name in players.split(",")]
    record = play_game(rules, seats, seed, policies, limit, check=False)
    match, outcome = Match.start(rules, seats, seed, record.options)
    session: Any = MemorySession(match, PEOPLE[:seats])
    session.game, session.ruleset = game, ruleset
    reading = Reading(session)
    reading.tell(-1, outcome.events)
    for seat, choice in record.decisions:
        if match.vote() is None:
            for reader in match.waiting_for():
                reading.read(reader)
        reading.tell(seat, match.submit(seat, choice).events)
    return reading.headlines


@pytest.mark.parametrize(
    ("game", "ruleset", "seats", "least"),
    [("kingmaker", "house", 3, 12), ("lancaster", "standard", 3, 5)],
)
def test_no_headline_between_two_turns_is_missed(
    game: str, ruleset: str, seats: int, least: int
) -> None:
    assert read_through(game, ruleset, seats, "missed", "steward", 5) >= least


_TABLES = [
    ("kingmaker", "house"),
    ("kingmaker", "classic"),
    ("kingmaker", "families"),
    ("kingmaker", "ishkibibble"),
    ("lancaster", "standard"),
]


@pytest.mark.long
@pytest.mark.parametrize("number", range(50))
def test_of_fifty_games_no_headline_between_two_turns_is_missed(number: int) -> None:
    game, ruleset = _TABLES[number % len(_TABLES)]
    tables = game_for(game, ruleset).seat_range
    seats = tables[number // len(_TABLES) % len(tables)]
    players = ("steward,random", "random", "steward")[number % 3]
    assert read_through(game, ruleset, seats, f"missed:{number}", players) > 0
