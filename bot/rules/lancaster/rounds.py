"""The rounds and their phases (lancaster §4).

The next round is prepared: new conflicts, favours, laws, the marker (lancaster §4(iv)).

The final scoring: the greatest army, the largest castle, the noblemen (lancaster §6).
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import with_seats
from bot.rules.lancaster import facts
from bot.rules.lancaster.knights import army
from bot.rules.lancaster.parliament import Parliament
from bot.rules.lancaster.placing import Placing
from bot.rules.lancaster.rewards.castles import Castles
from bot.rules.lancaster.rewards.conflicts import Conflicts
from bot.rules.lancaster.rewards.counties import Counties
from bot.rules.lancaster.state import PHASES, Award, Conflict, LStep, LTable, Phase, Result

VICTORY = "points"
"""The name of the only victory."""


def nobleman_points(count: int) -> int:
    """The points for a given number of noblemen (lancaster-6.3a), whether tied or not
    (lancaster-6.3b)."""
    return count * (count - 1) // 2


def award_shares(keys: Sequence[tuple[int, int]], award: tuple[int, int]) -> tuple[int, ...]:
    """Points by seat for being first and second; ``keys`` are each seat's count and tie-break.

    Equal keys share the points of the places they take, rounded down; if several share first place,
    there is no second (lancaster-6.1d, lancaster-6.2d).
    """
    shares = [0] * len(keys)
    ranks = sorted(set(keys), reverse=True)
    first = [seat for seat, key in enumerate(keys) if key == ranks[0]]
    if len(first) > 1:
        for seat in first:
            shares[seat] = sum(award) // len(first)
        return tuple(shares)
    shares[first[0]] = award[0]
    if len(ranks) > 1:
        second = [seat for seat, key in enumerate(keys) if key == ranks[1]]
        for seat in second:
            shares[seat] = award[1] // len(second)
    return tuple(shares)


def final_scoring(table: LTable) -> None:
    """Add the last points and end the game (lancaster-6.4).

    The greatest army gives 8 points and the second 4 (lancaster-6.1a, lancaster-6.1b), with ties
    broken by squires (lancaster-6.1c); so do the largest castles (lancaster-6.2a, lancaster-6.2b),
    with ties broken by gold (lancaster-6.2c).
    """
    state, rules = table.state, table.content.ruleset
    players = state.players()
    armies = [(army(state, seat), house.squires) for seat, house in enumerate(players)]
    castles = [(len(house.extensions), house.gold) for house in players]
    noblemen = [len(house.noblemen) for house in players]
    table.reveal()  # the screens are lifted
    awards = (
        Award("army", award_shares(armies, rules.army_award), tuple(a for a, _ in armies)),
        Award("castle", award_shares(castles, rules.castle_award), tuple(c for c, _ in castles)),
        Award("noblemen", tuple(nobleman_points(n) for n in noblemen), tuple(noblemen)),
    )
    for award in awards:
        _give(table, award)
    totals = tuple(house.points for house in players)
    winners = tuple(seat for seat, total in with_seats(totals) if total == max(totals))
    state.result = Result(winners, VICTORY, awards)
    table.emit(facts.GameWon(winners, totals))


def _give(table: LTable, award: Award) -> None:
    for seat, gained in enumerate(award.points):
        table.state.houses[seat].points += gained
    table.emit(facts.Awarded(award.name, award.points, award.counts))


def lay_conflicts(table: LTable) -> None:
    """Turn up the conflicts of a round in the upper row (lancaster-4iv.1)."""
    state = table.state
    cards = [state.conflict_deck.pop() for _ in range(table.content.ruleset.conflicts_each_round)]
    state.upper = [Conflict(card) for card in cards]
    table.reveal()
    table.emit(facts.ConflictsRevealed(tuple(cards)))


def lay_laws(table: LTable) -> None:
    """Put the laws of a round in the lower row of Parliament (lancaster-3.7d, lancaster-4iv.3).

    Any still there, since a moderator has skipped their votes, are out of the game.
    """
    state = table.state
    state.laws_gone += state.proposals
    state.proposals = [state.law_deck.pop() for _ in range(table.content.ruleset.laws_each_round)]
    table.reveal()
    table.emit(facts.LawsProposed(tuple(state.proposals)))


class PrepareNextRound(LStep, tag="prepare"):
    """The board is made ready or, after the last round, the game is scored (lancaster-4iv.5)."""

    def advance(self, table: LTable) -> None:
        table.finish(self)
        state = table.state
        if state.round == table.content.ruleset.rounds:
            final_scoring(table)
            return
        lay_conflicts(table)
        # Used tiles are turned face up again (lancaster-4iv.2).
        state.favours = [
            t for t in table.content.favours if t in state.favours + state.favours_used
        ]
        state.favours_used = []
        state.favoured = 0
        table.emit(facts.FavoursTurned(tuple(state.favours)))
        lay_laws(table)
        # The player named in Surrey starts (lancaster-4iv.4); failing that, the same player as
        # before (lancaster-4iiia.7).
        if state.chosen is not None:
            state.starter, state.chosen = state.chosen, None
            table.emit(facts.StarterTook(state.starter))


class Rounds(LStep, tag="rounds"):
    """One round after another, each through its phases in fixed order (lancaster-4.1,
    lancaster-4.2).

    ``next_phase`` is the index in ``PHASES`` of the phase that comes next.
    """

    next_phase: int = 0

    def advance(self, table: LTable) -> None:
        state = table.state
        if self.next_phase == 0:
            state.round += 1
            table.emit(facts.RoundBegan(state.round, state.starter))
        enter_phase(table, self, PHASES[self.next_phase])


def enter_phase(table: LTable, rounds: Rounds, phase: Phase) -> None:
    """Begin a phase of the current round, from which the round continues."""
    state = table.state
    rounds.next_phase = (PHASES.index(phase) + 1) % len(PHASES)
    state.phase = phase
    state.active = state.starter
    table.emit(facts.PhaseBegan(phase, state.round))
    table.push(_phase_step(phase))


def _phase_step(phase: Phase) -> LStep:
    """The step of a phase."""
    if phase == "placing":
        return Placing()
    if phase == "parliament":
        return Parliament()
    if phase == "counties":
        return Counties()
    if phase == "castles":
        return Castles()
    if phase == "conflicts":
        return Conflicts()
    return PrepareNextRound()
