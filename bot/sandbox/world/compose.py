"""From a request body and its files to a message: checks, files, references, mentions, ids."""

from __future__ import annotations

import copy
import time
from collections.abc import Iterator
from dataclasses import dataclass

from bot.sandbox.limits.components import TEXT, ComponentCheck, Json, walk
from bot.sandbox.limits.errors import ApiError, FormErrors
from bot.sandbox.limits.message import (
    check_allowed_mentions,
    check_content,
    check_flags,
    check_unknown,
    check_v2,
    mentioned,
)
from bot.sandbox.objects import Attachment, Channel, Message, MessageFlag, Permission
from bot.sandbox.world.cdn import FileStore
from bot.sandbox.world.payloads import media_in, media_paths
from bot.sandbox.world.world import World

#: Flags a bot may set on a message of its own; interaction answers may be ephemeral as well.
SENDABLE = (
    MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
)
EDITABLE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.COMPONENTS_V2


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it came with the request; ``index`` is the n of its ``files[n]`` part."""

    index: str
    filename: str
    data: bytes


class Composer:
    """Applies request bodies to messages; the caller has checked that this is allowed."""

    def __init__(self, world: World, files: FileStore, size_limit: int, base_url: str) -> None:
        self._world = world
        self._files = files
        self._size_limit = size_limit
        self._base_url = base_url

    def apply(
        self,
        message: Message,
        body: Json,
        uploads: list[Upload],
        *,
        new: bool,
        settable: int,
        nest: str | None = None,
    ) -> list[Attachment]:
        """Change ``message`` as the body says, or raise ``ApiError`` and leave it untouched.

        ``settable`` are the flags that the request may set; ``nest`` is the key that held the body
        (``data`` in callbacks), needed for the paths of faults. Returns the attachments that were
        dropped.
        """
        content, components = self._parts(message, body)
        flags, kept = self._checked(message, body, uploads, settable=settable, nest=nest)
        v2 = bool(flags & MessageFlag.COMPONENTS_V2)
        added = self._add_files(message, body, uploads)
        try:
            errors = FormErrors()
            components = copy.deepcopy(components)
            self._resolve(errors, components, [*kept, *added])
            # Files that components show are not listed to the bot, so an edit does not name them:
            # they stay.
            shown = media_paths(components)
            kept += [
                each for each in message.attachments if each not in kept and each.path in shown
            ]
            if not (components or (not v2 and (content or kept or added))):
                raise ApiError(50006)
            _raise_nested(errors, nest)
        except ApiError:
            for each in added:
                self._files.remove(each.id)
            raise
        _number(components)
        _as_text(components)
        dropped = [each for each in message.attachments if each not in kept]
        message.content, message.components = content, components
        message.attachments, message.flags = [*kept, *added], flags
        message.tts = bool(body.get("tts")) if new else message.tts
        message.nonce = body.get("nonce") if new else message.nonce
        self._mention(message, body, new)
        if not new:
            message.edited_at = time.time()
        self._world.touch()
        return dropped

    def _checked(
        self,
        message: Message,
        body: Json,
        uploads: list[Upload],
        *,
        settable: int,
        nest: str | None,
    ) -> tuple[int, list[Attachment]]:
        """The message's flags and the old attachments that stay, once all limits are met."""
        errors = FormErrors()
        content, components = self._parts(message, body)
        check_unknown(errors, body)
        flags = check_flags(errors, body.get("flags"), settable, message.flags)
        v2 = bool(flags & MessageFlag.COMPONENTS_V2)
        check_content(errors, body.get("content"))
        check_allowed_mentions(errors, body.get("allowed_mentions"))
        if len(str(body.get("nonce") or "")) > 25:
            errors.add(("nonce",), "NONCE_TYPE_TOO_LONG")
        if v2:
            check_v2(errors, content)
        # Anything the message already has was checked when it was sent.
        if "components" in body or v2 != message.is_v2:
            known = self._world.state.emojis
            ComponentCheck(errors, v2=v2, emojis=known).message(components)
        kept = self._kept(errors, message, body, uploads)
        _raise_nested(errors, nest)
        if any(len(each.data) > self._size_limit for each in uploads):
            raise ApiError(40005)
        return flags, kept

    def _parts(self, message: Message, body: Json) -> tuple[str, list[Json]]:
        content = body.get("content", message.content)
        components = body.get("components", message.components)
        return (content if isinstance(content, str) else ""), components or []

    def _kept(
        self, errors: FormErrors, message: Message, body: Json, uploads: list[Upload]
    ) -> list[Attachment]:
        """The old attachments that stay: all if the body has no ``attachments``, otherwise those
        listed."""
        old = {each.id: each for each in message.attachments}
        listed = body.get("attachments")
        if listed is None:
            kept = list(old.values()) if "attachments" not in body else []
        else:
            kept = []
            new = {each.index for each in uploads}
            for index, entry in enumerate(listed):
                identity = str(entry.get("id"))
                described = entry.get("description")
                where = ("attachments", index)
                errors.length((*where, "description"), described, 0, 1024, required=False)
                if identity in old:
                    kept.append(old[identity])
                elif identity not in new:
                    errors.add((*where, "id"), "ATTACHMENT_NOT_FOUND")
        if len(kept) + len(uploads) > 10:
            errors.add(("attachments",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
        return kept

    def _add_files(self, message: Message, body: Json, uploads: list[Upload]) -> list[Attachment]:
        described = {str(each.get("id")): each for each in body.get("attachments") or []}
        return [
            self._files.put(
                self._world.ids.next(),
                message.channel_id,
                described.get(each.index, {}).get("filename") or each.filename,
                each.data,
                description=described.get(each.index, {}).get("description"),
                ephemeral=message.owner_id is not None,
            )
            for each in uploads
        ]

    def _resolve(self, errors: FormErrors, components: list[Json], files: list[Attachment]) -> None:
        """Replace each ``attachment://name`` with the file's address; any file that is not found is
        noted as a fault."""
        have = {each.filename: each for each in files}
        for number, media in enumerate(media_in(components)):
            url = str(media.get("url"))
            name = url.removeprefix("attachment://")
            if name == url:
                media["url"] = media["proxy_url"] = url.removeprefix(self._base_url)
                media.setdefault("width", 0)
                media.setdefault("height", 0)
            elif name in have:
                found = have[name]
                media.update(url=found.path, proxy_url=found.path, attachment_id=found.id)
                media.update(width=found.width or 0, height=found.height or 0)
                media.update(content_type=found.content_type, loading_state=2)
            else:
                errors.add(
                    ("components", number, "url"),
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    f"The referenced attachment '{name}' was not found.",
                )

    def _mention(self, message: Message, body: Json, new: bool) -> None:
        if not new and "content" not in body and "components" not in body:
            return
        world = self._world
        channel: Channel = world.channel(message.channel_id)
        guild = world.state.guilds.get(channel.guild_id or "")
        known = set(guild.members) if guild else {channel.recipient_id or "", world.state.bot_id}
        may = world.permissions(message.author_id, channel) & Permission.MENTION_EVERYONE
        text = "\n".join([message.content, *texts(message.components)])
        pinged = mentioned(
            text,
            body.get("allowed_mentions"),
            guild,
            known,
            may_everyone=bool(may),
        )
        message.mentions, message.mention_roles = pinged.users, pinged.roles
        message.mention_everyone = pinged.everyone


def texts(components: list[Json]) -> Iterator[str]:
    """The contents of all text displays."""
    return (str(each["content"]) for each in walk(components) if each.get("type") == TEXT)


def _raise_nested(errors: FormErrors, nest: str | None) -> None:
    if not errors:
        return
    try:
        errors.check()
    except ApiError as error:
        if nest is not None:
            error.errors = {nest: error.errors}
        raise


def _as_text(components: list[Json]) -> None:
    """Turn the ids of emoji into text: a page would round numbers as large as these."""
    for component in walk(components):
        for holder in (component, *(component.get("options") or ())):
            emoji = holder.get("emoji")
            if emoji and emoji.get("id"):
                emoji["id"] = str(emoji["id"])


def _number(components: list[Json]) -> None:
    """Give every component that has no id one that is unique in the message."""
    taken = {each["id"] for each in walk(components) if each.get("id")}
    number = 0
    for component in walk(components):
        if component.get("id"):
            continue
        number += 1
        while number in taken:
            number += 1
        component["id"] = number
