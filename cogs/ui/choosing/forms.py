"""Forms: one page for everything that is settled together, with the player's own words if wanted.

For people whose app does not show forms, the menus on the page that opens the form ask for the same
things one after another.

A form's id carries the choices made so far, so it can be handed in even after a restart: the client
tells us about every form (`hand_in`) and keeps none in memory.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import takewhile, zip_longest
from typing import Any

import discord

from bot.plain_text import plain_text
from bot.rules.kernel import Field, Offer
from bot.session import GameSession, Refused
from bot.session.receipts import STALE
from bot.words.phrases import cut
from cogs.ui.choosing.offers import PAGE, Draft, Misfit, Question, Values, is_kept, unpack
from cogs.ui.choosing.playing import advance, current_wizard
from cogs.ui.choosing.wizard import Wizard, bounds
from cogs.ui.controls import OfferKey, Press, choice_of, control_id, on, opens, press_of
from cogs.ui.replies import Interaction, attend, show

FormHandler = Callable[[Interaction, Press, Any], Awaitable[None]]

ONCE_MORE = "I had to look the game up first. Please press the button for the form again."

FORMS: dict[str, FormHandler] = {}
"""The function that handles each kind of form when it is handed in, given its id and its data."""

_TITLE = 45
_LABEL = 45
_ABOUT = 100
_MORE = "."
"""The mark before the number of each further menu for a field."""


def form(wizard: Wizard, draft: Draft, state: str) -> discord.ui.Modal:
    """The form that asks for everything still open, as far as there is room; anything already
    picked is shown as picked. Its title says whom or what it is about. Raises Misfit if there is
    nothing to ask on a form.
    """
    asked = _asked(wizard, draft)
    title = wizard.words.verb(asked.offer, wizard.way.prompt)
    for name, values in list(asked.settled.items())[:1]:
        about = (wizard.told_of(asked.offers, name, value)[0] for value in values)
        title = f"{title}: {', '.join(about)}"
    key = wizard.key
    made = discord.ui.Modal(
        title=cut(title, _TITLE), custom_id=control_id("m", "form", key.game, *key.parts, state)
    )
    picked = (draft.part, *draft.ahead)
    for field, chosen in zip_longest(asked.together, picked[: len(asked.together)], fillvalue=()):
        assert isinstance(field, Field)
        for label in _labels(wizard, asked.offers, field, chosen):
            made.add_item(label)
    # Forms are handed in through `hand_in`; the library need not remember this one.
    made.stop()
    return made


def _asked(wizard: Wizard, draft: Draft) -> Question:
    asked = wizard.way.walk(draft)
    if not isinstance(asked, Question) or not asked.together:
        raise Misfit("There is no form for this. Use the menus.")
    return asked


def _labels(
    wizard: Wizard, offers: Sequence[Offer], field: Field, picked: Values
) -> Iterable[discord.ui.Label[Any]]:
    """A field's controls, each with its question; a field with very many candidates takes several
    menus."""
    question = wizard.words.field(offers[0], field)
    if field.free:
        text: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=field.name, max_length=field.free, required=field.least > 0
        )
        about = cut(question, _ABOUT)
        yield discord.ui.Label(text="In your own words", description=about, component=text)
        return
    ordered = wizard.words.options_order(offers[0], field, wizard.view)
    options = [_option(wizard, offers, field, value, picked) for value in ordered]
    pages = [options[first : first + PAGE] for first in range(0, len(options), PAGE)]
    about = bounds(field, question).strip(" ()")
    if len(question) > _LABEL:
        about = f"{question} {about}".strip()
    for number, page in enumerate(pages, 1):
        title = question if len(pages) == 1 else f"{question} ({number}/{len(pages)})"
        yield discord.ui.Label(
            text=cut(title, _LABEL),
            description=cut(about, _ABOUT) or None,
            component=_control(field, page, number if number > 1 else 0),
        )


def _option(
    wizard: Wizard, offers: Sequence[Offer], field: Field, value: str, picked: Values
) -> discord.SelectOption:
    label, about = wizard.told_of(offers, field.name, value)
    return discord.SelectOption(
        label=cut(label, _ABOUT),
        value=str(field.candidates.index(value)),
        description=cut(about, _ABOUT) or None,
        default=value in picked or (field.most > 1 and value in field.required),
    )


def _control(
    field: Field, options: list[discord.SelectOption], number: int
) -> discord.ui.Item[Any]:
    """Radio buttons for one of a few, check boxes for several of a few, a menu for many."""
    name = f"{field.name}{_MORE}{number}" if number else field.name
    least = 0 if len(field.candidates) > PAGE else field.least
    return choice_of(name, options, least, min(field.most, len(options)))


def _written_for(session: GameSession, interaction: Interaction, press: Press) -> Wizard:
    """The wizard to which a form's button belongs. Raises Refused if the offer has passed."""
    return current_wizard(session, OfferKey.of(press), interaction.user.id)


@opens("write")
def _form_for(interaction: Interaction, press: Press) -> discord.ui.Modal | None:
    """'Write…' and 'All on one form…': show the form."""
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
    """'Write…' and 'All on one form…' while the game is not in memory: look it up, so that the next
    press finds it.
    """
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
        values = _values(asked, filled(data))
    except (IndexError, ValueError, Misfit):
        raise Refused(STALE) from None
    done = Draft(draft.party, draft.values)
    try:
        for each in values:
            done = wizard.settled(done, each)
    except Misfit as misfit:
        # What can be picked on the menus stays picked.
        kept = takewhile(lambda found: is_kept(found[0]), zip(asked.together, values, strict=False))
        part, *ahead = [each for _, each in kept] or [()]
        again = Draft(draft.party, draft.values, part=part, ahead=tuple(ahead))
        await advance(interaction, session, wizard, again, str(misfit))
        return
    await advance(interaction, session, wizard, done)


def _values(asked: Question, given: Mapping[str, Any]) -> list[Values]:
    """The values of the fields that a form asked for, up to the first in which words were left out:
    whatever goes with the words is left out too.
    """
    found: list[Values] = []
    for field in asked.together:
        if field.free:
            written = plain_text(str(given.get(field.name) or ""))
            found.append((written,) if written else ())
            if not written:
                break
            continue
        numbers: list[str] = []
        for name, value in given.items():
            if name.split(_MORE)[0] == field.name:
                numbers += [value] if isinstance(value, str) else value or ()
        chosen = {field.candidates[int(number)] for number in numbers}
        found.append(tuple(value for value in field.candidates if value in chosen))
    return found


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
