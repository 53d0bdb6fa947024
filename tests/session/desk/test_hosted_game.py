"""A game as this process has it: as it was read, or as a command has left it."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from bot.rules.kernel import Match
from bot.session import Refused, SeatInfo
from bot.session.hosted_game import HostedGame, computer_waited_for
from bot.session.receipts import NO_SEAT_HERE, NOT_RUNNING, OUR_SIDE, PAUSED
from bot.storage import GameRow, SeatRow
from bot.storage.snapshots import pack
from tests.session.doubles import ALICE, BOB, bid, position, take
from tests.toy.game import HeapMade, Toy

EARLY, LATE = datetime(2026, 11, 1, tzinfo=UTC), datetime(2026, 11, 2, tzinfo=UTC)
KEPT = (
    "id", "guild_id", "channel_id", "game", "ruleset", "status", "host_id", "seats_wanted",
    "options", "seed_hash", "started", "ended", "status_message_id", "paused_at", "orders_given",
    "revision",
)  # fmt: skip


def kept_row(**more: Any) -> GameRow:
    """The row of a game, with nothing as it is by default."""
    values: dict[str, Any] = {
        "id": "G", "guild_id": 1, "channel_id": 2, "game": "toy", "ruleset": "plain",
        "status": "running", "host_id": 3, "seats_wanted": 4, "options": {"stones": "9"},
        "seed": "seed", "seed_hash": "hash", "started": EARLY, "ended": LATE, "created": EARLY,
        "status_message_id": 5, "paused_at": LATE, "orders_given": True, "revision": 6,
    }  # fmt: skip
    return GameRow(**{**values, **more})


def test_a_game_stands_as_its_row_says() -> None:
    row = kept_row()
    seat = SeatRow(game_id="G", number=0, user_id=ALICE, name="Alice", policy="dabbler")
    game = HostedGame(Toy(), row, [seat])
    assert {name: getattr(game, name) for name in KEPT} == {n: getattr(row, n) for n in KEPT}
    assert game.seats == [SeatInfo(0, ALICE, "Alice", "dabbler")]
    assert (game.match, game.readable, game.orders_given) == (None, True, True)
    game.lose()
    assert not game.readable
    match, _ = Match.start(Toy(), 2, "seed", {"stones": "9"})
    newer = kept_row(revision=7, orders_given=False, snapshot=pack(match.save()))
    game.take(newer, [])
    assert (game.revision, game.orders_given, game.readable, game.seats) == (7, False, True, [])
    assert position(game) == match.save()  # type: ignore[arg-type]
    game.lose()
    assert (game.match, game.readable) == (None, False)


def test_what_a_seat_sees_is_worked_out_once_until_the_game_changes() -> None:
    game = HostedGame(Toy(), kept_row(), [])
    match, _ = Match.start(Toy(), 2, "seed", {"stones": "9"})
    game.match = match
    assert game.view(0) is game.view(0)
    assert [game.view(seat) for seat in (0, 1, None)] == [match.view(s) for s in (0, 1, None)]
    assert game.view(0) is not game.view(1)
    another = Match.load(Toy(), match.save())
    another.submit(0, next(iter(another.prompts(0)[0].offers[0].choices())))
    game.adopt(another, [], {})
    assert game.view(0) == another.view(0) != match.view(0)
    game.lose()
    with pytest.raises(Refused):
        game.view(0)


def test_a_game_stands_as_a_command_has_left_it() -> None:
    game = HostedGame(Toy(), kept_row(), [])
    before = {name: getattr(game, name) for name in KEPT}
    seats = [SeatInfo(0, ALICE, "Alice")]
    match, _ = Match.start(Toy(), 2, "seed", {})
    game.adopt(match, seats, {})
    assert {name: getattr(game, name) for name in KEPT} == {**before, "revision": 7}
    assert (game.match, game.seats) == (match, seats)
    columns = {
        "status": "over", "host_id": 30, "started": LATE, "ended": EARLY, "paused_at": None,
        "guild_id": 10, "channel_id": 20, "status_message_id": None, "orders_given": False,
    }  # fmt: skip
    game.adopt(None, [], columns)
    after = {name: getattr(game, name) for name in KEPT}
    assert after == {**before, **columns, "revision": 8}
    assert (game.match, game.seats) == (None, [])


def test_what_is_asked_of_a_game_that_is_not_being_played() -> None:
    match, _ = Match.start(Toy(), 2, "seed", {"stones": "9"})
    seats = [
        SeatRow(game_id="G", number=0, user_id=ALICE, name="Alice"),
        SeatRow(game_id="G", number=1, user_id=None, name="C", policy="dabbler"),
    ]
    kept = pack(match.save())
    running = HostedGame(Toy(), kept_row(snapshot=kept), seats)
    assert (running.waiting_for(), running.computer_waited_for()) == ([0, 1], 1)
    assert [p.kind for p in running.prompts(0)] == ["bid"]
    assert running.in_progress() is running.match
    assert running.seed is None
    with pytest.raises(Refused) as refused:
        running.in_play()
    assert refused.value.text == PAUSED
    running.paused_at = None
    assert running.in_play() is running.match
    assert (running.seat_of(ALICE), running.own_seat(ALICE), running.seat_of(BOB)) == (0, 0, None)
    with pytest.raises(Refused) as refused:
        running.own_seat(BOB)
    assert refused.value.text == NO_SEAT_HERE

    # Taken back to the lobby or over: it can be looked at, but nobody is asked.
    over = HostedGame(Toy(), kept_row(snapshot=kept, status="over", paused_at=None), seats)
    assert (over.waiting_for(), over.prompts(0), over.why_not(0)) == ([], [], [])
    assert over.view(None).heap == match.view(None).heap
    assert over.standings() == match.standings()
    # It was broken off, and may go on: nothing hidden is told yet.
    assert (over.lies_open, over.seed) == (False, None)
    ended, _ = Match.start(Toy(), 2, "seed", {"stones": "1"})
    for choice in (bid(0), bid(0), take(1)):
        ended.submit(ended.waiting_for()[0], choice)
    row = kept_row(snapshot=pack(ended.save()), status="over", paused_at=None)
    played = HostedGame(Toy(), row, seats)
    assert (played.lies_open, played.seed) == (True, "seed")
    lobby = HostedGame(Toy(), kept_row(status="lobby", paused_at=None), seats)
    assert (lobby.waiting_for(), lobby.prompts(0), lobby.why_not(0)) == ([], [], [])
    assert (lobby.computer_waited_for(), lobby.seed) == (None, None)
    unbegun = HostedGame(Toy(), kept_row(paused_at=None), seats)
    assert (unbegun.waiting_for(), unbegun.prompts(0), unbegun.why_not(0)) == ([], [], [])
    for game, said in ((lobby, NOT_RUNNING), (unbegun, NOT_RUNNING)):
        for look in (lambda game=game: game.view(0), game.standings, game.in_play):
            with pytest.raises(Refused) as refused:
                look()
            assert refused.value.text == said
    lobby.lose()
    for look in (lambda: lobby.view(0), lobby.standings):
        with pytest.raises(Refused) as refused:
            look()
        assert refused.value.text == OUR_SIDE
    begun, outcome = lobby.begin(len(lobby.seats))
    assert position(SimpleNamespace(match=begun)) == match.save()  # type: ignore[arg-type]
    assert outcome.events[0] == HeapMade(stones=9)


def test_a_computer_is_waited_for_only_while_there_is_a_game() -> None:
    seats = [SeatInfo(0, ALICE, "Alice"), SeatInfo(1, None, "C", "dabbler"), SeatInfo(2, None, "D")]
    asked: Any = SimpleNamespace(over=False, waiting_for=lambda: [0, 2])
    assert computer_waited_for(asked, seats) is None
    asked.waiting_for = lambda: [0, 1, 2]
    assert computer_waited_for(asked, seats) == 1
    asked.over = True
    assert computer_waited_for(asked, seats) is None
    assert computer_waited_for(None, seats) is None
    assert [seat.free for seat in seats] == [False, False, True]
