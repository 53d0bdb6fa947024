"""Expanded ransom: draws offered and paid, captives held and freed."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.forces.votes import commons_votes, lords_votes
from bot.rules.kingmaker.prospects.reach import reach_of
from bot.rules.kingmaker.state import Custody
from tests.rules.kingmaker.battlefield import FAR, FIELD, sound
from tests.rules.kingmaker.captivity.held import (
    RULES,
    beaten,
    held,
    keeper,
    owed,
    seen,
)
from tests.rules.kingmaker.combat.at_sea.fleets import fight, meeting
from tests.rules.kingmaker.combat.by_card.field import CARDS
from tests.rules.kingmaker.scene import Scene


def ransomed(scene: Scene) -> None:
    """Seat 1's noble goes home to Tiverton for nothing."""
    scene.play(1, "offer_ransom")
    scene.play(0, "accept")
    scene.play(1, "go_home", noble="courtenay", castle="tiverton")


# Offered (ishkibibble-ransom.1)


@pytest.mark.rule("ishkibibble-ransom.1")
def test_draws_to_come_are_offered_as_a_ransom() -> None:
    scene = beaten("percy")
    (offer,) = scene.offered(1, "offer_ransom")
    assert offer.field("draws").candidates == tuple(str(n) for n in range(1, 11))
    scene.play(1, "offer_ransom", draws="3")
    (mine,) = [e for e in scene.happened(facts.RansomOffered) if e.audience == (1, 0)]
    assert mine.draws == 3
    (open_to_all,) = [e for e in scene.happened(facts.RansomOffered) if e.audience is None]
    assert (open_to_all.draws, open_to_all.number) == (0, 1)
    scene.play(0, "accept")
    (ransomed,) = scene.happened(facts.Ransomed)
    assert (ransomed.noble, ransomed.seat, ransomed.captor, ransomed.draws) == (
        "courtenay",
        1,
        0,
        3,
    )
    assert owed(scene) == {"courtenay": (1, 0, 3)}
    sound(scene)


@pytest.mark.rule("ishkibibble-ransom.1")
def test_without_the_option_draws_are_no_ransom() -> None:
    scene = beaten("percy", ruleset="classic")
    (offer,) = scene.offered(1, "offer_ransom")
    assert "draws" not in {field.name for field in offer.fields}
    reason = scene.refused(1, "offer_ransom", rule="base-11.2", draws="2")
    assert reason == "At this table you cannot pay a ransom in future draws."


@pytest.mark.rule("ishkibibble-ransom.1")
def test_a_ransom_of_other_things_frees_him_at_once() -> None:
    scene = beaten("percy")
    ransomed(scene)
    assert owed(scene) == {}
    assert scene.where("courtenay")[1] == "tiverton"


@pytest.mark.rule("ishkibibble-ransom.1")
def test_each_crown_phase_pays_one_draw_to_the_captor() -> None:
    scene = held(draws=2).next_crown("saxons_1")
    scene.draw(1)
    assert "saxons_1" in scene.state.factions[0].hand
    assert scene.state.factions[1].hand == []
    (paid,) = scene.happened(facts.DrawPaid)
    assert (paid.seat, paid.captor, paid.captive, paid.left) == (1, 0, "courtenay", 1)
    assert scene.asked(0) == ["keep_or_play"]
    drawn = scene.happened(facts.CrownCardDrawn)
    assert [(e.seat, e.card, e.audience) for e in drawn] == [
        (0, "", None),
        (0, "saxons_1", (0,)),
    ]
    assert owed(scene) == {"courtenay": (1, 0, 1)}
    sound(scene)


@pytest.mark.rule("ishkibibble-ransom.1")
def test_the_captors_own_draw_is_his_own() -> None:
    scene = held(draws=2).next_crown("saxons_1")
    scene.draw(0)
    assert scene.happened(facts.DrawPaid) == []
    assert owed(scene) == {"courtenay": (1, 0, 2)}


