"""Every rule that the core names is a row of the ledger, and nothing is refused without one."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bot.content.load import load_ledger
from bot.rules import kernel, kingmaker
from bot.rules.kernel import Choice, IllegalChoice, Match
from tests.rules.kingmaker.scene import HOUSE

LEDGER = {rule.id for rule in load_ledger()}
NAMED = re.compile(
    r"\b(?:(?:house|base)-\d+|(?:classic|families|ishkibibble)-[a-z]+(?:-[a-z]+)*(?=\.\d))"
    r"(?:\.\d+)*[a-z]?\b"
)

_RULE_AT = {"IllegalChoice": 0, "Offer": 2}
"""At which place each call names its rule."""


def sources() -> list[Path]:
    """The files of the rules core that know this game."""
    folders = [Path(str(package.__file__)).parent for package in (kernel, kingmaker)]
    return [file for folder in folders for file in sorted(folder.rglob("*.py"))]


def procedures() -> list[Path]:
    """Those that ask and refuse; the words only look at what was asked."""
    return [file for file in sources() if not file.name.startswith("words")]


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def naming(module: ast.Module) -> Iterator[tuple[ast.AST, ast.Call]]:
    """Every call that names a rule, with the innermost function it stands in."""

    def walk(node: ast.AST, scope: ast.AST) -> Iterator[tuple[ast.AST, ast.Call]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call) and called(child) in _RULE_AT:
                yield scope, child
            yield from walk(child, child if isinstance(child, ast.FunctionDef) else scope)

    return walk(module, module)


def called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def rule_of(call: ast.Call) -> ast.expr | None:
    """The expression that names the rule of an offer or a refusal."""
    at = _RULE_AT[called(call)]
    if len(call.args) > at:
        return call.args[at]
    return next((k.value for k in call.keywords if k.arg == "rule"), None)


def values(found: ast.expr | None, scope: ast.AST) -> list[str | None]:
    """Everything that an expression may name; None for what cannot be told from the source."""
    if isinstance(found, ast.Constant) and isinstance(found.value, str):
        return [found.value]
    if isinstance(found, ast.IfExp):
        return [*values(found.body, scope), *values(found.orelse, scope)]
    if isinstance(found, ast.Name):
        if found.id == "rule" and looped(scope):
            return []  # one of several that are written out: a constant like any other
        named = given_to(found.id, scope) or (
            [given for file in procedures() for given in given_to(found.id, tree_of(file))]
            if found.id.isupper()
            else []
        )
        return [v for given in named for v in values(given, scope)] or [None]
    if isinstance(found, ast.Attribute):
        if found.attr == "rule":
            return []  # that of an offer, which is looked at where the offer is made
        kept = [given for file in procedures() for given in given_to(found.attr, tree_of(file))]
        return [v for given in kept for v in values(given, scope) if v != ""] or [None]
    if isinstance(found, ast.Call) and isinstance(found.func, ast.Attribute):
        if found.func.attr != "get":
            return [None]
        # One of a table of rules, or another that stands beside, as `_CAMPS.get(card, "base-1")`.
        table = ast.Subscript(found.func.value, found.args[0])
        return [v for each in (table, *found.args[1:]) for v in values(each, scope)]
    if isinstance(found, ast.Subscript) and isinstance(found.value, ast.Name):
        # One of a table of rules, as `_TRANSFERS[verb]`.
        tables = [
            given for file in procedures() for given in given_to(found.value.id, tree_of(file))
        ]
        rows = [value for table in tables if isinstance(table, ast.Dict) for value in table.values]
        return [v for row in rows for v in values(row, scope)] or [None]
    return [None]


def looped(scope: ast.AST) -> bool:
    """Whether a function goes through pairs with a rule in them."""
    loops = [n.target for n in ast.walk(scope) if isinstance(n, (ast.For, ast.comprehension))]
    names = [n.id for target in loops for n in ast.walk(target) if isinstance(n, ast.Name)]
    return "rule" in names


def given_to(name: str, scope: ast.AST) -> list[ast.expr]:
    """What is given to a name or an attribute in a function or a file, one by one or in pairs."""
    return assigned(scope).get(name, [])


@cache
def assigned(scope: ast.AST) -> dict[str, list[ast.expr]]:
    """What is given to each name and attribute in a function or a file."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(scope):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            targets, given = [target], [node.value]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                targets, given = target.elts, node.value.elts
            for one, value in zip(targets, given, strict=True):
                found.setdefault(name_of(one), []).append(value)
    return found


def name_of(target: ast.expr) -> str:
    if isinstance(target, ast.Attribute):
        return target.attr
    return target.id if isinstance(target, ast.Name) else ""


def constants(module: ast.Module) -> set[str]:
    """All rules that the code names, its comments and descriptions left out."""
    return {
        node.value
        for node in ast.walk(module)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and NAMED.fullmatch(node.value)
    }


def place(file: Path, node: ast.Call) -> str:
    return f"{file.name}:{node.lineno}"


def test_every_refusal_and_every_offer_names_a_row_of_the_ledger() -> None:
    wrong = {
        place(file, call): value
        for file in procedures()
        for scope, call in naming(tree_of(file))
        for value in values(rule_of(call), scope)
        if value not in LEDGER
    }
    assert wrong == {}


def test_every_rule_named_in_the_code_is_a_row() -> None:
    lost = {file: constants(tree_of(file)) - LEDGER for file in sources()}
    assert {file: rules for file, rules in lost.items() if rules} == {}


def test_comments_name_rows_or_whole_sections() -> None:
    unknown = [
        (file, rule)
        for file in sources()
        for rule in set(NAMED.findall(file.read_text(encoding="utf-8"))) - LEDGER
        if not any(re.match(rf"{re.escape(rule)}[.a-z]", row) for row in LEDGER)
    ]
    assert unknown == []


def test_there_is_something_to_look_at() -> None:
    calls = [called(call) for file in procedures() for _, call in naming(tree_of(file))]
    assert calls.count("IllegalChoice") > 100
    assert calls.count("Offer") > 60


def test_whatever_is_refused_in_play_is_refused_by_a_rule() -> None:
    """Any verb of the game, out of its time, is refused by a row of the ledger."""
    chance = random.Random("refusals")
    match, _ = Match.start(HOUSE, 3, "refusals", {"rounds": "6"})
    verbs: set[str] = set()
    refused = 0
    for _ in range(400):
        if match.over:
            break
        open_now = [(p.seat, offer) for p in match.prompts() for offer in p.offers]
        verbs |= {offer.verb for _, offer in open_now}
        for verb in chance.sample(sorted(verbs), k=min(4, len(verbs))):
            seat = chance.randrange(3)
            choice = Choice.of(verb, nobles="nobody", card="nothing", place="nowhere")
            with pytest.raises(IllegalChoice) as caught:
                match.submit(seat, choice)
            assert caught.value.rule in LEDGER, (verb, caught.value)
            assert caught.value.reason
            refused += 1
        seat, offer = chance.choice([o for o in open_now if o[1].verb != "propose_deal"])
        match.submit(seat, next(offer.choices()))
    assert refused > 500
