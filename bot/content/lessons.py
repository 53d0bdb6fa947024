"""The lessons of a game: chapters that begin from fixed positions, each with a goal and advice
about it.

A text names things by their ids in braces (``{neville}``), and only things that are present. Advice
names a button by its verb in brackets (``[attack]``), and shows the label it has at the time.

Whether a chapter's goal is reached is judged by what the learner (seat 0) can see.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NoReturn

import msgspec

from bot.content.errors import ContentError
from bot.content.files import read_json
from bot.content.in_force import table_rules
from bot.content.lancaster import lancaster_ruleset_ids, load_lancaster
from bot.content.load import data_root, load_content, load_ledger, ruleset_ids
from bot.rules.kernel import Game, Match, Seat
from bot.rules.kernel.game import LESSON, Misplaced
from bot.rules.kingmaker.game import Kingmaker
from bot.rules.kingmaker.setup import positions as kingmaker
from bot.rules.lancaster import setup as lancaster
from bot.rules.lancaster.game import Lancaster
from bot.words.kingmaker.prompts import KINDS
from bot.words.kingmaker.verbs import VERBS
from bot.words.kingmaker.words import KingmakerWords
from bot.words.lancaster.verbs import VERBS as LANCASTER_VERBS
from bot.words.lancaster.words import LancasterWords
from bot.words.shape import Words

GoalKind = Literal["keep", "place", "beat", "honour", "crown", "county", "win"]
"""An heir kept, a fortress controlled, a noble beaten, a card given to one of the learner's nobles,
an heir crowned, a county held, the game won."""

LEARNER = Seat(0)
"""The learner's seat: the player who opens a game sits there."""


def _keeps(view: Any, heir: str) -> bool:
    keeper = view.nobles.get(view.heirs[heir].holder)
    return keeper is not None and keeper.seat == LEARNER


def _controls(view: Any, place: str) -> bool:
    master = view.nobles.get(view.control.get(place))
    return master is not None and master.seat == LEARNER


def _has_beaten(view: Any, noble: str) -> bool:
    found = view.nobles.get(noble)
    return found is None or LEARNER in (found.captor, found.seat)


def _bears(view: Any, card: str) -> bool:
    return any(
        noble.seat == LEARNER and card in (noble.title, noble.office, *noble.cards)
        for noble in view.nobles.values()
    )


def _crowned(view: Any, heir: str) -> bool:
    return bool(view.heirs[heir].crowned) and _keeps(view, heir)


def _holds_county(view: Any, county: str) -> bool:
    return bool(view.counties[county].side == LEARNER)


def _won(view: Any, _: str) -> bool:
    return view.result is not None and LEARNER in view.result.winners


GOALS: dict[GoalKind, Callable[[Any, str], bool]] = {
    "keep": _keeps,
    "place": _controls,
    "beat": _has_beaten,
    "honour": _bears,
    "crown": _crowned,
    "county": _holds_county,
    "win": _won,
}
"""For each kind of goal, a check that it has been reached, given the learner's view and the thing
it is about."""


SAY_LIMIT = 500
"""The most characters in a text: as many as fit on a card beside its buttons."""

_NAMED = re.compile(r"\{([^}]*)\}")
_PRESSED = re.compile(r"\[([^\]]*)\]")
_CITED = re.compile(r"‹([^›]*)›")
_KEY = re.compile(r"[a-z][a-z-]{1,19}")


class Advice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Advice for when the learner is asked a kind of question and, with ``offers``, only if it
    offers that verb; with neither, for any question."""

    say: str
    asked: str | None = None
    offers: str | None = None

    def said(self, label: Callable[[str], str]) -> str:
        """The advice with the names of its buttons; ``label`` gives the name of a verb's button."""
        return _PRESSED.sub(lambda found: f"**{label(found[1])}**", self.say)


