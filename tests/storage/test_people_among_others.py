"""People, petitions, orders and messages: the rows that are meant, and no others."""

from __future__ import annotations

from bot.storage import (
    Database,
    QuestionRow,
    cards,
    games,
    members,
    petitions,
    standing_orders,
    tellings,
)
from bot.storage.private_questions import forget, note, of_game
from bot.storage.tables import AbsenceRow, PetitionRow, StandingOrderRow
from tests.storage.rows import ANN, BEN, CLARE, MINUTE, NOW, OURS, THEIRS, every, put

# People


async def test_a_persons_thread_is_theirs_in_one_game(two: Database) -> None:
    async with two.writing() as db:
        await members.note_thread(db, OURS, ANN, 51)
        await members.note_thread(db, OURS, BEN, 52)
        await members.note_thread(db, THEIRS, ANN, 53)
        await members.note_thread(db, OURS, ANN, 54)
    async with two.writing() as db:
        places = [(OURS, ANN), (OURS, BEN), (THEIRS, ANN), (THEIRS, BEN)]
        assert [await members.thread_of(db, *p) for p in places] == [54, 52, 53, None]
        await members.forget_threads(db, OURS)
    async with two.reading() as db:
        assert [await members.thread_of(db, *p) for p in places] == [None, None, 53, None]


async def test_quiet_hours_and_closed_messages_are_kept_side_by_side(two: Database) -> None:
    async with two.writing() as db:
        await members.note_quiet(db, ANN, (60, 120), "Europe/London")
        await members.note_dms(db, ANN, NOW)
        await members.note_dms(db, BEN, None)
    async with two.writing() as db:
        ann = await members.by_id(db, ANN)
        assert ann is not None
        assert (ann.quiet_from, ann.quiet_until, ann.zone) == (60, 120, "Europe/London")
        assert (ann.dms_closed_at, await members.dms_closed_at(db, BEN)) == (NOW, None)
        await members.note_quiet(db, ANN, None, None)
    async with two.reading() as db:
        ann = await members.by_id(db, ANN)
        assert ann is not None
        assert (ann.quiet_from, ann.quiet_until, ann.zone) == (None, None, None)
        assert ann.dms_closed_at == NOW
        assert await members.by_id(db, CLARE) is None


async def test_absences_count_until_they_are_over(two: Database) -> None:
    spans = ((BEN, 0, 9), (ANN, 4, 6), (ANN, 1, 3), (ANN, -2, 0))
    await put(
        two,
        [
            AbsenceRow(user_id=user_id, begins=NOW + begins * MINUTE, ends=NOW + ends * MINUTE)
            for user_id, begins, ends in spans
        ],
    )
    async with two.reading() as db:
        assert [row.id for row in await members.absences(db, ANN, NOW)] == [3, 2]
        assert [row.id for row in await members.absences(db, ANN, NOW - MINUTE)] == [4, 3, 2]
        assert [row.id for row in await members.absences(db, ANN, NOW + 3 * MINUTE)] == [2]


async def test_when_somebody_was_last_noticed(two: Database) -> None:
    async with two.writing() as db:
        await members.hold(db, OURS)
        assert await members.note(db, OURS, ANN, 3, NOW) is None
        assert await members.note(db, THEIRS, ANN, 4, NOW) is None
        assert await members.note(db, OURS, BEN, 5, NOW) is None
    async with two.writing() as db:
        before = await members.note(db, OURS, ANN, 6, NOW + MINUTE)
        assert before is not None
        assert (before.game_id, before.user_id) == (OURS, ANN)
        assert (before.revision, before.at) == (3, NOW)
        await members.note(db, OURS, BEN, 6, NOW + 2 * MINUTE)
    async with two.reading() as db:
        kept = [
            await members.of_person(db, game_id, user_id)
            for game_id, user_id in ((OURS, ANN), (THEIRS, ANN), (OURS, BEN), (THEIRS, BEN))
        ]
    assert [row and (row.revision, row.at) for row in kept] == [
        (6, NOW + MINUTE),
        (4, NOW),
        (6, NOW + 2 * MINUTE),
        None,
    ]


# What the table asks and has said


async def test_petitions_of_one_game(two: Database) -> None:
    rows = [
        PetitionRow(game_id=OURS, what="undo", seat=0, closed=True, made_at=NOW),
        PetitionRow(game_id=THEIRS, what="undo", seat=0, made_at=NOW),
        PetitionRow(game_id=OURS, what="pause", seat=1, made_at=NOW),
        PetitionRow(game_id=OURS, what="undo", seat=1, made_at=NOW),
    ]
    await put(two, rows)
    async with two.writing() as db:
        assert [row.id for row in await petitions.of_game(db, OURS)] == [1, 3, 4]
        whats = (("undo",), ("pause", "resume"), ("resume",))
        found = [await petitions.open_one(db, OURS, what) for what in whats]
        assert [row and row.id for row in found] == [4, 3, None]
        await petitions.drop(db, rows[2])
    assert [row.id for row in await every(two, PetitionRow)] == [1, 2, 4]


