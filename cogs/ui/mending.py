"""How a moderator amends a past step: which step, to what, and the difference it would make.

The newest answers are listed; an older one is given by its number.

Everything here is made from what everybody knew then, so a moderator learns no secrets from it.
"""

from __future__ import annotations

from typing import Any

import discord

from bot.rules.kernel import Choice
from bot.session import GameSession, Refused
from bot.session.receipts import STALE
from bot.session.table.amending import LATEST, Answered
from bot.words.phrases import listed, of_another
from cogs.ui.choosing.forms import on_form
from cogs.ui.choosing.offers import Draft, Way, pack, ways_of
from cogs.ui.choosing.public_questions import told_moment
from cogs.ui.choosing.wizard import Wizard
from cogs.ui.controls import OfferKey, Press, button, menu, on, opens
from cogs.ui.corrections import reason_in, why_form
from cogs.ui.moderators import moderated
from cogs.ui.names import bare_names, name_of, short_name
from cogs.ui.petitions import answer_text, difference_lines
from cogs.ui.replies import Interaction, cut, show, words_of

_NONE = "You cannot amend any answer in this game yet."
_HEAD = "### Amend a past answer"


async def choose_step(interaction: Interaction, session: GameSession, step: int | None) -> None:
    """List the newest answers that can be amended, or continue with the one that has this
    number."""
    if step is not None:
        await _choose_verb(interaction, session, await session.amending.answer_numbered(step))
        return
    answers = await session.amending.answers(LATEST)
    if not answers:
        raise Refused(_NONE)
    words, who = words_of(session), bare_names(session)
    options = []
    for answered in answers:
        said = of_another(words.choice(answered.choice, who, answered.asked[0])).replace("*", "")
        name = short_name(session.seats[answered.seat])
        label = cut(f"{answered.number} · {name}: {said}", 100)
        options.append(discord.SelectOption(label=label, value=str(answered.number)))
    view = discord.ui.View(timeout=None)
    view.add_item(menu("past", session.id, placeholder="Which answer", options=options))
    text = (
        f"{_HEAD}\nWhich answer should change? The newest come first. For an older one, give its "
        "number: `/mod amend step:`. I then replay the game with the same dice, and the table "
        "sees what would change before it agrees."
    )
    await show(interaction, text, view=view)


async def _choose_verb(interaction: Interaction, session: GameSession, then: Answered) -> None:
    """Ask what the answer should be instead."""
    ways = ways_of(then.asked)
    if len(ways) == 1:
        (way,) = ways.values()
        await _advance(interaction, session, then, _wizard(session, then, way), Draft())
        return
    words = words_of(session)
    options = [
        discord.SelectOption(label=cut(words.verb(way.offers[0], way.prompt), 100), value=verb)
        for verb, way in list(ways.items())[:25]
    ]
    view = discord.ui.View(timeout=None)
    view.add_item(
        menu("pastverb", session.id, then.number, placeholder="What should it be?", options=options)
    )
    await show(interaction, f"{_HEAD}\n{_said(session, then)}\nWhat should it be?", view=view)


def _said(session: GameSession, then: Answered) -> str:
    said = answer_text(session, then.choice, then)
    return f"Step {then.number}, {name_of(session, then.seat)}: {said}"


def _wizard(session: GameSession, then: Answered, way: Way) -> Wizard:
    key = OfferKey(session.id, then.seat, then.number, way.verb, way.mark)
    names = bare_names(session)
    return Wizard(key, way, words_of(session), then.view, names, pick="pastpick", goto="pastgoto")


async def _advance(
    interaction: Interaction,
    session: GameSession,
    then: Answered,
    wizard: Wizard,
    draft: Draft,
    problem: str = "",
) -> None:
    asked = wizard.way.walk(draft)
    if not isinstance(asked, Choice):
        page = wizard.page(draft, asked, problem)
        await show(interaction, page.text, view=page.view)
        return
    # The game's revision would show how much was done in secret.
    seen = told_moment(session)
    line = await session.amending.preview(then.revision, asked)
    state = pack(wizard.way, draft)
    view = discord.ui.View(timeout=None)
    label, danger = "Ask the table…", discord.ButtonStyle.danger
    view.add_item(
        button("pastwhy", session.id, *wizard.key.parts, state, seen, label=label, style=danger)
    )
    instead = answer_text(session, asked, then)
    lines = [
        _HEAD,
        _said(session, then),
        f"**Instead:** {instead}",
        *difference_lines(session, line),
        "-# I ask all players. Nothing changes until they agree.",
    ]
    await show(interaction, cut("\n".join(lines)), view=view)


async def _then(interaction: Interaction, press: Press) -> tuple[GameSession, Answered, Wizard]:
    """The answer and the wizard that a control was made for. Raises Refused if they are no longer
    on offer."""
    session, key = await moderated(interaction, press), OfferKey.of(press)
    then = await session.amending.answer_numbered(key.moment)
    way = ways_of(then.asked).get(key.verb)
    if way is None or way.mark != key.mark or then.seat != key.seat:
        raise Refused(STALE)
    return session, then, _wizard(session, then, way)


@on("past")
async def _step(interaction: Interaction, press: Press) -> None:
    """The menu of answers: ask what to change the chosen one to."""
    session, picked = await moderated(interaction, press), "".join(press.picked)
    if not picked.isdecimal():
        raise Refused(STALE)
    await choose_step(interaction, session, int(picked))


@on("pastverb")
async def _verb(interaction: Interaction, press: Press) -> None:
    """The menu of possible actions: ask for the rest."""
    session, number = await moderated(interaction, press), "".join(press.parts[:1])
    if not number.isdecimal():
        raise Refused(STALE)
    then = await session.amending.answer_numbered(int(number))
    way = ways_of(then.asked).get("".join(press.picked))
    if way is None:
        raise Refused(STALE)
    await _advance(interaction, session, then, _wizard(session, then, way), Draft())


@on("pastpick")
async def _pick(interaction: Interaction, press: Press) -> None:
    """A menu in an amendment: fill in the field and continue."""
    session, then, wizard = await _then(interaction, press)
    await _advance(interaction, session, then, wizard, *wizard.after_pick(press))


@on("pastgoto")
async def _goto(interaction: Interaction, press: Press) -> None:
    """A button in an amendment: another page, a shortcut, or a step back."""
    session, then, wizard = await _then(interaction, press)
    await _advance(interaction, session, then, wizard, wizard.filled_in(press))


@opens("pastwhy")
def _why(interaction: Interaction, press: Press) -> discord.ui.Modal | None:
    """'Ask the table…': the form for the reason; afterwards everything is checked again."""
    return why_form("pastwhy", press.game, *press.parts, title="Amend a past answer")


@on_form("pastwhy")
async def _propose(interaction: Interaction, press: Press, data: Any) -> None:
    session, then, wizard = await _then(interaction, press)
    choice, seen = wizard.way.walk(wizard.filled_in(press)), press.parts[-1]
    if not isinstance(choice, Choice) or seen != str(told_moment(session)):
        raise Refused(STALE)
    petition = await session.amending.propose(
        by=interaction.user.id,
        reason=reason_in(data),
        revision=then.revision,
        choice=choice,
        seen=session.revision,
        interaction_id=str(interaction.id),
    )
    if petition.state == "done":
        await show(interaction, "The answer is amended. There was nobody else to ask.")
        return
    asked = listed(name_of(session, seat) for seat in petition.still)
    await show(
        interaction, f"I have asked the table: {asked}. Press **No** on the question to drop it."
    )
