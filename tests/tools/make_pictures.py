"""Makes the pictures of the README, in docs/images: `python -m tests.tools.make_pictures`.

One is a turn on the map, as a moving picture; one is a channel, as the page of the local Discord
shows it (this needs Chromium); and one is a Parliament. The turn and the Parliament are drawn from
a game kept for tests. Look at each picture before committing it.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import random
import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import zstandard
from PIL import Image, ImageDraw

from bot.commands.pictures import Story, read_story
from bot.games import game_for, stand_ins, words_for
from bot.rules.kernel import Event, Game
from bot.rules.kingmaker import facts
from bot.sandbox import serve
from rendering import Painter, Picture, RenderPool, painter_for
from rendering.canvas.encoding import smaller
from rendering.canvas.fonts import Style, draw_text, wrap
from rendering.canvas.parchment import paper
from rendering.canvas.theme import Theme, theme_named
from tests.chromium import hosts_page
from tests.e2e.conftest import CHANNEL, Room, alice_and_bob, at_any_speed, bot_at
from tests.e2e.stewards import advice
from tests.folders import ROOT, fixtures_of

IMAGES = ROOT / "docs" / "images"
GAME, RULES = "kingmaker", "house"
KEPT = fixtures_of(GAME) / "house-5-steward.json.zst"
NAMES = ("Anne", "Bob", "Clare", "Dan", "Eve")

AROUND = "brougham"
"""The place where the turn happens: the picture leaves out anything that happens elsewhere."""

TURN: dict[int, tuple[type[Event], ...]] = {
    205: (facts.TurnBegan, facts.EventDrawn),
    207: (facts.NobleCalled,),
    208: (facts.Marched,),
    209: (facts.Marched,),
    218: (facts.AttackAnnounced,),
    219: (facts.SiegeConcluded, facts.HeirDied, facts.Captured),
    225: (facts.WentHome,),
    230: (facts.EnteredPlace, facts.CrownCardDrawn),
}
"""The events of Clare's turn in the sixth round that are shown, by the number of the decision."""

SITTING = 414
"""By this decision, the Parliament has ended."""

ROUND = 2
"""The channel is shown in this round, during Alice's turn."""

WIDTH, STRIP, SHEET = 600, 118, 900
"""Pixels: the width of the turn, the height of the words below it, and the width of a sheet."""
PAGE = (1120, 1180)
"""The window in which the channel is opened."""
NARROW = (600, 1180)
"""The window in which it is then shown: as wide as the picture on the page, so that the text can be
read there."""
STAYS = 2_200
"""Milliseconds for each frame of a moving picture."""
QUALITY = 60


def kept_game() -> Any:
    """The record of the game, with names for the people at the table."""
    record = json.loads(zstandard.ZstdDecompressor().decompress(KEPT.read_bytes()))
    for seat, name in zip(record["seats"], NAMES, strict=True):
        seat["name"] = name
    return record


def painter_of(rules: Game) -> Painter:
    """The painter of the game."""
    painter = painter_for(GAME, rules.content, None, "light", stand_ins(GAME, RULES))
    assert painter is not None
    return painter


def plain(line: str) -> str:
    """A line of the log without its marks, its rule ids, and the text of a card."""
    line = re.sub(r" ‹[^›]*›|[*▸]", "", line).strip()
    return re.sub(r"(”): .*", r"\1.", line)


def a_turn(story: Story, painter: Painter) -> bytes:
    """The turn as a moving picture: part of the map, and below it what happened."""
    told, theme = words_for(GAME, RULES), theme_named("light")
    sheets = []
    for entry, shown in TURN.items():
        lines = [
            plain(told.tell(event, NAMES.__getitem__) or "")
            for event in story.entries[entry]
            if isinstance(event, shown)
        ]
        drawn = painter.crop(story.views[entry], AROUND, NAMES)
        sheets.append(_captioned(drawn, lines, theme))
    return webp(*sheets)


