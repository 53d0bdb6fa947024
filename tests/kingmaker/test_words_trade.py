"""Trade in words: deals are told with their terms to the two alone."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, Event, Field, Offer
from bot.rules.kingmaker import facts_parliament as acts
from bot.rules.kingmaker.words import KingmakerWords
from tests.kingmaker.scene import HOUSE, Scene

WORDS = KingmakerWords(HOUSE.content)
NAMES = ["Anne", "Bob", "Cecily"].__getitem__

SINGLE: list[tuple[Event, str]] = [
    (
        acts.DealProposed(
            3,
            0,
            1,
            ("place:york", "hand:saxons_1"),
            ("heir:henry",),
            "no *war*",
            5,
            audience=(0, 1),
        ),
        "Deal 3: Anne offers Bob York and Saxons (from the hand) for *Henry VI*, and promises “no "
        "\\*war\\*” by round 5. Only the two of you see this. ‹house-8.7.2›",
    ),
    (
        acts.DealProposed(1, 0, 1, ("held:E-WR01",), audience=(0, 1)),
        "Deal 1: Anne offers Bob Writ for nothing in return. Only the two of you see this. "
        "‹house-8.7.2›",
    ),
    (
        acts.DealProposed(1, 0, 1, (), ("beside:abp_york",), audience=(0, 1)),
        "Deal 1: Anne asks Bob for Archbishop of York. Only the two of you see this. ‹house-8.7.2›",
    ),
    (
        acts.DealClosed(3, 0, 1, "accepted", audience=(0, 1)),
        "Anne’s deal 3 with Bob is struck. ‹house-8.7.2›",
    ),
    (
        acts.DealClosed(3, 0, 1, "lapsed", audience=(0, 1)),
        "Anne’s deal 3 with Bob lapses without an answer. ‹house-8.7.2›",
    ),
    (
        acts.CardsChangedHands(0, 1, 2),
        "Anne hands Bob 2 hidden cards. ‹house-8.7.2›",
    ),
    (
        acts.PromiseDue(0, 1, "no war", audience=(0, 1)),
        "Anne’s promise to Bob falls due: “no war”. It binds in honour only. ‹house-5.19b›",
    ),
]


@pytest.mark.parametrize(("event", "line"), SINGLE, ids=lambda x: type(x).__name__)
def test_an_event_is_told(event: Event, line: str) -> None:
    assert WORDS.tell(event, NAMES) == line
    assert WORDS.tell_all([event], NAMES) == [line]
