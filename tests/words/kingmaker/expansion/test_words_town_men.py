"""What a town card says of the men it gives: in suggestions, hands and pictures."""

from __future__ import annotations

import pytest

from bot.content import load_content
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.odds import assault_text, battle_text
from rendering.kingmaker.card_faces import crown_faces
from rendering.kingmaker.painter import KingmakerPainter
from tests.rules.kingmaker.battlefield import FIELD
from tests.rules.kingmaker.combat.by_card.field import meeting
from tests.rules.kingmaker.combat.by_card.test_siege_by_card import TOWN, before

NAMES = ["Anne", "Bob"].__getitem__
FROM_TOWNS = "50 of the attackers’ troops come from their towns. ‹ishkibibble-men.1›"


@pytest.mark.rule("ishkibibble-men.1", "ishkibibble-men.2", "ishkibibble-men.3")
def test_a_town_card_says_how_many_men_it_gives() -> None:
    content = load_content("classic+town_men")
    facts = Lexicon(content).card_facts("town_bristol")
    assert facts == ["city", "+30 in attack on the mainland", "garrison 300"]
    cards = ("town_bristol", "town_coventry", "town_carisbrooke")
    faces = crown_faces(cards, content)
    assert [face.extra for face in faces] == ["+30 in attack", "+20 in attack", ""]


@pytest.mark.rule("ishkibibble-men.1")
def test_where_towns_give_none_no_card_speaks_of_them() -> None:
    content = load_content("classic")
    assert Lexicon(content).card_facts("town_bristol") == ["city", "garrison 300"]
    assert [face.extra for face in crown_faces(("town_bristol",), content)] == [""]


@pytest.mark.rule("ishkibibble-men.1", "ishkibibble-men.2")
@pytest.mark.parametrize("ruleset", ["classic+town_men", "house+town_men"])
def test_the_odds_of_a_siege_say_how_many_are_men_of_towns(ruleset: str) -> None:
    party = ["percy", "mowbray"]
    scene = before(TOWN, tuple(party), ruleset=ruleset)
    scene.give("percy", "town_bristol").give("mowbray", "town_coventry").combat(0)
    lexicon, view = Lexicon(scene.content), scene.match.view(0)
    lines = assault_text(lexicon, view, TOWN, party, NAMES).splitlines()
    assert (
        lines[1] == "Anne’s **Percy** and **Mowbray** (200) against a defence of 200: garrison 200"
    )
    assert lines[2] == FROM_TOWNS
    assert lines[3].endswith("enough. ‹house-6.2a›" if ruleset[0] == "h" else "enough. ‹base-10.3›")
    assert scene.offered(0, "lay" if ruleset[0] == "h" else "conclude")


@pytest.mark.rule("ishkibibble-men.1", "ishkibibble-men.2")
def test_the_odds_of_a_battle_and_its_sheet_tell_them() -> None:
    scene = meeting(("percy",), ("mowbray",), ruleset="classic+town_men")
    scene.give("percy", "town_bristol", "town_coventry").give("mowbray", "town_ipswich").combat(0)
    view = scene.match.view(0)
    lines = battle_text(Lexicon(scene.content), view, FIELD, ["percy"], ["mowbray"], NAMES)
    told = lines.splitlines()[1:3]
    assert told == ["Anne’s **Percy** (150) against Bob’s **Mowbray** (50)", FROM_TOWNS]
    names = ("Anne", "Bob")
    sheet = KingmakerPainter(scene.content).fights(view, scene.match.prompts(0), names)
    assert sheet is not None
    said = "You with Percy and 50 men of the towns, 150 troops against Bob with Mowbray, 50 troops"
    assert said in sheet.alt
