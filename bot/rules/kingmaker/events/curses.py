"""Event cards whose effect lasts: Catastrophe, Defeatism Rife, Excommunication
(ishkibibble-catastrophe, ishkibibble-defeatism, ishkibibble-excommunication)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.lasting import (
    CATASTROPHE,
    DEFEATISM,
    EXCOMMUNICATION,
    begin,
    is_hallowed,
    shut_out,
)
from bot.rules.kingmaker.consequences.changes import discard, lose_card, lose_place, places_with
from bot.rules.kingmaker.content import EventCard
from bot.rules.kingmaker.forces.strength import nobles_of
from bot.rules.kingmaker.procedures import event_card
from bot.rules.kingmaker.sieges import break_siege
from bot.rules.kingmaker.state import KTable


@event_card("catastrophe", "number")
def catastrophe(table: KTable, card: EventCard, seat: int) -> None:
    """For two rounds or three the high cards bring no troops (ishkibibble-catastrophe.1)."""
    fall_upon(table, CATASTROPHE, seat, card.number)


@event_card("excommunication")
def excommunication(table: KTable, card: EventCard, seat: int) -> None:
    """Clerical and town cards, in hand and on the table, go back (ishkibibble-excommunication.1).

    What they gave is lost, and who is inside is put out (ishkibibble-excommunication.2). What the
    card says in combat is data (ishkibibble-excommunication.5).
    """
    state, content = table.state, table.content
    if not shut_out(state, seat):
        fall_upon(table, EXCOMMUNICATION, seat, 0)
    hand = state.factions[seat].hand
    lost = [one for one in hand if is_hallowed(content, one)]
    state.factions[seat].hand = [one for one in hand if one not in lost]
    discard(table, lost, seat)
    for noble_id in nobles_of(state, seat):
        cards = [one for one in state.nobles[noble_id].cards if is_hallowed(content, one)]
        places = [place for one in cards for place in places_with(table, one, noble_id)]
        for one in cards:
            lose_card(table, one, noble_id)
        discard(table, cards, seat)
        for place in places:
            lose_place(table, place, seat)


@event_card("defeatism")
def defeatism(table: KTable, card: EventCard, seat: int) -> None:
    """A die says for how many turns (ishkibibble-defeatism.1)."""
    die = table.below(6) + 1
    table.emit(facts.DieRolled(card.id, die))
    fall_upon(table, DEFEATISM, seat, (die + 1) // 2)


def fall_upon(table: KTable, kind: str, seat: int, turns: int) -> None:
    """It begins; a defeatist faction's sieges are lifted (ishkibibble-defeatism.3)."""
    begin(table, kind, seat, turns)
    if kind == DEFEATISM:
        for place in [p for p, siege in table.state.sieges.items() if siege.seat == seat]:
            break_siege(table, place, "defeatism")
        _besiege_no_more(table, seat)


def _besiege_no_more(table: KTable, seat: int) -> None:
    """Its nobles before a place that others besiege take no part in that any more; those others
    must hold it alone."""
    nobles = table.state.nobles
    for siege in table.state.sieges.values():
        mine = [n for n in siege.besiegers if nobles[n].seat == seat and nobles[n].square]
        if mine:
            siege.besiegers = [noble for noble in siege.besiegers if noble not in mine]
            siege.shaken = True
