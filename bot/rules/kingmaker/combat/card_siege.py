"""A siege by the base rules: the attackers need a match, and one Event card decides the deaths
(base §10).

Storm or siege: the choice open to anyone who attacks a place (ishkibibble-siege.1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.rules.kernel import IllegalChoice, Seat, Stops
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.combat.aftermath import MoveIn
from bot.rules.kingmaker.combat.assault import AssaultDeclaration, capture, tell_of_assault
from bot.rules.kingmaker.combat.card_battle import bury, draw_combat_card
from bot.rules.kingmaker.combat.fight import use_once, use_up
from bot.rules.kingmaker.combat.outcome import committed, fray_of, mark_attackers, take_booty
from bot.rules.kingmaker.combat.targets import still_there
from bot.rules.kingmaker.conditions.kings_peace import at_peace
from bot.rules.kingmaker.conditions.lasting import is_barred, shut_out_of
from bot.rules.kingmaker.consequences.changes import give_heir, pick_up_heirs, stand_open
from bot.rules.kingmaker.counters import Stage, asks_failure, asks_force, send_back
from bot.rules.kingmaker.forces.strength import (
    attacking_side,
    besiegeable,
    controller,
    defence,
    defending,
    fits,
    held_by_ally,
    inside,
    opposing,
    strength,
    strongest,
)
from bot.rules.kingmaker.ids import NO_NOBLE, NO_PLACE, CardId, HeirId, NobleId, PlaceId, ShipId
from bot.rules.kingmaker.pacts import fought_together
from bot.rules.kingmaker.procedures import SIEGES, Contest, Joining, SiegeAttempt, procedures
from bot.rules.kingmaker.ships.command import aboard
from bot.rules.kingmaker.sieges import (
    break_siege,
    crews_at_closed_ports,
    hold_in_bad_weather,
    join_siege,
    lay_siege,
    matched,
)
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession import heirs_with, unheld_at


class CardSiege(KStep, tag="card_siege"):
    """One attempt to take a place, from the card to its consequences (base-10.4).

    If the place is not taken, nobody draws for it again in this combat phase (base-10.7, base-5.5).
    """

    seat: Seat
    place: PlaceId
    attackers: list[NobleId]
    french: list[CardId] = []
    stage: Stage = ""

    def advance(self, table: KTable) -> None:
        place = table.content.board.places[self.place]
        self.attackers = still_there(table, self.attackers)
        if not self.attackers or not besiegeable(table, self.seat, place):
            table.finish(self)
            table.emit(facts.AttackCancelled("nobody"))
            return
        if not matched(table, place, self.attackers, self.french):
            # Things have changed since the declaration: the attackers must match the defence now
            # (base-10.3).
            table.finish(self)
            table.emit(facts.AttackCancelled("odds"))
            self._go_ashore(table)
            return
        if not self.stage:
            mark_attackers(table, self.attackers)
            clash = SiegeClash(self, place, self._defending(table))
            tell_of_assault(table, self.seat, place, self.attackers, clash.defenders, self.french)
            if asks_failure(table, self, clash.weigh(table)):
                return
        if self.stage == "failed":
            self._go_away(table, place)
        elif self.stage == "weather":
            self._hold(table)
        else:
            self._draw(table, place)

    def _go_away(self, table: KTable, place: Place) -> None:
        """A card has made the siege fail: everybody besieging the place leaves
        (ishkibibble-siegefails.2)."""
        table.finish(self)
        siege = table.state.sieges.get(self.place)
        force = [*self.attackers, *(siege.besiegers if siege is not None else ())]
        table.state.drawn_for.append(self.place)
        if siege is not None:
            break_siege(table, self.place, "card")
        self._go_ashore(table)
        send_back(table, force, place.square)

    def _draw(self, table: KTable, place: Place) -> None:
        """Draw the card; bad weather puts the siege off (base-10.6), unless somebody forces it."""
        clash = SiegeClash(self, place, self._defending(table))
        card = draw_combat_card(table, self.seat, clash, self.place)
        possible = self._still_possible(table, place)
        if possible and card.bad_weather:
            asks_force(table, self, place.square, clash.weigh(table))
            return
        table.finish(self)
        use_up(table, self.french, self.attackers)
        if not possible:
            self._go_ashore(table)
            return
        defenders = self._defending(table)
        use_once(table, (*self.attackers, *defenders))
        seats = {n: table.state.nobles[n].seat for n in (*self.attackers, *defenders)}
        self._take(table, place, defenders, card.id)
        both = [[seats[n] for n in side] for side in (self.attackers, defenders)]
        fought_together(table, place.square, *both)

    def _hold(self, table: KTable) -> None:
        """After bad weather the place is under siege by those who tried to take it (base-10.6)."""
        table.finish(self)
        use_up(table, self.french, self.attackers)
        table.state.drawn_for.append(self.place)
        hold_in_bad_weather(table, self.seat, self.place, self.attackers)

    def _still_possible(self, table: KTable, place: Place) -> bool:
        """Whether the remaining attackers can take the place after somebody has wavered
        (ishkibibble-vacillating.6)."""
        if not besiegeable(table, self.seat, place):
            table.emit(facts.AttackCancelled("nobody"))
        elif not matched(table, place, self.attackers, self.french):
            table.emit(facts.AttackCancelled("odds"))
        else:
            return True
        table.state.drawn_for.append(self.place)
        return False

    def _go_ashore(self, table: KTable) -> None:
        """A noble who came by ship and besieges nothing does not stay aboard outside the port
        (base-8.7)."""
        siege = table.state.sieges.get(self.place)
        carriers = dict.fromkeys(table.state.nobles[noble].aboard for noble in self.attackers)
        for ship in carriers:
            if siege is None or ship not in siege.ships:
                put_ashore(table, ship)

    def _defending(self, table: KTable) -> list[NobleId]:
        """The nobles inside who defend the place against the attackers (base-10.2)."""
        return defending(table, self.place, attacking_side(table.state, self.seat, self.attackers))

    def _take(self, table: KTable, place: Place, defenders: list[NobleId], card: CardId) -> None:
        """The place falls, with all survivors inside (base-10.5), heirs included (base-10.13).

        If all the attackers die, the siege fails and the holder keeps the place (classic-siege.5).
        """
        state = table.state
        fray = fray_of(state, self.attackers, defenders, card=card)
        dead = procedures(table).deaths.among(table, fray)
        victors = [noble for noble in self.attackers if noble not in dead]
        table.emit(self._concluded(table, place, victors))
        take_booty(table, victors, committed(table, defenders))
        within = opposing(table, self.place, attacking_side(state, self.seat, self.attackers))
        friends = [n for n in inside(state, self.place) if n not in within]
        heirs: list[HeirId] = []
        if victors:
            state.sieges.pop(self.place, None)
            heirs = [h for n in within for h in heirs_with(state, n) if h not in dead]
            heirs += unheld_at(state, place.square, self.place)
            leader = strongest(table, victors)
            for heir in heirs:
                give_heir(table, heir, leader)
            fallen = [noble for noble in within if noble in dead]
            procedures(table).captives.plunder(table, fallen, victors)
        bury(table, dead, self.attackers, "siege")
        bury(table, dead, within, "siege")
        if not victors:
            state.drawn_for.append(self.place)
        else:
            captives = [n for n in within if n not in dead]
            self._capture(table, heirs, captives, victors, friends)

    def _concluded(
        self, table: KTable, place: Place, victors: list[NobleId]
    ) -> facts.SiegeConcluded:
        """The event that names the players who take the place: the commander's player and the
        allies to whom he owes it (base-16.2).
        """
        if not victors:
            return facts.SiegeConcluded(self.seat, self.place, False)
        nobles = table.state.nobles
        captor = nobles[strongest(table, victors)].seat
        own = [noble for noble in self.attackers if nobles[noble].seat == captor]
        if matched(table, place, own, self.french):
            return facts.SiegeConcluded(captor, self.place, True)
        seats = dict.fromkeys(nobles[noble].seat for noble in self.attackers)
        allies = tuple(seat for seat in seats if seat != captor)
        return facts.SiegeConcluded(captor, self.place, True, allies)

    def _capture(
        self,
        table: KTable,
        heirs: list[HeirId],
        captives: list[NobleId],
        victors: list[NobleId],
        friends: list[NobleId],
    ) -> None:
        """The commander's nobles go inside straight away, as many as there is room for
        (base-10.18).

        Nobles of the commander's player who were inside stay there.
        """
        state = table.state
        leader = strongest(table, victors)
        captor = state.nobles[leader].seat
        for noble in captives:
            state.capture(noble, captor)
        own = [noble for noble in victors if state.nobles[noble].seat == captor]
        within = [noble for noble in friends if state.nobles[noble].seat == captor]
        going_in = MoveIn(self.place, captor, [*within, *own])
        capture(table, self.place, leader, heirs, captives, victors, going_in)


class SiegeClash(Contest):
    """The attackers of a place and its holders, garrison included, while a card decides."""

    def __init__(self, siege: CardSiege, place: Place, defenders: list[NobleId]) -> None:
        self.siege, self.place = siege, place
        self.attackers, self.defenders = siege.attackers, defenders

    def weigh(self, table: KTable, but: NobleId = NO_NOBLE) -> tuple[int, int]:
        """Both strengths, the garrison included in the defence."""
        attackers = [noble for noble in self.attackers if noble != but]
        side = attacking_side(table.state, self.siege.seat, self.attackers)
        opposed = defence(table, self.place, side)
        if but in self.defenders:
            opposed -= strength(table, [but])
        return strength(table, attackers, frozenset(self.siege.french)), opposed

    def leader(self, table: KTable, *, attacking: bool) -> Seat | None:
        """The besieger if ``attacking``; otherwise the player who holds the place or commands those
        inside a town that nobody holds.
        """
        if attacking:
            return self.siege.seat
        holder = controller(table.state, self.place.id)
        if holder is None and self.defenders:
            holder = table.state.nobles[strongest(table, self.defenders)].seat
        return holder

    def goes(self, table: KTable, noble: NobleId) -> None:
        """The noble goes home alone."""

    def joins(self, table: KTable, noble: NobleId, *, attacking: bool) -> None:
        """The noble comes out to those outside the place, or goes in if there is room.

        The excommunicated take nobody into a cathedral town (ishkibibble-excommunication.3).
        """
        if attacking:
            self.attackers.append(noble)
            stand_open(table, noble, self.place.square)
            return
        self.defenders.append(noble)
        stand_open(table, noble, self.place.square)
        state = table.state
        barred = is_barred(state, table.content, state.nobles[noble].seat, self.place)
        if fits(table, noble, self.place) and not barred:
            state.go_inside(noble, self.place.id)


# What a rule set chooses


@SIEGES.named("match")
class WithAMatch:
    """Besiegers must match the garrison and one faction inside, and never lay siege without doing
    so.
    """

    weighed_at_once = True
    binds_ships = False  # base-10.10, base-10.11: besiegers may leave
    too_weak = IllegalChoice(
        "ishkibibble-siege.4",
        "To announce a siege you need nobles there who match the whole defence.",
    )
    """Said only where sieges are announced: elsewhere none is laid beforehand (base-10.4)."""

    def order_stops(self, verb: str) -> Stops:
        """The only order is to draw for a place (base-10.4)."""
        if verb == "storm":
            yield IllegalChoice(
                "base-10.4",
                "You cannot storm a place in a battle. Conclude a siege, and draw a card for it.",
            )
        elif verb != "conclude":
            yield IllegalChoice(
                "base-10.4",
                "You need not lay siege beforehand. Conclude the siege, and a card is drawn for "
                "it.",
            )

    def timing_stops(self, table: KTable, place: Place, verb: str) -> Stops:
        """The card is drawn immediately (base-10.4), and only once a phase (base-10.7)."""
        if place.id in table.state.drawn_for:
            yield IllegalChoice(
                "base-10.7",
                "You have already drawn for that place in this phase. You may draw again in "
                "your next combat.",
            )

    def counting(
        self,
        strengths: Mapping[Seat, int],
        holder: Seat | None,
        circles: Mapping[Seat, frozenset[Seat]],
    ) -> frozenset[int]:
        """If several factions are inside, only one counts: the strongest or, between equals, the
        holder's (base-10.2), together with its allies inside (base-16.2)."""
        totals = {seat: sum(strengths[one] for one in circles[seat]) for seat in strengths}
        ranked = sorted(strengths, key=lambda seat: (-totals[seat], seat != holder, seat))
        return circles[ranked[0]] if ranked else frozenset()

    def attempt(self, siege: SiegeAttempt) -> KStep:
        """The step in which the card is drawn."""
        return CardSiege(siege.seat, siege.place, siege.attackers, siege.french)

    def parties(self, table: KTable, nobles: Sequence[NobleId]) -> list[NobleId | None]:
        """Nobles under siege come out only together with a noble outside (base-10.8).

        That noble may belong to an ally.
        """
        out = [noble for noble in nobles if table.state.nobles[noble].inside is None]
        return [None] if len(out) == len(nobles) or _relieved(table, nobles) else list(out)

    def relief_stops(self, table: KTable, nobles: Sequence[NobleId]) -> Stops:
        """The refusal for nobles under siege who would come out alone."""
        alone = nobles and all(table.state.nobles[n].inside is not None for n in nobles)
        if alone and not _relieved(table, nobles):
            yield IllegalChoice(
                "base-10.8",
                "Nobles under siege can come out only together with relief from outside.",
            )

    def abandon(self, table: KTable, ship: ShipId) -> None:
        """Nobody dies when a siege from aboard is broken: the besiegers go ashore
        (classic-succession.7).
        """
        put_ashore(table, ship)

    def joining(self, besieger: Seat, seat: Seat) -> Joining:
        """Only the player's own nobles join, and a crew joins only if it could besiege the place
        alone, as it must (base-8.7)."""
        return "with_a_match" if besieger == seat else "never"

    def begin_from_ships(self, table: KTable, seat: Seat) -> None:
        """Nobles whose ship entered a port that is not open must besiege it now (base-8.7).

        A noble who no longer matches the defence, or finds another player besieging the port, goes
        ashore; so do nobles driven by a storm to a place where there is a Peace.
        """
        crews: dict[PlaceId, list[NobleId]] = {}
        for ship, port, nobles in list(crews_at_closed_ports(table, seat)):
            siege = table.state.sieges.get(port.id)
            quiet = at_peace(table.state, port.id, port.square)
            if quiet or held_by_ally(table, seat, port):  # an alliance was made first (base-16.4)
                put_ashore(table, ship)
            elif siege is None or siege.seat == seat:
                crews.setdefault(port.id, []).extend(nobles)
            else:
                put_ashore(table, ship)
        for place, crew in crews.items():
            self.besieged_from_ships(table, seat, place, crew)

    def besieged_from_ships(
        self, table: KTable, seat: Seat, port: PlaceId, crew: list[NobleId]
    ) -> None:
        """Nobles aboard draw for the port, or go ashore (base-8.7)."""
        if matched(table, table.content.board.places[port], crew, []):
            table.push(AssaultDeclaration(seat=seat, place=port, attackers=crew))
            return
        for carrier in dict.fromkeys(table.state.nobles[noble].aboard for noble in crew):
            put_ashore(table, carrier)


