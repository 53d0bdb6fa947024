"""What each command of a moderator asks of the game, how it is signed, and what the answer says."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.games import default_ruleset
from bot.rules.kingmaker import facts
from bot.session import Deed, Refused
from bot.session.journal.rewind import Lost, Turn
from bot.words.phrases import uncited
from cogs import moderator
from cogs.moderator import Mod, deed_line
from cogs.ui.moderators import NOT_A_MODERATOR
from cogs.ui.names import names
from cogs.ui.pictures import Drawing
from cogs.ui.replies import whereabouts, words_of
from tests.cogs.conftest import MemorySession
from tests.rules.kingmaker.scene import Scene

WARDEN, ANNE, BEN, CAT = 50, 101, 102, 103
GUILD = 1
WHY = "a slip"
TOLD = "The table is told, with your reason."
SIGNED = {"by": WARDEN, "reason": WHY, "interaction_id": "777"}
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


class Deeds:
    """The moderator's part of a game: whatever is asked of it is written down."""

    def __init__(self) -> None:
        self.done: list[tuple[str, dict[str, Any]]] = []
        self.deeds: list[Deed] = []
        self.glass: Any = None
        self.lost: Any = None

    def __getattr__(self, name: str) -> Callable[..., Any]:
        async def deed(**how: Any) -> Any:
            self.done.append((name, how))
            return SimpleNamespace(view=self.glass)

        return deed

    async def preview_undo(self) -> Lost:
        return self.lost

    async def audit(self, last: int) -> list[Deed]:
        return self.deeds[:last]

    def corrections(self) -> list[Any]:
        return []


@pytest.fixture
def session() -> Any:
    """Anne's move; Ben is there too."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.hand(1, scene.content.mercenaries[0]).movement(0)
    made: Any = MemorySession(scene.match)
    made.moderator = Deeds()
    made.moderator.glass = made.view(1)
    return made


class Wing(SimpleNamespace):
    """A member of the server."""

    mention = "<@103>"


class Server:
    """The bot and what it remembers of the server."""

    def __init__(self, session: Any) -> None:
        self.desk = self.servers = self.deliverer = self.pictures = self.reach = self
        self.whispered: list[tuple[int, str]] = []
        self.session = session
        self.role: int | None = None
        self.roles: list[tuple[int, int | None]] = []
        self.reposted: list[Any] = []
        self.drawn = True

    async def whisper(self, user_id: int, text: str) -> bool:
        self.whispered.append((user_id, text))
        return True

    async def repost(self, session: Any) -> None:
        self.reposted.append(session)

    async def moderator_role(self, guild: int) -> int | None:
        assert guild == GUILD
        return self.role

    async def name_moderator_role(self, guild: int, role: int | None) -> None:
        self.roles.append((guild, role))

    def has(self, _: Any) -> bool:
        return self.drawn

    async def hand(self, _: Any, seat: int) -> Drawing:
        return Drawing(f"hand{seat}.png", b"png", "A hand.")


@pytest.fixture
def server(session: Any) -> Any:
    return Server(session)


@pytest.fixture
def here(server: Any) -> Any:
    """The warden's interaction."""
    return SimpleNamespace(
        client=server,
        user=SimpleNamespace(id=WARDEN),
        id=777,
        guild_id=GUILD,
        permissions=discord.Permissions(manage_guild=True),
    )


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, session: Any) -> list[tuple[str, str, list[Any]]]:
    """The answers: how given, the text, the files. Everybody moderates."""
    found: list[tuple[str, str, list[Any]]] = []

    def way(name: str) -> Any:
        async def answer(_: Any, text: str, *, files: Any = (), **__: Any) -> None:
            found.append((name, text, list(files)))

        return answer

    async def moderated_here(_: Any) -> Any:
        return session

    async def must_moderate(_: Any) -> None:
        """They do."""

    monkeypatch.setattr(moderator, "show", way("show"))
    monkeypatch.setattr(moderator, "tell", way("tell"))
    monkeypatch.setattr(moderator, "moderated_here", moderated_here)
    monkeypatch.setattr(moderator, "must_moderate", must_moderate)
    return found


async def do(here: Any, deed: str, **given: Any) -> None:
    """Type a command."""
    command: Any = getattr(Mod, deed)
    await command.callback(SimpleNamespace(), here, **given)


# Deeds


