"""The games the bot knows: their rules, their words, their computer players."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from bot.content import presets
from bot.content.characters import (
    Character,
    VoicesFile,
    load_characters,
    load_computer_names,
    load_voices,
)
from bot.content.editions import carried_editions
from bot.content.in_force import table_rules
from bot.content.lancaster import lancaster_ruleset_ids, load_lancaster
from bot.content.lessons import Chapter, kingmaker_starts, lancaster_starts, load_lessons
from bot.content.load import data_root, load_content, ruleset_ids
from bot.content.presets import Choosable, Dealt, MixFile, Preset
from bot.content.ruleset_files import (
    Specification,
    chosen_at,
    labels_of,
    listed,
    plainly,
    specified,
)
from bot.rules.kernel import Choice, Game, Seat
from bot.rules.kernel.match import Imagination
from bot.rules.kingmaker.game import Kingmaker
from bot.rules.kingmaker.view import BoardView as KingmakerView
from bot.rules.lancaster.game import Lancaster
from bot.rules.lancaster.view import BoardView as LancasterView
from bot.rules.rulebook import TableRules
from bot.seats.kingmaker_steward import Steward
from bot.seats.lancaster_steward import LancasterSquire, LancasterSteward
from bot.seats.lancaster_strategist import LancasterChamberlain, LancasterStrategist
from bot.seats.outside import EXEC, Outside
from bot.seats.policy import WITH, Policy
from bot.seats.random_seat import RandomSeat
from bot.words.kingmaker.words import KingmakerWords
from bot.words.lancaster.words import LancasterWords
from bot.words.shape import Words

GAMES: dict[str, tuple[str, ...]] = {
    "kingmaker": ruleset_ids(),
    "lancaster": lancaster_ruleset_ids(),
}
"""Every game, with the rule sets that a table may use."""

_SQUIRE, _CHAMBERLAIN, _STRATEGIST = "squire", "chamberlain", "strategist"

POLICIES: dict[str, dict[str, Policy]] = {
    "kingmaker": {
        "steward": Steward(),
        "random": RandomSeat(),
        _STRATEGIST: Steward(_STRATEGIST, far_sighted=True),
    },
    "lancaster": {"steward": LancasterSteward(), "random": RandomSeat()},
}
"""Every game's computer players that answer without thinking, except squires; first the one
from which the others are measured."""

THINKERS: dict[str, dict[str, LancasterStrategist]] = {
    "lancaster": {_STRATEGIST: LancasterStrategist(), _CHAMBERLAIN: LancasterChamberlain()},
}
"""Computer players that first try their answers in imagined worlds; if they have no time, they play
as stewards."""

_LIGHTER: dict[str, dict[str, Policy]] = {
    "kingmaker": {_SQUIRE: Steward(_SQUIRE, easy=True)},
    "lancaster": {_SQUIRE: LancasterSquire()},
}
"""Computer players that have a level of their own and are not measured against the others."""

LEVELS: dict[str, dict[str, str]] = {
    "kingmaker": {"normal": "steward", "easy": _SQUIRE, "hard": _STRATEGIST},
    "lancaster": {"normal": _CHAMBERLAIN, "easy": _SQUIRE, "hard": _STRATEGIST},
}
"""The levels at which computer players can play, the usual one first, and the player for each."""

_CHARACTERISTIC: dict[str, dict[str, Callable[[Character], Policy]]] = {
    "kingmaker": {
        "steward": lambda character: Steward(character=character),
        _SQUIRE: lambda character: Steward(_SQUIRE, character, easy=True),
        _STRATEGIST: lambda character: Steward(_STRATEGIST, character, far_sighted=True),
    },
    "lancaster": {
        "steward": lambda character: LancasterSteward(character=character),
        _SQUIRE: LancasterSquire,
        _CHAMBERLAIN: LancasterChamberlain,
        _STRATEGIST: lambda character: LancasterStrategist(character=character),
    },
}
"""Every game's computer players that may have a character."""

