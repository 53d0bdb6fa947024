"""Captives: ransom or death, and what they leave to the victor (house §5.19; base §11, §12)."""

from __future__ import annotations

from collections.abc import Container, Sequence

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops, first, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.captivity import draws_field, draws_in, guards, hold
from bot.rules.kingmaker.cards.deals import hand_over, promise_fields, promised, tell_unmet
from bot.rules.kingmaker.cards.draw import TrimHand
from bot.rules.kingmaker.cards.goods import Anywhere, receivers, token_stops
from bot.rules.kingmaker.conditions.lasting import defeat_stops
from bot.rules.kingmaker.consequences.changes import discard, kill_noble, pass_card
from bot.rules.kingmaker.consequences.going_home import GoHome
from bot.rules.kingmaker.forces.camps import takers
from bot.rules.kingmaker.forces.strength import besieged, fits, may_enter, nobles_of, strongest
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, ShipId
from bot.rules.kingmaker.pacts import pledge
from bot.rules.kingmaker.procedures import CAPTIVES, Way, procedures
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession import heirs_with

_OFFERS_ALLOWED = 3


# 5.19 Captives: ransom or death


class Captives(KStep, tag="captives"):
    """Each captive is ransomed or killed before anything else happens (house-5.19d, base-11.1).

    The same goes for Beaufort, heir or not (base-13.10).
    """

    nobles: list[NobleId]
    captor: Seat
    victors: list[NobleId] = []
    """The captor's nobles who took part, if they are still there to share the spoils."""

    def advance(self, table: KTable) -> None:
        if self.nobles:
            table.push(Ransom(self.nobles.pop(0), self.captor, victors=self.victors))
        else:
            table.finish(self)


