"""Sieges that take a match and one Event card."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat.aftermath import MoveIn
from bot.rules.kingmaker.combat.card_siege import CardSiege, WithAMatch
from tests.rules.kingmaker.battlefield import FAR, idlers, only, sound, where
from tests.rules.kingmaker.combat.by_card.field import CARDS, DEADLY
from tests.rules.kingmaker.scene import Scene

BAD, FAIR = CARDS["bad_weather"], CARDS["majority"]

TOWN = "northampton"
"""A fortified town of nobody's, with a garrison of 200."""


def before(
    place: str,
    besiegers: tuple[str, ...],
    within: tuple[str, ...] = (),
    *,
    cards: tuple[str, ...] = (),
    seats: int = 2,
    ruleset: str = "classic",
) -> Scene:
    """Seat 0's nobles stand before a place, seat 1's inside it; cards lie beside the first."""
    scene = idlers(Scene(seats, ruleset))
    for noble in within:
        scene.noble(noble, 1, place)
    for noble in besiegers:
        scene.noble(noble, 0, place, outside=True)
    return scene.give(besiegers[0], *cards)


def draw_for(scene: Scene, *nobles: str, place: str) -> Scene:
    """Seat 0 draws for a place."""
    scene.play(0, "conclude", nobles=nobles, place=place)
    return scene


def square_of(scene: Scene, place: str) -> str:
    return str(scene.board.places[place].square)


@pytest.mark.rule("base-10.1", "base-10.3", "classic-siege.1", "classic-siege.3")
@pytest.mark.parametrize(("besiegers", "enough"), [(("percy", "mowbray"), False), ((), True)])
def test_a_siege_takes_a_match_of_the_garrison(besiegers: tuple[str, ...], enough: bool) -> None:
    nobles = besiegers or ("percy", "mowbray", "neville")
    scene = before(TOWN, nobles).next_events(FAIR)
    scene.combat(0)
    assert bool(scene.offered(0, "conclude")) == enough
    if not enough:
        reason = scene.refused(0, "conclude", rule="base-10.3", nobles=nobles, place=TOWN)
        assert reason == ("To conclude a siege you need nobles there who match the whole defence.")
        return
    draw_for(scene, *nobles, place=TOWN)
    told = only(scene, facts.AssaultDeclared)
    assert (told.strength, told.defence) == (200, 200)
    assert only(scene, facts.SiegeConcluded).taken
    assert scene.state.nobles[scene.state.control[TOWN]].seat == 0


@pytest.mark.rule("base-10.2", "classic-siege.2", "base-10.15")
def test_the_defence_is_the_garrison_and_those_inside_but_nobody_beside_the_place() -> None:
    scene = before(TOWN, ("percy", "mowbray", "neville", "grey", "roos"), ("stafford",))
    scene.noble("stanley", 1, TOWN, outside=True)
    scene.combat(0)
    assert scene.offered(0, "conclude")
    nobles = ("percy", "mowbray", "neville", "grey")
    scene.refused(0, "conclude", rule="base-10.3", nobles=nobles, place=TOWN)
    scene.next_events("E-PL04")
    draw_for(scene, *nobles, "roos", place=TOWN)
    told = only(scene, facts.AssaultDeclared)
    assert (told.strength, told.defence, told.defenders) == (240, 230, ("stafford",))


@pytest.mark.rule("base-10.2")
def test_of_two_factions_inside_the_stronger_counts_and_all_are_captured() -> None:
    scene = before(TOWN, ("percy", "mowbray", "neville", "grey", "roos"), ("hastings",), seats=3)
    scene.noble("talbot", 2, TOWN, guest=True).next_events("E-RA08").combat(0)
    draw_for(scene, "percy", "mowbray", "neville", "grey", "roos", place=TOWN)
    told = only(scene, facts.AssaultDeclared)
    assert (told.defence, told.defenders) == (230, ("talbot",))
    assert set(only(scene, facts.Captured).nobles) == {"hastings", "talbot"}


@pytest.mark.rule("base-10.4", "classic-siege.4", "base-9.13")
@pytest.mark.parametrize("half", ["majority", "5-4", "3-2", "2-1", "3-1", "4-1"])
def test_the_ratio_of_the_card_is_ignored_and_the_card_discarded(half: str) -> None:
    scene = before(TOWN, ("percy", "stanley", "neville"), cards=("treasurer_england",))
    scene.next_events(CARDS[half]).combat(0)
    draw_for(scene, "percy", "stanley", "neville", place=TOWN)
    assert only(scene, facts.SiegeConcluded).taken
    assert scene.state.event_discards == [CARDS[half]]


