"""Tables as they are opened and led, and rules, cards and places as they are looked up."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

import cogs.lobby
import cogs.rulebook
import cogs.ui.opening.tables
from bot.games import game_for
from bot.rules.rulebook import Rule
from bot.session import Mix, Refused, SeatInfo
from bot.session.receipts import CHANNEL_TAKEN, STALE
from cogs.lobby import (
    Lobby,
    _free_seats_of_the_gone,
    _known_game,
    _must_lead,
    _term_chosen,
    join,
    leave,
    move_here,
    own_games_like,
    rulesets_like,
    terms_like,
)
from cogs.rulebook import Rules, _like, _meant, _named, _rule_menu, hits_text, rule_text
from cogs.ui.controls import HANDLERS, Press
from cogs.ui.first_answer import Panels
from cogs.ui.moderators import NOT_A_MODERATOR, is_moderator_at_hand, moderated
from cogs.ui.opening.page import _late, _menus, _paces, page
from cogs.ui.opening.plan import LENGTHS, USUAL, Plan, fixed_rounds
from cogs.ui.opening.tables import OPENED, TABLE_OPEN, welcome
from tests.cogs.conftest import HOST, MemorySession
from tests.rules.kingmaker.scene import Scene


@pytest.fixture
def session() -> Any:
    """Anne, who hosts, and Ben."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    return MemorySession(scene.match)


def somebody(user: int = HOST, guild: int = 1, *, manages: bool = False, **more: Any) -> Any:
    """Somebody who types or presses."""
    may = discord.Permissions(manage_guild=manages)
    return SimpleNamespace(
        user=SimpleNamespace(id=user, display_name="Dora"),
        guild_id=guild,
        channel_id=2,
        channel=None,
        permissions=may,
        namespace=SimpleNamespace(game=None),
        id=77,
        extras={},
        **more,
    )


@pytest.fixture(autouse=True)
def kept(monkeypatch: pytest.MonkeyPatch) -> list[Mix]:
    """The mixes that the server keeps: none, until a test puts some here."""
    mixes: list[Mix] = []

    async def mixes_here(_: Any) -> list[Mix]:
        return mixes

    monkeypatch.setattr(cogs.lobby, "mixes_here", mixes_here)
    monkeypatch.setattr(cogs.lobby, "_mixes_at_hand", lambda _: mixes)
    return mixes


def told(found: list[Any]) -> list[tuple[str, str]]:
    """Suggestions by name and value."""
    return [(each.name, str(each.value)) for each in found]


# What is suggested


async def test_rules_and_terms_of_the_game_that_is_typed(kept: list[Mix]) -> None:
    who = somebody()
    house = ("Covault’s evening", "house")
    assert house in told(await rulesets_like(who, ""))
    assert told(await rulesets_like(who, "HOU")) == [house]
    assert told(await rulesets_like(who, "covAULT’S")) == [house]
    kept[:] = [Mix(3, "kingmaker", "house+no_hand_limit", "Friday", HOST)]
    assert told(await rulesets_like(who, "fri")) == [("Friday", "mix:3")]
    assert await rulesets_like(who, "chess") == []
    joining = [
        "Anybody may join",
        "People who mostly answer in time",
        "People who nearly always answer in time",
    ]
    labels = ["Defenders with cards may act first", "Straight to the weather", *joining]
    assert [name for name, _ in told(await terms_like(who, ""))] == labels
    assert told(await terms_like(who, "STRAIGHT")) == [(labels[1], "moment=left_out")]
    who.namespace.game = "Lancaster"
    assert [name for name, _ in told(await terms_like(who, ""))] == joining
    who.namespace.game = "lancaster"
    assert told(await rulesets_like(who, "")) == [("Lancaster", "standard")]
    who.namespace.game = "chess"
    assert await rulesets_like(who, "") == []


