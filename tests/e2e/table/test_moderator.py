"""A moderator at the table: every deed with its reason, told, refused where it must be."""

from __future__ import annotations

import re
from typing import Any

from bot.rules.kernel import Choice
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import Outcome, text_of
from bot.sandbox.objects import Overwrite, Role
from tests.e2e.conftest import CHANNEL, Room, has_button, is_ephemeral, said, suggested
from tests.e2e.guest import Guest
from tests.e2e.play.test_refusals import assert_refused, nothing_changes
from tests.e2e.prepared import asks, before_ballot, before_parliament, take_in
from tests.waiting import PATIENCE

WHY = "a slip of the hand"


async def mod(room: Room, deed: str, by: Player | None = None, **options: Any) -> Outcome:
    """A moderator (Alice, who owns the server) does something; only he sees the answer."""
    outcome = await (by or room.alice).slash(CHANNEL, f"mod {deed}", options)
    assert outcome.modal is not None or is_ephemeral(outcome)
    return outcome


async def told(room: Room, *parts: str) -> dict[str, Any]:
    """Wait until Bob reads all of this in one message of the channel."""
    return await room.bob.wait_for_message(
        lambda m: all(part in text_of(m) for part in parts) and not m["flags"] & 64,
        channel=CHANNEL,
    )


async def say_why(room: Room, shown: dict[str, Any], label: str, reason: str = WHY) -> str:
    """Press the button that asks why, and hand the form in; what the moderator reads then."""
    form = await room.alice.press(shown, label)
    before = {m["id"]: text_of(m) for m in room.alice.messages(CHANNEL)}
    await room.alice.submit_modal(form, {"reason": reason}, channel=CHANNEL)

    def answers(message: dict[str, Any]) -> bool:
        new = before.get(message["id"]) != text_of(message)
        return bool(message["flags"] & 64) and new and bool(text_of(message))

    return text_of(await room.alice.wait_for_message(answers, channel=CHANNEL))


def page_of(outcome: Outcome) -> dict[str, Any]:
    """The message that the moderator alone was shown."""
    assert is_ephemeral(outcome)
    assert outcome.message is not None
    return outcome.message


async def playing(room: Room) -> Any:
    """A prepared game of Alice, Bob and a computer, at Alice's turn."""
    return await take_in(room, before_parliament())


def player_of(session: Any, seat: int) -> Any:
    return next(s for s in session.seats if s.number == seat)


# Who may


DEEDS: dict[str, dict[str, Any]] = {
    "pause": {"reason": WHY},
    "resume": {"reason": WHY},
    "extend": {"time": "1 day", "reason": WHY},
    "skip": {"player": "Alice", "reason": WHY},
    "undo": {"reason": WHY},
    "rewind": {"turn": "1"},
    "amend": {"step": "1"},
    "correct": {"what": "correct_kill"},
    "end": {"reason": WHY},
    "retract": {"reason": WHY},
    "replace": {"player": "Alice", "to": "Bob", "reason": WHY},
    "computer": {"player": "Alice", "reason": WHY},
    "kick": {"player": "Alice", "reason": WHY},
    "break-glass": {"player": "Alice", "reason": WHY},
    "audit": {},
    "export": {},
    "role": {},
    "seats": {},
}
NEEDS_REASON = sorted(deed for deed, options in DEEDS.items() if "reason" in options)


async def test_nobody_else_may_do_any_of_it(room: Room) -> None:
    await playing(room)
    group = await room.alice.wait_for_command("mod")
    assert {option["name"] for option in group["options"]} == set(DEEDS)
    async with nothing_changes(room):
        for deed, options in DEEDS.items():
            answer = await mod(room, deed, room.bob, **options)
            assert_refused(answer, "Only a moderator can do that", "`/mod role`")
        for focused in ("what", "which"):
            assert await room.bob.autocomplete(CHANNEL, "mod correct", focused) == []
        assert await room.bob.autocomplete(CHANNEL, "mod rewind", "turn") == []


