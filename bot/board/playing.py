"""A tap on the board: the same step through the same session as the chat's button."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from bot.board.offered import TouchAsked, TouchOffers, step, touched
from bot.rules.kernel import Choice, Seat
from bot.session import GameSession, Refused
from bot.session.receipts import STALE
from cogs.ui.choosing.advising import SHALL_I, do_proposed, proposal
from cogs.ui.choosing.outcomes import came_of
from cogs.ui.choosing.playing import check_seat, chosen_text, step_back
from cogs.ui.customs import customs_of
from cogs.ui.names import bare_names, names
from cogs.ui.replies import at_rest, words_of

_WATCHING = "You are watching this game. Only its players can act here."
_BETWEEN = "|"
NOBODY = 0
"""Nobody's user id: for a viewer without a seat, or one who has not yet proved whose hand they may
see.
"""


class Tap(msgspec.Struct, frozen=True):
    """Something that was touched or chosen; `number` comes back with the answer.

    A tap with only a `thing` asks what that is and what it can do, `together` with the others. A
    `value` is what a pick carried: that step is taken, with the answers in `add`, and with `sure`
    if the player has confirmed a step that cannot be undone. `want` names one of the offers below
    every question: a step back, what a computer would do, or doing just that (with the `value`
    from the previous answer). `moment` is the moment of the offers; `once` tells a tap from a
    repeat of it. A `secret` number shows the hand in a browser where a link was opened. `past` is
    the number of an earlier turn to show again; if it is below 0, the newest.
    """

    number: int
    want: Literal["", "undo", "advise", "do"] = ""
    thing: str = ""
    together: tuple[str, ...] | None = None
    value: str = ""
    add: tuple[str, ...] | None = None
    sure: bool = False
    moment: int = 0
    once: str = ""
    secret: str = ""
    past: int | None = None


class Earlier(msgspec.Struct, frozen=True, omit_defaults=True):
    """A past turn: its number and the newest turn's, the board at its end (as a patch to the
    present board), and what happened."""

    number: int
    turns: int
    board: dict[str, Any]
    phase: str
    lines: tuple[str, ...] = ()


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a tap: one of these."""

    number: int
    text: str = ""
    touched: TouchOffers | None = None
    asked: TouchAsked | None = None
    sure: tuple[str, ...] = ()
    title: str = ""
    value: str = ""
    """The value to send with a Yes to the proposal."""
    done: tuple[str, ...] = ()
    refused: str = ""
    past: Earlier | None = None
    proof: str = ""
    """The pass that shows the hand."""


async def answer(session: GameSession, user_id: int, tap: Tap) -> Answer:
    """Handle a tap. Raises Refused with a sentence for the person."""
    seat = session.seat_of(user_id)
    if tap.want:
        return await _below(session, user_id, tap)
    if not tap.value:
        found = None
        if seat is not None and session.prompts(seat):
            found = touched(session, seat, tap.thing, tap.together)
        return Answer(tap.number, told_of_thing(session, tap.thing), found)
    if seat is None:
        raise Refused(_WATCHING)
    check_seat(session, user_id, seat)
    found_next = step(session, seat, tap.value, tap.add)
    if isinstance(found_next, TouchAsked):
        return Answer(tap.number, asked=found_next)
    return await _done(session, user_id, seat, found_next, tap)


async def _below(session: GameSession, user_id: int, tap: Tap) -> Answer:
    """Do what is offered below every question: step back, or say or do what a computer would."""
    seat, once = session.seat_of(user_id), f"board:{user_id}:{tap.once}"
    if seat is None:
        raise Refused(_WATCHING)
    if tap.want == "undo":
        told, _ = await step_back(session, user_id, once)
        return Answer(tap.number, done=(told,))
    check_seat(session, user_id, seat)
    if tap.want == "do":
        parts = tap.value.split(_BETWEEN)
        done = await do_proposed(session, user_id, seat, parts, once)
        if done is not None:
            await at_rest(session)
            return Answer(tap.number, done=(*done[0], *done[1]))
    lines, parts_now = await proposal(session, seat)
    value = _BETWEEN.join(parts_now)
    return Answer(tap.number, sure=tuple(lines), title=SHALL_I, value=value)


async def _done(session: GameSession, user_id: int, seat: Seat, choice: Choice, tap: Tap) -> Answer:
    """Carry out a choice, unless it must be read back first."""
    sentence = chosen_text(session, seat, choice)
    if choice.verb in customs_of(session).read_back and not tap.sure:
        prompts = session.prompts(seat)
        prompt = next((p for p in prompts if p.find(choice) is not None), None)
        if prompt is None:
            raise Refused(STALE)
        words, offers = words_of(session), tuple(o for o in prompt.offers if not o.problem(choice))
        view = session.view(seat)
        stakes = words.stakes(prompt, view, names(session), offers, choice.args)
        return Answer(tap.number, sure=(sentence, *stakes))
    receipt = await session.submit(
        user_id=user_id,
        choice=choice,
        revision=await session.made_at(tap.moment) if tap.moment else None,
        interaction_id=f"board:{user_id}:{tap.once}" if tap.once else None,
    )
    done, news = came_of(session, choice, receipt.events)
    await at_rest(session)
    return Answer(tap.number, done=(*(done or (sentence,)), *news))


def told_of_thing(session: GameSession, thing: str) -> str:
    """The facts that everybody may know about a place or square, or about the person or thing on a
    card."""
    words, view, who = words_of(session), session.view(None), bare_names(session)
    if thing in words.cards():
        return words.card_text(thing, view, who)
    return words.place_text(thing, view, who)
