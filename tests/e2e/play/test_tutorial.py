"""The lesson, played to its end over sockets; its coach says every line once."""

from __future__ import annotations

from collections import Counter

from bot.app import Bot
from bot.content.tutorial import load_tutorial
from bot.sandbox.members.page_view import text_of
from bot.sandbox.members.player import Player
from bot.sandbox.world.permissions import Permission
from bot.session import GameSession
from cogs.delivery.coach import said_so_far
from cogs.ui.replies import at_rest
from tests.e2e.conftest import CHANNEL, Room, bot_at, has_button, is_ephemeral, said
from tests.e2e.guest import settled

SCRIPT = load_tutorial()
SAYINGS = {line.key: line.say for line in SCRIPT.lines} | {
    "opening": SCRIPT.opening,
    "farewell": SCRIPT.farewell,
}


def thread_of(player: Player) -> str:
    """The private thread of a lesson."""
    (found,) = [c["id"] for c in player.channels.values() if c.get("name", "").endswith("tutorial")]
    return str(found)


async def lesson(bot: Bot, thread: str) -> GameSession:
    """The game of the lesson, at rest."""
    session = await bot.desk.in_channel(int(thread))
    assert session is not None
    await at_rest(session)
    return session


async def step(player: Player, thread: str) -> None:
    """Ask what can be done, and let the computer do it."""
    shown = (await player.slash(thread, "help")).message
    assert shown is not None
    label = "Do the rest for me" if has_button(shown, "Do the rest for me") else "Do it for me"
    if has_button(shown, label):
        await player.press(shown, label)


def heard(player: Player, thread: str) -> Counter[str]:
    """How often each line of the script was said in the thread."""
    texts = [text_of(message) for message in player.messages(thread)]
    return Counter(key for key, say in SAYINGS.items() for text in texts if say in text)


async def play_on(player: Player, bot: Bot, thread: str, until: str, steps: int = 150) -> None:
    """Play on until the coach has said something."""
    for _ in range(steps):
        session = await lesson(bot, thread)
        if until in said_so_far(session):
            return
        if session.status == "over":
            break
        await settled()
        await step(player, thread)
    await player.wait_until(lambda p: heard(p, thread)[until] > 0)


async def test_the_lesson_from_beginning_to_end(room: Room) -> None:
    alice = room.alice
    begun = await alice.slash(CHANNEL, "tutorial")
    assert is_ephemeral(begun)
    thread = thread_of(alice)
    assert said(begun) == f"🎓 Your lesson begins in <#{thread}>. It takes about ten minutes."
    assert not any(c.get("name", "").endswith("tutorial") for c in room.bob.channels.values())
    again = await alice.slash(CHANNEL, "tutorial")
    assert said(again).startswith(f"Your lesson is under way in <#{thread}>.")
    await play_on(alice, room.bot, thread, "farewell")
    await alice.wait_until(lambda p: heard(p, thread)["farewell"] > 0)
    session = await lesson(room.bot, thread)
    assert session.status == "over"
    assert session.seed == SCRIPT.seed
    counts = heard(alice, thread)
    assert set(counts.values()) == {1}
    assert counts.keys() >= {
        "opening", "nobles", "cards", "chance", "movement", "draw", "farewell",
    }  # fmt: skip
    assert len(counts) >= 15
    assert set(said_so_far(session)) == counts.keys()
    # The next lesson is a new one.
    assert said(await alice.slash(CHANNEL, "tutorial")).startswith("🎓 Your lesson begins")


async def test_the_coach_goes_on_after_a_restart(room: Room) -> None:
    alice = room.alice
    await alice.slash(CHANNEL, "tutorial")
    thread = thread_of(alice)
    await play_on(alice, room.bot, thread, "cards")
    await alice.wait_until(lambda p: heard(p, thread)["cards"] > 0)
    before = heard(alice, thread)
    await room.bot.close()
    async with bot_at(room.sandbox.base_url, room.database) as later:
        await play_on(alice, later, thread, "farewell")
        await alice.wait_until(lambda p: heard(p, thread)["farewell"] > 0)
        counts = heard(alice, thread)
        assert set(counts.values()) == {1}
        assert counts.keys() > before.keys()


async def test_another_choice_is_as_good(room: Room) -> None:
    """Who ends every movement at once, and does nothing else, comes to the end as well."""
    alice = room.alice
    await alice.slash(CHANNEL, "tutorial")
    thread = thread_of(alice)
    user = int(alice.me["id"])
    for _ in range(400):
        session = await lesson(room.bot, thread)
        if session.status == "over":
            break
        prompt = next((p for p in session.prompts(0) if p.blocking), None)
        if prompt is None:
            await settled()
            continue
        choice = prompt.default or next(prompt.offers[0].choices())
        await session.submit(user_id=user, choice=choice)
    await alice.wait_until(lambda p: heard(p, thread)["farewell"] == 1)
    assert set(heard(alice, thread).values()) == {1}


async def test_where_there_can_be_no_thread(room: Room) -> None:
    await room.forbid(Permission.CREATE_PRIVATE_THREADS)
    here = await room.alice.slash(CHANNEL, "tutorial")
    assert said(here) == "🎓 Your lesson begins here. It takes about ten minutes."
    await room.alice.wait_until(lambda p: heard(p, CHANNEL)["opening"] == 1)
    taken = await room.bob.slash(CHANNEL, "tutorial")
    assert is_ephemeral(taken)
    assert said(taken).startswith("This channel has a game already, and I may not make private")


async def test_a_game_without_a_lesson(room: Room) -> None:
    answer = await room.alice.slash(CHANNEL, "tutorial", game="lancaster")
    assert said(answer) == ("There is no lesson for “lancaster”. There is one for: Kingmaker.")
