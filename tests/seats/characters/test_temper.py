"""How a character leans among plans that are worth nearly the same, and in deals."""

from __future__ import annotations

import random
from itertools import product

import pytest

from bot.content.characters import load_characters
from bot.games import (
    BY_LOT,
    LEVELS,
    characters_of,
    computer_at,
    game_for,
    policy_for,
)
from bot.rules.kernel import Choice
from bot.seats.kingmaker_steward import Steward
from bot.seats.kingmaker_steward.deals.answering import bar
from bot.seats.kingmaker_steward.deals.worths import openly
from bot.seats.kingmaker_steward.outlook import CARELESS, EVEN, Outlook
from bot.seats.kingmaker_temper import PLAIN, Temper
from bot.selfplay import play_game
from tests.rules.kingmaker.scene import Scene
from tests.seats.characters.known import character_of

LOTS = ("13,4", "14,7", "17,18")
KINDS, TURNS = ("movement", "combat"), range(1, 201)

WARLIKE = Temper.of(character_of("warlike"))
CAUTIOUS = Temper.of(character_of("cautious"))


def test_nobody_in_particular_takes_the_best_and_of_equals_the_first() -> None:
    assert PLAIN.preferred([(3.0, "battle"), (5.0, "pick"), (5.0, "siege")], LOTS) == 1


def test_a_character_takes_what_it_likes_of_what_is_nearly_as_good() -> None:
    plans = [(5.0, "pick"), (4.6, "battle")]
    assert WARLIKE.preferred(plans, LOTS) == 1
    assert CAUTIOUS.preferred(plans, LOTS) == 0


def test_no_character_gives_up_what_is_clearly_better() -> None:
    within = load_characters().within
    assert WARLIKE.preferred([(5.0, "pick"), (5.0 - within, "battle")], LOTS) == 0
    for one in load_characters().characters:
        temper = Temper.of(one)
        for kind in load_characters().leans:
            assert abs(temper.lean(kind)) <= within / 2
    assert WARLIKE.lean("a song") == 0


def test_the_easy_choose_by_lot_among_all_that_is_worth_anything() -> None:
    easy, plans = Temper.of(None, easy=True), [(9.0, "pick"), (8.0, "siege"), (1.0, "battle")]
    lots = [[f"round {number} {lot}" for lot in LOTS] for number in range(20)]
    taken = [easy.preferred(plans, each) for each in lots]
    assert set(taken) == {0, 1, 2}
    assert taken == [easy.preferred(plans, each) for each in lots]


def test_the_easy_keep_to_a_plan_when_others_come_to_nothing() -> None:
    easy, plans = Temper.of(None, easy=True), [(9.0, "pick"), (8.0, "siege"), (1.0, "battle")]
    first = easy.preferred(plans, LOTS)
    for gone in {0, 1, 2} - {first}:
        left = [number for number in range(3) if number != gone]
        again = easy.preferred([plans[n] for n in left], [LOTS[n] for n in left])
        assert left[again] == first


def test_the_easy_let_a_third_of_their_moves_and_fights_go_by() -> None:
    easy, phases = Temper.of(None, easy=True), list(product(KINDS, TURNS))
    idle = [phase for phase in phases if easy.lets_go_by(*phase, 0)]
    assert len(idle) / len(phases) == pytest.approx(1 / 3, abs=0.05)
    assert not any(WARLIKE.lets_go_by(*phase, 0) for phase in phases)


def test_in_such_a_phase_the_easy_do_nothing_and_in_others_what_a_steward_does() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.heir_at("henry", "13,4")
    scene.movement(0)
    chance, answers = random.Random(1), set()
    for scene.state.round in TURNS:
        view, prompts = scene.match.view(0), scene.match.asked(0)
        _, usual = Steward().choose(view, prompts, 0, chance)
        _, slow = Steward(easy=True).choose(view, prompts, 0, chance)
        idle = Temper.of(None, easy=True).lets_go_by("movement", scene.state.round, 0)
        assert usual.verb != "done"
        answers.add((idle, slow == Choice("done")))
    assert answers == {(True, True), (False, False)}


def test_deals_cost_more_with_a_merchant_and_less_at_the_easy_level() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.movement(0)
    outlook = Outlook(scene.match.view(0), 0, scene.content)
    bars = {}
    for name in ("warlike", "courtier", "merchant"):
        outlook.temper = Temper.of(character_of(name))
        bars[name] = bar(outlook, 1)
    outlook.temper = Temper.of(None, easy=True)
    assert bars["courtier"] < bars["warlike"] < bars["merchant"]
    assert bar(outlook, 1) < min(bars.values())
    assert openly(outlook).temper is outlook.temper


# Names


def test_players_are_named_by_their_kind_and_character() -> None:
    assert policy_for("kingmaker", "cautious").name == "steward+cautious"
    assert policy_for("kingmaker", "squire+merchant").name == "squire+merchant"
    assert policy_for("kingmaker", "squire").name == "squire"
    assert policy_for("lancaster", "cautious").name == "chamberlain+cautious"
    assert policy_for("lancaster", "steward+cautious").name == "steward+cautious"
    assert policy_for("lancaster", "squire+merchant").name == "squire+merchant"
    assert policy_for("lancaster", "strategist+warlike").name == "strategist+warlike"
    for game, name in (("lancaster", "random+cautious"), ("kingmaker", "random+cautious")):
        with pytest.raises(LookupError):
            policy_for(game, name)


def test_every_level_of_every_game_has_its_player() -> None:
    for game, levels in LEVELS.items():
        for level, kind in levels.items():
            assert policy_for(game, kind).name == kind
            assert computer_at(game, level, "", "T", []) == kind


def test_by_lot_everybody_is_of_another_kind_as_long_as_there_are_kinds() -> None:
    taken: list[str] = []
    for _ in range(5):
        taken.append(computer_at("kingmaker", "", BY_LOT, "T1", taken))
    assert len(set(taken[:4])) == len(characters_of("kingmaker")) == 4
    assert taken[4] == taken[0]
    orders = {computer_at("kingmaker", "", BY_LOT, f"T{n}", []) for n in range(20)}
    assert len(orders) > 1


def test_what_there_is_not_is_named() -> None:
    with pytest.raises(LookupError, match=r"no level 'heroic'\. Known: normal, easy, hard"):
        computer_at("kingmaker", "heroic", "", "T", [])
    with pytest.raises(LookupError):
        computer_at("kingmaker", "easy", "silly", "T", [])


def test_characters_play_a_game_and_break_no_rule() -> None:
    names = ("cautious", "warlike", "courtier", "squire+merchant")
    players = [policy_for("kingmaker", name) for name in names]
    record = play_game(game_for("kingmaker", "house"), 4, "characters", players, {"rounds": "3"})
    assert record.violations == []
    assert record.finished
    assert record.policies[3] == "squire+merchant"


def test_the_easy_fear_little() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.movement(0)
    view = scene.match.view(0)
    usual, easy = (Steward(easy=each).look(view, 0) for each in (False, True))
    assert (usual.stance, easy.stance) == (EVEN, CARELESS)
    assert openly(easy).stance == CARELESS
