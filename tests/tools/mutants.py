"""Small changes to the program, to see whether a test notices: what is changed, and where.

A mutant is one small change to a module: a comparison reversed, a condition left out, or a
call dropped. `tests.tools.mutate` picks some at random and runs the tests that reach them.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PACKAGES: dict[str, tuple[str, ...]] = {
    "rules": ("bot/rules/kingmaker/**/*.py", "bot/rules/lancaster/**/*.py"),
    "kernel": ("bot/rules/kernel/*.py",),
    "session": ("bot/session/**/*.py",),
    "storage": ("bot/storage/*.py",),
    "cogs": ("cogs/**/*.py",),
    "rendering": ("rendering/**/*.py",),
    "sandbox": ("bot/sandbox/**/*.py",),
    "seats": ("bot/seats/**/*.py",),
    "watch": ("bot/watch/*.py",),
    "words": ("bot/words/**/*.py",),
}
"""The parts of the program that can be mutated."""

CALLS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
"""Code that runs only when it is called."""

LEFT_OUT = ("facts.py", "facts/*.py")
"""Not mutated: facts, which only say what there is to report."""


class Site(NamedTuple):
    """A place where a mutation is possible, and how to apply it to the parsed module.

    The module is given by its path; ``node`` is the node's number in a walk over the tree.
    """

    module: str
    node: int
    line: int
    kind: str
    variant: int

    @property
    def name(self) -> str:
        """The mutant's name for `--only`."""
        return f"{self.module}:{self.line}:{self.kind}:{self.node}.{self.variant}"


def modules(package: str) -> list[str]:
    """The paths of a package's modules."""
    found = {path for pattern in PACKAGES[package] for path in ROOT.glob(pattern)}
    kept = [p for p in found if not any(p.match(pattern) for pattern in LEFT_OUT)]
    return sorted(str(path.relative_to(ROOT)) for path in kept)


@cache
def source_of(module: str) -> str:
    """The source of a module as it was when first asked for."""
    return (ROOT / module).read_text(encoding="utf-8")


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
        case ast.FunctionDef() | ast.AsyncFunctionDef() if procedure(node):
            found = [("early", 0)]
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.AugAssign() | ast.Continue():
            found = [("drop", 0)]
        case ast.Delete():
            found = [("drop", 0)]
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            found = [("drop", 0)]
        case ast.If() | ast.IfExp():
            found = [("branches", 0)]
        case ast.comprehension():
            found = [("condition", n) for n in range(len(node.ifs))]
    return found


def nothing(value: ast.expr) -> bool:
    """Whether most callers would treat a value like None: it is None, false, zero or empty."""
    match value:
        case ast.Constant(value=constant):
            return not constant or isinstance(constant, bool)
        case ast.List(elts=[]) | ast.Tuple(elts=[]) | ast.Dict(keys=[]):
            return True
    return False


def texts(node: ast.BinOp) -> bool:
    """Whether the operands include literal strings or lists, which cannot be subtracted."""
    plain = (ast.JoinedStr, ast.List, ast.Tuple)
    return any(
        isinstance(side, plain) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in (node.left, node.right)
    )


