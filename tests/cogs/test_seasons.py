"""Profiles and leaderboards in words, as they stand on a phone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.rules.kernel import Feat
from bot.session import (
    Band,
    Outcomes,
    Profile,
    Rank,
    Rated,
    SeasonPlace,
    SeasonRecord,
    SeasonTable,
)
from bot.storage import SeasonRow
from cogs.seasons import chart_of, leaderboard_text, profile_text, season_text, stats_text
from rendering.canvas.chart import Bar

ME = 5

_FEATS = [
    ("house", Feat("crowned", 0, "henry", 2), Rated(7)),
    ("house", Feat("crowned", 1, "henry"), None),
    ("house", Feat("siege", 0, "york", 5), None),
    ("house", Feat("siege", 1, "masham", 3), Rated(7)),
]
PLAYED = [
    Outcomes("kingmaker/house", 3, 3, {6: 2, 31: 1}, {"complete": 2, "last_king": 1}, feats=_FEATS),
    Outcomes("kingmaker/families", 1, 1, {4: 1}, {"last_king": 1}, {"york": (1, 2)}),
    Outcomes("kingmaker/of_old", 1, 1, {9: 1}, {"complete": 1}),
]


def test_a_leaderboard_of_a_few() -> None:
    board = [
        Rank(1, Rated(7), 1184, 5, 3),
        Rank(2, Rated(None, "steward"), 1043, 9, 4),
        Rank(2, Rated(ME), 1043, 1, 0),
    ]
    assert leaderboard_text("lancaster", board, ME) == (
        "### 🏆 Lancaster on this server\n"
        "**1** · <@7> · **1184** · 3 of 5 games won\n"
        "**2** · Steward (computer) · **1043** · 4 of 9 games won\n"
        "**2** · <@5> · **1043** · 0 of 1 game won\n"
        "-# Ratings start at 1000 and depend on who beats whom. Games that are broken off do not "
        "count. `/profile shown:False` keeps you off this list."
    )


def test_who_stands_below_the_first_ten_reads_their_own_line() -> None:
    board = [Rank(place, Rated(100 + place), 1200 - place, 2, 1) for place in range(1, 15)]
    board[11] = Rank(12, Rated(ME), 1188, 2, 0)
    lines = leaderboard_text("kingmaker", board, ME).splitlines()
    assert lines[10] == "**10** · <@110> · **1190** · 1 of 2 games won"
    assert lines[11:13] == ["…", "**12** · <@5> · **1188** · 0 of 2 games won"]
    assert len(lines) == 14
    assert len(leaderboard_text("kingmaker", board, 110).splitlines()) == 12


def test_a_profile_names_the_kinds_of_victory() -> None:
    king = SeasonRecord("kingmaker", 1184, 5, 3, {"complete": 2, "last_king": 1}, rank=2, of=7)
    points = SeasonRecord("lancaster", 950, 1, 0, {}, rank=4, of=4)
    gone = SeasonRecord("chess", 950, 1, 0, {}, rank=4, of=4)
    profile = Profile(True, [gone, king, points], band=Band.ALWAYS)
    told = (
        "### A\\*nne on this server\n"
        "**Kingmaker** · rating **1184**, place 2 of 7\n"
        "3 of 5 games won: Complete and Utter Victory ×2, the last King\n"
        "**Lancaster** · rating **950**, place 4 of 4\n"
        "0 of 1 game won\n"
        "⏱ Answers over the last six months: nearly always on time"
    )
    assert profile_text("A*nne", profile, own=False) == told
    assert profile_text("A*nne", profile, own=True) == (
        f"{told}\n-# Others can see this. `/profile shown:False` hides it from them."
    )


def test_a_leaderboard_by_one_rule_set_is_called_after_it() -> None:
    (first, *_, last) = leaderboard_text("kingmaker", [], ME, "kingmaker/classic").splitlines()
    assert first == "### 🏆 Kingmaker: Classic sheet on this server"
    assert last == "Nobody here has finished a game that others may see."


def test_a_profile_tells_ratings_by_rule_set() -> None:
    by_rules = {"kingmaker/classic": 1090, "kingmaker/house": 1021}
    record = SeasonRecord("kingmaker", 1111, 3, 2, {}, rank=1, of=7, by_rules=by_rules)
    lines = profile_text("Anne", Profile(True, [record]), own=False).splitlines()
    assert (
        lines[-1]
        == "-# By rule set: Kingmaker: Classic sheet 1090 · Kingmaker: Covault’s evening 1021"
    )


def test_a_profile_that_only_its_person_sees() -> None:
    record = SeasonRecord("lancaster", 1100, 1, 1, {"points": 1}, rank=None, of=3)
    assert profile_text("Anne", Profile(False, [record]), own=True) == (
        "### Anne on this server\n"
        "**Lancaster** · rating **1100**\n"
        "1 of 1 game won: points\n"
        "-# Only you see this. `/profile shown:True` lets others see it."
    )
    assert "nothing to see" in profile_text("Anne", Profile(False), own=False)


def test_how_games_ended_by_their_rules() -> None:
    assert stats_text("kingmaker", PLAYED) == (
        "### 📊 Kingmaker on this server\n"
        "**Kingmaker: Covault’s evening** · 3 games, 6 to 31 rounds\n"
        "Won by Complete and Utter Victory ×2, the last King ×1\n"
        "**Kingmaker: Six families** · 1 game, 4 rounds\n"
        "Won by the last King ×1\n"
        "Won as: York 1 of 2\n"
        "**kingmaker/of_old** · 1 game, 9 rounds\n"
        "Won by Complete and Utter Victory ×1\n"
        "👑 King most often: *Henry VI* ×3\n"
        "👑 Crowned the most Kings: <@7> ×2\n"
        "🏰 Longest siege: York, 5 turns"
    )
    assert stats_text("lancaster", []).endswith("Nobody here has played a game to its end yet.")


def test_kings_go_by_the_names_that_their_own_rules_give_them() -> None:
    """Even if a server has no such rules any longer."""
    feats: list[tuple[str, Feat, Rated | None]] = [
        ("ishkibibble", Feat("crowned", 0, "perkin_warbeck", 2), None),
        ("house", Feat("crowned", 0, "henry", 2), None),
        ("of_old", Feat("crowned", 1, "margaret", 2), None),
    ]
    played = Outcomes("kingmaker/ishkibibble", 3, 3, {}, {"last_king": 3}, feats=feats)
    assert stats_text("kingmaker", [played]).splitlines()[-1] == (
        "👑 King most often: *Perkin Warbeck*, *Henry VI* and *Margaret of Anjou* ×2"
    )


def test_a_chart_of_how_games_ended() -> None:
    chart = chart_of("Kingmaker", "5 games", "kingmaker", PLAYED, own=False)
    assert [(panel.heading, *panel.bars) for panel in chart.panels] == [
        (
            "Games by rule set",
            Bar("Covault’s evening", 3),
            Bar("Six families", 1),
            Bar("kingmaker/of_old", 1),
        ),
        ("Games won, by side", Bar("York", 1, 2)),
        ("Kinds of victory", Bar("Complete and Utter Victory", 3), Bar("The last King", 2)),
        (
            "Length",
            Bar("4 to 8 rounds", 3),
            Bar("9 to 13 rounds", 1),
            *(Bar(f"{n} to {n + 4} rounds", 0) for n in (14, 19, 24)),
            Bar("29 to 33 rounds", 1),
        ),
    ]


def test_a_chart_of_ones_own_games_without_a_victory() -> None:
    lost = Outcomes("lancaster/standard", 2, 0, {5: 2})
    chart = chart_of("Anne", "0 of 2 games won", "lancaster", [lost], own=True)
    assert [(panel.heading, *panel.bars) for panel in chart.panels] == [
        ("Games won, by rule set", Bar("Lancaster", 0, 2)),
        ("Length", Bar("5 rounds", 2)),
    ]


def test_a_panel_keeps_to_a_few_bars() -> None:
    many = [Outcomes(f"kingmaker/r{n}", 20 - n, 1, {4: 20 - n}) for n in range(10)]
    rules = chart_of("Anne", "", "kingmaker", many, own=True).panels[0]
    assert len(rules.bars) == 8
    assert rules.bars[-1] == Bar("3 others", 3, 13 + 12 + 11)


def test_how_a_season_stands() -> None:
    begins = datetime(2026, 11, 1, tzinfo=UTC)
    season = SeasonRow(
        id=1, guild_id=1, channel_id=2, game="kingmaker", ruleset="house", begins=begins,
        ends=begins + timedelta(days=10),
    )  # fmt: skip
    standings = [SeasonPlace(place, 100 + place, 30 - place, 3, 1) for place in range(1, 13)]
    standings.append(SeasonPlace(13, ME, 1, 1, 0))
    lines = season_text(SeasonTable(season, False, standings, 20), ME).splitlines()
    assert lines[:4] == [
        "### 🏁 Season of Kingmaker: Covault’s evening",
        "From <t:1793491200:D> until <t:1794355200:D>.",
        "20 people take part.",
        "**1** · <@101> · **29 points** · 1 of 3 games won",
    ]
    assert lines[12:] == [
        "**10** · <@110> · **20 points** · 1 of 3 games won",
        "…",
        "**13** · <@5> · **1 point** · 0 of 1 game won",
        "-# Points by place: 5, 3, 2, and 1 for every other place.",
    ]
    # However many share a place, only so many lines are shown.
    tied = [SeasonPlace(1, 100 + each, 5, 1, 1) for each in range(30)]
    assert len(season_text(SeasonTable(season, False, tied, 30), ME).splitlines()) == 3 + 10 + 1
    assert season_text(SeasonTable(season, True, [], 1), ME).splitlines()[1:4] == [
        "It ended <t:1794355200:R>.",
        "1 person took part.",
        "Nobody finished a game in it.",
    ]
    assert season_text(SeasonTable(season, True, standings[:1], 1), None).splitlines() == [
        "### 🏁 The season of Kingmaker: Covault’s evening is over",
        "1 person took part.",
        "**1** · <@101> · **29 points** · 1 of 3 games won",
        "-# Points by place: 5, 3, 2, and 1 for every other place.",
    ]
