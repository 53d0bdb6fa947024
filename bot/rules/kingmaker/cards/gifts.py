"""What a House hands out of the cards that it draws (families-cards.3)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Stops, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.embargo import siege_stops
from bot.rules.kingmaker.conditions.lasting import defeat_stops
from bot.rules.kingmaker.conditions.sides import given, is_family, is_house
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.state import KTable


def gift_offers(table: KTable, seat: int, card: str) -> list[Offer]:
    """To which families a House may give a card that it has just drawn."""
    seats = range(len(table.state.factions))
    families = tuple(str(to) for to in seats if free(gift_stops(table, seat, str(to))))
    if not families:
        return []
    fields = (Field("card", (card,)), Field("family", families))
    return [Offer("hand_out", fields, "families-cards.3")]


def gift_stops(table: KTable, seat: int, to: str) -> Stops:
    """A House gives to any family in play, even to one that serves the other House.

    A defeatist House gives nothing away, but to a defeatist family it may give
    (ishkibibble-defeatism.2). While any place is Under Siege no card is given either
    (ishkibibble-embargo.1).
    """
    if not given(table.state):
        yield IllegalChoice("base-17.2", "To give away a card from your hand, offer a deal.")
        return
    if not is_house(table.state, table.content, seat):
        yield IllegalChoice("families-cards.3", "Only the two Houses hand out the cards they draw.")
    yield from defeat_stops(table.state, seat)
    yield from siege_stops(table)
    families = (
        str(other)
        for other, side in enumerate(table.state.sides)
        if is_family(table.state, table.content, other) and not side.extinct
    )
    if to not in families:
        yield IllegalChoice("families-cards.3", "Name one family in play to get the card.")


def hand_out(table: KTable, seat: int, choice: Choice) -> None:
    """Give a card away for good: nothing takes it back (families-cards.4).

    Everybody learns that a card was given, and these two alone which one it is.
    """
    card, to = choice.one("card"), int(choice.one("family"))
    table.state.factions[seat].hand.remove(card)
    table.state.factions[to].hand.append(card)
    procedures(table).trade.traded(table, to, card)
    table.emit(facts.CardGiven(seat, to))
    table.emit(facts.CardGiven(seat, to, card, audience=(seat, to)))
