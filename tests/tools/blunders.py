"""Plain blunders by Kingmaker's computer players, counted over whole games.

    python -m tests.tools.blunders --policy steward --games 60 --seats 4 --seed 5
    python -m tests.tools.blunders --policy strategist --games 12 --seed 5
    python -m tests.tools.blunders --games 12 --seed 5 --habits

The tool counts sieges broken by the besieger’s own march, though the place would have fallen in
that turn; motions that a seat proposed again with no more votes than when it lost them; and heirs
that a seat left in the open at the end of its movement: not behind walls, not aboard, and not in a
land where they had taken refuge. An heir is counted separately, as stuck, if no offer in the whole
movement named him or his keeper (on an island without a ship, say): nothing the seat could have
done would have changed where he stood. An heir picked up in the open counts even if he could not be
brought behind walls.

Each game is played, then replayed for an observer who sees only what a spectator sees and what the
moving seat is offered.

With ``--habits``, the tool instead counts, per game, what makes a player look foolish: marches that
only undo those of the turn before; movements with a step taken back; Free Moves that took nobody
anywhere he could not have marched; Writs and Chancellor's cards given away in deals; places given
back within five rounds; heirs handed on more than once in a movement; and keepers of heirs who end
the turn in danger where their movement ended, although walls of their own that would have held were
within reach when it began. Keepers who took an heir in that movement do not count, nor do those
standing where Parliament has met. It also counts deals, ballots and Parliaments, and how many of
these were the People’s, which nobody decides to call.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import msgspec

from bot.games import game_for, policy_for
from bot.rules.kernel import Choice, Event, Game, Match, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import NobleId, SquareId
from bot.rules.kingmaker.state import Deal
from bot.rules.kingmaker.view import BoardView, NobleView
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.selfplay import GameRecord, play_game

GAME = "kingmaker"
MOVEMENT = "movement"


class Blunders(msgspec.Struct):
    """The counts. Of ``heirs_moved``, ``heirs_open`` stood in the open after a movement; so did
    ``heirs_stuck``, but these could not be moved and are counted separately."""

    games: int = 0
    turns: int = 0
    sieges_left: int = 0
    lost_again: int = 0
    heirs_moved: int = 0
    heirs_open: int = 0
    heirs_stuck: int = 0

    def add(self, other: Blunders) -> None:
        """Add the counts from other games."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def figures(self) -> dict[str, float]:
        """The figures to compare: blunders per game, and the share of heirs left in the open."""
        games = max(self.games, 1)
        return {
            "games": self.games,
            "turns": self.turns,
            "sieges_left_a_game": round(self.sieges_left / games, 2),
            "lost_motions_again_a_game": round(self.lost_again / games, 2),
            "heirs_in_the_open": round(self.heirs_open / max(self.heirs_moved, 1), 3),
            "heirs_stuck": self.heirs_stuck,
        }


