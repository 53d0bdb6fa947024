"""What a message says of the turns it tells: in order of time, and the rest behind a button."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.rules.kernel import Weight
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.corrections.land import Corrected
from bot.session import SeatInfo
from bot.session import seating as deeds
from bot.session.journal.history import GOT_UP, JOINED, LEFT, MENDED, SAT_DOWN, SKIP
from bot.session.tellings import Telling
from bot.words.phrases import uncited
from cogs.delivery.outbox import Delivery
from cogs.ui.controls import button
from cogs.ui.log_notes import note_line
from cogs.ui.names import names
from cogs.ui.replies import words_of
from tests.cogs.delivery.test_delivery import Client, error, row
from tests.cogs.delivery.test_outbox import Game, annes_move, events

COMPUTERS = [
    SeatInfo(0, 101, "Anne"),
    SeatInfo(1, None, "Steward 1 (computer)", "steward"),
    SeatInfo(2, None, "Steward 2 (computer)", "steward"),
]
BEGINS = facts.TurnBegan(1, 3)
HEIR = facts.HeirTaken("edward_of_march", "percy", 1)
NOBLES = ("percy", "roos", "neville", "stanley", "beaufort", "scrope")
MARCH = facts.Marched(1, ("percy",), "J3", "K3")


@pytest.fixture
def client() -> Any:
    return Client()


@pytest.fixture
def session() -> Any:
    game: Game = annes_move()
    game.seats = COMPUTERS
    return game


def controls(sent: dict[str, Any]) -> list[tuple[str, str]]:
    view = sent.get("view")
    return [] if view is None else [(i.item.label, i.item.custom_id) for i in view.children]


async def test_a_turn_is_one_message_that_grows_in_order_of_time(client: Any, session: Any) -> None:
    assert (HEIR.weighs(), MARCH.weighs()) == (Weight.HEADLINE, Weight.DETAIL)
    delivery = Delivery(client)
    await delivery.deliver(session, [events(BEGINS, MARCH, revision=4)], "n")
    await delivery.deliver(session, [events(HEIR, revision=5)], "m")
    (story,) = client.channel.sent
    first, second, third = story["content"].splitlines()
    assert first == "▸ Round 3: **Steward 1**’s turn."
    assert "marches" in second
    assert "is now with" in third
    assert controls(story) == [("Why?", "b.details:ABC123:4:5")]
    assert [revisions for _, _, revisions in session.told] == [{4}, {4, 5}]


async def test_what_a_moderator_has_mended_is_told_whole_in_the_notice_of_it(
    client: Any, session: Any
) -> None:
    moved = Corrected("moved", "scrope", "9,9")
    lost = facts.ControlLost("york", 0)
    assert (moved.weighs(), lost.weighs()) == (Weight.NOTABLE, Weight.NOTABLE)
    note = {"what": "correct", "by": 7, "reason": "a slip"}
    delivery = Delivery(client)
    await delivery.deliver(session, [events(BEGINS)], "n")
    deed = [events(revision=8, note=note), events(moved, lost, revision=8)]
    await delivery.deliver(session, [*deed, events(lost, revision=9)], "m")
    _, notice, after = client.channel.sent
    words = words_of(session).tell_all([moved, lost], names(session))
    stands, gone = map(uncited, words)
    assert notice["content"] == (f"✏ <@7> corrects the position. {stands} {gone} Reason: a slip")
    assert after["content"].count("York") == 1
    assert [revisions for _, _, revisions in session.told] == [{7}, {8}, {9}]


ANNE, BEN, CAT, FORMER, FRIEND, MODERATOR = 101, 102, 103, 77, 78, 900
KINDS: dict[str, tuple[dict[str, Any], list[int]]] = {
    # What a moderator does, but who does it reads himself.
    deeds.PAUSE: ({"by": BEN}, [ANNE, CAT]),
    deeds.RESUME: ({"by": MODERATOR}, [ANNE, BEN, CAT]),
    deeds.EXTEND: ({"by": MODERATOR, "seat": 1, "seconds": 3_600}, [BEN]),
    deeds.UNDO_LAST: ({"by": MODERATOR, "seat": 2}, [CAT]),
    deeds.REWIND: ({"by": MODERATOR}, [ANNE, BEN, CAT]),
    deeds.REPLACE: ({"by": MODERATOR, "seat": 1, "user_id": BEN}, [BEN, FORMER]),
    deeds.COMPUTER: ({"by": MODERATOR, "seat": 1}, [BEN, FORMER]),
    deeds.KICK: ({"by": MODERATOR, "seat": 1}, [BEN, FORMER]),
    deeds.END: ({"by": ANNE}, [BEN, CAT]),
    deeds.CORRECT: ({"by": MODERATOR}, [ANNE, BEN, CAT]),
    deeds.GLASS: ({"by": MODERATOR, "seat": 0}, [ANNE]),
    deeds.RETRACT: ({"by": MODERATOR, "retracted": "pause"}, [ANNE, BEN, CAT]),
    SKIP: ({"by": MODERATOR, "seat": 0}, [ANNE]),
    # The request that comes with it calls everybody.
    deeds.PROPOSED: ({"by": MODERATOR, "seat": 0}, []),
    deeds.AMENDED: ({"by": MODERATOR, "seat": 0}, [ANNE, BEN, CAT]),
    # What the table does, and what befalls it.
    deeds.PAUSE_VOTED: ({"seat": 1}, [ANNE, BEN, CAT]),
    deeds.RESUME_VOTED: ({"seat": 1}, [ANNE, BEN, CAT]),
    deeds.COMMENTED: ({"seat": 1}, [ANNE, BEN, CAT]),
    MENDED: ({}, [ANNE, BEN, CAT]),
    # What a player allows: the others hear it, and the friend; that it is over, nobody need hear.
    deeds.SHOWN: ({"seat": 1, "user_id": FRIEND, "was": "Ben"}, [ANNE, CAT, FRIEND]),
    deeds.HIDDEN: ({"seat": 1, "user_id": FRIEND, "was": "Ben"}, []),
    deeds.UNCOMMENTED: ({"seat": 1, "was": "Ben"}, []),
    LEFT: ({"seat": 1, "user_id": 0, "was": "Ben"}, [ANNE, BEN, CAT]),
    JOINED: ({"seat": 1, "user_id": BEN, "was": "Ben"}, [FORMER]),
    SAT_DOWN: ({"seat": 1, "user_id": 0, "was": "Ben"}, [BEN, FORMER]),
    GOT_UP: ({"seat": 1, "user_id": 0, "was": "Ben"}, [BEN, FORMER]),
}
"""Every kind of notice: what else it says, and whom it mentions."""


def test_every_kind_of_notice_is_among_them() -> None:
    assert KINDS.keys() == deeds.DEEDS | deeds.OF_THE_TABLE


@pytest.mark.parametrize("what", KINDS)
async def test_what_concerns_the_table_is_a_message_of_its_own_with_its_mentions(
    client: Any, session: Any, what: str
) -> None:
    about, called = KINDS[what]
    note = {"what": what, "reason": "so", **about}
    session.seats = [SeatInfo(n, 101 + n, name) for n, name in enumerate(("Anne", "Ben", "Cat"))]
    former = {"number": 1, "user_id": FORMER, "name": "Dora", "policy": None}
    kept = {"seats": [former]} if FORMER in called else None
    heard = deeds.must_hear(note, kept, session.seats)
    delivery = Delivery(client)
    await delivery.deliver(session, [events(BEGINS, MARCH, revision=4)], "n")
    before = client.channel.sent[0]["content"]
    calls = [{"user_id": user} for user in (*heard, 0)]
    rows = [events(revision=5, note=note, calls=calls), events(HEIR, revision=6)]
    await delivery.deliver(session, rows, "m")
    # It stands below the story, which stays as it was: nobody is notified of an edit.
    story, notice, after = client.channel.sent
    assert (story["content"], client.channel.edited) == (before, [])
    assert notice["content"].startswith(note_line(session, note))
    assert [user.id for user in notice["allowed_mentions"].users] == called
    assert all(f"<@{user}>" in notice["content"] for user in called)
    assert (notice["nonce"], after["nonce"]) == ("m-0", "m-1")
    assert "is now with" in after["content"]
    # In another life the same notice is not told again.
    await delivery.deliver(session, [events(revision=7, note={"what": "late", "seat": 1})], "o")
    assert client.channel.sent == [story, notice, after]
    assert after["content"].splitlines()[-1].startswith("⌛ ")


async def test_a_story_keeps_the_names_of_its_time_though_its_end_is_told_after_a_seat_changed(
    client: Any, session: Any
) -> None:
    """The seat passes to a person while what came before is still on its way."""
    session.seats = [COMPUTERS[0], SeatInfo(1, 102, "Ben"), COMPUTERS[2]]
    ended = facts.ControlLost("york", 1)
    delivery = Delivery(client)
    await delivery.deliver(session, [events(BEGINS, MARCH, revision=4)], "n")
    before, gwen = tuple(session.seats), SeatInfo(1, 103, "Gwen")
    session.seats = [COMPUTERS[0], gwen, COMPUTERS[2]]
    session.seatings_kept = [(7, before)]
    note = {"what": "replace", "seat": 1, "by": 7, "was": "Ben", "user_id": 103, "reason": "so"}
    rows = [
        events(ended, revision=5),
        events(revision=6, took_back=1),
        events(revision=7, note=note),
        events(ended, revision=8),
        events(revision=9, took_back=1),
    ]
    await delivery.deliver(session, rows, "m")
    story, _, after = client.channel.sent
    lost = words_of(session).tell_all([ended], names(session, before))
    assert story["content"].splitlines()[0] == "▸ Round 3: **Ben**’s turn."
    assert story["content"].splitlines()[2:] == [
        *map(uncited, lost),
        "**Ben** took back a step.",
    ]
    assert "Gwen" not in story["content"]
    assert after["content"].splitlines() == [
        *map(uncited, words_of(session).tell_all([ended], names(session))),
        "**Gwen** took back a step.",
    ]
    # What is struck through later stays with those names, too: here nothing was told since.
    session.seatings_kept, session.seats = [], list(before)
    again = Delivery(client)
    await again.deliver(session, [events(BEGINS, MARCH, revision=10)], "o")
    session.seats, session.seatings_kept = [COMPUTERS[0], gwen, COMPUTERS[2]], [(11, before)]
    lost_again = Telling(1_004, "", frozenset({10}), frozenset({10}))
    assert await again.stories.restate(session, lost_again)
    assert client.channel.sent[-1]["content"].splitlines()[0] == "~~▸ Round 3: **Ben**’s turn.~~"


async def test_what_weighs_most_is_told_where_there_is_no_room_for_all_and_in_order_of_time(
    client: Any, session: Any
) -> None:
    laid = facts.SiegeLaid(1, "york", ("percy",), 40, 20)
    taken = facts.Captured(("roos",), 1)
    assert (laid.weighs(), taken.weighs()) == (Weight.NOTABLE, Weight.HEADLINE)
    steps = [
        facts.CameOut(1, (noble,), "york") if n % 2 else facts.EnteredPlace(1, (noble,), "york")
        for n, noble in enumerate(NOBLES * 4)
    ]
    delivery = Delivery(client)
    await delivery.deliver(session, [events(BEGINS, *steps, laid, taken)], "n")
    (story,) = client.channel.sent
    *_, cause, effect = story["content"].splitlines()
    assert "siege" in cause
    assert "captures" in effect
    assert "captures" not in cause
    ((label, _),) = controls(story)
    assert label == "Details (4)"


async def test_who_got_what_in_parliament_is_told_before_what_lay_before_it(
    client: Any, session: Any
) -> None:
    cards = ("warden_marches", "admiral_england", "warden_cinque_ports")
    rounds = [facts.RoundBegan(n, 0, cards * 2) for n in (1, 2, 3)]
    given = [
        event
        for card, noble in zip(cards, NOBLES, strict=False)
        for event in (
            facts.Proposed(0, "assign", card, noble),
            facts.CardAssigned(0, card, noble, "parliament"),
        )
    ]
    assert facts.CardAssigned(0, cards[0], NOBLES[0], "draw").weighs() is Weight.DETAIL
    await Delivery(client).deliver(session, [events(*rounds, *given)], "n")
    (story,) = client.channel.sent
    for card in cards:
        assert f"is now {session.rules.content.crown[card].name}" in story["content"]


async def test_what_there_is_no_room_for_is_counted(client: Any, session: Any) -> None:
    marches = [
        facts.CameOut(1, (noble,), "york") if n % 2 else facts.EnteredPlace(1, (noble,), "york")
        for n, noble in enumerate(("percy", "roos", "neville", "stanley", "beaufort", "scrope") * 4)
    ]
    delivery = Delivery(client)
    await delivery.deliver(session, [events(BEGINS, *marches)], "n")
    (story,) = client.channel.sent
    assert len(story["content"]) <= 360
    ((label, _),) = controls(story)
    shown = len(story["content"].splitlines()) - 1
    # What is told together in one line counts as one.
    assert (shown, label) == (1, "Details (3)")


async def test_what_a_card_says_is_left_to_what_comes_of_it(client: Any, session: Any) -> None:
    drawn, nobody = facts.EventDrawn(1, "E-PL02"), facts.PlagueStruck("york")
    await Delivery(client).deliver(session, [events(BEGINS, drawn, nobody)], "n")
    (story,) = client.channel.sent
    assert story["content"].splitlines()[1:] == [
        "**Steward 1** draws “Plague: York”: The bells of the Minster toll without a pause.",
        "Plague in York finds nobody there.",
    ]
    assert controls(story)[0][0] == "Why?"


async def test_only_headlines_make_a_turn_longer_than_its_room(client: Any, session: Any) -> None:
    crowd = tuple(f"{noble}-of-{place}" for noble in NOBLES for place in ("york", "hull", "kent"))
    long = facts.Marched(1, crowd, "J3", "K3")
    delivery = Delivery(client)
    await delivery.deliver(session, [events(BEGINS, long)], "n")
    (story,) = client.channel.sent
    assert len(story["content"]) == 358  # two stars of the name that is cut are left out
    assert story["content"].endswith("…")
    # Of headlines none is left out.
    taken = [facts.HeirTaken(f"heir-{noble}", noble, 1) for noble in NOBLES * 3]
    await delivery.deliver(session, [events(facts.TurnBegan(0, 4), *taken, revision=5)], "m")
    headlines = client.channel.sent[-1]["content"]
    assert len(headlines) > 400
    assert headlines.count("heir-") == len(taken)


async def test_an_attack_and_what_became_of_it_are_told_however_little_room_there_is(
    client: Any, session: Any
) -> None:
    crowd = [facts.SiegeLaid(1, "york", (noble,), 40, 20) for noble in NOBLES * 4]
    attack = facts.AttackDeclared(1, 0, "J3", ("percy",), ("roos",), 40, 20)
    decided = facts.BattleDecided(40, 20, "3-1", None)
    delivery = Delivery(client)
    await delivery.deliver(session, [events(BEGINS, *crowd, attack, decided)], "n")
    (story,) = client.channel.sent
    *_, cause, effect = story["content"].splitlines()
    assert "attacks" in cause
    assert effect == "40 against 20 falls short of 3 to 1: nobody wins."


async def test_as_the_table_is_laid_the_nobles_of_all_players_are_told(
    client: Any, session: Any
) -> None:
    placed = [
        facts.NobleEntered(seat, noble, "J3", "york") for seat in (0, 1, 2) for noble in NOBLES
    ]
    delivery = Delivery(client)
    await delivery.deliver(session, [events(*placed)], "n")
    (story,) = client.channel.sent
    lines = story["content"].splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "**Anne**",
        "**Steward 1**",
        "**Steward 2**",
    ]
    assert 400 < len(story["content"]) < 900


async def test_computers_share_a_message_and_a_person_has_one_alone(
    client: Any, session: Any
) -> None:
    delivery = Delivery(client)
    for revision, seat in enumerate((0, 1, 2, 0), 5):
        await delivery.deliver(
            session, [events(facts.TurnBegan(seat, 3), revision=revision)], f"n{revision}"
        )
    assert [each["content"].splitlines() for each in client.channel.sent] == [
        ["▸ Round 3: **Anne**’s turn."],
        ["▸ Round 3: **Steward 1**’s turn.", "", "▸ Round 3: **Steward 2**’s turn."],
        ["▸ Round 3: **Anne**’s turn."],
    ]
    # Nothing is behind a button where nothing but the turn was told.
    assert [controls(each) for each in client.channel.sent] == [[], [], []]


async def test_a_batch_that_is_tried_again_tells_nothing_twice(client: Any, session: Any) -> None:
    delivery = Delivery(client)
    rows = [events(facts.TurnBegan(0, 3)), events(BEGINS, HEIR)]
    send, tries = client.channel.send, []

    async def at_the_second(content: Any = None, **more: Any) -> Any:
        tries.append(content)
        if len(tries) == 2:
            raise error(discord.HTTPException, 500, 0)
        return await send(content, **more)

    client.channel.send = at_the_second
    with pytest.raises(discord.HTTPException):
        await delivery.deliver(session, rows, "n")
    await delivery.deliver(session, rows, "n")
    anne, steward = client.channel.sent
    assert anne["content"] == "▸ Round 3: **Anne**’s turn."
    assert steward["content"].count("▸") == 1


async def test_a_step_taken_back_is_struck_through_where_it_stands(
    client: Any, session: Any
) -> None:
    delivery = Delivery(client)
    await delivery.deliver(session, [events(BEGINS, MARCH, revision=4)], "n")
    await delivery.deliver(session, [events(HEIR, revision=5)], "m")
    before = client.channel.sent[0]["content"].splitlines()
    lost = Telling(1_001, "", frozenset({4, 5}), frozenset({5}))
    assert await delivery.stories.restate(session, lost)
    now = client.channel.sent[0]["content"].splitlines()
    assert now == [before[0], before[1], f"~~{before[2]}~~"]
    # What comes later leaves it struck through where it stands.
    back = row("log", payload={"events": [], "took_back": 1})
    back.revision = 6
    await delivery.deliver(session, [back, events(MARCH, revision=7)], "o")
    assert client.channel.sent[0]["content"].splitlines()[2:] == [
        f"~~{before[2]}~~",
        "**Steward 1** took back a step.",
        before[1],
    ]
    assert not await delivery.stories.restate(session, Telling(9, "", frozenset(), frozenset()))


async def test_a_picture_goes_with_the_last_step_that_is_taken_back(
    client: Any, session: Any
) -> None:
    delivery = Delivery(client)
    await delivery.deliver(session, [events(BEGINS, MARCH, revision=4)], "n")
    told: Any = delivery.stories._open[session.id][1]
    told.added = button("map", session.id, label="Whole board")
    told.message.attachments = ["changes.png"]
    lost = Telling(1_001, "", frozenset({4}), frozenset({4}))
    assert await delivery.stories.restate(session, lost)
    # A button for its rules stays.
    assert len(client.channel.sent[0]["view"].children) == 1
    assert (told.added, told.message.attachments) == (None, [])


@pytest.mark.parametrize("before", range(4))
async def test_what_was_done_anew_is_told_beside_what_is_struck_through_however_full_it_is(
    client: Any, session: Any, before: int
) -> None:
    """However much of the turn was told before, and however much longer the new line is."""
    delivery = Delivery(client)
    filling = [
        facts.AttackDeclared(1, 0, f"{column}3", ("grey",), ("roos",), 40, 20)
        for column in "ABC"[:before]
    ]
    attack = facts.AttackDeclared(1, 0, "J3", ("percy",), ("roos",), 40, 20)
    await delivery.deliver(session, [events(BEGINS, *filling, revision=4)], "n")
    await delivery.deliver(session, [events(attack, revision=5)], "m")
    told = client.channel.sent[0]["content"].splitlines()[-1]
    assert "**Percy** (40)" in told
    assert await delivery.stories.restate(
        session, Telling(1_001, "", frozenset({4, 5}), frozenset({5}))
    )
    back = row("log", payload={"events": [], "took_back": 1})
    back.revision = 6
    other = facts.AttackDeclared(1, 0, "J3", NOBLES[:4], ("beaufort", "scrope"), 240, 120)
    await delivery.deliver(session, [back, events(other, MARCH, revision=7)], "o")
    (story,) = client.channel.sent
    lines = story["content"].splitlines()
    assert f"~~{told}~~" in lines
    (anew,) = [line for line in lines if "**Stanley**" in line]
    assert anew.startswith("**Steward 1** attacks")
    # Taken back as well, it is struck through beside the other.
    twice = Telling(1_001, "", frozenset({4, 5, 6, 7}), frozenset({5, 7}))
    assert await delivery.stories.restate(session, twice)
    lines = story["content"].splitlines()
    assert [line in lines for line in (f"~~{told}~~", f"~~{anew}~~")] == [True, True]


async def test_what_an_earlier_life_told_is_not_told_again(
    client: Any, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told_before(_: Any) -> list[Telling]:
        return [Telling(900, "Percy marches.", frozenset({3, 4}), frozenset())]

    monkeypatch.setattr(session, "_told_before", told_before)
    delivery = Delivery(client)
    rows = [events(BEGINS, MARCH, revision=4), events(HEIR, revision=5)]
    await delivery.deliver(session, rows, "n")
    (story,) = client.channel.sent
    assert "is now with" in story["content"]
    assert "marches" not in story["content"]
    # It may have been noted only: so the message is made to say it.
    assert client.channel.edited == [900]


class Cut(Exception):
    """The process ends here."""


async def cut_short(client: Any, session: Any, rows: list[Any], after: int) -> None:
    """Deliver rows in a process that ends once so many messages were sent; what is noted stays."""
    send = client.channel.send

    async def at_last(content: Any = None, **more: Any) -> Any:
        if len(client.channel.sent) == after:
            raise Cut
        return await send(content, **more)

    client.channel.send = at_last
    with pytest.raises(Cut):
        await Delivery(client).deliver(session, rows, "n")
    client.channel.send = send
    noted = {number: (said, told) for number, said, told in session.told}

    async def told_before(_: Any) -> list[Telling]:
        return [Telling(n, said, told, frozenset()) for n, (said, told) in noted.items()]

    session._told_before = told_before


async def test_what_was_told_before_a_crash_takes_no_nonce_of_what_follows(
    client: Any, session: Any
) -> None:
    rows = [events(facts.TurnBegan(0, 3), revision=4), events(BEGINS, HEIR, revision=5)]
    await cut_short(client, session, rows, 1)
    await Delivery(client).deliver(session, rows, "n")
    anne, steward = client.channel.sent
    # Discord would drop a second message under the nonce of the first.
    assert (anne["nonce"], steward["nonce"]) == ("n-0", "n-1")
    assert "is now with" in steward["content"]


async def test_what_was_told_in_part_before_a_crash_is_told_again(
    client: Any, session: Any
) -> None:
    rows = [events(facts.TurnBegan(0, 3), BEGINS, HEIR, revision=4)]
    await cut_short(client, session, rows, 1)
    assert [told for _, _, told in session.told] == [frozenset()]
    await Delivery(client).deliver(session, rows, "n")
    # The first is sent under the nonce that it had, so Discord drops it; the second is new.
    assert [each["nonce"] for each in client.channel.sent] == ["n-0", "n-0", "n-1"]
    told = {number: revisions for number, _, revisions in session.told}
    assert told == {1_001: frozenset(), 1_002: frozenset({4}), 1_003: frozenset({4})}


async def test_a_message_that_could_not_be_noted_is_not_told_twice_in_itself(
    client: Any, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = session._note_telling

    async def fails(*_: Any) -> None:
        raise Cut

    monkeypatch.setattr(session, "_note_telling", fails)
    delivery, rows = Delivery(client), [events(BEGINS, MARCH, revision=4)]
    with pytest.raises(Cut):
        await delivery.deliver(session, rows, "n")
    monkeypatch.setattr(session, "_note_telling", note)
    await delivery.deliver(session, rows, "n")
    first, again = client.channel.sent
    assert (first["nonce"], first["content"]) == (again["nonce"], again["content"])
