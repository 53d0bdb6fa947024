"""What is hidden from a seat (hands, decks, sealed votes and deals), what it could have been
instead, and the worlds that a seat imagines.

Dealing cards at random, so that nothing shows where they were before.

A world as a seat can imagine it: everything hidden from it is made up at random from what it knows.

Everything hidden is sorted before it is dealt, and nothing keeps its true place except what the
seat can read: its own cards and those offered to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from bot.rules.kernel import Dice, Position, Seat, every_seat, with_seats
from bot.rules.kingmaker.captivity import draws_in
from bot.rules.kingmaker.cards.draw import KeepOrPlay
from bot.rules.kingmaker.combat.captives import Ransom
from bot.rules.kingmaker.consequences.secret_question import SecretQuestion
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import CardId
from bot.rules.kingmaker.parliament.ballot import VOTES, Ballot
from bot.rules.kingmaker.state import Deal, Exile, Faction, KStep, KTable, Promise, State

T = TypeVar("T")

Name = Callable[[CardId], str]


class Lots:
    """Cards in a random order that depends on nothing but their names and the draw. ``name`` sorts
    the cards before the draw: cards that nobody can tell apart share a name. Cards kept for
    ``last`` are dealt when nothing else is left.
    """

    def __init__(
        self,
        cards: Iterable[CardId],
        luck: Dice,
        *,
        last: Callable[[CardId], bool] = lambda _: False,
        name: Name = str,
    ) -> None:
        ordered = sorted(cards, key=name)
        self._luck = luck
        self._left = [card for card in ordered if not last(card)]
        luck.shuffle(self._left)
        self._left[:0] = [card for card in ordered if last(card)]

    def take(self, fits: Callable[[CardId], bool] = lambda _: True) -> CardId:
        """The next card that fits, or simply the next one if none does. At least one card must be
        left."""
        fitting = (n for n in range(len(self._left) - 1, -1, -1) if fits(self._left[n]))
        return self._left.pop(next(fitting, -1))

    def fill(self, pile: list[CardId], kept: set[str]) -> None:
        """Replace the cards in a pile, in random order, except for those that stay."""
        dealt = [self.take() for card in pile if card not in kept]
        pile[:] = sorted({card for card in pile if card in kept}) + dealt
        self._luck.shuffle(pile)

    def rest(self) -> list[CardId]:
        """Everything left, shuffled."""
        self._luck.shuffle(self._left)
        return self._left


_EPOCH = 3
"""How many cards from the bottom of a deck stay as they are until it is shuffled or runs out."""


def hidden_names(position: Position[State], content: Content, seat: Seat | None) -> dict[str, str]:
    """The cards a seat (None: a spectator) cannot see, each with the shuffle from which it comes.

    Held Event cards are left out, because everybody saw them drawn, except Refuge cards: only their
    player knows how long they last (ishkibibble-refuge.5). Also left out are other players' cards
    offered to the seat in a deal or as a ransom, and nobles who share a place's name.
    """
    unseen, places = _unseen(position, content, seat), content.board.places
    return {card: shuffle for card, shuffle in unseen.items() if card not in places}


def _unseen(position: Position[State], content: Content, seat: Seat | None) -> dict[str, str]:
    """The same cards, with the nobles who share a place's name."""
    state = position.state
    version = position.version
    crown, event = _epoch(state.crown_deck, version), _epoch(state.event_deck, version)
    found: dict[str, str] = dict.fromkeys(state.crown_deck, crown)
    for other, faction in with_seats(state.factions):
        if other != seat:
            found.update(dict.fromkeys(faction.hand, crown))
    found.update(dict.fromkeys(state.event_deck, event))
    found.update(dict.fromkeys(_veiled_of_others(state, content, seat), event))
    for card in (*_offered(state, seat), *_ransoms_read(position, seat)):
        found.pop(card, None)
    return found


def out_of_sight(position: Position[State], content: Content, seat: Seat | None) -> set[str]:
    """The cards that a seat cannot place, including the Event cards that others hold, which may
    have changed hands since everybody saw them drawn."""
    factions = with_seats(position.state.factions)
    kept = {card for other, faction in factions if other != seat for card in faction.held}
    return kept | _unseen(position, content, seat).keys()


