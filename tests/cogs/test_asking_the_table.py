"""Commands about being away, about what is asked of the table, about help and the lesson."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

import cogs.away
import cogs.consent
import cogs.help
import cogs.tutorial
from bot.games import lessons_of
from bot.rules.kernel import Offer, Prompt
from bot.session import Availability, Refused
from bot.session.receipts import STALE
from bot.session.seating import COMMENTARY, PAUSE, RESUME, UNDO
from cogs.away import Away, zones_like
from cogs.consent import Consent
from cogs.help import Help, guide_text
from cogs.tutorial import Tutorial, _game, _place, _under_way
from cogs.ui.controls import HANDLERS, Press
from cogs.ui.log_notes import availability_lines
from cogs.ui.petitions import ANSWERED
from cogs.ui.replies import MESSAGE_LIMIT, NoGame
from tests.cogs.conftest import HOST, MemorySession
from tests.rules.kingmaker.scene import Scene

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
STAMP = int(NOON.timestamp())


@pytest.fixture
def session() -> Any:
    """Anne, who may move, and Ben."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    return MemorySession(scene.match)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, session: Any) -> list[str]:
    """What is shown to the one who asks."""
    found: list[str] = []

    async def show(_: Any, text: str, *, view: Any = None) -> None:
        found.append(text)

    async def here(_: Any) -> Any:
        return session

    for module in (cogs.away, cogs.consent, cogs.help, cogs.tutorial):
        monkeypatch.setattr(module, "show", show)
    for module in (cogs.consent, cogs.help):
        monkeypatch.setattr(module, "session_here", here)
    return found


def somebody(user: int = HOST, **more: Any) -> Any:
    """Somebody who types."""
    who = SimpleNamespace(id=user, display_name="Dora " + "x" * 80)
    return SimpleNamespace(user=who, id=77, guild_id=1, channel_id=2, channel=None, **more)


async def typed(command: Any, who: Any, **options: Any) -> None:
    """Type a command."""
    await command.callback(command.binding or object(), who, **options)


async def suggest(cog: Any, what: str, who: Any, current: str) -> list[Any]:
    """What is suggested while somebody types."""
    found: list[Any] = await getattr(cog, what)(who, current)
    return found


# Being away


class Diary:
    """What is kept of a person's time, and what was done about it."""

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []
        self.zone = "Europe/London"

    async def come_back(self, user: int) -> None:
        """Here again."""
        self.done.append(("back", user))

    async def go_away(self, user: int, days: float) -> datetime:
        """Away for so long."""
        self.done.append(("away", user, days))
        return NOON

    async def of(self, user: int) -> Availability:
        """How things stand."""
        assert user == HOST
        return Availability((60, 120), self.zone, None, timedelta(days=3))

    async def set_quiet_hours(self, *what: Any) -> None:
        """Quiet hours, or none."""
        self.done.append(("quiet", *what))


@pytest.fixture
def away() -> Any:
    """Somebody, and what is kept of their time."""
    kept = Diary()
    return somebody(client=SimpleNamespace(desk=SimpleNamespace(availability=kept)))


async def test_going_away_and_coming_back(away: Any, said: list[str]) -> None:
    kept, cog = away.client.desk.availability, Away()
    await typed(cog.away, away, days=2.5)
    assert kept.done.pop() == ("away", HOST, 2.5)
    assert said.pop() == (
        f"Have a good time! Until <t:{STAMP}:f> none of your deadlines run, in any game. The "
        "others only see a later time on the card. `/away back:True` brings you back sooner."
    )
    await typed(cog.away, away, back=True)
    assert kept.done.pop() == ("back", HOST)
    assert said.pop() == "Welcome back! Your deadlines are running again from where they stopped."
    await typed(cog.away, away)
    assert said.pop() == "\n".join(availability_lines(await kept.of(HOST)))
    with pytest.raises(Refused, match=r"^Give `days` to go away or `back`"):
        await typed(cog.away, away, days=2.5, back=True)
    assert kept.done == []


