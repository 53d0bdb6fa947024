"""What a choice would give, told exactly: with an ally, at home, and where there is nothing."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games import words_for
from bot.rules.kernel import Offer, Prompt
from bot.rules.lancaster.sides import ALLYS, OWN
from tests.rules.lancaster.scene import Scene

WORDS = words_for("lancaster", "standard")
PLAIN = ["Anne", "Bob", "Cecily", "Dan", "Eve"].__getitem__


def names(seat: int) -> str:
    return f"**{PLAIN(seat)}**"


def asked(scene: Scene, seat: int = 0) -> Prompt:
    """The only question to a seat."""
    (prompt,) = scene.match.prompts(seat)
    return prompt


def told(scene: Scene, verb: str, field: str, candidate: str, *, house: str = "") -> str:
    """The description of a candidate, in the first offer of the verb that acts for this house."""
    offer = next(
        offer
        for offer in asked(scene).offers
        if offer.verb == verb
        and any(f.name == field and candidate in f.candidates for f in offer.fields)
        and (not house or house in offer.field("house").candidates)
    )
    description: str = WORDS.option(
        offer, offer.field(field), candidate, scene.match.view(0), PLAIN
    )[1]
    return description


# Two players


def with_allies() -> Scene:
    """Anne and her ally have a knight each at home, two conflicts on the board."""
    return Scene(2).court(0, 2).court(10, 2).court(1, 1)


@pytest.mark.rule("lancaster-7.5")
def test_who_is_at_war_already_is_called_you_and_your_ally() -> None:
    scene = (
        with_allies()
        .war("K04", (10, 1), (0, 1))
        .war("K10", (10, 1))
        .war("K06", (1, 2), row="lower")
    )
    scene.begin("placing")
    view = scene.match.view(0)
    for house in (OWN, ALLYS):
        known = told(scene, "conflict", "card", "K04", house=house)
        assert known.startswith("France 5 · England 2 · you have 1 there · your ally has 1 there")
        known = told(scene, "conflict", "card", "K10", house=house)
        assert known.startswith("France 8 · England 1 · your ally has 1 there · ")
        known = told(scene, "conflict", "card", "K06", house=house)
        assert known.startswith("France 6 · England 2 · 1 side there · ")
    offer = Offer("conflict", asked(scene).offers[-1].fields)
    spectator = scene.match.view(None)
    assert "2 sides there" in WORDS.option(offer, offer.field("card"), "K04", spectator)[1]
    assert view.seat == 0


def test_a_space_costs_a_player_a_squire_and_his_ally_nothing() -> None:
    scene = with_allies().war("K04").begin("placing")
    assert told(scene, "castle", "space", "recruit", house=OWN) == "1 new knight for 1 squire"
    assert told(scene, "castle", "space", "recruit", house=ALLYS) == "1 new knight"
    scene = Scene(2).castle(10, "recruit", 1).castle(10, "upgrade", 1).war("K04").begin("castles")
    assert told(scene, "score", "space", "upgrade") == "1 upgrade"
    assert told(scene, "score", "space", "recruit") == "1 new knight"


def test_what_is_void_for_an_ally_is_marked() -> None:
    scene = with_allies().war("K04").begin("placing")
    assert told(scene, "county", "county", "E", house=ALLYS) == (
        "no use to your ally · 2 noblemen left · minimum 1"
    )
    assert told(scene, "county", "county", "B", house=ALLYS).startswith("1 new knight · ")
    assert told(scene, "county", "county", "E", house=OWN).startswith("3 gold · ")
    scene.play(0, "conflict", house=ALLYS, knight="2", card="K04")
    about = {tile: told(scene, "favour", "tile", tile) for tile in scene.state.favours}
    assert about == {
        "gold": "no use to your ally",
        "squires": "no use to your ally",
        "gold_squire": "no use to your ally",
        "upgrade": "",
        "new_knight": "",
        "nobleman": "",
    }


def test_an_allys_county_offers_only_what_is_there() -> None:
    scene = Scene(2).county(10, "E", 1).begin("counties")
    assert WORDS.ask(asked(scene), names) == (
        "Your ally holds Norfolk. One nobleman fewer or nothing?"
    )
    scene = Scene(2).county(10, "B", 2).begin("counties")
    assert WORDS.ask(asked(scene), names) == (
        "Your ally holds Westmorland. The reward (1 new knight) or one nobleman fewer or nothing?"
    )


def test_squires_stay_behind_a_screen_only_where_there_is_one() -> None:
    scene = with_allies().purse(0, squires=3).war("K04").begin("placing")
    assert told(scene, "county", "squires", "1", house=OWN) == "he counts 3 · 2 left"
    scene = Scene(3).court(0, 2).purse(0, squires=3).war("K04").begin("placing")
    assert told(scene, "county", "squires", "1") == "he counts 3 · 2 left behind your screen"


# Of no use now


def test_what_gives_nothing_now_is_marked() -> None:
    scene = Scene(4).court(0, 1, 1, 1, 2, 2, 3, 4).court(1, 1).war("K04").begin("placing")
    assert told(scene, "castle", "space", "recruit") == (
        "1 new knight for 1 squire · no use as things stand"
    )
    assert told(scene, "castle", "space", "gold") == "2 gold"
    scene.play(0, "conflict", knight="4", card="K04")
    about = {tile: told(scene, "favour", "tile", tile) for tile in scene.state.favours}
    assert about["upgrade"] == about["new_knight"] == "no use to you now"
    assert about["gold"] == "2 gold"


def test_a_lord_who_sits_at_ones_table_is_marked() -> None:
    scene = Scene(3).court(0, 1).nobles(0, "E").war("K04").begin("placing")
    assert told(scene, "county", "county", "E") == (
        "3 gold · its lord sits at your table · minimum 1"
    )
    assert told(scene, "county", "county", "A") == "3 squires · 2 noblemen left · minimum 1"


# Counties


@pytest.mark.rule("lancaster-4iiia.6")
def test_surrey_says_that_its_holder_names_the_starter() -> None:
    scene = Scene(3).court(0, 1).war("K04").begin("placing")
    assert "names the starter" in told(scene, "county", "county", "I")
    assert "names the starter" not in told(scene, "county", "county", "E")
    scene = Scene(3).county(0, "I", 1).purse(0, gold=3).begin("counties")
    assert WORDS.ask(asked(scene), names) == (
        "You hold Surrey. Do you take the reward (1 extension) or the **Lord of Surrey**, or "
        "pay 3 gold for both? Afterwards you name the starting player."
    )


@pytest.mark.parametrize("gold", [0, 3])
def test_both_is_spoken_of_where_both_are_there_whoever_can_pay(gold: int) -> None:
    scene = Scene(3).county(0, "E", 1).purse(0, gold=gold).begin("counties")
    assert "or pay 3 gold for both?" in WORDS.ask(asked(scene), names)
    scene = Scene(3).county(0, "E", 1).purse(0, gold=gold).nobles(0, "E").begin("counties")
    assert WORDS.ask(asked(scene), names) == (
        "You hold Norfolk. Do you take the reward (3 gold) or nothing?"
    )


# Whose turn it is


def test_it_is_his_turn_until_his_favour_is_taken() -> None:
    scene = Scene(3).court(0, 1).court(1, 1).war("K04").begin("placing")

    def turn() -> Any:
        return scene.match.view(None).active, WORDS.phase(scene.match.view(None), PLAIN)

    assert turn() == (0, "Round 1 of 5 · placing knights · Anne’s turn")
    scene.play(0, "conflict", knight="1", card="K04")
    assert scene.asked(0) == ["favour"]
    assert turn() == (0, "Round 1 of 5 · placing knights · Anne’s turn")
    scene.play(0, "favour", tile="nobleman")
    assert scene.asked(0) == ["nobleman"]
    assert turn()[0] == 0
    scene.play(0, "nobleman", county="A")
    assert turn() == (1, "Round 1 of 5 · placing knights · Bob’s turn")


@pytest.mark.rule("lancaster-3.9")
def test_the_board_in_words_names_the_noblemen_at_every_table() -> None:
    scene = Scene(3).nobles(1, "CA").war("K04").begin("placing")
    assert "at table Lord of York and Lord of Northumberland" in WORDS.map_text(
        scene.match.view(0), PLAIN
    )
