"""The attempt to conclude a siege (house §6.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from bot.rules.kernel import IllegalChoice, Seat, Stops
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.captivity import fall_to, heir_ransoms, tell_captured
from bot.rules.kingmaker.combat.aftermath import HoldPlace, Occupy
from bot.rules.kingmaker.combat.alliances import Allies, dissolve, opponent_in, stand_by
from bot.rules.kingmaker.combat.battle import BeforeWeather, asked_before_weather
from bot.rules.kingmaker.combat.fight import check_weather, use_once, use_up
from bot.rules.kingmaker.combat.outcome import committed, fray_of, mark_attackers, take_booty
from bot.rules.kingmaker.combat.targets import still_there
from bot.rules.kingmaker.consequences.changes import (
    give_heir,
    kill_heir,
    kill_noble,
    leave_heir,
    stand_open,
    take_control,
)
from bot.rules.kingmaker.consequences.going_home import KeepHeirs
from bot.rules.kingmaker.counters import seats_of
from bot.rules.kingmaker.forces.strength import (
    attacking_side,
    besiegeable,
    defence,
    defending,
    inside,
    opposing,
    strength,
    strongest,
)
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, ShipId
from bot.rules.kingmaker.pacts import fought_together
from bot.rules.kingmaker.procedures import SIEGES, Joining, SiegeAttempt, procedures
from bot.rules.kingmaker.sieges import (
    besiege_from_ships,
    hold_in_bad_weather,
    kill_ship_besiegers,
    matched,
)
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession import unheld_at


class AssaultDeclaration(KStep, tag="storm"):
    """An attempt to conclude a siege is declared; forces in the square may join (house-5.11c)."""

    seat: Seat
    place: PlaceId
    attackers: list[NobleId]
    french: list[CardId] = []
    defenders: list[NobleId] = []
    mustered: bool = False
    needed: int = 0
    """The strength that the attackers cannot reach without allies (house-5.11g); otherwise 0."""

    def advance(self, table: KTable) -> None:
        if not self.mustered:
            self._declare(table)
        else:
            self._begin(table)

    def _declare(self, table: KTable) -> None:
        """Announce the attempt; ask the other forces once whether they join it (house-5.11c).

        Nobody joins those inside (house-5.11f).
        """
        self.mustered = True
        defenders = self._opposing(table)
        against = opponent_in(table, self.place, self.seat)
        square = table.content.board.places[self.place].square
        stand_by(table, (self.seat, against), square, self.attackers, defenders, self.place)
        allies = Allies(
            square=square,
            seat=self.seat,
            against=against,
            attackers=self.attackers,
            defenders=defenders,
            pending=procedures(table).alliances.asked(table, self.seat, against),
            place=self.place,
            needed=self.needed,
        )
        if allies.prompts(table) or self._asked(table):
            self._announce(table, against, defenders)
        table.push(allies)

    def _asked(self, table: KTable) -> list[Seat]:
        """The seats asked before the weather (house-5.14f); none if no player holds the place."""
        against = opponent_in(table, self.place, self.seat)
        asked = asked_before_weather(table, against, self._opposing(table))
        return [seat for seat in asked if seat != self.seat]

    def _opposing(self, table: KTable) -> list[NobleId]:
        """The nobles inside who are not on the attacking side."""
        return opposing(table, self.place, attacking_side(table.state, self.seat, self.attackers))

    def _announce(self, table: KTable, against: Seat, defenders: list[NobleId]) -> None:
        """Before anybody is asked, everybody is told about the attempt (house-5.14f)."""
        place = table.content.board.places[self.place]
        table.emit(
            facts.AttackAnnounced(
                self.seat,
                against,
                place.square,
                tuple(self.attackers),
                tuple(defenders),
                strength(table, self.attackers, frozenset(self.french)),
                defence(table, place, attacking_side(table.state, self.seat, self.attackers)),
                needed=self.needed,
                place=self.place,
            )
        )

    def _begin(self, table: KTable) -> None:
        """There is no assault if allies were needed and stayed out (house-5.11g)."""
        table.finish(self)
        place = table.content.board.places[self.place]
        self.attackers = still_there(table, self.attackers, self.place)
        against = opponent_in(table, self.place, self.seat)
        if self.needed and not matched(table, place, self.attackers, self.french):
            dissolve(table.state, self.seat, against, self.attackers)
            table.emit(facts.AlliesStayedOut(self.seat, against, place.square, self.place))
            table.agenda[-1].stayed_out.append(self.place)
            return
        self.defenders = self._opposing(table)
        table.push(
            BeforeWeather(
                seat=self.seat,
                against=against,
                square=place.square,
                attackers=self.attackers,
                defenders=self.defenders,
                french=self.french,
                place=self.place,
                pending=self._asked(table),
            ),
            self.decided_by(
                table,
                SiegeAttempt(
                    seat=self.seat,
                    place=self.place,
                    attackers=self.attackers,
                    defenders=self.defenders,
                    french=self.french,
                ),
            ),
        )

    def decided_by(self, table: KTable, attempt: SiegeAttempt) -> KStep:
        """The step that decides the attempt under the table's rules."""
        return procedures(table).siege.attempt(attempt)


