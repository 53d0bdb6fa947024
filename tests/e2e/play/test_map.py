"""`/map`: the whole board, a part of it, one's own moves, light, dark, in words; really drawn."""

from __future__ import annotations

from typing import Any

import pytest

from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import Outcome, text_of
from tests.e2e.conftest import CHANNEL, Room, is_ephemeral, said


@pytest.fixture
def room(drawing_room: Room) -> Room:
    """A room whose bot draws."""
    return drawing_room


def file_of(player: Player, outcome: Outcome) -> dict[str, Any]:
    """The one file of an answer that only the asker sees."""
    assert is_ephemeral(outcome)
    assert outcome.message is not None
    (file,) = player.current(outcome.message)["attachments"]
    found: dict[str, Any] = file
    return found


async def test_the_board_and_its_parts_light_and_dark(room: Room) -> None:
    alice = room.alice
    await room.start_game()
    whole = file_of(alice, await alice.slash(CHANNEL, "map"))
    # Below the board stand both lines of succession, and who lacks what to win.
    assert (whole["width"], whole["height"]) == (1600, 1894 + 3 * 40 + 34)
    dark = file_of(alice, await alice.slash(CHANNEL, "map", theme="dark"))
    assert (dark["width"], dark["description"]) == (1600, whole["description"])
    assert dark["size"] != whole["size"]
    regions = await alice.autocomplete(CHANNEL, "map", "area", "the wes")
    assert [each["name"] for each in regions] == ["The West Country"]
    west = await alice.slash(CHANNEL, "map", area=regions[0]["value"], theme="dark")
    assert file_of(alice, west)["description"].startswith("The West Country, squares C21 to O29.")
    london = file_of(alice, await alice.slash(CHANNEL, "map", area="London"))
    assert london["description"].startswith("Part of the map around London, squares O17 to W25.")


async def test_ones_own_moves_as_a_picture_and_in_words(room: Room) -> None:
    alice = room.alice
    await room.start_game()
    movers = await alice.autocomplete(CHANNEL, "map", "moves")
    session = await room.session()
    own = {n for n, noble in session.view(0).nobles.items() if noble.seat == 0}
    assert {each["value"] for each in movers} == own
    mover = movers[0]
    drawn = file_of(alice, await alice.slash(CHANNEL, "map", moves=mover["value"]))
    assert drawn["filename"] == "board.png"
    assert drawn["description"].startswith(mover["name"])
    told = await alice.slash(CHANNEL, "map", moves=mover["name"], text=True)
    assert is_ephemeral(told)
    assert told.message is not None
    assert text_of(told.message).startswith(mover["name"])
    assert "house-2.2" in text_of(told.message)
    # What somebody else asks about a noble that is not his tells nothing.
    foreign = await room.bob.slash(CHANNEL, "map", moves=mover["value"])
    assert is_ephemeral(foreign)
    assert foreign.message is not None
    assert not foreign.message.get("attachments")
    assert said(foreign).startswith("You ")
