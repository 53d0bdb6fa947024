"""Allies count towards what an attack needs (house-5.11g)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.facts import AlliesStayedOut, AttackAnnounced
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.battlefield import (
    FIELD,
    FINE,
    chances,
    idlers,
    lay_rolls,
    only,
    result,
    settle,
    sound,
    where,
)
from tests.rules.kingmaker.scene import HOUSE, Scene

MASHAM = "14,8"


def weak_attack(*, helpers: tuple[str, ...] = ("talbot",)) -> Scene:
    """Roos (20) of seat 0 before Percy (200) of seat 1; seat 2's nobles stand by."""
    scene = idlers(Scene(3)).noble("roos", 0, FIELD)
    scene.noble("percy", 1, FIELD, cards=("marshal_england",))
    for noble in helpers:
        scene.noble(noble, 2, FIELD)
    return scene


def declare(scene: Scene) -> None:
    scene.combat(0)
    scene.play(0, "attack", nobles=["roos"], against="1", square=FIELD)


def weak_siege(*, helpers: tuple[str, ...] = ("neville",)) -> Scene:
    """Mowbray (50) of seat 0 before Masham, where Scrope (10) has a garrison of 100."""
    scene = idlers(Scene(3)).noble("scrope", 1, "masham")
    scene.noble("mowbray", 0, "masham", outside=True)
    for noble in helpers:
        scene.noble(noble, 2, "masham", outside=True)
    return scene.noble("percy", 2, "18,20")


def storm(scene: Scene) -> None:
    scene.combat(0)
    scene.play(0, "conclude", nobles=["mowbray"], place="masham")


# An attack in the open


@pytest.mark.rule("house-5.11g", "house-5.11c", "house-5.15b")
def test_an_attack_below_one_to_four_may_hope_for_an_ally() -> None:
    scene = weak_attack()
    declare(scene)
    announced = only(scene, AttackAnnounced)
    assert (announced.strength, announced.opposed, announced.needed) == (20, 200, 50)
    assert scene.asked(2) == ["alliance"]
    lay_rolls(scene, 30).next_events(FINE)
    scene.play(2, "ally_attack", nobles=["talbot"])
    rolled = only(scene, facts.BattleRolled)
    assert (rolled.strength, rolled.opposed) == (50, 200)
    assert scene.state.nobles["roos"].attacked is scene.state.nobles["talbot"].attacked is True


@pytest.mark.rule("house-5.11g")
def test_if_the_ally_stays_out_nothing_is_used_up() -> None:
    scene = weak_attack()
    declare(scene)
    scene.play(2, "stand_aside")
    assert scene.events == [AlliesStayedOut(0, 1, FIELD)]
    roos, percy = scene.state.nobles["roos"], scene.state.nobles["percy"]
    assert (roos.attacked, roos.fought, percy.defended) == (False, False, False)
    assert scene.asked(0) == ["combat"]
    sound(scene)


@pytest.mark.rule("house-5.11g")
def test_a_target_declared_in_vain_is_left_alone_in_this_phase() -> None:
    scene = weak_attack()
    declare(scene)
    scene.play(2, "stand_aside")
    reason = scene.refused(
        0, "attack", rule="house-5.11g", nobles=["roos"], against="1", square=FIELD
    )
    assert reason == (
        "You have already tried that, and no ally came. You cannot try it again in this phase."
    )
    scene.refused(0, "assassinate", rule="house-5.11g", noble="roos", target="percy")
    scene.combat(0)
    scene.play(0, "attack", nobles=["roos"], against="1", square=FIELD)


@pytest.mark.rule("house-5.11g", "base-16.4")
def test_an_ally_who_is_not_enough_has_not_fought_and_is_no_ally() -> None:
    """Grey (20) of seat 2 comes, Talbot of the same seat stays out: 40 against 200."""
    scene = weak_attack(helpers=("talbot", "grey"))
    declare(scene)
    scene.play(2, "ally_attack", nobles=["grey"])
    assert only(scene, AlliesStayedOut) == AlliesStayedOut(0, 1, FIELD)
    assert scene.state.allied == []
    assert scene.state.nobles["grey"].attacked is False
    scene.play(0, "attack", nobles=["roos"], against="2", square=FIELD)


