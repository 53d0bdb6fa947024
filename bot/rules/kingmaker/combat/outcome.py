"""The consequences of a battle in the open, however it is decided (house §5.14, §6.4; base §9).

Also the dead of any combat (by the percentile table, the names on the card or two dice), and Booty
(ishkibibble-booty).

The dead: house §2.3, §5.15; base §9, §10, §19.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.captivity import fall_to, heir_ransoms, tell_captured
from bot.rules.kingmaker.combat.aftermath import ReturnInside
from bot.rules.kingmaker.conditions.sides import partners
from bot.rules.kingmaker.consequences.changes import give_heir, take_control
from bot.rules.kingmaker.consequences.going_home import KeepHeirs
from bot.rules.kingmaker.forces.strength import in_open, nobles_of, strongest, troops
from bot.rules.kingmaker.ids import NO_CARD, CardId, HeirId, NobleId, PersonId, PlaceId, SquareId
from bot.rules.kingmaker.procedures import DEATHS, Fray, procedures
from bot.rules.kingmaker.sieges import break_siege
from bot.rules.kingmaker.state import Booty, KTable, State
from bot.rules.kingmaker.succession import heirs_with, unheld_at
from bot.rules.kingmaker.tables import BattleResult, DeathRow

_DEATH_OF_ANY = 2
_DEATH_OF_NOBLES = 12
"""The totals of two dice that kill: 2 a noble or an heir, 12 only a noble (base-19.5)."""


def fray_of(
    state: State,
    attackers: list[NobleId],
    defenders: list[NobleId],
    *,
    unkept: Sequence[HeirId] = (),
    card: CardId = NO_CARD,
    result: BattleResult = "no_victory",
    target: PersonId | None = None,
) -> Fray:
    """Both sides with the heirs they hold; ``unkept`` are heirs whom nobody inside holds."""
    return Fray(
        attackers=attackers,
        defenders=defenders,
        attacking_heirs=[heir for noble in attackers for heir in heirs_with(state, noble)],
        defending_heirs=[*(h for noble in defenders for h in heirs_with(state, noble)), *unkept],
        card=card,
        result=result,
        target=target,
    )


@DEATHS.named("percentile")
class DeathTable:
    """Everybody who fought rolls (house-2.3d); of those an assassin attacks, only his target does
    (house-5.15d).
    """

    names_target = False

    def among(self, table: KTable, fray: Fray) -> set[str]:
        """Roll d100 for each, the attackers first. Returns the dead."""
        deaths = table.content.battle
        row = deaths.deaths[fray.result] if fray.target is None else deaths.assassin
        dead = _roll(table, fray.attackers, fray.attacking_heirs, row, attacking=True)
        nobles, heirs = fray.defenders, fray.defending_heirs
        if fray.target is not None:
            if table.state.is_noble(fray.target):
                nobles, heirs = [fray.target], []
            else:
                nobles, heirs = [], [HeirId(fray.target)]
        return dead | _roll(table, nobles, heirs, row, attacking=False)


def _roll(
    table: KTable, nobles: list[NobleId], heirs: list[HeirId], row: DeathRow, *, attacking: bool
) -> set[str]:
    """Roll against death for nobles and heirs of one side. Returns the dead."""
    dead = set()
    for who, is_heir in [*((n, False) for n in nobles), *((h, True) for h in heirs)]:
        chance = row.chance(attacking=attacking, heir=is_heir)
        roll = table.percentile()
        dies = roll <= chance
        table.emit(facts.DeathRolled(who, roll, chance, dies))
        if dies:
            dead.add(who)
    return dead


@DEATHS.named("card_names")
class NamesOnTheCard:
    """Every noble named on the card dies, on either side (base-9.9); heirs are never named
    (base-12.5)."""

    names_target = False

    def among(self, table: KTable, fray: Fray) -> set[str]:
        """The fighters named on the card."""
        named = table.content.events[fray.card].killed
        return {noble for noble in (*fray.attackers, *fray.defenders) if noble in named}


@DEATHS.named("two_dice")
class TwoDice:
    """Two dice for each noble and heir (base-19.5); the names are ignored (base-9.10)."""

    names_target = True

    def among(self, table: KTable, fray: Fray) -> set[str]:
        """Roll for each, the attackers first. Returns the dead."""
        nobles, heirs = fray.attackers, fray.attacking_heirs
        dead = {who for who in (*nobles, *heirs) if _dies(table, who)}
        nobles, heirs = fray.defenders, fray.defending_heirs
        return dead | {who for who in (*nobles, *heirs) if _dies(table, who)}


def _dies(table: KTable, who: str) -> bool:
    """A noble dies on 2 or 12, an heir on 2."""
    dice = (table.below(6) + 1, table.below(6) + 1)
    noble = who in table.state.nobles
    dies = sum(dice) == _DEATH_OF_ANY or (noble and sum(dice) == _DEATH_OF_NOBLES)
    table.emit(facts.DeathDiceRolled(who, dice, dies))
    return dies


def mark_attackers(table: KTable, attackers: Sequence[NobleId]) -> None:
    """These nobles have attacked in this phase; those of the active player will not count as rested
    (house-5.11b)."""
    for key in attackers:
        noble = table.state.nobles[key]
        noble.attacked = True
        if noble.seat == table.state.active:
            noble.fought = True


def take_the_field(
    table: KTable, attackers: Sequence[NobleId], defenders: Sequence[NobleId]
) -> dict[NobleId, PlaceId]:
    """Nobles who sally come out (base-10.9), and both sides are marked as having fought. Returns
    the nobles who sallied, and from where."""
    nobles = table.state.nobles
    sallied = {n: p for n in attackers if (p := nobles[n].inside) is not None}
    for noble in sallied:
        table.state.go_inside(noble, None)
    mark_attackers(table, attackers)
    for noble in defenders:
        nobles[noble].defended = True
    return sallied


def stay_inside(table: KTable, sallied: Mapping[NobleId, PlaceId]) -> None:
    """A battle that is called off never happened: nobody has sallied (base-9.6, house-2.3b)."""
    for noble, place in sallied.items():
        if noble in table.state.nobles:
            table.state.go_inside(noble, place)


def let_back_in(table: KTable, sallied: dict[NobleId, PlaceId]) -> None:
    """Nobles whose sally did not fail may go back inside (house-6.4d, base-10.9)."""
    nobles = table.state.nobles
    for place in dict.fromkeys(sallied.values()):
        party = [n for n, home in sallied.items() if home == place and n in nobles]
        seats = dict.fromkeys(nobles[n].seat for n in party)
        table.push(*(ReturnInside([n for n in party if nobles[n].seat == s], place) for s in seats))


def pass_on_places(
    table: KTable, sallied: Mapping[NobleId, PlaceId], dead: set[str], lost: Sequence[NobleId] = ()
) -> None:
    """The place of a holder who died in a lost sally goes to a comrade who is neither dead nor
    ``lost`` (house-8.5.17)."""
    state = table.state
    for noble, place in sallied.items():
        if noble not in dead or state.control.get(place) != noble:
            continue
        seat = state.nobles[noble].seat
        comrades = [n for n in nobles_of(state, seat) if n not in dead and n not in lost]
        within = [n for n in comrades if state.nobles[n].inside == place]
        if comrades:
            take_control(table, place, strongest(table, within or comrades), "inheritance")


def lost_sieges(table: KTable, losers: Sequence[NobleId]) -> list[PlaceId]:
    """The sieges whose besieger has some of his besiegers among these nobles, who are beaten."""
    nobles = table.state.nobles
    return [
        place
        for place, siege in table.state.sieges.items()
        if any(n in siege.besiegers and nobles[n].seat == siege.seat for n in losers)
    ]


def break_sieges_by(table: KTable, losers: Sequence[NobleId], square: SquareId) -> None:
    """These nobles are beaten and no longer besiege anything there; a siege ends when its last
    besieger is gone (base-10.10), or under the house rules when its besieger is beaten
    (house-6.4b)."""
    lost = [] if procedures(table).siege.weighed_at_once else lost_sieges(table, losers)
    for place, siege in list(table.state.sieges.items()):
        if table.content.board.places[place].square != square:
            continue
        siege.leave(losers)
        if not siege.besiegers or place in lost:
            break_siege(table, place, "defeat")


def committed(
    table: KTable, nobles: Sequence[NobleId], attacking: Sequence[CardId] | None = None
) -> dict[Seat, int]:
    """The strength each faction brings to a fight, not counting garrisons; empty at a table without
    Booty.
    """
    if not table.content.ruleset.booty_from:
        return {}
    spent = None if attacking is None else frozenset(attacking)
    found: dict[Seat, int] = {}
    for noble in nobles:
        seat = table.state.nobles[noble].seat
        found[seat] = found.get(seat, 0) + troops(table, noble, attacking=spent)
    return found


def take_booty(table: KTable, victors: Sequence[NobleId], beaten: Mapping[Seat, int]) -> None:
    """A player who has beaten another's force, if it was strong enough, takes the other's next draw
    (ishkibibble-booty.1).

    ``beaten`` is the strength that each beaten faction had committed. The commander of the
    surviving victors takes the draw; if none survives, nobody does.
    """
    if not beaten or not victors:
        return
    award_booty(table, table.state.nobles[strongest(table, victors)].seat, beaten)


def award_booty(table: KTable, victor: Seat, beaten: Mapping[Seat, int]) -> None:
    """A player takes Booty from each player whom he has beaten (ishkibibble-booty.1)."""
    for seat, strength in beaten.items():
        if strength >= table.content.ruleset.booty_from and seat != victor:
            table.state.booty.append(Booty(seat, victor))
            table.emit(facts.BootyWon(victor, seat))


def seize(
    table: KTable,
    square: SquareId,
    victors: list[NobleId],
    captives: list[NobleId],
    prize: list[HeirId],
) -> None:
    """The beaten who survive are captured; the victor's player settles what was won. The
    ``victors`` are alive, and there is at least one; ``prize`` are the heirs won from the beaten.
    """
    state = table.state
    commander = strongest(table, victors)
    captor = state.nobles[commander].seat
    for noble in captives:
        if state.nobles[noble].aboard is not None and square in table.content.board.squares:
            state.stand(noble, square)  # a besieger taken off his ship does not go down with it
        state.capture(noble, captor)
    captives = captives + fall_to(table, square, commander, captives)
    if captives:
        tell_captured(table, captives, captor)
    # With nobody left to oppose him, the victor also takes any heir there without a keeper
    # (base-11.10).
    friends = {captor, *partners(state.pacts, captor, square)}
    others = [n for n in in_open(state, square) if state.nobles[n].seat not in friends]
    heirs = [] if others else unheld_at(state, square, None)
    for heir in heirs:
        give_heir(table, heir, commander)
    own = [n for n in victors if state.nobles[n].seat == captor]
    table.push(
        KeepHeirs(prize + heirs, own),
        procedures(table).captives.taken(captives, captor, victors),
        *heir_ransoms(table, prize, captor),
    )
