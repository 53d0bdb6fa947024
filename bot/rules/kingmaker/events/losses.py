"""Event cards through which players lose Crown cards: strife among mercenaries, war, and treachery
(ishkibibble-strife, ishkibibble-treachery, ishkibibble-war).

Gales at Sea: every ship at sea is lost with everybody aboard (ishkibibble-gales.1).

Mutiny: the crew of a ship leaves with her for good (ishkibibble-mutiny.1).
"""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.components import EventCard
from bot.rules.kingmaker.conditions.custody import stands_with
from bot.rules.kingmaker.consequences.changes import (
    bound_for_chancery,
    pick_up_heirs,
    stand,
    stand_open,
)
from bot.rules.kingmaker.events.calls import Summons, called_nobles
from bot.rules.kingmaker.forces.strength import meeting_point
from bot.rules.kingmaker.ids import NO_PLACE, NOWHERE, CardId, NobleId, PlaceId, SeaId, ShipId
from bot.rules.kingmaker.procedures import event_card
from bot.rules.kingmaker.ships.command import aboard, sink
from bot.rules.kingmaker.ships.refuge import go_down, ships_at_sea
from bot.rules.kingmaker.state import KStep, KTable

SPARED = "irish_kerns"
"""The group that quarrels with nobody (ishkibibble-strife.2)."""

# Mercenary strife (ishkibibble-strife.1; its lower half, ishkibibble-strife.3, is in the data)

Stack = list[tuple[CardId, NobleId]]
"""Mercenary cards of one faction in one space, each with its noble."""


@event_card("mercenary_strife")
def mercenary_strife(table: KTable, card: EventCard, seat: Seat) -> None:
    """Wherever one faction has more than one mercenary card in a space, the weakest goes home."""
    quarrels = [stack for stack in _stacks(table) if len(stack) > 1]
    if quarrels:
        table.push(Strife([_weakest(table, stack) for stack in quarrels]))
    else:
        table.emit(facts.EventIdle(card.id, "no_strife"))


def _stacks(table: KTable) -> list[Stack]:
    """The mercenaries by space and faction: those of different factions are checked separately."""
    found: dict[tuple[str, int], Stack] = {}
    for key, noble in table.state.nobles.items():
        for card_id in noble.cards:
            card = table.content.crown[card_id]
            if card.kind == "mercenary" and card.group != SPARED:
                space = (_spot(table, key), noble.seat)
                found.setdefault(space, []).append((card_id, key))
    return list(found.values())


def _spot(table: KTable, noble_id: NobleId) -> str:
    """The place of a noble's men; a captive's men are where he is kept."""
    state = table.state
    if noble_id not in state.custody:
        return meeting_point(state, state.nobles[noble_id])
    return f"captive:{meeting_point(state, stands_with(state, noble_id))}"


def _weakest(table: KTable, stack: Stack) -> Stack:
    """The weakest mercenary cards; if one noble has several equal cards of a group, only one of
    them.
    """
    crown = table.content.crown
    least = min(crown[card].troops for card, _ in stack)
    alike = {(crown[card].group, noble): (card, noble) for card, noble in reversed(stack)
             if crown[card].troops == least}  # fmt: skip
    return [pair for pair in stack if pair in alike.values()]


class Strife(KStep, tag="strife"):
    """Bands go home one by one; if several are equally weak, their owner says which.

    ``weakest`` gives, for each stack, the cards that may go, each with its noble.
    """

    weakest: list[Stack]
    meanwhile = IllegalChoice(
        "ishkibibble-strife.1",
        "Your mercenaries are quarrelling. Say which of the weakest go home.",
    )

    def prompts(self, table: KTable) -> list[Prompt]:
        if not self.weakest or len(self.weakest[0]) == 1:
            return []
        cards = tuple(card for card, _ in self.weakest[0])
        return [
            Prompt(
                self._seat(table),
                "strife",
                (Offer("send_off", (Field("card", cards),), "ishkibibble-strife.1"),),
                default=Choice.of("send_off", card=cards[0]),
            )
        ]

    def meanwhile_stops(self, table: KTable) -> Stops:
        """No band is handed on while it is said which one goes home."""
        yield self.meanwhile

    def _seat(self, table: KTable) -> Seat:
        return table.state.nobles[self.weakest[0][0][1]].seat

    def advance(self, table: KTable) -> None:
        if not self.weakest:
            table.finish(self)
            return
        self._send_home(table, self.weakest[0][0][0])

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        self._send_home(table, choice.one("card", CardId))

    def _send_home(self, table: KTable, card: CardId) -> None:
        stack = self.weakest.pop(0)
        band_leaves(table, card, next(noble for other, noble in stack if other == card))


# War in Europe (ishkibibble-war.2, ishkibibble-war.3)


