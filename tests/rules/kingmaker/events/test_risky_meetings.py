"""Rules that meet while every option is in force: nobles who waver, a card played in secret,
places that are besieged, excommunicated, sacked, and given away by cards.
"""

from __future__ import annotations

import pytest

from bot.rules.kernel.match import CLOSE
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.state import Booty, Fallen, Siege, Spell
from bot.rules.kingmaker.succession import line
from tests.rules.kingmaker.assembly import SQUARE, call, end, realm
from tests.rules.kingmaker.battlefield import FAR, FIELD, only, settle, sound, where
from tests.rules.kingmaker.captivity.held import capture, capture_heir, keeper, owed, seen
from tests.rules.kingmaker.combat.at_sea import fleets
from tests.rules.kingmaker.combat.by_card.field import CARDS, allied, attack, meeting
from tests.rules.kingmaker.combat.by_card.test_siege_by_card import TOWN, before, square_of
from tests.rules.kingmaker.royals.test_royal_lives import NAMED, ROLLS
from tests.rules.kingmaker.scene import Scene

WHOLE = "ishkibibble"
"""Every option and both expansions at once."""

SAFE = 3
"""What dice show that nobody laid: of two of them nobody dies."""

CAMP = ("percy", "mowbray", "neville", "grey", "roos")
"""240 troops, who match the garrison of the town and Courtenay."""

BORNE = (3, 3)
"""Two dice that nobody dies of."""

WEAKER, STRONGER = 1, 6
"""A die says which side wavers."""

# A vacillating commander


@pytest.mark.rule("ishkibibble-vacillating.8", "ishkibibble-vacillating.13", "base-16.5")
def test_a_vacillating_commander_goes_home_and_his_ally_is_beaten() -> None:
    scene = meeting(("percy", "grey"), ("talbot", "pole"), ruleset=WHOLE, seats=3)
    scene.noble("stafford", 2, FIELD, outside=True)
    allied(scene, 0, 2).next_events("X-VA1", CARDS["majority"]).combat(0)
    scene.dice_show(STRONGER, 1, 1, then=SAFE)
    attack(scene, "percy", "grey")
    # Stafford is alone of his faction, so the lot is between Percy and Grey alone.
    assert only(scene, facts.NobleWavered) == facts.NobleWavered(
        0, "percy", "majority", 1, None, "wressle"
    )
    assert only(scene, facts.OddsAnew) == facts.OddsAnew(50, 60)
    assert only(scene, facts.BattleDecided).winner == 1
    assert only(scene, facts.Captured) == facts.Captured(("grey", "stafford"), 1, (0, 2))
    assert [scene.state.nobles[n].captor for n in ("percy", "grey", "stafford")] == [None, 1, 1]
    settle(scene)
    sound(scene)


@pytest.mark.rule("ishkibibble-vacillating.11", "ishkibibble-booty.1")
@pytest.mark.parametrize(
    ("wavers", "die", "to", "strength", "booty"),
    [
        ("percy", 6, 1, (30, 170), []),
        ("percy", 1, None, (30, 70), []),
        ("mowbray", 1, None, (130, 20), []),
        ("mowbray", 6, 0, (180, 20), []),
    ],
)
def test_booty_is_what_was_beaten_and_not_what_had_marched(
    wavers: str, die: int, to: int | None, strength: tuple[int, int], booty: list[Booty]
) -> None:
    scene = meeting(("percy", "stafford"), ("mowbray", "grey"), ruleset=WHOLE)
    scene.next_events("X-VA1", CARDS["majority"]).combat(0)
    scene.dice_show(STRONGER if wavers == "percy" else WEAKER, 1, die, then=SAFE)
    attack(scene, "percy", "stafford")
    told = only(scene, facts.NobleWavered)
    assert (told.noble, told.to) == (wavers, to)
    decided = only(scene, facts.BattleDecided)
    assert (decided.strength, decided.opposed) == strength
    assert decided.winner == (0 if strength[0] > strength[1] else 1)
    assert scene.state.booty == booty
    settle(scene)
    sound(scene)


