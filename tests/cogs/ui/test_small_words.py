"""Lengths, pages, names and suggestions, exactly at their edges."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

import cogs.hand
import cogs.lobby
import cogs.map  # noqa: F401 - makes their controls known
from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from bot.session import Availability, Refused, SeatInfo
from bot.session.receipts import STALE
from bot.session.seating import PAUSE, UNDO, Petition
from bot.words.phrases import uncited
from cogs.ui.command_topics import topic_menu, topic_named, topics
from cogs.ui.controls import (
    HANDLERS,
    OfferKey,
    Press,
    button,
    control_id,
    foot,
    in_pages,
    menu,
    page_of,
    press_of,
    turned_to,
    turners,
)
from cogs.ui.first_answer import First
from cogs.ui.log_notes import WENT_ALONG, _fitted, availability_lines, digest_text, last_of
from cogs.ui.names import (
    bare_names,
    called,
    full_name,
    name_of,
    names,
    plain_names,
    seat_named,
    short_name,
)
from cogs.ui.petitions import (
    _DIFFERENCES,
    ANSWERED,
    answer_text,
    asked_text,
    difference_lines,
    lost_lines,
    petition_text,
    petition_view,
)
from cogs.ui.replies import cut, in_messages, words_of
from cogs.ui.suggestions import games_like, length_of, lengths_like, players_like
from tests.cogs.conftest import MemorySession
from tests.rules.kingmaker.scene import Scene

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.fixture
def session() -> Any:
    """Anne and Ben at a table; Anne may move."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    return MemorySession(scene.match)


def labels(items: Any) -> list[str]:
    """The labels of buttons."""
    return [item.item.label for item in items]


# Texts and pages


def test_a_text_is_cut_where_it_would_be_too_long() -> None:
    assert cut("x" * 1_900) == "x" * 1_900
    assert cut("x" * 1_901) == "x" * 1_899 + "…"
    assert cut("abcd", 4) == "abcd"
    assert cut("abcde", 4) == "abc…"


@pytest.mark.parametrize(
    ("text", "limit", "kept"),
    [
        ("of **York** and of others", 14, "of **York** a…"),
        ("of **York** and of others", 11, "of York…"),
        ("of **York** and of others", 9, "of Yor…"),
        ("of **York**, *Henry VI* and others", 18, "of **York**, Hen…"),
        ("*Henry VI* of *Lancaster*", 18, "*Henry VI* of La…"),
    ],
)
def test_what_is_cut_in_the_middle_of_bold_or_italics_shows_no_stars(
    text: str, limit: int, kept: str
) -> None:
    assert cut(text, limit) == kept


def test_messages_are_filled_to_the_limit() -> None:
    assert in_messages([], 9) == []
    assert in_messages(["abcd", "efgh"], 9) == ["abcd\nefgh"]
    assert in_messages(["abcd", "efghi"], 9) == ["abcd", "efghi"]
    assert in_messages(["abcd", "▸fgh"], 10) == ["abcd\n\n▸fgh"]
    assert in_messages(["abcd", "▸fgh"], 9) == ["abcd", "▸fgh"]
    assert in_messages(["abcdefghij", "k", "l"], 9) == ["abcdefgh…", "k\nl"]


def test_pages_hold_what_a_phone_shows() -> None:
    assert in_pages([]) == [""]
    assert in_pages(["x" * 1_200]) == ["x" * 1_200]
    assert in_pages(["x" * 1_201]) == ["x" * 1_199 + "…"]
    assert in_pages(["x" * 600, "y" * 599]) == ["x" * 600 + "\n" + "y" * 599]
    assert in_pages(["x" * 600, "y" * 600]) == ["x" * 600, "y" * 600]


def test_the_nearest_page_is_shown_with_its_number() -> None:
    three = ["a", "b", "c"]
    assert page_of(["a"], 4) == "a"
    assert [page_of(three, n) for n in (-1, 0, 1, 2, 3)] == [
        "a\n-# Page 1 of 3", "a\n-# Page 1 of 3", "b\n-# Page 2 of 3", "c\n-# Page 3 of 3",
        "c\n-# Page 3 of 3",
    ]  # fmt: skip


