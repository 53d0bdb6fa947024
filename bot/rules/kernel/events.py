"""Events: typed facts about what happened, each with an audience."""

from __future__ import annotations

import msgspec

Audience = tuple[int, ...] | None

EVERYBODY: Audience = None
"""The audience of a public event."""

MODERATOR: Audience = ()
"""The audience of an event that no seat may see."""


class Event(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, kw_only=True):
    """A fact. ``audience``: None for everybody, else the seats that may know (none: moderator)."""

    audience: Audience = EVERYBODY

    def visible_to(self, seat: int | None) -> bool:
        """Whether this seat (None: a spectator) may know of the event."""
        return self.audience is None or (seat is not None and seat in self.audience)
