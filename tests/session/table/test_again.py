"""A finished game's table, opened once more: its seats, options and computers, who is invited."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.session import Desk, Refused, SeatInfo
from bot.session.table.lobby import AFTER, SameTable, same_table, still_missing
from tests.session.doubles import ALICE, BOB, CECILY, CHANNEL, DUNCAN, GUILD, open_game

PEOPLE = [SeatInfo(0, ALICE, "Alice"), SeatInfo(2, BOB, "Bob")]
COMPUTERS = [SeatInfo(1, None, "One", "dabbler"), SeatInfo(3, None, "Two", "dabbler+bold")]
FREE = SeatInfo(4, None, "former player 5")


def before(*seats: SeatInfo) -> Any:
    """A finished game with these seats."""
    return SimpleNamespace(id="OLD", seats=list(seats), options={"stones": "9", AFTER: "OLDER"})


@pytest.mark.parametrize(
    ("seats", "host", "computers"),
    [
        ((*PEOPLE, *COMPUTERS), ALICE, ("dabbler", "dabbler+bold")),
        ((*PEOPLE, *COMPUTERS), BOB, ("dabbler", "dabbler+bold")),
        # Whoever looked on needs a seat of his own, beside those of all who played.
        ((*PEOPLE, *COMPUTERS), CECILY, ("dabbler",)),
        ((*PEOPLE, *COMPUTERS, FREE), CECILY, ("dabbler", "dabbler+bold")),
        (tuple(PEOPLE), DUNCAN, ()),
    ],
)
def test_a_table_is_opened_as_it_was(
    seats: tuple[SeatInfo, ...], host: int, computers: tuple[str, ...]
) -> None:
    options = {"stones": "9", AFTER: "OLD"}
    assert same_table(before(*seats), host) == SameTable(len(seats), options, computers)


def test_who_has_no_seat_yet_is_missing() -> None:
    everybody = [*PEOPLE, *COMPUTERS, FREE]
    assert still_missing(everybody, []) == PEOPLE
    assert still_missing(everybody, [SeatInfo(0, BOB, "Bobby"), *COMPUTERS]) == PEOPLE[:1]


async def test_computers_sit_down_as_a_table_is_opened(desk: Desk) -> None:
    old = await open_game(desk, seats=3)
    await old.lobby.join(BOB, "Bob")
    await old.lobby.add_computer(ALICE, "dabbler")
    await old.lobby.end(ALICE)
    same = same_table(old, BOB)
    new = await desk.new_games.open(
        guild_id=GUILD,
        channel_id=CHANNEL,
        host_id=BOB,
        host_name="Bob",
        game=old.game,
        ruleset=old.ruleset,
        seats=same.seats,
        options=same.options,
        computers=same.computers,
    )
    assert new.id != old.id
    assert (new.host_id, new.seats_wanted, new.options) == (BOB, 3, {AFTER: old.id})
    assert [(s.number, s.user_id, s.policy) for s in new.seats] == [
        (0, BOB, None),
        (1, None, "dabbler"),
    ]
    assert new.seats[1].name.endswith("(computer)")
    assert await desk.new_games.invited_to(new) == [SeatInfo(0, ALICE, "Alice")]
    await new.lobby.join(ALICE, "Alice")
    assert await desk.new_games.invited_to(new) == []
    await new.lobby.start(BOB)
    assert new.status == "running"


async def test_nobody_is_invited_to_another_table_or_from_a_game_that_is_gone(desk: Desk) -> None:
    session = await open_game(desk)
    assert await desk.new_games.invited_to(session) == []
    session.options = {AFTER: "GONE00"}
    assert await desk.new_games.invited_to(session) == []


@pytest.mark.parametrize(
    ("computers", "text"),
    [
        (("dabbler", "dabbler"), "All seats are taken"),
        (("nobody",), "no computer player called"),
    ],
)
async def test_computers_that_cannot_sit_down_are_refused(
    desk: Desk, computers: tuple[str, ...], text: str
) -> None:
    with pytest.raises(Refused, match=text):
        await desk.new_games.open(
            guild_id=GUILD,
            channel_id=CHANNEL,
            host_id=ALICE,
            host_name="Alice",
            game="toy",
            ruleset="plain",
            seats=2,
            options={},
            computers=computers,
        )
    assert await desk.in_channel(CHANNEL) is None
