"""A turn played on the page, with a real browser."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator

import discord
import pytest
from playwright.async_api import Locator, Page, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from bot.app import Bot
from bot.sandbox import RunningSandbox
from tests.chromium import hosts_page
from tests.e2e.guest import Guest, settled

pytestmark = pytest.mark.browser


@pytest.fixture
async def page(sandbox: RunningSandbox, bot: Bot) -> AsyncIterator[Page]:
    """The page as its host sees it, in the game's channel."""
    async with hosts_page(sandbox.base_url) as shown:
        await shown.get_by_test_id("channel-kingmaker").click()
        yield shown


def public_button(page: Page, label: str) -> Locator:
    """The newest button with this label that everybody sees."""
    messages = page.locator('[data-testid="message"]:not([data-ephemeral])')
    return messages.get_by_role("button", name=label, exact=True).last


def private_button(page: Page, label: str) -> Locator:
    """The button with this label on the newest message that only the member sees.

    Older private messages may show controls of an earlier moment; the bot answers those with a
    new private message without any button, and the public button leads on from there.
    """
    newest = page.locator('[data-testid="message"][data-ephemeral]').last
    return newest.get_by_role("button", name=label, exact=True).last


async def test_a_turn_on_the_page(page: Page) -> None:
    await page.get_by_test_id("composer").fill("/game new ")
    await page.get_by_test_id("add-option-seats").click()
    await page.get_by_test_id("command-option-seats").fill("2")
    await page.keyboard.press("Enter")
    await public_button(page, "Add computer").click()
    await expect(
        page.get_by_text(re.compile(r"Steward [A-Z][a-z]+ \(computer\)")).first
    ).to_be_visible()
    await public_button(page, "Start").click()
    await public_button(page, "What can I do?").click()
    # The set-up is left to the steward; then come whatever calls there are, and the movement.
    await press_until(page, where_to(page), "Do it", "Do the rest for me", "Do it for me")
    log = page.locator('[data-testid="message"]:not([data-ephemeral])')
    marched = log.filter(has_text=re.compile(r"Alice: \S+.* marches from"))
    await choose_until(page, marched.last)
    # And on to the end of the turn.
    theirs = log.filter(has_text=re.compile(r"▸ Round \d+: Steward [A-Z][a-z]+’s turn")).last
    await press_until(page, theirs, "Do it", "End movement", "End combat", "Do it for me")


async def test_a_game_can_be_begun_until_one_is(page: Page, bot: Bot) -> None:
    begins = page.get_by_test_id("begin-game-play")
    await page.get_by_test_id("begin-tutorial").click()
    await expect(page.get_by_text("Your lesson starts in")).to_be_visible()
    await page.get_by_test_id("composer").fill("What shall I press?")
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("message").filter(has_text="What shall I")).to_be_visible()
    await begins.click()
    await expect(public_button(page, "Fair play")).to_be_visible()
    await expect(begins).to_be_hidden()


async def test_options_are_typed_by_their_names(page: Page) -> None:
    line = "/move to noble: Percy to: Durham"
    fields = (("noble", "Percy"), ("to", "Durham"))
    composer = page.get_by_test_id("composer")
    await composer.click()
    await page.keyboard.type(line)
    for name, value in fields:
        await expect(page.get_by_test_id(f"command-option-{name}")).to_have_value(value)
    await page.get_by_test_id("command-cancel").click()
    await composer.fill(line)  # as it is pasted
    for name, value in fields:
        await expect(page.get_by_test_id(f"command-option-{name}")).to_have_value(value)
    await page.keyboard.press("Enter")
    await expect(page.get_by_test_id("command-form")).not_to_be_attached()


_FOOT_OF = """text => [...document.querySelectorAll('[data-testid="message"]')]
    .find(each => each.innerText.includes(text)).getBoundingClientRect().bottom"""
_READ_ON = """([text, above]) => {
    const scroller = document.getElementById("scroller");
    const message = [...document.querySelectorAll('[data-testid="message"]')]
        .find(each => each.innerText.includes(text));
    // By the wheel, however late the page hears of it.
    const wheel = () => scroller.dispatchEvent(new WheelEvent("wheel"));
    scroller.addEventListener("scroll", wheel, {capture: true, once: true});
    const foot = message.getBoundingClientRect().bottom - scroller.getBoundingClientRect().top;
    scroller.scrollTop += foot - above;
}"""


