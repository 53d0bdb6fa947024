"""Prompts: who is asked, what may be answered, and what happens if nobody does."""

from __future__ import annotations

import msgspec

from bot.rules.kernel.choices import Choice, Offer


class Prompt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question to one seat.

    ``kind`` names the question (the key of its words); ``facts`` are what the words need to know
    and may be seen by the seat. A ``blocking`` prompt holds the game up until it is answered; one
    that is not merely stands open and lapses. ``default`` is what happens at the deadline. A
    ``sealed`` answer is kept secret until all who are asked have answered, and is never given by
    itself, even if only one is possible. ``seconds`` is the time that the rules themselves leave
    to all who are asked; once it is over the step is closed for everybody (:meth:`Step.close`).
    """

    seat: int
    kind: str
    offers: tuple[Offer, ...]
    blocking: bool = True
    default: Choice | None = None
    sealed: bool = False
    seconds: int | None = None
    facts: dict[str, str] = {}

    @property
    def is_vote(self) -> bool:
        """Whether nobody may know, before it is closed, who has answered this at all."""
        return self.blocking and self.sealed and self.seconds is not None

    def sole(self) -> Choice | None:
        """The only possible answer, or None if there is a real choice."""
        if self.sealed or self.seconds is not None or len(self.offers) != 1:
            return None
        return self.offers[0].sole()

    def find(self, choice: Choice) -> Offer | None:
        """The offer that admits this choice, if any."""
        for offer in self.offers:
            if offer.verb == choice.verb and offer.problem(choice) is None:
                return offer
        return None
