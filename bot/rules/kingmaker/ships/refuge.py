"""Ships that must seek a port: storms, calls, Parliament (house §5.10, §8.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat
from bot.rules.kernel.events import NO_SEAT
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.custody import captives_with
from bot.rules.kingmaker.conditions.lasting import shut_out_of
from bot.rules.kingmaker.consequences.changes import (
    kill_heir,
    kill_noble,
    pick_up_heirs,
    stand_open,
)
from bot.rules.kingmaker.consequences.havens import harbour, under_amnesty
from bot.rules.kingmaker.consequences.keeping import heir_haven
from bot.rules.kingmaker.forces.camps import IN_ATTACK
from bot.rules.kingmaker.forces.strength import (
    controller,
    defence,
    fits,
    friendly,
    room,
    strength,
    takes_any,
)
from bot.rules.kingmaker.ids import NO_PLACE, NobleId, PlaceId, ShipId
from bot.rules.kingmaker.procedures import STORMS, procedures
from bot.rules.kingmaker.ships.blockade import capture_blockader
from bot.rules.kingmaker.ships.command import (
    aboard,
    command,
    go_ashore,
    heirs_aboard,
    may_be_hostile,
    put_ship,
    sink,
)
from bot.rules.kingmaker.state import KStep, KTable

Ports = list[tuple[int, str]]


def ports_by_distance(
    table: KTable,
    ship_id: ShipId,
    fit: Callable[[Place], bool] = lambda _: True,
    *,
    overseas: bool = False,
) -> list[tuple[int, PlaceId]]:
    """Ports a ship could reach, with the steps to each, nearest first.

    ``overseas`` adds the shores of Ireland and the Continent, if they are open at all.
    """
    rules = table.content.ruleset
    board, ship = table.content.board, table.state.ships[ship_id]
    starts = (ship.sea,) if ship.sea is not None else board.ports[ship.port or NO_PLACE]
    found = {}
    for port, seas in board.ports.items():
        place = board.places[port]
        if place.kind == "special" and (not overseas or port in rules.closed_places):
            continue
        if not table.content.is_open(port) or not fit(place):
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


def open_to(table: KTable, ship_id: ShipId, place: Place) -> bool:
    """Whether a ship may put in: she is empty, or the port is unfortified or friendly and will take
    those aboard.
    """
    if not aboard(table, ship_id):
        return True
    return harbours(table, ship_id, place) and takes_in(table, ship_id, place)


def harbours(table: KTable, ship_id: ShipId, place: Place) -> bool:
    """Whether a port is Unfortified, or Friendly to those aboard (house-8.6.23)."""
    seat = command(table, ship_id)
    return not place.is_fortress or (seat is not None and friendly(table, seat, place))


def takes_in(table: KTable, ship_id: ShipId, place: Place) -> bool:
    """Whether those aboard may go ashore at a port: not during a siege (house-6.2c) or into a
    square barred to any of them (ishkibibble-excommunication.3), heirs only where allowed
    (house-8.6.6), and only as many as there is room for, though a noble alone may enter an empty
    fortress however strong he is (house-8.5.3, base-6.2)."""
    state, content = table.state, table.content
    if place.is_fortress and place.id in state.sieges:
        return False
    seat, passengers = command(table, ship_id), aboard(table, ship_id)
    factions = {state.nobles[noble].seat for noble in passengers}
    if any(shut_out_of(state, content, faction, place.square) for faction in factions):
        return False
    if seat is None:
        return True
    if heirs_aboard(table, ship_id) and not heir_haven(table, seat, place):
        return False
    left = room(table, place) if place.is_fortress else None
    lone = len(passengers) == 1 and takes_any(table, seat, place)
    return left is None or lone or strength(table, passengers, at=place.square) <= left


# 5.10 Storms at sea


class StormAtSea(KStep, tag="storm_at_sea"):
    """Every ship at sea runs for the nearest port, if she survives (house-5.10a)."""

    ships: list[ShipId]
    shut_out: list[ShipId] = []
    """Ships driven into ports that are closed to those aboard (base-8.15)."""
    blockaders: list[ShipId] = []
    """Of the ships shut out, those that were watching the port they are now in
    (ishkibibble-blockade.3)."""

    def advance(self, table: KTable) -> None:
        if not self.ships:
            table.finish(self)
            _land_the_weak(table, self.shut_out, self.blockaders)
            return
        ship = self.ships.pop(0)
        at_sea = ship in ships_at_sea(table)  # unless her captain has drowned in another ship
        if not at_sea or not procedures(table).storms.survives(table, ship, None):
            return
        table.push(procedures(table).storms.drive(table, ship))


@STORMS.named("d100")
class ShipsMayBeLost:
    """Each ship at sea rolls against being lost, and again for each port she passes."""

    def drive(self, table: KTable, ship: ShipId) -> KStep:
        """The ship runs for the nearest port that is open to her."""
        return Refuge(ship, "storm")

    def survives(self, table: KTable, ship: ShipId, port: PlaceId | None) -> bool:
        """A roll against being lost (house-5.10a, house-8.6.25)."""
        limit = table.content.ruleset.storm_loss_from
        roll = table.percentile()
        lost = roll >= limit
        table.emit(facts.StormRolled(ship, roll, limit, lost, port))
        if lost:
            go_down(table, ship)
        return not lost


@STORMS.named("port_only")
class ShipsAreOnlyDriven:
    """No ship is lost in a storm; all ships at sea are driven into port (base-8.15)."""

    def drive(self, table: KTable, ship: ShipId) -> KStep:
        """The ship runs for the nearest port, whoever owns it."""
        return Driven(ship)

    def survives(self, table: KTable, ship: ShipId, port: PlaceId | None) -> bool:
        """Every ship survives the storm."""
        return True


def go_down(table: KTable, ship_id: ShipId, *, gale: bool = False) -> None:
    """A ship is lost with everyone aboard; her card goes to the discards (house-5.10c)."""
    state, content = table.state, table.content
    nobles, heirs = aboard(table, ship_id), heirs_aboard(table, ship_id)
    nobles = [*captives_with(state, nobles), *nobles]
    table.emit(facts.ShipLost(ship_id, tuple(nobles), tuple(heirs), gale))
    for heir in heirs:
        kill_heir(table, heir, "drowned")
    card = content.card_of_ship(ship_id)
    if content.crown[card].kind != "office" and state.bearer(card) is not None:
        state.lose_card(card)
        state.crown_discards.append(card)
    sink(table, ship_id)
    cause = "gale" if gale else "drowned"
    for noble_id in nobles:
        kill_noble(table, noble_id, cause)


class Refuge(KStep, tag="refuge"):
    """One ship seeks the nearest port that is open to her, sailing past unfriendly ones.

    ``cause``: storm, call or parliament. In a storm, passing an unfriendly port means another roll
    (house-8.6.25), and the owner of a port may let the ship in (house-5.10b). ``refused`` are the
    ports passed so far: closed to her by their owners, unable to take her company in, or nobody's.
    ``denied`` are those whose owners have refused, passed only once none as near is left to ask;
    ``granted`` is the one that was opened.
    """

    ship: ShipId
    cause: str
    refused: list[PlaceId] = []
    denied: list[PlaceId] = []
    granted: PlaceId | None = None
    mainland: bool = False
    may_stay: bool = False
    heard_by_all = True

    def prompts(self, table: KTable) -> list[Prompt]:
        if self.ship not in table.state.ships or (self.granted is not None and not self.may_stay):
            return []
        seat, ports = command(table, self.ship), self._nearest(table)
        free = tuple(p for p in ports if open_to(table, self.ship, self._place(table, p)))
        if self.granted is not None:
            free = (self.granted,)
        if free:
            asked = seat if seat is not None else table.state.active
            fields = (Field("ship", (self.ship,)), Field("port", free))
            offers = [Offer("put_in", fields, "house-8.6.23")]
            default = Choice.of("put_in", ship=self.ship, port=harbour(table, asked, free))
            if self.may_stay:
                offers.append(Offer("stay_put", (), "house-7.1.27"))
                default = Choice("stay_put")
            about = {"ship": self.ship, "cause": self.cause}
            return [Prompt(asked, "refuge", tuple(offers), default=default, facts=about)]
        for port, owner in self._keepers(table):
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

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "put_in":
            self._put_in(table, choice.one("port", PlaceId))
            return
        if choice.verb == "stay_put":
            table.finish(self)
            return
        port = next(port for port, owner in self._keepers(table) if owner == seat)
        granted = choice.verb == "grant"
        asker = command(table, self.ship)
        table.emit(facts.LeaveAnswered(NO_SEAT if asker is None else asker, seat, port, granted))
        if granted:
            self.granted = port
        else:
            self.denied.append(port)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb in ("grant", "deny"):
            return IllegalChoice(
                "house-5.10b", "Only the port’s owner can open it or keep it shut."
            )
        if seat not in (table.state.active, command(table, self.ship)):
            return None
        return IllegalChoice(
            "house-8.6.23", "A ship is seeking a port. First say where she puts in."
        )

    def _place(self, table: KTable, port: PlaceId) -> Place:
        return table.content.board.places[port]

    def _nearest(self, table: KTable) -> list[PlaceId]:
        """The nearest ports that the ship has not passed yet."""
        board = table.content.board
        ports = ports_by_distance(
            table,
            self.ship,
            lambda p: (
                p.id not in self.refused and (not self.mainland or board.is_mainland(p.square))
            ),
        )
        return [port for steps, port in ports if steps == ports[0][0]]

    def _keepers(self, table: KTable) -> Iterator[tuple[PlaceId, Seat]]:
        """The nearest ports of other players who could let the ship in, each with its owner."""
        seat = command(table, self.ship)
        for port in self._nearest(table):
            owner = controller(table.state, port)
            if owner is None or owner == seat or port in self.denied:
                continue
            if takes_in(table, self.ship, self._place(table, port)):
                yield port, owner

    def _pass_by(self, table: KTable, port: PlaceId) -> None:
        """Each Unfriendly port a ship passes means a roll (house-8.6.25)."""
        self.refused.append(port)
        harboured = harbours(table, self.ship, self._place(table, port))
        if self.cause == "storm" and not harboured:
            procedures(table).storms.survives(table, self.ship, port)

    def _put_in(self, table: KTable, port: PlaceId) -> None:
        """The ship puts in, and everybody aboard goes ashore (house-8.6.24)."""
        table.finish(self)
        put_ship(table, self.ship, port)
        table.emit(facts.ShipSoughtPort(self.ship, port, self.cause))
        go_ashore(table, tuple(aboard(table, self.ship)), self._place(table, port))


def ships_at_sea(table: KTable) -> list[ShipId]:
    """Ships in a sea square, the active player's first, then clockwise."""
    seats = len(table.state.factions)

    def order(ship: ShipId) -> tuple[int, ShipId]:
        seat = command(table, ship)
        return (seats if seat is None else (seat - table.state.active) % seats, ship)

    return sorted((s for s, at in table.state.ships.items() if at.sea is not None), key=order)


