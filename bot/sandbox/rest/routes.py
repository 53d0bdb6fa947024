"""The shared part of the REST endpoints: routes, authorisation, bodies, limits, errors, the
record."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from aiohttp import web

from bot.sandbox.limits.errors import ApiError
from bot.sandbox.limits.ratelimit import STANDARD, Limit
from bot.sandbox.sandbox import Sandbox
from bot.sandbox.world import payloads
from bot.sandbox.world.compose import Upload

log = logging.getLogger(__name__)

PREFIX = "/api/v10"


@dataclass(slots=True)
class Call:
    """One request from the bot."""

    sandbox: Sandbox
    params: dict[str, str]
    query: dict[str, str]
    body: Any = None
    uploads: list[Upload] = field(default_factory=list)

    @property
    def form(self) -> dict[str, Any]:
        """The body as an object. Raises 50035 if it is something else."""
        if self.body is None:
            return {}
        if not isinstance(self.body, dict):
            raise ApiError(50035)
        return self.body

    def truthy(self, name: str) -> bool:
        """Whether the query sets ``name``."""
        return self.query.get(name, "").lower() in ("1", "true")


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer; ``None`` is sent as 204."""

    data: Any = None
    status: int = 200


Handler = Callable[[Call], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Route:
    """One method and path; ``{c}`` in the path is a parameter.

    ``place`` (names of parameters) and ``bucket`` (method and path, if not given) identify its rate
    limit bucket, and ``limit`` is what that allows; ``open`` routes need no bot token, since their
    path carries an interaction's token.
    """

    method: str
    path: str
    handler: Handler
    limit: Limit = STANDARD
    place: tuple[str, ...] = ()
    open: bool = False
    bucket: str = ""


class Api:
    """Dispatches everything under ``/api/v10``."""

    def __init__(self, sandbox: Sandbox, routes: list[Route]) -> None:
        self._sandbox = sandbox
        self._routes: list[tuple[re.Pattern[str], dict[str, Route]]] = []
        by_path: dict[str, dict[str, Route]] = {}
        for route in routes:
            by_path.setdefault(route.path, {})[route.method] = route
        for path, methods in by_path.items():
            pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path)
            self._routes.append((re.compile(pattern + "$"), methods))

    async def handle(self, request: web.Request) -> web.Response:
        """Serve one request."""
        path = request.path.removeprefix(PREFIX)
        fault = self._sandbox.faults.strike(request.method, path)
        text: str | None = None
        headers: dict[str, str] = {}
        try:
            if fault is not None and not fault.lost:
                text, _ = await _read(request)
                reply = Reply({"message": "Deliberate fault", "code": fault.code}, fault.status)
            else:
                route, params = self._find(request.method, path)
                if not route.open:
                    self._authorise(request)
                headers, limited = self._limit(route, params)
                text, uploads = await _read(request)
                call = Call(self._sandbox, params, dict(request.query), _parsed(text), uploads)
                answer = limited or await route.handler(call)
                reply = answer if isinstance(answer, Reply) else Reply(answer)
        except ApiError as error:
            reply = Reply(error.body(), error.status)
        except web.HTTPRequestEntityTooLarge:
            too_large = ApiError(40005)
            reply = Reply(too_large.body(), too_large.status)
        except Exception:
            log.exception("%s %s failed inside the sandbox", request.method, request.path)
            reply = Reply({"message": "Internal Server Error", "code": 0}, 500)
        data = payloads.for_bot(reply.data, self._sandbox.base_url)
        status = 204 if data is None else reply.status
        self._sandbox.recorder.write(
            request.method, request.path, dict(request.query), text, status=status, response=data
        )
        if fault is not None and fault.lost and request.transport is not None:
            request.transport.abort()
        if data is None:
            return web.Response(status=204, headers=headers)
        # The content type must be exactly this: given a charset, discord.py would take it for text.
        return web.Response(
            body=msgspec.json.encode(data),
            status=status,
            headers=headers,
            content_type="application/json",
        )

    def _limit(self, route: Route, params: dict[str, str]) -> tuple[dict[str, str], Reply | None]:
        """The rate limit's headers, and the 429 if the bucket is empty."""
        verdict = self._sandbox.limiter.take(
            route.bucket or f"{route.method} {route.path}",
            "/".join(params[name] for name in route.place),
            route.limit,
            counts_globally=not route.open,
        )
        if verdict.retry_after is None:
            return verdict.headers, None
        return verdict.headers, Reply(
            {
                "message": "You are being rate limited.",
                "retry_after": round(verdict.retry_after, 3),
                "global": verdict.everywhere,
            },
            429,
        )

    def _find(self, method: str, path: str) -> tuple[Route, dict[str, str]]:
        known = False
        for pattern, methods in self._routes:
            found = pattern.match(path)
            if found is None:
                continue
            known = True
            if method in methods:
                return methods[method], found.groupdict()
        if known:
            raise ApiError(0, status=405, message="405: Method Not Allowed")
        log.warning("the sandbox has no route for %s %s", method, path)
        raise ApiError(0)

    def _authorise(self, request: web.Request) -> None:
        if request.headers.get("Authorization") != f"Bot {self._sandbox.settings.token}":
            raise ApiError(0, status=401, message="401: Unauthorized")


async def _read(request: web.Request) -> tuple[str | None, list[Upload]]:
    """The JSON text of the request and its files."""
    if not request.content_type.startswith("multipart/"):
        return (await request.text()) or None, []
    form = await request.post()
    uploads: list[Upload] = []
    text: str | None = None
    for name, value in form.items():
        if name == "payload_json":
            # If the field has a content type, it comes as bytes or as a file.
            if isinstance(value, web.FileField):
                text = value.file.read().decode()
            else:
                text = value if isinstance(value, str) else bytes(value).decode()
        elif isinstance(value, web.FileField):
            found = re.fullmatch(r"files?\[(\d+)\]", name)
            index = found.group(1) if found else str(len(uploads))
            uploads.append(Upload(index, value.filename, value.file.read()))
    return text, uploads


def _parsed(text: str | None) -> Any:
    if text is None:
        return None
    try:
        return json.loads(text)
    except ValueError:
        raise ApiError(50109) from None
