"""Notes are told in words: to everybody, or to the one whose business it is."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.corrections.land import Corrected
from bot.session import seating as deeds
from bot.session.journal.history import GOT_UP, JOINED, LEFT, MENDED, SAT_DOWN, SKIP
from bot.session.past.rewind import AFRESH, AGREED, ALONE, CORRECTED
from bot.words.phrases import uncited
from cogs.ui.log_notes import note_line, span
from cogs.ui.names import names
from cogs.ui.replies import words_of
from tests.cogs.conftest import MemorySession
from tests.rules.kingmaker.scene import Scene


@pytest.fixture
def session() -> Any:
    """Anne and Ben at a table."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    return MemorySession(scene.match)


def deed(what: str, **about: Any) -> dict[str, Any]:
    """The note of a moderator's deed."""
    return {"what": what, "by": 900, "reason": "a *mix-up*", **about}


@pytest.mark.parametrize(
    ("note", "line"),
    [
        (deed(deeds.PAUSE), "⏸ <@900> pauses the game."),
        (deed(deeds.RESUME), "▶ <@900> resumes the game."),
        (
            deed(deeds.EXTEND, seat=1, seconds=5_400),
            "⏳ <@900> gives **Ben** 1 hour and 30 minutes more.",
        ),
        (deed(deeds.EXTEND, seat=None, seconds=172_800), "⏳ <@900> gives everybody 2 days more."),
        (
            deed(deeds.UNDO_LAST),
            "↩ <@900> takes back the last decision of a player.",
        ),
        (deed(deeds.UNDO_LAST, seat=1), "↩ <@900> takes back the last decision of **Ben**."),
        (
            deed(deeds.UNDO_LAST, **{CORRECTED: True}),
            "↩ <@900> takes back the latest correction.",
        ),
        (deed(deeds.REWIND, to=3), "⏪ <@900> takes the game back to an earlier moment."),
        (
            deed(deeds.REPLACE, seat=1, user_id=77, was="Bo*b"),
            "<@900> gives **Bo\\*b**’s seat to <@77>.",
        ),
        (
            deed(deeds.COMPUTER, seat=1, policy="steward"),
            "<@900> lets a computer play for **Ben**.",
        ),
        (
            deed(deeds.KICK, seat=1),
            "<@900> takes **Ben** out of the game. `/game join` takes the seat.",
        ),
        (deed(deeds.END), "<@900> ends the game."),
        (deed(deeds.CORRECT, verb="move"), "✏ <@900> corrects the position."),
        (deed(deeds.GLASS, seat=0), "🔎 <@900> has looked at everything **Anne** sees."),
        (
            deed(deeds.GLASS, seat=0, was="Bo*b (computer)"),
            "🔎 <@900> has looked at everything **Bo\\*b** sees.",
        ),
        (deed(SKIP, seat=0), "⏭ <@900> answers for **Anne**."),
        (
            deed(deeds.RETRACT, retracted=deeds.PAUSE, revision=4),
            "↩ <@900> takes back the pause.",
        ),
    ],
)  # fmt: skip
async def test_a_deed_is_told_with_its_reason(
    session: Any, note: dict[str, Any], line: str
) -> None:
    assert note_line(session, note) == f"{line} Reason: a \\*mix-up\\*"


@pytest.mark.parametrize(
    ("what", "line"),
    [
        (JOINED, "<@77> takes **Bo\\*b**’s seat."),
        (LEFT, "**Bo\\*b** leaves the game. `/game join` takes the seat."),
        (SAT_DOWN, "A computer plays for **Bo\\*b** from now on."),
        (GOT_UP, "**Bo\\*b** leaves the table. `/game join` takes the seat."),
    ],
)
async def test_who_takes_a_seat_or_leaves_one_is_told(session: Any, what: str, line: str) -> None:
    assert note_line(session, {"what": what, "seat": 1, "was": "Bo*b", "user_id": 77}) == line


async def test_a_line_says_what_came_of_a_correction_where_nothing_else_does(session: Any) -> None:
    done = [Corrected("moved", "clifford", "9,9"), facts.ControlLost("york", 1)]
    told = note_line(session, deed(deeds.CORRECT, verb="move"), done=done)
    moved, lost = (uncited(words_of(session).tell_all([each], names(session))[0]) for each in done)
    assert told == f"✏ <@900> corrects the position. {moved} {lost} Reason: a \\*mix-up\\*"


async def test_nobody_is_called_who_was_forgotten(session: Any) -> None:
    note = deed(deeds.REPLACE, seat=1, user_id=0, was="a former player")
    note["by"] = 0
    assert note_line(session, note) == (
        "Somebody gives **a former player**’s seat to somebody. Reason: a \\*mix-up\\*"
    )


async def test_it_is_told_that_rules_were_mended(session: Any) -> None:
    assert note_line(session, {"what": MENDED}) == (
        "🛠 Some rules of this game have been corrected since it began. Everything played so far "
        "stands, and the game goes on from here."
    )


