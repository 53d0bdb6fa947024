"""Looking things up: rules by id or by words, a table's rule book, what a card does, and what a
place is.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.games import GAMES, default_ruleset, game_and_table, table_name, table_rules_for, words_for
from bot.rules.rulebook import Rule, Rulebook, TableRules
from bot.session import GameSession, Refused
from bot.session.receipts import STALE
from bot.words.shape import Names, Words
from bot.words.table_rules import rule_line, section_title, sections, whole_book
from cogs.ui.choosing.typed_choices import SUGGESTIONS
from cogs.ui.client import Client
from cogs.ui.controls import Press, button, foot, in_pages, menu, on, page_of, turned_to, turners
from cogs.ui.names import folded, names, plain
from cogs.ui.replies import Interaction, cut, session_at_hand, session_here, show, words_of
from cogs.ui.suggestions import Suggestions, games_like

_LEDGER = "ledger"
"""The mark that takes the place of a game in the id of the rules menu."""

_GIST = 90
_TOLD, _TEXT = 5, 200
"""How many of the rules found are shown with their text, and the most characters of each text."""
_WHICH = "Which game (the one played here if you leave it out)"


@app_commands.guild_only()
class Rules(commands.GroupCog, group_name="rules", group_description="Look a rule up"):
    """``/rules``: the ledger of rules, by words or by id, and a table's rule book."""

    @app_commands.command(description="Find rules by keyword")
    @app_commands.describe(
        words="For example: siege besieged",
        ruleset="Search this rule set instead of the table’s rules",
    )
    async def search(
        self, interaction: Interaction, words: str, ruleset: str | None = None
    ) -> None:
        """List the rules that contain these words; any of them can be shown in full."""
        ledger = interaction.client.ledger
        sets = None if ruleset is None else (_set_named(ledger, ruleset),)
        book = await _book_here(interaction) if ruleset is None else None
        found = _in_force(ledger.search(words, sets), book)
        if ruleset is None and book is None:
            found = _usual_first(found)
        if not found:
            where = "" if book is None else " at this table"
            raise Refused(
                f"No rule{where} contains “{plain(words[:80])}”. Try fewer or different words."
            )
        if len(found) == 1:
            await show(interaction, rule_text(found[0]))
            return
        await show(interaction, hits_text(found), view=foot([_rule_menu(found)]))

    @search.autocomplete("ruleset")
    async def _sets(self, interaction: Interaction, current: str) -> Suggestions:
        sets = [name for name in interaction.client.ledger.sets if folded(current) in name]
        return [app_commands.Choice(name=name, value=name) for name in sets[:SUGGESTIONS]]

    @app_commands.command(name="show", description="Read a rule by its number")
    @app_commands.rename(number="id")
    @app_commands.describe(number="For example: house-2.2a")
    async def show_rule(self, interaction: Interaction, number: str) -> None:
        """Show one rule in full."""
        rule = interaction.client.ledger.find(number.strip().casefold())
        if rule is None:
            raise Refused(
                f"There is no rule “{plain(number[:40])}”. `/rules search` finds rules by keyword."
            )
        book = await _book_here(interaction)
        await show(interaction, rule_text(rule) if book is None else _at_this_table(rule, book))

    @show_rule.autocomplete("number")
    async def _numbers(self, interaction: Interaction, current: str) -> Suggestions:
        ledger = interaction.client.ledger
        try:
            book = _book_of(session_at_hand(interaction))
        except Refused:
            book = None
        typed = current.strip().casefold()
        begun = [rule for rule in ledger if rule.id.startswith(typed)] if typed else []
        found = _in_force(begun, book) or _in_force(ledger.search(current), book)
        return [
            app_commands.Choice(name=cut(f"{rule.id} · {rule.title}", 100), value=rule.id)
            for rule in found[:SUGGESTIONS]
        ]

    @app_commands.command(description="All the rules of this table, part by part and as a file")
    async def table(self, interaction: Interaction) -> None:
        """Show the rule book of this channel's game: the rules in force and no others."""
        await _show_contents(interaction, await session_here(interaction))


