"""What is hidden from a seat, and how else it could be: hands, decks, sealed votes, deals."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import Dice, Position
from bot.rules.kingmaker.cards.draw import KeepOrPlay
from bot.rules.kingmaker.combat.captives import Ransom
from bot.rules.kingmaker.consequences.secret_question import SecretQuestion
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.parliament.ballot import VOTES, Ballot
from bot.rules.kingmaker.state import Deal, KStep, KTable, Promise, State

_EPOCH = 3
"""So many cards from the bottom of a deck stay as they are until it is shuffled or runs out."""


def hidden_names(position: Position[State], content: Content, seat: int | None) -> dict[str, str]:
    """The cards a seat (None: a spectator) cannot see, each with the shuffle it comes from.

    Event cards kept are left out: everybody saw them drawn, but for Refuge cards: only
    their player knows how long they last (ishkibibble-refuge.5). So are cards of others that are
    offered to the seat in a deal or as a ransom, and nobles with the name of a place.
    """
    state = position.state
    version = position.version
    crown, event = _epoch(state.crown_deck, version), _epoch(state.event_deck, version)
    found = dict.fromkeys(state.crown_deck, crown)
    for other, faction in enumerate(state.factions):
        if other != seat:
            found.update(dict.fromkeys(faction.hand, crown))
    found.update(dict.fromkeys(state.event_deck, event))
    found.update(dict.fromkeys(_veiled_of_others(state, content, seat), event))
    for card in (*_offered(state, seat), *_ransoms_read(position, seat), *content.board.places):
        found.pop(card, None)
    return found


def out_of_sight(position: Position[State], content: Content, seat: int | None) -> set[str]:
    """The cards that a seat cannot place: the Event cards too that others keep,
    which may have changed hands since everybody saw them drawn."""
    factions = enumerate(position.state.factions)
    kept = {card for other, faction in factions if other != seat for card in faction.held}
    return kept | hidden_names(position, content, seat).keys()


def _epoch(deck: list[str], version: int) -> str:
    """What stays the same until a deck is shuffled; nothing does of one that is running out."""
    return " ".join(deck[:_EPOCH]) if len(deck) > _EPOCH else f"decision {version}"


def _offered(state: State, seat: int | None) -> set[str]:
    """Cards named in the deals that a seat can read."""
    deals = [d for d in state.deals if seat is not None and seat in (d.giver, d.taker)]
    return {token.partition(":")[2] for d in deals for token in (*d.give, *d.take)}


def redeal_hidden(
    position: Position[State], content: Content, seat: int | None, luck: Dice
) -> None:
    """Change everything that is hidden from a seat into something else it could be, in place."""
    state = position.state
    known = _offered(state, seat) | _ransoms_read(position, seat)
    others = [faction for other, faction in enumerate(state.factions) if other != seat]
    forced = content.ruleset.forced_play
    holdable = {c for c, card in content.crown.items() if card.kind not in forced}
    _exchange([faction.hand for faction in others], state.crown_deck, holdable - known, luck)
    # Everybody saw which Event cards were drawn and kept, though not what became of them.
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


def _veiled_of_others(state: State, content: Content, seat: int | None) -> list[str]:
    """Such cards that others keep or have played; everybody knows that they are Refuge cards."""
    kept = [c for other, f in enumerate(state.factions) if other != seat for c in f.held]
    kept += [exile.card for exile in state.exiles if exile.seat != seat]
    return [card for card in kept if content.events[card].veiled]


def _exchange_veiled(
    state: State, content: Content, seat: int | None, known: set[str], luck: Dice
) -> None:
    """Let each such card that a seat cannot see be another of them."""
    piles = [f.held for other, f in enumerate(state.factions) if other != seat]
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


def _exchange(hands: list[list[str]], deck: list[str], movable: set[str], luck: Dice) -> None:
    """Deal the movable cards of some hands and a deck anew, and shuffle the deck."""
    pool = [card for pile in (*hands, deck) for card in pile if card in movable]
    luck.shuffle(pool)
    for pile in (*hands, deck):
        pile[:] = [pool.pop() if card in movable else card for card in pile]
    luck.shuffle(deck)


def _change_deals(state: State, seat: int | None, luck: Dice) -> None:
    """Deals and promises of which the seat knows nothing: others, none, or one where none is."""
    concerned = {seat}
    had = [d for d in state.deals if not concerned & {d.giver, d.taker}]
    state.deals = [d for d in state.deals if concerned & {d.giver, d.taker}]
    state.promises = [p for p in state.promises if concerned & {p.giver, p.taker}]
    others = [other for other in range(len(state.factions)) if other != seat]
    state.pledges = [p for p in state.pledges if seat in (p.giver, p.taker)]
    said = state.offered
    state.offered = {two: said[two] for two in said if two.partition("-")[0] == str(seat)}
    if had or len(others) < 2:
        return
    luck.shuffle(others)
    giver, taker = others[:2]
    state.deals.append(Deal(1, giver, taker, promise="my vote"))
    state.promises.append(Promise(giver, taker, "my vote", due=state.round + 1))
    pair = f"{giver}-{taker}"
    state.deals_made[pair] = state.deals_made.get(pair, 0) + 1


def _change_votes(ballot: Ballot, table: KTable, seat: int | None, luck: Dice) -> None:
    """The votes of others: other ones, and given by others."""
    votes = {key: vote for key, vote in ballot.votes.items() if key == str(seat)}
    for other in _answering(ballot, table, seat, seat is not None and str(seat) in votes, luck):
        votes[str(other)] = _one_of(VOTES, luck)
    ballot.votes = votes


def _change_answers(question: SecretQuestion, table: KTable, seat: int | None, luck: Dice) -> None:
    """The answers of others: other ones, and given by others."""
    said = {key: yes for key, yes in question.said.items() if key == seat}
    for other in _answering(question, table, seat, seat in said, luck):
        said[other] = bool(luck.below(2))
    question.said = said


def _answering(
    step: KStep, table: KTable, seat: int | None, answered: bool, luck: Dice
) -> list[int]:
    """Some of the others who are asked under seal; not all, if a seat does not keep the question
    open itself: everybody sees that it is."""
    asked = [ballot.seat for ballot in step.ballots(table)]
    others = [other for other in asked if other != seat]
    found = [other for other in others if luck.below(2)]
    if found == others and (answered or seat not in asked):
        found.remove(found[luck.below(len(found))])
    return found


def _one_of(things: Sequence[str], luck: Dice) -> str:
    return things[luck.below(len(things))]


def _ransoms_read(position: Position[State], seat: int | None) -> set[str]:
    """Cards named in a ransom that was offered to the seat."""
    offers = [
        step.offer or {}
        for step in position.agenda
        if isinstance(step, Ransom) and step.captor == seat
    ]
    return {thing for offer in offers for things in offer.values() for thing in things}
