"""A person's list of games: what each line says, in which order, and what never hides another."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.rules.kernel import Prompt
from bot.session import QuestionDue, Refused, SeatInfo
from cogs import games
from cogs.games import Games, game_lines
from cogs.lobby import join
from cogs.ui.replies import TROUBLE
from tests.cogs.conftest import MemorySession
from tests.cogs.test_second_opinion import doubled
from tests.rules.kingmaker.scene import Scene

ANNE, BEN, STRANGER = 101, 102, 9
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
HEAD = "### Kingmaker · <#2>"


class Bot:
    """A bot that knows one server by name; the person's tables are laid in."""

    def __init__(self, *tables: Any, unreadable: tuple[Any, ...] = ()) -> None:
        self.desk = self.availability = self
        self.tables, self.unreadable = list(tables), list(unreadable)

    def get_guild(self, number: int) -> Any:
        return SimpleNamespace(name="The *Realm*") if number == 5 else None

    async def tables_of(self, person: int) -> tuple[list[Any], list[Any]]:
        assert person == ANNE
        return self.tables, self.unreadable

    async def of(self, person: int) -> Any:
        assert person == ANNE
        return SimpleNamespace(away_until=None, quiet=None, holidays_left=timedelta(days=2))


def annes_move(**more: Any) -> Any:
    """Anne is to move; Ben is there too."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    session: Any = MemorySession(scene.match)
    session.options = {"pace": "daily"}
    session.dues = [QuestionDue(0, "movement", NOON)]
    vars(session).update(more)
    return session


def lobby(seats: int, wanted: int) -> Any:
    """A table that has not begun."""
    made = annes_move(match=None, status="lobby", seats_wanted=wanted)
    made.seats = [SeatInfo(n, ANNE + n, f"P{n}") for n in range(seats)]
    return made


async def lines(session: Any, person: int = ANNE) -> tuple[bool, list[str]]:
    """Whether the game waits for the person, and the lines below its head."""
    bot: Any = Bot()
    waits, text = await game_lines(bot, session, person)
    head, *rest = text.splitlines()
    assert head == HEAD
    return waits, rest


ASKED = "➤ **You decide:** Move your nobles"
STAMP = int(NOON.timestamp())
DUE = f"⏳ Time runs out <t:{STAMP}:R> (<t:{STAMP}:f>). If you do not answer, your movement ends."
NOTHING = "You have nothing to decide just now."


async def test_a_seat_that_a_computer_keeps_is_in_the_list() -> None:
    session = annes_move()
    session.seats[0] = SeatInfo(0, None, "Edith (computer)", "dabbler", kept_for=ANNE)
    assert await lines(session) == (
        False,
        [
            "Round 1 · Edith’s turn · movement",
            "A computer keeps your seat until you come back. `/game join` in the channel takes it "
            "back.",
        ],
    )


async def test_who_is_asked_reads_what_and_till_when() -> None:
    waits, (phase, asked, due) = await lines(annes_move())
    assert waits
    assert phase == "Round 1 · Anne’s turn · movement"
    assert asked.startswith(ASKED)
    assert due == DUE


async def test_without_a_deadline_there_is_no_empty_line() -> None:
    waits, rest = await lines(annes_move(dues=[]))
    assert waits
    assert [line[:4] for line in rest[1:]] == ["➤ **"]


async def test_who_is_not_waited_for_is_asked_nothing() -> None:
    assert (await lines(annes_move(), BEN)) == (False, [
        "Round 1 · Anne’s turn · movement", NOTHING,
    ])  # fmt: skip


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ({"paused_at": NOON}, "⏸ Paused."),
        ({"status": "over", "waiting_for": lambda: [0]}, NOTHING),
        # One waited for of whom nothing is asked: a computer's move.
        ({"prompts": lambda _seat: []}, NOTHING),
        ({"waiting_for": list}, NOTHING),
    ],
)
async def test_what_stands_still_asks_nothing(more: dict[str, Any], line: str) -> None:
    _, (_, told) = await lines(annes_move(**more))
    assert told == line


async def test_a_paused_game_still_waits_for_its_person() -> None:
    assert (await lines(annes_move(paused_at=NOON)))[0]
    assert not (await lines(annes_move(paused_at=NOON), BEN))[0]
    over = annes_move(status="over", waiting_for=lambda: [0])
    over.prompts = over.match.prompts
    assert (await lines(over))[0] is False


@pytest.mark.parametrize(
    ("seats", "wanted", "wait"),
    [
        (1, 4, "3 seats are free."),
        (2, 4, "2 seats are free."),
        (3, 4, "One seat is free."),
        (4, 4, "All seats are taken. The host can press **Start**."),
    ],
)
async def test_a_table_that_has_not_begun(seats: int, wanted: int, wait: str) -> None:
    assert await lines(lobby(seats, wanted)) == (False, [f"Not begun yet. {wait}"])


async def test_who_has_no_seat_reads_nothing_of_the_position() -> None:
    waits, rest = await lines(annes_move(seats_wanted=3), STRANGER)
    assert (waits, rest) == (False, ["Not begun yet. One seat is free."])


async def test_what_is_asked_is_of_the_moment_after_the_command_under_way() -> None:
    session = annes_move()

    async def at_rest() -> None:
        session.paused_at = NOON

    session.at_rest = at_rest
    assert (await lines(session))[1][1] == "⏸ Paused."


async def test_a_long_entry_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    async def own_time(*_: Any) -> str:
        return "a" * 900

    monkeypatch.setattr(games, "own_time", own_time)
    bot: Any = Bot()
    _, text = await game_lines(bot, annes_move(), ANNE)
    assert (len(text), text[-2:]) == (600, "a…")


async def test_what_stands_open_beside_the_question_is_not_asked() -> None:
    session = annes_move()
    open_too = Prompt(0, "deal", (), blocking=False)
    before = await lines(session)
    prompts = session.match.prompts(0)
    session.prompts = lambda _: [open_too, *prompts]
    assert await lines(session) == before
    # Nor does a game wait for who is asked nothing else.
    session.prompts = lambda _: [open_too]
    assert (await lines(session))[0] is False


# The whole list


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The answers, each with how it was given."""
    found: list[tuple[str, str]] = []

    async def show(_: Any, text: str) -> None:
        found.append(("show", text))

    async def tell(_: Any, text: str) -> None:
        found.append(("tell", text))

    monkeypatch.setattr(games, "show", show)
    monkeypatch.setattr(games, "tell", tell)
    return found


