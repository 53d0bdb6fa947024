"""From a button or a command to an answer in the game, and what the person sees of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
import msgspec

from bot.rules.kernel import Choice, Event, Prompt, Seat
from bot.session import GameSession, Receipt, Refused
from bot.session.receipts import PAUSED, STALE
from cogs.ui.choosing.deadlines import own_time
from cogs.ui.choosing.lists import lists_for, picked, wizard_for
from cogs.ui.choosing.offers import Draft, Way, unasked_words, unpack_words, ways_of
from cogs.ui.choosing.outcomes import came_of, dressed, seen_happen, tell_outcomes
from cogs.ui.choosing.panel import actions_view, question, what_now, why_no_undo
from cogs.ui.choosing.public_questions import waiting_text, whom_next
from cogs.ui.choosing.wizard import SURE, Wizard
from cogs.ui.controls import OfferKey, Press, button, in_pages, on, page_of, turned_to, turners
from cogs.ui.customs import customs_of
from cogs.ui.log_notes import DRAWN_AFRESH
from cogs.ui.names import name_of, names, plain_names
from cogs.ui.opening.lesson import beside_the_question, way_on
from cogs.ui.petitions import asked_text
from cogs.ui.pictures import Drawing
from cogs.ui.replies import NOT_SEATED, Interaction, at_rest, cut, is_on, show, tell, words_of


def seat_in_play(interaction: Interaction, session: GameSession) -> Seat:
    """The person's own seat. Raises Refused if the person has no seat, or the game is not being
    played."""
    seat = session.seat_of(interaction.user.id)
    if seat is None:
        raise Refused(NOT_SEATED)
    check_seat(session, interaction.user.id, seat)
    return seat


def check_seat(session: GameSession, user_id: int, seat: Seat) -> None:
    """Raise Refused unless this person has the seat and the game is being played."""
    own = session.seat_of(user_id)
    if own is None:
        raise Refused(NOT_SEATED)
    if own != seat:
        raise Refused(
            f"Only {name_of(session, seat)} can choose that. **What can I do?** shows what you "
            "can do."
        )
    if session.match is None:
        raise Refused("The game has not begun yet.")
    if not is_on(session):
        raise Refused("The game is over.")


def way_of(session: GameSession, seat: Seat, verb: str) -> Way | None:
    """The `Way` in which the seat is now offered this verb."""
    return ways_of(session.prompts(seat)).get(verb)


async def advance(
    interaction: Interaction,
    session: GameSession,
    wizard: Wizard,
    draft: Draft,
    problem: str = "",
    *,
    sure: bool = False,
) -> None:
    """Ask for what is still missing from the draft, or carry out the finished choice.

    A choice that gives something away, or cannot be undone, is read back first, unless the person
    is ``sure``.
    """
    asked, key = wizard.way.walk(draft), wizard.key
    if isinstance(asked, Choice):
        if key.more:
            # Words typed with an incomplete command.
            word = {unasked_words(wizard.way): (unpack_words(key.more),)}
            asked = Choice(asked.verb, {**asked.args, **word})
        if sure or asked.verb not in customs_of(session).read_back:
            await carry_out(interaction, session, key.seat, asked, key.moment)
            return
        page = wizard.read_back(draft, asked)
        await put_up(interaction, session, cut(page.text), page.view)
        return
    page = wizard.page(draft, asked, problem)
    text = page.text
    if page.known and (till := await own_time(session, wizard.key.seat, with_default=False)):
        text += f"\n-# {till}"
    await put_up(interaction, session, cut(text), page.view)
    way = wizard.way
    about = msgspec.structs.replace(way.prompt, offers=tuple(way.offers))
    _add_picture(interaction, session, wizard.key.seat, [about])


async def carry_out(
    interaction: Interaction,
    session: GameSession,
    seat: Seat,
    choice: Choice,
    moment: int | None,
) -> None:
    """Submit the choice and confirm it. Raises Refused if the game does not allow it."""
    if not session.imagined and choice.verb in customs_of(session).answered_at_once:
        with interaction.client.panels.answering(interaction.user.id, session.id):
            await _with_answers(interaction, session, seat, choice, moment)
    else:
        sentence = chosen_text(session, seat, choice)
        receipt = await _submit(interaction, session, choice, moment)
        # In a what-if, everything that happens is shown anyway.
        done, news = came_of(session, choice, () if session.imagined else receipt.events)
        text = await confirm(interaction, session, seat, done or [sentence], news)
        # What comes after the end of the turn did not come of this step.
        ended = any(map(session.rules.marks_turn, receipt.events))
        if text and not session.imagined and not ended:
            interaction.client.panels.follow(
                interaction, session.id, choice, receipt.revision, text
            )
            await tell_outcomes(interaction.client, session)


async def _submit(
    interaction: Interaction, session: GameSession, choice: Choice, moment: int | None
) -> Receipt:
    return await session.submit(
        user_id=interaction.user.id,
        choice=choice,
        # A control posted during a vote has no moment.
        revision=await session.made_at(moment) if moment else None,
        interaction_id=str(interaction.id),
    )


async def _with_answers(
    interaction: Interaction, session: GameSession, seat: Seat, choice: Choice, moment: int | None
) -> None:
    """Submit a choice that computers answer at once, and show their answers below it."""
    sentence, before = chosen_text(session, seat, choice), session.revision
    await _submit(interaction, session, choice, moment)
    await session.computers.all_heard()
    until = session.revision
    said = await _said_to(session, seat, before)
    customs = customs_of(session)
    told = customs.told(session, seat, said)
    items = customs.extra_buttons(session, seat, said)
    needless = customs.needless(session, seat, said)
    await confirm(interaction, session, seat, [sentence], told, items, needless)
    told_now = range(before + 1, until + 1)
    interaction.client.panels.heard(interaction.user.id, session.id, told_now)


async def _said_to(session: GameSession, seat: Seat, since: int) -> list[Event]:
    """The events since a revision that this seat, but not everybody, was told about."""
    found = await session.journal.digest(seat, since)
    told = (event for entry in found.entries for event in entry.events)
    return [event for event in told if event.audience is not None]


def chosen_text(session: GameSession, seat: Seat, choice: Choice) -> str:
    """A sentence that says what the seat is about to choose."""
    prompts = session.prompts(seat)
    asked = next((prompt for prompt in prompts if prompt.find(choice) is not None), None)
    return words_of(session).choice(choice, names(session), asked)


async def confirm(
    interaction: Interaction,
    session: GameSession,
    seat: Seat,
    done: list[str],
    answers: Sequence[str] = (),
    items: Sequence[discord.ui.Item[Any]] = (),
    needless: frozenset[str] = frozenset(),
) -> str:
    """Show what was chosen, what others answered and what comes next, in the person's private
    message. ``items`` are buttons for the choice; they come first, and verbs made ``needless`` by
    them have none. Returns the text if nothing more is asked of the seat; otherwise an empty
    string.
    """
    await at_rest(session)
    answers = [*answers, *seen_happen(session)]
    items = [*items, *way_on(session)]
    text = cut("\n".join([*(f"✓ {sentence}" for sentence in done), *answers]), 1_000)
    if seat in session.waiting_for():
        await show_panel(interaction, session, seat, text, items=items, needless=needless)
        return ""
    text = "\n".join([text, *beside_the_question(session)])
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    if await why_no_undo(session, seat) is None:
        view.add_item(button("undo", session.id, label="Undo"))
    view.add_item(button("help", session.id, label="What can I do?"))
    await put_up(
        interaction, session, "\n".join(filter(None, (text, whom_next(session, seat)))), view
    )
    return text


async def show_panel(
    interaction: Interaction,
    session: GameSession,
    seat: Seat,
    head: str = "",
    key: str = "",
    items: Sequence[discord.ui.Item[Any]] = (),
    needless: frozenset[str] = frozenset(),
) -> None:
    """Show the seat's current question in the private message at hand, below a heading. ``key``
    says whom the menus are about, if not the next piece; ``items`` are buttons that go with the
    heading and make some verbs ``needless``.
    """
    lists = lists_for(session, seat, key)
    heading, *asked = question(session, seat, lists).split("\n")
    till = await own_time(session, seat, with_default=False)
    parts = (head, *beside_the_question(session), heading, till, *asked)
    text = "\n".join(part for part in parts if part)
    back = await why_no_undo(session, seat) is None
    view = actions_view(session, seat, items, lists=lists, back=back, needless=needless)
    if view is not None:
        view.add_item(button("help", session.id, label="What can I do?"))
    await put_up(interaction, session, cut(text), view)
    _add_picture(interaction, session, seat, session.prompts(seat), lists.shown)


async def put_up(
    interaction: Interaction, session: GameSession, text: str, view: discord.ui.View | None
) -> None:
    """Show a text as a person's only private message in the game: remove any older one."""
    text, view = dressed(session, text, view)
    await show(interaction, text, view=view)
    interaction.client.panels.shown(interaction, session.id)


