"""Ships: who is fetched across the sea, what is besieged from on board, and where a force lands.

Voyages, like marches, are planned again for each decision: a force aboard makes for its goal, and
one that is abroad makes for the mainland; for a prize across the sea, a party, a ship and a port
are chosen.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import Choice, Offer, Prompt
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.ids import NOWHERE, CardId, NobleId, PlaceId, SeaId, ShipId, SquareId
from bot.seats.kingmaker_steward.fighting import to_friends
from bot.seats.kingmaker_steward.moves_open import OpenMoves, entry, fitting
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.targets import Target, promise, targets
from bot.seats.kingmaker_steward.vetoes import stayers
from bot.seats.kingmaker_steward.voyages import (
    FAR,
    best_voyage,
    can_besiege,
    cut_off,
    prizes_abroad,
    sea_steps,
)
from bot.seats.kingmaker_steward.worth import danger, party_worth

_PULL = 0.6


class Fleet:
    """The faction's ships in a movement phase. ``committed`` are the nobles the ships need."""

    def __init__(self, outlook: Outlook, prompt: Prompt, ways: OpenMoves) -> None:
        self.outlook = outlook
        self.ways = ways
        self.embark: dict[str, Offer] = {}
        self.sail: dict[ShipId, Offer] = {}
        self.land: dict[ShipId, Offer] = {}
        self.watch: dict[ShipId, Offer] = {}
        for offer in prompt.offers:
            if offer.verb == "blockade":
                self.watch[offer.field("ship").ids(ShipId)[0]] = offer
            if offer.verb in ("embark", "sail", "land"):
                getattr(self, offer.verb)[offer.field("ship").ids(ShipId)[0]] = offer
        self.ships = [s for s, at in outlook.view.ships.items() if at.seat == outlook.seat]
        self.committed: set[str] = set()

    def first_step(self) -> Choice | None:
        """The next order to a ship, or to nobles who are waiting for one."""
        if not self.ships:
            return None
        for ship, aboard in self.outlook.afloat.items():
            step = self._go_on(ship, aboard)
            if step is not None:
                return step
        return self._bring_home() or self._set_out() or self._watch() or self._hunt()

    # Other people's ships (ishkibibble-seacombat.1, ishkibibble-blockade.1)

    def _watch(self) -> Choice | None:
        """Blockade a port in which other players' ships lie, if they are too weak to break out."""
        ships = self.outlook.view.ships
        watched = {at.blockade for at in ships.values()}
        for ship, offer in self.watch.items():
            free = ships[ship].blockade is None
            for port in offer.field("port").ids(PlaceId) if free else ():
                inside = [s for s, at in ships.items() if at.port == port and self._hostile(s)]
                if inside and port not in watched and self._hold([ship]) > self._hold(inside):
                    return Choice.of("blockade", ship=ship, port=port)
        return None

    def _hunt(self) -> Choice | None:
        """Sail an empty ship out to meet another player's weaker ones at sea."""
        if not self.outlook.content.ruleset.sea_combat:
            return None
        view = self.outlook.view
        laden = {noble.aboard for noble in view.nobles.values()}
        for ship, offer in self.sail.items():
            for sea in offer.field("to").candidates if ship not in laden else ():
                there = [s for s, at in view.ships.items() if at.sea == sea]
                foes = [s for s in there if self._hostile(s)]
                mine = [ship, *(s for s in there if s not in foes)]
                if foes and self._hold(mine) > self._hold(foes):
                    return Choice.of("sail", ship=ship, to=sea)
        return None

    def _hostile(self, ship: ShipId) -> bool:
        at = self.outlook.view.ships[ship]
        master = at.seat if at.master is None else at.master
        return master not in (None, self.outlook.seat)

    def _hold(self, ships: Sequence[ShipId]) -> int:
        return sum(self.outlook.content.ships[ship].capacity for ship in ships)

    # Those aboard

    def _go_on(self, ship: ShipId, aboard: list[NobleId]) -> Choice | None:
        if ship not in self.sail and ship not in self.land:
            return None
        if any(noble in stay for stay in stayers(self.outlook).values() for noble in aboard):
            return None
        goal = self._goal_of(aboard)
        if goal is not None and goal.place is not None and ship in self.sail:
            return self._sail_towards(ship, [goal.place.id])
        port = self.outlook.view.ships[ship].port
        ashore = port is not None and self._mainland(port)
        if ship in self.land and (ashore or ship not in self.sail):
            return self._go_ashore(ship, aboard)
        if ship in self.sail and not ashore:
            return self._sail_home(ship, aboard)
        return None

    def _goal_of(self, aboard: Sequence[NobleId]) -> Target | None:
        """The prize that the nobles aboard can still win, if they carry no heir."""
        if any(self.outlook.heirs_with(noble) for noble in aboard):
            return None
        prizes = [g for g in prizes_abroad(self.outlook) if can_besiege(self.outlook, g, aboard)]
        return max(prizes, key=lambda goal: goal.value, default=None)

    def _go_ashore(self, ship: ShipId, aboard: Sequence[NobleId]) -> Choice | None:
        chosen = fitting(self.outlook, self.land[ship].field("nobles"), aboard)
        return Choice("land", {"nobles": chosen, "ship": (ship,)}) if chosen else None

    def _sail_home(self, ship: ShipId, aboard: Sequence[NobleId]) -> Choice | None:
        """Sail to the safest mainland port within reach, or else closer to one."""
        outlook = self.outlook
        havens = [port for port in outlook.board.ports if self._haven(port)]
        ports = [port for port in self.sail[ship].field("to").ids(PlaceId) if port in havens]
        if ports:
            worth = party_worth(outlook, aboard)

            def cost(port: PlaceId) -> tuple[float, PlaceId]:
                place = outlook.board.places[port]
                shelter = place if outlook.enterable(place) and place.is_fortress else None
                peril = danger(outlook, place.square, shelter, outlook.total(aboard, place.square))
                return peril * worth + to_friends(outlook, aboard, place.square) / 10, port

            return Choice.of("sail", ship=ship, to=min(ports, key=cost))
        return self._sail_towards(ship, havens)

    def _haven(self, port: PlaceId) -> bool:
        """Whether a mainland port may be entered without a siege."""
        place = self.outlook.board.places[port]
        return self._mainland(port) and (not place.is_fortress or self.outlook.enterable(place))

    def _mainland(self, place: PlaceId) -> bool:
        found = self.outlook.board.places.get(place)
        return (
            found is not None
            and bool(found.square)
            and self.outlook.board.is_mainland(found.square)
        )

    def _sail_towards(self, ship: ShipId, ports: Sequence[PlaceId]) -> Choice | None:
        """Sail into one of these ports, or to the sea square nearest to one."""
        candidates = self.sail[ship].field("to").candidates
        for port in ports:
            if port in candidates:
                return Choice.of("sail", ship=ship, to=port)
        seas = [sea for sea in candidates if sea in self.outlook.board.seas]
        if not seas or not ports:
            return None

        def way(start: str) -> int:
            return min(sea_steps(self.outlook.content, start, port) for port in ports)

        best = min(seas, key=lambda sea: (way(sea), sea))
        at = self.outlook.view.ships[ship]
        if way(best) >= way(at.port or at.sea or best):
            return None
        return Choice.of("sail", ship=ship, to=best)

    # Those abroad

    def _bring_home(self) -> Choice | None:
        """Fetch nobles from places with no way to the mainland on foot."""
        outlook = self.outlook
        stranded: dict[PlaceId, list[NobleId]] = {}
        # Nobles who have taken refuge did so for a reason, and are put ashore at home when the
        # refuge ends.
        refuge = {noble for exile in outlook.view.exiles for noble in exile.nobles}
        for noble in outlook.mine:
            seen = outlook.nobles[noble]
            away = cut_off(outlook, seen.square) and noble not in refuge
            if away and not outlook.besieged(noble):
                port = next(
                    (
                        p
                        for p in outlook.board.squares[seen.square].places
                        if p in outlook.board.ports
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

    def _fetch(self, port: PlaceId, nobles: list[NobleId]) -> Choice | None:
        for ship in self.ships:
            offer = self.embark.get(ship)
            if offer is not None and self.outlook.view.ships[ship].port == port:
                step = self._board(offer, nobles, ship)
                if step is not None:
                    return step
        step = self._go_in(port, nobles)
        if step is not None:
            return step
        ships = self.outlook.view.ships
        here = [s for s in self.ships if ships[s].port == port]
        able = [s for s in self.ships if s in self.sail or ships[s].sea is not None]
        idle = [s for s in able if s not in self.outlook.afloat and s not in here]
        if here or not idle:
            return None
        # Only the nearest ship goes: if she cannot sail any more, she is on her way.
        ship = min(idle, key=lambda s: (self._ship_way(s, port), s))
        return self._sail_towards(ship, [port]) if ship in self.sail else None

    def _ship_way(self, ship: ShipId, port: PlaceId) -> int:
        at = self.outlook.view.ships[ship]
        start = at.port or at.sea
        return FAR if start is None else sea_steps(self.outlook.content, start, port)

    def _board(self, offer: Offer, nobles: Sequence[NobleId], ship: ShipId) -> Choice | None:
        """Take aboard as many of these nobles as there is room for, keepers of heirs first."""
        chosen = fitting(self.outlook, offer.field("nobles"), nobles)
        return Choice("embark", {"nobles": chosen, "ship": (ship,)}) if chosen else None

    def _go_in(self, port: PlaceId, nobles: Sequence[NobleId]) -> Choice | None:
        """Go into a port's fortress, the only place from which nobles can go aboard."""
        if not self.outlook.board.places[port].is_fortress:
            return None
        for offer in self.ways.enter:
            if offer.field("place").ids(PlaceId) == (port,):
                return entry(self.outlook, offer, nobles)
        return None

    # Those who set out

    def _set_out(self) -> Choice | None:
        voyage = best_voyage(self.outlook)
        if voyage is None:
            return None
        self.committed.update(voyage.party)
        outlook, port = self.outlook, self.outlook.board.places[voyage.port]
        at = outlook.view.ships[voyage.ship]
        offer = self.embark.get(voyage.ship)
        there = [n for n in voyage.party if outlook.nobles[n].square == port.square]
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
            return self._sail_towards(voyage.ship, [port.id])
        return None

    def _march(self, nobles: list[NobleId], goal: SquareId) -> Choice | None:
        """March a party nearer to its port, through squares that are safe enough."""
        outlook = self.outlook
        here = outlook.nobles[nobles[0]].square
        worth, strength = party_worth(outlook, nobles), outlook.total(nobles)

        def cost(square: SquareId) -> float:
            way = outlook.steps(square, goal)
            place = outlook.board.fortress_in(square)
            shelter = place if place is not None and outlook.enterable(place) else None
            return _PULL * way + danger(outlook, square, shelter, strength) * worth

        reach = self.ways.squares(nobles)
        nearer = sorted(reach, key=lambda s: (outlook.steps(s, goal), s))[:6]
        best = min(nearer, key=lambda s: (cost(s), s), default=None)
        if best is None or cost(best) >= cost(here):
            return None
        offer = self.ways.to(nobles[0], best)
        if offer is None:
            return None
        going = tuple(n for n in offer.field("nobles").ids(NobleId) if n in nobles)
        return Choice(offer.verb, {"nobles": going, "to": (best,)})


# Nobles carried home by the French


def cross(outlook: Outlook, prompt: Prompt) -> Choice | None:
    """Cross the sea with the French, who carry nobles only once: to a prize, or to the safest
    place."""
    found: list[tuple[float, str, Choice]] = []
    for offer in prompt.offers:
        if offer.verb != "cross":
            continue
        field, (port,) = offer.field("nobles"), offer.field("to").ids(PlaceId)
        others = [noble for noble in field.ids(NobleId) if noble not in field.required]
        party = fitting(outlook, field, others, tuple(NobleId(CardId(n)) for n in field.required))
        gain = _gain_ashore(outlook, outlook.board.places[port], party)
        found.append((gain, port, Choice("cross", {"nobles": party, "to": (port,)})))
    return max(found, key=lambda way: way[:2])[2] if found else None


def _gain_ashore(outlook: Outlook, port: Place, party: Sequence[NobleId]) -> float:
    """What a force may win where it lands, less what it risks and the cost of rejoining its
    friends.
    """
    shelter = port if port.is_fortress and outlook.enterable(port) else None
    peril = danger(outlook, port.square, shelter, outlook.total(party, port.square))
    prizes = (t for t in targets(outlook) if t.square == port.square and not t.members)
    prize = max((promise(outlook, target, party) for target in prizes), default=0.0)
    way = to_friends(outlook, party, port.square) / 10
    return max(prize, 0.0) - peril * party_worth(outlook, party) - way


# Questions about ships


def scuttle(outlook: Outlook, prompt: Prompt) -> Choice:
    """Sink a captured ship that belongs to an office if she would return to another player."""
    ship = ShipId(prompt.facts.get("ship", ""))
    office = outlook.content.ships[ship].office
    holders = {noble.seat for noble in outlook.nobles.values() if noble.office == office}
    if holders - {outlook.seat}:
        return Choice.of("scuttle", ship=ship)
    return Choice("keep_prize")


def send_away(outlook: Outlook, prompt: Prompt) -> Choice:
    """Send a ship that leaves a fight as far away from it as possible."""
    ship, (offer,) = ShipId(prompt.facts.get("ship", "")), prompt.offers
    board = outlook.content.board
    far = board.sea_distances(outlook.view.ships[ship].sea or SeaId(NOWHERE))

    def distance(port: PlaceId) -> int:
        return min((far[sea] for sea in board.ports[port] if sea in far), default=0)

    return Choice.of("put_in", ship=ship, port=max(offer.field("port").ids(PlaceId), key=distance))


def seek_port(outlook: Outlook, prompt: Prompt) -> Choice:
    """Go to the safest of the ports, or stay put if that is allowed and nobody aboard keeps an
    heir."""
    ship = ShipId(prompt.facts.get("ship", ""))
    aboard = outlook.afloat.get(ship, [])
    if not any(outlook.heirs_with(noble) for noble in aboard):
        for offer in prompt.offers:
            if offer.verb == "stay_put":
                return Choice("stay_put")
    offer = next(o for o in prompt.offers if o.verb == "put_in")

    def cost(port: PlaceId) -> tuple[float, PlaceId]:
        place = outlook.board.places[port]
        shelter = place if place.is_fortress and outlook.enterable(place) else None
        return danger(outlook, place.square, shelter, outlook.total(aboard, place.square)), port

    return Choice.of("put_in", ship=ship, port=min(offer.field("port").ids(PlaceId), key=cost))
