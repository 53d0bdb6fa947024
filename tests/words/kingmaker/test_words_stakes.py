"""What a question carries beside itself: odds with one's own troops, votes, worth, what if not."""

from __future__ import annotations

import random

import pytest

from bot.games import game_for, words_for
from bot.rules.kernel import Dice, Match, Offer, Prompt
from bot.rules.kingmaker.prospects.odds import assault_odds, battle_odds
from bot.seats.kingmaker_steward.player import Steward
from bot.secrecy import other_world
from bot.words.kingmaker.words import KingmakerWords
from bot.words.shape import VERB_LIMIT
from tests.rules.kingmaker.scene import HOUSE, Scene

WORDS = KingmakerWords(HOUSE.content)
NAMES = ["Anne", "Bob", "Cleo"].__getitem__
LONDON = "18,20"


def field(ruleset: str = "house") -> Scene:
    """Percy with the King and Roos meet Stafford with Margaret; Pole of a third may stand by."""
    scene = Scene(3, ruleset).noble("percy", 0, LONDON, heirs=("henry",))
    scene.noble("roos", 0, LONDON)
    scene.noble("stafford", 1, LONDON, heirs=("margaret",)).noble("neville", 1, "london")
    scene.noble("grey", 2, "northampton")
    return scene


def asked(scene: Scene, seat: int = 0) -> Prompt:
    """What a seat must answer."""
    return next(prompt for prompt in scene.match.prompts(seat) if prompt.blocking)


def told(scene: Scene, seat: int = 0, reader: int | None = 0) -> list[str]:
    """What a seat's question carries for a reader."""
    return WORDS.stakes(asked(scene, seat), scene.match.view(reader), NAMES)


# Fights


def test_the_only_fight_is_told_whole_and_to_its_player_who_may_die() -> None:
    scene = field()
    scene.combat(0)
    assert told(scene, reader=None) == [
        "• Anne’s **Percy** and **Roos** (150) against Bob’s **Stafford** (30) at S21 "
        "London: 5 to 1, win 77%, lose 0.8%, undecided 22.1%."
    ]
    assert told(scene) == [
        "Your **Percy** and **Roos** (150) against Bob’s **Stafford** (30) at S21 London: 5 "
        "to 1, win 77%, lose 0.8%, undecided 22.1%.",
        "At risk in fair weather: **Percy** 6.3%, **Roos** 6.3%, *Henry VI* 2.8%, "
        "**Stafford** 16.5%, *Margaret of Anjou* 8.3%.",
        "If the attack wins, Bob’s survivors become captives, and *Margaret of Anjou* with "
        "them. If it fails, the surviving attackers go home.",
    ]
    odds = battle_odds(HOUSE.content, scene.match.view(0), ["percy", "roos"], ["stafford"])
    assert odds.victory * (1 - odds.bad_weather) == pytest.approx(0.770, abs=0.001)


def test_those_who_are_chosen_are_the_ones_who_count() -> None:
    scene = field()
    scene.combat(0)
    prompt, view = asked(scene), scene.match.view(0)
    chosen = WORDS.stakes(prompt, view, NAMES, settled={"nobles": ("roos",)})
    assert chosen[0].startswith("Your **Roos** (20) against Bob’s **Stafford** (30)")
    assert "Percy" not in " ".join(chosen)


def test_of_several_fights_each_has_a_line() -> None:
    scene = field().noble("pole", 2, LONDON)
    scene.combat(0)
    lines = told(scene)
    assert [line.split(" against ")[1].split(" at ")[0] for line in lines] == [
        "Bob’s **Stafford** (30)",
        "Cleo’s **Pole** (30)",
    ]
    assert all(line.startswith("• Your **Percy** and **Roos** (150) against ") for line in lines)


@pytest.mark.parametrize("ruleset", ["base", "classic"])
def test_where_a_card_decides_the_odds_are_those_of_the_cards(ruleset: str) -> None:
    scene = field(ruleset)
    scene.combat(0)
    assert words_for("kingmaker", ruleset).stakes(asked(scene), scene.match.view(0), NAMES) == [
        "Your **Percy** and **Roos** (120) against Bob’s **Stafford** (30) at S21 London: 4 "
        "to 1, win 81.7%, lose 0%, undecided 18.3%.",
        "At risk: **Percy** 8.3%, **Roos** 10%, **Stafford** 10%.",
        "The winner captures the survivors of the other side. ‹base-9.11›",
    ]


