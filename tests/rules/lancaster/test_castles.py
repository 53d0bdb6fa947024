"""The rewards of the castles (lancaster §4(iii)b)."""

from __future__ import annotations

import pytest

from bot.rules.lancaster import facts
from tests.rules.lancaster.scene import Scene


def castles(round: int = 1) -> Scene:
    return Scene(3, round=round).war("K06").war("K07")


def gains(scene: Scene, seat: int) -> dict[str, tuple[int, int, int]]:
    return {
        event.source: (event.gold, event.squires, event.votes)
        for event in scene.told(facts.Gained)
        if event.side == seat
    }


@pytest.mark.rule("lancaster-4iiib.1")
def test_from_the_starting_player_clockwise() -> None:
    scene = castles()
    for seat in range(3):
        scene.extend(seat, "gold")
    scene.begin("castles", starter=2)
    assert [e.side for e in scene.told(facts.Gained) if e.source == "castle:gold"] == [2, 0, 1]


@pytest.mark.rule("lancaster-4iiib.2", "lancaster-4iiib.5", "lancaster-5.1")
def test_knights_and_extensions_and_company() -> None:
    scene = castles().castle(0, "gold", 1).castle(0, "provisions", 2).extend(0, "squires", "votes")
    scene.begin("castles")
    assert gains(scene, 0) == {
        "table": (0, 0, 1),
        "castle:gold": (2, 0, 0),
        "castle:squires": (0, 2, 0),
        "castle:votes": (0, 0, 2),
        "castle:provisions": (1, 1, 0),
    }
    assert scene.house(0).court == [1, 2]
    assert scene.house(0).castle == {}
    assert scene.house(0).extensions == ["squires", "votes"]


@pytest.mark.rule("lancaster-4iiib.3", "lancaster-5.2")
@pytest.mark.parametrize(("letters", "votes"), [("", 1), ("A", 2), ("ABCDE", 6)])
def test_the_company_at_table_counts_its_host(letters: str, votes: int) -> None:
    scene = castles().nobles(0, letters).begin("castles")
    assert gains(scene, 0)["table"] == (0, 0, votes)


@pytest.mark.rule("lancaster-4iiib.4")
def test_the_player_orders_his_spaces() -> None:
    scene = castles().purse(0).castle(0, "recruit", 1).castle(0, "upgrade", 2)
    scene.extend(0, "provisions").begin("castles")
    # Without a squire only the storehouse can come first.
    assert scene.values(0, "score", "space") == {"provisions"}
    reason = scene.refused(0, "score", rule="lancaster-4iiib.2", space="recruit")
    assert reason == "That space costs 1 squire, and you have 0."
    scene.refused(0, "score", rule="lancaster-4iiib.4", space="gold")
    scene.play(0, "score", space="provisions")
    assert scene.values(0, "score", "space") == {"recruit", "upgrade"}
    scene.play(0, "score", space="recruit")
    assert scene.house(0).squires == 0
    scene.play(0, "done")  # nobody may learn from it that he cannot pay
    assert scene.house(0).court == [1, 1, 2]  # the other one went home for nothing
    assert [e.side for e in scene.told(facts.Recruited)] == [0]


@pytest.mark.rule("lancaster-4iiib.4", "lancaster-4iiib.5")
def test_a_price_may_be_declined_and_the_rest_is_given() -> None:
    scene = castles().purse(0, squires=1).castle(0, "recruit", 3).extend(0, "gold")
    scene.begin("castles")
    assert scene.verbs(0) == ["score", "done"]
    scene.play(0, "done")
    assert (scene.house(0).squires, scene.house(0).gold) == (1, 2)
    assert scene.house(0).court == [3]
    assert scene.told(facts.CastlePaid) == []


def test_an_upgrade_of_the_knight_who_came_home() -> None:
    scene = castles().purse(0, squires=1).castle(0, "upgrade", 3).begin("castles")
    scene.play(0, "score", space="upgrade")
    assert scene.values(0, "upgrade", "knight") == {"court:3"}
    scene.play(0, "upgrade", knight="court:3")
    assert scene.house(0).court == [4]


@pytest.mark.rule("lancaster-5.1")
def test_an_extension_pays_every_round() -> None:
    scene = castles().extend(0, "gold").begin("castles")
    assert scene.state.round == 2
    for _ in range(3):
        scene.vote("no", "no", "no")
    assert scene.state.round == 3
    assert [e.source for e in scene.told(facts.Gained)].count("castle:gold") == 2


@pytest.mark.rule("lancaster-4iiib.6")
def test_no_voting_markers_in_the_last_round() -> None:
    scene = castles(round=5).castle(0, "votes", 1).extend(1, "votes", "gold").nobles(0, "AB")
    scene.begin("castles")
    assert gains(scene, 0) == {}
    assert gains(scene, 1) == {"castle:gold": (2, 0, 0)}
    assert scene.house(0).votes == 1


@pytest.mark.rule("lancaster-4iiib.6")
def test_counties_still_give_them_in_the_last_round() -> None:
    scene = castles(round=5).county(0, "D", 3).begin("counties")
    scene.play(0, "reward")
    scene.play(0, "decline")
    assert scene.house(0).votes == 3


def test_whose_castle_is_settled_is_seen_and_what_is_paid_is_told() -> None:
    scene = castles().extend(1, "recruit").purse(1, squires=2).begin("castles")
    assert scene.match.view(None).active == 1
    scene.play(1, "score", space="recruit")
    (paid,) = scene.told(facts.CastlePaid)
    assert (paid.side, paid.space, paid.squires) == (1, "recruit", 1)


def test_other_answers_to_a_castle_are_refused_by_the_rule_of_its_order() -> None:
    scene = castles().extend(0, "recruit").purse(0, squires=1).begin("castles")
    scene.refused(0, "extend", rule="lancaster-4iiib.4", space="recruit")
    scene.refused(0, "score", rule="lancaster-4iiib.4", space="gold")


def test_a_space_is_of_use_only_for_what_it_gives() -> None:
    # A new knight could be had, but the tiltyard gives none, and nobody can be upgraded.
    idle = castles().extend(0, "upgrade").purse(0, squires=1).castle(0, "gold", 4)
    assert idle.begin("castles").state.round == 2
    # A knight could be upgraded, but the training ground does not do that.
    full = castles().court(0, 1, 1, 1).extend(0, "recruit").purse(0, squires=1)
    full.begin("castles")
    assert full.state.round == 2
    assert full.house(0).squires == 1


def test_a_space_nobody_can_use_is_not_offered_beside_one_that_is() -> None:
    scene = castles().purse(0, squires=2).court(0, 1, 1, 1).extend(0, "recruit", "upgrade")
    scene.begin("castles")
    assert scene.values(0, "score", "space") == {"upgrade"}  # no strength-1 knight is in reserve