@pytest.mark.rule("base-10.4", "base-10.5", "classic-siege.4", "classic-siege.5")
def test_the_named_die_on_both_sides_and_the_siege_succeeds_all_the_same() -> None:
    scene = before(TOWN, ("percy", "mowbray", "neville", "grey"), ("clifford", "hastings"))
    scene.hold("george", "hastings").heir_at("margaret", square_of(scene, TOWN), TOWN)
    scene.next_events(DEADLY).combat(0)
    draw_for(scene, "percy", "mowbray", "neville", "grey", place=TOWN)
    assert {e.noble for e in scene.happened(facts.NobleDied)} == {"percy", "clifford"}
    assert only(scene, facts.SiegeConcluded).taken
    assert only(scene, facts.Captured).nobles == ("hastings",)
    holders = {scene.state.nobles[scene.state.heirs[h].holder].seat for h in ("george", "margaret")}
    assert holders == {0}
    sound(scene)


@pytest.mark.rule("classic-siege.5", "base-10.5")
def test_if_every_besieger_dies_the_siege_fails_and_the_place_stays_its_holders() -> None:
    scene = before(TOWN, ("percy",), ("grey",), cards=("marshal_england", "saxons_1"))
    scene.give("percy", "burgundian_crossbowmen_1").hold("george", "percy").hold("henry", "grey")
    scene.next_events(DEADLY).combat(0)
    draw_for(scene, "percy", place=TOWN)
    assert not only(scene, facts.SiegeConcluded).taken
    assert "percy" not in scene.state.nobles
    assert scene.state.control[TOWN] == "grey"
    assert where(scene, "grey") == (square_of(scene, TOWN), TOWN)
    assert scene.state.heirs["henry"].holder == "grey"
    george = scene.state.heirs["george"]
    assert (george.holder, george.inside) == (None, None)
    sound(scene)


@pytest.mark.rule("base-10.6", "base-10.7", "classic-siege.6")
def test_bad_weather_places_it_under_siege_and_the_next_turn_may_draw_again() -> None:
    scene = before(TOWN, ("percy", "mowbray", "neville", "grey"), ("clifford",))
    scene.next_events(BAD, FAIR).combat(0)
    draw_for(scene, "percy", "mowbray", "neville", "grey", place=TOWN)
    assert scene.happened(facts.NobleDied) == []
    siege = scene.state.sieges[TOWN]
    assert (siege.seat, siege.besiegers) == (0, ["percy", "mowbray", "neville", "grey"])
    scene.combat(0)
    assert TOWN in scene.state.sieges
    draw_for(scene, "percy", "mowbray", "neville", "grey", place=TOWN)
    assert only(scene, facts.SiegeConcluded).taken
    assert TOWN not in scene.state.sieges


@pytest.mark.rule("base-10.4")
@pytest.mark.parametrize("verb", ["lay", "join"])
def test_a_siege_is_not_laid_beforehand(verb: str) -> None:
    scene = before(TOWN, ("percy", "mowbray", "neville"))
    scene.combat(0)
    assert scene.offered(0, verb) == []
    reason = scene.refused(0, verb, rule="base-10.4", nobles=["percy"], place=TOWN)
    assert reason == (
        "You need not lay siege beforehand. Conclude the siege, and a card is drawn for it."
    )


def under_siege(*besiegers: str, within: tuple[str, ...] = ("clifford",)) -> Scene:
    scene = before(TOWN, besiegers, within)
    return scene.siege(TOWN, list(besiegers))


@pytest.mark.rule("base-10.10", "base-10.11", "classic-siege.7")
@pytest.mark.parametrize(("left", "lasts"), [("grey", True), ("neville", False)])
def test_a_siege_lasts_while_what_is_left_is_a_match_and_not_a_moment_longer(
    left: str, lasts: bool
) -> None:
    scene = under_siege("percy", "mowbray", "neville", "grey", "stanley", within=("roos",))
    scene.movement(0)
    away = scene.board.places[TOWN].square
    x, y = map(int, away.split(","))
    spots = scene.candidates(0, "march", "to")
    assert spots
    near = next(s for s in (f"{x + 1},{y}", f"{x - 1},{y}", f"{x},{y + 1}") if s in spots)
    scene.play(0, "march", nobles=[left], to=near)
    assert (TOWN in scene.state.sieges) is True
    if not lasts:
        scene.play(0, "march", nobles=["stanley"], to=near)
    assert (TOWN in scene.state.sieges) == lasts
    if not lasts:
        assert only(scene, facts.SiegeBroken).reason == "weakness"


