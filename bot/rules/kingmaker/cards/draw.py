"""Phase 6, the Crown card, what must be played straight away, and being dealt in again (house §2.6,
§3, §5.1, §5.2, §8.1).

Claims on the Crown card that a faction draws: who draws it instead, and why (ishkibibble-ransom,
ishkibibble-booty). Also the cards that a House may hand out as it draws them (families-cards.3).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter

import msgspec

from bot.rules.kernel import (
    Choice,
    Field,
    IllegalChoice,
    Offer,
    Prompt,
    Seat,
    Stops,
    every_seat,
    first,
    free,
    with_seats,
)
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.cards.playing import (
    candidates_for,
    discard_from_hand,
    discard_offers,
    discard_stops,
    play,
    play_offers,
    too_many,
)
from bot.rules.kingmaker.conditions.kings_peace import siege_stops
from bot.rules.kingmaker.conditions.lasting import defeat_stops, draws
from bot.rules.kingmaker.conditions.sides import given, is_family, is_house
from bot.rules.kingmaker.consequences.changes import (
    assign,
    castles_open_to,
    discard,
    draw_crown,
    enter_play,
    place_noble,
    to_chancery,
)
from bot.rules.kingmaker.consequences.havens import haven
from bot.rules.kingmaker.forces.strength import nobles_of
from bot.rules.kingmaker.ids import NO_CARD, CardId, NobleId, PersonId, PlaceId
from bot.rules.kingmaker.procedures import BEATEN, procedures
from bot.rules.kingmaker.state import KStep, KTable, Noble
from bot.rules.kingmaker.succession import ground_of, holder_seat, sole_king


class Claim(msgspec.Struct, frozen=True):
    """A claim to one draw: the seat that draws, and how the claim is settled once the card is
    drawn.
    """

    seat: Seat
    settle: Callable[[KTable], None]


def booty(table: KTable, seat: Seat) -> Claim | None:
    """The oldest Booty that a seat still owes; until it is paid, the seat's player draws nothing
    (ishkibibble-booty.1)."""
    lost = next((each for each in table.state.booty if each.loser == seat), None)
    return None if lost is None else Claim(lost.victor, partial(_give_up, loser=seat))


def _give_up(table: KTable, loser: Seat) -> None:
    """One draw is given up; if several are owed, they are given up one by one."""
    lost = next(each for each in table.state.booty if each.loser == loser)
    table.state.booty.remove(lost)
    table.emit(facts.BootyDrawn(lost.victor, lost.loser))


def owed_draw(table: KTable, seat: Seat) -> Claim | None:
    """The oldest ransom that a seat still owes draws for (ishkibibble-ransom.1)."""
    for captive, held in table.state.custody.items():
        if held.owner == seat:
            return Claim(held.captor, partial(_pay, captive=captive))
    return None


def _pay(table: KTable, captive: PersonId) -> None:
    """One draw is paid; the last one frees the captive (ishkibibble-ransom.4)."""
    held = table.state.custody[captive]
    held.draws -= 1
    table.emit(facts.DrawPaid(held.owner, held.captor, captive, held.draws))


_CLAIMS: tuple[Callable[[KTable, Seat], Claim | None], ...] = (booty, owed_draw)
"""The claims in the order in which they are met, one for each draw; Booty comes before any debt
(ishkibibble-ransom.1)."""


def first_claim(table: KTable, seat: Seat) -> Claim | None:
    """The claim on a seat's next draw, if there is one."""
    found = (claim for claims in _CLAIMS if (claim := claims(table, seat)) is not None)
    return next(found, None)


def gift_offers(table: KTable, seat: Seat, card: CardId) -> list[Offer]:
    """The families to which a House may give a card that it has just drawn."""
    seats = every_seat(len(table.state.factions))
    families = tuple(str(to) for to in seats if free(gift_stops(table, seat, str(to))))
    if not families:
        return []
    fields = (Field("card", (card,)), Field("family", families))
    return [Offer("hand_out", fields, "families-cards.3")]


