"""Everything that has registered itself in these rules, once all their modules are imported."""

from __future__ import annotations

from collections.abc import Mapping

from bot.rules.kernel import import_all
from bot.rules.kingmaker import procedures
from bot.rules.kingmaker.content import Use
from bot.rules.kingmaker.procedures import EVENT_CARDS, Handler, Procedures

import_all("bot.rules.kingmaker")

HANDLERS: Mapping[str, Handler] = EVENT_CARDS
"""The effects of Event cards, by kind."""


def chosen(use: Use) -> Procedures:
    """The procedures that a rule set names. Raises KeyError for a procedure that does not exist."""
    return Procedures(
        victory=procedures.VICTORIES[use.victory],
        limit=procedures.LIMITS[use.limit],
        reshuffle=procedures.RESHUFFLINGS[use.reshuffle],
        beaten=procedures.BEATEN[use.beaten],
        storms=procedures.STORMS[use.storms],
        calls=procedures.CALLS[use.calls],
        parliament=procedures.PARLIAMENTS[use.parliament],
        homeward=procedures.HOMEWARD[use.homeward],
        battle=procedures.BATTLES[use.battle],
        deaths=procedures.DEATHS[use.deaths],
        captives=procedures.CAPTIVES[use.captives],
        siege=procedures.SIEGES[use.siege],
        alliances=procedures.ALLIANCES[use.alliances],
        trade=procedures.TRADES[use.trade],
        initial_placement=procedures.INITIAL_PLACEMENTS[use.initial_placement],
        deal=procedures.DEALS[use.deal],
    )
