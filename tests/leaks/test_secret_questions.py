"""A card against another, asked for in secret: nobody reads from any message who keeps it.

Two worlds that differ only in who keeps the card are played alike; whoever keeps it in neither gets
the same of everything: the question, the reminders, what comes of a press, the card in the channel.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bot.rules.kernel import IllegalChoice
from bot.session import Refused
from cogs.delivery import private_news
from cogs.delivery.late_pictures import Following
from cogs.delivery.outbox import Delivery, gist_of
from cogs.delivery.private_news import PrivateNews
from cogs.ui.choosing import shared_questions
from cogs.ui.choosing.public_questions import mark_of, waiting_text, whom_next
from cogs.ui.status_card import status_card
from tests.cogs.conftest import HOST, MemorySession
from tests.cogs.delivery.test_delivery import Client, row
from tests.cogs.delivery.test_for_one_reader import Reach
from tests.leaks.test_whom_it_waits_for import PRICED, priced
from tests.rules.kingmaker.combat.by_card.field import CARDS, attack, meeting
from tests.rules.kingmaker.combat.by_card.test_siege_by_card import TOWN, before, draw_for
from tests.rules.kingmaker.events.test_influence_heir import dies, scene_of
from tests.rules.kingmaker.scene import Scene
from tests.rules.lancaster import scene as lancaster

NAMES = ("Anne", "Ben", "Cicely")
FAIR, BAD = CARDS["majority"], CARDS["bad_weather"]
PLAIN = ("E-WR01", "E-WR02", "E-WR03")
"""What those keep who do not keep the card: how many each keeps is no secret."""

Ready = Callable[[Scene], Scene]


def met(scene: Scene, *cards: str) -> Scene:
    scene.next_events(*cards).combat(0)
    return attack(scene, "percy")


def of_evasion() -> Scene:
    return meeting(("percy",), ("mowbray",), ruleset="classic+card_evade", seats=3)


def of_force() -> Scene:
    return meeting(("percy",), ("mowbray",), ruleset="classic+card_force", seats=3)


BESIEGERS = ("percy", "mowbray", "neville")


def of_siege() -> Scene:
    scene = before(TOWN, BESIEGERS, seats=3, ruleset="classic+card_siege_fails")
    return scene.noble("stanley", 2, "14,2")


def besieged(scene: Scene) -> Scene:
    scene.next_events(FAIR).combat(0)
    return draw_for(scene, *BESIEGERS, place=TOWN)


QUESTIONS: dict[str, tuple[str, Callable[[], Scene], Ready, tuple[int, ...]]] = {
    "evade": ("X-EVA", of_evasion, lambda scene: met(scene, FAIR), (0, 1)),
    "force": ("X-FOR", of_force, lambda scene: met(scene, BAD, FAIR), (0, 1, 2)),
    "fail_siege": ("X-SIF", of_siege, besieged, (1, 2)),
    "woo_heir": ("X-INF", lambda: scene_of(None), dies, (0, 2)),
}
"""Each question: its card, the scene before it, how it comes about, and who is asked."""


def asked(kind: str, keeper: int | None) -> Scene:
    """The scene in which it is asked; everybody keeps as many Event cards as in any other world."""
    card, scene_before, then, _ = QUESTIONS[kind]
    scene, plain = scene_before(), list(PLAIN)
    for seat in range(3):
        scene.held(seat, card if seat == keeper else plain.pop())
    return then(scene)


class Listening:
    """What each seat gets to read of a question, and what everybody sees of it."""

    def __init__(self, scene: Scene | lancaster.Scene, monkeypatch: pytest.MonkeyPatch) -> None:
        self.scene, self.reach = scene, Reach()
        session: Any = MemorySession(scene.match, NAMES)
        session.game, session.ruleset = scene.game.name, scene.game.ruleset
        session.submit = self._submit
        self.session = session
        client: Any = Client()
        self.delivery = Delivery(client)
        reach: Any = self.reach
        self.delivery.private = PrivateNews(client, reach, Following())
        self.delivery._shown[self.session.id] = "what it says"
        self.heard: dict[int | None, list[Any]] = {0: [], 1: [], 2: [], None: []}

        async def own_time(*_: Any, **__: Any) -> str:
            return "until noon"

        async def show(interaction: Any, text: str, *, view: Any) -> None:
            self._hears(interaction.user.id - HOST, text, controls(view))

        async def done(interaction: Any, session: Any, seat: int, choice: Any, _: Any) -> None:
            await session.submit(user_id=HOST + seat, choice=choice)
            self._hears(seat, choice.verb, whom_next(session, seat))

        monkeypatch.setattr(private_news, "own_time", own_time)
        monkeypatch.setattr(shared_questions, "show", show)
        monkeypatch.setattr(shared_questions, "carry_out", done)

    def _hears(self, seat: int | None, *what: Any) -> None:
        self.heard[seat].append(what)

    async def _submit(self, *, user_id: int, choice: Any, **_: Any) -> None:
        try:
            self.scene.play(user_id - HOST, choice.verb, **choice.args)
        except IllegalChoice as refused:
            raise Refused(str(refused)) from None

    async def everything(self) -> None:
        """All that is sent, reminded of, or brought up by a press, as things stand."""
        self._hears(None, gist_of(status_card(self.session)), waiting_text(self.session))
        for seat in range(3):
            await self.ask(seat)
            await self.remind(seat)
            await self._presses(seat, shared_questions._answer, ())
        for sent in self.reach.sent:
            self._hears(sent["seat"], sent["text"], sent["controls"], sent["quietly"])
        self.reach.sent.clear()

    async def ask(self, seat: int) -> None:
        """A seat is sent its question, put anew."""
        anew = row("ask_secret", seat=seat)
        anew.revision = self.session.revision + 1
        await self.delivery.private.ask(self.session, [anew], "a")

    async def remind(self, seat: int) -> None:
        """It is reminded of it."""
        rows = [row("remind", payload={"seats": [seat]}, seat=seat)]
        await self.delivery.deliver(self.session, rows, "r")

    async def say(self, seat: int, verb: str) -> None:
        """A seat presses an answer's button, one that is its own or was."""
        vote = self.scene.match.vote()
        assert vote is not None
        await self._presses(seat, shared_questions._say, (verb, mark_of(vote)))

    async def _presses(self, seat: int, pressed: Any, parts: tuple[str, ...]) -> None:
        async def found(_: Any) -> Any:
            return self.session

        person: Any = SimpleNamespace(user=SimpleNamespace(id=HOST + seat))
        press: Any = SimpleNamespace(session=found, parts=parts)
        try:
            await pressed(person, press)
        except Refused as refused:
            self._hears(seat, str(refused))


