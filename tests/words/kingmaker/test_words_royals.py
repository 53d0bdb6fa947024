"""What is said of Event cards about heirs and Kings, to the letter."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Event
from bot.rules.kingmaker import facts
from tests.words.kingmaker.test_words_classic import NAMES, words

ROYAL = words(
    "classic+advanced_cards+card_heir_escapes+card_pretender+card_royal_birth+card_royal_death+card_royal_hunt+card_royal_visit"
    "+card_treaty_france+card_treaty_scotland+lands_overseas"
)

LINES: list[tuple[Event, str]] = [
    (facts.ScotsWentHome(("durham", "raby")),
     "The Scots leave Durham and Raby: they are neutral. ‹ishkibibble-treatyscotland.2›"),
    (facts.ScotsWentHome(("newcastle",)),
     "The Scots leave Newcastle upon Tyne: it is neutral. ‹ishkibibble-treatyscotland.2›"),
    (facts.TreatyMade("continent", "henry"),
     "*Henry VI* makes a treaty with France. ‹ishkibibble-treatyfrance.1›"),
    (facts.TreatyEnded("scotland", "henry", "death"),
     "The treaty with Scotland is over. ‹ishkibibble-treatyscotland.4›"),
    (facts.HuntRolled(5, ("henry", "richard_york")),
     "The die shows 5: *Henry VI* and *Richard of York* hunt. ‹ishkibibble-hunt.2›"),
    (facts.HuntRolled(2, ("henry",)),
     "The die shows 2: *Henry VI* hunts. ‹ishkibibble-hunt.2›"),
    (facts.HuntRolled(6, ()),
     "The die shows 6: it rains, and nobody hunts. ‹ishkibibble-hunt.2›"),
    (facts.RodeAlong(("percy", "grey"), "14,11"),
     "**Percy** and **Grey** ride along to O12 forest. ‹ishkibibble-hunt.1›"),
    (facts.RoyalDeathRolled((3, 4), "henry", dies=True),
     "The dice show 3 and 4: *Henry VI*. ‹ishkibibble-death.1›"),
    (facts.RoyalDeathRolled((3, 4), "henry", dies=False),
     "The dice show 3 and 4: *Henry VI* is not alive, so nobody dies. ‹ishkibibble-death.2›"),
    (facts.HeirDied("henry", "natural"), "*Henry VI* dies in bed. ‹ishkibibble-death.1›"),
    (facts.HeirBorn("child_arthur", "york", "bristol", 2, 5),
     "The dice show 2 and 5: *Young Arthur* of York is born in Bristol. ‹ishkibibble-birth.2›"),
    (facts.PretenderRose("lambert_simnel", "lynn", 5, 10),
     "The die shows 5: a pretender, *Lambert Simnel*, rises in Lynn, with 10 troops near Lynn."
     " ‹ishkibibble-pretender.4›"),
    (facts.PretendersUnmasked(0, "X-PRV", ("lambert_simnel",)),
     "Anne unmasks *Lambert Simnel*. ‹ishkibibble-revealed.1›"),
    (facts.HeirDied("lambert_simnel", "unmasked"),
     "*Lambert Simnel* is put to death as a fraud. ‹ishkibibble-revealed.1›"),
    (facts.HeirEscaped("george", 1, "bristol"),
     "*George of Clarence* flees from Bob to Bristol. ‹ishkibibble-escape.1›"),
    (facts.EventIdle("X-RHU", "no_king"),
     "There is no King to hunt. ‹ishkibibble-hunt.1›"),
    (facts.EventIdle("E-RA01", "treaty"),
     "A treaty prevents it. ‹ishkibibble-treatyscotland.2›"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "line"), LINES)
def test_the_log(event: Event, line: str) -> None:
    assert ROYAL.tell_all([event], NAMES) == [line]
