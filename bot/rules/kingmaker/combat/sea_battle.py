"""A battle at sea: an Event card decides it by the ratio of the fleets, as on land
(ishkibibble-seacombat).

A noble who wavers in a battle at sea, and the ship that goes with him
(ishkibibble-seacombat).

The order to attack ships at sea: what stands in the way, and what is offered
(ishkibibble-seacombat).
"""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops, free
from bot.rules.kernel.events import NO_SEAT
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat.captives import ShareSpoils
from bot.rules.kingmaker.combat.card_battle import bury, draw_combat_card
from bot.rules.kingmaker.combat.outcome import fray_of, seize
from bot.rules.kingmaker.components import EventCard, reaches
from bot.rules.kingmaker.conditions.sides import bound, partners, stirs_beside
from bot.rules.kingmaker.consequences.changes import give_heir
from bot.rules.kingmaker.counters import Stage, asks_force
from bot.rules.kingmaker.forces.strength import strongest, troops
from bot.rules.kingmaker.ids import NO_NOBLE, NOWHERE, CardId, NobleId, PlaceId, SeaId, ShipId
from bot.rules.kingmaker.pacts import fought_together
from bot.rules.kingmaker.procedures import Contest, procedures
from bot.rules.kingmaker.ships.command import (
    aboard,
    command,
    hold,
    nearest_port_for,
    put_ship,
    sink,
)
from bot.rules.kingmaker.ships.fleets import crew, fleets, of_office, ships_in, take_ships, takers
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession import heirs_with


class SeaClash(Contest):
    """Two fleets, and the nobles aboard, while a card decides (ishkibibble-seacombat.14)."""

    equal_ends = False
    """Nobody wavers between equal fleets: the card is ignored (ishkibibble-seacombat.12)."""

    def __init__(
        self, table: KTable, seat: Seat, against: Seat, fleet: list[ShipId], foes: list[ShipId]
    ) -> None:
        self.seat, self.against = seat, against
        self.fleet, self.foes = fleet, foes
        self.attackers, self.defenders = crew(table, fleet), crew(table, foes)

    def weigh(self, table: KTable, but: NobleId = NO_NOBLE) -> tuple[int, int]:
        """The capacities of both fleets; with a noble given, as if his ship were not there."""
        gone = table.state.nobles[but].aboard if but else None
        sides = self.fleet, self.foes
        attack, opposed = (hold(table, [s for s in side if s != gone]) for side in sides)
        return attack, opposed

    def leader(self, table: KTable, *, attacking: bool) -> Seat | None:
        """The attacker if ``attacking``; otherwise the player he attacks."""
        return self.seat if attacking else self.against

    def heeds(self, table: KTable, noble: NobleId) -> bool:
        """The noble's troops must be more than half of what his ship can carry
        (ishkibibble-seacombat.13).
        """
        ship = table.state.nobles[noble].aboard
        return ship is not None and 2 * troops(table, noble) > hold(table, [ship])

    def goes(self, table: KTable, noble: NobleId) -> None:
        """The noble's ship leaves the fight with everybody aboard; the other side names the port
        (ishkibibble-seacombat.15).
        """
        ship = table.state.nobles[noble].aboard
        assert ship is not None
        chooser = self.against if ship in self.fleet else self.seat
        self._leaves(table, ship)
        table.push(SendToPort(chooser, ship))

    def joins(self, table: KTable, noble: NobleId, *, attacking: bool) -> None:
        """The noble's ship goes over with him, and all others aboard are captured
        (ishkibibble-seacombat.16).
        """
        nobles, ship = table.state.nobles, table.state.nobles[noble].aboard
        assert ship is not None
        self._leaves(table, ship)
        old, new = (self.foes, self.fleet) if attacking else (self.fleet, self.foes)
        # The noble's empty ships go over too: they still obey him.
        follow = [s for s in old if command(table, s) == nobles[noble].seat]
        old[:] = [s for s in old if s not in follow]
        new += [ship, *follow]
        (self.attackers if attacking else self.defenders).append(noble)
        seat, sea = nobles[noble].seat, table.state.ships[ship].sea or NOWHERE
        if command(table, ship) != seat:
            take_ships(table, seat, noble, [ship])
        others = [n for n in crew(table, [ship]) if nobles[n].seat != seat]
        if others:
            prize = [heir for other in others for heir in heirs_with(table.state, other)]
            for heir in prize:
                give_heir(table, heir, noble)
            seize(table, sea, [noble], others, prize)

    def _leaves(self, table: KTable, ship: ShipId) -> None:
        """A ship and those aboard are on neither side for the moment."""
        for ships in (self.fleet, self.foes):
            if ship in ships:
                ships.remove(ship)
        for side in (self.attackers, self.defenders):
            side[:] = [n for n in side if table.state.nobles[n].aboard != ship]


