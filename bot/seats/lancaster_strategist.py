"""A player of Lancaster that tries its answers in worlds that its seat can imagine.

`features` gives the standing of the houses in numbers: the ingredients of a position's value.

The numbers are taken from an imagined world, in which nothing is behind a screen.

`chances` gives the chance of winning, seat by seat, from the points that each house is likely to
end with.

The points that each thing is still likely to bring were fitted to games of self-play
(`tests/tools/fit_lancaster.py`), for every number of players and of rounds left; the weights are in
`data/lancaster/values.json`.

To try an answer, the seat gives it, stewards play the round to its end, and then the position is
valued.

`LancasterStrategist` takes its time over this; `LancasterChamberlain` thinks only for a moment.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from math import exp
from typing import ClassVar, Self

from bot.content.characters import Character
from bot.content.lancaster import Worths, load_lancaster_values
from bot.rules.kernel import Choice, Match, Prompt, Seat
from bot.rules.kernel.match import Imagination
from bot.rules.lancaster.content import Content
from bot.rules.lancaster.knights import army, war_strength
from bot.rules.lancaster.rounds import award_shares
from bot.rules.lancaster.state import State
from bot.rules.lancaster.view import BoardView
from bot.seats.deliberation import Budget, Deliberation, Worlds, winner_of
from bot.seats.lancaster_steward import LancasterSteward, Mind, placements, steward

FEATURES = (
    "points",
    "gold",
    "much_gold",
    "squires",
    "many_squires",
    "votes",
    "noblemen",
    "pairs_of_noblemen",
    "extensions",
    "castle_award",
    "strength",
    "army_award",
    "strongest",
    "knights",
    "at_war",
    "after_the_first",
)
"""What a seat's numbers mean, in order."""

_MUCH = 5
"""Beyond this many tokens of one kind, each is worth less."""


def features(state: State, content: Content) -> list[list[float]]:
    """The features of every seat, in the order of `FEATURES`."""
    rules, players = content.ruleset, state.players()
    armies = [(army(state, seat), house.squires) for seat, house in enumerate(players)]
    castles = [(len(house.extensions), house.gold) for house in players]
    greatest = award_shares(armies, rules.army_award)
    largest = award_shares(castles, rules.castle_award)
    found = []
    for seat, house in enumerate(players):
        nobles = len(house.noblemen)
        held = sorted(house.court)
        found.append(
            [
                float(house.points),
                float(house.gold),
                float(max(0, house.gold - _MUCH)),
                float(house.squires),
                float(max(0, house.squires - _MUCH)),
                float(house.votes),
                float(nobles),
                nobles * (nobles - 1) / 2,
                float(len(house.extensions)),
                float(largest[seat]),
                float(armies[seat][0]),
                float(greatest[seat]),
                float(held[-1] if held else 0),
                float(len(held)),
                float(war_strength(state, seat)),
                float((seat - state.starter) % state.seats),
            ]
        )
    return found


AT_THE_END = 2.0
"""With a lead of this many points at the end, a seat counts as nearly three times as likely to win:
in another world with other votes, the lead might not be enough.
"""


def chances(state: State, content: Content) -> list[float]:
    """Every seat's chance of winning as a round begins, or once the game has ended; together they
    add up to 1."""
    if state.result is not None:
        return shares([house.points for house in state.players()], AT_THE_END)
    weighed = weights_for(state, content)
    return shares(reckoned(state, content, weighed), weighed.spread)


def weights_for(state: State, content: Content) -> Worths:
    """The weights for this many players and rounds left."""
    values = load_lancaster_values(FEATURES)
    return values[str(state.seats)][str(content.ruleset.rounds - state.round + 1)]


def reckoned(state: State, content: Content, weighed: Worths) -> list[float]:
    """The points with which each seat is likely to end, leaving out anything that is the same for
    all."""
    rows = features(state, content)
    return [
        sum(weighed.weights[name] * x for name, x in zip(FEATURES, row, strict=True))
        for row in rows
    ]


def shares(points: Sequence[float], spread: float) -> list[float]:
    """The chances that result from these points: being ``spread`` points ahead makes a seat nearly
    three times as likely to win."""
    best = max(points)
    powers = [exp((each - best) / spread) for each in points]
    total = sum(powers)
    return [power / total for power in powers]


RUNAWAY = 400
"""At most this many decisions are played out in one world."""

BEGINNING = 2
"""Beginning a world and judging where it led costs as much as this many decisions."""

_OF_ONE_MIND = 0.85
"""How often another player votes as the steward would."""
_MOST_MARKERS = 2


class _Steady(random.Random):
    """No luck at all: a seat expects that it will later do whatever seems best to it."""

    def random(self) -> float:
        return 0.0


