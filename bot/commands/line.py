"""The `kingmaker` command line. Each command lives in a module beside this one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

import bot
from bot.commands.problem import Problem

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
rules_app = typer.Typer(help="The rule ledger.", no_args_is_help=True)
db_app = typer.Typer(help="The database.", no_args_is_help=True)
app.add_typer(rules_app, name="rules")
app.add_typer(db_app, name="db")


def _tell_version(wanted: bool) -> None:
    if wanted:
        print(f"{bot.NAME} {bot.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_tell_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Long board games of treachery, on Discord or in your browser."""


Database = Annotated[
    str | None,
    typer.Option("--database", help="The database's address, if not the one in the settings."),
]


@app.command()
def run(
    sandbox: Annotated[
        bool, typer.Option("--sandbox", help="Play in the browser, even if there is a token.")
    ] = False,
    port: Annotated[int | None, typer.Option(help="The sandbox's port.")] = None,
    database: Database = None,
) -> None:
    """Play on Discord with DISCORD_TOKEN, or in the browser without it."""
    from bot.commands.run import run_program

    run_program(sandbox=sandbox, port=port, database=database)


@app.command()
def selfplay(
    game: Annotated[str, typer.Option(help="Which game to play.")] = "kingmaker",
    ruleset: Annotated[
        str | None, typer.Option(help="Which rule set, if not the game's first one.")
    ] = None,
    seats: Annotated[int, typer.Option(help="How many players.")] = 4,
    games: Annotated[int, typer.Option(help="How many games.")] = 1,
    seed: Annotated[
        int,
        typer.Option(
            help="The number that decides every draw. The same seed gives the same games."
        ),
    ] = 1,
    policy: Annotated[
        str, typer.Option(help="Which computer players, seat by seat.")
    ] = "steward,random",
    rounds: Annotated[int, typer.Option(help="End each game after this many rounds.")] = 60,
    json: Annotated[
        bool, typer.Option("--json", help="Print one line of JSON for each game.")
    ] = False,
    export: Annotated[
        Path | None, typer.Option(help="Write each game's export into this folder.")
    ] = None,
    check: Annotated[bool, typer.Option(help="Check the invariants after every decision.")] = True,
    secrets: Annotated[
        bool, typer.Option("--secrets", help="Look for leaked secrets after every decision (slow).")
    ] = False,
    rotate: Annotated[
        str | None, typer.Option(help="Measure this computer player, in every seat in turn.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(help="With --rotate: the players in all the other seats.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="With --rotate: how many processes to use.")] = 1,
    to_the_end: Annotated[
        bool,
        typer.Option(
            "--to-the-end", help="Play all the games, even if the result is clear sooner."
        ),
    ] = False,
    think: Annotated[
        float | None, typer.Option(min=0, help="How many seconds players may think each turn.")
    ] = None,
) -> None:
    """Let computer players play whole games. With --rotate, measure how strong a player is."""
    from bot.commands.selfplay import Wanted, rotate_seats, self_play

    wanted = Wanted(game, ruleset, seats, games, seed, rounds, json, think)
    if rotate is not None or against is not None:
        rotate_seats(wanted, rotate, against, jobs=jobs, to_the_end=to_the_end)
        return
    names = [name.strip() for name in policy.split(",") if name.strip()]
    self_play(wanted, names, export=export, check=check, secrets=secrets)


@app.command()
def player(
    policy: Annotated[str, typer.Argument(help="A computer player, for example steward.")],
    game: Annotated[str, typer.Option(help="The game.")] = "kingmaker",
) -> None:
    """Play a seat in somebody else's game: a JSON line in, a JSON line out."""
    from bot.commands.selfplay import serve

    serve(game, policy)


@app.command("export")
def export_game(
    game: Annotated[str, typer.Argument(help="The game's id, as on its card.")],
    database: Database = None,
) -> None:
    """Print a whole game, with its journal, as JSON.

    It contains the seed and every hand: keep it to yourself until the game is over.
    """
    from bot.commands.records import export_game as work

    work(game, database)