def _add_picture(
    interaction: Interaction,
    session: GameSession,
    seat: Seat,
    prompts: Sequence[Prompt],
    mover: str | None = None,
) -> None:
    """Add the picture of the places somebody can go, or of the fights in the question, once it is
    drawn, unless something newer has been shown by then."""
    pictures, panels = interaction.client.pictures, interaction.client.panels
    asked = [prompt for prompt in prompts if prompt.blocking]
    if not pictures.has(session) or not asked:
        return

    def seen() -> bool:
        return panels.is_newest(interaction, session.id)

    async def add() -> None:
        try:
            if mover is not None:
                picture: Drawing | None = await pictures.moves(session, seat, mover, wanted=seen)
            else:
                picture = await pictures.fights(session, seat, asked, wanted=seen)
        except Refused:
            return
        if picture is not None:
            await panels.illustrate(interaction, session.id, picture.file())

    interaction.client.desk.background.keep(add())


def current_wizard(session: GameSession, key: OfferKey, user_id: int) -> Wizard:
    """The wizard that a control belongs to. Raises Refused if the offer behind the control has
    passed."""
    check_seat(session, user_id, key.seat)
    way = way_of(session, key.seat, key.verb)
    if way is None or key.mark not in (way.mark, way.open_mark):
        raise Refused(STALE)
    return wizard_for(session, replace(key, mark=way.mark), way)


