"""The golden pictures: scenes of two games, every kind of picture drawn from them, and how one is
compared with the one that was kept.

The scenes are views and public facts of finished games, kept as they were seen, so that a change of
the rules does not change the pictures. `python -m tests.tools.make_goldens` draws them anew.

Whatever drew the kept pictures (Pillow, FreeType and the like) draws them again to the pixel, which
their digests show; elsewhere letters may be set a little differently.
"""

from __future__ import annotations

import hashlib
import io
import json
import platform
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import zstandard
from PIL import Image, ImageChops, ImageSequence, ImageStat, features

from bot.games import game_for
from bot.rules.kernel import Event, Field, Offer, Prompt, Seat
from bot.rules.kingmaker import facts as happened
from bot.rules.kingmaker.ids import CardId, NobleId
from bot.rules.kingmaker.prospects.fights import prospects
from bot.rules.kingmaker.prospects.reach import reach_of
from bot.rules.kingmaker.view import BoardView, ReignView
from rendering.canvas.chart import Bar, Chart, Panel, draw_chart
from rendering.canvas.theme import FACTION_MARKS, Theme, theme_named
from rendering.emblems import draw_emblems
from rendering.kingmaker.counters.counters import (
    flag,
    heir_token,
    ship_token,
    siege_ring,
    wall_backdrop,
)
from rendering.kingmaker.counters.marks import CAMPS, STRANGERS, camp_badge, mark_token, pennon
from rendering.kingmaker.counters.pieces import MarkKind
from rendering.kingmaker.painter import KingmakerPainter
from rendering.lancaster.writing import TOKENS, knight, token
from tests.rendering.drawing import (
    draw_battle,
    draw_board,
    draw_changes,
    draw_crop,
    draw_hand,
    draw_moves,
    draw_parliament,
    draw_prospects,
    draw_replay,
    draw_victory,
)

GOLDEN = Path(__file__).parent / "golden"
SCENES = GOLDEN / "scenes.json.zst"
EXACT = GOLDEN / "exact.json"
"""What drew the pictures, and the digest of each at its full size."""

NAMES = ("Alice", "Bertrand of Rye", "Chloë", "Dafydd", "Éléonore")
THEMES = ("light", "dark")
KINDS = (
    *("board", "crop", "region", "moves", "hand", "changes"),
    *("battle", "parliament", "victory", "replay"),
    *("fights", "signs", "chart", "moments"),
    *("camps", "serves", "by_card", "points"),
)
FOOT = (("Laws", "No noble may leave his shire"), ("King", "Henry VI, for two turns of four"))
EMBLEMS = ("crown", "seat_a", "noble_percy")
FACES = ("warlike", "", "cautious", "", "courtier")
DEATH = happened.NobleDied(NobleId(CardId("beaufort")), Seat(0), "battle")
BALLOT = happened.BallotClosed(("yea", "nay", "abstain", "yea", "nay"), (40, 20), (12, 9), True)
CHART = Chart(
    "Kingmaker",
    "3 games on this server",
    [Panel("Games won, by side", [Bar("York", 1, 4), Bar("Percy", 0, 2)]),
     Panel("Length", [Bar("4 to 8 rounds", 3), Bar("9 to 13 rounds", 0)])],
)  # fmt: skip

SIGN, CELL = 160, 200
"""How large a sign is drawn alone, and how far it is to the next."""

SHRINK = 2
"""Pictures are kept at this part of their size."""

TILE = 16
MEAN = 1.0
WORST = 10.0
"""The most that a picture may differ from the kept one in the mean, and in the mean of its worst
tile, in levels of 255. Other versions of FreeType set letters a little differently; what is
missing, moved or of another colour shows in some tile."""


@dataclass(frozen=True)
class Scenes:
    """What was seen of the game: views by name, the facts of a turn, the views turn by turn."""

    views: dict[str, BoardView]
    facts: dict[str, tuple[Event, ...]]
    turns: tuple[BoardView, ...]


def save_scenes(scenes: Scenes) -> None:
    """Keep scenes."""
    raw = msgspec.json.encode({"views": scenes.views, "facts": scenes.facts, "turns": scenes.turns})
    SCENES.write_bytes(zstandard.ZstdCompressor(level=19).compress(raw))