async def listed(bot: Any) -> None:
    """Anne types the command."""
    command: Any = Games.games.callback
    await command(Games(), SimpleNamespace(client=bot, user=SimpleNamespace(id=ANNE)))


QUIET = "-# You have no quiet hours. `/quiet from:22:30 until:08:00` sets them."
LEFT = (
    "-# You may be away for another 2 days this year. `/away days:7` stops your deadlines for a "
    "week."
)


async def test_who_sits_nowhere_hears_how_to_begin(told: list[tuple[str, str]]) -> None:
    await listed(Bot())
    none = "You are not at any table just now. `/game new` opens one in a channel."
    assert told == [("show", f"{none}\n{QUIET}\n{LEFT}")]


async def test_games_that_wait_stand_first_then_the_others_then_those_that_cannot_be_read(
    told: list[tuple[str, str]],
) -> None:
    lost = SimpleNamespace(game="lancaster", guild_id=5, channel_id=8, text="It cannot be read.")
    tables = [
        lobby(2, 3),
        annes_move(channel_id=3, guild_id=5),
        annes_move(channel_id=4, status="over"),
        annes_move(channel_id=5),
    ]
    await listed(Bot(*tables, unreadable=(lost,)))
    ((how, text),) = told
    assert how == "show"
    rows = text.splitlines()
    assert [row for row in rows if row.startswith("###")] == [
        r"### Kingmaker · <#3> · The \*Realm\*",
        "### Kingmaker · <#5>",
        "### Kingmaker · <#2>",
        "### Kingmaker · <#4>",
        r"### Lancaster · <#8> · The \*Realm\*",
    ]
    assert rows[-3:] == ["⚠️ It cannot be read.", QUIET, LEFT]
    assert "are not at" not in text


