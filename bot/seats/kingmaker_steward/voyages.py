"""Voyages: what can be won across the sea, with which party, ship and port; and who flees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bot.rules.kernel import Choice, Offer, Prompt
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import CardId, NobleId, PlaceId, SeaId, ShipId, SquareId
from bot.seats.kingmaker_steward.moves_open import fitting, has_come_home
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.targets import Target, siege_target
from bot.seats.kingmaker_steward.worth import danger, noble_worth

WORTH_SAILING = 4.0
"""Nobody puts to sea for fewer points than this."""

FAR = 60
"""The number of steps that stands for no way at all."""

_AFRAID = 0.2
"""Above this level of danger, a keeper of heirs flees abroad."""

_SUCCESS = 0.65
_IMPATIENCE = 0.12


@dataclass(frozen=True)
class Voyage:
    """A party that boards a ship in a port, to besiege or enter a place across the sea."""

    ship: ShipId
    port: PlaceId
    party: tuple[NobleId, ...]
    goal: Target
    value: float


def prizes_abroad(outlook: Outlook) -> list[Target]:
    """Places that can be reached only by sea and have something in them that is worth a voyage."""
    found: list[Target] | None = outlook.known.get(prizes_abroad)
    if found is None:
        found = []
        for place in _overseas(outlook.content):
            siege = outlook.view.sieges.get(place.id)
            held = outlook.holder(place.id) == outlook.seat
            if held or siege is not None or outlook.peaceful(place.square):
                continue
            goal = siege_target(outlook, place)
            if goal.value > WORTH_SAILING:
                found.append(goal)
        outlook.known[prizes_abroad] = found
    return found


@lru_cache(maxsize=64)
def _overseas(content: Content) -> tuple[Place, ...]:
    """Fortress ports with no way to the mainland on foot."""
    board = content.board
    return tuple(
        place
        for place in (board.places[port] for port in board.ports)
        if place.is_fortress
        and content.is_open(place.id)
        and not any(board.is_mainland(square) for square in board.walkable(place.square))
    )


def cut_off(outlook: Outlook, square: SquareId) -> bool:
    """Whether only a ship can bring anybody home from a square."""
    return square in _shores(outlook.content)


@lru_cache(maxsize=64)
def _shores(content: Content) -> frozenset[SquareId]:
    """Squares with a port and no way to the mainland on foot, including the Continent."""
    board = content.board
    return frozenset(
        place.square
        for place in (board.places[port] for port in board.ports)
        if content.is_open(place.id)
        and not any(board.is_mainland(square) for square in board.walkable(place.square))
    )


def can_besiege(outlook: Outlook, goal: Target, party: Sequence[NobleId]) -> bool:
    """Whether a party aboard could besiege safely: with half the strength of the defence, and no
    sally to fear.
    """
    assert goal.place is not None
    strength = outlook.total(party, goal.square)
    inside = outlook.total(outlook.opposing(goal.place.id))
    starved = outlook.content.ruleset.garrison_left(goal.place.garrison, FAR)
    return 2 * strength >= goal.opposed and strength >= 2 * inside and strength >= inside + starved


def best_voyage(outlook: Outlook) -> Voyage | None:
    """The voyage that promises the most, if any is worth it."""
    key = best_voyage
    if key not in outlook.known:
        options = [v for goal in prizes_abroad(outlook) for v in _voyages(outlook, goal)]
        best = max(options, key=lambda v: (v.value, v.ship, v.port), default=None)
        outlook.known[key] = best if best is not None and best.value > WORTH_SAILING else None
    found: Voyage | None = outlook.known[key]
    return found


def _voyages(outlook: Outlook, goal: Target) -> Iterator[Voyage]:
    assert goal.place is not None
    ports = _boarding_ports(outlook)
    content, stride = outlook.content, outlook.content.ruleset.sea_squares
    for ship, at in outlook.view.ships.items():
        start = at.port or at.sea
        if at.seat != outlook.seat or start is None or ship in outlook.afloat:
            continue
        parties = _parties(outlook, goal, content.ships[ship].capacity)
        if not parties:
            continue
        for port in ports:
            sail = sea_steps(content, port.id, goal.place.id)
            come = 0 if start == port.id else _turns(sea_steps(content, start, port.id), stride)
            if sail > 2 * stride or come > 4:
                continue
            for party in parties:
                turns = max(come, _march_turns(outlook, party, port)) + _turns(sail, stride)
                value = _SUCCESS * goal.value / (1 + _IMPATIENCE * turns)
                value -= 0.1 * sum(noble_worth(outlook, n) for n in party) + 0.01 * sail
                yield Voyage(ship, port.id, party, goal, value)


def _boarding_ports(outlook: Outlook) -> list[Place]:
    """Mainland ports where the faction's nobles can go aboard."""
    board = outlook.board
    return [
        place
        for place in (board.places[port] for port in board.ports)
        if place.square
        and board.is_mainland(place.square)
        and (
            outlook.enterable(place)
            if place.is_fortress
            else set(outlook.open_at.get(place.square, ())) <= {outlook.seat}
        )
    ]