@cache
def load_scenes() -> Scenes:
    """The scenes that were kept."""
    game = game_for("kingmaker", "house")
    data: Any = json.loads(zstandard.ZstdDecompressor().decompress(SCENES.read_bytes()))
    return Scenes(
        {name: msgspec.convert(view, BoardView) for name, view in data["views"].items()},
        {
            name: tuple(game.decode_event(msgspec.json.encode(fact)) for fact in facts)
            for name, facts in data["facts"].items()
        },
        tuple(msgspec.convert(view, BoardView) for view in data["turns"]),
    )


def draw(kind: str, theme: str, cache_dir: Path, scenes: Scenes | None = None) -> bytes:
    """One of the pictures, as PNG or WebP."""
    seen = scenes or load_scenes()
    content, families = (game_for("kingmaker", each).content for each in ("house", "families"))
    views, facts = seen.views, seen.facts
    named: dict[str, Any] = {"names": NAMES, "theme": theme}
    kept: dict[str, Any] = {**named, "cache_dir": cache_dir}
    own = views["own"]
    reaches = [reach_of(content, own, k) for k, n in own.nobles.items() if n.seat == own.seat]
    reach = max(reaches, key=lambda r: (len(r.marches) + len(r.rides), r.noble))
    pictures: dict[str, Callable[[], bytes]] = {
        "board": lambda: draw_board(_reigned(views["busy"]), content, foot=FOOT, **kept).png,
        "crop": lambda: draw_crop(views["busy"], content, centre="london", **kept).png,
        "region": lambda: draw_crop(views["busy"], content, centre="region:north", **kept).png,
        "moves": lambda: draw_moves(own, content, reach, **kept).png,
        "hand": lambda: draw_hand(own, content, own.seat or 0, **named).png,
        "changes": lambda: draw_changes(views["busy"], content, facts["turn"], **kept).png,
        "battle": lambda: draw_battle(views["battle"], content, facts["battle"], **named).png,
        "by_card": lambda: (
            draw_battle(views["by_card"], families, (*facts["by_card"], DEATH), **named).png
        ),
        "parliament": lambda: (
            draw_parliament(
                views["parliament"], content, (*facts["parliament"], BALLOT), faces=FACES, **named
            ).png
        ),
        "victory": lambda: draw_victory(views["end"], content, **named).png,
        "serves": lambda: draw_hand(views["serves"], families, Seat(2), **named).png,
        "points": lambda: (
            draw_victory(_turned(views["points"]), families, faces=FACES, **named).png
        ),
        "camps": lambda: draw_crop(views["camps"], families, centre="london", **kept).png,
        "chart": lambda: draw_chart(CHART, theme).png,
        "moments": lambda: _moments(seen, KingmakerPainter(content, theme=theme)),
        "fights": lambda: _fights(seen, named),
        "signs": lambda: _signs(theme_named(theme)),
        "replay": lambda: (
            draw_replay(seen.turns, content, **{**kept, "names": [NAMES] * len(seen.turns)}).webp
        ),
    }
    return pictures[kind]()


def _reigned(view: BoardView) -> BoardView:
    """The same board while a reign counts towards a victory."""
    king = next(key for key, heir in view.heirs.items() if heir.crowned)
    return msgspec.structs.replace(view, reign=ReignView(Seat(1), king, 2, 4))


def _turned(view: BoardView) -> BoardView:
    """The same end with the last player on the other side, which takes more room to say."""
    *others, last = view.sides
    return msgspec.structs.replace(
        view, sides=(*others, msgspec.structs.replace(last, serves="lancaster"))
    )


def _moments(seen: Scenes, painter: KingmakerPainter) -> bytes:
    """A battle, a coronation and an alliance that was cancelled."""
    told = (
        *seen.facts["battle"],
        happened.Crowned("henry", "london", Seat(2)),
        happened.PactEnded(Seat(0), Seat(2), "18,20", "cancelled", True),
    )
    return painter.memories(painter.moments((event, NAMES) for event in told)).png


