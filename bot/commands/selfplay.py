"""`kingmaker selfplay`: whole games by computer players."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import NamedTuple

import msgspec

from bot.commands.problem import Problem
from bot.games import VIEWS, default_ruleset, game_for, player_for, policy_for
from bot.seats.outside import Outside, part, served
from bot.seats.policy import Policy
from bot.selfplay import GameRecord, export_of, run_selfplay
from bot.strength import Pairing, Strength, measure


class Wanted(NamedTuple):
    """The games to play, and how to report them. Without a rule set, the game's first is used.
    ``think`` is roughly how many seconds a thinking player takes for a turn.
    """

    game: str
    ruleset: str | None
    seats: int
    games: int
    seed: int
    rounds: int
    as_json: bool
    think: float | None = None


def self_play(
    wanted: Wanted, policies: list[str], *, export: Path | None, check: bool, secrets: bool
) -> None:
    """Play the games and print a line for each.

    Raises Problem for invalid arguments, and, after the last game, if any game broke a rule or
    never ended.
    """
    game, seats, seed = wanted.game, wanted.seats, wanted.seed
    try:
        ruleset = wanted.ruleset or default_ruleset(game)
        rules = game_for(game, ruleset)
        players: list[Policy] = [player_for(game, name, wanted.think) for name in policies]
    except LookupError as error:
        raise Problem(str(error.args[0])) from error
    if not players:
        raise Problem("Name at least one computer player with --policy, for example steward.")
    if export is not None:
        export.mkdir(parents=True, exist_ok=True)
    options = {"rounds": str(wanted.rounds)}
    try:
        played = run_selfplay(
            rules,
            seats=seats,
            games=wanted.games,
            seed=str(seed),
            policies=players,
            options=options,
            check=check,
            secrets=secrets,
        )
        broken = 0
        for number, record in enumerate(played):
            broken += bool(record.violations) or not record.finished
            print(
                json.dumps(record.line()) if wanted.as_json else _told(number, record), flush=True
            )
            if export is not None:
                name = f"{game}-{ruleset}-{seats}-{seed}-{number}.json"
                data = json.dumps(export_of(record, rules))
                (export / name).write_text(data, encoding="utf-8")
    except ValueError as error:
        raise Problem(str(error)) from error
    finally:
        part(players)
    for player in players:
        if isinstance(player, Outside) and player.bad:
            print(
                f"{player.name} gave {player.bad} answers that could not be used.", file=sys.stderr
            )
    if broken:
        raise Problem(f"{broken} of {wanted.games} games went wrong. See above.")


def _told(number: int, record: GameRecord) -> str:
    ending = f"{record.victory} for {record.winners}" if record.finished else "not finished"
    return (
        f"game {number}: {ending} after {record.rounds} rounds, "
        f"{len(record.decisions)} decisions, {record.seconds:.1f} s"
        + (f", {len(record.violations)} violations" if record.violations else "")
    )


def serve(game: str, name: str) -> None:
    """Let a computer player answer questions, line by line. Raises Problem if the player is
    unknown."""
    try:
        policy = policy_for(game, name)
    except LookupError as error:
        raise Problem(str(error.args[0])) from error
    for answer in served(policy, VIEWS[game], sys.stdin.buffer):
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()


def rotate_seats(
    wanted: Wanted,
    rotated: str | None,
    against: str | None,
    *,
    jobs: int,
    to_the_end: bool,
) -> None:
    """Measure one computer player against others and print the figures. Raises Problem."""
    if rotated is None or against is None:
        raise Problem("Name both players: --rotate steward --against random, for example.")
    try:
        pairing = Pairing(
            game=wanted.game,
            ruleset=wanted.ruleset or default_ruleset(wanted.game),
            seats=wanted.seats,
            rotated=rotated,
            against=against,
            seed=str(wanted.seed),
            options={"rounds": str(wanted.rounds)},
            think=wanted.think,
        )
        found = measure(pairing, wanted.games, jobs=jobs, early=not to_the_end)
    except LookupError as error:
        raise Problem(str(error.args[0])) from error
    except ValueError as error:
        raise Problem(str(error)) from error
    print(json.dumps(msgspec.to_builtins(found)) if wanted.as_json else _measured(pairing, found))


def _measured(pairing: Pairing, found: Strength) -> str:
    verdict = {
        "stronger": "it is stronger",
        "not stronger": "it is not stronger",
        None: "it is not clear yet",
    }[found.decided]
    return (
        f"{pairing.rotated} against {pairing.seats - 1} of {pairing.against}: "
        f"{found.wins:g} of {found.games} games won, {found.share:.0%} "
        f"(95 %: {found.low:.0%} to {found.high:.0%}); {verdict}"
        + (f"; {found.unfinished} games broke down" if found.unfinished else "")
    )
