"""What goes to one reader alone: in how many messages, with which controls, and what only once."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from bot.rules.kingmaker import facts
from bot.session import Logged, Refused, SeatInfo
from bot.session.announcements import plain
from cogs.delivery import private_news
from cogs.delivery.late_pictures import Following
from cogs.delivery.private_news import PrivateNews
from cogs.ui import log_notes
from cogs.ui.controls import button
from cogs.ui.customs import Customs
from cogs.ui.first_answer import Panels
from cogs.ui.pictures import Drawing
from tests.cogs.delivery.test_delivery import drawing, row
from tests.cogs.delivery.test_outbox import Game, annes_move, voting
from tests.rules.kingmaker.scene import Scene

HAND, HELP = "b.hand:ABC123", "b.help:ABC123"


class Reach:
    """Writes down what whom was sent; somebody may be out of reach."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.reached = True

    async def to_seat(
        self,
        _: Any,
        seat: int,
        nonce: str,
        text: str,
        view: Any = None,
        files: Any = None,
        *,
        quietly: bool = False,
        openly: bool = False,
        sent: Any = None,
    ) -> bool:
        ids = None if view is None else [child.item.custom_id for child in view.children]
        made = None if files is None else [file.filename for file in files()]
        self.sent.append({
            "seat": seat, "nonce": nonce, "text": text, "controls": ids, "files": made,
            "quietly": quietly,
        })  # fmt: skip
        return self.reached


class Pictures:
    """Draws hands, or is too busy."""

    drawn, busy = True, False

    def has(self, _: Any) -> bool:
        return self.drawn

    async def hand(self, _: Any, seat: int) -> Drawing:
        if self.busy:
            raise Refused("Too much is waiting.")
        return Drawing(f"hand{seat}.png", b"png", "A hand.")


@pytest.fixture
def reach() -> Reach:
    return Reach()


@pytest.fixture
def pictures() -> Pictures:
    return Pictures()


@pytest.fixture
def news(reach: Any, pictures: Any) -> PrivateNews:
    bot: Any = SimpleNamespace(pictures=pictures, panels=Panels())
    return PrivateNews(bot, reach, Following())