async def test_the_games_that_one_hosts_here(session: Any) -> None:
    elsewhere, others = MemorySession(session.match), MemorySession(session.match)
    elsewhere.guild_id, others.host_id = 9, HOST + 1
    games = [session, elsewhere, others]
    desk = SimpleNamespace(at_hand_of=lambda user: games if user == HOST else [])
    who = somebody(client=SimpleNamespace(desk=desk))
    mine = ("ABC123 · Kingmaker with Anne, Ben", "ABC123")
    assert told(await own_games_like(who, "")) == [mine]
    assert told(await own_games_like(who, "BEN")) == [mine]
    assert await own_games_like(who, "Dora") == []
    games[:] = [session] * 26
    assert len(await own_games_like(who, "")) == 25
    session.seats = [SeatInfo(0, HOST, "A" * 200)]
    assert [len(name) for name, _ in told(await own_games_like(who, ""))][:1] == [100]


def test_a_game_and_its_rules_by_name() -> None:
    assert _known_game(None, None) == ("kingmaker", "house")
    assert _known_game("LANCASTER", None)[0] == "lancaster"
    for typed in ("HOUSE", "Covault’s Evening", "house"):
        assert _known_game(None, typed) == ("kingmaker", "house")
    assert _known_game(None, "house+no_hand_limit") == ("kingmaker", "house+no_hand_limit")
    friday = Mix(3, "kingmaker", "house+no_hand_limit", "Friday", HOST)
    for typed in ("friday", "mix:3"):
        assert _known_game(None, typed, [friday]) == ("kingmaker", "house+no_hand_limit")
    with pytest.raises(Refused, match=r"^There is no option 'tea'\. Choose from: "):
        _known_game(None, "house+tea")
    for game, rules, said in (
        ("chess*", None, r"I do not know a game called “chess\*”. I know: kingmaker, lancaster."),
        (None, "x*", r"Kingmaker has no rules called “x\*”. It has: Covault’s evening"),
    ):
        with pytest.raises(Refused) as refused:
            _known_game(game, rules)
        assert refused.value.text.startswith(said)


def test_terms_by_label_or_value() -> None:
    assert _term_chosen("kingmaker", None) == {}
    for typed in (" straight to THE weather ", "moment=left_out"):
        assert _term_chosen("kingmaker", typed) == {"moment": "left_out"}
    with pytest.raises(Refused) as refused:
        _term_chosen("kingmaker", "left_out")
    assert refused.value.text == (
        "Kingmaker has no such terms. It has: Defenders with cards may act first, Straight to "
        "the weather, Anybody may join, People who mostly answer in time, People who nearly always "
        "answer in time."
    )
    with pytest.raises(Refused) as refused:
        _term_chosen("lancaster", "moment=left_out")
    assert refused.value.text == (
        "Lancaster has no such terms. It has: Anybody may join, People who mostly answer in time, "
        "People who nearly always answer in time."
    )


# Who may lead


def test_the_host_leads_and_who_manages_the_server(session: Any) -> None:
    _must_lead(somebody(), session)
    _must_lead(somebody(5, manages=True), session)
    for who in (somebody(HOST + 1), somebody(5, 9, manages=True)):
        with pytest.raises(Refused) as refused:
            _must_lead(who, session)
        assert refused.value.text == (
            "Only the host (**Anne**) or somebody who may manage this server can do that."
        )
    session.host_id = 55
    with pytest.raises(Refused) as refused:
        _must_lead(somebody(), session)
    assert refused.value.text == (
        "Only the host or somebody who may manage this server can do that."
    )


