"""Nobles who have taken refuge abroad (ishkibibble-refuge)."""

from __future__ import annotations

from bot.rules.kingmaker.state import KTable
from bot.rules.kingmaker.succession.line import heirs_with


def refugees(table: KTable) -> set[str]:
    """All nobles in refuge, whom nobody summons to Parliament (ishkibibble-refuge.8), and the heirs
    with them."""
    nobles = {noble for exile in table.state.exiles for noble in exile.nobles}
    return nobles | {heir for noble in nobles for heir in heirs_with(table.state, noble)}
