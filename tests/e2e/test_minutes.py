"""Everything that people are shown in a few evenings, compared with what was kept.

The minutes stand in `fixtures`. After a change that is meant to change words or controls,
`python -m tests.tools.make_minutes` writes them anew: read the difference before you commit it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import msgspec
import pytest
import zstandard

from bot.games import game_for
from bot.rules.kernel import Choice, Match
from bot.sandbox.members.sight import buttons
from bot.session import GameSession
from bot.session.journal.record import play_over
from tests.e2e.conftest import CHANNEL, Room
from tests.e2e.minutes import KEPT, WRITING, Clerk, press_everything, type_everything
from tests.folders import fixtures_of
from tests.session.doubles import FakeClock

Json = dict[str, Any]
Scene = Callable[[Room, Clerk], Awaitable[None]]

GENERAL = (
    "about", "agree", "away", "bug", "digest", "forget", "game", "games", "guide", "hand",
    "help", "log", "map", "mod", "order", "orders", "pause", "privacy", "quiet", "replay",
    "status", "undo", "vote",
)  # fmt: skip
"""Commands that belong to no game."""

BEFORE_A_GAME = (
    *GENERAL, "card", "knight", "leaderboard", "mixes", "move", "place", "play", "profile",
    "resume", "rules", "season", "standings", "stats", "tables",
)  # fmt: skip
"""What is typed where nothing is played. Of the games' own commands two, for there they all answer
alike; `tests/cogs/test_every_command.py` types the others."""

WRECKS = (
    "game leave", "game end", "mod end", "mod kick", "mod computer", "mod replace", "forget me",
)  # fmt: skip
"""Commands after which there is not much left to look at."""

BEGINS = ("game play", "game start", "tutorial", "whatif")
"""Commands that let computers play: what they do comes in as many messages as it has time for."""

AT_WAR = ("alliance", "answer", "attack", "deal", "do", "odds", "play", "siege", "undo")
IN_PARLIAMENT = ("answer", "crown", "deal", "do", "draw", "parliament", "play", "undo", "vote")
OF_KNIGHTS = ("answer", "do", "hand", "knight", "map", "play", "reward", "standings", "vote")
"""Commands that answer otherwise in these positions than while one moves, or in another game."""

NOT_PRESSED = ("Do it for me", "Do the rest for me")
"""What a computer advises changes with the computer."""


@pytest.fixture(autouse=True)
def time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until when and how long does not depend on how quick the machine is."""
    clock = FakeClock()
    monkeypatch.setattr("bot.app.SystemClock", lambda: clock)


@pytest.fixture(autouse=True)
def one_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """A release changes nothing else that is said."""
    monkeypatch.setattr("bot.__version__", "1.2.3")


def its_card(room: Room) -> Callable[[], Json | None]:
    """Finds the card of the table as it is by now."""

    def find() -> Json | None:
        shown = [m for m in room.alice.messages(CHANNEL) if not m["flags"] & 64]
        return next((m for m in reversed(shown) if "Game " in str(m["components"])), None)

    return find


async def nobody_plays(room: Room, clerk: Clerk) -> None:
    """A channel without a game."""
    await type_everything(clerk, room.alice, *BEFORE_A_GAME, but=BEGINS)


async def a_table_is_set_up(room: Room, clerk: Clerk) -> None:
    """A lobby: what its host and somebody else can do there."""
    await clerk.slash(room.alice, "game new", seats=3)
    await type_everything(clerk, room.bob, *GENERAL, but=WRECKS)
    await type_everything(clerk, room.alice, *BEFORE_A_GAME, full=True, but=(*WRECKS, *BEGINS))
    await press_everything(clerk, room.alice, its_card(room), but=("Start",))
    for path in WRECKS[:2]:
        await clerk.slash(room.bob, path)
        await clerk.slash(room.alice, path)


Position = Callable[[Match], bool]


def kept(game: str) -> Iterator[Json]:
    """The games of three seats and more that stewards have played, the smallest first."""
    for file in sorted(fixtures_of(game).glob("*-[3-9]-steward.json.zst")):
        yield json.loads(zstandard.ZstdDecompressor().stream_reader(file.read_bytes()).read())


def begun(game: str, is_it: Position) -> tuple[Json, list[Json]]:
    """The first kept game that comes to a position, stopped there, and how it goes on."""
    for data in kept(game):
        for played in play_over(data, game_for(game, data["ruleset"])):
            if is_it(played.match):
                people = [{**seat, "policy": None, "name": "Cecily"} for seat in data["seats"][:3]]
                seats = people + data["seats"][3:]
                first, rest = data["decisions"][: played.number], data["decisions"][played.number :]
                return {**data, "seats": seats, "decisions": first, "result": None}, rest
    raise AssertionError("no game comes to the position that is wanted")