async def test_a_moderator_is_one_on_the_games_own_server(session: Any) -> None:
    async def role(_: int) -> int:
        return 7

    async def get(_: str) -> Any:
        return session

    servers = SimpleNamespace(moderator_role=role, role_at_hand=lambda _: 7)
    keeping = SimpleNamespace(keep=lambda _: None)
    session.presence = SimpleNamespace(greet=lambda _: None)
    desk = SimpleNamespace(
        servers=servers,
        get=get,
        background=keeping,
        whatifs=SimpleNamespace(find=lambda _: None),
    )

    def person(guild: int | None = 1, *roles: int, **may: bool) -> Any:
        user: Any = discord.Member.__new__(discord.Member)
        who = somebody(client=SimpleNamespace(desk=desk))
        who.user, who.guild_id, who.permissions = user, guild, discord.Permissions(**may)
        return who, [SimpleNamespace(id=each) for each in roles]

    press = Press("turnback", "ABC123", ())
    cases = (
        (person(1, manage_guild=True), True),
        (person(1, manage_channels=True), True),
        (person(1, 6, 7), True),
        (person(1, 6), False),
        (person(1), False),
        (person(None, 7, manage_guild=True), False),
    )
    for (who, roles), may in cases:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(discord.Member, "roles", roles)
            patch.setattr(discord.Member, "id", HOST, raising=False)
            assert is_moderator_at_hand(who) is may
            if may:
                assert await moderated(who, press) is session
                session.guild_id = 9
            with pytest.raises(Refused) as refused:
                await moderated(who, press)
            assert refused.value.text == NOT_A_MODERATOR
            session.guild_id = 1
    stranger = somebody(client=SimpleNamespace(desk=desk), manages=True)
    assert not is_moderator_at_hand(stranger)


# Joining, moving, starting


class Reach:
    """Ways to people: whether they can be reached, and who has left."""

    open_door = True
    broken = False
    gone: tuple[int, ...] = ()

    def __init__(self) -> None:
        self.said: list[tuple[int, str]] = []

    async def whisper(self, user: int, text: str) -> bool:
        """A direct message."""
        if self.broken:
            raise discord.HTTPException(SimpleNamespace(status=500, reason="x"), "x")  # type: ignore[arg-type]
        self.said.append((user, text))
        return self.open_door

    async def has_left(self, _: Any, user: int, *, lately: bool) -> bool:
        """Whether somebody is known to have left, as of now."""
        assert not lately
        return user in self.gone


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """What is answered, and how."""
    found: list[tuple[str, str]] = []

    def way(name: str) -> Any:
        async def answer(_: Any, text: str, **__: Any) -> None:
            found.append((name, text))

        return answer

    for name in ("tell", "settle_up", "show"):
        monkeypatch.setattr(cogs.lobby, name, way(name))
    for name in ("tell", "settle_up"):
        monkeypatch.setattr(cogs.ui.opening.tables, name, way(name))
    return found


def reaching(user: int = 103, guild: int = 1, **desk: Any) -> tuple[Any, Reach]:
    """Somebody, and the ways to them."""
    reach = Reach()
    desk = {"whatifs": SimpleNamespace(find=lambda _: None), **desk}
    client = SimpleNamespace(
        deliverer=SimpleNamespace(reach=reach), desk=SimpleNamespace(**desk), panels=Panels()
    )
    return somebody(user, guild, client=client), reach


async def test_who_joins_is_greeted(session: Any, said: list[tuple[str, str]]) -> None:
    joined: list[tuple[int, str]] = []

    async def take_seat(user: int, name: str) -> None:
        joined.append((user, name))

    session.lobby = SimpleNamespace(join=take_seat)
    who, reach = reaching()
    await join(who, session)
    assert said == [("settle_up", "You are in.")]
    ((user, hello),) = reach.said
    assert user == 103
    assert hello.startswith("You have joined a game of Kingmaker in <#2>. ")
    reach.open_door = False
    await join(who, session)
    assert said[1][0] == "tell"
    assert said[1][1].startswith("You are in.\nI could not send you a direct message, ")
    reach.broken = True
    assert await welcome(who, session) == ""
    assert joined == [(103, "Dora")] * 2
    with pytest.raises(Refused, match="This game is on another server"):
        await join(reaching(103, 9)[0], session)
    assert len(joined) == 2


async def test_seats_of_those_who_left_are_free_before_the_start(session: Any) -> None:
    left: list[int] = []

    async def leave(user: int) -> None:
        left.append(user)

    session.lobby = SimpleNamespace(leave=leave)
    session.seats.append(SeatInfo(2, None, "S (computer)", "steward"))
    who, reach = reaching()
    session.status = "lobby"
    await _free_seats_of_the_gone(who, session)
    assert left == []
    for gone, whose in (
        ((102,), "**Ben** has left"),
        ((101, 102), "**Anne** and **Ben** have left"),
    ):
        reach.gone = gone
        with pytest.raises(Refused) as refused:
            await _free_seats_of_the_gone(who, session)
        assert refused.value.text.startswith(f"{whose} this server, so there is room again. ")
    assert left == [102, 101, 102]
    session.status = "running"
    await _free_seats_of_the_gone(who, session)


