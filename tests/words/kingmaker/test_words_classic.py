"""What is said of the battles, sieges, captives and crowns of the base rules, and of their options.

Each fact stands here as it is read at a table, to the letter.
"""

from __future__ import annotations

import pytest

from bot.content.in_force import table_rules
from bot.games import game_for
from bot.rules.kernel import Choice, Event
from bot.rules.kingmaker import facts
from bot.words.kingmaker.words import KingmakerWords

NAMES = ["Anne", "Bob", "Cecily"].__getitem__
OPTIONS = (
    "advanced_cards+alliance+ambush+edmund+heirs_by_dice+kings_pardon+loyalty+nobles_killed"
    "+plantagenets"
)


def words(specification: str) -> KingmakerWords:
    """The words of a table."""
    content = game_for("kingmaker", specification).content
    return KingmakerWords(content, table_rules(specification))


CLASSIC, FULL = words("classic"), words(f"classic+{OPTIONS}")
PERCY, BOTH = ("percy",), ("percy", "grey")
PLACE = ("14,10", "alnwick")


def test_whom_an_attack_is_on_is_said_where_somebody_is_named() -> None:
    aim = {"against": "1", "square": "14,10"}
    whole = Choice.of("attack", nobles=["percy"], **aim)
    assert CLASSIC.choice(whole, NAMES) == "**Percy** attacks Bob at O11 Wakefield, Sandal."
    some = Choice.of("attack", nobles=["percy", "grey"], foes=["neville", "roos"], **aim)
    assert CLASSIC.choice(some, NAMES) == (
        "**Percy** and **Grey** attack Bob’s **Neville** and **Roos** at O11 Wakefield, Sandal."
    )


COMBAT: list[tuple[Event, str]] = [
    (
        facts.AttackDeclared(0, 1, "14,10", BOTH, ("neville",), 120, 40),
        "Anne attacks Bob at O11 Wakefield, Sandal: **Percy** and **Grey** (120) against "
        "**Neville** (40). ‹base-9.1›",
    ),
    (facts.CombatCardDrawn(0, "E-WR01", "none", kept=True),
     "Anne draws “Writ”, keeps it and draws again. ‹base-4.2›"),
    (facts.CombatCardDrawn(0, "E-FM01", "none"),
     "“Free Move” decides nothing, and another card is drawn. ‹base-9.5›"),
    (facts.CombatCardDrawn(0, "E-PL01", "bad_weather"),
     "The card is “Plague: London”: bad weather. ‹base-9.6›"),
    (facts.CombatCardDrawn(0, "E-PL01", "bad_weather", place="york"),
     "The card is “Plague: London”: bad weather. ‹base-10.6›"),
    (facts.CombatCardDrawn(0, "E-PL01", "3-1", place="york"),
     "The card is “Plague: London”: the weather is fair. ‹base-10.4›"),
    (facts.BattleDecided(120, 40, "3-1", 0),
     "120 against 40 reaches 3 to 1: Anne wins. ‹base-9.7›"),
    (facts.BattleDecided(40, 120, "3-1", 1),
     "40 against 120 reaches 3 to 1: Bob wins. ‹base-9.7›"),
    (facts.BattleDecided(120, 110, "majority", 0),
     "120 against 110 is a majority: Anne wins. ‹base-9.7›"),
    (facts.BattleDecided(110, 110, "majority", None),
     "110 against 110 is no majority: nobody wins. ‹base-9.8›"),
    (facts.BattleDecided(120, 100, "3-1", None),
     "120 against 100 falls short of 3 to 1: nobody wins. ‹base-9.8›"),
    (facts.AttackCancelled("weather"), "The attack is called off. ‹base-9.6›"),
    (facts.AttackCancelled("nobody"),
     "The attack is off: nobody is left to fight. ‹base-9.2›"),
    (facts.AttackCancelled("odds"),
     "The attack is off: the odds fell too low. ‹base-9.2›"),
    (facts.NobleDied("percy", 0, "battle"), "**Percy** (Anne) falls in battle. ‹base-9.9›"),
    (facts.HeirDied("henry", "battle"), "*Henry VI* falls in battle. ‹base-11.9›"),
    (facts.NobleDied("percy", 0, "siege"), "**Percy** (Anne) falls in the siege. ‹base-9.9›"),
    (facts.WentHome("percy", *PLACE, "retreat"),
     "**Percy** retreats home and is now inside Alnwick. ‹base-9.8›"),
]  # fmt: skip

