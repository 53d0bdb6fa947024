"""Rule sets in the folder: each says which one it is based on and what it changes.

A table is played by a *specification*: a rule set, and the options chosen in addition, as in
``classic+ambush+commission``. A rule set may itself be put together from options; those that a
table drops are listed too, as in ``ishkibibble-ambush``. The result is one flat `Ruleset`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from bot.content.editions import Patch, taken_back
from bot.content.errors import ContentError, in_words
from bot.content.files import RULESETS, DataFile, read_json
from bot.rules.kingmaker.content import Ruleset

OPTIONS = "kingmaker/options.json"
WITH = "+"
"""In a specification, the mark before an option chosen in addition to the rule set's own."""
WITHOUT = "-"
"""The mark before one of the rule set's own options that the table drops."""

Subject = Literal[
    "decks",
    "battle",
    "sieges",
    "parliament",
    "sea",
    "royals",
    "play",
    "expansion",
    "second_expansion",
    "new_events",
    "ours",
]


class RulesetFile(DataFile, frozen=True):
    """A rule set as in its file; without ``based_on``, it is complete in itself.

    ``options`` holds the options, and decks of them, that it is put together from: their patches
    come before its own values, and a table may drop any of them. The options' rows come into force
    with them; the rule set's other rows are all in force or, if ``rows`` is given, only those.
    """

    id: str
    name: str
    summary: str
    based_on: str | None = None
    stage: Literal["played", "preview"] = "played"
    options: tuple[str, ...] = ()
    rows: tuple[str, ...] | None = None
    use: dict[str, str] = {}
    values: dict[str, Any] = {}
    add: dict[str, list[Any] | dict[str, Any] | int] = {}


