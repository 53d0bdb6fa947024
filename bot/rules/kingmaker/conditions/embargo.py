"""No trade and no gifts while anybody is besieged (ishkibibble-embargo.1)."""

from __future__ import annotations

from bot.rules.kernel import IllegalChoice, Stops
from bot.rules.kingmaker.state import KTable


def siege_stops(table: KTable) -> Stops:
    """While any place is Under Siege no card passes between players."""
    if table.content.ruleset.siege_embargo and table.state.sieges:
        yield IllegalChoice(
            "ishkibibble-embargo.1",
            "While any place is Under Siege, no card passes between players.",
        )