@pytest.mark.rule("base-10.10")
def test_a_besieger_who_loses_his_mercenaries_lifts_the_siege_at_once() -> None:
    scene = before(TOWN, ("percy", "mowbray", "stanley"), ("clifford",))
    gone = scene.content.events["E-MG01"].mercenary
    crown = scene.content.crown
    card = next(c for c in scene.content.mercenaries if crown[c].group == gone)
    scene.give("percy", card).siege(TOWN, ["percy", "mowbray", "stanley"])
    scene.next_events("E-MG01").event(1)
    assert card in scene.state.crown_discards
    assert TOWN not in scene.state.sieges


@pytest.mark.rule("base-10.8", "classic-siege.7", "base-9.3")
def test_those_inside_come_out_only_together_with_relief() -> None:
    scene = under_siege("percy", within=("mowbray", "hastings"))
    place = square_of(scene, TOWN)
    scene.give("percy", "burgundian_crossbowmen_1", "flemish_crossbowmen_1", "scots_archers_1")
    scene.give("percy", "marshal_england").noble("neville", 1, place, outside=True)
    scene.next_events(FAIR).combat(1)
    wanted = {"nobles": ["mowbray"], "against": "0", "square": place}
    reason = scene.refused(1, "attack", rule="base-10.8", **wanted)  # type: ignore[arg-type]
    assert reason == "Nobles under siege can come out only together with relief from outside."
    for offer in scene.offered(1, "attack"):
        if offer.field("square").candidates == (place,):
            assert offer.field("nobles").required == ("neville",)
    scene.play(1, "attack", nobles=["neville", "mowbray"], against="0", square=place)
    assert only(scene, facts.AttackDeclared).sallying == ("mowbray",)


@pytest.mark.rule("base-10.8", "classic-siege.7")
def test_without_relief_nobody_comes_out() -> None:
    scene = under_siege("percy", "neville", "stanley", "grey", "roos", within=("mowbray",))
    scene.combat(1)
    squares = scene.candidates(1, "attack", "square")
    assert squares == {FAR}


@pytest.mark.rule("base-10.9", "base-9.8")
def test_after_a_sally_that_was_not_lost_they_may_go_back_inside() -> None:
    scene = under_siege("percy", "stanley", "grey", "pole", "stafford", "roos", within=("mowbray",))
    place = square_of(scene, TOWN)
    scene.noble("neville", 1, place, outside=True).next_events(CARDS["4-1"]).combat(1)
    scene.play(1, "attack", nobles=["neville", "mowbray"], against="0", square=place)
    assert only(scene, facts.BattleDecided).winner is None
    assert scene.asked(1) == ["return_inside"]
    scene.play(1, "return_inside", nobles=["mowbray"])
    assert where(scene, "mowbray") == (place, TOWN)


@pytest.mark.rule("base-10.10", "base-10.12")
def test_a_third_party_who_beats_the_besieger_ends_the_siege() -> None:
    scene = before(TOWN, ("percy", "stanley", "grey", "roos", "hastings"), ("clifford",), seats=3)
    scene.siege(TOWN, ["percy", "stanley", "grey", "roos", "hastings"])
    place = square_of(scene, TOWN)
    for noble in ("mowbray", "neville", "stafford", "fitzalan", "pole", "talbot"):
        scene.noble(noble, 2, place, outside=True)
    scene.next_events("E-RV16").combat(2)
    party = ["mowbray", "neville", "stafford", "fitzalan", "talbot"]
    scene.play(2, "attack", nobles=[*party, "pole"], against="0", square=place)
    assert only(scene, facts.BattleDecided).winner == 2
    assert TOWN not in scene.state.sieges


@pytest.mark.rule("base-10.18")
def test_the_victors_go_inside_as_far_as_there_is_room() -> None:
    scene = before("brougham", ("percy", "mowbray", "neville", "stanley", "grey", "pole"))
    scene.next_events(FAIR).combat(0)
    draw_for(scene, "percy", "mowbray", "neville", "grey", "pole", place="brougham")
    scene.play(0, "hold", place="brougham", noble="percy")
    assert {
        scene.state.nobles[n].inside for n in ("percy", "mowbray", "neville", "grey", "pole")
    } == {"brougham"}
    assert scene.state.nobles["stanley"].inside is None