@pytest.mark.rule("ishkibibble-ransom.1")
def test_nothing_is_paid_where_nothing_is_left_to_draw() -> None:
    scene = held(draws=2)
    scene.state.crown_deck.clear()
    scene.state.crown_discards.clear()
    scene.draw(1)
    assert scene.happened(facts.DrawPaid) == []
    assert owed(scene) == {"courtenay": (1, 0, 2)}


@pytest.mark.rule("ishkibibble-ransom.1")
def test_of_two_debts_one_draw_pays_the_older() -> None:
    scene = held(draws=1, seats=3)
    scene.noble("fitzalan", 1, FAR, outside=True)
    scene.state.custody["stafford"] = Custody(1, 2, 1)
    scene.noble("stafford", 1, FAR)
    stafford = scene.state.nobles["stafford"]
    stafford.square, stafford.captor = "", 2
    scene.state.custody["stafford"].keeper = "talbot"
    scene.next_crown("saxons_1", "saxons_2")
    scene.draw(1)
    assert [(e.captor, e.captive, e.left) for e in scene.happened(facts.DrawPaid)] == [
        (0, "courtenay", 0)
    ]
    assert owed(scene) == {"stafford": (1, 2, 1)}
    assert scene.state.factions[0].hand == ["saxons_1"]
    scene.draw(1)
    assert [(e.captor, e.captive, e.left) for e in scene.happened(facts.DrawPaid)] == [
        (2, "stafford", 0)
    ]
    assert scene.state.factions[2].hand == ["saxons_2"]
    assert owed(scene) == {}


# No execution (ishkibibble-ransom.2)


@pytest.mark.rule("ishkibibble-ransom.2", "ishkibibble-ransom.1")
def test_an_heir_is_ransomed_by_draws_and_may_not_be_killed_then() -> None:
    scene = beaten("percy", heirs=("henry",))
    ransomed(scene)
    assert scene.asked(1) == ["heir_ransom"]
    assert (
        scene.refused(1, "done", rule="ishkibibble-ransom.1")
        == "A captured heir’s ransom must be settled before play continues."
    )
    scene.play(1, "offer_draws", draws="4")
    assert scene.asked(0) == ["answer_draws"]
    scene.play(0, "take_draws")
    assert owed(scene) == {"henry": (1, 0, 4)}
    assert scene.state.heirs["henry"].holder == "percy"
    reason = scene.refused(0, "kill_heir", rule="ishkibibble-ransom.2", heir="henry")
    assert reason == "That heir’s ransom is agreed, so he can no longer be put to death."
    assert "henry" not in scene.candidates(0, "kill_heir", "heir")
    sound(scene)


@pytest.mark.rule("ishkibibble-ransom.2")
def test_a_refused_ransom_leaves_the_heir_to_his_captor() -> None:
    scene = beaten("percy", heirs=("henry",))
    ransomed(scene)
    scene.play(1, "offer_draws", draws="1")
    scene.play(0, "refuse_draws")
    assert owed(scene) == {}
    assert "henry" in scene.candidates(0, "kill_heir", "heir")


@pytest.mark.rule("ishkibibble-ransom.2")
def test_an_agreed_ransom_ends_the_talk_of_death() -> None:
    scene = held(draws=1)
    assert scene.offered(0, "refuse") == []
    assert "courtenay" in scene.state.nobles


# Held (ishkibibble-ransom.3)


@pytest.mark.rule("ishkibibble-ransom.3")
def test_a_captive_goes_with_his_captors_force() -> None:
    scene = held(draws=2)
    assert keeper(scene) == "percy"
    assert scene.where("courtenay") == ("", None, None)
    assert seen(scene) == (FIELD, None, None)
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="13,18")
    assert seen(scene) == ("13,18", None, None)
    sound(scene)


