"""Evade Battle and Force Battle: a combat called off by a card, and one that goes on in spite of
weather (ishkibibble-evade, ishkibibble-force)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from bot.rules.kernel import Field
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.secret_question import SecretQuestion, anybody_keeps
from bot.rules.kingmaker.counters.siege_fails import Withdrawal
from bot.rules.kingmaker.procedures import kept_card
from bot.rules.kingmaker.state import KTable

EVADE, FORCE = kept_card("evade_battle"), kept_card("force_battle")
"""The kinds of the two cards."""

Stage = Literal["", "declared", "evaded", "off", "failed", "weather", "forced"]
"""How far a combat is: not begun; declared, and all asked whether they call it off; evaded; called
off for good; a siege made to fail; drawn as bad weather; forced, so that a card is drawn anew."""


def seats_of(table: KTable, nobles: Iterable[str]) -> list[int]:
    """The seats whose nobles these are."""
    return list(dict.fromkeys(table.state.nobles[noble].seat for noble in nobles))


def asks_evasion(table: KTable, fight: Any, square: str, strengths: tuple[int, int]) -> bool:
    """Put the question to all whose nobles meet, while anybody keeps such a card; whether it is.

    It comes between the declaration and the card (ishkibibble-evade.1). ``strengths`` are those of
    attackers and defenders, as they were declared.
    """
    if not anybody_keeps(table.state, table.content, EVADE):
        return False
    fight.stage = "declared"
    sides = [seats_of(table, side) for side in (fight.attackers, fight.defenders)]
    table.push(Evasion(square=square, attacking=sides[0], defending=sides[1], strengths=strengths))
    return True


def asks_force(
    table: KTable, fight: Any, square: str, strengths: tuple[int, int], stage: Stage = "weather"
) -> None:
    """Put the question to everybody, while anybody keeps such a card (ishkibibble-force.1).

    ``stage`` is that of a combat that nobody forces: there it goes on, at once or when all have
    answered.
    """
    fight.stage = stage
    if anybody_keeps(table.state, table.content, FORCE):
        off = stage == "off"
        table.push(Forcing(square=square, attacker=fight.seat, strengths=strengths, evaded=off))


class Evasion(SecretQuestion, tag="evasion"):
    """Whether a party to a battle or an ambush calls it off (ishkibibble-evade.1)."""

    square: str
    attacking: list[int]
    defending: list[int]
    strengths: tuple[int, int]

    in_combat = True
    card_kind = EVADE
    verb = "evade"
    timing = "ishkibibble-evade.1"
    keeps_none = "You hold no Evade Battle card."
    first_this = "Forces have met. First say whether you play a card to call off the fight."

    def asked(self, table: KTable) -> list[int]:
        return list(dict.fromkeys((*self.attacking, *self.defending)))

    def fields(self, table: KTable) -> tuple[Field, ...]:
        return ()

    def about(self, table: KTable) -> dict[str, str]:
        attack, opposed = self.strengths
        attacking = ",".join(str(seat) for seat in self.attacking)
        told = {"square": self.square, "strength": str(attack), "opposed": str(opposed)}
        return told | {"attacking": attacking}

    def played(self, table: KTable, seat: int, card: str) -> None:
        fight = table.agenda[-1]
        fight.stage, fight.evader = "evaded", seat
        table.emit(facts.BattleEvaded(seat, self.square))


class Forcing(SecretQuestion, tag="forcing"):
    """Whether anybody at all makes nothing of bad weather, or of an evasion (ishkibibble-force.1).

    ``square`` is that of the combat, a sea's name included.
    """

    square: str
    attacker: int
    strengths: tuple[int, int]
    evaded: bool = False

    in_combat = True
    card_kind = FORCE
    verb = "force"
    timing = "ishkibibble-force.1"
    keeps_none = "You hold no Force Battle card."
    first_this = "A combat is off. First say whether you play a card to force it."

    def asked(self, table: KTable) -> list[int]:
        return list(range(len(table.state.factions)))

    def fields(self, table: KTable) -> tuple[Field, ...]:
        return ()

    def about(self, table: KTable) -> dict[str, str]:
        attack, opposed = self.strengths
        told = {"square": self.square, "strength": str(attack), "opposed": str(opposed)}
        why = "evaded" if self.evaded else "weather"
        return told | {"attacker": str(self.attacker), "why": why}

    def played(self, table: KTable, seat: int, card: str) -> None:
        table.agenda[-1].stage = "forced"
        table.emit(facts.BattleForced(seat, self.square, self.evaded))


# Whoever is weaker goes away (ishkibibble-evade.2)


class SlipAway(Withdrawal, tag="slip_away"):
    """A player's force goes into an adjacent square of his choice; who is aboard a ship stays."""

    kind = "slip_away"
    departure = "ishkibibble-evade.2"
    how = "evasion"
    first = "Your force must leave. First say which neighbouring square it goes to."
