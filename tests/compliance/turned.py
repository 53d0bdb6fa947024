"""A rule set of which one thing is turned: another procedure of a kind, or another value."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from bot.content.in_force import table_rules
from bot.content.load import data_root, load_content
from bot.rules.kernel import Choice, Game, IllegalChoice, Match, Offer
from bot.rules.kingmaker.game import Kingmaker
from tests.rules.kingmaker.scene import Scene

Position = Callable[[Game], Any]
"""What comes of something at a table of a rule set; it is compared with another one's."""

_STEPS = 12
_BOLD = (
    "attack",
    "conclude",
    "lay",
    "call_parliament",
    "propose",
    "call_vote",
    "yea",
    "keep",
    "done",
)
"""What is chosen of what is offered, the first of these if it is there."""


def turned(ruleset: str, use: Mapping[str, str], values: Mapping[str, Any]) -> Game:
    """A rule set, under its own name, with some procedures and values turned.

    Raises as `load_content`, and KeyError for a procedure that there is not.
    """
    with TemporaryDirectory() as folder:
        there, root = data_root() / "kingmaker", Path(folder) / "kingmaker"
        (root / "rulesets").mkdir(parents=True)
        for file in there.glob("*.json"):
            (root / file.name).symlink_to(file)
        for file in (there / "rulesets").glob("*.json"):
            data = json.loads(file.read_text(encoding="utf-8"))
            if file.stem == ruleset:
                data["use"] = {**data.get("use", {}), **use}
                data["values"] = {**data.get("values", {}), **values}
            (root / "rulesets" / file.name).write_text(json.dumps(data), encoding="utf-8")
        return Kingmaker(load_content(ruleset, Path(folder)), table_rules(ruleset))


def outcome(scene: Scene, steps: int = _STEPS) -> Any:
    """All that happens and is asked if a scene goes on by itself, the bold choice first."""
    found: list[Any] = [scene.match.prompts(), list(scene.events)]
    for _ in range(steps):
        if scene.match.over:
            break
        seat = scene.match.waiting_for()[0]
        asked = [prompt for prompt in scene.match.prompts(seat) if prompt.blocking]
        offers = [offer for prompt in asked for offer in prompt.offers]
        offer = min(offers, key=lambda offer: (*_BOLD, offer.verb).index(offer.verb))
        found += [scene.match.submit(seat, _fullest(offer)).events, scene.match.prompts()]
    found.append(scene.state)
    return msgspec.to_builtins(found)


def _fullest(offer: Offer) -> Choice:
    """The choice of an offer that names as much as may be named, in the order of its candidates."""
    args = {field.name: field.candidates[: field.most] for field in offer.fields}
    full = Choice(offer.verb, args)
    return full if offer.problem(full) is None else next(offer.choices())


def played_out(scene: Scene, *choices: tuple[int, str, dict[str, Any]]) -> Any:
    """All that comes of some choices in a scene; a refusal ends it."""
    found: list[Any] = [scene.match.prompts(), list(scene.events)]
    for seat, verb, args in choices:
        try:
            found.append(scene.play(seat, verb, **args).events)
        except IllegalChoice as why:
            return msgspec.to_builtins([found, why.rule, why.reason])
        found.append(scene.match.prompts())
    return msgspec.to_builtins([found, scene.state])


def begun(game: Game, seats: int = 4, **options: str) -> Any:
    """The first position of a game."""
    match, told = Match.start(game, seats, "turned", options)
    return msgspec.to_builtins([match.position.state, told.events])
