"""The log, the game over again, hands and maps: what is shown of them to the one who asks."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import cogs.chronicle
import cogs.hand
import cogs.map
from bot.rules.kingmaker import facts
from bot.session import Logged, Refused, SeatInfo
from bot.session.past.journal import Digest
from bot.session.receipts import STALE
from bot.words.phrases import YOU, uncited
from cogs.chronicle import Chronicle, log_lines, show_log, show_turn
from cogs.hand import Hand, _send_hand, faction_text, hand_text, private_lines
from cogs.map import Map, show_map, show_moves, tell_map
from cogs.ui.controls import HANDLERS, Press
from cogs.ui.log_notes import WENT_ALONG, digest_text
from cogs.ui.names import entries_told, names, names_for
from cogs.ui.replies import NOT_SEATED, words_of
from cogs.ui.status_card import news_for
from tests.cogs.conftest import HOST, MemorySession
from tests.rules.kingmaker.scene import Scene

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


class Shown(list[tuple[str, dict[str, Any]]]):
    """What was shown: text, and what goes with it."""

    async def show(self, _: Any, text: str, **more: Any) -> None:
        """Write it down."""
        self.append((text, more))

    @property
    def text(self) -> str:
        """The last text."""
        return self[-1][0]

    @property
    def buttons(self) -> list[tuple[str, tuple[str, ...]]]:
        """The buttons below the last: label, parts."""
        view = self[-1][1].get("view")
        return [(i.item.label, i.press.parts) for i in view.children] if view else []

    @property
    def files(self) -> Any:
        """The pictures of the last."""
        return self[-1][1].get("files")


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    """Everything that these cogs show."""
    found = Shown()
    for module in (cogs.chronicle, cogs.hand, cogs.map):
        monkeypatch.setattr(module, "show", found.show)
    for module in (cogs.chronicle, cogs.map):
        monkeypatch.setattr(module, "tell", found.show)
    return found


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Anne's movement: Percy at Alnwick; Ben has Clifford."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    made: Any = MemorySession(scene.match)
    made.started = NOON

    async def here(_: Any) -> Any:
        return made

    for module in (cogs.chronicle, cogs.hand, cogs.map):
        monkeypatch.setattr(module, "session_here", here)
    return made


class Drawn:
    """Pictures that are their own names."""

    known = True

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    def has(self, _: Any) -> bool:
        """Whether there are pictures."""
        return self.known

    def _drawn(self, *asked: Any) -> Any:
        self.asked.append(asked)
        return SimpleNamespace(file=lambda: asked[0])

    async def moment(self, _: Any, view: Any, asker: int, seats: Any = None) -> Any:
        """A moment."""
        return self._drawn("moment", view, asker)

    async def hand(self, _: Any, seat: int) -> Any:
        """A hand."""
        return self._drawn("hand", seat)

    async def board(self, _: Any, asker: int, theme: str, seat: int | None) -> Any:
        """The board."""
        return self._drawn("board", asker, theme, seat)

    async def crop(self, _: Any, area: str, asker: int, theme: str, seat: int | None) -> Any:
        """A part of it."""
        return self._drawn("crop", area, asker, theme, seat)

    async def moves(self, _: Any, seat: int, key: str, theme: str) -> Any:
        """Where one can go."""
        return self._drawn("moves", seat, key, theme)

    def area(self, _: Any, text: str) -> str:
        """The area."""
        return f"the {text}"

    def areas_like(self, _: Any, typed: str) -> list[tuple[str, str]]:
        """So many as letters were typed, ten times."""
        return [(f"a{n}", typed + "n" * 99) for n in range(len(typed) * 10)]


def asking(user: int, session: Any = None) -> Any:
    """Somebody who asks."""

    async def get(_: str) -> Any:
        return session

    background = SimpleNamespace(keep=lambda _: None)
    desk = SimpleNamespace(
        at_hand_in=lambda channel: session if channel == 2 else None,
        get=get,
        background=background,
        whatifs=SimpleNamespace(find=lambda _: None),
    )
    if session is not None:
        session.greet = lambda _: None
    return SimpleNamespace(
        client=SimpleNamespace(pictures=Drawn(), desk=desk, links=None),
        user=SimpleNamespace(id=user),
        guild_id=1,
        channel_id=2,
        channel=None,
    )


# The log


def test_entries_are_told_in_their_order(session: Any) -> None:
    def entry(**more: Any) -> Logged:
        return Logged(1, NOON, 0, **more)

    first, second = facts.TurnBegan(0, 2), facts.TurnBegan(1, 2)
    lines = log_lines(
        session,
        [
            entry(events=(first,)),
            entry(events=(), took_back=1),
            entry(events=(second,), note={"what": "pause", "by": 9}),
            entry(events=(first,)),
        ],
        None,
    )
    # How something came about stands above what came about.
    assert lines == [
        "▸ Round 2: **Anne**’s turn.",
        "**Ben** took back a step.",
        "⏸ <@9> pauses the game.",
        "▸ Round 2: **Ben**’s turn.",
        "▸ Round 2: **Anne**’s turn.",
    ]
    late = {"what": "late", "seat": 1, "how": "default"}
    (own,) = log_lines(session, [entry(events=(), note=late)], 1)
    assert own == "⌛ Your time ran out: no answer came in."
    gone = log_lines(session, [entry(events=(), took_back=1, along=True)], 0)
    assert gone == ["**Ben** took back a step.", WENT_ALONG]


@pytest.mark.parametrize(
    ("number", "page", "turns"),
    [
        (None, 3, [("◀", ("7", "1"))]),
        (0, 1, [("▶", ("7", "1"))]),
        (1, 2, [("◀", ("7", "0")), ("▶", ("7", "2"))]),
        (9, 3, [("◀", ("7", "1"))]),
    ],
)
async def test_the_newest_page_of_the_log_comes_first(
    monkeypatch: pytest.MonkeyPatch,
    session: Any,
    shown: Shown,
    number: int | None,
    page: int,
    turns: list[Any],
) -> None:
    asked: list[Any] = []

    async def digest(seat: int | None, since: int) -> Any:
        asked.append((seat, since))
        return SimpleNamespace(entries=())

    session.digest = digest
    lines = [letter * 1_000 for letter in "abc"]
    monkeypatch.setattr(cogs.chronicle, "log_lines", lambda *_: lines)
    await show_log(asking(HOST + 1), session, 7, number)
    assert shown.text == f"{lines[page - 1]}\n-# Page {page} of 3"
    assert shown.buttons == turns
    assert asked == [(1, 7)]
    lines.clear()
    await show_log(asking(5), session, 7, None)
    assert (shown.text, shown.buttons) == ("Nothing to report yet.", [])
    assert asked[1:] == [(None, 7)]


async def test_buttons_of_the_log_carry_no_revision(
    monkeypatch: pytest.MonkeyPatch, session: Any, shown: Shown
) -> None:
    asked: list[int] = []

    async def digest(seat: int | None, since: int) -> Any:
        asked.append(since)
        return SimpleNamespace(entries=())

    async def turns_ago(_: int) -> int:
        return 20

    async def moment_of(revision: int) -> int:
        return revision - 15

    async def begun_at(moment: int) -> int:
        return moment + 13

    session.digest, session.turns_ago = digest, turns_ago
    session.moment_of, session.begun_at = moment_of, begun_at
    monkeypatch.setattr(cogs.chronicle, "log_lines", lambda *_: ["a" * 1_000, "b" * 1_000])
    log: Any = Chronicle.log.callback
    await log(Chronicle(), asking(HOST))
    assert shown.buttons == [("◀", ("5", "0"))]
    # The page that is turned to begins where the first one did.
    handler, _ = HANDLERS["log"]
    await handler(asking(HOST, session), Press("log", "ABC123", ("5", "0")))
    assert asked == [18, 18]
    # From the beginning there is nothing before that could be told.
    await log(Chronicle(), asking(HOST), since="all")
    assert asked[-1] == -16


async def test_where_the_log_begins(
    monkeypatch: pytest.MonkeyPatch, session: Any, shown: Shown
) -> None:
    began: list[tuple[int, int | None]] = []

    async def show(_: Any, __: Any, since: int, number: int | None) -> None:
        began.append((since, number))

    async def turns_ago(count: int) -> int:
        return 100 + count

    async def missed(seat: int) -> Any:
        return SimpleNamespace(since=10 + seat)

    monkeypatch.setattr(cogs.chronicle, "show_log", show)
    session.turns_ago, session.missed = turns_ago, missed
    log: Any = Chronicle.log.callback
    for user, given in (
        (HOST, {}),
        (HOST, {"turns": 1}),
        (HOST, {"since": "all"}),
        (HOST + 1, {"since": "own"}),
        # Who watches has no step of his own: the last round.
        (5, {"since": "own"}),
    ):
        await log(Chronicle(), asking(user), **given)
    assert began == [(102, None), (101, None), (-1, None), (11, None), (102, None)]
    with pytest.raises(Refused, match="not both"):
        await log(Chronicle(), asking(HOST), turns=1, since="all")
    session.started = None
    with pytest.raises(Refused, match="has not begun"):
        await log(Chronicle(), asking(HOST))


@pytest.mark.parametrize("parts", [(), ("7",), ("x", "1"), ("7", "-1"), ("7", "x")])
async def test_a_damaged_button_of_the_log(session: Any, parts: tuple[str, ...]) -> None:
    for kind in ("log", "replay"):
        handler, _ = HANDLERS[kind]
        with pytest.raises(Refused) as refused:
            # Of the game over again eyes come first, which are a seat or the table's.
            await handler(asking(HOST, session), Press(kind, "ABC123", parts))
        assert refused.value.text == STALE


# Who sat there then


def test_what_was_before_a_seat_changed_hands_is_told_by_the_name_of_its_time(
    session: Any,
) -> None:
    anne, ben = session.seats
    gwen = replace(anne, user_id=77, name="Gwen")
    left = {"what": "joined", "seat": 0, "was": "Gwen", "user_id": anne.user_id}
    died = facts.NobleDied("percy", 0, "plague")
    entries = [
        Logged(1, NOON, 0, (facts.TurnBegan(0, 2), died), seats=(gwen, ben)),
        Logged(2, NOON, 0, (), note={"what": "late", "seat": 0}, seats=(gwen, ben)),
        Logged(3, NOON, -1, (), note=left),
        Logged(4, NOON, 0, (facts.TurnBegan(0, 3), msgspec.structs.replace(died, noble="roos"))),
    ]
    assert log_lines(session, entries, 1) == [
        "▸ Round 2: **Gwen**’s turn.",
        *words_of(session).tell_all([died], names(session, (gwen, ben))),
        "⌛ Time is up for **Gwen**: the game goes on without an answer.",
        f"<@{anne.user_id}> takes **Gwen**’s seat.",
        "▸ Round 3: **Anne**’s turn.",
        *words_of(session).tell_all(entries[3].events[1:], names(session)),
    ]
    captured = facts.Captured(("percy",), 0)
    both = [Logged(1, NOON, 0, (captured,), seats=(gwen, ben)), Logged(2, NOON, 0, (captured,))]
    lines = words_of(session).tell_all([captured], names(session, (gwen, ben)))
    lines += words_of(session).tell_all([captured], names(session))
    assert ["**Gwen**" in line for line in lines] == [True, False]
    assert news_for(session, 1, both) == [f"-# • {uncited(line)}" for line in lines]
    missed = digest_text(session, 1, Digest(0, 2, tuple(both), {}, (), None)).splitlines()
    assert missed[1:4] == ["**Above all**", *(f"• {uncited(line)}" for line in lines)]
    # The board and the eyes of a past turn, too.
    assert entries_told(session, both) == lines


def test_you_are_not_who_had_your_seat_before(session: Any) -> None:
    anne, ben = session.seats
    gwen = replace(anne, user_id=77, name="Gwen")
    assert names_for(session, 0, (gwen, ben))(0) == "**Gwen**"
    assert names_for(session, 0, (replace(anne, name="Ann"), ben))(0) == YOU
    assert names_for(session, 1, (gwen, ben))(1) == YOU


async def test_a_past_turn_is_shown_with_the_names_of_its_time(session: Any, shown: Shown) -> None:
    replayed(session, 3)
    anne, ben = session.seats
    seats = (replace(anne, user_id=77, name="Gwen"), ben)
    plain = session.turn

    async def turn(**about: Any) -> Any:
        found = await plain(**about)
        found.entries = (Logged(1, NOON, 0, (facts.TurnBegan(0, 2),), seats=seats),)
        found.seats = seats
        return found

    session.turn = turn
    who = asking(HOST)
    await show_turn(who, session, 0, 1)
    assert "as **Gwen** saw it" in shown.text
    assert shown.text.endswith("▸ Round 2: **Gwen**’s turn.")


# The game over again


def replayed(session: Any, turns: int) -> list[dict[str, Any]]:
    """Make a game of so many turns; what is asked of it is written down."""
    asked: list[dict[str, Any]] = []

    async def turn(**about: Any) -> Any:
        asked.append(about)
        number = turns if about["number"] is None else about["number"]
        return SimpleNamespace(
            number=number, turns=turns, at=NOON, entries=(), view=f"view {number}",
            seat=about["seat"], seats=None,
        )  # fmt: skip

    session.turn = turn
    return asked


@pytest.mark.parametrize(
    ("number", "title", "steps"),
    [
        (0, "The set-up", [("▶", "1", "2"), ("⏭", "3", "3")]),
        (1, "Turn 1 of 3", [("⏮", "0", "0"), ("◀", "0", "1"), ("▶", "2", "2"), ("⏭", "3", "3")]),
        (2, "Turn 2 of 3", [("⏮", "0", "0"), ("◀", "1", "1"), ("▶", "3", "2"), ("⏭", "3", "3")]),
        (3, "Turn 3 of 3", [("⏮", "0", "0"), ("◀", "2", "1")]),
        (None, "Turn 3 of 3", [("⏮", "0", "0"), ("◀", "2", "1")]),
    ],
)
async def test_a_turn_has_ways_to_those_before_and_after_it(
    session: Any, shown: Shown, number: int | None, title: str, steps: list[Any]
) -> None:
    asked = replayed(session, 3)
    who = asking(HOST)
    await show_turn(who, session, 1, number)
    stamp = f"<t:{int(NOON.timestamp())}:d>"
    assert shown.text == f"### {title} · {stamp}\n-# as **Ben** saw it\nNothing to report."
    assert shown.buttons == [(label, ("1", to, place)) for label, to, place in steps]
    assert asked == [{"user_id": HOST, "seat": 1, "number": number}]
    assert shown.files == ["moment"]
    seen = 3 if number is None else number
    assert who.client.pictures.asked == [("moment", f"view {seen}", HOST)]


async def test_everybody_saw_the_only_moment_of_a_game(session: Any, shown: Shown) -> None:
    replayed(session, 0)
    who = asking(HOST)
    who.client.pictures.known = False
    await show_turn(who, session, None, None)
    assert shown.text.splitlines()[0].startswith("### The set-up · ")
    assert shown.text.splitlines()[1] == "-# as everybody saw it"
    assert (shown.buttons, shown.files) == ([], [])


async def test_a_button_of_the_game_over_again_keeps_the_eyes(session: Any, shown: Shown) -> None:
    asked = replayed(session, 3)
    handler, _ = HANDLERS["replay"]
    replay: Any = Chronicle.replay.callback
    for parts in (("t", "2", "1"), ("1", "0", "0")):
        await handler(asking(HOST, session), Press("replay", "ABC123", parts))
    assert [(each["seat"], each["number"]) for each in asked] == [(None, 2), (1, 0)]
    assert {parts[0] for _, parts in shown.buttons} == {"1"}
    await replay(Chronicle(), asking(HOST), turn=2)
    await replay(Chronicle(), asking(HOST), player="BEN")
    await replay(Chronicle(), asking(5))
    assert [(each["seat"], each["number"]) for each in asked[2:]] == [
        (0, 2), (1, None), (None, None)
    ]  # fmt: skip


async def test_whose_eyes_are_suggested(session: Any) -> None:
    async def offered(user: int, typed: str = "") -> list[tuple[str, str]]:
        found = await cogs.chronicle._seen_by(asking(user, session), typed)
        return [(each.name, str(each.value)) for each in found]

    assert await offered(HOST) == [("Anne", "0")]
    assert await offered(HOST + 1, "EN") == [("Ben", "1")]
    assert await offered(HOST, "ben") == []
    assert await offered(5) == []
    session.status = "over"
    assert await offered(5) == [("Anne", "0"), ("Ben", "1")]
    assert await offered(5, "b") == [("Ben", "1")]
    session.seats = [SeatInfo(n, n, f"{n:02}" + "x" * 99) for n in range(26)]
    assert [(len(name), value) for name, value in await offered(5)] == [
        (100, str(n)) for n in range(25)
    ]
    nowhere = asking(5, session)
    nowhere.channel_id = 3
    assert await cogs.chronicle._seen_by(nowhere, "") == []


async def test_a_digest_is_of_ones_own_time_or_of_a_round(
    monkeypatch: pytest.MonkeyPatch, session: Any, shown: Shown
) -> None:
    asked: list[tuple[int | None, str]] = []

    def messages(_: Any, seat: int | None, found: str) -> list[str]:
        asked.append((seat, found))
        return ["much", "missed"]

    async def turns_ago(count: int) -> int:
        return 100 + count

    async def digest(seat: int | None, since: int) -> str:
        return f"{seat} after {since}"

    async def missed(seat: int) -> str:
        return f"{seat} since their turn"

    monkeypatch.setattr(cogs.chronicle, "digest_messages", messages)
    session.turns_ago, session.digest, session.missed = turns_ago, digest, missed
    command: Any = Chronicle.digest.callback
    await command(Chronicle(), asking(HOST))
    assert [text for text, _ in shown] == ["much", "missed"]
    assert shown.buttons[0][0] == "March"
    await command(Chronicle(), asking(5))
    assert shown.buttons == []
    assert asked == [(0, "0 since their turn"), (None, "None after 102")]


# Hands


def test_the_last_five_secrets_stand_above_a_hand(session: Any) -> None:
    head = "### Your hand · Kingmaker · <#2>"
    assert private_lines(session, []) == head
    for number in (5, 6):
        log = [f"line {n}" for n in range(number)]
        assert private_lines(session, log).splitlines() == [
            head, *(f"-# {line}" for line in log[-5:])
        ]  # fmt: skip


def test_at_a_later_look_all_that_is_new_stands_there_as_far_as_there_is_room(
    session: Any,
) -> None:
    head = "### Your hand · Kingmaker · <#2>"
    log = [f"line {n}" for n in range(12)]
    assert private_lines(session, log[:10], new=True).splitlines() == [
        head, *(f"-# {line}" for line in log[:10])
    ]  # fmt: skip
    assert private_lines(session, log, new=True).splitlines() == [
        head, "-# 2 more: `/log` has them.", *(f"-# {line}" for line in log[2:])
    ]  # fmt: skip


async def test_what_was_read_beside_a_hand_is_not_told_again(session: Any, shown: Shown) -> None:
    def given(revision: int, card: str, **more: Any) -> Logged:
        event = facts.CardGiven(0, 1, card, audience=(0, 1))
        return Logged(revision, NOON, 0, (event,), **more)

    handler, _ = HANDLERS["hand"]

    async def looked(user: int) -> list[str]:
        await handler(asking(user, session), Press("hand", "ABC123", ()))
        return [uncited(line) for line in shown.text.splitlines()[1:]]

    session.entries = [given(6, "saxons_1")]
    assert await looked(HOST) == ["-# You give **Ben** Saxons."]
    assert await looked(HOST) == []
    session.entries += [given(8, "le_swan"), Logged(9, NOON, 1, (), took_back=1, along=True)]
    session.revision = 9
    assert await looked(HOST) == ["-# You give **Ben** Le Swan.", f"-# {WENT_ALONG}"]
    assert await looked(HOST) == []
    # Everybody has looked for himself.
    assert len(await looked(HOST + 1)) == 3


async def test_what_did_not_arrive_was_not_read(session: Any, shown: Shown) -> None:
    async def whisper(*_: Any, **__: Any) -> bool:
        return open_door

    who = asking(HOST, session)
    who.client.deliverer = SimpleNamespace(reach=SimpleNamespace(whisper=whisper))
    for open_door in (False, True):
        session.looks.clear()
        assert await _send_hand(who.client, session, 0) is open_door
        assert session.looks == ({HOST: session.revision} if open_door else {})


async def test_the_words_of_a_hand_are_those_of_its_owner(session: Any) -> None:
    asked: list[tuple[int, int]] = []
    public = facts.TurnBegan(0, 2)
    secret = msgspec.structs.replace(facts.TurnBegan(1, 2), audience=(0,))

    async def log(seat: int, last: int, after: int | None) -> list[Any]:
        assert after is None
        asked.append((seat, last))
        return [Logged(1, NOON, 0, (secret, public))]

    session.log = log
    drawn = await hand_text(session, 0, drawn=True)
    told = words_of(session).tell_all([secret], names(session))
    assert drawn == private_lines(session, told)
    assert len(drawn.splitlines()) == 1 + len(told) == 2
    assert asked == [(0, 60)]
    assert await hand_text(session, 0, drawn=False) == (f"{drawn}\n{faction_text(session, 0, 0)}")


async def test_the_words_of_a_hand_call_its_owner_you(session: Any) -> None:
    given = facts.CardGiven(0, 1, "saxons_1", audience=(0, 1))

    async def log(seat: int, last: int, after: int | None) -> list[Any]:
        return [Logged(1, NOON, 0, (given,))]

    session.log = log
    for seat, line in ((0, "You give **Ben** Saxons."), (1, "**Anne** gives you Saxons.")):
        assert line in await hand_text(session, seat, drawn=True)


async def test_a_hand_goes_to_its_owner_alone(session: Any, shown: Shown) -> None:
    sent: list[tuple[int, str, list[Any]]] = []
    open_door = True

    async def whisper(user: int, text: str, *, files: list[Any]) -> bool:
        sent.append((user, text, files))
        return open_door

    who = asking(HOST + 1)
    who.client.deliverer = SimpleNamespace(reach=SimpleNamespace(whisper=whisper))
    hand: Any = Hand.hand.callback
    await hand(Hand(), who)
    assert shown.text == "Your hand is in your direct messages."
    assert [(user, files) for user, _, files in sent] == [(HOST + 1, ["hand"])]
    assert sent[0][1].startswith("### Your hand")
    assert who.client.pictures.asked == [("hand", 1)]
    open_door = False
    await hand(Hand(), who)
    assert (shown.text, shown.files) == (sent[0][1], ["hand"])
    who.client.pictures.known = False
    await hand(Hand(), who)
    assert (shown.text, shown.files) == (f"{sent[0][1]}\n{faction_text(session, 1, 1)}", [])


async def test_my_hand_is_for_those_who_play(session: Any, shown: Shown) -> None:
    handler, _ = HANDLERS["hand"]
    await handler(asking(HOST, session), Press("hand", "ABC123", ()))
    assert shown.files == ["hand"]
    with pytest.raises(Refused) as refused:
        await handler(asking(5, session), Press("hand", "ABC123", ()))
    assert refused.value.text == NOT_SEATED
    session.match = None
    with pytest.raises(Refused) as refused:
        await handler(asking(HOST, session), Press("hand", "ABC123", ()))
    assert refused.value.text == "The game has not begun yet."


async def test_standings_are_shown_to_whoever_asks(session: Any, shown: Shown) -> None:
    standings: Any = Hand.standings.callback
    for who in (HOST, 5):
        await standings(Hand(), asking(who))
        head, *lines = shown.text.splitlines()
        assert head.startswith("### Round ")
        assert lines == words_of(session).standings(
            session.view(None), session.standings(), names(session)
        )
    assert any(line.startswith("**Anne** · ") for line in lines)


async def test_a_faction_is_shown_as_the_one_who_asks_may_know_it(
    session: Any, shown: Shown
) -> None:
    faction: Any = Hand.faction.callback
    await faction(Hand(), asking(HOST))
    assert shown.text == faction_text(session, 0, 0)
    await faction(Hand(), asking(HOST), player="ben")
    assert shown.text == faction_text(session, 1, 0)
    assert "Clifford" in shown.text
    await faction(Hand(), asking(5), player="0")
    assert shown.text == faction_text(session, 0, None)
    with pytest.raises(Refused) as refused:
        await faction(Hand(), asking(5))
    assert refused.value.text == NOT_SEATED
    session.match = None
    with pytest.raises(Refused, match=r"^The game has not begun yet\.$"):
        await faction(Hand(), asking(HOST))


# Maps


async def test_a_map_is_drawn_for_the_one_who_asks(session: Any, shown: Shown) -> None:
    who = asking(HOST)
    drawn = who.client.pictures
    await show_map(who, session)
    await show_map(who, session, "york", "dark")
    assert drawn.asked == [
        ("board", HOST, "light", 0),
        ("crop", "the york", HOST, "dark", 0),
    ]
    assert [(text, more["files"]) for text, more in shown] == [("", ["board"]), ("", ["crop"])]
    watching = asking(5)
    await show_map(watching, session)
    assert watching.client.pictures.asked == [("board", 5, "light", None)]
    who.client.pictures.known = False
    del shown[:]
    await show_map(who, session, "york")
    await tell_map(who, session)
    assert shown[: len(shown) // 2] == shown[len(shown) // 2 :]
    board = words_of(session).map_text(session.view(None), names(session))
    assert "\n".join(text for text, _ in shown[: len(shown) // 2]) == board
    session.match = None
    for ask in (show_map(who, session), tell_map(who, session)):
        with pytest.raises(Refused, match="the board is still in its box"):
            await ask


async def test_moves_are_ones_own(session: Any, shown: Shown) -> None:
    who = asking(HOST)
    await show_moves(who, session, "PERCY", "dark", text=False)
    await show_moves(who, session, "percy", "light", text=False)
    assert who.client.pictures.asked == [
        ("moves", 0, "percy", "dark"),
        ("moves", 0, "percy", "light"),
    ]
    assert shown.files == ["moves"]
    said = words_of(session).moves_text(session.view(0), "percy", session.prompts(0))
    del shown[:]
    await show_moves(who, session, "percy", "light", text=True)
    assert "\n".join(text for text, _ in shown) == said
    del shown[:]
    who.client.pictures.known = False
    await show_moves(who, session, "percy", "light", text=False)
    assert "\n".join(text for text, _ in shown) == said
    with pytest.raises(Refused) as refused:
        await show_moves(who, session, "clifford", "light", text=False)
    assert refused.value.text == ("On the board you have Percy. Choose one of them for **moves**.")
    with pytest.raises(Refused) as refused:
        await show_moves(asking(5), session, "percy", "light", text=False)
    assert refused.value.text == NOT_SEATED
    session.match = None
    with pytest.raises(Refused, match="the board is still in its box"):
        await show_moves(who, session, "percy", "light", text=False)


async def test_the_command_is_told_in_words_or_drawn(
    monkeypatch: pytest.MonkeyPatch, session: Any
) -> None:
    done: list[tuple[Any, ...]] = []

    def note(name: str) -> Any:
        async def noted(_: Any, __: Any, *rest: Any, **more: Any) -> None:
            done.append((name, *rest, *more.values()))

        return noted

    for name in ("show_moves", "tell_map", "show_map"):
        monkeypatch.setattr(cogs.map, name, note(name))
    typed: Any = Map.map.callback
    for given in (
        {},
        {"area": "york", "theme": "dark"},
        {"text": True},
        {"moves": "percy", "area": "york"},
        {"moves": "percy", "text": True},
    ):
        await typed(Map(), asking(HOST), **given)
    assert done == [
        ("show_map", None, "light"),
        ("show_map", "york", "dark"),
        ("tell_map",),
        ("show_moves", "percy", "light", False),
        ("show_moves", "percy", "light", True),
    ]


async def test_movers_and_areas_are_suggested(session: Any) -> None:
    async def movers(user: int, typed: str = "") -> list[tuple[str, str]]:
        found = await cogs.map._movers(asking(user, session), typed)
        return [(each.name, each.value) for each in found]

    assert await movers(HOST) == [("Percy", "percy")]
    assert await movers(HOST + 1, "CLÍF") == [("Clifford", "clifford")]
    assert await movers(HOST, "clifford") == []
    assert await movers(5) == []
    areas = await cogs.map._areas(asking(HOST, session), "abc")
    assert [each.value for each in areas] == [f"a{n}" for n in range(25)]
    assert {each.name for each in areas} == {"abc" + "n" * 97}
    nowhere = asking(HOST, session)
    nowhere.channel_id = 3
    assert await cogs.map._areas(nowhere, "abc") == []
