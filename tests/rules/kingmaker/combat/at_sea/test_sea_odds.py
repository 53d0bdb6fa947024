"""What is told of a fight at sea before it is fought."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker.prospects.fights import fights
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.stakes.fights import Teller
from bot.words.kingmaker.stakes.questions import aimed
from tests.rules.kingmaker.combat.at_sea.fleets import meeting


@pytest.mark.rule("ishkibibble-seacombat.3", "ishkibibble-seacombat.6")
def test_the_odds_of_a_fight_at_sea_are_told() -> None:
    scene = meeting(("le_swan", "le_rose"), ("le_nicholas",), aboard={"mowbray": "le_nicholas"})
    scene.combat(0)
    view = scene.match.view(0)
    found = fights(scene.offered(0, "attack_at_sea"), view, {})
    told = Teller(Lexicon(scene.content), view, ("Anne", "Bob").__getitem__).lines(found)
    assert told[0].startswith("Your ships (250) against Bob’s (200) in the Humber Mouth: ")
    assert "win" in told[0]
    assert "takes the beaten ships" in told[-1]


@pytest.mark.rule("ishkibibble-seacombat.3", "ishkibibble-seacombat.6")
@pytest.mark.parametrize("reader", [None, 1])
def test_to_others_the_ships_are_those_of_whose_turn_it_is(reader: int | None) -> None:
    scene = meeting(("le_swan", "le_rose"), ("le_nicholas",), aboard={"mowbray": "le_nicholas"})
    scene.combat(0)
    names = ("Anne", "Bob").__getitem__
    offered = scene.offered(0, "attack_at_sea")
    own, others = (
        Teller(Lexicon(scene.content), view, names).lines(fights(offered, view, {}))
        for view in (scene.match.view(0), scene.match.view(reader))
    )
    theirs = own[0].replace("Your", "Anne’s")
    # On the public card each fight has a line, and nothing is said of what would become of it.
    assert others == ([f"• {theirs}"] if reader is None else [theirs, *own[1:]])


@pytest.mark.parametrize(
    ("theirs", "label"),
    [
        (("le_nicholas",), "Attack Le Nicholas at sea"),
        (("le_nicholas", "le_michael"), "Attack Le Nicholas and Le Michael at sea"),
    ],
)
def test_the_button_of_an_attack_at_sea_names_the_only_fleet(
    theirs: tuple[str, ...], label: str
) -> None:
    scene = meeting(("le_swan", "le_rose"), theirs)
    scene.combat(0)
    offered = scene.offered(0, "attack_at_sea")
    view, lex = scene.match.view(0), Lexicon(scene.content)
    assert aimed(lex, offered, view) == label
    three = meeting(("le_swan",), ("le_nicholas",), ("le_michael",))
    three.combat(0)
    assert aimed(lex, three.offered(0, "attack_at_sea"), three.match.view(0)) is None