async def test_an_undo_shows_what_it_takes_back(
    here: Any, session: Any, answers: list[Any]
) -> None:
    moderator = session.moderator
    moderator.lost = Lost(3, 1, NOON, (facts.Captured(("clifford",), 0),))
    await do(here, "undo", reason=WHY)
    assert moderator.done == [("undo", SIGNED)]
    (line,) = words_of(session).tell_all(moderator.lost.events, names(session))
    taken = "**This is taken back:**"
    now = "Now: Round 1 · Anne’s turn · movement."
    assert answers == [("show", f"{taken}\n• {line}\n{now}\n{TOLD}", [])]
    # Nothing is shown of what its player alone knows, or what the log says nothing of.
    moderator.lost = Lost(3, 1, NOON, ())
    await do(here, "undo", reason=WHY)
    assert answers[1] == ("show", f"**One step is taken back.**\n{now}\n{TOLD}", [])
    # However much it was, it fits into one message.
    names_known = sorted(session.rules.content.nobles)[:12]
    long = tuple(facts.Captured(tuple(names_known), seat % 2) for seat in range(12))
    moderator.lost = Lost(3, 1, NOON, long)
    await do(here, "undo", reason=WHY)
    assert len(answers[2][1]) <= 1_502 + len(now) + len(TOLD)
    assert answers[2][1].endswith(f"…\n{now}\n{TOLD}")


async def test_what_is_retracted_is_named(here: Any, session: Any, answers: list[Any]) -> None:
    session.moderator.deeds = [deed("retract", about={"retracted": "correct"})]
    await do(here, "retract", reason=WHY)
    assert session.moderator.done == [("retract", SIGNED)]
    assert answers == [("show", f"You have taken the correction back. {TOLD}", [])]


@pytest.mark.parametrize(
    ("deed", "given", "done", "says"),
    [
        ("pause", {}, {}, "The game is paused; `/mod resume` lets it go on."),
        ("resume", {}, {}, "The game goes on."),
        (
            "extend",
            {"time": "1d 6h"},
            {"time": timedelta(hours=30), "seat": None},
            "The time is given.",
        ),
        (
            "extend",
            {"time": "90 minutes", "player": "anne"},
            {"time": timedelta(minutes=90), "seat": 0},
            "The time is given.",
        ),
        ("skip", {"player": "Ben"}, {"seat": 1}, "The question is answered by its default."),
        ("end", {}, {}, "The game is ended; `/mod retract` takes that back."),
    ],
)
async def test_a_deed_is_signed_and_answered(
    here: Any,
    session: Any,
    answers: list[Any],
    deed: str,
    given: dict[str, Any],
    done: dict[str, Any],
    says: str,
) -> None:
    await do(here, deed, reason=WHY, **given)
    assert session.moderator.done == [(deed, {**SIGNED, **done})]
    assert answers == [("show", f"{says} {TOLD}", [])]


@pytest.mark.parametrize("deed", ["extend", "skip", "kick", "computer", "replace", "break_glass"])
async def test_a_deed_about_nobody_is_not_done(
    here: Any, session: Any, answers: list[Any], deed: str
) -> None:
    more: dict[str, Any] = {"extend": {"time": "1 day"}, "replace": {"to": Wing(bot=False)}}
    with pytest.raises(Refused, match=r"^Nobody here is called “Zoe”\. At the table: Anne, Ben\.$"):
        await do(here, deed, player="Zoe", reason=WHY, **more.get(deed, {}))
    assert (session.moderator.done, answers) == ([], [])