@pytest.mark.rule("ishkibibble-booty.1", "ishkibibble-vacillating.11")
def test_who_has_come_over_is_among_those_who_win_booty() -> None:
    scene = meeting(("percy", "neville"), ("mowbray", "grey", "stafford"), ruleset=WHOLE)
    scene.noble("talbot", 1, FIELD, outside=True).noble("pole", 1, FIELD, outside=True)
    scene.next_events("X-VA2", CARDS["majority"]).combat(0)
    scene.dice_show(STRONGER, 2, 6, then=SAFE)  # 150 against 160: Grey of the stronger goes over
    attack(scene, "percy", "neville")
    assert only(scene, facts.NobleWavered).noble == "grey"
    assert only(scene, facts.OddsAnew) == facts.OddsAnew(170, 140)
    assert scene.state.booty == [Booty(loser=1, victor=0)]


# A vacillating keeper of an heir


def keepers(die: int) -> Scene:
    """Grey of the weaker side keeps an heir, and Clifford of the other side captive."""
    scene = meeting(("percy", "stafford"), ("mowbray", "grey"), ruleset=WHOLE)
    scene.noble("clifford", 0, FIELD, outside=True)
    scene.hold("george", "grey")
    capture(scene, "clifford", "grey", 3)
    scene.next_events("X-VA1", CARDS["majority"]).combat(0)
    scene.dice_show(WEAKER, 2, die, then=SAFE)
    return attack(scene, "percy", "stafford")


@pytest.mark.rule("ishkibibble-vacillating.10", "ishkibibble-ransom.3")
def test_a_vacillating_keeper_takes_heir_and_captive_home() -> None:
    scene = keepers(1)
    assert where(scene, "grey")[1] == "ruthin"
    assert scene.state.heirs["george"].holder == "grey"
    assert (owed(scene), keeper(scene, "clifford")) == ({"clifford": (0, 1, 3)}, "grey")
    assert only(scene, facts.Captured).nobles == ("mowbray",)
    settle(scene)
    sound(scene)


@pytest.mark.rule("ishkibibble-vacillating.11", "ishkibibble-ransom.7")
def test_a_vacillating_keeper_goes_over_with_the_heir_and_the_captive_is_won_back() -> None:
    scene = keepers(6)
    assert scene.state.nobles["grey"].seat == 0
    assert scene.state.heirs["george"].holder == "grey"
    assert only(scene, facts.CaptiveKept).noble == "mowbray"
    ended = only(scene, facts.CustodyEnded)
    assert (ended.captive, ended.why, ended.left) == ("clifford", "recaptured", 3)
    assert where(scene, "clifford") == (FIELD, None)
    assert only(scene, facts.Captured).nobles == ("mowbray",)
    settle(scene)
    sound(scene)


# A counter-card at its deadline


def two_die() -> Scene:
    """Grey and Roos of seat 1 die in a battle that Percy wins; seat 2 keeps Influence Heir."""
    scene = meeting(("percy", "neville"), ("grey", "roos", "mowbray"), ruleset=WHOLE, seats=3)
    scene.noble("stafford", 2, "stafford").held(2, "X-INF").give("grey", "saxons_1")
    scene.next_events(CARDS["majority"]).combat(0)
    scene.dice_show(*BORNE, *BORNE, 1, 1, 1, 1, then=SAFE)
    return attack(scene, "percy", "neville")


def mourned(scene: Scene) -> list[tuple[int, str]]:
    """Who is asked for whose heir."""
    asked = [p for p in scene.match.prompts() if p.kind == "woo_heir"]
    return [(p.seat, p.facts["noble"]) for p in asked]


