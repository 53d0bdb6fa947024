"""Vacillating Noble drawn to decide a combat on land: whom it hits, what he does, what follows."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.allegiance import change_sides, waver
from bot.rules.kingmaker.combat.card_siege import CardSiege, SiegeClash
from bot.rules.kingmaker.consequences import going_home
from bot.rules.kingmaker.state import Spell
from tests.rules.kingmaker.battlefield import FIELD, idlers, only, settle, sound, where
from tests.rules.kingmaker.combat.by_card.field import CARDS, allied, attack, meeting
from tests.rules.kingmaker.scene import Scene

RULES = "classic+card_vacillating"


def dice(scene: Scene, *numbers: int) -> Scene:
    """The next numbers that are drawn at random or die: of a die what it shows less one."""
    return scene.dice_show(*(number + 1 for number in numbers), then=0)


def field(*, cards: tuple[str, ...] = ("X-VA1",), then: str = "majority") -> Scene:
    """Percy and Stafford, 130, against Mowbray and Grey, 70."""
    scene = meeting(("percy", "stafford"), ("mowbray", "grey"), ruleset=RULES)
    return scene.next_events(*cards, CARDS[then])


def fought(scene: Scene) -> Scene:
    """Seat 0 attacks with all who are there."""
    scene.combat(0)
    return attack(scene, "percy", "stafford")


# Which side, and who (ishkibibble-vacillating.4, ishkibibble-vacillating.5)


@pytest.mark.rule("ishkibibble-vacillating.3", "ishkibibble-vacillating.4")
@pytest.mark.parametrize(
    ("die", "stronger"), [(1, False), (2, False), (3, False), (4, False), (5, True), (6, True)]
)
def test_a_die_says_which_side(die: int, stronger: bool) -> None:
    scene = dice(field(), die - 1, 0, 0)
    fought(scene)
    who, seat = ("percy", 0) if stronger else ("mowbray", 1)
    assert only(scene, facts.DoubtRose) == facts.DoubtRose("", seat, die, stronger, who)
    drawn = [e.half for e in scene.happened(facts.CombatCardDrawn)]
    assert drawn == ["doubt", "majority"]


@pytest.mark.rule("ishkibibble-vacillating.4")
def test_the_weaker_side_may_be_the_attackers() -> None:
    scene = meeting(("mowbray", "grey"), ("percy", "stafford"), ruleset=RULES)
    dice(scene.next_events("X-VA2", CARDS["4-1"]), 0, 1, 0)
    scene.combat(0)
    attack(scene, "mowbray", "grey")
    assert only(scene, facts.DoubtRose) == facts.DoubtRose("", 0, 1, False, "grey")


@pytest.mark.rule("ishkibibble-vacillating.5")
@pytest.mark.parametrize(("lot", "noble"), [(0, "mowbray"), (1, "grey")])
def test_who_of_that_side_is_drawn_by_lot(lot: int, noble: str, monkeypatch: Any) -> None:
    scene = field()
    sides: list[int] = []
    laid = [0, lot, 0]

    def below(among: int) -> int:
        sides.append(among)
        return laid.pop(0)

    monkeypatch.setattr(scene.match.table, "below", below)
    fought(scene)
    assert only(scene, facts.NobleWavered).noble == noble
    assert sides == [6, 2, 6]


# The table (ishkibibble-vacillating.6, ishkibibble-vacillating.7, ishkibibble-vacillating.8)


class Weighed:
    """A combat of which only the strengths matter: before, and without him who wavers."""

    equal_ends = True

    def __init__(self, before: tuple[int, int], without: tuple[int, int]) -> None:
        self.before, self.without = before, without
        self.attackers, self.defenders = ["percy", "stafford"], ["mowbray", "grey"]

    def weigh(self, table: Any, but: str = "") -> tuple[int, int]:
        return self.without if but else self.before

    def leader(self, table: Any, *, attacking: bool) -> int | None:
        return 0 if attacking else 1

    def heeds(self, table: Any, noble: str) -> bool:
        return True

    def goes(self, table: Any, noble: str) -> None:
        pass

    def joins(self, table: Any, noble: str, *, attacking: bool) -> None:
        (self.attackers if attacking else self.defenders).append(noble)


ROWS = (
    ("majority", (110, 100), 6, 1),
    ("5-4", (125, 100), 5, 2),
    ("3-2", (150, 100), 4, 3),
    ("2-1", (200, 100), 3, 4),
    ("3-1", (300, 100), 2, 5),
    ("4-1", (400, 100), 1, 6),
)
"""The rows, a ratio of each, and up to which die the noble goes home: weaker, stronger."""


@pytest.mark.rule(
    "ishkibibble-vacillating.6", "ishkibibble-vacillating.7", "ishkibibble-vacillating.8"
)
@pytest.mark.parametrize("stronger", [False, True])
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize(("half", "ratio", "weaker_home", "stronger_home"), ROWS)
def test_every_row_and_die_of_the_table(
    half: str,
    ratio: tuple[int, int],
    weaker_home: int,
    stronger_home: int,
    die: int,
    stronger: bool,
) -> None:
    scene = field()
    clash = Weighed((130, 70), ratio)
    dice(scene, 5 if stronger else 0, 0, die - 1)
    table = scene.match.table
    table.events = []
    assert waver(table, scene.content.events["X-VA1"], clash) is False
    told = next(e for e in table.events if isinstance(e, facts.NobleWavered))
    home = die <= (stronger_home if stronger else weaker_home)
    assert (told.half, told.die, told.to) == (half, die, None if home else int(stronger))
    who, side = ("percy", clash.attackers) if stronger else ("mowbray", clash.defenders)
    other = clash.defenders if stronger else clash.attackers
    assert told.noble == who
    assert who not in side
    assert (who in other) is not home


@pytest.mark.rule("ishkibibble-vacillating.6")
@pytest.mark.parametrize(
    ("without", "half"),
    [
        ((100, 100), "majority"),  # equal without him
        ((124, 100), "majority"),
        ((149, 100), "5-4"),
        ((100, 199), "3-2"),  # whoever is the larger now
        ((299, 100), "2-1"),
        ((399, 100), "3-1"),
        ((900, 100), "4-1"),
        ((10, 0), "4-1"),
    ],
)
def test_odds_between_two_rows_count_as_the_lower(without: tuple[int, int], half: str) -> None:
    scene = dice(field(), 0, 0, 0)
    table = scene.match.table
    table.events = []
    waver(table, scene.content.events["X-VA1"], Weighed((130, 70), without))
    assert next(e for e in table.events if isinstance(e, facts.NobleWavered)).half == half


# Home (ishkibibble-vacillating.10)


@pytest.mark.rule("ishkibibble-vacillating.10", "ishkibibble-vacillating.12")
def test_he_goes_home_and_the_battle_goes_on_without_him() -> None:
    scene = dice(field(), 0, 1, 0)
    fought(scene)
    # 130 against 50 without Grey: 2 to 1, and a 1 sends him home.
    assert only(scene, facts.NobleWavered) == facts.NobleWavered(
        1, "grey", "2-1", 1, None, "ruthin"
    )
    assert only(scene, facts.OddsAnew) == facts.OddsAnew(130, 50)
    assert where(scene, "grey") == (scene.board.places["ruthin"].square, "ruthin")
    assert scene.state.nobles["grey"].seat == 1
    told = only(scene, facts.BattleDecided)
    assert (told.strength, told.opposed, told.winner) == (130, 50, 0)
    assert only(scene, facts.Captured) == facts.Captured(("mowbray",), 0, (1,))
    assert scene.state.event_discards == ["X-VA1", CARDS["majority"]]
    settle(scene)
    sound(scene)


@pytest.mark.rule("ishkibibble-vacillating.10")
@pytest.mark.parametrize(
    ("friendly", "home"),
    [
        ({"ruthin", "chillingham", "york", "northampton"}, "ruthin"),
        ({"chillingham", "york", "northampton"}, "chillingham"),
        ({"york", "northampton", "skipton", "hull"}, "northampton"),
        ({"york", "coventry", "skipton"}, "coventry"),
        ({"skipton", "pontefract"}, "pontefract"),
        (set(), "chillingham"),
    ],
)
def test_his_castle_before_a_town_and_that_before_a_city_and_that_before_a_castle(
    friendly: set[str], home: str, monkeypatch: Any
) -> None:
    scene = field()
    monkeypatch.setattr(going_home, "may_enter", lambda table, seat, place: place.id in friendly)
    assert going_home.home_of(scene.match.table, "grey").id == home


@pytest.mark.rule("ishkibibble-vacillating.10")
def test_a_castle_that_others_hold_or_besiege_is_not_friendly() -> None:
    scene = field()
    table = scene.match.table
    assert going_home.home_of(table, "grey").id == "ruthin"
    scene.control("ruthin", "percy")
    assert going_home.home_of(table, "grey").id == "chillingham"
    scene.siege("chillingham", ["percy"])
    assert going_home.home_of(table, "grey").is_unfortified


@pytest.mark.rule("ishkibibble-vacillating.10", "ishkibibble-vacillating.5")
def test_a_vacillating_keeper_of_an_heir_takes_him_home() -> None:
    scene = field().hold("henry", "grey")
    dice(scene, 0, 1, 0)
    fought(scene)
    assert only(scene, facts.NobleWavered).heirs == ("henry",)
    assert scene.state.heirs["henry"].holder == "grey"
    assert where(scene, "grey")[1] == "ruthin"
    settle(scene)
    sound(scene)


# Over to the others (ishkibibble-vacillating.11)


@pytest.mark.rule("ishkibibble-vacillating.11", "ishkibibble-vacillating.12")
def test_he_goes_over_with_all_that_is_his_and_fights_on_the_other_side() -> None:
    scene = field().give("grey", "earl_kent", "saxons_1").hold("henry", "grey")
    strength = 20 + scene.content.crown["earl_kent"].troops + 10
    dice(scene, 0, 1, 5)
    fought(scene)
    told = only(scene, facts.NobleWavered)
    assert (told.seat, told.noble, told.to, told.heirs) == (1, "grey", 0, ("henry",))
    assert only(scene, facts.OddsAnew) == facts.OddsAnew(130 + strength, 50)
    grey = scene.state.nobles["grey"]
    assert (grey.seat, grey.title, grey.cards) == (0, "earl_kent", ["saxons_1"])
    assert scene.state.heirs["henry"].holder == "grey"
    assert where(scene, "grey") == (FIELD, None)
    assert scene.state.control["ruthin"] == "grey"
    assert only(scene, facts.BattleDecided).strength == 130 + strength
    assert only(scene, facts.Captured).nobles == ("mowbray",)
    settle(scene)
    sound(scene)


@pytest.mark.rule("ishkibibble-vacillating.11")
def test_former_comrades_do_not_stay_in_his_castle() -> None:
    scene = field().noble("roos", 1, "chillingham", guest=False, castles=False)
    scene.control("chillingham", "grey")
    dice(scene, 0, 1, 5)
    fought(scene)
    assert scene.happened(facts.Expelled) == [facts.Expelled(("roos",), "chillingham")]
    assert where(scene, "roos") == (scene.board.places["chillingham"].square, None)


@pytest.mark.rule("ishkibibble-vacillating.11", "ishkibibble-vacillating.6")
def test_a_vacillating_commander_may_turn_the_battle() -> None:
    scene = dice(field(), 5, 0, 5)
    fought(scene)
    # Stafford alone, 30, against 70 is 2 to 1: of the stronger side Percy goes over on 5 and 6.
    assert only(scene, facts.NobleWavered) == facts.NobleWavered(0, "percy", "2-1", 6, 1)
    assert only(scene, facts.OddsAnew) == facts.OddsAnew(30, 170)
    assert only(scene, facts.BattleDecided).winner == 1
    assert only(scene, facts.Captured) == facts.Captured(("stafford",), 1, (0,))
    settle(scene)
    sound(scene)


# One after the other (ishkibibble-vacillating.12)


@pytest.mark.rule("ishkibibble-vacillating.12")
def test_the_next_card_may_be_another_of_them_or_bad_weather() -> None:
    scene = field(cards=("X-VA1", "X-VA7"), then="bad_weather")
    dice(scene, 0, 1, 0, 5, 1, 0)
    fought(scene)
    assert [e.noble for e in scene.happened(facts.NobleWavered)] == ["grey", "stafford"]
    assert scene.happened(facts.AttackCancelled) == [facts.AttackCancelled("weather")]
    assert scene.state.nobles["mowbray"].captor is None
    assert where(scene, "grey")[1] == "ruthin"


# When it changes nothing (ishkibibble-vacillating.9, ishkibibble-vacillating.13)


@pytest.mark.rule("ishkibibble-vacillating.9")
def test_between_equal_sides_it_is_bad_weather() -> None:
    scene = meeting(("mowbray", "stafford"), ("neville", "beaufort"), ruleset=RULES)
    scene.next_events("X-VA3", CARDS["majority"]).combat(0)
    attack(scene, "mowbray", "stafford")
    assert only(scene, facts.DoubtRose) == facts.DoubtRose("equal")
    assert scene.happened(facts.AttackCancelled) == [facts.AttackCancelled("weather")]
    assert scene.happened(facts.BattleDecided) == []
    assert scene.state.event_discards == ["X-VA3"]


@pytest.mark.rule("ishkibibble-vacillating.13")
def test_of_a_faction_with_one_noble_in_the_combat_nobody_wavers() -> None:
    scene = meeting(("percy", "stafford"), ("mowbray",), ruleset=RULES)
    scene.next_events("X-VA1", CARDS["majority"])
    dice(scene, 3).combat(0)
    attack(scene, "percy", "stafford")
    assert only(scene, facts.DoubtRose) == facts.DoubtRose("alone", 1, 4, False)
    assert scene.happened(facts.NobleWavered) == []
    assert only(scene, facts.BattleDecided).winner == 0


@pytest.mark.rule("ishkibibble-vacillating.13")
def test_of_allies_only_a_faction_with_several_nobles_there_loses_one(monkeypatch: Any) -> None:
    scene = Scene(3, "classic+alliance+card_vacillating")
    idlers(scene).noble("percy", 0, FIELD, outside=True).noble("stafford", 0, FIELD, outside=True)
    scene.noble("mowbray", 1, FIELD, outside=True).noble("grey", 2, FIELD, outside=True)
    scene.noble("roos", 2, FIELD, outside=True)
    allied(scene, 1, 2).next_events("X-VA1", CARDS["majority"])
    laid, asked = [0, 1, 0], []

    def below(among: int) -> int:
        asked.append(among)
        return laid.pop(0)

    monkeypatch.setattr(scene.match.table, "below", below)
    scene.combat(0)
    attack(scene, "percy", "stafford")
    assert asked == [6, 2, 6]  # Mowbray alone of his faction is not in it
    assert only(scene, facts.NobleWavered).noble == "roos"


@pytest.mark.rule("ishkibibble-vacillating.13", "ishkibibble-vacillating.3")
def test_drawn_for_the_weather_of_the_house_it_is_nothing() -> None:
    scene = Scene(2, "house+card_vacillating").next_events("X-VA1", CARDS["majority"])
    idlers(scene).noble("percy", 0, FIELD, outside=True).noble("stafford", 0, FIELD, outside=True)
    scene.noble("mowbray", 1, FIELD, outside=True).noble("grey", 1, FIELD, outside=True).combat(0)
    scene.play(0, "attack", nobles=["percy", "stafford"], against="1", square=FIELD)
    assert [e.idle for e in scene.happened(facts.WeatherDrawn)] == [True, False]
    assert scene.happened(facts.NobleWavered) == []


# Sieges


def siege(then: str = "majority") -> Scene:
    """Percy and Stafford before Ruthin, where Grey and Roos are with a garrison."""
    scene = idlers(Scene(2, RULES)).noble("grey", 1, "ruthin").noble("roos", 1, "ruthin")
    for noble in ("percy", "stafford", "neville"):
        scene.noble(noble, 0, "ruthin", outside=True)
    scene.control("ruthin", "grey")
    return scene.next_events("X-VA1", CARDS[then])


def besieged(scene: Scene) -> Scene:
    scene.combat(0)
    scene.play(0, "conclude", nobles=["percy", "stafford", "neville"], place="ruthin")
    return scene


@pytest.mark.rule("ishkibibble-vacillating.3", "ishkibibble-vacillating.6")
def test_in_a_siege_the_garrison_counts_and_a_defender_comes_out() -> None:
    scene = dice(siege("2-1"), 0, 1, 5)
    men = scene.board.places["ruthin"].garrison
    besieged(scene)
    assert only(scene, facts.NobleWavered).to == 0
    assert only(scene, facts.OddsAnew) == facts.OddsAnew(200, men + 20)
    assert scene.state.nobles["roos"].seat == 0
    assert only(scene, facts.SiegeConcluded).taken
    assert only(scene, facts.Captured) == facts.Captured(("grey",), 0, (1,))
    settle(scene)
    sound(scene)


@pytest.mark.rule("ishkibibble-vacillating.6", "ishkibibble-vacillating.11")
def test_a_siege_that_has_grown_too_weak_is_not_taken() -> None:
    scene = dice(siege().give("roos", "saxons_1", "saxons_2"), 5, 0, 5)
    besieged(scene)
    assert only(scene, facts.NobleWavered).noble == "percy"
    assert scene.state.nobles["percy"].seat == 1
    assert where(scene, "percy") == (scene.board.places["ruthin"].square, "ruthin")
    assert scene.happened(facts.AttackCancelled) == [facts.AttackCancelled("odds")]
    assert scene.happened(facts.SiegeConcluded) == []
    assert scene.state.drawn_for == ["ruthin"]
    sound(scene)


@pytest.mark.rule("ishkibibble-vacillating.11")
def test_who_holds_the_place_gives_it_away_with_himself() -> None:
    scene = dice(siege(), 0, 0, 5)
    besieged(scene)
    assert scene.state.nobles["grey"].seat == 0
    assert scene.state.control["ruthin"] == "grey"
    assert scene.happened(facts.AttackCancelled) == [facts.AttackCancelled("nobody")]
    assert where(scene, "roos") == (scene.board.places["ruthin"].square, None)
    assert scene.state.sieges == {}
    sound(scene)


@pytest.mark.rule("ishkibibble-vacillating.11", "ishkibibble-vacillating.10")
def test_before_a_garrison_of_nobodys_he_can_only_go_home() -> None:
    scene = idlers(Scene(2, RULES))
    for noble in ("percy", "stafford"):
        scene.noble(noble, 0, "ruthin", outside=True)
    scene.next_events("X-VA1", CARDS["majority"])
    stronger = scene.board.places["ruthin"].garrison < 100 + 30
    dice(scene, 5 if stronger else 0, 1, 5).combat(0)
    scene.play(0, "conclude", nobles=["percy", "stafford"], place="ruthin")
    told = only(scene, facts.NobleWavered)
    assert (told.noble, told.to) == ("stafford", None)
    assert where(scene, "stafford")[1] == told.place


@pytest.mark.rule("ishkibibble-vacillating.9")
def test_equal_sides_before_a_place_leave_it_under_siege(monkeypatch: Any) -> None:
    scene = siege()
    men = scene.board.places["ruthin"].garrison
    assert men + 40 <= 180
    scene.combat(0)
    monkeypatch.setattr(
        "bot.rules.kingmaker.combat.card_siege.SiegeClash.weigh",
        lambda self, table, but="": (100, 100),
    )
    scene.play(0, "conclude", nobles=["percy", "stafford", "neville"], place="ruthin")
    assert only(scene, facts.DoubtRose) == facts.DoubtRose("equal")
    assert scene.state.sieges["ruthin"].seat == 0


# Ambushes


def ambush(scene: Scene, target: str | None = None) -> Scene:
    args: dict[str, Any] = {"nobles": ["percy", "stafford"], "against": "1", "square": FIELD}
    scene.combat(0)
    scene.play(0, "ambush", **(args if target is None else {**args, "target": target}))
    return scene


@pytest.mark.rule("ishkibibble-vacillating.3", "ishkibibble-vacillating.12")
def test_in_an_ambush_he_is_out_of_it_before_anybody_dies() -> None:
    scene = meeting(("percy", "stafford"), ("mowbray", "grey"), ruleset=f"{RULES}+ambush")
    scene.next_events("X-VA1", "E-PL02")  # names Grey
    ambush(dice(scene, 0, 1, 0))
    assert only(scene, facts.NobleWavered).noble == "grey"
    assert scene.happened(facts.NobleDied) == []


@pytest.mark.rule("ishkibibble-vacillating.10", "ishkibibble-vacillating.12")
@pytest.mark.parametrize(("target", "gone"), [("grey", True), ("henry", True), ("mowbray", False)])
def test_an_ambush_for_one_who_has_gone_is_for_nobody(target: str, gone: bool) -> None:
    rules = f"{RULES}+ambush+nobles_killed"
    scene = meeting(("percy", "stafford"), ("mowbray", "grey"), ruleset=rules).hold("henry", "grey")
    scene.next_events("X-VA1", CARDS["majority"])
    ambush(dice(scene, 0, 1, 0, *[2] * 12), target)
    cancelled = scene.happened(facts.AttackCancelled)
    assert cancelled == ([facts.AttackCancelled("nobody")] if gone else [])
    assert bool(scene.happened(facts.DeathDiceRolled)) is not gone


@pytest.mark.rule("ishkibibble-excommunication.3", "ishkibibble-vacillating.11")
@pytest.mark.parametrize(("seat", "inside"), [(1, None), (0, "durham")])
def test_the_excommunicated_take_no_turncoat_into_a_cathedral_town(
    seat: int, inside: str | None
) -> None:
    scene = Scene(2, RULES).noble("grey", 1, "durham").noble("percy", 0, "durham", outside=True)
    scene.combat(0)
    scene.state.spells.append(Spell("excommunication", seat, 0))
    table, place = scene.match.table, scene.board.places["durham"]
    clash = SiegeClash(CardSiege(0, "durham", []), place, ["grey"])
    change_sides(table, "percy", 1)
    clash.joins(table, "percy", attacking=False)
    assert clash.defenders == ["grey", "percy"]
    assert where(scene, "percy") == (place.square, inside)
