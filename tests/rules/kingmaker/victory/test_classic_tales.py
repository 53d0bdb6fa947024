"""Whole stretches of play by the classic rules, turn by turn, told from the sheet.

Each test is a story; its cards are laid beforehand in the order in which they are drawn. What it
says of victory stands in the Object of the Game, and of combat in the Battle Sequence.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Result
from tests.rules.kingmaker.scene import Scene
from tests.rules.kingmaker.tale import Tale

WRITS = tuple(f"E-{kind}{number:02}" for kind in ("WR", "FM") for number in range(1, 11))
"""Event cards that are kept, and ask nothing."""

IDLE = (
    *("burgundian_crossbowmen_1", "burgundian_crossbowmen_2", "flemish_crossbowmen_1"),
    *("flemish_crossbowmen_2", "saxons_1", "saxons_2", "scots_archers_1", "scots_archers_2"),
    *("le_michael", "le_nicholas", "le_rose", "bp_lincoln", "bp_norwich"),
)
"""Crown cards that may be kept."""

FREE = "14,16"
"""A square with nothing in it."""

EVENS, THE_KILLER, FOUL = "E-RA08", "E-RA06", "E-PL04"
"""For combat: a majority and three names; 5 to 4, with Percy's name; bad weather."""

CLOSE = "E-PL02"
"""For combat: 5 to 4, with the names of Courtenay, Grey and Howard."""


class ClassicTale(Tale):
    """A tale of a table that plays by the classic rules as they are now."""

    def __init__(self, seats: int = 2, ruleset: str = "classic", rounds: int | None = 14) -> None:
        super().__init__(seats, ruleset, rounds)


def laid(scene: Scene, turns: int = 8) -> Scene:
    """So many turns are quiet: what is drawn is kept."""
    return scene.next_events(*WRITS[:turns]).next_crown(*IDLE[:turns])


def rest(scene: Scene, seat: int) -> None:
    """The seat does nothing more in its turn, and keeps the card it draws."""
    found: list[Any] = []
    while scene.state.active == seat and not scene.match.over and scene.asked(seat):
        (kind,) = scene.asked(seat)
        if kind not in ("movement", "combat", "parliament", "coronation", "keep_or_play"):
            break
        scene.play(seat, "keep" if kind == "keep_or_play" else "done")
        found += scene.events
    scene.events = found


def counted(scene: Scene) -> list[tuple[str, int]]:
    """The turns of a reign that were counted just now."""
    return [(event.king, event.turns) for event in scene.happened(facts.ReignCounted)]


def reign(seats: int = 2) -> ClassicTale:
    """Percy keeps Edward of March, the sole King; Henry and Richard of York are dead."""
    tale = ClassicTale(seats).noble("percy", 0, FREE).dead("henry", "richard_york")
    tale.hold("edward_march", "percy").crowned("edward_march")
    return tale


# Victory


@pytest.mark.rule("classic-object.1", "base-13.6", "base-14.4")
def test_a_reign_is_broken_off_and_begun_again() -> None:
    """Two turns count; Margaret's coronation ends it; four more are needed, and win."""
    tale = reign().noble("courtenay", 1, "york", cards=("abp_york",), heirs=("margaret",))
    laid(tale, 13)
    tale.turn(0)
    rest(tale, 0)
    assert counted(tale) == [("edward_march", 1)]
    rest(tale, 1)
    rest(tale, 0)
    assert counted(tale) == [("edward_march", 2)]
    while "coronation" not in tale.asked(1):
        tale.play(1, "done")
    tale.play(1, "crown", heir="margaret")
    assert tale.happened(facts.ReignBroken) == [facts.ReignBroken(0, "edward_march", 2)]
    rest(tale, 1)
    rest(tale, 0)
    assert counted(tale) == []
    tale.play(1, "kill_heir", heir="margaret")
    rest(tale, 1)
    for number in (1, 2, 3):
        rest(tale, 0)
        assert counted(tale) == [("edward_march", number)]
        rest(tale, 1)
    rest(tale, 0)
    assert counted(tale) == [("edward_march", 4)]
    assert tale.state.result == Result((0,), "four_turns")
    tale.ends(
        "classic/a-reign-broken-off",
        "A reign that is broken off: two turns do not count any more, and four others win",
    )


