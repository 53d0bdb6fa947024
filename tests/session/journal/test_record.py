"""Exports: complete, checkable, and good for going on elsewhere."""

from __future__ import annotations

import copy
import json
from hashlib import sha256
from typing import Any

import pytest

from bot.rules.kernel import Choice, Match, commitment
from bot.session import Desk, GameSession, Refused
from bot.session.journal.record import verify
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    CHANNEL,
    GUILD,
    FakeClock,
    bid,
    open_game,
    position,
    running_game,
    take,
)
from tests.session.past.played_over import match_of
from tests.toy.game import Toy

TOY = Toy("plain")


async def finished(desk: Desk) -> GameSession:
    session = await running_game(desk, options={"stones": "6"})
    await session.submit(user_id=ALICE, choice=take(1))
    await session.consent.undo(user_id=ALICE)
    await session.submit(user_id=ALICE, choice=Choice.of("peek"))
    await session.submit(user_id=ALICE, choice=take(3))
    await session.submit(user_id=BOB, choice=take(3))
    assert session.status == "over"
    return session


async def test_an_export_holds_the_whole_game(desk: Desk) -> None:
    session = await finished(desk)
    data = json.loads(json.dumps(await session.journal.export()))
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
    data = await (await finished(desk)).journal.export()
    assert data["edition"] == TOY.edition == 2
    assert match_of(data, TOY).edition == 2
    newer = {**data, "edition": 3}
    assert verify(newer, TOY) == (
        "The game cannot be set up: This game was started under edition 3 of the rules, but this "
        "program knows only editions up to 2."
    )
    older = {**data, "edition": 1}
    assert match_of(older, TOY, 0).edition == 1
    assert verify(older, TOY) == "The first position differs."


async def test_an_order_of_the_clock_is_replayed_too(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "60"})
    await session.submit(user_id=ALICE, choice=take(2))
    await session.direct(Choice.of("time_up"))
    data = await session.journal.export()
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
        (_other_seed, "The first position differs."),
        (_other_choice, "After decision 4 the position differs."),
        (_left_out, "After decision 3 the position differs."),
        (_other_result, "The result differs."),
        (_no_result, "The result differs."),
        (_other_format, "This export has format 2; only 1 can be read."),
        (_no_decisions, "This is not a game's export"),
        (_bad_seats, "The game cannot be set up"),
    ],
)
async def test_the_first_difference_is_named(desk: Desk, damage, text: str) -> None:
    data = await (await finished(desk)).journal.export()
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
    data = await session.journal.export()
    assert match_of(data, TOY).save() == position(session)
    assert match_of(data, TOY, 0).waiting_for() == [0, 1]
    halfway = match_of(data, TOY, 4)
    assert halfway.view(None).heap == 3
    assert halfway.waiting_for() == [1]


async def test_a_game_that_has_not_begun_has_no_export(desk: Desk) -> None:
    session = await open_game(desk)
    with pytest.raises(Refused, match="not begun"):
        await session.journal.export()


async def test_a_running_game_goes_on_elsewhere(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "10"})
    await session.submit(user_id=ALICE, choice=take(1))
    data = await session.journal.export()
    home: dict[str, Any] = {"guild_id": GUILD, "host_id": CECILY}
    with pytest.raises(Refused, match="already has a game"):
        await desk.new_games.bring_in(data, channel_id=CHANNEL, **home)
    moved = await desk.new_games.bring_in(data, channel_id=CHANNEL + 1, people={0: ALICE}, **home)
    assert moved.id != session.id
    assert position(moved) == position(session)
    assert (moved.status, moved.host_id, moved.started) == ("running", CECILY, session.started)
    assert [seat.user_id for seat in moved.seats] == [ALICE, None]
    await moved.lobby.join(BOB, "Bob")
    assert moved.seat_of(BOB) == 1
    await moved.submit(user_id=BOB, choice=take(2))
    await moved.consent.undo(user_id=BOB)
    await moved.submit(user_id=BOB, choice=take(3))
    again = await moved.journal.export()
    assert again["decisions"][:-1] == data["decisions"]
    assert verify(again, TOY) is None
    assert [type(e).__name__ for entry in await moved.journal.log(None) for e in entry.events][
        :2
    ] == [
        "HeapMade",
        "BidsOpened",
    ]