@pytest.mark.rule("ishkibibble-influence.1")
def test_a_counter_card_at_its_deadline_is_kept_and_the_combat_goes_on() -> None:
    scene = two_die()
    for noble in ("grey", "roos"):
        assert mourned(scene) == [(0, noble), (2, noble)]
        scene._note(scene.match.direct(CLOSE))
    assert scene.match.vote() is None
    assert scene.asked(1) == ["offer_ransom"]
    assert {"grey", "roos"} <= set(scene.state.crown_discards)
    assert scene.state.factions[2].held == ["X-INF"]
    settle(scene)
    sound(scene)


@pytest.mark.rule("ishkibibble-influence.1", "ishkibibble-influence.2")
def test_a_counter_card_that_was_played_is_asked_for_no_more() -> None:
    scene = two_die()
    scene.play(2, "woo_heir", noble="grey")
    assert mourned(scene) == [(0, "grey")]
    scene._note(scene.match.direct(CLOSE))
    assert only(scene, facts.HeirWooed) == facts.HeirWooed(2, "grey", 1)
    scene.play(2, "settle", noble="grey", castle="ruthin")
    # It lies with the discards, so nobody is asked about Roos.
    assert (mourned(scene), scene.asked(1)) == ([], ["offer_ransom"])
    assert scene.state.event_discards[-1] == "X-INF"
    assert "roos" in scene.state.crown_discards
    assert scene.state.nobles["grey"].seat == 2
    assert scene.state.nobles["percy"].cards == ["saxons_1"]
    settle(scene)
    sound(scene)


# Spoils of a besieged town


def spoils(besieger: int) -> Scene:
    """Courtenay, who has Northampton by its card, falls far from it to Percy of seat 0."""
    scene = meeting(("percy",), ("courtenay",), ruleset=WHOLE, seats=3)
    scene.give("courtenay", "town_northampton").noble("fitzalan", 2, FAR)
    camp = ("neville", "mowbray", "stanley", "stafford")
    for noble in camp:
        scene.noble(noble, besieger, square_of(scene, TOWN), outside=True)
    scene.give("neville", "marshal_england").siege(TOWN, list(camp))
    scene.dice_show(then=SAFE)
    scene.next_events(CARDS["majority"]).combat(0)
    attack(scene, "percy").play(1, "offer_ransom")
    scene.play(0, "refuse")
    return scene


@pytest.mark.rule("base-11.7", "ishkibibble-men.5")
def test_spoils_of_a_town_besieged_by_a_third_party_are_besieged_on() -> None:
    scene = spoils(2)
    assert scene.state.control[TOWN] == "percy"
    assert scene.state.nobles["percy"].cards == ["town_northampton"]
    assert scene.state.sieges == {
        TOWN: Siege(2, ["neville", "mowbray", "stanley", "stafford"], turns=1)
    }
    scene.next_events(CARDS["5-4"]).combat(2)
    scene.play(2, "conclude", nobles=["neville", "mowbray", "stanley", "stafford"], place=TOWN)
    assert scene.state.nobles[scene.state.control[TOWN]].seat == 2
    settle(scene)
    sound(scene)


@pytest.mark.rule("base-11.7", "base-10.5")
def test_spoils_of_a_town_besieged_by_the_victor_end_the_siege() -> None:
    scene = spoils(0)
    assert scene.state.control[TOWN] == "percy"
    assert scene.state.sieges == {}
    assert only(scene, facts.SiegeBroken).reason == "surrender"
    sound(scene)


# Excommunication of the besieged


