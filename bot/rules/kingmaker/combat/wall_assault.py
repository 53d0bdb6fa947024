"""A storm: an open battle against a garrison and those inside with it (ishkibibble-siege.2)."""

from __future__ import annotations

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.captivity import fall_to, tell_captured
from bot.rules.kingmaker.combat.assault import AssaultDeclaration
from bot.rules.kingmaker.combat.card_battle import bury, draw_combat_card
from bot.rules.kingmaker.combat.card_siege import CardSiege, SiegeClash, put_ashore
from bot.rules.kingmaker.combat.fight import use_once, use_up
from bot.rules.kingmaker.combat.outcome import (
    award_booty,
    break_sieges_by,
    committed,
    fray_of,
    mark_attackers,
    seize,
)
from bot.rules.kingmaker.combat.targets import still_there
from bot.rules.kingmaker.components import EventCard, reaches
from bot.rules.kingmaker.consequences.changes import give_heir, leave_heir
from bot.rules.kingmaker.counters import asks_force
from bot.rules.kingmaker.forces.strength import (
    attacking_side,
    besiegeable,
    controller,
    defence,
    strength,
    strongest,
)
from bot.rules.kingmaker.ids import CardId, NobleId
from bot.rules.kingmaker.pacts import fought_together
from bot.rules.kingmaker.procedures import SiegeAttempt, procedures
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession import heirs_with


class StormDeclaration(AssaultDeclaration, tag="walls_declared"):
    """A storm is declared; forces in the square may join it, at any odds (ishkibibble-siege.2)."""

    def decided_by(self, table: KTable, attempt: SiegeAttempt) -> KStep:
        """The battle for the walls."""
        return WallStorm(attempt.seat, attempt.place, attempt.attackers, attempt.french)


