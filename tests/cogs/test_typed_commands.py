"""Every command of a game, option by option: which verb it stands for, and what it suggests."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.ext import commands

import bot
from bot.app import COGS
from bot.games import GAMES
from bot.rules.kernel import Field, Offer, Prompt, Seat
from bot.rules.kingmaker.state import Deal
from bot.session import Refused
from cogs.kingmaker import trade
from cogs.kingmaker.customs import KingmakerCustoms
from cogs.lancaster.customs import LancasterCustoms
from cogs.ui.choosing import typed_choices
from tests.cogs.conftest import HOST, MemorySession
from tests.rules.kingmaker.scene import Scene

STANDS_FOR = """
deploy card: assign card noble
deploy noble: settle castle noble
answer call: answer_call bring to with=company
answer instead: send_instead noble
answer strife: send_off card
answer siege play=True: fail_siege
answer siege play=False: let_be
answer legacy: bequeath card noble
answer heir win=True: woo_heir
answer heir win=False: let_be
answer evade play=True: evade
answer evade play=False: let_be
answer force play=True: force
answer force play=False: let_be
answer leave welcome=True: grant
answer leave welcome=False: deny
answer king: attend_king to with=company
move refuge: take_refuge card land
move fetch: fetch heir noble
move march: march nobles to
move ride: ride nobles to
move enter: enter nobles place
move leave: leave nobles place
move cross: cross nobles to
move entrust: entrust heir noble
move again: free_move nobles
move free-road: free_road noble to
move ask-leave: ask_leave place
move take-back: withdraw_request
move put-out: dismiss nobles place
move done: done
ship embark: embark nobles ship
ship sail: sail ship to
ship land: land nobles ship
ship blockade: blockade port ship
ship attack: attack_at_sea against sea
ship scuttle: scuttle ship
ship scuttle keep=True: keep_prize
ship again: free_sail ship
ship put-in: put_in port ship
ship put-in stay=True: stay_put ship
ship disembark: disembark noble
ship disembark nobody=True: done
attack force: attack against foes nobles square
attack force french=True: attack_with_french against foes nobles square
attack assassinate: assassinate noble target
attack ambush: ambush against nobles square target
attack let-through: let_through
attack target: name_target target
attack go-back: return_inside nobles
attack go-home: go_home castle noble
attack spoils: keep_spoil card noble
attack done: done
siege lay: lay nobles place
siege join: join nobles place
siege conclude: conclude nobles place
siege conclude french=True: conclude_with_french nobles place
siege storm: storm nobles place
siege storm french=True: storm_with_french nobles place
siege lift: lift place
siege hold: hold noble place
siege keep-heir: keep_heir heir noble
ransom offer: offer_ransom cards draws due held places promise ships
ransom accept: accept
ransom more: ask_more
ransom refuse: refuse
ransom heir: offer_draws draws
ransom take-draws take=True: take_draws
ransom take-draws take=False: refuse_draws
ransom free: free_captive captive
ransom keeper: guard_captive captive noble
ransom pardon: pardon card
ransom let-die: let_die
recruit noble: recruit cards castle envoy host noble office title
recruit due: make_good card
recruit nothing: keep_back
parliament call: call_parliament by summon
parliament attend: attend nobles
parliament leave-heirs: attend_without leave noble
parliament writ: serve_writ noble
parliament excuse: excuse by_sea=overseas nobles
parliament revoke: revoke nobles
parliament meet: meet_at noble place
parliament bishop: grant_bishop card noble
parliament propose: propose card noble
parliament against-king: declare_illegitimate noble
parliament settle-kings: settle_kings king
parliament recall-ships: recall_ships ships
parliament pass-title: transfer_title card giver noble
parliament pass-office: transfer_office card giver noble
parliament consent agree=True: agree
parliament consent agree=False: decline
parliament lodge: lodge noble
parliament keep-ship: keep_ship ship
parliament done: done
crown: crown heir
crown nobody=True: done
kill-heir: kill_heir heir
release-heir: release_heir heir
clergy ask: ask_clergy of
clergy lend agree=True: lend
clergy lend agree=False: withhold
deal offer: propose_deal give promise take to
deal accept: accept_deal deal word
deal refuse: refuse_deal deal word
deal withdraw: withdraw_deal deal
transfer: transfer noble thing
alliance attack: ally_attack nobles
alliance attack french=True: ally_attack_with_french nobles
alliance defend: ally_defence nobles
alliance aside: stand_aside
alliance propose: propose_alliance ally square term
alliance accept: accept_alliance
alliance decline: decline_alliance
alliance cancel: cancel_alliance ally
draw keep: keep
draw discard: discard card
draw give: hand_out card family
play card: play card noble
play noble: raise card castle
play unmask: unmask
play betrayal: betray noble place
side serve: serve_house
side neutral: stand_apart castle
side stay: stay_loyal
side admit agree=True: admit
side admit agree=False: turn_away
side ask: ask_consent heir
side consent agree=True: let_crown
side consent agree=False: deny_crown
knight county: county county house knight squires
knight castle: castle house knight space
knight conflict: conflict card house knight
knight favour: favour tile
knight favour none=True: pass
reward nobleman: nobleman county
reward ride: ride card
reward starter: name player
reward castle: score space
reward castle done=True: done
reward upgrade: upgrade knight
reward upgrade nobody=True: decline
reward extension: extend space
reward buy: buy times
reward buy nothing=True: decline
reward ransom pay=True: ransom
reward ransom pay=False: give_up
"""
"""Command, options that are switched on or off, and the choice that it comes to.