@pytest.mark.rule("base-10.18", "base-6.1")
def test_where_there_is_not_room_for_all_their_player_names_one_after_the_other() -> None:
    nobles = ("percy", "mowbray", "neville", "grey", "pole")
    scene = before("brougham", nobles, cards=("marshal_england",)).next_events(FAIR)
    scene.combat(0)
    draw_for(scene, *nobles, place="brougham")
    scene.play(0, "hold", place="brougham", noble="percy")
    assert scene.asked(0) == ["move_in"]
    reason = scene.refused(0, "done", rule="base-10.18")
    assert reason == "Choose one noble at a time to go inside, from those who took the place."
    scene.play(0, "enter", nobles=["percy"], place="brougham")
    assert scene.candidates(0, "enter", "nobles") == {"mowbray", "neville", "grey", "pole"}
    scene.play(0, "enter", nobles=["mowbray"], place="brougham")
    assert where(scene, "mowbray")[1] == "brougham"
    assert scene.asked(0) != []
    sound(scene)


@pytest.mark.rule("base-1.8", "classic-succession.5")
def test_an_open_town_is_besieged_only_with_an_enemy_inside() -> None:
    scene = before("cardigan", ("percy", "mowbray", "neville", "grey"))
    scene.combat(0)
    assert scene.offered(0, "conclude") == []
    scene = before("cardigan", ("percy", "mowbray", "neville", "grey"), ("hastings",))
    scene.next_events(FAIR).combat(0)
    draw_for(scene, "percy", "mowbray", "neville", "grey", place="cardigan")
    told = only(scene, facts.AssaultDeclared)
    assert (told.defence, told.defenders) == (210, ("hastings",))
    assert only(scene, facts.SiegeConcluded).taken


@pytest.mark.rule("base-10.1", "base-6.6")
def test_an_unfortified_town_is_besieged_while_somebody_is_inside() -> None:
    town = next(p.id for p in Scene(2, "classic").board.places.values() if p.is_unfortified)
    scene = before(town, ("percy", "mowbray"), ("hastings",)).next_events(FAIR)
    scene.combat(0)
    square = square_of(scene, town)
    assert square not in scene.candidates(0, "attack", "square") - {FAR}
    draw_for(scene, "percy", place=town)
    assert only(scene, facts.AssaultDeclared).defence == 10
    assert only(scene, facts.Captured).nobles == ("hastings",)


def before_calais(*crew: str, within: tuple[str, ...] = (), ruleset: str = "classic") -> Scene:
    """Seat 0's crew in Le Swan has put in at Calais, and its combat phase is about to begin."""
    scene = idlers(Scene(2, ruleset))
    for noble in within:
        scene.noble(noble, 1, "calais")
    for noble in crew:
        scene.noble(noble, 0, FAR)
    scene.give(crew[0], "le_swan").ship("le_swan", port="calais", hostile=True)
    for noble in crew:
        scene.aboard(noble, "le_swan")
    return scene


@pytest.mark.rule("base-8.7", "classic-succession.7", "base-19.9")
def test_who_comes_to_calais_by_ship_must_besiege_it_with_a_full_match() -> None:
    scene = before_calais("percy", "mowbray", "neville").next_events(FAIR)
    scene.heir_at("richard_gloucester", square_of(scene, "calais"), "calais").combat(0)
    told = only(scene, facts.AssaultDeclared)
    assert (told.strength, told.defence) == (200, 200)
    assert only(scene, facts.SiegeConcluded).taken
    assert scene.state.nobles["percy"].aboard is None
    holder = scene.state.heirs["richard_gloucester"].holder
    assert holder is not None
    assert scene.state.nobles[holder].seat == 0


@pytest.mark.rule("classic-succession.7", "base-10.6", "base-10.10")
def test_in_bad_weather_they_besiege_it_from_aboard_and_nobody_dies_with_the_siege() -> None:
    scene = before_calais("percy", "mowbray", "neville").next_events(BAD)
    scene.combat(0)
    assert scene.state.sieges["calais"].ships == ["le_swan"]
    scene.play(0, "lift", place="calais")
    assert scene.happened(facts.NobleDied) == []
    calais = square_of(scene, "calais")
    assert {scene.where(n) for n in ("percy", "mowbray", "neville")} == {(calais, None, None)}
    sound(scene)


@pytest.mark.rule("base-8.7", "classic-succession.7")
def test_with_an_enemy_inside_the_crew_is_too_weak_and_goes_ashore() -> None:
    scene = before_calais("percy", "mowbray", "neville", within=("hastings",))
    scene.combat(0)
    assert scene.happened(facts.AssaultDeclared) == []
    assert scene.where("percy") == (square_of(scene, "calais"), None, None)


