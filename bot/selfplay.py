"""Whole games between computer players, with the invariants of the rules checked."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import msgspec

from bot.rules.kernel import Choice, Dice, Event, Game, Match, Outcome, Seat, every_seat, with_seats
from bot.rules.kernel.match import Imagination
from bot.seats.policy import Policy, Thinker
from bot.secrecy import betrayals, hidden, leaks, observers
from bot.session.journal.record import Decision, export_match, result_of, state_hash
from bot.session.receipts import SeatInfo

ROUNDS = "60"
"""The limit on a self-play game, in rounds, unless the options name another."""

_THOROUGH_EVERY = 25
_RUNAWAY = 400
_MOST_VIOLATIONS = 20

_NAMED: dict[str, dict[str, tuple[str, dict[str, Any]]]] = {
    "kingmaker": {
        "battles": ("battle_rolled battle_decided", {}),
        "ambushes": ("ambushed", {}),
        "sea_fights": ("sea_battle_joined", {}),
        "ships_taken": ("ship_taken", {}),
        "ships_scuttled": ("ship_scuttled", {}),
        "ships_lost_in_gales": ("ship_lost", {"gale": True}),
        "refuges": ("refuge_opened", {}),
        "refuges_over": ("refuge_over", {}),
        "ships_recalled": ("proposed", {"kind": "recall_ships"}),
        "blockades": ("port_blockaded", {}),
        "blockades_fought": ("sea_battle_joined", {"blockade": True}),
        "alliances": ("alliance_made", {}),
        "sieges_laid": ("siege_laid", {}),
        "ship_sieges": ("siege_laid", {"by": "ship"}),
        "sieges_concluded": ("siege_concluded", {}),
        "sieges_completed_by_allies": ("siege_concluded", {"allies": True}),
        "allies_stayed_out": ("allies_stayed_out", {}),
        "sieges_broken": ("siege_broken", {}),
        "walls_stormed": ("walls_stormed", {}),
        "walls_taken": ("storm_decided", {"outcome": "taken"}),
        "booties": ("booty_won", {}),
        "ransoms": ("ransomed", {}),
        "ransoms_by_draws": ("ransomed", {"draws": True}),
        "heirs_ransomed": ("heir_held", {}),
        "draws_paid": ("draw_paid", {}),
        "captives_freed": ("custody_ended", {"why": ("paid", "freed", "alone")}),
        "captives_recaptured": ("custody_ended", {"why": "recaptured"}),
        "captives_taken": ("custody_ended", {"why": "taken"}),
        "coronations": ("crowned", {}),
        "heirs_killed": ("heir_died", {}),
        "nobles_killed": ("noble_died", {}),
        "parliaments": ("parliament_called", {"people": False}),
        "peoples_parliaments": ("parliament_called", {"people": True}),
        "votes": ("ballot_closed", {}),
        "votes_won": ("ballot_closed", {"passed": True}),
        "motions": ("proposed", {"kind": ("illegitimate", "title", "office")}),
        "kings_dethroned": ("king_declared_illegitimate", {}),
        "sailings": ("sailed", {}),
        "ships_carrying": ("sailed", {"nobles": True}),
        "storms_lost": ("ship_lost", {}),
        "recruits_tried": ("recruit_tried", {}),
        "recruits_joined": ("recruit_tried", {"joined": True}),
        "nobles_won_over": ("noble_won_over", {}),
        "promises_broken": ("promise_broken", {}),
        "deals_proposed": ("deal_proposed", {}),
        "deals_struck": ("deal_closed", {"how": "accepted"}),
        "sides_changed": ("family_serves", {"former": True}),
        "neutrals_joined": ("family_serves", {"former": ""}),
        "neutral": ("family_stands_apart", {}),
        "refused_by_house": ("family_refused", {}),
        "gifts": ("card_given", {"card": True}),
        "heads_fallen": ("head_fell", {}),
        "lines_extinct": ("line_died_out", {}),
    },
    "lancaster": {
        "expulsions": ("knight_expelled", {}),
        "favours": ("favour_taken", {}),
        "laws_passed": ("vote_counted", {"passed": True}),
        "laws_rejected": ("law_rejected", {}),
        "recruits": ("recruited", {}),
        "upgrades": ("upgraded", {}),
        "extensions": ("extension_placed", {}),
        "noblemen": ("nobleman_taken", {}),
        "conflicts_won": ("conflict_decided", {"won": True}),
        "conflicts_moved": ("conflict_moved", {}),
        "ransoms": ("ransomed", {}),
        "knights_lost": ("knight_lost", {}),
    },
}
"""The events that a record counts, by game: their kinds, and the values their fields must have.

