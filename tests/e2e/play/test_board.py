"""The board beside the chat: *Play now* shows it, a tap lights the way up, another one goes it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import FrameLocator, Locator, Page, expect

from bot.app import Bot
from bot.board.playing import Tap, answer
from bot.sandbox import RunningSandbox
from bot.session import GameSession, Refused
from bot.session.receipts import STALE
from rendering import RenderPool
from tests.chromium import chromium
from tests.e2e.conftest import bot_at
from tests.e2e.guest import settled
from tests.e2e.play.test_newcomer import KENDAL, laid

__all__ = ["laid"]

pytestmark = pytest.mark.browser

WIDE, PHONE = 1280, 412
SIZES = pytest.mark.parametrize(
    ("width", "scheme"),
    [(PHONE, "dark"), pytest.param(WIDE, "light", marks=pytest.mark.long)],
)


@pytest.fixture
async def bot(sandbox: RunningSandbox, database: str, maps: Path) -> AsyncIterator[Bot]:
    """The bot with its boards, and with a process that draws them."""
    pool = RenderPool(cache_dir=maps)
    async with bot_at(sandbox.base_url, database, pool, stand=sandbox.base_url) as running:
        yield running


@pytest.fixture
async def page(sandbox: RunningSandbox, bot: Bot, width: int, scheme: Any) -> AsyncIterator[Page]:
    """The page as its host sees it; whatever goes wrong in its scripts fails the test."""
    wrong: list[str] = []
    async with (
        chromium() as browser,
        await browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, has_touch=width == PHONE
        ) as context,
    ):
        shown = await context.new_page()
        shown.on("pageerror", lambda error: wrong.append(str(error)))
        await shown.goto(sandbox.base_url)
        await expect(shown.locator("#app[data-ready]")).to_be_attached()
        yield shown
    assert wrong == []


def board_in(page: Page) -> FrameLocator:
    """The board's own page."""
    return page.frame_locator('[data-testid="activity"]')


async def the_game(page: Page, bot: Bot) -> GameSession:
    """The game of the channel that is shown."""
    source = await page.get_by_test_id("activity").get_attribute("src")
    assert source is not None
    session = await bot.desk.in_channel(int(source.partition("channel=")[2].partition("&")[0]))
    assert session is not None
    return session


async def opened(bot: Bot, sandbox: RunningSandbox, game: str, ruleset: str) -> GameSession:
    """A game of the page's host against two computers, begun in the channel that is shown."""
    world = sandbox.sandbox.world
    channel = next(each for each in world.state.channels.values() if each.name == "kingmaker")
    alice = int(world.first_guild.owner_id)
    session = await bot.desk.new_games.open(
        guild_id=int(world.first_guild.id),
        channel_id=int(channel.id),
        host_id=alice,
        host_name="Alice",
        game=game,
        ruleset=ruleset,
        seats=3,
        options={},
    )
    for _ in range(2):
        await session.lobby.add_computer(alice, "steward")
    await session.lobby.start(alice)
    return session


async def choose(board: FrameLocator, thing: str) -> None:
    """Choose somebody in the list of words, as keyboards do."""
    words = board.get_by_test_id("words")
    await words.locator("summary").click()
    await words.locator(f'[data-thing="{thing}"]').click()
    await words.locator("summary").click()


async def tap(page: Page, place: Locator) -> None:
    """Tap where the map lights a square up."""
    await expect(place).to_be_attached()
    box = await place.bounding_box()
    assert box is not None
    await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def lit(board: FrameLocator, kind: str, thing: str) -> Locator:
    """What the map lights up in this way."""
    return board.locator(f'.light.is-{kind}[data-id="{thing}"]')