class Ransom(KStep, tag="ransom"):
    """The captive's player offers a price; the captor takes it, asks for more, or refuses.
    ``offer`` is the offer made; ``offers_made`` counts the offers so far.
    """

    noble: NobleId
    captor: Seat
    offer: dict[str, tuple[str, ...]] | None = None
    offers_made: int = 0
    victors: list[NobleId] = []

    def prompts(self, table: KTable) -> list[Prompt]:
        owner = table.state.nobles[self.noble].seat
        about = {"noble": self.noble, "captor": str(self.captor), "owner": str(owner)}
        if self.offer is None:
            offer = self._price(table, owner)
            default = Choice("offer_ransom")
            if self.offers_made:
                about["refused"] = str(self.offers_made)
            return [
                Prompt(owner, "offer_ransom", (offer,), default=default, sealed=True, facts=about)
            ]
        verbs = ["accept", "refuse"]
        if self.offers_made < _OFFERS_ALLOWED:
            verbs.insert(1, "ask_more")
        offers = tuple(Offer(verb, (), "house-5.19a") for verb in verbs)
        terms = {key: ",".join(things) for key, things in self.offer.items()}
        return [
            Prompt(
                self.captor,
                "answer_ransom",
                offers,
                default=Choice("refuse"),
                facts=about | terms,
            )
        ]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "offer_ransom":
            self._offer(table, seat, choice)
        elif choice.verb == "accept":
            table.finish(self)
            self._accept(table)
        elif choice.verb == "ask_more":
            self.offer = None
            table.emit(facts.RansomRefused(self.noble, self.captor, final=False))
        else:
            table.finish(self)
            table.emit(facts.RansomRefused(self.noble, self.captor, final=True))
            if any(card.kind == "pardon" for card in table.content.crown.values()):
                table.push(Mercy(self.noble, self.captor, self.victors))
            else:
                _execute(table, self.noble, self.victors)

    def objections(self, table: KTable, seat: Seat, choice: Choice) -> Stops:
        """Everything that stands in the way of a ransom as it was offered or answered."""
        owner = table.state.nobles[self.noble].seat
        if choice.verb in ("offer_ransom", "accept", "ask_more", "refuse"):
            yield from self._turn_stops(owner, seat, choice.verb)
        if choice.verb == "offer_ransom":
            if choice.many("draws"):
                yield from self._draws_stops(table)
            yield from self._price_stops(table, owner, choice)
        yield IllegalChoice("house-5.19d", "Ransom or kill the captive before play continues.")

    def _turn_stops(self, owner: Seat, seat: Seat, verb: str) -> Stops:
        """The captive's player makes an offer, and his captor answers, as often as the rules
        allow."""
        if verb == "offer_ransom" and seat != owner:
            yield IllegalChoice("house-5.19a", "Only the captive’s own player can offer a ransom.")
        elif verb != "offer_ransom" and seat != self.captor:
            yield IllegalChoice("house-5.19a", "Only the captor can take or refuse the ransom.")
        elif verb == "offer_ransom" and self.offer is not None:
            yield IllegalChoice("house-5.19a", "You have made your offer. Now the captor answers.")
        elif verb != "offer_ransom" and self.offer is None:
            yield IllegalChoice(
                "house-5.19a", "There is no offer yet. The captive’s player speaks first."
            )
        elif verb == "ask_more" and self.offers_made >= _OFFERS_ALLOWED:
            yield IllegalChoice(
                "house-5.19a", "That was the last offer. Take it, or refuse it outright."
            )

    def _price_stops(self, table: KTable, owner: Seat, choice: Choice) -> Stops:
        """What keeps the things named from being the price."""
        passage = procedures(table).captives.passage
        content = table.content
        known: dict[str, Container[str]] = {
            "place": content.board.places,
            "heir": content.heirs,
            "held": content.events,
        }
        named = {field.name: field.candidates for field in self._price(table, owner).fields}
        for kind, prefix in _GOODS.items():
            for thing in choice.many(kind):
                if thing in named.get(kind, ()):
                    continue
                if thing in known.get(prefix, content.crown):
                    token = f"{prefix}:{thing}"
                    yield from token_stops(table, token, owner, self.captor, passage)
                yield from procedures(table).captives.price_stops(kind)
        if any(len(set(choice.many(kind))) < len(choice.many(kind)) for kind in _GOODS):
            yield IllegalChoice(
                "house-5.19a", "Name each thing only once. You cannot pay the same thing twice."
            )

    def _price(self, table: KTable, owner: Seat) -> Offer:
        """What the captive's player can offer: places, ships, cards and more."""
        faction = table.state.factions[owner]
        goods = {
            **procedures(table).captives.price(table, self.noble, self.captor),
            "cards": tuple(faction.hand),
            "held": tuple(faction.held),
        }
        fields = [Field(name, g, 0, len(g)) for name, g in goods.items() if g]
        if free(self._draws_stops(table)):
            fields.append(draws_field())
        return Offer("offer_ransom", (*fields, *promise_fields()), "house-5.19a")

    def _draws_stops(self, table: KTable) -> Stops:
        """Draws can be a ransom if the table plays that way and somebody can hold the captive."""
        if not table.content.ruleset.ransom_by_draws:
            yield IllegalChoice(
                "base-11.2", "At this table you cannot pay a ransom in future draws."
            )
        elif not guards(table, self.noble, self.captor, self.victors):
            yield IllegalChoice(
                "ishkibibble-ransom.6",
                "None of the captor’s nobles is there to hold the captive until the draws are "
                "paid.",
            )

    def _offer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        self.offer = dict(choice.args)
        self.offers_made += 1
        hidden = (*choice.many("cards", CardId), *choice.many("held", CardId))
        places, ships = choice.many("places", PlaceId), choice.many("ships", ShipId)
        beside: tuple[CardId | HeirId, ...] = (
            *choice.many("beside", CardId),
            *choice.many("heirs", HeirId),
        )
        promise, due = promised(table, choice.args)
        draws = draws_in(choice.args)
        number = sum(map(len, (places, ships, beside, hidden))) + bool(promise) + bool(draws)
        table.emit(facts.RansomOffered(self.noble, seat, self.captor, number=number))
        table.emit(
            facts.RansomOffered(
                self.noble,
                seat,
                self.captor,
                places,
                ships,
                (*beside, *hidden),
                number,
                promise,
                due,
                draws,
                audience=(seat, self.captor),
            )
        )

    def _accept(self, table: KTable) -> None:
        """Hand the price over and let the captive go home (house-5.19c, house-5.19i).

        Anything played or given away since the offer, or unable to pass, is no longer part of it.
        """
        captor, owner = self.captor, table.state.nobles[self.noble].seat
        given: dict[str, list[str]] = {}
        passage = procedures(table).captives.passage
        for kind, prefix in _GOODS.items():
            for thing in (self.offer or {}).get(kind, ()):
                token = f"{prefix}:{thing}"
                stop = first(token_stops(table, token, owner, captor, passage))
                if stop is not None:
                    tell_unmet(table, token, owner, captor, stop)
                else:
                    hand_over(table, token, owner, self._receiver(table, token), captor)
                    given.setdefault(kind, []).append(thing)
        hidden = len(given.get("cards", [])) + len(given.get("held", []))
        draws, able = draws_in(self.offer or {}), guards(table, self.noble, captor, self.victors)
        table.emit(
            facts.Ransomed(
                self.noble,
                owner,
                captor,
                tuple(map(PlaceId, given.get("places", ()))),
                tuple(map(ShipId, given.get("ships", ()))),
                (*map(CardId, given.get("beside", ())), *map(HeirId, given.get("heirs", ()))),
                number=hidden,
                draws=draws,
            )
        )
        promise, due = promised(table, self.offer or {})
        if due is not None:
            pledge(table.state, owner, captor, promise, due)
        table.state.set_free(self.noble)
        kept = (self.offer or {}).get("back", ())
        procedures(table).captives.plunder(table, [self.noble], self.victors, kept)
        table.push(TrimHand(captor))
        if draws and able:
            hold(table, self.noble, captor, draws, strongest(table, able))
        else:
            _go_free(table, self.noble, captor)

    def _receiver(self, table: KTable, token: str) -> NobleId | None:
        """The captor's noble who gets a thing on the table: the strongest of those who won it, or,
        failing them, the strongest of the others (base-11.7)."""
        able = receivers(table, token, self.captor, procedures(table).captives.passage)
        party = [noble for noble in able if noble in self.victors] or able
        return strongest(table, party) if party else None