def _fights(seen: Scenes, named: dict[str, Any]) -> bytes:
    """The battle before it was declared, and a siege of what the attacked hold, as the attacker is
    asked about them."""
    content = game_for("kingmaker", "house").content
    begun = next(e for e in seen.facts["battle"] if isinstance(e, happened.AttackDeclared))
    view = msgspec.structs.replace(seen.views["battle"], seat=begun.seat)
    party = Field("nobles", begun.attackers, 1, len(begun.attackers))
    held = {p: view.nobles[n].seat for p, n in view.control.items() if n in view.nobles}
    place = min(p for p, seat in held.items() if seat == begun.against)
    foe = Field("against", (str(begun.against),))
    offers = (
        Offer("attack", (party, Field("square", (begun.square,)), foe)),
        Offer("lay", (party, Field("place", (place,)))),
    )
    found = prospects(content, view, [Prompt(begun.seat, "combat", offers)])
    return draw_prospects(view, content, found, **named).png


def _signs(theme: Theme) -> bytes:
    """What is drawn small on boards and sheets, so large that a line that is missing shows."""
    drawn = [
        *(mark_token(kind, 6.0) for kind in get_args(MarkKind)),
        *(pennon(who, 8.0) for who in STRANGERS),
        *(flag(Seat(seat), 8.0) for seat in range(len(FACTION_MARKS))),
        *(
            heir_token(house, crowned, "", 3.0)
            for house in ("lancaster", "york", "pretender")
            for crowned in (False, True)
        ),
        ship_token("", Seat(1), 5.0),
        wall_backdrop(40, 40, theme, 4.0),
        siege_ring(Seat(0), 3, (40, 40), theme, 4.0),
        *(camp_badge(camp, SIGN) for camp in CAMPS),
        *(token(name, SIGN) for name in TOKENS),
        *(knight(side, 3, SIGN) for side in (0, 1, 10, 11)),
        *(Image.open(io.BytesIO(each)) for each in draw_emblems(EMBLEMS).values()),
    ]
    across = 8
    high = -(-len(drawn) // across) * CELL
    sheet = Image.new("RGB", (across * CELL, high), theme.land_light)
    for number, sprite in enumerate(drawn):
        down, right = divmod(number, across)
        sheet.paste(sprite, (right * CELL, down * CELL), sprite)
    out = io.BytesIO()
    sheet.save(out, "PNG")
    return out.getvalue()


def shrunk(data: bytes) -> Image.Image:
    """A picture at the size it is kept in; of an animation the last frame."""
    with Image.open(io.BytesIO(data)) as image:
        *_, last = ImageSequence.Iterator(image)
        return last.convert("RGB").reduce(SHRINK)


def golden(kind: str, theme: str) -> Path:
    """Where a picture is kept."""
    return GOLDEN / f"{kind}-{theme}.webp"


def digest(data: bytes) -> str:
    """The digest of a picture's pixels, in all its frames."""
    with Image.open(io.BytesIO(data)) as image:
        frames = [frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(image)]
    return hashlib.sha256(b"".join(frames)).hexdigest()


def drawn_by() -> dict[str, str]:
    """What draws pictures here: where all of it is the same, every pixel is."""
    parts = ("pil", "freetype2", "raqm", "harfbuzz", "fribidi", "webp")
    machine = {"machine": platform.machine(), "libc": " ".join(platform.libc_ver())}
    return {part: str(features.version(part)) for part in parts} | machine


def keep(image: Image.Image, file: Path) -> None:
    """Keep a picture."""
    image.save(file, "WEBP", lossless=True, quality=100, method=6)


def differences(a: Image.Image, b: Image.Image) -> tuple[float, float]:
    """How far two pictures of one size differ: in the mean, and in the mean of the worst tile."""
    grey = ImageChops.difference(a.convert("RGB"), b.convert("RGB")).convert("L")
    # Of tiles at the edge only what lies in the picture counts.
    tiles = zip(_tiles(grey), _tiles(Image.new("L", grey.size, 1)), strict=True)
    return ImageStat.Stat(grey).mean[0], max(found / share for found, share in tiles if share)


def _tiles(grey: Image.Image) -> list[float]:
    """The means of tiles that overlap by half: whatever is small lies whole in one of them. Beyond
    the edge is nothing."""
    half = TILE // 2
    wide, high = (-(-pixels // half) for pixels in grey.size)
    quarters = grey.convert("F").crop((0, 0, wide * half, high * half)).reduce(half)
    shifted = [
        quarters.crop((x, y, x + wide + wide % 2, y + high + high % 2)).reduce(2)
        for x in (0, 1)
        for y in (0, 1)
    ]
    return [mean for each in shifted for mean in array("f", each.tobytes())]
