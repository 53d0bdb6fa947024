"""Trade and transfer: deals between players, and within a faction (house §8.7).

Each rule is written once, as a stop: those for things and nobles in
:mod:`bot.rules.kingmaker.cards.goods`, those for the partner, the promise and the whole deal here.
Nothing is offered that would be refused.

When a deal is struck, each thing changes hands. One that cannot stays where it is, and the rule
against it is cited (house §8.7).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from bot.rules.kernel import (
    Choice,
    Field,
    IllegalChoice,
    Offer,
    Seat,
    Stops,
    every_seat,
    first,
    free,
)
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.cards.draw import TrimHand
from bot.rules.kingmaker.cards.goods import (
    Meeting,
    can_give,
    embargo_stops,
    hidden_goods,
    is_hidden,
    never_stops,
    not_his_stops,
    owner_of,
    passing_stops,
    public_goods,
    receivers,
    token_stops,
)
from bot.rules.kingmaker.cards.playing import full_hand_stops
from bot.rules.kingmaker.conditions.sides import given
from bot.rules.kingmaker.consequences.changes import hand_heir, pass_card, take_control
from bot.rules.kingmaker.facts.cards import TermUnmet
from bot.rules.kingmaker.forces.strength import nobles_of, strongest
from bot.rules.kingmaker.ids import NO_NOBLE, CardId, HeirId, NobleId, PlaceId
from bot.rules.kingmaker.pacts import note_offer, pledge
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.state import Deal, KTable


def tell_unmet(table: KTable, token: str, giver: Seat, taker: Seat, stop: IllegalChoice) -> None:
    """If something that was agreed on stays where it is, report that with the rule against it,
    unless it has passed together with something else (house-8.7.14)."""
    owner = None if is_hidden(token) else owner_of(table, token)
    if owner is not None and table.state.nobles[owner].seat == taker:
        return
    audience = (giver, taker) if is_hidden(token) else None
    table.emit(TermUnmet(token, giver, taker, stop.rule, audience=audience))


def hand_over(table: KTable, token: str, giver: Seat, noble: NobleId | None, taker: Seat) -> None:
    """Pass a thing to a player; things on the table go to the noble named, or to the strongest."""
    kind, _, name = token.partition(":")
    state = table.state
    card = CardId(name)
    if kind == "hand":
        state.factions[giver].hand.remove(card)
        state.factions[taker].hand.append(card)
        procedures(table).trade.traded(table, taker, card)
        return
    if kind == "held":
        state.factions[giver].held.remove(card)
        state.factions[taker].held.append(card)
        return
    to = noble or strongest(table, receivers(table, token, taker) or nobles_of(state, taker))
    owner = owner_of(table, token)
    assert owner is not None
    if kind == "place":
        take_control(table, PlaceId(name), to, "deal")
    elif kind == "heir":
        hand_heir(table, HeirId(name), to)
    else:
        pass_card(table, card, owner, to)


OPEN_DEALS = 3
"""The number of deals a seat may have on offer at once."""

PROMISE_LENGTH = 200
WORD_LENGTH = 120
"""The most characters that a player may add to his answer to a deal."""
PROMISE_ROUNDS = 12

_ANSWERS = ("accept_deal", "refuse_deal", "withdraw_deal")
_COUNTER = "counter_deal"
_WORD = dict.fromkeys(
    ("accept_deal", "refuse_deal"), (Field("word", (), 0, 1, free=WORD_LENGTH, unasked=True),)
)
"""The field for a few words with the answer, if players want to say why."""
_PROMISE = (
    Field("promise", (), 0, 1, free=PROMISE_LENGTH),
    Field("due", tuple(str(rounds) for rounds in range(1, PROMISE_ROUNDS + 1)), 0, 1),
)


# Within a faction (house-8.7.4, house-8.7.7, house-8.7.8)


def transfer_offers(table: KTable, seat: Seat, meeting: Meeting) -> list[Offer]:
    """What a player may pass between his own nobles now."""
    if not free(procedures(table).trade.time_stops(table, seat, seat)):
        return []
    groups: dict[tuple[NobleId, ...], list[str]] = {}
    stay = heirs_stay(table, seat)
    for token, way, owner in meeting.things[seat]:
        if stay and token.startswith("heir:"):
            continue
        if nobles := meeting.takers(token, way, owner, seat):
            groups.setdefault(nobles, []).append(token)
    return [
        Offer("transfer", (Field("thing", tuple(things)), Field("noble", nobles)), "house-8.7.4")
        for nobles, things in groups.items()
    ]


def transfer_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of passing a thing to a noble of one's own."""
    token = choice.first("thing", "")
    yield from never_stops(table, token)
    if is_hidden(token):
        yield IllegalChoice(
            "house-8.7.4", "A hand belongs to the player, not to any of his nobles."
        )
    owner = public_goods(table, seat).get(token)
    if owner is None:
        yield from not_his_stops(table, token, within=True)
        return
    noble = choice.first("noble", NO_NOBLE)
    if noble not in nobles_of(table.state, seat):
        yield IllegalChoice(
            "house-8.7.4",
            "Name a noble of your own. To give something to another player, offer a deal.",
        )
        return
    yield from passing_stops(table, token, owner, [noble])
    yield from _march_stops(table, seat, token)


