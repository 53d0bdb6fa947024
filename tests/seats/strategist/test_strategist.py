"""The strategist: its plans, how they are compared, and that it knows no more than its seat."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from bot.games import answer_of, game_for, policy_for
from bot.rules.kernel import Choice, Match, Prompt
from bot.rules.kernel.match import Imagination
from bot.rules.kingmaker.state import Result
from bot.seats.deliberation import Budget, Work
from bot.seats.kingmaker_steward import steward
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.targets import decisive, targets, worth_the_odds
from bot.seats.kingmaker_steward.voyages import Voyage, best_voyage
from bot.seats.kingmaker_steward.worth import danger
from bot.seats.kingmaker_strategist import Strategist
from bot.seats.kingmaker_strategist.plans import (
    AS_EVER,
    MOST,
    STANCES,
    TurnPlan,
    name_of,
    openings,
    plans,
)
from bot.seats.kingmaker_strategist.player import outcome
from bot.seats.kingmaker_strategist.quick import QuickTable
from bot.seats.kingmaker_strategist.value import FEATURES, chances, features
from bot.selfplay import play_game
from tests.rules.kingmaker.families.tables import LANCASTER, MOWBRAY, NEVILLE, PERCY, heads
from tests.rules.kingmaker.scene import Scene

RULE_SETS = ("house", "base", "classic", "ishkibibble", "families")


def two_prizes() -> Scene:
    """Two captains who may each take a lone noble in the open, in the movement of seat 0."""
    scene = Scene(3).noble("neville", 0, "alnwick").noble("percy", 0, "middleham")
    scene.noble("scrope", 1, "masham", outside=True, heirs=("richard_york",))
    scene.noble("greystoke", 2, "bamburgh", outside=True, heirs=("margaret",))
    scene.noble("stanley", 1, "douglas").noble("courtenay", 2, "tiverton")
    scene.movement(0)
    return scene


def movement(scene: Scene) -> tuple[Outlook, Prompt]:
    (prompt,) = scene.match.asked(0)
    return Outlook(scene.match.view(0), 0, scene.content), prompt


def deliberated(
    scene: Scene, player: Strategist, notes: dict[str, str] | None = None
) -> tuple[Prompt, Choice]:
    match = scene.match
    imagine = Imagination(match.game, match.position, 0)
    chance = random.Random(1)
    return player.deliberate(
        match.view(0), match.asked(0), 0, chance, imagine, {} if notes is None else notes
    )


# Plans


def test_the_stewards_plan_comes_first_and_no_two_are_alike() -> None:
    found = plans(*movement(two_prizes()))
    assert found[0] == AS_EVER
    assert 3 < len(found) <= MOST
    assert len({plan.tells for plan in found}) == len(found)
    assert {"stay", "leave"} <= {plan.why for plan in found}


def test_who_stays_leaves_every_aim_within_reach() -> None:
    outlook, prompt = movement(two_prizes())
    stay = next(plan for plan in plans(outlook, prompt) if plan.why == "stay")
    kept = stay.aims(targets(outlook))
    assert not {"battle", "pick"} & {target.kind for target in kept if name_of(target) in stay.left}
    assert len(kept) == len(targets(outlook)) - len(stay.left)


def test_each_prize_may_be_left_for_the_other() -> None:
    outlook, prompt = movement(two_prizes())
    squares = {outlook.nobles[noble].square for noble in ("scrope", "greystoke")}
    leaves = [plan for plan in plans(outlook, prompt) if plan.why == "leave"]
    left = {
        target.square
        for plan in leaves
        for target in targets(outlook)
        if target.kind == "battle" and name_of(target) in plan.left
    }
    assert squares <= left


def test_risks_may_be_taken_otherwise_in_a_turn() -> None:
    found = {plan.why: plan for plan in plans(*movement(two_prizes()))}
    assert {"bold", "wary", "hasty"} <= set(found)
    assert not any(found[name].as_ever for name in STANCES if name != "even")
    outlook, _ = movement(two_prizes())
    battle = next(t for t in targets(outlook) if t.kind == "battle")
    feared = {}
    for name in ("wary", "even", "bold"):
        TurnPlan(name, stance=name).guide(outlook)
        feared[name] = danger(outlook, "12,2", None, 10)
        assert worth_the_odds(outlook, battle, battle.opposed - 1) == (name == "bold")
        assert worth_the_odds(outlook, battle, battle.opposed) == (name != "wary")
    assert feared["wary"] > feared["even"] > feared["bold"] > 0


def fight_at_bad_odds() -> tuple[Scene, Prompt]:
    """Roos meets a stronger noble in the open, in the combats of seat 0."""
    scene = Scene(3).noble("roos", 0, "masham", outside=True)
    scene.noble("pole", 1, "masham", outside=True).noble("stanley", 2, "douglas")
    scene.combat(0)
    (prompt,) = scene.match.asked(0)
    return scene, prompt


def test_in_combat_every_kind_of_order_is_thought_of_and_none() -> None:
    scene, prompt = fight_at_bad_odds()
    outlook = Outlook(scene.match.view(0), 0, scene.content)
    found = openings(outlook, prompt, Choice("done"))
    assert [choice.verb for choice in found] == ["done", "attack"]
    attack = found[1]
    assert openings(outlook, prompt, attack) == [attack, Choice("done")]
    won = Choice.of("conclude", nobles="roos", place="masham")
    assert openings(outlook, prompt, won) == [won], "a siege that can be concluded is concluded"


@pytest.mark.parametrize("better", ["done", "attack"])
def test_in_combat_the_order_is_given_that_does_best(
    monkeypatch: pytest.MonkeyPatch, better: str
) -> None:
    scene, prompt = fight_at_bad_odds()
    assert Strategist().ponders([prompt])

    def outcome(*_about: object, opening: Choice, **_: object) -> float:
        return float(opening.verb == better)

    def spent(work: Work) -> float:
        work.work()
        return work._done / work._most

    monkeypatch.setattr(Work, "spent", spent)
    monkeypatch.setattr("bot.seats.kingmaker_strategist.player.outcome", outcome)
    assert deliberated(scene, Strategist(300))[1].verb == better


def test_a_trial_begins_with_the_order_it_is_for() -> None:
    scene, prompt = fight_at_bad_odds()
    (offer,) = (offer for offer in prompt.offers if offer.verb == "attack")
    attack = next(offer.choices())
    world = Imagination(scene.game, scene.position, 0)("one")
    table = QuickTable(world, 0, AS_EVER, attack)
    table.step()
    assert table.opening is None
    assert not any(each.kind == "combat" for each in world.asked(0))


# The value


def test_the_chances_of_all_are_one_and_heirs_raise_them() -> None:
    scene = two_prizes()
    view = scene.match.view(None)
    before = chances(view, scene.content)
    assert sum(before) == pytest.approx(1)
    scene.hold("edward_march", "neville")
    after = chances(scene.match.view(None), scene.content)
    assert after[0] > before[0]


def test_features_tell_what_they_are_named_for() -> None:
    scene = two_prizes()
    rows = [
        dict(zip(FEATURES, row, strict=True))
        for row in features(scene.match.view(None), scene.content)
    ]
    assert [row["heirs"] for row in rows] == [0, 1 / 7, 1 / 7]
    assert rows[1]["heirs_at_risk"] > 0
    assert rows[0]["heirs_at_risk"] == 0
    assert rows[0]["prospects"] > rows[2]["prospects"]
    assert sum(row["troops"] for row in rows) == pytest.approx(3)
    assert [row["next_to_move"] for row in rows] == [1, pytest.approx(2 / 3), pytest.approx(1 / 3)]


def test_who_has_won_has_all_chances() -> None:
    scene = two_prizes()
    won = msgspec.structs.replace(scene.match.view(None), result=Result((0, 2), "minor_split"))
    assert chances(won, scene.content) == [0.5, 0, 0.5]


# Playing


@pytest.mark.parametrize("ruleset", RULE_SETS)
def test_the_quick_policy_plays_rounds_of_any_rule_set(ruleset: str) -> None:
    game = game_for("kingmaker", ruleset)
    match, _ = Match.start(game, 4, "quick", {"rounds": "4"})
    table = QuickTable(match, 0)
    for _ in range(2_000):
        if match.over:
            break
        table.step()
    assert match.over
    assert match.violations() == []


def test_two_parties_are_sent_out_by_one_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    match = two_prizes().match
    table, thoughts = QuickTable(match, 0), list[int]()
    think = QuickTable._think

    def counted(table: QuickTable) -> None:
        thoughts.append(match.version)
        think(table)

    monkeypatch.setattr(QuickTable, "_think", counted)
    nobles = match.position.state.nobles
    before = {noble: nobles[noble].square for noble in ("neville", "percy")}
    for _ in range(2):
        table.step()
    assert len(thoughts) == 1
    assert all(nobles[noble].square != square for noble, square in before.items())


def test_a_step_that_has_become_impossible_is_thought_over_again() -> None:
    match = two_prizes().match
    table = QuickTable(match, 0)
    table.step()
    (step,) = table._steps
    table._steps = [Choice(step.verb, {**step.args, "to": ("30,30",)})]
    before = match.version
    table.step()
    assert match.version == before + 1
    assert match.violations() == []


def test_without_an_imagination_it_is_the_steward() -> None:
    scene = two_prizes()
    asked = scene.match.prompts(0), 0
    view = scene.match.view(0)
    mine = Strategist().choose(view, *asked, random.Random(3))
    assert mine == steward.choose(view, *asked, random.Random(3))


def test_it_plays_the_plan_that_does_best(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = two_prizes()
    assert deliberated(scene, Strategist(1))[1].verb == "march"

    def outcome(_match: Match, _seat: int, plan: TurnPlan, budget: Budget, **_: object) -> float:
        budget.work()
        return float(plan.why == "stay")

    monkeypatch.setattr("bot.seats.kingmaker_strategist.player.outcome", outcome)
    prompt, choice = deliberated(scene, Strategist(200))
    assert prompt.find(choice) is not None
    goals = {scene.state.nobles[noble].square for noble in ("scrope", "greystoke")}
    assert not goals.intersection(choice.many("to"))


def test_a_plan_is_kept_till_what_it_counted_on_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[str] = []

    def outcome(_match: Match, _seat: int, plan: TurnPlan, budget: Budget, **_: object) -> float:
        tried.append(plan.why)
        budget.work()
        return 0.5

    monkeypatch.setattr("bot.seats.kingmaker_strategist.player.outcome", outcome)
    scene, notes, player = two_prizes(), dict[str, str](), Strategist(24)
    _, first = deliberated(scene, player, notes)
    once = len(tried)
    assert 0 < once <= 24
    assert deliberated(scene, player, notes)[1] == first
    assert len(tried) == once
    assert deliberated(scene, player, {})[1] == first
    assert len(tried) == 2 * once
    scene.state.nobles["courtenay"].inside = None
    deliberated(scene, player, notes)
    assert len(tried) == 3 * once


def test_a_trial_ends_with_its_next_turn() -> None:
    scene = two_prizes()
    world = Imagination(scene.game, scene.position, 0)("one")
    began = world.position.state.turn
    chance = outcome(world, 0, AS_EVER, Work(1_000))
    assert chance is not None
    assert 0 <= chance <= 1
    assert world.over or world.position.state.turn == began + 4


def test_in_passing_a_trial_ends_with_its_own_turn() -> None:
    scene = two_prizes()
    world = Imagination(scene.game, scene.position, 0)("one")
    began = world.position.state.turn
    chance = outcome(world, 0, AS_EVER, Work(1_000), brief=True)
    assert chance == chances(world.view(None), scene.content)[0]
    assert world.over or world.position.state.turn == began + 1


def test_a_trial_is_broken_off_when_the_budget_is_used_up() -> None:
    world = Imagination(two_prizes().game, two_prizes().position, 0)("one")
    budget = Work(3)
    assert outcome(world, 0, AS_EVER, budget) is None
    assert budget.spent() == 1


def test_a_player_given_more_time_tries_more() -> None:
    players: list[Any] = [policy_for("kingmaker", "strategist", think=s) for s in (2.0, 1.0, 0)]
    assert players[0].decisions == 2 * players[1].decisions > players[2].decisions == 0
    assert policy_for("kingmaker", "steward", think=2.0) is policy_for("kingmaker", "steward")


def test_of_a_packed_imagination_it_decides_as_at_the_table() -> None:
    scene = two_prizes()
    packed = Imagination(scene.game, scene.position, 0).pack()
    about = ("kingmaker", "house", "strategist", 0, packed, "luck")
    choice, notes = answer_of(*about, {}, 0.5)
    assert any(prompt.find(choice) is not None for prompt in scene.match.asked(0))
    assert answer_of(*about, dict(notes), 0.0) == (choice, notes)
    assert answer_of(*about, {}, 0.0)[0] == deliberated(scene, Strategist(1))[1]


def test_it_thinks_about_its_movement_alone() -> None:
    scene, player = two_prizes(), Strategist()
    assert player.ponders(scene.match.asked(0))
    assert not player.ponders(scene.match.prompts(1))
    assert player.within(1.5).seconds == 1.5


def test_self_play_with_it_is_repeatable_and_gives_nothing_away() -> None:
    game, players = game_for("kingmaker", "house"), [Strategist(3), steward]
    first = play_game(game, 3, "again", players, {"rounds": "3"}, secrets=True)
    again = play_game(game, 3, "again", players, {"rounds": "3"})
    assert first.violations == []
    assert first.decisions == again.decisions


@pytest.mark.parametrize(("sailor", "kept"), [("neville", True), ("warwick", False)])
def test_a_voyage_is_thought_over_again_once_who_was_to_sail_is_gone(
    sailor: str, kept: bool
) -> None:
    scene = two_prizes()
    outlook, _ = movement(scene)
    table, turn = QuickTable(scene.match, 0), (outlook.view.round, outlook.view.active)
    voyage = Voyage("le_trinity", "rye", (sailor,), targets(outlook)[0], 9.0)
    table._kept[0] = turn, {best_voyage: voyage}
    table._remember(outlook)
    assert (outlook.known.get(best_voyage) == voyage) == kept


@pytest.mark.parametrize("gone", [False, True])
def test_an_attack_is_forgotten_once_nobody_is_there_any_more(*, gone: bool) -> None:
    """What a seat is out for is found once in a turn, and the board goes on."""
    scene = Scene().noble("percy", 0, "alnwick").noble("grey", 1, "12,5", castles=False)
    scene.movement(0)
    table, outlook = QuickTable(scene.match, 0), Outlook(scene.match.view(0), 0, scene.content)
    assert "battle" in {aim.kind for aim in table._sought(outlook, own=True)}
    if gone:
        scene.state.nobles["grey"].square = "22,17"
    later = Outlook(scene.match.view(0), 0, scene.content)
    sought = table._sought(later, own=True)
    assert ("battle" in {aim.kind for aim in sought}) is not gone
    assert {decisive(later, aim) for aim in sought} == {False}


def test_in_six_families_friends_are_no_danger_and_foes_come_together() -> None:
    """Beaufort with Henry is inside Corfe (130); Percy, who serves Lancaster too, stands beside it
    with more, and so does Neville, who serves York with Mowbray."""
    risks = []
    for beside in ((), ("percy",), ("neville",), ("neville", "mowbray")):
        scene = heads(without=(PERCY, NEVILLE, MOWBRAY)).hold("henry", "beaufort")
        for noble, seat in (("percy", PERCY), ("neville", NEVILLE), ("mowbray", MOWBRAY)):
            scene.noble(noble, seat, "corfe" if noble in beside else "carlisle", outside=True)
        scene.give("percy", "saxons_1", "saxons_2").movement(LANCASTER)
        row = features(scene.match.view(None), scene.content)[LANCASTER]
        risks.append(dict(zip(FEATURES, row, strict=True))["heirs_at_risk"])
    alone, with_percy, with_neville, with_both = risks
    assert alone == with_percy
    assert with_percy <= with_neville < with_both
