"""Exports: complete, checkable, and good for going on elsewhere."""

from __future__ import annotations

import copy
import json
from hashlib import sha256
from typing import Any

import pytest

from bot.rules.kernel import Choice, Match, commitment
from bot.session import Desk, GameSession, Refused
from bot.session.record import import_match, verify
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    CHANNEL,
    GUILD,
    bid,
    open_game,
    position,
    running_game,
    take,
)
from tests.toy.game import Toy

TOY = Toy("plain")


async def finished(desk: Desk) -> GameSession:
    session = await running_game(desk, options={"stones": "6"})
    await session.submit(user_id=ALICE, choice=take(1))
    await session.undo(user_id=ALICE)
    await session.submit(user_id=ALICE, choice=Choice.of("peek"))
    await session.submit(user_id=ALICE, choice=take(3))
    await session.submit(user_id=BOB, choice=take(3))
    assert session.status == "over"
    return session


async def test_an_export_holds_the_whole_game(desk: Desk) -> None:
    session = await finished(desk)
    data = json.loads(json.dumps(await session.export()))
    assert set(data) == {
        "format",
        "game",
        "ruleset",
        "edition",
        "seats",
        "options",
        "seed",
        "seed_hash",
        "started",
        "decisions",
        "first_state",
        "result",
    }
    assert (data["format"], data["game"], data["ruleset"]) == (1, "toy", "plain")
    assert data["seats"] == [
        {"number": 0, "name": "Alice", "policy": None},
        {"number": 1, "name": "Bob", "policy": None},
    ]
    assert data["options"] == {"stones": "6"}
    assert data["seed_hash"] == session.seed_hash == commitment(data["seed"])
    assert data["started"] == "2026-11-01T12:00:00+00:00"
    assert data["result"] == {"winners": [1], "victory": "last stone"}
    # The step that was taken back is left out.
    assert [(d["seat"], d["choice"]["verb"]) for d in data["decisions"]] == [
        (0, "bid"),
        (1, "bid"),
        (0, "peek"),
        (0, "take"),
        (1, "take"),
    ]
    assert data["decisions"][-1]["state"] == sha256(position(session)).hexdigest()
    match, _ = Match.start(TOY, 2, data["seed"], data["options"])
    assert data["first_state"] == sha256(match.save()).hexdigest()
    assert verify(data, TOY) is None


async def test_a_record_is_played_by_the_edition_of_the_rules_it_names(desk: Desk) -> None:
    data = await (await finished(desk)).export()
    assert data["edition"] == TOY.edition == 2
    assert import_match(data, TOY).edition == 2
    newer = {**data, "edition": 3}
    assert verify(newer, TOY) == (
        "The game cannot be set up: The game was played by edition 3 of the rules; "
        "this program knows them up to edition 2."
    )
    # Records of the first release name none.
    del data["edition"]
    assert import_match(data, TOY, 0).edition == 1
    assert verify(data, TOY) == "The first position is another one."


async def test_an_order_of_the_clock_is_replayed_too(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "60"})
    await session.submit(user_id=ALICE, choice=take(2))
    await session.direct(Choice.of("time_up"))
    data = await session.export()
    assert data["decisions"][-1]["seat"] == -1
    assert verify(data, TOY) is None
    data["decisions"][-1]["seat"] = 0
    found = verify(data, TOY)
    assert found is not None
    assert found.startswith("Decision 4 of seat 0 is refused")


def _no_seed_hash(data) -> None:
    data["seed_hash"] = "0" * 64


def _other_seed(data) -> None:
    data["seed"] = "other"
    data["seed_hash"] = commitment("other")


def _other_choice(data) -> None:
    data["decisions"][3]["choice"]["args"]["stones"] = ["2"]


def _left_out(data) -> None:
    del data["decisions"][2]


def _other_result(data) -> None:
    data["result"]["winners"] = [0]


def _no_result(data) -> None:
    data["result"] = None


def _other_format(data) -> None:
    data["format"] = 2


def _no_decisions(data) -> None:
    del data["decisions"]


def _bad_seats(data) -> None:
    data["seats"] = data["seats"][:1]


