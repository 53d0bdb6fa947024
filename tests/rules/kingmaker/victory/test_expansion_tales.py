"""Stretches of play by the Ishkibibble rules: what one turn brings, and what the next makes of it.

Every story is kept as a file, with the dice as they fell; the stewards play it to its end.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Result
from tests.rules.kingmaker.battlefield import FIELD
from tests.rules.kingmaker.combat.by_card.test_siege_by_card import TOWN
from tests.rules.kingmaker.tale import Tale
from tests.rules.kingmaker.victory.test_classic_tales import EVENS, FOUL, ClassicTale, laid, rest

FAR = "14,2"


class ExpansionTale(ClassicTale):
    """A tale of a table that plays with everything."""

    def __init__(self, seats: int = 2) -> None:
        super().__init__(seats, "ishkibibble")


def meeting() -> ExpansionTale:
    """Percy and Neville of seat 0 stand before Mowbray of seat 1, who keeps an heir."""
    tale = ExpansionTale()
    tale.noble("percy", 0, FIELD, outside=True).noble("neville", 0, FIELD, outside=True)
    tale.noble("mowbray", 1, FIELD, outside=True).noble("courtenay", 1, FAR, outside=True)
    tale.hold("margaret", "mowbray")
    return tale


def to_combat(tale: ExpansionTale, seat: int) -> None:
    """The seat leaves its movement be."""
    assert tale.asked(seat) == ["movement"]
    tale.play(seat, "done")
    assert tale.asked(seat) == ["combat"]


def settled(tale: ExpansionTale) -> None:
    """Whatever a fight leaves is settled as it would be by default."""
    while not {"combat", "movement", "coronation", "keep_or_play"} & {
        kind for seat in (0, 1) for kind in tale.asked(seat)
    }:
        tale.take_default()


@pytest.mark.rule("ishkibibble-evade.1", "ishkibibble-evade.2", "ishkibibble-force.1")
def test_a_battle_evaded_and_the_next_one_forced() -> None:
    """Mowbray slips away with his heir; in the next round the weather does not save him."""
    tale = meeting()
    tale.held(1, "X-EVA").held(0, "X-FOR")
    laid(tale, 2).turn(0)
    to_combat(tale, 0)
    tale.play(0, "attack", nobles=["percy", "neville"], against="1", square=FIELD)
    tale.play(0, "let_be")
    tale.play(1, "evade")
    tale.play(0, "let_be")
    tale.play(1, "let_be")
    assert tale.asked(1) == ["slip_away"]
    to = min(tale.candidates(1, "march", "to"))
    tale.play(1, "march", nobles=["mowbray"], to=to)
    assert tale.state.heirs["margaret"].square in (to, "")
    rest(tale, 0)
    rest(tale, 1)
    assert (tale.state.round, tale.state.active) == (2, 0)
    tale.play(0, "march", nobles=["percy", "neville"], to=to)
    to_combat(tale, 0)
    tale.next_events(FOUL, EVENS)
    tale.play(0, "attack", nobles=["percy", "neville"], against="1", square=to)
    tale.play(1, "let_be")
    tale.play(0, "force")
    assert [e.evaded for e in tale.happened(facts.BattleForced)] == [False]
    assert tale.happened(facts.BattleDecided)[0].winner == 0
    settled(tale)
    assert tale.state.heirs["margaret"].holder in ("percy", "neville")
    tale.ends(
        "ishkibibble/evaded-and-forced",
        "Evade and Force Battle: a battle is evaded, and the next one forced",
    )


@pytest.mark.rule("ishkibibble-siege.4", "ishkibibble-siegefails.1", "ishkibibble-siegefails.2")
def test_a_siege_is_announced_and_fails_by_a_card() -> None:
    """Percy and Neville besiege a town; when they would draw for it a card sends them away."""
    tale = ExpansionTale()
    for noble in ("percy", "neville", "stanley"):
        tale.noble(noble, 0, TOWN, outside=True)
    tale.noble("courtenay", 1, FAR, outside=True).held(1, "X-SIF")
    laid(tale, 2).turn(0)
    to_combat(tale, 0)
    tale.play(0, "lay", nobles=["percy", "neville", "stanley"], place=TOWN)
    assert TOWN in tale.state.sieges
    rest(tale, 0)
    rest(tale, 1)
    to_combat(tale, 0)
    tale.play(0, "conclude", nobles=["percy", "neville", "stanley"], place=TOWN)
    assert tale.asked(1) == ["fail_siege"]
    tale.play(1, "fail_siege")
    assert tale.asked(0) == ["withdrawal"]
    to = min(tale.candidates(0, "march", "to"))
    tale.play(0, "march", nobles=["percy", "neville", "stanley"], to=to)
    assert TOWN not in tale.state.sieges
    assert tale.state.nobles["percy"].square == to
    tale.ends(
        "ishkibibble/a-siege-fails", "Siege Fails: a siege is announced, and made to fail by a card"
    )


@pytest.mark.rule("ishkibibble-siege.2", "ishkibibble-booty.1")
def test_a_storm_is_beaten_back_and_costs_its_lord_a_draw() -> None:
    """Five storm a town with two lords inside; those who live are taken, and a card is lost."""
    tale = ExpansionTale()
    storming = ["percy", "neville", "stanley", "grey", "roos"]
    for noble in storming:
        tale.noble(noble, 0, TOWN, outside=True)
    tale.noble("mowbray", 1, TOWN).noble("stafford", 1, TOWN)
    tale.give("stafford", "marshal_england").noble("courtenay", 1, FAR, outside=True)
    laid(tale, 3).turn(0)
    to_combat(tale, 0)
    tale.next_events(EVENS)
    tale.play(0, "storm", nobles=storming, place=TOWN)
    told = tale.happened(facts.StormDecided)[0]
    assert (told.strength, told.defence, told.outcome) == (240, 380, "repelled")
    assert tale.happened(facts.BootyWon) == [facts.BootyWon(1, 0)]
    dead = {event.noble for event in tale.happened(facts.NobleDied)}
    (taken,) = tale.happened(facts.Captured)
    assert {*taken.nobles, *dead} == set(storming)
    assert taken.captor == 1
    settled(tale)
    tale.ends("ishkibibble/a-storm-beaten-back", "Booty: a storm is beaten back, and costs a draw")


@pytest.mark.rule("ishkibibble-betrayal.2", "ishkibibble-betrayal.3")
def test_a_garrison_is_bought_while_it_is_besieged() -> None:
    """Percy's siege of a town is owed when its garrison opens the gates to Courtenay far away."""
    tale = ExpansionTale()
    for noble in ("percy", "neville", "stanley"):
        tale.noble(noble, 0, TOWN, outside=True)
    tale.noble("courtenay", 1, FAR, outside=True).held(1, "X-BET")
    laid(tale, 2).turn(0)
    to_combat(tale, 0)
    tale.play(0, "lay", nobles=["percy", "neville", "stanley"], place=TOWN)
    rest(tale, 0)
    tale.play(1, "betray", place=TOWN, noble="courtenay")
    assert tale.state.control[TOWN] == "courtenay"
    assert TOWN in tale.state.sieges
    rest(tale, 1)
    to_combat(tale, 0)
    tale.next_events(EVENS)
    tale.play(0, "conclude", nobles=["percy", "neville", "stanley"], place=TOWN)
    settled(tale)
    assert tale.state.nobles[tale.state.control[TOWN]].seat == 0
    tale.ends(
        "ishkibibble/a-bought-garrison",
        "Betrayal: a besieged garrison is bought, and falls all the same",
    )