async def test_one_that_cannot_be_read_is_a_table_too(told: list[tuple[str, str]]) -> None:
    lost = SimpleNamespace(game="lancaster", guild_id=1, channel_id=8, text="It cannot be read.")
    await listed(Bot(unreadable=(lost,)))
    ((_, text),) = told
    assert text.splitlines()[:2] == ["### Lancaster · <#8>", "⚠️ It cannot be read."]


async def test_a_game_without_words_hides_no_other(told: list[tuple[str, str]]) -> None:
    broken = annes_move(channel_id=4)
    broken.view = None
    await listed(Bot(broken, annes_move()))
    ((_, text),) = told
    assert text.splitlines()[0] == HEAD
    assert f"### Kingmaker · <#4>\n{TROUBLE}" in text


async def test_a_long_list_takes_several_messages(told: list[tuple[str, str]]) -> None:
    await listed(Bot(*(annes_move(channel_id=n) for n in range(10, 40))))
    assert [how for how, _ in told] == ["show", *["tell"] * (len(told) - 1)]
    assert len(told) > 2
    heads = [line for _, text in told for line in text.splitlines() if line.startswith("###")]
    assert heads == [f"### Kingmaker · <#{n}>" for n in range(10, 40)]


async def test_status_puts_the_card_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    async def show_status(interaction: Any) -> None:
        asked.append(interaction)

    monkeypatch.setattr(games, "show_status", show_status)
    command: Any = Games.status.callback
    await command(Games(), "here")
    assert asked == ["here"]


# One person at tables on two servers.


@pytest.mark.usefixtures("in_this_thread")
async def test_games_on_two_servers_are_listed_with_their_server(tmp_path: Path) -> None:
    async with doubled(tmp_path) as (bot, env):
        person = env.create_user("alice")
        answers: list[Any] = []
        for name, seats in (("The Realm", 3), ("The March", 5)):
            guild = env.create_guild(name)
            channel = guild.create_text_channel("kingmaker")
            alice: Any = guild.add_member(person)
            await alice.slash(channel, "game new", seats=seats)
            answers.append((await alice.slash(channel, "games")).response)
            found = await bot.desk.in_channel(int(channel.id))
            assert found is not None
            assert (found.guild_id, found.seats_wanted) == (int(guild.id), seats)
        here, both = (answer.content for answer in answers)
        assert all(answer.ephemeral for answer in answers)
        assert ("The Realm" in here, "The March" in here) == (True, False)
        assert both.count("### Kingmaker") == 2
        assert "2 seats are free." in both
        assert "4 seats are free." in both
        assert "The Realm" in both
        assert "The March" in both
        # Who sits at no table leaves none, whatever server he is on.
        stranger: Any = guild.add_member(env.create_user("bob"))
        refused = (await stranger.slash(channel, "game leave")).response
        assert (refused.ephemeral, refused.content) == (True, "You have no seat in this game.")
        assert (
            "You are not at any table" in (await stranger.slash(channel, "games")).response.content
        )


@pytest.mark.parametrize("guild", [99, None])
async def test_nobody_joins_from_another_server_or_from_outside(guild: int | None) -> None:
    here: Any = SimpleNamespace(guild_id=guild)
    session: Any = SimpleNamespace(guild_id=1)
    with pytest.raises(Refused, match="is on another server"):
        await join(here, session)
