"""Everything on a phone can be read, light and dark: messages, and the forms above them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from tests.chromium import chromium
from tests.e2e.conftest import Room
from tests.e2e.play.test_browser import private_button, public_button
from tests.e2e.play.test_panel import deals_cards, in_the_sixth_round
from tests.e2e.test_minutes import _goes_on, begun
from tests.waiting import PATIENCE

pytestmark = pytest.mark.browser

WIDTH, HEIGHT = 412, 900
LEAST_CONTRAST, LEAST_SIZE = 4.5, 12
"""WCAG's contrast for text of any size; pixels."""

_TEXTS = r"""() => {
  const parts = (colour) => colour.match(/[\d.]+/g).map(Number);
  const over = (top, below) => below.map((v, i) => v + (top[i] - v) * (top[3] ?? 1));
  const ground = (node) =>
    node ? over(parts(getComputedStyle(node).backgroundColor), ground(node.parentElement))
         : [255, 255, 255];
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => v / 255).map(
      (v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim(), node = walk.currentNode.parentElement;
    const apart = node.closest(".visually-hidden, .avatar, script");
    if (!text || apart || !node.getClientRects().length) continue;
    const style = getComputedStyle(node), below = ground(node);
    const [dark, bright] = [light(over(parts(style.color), below)), light(below)].sort(
      (a, b) => a - b);
    const size = parseFloat(style.fontSize);
    found.push({ text, size, contrast: (bright + 0.05) / (dark + 0.05) });
  }
  return found;
}"""
"""The texts in sight, each with its size and its contrast with what is behind it; an initial stands
on a picture, whose colour is not known here."""


GIVE, PROPOSE = "Give your cards", "Propose a deal: Cecily (2)"


@pytest.mark.parametrize(
    ("form", "scheme"),
    [
        (GIVE, "light"),
        (PROPOSE, "dark"),
        pytest.param(GIVE, "dark", marks=pytest.mark.long),
        pytest.param(PROPOSE, "light", marks=pytest.mark.long),
    ],
)
async def test_messages_and_forms_can_be_read(room: Room, scheme: Any, form: str) -> None:
    gives = form == GIVE
    point = deals_cards if gives else in_the_sixth_round
    await _goes_on(room, begun("kingmaker", point)[0])
    await room.look()
    async with chromium() as browser:
        size: Any = {"width": WIDTH, "height": HEIGHT}
        page = await (await browser.new_context(viewport=size, color_scheme=scheme)).new_page()
        page.set_default_timeout(PATIENCE * 1_000)
        await page.goto(room.sandbox.base_url)
        await expect(page.locator("#app[data-ready]")).to_be_attached()
        if gives:
            await public_button(page, "Give your cards…").click()
        else:
            await public_button(page, "What can I do?").click()
            await private_button(page, "Propose a deal").click()
            await page.get_by_test_id("select").last.click()
            await page.get_by_test_id("select-option").filter(has_text="Cecily (2)").click()
        await private_button(page, "All on one form…").click()
        await expect(page.get_by_role("dialog").get_by_text(form)).to_be_visible()
        texts = await page.evaluate(_TEXTS)
    assert len(texts) > 30
    assert [t for t in texts if t["contrast"] < LEAST_CONTRAST] == []
    assert [t for t in texts if t["size"] < LEAST_SIZE] == []