class WallStorm(CardSiege, tag="wall_storm"):
    """One storm, from the card to its consequences (ishkibibble-siege.2).

    The card shows whether it is won, as in a battle (base-9.7). If it is, the place and everybody
    inside are taken, as by a siege (ishkibibble-siege.3). Neither an indecisive storm nor bad
    weather leads to a siege, and nobody fights for the place again in this combat phase.
    """

    def advance(self, table: KTable) -> None:
        place = table.content.board.places[self.place]
        self.attackers = still_there(table, self.attackers)
        if not self.attackers or not besiegeable(table, self.seat, place):
            table.finish(self)
            table.emit(facts.AttackCancelled("nobody"))
            return
        if not self.stage:
            mark_attackers(table, self.attackers)
            table.state.drawn_for.append(self.place)
            self._declare(table, place, self._defending(table))
        if self.stage == "weather":
            self._call_off(table)
        else:
            self._draw(table, place)

    def _call_off(self, table: KTable) -> None:
        """Bad weather stops the storm, and no siege is laid."""
        table.finish(self)
        use_up(table, self.french, self.attackers)
        table.emit(facts.AttackCancelled("weather"))
        self._go_ashore(table)

    def _draw(self, table: KTable, place: Place) -> None:
        """Draw the card; bad weather calls the storm off, unless somebody forces it."""
        clash = SiegeClash(self, place, self._defending(table))
        card = draw_combat_card(table, self.seat, clash)
        if not besiegeable(table, self.seat, place):  # somebody has changed sides
            table.finish(self)
            use_up(table, self.french, self.attackers)
            table.emit(facts.AttackCancelled("nobody"))
            self._go_ashore(table)
        elif not card.bad_weather:
            table.finish(self)
            self._decide(table, place, clash, card)
        else:
            asks_force(table, self, place.square, clash.weigh(table))

    def _decide(self, table: KTable, place: Place, clash: SiegeClash, card: EventCard) -> None:
        """Use the card to settle who wins, and what follows from that."""
        attack, opposed = clash.weigh(table)
        forces = committed(table, self.attackers, self.french)
        use_up(table, self.french, self.attackers)
        defenders = self._defending(table)
        use_once(table, (*self.attackers, *defenders))
        nobles = table.state.nobles
        both = [[nobles[n].seat for n in side] for side in (self.attackers, defenders)]
        decisive = reaches(card.combat, max(attack, opposed), min(attack, opposed))
        if decisive and attack > opposed:
            self._tell(table, attack, opposed, card.combat, "taken")
            self._take(table, place, defenders, card.id)
        else:
            outcome = "repelled" if decisive else "undecided"
            self._tell(table, attack, opposed, card.combat, outcome)
            self._fail(table, place, defenders, card.id, forces if decisive else None)
        fought_together(table, place.square, *both)

    def _declare(self, table: KTable, place: Place, defenders: list[NobleId]) -> None:
        """Tell everybody about both sides as they go into the storm."""
        attack = strength(table, self.attackers, frozenset(self.french))
        opposed = defence(table, place, attacking_side(table.state, self.seat, self.attackers))
        table.emit(
            facts.WallsStormed(
                self.seat, self.place, tuple(self.attackers), tuple(defenders), attack, opposed
            )
        )

    def _tell(self, table: KTable, attack: int, opposed: int, half: str, outcome: str) -> None:
        """Tell everybody what the card has decided."""
        table.emit(facts.StormDecided(self.seat, self.place, attack, opposed, half, outcome))

    def _fail(
        self,
        table: KTable,
        place: Place,
        defenders: list[NobleId],
        card: CardId,
        beaten: dict[Seat, int] | None,
    ) -> None:
        """The place holds; ``beaten`` is the strength the attackers had committed, if they are
        beaten.

        The player who controls it captures them and their heirs. A place that nobody holds captures
        nobody, and the attackers stay in the open (ishkibibble-siege.2).
        """
        state = table.state
        fray = fray_of(state, self.attackers, defenders, card=card)
        dead = procedures(table).deaths.among(table, fray)
        captor = None if beaten is None else _master(table, place, defenders)
        if captor is None or beaten is None:
            self._go_ashore(table)
            bury(table, dead, (*self.attackers, *defenders), "siege")
            return
        award_booty(table, captor, beaten)
        victors = [n for n in defenders if n not in dead and state.nobles[n].seat == captor]
        heirs = [h for n in self.attackers for h in heirs_with(state, n) if h not in dead]
        for heir in heirs:
            if victors:
                give_heir(table, heir, strongest(table, victors))
            else:
                leave_heir(table, heir, place.square, place.id)
        if victors:
            fallen = [noble for noble in self.attackers if noble in dead]
            procedures(table).captives.plunder(table, fallen, victors)
        bury(table, dead, (*self.attackers, *defenders), "siege")
        break_sieges_by(table, self.attackers, place.square)
        captives = [noble for noble in self.attackers if noble not in dead]
        for carrier in dict.fromkeys(state.nobles[noble].aboard for noble in captives):
            put_ashore(table, carrier)
        if victors:
            seize(table, place.square, victors, captives, heirs)
        else:
            _captured_by_garrison(table, place, captor, captives)


def _master(table: KTable, place: Place, defenders: list[NobleId]) -> Seat | None:
    """The seat that owns a place: its controller, or whoever occupies a town without walls."""
    owner = controller(table.state, place.id)
    if owner is not None or not defenders:
        return owner
    return table.state.nobles[strongest(table, defenders)].seat


def _captured_by_garrison(
    table: KTable, place: Place, captor: Seat, captives: list[NobleId]
) -> None:
    """A garrison alone has beaten the attackers: its master captures them, and nobody is there to
    take spoils.
    """
    state = table.state
    for noble in captives:
        state.capture(noble, captor)
    keeper = state.control.get(place.id)
    if keeper is not None:
        captives = captives + fall_to(table, place.square, keeper, captives)
    if captives:
        tell_captured(table, captives, captor)
        table.push(procedures(table).captives.taken(captives, captor, []))