class LookUp(commands.Cog):
    """``/card`` and ``/place``."""

    @app_commands.command(description="What a card does, and where it is")
    @app_commands.describe(name="Any card or piece of the game", game=_WHICH)
    @app_commands.autocomplete(game=games_like)
    @app_commands.guild_only()
    async def card(self, interaction: Interaction, name: str, game: str | None = None) -> None:
        """Explain a card from public knowledge alone."""
        session, words = await _here(interaction, game)
        card = _named(words.cards(), name, "card")
        view = None if session is None or session.match is None else session.view(None)
        await show(interaction, cut(words.card_text(card, view, _names(session))))

    @card.autocomplete("name")
    async def _cards(self, interaction: Interaction, current: str) -> Suggestions:
        words = _typed(interaction)
        return _like(words.cards(), current)

    @app_commands.command(description="What a place is, who holds it and who is there")
    @app_commands.describe(name="Any place on the board", game=_WHICH)
    @app_commands.autocomplete(game=games_like)
    @app_commands.guild_only()
    async def place(self, interaction: Interaction, name: str, game: str | None = None) -> None:
        """Describe a place from public knowledge alone."""
        session, words = await _here(interaction, game)
        place = _named(words.places(), name, "place")
        view = None if session is None or session.match is None else session.view(None)
        await show(interaction, cut(words.place_text(place, view, _names(session))))

    @place.autocomplete("name")
    async def _places(self, interaction: Interaction, current: str) -> Suggestions:
        words = _typed(interaction)
        return _like(words.places(), current)


# Rules


def rule_text(rule: Rule) -> str:
    """A rule in full, with our ruling if the text was unclear."""
    text = f"**{rule.id} · {rule.title}**\n{rule.rule}"
    if rule.ruling:
        text += f"\n*How it is played: {rule.ruling}*"
    return cut(f"{text}\n-# {rule.phase} · {rule.source}")


def hits_text(found: tuple[Rule, ...]) -> str:
    """The first few of several rules found, one per line, the best of them with their text."""
    shown = found[:SUGGESTIONS]
    count = f"{len(found)} rules" if len(found) <= SUGGESTIONS else f"{SUGGESTIONS} of {len(found)}"
    lines = [f"### {count}", "Choose one below to read it in full."]
    lines += [
        f"**{rule.id}** {plain(rule.title)}: {cut(rule.rule, _TEXT)}" for rule in shown[:_TOLD]
    ]
    return cut("\n".join([*lines, *(f"**{r.id}** {plain(r.title)}" for r in shown[_TOLD:])]))


def _rule_menu(found: tuple[Rule, ...]) -> discord.ui.Item[Any]:
    options = [
        discord.SelectOption(
            label=cut(f"{rule.id} · {rule.title}", 100),
            description=cut(rule.rule, _GIST),
            value=rule.id,
        )
        for rule in found[:SUGGESTIONS]
    ]
    return menu("rule", _LEDGER, placeholder="Read a rule", options=options)


def _set_named(ledger: Rulebook, text: str) -> str:
    name = text.strip().casefold()
    if name not in ledger.sets:
        raise Refused(f"There is no such rule set. Choose one of these: {', '.join(ledger.sets)}.")
    return name


@on("rule")
async def _read(interaction: Interaction, press: Press) -> None:
    """Show a rule picked from those found: it replaces the list above the menu."""
    rule = interaction.client.ledger.find(press.picked[0]) if press.picked else None
    if rule is None:
        raise Refused(STALE)
    message = interaction.message
    view = None if message is None else discord.ui.View.from_message(message, timeout=None)
    await show(interaction, rule_text(rule), view=view)


# The rules of a table


def _book_of(session: GameSession) -> TableRules:
    return table_rules_for(session.game, session.ruleset)


async def _book_here(interaction: Interaction) -> TableRules | None:
    """The rule book of this channel's table; None without a game."""
    try:
        return _book_of(await session_here(interaction))
    except Refused:
        return None


def _in_force(found: Iterable[Rule], book: TableRules | None) -> tuple[Rule, ...]:
    """The rules that are in force at a table; without a table, all of them."""
    return tuple(rule for rule in found if book is None or rule.id in book)


