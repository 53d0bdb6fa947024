"""How well computers play and what they are like, as a table settles it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.games import GAMES, usual_player
from bot.session import Refused
from bot.session.receipts import SeatInfo
from bot.session.seating import computer_name
from cogs.ui.opening import computers
from cogs.ui.opening.computers import (
    characters_like,
    computers_chosen,
    computers_line,
    levels_like,
    next_computer,
)
from cogs.ui.opening.page import _menus
from cogs.ui.opening.plan import Plan


def table(game: str = "kingmaker", **options: str) -> Any:
    """A lobby with a person and a courtier."""
    seats = [SeatInfo(0, 1, "Ann"), SeatInfo(1, None, "Odo", "steward+courtier")]
    return SimpleNamespace(game=game, id="T1", options=options, seats=seats)


def test_the_usual_computers_are_left_out_of_the_options() -> None:
    assert computers_chosen("kingmaker", None, None) == {}
    assert computers_chosen("kingmaker", "Normal", "") == {}
    assert computers_chosen("kingmaker", "easy", "LOT") == {"level": "easy", "character": "lot"}
    for level, character in (("heroic", None), (None, "idle")):
        with pytest.raises(Refused):
            computers_chosen("kingmaker", level, character)


def test_who_sits_down_is_as_the_table_has_settled_it_or_as_is_asked() -> None:
    assert next_computer(table(), None, None) == "steward"
    assert next_computer(table(level="easy", character="merchant"), None, None) == "squire+merchant"
    assert next_computer(table(level="easy"), "normal", "warlike") == "steward+warlike"
    assert next_computer(table(character="lot"), None, None) != "steward+courtier"
    for level, kind in ((None, "chamberlain"), ("easy", "squire"), ("hard", "strategist")):
        assert next_computer(table("lancaster"), level, None) == kind
    with pytest.raises(Refused):
        next_computer(table("lancaster"), "heroic", "cautious")
    assert next_computer(table("lancaster"), "hard", "merchant") == "strategist+merchant"


def test_one_of_the_usual_level_sits_down_where_nobody_asks_for_another() -> None:
    usual = {game: usual_player(game) for game in (*GAMES, "chess")}
    assert usual == {"kingmaker": "steward", "lancaster": "chamberlain", "chess": ""}
    assert next_computer(table("lancaster")) == "chamberlain"


def test_the_card_tells_of_computers_out_of_the_usual() -> None:
    assert computers_line(table()) == ""
    told = computers_line(table(level="easy", character="lot"))
    assert told == "Computers: easy. Computers’ character: at random."


def test_the_page_asks_where_there_is_a_choice() -> None:
    asked = {field for field, _, _ in _menus(Plan.fresh())}
    assert {"level", "character"} <= asked
    plan = Plan.fresh().with_picked("level", "1").with_picked("character", "3")
    assert (plan.options()["level"], plan.options()["character"]) == ("easy", "warlike")
    assert Plan.unpacked(plan.packed()) == plan
    elsewhere = plan.with_picked("game", "lancaster")
    assert (elsewhere.level, elsewhere.character) == (1, 3)
    assert elsewhere.options()["character"] == "warlike"
    assert {"level", "character"} <= {field for field, _, _ in _menus(elsewhere)}
    assert "level" not in Plan.fresh().options()
    with pytest.raises(Refused):
        Plan.unpacked(plan.packed().replace("*1*", "*x*"))


async def test_suggestions_are_those_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    who: Any = SimpleNamespace(namespace=SimpleNamespace(game=None))
    monkeypatch.setattr(computers, "session_at_hand", lambda _: table())
    assert [c.value for c in await levels_like(who, "")] == ["normal", "easy", "hard"]
    assert [c.name for c in await characters_like(who, "RANDOM")] == ["At random"]
    who.namespace.game = "Lancaster"
    assert [c.name for c in await characters_like(who, "war")] == ["Warlike"]
    who.namespace.game = "chess"
    assert await characters_like(who, "") == []


def test_a_computer_is_called_by_its_character() -> None:
    seats = [SeatInfo(0, 1, "Ann")]
    assert computer_name(seats, 1, "steward+cautious", ("Wat", "Odo")) == (
        "Odo the Cautious (computer)"
    )
    assert computer_name(seats, 1, "squire", ("Wat", "Odo")) == "Squire Odo (computer)"
