"""The set-up of a table: a few menus with good defaults, and a button to open it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.games import GAMES, choosable, game_for, presets_of
from bot.session import Mix
from bot.session.clock.pace import BY_DEFAULT, PACES
from bot.words.phrases import cut
from bot.words.shape import DESCRIPTION_LIMIT
from cogs.ui.controls import button, choice_of, control_id, menu
from cogs.ui.customs import terms_of
from cogs.ui.log_notes import span
from cogs.ui.names import plain
from cogs.ui.opening.computers import (
    CHARACTER,
    LEVEL,
    characters_to_choose,
    levels_to_choose,
)
from cogs.ui.opening.plan import (
    COMPUTER,
    LENGTHS,
    NO_PACE,
    NOBODYS,
    OWN,
    PACE_WORDS,
    Plan,
    fixed_rounds,
    seats_of,
)
from cogs.ui.replies import Interaction

TERMS = "terms"
"""The kind shared by the form for a table's terms and the button that opens it."""
GREEN = discord.Colour(0x3B7A57)
_ANSWERS = 25
"""The most answers that a menu can hold."""


def page(plan: Plan, mixes: Sequence[Mix] = ()) -> discord.ui.LayoutView:
    """The current set-up: its menus, the table that would be opened, and the button to open it.

    ``mixes`` are the ones that the server keeps.
    """
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=GREEN)
    container.add_item(discord.ui.TextDisplay(f"## A new table: {plan.game.capitalize()}"))
    container.add_item(discord.ui.TextDisplay(head(plan, mixes)))
    for field, placeholder, options in _menus(plan, mixes):
        chosen = menu("setup", NOBODYS, field, plan.packed(), placeholder=placeholder,
                      options=options)  # fmt: skip
        container.add_item(discord.ui.ActionRow(chosen))
    foot = (
        "-# Change what you like. The usual terms are chosen already. Computers can take the "
        "seats that nobody joins. Only you can see this so far."
    )
    container.add_item(discord.ui.TextDisplay(foot))
    style = discord.ButtonStyle.success
    opens = button("open", NOBODYS, plan.packed(), label="Open the table", style=style)
    row = [opens, button(TERMS, NOBODYS, plan.packed(), label="Terms on one form…")]
    if choosable(plan.game, plan.ruleset):
        row.append(button("customise", NOBODYS, plan.packed(), label="Customise the rules"))
    container.add_item(discord.ui.ActionRow(*row))
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(container)
    return layout


def terms_form(plan: Plan) -> discord.ui.Modal:
    """The form for the terms of a table, as far as its rules leave them open: its length, its pace,
    what happens if somebody is late, and everything that the game adds.
    """
    made = discord.ui.Modal(
        title="The terms of the table", custom_id=control_id("m", TERMS, NOBODYS, plan.packed())
    )
    own = {term.option for term in terms_of(plan.game)}
    for field, question, options in _menus(plan, late=True):
        if field in ("length", "pace", "late", *own):
            control = choice_of(field, options, 1, 1)
            made.add_item(discord.ui.Label(text=cut(question, 45), component=control))
    # Forms are handed in through `hand_in`; the library need not remember this one.
    made.stop()
    return made


async def mixes_here(interaction: Interaction) -> list[Mix]:
    """The mixes of the server where the interaction takes place."""
    here = interaction.guild_id
    return [] if here is None else await interaction.client.desk.mixes.of(here)


def head(plan: Plan, mixes: Sequence[Mix] = ()) -> str:
    """The game that would be played, in words, and a short description."""
    rules, kept = game_for(plan.game, plan.ruleset).content.ruleset, kept_as(plan, mixes)
    name = f"{plain(kept.name)}** · **" if kept is not None else ""
    return f"**{name}{plan.in_words()}** – {plan.preset.sentence or rules.summary}"