def _go_free(table: KTable, noble: NobleId, captor: Seat) -> None:
    """A captive who is released goes home; at sea he keeps the ship he is on and in his next turn
    brings her to a port, where the captor gets her (ishkibibble-seacombat.8)."""
    aboard = table.state.nobles[noble].aboard
    ship = None if aboard is None else table.state.ships.get(aboard)
    if aboard is None or ship is None or ship.sea is None:
        table.push(GoHome([noble], "ransom"))
        return
    if ship.lost_to is None:
        ship.captain_at_sea, ship.lost_to = noble, captor
        table.emit(facts.ShipOwed(aboard, noble, captor))


def _execute(table: KTable, noble: NobleId, victors: Sequence[NobleId]) -> None:
    """No ransom was accepted: the captive dies (house-5.19d, base-11.5)."""
    table.state.set_free(noble)
    procedures(table).captives.plunder(table, [noble], victors)
    kill_noble(table, noble, "executed")


# A King's Pardon (base-19.4)


class Mercy(KStep, tag="mercy"):
    """Before a captive dies, his player may play a King's Pardon from hand (base-19.4).

    Anyone with a card in hand is asked, even without a King's Pardon, so being asked does not show
    which cards he holds.
    """

    noble: NobleId
    captor: Seat
    victors: list[NobleId] = []

    def prompts(self, table: KTable) -> list[Prompt]:
        owner = table.state.nobles[self.noble].seat
        hand = table.state.factions[owner].hand
        if not hand:
            return []
        pardons = tuple(card for card in hand if table.content.crown[card].kind == "pardon")
        if not free(defeat_stops(table.state, owner)):
            pardons = ()
        offers = [Offer("pardon", (Field("card", pardons[:1]),), "base-19.4")] if pardons else []
        default = Choice.of("pardon", card=pardons[0]) if pardons else Choice("let_die")
        return [
            Prompt(
                owner,
                "mercy",
                (*offers, Offer("let_die", (), "base-19.4")),
                default=default,
                sealed=True,
                facts={"noble": self.noble, "captor": str(self.captor)},
            )
        ]

    def advance(self, table: KTable) -> None:
        table.finish(self)
        _execute(table, self.noble, self.victors)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        if choice.verb == "let_die":
            _execute(table, self.noble, self.victors)
            return
        card = choice.one("card", CardId)
        table.state.factions[seat].hand.remove(card)
        table.emit(facts.Pardoned(self.noble, seat, self.captor, card))
        discard(table, [card], seat)
        table.state.set_free(self.noble)
        procedures(table).captives.plunder(table, [self.noble], self.victors)
        _go_free(table, self.noble, self.captor)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb == "pardon" and seat == table.state.nobles[self.noble].seat:
            none = IllegalChoice(
                "base-19.4", "You need a King’s Pardon in your hand to free the captive."
            )
            return first(defeat_stops(table.state, seat)) or none
        return IllegalChoice(
            "base-19.4", "A captive is about to die. His player must answer first."
        )


_GOODS = {
    "places": "place",
    "ships": "ship",
    "beside": "beside",
    "cards": "hand",
    "held": "held",
    "heirs": "heir",
}
"""The parts of a ransom, and what those things are called in deals."""