def heirs_stay(table: KTable, seat: Seat) -> bool:
    """Whether the transfer of heirs between nobles is forbidden just now."""
    return not free(_march_stops(table, seat, "heir:"))


def _march_stops(table: KTable, seat: Seat, token: str) -> Stops:
    """While nobles march, a separate order hands over an heir (base-7.12)."""
    state = table.state
    if token.startswith("heir:") and state.phase == "movement" and state.active == seat:
        yield IllegalChoice(
            "base-7.12", "While your nobles move, use “entrust” to hand an heir to another of them."
        )


def transfer(table: KTable, seat: Seat, choice: Choice) -> None:
    """Pass a thing between two nobles of one faction."""
    hand_over(table, choice.one("thing"), seat, choice.one("noble", NobleId), seat)


# Deals between players (house-8.7.2)


def answer_offers(table: KTable, seat: Seat) -> list[Offer]:
    """Deals that a seat may accept, refuse or take back."""
    return [
        Offer(verb, (Field("deal", (deal.name,)), *_WORD.get(verb, ())), "house-8.7.2")
        for deal in table.state.deals
        for verb in _ANSWERS
        if free(_answer_stops(table, seat, deal, verb))
    ]


def proposal_offers(table: KTable, seat: Seat, meeting: Meeting) -> list[Offer]:
    """Deals that a seat may propose, those that answer another's offer first."""
    if not free(_number_stops(table, seat)):
        return []
    hidden = hidden_goods(table, seat)
    if hidden and not free(embargo_stops(table, hidden[0], seat)):  # all may pass, or none may
        hidden = []
    counters, proposals = list[Offer](), list[Offer]()
    for other in every_seat(len(table.state.factions)):
        if free(_partner_stops(table, seat, str(other))):
            give, take = (*hidden, *meeting.passing(seat, other)), meeting.passing(other, seat)
            terms = _terms(give, take)
            proposals.append(
                Offer("propose_deal", (Field("to", (str(other),)), *terms), "house-8.7.2")
            )
            counters += [
                Offer(_COUNTER, (Field("deal", (deal.name,)), *terms), "house-8.7.2")
                for deal in table.state.deals
                if (deal.giver, deal.taker) == (other, seat)
            ]
    return [*counters, *proposals]


def _terms(give: tuple[str, ...], take: tuple[str, ...]) -> tuple[Field, ...]:
    """What a player may give and take in a deal, and the promise he may make."""
    goods = (("give", give), ("take", take))
    fields = (Field(name, things, 0, len(things)) for name, things in goods if things)
    return (*fields, *_PROMISE)


# Promises (house-5.19b)


def promise_fields() -> tuple[Field, Field]:
    """A promise in the player's own words, and in how many rounds it is due (house-5.19b)."""
    return _PROMISE


def well_written(choice: Choice) -> bool:
    """Whether a proposal's promise and its due time, or the words with an answer, are well formed:
    single, short and on one line.
    """
    fields = _WORD.get(choice.verb, _PROMISE if choice.verb in ("propose_deal", _COUNTER) else ())
    return all(field.problem(choice.many(field.name)) is None for field in fields)


def promised(table: KTable, args: Mapping[str, tuple[str, ...]]) -> tuple[str, int | None]:
    """The promise in a choice, and the round in which it falls due (None without a promise)."""
    text = next(iter(args.get("promise", ())), "")
    rounds = int(next(iter(args.get("due", ())), "1"))
    return text, table.state.round + rounds if text else None


