"""A newcomer on a phone: from the set-up to the third round with nothing but what is shown."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from bot.app import Bot
from bot.sandbox import RunningSandbox
from tests.chromium import hosts_page
from tests.e2e.guest import settled
from tests.e2e.play.test_browser import private_button, public_button

pytestmark = pytest.mark.browser

WIDTH, HEIGHT = 390, 844
_LEADS_ON = ("End movement", "End combat", "Do the rest for me", "Do it for me")


@pytest.fixture
async def phone(sandbox: RunningSandbox, bot: Bot) -> AsyncIterator[Page]:
    """The page on a phone, as its host sees it."""
    async with hosts_page(sandbox.base_url, WIDTH, HEIGHT) as shown:
        yield shown


async def fits(page: Page) -> bool:
    """Whether nothing sticks out of the window at its side."""
    wide = await page.evaluate("document.scrollingElement.scrollWidth")
    boxes = await page.locator('[data-testid="message"] button').all()
    sides = [await each.bounding_box() for each in boxes]
    return wide <= WIDTH and all(b["x"] >= 0 and b["x"] + b["width"] <= WIDTH for b in sides if b)


async def face_is_clear(page: Page) -> bool:
    """Whether the card of the newest message with a face begins below that face."""
    message = page.get_by_test_id("message").filter(has=page.locator(".avatar.is-bot")).last
    face = await message.locator(".avatar.is-bot").bounding_box()
    card = await message.get_by_test_id("container").first.bounding_box()
    return bool(face and card and face["y"] + face["height"] <= card["y"])


@pytest.mark.long
async def test_from_the_set_up_to_the_third_round(phone: Page) -> None:
    await phone.get_by_test_id("composer").fill("/game new ")
    await phone.keyboard.press("Enter")
    opens = private_button(phone, "Open the table")
    await expect(opens).to_be_visible()
    assert await fits(phone)
    assert await face_is_clear(phone)
    await phone.get_by_test_id("select").filter(has_text="4 players").click()
    await phone.get_by_test_id("select-option").filter(has_text="2 players").click()
    await expect(phone.get_by_test_id("select").filter(has_text="2 players")).to_be_visible()
    await opens.click()
    await public_button(phone, "Add computer").click()
    await expect(public_button(phone, "Remove computer")).to_be_visible()
    assert await fits(phone)
    await public_button(phone, "Start").click()
    # The card at the bottom always has a button that leads on.
    card = phone.locator('[data-testid="message"]:not([data-ephemeral])')
    third = card.filter(has_text=re.compile(r"Round 3 of 20 · Alice’s turn · movement")).last
    while not await third.is_visible():
        proposed = private_button(phone, "Do it")
        for button in (proposed, *(public_button(phone, label) for label in _LEADS_ON)):
            if await button.is_visible():
                # The card may be put up anew at the very moment of the click.
                with contextlib.suppress(PlaywrightTimeout):
                    await button.click(timeout=5_000)
                break
        await settled()
        await phone.wait_for_timeout(250)
    await expect(third).to_be_visible()
    await expect(third).to_contain_text("Time runs out")
    await expect(third).to_contain_text("If you do not answer, your movement ends.")
    assert await fits(phone)


async def test_a_message_has_a_menu_and_a_table_a_form(phone: Page) -> None:
    await phone.get_by_test_id("composer").fill("/game new ")
    await phone.keyboard.press("Enter")
    await private_button(phone, "Terms on one form…").click()
    form = phone.get_by_role("dialog")
    await form.get_by_text("Live: everybody is at the table now").click()
    await form.get_by_text("10 rounds").click()
    assert await fits(phone)
    await form.get_by_role("button", name="Submit").click()
    await expect(phone.get_by_test_id("select").filter(has_text="10 rounds")).to_be_visible()
    await private_button(phone, "Open the table").click()
    await expect(public_button(phone, "Add computer")).to_be_visible()
    await phone.get_by_test_id("composer").fill("Who plays?")
    await phone.keyboard.press("Enter")
    said = phone.get_by_test_id("message").filter(has_text="Who plays?").last
    await said.hover()
    await said.get_by_test_id("message-apps").click()
    apps = phone.get_by_test_id("apps")
    await expect(apps.get_by_text("This message")).to_be_visible()
    await expect(apps.get_by_test_id("app-command")).to_have_count(4)
    assert await fits(phone)
    await apps.get_by_text("How does he stand?").first.click()
    await expect(phone.get_by_text("The game has not begun yet.").last).to_be_visible()
