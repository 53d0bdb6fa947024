"""`kingmaker selfplay`: whole games by computer players."""

from __future__ import annotations

import json
from pathlib import Path

from bot.commands.problem import Problem
from bot.games import default_ruleset, game_for, policy_for
from bot.seats.policy import Policy
from bot.selfplay import GameRecord, export_of, run_selfplay


def self_play(
    *,
    game: str,
    ruleset: str | None,
    seats: int,
    games: int,
    seed: int,
    policies: list[str],
    rounds: int,
    as_json: bool,
    export: Path | None,
    check: bool,
    secrets: bool,
) -> None:
    """Play the games and print a line for each. Raises Problem for unfit words."""
    try:
        ruleset = ruleset or default_ruleset(game)
        rules = game_for(game, ruleset)
        players: list[Policy] = [policy_for(game, name) for name in policies]
    except LookupError as error:
        raise Problem(str(error.args[0])) from error
    if not players:
        raise Problem("Name at least one computer player with --policy, for example steward.")
    if export is not None:
        export.mkdir(parents=True, exist_ok=True)
    options = {"rounds": str(rounds)}
    try:
        played = run_selfplay(
            rules,
            seats=seats,
            games=games,
            seed=str(seed),
            policies=players,
            options=options,
            check=check,
            secrets=secrets,
        )
        for number, record in enumerate(played):
            print(json.dumps(record.line()) if as_json else _told(number, record), flush=True)
            if export is not None:
                name = f"{game}-{ruleset}-{seats}-{seed}-{number}.json"
                data = json.dumps(export_of(record, rules))
                (export / name).write_text(data, encoding="utf-8")
    except ValueError as error:
        raise Problem(str(error)) from error


def _told(number: int, record: GameRecord) -> str:
    ending = f"{record.victory} for {record.winners}" if record.finished else "not finished"
    return (
        f"game {number}: {ending} after {record.rounds} rounds, "
        f"{len(record.decisions)} decisions, {record.seconds:.1f} s"
        + (f", {len(record.violations)} violations" if record.violations else "")
    )