# Why not: a proposal


def proposal_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of offering a deal with these terms, or of answering an
    offer with it."""
    give, take = choice.many("give"), choice.many("take")
    to = choice.first("to", "")
    if choice.verb == _COUNTER:
        stops = list(answer_stops(table, seat, choice))
        yield from stops
        if stops:
            return
        to = str(_named(table, choice).giver)
    for token in (*give, *take):
        yield from never_stops(table, token)
        giver = Seat(int(to)) if token in take and to.isdecimal() else seat
        yield from embargo_stops(table, token, giver)
    partner = list(_partner_stops(table, seat, to))
    yield from partner
    if partner:
        return
    mine, theirs = public_goods(table, seat), public_goods(table, Seat(int(to)))
    hidden = hidden_goods(table, seat)
    for tokens, goods, taker in ((give, mine, Seat(int(to))), (take, theirs, seat)):
        nobles = nobles_of(table.state, taker)
        for token in tokens:
            owner = goods.get(token)
            if owner is not None:
                yield from passing_stops(table, token, owner, nobles)
            elif taker == seat or token not in hidden:
                yield from not_his_stops(table, token, within=False)
    yield from _promise_stops(choice)
    yield from _number_stops(table, seat)


def _partner_stops(table: KTable, seat: Seat, to: str) -> Stops:
    """A deal is offered to another player."""
    if to not in [str(o) for o in every_seat(len(table.state.factions)) if o != seat]:
        yield IllegalChoice("house-8.7.2", "Say which player you offer the deal to.")
    elif given(table.state) and table.state.sides[int(to)].extinct:
        yield IllegalChoice("families-heads.3", "That family is out of play.")


def _promise_stops(choice: Choice) -> Stops:
    """A promise is short (base-16.6)."""
    if any(len(promise) > PROMISE_LENGTH for promise in choice.many("promise")):
        yield IllegalChoice(
            "base-16.6", f"Write a promise in one line of at most {PROMISE_LENGTH} characters."
        )


def _number_stops(table: KTable, seat: Seat) -> Stops:
    """Nobody may have more than a few deals on offer."""
    if sum(deal.giver == seat for deal in table.state.deals) >= OPEN_DEALS:
        yield IllegalChoice(
            "house-8.7.2", f"You already have {OPEN_DEALS} deals on offer. Take one back first."
        )


# Why not: an answer to a deal


def answer_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of this answer to a deal."""
    name = choice.first("deal", "")
    deal = next((deal for deal in table.state.deals if deal.name == name), None)
    if deal is None or seat not in (deal.giver, deal.taker):
        yield IllegalChoice("house-8.7.2", "You have no such deal to answer now.")
        return
    yield from _answer_stops(table, seat, deal, choice.verb)


def _named(table: KTable, choice: Choice) -> Deal:
    """The open deal that an answer names."""
    return next(deal for deal in table.state.deals if deal.name == choice.one("deal"))


def _answer_stops(table: KTable, seat: Seat, deal: Deal, verb: str) -> Stops:
    if verb == "withdraw_deal":
        if seat != deal.giver:
            yield IllegalChoice(
                "house-8.7.2", "Only the player who offered a deal can take it back."
            )
        return
    if seat != deal.taker:
        yield IllegalChoice("house-8.7.2", "Only the player who was offered a deal can answer it.")
    if verb == "accept_deal":
        yield from _acceptance_stops(table, deal)


def _acceptance_stops(table: KTable, deal: Deal) -> Stops:
    """What stops a deal now: too many cards in the giver's hand, something in the deal that cannot
    pass, or all the bishops taken together.
    """
    if not free(full_hand_stops(table, deal.giver)):
        yield IllegalChoice(
            "house-8.7.3", "The other player holds too many cards and must play or discard first."
        )
    sides = ((deal.give, deal.giver, deal.taker), (deal.take, deal.taker, deal.giver))
    for tokens, giver, taker in sides:
        for token in tokens:
            yield from token_stops(table, token, giver, taker)
    for tokens, _, taker in sides:
        yield from _bishops_stops(table, tokens, taker)


