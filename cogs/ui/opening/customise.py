"""The rules of a new table in detail: its options by subject, and which option rules out which.

The forms for mixes: one asks for a name for the rules, the other for the text of a mix's file.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

from bot.content.presets import Choosable, Dealt
from bot.games import choosable, decks, names_of
from bot.session import Mix
from bot.session.servers import NAME_LIMIT
from bot.words.phrases import cut
from bot.words.shape import DESCRIPTION_LIMIT
from cogs.ui.controls import button, control_id, menu
from cogs.ui.opening.page import GREEN, head, kept_as
from cogs.ui.opening.plan import NOBODYS, Plan

SUBJECTS = {
    "decks": "Decks",
    "battle": "Battle and deaths",
    "sieges": "Sieges",
    "parliament": "Parliament",
    "sea": "Sea and overseas",
    "royals": "Royals and victory",
    "play": "Play",
    "expansion": "Event cards: expansion deck",
    "second_expansion": "Event cards: second expansion",
    "new_events": "Event cards: new events",
    "ours": "Event cards: your own",
}
"""The subjects of the options, in the order shown."""
_IN_FULL = 8
"""With this many options or fewer, a subject's page describes each in a sentence; with more, its
menu does.
"""

_CHOSEN, _LEFT_OUT = "☑", "☐"


def customise_page(
    plan: Plan, mixes: Iterable[Mix] = (), note: str = "", subject: str = ""
) -> discord.ui.LayoutView:
    """A table's options on one subject, and a menu of all subjects. ``note`` says what the latest
    change did.
    """
    kept = list(mixes)
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=GREEN)
    container.add_item(discord.ui.TextDisplay(f"## Your rules: {plan.game.capitalize()}"))
    container.add_item(discord.ui.TextDisplay(head(plan, kept)))
    if note:
        container.add_item(discord.ui.TextDisplay(note))
    about = {each: options_about(plan, each) for each in SUBJECTS}
    about = {each: found for each, found in about.items() if found}
    subject = subject if subject in about else next(iter(about))
    if len(about) > 1:
        container.add_item(discord.ui.ActionRow(_subjects(plan, about, subject)))
    found, title = about[subject], SUBJECTS[subject]
    whole = decks_about(plan, subject)
    lines = [f"**{title}**", *(_deck_line(each) for each in whole)]
    lines += [_line(each, len(found) <= _IN_FULL) for each in found]
    container.add_item(discord.ui.TextDisplay("\n".join(lines)))
    free = [
        *(_deck_answer(each) for each in whole if not each.against),
        *(_answer(each) for each in found if not each.against),
    ]
    if free:
        container.add_item(discord.ui.ActionRow(_menu(plan, subject, title, free)))
    container.add_item(discord.ui.ActionRow(*_buttons(plan, kept)))
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(container)
    return layout


def options_about(plan: Plan, subject: str) -> list[Choosable]:
    """A table's options on this subject."""
    there = choosable(plan.game, plan.ruleset)
    return [each for each in there if each.option.subject == subject]


def decks_about(plan: Plan, subject: str) -> list[Dealt]:
    """The decks of options on this subject."""
    return [each for each in decks(plan.game, plan.ruleset) if each.deck.subject == subject]


def free_options(plan: Plan, subject: str) -> list[str]:
    """The options on a subject, and decks of them, that can be changed now."""
    whole = [each.deck.id for each in decks_about(plan, subject) if not each.against]
    return whole + [each.option.id for each in options_about(plan, subject) if not each.against]


def _subjects(plan: Plan, about: dict[str, list[Choosable]], now: str) -> discord.ui.Item[Any]:
    """The menu of subjects, each with the number of its options that are chosen."""
    options = [
        discord.SelectOption(
            label=SUBJECTS[subject],
            value=subject,
            description=f"{sum(each.chosen for each in found)} of {len(found)} chosen",
            default=subject == now,
        )
        for subject, found in about.items()
    ]
    return menu("customise", NOBODYS, plan.packed(), placeholder="Which subject?", options=options)


