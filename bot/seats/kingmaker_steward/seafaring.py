"""Ships: who is fetched over the sea, what is besieged from aboard, and where a force lands.

Like the rest it is planned anew for each decision: a force aboard makes for its goal, one that is
abroad for the mainland, and for a prize across the sea a party, a ship and a port are chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from bot.rules.kernel import Choice, Offer, Prompt
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.content import Content
from bot.seats.kingmaker_steward.picture import Picture
from bot.seats.kingmaker_steward.targets import Target, siege_target
from bot.seats.kingmaker_steward.ways import Ways, entry
from bot.seats.kingmaker_steward.worth import danger, noble_worth, party_worth

_WORTH_SAILING = 4.0
_SUCCESS = 0.65
_IMPATIENCE = 0.12
_PULL = 0.6
_FAR = 60


@dataclass(frozen=True)
class Voyage:
    """A party that boards a ship in a port, to besiege or enter a place across the sea."""

    ship: str
    port: str
    party: tuple[str, ...]
    goal: Target
    value: float


class Fleet:
    """The own ships in a movement phase. ``committed`` are nobles whom they need."""

    def __init__(self, picture: Picture, prompt: Prompt, ways: Ways) -> None:
        self.picture = picture
        self.ways = ways
        self.embark: dict[str, Offer] = {}
        self.sail: dict[str, Offer] = {}
        self.land: dict[str, Offer] = {}
        for offer in prompt.offers:
            if offer.verb in ("embark", "sail", "land"):
                getattr(self, offer.verb)[offer.field("ship").candidates[0]] = offer
        self.ships = [s for s, at in picture.view.ships.items() if at.seat == picture.seat]
        self.committed: set[str] = set()

    def first_step(self) -> Choice | None:
        """The next order to a ship or to those who wait for one."""
        if not self.ships:
            return None
        for ship, aboard in self.picture.afloat.items():
            step = self._go_on(ship, aboard)
            if step is not None:
                return step
        return self._bring_home() or self._set_out()

    # Those aboard

    def _go_on(self, ship: str, aboard: list[str]) -> Choice | None:
        if ship not in self.sail and ship not in self.land:
            return None
        goal = self._goal_of(aboard)
        if goal is not None and goal.place is not None and ship in self.sail:
            return self._sail_towards(ship, [goal.place.id], ship_moves=True)
        port = self.picture.view.ships[ship].port
        ashore = port is not None and self._mainland(port)
        if ship in self.land and (ashore or ship not in self.sail):
            return self._go_ashore(ship, aboard)
        if ship in self.sail and not ashore:
            return self._sail_home(ship, aboard)
        return None

    def _goal_of(self, aboard: Sequence[str]) -> Target | None:
        """The prize that those aboard may still win, if they carry no heir."""
        if any(self.picture.heirs_with(noble) for noble in aboard):
            return None
        prizes = [g for g in prizes_abroad(self.picture) if _can_besiege(self.picture, g, aboard)]
        return max(prizes, key=lambda goal: goal.value, default=None)

    def _go_ashore(self, ship: str, aboard: Sequence[str]) -> Choice | None:
        field = self.land[ship].field("nobles")
        wanted = sorted(
            (n for n in field.candidates if n in aboard),
            key=lambda n: (not self.picture.heirs_with(n), -self.picture.power(n), n),
        )
        chosen: list[str] = []
        for noble in wanted:
            if field.problem((*chosen, noble)) is None:
                chosen.append(noble)
        if not chosen:
            return None
        return Choice("land", {"nobles": tuple(chosen), "ship": (ship,)})

    def _sail_home(self, ship: str, aboard: Sequence[str]) -> Choice | None:
        """To the safest port of the mainland in reach, else nearer to one."""
        picture = self.picture
        havens = [port for port in picture.board.ports if self._haven(port)]
        ports = [port for port in self.sail[ship].field("to").candidates if port in havens]
        if ports:
            worth = party_worth(picture, aboard)

            def cost(port: str) -> tuple[float, str]:
                place = picture.board.places[port]
                shelter = place if picture.enterable(place) and place.is_fortress else None
                peril = danger(picture, place.square, shelter, picture.total(aboard, place.square))
                return peril * worth + _way_to_friends(picture, aboard, place.square) / 10, port

            return Choice.of("sail", ship=ship, to=min(ports, key=cost))
        return self._sail_towards(ship, havens, ship_moves=True)

    def _haven(self, port: str) -> bool:
        """Whether a port of the mainland may be entered without a siege."""
        place = self.picture.board.places[port]
        return self._mainland(port) and (not place.is_fortress or self.picture.enterable(place))

    def _mainland(self, place: str) -> bool:
        found = self.picture.board.places.get(place)
        return (
            found is not None
            and bool(found.square)
            and self.picture.board.is_mainland(found.square)
        )

    def _sail_towards(self, ship: str, ports: Sequence[str], *, ship_moves: bool) -> Choice | None:
        """Sail into one of these ports, or to the sea square nearest to one."""
        candidates = self.sail[ship].field("to").candidates
        for port in ports:
            if port in candidates:
                return Choice.of("sail", ship=ship, to=port)
        seas = [sea for sea in candidates if sea in self.picture.board.seas]
        if not seas or not ports:
            return None

        def way(start: str) -> int:
            return min(sea_steps(self.picture.content, start, port) for port in ports)

        best = min(seas, key=lambda sea: (way(sea), sea))
        at = self.picture.view.ships[ship]
        if not ship_moves or way(best) >= way(at.port or at.sea or best):
            return None
        return Choice.of("sail", ship=ship, to=best)

    # Those abroad

    def _bring_home(self) -> Choice | None:
        """Fetch nobles who are where no way leads to the mainland on foot."""
        picture = self.picture
        stranded: dict[str, list[str]] = {}
        for noble in picture.mine:
            seen = picture.nobles[noble]
            if _stranded(picture, seen.square) and not picture.besieged(noble):
                port = next(
                    (
                        p
                        for p in picture.board.squares[seen.square].places
                        if p in picture.board.ports
                    ),
                    None,
                )
                if port is not None:
                    stranded.setdefault(port, []).append(noble)
        for port, nobles in stranded.items():
            self.committed.update(nobles)
            step = self._fetch(port, nobles)
            if step is not None:
                return step
        return None

    def _fetch(self, port: str, nobles: list[str]) -> Choice | None:
        for ship in self.ships:
            offer = self.embark.get(ship)
            if offer is not None and self.picture.view.ships[ship].port == port:
                step = self._board(offer, nobles, ship)
                if step is not None:
                    return step
        step = self._go_in(port, nobles)
        if step is not None:
            return step
        here = [s for s in self.ships if self.picture.view.ships[s].port == port]
        idle = [s for s in self.sail if s not in self.picture.afloat and s not in here]
        if here or not idle:
            return None
        ship = min(idle, key=lambda s: (self._ship_way(s, port), s))
        return self._sail_towards(ship, [port], ship_moves=True)

    def _ship_way(self, ship: str, port: str) -> int:
        at = self.picture.view.ships[ship]
        start = at.port or at.sea
        return _FAR if start is None else sea_steps(self.picture.content, start, port)

    def _board(self, offer: Offer, nobles: Sequence[str], ship: str) -> Choice | None:
        """Take aboard as many of these as there is room for, keepers of heirs first."""
        field = offer.field("nobles")
        wanted = sorted(
            (n for n in field.candidates if n in nobles),
            key=lambda n: (not self.picture.heirs_with(n), -self.picture.power(n), n),
        )
        chosen: list[str] = []
        for noble in wanted:
            if field.problem((*chosen, noble)) is None:
                chosen.append(noble)
        if not chosen:
            return None
        return Choice("embark", {"nobles": tuple(chosen), "ship": (ship,)})

    def _go_in(self, port: str, nobles: Sequence[str]) -> Choice | None:
        """Into the fortress of a port, from which alone one can board."""
        if not self.picture.board.places[port].is_fortress:
            return None
        for offer in self.ways.enter:
            if offer.field("place").candidates == (port,):
                return entry(self.picture, offer, nobles)
        return None

    # Those who set out

    def _set_out(self) -> Choice | None:
        voyage = best_voyage(self.picture)
        if voyage is None:
            return None
        self.committed.update(voyage.party)
        picture, port = self.picture, self.picture.board.places[voyage.port]
        at = picture.view.ships[voyage.ship]
        offer = self.embark.get(voyage.ship)
        there = [n for n in voyage.party if picture.nobles[n].square == port.square]
        if len(there) == len(voyage.party):
            if offer is not None and at.port == port.id:
                step = self._board(offer, voyage.party, voyage.ship)
                if step is not None:
                    return step
            step = self._go_in(port.id, voyage.party)
            if step is not None:
                return step
        else:
            step = self._march([n for n in voyage.party if n not in there], port.square)
            if step is not None:
                return step
        if at.port != port.id and voyage.ship in self.sail:
            return self._sail_towards(voyage.ship, [port.id], ship_moves=True)
        return None

    def _march(self, nobles: list[str], goal: str) -> Choice | None:
        """March a party nearer to its port, by squares that are safe enough."""
        picture = self.picture
        here = picture.nobles[nobles[0]].square
        worth, strength = party_worth(picture, nobles), picture.total(nobles)

        def cost(square: str) -> float:
            way = _steps(picture, square, goal)
            place = picture.board.fortress_in(square)
            shelter = place if place is not None and picture.enterable(place) else None
            return _PULL * way + danger(picture, square, shelter, strength) * worth

        reach = self.ways.squares(nobles)
        nearer = sorted(reach, key=lambda s: (_steps(picture, s, goal), s))[:6]
        best = min(nearer, key=lambda s: (cost(s), s), default=None)
        if best is None or cost(best) >= cost(here):
            return None
        offer = self.ways.to(nobles[0], best)
        if offer is None:
            return None
        going = tuple(n for n in offer.field("nobles").candidates if n in nobles)
        return Choice(offer.verb, {"nobles": going, "to": (best,)})


# What is to be won across the sea


def prizes_abroad(picture: Picture) -> list[Target]:
    """Places that can be reached over the sea only, with something in them worth a voyage."""
    found: list[Target] | None = picture.known.get(prizes_abroad)
    if found is None:
        found = []
        for place in _overseas(picture.content):
            siege = picture.view.sieges.get(place.id)
            held = picture.holder(place.id) == picture.seat
            if held or siege is not None or picture.peaceful(place.square):
                continue
            goal = siege_target(picture, place)
            if goal.value > _WORTH_SAILING:
                found.append(goal)
        picture.known[prizes_abroad] = found
    return found


@cache
def _overseas(content: Content) -> tuple[Place, ...]:
    """Fortress ports from which no way leads to the mainland on foot."""
    board = content.board
    return tuple(
        place
        for place in (board.places[port] for port in board.ports)
        if place.is_fortress
        and content.is_open(place.id)
        and not any(board.is_mainland(square) for square in board.walkable(place.square))
    )


def _stranded(picture: Picture, square: str) -> bool:
    return any(place.square == square for place in _overseas(picture.content))


def _can_besiege(picture: Picture, goal: Target, party: Sequence[str]) -> bool:
    """Whether a party aboard is safe to besiege: with half the defence, and no sally to fear."""
    assert goal.place is not None
    strength = picture.total(party, goal.square)
    inside = picture.total(picture.within.get(goal.place.id, ()))
    starved = picture.content.ruleset.garrison_left(goal.place.garrison, _FAR)
    return 2 * strength >= goal.opposed and strength >= 2 * inside and strength >= inside + starved


def best_voyage(picture: Picture) -> Voyage | None:
    """The voyage that promises most, if any is worth it."""
    key = best_voyage
    if key not in picture.known:
        options = [v for goal in prizes_abroad(picture) for v in _voyages(picture, goal)]
        best = max(options, key=lambda v: (v.value, v.ship, v.port), default=None)
        picture.known[key] = best if best is not None and best.value > _WORTH_SAILING else None
    found: Voyage | None = picture.known[key]
    return found


def _voyages(picture: Picture, goal: Target) -> Iterator[Voyage]:
    assert goal.place is not None
    ports = _boarding_ports(picture)
    content, stride = picture.content, picture.content.ruleset.sea_squares
    for ship, at in picture.view.ships.items():
        start = at.port or at.sea
        if at.seat != picture.seat or start is None or ship in picture.afloat:
            continue
        parties = _parties(picture, goal, content.ships[ship].capacity)
        if not parties:
            continue
        for port in ports:
            sail = sea_steps(content, port.id, goal.place.id)
            come = 0 if start == port.id else _turns(sea_steps(content, start, port.id), stride)
            if sail > 2 * stride or come > 4:
                continue
            for party in parties:
                turns = max(come, _march_turns(picture, party, port)) + _turns(sail, stride)
                value = _SUCCESS * goal.value / (1 + _IMPATIENCE * turns)
                value -= 0.1 * sum(noble_worth(picture, n) for n in party)
                yield Voyage(ship, port.id, party, goal, value)


def _boarding_ports(picture: Picture) -> list[Place]:
    """Mainland ports where own nobles may board."""
    board = picture.board
    return [
        place
        for place in (board.places[port] for port in board.ports)
        if place.square
        and board.is_mainland(place.square)
        and (
            picture.enterable(place)
            if place.is_fortress
            else set(picture.open_at.get(place.square, ())) <= {picture.seat}
        )
    ]


def _parties(picture: Picture, goal: Target, capacity: int) -> list[tuple[str, ...]]:
    """Single nobles and companies of one square, without heirs, who could besiege the goal."""
    ready = [
        n
        for n in picture.mine
        if not picture.heirs_with(n)
        and not picture.besieged(n)
        and not picture.protected(n)
        and not _stranded(picture, picture.nobles[n].square)
        and not any(n in siege.besiegers for siege in picture.view.sieges.values())
    ]
    found: list[tuple[str, ...]] = [(n,) for n in ready if _can_besiege(picture, goal, (n,))]
    squares: dict[str, list[str]] = {}
    for noble in ready:
        squares.setdefault(picture.nobles[noble].square, []).append(noble)
    for nobles in squares.values():
        company: list[str] = []
        room = capacity
        for noble in sorted(nobles, key=lambda n: (-picture.power(n, goal.square), n)):
            power = picture.power(noble)
            if power <= room and not _can_besiege(picture, goal, company):
                company.append(noble)
                room -= power
        if len(company) > 1 and _can_besiege(picture, goal, company):
            found.append(tuple(company))
    return found


def _march_turns(picture: Picture, party: Sequence[str], port: Place) -> int:
    """Turns until a party stands in a port ready to board."""
    seen = picture.nobles[party[0]]
    if seen.square == port.square:
        return 0 if seen.inside == port.id or not port.is_fortress else 1
    stride = picture.content.ruleset.land_squares
    return _turns(_steps(picture, seen.square, port.square), stride) + 1


def _turns(steps: int, stride: int) -> int:
    return max(1, -(-steps // stride))


def _steps(picture: Picture, a: str, b: str) -> int:
    found = picture.board.steps_between(a, b)
    return _FAR if found is None else found


def _way_to_friends(picture: Picture, party: Sequence[str], square: str) -> int:
    """Squares from a square to the strongest other noble of the faction."""
    friends = [n for n in picture.mine if n not in party]
    if not friends:
        return 0
    leader = max(friends, key=lambda n: (picture.power(n), n))
    return _steps(picture, picture.nobles[leader].square, square)


@cache
def sea_steps(content: Content, start: str, port: str) -> int:
    """Steps of a ship from a port or a sea square into a port, those of leaving one included."""
    board = content.board
    starts = board.ports.get(start, (start,))
    out = 1 if start in board.ports else 0
    ways = [
        out + board.sea_distances(sea)[last] + 1
        for sea in starts
        for last in board.ports[port]
        if last in board.sea_distances(sea)
    ]
    return min(ways, default=_FAR)


# Questions about ships


def seek_port(picture: Picture, prompt: Prompt) -> Choice:
    """The safest of the ports; who is excused and carries no heir stays where he is."""
    ship = prompt.facts.get("ship", "")
    aboard = picture.afloat.get(ship, [])
    if not any(picture.heirs_with(noble) for noble in aboard):
        for offer in prompt.offers:
            if offer.verb == "stay_put":
                return Choice("stay_put")
    offer = next(o for o in prompt.offers if o.verb == "put_in")

    def cost(port: str) -> tuple[float, str]:
        place = picture.board.places[port]
        shelter = place if place.is_fortress and picture.enterable(place) else None
        return danger(picture, place.square, shelter, picture.total(aboard, place.square)), port

    return Choice.of("put_in", ship=ship, port=min(offer.field("port").candidates, key=cost))