def _bishops_stops(table: KTable, tokens: list[str], taker: Seat) -> Stops:
    """Every bishop needs a noble of his own where he is (house-8.7.9)."""
    trade = procedures(table).trade
    bishops = [t for t in tokens if not is_hidden(t) and trade.way_of(table, t) == "bishop"]
    if len(bishops) < 2:
        return
    waiting = Counter(receivers(table, token, taker) for token in bishops)
    crowded = any(number > len(nobles) for nobles, number in waiting.items())
    if crowded:
        yield IllegalChoice("house-8.7.9", "Give each bishop to a different noble who has none.")


# Carried out


def answer_deal(table: KTable, seat: Seat, choice: Choice) -> None:
    """Propose a deal, or answer one."""
    if choice.verb in ("propose_deal", _COUNTER):
        propose(table, seat, choice)
        return
    deal = _named(table, choice)
    table.state.deals.remove(deal)
    how = {"accept_deal": "accepted", "refuse_deal": "refused", "withdraw_deal": "withdrawn"}
    _close(table, deal, how[choice.verb], choice.first("word", ""))
    if choice.verb == "accept_deal":
        strike(table, deal)


def propose(table: KTable, seat: Seat, choice: Choice) -> None:
    """Offer a deal to another player; it lapses when the proposer's next turn begins. The offer
    that it answers, if any, is over."""
    state = table.state
    answered = _named(table, choice) if choice.verb == _COUNTER else None
    taker = answered.giver if answered else Seat(int(choice.one("to")))
    pair = "-".join(map(str, sorted((seat, taker))))
    state.deals_made[pair] = state.deals_made.get(pair, 0) + 1
    promise, due = promised(table, choice.args)
    deal = Deal(
        number=state.deals_made[pair],
        giver=seat,
        taker=taker,
        give=list(choice.many("give")),
        take=list(choice.many("take")),
        promise=promise,
        due=due,
    )
    note_offer(state, deal)
    if answered is not None:
        state.deals.remove(answered)
    state.deals.append(deal)
    table.emit(
        facts.DealProposed(
            deal.number,
            deal.giver,
            deal.taker,
            tuple(deal.give),
            tuple(deal.take),
            deal.promise,
            deal.due,
            answered.number if answered else None,
            audience=(deal.giver, deal.taker),
        )
    )


def strike(table: KTable, deal: Deal) -> None:
    """A deal is struck: everything changes hands; a promise is written down (house-5.19b).

    Nothing should prevent any of it now; if something does, that is reported.
    """
    sides = ((deal.give, deal.giver, deal.taker), (deal.take, deal.taker, deal.giver))
    give, take = (
        [token for token in tokens if can_give(table, token, giver, taker)]
        for tokens, giver, taker in sides
    )
    if give or take:
        open_give, open_take = (
            tuple(token for token in tokens if not is_hidden(token)) for tokens in (give, take)
        )
        table.emit(
            facts.DealStruck(
                deal.giver,
                deal.taker,
                open_give,
                open_take,
                len(give) - len(open_give),
                len(take) - len(open_take),
            )
        )
    for tokens, giver, taker in sides:
        for token in tokens:
            stop = first(token_stops(table, token, giver, taker))
            if stop is None:
                hand_over(table, token, giver, None, taker)
            else:
                tell_unmet(table, token, giver, taker, stop)
        count = sum(is_hidden(token) for token in tokens)
        if count:
            table.emit(facts.CardsChangedHands(giver, taker, count))
    if deal.promise and deal.due is not None:
        pledge(table.state, deal.giver, deal.taker, deal.promise, deal.due)
    table.push(TrimHand(deal.giver), TrimHand(deal.taker))


def _close(table: KTable, deal: Deal, how: str, word: str = "") -> None:
    audience = (deal.giver, deal.taker)
    closed = facts.DealClosed(deal.number, deal.giver, deal.taker, how, word, audience=audience)
    table.emit(closed)


def remind(table: KTable) -> None:
    """At the start of a turn, report the promises that fall due; the active seat's old deals
    lapse."""
    state = table.state
    for promise in state.promises:
        if not promise.reminded and state.round >= promise.due:
            promise.reminded = True
            both = (promise.giver, promise.taker)
            table.emit(facts.PromiseDue(promise.giver, promise.taker, promise.text, audience=both))
    state.promises = [promise for promise in state.promises if not promise.reminded]
    for deal in [d for d in state.deals if d.giver == state.active]:
        state.deals.remove(deal)
        _close(table, deal, "lapsed")