def _captioned(drawn: Picture, lines: Sequence[str], theme: Theme) -> Image.Image:
    """A picture with lines of text on a strip of paper below it."""
    with Image.open(io.BytesIO(drawn.png)) as opened:
        picture = smaller(opened.convert("RGB"), WIDTH)
    sheet = Image.new("RGB", (WIDTH, picture.height + STRIP))
    sheet.paste(picture)
    strip = paper((WIDTH, STRIP), theme.paper, theme.paper_edge)
    style, draw = Style("body", 23), ImageDraw.Draw(strip)
    broken = [part for line in lines for part in wrap(line, style, WIDTH - 40)]
    for number, line in enumerate(broken):
        draw_text(draw, (20, 32 + 30 * number), line, style, theme.ink)
    sheet.paste(strip, (0, picture.height))
    return sheet


def a_parliament(story: Story, painter: Painter) -> bytes:
    """The sheet of a Parliament."""
    sheets = painter.sheets(story.entries[: SITTING + 1], 0, unfinished=True)
    sheet = max((s for s in sheets if s.kind == "parliament"), key=lambda s: s.last)
    events = [e for told in story.entries[sheet.first : sheet.last + 1] for e in told]
    drawn = painter.sheet(sheet, story.views[sheet.seen - 1], events, NAMES)
    with Image.open(io.BytesIO(drawn.png)) as opened:
        return webp(smaller(opened.convert("RGB"), SHEET))


async def a_channel() -> bytes:
    """The channel of a game between Alice and computers, as her page shows it."""
    luck = random.Random(11)
    drawn = SimpleNamespace(choice=luck.choice, token_hex=lambda size: "5e" * size)
    with tempfile.TemporaryDirectory() as folder, patch("bot.session.new_games.secrets", drawn):
        database = f"sqlite+aiosqlite:///{folder}/games.sqlite3"
        record = Path(folder) / "requests.jsonl"
        sandbox = await serve(at_any_speed(record))
        async with (
            RenderPool() as pool,
            bot_at(sandbox.base_url, database, pool) as bot,
            alice_and_bob(sandbox.base_url) as (alice, bob),
        ):
            await bot.put_up_emblems()
            room = Room(sandbox, database, bot, record, alice, bob)
            await room.begin_game()
            session = await room.session()
            while session.view(0).round < ROUND or session.view(0).phase != "movement":
                if 0 in session.waiting_for():
                    choice = await advice(session, 0)
                    await session.submit(user_id=int(alice.me["id"]), choice=choice)
                await room.look()
            async with hosts_page(sandbox.base_url, *PAGE) as page:
                await page.get_by_test_id(f"channel-{CHANNEL}").click()
                await page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
                await page.wait_for_load_state("networkidle")
                shot = await page.screenshot()
        await sandbox.close()
    with Image.open(io.BytesIO(shot)) as opened:
        return webp(opened)


def webp(*pictures: Image.Image) -> bytes:
    """A picture for a page, or several as a moving one: small, but good enough to read."""
    out = io.BytesIO()
    first, *others = (each.convert("RGB") for each in pictures)
    first.save(
        out, "WEBP", save_all=bool(others), append_images=others, duration=STAYS, loop=0,
        quality=QUALITY, method=6,
    )  # fmt: skip
    return out.getvalue()


def main() -> None:
    """Make the pictures that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="turn, channel, parliament")
    wanted = parser.parse_args().names
    rules = game_for(GAME, RULES)
    story = read_story(kept_game(), rules, None, None)
    painter = painter_of(rules)
    makers: dict[str, Callable[[], bytes]] = {
        "turn": lambda: a_turn(story, painter),
        "channel": lambda: asyncio.run(a_channel()),
        "parliament": lambda: a_parliament(story, painter),
    }
    for name, make in makers.items():
        if not wanted or name in wanted:
            file = IMAGES / f"{name}.webp"
            file.write_bytes(make())
            print(f"{file.relative_to(ROOT)}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