@pytest.mark.usefixtures("laid")
@SIZES
async def test_play_now_and_a_march_by_two_taps(page: Page, bot: Bot, width: int) -> None:
    await expect(page.get_by_test_id("activity")).to_be_hidden()
    await page.get_by_test_id("begin-game-play").click()
    board = board_in(page)
    await expect(board.get_by_test_id("question")).to_contain_text("Move your nobles")
    # On a phone it stands behind a tab, and has come to the front by itself.
    await expect(page.get_by_test_id("messages")).to_be_visible(visible=width == WIDE)
    await expect(page.get_by_test_id("tab-chat")).to_be_visible(visible=width == PHONE)
    await expect(board.locator(".ground").first).to_be_visible()
    # Even where names have no room, you know which letter and colour is yours.
    await expect(board.locator(".seat.is-active .seat-name")).to_have_text("You")
    await expect(board.locator(".seat-name:visible")).to_have_count(4 if width == WIDE else 1)
    assert await board.locator("#head").evaluate("head => head.scrollWidth") <= width
    session = await the_game(page, bot)
    assert session.view(None).nobles["percy"].square != KENDAL

    # Castles whose lords could be asked for leave are many; only who can move glows.
    await expect(lit(board, "live", "percy")).to_be_attached()
    await expect(board.locator('.light.is-live[data-id="london"]')).to_have_count(0)
    await tap(page, lit(board, "live", "percy"))
    await expect(board.get_by_test_id("title")).to_contain_text("Alice’s Percy: 100 troops")
    # Where somebody stands in the way, the odds lie on the map.
    met = board.locator(".light.is-target.is-march.is-met")
    await expect(met).to_have_count(1)
    odds = board.locator(".odds")
    await expect(odds).to_have_text("4 to 1")
    around = await odds.bounding_box()
    assert around is not None
    assert around["height"] == 16, "it wraps"
    # The smallest names are 15 pixels high on a sheet of 1600; on any screen they are at least 10.
    sheet = await board.locator("img.ground").first.bounding_box()
    assert sheet is not None
    assert sheet["width"] >= 1600 * 10 / 15
    earlier, value = session.moment, await _value(session)
    await tap(page, lit(board, "target", KENDAL))
    await expect(board.get_by_test_id("done")).to_contain_text("Kendal")
    moved = session.view(None).nobles
    assert moved["percy"].square == moved["mowbray"].square == KENDAL

    # The chat tells it as ever, and what was on offer then is refused as a button of then is.
    await settled()
    await expect(page.get_by_test_id("messages")).to_contain_text("march")
    alice = session.seats[0].user_id
    assert alice is not None
    with pytest.raises(Refused) as refused:
        await answer(session, alice, Tap(1, value=value, moment=earlier))
    assert refused.value.text == STALE


async def _value(session: GameSession) -> str:
    """What a tap on Kendal carries as long as Percy has not moved."""
    alice = session.seats[0].user_id
    assert alice is not None
    asked = await answer(session, alice, Tap(1, thing="percy"))
    assert asked.touched is not None
    return next(pick.value for pick in asked.touched.picks if pick.to == KENDAL)


@pytest.mark.usefixtures("laid")
@pytest.mark.parametrize(("width", "scheme"), [(WIDE, "dark")])
async def test_it_follows_the_game_and_reads_aloud(page: Page, bot: Bot) -> None:
    await page.get_by_test_id("begin-game-play").click()
    board = board_in(page)
    await expect(board.get_by_test_id("question")).to_contain_text("Move your nobles")
    session = await the_game(page, bot)
    await choose(board, "clifford")
    await expect(board.get_by_test_id("title")).to_contain_text("Clifford: 10 troops")
    await board.get_by_role("button", name="Back").click()
    alice = session.seats[0].user_id
    assert alice is not None
    asked = await answer(session, alice, Tap(1, thing="roos"))
    assert asked.touched is not None
    pick = next(pick for pick in asked.touched.picks if pick.value.startswith("march|"))
    done = await answer(session, alice, Tap(2, value=pick.value, moment=session.moment))
    assert "Roos" in done.done[0]
    # Done elsewhere, it is shown here.
    roos = board.locator('[data-thing="roos"]')
    section = board.locator("#listing section").filter(has=roos)
    to = session.view(None).nobles["roos"].square
    column, row = to.split(",")
    await expect(section.locator("h3")).to_contain_text(f"{chr(65 + int(column))}{int(row) + 1}")


@pytest.mark.parametrize(("width", "scheme"), [(PHONE, "light")])
async def test_a_choice_of_lancaster(page: Page, bot: Bot, sandbox: RunningSandbox) -> None:
    """The table of the other game, from the same page: what is asked lies lit, and is done."""
    session = await opened(bot, sandbox, "lancaster", "standard")
    board = board_in(page)
    await expect(board.get_by_test_id("question")).to_contain_text("first extension")
    await expect(board.locator('.light.is-target[data-id^="0:"]')).to_have_count(6)
    # It has no layers of a map.
    await expect(board.locator("#layers button:visible")).to_have_count(0)
    await tap(page, board.locator('.light.is-target[data-id^="0:"]').first)
    await expect(board.get_by_test_id("done")).to_be_visible()
    assert len(session.view(None).houses[0].extensions) == 1
    # Who watches sees it from the top of the table.
    bob = list(sandbox.sandbox.world.people())[1]
    await page.goto(f"{sandbox.base_url}/?as={bob.key}")
    await expect(board.get_by_test_id("question")).to_contain_text("We are waiting for")
    ground = board.locator("img.ground").first
    await expect(board.get_by_test_id("map")).not_to_have_attribute("data-drawing", "true")
    above, below = await board.get_by_test_id("map").bounding_box(), await ground.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] == below["y"]
