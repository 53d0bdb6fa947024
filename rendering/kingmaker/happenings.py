"""Reading public facts about the board: moves to draw as arrows, and a list by importance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import repeat

from bot.rules.kernel import Event, Seat, Weight
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import PlaceId, SeaId, SquareId
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.chronicle import NAMED_BEFORE
from bot.words.kingmaker.combat import RESULTS
from bot.words.kingmaker.names import Lexicon
from bot.words.phrases import listed, own
from rendering.canvas.seats import seat_name
from rendering.kingmaker.counters.pieces import MarkKind, Spot
from rendering.kingmaker.map.geometry import square_label
from rendering.kingmaker.map.routes import by_road, on_foot

CALLED_OFF = {
    "weather": "called off in bad weather",
    "evaded": "called off: evaded with a card",
    "odds": "called off, the odds too low",
    "nobody": "called off, nobody left to fight",
}
"""The reasons for calling off a fight."""
_DEATHS = {
    "executed": "put to death",
    "killed": "put to death",
    "motion": "put to death for the failed motion",
    "unmasked": "put to death as a fraud",
    "natural": "died in bed",
    "abroad": "died abroad",
    "ship_siege": "died aboard ship",
    "dispersed": "off the board: his faction is gone",
}
"""The ways people die outside a fight."""
_LOSES = "no longer holds"
_INVADERS: dict[type[Event], str] = {
    facts.TakenByScots: "The Scots",
    facts.TakenByFrench: "The French",
    facts.TakenByRogues: "The French soldiers",
}


@dataclass(slots=True)
class Move:
    """The route of a force or a ship through squares, places and sea squares.

    `name` is the player's name at the time. `roads` has the road taken by each step of the path,
    empty for a step across country or by sea.
    """

    seat: Seat
    name: str
    who: tuple[str, ...]
    path: list[str]
    roads: list[str]
    ship: bool = False


@dataclass(slots=True)
class Happening:
    """Something that happened: its token, its place, the words for it, and its importance."""

    kind: MarkKind
    spots: list[Spot]
    text: str
    weight: Weight = Weight.DETAIL


@dataclass
class Changes:
    """Everything that happened, in order."""

    moves: list[Move] = field(default_factory=list)
    happenings: list[Happening] = field(default_factory=list)

    def weightiest(self, most: int) -> list[Happening]:
        """At most this many happenings, the most important first."""
        return sorted(self.happenings, key=lambda happening: -happening.weight)[:most]


def public(events: Iterable[Event]) -> list[Event]:
    """The events that everybody may know about."""
    return [e for e in events if e.audience is None]


def read_changes(
    events: Iterable[Event],
    content: Content,
    names: Sequence[str],
    view: BoardView | None = None,
    then: Sequence[Sequence[str]] = (),
) -> Changes:
    """The changes that the public ones among these events made to the board.

    `names` are the players in seat order; any further seats go by number. `then` gives the names at
    the time of each event, if they were different. A `view` of the position afterwards gives the
    places that no fact mentions.
    """
    reader = Reader(content, names, view)
    for event, called in zip(events, then or repeat(names), strict=False):
        reader.names = called
        if event.audience is None:
            reader.read(event)
    return reader.found


class Reader:
    """Goes through facts in order and joins those that belong together."""

    def __init__(
        self, content: Content, names: Sequence[str], view: BoardView | None = None
    ) -> None:
        self.content = content
        self.names = names
        self.view = view
        self.weight = Weight.DETAIL
        """The weight of the fact that is being read."""
        self.found = Changes()
        self.fight: Happening | None = None
        """The battle or assault whose outcome is still being reported."""
        self.held: dict[tuple[str, str], Happening] = {}
        """The lines for players who gain or lose places."""

    # Words

    def who(self, seat: Seat) -> str:
        return seat_name(seat, self.names)

    def people(self, keys: Iterable[str]) -> str:
        """Nobles, heirs and cards by name, such as `A, B and C`."""
        return listed(map(Lexicon(self.content).kind, keys))

    def place(self, key: str) -> str:
        board = self.content.board
        if key in board.places:
            return board.places[PlaceId(key)].name
        if key in board.seas:
            return board.seas[SeaId(SquareId(key))].name
        return square_label(key) if "," in key else key

    def spot(self, key: str) -> Spot:
        if key in self.content.board.places:
            return Spot("place", key)
        return Spot("sea" if key in self.content.board.seas else "square", key)

    def tell(self, kind: MarkKind, where: str | None, text: str) -> Happening:
        happening = Happening(kind, [self.spot(where)] if where else [], text, self.weight)
        self.found.happenings.append(happening)
        return happening

    # Facts

    def read(self, event: Event) -> None:
        """Read one fact; skip it if it changes nothing on the board."""
        self.weight = event.weighs()
        match event:
            case facts.Marched() | facts.Sailed():
                self._move(event)
            case (
                facts.AttackDeclared()
                | facts.AssaultDeclared()
                | facts.WallsStormed()
                | facts.BattleRolled()
                | facts.BattleDecided()
                | facts.AttackCancelled()
                | facts.SiegeConcluded()
                | facts.StormDecided()
                | facts.NobleDied()
                | facts.HeirDied()
                | facts.Captured()
            ):
                self._fight(event)
            case facts.SiegeLaid() | facts.SiegeBroken():
                self._siege(event)
            case facts.HeirTaken() | facts.HeirLeft():
                self._heir(event)
            case facts.ControlGained() | facts.ControlLost() | facts.NobleEntered():
                self._hold(event)
            case facts.TakenByScots() | facts.TakenByFrench() | facts.TakenByRogues():
                self._gather(event.place, _INVADERS[type(event)], "now hold")
            case _:
                self._rest(event)

    def _move(self, event: facts.Marched | facts.Sailed) -> None:
        """Add a step to the route of those who took the previous one together."""
        who: tuple[str, ...]
        if isinstance(event, facts.Sailed):
            who, steps = (event.ship,), [("", event.to)]
        else:
            who = tuple(sorted(event.nobles))
            find = on_foot if event.by in ("march", "retreat", "evasion") else by_road
            steps = find(self.content.board, event.origin, event.to)
        move = next((m for m in reversed(self.found.moves) if m.who == who), None)
        if move is None or move.seat != event.seat or move.path[-1] != event.origin:
            ship = isinstance(event, facts.Sailed)
            move = Move(event.seat, self.who(event.seat), who, [event.origin], [], ship)
            self.found.moves.append(move)
        move.path += [square for _, square in steps]
        move.roads += [road for road, _ in steps]

    def _fight(self, event: Event) -> None:
        match event:
            case facts.AttackDeclared():
                text = (
                    f"Battle at {self.place(event.square)}: {self.who(event.seat)} "
                    f"({event.strength}) against {self.who(event.against)} ({event.opposed})"
                )
                self.fight = self.tell("battle", event.square, text)
            case facts.AssaultDeclared() | facts.WallsStormed():
                text = (
                    f"Assault on {self.place(event.place)}: {self.who(event.seat)} "
                    f"({event.strength}) against {event.defence}"
                )
                self.fight = self.tell("siege", event.place, text)
            case facts.BattleRolled():
                roll = "" if event.roll is None else f" (roll {event.roll})"
                self._add(f": {RESULTS.get(event.result, event.result)}{roll}")
            case facts.BattleDecided():
                self._add(
                    ": nobody wins" if event.winner is None else f": {self.who(event.winner)} wins"
                )
            case facts.AttackCancelled():
                self._add(f": {CALLED_OFF[event.reason]}")
            case facts.StormDecided() if event.outcome != "taken":
                self._add(": beaten back" if event.outcome == "repelled" else ": nobody wins")
            case facts.SiegeConcluded():
                done = "taken" if event.taken else "not taken"
                if self.fight is None:
                    place = self.place(event.place)
                    self.tell("siege", event.place, f"{place} is {done} by {self.who(event.seat)}")
                else:
                    self._add(f": {done}")
            case facts.NobleDied():
                self._death(event.noble, event.cause)
            case facts.HeirDied():
                self._death(event.heir, event.cause)
            case facts.Captured() if event.nobles:
                self._add(f"; {self.people(event.nobles)} captive")
            case _:
                pass

    def _add(self, words: str) -> None:
        if self.fight is not None:
            self.fight.text += words
            self.fight.weight = max(self.fight.weight, self.weight)

    def _death(self, who: str, cause: str) -> None:
        if cause in ("battle", "siege") and self.fight is not None:
            self._add(f"; {self.people([who])} dead")
        elif cause not in NAMED_BEFORE:
            self.tell("death", None, f"{self.people([who])} {_DEATHS.get(cause, 'dead')}")

    def _heir(self, event: facts.HeirTaken | facts.HeirLeft) -> None:
        heir = self.people([event.heir])
        if isinstance(event, facts.HeirLeft):
            where = event.inside or event.square
            self.tell("heir", where, f"{heir} is left without a keeper at {self.place(where)}")
            return
        seen = None if self.view is None else self.view.heirs.get(event.heir)
        at = None if seen is None or seen.holder is None else seen.inside or seen.square
        noble = self.people([event.noble])
        self.tell("heir", at or None, f"{own(self.who(event.seat))} {noble} takes {heir}")

    def _siege(self, event: facts.SiegeLaid | facts.SiegeBroken) -> None:
        place, who = self.place(event.place), self.who(event.seat)
        if isinstance(event, facts.SiegeLaid):
            self.tell("siege", event.place, f"{who} ({event.strength}) besieges {place}")
        else:
            self.tell("siege", event.place, f"Siege of {place} by {who} lifted")

    def _hold(self, event: Event) -> None:
        match event:
            case facts.ControlGained():
                self._gather(event.place, self.who(event.seat), "now holds")
            case facts.ControlLost():
                self._gather(event.place, self.who(event.seat), _LOSES)
            case facts.NobleEntered():
                where = event.inside or event.square
                text = f"{self.people([event.noble])} joins {self.who(event.seat)}"
                self.tell("arrival", where, f"{text} at {self.place(where)}")
            case _:
                pass

    def _gather(self, place: str, who: str, does: str) -> None:
        """Put the places that one player gains or loses into one line; if a place changes hands
        again, name only its last holder."""
        spot = self.spot(place)
        for (other, done), told in list(self.held.items()):
            if spot in told.spots and (done != _LOSES or other == who):
                told.spots.remove(spot)
                self._listed(other, done)
        told = self.held.get((who, does)) or self.tell("control", None, "")
        self.held[who, does] = told
        told.spots.append(spot)
        self._listed(who, does)

    def _listed(self, who: str, does: str) -> None:
        """Update the places named in a line; remove a line with none."""
        told = self.held[who, does]
        told.text = f"{who} {does} {', '.join(self.place(spot.id) for spot in told.spots)}"
        if not told.spots:
            del self.held[who, does]
            self.found.happenings = [h for h in self.found.happenings if h is not told]

    def _rest(self, event: Event) -> None:
        match event:
            case facts.TurnBegan() | facts.PhaseBegan():
                self.fight = None
            case facts.PlagueStruck():
                dead = self.people([*event.nobles, *event.heirs])
                text = f"Plague in {self.place(event.place)}"
                self.tell("plague", event.place, f"{text}: {dead} dead" if dead else text)
            case facts.NobleCalled():
                where = event.inside or event.square
                people = self.people([event.noble, *event.company])
                text = f"{people} called to {self.place(where)}"
                self.tell("arrival", where, text)
            case facts.KingCalled():
                style = Lexicon(self.content).style(event.heir)
                text = f"{style} {self.people([event.heir])} goes to {self.place(event.place)}"
                self.tell("crown", event.place, text)
            case facts.Crowned():
                text = f"{self.people([event.heir])} crowned in {self.place(event.place)}"
                self.tell("crown", event.place, text)
            case facts.ShipLost():
                dead = self.people([*event.nobles, *event.heirs])
                name = self.people([event.ship])
                self.tell("storm", None, f"{name} lost" + (f" with {dead}" if dead else ""))
            case facts.ParliamentCalled():
                to = self.place(event.place)
                self.tell(
                    "parliament", event.place, f"{self.who(event.seat)} calls Parliament to {to}"
                )
            case _:
                pass
