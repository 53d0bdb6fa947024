"""Typed names, suggestions, and what is left to ask."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice, Field, Offer
from bot.session import Refused
from cogs.ui.choosing.offers import Draft, Way
from cogs.ui.choosing.playing import way_of
from cogs.ui.choosing.typed_choices import (
    Matcher,
    Unknown,
    draft_of,
    identify,
    one_named,
    suggestions,
)
from cogs.ui.names import folded
from tests.cogs.conftest import MemorySession
from tests.rules.kingmaker.battlefield import FIELD
from tests.rules.kingmaker.combat.by_card.test_pacts import three
from tests.rules.kingmaker.scene import Scene


@pytest.fixture
def session() -> Any:
    """Anne's movement: Percy and Grey at Alnwick, Scrope elsewhere; Ben has Clifford."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("grey", 0, "alnwick")
    scene.noble("scrope", 0, "bolton").noble("clifford", 1, "skipton")
    scene.movement(0)
    return MemorySession(scene.match)


def march(session: Any) -> Way:
    """What may be marched."""
    found = way_of(session, 0, "march")
    assert found is not None
    return found


def values(choices: list[Any]) -> list[str]:
    """The values of suggestions."""
    return [choice.value for choice in choices]


def test_names_are_compared_without_accents_and_capitals() -> None:
    assert folded("St. Ósyth’s  Priory") == "st osyth s priory"


def test_a_typed_choice(session: Any) -> None:
    way = march(session)
    draft = draft_of(session, 0, way, {"nobles": "Percy", "to": "bamburgh"})
    assert draft.values[0] == ("percy",)
    choice = way.walk(draft)
    assert isinstance(choice, Choice)
    assert choice.many("nobles") == ("percy",)
    assert choice.one("to") == session.rules.content.board.places["bamburgh"].square


def test_several_are_named_with_commas_or_and(session: Any) -> None:
    way = march(session)
    for text in ("percy, grey", "Grey and Percy", "grey; percy"):
        draft = draft_of(session, 0, way, {"nobles": text})
        assert set(draft.values[0]) == {"percy", "grey"}


def test_what_is_left_out_is_left_to_ask(session: Any) -> None:
    way = march(session)
    assert draft_of(session, 0, way, {}) == Draft()
    assert draft_of(session, 0, way, {"to": "bamburgh"}) == Draft()
    with_scrope = draft_of(session, 0, way, {"nobles": "scrope"})
    assert with_scrope.party is not None


def test_an_unknown_name_does_not_pass(session: Any) -> None:
    with pytest.raises(Unknown):
        draft_of(session, 0, march(session), {"nobles": "gandalf"})
    with pytest.raises(Refused, match="There is nothing called “gandalf”"):
        identify(session, 0, "gandalf")
    assert identify(session, 0, "Clifford") == "clifford"
    assert identify(session, 0, "18,20") == "18,20"


def test_a_name_for_what_goes_without_saying_is_checked_too() -> None:
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    session: Any = MemorySession(scene.match)
    way = march(session)
    assert draft_of(session, 0, way, {"nobles": "percy"}) == Draft()
    with pytest.raises(Unknown):
        draft_of(session, 0, way, {"nobles": "clifford"})


def test_those_in_different_places_are_not_all(session: Any) -> None:
    with pytest.raises(Refused, match="Your nobles are not all together"):
        draft_of(session, 0, march(session), {"nobles": "all"})


def test_a_name_for_several_things_is_asked_back(session: Any) -> None:
    way = march(session)
    matcher = Matcher(session, 0)
    field = way.offers[0].field("to")
    with pytest.raises(Refused, match="could be any of these"):
        matcher.one(field, way.offers, "o")


def test_suggestions_are_what_is_legal_now(session: Any) -> None:
    way, matcher = march(session), Matcher(session, 0)
    nobles = suggestions(matcher, way, "nobles", {}, "")
    assert values(nobles) == ["percy", "grey", "scrope"]
    together = suggestions(matcher, way, "nobles", {}, "percy, ")
    assert values(together) == ["percy, grey"]
    squares = suggestions(matcher, way, "to", {"nobles": "scrope"}, "")
    legal = {
        square
        for offer in way.offers
        if "scrope" in offer.field("nobles").candidates
        for square in offer.field("to").candidates
    }
    assert 1 <= len(squares) <= 25
    assert set(values(squares)) <= legal
    assert all(len(choice.name) <= 100 for choice in squares)
    assert suggestions(matcher, way, "to", {"nobles": "scrope"}, "zzz") == []
    assert suggestions(matcher, way, "castle", {}, "") == []


def test_all_is_suggested_where_all_may_act_as_one() -> None:
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("grey", 0, "alnwick")
    scene.noble("clifford", 1, "skipton")
    scene.movement(0)
    session: Any = MemorySession(scene.match)
    way = march(session)
    found = suggestions(Matcher(session, 0), way, "nobles", {}, "")
    assert values(found) == ["all", "percy", "grey"]
    draft = draft_of(session, 0, way, {"nobles": "all"})
    assert set(draft.values[0]) == {"percy", "grey"}


