"""The longer texts: where the game stands, a faction, the map in words, what can be done."""

from __future__ import annotations

import msgspec
import pytest

from bot.games import words_for
from bot.rules.kingmaker.state import Reign, Result
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import HOUSE, Scene

WORDS = KingmakerWords(HOUSE.content)
NAMES = ["Anne", "Bob"].__getitem__


def scene() -> Scene:
    """Percy holds Henry by London, which Neville defends; Anne has a hand of one."""
    return (
        Scene(seats=2, rounds=10)
        .noble("percy", 0, "18,20", cards=("marshal_england", "saxons_1"), heirs=("henry",))
        .noble("neville", 1, "london")
        .noble("roos", 1, "helmsley")
        .siege("london", ["percy"])
        .hand(0, "le_swan")
        .held(1, "E-FM01")
    )


def test_the_game_at_a_glance_and_its_phase() -> None:
    here = scene()
    here.movement(0)
    view = here.match.view(None)
    assert WORDS.heading(view, NAMES).splitlines() == [
        "**Kingmaker** · House rules",
        "Round 1 of 10 · Anne’s turn · movement",
        "King: *Henry VI* of Lancaster, with **Percy** (Anne)",
        "Next in line: *Margaret of Anjou* (Lancaster) and *Richard of York* (York)",
        f"Crown deck {view.crown_deck} · Event deck 80 · Chancery 0 · Hands: Anne 1, Bob 0",
    ]
    assert WORDS.phase(view, NAMES) == "Round 1 of 10 · Anne’s turn · movement"
    late = msgspec.structs.replace(view, time_up=True)
    assert WORDS.phase(late, NAMES) == "Round 1 of 10 · Anne’s turn · movement · the last turn"
    before = msgspec.structs.replace(view, phase="setup")
    assert WORDS.phase(before, NAMES) == "Setting up the board"
    over = msgspec.structs.replace(view, result=Result((0, 1), "minor_split"))
    assert WORDS.phase(over, NAMES) == (
        "The game is over: Anne and Bob win together, Minor Split Victory"
    )


@pytest.mark.rule("house-3.1")
def test_the_last_rounds_are_counted_down() -> None:
    here = scene()
    here.movement(0)
    view = here.match.view(None)
    ends = "⏳ The game ends after round 10: "
    for round_, told in (
        (7, ""),
        (8, f"{ends}2 rounds after this one. ‹house-3.1›"),
        (9, f"{ends}1 round after this one. ‹house-3.1›"),
        (10, f"{ends}this is the last round. ‹house-3.1›"),
    ):
        assert WORDS.progress(msgspec.structs.replace(view, round=round_), NAMES) == told
    unlimited = msgspec.structs.replace(view, round=10, rounds_limit=None)
    assert WORDS.progress(unlimited, NAMES) == ""


def test_a_faction_as_its_own_player_sees_it() -> None:
    lines = WORDS.card_lines(scene().match.view(0), 0, NAMES)
    assert lines == [
        "Anne’s faction: 1 noble, 240 troops",
        "**Percy** 240 · in the open at S21 London · Earl of Northumberland · Marshal of England · "
        "Saxons · with *Henry VI* · holds Alnwick, Cockermouth and Wressle",
        "Hand, seen only by you: Le Swan (ship, carries 150, home port Lynn)",
        "Event cards kept: none",
    ]


def test_who_looks_over_a_players_shoulder_is_not_you_and_a_hand_has_no_deal_in_it() -> None:
    found = scene()
    found.movement(0)
    found.play(0, "propose_deal", to="1", promise="peace")
    assert WORDS.hand_lines(found.match.view(0)) == [
        "Hand: Le Swan (ship, carries 150, home port Lynn)",
        "Event cards kept: none",
    ]
    view = found.match.view(0)
    *_, hand, _, deal = WORDS.card_lines(view, 0, NAMES, over_shoulder=True)
    assert hand == "Hand: Le Swan (ship, carries 150, home port Lynn)"
    assert deal.startswith("Deal 1: Anne offers Bob nothing but words")
    assert WORDS.card_lines(view, 0, NAMES)[-1].startswith("Deal 1: you offer Bob")


def test_a_faction_as_others_see_it() -> None:
    hidden = WORDS.card_lines(scene().match.view(1), 0, NAMES)
    assert hidden[-1] == "Hand: 1 hidden card · Event cards kept: 0"
    assert not any("Swan" in line for line in hidden)
    spectator = WORDS.card_lines(scene().match.view(None), 1, NAMES)
    assert spectator[-1] == "Hand: 0 hidden cards · Event cards kept: 1"