class SendToPort(KStep, tag="send_to_port"):
    """The other side names the port for a ship whose noble went home (ishkibibble-seacombat.15)."""

    seat: Seat
    ship: ShipId
    meanwhile = IllegalChoice(
        "ishkibibble-seacombat.15",
        "Your opponent’s noble has gone home. First say which port his ship goes to.",
    )

    def prompts(self, table: KTable) -> list[Prompt]:
        ship, board = table.state.ships.get(self.ship), table.content.board
        if ship is None or ship.sea is None:
            return []
        ports = tuple(
            port
            for port in board.ports
            if table.content.is_open(port) and board.places[port].square
        )
        own = command(table, self.ship)
        near = nearest_port_for(table, self.ship, self.seat if own is None else own).id
        offer = Offer(
            "put_in",
            (Field("ship", (self.ship,)), Field("port", ports)),
            "ishkibibble-seacombat.15",
        )
        default = Choice.of("put_in", ship=self.ship, port=near)
        return [
            Prompt(self.seat, "send_to_port", (offer,), default=default, facts={"ship": self.ship})
        ]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        put_ship(table, self.ship, choice.one("port", PlaceId))
        table.emit(facts.ShipSoughtPort(self.ship, choice.one("port", PlaceId), "sent"))


class SeaFight(KStep, tag="sea_fight"):
    """One battle at sea, from drawing the card to handing over the ships.

    A ship's strength is her capacity, whoever is aboard (ishkibibble-seacombat.3). ``blockade`` is
    the port that the attackers have left; they must fight the ships watching it.
    """

    seat: Seat
    against: Seat
    sea: SeaId
    blockade: PlaceId | None = None
    stage: Stage = ""

    def advance(self, table: KTable) -> None:
        fleet, foes = fleets(table, self.seat, self.against, self.sea)
        if not fleet or not foes:
            table.finish(self)
            return  # the ships or nobles that were to fight were lost in an earlier fight
        if not self.stage:
            self._declare(table, fleet, foes)
        if self.stage == "weather":
            self._call_off(table)
            return
        # A card without a lower half decides nothing at sea either, and another is drawn
        # (ishkibibble-seacombat.4); a noble who wavers may leave with his ship.
        clash = SeaClash(table, self.seat, self.against, fleet, foes)
        card = draw_combat_card(table, self.seat, clash)
        if not fleet or not foes:
            table.finish(self)
            table.emit(facts.AttackCancelled("nobody"))
        elif not card.bad_weather:
            table.finish(self)
            self._decide(table, fleet, foes, card)
        else:
            asks_force(table, self, self.sea, clash.weigh(table))

    def _declare(self, table: KTable, fleet: list[ShipId], foes: list[ShipId]) -> None:
        """Tell everybody about both fleets as they go into battle."""
        for ship in (*fleet, *foes):
            table.state.ships[ship].fought = True
        for ally in _masters(table, fleet):
            stirs_beside(table.state, ally)
        table.emit(
            facts.SeaBattleJoined(
                self.seat,
                self.against,
                self.sea,
                tuple(fleet),
                tuple(foes),
                hold(table, fleet),
                hold(table, foes),
                self.blockade,
            )
        )

    def _call_off(self, table: KTable) -> None:
        """Bad weather calls the battle off (base-9.6)."""
        table.finish(self)
        table.emit(facts.AttackCancelled("weather"))

    def _decide(
        self, table: KTable, fleet: list[ShipId], foes: list[ShipId], card: EventCard
    ) -> None:
        """Use the card to settle who wins, who dies, and who gets the ships."""
        attack, opposed = hold(table, fleet), hold(table, foes)
        masters = [_masters(table, ships) for ships in (fleet, foes)]
        # Between equal fleets no ratio is reached, and nobody wins (ishkibibble-seacombat.5).
        won = reaches(card.combat, max(attack, opposed), min(attack, opposed))
        winners, losers = (fleet, foes) if attack > opposed else (foes, fleet)
        winner = _commander(table, winners) if won else None
        beside = tuple(s for side in masters if winner in side for s in side if s != winner)
        table.emit(facts.BattleDecided(attack, opposed, card.combat, winner, beside))
        dead = self._dead(table, fleet, foes, card.id)
        if winner is None:
            bury(table, dead, crew(table, [*fleet, *foes]), "battle")
        else:
            self._conquer(table, winner, winners, losers, dead)
        fought_together(table, self.sea, *masters)

    def _dead(
        self, table: KTable, fleet: list[ShipId], foes: list[ShipId], card: CardId
    ) -> set[str]:
        """The nobles and heirs aboard who die, whoever wins (ishkibibble-seacombat.5)."""
        attackers, defenders = crew(table, fleet), crew(table, foes)
        fray = fray_of(table.state, attackers, defenders, card=card)
        return procedures(table).deaths.among(table, fray)

    def _conquer(
        self,
        table: KTable,
        winner: Seat,
        winners: list[ShipId],
        losers: list[ShipId],
        dead: set[str],
    ) -> None:
        """The winner takes every ship of the beaten, with everybody aboard
        (ishkibibble-seacombat.6).

        The captives are ransomed or put to death as on land (ishkibibble-seacombat.7); guests who
        belong to the winner or his allies are on his ship from now on.
        """
        state, aboard_them = table.state, crew(table, losers)
        friends = {*_masters(table, winners), *partners(state.pacts, winner, self.sea)}
        beaten = [noble for noble in aboard_them if state.nobles[noble].seat not in friends]
        guests = [noble for noble in aboard_them if noble not in beaten and noble not in dead]
        victors = [noble for noble in takers(table, winner, winners) if noble not in dead]
        if not victors:  # nobody is left to take anything
            bury(table, dead, crew(table, [*winners, *losers]), "battle")
            return
        first = strongest(table, victors)
        heirs = [h for n in beaten for h in heirs_with(state, n) if h not in dead]
        for heir in heirs:
            give_heir(table, heir, first)
        cards = take_ships(table, winner, first, losers)
        for noble in guests:
            ship = state.nobles[noble].aboard
            if ship is not None and state.nobles[noble].seat != winner:
                state.ships[ship].guests[noble] = winner
        procedures(table).captives.plunder(table, [n for n in beaten if n in dead], victors)
        bury(table, dead, crew(table, [*winners, *losers]), "battle")
        table.push(
            ShareSpoils(cards, victors),
            Scuttle(winner, [ship for ship in losers if of_office(table, ship)]),
        )
        seize(table, self.sea, victors, [n for n in beaten if n not in dead], heirs)


