"""Battles in the open: who may attack whom, with what strength, and what victory brings."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import (
    FAR,
    FIELD,
    FINE,
    attack,
    chances,
    field_of,
    fight,
    idlers,
    lay_rolls,
    only,
    result,
    sound,
    where,
)
from tests.rules.kingmaker.scene import HOUSE, Scene

# Who may attack whom


@pytest.mark.rule("house-2.3a", "base-9.1", "house-2.3c")
def test_one_roll_settles_an_attack_whose_force_and_target_are_named_before() -> None:
    scene = fight(("neville", "roos"), ("mowbray", "pole"), 45)
    assert len(scene.happened(facts.BattleRolled)) == 1
    assert result(scene) == "no_victory"
    kinds = [
        type(e)
        for e in scene.events
        if isinstance(e, facts.AttackDeclared | facts.WeatherDrawn | facts.BattleRolled)
    ]
    assert kinds == [facts.AttackDeclared, facts.WeatherDrawn, facts.BattleRolled]
    declared = only(scene, facts.AttackDeclared)
    assert (declared.seat, declared.against, declared.square) == (0, 1, FIELD)
    assert declared.attackers == ("neville", "roos")
    assert set(declared.defenders) == {"mowbray", "pole"}
    assert (declared.strength, declared.opposed) == (70, 80)


@pytest.mark.rule("house-2.3a")
def test_only_the_active_player_attacks_and_he_does_not_have_to() -> None:
    scene = field_of(("neville",), ("mowbray",))
    scene.combat(0)
    scene.refused(1, "attack", rule="house-1.14", nobles=["mowbray"], against="0", square=FIELD)
    scene.play(0, "done")
    assert scene.happened(facts.AttackDeclared) == []
    assert scene.state.phase != "combat"


@pytest.mark.rule("house-1.3", "house-2.3a")
def test_only_nobles_of_ones_own_faction_follow_ones_orders() -> None:
    scene = field_of(("neville",), ("mowbray", "pole"))
    scene.combat(0)
    scene.refused(0, "attack", rule="house-1.3", nobles=["pole"], against="1", square=FIELD)
    scene.refused(
        0, "attack", rule="house-1.3", nobles=["neville", "pole"], against="1", square=FIELD
    )


@pytest.mark.rule("base-9.1")
def test_an_enemy_in_another_square_is_out_of_reach() -> None:
    scene = field_of(("neville",), ("mowbray",)).noble("pole", 1, "13,19")
    scene.combat(0)
    scene.refused(0, "attack", rule="base-9.1", nobles=["neville"], against="1", square="13,19")


@pytest.mark.rule("base-9.1")
def test_attacks_are_offered_only_where_both_stand_in_the_open() -> None:
    scene = field_of(("neville",), ("mowbray",)).noble("pole", 1, "13,19").noble("roos", 0, "13,21")
    scene.noble("percy", 0, "alnwick").noble("stafford", 1, "alnwick", outside=True)
    scene.noble("stanley", 1, "lathom").noble("grey", 0, "lathom", outside=True)
    scene.combat(0)
    offers = scene.offered(0, "attack")
    assert {o.field("square").candidates for o in offers} == {(FIELD,), (FAR,)}
    assert {o.field("nobles").candidates for o in offers} == {("neville",), ("audley",)}


@pytest.mark.rule("base-9.1")
def test_nobles_of_two_squares_do_not_attack_together() -> None:
    scene = field_of(("neville",), ("mowbray",)).noble("roos", 0, "13,19")
    scene.combat(0)
    scene.refused(
        0, "attack", rule="base-9.1", nobles=["neville", "roos"], against="1", square=FIELD
    )


@pytest.mark.rule("house-2.3e", "base-9.1")
@pytest.mark.parametrize("place", ["alnwick", "york", "lincoln", "rockingham"])
def test_a_force_inside_a_fortress_cannot_be_attacked_in_the_open(place: str) -> None:
    scene = idlers(Scene()).noble("percy", 1, place)
    square = scene.board.places[place].square
    scene.noble("neville", 0, square)
    scene.combat(0)
    scene.refused(0, "attack", rule="house-2.3e", nobles=["neville"], against="1", square=square)


@pytest.mark.rule("base-9.1")
def test_a_noble_inside_a_fortress_that_is_not_besieged_does_not_attack_from_it() -> None:
    scene = idlers(Scene()).noble("percy", 0, "alnwick")
    scene.noble("mowbray", 1, "alnwick", outside=True)
    scene.combat(0)
    scene.refused(
        0,
        "attack",
        rule="base-9.1",
        nobles=["percy"],
        against="1",
        square=scene.board.places["alnwick"].square,
    )


@pytest.mark.rule("base-9.1", "base-10.15")
def test_of_a_divided_enemy_only_those_in_the_open_defend() -> None:
    scene = idlers(Scene()).noble("percy", 1, "alnwick").noble("roos", 1, "alnwick", outside=True)
    square = scene.board.places["alnwick"].square
    scene.noble("neville", 0, square).next_events(FINE)
    lay_rolls(scene, 20).combat(0)
    attack(scene, "neville", square=square)
    assert only(scene, facts.AttackDeclared).defenders == ("roos",)
    assert set(chances(scene)) == {"neville", "roos"}


@pytest.mark.rule("house-1.15", "base-5.4")
def test_a_force_is_attacked_as_a_whole() -> None:
    scene = fight(("percy",), ("mowbray", "pole", "roos"), 45)
    declared = only(scene, facts.AttackDeclared)
    assert set(declared.defenders) == {"mowbray", "pole", "roos"}
    assert declared.opposed == 100
    assert all(scene.state.nobles[n].defended for n in ("mowbray", "pole", "roos"))


@pytest.mark.rule("house-2.3a", "base-5.4")
def test_only_the_faction_named_is_attacked() -> None:
    scene = field_of(("percy",), ("mowbray",), seats=3).noble("pole", 2, FIELD)
    lay_rolls(scene, 45).next_events(FINE).combat(0)
    attack(scene, "percy", against=2)
    declared = only(scene, facts.AttackDeclared)
    assert (declared.against, declared.defenders, declared.opposed) == (2, ("pole",), 30)
    assert not scene.state.nobles["mowbray"].defended


@pytest.mark.rule("house-2.3a", "base-5.2")
def test_an_attacker_may_leave_some_of_his_nobles_out_of_it() -> None:
    scene = field_of(("percy", "roos"), ("mowbray",))
    lay_rolls(scene, 45).next_events(FINE).combat(0)
    attack(scene, "percy")
    assert only(scene, facts.AttackDeclared).strength == 100
    assert set(chances(scene)) == {"percy", "mowbray"}
    assert not scene.state.nobles["roos"].attacked


# Once each


@pytest.mark.rule("house-1.16", "base-5.5")
def test_who_has_attacked_is_not_regrouped_into_another_attack() -> None:
    scene = field_of(("percy", "roos"), ("mowbray",), seats=3).noble("pole", 2, FIELD)
    lay_rolls(scene, 20).next_events(FINE, "E-RA02").combat(0)
    attack(scene, "percy")
    assert result(scene) == "no_victory"
    for force in (["percy"], ["percy", "roos"]):
        scene.refused(0, "attack", rule="house-1.16", nobles=force, against="2", square=FIELD)
    attack(scene, "roos", against=2)
    assert only(scene, facts.AttackDeclared).attackers == ("roos",)


@pytest.mark.rule("house-1.17", "base-5.5")
def test_a_force_is_attacked_only_once_in_a_phase() -> None:
    scene = field_of(("percy", "roos"), ("mowbray",))
    lay_rolls(scene, 20).next_events(FINE).combat(0)
    attack(scene, "percy")
    assert result(scene) == "no_victory"
    scene.refused(0, "attack", rule="house-1.17", nobles=["roos"], against="1", square=FIELD)


@pytest.mark.rule("house-1.17")
def test_forces_of_one_player_in_two_squares_may_each_be_attacked() -> None:
    scene = field_of(("percy",), ("mowbray",))
    lay_rolls(scene, 20).next_events(FINE, "E-RA02").combat(0)
    attack(scene, "percy")
    lay_rolls(scene, 45)
    attack(scene, "audley", square=FAR)
    assert only(scene, facts.AttackDeclared).defenders == ("bourchier",)


@pytest.mark.rule("house-1.16", "house-1.17", "base-5.5")
def test_a_new_phase_wipes_the_slate_clean() -> None:
    scene = field_of(("percy",), ("mowbray",))
    lay_rolls(scene, 20).next_events(FINE, "E-RA02").combat(0)
    attack(scene, "percy")
    scene.dice.laid.clear()
    lay_rolls(scene, 20).combat(0)
    attack(scene, "percy")
    assert only(scene, facts.AttackDeclared).defenders == ("mowbray",)


# Strength


@pytest.mark.rule("base-9.2", "base-1.9")
def test_title_office_and_mercenaries_count_on_both_sides() -> None:
    scene = idlers(Scene())
    scene.noble("roos", 0, FIELD, cards=("earl_kent", "marshal_england", "saxons_1"))
    scene.noble("grey", 1, FIELD, cards=("earl_essex", "burgundian_crossbowmen_1"))
    lay_rolls(scene, 20).next_events(FINE).combat(0)
    attack(scene, "roos")
    declared = only(scene, facts.AttackDeclared)
    assert declared.strength == 20 + 30 + 100 + 10
    assert declared.opposed == 20 + 20 + 30


@pytest.mark.rule("base-9.2", "base-1.9", "base-1.10")
@pytest.mark.parametrize(
    ("card", "inside", "outside", "more"),
    [
        ("abp_york", "12,11", FIELD, 30),
        ("bp_durham", "13,3", FIELD, 30),
        ("warden_marches", "13,3", "12,11", 100),
        ("chamberlain_chester", "9,17", FIELD, 200),
        ("chancellor_cornwall", "8,24", FIELD, 100),
    ],
)
def test_bonus_troops_count_only_in_their_own_country(
    card: str, inside: str, outside: str, more: int
) -> None:
    strengths = []
    for square in (inside, outside):
        scene = idlers(Scene()).noble("talbot", 0, square, cards=(card,))
        scene.noble("mowbray", 1, square).next_events(FINE)
        lay_rolls(scene, 45).combat(0)
        attack(scene, "talbot", square=square)
        strengths.append(only(scene, facts.AttackDeclared).strength)
    base = 30 + scene.content.crown[card].troops
    assert strengths == [base + more, base]


@pytest.mark.rule("base-9.2", "base-1.10")
def test_bonus_troops_defend_too() -> None:
    scene = idlers(Scene()).noble("talbot", 1, "12,11", cards=("abp_york", "bp_carlisle"))
    scene.noble("mowbray", 0, "12,11").next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    attack(scene, "mowbray", square="12,11")
    assert only(scene, facts.AttackDeclared).opposed == 30 + 30 + 30


@pytest.mark.rule("base-1.11")
def test_heirs_add_no_troops() -> None:
    scene = field_of(("roos",), ("pole",)).hold("margaret", "roos").hold("george", "pole")
    lay_rolls(scene, 30).next_events(FINE).combat(0)
    attack(scene, "roos")
    declared = only(scene, facts.AttackDeclared)
    assert (declared.strength, declared.opposed) == (20, 30)


@pytest.mark.rule("base-6.8", "base-1.7")
def test_a_garrison_never_helps_those_in_the_open() -> None:
    scene = idlers(Scene()).noble("percy", 1, "alnwick", outside=True)
    square = scene.board.places["alnwick"].square
    scene.noble("neville", 0, square).next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    attack(scene, "neville", square=square)
    assert only(scene, facts.AttackDeclared).opposed == 100


# What the results bring


@pytest.mark.rule("house-5.16a", "base-9.11", "base-11.1")
@pytest.mark.parametrize("roll", [46, 76], ids=["minor", "major"])
def test_every_survivor_of_a_defeat_is_captured(roll: int) -> None:
    scene = fight(("percy",), ("mowbray", "pole", "roos"), roll)
    captured = only(scene, facts.Captured)
    assert set(captured.nobles) == {"mowbray", "pole", "roos"}
    assert captured.captor == 0
    assert all(scene.state.nobles[n].captor == 0 for n in ("mowbray", "pole", "roos"))


@pytest.mark.rule("house-5.16a")
def test_the_dead_of_a_defeat_are_not_captured() -> None:
    scene = fight(("percy",), ("mowbray", "pole"), 59, 100, 20, 21)
    assert chances(scene) == {"percy": 8, "mowbray": 12, "pole": 12}
    scene = fight(("percy",), ("mowbray", "pole"), 72, 100, 20, 21)
    assert result(scene) == "major_victory"
    assert only(scene, facts.Captured).nobles == ("pole",)
    assert "mowbray" not in scene.state.nobles


@pytest.mark.rule("house-5.16a")
def test_the_victor_stays_where_he_is() -> None:
    scene = fight(("percy", "neville"), ("mowbray",), 90)
    assert [where(scene, n) for n in ("percy", "neville")] == [(FIELD, None)] * 2


@pytest.mark.rule("house-6.4d", "house-5.16a", "base-9.8")
def test_without_a_victory_everybody_stays_and_nobody_is_captured() -> None:
    scene = fight(("percy", "neville"), ("mowbray", "pole", "roos"), 20)
    assert result(scene) == "no_victory"
    assert scene.happened(facts.Captured) == []
    assert scene.happened(facts.WentHome) == []
    for noble in ("percy", "neville", "mowbray", "pole", "roos"):
        assert where(scene, noble) == (FIELD, None)
        assert scene.state.nobles[noble].captor is None
    sound(scene)


@pytest.mark.rule("house-2.3d", "base-9.9")
def test_deaths_do_not_change_the_result() -> None:
    scene = fight(("percy", "roos"), ("mowbray", "pole"), 90, 5, 100, 100, 100)
    assert result(scene) == "major_victory"
    assert "percy" not in scene.state.nobles
    assert set(only(scene, facts.Captured).nobles) == {"mowbray", "pole"}


@pytest.mark.rule("base-9.12", "house-5.17b")
def test_if_all_victors_die_the_beaten_go_free_and_stay() -> None:
    scene = fight(("percy",), ("mowbray", "pole"), 90, 5, 100, 100)
    assert "percy" not in scene.state.nobles
    assert scene.happened(facts.Captured) == []
    for noble in ("mowbray", "pole"):
        assert where(scene, noble) == (FIELD, None)
        assert scene.state.nobles[noble].captor is None
    sound(scene)


@pytest.mark.rule("house-5.16b")
def test_a_failed_attack_captures_nobody() -> None:
    scene = fight(("hastings",), ("howard",), 18)
    assert result(scene) == "attack_fails"
    assert scene.happened(facts.Captured) == []
    assert scene.state.nobles["hastings"].captor is None
    assert where(scene, "howard") == (FIELD, None)


# Between the declaration and the weather


def one_to_four(defender_hand: str) -> Scene:
    """Pole (30) attacks Percy and Roos (120) while Neville of seat 2 looks on."""
    scene = field_of(("pole",), ("percy", "roos"), seats=3).noble("neville", 2, FIELD)
    scene.hand(1, defender_hand).next_events(FINE)
    lay_rolls(scene, 61).combat(0)
    scene.play(0, "attack", nobles=["pole"], against="1", square=FIELD)
    assert scene.asked(2) == ["alliance"]
    return scene


@pytest.mark.rule("house-5.14e", "house-5.15b")
def test_an_attack_fallen_below_one_to_four_by_the_weather_does_not_take_place() -> None:
    scene = one_to_four("saxons_1")
    scene.play(1, "play", card="saxons_1", noble="roos")
    scene.play(2, "stand_aside")
    assert only(scene, facts.AttackDeclared).opposed == 130
    assert only(scene, facts.AttackCancelled).reason == "odds"
    assert scene.happened(facts.WeatherDrawn) == []
    assert scene.happened(facts.BattleRolled) == []
    assert scene.happened(facts.DeathRolled) == []
    assert scene.state.nobles["pole"].attacked
    assert where(scene, "pole") == (FIELD, None)


@pytest.mark.rule("house-5.14e")
def test_the_ratio_is_taken_with_the_cards_played_before_the_weather() -> None:
    scene = field_of(("pole",), ("percy",), seats=3).noble("neville", 2, FIELD)
    scene.hand(0, "burgundian_crossbowmen_1").next_events(FINE)
    lay_rolls(scene, 41).combat(0)
    scene.play(0, "attack", nobles=["pole"], against="1", square=FIELD)
    scene.play(0, "play", card="burgundian_crossbowmen_1", noble="pole")
    scene.play(2, "stand_aside")
    rolled = only(scene, facts.BattleRolled)
    assert (rolled.strength, rolled.opposed, rolled.column) == (60, 100, "D")


@pytest.mark.rule("house-5.14a", "house-5.14b", "house-2.6c")
def test_an_heir_may_still_be_killed_before_the_weather() -> None:
    scene = field_of(("pole",), ("percy",), seats=3).noble("neville", 2, FIELD)
    scene.hold("george", "percy").next_events(FINE)
    lay_rolls(scene, 61).combat(0)
    scene.play(0, "attack", nobles=["pole"], against="1", square=FIELD)
    scene.play(1, "kill_heir", heir="george")
    scene.play(2, "stand_aside")
    assert set(chances(scene)) == {"pole", "percy"}


# The Battle Combat Table: ratios, results and chances of death, at their edges.


# column: the highest d100 of Attack Fails, No Victory and Minor Victory, in order
TABLE = {
    "B": (60, 85, 95),
    "C": (50, 78, 93),
    "D": (40, 68, 88),
    "E": (28, 56, 80),
    "F": (18, 45, 75),
    "G": (14, 38, 71),
    "H": (10, 30, 66),
    "I": (6, 20, 58),
    "J": (3, 12, 48),
    "K": (1, 6, 40),
}
RESULTS = ("attack_fails", "no_victory", "minor_victory", "major_victory")

# column: attackers and defenders at exactly its lowest ratio, and just below the next column
Force = tuple[str, ...]
LOWEST: dict[str, tuple[Force, Force]] = {
    "B": (("howard",), ("holland", "grey")),
    "C": (("howard",), ("pole",)),
    "D": (("roos",), ("holland", "grey")),
    "E": (("roos",), ("pole",)),
    "F": (("howard",), ("hastings",)),
    "G": (("neville",), ("holland", "grey")),
    "H": (("pole",), ("roos",)),
    "I": (("roos",), ("howard",)),
    "J": (("pole",), ("howard",)),
    "K": (("holland", "grey"), ("howard",)),
}
HIGHEST: dict[str, tuple[Force, Force]] = {
    "B": (("pole",), ("percy",)),
    "C": (("holland", "grey"), ("neville", "pole", "howard")),
    "D": (("neville", "howard"), ("percy",)),
    "E": (("neville", "pole", "howard"), ("percy",)),
    "F": (("neville", "howard"), ("mowbray",)),
    "G": (("neville", "roos"), ("mowbray",)),
    "H": (("neville", "pole", "howard"), ("mowbray",)),
    "I": (("neville", "pole"), ("stafford",)),
    "J": (("percy", "howard"), ("stafford",)),
    "K": (("percy",), ("howard",)),
}
EDGES = [
    (column, roll, outcome)
    for column, (fails, none, minor) in TABLE.items()
    for first, last, outcome in zip(
        (1, fails + 1, none + 1, minor + 1), (fails, none, minor, 100), RESULTS, strict=True
    )
    for roll in sorted({first, last})
]


@pytest.mark.rule("house-2.3c", "house-5.15a")
@pytest.mark.parametrize(("column", "roll", "outcome"), EDGES)
def test_every_result_of_every_column_at_both_its_edges(
    column: str, roll: int, outcome: str
) -> None:
    scene = fight(*LOWEST[column], roll)
    rolled = only(scene, facts.BattleRolled)
    assert (rolled.column, rolled.roll, rolled.result) == (column, roll, outcome)


@pytest.mark.rule("house-2.3c", "house-5.15a", "base-9.2")
@pytest.mark.parametrize("edge", [LOWEST, HIGHEST], ids=["lowest", "highest"])
@pytest.mark.parametrize("column", TABLE)
def test_the_column_holds_from_its_ratio_up_to_the_next(
    column: str, edge: dict[str, tuple[Force, Force]]
) -> None:
    attackers, defenders = edge[column]
    scene = fight(attackers, defenders, 50)
    rolled = only(scene, facts.BattleRolled)
    troops = {n: HOUSE.content.crown[n].troops for n in (*attackers, *defenders)}
    assert rolled.column == column
    assert rolled.strength == sum(troops[n] for n in attackers)
    assert rolled.opposed == sum(troops[n] for n in defenders)


@pytest.mark.rule("house-2.3c")
@pytest.mark.parametrize(
    ("column", "low"),
    [
        ("B", (1, 4)),
        ("C", (1, 3)),
        ("D", (1, 2)),
        ("E", (2, 3)),
        ("F", (1, 1)),
        ("G", (5, 4)),
        ("H", (3, 2)),
        ("I", (2, 1)),
        ("J", (3, 1)),
        ("K", (4, 1)),
    ],
)
def test_ratios_are_compared_exactly_and_never_rounded(column: str, low: tuple[int, int]) -> None:
    attackers, defenders = low[0] * 1000, low[1] * 1000
    row = HOUSE.content.battle.row_for(attackers, defenders)
    assert row is not None
    assert (row.fails, row.none, row.minor) == TABLE[column]
    below = HOUSE.content.battle.row_for(attackers - 1, defenders)
    columns = list(TABLE)
    if column == "B":
        assert below is None
    else:
        assert below is not None
        lower = columns[columns.index(column) - 1]
        assert (below.fails, below.none, below.minor) == TABLE[lower]


@pytest.mark.rule("house-2.3c")
def test_the_table_has_these_ten_columns_and_no_more() -> None:
    rows = HOUSE.content.battle.rows
    assert [(r.fails, r.none, r.minor) for r in rows] == list(TABLE.values())


# Deaths

CHANCES = {
    "attack_fails": (15, 8, 5, 2),
    "no_victory": (8, 4, 8, 4),
    "minor_victory": (8, 4, 12, 6),
    "major_victory": (5, 2, 20, 10),
}
ROLL_FOR = {"attack_fails": 18, "no_victory": 45, "minor_victory": 75, "major_victory": 76}
WHO = ("roos", "margaret", "grey", "george")


@pytest.mark.rule("house-2.3d", "base-12.5")
@pytest.mark.parametrize("past", [0, 1], ids=["dies", "lives"])
@pytest.mark.parametrize("which", range(4), ids=["noble", "heir", "enemy-noble", "enemy-heir"])
@pytest.mark.parametrize("outcome", RESULTS)
def test_each_chance_of_death_at_both_its_edges(outcome: str, which: int, past: int) -> None:
    chance = CHANCES[outcome][which]
    deaths = [100] * 4
    deaths[which] = chance + past
    scene = field_of(("roos",), ("grey",)).hold("margaret", "roos").hold("george", "grey")
    scene.next_events(FINE).rolls(ROLL_FOR[outcome], *deaths).combat(0)
    attack(scene, "roos")
    assert result(scene) == outcome
    assert chances(scene) == dict(zip(WHO, CHANCES[outcome], strict=True))
    dead = {e.who for e in scene.happened(facts.DeathRolled) if e.dies}
    assert dead == (set() if past else {WHO[which]})
    who = WHO[which]
    if who in scene.state.heirs:
        assert scene.state.heirs[who].alive is bool(past)
    else:
        died = [e.noble for e in scene.happened(facts.NobleDied) if e.cause == "battle"]
        assert died == ([] if past else [who])
        assert (who in scene.state.nobles) is bool(past)


@pytest.mark.rule("house-2.3d")
def test_nobles_and_heirs_of_both_sides_roll_and_nobody_else() -> None:
    scene = field_of(("neville", "roos"), ("mowbray", "grey"))
    scene.hold("margaret", "roos").hold("edward_lancaster", "neville").hold("george", "grey")
    scene.noble("howard", 0, "13,20").noble("pole", 1, "13,19").heir_at("richard_york", "13,20")
    scene.next_events(FINE).rolls(45, *[100] * 7).combat(0)
    attack(scene, "neville", "roos")
    assert set(chances(scene)) == {
        "neville",
        "roos",
        "margaret",
        "edward_lancaster",
        "mowbray",
        "grey",
        "george",
    }


@pytest.mark.rule("base-9.10")
def test_nobles_named_on_the_weather_card_are_not_killed_by_it() -> None:
    scene = field_of(("stafford",), ("talbot",))
    assert {"stafford", "talbot"} <= set(scene.content.events["E-RA01"].killed)
    scene.next_events("E-RA01").rolls(45, 100, 100).combat(0)
    attack(scene, "stafford")
    assert result(scene) == "no_victory"
    assert scene.happened(facts.NobleDied) == []
    assert {"stafford", "talbot"} <= set(scene.state.nobles)
