"""What a table may begin from, and which options it may then choose, each with what forbids it.

A *preset* is a rule set with options under a name of its own. A rule set that no preset stands for
is one by itself, so that a new file in the folder is offered without further ado.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Literal

import msgspec

from bot.content.errors import ContentError
from bot.content.files import DataFile, read_json
from bot.content.in_force import resolve as resolve_row
from bot.content.load import ruleset_ids
from bot.content.ruleset_files import (
    Deck,
    Option,
    RulesetFile,
    Specification,
    Unfit,
    chosen_at,
    file_of,
    labels_of,
    listed,
    load_decks,
    load_options,
    needed,
    own_options,
    resolve,
    specified,
    with_decks_opened,
)
from bot.rules.kingmaker.content import Ruleset

PRESETS = "kingmaker/presets.json"
_NAME = re.compile(r"[a-z][a-z0-9_]{0,23}")
"""What a preset may be called in the ids of controls."""
Clash = tuple[str, str]
"""Why something does not go together, in a sentence, and the row that stands in the way."""
ALREADY = "These rules have it already."
"""What is said of an option that a rule set has by itself."""
_TOLD = ("id", "name", "summary", "stage")
"""What is told of a rule set and played by nobody."""


class Preset(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A rule set with options, under a name of its own; those that it has itself go unsaid.

    ``short`` is what a menu says of it, where there is no room for the sentence.
    """

    id: str
    name: str
    ruleset: str
    short: str = ""
    sentence: str = ""
    options: tuple[str, ...] = ()
    stage: Literal["played", "preview"] = "played"

    @property
    def specification(self) -> str:
        """What is played by it, as storage and rules know it."""
        return str(Specification(self.ruleset, tuple(sorted(self.options))))


class PresetFile(DataFile, frozen=True):
    """presets.json."""

    presets: tuple[Preset, ...]


class Choosable(msgspec.Struct, frozen=True):
    """An option as it stands at a table.

    ``against`` says, in a sentence, why it cannot be chosen now, or not be left out; ``rule`` is
    the row of the ledger that stands in its way, as this table has it.
    """

    option: Option
    chosen: bool
    against: str = ""
    rule: str = ""


@lru_cache(maxsize=8)
def load_presets(root: Path) -> tuple[Preset, ...]:
    """What a table may begin from: the presets, then the rule sets that none of them stands for.

    Raises ContentError, which names file and key, for a preset that cannot be played; one that is
    a preview may name options that there are not yet, and is left out.
    """
    written = read_json(root, PRESETS, PresetFile).presets
    for place, preset in enumerate(written):
        _check(root, preset, f"presets[{place}]", {one.id for one in written[:place]})
    played = tuple(preset for preset in written if preset.stage == "played")
    plain = {preset.specification for preset in played}
    return (*played, *(_as_it_is(root, one) for one in ruleset_ids(root) if one not in plain))


def _as_it_is(root: Path, ruleset: str) -> Preset:
    file = read_json(root, file_of(ruleset), RulesetFile)
    return Preset(ruleset, file.name, ruleset, sentence=file.summary)


def _check(root: Path, preset: Preset, key: str, before: set[str]) -> None:
    """Raise ContentError for a preset that does not hold together."""
    everything = ruleset_ids(root, previews=True)
    if not _NAME.fullmatch(preset.id):
        reason = (
            "must start with a letter and have up to 24 lower-case letters, digits and underscores."
        )
        raise ContentError(PRESETS, f"{key}.id", reason)
    if preset.id in before:
        raise ContentError(PRESETS, f"{key}.id", f"'{preset.id}' appears twice.")
    if preset.ruleset not in everything:
        known = ", ".join(everything)
        reason = f"there is no rule set '{preset.ruleset}'. Choose from: {known}."
        raise ContentError(PRESETS, f"{key}.ruleset", reason)
    if preset.id in everything and preset.specification != preset.id:
        reason = (
            f"'{preset.id}' is the name of a rule set, and this one changes it. Use another name."
        )
        raise ContentError(PRESETS, f"{key}.id", reason)
    if preset.stage == "preview":
        return
    if preset.ruleset not in ruleset_ids(root):
        reason = f"the rule set '{preset.ruleset}' is a preview, so this must be a preview too."
        raise ContentError(PRESETS, f"{key}.stage", reason)
    known_options = load_options(root)
    for number, option in enumerate(preset.options):
        if option not in known_options:
            there = ", ".join(known_options) or "none"
            reason = f"there is no option '{option}'. Choose from: {there}."
            raise ContentError(PRESETS, f"{key}.options[{number}]", reason)
    try:
        resolve(root, Specification.parse(preset.specification))
    except ValueError as unfit:
        raise ContentError(PRESETS, f"{key}.options", str(unfit)) from unfit


