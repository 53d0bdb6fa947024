"""Facts after which everybody has what he had."""

from __future__ import annotations

from bot.rules.kingmaker.facts.cards import NothingToDraw
from bot.rules.kingmaker.facts.combat import AttackAnnounced, SiegeHeld
from bot.rules.kingmaker.facts.course import PhaseBegan
from bot.rules.kingmaker.facts.events import EventDeckReshuffled, EventDrawn, EventKept
from bot.rules.kingmaker.facts.movement import EnteredPlace, LeaveAnswered, LeaveAsked, Marched

IDLE: frozenset[type] = frozenset(
    {
        AttackAnnounced,
        EventDeckReshuffled,
        EventDrawn,
        EventKept,
        LeaveAnswered,
        LeaveAsked,
        NothingToDraw,
        PhaseBegan,
        SiegeHeld,
    }
)
"""The kinds of facts by which nobody goes anywhere either."""

ON_FOOT: frozenset[type] = IDLE | {EnteredPlace, Marched}
"""Those, and those by which nobles go over land, with what they have."""
