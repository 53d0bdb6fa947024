"""What is looked up at a table is in force there: its rule book, its searches, its numbers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import cogs.rulebook
from bot.content import load_ledger
from bot.games import game_for, table_rules_for
from bot.rules.kernel import Match
from bot.session import Refused
from cogs.rulebook import Rules, _at_this_table, _chapter, _show_contents
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