async def test_a_game_is_moved_by_its_host(
    monkeypatch: pytest.MonkeyPatch, session: Any, said: list[tuple[str, str]]
) -> None:
    done: list[Any] = []

    async def get(name: str) -> Any:
        return session if name == "ABC123" else None

    async def move(*where: int) -> None:
        done.append(where)

    async def let_go_on(_: Any, moved: Any) -> None:
        done.append(("goes on", moved.id))

    async def tidy(moved: Any) -> None:
        done.append(("tidied", moved.id))

    monkeypatch.setattr(cogs.lobby, "let_go_on", let_go_on)
    monkeypatch.setattr(cogs.lobby, "check_channel", lambda _: done.append("checked"))
    session.lobby = SimpleNamespace(move=move)
    who, _ = reaching(HOST, get=get)
    who.client.deliverer.tidy = tidy
    await move_here(who, " abc123 ")
    assert done == ["checked", (HOST, 1, 2), ("goes on", "ABC123"), ("tidied", "ABC123")]
    assert said == [("show", "The game goes on in this channel.")]
    for asker, name in ((who, "NONE"), (reaching(HOST, 9, get=get)[0], "ABC123")):
        with pytest.raises(Refused, match="There is no such game on this server"):
            await move_here(asker, name)
    with pytest.raises(Refused, match=r"^Only the host \(\*\*Anne\*\*\)"):
        await move_here(reaching(HOST + 1, get=get)[0], "ABC123")
    assert len(done) == 4


async def test_nobody_leaves_a_running_game_unasked(
    monkeypatch: pytest.MonkeyPatch, session: Any, said: list[tuple[str, str]]
) -> None:
    left: list[int] = []
    labels: list[list[str]] = []

    async def leave_seat(user: int) -> None:
        left.append(user)

    async def get(_: str) -> Any:
        return session

    async def tell(_: Any, text: str, *, view: discord.ui.View) -> None:
        said.append(("tell", text))
        labels.append([item.item.label for item in view.children])  # type: ignore[attr-defined]

    monkeypatch.setattr(cogs.lobby, "tell", tell)
    stood_in: list[tuple[int, str]] = []

    async def stand_in(user: int, policy: str) -> None:
        stood_in.append((user, policy))

    session.lobby = SimpleNamespace(leave=leave_seat, stand_in=stand_in)
    session.presence = SimpleNamespace(greet=lambda _: None)
    keeping = SimpleNamespace(keep=lambda _: None)
    who, _ = reaching(HOST + 1, get=get, background=keeping)
    await leave(who, session)
    free = (
        "Leave this game before it is over? Your seat keeps everything and becomes free. Anybody "
        "can take it with `/game join`, and so can you until somebody does. The host can also "
        "let a computer play it."
    )
    waits = "Until then, the game waits whenever it is that seat’s turn."
    keeps = "Or let a computer play meanwhile: it keeps the seat for you until you are back."
    assert said.pop() == ("tell", f"{free} {waits} {keeps}")
    assert labels == [["Yes, leave", "A computer meanwhile", "No, play on"]]
    session.options = {"pace": "daily"}
    host, _ = reaching(HOST, get=get, background=keeping)
    await leave(host, session)
    on = "Until then, whenever that seat runs out of time, the game goes on without its answer."
    hosts = "Somebody else at the table becomes the host."
    assert said.pop() == ("tell", f"{free} {on} {keeps} {hosts}")
    handler, _ = HANDLERS["goaway"]
    await handler(who, Press("goaway", "ABC123", ("no",)))
    assert said.pop() == ("show", "You stay in the game.")
    assert left == []
    await handler(who, Press("goaway", "ABC123", ("yes",)))
    assert said.pop() == ("show", "You have left the game.")
    await handler(who, Press("goaway", "ABC123", ("stand_in",)))
    assert said.pop() == ("show", cogs.lobby.MEANWHILE)
    assert stood_in == [(HOST + 1, "steward")]
    # Before the game begins there is nothing to lose.
    session.status = "lobby"
    await leave(who, session)
    assert said.pop() == ("settle_up", "You have left the game.")
    assert left == [HOST + 1, HOST + 1]


