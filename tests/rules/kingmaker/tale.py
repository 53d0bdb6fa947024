"""A game told by a script, which writes down how it goes and can be played over from that.

A tale that is kept is a file: the position it begins with, then, in order, every choice with the
facts that came of it and a digest of the position, every refusal with its rule, and how the cards
were laid and the dice fell. Where the script ends the stewards play the game to its end; of that
the choices, the digests and the result are kept. Whoever has the file needs neither script nor
stewards.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, ClassVar

import msgspec

from bot.games import policy_for
from bot.rules.kernel import Choice, Dice, Match, Outcome
from bot.session.journal.record import result_of
from tests.folders import fixtures_of
from tests.rules.kingmaker.scene import LoadedDice, Scene

KEPT = fixtures_of("kingmaker") / "tales"

ROUNDS = 14
"""The rounds after which the time is up, unless a script says otherwise."""

_LAYS = ("rolls", "dice_show", "next_events", "next_crown")


class Tale(Scene):
    """A scene whose invariants are looked at after every choice, and which is written down."""

    writing: ClassVar[bool] = False
    """Whether the tales are kept anew instead of being compared with those that are kept."""

    def __init__(self, seats: int = 2, ruleset: str = "house", rounds: int | None = ROUNDS) -> None:
        super().__init__(seats, ruleset, rounds)
        self.opening: Any = None
        self.steps: list[dict[str, Any]] = []
        self._told = False

    # Telling

    def _begin(self, phase: Any, seat: int, step: Any) -> Outcome:
        outcome = super()._begin(phase, seat, step)
        self._open()
        return outcome

    def turn(self, seat: int) -> Outcome:
        """Seat's whole turn, from its very beginning to its first question."""
        outcome = super().turn(seat)
        self._open()
        return outcome

    def _open(self) -> None:
        """The tale begins; only once, since what is set up by hand later is not told."""
        self._told = self.opening is not None
        if self.opening is None:
            self.opening = self.as_data()
            if self.dice.laid:
                self.steps.append({"rolls": list(self.dice.laid)})
            if self.dice.faces:
                self.steps.append({"dice_show": list(self.dice.faces)})

    def play(self, by_seat: int, verb: str, /, **args: str | Sequence[str]) -> Outcome:
        """Make a choice that must be accepted; its events are also in ``events``."""
        choice = self._choice(verb, args)
        outcome = super().play(by_seat, verb, **args)
        assert self.match.violations() == []
        facts = [msgspec.to_builtins(event) for event in outcome.events]
        self._write(seat=by_seat, **_plain(choice), facts=facts, state=digest(self.match))
        return outcome

    def refused(self, by_seat: int, verb: str, /, *, rule: str, **args: str | Sequence[str]) -> str:
        """Make a choice that must be refused by this rule and change nothing; the reason."""
        reason = super().refused(by_seat, verb, rule=rule, **args)
        self._write(seat=by_seat, **_plain(self._choice(verb, args)), refused=rule)
        return reason

    def rolls(self, *numbers: int) -> Tale:
        """The next d100 rolls."""
        super().rolls(*numbers)
        self._write(rolls=list(numbers))
        return self

    def dice_show(self, *faces: int, then: int | None = None) -> Tale:
        """What the next dice show, which is kept with the tale; so ``then`` is of no use here."""
        super().dice_show(*faces, then=then)
        self._write(dice_show=list(faces))
        return self

    def next_events(self, *cards: str) -> Tale:
        """Lay Event cards on top of the deck; the first named is drawn first."""
        super().next_events(*cards)
        self._write(next_events=list(cards))
        return self

    def next_crown(self, *cards: str) -> Tale:
        """Lay Crown cards on top of the deck; the first named is drawn first."""
        super().next_crown(*cards)
        self._write(next_crown=list(cards))
        return self

    def take_default(self) -> Outcome:
        """Whoever is asked first answers with the default."""
        prompt = self.match.prompts(self.match.waiting_for()[0])[0]
        assert prompt.default is not None
        return self.play(prompt.seat, prompt.default.verb, **prompt.default.args)

    def _write(self, **step: Any) -> None:
        if self.opening is not None and not self._told:
            self.steps.append(json.loads(json.dumps(step)))

    # Keeping

    def ends(self, name: str, about: str) -> None:
        """Compare the tale with the one that is kept under this name (or keep it)."""
        record = {"about": about, "opening": self.opening, "steps": self.steps}
        if Tale.writing:
            whole = {**record, **self._to_the_end(name)}
            file = KEPT / f"{name}.json"
            file.parent.mkdir(exist_ok=True)
            file.write_text(_written(whole), encoding="utf-8")
        assert {key: kept(name)[key] for key in record} == record

    def _to_the_end(self, name: str) -> dict[str, Any]:
        """How the stewards end the game from here; the tale itself stays where it is."""
        copy, chance = Match.load(self.game, position_of(self.match)), random.Random(name)
        steward, steps = policy_for("kingmaker", "steward"), []
        while not copy.over:
            seat = copy.waiting_for()[0]
            _, choice = steward.choose(copy.view(seat), copy.prompts(seat), seat, chance)
            copy.submit(seat, choice)
            steps.append({"seat": seat, **_plain(choice), "state": digest(copy)})
        assert copy.violations() == []
        return {"rest": steps, "result": result_of(copy)}

    @classmethod
    def begun(cls, record: dict[str, Any]) -> Tale:
        """A kept tale at its beginning."""
        tale = cls(ruleset=record["opening"]["ruleset"])
        loaded = Match.load(tale.game, json.dumps(record["opening"]).encode())
        tale.position, plain = loaded.position, loaded.position.dice
        tale.dice = tale.position.dice = LoadedDice(plain.seed, plain.used)
        tale.match = Match(tale.game, tale.position)
        tale.match.look_anew()
        tale.opening = record["opening"]
        return tale

    def follow(self, step: dict[str, Any]) -> Outcome | None:
        """Do what a step of a kept tale says; what it led to is written down once more."""
        for lay in _LAYS:
            if lay in step:
                getattr(self, lay)(*step[lay])
                return None
        args = step.get("args", {})
        if "refused" in step:
            self.refused(step["seat"], step["verb"], rule=step["refused"], **args)
            return None
        return self.play(step["seat"], step["verb"], **args)

    def as_data(self) -> Any:
        """The position as it stands, as JSON data."""
        return json.loads(position_of(self.match))


def position_of(match: Match) -> bytes:
    """The position, with dice as in any game."""
    fair = Dice(match.position.dice.seed, match.position.dice.used)
    return match.game.encode(msgspec.structs.replace(match.position, dice=fair))


def digest(match: Match) -> str:
    """By a few letters of this two positions are told apart."""
    return sha256(position_of(match)).hexdigest()[:16]


def _plain(choice: Choice) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(choice)
    return {key: value for key, value in plain.items() if value}


def kept(name: str) -> Any:
    """A tale that is kept; do not change it."""
    return json.loads((KEPT / f"{name}.json").read_text(encoding="utf-8"))


def _written(record: dict[str, Any]) -> str:
    """A tale as a text with a line for each step."""
    parts = []
    for key, value in record.items():
        text = json.dumps(value, ensure_ascii=False)
        if isinstance(value, list):
            lines = ",\n".join(json.dumps(step, ensure_ascii=False) for step in value)
            text = f"[\n{lines}\n]"
        parts.append(f'"{key}": {text}')
    return "{" + ",\n".join(parts) + "}\n"
