"""What computers with a character say: one line a turn, made of what everybody has seen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

import cogs.lobby
from bot.games import game_for, policy_for, voices_of
from bot.rules.kernel import Dice, Event, Match
from bot.rules.kingmaker import facts
from bot.secrecy import other_world
from bot.selfplay import play_game
from bot.session import Refused, SeatInfo
from cogs.delivery.outbox import Delivery
from cogs.delivery.stories import ToldStep, TurnStory, spoken, turns_of
from cogs.lobby import HUSHED, SPEAKING, Lobby
from tests.cogs.conftest import HOST, MemorySession
from tests.cogs.delivery.test_delivery import Client
from tests.cogs.delivery.test_outbox import annes_move, events, voting

WAT, MAUD = "steward+warlike", "squire+courtier"
BEGINS = facts.TurnBegan(1, 3)
SIEGE = facts.SiegeLaid(1, "york", ("percy",), 120, 100)
CROWNED = facts.Crowned("henry", "london", 2)


def seated(game: Any) -> Any:
    """Anne, warlike Wat and Maud the courtier."""
    game.seats = [
        SeatInfo(0, 101, "Anne"),
        SeatInfo(1, None, "Steward Wat (computer)", WAT),
        SeatInfo(2, None, "Steward Maud (computer)", MAUD),
    ]
    return game


@pytest.fixture
def session() -> Any:
    return seated(annes_move())


def voices(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("-# **")]


def said_about(session: Any, *happened: Event, mark: Event = BEGINS) -> str | None:
    return spoken(session, mark, happened)


async def test_one_line_stands_in_the_message_of_the_turn(session: Any) -> None:
    client: Any = Client()
    delivery = Delivery(client)
    await delivery.deliver(session, [events(BEGINS, SIEGE, revision=4)], "n")
    (story,) = client.channel.sent
    (line,) = voices(story["content"])
    assert story["content"].splitlines()[-1] == line
    assert line.startswith("-# **Steward Wat**: “")
    assert "York" in line
    # The weightier takes its place as the turn goes on, and no message is added.
    await delivery.deliver(session, [events(CROWNED, revision=5)], "m")
    (story,) = client.channel.sent
    (line,) = voices(story["content"])
    assert line.startswith("-# **Steward Maud**: “")
    assert not story["allowed_mentions"].users


def test_an_heir_is_welcomed_when_he_comes_and_not_when_he_is_handed_on(session: Any) -> None:
    taken, handed = (facts.HeirTaken("henry", "percy", 1, handed) for handed in (False, True))
    assert "Henry VI" in (said_about(session, taken) or "")
    assert said_about(session, handed) is None


def test_nobody_welcomes_an_heir_whom_he_kills_in_the_same_turn(session: Any) -> None:
    taken, killed = facts.HeirTaken("henry", "percy", 1), facts.HeirDied("henry", "killed", 1)
    said = said_about(session, taken, killed)
    assert said is not None
    assert said == said_about(session, killed) != said_about(session, taken)


async def test_of_a_parliament_one_line_is_said_and_all_of_it_is_one_message() -> None:
    game: Any = seated(voting())
    client: Any = Client()
    motion = facts.Proposed(1, "title", "earl_kent", "clifford")
    against = facts.BallotClosed(("nay", "yea", "nay"), (10, 30), (2, 4), False)
    delivery = Delivery(client)
    counted = facts.VotesCounted((10, 20, 10), (2, 2, 2))
    called = facts.ParliamentCalled(0, "london")
    began = facts.TurnBegan(0, 3)
    await delivery.deliver(game, [events(began, called, counted, revision=4)], "n")
    for number in range(3):
        await delivery.deliver(game, [events(motion, against, revision=5 + number)], f"b{number}")
    (story,) = client.channel.sent
    assert len(voices(story["content"])) <= 1
    lines = story["content"].splitlines()
    mover = "**Steward Wat**"
    vote = [line for line in lines if line.startswith((f"{mover} moves", "The motion fails"))]
    assert vote == 3 * [
        f"{mover} moves that the title of Earl of Kent pass to **Clifford**.",
        f"The motion fails, Commons 10 to 30, Lords 2 to 4 (yea: {mover}; nay: **Anne** and "
        "**Steward Maud**).",
    ]


def test_people_and_computers_like_most_say_nothing(session: Any) -> None:
    assert said_about(session, facts.Crowned("henry", "london", 0)) is None
    session.seats[1] = SeatInfo(1, None, "Steward Wat (computer)", "steward")
    assert said_about(session, SIEGE) is None


def test_a_table_can_hush_them(session: Any) -> None:
    assert said_about(session, SIEGE) is not None
    session.options = {"voices": "off"}
    assert said_about(session, SIEGE) is None


def test_lines_of_an_occasion_come_in_turn(session: Any) -> None:
    known = voices_of("kingmaker")
    assert known is not None
    lines = known.lines["warlike"]["siege"]
    heard = [said_about(session, SIEGE, mark=facts.TurnBegan(1, n)) for n in range(3, 9)]
    assert len(set(heard)) == len(lines) == 3
    assert all(one != after for one, after in pairwise(heard))


def test_a_march_is_worth_a_line_every_third_round(session: Any) -> None:
    march = facts.EnteredPlace(1, ("percy",), "york")
    heard = [said_about(session, march, mark=facts.TurnBegan(1, n)) for n in range(3, 9)]
    assert [line is not None for line in heard] == [False, False, True] * 2


def test_what_only_some_have_seen_is_no_occasion(session: Any) -> None:
    secret = facts.RansomRefused("percy", 1, True, audience=(0, 1))
    assert said_about(session, secret) is None
    assert said_about(session, facts.RansomRefused("percy", 1, True)) is not None


def test_a_name_calls_nobody_and_is_no_markup(session: Any) -> None:
    session.seats[0] = SeatInfo(0, 101, "@everyone **X**")
    session.seats[1] = SeatInfo(1, None, "Steward Wat (computer)", "steward")
    attack = facts.AttackDeclared(0, 2, "J3", ("percy",), ("roos",), 80, 40)
    heard = [said_about(session, attack, mark=facts.TurnBegan(0, n)) for n in range(2)]
    assert all(line is not None for line in heard)
    assert not any("@everyone" in (line or "") or "**X" in (line or "") for line in heard)
    assert any("everyone" in (line or "") for line in heard)


def test_news_come_before_voices(session: Any) -> None:
    crowd = tuple(f"noble-{number}" for number in range(60))
    long = facts.Marched(1, crowd, "J3", "K3")
    turn = turns_of(session, [ToldStep(4, 4, (BEGINS, long, SIEGE))])
    text, _ = TurnStory(session, tuple(turn)).told
    assert len(text) <= 360


def twins(ruleset: str, seed: str) -> Iterator[tuple[Any, Any, list[Event]]]:
    """After each decision of a game: how it stands, the same with all that is hidden dealt anew,
    and the turn so far."""
    game = game_for("kingmaker", ruleset)
    players = [policy_for("kingmaker", one) for one in (WAT, MAUD, "merchant", "cautious")]
    record = play_game(game, 4, seed, players, {"rounds": "6"}, check=False)
    match, _ = Match.start(game, 4, seed, dict(record.options))
    luck, turn = Dice("other"), list[Event]()
    for number, (seat, choice) in enumerate(record.decisions):
        happened = [e for e in match.submit(seat, choice).events if e.visible_to(None)]
        for event in happened:
            turn = [event] if game.marks_turn(event) else [*turn, event]
        if happened and turn and game.marks_turn(turn[0]) and number % 3 == 0:
            other = other_world(match, None, luck)
            yield match, other, turn


def at(match: Match) -> Any:
    game: Any = MemorySession(match, ("Wat", "Maud", "Piers", "Odo"))
    game.ruleset = match.game.ruleset
    kinds = (WAT, MAUD, "steward+merchant", "steward+cautious")
    names = zip(game.seats, kinds, strict=True)
    game.seats = [SeatInfo(seat.number, None, seat.name, kind) for seat, kind in names]
    return game


@pytest.mark.parametrize(("ruleset", "seed"), [("house", "20"), ("classic", "18")])
def test_no_line_changes_with_what_is_hidden(ruleset: str, seed: str) -> None:
    heard = set()
    for match, other, (mark, *since) in twins(ruleset, seed):
        one, twin = spoken(at(match), mark, since), spoken(at(other), mark, since)
        assert one == twin
        heard.add(one)
        steps = [ToldStep(1, 1, (mark, *since))]
        told = [TurnStory(at(m), tuple(turns_of(at(m), steps))).told for m in (match, other)]
        assert told[0] == told[1]
    assert len(heard) > 10


@pytest.mark.parametrize(("switch", "answer"), [("off", HUSHED), ("on", SPEAKING)])
async def test_the_host_hushes_them_and_lets_them_speak(
    monkeypatch: pytest.MonkeyPatch, session: Any, switch: str, answer: str
) -> None:
    told: list[str] = []

    async def here(_: Any) -> Any:
        return session

    async def tell(_: Any, text: str) -> None:
        told.append(text)

    async def note_options(more: dict[str, str]) -> None:
        session.options = {**session.options, **more}

    monkeypatch.setattr(cogs.lobby, "session_here", here)
    monkeypatch.setattr(cogs.lobby, "tell", tell)
    session.lobby = SimpleNamespace(note_options=note_options)
    session.options = {"pace": "daily"}
    voices: Any = Lobby.voices.callback
    may = SimpleNamespace(manage_guild=False)
    host = SimpleNamespace(user=SimpleNamespace(id=HOST), guild_id=1, permissions=may)
    await voices(Lobby(), host, switch=switch)
    assert (told, session.options) == ([answer], {"pace": "daily", "voices": switch})
    assert (said_about(session, SIEGE) is None) == (switch == "off")
    stranger = SimpleNamespace(user=SimpleNamespace(id=9), guild_id=1, permissions=may)
    with pytest.raises(Refused):
        await voices(Lobby(), stranger, switch="off")
    assert told == [answer]