@event_card("war_in_europe", "calls")
def war_in_europe(table: KTable, card: EventCard, seat: Seat) -> None:
    """All mercenaries but the Kerns go home (ishkibibble-war.2), and the great officers are called
    to the Continent (ishkibibble-war.3).

    The war ends the Treaty with France (ishkibibble-war.1), according to the card's data, which
    also contain its lower half (ishkibibble-war.4).
    """
    bands = [
        (band, key)
        for key, noble in table.state.nobles.items()
        for band in noble.cards
        if table.content.crown[band].kind == "mercenary"
        and table.content.crown[band].group != SPARED
    ]
    for band, noble_id in bands:
        band_leaves(table, band, noble_id, "war")
    calls = called_nobles(table, card)
    if calls:
        table.push(Summons(calls))


def band_leaves(table: KTable, card: CardId, noble_id: NobleId, why: str = "strife") -> None:
    """A mercenary card leaves a noble for the Crown discards."""
    table.state.lose_card(card)
    table.state.crown_discards.append(card)
    table.emit(facts.BandLeft(table.state.nobles[noble_id].seat, card, noble_id, why))


# Treachery (ishkibibble-treachery.1, ishkibibble-treachery.2)


@event_card("treachery", "number")
def treachery(table: KTable, card: EventCard, seat: Seat) -> None:
    """The drawer loses cards from hand at random: one, or two if he has that many.

    Titles and offices go to the Chancery, and so do bishops if they belong there; the rest go to
    the discards. Others see how many went where, but not which (ishkibibble-treachery.4). If the
    hand is empty, nothing happens (ishkibibble-treachery.3).
    """
    state, content = table.state, table.content
    hand = state.factions[seat].hand
    lost: list[CardId] = []
    while hand and len(lost) < card.number:
        lost.append(hand.pop(table.below(len(hand))))
    if not lost:
        table.emit(facts.EventIdle(card.id, "no_hand"))
        return
    to_chancery = bound_for_chancery(content, lost)
    state.chancery += to_chancery
    state.crown_discards += [one for one in lost if one not in to_chancery]
    table.emit(facts.Betrayed(seat, len(lost), chancery=len(to_chancery)))
    table.emit(facts.Betrayed(seat, len(lost), tuple(lost), audience=(seat,)))


@event_card("gales")
def gales(table: KTable, card: EventCard, seat: Seat) -> None:
    """All ships at sea go down, even in the London Estuary (ishkibibble-gales.1).

    The cards of named ships go back among the Crown cards to be shuffled again
    (ishkibibble-gales.2), nobles fare as if the plague had killed them (ishkibibble-gales.3), and
    an office stays with its holder (ishkibibble-gales.4). The office's ships come back when it
    passes to a new faction (ishkibibble-gales.5). The effects of the two cards in combat are in the
    data (ishkibibble-gales.7).
    """
    ships = ships_at_sea(table)
    if not ships:
        table.emit(facts.EventIdle(card.id, "no_ship_at_sea"))
    for ship in ships:
        if ship in table.state.ships:  # she is gone already if her master drowned elsewhere
            go_down(table, ship, gale=True)


STRANDS = (PlaceId("continent"), PlaceId("ireland"))
"""The shores where those aboard a mutinous ship are put if she is at sea; if both are equally
close, the first by name (ishkibibble-mutiny.3).
"""


@event_card("mutiny", "ship")
def mutiny(table: KTable, card: EventCard, seat: Seat) -> None:
    """The ship's card goes to the discards (ishkibibble-mutiny.2); if she is out of play, nothing
    happens.

    Those aboard stay in the ship's port; at sea they are put ashore overseas
    (ishkibibble-mutiny.3).
    """
    state, ship_id = table.state, card.ship
    assert ship_id is not None
    if ship_id not in state.ships:
        table.emit(facts.EventIdle(card.id, "no_such_ship"))
        return
    left, place = aboard(table, ship_id), _strand(table, ship_id)
    for noble_id in left:
        if state.ships[ship_id].port is None:
            stand_open(table, noble_id, table.content.board.places[place].square)
        else:
            stand(table, noble_id, table.content.board.places[place])
    owned = table.content.card_of_ship(ship_id)
    if table.content.crown[owned].kind != "office" and state.bearer(owned) is not None:
        state.lose_card(owned)
        state.crown_discards.append(owned)
    for siege in state.sieges.values():
        siege.ships = [ship for ship in siege.ships if ship != ship_id]
    sink(table, ship_id)
    table.emit(facts.ShipDeserted(ship_id, tuple(left), place if left else NO_PLACE))
    for noble_id in left:
        pick_up_heirs(table, noble_id)


def _strand(table: KTable, ship_id: ShipId) -> PlaceId:
    """The place where those aboard end up: the ship's port, or the nearest land overseas."""
    ship, board = table.state.ships[ship_id], table.content.board
    if ship.port is not None:
        return ship.port
    steps = board.sea_distances(ship.sea or SeaId(NOWHERE))

    def far(land: PlaceId) -> tuple[int, PlaceId]:
        return min(steps[sea] for sea in board.ports[land] if sea in steps), land

    return min(STRANDS, key=far)