@pytest.mark.rule("house-5.11g", "house-5.11b")
@pytest.mark.parametrize("reason", ["tired", "too_weak", "elsewhere", "at_peace"])
def test_only_forces_that_may_ally_and_would_be_enough_give_hope(reason: str) -> None:
    scene = weak_attack(helpers=() if reason == "elsewhere" else ("talbot",))
    if reason == "elsewhere":
        scene.noble("talbot", 2, "13,21")
    elif reason == "too_weak":
        scene.give("percy", "saxons_1")  # 210: it takes 53
    elif reason == "at_peace":
        scene.peace(1, "1,1", "talbot")
    else:
        scene.state.nobles["talbot"].fought = True
    scene.combat(0)
    said = scene.refused(
        0, "attack", rule="house-5.15b", nobles=["roos"], against="1", square=FIELD
    )
    assert said == (
        "You need a quarter of their strength to attack. Your noble may go alone, as an assassin."
    )


@pytest.mark.rule("house-5.11g", "house-5.14e")
def test_allies_of_the_defence_do_not_bring_it_into_vain() -> None:
    """Who was strong enough by himself, and is not any more, has lost his attack."""
    scene = idlers(Scene(3)).noble("talbot", 0, FIELD, cards=("saxons_1",))
    scene.noble("percy", 1, FIELD).noble("neville", 2, FIELD).give("neville", "saxons_2")
    scene.give("percy", "steward_household").combat(0)
    scene.play(0, "attack", nobles=["talbot"], against="1", square=FIELD)
    scene.play(2, "ally_defence", nobles=["neville"])
    assert [e.reason for e in scene.happened(facts.AttackCancelled)] == ["odds"]
    assert scene.state.nobles["talbot"].attacked is True


# The conclusion of a siege


@pytest.mark.rule("house-5.11g", "house-6.1a")
def test_an_ally_completes_the_strength_that_concludes_a_siege() -> None:
    scene = weak_siege(helpers=("neville", "courtenay"))
    storm(scene)
    assert only(scene, AttackAnnounced).needed == 110
    about = next(p for p in scene.match.prompts(2) if p.kind == "alliance").facts
    assert (about["strength"], about["opposed"], about["needed"]) == ("50", "110", "110")
    lay_rolls(scene).next_events(FINE)
    scene.play(2, "ally_attack", nobles=["neville", "courtenay"])
    assert only(scene, facts.AssaultDeclared).strength == 130
    assert only(scene, facts.SiegeConcluded) == facts.SiegeConcluded(0, "masham", True, (2,))


@pytest.mark.rule("house-5.11g")
def test_a_besieger_who_needs_no_ally_owes_him_nothing() -> None:
    scene = weak_siege()
    scene.give("mowbray", "marshal_england")
    storm(scene)
    lay_rolls(scene).next_events(FINE)
    scene.play(2, "ally_attack", nobles=["neville"])
    assert only(scene, facts.SiegeConcluded).allies == ()


@pytest.mark.rule("house-5.11g")
def test_if_the_ally_stays_out_the_siege_may_still_be_laid() -> None:
    scene = weak_siege(helpers=("neville", "courtenay"))
    scene.give("mowbray", "saxons_1")
    storm(scene)
    scene.play(2, "stand_aside")
    assert only(scene, AlliesStayedOut) == AlliesStayedOut(0, 1, MASHAM, "masham")
    scene.refused(0, "conclude", rule="house-5.11g", nobles=["mowbray"], place="masham")
    scene.play(0, "lay", nobles=["mowbray"], place="masham")
    assert scene.state.sieges["masham"].besiegers == ["mowbray"]


@pytest.mark.rule("house-5.11g", "house-6.1a")
def test_who_could_not_make_it_up_gives_no_hope() -> None:
    scene = weak_siege(helpers=("talbot",))
    scene.combat(0)
    reason = scene.refused(0, "conclude", rule="house-6.1a", nobles=["mowbray"], place="masham")
    assert reason == "To conclude a siege you need nobles there who match the whole defence."


@pytest.mark.rule("house-5.11g")
def test_whoever_is_enough_by_any_choice_of_nobles_needs_nobody() -> None:
    """Percy alone matches Masham (100): there is no choice of nobles that allies would complete."""
    scene = idlers(Scene(3)).noble("percy", 0, "masham", outside=True).control("masham", None)
    scene.noble("talbot", 2, "masham", outside=True).combat(0)
    assert [o.rule for o in scene.offered(0, "conclude")] == ["house-6.1a"]
    for offer in scene.offered(0, "conclude"):
        assert next(iter(offer.choices()), None) is not None


# Guests who sally with their host


