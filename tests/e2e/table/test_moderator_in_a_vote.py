"""A moderator reads the same in the middle of a vote, whether or not somebody has voted."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

from bot.rules.kernel import Choice
from bot.sandbox.members.sight import buttons, selects, text_of
from bot.session import GameSession
from tests.e2e.conftest import CHANNEL, Room
from tests.e2e.guest import settled
from tests.e2e.prepared import advance_to, asks, before_ballot, take_in

WHY = "a slip of the hand"

LOOKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("export", {}),
    ("amend", {}),
    ("correct", {"what": "correct_move"}),
    ("correct", {"what": "correct_kill", "which": "percy"}),
    ("correct", {"what": "correct_phase", "which": "movement"}),
    ("skip", {"player": "Alice", "reason": WHY}),
    ("skip", {"player": "Bob", "reason": WHY}),
    ("resume", {"reason": WHY}),
    ("extend", {"time": "1 day", "player": "Bob", "reason": WHY}),
    ("retract", {"reason": WHY}),
    ("extend", {"time": "1 day", "player": "Alice", "reason": WHY}),
    ("retract", {"reason": WHY}),
    ("role", {}),
)
"""What is refused in a vote, changes nothing, or is taken back at once."""

DEEDS = sum(path in ("extend", "retract") for path, _ in LOOKS)
"""How many of them the table is told."""

SUGGESTED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("rewind", "turn", {}),
    ("correct", "which", {"what": "correct_move"}),
    ("correct", "to", {"what": "correct_card", "which": "earl_kent"}),
    ("skip", "player", {}),
)


def seen(message: dict[str, Any] | None) -> list[str]:
    """All that a message says, the ids of its controls and their options among it."""
    if message is None:
        return []
    found = [text_of(message)]
    found += [f"{each.get('label')} {each['custom_id']}" for each in buttons(message)]
    for menu in selects(message):
        found.append(f"{menu['custom_id']} {[(o['label'], o['value']) for o in menu['options']]}")
    return found


async def suggested(
    room: Room, path: str, focused: str, options: dict[str, Any]
) -> list[dict[str, Any]]:
    """What is suggested once it has been read: a look never waits, it has it read for the next."""
    await room.alice.autocomplete(CHANNEL, f"mod {path}", focused, **options)
    await settled()
    return await room.alice.autocomplete(CHANNEL, f"mod {path}", focused, **options)


async def read(room: Room, passes: int) -> dict[str, list[str]]:
    """Everything that the moderator reads, by what he has typed; for the how manieth time."""
    found: dict[str, list[str]] = {}
    for path, options in LOOKS:
        outcome = await room.alice.slash(CHANNEL, f"mod {path}", options)
        found[f"{len(found)}: {path} {options}"] = seen(outcome.message)
    for path, focused, options in SUGGESTED:
        offered = await suggested(room, path, focused, options)
        found[f"{path} {focused} {options}"] = [f"{o['name']} = {o['value']}" for o in offered]
    turn = (await suggested(room, "rewind", "turn", {}))[0]["value"]
    outcome = await room.alice.slash(CHANNEL, "mod rewind", {"turn": turn})
    shown = [re.sub(r"<t:\d+:R>", "", text) for text in seen(outcome.message)]
    found["rewind"], last = shown[:-1], shown[-1]
    label, _, stamp = last.rpartition(":")
    # Each deed of the moderator's own counts in it, and nothing else.
    found["rewind"] += [label, str(int(stamp) - DEEDS * passes)]
    amend = await room.alice.slash(CHANNEL, "mod amend")
    if amend.message is not None and selects(amend.message):
        for option in selects(amend.message)[0]["options"][:6]:
            found[f"amend {option['value']}"] = [
                text async for text in _amending(room, option["value"])
            ]
    return found


async def _amending(room: Room, step: str) -> AsyncIterator[str]:
    """The pages of an amendment up to its preview, with the first of all that is offered."""
    outcome = await room.alice.slash(CHANNEL, "mod amend", {"step": step})
    page = outcome.message
    for _ in range(4):
        for text in seen(page):
            yield text
        if page is None or not selects(page):
            return
        menu = selects(page)[0]
        outcome = await room.alice.choose(page, menu["custom_id"], menu["options"][-1]["value"])
        page = outcome.message


async def voting(room: Room) -> GameSession:
    """Alice, who moderates, and Bob have each a vote."""
    session = await take_in(room, {**before_ballot(), "options": {"pace": "daily"}})
    await session.submit(user_id=int(room.bob.me["id"]), choice=Choice.of("nay"))
    await advance_to(room, lambda s: not asks(s, 1, "ballot"))
    # Another vote, after answers that can be amended.
    await advance_to(room, lambda s: asks(s, 1, "ballot"))
    await room.look()
    return session


async def test_a_moderator_reads_the_same_before_and_after_somebody_has_voted(room: Room) -> None:
    session = await voting(room)
    before = await read(room, 1)
    await session.submit(user_id=int(room.bob.me["id"]), choice=Choice.of("nay"))
    await room.look()
    after = await read(room, 2)
    given = [text for what, text in before.items() if ": extend " in what]
    known = [re.sub(r"<t:\d+:f>", "noon", text) for said in given for text in said]
    assert known == ["Everybody has until noon. The table is told, with your reason."] * 2
    assert any(what.startswith("amend ") for what in before)
    assert {what: after.get(what) for what in before} == before
