"""The page in a browser, opened from disk."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from PIL import Image
from playwright.async_api import Browser, Page, expect

from bot.games import game_for
from bot.story.keeping import WIDTH
from rendering import painter_for
from tests.chromium import chromium, page_in
from tests.story.games import (
    KINGMAKER,
    SMALL,
    export,
    page_without_maps,
    retold,
    small_page,
    tale,
)
from tests.story.test_binding import EVIL, block

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """One browser for all of these pages: it takes longer to start than most of them to look at."""
    async with chromium() as started:
        yield started


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """A page of a browser on a phone; to complain, or to want anything of the net, is an error.

    With it ends all that was going on in it.
    """
    async with page_in(browser, 412, 900) as shown:
        wrong: list[str] = []
        shown.on("console", lambda message: wrong.append(message.text))
        shown.on("pageerror", lambda error: wrong.append(str(error)))
        shown.on("dialog", lambda dialog: wrong.append(dialog.message))
        shown.on("request", lambda asked: wrong.append(asked.url) if is_far(asked.url) else None)
        yield shown
    assert wrong == []
    assert browser.contexts == []


def is_far(url: str) -> bool:
    """Whether an address is anything but this file, or part of it."""
    return not url.startswith(("file:", "data:"))


async def opened(page: Page, folder: Path, html: str) -> None:
    """Open a page from disk, and wait until all of it is there."""
    file = folder / "index.html"
    file.write_text(html, encoding="utf-8")
    await page.goto(file.as_uri())
    await expect(page.locator("html[data-ready]")).to_be_attached()


async def verdict(page: Page, folder: Path, data: Any) -> tuple[str, str]:
    """What the browser says of the dice of a page with this data."""
    html = page_without_maps(tale(SMALL).page)
    told = json.loads(block(html))
    told["story"].update(data)
    text = json.dumps(told).replace("<", "\\u003c")
    await opened(page, folder, html.replace(block(html), text))
    said = await page.locator("html").get_attribute("data-dice")
    return said or "", await page.locator("#verdict").inner_text()


def drawn() -> list[dict[str, Any]]:
    """What was drawn in the small game."""
    html = page_without_maps(tale(SMALL).page)
    found: list[dict[str, Any]] = json.loads(block(html))["story"]["drawn"]
    return found


async def test_the_dice_of_a_true_game_are_true(page: Page, tmp_path: Path) -> None:
    for name in (SMALL, KINGMAKER):
        told = tale(name).page
        await opened(page, tmp_path, page_without_maps(told))
        assert await page.locator("html").get_attribute("data-dice") == "true"
        said = f"✓ True. The seed fits its seal, and all {told.draws:,} draws follow from it."
        assert await page.locator("#verdict").inner_text() == said


async def test_draws_after_others_were_taken_back_are_true(page: Page, tmp_path: Path) -> None:
    told = retold({**export(KINGMAKER), "taken_back": 3}).page
    assert told.drawn[-1].taken_back == 3
    await opened(page, tmp_path, page_without_maps(told))
    assert await page.locator("html").get_attribute("data-dice") == "true"


async def test_dice_that_were_tampered_with_are_false(page: Page, tmp_path: Path) -> None:
    other = drawn()
    pairs = other[-1]["pairs"]
    pairs[-1] = (pairs[-1] + 1) % pairs[-2]
    at = other[-1]["decision"]
    draws = sum(len(each["pairs"]) // 2 for each in other)
    assert await verdict(page, tmp_path, {"drawn": other}) == (
        "false",
        f"✗ False. The seed gives a different draw {draws - 1}, at step {at}.",
    )
    seal = {"seal": "0" * 64}
    said = "✗ False. The seal is not the SHA-256 of the seed."
    assert await verdict(page, tmp_path, seal) == ("false", said)
    assert await verdict(page, tmp_path, {"seed": "another"}) == ("false", said)
    said = "✗ False. Some draws of the game are not on this page."
    assert await verdict(page, tmp_path, {"drawn": drawn()[:-1]}) == ("false", said)
    back = drawn()
    back[0]["taken_back"] = 1
    assert (await verdict(page, tmp_path, {"drawn": back}))[0] == "false"


async def test_the_seal_can_be_held_against_the_first_post(page: Page, tmp_path: Path) -> None:
    told = tale(SMALL).page
    await opened(page, tmp_path, page_without_maps(told))
    field, answer = page.locator("#asked"), page.locator("#answer")
    await field.fill(f"`{told.seal[:16].upper()}…`")
    await expect(answer).to_have_text("✓ It is the same seal.")
    await field.fill("0123456789abcdef")
    await expect(answer).to_have_text("✗ That is a different seal.")
    await field.fill("012")
    await expect(answer).to_have_text("Please enter at least eight characters.")


async def shown_map(page: Page) -> Image.Image:
    """What the browser has drawn."""
    data = await page.evaluate("document.getElementById('map').toDataURL('image/png')")
    return Image.open(io.BytesIO(base64.b64decode(data.partition(",")[2]))).convert("RGB")


async def test_leafing_shows_every_map_as_it_was_drawn(page: Page, tmp_path: Path) -> None:
    data = export(SMALL)
    told = retold(data)
    rules = game_for(data["game"], data["ruleset"])
    painter = painter_for(rules.name, rules.content)
    assert painter is not None
    await opened(page, tmp_path, small_page())
    last = len(told.page.turns) - 1

    async def is_map_of(turn: int) -> None:
        await expect(page.locator("#map")).to_have_attribute("data-map", str(turn))
        frame = painter.frame(told.views[turn], told.names[turn], WIDTH).convert("RGB")
        assert (await shown_map(page)).crop((0, 0, *frame.size)).tobytes() == frame.tobytes()

    await is_map_of(0)
    await page.get_by_role("button", name="One turn on").click()
    await page.get_by_role("button", name="One turn on").click()
    await is_map_of(2)
    await expect(page.locator("#turn-count")).to_have_text(f"turn 2 of {last}")
    await page.get_by_role("button", name="To the end").click()
    await is_map_of(last)
    await expect(page.get_by_role("button", name="One turn on")).to_be_disabled()
    await page.get_by_role("button", name="One turn back").click()
    await is_map_of(last - 1)
    await page.locator("h1").click()
    await page.keyboard.press("ArrowLeft")
    await is_map_of(last - 2)
    await page.get_by_role("slider", name="Turn").fill("5")
    await is_map_of(5)
    assert await page.locator("#map").get_attribute("aria-label") == (
        f"The board at the end of this turn: {await page.locator('#turn-title').inner_text()}. "
        "It is described below."
    )
    # Nothing sticks out at the side of a phone.
    assert await page.evaluate("document.scrollingElement.scrollWidth") == 412


async def test_other_eyes_see_other_cards(page: Page, tmp_path: Path) -> None:
    told = retold(export(KINGMAKER, "Anne", EVIL)).page
    await opened(page, tmp_path, page_without_maps(told))
    eyes, hands = page.get_by_label("Through the eyes of"), page.locator("#held .hand")
    assert await eyes.locator("option").all_inner_texts() == [
        "everybody at the table", "Anne", EVIL, "steward 3", "random 4", "all cards up",
    ]  # fmt: skip
    await expect(hands).to_have_count(0)
    await eyes.select_option("1")
    await expect(hands).to_have_count(1)
    await expect(hands.locator("h3")).to_have_text(f"B{EVIL}".replace("B", "A", 1))
    await page.get_by_role("button", name="To the end").click()
    last = told.hands[[e.holds["1"] for e in told.entries if "1" in e.holds][-1]]
    await expect(hands.locator("li")).to_have_count(len(last))
    await eyes.select_option("all")
    await expect(hands).to_have_count(4)
    # A step back is still in the same turn, or at the end of the one before.
    before = await page.locator("#step").inner_text()
    await page.get_by_role("button", name="One step back").click()
    assert await page.locator("#step").inner_text() != before
    await page.get_by_text("Open it").click()
    await expect(page.locator("#pages section")).to_have_count(len(told.turns))
    # The name is text wherever it stands, and nothing of it was run.
    assert await page.locator("script").count() == 2
    assert await page.locator("main b").count() == 0


async def test_on_paper_the_whole_chronicle_stands_with_a_map_a_round(
    page: Page, tmp_path: Path
) -> None:
    told = tale(SMALL).page
    assert [turn.round for turn in told.turns] == sorted(turn.round for turn in told.turns)
    ends = [
        number
        for number, turn in enumerate(told.turns)
        if number + 1 == len(told.turns) or told.turns[number + 1].round != turn.round
    ]
    assert [told.turns[number].round for number in ends] == [0, 1, 2, 3, 4, 5]
    await opened(page, tmp_path, small_page())
    paper = await page.pdf(prefer_css_page_size=True)
    assert 6 <= paper.count(b"/Type /Page\n") <= 20
    # A4, in points.
    assert b"/MediaBox [0 0 594.95996 841.91998]" in paper
    # Afterwards the page is what it was.
    await expect(page.locator("#all")).not_to_have_attribute("open", "")
    await expect(page.locator("figure")).to_have_count(0)
    # As it is printed, on a page as wide as the paper within its margins.
    await page.set_viewport_size({"width": 680, "height": 1000})
    await page.emulate_media(media="print", color_scheme="dark")
    await page.evaluate(
        """() => {
            const draw = Maps.prototype.pictureOf;
            window.drawn = 0;
            Maps.prototype.pictureOf = function (number) {
                window.drawn += 1;
                return draw.call(this, number);
            };
            window.onprint = new Promise(printed => window.print = () => printed());
        }"""
    )
    await page.evaluate("document.getElementById('print').click()")
    plates = page.locator("#pages figure")
    laid_out = await plates.locator("img").element_handles()
    await page.evaluate("window.onprint")
    assert await plates.locator("figcaption").all_inner_texts() == [
        "The board at the start",
        *(f"The board after round {number}" for number in range(1, 5)),
        "The board at the end",
    ]
    for plate in await plates.locator("img").all():
        size = await plate.evaluate("each => [each.complete, each.naturalWidth, each.alt]")
        box = await plate.bounding_box()
        assert (size[0], size[1], bool(size[2])) == (True, WIDTH, True)
        assert await plate.get_attribute("decoding") == "sync"
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 680
        assert box["height"] <= 24 / 2.54 * 96
    # Each was drawn once, and what is printed are the pictures that were waited for.
    await page.evaluate("new Promise(requestAnimationFrame)")
    assert await page.evaluate("window.drawn") == len(laid_out) == 6
    assert all([await plate.evaluate("each => each.isConnected") for plate in laid_out])
    await expect(page.locator("#pages section")).to_have_count(len(told.turns))
    for hidden in ("#board", "#hands", "#print", "#asked", "#told"):
        await expect(page.locator(hidden)).to_be_hidden()
    white = "getComputedStyle(document.body).backgroundColor"
    assert await page.evaluate(white) == "rgb(255, 255, 255)"
    wide = "document.documentElement.scrollWidth"
    assert await page.evaluate(wide) <= 680
    await page.evaluate("dispatchEvent(new Event('afterprint'))")
    await expect(plates).to_have_count(0)


async def test_a_page_that_is_printed_as_soon_as_it_is_there_has_its_maps(
    page: Page, tmp_path: Path
) -> None:
    """As `chromium --print-to-pdf` does, before the maps are ready to be shown."""
    await page.add_init_script(
        """
        const decode = HTMLImageElement.prototype.decode;
        const goOn = new Promise(free => window.goOn = free);
        HTMLImageElement.prototype.decode = async function () {
            await goOn;
            return decode.call(this);
        };
        window.plates = () => {
            dispatchEvent(new Event("beforeprint"));
            const found = [...document.querySelectorAll("#pages img")].map(each => each.src);
            dispatchEvent(new Event("afterprint"));
            return found;
        };
        addEventListener("load", () => window.early = window.plates());
        """
    )
    file = tmp_path / "index.html"
    file.write_text(small_page(), encoding="utf-8")
    await page.goto(file.as_uri())
    await expect(page.locator("html[data-ready]")).to_have_count(0)
    early = await page.evaluate("window.early")
    await page.evaluate("window.goOn()")
    await expect(page.locator("html[data-ready]")).to_be_attached()
    assert early == await page.evaluate("window.plates()")
    assert len(set(early)) == 6
