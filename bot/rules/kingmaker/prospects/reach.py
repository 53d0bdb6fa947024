"""Where a noble can go in a movement phase, and the rule that stops him (house §2.2, §8.4).

This is worked out from what a seat can see. While the faction moves, its own prompts say exactly
what a noble can still do; at any other time, this is what he could do if his faction were moving
now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from bot.rules.kernel import Offer, Prompt, Seat
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.conditions.abroad import shut_squares
from bot.rules.kingmaker.conditions.kings_peace import holds_in
from bot.rules.kingmaker.conditions.lasting import barred_squares, defeatist
from bot.rules.kingmaker.conditions.sides import circles, partners
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.forces.camps import IN_ATTACK
from bot.rules.kingmaker.forces.strength import card_troops
from bot.rules.kingmaker.ids import (
    NO_NOBLE,
    NO_SHIP,
    NOWHERE,
    CardId,
    NobleId,
    PlaceId,
    ShipId,
    Spot,
    SquareId,
)
from bot.rules.kingmaker.prospects.odds import chosen, garrison
from bot.rules.kingmaker.ships.command import BOARDING
from bot.rules.kingmaker.view import BoardView, NobleView


class Stop(msgspec.Struct, frozen=True):
    """Something that ends or bars the way at certain squares (or ports), and the rule behind it."""

    rule: str
    why: str
    at: tuple[Spot, ...] = ()


class Reach(msgspec.Struct, frozen=True):
    """Where a noble can go.

    ``marches`` are squares with the fewest steps to each, ``rides`` the squares he can reach by
    road, ``sails`` the sea squares and ports open to the ship he is aboard.
    """

    noble: NobleId
    origin: Spot
    """The noble's square, or the sea square or port of his ship."""
    marches: dict[SquareId, int] = {}
    rides: tuple[SquareId, ...] = ()
    sails: tuple[Spot, ...] = ()
    stops: tuple[Stop, ...] = ()
    now: bool = False
    """Whether this shows what the noble can still do in the current movement phase."""

    @property
    def anywhere(self) -> bool:
        """Whether there is anywhere to go."""
        return bool(self.marches or self.rides or self.sails)

    def as_cited(self, stand_ins: Mapping[str, str]) -> Reach:
        """The same reach, citing the rules that apply at a table."""
        stops = [
            msgspec.structs.replace(stop, rule=stand_ins.get(stop.rule, stop.rule))
            for stop in self.stops
        ]
        return msgspec.structs.replace(self, stops=tuple(stops))


def reach_of(
    content: Content, view: BoardView, noble: NobleId, prompts: Sequence[Prompt] = ()
) -> Reach:
    """Where one of the viewer's own nobles can go; `prompts` are those of the viewer.

    Raises `ValueError`, saying why, if the noble is not the viewer's, or not on the board.
    """
    him = view.nobles.get(noble)
    if him is None or him.seat != view.seat:
        raise ValueError("You can ask this only for nobles of your own faction.")
    offers = [o for p in prompts if p.seat == view.seat and p.kind == "movement" for o in p.offers]
    origin = _origin(view, him)
    if not origin:
        raise ValueError("That noble is not on the board yet.")
    held = _held_fast(view, noble, him)
    if held is not None:
        return Reach(noble, origin, stops=(held,), now=bool(offers))
    if him.aboard is not None:
        return _at_sea(content, view, noble, origin, offers)
    return _on_land(content, view, noble, him.square, offers)


def _origin(view: BoardView, him: NobleView) -> Spot:
    ship = view.ships.get(him.aboard or NO_SHIP)
    return him.square if ship is None else ship.port or ship.sea or NOWHERE


def _held_fast(view: BoardView, noble: NobleId, him: NobleView) -> Stop | None:
    """What keeps a noble in place for a whole movement phase."""
    if noble in view.custody:
        return Stop("ishkibibble-ransom.3", "He is a captive until his ransom is paid.")
    if him.captor is not None:
        return Stop("house-5.19a", "He is a captive and goes nowhere until he is ransomed.")
    if him.aboard is None and him.inside in view.sieges:
        return Stop(
            "house-6.2d", "A noble under siege cannot leave. He can sally out in the combat phase."
        )
    if view.peace is not None and him.under_peace == "returned":
        return Stop(
            "house-7.4.13", "A noble who has come home from Parliament keeps the King’s Peace."
        )
    return None


