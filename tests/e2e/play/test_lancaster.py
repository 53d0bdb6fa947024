"""Lancaster over sockets: the second game by the same machinery, with its own commands."""

from __future__ import annotations

from typing import Any

from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import buttons, selects, text_of
from bot.session import GameSession
from cogs.ui.choosing.public_questions import sealed_question
from cogs.ui.replies import at_rest
from tests.e2e.conftest import CHANNEL, Room, card, is_ephemeral, said, suggested
from tests.e2e.play.test_turn import follow
from tests.e2e.prepared import advance_to, asks


async def seated(room: Room) -> GameSession:
    """Alice, Bob and a computer have begun a game of Lancaster."""
    opened = await room.alice.slash(CHANNEL, "game new", game="lancaster", seats=3)
    assert is_ephemeral(opened)
    await card(room.alice, "Join")
    await room.seat_bob()
    await room.add_computer()
    await room.alice.press(await card(room.alice, "Start"), "Start")
    await room.alice.wait_for_message(lambda m: "The game begins!" in text_of(m), channel=CHANNEL)
    return await room.session()


async def to_placing(room: Room, seat: int = 0) -> GameSession:
    """The same, at a seat's turn to place a knight."""
    await seated(room)
    return await advance_to(room, lambda session: asks(session, seat, "place"))


async def to_the_ballot(room: Room) -> GameSession:
    """The same, at the vote on the first law, with nobody's vote cast but the computer's."""
    await seated(room)
    session = await advance_to(room, lambda s: asks(s, 0, "vote") and asks(s, 1, "vote"))
    for player in (room.alice, room.bob):
        await player.wait_until(lambda p: len(ballots(p)) == 1)
    await room.look()
    await at_rest(session)
    return session


def ballots(player: Player) -> list[dict[str, Any]]:
    """The ballots in a member's direct messages that can still be cast."""
    return [m for m in player.private_messages() if labels(m) == ["Vote yes", "Vote no"]]


def labels(message: dict[str, Any]) -> list[Any]:
    """The labels of a message's buttons."""
    return [each.get("label") for each in buttons(message)]


async def test_knights_are_placed_by_command_and_by_button(room: Room) -> None:
    session = await to_placing(room)
    alice = room.alice
    counties = await alice.autocomplete(CHANNEL, "knight county", "county", knight="1")
    assert counties
    nobodys = await alice.slash(CHANNEL, "knight castle", knight="1", house="ally")
    assert said(nobodys) == "“ally” does not fit this choice now. Leave it out."
    placed = await alice.slash(
        CHANNEL, "knight county", knight="1", county=counties[0]["value"], squires="0"
    )
    assert is_ephemeral(placed)
    assert said(placed).startswith("✓ Your strength-1 knight takes ")
    held = session.view(None).counties[counties[0]["value"]]
    assert (held.side, held.knight, held.squires) == (0, 1, 0)
    await advance_to(room, lambda s: asks(s, 0, "place"))
    turn = await card(alice, "Send into the castle")
    assert labels(turn)[:3] == ["Take a county", "Send into the castle", "Send to a conflict"]
    begun = await alice.press(turn, "Send into the castle")
    assert begun.message is not None
    assert is_ephemeral(begun)
    done = await follow(alice, begun.message, "✓")
    assert text_of(done).startswith("✓ Your strength-")
    assert len(session.view(None).houses[0].castle) == 1


async def test_a_command_of_another_game_is_sent_away_kindly(room: Room) -> None:
    session = await to_placing(room)
    revision = session.revision
    for command in ("move march", "siege lay", "draw keep"):
        refused = await room.alice.slash(CHANNEL, command)
        assert is_ephemeral(refused)
        assert said(refused) == (
            f"`/{command}` belongs to Kingmaker, but this is a game of Lancaster. Its own "
            "commands are `/knight` · `/vote` · `/reward`. `/help` shows what you can do now."
        )
    abstains = await room.alice.slash(CHANNEL, "vote abstain")
    assert said(abstains) == "You cannot abstain in this game. Use `/vote yea` or `/vote nay`."
    early = await room.alice.slash(CHANNEL, "vote yea")
    assert "lancaster-" in said(early)
    assert await room.alice.autocomplete(CHANNEL, "move march", "nobles") == []
    assert session.revision == revision


