"""The tool that measures the tests: its mutants are programs, and each differs."""

from __future__ import annotations

import argparse
import ast
import json
import os
import subprocess
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, cast

import pytest
from coverage import CoverageData

from tests import test_imports
from tests.tools import mutants, mutate
from tests.tools.reach import Reach, places

pytestmark = pytest.mark.tools


@pytest.mark.parametrize(
    "module",
    [
        "bot/rules/kingmaker/conditions/kings_peace.py",
        "bot/session/desk.py",
        "cogs/delivery/outbox.py",
    ],
)
def test_every_mutant_is_another_program_that_compiles(module: str) -> None:
    whole = ast.unparse(ast.parse(mutants.source_of(module)))
    found = mutants.sites(module)
    assert len({site.name for site in found}) == len(found) > 50
    for site in found[::7]:
        made = mutants.mutant(site)
        compile(made.tree, module, "exec")
        assert ast.unparse(made.tree) != whole, site.name
        assert made.diff, site.name


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
    assert (kind, variant) in mutants.variants(tree.body)
    instead = mutants.mutate(tree.body, kind, variant)
    assert ast.unparse(instead or tree) == mutated


def test_annotations_events_and_refusals_are_left_alone() -> None:
    tree = ast.parse("def f(a: int = 1) -> bool:\n    emit(facts.Told(a, 3 < a))\n    return a > 2")
    out = mutants.skipped(tree)
    kinds = {k for node in ast.walk(tree) if node not in out for k, _ in mutants.variants(node)}
    assert kinds == {"constant", "compare", "drop", "return"}


def test_log_lines_and_what_types_need_are_left_alone() -> None:
    tree = ast.parse("if TYPE_CHECKING:\n    import a\nlog.info('b', 3)\nx.y = 1")
    out = mutants.skipped(tree)
    kinds = {k for node in ast.walk(tree) if node not in out for k, _ in mutants.variants(node)}
    assert kinds == {"drop", "constant"}


def test_where_a_change_is_reached_and_whether_only_at_import() -> None:
    source = mutants.source_of("bot/session/services.py")
    found = [mutants.mutant(site) for site in mutants.sites("bot/session/services.py")]
    last = len(source.splitlines())
    assert all(0 < made.lines[0] <= made.lines[-1] <= last for made in found)
    tree = ast.parse("A = 1 + 2\ndef f(a: int = 3) -> None:\n    return 4 + a\n")
    numbers = {n.value: n for n in ast.walk(tree) if isinstance(n, ast.Constant) and n.value}
    ways = {value: list(mutants.ancestors(tree, node)) for value, node in numbers.items()}
    inside = {
        value: any(
            mutants.in_body(way, n) for n, each in enumerate(way) if isinstance(each, mutants.CALLS)
        )
        for value, way in ways.items()
    }
    assert inside == {1: False, 2: False, 3: False, 4: True}


@pytest.mark.parametrize(("line", "tests"), [({""}, ["b", "a"]), ({"", "a"}, ["a"]), (set(), [])])
def test_a_line_that_runs_only_at_import_is_left_to_the_tests_of_its_module(
    line: set[str], tests: list[str]
) -> None:
    (site,) = [s for s in mutants.sites("bot/words/kingmaker/telling.py") if s.kind == "drop"][:1]

    class Known:
        """Two tests reach the module."""

        seconds = {"a": 2.0, "b": 1.0}

        def tests(self, module: str, lines: range, source: str) -> set[str]:
            return line if len(lines) == 1 else {"", "a", "b"}

    (job,) = mutate.jobs([site], cast("Any", Known()), 60.0)
    assert not job.made.at_import
    assert (job.tests, job.hides) == (tests, "" in line)


def lot(paths: list[str], sample: int = 400) -> list[mutants.Site]:
    """What is drawn of the rules' mutants where only these paths are asked for."""
    asked = argparse.Namespace(packages=["rules"], paths=paths, only=None, sample=sample, seed="1")
    return mutate.chosen(asked)


def test_mutants_are_drawn_from_named_modules_and_folders_alone() -> None:
    folder, module = "bot/rules/kingmaker/victory", "bot/rules/kingmaker/view.py"
    found = {site.module for site in lot([folder, module])}
    changeable = [m for m in mutants.modules("rules") if mutants.sites(m)]
    assert found == {m for m in changeable if m.startswith(folder)} | {module}
    assert {site.module for site in lot([module])} == {module}


