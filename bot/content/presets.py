"""The rules a table may start from, and the options it may then choose, each with anything that
forbids it.

A *preset* is a rule set, perhaps with options, that has a name of its own. A rule set that no
preset covers counts as one, so that a new file in the folder is offered straight away.

A mix of rules as a file, to take from one server to another: JSON that a person can read.

An error in such a file is reported with the file, the key, the reason, and what to do instead.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from bot.content.errors import ContentError, of_broken_json, of_wrong_type
from bot.content.files import DataFile, read_json
from bot.content.in_force import resolve as resolve_row
from bot.content.load import ruleset_ids
from bot.content.ruleset_files import (
    Deck,
    Option,
    RulesetFile,
    Specification,
    Unfit,
    check_choice,
    chosen_at,
    chosen_options,
    file_of,
    labels_of,
    listed,
    load_decks,
    load_options,
    needed,
    own_options,
    own_use,
    plainly,
    resolve,
    specified,
    with_decks_opened,
)
from bot.rules.kingmaker.content import Ruleset

PRESETS = "kingmaker/presets.json"
_NAME = re.compile(r"[a-z][a-z0-9_]{0,23}")
"""A preset's name as it may appear in the ids of controls."""
Clash = tuple[str, str]
"""A sentence that says why things do not go together, and the row that forbids it."""
ALREADY = "These rules already include it."
"""The reason given for an option that a rule set already has."""
_TOLD = ("id", "name", "summary", "stage")
"""The fields of a rule set that only describe it."""


class Preset(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A rule set with options, under a name of its own; options that the rule set already includes
    are not listed.

    ``short`` is what a menu, which has no room for the sentence, says about it.
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
        """The rules that the preset stands for, in the form that storage and rules use."""
        return str(Specification(self.ruleset, tuple(sorted(self.options))))


class PresetFile(DataFile, frozen=True):
    """presets.json."""

    presets: tuple[Preset, ...]


class Choosable(msgspec.Struct, frozen=True):
    """An option at a table.

    ``against`` says, in a sentence, why it cannot be chosen now, or cannot be dropped; ``rule`` is
    the row of the ledger that forbids this at the table.
    """

    option: Option
    chosen: bool
    against: str = ""
    rule: str = ""


@lru_cache(maxsize=8)
def load_presets(root: Path) -> tuple[Preset, ...]:
    """The rules a table may start from: the presets, then the rule sets that none of them covers.

    Raises ContentError, which names file and key, for a preset that cannot be played; a preview,
    which is not listed, may name options that do not exist yet.
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
    """Raise ContentError for a preset that is inconsistent."""
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
            f"'{preset.id}' is the name of a rule set, and this preset changes it. "
            "Use another name."
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

    Options that do not fit the rule set, or would change nothing in it, say so.
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
    """A deck of options at a table: how many of them are chosen.

    ``against`` says, in a sentence, why the whole deck cannot be taken; ``rule`` is the row that
    forbids it. ``brings`` are the options that come with it because it needs them.
    """

    deck: Deck
    chosen: int
    against: str = ""
    rule: str = ""
    brings: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether the whole deck is chosen."""
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
    """The reason why an option suits no table with this rule set, whatever else is chosen."""
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
    """Whether a rule set already has everything that an option would put in place of something
    else."""
    patch = option.patch
    if patch.add or patch.remove or not (patch.use or patch.values):
        return False
    rules = msgspec.to_builtins(_rules(root, ruleset, ()))
    wanted = [*((rules["use"], patch.use), (rules, patch.values))]
    return all(there.get(key) == value for there, told in wanted for key, value in told.items())


def _changes_something(root: Path, ruleset: str, option: str, basis: set[str]) -> bool:
    """Whether an option changes more than the options it needs would change on their own."""
    with_it = _rules(root, ruleset, tuple(sorted({*basis, option})))
    without = _rules(root, ruleset, tuple(sorted(basis)))
    return any(
        getattr(with_it, field) != getattr(without, field)
        for field in Ruleset.__struct_fields__
        if field not in _TOLD
    )


@lru_cache(maxsize=4096)
def _against(root: Path, ruleset: str, options: tuple[str, ...]) -> Clash | None:
    """The reason why these options do not go together, and the row that forbids it."""
    try:
        _rules(root, ruleset, options)
    except Unfit as unfit:
        own = resolve_row(unfit.row, ruleset, root)
        return str(unfit), unfit.row if own is None else own.id
    return None


@lru_cache(maxsize=4096)
def _rules(root: Path, ruleset: str, options: tuple[str, ...]) -> Ruleset:
    """The rules of a table with these options and no others."""
    return resolve(root, specified(root, ruleset, options)).ruleset


def within(known: Iterable[Preset], specification: str) -> Preset | None:
    """The largest preset with options of its own that a table includes whole; None if there is
    none.

    A table of the second edition with ambush is called just that; the options of the
    second edition are not listed.
    """
    told = Specification.parse(specification)
    parts = (one for one in known if one.ruleset == told.ruleset and one.options)
    whole = [one for one in parts if set(one.options) <= set(told.options)]
    return max(whole, key=lambda one: len(one.options), default=None)


def in_words(root: Path, start: Preset, specification: str) -> str:
    """A table in words: what it started from, what was added, what was dropped.

    For example, 'Classic sheet, with ambush; without alliances'.
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


FORMAT = "kingmaker-bot mix 1"
"""The text that marks a file as a mix, so that it is not mistaken for another kind of file."""
MOST_BYTES = 64_000
"""The size in bytes of the largest file that is read. A file that names every option is about 1,500
bytes long.
"""
WITH_OPTIONS = "kingmaker"
"""The game whose rule sets have options."""


class MixFile(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The contents of the file: ``options`` are chosen in addition to the rule set's own, and
    ``without`` lists those of the rule set's options that the table drops."""

    format: str
    game: str
    ruleset: str
    name: str = ""
    options: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    @property
    def specification(self) -> str:
        """The rules in the form that storage uses."""
        options, without = tuple(sorted(set(self.options))), tuple(sorted(set(self.without)))
        return str(Specification(self.ruleset, options, without))


_REQUIRED = ("format", "game", "ruleset")


def written(game: str, specification: str, name: str) -> str:
    """The text of the file for these rules."""
    rules = Specification.parse(specification)
    told = MixFile(
        format=FORMAT,
        name=name,
        game=game,
        ruleset=rules.ruleset,
        options=rules.options,
        without=rules.without,
    )
    return json.dumps(msgspec.to_builtins(told), ensure_ascii=False, indent=1) + "\n"


def read(root: Path, file: str, data: bytes, games: Mapping[str, Collection[str]]) -> MixFile:
    """Read a file. ``games`` holds the games, with the rule sets of each.

    Raises ContentError, which names file and key, for anything that does not fit.
    """
    mix = _parsed(file, data)
    if mix.game not in games:
        raise ContentError(file, "game", _unknown("game", mix.game, games))
    if mix.ruleset not in games[mix.game]:
        raise ContentError(file, "ruleset", _unknown("rule set", mix.ruleset, games[mix.game]))
    if mix.game != WITH_OPTIONS:
        for key in ("options", "without"):
            if getattr(mix, key):
                reason = f"the rules of {mix.game.capitalize()} have no options. Leave it empty."
                raise ContentError(file, key, reason)
        return mix
    _check_names(root, file, mix)
    _check_together(root, file, mix)
    plain = plainly(root, mix.specification)
    return msgspec.structs.replace(mix, options=plain.options, without=plain.without)


def _parsed(file: str, data: bytes) -> MixFile:
    """What the text of the file says; the names in it are not checked yet."""
    if len(data) > MOST_BYTES:
        reason = (
            f"is larger than {MOST_BYTES // 1000} kB, and no mix is that large. "
            "Send a file that `/mixes` gave you."
        )
        raise ContentError(file, "", reason)
    data = data.strip().removeprefix(b"\xef\xbb\xbf").strip()
    try:
        told = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError) as broken:
        wrong = of_broken_json(file, data, str(broken))
        reason = f"{wrong.reason} Copy the whole text, from {{ to }}."
        raise ContentError(file, wrong.key, reason) from broken
    if not isinstance(told, dict):
        raise ContentError(file, "", "must be an object. Copy the whole text, from { to }.")
    known = MixFile.__struct_fields__
    for key in told:
        if key not in known:
            raise ContentError(file, str(key)[:40], _unknown("key", str(key), known))
    for key in _REQUIRED:
        if key not in told:
            example = FORMAT if key == "format" else "…"
            raise ContentError(file, key, f'is missing. Add "{key}": "{example}".')
    return _converted(file, data, told)