async def test_quiet_hours_are_set_and_dropped(away: Any, said: list[str]) -> None:
    kept, cog = away.client.desk.availability, Away()
    lines = "\n".join(availability_lines(await kept.of(HOST)))
    await typed(cog.quiet, away, start="22:30", until="8")
    assert kept.done.pop() == ("quiet", HOST, (1350, 480), "Europe/London")
    await typed(cog.quiet, away, start="22:30", until="8", zone="Asia/Tokyo")
    assert kept.done.pop() == ("quiet", HOST, (1350, 480), "Asia/Tokyo")
    for more in ({}, {"start": "22:30"}, {"start": "x", "until": "y", "zone": "z"}):
        await typed(cog.quiet, away, off=True, **more)
        assert kept.done.pop() == ("quiet", HOST, None)
    await typed(cog.quiet, away)
    assert kept.done == []
    assert said == [lines] * 6
    for half in ({"start": "22:30"}, {"until": "8"}, {"zone": "UTC"}):
        with pytest.raises(Refused, match=r"^Give both `from` and `until`"):
            await typed(cog.quiet, away, **half)
    assert kept.done == []


async def test_time_zones_are_suggested(away: Any) -> None:
    assert zones_like("utc") == ["Etc/UTC", "UTC"]
    assert zones_like(" new york ") == ["America/New_York"]
    assert zones_like("london")[0] == "Europe/London"
    # Those whose last name begins so come first, then by the alphabet.
    rome = zones_like("ro")
    begin = [zone.casefold().split("/")[-1].startswith("ro") for zone in rome]
    assert begin == sorted(begin, reverse=True)
    assert rome[: sum(begin)] == sorted(rome[: sum(begin)])
    assert rome[sum(begin) :] == sorted(rome[sum(begin) :])
    assert 0 < sum(begin) < len(rome)
    assert len(zones_like("")) == 25
    assert zones_like("atlantis") == []
    assert all("/" in zone or zone == "UTC" for zone in cogs.away._zones())
    offered = await suggest(Away(), "_zones", away, "vienna")
    assert [(each.name, each.value) for each in offered] == [("Europe/Vienna", "Europe/Vienna")]


# What is asked of the table


class Table:
    """What is asked of a table, and what its people say to it."""

    def __init__(self) -> None:
        self.undo: Any = None
        self.vote: Any = None
        self.heard: list[tuple[Any, ...]] = []

    async def open_one(self, *whats: str) -> Any:
        """The step back or the pause that somebody asks for; nothing else is ever asked."""
        return {(UNDO,): self.undo, (PAUSE, RESUME): self.vote}.get(whats)

    async def answer_undo(self, user: int, yes: bool, **more: Any) -> Any:
        """Somebody's word on a step back."""
        self.heard.append((UNDO, user, yes, more))
        return SimpleNamespace(state="done")

    async def comment(self, user: int, yes: bool, **more: Any) -> Any:
        """Somebody's word on commentary."""
        self.heard.append((COMMENTARY, user, yes, more))
        return SimpleNamespace(state="open")

    async def vote_pause(self, user: int, yes: bool = True, **more: Any) -> Any:
        """Somebody's word on a pause."""
        self.heard.append((PAUSE, user, yes, more))
        return SimpleNamespace(state="refused")


@pytest.fixture
def table(session: Any) -> Table:
    """The table of the session."""
    session.consent = session.amending = session.onlookers = Table()
    found: Table = session.consent
    return found


async def test_one_agrees_to_a_step_back_before_a_pause(table: Table, said: list[str]) -> None:
    cog, about = Consent(), {"interaction_id": "77"}
    with pytest.raises(Refused, match=r"^Nobody is asking the table for anything just now\.$"):
        await typed(cog.agree, somebody())
    table.vote = SimpleNamespace(what=RESUME, number=4)
    await typed(cog.agree, somebody(), yes=False)
    assert table.heard.pop() == (PAUSE, HOST, False, {**about, "number": 4})
    assert said.pop() == ANSWERED["refused"]
    table.undo = SimpleNamespace(what=UNDO, number=3)
    await typed(cog.agree, somebody())
    assert table.heard.pop() == (UNDO, HOST, True, {**about, "number": 3})
    assert said.pop() == ANSWERED["done"]
    table.vote = None
    await typed(cog.agree, somebody())
    assert table.heard.pop()[0] == UNDO