@app.command("import")
def import_game(
    file: Annotated[Path, typer.Argument(help="The export's file.")],
    channel: Annotated[
        int | None, typer.Option(help="The id of the channel to play in, if not the original one.")
    ] = None,
    guild: Annotated[
        int | None, typer.Option(help="The id of the server, if not the original one.")
    ] = None,
    host: Annotated[
        int | None, typer.Option(help="The user id of the host, if it is somebody else.")
    ] = None,
    database: Database = None,
) -> None:
    """Add an exported game to the database and print its new id."""
    from bot.commands.records import import_game as work

    work(file, channel=channel, guild=guild, host=host, database=database)


@app.command()
def backup(
    to: Annotated[str, typer.Argument(help="A new file, or a folder for the backup.")],
    every: Annotated[
        str | None, typer.Option(help="Make a backup this often: 30m, 12h, 7d.")
    ] = None,
    keep: Annotated[
        int | None, typer.Option(help="Keep only this many backups in the folder.")
    ] = None,
    database: Database = None,
) -> None:
    """Back up the database, even while the bot is running, and check the copy.

    It contains every seed and every hand: keep it to yourself.
    """
    from bot.commands.database import make_backup

    make_backup(to, every=every, keep=keep, database=database)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="The backup's file.")],
    game: Annotated[
        str | None, typer.Option(help="Restore only this game, and keep the others as they are.")
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace the games you have.")] = False,
    database: Database = None,
) -> None:
    """Restore a backup, whatever kind of database it came from."""
    from bot.commands.database import bring_back

    bring_back(file, game=game, replace=replace, database=database)


@app.command()
def verify(file: Annotated[Path, typer.Argument(help="The export's file.")]) -> None:
    """Replay an export from its seed and compare every state.

    Exit with 1 if there is a difference.
    """
    from bot.commands.records import verify_file

    verify_file(file)


@app.command()
def prepare() -> None:
    """Draw the empty maps once, at installation, so that nobody waits for them."""
    from bot.commands.pictures import prepare_maps

    prepare_maps()


@app.command()
def render(
    file: Annotated[Path, typer.Argument(help="The export's file.")],
    out: Annotated[Path, typer.Option(help="Where to write the picture.")] = Path("map.png"),
    seat: Annotated[int | None, typer.Option(help="Draw what this seat sees.")] = None,
    area: Annotated[
        str | None, typer.Option(help="Zoom in on this region, place, sea or square.")
    ] = None,
    kind: Annotated[
        str,
        typer.Option(
            help="board, crop, moves, hand, changes, battle, parliament, victory or replay "
            "(an animated WebP)."
        ),
    ] = "board",
    mover: Annotated[
        str | None, typer.Option(help="Show where this noble can move; needs --seat.")
    ] = None,
    step: Annotated[
        int | None, typer.Option(help="Draw the game after this many decisions.")
    ] = None,
    theme: Annotated[str, typer.Option(help="light or dark.")] = "light",
) -> None:
    """Draw a picture of an exported game and print its description."""
    from bot.commands.pictures import render_file

    render_file(file, out=out, kind=kind, seat=seat, area=area, mover=mover, step=step, theme=theme)


@app.command()
def story(
    file: Annotated[Path, typer.Argument(help="The export of a finished game.")],
    out: Annotated[Path, typer.Option(help="Where to write the page.")] = Path("story"),
) -> None:
    """Tell the story of a finished game on one page.

    It shows the map turn by turn, every hand, and dice you can check.
    """
    from bot.commands.records import write_story

    write_story(file, out)


