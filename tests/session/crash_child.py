"""A process that plays, and expects to be killed at any moment.

Run as ``python -m tests.session.crash_child PLAN`` with a plan as JSON (see ``crashes.Plan``), it
reads the program and the rules once and forks a child for each line that it is given: so many
decisions to make, or ``null``. It says the child's number, and how it ended. A child
plays for the people of one channel, and notes two things outside the database, as Discord and its
users would: every command whose receipt arrived, and every message that was delivered.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import random
import sys
import uuid
from pathlib import Path
from typing import Any

from bot.session import ComputerPlayer, Desk, GameSession, Library, Refused, SystemClock
from bot.storage import Database, OutboxRow
from tests.session.crashes import CHANNEL, ENDED, PEOPLE, Plan


class Lines:
    """A file of JSON lines; what was written survives the process."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def write(self, **line: Any) -> None:
        os.write(self._file, json.dumps(line).encode() + b"\n")


class Scribe:
    """A deliverer that notes what reached the people."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    async def deliver(self, session: GameSession, rows: list[OutboxRow], nonce: str) -> None:
        await asyncio.sleep(random.random() * 0.002)
        self._lines.write(
            nonce=nonce,
            kind=rows[0].kind,
            reader=rows[0].user_id,
            rows=[row.id for row in rows],
            revisions=[row.revision for row in rows],
        )
        await asyncio.sleep(random.random() * 0.002)


async def seated(desk: Desk, plan: Plan) -> GameSession:
    """The channel's game, set up as far as it was not yet."""
    session = await desk.in_channel(CHANNEL)
    if session is None:
        session = await desk.new_games.open(
            guild_id=1,
            channel_id=CHANNEL,
            host_id=PEOPLE[0],
            host_name="Alice",
            game=plan.game,
            ruleset=plan.ruleset,
            seats=len(PEOPLE) + plan.computers,
            options=plan.options,
        )
    if session.status == "lobby":
        for person in PEOPLE:
            if session.seat_of(person) is None:
                await session.lobby.join(person, f"Player {person}")
        while len(session.seats) < session.seats_wanted:
            await session.lobby.add_computer(PEOPLE[0], plan.policy)
        await session.lobby.start(PEOPLE[0])
    return session


class Player:
    """Plays for the people, and notes what was acknowledged."""

    def __init__(self, session: GameSession, policy: ComputerPlayer, lines: Lines) -> None:
        self._session = session
        self._policy = policy
        self._lines = lines
        self._chance = random.Random()

    async def step(self) -> bool:
        """One decision, if a person is asked."""
        session = self._session
        waiting = session.waiting_for()
        asked = [seat for seat in session.seats if seat.user_id and seat.number in waiting]
        if not asked:
            await asyncio.sleep(0.001)
            return False
        seat = self._chance.choice(asked)
        assert seat.user_id is not None
        prompts = session.prompts(seat.number)
        view = session.view(seat.number)
        _, choice = self._policy.choose(view, prompts, seat.number, self._chance)
        interaction = uuid.uuid4().hex
        seen = session.revision
        try:
            receipt = await session.submit(
                user_id=seat.user_id, choice=choice, revision=seen, interaction_id=interaction
            )
        except Refused:
            # A computer was quicker, and the question has passed.
            return False
        self._lines.write(interaction=interaction, revision=receipt.revision)
        if self._chance.random() < 0.1:
            again = await session.submit(
                user_id=seat.user_id, choice=choice, revision=seen, interaction_id=interaction
            )
            assert again.repeated
            assert again.revision == receipt.revision
        if self._chance.random() < 0.1:
            await self._undo(seat.user_id)
        return True

    async def _undo(self, user_id: int) -> None:
        interaction = uuid.uuid4().hex
        try:
            receipt = await self._session.consent.undo(user_id=user_id, interaction_id=interaction)
        except Refused:
            return
        self._lines.write(interaction=interaction, revision=receipt.revision)


def library_of(name: str) -> Library:
    """The library called ``module:attribute``; a class is called."""
    module, _, attribute = name.partition(":")
    found = importlib.import_module(module)
    if attribute:
        found = getattr(found, attribute)
    return found() if isinstance(found, type) else found  # type: ignore[return-value]


async def play(plan: Plan, decisions: int | None) -> None:
    """Play until killed, or some decisions and then to an orderly end."""
    folder = Path(plan.folder)
    library = library_of(plan.library)
    database = Database(plan.url, alone=True)
    await database.upgrade()
    desk = Desk(database, SystemClock(), library, Scribe(Lines(folder / "delivered")))
    await desk.resume_all()
    session = await seated(desk, plan)
    policy = library.policy_for(plan.game, plan.policy)
    player = Player(session, policy, Lines(folder / "acknowledged"))
    print("playing", flush=True)
    made = 0
    while session.status == "running" and (decisions is None or made < decisions):
        if await player.step():
            made += 1
            print("acknowledged", flush=True)
    print("enough", flush=True)
    await desk.close()
    desk.background.closing = False
    await desk.courier.flush()
    await database.close()


def let_play(plan: Plan) -> None:
    """Fork a child for each line of the input, one after the other."""
    library_of(plan.library).game_for(plan.game, plan.ruleset)
    for line in sys.stdin:
        child = os.fork()
        if not child:
            print(os.getpid(), flush=True)
            asyncio.run(play(plan, json.loads(line)))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(ENDED, os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    let_play(Plan(**json.loads(sys.argv[1])))
