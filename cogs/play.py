"""From a press or a command to an answer of the game, and what the person sees of it."""

from __future__ import annotations

from typing import Any

import discord

from bot.rules.kernel import Choice, Prompt
from bot.session import GameSession, Refused
from cogs.controls import OfferKey, Press, button, on
from cogs.speech import (
    NOT_SEATED,
    STALE,
    Interaction,
    cut,
    name_of,
    names,
    show,
    tell,
    wait_for_it,
    words_of,
)
from cogs.ways import Draft, Misfit, Way, unpack, ways_of
from cogs.wizard import Wizard

IDLE = "There is nothing for you to do just now."
ROW = 5
_MENU_VERBS = 20
_AT_A_STRETCH = 80


def actions(session: GameSession, seat: int) -> list[discord.ui.Item[Any]]:
    """Buttons for everything that the seat may do now; what must be answered comes first."""
    words = words_of(session)
    prompts = session.prompts(seat)
    must = {offer.verb for prompt in prompts if prompt.blocking for offer in prompt.offers}
    items: list[discord.ui.Item[Any]] = []
    for verb, way in list(ways_of(prompts).items())[:_MENU_VERBS]:
        style = discord.ButtonStyle.primary if verb in must else discord.ButtonStyle.secondary
        items.append(verb_button(session, seat, way, words.verb(way.offers[0]), style))
    return items


def verb_button(
    session: GameSession, seat: int, way: Way, label: str, style: discord.ButtonStyle
) -> discord.ui.Item[Any]:
    """The button that begins a choice of this verb."""
    key = OfferKey(session.id, seat, session.revision, way.verb, way.mark)
    return button("act", session.id, *key.parts, label=label, style=style)


def actions_view(session: GameSession, seat: int, *, rest: bool = False) -> discord.ui.View | None:
    """The seat's buttons as the foot of a private message, or None if there are none."""
    if session.match is None or session.match.over:
        return None
    items = actions(session, seat)
    if not items:
        return None
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    if seat in session.waiting_for():
        view.add_item(button("advise", session.id, seat, session.revision, label="Do it for me"))
        if rest:
            label = "Do the rest for me"
            view.add_item(button("rest", session.id, seat, session.revision, label=label))
    view.add_item(button("undo", session.id, label="Undo"))
    return view


def what_now(session: GameSession, seat: int) -> str:
    """What the seat is asked, and what it may do besides, in sentences."""
    words, who = words_of(session), names(session)
    lines = [f"### {words.phase(session.view(seat), who)}"]
    prompts = session.prompts(seat)
    for prompt in prompts:
        if prompt.blocking:
            lines.append(words.ask(prompt, who))
    for prompt in prompts:
        if not prompt.blocking:
            lines.append(f"-# At any time: {words.ask(prompt, who)}")
    if len(lines) == 1:
        waiting = ", ".join(name_of(session, other) for other in session.waiting_for())
        lines.append(f"{IDLE} We are waiting for {waiting}." if waiting else IDLE)
    return cut("\n".join(lines))


def first_blocking(session: GameSession, seat: int) -> Prompt | None:
    """The question that the seat must answer, if there is one."""
    return next((prompt for prompt in session.prompts(seat) if prompt.blocking), None)


def check_seat(session: GameSession, user_id: int, seat: int) -> None:
    """Raises Refused unless this person holds the seat and the game is on."""
    own = session.seat_of(user_id)
    if own is None:
        raise Refused(NOT_SEATED)
    if own != seat:
        raise Refused(
            f"That is for {name_of(session, seat)} to choose. "
            "**What can I do?** shows what is open to you."
        )
    if session.match is None:
        raise Refused("The game has not begun yet.")
    if session.match.over:
        raise Refused("The game is over.")


def way_of(session: GameSession, seat: int, verb: str) -> Way | None:
    """What the seat is offered under this verb now."""
    return ways_of(session.prompts(seat)).get(verb)


async def advance(interaction: Interaction, session: GameSession, key: OfferKey, way: Way,
                  draft: Draft, problem: str = "") -> None:
    """Ask for what is still missing from the draft, or carry the finished choice out."""
    asked = way.walk(draft)
    if isinstance(asked, Choice):
        await carry_out(interaction, session, key.seat, asked, key.revision)
        return
    wizard = Wizard(key, way, words_of(session), session.view(key.seat))
    page = wizard.page(draft, asked, problem)
    await show(interaction, page.text, view=page.view)


async def carry_out(
    interaction: Interaction,
    session: GameSession,
    seat: int,
    choice: Choice,
    revision: int | None,
) -> None:
    """Submit the choice and confirm it. Raises Refused if the game does not allow it."""
    sentence = words_of(session).choice(choice, names(session))
    await wait_for_it(interaction)
    await session.submit(
        user_id=interaction.user.id,
        choice=choice,
        revision=revision,
        interaction_id=str(interaction.id),
    )
    await confirm(interaction, session, seat, [sentence])


async def confirm(
    interaction: Interaction, session: GameSession, seat: int, done: list[str], *, rest: bool = False
) -> None:
    """Turn the private message into what was chosen, and what may be done next."""
    text = cut("\n".join(f"✓ {sentence}" for sentence in done), 1_000)
    view = None
    if session.match is not None and not session.match.over and seat in session.waiting_for():
        text += f"\n{what_now(session, seat)}"
        view = actions_view(session, seat, rest=rest)
    else:
        view = discord.ui.View(timeout=None)
        view.add_item(button("undo", session.id, label="Undo"))
        view.add_item(button("help", session.id, label="What can I do?"))
    await show(interaction, cut(text), view=view)


