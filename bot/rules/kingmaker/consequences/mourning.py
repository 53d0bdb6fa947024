"""The noble who has just been killed, while a card lies with somebody that wins his heir
(ishkibibble-influence.1)."""

from __future__ import annotations

from bot.rules.kingmaker.conditions.turns import loses_head
from bot.rules.kingmaker.consequences.secret_question import anybody_keeps
from bot.rules.kingmaker.forces.strength import inside
from bot.rules.kingmaker.procedures import kept_card
from bot.rules.kingmaker.state import KTable, Mourned

INFLUENCE = kept_card("influence_heir")
"""The kind of the card."""
_CAUSES = ("siege", "battle", "ambush", "plague", "gale")
"""How he must have died: by siege, open battle, ambush or Event card.

A noble lost in a gale is as if the plague had killed him (ishkibibble-gales.3), one lost in a
storm is not.
"""


def mourn(table: KTable, noble_id: str, cause: str) -> None:
    """A noble is about to die, and may leave a family without its head: note whose he was, and
    which comrades are in his castles.

    That somebody keeps such a card is no secret, as all saw it drawn; who, may be one by now.
    """
    state = table.state
    loses_head(table, noble_id)
    if cause not in _CAUSES or not anybody_keeps(state, table.content, INFLUENCE):
        return
    seat = state.nobles[noble_id].seat
    castles = {
        castle: [other for other in inside(state, castle, seat) if other != noble_id]
        for castle in table.content.castles_of(noble_id)
    }
    state.mourned.append(Mourned(noble_id, seat, {c: who for c, who in castles.items() if who}))
