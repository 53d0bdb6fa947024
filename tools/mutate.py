"""Measures how well the rule tests bite: `python -m tools.mutate --sample 250`.

A mutant is one small change of a rule module: a comparison turned round, a condition left out, a
call dropped. Mutants are drawn by a seed from the modules of the rules, written into a copy of
the source tree, and the rule tests run against them one by one. A mutant is killed if a test
fails. A survivor is a change that no test sees: a hole in the tests, or a change that changes
nothing.

The slow tests over whole games (compliance, fixtures) and the tests of words are left out, so
that what is measured is the tests of single rules. The source tree itself is never touched.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
RULES = Path("bot", "rules")
TESTS = Path("tests")
MODULES = {
    "kingmaker": (
        "aftermath",
        "alliances",
        "ballot",
        "battle",
        "changes",
        "combat",
        "combat_offers",
        "combat_refusals",
        "coronation",
        "deals",
        "doors",
        "draw",
        "event_phase",
        "fight",
        "forces",
        "gales",
        "moment",
        "motions",
        "movement",
        "parliament",
        "parliament_business",
        "peace",
        "returning",
        "royals",
        "setup",
        "ships",
        "siege",
        "standing",
        "storm",
        "turn",
        "victory",
    ),
    "lancaster": (
        "castles",
        "conflicts",
        "corrections",
        "counties",
        "favours",
        "knights",
        "laws",
        "parliament",
        "placing",
        "placing_refusals",
        "prepare",
        "rewards",
        "rounds",
        "scoring",
        "setup",
        "sides",
    ),
}
"""The modules of every game that hold rules; words, views and the board's loading do not."""

LEFT_OUT = ("test_whole_games.py", "test_fixtures.py", "test_rule_ids.py", "test_words*.py")
COPIED = ("bot", "data", "tests", "tools", "pyproject.toml")
TIMEOUT = 60
"""Seconds after which a run counts as killed: the mutant goes round for ever."""
MEMORY = 3 << 30
"""The most bytes that a run may take up."""


class Site(NamedTuple):
    """A place in a module where a mutation is possible, and how to do it to the parsed module.

    The module is named with its game, as in ``kingmaker/battle``; ``node`` is the node's number in
    a walk over the tree.
    """

    module: str
    node: int
    line: int
    kind: str
    variant: int

    @property
    def name(self) -> str:
        return f"{self.module}:{self.line}:{self.kind}:{self.node}.{self.variant}"


class Verdict(NamedTuple):
    """What became of a mutant: the test that killed it, or None if it survived."""

    site: Site
    change: str
    killer: str | None


# What is changed

OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
PAIRED = {"any": "all", "all": "any", "min": "max", "max": "min"}


def variants(node: ast.AST) -> list[tuple[str, int]]:
    """The kinds of mutation that a node allows, each with the numbers of its variants."""
    found: list[tuple[str, int]] = []
    match node:
        case ast.Compare():
            found = [("compare", n) for n, op in enumerate(node.ops) if type(op) in OPPOSITE]
        case ast.BoolOp():
            found = [("and/or", 0), *(("operand", n) for n in range(len(node.values)))]
        case ast.UnaryOp(op=ast.Not()):
            found = [("not", 0)]
        case ast.Constant(value=bool()):
            found = [("constant", 0)]
        case ast.Constant(value=int()):
            found = [("constant", 1), ("constant", -1)]
        case ast.BinOp() if type(node.op) in ARITHMETIC and not texts(node):
            found = [("arithmetic", 0)]
        case ast.Call(func=ast.Name(id=name)) if name in PAIRED:
            found = [("any/all", 0)]
        case ast.Return(value=ast.expr() as value) if not nothing(value):
            found = [("return", 0)]
        case ast.FunctionDef() if procedure(node):
            found = [("early", 0)]
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Continue() | ast.Delete():
            found = [("drop", 0)]
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            found = [("drop", 0)]
        case ast.If() | ast.IfExp():
            found = [("branches", 0)]
        case ast.comprehension():
            found = [("condition", n) for n in range(len(node.ifs))]
    return found


def nothing(value: ast.expr) -> bool:
    """Whether a value is as good as None to most callers: None, false, zero or empty."""
    match value:
        case ast.Constant(value=constant):
            return not constant or isinstance(constant, bool)
        case ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Dict(keys=[]):
            return True
    return False


def texts(node: ast.BinOp) -> bool:
    """Whether strings or lists written out are added, where a difference means nothing."""
    plain = (ast.JoinedStr, ast.List, ast.Tuple)
    return any(
        isinstance(side, plain) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in (node.left, node.right)
    )


def procedure(node: ast.FunctionDef) -> bool:
    """Whether a function does something and returns nothing."""
    return isinstance(node.returns, ast.Constant) and node.returns.value is None


