"""A computer player for Lancaster that weighs every placement, law and reward in power points.

The player sees its seat's view and nothing else, and remembers nothing between questions.

Tokens, knights, extensions and noblemen have a worth in points that falls as the rounds run out;
the more noblemen there already are at the table, the more the next is worth. A knight goes where he
adds the most, less what it costs to tie up his strength. A county is worth its best reward, times
the chance that nobody can drive the knight out again, less the squires spent. A conflict is worth
the points of the rank that the knight would reach, times the chance that England wins; a knight in
the lower row risks his ransom. The King's Favour is added to that. A law gets a yes if it pays more
than the law it would replace, once what each pays the others is subtracted; the larger the
difference, the more markers are added, with even more of them in the last round. In the castle,
rewards that cost nothing come first. Anything left at the end buys points.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, ClassVar

from bot.content.characters import Character, load_characters
from bot.content.lancaster import load_lancaster
from bot.rules.kernel import Choice, Prompt, Seat, every_seat
from bot.rules.lancaster.content import Content, Law, Reward
from bot.rules.lancaster.sides import ALLYS
from bot.rules.lancaster.state import ALLY, is_ally
from bot.rules.lancaster.view import BoardView, ConflictView, HouseView
from bot.seats.policy import WITH

GOLD, SQUIRE, VOTE = 0.7, 0.7, 0.25
"""What a token is worth in power points while there are rounds left to use it."""

_TILES = ("gold", "squires", "provisions", "recruit", "upgrade", "votes")
"""The castle spaces, ordered by how much an extension on them is worth."""

_MARKER = 0.7
"""What it is worth to become the starting player, who wins more often."""

_COLOUR_OF_CHANCE = 0.8
"""How strongly chance affects where a knight goes: stewards who all think alike get in each other's
way, and end up with fewer points.
"""
_CARELESSNESS = 5.0
"""How strongly chance affects where a knight goes in an easy game."""
_LOOK_AHEAD_SQUIRES = 2


class LancasterSteward:
    """Plays for noblemen, a growing army and conflicts that can be won."""

    whim: ClassVar[float] = _COLOUR_OF_CHANCE
    """The points by which chance may make a placement look better than it is."""

    def __init__(self, name: str = "steward", character: Character | None = None) -> None:
        self.name = name if character is None else f"{name}{WITH}{character.id}"
        self._leans = {} if character is None else _leans_of(character)

    def choose(
        self, view: Any, prompts: Sequence[Prompt], seat: Seat, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        prompt = next(prompt for prompt in prompts if prompt.blocking)
        if (only := prompt.only()) is not None:
            return prompt, only
        mind = self.mind(view, seat, prompt, chance)
        decide = _DECISIONS.get(prompt.kind)
        choice = decide(mind) if decide is not None else prompt.default
        if choice is None or prompt.find(choice) is None:
            choice = next(prompt.offers[0].choices())
        return prompt, choice

    def mind(self, view: BoardView, seat: Seat, prompt: Prompt, chance: random.Random) -> Mind:
        """A question as this player looks at it."""
        mind = Mind(view, seat, prompt, chance)
        mind.whim, mind.leans = self.whim, self._leans
        return mind

    def looks_round(
        self, view: Any, asked: Sequence[Prompt], seat: Seat, chance: random.Random
    ) -> bool:
        return False

    def glance(
        self, view: Any, prompts: Sequence[Prompt], seat: Seat, chance: random.Random
    ) -> tuple[Prompt, Choice] | None:
        return None


class LancasterSquire(LancasterSteward):
    """Plays an easy game: its knights go wherever there is something to be had."""

    whim: ClassVar[float] = _CARELESSNESS

    def __init__(self, character: Character | None = None) -> None:
        super().__init__("squire", character)


def _leans_of(character: Character) -> dict[str, float]:
    """How many points a character adds to the worth of each kind of placement."""
    known = load_characters("lancaster")
    return {kind: known.lean(character.traits, kind) for kind in known.leans}


class Mind:
    """One question as seen from one seat, and what things are worth to that seat."""

    def __init__(self, view: BoardView, seat: Seat, prompt: Prompt, chance: random.Random) -> None:
        self.whim = _COLOUR_OF_CHANCE
        self.leans: Mapping[str, float] = {}
        self.view = view
        self.seat = seat
        self.prompt = prompt
        self.chance = chance
        self.content: Content = load_lancaster(ruleset_id=view.ruleset)
        self.me: HouseView = view.houses[seat]
        self.left = view.rounds - view.round
        """How many rounds are left after this one."""

    @property
    def gold(self) -> int:
        """The seat's own gold, which it always sees."""
        return self.me.gold or 0

    @property
    def squires(self) -> int:
        """The seat's own squires."""
        return self.me.squires or 0

    def offered(self, verb: str) -> bool:
        """Whether a verb is on offer."""
        return any(offer.verb == verb for offer in self.prompt.offers)

    def candidates(self, verb: str, field: str) -> tuple[str, ...]:
        """Everything that a field of a verb offers."""
        found: list[str] = []
        for offer in self.prompt.offers:
            if offer.verb == verb:
                found += [c for f in offer.fields if f.name == field for c in f.candidates]
        return tuple(dict.fromkeys(found))

    # The worth of things in power points

    def worth(self, reward: Reward) -> float:
        """What a reward is worth now."""
        last = self.left == 0
        tokens = 0.3 if last else 1.0
        found = float(reward.points)
        found += (reward.gold * GOLD + reward.squires * SQUIRE) * tokens
        found += reward.votes * (0.0 if last else VOTE)
        if reward.recruit and 1 in self.me.reserve:
            found += reward.recruit * (0.6 + 1.6 * self.left)
        found += reward.upgrade * (0.8 + 0.7 * self.left)
        if len(self.me.extensions) < len(self.content.spaces):
            found += reward.extension * (1.8 + 1.3 * self.left)
        found += reward.nobleman * self.noble()
        return found

    def noble(self) -> float:
        """The worth of one more nobleman: what he adds at the end, how he helps the next ones, and
        his votes."""
        return len(self.me.noblemen) + 0.5 * self.left + VOTE * self.left

    def county(self, county: str) -> float:
        """The worth of settling a county."""
        row = self.content.counties[county]
        reward = self.worth(row.reward)
        if row.reward.to_conflict:
            reward = 2.5
        open_noble = county not in self.me.noblemen and self.view.counties[county].noblemen > 0
        noble = self.noble() if open_noble else 0.0
        marker = 0.0
        if row.names_starter and self.left and self.view.starter != self.seat:
            marker = _MARKER
        if noble and self.gold >= self.content.ruleset.price_of_both:
            return max(reward, noble, reward + noble - 3 * GOLD) + marker
        return max(reward, noble) + marker

    def space(self, space: str) -> float:
        """The worth of a castle space to a knight."""
        row = self.content.spaces[space]
        if row.squires > self.squires + 2:
            return 0.0
        return self.worth(row.reward) - row.squires * SQUIRE

    def threat(self) -> int:
        """The strength of the strongest knight that an opponent can still send, with two squires; 0
        if nobody can send one.
        """
        courts = [h.court for h in self.view.houses if h.seat != self.seat and h.court]
        return max((max(court) for court in courts), default=-_LOOK_AHEAD_SQUIRES) + (
            _LOOK_AHEAD_SQUIRES
        )

    def conflict(self, card: str) -> ConflictView:
        """The conflict on the board with this card."""
        return next(each for each in self.view.conflicts if each.card == card)

    def war(self, conflict: ConflictView, side: int, knight: int) -> float:
        """What one more knight adds to the points that a conflict promises."""
        before = self._promise(conflict, side, 0)
        return self._promise(conflict, side, knight) - before

    def standing(self, conflict: ConflictView, side: int, more: int) -> tuple[int, int, int] | None:
        """A side's strength in a conflict once ``more`` is added to it, how many sides are ahead of
        it, and England's total strength; None if the side is not in the conflict.
        """
        stacks = [
            (s.side, sum(s.knights) + (more if s.side == side else 0)) for s in conflict.stacks
        ]
        if more and all(owner != side for owner, _ in stacks):
            stacks.append((side, more))
        mine = next((n for n, (owner, _) in enumerate(stacks) if owner == side), None)
        if mine is None:
            return None
        rank = sum((s, n) > (stacks[mine][1], mine) for n, (_, s) in enumerate(stacks) if n != mine)
        return stacks[mine][1], rank, sum(strength for _, strength in stacks)

    def _promise(self, conflict: ConflictView, side: int, more: int) -> float:
        card = self.content.conflicts[conflict.card]
        found = self.standing(conflict, side, more)
        if found is None or is_ally(side):
            return 0.0
        own, rank, total = found
        helpers = sum(len(h.court) for h in self.view.houses)
        chance = 1.0 if total >= card.strength else max(0.1, 0.75 - 0.2 * (card.strength - total))
        if total < card.strength and helpers <= 2:
            chance *= 0.5
        points = card.points
        lost = (*points[1:], 0)[min(rank, 2)]
        won = points[min(rank, 2)]
        risk = 0.0 if conflict.row == "upper" else own * 0.8 * (1 - chance)
        away = 0.0 if conflict.row == "lower" else (1 - chance) * 0.8 * own
        return chance * won + (1 - chance) * lost - risk - away * min(1, self.left)

    def law(self, law: Law, house: HouseView) -> float:
        """Roughly what a law pays a house in this round."""
        if law.kind == "buy":
            return 0.4 if house.seat == self.seat else 0.3
        unit = law.reward
        each = unit.points + (unit.gold + unit.squires) * GOLD + unit.votes * VOTE
        each += unit.recruit * (0.6 + 1.6 * self.left) + unit.extension * (1.8 + 1.3 * self.left)
        if law.upgrade:
            each += 0.8 + 0.7 * self.left
        return each * self._times(law, house)

    def _times(self, law: Law, house: HouseView) -> float:
        deployed = [c.knight for c in self.view.counties.values() if c.side == house.side]
        deployed += list(house.castle.values())
        stacks = [s for c in self.view.conflicts for s in c.stacks if s.side == house.side]
        deployed += [knight for stack in stacks for knight in stack.knights]
        if law.kind == "without":
            return float(law.strength not in deployed)
        if law.kind == "exchange":
            return float(law.strength in deployed and law.strength + 1 in house.reserve)
        if law.kind == "muster":
            return float(deployed.count(law.strength) == 3)
        if law.kind == "most":
            if law.of != "war":
                return 1 / self.view.seats
            strengths = [
                sum(sum(s.knights) for c in self.view.conflicts for s in c.stacks if s.side == seat)
                for seat in every_seat(self.view.seats)
            ]
            return float(0 < strengths[house.side] == max(strengths))
        counted = {
            "counties": sum(c.side == house.side for c in self.view.counties.values()),
            "conflicts": len(stacks),
            "extensions": len(house.extensions),
            "noblemen": len(house.noblemen),
            "knights": deployed.count(law.strength),
        }
        return float(counted[law.of or "knights"] // law.per)


# Placing


def _place(mind: Mind) -> Choice | None:
    """The placement that promises the most in relation to the knight it ties up."""
    best: tuple[str, _Args] | None = None
    best_score = -99.0
    for worth, verb, args in _placements(mind):
        score = worth + mind.chance.random() * mind.whim
        if mind.leans:
            score += mind.leans[kind_of(mind.view, mind.me, verb, args)]
        if score > best_score:
            best, best_score = (verb, args), score
    return None if best is None else Choice(*best)


def placements(mind: Mind) -> list[tuple[float, Choice]]:
    """The places where a knight may go, with no more squires than are useful, and what each
    promises in relation to the strength it ties up, in points."""
    return [(worth, Choice(verb, args)) for worth, verb, args in _placements(mind)]


def _placements(mind: Mind) -> Iterator[tuple[float, str, _Args]]:
    # This runs at every placement in every imagined world: no offer is listed in full, and anything
    # asked again and again about a place is worked out once.
    places = _Places(mind)
    for offer in mind.prompt.offers:
        fields = {field.name: field.candidates for field in offer.fields}
        kind = _PLACES[offer.verb]
        for house in fields.get("house", ("",)):
            whose: _Args = {"house": (house,)} if house else {}
            for knight, place in product(fields["knight"], fields[kind]):
                args = {**whose, "knight": (knight,), kind: (place,)}
                for squires in _of_use(fields.get("squires", ())):
                    worth = places.worth(kind, place, int(knight), squires, house == ALLYS)
                    yield worth, offer.verb, {**args, "squires": (squires,)} if squires else args


def kind_of(view: BoardView, house: HouseView, verb: str, args: _Args) -> str:
    """What kind of placement this is for a house; characters' leanings depend on it."""
    if verb != "county":
        return "war" if verb == "conflict" else "castle"
    (county,) = args["county"]
    found = view.counties[county]
    if found.side is not None:
        return "driving_out"
    is_new = found.noblemen > 0 and county not in house.noblemen
    return "nobleman" if is_new and ALLYS not in args.get("house", ()) else "county"


_Args = dict[str, tuple[str, ...]]

_PLACES = {"county": "county", "castle": "space", "conflict": "card"}
"""The field that names the place where a knight goes, for each verb."""


class _Places:
    """What a knight can expect to gain in each place; anything that is the same for every knight is
    worked out once.
    """

    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.threat = mind.threat()
        self.favour = _favour_worth(mind) if mind.view.favours else 0.0
        self._known: dict[str, float] = {}

    def worth(self, kind: str, place: str, knight: int, squires: str, ally: bool) -> float:
        """The points that the seat's or its ally's knight promises in a place."""
        mind = self.mind
        if kind == "card":
            side = mind.seat + ALLY if ally else mind.seat
            won = mind.war(mind.conflict(place), side, knight)
            return won + (0.0 if ally else self.favour)
        bound = 0.55 * (knight - 1)
        if kind == "space":
            return (1.0 if ally else self._of(mind.space, place)) - bound
        worth = 1.5 if ally else self._of(mind.county, place)
        return self._held(place, worth, knight, int(squires or 0)) - bound

    def _of(self, worth: Callable[[str], float], place: str) -> float:
        if place not in self._known:
            self._known[place] = worth(place)
        return self._known[place]

    def _held(self, county: str, worth: float, knight: int, squires: int) -> float:
        """A county is worth less to a knight who may be driven out again."""
        held = self.mind.view.counties[county]
        if held.side is not None:
            worth += 0.5 + 0.3 * held.squires  # expulsion sets back the player driven out
        safe = 1.0 if knight + squires > self.threat else 0.7 + 0.05 * (knight + squires)
        return worth * min(1.0, safe) - squires * SQUIRE * 0.9


def _of_use(squires: tuple[str, ...]) -> tuple[str, ...]:
    """The useful numbers of squires, at most two more than the fewest; an empty string if none can
    go with the knight.
    """
    if not squires:
        return ("",)
    most = int(squires[0]) + _LOOK_AHEAD_SQUIRES
    return tuple(count for count in squires if int(count) <= most)


def _favour_worth(mind: Mind) -> float:
    return max(mind.worth(mind.content.favours[tile].reward) for tile in mind.view.favours)


# The other questions


def _favour(mind: Mind) -> Choice | None:
    tiles = mind.candidates("favour", "tile")
    return Choice.of(
        "favour", tile=max(tiles, key=lambda t: mind.worth(mind.content.favours[t].reward))
    )


def _vote(mind: Mind) -> Choice | None:
    """Vote for a law if it pays more than the law it would replace, once what each pays the others
    is subtracted.
    """
    law = mind.content.laws[mind.prompt.facts["law"]]
    leaving = mind.content.laws[mind.view.laws[0]]
    gain = _edge(mind, law) - _edge(mind, leaving)
    most = mind.me.votes
    markers = min(most, round(abs(gain) * 0.6)) if abs(gain) > 1 else 0
    if mind.left == 0 and abs(gain) > 0.5:
        markers = min(most, 1 + round(abs(gain)))
    return Choice.of("yes" if gain > 0 else "no", markers=str(markers))


def _edge(mind: Mind, law: Law) -> float:
    others = [h for h in mind.view.houses if not h.ally and h.seat != mind.seat]
    paid = sum(mind.law(law, house) for house in others) / len(others)
    return mind.law(law, mind.me) - 0.8 * paid


def _county(mind: Mind) -> Choice | None:
    county = mind.prompt.facts["county"]
    row = mind.content.counties[county]
    reward = 2.5 if row.reward.to_conflict else mind.worth(row.reward)
    values = {
        "reward": reward,
        "nobleman": mind.noble(),
        "both": reward + mind.noble() - 3 * GOLD * (1.0 if mind.left else 0.3),
        "nothing": 0.0,
    }
    return Choice(max((o.verb for o in mind.prompt.offers), key=lambda verb: values[verb]))


def _ride(mind: Mind) -> Choice | None:
    side = int(mind.prompt.facts["side"])
    knight = mind.view.counties[mind.prompt.facts["county"]].knight
    cards = {c.card: mind.war(c, side, knight) for c in mind.view.conflicts}
    return Choice.of("ride", card=max(mind.candidates("ride", "card"), key=lambda c: cards[c]))


def _upgrade(mind: Mind) -> Choice | None:
    """Upgrade the strongest knight first, in a conflict if possible, to clear the way up for the
    others."""
    knights = mind.candidates("upgrade", "knight")
    return Choice.of(
        "upgrade", knight=max(knights, key=lambda k: (k.startswith("conflict"), k.rsplit(":")[-1]))
    )


def _extend(mind: Mind) -> Choice | None:
    return Choice.of("extend", space=min(mind.candidates("extend", "space"), key=_TILES.index))


def _nobleman(mind: Mind) -> Choice | None:
    """Take the nobleman from the smallest stack, before that stack runs out."""
    counties = mind.candidates("nobleman", "county")
    return Choice.of("nobleman", county=min(counties, key=lambda c: mind.view.counties[c].noblemen))


def _castle(mind: Mind) -> Choice | None:
    """Score what costs nothing first, then whatever can be paid for and is worth it."""
    spaces = mind.candidates("score", "space")
    for space in sorted(spaces, key=lambda s: mind.content.spaces[s].squires):
        if mind.worth(mind.content.spaces[space].reward) > SQUIRE or not mind.left:
            return Choice.of("score", space=space)
    return Choice("done")


def _buy(mind: Mind) -> Choice | None:
    law = mind.content.laws[mind.prompt.facts["law"]]
    times = mind.candidates("buy", "times")
    if law.price.squires or not mind.left:
        if not law.reward.points:
            return Choice("decline")
        return Choice.of("buy", law=law.id, times=times[-1])
    if law.reward.points and mind.gold > 3:
        return Choice.of("buy", law=law.id, times=str(mind.gold - 3))
    return Choice("decline")


def _starter(mind: Mind) -> Choice | None:
    return Choice.of("name", player=str(mind.seat))


def _ransom(mind: Mind) -> Choice | None:
    """Pay the ransom: a knight is worth his gold while rounds are left, and counts towards the army
    at the end."""
    return Choice("ransom")


_DECISIONS: dict[str, Callable[[Mind], Choice | None]] = {
    "first_extension": _extend,
    "place": _place,
    "favour": _favour,
    "vote": _vote,
    "county": _county,
    "ride": _ride,
    "upgrade": _upgrade,
    "extension": _extend,
    "nobleman": _nobleman,
    "castle": _castle,
    "buy": _buy,
    "starter": _starter,
    "ransom": _ransom,
}

steward = LancasterSteward()
"""The steward; it remembers nothing, so the same one will do for every seat of every game."""
