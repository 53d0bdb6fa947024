"""What is said of cards that call a fight off or force it, to the letter."""

from __future__ import annotations

import pytest

from bot.content.in_force import table_rules
from bot.games import game_for
from bot.rules.kernel import Event, Prompt
from bot.rules.kingmaker import facts
from bot.words.kingmaker.words import KingmakerWords

RULES = "classic+card_evade+card_force"
NAMES = ["Anne", "Bob", "Cecily"].__getitem__
WORDS = KingmakerWords(game_for("kingmaker", RULES).content, table_rules(RULES))
SIDES = {"square": "13,20", "strength": "100", "opposed": "50"}

TOLD: list[tuple[Event, str]] = [
    (facts.BattleEvaded(1, "13,20"),
     "Bob plays “Evade Battle” at N21 (open country). ‹ishkibibble-evade.1›"),
    (facts.BattleForced(2, "13,20"),
     "Cecily plays “Force Battle” against the weather: another card decides. "
     "‹ishkibibble-force.1›"),
    (facts.BattleForced(2, "13,20", evaded=True),
     "Cecily plays “Force Battle” against the evasion: another card decides. "
     "‹ishkibibble-force.1›"),
    (facts.AttackCancelled("evaded"), "The fight is called off. ‹ishkibibble-evade.1›"),
    (facts.Marched(1, ("mowbray",), "13,20", "12,20", "evasion"),
     "Bob: **Mowbray** slips away from N21 (open country) to M21 Berkeley. "
     "‹ishkibibble-evade.2›"),
]  # fmt: skip

ASKED = [
    ("evade", {},
     "Forces have met at N21 (open country), 100 against 50. If you hold “Evade Battle”, you "
     "may call the fight off: the weaker force leaves."),
    ("force", {"why": "weather"},
     "The weather holds up the combat at N21 (open country), 100 against 50. If you hold "
     "“Force Battle”, you may force the fight after all."),
    ("force", {"why": "evaded"},
     "The fight at N21 (open country) is evaded, 100 against 50. If you hold “Force Battle”, "
     "you may force the fight after all."),
    ("slip_away", {},
     "The fight at N21 (open country) is evaded. Where does your force go?"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "told"), TOLD)
def test_the_log(event: Event, told: str) -> None:
    assert WORDS.tell(event, NAMES) == told


@pytest.mark.parametrize(("kind", "more", "text"), ASKED)
def test_what_is_asked(kind: str, more: dict[str, str], text: str) -> None:
    prompt = Prompt(0, kind, (), facts=SIDES | more)
    assert WORDS.ask(prompt, NAMES) == text
