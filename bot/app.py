"""The Discord client: start-up, the parts it brings together, and an orderly shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import hmac
import logging
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import timedelta
from importlib import import_module
from typing import Any

import discord
from discord.ext import commands

from bot.board.links import Links
from bot.board.site import BoardSite
from bot.config import Settings
from bot.content.load import load_ledger
from bot.games import GAMES, LIBRARY, default_ruleset
from bot.session import Desk, SystemClock
from bot.storage import Database
from bot.storage.database import TROUBLES, Away, Unusable, damage, unusable
from bot.watch.watch import Watch
from cogs.delivery.outbox import Delivery
from cogs.ui.choosing.forms import hand_in
from cogs.ui.client import Client
from cogs.ui.controls import CONTROLS
from cogs.ui.customs import misplaced
from cogs.ui.emblems import put_up
from cogs.ui.first_answer import Panels, acknowledge
from cogs.ui.pictures import Pictures
from cogs.ui.replies import explain, tell
from cogs.ui.turnstile import Turnstile
from rendering import RenderPool

log = logging.getLogger(__name__)

COGS = (
    "cogs.lobby",
    "cogs.mixes",
    "cogs.games",
    "cogs.away",
    "cogs.consent",
    "cogs.lost_channels",
    "cogs.welcome",
    "cogs.kingmaker.opening",
    "cogs.kingmaker.movement",
    "cogs.kingmaker.ships",
    "cogs.kingmaker.combat",
    "cogs.kingmaker.captives",
    "cogs.kingmaker.recruiting",
    "cogs.kingmaker.parliament",
    "cogs.kingmaker.coronation",
    "cogs.kingmaker.trade",
    "cogs.kingmaker.draw",
    "cogs.kingmaker.sides",
    "cogs.kingmaker.odds",
    "cogs.lancaster.knight",
    "cogs.lancaster.reward",
    "cogs.vote",
    "cogs.hand",
    "cogs.map",
    "cogs.help",
    "cogs.about",
    "cogs.privacy",
    "cogs.rulebook",
    "cogs.moderator",
    "cogs.chronicle",
    "cogs.seasons",
    "cogs.story",
    "cogs.tutorial",
    "cogs.orders",
)
"""The modules whose cogs are added, in order."""

_COMPARED = ("name", "description", "type", "required", "autocomplete", "min_value", "max_value")
_GATHER = 0.3
"""Seconds for which a game's news is collected, so that a burst of news makes one message."""

_IDENTIFYING = 5_319_468_018
"""The number of the lock that lets the processes take turns at identifying themselves to
Discord."""

_APART = 5.0
"""Seconds that Discord wants between the logins of two processes."""

_SWITCH = 0.001
"""Seconds that a computing thread may keep the event loop waiting.

By Python's own 0.005 s, an SQL statement beside a computer player's thought comes back in 1.3 ms
(at worst 4.6) instead of 0.6 (1.1); a press makes many of them.
"""

_PATIENCE = 5.0
"""Seconds allowed for work in progress and for the database when the bot is stopped; if Discord is
out of reach, a message may hang for minutes. Such a message will be sent after the next start.
"""

_SOON, _LATE, _AT_MOST = timedelta(seconds=1), timedelta(seconds=15), timedelta(minutes=3)
"""How long the bot waits, at first and at most, before trying an unreachable database again at
start-up, and when it gives up.
"""

_COURTESY = 1.0
"""Seconds allowed for each further step of the shutdown."""


def intents() -> discord.Intents:
    """The events that the bot asks for: servers, their channels, and the writing and deleting of
    messages, so that it can move its card down or post it again. Nothing privileged: it never sees
    what people write.
    """
    return discord.Intents(guilds=True, guild_messages=True)


