"""A round of the house rules on the board alone: nothing is pressed in the chat but Play now."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import FrameLocator, Locator, Page, expect

from bot.app import Bot
from bot.board.offered import offered, step
from bot.rules.kernel import Choice
from bot.sandbox import RunningSandbox
from bot.session import GameSession
from tests.e2e.guest import settled
from tests.e2e.play.test_board import PHONE, WIDE, board_in, bot, laid, lit, opened, page, the_game
from tests.waiting import until

__all__ = ["bot", "laid", "page"]

pytestmark = pytest.mark.browser

_MOST = 40
"""More answers than a round asks of one player."""


@pytest.fixture(autouse=True)
def as_fast_as_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Taps may come faster than anybody could tap."""
    monkeypatch.setattr("bot.board.site._WITHIN", 0.0)


async def tap(page: Page, place: Locator) -> None:
    """Touch what is lit, with a finger where there is one."""
    await expect(place).to_be_attached()
    box = await place.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    viewport = page.viewport_size
    assert viewport is not None
    if viewport["width"] == PHONE:
        await page.touchscreen.tap(x, y)
    else:
        await page.mouse.click(x, y)


async def answered(board: FrameLocator, session: GameSession, before: int) -> None:
    """Wait until an answer has been taken, everything that follows from it is told, and the board
    asks what is asked now: what it asked before would be refused as stale."""

    async def is_done() -> bool:
        return session.revision > before

    async def follows() -> bool:
        shown = await board.locator("body").get_attribute("data-moment")
        return shown == str(offered(session, 0).moment)

    await until(is_done)
    await settled()
    await until(follows)


async def march(page: Page, board: FrameLocator, session: GameSession) -> None:
    """Tap somebody who glows, then where he can go."""
    before = session.revision
    await tap(page, lit(board, "live", "percy"))
    await expect(board.get_by_test_id("title")).to_contain_text("Percy")
    await tap(page, board.locator(".light.is-target").first)
    await answered(board, session, before)


async def drag(page: Page, board: FrameLocator, session: GameSession) -> None:
    """Carry somebody who glows to where he can go."""
    before = session.revision
    there = await board.locator(".light.is-live[data-id=percy]").bounding_box()
    assert there is not None
    x, y = there["x"] + there["width"] / 2, there["y"] + there["height"] / 2
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 10, y)
    place = board.locator(".light.is-target").first
    await expect(place).to_be_attached()
    onto = await place.bounding_box()
    assert onto is not None
    await page.mouse.move(onto["x"] + onto["width"] / 2, onto["y"] + onto["height"] / 2)
    assert session.revision == before
    await page.mouse.up()
    await answered(board, session, before)


async def by_advice(board: FrameLocator, session: GameSession) -> None:
    """Have it done: what would be done is said first."""
    before = session.revision
    await board.get_by_role("button", name="Do it for me").click()
    await expect(board.get_by_test_id("title")).to_have_text("Shall I?")
    await board.get_by_role("button", name="Do it", exact=True).click()
    await answered(board, session, before)


