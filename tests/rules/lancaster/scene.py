"""Small positions for rule tests: say who stands where, then make choices and look.

scene = Scene(seats=3)
scene.court(0, 1, 2).county(1, "A", 2, squires=1)   # seat 1 holds A with a knight and a squire
scene.war("K05", (0, 3), (1, 1))                    # two stacks from the top, upper row
scene.begin("placing", active=0)
scene.play(0, "county", knight="2", county="A", squires="2")
scene.refused(1, "county", rule="lancaster-4i.1", knight="1", county="B", squires="0")

Knights come out of the reserve and tokens out of the supply, so that nothing is lost or made.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.content.lancaster import load_lancaster
from bot.rules.kernel import Choice, Dice, Event, IllegalChoice, Match, Outcome, Position
from bot.rules.lancaster.game import Lancaster
from bot.rules.lancaster.rounds import Rounds, _phase_step
from bot.rules.lancaster.setup import opening_state
from bot.rules.lancaster.state import PHASES, Conflict, Holding, House, Phase, Stack

GAME = Lancaster(load_lancaster())
LAWS = ("L11", "L13", "L17")
"""Laws that pay nobody in a small position."""


class Scene:
    """A position under construction, and the match once a phase is begun."""

    def __init__(self, seats: int = 3, *, round: int = 1, **options: Any) -> None:
        content = GAME.content
        ruleset = msgspec.structs.replace(content.ruleset, **options)
        self.game = Lancaster(msgspec.structs.replace(content, ruleset=ruleset))
        self.content = self.game.content
        state = opening_state(self.content, seats)
        state.round = round
        state.edition = GAME.edition
        self.position: Position = Position(
            1, "lancaster", "standard", 0, Dice("a scene"), [], state
        )
        self.match = Match(self.game, self.position)
        self.events: list[Event] = []
        self.laws(*LAWS)
        for house in state.houses.values():
            house.reserve = sorted([*house.reserve, *house.court])
            house.court = []
        # The cards of earlier rounds are gone.
        for _ in range((round - 1) * 2):
            state.conflicts_gone.append(state.conflict_deck.pop())
        for _ in range((round - 1) * 3):
            state.laws_gone.append(state.law_deck.pop())

    @property
    def state(self) -> Any:
        """The state, to look at."""
        return self.position.state

    def house(self, side: int) -> House:
        """What a side has."""
        house = self.state.houses[side]
        assert isinstance(house, House)
        return house

    # Building

    def court(self, side: int, *knights: int) -> Scene:
        """Lay knights of a side into its court."""
        for knight in knights:
            self._draw(side, knight)
            self.house(side).court.append(knight)
        self.house(side).court.sort()
        return self

    def county(self, side: int, county: str, knight: int, squires: int = 0) -> Scene:
        """Let a side hold a county."""
        self._draw(side, knight)
        self.state.bank.squires -= squires
        self.state.counties[county] = Holding(side, knight, squires)
        return self

    def castle(self, side: int, space: str, knight: int) -> Scene:
        """Stand a knight on a castle space."""
        self._draw(side, knight)
        self.house(side).castle[space] = knight
        return self

    def war(self, card: str, *stacks: tuple[int, ...], row: str = "upper") -> Scene:
        """Lay a conflict on the board; each stack is a side and its knights."""
        state = self.state
        pile = state.conflict_deck if card in state.conflict_deck else state.conflicts_gone
        pile.remove(card)
        conflict = Conflict(card)
        for side, *knights in stacks:
            for knight in knights:
                self._draw(side, knight)
            conflict.stacks.append(Stack(side, knights))
        (state.upper if row == "upper" else state.lower).append(conflict)
        return self

    def purse(self, side: int, gold: int = 0, squires: int = 0, votes: int = 0) -> Scene:
        """Let a side have exactly these tokens."""
        house, bank = self.house(side), self.state.bank
        bank.gold += house.gold - gold
        bank.squires += house.squires - squires
        bank.votes += house.votes - votes
        house.gold, house.squires, house.votes = gold, squires, votes
        return self

    def extend(self, seat: int, *spaces: str) -> Scene:
        """Cover castle spaces."""
        self.house(seat).extensions.extend(spaces)
        return self

    def nobles(self, seat: int, counties: str) -> Scene:
        """Seat noblemen at a table, by their letters."""
        for county in counties:
            self.state.noblemen[county] -= 1
            self.house(seat).noblemen.append(county)
        return self

    def laws(self, *laws: str) -> Scene:
        """Let these laws be in force."""
        self.state.law_deck.extend(self.state.laws)
        self.state.laws = self._laws_out(laws)
        return self

    def propose(self, *laws: str) -> Scene:
        """Let these laws be proposed."""
        self.state.proposals = self._laws_out(laws)
        return self

    def begin(self, phase: Phase, *, active: int = 0, starter: int = 0) -> Scene:
        """Begin a phase of the round."""
        state = self.state
        state.phase, state.starter, state.active = phase, starter, active
        following = (PHASES.index(phase) + 1) % len(PHASES)
        self.position.agenda[:] = [Rounds(following), _phase_step(phase)]
        self.match._run()
        self._note(self.match._outcome())
        assert self.match.violations() == []
        return self

    def _draw(self, side: int, knight: int) -> None:
        self.house(side).reserve.remove(knight)

    def _laws_out(self, laws: tuple[str, ...]) -> list[str]:
        state = self.state
        for law in laws:
            pile = state.law_deck if law in state.law_deck else state.laws_gone
            pile.remove(law)
        return list(laws)

    # Playing

    def play(self, seat: int, verb: str, **args: Any) -> Outcome:
        """Make a choice that is on offer; nothing may break."""
        outcome = self.match.submit(seat, Choice.of(verb, **args))
        self._note(outcome)
        assert self.match.violations() == []
        return outcome

    def vote(self, *ballots: str) -> Scene:
        """Every seat votes in turn: ``yes``, ``no``, or with markers ``yes+2``."""
        for seat, ballot in enumerate(ballots):
            tile, _, markers = ballot.partition("+")
            self.play(seat, tile, markers=markers or "0")
        return self

    def refused(self, seat: int, verb: str, *, rule: str, **args: Any) -> str:
        """Make a choice that must be refused by that rule and change nothing; the reason."""
        before = self.match.save()
        with pytest.raises(IllegalChoice) as caught:
            self.match.submit(seat, Choice.of(verb, **args))
        assert caught.value.rule == rule
        assert self.match.save() == before
        return caught.value.reason

    def _note(self, outcome: Outcome) -> None:
        self.events.extend(outcome.events)

    # Looking

    def asked(self, seat: int) -> list[str]:
        """The kinds of questions put to a seat."""
        return [prompt.kind for prompt in self.match.prompts(seat)]

    def verbs(self, seat: int) -> list[str]:
        """The verbs offered to a seat, each once."""
        offers = [offer for prompt in self.match.prompts(seat) for offer in prompt.offers]
        return list(dict.fromkeys(offer.verb for offer in offers))

    def values(self, seat: int, verb: str, field: str) -> set[str]:
        """All that a field of a verb offers a seat."""
        return {
            value
            for prompt in self.match.prompts(seat)
            for offer in prompt.offers
            if offer.verb == verb
            for found in offer.fields
            if found.name == field
            for value in found.candidates
        }

    def offers(self, seat: int, verb: str, **args: Any) -> bool:
        """Whether a choice is on offer to a seat."""
        choice = Choice.of(verb, **args)
        return any(prompt.find(choice) is not None for prompt in self.match.prompts(seat))

    def told(self, kind: type[Event]) -> list[Any]:
        """The events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]