@pytest.mark.rule("ishkibibble-influence.1", "ishkibibble-influence.2", "ishkibibble-influence.3")
def test_the_heir_of_a_noble_who_fell_comes_back_on_the_other_side() -> None:
    """Grey falls in a battle that Percy wins; who beat him wins his heir as well."""
    tale = ExpansionTale()
    tale.noble("percy", 0, FIELD, outside=True).noble("neville", 0, FIELD, outside=True)
    for noble in ("grey", "roos", "stafford"):
        tale.noble(noble, 1, FIELD, outside=True)
    tale.noble("courtenay", 1, FAR, outside=True).held(0, "X-INF")
    laid(tale, 3).turn(0)
    to_combat(tale, 0)
    tale.next_events(EVENS)
    tale.play(0, "attack", nobles=["percy", "neville"], against="1", square=FIELD)
    assert "grey" in {event.noble for event in tale.happened(facts.NobleDied)}
    assert tale.asked(0) == ["woo_heir"]
    tale.play(0, "woo_heir", noble="grey")
    assert tale.happened(facts.HeirWooed) == [facts.HeirWooed(0, "grey", 1)]
    settled(tale)
    assert tale.state.nobles["grey"].seat == 0
    tale.ends(
        "ishkibibble/an-heir-won", "Influence Heir: a noble falls, and his heir joins who beat him"
    )


