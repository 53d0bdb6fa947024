"""Whole games through session and cogs: nothing hidden reaches anybody in any form.

Texts, components and their ids, file names, what pictures are made from, suggestions, forms, and
the log. One game a rule set is played here; ``LEAK_GAMES=20 pytest tests/leaks`` plays more.
"""

from __future__ import annotations

import contextlib
import logging
import os
import random
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.app import Bot
from bot.games import GAMES, presets_of, words_for
from bot.rules.kernel import Choice, Event, Prompt
from bot.sandbox import serve
from bot.sandbox.members.sight import InteractionFailed, buttons, selects
from bot.sandbox.objects import Emoji
from bot.session import GameSession, Refused
from bot.watch.log import OWN, set_levels
from cogs.ui.replies import at_rest
from rendering.emblems import emblem_names
from tests.e2e.conftest import at_any_speed, bot_at
from tests.e2e.guest import settled
from tests.e2e.stewards import advice
from tests.leaks.witness import Easel, Talk, Watch, Witness, suggestions

NUMBER = int(os.environ.get("LEAK_GAMES", "1"))
SHORT = {"rounds": "4"}
LONGEST, LONG = 84, pytest.param(110, marks=pytest.mark.long)
"""Decisions of people in a game: votes come before the 80th, where there are any."""
NAMES = ("Alice", "Bob", "Cecily")
SPECTATOR = "Duncan"
MARK = "the promise that nobody else may read"
LOOKED_AT = ("hand", "help", "status", "undo")

EVERY_GAME = [(game, ruleset) for game, rulesets in GAMES.items() for ruleset in rulesets]
IN_LONG_RUNS = "classic", "ishkibibble"
"""Rule sets whose secrets are those of the house rules: hands, decks, votes and deals."""
GAMES_LOOKED_AT = [
    pytest.param(*rules, marks=pytest.mark.long if rules[1] in IN_LONG_RUNS else ())
    for rules in EVERY_GAME
]
OTHER_PRESETS = [
    pytest.param(game, str(preset.specification), marks=pytest.mark.long, id=preset.id)
    for game in GAMES
    for preset in presets_of(game)
    if (game, str(preset.specification)) not in EVERY_GAME
]
"""Mixtures of the rule sets that people are offered as one."""