@app.command()
def bench(
    json: Annotated[bool, typer.Option("--json", help="Print JSON only.")] = False,
    seconds: Annotated[float, typer.Option(help="How long to measure each thing.")] = 4.0,
    part: Annotated[
        list[str] | None,
        typer.Option(
            help="rules, session, pictures, interactions, press, load or thoughts. "
            "By default all but the last three, which take minutes."
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="Under load: how many games.")] = 200,
    rate: Annotated[float, typer.Option(help="Under load: how many presses a second.")] = 50.0,
    load_seconds: Annotated[float, typer.Option(help="Under load: for how many seconds.")] = 60.0,
    processes: Annotated[
        int, typer.Option(min=1, help="Under load, on PostgreSQL: how many bots.")
    ] = 1,
    boards: Annotated[int, typer.Option(help="Under load: how many boards are open.")] = 0,
    peers: Annotated[
        Path | None,
        typer.Option(help="Compare us with the engines in this folder (`make bench-peers`)."),
    ] = None,
) -> None:
    """Measure this machine: decisions, commits, pictures, interactions."""
    from bot.bench.crowd import Crowd
    from bot.commands.bench import compare, measure, parts_named

    if peers is not None:
        compare(peers, as_json=json, seconds=seconds)
    else:
        crowd = Crowd(games, rate, load_seconds, processes=processes, boards=boards)
        measure(parts_named(part or ()), crowd, as_json=json, seconds=seconds)


@app.command()
def invite(
    client_id: Annotated[
        int | None, typer.Option(help="The application's id, if not the one in the token.")
    ] = None,
) -> None:
    """Print the invite link, with the fewest permissions the bot needs."""
    from bot.commands.run import print_invite

    print_invite(client_id)


@rules_app.command()
def coverage(
    json: Annotated[bool, typer.Option("--json", help="Print JSON only.")] = False,
    tests: Annotated[
        Path | None, typer.Option(help="The folder of tests, if not the one beside the program.")
    ] = None,
) -> None:
    """Say which rows of the ledger have tests, judging by the markers and running nothing."""
    from bot.commands.where import print_coverage

    print_coverage(as_json=json, tests=tests)


@rules_app.command("where")
def rule_where(
    rule: Annotated[str, typer.Argument(help="The id of a rule, such as house-8.4.3.")],
    json: Annotated[bool, typer.Option("--json", help="Print JSON only.")] = False,
) -> None:
    """Show a rule: its row of the ledger, the code that carries it out and its tests."""
    from bot.commands.where import print_where

    print_where(rule, as_json=json)


@db_app.command()
def upgrade(
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Upgrade a copy, and check its games.")
    ] = False,
    database: Database = None,
) -> None:
    """Upgrade the database to the newest schema."""
    from bot.commands.database import rehearse, upgrade_database

    if dry_run:
        rehearse(database)
    else:
        upgrade_database(database)


@db_app.command()
def check(
    json: Annotated[bool, typer.Option("--json", help="Print JSON only.")] = False,
    database: Database = None,
) -> None:
    """Check that each running game, replayed under today's rules, ends up where it is now.

    A game affected by corrected rules carries on from where it is, and its log says so.
    """
    from bot.commands.database import check_games

    check_games(database, as_json=json)


def main() -> None:
    """The program's entry point. For known kinds of trouble, it prints one sentence and exits with
    1.
    """
    try:
        app()
    except Problem as problem:
        text = str(problem)
    except Exception as wrong:
        text = _of_data(wrong) or _of_database(wrong)
        if not text:
            raise
    else:
        return
    print(text, file=sys.stderr)
    sys.exit(1)


def _of_data(wrong: Exception) -> str:
    """The sentence about a broken file in the data folder; empty for any other trouble."""
    from bot.content.errors import ContentError

    return str(wrong) if isinstance(wrong, ContentError) else ""


def _of_database(wrong: Exception) -> str:
    """The sentence about trouble with the database; empty for any other trouble."""
    from bot.storage.database import TROUBLES, Unusable

    if isinstance(wrong, Unusable):
        return str(wrong)
    if isinstance(wrong, TROUBLES) and not isinstance(wrong, OSError):
        reason = str(getattr(wrong, "orig", None) or wrong).strip().partition("\n")[0]
        return f"The database cannot be read: {reason}. If it is damaged, restore a backup."
    return ""