@pytest.mark.rule("ishkibibble-excommunication.2", "ishkibibble-siege.5")
def test_excommunication_of_the_besieged_puts_them_out_and_the_siege_of_the_town_goes_on() -> None:
    scene = before(TOWN, CAMP, ruleset=WHOLE).give("percy", "marshal_england")
    scene.noble("courtenay", 1, TOWN, outside=True).give("courtenay", "town_northampton")
    scene.state.nobles["courtenay"].inside = TOWN
    scene.dice_show(then=SAFE)
    scene.siege(TOWN, list(CAMP)).next_events("X-EXC").event(1)
    assert only(scene, facts.Expelled) == facts.Expelled(("courtenay",), TOWN)
    assert where(scene, "courtenay") == (square_of(scene, TOWN), None)
    assert TOWN not in scene.state.control
    assert scene.state.sieges == {TOWN: Siege(0, [*CAMP], turns=1)}
    # He is no longer besieged: he marches off, and the town falls without him.
    scene.play(1, "march", nobles=["courtenay"], to="16,18")
    scene.next_events(CARDS["majority"]).combat(0)
    scene.play(0, "conclude", nobles=CAMP, place=TOWN)
    told = only(scene, facts.AssaultDeclared)
    assert (told.defenders, told.strength, told.defence) == ((), 340, 200)
    assert scene.state.control[TOWN] in CAMP
    settle(scene)
    sound(scene)


@pytest.mark.rule("ishkibibble-excommunication.3", "ishkibibble-siege.5")
def test_excommunicated_besiegers_take_a_cathedral_town_and_stay_before_it() -> None:
    scene = before("durham", CAMP, ruleset=WHOLE)
    scene.dice_show(then=SAFE)
    scene.siege("durham", list(CAMP)).next_events("X-EXC").event(0)
    scene.next_events(CARDS["majority"]).combat(0)
    scene.play(0, "conclude", nobles=CAMP, place="durham")
    settle(scene)
    assert scene.state.control["durham"] in CAMP
    assert {where(scene, noble) for noble in CAMP} == {(square_of(scene, "durham"), None)}
    sound(scene)


# A place held by Scots or French


def sacked(*places: str, french: tuple[str, ...] = ()) -> Scene:
    """Percy and Stafford against Mowbray and Grey, whose castles are in the hands of invaders."""
    scene = meeting(("percy", "stafford"), ("mowbray", "grey"), ruleset=WHOLE, seats=3)
    scene.noble("talbot", 2, "sheffield").held(2, "X-INF")
    for place in (*places, *french):
        scene.control(place, None)
    scene.state.scots, scene.state.scots_came, scene.state.french = [*places], True, [*french]
    return scene


@pytest.mark.rule("ishkibibble-scotsinvasion.5", "ishkibibble-vacillating.10")
def test_a_place_held_by_scots_or_french_is_no_home_to_go_to() -> None:
    scene = sacked("chillingham", french=("ruthin",)).next_events("X-VA1", CARDS["majority"])
    scene.combat(0)
    scene.dice_show(WEAKER, 2, 1, then=SAFE)
    attack(scene, "percy", "stafford")
    assert only(scene, facts.NobleWavered).place == "gloucester"
    assert where(scene, "grey") == ("12,19", "gloucester")
    settle(scene)
    sound(scene)


@pytest.mark.rule("ishkibibble-scotsinvasion.5", "ishkibibble-influence.2")
@pytest.mark.parametrize("castle", ["chillingham", "ruthin"])
def test_before_a_place_held_by_scots_or_french_an_heir_who_was_won_appears(castle: str) -> None:
    scene = sacked("chillingham", french=("ruthin",)).next_events(CARDS["majority"])
    scene.combat(0)
    scene.dice_show(*BORNE, *BORNE, *BORNE, 1, 1, then=SAFE)
    attack(scene, "percy", "stafford")
    scene.play(2, "woo_heir", noble="grey")
    scene.play(0, "let_be")
    assert scene.candidates(2, "settle", "castle") == {"chillingham", "ruthin"}
    scene.play(2, "settle", noble="grey", castle=castle)
    assert where(scene, "grey") == (square_of(scene, castle), None)
    assert castle not in scene.state.control
    settle(scene)
    sound(scene)