_STEADY = _Steady()


def outcome(match: Match, seat: Seat, choice: Choice, world: int, budget: Budget) -> float | None:
    """The seat's chance of winning, at the end of the round, if it answers like this in an imagined
    world. ``world`` is its number, which decides the luck. None if the budget is used up before
    then.
    """
    state = match.position.state
    this_round, known = max(1, state.round), match.game.content
    match.submit(seat, choice)
    for number in range(RUNAWAY):
        if match.over or (state.round > this_round and state.phase == "placing"):
            break
        if budget.spent() >= 1:
            return None
        asked = match.waiting_for()[0]
        luck = _STEADY if asked == seat else random.Random(world << 12 | number << 3 | asked)
        match.submit(asked, _answer(match, asked, luck))
        budget.work()
    for _ in range(BEGINNING):
        budget.work()
    return chances(state, known)[seat]


def _answer(match: Match, seat: Seat, luck: random.Random) -> Choice:
    """What a seat answers in a world: the same as the steward would, except that its vote is less
    certain.
    """
    prompts = match.asked(seat)
    prompt = prompts[0]
    if prompt.kind == "vote" and luck.random() > _OF_ONE_MIND:
        return _any_vote(prompt, luck)
    return steward.choose(match.view(seat), prompts, seat, luck)[1]


def _any_vote(prompt: Prompt, luck: random.Random) -> Choice:
    offer = luck.choice(prompt.offers)
    counts = offer.field("markers").candidates[: _MOST_MARKERS + 1]
    return Choice.of(offer.verb, markers=luck.choice(counts))


DECISIONS = 6_000
"""This many decisions are played out for one answer, unless told otherwise."""

MOMENT = 600
"""A player that thinks only for a moment plays out this many: roughly a tenth of a second."""

MOST = 12
"""At most this many answers are compared."""


class LancasterStrategist(Deliberation, LancasterSteward):
    """Compares its possible answers in imagined worlds, played out to the end of the round.

    If the player cannot imagine worlds, it is simply a steward. ``decisions`` is how much it thinks
    about an answer.
    """

    pace: ClassVar[int] = 6_000
    """A decision was measured at 0.12 ms; creating worlds and judging them costs a third more."""

    def __init__(
        self,
        decisions: int = DECISIONS,
        seconds: float | None = None,
        character: Character | None = None,
        name: str = "strategist",
    ) -> None:
        """At most ``decisions`` are played out for an answer; ``seconds`` of one core, if given,
        limit the time as well, but then the player may not play the same way again."""
        super().__init__(name, character)
        self.decisions = decisions
        self.seconds = seconds

    def ponders(self, asked: Sequence[Prompt]) -> bool:
        return any(prompt.blocking for prompt in asked)

    def deliberate(
        self,
        view: BoardView,
        prompts: Sequence[Prompt],
        seat: Seat,
        chance: random.Random,
        imagine: Imagination,
    ) -> tuple[Prompt, Choice]:
        """The prompt that the player answers, and its answer."""
        budget = self.budget()
        prompt, usual = self.choose(view, prompts, seat, chance)
        found = answers(self.mind(view, seat, prompt, chance), usual)
        worlds = Worlds(imagine, str(chance.getrandbits(64)))
        attempt = partial(_attempt, worlds, seat, found, budget)
        return prompt, found[winner_of(len(found), budget, attempt)]


class LancasterChamberlain(LancasterStrategist):
    """A strategist that thinks only for a moment, so that nobody need wait for it."""

    def __init__(self, character: Character | None = None) -> None:
        super().__init__(MOMENT, character=character, name="chamberlain")

    def taking(self, seconds: float) -> Self:
        twin = super().taking(seconds)
        twin.decisions = min(twin.decisions, MOMENT)
        return twin


def answers(mind: Mind, usual: Choice) -> list[Choice]:
    """What is compared: first the answer that the steward would give, then the others that look
    best, except King's Favours that would bring nothing."""
    if mind.prompt.kind == "place":
        scored = sorted(placements(mind), key=lambda pair: -pair[0])
        others = [choice for _, choice in scored]
    else:
        others = [choice for offer in mind.prompt.offers for choice in offer.choices()]
    if mind.prompt.kind == "favour":
        favours = mind.content.favours
        others = [c for c in others if all(mind.worth(favours[t].reward) for t in c.many("tile"))]
    return [usual, *(choice for choice in others if choice != usual)][:MOST]


def _attempt(
    worlds: Worlds, seat: Seat, found: list[Choice], budget: Budget, plan: int, number: int
) -> float | None:
    return outcome(worlds.world(number), seat, found[plan], number, budget)