def test_a_path_without_modules_is_told_and_nothing_is_drawn() -> None:
    with pytest.raises(SystemExit) as told:
        lot(["bot/rules/kingmaker/victory", "bot/rules/kingmaker/vict"])
    assert str(told.value) == "No module of these packages lies in bot/rules/kingmaker/vict."


def test_lines_are_found_again_after_a_change() -> None:
    then, now = ["a", "b", "c"], ["a", "new", "b", "changed"]
    assert places(then, now) == {1: 1, 2: 3}
    assert places(["x", "a", "b", "y", "c"], ["a", "b", "c"], least=2) == {2: 1, 3: 2}


def test_the_tests_of_lines_that_were_moved_are_found_again(tmp_path: Path) -> None:
    function = "def f(a):\n    b = a\n    c = b\n    return c\n"
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "sums.py").write_text(f"A = 1\n\n\n{function}", encoding="utf-8")
    notes = tmp_path / "notes"
    notes.mkdir()
    data = CoverageData(str(notes / "main-1.lines"))
    data.set_context("test_sums.py::test_it")
    data.add_lines({str(tmp_path / "bot" / "sums.py"): {5, 6, 7}})
    data.write()
    sources = {"bot/sums.py": (tmp_path / "bot" / "sums.py").read_text(encoding="utf-8")}
    told = {"seconds": {"test_sums.py::test_it": 0.5}, "sources": sources}
    (notes / "main-1.json").write_text(json.dumps(told), encoding="utf-8")
    reach = Reach(notes)
    moved = f'"""Sums."""\n\n{function}'
    assert reach.tests("bot/elsewhere.py", [5], moved) == {"test_sums.py::test_it"}
    assert reach.tests("bot/elsewhere.py", [1, 3], moved) == set()


def test_a_test_that_was_moved_is_found_by_its_name(tmp_path: Path) -> None:
    here = "tests/test_mutate.py::test_what_a_mutation_does[3]"
    gone = "tests/gone/test_mutate.py::test_what_a_mutation_does[3]"
    reach = Reach(tmp_path)
    reach.seconds[gone] = 2.5
    assert [reach._now(test) for test in (here, gone, "", "a.py::test_none")] == [
        here,
        here,
        "",
        "a.py::test_none",
    ]
    assert reach.seconds[here] == 2.5


def test_the_new_code_takes_the_place_of_the_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    text = "class Sum:\n    def of(self, a: int) -> int:\n        return a + 2\n"
    (tmp_path / "sums.py").write_text(text, encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(text, str(tmp_path / "sums.py"), "exec"), names)
    (site,) = [each for each in mutants.sites("sums.py") if each.kind == "arithmetic"]
    made = mutants.mutant(site)
    assert (made.change, list(made.lines)) == ("return a + 2  =>  return a - 2", [3])
    assert names["Sum"]().of(5) == 7
    monkeypatch.setattr(SourceFileLoader, "get_code", SourceFileLoader.get_code)
    assert mutate.put_in_place(mutate.Job(site, made, [], 0.0, hides=False))
    assert names["Sum"]().of(5) == 3
    # An extension of a bot is made anew whenever a bot is.
    spec = spec_from_file_location("sums", tmp_path / "sums.py")
    assert spec is not None
    assert spec.loader is not None
    again = module_from_spec(spec)
    spec.loader.exec_module(again)
    assert again.Sum().of(5) == 3


def test_code_that_fits_in_no_place_is_tried_in_a_fresh_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    text = (
        "class Sum:\n    def __init__(self):\n        self.a = 1\n"
        "class Twice(Sum):\n    def __init__(self):\n        super().__init__()\n"
        "        self.b = 2\n"
    )
    (tmp_path / "twice.py").write_text(text, encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(text, str(tmp_path / "twice.py"), "exec"), names)
    (site,) = [s for s in mutants.sites("twice.py") if (s.kind, s.line) == ("drop", 6)]
    job = mutate.Job(site, mutants.mutant(site), [IT], 0.0, hides=False)
    monkeypatch.setattr(SourceFileLoader, "get_code", SourceFileLoader.get_code)
    assert not mutate.put_in_place(job)
    bench = mutate.Bench([], 1, 1)
    reading, writing = os.pipe()
    os.write(writing, mutate.UNPLACED.encode())
    os.close(writing)
    pid = os.posix_spawnp("true", ["true"], {"PATH": os.defpath})
    child = bench._children[reading] = mutate.Child(pid, reading, job, 0.0)
    while child in bench._children.values():
        bench._hear(child)
    assert (bench.unplaced, bench.verdicts) == ([job], [])


