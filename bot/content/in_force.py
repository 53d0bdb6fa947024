"""The rules of a table: layered rule sets, and what the chosen options add.

The ledger says, beside each row of a rule set, what it replaces. Rows that a rule set drops without
replacing them are in ``kingmaker/set_aside``, with the reason.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from bot.content.errors import ContentError
from bot.content.files import read_json
from bot.content.load import data_root, ledger_file, load_ledger
from bot.content.ruleset_files import (
    OPTIONS,
    RulesetFile,
    Specification,
    chosen_options,
    file_of,
    lineage,
    own_options,
    ruleset_ids,
)
from bot.rules.rulebook import Layer, LedgerError, Rule, Rulebook, TableRules

SET_ASIDE = "kingmaker/set_aside"


def table_rules(specification: str, root: Path | None = None) -> TableRules:
    """The rules of a table, by its specification (``house``, ``classic+ambush``).

    `root` is the data folder. A rule set without its own file is based on nothing. Raises
    ContentError, which names file and key, if the files contradict each other about the rows, and
    ValueError for an option that does not exist.
    """
    wanted = str(Specification.parse(specification))
    return _table_rules((root or data_root()).resolve(), wanted)


def in_force(specification: str, root: Path | None = None) -> tuple[Rule, ...]:
    """The rows of the ledger that apply at a table, base rules first. Raises the same errors as
    `table_rules`.
    """
    return table_rules(specification, root).rules


def resolve(rule_id: str, specification: str, root: Path | None = None) -> Rule | None:
    """The row to show at a table where `rule_id` is cited: that one, or whatever takes its place.
    None if nothing does.

    Raises the same errors as `table_rules`.
    """
    return table_rules(specification, root).resolve(rule_id)


def layer_names(root: Path, ruleset_id: str) -> tuple[str, ...]:
    """The rule sets that a rule set is built on, the lowest first, and last the rule set itself."""
    if ruleset_id not in ruleset_ids(root):
        return (ruleset_id,)
    return tuple(file.id for file in lineage(root, ruleset_id))


@lru_cache(maxsize=64)
def _table_rules(root: Path, specification: str) -> TableRules:
    wanted = Specification.parse(specification)
    book = load_ledger(root)
    names = layer_names(root, wanted.ruleset)
    chosen = chosen_options(root, wanted) if wanted.ruleset in ruleset_ids(root) else []
    layers, left = [], {option.id: option for option in chosen}
    for layer in _layers(root, book, names):
        own = [left.pop(one) for one in _own_of(root, layer.rule_set) if one in left]
        rows = tuple(row for option in own for row in option.rows)
        layers.append(msgspec.structs.replace(layer, brought=rows))
    brought = [row for option in left.values() for row in option.rows]
    dropped = {row: f"It does not go with “{o.label}”." for o in chosen for row in o.drops}
    try:
        return TableRules(book, layers, brought, dropped)
    except LedgerError as broken:
        raise ContentError(OPTIONS, broken.key, f"{broken.reason}.") from broken


def _own_of(root: Path, ruleset_id: str) -> tuple[str, ...]:
    """The options that a rule set is put together from; none if it has no file."""
    return own_options(root, ruleset_id) if ruleset_id in ruleset_ids(root) else ()


def _rows_of(root: Path, ruleset_id: str) -> tuple[str, ...] | None:
    """The rows of a rule set that apply without any option; None means all of them."""
    if ruleset_id not in ruleset_ids(root):
        return None
    return read_json(root, file_of(ruleset_id), RulesetFile).rows


def _layers(root: Path, book: Rulebook, names: tuple[str, ...]) -> list[Layer]:
    """The layers of a rule set, applied one at a time to see which file is to blame for what."""
    layers: list[Layer] = []
    for name in names:
        if name not in book.sets:
            raise ContentError(ledger_file(name), "", f"there is no rule set '{name}'.")
        aside = f"{SET_ASIDE}/{name}.json"
        left_out = read_json(root, aside, dict[str, str]) if (root / aside).is_file() else {}
        layers.append(Layer(name, left_out, _rows_of(root, name)))
        for row, reason in left_out.items():
            if not reason.strip():
                raise ContentError(aside, row, "needs a reason, in a sentence.")
        try:
            TableRules(book, layers)
        except LedgerError as broken:
            file = aside if broken.key in left_out else ledger_file(name)
            raise ContentError(file, broken.key, f"{broken.reason}.") from broken
    return layers
