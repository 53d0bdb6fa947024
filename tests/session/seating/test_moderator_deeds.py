"""A moderator's deeds as they are told and kept."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from bot.session import Refused, SeatInfo
from bot.session import seating as deeds
from bot.session.journal.history import seats_kept, seats_restored
from bot.session.seating import Deed
from bot.storage import JournalRow

AT = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)


def test_a_reason_stands_on_one_line() -> None:
    note = deeds.note_of("kick", 9, "  away\nfor \u202e\u3164 a week ", seat=2)
    assert note == {"what": "kick", "by": 9, "reason": "away for a week", "seat": 2}


def test_a_reason_is_neither_missing_nor_endless() -> None:
    assert deeds.note_of("end", 9, "x" * 300)["reason"] == "x" * 300
    for reason, why in (
        (" \n ", "Say why, in a few words. The table will be told."),
        ("x" * 301, "Say why in at most 300 characters."),
    ):
        with pytest.raises(Refused) as refused:
            deeds.note_of("end", 9, reason)
        assert refused.value.text == why


@pytest.mark.parametrize("note", [None, {}, {"what": "pause_voted", "seat": 1}])
def test_what_no_moderator_did_is_no_deed(note: dict[str, Any] | None) -> None:
    row = JournalRow(
        game_id="G", revision=4, moment=4, at=AT, kind="deed", seat=-1, state="", note=note
    )
    assert deeds.deed_of(row) is None


@pytest.mark.parametrize("undone", [True, False])
def test_a_deed_is_read_back_from_the_journal(undone: bool) -> None:
    note = deeds.note_of("extend", 9, "ill", seat=2, seconds=60)
    row = JournalRow(
        game_id="G", revision=4, moment=4, at=AT, kind="deed", seat=-1, state="", note=note,
        undone=undone,
    )  # fmt: skip
    about = {"seat": 2, "seconds": 60}
    assert deeds.deed_of(row) == Deed(4, AT, "extend", 9, "ill", undone, about)


def test_who_sat_where_is_kept_whole() -> None:
    seats = [
        SeatInfo(0, 101, "Alice"),
        SeatInfo(1, None, "Steward 1 (computer)", "steward"),
        SeatInfo(2, None, "Bob"),
    ]
    kept = seats_kept(seats)
    assert kept[1] == {
        "number": 1, "user_id": None, "name": "Steward 1 (computer)", "policy": "steward"
    }  # fmt: skip
    assert seats_restored(kept) == seats


@pytest.mark.parametrize(
    ("notes", "by_moderator"),
    [
        ([], False),
        ([None], False),
        ([{"what": "pause"}], True),
        ([{"what": "pause_voted"}], False),
        ([{"what": "pause"}, {"what": "resume"}, {"what": "pause_voted"}], False),
        ([{"what": "pause_voted"}, {"what": "resume_voted"}, {"what": "pause"}], True),
        ([{"what": "pause"}, {"what": "kick"}, None], True),
        ([{"what": "pause_voted"}, {"what": "pause", "undone": True}], False),
        ([{"what": "pause"}, {"what": "pause_voted", "undone": True}], True),
        ([{"what": "pause", "undone": True}], False),
    ],
)
async def test_whose_the_newest_pause_is(
    monkeypatch: pytest.MonkeyPatch, notes: list[dict[str, Any] | None], by_moderator: bool
) -> None:
    rows = [SimpleNamespace(note=note, undone="undone" in (note or {})) for note in notes]

    async def noted(_db: Any, game_id: str) -> list[Any]:
        return rows if game_id == "G" else []

    monkeypatch.setattr(deeds.journal, "noted", noted)
    db: Any = None
    assert await deeds.paused_by_moderator(db, "G") is by_moderator