@pytest.mark.parametrize(
    ("damage", "text"),
    [
        (_no_seed_hash, "The published hash is not the hash of the seed."),
        (_other_seed, "The first position is another one."),
        (_other_choice, "After decision 4 the position is another one."),
        (_left_out, "After decision 3 the position is another one."),
        (_other_result, "The result is another one."),
        (_no_result, "The result is another one."),
        (_other_format, "This export has format 2; only 1 can be read."),
        (_no_decisions, "This is not a game's export"),
        (_bad_seats, "The game cannot be set up"),
    ],
)
async def test_the_first_difference_is_named(desk: Desk, damage, text: str) -> None:
    data = await (await finished(desk)).export()
    damage(data)
    found = verify(data, TOY)
    assert found is not None
    assert found.startswith(text)


def test_anything_else_is_no_export() -> None:
    things: list[Any] = [[1, 2], {}, None, "game"]
    for thing in things:
        found = verify(thing, TOY)
        assert found is not None
        assert found.startswith("This is not a game's export")


async def test_a_record_is_played_to_any_step(desk: Desk) -> None:
    session = await finished(desk)
    data = await session.export()
    assert import_match(data, TOY).save() == position(session)
    assert import_match(data, TOY, 0).waiting_for() == [0, 1]
    halfway = import_match(data, TOY, 4)
    assert halfway.view(None).heap == 3
    assert halfway.waiting_for() == [1]


async def test_a_game_that_has_not_begun_has_no_export(desk: Desk) -> None:
    session = await open_game(desk)
    with pytest.raises(Refused, match="not begun"):
        await session.export()


async def test_a_running_game_goes_on_elsewhere(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    await session.submit(user_id=ALICE, choice=take(1))
    data = await session.export()
    home: dict[str, Any] = {"guild_id": GUILD, "host_id": CECILY}
    with pytest.raises(Refused, match="has a game already"):
        await desk.bring_in(data, channel_id=CHANNEL, **home)
    moved = await desk.bring_in(data, channel_id=CHANNEL + 1, people={0: ALICE}, **home)
    assert moved.id != session.id
    assert position(moved) == position(session)
    assert (moved.status, moved.host_id, moved.started) == ("running", CECILY, session.started)
    assert [seat.user_id for seat in moved.seats] == [ALICE, None]
    await moved.join(BOB, "Bob")
    assert moved.seat_of(BOB) == 1
    await moved.submit(user_id=BOB, choice=take(2))
    await moved.undo(user_id=BOB)
    await moved.submit(user_id=BOB, choice=take(3))
    again = await moved.export()
    assert again["decisions"][:-1] == data["decisions"]
    assert verify(again, TOY) is None
    assert [type(e).__name__ for entry in await moved.log(None) for e in entry.events][:2] == [
        "HeapMade",
        "BidsOpened",
    ]


async def test_a_finished_game_is_taken_in_as_finished(desk: Desk) -> None:
    session = await finished(desk)
    data = await session.export()
    again = await desk.bring_in(data, guild_id=GUILD, channel_id=CHANNEL, host_id=ALICE)
    assert again.status == "over"
    assert again.seed == session.seed
    assert {**(await again.export()), "started": None} == {**data, "started": None}


async def test_a_damaged_export_is_not_taken_in(desk: Desk) -> None:
    data = await (await finished(desk)).export()
    broken = copy.deepcopy(data)
    _other_choice(broken)
    for wrong in (broken, {"game": 3}, {**data, "game": "chess"}, {**data, "ruleset": "smooth"}):
        with pytest.raises(Refused):
            await desk.bring_in(wrong, guild_id=GUILD, channel_id=CHANNEL, host_id=ALICE)


async def test_an_export_of_a_game_that_waits_for_bids_keeps_them(desk: Desk) -> None:
    session = await open_game(desk)
    await session.join(BOB, "Bob")
    await session.start(ALICE)
    await session.submit(user_id=BOB, choice=bid(4))
    data = await session.export()
    match = import_match(data, TOY)
    assert match.waiting_for() == [0]
    assert data["result"] is None