def _converted(file: str, data: bytes, told: dict[str, Any]) -> MixFile:
    try:
        mix = msgspec.convert(told, MixFile)
    except msgspec.ValidationError as broken:
        raise of_wrong_type(file, data, str(broken)) from broken
    if mix.format != FORMAT:
        reason = f"must be '{FORMAT}'. This is a different kind of file, or a different version."
        raise ContentError(file, "format", reason)
    return mix


def _check_names(root: Path, file: str, mix: MixFile) -> None:
    """Check that every option exists and is listed once, and that the options dropped belong to the
    rule set."""
    known = {*load_options(root), *load_decks(root)}
    own = set(own_options(root, mix.ruleset))
    decks = load_decks(root)
    before: dict[str, str] = {}
    for key in ("options", "without"):
        for place, option in enumerate(getattr(mix, key)):
            here = f"{key}[{place}]"
            if option not in known:
                raise ContentError(file, here, _unknown("option", option, known))
            if option in before:
                reason = f"'{option}' is already in {before[option]}. Take one of them out."
                raise ContentError(file, here, reason)
            before[option] = here
            parts = set(decks[option].options) if option in decks else {option}
            if key == "without" and not parts <= own:
                reason = f"'{option}' is not part of '{mix.ruleset}'. Take it out of the list."
                raise ContentError(file, here, reason)


def _check_together(root: Path, file: str, mix: MixFile) -> None:
    """Check that the options go with each other and with the rule set."""
    chosen = chosen_options(root, Specification.parse(mix.specification))
    try:
        check_choice(root, chosen, own_use(root, mix.ruleset))
    except Unfit as unfit:
        places = [n for n, named in enumerate(mix.options) if unfit.option in _within(root, named)]
        key = f"options[{places[0]}]" if places else "without" if mix.without else "options"
        raise ContentError(file, key, f"{unfit} {unfit.instead}") from unfit


def _within(root: Path, name: str) -> tuple[str, ...]:
    """A deck and its options, or an option alone."""
    deck = load_decks(root).get(name)
    return (name,) if deck is None else (name, *deck.options)


def _unknown(what: str, name: str, known: Collection[str]) -> str:
    """A sentence saying that there is no such thing, and what may have been meant."""
    shown = name if len(name) <= 40 else f"{name[:39]}…"
    near = get_close_matches(name[:60], sorted(known), 1)
    if near:
        return f"there is no {what} '{shown}'. Did you mean '{near[0]}'?"
    if len(known) > 8:
        return (
            f"there is no {what} '{shown}'. Take it out. **Customise the rules** shows every one."
        )
    return f"there is no {what} '{shown}'. Choose from: {', '.join(sorted(known))}."
