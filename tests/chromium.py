"""Chromium, for tests that look at a page as people do; where there is none they are skipped."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.waiting import PATIENCE

_NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """The system's browser, patient with a busy machine."""
    path = next((found for name in _NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.skip("no Chromium here; on Debian: apt-get install chromium")
    # Its own sandbox does not start for the superuser, as whom containers run.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=arguments)
        expect.set_options(timeout=PATIENCE * 1_000)
        yield browser
        await browser.close()


@contextlib.asynccontextmanager
async def page_in(browser: Browser, width: int, height: int) -> AsyncIterator[Page]:
    """An empty page of so many pixels, which shares nothing with any other of the browser."""
    async with await browser.new_context(viewport={"width": width, "height": height}) as fresh:
        shown = await fresh.new_page()
        shown.set_default_timeout(PATIENCE * 1_000)
        yield shown


@contextlib.asynccontextmanager
async def page_of(width: int = 1280, height: int = 720) -> AsyncIterator[Page]:
    """The same in a browser of its own."""
    async with chromium() as browser, page_in(browser, width, height) as shown:
        yield shown


@contextlib.asynccontextmanager
async def hosts_page(url: str, width: int = 1280, height: int = 720) -> AsyncIterator[Page]:
    """The page of a local Discord, as its host sees it once it is there."""
    async with page_of(width, height) as shown:
        await shown.goto(url)
        await expect(shown.locator("#app[data-ready]")).to_be_attached()
        yield shown
