"""The six phases of a turn, and what is refused out of its phase."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.parliament.calling import ParliamentPhase
from tests.rules.kingmaker.scene import HOUSE, Scene


def full_scene() -> Scene:
    """A position in which every phase of seat 0's turn asks something."""
    scene = Scene(3).noble("courtenay", 1, "tiverton").noble("holland", 2, "bodmin")
    scene.noble("percy", 0, "york", cards=("abp_york",), heirs=("richard_york",))
    scene.noble("roos", 0, "13,20").noble("scrope", 1, "13,20")
    return scene.next_events("E-RA01").next_crown("saxons_1").heir_at("margaret", "17,16")


@pytest.mark.rule("house-1.14", "base-3.1", "base-1.1")
def test_the_phases_come_in_their_order() -> None:
    scene = full_scene()
    scene.event(0)
    seen = [scene.asked(0)]
    scene.play(0, "answer_call", to="14,3", bring=["richard_york"])
    seen.append(scene.asked(0))
    scene.play(0, "march", nobles=["percy"], to="14,5")
    scene.play(0, "done")
    seen.append(scene.asked(0))
    scene.play(0, "done")
    seen.append(scene.asked(0))
    scene.play(0, "keep")
    assert seen == [["answer_call"], ["movement"], ["combat"], ["keep_or_play"]]
    assert scene.state.active == 1


@pytest.mark.rule("house-1.14", "base-3.1")
def test_the_coronation_comes_after_combat_and_before_the_card() -> None:
    scene = full_scene()
    scene.next_events("E-RV02")
    scene.event(0)
    phases = [scene.state.phase]
    for _ in range(3):
        scene.play(0, "done")
        phases.append(scene.state.phase)
    assert phases == ["movement", "combat", "coronation", "draw"]


@pytest.mark.rule("house-1.14")
@pytest.mark.parametrize(
    ("phase", "verb", "args"),
    [
        ("movement", "crown", {"heir": "richard_york"}),
        ("movement", "attack", {"nobles": ["roos"], "against": "1", "square": "13,20"}),
        ("combat", "march", {"nobles": ["roos"], "to": "14,20"}),
        ("combat", "crown", {"heir": "richard_york"}),
        ("coronation", "march", {"nobles": ["roos"], "to": "14,20"}),
        ("coronation", "attack", {"nobles": ["roos"], "against": "1", "square": "13,20"}),
        ("draw", "crown", {"heir": "richard_york"}),
        ("draw", "march", {"nobles": ["roos"], "to": "14,20"}),
    ],
)
def test_nothing_is_done_out_of_its_phase(phase: str, verb: str, args: dict[str, str]) -> None:
    scene = full_scene()
    getattr(scene, phase)(0)
    scene.refused(0, verb, rule="house-1.14", **args)


@pytest.mark.rule("house-1.14")
@pytest.mark.parametrize("phase", ["movement", "combat", "coronation"])
def test_another_players_turn_is_not_ended_for_him(phase: str) -> None:
    scene = full_scene()
    getattr(scene, phase)(0)
    assert scene.match.waiting_for() == [0]
    scene.refused(1, "done", rule="house-1.14")


@pytest.mark.rule("base-2.11", "base-3.1")
@pytest.mark.parametrize(
    ("first", "expected"),
    [(0, [(1, 1), (2, 1), (0, 2)]), (1, [(1, 2), (2, 2), (0, 2)]), (2, [(1, 1), (2, 2), (0, 2)])],
)
def test_turns_go_round_the_table_and_rounds_are_counted(
    first: int, expected: list[tuple[int, int]]
) -> None:
    scene = full_scene().next_crown("saxons_1", "saxons_2", "bp_durham", "bp_norwich")
    scene.next_events("E-RV02", "E-RV09", "E-RV03")
    scene.state.first = first
    turns = []
    scene.draw(0)
    for _ in range(3):
        seat = scene.state.active
        scene.play(seat, "keep")
        turns += [(e.seat, e.round) for e in scene.happened(facts.TurnBegan)]
        scene.draw(scene.state.active)
    assert turns == expected


