"""Six families on the page: three people, three computers, and all that is new to them.

House Lancaster, House York and the head of Neville's family are people. Lancaster bargains with
Neville by direct message; Neville keeps still in York's turns, is turned away once and let in
later, and York tries for its nobles. The Houses recruit with what they offer, and York hands out
the cards that it draws. All that is pressed or typed; what nobody has a mind of his own about is
left to the steward.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from bot.rules.kernel import Prompt
from bot.sandbox.members.sight import text_of
from bot.session import GameSession
from tests.chromium import chromium
from tests.e2e.conftest import CHANNEL, Room, card, changed, said
from tests.e2e.guest import Guest, settled
from tests.e2e.play.test_families import can_accept, public
from tests.e2e.stewards import advice
from tests.waiting import PATIENCE

LANCASTER, YORK, NEVILLE = range(3)
PROMISE = "you shall be Chancellor"
MOST_ANSWERS = 400
"""Answers of people in the rounds that are played; far more than there ever are."""
WIDTHS = (1280, 412)


class Table:
    """Three people at a table of six, and what they have a mind to do."""

    def __init__(self, room: Room, carol: Guest, welcome: int) -> None:
        self.people = (room.alice, room.bob, carol)
        self.room, self.welcome = room, welcome
        self.session: GameSession
        self.pages: Pages | None = None
        self.done: set[str] = set()
        """What was done on the page."""

    async def begin(self) -> None:
        """Alice opens the table, Bob and Carol sit down, and computers take the other seats."""
        alice = self.people[LANCASTER]
        await alice.slash(CHANNEL, "game new", seats=6, ruleset="families")
        for guest in self.people[1:]:
            await guest.press(await card(guest, "Join"), "Join")
        for _ in range(3):
            await alice.press(await card(alice, "Add computer"), "Add computer")
        await alice.press(await card(alice, "Start"), "Start")
        self.session = await self.room.session()

    @property
    def round(self) -> int:
        """The round that is being played."""
        return int(self.session.view(None).round)

    async def until(self, name: str = "", rounds: int = 3) -> None:
        """All answer what they are asked until this was done, or so many rounds are over."""
        for _ in range(MOST_ANSWERS):
            await settled()
            if name in self.done or self.round > rounds:
                return
            seat = next(s for s in self.session.waiting_for() if s < len(self.people))
            for guest in self.people:
                await guest.caught_up()
            prompt = next(p for p in self.session.prompts(seat) if p.blocking)
            verbs = {offer.verb for offer in prompt.offers}
            if not await self._has_a_mind(seat, prompt, verbs):
                user = int(self.people[seat].me["id"])
                await self.session.submit(user_id=user, choice=await advice(self.session, seat))
        raise AssertionError(f"{name} was not done by round {self.round}")

    async def _has_a_mind(self, seat: int, prompt: Prompt, verbs: set[str]) -> bool:
        guest, serves = self.people[seat], self.session.view(None).sides[NEVILLE].serves
        if prompt.kind == "entrust_heirs":
            await self._share_heirs(seat)
        elif prompt.kind == "movement" and "bargain" not in self.done:
            await self._bargain()
        elif seat == YORK and prompt.kind == "movement" and "envoy" not in self.done:
            envoy = {"noble": "bourchier", "to": "wingfield"}
            await self._do(guest, "envoy", "move to", "**Bourchier**", **envoy)
        elif "recruit" in verbs:
            await self._recruit(guest, prompt.kind)
        elif prompt.kind == "admission":
            await self._answer_family(guest)
        elif "serve_house" in verbs:
            await self._do(guest, "come over", "side serve", "is ready to serve this House")
        elif seat == NEVILLE and serves == "york" and prompt.kind in ("movement", "combat"):
            label = f"End {prompt.kind}"
            await guest.press(await card(guest, label), label)
        elif seat == YORK and "hand_out" in verbs:
            await self._do(guest, "gift", "draw give", "to **Carol**, for good", family="Carol")
        else:
            return False
        return True

    async def _share_heirs(self, seat: int) -> None:
        """Lancaster entrusts one heir to Clifford before anybody is placed, York leaves all."""
        guest = self.people[seat]
        if seat == LANCASTER and "heirs" not in self.done:
            given = {"heir": "edward_lancaster", "noble": "clifford"}
            await self._do(guest, "heirs", "move entrust", "goes to **Clifford**", **given)
        else:
            await self._do(guest, "heirs left", "move done", "Your heirs start with those")

    async def _recruit(self, guest: Guest, kind: str) -> None:
        """Try for the first who is suggested, with the first of everything that is."""
        asked: dict[str, Any] = {}
        for option in ("noble", "envoy", "office", "cards"):
            if suggested := await guest.autocomplete(
                CHANNEL, "recruit noble", option, options=asked
            ):
                asked[option] = suggested[0]["value"]
        await self.look(guest, f"before {kind}")
        await self._do(guest, kind, "recruit noble", " over **", **asked)

    async def _answer_family(self, guest: Guest) -> None:
        """Lancaster lets Neville in as the round has come, and turns it away before."""
        await self.look(guest, "admission")
        asked = text_of(await card(guest, "Let them in"))
        assert "**Carol** wants to serve your House." in asked
        agree = self.round >= self.welcome
        name, answer = ("let in", "You let the family in") if agree else ("turned away", "You turn")
        await self._do(guest, name, "side admit", answer, agree=agree)

    async def _do(self, guest: Guest, name: str, path: str, answer: str, **options: Any) -> None:
        """Type a command, read the answer, and see what all see of it."""
        told = said(await guest.slash(CHANNEL, path, options))
        assert answer in told, told
        self.done.add(name)
        await self.look(guest, name)

    async def _bargain(self) -> None:
        """Lancaster promises Neville something by direct message, and Neville takes it."""
        alice, carol = self.people[LANCASTER], self.people[NEVILLE]
        await self._do(
            alice,
            "bargain",
            "deal offer",
            "You offer **Carol**",
            to="Carol",
            promise=PROMISE,
            due=3,
        )
        offered = await carol.wait_for_private(can_accept)
        assert PROMISE in text_of(offered)
        await carol.press(offered, "Accept Alice’s offer")
        await carol.press(await changed(carol, offered), "Yes, do it")
        await settled()

    async def look(self, guest: Guest, name: str) -> None:
        """Where pages are open, take a picture of what this person sees."""
        if self.pages is not None:
            await settled()
            await self.pages.look(guest, name)


class Pages:
    """Chromium, by which people look at the table on a wide screen and on a phone."""

    def __init__(self, browser: Browser, host: Guest, folder: Path) -> None:
        self.browser, self.host, self.folder = browser, host, folder
        self.taken: list[str] = []

    async def look(self, guest: Guest, name: str, scheme: str = "dark") -> None:
        """The page as this person sees it: nothing sticks out of the window at its side."""
        for width in WIDTHS:
            page = await self._opened(guest, width, scheme)
            await page.get_by_test_id(f"channel-{CHANNEL}").dispatch_event("click")
            await expect(page.get_by_test_id("message").last).to_be_visible()
            await page.wait_for_load_state("networkidle")
            assert await page.evaluate("document.scrollingElement.scrollWidth") <= width
            self.taken.append(f"{len(self.taken):02} {guest.me['username']} {name} {width}")
            await page.screenshot(path=self.folder / f"{self.taken[-1]}.png")
            await page.close()

    async def _opened(self, guest: Guest, width: int, scheme: str) -> Page:
        mine = next(each for each in self.host.members if each["id"] == guest.me["id"])
        page = await self.browser.new_page(
            viewport={"width": width, "height": 1000},
            color_scheme="light" if scheme == "light" else "dark",
        )
        page.set_default_timeout(PATIENCE * 1_000)
        await page.goto(mine["link"])
        await expect(page.locator("#app[data-ready]")).to_be_attached()
        return page


@asynccontextmanager
async def table_for(room: Room, welcome: int) -> AsyncIterator[Table]:
    """A table that has begun, with Carol, who is new to the server."""
    await room.alice.new_member("Carol")
    async with await Guest.connect(room.sandbox.base_url, "Carol") as carol:
        table = Table(room, carol, welcome)
        await table.begin()
        yield table


def heard(guest: Guest) -> str:
    """All that somebody can read, in the channel and in direct messages."""
    return "\n".join(text_of(message) for message in guest.messages())


@pytest.mark.long
async def test_a_family_comes_over_and_york_tries_for_its_nobles(room: Room) -> None:
    async with table_for(room, welcome=2) as table:
        alice, bob, carol = table.people
        await table.until("recruit_at_once")
        assert table.done >= {
            "heirs",
            "recruiting",
            "gift",
            "come over",
            "let in",
            "recruit_at_once",
        }
        assert table.round == 2
        told = public(alice)
        assert " over **Pole**: reached " in told
        assert "**Carol** betrays House York and goes over to House Lancaster (**Alice**)" in told
        assert " over **Scrope**: reached " in told
        assert "Constable of the Tower" in heard(carol)
        # What two make out is for these two alone, and so is which card was given.
        assert PROMISE not in heard(bob)
        assert "Constable of the Tower" not in heard(alice)


@pytest.mark.long
@pytest.mark.browser
async def test_three_rounds_with_pictures(drawing_room: Room, tmp_path: Path) -> None:
    async with chromium() as browser, table_for(drawing_room, welcome=3) as table:
        table.pages = Pages(browser, drawing_room.alice, tmp_path)
        await table.until(rounds=3)
        assert table.round == 4
        assert table.done >= {"recruiting", "gift", "turned away", "let in", "recruit_at_once"}
        told = public(drawing_room.bob)
        assert "**Carol** offers to serve **Alice** and is turned away" in told
        assert "**Carol** betrays House York" in told
        for guest, path in zip(table.people, ("map", "hand", "standings"), strict=True):
            await guest.slash(CHANNEL, path)
            await table.look(guest, path)
            await settled()
            await table.pages.look(guest, f"{path} light", "light")
        assert len(table.pages.taken) > 30
