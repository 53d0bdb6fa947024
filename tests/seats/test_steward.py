"""The steward in small positions: what it does when one thing is plainly best."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer, step, to_the_end_of_movement


def crowded_out(scene: Scene) -> Scene:
    """A rival far away, so that nobody is beaten."""
    return scene.noble("stanley", 1, "douglas")


# Royals


def test_crowns_an_heir_when_it_can() -> None:
    scene = Scene().noble("beaufort", 0, "york", cards=("abp_york",), heirs=("richard_york",))
    crowded_out(scene).coronation(0)
    assert answer(scene) == Choice.of("crown", heir="richard_york")


def test_kills_the_last_rival_heir_and_wins() -> None:
    scene = Scene().noble("percy", 0, "alnwick", heirs=("henry", "george"))
    scene.dead("margaret", "edward_lancaster", "richard_york", "edward_march")
    scene.dead("richard_gloucester")
    crowded_out(scene).movement(0)
    assert step(scene) == Choice.of("kill_heir", heir="george")
    assert scene.match.over
    assert scene.state.result.winners == (0,)
    assert scene.state.result.victory == "complete"


def test_never_kills_its_only_heir() -> None:
    scene = Scene().noble("percy", 0, "alnwick", heirs=("margaret",))
    crowded_out(scene).movement(0)
    assert "kill_heir" not in to_the_end_of_movement(scene)
    assert scene.state.heirs["margaret"].alive


def test_does_not_make_an_heir_of_an_enemys_beaufort() -> None:
    scene = Scene().noble("percy", 0, "alnwick", heirs=("richard_york", "margaret"))
    scene.noble("beaufort", 1, "corfe").dead("henry", "edward_lancaster").crowned("richard_york")
    scene.movement(0)
    assert answer(scene).verb != "kill_heir"


def test_brings_the_heir_and_the_archbishop_to_a_cathedral() -> None:
    scene = Scene().noble("neville", 0, "middleham", heirs=("richard_york",))
    scene.noble("scrope", 0, "masham", cards=("abp_york",))
    crowded_out(scene).movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.phase == "coronation"
    step(scene)
    assert scene.state.heirs["richard_york"].crowned


# Marching


def test_walks_into_open_cardigan_for_george() -> None:
    scene = Scene().noble("herbert", 0, "pembroke")
    crowded_out(scene).movement(0)
    verbs = to_the_end_of_movement(scene)
    assert verbs[:2] == ["march", "enter"]
    assert scene.state.heirs["george"].holder == "herbert"


def test_picks_up_a_king_who_waits_in_the_open() -> None:
    scene = Scene().noble("percy", 0, "alnwick").heir_at("henry", "13,5")
    crowded_out(scene).movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.heirs["henry"].holder == "percy"


def test_the_nearest_sets_out_for_a_king_who_waits_far_away() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("hastings", 0, "ashby")
    crowded_out(scene.heir_at("henry", "13,24")).dead("richard_york", "edward_lancaster")
    scene.movement(0)
    to_the_end_of_movement(scene)
    way = scene.board.steps_between
    assert way(scene.state.nobles["hastings"].square, "13,24") == 4


def test_goes_inside_when_a_stronger_enemy_is_near() -> None:
    scene = Scene().noble("clifford", 0, "pontefract", outside=True, heirs=("margaret",))
    scene.control("pontefract", "clifford").noble("percy", 1, "13,10")
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["clifford"].inside == "pontefract"


def test_leaves_a_place_of_plague_with_its_heir() -> None:
    scene = Scene().noble("neville", 0, "coventry", heirs=("margaret",))
    crowded_out(scene).dead("edward_lancaster", "george").movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["neville"].inside == "warwick"


def test_goes_out_and_in_again_for_an_heir_beside_whom_it_stands() -> None:
    scene = Scene().noble("neville", 0, "coventry")
    crowded_out(scene).movement(0)
    assert to_the_end_of_movement(scene)[:2] == ["leave", "enter"]
    assert scene.state.heirs["edward_lancaster"].holder == "neville"


def test_two_nobles_gather() -> None:
    scene = Scene().noble("percy", 0, "wressle").noble("talbot", 0, "sheffield")
    scene.dead("richard_york", "henry", "edward_lancaster", "george")
    crowded_out(scene).movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == scene.state.nobles["talbot"].square


# Fighting


def test_concludes_at_once_when_it_matches_the_garrison() -> None:
    scene = Scene().noble("percy", 0, "17,16", cards=("marshal_england",))
    crowded_out(scene).combat(0)
    assert answer(scene) == Choice.of("conclude", nobles=["percy"], place="fotheringhay")


@pytest.mark.parametrize(("joined", "square"), [(True, "14,3"), (False, "14,8")])
def test_a_keeper_of_heirs_stays_where_somebody_has_joined_him(joined: bool, square: str) -> None:
    """Masham, where the faction gathers, is within his reach."""
    scene = Scene().noble("grey", 0, "alnwick", castles=False, heirs=("margaret",))
    scene.noble("percy", 0, "14,3").noble("scrope", 0, "masham", cards=("marshal_england",))
    crowded_out(scene).movement(0)
    if joined:
        scene.state.nobles["percy"].marched = True
        scene.state.nobles["percy"].came_from = "12,3"
    to_the_end_of_movement(scene)
    assert scene.state.nobles["grey"].square == square


@pytest.mark.parametrize(("limit", "square"), [(2, "14,8"), (1, "14,3"), (None, "14,8")])
def test_nobody_gathers_in_the_last_round(limit: int | None, square: str) -> None:
    scene = Scene().noble("percy", 0, "14,3").noble("scrope", 0, "masham")
    crowded_out(scene.give("scrope", "marshal_england"))
    scene.state.rounds_limit = limit
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == square


def test_lays_siege_with_half_the_strength() -> None:
    scene = Scene().noble("percy", 0, "17,16")
    crowded_out(scene).combat(0)
    assert answer(scene) == Choice.of("lay", nobles=["percy"], place="fotheringhay")


def test_holds_a_siege_and_concludes_on_the_third_turn() -> None:
    scene = Scene().noble("percy", 0, "17,16").siege("fotheringhay", ["percy"], turns=1)
    crowded_out(scene).movement(0)
    assert to_the_end_of_movement(scene) == ["done"]
    assert scene.state.sieges["fotheringhay"].turns == 2
    scene = Scene().noble("percy", 0, "17,16").siege("fotheringhay", ["percy"], turns=2)
    crowded_out(scene).combat(0)
    assert scene.state.sieges["fotheringhay"].turns == 3
    assert answer(scene) == Choice.of("conclude", nobles=["percy"], place="fotheringhay")


def test_leaves_no_siege_that_nobody_disturbs() -> None:
    """A small place is worth waiting for where it only takes another turn."""
    scene = Scene().noble("percy", 0, "13,7", castles=False).siege("bolton", ["percy"], turns=2)
    scene.noble("neville", 0, "warwick").noble("talbot", 0, "sheffield")
    scene.noble("courtenay", 1, "tiverton").movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == "13,7"
    assert answer(scene) == Choice.of("conclude", nobles=["percy"], place="bolton")


def test_lays_no_siege_to_an_empty_castle_it_cannot_storm() -> None:
    scene = Scene().noble("pole", 0, "14,17", cards=("scots_archers_1",))
    crowded_out(scene).combat(0)
    assert scene.happened(facts.SiegeLaid) == []
    assert scene.asked(0) != ["combat"] or answer(scene) == Choice("done")


@pytest.mark.parametrize(("besieger", "order"), [("percy", "conclude"), ("mowbray", "done")])
def test_an_enemy_nearby_is_no_reason_for_a_siege(besieger: str, order: str) -> None:
    """It takes a small place at once, or leaves it alone."""
    scene = Scene().noble(besieger, 0, "13,7", castles=False)
    scene.noble("neville", 1, "13,6", castles=False).give("neville", "marshal_england").combat(0)
    assert scene.candidates(0, "lay", "place") == {"bolton"}
    assert answer(scene).verb == order


def test_does_not_attack_at_one_to_three() -> None:
    scene = Scene().noble("pole", 0, "12,6").noble("percy", 1, "12,6")
    scene.combat(0)
    assert scene.offered(0, "attack") != []
    assert answer(scene) == Choice("done")


def test_attacks_at_two_to_one() -> None:
    scene = Scene().noble("percy", 0, "12,6").noble("neville", 1, "12,6", heirs=("margaret",))
    scene.combat(0)
    assert answer(scene) == Choice.of("attack", nobles=["percy"], against="1", square="12,6")


def test_picks_the_keeper_of_a_king_out_of_a_force_that_is_too_strong_as_a_whole() -> None:
    scene = Scene(2, "classic").noble("percy", 0, "12,6")
    scene.noble("neville", 1, "12,6").noble("mowbray", 1, "12,6", cards=("marshal_england",))
    scene.noble("grey", 1, "12,6", heirs=("henry",)).combat(0)
    aim = {"against": "1", "square": "12,6"}
    assert answer(scene) == Choice.of("attack", nobles=["percy"], **aim, foes=["grey"])


def test_attacks_all_of_a_force_that_it_can_beat() -> None:
    scene = Scene(2, "classic").noble("percy", 0, "12,6", cards=("marshal_england",))
    scene.noble("grey", 1, "12,6").noble("roos", 1, "12,6", heirs=("margaret",)).combat(0)
    assert answer(scene) == Choice.of("attack", nobles=["percy"], against="1", square="12,6")


@pytest.mark.rule("base-9.8")
def test_by_card_no_prize_tempts_it_to_attack_a_larger_force() -> None:
    for ruleset, wanted in (("house", "attack"), ("ishkibibble", "done")):
        scene = Scene(2, ruleset).noble("percy", 0, "12,6")
        scene.noble("neville", 1, "12,6", cards=("saxons_1",), heirs=("henry", "margaret"))
        scene.noble("mowbray", 1, "12,6").combat(0)
        assert scene.offered(0, "attack") != []
        assert answer(scene).verb == wanted


def test_marches_against_a_weaker_keeper_of_the_king_and_attacks() -> None:
    scene = Scene().noble("percy", 0, "alnwick")
    scene.noble("grey", 1, "12,5", heirs=("henry",), castles=False)
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == "12,5"
    assert answer(scene).verb == "attack"


def test_sallies_before_the_place_falls() -> None:
    scene = Scene().noble("neville", 0, "warwick", heirs=("margaret",))
    scene.noble("percy", 1, "14,17", castles=False).siege("warwick", ["percy"], turns=2)
    scene.combat(0)
    assert answer(scene) == Choice.of("attack", nobles=["neville"], against="1", square="14,17")


def test_holds_the_walls_rather_than_sally_at_hopeless_odds() -> None:
    scene = Scene().noble("neville", 0, "warwick", heirs=("margaret",))
    scene.noble("percy", 1, "14,17", castles=False).noble("talbot", 1, "14,17", castles=False)
    scene.siege("warwick", ["percy", "talbot"], turns=2)
    scene.combat(0)
    # 60 against 150: they would be beaten back three times in five, and some would fall.
    offered = scene.offered(0, "attack")
    assert offered != []
    assert answer(scene) == Choice("done")


def test_goes_into_the_place_it_took() -> None:
    scene = Scene().noble("percy", 0, "17,16", cards=("marshal_england",))
    crowded_out(scene).next_events("E-PL01").rolls(100, 100).combat(0)
    step(scene)
    assert scene.state.control["fotheringhay"] == "percy"
    while scene.asked(0) and scene.state.phase == "combat":
        step(scene)
    assert scene.state.nobles["percy"].inside == "fotheringhay"
    assert scene.state.heirs["margaret"].holder == "percy"


# Cards and ransom


def test_a_title_goes_to_a_noble_without_one_and_the_office_to_the_titled() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("holland", 0, "ampthill")
    crowded_out(scene).hand(0, "marshal_england").movement(0)
    assert answer(scene) == Choice.of("play", card="marshal_england", noble="percy")
    step(scene)
    scene.hand(0, "earl_kent").movement(0)
    assert answer(scene) == Choice.of("play", card="earl_kent", noble="holland")


def test_a_weak_captive_is_not_bought_free_by_nothing() -> None:
    scene = Scene().noble("percy", 0, "12,6").noble("neville", 1, "12,6")
    scene.next_events("E-PL01").rolls(100, 100, 100).combat(0)
    step(scene)
    assert scene.asked(1) == ["offer_ransom"]
    scene.play(1, "offer_ransom")
    assert answer(scene) == Choice("refuse")


def test_a_captive_is_offered_for_and_a_fair_price_is_taken() -> None:
    scene = Scene().noble("percy", 0, "12,6").noble("neville", 1, "12,6")
    scene.next_events("E-PL01").rolls(100, 100, 100).combat(0)
    step(scene)
    offer = step(scene, 1)
    assert offer.verb == "offer_ransom"
    assert len(offer.many("places")) >= 2
    assert answer(scene) == Choice("accept")
    step(scene)
    assert scene.state.nobles["neville"].captor is None
    assert [event.noble for event in scene.happened(facts.Ransomed)] == ["neville"]


# Calls and crowded castles


def test_an_heir_stays_with_the_host_when_his_keeper_is_called_away() -> None:
    scene = Scene().noble("percy", 0, "cockermouth").noble("clifford", 0, "cockermouth")
    scene.hold("margaret", "clifford")
    crowded_out(scene).next_events("E-RA02").event(0)
    assert scene.asked(0) == ["answer_call"]
    assert answer(scene) == Choice.of("answer_call", to="brougham")
    step(scene)
    assert scene.state.heirs["margaret"].holder == "percy"
    assert scene.state.nobles["clifford"].inside == "brougham"


def test_the_least_leave_an_overcrowded_castle() -> None:
    scene = Scene().noble("percy", 0, "alnwick", cards=("marshal_england",), heirs=("henry",))
    scene.noble("grey", 0, "alnwick", castles=False).noble("neville", 0, "alnwick", castles=False)
    crowded_out(scene).hand(0, "earl_kent").draw(0)
    scene.play(0, "play", card="earl_kent", noble="grey")
    for _ in range(3):
        if scene.asked(0) == ["overcrowded"]:
            break
        step(scene)
    assert scene.asked(0) == ["overcrowded"]
    # 230 + 50 + 50 troops are in, 300 fit: one of fifty is enough, and the King's keeper stays.
    assert answer(scene).many("nobles") in (("grey",), ("neville",))


@pytest.mark.parametrize(("besieging", "given"), [(False, ("le_swan",)), (True, ())])
def test_a_ship_with_nobles_aboard_is_not_given_away(
    besieging: bool, given: tuple[str, ...]
) -> None:
    scene = Scene().noble("percy", 0, "12,6").noble("neville", 1, "12,6")
    scene.noble("mowbray", 1, "rye", castles=False, cards=("le_swan",))
    scene.ship("le_swan", port="calais", hostile=True)
    if besieging:
        scene.aboard("mowbray", "le_swan").siege("calais", ["mowbray"])
    scene.next_events("E-PL01").rolls(100, 100, 100).combat(0)
    step(scene)
    assert step(scene, 1).many("ships") == given


def test_no_price_frees_beaufort_once_he_is_an_heir() -> None:
    scene = Scene().noble("percy", 0, "12,6").noble("beaufort", 1, "12,6")
    scene.dead("henry", "margaret", "edward_lancaster")
    scene.next_events("E-PL01").rolls(100, 100, 100).combat(0)
    assert step(scene).verb == "attack"
    scene.play(1, "offer_ransom", places=["corfe", "chirk"])
    assert step(scene) == Choice("refuse")
    assert "beaufort" not in scene.state.nobles


@pytest.mark.parametrize("enemy", ["16,13", "19,14", "13,12", "17,16"])
@pytest.mark.parametrize("heir", [None, "margaret"])
def test_nobody_is_walked_into_open_country_that_an_enemy_reaches(
    enemy: str, heir: str | None
) -> None:
    """A lone noble stays behind his walls, or goes where nobody can fall on him."""
    scene = Scene(2).noble("percy", 0, "alnwick").noble("neville", 1, enemy, outside=True)
    scene.noble("stafford", 1, enemy, outside=True)
    if heir is not None:
        scene.hold(heir, "percy")
    scene.movement(0)
    to_the_end_of_movement(scene)
    percy = scene.state.nobles["percy"]
    reach = set(scene.content.board.reach(enemy)) | {enemy}
    assert percy.inside is not None or percy.aboard is not None or percy.square not in reach
