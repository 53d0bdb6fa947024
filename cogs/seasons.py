"""How people have done in a server's finished games, and how the games ended: `/profile`,
`/leaderboard` and `/stats`; and the server's seasons: `/season`."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands
from msgspec.structs import replace

from bot.games import GAMES, default_ruleset, game_for, words_for
from bot.session import (
    Outcomes,
    Profile,
    Rank,
    Rated,
    Refused,
    SeasonPlace,
    SeasonRecord,
    SeasonTable,
)
from bot.session.library import rules_key
from bot.session.seasons import POINTS, SEASON, TAKING_PART
from bot.words.phrases import listed
from bot.words.shape import Words
from cogs.delivery.cards import check_channel
from cogs.delivery.discords_answers import FOR_GOOD, NOT_HERE
from cogs.ui.client import Client
from cogs.ui.moderators import must_moderate
from cogs.ui.names import BAND_WORDS, called, plain
from cogs.ui.opening.plan import PACE_WORDS, limit_of
from cogs.ui.opening.tables import check_free, known_rules
from cogs.ui.replies import Interaction, cut, show, stamp
from cogs.ui.suggestions import Suggestions, games_like, suggested_from
from rendering.canvas.chart import Bar, Chart, Panel

log = logging.getLogger(__name__)

_FIRST = 10
"""The number of players that a leaderboard shows."""

_BARS, _SPANS = 8, 6
"""The most bars in a panel, and the most spans into which lengths are grouped."""

_PACES = [app_commands.Choice(name=words, value=name) for name, words in PACE_WORDS.items() if name]

_HOW = (
    "-# Ratings start at 1000 and depend on who beats whom. Games that are broken off do not "
    "count. `/profile shown:False` keeps you off this list."
)
_SHOWN = "-# Others can see this. `/profile shown:False` hides it from them."
_HIDDEN = "-# Only you see this. `/profile shown:True` lets others see it."


def leaderboard_text(
    game: str, board: Sequence[Rank], user_id: int, rules: str | None = None
) -> str:
    """The best players of a game, or of one of its rule sets, and the reader's place among them."""
    name = game.capitalize() if rules is None else _rules_name(rules)
    lines = [f"### 🏆 {name} on this server"]
    if not board:
        return f"{lines[0]}\nNobody here has finished a game that others may see."
    lines += [_line(rank) for rank in board[:_FIRST]]
    own = next((rank for rank in board[_FIRST:] if rank.player.user_id == user_id), None)
    if own is not None:
        lines += ["…", _line(own)]
    return cut("\n".join([*lines, _HOW]))


def _line(rank: Rank) -> str:
    name = _named(rank.player)
    return f"**{rank.place}** · {name} · **{rank.rating}** · {_won(rank.won, rank.games)}"


def _named(who: Rated) -> str:
    computer = f"{plain((who.policy or '').replace('+', ', ').capitalize())} (computer)"
    return computer if who.user_id is None else f"<@{who.user_id}>"


def _won(won: int, games: int) -> str:
    return f"{won} of {games} {'game' if games == 1 else 'games'} won"


def profile_text(name: str, profile: Profile, *, own: bool) -> str:
    """A person's record on this server, as far as the reader may see it."""
    records = [record for record in profile.records if record.game in GAMES]
    lines = [f"### {plain(name)} on this server"]
    if not records and own:
        lines.append(
            "You have not finished a game here yet. Games that are broken off do not count."
        )
    elif not records:
        lines.append(
            "There is nothing to see: no finished games here, or none that others may see."
        )
    for record in records:
        lines += _record(record)
    if profile.band is not None:
        lines.append(f"⏱ Answers over the last six months: {BAND_WORDS[profile.band]}")
    if own:
        lines.append(_SHOWN if profile.listed else _HIDDEN)
    return cut("\n".join(lines))


def _record(record: SeasonRecord) -> list[str]:
    rank = "" if record.rank is None else f", place {record.rank} of {record.of}"
    words = words_for(record.game, default_ruleset(record.game))
    kinds = [
        words.won_by(kind) + (f" ×{times}" if times > 1 else "")
        for kind, times in record.kinds.items()
    ]
    how = f": {', '.join(kinds)}" if kinds else ""
    lines = [
        f"**{record.game.capitalize()}** · rating **{record.rating}**{rank}",
        f"{_won(record.won, record.games)}{how}",
    ]
    if record.by_rules:
        by = [f"{_rules_name(rules)} {rating}" for rules, rating in record.by_rules.items()]
        lines.append(f"-# By rule set: {' · '.join(by)}")
    return lines