def _menus(
    plan: Plan, mixes: Sequence[Mix] = (), *, late: bool = False
) -> list[tuple[str, str, list[discord.SelectOption]]]:
    """The questions that offer a choice: field, question and answers. With ``late``, one of
    them is about lateness even if there are no deadlines, because these may be chosen at the same
    time.
    """
    fixed = fixed_rounds(game_for(plan.game, plan.ruleset))
    asked = [
        ("game", "Which game?", _games(plan)),
        ("ruleset", "Which rules?", _rulesets(plan, mixes)),
        ("seats", "How many players?", _seats(plan)),
        ("length", "How long?", [] if fixed is not None else _lengths(plan)),
        ("pace", "How quickly?", _paces(plan)),
    ]
    if late or plan.pace != NO_PACE:
        asked.append(("late", "And if somebody is late?", _late(plan)))
    for term, chosen in zip(terms_of(plan.game), plan.fitting().terms, strict=True):
        answers = [
            _option(label, number, chosen, about)
            for number, (_, label, about) in enumerate(term.answers)
        ]
        asked.append((term.option, term.question, answers))
    for field, question, choice, picked in (
        (LEVEL, "How well do the computers play?", levels_to_choose(plan.game), plan.level),
        (CHARACTER, "And what are they like?", characters_to_choose(plan.game), plan.character),
    ):
        known = [_option(label, at, picked, about) for at, (_, label, about) in enumerate(choice)]
        asked.append((field, question, known))
    return [each for each in asked if len(each[2]) > 1]


def _option(label: str, value: object, chosen: object, about: str = "") -> discord.SelectOption:
    return discord.SelectOption(
        label=cut(label, DESCRIPTION_LIMIT),
        value=str(value),
        description=cut(about, DESCRIPTION_LIMIT) or None,
        default=value == chosen,
    )


def _games(plan: Plan) -> list[discord.SelectOption]:
    return [_option(game.capitalize(), game, plan.game) for game in GAMES]


def _rulesets(plan: Plan, mixes: Sequence[Mix]) -> list[discord.SelectOption]:
    """Any rules put together here, then the presets, then the server's mixes."""
    now, found = plan.ruleset, list[discord.SelectOption]()
    same = kept_as(plan, mixes)
    for one in presets_of(plan.game):
        whole = one.sentence or game_for(plan.game, one.specification).content.ruleset.summary
        about = one.short or whole
        chosen = one.id if one.specification == now and one.id == plan.start else ""
        found.append(_option(one.name, one.id, chosen, about))
    for mix in mixes:
        if mix.game == plan.game:
            found.append(
                _option(mix.name, mix.value, same and same.value, "One of this server’s mixes")
            )
    if not any(option.default for option in found):
        found.insert(0, _option(plan.in_words(), OWN, OWN, "The mix you put together"))
    return found[:_ANSWERS]


def kept_as(plan: Plan, mixes: Sequence[Mix]) -> Mix | None:
    """The server's mix with these rules; None if they are a preset's, or if nobody has kept
    them."""
    if plan.chosen is None:
        return None
    ours = (mix for mix in mixes if mix.game == plan.game)
    return next((mix for mix in ours if mix.ruleset == plan.ruleset), None)


def _seats(plan: Plan) -> list[discord.SelectOption]:
    return [
        _option(f"{number} players", number, plan.seats)
        for number in seats_of(plan.game, plan.ruleset)
    ]


def _lengths(plan: Plan) -> list[discord.SelectOption]:
    return [
        _option(label, number, plan.length, about)
        for number, (label, about, _) in enumerate(LENGTHS)
    ]


def _paces(plan: Plan) -> list[discord.SelectOption]:
    return [
        _option(words, name or "none", plan.pace or "none", _pace_about(name))
        for name, words in PACE_WORDS.items()
    ]


def _pace_about(name: str) -> str:
    if name == NO_PACE:
        return "The game waits for as long as it takes"
    answer, reminder, _ = PACES[name]
    return (
        f"{span(answer.total_seconds())} for each answer, "
        f"a reminder {span(reminder.total_seconds())} before the deadline"
    )


def _late(plan: Plan) -> list[discord.SelectOption]:
    return [
        _option(
            "Late: the game goes on",
            BY_DEFAULT,
            plan.late,
            "The card says what happens then: usually nothing",
        ),
        _option(
            "Late: a computer decides",
            COMPUTER,
            plan.late,
            "It gives just that one answer for the late player",
        ),
    ]