@on("act")
async def _begin(interaction: Interaction, press: Press) -> None:
    """A verb's button: ask for its first field, or carry it out straight away."""
    session, key = await press.session(interaction), OfferKey.of(press)
    wizard = current_wizard(session, key, interaction.user.id)
    if key.verb in lists_for(session, key.seat).covers:
        await show_panel(interaction, session, key.seat)
        return
    await advance(interaction, session, wizard, Draft())


@on("who")
async def _who(interaction: Interaction, press: Press) -> None:
    """The menu that decides whom the other menus are about: show those for the one picked."""
    session, seat = await press.session(interaction), _seat_of(press)
    check_seat(session, interaction.user.id, seat)
    await show_panel(interaction, session, seat, key="".join(press.picked))


@on("go")
async def _go(interaction: Interaction, press: Press) -> None:
    """An option that holds a choice: carry it out, or ask for what is still open."""
    session, seat = await press.session(interaction), _seat_of(press)
    check_seat(session, interaction.user.id, seat)
    way, draft = picked(session, seat, "".join(press.picked))
    key = OfferKey(session.id, seat, int(press.parts[1]), way.verb, way.mark)
    await advance(interaction, session, wizard_for(session, key, way), draft)


def _seat_of(press: Press) -> Seat:
    """The seat that a menu is for. Raises Refused if its id is damaged."""
    if len(press.parts) < 2 or not all(part.isdecimal() for part in press.parts[:2]):
        raise Refused(STALE)
    return Seat(int(press.parts[0]))


@on("pick")
async def _pick(interaction: Interaction, press: Press) -> None:
    """A menu in the wizard: fill in the field and continue."""
    session, key = await press.session(interaction), OfferKey.of(press)
    wizard = current_wizard(session, key, interaction.user.id)
    await advance(interaction, session, wizard, *wizard.after_pick(press))


@on("goto")
async def _goto(interaction: Interaction, press: Press) -> None:
    """A button in the wizard: another page, a shortcut, a step back, or the final confirmation."""
    session, key = await press.session(interaction), OfferKey.of(press)
    wizard = current_wizard(session, key, interaction.user.id)
    sure = press.parts[5:] == (SURE,)
    await advance(interaction, session, wizard, wizard.filled_in(press), sure=sure)


