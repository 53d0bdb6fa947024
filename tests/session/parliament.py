"""A game of Kingmaker among people alone, stopped where Alice would call Parliament."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

from bot.games import LIBRARY
from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.session import Desk, GameSession, SeatInfo
from bot.session.announcements import restore
from tests.rules.kingmaker.underway import before_parliament
from tests.session.doubles import ALICE, BOB, CECILY, CHANNEL, GUILD, Notebook
from tests.session.laid import laid

PEOPLE = (ALICE, BOB, CECILY)
SEATS = tuple(
    SeatInfo(number, None, name) for number, name in enumerate(("Alice", "Bob", "Cecily"))
)
CALL = Choice("call_vote")
YEA, NAY = Choice("yea"), Choice("nay")


def call(session: GameSession) -> Choice:
    """Alice's call of Parliament, by whoever may call; a Writ summons the first it may."""
    assert session.match is not None
    offers = [o for prompt in session.match.asked(0) for o in prompt.offers]
    offer = next(o for o in offers if o.verb == "call_parliament")
    return Choice("call_parliament", {f.name: f.candidates[:1] for f in offer.fields})


async def at_the_debate(desk: Desk, **options: str) -> GameSession:
    """Alice has called Parliament and proposed a title; it is debated."""
    return await laid(desk, ("debate", *options.items()), partial(_to_the_debate, options=options))


async def at_the_ballot(desk: Desk, **options: str) -> GameSession:
    """The same with the vote called."""
    session = await at_the_debate(desk, **options)
    await session.submit(user_id=ALICE, choice=CALL)
    assert (kind(session), session.waiting_for()) == ("ballot", [0, 1, 2])
    return session


async def _to_the_debate(desk: Desk, options: dict[str, str]) -> GameSession:
    people = dict(enumerate(PEOPLE))
    data = {**before_parliament(SEATS), "options": options}
    session = await desk.new_games.bring_in(
        data, guild_id=GUILD, channel_id=CHANNEL, host_id=ALICE, people=people
    )
    steward, chance = LIBRARY.policy_for("kingmaker", "steward"), random.Random(7)
    await session.submit(user_id=ALICE, choice=call(session))
    while kind(session) != "round":
        seat = session.waiting_for()[0]
        view, prompts = session.view(seat), session.prompts(seat)
        _, choice = steward.choose(view, prompts, seat, chance)
        await session.submit(user_id=PEOPLE[seat], choice=choice)
    assert session.match is not None
    title = session.match.asked(0)[0].offers[0]
    fields = {field.name: field.candidates[0] for field in title.fields}
    await session.submit(user_id=ALICE, choice=Choice.of(title.verb, **fields))
    assert kind(session) == "debate"
    assert session.waiting_for() == [0]
    return session


def kind(session: GameSession) -> str:
    """The kind of question that is being asked."""
    assert session.match is not None
    return session.match.asked(session.waiting_for()[0])[0].kind


def roll_calls(session: GameSession, told: list[tuple[str, Any]]) -> list[facts.BallotClosed]:
    """The roll calls among what the channel was told."""
    payloads = [payload for _, given in told for payload in given]
    events = [e for each in payloads for e in restore(session.rules, each.get("events", ()))]
    return [event for event in events if isinstance(event, facts.BallotClosed)]


async def public(desk: Desk, notebook: Notebook) -> list[tuple[str, Any]]:
    """What the channel was told since the page was turned; the page is turned again."""
    await desk.courier.flush()
    told = [(entry.kind, entry.payloads) for entry in notebook.entries if entry.reader is None]
    notebook.clear()
    return told