@pytest.mark.rule("classic-object.2", "classic-turn.6", "classic-turn.7", "base-11.9")
def test_henry_never_counts_and_margaret_does() -> None:
    """Stafford keeps King Henry for two turns in vain, kills him, and crowns Margaret."""
    tale = ClassicTale().noble("stafford", 0, "york", cards=("abp_york",))
    tale.hold("henry", "stafford").hold("margaret", "stafford").noble("courtenay", 1, "tiverton")
    laid(tale, 13)
    tale.turn(0)
    for _ in range(2):
        rest(tale, 0)
        assert counted(tale) == []
        rest(tale, 1)
    tale.refused(0, "crown", rule="base-13.2", heir="margaret")
    tale.play(0, "kill_heir", heir="henry")
    while "coronation" not in tale.asked(0):
        tale.play(0, "done")
    tale.play(0, "crown", heir="margaret")
    rest(tale, 0)
    assert counted(tale) == []
    rest(tale, 1)
    for number in (1, 2):
        rest(tale, 0)
        assert counted(tale) == [("margaret", number)]
        rest(tale, 1)
    rest(tale, 0)
    rest(tale, 1)
    rest(tale, 0)
    assert counted(tale) == [("margaret", 4)]
    assert tale.state.result == Result((0,), "four_turns")
    tale.ends(
        "classic/henry-never-counts",
        "Henry never counts: he is killed, and Margaret reigns for four turns",
    )


@pytest.mark.rule("classic-object.1", "base-14.3")
def test_a_turn_at_sea_counts_for_nothing() -> None:
    """The King's ship lies off the Wash for a turn; the count goes on when he is back in Lynn."""
    tale = ClassicTale().noble("percy", 0, "lynn", cards=("le_swan",)).dead("henry")
    tale.dead("richard_york").hold("edward_march", "percy").crowned("edward_march")
    laid(tale.noble("courtenay", 1, "tiverton").ship("le_swan", port="lynn"), 13)
    tale.turn(0)
    rest(tale, 0)
    assert counted(tale) == [("edward_march", 1)]
    rest(tale, 1)
    tale.play(0, "embark", nobles=["percy"], ship="le_swan")
    tale.play(0, "sail", ship="le_swan", to="the-wash")
    rest(tale, 0)
    assert counted(tale) == []
    rest(tale, 1)
    tale.play(0, "sail", ship="le_swan", to="lynn")
    tale.play(0, "land", nobles=["percy"], ship="le_swan")
    rest(tale, 0)
    assert counted(tale) == [("edward_march", 2)]
    rest(tale, 1)
    rest(tale, 0)
    rest(tale, 1)
    rest(tale, 0)
    assert counted(tale) == [("edward_march", 4)]
    assert tale.state.result == Result((0,), "four_turns")
    tale.ends(
        "classic/a-king-at-sea",
        "A King at sea: that turn counts for nothing, and nothing is lost by it",
    )


# The final Parliament


def last_evening() -> ClassicTale:
    """The limit is one round; Courtenay of seat 1 is at home."""
    return ClassicTale(rounds=1).noble("courtenay", 1, "tiverton")


def votes(scene: Scene) -> tuple[Any, Any]:
    """The votes that were counted, Commons and Lords."""
    (found,) = scene.happened(facts.VotesCounted)
    return found.commons, found.lords


