"""From a press to an answer of the game: buttons, what is said after it, and whom it is not for."""

from __future__ import annotations

from collections import OrderedDict
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.rules.kernel import Choice, Event, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker import facts
from bot.session import QuestionDue, Refused, SeatInfo
from bot.session.receipts import PAUSED, STALE, Receipt
from cogs.ui.choosing import advising, panel, playing
from cogs.ui.choosing.lists import NOTHING, lists_for
from cogs.ui.choosing.offers import Draft, ways_of
from cogs.ui.choosing.public_questions import whom_next
from cogs.ui.controls import HANDLERS, OfferKey, Press, button
from cogs.ui.first_answer import Panels
from cogs.ui.replies import NOT_SEATED, words_of
from tests.cogs.conftest import HOST, MemorySession
from tests.rules.kingmaker.chamber import call, propose, realm
from tests.rules.kingmaker.combat.test_captives import captive
from tests.rules.kingmaker.scene import Scene

BLUE, GREY = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
ANNE, BEN, DORA = HOST, HOST + 1, HOST + 9


class Asking(MemorySession):
    """A session in which the seats are asked what is laid in, and whose submissions are kept."""

    def __init__(self, match: Any, names: tuple[str, ...] = ("Anne", "Ben")) -> None:
        super().__init__(match, names)
        self.asked: dict[int, list[Prompt]] = {}
        self.done: list[dict[str, Any]] = []
        self.then: list[list[Prompt]] = []
        self.shut: list[Any] = []
        self.came: tuple[Event, ...] = ()

    def prompts(self, seat: int) -> list[Prompt]:
        """What was laid in, else what the match asks."""
        if self.status != "running":
            return []
        return self.asked[seat] if seat in self.asked else super().prompts(seat)

    def why_not(self, seat: int) -> list[Any]:
        """What the seat may not do now."""
        return self.shut

    async def submit(self, **what: Any) -> Receipt:
        """A choice is made: what comes next is laid in, and what comes of it."""
        self.done.append(what)
        self.revision += 1
        if self.then:
            self.asked[0] = self.then.pop(0)
        return Receipt(self.revision, self.came)


@pytest.fixture(autouse=True)
def _nothing_thought_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "_PROPOSED", OrderedDict())


