"""Options of played games within Discord's limits: none is cut, and no two look alike."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import cogs.kingmaker
import cogs.lancaster  # noqa: F401
from bot.games import GAMES, game_for, presets_of
from bot.rules.kernel import Offer
from bot.words.phrases import first_named, in_one_line, newest_named
from cogs.ui.choosing.lists import lists_for
from cogs.ui.choosing.offers import Misfit, Way, merged_field, narrowed, told_of, ways_of
from cogs.ui.choosing.typed_choices import Matcher, suggestions
from tests.cogs.conftest import MemorySession
from tests.compliance.whole_games import Kind, sampled

NAMES = ("Anne", "Bartholomew", "Cecily", "Dan")
_POSITIONS = 25
TABLES = [(game, str(preset.specification)) for game in GAMES for preset in presets_of(game)]


def sessions(game: str, table: str) -> Iterator[tuple[Any, int]]:
    """Positions of a game played at random, with each seat in them."""
    kind = Kind(game, table, min(4, game_for(game, table).seat_range[-1]))
    for saved in sampled(kind, _POSITIONS):
        session: Any = MemorySession(kind.loaded(saved), NAMES[: kind.seats])
        session.game, session.ruleset = game, table
        for seat in range(kind.seats):
            yield session, seat


def asked(way: Way, chance: random.Random) -> Iterator[tuple[str, list[Offer]]]:
    """The fields of a way one after another, each with the offers that fit what was picked."""
    offers = list(way.offers)
    for name in way.names():
        having = [offer for offer in offers if any(f.name == name for f in offer.fields)]
        if not having:
            continue
        field = merged_field(name, having)
        if field.free or not field.candidates:
            continue
        yield name, having
        try:
            offers = narrowed(name, (chance.choice(field.candidates),), having)
        except Misfit:
            return


@pytest.mark.parametrize(("game", "table"), TABLES)
def test_no_option_is_cut_and_no_two_look_alike(game: str, table: str) -> None:
    cut: list[tuple[str, ...]] = []
    alike: list[tuple[str, ...]] = []
    for session, seat in sessions(game, table):
        matcher, who = Matcher(session, seat), NAMES.__getitem__
        for verb, way in ways_of(session.prompts(seat)).items():
            for name, offers in asked(way, random.Random(verb)):
                field = merged_field(name, offers)
                told = [
                    told_of(matcher.words, offers, name, each, matcher.view, who)
                    for each in field.candidates
                ]
                shown = [each.name for each in suggestions(matcher, way, name, {}, "")]
                texts = (*(text for pair in told for text in pair), *shown)
                cut += [(verb, name, text) for text in texts if is_cut(text)]
                bands = {each.rstrip("_0123456789") for each in field.candidates}
                if len(bands) == len(field.candidates):  # two copies of a band are the same
                    for options in (told, shown):
                        alike += [(verb, name, str(each)) for each in twice(options)]
        laid = lists_for(session, seat)
        movers = [(mover.label, mover.about) for mover in laid.movers]
        menus = [[(pick.label, pick.about) for pick in menu.picks] for menu in laid.menus]
        for pairs in (movers, *menus):
            cut += [("", "", text) for pair in pairs for text in pair if is_cut(text)]
            alike += [("", "", str(each)) for each in twice(pairs)]
    assert (cut, alike) == ([], [])


def is_cut(text: str) -> bool:
    """Whether a text is too long for an option, or was; one word leads on."""
    return len(text) > 100 or (text.endswith("…") and " " in text)


def twice(options: Sequence[Any]) -> list[Any]:
    """What stands there more than once."""
    return [each for each, number in Counter(options).items() if number > 1]


def test_of_a_row_of_names_that_is_too_long_that_is_left_by_which_it_differs() -> None:
    names = ["Percy", "Grey", "Scrope"]
    assert newest_named(names, 19) == first_named(names, 19) == "Percy, Grey, Scrope"
    assert newest_named(names, 18) == "…, Grey, Scrope"
    assert newest_named(names, 14) == "…, Scrope"
    assert first_named(names, 18) == "Percy and 2 more"


def test_behind_a_name_stand_whole_facts_only() -> None:
    facts = "30 troops · inside Alnwick · Earl of Kent"
    assert in_one_line("Percy", facts, 49) == f"Percy — {facts}"
    assert in_one_line("Percy", facts, 48) == "Percy — 30 troops · inside Alnwick"
    assert in_one_line("Percy", facts, 16) == "Percy"
    assert in_one_line("Percy", "", 5) == "Percy"
