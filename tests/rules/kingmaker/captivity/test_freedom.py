"""Where captives go when they are free, and to whom they fall, one condition at a time."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, Match
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.captivity import fall_to, review_captives
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.consequences.keeping import set_down
from bot.rules.kingmaker.invariants import violations
from bot.rules.kingmaker.state import Custody, Exile
from tests.rules.kingmaker.assembly import shut_in
from tests.rules.kingmaker.battlefield import FAR, FIELD
from tests.rules.kingmaker.captivity.held import (
    RULES,
    beaten,
    capture,
    capture_heir,
    held,
    keeper,
    owed,
)
from tests.rules.kingmaker.combat.at_sea.fleets import meeting
from tests.rules.kingmaker.combat.by_card.field import CARDS
from tests.rules.kingmaker.combat.by_card.field import meeting as field
from tests.rules.kingmaker.scene import Scene

SEA_RULES = f"{RULES}+sea_combat"
NORTH = "12,3"


def keeping(*heirs: str, at: str = FIELD, ruleset: str = RULES) -> Scene:
    """Percy of seat 0 holds Courtenay, and heirs, of seat 1."""
    scene = Scene(3, ruleset).noble("percy", 0, at, heirs=heirs).noble("courtenay", 1, at)
    scene.noble("talbot", 2, "sheffield")
    capture(scene, "courtenay", "percy")
    for heir in heirs:
        capture_heir(scene, heir, 1)
    return scene


def let_go(scene: Scene, captive: str = "courtenay") -> Scene:
    """Seat 0 frees a captive in its movement phase."""
    scene.movement(0)
    scene.play(0, "free_captive", captive=captive)
    return scene


# Home (ishkibibble-ransom.4)


@pytest.mark.rule("ishkibibble-ransom.4")
@pytest.mark.parametrize(
    ("held_at", "castle"),
    [("13,20", "donnington"), ("17,13", "wingfield"), ("14,20", "donnington")],
)
def test_of_several_castles_he_goes_to_the_nearest(held_at: str, castle: str) -> None:
    scene = Scene(2, RULES).noble("percy", 0, held_at).noble("pole", 1, held_at)
    capture(scene, "pole", "percy")
    scene.movement(0)
    scene.play(0, "free_captive", captive="pole")
    assert scene.where("pole")[1] == castle


@pytest.mark.rule("ishkibibble-ransom.4")
def test_a_castle_in_other_hands_takes_nobody_in() -> None:
    scene = Scene(2, RULES).noble("percy", 0, FIELD).noble("pole", 1, FIELD)
    scene.control("donnington", "percy")
    capture(scene, "pole", "percy")
    scene.movement(0)
    scene.play(0, "free_captive", captive="pole")
    assert scene.where("pole")[1] == "wingfield"


@pytest.mark.rule("ishkibibble-ransom.4")
def test_without_a_castle_of_his_own_he_goes_where_any_ransomed_noble_does() -> None:
    scene = keeping().noble("bourchier", 1, FAR)
    for castle in scene.content.castles_of("courtenay"):
        scene.control(castle, "percy")
    let_go(scene)
    assert scene.where("courtenay")[1] == "pleshey"  # Bourchier's
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-ransom.4")
def test_who_is_freed_does_not_move_in_that_turn() -> None:
    scene = keeping()
    scene.movement(1)
    scene.play(0, "free_captive", captive="courtenay")
    freed = scene.state.nobles["courtenay"]
    assert (freed.steps, freed.fresh, freed.boards) == (0, False, False)
    assert "courtenay" not in scene.candidates(1, "march", "nobles")


# Heirs (ishkibibble-ransom.4)


@pytest.mark.rule("ishkibibble-ransom.4")
def test_an_heir_goes_to_a_noble_who_is_neither_captive_nor_besieged_nor_at_sea() -> None:
    scene = keeping("henry").noble("clifford", 1, "skipton").noble("grey", 1, FAR)
    shut_in(scene, "skipton", 2)
    scene.noble("stanley", 1, FAR, cards=("le_swan",)).ship("le_swan", sea="north-sea")
    scene.aboard("stanley", "le_swan")
    let_go(scene, "henry")
    assert scene.state.heirs["henry"].holder == "grey"
    assert scene.asked(1) == []


@pytest.mark.rule("ishkibibble-ransom.4")
def test_with_nobody_ashore_an_heir_goes_to_one_at_sea() -> None:
    scene = keeping("henry").noble("mowbray", 1, FAR, cards=("le_swan",))
    scene.ship("le_swan", sea="north-sea").aboard("mowbray", "le_swan")
    let_go(scene, "henry")
    assert scene.state.heirs["henry"].holder == "mowbray"


@pytest.mark.rule("ishkibibble-ransom.4", "ishkibibble-refuge.4")
@pytest.mark.parametrize("others", [("mowbray",), ()])
def test_nobody_in_refuge_takes_him_in(others: tuple[str, ...]) -> None:
    scene = keeping("henry", ruleset=f"{RULES}+refuge+lands_overseas")
    scene.noble("neville", 1, scene.board.places["scotland"].square)
    for other in others:
        scene.noble(other, 1, FAR)
    scene.state.event_deck.remove("X-RF3")
    scene.state.exiles.append(Exile(1, "scotland", "X-RF3", 9, nobles=["neville"]))
    let_go(scene, "henry")
    assert scene.state.heirs["henry"].holder == next(iter(others), None)
    assert scene.asked(1) == []


@pytest.mark.rule("ishkibibble-ransom.4")
def test_without_a_noble_of_his_faction_he_stands_unkept_where_he_was() -> None:
    scene = let_go(keeping("henry"), "henry")
    heir = scene.state.heirs["henry"]
    assert (heir.holder, heir.square, heir.inside) == (None, FIELD, None)
    assert violations(scene.match.table) == []


@pytest.mark.rule("ishkibibble-ransom.4")
def test_from_a_ship_he_comes_ashore_then() -> None:
    scene = meeting(
        ("le_nicholas",), ("le_swan",), aboard={"neville": "le_nicholas"}, ruleset=SEA_RULES
    )
    scene.hold("henry", "neville")
    capture_heir(scene, "henry", 1)
    for noble in ("bourchier", "courtenay", "mowbray"):
        del scene.state.nobles[noble]
        scene.state.crown_deck.append(noble)
    scene.state.control = {p: n for p, n in scene.state.control.items() if n in scene.state.nobles}
    scene.movement(0)
    scene.play(0, "free_captive", captive="henry")
    heir = scene.state.heirs["henry"]
    assert heir.holder is None
    assert heir.square == scene.board.places["ravenser"].square


@pytest.mark.rule("ishkibibble-ransom.3")
def test_for_an_heir_who_dies_nothing_more_is_owed() -> None:
    scene = Scene(2, RULES).noble("percy", 0, "york", heirs=("george",)).noble("pole", 1, FAR)
    scene.noble("clifford", 0, FAR)
    capture_heir(scene, "george", 1)
    scene.next_events("E-PL02").event(0)
    assert [(e.captive, e.why) for e in scene.happened(facts.CustodyEnded)] == [("george", "gone")]
    assert owed(scene) == {}


@pytest.mark.rule("ishkibibble-ransom.4", "ishkibibble-ransom.6")
def test_who_was_held_in_a_place_is_no_guest_there_when_his_keeper_dies() -> None:
    scene = Scene(3, RULES).noble("clifford", 0, "brougham").noble("cromwell", 1, "11,6")
    scene.noble("talbot", 2, "tattershall", outside=True)
    scene.noble("roos", 2, "south-wingfield", outside=True)
    scene.control("tattershall", "talbot").control("south-wingfield", "roos")
    capture(scene, "cromwell", "clifford", 5)
    kill_noble(scene.match.table, "clifford", "plague")
    review_captives(scene.match.table)
    assert owed(scene) == {}
    assert scene.where("cromwell") == (scene.board.places["tattershall"].square, None, None)
    assert "brougham" not in scene.state.control
    assert violations(scene.match.table) == []


# To whom they fall (ishkibibble-ransom.7)


def alone(at: str = FIELD) -> Scene:
    """Courtenay of seat 1 was Percy's captive, and is alone in a square; Talbot stands in FIELD."""
    scene = keeping(at=at).noble("neville", 0, FIELD).noble("grey", 1, FIELD)
    scene.noble("roos", 2, FIELD)
    set_down(scene.match.table, "courtenay")
    return scene