def _epoch(deck: list[CardId], version: int) -> str:
    """A mark that stays the same until a deck is shuffled; once the deck is running out, it changes
    with every decision."""
    return " ".join(deck[:_EPOCH]) if len(deck) > _EPOCH else f"decision {version}"


def _offered(state: State, seat: Seat | None) -> set[str]:
    """The cards named in the deals that a seat can read."""
    deals = [d for d in state.deals if seat is not None and seat in (d.giver, d.taker)]
    return {token.partition(":")[2] for d in deals for token in (*d.give, *d.take)}


def redeal_hidden(
    position: Position[State], content: Content, seat: Seat | None, luck: Dice
) -> None:
    """Change everything hidden from a seat, in place, into something else it could be."""
    state = position.state
    known = _offered(state, seat) | _ransoms_read(position, seat)
    others = [faction for other, faction in with_seats(state.factions) if other != seat]
    forced = content.ruleset.forced_play
    holdable = {c for c, card in content.crown.items() if card.kind not in forced}
    _exchange([faction.hand for faction in others], state.crown_deck, holdable - known, luck)
    # Everybody saw which Event cards were drawn and kept, but not what became of them.
    _exchange([faction.held for faction in others], [], set(content.events) - known, luck)
    _exchange_veiled(state, content, seat, known, luck)
    luck.shuffle(state.event_deck)
    _change_deals(state, seat, luck)
    table = KTable(state, content, position.agenda, position.dice)
    for step in position.agenda:
        if isinstance(step, KeepOrPlay) and step.seat != seat:
            hand = state.factions[step.seat].hand
            step.card = _one_of(hand, luck) if hand else step.card
        elif isinstance(step, Ballot):
            _change_votes(step, table, seat, luck)
        elif isinstance(step, SecretQuestion):
            _change_answers(step, table, seat, luck)
    position.dice.used += 1 + luck.below(1000)


def _veiled_of_others(state: State, content: Content, seat: Seat | None) -> list[CardId]:
    """Refuge cards that others hold or have played: everybody knows that these are Refuge cards,
    but not which ones."""
    kept = [c for other, f in with_seats(state.factions) if other != seat for c in f.held]
    kept += [exile.card for exile in state.exiles if exile.seat != seat]
    return [card for card in kept if content.events[card].veiled]


def _exchange_veiled(
    state: State, content: Content, seat: Seat | None, known: set[str], luck: Dice
) -> None:
    """Turn each Refuge card that a seat cannot see into another one."""
    piles = [f.held for other, f in with_seats(state.factions) if other != seat]
    piles.append(state.event_deck)
    played = [exile for exile in state.exiles if exile.seat != seat]
    hidden = [c for pile in piles for c in pile] + [exile.card for exile in played]
    pool = [card for card in hidden if content.events[card].veiled and card not in known]
    movable = set(pool)
    luck.shuffle(pool)
    for pile in piles:
        pile[:] = [pool.pop() if card in movable else card for card in pile]
    for exile in played:
        if exile.card in movable:
            begun = exile.due - content.events[exile.card].number
            exile.card = pool.pop()
            exile.due = begun + content.events[exile.card].number


def _exchange(
    hands: list[list[CardId]], deck: list[CardId], movable: set[CardId], luck: Dice
) -> None:
    """Redeal the movable cards of some hands and a deck, and shuffle the deck."""
    pool = [card for pile in (*hands, deck) for card in pile if card in movable]
    luck.shuffle(pool)
    for pile in (*hands, deck):
        pile[:] = [pool.pop() if card in movable else card for card in pile]
    luck.shuffle(deck)


def _change_deals(state: State, seat: Seat | None, luck: Dice) -> None:
    """Forget the deals and promises unknown to the seat; if there were no such deals, add one."""
    concerned = {seat}
    had = [d for d in state.deals if not concerned & {d.giver, d.taker}]
    state.deals = [d for d in state.deals if concerned & {d.giver, d.taker}]
    state.promises = [p for p in state.promises if concerned & {p.giver, p.taker}]
    others = [other for other in every_seat(len(state.factions)) if other != seat]
    state.pledges = [p for p in state.pledges if seat in (p.giver, p.taker)]
    said = state.offered
    state.offered = {two: said[two] for two in said if two.partition("-")[0] == str(seat)}
    if had or len(others) < 2:
        return
    luck.shuffle(others)
    giver, taker = others[:2]
    state.deals.append(Deal(1, giver, taker, promise="my vote"))
    state.promises.append(Promise(giver, taker, "my vote", due=state.round + 1))
    pair = "-".join(map(str, sorted((giver, taker))))
    state.deals_made[pair] = state.deals_made.get(pair, 0) + 1