def test_pages_are_turned_as_far_as_they_go() -> None:
    def turns(number: int, count: int) -> list[tuple[str, tuple[str, ...], int | None]]:
        found: list[Any] = turners("log", "G1", number, count, 7, row=2)
        return [(each.item.label, each.press.parts, each.row) for each in found]

    assert turns(0, 1) == []
    assert turns(0, 2) == [("▶", ("7", "1"), 2)]
    assert turns(1, 2) == [("◀", ("7", "0"), 2)]
    assert turns(1, 3) == [("◀", ("7", "0"), 2), ("▶", ("7", "2"), 2)]
    assert turned_to("12") == 12
    for damaged in ("", "-1", "x", "1.5"):
        with pytest.raises(Refused) as refused:
            turned_to(damaged)
        assert refused.value.text == STALE


def test_a_message_without_buttons_has_no_foot() -> None:
    assert foot([]) is None
    found = foot(turners("log", "G1", 1, 3))
    assert found is not None
    assert labels(found.children) == ["◀", "▶"]
    assert found.timeout is None


# The digest


def test_what_is_missed_gives_way_before_what_is_asked() -> None:
    asked = ["**You decide**", "• Move."]
    told = ["note", "**Deaths**", "• Percy died.", "**Moves**", "• A", "• B"]
    assert _fitted("### Head", told, asked) == "\n".join(["### Head", *told, *asked])

    def with_long(number: int) -> tuple[str, list[str]]:
        lines = [*told[:-1], "• " + "B" * number]
        return "\n".join(["### Head", *lines, *asked]), lines

    whole, _ = with_long(1)
    text, lines = with_long(1_500 - len(whole) + 1)
    assert len(text) == 1_500
    assert _fitted("### Head", lines, asked) == text
    _, lines = with_long(1_500 - len(whole) + 2)
    assert _fitted("### Head", lines, asked) == "\n".join(
        ["### Head", *told[:-1], "-# and 1 more: `/log` has them all", *asked]
    )


def test_a_heading_goes_with_the_last_line_below_it() -> None:
    told = ["**Deaths**", "• " + "d" * 1_400, "**Moves**", "• " + "m" * 100]
    assert _fitted("### Head", list(told), ["asked"]) == "\n".join(
        ["### Head", *told[:2], "-# and 1 more: `/log` has them all", "asked"]
    )
    told[1] = "• " + "d" * 1_500
    assert _fitted("### Head", told, ["asked"]) == (
        "### Head\n-# and 2 more: `/log` has them all\nasked"
    )


def test_headlines_go_on_in_further_messages_and_what_weighs_less_gives_way() -> None:
    heads = ["• " + letter * 1_000 for letter in "abcd"]
    told = ["**Above all**", *heads[:3], "**What else happened**", "• x"]
    more = "-# and 1 more: `/log` has them all"
    text = _fitted("### Head", told, ["asked"])
    assert text == "\n".join(["### Head", "**Above all**", *heads[:3], more, "asked"])
    assert [part[-6:] for part in in_messages(text.splitlines())] == ["aaaaaa", "bbbbbb", "\nasked"]
    everything = ["**Above all**", *heads, "• " + "e" * 1_000]
    assert _fitted("### Head", everything, ["asked"]).splitlines()[-3:] == [heads[3], more, "asked"]


def _noted(**said: Any) -> SimpleNamespace:
    """An entry of the log."""
    return SimpleNamespace(**{"along": False, "events": (), "seats": None, **said})


