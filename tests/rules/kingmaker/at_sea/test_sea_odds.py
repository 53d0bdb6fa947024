"""What is told of a fight at sea before it is fought."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker.prospects import fights
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.stakes.fights import Teller
from tests.rules.kingmaker.at_sea.fleets import meeting


@pytest.mark.rule("ishkibibble-seacombat.3", "ishkibibble-seacombat.6")
def test_the_odds_of_a_fight_at_sea_are_told() -> None:
    scene = meeting(("le_swan", "le_rose"), ("le_nicholas",), aboard={"mowbray": "le_nicholas"})
    scene.combat(0)
    view = scene.match.view(0)
    found = fights(scene.offered(0, "attack_at_sea"), view, {})
    told = Teller(Lexicon(scene.content), view, ("Anne", "Bob").__getitem__).lines(found)
    assert told[0].startswith("Your ships (250) against Bob’s (200) in the Humber Mouth: ")
    assert "won" in told[0]
    assert "takes the ships of the beaten" in told[-1]
