"""What is said of the Event cards of both expansions, to the letter."""

from __future__ import annotations

import pytest

from bot.content.in_force import table_rules
from bot.games import game_for
from bot.rules.kernel import Event
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Spell
from bot.rules.kingmaker.view import view
from bot.words.kingmaker.sheets import heading
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import Scene

RULES = (
    "classic+advanced_cards+card_assassination+card_betrayal+card_catastrophe+card_defeatism+card_diet+card_excommunication"
    "+card_french_treachery+card_mutiny+card_papal_diet+card_scots+card_siege_fails+card_strife+card_treachery+card_war+lands_overseas"
)
NAMES = ["Anne", "Bob", "Cecily"].__getitem__
WORDS = KingmakerWords(game_for("kingmaker", RULES).content, table_rules(RULES))

TOLD: list[tuple[Event, str]] = [
    (facts.BandLeft(0, "saxons_1", "percy"),
     "Mercenaries quarrel and go home: Saxons from **Percy** (Anne). ‹ishkibibble-strife.1›"),
    (facts.BandLeft(0, "saxons_1", "percy", "war"),
     "Off to the war on the Continent: Saxons from **Percy** (Anne). ‹ishkibibble-war.2›"),
    (facts.Betrayed(0, 2),
     "Treachery costs Anne 2 hidden cards: 2 to the Crown discards. ‹ishkibibble-treachery.1›"),
    (facts.Betrayed(0, 1, chancery=1),
     "Treachery costs Anne 1 hidden card: 1 to the Chancery. ‹ishkibibble-treachery.1›"),
    (facts.Betrayed(0, 2, chancery=1),
     "Treachery costs Anne 2 hidden cards: 1 to the Crown discards and 1 to the Chancery. "
     "‹ishkibibble-treachery.1›"),
    (facts.Betrayed(0, 1, ("earl_kent",), audience=(0,)),
     "You lose Earl of Kent from your hand. ‹ishkibibble-treachery.1›"),
    (facts.EventsTurned("X-ASN", ("E-FM01", "E-EM01"), "percy"),
     "“Free Move” and “Embassy from Burgundy” are turned up: the last one names **Percy**. "
     "‹ishkibibble-assassination.1›"),
    (facts.EventsTurned("X-ASN", ("E-EM01",), "percy"),
     "“Embassy from Burgundy” is turned up: it names **Percy**. "
     "‹ishkibibble-assassination.1›"),
    (facts.EventsTurned("X-ASN", ()),
     "None of the Event cards left names anybody. ‹ishkibibble-assassination.1›"),
    (facts.EventIdle("X-ASN", "no_victim"),
     "Nobody of that name is in play. ‹ishkibibble-assassination.1›"),
    (facts.Assassinated(0, "percy"),
     "**Percy** (Anne) is murdered by his butler. ‹ishkibibble-assassination.4›"),
    (facts.CardAssigned(0, "saxons_1", "stanley", "bequest"),
     "Anne: Saxons join **Stanley**. ‹ishkibibble-assassination.3›"),
    (facts.SiegeMadeToFail(0, "X-SIF", "york", 1),
     "Anne plays “Siege Fails” against the siege of York: it fails. ‹ishkibibble-siegefails.1›"),
    (facts.SiegeBroken(1, "york", "card"),
     "Bob’s siege of York fails. ‹ishkibibble-siegefails.1›"),
    (facts.Marched(1, ("percy", "grey"), "14,2", "14,3", "retreat"),
     "Bob: **Percy** and **Grey** go from O3 Bamburgh to O4 Alnwick. "
     "‹ishkibibble-siegefails.2›"),
    (facts.GarrisonSubverted(0, "X-BET", "york", 1),
     "Anne plays “Betrayal”: the garrison of York, which was Bob’s, opens the gates. "
     "‹ishkibibble-betrayal.2›"),
    (facts.GarrisonSubverted(0, "X-BET", "york"),
     "Anne plays “Betrayal”: the garrison of York opens the gates. ‹ishkibibble-betrayal.2›"),
    (facts.ControlGained("york", "percy", 0, "betrayal"),
     "Anne: **Percy** now holds York. ‹ishkibibble-betrayal.2›"),
    (facts.SpellBegan("catastrophe", 0, 2),
     "Titles, offices and bishops bring no troops until Anne’s second turn from now begins. "
     "‹ishkibibble-catastrophe.1›"),
    (facts.SpellBegan("defeatism", 0, 1),
     "Anne’s faction may only move this turn. ‹ishkibibble-defeatism.2›"),
    (facts.SpellBegan("defeatism", 1, 3),
     "Bob’s faction may only move for 3 turns, this one included. ‹ishkibibble-defeatism.2›"),
    (facts.SpellBegan("excommunication", 0, 0),
     "Anne’s faction is excommunicated: cathedral towns are closed to it until it draws a "
     "bishop or a town. ‹ishkibibble-excommunication.3›"),
    (facts.SpellEnded("catastrophe", 0),
     "The catastrophe is over: titles, offices and bishops bring their troops again. "
     "‹ishkibibble-catastrophe.3›"),
    (facts.SpellEnded("defeatism", 1),
     "Bob’s faction takes heart again and may do as it likes. ‹ishkibibble-defeatism.1›"),
    (facts.SpellEnded("excommunication", 0),
     "Anne’s faction is at peace with the Church again. ‹ishkibibble-excommunication.4›"),
    (facts.DietMet(0, "wells"),
     "The clergy have met at Wells: the King’s Peace holds there until Anne’s next turn begins. "
     "‹ishkibibble-diet.2›"),
    (facts.TakenByScots("durham", 0),
     "The Scots sack and hold: Durham (Anne’s). ‹ishkibibble-scotsinvasion.5›"),
    (facts.TakenByScots("raby"),
     "The Scots sack and hold: Raby. ‹ishkibibble-scotsinvasion.5›"),
    (facts.EventIdle("X-SCI", "scots_none"),
     "Everything the card names is guarded: the Scots take nothing, and the card is out of play. "
     "‹ishkibibble-scotsinvasion.7›"),
    (facts.EventIdle("X-SCI", "scots_held_off"),
     "All the places left are guarded, so the Scots take no more. ‹ishkibibble-scotsinvasion.4›"),
    (facts.EventIdle("X-SCI", "scots_gone"),
     "The Scots no longer hold anything, so no army follows. ‹ishkibibble-scotsinvasion.6›"),
    (facts.TakenByRogues("york", 0),
     "The French Foot Soldiers leave Anne, sack York and hold it. "
     "‹ishkibibble-treachery-french.1›"),
    (facts.RoguesDied("york"),
     "The French Foot Soldiers in York die of plague: the place is neutral. "
     "‹ishkibibble-treachery-french.2›"),
    (facts.BandLeft(0, "french_foot", "percy", "unpaid"),
     "Unpaid, they go home: French Foot Soldiers from **Percy** (Anne). "
     "‹ishkibibble-treachery-french.1›"),
    (facts.EventIdle("X-FRT", "no_french"),
     "The French Foot Soldiers serve nobody now. ‹ishkibibble-treachery-french.1›"),
    (facts.ShipDeserted("le_swan"),
     "The crew of Le Swan mutinies and makes off with her. ‹ishkibibble-mutiny.1›"),
    (facts.ShipDeserted("le_swan", ("percy",), "ireland"),
     "The crew of Le Swan mutinies and makes off with her. **Percy** is left at Ireland. "
     "‹ishkibibble-mutiny.3›"),
    (facts.CallIgnored("earl_salisbury", "salisbury", "excommunicated", "percy"),
     "No answer to the call: **Percy** is excommunicated and keeps away. "
     "‹ishkibibble-excommunication.3›"),
    (facts.EventIdle("X-MST", "no_strife"),
     "No mercenaries serve side by side, so nobody quarrels. ‹ishkibibble-strife.1›"),
    (facts.EventIdle("X-TR1", "no_hand"),
     "There is no hidden card to lose. ‹ishkibibble-treachery.3›"),
    (facts.EventIdle("X-REL", "no_clergy"),
     "No bishop in play could come. ‹ishkibibble-diet.1›"),
    (facts.EventIdle("X-MUS", "no_such_ship"),
     "The ship is not in play, so nobody mutinies. ‹ishkibibble-mutiny.2›"),
    (facts.SiegeBroken(0, "york", "defeatism"),
     "Anne’s siege of York is lifted: nobody believes in it any more. "
     "‹ishkibibble-defeatism.3›"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "line"), TOLD, ids=lambda value: type(value).__name__)
def test_each_fact_is_told(event: Event, line: str) -> None:
    assert WORDS.tell(event, NAMES) == line


@pytest.mark.parametrize(
    ("spell", "line"),
    [
        (Spell("catastrophe", 0, 2), "Catastrophe until Anne’s turn has begun twice: titles, "
                                     "offices and bishops bring no troops"),
        (Spell("defeatism", 1, 1), "Defeatism: Bob’s faction may only move, for 1 turn"),
        (Spell("excommunication", 0, 0), "Excommunicated: Anne’s faction, until it draws a "
                                         "bishop or a town. Cathedral towns are closed to it"),
    ],
)  # fmt: skip
def test_what_lasts_stands_at_the_head_of_the_table(spell: Spell, line: str) -> None:
    scene = Scene(2, RULES).noble("percy", 0, "14,16").noble("courtenay", 1, "tiverton")
    scene.state.spells.append(spell)
    seen = view(scene.match.table, 1)
    assert line in heading(WORDS.lexicon, seen, NAMES)
