"""When a person's time runs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.session import Refused
from bot.session.clock.pace import pace_of, span_of
from bot.session.clock.quiet_hours import Rhythm, checked_quiet, minutes_of, zone_of

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