IT, OTHER = "test_sums.py::test_it[a - b]", "test_sums.py::test_other"
FAILS = (1, f"1 failed\nFAILED {IT} - assert 3 == 7")


@pytest.mark.parametrize(
    ("changed", "unchanged", "killer"),
    [
        ([(0, "2 passed")], [], None),
        ([FAILS], [(0, "1 passed")], IT),
        # A test that fails anyhow is left out, and the others are asked.
        ([FAILS, (0, "1 passed")], [FAILS], None),
        ([FAILS, (1, f"ERROR {OTHER}")], [FAILS, (0, "1 passed")], OTHER),
        # What is no answer: tests that are not found, that cannot be read, or are none at all.
        ([(4, f"ERROR: not found: {IT}")], [], None),
        ([(2, "ERROR test_sums.py")], [], None),
        ([(3, "INTERNALERROR")], [], None),
        ([(5, "no tests ran")], [], None),
        ([(1, "FAILED elsewhere.py::test")], [], None),
        # What goes on for ever does so only if the same tests end without the change.
        ([None], [(0, "2 passed")], mutate.ENDLESS),
        ([None], [None], None),
        ([None], [FAILS], None),
    ],
)
def test_only_a_test_that_fails_has_noticed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    changed: list[tuple[int, str] | None],
    unchanged: list[tuple[int, str] | None],
    killer: str | None,
) -> None:
    answers = {"return a - 2": [(0, "1 passed"), *changed], "return a + 2": [*unchanged]}

    def run(command: list[str], *, cwd: Path, **_: Any) -> subprocess.CompletedProcess[str]:
        text = (cwd / "sums.py").read_text(encoding="utf-8")
        (said,) = [answers[line].pop(0) for line in answers if line in text]
        if said is None:
            raise subprocess.TimeoutExpired(command, 1)
        return subprocess.CompletedProcess(command, said[0], stdout=said[1])

    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    monkeypatch.setattr(mutate, "COPIED", ("sums.py",))
    monkeypatch.setattr(subprocess, "run", run)
    mutants.source_of.cache_clear()
    (tmp_path / "sums.py").write_text("def f(a: int) -> int:\n    return a + 2\n", "utf-8")
    (site,) = [each for each in mutants.sites("sums.py") if each.kind == "arithmetic"]
    job = mutate.Job(site, mutants.mutant(site), [IT, OTHER], 0.0, hides=False)
    assert mutate.fresh(job, 1).killer == killer
    assert answers == {"return a - 2": [], "return a + 2": []}


@pytest.mark.parametrize("package", mutants.PACKAGES)
def test_every_module_that_may_be_changed_has_a_test_of_its_import(package: str) -> None:
    file, _, name = mutate.IMPORTED.partition("::")
    assert mutate.ROOT / file == Path(test_imports.__file__)
    assert getattr(test_imports, name)
    assert set(mutants.modules(package)) <= set(test_imports.MODULES)


def test_what_pytest_itself_says_of_tests_that_are_gone(tmp_path: Path) -> None:
    (tmp_path / "test_sums.py").write_text("def test_it() -> None: ...\n", encoding="utf-8")
    said = mutate.answer(tmp_path, ["test_sums.py::test_gone"], limit=100)
    assert said == "no answer, pytest's status was 4"


def test_in_a_forked_process_too_no_answer_is_no_notice() -> None:
    (site, *_) = mutants.sites("bot/session/services.py")
    job = mutate.Job(site, mutants.mutant(site), [IT, OTHER, "gone.py::test"], 0.0, hides=False)
    bench = mutate.Bench([], 1, 1)
    bench._items = dict.fromkeys((IT, OTHER))  # type: ignore[assignment]
    assert bench.there(job).tests == [IT, OTHER]
    for said, killer in (("", mutate.ENDLESS), (IT, None), (mutate.ENDLESS, None)):
        reading, writing = os.pipe()
        pid = os.posix_spawnp("true", ["true"], {"PATH": os.defpath})
        os.write(writing, said.encode())
        os.close(writing)
        child = mutate.Child(pid, reading, job, 0.0, checking=mutate.ENDLESS)
        bench._children[reading] = child
        while child in bench._children.values():
            bench._hear(child)
        assert bench.verdicts.pop() == (job, killer)


def test_what_changes_nothing_is_listed_with_a_reason_and_a_place() -> None:
    for (file, change), reason in mutate.equivalents().items():
        assert (mutate.ROOT / file).is_file(), file
        assert "  =>  " in change
        assert reason.endswith("."), reason
