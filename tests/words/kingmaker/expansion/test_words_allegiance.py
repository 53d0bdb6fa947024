"""What is said of nobles who waver, go home or change sides, to the letter."""

from __future__ import annotations

import pytest

from bot.content.in_force import table_rules
from bot.games import game_for
from bot.rules.kernel import Event
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences.changes import kill_noble
from bot.rules.kingmaker.state import Spell
from bot.rules.kingmaker.view import view
from bot.words.kingmaker.lookup import card_text
from bot.words.kingmaker.sheets import heading
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker.scene import Scene

RULES = "classic+card_influence+card_vacillating+sea_combat"
NAMES = ["Anne", "Bob", "Cecily"].__getitem__
WORDS = KingmakerWords(game_for("kingmaker", RULES).content, table_rules(RULES))

TOLD: list[tuple[Event, str]] = [
    (facts.NobleOfNoUse(0, "percy"),
     "**Percy** wavers and is of no use to Anne this turn. ‹ishkibibble-vacillating.1›"),
    (facts.NobleOfNoUse(0, "percy", "le_swan"),
     "**Percy** wavers and is of no use to Anne this turn. Le Swan is becalmed with him. "
     "‹ishkibibble-vacillating.2›"),
    (facts.SpellEnded("vacillating", 0),
     "Nobody in Anne’s faction wavers any more. ‹ishkibibble-vacillating.1›"),
    (facts.EventIdle("X-VA1", "one_noble"),
     "A noble on his own has nobody to desert. ‹ishkibibble-vacillating.13›"),
    (facts.CombatCardDrawn(0, "X-VA1", "doubt"),
     "The card is “Vacillating Noble”: somebody wavers. ‹ishkibibble-vacillating.3›"),
    (facts.DoubtRose("equal"),
     "The sides are equal: that counts as bad weather. ‹ishkibibble-vacillating.9›"),
    (facts.DoubtRose("idle"),
     "The fleets are equal, so nothing changes. ‹ishkibibble-seacombat.12›"),
    (facts.DoubtRose("alone", 1, 4, False),
     "A die shows 4: nobody on the weaker side has comrades to desert. "
     "‹ishkibibble-vacillating.13›"),
    (facts.DoubtRose("idle", 1, 5, True, "grey"),
     "A die shows 5: **Grey** on the stronger side wavers, but does not fill half of his "
     "ship, so nothing changes. ‹ishkibibble-seacombat.12›"),
    (facts.DoubtRose("", 1, 1, False, "grey"),
     "A die shows 1: **Grey** (Bob) on the weaker side wavers. ‹ishkibibble-vacillating.4›"),
    (facts.NobleWavered(1, "grey", "2-1", 1, None, "ruthin", ("henry",)),
     "A die shows 1: **Grey** (Bob) goes home to Ruthin with *Henry VI*. "
     "‹ishkibibble-vacillating.10›"),
    (facts.NobleWavered(1, "grey", "2-1", 6, 0),
     "A die shows 6: **Grey** (Bob) goes over to Anne. ‹ishkibibble-vacillating.11›"),
    (facts.OddsAnew(130, 50),
     "It is 130 against 50 now, and another card is drawn. ‹ishkibibble-vacillating.12›"),
    (facts.ShipSoughtPort("le_rose", "bristol", "sent"),
     "Le Rose is sent to Bristol. ‹ishkibibble-seacombat.15›"),
    (facts.HeirWooed(0, "grey", 1),
     "Anne plays “Influence Heir” and wins over the heir of Bob’s **Grey**. "
     "‹ishkibibble-influence.2›"),
    (facts.PutAside(1, ("clifford",), "ruthin", "14,2"),
     "**Clifford** (Bob), too weak to besiege Ruthin, goes to O3 Bamburgh. "
     "‹ishkibibble-influence.5›"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "line"), TOLD)
def test_what_is_told(event: Event, line: str) -> None:
    assert WORDS.tell(event, NAMES) == line


def test_the_card_says_what_it_does_in_a_battle() -> None:
    text = card_text(WORDS.lexicon, "X-VA1", None, NAMES)
    assert text.splitlines()[1:] == [
        "Event card · 7 in the deck",
        "He slept badly and asks himself whether this is the right side.",
        "If it is drawn for a battle, a noble on one side goes home or changes sides, and another "
        "card is drawn. If the sides are equal, that counts as bad weather. "
        "‹ishkibibble-vacillating.3›",
    ]


def test_who_wavers_stands_on_the_sheet_of_the_table() -> None:
    scene = Scene(2, RULES).noble("percy", 0, "alnwick").noble("grey", 1, "ruthin")
    scene.state.spells.append(Spell("vacillating", 0, 1, "percy"))
    scene.movement(0)
    text = heading(WORDS.lexicon, view(scene.match.table, 1), NAMES)
    line = "**Percy** wavers: until the end of Anne’s turn he neither moves nor fights"
    assert line in text


def test_what_happens_to_who_is_silent_when_all_are_asked() -> None:
    scene = Scene(2, "classic+card_influence").noble("percy", 0, "york").noble("grey", 1, "14,17")
    scene.held(0, "X-INF").movement(0)
    kill_noble(scene.match.table, "grey", "battle")
    scene._note(scene.match._after())
    (prompt,) = [p for p in scene.match.prompts(0) if p.is_vote]
    assert WORDS.default(prompt, NAMES) == "If you have not answered by then, you play nothing."