@lru_cache(maxsize=64)
def choosable(root: Path, specification: str) -> tuple[Choosable, ...]:
    """The options of a table with these rules, in the order of the file.

    Those that do not fit the rule set, or would change nothing in it, say so.
    """
    wanted = Specification.parse(specification)
    now = set(chosen_at(root, wanted))
    found = []
    for option in load_options(root).values():
        chosen = option.id in now
        others = now - {option.id} if chosen else {*now, option.id}
        clash = None if chosen else _never(root, wanted.ruleset, option)
        against, rule = clash or _against(root, wanted.ruleset, tuple(sorted(others))) or ("", "")
        found.append(Choosable(option, chosen, against, rule))
    return tuple(found)


class Dealt(msgspec.Struct, frozen=True):
    """A deck of options as it stands at a table: how many of them are chosen.

    ``against`` says, in a sentence, why the deck cannot be taken in whole; ``rule`` is the row
    that stands in its way. ``brings`` are the options that come with it because it needs them.
    """

    deck: Deck
    chosen: int
    against: str = ""
    rule: str = ""
    brings: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether the whole of it is chosen."""
        return self.chosen == len(self.deck.options)


@lru_cache(maxsize=64)
def dealt(root: Path, specification: str) -> tuple[Dealt, ...]:
    """The decks of options of a table with these rules, in the order of the file."""
    wanted = Specification.parse(specification)
    now, found = set(chosen_at(root, wanted)), []
    for deck in load_decks(root).values():
        with_it = now | with_decks_opened(root, [deck.id])
        clash = _against(root, wanted.ruleset, tuple(sorted(with_it))) or ("", "")
        brings = tuple(sorted(with_it - now - set(deck.options)))
        found.append(Dealt(deck, len(now & set(deck.options)), *clash, brings))
    return tuple(found)


def _never(root: Path, ruleset: str, option: Option) -> Clash | None:
    """Why an option is for no table of a rule set, whatever else is chosen there."""
    basis = needed(root, option.id)
    if _there_already(root, ruleset, option):
        own = resolve_row(option.rows[0], ruleset, root)
        return ALREADY, option.rows[0] if own is None else own.id
    clash = _against(root, ruleset, tuple(sorted({*basis, option.id})))
    if clash is None and _changes_something(root, ruleset, option.id, basis):
        return None
    why, rule = clash or (ALREADY, option.rows[0])
    own = resolve_row(option.rows[0], ruleset, root)
    return why, rule if own is None else own.id


def _there_already(root: Path, ruleset: str, option: Option) -> bool:
    """Whether a rule set has by itself all that an option would put in the place of something."""
    patch = option.patch
    if patch.add or patch.remove or not (patch.use or patch.values):
        return False
    rules = msgspec.to_builtins(_rules(root, ruleset, ()))
    wanted = [*((rules["use"], patch.use), (rules, patch.values))]
    return all(there.get(key) == value for there, told in wanted for key, value in told.items())


def _changes_something(root: Path, ruleset: str, option: str, basis: set[str]) -> bool:
    """Whether an option changes more than what it needs does by itself."""
    with_it = _rules(root, ruleset, tuple(sorted({*basis, option})))
    without = _rules(root, ruleset, tuple(sorted(basis)))
    return any(
        getattr(with_it, field) != getattr(without, field)
        for field in Ruleset.__struct_fields__
        if field not in _TOLD
    )


@lru_cache(maxsize=4096)
def _against(root: Path, ruleset: str, options: tuple[str, ...]) -> Clash | None:
    """Why these options do not go together, and the row that stands in the way there."""
    try:
        _rules(root, ruleset, options)
    except Unfit as unfit:
        own = resolve_row(unfit.row, ruleset, root)
        return str(unfit), unfit.row if own is None else own.id
    return None


@lru_cache(maxsize=4096)
def _rules(root: Path, ruleset: str, options: tuple[str, ...]) -> Ruleset:
    """The rules of a table with these options, and no others."""
    return resolve(root, specified(root, ruleset, options)).ruleset


def within(known: Iterable[Preset], specification: str) -> Preset | None:
    """The largest preset with options of its own that is wholly part of a table; None if none is.

    So a table of the second edition with ambush is told of as that, and not by all its options.
    """
    told = Specification.parse(specification)
    parts = (one for one in known if one.ruleset == told.ruleset and one.options)
    whole = [one for one in parts if set(one.options) <= set(told.options)]
    return max(whole, key=lambda one: len(one.options), default=None)


def in_words(root: Path, start: Preset, specification: str) -> str:
    """A table in words: what it began from, what was added, what was left out of it.

    So 'Classic sheet, with ambush; without alliances'.
    """
    if specification == start.specification:
        return start.name
    now = set(chosen_at(root, Specification.parse(specification)))
    own = {*own_options(root, start.ruleset), *start.options}
    text = start.name
    if added := _named(root, now - own):
        text += f", with {listed(added)}"
    if missing := _named(root, own - now):
        text += f"; without {listed(missing)}"
    return text


def _named(root: Path, options: set[str]) -> list[str]:
    """Options in words, in the order of the file; a whole deck by its name."""
    whole = [deck for deck in load_decks(root).values() if options.issuperset(deck.options)]
    in_decks = {option for deck in whole for option in deck.options}
    single = [option for option in load_options(root) if option in options - in_decks]
    return labels_of(root, [*single, *(deck.id for deck in whole)])
