"""Small pictures beside names: the application's own emoji, uploaded once and used from then on.

An emblem only repeats the name beside it. Wherever one is missing, because Discord has refused it
or has no room for it, the name stands alone.
"""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Sequence
from functools import partial

import discord

from bot.session import GameSession, SeatInfo
from bot.storage import Database
from cogs.ui.names import name_of
from rendering import RenderPool
from rendering.emblems import draw_emblems, emblem_names, of_names, of_seat, of_thing

log = logging.getLogger(__name__)

EMBLEMS: dict[str, discord.PartialEmoji] = {}
"""The emblems that the application has, by name."""

_PUTTING_UP = 5_319_468_019
"""The number of the lock that lets one process upload what is missing while the others wait."""

_BEFORE = re.compile(r"(?:#{1,3} |-# |> |• |- |~~)*(?:▸ [^*:\n]*: )?")
"""What may stand before the name at the head of a line: markup, and a turn heading's round."""


async def put_up(client: discord.Client, database: Database, pool: RenderPool) -> None:
    """Learn which emblems the application has, and upload those it lacks, one request for each.

    Stop at the first refusal: the next start tries again.
    """
    try:
        await _learn(client)
        if _missing():
            async with database.in_turn(_PUTTING_UP):
                await _learn(client)
                missing = _missing()
                drawn = await pool.at_leisure(partial(draw_emblems, missing))
                for name in missing:
                    _keep(await client.create_application_emoji(name=name, image=drawn[name]))
    except discord.HTTPException as wrong:
        log.warning("some names are shown without their arms: Discord refused an emoji (%s)", wrong)
    except Exception:
        log.exception("some names are shown without their arms")


async def _learn(client: discord.Client) -> None:
    found = await client.fetch_application_emojis()
    EMBLEMS.clear()
    for emoji in found:
        _keep(emoji)


async def missed(client: discord.Client, wrong: discord.HTTPException) -> bool:
    """Whether Discord refused a message because an emblem on a control is gone. If so, what the
    application still has is learnt at once, and the message can be put together again."""
    if "Invalid emoji" not in wrong.text:
        return False
    EMBLEMS.clear()
    with contextlib.suppress(discord.HTTPException):
        await _learn(client)
    log.warning("an emoji is gone: %d are left until the next start", len(EMBLEMS))
    return True


def without_emblems(view: discord.ui.View) -> None:
    """Take the emblems off the buttons and menus of a view."""
    for child in view.children:
        item = child.item if isinstance(child, discord.ui.DynamicItem) else child
        for holder in item.options if isinstance(item, discord.ui.Select) else [item]:
            if isinstance(holder, discord.SelectOption | discord.ui.Button):
                own = holder.emoji is not None and holder.emoji.id is not None
                holder.emoji = None if own else holder.emoji


def _keep(emoji: discord.Emoji) -> None:
    EMBLEMS[emoji.name] = discord.PartialEmoji(name=emoji.name, id=emoji.id)


def _missing() -> list[str]:
    return [name for name in emblem_names() if name not in EMBLEMS]


def emblem_of(thing: str, field: str = "noble") -> discord.PartialEmoji | None:
    """The emblem of a candidate in a field, for a menu or a button that names it; None if it has
    none."""
    return EMBLEMS.get(of_thing(thing, field) or "")


def headed(
    session: GameSession, text: str, room: int, seats: Sequence[SeatInfo] | None = None
) -> str:
    """The text with an emblem before each player, noble or heir at the head of a line, once each,
    from the first line on, as long as the text needs no more than ``room`` characters.

    ``seats`` is the seating at the time, if it has changed since.
    """
    if not EMBLEMS:
        return text
    written = of_names() | {
        name_of(session, info.number, seats): of_seat(info.number)
        for info in (session.seats if seats is None else seats)
    }
    left, lines = room - len(text), text.split("\n")
    for number, line in enumerate(lines):
        before = _BEFORE.match(line)
        assert before is not None
        rest = line[before.end() :]
        named = (head for head in written if rest.startswith(head))
        emblem = EMBLEMS.get(written.pop(next(named, ""), ""))
        if emblem is None:
            continue
        mark = f"{emblem} "
        if len(mark) > left:
            break
        left -= len(mark)
        lines[number] = before[0] + mark + rest
    return "\n".join(lines)