# 6.1 Active Combat


class Assault(KStep, tag="assault"):
    """One attempt to conclude a siege: weather, deaths, capture (house-6.1)."""

    seat: Seat
    place: PlaceId
    attackers: list[NobleId]
    defenders: list[NobleId]
    french: list[CardId] = []

    def advance(self, table: KTable) -> None:
        table.finish(self)
        place = table.content.board.places[self.place]
        self.attackers = still_there(table, self.attackers, self.place)
        attacking = attacking_side(table.state, self.seat, self.attackers)
        self.defenders = defending(table, self.place, attacking)
        if not self.attackers or not besiegeable(table, self.seat, place):
            table.emit(facts.AttackCancelled("nobody"))
            return
        mark_attackers(table, self.attackers)
        tell_of_assault(table, self.seat, place, self.attackers, self.defenders, self.french)
        if not matched(table, place, self.attackers, self.french):
            # Cards may have been played since the declaration: the attackers must match the defence
            # now (house-6.1a).
            table.emit(facts.AttackCancelled("odds"))
            return
        owed = self._made_up_for(table, place)
        self._defended(table)
        card, bad = check_weather(table, self.seat)
        use_up(table, self.french, self.attackers)
        if bad:
            hold_in_bad_weather(table, self.seat, self.place, self.attackers)
        else:
            use_once(table, (*self.attackers, *self.defenders))
            both = [seats_of(table, side) for side in (self.attackers, self.defenders)]
            self._take(table, place, card, owed)
            fought_together(table, place.square, *both)

    def _defended(self, table: KTable) -> None:
        """Everybody holding the place has defended in this phase, even in bad weather
        (house-1.17)."""
        table.state.drawn_for.append(self.place)
        for noble in self.defenders:
            table.state.nobles[noble].defended = True

    def _made_up_for(self, table: KTable, place: Place) -> dict[Seat, tuple[Seat, ...]]:
        """For each attacking player, the allies without whom his own nobles would not match the
        defence (house-5.11g)."""
        nobles = table.state.nobles
        seats = dict.fromkeys((self.seat, *(nobles[noble].seat for noble in self.attackers)))
        owed = {}
        for seat in seats:
            own = [noble for noble in self.attackers if nobles[noble].seat == seat]
            enough = matched(table, place, own, self.french)
            owed[seat] = () if enough else tuple(other for other in seats if other != seat)
        return owed

    # 6.1 In good weather the attempt succeeds: deaths on the Major Victory line, survivors captured

    def _take(
        self, table: KTable, place: Place, card: CardId, owed: dict[Seat, tuple[Seat, ...]]
    ) -> None:
        """The siege is concluded without a roll on the combat table (house-6.1e).

        Everybody rolls for death as in a Major Victory (house-6.1f). If no attacker is left, nobody
        takes the place: captives go free, heirs are left in the open without a keeper (house-6.1h),
        and anybody left aboard a besieging ship dies (house-8.6.21). If names on a card decide who
        dies, that card is the one drawn for the weather (base-9.9).
        """
        state, defenders = table.state, self.defenders
        siege = state.sieges.pop(self.place, None)
        friends = [n for n in inside(state, self.place) if n not in defenders]
        fray = fray_of(
            state,
            self.attackers,
            defenders,
            unkept=unheld_at(state, place.square, self.place),
            card=card,
            result="major_victory",
        )
        own_heirs, heirs = fray.attacking_heirs, fray.defending_heirs
        dead = procedures(table).deaths.among(table, fray)
        victors = [n for n in self.attackers if n not in dead]
        lost = committed(table, defenders)
        for heir in (*own_heirs, *heirs):
            if heir in dead:
                kill_heir(table, heir, "siege")
        heirs = [h for h in heirs if h not in dead]
        own_heirs = [h for h in own_heirs if h not in dead]
        leader = strongest(table, victors) if victors else None
        captor = self.seat if leader is None else state.nobles[leader].seat
        table.emit(facts.SiegeConcluded(captor, self.place, bool(victors), owed[captor]))
        take_booty(table, victors, lost)
        self._pass_on(table, [*own_heirs, *heirs], victors, leader)
        fallen = [noble for noble in defenders if noble in dead]
        procedures(table).captives.plunder(table, fallen, victors)
        captives = [n for n in defenders if n not in dead] if victors else []
        for noble in captives:
            state.capture(noble, captor)
        for noble in (*self.attackers, *defenders):
            if noble in dead:
                kill_noble(table, noble, "siege")
        if leader is not None:
            victors = [n for n in victors if state.nobles[n].seat == captor]
            friends = [n for n in friends if state.nobles[n].seat == captor]
            going_in = Occupy(self.place, captor, [*friends, *victors])
            capture(table, self.place, leader, heirs, captives, victors, going_in)
        elif siege is not None:
            for ship in siege.ships:
                procedures(table).siege.abandon(table, ship)

    def _pass_on(
        self, table: KTable, heirs: list[HeirId], victors: list[NobleId], leader: NobleId | None
    ) -> None:
        """Surviving heirs go to a comrade of their dead keeper among the victors (base-12.3),
        failing that to the commander, or are left in the open without a keeper (house-6.1h)."""
        nobles = table.state.nobles
        for heir in heirs:
            keeper = table.state.heirs[heir].holder
            if leader is None:
                leave_heir(table, heir, table.content.board.places[self.place].square, None)
            elif keeper is None or keeper not in victors:
                seat = None if keeper is None else nobles[keeper].seat
                comrades = [noble for noble in victors if nobles[noble].seat == seat]
                give_heir(table, heir, strongest(table, comrades) if comrades else leader)


