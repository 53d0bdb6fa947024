"""Application emoji: the bot's own small pictures, which it may use in every guild."""

from __future__ import annotations

import base64
import binascii
import re

from bot.sandbox.limits.components import Json
from bot.sandbox.limits.errors import ApiError, FormErrors
from bot.sandbox.objects import Emoji
from bot.sandbox.rest.routes import Call, Reply, Route
from bot.sandbox.world import payloads
from bot.sandbox.world.cdn import picture_size

_MOST = 2_000
_LARGEST = 256 * 1024
_NAME = re.compile(r"[A-Za-z0-9_]*")
_IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,(.*)", re.DOTALL)


def _emojis(call: Call) -> dict[str, Emoji]:
    state = call.sandbox.world.state
    if call.params["app"] != state.bot_id:
        raise ApiError(50001)
    return state.emojis


async def list_all(call: Call) -> Json:
    """GET: all the application's emoji."""
    world = call.sandbox.world
    return {"items": [payloads.emoji(world, each) for each in _emojis(call).values()]}


async def create(call: Call) -> Reply:
    """POST: one more emoji, with a name of its own."""
    kept, form, errors = _emojis(call), call.form, FormErrors()
    name = form.get("name")
    if errors.length(("name",), name, 2, 32):
        if not _NAME.fullmatch(str(name)):
            said = "String value did not match validation regex."
            errors.add(("name",), "STRING_TYPE_REGEX", said)
        elif any(each.name == name for each in kept.values()):
            said = "This emoji name is already taken"
            errors.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", said)
    image = _image(form.get("image"), errors)
    errors.check()
    if len(kept) >= _MOST:
        raise ApiError(30008)
    world = call.sandbox.world
    made = world.ids.next()
    file = call.sandbox.files.put(
        made, "emojis", f"{name}.png", image, description=None, ephemeral=False
    )
    kept[made] = Emoji(id=made, name=str(name), path=file.path)
    world.touch()
    return Reply(payloads.emoji(world, kept[made]), 201)


def _image(given: object, errors: FormErrors) -> bytes:
    """The bytes of a data URI; anything wrong with it is noted in ``errors``."""
    if given is None:
        errors.add(("image",), "BASE_TYPE_REQUIRED")
        return b""
    found = _IMAGE.fullmatch(given) if isinstance(given, str) else None
    try:
        data = base64.b64decode(found[1], validate=True) if found else b""
    except binascii.Error:
        data = b""
    if not picture_size(data):
        errors.add(("image",), "IMAGE_INVALID")
    elif len(data) > _LARGEST:
        errors.add(("image",), "BINARY_TYPE_MAX_SIZE")
    return data


def routes() -> list[Route]:
    """The routes of application emoji."""
    path = "/applications/{app}/emojis"
    return [
        Route("GET", path, list_all, place=("app",)),
        Route("POST", path, create, place=("app",)),
    ]
