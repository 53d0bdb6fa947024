"""The tables that are played in these tests are those that there can be, and none is left out."""

from __future__ import annotations

import json
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest

from bot.content.ruleset_files import OPTIONS, Specification
from tests.compliance.tables import Setting, Tables, tables
from tests.compliance.whole_games import EVERY_KIND, EVERY_OPTION, EVERY_RULESET
from tests.data_folder import copied

OPTION: dict[str, Any] = {
    "label": "Made up",
    "sentence": "Made up.",
    "subject": "play",
    "patch": {},
    "rows": ["base-7.1"],
}


@pytest.fixture
def made_up(tmp_path: Path) -> Tables:
    """Options that need each other, shut each other out and do not fit every rule set."""
    copied(tmp_path)
    options: list[dict[str, Any]] = [
        {"id": "alone"},
        {"id": "knights", "needs": ["castles"]},
        {"id": "castles", "excludes": ["towers"]},
        {"id": "towers", "excludes": ["castles"]},
        {"id": "kings", "fits": {"victory": ["four_turns"]}},
        {"id": "queens", "needs": ["kings", "knights"]},
        {"id": "pawns", "excludes": ["queens"]},
    ]
    told: dict[str, Any] = {"options": [{**OPTION, **option} for option in options]}
    told["footings"] = {"victory": {"needs": "a victory by turns", "row": "base-14.1"}}
    (tmp_path / OPTIONS).write_text(json.dumps(told), encoding="utf-8")
    return Tables(tmp_path)


def test_an_option_is_played_with_what_it_needs_where_it_fits(made_up: Tables) -> None:
    singles = [str(table) for table in made_up.singles()]
    assert [one for one in singles if one.startswith("classic")] == [
        "classic+alone",
        "classic+castles+knights",
        "classic+castles",
        "classic+towers",
        "classic+kings",
        "classic+castles+kings+knights+queens",
        "classic+pawns",
    ]
    assert [one for one in singles if "kings" in one and not one.startswith("classic")] == []
    assert len(singles) == 7 + 5 + 5


def test_mixes_are_many_and_none_of_them_clashes(made_up: Tables) -> None:
    mixes = list(islice(made_up.mixes("a seed"), 300))
    assert mixes == list(islice(made_up.mixes("a seed"), 300))
    assert mixes != list(islice(made_up.mixes("another"), 300))
    assert all(made_up.fits(mix) for mix in mixes)
    there_are = {
        Specification(ruleset, some)
        for ruleset in made_up.rule_sets
        for number in range(8)
        for some in combinations(sorted(made_up.options), number)
    }
    assert set(mixes) == {table for table in there_are if made_up.fits(table)}
    assert len(set(mixes)) == 16 + 34 + 16
    assert len(set(mixes[:50])) == 50


def test_any_two_options_that_go_together_are_played_together(made_up: Tables) -> None:
    found = made_up.covering("a seed")
    together = {pair for mix in found for pair in combinations(mix.options, 2)}
    clash = {("castles", "towers"), ("knights", "towers"), ("queens", "towers")}
    clash |= {("pawns", "queens")}
    assert together == set(combinations(sorted(made_up.options), 2)) - clash
    for ruleset in ("base", "classic", "house"):
        played = [set(mix.options) for mix in found if mix.ruleset == ruleset]
        fitting = set(made_up.options) - ({"kings", "queens"} if ruleset != "classic" else set())
        assert set().union(*played) == fitting
        assert all(any(option not in mix for mix in played) for option in made_up.options)
    assert all(made_up.fits(mix) for mix in found)
    assert len(found) < 20


def test_an_option_is_also_played_without_the_other(made_up: Tables) -> None:
    found = made_up.covering("a seed")
    for one, other in combinations(sorted(made_up.options), 2):
        for with_it, without in ((one, other), (other, one)):
            needed = without in made_up.with_what_it_needs([with_it])
            apart = [mix for mix in found if with_it in mix.options and without not in mix.options]
            assert bool(apart) is not needed


def test_pairs_that_cannot_be_are_not_looked_for(made_up: Tables) -> None:
    possible = made_up.possible()
    assert frozenset((Setting("castles"), Setting("towers"))) not in possible
    assert frozenset((Setting("house"), Setting("kings"))) not in possible
    assert frozenset((Setting("knights"), Setting("castles", False))) not in possible
    least = possible[frozenset((Setting("knights"), Setting("alone", False)))]
    assert least == Specification("base", ("castles", "knights"))


def test_every_rule_set_and_every_option_is_among_the_games_that_are_played() -> None:
    played = {kind.ruleset for kind in EVERY_KIND if kind.game == "kingmaker"}
    assert played == {*tables().rule_sets, *tables().put_together}
    assert tables().put_together == ("ishkibibble",)
    assert {ruleset for game, ruleset in EVERY_RULESET if game == "kingmaker"} == played
    named = {option for _, table in EVERY_OPTION for option in Specification.parse(table).options}
    assert named == set(tables().options)
