"""The lesson over sockets: advice beside the buttons, a goal, the next chapter, the way out."""

from __future__ import annotations

from bot.app import Bot
from bot.games import lessons_of
from bot.rules.kernel import Choice
from bot.rules.kernel.game import LESSON
from bot.sandbox.members.player import Player
from bot.sandbox.members.sight import buttons, selects, text_of
from bot.sandbox.objects import Permission
from bot.session import GameSession
from cogs.ui.opening.lesson import LAST_WORDS
from cogs.ui.replies import at_rest
from tests.e2e.conftest import CHANNEL, Room, bot_at, has_button, is_ephemeral, said

FIRST, SECOND = lessons_of("kingmaker")[:2]


def thread_of(player: Player) -> str:
    """The private thread of a lesson."""
    (found,) = [c["id"] for c in player.channels.values() if c.get("name", "").endswith("tutorial")]
    return str(found)


async def chapter(bot: Bot, thread: str, key: str) -> GameSession:
    """The game of a chapter, at rest."""
    session = await bot.desk.in_channel(int(thread))
    assert session is not None
    await at_rest(session)
    assert session.options[LESSON] == key
    return session


async def card(player: Player, thread: str, *texts: str) -> dict[str, object]:
    """The newest message with buttons of a lesson, once it says all this."""

    def found(p: Player) -> list[dict[str, object]]:
        shown = [m for m in p.messages(thread) if has_button(m, "Leave the lesson")]
        return [m for m in shown[-1:] if all(text in text_of(m) for text in texts)]

    await player.wait_until(lambda p: bool(found(p)))
    return found(player)[-1]


async def walk(bot: Bot, thread: str, key: str) -> None:
    """Make the choices that the chapter means."""
    session = await chapter(bot, thread, key)
    (mine,) = [one for one in lessons_of("kingmaker") if one.key == key]
    for move in mine.way:
        await session.submit(user_id=session.host_id, choice=Choice.of(move.verb, **move.args))
        await at_rest(session)


async def test_from_chapter_to_chapter_and_out(room: Room) -> None:
    alice = room.alice
    begun = await alice.slash(CHANNEL, "tutorial")
    assert is_ephemeral(begun)
    thread = thread_of(alice)
    assert said(begun) == f"🎓 Your lesson starts in <#{thread}>. It takes about ten minutes."
    assert not any(c.get("name", "").endswith("tutorial") for c in room.bob.channels.values())
    again = await alice.slash(CHANNEL, "tutorial")
    assert said(again).startswith(f"Your lesson is under way in <#{thread}>.")

    goal, advice = FIRST.goal.say, FIRST.advice[0].said(lambda _: "March")
    shown = await card(alice, thread, f"🎓 1 of 8 · {FIRST.title}", goal, advice)
    assert has_button(shown, "March")
    await walk(room.bot, thread, FIRST.key)
    shown = await card(alice, thread, f"✅ {FIRST.done}")
    assert goal not in text_of(shown)

    # What is left behind tells nothing and can't be pressed any more.
    await alice.press(shown, "Next chapter")
    shown = await card(alice, thread, f"🎓 2 of 8 · {SECOND.title}", SECOND.goal.say)
    assert not any("The game has been ended" in text_of(m) for m in alice.messages(thread))
    await chapter(room.bot, thread, SECOND.key)
    await alice.press(shown, "Try again")
    await alice.wait_until(
        lambda p: sum(SECOND.title in text_of(m) for m in p.messages(thread)) > 3
    )
    shown = await card(alice, thread, SECOND.goal.say)
    left = await alice.press(shown, "Leave the lesson")
    assert said(left).startswith("The lesson is over.")
    await alice.wait_until(
        lambda p: not any(has_button(m, "Leave the lesson") for m in p.messages(thread))
    )
    assert said(await alice.slash(CHANNEL, "tutorial")).startswith("🎓 Your lesson starts")