async def test_whether_the_game_should_end(session: Any, said: list[tuple[str, str]]) -> None:
    ended: list[int] = []

    async def end(host: int) -> None:
        ended.append(host)

    async def get(_: str) -> Any:
        return session

    session.lobby = SimpleNamespace(end=end)
    session.presence = SimpleNamespace(greet=lambda _: None)
    keeping = SimpleNamespace(keep=lambda _: None)
    handler, _ = HANDLERS["end"]
    who, _ = reaching(HOST, get=get, background=keeping)
    for parts in (("no",), (), ("yes", "x")):
        await handler(who, Press("end", "ABC123", parts))
        assert said.pop() == ("show", "The game goes on.")
    assert ended == []
    other, _ = reaching(HOST + 1, get=get, background=keeping)
    with pytest.raises(Refused, match=r"^Only the host"):
        await handler(other, Press("end", "ABC123", ("yes",)))
    manager, _ = reaching(5, get=get, background=keeping)
    manager.permissions = discord.Permissions(manage_guild=True)
    await handler(manager, Press("end", "ABC123", ("yes",)))
    assert said == [("show", "The game has been ended.")]
    assert ended == [HOST]


@pytest.mark.parametrize(
    ("given", "options", "seats"),
    [
        ({"game": "kingmaker"}, {"rounds": "20"}, 4),
        ({"seats": 2}, {"rounds": "20"}, 2),
        ({"rounds": 0}, {}, 4),
        ({"ruleset": "house", "hours": 1}, {"hours": "1"}, 4),
        (
            {"pace": "live", "late": "steward"},
            {"pace": "live", "late": "steward", "rounds": "20"},
            4,
        ),
        ({"rounds": 9, "terms": "moment=left_out"}, {"rounds": "9", "moment": "left_out"}, 4),
        ({"game": "Lancaster", "pace": "live"}, {"pace": "live"}, 4),
    ],
)
async def test_a_table_as_it_is_typed(
    monkeypatch: pytest.MonkeyPatch,
    said: list[tuple[str, str]],
    given: dict[str, Any],
    options: dict[str, str],
    seats: int,
) -> None:
    opened: list[Any] = []

    async def open_table(_: Any, *table: Any) -> tuple[Any, str]:
        opened.append(table)
        return None, " Yes."

    monkeypatch.setattr(cogs.lobby, "open_table", open_table)
    monkeypatch.setattr(cogs.lobby, "check_channel", lambda _: None)
    new: Any = Lobby.new.callback
    await new(Lobby(), somebody(), **given)
    game = given.get("game", "kingmaker").casefold()
    assert opened == [(game, _known_game(game, None)[1], seats, options)]
    assert said == [("show", f"{OPENED} Yes.")]
    for limit in ("rounds", "hours"):
        with pytest.raises(Refused, match="Lancaster always ends after 5 rounds"):
            await new(Lobby(), somebody(), game="lancaster", **{limit: 3})
    assert len(opened) == 1


async def test_without_anything_typed_the_table_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, session: Any, said: list[tuple[str, str]]
) -> None:
    shown: list[Any] = []
    here: list[Any] = [None]

    async def fill_in(_: Any, view: Any) -> None:
        shown.append(view)

    async def in_channel(_: int) -> Any:
        return here[0]

    monkeypatch.setattr(cogs.lobby, "fill_in", fill_in)
    monkeypatch.setattr(cogs.lobby, "check_channel", lambda _: None)
    who, _ = reaching(in_channel=in_channel)
    new: Any = Lobby.new.callback
    await new(Lobby(), who)
    here[0], session.status = session, "over"
    await new(Lobby(), who)
    fresh = page(Plan.fresh()).to_components()
    assert [each.to_components() for each in shown] == [fresh, fresh]
    for status, text in (("lobby", TABLE_OPEN), ("running", CHANNEL_TAKEN)):
        session.status = status
        with pytest.raises(Refused) as refused:
            await new(Lobby(), who)
        assert refused.value.text == text
    assert said == []