@pytest.mark.rule("ishkibibble-ransom.6", "ishkibibble-ransom.7")
@pytest.mark.parametrize(
    ("leader", "prey", "captor"), [("grey", [], None), ("roos", ["courtenay"], 2)]
)
def test_who_was_left_in_the_field_falls_to_the_victor(
    leader: str, prey: list[str], captor: int | None
) -> None:
    scene = alone()
    assert fall_to(scene.match.table, FIELD, leader, []) == prey
    assert scene.state.nobles["courtenay"].captor == captor
    assert owed(scene) == {}


@pytest.mark.rule("ishkibibble-ransom.3")
def test_a_victor_keeps_his_own_captive_whom_his_keeper_left() -> None:
    scene = alone()
    assert fall_to(scene.match.table, FIELD, "neville", []) == []
    assert keeper(scene) == "neville"
    assert owed(scene) == {"courtenay": (1, 0, 2)}


@pytest.mark.rule("ishkibibble-ransom.6")
def test_who_is_alone_elsewhere_falls_to_nobody() -> None:
    scene = alone(at=NORTH)
    assert fall_to(scene.match.table, FIELD, "roos", []) == []
    assert owed(scene) == {"courtenay": (1, 0, 2)}


@pytest.mark.rule("ishkibibble-ransom.6")
def test_who_is_kept_by_others_falls_to_nobody() -> None:
    scene = keeping().noble("roos", 2, FIELD).noble("grey", 0, FIELD)
    assert fall_to(scene.match.table, FIELD, "roos", ["grey"]) == []
    assert keeper(scene) == "percy"