@pytest.mark.rule("base-14.4", "classic-object.3", "classic-commons.2", "classic-lords.2")
def test_who_leads_both_houses_wins_when_the_time_is_up() -> None:
    """Percy has Coventry and Margaret, the senior of her house."""
    tale = last_evening().noble("percy", 0, "coventry").dead("henry").hold("margaret", "percy")
    laid(tale, 2).turn(0)
    rest(tale, 0)
    rest(tale, 1)
    assert votes(tale) == ((3 + 2 + 10, 1), (3 + 10, 2))
    assert tale.state.result == Result((0,), "final_parliament")
    tale.ends(
        "classic/a-final-parliament",
        "A final Parliament: the time is up, and who leads both houses wins",
    )


@pytest.mark.rule("classic-object.3", "classic-commons.7", "classic-lords.3")
def test_where_each_leads_one_house_the_sum_decides() -> None:
    """Percy leads the Commons by the city of York, Neville and Mowbray the Lords."""
    tale = ClassicTale(rounds=1).noble("percy", 0, "york").noble("neville", 1, "middleham")
    laid(tale.noble("mowbray", 1, "framlingham").heir_at("richard_york", FREE), 2).turn(0)
    rest(tale, 0)
    rest(tale, 1)
    assert votes(tale) == ((2 + 4, 3 + 2), (3, 4 + 4))
    assert tale.state.result == Result((1,), "final_parliament")
    tale.ends(
        "classic/a-divided-parliament",
        "A divided Parliament: each leads one house, and the sum decides",
    )


@pytest.mark.rule("classic-object.4", "classic-commons.3")
def test_the_chancellor_is_silent_at_the_end() -> None:
    """With the King's twenty votes Percy would lead the Commons."""
    tale = ClassicTale(rounds=1).noble("percy", 0, FREE, cards=("chancellor_england",))
    tale.noble("neville", 1, "middleham").noble("mowbray", 1, "framlingham").dead("henry")
    laid(tale, 2).turn(0)
    rest(tale, 0)
    rest(tale, 1)
    assert votes(tale) == ((2, 3 + 2), (3, 4 + 4))
    assert tale.state.result == Result((1,), "final_parliament")
    tale.ends(
        "classic/a-silent-chancellor",
        "A silent Chancellor: without a King his twenty votes count in no final Parliament",
    )


# Battle by card


@pytest.mark.rule("classic-battle.4", "classic-battle.5", "classic-battle.8", "classic-battle.9")
def test_a_victor_is_killed_by_name_and_his_side_has_won() -> None:
    """Percy and Neville beat Roos by 150 to 20; Percy is named, and Roos is taken all the same."""
    tale = ClassicTale().noble("percy", 0, FREE).noble("neville", 0, FREE).noble("roos", 1, FREE)
    tale.noble("courtenay", 1, "tiverton")
    tale.next_events(WRITS[0], THE_KILLER, *WRITS[1:3]).next_crown(*IDLE[:3]).turn(0)
    tale.play(0, "done")
    tale.play(0, "attack", nobles=["percy", "neville"], against="1", square=FREE)
    assert facts.NobleDied("percy", 0, "battle") in tale.events
    (taken,) = tale.happened(facts.Captured)
    assert (taken.nobles, taken.captor) == (("roos",), 0)
    rest(tale, 0)
    assert "percy" not in tale.state.nobles
    tale.ends(
        "classic/a-victor-killed-by-name",
        "A victor killed by name: Percy falls, and those with him have won",
    )


@pytest.mark.rule("base-9.12", "classic-battle.8")
def test_the_only_victor_dies_and_his_captives_go_free() -> None:
    """Percy alone beats Roos, who keeps George; named, he dies, and George stands unkept."""
    tale = ClassicTale().noble("percy", 0, FREE).noble("neville", 0, "middleham")
    tale.noble("roos", 1, FREE, heirs=("george",)).noble("courtenay", 1, "tiverton")
    tale.next_events(WRITS[0], THE_KILLER, *WRITS[1:3]).next_crown(*IDLE[:3]).turn(0)
    tale.play(0, "done")
    tale.play(0, "attack", nobles=["percy"], against="1", square=FREE)
    assert facts.NobleDied("percy", 0, "battle") in tale.events
    assert tale.state.nobles["roos"].captor is None
    assert tale.state.nobles["roos"].square == FREE
    assert tale.state.heirs["george"].alive
    rest(tale, 0)
    tale.ends(
        "classic/a-dead-victor",
        "A dead victor: nobody is left to hold the captives, and they go free",
    )