# Storms that only drive ships into port (base-8.15)


class Driven(KStep, tag="driven"):
    """A storm drives a ship into the nearest port; if two are equally near, her player chooses
    (base-8.15).

    Those aboard may stay in the port, or go ashore if the place is friendly or open; otherwise they
    wait until all ships are in (`_land_the_weak`). ``port`` is where she put in.
    """

    ship: ShipId
    port: PlaceId | None = None

    def prompts(self, table: KTable) -> list[Prompt]:
        asked = self._seat(table)
        about = {"ship": self.ship, "cause": "storm"}
        if self.port is None:
            ports = self._nearest(table)
            if len(ports) < 2:
                return []
            fields = (Field("ship", (self.ship,)), Field("port", tuple(ports)))
            offers: tuple[Offer, ...] = (Offer("put_in", fields, "base-8.15"),)
            default = Choice.of("put_in", ship=self.ship, port=harbour(table, asked, ports))
            return [Prompt(asked, "refuge", offers, default=default, facts=about)]
        fit = self._may_land(table)
        if not fit:
            return []
        offers = (
            Offer("disembark", (Field("noble", fit),), "base-8.15"),
            Offer("done", (), "base-8.15"),
        )
        about["place"] = self.port
        return [Prompt(asked, "driven", offers, default=Choice("done"), facts=about)]

    def advance(self, table: KTable) -> None:
        ports = self._nearest(table) if self.port is None else []
        if ports:
            self._put_in(table, ports[0])
        else:
            table.finish(self)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "done":
            table.finish(self)
        elif choice.verb == "put_in":
            self._put_in(table, choice.one("port", PlaceId))
        else:
            assert self.port is not None
            go_ashore(table, (choice.one("noble", NobleId),), table.content.board.places[self.port])

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if seat != self._seat(table):
            return None
        if self.port is None:
            return IllegalChoice(
                "base-8.15", "A storm drives your ship to port. Say where she puts in."
            )
        return IllegalChoice("base-8.15", "A storm drove your ship to port. Say who goes ashore.")

    def _seat(self, table: KTable) -> Seat:
        seat = command(table, self.ship)
        return table.state.active if seat is None else seat

    def _nearest(self, table: KTable) -> list[PlaceId]:
        if self.ship not in table.state.ships:
            return []
        # A storm drives ships to the Continent as well (ishkibibble-continent.1).
        ports = ports_by_distance(table, self.ship, overseas=True)
        return [port for steps, port in ports if steps == ports[0][0]]

    def _may_land(self, table: KTable) -> tuple[NobleId, ...]:
        """The nobles aboard who may go ashore: the place is open, or friendly with room."""
        assert self.port is not None
        place = table.content.board.places[self.port]
        if self.port in table.state.sieges:
            return ()
        found = []
        for key in aboard(table, self.ship):
            seat = table.state.nobles[key].seat
            if shut_out_of(table.state, table.content, seat, place.square):
                continue
            if not place.is_fortress or (friendly(table, seat, place) and fits(table, key, place)):
                found.append(key)
        return tuple(found)

    def _put_in(self, table: KTable, port: PlaceId) -> None:
        self.port = port
        watched = table.state.ships[self.ship].blockade == port
        put_ship(table, self.ship, port)
        table.emit(facts.ShipSoughtPort(self.ship, port, "storm"))
        place = table.content.board.places[port]
        if may_be_hostile(table, place) and not friendly(table, self._seat(table), place):
            table.state.ships[self.ship].hostile = True
        if place.is_fortress and not friendly(table, self._seat(table), place):
            storm = next(step for step in table.agenda if isinstance(step, StormAtSea))
            storm.shut_out.append(self.ship)
            storm.blockaders += [self.ship] * watched


