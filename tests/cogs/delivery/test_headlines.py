"""Whole games told to a channel: every headline in its turn, and never after its picture."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from bot.games import game_for, policy_for
from bot.rules.kernel import Event, Match, Weight
from bot.rules.kingmaker.facts import HeirLeft, HeirTaken, KingCalled
from bot.session import Logged, SeatInfo
from bot.words.phrases import uncited
from cogs.delivery.outbox import Delivery
from cogs.ui.names import names
from cogs.ui.pictures import Drawing
from cogs.ui.replies import words_of
from tests.cogs.conftest import MemorySession
from tests.cogs.delivery.test_delivery import Client, deliver, row

AT = datetime(2026, 1, 1, tzinfo=UTC)
SEATS = (
    SeatInfo(0, 101, "Anne"),
    *(SeatInfo(n, None, f"Steward {n} (computer)", "steward") for n in (1, 2, 3)),
)
MOVED = HeirTaken | HeirLeft | KingCalled


def is_told(session: Any, event: Event, text: str) -> bool:
    """Whether a text says what must be said of a headline: its line."""
    line = words_of(session).tell(event, names(session)) or ""
    # Several may share a line, each without who did it and without its full stop; heirs who change
    # their keeper together are named before him.
    gist = uncited(line).split("**: ")[-1].rstrip(".!?")
    parts = gist[1:].split(" is now with ")
    return any(all(part in each for part in parts) for each in text.splitlines())


def headlines(events: Iterable[Event]) -> list[Event]:
    """The headlines of news told at once, which leaves out where an heir was in between."""
    found = [event for event in events if event.weighs() is Weight.HEADLINE]
    kept = {event.heir: event for event in found if isinstance(event, MOVED)}
    return [e for e in found if not isinstance(e, MOVED) or e is kept[e.heir]]


class Reader(Client):
    """A channel of which is known what it has read when a picture is drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.too_late: list[Event] = []
        self.looked = 0
        """How often a picture was drawn."""
        self.session: Any = None

    def read(self) -> str:
        """All that the channel reads."""
        return "\n".join(each["content"] or "" for each in self.channel.sent)

    async def changes(self, _: Any, entries: Any, wanted: Any) -> Drawing | None:
        """Draw what changed: all of it must have been told."""
        self.looked += 1
        read = self.read()
        events = [event for entry in entries for event in entry.events]
        self.too_late += [e for e in headlines(events) if not is_told(self.session, e, read)]
        return await super().changes(_, entries, wanted)


async def told(seed: str, ruleset: str, rounds: int) -> tuple[Reader, int]:
    """Tell a self-played game step by step; how many headlines it had."""
    steward, chance = policy_for("kingmaker", "steward"), random.Random(seed)
    options = {"rounds": str(rounds)}
    match, outcome = Match.start(game_for("kingmaker", ruleset), 4, seed, options)
    session: Any = MemorySession(match, tuple(info.name for info in SEATS))
    session.seats, session.ruleset = list(SEATS), ruleset
    reader = Reader()
    reader.session = session
    delivery = Delivery(reader)  # type: ignore[arg-type]
    events, revision, count = outcome.events, 1, 0
    missed: list[Event] = []
    while True:
        public = [event for event in events if event.visible_to(None)]
        if public:
            news = row("log", payload={"events": [msgspec.to_builtins(e) for e in public]})
            news.revision = revision
            session.entries.append(Logged(revision, AT, 0, tuple(public)))
            await deliver(delivery, session, [news], f"n{revision}")
        if any(match.game.worth_a_look(event) for event in public):
            digested(session, missed)
            missed = []
            await deliver(delivery, session, [row("picture")], f"p{revision}")
        read = reader.read()
        for event in headlines(public):
            count += 1
            assert is_told(session, event, read), event
        missed += public
        if match.over:
            return reader, count
        seat = match.waiting_for()[0]
        _, choice = steward.choose(match.view(seat), match.prompts(seat), seat, chance)
        events, revision = match.submit(seat, choice).events, revision + 1


def digested(session: Any, missed: list[Event]) -> None:
    """Whoever was away for these events reads every headline of them in the digest."""
    digest = "\n".join(words_of(session).digest(missed, names(session), 0))
    for event in headlines(missed):
        assert is_told(session, event, uncited(digest)), event


async def whole_game(number: int, rounds: int) -> None:
    reader, count = await told(f"headlines:{number}", "house", rounds)
    assert count >= min(rounds, 20)
    assert reader.too_late == []
    assert reader.looked > 1
    contents = [each["content"] for each in reader.channel.sent if each["content"]]
    assert all(len(text) <= 1_900 and "‹" not in text for text in contents)


async def test_every_headline_is_told_before_its_picture_and_stands_in_the_digest() -> None:
    await whole_game(0, 3)


@pytest.mark.long
@pytest.mark.parametrize("number", range(10))
async def test_of_ten_whole_games_every_headline_is_told(number: int) -> None:
    await whole_game(number, 40)
