"""The rule ledger: one row per rule, looked up by id and searched by words."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

COLUMNS = ("id", "title", "rule", "phase", "source", "ruling")
"""The columns of a ledger file, in order."""
RELATIONS = ("replaces", "refines")
"""Two more columns, in the file of a rule set that records its changes to the rule sets below
it."""


_ASKING = frozenset(
    (
        *("a", "an", "and", "are", "be", "can", "could", "do", "does", "for", "how", "i", "in"),
        *("is", "it", "me", "my", "of", "on", "or", "should", "the", "to", "we", "what", "when"),
        *("where", "which", "who", "why", "will", "with", "you", "your"),
    )
)
"""Words common in questions, which do not tell one rule from another."""
_ALSO = {"victory": "win wins winning victory object goal aim"}
"""Other words for the subjects of some rules, by phase."""


class Rule(msgspec.Struct, frozen=True):
    """One testable rule. `ruling` is empty, or says how an unclear text was decided. `replaces` are
    the rows that it replaces in the rule sets on which its own is based: where it is in force, they
    are not. `refines` are rows that it repeats, makes precise or adds to; these stay in force. In
    both lists, the closest comes first.
    """

    id: str
    title: str
    rule: str
    phase: str
    source: str
    ruling: str = ""
    replaces: tuple[str, ...] = ()
    refines: tuple[str, ...] = ()

    @property
    def set(self) -> str:
        """The rule set to which the row belongs: `house` of `house-5.1`."""
        return self.id.partition("-")[0]


class LedgerError(ValueError):
    """A ledger text that cannot be read; `key` is the row or line, `reason` what is wrong."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}")
        self.key = key
        self.reason = reason


def parse_rules(text: str) -> tuple[Rule, ...]:
    """Read the rows of one ledger file from its CSV text. Raises LedgerError.

    The file has the `COLUMNS`, and possibly the `RELATIONS` after them.
    """
    reader = csv.reader(io.StringIO(text), strict=True)
    rules: list[Rule] = []
    try:
        header = tuple(next(reader, ()))
        if header not in (COLUMNS, COLUMNS + RELATIONS):
            columns = f"{', '.join(COLUMNS)}, with or without {' and '.join(RELATIONS)}"
            raise LedgerError("line 1", f"the columns must be {columns}")
        for row in reader:
            if not row:
                continue
            if len(row) != len(header):
                reason = f"has {len(row)} values, not {len(header)}"
                raise LedgerError(f"line {reader.line_num}", reason)
            number, title, rule, phase, source, ruling, *relations = row
            if not number or not title or not rule:
                raise LedgerError(f"line {reader.line_num}", "has no id, no title or no rule")
            ruling = ruling.removeprefix("ruling:").strip()
            ruling = ruling[:1].upper() + ruling[1:]  # shown as a sentence after the rule
            others = (tuple(ids.split()) for ids in relations)
            rules.append(Rule(number, title, rule, phase, source, ruling, *others))
    except csv.Error as broken:
        raise LedgerError(f"line {reader.line_num}", f"is not valid CSV ({broken})") from broken
    return tuple(rules)


