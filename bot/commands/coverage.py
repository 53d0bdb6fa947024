"""`kingmaker rules coverage`: which rows of the ledger have a test, read from the markers."""

from __future__ import annotations

import ast
import json
from pathlib import Path

from bot.commands.problem import Problem
from bot.content.load import data_root, load_ledger


def marked_ids(tests: Path) -> set[str]:
    """All ledger ids named by `pytest.mark.rule(...)` below a folder.

    Raises Problem for a file that is not Python.
    """
    found: set[str] = set()
    for file in sorted(tests.rglob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        if "mark.rule" not in text:
            continue
        try:
            tree = ast.parse(text)
        except SyntaxError as error:
            raise Problem(f"{file} cannot be read: {error}.") from error
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and is_rule_mark(node.func):
                found.update(
                    arg.value
                    for arg in node.args
                    if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
                )
    return found


def is_rule_mark(func: ast.expr) -> bool:
    """Whether an expression is `pytest.mark.rule` (or `mark.rule`)."""
    return (
        isinstance(func, ast.Attribute)
        and func.attr == "rule"
        and isinstance(func.value, (ast.Attribute, ast.Name))
        and (func.value.attr if isinstance(func.value, ast.Attribute) else func.value.id) == "mark"
    )


def coverage(tests: Path) -> dict[str, dict[str, object]]:
    """For each set of the ledger its rows, how many are tested, and the ids that are not.

    Raises Problem if a marker names a row that does not exist.
    """
    ledger, marked = load_ledger(), marked_ids(tests)
    known = {rule.id for rule in ledger}
    unknown = sorted(marked - known)
    if unknown:
        raise Problem(f"Tests name rows that the ledger does not have: {', '.join(unknown)}.")
    report: dict[str, dict[str, object]] = {}
    for name, rules in ledger.sets.items():
        ids = [rule.id for rule in rules]
        untested = [rule_id for rule_id in ids if rule_id not in marked]
        report[name] = {
            "rows": len(ids),
            "tested": len(ids) - len(untested),
            "untested": untested,
        }
    return report


def print_coverage(*, as_json: bool, tests: Path | None) -> None:
    """Print the report."""
    folder = tests or data_root().parent / "tests"
    if not folder.is_dir():
        raise Problem(f"There are no tests at {folder}; name their folder with --tests.")
    report = coverage(folder)
    if as_json:
        print(json.dumps(report))
        return
    for name, row in report.items():
        print(f"{name:12} {row['tested']:>4} of {row['rows']:>4} rows have a test")
