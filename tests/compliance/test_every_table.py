"""Tables with options: any two of them, single ones, and mixes by lot, played to the end.

In these games stewards and chance take turns; `watched` tells what is looked at.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from bot.content.ruleset_files import Specification
from bot.games import game_for, presets_of
from tests.compliance.tables import COVERING, Pair, tables
from tests.compliance.watched import faults
from tests.compliance.whole_games import Kind

SHORT, LONG = 4, 30
"""The limit of a game in rounds, for `make test` and for a sweep."""

MIXES = 300
SHORT_MIX, LONG_MIX, LONG_EACH = 8, 24, 10
"""The limit of a mix in rounds; of one in ten it is the long one."""


def seats_of(table: Specification, chance: random.Random) -> int:
    """A number of seats."""
    return chance.choice(list(game_for("kingmaker", str(table)).seat_range))


def played(table: Specification, rounds: int, seats: int | None = None, lot: int = 0) -> list[str]:
    """What was wrong with a game at a table."""
    seed = f"every table: {table} {lot}"
    kind = Kind("kingmaker", str(table), seats or seats_of(table, random.Random(seed)))
    return faults(kind, seed, rounds)


@cache
def _mixes() -> Iterator[Specification]:
    return tables().mixes("three hundred")


_DRAWN: list[Specification] = []


def mix(number: int) -> Specification:
    """One of the mixes at random, whichever of them are asked for."""
    while len(_DRAWN) <= number:
        _DRAWN.append(next(_mixes()))
    return _DRAWN[number]


def by_name(table: Specification) -> str:
    """A table in the name of a test."""
    return str(table)


def test_the_kept_tables_cover_any_two_things_that_can_be_true_of_one() -> None:
    assert [table for table in COVERING if not tables().fits(table)] == []
    covered = set[Pair]().union(*(tables().pairs(table) for table in COVERING))
    assert tables().possible().keys() <= covered, "python -m tests.tools.make_covering draws anew"


@pytest.mark.parametrize("table", tables().plain(), ids=by_name)
def test_every_rule_set_is_played_to_the_end(table: Specification) -> None:
    assert played(table, SHORT, 5) == []


def presets() -> list[Specification]:
    """What the lobby offers beside the rule sets as they are."""
    offered = (Specification.parse(one.specification) for one in presets_of("kingmaker"))
    return [table for table in offered if table.options]


def test_the_second_edition_and_every_option_are_among_the_tables() -> None:
    found = {preset.id: preset.specification for preset in presets_of("kingmaker")}
    played_there = {str(table) for table in presets()}
    assert {found["second_edition"], found["extended_classic"]} <= played_there
    assert "alliance" in found["second_edition"].split("+")
    taken = {option for table in COVERING for option in table.options}
    assert taken == set(tables().options)


@pytest.mark.parametrize("table", presets(), ids=by_name)
def test_every_preset_is_played_to_the_end(table: Specification) -> None:
    assert played(table, SHORT, 4) == []


@pytest.mark.parametrize("table", COVERING, ids=by_name)
def test_a_game_of_any_two_options_is_played_to_the_end(table: Specification) -> None:
    assert played(table, SHORT) == []


# The sweeps


@pytest.mark.long
@pytest.mark.parametrize("table", [*tables().plain(), *presets()], ids=by_name)
def test_every_rule_set_is_played_with_any_number_of_seats(table: Specification) -> None:
    seats = game_for("kingmaker", str(table)).seat_range
    assert [fault for number in seats for fault in played(table, LONG, number)] == []


@pytest.mark.long
@pytest.mark.parametrize("table", [*tables().singles(), *tables().with_one_left_out()], ids=by_name)
def test_every_option_is_played_at_every_table_that_takes_it(table: Specification) -> None:
    assert played(table, LONG) == []


@pytest.mark.long
@pytest.mark.parametrize("number", range(MIXES))
def test_three_hundred_mixes_are_played_to_the_end(number: int) -> None:
    rounds = SHORT_MIX if number % LONG_EACH else LONG_MIX
    assert played(mix(number), rounds, lot=number) == []


@pytest.mark.long
@pytest.mark.parametrize("table", COVERING, ids=by_name)
def test_any_two_options_are_played_through_many_rounds(table: Specification) -> None:
    assert played(table, LONG) == []