def gift_stops(table: KTable, seat: Seat, to: str) -> Stops:
    """A House may give a card to any family in play, even one that serves the other House.

    A defeatist House gives nothing away, but a defeatist family may be given a card
    (ishkibibble-defeatism.2). No card is given while a place is under siege
    (ishkibibble-embargo.1).
    """
    if not given(table.state):
        yield IllegalChoice("base-17.2", "To give away a card from your hand, offer a deal.")
        return
    if not is_house(table.state, table.content, seat):
        yield IllegalChoice(
            "families-cards.3", "Only the two Houses can hand out the cards they draw."
        )
    yield from defeat_stops(table.state, seat)
    yield from siege_stops(table)
    families = (
        str(other)
        for other, side in with_seats(table.state.sides)
        if is_family(table.state, table.content, other) and not side.extinct
    )
    if to not in families:
        yield IllegalChoice("families-cards.3", "Name one family in play to receive the card.")


def hand_out(table: KTable, seat: Seat, choice: Choice) -> None:
    """Give a card away for good: it cannot be taken back (families-cards.4).

    Everybody learns that a card was given, but only the giver and the receiver learn which.
    """
    card, to = choice.one("card", CardId), Seat(int(choice.one("family")))
    table.state.factions[seat].hand.remove(card)
    table.state.factions[to].hand.append(card)
    procedures(table).trade.traded(table, to, card)
    table.emit(facts.CardGiven(seat, to))
    table.emit(facts.CardGiven(seat, to, card, audience=(seat, to)))


# 2.6 Crown deck phase


class DrawPhase(KStep, tag="draw_phase"):
    """Draw exactly one Crown card (house-2.6a), or as many as the rule set says, one by one.

    ``drawn`` counts the cards drawn so far.
    """

    seat: Seat
    drawn: int = 0

    def advance(self, table: KTable) -> None:
        self.drawn += 1
        if self.drawn >= draws_due(table, self.seat):
            table.finish(self)
        draw_or_pay(table, self.seat)
        loyal = table.state.loyal
        for noble in [key for key, seat in loyal.items() if seat == self.seat]:
            del loyal[noble]  # the noble comes back before the card drawn is played (base-19.8)
            table.state.fallen.pop(noble, None)
            table.push(NobleArrives(self.seat, noble))


def draws_due(table: KTable, seat: Seat) -> int:
    """How many Crown cards a seat draws; in Families, two for each House (families-cards.1), and
    three while it holds the sole King, unless the King is out of the country (families-cards.2).
    """
    state, rules = table.state, table.content.ruleset
    king = sole_king(state)
    if king is None or holder_seat(state, table.content, king) != seat:
        return rules.crown_draws
    square = table.content.board.squares.get(ground_of(state, table.content, king))
    in_country = square is not None and square.land not in rules.out_of_country
    return rules.crown_draws_king if in_country else rules.crown_draws


def draw_or_pay(table: KTable, seat: Seat) -> None:
    """Draw a Crown card, unless another player has a claim to it and draws it instead."""
    claim = first_claim(table, seat)
    if claim is None:
        take_card(table, seat)
    elif take_card(table, claim.seat):
        claim.settle(table)


def take_card(table: KTable, seat: Seat) -> bool:
    """Draw a Crown card: it is played now if the rule set says so, waits beside the board if it
    needs an officer, and is otherwise kept or played.

    Returns whether there was a card.
    """
    card = draw_crown(table)
    if card is None:
        table.emit(facts.NothingToDraw(seat))
        return False
    if card in table.content.ruleset.raised_by:  # the card waits for a player who may have it
        table.state.waiting.append(card)
        table.emit(facts.CardWaits(seat, card))
        return True
    draws(table, seat, card)
    kind = table.content.crown[card].kind
    if kind in table.content.ruleset.forced_play:
        table.emit(facts.CrownCardDrawn(seat, card))
        table.push(
            NobleArrives(seat, NobleId(card)) if kind == "noble" else PlaceArrives(seat, card)
        )
        return True
    table.state.factions[seat].hand.append(card)
    table.emit(facts.CrownCardDrawn(seat))
    table.emit(facts.CrownCardDrawn(seat, card, audience=(seat,)))
    table.push(KeepOrPlay(seat, card), TrimHand(seat))
    return True