@pytest.mark.rule("ishkibibble-treachery-french.2", "ishkibibble-siege.2")
@pytest.mark.parametrize(("more", "outcome"), [((), "undecided"), (("mowbray",), "taken")])
def test_a_place_held_by_soldiers_is_stormed_against_their_hundred_men(
    more: tuple[str, ...], outcome: str
) -> None:
    scene = before(TOWN, ("percy", *more), ruleset=WHOLE)
    scene.state.crown_deck.remove("french_foot")
    scene.state.rogues = {TOWN: 1}
    scene.dice_show(then=SAFE)
    scene.next_events(CARDS["majority"]).combat(0)
    scene.play(0, "storm", nobles=["percy", *more], place=TOWN)
    told = only(scene, facts.StormDecided)
    assert (told.strength, told.defence, told.outcome) == (100 + 50 * len(more), 100, outcome)
    assert (scene.state.rogues == {}) is (outcome == "taken")
    assert ("french_foot" in scene.state.crown_discards) is (outcome == "taken")
    settle(scene)
    sound(scene)


# Defeatism while a siege is owed


@pytest.mark.rule("ishkibibble-defeatism.3", "ishkibibble-siege.4", "ishkibibble-siege.5")
def test_defeatism_while_a_siege_is_owed_lifts_it_and_it_is_announced_anew() -> None:
    scene = before(TOWN, CAMP, ("courtenay",), ruleset=WHOLE)
    scene.combat(0)
    scene.play(0, "lay", nobles=CAMP, place=TOWN)
    scene.dice_show(2, then=SAFE)  # one turn
    scene.next_events("X-DEF").event(0)
    assert scene.state.spells == [Spell("defeatism", 0, 1)]
    assert scene.state.sieges == {}
    assert only(scene, facts.SiegeBroken).reason == "defeatism"
    scene.combat(0)
    assert scene.happened(facts.CombatCardDrawn) == []
    assert scene.asked(0) != ["combat"]  # there is nothing for them to do there
    while scene.state.active == 0:
        (prompt,) = [p for p in scene.match.prompts() if p.blocking]
        scene.match.submit(0, prompt.default or next(prompt.offers[0].choices()))
    assert scene.state.spells == []
    scene.combat(0)
    said = scene.refused(0, "conclude", rule="ishkibibble-siege.4", nobles=CAMP, place=TOWN)
    assert said == ("First announce the siege. Lay siege now, and conclude it in your next combat.")
    scene.play(0, "lay", nobles=CAMP, place=TOWN)
    assert scene.state.sieges[TOWN].turns == 1


@pytest.mark.rule("ishkibibble-defeatism.3", "ishkibibble-siege.5")
def test_defeatism_of_the_besieged_leaves_the_siege_owed() -> None:
    scene = before(TOWN, CAMP, ("courtenay",), ruleset=WHOLE)
    scene.combat(0)
    scene.play(0, "lay", nobles=CAMP, place=TOWN)
    scene.dice_show(6, then=SAFE)
    scene.next_events("X-DEF").event(1)
    assert list(scene.state.sieges) == [TOWN]
    scene.next_events(CARDS["majority"]).combat(0)
    scene.play(0, "conclude", nobles=CAMP, place=TOWN)
    assert only(scene, facts.SiegeConcluded).taken
    assert scene.state.nobles["courtenay"].captor == 0


# Captives, debts, royal deaths and births, and the deck, while every option is in force.


YORK = "plantagenet_york"


def ended(scene: Scene) -> list[tuple[str, str, int]]:
    """Which captives are held no more, why, and what is unpaid."""
    return [(e.captive, e.why, e.left) for e in scene.happened(facts.CustodyEnded)]


# A captive over plague, Parliament, recapture, shipwreck


