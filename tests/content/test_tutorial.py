"""The script of the lesson: what is in it, and how a broken one is refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from bot.content import ContentError, data_root
from bot.content.load import ruleset_ids
from bot.content.tutorial import TUTORIAL, Line, Script, load_tutorial, tag_of
from bot.games import words_for
from bot.rules.kernel import Offer, Prompt
from bot.rules.kingmaker import facts
from cogs.delivery.coach import due

PLAYED = ", ".join(ruleset_ids())


def test_the_lesson_speaks_of_buttons_that_there_are() -> None:
    script = load_tutorial()
    words = words_for("kingmaker", script.ruleset)
    for key, verb in (
        ("nobles", "settle"),
        ("cards", "assign"),
        ("movement", "march"),
        ("movement", "ride"),
        ("lay", "lay"),
        ("conclude", "conclude"),
        ("attack", "attack"),
    ):
        (line,) = [line for line in script.lines if line.key == key]
        assert f"**{words.verb(Offer(verb))}**" in line.say


@pytest.mark.parametrize(
    ("keys", "value", "key", "reason"),
    [
        (("ruleset",), "chess", "ruleset", f"there is no such rule set; there are: {PLAYED}."),
        (("seed",), "", "seed", "must not be empty."),
        (("rounds",), 0, "rounds", "must be from 1 to 20."),
        (("rounds",), "three", "rounds", "must be a whole number, but it is a text."),
        (("opening",), "", "opening", "must have 1 to 600 characters."),
        (("farewell",), "x" * 601, "farewell", "must have 1 to 600 characters."),
        (("lines", 0, "say"), "‹house-99›", "lines[0].say",
         "cites 'house-99', which is no rule of the ledger."),
        (("lines", 0, "asked"), "chess", "lines[0].asked", "there is no question 'chess'."),
        (("lines", 2, "event"), "checkmate", "lines[2].event", "there is no event 'checkmate'."),
        (("lines", 0, "event"), "marched", "lines[0]", "must have either `asked` or `event`."),
        (("lines", 0, "offers"), "castle", "lines[0].offers",
         "must be a verb that the question may offer."),
        (("lines", 0, "mine"), True, "lines[0].mine", "only an event can be the learner's own."),
        (("lines", 1, "key"), "nobles", "lines[1].key",
         "must be a name of its own in small letters, with hyphens."),
    ],
)  # fmt: skip
def test_a_broken_script_is_refused(
    tmp_path: Path, keys: tuple[Any, ...], value: Any, key: str, reason: str
) -> None:
    shutil.copytree(data_root() / "kingmaker", tmp_path / "kingmaker")
    path = tmp_path / TUTORIAL
    whole = json.loads(path.read_text(encoding="utf-8"))
    part = whole
    for step in keys[:-1]:
        part = part[step]
    part[keys[-1]] = value
    path.write_text(json.dumps(whole), encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        load_tutorial(tmp_path)
    found = refused.value
    assert (found.file, found.key, found.reason) == (TUTORIAL, key, reason)


# When a line is due

MINE = Line("mine", "You have an heir.", event="heir_taken", mine=True)
THEIRS = Line("theirs", "Somebody has an heir.", event="heir_taken")
DIED = Line("died", "Somebody is dead.", event="noble_died")
SCRIPT = Script("house", "s", 3, "Hello", (MINE, THEIRS, DIED), "Bye")


def keys_of(lines: list[Line]) -> list[str]:
    return [line.key for line in lines]


def test_of_two_lines_about_one_event_the_particular_one_is_said() -> None:
    own, other = facts.HeirTaken("henry", "percy", 0), facts.HeirTaken("henry", "neville", 1)
    assert tag_of(own) == "heir_taken"
    assert keys_of(due(SCRIPT, (), (), [own])) == ["mine"]
    assert keys_of(due(SCRIPT, (), (), [other])) == ["theirs"]
    assert keys_of(due(SCRIPT, ("mine",), (), [other])) == ["theirs"]


def test_what_happened_comes_before_what_is_asked_and_not_all_at_once() -> None:
    asked = Line("move", "Move.", asked="movement")
    script = Script("house", "s", 3, "Hello", (asked, MINE, THEIRS, DIED), "Bye")
    events = [facts.NobleDied("percy", 0, "plague"), facts.HeirTaken("henry", "neville", 1)]
    prompt = Prompt(0, "movement", (Offer("march"),))
    assert keys_of(due(script, (), [prompt], events)) == ["theirs", "died", "move"]
    siege = Line("lay", "Besiege.", asked="combat", offers="lay")
    only = Script("house", "s", 3, "Hello", (siege,), "Bye")
    assert due(only, (), [Prompt(0, "combat", (Offer("attack"),))], []) == []
    assert keys_of(due(only, (), [Prompt(0, "combat", (Offer("lay"),))], [])) == ["lay"]


def test_what_was_said_is_not_said_again() -> None:
    died = facts.NobleDied("percy", 0, "plague")
    assert keys_of(due(SCRIPT, (), (), [died])) == ["died"]
    assert due(SCRIPT, ("died",), (), [died]) == []