@pytest.mark.parametrize("name", ["pause", "audit", "export", "repost", "break_glass", "correct"])
async def test_nobody_else_does_anything(
    here: Any, session: Any, server: Any, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    stranger = here
    stranger.permissions = discord.Permissions.none()
    given = {
        "pause": {"reason": WHY},
        "break_glass": {"player": "Ben", "reason": WHY},
        "correct": {"what": "correct_kill"},
    }.get(name, {})
    with pytest.raises(Refused) as refused:
        await do(stranger, name, **given)
    assert refused.value.text == NOT_A_MODERATOR
    assert (session.moderator.done, server.reposted) == ([], [])


async def test_the_card_is_put_up_anew(
    here: Any, server: Any, session: Any, answers: list[Any]
) -> None:
    await do(here, "repost")
    assert server.reposted == [session]
    assert answers == [("show", "The card is up again, at the bottom of the channel.", [])]


# Seats


@pytest.fixture
def ways_in(monkeypatch: pytest.MonkeyPatch, session: Any) -> list[tuple[str, Any, int]]:
    """Who was let into the channel and who was seen out, and how many deeds were done by then."""
    found: list[tuple[str, Any, int]] = []

    async def let_in(_: Any, who: Any) -> None:
        found.append(("in", who.id, len(session.moderator.done)))

    async def see_out(_: Any, who: Any) -> None:
        found.append(("out", who, len(session.moderator.done)))

    monkeypatch.setattr(moderator, "let_in", let_in)
    monkeypatch.setattr(moderator, "see_out", see_out)
    return found


@pytest.mark.parametrize(
    ("name", "about", "says"),
    [
        ("replace", {"user_id": CAT}, "gives the seat of **Ben** to <@103>."),
        ("computer", {}, "lets a computer play for **Ben**."),
        ("kick", {}, "takes **Ben** out of the game; `/game join` takes the seat."),
    ],
)
async def test_whoever_has_lost_a_seat_is_told_so_and_why(
    here: Any,
    server: Any,
    session: Any,
    answers: list[Any],
    ways_in: list[Any],
    name: str,
    about: dict[str, Any],
    says: str,
) -> None:
    cat = Wing(id=CAT, bot=False, display_name="Cat")
    session.moderator.deeds = [deed(name, about={"seat": 1, "was": "Ben", **about})]
    given = {"to": cat} if name == "replace" else {}
    await do(here, name, player="Ben", reason=WHY, **given)
    text = f"You do not play in this game any more. <@{WARDEN}> {says} Reason: {WHY}"
    assert server.whispered == [(BEN, f"{whereabouts(session)}\n{text}")]
    # A computer is told nothing.
    session.seats[1] = session.seats[1].__class__(1, None, "Steward 1 (computer)", "steward")
    await do(here, name, player="1", reason=WHY, **given)
    assert len(server.whispered) == 1


async def test_a_seat_goes_to_somebody_else(
    here: Any, session: Any, answers: list[Any], ways_in: list[Any]
) -> None:
    session.moderator.deeds = [deed("replace", about={"seat": 1, "user_id": CAT})]
    cat = Wing(id=CAT, bot=False, display_name="Cat")
    await do(here, "replace", player="Ben", to=cat, reason=WHY)
    # Whoever comes is let in first, and whoever goes keeps the way until it is done.
    assert ways_in == [("in", CAT, 0), ("out", BEN, 1)]
    taken = {**SIGNED, "seat": 1, "user_id": CAT, "name": "Cat"}
    assert session.moderator.done == [("replace_player", taken)]
    assert answers == [("show", f"<@103> has the seat now, and gets a briefing. {TOLD}", [])]


async def test_from_a_computers_seat_nobody_is_seen_out(
    here: Any, session: Any, answers: list[Any], ways_in: list[Any]
) -> None:
    session.seats[1] = session.seats[1].__class__(1, None, "Steward 1 (computer)", "steward")
    cat = Wing(id=CAT, bot=False, display_name="Cat")
    await do(here, "replace", player="1", to=cat, reason=WHY)
    assert ways_in == [("in", CAT, 0)]


async def test_a_program_takes_no_seat(
    here: Any, session: Any, answers: list[Any], ways_in: list[Any]
) -> None:
    with pytest.raises(Refused, match=r"That is a program\. `/mod computer` seats a computer"):
        await do(here, "replace", player="Ben", to=Wing(id=CAT, bot=True), reason=WHY)
    assert (ways_in, session.moderator.done) == ([], [])


@pytest.mark.parametrize(
    ("game", "settled", "given", "policy"),
    [
        ("kingmaker", {}, {}, "steward"),
        ("kingmaker", {}, {"policy": "Random"}, "random"),
        ("kingmaker", {"level": "easy"}, {"policy": "steward"}, "steward"),
        # Nobody named: one as the table has settled it, or of the usual level.
        ("kingmaker", {"level": "easy", "character": "merchant"}, {}, "squire+merchant"),
        ("lancaster", {}, {}, "chamberlain"),
    ],
)
async def test_a_computer_takes_a_seat(
    here: Any,
    session: Any,
    answers: list[Any],
    game: str,
    settled: dict[str, str],
    given: dict[str, str],
    policy: str,
) -> None:
    session.game, session.ruleset, session.options = game, default_ruleset(game), settled
    session.moderator.deeds = [deed("computer", about={"seat": 1})]
    await do(here, "computer", player="Ben", reason=WHY, **given)
    assert session.moderator.done == [("seat_computer", {**SIGNED, "seat": 1, "policy": policy})]
    assert answers == [("show", f"A computer player has the seat now. {TOLD}", [])]


@pytest.mark.parametrize(
    ("game", "listed"), [("kingmaker", "steward, random, strategist"), ("chess", "")]
)
async def test_a_computer_that_is_not_known_takes_none(
    here: Any, session: Any, answers: list[Any], game: str, listed: str
) -> None:
    session.game = game
    with pytest.raises(Refused) as refused:
        await do(here, "computer", player="Ben", reason=WHY, policy="m" * 61)
    assert refused.value.text == (f"No computer player is called “{'m' * 60}”. I have: {listed}.")
    assert session.moderator.done == []


def test_a_reason_is_wanted_and_kept_short() -> None:
    commands: Any = Mod.__cog_app_commands__
    reasons = [each for c in commands for each in c.parameters if each.name == "reason"]
    assert len(reasons) == 11
    asked = {(each.required, each.min_value, each.max_value) for each in reasons}
    assert asked == {(True, 1, 300)}


# Looking


async def test_broken_glass_shows_one_hand(here: Any, session: Any, answers: list[Any]) -> None:
    await do(here, "break_glass", player="Ben", reason=WHY)
    assert session.moderator.done == [("break_glass", {**SIGNED, "seat": 1})]
    ((how, text, (file,)),) = answers
    first, *lines, last = text.splitlines()
    assert (how, first, last) == ("show", "### What **Ben** sees", f"-# {TOLD}")
    content = session.rules.content
    assert any(content.crown[content.mercenaries[0]].name in line for line in lines)
    # It is the moderator who reads it.
    assert not any(" you " in f" {line} " for line in lines)
    assert file.filename == "hand1.png"


async def test_a_hand_without_a_picture_is_told_in_words(
    here: Any, server: Any, answers: list[Any]
) -> None:
    server.drawn = False
    await do(here, "break_glass", player="Ben", reason=WHY)
    assert [(how, files) for how, _, files in answers] == [("show", [])]


def deed(what: str, **more: Any) -> Deed:
    """A deed of the warden's."""
    given: dict[str, Any] = {"revision": 5, "undone": False, "about": {}, **more}
    return Deed(what=what, by=WARDEN, reason=WHY, at=NOON, **given)


STAMP = f"<t:{int(NOON.timestamp())}:f>"


@pytest.mark.parametrize(
    ("what", "undone", "struck"),
    [("pause", False, False), ("pause", True, True), ("retract", True, False)],
)
def test_a_deed_that_was_taken_back_is_struck_through(
    session: Any, what: str, undone: bool, struck: bool
) -> None:
    line = deed_line(session, deed(what, undone=undone))
    bare = line.removeprefix("~~").removesuffix("~~ *taken back*")
    assert bare.startswith(f"{STAMP} ")
    assert f"<@{WARDEN}>" in bare
    assert bare.endswith(f"Reason: {WHY}")
    assert line == (f"~~{bare}~~ *taken back*" if struck else bare)


@pytest.mark.parametrize(("what", "said"), [("correct", True), ("skip", True), ("undo", False)])
def test_the_audit_says_what_came_of_a_deed(session: Any, what: str, said: bool) -> None:
    event = facts.Captured(("clifford",), 0)
    line = deed_line(session, deed(what, about={"seat": 1}, events=(event,)))
    (came,) = map(uncited, words_of(session).tell_all([event], names(session)))
    assert (f" {came} Reason: {WHY}" in line) == said


async def test_the_audit_begins_with_the_newest_and_leaves_none_out(
    here: Any, session: Any, answers: list[Any]
) -> None:
    await do(here, "audit")
    assert answers == [("tell", "No moderator has done anything in this game.", [])]
    session.moderator.deeds = [deed("skip", about={"seat": n % 2}) for n in range(60)]
    await do(here, "audit", last=3)
    lines = [deed_line(session, each) for each in session.moderator.deeds]
    assert answers[1:] == [("tell", "\n".join(lines[:3]), [])]
    # Twenty, if it is not said how many.
    await do(here, "audit")
    assert [line for _, text, _ in answers[2:] for line in text.splitlines()] == lines[:20]
    answers.clear()
    await do(here, "audit", last=50)
    assert [line for _, text, _ in answers for line in text.splitlines()] == lines[:50]
    assert len(answers) > 1


@pytest.mark.parametrize("status", ["running", "lobby"])
async def test_the_record_is_handed_out_only_in_the_end(
    here: Any, session: Any, answers: list[Any], status: str
) -> None:
    session.status = status
    with pytest.raises(Refused, match="handed out only when the game was played to its end"):
        await do(here, "export")
    assert answers == []


async def test_the_record_of_a_finished_game_is_a_file_of_nine_megabytes_at_most(
    here: Any, session: Any, answers: list[Any]
) -> None:
    # With the quotation marks it is as long as may be.
    record = "x" * (9_000_000 - 2)

    async def export() -> str:
        return record

    session.status, session.export = "over", export
    await do(here, "export")
    ((how, text, (file,)),) = answers
    assert (how, text) == ("show", "The whole game, with its seed and every decision.")
    assert file.filename == "game-ABC123.json"
    assert json.loads(file.fp.read()) == record
    record += "x"
    with pytest.raises(Refused) as refused:
        await do(here, "export")
    assert refused.value.text == (
        "The record is too long to be sent here: `kingmaker export` writes it."
    )
    assert len(answers) == 1


# The role


class Role(SimpleNamespace):
    """A role of the server."""

    def is_default(self) -> bool:
        return bool(self.id == GUILD)


WARDENS = Role(id=9, mention="<@&9>")
MAY = "Whoever may manage the server or the channel moderates games here"


@pytest.mark.parametrize(
    ("role", "says"),
    [
        (None, f"{MAY}, and no role does. `/mod role role:` names one."),
        (
            9,
            f"{MAY}, and whoever has the role <@&9>. `/mod role role:` names one. "
            "`/mod role clear:True` ends that.",
        ),
    ],
)
async def test_which_role_moderates(
    here: Any, server: Any, answers: list[Any], role: int | None, says: str
) -> None:
    server.role = role
    # Whoever moderates may ask, also without the right to change it.
    here.permissions = discord.Permissions.none()
    await do(here, "role")
    assert (answers, server.roles) == ([("tell", says, [])], [])


async def test_a_role_is_named_and_cleared(here: Any, server: Any, answers: list[Any]) -> None:
    await do(here, "role", role=WARDENS)
    await do(here, "role", clear=True)
    assert server.roles == [(GUILD, 9), (GUILD, None)]
    assert [text for _, text, _ in answers] == [
        "Whoever has the role <@&9> may moderate games here.",
        "No role moderates games here any more.",
    ]


@pytest.mark.parametrize(
    ("given", "may", "guild", "why"),
    [
        ({"role": WARDENS}, False, GUILD, "Only somebody who may manage this server names the"),
        ({"clear": True}, False, GUILD, "Only somebody who may manage this server names the"),
        ({"role": WARDENS}, True, None, "Only somebody who may manage this server names the"),
        ({"role": WARDENS, "clear": True}, True, GUILD, "Name a role or clear it, not both."),
        ({"role": Role(id=GUILD, mention="@everyone")}, True, GUILD, "That would make everybody"),
    ],
)
async def test_who_may_not_name_a_role_and_which_is_none(
    here: Any,
    server: Any,
    answers: list[Any],
    given: dict[str, Any],
    may: bool,
    guild: int | None,
    why: str,
) -> None:
    here.permissions = discord.Permissions(manage_guild=may, manage_channels=True)
    here.guild_id = guild
    with pytest.raises(Refused, match=f"^{why}"):
        await do(here, "role", **given)
    assert (server.roles, answers) == ([], [])


async def test_outside_of_a_server_no_role_moderates(
    here: Any, server: Any, answers: list[Any]
) -> None:
    here.guild_id, server.role = None, 9
    await do(here, "role")
    assert answers[0][1].startswith(f"{MAY}, and no role does.")


# The course of the game


@pytest.mark.parametrize(
    ("turn", "to"), [("12", 12), (" 7 ", 7), ("last week", None), ("-1", None), ("", None)]
)
async def test_to_which_turn(
    here: Any,
    session: Any,
    answers: list[Any],
    monkeypatch: pytest.MonkeyPatch,
    turn: str,
    to: int | None,
) -> None:
    shown = []

    async def preview(_: Any, game: Any, number: int) -> None:
        assert game is session
        shown.append(number)

    monkeypatch.setattr(moderator, "preview_rewind", preview)
    if to is None:
        with pytest.raises(Refused) as refused:
            await do(here, "rewind", turn=turn)
        text = f"“{turn}” is no turn. Choose one of the suggestions."
        assert refused.value.text.replace("\\", "") == text
    else:
        await do(here, "rewind", turn=turn)
    assert shown == ([] if to is None else [to])


@pytest.mark.parametrize(
    ("given", "passed"),
    [
        ({}, ("", "")),
        ({"which": "percy"}, ("percy", "")),
        ({"which": "percy", "to": "york"}, ("percy", "york")),
    ],
)
async def test_what_is_to_be_mended_is_passed_on(
    here: Any,
    session: Any,
    answers: list[Any],
    monkeypatch: pytest.MonkeyPatch,
    given: dict[str, str],
    passed: tuple[str, str],
) -> None:
    asked: list[Any] = []

    async def correct(_: Any, game: Any, *texts: str) -> None:
        assert game is session
        asked.append(texts)

    monkeypatch.setattr(moderator, "correct", correct)
    await do(here, "correct", what="correct_kill", **given)
    assert asked == [("correct_kill", *passed)]


# Suggestions


@pytest.fixture
def typing(here: Any, session: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A moderator types in the game's channel."""
    monkeypatch.setattr(moderator, "is_moderator_at_hand", lambda _: here.moderates)
    monkeypatch.setattr("cogs.ui.suggestions.session_at_hand", lambda _: session)

    def at_hand(_: Any) -> Any:
        if here.game is None:
            raise Refused("There is no game in this channel.")
        return here.game

    monkeypatch.setattr(moderator, "session_at_hand", at_hand)
    here.moderates, here.game = True, session
    here.namespace = SimpleNamespace(what=None, which=None, to=None)
    session.moderator.turns_at_hand = lambda: [Turn(9, NOON, facts.TurnBegan(0, 1), 7)]
    offered = session.rules.corrections(session.match.table)
    session.moderator.corrections = lambda: offered
    return here


async def offered(find: Any, here: Any, current: str) -> list[tuple[str, Any]]:
    return [(each.name, each.value) for each in await find(here, current)]


FINDERS = (
    moderator._seats,
    moderator._policies,
    moderator._turns,
    moderator._whats,
    moderator._nth(0),
)


async def test_a_moderator_is_offered_what_there_is(typing: Any) -> None:
    assert await offered(moderator._seats, typing, "b") == [("Ben", "1")]
    assert await offered(moderator._policies, typing, "") == [
        ("Steward", "steward"),
        ("Random", "random"),
        ("Strategist", "strategist"),
    ]
    assert await offered(moderator._policies, typing, "RAN") == [("Random", "random")]
    assert [value for _, value in await offered(moderator._turns, typing, "")] == ["7"]
    whats = await offered(moderator._whats, typing, "kill")
    assert whats == [("Let somebody die — a noble, an heir or a King is killed", "correct_kill")]
    typing.namespace.what = "correct_move"
    assert "percy" in [value for _, value in await offered(moderator._nth(0), typing, "percy")]
    typing.namespace.which = "percy"
    squares = await offered(moderator._nth(1), typing, "S21")
    assert "18,20" in [value for _, value in squares]


@pytest.mark.parametrize("number", [0, 1])
async def test_what_was_typed_so_far_narrows_what_is_offered(
    typing: Any, session: Any, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(moderator, "correction_values", lambda *given: asked.append(given))
    await moderator._nth(number)(typing, "yo")
    typing.namespace = SimpleNamespace(what="correct_move", which="percy", to="york")
    await moderator._nth(number)(typing, "yo")
    assert asked == [
        (session, "", number, ["", ""], "yo"),
        (session, "correct_move", number, ["percy", "york"], "yo"),
    ]


async def test_nobody_else_is_offered_anything(typing: Any) -> None:
    typing.namespace.what = "correct_move"
    typing.moderates = False
    assert [await offered(find, typing, "") for find in FINDERS] == [[]] * 5
    typing.moderates, typing.game = True, None
    assert [await offered(find, typing, "") for find in FINDERS] == [[]] * 5


async def test_where_nothing_can_be_mended_nothing_is_offered(typing: Any, session: Any) -> None:
    session.moderator.corrections = list
    assert await offered(moderator._whats, typing, "") == []
    typing.game.game = "chess"
    assert await offered(moderator._policies, typing, "") == []