# On land


def _on_land(
    content: Content, view: BoardView, noble: NobleId, origin: SquareId, offers: Sequence[Offer]
) -> Reach:
    board, steps = content.board, content.ruleset.land_squares
    shut = shut_squares(board, content, view.overseas)
    barred = barred_squares(view, content, view.nobles[noble].seat)
    near = board.reach_round(origin, steps, barred) if barred else board.reach(origin, steps)
    marches = {there: cost for there, cost in near.items() if there not in shut}
    rides, closed = _road(content, view, origin)
    rides = tuple(there for there in rides if there not in barred)
    spent: list[Stop] = []
    if offers:
        on_foot = _open_to(offers, "march", "nobles", noble)
        marches = {square: cost for square, cost in marches.items() if square in on_foot}
        rides = tuple(_open_to(offers, "ride", "nobles", noble))
        steps = max(marches.values(), default=0)
        spent = _spent(content, origin, marches, rides)
    stops = [*spent, *_limits(content, origin, marches, steps)] if marches else spent
    if rides:
        stops += _closing(content, closed, rides)
    return Reach(noble, origin, marches, rides, (), tuple(stops), bool(offers))


def _open_to(
    offers: Iterable[Offer], verb: str, who: str, piece: NobleId | ShipId
) -> dict[SquareId, None]:
    """The squares that the offers of this verb open to a noble or a ship."""
    found: dict[SquareId, None] = {}
    for offer in offers:
        if offer.verb == verb and piece in offer.field(who).candidates:
            found |= dict.fromkeys(map(SquareId, offer.field("to").candidates))
    return found


def _spent(
    content: Content, origin: SquareId, marches: Mapping[SquareId, int], rides: Sequence[SquareId]
) -> list[Stop]:
    """Say why a noble who has moved this phase cannot march or ride further."""
    if not marches:
        return [Stop("house-2.2a", "He has used up his move for this turn.", (origin,))]
    if not rides and content.board.road_neighbours(origin):
        why = "He has marched. A noble moves either by road or across country."
        return [Stop("house-2.2d", why, (origin,))]
    return []


def _limits(
    content: Content, origin: SquareId, marches: Mapping[SquareId, int], steps: int
) -> list[Stop]:
    """What ends a march: a forest, water or the limit of its length."""
    board = content.board
    forests = tuple(s for s, cost in marches.items() if board.squares[s].is_forest and cost < steps)
    out = []
    if forests:
        out.append(Stop("house-2.2c", "Entering a forest ends the march.", forests))
    going = [origin, *(s for s, c in marches.items() if c < steps and s not in forests)]
    across: dict[SquareId, None] = {
        there: None
        for here in going
        for there in _round(here)
        if there in board.squares
        and there not in board.squares[here].neighbours
        and there not in marches
        and there != origin
    }
    if across:
        out.append(Stop("base-7.8", "Water is in the way.", tuple(across)))
    if any(cost == steps for cost in marches.values()):
        squares = "1 square is" if steps == 1 else f"{steps} squares is"
        out.append(Stop("house-2.2a", f"{squares} as far as he can march."))
    return out


def _round(square: SquareId) -> list[SquareId]:
    col, row = (int(part) for part in square.split(","))
    return [
        SquareId(f"{col + dx},{row + dy}")
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if (dx, dy) != (0, 0)
    ]


def _road(
    content: Content, view: BoardView, origin: SquareId
) -> tuple[tuple[SquareId, ...], dict[SquareId, tuple[PlaceId, ...]]]:
    """Squares along the roads, and the places that stop a ride past their square (base-7.5)."""
    board = content.board
    found: dict[SquareId, None] = {origin: None}
    closed: dict[SquareId, tuple[PlaceId, ...]] = {}
    ahead, ridden = [origin], {origin}
    while ahead:
        for there, places in board.road_steps(ahead.pop()):
            found[there] = None
            if there in ridden:
                continue
            shut = tuple(p for p in places if _closes(view, board.places[p]))
            if shut:
                closed[there] = shut
                continue
            ridden.add(there)
            ahead.append(there)
    del found[origin]
    return tuple(found), closed


