"""The script of a tutorial game: what the coach says, and when."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

import msgspec

from bot.content.errors import ContentError
from bot.content.files import read_json
from bot.content.load import data_root, load_ledger, ruleset_ids
from bot.rules.kernel import Event
from bot.rules.kingmaker.facts.fact import Fact
from bot.words.kingmaker.prompts import KINDS
from bot.words.kingmaker.verbs import VERBS

TUTORIAL = "kingmaker/tutorial.json"

SAY_LIMIT = 600
"""Most characters of what the coach says at once: what a phone shows without scrolling."""

_CITED = re.compile(r"‹([^›]*)›")


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something the coach says once: when the learner is asked a kind of question, or after an
    event.

    With `offers` the question must offer that verb as well; with `mine` the event must be the
    learner's own doing.
    """

    key: str
    say: str
    asked: str | None = None
    offers: str | None = None
    event: str | None = None
    mine: bool = False


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tutorial game: how it is set up, its opening, its lines in order, its farewell."""

    ruleset: str
    seed: str
    rounds: int
    opening: str
    lines: tuple[Line, ...]
    farewell: str
    about: str = ""


@lru_cache(maxsize=4)
def load_tutorial(root: Path | None = None) -> Script:
    """The tutorial of Kingmaker, checked. Raises ContentError with file, key and reason."""
    folder = (root or data_root()).resolve()
    script = read_json(folder, TUTORIAL, Script)
    known = ruleset_ids(folder)
    if script.ruleset not in known:
        _refuse("ruleset", f"there is no such rule set; there are: {', '.join(known)}.")
    if not script.seed:
        _refuse("seed", "must not be empty.")
    if not 1 <= script.rounds <= 20:
        _refuse("rounds", "must be from 1 to 20.")
    for key, text in (("opening", script.opening), ("farewell", script.farewell)):
        _check_text(key, text)
    _check_lines(script.lines)
    return script


def _check_lines(lines: Collection[Line]) -> None:
    events = {_tag(fact) for fact in Fact.__subclasses__()}
    seen = {"opening", "farewell"}
    for number, line in enumerate(lines):
        at = f"lines[{number}]"
        if not re.fullmatch(r"[a-z][a-z-]*", line.key) or line.key in seen:
            _refuse(f"{at}.key", "must be a name of its own in small letters, with hyphens.")
        seen.add(line.key)
        if (line.asked is None) == (line.event is None):
            _refuse(at, "must have either `asked` or `event`.")
        if line.asked is not None and line.asked not in KINDS:
            _refuse(f"{at}.asked", f"there is no question {line.asked!r}.")
        if line.offers is not None and (line.asked is None or line.offers not in VERBS):
            _refuse(f"{at}.offers", "must be a verb that the question may offer.")
        if line.event is not None and line.event not in events:
            _refuse(f"{at}.event", f"there is no event {line.event!r}.")
        if line.mine and line.event is None:
            _refuse(f"{at}.mine", "only an event can be the learner's own.")
        _check_text(f"{at}.say", line.say)


def _check_text(key: str, text: str) -> None:
    if not 1 <= len(text) <= SAY_LIMIT:
        _refuse(key, f"must have 1 to {SAY_LIMIT} characters.")
    ledger = load_ledger()
    for cited in _CITED.findall(text):
        for rule in cited.split(", "):
            if rule not in ledger:
                _refuse(key, f"cites {rule!r}, which is no rule of the ledger.")


def _refuse(key: str, reason: str) -> None:
    raise ContentError(TUTORIAL, key, reason)


def _tag(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


def tag_of(event: Event) -> str:
    """The name of an event's kind, as a script calls it."""
    return _tag(type(event))