BY_LOT = "lot"
"""The choice that gives each computer player a character at random."""


_MIXES_KEPT = 64
"""The number of sets of rules that are remembered: there may be as many mixes of options as people
think of."""

_FIRST_RULESETS = {"kingmaker": "house", "lancaster": "standard"}


def default_ruleset(game: str) -> str:
    """The rule set of a game if no other is named. Raises LookupError for an unknown game."""
    if game not in GAMES:
        raise LookupError(f"There is no game called {game!r}. Known: {', '.join(GAMES)}.")
    return _FIRST_RULESETS[game]


@lru_cache(maxsize=_MIXES_KEPT)
def game_for(game: str, ruleset: str) -> Game:
    """The rules of a game under a rule set; for Kingmaker, also with options
    (``house+no_hand_limit``).

    Raises LookupError for an unknown rule set or option, or for options that do not go together.
    """
    if game not in GAMES:
        raise LookupError(f"There is no game called {game!r}. Known: {', '.join(GAMES)}.")
    if game == "kingmaker":
        return _kingmaker(_plainly(ruleset))
    _check_known(game, ruleset, GAMES[game])
    return Lancaster(load_lancaster(ruleset_id=ruleset), lancaster_starts(ruleset))


def _plainly(ruleset: str) -> str:
    """A specification for Kingmaker in the form in which it is stored. Raises LookupError as
    `game_for` does."""
    wanted = Specification.parse(ruleset)
    _check_known("kingmaker", wanted.ruleset, ruleset_ids(previews=True))
    if not (wanted.options or wanted.without):
        return wanted.ruleset
    try:
        return str(plainly(data_root(), ruleset))
    except ValueError as unknown:
        raise LookupError(str(unknown)) from None


@lru_cache(maxsize=_MIXES_KEPT)
def _kingmaker(specification: str) -> Kingmaker:
    """One game per specification, whatever the order in which its options were named."""
    try:
        rules = table_rules(specification)
        earlier = {
            edition: load_content(specification, edition=edition)
            for edition in carried_editions(data_root())
        }
        starts = kingmaker_starts(specification)
        return Kingmaker(load_content(specification), rules, starts, earlier)
    except ValueError as unfit:
        raise LookupError(str(unfit)) from unfit


def _check_known(game: str, ruleset: str, known: tuple[str, ...]) -> None:
    if ruleset not in known:
        raise LookupError(
            f"{game} has no rule set called {ruleset!r}. Known: {', '.join(GAMES[game])}."
        )


@lru_cache(maxsize=_MIXES_KEPT)
def words_for(game: str, ruleset: str) -> Words:
    """The words for players of a game. Raises LookupError for an unknown game."""
    rules = game_for(game, ruleset)
    if game == "lancaster":
        return LancasterWords(rules.content)
    return KingmakerWords(rules.content, table_rules(rules.ruleset))


# Rules with which a table may be opened


def presets_of(game: str) -> tuple[Preset, ...]:
    """The presets from which a game's table may start, the usual one first."""
    if game == "kingmaker":
        return presets.load_presets(data_root())
    return tuple(_plain(game, ruleset) for ruleset in GAMES[game])


def _plain(game: str, ruleset: str) -> Preset:
    rules = game_for(game, ruleset).content.ruleset
    return Preset(ruleset, rules.name, ruleset, sentence=rules.summary)


def choosable(game: str, ruleset: str) -> tuple[Choosable, ...]:
    """The options of a table with these rules; empty for a game without options."""
    return presets.choosable(data_root(), ruleset) if game == "kingmaker" else ()


def decks(game: str, ruleset: str) -> tuple[Dealt, ...]:
    """The decks of options of a table with these rules; empty for a game without options."""
    return presets.dealt(data_root(), ruleset) if game == "kingmaker" else ()


