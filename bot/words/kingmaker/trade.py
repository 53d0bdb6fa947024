"""The log of trade, and the words for the terms of a deal."""

from __future__ import annotations

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Deal
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import tells
from bot.words.phrases import YOU, Told, does, listed, own, plural, quoted
from bot.words.shape import Names

_SECRET = "Only the two of you see this"


def terms(lex: Lexicon, deal: Deal | facts.DealProposed, giver: str, taker: str) -> str:
    """An offer in words: `Anne offers Bob York for Dover, and promises “…”`.

    ``giver`` and ``taker`` are names, or `YOU`.
    """
    goods = lex.goods(deal.give), lex.goods(deal.take)
    text = bargain(giver, taker, *goods, promised=bool(deal.promise))
    if not deal.promise:
        return text
    by = "" if deal.due is None else f" by round {deal.due}"
    promise = "promise" if giver == YOU else "promises"
    return f"{text}, and {promise} {quoted(deal.promise)}{by}"


def bargain(giver: str, taker: str, gifts: str, price: str, *, promised: bool) -> str:
    """What one player offers another, and for what; either side may be empty. If something is also
    ``promised``, the sentence goes on: the promise may ask for something in return."""
    if gifts:
        gift = f"{does(giver, 'offer')} {taker} {gifts}"
        return gift if promised and not price else f"{gift} for {price or 'nothing in return'}"
    if price:
        return f"{does(giver, 'ask')} {taker} for {price}"
    return f"{does(giver, 'offer')} {taker} nothing but words"


def on_offer(lex: Lexicon, deal: Deal, reader: Seat | None, names: Names) -> str:
    """An open deal, worded for its reader: *you* if he is one of its two players."""
    giver, taker = (YOU if seat == reader else names(seat) for seat in (deal.giver, deal.taker))
    return f"Deal {deal.number}: {terms(lex, deal, giver, taker)}."


@tells(facts.DealProposed)
def _proposed(lex: Lexicon, event: facts.DealProposed, names: Names) -> Told:
    giver, taker = names(event.giver), names(event.taker)
    deal = f"deal {event.number}: {terms(lex, event, giver, taker)}. {_SECRET}"
    if event.answers is not None:
        deal = f"{does(giver, 'answer')} {own(taker)} deal {event.answers} with {deal}"
    return Told(deal, "house-8.7.2")


_ANSWERED = {"accepted": "accept", "refused": "refuse"}
_CLOSED = {
    "withdrawn": "is taken back",
    "lapsed": "lapses unanswered",
    "void": "is void",
}


@tells(facts.DealClosed)
def _closed(lex: Lexicon, event: facts.DealClosed, names: Names) -> Told:
    deal, taker = f"{own(names(event.giver))} deal {event.number}", names(event.taker)
    if event.how not in _ANSWERED:
        return Told(f"{deal} with {taker} {_CLOSED.get(event.how, 'is over')}", "house-8.7.2")
    said = f": {quoted(event.word.removesuffix('.'))}" if event.word else ""
    return Told(f"{does(taker, _ANSWERED[event.how])} {deal}{said}", "house-8.7.2")


@tells(facts.DealStruck)
def _struck(lex: Lexicon, event: facts.DealStruck, names: Names) -> Told:
    """`Anne gives Durham to Bob for York and a hidden card`."""
    gifts = _goods(lex, event.give, event.hidden_give)
    price = _goods(lex, event.take, event.hidden_take)
    giver, taker = names(event.giver), names(event.taker)
    if not gifts:
        giver, taker, gifts, price = taker, giver, price, ""
    text = f"{does(giver, 'give')} {gifts} to {taker}"
    return Told(f"{text} for {price}" if price else text, "house-8.7.2", run="deals")


def _goods(lex: Lexicon, tokens: tuple[str, ...], hidden: int) -> str:
    """Things on the table, and the number of cards that nobody else sees."""
    told = [lex.goods([token]) for token in tokens]
    return listed([*told, *([plural(hidden, "hidden card")] if hidden else [])])


@tells(facts.CardsChangedHands)
def _changed_hands(lex: Lexicon, event: facts.CardsChangedHands, names: Names) -> Told:
    cards = plural(event.number, "hidden card")
    hands = does(names(event.giver), "hand")
    return Told(f"{hands} {names(event.taker)} {cards}", "house-8.7.2")


@tells(facts.TermUnmet)
def _unmet(lex: Lexicon, event: facts.TermUnmet, names: Names) -> Told:
    thing = lex.goods([event.thing])
    text = f"{thing} does not pass from {names(event.giver)} to {names(event.taker)}"
    return Told(text, event.rule)


@tells(facts.PromiseDue)
def _promise_due(lex: Lexicon, event: facts.PromiseDue, names: Names) -> Told:
    promise = f"{own(names(event.giver))} promise to {names(event.taker)}"
    text = f"{promise} is due this round: {quoted(event.text)}. It binds in honour only"
    return Told(text, "house-5.19b")
