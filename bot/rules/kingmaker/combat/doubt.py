"""A noble who wavers in a battle at sea, and the ship that goes with him
(ishkibibble-seacombat)."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat.outcome import seize
from bot.rules.kingmaker.consequences.changes import give_heir
from bot.rules.kingmaker.forces.strength import troops
from bot.rules.kingmaker.ships.command import command, hold, nearest_port_for, put_ship
from bot.rules.kingmaker.ships.fleets import crew
from bot.rules.kingmaker.ships.prizes import take_ships
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession.line import heirs_with


class SeaClash:
    """Two fleets, and the nobles aboard, while a card decides (ishkibibble-seacombat.14)."""

    equal_ends = False
    """Nobody wavers between equal fleets: the card is ignored (ishkibibble-seacombat.12)."""

    def __init__(
        self, table: KTable, seat: int, against: int, fleet: list[str], foes: list[str]
    ) -> None:
        self.seat, self.against = seat, against
        self.fleet, self.foes = fleet, foes
        self.attackers, self.defenders = crew(table, fleet), crew(table, foes)

    def weigh(self, table: KTable, but: str = "") -> tuple[int, int]:
        """The capacities of both fleets; without a noble, as if his ship were not there."""
        gone = table.state.nobles[but].aboard if but else None
        sides = self.fleet, self.foes
        attack, opposed = (hold(table, [s for s in side if s != gone]) for side in sides)
        return attack, opposed

    def leader(self, table: KTable, *, attacking: bool) -> int | None:
        """The attacker, and whom he attacks."""
        return self.seat if attacking else self.against

    def heeds(self, table: KTable, noble: str) -> bool:
        """He must be more than half of what his ship can carry (ishkibibble-seacombat.13)."""
        ship = table.state.nobles[noble].aboard
        return ship is not None and 2 * troops(table, noble) > hold(table, [ship])

    def goes(self, table: KTable, noble: str) -> None:
        """His ship leaves the fight with all aboard; the other side says to which port
        (ishkibibble-seacombat.15)."""
        ship = table.state.nobles[noble].aboard
        assert ship is not None
        chooser = self.against if ship in self.fleet else self.seat
        self._leaves(table, ship)
        table.push(SendToPort(chooser, ship))

    def joins(self, table: KTable, noble: str, *, attacking: bool) -> None:
        """His ship goes over with him, and all others aboard are captured
        (ishkibibble-seacombat.16)."""
        nobles, ship = table.state.nobles, table.state.nobles[noble].aboard
        assert ship is not None
        self._leaves(table, ship)
        old, new = (self.foes, self.fleet) if attacking else (self.fleet, self.foes)
        # So do those of his that nobody is aboard of: they obey him still.
        follow = [s for s in old if command(table, s) == nobles[noble].seat]
        old[:] = [s for s in old if s not in follow]
        new += [ship, *follow]
        (self.attackers if attacking else self.defenders).append(noble)
        seat, sea = nobles[noble].seat, table.state.ships[ship].sea or ""
        if command(table, ship) != seat:
            take_ships(table, seat, noble, [ship])
        others = [n for n in crew(table, [ship]) if nobles[n].seat != seat]
        if others:
            prize = [heir for other in others for heir in heirs_with(table.state, other)]
            for heir in prize:
                give_heir(table, heir, noble)
            seize(table, sea, [noble], others, prize)

    def _leaves(self, table: KTable, ship: str) -> None:
        """A ship and those aboard are of no side for now."""
        for ships in (self.fleet, self.foes):
            if ship in ships:
                ships.remove(ship)
        for side in (self.attackers, self.defenders):
            side[:] = [n for n in side if table.state.nobles[n].aboard != ship]


class SendToPort(KStep, tag="send_to_port"):
    """The other side says to which port a ship goes whose noble went home
    (ishkibibble-seacombat.15)."""

    seat: int
    ship: str

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

    def advance(self, table: KTable) -> None:
        table.finish(self)

    def answer(self, table: KTable, seat: int, choice: Choice) -> None:
        table.finish(self)
        put_ship(table, self.ship, choice.one("port"))
        table.emit(facts.ShipSoughtPort(self.ship, choice.one("port"), "sent"))

    def refusal(self, table: KTable, seat: int, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice(
            "ishkibibble-seacombat.15",
            "Your noble has gone home. First say which port his ship goes to.",
        )