@pytest.mark.rule("ishkibibble-ransom.7")
def test_who_is_left_alone_in_a_place_that_falls_is_free_outside_of_it() -> None:
    scene = Scene(2, RULES).noble("audley", 0, FAR).noble("bourchier", 1, FAR)
    scene.noble("stanley", 1, "masham").noble("clifford", 0, "masham", outside=True)
    for noble in ("percy", "mowbray", "neville"):
        scene.noble(noble, 0, "masham", outside=True)
    capture(scene, "clifford", "stanley", 2)
    scene.next_events(CARDS["majority"]).combat(0)  # it names Stanley
    scene.play(0, "conclude", nobles=["percy", "mowbray", "neville"], place="masham")
    assert "stanley" not in scene.state.nobles
    assert scene.where("clifford") == (scene.board.places["masham"].square, None, None)
    assert [e.why for e in scene.happened(facts.CustodyEnded)] == ["recaptured"]


# Who moved whom (ishkibibble-ransom.8)


@pytest.mark.rule("ishkibibble-ransom.8")
@pytest.mark.parametrize("how", ["marched", "landed", "sailed", "still", "others_turn"])
def test_what_counts_as_moved_by_his_own_faction(how: str) -> None:
    scene = field(("courtenay",), ("percy",), ruleset=SEA_RULES)
    noble = scene.state.nobles["courtenay"]
    if how in ("marched", "landed"):
        setattr(noble, how, True)
    elif how == "sailed":
        scene.give("courtenay", "le_swan").ship("le_swan", sea="north-sea")
        scene.aboard("courtenay", "le_swan").state.ships["le_swan"].moved = True
    elif how == "others_turn":
        noble.marched, scene.state.active = True, 1
    capture(scene, "courtenay", "percy", 1)
    custody = scene.state.custody["courtenay"]
    moved = how not in ("still", "others_turn")
    assert (custody.moved_by, custody.moved_in) == ((0, scene.state.turn) if moved else (None, 0))