HALVES = {
    "majority": "any majority",
    "5-4": "5 to 4",
    "3-2": "3 to 2",
    "2-1": "2 to 1",
    "3-1": "3 to 1",
    "4-1": "4 to 1",
}

SIEGES: list[tuple[Event, str]] = [
    (facts.SiegeLaid(0, "york", PERCY, 400, 400),
     "Anne lays siege to York: **Percy** (400) against 400. ‹base-10.3›"),
    (facts.SiegeJoined(0, "york", BOTH),
     "Anne’s **Percy** and **Grey** join the siege of York. ‹base-10.6›"),
    (facts.SiegeHeld(0, "york", 2, 300),
     "Anne’s siege of York goes on into turn 2. ‹base-10.10›"),
    (facts.AssaultDeclared(0, "york", PERCY, (), 500, 400),
     "Anne tries to conclude the siege of York: **Percy** (500) against 400. ‹base-10.3›"),
    (facts.SiegeConcluded(0, "york"), "York falls to Anne! ‹base-10.5›"),
    (facts.SiegeConcluded(0, "york", taken=False),
     "No attacker survives to take York: the siege is over. ‹base-10.5›"),
    (facts.SiegeBroken(0, "york", "choice"), "Anne gives up the siege of York. ‹base-10.10›"),
    (facts.SiegeBroken(0, "york", "defeat"),
     "Anne’s siege of York is broken: the besiegers are defeated. ‹base-10.10›"),
    (facts.SiegeBroken(0, "york", "weakness"),
     "Anne’s siege of York is broken: the besiegers are too few. ‹base-10.10›"),
    (facts.SiegeBroken(0, "york", "surrender"),
     "Anne’s siege of York is over: the place is handed over. ‹base-17.3›"),
    (facts.SiegeBroken(0, "york", "empty"),
     "Anne’s siege of York is over: nobody is left inside. ‹base-10.1›"),
    (facts.SiegeBroken(0, "york", "parliament"),
     "Anne’s siege of York is broken: Parliament calls the besiegers away. ‹base-15.14›"),
    (facts.ReturnedInside(PERCY, "york"), "**Percy** goes back inside York. ‹base-10.9›"),
]  # fmt: skip

CAPTIVES: list[tuple[Event, str]] = [
    (facts.Captured(BOTH, 1), "Bob captures **Percy** and **Grey**. ‹base-9.11›"),
    (facts.CardAssigned(0, "earl_kent", "percy", "spoils"),
     "Anne: **Percy** is now Earl of Kent. ‹base-11.7›"),
    (facts.CardAssigned(0, "abp_canterbury", "percy", "spoils"),
     "Anne: the Archbishop of Canterbury joins **Percy**. ‹base-11.7›"),
    (facts.RansomOffered("percy", 0, 1, number=0),
     "Anne offers Bob nothing for **Percy**. ‹base-11.2›"),
    (facts.RansomOffered("percy", 0, 1, number=3),
     "Anne offers Bob a ransom of 3 things for **Percy**. ‹base-11.2›"),
    (
        facts.RansomOffered(
            "percy", 0, 1, ("york",), ("le_swan",), ("earl_kent",), 3, audience=(0, 1)
        ),
        "Anne offers Bob a ransom for **Percy**: York, Le Swan and Earl of Kent. Only the two of "
        "you see this. ‹base-11.2›",
    ),
    (facts.RansomRefused("percy", 1, final=False), "Bob wants more for **Percy**. ‹base-11.2›"),
    (facts.RansomRefused("percy", 1, final=True),
     "Bob takes no ransom for **Percy**. ‹base-11.5›"),
    (facts.Ransomed("percy", 0, 1, ("york",), ("le_swan",), ("earl_kent",), 2),
     "Bob lets **Percy** go back to Anne for York, Le Swan, Earl of Kent and 2 hidden cards. "
     "‹base-11.4›"),
    (facts.Ransomed("percy", 0, 1),
     "Bob lets **Percy** go back to Anne for nothing but thanks. ‹base-11.4›"),
    (facts.WentHome("percy", *PLACE, "ransom"),
     "**Percy** goes home and is now inside Alnwick. ‹base-11.4›"),
    (facts.NobleDied("percy", 0, "executed"),
     "**Percy** (Anne) is put to death: no ransom was paid. ‹base-11.5›"),
    (facts.HeirDied("henry", "killed", 1), "Bob has *Henry VI* put to death. ‹base-11.9›"),
]  # fmt: skip

