"""What is told of an option is true of what was chosen, never of another piece."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

import cogs.kingmaker
import cogs.lancaster  # noqa: F401 - makes the customs of the game known  # noqa: F401
from bot.games import GAMES, game_for, policy_for, presets_of
from bot.rules.kernel import Field, Match, Offer
from bot.words.phrases import first_named, in_one_line, newest_named
from bot.words.shape import Names
from cogs.ui.choosing.lists import lists_for, wizard_for
from cogs.ui.choosing.offers import (
    Draft,
    Misfit,
    Question,
    Way,
    label_of,
    merged_field,
    narrowed,
    told_of,
    ways_of,
)
from cogs.ui.choosing.playing import way_of
from cogs.ui.choosing.typed_choices import Matcher, suggestions
from cogs.ui.controls import OfferKey
from tests.cogs.conftest import MemorySession
from tests.compliance.whole_games import Kind, sampled
from tests.rules.kingmaker.scene import Scene
from tests.rules.lancaster.scene import Scene as LancasterScene


class Tags:
    """Words that describe a candidate by the offer it stands in."""

    def option(
        self, offer: Offer, field: Field, candidate: str, view: object, names: Names
    ) -> tuple[str, str]:
        """The facts that the offer's own candidates name."""
        about = " · ".join(field.candidates)
        return candidate.capitalize(), about

    def kind(self, thing: str) -> str:
        """A name."""
        return thing.upper()


def test_of_several_offers_only_what_all_of_them_tell_is_told() -> None:
    near = Offer("go", (Field("to", ("fen", "moor", "hill")),))
    far = Offer("go", (Field("to", ("moor", "fen", "isle")),))
    words = Tags()
    assert told_of(words, (near,), "to", "fen", None, str) == ("Fen", "fen · moor · hill")
    assert told_of(words, (near, far), "to", "fen", None, str) == ("Fen", "fen · moor")
    assert told_of(words, (near, far), "to", "isle", None, str) == ("Isle", "moor · fen · isle")
    assert told_of(words, (near, far), "to", "camelot", None, str) == ("CAMELOT", "")
    assert label_of(words, (near, far), "to", "hill", None, str) == "Hill"
    assert label_of(words, (), "to", "hill", None, str) == "HILL"


# Kingmaker: how far it is


def marching() -> Any:
    """Percy at Alnwick, Scrope at Bamburgh: what is near to one is farther for the other."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("scrope", 0, "bamburgh")
    scene.noble("clifford", 1, "skipton")
    scene.movement(0)
    return MemorySession(scene.match)


def shown(session: Any, way: Way, draft: Draft) -> dict[str, str]:
    """The options of the wizard's page: label and description."""
    key = OfferKey(session.id, 0, session.revision, way.verb, way.mark)
    wizard = wizard_for(session, key, way)
    asked = way.walk(draft)
    assert isinstance(asked, Question)
    page = wizard.page(draft, asked)
    return {
        option.label: option.description or ""
        for child in page.view.children
        for option in getattr(getattr(child, "item", child), "options", ())
    }


def steps_told(texts: dict[str, str]) -> dict[str, int]:
    """How many squares away each destination is said to be."""
    told = {}
    for label, about in texts.items():
        for fact in about.split(" · "):
            if fact.endswith((" square", " squares")):
                told[label] = int(fact.split()[0])
    return told


def test_marching_distances_are_those_of_the_noble_who_marches() -> None:
    session = marching()
    board = session.rules.content.board
    words: Any = Matcher(session, 0).words
    way = way_of(session, 0, "march")
    assert way is not None
    both: dict[str, set[int]] = {}
    for noble in ("percy", "scrope"):
        origin = session.view(0).nobles[noble].square
        reach = {words.lexicon.ground(square): n for square, n in board.reach(origin).items()}
        told = steps_told(shown(session, way, Draft(None, ((noble,),))))
        assert len(told) > 5
        assert told == {label: reach[label] for label in told}
        for label, steps in told.items():
            both.setdefault(label, set()).add(steps)
        typed = suggestions(Matcher(session, 0), way, "to", {"nobles": noble}, "")
        by_name = dict(choice.name.split(" — ", 1) for choice in typed if " — " in choice.name)
        assert steps_told(by_name)
        assert all(reach[label] == n for label, n in steps_told(by_name).items())
    # Some squares are reached by both, and not from equally far.
    unlike = {label for label, steps in both.items() if len(steps) > 1}
    assert unlike
    # As long as nobody is named, nobody's distance is told of those.
    open_to_all = suggestions(Matcher(session, 0), way, "to", {}, "")
    by_name = dict(choice.name.split(" — ", 1) for choice in open_to_all if " — " in choice.name)
    assert not unlike & steps_told(by_name).keys()


# Lancaster: how strong he is


@pytest.mark.parametrize("knight", [1, 2, 3])
def test_squires_are_counted_to_the_knight_who_was_chosen(knight: int) -> None:
    scene = LancasterScene(seats=3).court(0, 1, 2, 3).purse(0, squires=2)
    session: Any = MemorySession(scene.begin("placing").match, ("Anne", "Ben", "Cat"))
    session.game, session.ruleset = "lancaster", "standard"
    way = way_of(session, 0, "county")
    assert way is not None
    options = shown(session, way, Draft(None, ((str(knight),), ("A" if knight > 1 else "E",))))
    assert [about.split(" · ")[0] for about in options.values()] == [
        f"he counts {knight + squires}" for squires in range(3)
    ]
    named = suggestions(Matcher(session, 0), way, "squires", {"knight": str(knight)}, "2")
    (two,) = [choice.name for choice in named if choice.value == "2"]
    assert two == f"2 squires — he counts {knight + 2} · 0 left behind your screen"
    unnamed = suggestions(Matcher(session, 0), way, "squires", {}, "2")
    assert not any("he counts" in choice.name for choice in unnamed)


@pytest.mark.parametrize("seats", [2, 3])
def test_no_suggestion_of_a_whole_game_comes_twice_or_repeats_itself(seats: int) -> None:
    match, _ = Match.start(game_for("lancaster", "standard"), seats, "suggestions", {})
    steward, chance = policy_for("lancaster", "steward"), random.Random(7)
    while not match.over:
        seat = match.waiting_for()[0]
        session: Any = MemorySession(match, ("Anne", "Ben", "Cat")[:seats])
        session.game, session.ruleset = "lancaster", "standard"
        matcher = Matcher(session, seat)
        for way in ways_of(match.prompts(seat)).values():
            for name in way.names():
                found = suggestions(matcher, way, name, {}, "")
                assert len({c.name for c in found}) == len({c.value for c in found}) == len(found)
                for choice in found:
                    label, _, about = choice.name.casefold().partition(" — ")
                    facts = about.split(" · ")
                    assert label not in (fact.removeprefix("1 ") for fact in facts), choice.name
        match.submit(seat, steward.choose(match.view(seat), match.prompts(seat), seat, chance)[1])


# Options of played games within Discord's limits: none is cut, and no two look alike.


NAMES = ("Anne", "Bartholomew", "Cecily", "Dan")
_POSITIONS = 25
MIXED = "second_edition", "extended_classic", "families_1981"
"""Presets whose options Ishkibibble has as well, all but one that adds no verb: in long runs."""
TABLES = [
    pytest.param(
        game, str(preset.specification), marks=pytest.mark.long if preset.id in MIXED else ()
    )
    for game in GAMES
    for preset in presets_of(game)
]


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