# The set-up


def test_the_menus_of_a_set_up() -> None:
    plan = Plan.fresh()
    menus = {field: options for field, _, options in _menus(plan)}
    # Which rules is asked as soon as there are several.
    assert "ruleset" not in menus or menus.pop("ruleset")[0].value == "house"
    asked = menus
    of_computers = ["level", "character"]
    assert list(asked) == [
        "game",
        "seats",
        "length",
        "pace",
        "late",
        "moment",
        "asks",
        *of_computers,
    ]
    assert [each.value for each in asked["length"]] == [str(n) for n in range(len(LENGTHS))]
    assert {f: [o.value for o in options if o.default] for f, options in asked.items()} == {
        "game": ["kingmaker"], "seats": ["4"], "length": [str(USUAL)],
        "pace": ["daily"], "late": [_late(plan)[0].value], "moment": ["0"],
        "asks": ["0"], "level": ["0"], "character": ["0"],
    }  # fmt: skip
    no_pace = plan.with_picked("pace", "none")
    assert "late" not in [field for field, _, _ in _menus(no_pace)]
    (chosen,) = [each for each in _paces(no_pace) if each.default]
    assert (chosen.value, chosen.description) == ("none", "The game waits for as long as it takes")
    live = next(each for each in _paces(plan) if each.value == "live")
    assert (
        live.description == "10 minutes for each answer, a reminder 3 minutes before the deadline"
    )
    other = plan.with_picked("game", "lancaster")
    assert fixed_rounds(game_for(other.game, other.ruleset)) == 5
    assert fixed_rounds(game_for("kingmaker", "house")) is None


def test_too_many_or_too_few_seats_are_brought_nearer() -> None:
    plan = Plan.fresh()
    possible = [int(o.value) for f, _, options in _menus(plan) if f == "seats" for o in options]
    for wanted in range(1, 12):
        nearest = min(possible, key=lambda n: abs(n - wanted))
        assert plan.with_picked("seats", str(wanted)).seats == nearest
    last = str(len(LENGTHS) - 1)
    assert plan.with_picked("length", last).length == len(LENGTHS) - 1
    with pytest.raises(Refused) as refused:
        plan.with_picked("length", str(len(LENGTHS)))
    assert refused.value.text == STALE
    # Of a term's answers one that does not exist is the usual one.
    assert plan.with_picked("moment", "1").terms == (1, 0)
    assert plan.with_picked("moment", "2").terms == (0, 0)


# Rules


def rule(number: int, ruling: str = "", text: str = "Move.", title: str = "") -> Rule:
    """A row of the ledger."""
    return Rule(f"r-{number}", title or f"T{number}", text, "movement", "p. 3", ruling)


def test_a_rule_in_full() -> None:
    assert rule_text(rule(1)) == "**r-1 · T1**\nMove.\n-# movement · p. 3"
    assert rule_text(rule(1, "Twice.")) == (
        "**r-1 · T1**\nMove.\n*How it is played: Twice.*\n-# movement · p. 3"
    )


@pytest.mark.parametrize(
    ("number", "head"), [(2, "2 rules"), (25, "25 rules"), (26, "25 of 26"), (40, "25 of 40")]
)
def test_several_rules_are_listed_and_offered(number: int, head: str) -> None:
    found = tuple(rule(n) for n in range(number))
    lines = hits_text(found).splitlines()
    assert lines[:2] == [f"### {head}", "Choose one below to read it in full."]
    told = [f"**r-{n}** T{n}" for n in range(min(number, 25))]
    assert lines[2:] == [f"{line}: Move." if n < 5 else line for n, line in enumerate(told)]
    menu: Any = _rule_menu(found)
    assert [each.value for each in menu.item.options] == [f"r-{n}" for n in range(min(number, 25))]


