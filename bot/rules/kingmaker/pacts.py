"""Alliances agreed beforehand: how one is offered, answered, cancelled and ended (base §16).

Each rule is written once, as a stop: one set of stops for the time, one for the partner, one for
the square. Nothing is offered that would be refused.

What players remember of each other: what they did openly, and what they offered.

The ledger is made from public events alone, so it gives nothing away. Deeds and promises fade in
time. No rule makes anybody keep a promise (house-5.19b), but the next player to deal with somebody
who broke one may remember it.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence

from bot.rules.kernel import (
    Choice,
    Field,
    IllegalChoice,
    Offer,
    Prompt,
    Seat,
    Stops,
    every_seat,
    free,
    with_seats,
)
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.sides import bound
from bot.rules.kingmaker.ids import NO_NOBLE, NOWHERE, SquareId
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.state import Deal, KStep, KTable, OpenDeed, Pact, Pledge, Promise, State

FADES = 8
"""For how many rounds a deed, or a promise that has fallen due, is remembered."""

HIDDEN = "hidden"
"""The stand-in for all hidden cards that changed hands in a deal: nobody else knows them."""

REPLY = "r"
"""The mark put after the round of an offer if it is a counter-offer."""

_MOST_OFFERS = 20
"""How many offers to one player are remembered."""


def remember(table: KTable) -> None:
    """Note what this decision has openly done to anybody, and forget old deeds."""
    state = table.state
    for event in table.events:
        if type(event) not in _TOLD or event.audience is not None:
            continue
        for deed in _deeds(table, event):
            if deed in state.ledger:
                if deed.kind != "moved":
                    continue
                # The player who last brought a motion is the one whose motion is voted on.
                state.ledger.remove(deed)
            state.ledger.append(deed)
    if state.ledger and state.ledger[0].round + FADES < state.round:
        state.ledger = [deed for deed in state.ledger if deed.round + FADES >= state.round]


_TOLD = frozenset(
    {
        facts.AttackDeclared,
        facts.SeaBattleJoined,
        facts.SiegeLaid,
        facts.WallsStormed,
        facts.DealStruck,
        facts.Proposed,
        facts.BallotClosed,
    }
)
"""The kinds of facts that report a deed."""


def _deeds(table: KTable, event: object) -> Iterator[OpenDeed]:
    state, now = table.state, table.state.round
    if isinstance(event, facts.AttackDeclared | facts.SeaBattleJoined):
        yield OpenDeed(event.seat, event.against, "attacked", now)
    elif isinstance(event, facts.SiegeLaid | facts.WallsStormed):
        holder = state.nobles.get(state.control.get(event.place, NO_NOBLE))
        if holder is not None and holder.seat != event.seat:
            yield OpenDeed(event.seat, holder.seat, "besieged", now)
    elif isinstance(event, facts.DealStruck):
        yield OpenDeed(event.giver, event.taker, "dealt", now, *_terms(event))
    elif isinstance(event, facts.Proposed):
        yield OpenDeed(event.seat, event.seat, "moved", now)
    elif isinstance(event, facts.BallotClosed):
        mover = next((deed.by for deed in reversed(state.ledger) if deed.kind == "moved"), None)
        for seat, vote in with_seats(event.votes):
            if mover is not None and seat != mover and vote in ("yea", "nay"):
                yield OpenDeed(seat, mover, vote, now)


def _terms(deal: facts.DealStruck) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the player who offered a deal gave and received."""
    hidden_give = (HIDDEN,) if deal.hidden_give else ()
    hidden_take = (HIDDEN,) if deal.hidden_take else ()
    return (*deal.give, *hidden_give), (*deal.take, *hidden_take)


def pledge(state: State, giver: Seat, taker: Seat, text: str, due: int) -> None:
    """Write a promise down (house-5.19b), and remember it."""
    state.promises.append(Promise(giver, taker, text, due))
    state.pledges = [one for one in state.pledges if one.due + FADES >= state.round]
    state.pledges.append(Pledge(giver, taker, text, state.round, due))


