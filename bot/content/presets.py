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
    Option,
    RulesetFile,
    Specification,
    Unfit,
    file_of,
    load_options,
    resolve,
)
from bot.rules.kingmaker.content import Ruleset

PRESETS = "kingmaker/presets.json"
_NAME = re.compile(r"[a-z][a-z0-9_]{0,23}")
"""What a preset may be called in the ids of controls."""
Clash = tuple[str, str]
"""Why something does not go together, in a sentence, and the row that stands in the way."""
_TOLD = ("id", "name", "summary", "stage")
"""What is told of a rule set and played by nobody."""


class Preset(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A rule set with options, under a name of its own."""

    id: str
    name: str
    ruleset: str
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
    return Preset(ruleset, file.name, ruleset, file.summary)


def _check(root: Path, preset: Preset, key: str, before: set[str]) -> None:
    """Raise ContentError for a preset that does not hold together."""
    everything = ruleset_ids(root, previews=True)
    if not _NAME.fullmatch(preset.id):
        reason = "needs up to 24 small letters, digits and low lines, a letter first."
        raise ContentError(PRESETS, f"{key}.id", reason)
    if preset.id in before:
        raise ContentError(PRESETS, f"{key}.id", f"'{preset.id}' is there twice.")
    if preset.ruleset not in everything:
        known = ", ".join(everything)
        reason = f"there is no rule set '{preset.ruleset}'; there are: {known}."
        raise ContentError(PRESETS, f"{key}.ruleset", reason)
    if preset.id in everything and preset.specification != preset.id:
        reason = f"'{preset.id}' is a rule set, which this is not as it is: use another name."
        raise ContentError(PRESETS, f"{key}.id", reason)
    if preset.stage == "preview":
        return
    if preset.ruleset not in ruleset_ids(root):
        reason = f"the rule set '{preset.ruleset}' is a preview, so this must be one as well."
        raise ContentError(PRESETS, f"{key}.stage", reason)
    known_options = load_options(root)
    for number, option in enumerate(preset.options):
        if option not in known_options:
            there = ", ".join(known_options) or "none"
            reason = f"there is no option '{option}'; there are: {there}."
            raise ContentError(PRESETS, f"{key}.options[{number}]", reason)
    try:
        resolve(root, Specification.parse(preset.specification))
    except ValueError as unfit:
        raise ContentError(PRESETS, f"{key}.options", str(unfit)) from unfit


def choosable(root: Path, specification: str) -> tuple[Choosable, ...]:
    """The options of a table with these rules, in the order of the file.

    Those that do not fit the rule set, or would change nothing in it, say so.
    """
    wanted = Specification.parse(specification)
    found = []
    for option in load_options(root).values():
        chosen = option.id in wanted.options
        others = set(wanted.options) - {option.id} if chosen else {*wanted.options, option.id}
        clash = None if chosen else _never(root, wanted.ruleset, option)
        against, rule = clash or _against(root, wanted.ruleset, tuple(sorted(others))) or ("", "")
        found.append(Choosable(option, chosen, against, rule))
    return tuple(found)


def _never(root: Path, ruleset: str, option: Option) -> Clash | None:
    """Why an option is for no table of a rule set, whatever else is chosen there."""
    needed = _needed(root, option.id)
    clash = _against(root, ruleset, tuple(sorted({*needed, option.id})))
    if clash is None and _changes_something(root, ruleset, option.id, needed):
        return None
    why, rule = clash or ("These rules have it already.", option.rows[0])
    own = resolve_row(option.rows[0], ruleset, root)
    return why, rule if own is None else own.id


def _changes_something(root: Path, ruleset: str, option: str, needed: set[str]) -> bool:
    """Whether an option changes more than what it needs does by itself."""
    with_it = _rules(root, ruleset, tuple(sorted({*needed, option})))
    without = _rules(root, ruleset, tuple(sorted(needed)))
    return any(
        getattr(with_it, field) != getattr(without, field)
        for field in Ruleset.__struct_fields__
        if field not in _TOLD
    )


def _needed(root: Path, option: str) -> set[str]:
    """What an option needs, and what that needs."""
    known, found, open_ones = load_options(root), set[str](), [option]
    while open_ones:
        for other in known[open_ones.pop()].needs:
            if other not in found and other != option:
                found.add(other)
                open_ones.append(other)
    return found


@lru_cache(maxsize=1024)
def _against(root: Path, ruleset: str, options: tuple[str, ...]) -> Clash | None:
    """Why these options do not go together, and the row that stands in the way there."""
    try:
        _rules(root, ruleset, options)
    except Unfit as unfit:
        own = resolve_row(unfit.row, str(Specification(ruleset)), root)
        return str(unfit), unfit.row if own is None else own.id
    return None


@lru_cache(maxsize=1024)
def _rules(root: Path, ruleset: str, options: tuple[str, ...]) -> Ruleset:
    return resolve(root, Specification(ruleset, options)).ruleset


def in_words(root: Path, start: Preset, options: Iterable[str]) -> str:
    """A table in words: what it began from, what was added, what was left out of it.

    So 'Classic sheet, with ambush; without alliances'.
    """
    known, now = load_options(root), set(options)
    added = [_small(option.label) for option in known.values() if option.id in now - _own(start)]
    missing = [_small(option.label) for option in known.values() if option.id in _own(start) - now]
    text = start.name
    if added:
        text += f", with {_listed(added)}"
    if missing:
        text += f"; without {_listed(missing)}"
    return text


def _own(start: Preset) -> set[str]:
    return set(start.options)


def _small(label: str) -> str:
    return label[:1].lower() + label[1:]


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
