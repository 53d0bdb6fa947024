"""Turning a fact into a line: the text, the rule behind it, and the lines it may be joined with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, TypeVar

from msgspec.structs import asdict

from bot.rules.kernel import Event
from bot.rules.kingmaker import facts
from bot.words.kingmaker.names import Lexicon
from bot.words.phrases import Told, filled, joined, listed, sentence
from bot.words.shape import Names

Teller = Callable[[Lexicon, Any, Names], Told | None]

E = TypeVar("E", bound=Event)

TELLERS: dict[type[Event], Teller] = {}
"""The words for each kind of event; missing kinds are not reported."""


def tells(
    kind: type[E],
) -> Callable[[Callable[[Lexicon, E, Names], Told | None]], Callable[[Lexicon, E, Names], Any]]:
    """Register the words for a kind of event."""

    def register(
        teller: Callable[[Lexicon, E, Names], Told | None],
    ) -> Callable[[Lexicon, E, Names], Any]:
        TELLERS[kind] = teller
        return teller

    return register


def says(
    kind: type[Event], text: str, rule: str = "", run: str = "", head: str = "", about: str = ""
) -> None:
    """Register the words for a kind of event whose own parts fill their holes."""

    def teller(lex: Lexicon, event: Event, names: Names) -> Told:
        parts = asdict(event)

        def part(template: str) -> str:
            return filled(template, lex, parts, names)

        return Told(part(text), part(rule), part(run), part(head), part(about))

    TELLERS[kind] = teller


def tell(lex: Lexicon, event: Event, names: Names) -> str | None:
    """One event as a separate line; None if it has none."""
    if isinstance(event, facts.DeathRolled | facts.DeathDiceRolled) and not event.dies:
        return None
    told = _told(lex, event, names)
    return None if told is None else _line(lex, [told])


def tell_all(lex: Lexicon, events: Iterable[Event], names: Names) -> list[str]:
    """Several events, joined if they belong together; the refusal of a deal is reported before the
    counter-offer to it.
    """
    return [line for _, line in lines(lex, _refused_first(events), names)]


def _refused_first(events: Iterable[Event]) -> list[Event]:
    found = list[Event]()
    for event in events:
        at = len(found)
        if isinstance(event, facts.DealClosed) and event.how == "refused":
            while at and _counters(found[at - 1], event):
                at -= 1
        found.insert(at, event)
    return found


def _counters(offer: Event, refused: facts.DealClosed) -> bool:
    return isinstance(offer, facts.DealProposed) and (offer.giver, offer.taker) == (
        refused.taker,
        refused.giver,
    )


def lines(
    lex: Lexicon,
    events: Iterable[Event],
    names: Names,
    places: Collection[int] | None = None,
    told: Collection[int] = (),
) -> list[tuple[int, str]]:
    """The events in words, each line with the position of the first event it reports.

    If ``places`` names any events, only these have lines; those at ``told`` have lines already.
    """
    known = list(events)
    wanted = range(len(known)) if places is None else places
    seen = sorted({*wanted, *told})
    rest = [
        (seen[at], event)
        for at, event in _without_echoes([known[at] for at in seen])
        if seen[at] in wanted
    ]
    runs = joined(_all_told(lex, rest, names, _cards_that_call(known)))
    return [(run[0].at, _line(lex, run)) for run in runs]


def _cards_that_call(events: Sequence[Event]) -> dict[int, str]:
    """The Event card behind each call that was answered, by the position of the answer."""
    cards, drawn = {}, ""
    for at, event in enumerate(events):
        if isinstance(event, facts.EventDrawn):
            drawn = event.card
        elif isinstance(event, facts.NobleCalled) and drawn:
            cards[at] = drawn
    return cards


def _told(lex: Lexicon, event: Event, names: Names) -> Told | None:
    teller = TELLERS.get(type(event))
    return None if teller is None else teller(lex, event, names)


def _all_told(
    lex: Lexicon, placed: list[tuple[int, Event]], names: Names, calls: Mapping[int, str]
) -> Iterable[Told]:
    """The events in words; those that belong together share a line."""
    places, events = [at for at, _ in placed], [event for _, event in placed]
    index = 0
    while index < len(events):
        for fold in (_arrivals, _given, _laid_cards, _gains, _ships, _company, _reckoning):
            told, used = fold(lex, events[index:], names)
            if told is not None:
                yield replace(told, at=places[index])
                index += used
                break
        else:
            plain = _plainly(lex, events[index], names, calls.get(places[index]))
            if plain is not None:
                yield replace(plain, at=places[index])
            index += 1


def _plainly(lex: Lexicon, event: Event, names: Names, card: str | None) -> Told | None:
    """A single event; an answered call names the card behind it."""
    if isinstance(event, facts.NobleCalled):
        return _called(lex, event, card)
    return _told(lex, event, names)


Fold = tuple[Told | None, int]
"""A single line for several events, and the number of those events."""

_NO_FOLD: Fold = (None, 0)


def _gained(events: list[Event], noble: str, by: str) -> list[facts.ControlGained]:
    """The places that a noble gains in the same way at the start of these events."""
    found = []
    for event in events:
        if not isinstance(event, facts.ControlGained) or (event.noble, event.by) != (noble, by):
            break
        found.append(event)
    return found


def _arrivals(lex: Lexicon, events: list[Event], names: Names) -> Fold:
    """A noble who comes into play, together with the castles that become his."""
    first = events[0]
    if not isinstance(first, facts.ControlGained) or first.by != "castle":
        return _NO_FOLD
    gained = _gained(events, first.noble, "castle")
    entered = next(iter(events[len(gained) :]), None)
    if not isinstance(entered, facts.NobleEntered) or entered.noble != first.noble:
        return _NO_FOLD
    told = _told(lex, entered, names)
    assert told is not None
    places = lex.places(event.place for event in gained)
    return replace(told, text=f"{told.text} and holds {places}"), len(gained) + 1


def _laid_cards(lex: Lexicon, events: list[Event], names: Names) -> Fold:
    """A card given to a noble, together with the places it brings."""
    first = events[0]
    if not isinstance(first, facts.CardAssigned):
        return _NO_FOLD
    gained = _gained(events[1:], first.noble, "card")
    told = _told(lex, first, names)
    if not gained or told is None:
        return _NO_FOLD
    places = lex.places(event.place for event in gained)
    kind = lex.content.crown[first.card].kind
    if kind == "place":
        return told, 1 + len(gained)
    joint = " and holds" if kind in ("title", "office") else ", who now holds"
    return replace(told, text=f"{told.text}{joint} {places}"), 1 + len(gained)


def _given(lex: Lexicon, events: list[Event], names: Names) -> Fold:
    """A card given out in the last round of Parliament is reported only once, as it is given."""
    first, second = events[0], next(iter(events[1:]), None)
    if not isinstance(first, facts.Proposed) or not _is_gift(first, second):
        return _NO_FOLD
    told, used = _laid_cards(lex, events[1:], names)
    if told is None:
        assert second is not None
        told, used = _told(lex, second, names), 1
        assert told is not None
    return replace(told, rule="house-7.2.31"), used + 1


def _is_gift(proposed: facts.Proposed, event: Event | None) -> bool:
    return isinstance(event, facts.CardAssigned) and event.card == proposed.card


def _company(lex: Lexicon, events: list[Event], names: Names) -> Fold:
    """Several heirs taken by one noble at the same time, unless he gives one away again."""
    first = events[0]
    if not isinstance(first, facts.HeirTaken):
        return _NO_FOLD
    handed = _handed(events)
    heirs = [e.heir for e in takewhile(lambda e: getattr(e, "noble", "") == first.noble, handed)]
    told = _told(lex, first, names)
    if told is None or len(heirs) < 2 or len({*heirs}) < len(heirs):
        return _NO_FOLD
    if any(event.heir in heirs for event in handed[len(heirs) :]):
        return _NO_FOLD
    keeper = f"{lex.noble(first.noble)} ({names(first.seat)})"
    return replace(told, text=f"{lex.heirs(heirs)} are now with {keeper}", about=""), len(heirs)


def _handed(events: list[Event]) -> list[facts.HeirTaken | facts.HeirLeft]:
    """The changes of keeper with which these events begin: heirs taken, and heirs left alone."""
    found = []
    for event in events:
        if not isinstance(event, facts.HeirTaken | facts.HeirLeft):
            break
        found.append(event)
    return found


@tells(facts.NobleCalled)
def _noble_called(lex: Lexicon, event: facts.NobleCalled, names: Names) -> Told:
    return _called(lex, event, None)


def _called(lex: Lexicon, event: facts.NobleCalled, card: str | None) -> Told:
    """The noble who answers a call, with the ``card`` that calls him if it is known."""
    people = [*map(lex.noble, event.company), *map(lex.heir, event.heirs)]
    company = f" with {listed(people)}" if people else ""
    rule = "house-8.3.6" if event.company else "house-8.3.1"
    who, stands = lex.noble(event.noble), f"stands {lex.spot(event.square, event.inside)}"
    if card is None:
        return Told(f"{who} answers the call{company} and {stands}", rule)
    head = f"called by “{lex.kind(card)}”: "
    return Told(f"{who} {stands}{company}", rule, run=f"called by {card}", head=head)


def _reckoning(lex: Lexicon, events: list[Event], names: Names) -> Fold:
    """Votes that are counted to end the game."""
    if not isinstance(events[0], facts.VotesCounted):
        return _NO_FOLD
    told = _told(lex, events[0], names)
    if told is None or not any(isinstance(event, facts.GameWon) for event in events):
        return _NO_FOLD
    return replace(told, rule="house-3.8"), 1


_GAINS = {
    "card": ("holds", "base-1.15"),
    "castle": ("holds", "base-1.15"),
    "siege": ("takes control of", "house-5.5b"),
    "inheritance": ("now holds", "base-1.15"),
    "ransom": ("is given", "house-5.19a"),
    "deal": ("now holds", "house-8.7.4"),
    "visit": ("is let into", "ishkibibble-visit.1"),
    "betrayal": ("now holds", "ishkibibble-betrayal.2"),
    "treaty": ("is given", "ishkibibble-treatyfrance.2"),
}


def _gains(lex: Lexicon, events: list[Event], names: Names) -> Fold:
    """Places that one noble gains at the same time."""
    first = events[0]
    if not isinstance(first, facts.ControlGained):
        return _NO_FOLD
    gained = _gained(events, first.noble, first.by)
    return _gain(lex, gained, names), len(gained)


def _gain(lex: Lexicon, gained: list[facts.ControlGained], names: Names) -> Told:
    first = gained[0]
    verb, rule = _GAINS.get(first.by, ("holds", ""))
    places = lex.places(event.place for event in gained)
    return Told(
        f"{lex.noble(first.noble)} {verb} {places}",
        rule,
        run=f"arrival of {first.seat}" if first.by in ("card", "castle") else "",
        head=f"{names(first.seat)}: ",
    )


def _ships(lex: Lexicon, events: list[Event], names: Names) -> Fold:
    """Ships that appear in one port."""
    first = events[0]
    if not isinstance(first, facts.ShipAppeared):
        return _NO_FOLD
    ships = []
    for event in events:
        if not isinstance(event, facts.ShipAppeared) or event.port != first.port:
            break
        ships.append(event.ship)
    told = _told(lex, first, names)
    assert told is not None
    text = f"{lex.things(ships)} at {lex.place(first.port)}"
    return replace(told, text=text), len(ships)


@tells(facts.ControlGained)
def _control_gained(lex: Lexicon, event: facts.ControlGained, names: Names) -> Told:
    return _gain(lex, [event], names)


def _without_echoes(events: list[Event]) -> list[tuple[int, Event]]:
    """The events and their positions, without those that another event reports more fully."""
    full = [e for e in events if e.audience is not None]
    rolls = facts.DeathRolled | facts.DeathDiceRolled
    rolled = {e.who for e in events if isinstance(e, rolls) and e.dies}
    deals = [e for e in events if isinstance(e, facts.DealStruck)]
    return [
        (at, event)
        for at, event in enumerate(events)
        if not _is_echo(event, full, rolled)
        and not any(_is_of_deal(event, deal) for deal in deals)
        and not _is_part(event, events)
        and not _is_of_fall(event, events[:at])
    ]


def _is_of_fall(event: Event, before: list[Event]) -> bool:
    """Whether a fallen place loses its holder only until its captor chooses a noble for it."""
    if not isinstance(event, facts.ControlLost):
        return False
    fates = facts.SiegeConcluded | facts.ControlGained
    last = next(
        (e for e in reversed(before) if isinstance(e, fates) and e.place == event.place), None
    )
    return isinstance(last, facts.SiegeConcluded) and last.taken


def _is_part(event: Event, events: list[Event]) -> bool:
    """Whether another event reports this one too: a ship lost, a card passed on, the price of a
    motion, a King who leaves on his own."""
    if isinstance(event, facts.ShipGone):
        return any(isinstance(e, facts.ShipLost) and e.ship == event.ship for e in events)
    if isinstance(event, facts.HeirLeft):
        called = (e for e in events if isinstance(e, facts.KingCalled))
        return any((e.heir, e.square) == (event.heir, event.square) for e in called)
    if isinstance(event, facts.CardAssigned) and event.source == "transfer":
        return any(isinstance(e, facts.CardTransferred) and e.card == event.card for e in events)
    return (
        isinstance(event, facts.NobleDied)
        and event.cause in ("executed", "motion")
        and any(
            isinstance(e, facts.MotionFailedAgainstKing) and e.noble == event.noble for e in events
        )
    )


def _is_of_deal(event: Event, deal: facts.DealStruck) -> bool:
    """Whether an event is part of a deal that is reported as a whole; the deal does not say which
    noble gets an heir."""
    if isinstance(event, facts.CardsChangedHands):
        return (event.giver, event.taker) in ((deal.giver, deal.taker), (deal.taker, deal.giver))
    if isinstance(event, facts.ControlGained):
        thing = event.place if event.by == "deal" else ""
    elif isinstance(event, facts.CardAssigned) and event.source == "transfer":
        thing = event.card
    else:
        return False
    return thing in [token.partition(":")[2] for token in (*deal.give, *deal.take)]


def _is_echo(event: Event, full: list[Event], rolled: set[str]) -> bool:
    if event.audience is None and isinstance(event, facts.CrownCardDrawn) and not event.card:
        return any(isinstance(e, facts.CrownCardDrawn) and e.seat == event.seat for e in full)
    if event.audience is None and isinstance(event, facts.CardGiven):
        return any(
            isinstance(e, facts.CardGiven) and (e.seat, e.to) == (event.seat, event.to)
            for e in full
        )
    if event.audience is None and isinstance(event, facts.RansomOffered):
        return any(
            isinstance(e, facts.RansomOffered)
            and (e.noble, e.seat, e.number) == (event.noble, event.seat, event.number)
            for e in full
        )
    if isinstance(event, facts.NobleDied):
        return event.noble in rolled and event.cause in ("battle", "siege")
    if isinstance(event, facts.HeirDied):
        return event.heir in rolled and event.cause in ("battle", "siege")
    return False


def _line(lex: Lexicon, run: list[Told]) -> str:
    return lex.cite(sentence(run), *(told.rule for told in run))
