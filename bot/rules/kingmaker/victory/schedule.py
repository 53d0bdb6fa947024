"""What a faction is worth: the schedule of points (families-victory)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.forces.strength import controller, nobles_of, own_cards
from bot.rules.kingmaker.score_sheet import Bonus, PointKind, Points, ScoreSheet
from bot.rules.kingmaker.state import State

HALF = Fraction(1, 2)
BISHOP, ARCHBISHOP = 50, 100
SHIP, TOWN = Fraction(1, 5), Fraction(1, 10)
NOBLE = Fraction(3, 2)


def score_sheet(
    state: State, content: Content, seat: int, bonus: Bonus = "", *, out: bool = False
) -> ScoreSheet:
    """All that a faction has on the table: nobles, what lies beside them, ships and towns.

    Cards in hand are nobody's yet, and count nothing.
    """
    entries = tuple(_entries(state, content, seat))
    return ScoreSheet(entries, bonus, out)


def _entries(state: State, content: Content, seat: int) -> Iterator[Points]:
    for key in nobles_of(state, seat):
        for card in own_cards(key, state.nobles[key]):
            yield from of_card(content, card)
            for ship in content.ships_of(card):
                if ship in state.ships:
                    yield of_ship(content, ship)
    for place_id in state.control:
        if content.board.places[place_id].is_town_or_city and controller(state, place_id) == seat:
            yield of_town(content, place_id)


def of_ship(content: Content, ship: str) -> Points:
    """A ship; the Admiral's and the Warden's are among them (families-victory.6)."""
    return _points("ship", ship, content.ships[ship].capacity * SHIP)


def of_town(content: Content, place_id: str) -> Points:
    """A town or a city of one's own (families-victory.7)."""
    return _points("town", place_id, content.board.places[place_id].garrison * TOWN)


def of_card(content: Content, card_id: str) -> Iterator[Points]:
    """A card lying open: how much it is worth goes by its kind."""
    card = content.crown[card_id]
    extra = card.bonus * HALF
    if card.kind == "noble":  # what his own card says, without any title (families-victory.9)
        yield _points("noble", card_id, card.troops * NOBLE)
    elif card.kind == "office":  # everywhere, and half of what counts there only
        yield _points("office", card_id, card.troops + extra)  # families-victory.2
    elif card.kind == "title":
        yield _points("title", card_id, Fraction(card.troops))  # families-victory.3
    elif card.kind == "bishop" and card.archbishop:
        yield _points("archbishop", card_id, ARCHBISHOP + extra)  # families-victory.5
    elif card.kind == "bishop":
        yield _points("bishop", card_id, BISHOP + extra)  # families-victory.4
    elif card.kind == "mercenary":
        yield _points("mercenary", card_id, card.troops * HALF)  # families-victory.8


def _points(kind: PointKind, thing: str, value: Fraction) -> Points:
    return Points(kind, thing, value.numerator, value.denominator)
