"""A seat's turn in one private message: the question, who has acted, and a control for each step.

The message stays the same from the first step to the last: after each answer it shows the next
question. The message is made from what its seat may see, and shown only to that seat.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import partial
from typing import Any

import discord

from bot.rules.kernel import Prompt, Seat
from bot.session import GameSession
from cogs.ui.choosing.lists import NOTHING, Lists, menus_of
from cogs.ui.choosing.offers import Way, ways_of
from cogs.ui.choosing.public_questions import (
    if_late,
    late_line,
    say_button,
    told_moment,
    waiting_text,
)
from cogs.ui.controls import ControlMenu, OfferKey, button, foot
from cogs.ui.emblems import emblem_of
from cogs.ui.names import names, plain_names
from cogs.ui.replies import cut, is_on, words_of

IMAGINED = "You cannot take back steps in a what-if. **Begin again** starts it afresh."
IDLE = "You have nothing to do just now."
_MENU_VERBS = 20
_ROW = 5
_ROWS = 5
_END = "done"
"""The verb that ends a phase, in every game."""
_END_SIGN = "✔️"


def actions(
    session: GameSession, seat: Seat, covered: Container[str] = ()
) -> list[discord.ui.Item[Any]]:
    """Buttons for everything that the seat may do now; those for questions that must be answered
    come first.

    Verbs ``covered`` by a menu in the same message need no button.
    """
    words = words_of(session)
    prompts, view = session.prompts(seat), session.view(seat)
    must = {offer.verb for prompt in prompts if prompt.blocking for offer in prompt.offers}
    items: list[discord.ui.Item[Any]] = []
    moment = told_moment(session)
    for verb, way in list(ways_of(prompts).items())[:_MENU_VERBS]:
        if verb in covered:
            continue
        if way.prompt.is_vote:
            style = discord.ButtonStyle.primary if verb in must else discord.ButtonStyle.secondary
            items.append(say_button(session, way.prompt, way.offers[0], style))
            continue
        label = words.button(way.offers, way.prompt, view)
        items.append(verb_button(session, seat, moment, way, label, asked=verb in must))
    return items


def verb_button(
    session: GameSession,
    seat: Seat,
    moment: int,
    way: Way,
    label: str,
    *,
    asked: bool = True,
    openly: bool = False,
) -> discord.ui.Item[Any]:
    """The button that begins a choice of this verb; its look says what the verb does.

    A verb that acts is blue, one that lets the question pass is grey, and one that ends the phase
    has a symbol. A verb that answers no question put to the seat (not ``asked``) is grey as well.
    ``openly`` says that everybody can see the button.
    """
    key = OfferKey(session.id, seat, moment, way.verb, way.open_mark if openly else way.mark)
    default = way.prompt.default
    passes = default is not None and default.verb == way.verb and not way.offers[0].fields
    acts = asked and not passes
    style = discord.ButtonStyle.primary if acts else discord.ButtonStyle.secondary
    sign = _END_SIGN if way.verb == _END else _emblem(session, way, label)
    return button("act", session.id, *key.parts, label=label, style=style, emoji=sign)


def _emblem(session: GameSession, way: Way, label: str) -> discord.PartialEmoji | None:
    """The emblem of the piece that the label names, if the choice is about that piece alone."""
    about = {
        (f.name, thing) for offer in way.offers for f in offer.fields for thing in f.candidates
    }
    if len(about) != 1:
        return None
    ((field, thing),) = about
    return emblem_of(thing, field) if words_of(session).kind(thing) in label else None


def actions_view(
    session: GameSession,
    seat: Seat,
    turning: Sequence[discord.ui.Item[Any]] = (),
    lists: Lists = NOTHING,
    *,
    back: bool = False,
    needless: frozenset[str] = frozenset(),
) -> discord.ui.View | None:
    """The seat's controls for the bottom of a private message, or None if there are none.

    ``turning`` are buttons to other pages of the message; they come first. ``lists`` are menus
    above all the buttons. ``back`` says that the seat's last step could be undone (`why_no_undo`).
    Verbs made ``needless`` by other buttons have none of their own.
    """
    if not is_on(session):
        return None
    menus = menus_of(session, seat, lists)
    items = actions(session, seat, lists.covers | needless)
    if not items and not menus:
        return foot(turning)
    more = _standing(session, seat)
    if back:
        more.append(button("undo", session.id, label="Undo"))
    # Keep one place for a button from the caller; a what-if needs two more.
    left = 3 if session.imagined else 1
    rows = sum(isinstance(item, ControlMenu) for item in menus)
    beside = len(menus) - rows
    room = _ROW * (_ROWS - rows) - beside - len(turning) - len(more) - left
    view = discord.ui.View(timeout=None)
    for item in (*menus, *turning, *items[:room], *more):
        view.add_item(item)
    return view


def _standing(session: GameSession, seat: Seat) -> list[discord.ui.Item[Any]]:
    """The buttons that are below every question."""
    found: list[discord.ui.Item[Any]] = []
    if seat in session.waiting_for():
        found.append(button("advise", session.id, label="Do it for me"))
        asked = first_blocking(session, seat)
        if asked is not None and asked.default is None:
            found.append(button("rest", session.id, label="Do the rest for me"))
    return found


async def why_no_undo(session: GameSession, seat: Seat) -> str | None:
    """The reason why this seat is not offered *Undo*; None if an undo would be granted, or put to
    the table."""
    return IMAGINED if session.imagined else await session.consent.why_no_undo(seat)


def question(session: GameSession, seat: Seat, lists: Lists) -> str:
    """The question to the seat, in brief if its answers are laid out in menus below."""
    if lists == NOTHING:
        return what_now(session, seat)
    words, who = words_of(session), names(session)
    prompt = first_blocking(session, seat)
    assert prompt is not None, "the panel needs a question to lay out"
    view = session.view(seat)
    heading = words.phase(view, plain_names(session))
    known = words.stakes(prompt, view, who) if lists.page is None else lists.page.known
    lines = [f"**{heading}**", words.ask(prompt, who), *known, *lists.lines]
    if late := if_late(session, prompt):
        lines.append(f"-# {late}")
    return cut("\n".join(lines))


def idle_text(session: GameSession) -> str:
    """The text for a player who is asked nothing: whom the game is waiting for instead."""
    return f"{IDLE} {waiting_text(session)}".strip()


def what_now(session: GameSession, seat: Seat) -> str:
    """The question to the seat, and everything else it may do, in sentences."""
    words, who, view = words_of(session), names(session), session.view(seat)
    prompts = session.prompts(seat)
    if prompts:
        text = words.offers_text(prompts, view, who, partial(late_line, session))
        heading, *lines = text.split("\n")
        if not any(prompt.blocking for prompt in prompts) and (others := waiting_text(session)):
            lines = [others, *lines]
        return cut("\n".join([heading, *lines]))
    return f"### {words.phase(view, plain_names(session))}\n{idle_text(session)}"


def first_blocking(session: GameSession, seat: Seat) -> Prompt | None:
    """The question that the seat must answer, if there is one."""
    return next((prompt for prompt in session.prompts(seat) if prompt.blocking), None)
