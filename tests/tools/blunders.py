"""Plain blunders of computer players in Kingmaker, counted over whole games.

    python -m tests.tools.blunders --policy steward --games 60 --seats 4 --seed 5
    python -m tests.tools.blunders --policy strategist --think 0.5 --games 12 --seed 5

Counted are sieges that the besieger’s own march broke, though the place would have fallen in that
turn; motions that a seat put again though the same motion of its had been lost with as many votes;
and heirs whom a seat left in the open where its movement ended, neither behind walls nor aboard
nor in a land to which they fled. An heir is counted apart, as stuck, if no offer of the whole
movement named him or his keeper (on an island without a ship, say): nothing that the seat might
have done would have changed where he stood. An heir who was fetched in the open counts, though
he could not be brought to any walls.

Each game is played, then played over while somebody looks on who sees no more than a spectator,
and what the seat that moves is offered.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import msgspec

from bot.games import game_for, policy_for
from bot.rules.kernel import Event, Game, Match, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.view import BoardView, NobleView
from bot.selfplay import GameRecord, play_game

GAME = "kingmaker"
MOVEMENT = "movement"


class Blunders(msgspec.Struct):
    """What was counted. ``heirs_open`` of ``heirs_moved`` stood in the open after a movement;
    ``heirs_stuck`` did too, but are not among them: they could not be moved."""

    games: int = 0
    turns: int = 0
    sieges_left: int = 0
    lost_again: int = 0
    heirs_moved: int = 0
    heirs_open: int = 0
    heirs_stuck: int = 0

    def add(self, other: Blunders) -> None:
        """Add what was counted elsewhere."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def figures(self) -> dict[str, float]:
        """The figures that are compared: blunders a game, and a share of heirs."""
        games = max(self.games, 1)
        return {
            "games": self.games,
            "turns": self.turns,
            "sieges_left_a_game": round(self.sieges_left / games, 2),
            "lost_motions_again_a_game": round(self.lost_again / games, 2),
            "heirs_in_the_open": round(self.heirs_open / max(self.heirs_moved, 1), 3),
            "heirs_stuck": self.heirs_stuck,
        }


class Onlooker:
    """Watches one game and counts. It is shown what every decision led to, in order."""

    def __init__(self, content: Content) -> None:
        self._content = content
        self.found = Blunders()
        self._moving: int | None = None
        self._movable: set[str] = set()
        self._motion: tuple[Any, ...] = ()
        self._lost: dict[tuple[Any, ...], tuple[int, int]] = {}

    def hear(self, prompts: Iterable[Prompt]) -> None:
        """Hear what the seat that moves is asked: who is named in an offer can be moved."""
        for prompt in prompts:
            if prompt.kind == MOVEMENT:
                for offer in prompt.offers:
                    for field in offer.fields:
                        self._movable.update(field.candidates)

    def watch(self, before: BoardView, events: Iterable[Event], after: BoardView) -> None:
        """Look at one decision: the board before it, what happened, and the board after it."""
        for event in events:
            if isinstance(event, facts.PhaseBegan):
                self._next_phase(event, after)
            elif isinstance(event, facts.SiegeBroken):
                self._siege_broken(event, before, after)
            elif isinstance(event, facts.Proposed):
                self._motion = (event.seat, event.kind, event.card, event.noble, event.heir)
            elif isinstance(event, facts.BallotClosed):
                self._voted(event)

    def _next_phase(self, event: facts.PhaseBegan, after: BoardView) -> None:
        """Where several seats move before any of them fights, another one's movement ends it."""
        if self._moving is not None:
            self.found.turns += 1
            for key, heir in after.heirs.items():
                holder = after.nobles.get(heir.holder or "")
                if holder is not None and holder.seat == self._moving:
                    self._heir_left(holder, {key, heir.holder or ""})
        self._movable.clear()
        self._moving = event.seat if event.phase == MOVEMENT else None

    def _heir_left(self, holder: NobleView, names: set[str]) -> None:
        """An heir's movement is over; ``names`` are his and his keeper's."""
        safe = sheltered(self._content, holder)
        if not safe and self._movable.isdisjoint(names):
            self.found.heirs_stuck += 1
        else:
            self.found.heirs_moved += 1
            self.found.heirs_open += not safe

    def _siege_broken(self, event: facts.SiegeBroken, before: BoardView, after: BoardView) -> None:
        """Who has the place all the same, by a card, left nothing."""
        holder = after.nobles.get(after.control.get(event.place, ""))
        taken = holder is not None and holder.seat == event.seat
        if self._moving == event.seat and before.phase == MOVEMENT and not taken:
            self.found.sieges_left += would_fall(self._content, before, event.place)

    def _voted(self, event: facts.BallotClosed) -> None:
        yeas = (event.commons[0], event.lords[0])
        best = self._lost.get(self._motion)
        if event.passed:
            self._lost.pop(self._motion, None)
        elif best is None:
            self._lost[self._motion] = yeas
        else:
            self.found.lost_again += all(now <= then for now, then in zip(yeas, best, strict=True))
            self._lost[self._motion] = max(best, yeas)


def sheltered(content: Content, noble: NobleView) -> bool:
    """Whether a noble is behind walls, aboard, or where nobody may fight (ishkibibble-refuge.2)."""
    board, lands = content.board, content.ruleset.opened_by_events
    abroad = noble.square in {board.places[land].square for land in lands}
    return abroad or noble.inside is not None or noble.aboard is not None


def would_fall(content: Content, view: BoardView, place_id: str) -> bool:
    """Whether a siege has the strength that takes its place in the turn under way (house-6.3)."""
    siege, place = view.sieges.get(place_id), content.board.places[place_id]
    if siege is None:
        return False
    garrison = content.ruleset.garrison_left(place.garrison, siege.turns + 1)
    inside = sum(noble.troops for noble in view.nobles.values() if noble.inside == place_id)
    outside = sum(view.nobles[n].troops for n in siege.besiegers if n in view.nobles)
    return outside >= garrison + inside


def count(game: Game, record: GameRecord) -> Blunders:
    """The blunders of a game that was played."""
    match, _ = Match.start(game, record.seats, record.seed, dict(record.options))
    onlooker = Onlooker(game.content)  # type: ignore[attr-defined]
    before = match.view(None)
    for seat, choice in record.decisions:
        onlooker.hear(match.asked(seat))
        outcome = match.submit(seat, choice)
        after = match.view(None)
        onlooker.watch(before, outcome.events, after)
        before = after
    onlooker.found.games = 1
    return onlooker.found


def _one(
    ruleset: str, seats: int, seed: str, names: Sequence[str], think: float | None
) -> Blunders:
    game = game_for(GAME, ruleset)
    players = [policy_for(GAME, name, think) for name in names]
    return count(game, play_game(game, seats, seed, players, check=False))


def main() -> int:
    """Play, count and print the figures as JSON."""
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--ruleset", default="house")
    words.add_argument("--policy", default="steward", help="names, dealt to the seats in turn")
    words.add_argument("--games", type=int, default=60)
    words.add_argument("--seats", type=int, default=4)
    words.add_argument("--seed", default="5")
    words.add_argument("--jobs", type=int, default=1)
    words.add_argument("--think", type=float, help="seconds a turn for players that think")
    given = words.parse_args()
    found, names = Blunders(), given.policy.split(",")
    with ProcessPoolExecutor(given.jobs) as pool:
        games = [
            pool.submit(
                _one, given.ruleset, given.seats, f"{given.seed}:{number}", names, given.think
            )
            for number in range(given.games)
        ]
        for each in games:
            found.add(each.result())
    print(json.dumps(found.figures()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
