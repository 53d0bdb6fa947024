"""The table of event handlers: what each kind of Event card does (base-4.5).

A card is data; its kind is a line here. Nothing else asks of what kind a card is that is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.rules.kingmaker.allegiance.wavering import vacillating, waver
from bot.rules.kingmaker.events import (
    base_cards,
    births,
    clergy,
    curses,
    invasions,
    journeys,
    losses,
    royal_lives,
)
from bot.rules.kingmaker.events.assassination import assassination
from bot.rules.kingmaker.events.embassy import embassy
from bot.rules.kingmaker.events.gales import gales
from bot.rules.kingmaker.events.mutiny import mutiny
from bot.rules.kingmaker.events.royal_hunt import royal_hunt
from bot.rules.kingmaker.procedures import Handler

KEPT = Handler()
"""Cards that are kept till they are wanted (base-4.2)."""

HANDLERS: Mapping[str, Handler] = {
    "plague": Handler(base_cards.plague, fields=frozenset({"place"})),
    "summon": Handler(base_cards.summon, fields=frozenset({"calls"})),
    "embassy": Handler(embassy, fields=frozenset({"place"}), reshuffles=True),
    "storms": Handler(base_cards.storms),
    "gales": Handler(gales),
    "refuge": Handler(fields=frozenset({"number"})),
    "mercenaries_home": Handler(base_cards.mercenaries_home, fields=frozenset({"mercenary"})),
    "chancellor_may": KEPT,
    "parliament_must": Handler(base_cards.parliament_must),
    "free_move": KEPT,
    "writ": KEPT,
    "french_siege": Handler(base_cards.french_siege, fields=frozenset({"place", "calls"})),
    "irish_revolt": Handler(base_cards.irish_revolt, fields=frozenset({"calls"})),
    "catastrophe": Handler(curses.catastrophe, fields=frozenset({"number"})),
    "excommunication": Handler(curses.excommunication),
    "defeatism": Handler(curses.defeatism),
    "religious_diet": Handler(clergy.religious_diet),
    "royal_birth": Handler(births.royal_birth),
    "pretender": Handler(births.pretender),
    "pretender_revealed": KEPT,
    "influence_heir": KEPT,
    "betrayal": KEPT,
    "assassination": Handler(assassination),
    "siege_fails": KEPT,
    "evade_battle": KEPT,
    "force_battle": KEPT,
    "royal_death": Handler(royal_lives.royal_death, reshuffles=True),
    "heir_escapes": Handler(royal_lives.heir_escapes),
    "royal_hunt": Handler(royal_hunt),
    "royal_visit": Handler(journeys.royal_visit, reshuffles=True),
    "treaty_france": Handler(journeys.treaty_with_france),
    "treaty_scotland": Handler(journeys.treaty_with_scotland),
    "heresy": Handler(clergy.heresy, fields=frozenset({"calls"})),
    "papal_diet": Handler(clergy.papal_diet),
    "war_in_europe": Handler(losses.war_in_europe, fields=frozenset({"calls"})),
    "scots_invasion": Handler(
        invasions.scots_invasion, fields=frozenset({"calls"}), reshuffles=True
    ),
    "french_treachery": Handler(invasions.french_treachery),
    "mutiny": Handler(mutiny, fields=frozenset({"ship"})),
    "mercenary_strife": Handler(losses.mercenary_strife),
    "vacillating": Handler(vacillating, in_combat=waver),
    "treachery": Handler(losses.treachery, fields=frozenset({"number"})),
}
"""By kind, as `EventCard.kind` names it."""
