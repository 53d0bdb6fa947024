"""Whom a family means to serve is seen by nobody before it says so (families-switch.2).

The same evening twice, over the same sockets: in one a family means to change sides, makes it out
with a House by direct message, tries it in a what-if and has everything ready; in the other it
means nothing. All that others are sent is the same, byte for byte.
"""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from bot.rules.kernel import BEFOREHAND, Choice
from bot.sandbox import serve
from bot.sandbox.members.sight import text_of
from bot.session import GameSession
from bot.session.computers import plainest
from bot.session.table.standing_orders import Until
from cogs.ui.replies import at_rest
from tests.e2e.conftest import at_any_speed, bot_at, verb_id
from tests.e2e.guest import settled
from tests.leaks.witness import Easel, Witness

CHANNEL = "families"
LANCASTER, YORK, NEVILLE, PERCY = range(4)
NAMES = ("Alice", "Bob", "Cecily", "Duncan")
SPECTATOR = "Edith"
LOOKED_AT = ("status", "standings", "digest", "log", "map", "hand", "help")
PROMISE = "my family comes over to you as your turn begins"
THANKS = "you will be welcome"
SAID = ":admit:"
"""What is in the button by which a House lets somebody in who would serve it."""

_NUMBER = re.compile(r"\b\d{15,20}\b")
_WHEN = re.compile(r"<t:\d+(:\w)?>|\d{4}-\d\d-\d\dT[\d:.]+(\+00:00|Z)?")
_SIGNED = re.compile(r"\b(hm|ex|is)=[0-9a-f]+")
_NONCE = re.compile(r'"nonce": "[^"]*"')
_PICTURE = re.compile(r"picture-\d+\.")

Deed = Callable[["Evening"], Awaitable[None]]


def without_numbers(text: str) -> str:
    """A message without the numbers, times and signatures that are never the same."""
    # A signature that by chance has no letter is a number as well, and goes whole.
    for never_the_same in (_SIGNED, _NUMBER, _WHEN, _NONCE):
        text = never_the_same.sub("…", text)
    return text


def test_a_signature_without_letters_goes_as_any_other() -> None:
    texts = [
        f'"/hand.png?hm={signature}"' for signature in ("9f04c1d2e3a4b5c6", "9104213243546576")
    ]
    assert [without_numbers(text) for text in texts] == ['"/hand.png?…"'] * 2


class Evening:
    """House Lancaster, House York, Neville and Percy, each played by a person; Edith looks on."""

    def __init__(self, bot: Any, easel: Easel, people: list[Witness]) -> None:
        self.bot, self.easel, self.people = bot, easel, people
        self.ids = [int(person.me["id"]) for person in people]
        self.seen: list[list[list[str]]] = [[] for _ in people]
        self.session: GameSession
        self._known: dict[str, str] = {}

    async def begin(self) -> None:
        """The game is opened, and everybody has a seat."""
        where = await self.people[0].new_channel(CHANNEL)
        session = await self.bot.desk.new_games.open(
            guild_id=int(where["guild_id"]),
            channel_id=int(where["id"]),
            host_id=self.ids[0],
            host_name=NAMES[0],
            game="kingmaker",
            ruleset="families",
            seats=len(NAMES),
            options={},
        )
        for user, name in list(zip(self.ids, NAMES, strict=False))[1:]:
            await session.lobby.join(user, name)
        await session.lobby.start(self.ids[0])
        self.session = session

    async def until(self, seat: int, kind: str) -> None:
        """Everybody answers in the plainest way until a seat is asked a question."""
        for _ in range(200):
            await self.rest()
            if kind in self.asked(seat):
                return
            one = self.session.waiting_for()[0]
            await self.answer(one, plainest(self.session.prompts(one)))
            self.note()
        raise AssertionError(f"seat {seat} was never asked: {kind}")

    def asked(self, seat: int) -> list[str]:
        """The kinds of questions put to a seat."""
        assert self.session.match is not None
        return [prompt.kind for prompt in self.session.match.asked(seat)]

    async def answer(self, seat: int, choice: Choice) -> None:
        """Somebody decides."""
        await self.session.submit(user_id=self.ids[seat], choice=choice)
        await self.rest()

    async def rest(self) -> None:
        """Everything is told, and everybody has heard it."""
        await at_rest(self.session)
        await settled()
        for person in self.people:
            await person.caught_up()

    async def look_round(self) -> None:
        """Everybody but Neville looks at what there is to be looked at."""
        for seat, person in enumerate(self.people):
            for path in LOOKED_AT if seat != NEVILLE else ():
                await person.slash(CHANNEL, path)
                await self.rest()
        self.note()

    def note(self) -> None:
        """Write down what stands before everybody's eyes, now that all is told."""
        for seat, person in enumerate(self.people):
            shown = [self._plain(message) for message in person.messages()]
            self.seen[seat].append(sorted(shown))

    def _plain(self, message: Any) -> str:
        """A message without the numbers and times that are never the same, and with what its
        pictures are made from."""
        text = json.dumps(message, sort_keys=True)
        if text in self._known:
            return self._known[text]
        raw = text
        text = _PICTURE.sub(lambda found: self.easel.inputs[found.group()], text)
        self._known[raw] = plain = without_numbers(text)
        return plain


