"""A game counts once, when it was played to its end; one that goes on counts no more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from bot.rules.kernel import Choice, Event, Feat
from bot.session import Desk, GameSession, seasons
from bot.session.journal.history import DECISION, LATE, held_by, without_choice
from bot.storage import results
from bot.storage.results import AnswerDeed
from tests.session.doubles import (
    ALICE,
    BOB,
    CECILY,
    CHANNEL,
    GUILD,
    FakeClock,
    bid,
    open_game,
    running_game,
    take,
)
from tests.toy.game import Toy
from tests.waiting import idle

PEBBLE = {"stones": "4"}


async def played(desk: Desk, **more: Any) -> GameSession:
    """A game that Bob has won over Alice."""
    session = await running_game(desk, options=PEBBLE, **more)
    await session.submit(user_id=ALICE, choice=take(1))
    await session.submit(user_id=BOB, choice=take(3))
    assert session.status == "over"
    return session


async def counted(desk: Desk) -> list[tuple[str | None, list[tuple[Any, ...]]]]:
    """All results of the server: the game, and of each seat who, policy, place, whether won."""
    async with desk.services.database.reading() as db:
        return [
            (result.game_id, [(s.user_id, s.policy, s.place, s.won) for s in seats])
            for result, seats in await results.of_server(db, GUILD)
        ]


BOB_WON = [(ALICE, None, 2, False), (BOB, None, 1, True)]


async def test_a_game_counts_when_it_is_over(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options=PEBBLE)
    await session.submit(user_id=ALICE, choice=take(1))
    assert await counted(desk) == []
    await session.submit(user_id=BOB, choice=take(3))
    assert await counted(desk) == [(session.id, BOB_WON)]
    async with desk.services.database.reading() as db:
        ((result, _),) = await results.of_server(db, GUILD)
    assert (result.guild_id, result.game, result.victory) == (GUILD, "toy", "last stone")
    assert (result.ended, result.seed_hash) == (clock.now(), session.seed_hash)
    assert (result.ruleset, result.rounds) == (session.ruleset, 0)


async def test_the_same_press_twice_counts_once(desk: Desk, open_desk: Any) -> None:
    session = await running_game(desk, options=PEBBLE)
    await session.submit(user_id=ALICE, choice=take(1))
    other = await open_desk(process="other").get(session.id)
    await session.submit(user_id=BOB, choice=take(3), interaction_id="i")
    again = await other.submit(user_id=BOB, choice=take(3), interaction_id="i")
    assert again.repeated
    assert await counted(desk) == [(session.id, BOB_WON)]


async def test_an_end_that_is_taken_back_counts_no_more(desk: Desk) -> None:
    other = await played(desk, channel=CHANNEL + 1)
    session = await played(desk)
    await session.moderator.undo(by=CECILY, reason="a slip")
    assert session.status == "running"
    assert await counted(desk) == [(other.id, BOB_WON)]
    # It ends another way, and counts so.
    await session.submit(user_id=BOB, choice=take(1))
    for person in (ALICE, BOB):
        await session.submit(user_id=person, choice=Choice.of("bid", tokens="0"))
    await session.submit(user_id=ALICE, choice=take(2))
    assert session.status == "over"
    alice_won = [(ALICE, None, 1, True), (BOB, None, 2, False)]
    assert dict(await counted(desk)) == {other.id: BOB_WON, session.id: alice_won}


async def test_a_rewind_that_is_taken_back_counts_once_again(desk: Desk) -> None:
    session = await played(desk)
    turn = (await session.moderator.turns())[0]
    await session.moderator.rewind(by=CECILY, reason="from the start", to=turn.revision)
    assert (session.status, await counted(desk)) == ("running", [])
    await session.moderator.retract(by=CECILY, reason="no, leave it")
    assert session.status == "over"
    assert await counted(desk) == [(session.id, BOB_WON)]


async def test_what_is_broken_off_does_not_count(desk: Desk) -> None:
    first = await running_game(desk, channel=CHANNEL + 1)
    await first.lobby.end(ALICE)
    second = await running_game(desk)
    await second.moderator.end(by=CECILY, reason="a quarrel")
    assert (first.status, second.status) == ("over", "over")
    assert await counted(desk) == []
    # Whatever is done to it afterwards.
    await second.moderator.retract(by=CECILY, reason="peace again")
    assert (second.status, await counted(desk)) == ("running", [])


async def test_replaying_changes_nothing(desk: Desk) -> None:
    session = await played(desk)
    await session.replay.turn(user_id=BOB, seat=1)
    await desk.export(session.id)
    assert await counted(desk) == [(session.id, BOB_WON)]


async def test_a_copy_of_a_game_does_not_count_beside_it(desk: Desk) -> None:
    session = await running_game(desk, options=PEBBLE)
    await session.submit(user_id=ALICE, choice=take(1))
    record = await desk.export(session.id)
    copy = await desk.new_games.bring_in(
        record, guild_id=GUILD, channel_id=CHANNEL + 1, host_id=ALICE, people={0: ALICE, 1: BOB}
    )
    await session.submit(user_id=BOB, choice=take(3))
    await copy.submit(user_id=BOB, choice=take(3))
    assert (session.status, copy.status) == ("over", "over")
    assert await counted(desk) == [(session.id, BOB_WON)]
    # Nor does the copy's going on take the result away.
    await copy.moderator.undo(by=CECILY, reason="a slip")
    assert await counted(desk) == [(session.id, BOB_WON)]
    # A finished game that is brought in was played elsewhere.
    record = await desk.export(session.id)
    await desk.new_games.bring_in(
        record, guild_id=GUILD, channel_id=CHANNEL + 2, host_id=ALICE, people={0: ALICE}
    )
    assert await counted(desk) == [(session.id, BOB_WON)]


async def test_computers_count_by_their_policy(desk: Desk) -> None:
    session = await open_game(desk, seats=2, options={"stones": "2"})
    await session.lobby.add_computer(ALICE, "dabbler")
    await session.lobby.start(ALICE)
    while session.status == "running":
        await idle(desk)
        if session.status == "running" and 0 in session.waiting_for():
            prompt = next(p for p in session.prompts(0) if p.blocking)
            choice = next(iter(prompt.offers[0].choices()))
            await session.submit(user_id=ALICE, choice=choice)
    ((game_id, seats),) = await counted(desk)
    assert game_id == session.id
    assert [seat[:2] for seat in seats] == [(ALICE, None), (None, "dabbler")]
    assert sorted(seat[2:] for seat in seats) == [(1, True), (2, False)]


async def test_a_seat_given_up_counts_for_who_played_it_last(desk: Desk) -> None:
    session = await running_game(desk, options={"stones": "5"})
    await session.submit(user_id=ALICE, choice=take(1))
    await session.submit(user_id=BOB, choice=take(1))
    await session.lobby.leave(ALICE)
    await session.moderator.skip(by=CECILY, reason="gone", seat=0)
    await session.submit(user_id=BOB, choice=Choice.of("bid", tokens="1"))
    await session.submit(user_id=BOB, choice=take(3))
    assert session.status == "over"
    assert await counted(desk) == [(session.id, BOB_WON)]


async def test_a_seat_taken_from_somebody_does_not_count_for_them(desk: Desk) -> None:
    session = await running_game(desk, options=PEBBLE)
    await session.submit(user_id=ALICE, choice=take(1))
    await session.moderator.kick(by=CECILY, reason="a quarrel", seat=0)
    await session.submit(user_id=BOB, choice=take(3))
    assert await counted(desk) == [(session.id, [(None, None, 2, False), (BOB, None, 1, True)])]


# Answers in time


async def answers(desk: Desk) -> dict[int, tuple[int, int]]:
    """Of each person the answers in time, and those too late, as far as there are any."""
    async with desk.services.database.reading() as db:
        found = await results.answers_of(db, GUILD, (ALICE, BOB, CECILY), FakeClock().now())
    return {who: given for who, given in found.items() if given != (0, 0)}


async def time_passes(desk: Desk, clock: FakeClock, hours: int) -> None:
    """Let hours go by, and carry out what is due."""
    clock.advance(hours=hours)
    while await desk.scheduler.carry_out_due():
        pass


async def finish(session: GameSession) -> None:
    """Alice and Bob bid nothing and take what they can, to the end."""
    while session.status == "running":
        seat = session.waiting_for()[0]
        (prompt,) = [p for p in session.prompts(seat) if p.blocking]
        most = take(min(3, int(prompt.facts.get("heap", "0"))))
        choice = bid(0) if prompt.kind == "bid" else most
        await session.submit(user_id=(ALICE, BOB)[seat], choice=choice)


async def test_answers_are_counted_in_time_and_too_late(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options={"pace": "daily", "stones": "9"})
    await session.submit(user_id=ALICE, choice=take(3))
    # Bob's turn is played for him, and he takes one.
    await time_passes(desk, clock, 25)
    assert session.view(None).heap == 5
    # What is taken back was not answered.
    await session.submit(user_id=ALICE, choice=bid(0))
    await session.submit(user_id=BOB, choice=bid(0))
    await session.submit(user_id=ALICE, choice=take(1))
    await session.moderator.undo(by=CECILY, reason="once more")
    assert session.view(None).heap == 5
    await finish(session)
    # Both bid once more, and each has a turn.
    assert (await counted(desk))[0][1] == BOB_WON
    assert await answers(desk) == {ALICE: (4, 0), BOB: (3, 1)}


async def test_without_a_clock_no_answer_is_in_time_or_late(desk: Desk) -> None:
    await played(desk)
    assert await answers(desk) == {}


async def test_whoever_takes_a_seat_over_answers_for_themselves_alone(
    desk: Desk, clock: FakeClock
) -> None:
    session = await running_game(desk, options={"pace": "daily", "stones": "8"})
    await session.submit(user_id=ALICE, choice=take(3))
    await time_passes(desk, clock, 25)
    await session.submit(user_id=ALICE, choice=bid(1))
    await session.moderator.replace_player(
        by=ALICE, reason="Bob is away", seat=1, user_id=CECILY, name="Cecily"
    )
    await session.submit(user_id=CECILY, choice=bid(0))
    await session.submit(user_id=ALICE, choice=take(1))
    await session.submit(user_id=CECILY, choice=take(3))
    assert await counted(desk) == [(session.id, [(ALICE, None, 2, False), (CECILY, None, 1, True)])]
    assert await answers(desk) == {ALICE: (4, 0), BOB: (1, 1), CECILY: (2, 0)}


async def test_whoever_sits_down_on_a_free_seat_answers_for_themselves_alone(
    desk: Desk, clock: FakeClock
) -> None:
    session = await running_game(desk, options={"pace": "daily", "stones": "8"})
    await session.submit(user_id=ALICE, choice=take(3))
    await session.lobby.leave(BOB)
    await time_passes(desk, clock, 25)
    await session.submit(user_id=ALICE, choice=bid(1))
    await session.lobby.join(CECILY, "Cecily")
    await session.submit(user_id=CECILY, choice=bid(0))
    await session.submit(user_id=ALICE, choice=take(1))
    await session.submit(user_id=CECILY, choice=take(3))
    # Nobody sat there when the time was over.
    assert await answers(desk) == {ALICE: (4, 0), BOB: (1, 0), CECILY: (2, 0)}


async def test_what_is_begun_in_time_and_not_ended_is_too_late(
    desk: Desk, clock: FakeClock
) -> None:
    session = await running_game(desk, options={"time.turn": "1h", "stones": "3"})
    await session.submit(user_id=ALICE, choice=Choice.of("peek"))
    await time_passes(desk, clock, 2)
    assert session.view(None).heap == 2
    await finish(session)
    # The bid was in time, and the turn was not, though she had looked at the deck.
    assert (await counted(desk))[0][1] == BOB_WON
    assert await answers(desk) == {ALICE: (1, 1), BOB: (2, 0)}


async def test_several_steps_of_one_turn_are_one_answer(desk: Desk) -> None:
    session = await running_game(desk, options={"pace": "live", "stones": "2"})
    await session.submit(user_id=ALICE, choice=Choice.of("peek"))
    await session.submit(user_id=ALICE, choice=take(2))
    assert await answers(desk) == {ALICE: (2, 0), BOB: (1, 0)}


async def gone_in_a_huff(desk: Desk, clock: FakeClock) -> GameSession:
    """A game that Bob has left, after he had bid in time and had let his turn pass."""
    session = await running_game(desk, options={"pace": "daily", "stones": "8"})
    await session.submit(user_id=ALICE, choice=take(3))
    await time_passes(desk, clock, 25)
    await session.lobby.leave(BOB)
    return session


async def test_leaving_does_not_undo_how_somebody_answered(desk: Desk, clock: FakeClock) -> None:
    session = await gone_in_a_huff(desk, clock)
    await session.lobby.join(CECILY, "Cecily")
    assert await answers(desk) == {}
    await session.submit(user_id=ALICE, choice=bid(0))
    await session.submit(user_id=CECILY, choice=bid(1))
    await session.submit(user_id=CECILY, choice=take(1))
    await session.submit(user_id=ALICE, choice=take(3))
    assert session.status == "over"
    assert await answers(desk) == {ALICE: (4, 0), BOB: (1, 1), CECILY: (2, 0)}


async def test_answers_count_in_a_game_that_is_broken_off(desk: Desk, clock: FakeClock) -> None:
    session = await gone_in_a_huff(desk, clock)
    await session.moderator.end(by=CECILY, reason="a quarrel")
    assert await counted(desk) == []
    assert await answers(desk) == {ALICE: (2, 0), BOB: (1, 1)}
    # Once it goes on they count when it is over, and once.
    await session.moderator.retract(by=CECILY, reason="peace again")
    assert await answers(desk) == {}
    await session.submit(user_id=ALICE, choice=bid(0))
    await session.lobby.end(ALICE)
    assert await answers(desk) == {ALICE: (3, 0), BOB: (1, 1)}


async def test_what_was_answered_elsewhere_counts_for_nobody(desk: Desk, clock: FakeClock) -> None:
    session = await running_game(desk, options={"pace": "daily", "stones": "8"})
    await session.submit(user_id=ALICE, choice=take(3))
    copy = await desk.new_games.bring_in(
        await desk.export(session.id),
        guild_id=GUILD,
        channel_id=CHANNEL + 1,
        host_id=CECILY,
        people={0: CECILY, 1: BOB},
    )
    await copy.submit(user_id=BOB, choice=take(1))
    await copy.lobby.end(CECILY)
    assert await answers(desk) == {BOB: (1, 0)}


async def test_a_second_process_takes_back_what_the_first_has_counted(
    desk: Desk, open_desk: Any
) -> None:
    session = await running_game(desk, options=PEBBLE)
    await session.submit(user_id=ALICE, choice=take(1))
    other = await open_desk(process="other").get(session.id)
    await other.submit(user_id=BOB, choice=take(3))
    assert await counted(desk) == [(session.id, BOB_WON)]
    again = await desk.get(session.id)
    assert again is not None
    await again.moderator.undo(by=CECILY, reason="a slip")
    assert await counted(desk) == []


async def test_nobody_is_credited_with_the_answers_of_who_sat_there_before(desk: Desk) -> None:
    session = await running_game(desk, options={"pace": "daily", "stones": "3"})
    await session.lobby.leave(BOB)
    await session.lobby.join(CECILY, "Cecily")
    await session.submit(user_id=ALICE, choice=take(3))
    assert await counted(desk) == [(session.id, [(ALICE, None, 1, True), (CECILY, None, 2, False)])]
    assert await answers(desk) == {ALICE: (2, 0), BOB: (1, 0)}


async def test_what_was_too_late_and_is_taken_back_was_not_too_late(
    desk: Desk, clock: FakeClock
) -> None:
    session = await running_game(desk, options={"pace": "daily", "stones": "5"})
    await session.submit(user_id=ALICE, choice=take(3))
    await time_passes(desk, clock, 25)
    assert session.view(None).heap == 1
    await session.moderator.undo(by=CECILY, reason="he was ill")
    await session.submit(user_id=BOB, choice=take(2))
    assert (await counted(desk))[0][1] == BOB_WON
    assert await answers(desk) == {ALICE: (2, 0), BOB: (2, 0)}


async def test_a_game_that_nobody_won_does_not_count(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Toy, "winners", lambda *_: ((), "nobody"))
    session = await played(desk)
    assert session.status == "over"
    assert await counted(desk) == []


async def test_a_feat_that_only_some_have_seen_is_counted_for_nobody(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here everything that happens would be a feat."""

    def feats(_: Toy, happened: Iterable[Event]) -> list[Feat]:
        return [Feat(type(event).__name__, getattr(event, "seat", 0), "") for event in happened]

    monkeypatch.setattr(Toy, "feats", feats)
    session = await running_game(desk, options={"stones": "4"})
    await session.submit(user_id=ALICE, choice=Choice.of("peek"))
    await session.submit(user_id=ALICE, choice=take(1))
    await session.submit(user_id=BOB, choice=take(3))
    assert session.status == "over"
    hidden = {
        type(event).__name__
        for seat in range(2)
        for entry in await session.journal.log(seat)
        for event in entry.events
        if not event.visible_to(None)
    }
    assert "Peeked" in hidden
    async with desk.services.database.reading() as db:
        ((result, _),) = await results.of_server(db, GUILD)
    counted = {feat["kind"] for feat in result.feats or []}
    assert "Took" in counted or len(counted) > 1
    assert not counted & hidden


