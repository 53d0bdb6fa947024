"""How much of the bot a press sets to work."""

from __future__ import annotations

import pytest

from bot.sandbox.members.sight import text_of
from tests.e2e.conftest import Room, card, verb_id
from tests.e2e.play.test_panel import Hand
from tests.e2e.test_minutes import _goes_on, begun, moves
from tests.tools.press import Ran

pytestmark = pytest.mark.tools


async def test_naming_the_square_of_a_march_runs_little(room: Room) -> None:
    await _goes_on(room, begun("kingmaker", moves)[0])
    hand = Hand(room)
    shown = await card(room.alice, "What can I do?")
    await room.look()
    # The first press of all loads what every later one has at hand.
    await hand.press(shown, str(verb_id(shown, "march")))
    shown = await card(room.alice, "What can I do?")
    with Ran() as first:
        await hand.press(shown, str(verb_id(shown, "march")))
    await hand.pick("who", "Neville")
    await hand.now()
    with Ran() as square:
        await hand.pick("go", "N8 Bolton")
    with Ran() as told:
        said = text_of(await hand.now())
    assert said.startswith("✓ **Neville** marches to N8 Bolton.")
    print(f"\nMarch: {first}\nThe square: {square}\nWhat is told after it: {told}")
    print(square.most_called())
    # What they run today, with a little room. The first shows where all may go at once, too.
    for ran, modules, functions, calls in ((first, 50, 350, 2_800), (square, 116, 870, 3_550)):
        assert ran.modules <= modules
        assert ran.functions <= functions
        assert ran.calls.total() <= calls