def _masters(table: KTable, ships: list[ShipId]) -> list[Seat]:
    """The seats that command these ships."""
    return list(dict.fromkeys(host for s in ships if (host := command(table, s)) is not None))


def _commander(table: KTable, ships: list[ShipId]) -> Seat:
    """The seat with the largest part of a fleet, which takes whatever is won (base-16.2)."""
    room = dict.fromkeys(_masters(table, ships), 0)
    for ship in ships:
        host = command(table, ship)
        if host is not None:
            room[host] += hold(table, [ship])
    return min(room, key=lambda seat: (-room[seat], seat != table.state.active, seat))


# Ships that were taken (ishkibibble-seacombat.11)


class Scuttle(KStep, tag="scuttle"):
    """The victor may sink captured ships that belong to an office (ishkibibble-seacombat.11).

    A ship in which a ransomed noble sails home stays afloat.
    """

    seat: Seat
    ships: list[ShipId]
    meanwhile = IllegalChoice(
        "ishkibibble-seacombat.11", "First say whether you will scuttle the captured ship."
    )

    def prompts(self, table: KTable) -> list[Prompt]:
        ship = self._next(table)
        if ship is None:
            return []
        rule = "ishkibibble-seacombat.11"
        offers = (Offer("scuttle", (Field("ship", (ship,)),), rule), Offer("keep_prize", (), rule))
        about = {"ship": ship}
        return [Prompt(self.seat, "scuttle", offers, default=Choice("keep_prize"), facts=about)]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        ship = self._next(table)
        assert ship is not None
        self.ships.remove(ship)
        if choice.verb == "scuttle":
            table.emit(facts.ShipScuttled(ship, seat))
            sink(table, ship)

    def _next(self, table: KTable) -> ShipId | None:
        """The ship to ask about: an empty prize that the victor has.

        A ship with people aboard is left out: they may be captives of the beaten, now free.
        """
        ships = table.state.ships
        for ship in self.ships:
            prize = ships[ship].prize_of == self.seat
            if prize and command(table, ship) == self.seat and not aboard(table, ship):
                return ship
        return None


