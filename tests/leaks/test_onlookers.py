"""Hands that are open to people without a seat: who may not see them sees nothing.

Everybody asks for everything there is to ask for; what they read is searched for the cards that are
hidden from them. With any of the guards taken out, that search finds some.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.rules.kernel import every_seat
from bot.rules.kingmaker.state import Deal
from bot.session import Desk, GameSession, Refused, seating
from bot.session.table import onlookers
from cogs.ui.replies import words_of
from tests.session.doubles import ALICE, BOB, CECILY, DUNCAN
from tests.session.parliament import NAY, YEA, at_the_ballot, at_the_debate

EVE = 105
"""The friend; Duncan is a stranger, who has no seat either."""

PROMISE = "York is yours"


@pytest.fixture
async def session(desk: Desk) -> GameSession:
    """A debate in the eleventh round; all have cards, and a deal is on offer to Alice."""
    found = await at_the_debate(desk)
    deck = state(found).crown_deck
    titles = [card for card in deck if found.rules.content.crown[card].kind == "title"]
    for faction, card in zip(state(found).factions, titles, strict=False):
        deck.remove(card)
        faction.hand.append(card)
    state(found).deals.append(Deal(1, 1, 0, promise=PROMISE))
    return found


def state(session: GameSession) -> Any:
    """What truly stands."""
    assert session.match is not None
    return session.match.position.state


def cards(session: GameSession, seat: int) -> set[str]:
    """The cards that only a seat sees, as they are called; there are several Writs."""
    faction, words = state(session).factions[seat], words_of(session)
    return {words.kind(card) for card in (*faction.hand, *faction.held)}


def telling(session: GameSession, seat: int) -> set[str]:
    """Those of them that nobody else has."""
    others = [each.number for each in session.seats if each.number != seat]
    return cards(session, seat).difference(*(cards(session, other) for other in others))


async def shown(session: GameSession, user_id: int, *, all_hands: bool) -> str:
    """What a person reads who asks to see hands: a refusal too."""
    try:
        seen = await session.onlookers.look(user_id, all_hands=all_hands)
    except Refused as refused:
        return refused.text
    words = words_of(session)
    return "\n".join(line for view in seen.views.values() for line in words.hand_lines(view))


LATER = -1
"""What is found if all hands of a round ago are shown."""


async def everybody(session: GameSession) -> dict[int, set[int]]:
    """The seats whose cards of now each person finds, whichever way they ask."""
    numbers = {each.number for each in session.seats}
    found: dict[int, set[int]] = {}
    for user_id in (ALICE, BOB, CECILY, DUNCAN, EVE):
        now = await shown(session, user_id, all_hands=False)
        later = await shown(session, user_id, all_hands=True)
        told = now + later
        found[user_id] = {n for n in numbers if any(card in told for card in telling(session, n))}
        found[user_id] |= {LATER} if "Event cards kept: " in later else set()
    return found


NOTHING: dict[int, set[int]] = {user_id: set() for user_id in (ALICE, BOB, CECILY, DUNCAN, EVE)}


async def agreed(session: GameSession) -> None:
    """Everybody agrees to commentary."""
    for user_id in (ALICE, BOB, CECILY):
        await session.onlookers.comment(user_id)


async def test_only_the_friend_sees_the_hand_and_only_while_it_is_shown(
    session: GameSession,
) -> None:
    assert all(telling(session, seat) for seat in range(3))
    assert await everybody(session) == NOTHING
    await session.onlookers.show(user_id=ALICE, to=EVE)
    assert await everybody(session) == {**NOTHING, EVE: {0}}
    await session.onlookers.hide(user_id=ALICE)
    assert await everybody(session) == NOTHING
    await session.onlookers.show(user_id=ALICE, to=EVE)
    await session.lobby.leave(ALICE)
    assert await everybody(session) == NOTHING


async def test_all_hands_are_seen_only_as_they_were_and_not_by_anybody_with_a_seat(
    session: GameSession, desk: Desk
) -> None:
    await session.onlookers.comment(ALICE)
    await session.onlookers.comment(BOB)
    assert await everybody(session) == NOTHING
    await session.onlookers.comment(CECILY)
    seen = await session.onlookers.look(DUNCAN, all_hands=True)
    now = session.rules.rounds(state(session))
    assert (now, seen.round, sorted(seen.views)) == (11, 9, [0, 1, 2])
    assert {view.round for view in seen.views.values()} == {9}
    # What has come into a hand since is not among it.
    for seat, view in seen.views.items():
        then = {words_of(session).kind(card) for card in (*view.hand, *view.held)}
        told = "\n".join(words_of(session).hand_lines(view))
        assert not [card for card in cards(session, seat) - then if card in told]
    assert await everybody(session) == {**NOTHING, DUNCAN: {LATER}, EVE: {LATER}}
    await session.lobby.stand_in(CECILY, "steward")
    assert await everybody(session) == NOTHING


async def test_no_ballot_no_deal_and_no_deck_is_among_it(desk: Desk) -> None:
    session = await at_the_ballot(desk)
    state(session).deals.append(Deal(1, 1, 0, promise=PROMISE))
    await session.onlookers.show(user_id=BOB, to=EVE)
    await session.onlookers.show(user_id=ALICE, to=EVE)
    await agreed(session)
    before = [await shown(session, EVE, all_hands=every) for every in (False, True)]
    await session.submit(user_id=BOB, choice=YEA)
    await session.submit(user_id=ALICE, choice=NAY)
    assert [await shown(session, EVE, all_hands=every) for every in (False, True)] == before
    assert PROMISE not in "".join(before)
    # The very cards, in words, and nothing more.
    words = words_of(session)
    seen = await session.onlookers.look(EVE)
    names = cards(session, 0) | cards(session, 1)
    decks = {words.kind(card) for card in (*state(session).crown_deck, *state(session).event_deck)}
    told = "\n".join(line for view in seen.views.values() for line in words.hand_lines(view))
    assert {name for name in names if name in told} == names
    assert not [name for name in decks - names if name in told and not _within(name, names)]


def _within(name: str, names: set[str]) -> bool:
    """Whether a name is only a part of one that may be read."""
    return any(name in each for each in names)


async def test_that_somebody_looks_is_nothing_that_others_can_count(session: GameSession) -> None:
    await session.onlookers.show(user_id=ALICE, to=EVE)
    await agreed(session)

    def public() -> tuple[Any, ...]:
        view = msgspec.to_builtins(session.view(None))
        return session.revision, session.moment, view, list(session.seats)

    before, log = public(), await session.journal.log(None)
    await session.onlookers.look(EVE)
    await session.onlookers.look(DUNCAN, all_hands=True)
    assert (public(), await session.journal.log(None)) == (before, log)


@pytest.mark.parametrize(
    ("guard", "taken_out", "found"),
    [
        ("sits", lambda *_: False, {BOB: {LATER}}),
        ("shown_to", lambda seats, _: [each.number for each in seats], {DUNCAN: {0, 1, 2}}),
        ("commented", lambda _: True, {DUNCAN: {LATER}}),
    ],
)
async def test_without_a_guard_something_is_found(
    session: GameSession,
    monkeypatch: pytest.MonkeyPatch,
    guard: str,
    taken_out: Any,
    found: dict[int, set[int]],
) -> None:
    if guard == "sits":
        await agreed(session)
    monkeypatch.setattr(seating, guard, taken_out)
    seen = await everybody(session)
    assert {user_id: seen[user_id] for user_id in found} == found


async def test_hands_of_just_now_would_be_found(
    session: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(_: onlookers.Onlookers, match: Any) -> onlookers.Seen:
        return onlookers.Seen({seat: match.view(seat) for seat in every_seat(3)}, 9)

    monkeypatch.setattr(onlookers.Onlookers, "_a_round_later", at_once)
    await agreed(session)
    assert (await everybody(session))[DUNCAN] == {0, 1, 2, LATER}