def test_a_digest_tells_what_is_asked_and_till_when(session: Any) -> None:
    entry = _noted(note={"what": "pause", "by": 9})
    nothing: dict[str, Any] = {"entries": [], "asked": [], "due": None}
    found = dict(nothing)

    def told(seat: int | None) -> str:
        return digest_text(session, seat, cast(Any, SimpleNamespace(**found)))

    head = "### " + told(0).splitlines()[0].removeprefix("### ")
    assert told(0) == (
        f"{head}\nNothing important has happened.\nYou have nothing to decide just now."
    )
    assert told(None) == f"{head}\nNothing important has happened."
    session.status = "over"
    assert told(0) == f"{head}\nNothing important has happened."
    session.status = "running"
    (prompt,) = [each for each in session.prompts(0) if each.blocking]
    found |= {"entries": [entry, _noted(note=None)], "asked": [prompt], "due": NOON}
    stamp = int(NOON.timestamp())
    text = told(0)
    assert text.splitlines()[:3] == [head, "⏸ <@9> pauses the game.", "**You decide**"]
    assert text.splitlines()[3].startswith("• Move your nobles")
    assert text.endswith(f"\n⏳ Time runs out <t:{stamp}:R> (<t:{stamp}:f>).")
    found["due"] = None
    assert "⏳" not in told(0)
    taken = facts.Captured(("roos",), 1)
    found |= {"entries": [entry, _noted(note=None, events=(taken,))], "asked": []}
    weighs = words_of(session).digest([taken], names(session), 0)
    assert any("Roos" in line for line in weighs)
    assert told(0).splitlines() == [
        head, "⏸ <@9> pauses the game.", *map(uncited, weighs),
        "You have nothing to decide just now.",
    ]  # fmt: skip
    # What was noted again and again takes one line; it is no heading, though a name begins it.
    late = _noted(note={"what": "late", "seat": 1, "how": "default"})
    back = _noted(note={"what": "left", "seat": 1, "was": "Ben"})
    found |= {"entries": [late, back, late, late]}
    lines = told(0).splitlines()
    assert lines[1:3] == [
        "⌛ Time is up for **Ben**: the game goes on without an answer. (3 times)",
        "**Ben** leaves the game. `/game join` takes the seat.",
    ]
    noted = [lines[2], "• " + "e" * 1_500]
    assert _fitted("### Head", noted, ["asked"]) == (
        f"### Head\n{lines[2]}\n-# and 1 more: `/log` has them all\nasked"
    )
    # That a secret step went too, is for whose it was.
    found |= {"entries": [_noted(note=None, along=True), back]}
    lines = told(0).splitlines()
    assert lines[1:3] == ["**Ben** leaves the game. `/game join` takes the seat.", WENT_ALONG]
    # What was mended is said with who mended it.
    mended = _noted(note={"what": "correct", "by": 9}, events=(taken,))
    found |= {"entries": [mended], "played": []}
    (line,) = map(uncited, words_of(session).tell_all([taken], names(session)))
    assert told(0).splitlines()[1] == (f"✏ <@9> corrects the position. {line}")


# Names


def test_what_people_are_called(session: Any) -> None:
    computer = SeatInfo(0, None, "Ste_ward 1 (computer)", "steward")
    person = SeatInfo(1, 102, "B*n (computer)")
    session.seats = [computer, person]
    assert (short_name(computer), short_name(person)) == ("Ste_ward 1", "B*n (computer)")
    assert full_name(computer) == "**Ste\\_ward 1 (computer)**"
    assert [name_of(session, n) for n in range(3)] == [
        "**Ste\\_ward 1**", "**B\\*n (computer)**", "**seat 3**"
    ]  # fmt: skip
    assert [plain_names(session)(n) for n in range(3)] == [
        "Ste\\_ward 1", "B\\*n (computer)", "seat 3"
    ]  # fmt: skip
    assert [bare_names(session)(n) for n in range(3)] == [
        "Ste_ward 1", "B*n (computer)", "seat 3"
    ]  # fmt: skip
    assert [seat_named(session, text) for text in ("1", "0", "b n (COMPUTER)")] == [1, 0, 1]


@pytest.mark.parametrize(
    ("shown", "name"),
    [
        ("Bób 🎲", "Bób 🎲"),
        ("Борис", "Борис"),
        ("アリス", "アリス (alice_w)"),
        ("王 Bob", "王 Bob"),
        ("🎲🎲", "🎲🎲 (alice_w)"),
        ("\u3164", "Somebody"),
    ],
)
def test_whose_name_no_picture_can_have_is_called_by_the_account_too(shown: str, name: str) -> None:
    user: Any = SimpleNamespace(display_name=shown, name="alice_w")
    assert called(user) == name


@pytest.mark.parametrize("length", [60, 61])
def test_a_stranger_is_named_in_short(session: Any, length: int) -> None:
    with pytest.raises(Refused) as refused:
        seat_named(session, "x" * length)
    assert refused.value.text == (f"Nobody here is called “{'x' * 60}”. At the table: Anne, Ben.")


