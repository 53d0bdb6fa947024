"""Cards played against another player's action: players are asked about them in secret.

Siege Fails: a card that makes a siege fail, so the besiegers leave (001 Event: Siege Fails).

The question is put once the attempt is declared, before a card is drawn for it. Betrayal is not a
siege, and nobody is asked about it (ishkibibble-siegefails.3).

Evade Battle and Force Battle: a card calls a combat off, or makes it continue despite the weather
(ishkibibble-evade, ishkibibble-force).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, every_seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import pick_up_heirs, stand_open
from bot.rules.kingmaker.consequences.havens import calmest, ways_out
from bot.rules.kingmaker.consequences.secret_question import SecretQuestion, anybody_keeps
from bot.rules.kingmaker.forces.strength import in_open
from bot.rules.kingmaker.ids import CardId, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.procedures import kept_card
from bot.rules.kingmaker.state import KStep, KTable

SIEGE_FAILS = kept_card("siege_fails")
"""The kind of the Siege Fails card."""


def asks_failure(table: KTable, siege: Any, strengths: tuple[int, int]) -> bool:
    """If anybody holds a Siege Fails card, ask everybody but the besieger. Returns whether the
    question is put. ``siege`` is the step of the attempt, ``strengths`` those of the besiegers and
    the defence.
    """
    if not anybody_keeps(table.state, table.content, SIEGE_FAILS):
        return False
    siege.stage = "declared"
    table.push(FailingSiege(place=siege.place, besieger=siege.seat, strengths=strengths))
    return True


class FailingSiege(SecretQuestion, tag="failing_siege"):
    """Whether anybody makes an attacker's siege fail (ishkibibble-siegefails.1)."""

    place: PlaceId
    besieger: Seat
    strengths: tuple[int, int]

    in_combat = True
    card_kind = SIEGE_FAILS
    verb = "fail_siege"
    timing = "ishkibibble-siegefails.1"
    keeps_none = "You hold no Siege Fails card."
    first_this = "A place is besieged. First say whether you will play a card to end the siege."

    def asked(self, table: KTable) -> list[Seat]:
        return [seat for seat in every_seat(len(table.state.factions)) if seat != self.besieger]

    def fields(self, table: KTable) -> tuple[Field, ...]:
        return ()

    def about(self, table: KTable) -> Mapping[str, str]:
        attack, opposed = self.strengths
        told = {"place": self.place, "attacker": str(self.besieger)}
        return told | {"strength": str(attack), "opposed": str(opposed)}

    def played(self, table: KTable, seat: Seat, card: CardId) -> None:
        siege: Any = table.agenda[-1]
        siege.stage = "failed"
        table.emit(facts.SiegeMadeToFail(seat, card, self.place, self.besieger))


# The besiegers leave (ishkibibble-siegefails.2)


def send_back(
    table: KTable, nobles: Iterable[NobleId], square: SquareId, step: type[Withdrawal] | None = None
) -> None:
    """All of these nobles in the open in a square leave it; each player says where his nobles
    go."""
    here = [noble for noble in dict.fromkeys(nobles) if noble in in_open(table.state, square)]
    seats = dict.fromkeys(table.state.nobles[noble].seat for noble in here)
    for seat in reversed(seats):
        own = [noble for noble in here if table.state.nobles[noble].seat == seat]
        table.push((step or Withdrawal)(seat, own, square))


class Withdrawal(KStep, tag="withdrawal"):
    """A player's besiegers go straight into an adjacent square of his choice.

    On an island with no other square, nobody can leave, so they stay.
    """

    seat: Seat
    nobles: list[NobleId]
    square: SquareId

    kind = "withdrawal"
    departure = "ishkibibble-siegefails.2"
    how = "retreat"
    first = "A siege has failed. First say where its besiegers go."

    def prompts(self, table: KTable) -> list[Prompt]:
        squares = ways_out(table, self.seat, self.square)
        if not squares:
            return []
        named = Field("nobles", tuple(self.nobles), len(self.nobles), len(self.nobles))
        offer = Offer("march", (named, Field("to", squares)), self.departure)
        to = calmest(table, self.seat, squares)
        default = Choice.of("march", nobles=self.nobles, to=to)
        about = {"square": self.square}
        return [Prompt(self.seat, self.kind, (offer,), default=default, facts=about)]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        to = choice.one("to", SquareId)
        for noble in self.nobles:
            stand_open(table, noble, to)
        table.emit(facts.Marched(self.seat, tuple(self.nobles), self.square, to, self.how))
        for noble in self.nobles:
            pick_up_heirs(table, noble)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        return IllegalChoice(self.departure, self.first)