def _line(each: Choosable, in_full: bool) -> str:
    """The line for an option: whether it is chosen, what it does, its rule, and what prevents a
    change.
    """
    rules = " ".join(f"`{row}`" for row in each.option.rows[:1])
    sign = _CHOSEN if each.chosen else _LEFT_OUT
    what = f"**{each.option.label}:** {each.option.sentence}"
    text = f"{sign} {what if in_full else f'**{each.option.label}**'} {rules}"
    if not each.against:
        return text
    # This is in small print, so that the choices stand out.
    return f"-# {text} 🔒 {'Stays: ' if each.chosen else ''}{each.against} `{each.rule}`"


def _deck_line(each: Dealt) -> str:
    """The line for a deck: how much of it is chosen, what comes with it, and what prevents choosing
    all of it.
    """
    deck, sign = each.deck, _CHOSEN if each.whole else _LEFT_OUT
    of_it = "" if each.whole or not each.chosen else f" ({each.chosen} of {len(deck.options)})"
    text = f"{sign} **{deck.label}**{of_it}: {deck.sentence}"
    if each.against:
        return f"-# {text} 🔒 {each.against} `{each.rule}`"
    brings = f" It brings {names_of(each.brings)} with it." if each.brings else ""
    return f"{text}{brings}"


def _deck_answer(each: Dealt) -> discord.SelectOption:
    return discord.SelectOption(
        label=cut(each.deck.label, DESCRIPTION_LIMIT),
        value=each.deck.id,
        description=f"All {len(each.deck.options)} at once",
        default=each.whole,
    )


def _answer(each: Choosable) -> discord.SelectOption:
    return discord.SelectOption(
        label=cut(each.option.label, DESCRIPTION_LIMIT),
        value=each.option.id,
        description=cut(each.option.sentence, DESCRIPTION_LIMIT),
        default=each.chosen,
    )


def _menu(
    plan: Plan, subject: str, title: str, options: list[discord.SelectOption]
) -> discord.ui.Item[Any]:
    return menu(
        "option", NOBODYS, subject, plan.packed(),
        placeholder=f"{title}: choose what you want", options=options, least=0, most=len(options),
    )  # fmt: skip


def _buttons(plan: Plan, mixes: list[Mix]) -> list[discord.ui.Item[Any]]:
    packed, style = plan.packed(), discord.ButtonStyle.success
    row: list[discord.ui.Item[Any]] = [
        button("open", NOBODYS, packed, label="Open the table", style=style),
        button("plan", NOBODYS, packed, label="Back to seats and length"),
    ]
    if plan.chosen is not None and kept_as(plan, mixes) is None:
        row.append(button("keep", NOBODYS, packed, label="Keep for this server…"))
    return row


MOST = 4_000
"""The most characters that a text field of a form accepts."""


def name_form(packed: str) -> discord.ui.Modal:
    """The form that asks for the name of a mix."""
    made = discord.ui.Modal(
        title="Keep these rules", custom_id=control_id("m", "keep", NOBODYS, packed)
    )
    about = "Everybody on this server will find them among the rules for a new table."
    _ask(made, "name", "What are these rules called?", about, most=NAME_LIMIT)
    # Forms are handed in through `hand_in`; the library need not remember this one.
    made.stop()
    return made


def take_in_form() -> discord.ui.Modal:
    """The form that asks for the text of a mix's file, and for a new name if one is wanted."""
    made = discord.ui.Modal(title="Add a mix", custom_id=control_id("m", "takein", NOBODYS))
    about = "What “Get a mix as a file” gave you, from the first bracket to the last."
    _ask(made, "text", "The text of the mix’s file", about, most=MOST, long=True)
    about = "Leave this empty to keep the mix’s own name."
    _ask(made, "name", "Another name for the mix", about, most=NAME_LIMIT, required=False)
    made.stop()
    return made


def _ask(
    form: discord.ui.Modal,
    key: str,
    label: str,
    about: str,
    *,
    most: int,
    long: bool = False,
    required: bool = True,
) -> None:
    style = discord.TextStyle.paragraph if long else discord.TextStyle.short
    text: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=key, max_length=most, required=required, style=style
    )
    form.add_item(discord.ui.Label(text=label, description=about, component=text))
