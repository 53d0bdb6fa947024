"""Captives, debts, royal deaths and births, and the deck, while every option is in force."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.state import Booty, Fallen
from bot.rules.kingmaker.succession import line
from tests.rules.kingmaker.assembly import SQUARE, call, end, realm
from tests.rules.kingmaker.battlefield import FAR, FIELD, only, settle, sound, where
from tests.rules.kingmaker.captivity.held import capture, capture_heir, owed, seen
from tests.rules.kingmaker.combat.at_sea import fleets
from tests.rules.kingmaker.combat.by_card.field import CARDS, attack, meeting
from tests.rules.kingmaker.events.fate import WHOLE, fate
from tests.rules.kingmaker.royals.test_royal_lives import NAMED, ROLLS
from tests.rules.kingmaker.scene import Scene

YORK = "plantagenet_york"


def ended(scene: Scene) -> list[tuple[str, str, int]]:
    """Which captives are held no more, why, and what is unpaid."""
    return [(e.captive, e.why, e.left) for e in scene.happened(facts.CustodyEnded)]


# A captive over plague, Parliament, recapture, shipwreck


@pytest.mark.rule("ishkibibble-ransom.2", "ishkibibble-ransom.3", "base-12.1")
def test_a_captive_over_plague_dies_and_his_seat_draws_for_itself_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Scene(2, WHOLE).noble("percy", 0, "dublin").noble("clifford", 0, FAR)
    scene.noble("bourchier", 1, FAR).noble("courtenay", 1, "dublin", outside=True)
    scene.hold("edmund_rutland", "percy")
    capture_heir(capture(scene, "courtenay", "percy", 3), "edmund_rutland", 1, 1)
    fate(monkeypatch)
    scene.next_events("X-PLD").event(0)
    assert ended(scene) == [("courtenay", "gone", 3), ("edmund_rutland", "gone", 1)]
    assert set(scene.state.nobles) == {"clifford", "bourchier"}
    assert not scene.state.heirs["edmund_rutland"].alive
    scene.next_crown("saxons_1").draw(1)
    assert (scene.happened(facts.DrawPaid), scene.state.factions[1].hand) == ([], ["saxons_1"])
    sound(scene)


@pytest.mark.rule("ishkibibble-ransom.3", "base-15.30")
def test_a_captive_over_parliament_comes_and_goes_home_with_his_keeper(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = realm(WHOLE).noble("mowbray", 2, FAR)
    capture(scene, "clifford", "mowbray", 2)
    fate(monkeypatch)
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
def test_captives_over_recapture_are_free_or_captured_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = meeting(("mowbray", "neville"), (), ruleset=WHOLE, seats=3)
    for noble, seat in (("talbot", 1), ("clifford", 0), ("roos", 2)):
        scene.noble(noble, seat, FIELD, outside=True)
    scene.noble("stafford", 2, FAR)
    capture(capture(scene, "clifford", "talbot", 3), "roos", "talbot", 2)
    fate(monkeypatch)
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
def test_captives_over_shipwreck_drown_with_their_keeper(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = fleets.meeting(
        ("le_nicholas",), (), aboard={"neville": "le_nicholas"}, ruleset=WHOLE
    ).hold("george", "neville")
    capture_heir(capture(scene, "mowbray", "neville"), "george", 1, 1)
    fate(monkeypatch)
    scene.next_events("X-GA1").event(0)
    told = only(scene, facts.ShipLost)
    assert (set(told.nobles), told.heirs) == ({"neville", "mowbray"}, ("george",))
    assert ended(scene) == [("mowbray", "gone", 2), ("george", "gone", 1)]
    assert {"neville", "mowbray"} <= set(scene.state.crown_discards)
    sound(scene)


# Two debts on one draw


@pytest.mark.rule("ishkibibble-booty.1", "ishkibibble-ransom.1", "ishkibibble-ransom.4")
def test_two_debts_on_one_draw_are_paid_one_a_turn_and_booty_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = meeting(("percy",), ("stafford",), ruleset=WHOLE, seats=3)
    scene.noble("talbot", 2, "sheffield").noble("courtenay", 1, FIELD, outside=True)
    scene.noble("clifford", 1, "sheffield", outside=True)
    capture(capture(scene, "courtenay", "percy", 1), "clifford", "talbot", 1)
    scene.state.booty = [Booty(1, 2)]
    fate(monkeypatch)
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
def test_a_loyal_plantagenet_comes_back_though_the_draw_is_another_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = meeting(("percy",), ("stafford",), ruleset=WHOLE).hold("richard_york", "stafford")
    scene.movement(1)
    assert scene.state.nobles[YORK].seat == 1
    fate(monkeypatch, 6)
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
def test_a_dead_heirs_name_born_again_is_the_last_of_its_line_and_outlives_the_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Scene(2, WHOLE).noble("percy", 0, "13,20").noble("courtenay", 1, "tiverton")
    scene.dead("richard_york").noble("mowbray", 0, FAR, heirs=("edward_march",))
    fate(monkeypatch, 1, 2)
    scene.next_events("X-RBI").event(0)
    assert only(scene, facts.HeirBorn) == facts.HeirBorn("richard_york", "york", "swansea", 1, 2)
    assert line(scene.state, scene.content, "york") == [
        *("edward_march", "edmund_rutland", "george", "richard_gloucester", "richard_york")
    ]
    assert scene.state.nobles[YORK].seat == 0  # he serves the senior, not the old name
    fate(monkeypatch, 3, 3)
    scene.next_events("X-RDE").event(1)
    rolled = facts.RoyalDeathRolled((3, 3), "richard_york", dies=False)
    assert only(scene, facts.RoyalDeathRolled) == rolled
    assert scene.state.heirs["richard_york"].alive
    sound(scene)


@pytest.mark.rule("ishkibibble-loyalty.2", "ishkibibble-birth.1")
@pytest.mark.parametrize("died", [False, True])
def test_a_plantagenet_waits_for_the_death_of_an_heir_and_not_of_all_his_name(
    died: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(2, WHOLE).noble("percy", 0, "13,20", heirs=("richard_york",))
    scene.noble("courtenay", 1, "tiverton")
    scene.dead("edward_march", "edmund_rutland", "george", "richard_gloucester").movement(0)
    fate(monkeypatch, 1)
    kill_noble(scene.match.table, YORK, "battle")
    assert scene.state.fallen == {YORK: Fallen("richard_york", 0)}
    if died:
        fate(monkeypatch, 1, 2)
        scene.dead("richard_york").next_events("X-RBI").event(1)
        assert only(scene, facts.HeirBorn).heir == "richard_york"
    scene.hold("richard_york", "percy").movement(0)
    assert (YORK in scene.state.nobles) is died


# Reshuffle in the middle of a turn


@pytest.mark.rule("base-2.2", "ishkibibble-reshuffle.1", "ishkibibble-reshuffle.2")
def test_a_reshuffle_in_the_middle_of_a_turn_takes_nothing_from_that_at_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = meeting(("percy",), ("grey", "mowbray"), ruleset=WHOLE).dead("henry")
    scene.held(1, "E-WR01")
    state = scene.state
    every = sorted(state.event_deck)
    state.event_discards = [card for card in state.event_deck if card != "X-RDE"]
    state.event_deck[:] = ["X-RDE"]
    fate(monkeypatch, 3, 4)
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
def test_royal_death_in_all_36_rolls_with_every_option(
    one: int, two: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(2, WHOLE).noble("percy", 0, "13,20").noble("courtenay", 1, "tiverton")
    for heir in ("henry", "richard_york"):
        scene.hold(heir, "percy")
    capture_heir(scene, "henry", 1, 2)
    fate(monkeypatch, one, two)
    scene.next_events("X-RDE").event(0)
    dead = NAMED[one + two]
    assert [key for key, heir in scene.state.heirs.items() if not heir.alive] == [dead]
    rolled = facts.RoyalDeathRolled((one, two), dead, dies=True)
    assert scene.happened(facts.RoyalDeathRolled) == [rolled]
    assert scene.happened(facts.HeirDied) == [facts.HeirDied(dead, "natural")]
    assert ended(scene) == ([("henry", "gone", 2)] if dead == "henry" else [])
    assert scene.state.reshuffle_due
    assert scene.match.violations() == []