@pytest.fixture
def session() -> Any:
    """Anne may move; Ben waits."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    return Asking(scene.match)


@pytest.fixture
def vote() -> Any:
    """A vote is taken on whether Clifford becomes Earl of Kent."""
    scene = propose(call(realm().chancery("earl_kent")), 0, "earl_kent", "clifford")
    scene.play(0, "call_vote")
    return Asking(scene.match, ("Anne", "Ben", "Cat"))


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, list[str]]]:
    """What is answered: how, the text, the labels of its buttons."""
    found: list[tuple[str, str, list[str]]] = []

    def way(name: str) -> Any:
        async def answer(_: Any, text: str, *, view: Any = None, **__: Any) -> None:
            found.append((name, text, [] if view is None else labels(view.children)))

        return answer

    for name in ("show", "tell"):
        monkeypatch.setattr(playing, name, way(name))
    return found


def labels(items: Any) -> list[str]:
    """The labels of buttons; of a menu, what it asks."""
    return [str(getattr(each.item, "label", None) or each.item.placeholder) for each in items]


def somebody(user: int = ANNE, guild: int | None = 1) -> Any:
    """Somebody who presses."""
    client = SimpleNamespace(panels=Panels(), pictures=SimpleNamespace(has=lambda _: False))
    return SimpleNamespace(
        user=SimpleNamespace(id=user), guild_id=guild, id=77, client=client, extras={}
    )


async def press(
    game: Any, who: Any, kind: str, *parts: object, picked: tuple[str, ...] = ()
) -> None:
    """Press a control of a game."""

    class Found(Press):
        async def session(self, _: Any) -> Any:
            return game

    made = Found(kind, "ABC123", tuple(str(part) for part in parts), picked)
    await HANDLERS[kind][0](who, made)


def must(*verbs: str, kind: str = "must", default: Choice | None = None, **more: Any) -> Prompt:
    """A question that has to be answered by one of these."""
    return Prompt(0, kind, tuple(Offer(verb) for verb in verbs), default=default, **more)


def may(*verbs: str) -> Prompt:
    """What may be done besides."""
    return Prompt(0, "any_time", tuple(Offer(verb) for verb in verbs), blocking=False)


# Whom it is for, and until when


async def test_what_comes_next_says_till_when(session: Any, shown: list[Any]) -> None:
    session.options = {"pace": "daily"}
    session.dues = [QuestionDue(0, "movement", datetime(2026, 11, 21, 12, tzinfo=UTC))]
    await playing.show_panel(somebody(), session, 0, "✓ It is done.")
    ((_, text, _),) = shown
    done, heading, till, *_ = text.split("\n")
    assert (done, heading) == ("✓ It is done.", "**Round 1 · Anne’s turn · movement**")
    assert till.startswith("⏳ Time runs out <t:")


async def test_who_is_not_asked_reads_for_whom_the_game_waits(session: Any) -> None:
    session.asked[1] = [may("propose_deal")]
    heading, others, *more = panel.what_now(session, 1).split("\n")
    assert heading == "**Round 1 · Anne’s turn · movement**"
    assert others == "We are waiting for **Anne**."
    assert more
    session.asked[0] = [must("stay"), may("propose_deal")]
    assert "waiting" not in panel.what_now(session, 0)


def test_only_who_holds_the_seat_chooses_and_only_while_the_game_is_on(session: Any) -> None:
    assert playing.seat_in_play(somebody(), session) == 0
    assert playing.seat_in_play(somebody(BEN), session) == 1
    playing.check_seat(session, BEN, 1)

    def refused(user: int, seat: int) -> str:
        with pytest.raises(Refused) as said:
            playing.check_seat(session, user, seat)
        return said.value.text

    assert refused(DORA, 0) == NOT_SEATED
    assert refused(BEN, 0) == (
        "Only **Anne** can choose that. **What can I do?** shows what you can do."
    )
    session.status = "over"
    assert refused(ANNE, 0) == "The game is over."
    with pytest.raises(Refused, match=r"^The game is over\.$"):
        playing.seat_in_play(somebody(), session)
    session.match = None
    assert refused(ANNE, 0) == "The game has not begun yet."
    with pytest.raises(Refused) as said:
        playing.seat_in_play(somebody(DORA), session)
    assert said.value.text == NOT_SEATED


def test_a_control_belongs_to_what_is_offered_now(session: Any) -> None:
    session.asked[0] = [must("done", "march")]
    way = ways_of(session.asked[0])["march"]
    key = OfferKey("ABC123", 0, 7, "march", way.mark)
    assert playing.current_wizard(session, key, ANNE).way.mark == way.mark
    session.asked[0] = [Prompt(0, "must", (Offer("march", (Field("to", ("a", "b")),)),))]
    for each in (key, OfferKey("ABC123", 0, 7, "sail", way.mark)):
        with pytest.raises(Refused) as said:
            playing.current_wizard(session, each, ANNE)
        assert said.value.text == STALE
    with pytest.raises(Refused, match="can choose that"):
        playing.current_wizard(session, key, BEN)


# Buttons


def test_what_must_be_answered_has_the_colour(session: Any) -> None:
    session.asked[0] = [must("done"), may("march", "done")]
    found: Any = panel.actions(session, 0)
    assert [(each.item.style, each.press.parts[2]) for each in found] == [
        (BLUE, "done"), (GREY, "march")
    ]  # fmt: skip
    assert [each.press.parts[:2] for each in found] == [("0", "7")] * 2


@pytest.mark.parametrize(("number", "buttons"), [(19, 19), (20, 20), (21, 20)])
def test_at_most_twenty_verbs_have_a_button(session: Any, number: int, buttons: int) -> None:
    session.asked[0] = [must(*(f"verb{n}" for n in range(number)))]
    found: Any = panel.actions(session, 0)
    assert [each.press.parts[2] for each in found] == [f"verb{n}" for n in range(buttons)]


def test_the_foot_of_a_private_message(session: Any, vote: Any) -> None:
    more, help_me, rest, undo = "▶", "Do it for me", "Do the rest for me", "Undo"
    turning = [button("help", "ABC123", 1, label=more)]

    def foot(game: Any, seat: int, *turned: Any) -> list[str] | None:
        view = panel.actions_view(game, seat, turned, back=game is session)
        assert view is None or view.timeout is None
        return None if view is None else labels(view.children)

    session.asked[0] = [must("done")]
    own = [each.item.label for each in panel.actions(session, 0)]  # type: ignore[attr-defined]
    assert foot(session, 0) == [*own, help_me, rest, undo]
    assert foot(session, 0, *turning) == [more, *own, help_me, rest, undo]
    session.asked[0] = [must("done", default=Choice("done"))]
    assert foot(session, 0) == [*own, help_me, undo]
    # Who is not waited for is not helped; what he may do besides, he may.
    session.asked[1] = [may("done")]
    assert foot(session, 1) == [*own, undo]
    session.asked[1] = []
    assert foot(session, 1) is None
    assert foot(session, 1, *turning) == [more]
    vote.asked[1] = [prompt for prompt in vote.prompts(1) if prompt.blocking]
    assert foot(vote, 1) == ["Yea", "Nay", "Abstain", help_me]
    session.status = "over"
    assert foot(session, 0, *turning) is None


def test_what_is_asked_is_told_or_that_there_is_nothing(session: Any, vote: Any) -> None:
    assert panel.what_now(session, 0).startswith("**Round 1 · Anne’s turn · movement**\n")
    assert panel.IDLE not in panel.what_now(session, 0)
    session.asked[1] = []
    heading, said = panel.what_now(session, 1).splitlines()
    assert heading.startswith("### ")
    assert said == "You have nothing to do just now. We are waiting for **Anne**."
    session.asked[0] = [may("done")]
    assert panel.first_blocking(session, 0) is None
    session.asked[0] = [may("done"), must("march"), must("done")]
    assert panel.first_blocking(session, 0) == must("march")


async def test_while_a_game_is_paused_nothing_is_said_to_be_open(
    session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[str, Any]] = []

    async def put_up(_: Any, __: Any, text: str, view: Any) -> None:
        shown.append((text, view))

    monkeypatch.setattr(playing, "put_up", put_up)
    session.paused_at = datetime(2026, 11, 21, 12, tzinfo=UTC)
    person: Any = SimpleNamespace(user=SimpleNamespace(id=session.seats[0].user_id))
    await playing.show_what_now(person, session)
    ((text, view),) = shown
    heading, said = text.splitlines()
    assert (heading, view) == ("### Round 1 · Anne’s turn · movement", None)
    assert said == f"⏸ {PAUSED}"


async def test_why_not_stands_below_what_may_be_done(session: Any) -> None:
    lines = playing.guidance(session, 0)
    assert lines == panel.what_now(session, 0).splitlines()
    session.shut = [(Choice("sail"), IllegalChoice("base-4.1", "You have no ship."))]
    told = playing.guidance(session, 0)
    assert told[: len(lines) + 1] == [*lines, "**Not now:**"]
    assert len(told) == len(lines) + 2
    assert "You have no ship" in told[-1]


# A choice


async def test_a_finished_choice_is_made_and_an_unfinished_one_asked_for(
    session: Any, shown: Any
) -> None:
    offer = Offer("march", (Field("nobles", ("percy",)), Field("to", ("3,4", "3,5"))))
    session.asked[0] = [Prompt(0, "movement", (offer, Offer("done")))]
    session.then = [[must("done")]]
    way = ways_of(session.asked[0])["march"]
    key = OfferKey("ABC123", 0, 7, "march", way.mark)
    wizard = playing.current_wizard(session, key, ANNE)
    await playing.advance(somebody(), session, wizard, Draft())
    assert session.done == []
    name, text, menus = shown.pop()
    assert name == "show"
    assert text.startswith("### ")
    assert menus
    # What stands in a menu of the panel is asked for there.
    await press(session, somebody(), "act", *key.parts)
    assert shown.pop()[2][:1] == ["Percy: where to?"]
    await press(session, somebody(), "pick", *key.parts, "-", picked=("1",))
    (made,) = session.done
    assert made == {
        "user_id": ANNE,
        "choice": Choice.of("march", nobles="percy", to="3,5"),
        "revision": 7,
        "interaction_id": "77",
    }
    assert shown.pop()[1].startswith("✓ ")
    session.asked[0] = [Prompt(0, "movement", (offer, Offer("done")))]
    with pytest.raises(Refused) as said:
        await press(session, somebody(), "pick", *key.parts, "-", picked=("x",))
    assert said.value.text == STALE
    await press(session, somebody(), "goto", *key.parts, "-.0", "b")
    assert session.done[-1]["choice"] == Choice.of("march", nobles="percy", to="3,4")


async def test_a_control_of_a_vote_carries_no_revision(session: Any, shown: Any) -> None:
    await playing.carry_out(somebody(), session, 0, Choice("done"), 0)
    assert session.done[-1]["revision"] is None
    await playing.carry_out(somebody(), session, 0, Choice("done"), 5)
    assert session.done[-1]["revision"] == 5


async def test_a_noble_who_found_his_castle_shut_is_said_to_stand_outside(
    session: Any, shown: Any
) -> None:
    session.came = (facts.WentHome("percy", "11,7", None, "parliament"),)
    for noble, told in (
        ("percy", "✓ **Percy** goes home and is now in the open at L8 Kendal."),
        ("clifford", "✓ **Clifford** goes home to Cockermouth."),
    ):
        choice = Choice.of("go_home", noble=noble, castle="cockermouth")
        await playing.carry_out(somebody(), session, 0, choice, 0)
        assert shown.pop()[1].startswith(told)


async def test_what_the_dice_made_of_a_choice_is_told_in_its_place(
    session: Any, shown: Any
) -> None:
    session.came = (
        facts.RecruitTried(
            seat=0, noble="pole", dice=(1, 5), total=11, needed=10, joined=True, modifiers=(),
            offered=(), envoy="percy", former=None,
        ),
        facts.NobleEntered(0, "pole", "18,20", None),
    )  # fmt: skip
    await playing.carry_out(somebody(), session, 0, Choice("done"), 0)
    told = "✓ **Anne**’s **Percy** wins over **Pole**: reached 11, needed 10"
    assert shown.pop()[1].startswith(f"{told} (1 and 5 on the dice).\n")
    session.imagined = True
    await playing.carry_out(somebody(), session, 0, Choice("done"), 0)
    assert "tries to win over" not in shown.pop()[1]


ATTACK = facts.AttackDeclared(0, 1, "11,7", ("percy",), ("clifford",), 100, 10)
WON = facts.BattleRolled(100, 10, "F", 40, "minor")
FAIR = facts.WeatherDrawn(0, "E-PL01", False)
TAKEN = facts.HeirTaken("henry", "percy", 0)
BAD = facts.WeatherDrawn(0, "E-PL04", True)


@pytest.mark.parametrize(
    ("verb", "came", "told"),
    [
        ("march", (TAKEN,), ["*Henry VI* is now with **Percy** (**Anne**)."]),
        # What the choice itself says is not said twice.
        ("entrust", (TAKEN,), []),
        ("attack", (ATTACK, BAD), ["The weather is bad"]),
        (
            "attack",
            (ATTACK, FAIR, WON),
            ["100 against 10 at 1 to 1: rolled 40"],
        ),
        # The turn of somebody else is told in the channel.
        ("done", (facts.TurnBegan(1, 1), facts.HeirTaken("henry", "clifford", 1)), []),
        ("done", (facts.NobleEntered(0, "pole", "18,20", None),), []),
    ],
)
async def test_what_came_of_a_choice_stands_below_it(
    session: Any, shown: Any, verb: str, came: tuple[Event, ...], told: list[str]
) -> None:
    session.came = came
    await playing.carry_out(somebody(), session, 0, Choice(verb), 0)
    first, *lines = shown.pop()[1].splitlines()
    assert first.startswith("✓ ")
    lines = lines[: next(at for at, line in enumerate(lines) if line.startswith("**Round"))]
    assert [line[: len(begins)] for line, begins in zip(lines, told, strict=True)] == told
    session.imagined = True
    await playing.carry_out(somebody(), session, 0, Choice(verb), 0)
    assert not any(line in shown[-1][1] for line in lines)


async def test_what_follows_the_end_of_a_turn_did_not_come_of_the_step_that_ended_it(
    session: Any, shown: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    who, followed = somebody(BEN), list[Choice]()
    monkeypatch.setattr(who.client.panels, "follow", lambda *about: followed.append(about[2]))
    for verb, came in (("attack", (ATTACK,)), ("done", (facts.TurnBegan(1, 0),))):
        session.came = came
        await playing.carry_out(who, session, 1, Choice(verb), 0)
    assert followed == [Choice("attack")]


def test_what_happens_without_an_answer_is_said_once() -> None:
    game = MemorySession(captive(held=("E-WR01",)).match)
    game.options = {"pace": "daily"}
    lists = lists_for(game, 1)
    assert lists.page is not None
    text = panel.question(game, 1, lists)
    assert text.count("If you do not answer, you offer nothing.") == 1
    assert text.endswith("-# If you do not answer, you offer nothing.")


async def test_what_a_computer_did_for_somebody_tells_what_came_of_it(
    session: Any, shown: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def chosen(session: Any, seat: int) -> Choice:
        return Choice("done")

    monkeypatch.setattr(advising, "advice", chosen)
    session.came, session.then = (TAKEN,), [[]]
    await press(session, somebody(), "rest")
    first, second, *_ = shown.pop()[1].splitlines()
    assert first.startswith("✓ ")
    assert second == "*Henry VI* is now with **Percy** (**Anne**)."


def on_panel(game: Any, seat: int) -> tuple[str, list[str]]:
    """What the panel of a seat says and has, below its head."""
    lists = lists_for(game, seat)
    view = panel.actions_view(game, seat, lists=lists, back=True)
    assert view is not None
    return f"\n{panel.question(game, seat, lists)}", [*labels(view.children), "What can I do?"]


async def test_what_stands_below_a_choice(session: Any, vote: Any, shown: Any) -> None:
    async def after(game: Any, seat: int, guild: int | None = 1) -> tuple[str, list[str]]:
        await playing.confirm(somebody(guild=guild), game, seat, ["One.", "Two."])
        name, text, buttons = shown.pop()
        assert name == "show"
        assert text.startswith("✓ One.\n✓ Two.")
        return text.removeprefix("✓ One.\n✓ Two."), buttons

    # The next step stands in the same message, as in a direct message.
    assert await after(session, 0) == on_panel(session, 0)
    assert await after(session, 0, None) == on_panel(session, 0)
    awaited = "\n-# We are waiting for **Anne**."
    assert await after(session, 1) == (awaited, ["Undo", "What can I do?"])
    vote.no_undo[1] = "Not while a vote is taken."
    text, buttons = on_panel(vote, 1)
    assert await after(vote, 1) == (text, [label for label in buttons if label != "Undo"])


def test_who_has_done_his_part_reads_whom_the_game_waits_for(session: Any, vote: Any) -> None:
    assert whom_next(session, 2) == "-# We are waiting for **Anne**."
    session.waiting_for = lambda: [0, 1]
    assert whom_next(session, 2) == "-# We are waiting for **Anne** and **Ben**."
    # Nobody is told of themselves by name.
    assert whom_next(session, 0) == "-# We are waiting for you and **Ben**."
    # Whoever thinks for a moment only is not named.
    session.seats[0] = SeatInfo(0, None, "Steward", "steward")
    assert whom_next(session, 2) == "-# We are waiting for **Ben**."
    session.waiting_for = lambda: [0]
    assert whom_next(session, 2) == ""
    # Of a vote it says the same however many have voted.
    before = whom_next(vote, 2)
    assert before == "-# A sealed vote is being taken."
    vote.match.submit(1, Choice("yea"))
    assert whom_next(vote, 2) == before
    vote.paused_at = datetime.now(UTC)
    assert whom_next(vote, 2) == ""


async def test_undo_is_offered_only_where_a_step_back_would_be_granted(
    session: Any, shown: Any
) -> None:
    why = "You have nothing to undo yet."
    for seat, person in enumerate((ANNE, BEN)):
        await playing.confirm(somebody(person), session, seat, ["One."])
        assert "Undo" in shown.pop()[2]
        await playing.show_what_now(somebody(person), session)
        _, text, buttons = shown.pop()
        assert "Undo" in buttons
        assert "Undo: " not in text
        session.no_undo[seat] = why
        await playing.confirm(somebody(person), session, seat, ["One."])
        assert "Undo" not in shown.pop()[2]
        await playing.show_what_now(somebody(person), session)
        _, text, buttons = shown.pop()
        assert "Undo" not in buttons
        assert text.endswith(f"\n• Undo: {why}")
        assert "**Not now:**" in text


# The steward


class Policy:
    """A computer player that takes the last offer of the first question, or breaks."""

    broken = False

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    def choose(self, view: Any, prompts: Any, seat: int, chance: Any) -> Any:
        """The last offer."""
        self.asked.append((view, tuple(prompts), seat, chance.random()))
        if self.broken:
            raise ValueError
        return prompts[0], prompts[0].offers[-1].sole()


async def unthinking(_policy: Policy, _seat: int) -> None:
    """Nobody thinks long."""


async def test_the_steward_goes_on_while_the_same_is_asked(session: Any, shown: Any) -> None:
    policy = Policy()
    session.computers = SimpleNamespace(policy=lambda _: policy, thought=unthinking)

    async def stewarded(kind: str, *then: Prompt, parts: tuple[Any, ...] = ()) -> Any:
        session.done.clear()
        session.asked[0], session.revision = [may("march"), must("done")], 7
        session.then = [[each] for each in then]
        await press(session, somebody(), kind, *parts)
        return [(d["choice"], d["revision"], d["interaction_id"]) for d in session.done]

    done, other = Choice("done"), must("done", kind="other")
    # It says what it would do, and does it when it is told to.
    assert await stewarded("advise", must("done")) == []
    assert shown.pop() == (
        "show",
        "### Shall I?\nNothing more happens here.\n*Why:* Nothing else is worth doing just now.",
        ["Do it", "I will choose"],
    )
    proposed = 0, 7, advising.mark_of(done)
    assert await stewarded("doit", must("done"), must("done"), parts=proposed) == [
        (done, 7, "77-0")
    ]
    # What is not known any more, or was proposed to somebody else, is proposed anew.
    for parts in ((1, 7, proposed[2]), (0, 7, advising.mark_of(Choice("no"))), (0, 7)):
        assert await stewarded("doit", must("done"), parts=parts) == []
        assert shown.pop()[2] == ["Do it", "I will choose"]
    assert await stewarded("rest", must("done"), must("done"), other) == [
        (done, 7, "77-0"), (done, 8, "77-1"), (done, 9, "77-2")
    ]  # fmt: skip
    assert await stewarded("rest", may("march")) == [(done, 7, "77-0")]
    assert len(await stewarded("rest", *[must("done")] * 100)) == 80
    assert shown[-1][1].startswith("✓ ")
    assert all(user["user_id"] == ANNE for user in session.done)
    # What need not be answered is not shown to it.
    assert all(prompts == (must("done"),) for _, prompts, _, _ in policy.asked)
    session.asked[0] = [may("march")]
    for ask in (press(session, somebody(), "rest"), advising.advice(session, 0)):
        with pytest.raises(Refused) as said:
            await ask
        assert said.value.text == panel.idle_text(session)


async def test_what_was_proposed_stands_whatever_others_do_meanwhile(
    session: Any, shown: Any
) -> None:
    thoughts = [Choice("yes"), Choice("no"), Choice("no")]

    async def thought(_player: Policy, _seat: int) -> Choice | None:
        return thoughts.pop(0)

    session.computers = SimpleNamespace(policy=lambda _: Policy(), thought=thought)
    session.asked[0] = [must("yes", "no")]
    await press(session, somebody(), "advise")
    assert shown.pop()[2] == ["Do it", "I will choose"]
    proposed = 0, 7, advising.mark_of(Choice("yes"))
    # Two others have laid a card.
    session.revision = session.moment = 9
    await press(session, somebody(), "doit", *proposed)
    assert [(d["choice"], d["revision"]) for d in session.done] == [(Choice("yes"), 7)]
    assert shown.pop()[1].startswith("✓ ")
    # A second press of the same button is too late: the question is another one.
    session.submit = stale
    await press(session, somebody(), "doit", *proposed)
    _, text, buttons = shown.pop()
    assert text.startswith("### Shall I?")
    assert buttons == ["Do it", "I will choose"]
    assert thoughts == [Choice("no")], "what is proposed instead is thought of anew"


async def stale(**_: Any) -> Receipt:
    """Nothing is done any more by an old control."""
    raise Refused(STALE)


async def test_what_the_game_refuses_is_not_proposed_again(session: Any, shown: Any) -> None:
    async def paused(**_: Any) -> Receipt:
        raise Refused(PAUSED)

    session.computers = SimpleNamespace(policy=lambda _: Policy(), thought=unthinking)
    session.asked[0] = [must("yes", "no")]
    await press(session, somebody(), "advise")
    shown.clear()
    session.submit = paused
    with pytest.raises(Refused, match="paused"):
        await press(session, somebody(), "doit", 0, 7, advising.mark_of(Choice("no")))
    assert shown == []


async def test_a_steward_that_breaks_leaves_the_plainest_answer(session: Any) -> None:
    policy = Policy()
    session.computers = SimpleNamespace(policy=lambda _: policy, thought=unthinking)
    session.asked[0] = [may("march"), must("yes", "no", default=Choice("yes"))]
    assert await advising.advice(session, 0) == Choice("no")
    session.revision = 8
    await advising.advice(session, 0)
    session.revision = 7
    await advising.advice(session, 0)
    chances = [chance for *_, chance in policy.asked]
    assert chances[0] == chances[2] != chances[1]
    policy.broken = True
    assert await advising.advice(session, 0) == Choice("no"), "as it was thought of before"
    session.revision = 9
    assert await advising.advice(session, 0) == Choice("yes")


@pytest.mark.parametrize(
    ("options", "player"), [({}, "steward"), ({"level": "hard"}, "strategist")]
)
async def test_what_advises_is_of_the_tables_level(
    session: Any, options: dict[str, str], player: str
) -> None:
    asked = []

    def named(name: str) -> Policy:
        asked.append(name)
        return Policy()

    session.computers = SimpleNamespace(policy=named, thought=unthinking)
    session.asked[0], session.options = [must("yes", "no")], options
    await advising.advice(session, 0)
    assert asked == [player]


async def test_what_was_thought_of_is_kept_as_long_as_nothing_happens(session: Any) -> None:
    thoughts = [Choice("yes"), Choice("no"), None]
    policy, asked = Policy(), []

    async def thought(player: Policy, seat: int) -> Choice | None:
        asked.append((player, seat))
        return thoughts.pop(0)

    session.computers = SimpleNamespace(policy=lambda _: policy, thought=thought)
    session.asked[0], session.revision = [must("yes", "no")], 7
    assert [await advising.advice(session, 0) for _ in range(2)] == [Choice("yes")] * 2
    assert asked == [(policy, 0)]
    session.revision = 8
    assert await advising.advice(session, 0) == Choice("no")
    assert policy.asked == []
    session.revision = 9
    assert [await advising.advice(session, 0) for _ in range(2)] == [Choice("no")] * 2
    assert len(policy.asked) == 1, "what came instead of a thought that was late is kept too"


# What can I do?


async def test_what_can_i_do(session: Any, shown: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def asked(user: int = ANNE, *page: object) -> tuple[str, str, list[str]]:
        await press(session, somebody(user), "help", *page)
        found: tuple[str, str, list[str]] = shown.pop()
        return found

    name, text, buttons = await asked()
    assert name == "show"
    lists = lists_for(session, 0)
    heading, *rest = playing.guidance(session, 0)
    assert text == "\n".join((heading, *lists.lines, *rest))
    own = panel.actions_view(session, 0, lists=lists, back=True)
    assert own is not None
    assert buttons == labels(own.children)

    async def till(*_: Any, with_default: bool) -> str:
        assert not with_default
        return "Until noon."

    monkeypatch.setattr(playing, "own_time", till)
    first, second, *_ = (await asked())[1].splitlines()
    assert (first, second) == (playing.guidance(session, 0)[0], "Until noon.")
    lines = ["### One", *("x" * 700 + str(n) for n in range(3))]
    monkeypatch.setattr(playing, "guidance", lambda *_: lines)
    assert (await asked())[1].endswith("-# Page 1 of 3")
    assert (await asked(ANNE, 1))[2][:3] == ["Percy: where to?", "◀", "▶"]
    assert (await asked(ANNE, 5))[1].endswith("-# Page 3 of 3")
    name, text, buttons = await asked(DORA)
    assert (name, buttons) == ("tell", [])
    heading = text.splitlines()[0]
    assert text == f"{heading}\n{NOT_SEATED} We are waiting for **Anne**."
    session.status = "over"
    assert await asked() == ("show", f"{heading}\nThe game is over.", [])
    session.match = None
    with pytest.raises(Refused) as said:
        await asked()
    assert said.value.text == "The game has not begun yet. The person who opened it can start it."


# Taking back


async def test_a_step_back_is_taken_or_asked_for(
    session: Any, vote: Any, shown: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "asked_text", lambda _, petition: f"It is {petition.state}.")
    petition = SimpleNamespace(state="done", afresh=False)
    asked: list[tuple[str, dict[str, Any]]] = []

    async def ask_undo(**about: Any) -> Any:
        asked.append(("ask", about))
        return petition

    async def undo(**about: Any) -> None:
        asked.append(("undo", about))

    async def taken_back(game: Any, user: int = ANNE, guild: int | None = 1) -> tuple[str, Any]:
        game.consent = SimpleNamespace(
            ask_undo=ask_undo, undo=undo, why_no_undo=MemorySession.why_no_undo.__get__(game)
        )
        await press(game, somebody(user, guild), "undo")
        return shown.pop()[1:]  # type: ignore[no-any-return]

    done, about = "You have taken back your last step.", {"user_id": ANNE, "interaction_id": "77"}
    said, own = on_panel(session, 0)
    assert await taken_back(session) == (f"{done}{said}", own)
    assert asked == [("ask", about)]
    petition.afresh = True
    afresh = f"{done} {playing.DRAWN_AFRESH}"
    assert await taken_back(session) == (f"{afresh}{said}", own)
    assert await taken_back(session, ANNE, None) == (f"{afresh}{said}", own)
    text, _ = await taken_back(session, BEN)
    assert text == f"{afresh}\n{panel.what_now(session, 1)}"
    petition.state = "open"
    assert await taken_back(session) == ("It is open.", [])
    # Under seal nobody is asked.
    asked.clear()
    text, _ = await taken_back(vote)
    assert text.startswith(f"{done}\n")
    assert asked == [("undo", about)]
    with pytest.raises(Refused) as refused:
        await taken_back(session, DORA)
    assert refused.value.text == NOT_SEATED


def test_who_sits_nowhere_is_no_seat(session: Any) -> None:
    session.seats = [SeatInfo(0, None, "S (computer)", "steward")]
    with pytest.raises(Refused):
        playing.check_seat(session, ANNE, 0)


# What gives something away is read back first


OFFICE = (
    Field("card", ("marshal_england",)),
    Field("giver", ("percy",)),
    Field("noble", ("clifford",)),
)


@pytest.fixture
def giving(session: Any) -> Any:
    """Percy could pass his office on to Clifford, who is Ben's, and to nobody else."""
    session.asked[0] = [
        Prompt(
            0, "motions", (Offer("transfer_office", OFFICE), Offer("done")), default=Choice("done")
        )
    ]
    return session