def test_the_map_in_words() -> None:
    lines = WORDS.map_text(scene().match.view(None), NAMES).splitlines()
    assert lines[:2] == ["__The North__", "P9 Helmsley – inside: Bob **Roos** 20"]
    assert (
        "S21 London – London under siege by **Percy**, turn 1; inside: Bob **Neville** 50; "
        "in the open: Anne **Percy** 240 with *Henry VI*"
    ) in lines
    assert "Y24 Calais – inside: *Richard of Gloucester* alone" in lines


def test_what_can_i_do() -> None:
    here = scene()
    here.movement(0)
    text = WORDS.offers_text(here.match.prompts(0), here.match.view(0), NAMES)
    assert text.splitlines() == [
        "**Round 1 of 10 · Anne’s turn · movement**",
        "Move your nobles: all, some or none, in any order.",
        "• **March**: up to five squares across country; a forest ends the march ‹house-2.2a›",
        "• **Ride the road**: any distance while the road is open; it takes the whole move "
        "‹house-2.2d›",
        "• **Ask for leave**: ask another player to open a place or a ship for this phase "
        "‹house-8.2.6›",
        "• **End movement** ‹base-3.2›",
        "If you do not answer, your movement ends.",
        "You may play a card from your hand, put an heir to death, lift a siege or propose a "
        "deal. ‹house-2.6c, house-1.11, house-6.4a, house-8.7.2›",
    ]
    assert WORDS.offers_text([], here.match.view(1), NAMES) == (
        "You have nothing to do just now. Sit back and watch the others plot."
    )


# How everybody stands


def standings_of(scene: Scene) -> list[str]:
    """The standings in words."""
    words = words_for("kingmaker", scene.game.ruleset)
    names = ["**Anne**", "**Bob**"].__getitem__
    return words.standings(scene.match.view(None), scene.match.standings(), names)


def test_an_heir_whom_a_fortress_holds_is_its_controllers() -> None:
    scene = Scene(2, "classic").noble("percy", 0, "alnwick").control("york", "percy")
    told = standings_of(scene.noble("courtenay", 1, "14,16"))
    assert "1. *Richard of York* · **Anne**’s, inside York" in told


def test_both_lines_with_their_keepers_and_what_each_faction_lacks() -> None:
    scene = Scene(2).noble("percy", 0, "alnwick").noble("courtenay", 1, "14,16")
    scene.dead("edward_lancaster", "george").hold("henry", "percy").hold("margaret", "courtenay")
    told = standings_of(scene)
    assert told[:5] == [
        "**Lancaster**",
        "1. 👑 King *Henry VI* · with **Percy** (**Anne**), inside Alnwick",
        f"2. *Margaret of Anjou* · with **Courtenay** (**Bob**), {spot(scene, 'courtenay')}",
        "-# Dead: *Edward of Lancaster*",
        "**York**",
    ]
    assert told[5] == "1. *Richard of York* · nobody’s, inside York"
    assert told[8:10] == ["-# Dead: *George of Clarence*", "**Factions**"]
    percy, votes = scene.content.crown["percy"], scene.content.votes
    commons = percy.commons + votes.king_commons + votes.senior_heir_commons
    lords = percy.lords + votes.senior_heir_lords
    troops = scene.match.view(None).nobles["percy"].troops
    assert told[10:12] == [
        f"**Anne** · 1 noble, {troops} troops · {len(percy.castles)} strongholds"
        f" · votes: Commons {commons}, Lords {lords}",
        "-# keeps *Henry VI*; wins with *Henry VI* once *Margaret of Anjou*, *Richard of "
        "York*, *Edward of March* and *Richard of Gloucester* are dead",
    ]
    assert told[13] == "-# keeps *Margaret of Anjou*; must have a King to win"


def spot(scene: Scene, noble: str) -> str:
    """Where a noble in the open stands, in words."""
    return WORDS.lexicon.spot(scene.state.nobles[noble].square, None)