async def test_a_finished_game_is_taken_in_as_finished(desk: Desk) -> None:
    session = await finished(desk)
    data = await session.journal.export()
    again = await desk.new_games.bring_in(data, guild_id=GUILD, channel_id=CHANNEL, host_id=ALICE)
    assert again.status == "over"
    assert again.seed == session.seed
    assert {**(await again.journal.export()), "started": None} == {**data, "started": None}


async def test_a_damaged_export_is_not_taken_in(desk: Desk) -> None:
    data = await (await finished(desk)).journal.export()
    broken = copy.deepcopy(data)
    _other_choice(broken)
    for wrong in (broken, {"game": 3}, {**data, "game": "chess"}, {**data, "ruleset": "smooth"}):
        with pytest.raises(Refused):
            await desk.new_games.bring_in(wrong, guild_id=GUILD, channel_id=CHANNEL, host_id=ALICE)


async def test_an_export_of_a_game_that_waits_for_bids_keeps_them(desk: Desk) -> None:
    session = await open_game(desk)
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    await session.submit(user_id=BOB, choice=bid(4))
    data = await session.journal.export()
    match = match_of(data, TOY)
    assert match.waiting_for() == [0]
    assert data["result"] is None


async def test_after_an_import_a_revealing_step_is_not_taken_back_freely(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "20"})
    await session.submit(user_id=ALICE, choice=Choice.of("peek"))
    home: dict[str, Any] = {"guild_id": GUILD, "host_id": ALICE, "people": {0: ALICE, 1: BOB}}
    moved = await desk.new_games.bring_in(
        await session.journal.export(), channel_id=CHANNEL + 1, **home
    )
    before = position(moved)
    with pytest.raises(Refused, match="That decision brought something to light"):
        await moved.consent.undo(user_id=ALICE)
    assert position(moved) == before
    # What revealed nothing is as free as it was before the move.
    await session.submit(user_id=ALICE, choice=take(2))
    plain = await desk.new_games.bring_in(
        await session.journal.export(), channel_id=CHANNEL + 2, **home
    )
    await plain.consent.undo(user_id=ALICE)
    assert position(plain) == before