async def test_a_pause_is_moved(
    table: Table, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cogs.consent, "asked_text", lambda _, petition: f"It is {petition.state}.")
    for command, what in ((Consent().pause, PAUSE), (Consent().resume, RESUME)):
        await typed(command, somebody())
        assert table.heard.pop() == (PAUSE, HOST, True, {"what": what, "interaction_id": "77"})
        assert said.pop() == "It is refused."


async def test_the_buttons_of_a_petition(table: Table, session: Any, said: list[str]) -> None:
    class Found(Press):
        async def session(self, _: Any) -> Any:
            return session

    async def press(*parts: str) -> tuple[Any, ...]:
        await HANDLERS["petition"][0](somebody(), Found("petition", "ABC123", parts))
        return table.heard.pop()

    about = {"number": 12, "interaction_id": "77"}
    assert await press("12", UNDO, "yes") == (UNDO, HOST, True, about)
    assert await press("12", UNDO, "no") == (UNDO, HOST, False, about)
    assert await press("12", COMMENTARY, "yes") == (COMMENTARY, HOST, True, about)
    assert await press("12", PAUSE, "yes") == (PAUSE, HOST, True, about)
    assert await press("12", RESUME, "no", "more") == (PAUSE, HOST, False, about)
    for damaged in ((), ("12",), ("x", UNDO, "yes"), ("12", "dance", "yes"), ("", PAUSE, "yes")):
        with pytest.raises(Refused) as refused:
            await press(*damaged)
        assert refused.value.text == STALE
    assert table.heard == []


# Help


async def test_the_guide_names_every_games_commands() -> None:
    text = guide_text()
    assert text.startswith("### How to win: Covault’s evening\nYou win at once when you hold the ")
    assert "### How this works\n" in text
    assert len(text) < MESSAGE_LIMIT
    assert "\n- Kingmaker: `/" in text
    assert "`/do` does anything" in text