def test_nobody_is_too_late_for_a_question_that_may_leave_no_choice() -> None:
    late, hers = {"what": LATE, "seat": 0, "how": "default"}, held_by(ALICE)
    deeds = [
        AnswerDeed(DECISION, 0, ALICE, "movement", None),
        AnswerDeed(DECISION, 0, None, "movement", {**late, "guarded": True}, hers),
        AnswerDeed(DECISION, 0, None, "excuses", {**late, "guarded": True}, hers),
        AnswerDeed(DECISION, 0, None, "combat", late, hers),
    ]
    alone = without_choice(hers)
    deeds += [
        AnswerDeed(DECISION, 0, ALICE, "combat", None, without_choice(None)),
        AnswerDeed(DECISION, 0, None, "combat", late, alone),
    ]
    answers = seasons._played(deeds).answers[ALICE]
    assert (answers.in_time, answers.late) == (1, 1)


async def test_who_never_answered_and_was_sent_away_was_late(desk: Desk, clock: FakeClock) -> None:
    session = await open_game(desk, options={"pace": "daily", "stones": "9"})
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    await session.submit(user_id=ALICE, choice=bid(1))
    await time_passes(desk, clock, 25)
    await session.moderator.kick(by=CECILY, reason="never seen", seat=1)
    await session.lobby.end(ALICE)
    assert await answers(desk) == {ALICE: (1, 0), BOB: (0, 1)}


async def test_who_is_forgotten_has_answered_nothing(desk: Desk) -> None:
    over = await running_game(desk, channel=CHANNEL + 1, options={"pace": "daily"})
    await over.lobby.end(ALICE)
    session = await running_game(desk, options={"pace": "daily"})
    await desk.forgetting.forget(BOB, "Bob")
    await session.lobby.end(ALICE)
    assert await answers(desk) == {ALICE: (2, 0)}
