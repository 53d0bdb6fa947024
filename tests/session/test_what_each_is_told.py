"""What each command gives to read: to the channel, to each person, and to nobody else."""

from __future__ import annotations

from bot.rules.kernel import Choice
from bot.session import Desk
from tests.session.doubles import ALICE, BOB, CECILY, Notebook, bid, open_game, take

PEEK = Choice.of("peek")
MOD = 900


class Reading:
    """Turns the page after every command."""

    def __init__(self, desk: Desk, notebook: Notebook) -> None:
        self._desk, self._notebook = desk, notebook

    async def page(self) -> dict[int | None, list[str]]:
        """The kinds of what each reader was told since the last page, in their order."""
        await self._desk.courier.flush()
        told: dict[int | None, list[str]] = {}
        for entry in self._notebook.entries:
            told.setdefault(entry.reader, []).append(entry.kind)
        self._notebook.clear()
        return told


async def test_a_table_comes_together(desk: Desk, notebook: Notebook) -> None:
    reading = Reading(desk, notebook)
    session = await open_game(desk, seats=3, options={"stones": "9"})
    assert await reading.page() == {None: ["status"]}
    await session.lobby.join(BOB, "Bob")
    await session.lobby.join(CECILY, "Cecily")
    await session.lobby.leave(CECILY)
    await session.lobby.add_computer(ALICE, "dabbler")
    await session.lobby.remove_computer(ALICE)
    assert await reading.page() == {None: ["status"]}
    desk.background.closing = True
    await session.lobby.start(ALICE, fewer=True)
    hands = ["secret", "ask_secret"]
    assert await reading.page() == {
        None: ["opening", "log", "ask", "status"],
        ALICE: hands,
        BOB: hands,
    }


async def test_a_game_from_its_first_bids_to_its_end(desk: Desk, notebook: Notebook) -> None:
    reading = Reading(desk, notebook)
    session = await open_game(desk, options={"stones": "4"})
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    await reading.page()
    await session.submit(user_id=BOB, choice=bid(1))
    assert await reading.page() == {None: ["status"]}
    await session.submit(user_id=ALICE, choice=bid(0))
    assert await reading.page() == {None: ["log", "ask", "status"]}
    await session.submit(user_id=BOB, choice=PEEK)
    assert await reading.page() == {None: ["status"], BOB: ["secret"]}
    await session.submit(user_id=BOB, choice=take(3))
    assert await reading.page() == {None: ["log", "picture", "ask", "status"]}
    await session.consent.undo(user_id=BOB)
    assert await reading.page() == {None: ["log", "struck", "status"]}
    await session.submit(user_id=BOB, choice=take(2))
    await session.submit(user_id=ALICE, choice=take(2))
    # The picture of the last turn is that of the whole game.
    assert await reading.page() == {None: ["log", "over", "picture", "ask", "status", "replay"]}


async def test_what_the_table_asks_and_what_moderators_do(desk: Desk, notebook: Notebook) -> None:
    reading = Reading(desk, notebook)
    session = await open_game(desk, options={"stones": "40"})
    await session.lobby.join(BOB, "Bob")
    await session.lobby.start(ALICE)
    await session.submit(user_id=ALICE, choice=bid(1))
    await session.submit(user_id=BOB, choice=bid(0))
    await session.submit(user_id=ALICE, choice=PEEK)
    await reading.page()
    await session.consent.ask_undo(user_id=ALICE)
    assert await reading.page() == {None: ["petition", "status"]}
    await session.consent.answer_undo(BOB, True)
    assert await reading.page() == {None: ["log", "struck", "petition", "status"]}
    await session.consent.vote_pause(BOB)
    assert await reading.page() == {None: ["petition", "status"]}
    await session.moderator.pause(by=MOD, reason="tea")
    assert await reading.page() == {None: ["log", "petition", "status"]}
    await session.moderator.resume(by=MOD, reason="on")
    assert await reading.page() == {None: ["log", "status"]}
    await session.moderator.break_glass(by=MOD, reason="a doubt", seat=1)
    assert await reading.page() == {None: ["log", "status"], BOB: ["secret"]}
    await session.moderator.skip(by=MOD, reason="asleep", seat=0)
    assert await reading.page() == {None: ["log", "picture", "ask", "status"]}
    await session.moderator.undo(by=MOD, reason="awake")
    assert await reading.page() == {None: ["log", "struck", "ask", "status"]}
    await session.moderator.replace_player(
        by=MOD, reason="ill", seat=0, user_id=CECILY, name="Cecily"
    )
    assert await reading.page() == {None: ["log", "ask", "status"], CECILY: ["brief"]}
    await session.lobby.leave(BOB)
    assert await reading.page() == {None: ["log", "status"]}
    await session.lobby.join(ALICE, "Alice")
    assert await reading.page() == {None: ["log", "status"], ALICE: ["brief"]}
    await session.lobby.end(CECILY)
    assert await reading.page() == {None: ["over", "status"]}
