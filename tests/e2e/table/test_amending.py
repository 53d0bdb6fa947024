"""A past step is amended: a moderator proposes it, the table reads what differs, and agrees."""

from __future__ import annotations

from typing import Any

from bot.sandbox.members.sight import selects, text_of
from bot.session import GameSession
from cogs.ui.replies import at_rest
from tests.e2e.conftest import CHANNEL, Room, has_button, said
from tests.e2e.play.test_refusals import nothing_changes
from tests.e2e.stewards import advice
from tests.e2e.table.test_moderator import mod, page_of, say_why, told

ASK = "Ask the table…"


async def after_two_marches(room: Room) -> tuple[GameSession, int]:
    """A game of three in which Alice has marched twice; the number of the first step of it."""
    await room.start_with_bob()
    session = await room.session()
    alice, steps = int(room.alice.me["id"]), []
    for prompt in [p for p in session.prompts(0) if p.blocking]:
        nobles = dict.fromkeys(
            c for o in prompt.offers if o.verb == "march" for c in o.fields[0].candidates
        )
        for noble in list(nobles)[:2]:
            offer = next(
                o
                for p in session.prompts(0)
                for o in p.offers
                if o.verb == "march" and noble in o.fields[0].candidates
            )
            choice = next(c for c in offer.choices() if c.many(offer.fields[0].name) == (noble,))
            receipt = await session.submit(user_id=alice, choice=choice)
            steps.append(receipt.revision)
    await room.look()
    answers = await session.amending.answers()
    return session, next(each.number for each in answers if each.revision == steps[0])


async def another_answer(room: Room, step: int) -> dict[str, Any]:
    """Alice picks the first other answer there is, page by page; what she is shown of it."""
    shown = page_of(await mod(room, "amend", step=step))
    for _ in range(8):
        await room.look()
        shown = room.alice.current(shown)
        if has_button(shown, ASK):
            return shown
        menu = selects(shown)[0]
        options = [each["value"] for each in menu["options"]]
        value = "march" if "march" in options else options[-1]
        await room.alice.choose(shown, menu["custom_id"], value)
    raise AssertionError(text_of(shown))


async def test_a_past_march_is_amended_when_all_agree(room: Room) -> None:
    session, step = await after_two_marches(room)
    listed = page_of(await mod(room, "amend"))
    assert str(step) in {each["value"] for each in selects(listed)[0]["options"]}
    async with nothing_changes(room):
        shown = await another_answer(room, step)
        assert "**Instead:**" in text_of(shown)
        assert "All later answers are kept" in text_of(shown)
    answer = await say_why(room, shown, ASK)
    assert answer.startswith("I have asked the table: **Alice** and **Bob**.")
    asked = await room.bob.wait_for_message(
        lambda m: (
            has_button(m, "Agree") and "wants to amend one of **Alice**’s answers" in text_of(m)
        ),
        channel=CHANNEL,
    )
    assert "**Instead:**" in text_of(asked)
    differs = await room.bob.press(asked, "What changes for me")
    assert said(differs).startswith("### What would change for you")
    assert session.match is not None
    stood = session.match.view(None)
    for person in (room.alice, room.bob):
        await person.press(asked, "Agree")
    await told(room, "amends one of **Alice**’s answers")
    await at_rest(session)
    assert session.match is not None
    assert session.match.view(None) != stood
    # The game goes on.
    alice = int(room.alice.me["id"])
    await session.submit(user_id=alice, choice=await advice(session, 0))


async def test_a_word_against_it_drops_the_amendment(room: Room) -> None:
    session, step = await after_two_marches(room)
    shown = await another_answer(room, step)
    await say_why(room, shown, ASK)
    asked = await room.bob.wait_for_message(lambda m: has_button(m, "Agree"), channel=CHANNEL)
    assert session.match is not None
    stood = session.match.save()
    refused = await room.bob.press(asked, "No")
    assert said(refused) == "Noted: it stays as it is."
    await told(room, "**Alice**’s answer stands: not everybody agrees.")
    assert session.match.save() == stood


async def test_only_a_moderator_may_amend(room: Room) -> None:
    await after_two_marches(room)
    refused = await mod(room, "amend", by=room.bob)
    assert "Only a moderator can do that" in said(refused)