def procedure(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function has an effect and returns nothing."""
    returns_none = isinstance(node.returns, ast.Constant) and node.returns.value is None
    return returns_none and any(not isinstance(each, ast.Pass) for each in body_of(node))


def body_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.stmt]:
    """The statements of a function, without its docstring or any `...`."""
    return [
        each
        for each in node.body
        if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
    ]


def mutate(node: ast.AST, kind: str, variant: int) -> ast.AST | None:
    """Apply the mutation to a node. Returns its replacement, or None if the node itself was
    changed."""
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
        case ast.FunctionDef() | ast.AsyncFunctionDef():
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
    """Nodes that are not mutated: annotations, and anything that only informs somebody.

    That means the contents of events, refusals, offers and log lines; but a mutant may drop an
    event, a refusal or an offer altogether.
    """
    out: set[ast.AST] = set()
    for node in ast.walk(tree):
        hidden: list[ast.AST | None] = []
        match node:
            case ast.arg() | ast.AnnAssign():
                hidden = [node.annotation]
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                hidden = [node.returns, *node.decorator_list]
            case ast.Call(func=ast.Attribute(value=ast.Name(id="facts" | "acts"))):
                hidden = [*node.args, *node.keywords]
            case ast.Call(func=ast.Name(id="IllegalChoice")):
                hidden = [*node.args, *node.keywords]
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="log" | "logger")))):
                hidden = [node]
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                hidden = [node]
            case ast.ClassDef():
                hidden = [*node.keywords, *node.decorator_list]
        out.update(inner for one in hidden if one is not None for inner in ast.walk(one))
    return out


def sites(module: str) -> list[Site]:
    """Every possible mutation of a module."""
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
    """The line of a node that has no line number itself: that of the first node in it that has
    one."""
    lines = (getattr(inner, "lineno", None) for inner in ast.walk(node))
    return next((line for line in lines if line), None)


class Mutant(NamedTuple):
    """A changed module, where the change is, and what it is."""

    tree: ast.Module
    """The parsed module, with the line numbers of the source."""
    lines: range
    """Any test that reaches the change reaches at least one of these lines."""
    at_import: bool
    """Whether the changed code runs when the module is imported, not when something is called."""
    before: str
    after: str

    @property
    def change(self) -> str:
        """The change, on one line."""
        return f"{brief(self.before)}  =>  {brief(self.after)}"

    @property
    def diff(self) -> str:
        """The lines of the statement that differ."""
        told = difflib.ndiff(self.before.splitlines(), self.after.splitlines())
        return "\n".join(line for line in told if line[0] in "-+")


def mutant(site: Site) -> Mutant:
    """Make a mutant."""
    tree = ast.parse(source_of(site.module))
    node = list(ast.walk(tree))[site.node]
    around = list(ancestors(tree, node))
    statement = next(each for each in reversed(around) if isinstance(each, ast.stmt))
    before, lines = ast.unparse(statement), lines_of(node, statement)
    inside = [n for n, each in enumerate(around) if isinstance(each, CALLS)]
    at_import = site.kind != "early" and not any(in_body(around, n) for n in inside)
    instead = mutate(node, site.kind, site.variant)
    if instead is not None:
        replace(tree, node, ast.copy_location(instead, node))
        if statement is node and isinstance(instead, ast.stmt):
            statement = instead
    ast.fix_missing_locations(tree)
    return Mutant(tree, lines, at_import, before, ast.unparse(statement))


def ancestors(tree: ast.AST, node: ast.AST) -> Iterator[ast.AST]:
    """The nodes from the module down to this node, which comes last."""
    yield tree
    if tree is node:
        return
    for child in ast.iter_child_nodes(tree):
        if child is node or any(inner is node for inner in ast.walk(child)):
            yield from ancestors(child, node)
            return


def in_body(around: list[ast.AST], number: int) -> bool:
    """Whether the path down leads into a function's body (not its defaults)."""
    function = around[number]
    if number + 1 == len(around):
        return False
    body = function.body  # type: ignore[attr-defined]
    return around[number + 1] in (body if isinstance(body, list) else [body])


def lines_of(node: ast.AST, statement: ast.stmt) -> range:
    """The lines through which a changed node can be reached."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            first = body_of(node)[0]
            return range(first.lineno, (first.end_lineno or first.lineno) + 1)
        case ast.If():
            return range(node.lineno, (node.test.end_lineno or node.lineno) + 1)
        case ast.expr() | ast.stmt():
            return range(node.lineno, (node.end_lineno or node.lineno) + 1)
    return range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)


def replace(tree: ast.AST, node: ast.AST, instead: ast.AST) -> None:
    """Replace a node with another."""
    for outer in ast.walk(tree):
        for name, value in ast.iter_fields(outer):
            if value is node:
                setattr(outer, name, instead)
            elif isinstance(value, list) and any(one is node for one in value):
                value[:] = [instead if one is node else one for one in value]


def brief(text: str) -> str:
    """A statement on one line; only the beginning of a long one."""
    lines = text.split("\n")
    head = next((n for n, line in enumerate(lines) if line.lstrip()[:1] not in "@"), 0)
    return " ".join(" ".join(lines[head : head + 2]).split())
