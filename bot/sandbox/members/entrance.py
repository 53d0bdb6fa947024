"""Visitors who may come in: members with their links, and the host on this machine; other web sites
may not.
"""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from aiohttp import web

from bot.sandbox.objects import User
from bot.sandbox.settings import Settings
from bot.sandbox.world.world import World


def lan_address() -> str | None:
    """This machine's address in its local network, if it has one; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if ipaddress.ip_address(address).is_loopback else address


class Entrance:
    """Decides who may come in."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def from_here(self, request: web.Request) -> bool:
        """Whether the visitor is on this machine."""
        try:
            return ipaddress.ip_address(request.remote or "").is_loopback
        except ValueError:
            return False

    def check(self, request: web.Request) -> None:
        """Raise 403 for other web sites: those with another origin, and those whose domain name
        points here.
        """
        name = request.url.host or ""
        known = name in ("localhost", self._settings.host) or _is_address(name)
        origin = request.headers.get("Origin")
        if not known or (origin is not None and urlsplit(origin).netloc != request.host):
            raise web.HTTPForbidden(text="Other web sites may not use this page.")

    def check_bot(self, request: web.Request) -> None:
        """Raise 403 for a bot from elsewhere, unless the token is a real secret."""
        if not self.from_here(request) and self._settings.token == "sandbox":
            raise web.HTTPForbidden(text="Bots must connect from this machine.")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def visitor(world: World, entrance: Entrance, request: web.Request) -> tuple[User, bool]:
    """The person looking, and whether that is the host. Raises 403 for a stranger or a wrong
    key."""
    key, host_key = request.query.get("as"), request.query.get("host")
    if key is not None:
        member = world.user_by_key(key)
        if member is None:
            raise web.HTTPForbidden(text="This link is not valid, or no longer valid.")
        return member, False
    is_host = host_key == world.state.host_key if host_key else entrance.from_here(request)
    if not is_host:
        raise web.HTTPForbidden(text="Please ask the host for your own link.")
    return world.user(world.first_guild.owner_id), True
