"""`kingmaker rules where`: one rule's row, the code that carries it out, and its tests.

`kingmaker rules coverage`: the rows of the ledger that have a test, according to the markers.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from bot.commands.problem import Problem
from bot.content.files import read_json
from bot.content.in_force import table_rules
from bot.content.load import data_root, load_ledger, ruleset_ids
from bot.content.ruleset_files import OPTIONS, OptionFile, file_of
from bot.rules.rulebook import Rule


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
    """For each set of the ledger: how many rows it has, how many have tests, and the ids of those
    without any.

    Raises Problem if a marker names a nonexistent row.
    """
    ledger, marked = load_ledger(), marked_ids(tests)
    known = {rule.id for rule in ledger}
    unknown = sorted(marked - known)
    if unknown:
        raise Problem(f"The tests name rows that are not in the ledger: {', '.join(unknown)}.")
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
        raise Problem(f"There are no tests in {folder}. Name their folder with --tests.")
    report = coverage(folder)
    if as_json:
        print(json.dumps(report))
        return
    for name, row in report.items():
        print(f"{name:12} {row['tested']:>4} of {row['rows']:>4} rows have a test")


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in a file: the path from the project's root, the line number, and the name of what is
    there.
    """

    file: str
    line: int
    name: str


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """A rule, where the code carries it out, and which tests prove it.

    If no code names the rule, ``code`` is that of the rows it refines or replaces, each place with
    its row. ``data`` holds the options that bring the rule into force and, if neither code nor an
    option names it, its rule set. ``set_aside`` holds the rule sets that are based on the rule's
    own and do not use it, each with the reason.
    """

    rule: Rule
    code: tuple[Mention, ...]
    data: tuple[Mention, ...]
    tests: tuple[Mention, ...]
    set_aside: dict[str, str]


_PLACES = ("code", "data", "tests")


def where(rule_id: str, root: Path | None = None) -> Whereabouts:
    """All the places where a rule is found. Raises Problem for an id that is not in the ledger."""
    ledger = load_ledger()
    rule = ledger.find(rule_id.strip().casefold())
    if rule is None:
        near = get_close_matches(rule_id, [row.id for row in ledger], n=3)
        more = f" Did you mean {' or '.join(near)}?" if near else ""
        raise Problem(f"There is no row {rule_id!r} in the ledger.{more}")
    root = root or data_root().parent
    asides = {name: _aside(rule.id, name) for name in ruleset_ids(previews=True)}
    code = tuple(_mentions(root, rule.id))
    data = tuple(_options(root, rule.id))
    return Whereabouts(
        rule,
        code or tuple(_below(root, rule)),
        data if code or data else tuple(_rule_set(root, rule)),
        tuple(_proofs(root, root / "tests", rule.id)),
        {name: reason for name, reason in asides.items() if reason},
    )


def rows_of_section(section: str) -> tuple[Rule, ...]:
    """The rows of a section or chapter of the ledger; none if the id is a row itself, or
    unknown."""
    ledger, wanted = load_ledger(), section.strip().casefold()
    if wanted in ledger:
        return ()
    part = re.compile(rf"{re.escape(wanted)}(\.|[a-z](?![a-z]))")
    return tuple(row for row in ledger if part.match(row.id))


def _aside(rule_id: str, ruleset_id: str) -> str:
    """The reason why a rule set does not use a rule, in a sentence; empty if it does use the rule,
    or if no reason is needed.
    """
    rules = table_rules(ruleset_id)
    by = rules.replaced_by(rule_id)
    return f"Replaced by {', '.join(by)}." if by else rules.left_out(rule_id)


def naming(rule_id: str) -> re.Pattern[str]:
    """A pattern for exactly this rule's id: `house-8.4.1` must not match within `house-8.4.10`."""
    return re.compile(rf"(?<![\w-]){re.escape(rule_id)}(?!\.?\w)")


