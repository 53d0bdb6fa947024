"""What a moderator is offered for mending tells nothing of anybody's hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from PIL import Image

from bot.games import GAMES, game_for
from bot.rules.kernel import Choice, Dice, IllegalChoice, Match
from bot.rules.kingmaker import facts
from bot.secrecy import other_world
from bot.session import Logged, Refused
from bot.session.past.rewind import Lost, Turn
from cogs.ui.choosing.forms import FORMS
from cogs.ui.controls import Press, press_of
from cogs.ui.corrections import (
    correct,
    correction_names,
    correction_values,
    corrections_of,
    preview_rewind,
)
from cogs.ui.names import names, plain_names
from cogs.ui.pictures import standings_foot
from cogs.ui.replies import words_of
from cogs.ui.status_card import status_card
from rendering.canvas.foot import with_foot
from rendering.canvas.theme import theme_named
from tests.cogs.conftest import MemorySession
from tests.cogs.ui.test_board_card import shown
from tests.rules.kingmaker.scene import Scene


def session(*hand: str) -> Any:
    """Anne and Ben in Anne's movement; Ben holds these cards."""
    scene = Scene(2).noble("percy", 0, "alnwick").noble("clifford", 1, "18,20")
    scene.hand(1, *hand).movement(0)
    made = MemorySession(scene.match)
    offered = scene.game.corrections(scene.match.table)
    made.moderator = SimpleNamespace(corrections=lambda: offered)  # type: ignore[attr-defined]
    return made


def offered(of: Any) -> dict[tuple[str, int, str], list[tuple[str, str]]]:
    """All that is suggested for every part of every correction."""
    found = {}
    for verb, way in corrections_of(of).items():
        first = way.offers[0].fields[0].candidates
        for number in range(len(way.names())):
            for typed in ("", "york", "kent", "hand"):
                values = correction_values(of, verb, number, [*first[:1], ""], typed)
                found[verb, number, typed] = [(each.name, str(each.value)) for each in values]
    return found


