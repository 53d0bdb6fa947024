"""Choosing computer players: their level of play and their character."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands

from bot.games import BY_LOT, GAMES, LEVELS, character_with, characters_of, computer_at
from bot.session import GameSession, Refused
from cogs.ui.names import folded, name_of
from cogs.ui.replies import Interaction, session_at_hand
from cogs.ui.suggestions import Suggestions

LEVEL, CHARACTER = "level", "character"
"""A table's options for how well its computers play and what they are like."""

VOICES, SILENT = "voices", "off"
"""The option that keeps a table's computers silent, and its value."""

Answer = tuple[str, str, str]
"""A value, its label, and a short description."""

_PLAYS = {
    "easy": ("Computers: easy", "Open-handed, careless, and slow"),
    "normal": ("Computers: normal", "Sensible players, each with its own interests at heart"),
    "hard": ("Computers: hard", "As good as they get"),
}
_LIKE = (
    ("", "Computers’ character: level-headed", "None has a particular character"),
    (
        BY_LOT,
        "Computers’ character: at random",
        "Each with a different character, as long as there are enough",
    ),
)


def levels_to_choose(game: str) -> tuple[Answer, ...]:
    """The levels of computer players for a table of this game, the usual one first."""
    return tuple((level, *_PLAYS[level]) for level in LEVELS[game])


def characters_to_choose(game: str) -> tuple[Answer, ...]:
    """The characters of computer players for a table of this game; empty if they are all alike."""
    found = characters_of(game)
    kinds = [
        (one.id, f"Computers’ character: {one.label.casefold()}", one.sentence) for one in found
    ]
    return (*_LIKE, *kinds) if kinds else ()


def computers_chosen(game: str, level: str | None, character: str | None) -> dict[str, str]:
    """The options for a table whose computers have this level and character, except values that are
    the usual ones anyway.

    Raises Refused if the table cannot have such computers.
    """
    chosen = {LEVEL: (level or "").casefold(), CHARACTER: (character or "").casefold()}
    _named(game, chosen[LEVEL], chosen[CHARACTER], "", ())
    usual = {LEVEL: next(iter(LEVELS[game])), CHARACTER: ""}
    return {option: value for option, value in chosen.items() if value not in ("", usual[option])}


def computers_line(session: GameSession) -> str:
    """A line about the level and character that a table has settled for its computers; empty if
    both are as usual.
    """
    there = {
        LEVEL: levels_to_choose(session.game)[1:],
        CHARACTER: characters_to_choose(session.game)[1:],
    }
    found = [
        label
        for option, answers in there.items()
        for value, label, _ in answers
        if session.options.get(option) == value
    ]
    if found and are_silent(session):
        found.append("They say nothing")
    return ". ".join(found) + "." if found else ""


def introductions(session: GameSession) -> list[str]:
    """A line for each computer at the table that has a character: its name, and what it is like."""
    like = {one.id: one.sentence for one in characters_of(session.game)}
    found = [
        (name_of(session, seat.number), like.get(character_with(session.game, seat.policy)))
        for seat in session.seats
    ]
    return [f"• {name}: {sentence}." for name, sentence in found if sentence]


def are_silent(session: GameSession) -> bool:
    """Whether the table wants its computers to stay silent."""
    return session.options.get(VOICES) == SILENT


def next_computer(
    session: GameSession, level: str | None = None, character: str | None = None
) -> str:
    """The computer player that sits down next: as asked for, as settled for the table, or of the
    usual level.

    Raises Refused for a level or a character that does not exist.
    """
    settled = session.options
    level = settled.get(LEVEL, "") if level is None else level.casefold()
    character = settled.get(CHARACTER, "") if character is None else character.casefold()
    taken = [seat.policy for seat in session.seats if seat.policy is not None]
    return _named(session.game, level, character, session.id, taken)


def _named(game: str, level: str, character: str, table: str, taken: Sequence[str]) -> str:
    try:
        return computer_at(game, level, character, table, taken)
    except LookupError as unknown:
        raise Refused(str(unknown)) from None


async def levels_like(interaction: Interaction, current: str) -> Suggestions:
    """The levels for this channel's game, or for the game that was typed."""
    game = _game_at_hand(interaction)
    return [
        app_commands.Choice(name=level.capitalize(), value=level)
        for level in LEVELS.get(game, ())
        if folded(current) in level
    ]


async def characters_like(interaction: Interaction, current: str) -> Suggestions:
    """The characters for computers in this channel's game, or in the game that was typed."""
    kinds = [(one.label, one.id) for one in characters_of(_game_at_hand(interaction))]
    found = [("At random", BY_LOT), *kinds] if kinds else []
    return [
        app_commands.Choice(name=name, value=value)
        for name, value in found
        if folded(current) in folded(name)
    ]


def _game_at_hand(interaction: Interaction) -> str:
    """The game being typed, or this channel's; with neither, the first game."""
    typed = getattr(interaction.namespace, "game", None)
    if typed:
        return str(typed).casefold()
    try:
        return session_at_hand(interaction).game
    except Refused:
        return next(iter(GAMES))