def key_of(session: Any, verb: str) -> tuple[object, ...]:
    """What stands in the id of a verb's button."""
    return (0, 1, verb, ways_of(session.prompts(0))[verb].mark)


async def test_what_gives_something_away_is_read_back_before_it_is_done(
    giving: Any, shown: list[Any]
) -> None:
    key = key_of(giving, "transfer_office")
    await press(giving, somebody(), "act", *key)
    ((_, text, buttons),) = shown
    assert giving.done == []
    assert buttons == ["Yes, do it", "Back"]
    heading, sentence, *effect, question = text.splitlines()
    assert heading == "### Pass on an office"
    assert sentence == (
        "The office of Marshal of England is to pass from **Percy** to **Clifford**."
    )
    assert (
        "**Clifford** is **Ben**’s: it leaves your faction for good, if **Ben** agrees." in effect
    )
    assert question == "Shall I do it?"
    await press(giving, somebody(), "goto", *key, "-", "b")
    assert giving.done == []
    await press(giving, somebody(), "goto", *key, "-", "y")
    (done,) = giving.done
    given = {"card": "marshal_england", "giver": "percy", "noble": "clifford"}
    assert done["choice"] == Choice.of("transfer_office", **given)


async def test_what_gives_nothing_away_is_done_at_the_first_press(
    giving: Any, shown: list[Any]
) -> None:
    await press(giving, somebody(), "act", *key_of(giving, "done"))
    assert [each["choice"] for each in giving.done] == [Choice("done")]


