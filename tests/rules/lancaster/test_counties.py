"""The rewards of the counties (lancaster §4(iii)a)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.lancaster import facts
from tests.rules.lancaster.scene import Scene


def counties(seats: int = 3, **options: Any) -> Scene:
    return Scene(seats, **options).war("K08").war("K09")


@pytest.mark.rule("lancaster-4iiia.1", "lancaster-4iiia.5")
def test_in_the_order_of_their_letters() -> None:
    scene = counties().county(0, "G", 3).county(1, "A", 1, squires=2).county(2, "D", 3)
    scene.begin("counties")
    bank = scene.state.bank.squires
    scene.refused(0, "reward", rule="lancaster-4.1")
    scene.refused(1, "pray", rule="lancaster-4iiia.1")
    scene.play(1, "nobleman")
    assert scene.house(1).court == [1]
    assert scene.state.bank.squires == bank + 2
    assert "A" not in scene.state.counties
    scene.play(2, "nothing")
    scene.play(0, "reward")
    assert [e.county for e in scene.told(facts.CountySettled)] == ["A", "D", "G"]
    assert scene.house(0).points == 5


@pytest.mark.rule("lancaster-4iiia.2", "lancaster-4iiia.3")
def test_nobleman_reward_or_both() -> None:
    scene = counties().county(0, "E", 1).purse(0, gold=3).begin("counties")
    assert scene.verbs(0) == ["reward", "nobleman", "both", "nothing"]
    scene.play(0, "both")
    assert scene.house(0).gold == 3  # 3 paid, 3 gained
    assert scene.house(0).noblemen == ["E"]
    assert scene.state.noblemen["E"] == 1
    kinds = [type(event) for event in scene.events]
    assert kinds.index(facts.NoblemanTaken) < kinds.index(facts.Gained)


@pytest.mark.rule("lancaster-4iiia.2")
def test_both_wants_three_gold_in_hand() -> None:
    scene = counties().county(0, "E", 1).purse(0, gold=2).begin("counties")
    assert scene.verbs(0) == ["reward", "nobleman", "nothing"]
    scene.refused(0, "both", rule="lancaster-4iiia.2")
    scene.play(0, "nothing")
    assert (scene.house(0).gold, scene.house(0).noblemen) == (2, [])


@pytest.mark.rule("lancaster-4iiia.4", "lancaster-5.2")
def test_no_nobleman_twice() -> None:
    scene = counties().county(0, "A", 1).nobles(0, "A").begin("counties")
    assert scene.verbs(0) == ["reward", "nothing"]
    scene.refused(0, "nobleman", rule="lancaster-4iiia.4")
    empty = counties().county(0, "A", 1).nobles(1, "A").nobles(2, "A").begin("counties")
    assert empty.verbs(0) == ["reward", "nothing"]
    empty.refused(0, "both", rule="lancaster-4iiia.4")


@pytest.mark.parametrize(
    ("county", "knight", "gained"),
    [
        ("A", 1, (0, 3, 0, 0)),
        ("E", 1, (3, 0, 0, 0)),
        ("G", 3, (1, 0, 0, 5)),
        ("F", 2, (2, 1, 0, 0)),
    ],
)
def test_tokens_of_a_county(county: str, knight: int, gained: tuple[int, ...]) -> None:
    scene = counties().county(0, county, knight).begin("counties")
    scene.play(0, "reward")
    event = scene.told(facts.Gained)[0]
    assert (event.gold, event.squires, event.votes, event.points) == gained
    assert event.source == f"county:{county}"


def test_westmorland_gives_a_knight() -> None:
    scene = counties().county(0, "B", 2).begin("counties")
    scene.play(0, "reward")
    assert scene.house(0).court == [1, 2]


@pytest.mark.rule("lancaster-7.8")
def test_york_gives_an_extension_and_an_upgrade() -> None:
    scene = counties().county(0, "C", 4).castle(0, "gold", 2).begin("counties")
    scene.play(0, "reward")
    assert "gold" not in scene.values(0, "extend", "space")
    scene.refused(0, "extend", rule="lancaster-7.8", space="gold")
    scene.play(0, "extend", space="votes")
    scene.play(0, "upgrade", knight="castle:gold:2")
    assert scene.told(facts.Upgraded)[0].strength == 3
    assert 3 in scene.house(0).court


@pytest.mark.rule("lancaster-7.7")
def test_gloucester_upgrades_even_its_own_knight() -> None:
    scene = counties().county(0, "D", 3, squires=1).begin("counties")
    scene.play(0, "reward")
    assert scene.house(0).votes == 3
    scene.refused(0, "reward", rule="lancaster-7.7")
    scene.play(0, "upgrade", knight="county:D:3")
    assert scene.house(0).court == [4]
    assert scene.house(0).reserve == [1, 1, 1, 2, 2, 3]


# Dorset and Surrey


@pytest.mark.rule("lancaster-4iiia.8", "lancaster-4iiia.9", "lancaster-4iiia.5")
def test_dorset_sends_its_knight_to_war() -> None:
    scene = Scene(3).war("K08", (1, 1), (2, 1)).war("K09").war("K10", (0, 1), row="lower")
    scene.county(0, "H", 2, squires=2).begin("counties")
    bank = scene.state.bank.squires
    scene.play(0, "reward")
    assert scene.values(0, "ride", "card") == {"K08", "K09", "K10"}
    scene.refused(0, "ride", rule="lancaster-4i.15", card="K01")
    scene.play(0, "ride", card="K08")
    joined = scene.told(facts.KnightInConflict)[0]
    assert (joined.side, joined.knight, joined.card, joined.reinforces) == (0, 2, "K08", False)
    assert scene.state.bank.squires == bank + 2
    assert scene.state.favoured == 0
    assert scene.told(facts.FavourTaken) == []
    scene.play(0, "give_up")  # the captive of the lower row
    decided = {e.card: e for e in scene.told(facts.ConflictDecided)}
    assert decided["K08"].england == 4  # it counts in this round


@pytest.mark.rule("lancaster-4iiia.8")
def test_dorset_onto_the_own_stack_or_not_at_all() -> None:
    full = Scene(4).war("K08", (1, 1), (2, 1), (0, 1)).war("K09", (1, 1), (2, 1), (3, 1))
    full.county(0, "H", 2).begin("counties")
    full.play(0, "reward")  # the only card is chosen of itself
    assert full.told(facts.KnightInConflict)[0].card == "K08"
    closed = Scene(4).war("K08", (1, 1), (2, 1), (3, 1)).war("K09", (1, 1), (2, 1), (3, 1))
    closed.county(0, "H", 2).begin("counties")
    assert closed.verbs(0) == ["nobleman", "nothing"]
    closed.refused(0, "reward", rule="lancaster-4iiia.8")


def test_dorset_with_the_nobleman_only_goes_home() -> None:
    scene = counties().county(0, "H", 2).begin("counties")
    scene.play(0, "nobleman")
    assert scene.told(facts.KnightReturned)[0].source == "county:H"


@pytest.mark.rule("lancaster-4iiia.6", "lancaster-4iv.4")
@pytest.mark.parametrize("choice", ["reward", "nobleman", "nothing"])
def test_surrey_names_the_starting_player_at_once(choice: str) -> None:
    scene = counties().county(1, "I", 1).court(0, 1).begin("counties")
    scene.play(1, choice)
    if choice == "reward":
        scene.play(1, "extend", space="provisions")
    assert scene.values(1, "name", "player") == {"0", "1", "2"}
    scene.refused(1, "name", rule="lancaster-4iiia.6", player="3")
    scene.play(1, "name", player="2")
    assert scene.state.starter == 2
    named = [e for e in scene.told(facts.Gained) if e.source == "table"]
    assert [e.side for e in named] == [2, 0, 1]  # castles follow the new order
    assert scene.told(facts.StarterTook)[0].seat == 2
    assert scene.told(facts.RoundBegan)[0].starter == 2


@pytest.mark.rule("lancaster-4iiia.7")
def test_without_surrey_the_marker_stays() -> None:
    scene = counties().county(1, "E", 1).begin("counties", starter=1)
    scene.play(1, "reward")
    assert scene.state.round == 2
    assert scene.state.starter == 1
    assert scene.told(facts.StarterTook) == []


def test_surrey_by_the_other_readings() -> None:
    needs = counties(surrey_needs_reward=True).county(1, "I", 1).begin("counties")
    needs.play(1, "nobleman")
    assert needs.told(facts.StarterNamed) == []
    rewarded = counties(surrey_needs_reward=True).county(1, "I", 1).begin("counties")
    rewarded.play(1, "reward")
    rewarded.play(1, "extend", space="gold")
    assert rewarded.asked(1) == ["starter"]
    later = counties(surrey_takes_effect="next_round").county(1, "I", 1).begin("counties")
    later.play(1, "nobleman")
    later.play(1, "name", player="2")
    table = [e.side for e in later.told(facts.Gained) if e.source == "table"]
    assert table == [0, 1, 2]
    assert later.state.starter == 2


def test_what_else_is_refused_while_a_county_is_settled() -> None:
    full = (
        Scene(4)
        .county(3, "H", 2)
        .war("K04", (0, 1), (1, 1), (2, 1))
        .war("K05", (0, 1), (1, 1), (2, 1))
    )
    full.begin("counties")
    full.refused(3, "reward", rule="lancaster-4iiia.8")
    full.refused(3, "ride", rule="lancaster-4iiia.1", card="K04")
    allys = Scene(2).county(10, "A", 2).war("K04").war("K05").begin("counties")
    reason = allys.refused(0, "reward", rule="lancaster-2.11")
    assert reason == "Your ally has no use for that reward."
    reason = allys.refused(0, "both", rule="lancaster-2.11")
    assert reason == "Your ally has no use for that reward."
    allys.refused(0, "nobleman", rule="lancaster-4iiia.1", county="B")
    bare = Scene(3).nobles(1, "E").nobles(2, "E").county(0, "E", 1).war("K04").war("K05")
    bare.begin("counties")
    bare.refused(0, "both", rule="lancaster-4iiia.4")
    bare.refused(0, "done", rule="lancaster-4iiia.1")


def test_a_rider_must_choose_a_conflict_on_the_board() -> None:
    scene = Scene(4).county(0, "H", 2).war("K04").war("K05").begin("counties")
    scene.play(0, "reward")
    reason = scene.refused(0, "ride", rule="lancaster-4i.15", card="K06")
    assert reason == "Name one of the conflicts on the board."
    reason = scene.refused(0, "reward", rule="lancaster-4iiia.8")
    assert reason == "First choose the conflict this knight rides to."
    scene.refused(0, "nothing", rule="lancaster-4iiia.8")


@pytest.mark.rule("lancaster-7.7")
def test_an_upgrade_needs_the_next_stronger_knight_in_the_reserve() -> None:
    scene = counties().county(0, "D", 3).court(0, 1, 4).begin("counties")
    scene.play(0, "reward")
    reason = scene.refused(0, "upgrade", rule="lancaster-7.7", knight="county:D:3")
    assert reason == "Your reserve has no knight of strength 4 to replace that one."


@pytest.mark.rule("lancaster-7.7")
def test_an_upgrade_without_a_stronger_knight_is_forfeited_and_told() -> None:
    scene = Scene(3).war("K04").war("K05").county(0, "D", 4).begin("counties")
    scene.play(0, "reward")
    (forfeited,) = scene.told(facts.UpgradeForfeited)
    assert (forfeited.side, forfeited.source) == (0, "county:D")
    assert scene.house(0).court == [4]
    declined = Scene(3).war("K04").war("K05").county(0, "D", 3).begin("counties")
    declined.play(0, "reward")
    declined.play(0, "decline")
    assert len(declined.told(facts.UpgradeForfeited)) == 1
    assert declined.house(0).court == [3]


def test_noblemen_sit_in_the_order_of_their_letters() -> None:
    scene = Scene(3).war("K04").war("K05").nobles(0, "EG").county(0, "A", 1).begin("counties")
    scene.play(0, "nobleman")
    assert scene.house(0).noblemen == ["A", "E", "G"]
