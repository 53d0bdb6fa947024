"""A moderator who also plays tries to learn by mending who has what, and learns nothing by it.

What is found out by `/mod break-glass` is found out before everybody's eyes.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.session import Desk, GameSession, Refused
from bot.session.table.moderation import OUT_OF_SIGHT
from tests.rules.kingmaker.underway import before_parliament
from tests.session.doubles import ALICE, BOB, CECILY, CHANNEL, GUILD, Notebook
from tests.session.parliament import SEATS, call

WHY: dict[str, Any] = {"by": ALICE, "reason": "a slip"}
WRIT = "X-W1"


@pytest.fixture
async def session(desk: Desk) -> GameSession:
    """A game under way in which all hold cards; Alice is asked, and may moderate besides."""
    found = await desk.new_games.bring_in(
        before_parliament(SEATS),
        guild_id=GUILD,
        channel_id=CHANNEL,
        host_id=ALICE,
        people={0: ALICE, 1: BOB, 2: CECILY},
    )
    crown = found.rules.content.crown
    for faction in state(found).factions:
        deck = state(found).crown_deck
        for card in [c for c in deck if crown[c].kind != "noble"][: 1 - len(faction.hand)]:
            deck.remove(card)
            faction.hand.append(card)
    return found


def state(session: GameSession) -> Any:
    """What truly stands."""
    assert session.match is not None
    return session.match.position.state


def lay(card: str, to: str = "discards") -> Choice:
    """A card laid elsewhere."""
    return Choice.of("correct_card", card=card, to=to)


def _may_be_laid(session: GameSession) -> tuple[str, ...]:
    """The cards that are suggested, wherever they lie."""
    offers = [offer for prompt in session.moderator.corrections() for offer in prompt.offers]
    return next(o.fields[0].candidates for o in offers if o.verb == "correct_card")


async def said(session: GameSession, choice: Choice, by: int = ALICE) -> str | None:
    """Why a correction is refused, whether it is only tried or made in earnest."""
    found = []
    for work in (
        session.moderator.try_out(choice, by=by),
        session.moderator.correct(by=by, reason="a slip", choice=choice),
    ):
        try:
            await work
        except Refused as refused:
            found.append(refused.text)
        else:
            found.append("")
    assert found[0] == found[1]
    return found[0]


async def test_where_a_hidden_card_lies_cannot_be_tried_out(session: GameSession) -> None:
    before = session.revision
    hands = [list(faction.hand) for faction in state(session).factions]
    assert all(hands)
    tried = [*hands[0][:2], *hands[1], *hands[2], *state(session).crown_deck[:12]]
    for card in tried:
        for to in ("discards", "hand:0", "hand:1"):
            assert await said(session, lay(card, to)) == OUT_OF_SIGHT
    assert session.revision == before


async def test_nor_where_a_noble_is_even_if_a_place_has_his_name(session: GameSession) -> None:
    content = session.rules.content
    deck = [card for card in state(session).crown_deck if card in content.nobles]
    named_alike = [noble for noble in deck if noble in content.board.places]
    assert named_alike
    for noble in dict.fromkeys([*deck[:2], *named_alike]):
        for pile in (state(session).crown_deck, state(session).factions[1].hand):
            if noble not in pile:
                state(session).crown_deck.remove(noble)
                pile.append(noble)
            choice = Choice.of("correct_revive", piece=noble, seat="0")
            assert await said(session, choice) == OUT_OF_SIGHT
        # The place itself is no secret.
        if noble in content.board.places:
            await session.moderator.try_out(
                Choice.of("correct_move", piece="henry", to=noble), by=ALICE
            )


async def test_nor_who_keeps_an_event_card_that_all_saw_drawn(session: GameSession) -> None:
    kept = [card for card, event in session.rules.content.events.items() if event.hold]
    for seat, card in enumerate(kept[:3]):
        for pile in (state(session).event_deck, state(session).event_discards):
            if card in pile:
                pile.remove(card)
        state(session).factions[seat].held.append(card)
        choice = Choice.of("correct_event", card=card, to="hand:0")
        with pytest.raises(Refused) as refused:
            await session.moderator.try_out(choice, by=ALICE)
        assert refused.value.text == OUT_OF_SIGHT


async def test_behind_broken_glass_a_hand_is_mended_till_the_game_goes_on(
    session: GameSession,
) -> None:
    (mine, *_), (theirs, *_) = state(session).factions[1].hand, state(session).factions[2].hand
    await session.moderator.break_glass(**WHY, seat=1)
    await session.moderator.try_out(lay(mine), by=ALICE)
    # Another hand, and another moderator, are another matter.
    for card, by in ((theirs, ALICE), (mine, BOB)):
        with pytest.raises(Refused) as refused:
            await session.moderator.try_out(lay(card), by=by)
        assert refused.value.text == OUT_OF_SIGHT
    await session.submit(user_id=ALICE, choice=call(session))
    with pytest.raises(Refused) as refused:
        await session.moderator.try_out(lay(mine), by=ALICE)
    assert refused.value.text == OUT_OF_SIGHT


async def test_what_lies_open_is_mended_as_ever(session: GameSession) -> None:
    view = session.view(None)
    noble = next(n for n in view.nobles.values() if n.cards)
    await session.moderator.correct(**WHY, choice=lay(noble.cards[0]))
    card = noble.cards[0]
    await session.moderator.correct(**WHY, choice=lay(card, "hand:1"))
    # Now it lies hidden again.
    assert await said(session, lay(card)) == OUT_OF_SIGHT


async def test_a_game_is_not_broken_off_to_be_looked_into_and_taken_up_again(
    session: GameSession, desk: Desk, notebook: Notebook
) -> None:
    await session.moderator.end(**WHY)
    assert session.status == "over"
    assert (session.seed, session.lies_open) == (None, False)
    # Their own eyes, and everybody's, are open as ever.
    for seat in (0, None):
        await session.replay.turn(user_id=ALICE, seat=seat)
    with pytest.raises(Refused):
        await session.replay.turn(user_id=ALICE, seat=1)
    await session.moderator.retract(**WHY)
    assert session.status == "running"