async def test_a_role_may_moderate_once_it_is_named(room: Room) -> None:
    await playing(room)
    guild = next(iter(room.sandbox.sandbox.world.state.guilds.values()))
    wardens, clerks = (
        Role(id=str(9_000 + n), name=name) for n, name in enumerate(("Wardens", "Clerks"))
    )
    for role in (wardens, clerks):
        guild.roles[role.id] = role
        room.sandbox.sandbox.role_changed("GUILD_ROLE_CREATE", guild, role)
    guild.members[room.bob.me["id"]].roles.append(clerks.id)
    named = await mod(room, "role", role=wardens.id)
    assert said(named) == f"Anyone with the role <@&{wardens.id}> may moderate games here."
    assert_refused(await mod(room, "pause", room.bob, reason=WHY), "Only a moderator can do that")
    guild.members[room.bob.me["id"]].roles.append(wardens.id)
    assert "The game is paused" in said(await mod(room, "pause", room.bob, reason=WHY))
    assert_refused(await mod(room, "role", room.bob, role=clerks.id), "may manage this server")
    # Asking who it is changes nothing.
    assert said(await mod(room, "role")) == (
        "Anyone who may manage the server or the channel moderates games here, and so does anyone "
        f"with the role <@&{wardens.id}>. `/mod role role:` names another. "
        "`/mod role clear:True` clears it."
    )
    both = await mod(room, "role", role=clerks.id, clear=True)
    assert_refused(both, "Name a role or clear it, not both.")
    assert "The game goes on" in said(await mod(room, "resume", room.bob, reason=WHY))
    cleared = await mod(room, "role", clear=True)
    assert said(cleared) == "There is no longer a moderator role here."
    assert said(await mod(room, "role")) == (
        "Anyone who may manage the server or the channel moderates games here. No role is set yet: "
        "`/mod role role:` names one."
    )
    assert_refused(await mod(room, "pause", room.bob, reason=WHY), "Only a moderator can do that")


async def test_every_deed_wants_a_reason(room: Room) -> None:
    await playing(room)
    async with nothing_changes(room):
        for deed in NEEDS_REASON:
            answer = await mod(room, deed, **{**DEEDS[deed], "reason": "   "})
            assert_refused(answer, "Say why, in a few words")


async def test_there_has_to_be_a_game_and_such_a_player(room: Room) -> None:
    assert_refused(await mod(room, "pause", reason=WHY), "There is no game in this channel")
    await room.open_game(seats=2)
    assert_refused(await mod(room, "pause", reason=WHY), "not being played at the moment")
    assert_refused(
        await mod(room, "correct", what="correct_kill"), "not being played at the moment"
    )
    await room.alice.slash(CHANNEL, "game end")
    await room.alice.press(room.alice.last(CHANNEL), "Yes, end it")
    await playing(room)
    async with nothing_changes(room):
        for deed in ("skip", "kick", "computer", "break-glass", "extend"):
            answer = await mod(room, deed, **{**DEEDS[deed], "player": "Gandalf"})
            assert_refused(answer, "Nobody here is called “Gandalf”", "Alice, Bob, Steward 1")
        answer = await mod(room, "replace", player="7", to="Bob", reason=WHY)
        assert_refused(answer, "Nobody here is called “7”")


# Time


async def test_a_pause_is_told_and_ended(room: Room) -> None:
    session = await playing(room)
    assert "The game is paused" in said(await mod(room, "pause", reason=WHY))
    await told(room, f"<@{room.alice.me['id']}> pauses the game", f"Reason: {WHY}")
    async with nothing_changes(room):
        assert_refused(await mod(room, "pause", reason=WHY), "The game is already paused.")
        assert_refused(await room.alice.slash(CHANNEL, "do", action="done"), "The game is paused")
    assert said(await mod(room, "resume", reason=WHY)).startswith("The game goes on.")
    await told(room, "resumes the game", WHY)
    assert_refused(await mod(room, "resume", reason=WHY), "The game is not paused.")
    assert said(await mod(room, "retract", reason=WHY)).startswith("You have taken back the end")
    await told(room, "takes back the end of the pause")
    assert session.paused_at is not None


async def test_more_time(room: Room) -> None:
    data = {**before_parliament(), "options": {"pace": "daily"}}
    session = await take_in(room, data)
    (before,) = await session.clock.deadlines()
    assert_refused(
        await mod(room, "extend", time="a while", reason=WHY), "Say how long, for example"
    )
    assert_refused(await mod(room, "extend", time="90 days", reason=WHY), "at most sixty more days")
    assert_refused(
        await mod(room, "extend", time="1 day", player="Bob", reason=WHY), "No deadline is running"
    )
    await mod(room, "extend", time="1d 6 hours", player="Alice", reason=WHY)
    await told(room, "gives **Alice** 1 day and 6 hours more")
    (after,) = await session.clock.deadlines()
    assert (after.due - before.due).total_seconds() == 30 * 3600
    offered = await room.alice.autocomplete(CHANNEL, "mod extend", "time", "day")
    assert [each["value"] for each in offered] == ["1 day", "2 days", "3 days"]