async def test_players_are_suggested_by_a_part_of_the_name(session: Any) -> None:
    def typing(channel: int) -> Any:
        desk = SimpleNamespace(at_hand_in=lambda number: session if number == 2 else None)
        return SimpleNamespace(client=SimpleNamespace(desk=desk), channel_id=channel, channel=None)

    async def offered(typed: str, channel: int = 2) -> list[tuple[str, str]]:
        return [(c.name, str(c.value)) for c in await players_like(typing(channel), typed)]

    assert await offered("") == [("Anne", "0"), ("Ben", "1")]
    assert await offered("BÉ") == [("Ben", "1")]
    assert await offered("n") == [("Anne", "0"), ("Ben", "1")]
    assert await offered("1") == []
    assert await offered("", 3) == []
    session.seats = [SeatInfo(0, 101, "x" * 100), SeatInfo(1, 102, "y" * 101)]
    assert await offered("") == [("x" * 100, "0"), ("y" * 100, "1")]
    session.seats = [SeatInfo(n, n, f"P{n:02}") for n in range(26)]
    assert await offered("p") == [(f"P{n:02}", str(n)) for n in range(25)]


async def test_games_are_suggested_in_any_case() -> None:
    somebody: Any = None
    kingmaker, lancaster = ("Kingmaker", "kingmaker"), ("Lancaster", "lancaster")

    async def offered(typed: str) -> list[tuple[str, str]]:
        return [(c.name, c.value) for c in await games_like(somebody, typed)]

    assert await offered("") == [kingmaker, lancaster]
    assert await offered("KING") == [kingmaker]
    assert await offered("caster") == [lancaster]
    assert await offered("chess") == []


async def test_lengths_of_time_are_suggested() -> None:
    somebody: Any = None
    offered = [c.value for c in await lengths_like(somebody, " DAY")]
    assert offered == ["1 day", "2 days", "3 days"]
    every = await lengths_like(somebody, "")
    assert [c.name for c in every] == [c.value for c in every]
    assert [length_of(c.value) for c in every] == [
        timedelta(hours=1), timedelta(hours=6), timedelta(hours=12), timedelta(days=1),
        timedelta(days=2), timedelta(days=3), timedelta(weeks=1),
    ]  # fmt: skip
    assert length_of("9999 minutes") == timedelta(minutes=9_999)


# Absence


def test_when_somebody_is_not_to_be_waited_for() -> None:
    free = Availability(None, "UTC", None, timedelta(0))
    assert availability_lines(free) == [
        "-# You have no quiet hours. `/quiet from:22:30 until:08:00` sets them.",
        "-# You have used up your time away for this year.",
    ]
    away = Availability((1_350, 425), "Europe/Rome", NOON, timedelta(days=3, hours=2))
    assert availability_lines(away) == [
        f"🏖 You are away until <t:{int(NOON.timestamp())}:f>. `/away back:True` ends your absence.",
        "-# 🌙 Quiet hours: 22:30 to 07:05 (Europe/Rome).",
        "-# You may be away for another 3 days and 2 hours this year. "
        "`/away days:7` stops your deadlines for a week.",
    ]


# Petitions


def test_who_asks_reads_whom_it_waits_for(session: Any) -> None:
    asked = Petition(3, UNDO, 0, "open", asked=(1, 2), agreed=(2,))
    assert asked_text(session, asked) == (
        "I have asked the others: **Ben**. If all agree, it is taken back. Everything rolled or "
        "drawn since then is rolled or drawn again."
    )
    for state in ("done", "refused", "withdrawn", "lapsed"):
        over: Any = Petition(3, UNDO, 0, state, asked=(1, 2))  # type: ignore[arg-type]
        assert asked_text(session, over) == ANSWERED[state]


def test_what_the_channel_reads_of_a_petition(session: Any) -> None:
    told = {"what": PAUSE, "state": "open", "seat": 0, "number": 3}
    open_text = (
        "⏸ **Anne** would like to pause the game. All deadlines stop then, and nobody moves.\n"
        "<@102> and <@103>: do you agree? A majority of the players decides."
    )
    assert petition_text(session, told, None, (102, 103)) == open_text
    at = int(NOON.timestamp())
    assert petition_text(session, told, NOON, (102, 103)) == (
        f"{open_text} Time runs out <t:{at}:R> (<t:{at}:f>). Then everything stays as it is."
    )
    assert petition_text(session, {**told, "state": "refused"}, None, ()) == (
        "The game is not paused: there is no majority for it."
    )
    assert petition_text(session, {**told, "what": UNDO, "state": "withdrawn"}, None, ()) == (
        "**Anne** lets the step stand after all."
    )
    assert petition_text(session, {**told, "state": "done"}, None, ()) is None
    yes, no = petition_view(session, told).children
    assert [(each.item.label, each.item.style, each.press.parts) for each in (yes, no)] == [  # type: ignore[attr-defined]
        ("Agree", discord.ButtonStyle.success, ("3", "pause", "yes")),
        ("No", discord.ButtonStyle.danger, ("3", "pause", "no")),
    ]