def _closes(view: BoardView, place: Place) -> bool:
    """Whether a place stops the viewer's rides: one that is not Friendly (house-8.4.2), or that
    other players hold.

    Leave to enter opens the place (house-8.2.6, base-6.6).
    """
    if place.id in view.let_in:
        return False
    if place.is_fortress:
        holder = view.nobles.get(view.control.get(place.id, NO_NOBLE))
        return holder is None or holder.seat != view.seat
    inside = {n.seat for n in view.nobles.values() if n.inside == place.id and n.captor is None}
    return bool(inside - {view.seat})


def _closing(
    content: Content, closed: Mapping[SquareId, Sequence[PlaceId]], rides: Sequence[SquareId]
) -> list[Stop]:
    """The places at which the rides end."""
    places = content.board.places
    fortresses: list[SquareId] = []
    towns: list[SquareId] = []
    for square, shut in closed.items():
        if square in rides:
            kept = fortresses if any(places[p].is_fortress for p in shut) else towns
            kept.append(square)
    out = []
    if fortresses:
        why = "A road ends at the first unfriendly fortress."
        out.append(Stop("house-8.4.2", why, tuple(fortresses)))
    if towns:
        why = "A road ends at a town that others occupy."
        out.append(Stop("base-7.5", why, tuple(towns)))
    return out


# Aboard


def _at_sea(
    content: Content, view: BoardView, noble: NobleId, origin: Spot, offers: Sequence[Offer]
) -> Reach:
    ship_id = view.nobles[noble].aboard or NO_SHIP
    board, steps = content.board, content.ruleset.sea_squares
    if view.ships[ship_id].seat != view.seat:
        rule = BOARDING[content.ruleset.ships_take_guests]
        stop = Stop(rule, "He is a guest aboard. The owner decides where she sails.")
        return Reach(noble, origin, stops=(stop,), now=bool(offers))
    held = _at_anchor(content, view, noble, ship_id)
    if held is not None:
        return Reach(noble, origin, stops=(held,), now=bool(offers))
    seas, ports = board.sail(PlaceId(origin), steps)
    sails: tuple[Spot, ...]
    if offers:
        sails = tuple(_open_to(offers, "sail", "ship", ship_id))
        stops = [] if sails else [Stop("house-2.2g", "His ship cannot sail now.")]
    else:
        sails = (*seas, *(p for p in ports if _may_enter(content, view, ship_id, board.places[p])))
        stops = []
    in_play = (p for p in ports if board.places[p].square and content.is_open(p))
    shut = tuple(p for p in in_play if p not in sails)
    if sails and shut:
        why = (
            "With nobles aboard, a ship can enter only ports that are open or "
            "friendly, or that they can besiege."
        )
        stops.append(Stop("house-2.2j", why, shut))
    if sails:
        squares = "1 sea square is" if steps == 1 else f"{steps} sea squares is"
        why = f"{squares} as far as she sails. Leaving or entering a port counts as one."
        stops.append(Stop("house-2.2g", why))
    return Reach(noble, origin, {}, (), sails, tuple(stops), bool(offers))


def _at_anchor(content: Content, view: BoardView, noble: NobleId, ship_id: ShipId) -> Stop | None:
    """What keeps a ship, with the noble aboard, in place."""
    besieges = any(noble in siege.besiegers for siege in view.sieges.values())
    if besieges and chosen(content).siege.binds_ships:
        return Stop("house-8.6.19", "The nobles aboard are besieging the port and must stay.")
    if view.peace is not None and ship_id in view.peace.ships:
        return Stop("house-7.4.16", "The King’s Peace keeps that ship in her home port.")
    port = view.ships[ship_id].port
    place = None if port is None else content.board.places[port]
    bound = content.ruleset.laden_ships_leave == "friendly"
    if bound and place is not None and place.is_fortress and _closes(view, place):
        return Stop(
            "house-8.6.13",
            ("With nobles aboard, a ship can leave a fortress only if it is friendly."),
        )
    return None