async def test_the_foot_of_a_message_stays_under_the_hand_that_pressed_it(
    page: Page, bot: Bot
) -> None:
    (channel,) = [c for c in bot.get_all_channels() if c.name == "kingmaker"]
    assert isinstance(channel, discord.TextChannel)
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Press me", custom_id="b.help:NOGAME"))
    tall = await channel.send("Panel\n" + "A line of it.\n" * 80, view=view)
    for number in range(4):
        await channel.send(f"Below {number}\n" + "Another line.\n" * 30)
    shown = page.get_by_test_id("message")
    await expect(shown.filter(has_text="Below 3")).to_be_visible()
    # The reader goes up until the foot of the tall one stands in the upper half of the window.
    await page.evaluate(_READ_ON, ["Panel", 200])
    await expect(shown.filter(has_text="Below 0")).to_be_in_viewport()
    await page.get_by_role("button", name="Press me").click()
    await expect(shown.filter(has_text="belongs to is gone")).to_be_attached()
    before = await page.evaluate(_FOOT_OF, "Panel")
    for text in ("Panel, shorter", "Panel, longer\n" + "A line of it.\n" * 60):
        await tall.edit(content=text)
        await expect(shown.filter(has_text=text.splitlines()[0])).to_be_attached()
        assert abs(await page.evaluate(_FOOT_OF, "Panel") - before) <= 1


async def test_the_answer_to_a_press_near_the_end_comes_into_view(page: Page, bot: Bot) -> None:
    (channel,) = [c for c in bot.get_all_channels() if c.name == "kingmaker"]
    assert isinstance(channel, discord.TextChannel)
    await channel.send("Above\n" + "A line of it.\n" * 80)
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Press me", custom_id="b.help:NOGAME"))
    await channel.send("Panel\n" + "A line of it.\n" * 20, view=view)
    await channel.send("Below\n" + "Another line.\n" * 24)
    shown = page.get_by_test_id("message")
    await expect(shown.filter(has_text="Below")).to_be_visible()
    await page.evaluate(_READ_ON, ["Panel", 300])
    await expect(shown.filter(has_text="Below")).not_to_be_in_viewport(ratio=1)
    await page.get_by_role("button", name="Press me").click()
    await expect(shown.filter(has_text="belongs to is gone")).to_be_in_viewport(ratio=1)
    await expect(page.get_by_test_id("new-messages")).to_be_hidden()


def where_to(page: Page) -> Locator:
    """The menu of where a noble goes, on the newest message that only the member sees."""
    newest = page.locator('[data-testid="message"][data-ephemeral]').last
    return newest.get_by_test_id("select").filter(has_text="where to?")


async def press_until(page: Page, goal: Locator, *labels: str) -> None:
    """Press the first of these private buttons that is there, until the goal comes in sight."""
    while not await goal.is_visible():
        found = [private_button(page, label) for label in labels]
        shown = [button for button in found if await button.is_visible()]
        button = shown[0] if shown else public_button(page, "What can I do?")
        # The bot may take the button away at the very moment of the click.
        with contextlib.suppress(PlaywrightTimeout):
            await button.click(timeout=5_000)
        await settled()
        # The page draws what it has heard in a moment; until then the same button is pressed again.
        await page.wait_for_timeout(200)


async def choose_until(page: Page, goal: Locator) -> None:
    """Choose the first of where to go, until the goal comes in sight."""
    while not await goal.is_visible():
        # The answer changes the message: the menu may be drawn anew at the very click.
        with contextlib.suppress(PlaywrightTimeout):
            await where_to(page).click(timeout=5_000)
            await page.get_by_test_id("select-option").first.click(timeout=5_000)
        await settled()
        await page.wait_for_timeout(200)


async def test_a_friend_reads_whom_a_mention_names_that_calls_nobody(
    sandbox: RunningSandbox, bot: Bot
) -> None:
    async with await Guest.connect(sandbox.base_url, "Alice") as alice:
        (channel,) = [c for c in bot.get_all_channels() if c.name == "kingmaker"]
        assert isinstance(channel, discord.TextChannel)
        quiet = discord.AllowedMentions.none()
        await channel.send(f"<@{alice.me['id']}> pauses the game.", allowed_mentions=quiet)
        link = next(each["link"] for each in alice.members if each["username"] == "bob")
    async with hosts_page(link) as shown:
        await shown.get_by_test_id("channel-kingmaker").click()
        await expect(shown.get_by_text("@Alice pauses the game.")).to_be_visible()