def note_offer(state: State, deal: Deal) -> None:
    """Remember what was offered to whom, and whether it answers an offer from that player."""
    replies = any((d.giver, d.taker) == (deal.taker, deal.giver) for d in state.deals)
    when = f"{state.round}{REPLY if replies else ''}"
    marks = state.offered.setdefault(f"{deal.giver}-{deal.taker}", [])
    marks.append(f"{when}:{mark_of(deal.give, deal.take, deal.promise)}")
    del marks[:-_MOST_OFFERS]


def mark_of(give: Sequence[str], take: Sequence[str], promise: str) -> str:
    """A short mark for the terms of a deal, in whatever order they are named."""
    terms = "|".join((" ".join(sorted(give)), " ".join(sorted(take)), promise))
    return f"{zlib.crc32(terms.encode()):x}"


ONE_COMBAT, LASTING = "one_combat", "lasting"
"""How long an alliance is to last."""

PACT_ANSWERS = ("accept_alliance", "decline_alliance", "cancel_alliance")
"""The answers given only when an alliance is proposed or may be cancelled."""

# What is offered


def pact_offers(table: KTable, seat: Seat) -> list[Offer]:
    """The alliances that a seat may offer now, one offer for each other player."""
    if not free(_time_stops(table, seat)):
        return []
    offers = []
    for other in every_seat(len(table.state.factions)):
        if not free(_partner_stops(table, seat, str(other))):
            continue
        meeting = _shared(table.state, seat, other)
        squares = tuple(s for s in meeting if free(_square_stops(table.state, seat, other, s)))
        if squares:
            fields = (
                Field("ally", (str(other),)),
                Field("square", squares),
                Field("term", (ONE_COMBAT, LASTING)),
            )
            offers.append(Offer("propose_alliance", fields, "base-16.1"))
    return offers


def propose_alliance(table: KTable, seat: Seat, choice: Choice) -> None:
    """Offer an alliance; the other player is asked straight away."""
    ally, square = Seat(int(choice.one("ally"))), choice.one("square", SquareId)
    lasting = choice.one("term") == LASTING
    table.state.pacts_offered.append((seat, ally))
    table.emit(facts.PactProposed(seat, ally, square, lasting))
    table.push(PactAsked(seat, ally, square, lasting))


# Why not


