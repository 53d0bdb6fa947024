"""Which rows of the ledger a rule set plays by: its own, and the base rules it leaves standing."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from bot.content.errors import ContentError
from bot.content.files import read_json
from bot.content.load import data_root, load_ledger
from bot.rules.rulebook import Rule

SET_ASIDE = "kingmaker/set_aside"
BASE = "base"


class SetAside(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Why a base rule is not in force: the rules that stand `by` it instead, or in words `why`."""

    by: tuple[str, ...] = ()
    why: str = ""

    @property
    def reason(self) -> str:
        """Why in a sentence."""
        return self.why or f"Replaced by {', '.join(self.by)}."


def load_set_aside(rule_set: str, root: Path | None = None) -> dict[str, SetAside]:
    """The base rules that a rule set replaces or leaves out, by id; empty if it has no base.

    `root` is the data folder. Raises ContentError for a row that does not exist, or without a
    reason.
    """
    return _load((root or data_root()).resolve(), rule_set)


@lru_cache(maxsize=8)
def _load(root: Path, rule_set: str) -> dict[str, SetAside]:
    file = f"{SET_ASIDE}/{rule_set}.json"
    if not (root / file).is_file():
        return {}
    ledger = load_ledger(root)
    found = read_json(root, file, dict[str, SetAside])
    for key, reason in found.items():
        for rule in (key, *reason.by):
            if rule not in ledger:
                raise ContentError(file, key, f"the ledger has no row {rule!r}.")
        if bool(reason.by) == bool(reason.why):
            raise ContentError(file, key, "needs either the rules that replace it or a reason.")
    return found


def rows_in_force(rule_set: str, root: Path | None = None) -> tuple[Rule, ...]:
    """The rows of the ledger that hold in a rule set, base rules first. Raises ContentError."""
    sets, gone = load_ledger(root).sets, load_set_aside(rule_set, root)
    base = (rule for rule in sets[BASE] if rule.id not in gone) if gone else ()
    return (*base, *sets.get(rule_set, ()))