@pytest.mark.rule("house-5.11g", "house-8.5.9")
def test_guests_who_may_come_out_count_for_a_sally_only() -> None:
    """Roos (20) in Masham, besieged by Percy (200); his guest Talbot (30) may come out too."""
    scene = idlers(Scene(3)).noble("scrope", 0, "masham").noble("clifford", 0, MASHAM)
    for guest in ("talbot", "stanley"):
        scene.noble(guest, 2, "masham", guest=True)
    scene.noble("percy", 1, MASHAM, cards=("marshal_england",)).siege("masham", ["percy"])
    scene.combat(0)
    aim = {"against": "1", "square": MASHAM}
    scene.refused(0, "attack", rule="house-5.15b", nobles=["clifford"], **aim)
    lay_rolls(scene, 30).next_events(FINE)
    scene.play(0, "attack", nobles=["scrope"], **aim)
    scene.play(2, "ally_attack", nobles=["talbot", "stanley"])
    assert only(scene, facts.BattleRolled).strength == 90


# In words


WORDS = KingmakerWords(HOUSE.content)
NAMES = ["Anne", "Bob", "Cecily"].__getitem__


def test_what_is_lacking_is_said_to_all_and_to_who_could_help() -> None:
    scene = weak_siege(helpers=("neville", "courtenay"))
    storm(scene)
    assert WORDS.tell_all(scene.events, NAMES) == [
        "Anne means to conclude the siege of Masham: **Mowbray** (50) against 110. The attack "
        "needs allies to reach 110. ‹house-5.11g›"
    ]
    (asked,) = scene.match.asked(2)
    assert WORDS.ask(asked, NAMES) == (
        "Anne tries to conclude the siege of Masham, 50 against 110. 110 troops are needed: "
        "without allies nothing happens. Do your nobles there take a side? An ally is never "
        "turned away."
    )
    scene.play(2, "stand_aside")
    assert WORDS.tell_all(scene.events, NAMES) == [
        "Anne finds no ally at Masham and is too weak alone. Nothing happens, and it "
        "cannot be tried again this phase. ‹house-5.11g›"
    ]


@pytest.mark.rule("house-5.11g", "house-6.2a")
def test_allies_count_not_when_a_siege_is_laid_but_when_it_is_concluded() -> None:
    scene = weak_siege(helpers=("neville", "courtenay"))
    scene.combat(0)
    scene.refused(0, "lay", rule="house-6.2a", nobles=["mowbray"], place="masham")
    (offer,) = scene.offered(0, "conclude")
    assert offer.rule == "house-5.11g"
    said = WORDS.field(offer, offer.field("nobles"))
    assert said == "Choose nobles: at least 30 troops; allies must add up to 110"


def test_a_place_that_allies_helped_to_take_is_told_so() -> None:
    event = facts.SiegeConcluded(0, "masham", True, (1, 2))
    assert WORDS.tell(event, NAMES) == (
        "Masham falls to Anne, with help from Bob and Cecily! ‹house-5.11g›"
    )


def taken_by_an_ally() -> Scene:
    """Neville and Mowbray (100) of Anne besiege Hull (200), and Percy (100) of Cecily joins."""
    scene = idlers(Scene(3)).control("hull", "bourchier")
    for noble, seat in (("neville", 0), ("mowbray", 0), ("percy", 2)):
        scene.noble(noble, seat, "hull", outside=True)
    scene.combat(0)
    scene.next_events(FINE).rolls(*[100] * 9)
    scene.play(0, "conclude", nobles=["neville", "mowbray"], place="hull")
    scene.play(2, "ally_attack", nobles=["percy"])
    return scene


@pytest.mark.rule("house-5.11g", "house-5.5b")
def test_it_is_told_of_the_ally_whose_noble_commands_and_takes_it() -> None:
    scene = taken_by_an_ally()
    (told,) = scene.happened(facts.SiegeConcluded)
    assert (told.seat, told.allies) == (2, (0,))
    assert scene.state.control["hull"] == "percy"
    assert "Hull falls to Cecily, with help from Anne! ‹house-5.11g›" in (
        WORDS.tell_all(scene.events, NAMES)
    )


# Forces inside walls of their own take a side in a battle of that square (house §5.11).


CASTLE = "sheffield"
SQUARE = "14,12"


def before_the_castle(roll: int = 45) -> Scene:
    """Percy of seat 0 may attack seat 1's Roos outside Sheffield, in which seat 2's Talbot is."""
    scene = idlers(Scene(3)).noble("talbot", 2, CASTLE)
    scene.noble("percy", 0, CASTLE, outside=True).noble("roos", 1, CASTLE, outside=True)
    lay_rolls(scene, roll).next_events(FINE)
    return scene


def attacked(scene: Scene) -> Scene:
    """Percy attacks Roos."""
    scene.combat(0)
    scene.play(0, "attack", nobles=["percy"], against="1", square=SQUARE)
    return scene


