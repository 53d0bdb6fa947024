"""Who sits where by a moderator’s word, and who hears of it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games import default_ruleset
from bot.session import Refused
from cogs import moderator
from cogs.moderator import Mod
from cogs.ui.replies import whereabouts
from tests.cogs.moderating.doubles import (
    BEN,
    CAT,
    SIGNED,
    TOLD,
    WARDEN,
    WHY,
    Wing,
    deed,
    do,
)


@pytest.fixture
def ways_in(monkeypatch: pytest.MonkeyPatch, session: Any) -> list[tuple[str, Any, int]]:
    """Who was let into the channel and who was seen out, and how many deeds were done by then."""
    found: list[tuple[str, Any, int]] = []

    async def let_in(_: Any, who: Any) -> None:
        found.append(("in", who.id, len(session.moderator.done)))

    async def see_out(_: Any, who: Any) -> None:
        found.append(("out", who, len(session.moderator.done)))

    monkeypatch.setattr(moderator, "let_in", let_in)
    monkeypatch.setattr(moderator, "see_out", see_out)
    return found


@pytest.mark.parametrize(
    ("name", "about", "says"),
    [
        ("replace", {"user_id": CAT}, "gives **Ben**’s seat to <@103>."),
        ("computer", {}, "lets a computer play for **Ben**."),
        ("kick", {}, "takes **Ben** out of the game. `/game join` takes the seat."),
    ],
)
async def test_whoever_has_lost_a_seat_is_told_so_and_why(
    here: Any,
    server: Any,
    session: Any,
    answers: list[Any],
    ways_in: list[Any],
    name: str,
    about: dict[str, Any],
    says: str,
) -> None:
    cat = Wing(id=CAT, bot=False, display_name="Cat")
    session.moderator.deeds = [deed(name, about={"seat": 1, "was": "Ben", **about})]
    given = {"to": cat} if name == "replace" else {}
    await do(here, name, player="Ben", reason=WHY, **given)
    text = f"You are no longer playing in this game. <@{WARDEN}> {says} Reason: {WHY}"
    assert server.whispered == [(BEN, f"{whereabouts(session)}\n{text}")]
    # A computer is told nothing.
    session.seats[1] = session.seats[1].__class__(1, None, "Steward 1 (computer)", "steward")
    await do(here, name, player="1", reason=WHY, **given)
    assert len(server.whispered) == 1


async def test_a_seat_goes_to_somebody_else(
    here: Any, session: Any, answers: list[Any], ways_in: list[Any]
) -> None:
    session.moderator.deeds = [deed("replace", about={"seat": 1, "user_id": CAT})]
    cat = Wing(id=CAT, bot=False, display_name="Cat")
    await do(here, "replace", player="Ben", to=cat, reason=WHY)
    # Whoever comes is let in first, and whoever goes keeps the way until it is done.
    assert ways_in == [("in", CAT, 0), ("out", BEN, 1)]
    taken = {**SIGNED, "seat": 1, "user_id": CAT, "name": "Cat"}
    assert session.moderator.done == [("replace_player", taken)]
    assert answers == [("show", f"<@103> has the seat now, and gets a briefing. {TOLD}", [])]


async def test_from_a_computers_seat_nobody_is_seen_out(
    here: Any, session: Any, answers: list[Any], ways_in: list[Any]
) -> None:
    session.seats[1] = session.seats[1].__class__(1, None, "Steward 1 (computer)", "steward")
    cat = Wing(id=CAT, bot=False, display_name="Cat")
    await do(here, "replace", player="1", to=cat, reason=WHY)
    assert ways_in == [("in", CAT, 0)]


async def test_a_program_takes_no_seat(
    here: Any, session: Any, answers: list[Any], ways_in: list[Any]
) -> None:
    with pytest.raises(
        Refused, match=r"That is a bot’s account\. `/mod computer` seats a computer"
    ):
        await do(here, "replace", player="Ben", to=Wing(id=CAT, bot=True), reason=WHY)
    assert (ways_in, session.moderator.done) == ([], [])


@pytest.mark.parametrize(
    ("game", "settled", "given", "policy"),
    [
        ("kingmaker", {}, {}, "steward"),
        ("kingmaker", {}, {"policy": "Random"}, "random"),
        ("kingmaker", {"level": "easy"}, {"policy": "steward"}, "steward"),
        # Nobody named: one as the table has settled it, or of the usual level.
        ("kingmaker", {"level": "easy", "character": "merchant"}, {}, "squire+merchant"),
        ("lancaster", {}, {}, "chamberlain"),
    ],
)
async def test_a_computer_takes_a_seat(
    here: Any,
    session: Any,
    answers: list[Any],
    game: str,
    settled: dict[str, str],
    given: dict[str, str],
    policy: str,
) -> None:
    session.game, session.ruleset, session.options = game, default_ruleset(game), settled
    session.moderator.deeds = [deed("computer", about={"seat": 1})]
    await do(here, "computer", player="Ben", reason=WHY, **given)
    assert session.moderator.done == [("seat_computer", {**SIGNED, "seat": 1, "policy": policy})]
    assert answers == [("show", f"A computer player has the seat now. {TOLD}", [])]


@pytest.mark.parametrize(
    ("game", "listed"), [("kingmaker", "steward, random, strategist"), ("chess", "")]
)
async def test_a_computer_that_is_not_known_takes_none(
    here: Any, session: Any, answers: list[Any], game: str, listed: str
) -> None:
    session.game = game
    with pytest.raises(Refused) as refused:
        await do(here, "computer", player="Ben", reason=WHY, policy="m" * 61)
    assert refused.value.text == (f"No computer player is called “{'m' * 60}”. I have: {listed}.")
    assert session.moderator.done == []


def test_a_reason_is_wanted_and_kept_short() -> None:
    commands: Any = Mod.__cog_app_commands__
    reasons = [each for c in commands for each in c.parameters if each.name == "reason"]
    assert len(reasons) == 11
    asked = {(each.required, each.min_value, each.max_value) for each in reasons}
    assert asked == {(True, 1, 300)}
