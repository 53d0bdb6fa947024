"""The rule ledger: one row per rule, looked up by id and searched by words."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

COLUMNS = ("id", "title", "rule", "phase", "source", "ruling")
"""The columns of a ledger file, in order."""


class Rule(msgspec.Struct, frozen=True):
    """One testable rule. `ruling` is empty, or says how an unclear text was decided."""

    id: str
    title: str
    rule: str
    phase: str
    source: str
    ruling: str = ""

    @property
    def set(self) -> str:
        """The rule set that the row belongs to: `house` of `house-5.1`."""
        return self.id.partition("-")[0]


class LedgerError(ValueError):
    """A ledger text that cannot be read; `key` is the row, `reason` a sentence."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}")
        self.key = key
        self.reason = reason


def parse_rules(text: str) -> tuple[Rule, ...]:
    """Read the rows of one ledger file from its CSV text. Raises LedgerError."""
    reader = csv.reader(io.StringIO(text), strict=True)
    rules: list[Rule] = []
    try:
        header = next(reader, [])
        if tuple(header) != COLUMNS:
            raise LedgerError("line 1", f"the columns must be {', '.join(COLUMNS)}")
        for row in reader:
            if not row:
                continue
            if len(row) != len(COLUMNS):
                reason = f"has {len(row)} values where {len(COLUMNS)} are expected"
                raise LedgerError(f"line {reader.line_num}", reason)
            number, title, rule, phase, source, ruling = row
            if not number or not title or not rule:
                raise LedgerError(f"line {reader.line_num}", "has no id, no title or no rule")
            ruling = ruling.removeprefix("ruling:").strip()
            rules.append(Rule(number, title, rule, phase, source, ruling))
    except csv.Error as broken:
        raise LedgerError(f"line {reader.line_num}", f"is not valid CSV ({broken})") from broken
    return tuple(rules)


class Rulebook:
    """All rules of all rule sets, in reading order."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        """Raises LedgerError if an id comes twice."""
        self._rules: dict[str, Rule] = {}
        for rule in rules:
            if rule.id in self._rules:
                raise LedgerError(rule.id, "this id is used twice")
            self._rules[rule.id] = rule
        self._words = {r.id: _words(f"{r.id} {r.title} {r.rule} {r.ruling}") for r in self}

    @classmethod
    def from_texts(cls, texts: Iterable[str]) -> Rulebook:
        """A rulebook from the CSV texts of several files. Raises LedgerError."""
        return cls(rule for text in texts for rule in parse_rules(text))

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
        """The rule with this id, or None."""
        return self._rules.get(rule_id)

    @property
    def sets(self) -> Mapping[str, tuple[Rule, ...]]:
        """The rules by rule set, each in reading order."""
        grouped: dict[str, list[Rule]] = {}
        for rule in self:
            grouped.setdefault(rule.set, []).append(rule)
        return {name: tuple(rules) for name, rules in grouped.items()}

    def search(
        self, words: str, sets: Iterable[str] | None = None, limit: int | None = None
    ) -> tuple[Rule, ...]:
        """Rules that hold all the words, each as the beginning of a word, best match first.

        A word found in the title or the id counts more than one in the text; among equals the
        reading order stays. `sets` keeps to some rule sets.
        """
        wanted = _words(words)
        if not wanted:
            return ()
        kept = None if sets is None else frozenset(sets)
        hits: list[tuple[int, Rule]] = []
        for rule in self:
            if kept is not None and rule.set not in kept:
                continue
            if all(_begins(word, self._words[rule.id]) for word in wanted):
                title = _words(f"{rule.id} {rule.title}")
                hits.append((-sum(_begins(word, title) for word in wanted), rule))
        hits.sort(key=lambda hit: hit[0])
        return tuple(rule for _, rule in hits[:limit])


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[a-z0-9][a-z0-9.\-]*[a-z0-9]|[a-z0-9]", text.casefold()))


def _begins(word: str, words: tuple[str, ...]) -> bool:
    return any(other.startswith(word) for other in words)