def _nested(depth: int) -> Any:
    found: Any = []
    for _ in range(depth):
        found = [found]
    return found


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seats": [{"number": -1, "name": "A"}, {"number": 0, "name": "B"}]}, "numbered from 0"),
        ({"seats": [{"number": 0, "name": "A"}, {"number": 0, "name": "B"}]}, "numbered from 0"),
        (
            {"seats": [{"number": 0, "name": "A" * 10**6}]},
            "of length <= 200 - at `$.seats[0].name`",
        ),
        ({"seats": [{"number": 10**400, "name": "A"}]}, "This is not a game's export"),
        ({"seats": []}, "of length >= 1 - at `$.seats`"),
        ({"seed": "5" * 10**6}, "of length <= 200 - at `$.seed`"),
        ({"options": {"stones": "9" * 10**6}}, "of length <= 1000 - at `$.options[...]`"),
        ({"options": {"stones": "10", "hours": "nan"}}, "number of hours, at most a year"),
        ({"options": {"stones": "10", "late": "nobody"}}, "no computer player called 'nobody'"),
        ({"started": "yesterday"}, "cannot have begun at 'yesterday': a date, a time and"),
        ({"started": "2026-11-01T12:00:00"}, "a date, a time and the time zone are needed"),
        ({"started": "0001-01-01T00:00:00+00:00"}, "cannot have begun at '0001-01-01"),
        ({"started": "9999-12-31T23:59:59-12:00"}, "cannot have begun at '9999-12-31"),
        ({"decisions": [{"seat": 7, "choice": {"verb": "bid"}, "state": ""}]}, "does not exist"),
        (
            {"decisions": [{"seat": 0, "choice": {"verb": "b" * 10**5}, "state": ""}]},
            "Decision 1 is longer than any",
        ),
        (
            {"decisions": [{"seat": -1, "choice": {"verb": "nonsense"}, "state": ""}]},
            "Decision 1 of seat -1",
        ),
        ({"decisions": _nested(100)}, "This is not a game's export"),
        ({"edition": 10**9}, "This is not a game's export"),
        ({"ruleset": "../../etc/passwd"}, "There is no game 'toy' with a rule set"),
    ],
)
async def test_what_no_game_writes_is_refused_and_changes_nothing(
    desk: Desk, change: dict[str, Any], sentence: str
) -> None:
    session = await running_game(desk, options={"stones": "10"})
    data = {**(await session.journal.export()), **change}
    with pytest.raises(Refused) as refused:
        await desk.new_games.bring_in(data, guild_id=GUILD, channel_id=CHANNEL + 1, host_id=ALICE)
    assert sentence in refused.value.text
    assert len(refused.value.text) < 500
    assert await desk.in_channel(CHANNEL + 1) is None
    assert [found.id for found in await desk.games_of(ALICE)] == [session.id]


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ({"people": {0: ALICE, 1: ALICE}}, "One person cannot have two seats"),
        ({"people": {5: ALICE}}, "There is no seat 5 in this export."),
        ({"people": {0: 2**64}}, "18446744073709551616 is not a Discord id"),
        ({"people": {0: -3}}, "-3 is not a Discord id"),
        ({"channel_id": 10**60}, "is not a Discord id"),
        ({"guild_id": -1}, "-1 is not a Discord id"),
        ({"host_id": 2**63}, "is not a Discord id"),
    ],
)
async def test_who_and_where_must_be_possible(
    desk: Desk, place: dict[str, Any], sentence: str
) -> None:
    session = await running_game(desk)
    home = {"guild_id": GUILD, "channel_id": CHANNEL + 1, "host_id": ALICE, **place}
    with pytest.raises(Refused) as refused:
        await desk.new_games.bring_in(await session.journal.export(), **home)
    assert sentence in refused.value.text
    assert await desk.in_channel(CHANNEL + 1) is None


async def test_a_computer_gives_its_seat_to_a_person_and_must_exist(desk: Desk) -> None:
    session = await open_game(desk)
    await session.lobby.add_computer(ALICE, "dabbler")
    await session.lobby.start(ALICE)
    data = await session.journal.export()
    home = {"guild_id": GUILD, "channel_id": CHANNEL + 1, "host_id": ALICE}
    data["seats"][1]["policy"] = "napoleon"
    with pytest.raises(Refused, match="no computer player called 'napoleon'"):
        await desk.new_games.bring_in(data, people={0: ALICE}, **home)
    moved = await desk.new_games.bring_in(data, people={0: ALICE, 1: BOB}, **home)
    assert [(seat.user_id, seat.policy) for seat in moved.seats] == [(ALICE, None), (BOB, None)]


async def test_a_game_from_the_future_begins_now_and_names_are_plain(
    desk: Desk, clock: FakeClock
) -> None:
    session = await running_game(desk)
    data = await session.journal.export()
    data["started"] = "2199-01-01T00:00:00+00:00"
    data["seats"][0]["name"] = " Alice\n the   First "
    moved = await desk.new_games.bring_in(
        data, guild_id=GUILD, channel_id=CHANNEL + 1, host_id=ALICE
    )
    assert moved.started == clock.now()
    assert moved.seats[0].name == "Alice the First"
