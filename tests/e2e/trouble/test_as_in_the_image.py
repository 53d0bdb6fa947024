"""The program runs as the Docker image runs it: a game is begun, and a restart goes on with it."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import aiohttp
import pytest

from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import text_of
from cogs.ui.choosing.panel import IDLE
from tests.e2e.conftest import CHANNEL, card, has_button
from tests.e2e.trouble.image import Image, built, read_recipe
from tests.waiting import until

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0,
    reason="only root can become the user of the image; run this test as root, as .ci/run does",
)

PATIENCE = 90
HELP = "Do it for me"
HEALTH = "health"
"""The file that says whether the bot is healthy: /tmp is the machine's own here."""


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    """The program as the image holds it."""
    with built() as whole:
        yield whole


@asynccontextmanager
async def running(image: Image) -> AsyncIterator[str]:
    """The image's command at work, in the browser's play; its address. It ends in good order."""
    process = image.start(SANDBOX_PORT="0", HEALTH_FILE=str(image.data / HEALTH))
    said: list[str] = []
    try:
        yield await asyncio.to_thread(address, process, said)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, PATIENCE) == 0, said
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        assert process.stdout is not None
        process.stdout.close()


def address(process: subprocess.Popen[str], said: list[str]) -> str:
    """The address that the program prints once it can be played on."""
    assert process.stdout is not None
    for line in process.stdout:
        said.append(line)
        if found := re.search(r"Open (http://\S+) in your browser", line):
            return found[1]
    raise AssertionError("it ended without an address:\n" + "".join(said))


async def asked(alice: Player) -> dict[str, Any]:
    """The newest card on which Alice is asked something."""

    def hers(message: dict[str, Any]) -> bool:
        called = f"<@{alice.me['id']}>" in text_of(message) and has_button(message, HELP)
        return called and not message["flags"] & 64

    return await alice.wait_for_message(hers, channel=CHANNEL, within=PATIENCE)


async def one_step(alice: Player, shown: dict[str, Any]) -> None:
    """Let the steward choose once for Alice, and wait until the channel tells of it.

    It does so in a story that grows, or by a card that is another one then. The story may be there
    before the card: if Alice has nothing to choose any more, the card is about to say so. Where the
    game has gone on while the steward thought, it proposes anew, and is let do that.
    """
    before = public(alice)
    outcome = await alice.press(shown, HELP)
    assert outcome.message is not None
    if not has_button(outcome.message, "Do it"):
        assert IDLE in text_of(outcome.message)
        await alice.wait_until(partial(gone_on, shown), within=PATIENCE)
        return
    while has_button(alice.current(outcome.message), "Do it"):
        await alice.press(alice.current(outcome.message), "Do it")
        await alice.caught_up()
    await alice.wait_until(lambda player: public(player) != before, within=PATIENCE)


def public(player: Player) -> list[dict[str, Any]]:
    """What everybody reads in the channel."""
    return [each for each in player.messages(CHANNEL) if not each["flags"] & 64]


def gone_on(shown: dict[str, Any], player: Player) -> bool:
    """Whether a card is another one by now, or gone."""
    now = next((m for m in player.messages(CHANNEL) if m["id"] == shown["id"]), None)
    return now is None or now["components"] != shown["components"]


async def begin(alice: Player) -> None:
    """Open a game for two, one of them a computer, and start it."""
    await alice.wait_for_bot()
    await alice.wait_for_command("game")
    await alice.slash(CHANNEL, "game new", seats=2)
    await alice.press(await card(alice, "Add computer"), "Add computer")
    lobby = await alice.wait_for_message(
        lambda m: has_button(m, "Start") and "*free*" not in text_of(m),
        channel=CHANNEL,
        within=PATIENCE,
    )
    await alice.press(lobby, "Start")


def well(image: Image) -> bool:
    """What the container's check says."""
    return image.check(HEALTH_FILE=str(image.data / HEALTH)) == 0


def test_what_the_dockerfile_says_is_read() -> None:
    recipe = read_recipe(
        "ENV A=1 \\\n    B=/data/x\nRUN useradd --create-home --uid 1000 k\nCOPY a b ./\n"
        'COPY bot ./bot\nVOLUME /data\nHEALTHCHECK --interval=5s CMD ["python", "-m", "c"]\n'
        'CMD ["run"]\n'
    )
    assert recipe.settings == {"A": "1", "B": "/data/x"}
    assert recipe.copied == ("a", "b", "bot")
    assert (recipe.uid, recipe.volume, recipe.command) == (1000, "/data", ("run",))
    assert recipe.check == ("-m", "c")


@pytest.mark.tools
async def test_a_game_is_begun_and_a_restart_goes_on(image: Image) -> None:
    before = image.tree()
    async with running(image) as url:
        async with aiohttp.ClientSession() as http, http.get(url) as page:
            assert page.status == 200
            assert "<html" in await page.text()
        async with await Player.connect(url, "Alice", within=PATIENCE) as alice:
            await begin(alice)
            await one_step(alice, await asked(alice))
        await until(lambda: asyncio.to_thread(well, image))
    assert {"kingmaker.sqlite3", "world.json"} <= {each.name for each in image.data.iterdir()}
    assert {each.stat().st_uid for each in image.data.iterdir()} == {image.recipe.uid}
    async with running(image) as url, await Player.connect(url, "Alice", within=PATIENCE) as alice:
        await alice.wait_for_bot()
        await one_step(alice, await asked(alice))
    # Nothing is written where the program lies.
    assert image.tree() == before