def _relieved(table: KTable, nobles: Sequence[NobleId]) -> bool:
    """Whether allies of those inside a place under siege are waiting outside it (base-16.2)."""
    state, alliances = table.state, procedures(table).alliances
    for noble in (state.nobles[key] for key in nobles):
        siege = state.sieges.get(noble.inside or NO_PLACE)
        if siege is not None and alliances.beside(table, noble.seat, siege.seat, noble.square)[0]:
            return True
    return False


def put_ashore(table: KTable, ship: ShipId | None) -> None:
    """Move everybody aboard a ship in port into the open in the port's square, except for those who
    may not go there (ishkibibble-excommunication.3)."""
    state, port = table.state, None if ship is None else table.state.ships[ship].port
    if ship is None or port is None:
        return
    square = table.content.board.places[port].square
    ashore = [
        noble
        for noble in aboard(table, ship)
        if not shut_out_of(state, table.content, state.nobles[noble].seat, square)
    ]
    for noble in ashore:
        stand_open(table, noble, square)
    for noble in ashore:
        pick_up_heirs(table, noble)


_ANNOUNCE = IllegalChoice(
    "ishkibibble-siege.4",
    "First announce the siege. Lay siege now, and conclude it in your next combat.",
)
_TOO_SOON = IllegalChoice(
    "ishkibibble-siege.4",
    "You announced this siege this turn. Conclude it in your next combat.",
)
_BESIEGED = IllegalChoice(
    "ishkibibble-siege.1",
    "You chose to besiege that place. Conclude the siege in your next combat.",
)


