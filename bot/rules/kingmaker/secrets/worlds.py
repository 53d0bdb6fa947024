"""A world as a seat can imagine it: all that is hidden from it, made of what it knows and of lots.

Whatever is hidden is put into an order of its own before it is dealt, and nothing is left where it
truly lies but what the seat can read: its own cards, and those that are offered to it.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.rules.kernel import Dice, Position
from bot.rules.kingmaker.captivity.heirs import draws_in
from bot.rules.kingmaker.cards.draw import KeepOrPlay
from bot.rules.kingmaker.combat.captives import Ransom
from bot.rules.kingmaker.consequences.secret_question import SecretQuestion
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.parliament.ballot import Ballot
from bot.rules.kingmaker.secrets.lots import Lots
from bot.rules.kingmaker.state import Exile, Faction, KTable, State

_HIGH = ("title", "office", "bishop")
"""The kinds of cards that may go to the Chancery unseen (ishkibibble-treachery.2)."""

_PRICE = ("places", "ships", "beside", "heirs", "cards", "held")
"""The goods of a ransom; before everybody they are only counted."""


def draw_hidden(position: Position[State], content: Content, seat: int | None, luck: Dice) -> None:
    """Draw all that is hidden from a seat anew, in place: equal views give equal worlds.

    Of answers that lie sealed and of deals between others a seat knows nothing: in this world
    nobody else has answered yet, and nothing is on offer between others. Where cards may go out of
    a hand unseen (ishkibibble-treachery.1) no view tells what lies in the discards, nor in the
    Chancery while no Parliament sits: they are drawn too.
    """
    _World(position, content, seat, luck).draw()


class _World:
    """A position on its way from the truth to a world that is imagined."""

    def __init__(
        self, position: Position[State], content: Content, seat: int | None, luck: Dice
    ) -> None:
        self.state, self.agenda = position.state, position.agenda
        self.content, self.seat, self.luck = content, seat, luck
        self.table = KTable(position.state, content, position.agenda, position.dice)
        self.read, self.gone = self._offered()

    def draw(self) -> None:
        self._forget_deals()
        unseen = self._deal_crown_cards()
        self._deal_event_cards()
        for other, faction in self._others():
            faction.traded = self._traded(faction, unseen)
            for step in self.agenda:
                if isinstance(step, KeepOrPlay) and step.seat == other and step.card in unseen:
                    step.card = faction.hand[self.luck.below(len(faction.hand))]
        for step in self.agenda:
            if isinstance(step, Ballot):
                step.votes = {s: vote for s, vote in step.votes.items() if s == str(self.seat)}
            elif isinstance(step, SecretQuestion):
                step.said = {s: plays for s, plays in step.said.items() if s == self.seat}
            elif isinstance(step, Ransom) and step.offer is not None:
                self._draw_ransom(step)

    def _others(self) -> Iterator[tuple[int, Faction]]:
        return (pair for pair in enumerate(self.state.factions) if pair[0] != self.seat)

    # What the seat can read (house-8.7.2, house-5.19a)

    def _offered(self) -> tuple[set[str], set[str]]:
        """Cards offered to the seat that whoever offered them still has, and those he has not."""
        state, offers = self.state, list[tuple[int, str]]()
        for deal in state.deals:
            if deal.taker == self.seat:
                offers += [(deal.giver, token.partition(":")[2]) for token in deal.give]
        for step in self.agenda:
            if isinstance(step, Ransom) and step.captor == self.seat:
                terms, owner = step.offer or {}, state.nobles[step.noble].seat
                offers += [
                    (owner, card) for kind in ("cards", "held") for card in terms.get(kind, ())
                ]
        there = {(s, c) for s, f in enumerate(state.factions) for c in (*f.hand, *f.held)}
        return (
            {card for seat, card in offers if (seat, card) in there},
            {card for seat, card in offers if (seat, card) not in there},
        )

    # Deals between others (house-8.7.2)

    def _forget_deals(self) -> None:
        state, seat = self.state, self.seat
        state.deals = [d for d in state.deals if seat in (d.giver, d.taker)]
        state.promises = [p for p in state.promises if seat in (p.giver, p.taker)]
        state.pledges = [p for p in state.pledges if seat in (p.giver, p.taker)]
        said = state.offered
        state.offered = {two: said[two] for two in said if two.partition("-")[0] == str(seat)}
        made = state.deals_made
        state.deals_made = {two: made[two] for two in made if str(seat) in two.split("-")}

    def _traded(self, faction: Faction, unseen: set[str]) -> list[str]:
        """What a hand got by trade in this turn: everybody knows how many such cards, not which."""
        seen = [card for card in faction.traded if card not in unseen]
        return [*seen, *faction.hand[: len(faction.traded) - len(seen)]]

    # Crown cards

    def _deal_crown_cards(self) -> set[str]:
        """Deal what others hold, the deck, and what went unseen; all cards that may lie there."""
        crown, forced = self.content.crown, self.content.ruleset.forced_play
        hands = [faction.hand for _, faction in self._others()]
        chancery, discards = self._unseen_piles()
        open_cards = {card for card in discards if crown[card].kind in forced} | self.read
        open_cards |= {card for card in chancery if crown[card].kind not in _HIGH}
        spoken_of = {getattr(step, "noble", "") for step in self.agenda}
        open_cards |= spoken_of.intersection(discards)
        cards = [c for pile in (*hands, self.state.crown_deck, chancery, discards) for c in pile]

        def not_in_hand(card: str) -> bool:
            return crown[card].kind in forced or card in self.gone

        unseen = [card for card in cards if card not in open_cards]
        lots = Lots(unseen, self.luck, last=not_in_hand)
        for pile, kinds in ((chancery, _HIGH), (discards, ())):
            high = {card for card in unseen if not kinds or crown[card].kind in kinds}
            pile[:] = [c if c in open_cards else lots.take(high.__contains__) for c in pile]
        for hand in hands:
            lots.fill(hand, open_cards)
        self.state.crown_deck = lots.rest()
        return set(unseen) | self.read

    def _unseen_piles(self) -> tuple[list[str], list[str]]:
        """The Chancery and the discards, if something in them went there unseen."""
        state = self.state
        if not any(card.kind == "treachery" for card in self.content.events.values()):
            return [], []
        return [] if state.sitting is not None else state.chancery, state.crown_discards

    # Event cards

    def _deal_event_cards(self) -> None:
        """Everybody saw which were kept, though not what became of them, nor which of the veiled
        cards they are (ishkibibble-refuge.5)."""
        held = [faction.held for _, faction in self._others()]
        kept = [card for pile in held for card in pile if card not in self.read]
        lots = Lots(kept, self.luck, name=self._face)
        for pile in held:
            lots.fill(pile, self.read)
        self.state.event_deck = Lots(self.state.event_deck, self.luck, name=self._face).rest()
        exiles = [exile for exile in self.state.exiles if exile.seat != self.seat]
        piles = [*held, self.state.event_deck]
        hidden = [card for pile in piles for card in pile if self._veiled(card)]
        veiled = Lots([*hidden, *(exile.card for exile in exiles)], self.luck)
        self._draw_refuges(exiles, veiled)
        for pile in piles:
            pile[:] = [veiled.take() if self._veiled(card) else card for card in pile]

    def _face(self, card: str) -> str:
        return card if card in self.read else self.content.events[card].face

    def _veiled(self, card: str) -> bool:
        return self.content.events[card].veiled and card not in self.read

    def _draw_refuges(self, exiles: list[Exile], veiled: Lots) -> None:
        """How long each is to last, so that none is over yet; the oldest choose first."""
        events = self.content.events
        begun = {id(exile): exile.due - events[exile.card].number for exile in exiles}
        for exile in sorted(exiles, key=lambda exile: begun[id(exile)]):
            since = begun[id(exile)]
            lasting = {c for c in events if since + events[c].number >= self._not_before(exile)}
            exile.card = veiled.take(lasting.__contains__)
            exile.due = since + events[exile.card].number

    def _not_before(self, exile: Exile) -> int:
        """The first round at whose end of movement this refuge can still be over."""
        state, seats = self.state, len(self.state.factions)
        turn, now = ((seat - state.first) % seats for seat in (exile.seat, state.active))
        moved = turn < now or (turn == now and state.phase not in ("event", "movement"))
        return state.round + moved

    # A ransom that others talk over (house-5.19a)

    def _draw_ransom(self, step: Ransom) -> None:
        """Others know how many things are offered, and not which."""
        owner = self.state.nobles[step.noble].seat
        if self.seat in (step.captor, owner):
            return
        terms = step.offer or {}
        number = sum(len(terms.get(kind, ())) for kind in _PRICE)
        number += bool(terms.get("promise")) + bool(draws_in(terms))
        step.offer = None
        fields = step.prompts(self.table)[0].offers[0].fields
        goods = [(f.name, thing) for f in fields if f.name in _PRICE for thing in f.candidates]
        self.luck.shuffle(goods)
        step.offer = {"promise": ("a favour",)} if len(goods) < number else {}
        for kind in _PRICE:
            chosen = tuple(thing for name, thing in goods[:number] if name == kind)
            if chosen:
                step.offer[kind] = chosen