async def test_a_question_is_answered_by_its_default(room: Room) -> None:
    session = await playing(room)
    assert_refused(
        await mod(room, "skip", player="Bob", reason=WHY), "The game is not waiting for this seat."
    )
    revision = session.revision
    answer = await mod(room, "skip", player="Alice", reason=WHY)
    assert said(answer).startswith("I have given the default answer.")
    await told(room, "answers for **Alice**", WHY)
    (skipped,) = await session.moderator.audit(1)
    assert (skipped.what, skipped.revision) == ("skip", revision + 1)
    assert skipped.about == {"seat": 0, "was": "Alice"}


# The course of the game


async def test_the_last_step_is_taken_back_and_brought_back(room: Room) -> None:
    session = await playing(room)
    before = session.view(0)
    await room.alice.slash(CHANNEL, "do", action="done")
    await mod(room, "undo", reason=WHY)
    await told(room, "takes back the last decision of **Alice**")
    # The computer's turn, which it would only make again, went back with it.
    assert session.waiting_for() == [0]
    assert session.view(0) == before


async def test_going_back_shows_first_what_is_lost(room: Room) -> None:
    session = await playing(room)
    # The computer would play on at once.
    await mod(room, "pause", reason=WHY)
    turns = await suggested(room.alice, "mod rewind", "turn")
    assert len(turns) >= 2
    assert not any(mark in turns[0]["name"] for mark in "*‹▸_")
    assert re.match(r"Round \d+: Alice’s turn · ", turns[0]["name"])
    newest = (await session.moderator.turns())[-1]
    assert turns[0]["value"] == str(newest.number)
    async with nothing_changes(room):
        assert_refused(await mod(room, "rewind", turn="last week"), "is not a turn")
        assert_refused(await mod(room, "rewind", turn="99999"), "No turn began there")
        shown = await mod(room, "rewind", turn=turns[1]["value"])
        assert "Back to this moment" in said(shown)
        assert "This would be lost:" in said(shown)
        assert "Standing orders are withdrawn" in said(shown)
        answer = await say_why(room, page_of(shown), "Rewind…", "  ")
        for part in ("Say why, in a few words",):
            assert part in answer
    was = session.match.save()
    assert (
        await say_why(room, page_of(shown), "Rewind…")
        == "You have taken the game back. `/mod retract` brings it forward again."
    )
    await told(room, "takes the game back to an earlier moment", WHY)
    assert session.match.save() != was
    await mod(room, "retract", reason=WHY)
    await told(room, "takes back the rewinding of the game")
    assert session.match.save() == was


async def test_a_preview_that_is_out_of_date_does_nothing(room: Room) -> None:
    await playing(room)
    turns = await suggested(room.alice, "mod rewind", "turn")
    shown = await mod(room, "rewind", turn=turns[1]["value"])
    await mod(room, "pause", reason=WHY)
    async with nothing_changes(room):
        answer = await say_why(room, page_of(shown), "Rewind…")
        assert "The game has moved on since you looked" in answer


async def test_the_game_is_ended_and_taken_up_again(room: Room) -> None:
    session = await playing(room)
    assert_refused(
        await mod(room, "export"), "hand it out only once the game has been played to its end"
    )
    await mod(room, "end", reason=WHY)
    await told(room, "ends the game", WHY)
    assert session.status == "over"
    assert_refused(await mod(room, "export"), "A game that was broken off can still be resumed")
    await mod(room, "retract", reason=WHY)
    await told(room, "takes back the end of the game")
    assert session.status == "running"


# Corrections


async def test_a_piece_is_moved_by_names(room: Room) -> None:
    session = await playing(room)
    whats = await room.alice.autocomplete(CHANNEL, "mod correct", "what", "move")
    assert [each["value"] for each in whats] == ["correct_move", "correct_phase"]
    assert whats[0]["name"].startswith("Move a piece — a noble")
    noble = sorted(session.view(None).nobles)[0]
    named = await room.alice.autocomplete(
        CHANNEL, "mod correct", "which", noble, what="correct_move"
    )
    assert named[0]["value"] == noble
    towns = await room.alice.autocomplete(
        CHANNEL, "mod correct", "to", "S21", what="correct_move", which=noble
    )
    assert any(each["value"] == "18,20" for each in towns)
    shown = await mod(room, "correct", what="correct_move", which=noble, to="18,20")
    assert "is put in the open at S21 London." in said(shown)
    assert "`/mod retract` takes it back" in await say_why(room, page_of(shown), "Correct…")
    assert session.view(None).nobles[noble].square == "18,20"
    await told(room, "corrects the position", f"Reason: {WHY}")
    await told(room, "is put in the open at S21 London")
    await mod(room, "retract", reason="it was right after all")
    await told(room, "takes back the correction")
    assert session.view(None).nobles[noble].square != "18,20"


