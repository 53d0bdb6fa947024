"""Places that a moderator gives to strangers: to the French, the Scots, or soldiers who leave their
master, as their cards do."""

from __future__ import annotations

from bot.rules.kernel import IllegalChoice
from bot.rules.kingmaker.conditions.lasting import ROGUES, invaders, invaders_leave
from bot.rules.kingmaker.consequences.changes import (
    discard,
    lose_card,
    lose_to_french,
    lose_to_rogues,
    lose_to_scots,
)
from bot.rules.kingmaker.consequences.expulsion import put_out
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.forces.strength import inside
from bot.rules.kingmaker.state import KTable

_COME_BY = {"french": "french_siege", "scots": "scots_invasion", ROGUES: "french_treachery"}
"""The kind of Event card by which they come."""


def strangers(content: Content) -> tuple[str, ...]:
    """Those whom a card of this table's deck brings (base-19.2, ishkibibble-scotsinvasion.5,
    ishkibibble-treachery-french.1)."""
    kinds = {card.kind for card in content.events.values()}
    return tuple(who for who, kind in _COME_BY.items() if kind in kinds)


def hand_to(table: KTable, place: str, who: str) -> None:
    """They have the place now; who was inside stands before it. Raises IllegalChoice."""
    state = table.state
    if invaders(state).get(place) == who:
        raise IllegalChoice("house-8.1.3", "That is so already.")
    employer = _employer(table, place) if who == ROGUES else ""
    discard(table, invaders_leave(state, place))
    if employer:
        lose_card(table, ROGUES, employer)
        lose_to_rogues(table, place, state.nobles[employer].seat)
    elif who == "french":
        lose_to_french(table, place)
    else:
        lose_to_scots(table, place)
    put_out(table, place, inside(state, place))


def _employer(table: KTable, place: str) -> str:
    """The noble whom the soldiers serve, and leave for a town. Raises IllegalChoice."""
    nobles = table.state.nobles
    found = next((key for key, noble in nobles.items() if ROGUES in noble.cards), None)
    if found is None:
        raise IllegalChoice(
            "ishkibibble-treachery-french.1",
            "They serve nobody. First give their card to a noble.",
        )
    if not table.content.board.places[place].is_town_or_city:
        raise IllegalChoice("ishkibibble-treachery-french.1", "They sack only towns and cities.")
    return found
