"""Interactions: players make them, and the bot answers each of them once and in time."""

from __future__ import annotations

import asyncio
import base64
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.sandbox.limits.commands import check_choices
from bot.sandbox.limits.components import Json
from bot.sandbox.limits.errors import ApiError, FormErrors
from bot.sandbox.limits.modal import check_modal, number_components
from bot.sandbox.objects import Attachment, Channel, Message, MessageFlag, MessageType
from bot.sandbox.settings import Settings
from bot.sandbox.world import payloads
from bot.sandbox.world.compose import EDITABLE, SENDABLE, Composer, Upload
from bot.sandbox.world.world import World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5

REPLY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9

#: Which answers fit which interaction (an update also needs a message with the control on it).
_FITTING = {
    COMMAND: {REPLY, DEFER, MODAL},
    COMPONENT: {REPLY, DEFER, DEFER_UPDATE, UPDATE, MODAL},
    AUTOCOMPLETE: {CHOICES},
    MODAL_SUBMIT: {REPLY, DEFER, DEFER_UPDATE, UPDATE},
}

NO_ANSWER = "The application did not respond"

#: Tells the page the result of an interaction: frame type and data.
Report = Callable[[str, Json], None]


class Herald(Protocol):
    """Tells the gateway and the pages about changes."""

    def post(self, message: Message) -> None:
        """Pass on a new message."""

    def changed(self, message: Message, dropped: list[Attachment]) -> None:
        """Pass on the edit of a message."""

    def remove(self, message: Message) -> None:
        """Pass on the removal of a message."""

    def interaction(self, payload: Json, guild_id: str | None) -> None:
        """Tell the bot about an interaction."""


@dataclass(slots=True, eq=False)
class Interaction:
    """One interaction, from its creation until its token expires."""

    id: str
    token: str
    kind: int
    user_id: str
    channel: Channel
    nonce: str
    report: Report
    made_at: float
    data: Json
    source: Message | None = None
    answered: int | None = None
    dead: bool = False
    original: str | None = None
    loading: bool = False
    following: bool = False
    follow_ups: set[str] = field(default_factory=set)
    timer: asyncio.TimerHandle | None = None


@dataclass(frozen=True, slots=True)
class OpenModal:
    """A form shown to a member, and where it came from."""

    modal: Json
    origin: Interaction


