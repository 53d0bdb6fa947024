"""The sheet of a game's moments: what is on it, and what was worth more than other things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from bot.rules.kernel import Event
from bot.rules.kingmaker import facts
from rendering.canvas.blank_sheet import EDGE
from rendering.canvas.theme import LIGHT
from rendering.kingmaker.moments_sheet import _LEFT, _draw
from rendering.kingmaker.painter import KingmakerPainter
from tests.rules.kingmaker.scene import HOUSE

NAMES = ["Alice", "Bertrand", "Chloë"]
PAINTER = KingmakerPainter(HOUSE.content)

SMALL = (
    facts.TurnBegan(1, 2),
    facts.AttackDeclared(1, 2, "18,20", ("percy", "grey"), ("neville",), 50, 40),
    facts.AllianceMade(0, ("stanley",), 1, True),
    facts.BattleRolled(80, 40, "H", 40, "minor_victory"),
)
GREAT = (
    facts.TurnBegan(1, 5),
    facts.AttackDeclared(1, 0, "18,20", ("percy", "grey"), ("neville", "roos"), 150, 100),
    facts.BattleRolled(150, 100, "H", 40, "minor_victory"),
    facts.NobleDied("roos", 0, "battle"),
    facts.Captured(("neville",), 1),
)
CALLED_OFF = (
    facts.TurnBegan(2, 6),
    facts.AttackDeclared(2, 1, "18,20", ("talbot",), ("percy",), 500, 400),
    facts.AttackCancelled("weather"),
)
CROWNED = (
    facts.TurnBegan(2, 6),
    facts.Crowned("henry", "london", 2),
    facts.Crowned("margaret", "york", 1),
)
CANCELLED = facts.PactEnded(0, 2, "18,20", "cancelled", True)


def told(*parts: Sequence[Event]) -> Iterator[tuple[Event, Sequence[str]]]:
    return ((event, NAMES) for part in parts for event in part)


def test_the_moments_of_a_game_come_in_order() -> None:
    found = PAINTER.moments(told(SMALL, GREAT, CALLED_OFF, CROWNED, [CANCELLED]))
    assert [(moment.kind, moment.round) for moment in found] == [
        ("battle", 5), ("betrayal", 5), ("king", 6),
    ]  # fmt: skip
    battle, betrayal, king = found
    assert battle.events == GREAT[1:]
    # Alice had joined Bertrand, which counts for more than an alliance that was cancelled.
    assert betrayal.events == (GREAT[1],)
    assert king.events == (CROWNED[1],)


def test_other_betrayals_and_a_game_without_any() -> None:
    left = facts.NobleWonOver(seat=0, former=1, noble="percy", square="18,20")
    (moment,) = PAINTER.moments(told([facts.TurnBegan(0, 3), left, CANCELLED]))
    assert (moment.round, moment.events) == (3, (CANCELLED,))
    (moment,) = PAINTER.moments(told([facts.TurnBegan(0, 3), left]))
    assert moment.events == (left,)
    fought = facts.PactEnded(0, 2, "18,20", "fought")
    assert PAINTER.moments(told([facts.TurnBegan(0, 3), fought], CALLED_OFF)) == []
    with pytest.raises(ValueError, match="no great moments"):
        PAINTER.memories([])


def test_the_sheet_in_words() -> None:
    picture = PAINTER.memories(PAINTER.moments(told(SMALL, GREAT, CROWNED)))
    assert picture.alt == (
        "The greatest fight, round 5: Bertrand attacks Alice at S21 London: Percy and Grey (150) "
        "against Neville and Roos (100). Minor victory on a roll of 40. Dead: Roos. Captive: "
        "Neville. A betrayal, round 5: Bertrand attacks Alice at S21 London: Percy and Grey (150) "
        "against Neville and Roos (100). They had fought side by side. The first coronation, round "
        "6: Chloë has Henry VI crowned in London!"
    )
    assert picture.width == 1140


def test_what_stands_beside_the_words_stands_in_the_middle_of_its_column() -> None:
    pasted = list[tuple[float, float]]()
    page: Any = SimpleNamespace(
        theme=LIGHT,
        text=lambda *_: None,
        paste=lambda sprite, x, y: pasted.append((x, x + sprite.width)),
    )
    _, betrayal, king = PAINTER.moments(told(SMALL, GREAT, CROWNED))
    for moment, many in ((betrayal, 2), (king, 1)):
        pasted.clear()
        _draw(page, moment, [], 0, HOUSE.content)
        assert len(pasted) == many
        assert pasted[0][0] + pasted[-1][1] == EDGE + _LEFT
