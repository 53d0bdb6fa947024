"""A newcomer on the page: from an empty channel to the end of the first round, step by step.

He presses *Play now*, marches, reads the odds and attacks, calls a Parliament and votes in it. So
that all this comes in the first round, the game begins from a position instead of a deal.
"""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from bot.app import Bot
from bot.games import game_for
from bot.rules.kernel.game import LESSON
from bot.rules.kingmaker.setup.positions import Stand, Start
from bot.sandbox import RunningSandbox
from bot.session import GameSession
from bot.session.new_games import NewGames
from tests.chromium import hosts_page
from tests.e2e.guest import settled

pytestmark = pytest.mark.browser

KENDAL = "11,7"
EVENING = Start(
    phase="movement",
    seats=4,
    nobles={
        "percy": Stand(0, "12,8"),
        "mowbray": Stand(0, "12,8"),
        "neville": Stand(0, "london", heirs=("henry",)),
        "roos": Stand(0, "helmsley"),
        "clifford": Stand(1, KENDAL, heirs=("george",)),
        "audley": Stand(1, "newcastle-under-lyme"),
        "courtenay": Stand(2, "okehampton"),
        "howard": Stand(3, "castle-rising"),
    },
    held=(("E-WR01",),),
    chancery=("earl_essex",),
)
"""Percy and Mowbray are two squares from Clifford, who keeps an heir; Neville keeps the King."""

WIDTHS = pytest.mark.parametrize("width", [412, pytest.param(1280, marks=pytest.mark.long)])
HEIGHT = 900
MOST_STEPS = 60
A_LITTLE = 1_500.0
"""How long the next question is waited for before the card of the channel is looked at, in ms."""
"""Answers to what is asked between one goal and the next; far more than there ever are."""

PUBLIC = '[data-testid="message"]:not([data-ephemeral])'
PRIVATE = '[data-testid="message"][data-ephemeral]'


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> None:
    """*Play now* begins from the position above, with draws and names that are known."""
    rules: Any = game_for("kingmaker", "house")
    monkeypatch.setattr(rules, "_starts", {**rules._starts, "evening": EVENING})
    opens = NewGames.open

    async def open_laid(self: NewGames, *, options: dict[str, str], **about: Any) -> GameSession:
        return await opens(self, options={**options, LESSON: "evening"}, **about)

    monkeypatch.setattr(NewGames, "open", open_laid)
    luck = random.Random(7)
    drawn = SimpleNamespace(choice=luck.choice, token_hex=lambda size: "5e" * size)
    monkeypatch.setattr("bot.session.new_games.secrets", drawn)


@pytest.fixture
async def page(sandbox: RunningSandbox, bot: Bot, laid: None, width: int) -> AsyncIterator[Page]:
    """The page as its host sees it, in the empty channel."""
    async with hosts_page(sandbox.base_url, width, HEIGHT) as shown:
        yield shown