@pytest.fixture(autouse=True)
def timed(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Every question has a time; whether its default is told with it."""
    asked: list[bool] = []

    async def own_time(_s: Any, seat: int, *, with_default: bool = True) -> str:
        asked.append(with_default)
        return f"until noon, seat {seat}"

    monkeypatch.setattr(private_news, "own_time", own_time)
    return asked


def drew(session: Any, times: int = 1, **more: Any) -> Any:
    """The secret row of Anne's draw."""
    card = session.rules.content.mercenaries[0]
    event = {"event": "crown_card_drawn", "seat": 0, "card": card, "audience": [0]}
    more = {"user_id": 101, "seat": 0, **more}
    return row("secret", payload={"events": [event] * times}, **more)


def secret_verbs(session: Any) -> list[str]:
    """The controls under the question of what becomes of a card."""
    prompt = private_news.private_for(session, 0)
    assert prompt is not None
    view = private_news._answers(session, 0, prompt)
    assert view is not None
    return [child.item.custom_id for child in view.children]  # type: ignore[attr-defined]


# Secrets


async def test_a_secret_with_its_question_is_one_message(news: PrivateNews, reach: Reach) -> None:
    session = drawing()
    await news.secret(session, [drew(session)], "n")
    (sent,) = reach.sent
    head, *_, question, till = sent["text"].splitlines()
    assert head == "-# Kingmaker · <#2>"
    assert "keep it in your hand?" in question
    assert till == "until noon, seat 0"
    assert sent["controls"] == secret_verbs(session)
    assert sent == {**sent, "seat": 0, "nonce": "n-0", "quietly": False, "files": None}


async def test_a_secret_that_asks_nothing_has_the_standing_controls(
    news: PrivateNews, reach: Reach
) -> None:
    session = annes_move()
    await news.secret(session, [drew(session)], "n")
    (sent,) = reach.sent
    assert sent["controls"] == [HAND, HELP]
    assert "until noon" not in sent["text"]


async def test_of_a_long_secret_only_the_last_message_has_controls(
    news: PrivateNews, reach: Reach
) -> None:
    session = drawing()
    await news.secret(session, [drew(session, 60)], "n")
    assert len(reach.sent) > 2
    assert [each["nonce"] for each in reach.sent] == [f"n-{n}" for n in range(len(reach.sent))]
    assert [each["controls"] for each in reach.sent[:-1]] == [None] * (len(reach.sent) - 1)
    assert reach.sent[-1]["controls"] == secret_verbs(session)


async def test_who_cannot_be_reached_gets_no_further_part(news: PrivateNews, reach: Reach) -> None:
    session = drawing()
    reach.reached = False
    await news.secret(session, [drew(session, 60)], "n")
    assert len(reach.sent) == 1


async def test_a_secret_of_nobody_and_one_that_says_nothing_are_not_sent(
    news: PrivateNews, reach: Reach
) -> None:
    session = drawing()
    await news.secret(session, [drew(session, seat=None)], "n")
    await news.secret(session, [drew(session, 0)], "n")
    assert reach.sent == []


async def test_what_the_answer_to_ones_own_step_has_told_comes_by_no_message(
    news: PrivateNews, reach: Reach, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, panels = annes_move(), news.bot.panels
    lines: list[str] = []

    class Telling(Customs):
        def extra_lines(self, *_: Any) -> list[str]:
            return list(lines)

    monkeypatch.setattr(private_news, "customs_of", lambda _: Telling())
    drawn = drew(session)
    drawn.user_id, drawn.revision = 101, 7
    with panels.answering(101, session.id):
        waits = asyncio.create_task(news.secret(session, [drawn], "n"))
        await asyncio.sleep(0)
        assert not waits.done()
        panels.heard(101, session.id, range(6, 8))
    await waits
    assert reach.sent == []
    # What asks something of him stays, and so does what came later.
    lines.append("Accept it?")
    await news.secret(session, [drawn], "n")
    assert len(reach.sent) == 1
    lines.clear()
    drawn.revision = 8
    await news.secret(session, [drawn], "n")
    assert len(reach.sent) == 2


@pytest.mark.parametrize("asks", [True, False])
async def test_what_a_game_adds_fits_below(
    news: PrivateNews, reach: Reach, asks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = drawing() if asks else annes_move()
    own = secret_verbs(session) if asks else [HAND, HELP]
    given = []

    class Generous(Customs):
        def extra_buttons(self, _: Any, seat: Any, events: Any) -> list[Any]:
            given.append((seat, len(events)))
            return [button("log", "ABC123", n, label=f"{n}") for n in range(30)]

    monkeypatch.setattr(private_news, "customs_of", lambda _: Generous())
    await news.secret(session, [drew(session), drew(session)], "n")
    (sent,) = reach.sent
    more = [f"b.log:ABC123:{n}" for n in range(25 - len(own))]
    assert sent["controls"] == ([*own, *more] if asks else [*more, *own])
    assert given == [(0, 2)]


async def test_each_of_several_offers_is_followed_by_its_own_things(
    news: PrivateNews, reach: Reach
) -> None:
    """The deals of two pairs of players are numbered apart, so both are the first of their pair."""
    scene = Scene(seats=3).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.noble("mowbray", 2, "framlingham").control("york", "clifford").control(
        "bristol", "mowbray"
    )
    scene.movement(0)
    rows = []
    for seat, place in ((1, "york"), (2, "bristol")):
        told = scene.play(seat, "propose_deal", to="0", give=f"place:{place}").events
        rows.append(row("secret", payload={"events": plain(told)}, user_id=101, seat=0))
    await news.secret(Game(scene), rows, "n")
    (sent,) = reach.sent
    tail = "for nothing in return. Only the two of you see this. ‹house-8.7.2›"
    assert sent["text"].splitlines()[1:] == [
        f"Deal 1: **Ben** offers you York {tail}",
        "• Control of York: Clifford’s city · garrison 300",
        "It lapses when **Ben**’s next turn begins.",
        f"Deal 1: **seat 3** offers you Bristol {tail}",
        "• Control of Bristol: Mowbray’s city · garrison 300",
        "It lapses when **seat 3**’s next turn begins.",
    ]


async def test_during_a_vote_nobody_hears_that_a_secret_did_not_arrive(
    news: PrivateNews, reach: Reach
) -> None:
    session = voting()
    await news.secret(session, [drew(session)], "n")
    assert [each["quietly"] for each in reach.sent] == [True]


async def test_nobody_hears_that_a_secret_step_was_taken_back_from_somebody_out_of_reach(
    news: PrivateNews, reach: Reach
) -> None:
    session = annes_move()
    gone = row(
        "secret", user_id=101, seat=0, payload={"events": [], "note": {"what": "taken_along"}}
    )
    for rows, quietly in (([gone], True), ([drew(session), gone], True), ([drew(session)], False)):
        await news.secret(session, rows, "n")
        assert reach.sent[-1]["quietly"] is quietly


# Questions


def question(revision: int = 7, seat: int | None = 0) -> Any:
    asked = row("ask_secret", user_id=101, seat=seat)
    asked.revision = revision
    return asked


async def test_a_question_is_asked_with_its_time_and_answers(
    news: PrivateNews, reach: Reach
) -> None:
    session = drawing()
    await news.ask(session, [question()], "n")
    (sent,) = reach.sent
    head, *_, till = sent["text"].splitlines()
    assert (head, till) == ("-# Kingmaker · <#2>", "until noon, seat 0")
    assert sent["controls"] == secret_verbs(session)
    assert sent == {**sent, "seat": 0, "nonce": "nq", "quietly": False, "files": None}


async def test_a_question_without_a_time_has_no_empty_line(
    news: PrivateNews, reach: Reach, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: Any, **__: Any) -> str:
        return ""

    monkeypatch.setattr(private_news, "own_time", never)
    session = drawing()
    await news.ask(session, [question()], "n")
    assert len(reach.sent[0]["text"].splitlines()) == 2
    await news.secret(session, [drew(session)], "m")
    assert reach.sent[1]["text"].splitlines()[-1].endswith("?")


async def test_a_question_that_came_with_its_secret_is_asked_again_only_if_it_is_put_again(
    news: PrivateNews, reach: Reach
) -> None:
    session = drawing()
    session.revision = 8
    await news.secret(session, [drew(session)], "n")
    # It was put before that message was written, whichever of the two came with it.
    await news.ask(session, [question(7)], "m")
    await news.ask(session, [question(8)], "o")
    session.revision = 9
    await news.ask(session, [question(9)], "p")
    await news.ask(session, [question(9)], "q")
    assert [each["nonce"] for each in reach.sent] == ["n-0", "pq"]


@pytest.mark.parametrize(
    ("answered", "note", "sent"),
    [
        ([0, 1], None, []),
        ([1], None, ["nq"]),
        # The clock has answered for him: he is not there.
        ([0, 1], {"what": "late"}, ["nq"]),
        # It was in an earlier turn.
        ([], None, ["nq"]),
    ],
)
async def test_who_has_answered_in_this_turn_is_asked_more_where_he_is(
    news: PrivateNews,
    reach: Reach,
    answered: list[int],
    note: dict[str, Any] | None,
    sent: list[str],
) -> None:
    session = drawing()
    at, begun = datetime(2026, 1, 1, tzinfo=UTC), facts.TurnBegan(1, 2)
    session.entries = [Logged(1, at, 0, ()), Logged(2, at, 1, (begun,))]
    session.entries += [Logged(3 + n, at, seat, (), note=note) for n, seat in enumerate(answered)]
    await news.ask(session, [question()], "n")
    assert [each["nonce"] for each in reach.sent] == sent


@pytest.mark.parametrize(("people", "sent"), [(3, ["nq"]), (1, [])])
async def test_of_several_people_everybody_gets_each_ballot(
    news: PrivateNews, reach: Reach, people: int, sent: list[str]
) -> None:
    session = voting()
    session.seats = [
        info if info.number < people else SeatInfo(info.number, None, "Steward", "steward")
        for info in session.seats
    ]
    session.entries = [Logged(1, datetime(2026, 1, 1, tzinfo=UTC), 0, ())]
    await news.ask(session, [question()], "n")
    assert [each["nonce"] for each in reach.sent] == sent


async def test_what_his_own_step_asks_him_is_not_sent_besides(
    news: PrivateNews, reach: Reach
) -> None:
    session = drawing()
    own, other = drew(session), drew(session)
    own.payload["own"] = True
    await news.secret(session, [own], "n")
    await news.ask(session, [question(7)], "m")
    assert reach.sent == []
    # With what somebody else has done it is told as well.
    await news.secret(session, [other, own], "o")
    assert [each["nonce"] for each in reach.sent] == ["o-0"]


@pytest.mark.parametrize(
    ("answered", "note", "beside", "sent"),
    [
        ([1], None, False, []),
        # With anything that the question does not say, it is told as well.
        ([1], None, True, ["n-0"]),
        # Somebody else has acted, the clock has answered, or it was in an earlier turn.
        ([0], None, False, ["n-0"]),
        ([1], {"what": "late"}, False, ["n-0"]),
        ([], None, False, ["n-0"]),
    ],
)
async def test_a_ransom_is_offered_by_the_question_alone_to_a_captor_who_is_acting(
    news: PrivateNews,
    reach: Reach,
    answered: list[int],
    note: dict[str, Any] | None,
    beside: bool,
    sent: list[str],
) -> None:
    session = annes_move()
    at, begun = datetime(2026, 1, 1, tzinfo=UTC), facts.TurnBegan(1, 2)
    session.entries = [Logged(1, at, 1, ()), Logged(2, at, 1, (begun,))]
    session.entries += [Logged(3 + n, at, seat, (), note=note) for n, seat in enumerate(answered)]
    offered = facts.RansomOffered("percy", 0, 1, ("alnwick",), audience=(0, 1))
    given = facts.CardGiven(0, 1, "saxons_1", audience=(0, 1))
    events = plain([offered, given] if beside else [offered])
    await news.secret(session, [row("secret", seat=1, payload={"events": events})], "n")
    assert [each["nonce"] for each in reach.sent] == sent


async def test_what_his_own_step_tells_and_does_not_ask_is_sent(
    news: PrivateNews, reach: Reach
) -> None:
    session = annes_move()
    own = drew(session)
    own.payload["own"] = True
    await news.secret(session, [own], "n")
    assert [each["nonce"] for each in reach.sent] == ["n-0"]


async def test_a_question_is_nobody_elses(news: PrivateNews, reach: Reach) -> None:
    session = drawing()
    await news.ask(session, [question(seat=1)], "n")
    await news.ask(session, [question(seat=None)], "n")
    assert reach.sent == []


async def test_a_vote_is_asked_for_even_of_who_has_voted(news: PrivateNews, reach: Reach) -> None:
    session = voting("yea")
    for seat in (0, 1):
        await news.ask(session, [question(seat=seat)], f"n{seat}")
    assert [(each["seat"], each["nonce"]) for each in reach.sent] == [(0, "n0q"), (1, "n1q")]
    assert reach.sent[0]["controls"] == reach.sent[1]["controls"]
    await news.ask(session, [question(seat=None)], "n")
    assert len(reach.sent) == 2


# Newcomers and those who come back


async def test_a_newcomer_is_briefed_then_asked_then_shown_the_hand(
    news: PrivateNews, reach: Reach, timed: list[bool]
) -> None:
    session = annes_move()
    await news.brief(session, [row("brief", user_id=101, seat=0)], "n")
    await news._following.settled()
    about, asked, hand = reach.sent
    assert [each["nonce"] for each in reach.sent] == ["nb", "nh", "np"]
    assert about["controls"] is None
    assert asked["text"].splitlines()[-1] == "until noon, seat 0"
    assert asked["controls"]
    assert (hand["text"], hand["files"]) == ("Everything you hold, at a glance:", ["hand0.png"])
    # What happens without an answer stands in the question already.
    assert timed == [False]


async def test_a_newcomer_who_cannot_be_reached_is_not_tried_again(
    news: PrivateNews, reach: Reach
) -> None:
    session = annes_move()
    reach.reached = False
    await news.brief(session, [row("brief", user_id=101, seat=0)], "n")
    await news._following.settled()
    assert [each["nonce"] for each in reach.sent] == ["nb"]


@pytest.mark.parametrize("why", ["busy", "drawn"])
async def test_a_briefing_may_go_without_a_picture(
    news: PrivateNews, reach: Reach, pictures: Pictures, why: str
) -> None:
    setattr(pictures, why, why == "busy")
    await news.brief(annes_move(), [row("brief", user_id=101, seat=0)], "n")
    await news._following.settled()
    assert [each["nonce"] for each in reach.sent] == ["nb", "nh"]


@pytest.mark.parametrize("deed", ["brief", "digest"])
async def test_before_the_game_and_without_a_seat_there_is_nothing_to_brief(
    news: PrivateNews, reach: Reach, deed: str
) -> None:
    session = annes_move()
    await getattr(news, deed)(session, [row(deed, payload={"since": 1})], "n")
    session.match = None
    await getattr(news, deed)(session, [row(deed, seat=0, payload={"since": 1})], "n")
    assert reach.sent == []


async def test_who_comes_back_reads_what_happened_since_the_first_absence(
    news: PrivateNews, reach: Reach, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def missed(seat: int, since: int) -> tuple[int, int]:
        return seat, since

    def digest_text(_: Any, seat: int, found: tuple[int, int]) -> str:
        return f"seat {seat} since {found[1]}"

    monkeypatch.setattr(log_notes, "digest_text", digest_text)
    session = annes_move()
    session.journal = SimpleNamespace(missed=missed)
    rows = [row("digest", seat=0, payload={"since": since}) for since in (5, 3, 6)]
    await news.digest(session, rows, "n")
    (sent,) = reach.sent
    assert sent["text"].splitlines() == [
        "-# Kingmaker · <#2>",
        "Welcome back! This is what you missed.",
        "seat 0 since 3",
    ]
    assert (sent["nonce"], bool(sent["controls"])) == ("nd", True)


async def test_a_long_digest_takes_several_messages_the_last_with_the_controls(
    news: PrivateNews, reach: Reach, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def missed(*_: int) -> None:
        return None

    monkeypatch.setattr(log_notes, "digest_text", lambda *_: "\n".join(["much " * 300] * 3))
    session = annes_move()
    session.journal = SimpleNamespace(missed=missed)
    await news.digest(session, [row("digest", seat=0, payload={"since": 1})], "n")
    texts = [sent["text"].splitlines()[-1] for sent in reach.sent]
    assert texts == ["much " * 300] * 3
    told = [(sent["nonce"], bool(sent["controls"])) for sent in reach.sent]
    assert told == [("nd0", False), ("nd1", False), ("nd", True)]


@pytest.mark.parametrize("deed", ["ask", "brief", "digest"])
async def test_what_is_told_is_of_the_moment_after_the_command_under_way(
    news: PrivateNews, reach: Reach, deed: str
) -> None:
    session = drawing()

    def ends() -> None:
        session.match, session.status = None, "over"

    async def at_rest() -> None:
        ends()

    session.at_rest = at_rest
    await getattr(news, deed)(session, [row(deed, seat=0, payload={"since": 1})], "n")
    await asyncio.sleep(0)
    assert reach.sent == []


async def test_a_reminder_of_a_vote_is_quiet(news: PrivateNews, reach: Reach) -> None:
    session = voting("yea")
    await news.remind_of_vote(session, 2, "n")
    (sent,) = reach.sent
    head, asked, *known, till = sent["text"].splitlines()
    assert known[0].startswith("Commons: ")
    assert (head, asked[:2], till) == ("-# Kingmaker · <#2>", "⏰ ", "until noon, seat 2")
    assert sent == {**sent, "seat": 2, "nonce": "n", "quietly": True}
    assert len(sent["controls"]) >= 2
