"""What may pass from noble to noble, and when and where: the procedures of trade (house §8.7, base
§17).

Crews that have entered a port to besiege it get no cards (house §5.12).
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.rules.kernel import IllegalChoice, Seat, Stops
from bot.rules.kingmaker.conditions.custody import held_stops
from bot.rules.kingmaker.forces.strength import besieged, under_siege
from bot.rules.kingmaker.ids import NO_SHIP, CardId, NobleId, PlaceId
from bot.rules.kingmaker.procedures import TRADES, Way, procedures
from bot.rules.kingmaker.state import KTable


def comes_to_besiege(table: KTable, noble_id: NobleId) -> bool:
    """Whether a noble is aboard a ship that has entered a port as an enemy, and must besiege it in
    the coming combat (house-5.12b).
    """
    state = table.state
    ship = state.ships.get(state.nobles[noble_id].aboard or NO_SHIP)
    if ship is None or not ship.hostile:
        return False
    return procedures(table).siege.binds_ships


def _captive_stops(table: KTable, noble: NobleId) -> Stops:
    if table.state.custody:
        yield from held_stops(table.state, noble)
    if table.state.nobles[noble].captor is not None:
        yield IllegalChoice("house-5.19a", "A captive can receive nothing until he is ransomed.")


@TRADES.named("anywhere")
class Anywhere:
    """Places and ships may be handed over anywhere (house-8.7.4), other things only within one
    square (house-8.7.8), and no more than one bishop to each noble (house-8.7.9), as long as nobody
    is in combat.
    """

    def places(self, table: KTable) -> Iterable[tuple[PlaceId, NobleId]]:
        """All the places that anybody controls."""
        return table.state.control.items()

    def way_of(self, table: KTable, token: str) -> Way:
        """How a thing on the table passes."""
        if token.startswith(("place:", "ship:")):
            return "anywhere"
        card = table.content.crown.get(CardId(token.removeprefix("beside:")))
        return "bishop" if card is not None and card.kind == "bishop" else "near"

    def time_stops(self, table: KTable, giver: Seat, taker: Seat) -> Stops:
        """Things may pass at any time."""
        yield from ()

    def receiver_stops(self, table: KTable, noble: NobleId) -> Stops:
        """A captive receives nothing (house-5.19a), nor does a noble Under Siege (house-8.7.13) or
        one who has come to besiege a port from his ship (house-5.12b)."""
        yield from _captive_stops(table, noble)
        if besieged(table.state, noble):
            yield IllegalChoice("house-8.7.13", "A noble Under Siege may give, but not receive.")
        elif comes_to_besiege(table, noble):
            yield IllegalChoice(
                "house-5.12b",
                "A noble besieging a port from his ship can receive nothing.",
            )

    def giver_stops(self, table: KTable, way: Way, noble: NobleId) -> Stops:
        """A noble Under Siege gives only places and ships (house-8.7.13), and a captive nothing."""
        if table.state.custody:
            yield from held_stops(table.state, noble)
        if way != "anywhere" and besieged(table.state, noble):
            yield IllegalChoice(
                "house-8.7.13", "A noble Under Siege may give away only places and ships."
            )

    def refused(self, reason: str, *, within: bool) -> IllegalChoice:
        """The same rule governs passing things within a faction and between factions."""
        return IllegalChoice("house-8.7.4", reason)

    def apart(self, *, within: bool) -> IllegalChoice:
        """Nobles at sea meet in a sea square (house-8.7.15)."""
        return IllegalChoice(
            "house-8.7.8",
            "You can pass that only between nobles in the same square, or between ships in the "
            "same sea square.",
        )

    def traded(self, table: KTable, seat: Seat, card: CardId) -> None:
        """The player may play the card however he likes (house-8.7.2)."""


@TRADES.named("one_square")
class OneSquare:
    """Everything passes between nobles in one square: within a faction, in its own turn before
    combat (base-17.3); between two factions, in the turn of either (base-17.4)."""

    def places(self, table: KTable) -> Iterable[tuple[PlaceId, NobleId]]:
        """All the places whose cards are with the nobles who hold them."""
        nobles, card_of = table.state.nobles, table.content.place_card
        held = table.state.control.items()
        return [(place, noble) for place, noble in held if card_of(place) in nobles[noble].cards]

    def way_of(self, table: KTable, token: str) -> Way:
        """Everything passes in the same way."""
        return "near"

    def time_stops(self, table: KTable, giver: Seat, taker: Seat) -> Stops:
        """Nothing passes if it is neither player's turn, or if it is too late in the player's
        own."""
        state = table.state
        if giver != taker:
            if state.active not in (giver, taker):
                yield IllegalChoice(
                    "base-17.4",
                    "You can trade that with another faction only in your turn or theirs.",
                )
        elif state.active != giver or state.phase not in ("event", "movement"):
            yield IllegalChoice(
                "base-17.3", "Pass that between your own nobles in your turn, before combat."
            )

    def receiver_stops(self, table: KTable, noble: NobleId) -> Stops:
        """Captives receive nothing, nor do nobles Under Siege or at sea (base-17.5)."""
        yield from _captive_stops(table, noble)
        yield from _cut_off_stops(table, noble)

    def giver_stops(self, table: KTable, way: Way, noble: NobleId) -> Stops:
        """A noble Under Siege or at sea gives nothing either (base-17.5), nor does a captive."""
        if table.state.custody:
            yield from held_stops(table.state, noble)
        yield from _cut_off_stops(table, noble)

    def refused(self, reason: str, *, within: bool) -> IllegalChoice:
        """A separate rule governs passing things between two factions (base-17.4)."""
        return IllegalChoice("base-17.3" if within else "base-17.4", reason)

    def apart(self, *, within: bool) -> IllegalChoice:
        """Things pass only within a square."""
        return self.refused(
            "You can pass that only between nobles in the same square.", within=within
        )

    def traded(self, table: KTable, seat: Seat, card: CardId) -> None:
        """The card is remembered until the turn ends (base-17.6)."""
        table.state.factions[seat].traded.append(card)


def _cut_off_stops(table: KTable, noble_id: NobleId) -> Stops:
    noble = table.state.nobles[noble_id]
    ship = None if noble.aboard is None else table.state.ships.get(noble.aboard)
    if under_siege(table.state, noble_id):
        yield IllegalChoice("base-17.5", "You can pass nothing to or from a noble Under Siege.")
    elif ship is not None and ship.sea is not None:
        yield IllegalChoice("base-17.5", "You can pass nothing to or from a noble at sea.")