A field must equal the value, or one of the values in a tuple; for True, it must be neither empty
nor false.
"""


@dataclass(frozen=True, slots=True)
class _Meanwhile:
    """Events that count only after one kind of event and before some others."""

    opens: str
    closes: frozenset[str]
    kind: str
    wanted: dict[str, Any]


_MEANWHILE: dict[str, dict[str, _Meanwhile]] = {
    "kingmaker": {
        "cards_before_weather": _Meanwhile(
            "attack_announced",
            frozenset({"weather_drawn", "attack_cancelled", "allies_stayed_out"}),
            "card_assigned",
            {"source": "hand"},
        ),
    },
}
"""The events that a record counts only while something else is happening, by game."""

_OFFER_TAG = "deal_proposed"
_COUNTERED = "propose_deal"


class GameRecord(msgspec.Struct):
    """A game that was played: the decisions and how it ended.

    ``decisions`` are the choices in order with the seats that made them; together with ``seed`` and
    ``options`` they reproduce the whole game. ``seconds`` is the time it took by the clock.
    """

    game: str
    ruleset: str
    seed: str
    seats: int
    policies: list[str]
    options: dict[str, str]
    decisions: list[tuple[Seat, Choice]] = []
    finished: bool = False
    winners: list[Seat] = []
    victory: str = ""
    rounds: int = 0
    seconds: float = 0.0
    violations: list[str] = []
    counts: dict[str, Any] = {}

    def line(self) -> dict[str, Any]:
        """The record as one JSON object, with the number of decisions instead of the list."""
        return {
            "game": self.game,
            "ruleset": self.ruleset,
            "seed": self.seed,
            "seats": self.seats,
            "policies": self.policies,
            "finished": self.finished,
            "winners": self.winners,
            "victory": self.victory,
            "rounds": self.rounds,
            "decisions": len(self.decisions),
            "seconds": round(self.seconds, 3),
            "violations": self.violations,
            "counts": self.counts,
        }


def play_game(
    game: Game,
    seats: int,
    seed: str,
    policies: Sequence[Policy],
    options: dict[str, str] | None = None,
    *,
    check: bool = True,
    secrets: bool = False,
) -> GameRecord:
    """Play one game to its end; the seats get the policies in turn.

    With ``check``, every decision is followed by a check of the invariants and, from time to time,
    by checks that the game can be saved and loaded unchanged and that no view shows anything
    hidden. With ``secrets``, that last check is made after every decision, for one seat after
    another, and for the events too. The record contains any fault found, and a game that broke down
    counts as unfinished. Raises ValueError for seats or options that the game does not accept.
    """
    players = [policies[seat % len(policies)] for seat in every_seat(seats)]
    wanted = {"rounds": ROUNDS, **(options or {})}
    names = [player.name for player in players]
    record = GameRecord(game.name, game.ruleset, seed, seats, names, wanted)
    match, outcome = Match.start(game, seats, seed, wanted)
    _Table(record, match, players, check, secrets).play(outcome.events)
    return record


def run_selfplay(
    game: Game,
    *,
    seats: int,
    games: int,
    seed: str,
    policies: Sequence[Policy],
    options: dict[str, str] | None = None,
    check: bool = True,
    secrets: bool = False,
) -> Iterator[GameRecord]:
    """Play ``games`` games, number ``i`` (from 0) with the seed ``f"{seed}:{i}"``."""
    for index in range(games):
        yield play_game(
            game,
            seats,
            f"{seed}:{index}",
            policies,
            options=options,
            check=check,
            secrets=secrets,
        )


class _Table:
    """One game in progress."""

    def __init__(
        self,
        record: GameRecord,
        match: Match,
        players: Sequence[Policy],
        check: bool,
        secrets: bool,
    ) -> None:
        self.record = record
        self.match = match
        self.players = players
        self.check = check
        self.secrets = secrets
        self.unseen = hidden(match) if secrets else {}
        self.other_luck = Dice(f"{record.seed}:otherwise")
        self.counts: Counter[str] = Counter()
        self.wanted = _NAMED.get(record.game, {})
        self.meanwhile = _MEANWHILE.get(record.game, {})
        self.named = Counter(dict.fromkeys((*self.wanted, *self.meanwhile), 0))
        self.open: set[str] = set()
        self.chances = [random.Random(f"{record.seed}:{seat}") for seat in range(len(players))]

    def play(self, events: Sequence[Event]) -> None:
        began = perf_counter()
        self._count(events)
        try:
            self._to_the_end()
        except Exception as error:  # whatever has broken, the other games must still be played
            at = len(self.record.decisions)
            self._note(f"decision {at}: {type(error).__name__}: {error}")
        self.record.seconds = perf_counter() - began
        self._conclude()

    def _to_the_end(self) -> None:
        match, quiet = self.match, 0
        while not match.over:
            waited_for = match.waiting_for()
            if not waited_for:
                raise RuntimeError("nobody is asked anything")
            seat = waited_for[0]
            outcome = self._submit(seat, self._answer(seat))
            # A seat that goes round in circles without rolling a die or drawing a card is stuck.
            quiet = 0 if outcome.known else quiet + 1
            if quiet > _RUNAWAY:
                raise RuntimeError(f"{self.players[seat].name} goes round in circles")
            self._hear_offers(outcome.events)

    def _answer(self, seat: Seat) -> Choice:
        """The player's answer to a question put to his seat."""
        match, player, chance = self.match, self.players[seat], self.chances[seat]
        view, prompts = match.view(seat), match.asked(seat)
        if player.looks_round(view, prompts, seat, chance):
            prompts = match.prompts(seat)
        if isinstance(player, Thinker) and player.ponders(prompts):
            imagine = Imagination(match.game, match.position, seat)
            return player.deliberate(view, prompts, seat, chance, imagine)[1]
        return player.choose(view, prompts, seat, chance)[1]

    def _hear_offers(self, events: Sequence[Event]) -> None:
        """Let players who were offered a deal respond; they may offer a different one."""
        match, heard = self.match, list(events)
        while heard and not match.over:
            event = heard.pop(0)
            if event.__struct_config__.tag != _OFFER_TAG:
                continue
            seat: Seat = getattr(event, "taker")  # noqa: B009  (an event of this game)
            found = self.players[seat].glance(
                match.view(seat), match.prompts(seat), seat, self.chances[seat]
            )
            if found is None:
                continue
            heard += self._submit(seat, found[1]).events
            if found[1].verb == _COUNTERED:
                # A player who makes a counter-offer must still answer what he was offered.
                heard.append(event)

    def _submit(self, seat: Seat, choice: Choice) -> Outcome:
        outcome = self.match.submit(seat, choice)
        self.record.decisions.append((seat, choice))
        self._count(outcome.events)
        if self.check:
            self._look()
        if self.secrets:
            self._look_for_leaks(outcome.events)
        return outcome

    def _look(self) -> None:
        at = len(self.record.decisions)
        for violation in self.match.violations():
            self._note(f"decision {at}: {violation}")
        if at % _THOROUGH_EVERY == 0:
            shown = leaks(self.match, observers(self.match), self.other_luck)
            for problem in (*reload_problems(self.match), *shown):
                self._note(f"decision {at}: {problem}")

    def _look_for_leaks(self, events: Sequence[Event]) -> None:
        """Check what a decision revealed, through the eyes of one seat after another."""
        at, looking = len(self.record.decisions), observers(self.match)
        unseen = hidden(self.match)
        told = betrayals(self.match.game, self.unseen, unseen, events)
        self.unseen = unseen
        for problem in (*told, *leaks(self.match, [looking[at % len(looking)]], self.other_luck)):
            self._note(f"decision {at}: {problem}")

    def _note(self, violation: str) -> None:
        if len(self.record.violations) < _MOST_VIOLATIONS:
            self.record.violations.append(violation)

    def _count(self, events: Sequence[Event]) -> None:
        for event in events:
            tag = str(event.__struct_config__.tag)
            self.counts[tag] += 1
            for name, (kinds, wanted) in self.wanted.items():
                if tag in kinds.split() and all(_fits(event, *pair) for pair in wanted.items()):
                    self.named[name] += 1
            self._count_meanwhile(event, tag)

    def _count_meanwhile(self, event: Event, tag: str) -> None:
        for name, meant in self.meanwhile.items():
            if tag == meant.opens:
                self.open.add(name)
            elif tag in meant.closes:
                self.open.discard(name)
            elif name in self.open and tag == meant.kind:
                fits = all(_fits(event, *pair) for pair in meant.wanted.items())
                self.named[name] += fits

    def _conclude(self) -> None:
        record, match = self.record, self.match
        record.finished = match.over
        record.rounds = match.game.rounds(match.position.state)
        if match.over:
            winners, record.victory = match.game.winners(match.position.state)
            record.winners = list(winners)
        counts: dict[str, Any] = dict(self.named)
        counts["events"] = dict(sorted(self.counts.items()))
        record.counts = counts