@pytest.mark.rule("ishkibibble-ransom.3")
def test_another_of_the_force_that_holds_him_may_keep_him() -> None:
    scene = held("percy", "neville", draws=2)
    rule, first = "ishkibibble-ransom.3", keeper(scene)
    other = {"percy": "neville", "neville": "percy"}[first]
    scene.movement(0)
    assert scene.candidates(0, "guard_captive", "noble") == {other}
    for seat, captive, noble, reason in (
        (1, "courtenay", other, "Name a captive noble whom your own nobles hold."),
        (0, "bourchier", other, "Name a captive noble whom your own nobles hold."),
        (
            0,
            "courtenay",
            "audley",
            "Only another noble in the force that holds him can take him over.",
        ),
    ):
        told = scene.refused(seat, "guard_captive", rule=rule, captive=captive, noble=noble)
        assert told == reason
    scene.play(0, "guard_captive", captive="courtenay", noble=other)
    assert keeper(scene) == other
    scene.play(0, "march", nobles=[first], to="13,18")
    assert seen(scene) == (FIELD, None, None)
    assert owed(scene) == {"courtenay": (1, 0, 2)}


@pytest.mark.rule("ishkibibble-ransom.3")
def test_a_captive_does_nothing_of_his_own_and_is_told_why() -> None:
    scene = held(draws=2)
    scene.movement(1)
    reason = scene.refused(
        1, "march", rule="ishkibibble-ransom.3", nobles=["courtenay"], to="13,19"
    )
    assert reason == "That noble is a captive until his ransom is paid or he is freed."
    assert "courtenay" not in scene.candidates(1, "march", "nobles")
    found = reach_of(scene.content, scene.match.view(1), "courtenay", scene.match.prompts(1))
    (stop,) = found.stops
    assert stop.rule == "ishkibibble-ransom.3"
    assert stop.why == "He is a captive until his ransom is paid."


@pytest.mark.rule("ishkibibble-ransom.3")
def test_a_captive_is_given_no_card() -> None:
    scene = held(draws=2).hand(1, "saxons_1")
    scene.movement(1)
    assert scene.candidates(1, "play", "noble") == {"bourchier"}
    scene.forbidden(
        1,
        "play",
        rule="ishkibibble-ransom.3",
        says="a captive until",
        card="saxons_1",
        noble="courtenay",
    )


@pytest.mark.rule("ishkibibble-ransom.3")
def test_his_troops_count_for_nobody_and_his_places_stay_his() -> None:
    scene = held("percy", "neville", draws=2)
    assert scene.state.control["tiverton"] == "courtenay"
    scene.combat(1)
    assert [offer.field("nobles").candidates for offer in scene.offered(1, "attack")] == [
        ("bourchier",)
    ]


@pytest.mark.rule("ishkibibble-ransom.3")
def test_an_event_card_does_not_call_a_captive() -> None:
    scene = held(draws=2)
    event = next(
        card.id
        for card in scene.content.events.values()
        if any(call.who == "courtenay" for call in card.calls)
    )
    scene.next_events(event).event(0)
    ignored = [e for e in scene.happened(facts.CallIgnored) if e.who == "courtenay"]
    assert [e.reason for e in ignored] == ["captive"]
    assert seen(scene) == (FIELD, None, None)


@pytest.mark.rule("ishkibibble-ransom.3")
def test_his_title_stays_his_and_passes_to_nobody() -> None:
    scene = held(draws=2)
    scene.give("courtenay", "earl_kent", "saxons_1")
    scene.noble("fitzalan", 1, FIELD, outside=True)
    scene.movement(1)
    assert scene.state.nobles["courtenay"].title == "earl_kent"
    scene.forbidden(
        1,
        "transfer",
        rule="ishkibibble-ransom.3",
        says="a captive until",
        thing="beside:saxons_1",
        noble="fitzalan",
    )


@pytest.mark.rule("ishkibibble-ransom.3")
def test_who_is_held_has_no_vote() -> None:
    scene = held(draws=2)
    scene.give("courtenay", "earl_kent")
    before = commons_votes(scene.match.table)[1], lords_votes(scene.match.table)[1]
    scene.movement(1)
    scene.play(0, "free_captive", captive="courtenay")
    after = commons_votes(scene.match.table)[1], lords_votes(scene.match.table)[1]
    crown = scene.content.crown
    own = [crown[card] for card in ("courtenay", "earl_kent")]
    assert after[0] - before[0] == sum(card.commons for card in own) > 0
    assert after[1] - before[1] == sum(card.lords for card in own) > 0