async def test_a_correction_is_asked_for_step_by_step(room: Room) -> None:
    session = await playing(room)
    page = await mod(room, "correct", what="Kill somebody")
    assert "Who dies?" in said(page)
    menu = next(c for row in page_of(page)["components"] for c in row["components"])
    noble = sorted(session.view(None).nobles)[0]
    label = next(o["label"] for o in menu["options"] if o["value"] == "0")
    shown = await room.alice.choose(page_of(page), None, label)
    assert said(shown).splitlines()[1] == f"**{label}** dies."
    back = await room.alice.press(page_of(shown), "Back")
    assert "Who dies?" in said(back)
    again = await room.alice.choose(page_of(back), None, label)
    assert (await say_why(room, page_of(again), "Correct…")).startswith("✓ ")
    assert noble not in session.view(None).nobles
    await told(room, "corrects the position")


async def test_what_cannot_be_mended_is_refused_with_its_rule(room: Room) -> None:
    session = await playing(room)
    async with nothing_changes(room):
        assert_refused(
            await mod(room, "correct", what="correct_fate"), "I do not know that correction"
        )
        answer = await mod(room, "correct", what="correct_move", which="Gandalf")
        assert_refused(answer, "“Gandalf” is not a choice there")
        answer = await mod(room, "correct", what="correct_kill", which="percy", to="york")
        assert_refused(answer, "“Kill somebody” needs only “which”.")
        now = session.view(None).phase
        answer = await mod(room, "correct", what="correct_phase", which=now)
        assert_refused(answer, "already in that phase", "house-1.14 ·")


async def test_what_became_impossible_meanwhile_is_refused_too(room: Room) -> None:
    session = await playing(room)
    noble = sorted(session.view(None).nobles)[0]
    shown = await mod(room, "correct", what="correct_kill", which=noble)
    killed = Choice.of("correct_kill", piece=noble)
    await session.moderator.correct(by=7, reason=WHY, choice=killed)
    async with nothing_changes(room):
        answer = await room.alice.press(page_of(shown), "Correct…")
        assert_refused(answer, "the corrections you can make have changed")


# Who sits where


async def test_a_computer_takes_a_seat_and_the_person_gets_it_back(room: Room) -> None:
    session = await playing(room)
    answer = await mod(room, "computer", player="Bob", reason=WHY, policy="marvin")
    assert_refused(
        answer, "No computer player is called “marvin”. I have: steward, random, strategist."
    )
    await mod(room, "computer", player="Bob", reason=WHY)
    await told(room, "lets a computer play for")
    assert player_of(session, 1).policy == "steward"
    await mod(room, "retract", reason=WHY)
    assert player_of(session, 1).user_id == int(room.bob.me["id"])
    await mod(room, "kick", player="Bob", reason=WHY)
    await told(room, "out of the game", "`/game join` takes the seat")
    assert player_of(session, 1).free
    assert_refused(await mod(room, "kick", player="Bob", reason=WHY), "Nobody sits there.")


async def test_a_player_is_replaced_in_the_middle_of_a_vote(room: Room) -> None:
    session = await take_in(room, before_ballot())
    async with await Guest.connect(room.sandbox.base_url, "Cecily") as cecily:
        ballot = await room.bob.wait_for_private(lambda m: has_button(m, "Yea"))
        assert_refused(
            await mod(room, "replace", player="Bob", to="Alice", reason=WHY),
            "already has a seat in this game",
        )
        await mod(room, "replace", player="Bob", to="Cecily", reason=WHY)
        await told(room, f"to <@{cecily.me['id']}>", WHY)
        hers = await cecily.wait_for_private(lambda m: has_button(m, "Yea"))
        await cecily.wait_for_private(lambda m: "This seat is yours from now on" in text_of(m))
        assert_refused(await room.bob.press(ballot, "Yea"), "not playing in this game")
        await cecily.press(hers, "Nay")
        await cecily.wait_for_message(lambda m: "✓ You vote nay." in text_of(m))
        assert not asks(session, 1, "ballot")