def _fits(event: Event, name: str, wanted: Any) -> bool:
    """Whether a field of an event has the value that the count requires."""
    value = getattr(event, name)
    if wanted is True:
        return bool(value)
    return value in wanted if isinstance(wanted, tuple) else bool(value == wanted)


def reload_problems(match: Match) -> list[str]:
    """What differs in a game after it is saved and loaded, in words; nothing should."""
    saved = match.save()
    again = Match.load(match.game, saved)
    found = []
    if again.save() != saved:
        found.append("saving, loading and saving again gives a different game")
    if again.prompts() != match.prompts():
        found.append("the loaded game asks different questions")
    return found


def export_of(record: GameRecord, rules: Game) -> dict[str, Any]:
    """The export of a game that was played, with the hash of every state."""
    match, _ = Match.start(rules, record.seats, record.seed, dict(record.options))
    first = state_hash(match)
    decisions = []
    for seat, choice in record.decisions:
        match.submit(seat, choice)
        decisions.append(Decision(seat, choice, state_hash(match)))
    return export_match(
        game=record.game,
        ruleset=record.ruleset,
        seats=[
            SeatInfo(number, None, f"{policy} {number + 1}", policy)
            for number, policy in with_seats(record.policies)
        ],
        options=record.options,
        seed=record.seed,
        started=None,
        first_state=first,
        decisions=decisions,
        result=result_of(match),
        edition=match.edition,
    )