async def test_back_on_the_first_page_leads_to_all_that_is_open(
    session: Any, shown: list[Any]
) -> None:
    going = Offer("go", (Field("to", ("york", "hull")),))
    session.asked[0] = [Prompt(0, "motions", (going, Offer("stay")))]
    await press(session, somebody(), "act", *key_of(session, "go"))
    assert shown[-1][2][1:] == ["Back"]
    await press(session, somebody(), "panel")
    assert shown[-1][2][0] == "Go"


async def test_what_is_to_be_chosen_stands_there_at_once_where_one_thing_is_asked(
    session: Any, shown: list[Any]
) -> None:
    going = Offer("go", (Field("to", ("york", "hull")),))
    session.asked[0] = [Prompt(0, "motions", (going,))]
    for control, parts in (("help", ()), ("act", key_of(session, "go"))):
        await press(session, somebody(), control, *parts)
        _, text, (menu, *rest) = shown.pop()
        assert (menu in text, rest[0]) == (False, "Do it for me")
        assert menu == words_of(session).field(going, going.fields[0])
    lists = lists_for(session, 0)
    menus: Any = panel.menus_of(session, 0, lists)
    (pick,) = menus
    await press(session, somebody(), "pick", *pick.custom_id.split(":")[2:], picked=("1",))
    assert session.done[-1]["choice"] == Choice.of("go", to="hull")