@pytest.mark.rule("ishkibibble-ransom.8")
def test_a_ship_that_lay_still_moved_nobody() -> None:
    scene = field(("courtenay",), ("percy",), ruleset=SEA_RULES)
    scene.give("courtenay", "le_swan").ship("le_swan", sea="north-sea")
    scene.aboard("courtenay", "le_swan")
    capture(scene, "courtenay", "percy", 1)
    assert scene.state.custody["courtenay"].moved_by is None


@pytest.mark.rule("ishkibibble-ransom.8")
def test_an_heir_whom_another_faction_moved_stays_with_another_keeper() -> None:
    scene = keeping("henry").noble("neville", 0, FIELD)
    custody = scene.state.custody["henry"]
    assert custody.spot == FIELD
    custody.moved_by, custody.moved_in = 2, scene.state.turn
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="13,19")
    assert scene.state.heirs["henry"].holder == "neville"
    assert owed(scene)["henry"] == (1, 0, 2)


@pytest.mark.rule("ishkibibble-ransom.8")
def test_an_heir_in_his_captors_hands_is_moved_by_him() -> None:
    scene = keeping("henry")
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="13,19")
    custody = scene.state.custody["henry"]
    assert (custody.spot, custody.moved_by) == ("13,19", 0)


# Who may hold him


@pytest.mark.rule("ishkibibble-ransom.3")
def test_those_who_beat_him_hold_him_before_others_of_the_captor() -> None:
    scene = beaten("percy")
    scene.state.nobles["neville"] = type(scene.state.nobles["percy"])(0, FIELD)
    scene.state.crown_deck.remove("neville")
    scene.give("neville", "marshal_england")
    scene.play(1, "offer_ransom", draws="1")
    scene.play(0, "accept")
    assert keeper(scene) == "percy"


@pytest.mark.rule("ishkibibble-ransom.3")
def test_a_captive_of_the_captors_faction_holds_nobody() -> None:
    scene = beaten("percy")
    scene.state.nobles["percy"].captor = 1
    scene.match = Match.at(scene.game, scene.position)  # asked again
    reason = scene.refused(1, "offer_ransom", rule="ishkibibble-ransom.6", draws="2")
    assert reason.startswith("None of the captor’s nobles is there")


@pytest.mark.rule("ishkibibble-ransom.1")
def test_the_heirs_ransom_is_void_if_the_captor_has_him_no_more() -> None:
    scene = beaten("percy", heirs=("henry",))
    scene.play(1, "offer_ransom")
    scene.play(0, "accept")
    scene.play(1, "go_home", noble="courtenay", castle="tiverton")
    (offer,) = scene.offered(1, "offer_draws")
    assert (offer.field("draws").least, offer.field("draws").most) == (0, 1)
    scene.play(0, "kill_heir", heir="henry")
    assert scene.asked(1) == []
    assert scene.offered(1, "offer_draws") == []


@pytest.mark.rule("ishkibibble-ransom.1")
def test_an_offer_for_an_heir_is_told_to_all() -> None:
    scene = beaten("percy", heirs=("henry",))
    scene.play(1, "offer_ransom")
    scene.play(0, "accept")
    scene.play(1, "go_home", noble="courtenay", castle="tiverton")
    scene.play(1, "offer_draws", draws="3")
    assert scene.happened(facts.DrawsOffered) == [facts.DrawsOffered("henry", 1, 0, 3)]
    (asked,) = [p for p in scene.match.prompts(0) if p.blocking]
    assert asked.facts == {"heir": "henry", "captor": "0", "owner": "1", "draws": "3"}
    assert asked.default == Choice("refuse_draws")
    scene.play(0, "refuse_draws")
    assert scene.happened(facts.DrawsRefused) == [facts.DrawsRefused("henry", 1, 0)]


