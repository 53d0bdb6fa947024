"""The heads of families: a son or brother takes over when one is killed (families-heads.1).

This rule applies to the four families that do not lead a House. Beaufort and the Duke of York, who
lead the Houses, are gone for good once they are dead.
"""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, with_seats
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.cards.draw import take_card
from bot.rules.kingmaker.conditions.sides import counts_with, house_served, part_of
from bot.rules.kingmaker.consequences.changes import (
    bound_for_chancery,
    castles_open_to,
    discard,
    enter_play,
    kill_noble,
    place_noble,
    to_chancery,
)
from bot.rules.kingmaker.consequences.havens import haven
from bot.rules.kingmaker.forces.strength import nobles_of
from bot.rules.kingmaker.ids import NobleId, PlaceId
from bot.rules.kingmaker.state import KStep, KTable

DIE = 6
"""Faces of the die; the highest ends the line (families-heads.3)."""

CARDS = 2
"""Crown cards that come with the new head (families-heads.6)."""

_PHASE_ON_TOP = 2
"""How many steps are on the agenda when nothing is on top of the phase: the turns and the phase."""


def review_heads(table: KTable) -> None:
    """Roll a die for every fallen head, once everything under way is settled.

    The roll says how many turns pass before the head returns, counting those of the House that the
    family serves or favours (families-heads.2); on the highest roll, the male line is extinct
    (families-heads.3).
    """
    state = table.state
    for family, side in with_seats(state.sides):
        if not side.headless or side.extinct or side.waits or _returning(table, family):
            continue
        head = part_of(state, table.content, family).head
        if len(table.agenda) > _PHASE_ON_TOP:
            return
        die = table.below(DIE) + 1
        table.emit(facts.HeadFell(family, head, die))
        if die == DIE:
            dissolve(table, family)
        else:
            side.waits, side.fell_in, side.forgone = die, state.turn, False


def _returning(table: KTable, family: Seat) -> bool:
    """Whether the new head of a family is coming into play right now."""
    return any(isinstance(step, HeadReturns) and step.seat == family for step in table.agenda)


def dissolve(table: KTable, family: Seat) -> None:
    """A line is extinct, and the family is out of play (families-heads.3).

    The family's nobles leave the board and can be recruited, as if they were dead; its cards,
    including those in hand, go where a dead noble's cards go.
    """
    state = table.state
    state.sides[family].extinct = True
    for noble in nobles_of(state, family):
        kill_noble(table, noble, "dispersed")
    faction = state.factions[family]
    hand, faction.hand = faction.hand, []
    honours = bound_for_chancery(table.content, hand)
    to_chancery(table, honours, family)
    discard(table, [card for card in hand if card not in honours], family)
    kept, faction.held = faction.held, []
    state.event_discards.extend(kept)
    for deal in [deal for deal in state.deals if family in (deal.giver, deal.taker)]:
        state.deals.remove(deal)
        both = (deal.giver, deal.taker)
        table.emit(facts.DealClosed(deal.number, *both, "void", audience=both))
    state.promises = [one for one in state.promises if family not in (one.giver, one.taker)]
    state.pacts = [pact for pact in state.pacts if pact.other(family) is None]
    table.emit(facts.LineDiedOut(family, tuple(kept)))


def count_waiting(table: KTable, house: Seat) -> list[HeadReturns]:
    """Count a turn that a House has ended, and return the heads who need wait no longer.

    The turn in which a head fell does not count. The rest of the faction stays in play meanwhile
    (families-heads.4).
    """
    state, found = table.state, []
    name = house_served(state, house)
    for family, side in with_seats(state.sides):
        if not side.waits or side.extinct or side.fell_in == state.turn:
            continue
        if counts_with(state, table.content, family) != name:
            continue
        side.waits -= 1
        if not side.waits:
            found.append(HeadReturns(family, part_of(state, table.content, family).head))
    return found


class HeadReturns(KStep, tag="head_returns"):
    """The new head comes into play in one of his home castles, outside it if another faction holds
    it, with two Crown cards; the old head's possessions are not restored (families-heads.6)."""

    seat: Seat
    head: NobleId
    heard_by_all = True
    meanwhile = IllegalChoice(
        "families-heads.6", "The head of a family returns. First put him at one of his castles."
    )

    def prompts(self, table: KTable) -> list[Prompt]:
        castles = castles_open_to(table, self.head, self.seat)
        fields = (Field("noble", (self.head,)), Field("castle", castles))
        home = haven(table, self.head, self.seat, castles)
        default = Choice.of("settle", noble=self.head, castle=home)
        offers = (Offer("settle", fields, "families-heads.6"),)
        about = {"noble": self.head}
        return [Prompt(self.seat, "head_returns", offers, default=default, facts=about)]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        table.emit(facts.HeadReturned(seat, self.head))
        table.state.sides[seat].headless = False
        enter_play(table, self.head, seat)
        place_noble(table, self.head, choice.one("castle", PlaceId))
        table.push(HeadCards(seat, CARDS))


class HeadCards(KStep, tag="head_cards"):
    """The cards that come with a new head, one by one (families-heads.6)."""

    seat: Seat
    left: int

    def advance(self, table: KTable) -> None:
        self.left -= 1
        if not self.left:
            table.finish(self)
        take_card(table, self.seat)