@pytest.mark.rule("house-5.11a", "house-5.11c")
@pytest.mark.parametrize(
    ("verb", "strengths"), [("ally_attack", (130, 20)), ("ally_defence", (100, 50))]
)
def test_they_are_asked_and_count(verb: str, strengths: tuple[int, int]) -> None:
    scene = attacked(before_the_castle())
    assert scene.asked(2) == ["alliance"]
    scene.play(2, verb, nobles=["talbot"])
    declared = only(scene, facts.AttackDeclared)
    assert (declared.strength, declared.opposed) == strengths
    assert "talbot" in chances(scene)


@pytest.mark.rule("house-5.11a")
def test_who_came_out_to_an_attack_may_go_back() -> None:
    scene = attacked(before_the_castle(5))  # no victory at four to one
    scene.play(2, "ally_attack", nobles=["talbot"])
    words, names = KingmakerWords(HOUSE.content), ["Anne", "Bob", "Cecily"].__getitem__
    told = words.ask(scene.match.asked(2)[0], names)
    assert told == "The fight is over. Who goes back inside Sheffield?"
    assert result(scene) == "no_victory"
    scene.play(2, "return_inside", nobles=["talbot"])
    assert where(scene, "talbot") == (SQUARE, CASTLE)
    sound(scene)


@pytest.mark.rule("house-5.11a", "house-5.16a")
def test_who_came_out_for_the_beaten_is_captured() -> None:
    scene = attacked(before_the_castle(95))
    scene.play(2, "ally_defence", nobles=["talbot"])
    assert only(scene, facts.Captured).nobles == ("roos", "talbot")
    assert where(scene, "talbot") == (SQUARE, None)
    settle(scene)
    assert "talbot" not in scene.state.nobles
    sound(scene)


@pytest.mark.rule("house-5.11g")
def test_an_attack_may_hope_for_them() -> None:
    scene = before_the_castle().noble("clifford", 0, SQUARE, cards=()).noble("grey", 1, SQUARE)
    scene.give("roos", "saxons_1", "saxons_2").combat(0)
    needy = [o for o in scene.offered(0, "attack") if o.rule == "house-5.11g"]
    assert needy
    assert "clifford" in needy[0].field("nobles").candidates


# Who does not come out


@pytest.mark.rule("house-5.11f")
def test_who_is_under_siege_does_not() -> None:
    scene = before_the_castle().noble("clifford", 2, SQUARE).siege(CASTLE, ["percy"])
    attacked(scene)
    assert scene.candidates(2, "ally_attack", "nobles") == {"clifford"}
    words = {"rule": "house-5.11f", "says": "only against his besieger"}
    scene.forbidden(2, "ally_defence", nobles=["talbot"], **words)


@pytest.mark.rule("house-8.5.4")
def test_a_guest_does_not() -> None:
    scene = before_the_castle().noble("clifford", 2, SQUARE)
    scene.noble("mowbray", 1, "york").control(CASTLE, "mowbray")
    attacked(scene)
    assert scene.candidates(2, "ally_attack", "nobles") == {"clifford"}
    words = {"rule": "house-8.5.4", "says": "may only leave"}
    scene.forbidden(2, "ally_attack", nobles=["talbot"], **words)


@pytest.mark.rule("house-7.4.13", "house-5.11a")
def test_who_has_come_home_under_the_kings_peace_does_not() -> None:
    scene = before_the_castle().noble("clifford", 2, SQUARE).peace(0, "18,20", "talbot")
    attacked(scene)
    assert scene.candidates(2, "ally_defence", "nobles") == {"clifford"}
    words = {"rule": "house-7.4.13", "says": "keeps the King’s Peace"}
    scene.forbidden(2, "ally_defence", nobles=["talbot"], **words)


@pytest.mark.rule("house-5.11b")
def test_who_fought_in_his_last_turn_does_not() -> None:
    scene = before_the_castle()
    scene.state.nobles["talbot"].fought = True
    attacked(scene)
    assert only(scene, facts.AttackDeclared).attackers == ("percy",)


@pytest.mark.rule("house-5.11a")
def test_the_attackeds_own_within_their_walls_stay_there() -> None:
    scene = idlers(Scene(3)).noble("scrope", 1, "masham").noble("roos", 1, "masham", outside=True)
    scene.noble("percy", 0, "masham", outside=True).noble("talbot", 2, CASTLE).next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    scene.play(0, "attack", nobles=["percy"], against="1", square="14,8")
    assert only(scene, facts.AttackDeclared).defenders == ("roos",)