def test_ships_go_where_they_may() -> None:
    scene = Scene(seats=2).noble("roos", 0, "lynn", cards=("le_swan",))
    scene.noble("howard", 0, "lynn").ship("le_swan", port="lynn").noble("bourchier", 1, "19,18")
    scene.movement(0)
    session: Any = MemorySession(scene.match)
    way = way_of(session, 0, "embark")
    assert way is not None
    draft = draft_of(session, 0, way, {"nobles": "all", "ship": "Le Swan"})
    choice = way.walk(draft)
    assert choice == Choice.of("embark", nobles=["roos", "howard"], ship="le_swan")
    scene.play(0, "embark", nobles=["roos", "howard"], ship="le_swan")
    way = way_of(session, 0, "sail")
    assert way is not None
    found = suggestions(Matcher(session, 0), way, "to", {}, "bos")
    assert values(found)[0] == "boston"


def test_players_and_things_of_a_deal_are_named_as_they_are() -> None:
    scene = Scene(seats=3).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.noble("talbot", 2, "sheffield").movement(0)
    session: Any = MemorySession(scene.match, ("Anne", "Ben", "Cat"))
    way, matcher = way_of(session, 0, "propose_deal"), Matcher(session, 0)
    assert way is not None
    found = suggestions(matcher, way, "to", {}, "")
    assert [choice.name.split(" — ")[0] for choice in found] == ["Ben", "Cat"]
    taken = suggestions(matcher, way, "take", {"to": "1"}, "")
    assert "all" not in values(taken)
    draft = draft_of(session, 0, way, {"to": "Cat", "give": "none", "take": "none"})
    assert draft.values == (("2",), (), ())


# What people type for a field, and which candidates that names.


NOBLES = ("percy", "clifford", "courtenay")


@pytest.fixture
def matcher() -> Matcher:
    scene = Scene(2).noble("percy", 0, "alnwick").noble("clifford", 0, "skipton")
    scene.movement(0)
    session: Any = MemorySession(scene.match)
    return Matcher(session, 0)


@pytest.mark.parametrize(
    ("least", "most", "typed", "named"),
    [
        (1, 3, "all", NOBLES),
        (0, 3, "None", ()),
        (0, 1, "nobody", ()),
        (1, 3, "Clifford", ("clifford",)),
        (1, 3, "clifford", ("clifford",)),
        (1, 3, "clif, PERCY", ("percy", "clifford")),
        (1, 3, "courtenay; percy; Percy", ("percy", "courtenay")),
        (1, 1, "perc", ("percy",)),
    ],
)
def test_candidates_by_name(
    matcher: Matcher, least: int, most: int, typed: str, named: tuple[str, ...]
) -> None:
    field = Field("nobles", NOBLES, least, most)
    assert matcher.values(field, [Offer("march", (field,))], typed) == named


@pytest.mark.parametrize(
    ("least", "most", "typed"),
    [(1, 3, "none"), (1, 1, "all"), (1, 3, "Warwick"), (1, 3, "percy, Warwick"), (1, 1, "nobody")],
)
def test_what_names_nothing_here(matcher: Matcher, least: int, most: int, typed: str) -> None:
    field = Field("nobles", NOBLES, least, most)
    with pytest.raises(Unknown):
        matcher.values(field, [Offer("march", (field,))], typed)


def test_what_names_several_is_asked_about(matcher: Matcher) -> None:
    field = Field("nobles", NOBLES, 1, 3)
    with pytest.raises(Refused) as refused:
        matcher.values(field, [Offer("march", (field,))], "c")
    assert refused.value.text == "“c” could be any of these: Percy, Clifford, Courtenay. Which one?"


def test_words_of_ones_own_are_taken_as_they_are(matcher: Matcher) -> None:
    field = Field("promise", (), 0, 1, free=50)
    assert matcher.values(field, [], "  all   for one ") == ("all for one",)
    assert matcher.values(field, [], "nothing") == ()
    # What nobody sees would turn round what stands beside it.
    assert matcher.values(field, [], "York\u202e for\u3164Ludlow") == ("York for Ludlow",)
    named = "“c\\*” could be any of these: A\\*c\\*, B\\*c\\*. Which one?"
    with pytest.raises(Refused) as refused:
        one_named("c*", {"a": "A*c*", "b": "B*c*"})
    assert refused.value.text == named


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [
        ({"ally": "Cecily", "term": "until cancelled"}, ("2", "lasting")),
        ({"ally": "ben", "square": FIELD, "term": "for one combat"}, ("1", "one_combat")),
    ],
)
def test_an_alliance_is_typed_by_player_and_length(
    typed: dict[str, str], chosen: tuple[str, str]
) -> None:
    session: Any = MemorySession(three().match, ("Anne", "Ben", "Cecily"))
    way = way_of(session, 0, "propose_alliance")
    assert way is not None
    ally, term = chosen
    wanted = Choice.of("propose_alliance", ally=ally, square=FIELD, term=term)
    assert way.walk(draft_of(session, 0, way, typed)) == wanted