def options_at(game: str, ruleset: str) -> tuple[str, ...]:
    """The sorted options of a table with these rules, including those of its rule set."""
    wanted = Specification.parse(ruleset)
    return chosen_at(data_root(), wanted) if game == "kingmaker" else wanted.options


def with_chosen(game: str, ruleset: str, options: Iterable[str]) -> str:
    """A table of a rule set with exactly these options, in the form that rules and storage use."""
    if game == "kingmaker":
        return str(specified(data_root(), ruleset, options))
    return str(Specification(ruleset, tuple(sorted(options))))


def names_of(options: Iterable[str]) -> str:
    """Options as a list, within a sentence: 'ambush, blockade and gales'."""
    return listed(labels_of(data_root(), options))


def in_words(start: Preset, ruleset: str) -> str:
    """These rules in words, for a player who began from a preset: 'Classic sheet, with ambush'."""
    return presets.in_words(data_root(), start, ruleset)


def mix_as_file(game: str, ruleset: str, name: str) -> str:
    """The text of a file that takes rules, under a name, to another server."""
    return presets.written(game, ruleset, name)


def mix_from_file(file: str, data: bytes) -> MixFile:
    """The rules that a mix's file describes.

    Raises ContentError, naming the file, the key and what to do, for anything that does not fit.
    """
    return presets.read(data_root(), file, data, GAMES)


@lru_cache(maxsize=_MIXES_KEPT)
def table_name(game: str, ruleset: str) -> str:
    """The name of a table with these rules: a preset, a preset with additions, or a rule set with
    options."""
    same = (one.name for one in presets_of(game) if one.specification == ruleset)
    near = presets.within(presets_of(game), ruleset)
    name: str = game_for(game, ruleset).content.ruleset.name
    return next(same, name if near is None else in_words(near, ruleset))


def game_and_table(game: str, ruleset: str, between: str = ": ") -> str:
    """`Kingmaker: Covault’s evening`; if a game and its table have the same name, it is given only
    once."""
    return between.join(dict.fromkeys((game.capitalize(), table_name(game, ruleset))))


@lru_cache(maxsize=_MIXES_KEPT)
def table_rules_for(game: str, ruleset: str) -> TableRules:
    """The rule book of a table: the rows in force. Raises LookupError as `game_for` does."""
    rules = game_for(game, ruleset)
    return table_rules(rules.ruleset if game == "kingmaker" else game)


@lru_cache(maxsize=_MIXES_KEPT)
def stand_ins(game: str, ruleset: str) -> dict[str, str]:
    """For every rule that a table replaces with another, the id of the replacement."""
    return table_rules_for(game, ruleset).stand_ins()


def lessons_of(game: str) -> tuple[Chapter, ...]:
    """The chapters of a game's lesson, in order. Raises ContentError if a chapter is broken."""
    return load_lessons(game)


def policy_for(game: str, name: str, think: float | None = None) -> Policy:
    """A computer player of a game; one that thinks takes about ``think`` seconds for a turn's plan.

    The name may include a character, as in ``steward+cautious`` or, at the usual level, just
    ``cautious``. Raises LookupError for an unknown game or player.
    """
    thinkers = THINKERS.get(game, {})
    known: dict[str, Policy] = {**POLICIES.get(game, {}), **thinkers}
    found = known.get(name) or _LIGHTER.get(game, {}).get(name) or _characteristic(game, name)
    if found is None:
        raise LookupError(f"There is no computer player {name!r}. Known: {', '.join(known)}.")
    if think is not None and isinstance(found, LancasterStrategist):
        return found.taking(think)
    return found


def player_for(game: str, name: str, think: float | None = None) -> Policy:
    """A computer player or, with ``exec:COMMAND``, a program that plays; only for self-play,
    because tables never start programs. Raises LookupError as `policy_for` does.
    """
    if name.startswith(EXEC):
        return Outside(game, name.removeprefix(EXEC))
    return policy_for(game, name, think)


VIEWS: dict[str, type] = {"kingmaker": KingmakerView, "lancaster": LancasterView}
"""The type of a seat's view, by game."""


