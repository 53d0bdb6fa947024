"""What is looked up at a table is in force there: its rule book, its searches, its numbers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import cogs.rulebook
from bot.content import load_ledger
from bot.games import game_for, table_rules_for
from bot.rules.kernel import Match
from bot.session import Refused, SeatInfo
from cogs.hand import Hand
from cogs.rulebook import Rules, _at_this_table, _chapter, _like, _show_contents
from cogs.ui.controls import Press
from tests.cogs.conftest import MemorySession


class Shown(SimpleNamespace):
    """What was put into the private message."""

    text: str
    view: Any
    files: list[Any]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Shown]:
    """All that was shown."""
    found: list[Shown] = []

    async def show(_: Any, text: str, *, view: Any = None, files: Any = ()) -> None:
        found.append(Shown(text=text, view=view, files=list(files)))

    monkeypatch.setattr(cogs.rulebook, "show", show)
    return found


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> MemorySession:
    """The table of the channel: the house rules, without a limit for the hand."""
    match, _ = Match.start(game_for("kingmaker", "house+no_hand_limit"), 2, "seed", {})
    session = MemorySession(match)
    session.ruleset = "house+no_hand_limit"

    async def here(_: Any) -> Any:
        return session

    monkeypatch.setattr(cogs.rulebook, "session_here", here)
    return session


def asking() -> Any:
    """Somebody who asks."""
    client = SimpleNamespace(ledger=load_ledger())
    return SimpleNamespace(client=client, guild_id=1, channel_id=2, channel=None)


def parts(view: Any) -> dict[str, Any]:
    """The controls below a text, by label or question."""
    controls = [child.item for child in view.children]
    return {getattr(c, "label", None) or c.placeholder: c for c in controls}


async def test_the_rule_book_of_a_table(table: MemorySession, shown: list[Shown]) -> None:
    session: Any = table
    await _show_contents(asking(), session)
    lines = shown[0].text.splitlines()
    count = len(table_rules_for("kingmaker", "house+no_hand_limit").rules)
    assert lines[:2] == [
        "### House rules, with no hand limit",
        f"{count} rules are in force at this table. The file has them all.",
    ]
    assert lines[2].startswith("**Setting up** · ")
    (file,) = shown[0].files
    assert file.filename == "rules-of-this-table.txt"
    text = file.fp.read().decode()
    assert "\nbase-3.6  " in text
    assert "\nhouse-5.1  " not in text
    menu = parts(shown[0].view)["Read a part"]
    assert len(menu.options) == len(lines) - 2


async def test_a_part_is_read_page_by_page(
    table: MemorySession, shown: list[Shown], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def found(*_: Any) -> Any:
        return table

    monkeypatch.setattr(Press, "session", found)
    await _chapter(asking(), Press("chapter", "ABC123", (), ("draw",)))
    assert shown[-1].text.startswith("### Drawing a card\n**house-2.6a** Draw one Crown card: ")
    await _chapter(asking(), Press("chapter", "ABC123", (), ("parliament",)))
    first = shown[-1]
    assert first.text.startswith("### Parliament\n")
    assert "-# Page 1 of " in first.text
    turn = parts(first.view)["▶"]
    assert turn.custom_id == "b.chapter:ABC123:parliament:1"
    await _chapter(asking(), Press("chapter", "ABC123", ("parliament", "1")))
    assert "-# Page 2 of " in shown[-1].text
    assert len(shown[-1].text) < 2_000
    await _chapter(asking(), Press("chapter", "ABC123", ()))
    assert shown[-1].text.startswith("### House rules, with no hand limit")
    with pytest.raises(Refused, match="earlier moment"):
        await _chapter(asking(), Press("chapter", "ABC123", ("tea", "0")))


async def test_a_search_finds_what_is_in_force_here(
    table: MemorySession, shown: list[Shown]
) -> None:
    search: Any = Rules.search.callback
    await search(Rules(), asking(), "hand limit")
    found = shown[-1].text
    assert "base-3.6" in found
    assert "house-5.1 " not in found
    assert "ishkibibble" not in found
    await search(Rules(), asking(), "ambush", "base")
    assert "base-18.1" in shown[-1].text
    with pytest.raises(Refused) as refused:
        await search(Rules(), asking(), "ambush force enemy square")
    assert refused.value.text == (
        "No rule at this table contains “ambush force enemy square”. Try fewer or different words."
    )


def test_a_number_shows_what_stands_for_it_here() -> None:
    ledger = load_ledger()
    house = table_rules_for("kingmaker", "house")
    assert _at_this_table(ledger.get("house-5.1"), house).startswith("**house-5.1 · ")
    assert _at_this_table(ledger.get("base-3.6"), house).startswith(
        "-# base-3.6 is not in force at this table. Here this applies instead:\n**house-5.1 · "
    )
    assert _at_this_table(ledger.get("lancaster-6.1b"), house).startswith(
        "-# ⚠ Not in force at this table.\n**lancaster-6.1b · "
    )
    classic = table_rules_for("kingmaker", "classic")
    assert _at_this_table(ledger.get("base-18.1"), classic).startswith(
        "-# ⚠ Not in force at this table. The ambush is an option that the classic rules leave "
        "out.\n**base-18.1 · "
    )


async def test_numbers_are_suggested_of_this_table(table: MemorySession) -> None:
    who = asking()
    who.client.desk = SimpleNamespace(at_hand_in=lambda _: table)
    rules: Any = Rules()
    values = [each.value for each in await rules._numbers(who, "base-3.")]
    assert "base-3.6" in values
    assert [each.value for each in await rules._numbers(who, "house-5.1")][:1] != ["house-5.1"]
    # Without a game all rules are.
    who.client.desk = SimpleNamespace(at_hand_in=lambda _: None)
    assert [each.value for each in await rules._numbers(who, "house-5.1")][:1] == ["house-5.1"]


# What is asked for by name: suggestions, and whose hand is meant.


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