def _current(session: GameSession, key: OfferKey, user_id: int) -> Way:
    """The offers that a control stands for. Raises Refused if they are not those of now."""
    check_seat(session, user_id, key.seat)
    way = way_of(session, key.seat, key.verb)
    if way is None or way.mark != key.mark:
        raise Refused(STALE)
    return way


@on("act")
async def _begin(interaction: Interaction, press: Press) -> None:
    """A verb's button: ask for its first field, or do it at once."""
    session, key = await press.session(interaction), OfferKey.of(press)
    way = _current(session, key, interaction.user.id)
    await advance(interaction, session, key, way, Draft())


@on("pick")
async def _pick(interaction: Interaction, press: Press) -> None:
    """A menu of the wizard: fill the field in and go on."""
    session, key = await press.session(interaction), OfferKey.of(press)
    way = _current(session, key, interaction.user.id)
    try:
        draft = unpack(way, press.parts[4])
        wizard = Wizard(key, way, words_of(session), session.view(key.seat))
        after = wizard.picked(draft, [int(number) for number in press.picked])
    except (IndexError, ValueError):
        raise Refused(STALE) from None
    except Misfit as misfit:
        await advance(interaction, session, key, way, draft, str(misfit))
        return
    await advance(interaction, session, key, way, after)


@on("goto")
async def _goto(interaction: Interaction, press: Press) -> None:
    """A button of the wizard: another page, a short cut, or a step back."""
    session, key = await press.session(interaction), OfferKey.of(press)
    way = _current(session, key, interaction.user.id)
    try:
        draft = unpack(way, press.parts[4])
        way.walk(draft)
    except (IndexError, ValueError, Misfit):
        raise Refused(STALE) from None
    await advance(interaction, session, key, way, draft)


@on("advise")
async def _advise(interaction: Interaction, press: Press) -> None:
    """'Do it for me': the steward chooses once."""
    await _steward(interaction, press, at_most=1)


@on("mine")
async def _mine(interaction: Interaction, press: Press) -> None:
    """The card's 'Do it for me', which stands for whoever presses it."""
    session = await press.session(interaction)
    seat = session.seat_of(interaction.user.id)
    if seat is None:
        raise Refused(NOT_SEATED)
    if first_blocking(session, seat) is None:
        raise Refused(IDLE)
    parts = (str(seat), str(session.revision))
    await _steward(interaction, Press("advise", press.game, parts), at_most=1)


@on("rest")
async def _rest(interaction: Interaction, press: Press) -> None:
    """'Do the rest for me': the steward goes on choosing while the same thing is asked."""
    await _steward(interaction, press, at_most=_AT_A_STRETCH)


async def _steward(interaction: Interaction, press: Press, at_most: int) -> None:
    session = await press.session(interaction)
    seat, revision = int(press.parts[0]), int(press.parts[1])
    check_seat(session, interaction.user.id, seat)
    asked = first_blocking(session, seat)
    if asked is None:
        raise Refused(STALE)
    words, done = words_of(session), []
    await wait_for_it(interaction)
    for turn in range(at_most):
        choice = await session.advise(seat)
        await session.submit(
            user_id=interaction.user.id,
            choice=choice,
            revision=revision if turn == 0 else None,
            interaction_id=f"{interaction.id}-{turn}" if turn else str(interaction.id),
        )
        done.append(words.choice(choice, names(session)))
        now = first_blocking(session, seat)
        if now is None or now.kind != asked.kind:
            break
    now = first_blocking(session, seat)
    again = now is not None and now.kind == asked.kind
    await confirm(interaction, session, seat, done, rest=again)


@on("help")
async def _help(interaction: Interaction, press: Press) -> None:
    """'What can I do?': the person's own questions and buttons."""
    session = await press.session(interaction)
    await show_what_now(interaction, session)


async def show_what_now(interaction: Interaction, session: GameSession) -> None:
    """Tell the person privately what is open to them, with a button for each thing."""
    if session.match is None:
        raise Refused("The game has not begun yet. Whoever opened it can start it.")
    seat = session.seat_of(interaction.user.id)
    words, who = words_of(session), names(session)
    if session.match.over:
        await show(interaction, f"### {words.phase(session.view(seat), who)}\nThe game is over.")
        return
    if seat is None:
        waiting = ", ".join(name_of(session, other) for other in session.waiting_for())
        text = f"### {words.phase(session.view(None), who)}\n{NOT_SEATED}"
        await tell(interaction, f"{text} We are waiting for {waiting}." if waiting else text)
        return
    await show(interaction, what_now(session, seat), view=actions_view(session, seat))


@on("undo")
async def _undo(interaction: Interaction, press: Press) -> None:
    """'Undo': take the last decision back."""
    await take_back(interaction, await press.session(interaction))


async def take_back(interaction: Interaction, session: GameSession) -> None:
    """Take back the person's own last decision. Raises Refused, with the reason, if it may not."""
    seat = session.seat_of(interaction.user.id)
    if seat is None:
        raise Refused(NOT_SEATED)
    await wait_for_it(interaction)
    await session.undo(user_id=interaction.user.id, interaction_id=str(interaction.id))
    text = f"You took your last step back.\n{what_now(session, seat)}"
    await show(interaction, cut(text), view=actions_view(session, seat))