@pytest.mark.rule("ishkibibble-ransom.2", "ishkibibble-ransom.3", "base-12.1")
def test_a_captive_over_plague_dies_and_his_seat_draws_for_itself_again() -> None:
    scene = Scene(2, WHOLE).noble("percy", 0, "dublin").noble("clifford", 0, FAR)
    scene.noble("bourchier", 1, FAR).noble("courtenay", 1, "dublin", outside=True)
    scene.hold("edmund_rutland", "percy")
    capture_heir(capture(scene, "courtenay", "percy", 3), "edmund_rutland", 1, 1)
    scene.dice_show(then=SAFE)
    scene.next_events("X-PLD").event(0)
    assert ended(scene) == [("courtenay", "gone", 3), ("edmund_rutland", "gone", 1)]
    assert set(scene.state.nobles) == {"clifford", "bourchier"}
    assert not scene.state.heirs["edmund_rutland"].alive
    scene.next_crown("saxons_1").draw(1)
    assert (scene.happened(facts.DrawPaid), scene.state.factions[1].hand) == ([], ["saxons_1"])
    sound(scene)


@pytest.mark.rule("ishkibibble-ransom.3", "base-15.30")
def test_a_captive_over_parliament_comes_and_goes_home_with_his_keeper() -> None:
    scene = realm(WHOLE).noble("mowbray", 2, FAR)
    capture(scene, "clifford", "mowbray", 2)
    scene.dice_show(then=SAFE)
    call(scene).play(1, "done")
    scene.play(2, "attend", nobles=["mowbray"])
    assert seen(scene, "clifford") == (SQUARE, None, None)
    assert scene.state.sitting.attending == ["percy", "mowbray"]
    end(scene)
    assert where(scene, "mowbray") == ("22,17", "framlingham")
    assert seen(scene, "clifford") == ("22,17", "framlingham", None)
    assert owed(scene) == {"clifford": (1, 2, 2)}
    sound(scene)


@pytest.mark.rule("ishkibibble-ransom.7")
def test_captives_over_recapture_are_free_or_captured_anew() -> None:
    scene = meeting(("mowbray", "neville"), (), ruleset=WHOLE, seats=3)
    for noble, seat in (("talbot", 1), ("clifford", 0), ("roos", 2)):
        scene.noble(noble, seat, FIELD, outside=True)
    scene.noble("stafford", 2, FAR)
    capture(capture(scene, "clifford", "talbot", 3), "roos", "talbot", 2)
    scene.dice_show(then=SAFE)
    scene.next_events(CARDS["majority"]).combat(0)
    attack(scene, "mowbray", "neville")
    assert ended(scene) == [("clifford", "recaptured", 3), ("roos", "taken", 2)]
    assert only(scene, facts.Captured) == facts.Captured(("talbot", "roos"), 0, (1, 2))
    assert [scene.state.nobles[n].captor for n in ("clifford", "talbot", "roos")] == [None, 0, 0]
    scene.play(1, "offer_ransom", draws="1")
    scene.play(0, "accept")
    scene.play(2, "offer_ransom", draws="2")
    scene.play(0, "accept")
    assert owed(scene) == {"talbot": (1, 0, 1), "roos": (2, 0, 2)}
    sound(scene)


@pytest.mark.rule("ishkibibble-ransom.2", "ishkibibble-gales.1")
def test_captives_over_shipwreck_drown_with_their_keeper() -> None:
    scene = fleets.meeting(
        ("le_nicholas",), (), aboard={"neville": "le_nicholas"}, ruleset=WHOLE
    ).hold("george", "neville")
    capture_heir(capture(scene, "mowbray", "neville"), "george", 1, 1)
    scene.dice_show(then=SAFE)
    scene.next_events("X-GA1").event(0)
    told = only(scene, facts.ShipLost)
    assert (set(told.nobles), told.heirs) == ({"neville", "mowbray"}, ("george",))
    assert ended(scene) == [("mowbray", "gone", 2), ("george", "gone", 1)]
    assert {"neville", "mowbray"} <= set(scene.state.crown_discards)
    sound(scene)


# Two debts on one draw


