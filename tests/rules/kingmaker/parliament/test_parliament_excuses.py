"""Excuses from Parliament, and how they are revoked (house §7.1)."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Spell
from tests.rules.kingmaker.chamber import WRITS, call, follow, place_of, realm, told
from tests.rules.kingmaker.scene import Scene


def attending(scene: Scene) -> tuple[set[str], set[str]]:
    """Who attends and who is excused, once everybody has assembled."""
    events = list(scene.events)
    found = told(events, facts.ParliamentAssembled) or told(
        follow(scene, "return_home"), facts.ParliamentAssembled
    )
    return set(found[0].attending), set(found[0].excused)


# By Writ


@pytest.mark.rule("house-7.1.18", "house-7.1.17", "house-7.1.15")
def test_a_writ_excuses_one_noble_of_ones_own_who_was_not_summoned() -> None:
    scene = call(realm().held(1, "E-WR05"))
    scene.refused(1, "excuse", rule="house-1.3", nobles=["talbot"])
    assert scene.candidates(1, "excuse", "nobles") == {"clifford"}
    scene.refused(1, "excuse", rule="house-7.1.15", nobles=["courtenay"])
    assert scene.match.prompts(1)[0].default == Choice("excuse")
    assert scene.asked(1) == ["excuses"]
    scene.play(1, "excuse", nobles="clifford")
    assert scene.happened(facts.Excused) == [facts.Excused(1, ("clifford",), 1)]
    assert attending(scene) == ({"percy", "courtenay", "talbot"}, {"clifford"})
    assert place_of(scene, "clifford") == ("13,9", "skipton")
    assert scene.state.factions[1].held == []
    assert sorted(scene.state.event_discards) == ["E-WR01", "E-WR05"]


@pytest.mark.rule("house-7.1.18")
def test_each_noble_costs_a_writ() -> None:
    scene = call(realm().noble("howard", 1, "castle-rising").held(1, "E-WR05"), "talbot")
    scene.refused(1, "excuse", rule="house-7.1.18", nobles=["courtenay", "clifford"])
    two = call(realm().noble("howard", 1, "castle-rising").held(1, "E-WR05", "E-WR06"), "talbot")
    two.refused(1, "excuse", rule="house-7.1.18", nobles=["courtenay", "clifford", "howard"])
    two.play(1, "excuse", nobles=["courtenay", "clifford"])
    assert two.state.factions[1].held == []
    assert attending(two) == ({"percy", "howard", "talbot"}, {"courtenay", "clifford"})


@pytest.mark.rule("house-7.1.18")
def test_a_writ_need_not_be_played() -> None:
    scene = call(realm().held(1, "E-WR05"))
    scene.play(1, "excuse")
    assert scene.state.factions[1].held == ["E-WR05"]
    assert scene.happened(facts.Excused) == []
    assert attending(scene) == ({"percy", "courtenay", "clifford", "talbot"}, set())


@pytest.mark.rule("house-7.1.17", "house-7.1.18")
def test_without_a_writ_all_attend_unasked() -> None:
    scene = call(realm())
    assert attending(scene) == ({"percy", "courtenay", "clifford", "talbot"}, set())
    assert "excuses" not in [p.kind for p in scene.match.prompts()]


@pytest.mark.rule("house-7.1.19")
def test_excuses_are_asked_one_player_after_the_other() -> None:
    scene = call(realm().held(1, "E-WR05").held(2, "E-WR06"))
    assert (scene.asked(1), scene.asked(2)) == (["excuses"], [])
    scene.refused(2, "excuse", rule="house-7.1.19", nobles="talbot")
    scene.play(1, "excuse")
    assert (scene.asked(1), scene.asked(2)) == ([], ["excuses"])
    scene.refused(1, "excuse", rule="house-7.1.19", nobles="clifford")


@pytest.mark.rule("house-7.1.21")
def test_the_callers_own_nobles_have_no_excuse() -> None:
    scene = realm(writs=4).noble("neville", 0, "warwick").noble("fitzalan", 0, "calais")
    call(scene)
    assert scene.offered(0, "excuse") == []
    assert attending(scene)[0] >= {"percy", "neville", "fitzalan"}


# The order


@pytest.mark.rule("house-7.1.19")
@pytest.mark.parametrize(("caller", "order"), [(0, [1, 2, 3]), (1, [2, 3, 0]), (3, [0, 1, 2])])
def test_players_are_asked_clockwise_from_the_left_of_the_caller(
    caller: int, order: list[int]
) -> None:
    nobles = ("audley", "howard", "hastings", "bourchier")
    scene = Scene(4)
    for seat, noble in enumerate(nobles):
        scene.noble(noble, seat, "coventry" if seat == caller else "13,20")
        scene.noble(("roos", "grey", "scrope", "cromwell")[seat], seat, "13,20")
        scene.held(seat, WRITS[seat])
    scene.hold("henry", nobles[caller]).chancery("earl_kent")
    scene.parliament(caller)
    summoned = nobles[order[0]]
    scene.play(caller, "call_parliament", by=nobles[caller], summon=summoned)
    for seat in order:
        assert scene.match.waiting_for() == [seat]
        assert scene.asked(seat) == ["excuses"]
        scene.play(seat, "excuse")
    assert scene.asked(caller) == ["round"]


@pytest.mark.rule("house-7.1.19", "house-7.1.18")
def test_excuses_come_before_anybody_moves_and_only_those_with_a_writ_are_asked() -> None:
    scene = call(realm().held(2, "E-WR05"))
    assert place_of(scene, "courtenay") == ("8,23", "tiverton")
    assert place_of(scene, "clifford") == ("13,9", "skipton")
    assert scene.match.waiting_for() == [2]


# Across the sea


@pytest.mark.rule("house-7.1.20")
@pytest.mark.parametrize(
    ("place", "by_sea"),
    [
        ("carisbrooke", True),
        ("calais", True),
        ("douglas", True),
        ("beaumaris", False),  # Anglesey is left on foot
        ("6,12", False),
        ("18,20", False),
    ],
)
def test_nobles_across_the_sea_need_no_writ(place: str, by_sea: bool) -> None:
    scene = call(realm().noble("stanley", 1, place))
    assert scene.candidates(1, "excuse", "by_sea") == ({"stanley"} if by_sea else set())
    if by_sea:
        scene.play(1, "excuse", by_sea="stanley")
        assert scene.happened(facts.Excused) == [facts.Excused(1, ("stanley",), 0)]
        assert attending(scene)[1] == {"stanley"}


@pytest.mark.rule("house-7.1.20")
def test_nor_do_nobles_aboard_a_ship_at_sea() -> None:
    scene = realm().noble("neville", 1, "18,20", cards=("le_swan",))
    scene.ship("le_swan", sea="the-wash").aboard("neville", "le_swan")
    call(scene)
    assert scene.candidates(1, "excuse", "by_sea") == {"neville"}
    scene.play(1, "excuse", by_sea="neville")
    assert attending(scene)[1] == {"neville"}


@pytest.mark.rule("house-7.1.20")
@pytest.mark.parametrize("port", ["lynn", "douglas"])
def test_aboard_a_ship_in_port_it_is_the_port_that_counts(port: str) -> None:
    scene = realm().noble("neville", 1, "18,20", cards=("le_swan",))
    scene.ship("le_swan", port=port).aboard("neville", "le_swan")
    call(scene.held(1, "E-WR05"))
    excuse = scene.offered(1, "excuse")[0]
    free = [f.candidates for f in excuse.fields if f.name == "by_sea"]
    assert free == ([("neville",)] if port == "douglas" else [])


@pytest.mark.rule("house-7.1.20", "house-7.1.15")
def test_the_summons_reaches_across_the_sea() -> None:
    scene = call(realm().noble("stanley", 1, "douglas"), "stanley")
    assert "stanley" in attending(scene)[0]


@pytest.mark.rule("house-7.1.20", "house-7.1.18")
def test_free_and_paid_excuses_go_together() -> None:
    scene = call(realm().noble("stanley", 1, "douglas").held(1, "E-WR05"), "talbot")
    scene.play(1, "excuse", by_sea="stanley", nobles="clifford")
    assert scene.happened(facts.Excused) == [facts.Excused(1, ("clifford", "stanley"), 1)]
    assert attending(scene)[1] == {"clifford", "stanley"}


@pytest.mark.rule("house-7.1.20", "house-7.1.17")
def test_whoever_asks_for_no_excuse_comes_over_the_sea() -> None:
    scene = call(realm().noble("stanley", 1, "douglas"))
    scene.play(1, "excuse")
    assert "stanley" in attending(scene)[0]


# Those under siege


@pytest.mark.rule("house-7.1.17", "house-7.1.18")
def test_nobles_under_siege_need_no_excuse() -> None:
    scene = realm().noble("neville", 2, "skipton", outside=True, cards=("marshal_england",))
    scene.siege("skipton", ["neville"]).held(1, "E-WR05").held(2, "E-WR06")
    call(scene)
    assert scene.asked(1) == []
    scene.play(2, "excuse", nobles="neville")
    there, excused = attending(scene)
    assert "clifford" not in there
    assert excused == {"neville"}


# Revoking


@pytest.mark.rule("house-7.1.22")
def test_the_caller_revokes_an_excuse_by_a_writ() -> None:
    scene = call(realm(writs=2).held(1, "E-WR05").noble("stanley", 2, "douglas"))
    scene.play(1, "excuse", nobles="clifford")
    scene.play(2, "excuse", by_sea="stanley")
    assert scene.match.waiting_for() == [0]
    assert scene.asked(0) == ["revoke"]
    assert scene.candidates(0, "revoke", "nobles") == {"clifford", "stanley"}
    scene.refused(0, "revoke", rule="house-7.1.22", nobles=["clifford", "stanley"])
    scene.play(0, "revoke", nobles="clifford")
    assert scene.happened(facts.ExcusesRevoked) == [facts.ExcusesRevoked(0, ("clifford",))]
    assert scene.state.factions[0].held == []
    assert attending(scene) == ({"percy", "courtenay", "clifford", "talbot"}, {"stanley"})


@pytest.mark.rule("house-7.1.22", "house-7.1.20")
def test_an_excuse_by_sea_can_be_revoked_as_well() -> None:
    scene = call(realm(writs=2).noble("stanley", 2, "douglas"))
    scene.play(2, "excuse", by_sea="stanley")
    scene.play(0, "revoke", nobles="stanley")
    assert "stanley" in attending(scene)[0]


@pytest.mark.rule("house-7.1.22")
def test_each_excuse_revoked_costs_a_writ() -> None:
    scene = call(realm(writs=4).held(1, "E-WR05", "E-WR06").noble("stanley", 2, "douglas"))
    scene.play(1, "excuse", nobles="clifford")
    scene.play(2, "excuse", by_sea="stanley")
    scene.play(0, "revoke", nobles=["clifford", "stanley"])
    assert len(scene.state.factions[0].held) == 1
    assert attending(scene)[1] == set()


@pytest.mark.rule("house-7.1.22")
def test_it_takes_a_writ_beyond_the_summons() -> None:
    scene = call(realm(writs=1).held(1, "E-WR05"))
    scene.play(1, "excuse", nobles="clifford")
    assert scene.offered(0, "revoke") == []
    assert attending(scene)[1] == {"clifford"}


@pytest.mark.rule("house-7.1.22")
def test_the_caller_may_let_excuses_stand() -> None:
    scene = call(realm(writs=2).held(1, "E-WR05"))
    scene.play(1, "excuse", nobles="clifford")
    assert scene.match.prompts(0)[0].default == Choice("revoke")
    scene.play(0, "revoke")
    assert scene.happened(facts.ExcusesRevoked) == []
    assert len(scene.state.factions[0].held) == 1
    assert attending(scene)[1] == {"clifford"}


@pytest.mark.rule("house-7.1.22")
def test_revoking_waits_until_all_excuses_are_in() -> None:
    scene = call(realm(writs=2).held(1, "E-WR05").held(2, "E-WR06"))
    scene.play(1, "excuse", nobles="clifford")
    assert scene.offered(0, "revoke") == []
    assert scene.asked(2) == ["excuses"]
    scene.play(2, "excuse", nobles="talbot")
    assert scene.candidates(0, "revoke", "nobles") == {"clifford", "talbot"}


@pytest.mark.rule("house-7.1.22")
def test_no_second_writ_answers_a_revocation() -> None:
    scene = call(realm(writs=2).held(1, "E-WR05", "E-WR06"))
    scene.play(1, "excuse", nobles="clifford")
    scene.play(0, "revoke", nobles="clifford")
    assert scene.offered(1, "excuse") == []
    assert scene.state.factions[1].held == ["E-WR06"]


# Whom an Event card keeps away (ishkibibble-excommunication.3)


def cursed_realm() -> Scene:
    """Seat 1 is excommunicated: its nobles keep away from Salisbury, where Percy would call."""
    scene = Scene(3, "house+card_excommunication").noble("percy", 0, "salisbury", heirs=("henry",))
    scene.crowned("henry").noble("courtenay", 1, "tiverton").noble("talbot", 2, "sheffield")
    scene.state.spells.append(Spell("excommunication", 1, 0))
    return scene.held(0, "E-WR01").held(1, "E-WR05")


@pytest.mark.rule("ishkibibble-excommunication.3", "house-7.1.14")
def test_no_writ_is_spent_on_the_excommunicated() -> None:
    scene = cursed_realm()
    scene.parliament(0)
    assert scene.candidates(0, "call_parliament", "summon") == {"talbot"}
    said = scene.refused(
        0, "call_parliament", rule="ishkibibble-excommunication.3", by="percy", summon="courtenay"
    )
    assert said == "Nobles of an excommunicated faction cannot go there."
    assert scene.state.factions[0].held == ["E-WR01"]


@pytest.mark.rule("ishkibibble-excommunication.3", "house-7.1.18")
def test_nor_do_they_pay_one_for_an_excuse() -> None:
    scene = call(cursed_realm(), "talbot")
    assert scene.asked(1) == []
    assert scene.state.factions[1].held == ["E-WR05"]


# The ways to be excused without a Writ, each with its own reason


@pytest.mark.rule("house-7.1.20")
def test_whoever_would_pay_for_a_noble_at_sea_hears_that_it_costs_nothing() -> None:
    scene = realm().held(1, "E-WR05").give("clifford", "le_swan").ship("le_swan", sea="the-wash")
    scene.aboard("clifford", "le_swan")
    call(scene)
    said = scene.refused(1, "excuse", rule="house-7.1.20", nobles="clifford")
    assert said == (
        "That noble is at sea, so his excuse costs no Writ. Name him with those who would come "
        "by sea."
    )


@pytest.mark.rule("house-7.1.20")
def test_of_a_ship_in_a_mainland_port_nobody_is_excused_for_the_sea() -> None:
    scene = realm().held(1, "E-WR05").give("clifford", "le_swan").ship("le_swan", port="lynn")
    scene.aboard("clifford", "le_swan")
    call(scene)
    said = scene.refused(1, "excuse", rule="house-7.1.20", by_sea="clifford")
    assert said == (
        "That noble’s ship lies in a port from which he can come by land, so his excuse costs a "
        "Writ."
    )
