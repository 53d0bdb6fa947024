"""What a server keeps of rules: under a name, for all its tables, until it is removed."""

from __future__ import annotations

import pytest

from bot.session import Desk, Mix, Refused
from bot.session.servers import MOST
from tests.storage.databases import database_url

__all__ = ["database_url"]

ANN, BEN = 1, 2
HERE, THERE = 7, 8


async def keep(desk: Desk, name: str, ruleset: str = "plain", guild: int = HERE) -> Mix:
    """Ann keeps the toy's rules."""
    return await desk.mixes.keep(guild, game="toy", ruleset=ruleset, name=name, by=ANN)


async def test_a_mix_is_kept_and_found_by_its_server(desk: Desk) -> None:
    kept = await keep(desk, "  Friday   night ")
    assert (kept.game, kept.ruleset, kept.name, kept.kept_by) == (
        "toy",
        "plain",
        "Friday night",
        ANN,
    )
    assert await desk.mixes.of(HERE) == [kept]
    assert await desk.mixes.of(THERE) == []
    assert desk.mixes.at_hand(HERE) == []


async def test_what_cannot_be_kept_is_refused(desk: Desk) -> None:
    await keep(desk, "Friday")
    for name, ruleset, said in (
        ("", "plain", "A name needs 1 to 40 visible characters. Choose another one."),
        ("x" * 41, "plain", "A name needs 1 to 40 visible characters. Choose another one."),
        ("fRIDAY", "plain", "This server already keeps a mix called “fRIDAY”. Choose another "
         "name."),
        ("Sunday", "plain", "This server already keeps these rules, as “Friday”."),
        ("Sunday", "tea", "There is no game 'toy' with a rule set 'tea'."),
    ):  # fmt: skip
        with pytest.raises(Refused) as refused:
            await keep(desk, name, ruleset)
        assert refused.value.text == said
    assert len(await desk.mixes.of(HERE)) == 1
    await keep(desk, "Friday", guild=THERE)


async def test_who_kept_it_or_a_moderator_removes_it(desk: Desk) -> None:
    kept = await keep(desk, "Friday")
    with pytest.raises(Refused, match="Only the person who kept a mix, or a moderator"):
        await desk.mixes.remove(HERE, kept.id, by=BEN, manages=False)
    with pytest.raises(Refused, match="already gone"):
        await desk.mixes.remove(THERE, kept.id, by=ANN, manages=True)
    assert await desk.mixes.remove(HERE, kept.id, by=ANN, manages=False) == kept
    assert await desk.mixes.of(HERE) == []
    again = await keep(desk, "Friday")
    assert again.id != kept.id
    await desk.mixes.remove(HERE, again.id, by=BEN, manages=True)
    assert await desk.mixes.all_of(HERE) == []


async def test_a_mix_whose_rules_are_gone_is_listed_but_not_offered(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = await keep(desk, "Friday")

    def gone(game: str, ruleset: str) -> None:
        raise LookupError(ruleset)

    monkeypatch.setattr(desk.services.library, "game_for", gone)
    assert await desk.mixes.of(HERE) == []
    assert await desk.mixes.all_of(HERE) == [kept]


async def test_a_server_keeps_no_more_than_a_menu_shows(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.session.servers.MOST", 1)
    assert MOST == 15
    await keep(desk, "Friday")
    with pytest.raises(Refused, match="already has 1 mixes, the most it can keep"):
        await keep(desk, "Sunday", "rough")