class Table:
    """Three people with seats, one without, and a computer, in a channel for each game."""

    def __init__(self, bot: Bot, easel: Easel, people: list[Witness], talk: Talk) -> None:
        self.bot, self.easel, self.people, self.talk = bot, easel, people, talk
        self.watch: Watch | None = None
        self.channel = ""
        self.forms = 0

    async def open(self, game: str, ruleset: str, number: int) -> GameSession:
        """A new game in a new channel."""
        self.channel = f"{game}-{ruleset.partition('+')[0]}-{number}"
        where = await self.people[0].new_channel(self.channel)
        ids = [int(person.me["id"]) for person in self.people]
        session = await self.bot.desk.new_games.open(
            guild_id=int(where["guild_id"]),
            channel_id=int(where["id"]),
            host_id=ids[0],
            host_name=NAMES[0],
            game=game,
            ruleset=ruleset,
            seats=4,
            options=dict(SHORT),
        )
        for user, name in zip(ids[1:3], NAMES[1:], strict=True):
            await session.lobby.join(user, name)
        await session.lobby.add_computer(ids[0], "steward")
        self.watch = Watch(session, words_for(game, ruleset), self.easel)
        for person in self.people:
            person.moment = self.watch.moment
            person.frames = []
        self.talk.lines.clear()
        return session

    async def play(self, session: GameSession, chance: random.Random, longest: int) -> int:
        """Start the game and play it to its end; how many decisions people made."""
        watch, ids = self.watch, [int(person.me["id"]) for person in self.people]
        assert watch is not None
        await session.lobby.start(ids[0])
        await watch.look()
        made = votes = 0
        while session.status == "running" and made < longest:
            if made % 20 == 10:
                await self.propose(session, ids)
            if made % 25 == 5:
                await self.look_round(chance)
            await at_rest(session)
            seat = next((s for s in session.waiting_for() if s < len(NAMES)), None)
            if seat is None:
                await settled()
                continue
            voting = len(vote(session)) > 1 and votes < 2
            heard = await self.others_heard(seat) if voting else []
            await session.submit(user_id=ids[seat], choice=await advice(session, seat))
            made += 1
            if voting:
                votes += 1
                # Not even that somebody has voted reaches anybody else.
                assert await self.others_heard(seat) == heard
            await watch.look()
        await self.everybody_has_heard()
        await watch.look()
        return made

    async def others_heard(self, seat: int) -> list[int]:
        """How many frames each but one seat has got, once everything was said."""
        await self.everybody_has_heard()
        return [len(person.frames) for number, person in enumerate(self.people) if number != seat]

    async def everybody_has_heard(self) -> None:
        """Wait until everything was said and has arrived."""
        await settled()
        for person in self.people:
            await person.caught_up()

    async def propose(self, session: GameSession, ids: list[int]) -> None:
        """Let the first offer the second a secret deal, where the game knows such."""
        offer = next(
            (o for p in session.prompts(0) for o in p.offers if o.verb == "propose_deal"), None
        )
        if offer is None or self.watch is None:
            return
        choice = Choice.of("propose_deal", to="1", promise=MARK)
        try:
            await session.submit(user_id=ids[0], choice=choice)
        except Refused:
            return
        self.watch.marked[MARK] = frozenset({0, 1})

    async def look_round(self, chance: random.Random) -> None:
        """Everybody looks at what they may look at, and at suggestions for some commands."""
        for person in self.people:
            for path in LOOKED_AT:
                # How quickly the bot answers on a busy machine is not the question here.
                with contextlib.suppress(InteractionFailed):
                    await person.slash(self.channel, path)
            for path, option in chance.sample(suggestions(person), 8):
                await person.autocomplete(self.channel, path, option)
            for other in NAMES:
                await person.menu(other, "How does he stand?", channel=self.channel)
            await self.open_forms(person)

    async def open_forms(self, person: Witness) -> None:
        """Somebody opens the forms of his own questions, among them that of a deal."""
        shown = (await person.slash(self.channel, "help")).message or {}
        await self._open(person, shown)
        proposes = [b for b in buttons(shown) if b.get("label") == "Propose a deal"]
        for each in proposes[:1]:
            page = (await person.press(shown, each["custom_id"])).message or {}
            for menu in selects(page)[:1] if not forms_on(page) else ():
                chosen = menu["options"][0]["value"]
                page = (await person.choose(page, menu["custom_id"], chosen)).message or {}
            await self._open(person, page)

    async def _open(self, person: Witness, page: dict[str, Any]) -> None:
        for control in forms_on(page):
            opened = await person.press(page, control, until="modal")
            assert opened.modal is not None
            self.forms += 1

    def found(self) -> list[str]:
        """All that reached somebody, or the log, though it was hidden."""
        assert self.watch is not None
        seats = [0, 1, 2, None]
        found = [
            f"{person.me['username']}: {problem}"
            for person, seat in zip(self.people, seats, strict=True)
            for problem in self.watch.found(seat, person.frames)
        ]
        logged = [(at, "log", line) for at, line in self.talk.lines]
        return found + self.watch.found(None, logged)


def forms_on(message: dict[str, Any]) -> list[str]:
    """The buttons of a message that open a form of the game."""
    ids = [str(each.get("custom_id")) for each in buttons(message)]
    return [each for each in ids if each.startswith(("b.write:", "b.give:"))]


def vote(session: GameSession) -> list[Prompt]:
    """The sealed votes that are still out."""
    assert session.match is not None
    return [
        prompt
        for seat in session.waiting_for()
        for prompt in session.match.asked(seat)
        if prompt.is_vote
    ]


@pytest.fixture(autouse=True)
def same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games take the same course each time."""
    luck = random.Random(4)
    drawn = SimpleNamespace(choice=luck.choice, token_hex=lambda size: luck.randbytes(size).hex())
    monkeypatch.setattr("bot.session.new_games.secrets", drawn)


@pytest.fixture(autouse=True)
def emblems(monkeypatch: pytest.MonkeyPatch) -> None:
    """The application has all its emoji."""
    monkeypatch.setattr("cogs.ui.emblems.EMBLEMS", made_emblems())


def made_emblems() -> dict[str, discord.PartialEmoji]:
    """The application's emoji, by name."""
    return {
        name: discord.PartialEmoji(name=name, id=number)
        for number, name in enumerate(emblem_names(), 1_000_000)
    }