def sea_offers(table: KTable, seat: Seat) -> list[Offer]:
    """Every attack of a faction's ships, by sea space and enemy (ishkibibble-seacombat.1)."""
    if not table.content.ruleset.sea_combat:
        return []
    state = table.state
    seas = dict.fromkeys(s.sea for s in state.ships.values() if s.entered and s.sea is not None)
    offers = []
    for sea in seas:
        for enemy in dict.fromkeys(ships_in(table, sea).values()):
            if free(_fleet_stops(table, seat, sea)) and free(_enemy_stops(table, seat, sea, enemy)):
                fields = (Field("against", (str(enemy),)), Field("sea", (sea,)))
                offers.append(Offer("attack_at_sea", fields, "ishkibibble-seacombat.1"))
    return offers


def sea_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of the chosen attack at sea."""
    if not table.content.ruleset.sea_combat:
        yield IllegalChoice("base-9.1", "At this table ships do not fight. Attack on land.")
        return
    sea = next(iter(choice.many("sea", SeaId)), SeaId(NOWHERE))
    against = choice.first("against", "")
    yield from _fleet_stops(table, seat, sea)
    yield from _enemy_stops(
        table, seat, sea, Seat(int(against)) if against.isdecimal() else NO_SEAT
    )


def _fleet_stops(table: KTable, seat: Seat, sea: SeaId) -> Stops:
    """Ships attack where one of them has arrived this turn, and only once a phase."""
    ships = table.state.ships
    mine = [ships[ship] for ship, host in ships_in(table, sea).items() if host == seat]
    if not mine:
        yield IllegalChoice("ishkibibble-seacombat.1", "Name a sea space where you have ships.")
    elif not any(ship.entered for ship in mine):
        yield IllegalChoice(
            "ishkibibble-seacombat.1",
            "Only ships that sailed into this sea space this turn can attack. Sail there first.",
        )
    elif any(ship.fought for ship in mine):
        yield IllegalChoice(
            "ishkibibble-seacombat.2",
            "Your ships there fight together, and they have already fought.",
        )


def _enemy_stops(table: KTable, seat: Seat, sea: SeaId, enemy: Seat) -> Stops:
    """Ships attack another faction's ships in the same sea space, and never an ally's
    (base-16.4)."""
    if enemy == seat or enemy not in ships_in(table, sea).values():
        yield IllegalChoice(
            "ishkibibble-seacombat.1", "Name another player with ships in that sea space."
        )
    elif bound(table.state.pacts, seat, enemy, sea):
        yield IllegalChoice("base-16.4", "Allies do not attack each other.")