class Rulebook:
    """All the rules of all the rule sets, in reading order."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        """Raises LedgerError if an id appears twice."""
        self._rules: dict[str, Rule] = {}
        for rule in rules:
            if rule.id in self._rules:
                raise LedgerError(rule.id, "this id is used twice")
            self._rules[rule.id] = rule
        self._words = {r.id: _words(f"{_headed(r)} {r.rule} {r.ruling}") for r in self}
        sets: dict[str, list[Rule]] = {}
        for rule in self:
            sets.setdefault(rule.set, []).append(rule)
        self._sets = {name: tuple(rows) for name, rows in sets.items()}

    def __len__(self) -> int:
        return len(self._rules)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._rules

    def get(self, rule_id: str) -> Rule:
        """The rule with this id. Raises KeyError if there is none."""
        return self._rules[rule_id]

    def find(self, rule_id: str) -> Rule | None:
        """The rule with this id; None if there is none."""
        return self._rules.get(rule_id)

    @property
    def sets(self) -> Mapping[str, tuple[Rule, ...]]:
        """The rules by rule set, each in reading order."""
        return self._sets

    def search(
        self, words: str, sets: Iterable[str] | None = None, limit: int | None = None
    ) -> tuple[Rule, ...]:
        """Rules that contain all the words, each as the beginning of a word, the best match first.

        A word found in the title or the id counts for more than one in the text, and one that names
        the rule's subject counts for the most; equal matches stay in reading order. Words that only
        form a question (*how do I …*) are ignored. `sets` limits the search to some rule sets.
        """
        asked = _words(words)
        wanted = tuple(word for word in asked if word not in _ASKING) or asked
        if not wanted:
            return ()
        kept = None if sets is None else frozenset(sets)
        hits: list[tuple[int, Rule]] = []
        for rule in self:
            if kept is not None and rule.set not in kept:
                continue
            if all(_begins(word, self._words[rule.id]) for word in wanted):
                hits.append((-sum(_counts(word, rule) for word in wanted), rule))
        hits.sort(key=lambda hit: hit[0])
        return tuple(rule for _, rule in hits[:limit])


class Layer(msgspec.Struct, frozen=True):
    """A rule set on top of those on which it is based. `left_out` are rows of those rule sets that
    it does not play, each with a sentence giving the reason. `rows` are its own rows that apply
    without any option; None means all. `brought` are rows from the options that are part of the
    rule set.
    """

    rule_set: str
    left_out: Mapping[str, str] = {}
    rows: Sequence[str] | None = None
    brought: tuple[str, ...] = ()


class TableRules:
    """The rules of one table: which rows apply there, and which rows replace those of other
    sets."""

    def __init__(
        self,
        book: Rulebook,
        layers: Sequence[Layer],
        brought: Iterable[str] = (),
        dropped: Mapping[str, str] = {},
    ) -> None:
        """Layer rule sets, the basis first, with the rows from options on top. `brought` are the
        ids of rows that the chosen options bring into force, no matter what the rule sets say about
        them; `dropped` are rows that do not go with these options, each with the reason. Raises
        LedgerError for a row that does not exist or is listed in two states.
        """
        self._book = book
        self._standing: set[str] = set()
        self._by: dict[str, tuple[str, ...]] = {}
        self._why: dict[str, str] = {}
        for layer in layers:
            self._put_on(layer)
            self._bring(tuple(dict.fromkeys(layer.brought)))
        self._bring(tuple(dict.fromkeys(brought)))
        for row, reason in dropped.items():
            self._drop(row, reason)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rows in force, in the order of the ledger."""
        return tuple(rule for rule in self._book if rule.id in self._standing)

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._standing

    def replaced_by(self, rule_id: str) -> tuple[str, ...]:
        """The rows that take a row's place here, the closest first; empty if there are none."""
        return self._by.get(rule_id, ())

    def left_out(self, rule_id: str) -> str:
        """The sentence that says why a row is left out here; empty if it is not."""
        return self._why.get(rule_id, "")

    def resolve(self, rule_id: str) -> Rule | None:
        """The row to show at this table where `rule_id` is cited.

        The row to show is the cited one itself if that is in force here, otherwise the one that
        took its place. For a row of another rule set, show whatever stands here for the rows that
        it refines or, failing that, for those that it replaces (a refined row says the same less
        precisely; a replaced row said something else). None if nothing in force takes its place.
        """
        for found in self._candidates(rule_id, set()):
            return self._book.get(found)
        return None

    def stand_ins(self) -> dict[str, str]:
        """For every row shown as another one here, the id of the row shown instead."""
        found = {rule.id: self.resolve(rule.id) for rule in self._book}
        return {
            cited: row.id for cited, row in found.items() if row is not None and row.id != cited
        }

    def _candidates(self, rule_id: str, asked: set[str]) -> Iterator[str]:
        rule = self._book.find(rule_id)
        if rule is None or rule_id in asked:
            return
        asked.add(rule_id)
        if rule_id in self._standing:
            yield rule_id
        elif rule_id not in self._why:
            for other in self._by.get(rule_id) or (*rule.refines, *rule.replaces):
                yield from self._candidates(other, asked)

    def _put_on(self, layer: Layer) -> None:
        """Add a rule set to those already there."""
        own = self._own_rows(layer)
        by = self._replaced(own)
        for other in layer.left_out:
            if other not in self._standing:
                raise LedgerError(other, "is not in force in the set that this one is based on")
            if other in by:
                raise LedgerError(other, f"is left out, but {by[other][0]} replaces it")
        for rule in own:
            for other in rule.refines:
                if other not in self._standing or other in by or other in layer.left_out:
                    raise LedgerError(rule.id, f"refines {other}, which is not in force in its set")
        self._standing.difference_update(by, layer.left_out)
        self._standing.update(rule.id for rule in own)
        self._by |= by
        self._why |= layer.left_out

    def _drop(self, row: str, reason: str) -> None:
        """Put a row out of force, if it is in force; what it said otherwise or more precisely
        stands in for it."""
        rule = self._book.find(row)
        if rule is None:
            raise LedgerError(row, "the ledger has no such row")
        if row not in self._standing:
            return
        self._standing.remove(row)
        instead = [other for other in (*rule.replaces, *rule.refines) if other in self._standing]
        if instead:
            self._by[row] = tuple(instead)
        else:
            self._why[row] = reason

    def _own_rows(self, layer: Layer) -> Sequence[Rule]:
        """A rule set's rows that apply without options. Raises LedgerError for unknown rows."""
        own = self._book.sets.get(layer.rule_set, ())
        if layer.rows is None:
            return own
        for unknown in set(layer.rows) - {rule.id for rule in own}:
            raise LedgerError(unknown, f"is not a row of the set '{layer.rule_set}'")
        return [rule for rule in own if rule.id in layer.rows]

    def _replaced(self, own: Sequence[Rule]) -> dict[str, tuple[str, ...]]:
        """The rows of lower sets that a set's own rows replace, each with its replacements, the
        closest first.

        A row replaces others of its own set only if an option brings it in.
        """
        ids = {rule.id for rule in own}
        found: dict[str, list[tuple[int, str]]] = {}
        for rule in own:
            for place, other in enumerate(rule.replaces):
                if other in ids:
                    continue
                if not any(other in state for state in (self._standing, self._by, self._why)):
                    reason = f"replaces {other}, which is not a row of the set it is based on"
                    raise LedgerError(rule.id, reason)
                found.setdefault(other, []).append((place, rule.id))
        return {
            other: tuple(rule_id for _, rule_id in sorted(rows, key=lambda row: row[0]))
            for other, rows in found.items()
        }

    def _bring(self, brought: tuple[str, ...]) -> None:
        """Put rows in force; the rows they replace give way, and so does whatever had taken their
        place.

        Rows that only repeat another row go out of force with it. Even a row brought in gives way
        if another one replaces it.
        """
        gone: dict[str, tuple[str, ...]] = {}
        known = self._standing.union(brought)
        for rule_id in brought:
            rule = self._book.find(rule_id)
            if rule is None:
                raise LedgerError(rule_id, "the ledger has no such row")
            gone |= {other: (rule_id,) for other in rule.replaces if other in known}
        brought = tuple(rule_id for rule_id in brought if rule_id not in gone)
        back = set(brought)
        for rule in self.rules:
            if rule.refines:
                if not rule.replaces and gone.keys() >= set(rule.refines):
                    gone[rule.id] = gone[rule.refines[0]]
            elif rule.replaces and back.issuperset(rule.replaces):
                gone[rule.id] = rule.replaces
        self._standing.difference_update(gone)
        self._standing |= back
        self._by |= gone
        for rule_id in brought:
            self._by.pop(rule_id, None)
            self._why.pop(rule_id, None)


def _headed(rule: Rule) -> str:
    """The first things a search for a rule looks at: its id, its title, and other words for its
    subject."""
    return f"{rule.id} {rule.title} {_ALSO.get(rule.phase, '')}"


def _counts(word: str, rule: Rule) -> int:
    """How well a rule matches a word it contains."""
    if word in _ALSO.get(rule.phase, "").split():
        # Among the rows about the end of the game, those that say who wins come first.
        return 2 + _begins("win", _words(rule.rule))
    return int(_begins(word, _words(f"{rule.id} {rule.title}")))


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[a-z0-9][a-z0-9.\-]*[a-z0-9]|[a-z0-9]", text.casefold()))


def _begins(word: str, words: tuple[str, ...]) -> bool:
    return any(other.startswith(word) for other in words)