def _may_enter(content: Content, view: BoardView, ship_id: ShipId, place: Place) -> bool:
    """Whether a port is open or friendly to the viewer's laden ship, or besiegable (house-2.2j)."""
    if not _has_way_in(content, view, place):
        return False
    carried = [noble for noble in view.nobles.values() if noble.aboard == ship_id]
    if any(noble.heirs for noble in carried) and not _heirs_may_land(content, view, place):
        return False
    hostile = place.is_fortress or content.ruleset.towns_held
    if hostile and _closes(view, place):
        return _besiegable(content, view, ship_id, place)
    return not (place.is_fortress and place.id in view.sieges)


def _has_way_in(content: Content, view: BoardView, place: Place) -> bool:
    """Whether the viewer's ships may put in at a place at all (base-8.13, base-19.10)."""
    if not place.square or not content.is_open(place.id):
        return False
    card = content.ruleset.entered_by.get(place.id)
    if card is None and place.square not in shut_squares(content.board, content, view.overseas):
        return True
    return any(
        noble.seat == view.seat and (noble.square == place.square or _bears(noble, card))
        for noble in view.nobles.values()
    )


def _bears(noble: NobleView, card: CardId | None) -> bool:
    return card is not None and card in (noble.title, noble.office, *noble.cards)


def _heirs_may_land(content: Content, view: BoardView, place: Place) -> bool:
    """Heirs may land on the mainland, or in one of the viewer's havens (house-8.6.6,
    house-8.6.9)."""
    rules = content.ruleset
    if content.board.is_mainland(place.square) or rules.heir_abroad_turns is None:
        return True
    holder = view.nobles.get(view.control.get(place.id, NO_NOBLE))
    return place.id in rules.heir_abroad_havens and holder is not None and holder.seat == view.seat


def _besiegable(content: Content, view: BoardView, ship_id: ShipId, place: Place) -> bool:
    """Whether the viewer's nobles aboard could besiege a port, or join its siege (house-8.6.17)."""
    siege_rules = chosen(content).siege
    crew = {k: n for k, n in view.nobles.items() if n.aboard == ship_id and n.seat == view.seat}
    if _protected(view, place):
        return False
    if view.seat is not None and defeatist(view, view.seat):
        return False
    siege = view.sieges.get(place.id)
    if siege is not None:
        assert view.seat is not None
        joined = siege_rules.joining(siege.seat, view.seat)
        if joined != "with_a_match":
            return joined == "freely"
    inside: dict[Seat, int] = {}
    for noble in view.nobles.values():
        if noble.inside == place.id and noble.captor is None:
            inside[noble.seat] = inside.get(noble.seat, 0) + noble.troops
    holder = view.nobles.get(view.control.get(place.id, NO_NOBLE))
    owner = None if holder is None else holder.seat
    allies = set() if view.seat is None else set(partners(view.pacts, view.seat, place.square))
    if allies & {*inside, owner}:
        return False
    counting = siege_rules.counting(inside, owner, circles(view.pacts, inside, place.square))
    share, whole = content.ruleset.lay_share
    nobles = sum(troops for seat, troops in inside.items() if seat in counting)
    defence = garrison(content, view, place.id) + nobles
    men = 0
    for key, noble in crew.items():  # as they will be in the port
        besides = noble.troops - card_troops(view, content, key)
        men += card_troops(view, content, key, IN_ATTACK, place.square) + besides
    return men * whole >= defence * share


def _protected(view: BoardView, place: Place) -> bool:
    """Whether the King's Peace protects a place from sieges (house-7.4.12, house-7.4.17)."""
    if view.peace is None:
        return False
    returned = (n.inside for n in view.nobles.values() if n.under_peace == "returned")
    return holds_in(view.peace, place.square) or place.id in returned
