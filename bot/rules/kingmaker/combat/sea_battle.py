"""A battle at sea: an Event card decides it by the ratio of the fleets, as on land
(ishkibibble-seacombat)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat.captives import ShareSpoils
from bot.rules.kingmaker.combat.card_battle import bury, draw_combat_card
from bot.rules.kingmaker.combat.deaths import fray_of
from bot.rules.kingmaker.combat.doubt import SeaClash
from bot.rules.kingmaker.combat.outcome import seize
from bot.rules.kingmaker.conditions.turns import stirs_beside
from bot.rules.kingmaker.consequences.changes import give_heir, leave_heir
from bot.rules.kingmaker.content import EventCard, reaches
from bot.rules.kingmaker.counters.weather import Stage, asks_force
from bot.rules.kingmaker.forces.strength import strongest
from bot.rules.kingmaker.pacts.orders import fought_together
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.ships.command import aboard, command, hold, nearest_port_for, sink
from bot.rules.kingmaker.ships.fleets import crew, fleets, takers
from bot.rules.kingmaker.ships.prizes import of_office, take_ships
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession.line import heirs_with


class SeaFight(KStep, tag="sea_fight"):
    """One battle at sea, from the card to the ships that change hands.

    A ship's strength is her capacity, whoever is aboard (ishkibibble-seacombat.3).
    ``blockade``: the port from where the attackers sailed into the ships that watch it, which
    they must fight.
    """

    seat: int
    against: int
    sea: str
    blockade: str | None = None
    stage: Stage = ""

    def advance(self, table: KTable) -> None:
        fleet, foes = fleets(table, self.seat, self.against, self.sea)
        if not fleet or not foes:
            table.finish(self)
            return  # those who were to fight were lost in a fight before
        if not self.stage:
            self._declare(table, fleet, foes)
        if self.stage == "weather":
            self._call_off(table)
            return
        # A card without a lower half decides nothing at sea either, and another is drawn
        # (ishkibibble-seacombat.4); who wavers may leave with his ship.
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

    def _declare(self, table: KTable, fleet: list[str], foes: list[str]) -> None:
        """Both fleets as they go into it."""
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
        """Bad weather (base-9.6)."""
        table.finish(self)
        table.emit(facts.AttackCancelled("weather"))

    def _decide(self, table: KTable, fleet: list[str], foes: list[str], card: EventCard) -> None:
        """Who wins by the card, who dies, and whose the ships are then."""
        attack, opposed = hold(table, fleet), hold(table, foes)
        masters = [_masters(table, ships) for ships in (fleet, foes)]
        # Equal fleets never reach a ratio: nobody wins (ishkibibble-seacombat.5).
        won = reaches(card.combat, max(attack, opposed), min(attack, opposed))
        winners, losers = (fleet, foes) if attack > opposed else (foes, fleet)
        winner = _commander(table, winners) if won else None
        beside = tuple(s for side in masters if winner in side for s in side if s != winner)
        table.emit(facts.BattleDecided(attack, opposed, card.combat, winner, beside))
        dead = self._dead(table, fleet, foes, card.id)
        if winner is None:
            self._bury(table, dead, [*fleet, *foes])
        else:
            self._conquer(table, winner, winners, losers, dead)
        fought_together(table, self.sea, *masters)

    def _dead(self, table: KTable, fleet: list[str], foes: list[str], card: str) -> set[str]:
        """Who dies of those aboard, whoever wins (ishkibibble-seacombat.5)."""
        attackers, defenders = crew(table, fleet), crew(table, foes)
        fray = fray_of(table.state, attackers, defenders, card=card)
        return procedures(table).deaths.among(table, fray)

    def _bury(self, table: KTable, dead: set[str], ships: list[str]) -> None:
        """Bury the dead; an heir who loses his keeper and every comrade aboard is put ashore."""
        nobles = crew(table, ships)
        for noble in nobles:
            if noble in dead:
                _put_heirs_by(table, noble, [n for n in nobles if n not in dead], dead)
        bury(table, dead, nobles, "battle")

    def _conquer(
        self, table: KTable, winner: int, winners: list[str], losers: list[str], dead: set[str]
    ) -> None:
        """The winner takes every ship of the beaten with all aboard (ishkibibble-seacombat.6).

        The captives are ransomed or put to death as on land (ishkibibble-seacombat.7).
        """
        state, beaten = table.state, crew(table, losers)
        victors = [noble for noble in takers(table, winner, winners) if noble not in dead]
        if not victors:  # nobody is left who could take anything
            self._bury(table, dead, [*winners, *losers])
            return
        first = strongest(table, victors)
        heirs = [h for n in beaten for h in heirs_with(state, n) if h not in dead]
        for heir in heirs:
            give_heir(table, heir, first)
        cards = take_ships(table, winner, first, losers)
        procedures(table).captives.plunder(table, [n for n in beaten if n in dead], victors)
        self._bury(table, dead, [*winners, *losers])
        table.push(
            ShareSpoils(cards, victors),
            Scuttle(winner, [ship for ship in losers if of_office(table, ship)]),
        )
        seize(table, self.sea, victors, [n for n in beaten if n not in dead], heirs)


def _masters(table: KTable, ships: list[str]) -> list[int]:
    """The seats whose ships these are."""
    return list(dict.fromkeys(host for s in ships if (host := command(table, s)) is not None))


def _commander(table: KTable, ships: list[str]) -> int:
    """The seat with the greatest part of a fleet, which takes what is won (base-16.2)."""
    room = dict.fromkeys(_masters(table, ships), 0)
    for ship in ships:
        host = command(table, ship)
        if host is not None:
            room[host] += hold(table, [ship])
    return min(room, key=lambda seat: (-room[seat], seat != table.state.active, seat))


def _put_heirs_by(table: KTable, noble: str, others: list[str], dead: set[str]) -> None:
    """The heirs of a noble who falls at sea go to one of his side who lives (base-12.3).

    Without one they come ashore alone at the nearest port, unkept (base-12.4).
    """
    state = table.state
    seat, ship = state.nobles[noble].seat, state.nobles[noble].aboard
    assert ship is not None
    friends = [other for other in others if state.nobles[other].seat == seat]
    for heir in heirs_with(state, noble):
        if heir in dead:
            continue
        if friends:
            give_heir(table, heir, strongest(table, friends))
        else:
            leave_heir(table, heir, nearest_port_for(table, ship, seat).square, None)


# Ships that were taken (ishkibibble-seacombat.11)


class Scuttle(KStep, tag="scuttle"):
    """The victor may sink ships of an office that he took (ishkibibble-seacombat.11).

    One in which a ransomed noble sails home stays afloat.
    """

    seat: int
    ships: list[str]

    def prompts(self, table: KTable) -> list[Prompt]:
        ship = self._next(table)
        if ship is None:
            return []
        rule = "ishkibibble-seacombat.11"
        offers = (Offer("scuttle", (Field("ship", (ship,)),), rule), Offer("keep_prize", (), rule))
        about = {"ship": ship}
        return [Prompt(self.seat, "scuttle", offers, default=Choice("keep_prize"), facts=about)]

    def advance(self, table: KTable) -> None:
        table.finish(self)

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        ship = self._next(table)
        assert ship is not None
        self.ships.remove(ship)
        if choice.verb == "scuttle":
            table.emit(facts.ShipScuttled(ship, seat))
            sink(table, ship)

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice(
            "ishkibibble-seacombat.11", "First say whether you scuttle the captured ship."
        )

    def _next(self, table: KTable) -> str | None:
        """The ship to be asked about: a prize of the victor's, and empty.

        Whom the beaten held captive may be free aboard.
        """
        ships = table.state.ships
        for ship in self.ships:
            prize = ships[ship].prize_of == self.seat
            if prize and command(table, ship) == self.seat and not aboard(table, ship):
                return ship
        return None
