"""The lessons: each chapter played as it is meant, and how a broken file is refused."""

from __future__ import annotations

import json
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from bot.content import ContentError, data_root
from bot.content.lessons import FILES, Chapter, load_lessons
from bot.content.load import ruleset_ids
from bot.games import GAMES, game_for, policy_for, words_for
from bot.rules.kernel import Choice, Match
from bot.rules.kernel.game import LESSON
from cogs.ui.choosing.offers import ways_of
from cogs.ui.opening.lesson import _advice
from tests.cogs.conftest import MemorySession

CHAPTERS = [(game, chapter) for game in GAMES for chapter in load_lessons(game)]
EACH = pytest.mark.parametrize(
    ("game", "chapter"), CHAPTERS, ids=[f"{game}-{chapter.key}" for game, chapter in CHAPTERS]
)
STANDING = {"What can I do?", "Do it for me", "Try again"}
"""Buttons that stand below whatever is asked."""
MOST_MOVES = 30


def begun(game: str, chapter: Chapter) -> Match:
    """The chapter at its first question, by the very rules that a table gets."""
    rules = game_for(game, chapter.ruleset)
    return Match.start(rules, chapter.seats, chapter.seed, {LESSON: chapter.key})[0]


@EACH
def test_the_way_that_is_meant_leads_to_the_goal_and_nothing_less(
    game: str, chapter: Chapter
) -> None:
    match, steward, way = begun(game, chapter), policy_for(game, "steward"), list(chapter.way)
    assert match.game.violations(match.table) == []
    for _ in range(MOST_MOVES):
        if chapter.reached(match.view(None)):
            assert not way
            return
        other = next(
            (s for s in range(1, chapter.seats) if any(p.blocking for p in match.prompts(s))), None
        )
        if any(prompt.blocking for prompt in match.prompts(0)):
            move = way.pop(0)
            match.submit(0, Choice.of(move.verb, **move.args))
        else:
            assert other is not None
            asked = [prompt for prompt in match.prompts(other) if prompt.blocking]
            _, choice = steward.choose(match.view(other), asked, other, random.Random(1))
            match.submit(other, choice)
        assert match.game.violations(match.table) == []
    raise AssertionError("the way does not come to its end")


@EACH
def test_a_chapter_is_as_its_seed_has_it_whenever_it_is_begun(game: str, chapter: Chapter) -> None:
    assert begun(game, chapter).save() == begun(game, chapter).save()
    rules = game_for(game, chapter.ruleset)
    again = Match.load(rules, begun(game, chapter).save())
    assert again.save() == begun(game, chapter).save()


@EACH
def test_its_advice_speaks_of_buttons_that_are_offered_then(game: str, chapter: Chapter) -> None:
    words = words_for(game, chapter.ruleset)
    kinds = {words.kind(thing) for thing in _things(game, chapter)} | STANDING
    assert _bold(chapter.about, chapter.hint, chapter.done) <= kinds
    match, steward, way = begun(game, chapter), policy_for(game, "steward"), list(chapter.way)
    session: Any = MemorySession(match, tuple("Anne" for _ in range(chapter.seats)))
    session.game, session.ruleset = game, chapter.ruleset
    told = []
    while not chapter.reached(match.view(None)):
        asked = [prompt for prompt in match.prompts(0) if prompt.blocking]
        if asked:
            told.append(_advice(session, chapter))
            ways = ways_of(match.prompts(0)).values()
            offered = {words.button(way.offers, way.prompt, match.view(0)) for way in ways}
            assert _bold(told[-1] or "") <= kinds | offered
            move = way.pop(0)
            match.submit(0, Choice.of(move.verb, **move.args))
            continue
        other = next(s for s in range(1, chapter.seats) if any(match.prompts(s)))
        theirs = [prompt for prompt in match.prompts(other) if prompt.blocking]
        _, choice = steward.choose(match.view(other), theirs, other, random.Random(1))
        match.submit(other, choice)
    assert all(told)


def _bold(*texts: str) -> set[str]:
    return {found for text in texts for found in re.findall(r"\*\*([^*]+)\*\*", text)}


def test_advice_names_what_a_button_is_aimed_at() -> None:
    chapter = next(one for one in load_lessons("kingmaker") if one.key == "fight")
    session: Any = MemorySession(begun("kingmaker", chapter), ("Anne", "Ben"))
    assert (_advice(session, chapter) or "").startswith("Press **Attack Clifford** with **Percy**")


def _things(game: str, chapter: Chapter) -> set[str]:
    content = game_for(game, chapter.ruleset).content
    if game == "lancaster":
        return {*content.counties}
    return {*content.crown, *content.heirs, *content.board.places}


def test_every_way_to_win_has_its_chapter_and_each_game_a_lesson() -> None:
    won = {chapter.ruleset for _, chapter in CHAPTERS if chapter.goal.kind == "win"}
    assert won == {"house", "classic", "base"}
    assert {game for game, _ in CHAPTERS} == set(GAMES)


