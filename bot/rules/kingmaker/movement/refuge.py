"""Ships that must seek a port: storms, calls, Parliament (house §5.10, §8.6)."""

from __future__ import annotations

from collections.abc import Callable

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.changes import kill_heir, kill_noble
from bot.rules.kingmaker.forces import controller, friendly, room, strength
from bot.rules.kingmaker.movement.landing import heir_haven
from bot.rules.kingmaker.movement.ships import (
    aboard,
    command,
    go_ashore,
    heirs_aboard,
    put_ship,
    sink,
)
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.state import KStep, KTable

Ports = list[tuple[int, str]]


def ports_by_distance(
    table: KTable, ship_id: str, fit: Callable[[Place], bool] = lambda _: True
) -> Ports:
    """Ports a ship could reach, with the steps to each, nearest first."""
    board, ship = table.content.board, table.state.ships[ship_id]
    starts = (ship.sea,) if ship.sea is not None else board.ports[ship.port or ""]
    found = {}
    for port, seas in board.ports.items():
        place = board.places[port]
        if place.kind == "special" or not table.content.is_open(port) or not fit(place):
            continue
        steps = [
            board.sea_distances(start)[sea] + 1
            for start in starts
            for sea in seas
            if start is not None and sea in board.sea_distances(start)
        ]
        if port == ship.port:
            found[port] = 0
        elif steps:
            found[port] = min(steps)
    return sorted((steps, port) for port, steps in found.items())


def open_to(table: KTable, ship_id: str, place: Place) -> bool:
    """Whether a ship may put in: unfortified, friendly, or she is empty (house-8.6.23)."""
    passengers = aboard(table, ship_id)
    if not passengers:
        return True
    seat = command(table, ship_id)
    if seat is None:
        return not place.is_fortress
    if heirs_aboard(table, ship_id) and not heir_haven(table, seat, place):
        return False
    if not place.is_fortress:
        return True
    left = room(table, place)
    fits = left is None or strength(table, passengers) <= left
    return friendly(table, seat, place) and fits


# 5.10 Storms at sea


class StormAtSea(KStep, tag="storm_at_sea"):
    """Every ship at sea runs for the nearest port, those that live (house-5.10a)."""

    ships: list[str]

    def advance(self, table: KTable) -> None:
        if not self.ships:
            table.finish(self)
            return
        ship = self.ships.pop(0)
        if not procedures(table).storms.survives(table, ship, None):
            return
        table.push(Refuge(ship, "storm"))


class ShipsMayBeLost:
    """Each ship at sea rolls against loss, and again for each port that she passes by."""

    def survives(self, table: KTable, ship: str, port: str | None) -> bool:
        """A roll against loss (house-5.10a, house-8.6.25)."""
        limit = table.content.ruleset.storm_loss_from
        roll = table.percentile()
        lost = roll >= limit
        table.emit(facts.StormRolled(ship, roll, limit, lost, port))
        if lost:
            go_down(table, ship)
        return not lost


class ShipsAreOnlyDriven:
    """No ship is lost in a storm; all at sea are driven into port (base-8.15)."""

    def survives(self, table: KTable, ship: str, port: str | None) -> bool:
        """Every ship does."""
        return True


def go_down(table: KTable, ship_id: str) -> None:
    """A ship is lost with everyone aboard; her card goes to the discards (house-5.10c)."""
    state, content = table.state, table.content
    nobles, heirs = aboard(table, ship_id), heirs_aboard(table, ship_id)
    table.emit(facts.ShipLost(ship_id, tuple(nobles), tuple(heirs)))
    for heir in heirs:
        kill_heir(table, heir, "drowned")
    card = content.card_of_ship(ship_id)
    for noble in state.nobles.values():
        if card in noble.cards:
            noble.cards.remove(card)
            state.crown_discards.append(card)
    sink(table, ship_id)
    for noble_id in nobles:
        kill_noble(table, noble_id, "drowned")


