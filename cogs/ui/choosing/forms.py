"""Forms for the player's own words. Anything that goes with the words is asked for on the same
form.

A form's id carries the choices made so far, so it can be handed in even after a restart: the client
tells us about every form (`hand_in`) and keeps none in memory.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any

import discord

from bot.plain_text import plain_text
from bot.rules.kernel import Choice, Field, Offer
from bot.session import GameSession, Refused
from bot.session.receipts import STALE
from bot.words.phrases import cut
from cogs.ui.choosing.offers import Draft, Misfit, Question, Values, unpack
from cogs.ui.choosing.playing import carry_out, current_wizard
from cogs.ui.choosing.wizard import Wizard
from cogs.ui.controls import OfferKey, Press, control_id, on, opens, press_of
from cogs.ui.replies import Interaction, attend, show

FormHandler = Callable[[Interaction, Press, Any], Awaitable[None]]

ONCE_MORE = "I had to look the game up first. Please press **Write…** again."

FORMS: dict[str, FormHandler] = {}
"""The function that handles each kind of form when it is handed in, given its id and its data."""

_TITLE = 45
_LABEL = 45
_ABOUT = 100
_OPTIONS = 25


def form(wizard: Wizard, draft: Draft, state: str) -> discord.ui.Modal:
    """The form that asks for the player's words. Raises Misfit if the next question is not about
    words."""
    asked = _asked(wizard, draft)
    title = wizard.words.verb(asked.offer, wizard.way.prompt)
    key = wizard.key
    made = discord.ui.Modal(
        title=cut(title, _TITLE), custom_id=control_id("m", "form", key.game, *key.parts, state)
    )
    own = asked.field
    text: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=own.name, max_length=own.free, required=own.least > 0
    )
    question = cut(wizard.words.field(asked.offer, own), _ABOUT)
    made.add_item(discord.ui.Label(text="In your own words", description=question, component=text))
    for field in _belonging(asked.offer, own):
        made.add_item(_label(wizard, asked.offers, field))
    # Forms are handed in through `hand_in`; the library need not remember this one.
    made.stop()
    return made


def _asked(wizard: Wizard, draft: Draft) -> Question:
    asked = wizard.way.walk(draft)
    if not isinstance(asked, Question) or not asked.field.free:
        raise Misfit("There is nothing to write here.")
    return asked


def _belonging(offer: Offer, own: Field) -> list[Field]:
    """The fields that the same form asks for after the words."""
    after = offer.fields[offer.fields.index(own) + 1 :]
    return [field for field in after if len(field.candidates) <= _OPTIONS]


def _label(wizard: Wizard, offers: Sequence[Offer], field: Field) -> discord.ui.Label[Any]:
    options = []
    for index, value in enumerate(field.candidates):
        label, about = wizard.told_of(offers, field.name, value)
        options.append(
            discord.SelectOption(
                label=cut(label, _ABOUT), value=str(index), description=cut(about, _ABOUT) or None
            )
        )
    menu: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=field.name,
        options=options,
        min_values=field.least,
        max_values=min(field.most, len(options)),
        required=field.least > 0,
    )
    return discord.ui.Label(text=cut(wizard.words.field(offers[0], field), _LABEL), component=menu)


def _written_for(session: GameSession, interaction: Interaction, press: Press) -> Wizard:
    """The wizard to which a 'Write…' button belongs. Raises Refused if the offer has passed."""
    return current_wizard(session, OfferKey.of(press), interaction.user.id)


@opens("write")
def _form_for(interaction: Interaction, press: Press) -> discord.ui.Modal | None:
    """'Write…': show the form."""
    session = press.session_at_hand(interaction)
    if session is None:
        return None
    wizard = _written_for(session, interaction, press)
    try:
        return form(wizard, unpack(wizard.way, press.parts[4]), press.parts[4])
    except (IndexError, ValueError, Misfit):
        return None


@on("write")
async def _write(interaction: Interaction, press: Press) -> None:
    """'Write…' while the game is not in memory: look the game up, so that the next press finds
    it."""
    session = await press.session(interaction)
    wizard = _written_for(session, interaction, press)
    try:
        draft = unpack(wizard.way, press.parts[4])
        page = wizard.page(draft, _asked(wizard, draft), ONCE_MORE)
    except (IndexError, ValueError, Misfit):
        raise Refused(STALE) from None
    await show(interaction, page.text, view=page.view)


def on_form(kind: str) -> Callable[[FormHandler], FormHandler]:
    """Register a function that handles forms of this kind when they are handed in."""

    def register(handler: FormHandler) -> FormHandler:
        FORMS[kind] = handler
        return handler

    return register


async def hand_in(interaction: Interaction) -> None:
    """Carry out a form's request, if the form is one of ours."""
    data: Any = interaction.data
    custom_id = str(data.get("custom_id", ""))
    if custom_id.startswith("m."):
        game = custom_id.split(":")[1:2]
        await attend(interaction, "".join(game), partial(_handed_in, interaction, custom_id, data))


async def _handed_in(interaction: Interaction, custom_id: str, data: Any) -> None:
    press = press_of(custom_id)
    handler = FORMS.get(press.kind)
    if handler is None:
        raise Refused(STALE)
    await handler(interaction, press, data)


@on_form("form")
async def _carried(interaction: Interaction, press: Press, data: Any) -> None:
    session, key = await press.session(interaction), OfferKey.of(press)
    wizard = current_wizard(session, key, interaction.user.id)
    try:
        draft = unpack(wizard.way, press.parts[4])
        asked = _asked(wizard, draft)
        given = filled(data)
        written = plain_text(str(given.get(asked.field.name, "")))
        values: list[Values] = [(written,) if written else ()]
        for field in _belonging(asked.offer, asked.field) if written else ():
            picked = given.get(field.name) or ()
            values.append(tuple(field.candidates[int(number)] for number in picked))
        choice = wizard.way.walk(Draft(draft.party, (*draft.values, *values)))
    except Misfit as misfit:
        raise Refused(str(misfit)) from None
    except (IndexError, ValueError):
        raise Refused(STALE) from None
    if not isinstance(choice, Choice):
        raise Refused(STALE)
    await carry_out(interaction, session, key.seat, choice, key.moment)


def filled(data: Any) -> dict[str, Any]:
    """The inputs in a form that was handed in, by name."""
    return dict(_inputs(data.get("components", ())))


def _inputs(components: Iterable[Any]) -> Iterable[tuple[str, Any]]:
    """The inputs in a form that was handed in, each with its name and value (for a menu, a list of
    values)."""
    for each in components:
        inner = each.get("component")
        for control in [inner] if inner is not None else each.get("components", ()):
            yield control["custom_id"], control.get("value", control.get("values"))
