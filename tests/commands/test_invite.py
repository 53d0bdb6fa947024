"""The invite link, and the permissions that it asks for."""

from __future__ import annotations

import re
from pathlib import Path

import discord
import pytest

from bot.commands.run import NEEDED, PERMISSIONS, client_of, link, print_invite
from bot.sandbox.objects import BOT_DEFAULT

PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"


def test_the_bot_asks_for_what_it_uses_and_no_more() -> None:
    assert discord.Permissions(PERMISSIONS) == discord.Permissions(
        view_channel=True,
        send_messages=True,
        embed_links=True,
        attach_files=True,
        read_message_history=True,
        create_private_threads=True,
        send_messages_in_threads=True,
    )


def test_the_local_discord_grants_the_bot_what_the_link_asks_for_and_no_more() -> None:
    assert int(BOT_DEFAULT) == PERMISSIONS


def test_the_page_for_hosts_lists_them_all() -> None:
    rows = PAGE.read_text(encoding="utf-8").split("| permission | what for |")[1].split("\n\n")[0]
    listed = [
        name for row in re.findall(r"^\| ([A-Z][^|]*?) \|", rows, re.M) for name in row.split(", ")
    ]
    assert listed == list(NEEDED)


def test_the_link_names_the_application(capsys: pytest.CaptureFixture[str]) -> None:
    print_invite(42)
    printed = capsys.readouterr().out.strip()
    assert printed == link(42)
    assert printed == (
        "https://discord.com/oauth2/authorize?client_id=42&scope=bot+applications.commands"
        f"&permissions={PERMISSIONS}"
    )


def test_a_token_tells_its_application() -> None:
    assert client_of("NDI.x.y") == 42
    with pytest.raises(ValueError, match="no application id"):
        client_of("no token")
