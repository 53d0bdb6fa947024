"""Why something may not be done now: each wish with the rule that forbids it."""

from __future__ import annotations

import random

import pytest

from bot.content.load import load_ledger
from bot.games import LIBRARY
from bot.rules.kernel import Match
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import HOUSE, Scene

WORDS = KingmakerWords(HOUSE.content)
NAMES = ["Anne", "Bob"].__getitem__


def lines(scene: Scene, seat: int) -> list[str]:
    """What a seat is told."""
    return WORDS.why_not(scene.match.why_not(seat), NAMES)


def field() -> Scene:
    """Percy and Roos stand by London, where Neville is inside and Stafford in the open."""
    return (
        Scene(seats=2)
        .noble("percy", 0, "18,20")
        .noble("roos", 0, "18,20")
        .noble("neville", 1, "london")
        .noble("stafford", 1, "18,20")
    )


@pytest.mark.rule("house-1.14")
def test_out_of_turn_all_have_one_reason() -> None:
    here = field()
    here.movement(0)
    assert lines(here, 1) == [
        "• **March**, **Attack**, **Lay siege**, **Call Parliament**, **Crown an heir**: It is "
        "another player’s turn. Wait for yours. ‹house-1.14›"
    ]


@pytest.mark.rule("house-6.2d", "house-6.2c", "house-1.19")
def test_in_movement() -> None:
    here = Scene(seats=2).noble("percy", 0, "18,20").noble("roos", 0, "18,20")
    here.noble("scrope", 0, "london").noble("stafford", 1, "18,20").siege("london", ["stafford"])
    here.movement(0)
    assert lines(here, 0) == [
        "• **Go inside** (London): That place is Under Siege. Nobody can go in until the siege "
        "ends. ‹house-6.2c›",
        "• **March** (**Scrope**): A noble Under Siege cannot leave. He can sally out in the "
        "combat phase. ‹house-6.2d›",
        "• **Attack**, **Lay siege**: You fight in the combat phase. End your movement first. "
        "‹house-1.14›",
        "• **Call Parliament**: While there is a sole King, only his keeper can call "
        "Parliament. ‹house-7.1.1›",
        "• **Crown an heir**: You hold no royal heir to crown. ‹house-1.2›",
    ]


@pytest.mark.rule("house-6.2a", "house-6.1a", "house-5.15b")
def test_in_combat_the_strength_that_is_wanting() -> None:
    here = Scene(seats=2).noble("audley", 0, "18,20").noble("neville", 1, "london")
    here.noble("stafford", 1, "18,20", cards=("marshal_england",)).noble("roos", 0, "helmsley")
    here.combat(0)
    found = lines(here, 0)
    assert (
        "• **Attack** (Bob at S21 London): You need a quarter of their strength to attack. Your "
        "noble may go alone, as an assassin. ‹house-5.15b›" in found
    )
    assert (
        "• **Lay siege** (London): To lay siege you need nobles there with half the strength of "
        "the defence. ‹house-6.2a›" in found
    )
    assert (
        "• **Conclude the siege** (London): To conclude a siege you need nobles there who match "
        "the whole defence. ‹house-6.1a›" in found
    )


@pytest.mark.rule("house-2.5b", "house-1.19")
def test_a_coronation_that_has_passed_by_itself_says_what_was_wanting() -> None:
    here = Scene().noble("percy", 0, "york", heirs=("margaret",)).noble("neville", 1, "masham")
    here.dead("henry").crowned().next_crown("saxons_2").coronation(0)
    assert here.state.phase == "draw"
    told = lines(here, 0)
    assert (
        "• **Crown an heir** (Margaret of Anjou): You need one Archbishop or two Bishops there, "
        "with your nobles. ‹house-2.5b›" in told
    )
    assert (
        "• **Call Parliament**: Only a sole King or the Chancellor can call Parliament. "
        "‹house-1.19›" in told
    )


def test_what_is_offered_is_not_refused() -> None:
    here = field()
    here.combat(0)
    assert here.offered(0, "attack")
    assert not any(wish.verb == "attack" for wish, _ in here.match.why_not(0))


@pytest.mark.rule("house-1.5")
def test_cards_in_the_own_hand_only() -> None:
    here = field().hand(0, "earl_essex").hand(1, "earl_kent")
    here.movement(0)
    told = "\n".join(lines(here, 0))
    why = "That noble’s own card bears a title. He cannot take a second. ‹house-1.5›"
    assert f"Earl of Essex for **Percy**): {why}" in told
    assert "Kent" not in told


def test_the_secrets_of_others_change_nothing() -> None:
    plain, other = field(), field().hand(1, "le_swan").held(1, "E-FM01", "E-WR01")
    for here in (plain, other):
        here.movement(0)
    assert lines(plain, 0) == lines(other, 0)


def test_nothing_to_say_before_and_after_the_game() -> None:
    match, _ = Match.start(HOUSE, 2, "why")
    assert match.position.state.phase == "setup"
    assert [match.why_not(seat) for seat in (0, 1)] == [[], []]


def test_over_whole_games_every_reason_has_its_rule() -> None:
    game = LIBRARY.game_for("kingmaker", "house")
    steward = LIBRARY.policy_for("kingmaker", "steward")
    ledger = load_ledger()
    for number in range(3):
        match, _ = Match.start(game, 3, f"why:{number}", {})
        chance, reasons = random.Random(number), set()
        for _ in range(250):
            if match.over:
                break
            for seat in range(3):
                before = match.save()
                for wish, why in match.why_not(seat):
                    assert why.rule in ledger, why
                    assert all(prompt.find(wish) is None for prompt in match.prompts(seat))
                    reasons.add(why.rule)
                assert match.save() == before
            seat = match.waiting_for()[0]
            _, choice = steward.choose(match.view(seat), match.prompts(seat), seat, chance)
            match.submit(seat, choice)
        assert len(reasons) > 5
