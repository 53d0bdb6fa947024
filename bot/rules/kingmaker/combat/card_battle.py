"""A battle or an ambush in the open, decided by the lower half of an Event card (base §9, §18)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.rules.kernel import IllegalChoice, Seat, Stops
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat.fight import use_once, use_up
from bot.rules.kingmaker.combat.outcome import (
    break_sieges_by,
    committed,
    fray_of,
    let_back_in,
    pass_on_places,
    seize,
    stay_inside,
    take_booty,
    take_the_field,
)
from bot.rules.kingmaker.combat.targets import still_there
from bot.rules.kingmaker.components import EventCard, reaches
from bot.rules.kingmaker.consequences.changes import (
    draw_event,
    give_heir,
    kill_heir,
    kill_noble,
    leave_heir,
    stand_open,
)
from bot.rules.kingmaker.counters import (
    SlipAway,
    Stage,
    asks_evasion,
    asks_force,
    seats_of,
    send_back,
)
from bot.rules.kingmaker.forces.strength import strength, strongest, together
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PersonId, PlaceId, SquareId
from bot.rules.kingmaker.pacts import fought_together
from bot.rules.kingmaker.procedures import BATTLES, Attack, Contest, Fray, handler_of, procedures
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession import heirs_with

# The card (base-9.5, base-10.4)


def draw_combat_card(
    table: KTable,
    seat: Seat,
    clash: Contest,
    place: PlaceId | None = None,
    *,
    ambush: bool = False,
) -> EventCard:
    """Draw the card that decides a battle, or a siege of ``place``, and discard it (base-9.13).

    A card whose lower half is empty decides nothing: it is kept if it can be (base-4.2), otherwise
    discarded, and another is drawn. The upper half has no effect, but an Embassy may reshuffle the
    deck once the combat is over (house-5.9b). A card that changes the sides does so before the next
    one is drawn, or ends the combat as bad weather does (ishkibibble-vacillating.9).
    """
    while True:
        card = table.content.events[draw_event(table)]
        idle = card.combat == "none"
        kept = idle and card.hold
        pile = table.state.factions[seat].held if kept else table.state.event_discards
        pile.append(card.id)
        handler = handler_of(table, card)
        changes = handler.in_combat
        if handler.reshuffles:  # under the fight: it comes once that is over
            fight = table.agenda.pop()
            procedures(table).reshuffle.in_combat(table)
            table.push(fight)
        half = card.combat if changes is None else "doubt"
        table.emit(facts.CombatCardDrawn(seat, card.face, half, place, kept=kept, ambush=ambush))
        if not idle:
            return card
        if changes is not None and changes(table, card, clash):
            return msgspec.structs.replace(card, combat="bad_weather")


class OpenClash(Contest):
    """Two sides who fight in the open in a square: if one of their nobles wavers, it matters to
    both.

    ``french`` are the attack-only cards that are used here.
    """

    def __init__(self, fight: CardFight | Ambush, french: Sequence[CardId] = ()) -> None:
        self.attackers, self.defenders = fight.attackers, fight.defenders
        self.seat, self.against = fight.seat, fight.against
        self.square, self.french = fight.square, frozenset(french)

    def weigh(self, table: KTable, but: str = "") -> tuple[int, int]:
        """The strengths of both sides; with ``but``, as if that noble were not there."""
        sides = self.attackers, self.defenders
        attack, opposed = ([noble for noble in side if noble != but] for side in sides)
        return strength(table, attack, self.french), strength(table, opposed)

    def leader(self, table: KTable, *, attacking: bool) -> Seat | None:
        """The attacker if ``attacking``; otherwise the player he attacks."""
        return self.seat if attacking else self.against

    def goes(self, table: KTable, noble: NobleId) -> None:
        """The noble goes home alone."""

    def joins(self, table: KTable, noble: NobleId, *, attacking: bool) -> None:
        """The noble crosses the field to the other side, from a besieging ship if need be."""
        (self.attackers if attacking else self.defenders).append(noble)
        if table.state.nobles[noble].aboard is not None:
            stand_open(table, noble, self.square)


# The battle


class CardFight(KStep, tag="card_fight"):
    """One battle in the open, from the card to its consequences (base-9.5).

    The nobles named by the attacker (classic-battle.1) belong to one faction and are in the open in
    the square; the others take no part. Meanwhile nothing is played from hand (base-9.4) except
    cards that call the battle off or force it (ishkibibble-evade.1, ishkibibble-force.1);
    ``sallied`` says who came out, and from where.
    """

    seat: Seat
    against: Seat
    square: SquareId
    attackers: list[NobleId]
    defenders: list[NobleId]
    french: list[CardId] = []
    stage: Stage = ""
    sallied: dict[NobleId, PlaceId] = {}
    evader: int | None = None

    def advance(self, table: KTable) -> None:
        self.attackers = still_there(table, self.attackers)
        self.defenders = still_there(table, self.defenders)
        if not self.attackers or not self.defenders:
            table.finish(self)
            table.emit(facts.AttackCancelled("nobody"))
            stay_inside(table, self.sallied)
            return
        if not self.stage:
            self.sallied = take_the_field(table, self.attackers, self.defenders)
            strengths = self._clash().weigh(table)
            self._declare(table, *strengths, self.sallied)
            if asks_evasion(table, self, self.square, strengths):
                return
        if self.stage == "evaded":
            asks_force(table, self, self.square, self._clash().weigh(table), "off")
        elif self.stage in ("off", "weather"):
            self._call_off(table)
        else:
            self._draw(table)

    def _clash(self) -> OpenClash:
        return OpenClash(self, self.french)

    def _call_off(self, table: KTable) -> None:
        """Nothing is decided (base-9.6); after an evasion the weaker side leaves or, if they are
        equal, the side of the player who played the card (ishkibibble-evade.2)."""
        table.finish(self)
        use_up(table, self.french, self.attackers)
        table.emit(facts.AttackCancelled("weather" if self.stage == "weather" else "evaded"))
        gone = weaker_side(table, self, self._clash()) if self.stage == "off" else []
        stay_inside(table, {n: place for n, place in self.sallied.items() if n not in gone})
        send_back(table, gone, self.square, SlipAway)

    def _draw(self, table: KTable) -> None:
        """Draw the card; bad weather calls the battle off, unless somebody forces it."""
        clash = self._clash()
        card = draw_combat_card(table, self.seat, clash)
        self.sallied = {n: place for n, place in self.sallied.items() if n in self.attackers}
        if card.bad_weather:
            asks_force(table, self, self.square, clash.weigh(table))
            return
        table.finish(self)
        self._decide(table, clash, card)

    def _decide(self, table: KTable, clash: OpenClash, card: EventCard) -> None:
        attack, opposed = clash.weigh(table)
        forces = committed(table, self.attackers, self.french), committed(table, self.defenders)
        use_up(table, self.french, self.attackers)
        use_once(table, (*self.attackers, *self.defenders))
        won = reaches(card.combat, max(attack, opposed), min(attack, opposed))
        winner = (self.seat if attack > opposed else self.against) if won else None
        both = [seats_of(table, side) for side in (self.attackers, self.defenders)]
        beside = tuple(s for side in both if winner in side for s in side if s != winner)
        table.emit(facts.BattleDecided(attack, opposed, card.combat, winner, beside))
        dead = self._dead(table, card.id)
        if winner is not None:
            victors, lost = self.attackers, forces[1]
            if winner == self.against:
                victors, lost = self.defenders, forces[0]
            take_booty(table, [noble for noble in victors if noble not in dead], lost)
        self._settle(table, winner, dead, self.sallied)
        fought_together(table, self.square, *both)

    def _settle(
        self, table: KTable, winner: Seat | None, dead: set[str], sallied: dict[NobleId, PlaceId]
    ) -> None:
        """Bury the dead and capture the beaten; those who sallied and escaped capture may go back
        in."""
        beaten = winner == self.against and not dead.issuperset(self.defenders)
        if not beaten:
            let_back_in(table, {n: place for n, place in sallied.items() if n not in dead})
        elif table.content.ruleset.garrison_alliances:
            pass_on_places(table, sallied, dead, self.attackers)
        if winner is None:
            bury(table, dead, (*self.attackers, *self.defenders), "battle")
        elif winner == self.seat:
            self._conquer(table, self.attackers, self.defenders, dead)
        else:
            self._conquer(table, self.defenders, self.attackers, dead)

    def _declare(
        self, table: KTable, attack: int, opposed: int, sallied: dict[NobleId, PlaceId]
    ) -> None:
        """Tell everybody about both sides as they go into the fight."""
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

    def _dead(self, table: KTable, card: CardId) -> set[str]:
        """The nobles and heirs who die on either side; the result stands (base-9.9)."""
        fray = fray_of(table.state, self.attackers, self.defenders, card=card)
        return procedures(table).deaths.among(table, fray)

    def _conquer(
        self, table: KTable, winners: list[NobleId], losers: list[NobleId], dead: set[str]
    ) -> None:
        """The winners capture all the losers who are still alive, heirs included (base-9.11).

        If no winner survives, nobody is captured, and the losers' heirs are left without a keeper
        (base-9.12). The losers are still beaten, and no longer besiege anything there (base-10.10).
        Other besiegers continue a siege for as long as they match the defence (base-10.11).
        """
        state = table.state
        break_sieges_by(table, losers, self.square)
        losers = [noble for noble in losers if noble in state.nobles]  # some went down with a ship
        heirs = [h for n in losers for h in heirs_with(state, n) if h not in dead]
        victors = [n for n in winners if n not in dead]
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
        if victors:
            captives = [noble for noble in losers if noble not in dead]
            seize(table, self.square, victors, captives, heirs)


class Ambush(KStep, tag="ambush"):
    """A card is drawn only to see who dies: nobody wins, and nobody is captured (base-18.1).

    With dice, only the named target (``target``) and the ambushers roll. An ambush counts as a
    combat for both forces: single-use cards are used up (base-19.6).
    """

    seat: Seat
    against: Seat
    square: SquareId
    attackers: list[NobleId]
    defenders: list[NobleId]
    target: PersonId | None = None
    stage: Stage = ""
    evader: int | None = None

    def advance(self, table: KTable) -> None:
        if not self.stage:
            self._declare(table)
            if asks_evasion(table, self, self.square, OpenClash(self).weigh(table)):
                return
        self.attackers = still_there(table, self.attackers)
        self.defenders = still_there(table, self.defenders)
        if self.stage == "evaded":
            asks_force(table, self, self.square, OpenClash(self).weigh(table), "off")
        elif self.stage in ("off", "weather"):
            self._call_off(table)
        else:
            self._draw(table)

    def _declare(self, table: KTable) -> None:
        """Announce the ambush: who lies in wait for whom."""
        for noble in (*self.attackers, *self.defenders):
            table.state.nobles[noble].ambushed = True
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

    def _call_off(self, table: KTable) -> None:
        """Nobody dies; if the battle is evaded, the weaker side leaves (ishkibibble-evade.2)."""
        table.finish(self)
        table.emit(facts.AttackCancelled("weather" if self.stage == "weather" else "evaded"))
        if self.stage == "off":
            gone = weaker_side(table, self, OpenClash(self))
            send_back(table, gone, self.square, SlipAway)

    def _draw(self, table: KTable) -> None:
        """Draw the card; bad weather calls the battle off, unless somebody forces it."""
        card = draw_combat_card(table, self.seat, OpenClash(self), ambush=True)
        if card.bad_weather:
            asks_force(table, self, self.square, OpenClash(self).weigh(table))
            return
        table.finish(self)
        if self._target_is_gone(table):
            table.emit(facts.AttackCancelled("nobody"))
            return
        self._decide(table, card)

    def _decide(self, table: KTable, card: EventCard) -> None:
        state = table.state
        use_once(table, (*self.attackers, *self.defenders))
        fray = fray_of(state, self.attackers, self.defenders, card=card.id)
        if self.target is not None:
            heir, noble = HeirId(self.target), NobleId(CardId(self.target))
            named = heir in state.heirs
            fray = Fray(
                attackers=self.attackers,
                defenders=[] if named else [noble],
                attacking_heirs=[],
                defending_heirs=[heir] if named else [],
                card=card.id,
            )
        dead = procedures(table).deaths.among(table, fray)
        bury(table, dead, (*self.attackers, *self.defenders), "ambush")

    def _target_is_gone(self, table: KTable) -> bool:
        """Whether the named noble, or the keeper of the named heir, has wavered and left."""
        heir = table.state.heirs.get(HeirId(self.target or ""))
        named = self.target if heir is None else heir.holder
        return named is not None and named not in self.defenders


def weaker_side(table: KTable, fight: CardFight | Ambush, clash: OpenClash) -> list[NobleId]:
    """The side that leaves after an evasion: the weaker one or, between equals, that of the player
    who played the card (ishkibibble-evade.2)."""
    attack, opposed = clash.weigh(table)
    if attack == opposed:
        gives_way = fight.evader in seats_of(table, fight.attackers)
    else:
        gives_way = attack < opposed
    return list(fight.attackers if gives_way else fight.defenders)


def bury(table: KTable, dead: set[str], nobles: Sequence[NobleId], cause: str) -> None:
    """The dead among these nobles and the heirs with them leave the game.

    Heirs who lose their keeper go straight to the rest of his force, aboard other ships or ashore
    (base-12.3), or stay where he died, without a keeper (base-12.4).
    """
    state = table.state
    for noble in nobles:
        for heir in heirs_with(state, noble):
            if heir in dead:
                kill_heir(table, heir, cause)
    for noble in nobles:
        if noble in dead:
            fought = [n for n in nobles if state.nobles[n].seat == state.nobles[noble].seat]
            comrades = [n for n in (*together(state, noble), *fought) if n not in dead]
            for heir in heirs_with(state, noble) if comrades else ():
                give_heir(table, heir, strongest(table, comrades))
    for noble in nobles:
        if noble in dead:
            kill_noble(table, noble, cause)


# What a rule set chooses


@BATTLES.named("event_card")
class ByEventCard:
    """Battles are decided by the lower half of an Event card (base-9.5)."""

    def least(self, table: KTable, opposed: int) -> int:
        """Any force may attack any other (base-9.1)."""
        return 0

    def murder_stops(self) -> Stops:
        """Nobody can be sent out just to kill one man; there are only ordinary attacks."""
        yield IllegalChoice("base-9.1", "At this table nobody sends out assassins. Attack instead.")

    def fight(self, attack: Attack) -> KStep:
        """The battle itself."""
        told = msgspec.structs.asdict(attack)
        del told["target"]
        return CardFight(**told)
