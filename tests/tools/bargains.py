"""How Kingmaker's computer players deal with a person, counted over whole games.

    python -m tests.tools.bargains --games 50 --seed 5

    python -m tests.tools.bargains --games 50 --seed 5 --policy strategist --characters

    python -m tests.tools.bargains --games 8 --seed 5 --twins

One seat is played by a script that asks others for things as people do (a gift, a swap, a promise)
and takes nothing it is offered; the other seats are computers. The tool counts the deals that the
person is offered, the most that one computer offers in a round, the offers made twice, and the
refusals: how many came with a reason, and how many with a counter-offer, on the table or in words.
With ``--characters``, the computers are given the characters in turn.

``--twins`` instead compares each computer's answer to a deal with its answer to the same deal in a
game where everything hidden from the player making the offer is different; it counts the
comparisons and reports the answers that were not identical.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor

import msgspec

from bot.games import characters_of, game_for, policy_for
from bot.rules.kernel import Choice, Dice, Event, Game, Match, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.state import Deal
from bot.rules.kingmaker.view import BoardView
from bot.seats.policy import Policy
from bot.secrecy import other_world
from bot.selfplay import GameRecord, play_game

GAME = "kingmaker"
_IN_WORDS = (" for ", " besides.", "gladly.", "I ask ", "I must ask ", "I would rather have ")


class Bargains(msgspec.Struct):
    """The counts, from the person's point of view."""

    games: int = 0
    offered: list[int] = []
    """The number of deals that the person was offered in each game, without counter-offers to his
    own."""
    twice: int = 0
    most_a_round: int = 0
    """The most that one computer offered in a round without being asked."""
    refusals: int = 0
    reasons: int = 0
    counters: int = 0
    on_the_table: int = 0

    def add(self, other: Bargains) -> None:
        """Add the counts from other games."""
        self.games += other.games
        self.offered = [*self.offered, *other.offered]
        self.most_a_round = max(self.most_a_round, other.most_a_round)
        for name in ("twice", "refusals", "reasons", "counters", "on_the_table"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def figures(self) -> dict[str, float]:
        """The figures that are compared."""
        refusals = max(self.refusals, 1)
        return {
            "games": self.games,
            "fewest_offers": min(self.offered, default=0),
            "offers_a_game": round(sum(self.offered) / max(self.games, 1), 2),
            "offered_twice": self.twice,
            "most_a_round": self.most_a_round,
            "refusals": self.refusals,
            "with_a_reason": round(self.reasons / refusals, 3),
            "with_a_counter": round(self.counters / refusals, 3),
            "on_the_table": round(self.on_the_table / refusals, 3),
        }


class Person:
    """A scripted person, who plays sensibly, sometimes asks for things, and accepts no deal."""

    name = "person"

    def __init__(self, plays: Policy) -> None:
        self._plays = plays

    def choose(
        self, view: BoardView, prompts: Sequence[Prompt], seat: int, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        """Choose as the computer would, except about deals."""
        free = next((prompt for prompt in prompts if prompt.kind == "any_time"), None)
        if free is not None:
            found = _no(view, free, seat) or self._wish(view, free, chance)
            if found is not None:
                return free, found
        asked = [prompt for prompt in prompts if prompt.kind != "any_time"]
        return self._plays.choose(view, asked, seat, chance)

    def looks_round(
        self, view: BoardView, asked: Sequence[Prompt], seat: int, chance: random.Random
    ) -> bool:
        """Whether to be shown what else he may do: in his own movement phase if he has no offer
        open, and whenever he has been offered something."""
        del chance
        own = view.active == seat and any(prompt.kind == "movement" for prompt in asked)
        offers = any(deal.taker == seat for deal in view.deals)
        return offers or (own and not any(d.giver == seat for d in view.deals))

    def glance(
        self, view: BoardView, prompts: Sequence[Prompt], seat: int, chance: random.Random
    ) -> tuple[Prompt, Choice] | None:
        """Refuse."""
        del chance
        free = next((prompt for prompt in prompts if prompt.kind == "any_time"), None)
        found = None if free is None else _no(view, free, seat)
        return None if free is None or found is None else (free, found)

    def _wish(self, view: BoardView, free: Prompt, chance: random.Random) -> Choice | None:
        """Rarely, ask somebody for something: as a gift, in a swap, or for a promise."""
        offers = [offer for offer in free.offers if offer.verb == "propose_deal"]
        if not offers or chance.random() > 0.2:
            return None
        offer = chance.choice(offers)
        fields = {field.name: field.candidates for field in offer.fields}
        if not fields.get("take"):
            return None
        args = {"to": fields["to"], "take": (chance.choice(fields["take"]),)}
        kind = chance.choice(("gift", "swap", "swap", "word"))
        if kind == "swap" and fields.get("give"):
            args["give"] = (chance.choice(fields["give"]),)
        elif kind == "word":
            args |= {"promise": ("I shall not attack you",), "due": ("3",)}
        return Choice("propose_deal", args)


def _no(view: BoardView, free: Prompt, seat: int) -> Choice | None:
    for deal in view.deals:
        if deal.taker == seat:
            no = Choice.of("refuse_deal", deal=deal.name)
            if free.find(no) is not None:
                return no
    return None


class Listener:
    """Hears everything that the person hears in one game, from the events of every decision."""

    def __init__(self, person: int) -> None:
        self._person = person
        self._known: set[object] = set()
        self._rounds: Counter[tuple[int, int]] = Counter()
        self._asked: set[int] = set()
        """Computers that still have to answer the person."""
        self._countered: set[int] = set()
        self.found = Bargains(games=1, offered=[0])

    def hear(self, events: Iterable[Event], round_: int) -> None:
        """Take in the events of a decision made in this round."""
        for event in events:
            if isinstance(event, facts.DealProposed):
                self._proposed(event, round_)
            elif isinstance(event, facts.DealClosed) and event.giver == self._person:
                self._closed(event)

    def _proposed(self, event: facts.DealProposed, round_: int) -> None:
        if event.giver == self._person:
            self._asked.add(event.taker)
            return
        terms = (event.giver, event.taker, event.give, event.take, event.promise)
        self.found.twice += terms in self._known
        self._known.add(terms)
        if event.taker != self._person:
            return
        if event.giver in self._asked:
            self._countered.add(event.giver)
            return
        self.found.offered[0] += 1
        self._rounds[event.giver, round_] += 1
        self.found.most_a_round = max(self._rounds.values())

    def _closed(self, event: facts.DealClosed) -> None:
        self._asked.discard(event.taker)
        if event.how == "refused":
            in_words = any(part in event.word for part in _IN_WORDS) or "you may have" in event.word
            table = event.taker in self._countered
            self.found.refusals += 1
            self.found.reasons += bool(event.word)
            self.found.on_the_table += table
            self.found.counters += table or (in_words and "offer nothing" not in event.word)
        self._countered.discard(event.taker)


class Twins(msgspec.Struct):
    """The number of answers compared, and those that depend on something hidden from the player who
    offered the deal."""

    answers: int = 0
    told: list[str] = []

    def compare(self, match: Match, players: Sequence[Policy], luck: Dice) -> None:
        """Compare the answers to all deals now waiting for a computer."""
        for deal in match.position.state.deals:
            player = players[deal.taker]
            if isinstance(player, Person):
                continue
            other = _unlike(match, deal, luck)
            one, twin = (_answer(each, player, deal) for each in (match, other))
            self.answers += 1
            if one != twin:
                self.told.append(f"{deal.name}: {one}, or {twin}")


def _unlike(match: Match, deal: Deal, luck: Dice) -> Match:
    """The same match as far as the player offering a deal can see, with everything else dealt
    again."""
    other = other_world(match, deal.giver, luck)
    # Both players know what they have offered each other.
    pair = (f"{deal.giver}-{deal.taker}", f"{deal.taker}-{deal.giver}")
    marks, known = other.position.state.offered, match.position.state.offered
    marks.update({key: list(known[key]) for key in pair if key in known})
    return other


def _answer(match: Match, player: Policy, deal: Deal) -> Choice | None:
    """The answer to a deal, as the player who offered it hears it: he does not hear that offers to
    others are withdrawn."""
    seat, now = deal.taker, Match.at(match.game, match.game.decode(match.save()))
    while True:
        found = player.glance(now.view(seat), now.prompts(seat), seat, random.Random(1))
        mine = f"{seat}-{deal.giver}-"
        if found is None or found[1].verb != "withdraw_deal":
            return None if found is None else found[1]
        if found[1].one("deal").startswith(mine):
            return found[1]
        now.submit(seat, found[1])


def play_twins(ruleset: str, seats: int, seed: str, options: dict[str, str] | None = None) -> Twins:
    """Play one game between the scripted person and computers of all characters."""
    game, known = game_for(GAME, ruleset), [one.id for one in characters_of(GAME)]
    players: list[Policy] = [Person(policy_for(GAME, "steward"))]
    players += [policy_for(GAME, known[seat % len(known)]) for seat in range(1, seats)]
    record = play_game(game, seats, seed, players, options, check=False)
    match, _ = Match.start(game, seats, seed, dict(record.options))
    found, luck, seen = Twins(), Dice(f"{seed}:twins"), set[tuple[str, ...]]()
    for seat, choice in record.decisions:
        now = tuple(deal.name for deal in match.position.state.deals)
        if now and now not in seen:
            found.compare(match, players, luck)
        seen.add(now)
        match.submit(seat, choice)
    return found


def count(game: Game, record: GameRecord, person: int) -> Bargains:
    """What the person heard in a recorded game."""
    match, _ = Match.start(game, record.seats, record.seed, dict(record.options))
    listener = Listener(person)
    for seat, choice in record.decisions:
        outcome = match.submit(seat, choice)
        listener.hear(outcome.events, match.position.state.round)
    return listener.found


class Computers(msgspec.Struct, frozen=True):
    """The computers in the games."""

    policy: str = "steward"
    characters: bool = False

    def on(self, seat: int) -> Policy:
        """The computer in this seat."""
        known = [one.id for one in characters_of(GAME)] if self.characters else []
        character = f"+{known[seat % len(known)]}" if known else ""
        return policy_for(GAME, self.policy + character)


def play(ruleset: str, seats: int, seed: str, computers: Computers, number: int = 0) -> Bargains:
    """Play one game between the scripted person and computers, and count what the person hears."""
    game, person = game_for(GAME, ruleset), number % seats
    players: list[Policy] = [computers.on(seat) for seat in range(seats)]
    players[person] = Person(policy_for(GAME, "steward"))
    return count(game, play_game(game, seats, seed, players, check=False), person)


def main() -> int:
    """Play, count and print the figures as JSON."""
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--ruleset", default="house")
    words.add_argument("--policy", default="steward")
    words.add_argument("--characters", action="store_true")
    words.add_argument("--games", type=int, default=50)
    words.add_argument("--seats", type=int, default=4)
    words.add_argument("--seed", default="5")
    words.add_argument("--twins", action="store_true")
    words.add_argument("--jobs", type=int, default=1)
    given = words.parse_args()
    if given.twins:
        return _twins(given)
    found, computers = Bargains(), Computers(given.policy, given.characters)
    with ProcessPoolExecutor(given.jobs) as pool:
        games = [
            pool.submit(
                play, given.ruleset, given.seats, f"{given.seed}:{number}", computers, number
            )
            for number in range(given.games)
        ]
        for each in games:
            found.add(each.result())
    print(json.dumps(found.figures()))
    return 0


def _twins(given: argparse.Namespace) -> int:
    """Play, compare and print; the exit status is 1 if any answer depends on something hidden."""
    found = Twins()
    for number in range(given.games):
        one = play_twins(given.ruleset, given.seats, f"{given.seed}:{number}")
        found = Twins(found.answers + one.answers, [*found.told, *one.told])
    print(json.dumps(msgspec.to_builtins(found)))
    return int(bool(found.told))


if __name__ == "__main__":
    sys.exit(main())
