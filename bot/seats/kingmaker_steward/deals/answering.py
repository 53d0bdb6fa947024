"""How a steward answers a deal: yes, or no with a reason and the least that would make it a yes.

The answers are based on what everybody sees and what is in the deal, so none of them reveals the
cards that a seat keeps hidden.

Each answer comes with one sentence about what is public, or in the deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from bot.content.characters import pledge_in
from bot.rules.kernel import Choice, Prompt, Seat
from bot.rules.kingmaker.cards.deals import OPEN_DEALS, WORD_LENGTH
from bot.rules.kingmaker.pacts import REPLY, mark_of
from bot.rules.kingmaker.state import Deal
from bot.seats.kingmaker_steward.deals.worths import (
    FAIR,
    balance,
    gain_of,
    name_of,
    only_goes_back,
    openly,
    stays,
    worth_to,
)
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.trust import (
    broke_word,
    mover_of,
    price_of_trust,
    trust,
    worth_of_word,
)
from bot.seats.kingmaker_steward.voting import stake

_PLAIN = {
    "stuck": "Gladly, but one of us cannot take what this deal offers just now.",
    "broken": "You gave me your word once, and I have not forgotten what became of it.",
    "grudge": "Not so soon after your men came for mine.",
    "back": "We settled that the other way not long ago, and I stand by it.",
    "envy": "It would help you far more than me.",
    "little": "That is too little to shake hands on.",
    "vote": "You cannot have my vote for that. It would hurt my own people.",
    "word": "{dearest} is worth more to me than a promise.",
    "gift": "You ask for {dearest} and offer nothing for it.",
    "dear": "{dearest} is worth more to me than what you offer.",
}
"""The reasons against a deal, if there is nothing that would make it a yes."""

_BUT = {
    "broken": "You broke your word to me, so this time I ask",
    "grudge": "Your men came for mine lately, so I must ask",
    "back": "We settled that the other way not long ago, but I would go back on it for",
    "envy": "It would help you far more than me, but I would take it for",
    "word": "A promise warms the heart, but I would rather have",
    "gift": "I cannot give {dearest} away for nothing, but I would for",
    "dear": "{dearest} is dear to me, but I would shake hands for",
}
"""The reasons against a deal, to be followed by what would have to be added."""

_BESIDES = ("broken", "grudge", "back", "envy", "word", "dear")


def thanks(outlook: Outlook, deal: Deal) -> str:
    """What the steward says when it accepts a deal."""
    if not deal.give:
        kept = deal.promise and not deal.take and trust(outlook, deal.giver) > 0
        return "Your word has been good: so be it." if kept else "So be it."
    best = max(deal.give, key=lambda token: worth_to(outlook, outlook.seat, token))
    wanted = name_of(outlook, best)
    return f"{wanted} is worth that to me." if deal.take else f"I take {wanted}, with thanks."


def excuse(
    outlook: Outlook,
    deal: Deal,
    ground: str,
    added: Sequence[str] = (),
    kept: Sequence[str] = (),
) -> str:
    """The words of a refusal: why, and what would have to be ``added``, or that this seat would
    give only the things in ``kept`` out of those asked for."""
    dearest = ""
    if deal.take:
        best = max(deal.take, key=lambda token: worth_to(outlook, outlook.seat, token))
        dearest = name_of(outlook, best)
    plain = _PLAIN[ground].format(dearest=dearest)
    if kept:
        return _fitting(
            (
                "All that is more than I can spare, but for your offer you may have "
                f"{_names(outlook, kept)}."
            ),
            plain,
        )
    if not added:
        return plain
    more = _names(outlook, added)
    besides = " besides" if ground in _BESIDES and deal.give else ""
    return _fitting(
        f"{_BUT[ground].format(dearest=dearest)} {more}{besides}.",
        f"With {more}{besides}, gladly.",
        plain,
    )


def _names(outlook: Outlook, tokens: Sequence[str]) -> str:
    found = [name_of(outlook, token) for token in tokens]
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"


def _fitting(*sentences: str) -> str:
    """The first sentence that is short enough; the last one always is."""
    return next((one for one in sentences if len(one) <= WORD_LENGTH), sentences[-1])


_MOST_ADDED = 3
"""Ask for at most this many more things."""

_COUNTERS = 3
"""The most offers to one player in a round, including answers to his own."""

_LEAST = -1.0
"""Never give away more points than this for nothing."""

_HIDDEN = ("hand:", "held:")


@dataclass(frozen=True, slots=True)
class Counter:
    """The least for which this seat would take a deal: things added, or things no longer asked
    for."""

    gives: tuple[str, ...]
    """What this seat would give."""
    gets: tuple[str, ...]
    added: tuple[str, ...] = ()


def answer(outlook: Outlook, prompt: Prompt) -> Choice | None:
    """Accept a good deal; refuse a bad one, but make a counter-offer first, if the rules allow one.
    None if no deal was offered."""
    known = openly(outlook)
    for deal in outlook.view.deals:
        if deal.taker != outlook.seat:
            continue
        yes = Choice.of("accept_deal", deal=deal.name, word=thanks(known, deal))
        fair = excess(known, deal) >= 0 or _offered(outlook, deal)
        if fair and prompt.find(yes) is not None:
            return yes
        room = None if fair else _making_room(outlook, prompt, deal)
        if room is not None:
            return room
        counter = None if fair else least(known, prompt, deal)
        if counter is not None:
            proposal = _as_proposal(outlook, prompt, deal, counter)
            if proposal is not None:
                return proposal
        no = Choice.of("refuse_deal", deal=deal.name, word=_why_not(known, deal, fair, counter))
        if prompt.find(no) is not None:
            return no
    return None


def _making_room(outlook: Outlook, prompt: Prompt, deal: Deal) -> Choice | None:
    """With as many open offers as the rules allow, a seat could make no others, and its answer
    would show the player who asks that it is dealing with somebody else. So this seat first takes
    back the oldest of its own offers."""
    mine = [one for one in outlook.view.deals if one.giver == outlook.seat]
    if len(mine) < OPEN_DEALS:
        return None
    for one in mine:
        choice = Choice.of("withdraw_deal", deal=one.name)
        if one.taker != deal.giver and prompt.find(choice) is not None:
            return choice
    return None


def _offered(outlook: Outlook, deal: Deal) -> bool:
    """Whether a deal is what this seat is offering at the moment, or better for it: a steward keeps
    to its offers."""
    return any(
        (mine.giver, mine.taker) == (deal.taker, deal.giver)
        and set(mine.take) <= set(deal.give)
        and set(deal.take) <= set(mine.give)
        for mine in outlook.view.deals
    )


def excess(outlook: Outlook, deal: Deal) -> float:
    """How many points better a deal is than the least that this seat would take."""
    word = worth_of_word(outlook, deal.giver, deal.promise) - _cost_of_vote(outlook, deal)
    return gain_of(outlook, deal.giver, deal.give, deal.take) + word - bar(outlook, deal.giver)


def _cost_of_vote(outlook: Outlook, deal: Deal) -> float:
    """What it costs to vote as the player offering the deal wants, if a vote is what he is
    after."""
    if pledge_in(deal.promise) != "vote" or mover_of(outlook) != deal.giver:
        return 0.0
    return max(0.0, -stake(outlook, outlook.seat, outlook.view.motion))


def bar(outlook: Outlook, other: Seat) -> float:
    """What a deal with another seat must bring, in points."""
    return max(_LEAST, FAIR + outlook.temper.price) + price_of_trust(outlook, other)


def _why_not(outlook: Outlook, deal: Deal, fair: bool, counter: Counter | None) -> str:
    if counter is not None:
        gave_less = counter.gives != tuple(deal.take)
        kept = tuple(counter.gives) if gave_less else ()
        return excuse(outlook, deal, _ground(outlook, deal, fair), counter.added, kept)
    return excuse(outlook, deal, _ground(outlook, deal, fair))


def _ground(outlook: Outlook, deal: Deal, fair: bool) -> str:
    """The chief reason against a deal."""
    if fair:
        return "stuck"
    if broke_word(outlook, deal.giver) is not None:
        return "broken"
    if only_goes_back(outlook, outlook.seat, deal.give, deal.take):
        return "back"
    mine = balance(outlook, outlook.seat, deal.give, deal.take)
    word = worth_of_word(outlook, deal.giver, deal.promise)
    if price_of_trust(outlook, deal.giver) > FAIR and mine + word >= FAIR:
        return "grudge"
    if mine + word >= FAIR:
        return "envy"
    if not deal.take:
        return "vote" if _cost_of_vote(outlook, deal) else "little"
    if not deal.give:
        return "word" if deal.promise else "gift"
    return "dear"


# The least that would be taken


def least(outlook: Outlook, prompt: Prompt, deal: Deal) -> Counter | None:
    """The counter-offer that costs the other player the least, if there is one."""
    if not deal.take:
        return None
    ideas = [*_with_more(outlook, prompt, deal), *_for_less(outlook, deal)]
    return min(ideas, key=lambda idea: (idea[0], idea[1].gives, idea[1].gets), default=(0, None))[1]


def _with_more(outlook: Outlook, prompt: Prompt, deal: Deal) -> Iterator[tuple[float, Counter]]:
    """The same deal with something added to what the other player gives: the one thing that he
    values least or, if that is not enough, a few things together.
    """
    other = deal.giver
    goods = [
        token
        for token in _goods_of(prompt, other, "take")
        if token not in deal.give and not stays(outlook, token, other, outlook.seat)
    ]
    cost = {token: worth_to(outlook, other, token) for token in goods}
    fair = bar(outlook, other)

    def enough(added: Sequence[str]) -> bool:
        return gain_of(outlook, other, (*deal.give, *added), deal.take) >= fair

    alone = [token for token in goods if enough([token])]
    if alone:
        token = min(alone, key=lambda one: (cost[one], one))
        yield cost[token], _more(deal, (token,))
        return
    # First come the things that are worth most to this seat relative to what they cost the other
    # side.
    goods.sort(key=lambda one: (cost[one] - 1.5 * worth_to(outlook, outlook.seat, one), one))
    for number in range(2, _MOST_ADDED + 1):
        if enough(goods[:number]):
            yield sum(cost[one] for one in goods[:number]), _more(deal, tuple(goods[:number]))
            return


def _more(deal: Deal, added: tuple[str, ...]) -> Counter:
    return Counter(tuple(deal.take), (*deal.give, *added), added)


def _for_less(outlook: Outlook, deal: Deal) -> Iterator[tuple[float, Counter]]:
    """The same deal with less asked for."""
    if not deal.give:
        return
    fair = bar(outlook, deal.giver)
    for number in range(len(deal.take) - 1, 0, -1):
        for kept in combinations(deal.take, number):
            if gain_of(outlook, deal.giver, deal.give, kept) >= fair:
                gone = [token for token in deal.take if token not in kept]
                cost = sum(worth_to(outlook, deal.giver, token) for token in gone)
                yield cost, Counter(kept, tuple(deal.give))
        if len(deal.take) > _MOST_ADDED + 1:
            return


def _goods_of(prompt: Prompt, other: Seat, field: str) -> tuple[str, ...]:
    """What may be given to another seat, or taken from it, in a deal offered now."""
    for offer in prompt.offers:
        if offer.verb == "propose_deal" and offer.field("to").candidates == (str(other),):
            names = [one.name for one in offer.fields]
            return offer.field(field).candidates if field in names else ()
    return ()


def _as_proposal(outlook: Outlook, prompt: Prompt, deal: Deal, counter: Counter) -> Choice | None:
    """The counter-offer as a new deal, if the rules allow it and it has not been offered yet."""
    if any(token.startswith(_HIDDEN) for token in (*counter.gives, *counter.gets)):
        return None
    mark = mark_of(counter.gives, counter.gets, "")
    marks = [one.partition(":") for one in outlook.view.offered.get(deal.giver, ())]
    today = sum(when.rstrip(REPLY) == str(outlook.view.round) for when, _, _ in marks)
    if today >= _COUNTERS or any(known == mark for _, _, known in marks):
        return None
    args = {"to": (str(deal.giver),), "give": counter.gives, "take": counter.gets}
    proposal = Choice("propose_deal", args)
    return proposal if prompt.find(proposal) is not None else None
