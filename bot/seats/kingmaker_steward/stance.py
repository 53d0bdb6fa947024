"""How somebody takes risks: a steward always alike, a strategist as the turn asks for it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stance:
    """How risks are taken.

    ``fear`` is how heavily danger weighs, ``odds`` how strong a host deems itself beside those it
    would attack, both as factors; ``gathered`` the share of a faction that must stand together
    before its host sets out.
    """

    fear: float = 1.0
    odds: float = 1.0
    gathered: float = 0.7

    @property
    def sober(self) -> Stance:
        """This stance where heirs are at stake: nobody is bolder with them than a steward."""
        return Stance(max(1.0, self.fear), min(1.0, self.odds), self.gathered)


@dataclass(frozen=True, slots=True)
class Heedless(Stance):
    """How somebody takes risks who is no more careful where heirs are at stake."""

    @property
    def sober(self) -> Stance:
        """The same."""
        return self


EVEN = Stance()
"""As a steward takes them."""

BOLD = Stance(fear=0.35, odds=1.5)
"""Danger counts little, and battles are sought at worse odds."""

WARY = Stance(fear=2.5, odds=0.75)
"""Danger counts much, and only the weak are attacked."""

HASTY = Stance(gathered=0.35)
"""The strongest host goes ahead without waiting for the others."""

CARELESS = Heedless(fear=0.15, odds=1.8)
"""As somebody new to the game takes them, who looks at the prize and not at who stands near it."""