def _change_votes(ballot: Ballot, table: KTable, seat: Seat | None, luck: Dice) -> None:
    """Change other players' votes to different ones, cast by different players."""
    votes = {key: vote for key, vote in ballot.votes.items() if key == str(seat)}
    for other in _answering(ballot, table, seat, seat is not None and str(seat) in votes, luck):
        votes[str(other)] = _one_of(VOTES, luck)
    ballot.votes = votes


def _change_answers(question: SecretQuestion, table: KTable, seat: Seat | None, luck: Dice) -> None:
    """Change other players' answers to different ones, given by different players."""
    said = {key: yes for key, yes in question.said.items() if key == seat}
    for other in _answering(question, table, seat, seat in said, luck):
        said[other] = bool(luck.below(2))
    question.said = said


def _answering(
    step: KStep, table: KTable, seat: Seat | None, answered: bool, luck: Dice
) -> list[Seat]:
    """Some of the other seats asked in secret; not all of them if the question is not waiting for
    this seat, because everybody can see that somebody has yet to answer."""
    asked = [ballot.seat for ballot in step.ballots(table)]
    others = [other for other in asked if other != seat]
    found = [other for other in others if luck.below(2)]
    if found == others and (answered or seat not in asked):
        found.remove(found[luck.below(len(found))])
    return found


def _one_of(things: Sequence[T], luck: Dice) -> T:
    return things[luck.below(len(things))]


def _ransoms_read(position: Position[State], seat: Seat | None) -> set[str]:
    """Everything named in a ransom offered to the seat."""
    offers = [
        step.offer or {}
        for step in position.agenda
        if isinstance(step, Ransom) and step.captor == seat
    ]
    return {thing for offer in offers for things in offer.values() for thing in things}


_HIGH = ("title", "office", "bishop")
"""The kinds of cards that may go to the Chancery unseen (ishkibibble-treachery.2)."""

_PRICE = ("places", "ships", "beside", "heirs", "cards", "held")
"""The goods of a ransom; others see only how many goods there are."""


def draw_hidden(position: Position[State], content: Content, seat: Seat | None, luck: Dice) -> None:
    """Redraw everything hidden from a seat, in place: equal views give equal worlds.

    A seat knows nothing about sealed answers or about deals between others: in this world nobody
    else has answered yet, and nothing is on offer between others. Where cards may leave a hand
    unseen (ishkibibble-treachery.1), no view shows what is in the discards, or in the Chancery
    while no Parliament sits: these are drawn too.
    """
    _World(position, content, seat, luck).draw()


