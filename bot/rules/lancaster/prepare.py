"""The next round is prepared: new conflicts, favours, laws, the marker (lancaster §4(iv))."""

from __future__ import annotations

from bot.rules.lancaster import facts
from bot.rules.lancaster.scoring import final_scoring
from bot.rules.lancaster.state import Conflict, LStep, LTable


def lay_conflicts(table: LTable) -> None:
    """Turn up the conflicts of a round in the upper row (lancaster-4iv.1)."""
    state = table.state
    cards = [state.conflict_deck.pop() for _ in range(table.content.ruleset.conflicts_each_round)]
    state.upper = [Conflict(card) for card in cards]
    table.reveal()
    table.emit(facts.ConflictsRevealed(tuple(cards)))


def lay_laws(table: LTable) -> None:
    """Lay the laws of a round in the lower row of Parliament (lancaster-3.7d, lancaster-4iv.3)."""
    state = table.state
    state.proposals = [state.law_deck.pop() for _ in range(table.content.ruleset.laws_each_round)]
    table.reveal()
    table.emit(facts.LawsProposed(tuple(state.proposals)))


class PrepareNextRound(LStep, tag="prepare"):
    """The board is made ready, or after the last round the game is scored (lancaster-4iv.5)."""

    def advance(self, table: LTable) -> None:
        table.finish(self)
        state = table.state
        if state.round == table.content.ruleset.rounds:
            final_scoring(table)
            return
        lay_conflicts(table)
        # The tiles used lie face up again (lancaster-4iv.2).
        state.favours = [
            t for t in table.content.favours if t in state.favours + state.favours_used
        ]
        state.favours_used = []
        state.favoured = 0
        table.emit(facts.FavoursTurned(tuple(state.favours)))
        lay_laws(table)
        # Who was named in Surrey starts (lancaster-4iv.4), else the same (lancaster-4iiia.7).
        if state.chosen is not None:
            state.starter, state.chosen = state.chosen, None
            table.emit(facts.StarterTook(state.starter))