@pytest.mark.rule("ishkibibble-ransom.3")
def test_an_heir_is_handed_on_as_any_heir_and_not_as_a_captive_noble() -> None:
    scene = keeping("henry").noble("neville", 0, FIELD)
    scene.movement(0)
    reason = scene.refused(
        0, "guard_captive", rule="ishkibibble-ransom.3", captive="henry", noble="neville"
    )
    assert reason == "Name a captive noble whom your own nobles hold."
    scene.play(0, "entrust", heir="henry", noble="neville")
    assert owed(scene)["henry"] == (1, 0, 2)


# What must hold


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"draws": 0}, "1 owes 0 0 draws for courtenay"),
        ({"captor": 1}, "1 owes 1 2 draws for courtenay"),
        ({"keeper": "talbot"}, "courtenay is kept by talbot, who is not a free noble of 0"),
        ({"keeper": "nobody"}, "courtenay is kept by nobody, who is not a free noble of 0"),
        ({"owner": 2}, "courtenay is held for ransom but is not a captive of 0"),
    ],
)
def test_what_is_amiss_is_found(change: dict[str, object], says: str) -> None:
    scene = keeping("henry")
    assert violations(scene.match.table) == []
    for name, value in change.items():
        setattr(scene.state.custody["courtenay"], name, value)
    assert says in violations(scene.match.table)


def test_a_captive_who_stands_somewhere_and_one_whom_nobody_speaks_of_are_amiss() -> None:
    scene = keeping("henry")
    scene.state.nobles["courtenay"].square = FIELD
    assert violations(scene.match.table) == [
        "courtenay is kept by another but also stands somewhere himself"
    ]
    scene = keeping("henry")
    scene.state.nobles["percy"].captor = 2
    assert ("courtenay is kept by percy, who is not a free noble of 0") in violations(
        scene.match.table
    )
    assert "nobody settles the fate of the captive percy" in violations(scene.match.table)
    scene = keeping("henry")
    scene.state.custody["percy"] = Custody(0, 2, 1, keeper="talbot")
    assert "percy is held for ransom but is not a captive of 2" in violations(scene.match.table)
    scene.state.heirs["henry"].holder = "talbot"
    assert "henry is held for 0, who does not have that heir" in violations(scene.match.table)


def test_a_captive_who_is_not_in_play_any_more_is_amiss() -> None:
    scene = keeping()
    del scene.state.nobles["courtenay"]
    scene.control("tiverton", None)
    assert "courtenay is held for ransom but is not a captive of 0" in violations(scene.match.table)


def test_the_draws_of_a_seat_that_owes_nothing_are_its_own() -> None:
    scene = held(draws=1).next_crown("saxons_1")
    scene.draw(0)
    assert scene.state.factions[0].hand == ["saxons_1"]
    assert owed(scene) == {"courtenay": (1, 0, 1)}


@pytest.mark.rule("ishkibibble-ransom.5")
def test_everybody_frees_only_captives_of_his_own() -> None:
    scene = keeping()
    scene.noble("grey", 0, FAR)
    capture(scene, "grey", "talbot")
    scene.movement(0)
    assert scene.candidates(0, "free_captive", "captive") == {"courtenay"}
    assert scene.candidates(2, "free_captive", "captive") == {"grey"}
    assert scene.offered(1, "free_captive") == []


@pytest.mark.rule("ishkibibble-ransom.1")
def test_up_to_ten_draws_are_offered_for_one_captive() -> None:
    scene = beaten("percy")
    (offer,) = scene.offered(1, "offer_ransom")
    assert offer.field("draws").candidates == tuple(str(number) for number in range(1, 11))