def test_a_siege_tells_what_it_takes_to_lay_it_and_to_conclude_it() -> None:
    scene = Scene(2).noble("percy", 0, "helmsley", outside=True)
    scene.noble("audley", 1, "helmsley").heir_at("margaret", "15,8", "helmsley")
    scene.combat(0)
    view = scene.match.view(0)
    odds = assault_odds(HOUSE.content, view, "helmsley", ["percy"])
    assert (odds.attack, odds.opposed) == (100, 110)
    # Nobody dies of a siege that is only laid, and nothing falls.
    assert told(scene) == [
        "Your **Percy** (100) against Helmsley, defended by 110 (garrison 100, Bob’s "
        "**Audley** (10)): 55 troops can lay siege, no roll. 110 would take it."
    ]


def test_who_could_conclude_a_siege_at_once_reads_what_falls() -> None:
    scene = Scene(2).noble("percy", 0, "helmsley", outside=True)
    scene.noble("roos", 0, "helmsley", outside=True, castles=False)
    scene.noble("audley", 1, "helmsley").heir_at("margaret", "15,8", "helmsley")
    scene.combat(0)
    lines = told(scene)
    assert lines[1].startswith("At risk as it falls: **Percy** 5%")
    assert lines[2].startswith("If you win, Helmsley and *Margaret of Anjou* are yours")
    assert lines[2].endswith("are yours, and all who survive inside become captives.")


def test_a_siege_that_could_be_laid_or_concluded_is_told_of_once() -> None:
    scene = Scene(2).noble("percy", 0, "helmsley", outside=True).noble("grey", 1, "northampton")
    scene.noble("roos", 0, "helmsley", outside=True, castles=False).combat(0)
    assert {offer.verb for offer in asked(scene).offers} == {"lay", "conclude", "done"}
    assert told(scene, reader=None) == [
        "• Anne’s **Percy** and **Roos** (120) against Helmsley, defended by 100 (garrison "
        "100): 50 troops can lay siege, no roll. Conclude now: it falls 82% of the time: "
        "only bad weather saves it."
    ]


def test_a_storm_is_stopped_by_bad_weather_alone() -> None:
    scene = Scene(2).noble("percy", 0, "helmsley", outside=True).noble("grey", 1, "northampton")
    scene.noble("roos", 0, "helmsley", outside=True, castles=False).siege("helmsley", ["percy"], 1)
    scene.combat(0)
    prompt, view = asked(scene), scene.match.view(0)
    storm = [offer for offer in prompt.offers if offer.verb == "conclude"]
    assert WORDS.stakes(prompt, view, NAMES, storm)[0] == (
        "Your **Percy** and **Roos** (120) against Helmsley, defended by 100 (garrison 100): "
        "it falls 82% of the time: only bad weather saves it."
    )


def test_an_ally_reads_the_odds_with_his_troops_on_either_side() -> None:
    scene = field().noble("pole", 2, LONDON)
    scene.combat(0)
    scene.play(0, "attack", nobles=["percy", "roos"], against="1", square=LONDON)
    assert told(scene, 2, 2)[:3] == [
        "As it stands: 5 to 1, win 77%, lose 0.8%, undecided 22.1%.",
        "With your **Pole** (30) in the attack: 6 to 1, win 77%, lose 0.8%, undecided 22.1%.",
        "With your **Pole** (30) in the defence: 2.5 to 1, win 65.6%, lose 4.9%, undecided 29.5%.",
    ]


def test_an_ally_reads_the_odds_with_the_french_who_come_along() -> None:
    scene = field().give("roos", "french_foot").noble("pole", 2, LONDON)
    scene.combat(0)
    scene.play(0, "attack_with_french", nobles=["roos"], against="1", square=LONDON)
    assert asked(scene, 2).facts["strength"] == "120"
    assert told(scene, 2, 2)[0].startswith("As it stands: 4 to 1, win ")


def test_two_strengths_of_one_attack_say_which_is_with_the_french() -> None:
    scene = field().give("roos", "french_foot")
    scene.combat(0)
    lines = [line for line in told(scene) if "against" in line]
    assert len(lines) == 2
    assert ["with the French)" in line for line in lines].count(True) == 1


# Buttons