async def test_what_an_undo_would_take_along(session: Any) -> None:
    petition: Petition | None = Petition(3, UNDO, 0, "open", to=5)
    lost: list[Any] = []
    asked: list[int] = []

    async def open_one(what: str) -> Any:
        assert what == UNDO
        return petition

    async def preview(to: int) -> Any:
        asked.append(to)
        return SimpleNamespace(entries=(_noted(events=tuple(lost)),))

    session.open_one = open_one
    session.moderator = SimpleNamespace(preview_rewind=preview)
    told = {"what": UNDO, "number": 3}
    assert await lost_lines(session, told) == []
    for number, more in ((1, None), (5, None), (6, "1 more line"), (8, "3 more lines")):
        lost = [facts.TurnBegan(0, n + 2) for n in range(number)]
        found = await lost_lines(session, told)
        assert found[0] == "-# This would be lost:"
        told_of = [] if more is None else [f"-# • {more} of the log"]
        assert found[2 : 2 + len(told_of)] == told_of
        rest = [found[1], *found[2 + len(told_of) :]]
        assert len(rest) == min(number, 5)
        # The step that is to be taken back stays, and so does the newest.
        assert "2" in rest[0]
        assert f"{number + 1}" in rest[-1]
    assert asked == [5] * 5
    # The rules behind it are told elsewhere, on demand.
    lost = [facts.StormRolled("le_george", 49, 96, False)]
    assert "‹" not in "".join(await lost_lines(session, told))
    # Of another petition, another number, or one that is over, nothing would be.
    assert await lost_lines(session, {"what": PAUSE, "number": 3}) == []
    assert await lost_lines(session, {"what": UNDO, "number": 4}) == []
    petition = Petition(3, UNDO, 0, "open")
    assert await lost_lines(session, told) == []
    petition = None
    assert await lost_lines(session, told) == []


# Controls


def test_an_id_may_have_a_hundred_characters() -> None:
    start = len("b.log:G1:")
    assert control_id("b", "log", "G1", "x" * (100 - start)) == f"b.log:G1:{'x' * (100 - start)}"
    with pytest.raises(ValueError, match="longer than 100 characters"):
        control_id("b", "log", "G1", "x" * (101 - start))


def test_controls_are_cut_at_discords_limits() -> None:
    for length in (80, 81):
        made = button("log", "G1", label="x" * length)
        assert made.item.label == "x" * 80
        assert made.item.style == discord.ButtonStyle.secondary
    option = discord.SelectOption(label="a")
    for length in (150, 151):
        picked = menu("rule", "G1", placeholder="x" * length, options=[option])
        assert picked.item.placeholder == "x" * 150
        bounds = (picked.item.min_values, picked.item.max_values, picked.item.required)
        assert bounds == (1, 1, True)
    free = menu("rule", "G1", 1, "b", placeholder="x", options=[option], least=0, row=2).item
    assert (free.min_values, free.required, free.custom_id) == (0, False, "s.rule:G1:1:b")


@pytest.mark.parametrize(
    ("text", "press"),
    [
        ("b.log:G1", Press("log", "G1", ())),
        ("s.log:G1:", Press("log", "G1", ("",))),
        ("m.log:ABCDEFGHIJKL:3::x", Press("log", "ABCDEFGHIJKL", ("3", "", "x"))),
    ],
)
def test_what_an_id_stands_for(text: str, press: Press) -> None:
    assert press_of(text) == press


@pytest.mark.parametrize(
    "text", ["", "log:G1", "b.log", "b.log:", "b.log:ABCDEFGHIJKLM", "b.Log:G1", "b.log:G1:a b"]
)
def test_what_is_no_id(text: str) -> None:
    with pytest.raises(Refused) as refused:
        press_of(text)
    assert refused.value.text == STALE