class ChapterGoal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The goal of a chapter, in words, and the sign that it has been reached."""

    say: str
    kind: GoalKind
    thing: str = ""


class MeantMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One choice along the intended way."""

    verb: str
    args: dict[str, str | list[str]] = {}


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A small position and the lesson it teaches.

    ``about`` is read first; ``hint`` when a round has passed without success; ``done`` when the
    goal is reached; ``way`` holds the learner's choices that lead to the goal.
    """

    key: str
    title: str
    ruleset: str
    seed: str
    about: str
    goal: ChapterGoal
    advice: tuple[Advice, ...]
    hint: str
    done: str
    way: tuple[MeantMove, ...]

    @property
    def seats(self) -> int:
        """The number of seats at the chapter's table."""
        raise NotImplementedError

    def reached(self, view: Any) -> bool:
        """Whether the learner, who sees this, has reached the goal."""
        return GOALS[self.goal.kind](view, self.goal.thing)


class KingmakerChapter(Chapter, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A chapter of Kingmaker."""

    position: kingmaker.Start

    @property
    def seats(self) -> int:
        return self.position.seats


class LancasterChapter(Chapter, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A chapter of Lancaster."""

    position: lancaster.Start

    @property
    def seats(self) -> int:
        return self.position.seats


class _KingmakerFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chapters: tuple[KingmakerChapter, ...]
    about: str = ""


class _LancasterFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chapters: tuple[LancasterChapter, ...]
    about: str = ""


FILES: dict[str, str] = {
    "kingmaker": "kingmaker/lessons.json",
    "lancaster": "lancaster/lessons.json",
}
"""The file with each game's lessons."""


def kingmaker_starts(ruleset: str) -> Mapping[str, kingmaker.Start]:
    """The positions of the lessons under these Kingmaker rules, by chapter."""
    file = read_json(data_root(), FILES["kingmaker"], _KingmakerFile)
    return {c.key: c.position for c in file.chapters if c.ruleset == ruleset}


def lancaster_starts(ruleset: str) -> Mapping[str, lancaster.Start]:
    """The positions of the lessons under these Lancaster rules, by chapter."""
    file = read_json(data_root(), FILES["lancaster"], _LancasterFile)
    return {c.key: c.position for c in file.chapters if c.ruleset == ruleset}


@lru_cache(maxsize=8)
def load_lessons(game: str, root: Path | None = None) -> tuple[Chapter, ...]:
    """The chapters of a game in order, checked, with the names filled in.

    Raises ContentError with file, key and reason.
    """
    folder = (root or data_root()).resolve()
    chapters: tuple[Chapter, ...]
    if game == "kingmaker":
        chapters = read_json(folder, FILES[game], _KingmakerFile).chapters
    else:
        chapters = read_json(folder, FILES[game], _LancasterFile).chapters
    seen: set[str] = set()
    for number, chapter in enumerate(chapters):
        at = f"chapters[{number}]"
        if not _KEY.fullmatch(chapter.key) or chapter.key in seen:
            _refuse(game, f"{at}.key", "must be a unique name in lower case, with hyphens.")
        seen.add(chapter.key)
    return tuple(
        _checked(game, chapter, f"chapters[{number}]", folder)
        for number, chapter in enumerate(chapters)
    )


def _checked(game: str, chapter: Chapter, at: str, folder: Path) -> Chapter:
    """The chapter with the names filled in. Raises ContentError if the chapter is inconsistent."""
    known = ruleset_ids(folder, previews=True) if game == "kingmaker" else lancaster_ruleset_ids()
    if chapter.ruleset not in known:
        _refuse(
            game, f"{at}.ruleset", f"there is no such rule set. Choose from: {', '.join(known)}."
        )
    try:
        rules, words, there = _laid(chapter, folder)
    except Misplaced as unfit:
        _refuse(game, f"{at}.position.{unfit.key}", unfit.reason)
    except ValueError as wrong:
        _refuse(game, f"{at}.position", str(wrong))
    match = _begun(game, chapter, at, rules)
    if chapter.goal.kind not in _OF_GAME[game]:
        _refuse(game, f"{at}.goal.kind", f"{game} has no such goal.")
    if chapter.goal.thing and chapter.goal.thing not in there:
        _refuse(game, f"{at}.goal.thing", f"{chapter.goal.thing!r} is not in the position.")
    if chapter.reached(match.view(LEARNER)):
        _refuse(game, f"{at}.goal", "is reached before anyone does anything.")
    for number, advice in enumerate(chapter.advice):
        _check_moment(game, f"{at}.advice[{number}]", advice)

    def spoken(key: str, text: str) -> str:
        return _spoken(game, f"{at}.{key}", text, there, words)

    return msgspec.structs.replace(
        chapter,
        about=spoken("about", chapter.about),
        hint=spoken("hint", chapter.hint),
        done=spoken("done", chapter.done),
        goal=msgspec.structs.replace(chapter.goal, say=spoken("goal.say", chapter.goal.say)),
        advice=tuple(
            msgspec.structs.replace(advice, say=spoken(f"advice[{number}].say", advice.say))
            for number, advice in enumerate(chapter.advice)
        ),
    )


def _laid(chapter: Chapter, folder: Path) -> tuple[Game, Words, frozenset[str]]:
    """Rules that include the chapter's position, words for them, and everything that may be named.

    Raises Misplaced if the position cannot be laid out, ValueError for a wrong number of seats.
    """
    rules: Game
    if isinstance(chapter, LancasterChapter):
        board = load_lancaster(ruleset_id=chapter.ruleset)
        rules = Lancaster(board, {chapter.key: chapter.position})
        rules.set_up(chapter.seats, {LESSON: chapter.key}, chapter.seed)
        return rules, LancasterWords(board), frozenset((*board.counties, *board.spaces))
    assert isinstance(chapter, KingmakerChapter)
    content, book = load_content(chapter.ruleset, folder), table_rules(chapter.ruleset)
    rules = Kingmaker(content, book, {chapter.key: chapter.position})
    state = rules.set_up(chapter.seats, {LESSON: chapter.key}, chapter.seed).state
    nobles = state.nobles
    beside = {c for n in nobles.values() for c in (n.title, n.office, *n.cards) if c}
    living = {heir for heir, found in state.heirs.items() if found.alive}
    hands = {c for f in state.factions for c in (*f.hand, *f.held)}
    there = frozenset((*nobles, *beside, *living, *hands, *state.chancery, *content.board.places))
    return rules, KingmakerWords(content, book), there


def _begun(game: str, chapter: Chapter, at: str, rules: Game) -> Match:
    """The chapter's match at its first question. Raises ContentError for an impossible position."""
    match, _ = Match.start(rules, chapter.seats, chapter.seed, {LESSON: chapter.key})
    wrong = rules.violations(match.table)
    if wrong:
        _refuse(game, f"{at}.position", f"{wrong[0]}.")
    if not any(prompt.blocking for prompt in match.prompts(LEARNER)):
        _refuse(game, f"{at}.position.phase", "the learner is never asked anything.")
    return match


_OF_GAME: dict[str, frozenset[str]] = {
    "kingmaker": frozenset({"keep", "place", "beat", "honour", "crown", "win"}),
    "lancaster": frozenset({"county", "win"}),
}


def _check_moment(game: str, at: str, advice: Advice) -> None:
    if game == "kingmaker" and advice.asked is not None and advice.asked not in KINDS:
        _refuse(game, f"{at}.asked", f"there is no question {advice.asked!r}.")
    verbs = VERBS if game == "kingmaker" else LANCASTER_VERBS
    if advice.offers is not None and advice.offers not in verbs:
        _refuse(game, f"{at}.offers", "must be a verb that a question may offer.")
    for verb in _PRESSED.findall(advice.say):
        if verb not in verbs:
            _refuse(game, f"{at}.say", f"mentions a button {verb!r} that does not exist.")


def _spoken(game: str, key: str, text: str, there: frozenset[str], words: Words) -> str:
    for thing in _NAMED.findall(text):
        if thing not in there:
            _refuse(game, key, f"mentions {thing!r}, which does not exist.")
    ledger = load_ledger()
    for cited in _CITED.findall(text):
        for rule in cited.split(", "):
            if rule not in ledger:
                _refuse(game, key, f"cites {rule!r}, which is not a rule of the ledger.")
    named: Callable[[re.Match[str]], str] = lambda found: f"**{words.kind(found[1])}**"  # noqa: E731
    said = _NAMED.sub(named, text)
    if not 1 <= len(said) <= SAY_LIMIT:
        _refuse(game, key, f"must have 1 to {SAY_LIMIT} characters.")
    return said


def _refuse(game: str, key: str, reason: str) -> NoReturn:
    raise ContentError(FILES[game], key, reason)
