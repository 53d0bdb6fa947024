"""Leaderboards and profiles: whom they show, and what stays when somebody or a game is gone."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

from bot.rules.kernel import Feat
from bot.session import Desk, Outcomes, Profile, Rank, Rated
from bot.storage import ResultRow, ResultSeatRow, results
from tests.session.doubles import ALICE, BOB, CECILY, GUILD, FakeClock, take
from tests.session.doubles import running_game as begun
from tests.storage.databases import database_url

__all__ = ["database_url"]

ANN, BEN, CAT = Rated(ALICE), Rated(BOB), Rated(CECILY)


async def won_by_bob(desk: Desk, clock: FakeClock, **options: str) -> None:
    """A game of two that Bob wins over Alice."""
    session = await begun(desk, options={"stones": "4", **options})
    await session.submit(user_id=ALICE, choice=take(1))
    await session.submit(user_id=BOB, choice=take(3))
    assert session.status == "over"
    clock.advance(minutes=1)


async def won_by_cecily(desk: Desk, clock: FakeClock) -> None:
    """A game of three that Cecily wins over Alice and Bob."""
    session = await begun(desk, bids=(1, 0, 0), options={"stones": "5"})
    for person, stones in ((ALICE, 1), (BOB, 1), (CECILY, 3)):
        await session.submit(user_id=person, choice=take(stones))
    assert session.status == "over"
    clock.advance(minutes=1)


async def board(desk: Desk, guild: int = GUILD) -> list[Rank]:
    return await desk.seasons.leaderboard(guild, "toy")


async def ratings(desk: Desk) -> dict[Rated, int]:
    return {rank.player: rank.rating for rank in await board(desk)}


async def answers(desk: Desk, user_id: int, guild: int = GUILD) -> tuple[int, int]:
    """How many answers of a person are kept that came in time, and too late."""
    since = desk.services.clock.now() - timedelta(days=365)
    async with desk.services.database.reading() as db:
        found = await results.answers_of(db, guild, [user_id], since)
    return found.get(user_id, (0, 0))


async def test_the_best_stand_first(desk: Desk, clock: FakeClock) -> None:
    assert await board(desk) == []
    await won_by_cecily(desk, clock)
    await won_by_bob(desk, clock)
    found = await board(desk)
    assert [(r.place, r.player, r.games, r.won) for r in found] == [
        (1, CAT, 1, 1), (2, BEN, 2, 1), (3, ANN, 2, 0),
    ]  # fmt: skip
    assert [r.rating for r in found] == sorted((r.rating for r in found), reverse=True)
    # Another server, and another game, know nothing of it.
    assert await board(desk, GUILD + 1) == []
    assert await desk.seasons.leaderboard(GUILD, "chess") == []
    assert await desk.seasons.most_played(GUILD) == "toy"
    assert await desk.seasons.most_played(GUILD + 1) is None


async def test_equal_ratings_share_a_place(desk: Desk, clock: FakeClock) -> None:
    await won_by_cecily(desk, clock)
    found = await board(desk)
    assert [(r.place, r.player) for r in found] == [(1, CAT), (2, ANN), (2, BEN)]
    assert found[1].rating == found[2].rating


async def test_running_games_do_not_show(desk: Desk, clock: FakeClock) -> None:
    session = await begun(desk, options={"stones": "4", "pace": "daily"})
    await session.submit(user_id=ALICE, choice=take(1))
    assert await board(desk) == []
    assert await desk.seasons.profile(GUILD, ALICE, by=ALICE) == Profile(listed=True)


async def test_a_profile_tells_ratings_wins_and_answers(desk: Desk, clock: FakeClock) -> None:
    await won_by_bob(desk, clock, pace="daily")
    await won_by_bob(desk, clock)
    await won_by_cecily(desk, clock)
    profile = await desk.seasons.profile(GUILD, BOB, by=ALICE)
    (record,) = profile.records
    places = {rank.player: (rank.place, rank.rating) for rank in await board(desk)}
    assert (record.rank, record.rating) == places[BEN]
    assert (record.game, record.games, record.won, record.of) == ("toy", 3, 2, 3)
    assert record.kinds == {"last stone": 2}
    assert await answers(desk, BOB) == (2, 0)
    assert profile.band is None
    assert await desk.seasons.profile(GUILD + 1, BOB, by=BOB) == Profile(listed=True)


async def broken_off(desk: Desk) -> None:
    """A game that Bob has answered in, and left, before it was broken off."""
    session = await begun(desk, options={"stones": "4", "pace": "daily"})
    await session.submit(user_id=ALICE, choice=take(1))
    await session.lobby.leave(BOB)
    await session.lobby.end(ALICE)


async def test_a_profile_tells_of_answers_in_games_that_were_left(desk: Desk) -> None:
    await broken_off(desk)
    assert await answers(desk, BOB) == (1, 0)
    assert await answers(desk, BOB, GUILD + 1) == (0, 0)
    # Others do not see it if it is not wanted, and nobody once he is forgotten.
    await desk.seasons.show(BOB, listed=False)
    assert await desk.seasons.profile(GUILD, BOB, by=ALICE) == Profile(listed=False)
    assert await answers(desk, BOB) == (1, 0)
    await desk.forgetting.forget(BOB, "Bob")
    assert await desk.seasons.profile(GUILD, BOB, by=BOB) == Profile(listed=True)
    assert (await answers(desk, BOB), await answers(desk, ALICE)) == ((0, 0), (2, 0))


async def test_whoever_is_forgotten_in_a_running_game_has_not_answered_in_it(
    desk: Desk, clock: FakeClock
) -> None:
    session = await begun(desk, options={"stones": "8", "pace": "daily"})
    await session.submit(user_id=ALICE, choice=take(1))
    clock.advance(hours=25)
    while await desk.scheduler.carry_out_due():
        pass
    await desk.forgetting.forget(BOB, "Bob")
    await session.lobby.end(ALICE)
    assert await desk.seasons.profile(GUILD, BOB, by=BOB) == Profile(listed=True)
    assert (await answers(desk, BOB), await answers(desk, ALICE)) == ((0, 0), (2, 0))


async def test_answers_outlive_the_games(desk: Desk, clock: FakeClock) -> None:
    await broken_off(desk)
    clock.advance(days=20)
    desk.forgetting.keep_for = timedelta(days=10)
    assert await desk.forgetting.forget_old() == 1
    assert await answers(desk, BOB) == (1, 0)


async def test_who_does_not_want_it_is_not_shown(desk: Desk, clock: FakeClock) -> None:
    await won_by_bob(desk, clock)
    await won_by_cecily(desk, clock)
    before = await ratings(desk)
    await desk.seasons.show(CECILY, listed=False)
    assert [(r.place, r.player) for r in await board(desk)] == [(1, BEN), (2, ANN)]
    # The others' ratings are as they were, and so is what others may see of her: nothing.
    assert await ratings(desk) == {who: before[who] for who in (ANN, BEN)}
    assert await desk.seasons.profile(GUILD, CECILY, by=ALICE) == Profile(listed=False)
    own = await desk.seasons.profile(GUILD, CECILY, by=CECILY)
    assert (own.listed, own.records[0].rating, own.records[0].won) == (False, before[CAT], 1)
    assert own.records[0].rank is None
    seen = await desk.seasons.profile(GUILD, BOB, by=ALICE)
    assert (seen.records[0].rank, seen.records[0].of) == (1, 2)
    await desk.seasons.show(CECILY, listed=True)
    assert await ratings(desk) == before


async def test_the_forgotten_are_gone_and_the_others_stay_as_they_are(
    desk: Desk, clock: FakeClock
) -> None:
    await won_by_bob(desk, clock, pace="daily")
    await won_by_cecily(desk, clock)
    await won_by_bob(desk, clock)
    await won_by_cecily(desk, clock)
    before = await ratings(desk)
    await desk.seasons.show(BOB, listed=True)
    await desk.forgetting.forget(BOB, "Bob")
    assert await ratings(desk) == {who: before[who] for who in (ANN, CAT)}
    assert await desk.seasons.profile(GUILD, BOB, by=BOB) == Profile(listed=True)
    # Also after one more, and once another has gone.
    await won_by_cecily(desk, clock)
    later = await ratings(desk)
    assert later[CAT] > before[CAT]
    await desk.forgetting.forget(ALICE, "Alice")
    after = await ratings(desk)
    assert after[CAT] == later[CAT]
    # Whoever comes back begins anew.
    assert after[BEN] == later[BEN] < 1000
    assert ANN not in after


async def test_ratings_outlive_the_games(desk: Desk, clock: FakeClock) -> None:
    await won_by_bob(desk, clock)
    clock.advance(days=20)
    await won_by_cecily(desk, clock)
    before = await board(desk)
    desk.forgetting.keep_for = timedelta(days=10)
    assert await desk.forgetting.forget_old() == 1
    assert await board(desk) == before
    clock.advance(days=20)
    assert await desk.forgetting.forget_old() == 1
    assert await board(desk) == before
    # The right to be forgotten holds for them too.
    await desk.forgetting.forget(CECILY, "Cecily")
    assert {rank.player for rank in await board(desk)} == {ANN, BEN}


async def test_two_are_forgotten_at_once(desk: Desk, open_desk: Any, clock: FakeClock) -> None:
    for _ in range(3):
        await won_by_cecily(desk, clock)
    before = await ratings(desk)
    other = open_desk(process="other")
    await asyncio.gather(
        desk.forgetting.forget(CECILY, "Cecily"), other.forgetting.forget(BOB, "Bob")
    )
    assert await ratings(desk) == {ANN: before[ANN]}


async def test_how_games_ended_is_counted_by_rule_set(desk: Desk, clock: FakeClock) -> None:
    at = clock.now()
    ended = (
        ("a", "plain", 6, "york"),
        ("b", "plain+salt", 9, "lancaster"),
        ("c", "smooth", 9, ""),
    )
    for seed, ruleset, rounds, side in ended:
        result = ResultRow(
            seed_hash=seed, guild_id=GUILD, game="toy", victory="stone", ruleset=ruleset,
            rounds=rounds, ended=at,
        )  # fmt: skip
        seats = [
            ResultSeatRow(seed_hash=seed, number=0, user_id=ALICE, place=1, won=True, side=side),
            ResultSeatRow(seed_hash=seed, number=1, place=2, won=False, side=side and "york"),
        ]
        async with desk.services.database.writing() as db:
            await results.keep(db, result, seats)
    both = {"york": (1, 3), "lancaster": (1, 1)}
    assert await desk.seasons.played(GUILD, "toy") == [
        Outcomes("toy/plain", 2, 2, {6: 1, 9: 1}, {"stone": 2}, both),
        Outcomes("toy/smooth", 1, 1, {9: 1}, {"stone": 1}),
    ]
    assert await desk.seasons.played(GUILD + 1, "toy") == []
    # Ratings are those of all games, and those of one rule set.
    rank = (await desk.seasons.leaderboard(GUILD, "toy"))[0]
    plain = (await desk.seasons.leaderboard(GUILD, "toy", "toy/plain"))[0]
    assert (rank.player, rank.games, plain.player, plain.games) == (ANN, 3, ANN, 2)
    assert 1000 < plain.rating < rank.rating
    assert await desk.seasons.leaderboard(GUILD, "toy", "toy/rough") == []
    (record,) = (await desk.seasons.profile(GUILD, ALICE, by=BOB)).records
    assert record.by_rules["toy/plain"] == plain.rating
    assert 1000 < record.by_rules["toy/smooth"] < plain.rating
    assert record.by_rules.keys() == {"toy/plain", "toy/smooth"}
    sides = {"york": (1, 1), "lancaster": (1, 1)}
    assert record.played[0] == Outcomes("toy/plain", 2, 2, {6: 1, 9: 1}, {"stone": 2}, sides)


async def test_what_was_done_is_told_of_whoever_lets_it_be_seen(
    desk: Desk, clock: FakeClock
) -> None:
    await won_by_bob(desk, clock)
    anns, bens = Feat("took", 0, "stones", 1), Feat("took", 1, "stones", 3)

    async def told() -> list[tuple[Feat, Rated | None]]:
        (played,) = await desk.seasons.played(GUILD, "toy")
        assert {ruleset for ruleset, _, _ in played.feats} == {"plain"}
        return [(feat, who) for _, feat, who in played.feats]

    # A profile says nothing of them.
    (record,) = (await desk.seasons.profile(GUILD, ALICE, by=ALICE)).records
    assert [(played.games, played.feats) for played in record.played] == [(1, [])]
    assert await told() == [(anns, ANN), (bens, BEN)]
    await desk.seasons.show(ALICE, listed=False)
    assert await told() == [(anns, None), (bens, BEN)]
    await desk.forgetting.forget(BOB, "Bob")
    assert await told() == [(anns, None), (bens, None)]


async def test_what_was_taken_back_is_not_told(desk: Desk, clock: FakeClock) -> None:
    session = await begun(desk, options={"stones": "5"})
    await session.submit(user_id=ALICE, choice=take(2))
    await session.moderator.undo(by=CECILY, reason="a slip")
    await session.submit(user_id=ALICE, choice=take(3))
    await session.submit(user_id=BOB, choice=take(2))
    assert session.status == "over"
    (played,) = await desk.seasons.played(GUILD, "toy")
    assert [feat.count for _, feat, _ in played.feats] == [3, 2]