def _rules_name(rules: str) -> str:
    return known_rules().get(rules, rules)


def stats_text(game: str, found: Sequence[Outcomes]) -> str:
    """How the games of a server ended, by their rules, and the records set in them."""
    lines = [f"### 📊 {game.capitalize()} on this server"]
    if not found:
        lines.append("Nobody here has played a game to its end yet.")
    for played in found:
        lines += _played(game, played)
    feats = [done for each in found for done in each.feats]
    own = {ruleset: _own_words(game, ruleset) for ruleset, _, _ in feats}
    done = [
        (replace(feat, thing=own[ruleset].kind(feat.thing)), "" if who is None else _named(who))
        for ruleset, feat, who in feats
    ]
    lines += words_for(game, default_ruleset(game)).feats(done)
    return cut("\n".join(lines))


def _own_words(game: str, ruleset: str) -> Words:
    """The words of the rules that a game was played by; the usual ones if those rules are gone."""
    try:
        return words_for(game, ruleset)
    except LookupError:
        return words_for(game, default_ruleset(game))


def _played(game: str, played: Outcomes) -> list[str]:
    games = "1 game" if played.games == 1 else f"{played.games} games"
    head = f"**{_rules_name(played.rules)}** · {games}"
    if played.lengths:
        least, most = min(played.lengths), max(played.lengths)
        rounds = "1 round" if most == 1 else f"{most} rounds"
        head += f", {rounds}" if least == most else f", {least} to {rounds}"
    words = words_for(game, default_ruleset(game))
    kinds = [f"{words.won_by(kind)} ×{times}" for kind, times in played.victories.items()]
    lines = [head, f"Won by {', '.join(kinds)}"]
    if played.sides:
        sides = [f"{_side(side)} {won} of {times}" for side, (won, times) in played.sides.items()]
        lines.append(f"Won as: {', '.join(sides)}")
    return lines


def _side(side: str) -> str:
    return _capital(side.replace("_", " "))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def chart_of(title: str, below: str, game: str, found: Sequence[Outcomes], *, own: bool) -> Chart:
    """The sheet of how games ended: by their rules, their sides, their victories and lengths; with
    ``own``, only one person's games."""
    words = words_for(game, default_ruleset(game))
    victories, wins, times = Counter[str](), Counter[str](), Counter[str]()
    lengths = Counter[int]()
    for each in found:
        victories.update(each.victories)
        lengths.update(each.lengths)
        for side, (won, played) in each.sides.items():
            wins[side] += won
            times[side] += played
    by_rules = [
        Bar(_rules_name(each.rules).removeprefix(f"{game.capitalize()}: "), each.won, each.games)
        for each in found
    ]
    if not own:
        by_rules = [Bar(bar.label, bar.count) for bar in by_rules]
    sides = [Bar(_side(side), wins[side], of) for side, of in times.most_common()]
    kinds = [Bar(_capital(words.won_by(kind)), won) for kind, won in victories.most_common()]
    panels = (
        Panel("Games won, by rule set" if own else "Games by rule set", _most(by_rules)),
        Panel("Games won, by side", _most(sides)),
        Panel("Kinds of victory", _most(kinds)),
        Panel("Length", list(_spans(lengths))),
    )
    return Chart(title, below, [panel for panel in panels if panel.bars])


def _most(bars: Sequence[Bar]) -> Sequence[Bar]:
    """The bars that a panel has room for; the rest are combined into one."""
    if len(bars) <= _BARS:
        return bars
    rest = bars[_BARS - 1 :]
    of = None if rest[0].of is None else sum(bar.of or 0 for bar in rest)
    return [*bars[: _BARS - 1], Bar(f"{len(rest)} others", sum(bar.count for bar in rest), of)]


