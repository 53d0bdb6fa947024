"""Vacillating Noble: one who is of no use for a turn, or who leaves his side in a combat
(ishkibibble-vacillating)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.allegiance.turncoat import change_sides
from bot.rules.kingmaker.conditions.lasting import VACILLATING
from bot.rules.kingmaker.consequences.way_home import send_home
from bot.rules.kingmaker.content import RATIOS, EventCard, reaches
from bot.rules.kingmaker.forces.strength import nobles_of
from bot.rules.kingmaker.procedures import Contest, event_card
from bot.rules.kingmaker.state import KTable, Spell
from bot.rules.kingmaker.succession.line import heirs_with

# In a combat (ishkibibble-vacillating.3)

_STEPS = tuple(RATIOS)
"""The rows of the table, from the smallest ratio to the greatest."""


def waver(table: KTable, card: EventCard, clash: Contest) -> bool:
    """Somebody goes home or changes sides before the combat is decided; whether it ends instead.

    Between equal sides the card is bad weather (ishkibibble-vacillating.9). Else the battle goes
    on, with another card (ishkibibble-vacillating.12).
    """
    attack, opposed = clash.weigh(table)
    if attack == opposed:
        if clash.equal_ends:
            table.emit(facts.DoubtRose(why="equal"))
        else:
            table.emit(facts.DoubtRose(why="idle"))
        return clash.equal_ends
    die = table.below(6) + 1
    stronger = die > 4  # ishkibibble-vacillating.4
    attacking = stronger == (attack > opposed)
    able = _able(table, clash.attackers if attacking else clash.defenders)
    seat = clash.leader(table, attacking=attacking)
    if not able:  # ishkibibble-vacillating.13
        table.emit(facts.DoubtRose("alone", seat, die, stronger))
        return False
    noble = able[table.below(len(able))]  # ishkibibble-vacillating.5
    if not clash.heeds(table, noble):
        table.emit(facts.DoubtRose("idle", seat, die, stronger, noble))
        return False
    table.emit(facts.DoubtRose("", table.state.nobles[noble].seat, die, stronger, noble))
    _decide(table, clash, noble, attacking=attacking, stronger=stronger)
    return False


def _able(table: KTable, side: list[str]) -> list[str]:
    """Those of a side whose faction has others there: it never loses its last."""
    nobles = table.state.nobles
    seats = [nobles[noble].seat for noble in side]
    return [noble for noble in side if seats.count(nobles[noble].seat) > 1]


def _decide(table: KTable, clash: Contest, noble: str, *, attacking: bool, stronger: bool) -> None:
    """The odds without him and a die decide what he does (ishkibibble-vacillating.6).

    Where there is no other faction to go over to, as before a garrison that nobody commands, he
    goes home.
    """
    without = clash.weigh(table, noble)
    step = _step(*without)
    die = table.below(6) + 1
    # Who is of the weaker side goes over the more readily the more hopeless it is
    # (ishkibibble-vacillating.7); of the stronger, the closer it is (ishkibibble-vacillating.8).
    goes_home = die <= (step + 1 if stronger else 6 - step)
    to = None if goes_home else clash.leader(table, attacking=not attacking)
    former = table.state.nobles[noble].seat
    heirs = tuple(heirs_with(table.state, noble))
    side = clash.attackers if attacking else clash.defenders
    side.remove(noble)
    if to is None:
        clash.goes(table, noble)
        home = send_home(table, noble).id
        table.emit(facts.NobleWavered(former, noble, _STEPS[step], die, None, home, heirs))
    else:
        table.emit(facts.NobleWavered(former, noble, _STEPS[step], die, to, "", heirs))
        change_sides(table, noble, to)
        clash.joins(table, noble, attacking=not attacking)
    table.emit(facts.OddsAnew(*clash.weigh(table)))


def _step(one: int, other: int) -> int:
    """The highest row of the table that two strengths reach; the first if they are equal."""
    larger, smaller = max(one, other), min(one, other)
    return max((i for i, half in enumerate(_STEPS) if reaches(half, larger, smaller)), default=0)


# At the start of a turn (ishkibibble-vacillating.1)


@event_card("vacillating", in_combat=waver)
def vacillating(table: KTable, card: EventCard, seat: int) -> None:
    """One of the drawer's nobles, at random, is of no use to him in this turn.

    If he is aboard, his ship is becalmed (ishkibibble-vacillating.2). Captives are of no use
    anyway and are not counted; of a single noble the card asks nothing
    (ishkibibble-vacillating.13).
    """
    state = table.state
    nobles = [n for n in nobles_of(state, seat) if state.nobles[n].captor is None]
    if len(nobles) < 2:
        table.emit(facts.EventIdle(card.id, "one_noble"))
        return
    noble = nobles[table.below(len(nobles))]
    state.spells.append(Spell(VACILLATING, seat, 1, noble))
    table.emit(facts.NobleOfNoUse(seat, noble, state.nobles[noble].aboard))
