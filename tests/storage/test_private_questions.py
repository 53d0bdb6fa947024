"""The private messages of a game that wait for an answer, beside those of another game."""

from __future__ import annotations

from bot.storage import Database, QuestionRow
from bot.storage.private_questions import forget, note, of_game
from tests.storage.rows import OURS, THEIRS


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