async def test_it_is_told_when_the_dice_fall_anew(session: Any) -> None:
    anew = "The dice are rolled again, and the decks are shuffled."
    agreed = {"what": AGREED, "seat": 1}
    assert note_line(session, agreed) == "↩ **Ben** took back a step; everybody agreed."
    assert note_line(session, {**agreed, "was": "Cecily"}) == (
        "↩ **Cecily** took back a step; everybody agreed."
    )
    assert note_line(session, {**agreed, ALONE: True, AFRESH: True}) == (
        f"↩ **Ben** took back a step. {anew}"
    )
    assert note_line(session, deed(deeds.REWIND, to=3, **{AFRESH: True})) == (
        f"⏪ <@900> takes the game back to an earlier moment. {anew} Reason: a \\*mix-up\\*"
    )


async def test_every_deed_has_its_words(session: Any) -> None:
    kinds = deeds.DEEDS | deeds.OF_THE_TABLE
    assert len(kinds) == 26
    for what in kinds:
        told = note_line(session, deed(what, seat=1, user_id=77, seconds=60, retracted=SKIP))
        assert not told.startswith("<@900>: "), told


async def test_lateness_is_told_to_the_table_and_to_oneself(session: Any) -> None:
    late = {"what": "late", "seat": 1, "how": "default"}
    assert note_line(session, late) == (
        "⌛ Time is up for **Ben**: the game goes on without an answer."
    )
    assert note_line(session, late, 1) == "⌛ Your time ran out: no answer came in."
    vote = {**late, "prompt": "ballot", "choice": {"verb": "abstain"}}
    assert note_line(session, vote, 1) == (
        "⌛ Your time ran out, so this counts as your answer: you abstain."
    )
    assert note_line(session, {**late, "was": "Cecily"}) == (
        "⌛ Time is up for **Cecily**: the game goes on without an answer."
    )
    helped = {**late, "how": "computer"}
    assert note_line(session, helped) == "⌛ Time is up for **Ben**: a computer player decides."
    assert note_line(session, helped, 1) == (
        "⌛ Your time ran out: a computer player has answered for you."
    )


async def test_a_standing_order_is_told_to_its_giver(session: Any) -> None:
    note = {"what": "order", "order": 3, "seat": 1}
    answered = "📜 One of your standing orders has answered for you"
    assert note_line(session, note, 1) == f"{answered}. `/order list` shows them."
    passed = {**note, "prompt": "movement", "choice": {"verb": "done", "args": {}}}
    assert note_line(session, passed, 1) == (
        f"{answered}: your movement ends. `/order list` shows them."
    )
    excused = {"verb": "excuse", "args": {"nobles": ["clifford"]}}
    assert note_line(session, {**note, "prompt": "excuses", "choice": excused}, 1) == (
        f"{answered}: **Clifford** is excused. `/order list` shows them."
    )


async def test_what_the_table_agreed_to(session: Any) -> None:
    agreed = {"what": "undo_agreed", "seat": 1}
    assert note_line(session, agreed) == "↩ **Ben** took back a step; everybody agreed."
    assert note_line(session, {"what": "taken_along"}, 0).startswith("↩ A secret step that you")
    assert note_line(session, {"what": "pause_voted", "seat": 1}) == (
        "⏸ The table pauses the game."
    )


async def test_what_a_player_allows_others_to_see(session: Any) -> None:
    shown = {"what": deeds.SHOWN, "seat": 1, "was": "Ben", "user_id": 77}
    assert note_line(session, shown) == (
        "👁 **Ben** lets <@77> see their hand with `/hand` from now on. If you look, you cannot "
        "take a seat in this game."
    )
    # Somebody who has been forgotten is nobody in particular.
    assert note_line(session, {**shown, "what": deeds.HIDDEN, "user_id": 0}) == (
        "👁 **Ben** no longer lets somebody see their hand."
    )
    assert note_line(session, {"what": deeds.COMMENTED, "seat": 1}) == (
        "🎙 Everybody agrees to commentary: if you have no seat, `/hand commentary:True` shows you "
        "all hands, a round later. If you look, you cannot take a seat in this game."
    )
    assert note_line(session, {"what": deeds.UNCOMMENTED, "seat": 1, "was": "Ben"}) == (
        "🎙 **Ben** ends the commentary: all hands are closed again."
    )


async def test_an_unknown_note_is_still_a_sentence(session: Any) -> None:
    told = note_line(session, {"what": "blew_whistle", "by": 900, "reason": "noise"})
    assert told == "<@900>: blew whistle. Reason: noise"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (30, "less than a minute"),
        (60, "1 minute"),
        (600, "10 minutes"),
        (86_400, "1 day"),
        (97_260, "1 day and 3 hours"),
    ],
)
def test_lengths_of_time_are_in_words(seconds: int, words: str) -> None:
    assert span(seconds) == words


def test_whoever_was_looked_at_is_told_so(session: Any) -> None:
    note = deed(deeds.GLASS, seat=1)
    others = note_line(session, note, 0)
    assert note_line(session, note, 1) == others.replace("**Ben** sees", "you see")
    assert "everything you see." in note_line(session, note, 1)