@pytest.mark.rule("classic-battle.6", "classic-battle.7", "classic-battle.8", "classic-battle.10")
def test_bad_weather_and_an_even_battle() -> None:
    """Bad weather one turn; the next, equal strengths settle nothing, but who is named dies."""
    tale = ClassicTale().noble("neville", 0, FREE).noble("mowbray", 1, FREE)
    tale.noble("percy", 0, "alnwick").noble("courtenay", 1, "tiverton")
    tale.next_events(WRITS[0], FOUL, *WRITS[1:3], "E-RV01", *WRITS[3:5]).next_crown(*IDLE[:4])
    tale.turn(0)
    tale.play(0, "done")
    tale.play(0, "attack", nobles=["neville"], against="1", square=FREE)
    assert {noble: tale.where(noble)[0] for noble in ("neville", "mowbray")} == {
        "neville": FREE,
        "mowbray": FREE,
    }
    assert FOUL in tale.state.event_discards
    rest(tale, 0)
    rest(tale, 1)
    tale.play(0, "done")
    tale.play(0, "attack", nobles=["neville"], against="1", square=FREE)
    dead = {event.noble for event in tale.happened(facts.NobleDied)}
    assert dead == {"neville", "mowbray"}
    assert tale.happened(facts.Captured) == []
    rest(tale, 0)
    tale.ends(
        "classic/an-even-battle",
        "An even battle: nobody wins, but both who are named on the card die",
    )


# Sieges


def before_masham() -> ClassicTale:
    """Percy and Roos, 120 strong, before Masham: a garrison of 100, and Scrope with 10."""
    tale = ClassicTale().noble("percy", 0, "masham", outside=True).noble("scrope", 1, "masham")
    tale.noble("roos", 0, "masham", outside=True).noble("stafford", 0, "tonbridge")
    return tale.noble("courtenay", 1, "tiverton")


@pytest.mark.rule("classic-siege.6", "classic-siege.7", "base-10.6", "base-10.10")
def test_a_siege_is_lifted_when_percy_is_called_away() -> None:
    """Bad weather leaves Masham under siege; the Scots call Percy home, and Scrope marches out."""
    tale = before_masham().next_events(WRITS[0], FOUL, "E-RA01", *WRITS[1:3])
    tale.next_crown(*IDLE[:4]).turn(0)
    tale.play(0, "done")
    tale.play(0, "conclude", nobles=["percy", "roos"], place="masham")
    assert tale.state.sieges["masham"].besiegers == ["percy", "roos"]
    rest(tale, 0)
    tale.play(0, "answer_call", to="alnwick")
    (broken,) = tale.happened(facts.SiegeBroken)
    assert (broken.place, broken.seat) == ("masham", 0)
    assert tale.state.sieges == {}
    assert tale.where("percy")[1] == "alnwick"
    tale.play(1, "leave", nobles=["scrope"], place="masham")
    rest(tale, 1)
    tale.ends(
        "classic/a-siege-lifted",
        "A siege that is lifted: without Percy the besiegers are no match, and Scrope marches out",
    )


@pytest.mark.rule("classic-siege.3", "classic-siege.4", "classic-siege.5", "base-11.5")
def test_a_castle_falls_and_costs_a_besieger() -> None:
    """The match is all it takes; Roos dies by name, Masham falls, and Scrope is executed."""
    tale = before_masham().next_events(WRITS[0], EVENS, *WRITS[1:3]).next_crown(*IDLE[:4])
    tale.turn(0)
    tale.play(0, "done")
    tale.refused(0, "conclude", rule="base-10.3", nobles=["percy"], place="masham")
    tale.play(0, "conclude", nobles=["percy", "roos"], place="masham")
    assert "roos" not in tale.state.nobles
    assert tale.state.control["masham"] == "percy"
    assert tale.happened(facts.Captured)[0].nobles == ("scrope",)
    assert tale.asked(1) == ["offer_ransom"]
    tale.take_default()
    tale.play(0, "refuse")
    assert "scrope" not in tale.state.nobles
    rest(tale, 0)
    tale.ends(
        "classic/a-castle-falls",
        "A castle falls: the match takes it, a besieger dies by name, and the captive is executed",
    )