class _World:
    """A position on its way from the truth to an imagined world."""

    def __init__(
        self, position: Position[State], content: Content, seat: Seat | None, luck: Dice
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

    def _others(self) -> Iterator[tuple[Seat, Faction]]:
        return (pair for pair in with_seats(self.state.factions) if pair[0] != self.seat)

    # What the seat can read (house-8.7.2, house-5.19a)

    def _offered(self) -> tuple[set[str], set[tuple[Seat, str]]]:
        """Of the cards offered to the seat, those that the player offering them still has, and
        those that he no longer has, each with that player."""
        state, offers = self.state, list[tuple[Seat, str]]()
        for deal in state.deals:
            if deal.taker == self.seat:
                offers += [(deal.giver, token.partition(":")[2]) for token in deal.give]
        for step in self.agenda:
            if isinstance(step, Ransom) and step.captor == self.seat:
                terms, owner = step.offer or {}, state.nobles[step.noble].seat
                offers += [
                    (owner, card) for kind in ("cards", "held") for card in terms.get(kind, ())
                ]
        there = {(s, c) for s, f in with_seats(state.factions) for c in (*f.hand, *f.held)}
        return (
            {card for seat, card in offers if (seat, card) in there},
            {offer for offer in offers if offer not in there},
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

    def _traded(self, faction: Faction, unseen: set[str]) -> list[CardId]:
        """Cards that a hand got by trade this turn: everybody knows how many, but not which."""
        seen = [card for card in faction.traded if card not in unseen]
        return [*seen, *faction.hand[: len(faction.traded) - len(seen)]]

    # Crown cards

    def _deal_crown_cards(self) -> set[str]:
        """Deal other hands, the deck and unseen discards from all the cards that may be there."""
        crown, forced = self.content.crown, self.content.ruleset.forced_play
        hands = [faction.hand for _, faction in self._others()]
        chancery, discards = self._unseen_piles()
        open_cards = {card for card in discards if crown[card].kind in forced} | self.read
        open_cards |= {card for card in chancery if crown[card].kind not in _HIGH}
        spoken_of = {getattr(step, "noble", "") for step in self.agenda}
        open_cards |= spoken_of.intersection(discards)
        cards = [c for pile in (*hands, self.state.crown_deck, chancery, discards) for c in pile]
        gone = {card for _, card in self.gone}

        def not_in_hand(card: CardId) -> bool:
            return crown[card].kind in forced or card in gone

        unseen = [card for card in cards if card not in open_cards]
        lots = Lots(unseen, self.luck, last=not_in_hand)
        for pile, kinds in ((chancery, _HIGH), (discards, ())):
            high = {card for card in unseen if not kinds or crown[card].kind in kinds}
            pile[:] = [c if c in open_cards else lots.take(high.__contains__) for c in pile]
        for hand in hands:
            lots.fill(hand, open_cards)
        self.state.crown_deck = lots.rest()
        return set(unseen) | self.read

    def _unseen_piles(self) -> tuple[list[CardId], list[CardId]]:
        """The Chancery and the discards, if something in them went there unseen."""
        state = self.state
        if not any(card.kind == "treachery" for card in self.content.events.values()):
            return [], []
        return [] if state.sitting is not None else state.chancery, state.crown_discards

    # Event cards

    def _deal_event_cards(self) -> None:
        """Everybody saw which cards were kept, but not what became of them, nor which of the veiled
        cards they are (ishkibibble-refuge.5)."""
        held = [faction.held for _, faction in self._others()]
        self._deal_held(held)
        while any(card in self.state.factions[seat].held for seat, card in self.gone):
            self._deal_held(held)  # who has given an offered card away does not get it back
        self.state.event_deck = Lots(self.state.event_deck, self.luck, name=self._face).rest()
        exiles = [exile for exile in self.state.exiles if exile.seat != self.seat]
        piles = [*held, self.state.event_deck]
        hidden = [card for pile in piles for card in pile if self._veiled(card)]
        veiled = Lots([*hidden, *(exile.card for exile in exiles)], self.luck)
        self._draw_refuges(exiles, veiled)
        for pile in piles:
            pile[:] = [veiled.take() if self._veiled(card) else card for card in pile]

    def _deal_held(self, held: Sequence[list[CardId]]) -> None:
        kept = [card for pile in held for card in pile if card not in self.read]
        lots = Lots(kept, self.luck, name=self._face)
        for pile in held:
            lots.fill(pile, self.read)

    def _face(self, card: CardId) -> str:
        named = self.read.union(card for _, card in self.gone)
        return card if card in named else self.content.events[card].face

    def _veiled(self, card: CardId) -> bool:
        return self.content.events[card].veiled and card not in self.read

    def _draw_refuges(self, exiles: list[Exile], veiled: Lots) -> None:
        """Draw how long each refuge lasts, making sure that none is over yet; the oldest refuge
        gets its card first."""
        events = self.content.events
        begun = {id(exile): exile.due - events[exile.card].number for exile in exiles}
        for exile in sorted(exiles, key=lambda exile: begun[id(exile)]):
            since = begun[id(exile)]
            lasting = {c for c in events if since + events[c].number >= self._not_before(exile)}
            exile.card = veiled.take(lasting.__contains__)
            exile.due = since + events[exile.card].number

    def _not_before(self, exile: Exile) -> int:
        """The earliest round in which this refuge can still end (refuges end after movement)."""
        state, seats = self.state, len(self.state.factions)
        turn, now = ((seat - state.first) % seats for seat in (exile.seat, state.active))
        moved = turn < now or (turn == now and state.phase not in ("event", "movement"))
        return state.round + moved

    # A ransom that others are negotiating (house-5.19a)

    def _draw_ransom(self, step: Ransom) -> None:
        """Other players know how many things are offered, but not which."""
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
