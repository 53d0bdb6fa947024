"""How much a channel reads in a round of a person and three computers, counted."""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass
from typing import Any

import pytest

from bot.sandbox.members.sight import text_of
from tests.e2e.conftest import CHANNEL, Room
from tests.e2e.guest import settled
from tests.e2e.stewards import advice

FIRST, ROUNDS = 5, 15
"""The round from which on all is counted, and how many."""

IS_CARD = 1 << 15


@dataclass(frozen=True, slots=True)
class Told:
    """What a channel and its one person are brought."""

    public: float
    """Messages in the channel."""
    cards: float
    """Those of them that put the card up."""
    mentions: float
    """Those of them that call somebody."""
    private: float
    """Direct messages."""
    stays: float
    """Characters of the messages that stay there."""

    def within(self, most: Told) -> bool:
        """Whether nothing of it is more than that."""
        return all(
            mine <= theirs for mine, theirs in zip(astuple(self), astuple(most), strict=True)
        )


MOST = Told(public=4, cards=1.3, mentions=1.2, private=1, stays=1_300)
"""The most of each in a round."""


def told_so_far(room: Room, game: str) -> Told:
    """All that the bot has told in the game's channel and in private."""
    channel = str(room.alice.channel(CHANNEL)["id"])
    each = [json.loads(line) for line in room.record.read_text().splitlines()]
    sent = [one for one in each if one["method"] == "POST" and one["path"].endswith("/messages")]
    public: list[dict[str, Any]] = [one["json"] for one in sent if f"/{channel}/" in one["path"]]
    stay = [one for one in room.alice.messages(CHANNEL) if not one["flags"] & (IS_CARD | 64)]
    return Told(
        public=len(public),
        cards=sum(f"-# Game {game}" in json.dumps(one) for one in public),
        mentions=sum(bool(one["allowed_mentions"].get("users")) for one in public),
        private=len(sent) - len(public),
        stays=sum(len(text_of(one)) for one in stay),
    )


async def play_to(room: Room, round_: int) -> tuple[int, Told]:
    """Let the steward choose for Alice until this round begins, or somebody has won; the round,
    and all that was told by then."""
    session, user = await room.session(), int(room.alice.me["id"])
    while session.view(None).round < round_ and session.status == "running":
        await session.submit(user_id=user, choice=await advice(session, 0))
        await settled()
    await room.alice.look()
    return session.view(None).round, told_so_far(room, session.id)


@pytest.mark.long
async def test_a_round_is_told_in_few_messages_and_calls_once(room: Room) -> None:
    await room.start_game(4)
    first, before = await play_to(room, FIRST)
    last, after = await play_to(room, FIRST + ROUNDS)
    both = zip(astuple(before), astuple(after), strict=True)
    a_round = Told(*((late - early) / (last - first) for early, late in both))
    print(f"Rounds {first} to {last}: {a_round}")
    assert a_round.within(MOST), a_round
    found = room.alice.messages(CHANNEL)
    assert not any("‹" in text_of(one) for one in found if not one["flags"] & (IS_CARD | 64))
