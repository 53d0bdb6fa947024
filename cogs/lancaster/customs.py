"""What Lancaster does in its own way: votes of yes and no, with voting markers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from cogs.ui.customs import Customs


class LancasterCustoms(Customs):
    """Lancaster at the table."""

    commands: ClassVar[tuple[str, ...]] = ("/knight", "/vote", "/reward")
    guide: ClassVar[tuple[str, ...]] = (
        "Lancaster’s Parliament votes on three laws. Everybody votes at once and in secret. Your "
        "ballot comes by direct message, or use `/vote` with the markers you add.",
        "`/hand` shows you what lies behind your screen. Nobody else sees it.",
    )
    votes: ClassVar[Mapping[str, str]] = {"yea": "yes", "nay": "no"}
    vote_field: ClassVar[str | None] = "markers"
    read_back: ClassVar[frozenset[str]] = frozenset({"give_up"})