def _land_the_weak(table: KTable, ships: list[ShipId], blockaders: list[ShipId]) -> None:
    """Nobles driven into a port that is closed to them stay aboard if they could besiege it.

    The nobles must then besiege the port, all those of a faction together (base-8.7). Any who are
    too weak go into the open in its square (base-8.15), and any of their ships that were blockading
    the port are prisoners there. Under an amnesty, the nobles stay aboard (ishkibibble-amnesty.1).
    """
    crews: dict[tuple[Seat | None, PlaceId], list[NobleId]] = {}
    for ship, found in table.state.ships.items():
        if ship in ships and found.port is not None:
            crew = crews.setdefault((command(table, ship), found.port), [])
            crew.extend(aboard(table, ship))
    for (seat, port), crew in crews.items():
        place = table.content.board.places[port]
        side = {table.state.nobles[noble].seat for noble in crew}
        share, whole = table.content.ruleset.lay_share
        opposed = defence(table, place, side)
        if crew and strength(table, crew, IN_ATTACK) * whole >= opposed * share:
            continue
        for ship in blockaders:
            if (command(table, ship), table.state.ships[ship].port) == (seat, port):
                capture_blockader(table, ship, port)
        if table.content.ruleset.port_amnesty:
            under_amnesty(table, crew, port)
            continue
        for key in crew:
            stand_open(table, key, place.square)
            pick_up_heirs(table, key)
