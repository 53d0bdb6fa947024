"""What Event cards began and still goes on: for so many turns, or until something ends it."""

from __future__ import annotations

from bot.rules.kernel import IllegalChoice, Stops
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import KTable, Spell, State

CATASTROPHE = "catastrophe"
"""Titles, offices and bishops bring no troops (ishkibibble-catastrophe.1)."""
DEFEATISM = "defeatism"
"""A faction moves, and does nothing else (ishkibibble-defeatism.2)."""

_AT_BEGINNING = (CATASTROPHE,)
"""These count full rounds, from the beginning of the drawer's turn (ishkibibble-catastrophe.2)."""
_AT_END = (DEFEATISM,)
"""These count the drawer's own turns, that of the draw being the first
(ishkibibble-defeatism.1)."""

WITHOUT_TROOPS = ("title", "office", "bishop")


def lasts(state: State, kind: str, seat: int | None = None) -> bool:
    """Whether such a thing goes on, for this seat or for anybody."""
    return any(s.kind == kind and seat in (None, s.seat) for s in state.spells)


def begin(table: KTable, kind: str, seat: int, turns: int) -> None:
    """It begins; a second one of its kind runs beside the first (ishkibibble-catastrophe.4)."""
    table.state.spells.append(Spell(kind, seat, turns))
    table.emit(facts.SpellBegan(kind, seat, turns))


def end(table: KTable, spell: Spell) -> None:
    """It is over, and told when it was the last of its kind for that seat, or for all."""
    state = table.state
    state.spells.remove(spell)
    if not lasts(state, spell.kind, spell.seat if spell.kind in _AT_END else None):
        table.emit(facts.SpellEnded(spell.kind, spell.seat))


def turn_begins(table: KTable, seat: int) -> None:
    """A round more of what counts from here is over (ishkibibble-catastrophe.3)."""
    _count_down(table, seat, _AT_BEGINNING)


def turn_ends(table: KTable, seat: int) -> None:
    """A turn more of what counts from here is over."""
    _count_down(table, seat, _AT_END)


def _count_down(table: KTable, seat: int, kinds: tuple[str, ...]) -> None:
    for spell in [s for s in table.state.spells if s.seat == seat and s.kind in kinds]:
        spell.turns -= 1
        if spell.turns <= 0:
            end(table, spell)


def defeatist(state: State, seat: int) -> bool:
    """Whether a faction only moves; it takes no side in combats of others either."""
    return bool(state.spells) and lasts(state, DEFEATISM, seat)


def defeat_stops(state: State, seat: int) -> Stops:
    """What keeps a defeatist faction from everything but moving (ishkibibble-defeatism.2)."""
    if defeatist(state, seat):
        yield IllegalChoice(
            "ishkibibble-defeatism.2",
            "Defeatism is rife in your faction: it moves, and does nothing else.",
        )