An option that goes into a field of another name stands behind it.
"""

SAID_BY_MORE = {
    "counter_deal",
    "go_home",
    "stay",
    "stay_free",
    "reward",
    "nobleman",
    "both",
    "nothing",
}
"""What `/parliament return` and `/reward county` come to; they have tests of their own."""

BY_THE_TABLE = {"time_up"}
"""What no player says: the clock calls time, and who joins late comes by the table's own commands.
"""

ASK_NO_VERB = ("deal list", "deal counter", "odds battle", "odds siege", "move to")


def own_commands() -> Iterator[tuple[Any, str, app_commands.Command[Any, ..., Any]]]:
    """All commands of single games, with the modules that have them and their cogs."""
    for name in COGS:
        if name.split(".")[1] not in ("kingmaker", "lancaster"):
            continue
        module = importlib.import_module(name)
        for cog in vars(module).values():
            own = isinstance(cog, type) and issubclass(cog, commands.Cog)
            if own and cog.__module__ == name:
                made = cog()
                for command in made.walk_app_commands():
                    if isinstance(command, app_commands.Command):
                        yield made, name, command


COMMANDS = {
    command.qualified_name: (cog, module, command) for cog, module, command in own_commands()
}


def switched(command: app_commands.Command[Any, ..., Any]) -> Iterator[dict[str, bool]]:
    """The ways in which what is on or off can be given; left out altogether, if that may be."""
    flags = [p for p in command.parameters if p.type is discord.AppCommandOptionType.boolean]
    if all(not flag.required for flag in flags):
        yield {}
    for flag in flags:
        yield {flag.name: True}
        if flag.required:
            yield {flag.name: False}


def texts(command: app_commands.Command[Any, ..., Any]) -> dict[str, str]:
    """A word for each option that takes one: its name."""
    return {
        p.name: p.name
        for p in command.parameters
        if p.type is discord.AppCommandOptionType.string and not p.choices
    }


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, str | None]]]:
    """What commands come to: verbs and texts."""
    found: list[tuple[str, dict[str, str | None]]] = []

    async def choose(_: Any, verb: str, **given: str | None) -> None:
        found.append((verb, given))

    monkeypatch.setattr(typed_choices, "choose", choose)
    for _, module, _ in COMMANDS.values():
        if hasattr(importlib.import_module(module), "choose"):
            monkeypatch.setattr(f"{module}.choose", choose)
    return found


async def typed(name: str, **given: Any) -> None:
    """Type a command."""
    cog, _, command = COMMANDS[name]
    await command.callback(cog, None, **given)  # type: ignore[call-arg, arg-type]


async def stands_for(chosen: list[tuple[str, dict[str, str | None]]]) -> list[str]:
    """A line for every command and switch."""
    lines = []
    for name, (_, _, command) in COMMANDS.items():
        if name in (*ASK_NO_VERB, "reward county", "parliament return"):
            continue
        for flags in switched(command):
            await typed(name, **texts(command), **flags)
            ((verb, given),) = chosen
            chosen.clear()
            on = "".join(f" {flag}={value}" for flag, value in flags.items())
            fields = (f"{f}={t}" if f != t else f for f, t in given.items() if t is not None)
            lines.append(" ".join((f"{name}{on}:", verb, *sorted(fields))))
    return lines


async def test_every_command_is_the_choice_that_it_says(
    chosen: list[tuple[str, dict[str, str | None]]],
) -> None:
    assert await stands_for(chosen) == STANDS_FOR.strip().splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_every_verb_of_a_game_can_be_typed(game: str) -> None:
    said = {line.partition(": ")[2].split()[0] for line in STANDS_FOR.strip().splitlines()}
    own = {"kingmaker": KingmakerCustoms, "lancaster": LancasterCustoms}[game]
    said |= {*SAID_BY_MORE, *own.votes.values(), *own.ends_debate}
    assert verbs_of(game) - said == set()


def verbs_of(game: str) -> set[str]:
    """The verbs of a game's players: those that its modules offer, and those it has words for."""
    words = importlib.import_module(f"bot.words.{game}.verbs").VERBS
    found = {verb for verb in words if not verb.startswith(("correct_", "order_"))}
    for file in (Path(bot.__file__).parent / "rules" / game).rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "Offer":
                verb = call.args[0]
                found |= {verb.value} if isinstance(verb, ast.Constant) else set()
    return found - BY_THE_TABLE


