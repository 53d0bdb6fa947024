"""What is asked for by name: suggestions, and whose hand is meant."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.session import Refused, SeatInfo
from cogs.hand import Hand
from cogs.rulebook import _like

KNOWN = {"x_york": "Duke of Lancaster", "x_essex": "Earl of Essex", "london": "Yorkminster"}


def offered(typed: str) -> list[tuple[str, str | int | float]]:
    return [(each.name, each.value) for each in _like(KNOWN, typed)]


def test_suggestions_are_found_by_a_part_of_the_name_and_never_by_the_id() -> None:
    assert offered("essex") == [("Earl of Essex", "x_essex")]
    assert offered("OF E") == [("Earl of Essex", "x_essex")]
    # Not the duke, though his id holds it.
    assert offered("york") == [("Yorkminster", "london")]
    assert offered("x_york") == []
    # Names that begin so stand first; then by the alphabet.
    assert offered("e") == [
        ("Earl of Essex", "x_essex"),
        ("Duke of Lancaster", "x_york"),
        ("Yorkminster", "london"),
    ]


class Table(SimpleNamespace):
    """A running game at which everybody has the seat of this number."""

    def __init__(self, number: int) -> None:
        super().__init__(id=f"G{number}", channel_id=number, status="running", match=object())
        self.number = number
        self.seats: list[SeatInfo] = []
        self.presence = self.commands = self

    def seat_of(self, _: int) -> int:
        """The seat."""
        return self.number

    async def greet(self, _: int) -> None:
        """Somebody was here."""

    async def at_rest(self) -> None:
        """No command is ever under way."""


def asked(tables: list[Table], guild: int | None, channel: int) -> Any:
    """`/hand` by somebody who plays at these tables."""

    async def in_channel(number: int) -> Table | None:
        return next((each for each in tables if each.channel_id == number), None)

    async def games_of(_: int) -> list[Table]:
        return tables

    background = SimpleNamespace(keep=lambda work: work.close())
    desk = SimpleNamespace(in_channel=in_channel, games_of=games_of, background=background)
    return SimpleNamespace(
        client=SimpleNamespace(desk=desk),
        guild_id=guild,
        channel_id=channel,
        channel=None,
        user=SimpleNamespace(id=101),
    )


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, int]]:
    """How, of which game and of which seat a hand was sent."""
    found: list[tuple[str, str, int]] = []

    async def send(_: Any, session: Any, seat: int) -> bool:
        found.append(("dm", session.id, seat))
        return True

    async def show_hand(_: Any, session: Any, seat: int) -> None:
        found.append(("here", session.id, seat))

    async def show(*_: Any) -> None:
        pass

    monkeypatch.setattr("cogs.hand._send_hand", send)
    monkeypatch.setattr("cogs.hand.show_hand", show_hand)
    monkeypatch.setattr("cogs.hand.show", show)
    return found


async def test_who_plays_two_games_gets_the_hand_of_the_channels_game(
    sent: list[tuple[str, str, int]],
) -> None:
    tables = [Table(1), Table(2)]
    hand: Any = Hand.hand.callback
    await hand(Hand(), asked(tables, guild=5, channel=2))
    await hand(Hand(), asked(tables, guild=5, channel=1))
    assert sent == [("dm", "G2", 2), ("dm", "G1", 1)]
    with pytest.raises(
        Refused, match=r"several games\. Ask again in the channel you mean: <#1>, <#2>"
    ):
        await hand(Hand(), asked(tables, guild=None, channel=9))
    await hand(Hand(), asked(tables[1:], guild=None, channel=9))
    assert sent[2:] == [("here", "G2", 2)]
    with pytest.raises(Refused, match="not playing in any game"):
        await hand(Hand(), asked([], guild=None, channel=9))