@pytest.mark.rule("ishkibibble-excommunication.3", "ishkibibble-catastrophe.1")
def test_a_catastrophe_an_excommunication_and_a_quiet_round() -> None:
    """The realm is struck twice; those whom the bishops shun leave the cathedral town."""
    tale = ExpansionTale()
    tale.noble("percy", 0, "york", cards=("abp_york",)).noble("courtenay", 1, FAR, outside=True)
    tale.noble("mowbray", 1, FIELD, outside=True)
    laid(tale, 0)
    tale.next_events("X-CA2", "X-EXC").next_crown("saxons_1", "saxons_2", "le_rose", "le_michael")
    tale.turn(0)
    assert tale.happened(facts.SpellBegan)
    rest(tale, 0)
    assert {spell.kind for spell in tale.state.spells} >= {"catastrophe", "excommunication"}
    tale.next_events("E-WR01", "E-WR02")
    rest(tale, 1)
    rest(tale, 0)
    tale.ends(
        "ishkibibble/a-realm-struck-twice",
        "Catastrophe: the realm is struck, and excommunicated as well",
    )


# A whole stretch of play by the Ishkibibble rules, turn by turn, to the victory of the set.


EVERYBODY_ELSE = (
    *("margaret", "edward_lancaster", "edward_march", "edmund_rutland"),
    *("george", "richard_gloucester"),
)
IDLE = (
    *("burgundian_crossbowmen_1", "burgundian_crossbowmen_2", "flemish_crossbowmen_1"),
    *("flemish_crossbowmen_2", "saxons_1", "saxons_2", "scots_archers_1", "scots_archers_2"),
    *("le_michael", "le_nicholas"),
)
"""Crown cards that may be kept."""


class IshkibibbleTale(Tale):
    """A tale of a table that plays by these rules as they are now."""

    edition = 2


def rest_until(tale: Tale, seat: int, event: str) -> None:
    """The seat does nothing more in its turn; the next one draws this Event card."""
    tale.next_events(event)
    found: list[Any] = []
    while tale.state.active == seat and not tale.match.over and tale.asked(seat):
        (kind,) = tale.asked(seat)
        if kind not in ("movement", "combat", "parliament", "coronation", "keep_or_play"):
            break
        tale.play(seat, "keep" if kind == "keep_or_play" else "done")
        found += tale.events
    tale.events = found


@pytest.mark.rule(
    "base-14.1", "ishkibibble-basis.6", "ishkibibble-pretender.3", "ishkibibble-revealed.1"
)
def test_five_rounds_from_a_kept_card_to_the_last_king() -> None:
    """Percy crowns York and waits for Henry's death; a pretender stands in his way."""
    tale = IshkibibbleTale(2, "ishkibibble")
    tale.noble("percy", 0, "york", cards=("abp_york",), heirs=("richard_york",))
    tale.noble("courtenay", 1, "tiverton", heirs=("henry",)).dead(*EVERYBODY_ELSE)
    tale.next_crown(*IDLE).next_events("X-PRV")
    tale.turn(0)
    assert tale.state.factions[0].held == ["X-PRV"]

    # Round 1: Courtenay is told of a catastrophe, Percy goes on.
    rest_until(tale, 0, "X-CA2")
    assert tale.happened(facts.SpellBegan)
    rest_until(tale, 1, "E-WR01")

    # Round 2: York is crowned beside Henry; a pretender rises.
    while "coronation" not in tale.asked(0):
        tale.play(0, "done")
    tale.play(0, "crown", heir="richard_york")
    tale.dice_show(1)
    rest_until(tale, 0, "X-PRE")
    (risen,) = tale.happened(facts.PretenderRose)
    pretender = risen.heir
    assert tale.state.pretenders == [pretender]
    rest_until(tale, 1, "E-WR02")

    # Round 3: it is no turn to win in, for Henry lives.
    assert tale.state.result is None
    rest_until(tale, 0, "E-WR03")
    rest_until(tale, 1, "E-WR04")

    # Round 4: Henry dies. York is the sole King, and yet the game goes on.
    rest_until(tale, 0, "E-WR05")
    tale.play(1, "kill_heir", heir="henry")
    assert tale.state.result is None
    rest_until(tale, 1, "E-WR06")

    # Round 5: the card that was kept all the time.
    assert tale.state.round == 5
    tale.play(0, "unmask")
    assert tale.happened(facts.PretendersUnmasked)[0].heirs == (pretender,)
    assert tale.state.result == Result((0,), "last_king")