async def test_votes_are_sealed_with_their_markers(room: Room) -> None:
    session = await to_the_ballot(room)
    question = sealed_question(session)
    assert question is not None
    before = await card(room.bob, "Cast your vote")
    (ballot,) = ballots(room.alice)
    assert "Yes or no?" in text_of(ballot)
    markers = session.view(0).houses[0].votes
    assert markers > 0
    asked = await room.alice.press(ballot, "Vote yes")
    shown = await room.alice.wait_for_private(lambda m: bool(selects(m)))
    assert asked.state == "done"
    assert text_of(shown).startswith("### Vote yes\n-# “Spoils of Harfleur”: ")
    menu = selects(shown)[0]
    assert [o["value"] for o in menu["options"]] == [str(n) for n in range(markers + 1)]
    # Another votes while Alice still thinks about her markers; nobody can tell.
    too_many = await room.bob.slash(CHANNEL, "vote nay", markers="99")
    assert "at most the voting markers you have" in said(too_many)
    voted = await room.bob.slash(CHANNEL, "vote nay", markers="0")
    assert said(voted).startswith("✓ You vote no.")
    await room.look()
    assert room.alice.current(before) == before
    again = await room.bob.slash(CHANNEL, "vote yea")
    assert "is sealed" in said(again)
    await room.alice.choose(shown, menu["custom_id"], ["1"])
    await room.alice.wait_for_message(lambda m: "✓ You vote yes with 1 voting marker" in text_of(m))
    told = await room.bob.wait_for_message(
        lambda m: "yes: " in text_of(m) and "Alice" in text_of(m), channel=CHANNEL
    )
    assert "no: " in text_of(told)
    assert session.view(None).houses[0].votes == markers - 1
    # The next law's ballots come to all, to the last voter too; everybody is called.
    for player in (room.alice, room.bob):
        await player.wait_until(
            lambda p: any("Harfleur" not in text_of(ballot) for ballot in ballots(p))
        )
    called = await room.bob.wait_for_message(
        lambda m: "each of you" in text_of(m), channel=CHANNEL, after=told
    )
    alice, bob = room.alice.me["id"], room.bob.me["id"]
    assert f"<@{alice}> and <@{bob}>, each of you has something to decide." in text_of(called)


async def test_rewards_are_taken_by_command(room: Room) -> None:
    await seated(room)
    session = await advance_to(room, lambda s: asks(s, 0, "county"))
    revision = session.revision
    space = await room.alice.slash(CHANNEL, "reward castle", done=True)
    assert "First settle " in said(space)
    assert session.revision == revision
    taken = await room.alice.slash(CHANNEL, "reward county", take="reward")
    assert said(taken).startswith("✓ You take the reward.")
    assert session.revision > revision


async def test_a_hand_is_what_lies_behind_the_screen(room: Room) -> None:
    session = await to_placing(room)
    hand = await room.alice.press(await card(room.alice, "My hand"), "My hand")
    assert is_ephemeral(hand)
    own, public = session.view(0).houses[0], session.view(None).houses[0]
    assert (own.gold, own.squires) != (None, None)
    assert (public.gold, public.squires) == (None, None)
    assert "Your hand" in said(hand)
    shown = await room.bob.slash(CHANNEL, "faction", player="Alice")
    assert f"{own.gold} gold" not in said(shown)


async def test_a_game_of_three_is_played_to_its_end(room: Room) -> None:
    await seated(room)
    session = await advance_to(room, lambda s: s.status == "over")
    assert session.view(None).round == 5
    told = await room.bob.wait_for_message(
        lambda m: "the game!" in text_of(m) and "The seed of all draws" in text_of(m),
        channel=CHANNEL,
    )
    names = [seat.name.split(" (")[0] for seat in session.seats]
    assert all(names[seat] in text_of(told) for seat in session.view(None).result.winners)
    over = await room.bob.wait_for_message(
        lambda m: "The game is over." in text_of(m), channel=CHANNEL
    )
    assert labels(over) == ["Map", "Keep the story", "Play again"]


async def test_a_moderator_mends_it_by_the_same_commands(room: Room) -> None:
    session = await to_placing(room)
    alice = room.alice
    whats = await alice.autocomplete(CHANNEL, "mod correct", "what", "points")
    (what,) = [each["value"] for each in whats]
    refused = await alice.slash(CHANNEL, "mod correct", what=what, to="12")
    assert said(refused) == "Say “which” as well. Or leave both out, and I will ask you for them."
    shown = await alice.slash(CHANNEL, "mod correct", what=what, which="Bob", to="12")
    assert shown.message is not None
    form = await alice.press(shown.message, "Correct…")
    await alice.submit_modal(form, {"reason": "a slip"}, channel=CHANNEL)
    await room.bob.wait_for_message(lambda m: "Reason: a slip" in text_of(m), channel=CHANNEL)
    assert session.view(None).houses[1].points == 12
    turns = await suggested(alice, "mod rewind", "turn")
    assert len(turns) >= 1
    answer = await alice.slash(CHANNEL, "mod retract", reason="it was right")
    assert said(answer).startswith("You have taken back the correction.")
    assert session.view(None).houses[1].points != 12


async def test_a_question_of_it_may_be_answered_beforehand(room: Room) -> None:
    session = await to_placing(room)
    offered = await room.alice.autocomplete(CHANNEL, "order give", "what")
    assert "default-place" in [each["value"] for each in offered]
    page = await room.alice.slash(CHANNEL, "order give", what="default-place", times=1)
    assert "what happens by default; once." in said(page)
    assert page.message is not None
    await room.alice.press(page.message, "Give the order")
    await room.alice.wait_for_message(
        lambda m: "One of your standing orders has answered for you: " in text_of(m)
    )
    assert await session.orders.of(int(room.alice.me["id"])) == []
    assert not asks(session, 0, "place")
