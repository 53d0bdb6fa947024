"""A whole game at some table, with a look after every decision for what must never be.

Beside the invariants: nothing that is cited, refused or offered may name a rule that is not in
force at the table.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence

from bot.content.in_force import table_rules
from bot.games import policy_for, words_for
from bot.rules.kernel import Choice, Event, IllegalChoice, Match
from bot.rules.rulebook import TableRules
from bot.selfplay import reload_problems
from bot.words.shape import Words
from tests.compliance.whole_games import LONGEST, Decision, Kind, decide

_CITED = re.compile(r"‹([^›]*)›")

_STEWARD = 0.6
"""How often a decision is a steward's, and not one at random."""

_NOW_AND_THEN = 15
"""The dearer looks are taken once in so many decisions."""

_STRAY = 4
"""Choices of other moments that are tried at every look."""


class Watch:
    """A game under way and what was wrong with it; the same fault is told once."""

    def __init__(self, kind: Kind, seed: str, rounds: int) -> None:
        self.match, outcome = Match.start(kind.rules, kind.seats, seed, {"rounds": str(rounds)})
        self.faults: dict[str, int] = {}
        self.decisions = 0
        self._chance = random.Random(seed)
        self._in_force: TableRules = table_rules(kind.ruleset)
        self._words: Words = words_for(kind.game, kind.ruleset)
        self._steward = policy_for(kind.game, "steward")
        self._past: list[Choice] = []
        self._told(outcome.events)

    def play(self) -> Watch:
        """Play on to the end."""
        while not self.match.over and self.decisions < LONGEST:
            if not self.match.waiting_for():
                self._note("nobody is asked anything")
                break
            self._look()
            seat, choice = self._next()
            self._past.append(choice)
            self.decisions += 1
            self._told(self.match.submit(seat, choice).events)
        self._ended()
        return self

    def _next(self) -> Decision:
        if self._chance.random() > _STEWARD:
            return decide(self._chance, self.match)
        seat = self.match.waiting_for()[0]
        view, asked = self.match.view(seat), self.match.prompts(seat)
        return Decision(seat, self._steward.choose(view, asked, seat, self._chance)[1])

    def _note(self, fault: str) -> None:
        self.faults.setdefault(fault, self.decisions)

    # What is looked at

    def _look(self) -> None:
        for violation in self.match.violations():
            self._note(violation)
        for prompt in self.match.prompts():
            for offer in prompt.offers:
                if self._in_force.resolve(offer.rule) is None:
                    self._note(f"{prompt.kind}: {offer.verb} is offered by {offer.rule}")
        if self.decisions % _NOW_AND_THEN == 0:
            for problem in reload_problems(self.match):
                self._note(problem)
            for seat in range(self.match.game.seats(self.match.position.state)):
                self._refusals(seat)
                self._read(seat)

    def _refusals(self, seat: int) -> None:
        """What is not open, and choices of other moments: each is refused by a rule in force."""
        for wish, why in self.match.why_not(seat):
            self._by_a_rule(wish, why)
        stray = self._chance.sample(self._past, min(_STRAY, len(self._past)))
        for choice in (*stray, Choice("no-such-verb")):
            if any(prompt.find(choice) is not None for prompt in self.match.prompts(seat)):
                continue
            try:
                self.match.submit(seat, choice)
            except IllegalChoice as why:
                self._by_a_rule(choice, why)
            else:
                self._note(f"{choice.verb} was accepted, and not offered")

    def _by_a_rule(self, choice: Choice, why: IllegalChoice) -> None:
        if why.rule not in self._in_force:
            self._note(f"{choice.verb} is refused by {why.rule}: {why.reason}")

    def _read(self, seat: int) -> None:
        """The words of the moment to a player."""
        asked, view = self.match.prompts(seat), self.match.view(seat)
        self._cited([self._words.offers_text(asked, view, _name)])
        self._cited(self._words.ask(prompt, _name) for prompt in asked)
        self._cited(self._words.why_not(self.match.why_not(seat), _name))

    def _told(self, events: Sequence[Event]) -> None:
        self._cited(self._words.tell_all(events, _name))

    def _cited(self, lines: Iterable[str]) -> None:
        for line in lines:
            for rules in _CITED.findall(line):
                for rule in rules.split(", "):
                    if rule not in self._in_force:
                        self._note(f"{rule} is cited: {line}")

    def _ended(self) -> None:
        match = self.match
        if not match.over:
            self._note("the game does not end")
            return
        winners, victory = match.game.winners(match.position.state)
        if not winners or not victory:
            self._note("nobody wins")
        for violation in match.violations():
            self._note(violation)


def _name(seat: int) -> str:
    return f"Player {seat + 1}"


def faults(kind: Kind, seed: str, rounds: int) -> list[str]:
    """What was wrong with a whole game, each fault with the decision before which it was seen."""
    found = Watch(kind, seed, rounds).play().faults
    return [f"{kind}, {seed!r}, decision {at}: {fault}" for fault, at in found.items()]