EVADE, FORCE = kept_card("evade_battle"), kept_card("force_battle")
"""The kinds of the Evade Battle and Force Battle cards."""

Stage = Literal["", "declared", "evaded", "off", "failed", "weather", "forced"]
"""How far a combat has got: not begun; declared, with players asked whether to call it off; evaded;
called off unless somebody forces it; a siege made to fail; bad weather drawn; forced, so another
card is drawn.
"""


def seats_of(table: KTable, nobles: Iterable[NobleId]) -> list[Seat]:
    """The seats to which these nobles belong."""
    return list(dict.fromkeys(table.state.nobles[noble].seat for noble in nobles))


def asks_evasion(table: KTable, fight: Any, square: SquareId, strengths: tuple[int, int]) -> bool:
    """If anybody holds an Evade Battle card, ask every player whose nobles are in the combat.
    Returns whether the question is put.

    The question comes between the declaration and the card (ishkibibble-evade.1). ``strengths`` are
    those of attackers and defenders at the declaration.
    """
    if not anybody_keeps(table.state, table.content, EVADE):
        return False
    fight.stage = "declared"
    sides = [seats_of(table, side) for side in (fight.attackers, fight.defenders)]
    table.push(Evasion(square=square, attacking=sides[0], defending=sides[1], strengths=strengths))
    return True


def asks_force(
    table: KTable,
    fight: Any,
    square: SquareId,
    strengths: tuple[int, int],
    stage: Stage = "weather",
) -> None:
    """If anybody holds a Force Battle card, ask everybody (ishkibibble-force.1).

    ``stage`` is where the combat continues if nobody forces it: immediately if nobody is asked,
    otherwise once everybody has answered.
    """
    fight.stage = stage
    if anybody_keeps(table.state, table.content, FORCE):
        off = stage == "off"
        table.push(Forcing(square=square, attacker=fight.seat, strengths=strengths, evaded=off))


class Evasion(SecretQuestion, tag="evasion"):
    """Whether a party to a battle or an ambush calls it off (ishkibibble-evade.1)."""

    square: SquareId
    attacking: list[Seat]
    defending: list[Seat]
    strengths: tuple[int, int]

    in_combat = True
    card_kind = EVADE
    verb = "evade"
    timing = "ishkibibble-evade.1"
    keeps_none = "You hold no Evade Battle card."
    first_this = "Forces have met. First say whether you will play a card to call off the fight."

    def asked(self, table: KTable) -> list[Seat]:
        return list(dict.fromkeys((*self.attacking, *self.defending)))

    def fields(self, table: KTable) -> tuple[Field, ...]:
        return ()

    def about(self, table: KTable) -> Mapping[str, str]:
        attack, opposed = self.strengths
        attacking = ",".join(str(seat) for seat in self.attacking)
        told = {"square": self.square, "strength": str(attack), "opposed": str(opposed)}
        return told | {"attacking": attacking}

    def played(self, table: KTable, seat: Seat, card: CardId) -> None:
        fight = table.agenda[-1]
        fight.stage, fight.evader = "evaded", seat
        table.emit(facts.BattleEvaded(seat, self.square))


class Forcing(SecretQuestion, tag="forcing"):
    """Whether anybody at all overrides bad weather, or an evasion (ishkibibble-force.1).

    ``square`` is where the combat is; at sea, the name of the sea.
    """

    square: SquareId
    attacker: Seat
    strengths: tuple[int, int]
    evaded: bool = False

    in_combat = True
    card_kind = FORCE
    verb = "force"
    timing = "ishkibibble-force.1"
    keeps_none = "You hold no Force Battle card."
    first_this = "A combat has been called off. First say whether you will play a card to force it."

    def asked(self, table: KTable) -> list[Seat]:
        return list(every_seat(len(table.state.factions)))

    def fields(self, table: KTable) -> tuple[Field, ...]:
        return ()

    def about(self, table: KTable) -> Mapping[str, str]:
        attack, opposed = self.strengths
        told = {"square": self.square, "strength": str(attack), "opposed": str(opposed)}
        why = "evaded" if self.evaded else "weather"
        return told | {"attacker": str(self.attacker), "why": why}

    def played(self, table: KTable, seat: Seat, card: CardId) -> None:
        table.agenda[-1].stage = "forced"
        table.emit(facts.BattleForced(seat, self.square, self.evaded))


# The weaker force slips away (ishkibibble-evade.2)


class SlipAway(Withdrawal, tag="slip_away"):
    """A player's force goes into an adjacent square of his choice; nobles aboard a ship stay."""

    kind = "slip_away"
    departure = "ishkibibble-evade.2"
    how = "evasion"
    first = "Your force must leave. First say which neighbouring square it goes to."