@on("panel")
async def _panel(interaction: Interaction, press: Press) -> None:
    """'Back' on the first page of the wizard: everything that is open now."""
    session = await press.session(interaction)
    await show_panel(interaction, session, seat_in_play(interaction, session))


_AIM = "aim"
"""The mark in the ids of pages that begin with how to win at this table."""


@on("help")
async def _help(interaction: Interaction, press: Press) -> None:
    """'What can I do?': the person's own questions and buttons, page by page."""
    session = await press.session(interaction)
    number = turned_to(press.parts[-1]) if press.parts else 0
    await show_what_now(interaction, session, number, aim=_AIM in press.parts)


async def show_what_now(
    interaction: Interaction, session: GameSession, number: int = 0, *, aim: bool = False
) -> None:
    """Tell the person privately what they may and may not do, with a button for everything they may
    do.

    With ``aim``, the text begins with how to win at this table.
    """
    if session.match is None:
        raise Refused("The game has not begun yet. The person who opened it can start it.")
    seat = session.seat_of(interaction.user.id)
    heading = words_of(session).phase(session.view(None), plain_names(session))
    if not is_on(session):
        over = f"### {heading}\nThe game is over."
        await (
            put_up(interaction, session, over, None)
            if session.imagined
            else show(interaction, over)
        )
        return
    if seat is None:
        text = f"### {heading}\n{NOT_SEATED} {waiting_text(session)}".strip()
        await tell(interaction, text)
        return
    if session.paused_at is not None:
        await put_up(interaction, session, f"### {heading}\n⏸ {PAUSED}", None)
        return
    till = await own_time(session, seat, with_default=False)
    no_undo = await why_no_undo(session, seat)
    heading, *lines = guidance(session, seat, no_undo)
    first = [f"-# {line}" for line in words_of(session).aim()[:1]] if aim else []
    lists = lists_for(session, seat)
    pages = in_pages([*first, heading, *([till] if till else ()), *lists.lines, *lines])
    number = min(number, len(pages) - 1)
    items = turners("help", session.id, number, len(pages), *([_AIM] if aim else ()))
    view = actions_view(session, seat, items, lists, back=no_undo is None)
    await put_up(interaction, session, page_of(pages, number), view)
    _add_picture(interaction, session, seat, session.prompts(seat), lists.shown)


def guidance(session: GameSession, seat: Seat, no_undo: str | None = None) -> list[str]:
    """The things the seat may do, and the reasons why it may not do others it might want to, line
    by line."""
    lines = what_now(session, seat).splitlines()
    shut = words_of(session).why_not(session.why_not(seat), names(session))
    if no_undo is not None:
        shut = [*shut, f"• Undo: {no_undo}"]
    return [*lines, "**Not now:**", *shut] if shut else lines


@on("undo")
async def _undo(interaction: Interaction, press: Press) -> None:
    """'Undo': take back the last decision."""
    await take_back(interaction, await press.session(interaction))


async def take_back(interaction: Interaction, session: GameSession) -> None:
    """Take back the person's own last decision, or ask the people whose consent that needs.

    Raises Refused, with the reason, if neither is possible.
    """
    seat = session.seat_of(interaction.user.id)
    text, done = await step_back(session, interaction.user.id, str(interaction.id))
    if not done:
        await show(interaction, text)
        return
    assert seat is not None
    await show_panel(interaction, session, seat, text)


async def step_back(session: GameSession, user_id: int, once: str) -> tuple[str, bool]:
    """Take back a step, wherever the request comes from. Returns what to say, and whether it is
    already done."""
    if session.seat_of(user_id) is None:
        raise Refused(NOT_SEATED)
    about: Any = {"user_id": user_id, "interaction_id": once}
    text = "You have taken back your last step."
    if session.match is not None and session.match.sealed():
        # Nobody is asked while a question is answered in secret; a player may take back his own
        # answer.
        await session.consent.undo(**about)
    elif (petition := await session.consent.ask_undo(**about)).state == "open":
        return asked_text(session, petition), False
    elif petition.afresh:
        text += f" {DRAWN_AFRESH}"
    await at_rest(session)
    return text, True