@asynccontextmanager
async def evening(database: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    """An evening that takes the same course each time, in a sandbox of its own."""
    luck = random.Random(15)
    drawn = SimpleNamespace(choice=luck.choice, token_hex=lambda size: luck.randbytes(size).hex())
    monkeypatch.setattr("bot.session.new_games.secrets", drawn)
    sandbox, easel, people = await serve(at_any_speed()), Easel(), list[Witness]()
    try:
        async with bot_at(sandbox.base_url, database, easel) as bot:
            for name in (*NAMES, SPECTATOR):
                if name == SPECTATOR:
                    await people[0].new_member(name)
                person = await Witness.connect(sandbox.base_url, name)
                assert isinstance(person, Witness)
                people.append(person)
            found = Evening(bot, easel, people)
            await found.begin()
            yield found
    finally:
        for person in people:
            await person.close()
        await sandbox.close()


async def nothing(table: Evening) -> None:
    """The family means to stay as it is."""


async def schemes(table: Evening) -> None:
    """Neville wavers, tries in a what-if what would come of it, and has everything ready."""
    cecily = table.people[NEVILLE]
    if "declare_side" not in table.asked(NEVILLE):
        await wavers(table)
    for path in ("hand", "order list", "help"):
        await cecily.slash(CHANNEL, path)
    answer = await cecily.slash(CHANNEL, "whatif")
    await table.rest()
    assert answer.message is not None
    shown = cecily.current(answer.message)
    if "declare_side" in table.asked(NEVILLE):
        await cecily.press(shown, str(verb_id(shown, "serve_house")))


async def wavers(table: Evening) -> None:
    """Neville orders beforehand that it stays, takes that back, and would declare too early."""
    orders, user = table.session.orders, table.ids[NEVILLE]
    stay = Choice.of("order_pass", phases=["declare_side"])
    given = await orders.give(user_id=user, prompt=BEFOREHAND, choice=stay, until=Until(times=1))
    await orders.withdraw(user_id=user, number=given.number)
    refused = await table.people[NEVILLE].slash(CHANNEL, "side serve")
    assert refused.message is not None
    assert "when a House begins its turn" in text_of(refused.message)


async def makes_it_out(table: Evening) -> None:
    """Neville promises House Lancaster by direct message to come over, and is thanked for it."""
    if "declare_side" in table.asked(NEVILLE):
        return
    await table.answer(
        NEVILLE, Choice.of("propose_deal", to=str(LANCASTER), promise=PROMISE, due="1")
    )
    (deal,) = table.session.view(LANCASTER).deals
    await table.answer(LANCASTER, Choice.of("accept_deal", deal=deal.name, word=THANKS))


class Seen(NamedTuple):
    """What stood before everybody's eyes, by seat: time and again until Neville had been asked whom
    it serves, and once more when it had said so."""

    before: list[list[list[str]]]
    after: list[list[str]]


async def played(empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: Deed) -> Seen:
    """An evening on which Neville does something before it goes over, and while it is asked."""
    file = shutil.copy(empty, tmp_path / f"{deed.__name__}.sqlite3")
    async with evening(f"sqlite+aiosqlite:///{file}", monkeypatch) as table:
        await table.until(NEVILLE, "movement")
        await deed(table)
        await table.look_round()
        await table.until(NEVILLE, "declare_side")
        await deed(table)
        await table.look_round()
        before = [list(snaps) for snaps in table.seen]
        await table.answer(NEVILLE, Choice("serve_house"))
        table.note()
        return Seen(before, [snaps[-1] for snaps in table.seen])


@pytest.mark.rule("families-switch.2")
async def test_what_a_family_means_to_do_reaches_nobody(
    prepared_sqlite: Path, in_this_thread: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it makes out by direct message neither, but for the one with whom it does."""
    silent, false, agreed = [
        await played(prepared_sqlite, tmp_path, monkeypatch, deed)
        for deed in (nothing, schemes, makes_it_out)
    ]
    for seat in (LANCASTER, YORK, PERCY, len(NAMES)):
        assert len(silent.before[seat]) > 20
        assert false.before[seat] == silent.before[seat]
        assert false.after[seat] == silent.after[seat]
        # Once it is said everybody reads it.
        assert any(SAID in shown for shown in false.after[seat])
        assert not any(SAID in shown for shown in false.before[seat][-1])
    for seat in (YORK, PERCY, len(NAMES)):
        assert agreed.before[seat] == silent.before[seat]
        assert agreed.after[seat] == silent.after[seat]
    assert any(PROMISE in shown for shown in agreed.before[LANCASTER][-1])
    assert any(THANKS in shown for shown in agreed.before[NEVILLE][-1])