async def test_what_is_left_out_is_not_made_up(
    chosen: list[tuple[str, dict[str, str | None]]],
) -> None:
    for name, (_, _, command) in COMMANDS.items():
        if not any(each.required for each in command.parameters) and name not in ASK_NO_VERB:
            await typed(name)
            ((_, given),) = chosen
            chosen.clear()
            assert set(given.values()) <= {None}, name


async def test_a_deal_is_asked_for_or_typed_whole(
    chosen: list[tuple[str, dict[str, str | None]]],
) -> None:
    for given, said in (
        ({}, (None, None, None, None, None)),
        ({"to": "Ben"}, ("Ben", None, None, None, None)),
        ({"to": "Ben", "give": "kent"}, ("Ben", "kent", "none", "none", None)),
        ({"to": "Ben", "take": "kent"}, ("Ben", "none", "kent", "none", None)),
        ({"to": "Ben", "promise": "peace", "due": 3}, ("Ben", "none", "none", "peace", "3")),
        ({"give": "kent", "due": 1}, (None, "kent", None, None, "1")),
        ({"to": "Ben", "due": 1}, ("Ben", None, None, None, "1")),
    ):
        await typed("deal offer", **given)
        fields = ("to", "give", "take", "promise", "due")
        assert chosen.pop() == ("propose_deal", dict(zip(fields, said, strict=True)))


