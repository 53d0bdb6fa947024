"""What players remember of each other: what they openly did, and what they offered.

The ledger is made from public events alone, so that it tells nobody anything new. Both fade. No
rule makes anybody keep a promise (house-5.19b); whoever deals with him next may remember.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Deal, KTable, OpenDeed, Pledge, Promise, State

FADES = 8
"""So many rounds a deed is remembered, and a promise after it fell due."""

HIDDEN = "hidden"
"""What stands for all hidden cards that changed hands in a deal: nobody else knows them."""

REPLY = "r"
"""What stands behind the round of an offer that answers another one."""

_MOST_OFFERS = 20
"""So many offers to one player are remembered."""


def remember(table: KTable) -> None:
    """Note what this decision has openly done to anybody, and forget what is long ago."""
    state = table.state
    for event in table.events:
        if type(event) not in _TOLD or event.audience is not None:
            continue
        for deed in _deeds(table, event):
            if deed in state.ledger:
                if deed.kind != "moved":
                    continue
                # The last who moved is he whose motion is voted on.
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
"""The kinds of facts that tell of a deed."""


def _deeds(table: KTable, event: object) -> Iterator[OpenDeed]:
    state, now = table.state, table.state.round
    if isinstance(event, facts.AttackDeclared | facts.SeaBattleJoined):
        yield OpenDeed(event.seat, event.against, "attacked", now)
    elif isinstance(event, facts.SiegeLaid | facts.WallsStormed):
        holder = state.nobles.get(state.control.get(event.place, ""))
        if holder is not None and holder.seat != event.seat:
            yield OpenDeed(event.seat, holder.seat, "besieged", now)
    elif isinstance(event, facts.DealStruck):
        yield OpenDeed(event.giver, event.taker, "dealt", now, *_terms(event))
    elif isinstance(event, facts.Proposed):
        yield OpenDeed(event.seat, event.seat, "moved", now)
    elif isinstance(event, facts.BallotClosed):
        mover = next((deed.by for deed in reversed(state.ledger) if deed.kind == "moved"), None)
        for seat, vote in enumerate(event.votes):
            if mover is not None and seat != mover and vote in ("yea", "nay"):
                yield OpenDeed(seat, mover, vote, now)


def _terms(deal: facts.DealStruck) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the giver of a deal gave, and what he got."""
    hidden_give = (HIDDEN,) if deal.hidden_give else ()
    hidden_take = (HIDDEN,) if deal.hidden_take else ()
    return (*deal.give, *hidden_give), (*deal.take, *hidden_take)


def pledge(state: State, giver: int, taker: int, text: str, due: int) -> None:
    """Write a promise down (house-5.19b), and remember it."""
    state.promises.append(Promise(giver, taker, text, due))
    state.pledges = [one for one in state.pledges if one.due + FADES >= state.round]
    state.pledges.append(Pledge(giver, taker, text, state.round, due))


def note_offer(state: State, deal: Deal) -> None:
    """Remember what was offered to whom, and whether it answers what he has offered."""
    replies = any((d.giver, d.taker) == (deal.taker, deal.giver) for d in state.deals)
    when = f"{state.round}{REPLY if replies else ''}"
    marks = state.offered.setdefault(f"{deal.giver}-{deal.taker}", [])
    marks.append(f"{when}:{mark_of(deal.give, deal.take, deal.promise)}")
    del marks[:-_MOST_OFFERS]


def mark_of(give: Sequence[str], take: Sequence[str], promise: str) -> str:
    """A short mark of the terms of a deal, whatever the order in which they are named."""
    terms = "|".join((" ".join(sorted(give)), " ".join(sorted(take)), promise))
    return f"{zlib.crc32(terms.encode()):x}"
