"""A game, its server and a warden, who writes down what is asked of the game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from bot.session import Deed
from bot.session.past.rewind import Lost
from cogs.moderator import Mod
from cogs.ui.pictures import Drawing

WARDEN, ANNE, BEN, CAT = 50, 101, 102, 103
GUILD = 1
WHY = "a slip"
TOLD = "The table is told, with your reason."
SIGNED = {"by": WARDEN, "reason": WHY, "interaction_id": "777"}
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


class Deeds:
    """The moderator's part of a game: whatever is asked of it is written down."""

    def __init__(self) -> None:
        self.done: list[tuple[str, dict[str, Any]]] = []
        self.deeds: list[Deed] = []
        self.glass: Any = None
        self.lost: Any = None

    def __getattr__(self, name: str) -> Callable[..., Any]:
        async def deed(**how: Any) -> Any:
            self.done.append((name, how))
            return SimpleNamespace(view=self.glass)

        return deed

    async def preview_undo(self) -> Lost:
        return self.lost

    async def audit(self, last: int) -> list[Deed]:
        return self.deeds[:last]

    def corrections(self) -> list[Any]:
        return []


class Wing(SimpleNamespace):
    """A member of the server."""

    mention = "<@103>"


class Server:
    """The bot and what it remembers of the server."""

    def __init__(self, session: Any) -> None:
        self.desk = self.servers = self.deliverer = self.pictures = self.reach = self
        self.whispered: list[tuple[int, str]] = []
        self.session = session
        self.role: int | None = None
        self.roles: list[tuple[int, int | None]] = []
        self.drawn = True

    async def whisper(self, user_id: int, text: str) -> bool:
        self.whispered.append((user_id, text))
        return True

    async def moderator_role(self, guild: int) -> int | None:
        assert guild == GUILD
        return self.role

    async def name_moderator_role(self, guild: int, role: int | None) -> None:
        self.roles.append((guild, role))

    def has(self, _: Any) -> bool:
        return self.drawn

    async def hand(self, _: Any, seat: int) -> Drawing:
        return Drawing(f"hand{seat}.png", b"png", "A hand.")


async def do(here: Any, deed: str, **given: Any) -> None:
    """Type a command."""
    command: Any = getattr(Mod, deed)
    await command.callback(SimpleNamespace(), here, **given)


def deed(what: str, **more: Any) -> Deed:
    """A deed of the warden's."""
    given: dict[str, Any] = {"revision": 5, "undone": False, "about": {}, **more}
    return Deed(what=what, by=WARDEN, reason=WHY, at=NOON, **given)


STAMP = f"<t:{int(NOON.timestamp())}:f>"