async def test_a_counter_offer_is_asked_for_or_typed_where_it_differs(
    chosen: list[tuple[str, dict[str, str | None]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Any] = []

    async def begin(*about: Any) -> None:
        begun.append(about[1:])

    async def here(_: Any) -> str:
        return "session"

    monkeypatch.setattr(trade, "session_here", here)
    monkeypatch.setattr(trade, "seat_here", lambda *_: 0)
    deal = Deal(1, Seat(1), Seat(0))
    monkeypatch.setattr(trade, "deal_named", lambda *about: deal)
    monkeypatch.setattr(trade, "begin_counter", begin)
    turned = {"give": "place:york", "take": "none"}
    monkeypatch.setattr(trade, "counter_terms", lambda *_: turned)
    await typed("deal counter", deal="1")
    assert begun == [("session", 0, deal)]
    assert chosen == []
    for given, said in (
        ({"give": "kent"}, ("kent", "none", "none", None)),
        ({"take": "kent"}, ("place:york", "kent", "none", None)),
        ({"promise": "peace", "due": 1}, ("place:york", "none", "peace", "1")),
    ):
        await typed("deal counter", **given)
        fields = dict(zip(("give", "take", "promise", "due"), said, strict=True))
        assert chosen.pop() == ("counter_deal", {"deal": "1-0-1", **fields})


@pytest.mark.parametrize(
    ("command", "given"),
    [
        ("deal counter", {"due": 2}),
        ("deal counter", {"due": 2, "give": "kent"}),
        ("deal offer", {"due": 2, "to": "Ben", "take": "kent"}),
    ],
)
async def test_how_long_a_promise_has_is_not_taken_without_one(
    chosen: list[tuple[str, dict[str, str | None]]],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    given: dict[str, Any],
) -> None:
    async def here(_: Any) -> str:
        return "session"

    monkeypatch.setattr(trade, "session_here", here)
    monkeypatch.setattr(trade, "seat_here", lambda *_: 0)
    monkeypatch.setattr(trade, "deal_named", lambda *about: about)
    with pytest.raises(Refused, match="`due` goes with a promise"):
        await typed(command, **given)
    assert chosen == []


async def test_what_is_taken_in_a_county(
    chosen: list[tuple[str, dict[str, str | None]]],
) -> None:
    (take,) = COMMANDS["reward county"][2].parameters
    assert [each.name for each in take.choices] == [
        "The reward", "The nobleman", "Both, for gold", "Nothing"
    ]  # fmt: skip
    for each in take.choices:
        await typed("reward county", take=each)
    assert chosen == [(verb, {}) for verb in ("reward", "nobleman", "both", "nothing")]


async def test_suggestions_are_for_the_field_that_the_option_goes_into(
    chosen: list[tuple[str, dict[str, str | None]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str, str]] = []

    async def suggested(_: Any, verb: str, field: str, current: str) -> list[Any]:
        asked.append((verb, field, current))
        return []

    monkeypatch.setattr(typed_choices, "suggested", suggested)
    for name, (_, _, command) in COMMANDS.items():
        if name in (*ASK_NO_VERB, "parliament return"):
            continue
        for option in command._params.values():
            if not option.autocomplete:
                # Nothing is suggested for words of one's own alone.
                own = option.name in ("promise", "word")
                assert own or option.type.name != "string" or option.choices
                continue
            await typed(name, **{option.name: "typed"})
            ((verb, given),) = chosen
            chosen.clear()
            (field,) = (field for field, text in given.items() if text == "typed")
            await option.autocomplete(None, "cur")  # type: ignore[operator, misc]
            assert asked.pop() == (verb, field, "cur"), name


@pytest.mark.parametrize(
    ("offered", "noble", "verb"),
    [
        ({"stay": "percy", "stay_free": "grey"}, None, "stay"),
        ({"stay": "percy", "stay_free": "grey"}, " Percy", "stay"),
        ({"stay": "percy", "stay_free": "grey"}, "grey", "stay_free"),
        ({"stay_free": "grey"}, None, "stay_free"),
        ({"stay_free": "percy"}, "percy", "stay_free"),
        ({}, "percy", "stay_free"),
    ],
)
async def test_a_noble_stays_as_the_caller_or_by_a_free_move(
    chosen: list[tuple[str, dict[str, str | None]]],
    monkeypatch: pytest.MonkeyPatch,
    offered: dict[str, str],
    noble: str | None,
    verb: str,
) -> None:
    scene = Scene(2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    session: Any = MemorySession(scene.match)
    offers = tuple(Offer(name, (Field("noble", (who,)),)) for name, who in offered.items())
    prompts = [Prompt(0, "way_home", offers)]

    async def session_here(_: Any) -> Any:
        return session

    monkeypatch.setattr("cogs.kingmaker.parliament.session_here", session_here)
    monkeypatch.setattr("cogs.kingmaker.parliament.asked", lambda *_: prompts)
    cog, _, command = COMMANDS["parliament return"]
    alice = type("Typing", (), {"user": type("User", (), {"id": HOST})()})()
    await command.callback(cog, alice, noble=noble, castle="york", stay=True)  # type: ignore[call-arg, arg-type]
    await command.callback(cog, alice, noble=noble, castle="york")  # type: ignore[call-arg, arg-type]
    assert chosen == [(verb, {"noble": noble}), ("go_home", {"noble": noble, "castle": "york"})]