def controls(view: Any) -> list[str]:
    return [child.item.custom_id for child in view.children]


async def heard(
    kind: str, keeper: int, monkeypatch: pytest.MonkeyPatch
) -> dict[int | None, list[Any]]:
    """All that anybody reads from when it is asked until one is left to answer."""
    listening = Listening(asked(kind, keeper), monkeypatch)
    await listening.everything()
    seats = QUESTIONS[kind][3]
    for seat in seats[:-1]:
        await listening.say(seat, "let_be")
        await listening.everything()
        for again in ("let_be", kind):
            await listening.say(seat, again)
    assert listening.scene.match.waiting_for() == [seats[-1]]
    return listening.heard


PAIRS = [
    (kind, one, other)
    for kind, (*_, seats) in QUESTIONS.items()
    for one in range(3)
    for other in range(one)
    if {one, other} & set(seats)
]


@pytest.mark.rule("base-9.4")
@pytest.mark.parametrize(("kind", "one", "other"), PAIRS)
async def test_who_keeps_a_card_changes_no_message_but_the_keepers(
    kind: str, one: int, other: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    worlds = [await heard(kind, keeper, monkeypatch) for keeper in (one, other)]
    for seat in {0, 1, 2, None} - {one, other}:
        assert worlds[0][seat] == worlds[1][seat], f"seat {seat}"
        assert worlds[0][seat]


@pytest.mark.rule("base-9.4")
@pytest.mark.parametrize("deed", ["ask", "remind"])
@pytest.mark.parametrize("keeper", [0, 1, 2])
@pytest.mark.parametrize("kind", QUESTIONS)
async def test_each_is_sent_his_own_answers_also_when_he_has_answered(
    kind: str, keeper: int, deed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    listening = Listening(asked(kind, keeper), monkeypatch)
    seats = QUESTIONS[kind][3]
    for answered in (None, *seats[:-1]):
        if answered is not None:
            await listening.say(answered, "let_be")
        for seat in range(3):
            await (listening.ask if deed == "ask" else listening.remind)(seat)
            verbs = [
                [control.split(":")[2] for control in sent["controls"]]
                for sent in listening.reach.sent
            ]
            own = [kind, "let_be"] if seat == keeper else ["let_be"]
            # Nobody is reminded of what he has answered.
            due = seats if deed == "ask" else listening.scene.match.waiting_for()
            assert verbs == ([own] if seat in due else []), f"seat {seat}"
            listening.reach.sent.clear()


# In Lancaster, gold and squires lie behind the screens, and votes are sealed


@pytest.mark.rule("lancaster-3.9")
@pytest.mark.parametrize(("other", "reader"), [(1, 2), (2, 1)])
@pytest.mark.parametrize("question", PRICED)
async def test_who_can_pay_changes_no_message_but_his(
    question: str, other: int, reader: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From when he is asked until he has answered; what ``other`` has, he reads himself."""
    heard = []
    for rich in (True, False):
        listening = Listening(priced(question, rich=rich, other=other), monkeypatch)
        await listening.everything()
        listening.scene.play(0, PRICED[question][3][-1])
        await listening.everything()
        heard.append([listening.heard[seat] for seat in (reader, None)])
        heard[-1].append([e for e in listening.scene.events if e.visible_to(reader)])
    assert heard[0] == heard[1]
    assert all(heard[0])


@pytest.mark.rule("lancaster-4ii.2")
@pytest.mark.parametrize(
    ("one", "other"),
    [((0, "yes", "1"), (0, "no", "0")), ((0, "yes", "0"), (1, "yes", "0"))],
    ids=["how he votes", "who has voted"],
)
async def test_a_sealed_vote_changes_no_message_but_the_voters(
    one: tuple[int, str, str], other: tuple[int, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = []
    for seat, tile, markers in (one, other):
        scene = lancaster.Scene(3).propose("L01").purse(0, votes=1).begin("parliament")
        listening = Listening(scene, monkeypatch)
        await listening.everything()
        scene.play(seat, tile, markers=markers)
        await listening.everything()
        heard.append(listening.heard)
    others: set[int | None] = {0, 1, 2, None} - {one[0], other[0]}
    for whose in others:
        assert heard[0][whose] == heard[1][whose], f"seat {whose}"
        assert heard[0][whose]


@pytest.mark.parametrize("kind", QUESTIONS)
async def test_while_nobody_keeps_the_card_nobody_is_asked(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    listening = Listening(asked(kind, None), monkeypatch)
    assert listening.scene.match.vote() is None
    for seat in range(3):
        await listening.ask(seat)
    sent = [control for sent in listening.reach.sent for control in sent["controls"]]
    assert not any(control.startswith("b.say") for control in sent)
