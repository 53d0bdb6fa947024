"""The pictures that go with the news: what changed, and sheets; really drawn."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from bot.games import game_for, policy_for
from bot.rules.kernel import Choice, Event
from bot.rules.kingmaker import facts
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import buttons, text_of
from bot.selfplay import export_of, play_game
from bot.session.journal.record import play_over
from cogs.ui.replies import at_rest
from tests.e2e.conftest import CHANNEL, Room, is_ephemeral
from tests.e2e.prepared import finished


@pytest.fixture
def room(drawing_room: Room) -> Room:
    """A room whose bot draws."""
    return drawing_room


def first_with(fact: type[Event], after: int = 0) -> int:
    """After how many decisions of the kept game something has happened for the first time."""
    game = game_for("kingmaker", finished()["ruleset"])
    return next(
        played.number
        for played in play_over(finished(), game)
        if played.number > after and any(isinstance(e, fact) for e in played.outcome.events)
    )


def played_by_stewards(game: str, ruleset: str, seed: str, **options: str) -> dict[str, Any]:
    """A game of two seats, from beginning to end."""
    rules = game_for(game, ruleset)
    record = play_game(rules, 2, seed, [policy_for(game, "steward")], options, check=False)
    return export_of(record, rules)


async def take_in(
    room: Room, decisions: int, game: dict[str, Any] | None = None
) -> list[dict[str, Any]]:
    """Alice takes the first seat of the game after so many decisions; the decisions still to come.

    The rest of the game stays as it was played: both seats are people, so that nobody else plays.
    """
    data = json.loads(json.dumps(game or finished()))
    rest = data["decisions"][decisions:]
    data["decisions"], data["result"] = data["decisions"][:decisions], None
    for seat, name in zip(data["seats"], ("Alice", "Bob"), strict=True):
        seat.update(policy=None, name=name)
    alice, bob = int(room.alice.me["id"]), int(room.bob.me["id"])
    channel = room.alice.channel(CHANNEL)
    await room.bot.desk.new_games.bring_in(
        data,
        guild_id=int(channel["guild_id"]),
        channel_id=int(channel["id"]),
        host_id=alice,
        people={0: alice, 1: bob},
    )
    return rest


async def replay_on(room: Room, decisions: list[dict[str, Any]]) -> None:
    """Decide as it was decided, each time once all is told: one picture is made of what is told
    together."""
    session = await room.session()
    users = [int(room.alice.me["id"]), int(room.bob.me["id"])]
    for each in decisions:
        await room.look()
        await at_rest(session)
        choice = msgspec.convert(each["choice"], Choice)
        await session.submit(user_id=users[each["seat"]], choice=choice)


async def test_a_battle_gets_its_sheet_and_a_turn_the_picture_of_what_changed(room: Room) -> None:
    fought = first_with(facts.BattleRolled)
    over = first_with(facts.TurnBegan, after=fought)
    to_come = await take_in(room, fought - 4)
    await replay_on(room, to_come[: 4 + over - fought])
    await room.look()
    # A message shows one picture: of the battle and the assault the newer, and no board.
    (story,) = [each for each in room.bob.messages(CHANNEL) if files(each)]
    assert files(story) == ["battle.png"]
    assert " attacks " in text_of(story)
    assert story["attachments"][0]["description"].startswith("Assault on London")
    following = first_with(facts.TurnBegan, after=over)
    await replay_on(room, to_come[4 + over - fought : 4 + following - fought])
    turn = await room.alice.wait_for_message(lambda m: "changes.png" in files(m), channel=CHANNEL)
    (changes,) = turn["attachments"]
    assert changes["description"].startswith("What changed by round ")
    assert [each["label"] for each in buttons(turn)][-1] == "Whole board"
    assert not turn["flags"] & 64
    whole = await room.bob.press(turn, "Whole board")
    assert is_ephemeral(whole)
    assert whole.message is not None
    (board,) = whole.message["attachments"]
    assert (board["filename"], board["width"]) == ("board.png", 1600)


async def test_a_parliament_gets_its_sheet_when_it_is_dismissed(room: Room) -> None:
    dismissed = first_with(facts.ParliamentDismissed)
    to_come = await take_in(room, dismissed - 8)
    await replay_on(room, to_come[:7])
    await room.look()
    assert pictures(room.alice, "parliament.png") == []
    await replay_on(room, to_come[7:8])
    story = await room.alice.wait_for_message(
        lambda m: "parliament.png" in files(m), channel=CHANNEL
    )
    sheet = next(each for each in story["attachments"] if each["filename"] == "parliament.png")
    assert sheet["description"].startswith("Parliament at")


@pytest.mark.slow
async def test_the_other_game_shows_its_votes_its_war_and_its_end(room: Room) -> None:
    game = played_by_stewards("lancaster", "standard", "pictures")
    verbs = [decision["choice"]["verb"] for decision in game["decisions"]]
    last_vote = max(number for number, verb in enumerate(verbs) if verb in ("yes", "no"))
    await replay_on(room, await take_in(room, last_vote, game))
    await room.alice.wait_for_message(lambda m: "replay.webp" in files(m), channel=CHANNEL)
    shown = [name for message in room.bob.messages(CHANNEL) for name in files(message)]
    # Between them turns may end, with the picture of what they changed.
    shown = [name for name in shown if name != "changes.png"]
    # A sheet of another kind stands alone, and may come below what was told meanwhile.
    assert sorted(shown) == ["battle.png", "parliament.png", "replay.webp", "victory.png"]
    assert (shown[0], shown[-1]) == ("parliament.png", "replay.webp")
    assert all(len(files(message)) <= 1 for message in room.bob.messages(CHANNEL))
    (votes,) = pictures(room.bob, "parliament.png")
    assert votes["attachments"][0]["description"].startswith("Votes in Parliament.")
    whole = await room.bob.slash(CHANNEL, "map", area="england")
    assert whole.message is not None
    assert files(whole.message) == ["board.png"]


def files(message: dict[str, Any]) -> list[str]:
    """The names of a message's files."""
    return [each["filename"] for each in message["attachments"]]


def pictures(player: Player, name: str) -> list[dict[str, Any]]:
    """The public messages with a file of this name."""
    return [m for m in player.messages(CHANNEL) if name in files(m)]