def mutate(node: ast.AST, kind: str, variant: int) -> ast.AST | None:
    """Change a node as told; the node that takes its place, None for 'itself, changed within'."""
    match node:
        case ast.Compare():
            node.ops[variant] = OPPOSITE[type(node.ops[variant])]()
        case ast.BoolOp() if kind == "operand":
            del node.values[variant]
            return node.values[0] if len(node.values) == 1 else None
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.UnaryOp():
            return node.operand
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value)):
            node.value = value + variant
        case ast.BinOp():
            node.op = ARITHMETIC[type(node.op)]()
        case ast.Call(func=ast.Name() as func):
            func.id = PAIRED[func.id]
        case ast.Return():
            node.value = ast.Constant(None)
        case ast.FunctionDef():
            node.body = [ast.Return()]
        case ast.comprehension():
            del node.ifs[variant]
        case ast.IfExp():
            node.body, node.orelse = node.orelse, node.body
        case ast.If(orelse=[]):
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.If():
            node.body, node.orelse = node.orelse, node.body
        case _:
            return ast.Pass()
    return None


# Where


def skipped(tree: ast.Module) -> set[ast.AST]:
    """Nodes that are not looked at: annotations, and what only tells the players something.

    That is what events, refusals and offers are made of; whether they are made is looked at.
    """
    out: set[ast.AST] = set()
    for node in ast.walk(tree):
        hidden: list[ast.AST | None] = []
        match node:
            case ast.arg() | ast.AnnAssign():
                hidden = [node.annotation]
            case ast.FunctionDef():
                hidden = [node.returns, *node.decorator_list]
            case ast.Call(func=ast.Attribute(value=ast.Name(id="facts" | "acts"))):
                hidden = [*node.args, *node.keywords]
            case ast.Call(func=ast.Name(id="IllegalChoice")):
                hidden = [*node.args, *node.keywords]
            case ast.ClassDef():
                hidden = list(node.keywords)
        out.update(inner for one in hidden if one is not None for inner in ast.walk(one))
    return out


@cache
def source_of(module: str) -> str:
    """The source of a module as it was when it was first asked for."""
    return (ROOT / RULES / f"{module}.py").read_text(encoding="utf-8")


def sites(module: str) -> list[Site]:
    """Every mutation that a module allows."""
    tree = ast.parse(source_of(module))
    out = skipped(tree)
    found: list[Site] = []
    line = 1
    for number, node in enumerate(ast.walk(tree)):
        if node in out:
            continue
        line = getattr(node, "lineno", None) or node_line(node) or line
        found += [Site(module, number, line, kind, variant) for kind, variant in variants(node)]
    return found


def node_line(node: ast.AST) -> int | None:
    """The line of a node that knows none itself: that of the first node in it that does."""
    lines = (getattr(inner, "lineno", None) for inner in ast.walk(node))
    return next((line for line in lines if line), None)


def mutant(site: Site) -> tuple[str, str]:
    """The source of the mutated module, and the change in words: the statement as it is now."""
    tree = ast.parse(source_of(site.module))
    walked = list(ast.walk(tree))
    node = walked[site.node]
    statement: ast.AST = node
    for outer in walked:
        if isinstance(outer, ast.stmt) and node in ast.walk(outer):
            statement = outer
    before = brief(statement)
    instead = mutate(node, site.kind, site.variant)
    if instead is not None:
        replace(tree, node, instead)
        if statement is node:
            statement = instead
    ast.fix_missing_locations(tree)
    return ast.unparse(tree), f"{before}  =>  {brief(statement)}"


def replace(tree: ast.AST, node: ast.AST, instead: ast.AST) -> None:
    """Put a node in the place of another."""
    for outer in ast.walk(tree):
        for name, value in ast.iter_fields(outer):
            if value is node:
                setattr(outer, name, instead)
            elif isinstance(value, list) and any(one is node for one in value):
                value[:] = [instead if one is node else one for one in value]


def brief(statement: ast.AST) -> str:
    """A statement on one line; of one that holds others, its head."""
    text = ast.unparse(statement)
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        text = text.split("\n")[0] + (" ..." if len(statement.body) > 1 else " return")
    elif isinstance(statement, (ast.If, ast.For, ast.While, ast.With)):
        text = " ".join(text.split("\n")[:2])
    return " ".join(text.split())


# Which tests


@cache
def files_for(module: str, tree: Path) -> tuple[list[str], list[str]]:
    """The test files most likely to see a change in a module, and all others."""
    source = source_of(module)
    names = {n.name for n in ast.walk(ast.parse(source)) if isinstance(n, ast.ClassDef)}
    words = {Path(module).name, *names, *re.findall(r'verb == "(\w+)"', source)}
    words |= set(re.findall(r'Offer\(\s*"(\w+)"', source))
    likely: list[tuple[int, str]] = []
    others: list[tuple[int, str]] = []
    for file in sorted((tree / TESTS / Path(module).parent).glob("test_*.py")):
        if any(file.match(pattern) for pattern in LEFT_OUT):
            continue
        text = file.read_text(encoding="utf-8")
        score = sum(len(re.findall(rf"\b{word}\b", text)) for word in words)
        score += 100 * (file.stem.removeprefix("test_").split("_")[0] in Path(module).name)
        (likely if score > 3 else others).append((score, str(file.relative_to(tree))))
    return [name for _, name in sorted(likely, reverse=True)], [name for _, name in others]