def tell_of_assault(
    table: KTable,
    seat: Seat,
    place: Place,
    attackers: list[NobleId],
    defenders: list[NobleId],
    french: list[CardId],
) -> None:
    """Tell everybody about both sides as they go into the assault."""
    table.emit(
        facts.AssaultDeclared(
            seat,
            place.id,
            tuple(attackers),
            tuple(defenders),
            strength(table, attackers, frozenset(french)),
            defence(table, place, attacking_side(table.state, seat, attackers)),
        )
    )


def capture(
    table: KTable,
    place_id: PlaceId,
    leader: NobleId,
    heirs: list[HeirId],
    captives: list[NobleId],
    victors: list[NobleId],
    going_in: KStep,
) -> None:
    """The place and everything in it fall to the leader's faction (house-6.1g, base-10.13).

    ``victors`` share whatever the captives leave; ``going_in`` is the step in which nobles of the
    leader's faction go inside.
    """
    captor = table.state.nobles[leader].seat
    place = table.content.board.places[place_id]
    own = [noble for noble in victors if table.state.nobles[noble].seat == captor]
    for noble in own:
        if table.state.nobles[noble].aboard is not None:
            stand_open(table, noble, place.square)
    captives = captives + fall_to(table, place.square, leader, captives)
    if captives:
        tell_captured(table, captives, captor)
    if place.is_fortress:
        take_control(table, place_id, leader, "siege")
    table.push(
        KeepHeirs(heirs, own),
        procedures(table).captives.taken(captives, captor, victors),
        *heir_ransoms(table, heirs, captor),
        HoldPlace(place_id, own),
        going_in,
    )


# What a rule set chooses


@SIEGES.named("shares")
class InShares:
    """Half the defence is needed to lay a siege, and all of it to conclude one (house-6.2a)."""

    weighed_at_once = False
    binds_ships = True  # house-8.6.19
    too_weak = IllegalChoice(
        "house-6.2a", "To lay siege you need nobles there with half the strength of the defence."
    )

    def order_stops(self, verb: str) -> Stops:
        """A siege is laid, joined and concluded."""
        if verb == "storm":
            yield IllegalChoice(
                "house-6.1a", "You storm a place by concluding a siege, not in a battle."
            )

    def timing_stops(self, table: KTable, place: Place, verb: str) -> Stops:
        """A siege may be laid and concluded in one phase (house-6.2b), but only one attempt may be
        made to conclude it.

        The garrison is part of the force inside, and, like it, defends only once a phase
        (house-1.17). A siege is laid and joined without an attack.
        """
        if verb == "conclude" and place.id in table.state.drawn_for:
            yield IllegalChoice(
                "house-1.17",
                "The defenders of that place have already been attacked in this phase.",
            )

    def counting(
        self,
        strengths: Mapping[Seat, int],
        holder: Seat | None,
        circles: Mapping[Seat, frozenset[Seat]],
    ) -> frozenset[int]:
        """Everybody inside defends the place (house-2.3f, house-8.5.2)."""
        return frozenset(strengths)

    def attempt(self, siege: SiegeAttempt) -> KStep:
        """The assault."""
        return Assault(**msgspec.structs.asdict(siege))

    def parties(self, table: KTable, nobles: Sequence[NobleId]) -> list[NobleId | None]:
        """Those inside may come out on their own (house-6.4c)."""
        return [None]

    def relief_stops(self, table: KTable, nobles: Sequence[NobleId]) -> Stops:
        """Nothing keeps the besieged inside."""
        return iter(())

    def abandon(self, table: KTable, ship: ShipId) -> None:
        """Everybody aboard a besieging ship dies (house-8.6.21)."""
        kill_ship_besiegers(table, ship)

    def joining(self, besieger: Seat, seat: Seat) -> Joining:
        """Anybody's nobles may join, because nobody declines an ally (house-8.6.18,
        house-5.11e)."""
        return "freely"

    def begin_from_ships(self, table: KTable, seat: Seat) -> None:
        """Nobles aboard begin a siege without drawing a card."""
        besiege_from_ships(table, seat)