COURSE: list[tuple[Event, str]] = [
    (facts.Crowned("henry", "york", 0), "Anne has *Henry VI* crowned in York! ‹base-13.3›"),
    (facts.HeirLeft("henry", "14,10", "york"),
     "*Henry VI* is left alone inside York. ‹base-11.10›"),
    (facts.HeirTaken("henry", "percy", 0), "*Henry VI* is now with **Percy** (Anne). ‹base-7.12›"),
    (facts.ReignCounted(0, "henry", 2, 4),
     "Anne has held *Henry VI*, the sole King: turn 2 of 4. ‹classic-object.1›"),
    (facts.ReignBroken(0, "henry", 1),
     "The reign of *Henry VI* under Anne is broken: 1 turn is lost. ‹classic-object.1›"),
    (facts.ReignBroken(0, "henry", 3),
     "The reign of *Henry VI* under Anne is broken: 3 turns are lost. ‹classic-object.1›"),
    (facts.TimeCalled(3),
     "Time is up in round 3: this turn is the last. ‹classic-object.3›"),
    (facts.GameWon((0,), "four_turns"),
     "Anne wins: a sole King for four turns! ‹classic-object.1›"),
    (facts.GameWon((0,), "final_parliament"),
     "Anne wins: the final Parliament! ‹classic-object.3›"),
    (facts.GameWon((), "final_parliament"),
     "The game ends without a winner. ‹classic-object.3›"),
    (facts.NothingToDraw(0), "No Crown cards are left: Anne draws nothing. ‹base-1.5›"),
    (facts.CrownDeckReshuffled(12),
     "The Crown discards are shuffled into a new deck of 12 cards. ‹base-1.5›"),
]  # fmt: skip

SEA: list[tuple[Event, str]] = [
    (facts.ShipSoughtPort("le_swan", "dover", "storm"),
     "Storm at sea: Le Swan finds shelter at Dover. ‹base-8.15›"),
    (facts.ShipSoughtPort("le_swan", "dover", "call"),
     "Le Swan puts in at Dover: somebody aboard is called. ‹base-4.3›"),
    (facts.ShipSoughtPort("le_swan", "dover", "master"),
     "Le Swan changes hands and puts in at Dover. ‹base-8.9›"),
    (facts.Embarked(0, PERCY, "le_swan", "lynn"),
     "Anne: **Percy** goes aboard Le Swan at Lynn. ‹base-8.3›"),
    (facts.Landed(0, PERCY, "dover", True), "Anne: **Percy** goes ashore inside Dover. ‹base-8.3›"),
    (facts.Landed(0, PERCY, "calais", True),
     "Anne: **Percy** goes ashore inside Calais. ‹base-8.3›"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "line"), [*COMBAT, *SIEGES, *CAPTIVES, *COURSE, *SEA])
def test_the_log_of_the_classic_game(event: Event, line: str) -> None:
    assert CLASSIC.tell_all([event], NAMES) == [line]


@pytest.mark.parametrize("half", HALVES)
def test_what_a_half_asks_of_the_larger_side(half: str) -> None:
    told = CLASSIC.tell(facts.CombatCardDrawn(0, "E-PL01", half), NAMES)
    assert told == f"The card is “Plague: London”: {HALVES[half]} wins. ‹base-9.5›"