async def test_standing_orders_of_one_game(two: Database) -> None:
    await put(
        two,
        [
            StandingOrderRow(game_id=game_id, seat=0, user_id=ANN, prompt="bid", made_at=NOW)
            for game_id in (OURS, THEIRS, OURS, OURS)
        ],
    )
    async with two.writing() as db:
        assert [row.id for row in await standing_orders.of_game(db, OURS)] == [1, 3, 4]
        found = [await standing_orders.by_id(db, OURS, number) for number in (1, 2, 3)]
        assert [row and row.id for row in found] == [1, None, 3]
        await standing_orders.disarm(db, OURS, 2)
        await standing_orders.disarm(db, OURS, 3)
    assert [row.id for row in await every(two, StandingOrderRow)] == [1, 2, 4]
    async with two.writing() as db:
        await standing_orders.disarm_all(db, OURS)
    assert [row.id for row in await every(two, StandingOrderRow)] == [2]


# Messages


async def test_cards_on_their_way_up_and_down(two: Database) -> None:
    async with two.writing() as db:
        await cards.coming(db, OURS, 20, NOW)
        await cards.to_go(db, OURS, 20, 900, NOW + MINUTE)
        await cards.coming(db, THEIRS, 21, NOW)
        await cards.to_go(db, OURS, 19, 901, NOW)
    async with two.writing() as db:
        assert await cards.games(db, "one", NOW) == [OURS, THEIRS]
        # While one process moves them no other does.
        assert await games.take_on(db, OURS, "one", NOW, NOW + MINUTE)
        assert await cards.games(db, "one", NOW + MINUTE) == [OURS, THEIRS]
        assert await cards.games(db, "two", NOW + MINUTE) == [THEIRS]
        assert await cards.games(db, "two", NOW + 2 * MINUTE) == [OURS, THEIRS]
        found = await cards.of_game(db, OURS)
        assert [(row.id, row.channel_id, row.message_id, row.at) for row in found] == [
            (1, 20, None, NOW),
            (2, 20, 900, NOW + MINUTE),
            (4, 19, 901, NOW),
        ]
        await cards.came(db, OURS)
        await cards.gone(db, 2)
        assert [row.message_id for row in await cards.of_game(db, OURS)] == [901]
        assert [row.message_id for row in await cards.of_game(db, THEIRS)] == [None]
        await cards.gone(db, 4)
        assert await cards.games(db, "two", NOW) == [THEIRS]


async def test_the_newest_messages_of_each_game_are_kept(two: Database) -> None:
    async with two.writing() as db:
        await tellings.note(db, THEIRS, 20, 1, "1", [1])
        for number in range(1, tellings.MOST + 3):
            await tellings.note(db, OURS, 20, number, f"{number}", [1])
        await tellings.note(db, OURS, 21, 1000, "1000", [1])
        # A message that grows is known: it tells of more, and stays where it was.
        await tellings.note(db, OURS, 22, 9, "9 and 70", [70])
    async with two.writing() as db:
        kept = await tellings.of_game(db, OURS, 20)
        assert [row.message_id for row in kept] == list(range(4, 63))
        assert (kept[5].text, kept[5].revisions) == ("9 and 70", [1, 70])
        assert [row.message_id for row in await tellings.of_game(db, OURS, 21)] == [1000]
        assert [row.message_id for row in await tellings.of_game(db, THEIRS, 20)] == [1]
        await tellings.shows(db, OURS, 5, {3, 1, 2})
    async with two.reading() as db:
        struck = {row.message_id: row.struck for row in await tellings.of_game(db, OURS, 20)}
        assert [number for number, which in struck.items() if which] == [5]
        assert struck[5] == [1, 2, 3]
        assert (await tellings.of_game(db, THEIRS, 20))[0].struck == []


# The private messages of a game that wait for an answer, beside those of another game.


def asking(game_id: str, message_id: int, mark: str = "m") -> QuestionRow:
    """A question in a message."""
    return QuestionRow(
        game_id=game_id, message_id=message_id, channel_id=7, seat=1, mark=mark,
        events=[{"event": "e"}], controls=["b.say"], news=True,
    )  # fmt: skip


async def noted(database: Database, game_id: str) -> list[tuple[int, str]]:
    """The messages of a game with what they ask."""
    async with database.reading() as db:
        return [(row.message_id, row.mark) for row in await of_game(db, game_id)]


async def test_each_game_has_its_own_oldest_first(two: Database) -> None:
    async with two.writing() as db:
        for game_id, message_id in ((OURS, 2**60), (OURS, 5), (THEIRS, 5)):
            await note(db, asking(game_id, message_id))
    assert await noted(two, OURS) == [(5, "m"), (2**60, "m")]
    assert await noted(two, THEIRS) == [(5, "m")]
    async with two.reading() as db:
        (row,) = await of_game(db, THEIRS)
    assert (row.channel_id, row.seat, row.news) == (7, 1, True)
    assert (row.events, row.controls) == ([{"event": "e"}], ["b.say"])


async def test_a_message_asks_one_thing_and_is_forgotten_alone(two: Database) -> None:
    async with two.writing() as db:
        for game_id in (OURS, THEIRS):
            await note(db, asking(game_id, 5))
            await note(db, asking(game_id, 5, "another"))
            await note(db, asking(game_id, 6))
    assert await noted(two, OURS) == [(5, "another"), (6, "m")]
    async with two.writing() as db:
        await forget(db, OURS, 5)
        await forget(db, OURS, 99)
    assert await noted(two, OURS) == [(6, "m")]
    assert await noted(two, THEIRS) == [(5, "another"), (6, "m")]
