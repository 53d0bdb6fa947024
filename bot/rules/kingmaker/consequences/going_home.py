"""The way home, and heirs taken, after combat and Parliament (house §5.16 to §5.19).

A noble who goes straight home: to one of his own castles, or to the nearest friendly place.

`home_of` follows ishkibibble-vacillating.10. Positions are in squares, and the sea is no obstacle.
"""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.consequences.changes import give_heir, pick_up_heirs, stand
from bot.rules.kingmaker.consequences.havens import haven
from bot.rules.kingmaker.consequences.keeping import end_counts
from bot.rules.kingmaker.forces.strength import fits, may_enter
from bot.rules.kingmaker.ids import NO_PLACE, NO_SHIP, HeirId, NobleId, PlaceId
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.state import KStep, KTable, Noble
from bot.rules.kingmaker.succession import heirs_with

_TOWNS = ("fortified_town", "open_town", "unfortified_town")
_CASTLES = ("royal_castle", "noble_castle")
_NEXT_BEST = (_TOWNS, ("city",), _CASTLES)
"""The kinds of place, the first choice first, where a noble goes if all his own castles are
closed."""


def position_of(table: KTable, noble: Noble) -> tuple[int, int]:
    """The position of a noble, in squares; aboard a ship, that of the ship."""
    board, square = table.content.board, noble.square
    ship = table.state.ships.get(noble.aboard or NO_SHIP)
    if ship is not None:
        if ship.sea is not None:
            x, y = board.seas[ship.sea].at
            return int(x), int(y)
        square = board.places[ship.port or NO_PLACE].square
    return board.squares[square].col, board.squares[square].row


def home_of(table: KTable, noble_id: NobleId, *, elsewhere: bool = True) -> Place:
    """The nearest of a noble's own castles that lets him in; failing that, if he may go
    ``elsewhere``, the nearest friendly town, city or castle (ishkibibble-vacillating.10).

    Distances are as the crow flies; between equals, the first by name counts. If none will let the
    noble in, he goes to his first castle and stays outside it.
    """
    board = table.content.board
    seat = table.state.nobles[noble_id].seat
    here = position_of(table, table.state.nobles[noble_id])
    castles = [board.places[castle] for castle in table.content.castles_of(noble_id)]
    others = board.places.values() if elsewhere else ()
    choices = [castles, *([p for p in others if p.kind in kinds] for kinds in _NEXT_BEST)]
    for places in choices:
        friendly = (p for p in places if may_enter(table, seat, p) and fits(table, noble_id, p))
        nearest = board.nearest(here, friendly)
        if nearest is not None:
            return nearest
    return castles[0]


def send_home(table: KTable, noble_id: NobleId, *, elsewhere: bool = True) -> Place:
    """Send a noble home with the heirs he keeps. Returns the place he goes to."""
    home = home_of(table, noble_id, elsewhere=elsewhere)
    stand(table, noble_id, home)
    end_counts(table, heirs_with(table.state, noble_id))
    pick_up_heirs(table, noble_id)
    return home


class KeepHeirs(KStep, tag="keep_heirs"):
    """The player who took heirs, or is left with them, says which of his nobles keeps each."""

    heirs: list[HeirId]
    nobles: list[NobleId]
    meanwhile = IllegalChoice(
        "house-5.3", "First say which of your nobles keeps the captured heir."
    )

    def prompts(self, table: KTable) -> list[Prompt]:
        nobles = self._keepers(table)
        current = table.state.heirs[self.heirs[0]].holder if self.heirs else None
        if current is None or current not in nobles:  # dead, or given away already
            return []
        heir = self.heirs[0]
        seat = table.state.nobles[current].seat
        fields = (Field("heir", (heir,)), Field("noble", nobles))
        offer = Offer("keep_heir", fields, "house-5.3")
        default = Choice.of("keep_heir", heir=heir, noble=current)
        return [Prompt(seat, "keep_heir", (offer,), default=default, facts={"heir": heir})]

    def advance(self, table: KTable) -> None:
        if self.heirs:
            self.heirs.pop(0)
        else:
            table.finish(self)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        heir, noble = self.heirs.pop(0), choice.one("noble", NobleId)
        if table.state.heirs[heir].holder != noble:
            give_heir(table, heir, noble)

    def _keepers(self, table: KTable) -> tuple[NobleId, ...]:
        return tuple(noble for noble in self.nobles if noble in table.state.nobles)


class GoHome(KStep, tag="go_home"):
    """Nobles go straight to a Home Castle: inside a free one, otherwise outside one.

    ``cause`` is retreat or ransom.
    """

    nobles: list[NobleId]
    cause: str

    def prompts(self, table: KTable) -> list[Prompt]:
        if not self.nobles or self.nobles[0] not in table.state.nobles:
            return []
        noble = self.nobles[0]
        homes = procedures(table).captives
        castles, rule = home_castles(table, noble), "house-5.16b"
        if self.cause == "ransom":
            castles, rule = homes.homes(table, noble, open_castles(table, noble)), homes.home_rule
        fields = (Field("noble", (noble,)), Field("castle", castles))
        seat = table.state.nobles[noble].seat
        home = haven(table, noble, seat, castles)
        return [
            Prompt(
                seat,
                "go_home",
                (Offer("go_home", fields, rule),),
                default=Choice.of("go_home", noble=noble, castle=home),
                facts={"noble": noble, "cause": self.cause},
            )
        ]

    def advance(self, table: KTable) -> None:
        if self.nobles:
            self.nobles.pop(0)
        else:
            table.finish(self)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        self.nobles.pop(0)
        go_home(table, choice.one("noble", NobleId), choice.one("castle", PlaceId), self.cause)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        rule = procedures(table).captives.home_rule if self.cause == "ransom" else "house-5.16b"
        return IllegalChoice(rule, "First say which castle your noble goes home to.")


def home_castles(table: KTable, noble_id: NobleId) -> tuple[PlaceId, ...]:
    """The Home Castles that a noble may enter; if there are none, those outside which he may
    stay."""
    castles: tuple[PlaceId, ...] = table.content.castles_of(noble_id)
    return open_castles(table, noble_id) or castles


def open_castles(table: KTable, noble_id: NobleId) -> tuple[PlaceId, ...]:
    """The castles of a noble that he may enter and that have room for him."""
    seat = table.state.nobles[noble_id].seat
    places = table.content.board.places
    return tuple(
        castle
        for castle in table.content.castles_of(noble_id)
        if may_enter(table, seat, places[castle]) and fits(table, noble_id, places[castle])
    )


def go_home(table: KTable, noble_id: NobleId, castle: PlaceId, cause: str) -> None:
    """Put a noble inside his castle, or in the open outside it if he cannot enter."""
    noble, place = table.state.nobles[noble_id], table.content.board.places[castle]
    inside = may_enter(table, noble.seat, place) and fits(table, noble_id, place)
    table.state.stand(noble_id, place.square, castle if inside else None)
    table.emit(facts.WentHome(noble_id, noble.square, noble.inside, cause))
    pick_up_heirs(table, noble_id)