async def test_several_to_choose_have_their_buttons_beside_the_menu_in_a_message_that_fits(
    session: Any,
) -> None:
    several = Field("who", tuple(f"n{number}" for number in range(30)), least=0, most=30)
    session.asked[0] = [Prompt(0, "motions", (Offer("go", (several,)),)), may(*"abcdefghijklmnop")]
    lists = lists_for(session, 0)
    view = panel.actions_view(session, 0, lists=lists, back=True)
    assert view is not None
    assert len(view.to_components()) == 5
    said = labels(view.children)
    assert said[1:4] == [*said[1:3], "More ▶"]
    assert said[-2:] == ["Do the rest for me", "Undo"]


def test_what_can_be_chosen_at_any_time_too_has_its_button(session: Any) -> None:
    going = Offer("go", (Field("to", ("york", "hull")),))
    session.asked[0] = [
        Prompt(0, "motions", (going,)),
        Prompt(0, "any_time", (Offer("go", (Field("to", ("ely", "hull")),)),), blocking=False),
    ]
    assert lists_for(session, 0) == NOTHING


def test_a_vote_and_what_needs_no_choosing_have_buttons(session: Any, vote: Any) -> None:
    assert lists_for(vote, 1) == NOTHING
    ballot = Offer("vote", (Field("answer", ("yes", "no")),))
    session.asked[0] = [Prompt(0, "vote", (ballot,), sealed=True, seconds=60)]
    assert lists_for(session, 0) == NOTHING
    session.asked[0] = [must("go")]
    assert lists_for(session, 0) == NOTHING