async def _goes_on(room: Room, data: Json) -> tuple[GameSession, list[int]]:
    """A kept game is taken in: Alice, Bob and Cecily play it."""
    cecily = room.sandbox.sandbox.world.find_person("Cecily")
    assert cecily is not None
    people = [int(each) for each in (room.alice.me["id"], room.bob.me["id"], cecily.id)]
    channel = room.alice.channel(CHANNEL)
    session = await room.bot.desk.new_games.bring_in(
        data,
        guild_id=int(channel["guild_id"]),
        channel_id=int(channel["id"]),
        host_id=people[0],
        people=dict(enumerate(people)),
    )
    return session, people


def offers(match: Match, seat: int, *verbs: str) -> bool:
    """Whether a seat is waited for, alone or first, and may do one of these things."""
    asked = [prompt for prompt in match.asked(seat) if prompt.blocking]
    found = {offer.verb for prompt in asked for offer in prompt.offers}
    return match.waiting_for()[:1] == [seat] and bool(found & set(verbs))


def typed(game: str, is_it: Position, *groups: str) -> Scene:
    """In a kept position every command (of these groups) is typed, with something in each of its
    options."""

    async def scene(room: Room, clerk: Clerk) -> None:
        await _goes_on(room, begun(game, is_it)[0])
        await clerk.look()
        await type_everything(clerk, room.alice, *groups, full=True, but=(*WRECKS, *BEGINS))

    return scene


def pressed(game: str, is_it: Position) -> Scene:
    """In a kept position every button is pressed, and what is asked is gone through."""

    async def scene(room: Room, clerk: Clerk) -> None:
        await _goes_on(room, begun(game, is_it)[0])
        await clerk.look()
        await press_everything(clerk, room.alice, its_card(room), but=NOT_PRESSED)
        await press_everything(clerk, room.bob, lambda: _last_direct(room), but=NOT_PRESSED)

    return scene


def _last_direct(room: Room) -> Json | None:
    return next((m for m in reversed(room.bob.private_messages()) if buttons(m)), None)


def evening(game: str, decisions: int) -> Scene:
    """A kept game is played again from its start; at each new question people look round."""

    async def scene(room: Room, clerk: Clerk) -> None:
        data, rest = begun(game, lambda _: True)
        session, people = await _goes_on(room, data)
        known: set[tuple[int, str]] = set()
        for decision in rest[:decisions]:
            assert session.match is not None
            seat, choice = decision["seat"], msgspec.convert(decision["choice"], Choice)
            asked = next((p.kind for p in session.match.asked(seat) if p.blocking), "")
            if seat < 2 and (seat, asked) not in known:
                known.add((seat, asked))
                clerk.lines += ["", f"# {asked}"]
                for path in ("help", "hand", "status"):
                    await clerk.slash((room.alice, room.bob)[seat], path)
            await session.submit(user_id=people[seat], choice=choice)
            await clerk.look()

    return scene


def moves(match: Match) -> bool:
    """Alice moves, some rounds into the game."""
    return match.position.state.round >= 3 and offers(match, 0, "march")


def besieges(match: Match) -> bool:
    """Alice could take a place or lay siege to it."""
    return offers(match, 0, "lay", "conclude")


def calls(match: Match) -> bool:
    """Alice could call Parliament."""
    return offers(match, 0, "call_parliament")


def votes(match: Match) -> bool:
    """Alice and Bob have ballots to cast."""
    return all(any(p.kind == "ballot" for p in match.asked(seat)) for seat in (0, 1))


def places(match: Match) -> bool:
    """Alice places a knight, in the second round."""
    asked = [prompt.kind for prompt in match.asked(0)]
    return match.position.state.round >= 2 and asked[:1] == ["place"]


SCENES: dict[str, Scene] = {
    "nobody-plays": nobody_plays,
    "a-table-is-set-up": a_table_is_set_up,
    "movement-typed": typed("kingmaker", moves),
    "movement-pressed": pressed("kingmaker", moves),
    "siege-typed": typed("kingmaker", besieges, *AT_WAR),
    "siege-pressed": pressed("kingmaker", besieges),
    "parliament-typed": typed("kingmaker", calls, *IN_PARLIAMENT),
    "parliament-pressed": pressed("kingmaker", calls),
    "ballot-typed": typed("kingmaker", votes, *IN_PARLIAMENT),
    "ballot-pressed": pressed("kingmaker", votes),
    "knights-typed": typed("lancaster", places, *OF_KNIGHTS),
    "knights-pressed": pressed("lancaster", places),
    "an-evening-of-kingmaker": evening("kingmaker", 70),
    "an-evening-of-lancaster": evening("lancaster", 60),
}


@pytest.mark.parametrize("name", SCENES)
async def test_what_everybody_is_shown(room: Room, name: str) -> None:
    clerk = Clerk(room)
    await SCENES[name](room, clerk)
    file = KEPT / f"{name}.txt"
    if os.environ.get(WRITING):
        file.write_text(clerk.text(), encoding="utf-8")
    told, kept = clerk.text().splitlines(), file.read_text(encoding="utf-8").splitlines()
    assert told == kept
