"""A whole stretch of play by the Ishkibibble rules, turn by turn, to the victory of the set."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Result
from tests.rules.kingmaker.royals.test_royal_lives import dice
from tests.rules.kingmaker.tale import Tale

EVERYBODY_ELSE = (
    *("margaret", "edward_lancaster", "edward_march", "edmund_rutland"),
    *("george", "richard_gloucester"),
)
IDLE = (
    *("burgundian_crossbowmen_1", "burgundian_crossbowmen_2", "flemish_crossbowmen_1"),
    *("flemish_crossbowmen_2", "saxons_1", "saxons_2", "scots_archers_1", "scots_archers_2"),
    *("le_michael", "le_nicholas"),
)
"""Crown cards that may be kept."""


class IshkibibbleTale(Tale):
    """A tale of a table that plays by these rules as they are now."""

    edition = 2


def rest(tale: Tale, seat: int, event: str) -> None:
    """The seat does nothing more in its turn; the next one draws this Event card."""
    tale.next_events(event)
    found: list[Any] = []
    while tale.state.active == seat and not tale.match.over and tale.asked(seat):
        (kind,) = tale.asked(seat)
        if kind not in ("movement", "combat", "parliament", "coronation", "keep_or_play"):
            break
        tale.play(seat, "keep" if kind == "keep_or_play" else "done")
        found += tale.events
    tale.events = found


@pytest.mark.rule(
    "base-14.1", "ishkibibble-basis.6", "ishkibibble-pretender.3", "ishkibibble-revealed.1"
)
def test_five_rounds_from_a_kept_card_to_the_last_king(monkeypatch: pytest.MonkeyPatch) -> None:
    """Percy crowns York and waits for Henry's death; a pretender stands in his way."""
    tale = IshkibibbleTale(2, "ishkibibble")
    tale.noble("percy", 0, "york", cards=("abp_york",), heirs=("richard_york",))
    tale.noble("courtenay", 1, "tiverton", heirs=("henry",)).dead(*EVERYBODY_ELSE)
    tale.next_crown(*IDLE).next_events("X-PRV")
    tale.turn(0)
    assert tale.state.factions[0].held == ["X-PRV"]

    # Round 1: Courtenay is told of a catastrophe, Percy goes on.
    rest(tale, 0, "X-CA2")
    assert tale.happened(facts.SpellBegan)
    rest(tale, 1, "E-WR01")

    # Round 2: York is crowned beside Henry; a pretender rises.
    while "coronation" not in tale.asked(0):
        tale.play(0, "done")
    tale.play(0, "crown", heir="richard_york")
    dice(monkeypatch, 1)
    rest(tale, 0, "X-PRE")
    (risen,) = tale.happened(facts.PretenderRose)
    pretender = risen.heir
    assert tale.state.pretenders == [pretender]
    rest(tale, 1, "E-WR02")

    # Round 3: it is no turn to win in, for Henry lives.
    assert tale.state.result is None
    rest(tale, 0, "E-WR03")
    rest(tale, 1, "E-WR04")

    # Round 4: Henry dies. York is the sole King, and yet the game goes on.
    rest(tale, 0, "E-WR05")
    tale.play(1, "kill_heir", heir="henry")
    assert tale.state.result is None
    rest(tale, 1, "E-WR06")

    # Round 5: the card that was kept all the time.
    assert tale.state.round == 5
    tale.play(0, "unmask")
    assert tale.happened(facts.PretendersUnmasked)[0].heirs == (pretender,)
    assert tale.state.result == Result((0,), "last_king")