def _mentions(root: Path, rule_id: str) -> list[Mention]:
    """The places where the code names a rule: code written for it first, headings and modules
    last."""
    named = naming(rule_id)
    found: list[tuple[int, Mention]] = []
    for file in sorted((root / "bot" / "rules").rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if not named.search(text):
            continue
        scopes = list(_scopes(ast.parse(text)))
        told: set[str] = set()
        for number, line in enumerate(text.splitlines(), start=1):
            if named.search(line):
                rank, name = _belongs(scopes, number, line)
                if name not in told:
                    told.add(name)
                    found.append((rank, Mention(str(file.relative_to(root)), number, name)))
    return [mention for _, mention in sorted(found, key=lambda each: each[0])]


def _below(root: Path, rule: Rule) -> Iterator[Mention]:
    """Where the code names the rows that a rule refines or, failing that, replaces."""
    for row in rule.refines or rule.replaces:
        yield from (
            replace(found, name=f"{found.name}, for {row}") for found in _mentions(root, row)
        )


def _options(root: Path, rule_id: str) -> Iterator[Mention]:
    """The options that bring a rule into force."""
    file = root / "data" / OPTIONS
    if file.is_file():
        lines = file.read_text(encoding="utf-8").splitlines()
        for option in read_json(root / "data", OPTIONS, OptionFile).options:
            if rule_id in option.rows:
                line = next(n for n, text in enumerate(lines, 1) if f'"id": "{option.id}"' in text)
                yield Mention(f"data/{OPTIONS}", line, f"the option {option.id}")


def _rule_set(root: Path, rule: Rule) -> Iterator[Mention]:
    """The rule set that a rule belongs to, if it has a file and a table can play the rule: its
    settings decide how."""
    name, chosen = f"data/{file_of(rule.set)}", ruleset_ids()
    if (root / name).is_file() and any(rule.id in table_rules(one) for one in chosen):
        its_own = rule.set in chosen
        yield Mention(
            name, 1, f"the rule set {rule.set}" if its_own else "the base of all rule sets"
        )


class _Scope(NamedTuple):
    """A class or a function: its first and last line, the last line of its docstring, its name."""

    first: int
    last: int
    told: int
    name: str


def _scopes(tree: ast.AST, inside: str = "") -> Iterator[_Scope]:
    """Each class and function, with its full name."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            name = f"{inside}.{node.name}" if inside else node.name
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            doc = node.body[0] if ast.get_docstring(node, clean=False) is not None else None
            told = (doc.end_lineno or 0) if doc is not None else 0
            yield _Scope(first, node.end_lineno or first, told, name)
            yield from _scopes(node, name)


def _belongs(scopes: list[_Scope], number: int, line: str) -> tuple[int, str]:
    """The class or function a line belongs to, and how near the top of the list it comes (0: it is
    in a docstring)."""
    around = [scope for scope in scopes if scope.first <= number <= scope.last]
    if around:
        return (0 if number <= around[-1].told else 1), around[-1].name
    if line.startswith("#"):
        return 2, f"(heading: {line.strip('# ')})"
    return 3, "(module)"


def _proofs(root: Path, tests: Path, rule_id: str) -> Iterator[Mention]:
    for file in sorted(tests.rglob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        if rule_id not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and any(
                _marks(mark, rule_id) for mark in node.decorator_list
            ):
                yield Mention(str(file.relative_to(root)), node.lineno, node.name)


def _marks(decorator: ast.expr, rule_id: str) -> bool:
    return (
        isinstance(decorator, ast.Call)
        and is_rule_mark(decorator.func)
        and any(isinstance(arg, ast.Constant) and arg.value == rule_id for arg in decorator.args)
    )


def print_where(rule_id: str, *, as_json: bool, root: Path | None = None) -> None:
    """Print where to find a rule; for a section (`house-8.4`), its rows."""
    section = rows_of_section(rule_id)
    if section and not as_json:
        for each in section:
            print(f"{each.id}  {each.title}  ({each.phase})")
        return
    found = where(rule_id, root)
    rule = found.rule
    if as_json:
        row = {name: getattr(rule, name) for name in rule.__struct_fields__}
        places = {key: [asdict(m) for m in getattr(found, key)] for key in _PLACES}
        print(json.dumps({**row, **places, "set_aside": found.set_aside}, ensure_ascii=False))
        return
    print(f"{rule.id}  {rule.title}  ({rule.phase}; {rule.source})\n  {rule.rule}")
    if rule.ruling:
        print(f"  Ruling: {rule.ruling}")
    for relation, others in (("Replaces", rule.replaces), ("Refines", rule.refines)):
        if others:
            print(f"  {relation}: {', '.join(others)}")
    for name, reason in found.set_aside.items():
        print(f"  Not in force in {name}: {reason}")
    if not ((root or data_root().parent) / "tests").is_dir():
        print("  A checkout of the program also shows where the rule is carried out and tested.")
        return
    nowhere = "no rule set" if found.set_aside.keys() >= set(ruleset_ids()) else "nothing yet"
    for heading, mentions, none in (
        ("Played in", found.code + found.data, nowhere),
        ("Proved by", found.tests, "nothing yet"),
    ):
        print(f"{heading}:" if mentions else f"{heading}: {none}.")
        for mention in mentions:
            print(f"  {mention.file}:{mention.line}  {mention.name}")