def test_what_a_control_stands_for_travels_in_its_id() -> None:
    for key in (OfferKey("G1", 3, 17, "go", "abcd"), OfferKey("G1", -1, 0, "go", "abcd", "x.y")):
        pressed = Press("act", "G1", (*key.parts, "state"))
        assert OfferKey.of(pressed) == key
    for damaged in ((), ("1", "2", "go"), ("x", "2", "go", "abcd"), ("1", "x", "go", "abcd")):
        with pytest.raises(Refused) as refused:
            OfferKey.of(Press("act", "G1", damaged))
        assert refused.value.text == STALE


def test_what_a_press_promises() -> None:
    fresh = {kind for kind, (_, first) in HANDLERS.items() if first is First.FRESH}
    card = {kind for kind, (_, first) in HANDLERS.items() if first is First.CARD}
    assert {"hand", "map"} <= fresh
    assert {"join", "leave", "add", "remove", "start"} <= card
    assert not {"act", "pick", "goto", "help", "end", "open", "setup", "vacate"} & (fresh | card)


# Topics and notes


def test_topics_by_their_names() -> None:
    assert [topic_named(text) for text in ("TABLE", "your table", "Kingmaker")] == [
        "table", "table", "kingmaker"
    ]  # fmt: skip
    listed = ", ".join(topics())
    assert list(topics())[:4] == ["table", "play", "kingmaker", "lancaster"]
    for length in (40, 41):
        with pytest.raises(Refused) as refused:
            topic_named("x" * length)
        assert refused.value.text == (f"There is no topic “{'x' * 40}”. Choose from: {listed}.")
    view = topic_menu()
    assert view is not None
    (item,) = view.children
    options = item.item.options  # type: ignore[attr-defined]
    assert [(each.value, each.label) for each in options] == list(topics().items())


def test_the_newest_note_of_a_kind() -> None:
    entries = [SimpleNamespace(note=note) for note in ({"n": 1}, {"n": 2}, None, {"n": 3})]
    assert last_of(entries, lambda note: note["n"] < 3) == {"n": 2}
    assert last_of(entries, lambda note: note["n"] > 3) is None


def test_a_past_answer_is_told_of_whoever_gave_it() -> None:
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    session: Any = MemorySession(scene.match)
    then: Any = SimpleNamespace(asked=session.prompts(0))
    assert answer_text(session, Choice("done"), then) == "the movement ends."


def test_where_an_amended_game_goes_on_is_said_without_noughts() -> None:
    session: Any = MemorySession(Scene(seats=2).match)

    def line(kept: int, lost: int, gone: int = 0, last: tuple[Any, ...] = ()) -> Any:
        return SimpleNamespace(
            played=True,
            whole=False,
            gone=lambda _: tuple(facts.TurnBegan(0, n + 2) for n in range(gone)),
            instead=lambda _: (),
            kept=lambda: kept,
            lost=lambda: lost,
            last_kept=lambda: last,
        )

    on = "The game would go on after that answer"
    told = {numbers: difference_lines(session, line(*numbers)) for numbers in _NUMBERS}
    assert told == {
        (0, 0): [f"-# No later answer is lost. {on}"],
        (0, 2): [f"-# No later answer is kept, 2 lost. {on}"],
        (3, 1): [f"-# 3 of the later answers kept, 1 lost. {on}"],
    }
    turns = facts.TurnBegan(0, 2), facts.TurnBegan(1, 2)
    assert difference_lines(session, line(3, 0, last=turns)) == [
        "-# No later answer is lost. The game would go on after this: ▸ Round 2: **Ben**’s turn."
    ]
    for gone, more in ((_DIFFERENCES + 1, "1 more line"), (_DIFFERENCES + 2, "2 more lines")):
        lines = difference_lines(session, line(0, 0, gone))
        assert lines[_DIFFERENCES + 1 : -1] == [f"-# • and {more}"]


_NUMBERS = ((0, 0), (0, 2), (3, 1))


# Lengths of time as people type them.


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("90 minutes", timedelta(minutes=90)),
        ("6h", timedelta(hours=6)),
        ("1 day and 12 hours", timedelta(hours=36)),
        ("1w, 2d", timedelta(days=9)),
    ],
)
def test_what_is_understood(text: str, length: timedelta) -> None:
    assert length_of(text) == length


@pytest.mark.parametrize("text", ["", "soon", "3", "2 days or so", "12345 days", "-"])
def test_what_is_not(text: str) -> None:
    with pytest.raises(Refused, match="Say how long, for example"):
        length_of(text)