def run_tests(tree: Path, files: Sequence[str]) -> str | None:
    """Run test files in a copy of the tree until one fails; the test that failed."""
    if not files:
        return None
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider"]
    command += ["--hypothesis-seed=0", *files]
    environment = {**os.environ, "PYTHONPATH": str(tree)}

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    try:
        run = subprocess.run(
            command,
            cwd=tree,
            env=environment,
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
            preexec_fn=limit,
        )
    except subprocess.TimeoutExpired:
        return "time"
    if run.returncode == 0:
        return None
    if run.returncode > 2:
        raise SystemExit(f"pytest could not run:\n{run.stdout}{run.stderr}")
    failed = re.search(r"^(?:FAILED|ERROR) (?:tests/\w+/)?(\S+)", run.stdout, re.MULTILINE)
    return failed[1] if failed else "no answer"


def judge(site: Site, tree: Path) -> Verdict:
    """Write a mutant into a copy of the tree, run the tests, and put the copy right again."""
    source, change = mutant(site)
    target = tree / RULES / f"{site.module}.py"
    likely, others = files_for(site.module, tree)
    try:
        rewrite(target, source)
        killer = run_tests(tree, likely) or run_tests(tree, others)
    finally:
        rewrite(target, source_of(site.module))
    return Verdict(site, change, killer)


def rewrite(target: Path, source: str) -> None:
    """Write a module and forget what Python had compiled of it."""
    target.write_text(source, encoding="utf-8")
    for compiled in (target.parent / "__pycache__").glob(f"{target.stem}.*.pyc"):
        compiled.unlink()


def copied(folder: Path) -> Path:
    """A copy of what the tests need."""
    leave = shutil.ignore_patterns("__pycache__", ".hypothesis")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=leave)
        else:
            shutil.copy(source, folder / name)
    return folder


# The run


def chosen(options: argparse.Namespace) -> list[Site]:
    """The mutants to try: those named, or a sample of those that the modules allow."""
    named = options.modules or MODULES[options.game]
    unknown = sorted(set(named) - set(MODULES[options.game]))
    if unknown:
        raise SystemExit(f"{options.game} has no such modules: {', '.join(unknown)}")
    every = [site for module in named for site in sites(f"{options.game}/{module}")]
    if options.only:
        known = {site.name: site for site in every}
        gone = [name for name in options.only if name not in known]
        if gone:
            raise SystemExit(f"There is no such mutant (any more): {', '.join(gone)}")
        return sorted(known[name] for name in options.only)
    return sorted(random.Random(options.seed).sample(every, min(options.sample, len(every))))


def judged(chosen_sites: Sequence[Site], workers: int) -> Iterator[Verdict]:
    """Every mutant's verdict, each worker in a copy of its own."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        trees: SimpleQueue[Path] = SimpleQueue()
        for number in range(workers):
            trees.put(copied(Path(folder, str(number))))
        first = trees.get()
        likely, others = files_for(chosen_sites[0].module, first)
        if failed := run_tests(first, [*likely, *others]):
            raise SystemExit(f"The tests fail without any mutation: {failed}")
        trees.put(first)

        def one(site: Site) -> Verdict:
            tree = trees.get()
            try:
                return judge(site, tree)
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(workers) as pool:
            yield from pool.map(one, chosen_sites)


def summary(verdicts: Sequence[Verdict]) -> dict[str, object]:
    """The figures of a run, over all and by module, with the survivors."""

    def figures(part: Sequence[Verdict]) -> dict[str, object]:
        killed = sum(v.killer is not None for v in part)
        return {"killed": killed, "total": len(part), "share": round(killed / len(part), 3)}

    modules: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        modules.setdefault(verdict.site.module, []).append(verdict)
    return {
        **figures(verdicts),
        "modules": {m: figures(part) for m, part in modules.items()},
        "survivors": [
            {"name": v.site.name, "change": v.change} for v in verdicts if v.killer is None
        ],
    }


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sample", type=int, default=250, help="how many mutants")
    parser.add_argument("--seed", default="1", help="decides which mutants")
    parser.add_argument("--game", default="kingmaker", choices=MODULES)
    parser.add_argument("--modules", nargs="+", help="these modules of the game")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these mutants, by name")
    parser.add_argument("--workers", type=int, default=1, choices=(1, 2))
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    options = parser.parse_args()
    verdicts = []
    for verdict in judged(chosen(options), options.workers):
        verdicts.append(verdict)
        fate = "SURVIVED" if verdict.killer is None else f"killed by {verdict.killer}"
        print(f"{verdict.site.name}  {verdict.change}  {fate}", flush=True)
    found = summary(verdicts)
    if options.json:
        options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")
    for module, figures in found["modules"].items():  # type: ignore[attr-defined]
        print(f"{module:32}{figures['killed']:4}/{figures['total']}")
    print(f"killed {found['killed']} of {found['total']}: {found['share']:.1%}")


if __name__ == "__main__":
    main()
