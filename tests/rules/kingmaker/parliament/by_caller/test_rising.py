"""The end of a Parliament of the base rules, the way home, the King's Peace (base §15, §15B)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Peace
from tests.rules.kingmaker.assembly import SQUARE, TOWN, call, chancellors, kinds, realm, sit

HOME = "classic+return_from_parliament"
NO_FIGHT = "base-15.11"


# All stay (base-15.12)


@pytest.mark.rule("base-15.12")
def test_nobles_stay_in_the_open_or_inside_what_is_friendly() -> None:
    scene = realm().noble("roos", 0, "helmsley")
    sit(scene, (0, "roos"), (1, "courtenay"))
    assert scene.asked(0) == ["rising"]
    assert scene.candidates(0, "lodge", "noble") == {"roos"}
    for noble, reason in (
        ("courtenay", "You can speak only for nobles of your own faction."),
        ("percy", "That noble is not in the open where Parliament met."),
    ):
        assert scene.refused(0, "lodge", rule="base-15.12", noble=noble) == reason
    assert scene.refused(0, "crown", rule="base-15.12", heir="henry") == (
        "Parliament is over. First say who goes inside."
    )
    scene.play(0, "lodge", noble="roos")
    assert scene.happened(facts.EnteredPlace) == [facts.EnteredPlace(0, ("roos",), TOWN)]
    assert scene.where("roos") == (SQUARE, TOWN, None)
    # Coventry is not his player's: Courtenay is not asked, and stays in the open
    assert scene.where("courtenay") == (SQUARE, None, None)
    assert scene.state.sitting is None


@pytest.mark.rule("base-15.12")
def test_who_goes_inside_is_named_and_who_says_nothing_stays_outside() -> None:
    scene = realm().noble("roos", 0, "helmsley")
    sit(scene, (0, "roos"))
    reason = scene.refused(0, "lodge", rule="base-15.12")
    assert reason == "Name one noble at a time to go inside."
    scene.play(0, "done")
    assert scene.where("roos") == (SQUARE, None, None)
    assert scene.state.sitting is None


@pytest.mark.rule("base-15.12", "base-6.2")
def test_there_must_be_room() -> None:
    # 200, 100 and 80 troops are inside, of 400 that Coventry holds; FitzAlan has 30, Roos 20
    scene = realm().give("percy", "marshal_england")
    scene.noble("neville", 0, TOWN, cards=("constable_tower",))
    scene.noble("stafford", 0, TOWN, cards=("steward_household",))
    scene.noble("fitzalan", 0, SQUARE).noble("roos", 0, SQUARE)
    sit(scene)
    assert scene.candidates(0, "lodge", "noble") == {"roos"}
    reason = scene.refused(0, "lodge", rule="base-6.2", noble="fitzalan")
    assert reason == "There is no room inside for that noble."


@pytest.mark.rule("base-15.12", "base-15.14")
def test_they_leave_in_their_own_turns() -> None:
    scene = sit(realm(), (1, "courtenay"))
    scene.movement(1)
    assert scene.where("courtenay") == (SQUARE, None, None)
    scene.play(1, "march", nobles=["courtenay"], to="15,17")
    assert scene.where("courtenay") == ("15,17", None, None)


# The King's Peace (base-15.11)


@pytest.mark.rule("base-15.11", "classic-turn.4")
def test_nobody_fights_in_the_square_till_the_callers_next_turn() -> None:
    scene = sit(realm(), (1, "courtenay"), (2, "talbot"))
    assert scene.state.peace == Peace(0, SQUARE)
    assert scene.happened(facts.ParliamentDismissed) == [facts.ParliamentDismissed(SQUARE, 0)]
    scene.combat(1)
    assert scene.offered(1, "attack") == []
    reason = scene.refused(
        1, "attack", rule=NO_FIGHT, nobles=["courtenay"], against="2", square=SQUARE
    )
    assert reason == (
        "Your combat phase is over for this turn. "
        "The Peace holds where Parliament met. Nobody fights there."
    )
    scene.state.peace = None
    scene.combat(1)
    assert scene.offered(1, "attack") != []


@pytest.mark.rule("base-15.11")
def test_elsewhere_all_is_as_ever() -> None:
    scene = realm().noble("mowbray", 1, "15,20").noble("neville", 2, "15,20")
    sit(scene, (1, "courtenay"))
    scene.combat(1)
    assert {offer.field("square").candidates for offer in scene.offered(1, "attack")} == {
        ("15,20",)
    }
    scene.movement(1)
    assert scene.candidates(1, "march", "nobles") >= {"courtenay", "mowbray", "clifford"}


@pytest.mark.rule("base-15.11")
def test_it_ends_as_the_callers_next_turn_begins() -> None:
    scene = sit(realm())
    scene.turn(1)
    assert scene.state.peace == Peace(0, SQUARE)
    scene.turn(0)
    assert scene.state.peace is None
    assert facts.PeaceEnded() in scene.events


@pytest.mark.rule("base-15.11", "base-15.13")
def test_the_peace_of_two_parliaments_holds_side_by_side() -> None:
    scene = sit(realm())
    scene.noble("stafford", 1, "london", heirs=()).hold("edward_march", "stafford")
    scene.state.turn += 1
    call(scene, 1, "stafford")
    while scene.state.sitting is not None:
        seat = next(s for s in range(3) if scene.asked(s))
        scene.play(seat, "done")
    london = scene.board.places["london"].square
    assert scene.state.peace == Peace(1, london, before=[Peace(0, SQUARE)])
    scene.turn(0)
    assert scene.state.peace == Peace(1, london)
    assert scene.happened(facts.PeaceEnded) == [facts.PeaceEnded((SQUARE,))]
    scene.turn(1)
    assert scene.state.peace is None
    assert scene.happened(facts.PeaceEnded) == [facts.PeaceEnded()]


@pytest.mark.rule("base-15.11")
def test_nothing_is_over_where_another_keeps_the_same_square() -> None:
    scene = realm().peace(0, SQUARE)
    scene.state.peace.before = [Peace(1, SQUARE)]
    scene.turn(0)
    assert scene.state.peace == Peace(1, SQUARE)
    assert scene.happened(facts.PeaceEnded) == []


# The way home (base-15.30, base-15.31, base-15.32)


@pytest.mark.rule("base-15.30", "base-15.6")
def test_all_go_home_to_a_friendly_castle_with_their_heirs() -> None:
    scene = realm(HOME).hold("george", "courtenay")
    sit(scene, (1, "courtenay"), (2, "talbot"))
    assert scene.asked(1) == ["return_home"]
    assert scene.candidates(1, "go_home", "castle") == {"tiverton", "okehampton"}
    reason = scene.refused(1, "go_home", rule="base-15.30", noble="courtenay", castle="skipton")
    assert reason == "The noble goes home to one of his own friendly castles."
    reason = scene.refused(1, "go_home", rule="base-15.30", noble="talbot", castle="sheffield")
    assert reason == "That is not one of your nobles still in Parliament."
    scene.play(1, "go_home", noble="courtenay", castle="okehampton")
    assert scene.where("courtenay")[1] == "okehampton"
    assert scene.state.heirs["george"].holder == "courtenay"
    scene.play(2, "go_home", noble="talbot", castle="goodrich")
    scene.play(0, "go_home", noble="percy", castle="alnwick")
    assert scene.where("percy")[1] == "alnwick"
    assert (scene.state.sitting, scene.state.peace) == (None, Peace(0, SQUARE))


@pytest.mark.rule("base-15.30", "base-6.2")
def test_a_castle_must_have_room_for_him() -> None:
    # 230 troops are in Sheffield, which holds 300; Talbot with the Marshal has 130
    scene = realm(HOME).give("talbot", "marshal_england")
    sit(scene, (2, "talbot"))
    assert scene.candidates(2, "go_home", "castle") == {"sheffield", "goodrich"}
    scene = realm(HOME).give("talbot", "marshal_england")
    for noble, office in (("neville", "treasurer_england"), ("mowbray", "constable_tower")):
        scene.noble(noble, 2, "sheffield", cards=(office,), castles=False)
    scene.noble("stafford", 2, "sheffield", castles=False)
    sit(scene, (2, "talbot"))
    # one castle is left to him: there is nothing to ask
    assert scene.where("talbot")[1] == "goodrich"


@pytest.mark.rule("base-15.30")
def test_who_did_not_attend_stays_where_he_is() -> None:
    scene = sit(realm(HOME), (1, "courtenay"))
    assert {"clifford", "talbot"}.isdisjoint(scene.candidates(1, "go_home", "noble"))


@pytest.mark.rule("base-15.31")
def test_without_a_friendly_castle_he_goes_to_the_nearest_friendly_place() -> None:
    scene = realm(HOME)
    scene.control("tiverton", "talbot").control("okehampton", "talbot")
    sit(scene.control("warwick", "clifford"), (1, "courtenay"), (1, "clifford"))
    homes = {
        noble: offer.field("castle").candidates
        for offer in scene.offered(1, "go_home")
        for noble in offer.field("noble").candidates
    }
    assert homes == {"courtenay": ("warwick",), "clifford": ("skipton", "brougham")}
    reason = scene.refused(1, "go_home", rule="base-15.31", noble="courtenay", castle="tiverton")
    assert reason == (
        "None of the noble’s castles is friendly. He goes to the nearest friendly place, or "
        "stands outside one of his castles."
    )


@pytest.mark.rule("base-15.32")
def test_the_callers_noble_who_keeps_the_king_may_stay_with_him() -> None:
    scene = sit(realm(HOME).noble("roos", 0, "helmsley"), (0, "roos"))
    assert scene.candidates(0, "stay", "noble") == {"percy"}
    reason = scene.refused(0, "stay", rule="base-15.32", noble="roos")
    assert reason == "Only the noble who called Parliament and keeps the King may stay."
    scene.play(0, "stay", noble="percy")
    scene.play(0, "go_home", noble="roos", castle="helmsley")
    assert scene.where("percy") == (SQUARE, TOWN, None)
    assert scene.state.sitting is None


@pytest.mark.rule("base-15.32")
def test_a_chancellor_who_called_goes_home_like_the_others() -> None:
    scene = sit(chancellors(HOME))
    assert scene.offered(0, "stay") == []
    assert kinds(scene) == ["return_home"]


@pytest.mark.rule("base-15.12", "base-11.10")
def test_who_goes_inside_takes_an_heir_who_is_there_alone() -> None:
    """Percy leads a Parliament that must be summoned from outside Cardigan, where George is."""
    scene = chancellors(at="5,18").heir_at("george", "5,18", "cardigan")
    scene.next_events("E-PM01").event(1)
    while "rising" not in kinds(scene):
        prompt = next(p for p in scene.match.prompts() if p.blocking)
        scene.play(prompt.seat, "done")
    scene.play(0, "lodge", noble="percy")
    assert scene.state.heirs["george"].holder == "percy"