@pytest.mark.rule("ishkibibble-booty.1", "ishkibibble-ransom.1", "ishkibibble-ransom.4")
def test_two_debts_on_one_draw_are_paid_one_a_turn_and_booty_first() -> None:
    scene = meeting(("percy",), ("stafford",), ruleset=WHOLE, seats=3)
    scene.noble("talbot", 2, "sheffield").noble("courtenay", 1, FIELD, outside=True)
    scene.noble("clifford", 1, "sheffield", outside=True)
    capture(capture(scene, "courtenay", "percy", 1), "clifford", "talbot", 1)
    scene.state.booty = [Booty(1, 2)]
    scene.dice_show(then=SAFE)
    scene.next_crown("saxons_1", "saxons_2", "scots_archers_1", "scots_archers_2")
    hands: list[tuple[list[str], ...]] = []
    freed: list[list[tuple[str, str, int]]] = []
    for _ in range(4):
        scene.draw(1)
        freed.append(ended(scene))
        hands.append(tuple([*faction.hand] for faction in scene.state.factions))
    assert freed == [[], [("courtenay", "paid", 0)], [("clifford", "paid", 0)], []]
    assert hands == [
        ([], [], ["saxons_1"]),
        (["saxons_2"], [], ["saxons_1"]),
        (["saxons_2"], [], ["saxons_1", "scots_archers_1"]),
        (["saxons_2"], ["scots_archers_2"], ["saxons_1", "scots_archers_1"]),
    ]
    assert [where(scene, n)[1] for n in ("courtenay", "clifford")] == ["tiverton", "skipton"]
    sound(scene)


@pytest.mark.rule("ishkibibble-booty.1", "ishkibibble-loyalty.1")
def test_a_loyal_plantagenet_comes_back_though_the_draw_is_another_players() -> None:
    scene = meeting(("percy",), ("stafford",), ruleset=WHOLE).hold("richard_york", "stafford")
    scene.movement(1)
    assert scene.state.nobles[YORK].seat == 1
    scene.dice_show(6, then=SAFE)
    kill_noble(scene.match.table, YORK, "battle")
    assert scene.state.loyal == {YORK: 1}
    scene.state.booty = [Booty(1, 0)]
    scene.next_crown("saxons_1").draw(1)
    assert scene.asked(1) == ["noble_arrives"]
    assert [faction.hand for faction in scene.state.factions] == [["saxons_1"], []]
    settle(scene)
    assert scene.state.nobles[YORK].seat == 1
    assert scene.state.loyal == {}


# A dead heir's name born again


@pytest.mark.rule("ishkibibble-birth.1", "ishkibibble-birth.3", "ishkibibble-death.2")
def test_a_dead_heirs_name_born_again_is_the_last_of_its_line_and_outlives_the_dice() -> None:
    scene = Scene(2, WHOLE).noble("percy", 0, "13,20").noble("courtenay", 1, "tiverton")
    scene.dead("richard_york").noble("mowbray", 0, FAR, heirs=("edward_march",))
    scene.dice_show(1, 2, then=SAFE)
    scene.next_events("X-RBI").event(0)
    assert only(scene, facts.HeirBorn) == facts.HeirBorn("richard_york", "york", "swansea", 1, 2)
    assert line(scene.state, scene.content, "york") == [
        *("edward_march", "edmund_rutland", "george", "richard_gloucester", "richard_york")
    ]
    assert scene.state.nobles[YORK].seat == 0  # he serves the senior, not the old name
    scene.dice_show(3, 3, then=SAFE)
    scene.next_events("X-RDE").event(1)
    rolled = facts.RoyalDeathRolled((3, 3), "richard_york", dies=False)
    assert only(scene, facts.RoyalDeathRolled) == rolled
    assert scene.state.heirs["richard_york"].alive
    sound(scene)


