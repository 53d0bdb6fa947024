"""Choosing what to report if there is no room for everything: what was done to the reader comes
first, then everything else by weight."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from bot.rules.kernel import Event, Seat, Weight
from bot.words.shape import Names, Words

DONE_TO_YOU, ABOVE_ALL, WHAT_ELSE = "Done to you", "Above all", "What else happened"


def weighed(
    events: Iterable[Event], seat: Seat | None, computers: Collection[Seat] = ()
) -> dict[str, list[Event]]:
    """The news worth telling a seat (None: a spectator) that was away, under headings.

    The most important heading comes first; under each, news is in chronological order; details are
    omitted, as are headings with nothing below them. News about ``computers`` alone is a detail,
    unless it is a headline.
    """
    known = list(events)
    found = places_weighed(known, seat, computers)
    return {heading: [known[at] for at in below] for heading, below in found.items()}


def places_weighed(
    events: Sequence[Event], seat: Seat | None, computers: Collection[Seat] = ()
) -> dict[str, list[int]]:
    """The news worth telling a seat, as the events' positions in the list."""
    found: dict[str, list[int]] = {DONE_TO_YOU: [], ABOVE_ALL: [], WHAT_ELSE: []}
    for at, event in enumerate(events):
        if event.happened_to(seat):
            found[DONE_TO_YOU].append(at)
        elif (weight := weight_of(event, computers)) is Weight.HEADLINE:
            found[ABOVE_ALL].append(at)
        elif weight is Weight.NOTABLE:
            found[WHAT_ELSE].append(at)
    return {heading: below for heading, below in found.items() if below}


def weight_of(event: Event, computers: Collection[Seat]) -> Weight:
    """The weight of an event at a table where computers have these seats."""
    weight = event.weighs()
    return weight if weight is Weight.HEADLINE or not event.is_among(computers) else Weight.DETAIL


def by_weight(
    events: Sequence[Event], computers: Collection[Seat] = ()
) -> tuple[list[int], list[int], list[int]]:
    """The positions of the headlines, of the notable events and of the details, each in order."""
    weights = [weight_of(event, computers) for event in events]
    headlines, notable, details = (
        [at for at, weighs in enumerate(weights) if weighs is weight]
        for weight in (Weight.HEADLINE, Weight.NOTABLE, Weight.DETAIL)
    )
    return headlines, notable, details


def lines_by_weight(
    words: Words, events: Sequence[Event], groups: Iterable[Sequence[int]], names: Names
) -> list[list[tuple[int, str]]]:
    """The lines for groups of positions, each line with its own position, so that they can be put
    in order.

    News that an earlier group reports more fully is not repeated.
    """
    told: set[int] = set()
    lines = []
    for places in groups:
        lines.append(words.lines(events, names, places, told))
        told.update(places)
    return lines