class Tree(discord.app_commands.CommandTree["Bot"]):
    """The commands, with errors explained kindly to the person who ran into them."""

    async def interaction_check(self, interaction: discord.Interaction[Bot], /) -> bool:
        """Acknowledge a command; stop it if it belongs to a different game from the channel's."""
        if interaction.type is discord.InteractionType.autocomplete:
            return True
        try:
            if not await acknowledge(interaction):
                return False
            await self._take_turn(interaction)
            text = await misplaced(interaction)
            if text is not None:
                await tell(interaction, text)
        except Exception as error:
            await explain(interaction, error)
            return False
        return text is None

    async def _take_turn(self, interaction: discord.Interaction[Bot]) -> None:
        """Wait for the command's turn; the turn ends when the command's task does."""
        turnstile = interaction.client.turnstile
        place = await turnstile.enter(interaction.channel_id)
        task = asyncio.current_task()
        assert task is not None
        task.add_done_callback(lambda _: turnstile.leave(place))

    async def on_error(
        self,
        interaction: discord.Interaction[Bot],
        error: discord.app_commands.AppCommandError,
        /,
    ) -> None:
        """Explain the error to the person; log it if it is not their fault."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.warning("suggestions failed", exc_info=error)
            return
        await explain(interaction, error)


class Bot(Client):
    """The bot: one client that serves every game on its shards.

    ``quick`` skips the waits that only a large bot on the real Discord needs; ``keep_for`` is how
    long finished games are kept (None: for ever). ``stand`` is the address of the local Discord
    whose page shows the boards, if there is one; with ``links``, they are served to the web as
    well.
    """

    deliverer: Delivery

    def __init__(
        self,
        database: Database,
        *,
        process: str = "main",
        shard_ids: list[int] | None = None,
        shard_count: int | None = None,
        quick: bool = False,
        pool: RenderPool | None = None,
        watch: Watch | None = None,
        keep_for: timedelta | None = None,
        stand: str | None = None,
        links: Links | None = None,
    ) -> None:
        options: dict[str, Any] = {"guild_ready_timeout": 0} if quick else {}
        if watch is not None:
            options["http_trace"] = watch.trace
        # The bot never speaks, so discord.py need not warn that voice is not supported.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        # Given the count, the client need not ask how many connections to open; one is enough for a
        # bot of ordinary size.
        count = shard_count or 1
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=intents(),
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_ids=shard_ids if shard_ids is not None else list(range(count)),
            shard_count=count,
            **options,
        )
        self.quick = quick
        self.watch = watch
        self.database = database
        self.ledger = load_ledger()
        self.pictures = Pictures(pool or RenderPool())
        self.deliverer = Delivery(self)
        self._stand = stand
        self.links = links
        self._boards = BoardSite(self, links)
        self.turnstile = Turnstile()
        self.panels = Panels()
        gather = _GATHER / 10 if quick else _GATHER
        self.desk = Desk(
            database, SystemClock(), LIBRARY, self.deliverer, process=process, gather=gather
        )
        self.desk.services.pondering.is_crowded = self.turnstile.is_crowded
        self.desk.forgetting.keep_for = keep_for
        self._warming: asyncio.Task[None] | None = None
        self._beginning: asyncio.Task[None] | None = None
        self._guarding: asyncio.Task[None] | None = None
        self._wrong: Exception | None = None
        """The error that stopped the bot unexpectedly, if any."""
        self._closing: asyncio.Task[None] | None = None
        self.at_work = asyncio.Event()
        """Set once the games have been resumed after the start."""

    async def setup_hook(self) -> None:
        """Make everything ready before the first event arrives."""
        sys.setswitchinterval(_SWITCH)
        if self.watch is not None:
            await self.watch.begin(self, self.desk, lambda: self.pictures.pool.waiting)
        await self._patiently(self.database.upgrade)
        self.add_dynamic_items(*CONTROLS)
        for name in COGS:
            await import_module(name).setup(self)
        await self.sync_commands()
        if self._stand is not None:
            await self._boards.open(self._stand)
        await self._boards.open_to_the_web()
        if self._closing is None:
            self._warming = asyncio.create_task(self._warm())

    async def on_interaction(self, interaction: discord.Interaction[Bot]) -> None:
        """Handle forms; discord.py itself handles commands, buttons and menus.

        If a control was pressed, note at once that the result will be shown in the same message.
        """
        if self.watch is not None:
            self.watch.heard(interaction)
        if interaction.message is not None:
            self.deliverer.pressed(interaction.message.id)
        if interaction.type is discord.InteractionType.modal_submit:
            await hand_in(interaction)

    async def on_answered_at_once(self, interaction: discord.Interaction[Bot]) -> None:
        """Note that the first answer to an interaction was the whole answer."""
        if self.watch is not None:
            self.watch.answered(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """When people write, move the card down; what they write is none of the bot's business."""
        if not message.author.bot:
            self.desk.background.keep(self.deliverer.spoken(message.channel.id, message.author.id))

    async def on_ready(self) -> None:
        """Resume the games the first time the connection is up."""
        count = len(self.guilds)
        log.info("connected as %s in %d server%s", self.user, count, "s" * (count != 1))
        if self._beginning is None:
            self._beginning = asyncio.create_task(self._begin())

    async def _begin(self) -> None:
        """Start work. If that fails, the program ends, so that its supervisor can start it
        again."""
        try:
            await self._patiently(self.desk.resume_all)
        except Exception as wrong:
            self._give_up(wrong)
            return
        self.desk.background.keep(
            self.desk.persist(self.deliverer.tidy_all, "could not look for old cards")
        )
        self.at_work.set()
        if self.watch is not None:
            self.watch.at_work()

    async def _patiently(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do a part of the start-up that needs the database. Retry while the database is
        unavailable because another program has the file open or the server is still starting.
        Raises Unusable if it stays away too long."""
        clock = self.desk.services.clock
        last, pause, told = clock.now() + _AT_MOST, _SOON, ""
        while True:
            try:
                await work()
            except Unusable as wrong:
                found = wrong
            except TROUBLES as wrong:
                found = unusable(wrong, self.database.engine.url)
            else:
                break
            if not isinstance(found, Away) or clock.now() >= last:
                raise found
            if told != str(found):
                told = str(found)
                log.warning("waiting for the database, three minutes at most. %s", told)
            self._held_up(True)
            # The wait ends early if the file turns out to be damaged.
            await clock.wait(self.database.damaged, clock.now() + pause)
            pause = min(2 * pause, _LATE)
        self._held_up(False)

    def _held_up(self, held: bool) -> None:
        if self.watch is not None:
            self.watch.held_up(held)

    async def _end_if_damaged(self) -> None:
        """Stop if the database turns out to be damaged: confirmed moves might be lost."""
        await self.database.damaged.wait()
        self._give_up(Unusable(damage(self.database.engine.url)))

    def _give_up(self, wrong: Exception) -> None:
        """Shut down in good order; `start` then raises this error."""
        if self._closing is None:
            self._wrong = wrong
            self._closing = asyncio.create_task(self._close())

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Serve until closed. Raises the error that stopped the bot unexpectedly, if any."""
        self._guarding = asyncio.create_task(self._end_if_damaged())
        try:
            await super().start(token, reconnect=reconnect)
        finally:
            if self._wrong is not None:
                raise self._wrong

    async def keep_in_memory(self) -> None:
        """Once the bot is at work, exempt everything loaded so far from Python's garbage
        collection.

        All of it is there to stay, and searching it would hold everybody up for a quarter of a
        second; searching 500 games begun later takes 40 ms.
        """
        await self.at_work.wait()
        if self._warming is not None:
            await asyncio.wait({self._warming})
        gc.collect()
        gc.freeze()

    async def put_up_emblems(self) -> None:
        """Once the bot is at work, put up the emoji that stand beside names."""
        await self.at_work.wait()
        await put_up(self, self.database, self.pictures.pool)

    async def sync_commands(self) -> bool:
        """Register the commands if Discord has different ones. Returns whether they had to be
        registered."""
        wanted = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        assert self.application_id is not None
        # Keep the raw answer: the library's own reading of a command loses some of the settings.
        known = await self.http.get_global_commands(self.application_id)
        if _comparable(wanted) == _comparable(known):
            return False
        await self.tree.sync()
        log.info("registered %d commands", len(wanted))
        return True

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Keep the interval that Discord wants between connections, unless it is not needed.

        Other processes connecting with the same token keep that interval too.
        """
        if self.quick:
            return
        if self.shard_ids is not None and len(self.shard_ids) != self.shard_count:
            try:
                async with self.database.in_turn(_IDENTIFYING):
                    await asyncio.sleep(_APART)
                return
            except Exception:
                log.warning("could not wait for the other processes", exc_info=True)
        await super().before_identify_hook(shard_id, initial=initial)

    async def close(self) -> None:
        """Finish any work under way, then hang up. After a restart, games continue from where they
        are."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        if self.watch is not None:
            await _briefly(self.watch.end())
        await _briefly(self._boards.close())
        await asyncio.gather(self.turnstile.close(_PATIENCE), self.desk.close(_PATIENCE))
        for beside in (self._warming, self._beginning, self._guarding):
            if beside is not None:
                beside.cancel()
        await _briefly(self._draw_no_more())
        await _briefly(_hear_no_more())
        # A server that does not answer will not say goodbye either.
        await _briefly(super().close())
        await _briefly(self.http.close())
        await _briefly(self.database.close(), _PATIENCE)

    async def _draw_no_more(self) -> None:
        await self.deliverer.following.close()
        await self.pictures.pool.close()

    async def _warm(self) -> None:
        """Draw every game's usual board, so that nobody has to wait for the first picture. Another
        board is ready in a fifth of a second, and would take up 25 MB even if nobody used it."""
        for game in GAMES:
            try:
                await self.pictures.warm(game, default_ruleset(game))
            except Exception:
                log.exception("the board of %s could not be drawn", game)


def hang_up_quietly(loop: asyncio.AbstractEventLoop) -> None:
    """From now on connections are closed on purpose: work still under way then fails, and nobody
    needs to see that error."""

    def tell(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        log.debug("an error at the end: %s", context["message"], exc_info=context.get("exception"))

    loop.set_exception_handler(tell)


async def _hear_no_more() -> None:
    """End the event handlers that are still at work; otherwise they would find the connection
    closed. Their work is done again after the next start."""
    handlers = {t for t in asyncio.all_tasks() if t.get_name().startswith("discord.py: on_")}
    for handler in handlers:
        handler.cancel()
    if handlers:
        await asyncio.wait(handlers)


async def _briefly(step: Coroutine[Any, Any, None], seconds: float = _COURTESY) -> None:
    """Take one step of the shutdown; give it up if it hangs, because the process ends anyway."""
    task = asyncio.create_task(step)
    await asyncio.wait({task}, timeout=seconds)
    if not task.done():
        task.cancel()
    elif not task.cancelled() and (wrong := task.exception()) is not None:
        log.error("a step of the shutdown failed", exc_info=wrong)


def _comparable(payloads: Sequence[Any]) -> list[Any]:
    """Commands reduced to the settings this bot uses, in a fixed order, so that they can be
    compared."""
    reduced = (_reduced(payload) for payload in payloads)
    # The context menus of members and messages may have commands with the same name.
    return sorted(reduced, key=lambda p: (str(p["name"]), p["type"] or 0))


def _reduced(payload: dict[str, Any]) -> dict[str, Any]:
    reduced: dict[str, Any] = {key: payload.get(key) or None for key in _COMPARED}
    reduced["contexts"] = sorted(payload.get("contexts") or ())
    reduced["choices"] = [
        (choice["name"], choice["value"]) for choice in payload.get("choices") or ()
    ]
    reduced["options"] = [_reduced(option) for option in payload.get("options") or ()]
    return reduced


def _links(settings: Settings, secret: str) -> Links | None:
    """The maker of links to boards, if boards are served. The key is derived from the bot's own
    secret: all its processes have the same key, and nobody else has it."""
    if settings.web_url is None:
        return None
    key = hmac.digest(secret.encode(), b"links to boards", "sha256")
    return Links(settings.web_url, key, settings.web_host, settings.web_port)


async def run_bot(
    settings: Settings,
    *,
    token: str | None = None,
    quick: bool = False,
    stand: str | None = None,
) -> None:
    """Run the bot until it is told to stop (SIGINT or SIGTERM) or can no longer log in.

    ``token`` overrides the one in the settings; ``quick`` and ``stand`` are as for `Bot`. Raises
    ValueError if there is no token, and discord.LoginFailure if the token is not valid.
    """
    secret = token or settings.token
    if secret is None:
        raise ValueError("DISCORD_TOKEN is not set")
    watch = Watch(settings)
    bot = Bot(
        Database(settings.database_url, alone=True),
        process=settings.process_name,
        shard_ids=settings.shard_ids,
        shard_count=settings.shard_count,
        quick=quick,
        pool=RenderPool(
            cache_dir=settings.data_dir / "pictures", listener=watch.drawing, processes=True
        ),
        watch=watch,
        keep_for=settings.keep_for,
        stand=stand,
        links=None if stand is not None else _links(settings, secret),
    )
    loop, told_to_stop = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Not every system or thread has signals; without them, the caller stops the task.
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, told_to_stop.set)
    runner = asyncio.create_task(bot.start(secret))
    keeping = asyncio.create_task(bot.keep_in_memory())
    putting_up = asyncio.create_task(bot.put_up_emblems())
    stopping = asyncio.create_task(told_to_stop.wait())
    by_itself = False
    try:
        await asyncio.wait({runner, stopping}, return_when=asyncio.FIRST_COMPLETED)
        by_itself = runner.done()
    finally:
        stopping.cancel()
        keeping.cancel()
        putting_up.cancel()
        hang_up_quietly(loop)
        await bot.close()
        # The client may still be waiting for Discord's answer, or for its next attempt to connect.
        runner.cancel()
        await asyncio.wait({runner}, timeout=_COURTESY)
    if by_itself:
        runner.result()
    elif runner.done() and not runner.cancelled() and (wrong := runner.exception()) is not None:
        # The client's connection was closed while it waited.
        log.debug("the client ended with %r", wrong)
