"""Half a day away from a whole game: the digest is short, whole in what weighs, and tells nothing
that is hidden from whoever reads it."""

from __future__ import annotations

import msgspec
import pytest

from bot.games import LIBRARY, words_for
from bot.rules.kernel.events import words_in
from bot.rules.kingmaker import facts
from bot.secrecy import hidden
from bot.session import Desk, GameSession, Library
from bot.session.announcements import restore
from bot.storage import journal
from cogs.ui.log_notes import digest_text
from tests.e2e.stewards import advice
from tests.session.doubles import ALICE, BOB, CHANNEL, GUILD, FakeClock

STEPS_BEFORE, STEPS_AWAY = 60, 45


@pytest.fixture
def library() -> Library:
    """The games themselves."""
    return LIBRARY


async def played(session: GameSession, steps: int) -> None:
    """So many decisions of the two people; their computers answer between."""
    for _ in range(steps):
        await session.commands.at_rest()
        seat = next((s for s in session.waiting_for() if s < 2), None)
        if seat is None or session.status != "running":
            return
        user = (ALICE, BOB)[seat]
        await session.submit(user_id=user, choice=await advice(session, seat))


@pytest.mark.parametrize("ruleset", ["house", "families"])
async def test_what_was_missed_in_a_night(desk: Desk, clock: FakeClock, ruleset: str) -> None:
    session = await desk.new_games.open(
        guild_id=GUILD,
        channel_id=CHANNEL,
        host_id=ALICE,
        host_name="Alice",
        game="kingmaker",
        ruleset=ruleset,
        seats=2,
        options={"pace": "daily"},
        seed="a night",
    )
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    await played(session, STEPS_BEFORE)
    left_at = session.revision
    clock.advance(hours=13)
    await played(session, STEPS_AWAY)
    await session.commands.at_rest()
    async with desk.services.database.reading() as db:
        rows = await journal.since(db, session.id, left_at)
    missed = [event for row in rows for event in restore(session.rules, row.events)]
    assert session.match is not None
    words, unseen = words_for("kingmaker", ruleset), hidden(session.match)
    for seat in (0, 1, None):
        text = digest_text(session, seat, await session.journal.digest(seat, left_at))
        told = text.splitlines()
        assert len(text) <= 1_500
        assert [line for line in told if told.count(line) > 1] == []
        assert any(line.startswith("**You decide**") for line in told) == (
            seat in session.waiting_for()
        )
        own = [event for event in missed if event.visible_to(seat)]
        # Of the dead and the captives nobody is left out, and one's own come first.
        for event in own:
            if isinstance(event, facts.NobleDied):
                assert words.kind(event.noble) in text
            elif isinstance(event, facts.Captured):
                assert [n for n in event.nobles if words.kind(n) not in text] == []
                above = told.index("**Above all**")
                line = next(at for at, each in enumerate(told) if " captures " in each)
                assert (line < above) == (seat in event.losers)
        # What lies hidden from the reader has no name there, unless an event has told of it. The
        # question at the end may well say what a Free Move is for.
        account = text.partition("**You decide**")[0]
        known = {name for event in own for name in words_in(msgspec.to_builtins(event))}
        known |= {*words.places(), *words.places().values()}
        names = {card: words.kind(card) for card in unseen[seat].keys() - known}
        assert [c for c, name in names.items() if name not in known and name in account] == []