@pytest.mark.rule("ishkibibble-loyalty.2", "ishkibibble-birth.1")
@pytest.mark.parametrize("died", [False, True])
def test_a_plantagenet_waits_for_the_death_of_an_heir_and_not_of_all_his_name(died: bool) -> None:
    scene = Scene(2, WHOLE).noble("percy", 0, "13,20", heirs=("richard_york",))
    scene.noble("courtenay", 1, "tiverton")
    scene.dead("edward_march", "edmund_rutland", "george", "richard_gloucester").movement(0)
    scene.dice_show(1, then=SAFE)
    kill_noble(scene.match.table, YORK, "battle")
    assert scene.state.fallen == {YORK: Fallen("richard_york", 0)}
    if died:
        scene.dice_show(1, 2, then=SAFE)
        scene.dead("richard_york").next_events("X-RBI").event(1)
        assert only(scene, facts.HeirBorn).heir == "richard_york"
    scene.hold("richard_york", "percy").movement(0)
    assert (YORK in scene.state.nobles) is died


# Reshuffle in the middle of a turn


@pytest.mark.rule("base-2.2", "ishkibibble-reshuffle.1", "ishkibibble-reshuffle.2")
def test_a_reshuffle_in_the_middle_of_a_turn_takes_nothing_from_that_at_its_end() -> None:
    scene = meeting(("percy",), ("grey", "mowbray"), ruleset=WHOLE).dead("henry")
    scene.held(1, "E-WR01")
    state = scene.state
    every = sorted(state.event_deck)
    state.event_discards = [card for card in state.event_deck if card != "X-RDE"]
    state.event_deck[:] = ["X-RDE"]
    scene.dice_show(3, 4, then=SAFE)
    scene.event(0)
    assert (state.event_deck, state.reshuffle_due) == ([], True)
    scene.play(0, "done")
    attack(scene, "percy")
    (anew,) = scene.happened(facts.EventDeckReshuffled)
    assert anew == facts.EventDeckReshuffled(len(every), "base-2.2")
    drawn = only(scene, facts.CombatCardDrawn).card
    assert (state.event_discards, state.reshuffle_due) == ([drawn], True)
    assert sorted([*state.event_deck, drawn]) == every
    settle(scene)
    told: list[object] = []
    while state.active == 0:
        prompt = next(p for p in scene.match.prompts() if p.blocking)
        choice = prompt.default or next(prompt.offers[0].choices())
        told += scene.match.submit(prompt.seat, choice).events
    assert [e for e in told if isinstance(e, facts.EventDeckReshuffled)] == [
        facts.EventDeckReshuffled(len(every), "ishkibibble-reshuffle.2")
    ]
    assert state.reshuffle_due is False
    assert state.factions[1].held[0] == "E-WR01"


# Royal death in all 36 rolls


@pytest.mark.rule("ishkibibble-death.1", "ishkibibble-death.3", "ishkibibble-reshuffle.1")
@pytest.mark.parametrize(("one", "two"), ROLLS)
def test_royal_death_in_all_36_rolls_with_every_option(one: int, two: int) -> None:
    scene = Scene(2, WHOLE).noble("percy", 0, "13,20").noble("courtenay", 1, "tiverton")
    for heir in ("henry", "richard_york"):
        scene.hold(heir, "percy")
    capture_heir(scene, "henry", 1, 2)
    scene.dice_show(one, two, then=SAFE)
    scene.next_events("X-RDE").event(0)
    dead = NAMED[one + two]
    assert [key for key, heir in scene.state.heirs.items() if not heir.alive] == [dead]
    rolled = facts.RoyalDeathRolled((one, two), dead, dies=True)
    assert scene.happened(facts.RoyalDeathRolled) == [rolled]
    assert scene.happened(facts.HeirDied) == [facts.HeirDied(dead, "natural")]
    assert ended(scene) == ([("henry", "gone", 2)] if dead == "henry" else [])
    assert scene.state.reshuffle_due
    assert scene.match.violations() == []