OPTIONAL: list[tuple[Event, str]] = [
    (facts.Ambushed(0, 1, "14,10", PERCY, ("neville", "grey")),
     "Anne lies in ambush for Bob at O11 Wakefield, Sandal: **Percy** against **Neville** "
     "and **Grey**. ‹base-18.1›"),
    (facts.Ambushed(0, 1, "14,10", PERCY, ("neville", "grey"), "grey"),
     "Anne lies in ambush for Bob at O11 Wakefield, Sandal: **Percy** against **Neville** "
     "and **Grey**, above all to kill **Grey**. ‹base-18.1›"),
    (facts.CombatCardDrawn(0, "E-PL01", "3-1", ambush=True),
     "The card is “Plague: London”: the weather is fair. ‹base-18.1›"),
    (facts.DeathDiceRolled("percy", (3, 4), False),
     "Dice against death: **Percy** 3+4 lives. ‹base-19.5›"),
    (facts.DeathDiceRolled("henry", (6, 6), True),
     "Dice against death: *Henry VI* 6+6 dies. ‹base-19.5›"),
    (facts.AllianceMade(2, ("grey",), 0, True),
     "Cecily’s **Grey** joins Anne’s attack. ‹base-16.1›"),
    (facts.AllianceMade(2, ("grey", "roos"), 1, False),
     "Cecily’s **Grey** and **Roos** join Bob’s defence. ‹base-16.1›"),
    (facts.LeaveAsked(0, 1, "le_swan"),
     "Anne asks Bob for leave to board Le Swan. ‹base-16.3›"),
    (facts.LeaveAnswered(0, 1, "le_swan", False),
     "Bob does not let Anne board Le Swan. ‹base-16.3›"),
    (facts.Pardoned("percy", 0, 1, "kings_pardon_1"),
     "Anne plays a King’s Pardon, and Bob must let **Percy** go. ‹base-19.4›"),
    (facts.CardsKeptInHand(0, ("kings_pardon_1",)),
     "You keep King’s Pardon in hand. Only you can see this. ‹base-19.4›"),
    (facts.HeirPlaced("henry", 5, "windsor"),
     "A die places each heir: *Henry VI* is in Windsor (5). ‹ishkibibble-placement.1›"),
    (facts.CardsBackInDeck(0, ("kings_pardon_1", "french_foot")),
     "Back into the Crown deck: King’s Pardon and French Foot Soldiers. ‹base-2.6›"),
    (facts.Crossed(0, PERCY, "24,23", "dover"),
     "Anne: **Percy** crosses the sea to Dover with the French. ‹base-19.6›"),
    (facts.Crossed(0, BOTH, "24,23", "dover"),
     "Anne: **Percy** and **Grey** cross the sea to Dover with the French. ‹base-19.6›"),
    (facts.Landed(0, PERCY, "ireland", False),
     "Anne: **Percy** goes ashore in Ireland. ‹base-8.3›"),
    (facts.TakenByFrench("calais", 0),
     "The French take Calais from Anne. ‹base-19.2›"),
    (facts.TakenByFrench("calais", None), "The French take Calais. ‹base-19.2›"),
    (facts.EventIdle("E-AD02", "french_held_off"),
     "Nobles inside keep the French out. ‹base-19.2›"),
    (facts.EventIdle("E-AD02", "french_already"),
     "The French hold the place already. ‹base-19.2›"),
    (facts.LoyaltyRolled("percy", 0, 5, 1, True),
     "Dice for loyalty: **Percy** rolls 5+1 and comes back with Anne’s next card. ‹base-19.8›"),
    (facts.LoyaltyRolled("percy", 0, 2, 0, False),
     "Dice for loyalty: **Percy** rolls 2 and does not come back to Anne. ‹base-19.8›"),
    (facts.LoyaltyRolled("percy", 0, 4, -1, False),
     "Dice for loyalty: **Percy** rolls 4-1 and does not come back to Anne. ‹base-19.8›"),
    (facts.PlantagenetServes("plantagenet_york", 0, None, "richard_york"),
     "**Plantagenet, Duke of York** joins Anne, who has *Richard of York*. ‹base-19.3›"),
    (facts.PlantagenetServes("plantagenet_york", 0, 1, "richard_york"),
     "**Plantagenet, Duke of York** leaves Bob and joins Anne, who has *Richard of York*. "
     "‹base-19.3›"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "line"), OPTIONAL)
def test_the_log_of_what_options_bring(event: Event, line: str) -> None:
    assert FULL.tell_all([event], NAMES) == [line]