class KeepOrPlay(KStep, tag="keep_or_play"):
    """The card drawn may be kept in hand or played now (house-2.6b, base-3.3).

    The player is asked even if the card has meanwhile passed to another hand, for instance by a
    deal: if the question ended there, everybody would know which card it was. An empty hand hides
    nothing.
    """

    seat: Seat
    card: CardId

    def prompts(self, table: KTable) -> list[Prompt]:
        hand = table.state.factions[self.seat].hand
        if not hand or all(self.card not in f.hand for f in table.state.factions):
            return []
        offers = [Offer("keep", (), "house-2.6b")]
        if self.card in hand:
            offers = [*play_offers(table, self.seat, [self.card]), *offers]
            offers += gift_offers(table, self.seat, self.card)
        # One question, not two: play the card, keep it, or discard it (house-5.1).
        offers += discard_offers(table, self.seat)
        return [
            Prompt(
                self.seat,
                "keep_or_play",
                tuple(offers),
                default=Choice("keep"),
                sealed=True,
                facts={"card": self.card},
            )
        ]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        if choice.verb == "discard":
            discard_from_hand(table, seat, choice.one("card", CardId))
        elif choice.verb == "hand_out":
            hand_out(table, seat, choice)
            if too_many(table, family := Seat(int(choice.one("family")))):
                table.push(TrimHand(family))  # house-8.7.3
        elif choice.verb != "keep":
            play(table, seat, choice)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if seat == self.seat and choice.verb == "discard":
            return first(discard_stops(table, seat, choice.first("card", NO_CARD)))
        if seat == self.seat and choice.verb == "hand_out":
            return first(gift_stops(table, seat, choice.first("family", "")))
        return None


# 5.1, 8.7.3 The hand limit


class TrimHand(KStep, tag="trim_hand"):
    """A player with too many cards plays or discards down to the limit now."""

    seat: Seat
    heard_by_all = True

    def prompts(self, table: KTable) -> list[Prompt]:
        hand = table.state.factions[self.seat].hand
        if not too_many(table, self.seat):
            return []
        offers = [*play_offers(table, self.seat, hand), *discard_offers(table, self.seat)]
        return [
            Prompt(
                self.seat,
                "trim_hand",
                tuple(offers),
                default=Choice.of("discard", card=hand[-1]),
                sealed=True,
            )
        ]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "discard":
            discard_from_hand(table, seat, choice.one("card", CardId))
        else:
            play(table, seat, choice)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if seat != self.seat:
            # How many cards a hand has is public, so everybody may know what the game is waiting
            # for.
            return IllegalChoice(
                "house-8.7.3", "A player holds too many cards and must play or discard one first."
            )
        card = choice.first("card", NO_CARD)
        stop = first(discard_stops(table, seat, card)) if choice.verb == "discard" else None
        limit = table.content.ruleset.hand_limit
        return stop or IllegalChoice(
            "house-5.1", f"You may hold {limit} cards at most. Play or discard one first."
        )


# 5.2a A noble drawn is played now


class NobleArrives(KStep, tag="noble_arrives"):
    """A noble comes into play in one of his castles (base-3.5)."""

    seat: Seat
    noble: NobleId
    meanwhile = IllegalChoice("house-5.2a", "First bring the noble you drew into play.")

    def prompts(self, table: KTable) -> list[Prompt]:
        if self.noble in table.state.nobles:
            return []
        castles = castles_open_to(table, self.noble, self.seat)
        home = haven(table, self.noble, self.seat, castles)
        fields = (Field("noble", (self.noble,)), Field("castle", castles))
        return [
            Prompt(
                self.seat,
                "noble_arrives",
                (Offer("settle", fields, "base-3.5"),),
                default=Choice.of("settle", noble=self.noble, castle=home),
                facts={"noble": self.noble},
            )
        ]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        enter_play(table, self.noble, seat)
        place_noble(table, self.noble, choice.one("castle", PlaceId))


# 5.2b, 8.1.2 A place card drawn is played now, or handed to whoever holds the place


