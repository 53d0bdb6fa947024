"""The tool that measures the rule tests: its mutants are programs, and each differs."""

from __future__ import annotations

import ast

import pytest

from tools import mutate


@pytest.mark.parametrize("module", ["kingmaker/peace", "kingmaker/fight", "lancaster/placing"])
def test_every_mutant_is_another_program_that_compiles(module: str) -> None:
    whole = ast.unparse(ast.parse(mutate.source_of(module)))
    found = mutate.sites(module)
    assert len({site.name for site in found}) == len(found) > 50
    for site in found:
        source, change = mutate.mutant(site)
        compile(source, module, "exec")
        assert source != whole, site.name
        assert "  =>  " in change


@pytest.mark.parametrize(
    ("source", "kind", "variant", "mutated"),
    [
        ("a < b", "compare", 0, "a <= b"),
        ("a is not None", "compare", 0, "a is None"),
        ("a and b", "and/or", 0, "a or b"),
        ("a and b", "operand", 0, "b"),
        ("not a", "not", 0, "a"),
        ("3", "constant", -1, "2"),
        ("True", "constant", 0, "False"),
        ("a + b", "arithmetic", 0, "a - b"),
        ("any(a)", "any/all", 0, "all(a)"),
        ("x if a else y", "branches", 0, "y if a else x"),
    ],
)
def test_what_a_mutation_does(source: str, kind: str, variant: int, mutated: str) -> None:
    tree = ast.parse(source, mode="eval")
    assert (kind, variant) in mutate.variants(tree.body)
    instead = mutate.mutate(tree.body, kind, variant)
    assert ast.unparse(instead or tree) == mutated


def test_annotations_events_and_refusals_are_left_alone() -> None:
    tree = ast.parse("def f(a: int = 1) -> bool:\n    emit(facts.Told(a, 3 < a))\n    return a > 2")
    out = mutate.skipped(tree)
    kinds = {k for node in ast.walk(tree) if node not in out for k, _ in mutate.variants(node)}
    assert kinds == {"constant", "compare", "drop", "return"}


def test_likely_tests_come_first_and_slow_ones_not_at_all() -> None:
    likely, others = mutate.files_for("kingmaker/battle", mutate.ROOT)
    assert "tests/kingmaker/test_battle.py" in likely
    assert not set(likely) & set(others)
    assert not [name for name in (*likely, *others) if "words" in name or "compliance" in name]
