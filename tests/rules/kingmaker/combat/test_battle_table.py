"""The Battle Combat Table: ratios, results and chances of death, at their edges."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import FINE, attack, chances, field_of, fight, only, result
from tests.rules.kingmaker.scene import HOUSE

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


@pytest.mark.rule("house-2.3c")
def test_one_roll_settles_a_battle() -> None:
    scene = fight(("neville", "roos"), ("mowbray", "pole"), 45)
    assert len(scene.happened(facts.BattleRolled)) == 1
    assert result(scene) == "no_victory"


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
