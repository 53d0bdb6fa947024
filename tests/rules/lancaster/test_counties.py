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


# The rewards of the castles (lancaster §4(iii)b).


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


# The conflicts with France and their captives (lancaster §4(iii)c).


def decided(scene: Scene) -> dict[str, facts.ConflictDecided]:
    return {event.card: event for event in scene.told(facts.ConflictDecided)}


def points(scene: Scene) -> list[int]:
    return [house.points for house in scene.state.players()]


@pytest.mark.rule("lancaster-4iiic.1", "lancaster-4.2")
def test_the_lower_row_comes_first() -> None:
    scene = Scene(4).war("K04").war("K05").war("K06", row="lower").war("K07", row="lower")
    scene.begin("conflicts")
    assert list(decided(scene)) == ["K06", "K07", "K04", "K05"]
    assert [event.row for event in decided(scene).values()] == ["lower"] * 2 + ["upper"] * 2
    assert [conflict.card for conflict in scene.state.lower] == ["K04", "K05"]


@pytest.mark.rule("lancaster-4iiic.2", "lancaster-4iiic.6", "lancaster-4iiic.7")
def test_england_wins_at_equality() -> None:
    scene = Scene(3).war("K06", (0, 1), (1, 3), (2, 2)).war("K04").begin("conflicts")
    event = decided(scene)["K06"]
    assert (event.england, event.france, event.won) == (6, 6, True)
    assert event.ranking == (1, 2, 0)
    assert points(scene) == [1, 4, 3]


@pytest.mark.rule("lancaster-4iiic.7")
def test_points_only_for_ranks_that_are_there() -> None:
    scene = Scene(3).war("K04", (0, 4, 1)).war("K05").begin("conflicts")
    assert decided(scene)["K04"].points == (4,)
    assert points(scene) == [4, 0, 0]


@pytest.mark.rule("lancaster-4iiic.8")
def test_after_a_victory_all_go_home() -> None:
    scene = Scene(3).war("K04", (0, 2, 1), (1, 3)).war("K05").begin("conflicts")
    assert scene.house(0).court == [1, 2]
    assert scene.house(1).court == [3]
    assert "K04" in scene.state.conflicts_gone


@pytest.mark.rule("lancaster-4iiic.3", "lancaster-4iiic.9", "lancaster-4iiic.10")
def test_france_wins_in_the_upper_row() -> None:
    scene = Scene(4).war("K08", (0, 1), (1, 3), (2, 2)).war("K04").begin("conflicts")
    event = decided(scene)["K08"]
    assert (event.england, event.france, event.won) == (6, 7, False)
    assert points(scene) == [0, 3, 2, 0]
    moved = scene.state.lower[0]
    assert [(stack.side, stack.knights) for stack in moved.stacks] == [(0, [1]), (1, [3]), (2, [2])]
    assert scene.house(1).court == []


@pytest.mark.rule("lancaster-4iiic.4", "lancaster-4iiic.5")
def test_ranking_by_strength_and_then_by_the_later_entry() -> None:
    scene = Scene(3).war("K03", (0, 1, 1), (1, 2), (2, 1)).war("K04").begin("conflicts")
    assert decided(scene)["K03"].ranking == (1, 0, 2)
    assert points(scene) == [2, 3, 1]


@pytest.mark.rule("lancaster-4iiic.5")
def test_a_reinforced_stack_keeps_its_place() -> None:
    scene = Scene(3).war("K04", (0, 1), (1, 2)).war("K05").court(0, 1).begin("placing")
    scene.play(0, "conflict", knight="1", card="K04")
    scene.play(0, "pass")
    assert decided(scene)["K04"].ranking == (1, 0)