# An alliance (base §16)


@pytest.mark.rule("base-16.1", "base-16.2", "base-16.4")
def test_an_alliance_in_attack_and_in_defence() -> None:
    """Mowbray and Stanley beat Pole together, then Percy, who attacks Mowbray; Stanley falls, and
    Talbot's player cancels the alliance."""
    tale = ClassicTale(3, "classic+alliance").noble("mowbray", 0, FREE).noble("stanley", 2, FREE)
    tale.noble("pole", 1, FREE, cards=("saxons_1",)).noble("percy", 1, "13,16")
    tale.noble("talbot", 2, "sheffield")
    tale.next_events(WRITS[0], CLOSE, WRITS[1], EVENS, WRITS[2]).next_crown(*IDLE[:3])
    tale.turn(0)
    tale.play(0, "propose_alliance", ally="2", square=FREE, term="lasting")
    tale.play(2, "accept_alliance")
    tale.play(0, "done")
    tale.refused(0, "attack", rule="base-16.4", nobles=["mowbray"], against="2", square=FREE)
    tale.play(0, "attack", nobles=["mowbray"], against="1", square=FREE)
    tale.take_default()
    tale.play(0, "refuse")
    tale.play(0, "keep_spoil", card="saxons_1", noble="stanley")
    rest(tale, 0)
    tale.play(1, "march", nobles=["percy"], to=FREE)
    tale.play(1, "done")
    tale.play(1, "attack", nobles=["percy"], against="0", square=FREE)
    assert "stanley" not in tale.state.nobles
    tale.take_default()
    tale.play(0, "refuse")
    rest(tale, 1)
    assert tale.asked(2) == ["pacts"]
    tale.play(2, "cancel_alliance", ally="0")
    rest(tale, 2)
    tale.ends(
        "classic/an-alliance",
        "An alliance: two players win side by side in attack and in defence, and part again",
    )


# Parliament


@pytest.mark.rule("classic-turn.4", "base-15.11")
def test_a_parliament_of_those_who_come() -> None:
    """Percy calls without a Writ; Roos comes and Courtenay does not; Kent is voted on."""
    tale = ClassicTale(3).noble("percy", 0, "coventry", heirs=("edward_march",)).dead("henry")
    tale.crowned("edward_march").noble("courtenay", 1, "tiverton").noble("roos", 2, "helmsley")
    laid(tale.noble("clifford", 1, "skipton").chancery("earl_kent"), 4).turn(0)
    tale.play(0, "done")
    tale.play(0, "call_parliament", by="percy")
    tale.play(1, "done")
    tale.play(2, "attend", nobles=["roos"])
    tale.play(0, "done")
    assert votes(tale) == ((20 + 2 + 3, 1, 0), (3, 0, 1))
    tale.play(0, "propose", card="earl_kent", noble="roos")
    tale.play(2, "agree")
    tale.play(0, "call_vote")
    for seat, cast in enumerate(("yea", "nay", "yea")):
        tale.play(seat, cast)
    (closed,) = tale.happened(facts.BallotClosed)
    assert (closed.commons, closed.lords, closed.passed) == ((25, 1), (4, 0), True)
    assert tale.state.nobles["roos"].title == "earl_kent"
    assert tale.where("roos")[0] == "15,16"
    rest(tale, 0)
    tale.ends(
        "classic/a-free-parliament",
        "A Parliament of those who come: no Writ calls it, and Kent goes to the Lord who is there",
    )
