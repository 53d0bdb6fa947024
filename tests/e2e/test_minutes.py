"""Everything that people are shown in a few evenings, compared with what was kept.

The minutes stand in `fixtures`. After a change that is meant to change words or controls,
`python -m tests.tools.make_minutes` writes them anew: read the difference before you commit it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.sandbox.members.page_view import buttons
from tests.e2e.conftest import CHANNEL, Room
from tests.e2e.minutes import KEPT, WRITING, Clerk, press_everything, type_everything
from tests.session.doubles import FakeClock

Json = dict[str, Any]

GENERAL = (
    "agree", "away", "digest", "game", "games", "guide", "hand", "help", "log", "map", "mod",
    "order", "orders", "pause", "quiet", "replay", "status", "undo", "vote",
)  # fmt: skip
"""Commands that belong to no game."""

WRECKS = ("game leave", "game end", "mod end", "mod kick", "mod computer", "mod replace")
"""Commands after which there is not much left to look at."""

BEGINS = ("game start", "tutorial")
"""Commands that let computers play: what they do comes in as many messages as it has time for."""

NOT_PRESSED = ("Do it for me", "Do the rest for me")
"""What a computer advises changes with the computer."""


@pytest.fixture(autouse=True)
def time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Till when and how long does not depend on how quick the machine is."""
    clock = FakeClock()
    monkeypatch.setattr("bot.app.SystemClock", lambda: clock)


def its_card(room: Room) -> Callable[[], Json | None]:
    """Finds the card of the table as it is by now."""

    def find() -> Json | None:
        shown = [m for m in room.alice.messages(CHANNEL) if not m["flags"] & 64]
        return next((m for m in reversed(shown) if "Game " in str(m["components"])), None)

    return find


async def nobody_plays(room: Room, clerk: Clerk) -> None:
    """A channel without a game."""
    await type_everything(clerk, room.alice, but=BEGINS)


async def a_table_is_set_up(room: Room, clerk: Clerk) -> None:
    """A lobby: what its host and somebody else can do there."""
    await clerk.slash(room.alice, "game new", seats=3)
    await type_everything(clerk, room.bob, *GENERAL, but=WRECKS)
    await type_everything(clerk, room.alice, full=True, but=(*WRECKS, *BEGINS))
    await press_everything(clerk, room.alice, its_card(room), but=("Start",))
    for path in WRECKS[:2]:
        await clerk.slash(room.bob, path)
        await clerk.slash(room.alice, path)


async def _goes_on(room: Room, name: str) -> None:
    """A kept game is taken in: Alice and Bob play it."""
    data = json.loads((KEPT / "positions" / f"{name}.json").read_text(encoding="utf-8"))
    alice, bob = int(room.alice.me["id"]), int(room.bob.me["id"])
    channel = room.alice.channel(CHANNEL)
    await room.bot.desk.bring_in(
        data,
        guild_id=int(channel["guild_id"]),
        channel_id=int(channel["id"]),
        host_id=alice,
        people={0: alice, 1: bob},
    )


def typed(name: str, *, full: bool = False) -> Callable[[Room, Clerk], Awaitable[None]]:
    """In a kept position every command is typed."""

    async def scene(room: Room, clerk: Clerk) -> None:
        await _goes_on(room, name)
        await clerk.look()
        await type_everything(clerk, room.alice, full=full, but=WRECKS)

    return scene


def pressed(name: str) -> Callable[[Room, Clerk], Awaitable[None]]:
    """In a kept position every button is pressed, and what is asked is gone through."""

    async def scene(room: Room, clerk: Clerk) -> None:
        await _goes_on(room, name)
        await clerk.look()
        await press_everything(clerk, room.alice, its_card(room), but=NOT_PRESSED)
        await press_everything(clerk, room.bob, lambda: _last_direct(room), but=NOT_PRESSED)

    return scene


def _last_direct(room: Room) -> Json | None:
    return next((m for m in reversed(room.bob.messages(room.bob.dm)) if buttons(m)), None)


def evening(name: str) -> Callable[[Room, Clerk], Awaitable[None]]:
    """A kept game is played again from its start; the minutes tell what is asked."""

    async def scene(room: Room, clerk: Clerk) -> None:
        kept = json.loads((KEPT / "positions" / f"{name}.json").read_text(encoding="utf-8"))
        await room.alice.slash(CHANNEL, "game new", game=kept["game"], seats=2)
        await room.seat_bob()
        session = await room.session()
        people = [int(person.me["id"]) for person in (room.alice, room.bob)]
        await session.start(people[0])
        known: set[tuple[int, str]] = set()
        for seat, verb, args in kept["decisions"]:
            assert session.match is not None
            asked = next(p.kind for p in session.match.asked(seat) if p.blocking)
            if (seat, asked) not in known:
                known.add((seat, asked))
                clerk.lines += ["", f"# {asked}"]
                await clerk.look()
                person = (room.alice, room.bob)[seat]
                for path in ("help", "hand", "game status"):
                    await clerk.slash(person, path)
            choice = Choice(verb, {name: tuple(values) for name, values in args.items()})
            await session.submit(user_id=people[seat], choice=choice)
            await room.look()
        await clerk.look()

    return scene


SCENES: dict[str, Callable[[Room, Clerk], Awaitable[None]]] = {
    "nobody-plays": nobody_plays,
    "a-table-is-set-up": a_table_is_set_up,
    "movement-typed": typed("movement", full=True),
    "movement-pressed": pressed("movement"),
    "siege-typed": typed("siege", full=True),
    "siege-pressed": pressed("siege"),
    "parliament-typed": typed("parliament"),
    "parliament-pressed": pressed("parliament"),
    "ballot-pressed": pressed("ballot"),
    "ballot-typed": typed("ballot", full=True),
    "knights-typed": typed("knights", full=True),
    "knights-pressed": pressed("knights"),
    "an-evening-of-kingmaker": evening("an-evening-of-kingmaker"),
    "an-evening-of-lancaster": evening("an-evening-of-lancaster"),
}


@pytest.mark.parametrize("name", SCENES)
async def test_what_everybody_is_shown(room: Room, name: str) -> None:
    clerk = Clerk(room)
    await SCENES[name](room, clerk)
    file = KEPT / f"{name}.txt"
    if os.environ.get(WRITING):
        file.write_text(clerk.text(), encoding="utf-8")
    told, kept = clerk.text().splitlines(), file.read_text(encoding="utf-8").splitlines()
    assert told == kept
