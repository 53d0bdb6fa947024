"""Prompts: who is asked, what may be answered, and what happens if nobody does.

How the questions of a game are treated at the table: who may read them, and how they are answered.

An etiquette names kinds of prompts, kinds of events and verbs of one game. A question in none of
its sets is treated with the greatest care: if it has facts, only the seat that is asked may read
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from bot.rules.kernel.choices import Choice, Offer
from bot.rules.kernel.events import Seat

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Etiquette:
    """Which of a game's questions everybody may read, and which must not be betrayed even by their
    timing.
    """

    open_facts: frozenset[str] = _NONE
    """Kinds of questions whose facts are open on the table."""
    telltale_kinds: frozenset[str] = _NONE
    """Kinds whose answers show what somebody holds, or that he holds nothing of use."""
    secret_answers: frozenset[str] = _NONE
    """Kinds put to everybody as in a vote, although nothing is voted on: cards to play against
    another player.
    """
    telltale_verbs: frozenset[str] = _NONE
    """Verbs that only the holder of something hidden may use."""
    named_openly: frozenset[str] = _NONE
    """Kinds of events that may name hidden cards, since something in the open names them already.
    """
    between_two: frozenset[str] = _NONE
    """Kinds of events that tell their audience only about its own dealings."""
    shared: frozenset[str] = _NONE
    """Kinds that several players may answer at once, each for himself, with the same buttons."""
    shared_by_several: frozenset[str] = _NONE
    """Kinds that several players may answer at once, but only while the game waits for more than
    one.
    """


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question to one seat.

    ``kind`` names the question (the key to its words); ``facts`` are what the words need, and the
    seat may see them. A ``blocking`` prompt holds the game up until it is answered; any other stays
    open and may lapse. ``default`` is what happens at the deadline. A ``sealed`` answer is kept
    secret until everybody asked has answered, and is never given automatically, even if only one is
    possible. A ``guarded`` question is not answered automatically either: it is put to everybody
    who, as far as the table knows, could have a choice, and whether they do is a secret.
    ``seconds`` is the time that the rules themselves leave to everybody asked; once it is over, the
    step is closed for everybody (:meth:`Step.close`).
    """

    seat: Seat
    kind: str
    offers: tuple[Offer, ...]
    blocking: bool = True
    default: Choice | None = None
    sealed: bool = False
    guarded: bool = False
    seconds: int | None = None
    facts: Mapping[str, str] = {}

    @property
    def is_vote(self) -> bool:
        """Whether nobody may know who has answered this until it is closed."""
        return self.is_sealed and self.seconds is not None

    @property
    def is_sealed(self) -> bool:
        """Whether the game waits for an answer that is kept secret."""
        return self.blocking and self.sealed

    def is_hidden(self, manners: Etiquette) -> bool:
        """Whether nobody else may know that this is asked or that it can be done at all."""
        return not self.blocking or self.sealed or self.kind in manners.telltale_kinds

    def is_public(self, manners: Etiquette) -> bool:
        """Whether everybody may read what is asked."""
        if self.is_hidden(manners):
            return False
        return not self.facts or self.kind in manners.open_facts

    def sole(self) -> Choice | None:
        """The answer that is given automatically, or None if there is, or might be, a real choice.

        Of several offers, the first that is due and leaves no choice gives the answer.
        """
        if self.sealed or self.guarded or self.seconds is not None:
            return None
        return self.only() or next((s for o in self.offers if o.due and (s := o.sole())), None)

    def only(self) -> Choice | None:
        """The only possible answer, or None if there are several."""
        return self.offers[0].sole() if len(self.offers) == 1 else None

    def find(self, choice: Choice) -> Offer | None:
        """The offer that allows this choice, if any."""
        for offer in self.offers:
            if offer.verb == choice.verb and offer.problem(choice) is None:
                return offer
        return None
