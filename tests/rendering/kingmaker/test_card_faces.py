"""All that a card says stands on it, and nothing that these rules do not use."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games import game_for
from rendering.canvas.theme import theme_named
from rendering.kingmaker import card_faces
from rendering.kingmaker.card_faces import Face, card, crown_faces, event_face

RULESETS = ("house", "classic", "ishkibibble", "families")


def all_faces(ruleset: str) -> list[Face]:
    content = game_for("kingmaker", ruleset).content
    events = [event_face(content, each) for each in content.events.values()]
    return list(dict.fromkeys([*crown_faces(tuple(content.crown), content), *events]))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_card_tells_all_that_it_says(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, list[str]] = {}

    def written(_draw: Any, _at: Any, text: str, *_: Any) -> None:
        told[name].append(text)

    monkeypatch.setattr(card_faces, "draw_text", written)
    for face in all_faces(ruleset):
        name = face.name
        told[name] = []
        card(face, theme_named("light"))
        whole = " ".join(told[name])
        assert all(text in whole for text in (*face.lines, face.note)), (name, whole)


def test_odds_stand_on_the_cards_only_where_cards_decide_battles() -> None:
    by_table = {line for face in all_faces("house") for line in face.lines if "combat" in line}
    by_card = {line for face in all_faces("classic") for line in face.lines if "combat" in line}
    assert by_table == {"In combat: bad weather"}
    assert "In combat: 3 to 2" in by_card


def test_what_is_too_long_even_in_small_letters_ends_with_a_mark() -> None:
    face = Face("event", "Long", note="word " * 80)
    lines, whole = card_faces._laid(face, (80, 58, 340, 156), 15)
    assert not whole
    assert lines[-1].text.endswith("…")
    assert lines[-1].y <= 156
