"""A battle in the open by the lower half of an Event card (base §9)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.rules.kernel import IllegalChoice, Stops
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.changes import (
    draw_event,
    give_heir,
    kill_heir,
    kill_noble,
    leave_heir,
)
from bot.rules.kingmaker.combat.fight import use_once, use_up
from bot.rules.kingmaker.combat.moment import still_there
from bot.rules.kingmaker.combat.outcome import (
    break_sieges_of,
    committed,
    let_back_in,
    seize,
    take_booty,
    take_the_field,
)
from bot.rules.kingmaker.content import EventCard, reaches
from bot.rules.kingmaker.forces import strength, strongest, together
from bot.rules.kingmaker.pacts.orders import fought_together
from bot.rules.kingmaker.procedures import Attack, Fray, procedures
from bot.rules.kingmaker.royals.succession import heirs_with
from bot.rules.kingmaker.state import KStep, KTable

# The card (base-9.5, base-10.4)


def draw_combat_card(
    table: KTable, seat: int, place: str | None = None, *, ambush: bool = False
) -> EventCard:
    """Draw the card that decides a battle, or a siege of ``place``, and discard it (base-9.13).

    Of a card whose lower half is empty nothing can be read: one that is kept is kept (base-4.2),
    any other discarded, and another is drawn. The upper half has no effect.
    """
    while True:
        card = table.content.events[draw_event(table)]
        idle = card.combat == "none"
        kept = idle and card.hold
        pile = table.state.factions[seat].held if kept else table.state.event_discards
        pile.append(card.id)
        table.emit(
            facts.CombatCardDrawn(seat, card.face, card.combat, place, kept=kept, ambush=ambush)
        )
        if not idle:
            return card


# The battle


class CardFight(KStep, tag="card_fight"):
    """One battle in the open, from the card to what it brings (base-9.5).

    Whom the attacker names is a force (classic-battle.1): all of one faction who are in the open of
    the square, and none of them singly (base-5.4).
    Nobody is asked anything in between, so nothing is played from hand (base-9.4).
    """

    seat: int
    against: int
    square: str
    attackers: list[str]
    defenders: list[str]
    french: list[str] = []

    def advance(self, table: KTable) -> None:
        table.finish(self)
        self.attackers = still_there(table, self.attackers)
        self.defenders = still_there(table, self.defenders)
        if not self.attackers or not self.defenders:
            table.emit(facts.AttackCancelled("nobody"))
            return
        sallied = take_the_field(table, self.attackers, self.defenders)
        attack = strength(table, self.attackers, frozenset(self.french))
        opposed = strength(table, self.defenders)
        self._declare(table, attack, opposed, sallied)
        forces = committed(table, self.attackers, self.french), committed(table, self.defenders)
        card = draw_combat_card(table, self.seat)
        use_up(table, self.french)
        if card.bad_weather:  # base-9.6
            table.emit(facts.AttackCancelled("weather"))
            let_back_in(table, sallied)
            return
        use_once(table, (*self.attackers, *self.defenders))
        won = reaches(card.combat, max(attack, opposed), min(attack, opposed))
        winner = (self.seat if attack > opposed else self.against) if won else None
        both = [_seats_of(table, side) for side in (self.attackers, self.defenders)]
        beside = tuple(s for side in both if winner in side for s in side if s != winner)
        table.emit(facts.BattleDecided(attack, opposed, card.combat, winner, beside))
        dead = self._dead(table, card.id)
        if winner is not None:
            victors, lost = self.attackers, forces[1]
            if winner == self.against:
                victors, lost = self.defenders, forces[0]
            take_booty(table, [noble for noble in victors if noble not in dead], lost)
        self._settle(table, winner, dead, sallied)
        fought_together(table, self.square, *both)

    def _settle(
        self, table: KTable, winner: int | None, dead: set[str], sallied: dict[str, str]
    ) -> None:
        """The dead are buried and the beaten captured; who sallied and was not may go back in."""
        beaten = winner == self.against and not dead.issuperset(self.defenders)
        if not beaten:
            let_back_in(table, {n: place for n, place in sallied.items() if n not in dead})
        if winner is None:
            bury(table, dead, (*self.attackers, *self.defenders), "battle")
        elif winner == self.seat:
            self._conquer(table, self.attackers, self.defenders, dead)
        else:
            self._conquer(table, self.defenders, self.attackers, dead)

    def _declare(self, table: KTable, attack: int, opposed: int, sallied: dict[str, str]) -> None:
        """Both sides as they go into the fight."""
        aboard = tuple(n for n in self.defenders if table.state.nobles[n].aboard is not None)
        table.emit(
            facts.AttackDeclared(
                self.seat,
                self.against,
                self.square,
                tuple(self.attackers),
                tuple(self.defenders),
                attack,
                opposed,
                sallying=tuple(sallied),
                aboard=aboard,
            )
        )

    def _dead(self, table: KTable, card: str) -> set[str]:
        """Who dies on either side, whatever the result; it changes nothing about it (base-9.9)."""
        fray = Fray(
            attackers=self.attackers,
            defenders=self.defenders,
            attacking_heirs=[h for n in self.attackers for h in heirs_with(table.state, n)],
            defending_heirs=[h for n in self.defenders for h in heirs_with(table.state, n)],
            card=card,
        )
        return procedures(table).deaths.among(table, fray)

    def _conquer(
        self, table: KTable, winners: list[str], losers: list[str], dead: set[str]
    ) -> None:
        """The winners capture all who live of the losers, heirs too (base-9.11).

        If no winner lives, nobody is captured, and the losers' heirs stand unkept (base-9.12);
        but beaten they are, and besiege nothing there any more (base-10.10).
        """
        state = table.state
        heirs = [h for n in losers for h in heirs_with(state, n) if h not in dead]
        victors = [n for n in winners if n not in dead]
        beaten = {state.nobles[n].seat for n in losers}
        for heir in heirs:
            if victors:
                give_heir(table, heir, strongest(table, victors))
            else:
                leave_heir(table, heir, self.square, None)
        if victors:
            fallen = [noble for noble in losers if noble in dead]
            procedures(table).captives.plunder(table, fallen, victors)
        bury(table, dead, winners, "battle")
        bury(table, dead, losers, "battle")
        break_sieges_of(table, beaten, self.square)
        if victors:
            captives = [noble for noble in losers if noble not in dead]
            seize(table, self.square, victors, captives, heirs)


class Ambush(KStep, tag="ambush"):
    """A card is drawn for deaths alone: nobody wins, nobody is captured (base-18.1).

    By dice only the one who is named and the ambushers roll; ``target`` is he. It is a combat of
    both forces: cards that serve for one are used up (base-19.6).
    """

    seat: int
    against: int
    square: str
    attackers: list[str]
    defenders: list[str]
    target: str | None = None

    def advance(self, table: KTable) -> None:
        table.finish(self)
        state = table.state
        for noble in (*self.attackers, *self.defenders):
            state.nobles[noble].ambushed = True
        table.emit(
            facts.Ambushed(
                self.seat,
                self.against,
                self.square,
                tuple(self.attackers),
                tuple(self.defenders),
                self.target,
            )
        )
        card = draw_combat_card(table, self.seat, ambush=True)
        if card.bad_weather:
            table.emit(facts.AttackCancelled("weather"))
            return
        use_once(table, (*self.attackers, *self.defenders))
        fray = Fray(
            attackers=self.attackers,
            defenders=self.defenders,
            attacking_heirs=[h for n in self.attackers for h in heirs_with(state, n)],
            defending_heirs=[h for n in self.defenders for h in heirs_with(state, n)],
            card=card.id,
        )
        if self.target is not None:
            heir = self.target in state.heirs
            fray = Fray(
                attackers=self.attackers,
                defenders=[] if heir else [self.target],
                attacking_heirs=[],
                defending_heirs=[self.target] if heir else [],
                card=card.id,
            )
        dead = procedures(table).deaths.among(table, fray)
        bury(table, dead, (*self.attackers, *self.defenders), "ambush")


def _seats_of(table: KTable, nobles: Sequence[str]) -> list[int]:
    """The seats whose nobles these are."""
    return list(dict.fromkeys(table.state.nobles[noble].seat for noble in nobles))


def bury(table: KTable, dead: set[str], nobles: Sequence[str], cause: str) -> None:
    """The dead of these nobles, and of the heirs with them, leave the game.

    Heirs who lose their keeper go to the rest of his force at once (base-12.3), or stay where he
    died, unkept (base-12.4).
    """
    state = table.state
    for noble in nobles:
        for heir in heirs_with(state, noble):
            if heir in dead:
                kill_heir(table, heir, cause)
    for noble in nobles:
        if noble in dead:
            comrades = [other for other in together(state, noble) if other not in dead]
            for heir in heirs_with(state, noble) if comrades else ():
                give_heir(table, heir, strongest(table, comrades))
            kill_noble(table, noble, cause)


# What a rule set chooses


class ByEventCard:
    """Battles are decided by the lower half of an Event card (base-9.5)."""

    def least(self, table: KTable, opposed: int) -> int:
        """Any force may attack any other (base-9.1)."""
        return 0

    def murder_stops(self) -> Stops:
        """Nobody is sent out to kill a single man: a force is attacked as a whole."""
        yield IllegalChoice(
            "base-5.4", "A force is attacked as a whole, however strong it is: `attack` it."
        )

    def fight(self, attack: Attack) -> KStep:
        """The battle itself."""
        told = msgspec.structs.asdict(attack)
        del told["target"]
        return CardFight(**told)