class PlaceArrives(KStep, tag="place_arrives"):
    """A place card is given to a noble: to the holder of the place, if there is one.

    The holder gets the card even while he is under siege (house-8.1.5).
    """

    seat: Seat
    card: CardId
    meanwhile = IllegalChoice("house-5.2b", "First give the place card you drew to a noble.")

    def prompts(self, table: KTable) -> list[Prompt]:
        if self._holder(table) is not None:
            return []
        nobles = candidates_for(table, self.card, self.seat)
        if not nobles:
            return []
        fields = (Field("card", (self.card,)), Field("noble", nobles))
        return [
            Prompt(
                self.seat,
                "place_arrives",
                (Offer("play", fields, "house-5.2b"),),
                default=Choice.of("play", card=self.card, noble=nobles[0]),
                facts={"card": self.card},
            )
        ]

    def advance(self, table: KTable) -> None:
        table.finish(self)
        holder = self._holder(table)
        if holder is not None:
            table.state.give_card(self.card, holder, "place")
            seat = table.state.nobles[holder].seat
            table.emit(facts.PlaceCardHandedOver(self.card, seat, holder))
        else:
            discard(table, [self.card], self.seat)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        assign(table, self.card, choice.one("noble", NobleId), "draw")

    def _holder(self, table: KTable) -> NobleId | None:
        """The noble who already controls the place, if any."""
        place = table.content.crown[self.card].controls[0]
        return table.state.control.get(place)


# 3 The "no elimination" rule


class Rebuild(KStep, tag="rebuild"):
    """A player without nobles is dealt cards until a noble appears, and plays everything he can.

    What cannot be played goes to the Chancery (house-3.14, house-3.15).
    """

    seat: Seat
    meanwhile = IllegalChoice("house-3.15", "First play the new cards you were dealt.")

    def prompts(self, table: KTable) -> list[Prompt]:
        faction = table.state.factions[self.seat]
        if not nobles_of(table.state, self.seat) or not faction.dealt:
            return []
        offers = play_offers(table, self.seat, faction.dealt)
        if not offers:
            return []
        forced = self._forced(table, offers)
        return [Prompt(self.seat, "rebuild", (forced,) if forced else tuple(offers))]

    def _forced(self, table: KTable, offers: list[Offer]) -> Offer | None:
        """A card that only one noble can take; if it is a title or an office, no other of its kind
        may be on offer.
        """
        crown = table.content.crown

        def kind(offer: Offer) -> str:
            return crown[CardId(offer.field("card").candidates[0])].kind

        for offer in offers:
            alone = sum(kind(offer) == kind(other) for other in offers) == 1
            if offer.sole() is not None and (alone or kind(offer) not in ("title", "office")):
                return offer
        return None

    def advance(self, table: KTable) -> None:
        state, faction = table.state, table.state.factions[self.seat]
        if nobles_of(state, self.seat):
            to_chancery(table, faction.dealt, self.seat)
            faction.dealt = []
            self._finish(table)
            return
        card = draw_crown(table)
        if card is None:
            table.emit(facts.NothingToDraw(self.seat))
            self._finish(table)
            return
        table.emit(facts.CardsDealt(self.seat, (card,)))
        draws(table, self.seat, card)
        if table.content.crown[card].kind == "noble":
            table.push(NobleArrives(self.seat, NobleId(card)))
        else:
            faction.dealt.append(card)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        faction, card = table.state.factions[seat], choice.one("card", CardId)
        faction.dealt.remove(card)
        faction.hand.append(card)
        play(table, seat, choice)

    def _finish(self, table: KTable) -> None:
        table.state.factions[self.seat].rebuilding = False
        table.finish(self)


# A player who has lost all his nobles


_seat_of: Callable[[Noble], Seat] = attrgetter("seat")


@BEATEN.called("dealt_in_again")
def deal_in_again(table: KTable) -> None:
    """Deal every player without nobles in again now, unless there is nothing left to deal
    (house-3.13, house-3.14)."""
    state = table.state
    if not (state.crown_deck or state.crown_discards):
        return
    held = set(map(_seat_of, state.nobles.values()))
    if len(held) == len(state.factions):
        return
    for seat, faction in with_seats(state.factions):
        if seat not in held and not faction.rebuilding and not _arriving(table, seat):
            faction.rebuilding = True
            table.emit(facts.RebuildBegan(seat))
            table.push(Rebuild(seat))


@BEATEN.called("waits")
def waits(table: KTable) -> None:
    """A player without nobles keeps his hand, keeps drawing, and waits for a noble (base-3.7)."""


def _arriving(table: KTable, seat: Seat) -> bool:
    """Whether a noble drawn by this faction is coming into play right now."""
    return any(isinstance(step, NobleArrives) and step.seat == seat for step in table.agenda)