@pytest.fixture
async def table(sqlite_url: str) -> AsyncIterator[Table]:
    """A sandbox that keeps the application's emoji, the bot, and everybody at the page."""
    sandbox = await serve(at_any_speed())
    for each in made_emblems().values():
        sandbox.sandbox.world.state.emojis[str(each.id)] = Emoji(
            id=str(each.id), name=each.name, path=""
        )
    easel, root = Easel(), logging.getLogger()
    people: list[Witness] = []
    sat: list[Table] = []
    talk = Talk(lambda: sat[0].watch.moment() if sat and sat[0].watch else 0)
    levels = {name: logging.getLogger(name).level for name in ("", *OWN)}
    try:
        async with bot_at(sandbox.base_url, sqlite_url, easel) as bot:
            for name in (*NAMES, SPECTATOR):
                person = await Witness.connect(sandbox.base_url, name)
                assert isinstance(person, Witness)
                people.append(person)
            sat.append(Table(bot, easel, people, talk))
            root.addHandler(talk)
            # All that a host can have written down.
            set_levels("DEBUG")
            yield sat[0]
    finally:
        root.removeHandler(talk)
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
        for person in people:
            await person.close()
        await sandbox.close()


@pytest.mark.parametrize("longest", [LONGEST, LONG])
@pytest.mark.parametrize(("game", "ruleset"), [*GAMES_LOOKED_AT, *OTHER_PRESETS])
async def test_nothing_hidden_reaches_anybody(
    table: Table, game: str, ruleset: str, longest: int
) -> None:
    for number in range(NUMBER):
        chance = random.Random(number)
        session = await table.open(game, ruleset, number)
        assert await table.play(session, chance, longest) > 10
        assert all(person.frames for person in table.people)
        assert any("<:seat_" in str(frame) for frame in table.people[0].frames)
        assert table.talk.lines
        assert (table.forms > 0) == (game == "kingmaker")
        assert table.found() == []


async def test_the_log_tells_nothing_of_what_lies_behind_a_screen(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One game of Lancaster twice, in which Alice has what Bob had: gold and squires have no names
    that could be looked for, but the log says the same, though it is asked for all there is."""
    luck = random.Random(4)
    same = SimpleNamespace(choice=luck.choice, token_hex=lambda size: "5e" * size)
    monkeypatch.setattr("bot.session.new_games.secrets", same)
    logs, asked = [], set[str]()
    for poor, rich in ((0, 1), (1, 0)):
        session = await table.open("lancaster", "standard", poor)
        ids = [int(person.me["id"]) for person in table.people]
        await session.lobby.start(ids[0])
        assert session.match is not None
        houses = session.match.position.state.houses
        for token in ("gold", "squires"):
            both = getattr(houses[rich], token) + getattr(houses[poor], token)
            setattr(houses[rich], token, both)
            setattr(houses[poor], token, 0)
        made = 0
        while made < 30:
            await at_rest(session)
            seat = next((s for s in session.waiting_for() if s < len(NAMES)), None)
            if seat is None:
                await settled()
                continue
            (prompt, *_) = session.match.asked(seat)
            asked.add(prompt.kind)
            await session.submit(user_id=ids[seat], choice=whatever_is_held(prompt))
            made += 1
        await table.everybody_has_heard()
        logs.append([line.replace(session.id, "the game") for _, line in table.talk.lines])
    assert {"castle", "place", "vote"} < asked
    assert len(logs[0]) > 30
    assert logs[0] == logs[1]


def whatever_is_held(prompt: Prompt) -> Choice:
    """An answer that costs nothing: knights go where a price is asked later, if they can."""
    for offer in prompt.offers:
        if offer.verb == "castle" and "recruit" in offer.field("space").candidates:
            return Choice.of("castle", knight=offer.field("knight").candidates[0], space="recruit")
        if offer.verb == "conflict":
            return next(offer.choices())
    assert prompt.default is not None
    return prompt.default


async def test_what_leaks_is_found(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were the table shown what Alice sees, and the deck written into the log, it would be told."""
    honest = Event.visible_to
    monkeypatch.setattr(Event, "visible_to", lambda self, seat: honest(self, seat or 0))
    session = await table.open("kingmaker", "house", 99)
    await table.play(session, random.Random(99), longest=60)
    assert table.watch is not None
    assert session.match is not None
    unseen = table.watch.never_seen(None, table.watch.moment() - 1)
    drawn_next = next(c for c in session.match.position.state.crown_deck[::-1] if c in unseen)
    logging.getLogger("bot").info("the next card is %s", drawn_next)
    await table.watch.look()
    found = table.found()
    assert any(problem.startswith("cecily: MESSAGE_") for problem in found)
    assert any(problem.startswith("duncan: MESSAGE_") for problem in found)
    assert not any(problem.startswith("alice: ") for problem in found)
    assert found[-1].startswith("log at look ")
    assert repr(drawn_next) in found[-1]