@pytest.mark.usefixtures("laid")
@pytest.mark.parametrize(
    ("width", "scheme"),
    [(WIDE, "light"), pytest.param(PHONE, "dark", marks=pytest.mark.long)],
)
async def test_a_newcomer_plays_a_round(page: Page, bot: Bot, width: int, scheme: Any) -> None:
    await page.get_by_test_id("begin-game-play").click()
    board = board_in(page)
    await expect(board.get_by_test_id("question")).to_contain_text("Move your nobles")
    await expect(board.get_by_test_id("question")).to_contain_text("The game waits")
    await expect(board.get_by_test_id("hand")).to_be_visible()
    session = await the_game(page, bot)
    assert session.view(None).round == 1
    await march(page, board, session)
    await expect(board.get_by_test_id("done")).to_be_visible()
    await check(page)
    await expect(board.get_by_role("button", name="Undo")).to_be_visible()
    before = session.revision
    await board.get_by_role("button", name="Undo").click()
    await answered(board, session, before)
    await expect(board.get_by_test_id("done")).to_contain_text("You have taken back your last step")
    await expect(board.get_by_role("button", name="Undo")).to_be_hidden()
    await (drag if width == WIDE else march)(page, board, session)
    before = session.revision
    await board.get_by_role("button", name="End movement").click()
    await answered(board, session, before)
    for _ in range(_MOST):
        if session.view(None).round > 1:
            break
        assert 0 in session.waiting_for()
        await by_advice(board, session)
    assert session.view(None).round == 2

    # What was, and what lies on the map, can be chosen.
    await board.get_by_test_id("earlier").click()
    await expect(board.locator("#turn")).to_have_text("Now")
    await board.get_by_test_id("when").press("Home")
    await expect(board.get_by_role("button", name="Back to the present")).to_be_visible()
    await expect(board.locator("#turn")).to_have_text("After turn 0")
    await check(page)
    await board.get_by_role("button", name="Back to the present").click()
    await expect(board.get_by_test_id("when")).to_be_hidden()
    heirs = board.locator(".counter.is-heir")
    await expect(heirs.first).to_be_visible()
    await board.get_by_role("button", name="Heirs").click()
    await expect(heirs.first).to_be_hidden()
    await board.get_by_test_id("hand").locator("summary").click()
    await expect(board.get_by_test_id("hand")).to_contain_text("seen only by you")
    await check(page)


def at_one_tap(session: GameSession) -> dict[str, str]:
    """What a single tap answers what is asked with: where it lies, if anywhere, and its name."""
    first = offered(session, 0).first
    if first is None or first.most > 1:
        return {}
    done = [p for p in first.picks if isinstance(step(session, 0, p.value, None), Choice)]
    return {pick.to: pick.label for pick in done}


async def in_sight(board: FrameLocator, ways: dict[str, str]) -> Locator | None:
    """The first of these that is lit and lies on the part of the map that is shown."""
    for way, label in ways.items():
        await expect(board.get_by_role("button", name=label).first).to_be_attached()
        place = board.locator(f'.light.is-target[data-id$="{way}"]').first
        if not await place.count():
            continue
        box = await place.bounding_box()
        around = await board.locator(".leaflet-container").bounding_box()
        assert box is not None
        assert around is not None
        x, y = box["x"] + box["width"] / 2 - around["x"], box["y"] + box["height"] / 2 - around["y"]
        if 0 < x < around["width"] and 0 < y < around["height"]:
            return place
    return None


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "ruleset", "width", "scheme"),
    [
        ("kingmaker", "classic", WIDE, "dark"),
        ("kingmaker", "ishkibibble", PHONE, "light"),
        ("kingmaker", "families", WIDE, "light"),
        ("lancaster", "standard", PHONE, "dark"),
        ("lancaster", "standard", WIDE, "light"),
    ],
)
async def test_a_round_of_each_other_rule_set(
    page: Page, bot: Bot, sandbox: RunningSandbox, game: str, ruleset: str
) -> None:
    """From the set-up to the end of the first round; a keyboard is enough for it."""
    session = await opened(bot, sandbox, game, ruleset)
    board = board_in(page)
    await expect(board.get_by_test_id("question")).to_contain_text("The game waits")
    tapped = 0
    while session.view(None).round < 2:
        assert 0 in session.waiting_for()
        before = session.revision
        place = await in_sight(board, at_one_tap(session)) if tapped < 3 else None
        if place is not None:
            tapped += 1
            await tap(page, place)
            await answered(board, session, before)
            continue
        await board.get_by_role("button", name="Do it for me").press("Enter")
        await expect(board.get_by_test_id("title")).to_have_text("Shall I?")
        await board.get_by_role("button", name="Do it", exact=True).press("Enter")
        await answered(board, session, before)
    assert tapped
    await check(page)


async def check(page: Page) -> None:
    """Nothing on the board keeps anybody from reading it or using it."""
    frame = next(each for each in page.frames if "/activity/" in each.url)
    found = await Axe().run(frame)
    assert found.violations_count == 0, found.generate_report()
