"""Vacillating Noble drawn at the start of a turn: one of the drawer's nobles is of no use."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.components import EventCard
from bot.rules.kingmaker.state import Spell
from bot.rules.kingmaker.view import view
from tests.rules.kingmaker import assembly
from tests.rules.kingmaker.scene import Scene

RULES = "classic+card_vacillating"
OF_NO_USE = "That noble wavers. This turn he neither moves nor fights for you."
ONE = "ishkibibble-vacillating.1"


def drawn(scene: Scene, lot: int, seat: int = 0) -> Scene:
    """The card is drawn, and the lot falls."""
    scene.next_events("X-VA1").dice_show(lot + 1).event(seat)
    return scene


def two() -> Scene:
    """Percy and Stafford of seat 0 beside Mowbray."""
    scene = Scene(2, RULES).noble("percy", 0, "14,16").noble("stafford", 0, "14,16")
    return scene.noble("mowbray", 1, "14,16")


@pytest.mark.rule("ishkibibble-vacillating.1")
def test_there_are_seven_without_markings() -> None:
    content = Scene(2, RULES).content
    cards = [card for card in content.events.values() if card.kind == "vacillating"]
    assert all(isinstance(card, EventCard) and card.combat == "none" for card in cards)
    assert sorted(card.id for card in cards) == [f"X-VA{n}" for n in range(1, 8)]
    assert not any(card.hold or card.killed for card in cards)
    assert sum(c.kind == "vacillating" for c in Scene(2, "classic").content.events.values()) == 0


@pytest.mark.rule("ishkibibble-vacillating.1")
@pytest.mark.parametrize(("lot", "noble"), [(0, "percy"), (1, "stafford")])
def test_a_lot_says_whom_it_befalls(lot: int, noble: str) -> None:
    scene = drawn(two(), lot)
    assert scene.happened(facts.NobleOfNoUse) == [facts.NobleOfNoUse(0, noble)]
    assert view(scene.match.table, 1).spells == (Spell("vacillating", 0, 1, noble),)


@pytest.mark.rule("ishkibibble-vacillating.1")
def test_he_neither_moves_nor_fights_and_the_others_do() -> None:
    scene = drawn(two(), 0)
    scene.movement(0)
    assert scene.candidates(0, "march", "nobles") == {"stafford"}
    to = min(scene.candidates(0, "march", "to"))
    assert scene.refused(0, "march", rule=ONE, nobles=["percy"], to=to) == OF_NO_USE
    scene.combat(0)
    assert scene.candidates(0, "attack", "nobles") == {"stafford"}
    said = scene.refused(0, "attack", rule=ONE, nobles=["percy"], against="1", square="14,16")
    assert said == OF_NO_USE


@pytest.mark.rule("ishkibibble-vacillating.1")
def test_he_besieges_nothing() -> None:
    scene = Scene(2, RULES).noble("percy", 0, "ruthin", outside=True).noble("roos", 0, "14,16")
    drawn(scene.noble("mowbray", 1, "14,2"), 0).combat(0)
    assert scene.offered(0, "conclude") == []
    assert scene.refused(0, "conclude", rule=ONE, nobles=["percy"], place="ruthin") == (
        f"Your combat phase is over for this turn. {OF_NO_USE}"
    )


@pytest.mark.rule("ishkibibble-vacillating.1", "base-19.6")
def test_he_does_not_cross_with_the_french() -> None:
    scene = Scene(2, f"{RULES}+advanced_cards").noble("mowbray", 1, "14,2")
    calais = scene.content.board.places["calais"].square
    scene.noble("percy", 0, calais).noble("stafford", 0, calais).control("dover", "percy")
    drawn(scene.hand(0, "french_foot"), 1).movement(0)
    scene.play(0, "play", card="french_foot", noble="percy")
    assert scene.candidates(0, "cross", "nobles") == {"percy"}
    both = ["percy", "stafford"]
    assert scene.refused(0, "cross", rule=ONE, nobles=both, to="dover") == OF_NO_USE
    scene.play(0, "cross", nobles=["percy"], to="dover")


@pytest.mark.rule("ishkibibble-vacillating.1")
def test_it_is_over_with_the_turn() -> None:
    scene = drawn(two(), 0)
    events: list[Any] = []
    scene.next_events("E-WR01")
    while scene.state.active == 0:
        asked = [p for s in (0, 1) for p in scene.match.prompts(s) if p.blocking]
        assert asked[0].default is not None
        events += scene.match.submit(asked[0].seat, asked[0].default).events
    assert [e for e in events if isinstance(e, facts.SpellEnded)] == [
        facts.SpellEnded("vacillating", 0)
    ]
    assert scene.state.spells == []
    scene.movement(0)
    assert "percy" in scene.candidates(0, "march", "nobles")


@pytest.mark.rule("ishkibibble-vacillating.1")
def test_he_defends_himself_all_the_same() -> None:
    scene = drawn(two(), 0)
    scene.combat(1)
    scene.next_events("E-RA04")
    scene.play(1, "attack", nobles=["mowbray"], against="0", square="14,16")
    told = scene.happened(facts.AttackDeclared)[0]
    assert told.defenders == ("percy", "stafford")
    assert told.opposed == 130


@pytest.mark.rule("ishkibibble-vacillating.13")
def test_a_single_noble_never_wavers() -> None:
    scene = Scene(2, RULES).noble("percy", 0, "14,16").noble("mowbray", 1, "14,2")
    drawn(scene, 0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("X-VA1", "one_noble")]
    assert scene.state.spells == []


@pytest.mark.rule("ishkibibble-vacillating.13")
def test_captives_do_not_count() -> None:
    scene = two()
    scene.state.nobles["stafford"].captor = 1
    scene.next_events("X-VA1").event(0)
    assert scene.state.spells == []


# Aboard (ishkibibble-vacillating.2)


def afloat(lot: int) -> Scene:
    """Le Swan of seat 0 in Hull, with Percy aboard, and Stafford in the town."""
    scene = (
        Scene(2, RULES).noble("percy", 0, "hull", cards=("le_swan",)).noble("stafford", 0, "hull")
    )
    scene.noble("mowbray", 1, "14,2").ship("le_swan", port="hull").aboard("percy", "le_swan")
    return drawn(scene, lot)


@pytest.mark.rule("ishkibibble-vacillating.2")
def test_his_ship_is_becalmed_and_he_stays_aboard() -> None:
    scene = afloat(0)
    assert scene.happened(facts.NobleOfNoUse) == [facts.NobleOfNoUse(0, "percy", "le_swan")]
    scene.movement(0)
    assert scene.destinations(0, "le_swan") == set()
    assert scene.offered(0, "land") == []
    two_ = "ishkibibble-vacillating.2"
    said = scene.refused(0, "sail", rule=two_, ship="le_swan", to="humber-mouth")
    assert said == "A noble aboard wavers, so the ship is becalmed until this turn is over."
    assert scene.refused(0, "land", rule=ONE, ship="le_swan", nobles=["percy"]) == OF_NO_USE


@pytest.mark.rule("ishkibibble-vacillating.1", "ishkibibble-vacillating.2")
def test_who_wavers_ashore_does_not_board_and_the_ship_sails() -> None:
    scene = afloat(1)
    scene.movement(0)
    assert "humber-mouth" in scene.destinations(0, "le_swan")
    assert scene.candidates(0, "embark", "nobles") == set()
    assert scene.refused(0, "embark", rule=ONE, ship="le_swan", nobles=["stafford"]) == OF_NO_USE


@pytest.mark.rule("ishkibibble-vacillating.1", "base-15.4")
def test_he_comes_to_no_parliament_of_his_own_will() -> None:
    scene = assembly.realm(RULES).noble("stafford", 0, "14,2").noble("grey", 0, "14,2")
    scene.state.spells.append(Spell("vacillating", 0, 1, "stafford"))
    assembly.call(scene)
    able = scene.candidates(0, "attend", "nobles")
    assert able == {"grey"}
    assert scene.refused(0, "attend", rule=ONE, nobles=["stafford"]) == OF_NO_USE


@pytest.mark.rule("ishkibibble-vacillating.1", "base-15.5")
def test_a_writ_of_another_forces_him_to_come() -> None:
    scene = assembly.realm(RULES).noble("stafford", 0, "14,2").held(1, "E-WR01")
    scene.state.spells.append(Spell("vacillating", 0, 1, "stafford"))
    assembly.call(scene)
    scene.play(1, "attend", nobles=["clifford"])
    scene.play(1, "done")
    scene.play(2, "done")
    assert scene.asked(1) == ["writs"]
    scene.play(1, "serve_writ", noble="stafford")
    assert "stafford" in scene.state.sitting.attending


@pytest.mark.rule("ishkibibble-vacillating.1")
def test_a_moderator_ends_it() -> None:
    scene = drawn(two(), 0)
    scene.movement(0)
    scene.match.direct(Choice.of("correct_spell", spell="vacillating:0:percy"))
    assert scene.state.spells == []
    assert scene.candidates(0, "march", "nobles") == {"percy", "stafford"}


@pytest.mark.rule("ishkibibble-vacillating.1", "base-8.7")
@pytest.mark.parametrize("waverers", [[], ["percy"], ["percy", "neville"]])
def test_aboard_in_a_closed_port_he_besieges_nothing(waverers: list[str]) -> None:
    scene = Scene(2, f"{RULES}+storm_or_siege").noble("percy", 0, "14,16", cards=("le_swan",))
    scene.noble("neville", 0, "14,16", cards=("le_rose",)).noble("howard", 1, "lynn")
    crew = {"percy": "le_swan", "neville": "le_rose"}
    for noble, ship in crew.items():
        scene.ship(ship, port="lynn", hostile=True).aboard(noble, ship)
    scene.state.spells.extend(Spell("vacillating", 0, 1, noble) for noble in waverers)
    scene.combat(0)
    siege = scene.state.sieges.get("lynn")
    besiegers = [] if siege is None else siege.besiegers
    assert besiegers == [noble for noble in crew if noble not in waverers]
    assert {noble: scene.state.nobles[noble].aboard for noble in crew} == crew