def answer_of(
    game: str,
    ruleset: str,
    policy: str,
    seat: Seat,
    world: bytes,
    luck: str,
    seconds: float,
) -> Choice:
    """Given a packed `Imagination`: the choice of a thinking computer player.

    The player runs in a separate process, and thinks for at most this many seconds on one core.
    """
    imagine = Imagination.unpack(game_for(game, ruleset), seat, world)
    match, player = imagine.as_seen(), policy_for(game, policy, seconds)
    if not isinstance(player, LancasterStrategist):
        raise LookupError(f"{policy!r} is not a player that thinks.")
    player = player.within(seconds)
    view, prompts, chance = match.view(seat), match.prompts(seat), random.Random(luck)
    return player.deliberate(view, prompts, seat, chance, imagine)[1]


def adviser_of(game: str, level: str = "") -> str:
    """The computer player that chooses for a person who asks: one of the table's level, so no
    better than the ones they play against."""
    return LEVELS.get(game, {}).get(level) or usual_player(game) or "steward"


def usual_player(game: str) -> str:
    """The computer player of the usual level, which sits down if nobody has asked for another."""
    return next(iter(LEVELS.get(game, {}).values()), "")


def players_of(game: str) -> tuple[str, ...]:
    """The names of a game's computer players."""
    return (*POLICIES.get(game, {}), *THINKERS.get(game, {}))


@lru_cache(maxsize=64)
def _characteristic(game: str, name: str) -> Policy | None:
    """A computer player with a character; None if there is none with that name."""
    characters = {one.id: one for one in characters_of(game)}
    kind, _, character = name.rpartition(WITH)
    kind = kind or usual_player(game)
    known = _CHARACTERISTIC.get(game, {})
    if character not in characters or kind not in known:
        return None
    return known[kind](characters[character])


def characters_of(game: str) -> tuple[Character, ...]:
    """The characters that computer players of a game may have."""
    return load_characters(game).characters if game in GAMES else ()


def character_with(game: str, policy: str | None) -> str:
    """The character of a computer player with this name; empty if it has none, or for a person."""
    named = (policy or "").rpartition(WITH)[2]
    return named if any(one.id == named for one in characters_of(game)) else ""


def voices_of(game: str) -> VoicesFile | None:
    """The lines that a game's computer players say at the table; None if they are silent."""
    return load_voices(data_root(), game)


def computer_at(game: str, level: str, character: str, table: str, taken: Iterable[str]) -> str:
    """The computer player of this level and character that sits down, under the name used in
    `policy_for`.

    With `BY_LOT`, it gets a character that nobody in ``taken`` has, as long as there is one, in an
    order that depends on ``table``. Raises LookupError for a level or character that does not
    exist.
    """
    levels = LEVELS.get(game, {})
    kind = levels.get(level, "") if level else usual_player(game)
    if not kind:
        raise LookupError(f"There is no level {level!r}. Known: {', '.join(levels)}.")
    known = [one.id for one in characters_of(game)]
    if character == BY_LOT and known:
        order = random.Random(f"{table}:characters").sample(known, len(known))
        there = [policy.rpartition(WITH)[2] for policy in taken]
        character = min(order, key=lambda one: (there.count(one), order.index(one)))
    name = f"{kind}{WITH}{character}" if character else kind
    policy_for(game, name)
    return name


class _Library:
    """The games in the form that the session needs."""

    def game_for(self, game: str, ruleset: str) -> Game:
        """The rules of a game under a rule set. Raises LookupError for an unknown game."""
        return game_for(game, ruleset)

    def policy_for(self, game: str, name: str) -> Any:
        """A computer player of a game. Raises LookupError for an unknown game."""
        return policy_for(game, name)

    answer_of = staticmethod(answer_of)

    def computer_names(self) -> tuple[str, ...]:
        """The names for computer players."""
        return load_computer_names()


LIBRARY = _Library()