class Desk:
    """All interactions whose tokens have not expired."""

    def __init__(
        self, world: World, settings: Settings, composer: Composer, herald: Herald
    ) -> None:
        self._world = world
        self._settings = settings
        self._composer = composer
        self._herald = herald
        self._by_token: dict[str, Interaction] = {}
        self._modals: dict[str, OpenModal] = {}

    # ---- made by a player ---------------------------------------------------------------------

    def create(
        self,
        kind: int,
        user_id: str,
        channel: Channel,
        data: Json,
        *,
        nonce: str,
        report: Report,
        source: Message | None = None,
    ) -> Interaction:
        """Send an interaction to the bot; the first answer is due within
        ``first_answer_seconds``."""
        self._forget_expired()
        number = self._world.ids.next()
        secret = secrets.token_urlsafe(48)
        token = base64.urlsafe_b64encode(f"interaction:{number}:{secret}".encode()).decode()
        made = Interaction(
            id=number,
            token=token,
            kind=kind,
            user_id=user_id,
            channel=channel,
            nonce=nonce,
            report=report,
            made_at=time.monotonic(),
            data=data,
            source=source,
        )
        self._by_token[token] = made
        loop = asyncio.get_running_loop()
        made.timer = loop.call_later(self._settings.first_answer_seconds, self._give_up, made)
        if kind != AUTOCOMPLETE:
            report("INTERACTION", {"nonce": nonce, "state": "pending"})
        self._herald.interaction(self._payload(made), channel.guild_id)
        return made

    def open_modal(self, user_id: str, custom_id: str) -> OpenModal | None:
        """The form that this member has open, if it is the one named."""
        found = self._modals.get(user_id)
        return found if found and found.modal["custom_id"] == custom_id else None

    def _give_up(self, made: Interaction) -> None:
        made.dead = True
        if made.kind == AUTOCOMPLETE:
            made.report("error", {"nonce": made.nonce, "message": NO_ANSWER})
            return
        made.report("INTERACTION", {"nonce": made.nonce, "state": "failed", "message": NO_ANSWER})

    def _expire_loading(self, made: Interaction) -> None:
        if made.loading:
            self._give_up(made)

    def _forget_expired(self) -> None:
        limit = time.monotonic() - self._settings.token_seconds - 60
        while self._by_token:
            oldest = next(iter(self._by_token.values()))
            if oldest.made_at >= limit:
                return
            del self._by_token[oldest.token]

    def _payload(self, made: Interaction) -> Json:
        world, channel = self._world, made.channel
        bot_id = world.state.bot_id
        where = payloads.channel(world, channel, seen_by=made.user_id)
        bits = str(world.permissions(made.user_id, channel))
        payload: Json = {
            "id": made.id,
            "application_id": bot_id,
            "type": made.kind,
            "token": made.token,
            "version": 1,
            "data": made.data,
            "channel_id": channel.id,
            "channel": where | {"permissions": bits},
            "locale": "en-GB",
            "app_permissions": str(world.permissions(bot_id, channel)),
            "attachment_size_limit": self._settings.attachment_size_limit,
            "entitlements": [],
            "entitlement_sku_ids": [],
        }
        if channel.guild_id is None:
            payload["user"] = payloads.user(world.user(made.user_id))
            payload["context"] = 1
            payload["authorizing_integration_owners"] = {"0": "0"}
        else:
            guild = world.guild(channel.guild_id)
            member = payloads.member(world, guild.members[made.user_id])
            payload["guild_id"] = guild.id
            payload["guild"] = {"id": guild.id, "locale": "en-GB", "features": []}
            payload["guild_locale"] = "en-GB"
            payload["member"] = member | {"permissions": bits}
            payload["context"] = 0
            payload["authorizing_integration_owners"] = {"0": guild.id}
        if made.source is not None:
            payload["message"] = payloads.message(world, made.source)
        return payload

    # ---- first answer -------------------------------------------------------------------------

    def find(self, interaction_id: str, token: str) -> Interaction:
        """The interaction that is still waiting for its first answer; 10062 or 40060 if there is
        none."""
        made = self._by_token.get(token)
        if made is None or made.id != interaction_id:
            raise ApiError(10062)
        if made.answered is not None:
            raise ApiError(40060)
        if made.dead or time.monotonic() - made.made_at > self._settings.first_answer_seconds:
            raise ApiError(10062)
        return made

    def answer(self, made: Interaction, body: Json, uploads: list[Upload]) -> Message | None:
        """Take the bot's first answer. Returns the message that it made or changed, if any."""
        kind = body.get("type")
        fits = kind in _FITTING[made.kind]
        if kind in (DEFER_UPDATE, UPDATE) and made.source is None:
            fits = False
        if not fits:
            listed = ", ".join(str(each) for each in sorted(_FITTING[made.kind]))
            raise ApiError.at(("type",), "BASE_TYPE_CHOICES", f"Value must be one of ({listed}).")
        data = body.get("data") or {}
        message = None
        if kind == REPLY:
            message = self._reply(made, data, uploads, nest="data")
        elif kind == DEFER:
            message = self._defer(made, data)
        elif kind == UPDATE:
            message = self._update(made, data, uploads)
        elif kind == CHOICES:
            self._offer(made, data)
        elif kind == MODAL:
            self._show_modal(made, data)
        made.answered = kind
        if made.timer is not None:
            made.timer.cancel()
        if kind == DEFER:
            self._watch_loading(made)
        if kind in (DEFER_UPDATE, UPDATE) and made.source is not None:
            made.original = made.source.id
        if made.kind == MODAL_SUBMIT:
            self._modals.pop(made.user_id, None)
        if kind not in (DEFER, CHOICES):
            self._done(made, message)
        return message

    def _watch_loading(self, made: Interaction) -> None:
        left = made.made_at + self._settings.token_seconds - time.monotonic()
        loop = asyncio.get_running_loop()
        made.timer = loop.call_later(max(0.0, left), self._expire_loading, made)
        made.report("INTERACTION", {"nonce": made.nonce, "state": "deferred"})

    def _done(self, made: Interaction, message: Message | None) -> None:
        told: Json = {"nonce": made.nonce, "state": "done"}
        if message is not None:
            told["message"] = payloads.message(self._world, message)
        if made.answered == DEFER_UPDATE:
            # That is all the page needs; programs that press buttons may wait for what follows.
            made.following, told["deferred"] = True, True
        made.report("INTERACTION", told)

    def _followed(self, made: Interaction, message: Message) -> None:
        """Report what followed a deferred update, the first time only."""
        if made.following:
            made.following = False
            told = payloads.message(self._world, message)
            made.report("INTERACTION", {"nonce": made.nonce, "state": "followed", "message": told})

    def _new_message(self, made: Interaction, flags: Any, *, follow_up: bool) -> Message:
        ephemeral = isinstance(flags, int) and bool(flags & MessageFlag.EPHEMERAL)
        reference = made.original if follow_up else None
        if not follow_up and made.kind == COMPONENT and made.source is not None:
            reference = made.source.id
        if follow_up:
            kind = MessageType.REPLY if reference else MessageType.DEFAULT
        else:
            kind = MessageType.COMMAND if made.kind == COMMAND else MessageType.REPLY
        message = Message(
            id=self._world.ids.next(),
            channel_id=made.channel.id,
            author_id=self._world.state.bot_id,
            type=kind,
            created_at=time.time(),
            from_interaction=True,
            interaction=self._metadata(made),
            owner_id=made.user_id if ephemeral else None,
        )
        if reference is not None:
            message.reference = {"type": 0, "channel_id": made.channel.id, "message_id": reference}
            if made.channel.guild_id is not None:
                message.reference["guild_id"] = made.channel.guild_id
        return message

    def _metadata(self, made: Interaction) -> Json:
        guild_id = made.channel.guild_id
        metadata: Json = {
            "id": made.id,
            "type": made.kind,
            "user": payloads.user(self._world.user(made.user_id)),
            "authorizing_integration_owners": {"0": guild_id or "0"},
        }
        if made.kind == COMMAND:
            metadata["name"] = _full_name(made.data)
            metadata["command_type"] = made.data["type"]
        if made.source is not None:
            metadata["interacted_message_id"] = made.source.id
        return metadata

    def _reply(
        self, made: Interaction, data: Json, uploads: list[Upload], *, nest: str | None = None
    ) -> Message:
        follow_up = made.answered is not None
        message = self._new_message(made, data.get("flags"), follow_up=follow_up)
        self._composer.apply(
            message, data, uploads, new=True, settable=SENDABLE | MessageFlag.EPHEMERAL, nest=nest
        )
        if follow_up:
            made.follow_ups.add(message.id)
        else:
            made.original = message.id
        self._herald.post(message)
        return message

    def _defer(self, made: Interaction, data: Json) -> Message:
        flags = data.get("flags") or 0
        if not isinstance(flags, int) or flags & ~MessageFlag.EPHEMERAL:
            said = "A deferred answer may set only the EPHEMERAL flag"
            raise ApiError.at(("data", "flags"), "INTERACTION_CALLBACK_INVALID_FLAGS", said)
        message = self._new_message(made, flags, follow_up=False)
        message.flags = int(flags | MessageFlag.LOADING)
        made.original, made.loading = message.id, True
        self._herald.post(message)
        return message

    def _update(self, made: Interaction, data: Json, uploads: list[Upload]) -> Message:
        assert made.source is not None
        # The message may have gone since the click.
        message = self._world.message(made.channel.id, made.source.id)
        dropped = self._composer.apply(
            message, data, uploads, new=False, settable=EDITABLE, nest="data"
        )
        self._herald.changed(message, dropped)
        return message

    def _offer(self, made: Interaction, data: Json) -> None:
        errors = FormErrors()
        choices = data.get("choices")
        check_choices(errors, choices, _focused_type(made.data), ("data", "choices"))
        errors.check()
        made.report("AUTOCOMPLETE", {"nonce": made.nonce, "choices": choices})

    def _show_modal(self, made: Interaction, data: Json) -> None:
        modal = check_modal(data, self._world.state.emojis)
        number_components(modal)
        self._modals[made.user_id] = OpenModal(modal, made)
        made.report(
            "MODAL",
            {
                "nonce": made.nonce,
                "custom_id": modal["custom_id"],
                "title": modal["title"],
                "components": modal["components"],
            },
        )

    # ---- later, with the token ----------------------------------------------------------------

    def by_token(self, application_id: str, token: str) -> Interaction:
        """The interaction of a webhook route. Raises 50027 if the token is unknown or has expired,
        10015 if there is no answer yet or the application is a different one.
        """
        if application_id != self._world.state.bot_id:
            raise ApiError(10015)
        made = self._by_token.get(token)
        if made is None or time.monotonic() - made.made_at > self._settings.token_seconds:
            raise ApiError(50027)
        if made.answered is None:
            raise ApiError(10015)
        return made

    def message_of(self, made: Interaction, message_id: str) -> Message:
        """The message ``@original`` or a follow-up of this interaction. Raises 10008 if there is
        none."""
        if message_id == "@original":
            if made.original is None:
                raise ApiError(10008)
            return self._world.message(made.channel.id, made.original)
        if message_id != made.original and message_id not in made.follow_ups:
            raise ApiError(10008)
        return self._world.message(made.channel.id, message_id)

    def follow_up(self, made: Interaction, body: Json, uploads: list[Upload]) -> Message:
        """A further message; right after a deferral it replaces the loading message instead."""
        if made.loading and made.original is not None:
            return self.edit(made, self.message_of(made, "@original"), body, uploads)
        message = self._reply(made, body, uploads)
        self._followed(made, message)
        return message

    def edit(
        self, made: Interaction, message: Message, body: Json, uploads: list[Upload]
    ) -> Message:
        """Edit a message of this interaction."""
        finishing = made.loading
        dropped = self._composer.apply(message, body, uploads, new=False, settable=EDITABLE)
        if finishing:
            message.flags &= ~MessageFlag.LOADING
            message.edited_at = None
            made.loading = False
        self._herald.changed(message, dropped)
        if finishing:
            self._finish(made, message)
        self._followed(made, message)
        return message

    def delete(self, made: Interaction, message: Message) -> None:
        """Delete a message of this interaction."""
        self._herald.remove(message)
        if made.loading:
            made.loading = False
            self._finish(made, None)

    def _finish(self, made: Interaction, message: Message | None) -> None:
        if made.timer is not None:
            made.timer.cancel()
        self._done(made, message)

    def close(self) -> None:
        """Stop all the timers."""
        for made in self._by_token.values():
            if made.timer is not None:
                made.timer.cancel()


def _full_name(data: Json) -> str:
    """The command's name with its group and sub-command."""
    names = [str(data["name"])]
    level = data.get("options") or []
    while level and level[0]["type"] in (1, 2):
        names.append(str(level[0]["name"]))
        level = level[0].get("options") or []
    return " ".join(names)


def _focused_type(data: Json) -> int:
    for option in data.get("options") or []:
        if option.get("focused"):
            return int(option["type"])
        if option.get("options"):
            return _focused_type(option)
    return 3