class Wherever(Anywhere):
    """Everything in a ransom can be paid wherever it is (base-11.2)."""

    def way_of(self, table: KTable, token: str) -> Way:
        """Everything passes in the same way."""
        return "anywhere"


# Spoils (base-11.3, base-11.7), or none


@CAPTIVES.named("no_spoils")
class NoSpoils:
    """The victor gets nothing from the beaten side except through a ransom (house-5.19f)."""

    home_rule = "house-5.16b"
    passage = Anywhere()

    def taken(self, captives: list[NobleId], captor: Seat, victors: list[NobleId]) -> KStep:
        """The step in which each captive is ransomed or killed."""
        return Captives(captives, captor)

    def plunder(
        self,
        table: KTable,
        beaten: Sequence[NobleId],
        victors: Sequence[NobleId],
        kept: Sequence[str] = (),
    ) -> None:
        """The beaten players keep what they have."""

    def price(self, table: KTable, captive: NobleId, captor: Seat) -> dict[str, tuple[str, ...]]:
        """All places and ships of his player may be part of the ransom (house-8.7.4), and the
        captive's own bishops and mercenaries (house-5.19i)."""
        faction = nobles_of(table.state, table.state.nobles[captive].seat)
        cards = table.state.nobles[captive].cards
        kinds = {card: table.content.crown[card].kind for card in cards}
        able = [card for card in cards if kinds[card] in ("bishop", "mercenary")]
        able = [card for card in able if receivers(table, f"beside:{card}", captor)]
        return {**_estates(table, faction), "beside": tuple(able)}

    def price_stops(self, kind: str) -> Stops:
        """Only places and ships on the table pass from afar (house-8.7.4)."""
        if kind == "heirs":
            yield IllegalChoice(
                "house-8.7.8",
                "An heir cannot be a ransom: he can pass only to a noble who is with his keeper.",
            )
        if kind == "beside":
            yield IllegalChoice(
                "house-8.7.8",
                "Of the cards your nobles have, only the captive’s own bishops and mercenaries "
                "can be a ransom.",
            )
        yield IllegalChoice("house-8.7.2", "That is not yours to give as a ransom.")

    def homes(
        self, table: KTable, noble: NobleId, usable: tuple[PlaceId, ...]
    ) -> tuple[PlaceId, ...]:
        """A ransomed noble stays outside one of his castles if he can enter none of them."""
        return usable or table.content.castles_of(noble)


@CAPTIVES.named("spoils")
class Spoils:
    """Bishops, mercenaries, ships and towns of beaten nobles go to the victor's nobles
    (base-11.7)."""

    home_rule = "base-11.4"
    passage = Wherever()

    def taken(self, captives: list[NobleId], captor: Seat, victors: list[NobleId]) -> KStep:
        """The step in which each captive is ransomed or killed, and the spoils are given out."""
        return Captives(captives, captor, victors)

    def plunder(
        self,
        table: KTable,
        beaten: Sequence[NobleId],
        victors: Sequence[NobleId],
        kept: Sequence[str] = (),
    ) -> None:
        """Take the cards of the beaten nobles; their titles and offices are not spoils (base-11.7).
        ``kept`` is what a ransom leaves with a noble who goes home (base-11.3). The victor's player
        then says which of his nobles gets what. Cards that none of them can be given go to the
        Crown discards.
        """
        alive = [noble for noble in victors if noble in table.state.nobles]
        if not alive:
            return
        cards: list[CardId] = []
        for noble in beaten:
            for card in [c for c in table.state.nobles[noble].cards if c not in kept]:
                if able := takers(table, card, tuple(alive)):
                    pass_card(table, card, noble, strongest(table, able), source="spoils")
                    cards.append(card)
                else:
                    table.state.lose_card(card)
                    discard(table, [card], table.state.nobles[noble].seat)
        if cards and len(alive) > 1:
            table.push(ShareSpoils(cards, alive))

    def price(self, table: KTable, captive: NobleId, captor: Seat) -> dict[str, tuple[str, ...]]:
        """Places and ships of his player may be part of the ransom, and heirs with his other nobles
        and those nobles' cards (base-11.2), unless they are under siege (base-10.6); the captive
        may get some of his own cards back (base-11.3). What other captives have is not his player's
        to give: it is spoils until they are ransomed (base-11.3, base-11.7).
        """
        state, crown = table.state, table.content.crown
        faction = nobles_of(state, state.nobles[captive].seat)
        free_or_his = [n for n in faction if n == captive or state.nobles[n].captor is None]
        others = [n for n in faction if _at_large(table, n)]
        beside = [
            card
            for n in others
            for card in state.nobles[n].cards
            if crown[card].kind in ("bishop", "mercenary")
            and receivers(table, f"beside:{card}", captor, self.passage)
        ]
        heirs = [
            heir
            for n in others
            for heir in heirs_with(state, n)
            if heir not in state.custody  # nobody gives a hostage away (ishkibibble-ransom.3)
            and receivers(table, f"heir:{heir}", captor, self.passage)
        ]
        own = tuple(state.nobles[captive].cards)
        estates = _estates(table, free_or_his)
        return {**estates, "beside": tuple(beside), "heirs": tuple(heirs), "back": own}

    def price_stops(self, kind: str) -> Stops:
        """Anything that can be paid at all can be paid wherever it is, unless it is with a noble
        under siege (base-11.2, base-10.6)."""
        if kind in ("heirs", "beside"):
            yield IllegalChoice(
                "base-11.2",
                "Your nobles may pay with heirs, bishops and mercenaries, but not with those of "
                "the captive himself or of nobles under siege.",
            )
        yield IllegalChoice("base-11.2", "That is not yours to give as a ransom.")

    def homes(
        self, table: KTable, noble: NobleId, usable: tuple[PlaceId, ...]
    ) -> tuple[PlaceId, ...]:
        """If none of a ransomed noble's castles is open to him, he goes to the nearest friendly
        fortress, or to the open outside his castle (base-11.4).
        """
        own = table.content.castles_of(noble)
        return usable or _nearest_fortresses(table, noble, own) or own