def _spans(lengths: Counter[int]) -> Iterator[Bar]:
    """Games by their length, in a few spans of equal width."""
    if not lengths:
        return
    least, most = min(lengths), max(lengths)
    wide = -(-(most - least + 1) // _SPANS)
    for first in range(least, most + 1, wide):
        last = first + wide - 1
        label = str(first) if wide == 1 else f"{first} to {last}"
        games = sum(lengths[each] for each in range(first, last + 1))
        yield Bar(f"{label} {'round' if last == 1 else 'rounds'}", games)


async def _game_named(interaction: Interaction, game: str | None) -> str:
    """The game that was typed, or else the one finished most often on this server. Raises Refused
    if the game is unknown."""
    assert interaction.guild_id is not None
    most = interaction.client.desk.seasons.most_played
    kind = game or await most(interaction.guild_id) or next(iter(GAMES))
    kind = kind.strip().casefold()
    if kind not in GAMES:
        known = ", ".join(GAMES)
        raise Refused(f"I do not know a game called “{plain(kind[:40])}”. I know: {known}.")
    return kind


async def _rules_like(interaction: Interaction, current: str) -> Suggestions:
    """The rule sets of the game that was typed, or of all games."""
    game = (getattr(interaction.namespace, "game", None) or "").strip().casefold()
    known = {key: name for key, name in known_rules().items() if key.startswith(game)}
    return suggested_from(known, current)


def _rules_named(rules: str) -> str:
    """The rule set that was typed. Raises Refused if the rule set is unknown."""
    typed = rules.strip().casefold()
    for key, name in known_rules().items():
        if typed in (key, name.casefold()):
            return key
    known = ", ".join(known_rules().values())
    raise Refused(f"I do not know any rules called “{plain(rules[:40])}”. I know: {known}.")


async def _shown(interaction: Interaction, text: str, chart: Chart | None) -> None:
    """Answer with a text and its chart, if there is one and it can be drawn."""
    files = []
    if chart is not None:
        with suppress(Refused):
            drawn = await interaction.client.pictures.chart(
                chart, interaction.user.id, interaction.channel_id
            )
            files = [drawn.file()]
    await show(interaction, text, files=files)


def season_text(found: SeasonTable, user_id: int | None) -> str:
    """The standings in a season, with the reader's own place; without a reader, the text that its
    channel gets when the season ends.
    """
    season = found.season
    name = _rules_name(rules_key(season.game, season.ruleset))
    lines = [f"### 🏁 Season of {name}"]
    if user_id is None:
        lines = [f"### 🏁 The season of {name} is over"]
    elif found.over:
        lines.append(f"It ended {stamp(season.ends)}.")
    else:
        lines.append(f"From {stamp(season.begins, 'D')} until {stamp(season.ends, 'D')}.")
    people = "1 person" if found.joined == 1 else f"{found.joined} people"
    take = "took" if found.over else "takes" if found.joined == 1 else "take"
    lines.append(f"{people} {take} part.")
    lines += [_season_line(each) for each in found.standings[:_FIRST]]
    own = next((each for each in found.standings[_FIRST:] if each.user_id == user_id), None)
    if own is not None:
        lines += ["…", _season_line(own)]
    if not found.standings:
        lines.append(
            "Nobody finished a game in it."
            if found.over
            else "Nobody has finished a game in it yet."
        )
    *most, last = [*map(str, POINTS), str(TAKING_PART)]
    lines.append(f"-# Points by place: {', '.join(most)}, and {last} for every other place.")
    return cut("\n".join(lines))


def _season_line(each: SeasonPlace) -> str:
    points = f"{each.points} {'point' if each.points == 1 else 'points'}"
    won = _won(each.won, each.games)
    return f"**{each.place}** · <@{each.user_id}> · **{points}** · {won}"


async def _say(interaction: Interaction, text: str, people: Sequence[int] = ()) -> None:
    """Tell the channel."""
    assert isinstance(interaction.channel, discord.abc.Messageable)
    called_up = [discord.Object(user) for user in people]
    await interaction.channel.send(
        text, allowed_mentions=discord.AllowedMentions(users=called_up, everyone=False, roles=False)
    )


@app_commands.guild_only()
class Season(commands.GroupCog, group_name="season", group_description="A season of games"):
    """``/season``: games between two dates, at tables drawn at random, for those who join."""

    @app_commands.command(name="open", description="Open a season of games here (for moderators)")
    @app_commands.describe(
        rules="The rules of its games",
        days="How many days it lasts",
        start="In how many days it begins (now if you leave it out)",
        rounds="End each game after this many rounds (20 if you leave it out)",
        pace="How long players have to answer (no deadlines if you leave it out)",
    )
    @app_commands.autocomplete(rules=_rules_like)
    @app_commands.choices(pace=_PACES)
    async def open(
        self,
        interaction: Interaction,
        rules: str,
        days: app_commands.Range[int, 1, 366],
        start: app_commands.Range[int, 0, 90] = 0,
        rounds: app_commands.Range[int, 1, 999] | None = None,
        pace: str | None = None,
    ) -> None:
        """Open a season, and tell the channel."""
        assert interaction.guild_id is not None
        assert interaction.channel_id is not None
        await must_moderate(interaction)
        check_channel(interaction)
        key = _rules_named(rules)
        game, ruleset = key.split("/", 1)
        options = limit_of(game_for(game, ruleset))
        if not options and rounds is not None:
            raise Refused(
                f"The rules of {_rules_name(key)} say when a game ends. Leave out `rounds`."
            )
        if rounds is not None:
            options = {"rounds": str(rounds)}
        if pace is not None:
            options["pace"] = pace
        season = await interaction.client.desk.seasons.open_season(
            (interaction.guild_id, interaction.channel_id), game, ruleset, options, (start, days)
        )
        await _say(
            interaction,
            f"🏁 **A season of {_rules_name(key)}**, from {stamp(season.begins, 'D')} until "
            f"{stamp(season.ends, 'D')}. Take part with `/season join`: tables are drawn at "
            "random, and every game earns you points for your place.",
        )
        await show(interaction, "The season is open. `/season draw` opens its tables.")

    @app_commands.command(description="Take part in this server’s season")
    async def join(self, interaction: Interaction) -> None:
        """Opt in."""
        assert interaction.guild_id is not None
        user = interaction.user
        seasons = interaction.client.desk.seasons
        await seasons.join_season(interaction.guild_id, user.id, called(user))
        await show(
            interaction,
            (
                "You are in. If you are drawn for a table, I will call you there. "
                "Everybody here can see your points."
            ),
        )

    @app_commands.command(description="Take no further part in this server’s season")
    async def leave(self, interaction: Interaction) -> None:
        """Opt out."""
        assert interaction.guild_id is not None
        seasons = interaction.client.desk.seasons
        await seasons.leave_season(interaction.guild_id, interaction.user.id)
        await show(
            interaction,
            "You have left the season, and `/season table` no longer names you. You keep your "
            "seats in open games.",
        )

    @app_commands.command(
        description="Draw people at random and open a season table here (for moderators)"
    )
    @app_commands.describe(seats="How many people to draw")
    async def draw(
        self, interaction: Interaction, seats: app_commands.Range[int, 2, 7] = 4
    ) -> None:
        """Open a table for people drawn at random, in seats that are drawn at random too."""
        assert interaction.guild_id is not None
        assert interaction.channel_id is not None
        await must_moderate(interaction)
        check_channel(interaction)
        await check_free(interaction)
        desk = interaction.client.desk
        season, (host, *others) = await desk.seasons.draw(interaction.guild_id, seats)
        await desk.new_games.open(
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id,
            host_id=host.user_id,
            host_name=host.name,
            game=season.game,
            ruleset=season.ruleset,
            seats=seats,
            options={**season.options, SEASON: str(season.id)},
            people=[(each.user_id, each.name) for each in others],
        )
        await desk.seasons.note_drawn(season, [host, *others])
        people = [each.user_id for each in (host, *others)]
        named = listed(f"<@{user}>" for user in people)
        await _say(
            interaction,
            (
                f"🎲 Drawn for the season, in the order of their seats: {named}. The "
                "first of them hosts and presses **Start**."
            ),
            people,
        )
        await show(interaction, "The table is open.")

    @app_commands.command(description="See how everybody stands in this server’s season")
    async def table(self, interaction: Interaction) -> None:
        """Show the table."""
        assert interaction.guild_id is not None
        reader = interaction.user.id
        seasons = interaction.client.desk.seasons
        found = await seasons.season_table(interaction.guild_id, by=reader)
        await show(interaction, season_text(found, reader))

    @app_commands.command(description="End this server’s season now (for moderators)")
    async def end(self, interaction: Interaction) -> None:
        """End the season; games that are not over do not count."""
        assert interaction.guild_id is not None
        await must_moderate(interaction)
        await interaction.client.desk.seasons.end_season(interaction.guild_id)
        await show(interaction, "The season is over, and its channel is told how it ended.")


class Ranking(commands.Cog):
    """``/profile``, ``/leaderboard`` and ``/stats``."""

    @app_commands.command(description="See how somebody has done in this server’s finished games")
    @app_commands.describe(
        person="Whose results (your own if you leave it out)",
        shown="May others see your results, here and on every server?",
    )
    @app_commands.guild_only()
    async def profile(
        self,
        interaction: Interaction,
        person: discord.Member | None = None,
        shown: bool | None = None,
    ) -> None:
        """Show a person's ratings and wins, and how often they answer in time; or change whether
        others see the asker's own.
        """
        assert interaction.guild_id is not None
        seasons, reader = interaction.client.desk.seasons, interaction.user
        who = person or reader
        if shown is not None:
            if who.id != reader.id:
                raise Refused("Everybody decides that for themselves. Leave out `person`.")
            await seasons.show(reader.id, listed=shown)
        found = await seasons.profile(interaction.guild_id, who.id, by=reader.id)
        text = profile_text(called(who), found, own=who.id == reader.id)
        records = [record for record in found.records if record.game in GAMES]
        chart = None
        if records:
            most = max(records, key=lambda record: record.games)
            below = f"{most.game.capitalize()}: {_won(most.won, most.games)}"
            chart = chart_of(called(who), below, most.game, most.played, own=True)
        await _shown(interaction, text, chart)

    @app_commands.command(description="The best players of a game on this server, with ratings")
    @app_commands.describe(
        game="Which game (the one finished most often if you leave it out)",
        rules="Only games played under these rules (all games if you leave it out)",
    )
    @app_commands.autocomplete(game=games_like, rules=_rules_like)
    @app_commands.guild_only()
    async def leaderboard(
        self, interaction: Interaction, game: str | None = None, rules: str | None = None
    ) -> None:
        """Show the leaderboard of a game, or of one of its rule sets."""
        assert interaction.guild_id is not None
        key = None if rules is None else _rules_named(rules)
        kind = await _game_named(interaction, game) if key is None else key.split("/")[0]
        seasons = interaction.client.desk.seasons
        board = await seasons.leaderboard(interaction.guild_id, kind, key)
        await show(interaction, leaderboard_text(kind, board, interaction.user.id, key))

    @app_commands.command(description="How this server’s games ended, under each set of rules")
    @app_commands.describe(game="Which game (the one finished most often if you leave it out)")
    @app_commands.autocomplete(game=games_like)
    @app_commands.guild_only()
    async def stats(self, interaction: Interaction, game: str | None = None) -> None:
        """Show how the server's games turned out."""
        assert interaction.guild_id is not None
        kind = await _game_named(interaction, game)
        found = await interaction.client.desk.seasons.played(interaction.guild_id, kind)
        games = sum(each.games for each in found)
        below = "1 game on this server" if games == 1 else f"{games} games on this server"
        chart = chart_of(kind.capitalize(), below, kind, found, own=False) if found else None
        await _shown(interaction, stats_text(kind, found), chart)


async def tell_of_the_end(client: Client, found: SeasonTable) -> None:
    """Tell a season's channel that the season is over and how everybody did, without calling
    anybody; if the channel is closed or gone, tell nobody."""
    season = found.season
    channel = client.get_partial_messageable(season.channel_id, guild_id=season.guild_id)
    try:
        await channel.send(
            season_text(found, None), allowed_mentions=discord.AllowedMentions.none()
        )
    except discord.HTTPException as wrong:
        if wrong.code not in FOR_GOOD | NOT_HERE:
            raise
        log.info("channel %d: not told that its season is over (%d)", channel.id, wrong.code)


async def setup(client: Client) -> None:
    """Add the cogs, and from now on tell channels when their seasons end."""
    seasons = client.desk.seasons
    seasons.serves = lambda guild_id: client.get_guild(guild_id) is not None
    seasons.tell = partial(tell_of_the_end, client)
    await client.add_cog(Ranking())
    await client.add_cog(Season())