class Refuge(KStep, tag="refuge"):
    """One ship seeks the nearest port that is open to it, passing unfriendly ones by.

    ``cause``: storm, call or parliament. In a storm each unfriendly port passed is another roll
    (house-8.6.25), and the owner of a port may let the ship in (house-5.10b). ``refused`` are
    ports whose owners said no or that nobody owns; ``granted`` the one that was opened.
    """

    ship: str
    cause: str
    refused: list[str] = []
    granted: str | None = None
    mainland: bool = False
    may_stay: bool = False

    def prompts(self, table: KTable) -> list[Prompt]:
        if self.ship not in table.state.ships or self.granted is not None:
            return []
        seat, ports = command(table, self.ship), self._nearest(table)
        free = tuple(p for p in ports if open_to(table, self.ship, self._place(table, p)))
        if free:
            asked = seat if seat is not None else table.state.active
            fields = (Field("ship", (self.ship,)), Field("port", free))
            offers = [Offer("put_in", fields, "house-8.6.23")]
            default = Choice.of("put_in", ship=self.ship, port=free[0])
            if self.may_stay:
                offers.append(Offer("stay_put", (), "house-7.1.27"))
                default = Choice("stay_put")
            about = {"ship": self.ship, "cause": self.cause}
            return [Prompt(asked, "refuge", tuple(offers), default=default, facts=about)]
        for port in ports:
            owner = controller(table.state, port)
            if owner is not None and owner != seat:
                answers = (Offer("grant", (), "house-5.10b"), Offer("deny", (), "house-5.10b"))
                about = {"ship": self.ship, "place": port}
                if seat is not None:
                    about["asker"] = str(seat)
                return [Prompt(owner, "grant_port", answers, default=Choice("deny"), facts=about)]
        return []

    def advance(self, table: KTable) -> None:
        if self.ship not in table.state.ships:
            table.finish(self)
        elif self.granted is not None:
            self._put_in(table, self.granted)
        else:
            ports = self._nearest(table)
            if not ports:
                table.finish(self)
                return
            self._pass_by(table, ports[0])

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        if choice.verb == "put_in":
            self._put_in(table, choice.one("port"))
            return
        if choice.verb == "stay_put":
            table.finish(self)
            return
        port = next(p for p in self._nearest(table) if controller(table.state, p) == seat)
        granted = choice.verb == "grant"
        asker = command(table, self.ship)
        table.emit(facts.LeaveAnswered(-1 if asker is None else asker, seat, port, granted))
        if granted:
            self.granted = port
        else:
            self._pass_by(table, port)

    def concerns(self, seat: int) -> bool:
        return True

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        if choice.verb in ("grant", "deny"):
            return IllegalChoice("house-5.10b", "Only the owner of the port opens it or not.")
        if seat not in (table.state.active, command(table, self.ship)):
            return None
        return IllegalChoice("house-8.6.23", "A ship seeks a port first; say where she puts in.")

    def _place(self, table: KTable, port: str) -> Place:
        return table.content.board.places[port]

    def _nearest(self, table: KTable) -> list[str]:
        """The nearest ports that were not passed by yet."""
        board = table.content.board
        ports = ports_by_distance(
            table,
            self.ship,
            lambda p: (
                p.id not in self.refused and (not self.mainland or board.is_mainland(p.square))
            ),
        )
        return [port for steps, port in ports if steps == ports[0][0]]

    def _pass_by(self, table: KTable, port: str) -> None:
        self.refused.append(port)
        if self.cause == "storm":
            procedures(table).storms.survives(table, self.ship, port)

    def _put_in(self, table: KTable, port: str) -> None:
        """The ship puts in, and everybody aboard goes ashore (house-8.6.24)."""
        table.finish(self)
        put_ship(table, self.ship, port)
        table.emit(facts.ShipSoughtPort(self.ship, port, self.cause))
        go_ashore(table, tuple(aboard(table, self.ship)), self._place(table, port))


def ships_at_sea(table: KTable) -> list[str]:
    """Ships in a sea square, those of the active player first, then clockwise."""
    seats = len(table.state.factions)

    def order(ship: str) -> tuple[int, str]:
        seat = command(table, ship)
        return (seats if seat is None else (seat - table.state.active) % seats, ship)

    return sorted((s for s, at in table.state.ships.items() if at.sea is not None), key=order)
