"""Phase 3, combat: the phase itself and its orders (house §2.3, §5.15, §6; base §9, §10).

What is offered, what stands in the way, and what each order begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.rules.kernel import Choice, Form, IllegalChoice, Offer, Seat, Stops, first, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat.alliances import french_of, opponent_in, stand_by
from bot.rules.kingmaker.combat.assault import AssaultDeclaration
from bot.rules.kingmaker.combat.attack_orders import ATTACKS, attack_offers, attack_stops
from bot.rules.kingmaker.combat.battle import Battle
from bot.rules.kingmaker.combat.card_battle import Ambush
from bot.rules.kingmaker.combat.sea_battle import SeaFight, sea_offers, sea_stops
from bot.rules.kingmaker.combat.siege_orders import SIEGES, crew_offers, siege_offers, siege_stops
from bot.rules.kingmaker.combat.strengths import to_attack
from bot.rules.kingmaker.combat.targets import ambushable, attacked, enemies_met, exposed
from bot.rules.kingmaker.combat.wall_assault import StormDeclaration
from bot.rules.kingmaker.conditions.lasting import defeat_stops
from bot.rules.kingmaker.conditions.sides import stirs
from bot.rules.kingmaker.forces.strength import defence, garrison, strength
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, SeaId, SquareId
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.ships.blockade import breaking_out
from bot.rules.kingmaker.ships.fleets import make_peace
from bot.rules.kingmaker.sieges import (
    break_siege,
    can_hold,
    join_siege,
    lay_siege,
    ports_shut_to,
    to_conclude,
)
from bot.rules.kingmaker.state import KOrders, KTable

_HAS_ATTACKED = ("house-1.16", "house-1.17")


def combat_offers(table: KTable, seat: Seat, barred: Sequence[str]) -> Iterator[Offer]:
    """Every attack and siege order open to a faction now, found one by one on demand.

    ``barred`` are the targets on which the faction may not declare another attack this phase
    (house-5.11g), named by ``force_key`` or the ids of places.
    """
    state = table.state
    if not free(defeat_stops(state, seat)):
        return
    squares = enemies_met(table, seat)
    for square, enemies in squares.items():
        yield from attack_offers(table, seat, square, enemies, barred)
        for place in table.content.board.squares[square].places:
            yield from siege_offers(table, seat, place, barred)
    for place in ports_shut_to(table, seat):
        yield from crew_offers(table, seat, place)
    for place, siege in state.sieges.items():
        if siege.ships and table.content.board.places[place].square not in squares:
            yield from siege_offers(table, seat, place, barred)
    yield from sea_offers(table, seat)


def combat_stops(table: KTable, seat: Seat, choice: Choice, barred: Sequence[str] = ()) -> Stops:
    """Everything that stands in the way of an attack or a siege order, the plainest first."""
    yield from defeat_stops(table.state, seat)
    if choice.verb in ATTACKS:
        yield from attack_stops(table, seat, choice, barred)
    elif choice.verb in SIEGES:
        yield from siege_stops(table, seat, choice, barred)
    elif choice.verb == "attack_at_sea":
        yield from sea_stops(table, seat, choice)


def missed(table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
    """What would have forbidden an order like this in the combat phase just over; None if nothing
    would, or if the order is not a whole one.

    It no longer matters whether somebody has already attacked or been attacked.
    """
    if not CombatPhase.forms[choice.verb].fits(choice):
        return None
    stop = first(combat_stops(table, seat, choice))
    return None if stop is None or stop.rule in _HAS_ATTACKED else stop


class CombatPhase(KOrders, tag="combat_phase"):
    """The active player attacks and besieges, one target at a time (house-2.3a)."""

    seat: Seat
    begun: bool = False
    stayed_out: list[str] = []
    """Targets of attacks that came to nothing because allies stayed out (house-5.11g)."""

    kind = "combat"
    done_by = "house-2.3a"
    forms = {
        "attack": Form(one=("square", "against"), several=("nobles",), perhaps=("foes",)),
        "attack_with_french": Form(
            one=("square", "against"), several=("nobles",), perhaps=("foes",)
        ),
        "assassinate": Form(one=("noble", "target")),
        "ambush": Form(one=("square", "against"), several=("nobles",), perhaps=("target",)),
        "attack_at_sea": Form(one=("sea", "against")),
        "lay": Form(one=("place",), several=("nobles",)),
        "join": Form(one=("place",), several=("nobles",)),
        "conclude": Form(one=("place",), several=("nobles",)),
        "conclude_with_french": Form(one=("place",), several=("nobles",)),
        "storm": Form(one=("place",), several=("nobles",)),
        "storm_with_french": Form(one=("place",), several=("nobles",)),
    }

    @property
    def orders_of(self) -> Seat:
        return self.seat

    def orders(self, table: KTable) -> Iterator[Offer]:
        if self.begun:
            yield from combat_offers(table, self.seat, self.stayed_out)

    def advance(self, table: KTable) -> None:
        if self.begun:
            self._end(table)
            return
        self.begun = True
        table.emit(facts.PhaseBegan(self.seat, "combat"))
        for noble in table.state.nobles.values():
            noble.attacked = noble.defended = noble.ambushed = False
        table.state.drawn_for.clear()  # an earlier phase may have been broken off
        hold_sieges(table, self.seat)
        if free(defeat_stops(table.state, self.seat)):
            procedures(table).siege.begin_from_ships(table, self.seat)
            make_peace(table, self.seat)
        for ship in table.state.ships.values():
            ship.fought = False
        table.push(*(SeaFight(self.seat, *met) for met in breaking_out(table, self.seat)))

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "done":
            self._end(table)
        else:
            stirs(table.state, seat)
            _ORDERS[choice.verb](table, seat, choice)

    def _end(self, table: KTable) -> None:
        table.finish(self)
        table.state.drawn_for.clear()

    def order_stops(self, table: KTable, choice: Choice) -> Stops:
        yield from combat_stops(table, self.seat, choice, self.stayed_out)

    @property
    def misfit(self) -> IllegalChoice:
        return IllegalChoice("house-2.3a", "Name each noble only once, and name one target.")

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        return first(combat_stops(table, seat, choice, self.stayed_out))


def hold_sieges(table: KTable, seat: Seat) -> None:
    """Every siege of the active player enters its next turn or is broken (house-6.3a,
    house-6.4e)."""
    nobles = table.state.nobles
    for place_id, siege in list(table.state.sieges.items()):
        for noble in siege.besiegers:
            if noble in nobles and nobles[noble].seat == seat:
                nobles[noble].fought = True  # even in a siege that he has joined (house-5.11b)
        if siege.seat != seat:
            continue
        siege.turns += 1  # house-6.2e
        if can_hold(table, place_id):
            place = table.content.board.places[place_id]
            table.emit(facts.SiegeHeld(seat, place_id, siege.turns, garrison(table, place)))
        else:
            break_siege(table, place_id, "weakness")


# Orders


def _french_used(table: KTable, choice: Choice) -> list[CardId]:
    """The attack-only cards that a choice uses."""
    used = choice.verb.endswith("_with_french")
    return french_of(table, choice.many("nobles", NobleId)) if used else []


def _lacking(table: KTable, attackers: list[NobleId], french: list[CardId], least: int) -> int:
    """The strength needed, if the attackers cannot reach it without allies (house-5.11g); otherwise
    0."""
    return 0 if strength(table, attackers, frozenset(french)) >= least else least


def attack(table: KTable, seat: Seat, choice: Choice) -> None:
    """Attack a force in the open, or those nobles in it who are named (classic-battle.1)."""
    square, against = choice.one("square", SquareId), Seat(int(choice.one("against")))
    attackers = list(choice.many("nobles", NobleId))
    defenders = attacked(table, square, against, choice.many("foes"))
    french = _french_used(table, choice)
    table.push(
        Battle(
            seat=seat,
            against=against,
            square=square,
            attackers=attackers,
            defenders=defenders,
            french=french,
            needed=_lacking(table, attackers, french, to_attack(table, strength(table, defenders))),
        )
    )


def ambush(table: KTable, seat: Seat, choice: Choice) -> None:
    """Ambush a force in the open (base-18.1)."""
    square, against = choice.one("square", SquareId), Seat(int(choice.one("against")))
    table.push(
        Ambush(
            seat=seat,
            against=against,
            square=square,
            attackers=list(choice.many("nobles", NobleId)),
            defenders=ambushable(table, square, against),
            target=next(map(table.state.person, choice.many("target")), None),
        )
    )


def attack_at_sea(table: KTable, seat: Seat, choice: Choice) -> None:
    """Attack the ships of another faction in a sea space (ishkibibble-seacombat.1)."""
    table.push(SeaFight(seat, Seat(int(choice.one("against"))), choice.one("sea", SeaId)))


def assassinate(table: KTable, seat: Seat, choice: Choice) -> None:
    """Send a single untitled noble against a far stronger force (house-5.15b)."""
    state, noble = table.state, choice.one("noble", NobleId)
    target = state.person(choice.one("target"))
    square = table.state.nobles[noble].square
    victim = target if state.is_noble(target) else state.heirs[HeirId(target)].holder
    assert victim is not None
    against = table.state.nobles[victim].seat
    table.push(
        Battle(
            seat=seat,
            against=against,
            square=square,
            attackers=[noble],
            defenders=exposed(table, square, against),
            target=target,
        )
    )


def conclude(table: KTable, seat: Seat, choice: Choice) -> None:
    """Try to conclude a siege."""
    attackers, french = list(choice.many("nobles", NobleId)), _french_used(table, choice)
    place = table.content.board.places[choice.one("place", PlaceId)]
    table.push(
        AssaultDeclaration(
            seat=seat,
            place=place.id,
            attackers=attackers,
            french=french,
            needed=_lacking(
                table, attackers, french, to_conclude(table, defence(table, place, [seat]))
            ),
        )
    )


def storm(table: KTable, seat: Seat, choice: Choice) -> None:
    """Storm a place (ishkibibble-siege.2)."""
    attackers, french = list(choice.many("nobles", NobleId)), _french_used(table, choice)
    place = choice.one("place", PlaceId)
    table.push(StormDeclaration(seat=seat, place=place, attackers=attackers, french=french))


def lay(table: KTable, seat: Seat, choice: Choice) -> None:
    """Lay a siege without an attack (house-6.2b)."""
    nobles, place = (
        list(choice.many("nobles", NobleId)),
        table.content.board.places[choice.one("place", PlaceId)],
    )
    sides = seat, opponent_in(table, place.id, seat)
    stand_by(table, sides, place.square, nobles, [], place.id)
    lay_siege(table, seat, place.id, nobles, "choice")
    for noble in nobles:
        if table.state.nobles[noble].aboard is not None:  # as for those who sailed in to besiege it
            table.state.nobles[noble].attacked = False


def join(table: KTable, seat: Seat, choice: Choice) -> None:
    """Bring further nobles into a siege, the player's own or another's (house-6.2c)."""
    join_siege(table, seat, choice.one("place", PlaceId), choice.many("nobles", NobleId))


_ORDERS = {
    "attack": attack,
    "attack_with_french": attack,
    "assassinate": assassinate,
    "ambush": ambush,
    "attack_at_sea": attack_at_sea,
    "lay": lay,
    "conclude": conclude,
    "conclude_with_french": conclude,
    "join": join,
    "storm": storm,
    "storm_with_french": storm,
}