def test_a_rule_in_a_menu_is_cut() -> None:
    menu: Any = _rule_menu((rule(1, text="x" * 90), rule(2, text="y" * 91, title="t" * 94)))
    first, second = menu.item.options
    assert (first.label, first.description) == ("r-1 · T1", "x" * 90)
    assert second.description == "y" * 89 + "…"
    assert second.label == "r-2 · " + "t" * 94
    longer: Any = _rule_menu((rule(2, title="t" * 95), rule(3)))
    assert longer.item.options[0].label == "r-2 · " + "t" * 93 + "…"


async def test_rules_are_suggested_by_number_else_by_words() -> None:
    rows = [rule(n) for n in (1, 10, 2)]
    searched: list[str] = []

    class Ledger(list[Rule]):
        """The rules."""

        sets = ("base", "house")

        def search(self, words: str) -> list[Rule]:
            """By words."""
            searched.append(words)
            return [rows[2]]

    here: list[Any] = [None]
    desk = SimpleNamespace(at_hand_in=lambda _: here[0])
    who = somebody(client=SimpleNamespace(ledger=Ledger(rows), desk=desk))
    cog: Any = Rules()
    assert told(await cog._numbers(who, " R-1 ")) == [("r-1 · T1", "r-1"), ("r-10 · T10", "r-10")]
    assert searched == []
    assert told(await cog._numbers(who, "Siege")) == [("r-2 · T2", "r-2")]
    assert told(await cog._numbers(who, " ")) == [("r-2 · T2", "r-2")]
    assert searched == ["Siege", " "]
    who.client.ledger = Ledger([rule(n) for n in range(26)])
    assert len(await cog._numbers(who, "r")) == 25
    assert told(await cog._sets(who, "HOU")) == [("house", "house")]
    assert told(await cog._sets(who, "")) == [("base", "base"), ("house", "house")]


# Cards and places

KNOWN = {"x1": "Earl of Essex", "x2": "Earl of Kent", "kent": "Duke of York"}


def test_a_thing_by_its_id_its_name_or_part_of_it() -> None:
    named = ("x1", "kent", "EARL of kent", "ess", "Kent")
    assert [_named(KNOWN, text, "card") for text in named] == ["x1", "kent", "x2", "x1", "x2"]
    for text, sentence in (
        ("earl", "“earl” could be any of these: Earl of Essex, Earl of Kent. Which one?"),
        ("pope", "There is no card called “pope”. The suggestions show them all."),
        ("", "There is no card called “”. The suggestions show them all."),
        ("x" * 61, f"There is no card called “{'x' * 60}”. The suggestions show them all."),
    ):
        with pytest.raises(Refused) as refused:
            _named(KNOWN, text, "card")
        assert refused.value.text == sentence
    for number in (6, 7):
        many = {f"e{n}": f"Earl {n}" for n in range(number)}
        with pytest.raises(Refused) as refused:
            _named(many, "earl", "card")
        listed = ", ".join(f"Earl {n}" for n in range(6))
        assert refused.value.text == f"“earl” could be any of these: {listed}. Which one?"
    for number in (25, 26):
        many = {f"e{n:02}": f"Earl {n:02}" for n in range(number)}
        assert [each.value for each in _like(many, "e")] == [f"e{n:02}" for n in range(25)]
    assert [len(each.name) for each in _like({"a": "x" * 100, "b": "x" * 101}, "")] == [100, 100]


def test_which_games_cards_are_meant(session: Any) -> None:
    session.match = object()
    for game in (None, "kingmaker", " KINGMAKER"):
        assert _meant(session, game)[0] is session
    found, words = _meant(session, "lancaster")
    assert found is None
    assert words is not _meant(session, None)[1]
    assert _meant(None, None)[0] is None
    assert "percy" in _meant(None, None)[1].cards()
    for length in (40, 41):
        with pytest.raises(Refused) as refused:
            _meant(session, "x" * length)
        assert refused.value.text == (
            f"There is no game called “{'x' * 40}”. I know: Kingmaker, Lancaster."
        )
