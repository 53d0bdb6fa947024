"""Interaction callbacks, and the webhook routes that continue with an interaction's token."""

from __future__ import annotations

from typing import Any

from bot.sandbox.interactions import DEFER, REPLY, UPDATE
from bot.sandbox.limits.components import Json
from bot.sandbox.limits.ratelimit import Limit
from bot.sandbox.objects import MessageFlag
from bot.sandbox.rest.routes import Call, Reply, Route
from bot.sandbox.world import payloads

_WEBHOOK = Limit(5, 2.0)
_CALLBACK = Limit(100, 1.0)


async def callback(call: Call) -> Reply:
    """POST: the first answer. Returns 204, or 200 with the result."""
    desk, world = call.sandbox.desk, call.sandbox.world
    made = desk.find(call.params["interaction"], call.params["token"])
    message = desk.answer(made, call.form, call.uploads)
    if not call.truthy("with_response"):
        return Reply(None)
    kind = call.form["type"]
    told: Json = {"id": made.id, "type": made.kind}
    if message is not None:
        told |= {
            "response_message_id": message.id,
            "response_message_loading": bool(message.flags & MessageFlag.LOADING),
            "response_message_ephemeral": message.owner_id is not None,
        }
    answer: Json = {"interaction": told}
    if kind in (REPLY, UPDATE, DEFER) and message is not None:
        answer["resource"] = {"type": kind, "message": payloads.message(world, message)}
    return Reply(answer)


async def follow_up(call: Call) -> Json | None:
    """POST: a further message."""
    desk = call.sandbox.desk
    made = desk.by_token(call.params["app"], call.params["token"])
    message = desk.follow_up(made, call.form, call.uploads)
    return payloads.message(call.sandbox.world, message)


async def fetch(call: Call) -> Json:
    """GET a message of the interaction."""
    made = call.sandbox.desk.by_token(call.params["app"], call.params["token"])
    message = call.sandbox.desk.message_of(made, call.params["message"])
    return payloads.message(call.sandbox.world, message)


async def edit(call: Call) -> Json:
    """PATCH a message of the interaction."""
    desk = call.sandbox.desk
    made = desk.by_token(call.params["app"], call.params["token"])
    message = desk.message_of(made, call.params["message"])
    desk.edit(made, message, call.form, call.uploads)
    return payloads.message(call.sandbox.world, message)


async def delete(call: Call) -> None:
    """DELETE a message of the interaction."""
    desk = call.sandbox.desk
    made = desk.by_token(call.params["app"], call.params["token"])
    desk.delete(made, desk.message_of(made, call.params["message"]))


def routes() -> list[Route]:
    """Callback and webhook routes; their token is in the path."""
    one = "/webhooks/{app}/{token}/messages/{message}"
    shared: dict[str, Any] = {
        "limit": _WEBHOOK,
        "place": ("app", "token"),
        "open": True,
        "bucket": "webhook",
    }
    return [
        Route(
            "POST",
            "/interactions/{interaction}/{token}/callback",
            callback,
            limit=_CALLBACK,
            place=("token",),
            open=True,
        ),
        Route("POST", "/webhooks/{app}/{token}", follow_up, **shared),
        Route("GET", one, fetch, **shared),
        Route("PATCH", one, edit, **shared),
        Route("DELETE", one, delete, **shared),
    ]
