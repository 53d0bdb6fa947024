"""Things change hands between players, or stay where they are and the rule is told (house §8.7)."""

from __future__ import annotations

from bot.rules.kernel import IllegalChoice
from bot.rules.kingmaker.cards.goods import is_hidden, owner_of, receivers
from bot.rules.kingmaker.consequences.changes import hand_heir, pass_card, take_control
from bot.rules.kingmaker.facts.deals import TermUnmet
from bot.rules.kingmaker.forces.strength import nobles_of, strongest
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.state import KTable


def tell_unmet(table: KTable, token: str, giver: int, taker: int, stop: IllegalChoice) -> None:
    """What was agreed on and stays where it is, is told with the rule against it; not what has gone
    along with something else (house-8.7.14)."""
    owner = None if is_hidden(token) else owner_of(table, token)
    if owner is not None and table.state.nobles[owner].seat == taker:
        return
    audience = (giver, taker) if is_hidden(token) else None
    table.emit(TermUnmet(token, giver, taker, stop.rule, audience=audience))


def hand_over(table: KTable, token: str, giver: int, noble: str | None, taker: int) -> None:
    """Pass a thing to a player; things on the table to the noble named, or the strongest."""
    kind, _, name = token.partition(":")
    state = table.state
    if kind == "hand":
        state.factions[giver].hand.remove(name)
        state.factions[taker].hand.append(name)
        procedures(table).trade.traded(table, taker, name)
        return
    if kind == "held":
        state.factions[giver].held.remove(name)
        state.factions[taker].held.append(name)
        return
    to = noble or strongest(table, receivers(table, token, taker) or nobles_of(state, taker))
    owner = owner_of(table, token)
    assert owner is not None
    if kind == "place":
        take_control(table, name, to, "deal")
    elif kind == "heir":
        hand_heir(table, name, to)
    else:
        pass_card(table, name, owner, to)
