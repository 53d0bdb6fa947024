"""The victory of the six families: the most points when a House is extinct (families-victory).

The worth of a faction: the schedule of points (families-victory).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bot.rules.kernel import Seat, every_seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.sides import favours, given, house_served
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.forces.strength import controller, nobles_of, own_cards, strength
from bot.rules.kingmaker.ids import CardId, PlaceId, ShipId
from bot.rules.kingmaker.procedures import LIMITS, VICTORIES, Goal
from bot.rules.kingmaker.state import KTable, State
from bot.rules.kingmaker.succession import HOUSES, line
from bot.rules.kingmaker.tables import Bonus, PointKind, Points, ScoreSheet
from bot.rules.kingmaker.victory.ending import NothingCounted, end_game

HALF = Fraction(1, 2)
BISHOP, ARCHBISHOP = 50, 100
SHIP, TOWN = Fraction(1, 5), Fraction(1, 10)
NOBLE = Fraction(3, 2)


def score_sheet(
    state: State, content: Content, seat: Seat, bonus: Bonus = "", *, out: bool = False
) -> ScoreSheet:
    """Everything a faction has on the table: nobles, their cards, ships and towns.

    Cards in hand belong to no noble yet and do not count.
    """
    entries = tuple(_entries(state, content, seat))
    return ScoreSheet(entries, bonus, out)


def _entries(state: State, content: Content, seat: Seat) -> Iterator[Points]:
    for key in nobles_of(state, seat):
        for card in own_cards(key, state.nobles[key]):
            yield from of_card(content, card)
            for ship in content.ships_of(card):
                if ship in state.ships:
                    yield of_ship(content, ship)
    for place_id in state.control:
        if content.board.places[place_id].is_town_or_city and controller(state, place_id) == seat:
            yield of_town(content, place_id)


def of_ship(content: Content, ship: ShipId) -> Points:
    """A ship; the Admiral's and the Warden's ships count too (families-victory.6)."""
    return _points("ship", ship, content.ships[ship].capacity * SHIP)


def of_town(content: Content, place_id: PlaceId) -> Points:
    """A town or a city of the faction's own (families-victory.7)."""
    return _points("town", place_id, content.board.places[place_id].garrison * TOWN)


def of_card(content: Content, card_id: CardId) -> Iterator[Points]:
    """An open card: its kind decides its worth."""
    card = content.crown[card_id]
    extra = card.bonus * HALF
    if card.kind == "noble":  # the troops on his own card, without any title (families-victory.9)
        yield _points("noble", card_id, card.troops * NOBLE)
    elif card.kind == "office":  # its troops everywhere, and half of the local ones
        yield _points("office", card_id, card.troops + extra)  # (families-victory.2)
    elif card.kind == "title":
        yield _points("title", card_id, Fraction(card.troops))  # (families-victory.3)
    elif card.kind == "bishop" and card.archbishop:
        yield _points("archbishop", card_id, ARCHBISHOP + extra)  # (families-victory.5)
    elif card.kind == "bishop":
        yield _points("bishop", card_id, BISHOP + extra)  # (families-victory.4)
    elif card.kind == "mercenary":
        yield _points("mercenary", card_id, card.troops * HALF)  # (families-victory.8)


def _points(kind: PointKind, thing: str, value: Fraction) -> Points:
    return Points(kind, thing, value.numerator, value.denominator)


POINTS = "points"


@VICTORIES.named("points")
class ByPoints(NothingCounted):
    """If a House has no living heir, the player with the most points wins (families-victory.1)."""

    def goal(self, table: KTable, seat: Seat) -> Goal:
        """No King is needed: it is enough that the heirs of the other House are dead."""
        served = house_served(table.state, seat)
        others = [house for house in HOUSES if served and house != served]
        return Goal(None, tuple(h for o in others for h in line(table.state, table.content, o)))

    def sheet(self, table: KTable, seat: Seat) -> ScoreSheet | None:
        """How the points of a seat add up, as things stand now."""
        out = given(table.state) and table.state.sides[seat].extinct
        bonus = _bonus(table, seat, _extinct(table))
        return score_sheet(table.state, table.content, seat, bonus, out=out)

    def look(self, table: KTable) -> None:
        """Count the points once a House is extinct; Beaufort, once he is an heir, keeps Lancaster
        from dying out.
        """
        if _extinct(table):
            self._count(table)

    def time_is_up(self, table: KTable) -> None:
        """These rules have no time limit; if a table sets one, the points count, and neither side
        has won."""
        self._count(table)

    def _count(self, table: KTable) -> None:
        """The most points win, to the last fraction; a tie goes to the player on the winning side,
        then to the stronger faction, and is otherwise shared (families-victory.1)."""
        extinct = _extinct(table)
        seats = every_seat(len(table.state.factions))
        sheets = [self.sheet(table, seat) for seat in seats]
        exact = [Fraction(0) if sheet is None else sheet.exact for sheet in sheets]
        bonuses = [_bonus(table, seat, extinct) for seat in seats]
        points = tuple(int(value) for value in exact)
        table.emit(facts.PointsCounted(points, tuple(bonuses), extinct))

        def rank(seat: Seat) -> tuple[Fraction, bool, int]:
            troops = strength(table, nobles_of(table.state, seat))
            return exact[seat], bool(bonuses[seat]), troops

        best = max(rank(seat) for seat in seats)
        end_game(table, tuple(seat for seat in seats if rank(seat) == best), POINTS)


LIMITS["points"] = ByPoints().time_is_up


def _extinct(table: KTable) -> tuple[str, ...]:
    """The Houses that have no living heir."""
    return tuple(house for house in HOUSES if not line(table.state, table.content, house))


def _bonus(table: KTable, seat: Seat, extinct: tuple[str, ...]) -> Bonus:
    """Whether a seat is on the winning side: the House that has outlived the other, and the
    families that serve it; a neutral family gains nothing (families-victory.10)."""
    state = table.state
    served = house_served(state, seat)
    if not extinct or not served or served in extinct:
        return ""
    # A family gains less with the House it does not favour (families-victory.11).
    return "winning" if served == favours(state, table.content, seat) else "unfavoured"