@pytest.mark.parametrize(
    ("cleos", "labels"),
    [
        ((), ["Attack Stafford"]),
        (("pole",), ["Attack", "Attack Stafford", "Attack Pole"]),
        (("pole", "talbot", "scrope"), ["Attack", "Attack Stafford", "Attack Pole and 2 more"]),
    ],
)
def test_a_button_names_its_only_target(cleos: tuple[str, ...], labels: list[str]) -> None:
    scene = field()
    for noble in cleos:
        scene.noble(noble, 2, LONDON)
    scene.combat(0)
    prompt, view = asked(scene), scene.match.view(0)
    attacks = [offer for offer in prompt.offers if offer.verb == "attack"]
    each = [WORDS.button([offer], prompt, view) for offer in attacks]
    found = [WORDS.button(attacks, prompt, view), *each]
    assert list(dict.fromkeys(found)) == labels
    assert WORDS.button([Offer("done")], prompt, view) == "End combat"


# Heirs behind walls


def test_an_heir_within_walls_is_not_told_unguarded() -> None:
    scene = Scene(2).noble("percy", 0, "15,8").noble("grey", 1, "northampton")
    scene.heir_at("margaret", "15,11", "tickhill").movement(0)
    look = scene.match.view(0)
    (march,) = (o for o in asked(scene).offers if o.verb == "march")
    about = WORDS.option(march, march.field("to"), "15,11", look)[1]
    assert about.startswith("Margaret of Anjou in Tickhill (200) · ")
    scene.heir_at("margaret", "15,11")
    look = scene.match.view(0)
    (march,) = (o for o in asked(scene).offers if o.verb == "march")
    about = WORDS.option(march, march.field("to"), "15,11", look)[1]
    assert about.startswith("Margaret of Anjou unguarded · ")


# Nobody else's secrets


def test_what_everybody_reads_does_not_change_with_what_is_hidden() -> None:
    game, luck = game_for("kingmaker", "house"), random.Random(3)
    match, looked = Match.start(game, 3, "stakes", {"rounds": "8"})[0], 0
    steward = Steward()
    while not match.over and looked < 12:
        seat = match.waiting_for()[0]
        prompts = match.prompts(seat)
        if any(_public(match, seat)):
            other = other_world(match, None, Dice(f"others {looked}"))
            assert _public(other, seat) == _public(match, seat)
            looked += 1
        _, choice = steward.choose(match.view(seat), prompts, seat, luck)
        match.submit(seat, choice)
    assert looked == 12


def _public(match: Match, seat: int) -> list[list[str]]:
    """What a seat's questions carry for everybody, as far as they are open."""
    manners = match.game.etiquette
    found = []
    for prompt in match.asked(seat):
        offers = [o for o in prompt.offers if o.verb not in manners.telltale_verbs]
        if not prompt.sealed and prompt.kind not in manners.telltale_kinds:
            found.append(WORDS.stakes(prompt, match.view(None), NAMES, offers))
    return found


def test_buttons_stay_within_their_limit() -> None:
    scene = Scene(2).noble("percy", 0, "berwick", outside=True).noble("grey", 1, "northampton")
    scene.combat(0)
    for prompt in scene.match.prompts(0):
        for offer in prompt.offers:
            assert len(WORDS.button([offer], prompt, scene.match.view(0))) <= VERB_LIMIT


# Passing on a title or an office


@pytest.mark.parametrize(
    ("noble", "lines"),
    [
        ("talbot", ["**Talbot** is Cleo’s: it leaves your faction for good, if Cleo agrees."]),
        ("percy", ["**Percy** is yours, so it stays in your faction."]),
    ],
)
def test_what_passes_on_says_whose_it_would_be(noble: str, lines: list[str]) -> None:
    scene = Scene(3).noble("percy", 0, "alnwick").noble("neville", 0, "coventry")
    scene.noble("clifford", 1, "skipton").noble("talbot", 2, "sheffield")
    chosen = {"card": ("marshal_england",), "giver": ("neville",), "noble": (noble,)}
    prompt, view = Prompt(0, "motions", ()), scene.match.view(0)
    brings, *told = WORDS.stakes(prompt, view, NAMES, (Offer("transfer_office", ()),), chosen)
    assert brings.startswith("It brings ")
    assert told == lines
    *told, vote = WORDS.stakes(prompt, view, NAMES, (Offer("transfer_title", ()),), chosen)
    assert told == [brings, *lines]
    assert vote.startswith("Then Parliament votes.")