class Option(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that a table may choose in addition to its rule set.

    ``needs`` and ``excludes`` are other options; ``fits`` the procedures it can go with, by kind;
    ``rows`` the rows of the ledger that it brings into force; ``drops`` are rows that do not go
    with it. An option automatically excludes
    those before it in the file that patch the same thing differently, so this need not be written
    down.
    """

    id: str
    label: str
    sentence: str
    subject: Subject
    patch: Patch
    rows: tuple[str, ...]
    drops: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    fits: dict[str, tuple[str, ...]] = {}


class Footing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The requirement of an option that needs one particular procedure: in words, and the row
    behind it."""

    needs: str
    row: str


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options that can be chosen singly, or all at once with everything they need."""

    id: str
    label: str
    sentence: str
    subject: Subject
    options: tuple[str, ...]


class OptionFile(DataFile, frozen=True):
    """options.json; for each kind of procedure, ``footings`` says what options need if they do not
    fit every procedure of that kind.
    """

    options: tuple[Option, ...]
    decks: tuple[Deck, ...] = ()
    footings: dict[str, Footing] = {}


class Unfit(ValueError):
    """Options that do not go together; the sentence is for players.

    ``row`` is the row of the ledger with which one of them clashes, named as in the base rules or
    the options. ``option`` is the one that does not fit, and ``instead`` says what can be done.
    """

    def __init__(self, sentence: str, row: str, option: str = "", instead: str = "") -> None:
        super().__init__(sentence)
        self.row = row
        self.option = option
        self.instead = instead


class Specification(msgspec.Struct, frozen=True):
    """A rule set, the options chosen in addition, and those of its own that are dropped.

    Both lists are in alphabetical order, without repeats.
    """

    ruleset: str
    options: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    def __str__(self) -> str:
        chosen = (WITH + option for option in self.options)
        return "".join((self.ruleset, *chosen, *(WITHOUT + option for option in self.without)))

    @classmethod
    def parse(cls, text: str) -> Specification:
        """A specification from its text, with the options in any order."""
        ruleset, *parts = re.split(f"(?=[{WITH}{WITHOUT}])", text)
        with_it = {part[1:] for part in parts if part[0] == WITH}
        without = {part[1:] for part in parts if part[0] == WITHOUT}
        return cls(ruleset, tuple(sorted(with_it - without)), tuple(sorted(without)))


@lru_cache(maxsize=8)
def load_options(root: Path) -> dict[str, Option]:
    """All options by id. Raises ContentError for an option that names something nonexistent."""
    found: dict[str, Option] = {}
    file = read_json(root, OPTIONS, OptionFile)
    for index, option in enumerate(file.options):
        if option.id in found:
            raise ContentError(OPTIONS, f"options[{index}].id", f"'{option.id}' appears twice.")
        found[option.id] = option
    for option in found.values():
        for kind in option.fits:
            if kind not in file.footings:
                reason = f"footings must have an entry for '{kind}' that says what is needed."
                raise ContentError(OPTIONS, f"{option.id}.fits", reason)
        for key, others in (("needs", option.needs), ("excludes", option.excludes)):
            for other in others:
                if other not in found or other == option.id:
                    reason = f"there is no other option '{other}'."
                    raise ContentError(OPTIONS, f"{option.id}.{key}", reason)
    return _told_apart(found)


def _told_apart(options: Mapping[str, Option]) -> dict[str, Option]:
    """The options; each excludes those before it whose patches clash with its own."""
    found: dict[str, Option] = {}
    for option in options.values():
        clashing = [one.id for one in found.values() if option.patch.clashes(one.patch)]
        excludes = tuple(dict.fromkeys((*option.excludes, *clashing)))
        found[option.id] = msgspec.structs.replace(option, excludes=excludes)
    return found


@lru_cache(maxsize=8)
def load_decks(root: Path) -> dict[str, Deck]:
    """The decks of options by id. Raises ContentError for a deck that names an option that does not
    exist, or whose id is taken.
    """
    known, found = load_options(root), dict[str, Deck]()
    for deck in read_json(root, OPTIONS, OptionFile).decks:
        if deck.id in known or deck.id in found:
            raise ContentError(OPTIONS, f"{deck.id}.id", f"'{deck.id}' appears twice.")
        for option in deck.options:
            if option not in known:
                reason = f"there is no option '{option}'."
                raise ContentError(OPTIONS, f"{deck.id}.options", reason)
        found[deck.id] = deck
    return found


def needed(root: Path, option: str) -> set[str]:
    """The options that an option needs, and those that they need in turn, without the option
    itself."""
    known, found, open_ones = load_options(root), set[str](), [option]
    while open_ones:
        for other in known[open_ones.pop()].needs:
            if other not in found and other != option:
                found.add(other)
                open_ones.append(other)
    return found


def with_decks_opened(root: Path, named: Iterable[str]) -> set[str]:
    """The options named; for a deck, its options and what they need."""
    found, wanted = set[str](), tuple(named)
    decks = load_decks(root) if wanted else {}
    for name in wanted:
        if name not in decks:
            found.add(name)
            continue
        for option in decks[name].options:
            found |= {option, *needed(root, option)}
    return found


@lru_cache(maxsize=64)
def own_options(root: Path, ruleset_id: str) -> tuple[str, ...]:
    """The options that a rule set is put together from. Raises ContentError for unknown options."""
    return tuple(sorted({one for file in lineage(root, ruleset_id) for one in _own(root, file)}))


def _own(root: Path, file: RulesetFile) -> set[str]:
    """The options that one file names, with decks replaced by their options."""
    if not file.options:
        return set()
    found = with_decks_opened(root, file.options)
    for option in sorted(found - set(load_options(root))):
        raise ContentError(file_of(file.id), "options", f"there is no option '{option}'.")
    return found


def specified(root: Path, ruleset_id: str, chosen: Iterable[str]) -> Specification:
    """The specification of a table that plays a rule set with these options and no others."""
    own, now = set(own_options(root, ruleset_id)), with_decks_opened(root, chosen)
    return Specification(ruleset_id, tuple(sorted(now - own)), tuple(sorted(own - now)))


def chosen_at(root: Path, specification: Specification) -> tuple[str, ...]:
    """The options of a table by id, its rule set's own among them.

    Raises ValueError for an option that does not exist.
    """
    told = (*specification.options, *specification.without)
    known = {*load_options(root), *load_decks(root)} if told else set()
    for option in told:
        if option not in known:
            there = ", ".join(load_options(root)) or "none"
            raise ValueError(f"There is no option {option!r}. Choose from: {there}.")
    decks = load_decks(root) if specification.without else {}
    left_out = {one for name in specification.without for one in _inside(decks, name)}
    more = with_decks_opened(root, specification.options)
    return tuple(sorted({*own_options(root, specification.ruleset), *more} - left_out))


def _inside(decks: Mapping[str, Deck], name: str) -> tuple[str, ...]:
    """The options of a deck, or an option itself."""
    return decks[name].options if name in decks else (name,)


def plainly(root: Path, text: str) -> Specification:
    """The one way to write a specification down, with decks replaced by their options.

    Raises ValueError for an option that does not exist.
    """
    wanted = Specification.parse(text)
    return specified(root, wanted.ruleset, chosen_at(root, wanted))


def ruleset_ids(root: Path) -> tuple[str, ...]:
    """The rule sets that have a file, in alphabetical order, including previews."""
    return tuple(sorted(path.stem for path in (root / RULESETS).glob("*.json")))


def file_of(ruleset_id: str) -> str:
    """The file of a rule set, in the data folder."""
    return f"{RULESETS}/{ruleset_id}.json"


def lineage(root: Path, ruleset_id: str) -> tuple[RulesetFile, ...]:
    """A rule set together with all those it is based on, the lowest first. Raises ContentError."""
    found: list[RulesetFile] = []
    wanted: str | None = ruleset_id
    known = ruleset_ids(root)
    while wanted is not None:
        asking = file_of(found[-1].id if found else ruleset_id)
        if wanted not in known:
            reason = f"there is no such rule set. Choose from: {', '.join(known) or 'none'}."
            raise ContentError(asking, "based_on" if found else "", reason)
        if any(one.id == wanted for one in found):
            raise ContentError(asking, "based_on", f"'{wanted}' is based on itself.")
        file = read_json(root, file_of(wanted), RulesetFile)
        if file.id != wanted:
            reason = f"'{file.id}' must be the name of the file, '{wanted}'."
            raise ContentError(file_of(wanted), "id", reason)
        found.append(file)
        wanted = file.based_on
    return tuple(reversed(found))


class Written(msgspec.Struct, frozen=True):
    """A rule set as put together, and the file that each of its values comes from."""

    ruleset: Ruleset
    own: str
    """The rule set's own file, for mistakes that cannot be blamed on a single value."""
    origin: dict[str, str]
    """The files, by ``values.NAME`` and ``use.KIND``."""

    def wrong(self, key: str, reason: str, part: str = "values") -> ContentError:
        """The error for a value (``hand_limit``, ``withheld[0]``), naming its file.

        ``part`` says where in the file the value is: under ``values`` or under ``use``.
        """
        name = key.replace("[", ".").split(".")[0]
        origin = self.origin.get(f"{part}.{name}", self.own)
        return ContentError(origin, f"{part}.{key}", reason)


def resolve(root: Path, specification: Specification, edition: int | None = None) -> Written:
    """The rule set that a specification stands for, as games that began with an edition play it.

    Without an edition, the rule set is as new games play it. Raises ContentError if a file is
    broken, and ValueError, worded for players, if the options do not go together.
    """
    files = lineage(root, specification.ruleset)
    chosen, laid = chosen_options(root, specification), set[str]()
    merged = _Merged()
    for file in files:
        own_ones = _own(root, file) - laid
        laid |= own_ones
        merged.put_options([option for option in chosen if option.id in own_ones])
        merged.put_on(file_of(file.id), file.use, file.values, file.add)
    check_choice(root, chosen, own_use(root, specification.ruleset))
    merged.put_options([option for option in chosen if option.id not in laid])
    if edition is not None:
        for name, patch in taken_back(root, edition, [file.id for file in files]):
            merged.put_patch(name, patch)
    own = files[-1]
    told = {"id": str(specification), "name": _name(root, own, specification)}
    told["summary"] = own.summary
    ruleset = merged.read(told | {"stage": own.stage})
    return Written(ruleset, file_of(own.id), merged.origin)


@lru_cache(maxsize=64)
def own_use(root: Path, ruleset_id: str) -> Mapping[str, str]:
    """The procedures that a rule set uses without any option, by kind. Raises ContentError."""
    found: dict[str, str] = {}
    for file in lineage(root, ruleset_id):
        found |= file.use
    return found


def check_choice(root: Path, chosen: Iterable[Option], use: Mapping[str, str]) -> None:
    """Raise Unfit, with the reason, if options do not suit each other or the rule set.

    ``use`` are the procedures of the rule set; if other options replace some of them, the
    replacements count.
    """
    by_id = {option.id: option for option in chosen}
    patched = [(option.id, option.patch.use) for option in by_id.values() if option.patch.use]
    for option in by_id.values():
        for other in option.needs:
            if other not in by_id:
                wanted = load_options(root)[other]
                reason = f"{option.label} needs {wanted.label} as well."
                instead = f"Choose '{other}' too, or leave '{option.id}' out."
                raise Unfit(reason, wanted.rows[0], option.id, instead)
        for other in option.excludes:
            if other in by_id:
                clashing = by_id[other]
                reason = f"{option.label} does not go with {clashing.label}."
                instead = f"Leave '{option.id}' or '{other}' out."
                raise Unfit(reason, clashing.rows[0], option.id, instead)
        for kind, allowed in option.fits.items():
            by = [other for other, more in patched if other != option.id and kind in more]
            there = {by_id[other].patch.use[kind] for other in by} or {use.get(kind, "")}
            if not there <= set(allowed):
                footing = _footings(root)[kind]
                others = " or ".join(f"'{other}'" for other in (option.id, *by))
                reason = f"{option.label} needs {footing.needs}."
                raise Unfit(reason, footing.row, option.id, f"Leave {others} out.")


@lru_cache(maxsize=8)
def _footings(root: Path) -> Mapping[str, Footing]:
    """The requirements of options that need one particular procedure."""
    return read_json(root, OPTIONS, OptionFile).footings


def chosen_options(root: Path, specification: Specification) -> list[Option]:
    """The options of a table, its rule set's own among them, in alphabetical order.

    Raises ValueError for an option that does not exist.
    """
    chosen = chosen_at(root, specification)
    known = load_options(root) if chosen else {}
    return [known[option] for option in chosen]


def _name(root: Path, own: RulesetFile, specification: Specification) -> str:
    """The name of the table: 'Classic, with ambush and commission'."""
    text = own.name
    for word, options in (("with", specification.options), ("without", specification.without)):
        if options:
            text += f", {word} {listed(labels_of(root, options))}"
    return text


def labels_of(root: Path, named: Iterable[str]) -> list[str]:
    """The names of options and decks within a sentence."""
    known: dict[str, Option | Deck] = {**load_options(root), **load_decks(root)}
    labels = [known[name].label for name in named]
    return [label[:1].lower() + label[1:] for label in labels]


def listed(names: list[str]) -> str:
    """Names as a list: 'ambush, blockade and gales'."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


class _Merged:
    """Values and procedures, merged layer by layer, each with the file it comes from."""

    def __init__(self) -> None:
        self.use: dict[str, str] = {}
        self.values: dict[str, Any] = {}
        self.origin: dict[str, str] = {}
        self._removed: dict[str, list[str]] = {}
        self._last = ""

    def put_options(self, options: Iterable[Option]) -> None:
        """Add options, one after the other. Raises ContentError."""
        for option in options:
            self.put_patch(OPTIONS, option.patch)

    def put_patch(self, file: str, patch: Patch) -> None:
        """Add a patch. Raises ContentError, which names the file."""
        self.put_on(file, patch.use, patch.values, patch.add)
        for key, entries in patch.remove.items():
            self._remove(file, key, entries)

    def _remove(self, file: str, key: str, entries: list[str]) -> None:
        """Note entries to take out of a list or a table at the end. Raises ContentError."""
        if not isinstance(self.values.get(key), list | dict):
            raise ContentError(file, f"remove.{key}", "there is no list or table of that name.")
        self._removed.setdefault(key, []).extend(entries)
        self.origin[f"values.{key}"] = file

    def put_on(
        self,
        file: str,
        use: Mapping[str, str],
        values: Mapping[str, Any],
        add: Mapping[str, list[Any] | dict[str, Any] | int],
    ) -> None:
        """Add the changes made by one file or option. Raises ContentError."""
        self._last = file
        for kind, procedure in use.items():
            self.use[kind] = procedure
            self.origin[f"use.{kind}"] = file
        for key, value in values.items():
            self.values[key] = value
            self._removed.pop(key, None)
            self.origin[f"values.{key}"] = file
        for key, more in add.items():
            before = self.values.get(key)
            if isinstance(before, list) and isinstance(more, list):
                self.values[key] = [*before, *more]
            elif isinstance(before, dict) and isinstance(more, dict):
                self.values[key] = {**before, **more}
            elif isinstance(before, int) and isinstance(more, int):
                self.values[key] = before + more
            else:
                raise ContentError(file, f"add.{key}", "there is nothing of that kind to add to.")
            self.origin[f"values.{key}"] = file

    def read(self, told: Mapping[str, str]) -> Ruleset:
        """The result as a rule set. Raises ContentError, which names the file at fault."""
        clash = set(self.values) & {*told, "use"}
        if clash:
            key = min(clash)
            reason = f"'{key}' is not one of the values. Put it at the top of the file."
            raise ContentError(self.origin[f"values.{key}"], f"values.{key}", reason)
        values = {**self.values, **{key: self._left_of(key) for key in self._removed}}
        try:
            return msgspec.convert({**told, "use": self.use, **values}, Ruleset)
        except msgspec.ValidationError as broken:
            key, reason = in_words(str(broken))
            if not key.startswith("use"):
                key = f"values.{key}" if key else self._unread()
            file = next((f for k, f in self.origin.items() if key.startswith(k)), self._last)
            raise ContentError(file, key, reason) from broken

    def _left_of(self, key: str) -> Any:
        """A list or a table without the entries taken out of it."""
        before, gone = self.values[key], self._removed[key]
        if isinstance(before, dict):
            return {name: entry for name, entry in before.items() if name not in gone}
        return [entry for entry in before if entry not in gone]

    def _unread(self) -> str:
        """The key of a value that no rule reads; empty if all are read."""
        unread = set(self.values) - set(Ruleset.__struct_fields__)
        return f"values.{min(unread)}" if unread else ""