async def test_help_is_of_the_game_or_of_the_bot(
    session: Any, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[Any] = []

    async def noted(*what: Any, aim: bool = False) -> None:
        found.append((*what, "aim") if aim else what)

    monkeypatch.setattr(cogs.help, "show_what_now", noted)
    monkeypatch.setattr(cogs.help, "show_topic", noted)
    monkeypatch.setattr(cogs.help, "take_back", noted)
    who, cog = somebody(), Help()
    await typed(cog.help, who)
    assert found.pop() == (who, session, "aim")
    await typed(cog.undo, who)
    assert found.pop() == (who, session)
    offered = await suggest(cog, "_topics", who, "")
    assert len(offered) > 3
    topic = offered[1]
    assert [
        (each.name, each.value) for each in await suggest(cog, "_topics", who, topic.name.upper())
    ] == [(topic.name, topic.value)]
    await typed(cog.help, who, topic=topic.value)
    assert found.pop()[0] is who
    session.match = None
    await typed(cog.help, who)
    await typed(cog.guide, who)

    async def none(_: Any) -> Any:
        raise NoGame

    monkeypatch.setattr(cogs.help, "session_here", none)
    await typed(cog.help, who)
    assert said == [guide_text(session), guide_text(session), guide_text()]
    assert found == []


async def test_anything_open_is_suggested_by_its_name(
    session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.ui.suggestions.session_at_hand", lambda _: session)
    offered = await suggest(cogs.help, "_actions", somebody(), "")
    assert ("March", "march") in [(each.name, each.value) for each in offered]
    assert [each.value for each in await suggest(cogs.help, "_actions", somebody(), "MARC")] == [
        "march"
    ]
    assert await suggest(cogs.help, "_actions", somebody(HOST + 9), "") == []
    many = Prompt(0, "test", tuple(Offer(f"verb{n}") for n in range(26)))
    session.prompts = lambda _: [many]
    assert len(await suggest(cogs.help, "_actions", somebody(), "")) == 25


# The lesson


def test_which_game_is_taught() -> None:
    assert _game(None) == _game(" KINGMAKER ") == "kingmaker"
    assert _game("lancaster") == "lancaster"
    with pytest.raises(Refused) as refused:
        _game("chess*" + "x" * 60)
    assert refused.value.text.startswith("There is no lesson for “chess\\*" + "x" * 34 + "”. ")
    assert refused.value.text.endswith("There are lessons for Kingmaker and Lancaster.")


async def test_a_lesson_begins_once_with_a_computer(
    session: Any, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[Any] = []
    games: list[Any] = []

    async def start(user: int, interaction: str) -> None:
        done.append(("start", user, interaction))

    async def add(user: int, policy: str) -> None:
        done.append(("computer", user, policy))

    async def opened(**what: Any) -> Any:
        done.append(what)
        lobby = SimpleNamespace(add_computer=add, start=start)
        return SimpleNamespace(lobby=lobby, id="G", game=what["game"], options={}, seats=[])

    async def of(user: int) -> list[Any]:
        assert user == HOST
        return games

    async def place(_: Any) -> int:
        return where

    monkeypatch.setattr(cogs.tutorial, "_place", place)
    desk = SimpleNamespace(games_of=of, new_games=SimpleNamespace(open=opened))
    who, script = somebody(client=SimpleNamespace(desk=desk)), lessons_of("kingmaker")[0]
    for where, told in ((2, "here"), (9, "in <#9>")):
        await typed(Tutorial().tutorial, who)
        assert said.pop() == f"🎓 Your lesson starts {told}. It takes about ten minutes."
        assert done == [
            {
                "guild_id": 1,
                "channel_id": where,
                "host_id": HOST,
                "host_name": "Dora " + "x" * 75,
                "game": "kingmaker",
                "ruleset": script.ruleset,
                "seats": 2,
                "options": {"lesson": "heir"},
                "seed": script.seed,
            },
            ("computer", HOST, "steward"),
            ("start", HOST, "77"),
        ]
        done.clear()
    games[:] = [session]
    assert await _under_way(who) is None
    session.options = {"lesson": "heir"}
    assert await _under_way(who) is session
    with pytest.raises(Refused) as refused:
        await typed(Tutorial().tutorial, who)
    assert refused.value.text.startswith("Your lesson is under way in <#2>. ")
    vars(session)["status"] = "over"
    assert await _under_way(who) is None
    assert done == []


async def test_a_lesson_has_a_thread_or_a_free_channel(
    session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Any] = []
    here: list[Any] = [None]

    async def create(_: Any, **what: Any) -> Any:
        async def add_user(person: Any) -> None:
            made.append(person.id)

        made.append(what)
        return SimpleNamespace(id=555, add_user=add_user)

    async def in_channel(number: int) -> Any:
        assert number == 2
        return here[0]

    monkeypatch.setattr(discord.TextChannel, "create_thread", create)
    who = somebody(client=SimpleNamespace(desk=SimpleNamespace(in_channel=in_channel)))
    channel = discord.TextChannel.__new__(discord.TextChannel)
    both = discord.Permissions(create_private_threads=True, send_messages_in_threads=True)
    who.channel, who.app_permissions = channel, both
    assert await _place(who) == 555
    told, person = made
    assert person == HOST
    assert told == {
        "name": f"{who.user.display_name[:60]} · tutorial",
        "type": discord.ChannelType.private_thread,
        "invitable": False,
        "auto_archive_duration": 1440,
    }
    for where, may in (
        (None, both),
        (channel, discord.Permissions(create_private_threads=True)),
        (channel, discord.Permissions(send_messages_in_threads=True)),
    ):
        who.channel, who.app_permissions, here[0] = where, may, None
        assert await _place(who) == 2
        here[0] = session
        with pytest.raises(Refused, match=r"^This channel already has a game"):
            await _place(who)
        here[0] = SimpleNamespace(status="over")
        assert await _place(who) == 2