class Habits(msgspec.Struct):
    """Counts of what makes a player look foolish, and of deals, Parliaments and ballots."""

    games: int = 0
    marches_undone: int = 0
    steps_taken_back: int = 0
    free_moves: int = 0
    free_moves_wasted: int = 0
    cards_sold: int = 0
    places_back: int = 0
    handed_on: int = 0
    handed_on_again: int = 0
    keepers_in_danger: int = 0
    deals: int = 0
    parliaments: int = 0
    peoples_parliaments: int = 0
    ballots: int = 0

    def add(self, other: Habits) -> None:
        """Add the counts from other games."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def figures(self) -> dict[str, float]:
        """Every count, per game."""
        games = max(self.games, 1)
        each = {n: round(getattr(self, n) / games, 2) for n in self.__struct_fields__}
        return each | {"games": self.games}


_SOLD = ("writ", "chancellor_may")
"""The kinds of Event cards that are too valuable to give away: Parliament depends on them."""

_BACK = 5
"""A place given back within this many rounds counts as traded back and forth."""


class Watch:
    """Counts the habits of one game."""

    def __init__(self, content: Content) -> None:
        self._content = content
        self.found = Habits(games=1)
        self._moving: int | None = None
        self._before: dict[str, tuple[str, str]] = {}
        """Where each noble's latest movement began and ended."""
        self._began: dict[str, str] = {}
        self._reach: dict[str, set[str]] = {}
        self._been: dict[str, list[str]] = {}
        self._back = False
        self._moved_again: list[tuple[str, ...]] = []
        self._handed: Counter[str] = Counter()
        self._sold: dict[str, tuple[int, int, int]] = {}
        self._fetched: set[str] = set()
        self._mover = 0
        self._exposed: dict[NobleId, SquareId] = {}
        """Keepers of heirs who were in danger when the movement ended, and where they were."""

    def decision(self, match: Match, seat: int, choice: Choice) -> None:
        """Take note of what a seat is about to choose."""
        state = match.position.state
        if choice.verb == "accept_deal":
            deal = next(one for one in state.deals if one.name == choice.one("deal"))
            self._dealt(deal, state.round)
        if self._moving is not None and not self._began:
            view = match.view(None)
            self._began = {n: s.square for n, s in view.nobles.items() if s.seat == self._moving}
            self._been = {noble: [square] for noble, square in self._began.items()}
            self._reach = reaches(match.asked(seat)) if seat == self._moving else {}
        if self._moving == seat and choice.verb == "entrust":
            self._handed[choice.one("heir")] += 1
            self.found.handed_on += 1
        if self._moving == seat and choice.verb == "done":
            self._mover = seat
            self._exposed = self._in_danger(Outlook(match.view(None), seat, self._content))

    def _dealt(self, deal: Deal, now: int) -> None:
        self.found.deals += 1
        for token in (*deal.give, *deal.take):
            kind, _, name = token.partition(":")
            card = self._content.events.get(name)
            self.found.cards_sold += card is not None and card.kind in _SOLD
            if kind == "place":
                giver, taker = deal.giver, deal.taker
                if token in deal.take:
                    giver, taker = taker, giver
                last = self._sold.get(name)
                if last is not None and last[:2] == (taker, giver) and now - last[2] <= _BACK:
                    self.found.places_back += 1
                self._sold[name] = giver, taker, now

    def watch(self, events: Iterable[Event], after: BoardView) -> None:
        """Take in the events of a decision."""
        for event in events:
            if isinstance(event, facts.PhaseBegan):
                self._next_phase(event, after)
            elif isinstance(event, facts.Marched) and event.seat == self._moving:
                self._marched(event)
            elif isinstance(event, facts.FreeMovePlayed) and event.use == "move":
                self._moved_again.append(event.nobles)
            elif isinstance(event, facts.EnteredPlace) and event.seat == self._moving:
                self._stands(event.nobles, event.place)
            elif isinstance(event, facts.CameOut) and event.seat == self._moving:
                self._stands(event.nobles, f"before {event.place}")
            elif isinstance(event, facts.HeirTaken):
                # A noble who took an heir did what he had come for, and may well go home with him.
                self._been.pop(event.noble, None)
                self._fetched.add(event.noble)
            elif isinstance(event, facts.ParliamentCalled):
                self.found.parliaments += 1
                self.found.peoples_parliaments += event.people
            elif isinstance(event, facts.BallotClosed):
                self.found.ballots += 1

    def _marched(self, event: facts.Marched) -> None:
        self.found.marches_undone += any(
            self._before.get(noble) == (event.to, event.origin) for noble in event.nobles
        )
        self._stands(event.nobles, event.to)

    def _stands(self, nobles: Iterable[str], where: str) -> None:
        for noble in nobles:
            been = self._been.setdefault(noble, [])
            self._back |= where in been
            been.append(where)

    def _next_phase(self, event: facts.PhaseBegan, after: BoardView) -> None:
        if self._moving is not None:
            self._movement_over(after)
        self._turn_over(event.seat, after)
        self._moving = event.seat if event.phase == MOVEMENT else None
        self._began, self._reach, self._been, self._back = {}, {}, {}, False
        self._moved_again, self._handed, self._fetched = [], Counter(), set()

    def _movement_over(self, after: BoardView) -> None:
        found, nobles = self.found, after.nobles
        for noble, began in self._began.items():
            ended = nobles[noble].square if noble in nobles else ""
            self._before[noble] = began, ended
        found.steps_taken_back += self._back
        for party in self._moved_again:
            found.free_moves += 1
            went = [
                n in self._fetched
                or n not in self._began
                or nobles[n].square not in {self._began[n], *self._reach.get(n, ())}
                for n in party
                if n in nobles
            ]
            found.free_moves_wasted += bool(went) and not any(went)
        found.handed_on_again += sum(number - 1 for number in self._handed.values())

    def _in_danger(self, outlook: Outlook) -> dict[NobleId, SquareId]:
        """The seat's keepers of heirs who are in danger but could have been safe, and where they
        are."""
        found = {}
        for noble in outlook.mine:
            if noble in self._fetched or not outlook.heirs_with(noble) or _holds(outlook, noble):
                continue
            near = self._reach.get(noble, set()) | {self._began.get(noble, "")}
            places = (place for place in outlook.own_places if place.square in near)
            if any(_would_hold(outlook, noble, place) for place in places):
                found[noble] = outlook.nobles[noble].square
        return found

    def _turn_over(self, seat: int, after: BoardView) -> None:
        """Once another seat's turn begins, count those still in danger in the same square."""
        if not self._exposed or seat == self._mover:
            return
        outlook = Outlook(after, self._mover, self._content)
        self.found.keepers_in_danger += sum(
            noble in outlook.mine
            and outlook.nobles[noble].square == square
            and not _holds(outlook, noble)
            for noble, square in self._exposed.items()
        )
        self._exposed = {}


def reaches(prompts: Iterable[Prompt]) -> dict[str, set[str]]:
    """Where each noble may march or ride."""
    found: dict[str, set[str]] = {}
    for offer in (offer for prompt in prompts for offer in prompt.offers):
        if offer.verb in ("march", "ride"):
            for noble in offer.field("nobles").candidates:
                found.setdefault(noble, set()).update(offer.field("to").candidates)
    return found