@pytest.mark.rule("house-5.0")
def test_what_the_house_rules_leave_out_follows_the_base_rules() -> None:
    assert HOUSE.content.ruleset.edition == "1976"
    assert "edmund_rutland" not in HOUSE.content.heirs  # he comes with the second edition
    assert HOUSE.content.heirs["edward_lancaster"].start == "coventry"  # there, Kenilworth
    scene = full_scene().next_events("E-MG01")  # a card the house rules say nothing of
    scene.noble("talbot", 1, "13,21", cards=("burgundian_crossbowmen_1",))
    scene.event(0)
    assert scene.state.crown_discards == ["burgundian_crossbowmen_1"]


# What else happens while Parliament talks: cards are played, and somebody joins the game.


def sitting(*hand: str, percy: tuple[str, ...] = (), chancery: tuple[str, ...] = ()) -> Scene:
    """Percy (seat 0) has called Parliament to London; Mowbray and Roos of seat 1 attend."""
    scene = Scene().noble("percy", 0, "london", heirs=("henry",), cards=percy)
    scene.noble("scrope", 0, "london", cards=("earl_kent",))
    scene.noble("mowbray", 1, "18,19").noble("roos", 1, "18,19").hand(1, *hand)
    scene.held(0, "E-WR01").next_crown("saxons_1")
    for card in chancery:
        scene.state.crown_deck.remove(card)
        scene.state.chancery.append(card)
    scene._begin("parliament", 0, ParliamentPhase(0))
    scene.play(0, "call_parliament", by="percy", summon="mowbray")
    assert scene.state.sitting.attending == ["percy", "scrope", "mowbray", "roos"]
    return scene


@pytest.mark.rule("house-1.6", "house-7.3.14")
def test_an_office_played_meanwhile_ends_the_transfer_of_another() -> None:
    scene = sitting("treasurer_england", percy=("marshal_england",))
    scene.play(0, "transfer_office", card="marshal_england", giver="percy", noble="mowbray")
    scene.play(1, "play", card="treasurer_england", noble="mowbray")
    scene.play(1, "agree")
    assert scene.state.nobles["mowbray"].office == "treasurer_england"
    assert scene.state.nobles["percy"].office == "marshal_england"
    assert scene.match.violations() == []


@pytest.mark.rule("house-1.4", "house-7.3.13")
def test_a_title_played_meanwhile_ends_the_transfer_of_another() -> None:
    scene = sitting("earl_essex")
    scene.play(0, "transfer_title", card="earl_kent", giver="scrope", noble="roos")
    scene.play(1, "play", card="earl_essex", noble="roos")
    scene.play(1, "agree")
    scene.play(0, "call_vote")
    for seat in (0, 1):
        scene.play(seat, "yea")
    assert scene.state.nobles["roos"].title == "earl_essex"
    assert scene.state.nobles["scrope"].title == "earl_kent"
    assert scene.match.violations() == []


@pytest.mark.rule("house-3.16", "house-7.2.3")
def test_who_joins_during_parliament_has_no_vote_in_it() -> None:
    scene = sitting(chancery=("earl_essex",))
    scene.play(0, "propose", card="earl_essex", noble="roos")
    scene.match.direct(Choice("join"))
    assert (scene.state.sitting.commons[2], scene.state.sitting.lords[2]) == (0, 0)
    while scene.match.waiting_for()[0] == 2:
        prompt = scene.match.asked(2)[0]
        scene.match.submit(2, next(prompt.offers[0].choices()))
    scene.play(0, "call_vote")
    assert scene.match.waiting_for() == [0, 1]
    for seat in (0, 1):
        scene.play(seat, "yea")
    assert scene.state.nobles["roos"].title == "earl_essex"