def pact_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of offering the chosen alliance."""
    yield from _time_stops(table, seat)
    ally = choice.first("ally", "")
    partner = list(_partner_stops(table, seat, ally))
    yield from partner
    if not partner:
        yield from _square_stops(
            table.state, seat, Seat(int(ally)), choice.first("square", NOWHERE)
        )
    if choice.many("term") not in ((ONE_COMBAT,), (LASTING,)):
        yield IllegalChoice(
            "base-16.1", "Name one player and one square, and say how long the alliance lasts."
        )


def _time_stops(table: KTable, seat: Seat) -> Stops:
    """What rules alliances out at this table, or this turn."""
    yield from procedures(table).alliances.pact_stops()
    state = table.state
    if seat != state.active or state.phase not in ("movement", "combat"):
        yield IllegalChoice("base-16.1", "Offer an alliance in your own movement or combat phase.")


def _partner_stops(table: KTable, seat: Seat, ally: str) -> Stops:
    state = table.state
    if ally not in (str(other) for other in every_seat(len(state.factions)) if other != seat):
        yield IllegalChoice("base-16.1", "Say which player you offer the alliance to.")
        return
    other = Seat(int(ally))
    if any(pact.lasting and pact.other(seat) == other for pact in state.pacts):
        yield IllegalChoice(
            "base-16.1", "You are allied with that player until one of you cancels the alliance."
        )
    if (seat, other) in state.pacts_offered:
        yield IllegalChoice(
            "base-16.1", "You have already asked that player this turn. Ask again next turn."
        )
    if not _shared(state, seat, other):
        yield _APART


def _square_stops(state: State, seat: Seat, other: Seat, square: SquareId) -> Stops:
    """Only forces in one square act together (base-16.5)."""
    if square not in _shared(state, seat, other):
        yield _APART
    if bound(state.pacts, seat, other, square):
        yield IllegalChoice("base-16.1", "You are already allied with that player there.")


_APART = IllegalChoice("base-16.5", "Both of you must have forces in that square.")


def _shared(state: State, seat: Seat, other: Seat) -> list[SquareId]:
    """The squares where both players have free nobles, inside a place or in the open."""
    known = [n for n in state.nobles.values() if n.square and n.captor is None]
    theirs = {noble.square for noble in known if noble.seat == other}
    return list(dict.fromkeys(n.square for n in known if n.seat == seat and n.square in theirs))


# The answer (base-16.1)


class PactAsked(KStep, tag="pact_asked"):
    """The other player agrees to an alliance, or does not; no answer means no.

    The player who asked may take the offer back while he waits.
    """

    seat: Seat
    ally: Seat
    square: SquareId
    lasting: bool = False

    def prompts(self, table: KTable) -> list[Prompt]:
        about = {
            "seat": str(self.seat),
            "ally": str(self.ally),
            "square": self.square,
            "term": LASTING if self.lasting else ONE_COMBAT,
        }
        verbs = ("accept_alliance", "decline_alliance")
        answers = tuple(Offer(verb, (), "base-16.1") for verb in verbs)
        back = (Offer("withdraw_request", (), "base-16.1"),)
        return [
            Prompt(self.ally, "pact", answers, default=Choice("decline_alliance"), facts=about),
            Prompt(self.seat, "pact_asked", back, blocking=False, facts=about),
        ]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        how = {"accept_alliance": "agreed", "decline_alliance": "declined"}
        said = how.get(choice.verb, "withdrawn")
        if said == "agreed":
            table.state.pacts.append(Pact(self.seat, self.ally, self.square, self.lasting))
        table.emit(facts.PactAnswered(self.seat, self.ally, self.square, said, self.lasting))

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        reason = "You have been offered an alliance. Answer the offer first."
        if seat == self.seat:
            reason = "Your offer of an alliance waits for an answer. You can take it back."
        return IllegalChoice("base-16.1", reason)


# The end (base-16.4)


class PactReview(KStep, tag="pact_review"):
    """At the start of his own turn a player may cancel his alliances, and everybody hears of it."""

    seat: Seat
    meanwhile = IllegalChoice(
        "base-16.4", "Your turn begins. Keep your alliances, or cancel one first."
    )

    def prompts(self, table: KTable) -> list[Prompt]:
        allies = dict.fromkeys(pact.other(self.seat) for pact in table.state.pacts)
        named = tuple(str(ally) for ally in allies if ally is not None)
        if not named:
            return []
        cancel = Offer("cancel_alliance", (Field("ally", named),), "base-16.4")
        offers = (cancel, Offer("done", (), "base-16.4"))
        return [Prompt(self.seat, "pacts", offers, default=Choice("done"))]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "done":
            table.finish(self)
            return
        ally = Seat(int(choice.one("ally")))
        _end(table, [p for p in table.state.pacts if p.other(seat) == ally], "cancelled", seat)


def lapse(table: KTable, seat: Seat) -> None:
    """An alliance for one combat ends when its proposer's next turn begins, if the combat has not
    taken place by then."""
    table.state.pacts_offered = [made for made in table.state.pacts_offered if made[0] != seat]
    _end(table, [p for p in table.state.pacts if p.seat == seat and not p.lasting], "lapsed", seat)


def fought_together(table: KTable, square: SquareId, *sides: Sequence[int]) -> None:
    """An alliance for one combat ends with the combat in which both fought on the same side."""
    over = [
        pact
        for pact in table.state.pacts
        if not pact.lasting
        and pact.square == square
        and any({pact.seat, pact.ally} <= set(side) for side in sides)
    ]
    _end(table, over, "fought")


def _end(table: KTable, pacts: Iterable[Pact], how: str, by: Seat | None = None) -> None:
    """End alliances and announce it; ``by`` is the player who ended them, if anybody did."""
    for pact in pacts:
        table.state.pacts.remove(pact)
        seat = pact.seat if by is None else by
        ally = pact.other(seat)
        assert ally is not None
        table.emit(facts.PactEnded(seat, ally, pact.square, how, pact.lasting))
        _part(table, pact)


def _part(table: KTable, pact: Pact) -> None:
    """A besieger's former ally no longer keeps up the siege; the besieger may then be too weak."""
    state, places = table.state, table.content.board.places
    for place, siege in state.sieges.items():
        other, square = pact.other(siege.seat), places[place].square
        if other is not None and not bound(state.pacts, siege.seat, other, square):
            known = (n for n in siege.besiegers if n in state.nobles)
            siege.leave([n for n in known if state.nobles[n].seat == other])