@pytest.mark.parametrize(
    ("kings", "dead", "turns", "end"),
    [
        (("henry",), (), 0, "must have a King other than Henry to win"),
        (
            ("henry", "george"),
            (),
            0,
            "wins with *George of Clarence* only once *Henry VI* is no longer King",
        ),
        (("george",), ("henry",), 2, "has held *George of Clarence* for 2 of 4 turns"),
    ],
)
def test_where_turns_are_counted(
    kings: tuple[str, ...], dead: tuple[str, ...], turns: int, end: str
) -> None:
    scene = Scene(2, "classic").noble("percy", 0, "alnwick").noble("courtenay", 1, "tiverton")
    scene.crowned(*kings).dead(*dead).hold("george", "percy")
    scene.state.reign = Reign("george", 0, turns=turns) if turns else None
    assert f"-# keeps *George of Clarence*; {end}" in standings_of(scene)


def test_the_last_king_at_sea_or_abroad_wins_when_he_comes_back() -> None:
    scene = Scene(2, "base").noble("percy", 0, "alnwick").noble("courtenay", 1, "tiverton")
    scene.crowned("george").hold("george", "percy")
    scene.dead(*(heir for heir in scene.state.heirs if heir != "george"))
    told = standings_of(scene)
    end = "wins as soon as *George of Clarence* is back on the board"
    assert f"-# keeps *George of Clarence*; {end}" in told


# The same at a glance


def at_a_glance(scene: Scene) -> list[tuple[str, str]]:
    """The standings in very few lines."""
    words = words_for("kingmaker", scene.game.ruleset)
    names = ["Anne", "Bob"].__getitem__
    return words.at_a_glance(scene.match.view(None), scene.match.standings(), names)


def test_at_a_glance_both_lines_and_who_lacks_what() -> None:
    scene = Scene(2).noble("percy", 0, "alnwick").noble("courtenay", 1, "14,16")
    scene.dead("edward_lancaster", "george").hold("henry", "percy").hold("margaret", "courtenay")
    assert at_a_glance(scene) == [
        ("Lancaster", "King *Henry VI* (Anne), *Margaret of Anjou* (Bob)"),
        ("York", "*Richard of York*, *Edward of March*, *Richard of Gloucester*"),
        ("Anne", "wins with *Henry VI* once the other 4 heirs are dead"),
        ("Bob", "must have a King to win"),
    ]
    scene.dead("margaret", "richard_york")
    assert at_a_glance(scene)[2] == (
        "Anne",
        "wins with *Henry VI* once *Edward of March* and *Richard of Gloucester* are dead",
    )


@pytest.mark.rule("house-4.19")
def test_at_a_glance_beaufort_is_told_apart_from_the_heirs() -> None:
    scene = Scene(2).noble("percy", 0, "alnwick").noble("beaufort", 1, "corfe")
    scene.dead("edward_lancaster", "edward_march", "richard_gloucester").crowned("george")
    assert at_a_glance(scene.hold("george", "percy"))[2] == (
        "Anne",
        "wins with *George of Clarence* once the other 3 heirs and **Beaufort** are dead",
    )


def test_at_a_glance_once_the_game_is_over_nobody_needs_anything() -> None:
    scene = Scene(2).noble("percy", 0, "alnwick").hold("henry", "percy")
    view = msgspec.structs.replace(scene.match.view(None), result=Result((0,), "four_turns"))
    words, names = words_for("kingmaker", scene.game.ruleset), ["Anne", "Bob"].__getitem__
    told = words.at_a_glance(view, scene.match.standings(), names)
    assert [heading for heading, _ in told] == ["Lancaster", "York"]


def test_at_a_glance_those_who_need_the_same_are_listed_together() -> None:
    scene = Scene(3).noble("percy", 0, "alnwick").noble("courtenay", 1, "14,16")
    scene.hold("henry", "percy")
    names = ["Anne", "Bob", "Cat"].__getitem__
    words = words_for("kingmaker", scene.game.ruleset)
    told = words.at_a_glance(scene.match.view(None), scene.match.standings(), names)
    assert told[3] == ("Bob and Cat", "must have a King to win")


def test_at_a_glance_a_house_that_died_out_and_who_is_alike() -> None:
    scene = Scene(2, "classic").noble("percy", 0, "alnwick").control("york", "percy")
    scene.noble("courtenay", 1, "14,16").dead("henry", "margaret", "edward_lancaster")
    assert at_a_glance(scene) == [
        ("Lancaster", "extinct"),
        (
            "York",
            "*Richard of York* (Anne), *Edward of March*, *George of Clarence*, "
            "*Richard of Gloucester*",
        ),
        ("Everybody", "must have a King other than Henry to win"),
    ]