def test_a_lesson_that_there_is_not_is_refused() -> None:
    for game, ruleset, seats in (("kingmaker", "classic", 2), ("lancaster", "standard", 3)):
        with pytest.raises(ValueError, match="These rules have no such lesson"):
            Match.start(game_for(game, ruleset), seats, "s", {LESSON: "heir"})
    with pytest.raises(ValueError, match="This lesson is for 2 seats"):
        Match.start(game_for("kingmaker", "house"), 3, "s", {LESSON: "heir"})


def broken(tmp_path: Path, game: str, keys: tuple[Any, ...], value: Any) -> ContentError:
    """What is said of the lessons with one value changed."""
    for folder in ("kingmaker", "lancaster"):
        shutil.copytree(data_root() / folder, tmp_path / folder)
    path = tmp_path / FILES[game]
    whole = json.loads(path.read_text(encoding="utf-8"))
    part = whole
    for step in keys[:-1]:
        part = part[step]
    part[keys[-1]] = value
    path.write_text(json.dumps(whole), encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        load_lessons(game, tmp_path)
    assert refused.value.file == FILES[game]
    return refused.value


FIRST = ("chapters", 0)
NEVILLE = (*FIRST, "position", "nobles", "neville")


@pytest.mark.parametrize(
    ("keys", "value", "key", "reason"),
    [
        ((*FIRST, "ruleset"), "chess", "chapters[0].ruleset",
         f"there is no such rule set. Choose from: {', '.join(ruleset_ids(previews=True))}."),
        (("chapters", 1, "key"), "heir", "chapters[1].key",
         "must be a unique name in lower case, with hyphens."),
        ((*NEVILLE, "at"), "camelot", "chapters[0].position.nobles.neville.at",
         "there is no place or square 'camelot'."),
        ((*NEVILLE, "at"), "brougham", "chapters[0].position.nobles.clifford.at",
         "the noble cannot be inside brougham."),
        ((*NEVILLE, "seat"), 2, "chapters[0].position.nobles.neville.seat",
         "there is no such seat."),
        ((*NEVILLE, "cards"), ["joker"], "chapters[0].position.nobles.neville.cards",
         "'joker' is not one of the cards left."),
        ((*NEVILLE, "heirs"), ["edward_march"], "chapters[0].position.heirs.edward_march",
         "neville already keeps the heir."),
        ((*FIRST, "goal"), {"say": "Hold it.", "kind": "place", "thing": "middleham"},
         "chapters[0].goal", "is reached before anyone does anything."),
        ((*FIRST, "position", "heirs", "edward_march"), "camelot",
         "chapters[0].position.heirs.edward_march", "there is no place or square 'camelot'."),
        ((*FIRST, "position", "reign"), 3, "chapters[0].position.reign",
         "no reign is counted in this position."),
        ((*FIRST, "goal", "kind"), "county", "chapters[0].goal.kind",
         "kingmaker has no such goal."),
        ((*FIRST, "goal", "thing"), "percy", "chapters[0].goal.thing",
         "'percy' is not in the position."),
        ((*FIRST, "advice", 0, "say"), "{percy} marches.", "chapters[0].advice[0].say",
         "mentions 'percy', which does not exist."),
        ((*FIRST, "advice", 0, "asked"), "chess", "chapters[0].advice[0].asked",
         "there is no question 'chess'."),
        ((*FIRST, "advice", 0, "offers"), "castle", "chapters[0].advice[0].offers",
         "must be a verb that a question may offer."),
        ((*FIRST, "advice", 0, "say"), "Press [jump].", "chapters[0].advice[0].say",
         "mentions a button 'jump' that does not exist."),
        ((*FIRST, "hint"), "‹house-99›", "chapters[0].hint",
         "cites 'house-99', which is not a rule of the ledger."),
        ((*FIRST, "done"), "x" * 501, "chapters[0].done", "must have 1 to 500 characters."),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused(
    tmp_path: Path, keys: tuple[Any, ...], value: Any, key: str, reason: str
) -> None:
    found = broken(tmp_path, "kingmaker", keys, value)
    assert found.key == key
    assert found.reason == reason


@pytest.mark.rule("lancaster-4i.5")
@pytest.mark.parametrize(
    ("value", "key", "reason"),
    [
        ({"Z": {"seat": 1, "knight": 2}}, "counties.Z", "there is no such county."),
        ({"F": {"seat": 3, "knight": 2}}, "counties.F.seat", "there is no such seat."),
        ({"F": {"seat": 1, "knight": 9}}, "counties.F.knight",
         "this seat has no such knight left."),
        ({"F": {"seat": 1, "knight": 2, "squires": 9}}, "counties.F.squires",
         "this seat does not have that many."),
        ({"F": {"seat": 1, "knight": 1}}, "counties.F", "a knight that weak cannot be there."),
        ({"F": {"seat": 1, "knight": 1, "squires": 1}}, "counties.F",
         "a knight that weak cannot be there."),
    ],
)  # fmt: skip
def test_knights_who_cannot_stand_there_are_refused(
    tmp_path: Path, value: Any, key: str, reason: str
) -> None:
    found = broken(tmp_path, "lancaster", (*FIRST, "position", "counties"), value)
    assert (found.key, found.reason) == (f"chapters[0].position.{key}", reason)
