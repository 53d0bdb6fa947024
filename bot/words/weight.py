"""What is told first: what was done to the reader, then by weight, then in order."""

from __future__ import annotations

from collections.abc import Iterable

from bot.rules.kernel import Event, Weight

DONE_TO_YOU, ABOVE_ALL, WHAT_ELSE = "Done to you", "Above all", "What else happened"


def weighed(events: Iterable[Event], seat: int | None) -> dict[str, list[Event]]:
    """What is worth telling a seat (None: a spectator) that was away, under headings.

    The heaviest come first, each heading in the order of what happened; details are left out,
    and so are headings with nothing below them.
    """
    found: dict[str, list[Event]] = {DONE_TO_YOU: [], ABOVE_ALL: [], WHAT_ELSE: []}
    for event in events:
        if event.happened_to(seat):
            found[DONE_TO_YOU].append(event)
        elif event.weighs() is Weight.HEADLINE:
            found[ABOVE_ALL].append(event)
        elif event.weighs() is Weight.NOTABLE:
            found[WHAT_ELSE].append(event)
    return {heading: below for heading, below in found.items() if below}


def by_weight(events: Iterable[Event]) -> tuple[list[Event], list[Event], list[Event]]:
    """Headlines, what is notable, and details, each in the order of what happened."""
    known = list(events)
    headlines, notable, details = (
        [event for event in known if event.weighs() is weight]
        for weight in (Weight.HEADLINE, Weight.NOTABLE, Weight.DETAIL)
    )
    return headlines, notable, details