async def test_the_way_into_the_channel_goes_with_the_seat(room: Room) -> None:
    session = await playing(room)
    world = room.sandbox.sandbox.world.state
    cecily = next(user for user in world.users.values() if user.global_name == "Cecily")
    view, manage = 1 << 10, 1 << 28
    channel = world.channels[room.alice.channel(CHANNEL)["id"]]
    channel.overwrites[cecily.id] = Overwrite(id=cecily.id, type=1, deny=view)
    bob = str(room.bob.me["id"])
    channel.overwrites[bob] = Overwrite(id=bob, type=1, allow=view)
    channel.overwrites[world.bot_id] = Overwrite(id=world.bot_id, type=1, allow=manage)
    heard = room.bot.wait_for("guild_channel_update", timeout=PATIENCE)
    room.sandbox.sandbox.announce_channel("CHANNEL_UPDATE", channel)
    await heard
    await mod(room, "replace", player="Bob", to="Cecily", reason=WHY)
    assert session.seat_of(int(cecily.id)) == 1
    assert channel.overwrites[cecily.id].allow & view
    assert not channel.overwrites[cecily.id].deny
    await room.alice.wait_until(lambda _: bob not in channel.overwrites)


async def test_a_newcomer_has_to_see_the_channel_and_be_a_person(room: Room) -> None:
    session = await playing(room)
    world = room.sandbox.sandbox.world.state
    cecily = next(user for user in world.users.values() if user.global_name == "Cecily")
    view = 1 << 10
    channel = world.channels[room.alice.channel(CHANNEL)["id"]]
    channel.overwrites[cecily.id] = Overwrite(id=cecily.id, type=1, deny=view)
    async with nothing_changes(room):
        answer = await mod(room, "replace", player="Bob", to="Cecily", reason=WHY)
        assert_refused(answer, f"<@{cecily.id}> cannot see this channel.", "try again")
        answer = await mod(room, "replace", player="Bob", to=world.bot_id, reason=WHY)
        assert_refused(answer, "That is a bot’s account. `/mod computer` seats a computer player.")
    del channel.overwrites[cecily.id]
    await mod(room, "replace", player="Bob", to="Cecily", reason=WHY)
    assert player_of(session, 1).user_id == int(cecily.id)
    # Whoever had the seat gets it back, with all that goes with it.
    await mod(room, "retract", reason=WHY)
    assert player_of(session, 1).user_id == int(room.bob.me["id"])


# Looking


async def test_broken_glass_is_told_and_shows_one_hand(room: Room) -> None:
    session = await playing(room)
    crown = session.rules.content.crown
    deck = session.match.position.state.crown_deck
    card = next(card for card in deck if crown[card].kind == "mercenary")
    deck.remove(card)
    session.match.position.state.factions[1].hand.append(card)
    await session.moderator.pause(by=7, reason=WHY)
    answer = await mod(room, "break-glass", player="Bob", reason=WHY)
    assert said(answer).startswith("### What **Bob** sees")
    assert len(page_of(answer)["attachments"]) == 1
    await told(room, "has looked at everything **Bob** sees", f"Reason: {WHY}")
    assert crown[card].name in said(answer)
    public = "\n".join(text_of(m) for m in room.bob.messages(CHANNEL) if not m["flags"] & 64)
    assert crown[card].name not in public
    # What was seen was seen: what is taken back is the deed before it.
    await mod(room, "retract", reason=WHY)
    await told(room, "takes back the pause")
    assert_refused(await mod(room, "retract", reason=WHY), "No moderator has done anything")


async def test_the_audit_lists_the_deeds(room: Room) -> None:
    await playing(room)
    assert said(await mod(room, "audit")) == "No moderator has done anything in this game."
    await mod(room, "pause", reason=WHY)
    await mod(room, "retract", reason="not now")
    lines = said(await mod(room, "audit")).splitlines()
    assert len(lines) == 2
    assert lines[0].endswith("takes back the pause. Reason: not now")
    assert lines[1].startswith("~~")
    assert lines[1].endswith("*taken back*")
    assert len(said(await mod(room, "audit", last=1)).splitlines()) == 1


async def test_the_card_is_put_up_anew(room: Room) -> None:
    session = await playing(room)
    before = session.status_message_id
    answer = said(await room.bob.slash(CHANNEL, "status"))
    assert answer == "Here is the table again, at the bottom of the channel."
    assert session.status_message_id != before
