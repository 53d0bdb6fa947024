"""What everybody may know of the choices that one seat has."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.session import GameSession
from cogs.ui.choosing.offers import Way, ways_of
from cogs.ui.choosing.public_questions import etiquette_of, is_open_verb


def public_ways(session: GameSession, seat: int) -> dict[str, Way]:
    """What the seat must choose from, as far as everybody may know it."""
    hidden = _strings(session.view(seat)) - _strings(session.view(None))
    prompts = [p for p in session.prompts(seat) if p.is_public(etiquette_of(session))]
    return {
        verb: way
        for verb, way in ways_of(prompts).items()
        if is_open_verb(session, verb)
        and not any(c in hidden for o in way.offers for f in o.fields for c in f.candidates)
    }


def _strings(view: Any) -> set[str]:
    found: set[str] = set()

    def collect(data: Any) -> None:
        if isinstance(data, str):
            found.add(data)
        elif isinstance(data, dict):
            for key, value in data.items():
                collect(key)
                collect(value)
        elif isinstance(data, list | tuple):
            for value in data:
                collect(value)

    collect(msgspec.to_builtins(view))
    return found
