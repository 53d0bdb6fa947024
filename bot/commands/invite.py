"""`kingmaker invite`: the link that brings the bot into a server."""

from __future__ import annotations

import base64
import binascii

from bot.commands.problem import Problem
from bot.commands.settings import load_settings

NEEDED = {
    "View Channels": 1 << 10,
    "Send Messages": 1 << 11,
    "Embed Links": 1 << 14,
    "Attach Files": 1 << 15,
    "Read Message History": 1 << 16,
    "Create Private Threads": 1 << 36,
    "Send Messages in Threads": 1 << 38,
}
"""What the bot cannot do without, by Discord's names; docs/hosting.md says what for."""

PERMISSIONS = sum(NEEDED.values())


def link(client_id: int) -> str:
    """The invite link of an application."""
    return (
        "https://discord.com/oauth2/authorize"
        f"?client_id={client_id}&scope=bot+applications.commands&permissions={PERMISSIONS}"
    )


def client_of(token: str) -> int:
    """The application's id, which is the first part of a bot token. Raises ValueError."""
    head = token.split(".", maxsplit=1)[0]
    try:
        return int(base64.b64decode(head + "=" * (-len(head) % 4)).decode())
    except (binascii.Error, UnicodeDecodeError) as error:
        raise ValueError("no application id in this token") from error


def print_invite(client_id: int | None) -> None:
    """Print the link. Raises Problem if the application is not known."""
    token = load_settings().token
    if client_id is None:
        if token is None:
            raise Problem(
                "Set DISCORD_TOKEN, or name your application with --client-id: its number stands "
                "on the application's page in Discord's developer portal."
            )
        try:
            client_id = client_of(token)
        except ValueError as error:
            raise Problem(f"DISCORD_TOKEN is not a bot token: {error}.") from error
    print(link(client_id))