class Newcomer:
    """Somebody who reads what is before him, and presses what it says."""

    def __init__(self, page: Page, width: int) -> None:
        self.page, self.width = page, width
        self.presses = 0

    @property
    def own(self) -> Locator:
        """The newest message that only he sees."""
        return self.page.locator(PRIVATE).last

    def public(self, text: str) -> Locator:
        """What everybody reads, with this in it."""
        return self.page.locator(PUBLIC).filter(has_text=re.compile(text)).last

    def button(self, label: str, *, own: bool = True) -> Locator:
        """The newest button of this label, in his own message or for all to see."""
        messages = self.own if own else self.page.locator(PUBLIC)
        return messages.get_by_role("button", name=label, exact=True).last

    async def press(self, button: Locator) -> None:
        """Press it, and wait until his own message shows what came of it."""
        own = self.page.locator(PRIVATE)
        before = [await each.inner_text() for each in await own.all()]
        await button.click()
        self.presses += 1
        await self._answered(before)

    async def pick(self, menu: str, option: str) -> None:
        """Choose the first option with this in it, from a menu of his own message."""
        own = self.page.locator(PRIVATE)
        before = [await each.inner_text() for each in await own.all()]
        await self.own.get_by_test_id("select").filter(has_text=menu).click()
        await self.page.get_by_test_id("select-option").filter(has_text=option).first.click()
        self.presses += 1
        await self._answered(before)

    async def _answered(self, before: list[str]) -> None:
        await settled()
        shown = "([css, before]) => JSON.stringify([...document.querySelectorAll(css)].map("
        shown += "each => each.innerText)) !== JSON.stringify(before)"
        await self.page.wait_for_function(shown, arg=[PRIVATE, before])

    async def until(self, goal: Locator, *labels: str) -> None:
        """Press the first of these that is there until the goal is in sight."""
        for _ in range(MOST_STEPS):
            await self._asked(goal, labels)
            if await goal.count():
                return
            await self._step(labels)
        raise AssertionError(f"{goal} was not reached: {await self.own.inner_text()}")

    async def _asked(self, goal: Locator, labels: tuple[str, ...]) -> None:
        """Wait a little for the next question in his own message: it may come after the word that
        the last one is answered. Without one he presses what is before everybody."""
        sought = goal
        for label in labels:
            sought = sought.or_(self.button(label))
        with suppress(PlaywrightTimeout):
            await sought.first.wait_for(state="visible", timeout=A_LITTLE)

    async def _step(self, labels: tuple[str, ...]) -> None:
        for own in (True, False):
            for label in labels:
                button = self.button(label, own=own)
                if await button.is_visible():
                    await self.press(button)
                    return
        await self.press(self.button("What can I do?", own=False))

    async def fits(self) -> None:
        """Nothing sticks out of the window at its side."""
        wide = await self.page.evaluate("document.scrollingElement.scrollWidth")
        assert wide <= self.width


@WIDTHS
async def test_the_first_round_from_an_empty_channel(page: Page, width: int) -> None:
    guest = Newcomer(page, width)
    await page.get_by_role("button", name="Play now", exact=True).first.click()
    await expect(guest.button("March", own=False)).to_be_visible()
    await expect(guest.public("You win at once when you hold")).to_be_attached()
    await guest.fits()
    # A march: two presses from the card.
    await guest.press(guest.button("March", own=False))
    await guest.pick("Percy and Mowbray: where to?", "enemy Clifford")
    await expect(
        guest.public("Alice: Percy and Mowbray march from .* to L8 Kendal")
    ).to_be_attached()
    assert guest.presses == 2
    # An attack, with its odds read.
    await guest.press(guest.button("End movement"))
    odds = (
        r"Percy and Mowbray \(150\) against [A-Z][a-z]+ the [A-Z][a-z]+’s Clifford \(10\).*"
        r"win \d+%, lose [\d.]+%"
    )
    await expect(guest.own).to_contain_text(re.compile(odds))
    await expect(guest.own).to_contain_text("At risk in fair weather: Percy")
    await guest.fits()
    await guest.pick("Attack or besiege", "Attack: Clifford")
    await expect(
        guest.public("Alice attacks [A-Z][a-z]+ the [A-Z][a-z]+ at L8 Kendal")
    ).to_be_attached()
    # A Parliament: called with a Writ, a title proposed, a vote.
    calls = guest.button("Call Parliament")
    await guest.until(calls, "End combat", "Crown nobody", "Do it", "Do it for me")
    await guest.press(calls)
    await expect(guest.own).to_contain_text("If everybody came, Commons: you")
    await guest.pick("Which noble does your Writ summon?", "")
    proposes = guest.button("Propose a card")
    await guest.until(proposes, "Do it", "Do it for me")
    ballot = guest.button("Cast your vote", own=False)
    await guest.until(ballot, "Call the vote", "Do it", "Do it for me")
    await guest.press(ballot)
    await expect(guest.own).to_contain_text("Yea or nay?")
    await guest.fits()
    await guest.press(guest.button("Yea"))
    await expect(guest.public(r"\(yea: Alice")).to_be_attached()
    # And on to the end of the round, in which the computers have their turns.
    second = guest.public("Round 2 of 20 · Alice’s turn")
    await guest.until(second, "Keep the card", "End combat", "Do it", "Do it for me")
    await guest.fits()
