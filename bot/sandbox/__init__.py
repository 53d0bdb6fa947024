"""A local, Discord-compatible server and its page: the bot can be played with no token.

It runs in a process of its own (``python -m bot.sandbox``), so that its world outlives the bot;
``serve`` runs it inside a process, for tests. The bot is the very same program: ``point_at`` only
changes the addresses. It is as strict as Discord where bots trip: the time to the first answer,
one answer per interaction, limits of commands, components, texts and files, permissions, closed
direct messages, expiring tokens, rate limits, RESUME.

Levers for tests, in process on ``RunningSandbox.sandbox`` (``gateway``, ``faults``, ``world``) or
from another process on this machine as JSON to ``/sandbox/gateway`` (``{"do": "drop"}``,
``"reconnect"``, ``"invalidate"``), ``/sandbox/fault`` (see ``faults.Fault``),
``/sandbox/permissions`` and ``/sandbox/membership`` (``{"user_id", "inside"}``);
``GET /sandbox`` tells that one is running and whether the bot is online.

Where it is laxer than Discord, or simply lacks a thing:

* Frames are plain JSON text; the compression that the client offers is ignored.
* IDENTIFYs are neither spaced (``max_concurrency``) nor counted by the day, and the block after
  10,000 refused requests in ten minutes does not exist.
* Rate limit figures are its own guess: Discord publishes none; renaming a channel is not held to
  twice in ten minutes.
* The opening of many direct messages is limited but never ends in quarantine.
* Threads do not archive themselves with time; the bot can archive them.
* Of emoji it checks only that they are no plain words; links in messages get no previews.
* Role order is not looked at when roles are given or taken.
* Reactions, webhooks of channels, invites, bans, polls, stickers, voice, forums, scheduled events,
  the audit log, monetisation and commands installed by users are not there (404, and a warning).
* Only members themselves close their direct messages; blocking does not matter.
* A guild's members are everybody; only a lever lets somebody leave.
* Interactions and their tokens do not survive the sandbox itself; messages and all else do.
"""

from __future__ import annotations

from bot.sandbox.sandbox import Sandbox
from bot.sandbox.server import RunningSandbox, serve
from bot.sandbox.settings import Settings

__all__ = ["RunningSandbox", "Sandbox", "Settings", "serve"]
