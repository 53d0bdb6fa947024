"""Claims on the Crown card that a faction draws: who draws it instead, and why (ishkibibble-ransom,
ishkibibble-booty).

Also the cards that a House may hand out as it draws them (families-cards.3).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from bot.rules.kernel import (
    Choice,
    Field,
    IllegalChoice,
    Offer,
    Seat,
    Stops,
    every_seat,
    free,
    with_seats,
)
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.kings_peace import siege_stops
from bot.rules.kingmaker.conditions.lasting import defeat_stops
from bot.rules.kingmaker.conditions.sides import given, is_family, is_house
from bot.rules.kingmaker.ids import CardId, PersonId
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.state import KTable


class Claim(msgspec.Struct, frozen=True):
    """A claim to one draw: the seat that draws, and how the claim is settled once the card is
    drawn.
    """

    seat: Seat
    settle: Callable[[KTable], None]


def booty(table: KTable, seat: Seat) -> Claim | None:
    """The oldest Booty that a seat still owes; until it is paid, the seat's player draws nothing
    (ishkibibble-booty.1)."""
    lost = next((each for each in table.state.booty if each.loser == seat), None)
    return None if lost is None else Claim(lost.victor, partial(_give_up, loser=seat))


def _give_up(table: KTable, loser: Seat) -> None:
    """One draw is given up; if several are owed, they are given up one by one."""
    lost = next(each for each in table.state.booty if each.loser == loser)
    table.state.booty.remove(lost)
    table.emit(facts.BootyDrawn(lost.victor, lost.loser))


def owed_draw(table: KTable, seat: Seat) -> Claim | None:
    """The oldest ransom that a seat still owes draws for (ishkibibble-ransom.1)."""
    for captive, held in table.state.custody.items():
        if held.owner == seat:
            return Claim(held.captor, partial(_pay, captive=captive))
    return None


def _pay(table: KTable, captive: PersonId) -> None:
    """One draw is paid; the last one frees the captive (ishkibibble-ransom.4)."""
    held = table.state.custody[captive]
    held.draws -= 1
    table.emit(facts.DrawPaid(held.owner, held.captor, captive, held.draws))


_CLAIMS: tuple[Callable[[KTable, Seat], Claim | None], ...] = (booty, owed_draw)
"""The claims in the order in which they are met, one for each draw; Booty comes before any debt
(ishkibibble-ransom.1)."""


def first_claim(table: KTable, seat: Seat) -> Claim | None:
    """The claim on a seat's next draw, if there is one."""
    found = (claim for claims in _CLAIMS if (claim := claims(table, seat)) is not None)
    return next(found, None)


def gift_offers(table: KTable, seat: Seat, card: CardId) -> list[Offer]:
    """The families to which a House may give a card that it has just drawn."""
    seats = every_seat(len(table.state.factions))
    families = tuple(str(to) for to in seats if free(gift_stops(table, seat, str(to))))
    if not families:
        return []
    fields = (Field("card", (card,)), Field("family", families))
    return [Offer("hand_out", fields, "families-cards.3")]


def gift_stops(table: KTable, seat: Seat, to: str) -> Stops:
    """A House may give a card to any family in play, even one that serves the other House.

    A defeatist House gives nothing away, but a defeatist family may be given a card
    (ishkibibble-defeatism.2). No card is given while a place is Under Siege
    (ishkibibble-embargo.1).
    """
    if not given(table.state):
        yield IllegalChoice("base-17.2", "To give away a card from your hand, offer a deal.")
        return
    if not is_house(table.state, table.content, seat):
        yield IllegalChoice(
            "families-cards.3", "Only the two Houses can hand out the cards they draw."
        )
    yield from defeat_stops(table.state, seat)
    yield from siege_stops(table)
    families = (
        str(other)
        for other, side in with_seats(table.state.sides)
        if is_family(table.state, table.content, other) and not side.extinct
    )
    if to not in families:
        yield IllegalChoice("families-cards.3", "Name one family in play to receive the card.")


def hand_out(table: KTable, seat: Seat, choice: Choice) -> None:
    """Give a card away for good: it cannot be taken back (families-cards.4).

    Everybody learns that a card was given, but only the giver and the receiver learn which.
    """
    card, to = choice.one("card", CardId), Seat(int(choice.one("family")))
    table.state.factions[seat].hand.remove(card)
    table.state.factions[to].hand.append(card)
    procedures(table).trade.traded(table, to, card)
    table.emit(facts.CardGiven(seat, to))
    table.emit(facts.CardGiven(seat, to, card, audience=(seat, to)))