@pytest.mark.rule("base-8.7", "base-11.10")
def test_a_crew_that_goes_ashore_takes_an_heir_who_is_alone_there() -> None:
    scene = before_calais("percy", "mowbray", "neville", within=("hastings",))
    scene.heir_at("richard_gloucester", square_of(scene, "calais")).combat(0)
    assert scene.state.heirs["richard_gloucester"].holder == "percy"


@pytest.mark.rule("base-8.7", "base-10.3")
def test_the_crews_of_several_ships_in_a_port_besiege_it_together() -> None:
    scene = idlers(Scene(2, "classic"))
    for noble, ship in (("percy", "le_swan"), ("mowbray", "le_michael"), ("neville", "le_michael")):
        scene.noble(noble, 0, FAR)
        if ship not in scene.state.ships:
            scene.give(noble, ship).ship(ship, port="calais", hostile=True)
        scene.aboard(noble, ship)
    scene.next_events(FAIR).combat(0)
    told = only(scene, facts.AssaultDeclared)
    assert (told.attackers, told.strength) == (("percy", "mowbray", "neville"), 200)


@pytest.mark.rule("base-8.7", "classic-succession.7")
def test_who_finds_another_besieging_the_port_goes_ashore() -> None:
    scene = before_calais("percy", "mowbray", "neville")
    calais = square_of(scene, "calais")
    scene.noble("stanley", 1, calais, outside=True).siege("calais", ["stanley"])
    scene.give("stanley", "marshal_england", "burgundian_crossbowmen_1", "flemish_crossbowmen_1")
    scene.combat(0)
    assert scene.happened(facts.AssaultDeclared) == []
    assert {scene.where(n) for n in ("percy", "mowbray", "neville")} == {(calais, None, None)}
    assert scene.state.sieges["calais"].besiegers == ["stanley"]


@pytest.mark.rule("base-10.2")
@pytest.mark.parametrize(
    ("strengths", "holder", "counts"),
    [
        ({1: 20, 2: 30}, 1, {2}),
        ({1: 30, 2: 30}, 2, {2}),
        ({2: 30, 1: 30}, None, {1}),
        ({}, 1, set()),
    ],
)
def test_which_faction_inside_counts(
    strengths: dict[int, int], holder: int | None, counts: set[int]
) -> None:
    alone = {seat: frozenset({seat}) for seat in strengths}
    assert WithAMatch().counting(strengths, holder, alone) == counts


@pytest.mark.rule("base-10.2", "base-16.2")
@pytest.mark.parametrize(
    ("strengths", "bonds", "counts"),
    [
        ({1: 20, 2: 10, 3: 25}, {1: {2}, 2: {1}}, {1, 2}),
        ({1: 20, 2: 10, 3: 35}, {1: {2}, 2: {1}}, {3}),
        ({1: 20, 2: 10, 3: 5}, {1: {2, 3}, 2: {1}, 3: {1}}, {1, 2, 3}),
    ],
)
def test_allies_inside_count_together(
    strengths: dict[int, int], bonds: dict[int, set[int]], counts: set[int]
) -> None:
    circles = {seat: frozenset({seat, *bonds.get(seat, ())}) for seat in strengths}
    assert WithAMatch().counting(strengths, 1, circles) == counts


@pytest.mark.rule("base-8.7")
def test_a_crew_that_finds_its_own_side_besieging_draws_for_the_port() -> None:
    scene = before_calais("mowbray", "neville", "stanley").next_events(FAIR)
    scene.give("mowbray", "burgundian_crossbowmen_1", "flemish_crossbowmen_1")
    scene.noble("percy", 0, square_of(scene, "calais"), outside=True)
    scene.give("percy", "marshal_england").siege("calais", ["percy"]).combat(0)
    told = only(scene, facts.AssaultDeclared)
    assert (told.attackers, told.strength) == (("mowbray", "neville", "stanley"), 200)
    assert only(scene, facts.SiegeConcluded).taken
    assert "calais" not in scene.state.sieges


@pytest.mark.rule("base-10.18", "base-10.5")
def test_of_several_factions_only_the_captors_nobles_go_inside() -> None:
    scene = before(TOWN, ("percy", "mowbray"), cards=("marshal_england",)).next_events(FAIR)
    scene.noble("neville", 1, TOWN, outside=True).combat(0)
    table = scene.match.table
    siege = CardSiege(0, TOWN, ["percy", "mowbray", "neville"])
    table.push(siege)
    siege.advance(table)
    (inside,) = (step for step in table.agenda if isinstance(step, MoveIn))
    assert (inside.seat, inside.nobles) == (0, ["percy", "mowbray"])