# Free (ishkibibble-ransom.4, ishkibibble-ransom.5, ishkibibble-ransom.6)


@pytest.mark.rule("ishkibibble-ransom.4")
def test_the_last_draw_frees_him_at_his_nearest_castle() -> None:
    scene = held(draws=1).next_crown("saxons_1")
    scene.draw(1)
    (ended,) = scene.happened(facts.CustodyEnded)
    assert (ended.captive, ended.why, ended.left) == ("courtenay", "paid", 0)
    assert owed(scene) == {}
    assert scene.state.nobles["courtenay"].captor is None
    assert scene.where("courtenay")[1] == "tiverton"
    sound(scene)


@pytest.mark.rule("ishkibibble-ransom.4")
def test_a_freed_heir_goes_with_a_noble_of_his_faction() -> None:
    scene = beaten("percy", heirs=("henry",))
    ransomed(scene)
    scene.play(1, "offer_draws", draws="1")
    scene.play(0, "take_draws")
    scene.next_crown("saxons_1").draw(1)
    assert owed(scene) == {}
    assert scene.state.heirs["henry"].holder in {"courtenay", "bourchier"}
    assert "keep_heir" in scene.asked(1)
    scene.play(1, "keep_heir", heir="henry", noble="bourchier")
    assert scene.state.heirs["henry"].holder == "bourchier"


@pytest.mark.rule("ishkibibble-ransom.5")
def test_the_captor_frees_him_at_any_time_and_the_rest_is_ignored() -> None:
    scene = held(draws=3)
    scene.movement(1)
    assert scene.candidates(0, "free_captive", "captive") == {"courtenay"}
    assert (
        scene.refused(1, "free_captive", rule="ishkibibble-ransom.5", captive="courtenay")
        == "You can free only your own captives."
    )
    assert (
        scene.refused(0, "free_captive", rule="ishkibibble-ransom.5", captive="percy")
        == "Nobody by that name is held for ransom."
    )
    scene.play(0, "free_captive", captive="courtenay")
    (ended,) = scene.happened(facts.CustodyEnded)
    assert (ended.why, ended.left) == ("freed", 3)
    assert owed(scene) == {}
    assert scene.where("courtenay")[1] == "tiverton"
    scene.next_crown("saxons_1").draw(1)
    assert scene.state.factions[1].hand == ["saxons_1"]


@pytest.mark.rule("ishkibibble-ransom.6")
def test_a_captive_whose_keepers_are_gone_is_free() -> None:
    scene = held("percy", "neville", draws=3)
    first = keeper(scene)
    other = {"percy": "neville", "neville": "percy"}[first]
    scene.movement(0)
    scene.match.table.events = []
    kill_noble(scene.match.table, first, "battle")
    assert keeper(scene) == other
    kill_noble(scene.match.table, other, "battle")
    scene.movement(0)
    assert owed(scene) == {}
    assert scene.where("courtenay")[1] == "tiverton"
    (ended,) = [e for e in scene.events if isinstance(e, facts.CustodyEnded)]
    assert (ended.why, ended.left) == ("alone", 3)


@pytest.mark.rule("ishkibibble-ransom.6")
def test_no_draws_are_taken_where_nobody_could_hold_him() -> None:
    scene = meeting(
        ("le_nicholas",),
        ("le_swan",),
        aboard={"courtenay": "le_swan"},
        ruleset=f"{RULES}+sea_combat",
    )
    fight(scene, CARDS["majority"])
    assert scene.asked(1) == ["offer_ransom"]
    reason = scene.refused(1, "offer_ransom", rule="ishkibibble-ransom.6", draws="2")
    assert (
        reason
        == "None of the captor’s nobles is there to hold the captive until the draws are paid."
    )