def _usual_first(found: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """The rules found, when there is no particular table: those in force under the usual rules,
    then all others."""
    game = next(iter(GAMES))
    book = table_rules_for(game, default_ruleset(game))
    return tuple(sorted(found, key=lambda rule: rule.id not in book))


def _at_this_table(rule: Rule, book: TableRules) -> str:
    """A rule as it applies at a table: the rule itself, its replacement, or a note that it is not
    used."""
    if rule.id in book:
        return rule_text(rule)
    instead, reason = book.resolve(rule.id), book.left_out(rule.id)
    if instead is not None:
        return (
            f"-# {rule.id} is not in force at this table. Here this applies instead:\n"
            + rule_text(instead)
        )
    why = f" {reason}" if reason else ""
    return f"-# ⚠ Not in force at this table.{why}\n{rule_text(rule)}"


async def _show_contents(interaction: Interaction, session: GameSession) -> None:
    """Show the parts of the rule book, with a menu of them and the whole book as a file."""
    rules, name = _book_of(session).rules, table_name(session.game, session.ruleset)
    parts = sections(rules)
    lines = [
        f"### {name}",
        f"{len(rules)} rules are in force at this table. The file has them all.",
    ]
    lines += [f"**{section_title(part)}** · {len(rows)}" for part, rows in parts.items()]
    text = whole_book(game_and_table(session.game, session.ruleset), rules)
    file = discord.File(io.BytesIO(text.encode()), filename="rules-of-this-table.txt")
    view = foot([_parts_menu(session, parts)])
    await show(interaction, cut("\n".join(lines)), view=view, files=[file])


def _parts_menu(session: GameSession, parts: dict[str, list[Rule]]) -> discord.ui.Item[Any]:
    options = [
        discord.SelectOption(
            label=section_title(part), value=part, description=f"{len(rows)} rules"
        )
        for part, rows in list(parts.items())[:SUGGESTIONS]
    ]
    return menu("chapter", session.id, placeholder="Read a part", options=options)


@on("chapter")
async def _chapter(interaction: Interaction, press: Press) -> None:
    """Show a part of the rule book, or another page of one; with neither, its contents."""
    session = await press.session(interaction)
    if not press.picked and not press.parts:
        await _show_contents(interaction, session)
        return
    part, number = (*press.picked, *press.parts, "0")[:2]
    parts = sections(_book_of(session).rules)
    if part not in parts:
        raise Refused(STALE)
    lines = [f"### {section_title(part)}", *(rule_line(rule) for rule in parts[part])]
    pages, at = in_pages(lines), turned_to(number)
    items = [
        *turners("chapter", session.id, at, len(pages), part),
        button("chapter", session.id, label="All parts"),
        _parts_menu(session, parts),
    ]
    await show(interaction, page_of(pages, at), view=foot(items))


# Cards and places


async def _here(interaction: Interaction, game: str | None) -> tuple[GameSession | None, Words]:
    """The channel's game and its words; for another game, or without one, only the words."""
    try:
        session = await session_here(interaction)
    except Refused:
        session = None
    return _meant(session, game)


def _typed(interaction: Interaction) -> Words:
    """The words to draw suggestions from while the command is being typed."""
    game = interaction.namespace.game
    try:
        session = session_at_hand(interaction)
    except Refused:
        session = None
    try:
        return _meant(session, game if isinstance(game, str) and game else None)[1]
    except Refused:
        return _meant(session, None)[1]


def _meant(session: GameSession | None, game: str | None) -> tuple[GameSession | None, Words]:
    """The channel's game, if that is the one meant, and the words of the game meant."""
    if session is None and game is None:
        game = next(iter(GAMES))
    kind = None if game is None else game.strip().casefold()
    if session is not None and kind in (None, session.game):
        return session, words_of(session)
    if kind is None or kind not in GAMES:
        raise Refused(
            f"There is no game called “{plain(str(game)[:40])}”. I know: {_known_games()}."
        )
    return None, words_for(kind, default_ruleset(kind))


def _known_games() -> str:
    return ", ".join(game.capitalize() for game in GAMES)


def _names(session: GameSession | None) -> Names:
    if session is None:
        return lambda seat: f"player {seat + 1}"
    found: Names = names(session)
    return found


def _named(known: dict[str, str], text: str, what: str) -> str:
    """The id of the thing that was typed as its id, its whole name or a part of its name. Raises
    Refused if nothing or more than one thing fits.
    """
    if text in known:
        return text
    typed = folded(text)
    same = [thing for thing, name in known.items() if folded(name) == typed]
    near = same or [thing for thing, name in known.items() if typed and typed in folded(name)]
    if len(near) == 1:
        return near[0]
    if near:
        listed = ", ".join(known[thing] for thing in near[:6])
        raise Refused(f"“{plain(text[:60])}” could be any of these: {listed}. Which one?")
    raise Refused(f"There is no {what} called “{plain(text[:60])}”. The suggestions show them all.")


def _like(known: dict[str, str], current: str) -> Suggestions:
    """Suggestions: names that begin with what was typed, then names that contain it."""
    typed = folded(current)
    found = [(not folded(name).startswith(typed), name, thing) for thing, name in known.items()]
    hits: Iterable[tuple[bool, str, str]] = sorted(f for f in found if typed in folded(f[1]))
    return [app_commands.Choice(name=cut(n, 100), value=t) for _, n, t in hits][:SUGGESTIONS]


async def setup(bot: Client) -> None:
    """Add the cogs."""
    await bot.add_cog(Rules())
    await bot.add_cog(LookUp())
