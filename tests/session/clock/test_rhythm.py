"""When a person's time runs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.session import Refused
from bot.session.clock.pace import (
    Pace,
    Rhythm,
    Times,
    checked_quiet,
    hours_of,
    kept_zone,
    minutes_of,
    pace_of,
    span_of,
    times_of,
    zone_of,
)

NOON = datetime(2026, 11, 1, 12, 0, tzinfo=UTC)
NIGHT = (22 * 60, 8 * 60)
HOUR = timedelta(hours=1)


def test_without_quiet_hours_time_always_runs() -> None:
    assert Rhythm().after(NOON, 30 * HOUR) == NOON + 30 * HOUR
    assert Rhythm().between(NOON, NOON + 30 * HOUR) == 30 * HOUR


def test_the_night_does_not_count() -> None:
    rhythm = Rhythm(NIGHT)
    assert rhythm.after(NOON, 10 * HOUR) == NOON + 10 * HOUR
    assert rhythm.after(NOON, 11 * HOUR) == NOON + 21 * HOUR
    assert rhythm.after(NOON, 24 * HOUR) == NOON + 34 * HOUR
    assert rhythm.after(NOON + 12 * HOUR, HOUR) == NOON + 21 * HOUR
    assert rhythm.between(NOON, NOON + 34 * HOUR) == 24 * HOUR
    assert rhythm.between(NOON + 11 * HOUR, NOON + 12 * HOUR) == timedelta()


def test_a_noon_rest_does_not_count_either() -> None:
    rhythm = Rhythm((12 * 60, 14 * 60))
    assert rhythm.after(NOON, HOUR) == NOON + 3 * HOUR


def test_quiet_hours_follow_the_zone_through_a_change_of_the_clocks() -> None:
    rhythm = Rhythm(NIGHT, zone_of("Europe/London"))
    eve = datetime(2026, 3, 28, 21, 0, tzinfo=UTC)
    # The night before summer time begins is an hour shorter.
    assert rhythm.after(eve, 2 * HOUR) == datetime(2026, 3, 29, 8, 0, tzinfo=UTC)


def test_a_kept_zone_that_is_not_known_any_more_counts_as_utc_and_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert [kept_zone(name) for name in ("Old/Town", "Old/Town", None)] == [UTC, UTC, UTC]
    assert [record.getMessage() for record in caplog.records] == [
        "unknown time zone 'Old/Town', using UTC"
    ]
    assert kept_zone("Europe/Vienna") == zone_of("Europe/Vienna")


def test_an_absence_does_not_count() -> None:
    rhythm = Rhythm(NIGHT, away=((NOON + HOUR, NOON + 72 * HOUR),))
    assert rhythm.after(NOON, 2 * HOUR) == NOON + 73 * HOUR
    assert rhythm.between(NOON, NOON + 73 * HOUR) == 2 * HOUR


def test_what_people_write_is_read_or_refused_kindly() -> None:
    assert minutes_of("22:30") == 1350
    assert minutes_of(" 7 ") == 420
    assert span_of("12h") == 12 * HOUR
    for wrong in ("", "24:00", "x", "7:61"):
        with pytest.raises(Refused, match="time of day"):
            minutes_of(wrong)
    for wrong in ("", "12", "0m", "99d", "h"):
        with pytest.raises(Refused):
            span_of(wrong)
    with pytest.raises(Refused, match="time zone"):
        zone_of("Europe/Nowhere")


@pytest.mark.parametrize("begins", [0, 480, 1320])
def test_quiet_hours_are_some_and_leave_ten_hours_for_playing(begins: int) -> None:
    for minutes in (1, 14 * 60):
        ends = (begins + minutes) % 1440
        assert checked_quiet(begins, ends) == (begins, ends)
    for minutes in (0, 14 * 60 + 1, 1439):
        with pytest.raises(Refused) as refused:
            checked_quiet(begins, (begins + minutes) % 1440)
        assert refused.value.text == "Quiet hours may last up to 14 hours a day."


def test_an_hour_that_a_day_lacks_stops_nothing_and_the_next_one_does() -> None:
    # In London there is no time between one and two on the 28th of March 2027.
    rhythm = Rhythm((60, 120), zone_of("Europe/London"))
    start = datetime(2027, 3, 27, 12, tzinfo=UTC)
    the_29th = datetime(2027, 3, 29, 0, tzinfo=UTC)
    assert rhythm.after(start, 36 * HOUR) == the_29th
    assert rhythm.after(start, 40 * HOUR) == the_29th + 5 * HOUR
    assert rhythm.between(start, the_29th + 5 * HOUR) == 40 * HOUR


def test_a_night_that_began_the_day_before_lasts_till_morning() -> None:
    rhythm = Rhythm(NIGHT)
    midnight = datetime(2026, 11, 2, 0, 0, tzinfo=UTC)
    for at in (midnight, midnight + 7 * HOUR):
        assert rhythm.after(at, HOUR) == midnight + 9 * HOUR
    assert rhythm.after(midnight + 8 * HOUR, HOUR) == midnight + 9 * HOUR
    # An absence that ends in the night goes over into it, and one that begins in it does too.
    away = ((midnight - 12 * HOUR, midnight + HOUR), (midnight + 6 * HOUR, midnight + 10 * HOUR))
    assert Rhythm(NIGHT, away=away).after(midnight - 10 * HOUR, HOUR) == midnight + 11 * HOUR


def test_a_pace_is_read_from_the_options() -> None:
    assert pace_of({}) is None
    assert pace_of({"pace": "none"}) is None
    daily = pace_of({"pace": "daily", "time.bid": "2d", "late": "dabbler"})
    assert daily is not None
    assert daily.late == "dabbler"
    assert daily.time_for("bid") == 48 * HOUR
    assert daily.time_for("turn") == 24 * HOUR
    assert daily.reminder_after(24 * HOUR) == 18 * HOUR
    assert daily.reminder_after(8 * HOUR) == 4 * HOUR
    with pytest.raises(Refused, match="live, daily, relaxed"):
        pace_of({"pace": "slow"})


# Exactly: where a boundary is, and what is said beyond it


def test_hours_by_day_stop_the_next_day_too() -> None:
    evening = datetime(2026, 11, 1, 20, 0, tzinfo=UTC)
    by_day = Rhythm((8 * 60, 20 * 60))
    assert by_day.after(evening, 12 * HOUR) == evening + 12 * HOUR
    assert by_day.after(evening, 13 * HOUR) == evening + 25 * HOUR
    assert by_day.between(evening, evening + 26 * HOUR) == 14 * HOUR


def test_minutes_count_as_well_as_hours() -> None:
    rhythm = Rhythm((12 * 60 + 15, 12 * 60 + 45))
    assert rhythm.after(NOON, timedelta(minutes=16)) == NOON + timedelta(minutes=46)


@pytest.mark.parametrize("name", ["UTC", "utc", "Utc"])
def test_there_is_one_name_for_the_time_of_all(name: str) -> None:
    assert zone_of(name) is UTC


@pytest.mark.parametrize("name", ["Europe/Nowhere", "../Europe/London", "Europe", "", "x" * 300])
def test_what_is_no_time_zone(name: str) -> None:
    with pytest.raises(Refused) as refused:
        zone_of(name)
    assert refused.value.text == (
        f"There is no time zone called {name!r}. Write it like `Europe/London`, or `UTC`."
    )
    assert refused.value.__suppress_context__


def test_times_of_day_from_the_first_to_the_last() -> None:
    texts = ("0", "0:00", "00:01", "7:", "7:59", "23:59", " 23:00")
    assert [minutes_of(text) for text in texts] == [0, 0, 1, 420, 479, 1439, 1380]
    for wrong in ("24", "24:00", "7:60", "-1", "x:07", "7:x", ":30", "7:-1"):
        with pytest.raises(Refused) as refused:
            minutes_of(wrong)
        assert refused.value.text == "Write a time of day like `22:30`."


def test_quiet_hours_name_no_other_time_than_was_said() -> None:
    assert checked_quiet(1320, 480) == (1320, 480)
    assert Rhythm().zone is UTC
    assert Rhythm().quiet is None


MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("1m", MINUTE),
        ("86400m", 60 * 24 * HOUR),
        (" 1440 h ", 60 * 24 * HOUR),
        ("60d", 60 * 24 * HOUR),
        ("2d", 48 * HOUR),
    ],
)
def test_spans(text: str, span: timedelta) -> None:
    assert span_of(text) == span


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0m", "Give a time from one minute to sixty days."),
        ("86401m", "Give a time from one minute to sixty days."),
        ("1441h", "Give a time from one minute to sixty days."),
        ("61d", "Give a time from one minute to sixty days."),
        ("000001m", "Write a time like `30m`, `12h` or `2d`."),
        ("1s", "Write a time like `30m`, `12h` or `2d`."),
        ("1h30m", "Write a time like `30m`, `12h` or `2d`."),
        ("-1h", "Write a time like `30m`, `12h` or `2d`."),
        ("", "Write a time like `30m`, `12h` or `2d`."),
    ],
)
def test_what_is_no_span(text: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        span_of(text)
    assert refused.value.text == sentence


@pytest.mark.parametrize(
    ("given", "hours"),
    [({}, None), ({"hours": " "}, None), ({"hours": "0"}, None), ({"hours": " 2.5 "}, 2.5),
     ({"hours": "0.01"}, 0.01), ({"hours": "8784"}, 8784.0)],
)  # fmt: skip
def test_a_game_has_hours_or_none(given: dict[str, str], hours: float | None) -> None:
    assert hours_of(given) == hours


@pytest.mark.parametrize("given", ["8784.1", "8785", "-1", "0.0", "nan", "inf", "two", "1h"])
def test_a_time_limit_is_at_most_a_year(given: str) -> None:
    with pytest.raises(Refused) as refused:
        hours_of({"hours": given})
    assert refused.value.text == "The time limit must be a number of hours, at most a year."


PACES: list[tuple[str, timedelta, timedelta, timedelta]] = [
    ("live", 10 * MINUTE, 3 * MINUTE, 2 * MINUTE),
    ("daily", 24 * HOUR, 6 * HOUR, 3 * HOUR),
    ("relaxed", 72 * HOUR, 24 * HOUR, 9 * HOUR),
]


@pytest.mark.parametrize(("name", "answer", "reminder", "grace"), PACES)
def test_the_paces(name: str, answer: timedelta, reminder: timedelta, grace: timedelta) -> None:
    pace = pace_of({"pace": f" {name} ", "late": " "})
    assert pace == Pace(reminder, grace, "default", {}, name, answer)
    assert pace.runs
    assert pace.span_for("turn") == pace.time_for("turn") == answer
    assert pace.reminder_after(answer) == answer - reminder
    # What the rules say goes for people who sit together.
    assert pace.span_for("vote", MINUTE) == (MINUTE if name == "live" else answer)
    chosen = pace_of({"pace": name, "time.vote": "3m", "hours": "2"})
    assert chosen is not None
    assert chosen.times == {"vote": 3 * MINUTE}
    assert chosen.span_for("vote", MINUTE) == 3 * MINUTE
    assert chosen.span_for("vote") == 3 * MINUTE


def test_without_a_pace_only_what_has_a_time_has_an_end() -> None:
    for options in ({}, {"pace": ""}, {"pace": " none "}):
        times = times_of(options)
        assert type(times) is Times
        assert times == Times(6 * HOUR, 3 * HOUR, "default", {})
        assert not times.runs
        assert times.span_for("turn") is None
        assert times.span_for("vote", MINUTE) == 24 * HOUR
        assert pace_of(options) is None
    times = times_of({"time.turn": "2h", "late": " dabbler "})
    assert times.runs
    assert times.late == "dabbler"
    assert times.span_for("turn") == times.span_for("turn", MINUTE) == 2 * HOUR
    assert times.span_for("bid") is None


def test_a_pace_that_there_is_not() -> None:
    for read in (pace_of, times_of):
        with pytest.raises(Refused) as refused:
            read({"pace": "slow"})
        assert refused.value.text == "Choose a pace: live, daily, relaxed, or none."


def test_what_is_worth_reminding_of() -> None:
    times = times_of({})
    assert times.reminder_after(5 * MINUTE) == 2.5 * MINUTE
    assert times.reminder_after(5 * MINUTE - timedelta(seconds=1)) is None
    assert times.reminder_after(11 * HOUR) == 5.5 * HOUR
    assert times.reminder_after(12 * HOUR) == 6 * HOUR
    assert times.reminder_after(13 * HOUR) == 7 * HOUR
