"""A mix carried from one server to another: what is written is read, and what is wrong told."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest

from bot.content.errors import ContentError
from bot.content.presets import FORMAT, MOST_BYTES
from bot.games import mix_as_file, mix_from_file, presets_of
from tests.compliance.tables import COVERING, tables

FILE = "friday.json"
GOOD: dict[str, Any] = {
    "format": FORMAT,
    "name": "Friday",
    "game": "kingmaker",
    "ruleset": "classic",
    "options": ["ambush", "commission"],
}


def refused(data: bytes) -> tuple[str, str]:
    """The key and the reason for which a file is not taken."""
    with pytest.raises(ContentError) as wrong:
        mix_from_file(FILE, data)
    assert wrong.value.file == FILE
    return wrong.value.key, wrong.value.reason


def changed(**keys: Any) -> tuple[str, str]:
    """What is said of the good file with some keys changed; None takes a key away."""
    told = {key: value for key, value in (GOOD | keys).items() if value is not None}
    return refused(json.dumps(told).encode())


def test_a_file_is_written_so_that_a_person_can_read_it() -> None:
    assert mix_as_file("kingmaker", "ishkibibble+loyalty-ambush-family_loyalty", "Öd & klar") == (
        '{\n "format": "kingmaker-bot mix 1",\n "game": "kingmaker",\n "ruleset": "ishkibibble",\n'
        ' "name": "Öd & klar",\n "options": [\n  "loyalty"\n ],\n "without": [\n  "ambush",\n'
        '  "family_loyalty"\n ]\n}\n'
    )


def test_what_is_written_is_read_again() -> None:
    known = [preset.specification for preset in presets_of("kingmaker")]
    drawn = [mix for mix in islice(tables().mixes("files"), 60) if mix.ruleset != "base"]
    assert len(drawn) > 40
    for rules in (*known, *map(str, drawn)):
        mix = mix_from_file(FILE, mix_as_file("kingmaker", rules, "A name").encode())
        assert (mix.game, mix.specification, mix.name) == ("kingmaker", rules, "A name")
    lancaster = mix_from_file(FILE, mix_as_file("lancaster", "standard", "Plain").encode())
    assert (lancaster.game, lancaster.specification) == ("lancaster", "standard")


def test_the_largest_mix_fits_into_a_form() -> None:
    every = max((str(table) for table in COVERING), key=len)
    assert len(mix_as_file("kingmaker", every, "x" * 40)) < 4_000


def test_decks_and_any_order_are_taken_as_they_are_meant() -> None:
    told = GOOD | {"options": ["lands_overseas", "expansion_deck"]}
    mix = mix_from_file(FILE, b"\xef\xbb\xbf " + json.dumps(told).encode())
    assert mix.options == (
        "card_catastrophe", "card_royal_death", "card_treachery", "card_vacillating", "gales",
        "lands_overseas", "refuge",
    )  # fmt: skip


def test_what_is_no_such_file_is_refused() -> None:
    said = "this is not valid JSON. Copy the whole text, from { to }."
    assert refused(b'{\n "format": "kingmaker-bot mix 1",\n "na') == ("line 3", said)
    assert refused(b"[1]") == ("", "must be an object. Copy the whole text, from { to }.")
    assert refused(b"") == ("line 1", said)
    large = "is larger than 64 kB, and no mix is that large. Send a file that `/mixes` gave you."
    assert refused(b" " * (MOST_BYTES + 1)) == ("", large)
    key, _ = refused(b'{"a":' * 5_000)
    assert key.startswith("line")


def test_keys_that_are_wrong_or_missing_are_named() -> None:
    assert changed(optoins=[]) == ("optoins", "there is no key 'optoins'. Did you mean 'options'?")
    assert changed(xyz=1)[0] == "xyz"
    assert changed(ruleset=None) == ("ruleset", 'is missing. Add "ruleset": "…".')
    assert changed(format=None) == ("format", f'is missing. Add "format": "{FORMAT}".')
    another = f"must be '{FORMAT}'. This is a different kind of file, or a different version."
    assert changed(format="kingmaker-bot mix 2") == ("format", another)
    assert changed(options="ambush") == ("options", "must be a list, but it is a text.")
    assert changed(options=["ambush", 3]) == ("options[1]", "must be a text, but it is a whole "
                                              "number.")  # fmt: skip


def test_games_rules_and_options_that_there_are_not_are_named() -> None:
    assert changed(game="chess") == (
        "game",
        "there is no game 'chess'. Choose from: kingmaker, lancaster.",
    )
    assert changed(ruleset="clasic") == (
        "ruleset",
        "there is no rule set 'clasic'. Did you mean 'classic'?",
    )
    assert changed(options=["ambush", "comission"]) == (
        "options[1]",
        "there is no option 'comission'. Did you mean 'commission'?",
    )
    assert changed(options=["zzz"])[1] == (
        "there is no option 'zzz'. Take it out. **Customise the rules** shows every one."
    )
    assert changed(game="lancaster", ruleset="standard") == (
        "options",
        "the rules of Lancaster have no options. Leave it empty.",
    )


def test_what_stands_twice_or_is_not_its_own_is_named() -> None:
    assert changed(options=["ambush", "ambush"]) == (
        "options[1]",
        "'ambush' is already in options[0]. Take one of them out.",
    )
    assert changed(without=["ambush"])[0] == "without[0]"
    assert changed(options=[], without=["ambush"]) == (
        "without[0]",
        "'ambush' is not part of 'classic'. Take it out of the list.",
    )


def test_options_that_do_not_go_together_are_named_with_what_to_do() -> None:
    assert changed(options=["ambush", "blockade"]) == (
        "options[1]",
        "Blockade needs Combat at sea as well. Choose 'sea_combat' too, or leave 'blockade' out.",
    )
    assert changed(options=["no_hand_limit", "hand_of_two"]) == (
        "options[1]",
        "Two cards in hand does not go with No hand limit. Leave 'hand_of_two' or 'no_hand_limit' "
        "out.",
    )
    assert changed(options=["house_parliament", "two_kings_vote"]) == (
        "options[1]",
        "Vote between two Kings needs a Parliament where the caller offers the cards. Leave "
        "'two_kings_vote' or 'house_parliament' out.",
    )
    assert changed(ruleset="house", options=["gales"]) == (
        "options[0]",
        "Gales at Sea needs a Parliament where the caller offers the cards. Leave 'gales' out.",
    )
    assert changed(ruleset="ishkibibble", options=[], without=["sea_combat"]) == (
        "without",
        "Blockade needs Combat at sea as well. Choose 'sea_combat' too, or leave 'blockade' out.",
    )
