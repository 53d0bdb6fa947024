"""How a moderator may correct who is held captive, and what is owed for captives or as Booty."""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Seat, Weight, every_seat
from bot.rules.kingmaker.captivity import DRAWS, hold, hold_heir, release
from bot.rules.kingmaker.conditions.custody import held_stops
from bot.rules.kingmaker.consequences.changes import give_heir
from bot.rules.kingmaker.consequences.keeping import pass_on_captives
from bot.rules.kingmaker.facts.combat import BootyWon
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.ids import HeirId, NobleId
from bot.rules.kingmaker.state import Booty, KTable
from bot.rules.kingmaker.succession import heirs_with

HOLD, DEBT, FREE, BOOTY = "correct_hold", "correct_debt", "correct_free", "correct_booty"

NO_VICTOR = "nobody"
"""The choice that cancels a draw owed as Booty."""


class DebtCorrected(Fact, frozen=True, tag="debt_corrected"):
    """A moderator has set how many draws are owed for a captive."""

    weight = Weight.NOTABLE

    captive: str
    seat: Seat
    captor: Seat
    draws: int


class BootyForgiven(Fact, frozen=True, tag="booty_forgiven"):
    """A moderator has cancelled a draw that ``seat`` had to give up to ``victor`` as Booty."""

    weight = Weight.NOTABLE

    seat: Seat
    victor: Seat


def captivity_offers(table: KTable) -> tuple[Offer, ...]:
    """The possible corrections: hold, set a ransom, free, give a draw away as Booty. Only what this
    table plays with is offered."""
    state, rules = table.state, table.content.ruleset
    seats = tuple(str(seat) for seat in every_seat(len(state.factions)))
    who, draws = Field("captive", tuple(state.custody)), Field("draws", DRAWS)
    offers = []
    if rules.ransom_by_draws:
        living = (heir for heir in state.heirs if state.heirs[heir].alive)
        nobles = tuple(sorted(state.nobles))
        anybody = Field("captive", (*nobles, *living))
        holding = (anybody, Field("noble", nobles), draws, Field("seat", seats, 0))
        offers.append(Offer(HOLD, holding, "ishkibibble-ransom.3"))
    offers.append(Offer(DEBT, (who, draws), "ishkibibble-ransom.1"))
    offers.append(Offer(FREE, (who,), "ishkibibble-ransom.5"))
    if rules.booty_from:
        fields = (Field("seat", seats), Field("to", (*seats, NO_VICTOR)))
        offers.append(Offer(BOOTY, fields, "ishkibibble-booty.1"))
    return tuple(offers)


# Captives


def held_fast(table: KTable, noble_id: NobleId) -> None:
    """Refuse to move a captive, who goes with his keeper, or to give him an heir. Raises
    IllegalChoice for a captive."""
    for stop in held_stops(table.state, noble_id):
        raise stop


def set_debt(table: KTable, choice: Choice) -> None:
    """From now on, this many draws are owed for a captive."""
    captive, draws = table.state.person(choice.one("captive")), int(choice.one("draws"))
    held = table.state.custody[captive]
    if held.draws == draws:
        raise IllegalChoice("ishkibibble-ransom.1", "That many draws are already owed.")
    held.draws = draws
    table.emit(DebtCorrected(captive, held.owner, held.captor, draws))


def set_free(table: KTable, choice: Choice) -> None:
    """A captive goes free, and nothing more is owed."""
    release(table, table.state.person(choice.one("captive")), "correction")


def put_into_custody(table: KTable, choice: Choice) -> None:
    """Another player's noble holds somebody until this many draws have been paid."""
    captive, keeper, draws = (
        choice.one("captive"),
        choice.one("noble", NobleId),
        int(choice.one("draws")),
    )
    if captive in table.state.custody:
        raise IllegalChoice(
            "ishkibibble-ransom.1",
            "That captive is already held. Change his ransom, or free him first.",
        )
    held_fast(table, keeper)
    captor = table.state.nobles[keeper].seat
    owner = _owner(table, choice)
    if owner == captor:
        raise IllegalChoice(
            "ishkibibble-ransom.1", "The noble who holds the captive must belong to another player."
        )
    heir, captive = choice.one("captive", HeirId), choice.one("captive", NobleId)
    if heir in table.state.heirs:
        if table.state.heirs[heir].holder != keeper:
            give_heir(table, heir, keeper)
        hold_heir(table, heir, owner, captor, draws)
        return
    noble = table.state.nobles[captive]
    if heirs_with(table.state, captive):
        raise IllegalChoice(
            "ishkibibble-ransom.3", "First hand over the heirs that the captive keeps."
        )
    pass_on_captives(table, captive)
    if noble.aboard is not None:
        table.state.ships[noble.aboard].load.pop(captive, None)
    hold(table, captive, captor, draws, keeper)
    table.emit(DebtCorrected(captive, owner, captor, draws))


def _owner(table: KTable, choice: Choice) -> Seat:
    """The seat whose draws are owed: a noble's own player or, for an heir, the one named."""
    noble, named = table.state.nobles.get(choice.one("captive", NobleId)), choice.many("seat")
    if noble is None and not named:
        raise IllegalChoice(
            "ishkibibble-ransom.1", "Say which player owes the draws for that heir."
        )
    if noble is not None and named and int(named[0]) != noble.seat:
        raise IllegalChoice("ishkibibble-ransom.1", "A noble’s own player owes the draws for him.")
    return Seat(int(named[0])) if noble is None else noble.seat


# Booty


def set_booty(table: KTable, choice: Choice) -> None:
    """A seat gives up one more draw to a victor, or the oldest that it owes is cancelled."""
    booty, seat, to = table.state.booty, Seat(int(choice.one("seat"))), choice.one("to")
    if to != NO_VICTOR:
        if int(to) == seat:
            raise IllegalChoice("ishkibibble-booty.1", "A player cannot win Booty from himself.")
        booty.append(Booty(seat, Seat(int(to))))
        table.emit(BootyWon(Seat(int(to)), seat))
        return
    oldest = next((each for each in booty if each.loser == seat), None)
    if oldest is None:
        raise IllegalChoice("ishkibibble-booty.1", "That player has given up no draw as Booty.")
    booty.remove(oldest)
    table.emit(BootyForgiven(seat, oldest.victor))