def _parties(outlook: Outlook, goal: Target, capacity: int) -> list[tuple[NobleId, ...]]:
    """Nobles without heirs, alone or together in one square, who could besiege the goal."""
    ready = [
        n
        for n in outlook.mine
        if not outlook.heirs_with(n)
        and not outlook.besieged(n)
        and not outlook.protected(n)
        and not cut_off(outlook, outlook.nobles[n].square)
        and not any(n in siege.besiegers for siege in outlook.view.sieges.values())
    ]
    found: list[tuple[NobleId, ...]] = [(n,) for n in ready if can_besiege(outlook, goal, (n,))]
    squares: dict[SquareId, list[NobleId]] = {}
    for noble in ready:
        squares.setdefault(outlook.nobles[noble].square, []).append(noble)
    for nobles in squares.values():
        company: list[NobleId] = []
        room = capacity
        for noble in sorted(nobles, key=lambda n: (-outlook.power(n, goal.square), n)):
            power = outlook.power(noble)
            if power <= room and not can_besiege(outlook, goal, company):
                company.append(noble)
                room -= power
        if len(company) > 1 and can_besiege(outlook, goal, company):
            found.append(tuple(company))
    return found


def _march_turns(outlook: Outlook, party: Sequence[NobleId], port: Place) -> int:
    """How many turns it takes until a party is in a port, ready to go aboard."""
    seen = outlook.nobles[party[0]]
    if seen.square == port.square:
        return 0 if seen.inside == port.id or not port.is_fortress else 1
    stride = outlook.content.ruleset.land_squares
    return _turns(outlook.steps(seen.square, port.square), stride) + 1


def _turns(steps: int, stride: int) -> int:
    return max(1, -(-steps // stride))


@lru_cache(maxsize=32_768)
def sea_steps(content: Content, start: PlaceId | SeaId, port: PlaceId) -> int:
    """How many steps a ship needs from a port or a sea square into a port, including those for
    leaving a port."""
    board = content.board
    starts = board.ports.get(PlaceId(start), (SeaId(SquareId(start)),))
    out = 1 if start in board.ports else 0
    ways = [
        out + board.sea_distances(sea)[last] + 1
        for sea in starts
        for last in board.ports[port]
        if last in board.sea_distances(sea)
    ]
    return min(ways, default=FAR)


# Flight


def flee(outlook: Outlook, prompt: Prompt) -> Choice | None:
    """Take an endangered keeper of heirs to Scotland, if a Refuge card opens it, unless he has just
    come from there or has marched home."""
    if not outlook.content.ruleset.opened_by_events:
        return None
    square = outlook.board.places[PlaceId("scotland")].square
    afraid = [
        n
        for n in outlook.mine
        if outlook.heirs_with(n)
        and outlook.nobles[n].square != square
        and not (
            outlook.nobles[n].marched
            and (outlook.nobles[n].came_from == square or has_come_home(outlook, n))
        )
        and square in outlook.board.reach(outlook.nobles[n].square)
        and danger(outlook, outlook.nobles[n].square, None, outlook.power(n)) > _AFRAID
    ]
    for offer in prompt.offers if afraid else ():
        if offer.verb == "take_refuge" and "scotland" in offer.field("land").candidates:
            return Choice.of(
                "take_refuge", card=offer.field("card").ids(CardId)[0], land="scotland"
            )
        if offer.verb == "march" and square in offer.field("to").candidates:
            going = tuple(n for n in afraid if n in offer.field("nobles").ids(NobleId))
            if going and "scotland" in outlook.view.overseas:
                return Choice("march", {"nobles": going, "to": (square,)})
    return None


def flee_by_sea(outlook: Outlook, prompt: Prompt) -> Choice | None:
    """Take an endangered keeper of heirs to the Continent, if one of his ships is ready."""
    haven = PlaceId("continent")
    if haven not in outlook.content.ruleset.opened_by_events:
        return None
    if haven in outlook.view.overseas and any(
        exile.opened and exile.land == haven and exile.seat == outlook.seat
        for exile in outlook.view.exiles
    ):
        return _sail_away(outlook, prompt, haven)
    if any(_boarding(outlook, offer, haven) for offer in prompt.offers):
        for offer in prompt.offers:
            if offer.verb == "take_refuge" and haven in offer.field("land").candidates:
                card = offer.field("card").ids(CardId)[0]
                return Choice.of("take_refuge", card=card, land=haven)
    return None


def _sail_away(outlook: Outlook, prompt: Prompt, haven: PlaceId) -> Choice | None:
    """The next step of a flight that has begun: land, sail, or board."""
    fleeing = {n for n in outlook.nobles if outlook.heirs_with(n)}
    for verb in ("land", "sail", "embark"):
        for offer in prompt.offers:
            if offer.verb != verb:
                continue
            (ship,) = offer.field("ship").ids(ShipId)
            aboard = fleeing.intersection(outlook.afloat.get(ship, ()))
            if verb == "land" and aboard and outlook.view.ships[ship].port == haven:
                return Choice(
                    "land", {"nobles": offer.field("nobles").ids(NobleId), "ship": (ship,)}
                )
            if verb == "sail" and aboard and haven in offer.field("to").candidates:
                return Choice.of("sail", ship=ship, to=haven)
            party = _boarding(outlook, offer, haven)
            if party:
                return Choice("embark", {"nobles": party, "ship": (ship,)})
    return None


def _boarding(outlook: Outlook, offer: Offer, haven: PlaceId) -> tuple[NobleId, ...]:
    """The nobles who would flee in the ship of this offer: keepers of heirs who are in danger.
    Empty if the haven is more than one turn's sail away."""
    if offer.verb != "embark":
        return ()
    (ship,) = offer.field("ship").ids(ShipId)
    port = outlook.view.ships[ship].port
    stride = outlook.content.ruleset.sea_squares
    if port is None or sea_steps(outlook.content, port, haven) > stride:
        return ()
    nobles = outlook.nobles
    afraid = [
        noble
        for noble in offer.field("nobles").ids(NobleId)
        if outlook.heirs_with(noble)
        and danger(outlook, nobles[noble].square, None, outlook.power(noble)) > _AFRAID
    ]
    return fitting(outlook, offer.field("nobles"), afraid) if afraid else ()