def _holds(outlook: Outlook, noble: str) -> bool:
    """Whether nobody could take a noble where he is; a place falls if the attackers match its
    defence."""
    seen = outlook.nobles[noble]
    if outlook.peaceful(seen.square):
        return True
    place = None if seen.inside is None else outlook.board.places[seen.inside]
    beside = (
        n
        for n in outlook.mine
        if (outlook.nobles[n].square, outlook.nobles[n].inside) == (seen.square, seen.inside)
    )
    garrison = 0 if place is None else place.garrison
    return outlook.threat(seen.square) < garrison + outlook.total(beside, seen.square)


def _would_hold(outlook: Outlook, noble: str, place: Place) -> bool:
    """Whether a noble would find room in one of his player's places, and be safe there."""
    beside = [n for n in outlook.within.get(place.id, ()) if n in outlook.mine and n != noble]
    power = outlook.power(noble, place.square)
    if place.id in outlook.view.sieges or (beside and power > outlook.room(place)):
        return False
    strength = place.garrison + power + outlook.total(beside, place.square)
    return outlook.threat(place.square) < strength


def habits(game: Game, record: GameRecord) -> Habits:
    """The habits shown in a recorded game."""
    match, _ = Match.start(game, record.seats, record.seed, dict(record.options))
    watch = Watch(game.content)  # type: ignore[attr-defined]
    for seat, choice in record.decisions:
        watch.decision(match, seat, choice)
        watch.watch(match.submit(seat, choice).events, match.view(None))
    return watch.found


class Onlooker:
    """Watches one game, decision by decision, and counts its blunders."""

    def __init__(self, content: Content) -> None:
        self._content = content
        self.found = Blunders()
        self._moving: int | None = None
        self._movable: set[str] = set()
        self._motion: tuple[Any, ...] = ()
        self._lost: dict[tuple[Any, ...], tuple[int, int]] = {}

    def hear(self, prompts: Iterable[Prompt]) -> None:
        """Note what the moving seat is offered: anything named in an offer can be moved."""
        for prompt in prompts:
            if prompt.kind == MOVEMENT:
                for offer in prompt.offers:
                    for field in offer.fields:
                        self._movable.update(field.candidates)

    def watch(self, before: BoardView, events: Iterable[Event], after: BoardView) -> None:
        """Take in one decision: the board before it, what happened, and the board after it."""
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
        """Count the heirs of a movement that is over: it ends with its phase or, if several seats
        move before any of them fights, when another seat's movement begins."""
        if self._moving is not None:
            self.found.turns += 1
            for key, heir in after.heirs.items():
                holder = after.nobles.get(heir.holder or "")
                if holder is not None and holder.seat == self._moving:
                    self._heir_left(holder, {key, heir.holder or ""})
        self._movable.clear()
        self._moving = event.seat if event.phase == MOVEMENT else None

    def _heir_left(self, holder: NobleView, names: set[str]) -> None:
        """Count an heir whose movement is over; ``names`` holds his own id and his keeper's."""
        safe = sheltered(self._content, holder)
        if not safe and self._movable.isdisjoint(names):
            self.found.heirs_stuck += 1
        else:
            self.found.heirs_moved += 1
            self.found.heirs_open += not safe

    def _siege_broken(self, event: facts.SiegeBroken, before: BoardView, after: BoardView) -> None:
        """Count a siege given up by marching away, unless a card gave the seat the place anyway."""
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
    """Whether a siege is strong enough to take its place in the current turn (house-6.3)."""
    siege, place = view.sieges.get(place_id), content.board.places[place_id]
    if siege is None:
        return False
    garrison = content.ruleset.garrison_left(place.garrison, siege.turns + 1)
    inside = sum(noble.troops for noble in view.nobles.values() if noble.inside == place_id)
    outside = sum(view.nobles[n].troops for n in siege.besiegers if n in view.nobles)
    return outside >= garrison + inside


def count(game: Game, record: GameRecord) -> Blunders:
    """The blunders in a recorded game."""
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
    ruleset: str, seats: int, seed: str, names: Sequence[str], *, look: bool
) -> Blunders | Habits:
    game = game_for(GAME, ruleset)
    players = [policy_for(GAME, name) for name in names]
    record = play_game(game, seats, seed, players, check=False)
    return habits(game, record) if look else count(game, record)


def main() -> int:
    """Play, count and print the figures as JSON."""
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--ruleset", default="house")
    words.add_argument("--policy", default="steward", help="names, dealt to the seats in turn")
    words.add_argument("--games", type=int, default=60)
    words.add_argument("--seats", type=int, default=4)
    words.add_argument("--seed", default="5")
    words.add_argument("--jobs", type=int, default=1)
    words.add_argument("--habits", action="store_true", help="what makes a player look foolish")
    given = words.parse_args()
    found: Any = Habits() if given.habits else Blunders()
    names, rules = given.policy.split(","), given.ruleset
    with ProcessPoolExecutor(given.jobs) as pool:
        games = [
            pool.submit(
                _one,
                rules,
                given.seats,
                f"{given.seed}:{number}",
                names,
                look=given.habits,
            )
            for number in range(given.games)
        ]
        for each in games:
            found.add(each.result())
    print(json.dumps(found.figures()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