async def test_the_lesson_goes_on_in_the_learners_own_message(room: Room) -> None:
    alice = room.alice
    await alice.slash(CHANNEL, "tutorial")
    thread = thread_of(alice)
    shown = await card(alice, thread, FIRST.goal.say)
    opened = (await alice.press(shown, "March")).message
    assert opened is not None
    await room.look()
    own = alice.current(opened)
    assert "💡 Press **March**" in text_of(own)
    assert not has_button(own, "Next chapter")
    (menu,) = [m for m in selects(own) if m["custom_id"].startswith("s.go:")]
    kendal = next(o for o in menu["options"] if "Kendal" in o["label"])
    await alice.choose(own, menu["custom_id"], kendal["value"])
    await room.look()
    own = alice.current(opened)
    told = text_of(own)
    assert "*Edward of March* is now with **Neville** (**Alice**)." in told
    assert f"✅ {FIRST.done}" in told
    await alice.press(own, "Next chapter")
    await room.look()
    own = alice.current(opened)
    assert text_of(own) == f"🎓 **{SECOND.title}** starts below."
    assert not buttons(own)


async def test_after_the_lesson_a_game_begins_with_one_press(room: Room) -> None:
    alice = room.alice
    await alice.slash(CHANNEL, "tutorial")
    thread = thread_of(alice)
    left = await alice.press(await card(alice, thread, FIRST.goal.say), "Leave the lesson")
    assert left.message is not None
    begun = await alice.press(left.message, "Play now")
    assert said(begun).startswith("The game begins: you and three computers.")
    session = await room.bot.desk.in_channel(int(thread))
    assert session is not None
    assert (session.game, LESSON in session.options) == ("kingmaker", False)


async def test_a_lesson_that_has_taught_its_last_makes_room_for_its_game(room: Room) -> None:
    alice = room.alice
    await alice.slash(CHANNEL, "tutorial", game="lancaster")
    thread = thread_of(alice)
    (only,) = lessons_of("lancaster")
    refused = await alice.slash(thread, "game play")
    assert said(refused).startswith("This channel already has a game.")
    session = await room.bot.desk.in_channel(int(thread))
    assert session is not None
    for move in only.way:
        await session.submit(user_id=session.host_id, choice=Choice.of(move.verb, **move.args))
        await at_rest(session)
    shown = await card(alice, thread, f"✅ {only.done}", LAST_WORDS)
    begun = await alice.press(shown, "Play now")
    assert said(begun).startswith("The game begins: you and three computers.")
    after = await room.bot.desk.in_channel(int(thread))
    assert after is not None
    assert (after.game, LESSON in after.options) == ("lancaster", False)


async def test_a_chapter_goes_on_after_a_restart(room: Room) -> None:
    alice = room.alice
    await alice.slash(CHANNEL, "tutorial")
    thread = thread_of(alice)
    await card(alice, thread, FIRST.goal.say)
    await room.bot.close()
    async with bot_at(room.sandbox.base_url, room.database) as later:
        await walk(later, thread, FIRST.key)
        await card(alice, thread, f"✅ {FIRST.done}")


async def test_where_there_can_be_no_thread(room: Room) -> None:
    await room.forbid(Permission.CREATE_PRIVATE_THREADS)
    here = await room.alice.slash(CHANNEL, "tutorial")
    assert said(here) == "🎓 Your lesson starts here. It takes about ten minutes."
    shown = await card(room.alice, CHANNEL, FIRST.goal.say)
    await room.bob.press(shown, "Next chapter")
    refused = "This is somebody else’s lesson."
    await room.bob.wait_until(lambda p: any(refused in text_of(m) for m in p.messages(CHANNEL)))
    taken = await room.bob.slash(CHANNEL, "tutorial")
    assert is_ephemeral(taken)
    assert said(taken).startswith("This channel already has a game, and I may not make private")


async def test_the_lesson_of_lancaster(room: Room) -> None:
    answer = await room.alice.slash(CHANNEL, "tutorial", game="lancaster")
    assert said(answer).startswith("🎓 Your lesson starts")
    (only,) = lessons_of("lancaster")
    await card(room.alice, thread_of(room.alice), f"🎓 1 of 1 · {only.title}", only.advice[0].say)
    (lesson,) = await room.bot.desk.games_of(int(room.alice.me["id"]))
    assert {s.policy for s in lesson.seats if s.user_id is None} == {"chamberlain"}