def _estates(table: KTable, nobles: Sequence[NobleId]) -> dict[str, tuple[str, ...]]:
    """The places and ships of some nobles."""
    crown, known = table.content.crown, table.state.nobles
    ships = (card for noble in nobles for card in known[noble].cards if crown[card].kind == "ship")
    places = (place for place, noble in table.state.control.items() if noble in nobles)
    return {"places": tuple(places), "ships": tuple(ships)}


def _at_large(table: KTable, noble: NobleId) -> bool:
    """Whether a noble is neither a captive nor under siege."""
    return table.state.nobles[noble].captor is None and not besieged(table.state, noble)


def _nearest_fortresses(
    table: KTable, noble_id: NobleId, castles: tuple[PlaceId, ...]
) -> tuple[PlaceId, ...]:
    """The fortresses open to a noble that are nearest, in squares, to one of his castles."""
    board, seat = table.content.board, table.state.nobles[noble_id].seat
    homes = [board.at(board.places[castle].square) for castle in castles]
    far = {
        place.id: min(board.flight(home, place.square) for home in homes)
        for place in board.places.values()
        if place.is_fortress and may_enter(table, seat, place) and fits(table, noble_id, place)
    }
    least = min(far.values(), default=0)
    return tuple(place for place, squares in far.items() if squares == least)


class ShareSpoils(KStep, tag="share_spoils"):
    """The victor's player says which of his nobles gets each card that was won (base-11.7)."""

    cards: list[CardId]
    nobles: list[NobleId]
    meanwhile = IllegalChoice("base-11.7", "First say which of your nobles gets what you won.")

    def prompts(self, table: KTable) -> list[Prompt]:
        holder = self._holder(table)
        if holder is None:
            return []
        card = self.cards[0]
        alive = tuple(noble for noble in self.nobles if noble in table.state.nobles)
        nobles = takers(table, card, alive)
        if len(nobles) < 2:
            return []
        offer = Offer("keep_spoil", (Field("card", (card,)), Field("noble", nobles)), "base-11.7")
        default = Choice.of("keep_spoil", card=card, noble=holder)
        seat = table.state.nobles[holder].seat
        return [Prompt(seat, "spoils", (offer,), default=default, facts={"card": card})]

    def advance(self, table: KTable) -> None:
        if self.cards:
            self.cards.pop(0)
        else:
            table.finish(self)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        holder, noble = self._holder(table), choice.one("noble", NobleId)
        card = self.cards.pop(0)
        if holder is not None and holder != noble:
            pass_card(table, card, holder, noble, source="spoils")

    def _holder(self, table: KTable) -> NobleId | None:
        """The victor who still has the card in question, if any does."""
        known = table.state.nobles
        has = (
            n for n in self.nobles if n in known and self.cards and self.cards[0] in known[n].cards
        )
        return next(has, None)