@SIEGES.named("storm_or_siege")
class StormOrSiege(WithAMatch):
    """A place is stormed straight away, or a siege is announced, to be decided in the next turn.

    The besiegers need a match, as in the base rules, and until then relief from outside may lift
    the siege (ishkibibble-siege.6).
    """

    def order_stops(self, verb: str) -> Stops:
        """Both ways are open to an attacker (ishkibibble-siege.1)."""
        return iter(())

    def timing_stops(self, table: KTable, place: Place, verb: str) -> Stops:
        """A siege is announced in one turn and resolved in the next (ishkibibble-siege.4,
        ishkibibble-siege.5); a besieger has made his choice and does not storm.
        """
        yield from super().timing_stops(table, place, verb)
        siege = table.state.sieges.get(place.id)
        if siege is None:
            if verb == "conclude":
                yield _ANNOUNCE
        elif verb == "storm":
            yield _BESIEGED
        elif verb == "conclude" and siege.turns < 2:
            yield _TOO_SOON

    def besieged_from_ships(
        self, table: KTable, seat: Seat, port: PlaceId, crew: list[NobleId]
    ) -> None:
        """After entering a port that is not open, a force announces or joins a siege of that port,
        or goes ashore if it is too weak (base-8.7).
        """
        if not matched(table, table.content.board.places[port], crew, []):
            for carrier in dict.fromkeys(table.state.nobles[noble].aboard for noble in crew):
                put_ashore(table, carrier)
        elif port in table.state.sieges:
            join_siege(table, seat, port, tuple(crew))
        else:
            lay_siege(table, seat, port, crew, "ship")