def test_suggestions_are_the_same_whatever_a_hand_holds() -> None:
    kent, essex = offered(session("earl_kent")), offered(session("earl_essex"))
    assert kent == essex
    assert ("Earl of Kent", "earl_kent") in [
        (name.split(" — ")[0], value) for name, value in kent["correct_card", 0, "kent"]
    ]
    hands = [value for _, value in kent["correct_card", 1, "hand"]]
    assert hands == ["hand:0", "hand:1"]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("noble", ["move", "card", "control", "heir", "kill", "revive"]),
        ("move a noble", ["move"]),
        ("siege", ["move"]),
        ("castle", ["control"]),
        ("Kill", ["kill"]),
        ("town", ["card", "control"]),
        ("office", ["card"]),
        ("king", ["heir", "kill"]),
        ("writ", ["event"]),
        # Nobody is left without a list.
        ("votes", ["move", "card", "control", "heir", "kill", "revive", "phase", "event"]),
    ],
)
async def test_a_correction_is_found_by_the_words_that_people_know(
    typed: str, found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    verbs = [f"correct_{each}" for each in found]
    here = session()
    assert [each.value for each in correction_names(here, typed)] == verbs
    shown: list[str] = []

    async def show(_: Any, text: str, **__: Any) -> None:
        shown.append(text.splitlines()[0])

    monkeypatch.setattr("cogs.ui.corrections.show", show)
    names = [each.name.split(" — ")[0] for each in correction_names(here, typed)]
    # Typed to the end without a look at the list, the only one that fits is begun.
    if len(found) == 1:
        await correct(cast(Any, None), here, typed)
        assert shown == [f"### {names[0]}"]
        return
    with pytest.raises(Refused) as refused:
        await correct(cast(Any, None), here, typed)
    many = f"“{typed}” could be any of these: {', '.join(names)}. Which one?"
    none = f"I do not know that correction. I know these: {', '.join(names)}."
    assert refused.value.text == (none if typed == "votes" else many)


def test_the_corrections_have_names() -> None:
    named = [each.name.split(" — ")[0] for each in correction_names(session(), "")]
    assert named == [
        "Move a piece",
        "Place a card",
        "Set who controls a place",
        "Hand an heir over",
        "Kill somebody",
        "Bring somebody back",
        "Set the phase",
        "Place an Event card",
    ]
    assert [each.name for each in correction_names(session(), "hand an heir")] == [
        "Hand an heir over — or a King: another noble takes him and keeps him"
    ]
    assert correction_values(session(), "correct_fate", 0, [], "") == []
    assert correction_values(session(), "correct_kill", 1, ["percy"], "") == []


def test_before_the_game_has_begun_nothing_can_be_mended() -> None:
    made = session()
    made.moderator = SimpleNamespace(corrections=list)
    with pytest.raises(Refused, match="You cannot correct anything just now"):
        corrections_of(made)


@pytest.mark.parametrize("secret_steps", [0, 1])
async def test_a_preview_tells_nothing_of_steps_done_in_secret(secret_steps: int) -> None:
    async def turns() -> list[Turn]:
        return [Turn(9, datetime(2026, 1, 1, tzinfo=UTC), facts.TurnBegan(0, 1), 7)]

    async def lost(to: int) -> Lost:
        return Lost(to, secret_steps, None, ())

    made = session()
    made.moderator = SimpleNamespace(turns=turns, preview_rewind=lost)
    with pytest.raises(Refused, match="The game is at that point now"):
        await preview_rewind(SimpleNamespace(), made, 7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("lost_lines", "left_out"), [(2, None), (12, None), (13, "1 more line"), (20, "8 more lines")]
)
async def test_a_preview_shows_the_newest_of_what_would_be_lost(
    monkeypatch: pytest.MonkeyPatch, lost_lines: int, left_out: str | None
) -> None:
    told: list[str] = []

    async def turns() -> list[Turn]:
        return [Turn(9, datetime(2026, 1, 1, tzinfo=UTC), facts.TurnBegan(0, 1), 7)]

    async def lost(to: int) -> Lost:
        begun = tuple(facts.TurnBegan(0, n + 2) for n in range(lost_lines))
        return Lost(to, 1, None, (Logged(8, datetime(2026, 1, 1, tzinfo=UTC), 0, begun),))

    async def tell(_: Any, text: str, **__: Any) -> None:
        told.append(text)

    made = session()
    made.moderator = SimpleNamespace(turns=turns, preview_rewind=lost)
    monkeypatch.setattr("cogs.ui.corrections.tell", tell)
    await preview_rewind(SimpleNamespace(), made, 7)  # type: ignore[arg-type]
    words, who = words_of(made), names(made)
    all_lines = words.tell_all([facts.TurnBegan(0, n + 2) for n in range(lost_lines)], who)
    assert len(all_lines) == lost_lines
    more = [] if left_out is None else [f"• {left_out} of the log"]
    assert told[0].splitlines() == [
        "### Take the game back",
        f"Back to this moment, <t:1767225600:R>: {words.tell(facts.TurnBegan(0, 1), who)}",
        "**This would be lost:**",
        *more,
        *(f"• {line}" for line in all_lines[-12:]),
        "Standing orders are withdrawn. The table is told, with your reason.",
    ]


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("inside york", "### Correct the position"),
        ("Atlantis*", "⚠️ “Atlantis\\*” is not a choice here."),
        ("York", "⚠️ “York” could be any of these: P10 York, Inside York. Which one?"),
    ],
)
async def test_one_square_of_many_is_found_by_its_name(
    typed: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = session()
    here.moderator.try_out = tried_out
    shown: list[tuple[str, list[Any]]] = []

    async def show(_: Any, text: str, *, view: discord.ui.View) -> None:
        shown.append((text, list(view.children)))

    async def moderated(_: Any, press: Press) -> Any:
        return here

    monkeypatch.setattr("cogs.ui.corrections.show", show)
    monkeypatch.setattr("cogs.ui.corrections.moderated", moderated)
    who: Any = SimpleNamespace(user=SimpleNamespace(id=50))
    await correct(who, here, "correct_move", "percy")
    (button,) = [
        each for each in shown.pop()[1] if getattr(each.item, "label", "") == "Find it by name…"
    ]
    press = press_of(button.item.custom_id.replace("b.", "m.", 1))
    field = {"component": {"custom_id": "name", "value": typed}}
    await FORMS["mfind"](who, press, {"components": [field]})
    ((text, _),) = shown
    assert line in text
    # What is few enough to be looked over has no such button.
    await correct(who, here, "correct_move")
    assert not [
        each for each in shown[1][1] if getattr(each.item, "label", "") == "Find it by name…"
    ]


async def tried_out(choice: Any, by: int) -> None:
    """It would do."""


# How everybody stands, on the card and below the map: it tells nothing hidden, and has room.


EVERY_GAME = [(game, ruleset) for game, rulesets in GAMES.items() for ruleset in rulesets]
LONGEST = "W" * 32
"""As long as Discord lets a name be, and as wide."""


def seated(match: Match, name: str, ruleset: str, seats: int) -> Any:
    """A session over a match, whose players have the longest names."""
    session = MemorySession(match, tuple(f"{LONGEST[:-1]}{seat}" for seat in range(seats)))
    session.game, session.ruleset = name, ruleset
    return session


def positions(name: str, ruleset: str, seats: int, decisions: int) -> Iterator[Match]:
    """A game in which everything is chosen at random, looked at again and again."""
    match, _ = Match.start(game_for(name, ruleset), seats, "standings", {"rounds": "12"})
    chance = random.Random(5)
    for number in range(decisions):
        if match.over or not match.waiting_for():
            break
        if number % 12 == 0:
            yield match
        seat = match.waiting_for()[0]
        offers = list(match.asked(seat)[0].offers)
        chance.shuffle(offers)
        _take_one(match, seat, offers)
    yield match


def _take_one(match: Match, seat: int, offers: list[Any]) -> None:
    """Choose the first of these offers that is taken as its first candidates stand."""
    for offer in offers:
        args = {field.name: next(field.selections()) for field in offer.fields}
        try:
            match.submit(seat, Choice(offer.verb, {k: v for k, v in args.items() if v}))
        except IllegalChoice:
            continue
        return
    raise AssertionError("none of the offers was taken")


@pytest.mark.parametrize(("name", "ruleset"), EVERY_GAME)
def test_other_secrets_give_the_same_card_and_the_same_foot(name: str, ruleset: str) -> None:
    luck, compared = Dice("other"), 0
    for match in positions(name, ruleset, 3, 100):
        other = other_world(match, None, luck)
        here, there = (seated(each, name, ruleset, 3) for each in (match, other))
        assert here.standings() == there.standings()
        assert standings_foot(here) == standings_foot(there)
        assert shown(status_card(here)) == shown(status_card(there))
        compared += here.match.save() != there.match.save()
    assert compared > 3, "worlds with other secrets were compared"


@pytest.mark.parametrize(("name", "ruleset"), EVERY_GAME)
def test_a_full_table_of_the_longest_names_has_room(name: str, ruleset: str) -> None:
    seats = max(game_for(name, ruleset).seat_range)
    for match in positions(name, ruleset, seats, 60):
        session = seated(match, name, ruleset, seats)
        lines = words_of(session).at_a_glance(
            session.view(None), session.standings(), plain_names(session)
        )
        assert len(lines) <= 3 + seats
        assert len(shown(status_card(session))[0]) <= 4_000
        assert len(standings_foot(session)) == len(lines)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_foot_of_a_full_table_is_drawn(theme: str) -> None:
    *_, match = positions("kingmaker", "house", 7, 60)
    image = Image.new("RGB", (1600, 10)).quantize()
    foot = standings_foot(seated(match, "kingmaker", "house", 7))
    assert with_foot(image, foot, theme_named(theme)).height > 10 + 40 * len(foot)
