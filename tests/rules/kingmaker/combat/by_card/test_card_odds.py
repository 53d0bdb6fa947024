"""The odds of a battle by card: what they say of each half is what comes of it."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from bot.content.load import load_content
from bot.games import game_for, table_rules_for, words_for
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.prospects.fights import HALVES, card_odds
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.odds import assault_text, battle_text
from tests.rules.kingmaker.combat.by_card.field import CARDS, SMALL, attack, meeting, muster
from tests.rules.kingmaker.scene import Scene

NAMES = ["Anne", "Bob"].__getitem__
WORDS = words_for("kingmaker", "classic")
CONTENT = game_for("kingmaker", "classic").content
LEXICON = Lexicon(CONTENT, table_rules_for("kingmaker", "classic"))


def facing(total: int, *, larger_attacks: bool) -> tuple[Scene, tuple[str, ...], tuple[str, ...]]:
    """A force of so many and one of 80: the scene, the attackers, the defenders."""
    nobles, cards = muster(total)
    sides = (nobles, SMALL) if larger_attacks else (SMALL, nobles)
    scene = meeting(*sides).give(nobles[0], *cards)
    return scene, tuple(sides[0]), tuple(sides[1])


@pytest.mark.rule("base-9.5", "base-9.6", "base-9.7", "base-9.8")
@pytest.mark.parametrize("larger_attacks", [True, False])
@pytest.mark.parametrize("total", [80, 100, 150, 160, 330])
def test_what_the_odds_say_of_a_half_is_what_comes_of_it(total: int, larger_attacks: bool) -> None:
    for half in HALVES:
        scene, attackers, defenders = facing(total, larger_attacks=larger_attacks)
        scene.next_events(CARDS[half]).combat(0)
        odds = card_odds(scene.content, scene.match.view(0), attackers, defenders)
        told = next(each for each in odds.halves if each.half == half)
        attack(scene, *attackers)
        decided = scene.happened(facts.BattleDecided)
        winner = decided[0].winner if decided else None
        assert {True: 0, False: 1, None: None}[told.wins] == winner, half


@pytest.mark.rule("base-9.5")
def test_every_card_to_come_is_counted_once() -> None:
    scene, attackers, defenders = facing(160, larger_attacks=True)
    scene.combat(0)
    state, events = scene.state, scene.content.events
    state.event_deck[:] = list(events)
    odds = card_odds(scene.content, scene.match.view(0), attackers, defenders)
    assert {half.half: half.cards for half in odds.halves} == {
        "majority": 8,
        "5-4": 9,
        "3-2": 9,
        "2-1": 9,
        "3-1": 7,
        "4-1": 7,
        "bad_weather": 11,
    }
    assert (odds.cards, odds.attack, odds.opposed) == (60, 160, 80)
    wins, losses, neither = (odds.chance(wins) for wins in (True, False, None))
    assert (wins, losses, neither) == (Fraction(35, 60), Fraction(0), Fraction(25, 60))
    # What lies among the discards does not come, and what somebody keeps may.
    gone, held = CARDS["majority"], CARDS["bad_weather"]
    state.event_deck.remove(gone)
    state.event_discards[:] = [gone]
    state.event_deck.remove(held)
    state.factions[1].held.append(held)
    for seat in (0, 1, None):
        counted = scene.match.view(seat).to_draw
        assert (len(counted), gone in counted, held in counted) == (59, False, True)


@pytest.mark.rule("base-9.9", "base-12.5", "base-19.5")
def test_who_could_die_is_who_is_named_on_a_card_to_come() -> None:
    scene = meeting(("percy",), ("grey",)).hold("edward_march", "percy")
    scene.combat(0)
    scene.state.event_deck[:] = list(scene.content.events)
    odds = card_odds(scene.content, scene.match.view(0), ["percy"], ["grey"])
    named = {
        noble: sum(noble in card.killed for card in scene.content.events.values())
        for noble in ("percy", "grey")
    }
    assert {p.who: p.chance for p in odds.perils} == {
        noble: Fraction(count, 60) for noble, count in named.items()
    }
    assert [p.attacking for p in odds.perils] == [True, False]


@pytest.mark.rule("base-19.5", "base-9.6", "base-9.10")
def test_by_two_dice_all_who_fight_are_in_peril_alike_but_in_bad_weather() -> None:
    ruleset = "classic+nobles_killed"
    scene = meeting(("percy",), ("grey",), ruleset=ruleset).hold("edward_march", "percy")
    scene.combat(0)
    scene.state.event_deck[:] = list(scene.content.events)
    odds = card_odds(scene.content, scene.match.view(0), ["percy"], ["grey"])
    fair = Fraction(49, 60)
    assert [(p.who, p.attacking, p.chance) for p in odds.perils] == [
        ("percy", True, fair * Fraction(2, 36)),
        ("edward_march", True, fair * Fraction(1, 36)),
        ("grey", False, fair * Fraction(2, 36)),
    ]


def test_with_no_card_to_come_nothing_is_likely() -> None:
    scene = meeting(("percy",), ("grey",))
    scene.combat(0)
    state = scene.state
    state.event_deck[:], state.event_discards[:] = [], []
    view = msgspec.structs.replace(scene.match.view(0), to_draw=())
    odds = card_odds(scene.content, view, ["percy"], ["grey"])
    assert [odds.chance(wins) for wins in (True, False, None)] == [Fraction(0)] * 3
    assert {peril.chance for peril in odds.perils} == {Fraction(0)}


def test_the_odds_in_words() -> None:
    scene, attackers, defenders = facing(160, larger_attacks=True)
    scene.combat(0)
    scene.state.event_deck[:] = list(scene.content.events)
    view = scene.match.view(0)
    square = view.nobles[attackers[0]].square
    text = battle_text(LEXICON, view, square, list(attackers), list(defenders), NAMES)
    lines = text.splitlines()
    assert lines[2:12] == [
        "The lower half of an Event card decides. These are still to come: ‹base-9.5›",
        "• Majority, 8 of 60: Anne’s victory",
        "• 5 to 4, 9 of 60: Anne’s victory",
        "• 3 to 2, 9 of 60: Anne’s victory",
        "• 2 to 1, 9 of 60: Anne’s victory",
        "• 3 to 1, 7 of 60: nobody wins",
        "• 4 to 1, 7 of 60: nobody wins",
        "• Bad weather, 11 of 60: no battle",
        "Anne’s victory 58.3%, Bob’s victory 0%, neither 41.7%. ‹base-9.7›",
        lines[11],
    ]
    assert lines[11].startswith("At risk, whoever wins: ")
    assert lines[12].startswith("The winner captures all survivors of the other side.")


def test_a_card_tells_its_lower_half() -> None:
    classic, house = WORDS, words_for("kingmaker", "house")
    assert "the larger force wins at 3 to 2 or better. Killed if they fight: " in classic.card_text(
        CARDS["3-2"], None, NAMES
    )
    assert "it brings bad weather: there is no battle." in classic.card_text(
        CARDS["bad_weather"], None, NAMES
    )
    assert "another card is drawn." in classic.card_text("E-WR01", None, NAMES)
    assert "larger force" not in house.card_text(CARDS["3-2"], None, NAMES)
    assert Scene(2).match.view(0).to_draw == ()


# The odds of a siege that one card decides, once the defence is matched (base §10).


THREE_NAMES = ["Anne", "Bob", "Cleo"].__getitem__
HIRED = ("burgundian_crossbowmen_1", "flemish_crossbowmen_1", "flemish_crossbowmen_2")


def told(*cards: str) -> list[str]:
    """Percy with these cards beside Northampton, where Grey is; Stanley of a third stands by."""
    scene = Scene(3, "classic").noble("grey", 1, "northampton")
    square = scene.board.places["northampton"].square
    scene.noble("percy", 0, square, outside=True, cards=cards)
    scene.noble("stanley", 2, square, outside=True)
    lex, view = Lexicon(load_content("classic")), scene.match.view(0)
    return assault_text(lex, view, "northampton", ["percy"], THREE_NAMES).splitlines()


@pytest.mark.rule("base-10.3")
def test_what_is_lacking_for_a_match_and_no_word_of_allies() -> None:
    assert told() == [
        "### Siege of Northampton",
        "Anne’s **Percy** (100) against a defence of 220: garrison 200 and **Grey**",
        "Besieging it needs 220 troops: 120 too few. ‹base-10.3›",
    ]


@pytest.mark.rule("base-10.3", "base-10.4", "base-10.5", "base-10.6")
def test_what_the_one_card_of_a_match_brings() -> None:
    assert told("marshal_england", "saxons_1", "scots_archers_1", *HIRED)[2:] == [
        "Besieging it needs 220 troops: enough. ‹base-10.3›",
        "One Event card decides; the ratio does not matter. ‹base-10.4›",
        "Bad weather 18.3%: the place is under siege, and you may draw again while you match its "
        "defence."
        " ‹base-10.6›",
        "The place falls: 81.7%. ‹base-10.5›",
        "At risk, whoever wins: **Percy** 8.3%, **Grey** 8.3%. ‹base-9.9›",
        "All who survive inside become captives. ‹base-10.5›",
    ]