@pytest.mark.rule("lancaster-4iiic.9", "lancaster-4iiic.11", "lancaster-4iiic.12")
def test_france_captures_in_the_lower_row() -> None:
    scene = Scene(4).war("K09", (0, 2, 1), (1, 2), (2, 1), row="lower")
    scene.purse(0, gold=2).purse(1, gold=5).purse(2)
    scene.begin("conflicts", starter=1)
    assert points(scene) == [3, 2, 0, 0]
    assert scene.match.waiting_for() == [1]
    scene.refused(0, "ransom", rule="lancaster-4iiic.12")
    scene.play(1, "ransom")
    assert scene.house(1).gold == 3
    assert scene.house(1).court == [2]
    # Seat 2 cannot pay, which is its secret; seat 0 decides for each knight.
    scene.refused(2, "ransom", rule="lancaster-4iiic.12")
    scene.play(2, "give_up")
    assert [e.knight for e in scene.told(facts.KnightLost)] == [1]
    assert scene.match.waiting_for() == [0]


@pytest.mark.rule("lancaster-4iiic.12", "lancaster-4iiic.13", "lancaster-4iiic.14")
def test_each_captive_is_ransomed_or_given_up() -> None:
    scene = Scene(4).war("K09", (0, 3, 1), row="lower").purse(0, gold=3).begin("conflicts")
    scene.refused(0, "decline", rule="lancaster-4iiic.12")
    scene.play(0, "give_up")
    assert scene.house(0).reserve == [1, 1, 2, 2, 3, 4]
    assert scene.state.lower[0].stacks[0].knights == [1]
    scene.play(0, "ransom")
    assert (scene.house(0).gold, scene.house(0).court) == (2, [1])
    assert scene.told(facts.ConflictDiscarded)[0].card == "K09"
    assert scene.told(facts.Ransomed)[0].gold == 1


@pytest.mark.rule("lancaster-4iiic.14")
def test_the_card_stays_until_the_captives_are_settled() -> None:
    scene = Scene(4).war("K09", (0, 3), row="lower").purse(0, gold=3).begin("conflicts")
    assert [conflict.card for conflict in scene.state.lower] == ["K09"]
    scene.play(0, "ransom")
    assert scene.state.lower == []
    assert "K09" in scene.state.conflicts_gone


@pytest.mark.rule("lancaster-7.4")
def test_an_empty_conflict_is_lost() -> None:
    scene = Scene(4).war("K04").war("K05", row="lower").begin("conflicts")
    assert [conflict.card for conflict in scene.state.lower] == ["K04"]
    assert scene.state.conflicts_gone == ["K05"]
    assert points(scene) == [0, 0, 0, 0]


@pytest.mark.rule("lancaster-7.6", "lancaster-4iiic.13")
def test_a_ransomed_knight_can_be_placed_in_the_next_round() -> None:
    scene = Scene(4).war("K09", (0, 3), row="lower").purse(0, gold=3).begin("conflicts")
    scene.play(0, "ransom")
    assert (scene.state.round, scene.state.phase) == (2, "placing")
    scene.play(0, "county", knight="3", county="D", squires="0")
    assert scene.told(facts.KnightInCounty)[0].knight == 3


def test_a_lost_conflict_that_moves_on_is_told() -> None:
    scene = Scene(3).war("K08", (0, 1)).war("K04").begin("conflicts")
    assert [event.card for event in scene.told(facts.ConflictMoved)] == ["K08", "K04"]
    assert [event.card for event in scene.told(facts.ConflictDiscarded)] == []


def test_no_empty_space_is_left_while_captives_are_decided() -> None:
    scene = Scene(4).war("K09", (0, 2), (1, 3), row="lower").purse(1, gold=3).purse(0)
    scene.begin("conflicts").play(0, "give_up")
    assert scene.match.waiting_for() == [1]
    assert [(stack.side, stack.knights) for stack in scene.state.lower[0].stacks] == [(1, [3])]


def test_the_points_of_a_conflict() -> None:
    scene = Scene(3).war("K06", (0, 3), (1, 4)).war("K04")
    scene.begin("conflicts")
    assert decided(scene)["K06"].ranking == (1, 0)
    assert decided(scene)["K06"].points == (4, 3)
