"""Reading a view: who is where, who holds what, and how strong they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.rules.kernel import Seat
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.ids import NO_PLACE, HeirId, NobleId, PlaceId, ShipId, SquareId
from bot.rules.kingmaker.prospects import odds
from bot.rules.kingmaker.ships.command import ShipView
from bot.rules.kingmaker.succession import BEAUFORT_HEIR
from bot.rules.kingmaker.view import BoardView, HeirView, NobleView
from bot.words.kingmaker.names import Lexicon
from bot.words.phrases import listed, plural
from bot.words.shape import Names


class Lookout:
    """A view, read by place, square or piece."""

    def __init__(self, lex: Lexicon, view: BoardView, names: Names | None = None) -> None:
        self.lex = lex
        self.view = view
        self.names = names
        """The players' names without markup; None if they were not given."""

    def is_mine(self, noble: NobleId) -> bool:
        """Whether a noble belongs to the player whose view this is."""
        return noble in self.view.nobles and self.view.nobles[noble].seat == self.view.seat

    def divided(self, nobles: Sequence[NobleId]) -> tuple[Sequence[NobleId], Sequence[NobleId]]:
        """These nobles, divided into the viewer's own and the others."""
        return [n for n in nobles if self.is_mine(n)], [n for n in nobles if not self.is_mine(n)]

    def nobles_in(self, square: SquareId) -> list[NobleId]:
        """Nobles in the open in a square."""
        return [
            key
            for key, noble in self.view.nobles.items()
            if noble.square == square
            and noble.inside is None
            and noble.aboard is None
            and noble.captor is None
        ]

    def nobles_inside(self, place: PlaceId) -> list[NobleId]:
        """Nobles inside a place."""
        return [
            key
            for key, noble in self.view.nobles.items()
            if noble.inside == place and noble.captor is None
        ]

    def nobles_aboard(self, ship: ShipId) -> list[NobleId]:
        """Nobles aboard a ship."""
        return [key for key, noble in self.view.nobles.items() if noble.aboard == ship]

    def is_guest(self, noble: NobleId) -> bool:
        """Whether a noble is inside another player's place."""
        seen = self.view.nobles[noble]
        holder = self.holder(seen.inside) if seen.inside is not None else None
        return holder in self.view.nobles and self.view.nobles[holder].seat != seen.seat

    def lone_heirs(self, square: SquareId) -> list[HeirId]:
        """Living heirs in a square who have no keeper, whether in the open or inside a place."""
        return [
            key
            for key, heir in self.view.heirs.items()
            if heir.alive and heir.holder is None and heir.square == square
        ]

    def lone_heirs_facts(self, square: SquareId) -> list[str]:
        """Heirs in a square who have no keeper, in the open or within walls that guard them.

        `Edward unguarded`, `Edward in Durham (200)`.
        """
        found: dict[PlaceId | None, list[str]] = {}
        for heir in self.lone_heirs(square):
            found.setdefault(self.view.heirs[heir].inside, []).append(self.lex.kind(heir))
        return [f"{listed(heirs)} {self._guarded(inside)}" for inside, heirs in found.items()]

    def heirs_near(self, square: SquareId) -> list[str]:
        """The living heirs within one march, the nearest first: `Edward 2 squares away`."""
        near = {square: 0, **self.lex.board.reach(square)}
        heirs = self.view.heirs.items()
        found = [(near[h.square], key) for key, h in heirs if h.alive and h.square in near]
        return [
            f"{self.lex.kind(key)} {plural(steps, 'square') + ' away' if steps else 'here'}"
            for steps, key in sorted(found)
        ]

    def comers(self, square: SquareId, seat: Seat | None, opposed: int) -> list[list[NobleId]]:
        """Other seats' forces that are in a square, or can reach it in one march, and are at least
        as strong as ``opposed``.
        """
        forces: dict[tuple[Seat, SquareId], list[NobleId]] = {}
        for key, noble in self.view.nobles.items():
            if noble.seat != seat and noble.captor is None and noble.aboard is None:
                forces.setdefault((noble.seat, noble.square), []).append(key)
        return [
            nobles
            for (_, start), nobles in forces.items()
            if start in self.lex.board.squares
            and square in {start, *self.lex.board.reach(start)}
            and self.strength(nobles) >= opposed
        ]

    def threats(self, square: SquareId, opposed: int) -> list[str]:
        """Other players' forces that can reach a square in one march and are at least as strong as
        ``opposed``: `Neville (60) could come`."""
        forces = self.comers(square, self.view.seat, opposed)
        return [f"{self.force(nobles, 2)} could come" for nobles in forces]

    def risks(self, noble: NobleId) -> list[str]:
        """The first force found that could come in one march and is at least as strong as the
        noble's own, or as the defence of the place he is in; empty if there is none.
        """
        seen = self.view.nobles[noble]
        if seen.square not in self.lex.board.squares or seen.aboard is not None:
            return []
        place = self.lex.board.places.get(seen.inside or NO_PLACE)
        beside = [n for n in self.nobles_in(seen.square) if self.view.nobles[n].seat == seen.seat]
        opposed = self.strength(beside) if place is None else self.defence(place)
        return self.threats(seen.square, opposed)[:1]

    def _guarded(self, inside: PlaceId | None) -> str:
        place = self.lex.board.places.get(inside or NO_PLACE)
        if place is None:
            return "unguarded"
        guard = self.defence(place)
        return f"in {place.name} ({guard})" if guard else f"in {place.name}, unguarded"

    def strength(self, nobles: Iterable[NobleId]) -> int:
        """The total troops of several nobles."""
        return sum(self.view.nobles[noble].troops for noble in nobles)

    def holder(self, place: PlaceId) -> NobleId | None:
        """The noble who controls a fortress; None if nobody does."""
        return self.view.control.get(place)

    def garrison(self, place: Place) -> int:
        """The garrison's strength as it counts now."""
        return odds.garrison(self.lex.content, self.view, place.id)

    def defence(self, place: Place) -> int:
        """The strength of the garrison and of all nobles inside."""
        return self.garrison(place) + self.strength(self.nobles_inside(place.id))

    # In words, without markup

    def force(self, nobles: Iterable[NobleId], limit: int = 3) -> str:
        """Nobles with their troops: `Neville (60) and Roos (20)`."""
        named = sorted(nobles, key=lambda n: (-self.view.nobles[n].troops, n))
        words = [f"{self.lex.kind(n)} ({self.view.nobles[n].troops})" for n in named[:limit]]
        if len(named) > limit:
            words.append(f"{len(named) - limit} more")
        return listed(words)

    def held(self, place: Place) -> str:
        """What a fortress is and whose: `your castle`, `neutral castle`, `Neville’s castle`."""
        holder, kind = self.view.control.get(place.id), self.lex.fortress(place.id)
        if holder is None:
            return f"neutral {kind}"
        return f"your {kind}" if self.is_mine(holder) else f"{self.lex.kind(holder)}’s {kind}"

    def place_facts(self, place: Place) -> list[str]:
        """What kind of place this is, who holds it, and how well it is guarded."""
        if place.kind == "special":
            return [self.lex.fortress(place.id)]
        facts = [self.held(place) if place.is_fortress else self.lex.fortress(place.id)]
        if place.id in self.view.sieges:
            facts.append("under siege")
        inside = self.nobles_inside(place.id)
        friends, foes = self.divided(inside) if inside else ((), ())
        if foes:
            facts.append(f"{self.force(foes, 2)} inside")
        if friends:
            facts.append(f"your {listed(self.lex.kind(n) for n in friends[:3])} inside")
        if place.garrison and not (place.is_open_town and not inside):
            facts.append(f"garrison {self.garrison(place)}")
        return facts

    def shelter_facts(self, place: Place) -> list[str]:
        """A description of a place for nobles who may go inside, with a warning if plague may kill
        everybody there.
        """
        plague = ["plague may strike"] if place.id in self.lex.content.plagued else []
        return [*self.place_facts(place), *plague]

    def noble_facts(self, noble_id: NobleId) -> list[str]:
        """A noble: his troops, where he is, the heirs he keeps, his title and office; from his card
        if he is not in play.
        """
        noble = self.view.nobles.get(noble_id)
        if noble is None or not (noble.square or noble.aboard):
            return self.lex.card_facts(noble_id)[1:]
        facts = [f"{noble.troops} troops", self.spot(noble)]
        if self.names is not None and not self.is_mine(noble_id):
            facts.insert(0, self.names(noble.seat))
        if noble.heirs:
            facts.insert(-1, f"with {listed(self.lex.kind(heir) for heir in noble.heirs)}")
        if noble.captor is not None:
            facts.insert(0, "captive")
        return [*facts, *self.ranks(noble_id, noble)]

    def spot(self, noble: NobleView) -> str:
        """A noble's whereabouts: inside a place, in the open, or `aboard Le Swan at Lynn`."""
        if noble.aboard is None:
            return self.lex.spot(noble.square, noble.inside)
        ship = self.view.ships.get(noble.aboard)
        where = "" if ship is None else f" {self.moored(ship)}"
        return f"aboard {self.lex.kind(noble.aboard)}{where}"

    def moored(self, ship: ShipView) -> str:
        """A ship's whereabouts: `at Lynn`, `at sea (The Downs)`."""
        if ship.port is not None:
            return f"at {self.lex.place(ship.port)}"
        return f"at sea ({self.lex.kind(ship.sea or '')})"

    def ship_facts(self, ship_id: ShipId) -> list[str]:
        """A ship: where she is, who is aboard, how much she carries, whose she is."""
        ship = self.view.ships.get(ship_id)
        known = self.lex.content.ships.get(ship_id)
        carries = [] if known is None else [f"carries {known.capacity}"]
        if ship is None:
            return carries
        aboard = self.nobles_aboard(ship_id)
        facts = [self.moored(ship), *([f"aboard: {self.force(aboard)}"] if aboard else [])]
        heirs = [heir for noble in aboard for heir in self.view.nobles[noble].heirs]
        if heirs:
            facts.append(f"with {listed(self.lex.kind(heir) for heir in heirs)}")
        owner = [] if ship.noble is None else [f"{self.lex.kind(ship.noble)}’s"]
        return [*facts, *carries, *owner]

    def ranks(self, noble_id: NobleId, noble: NobleView) -> list[str]:
        """A noble's title and office."""
        printed = self.lex.content.crown[noble_id].title
        cards = [card for card in (noble.title, noble.office) if card is not None]
        return [*([printed] if printed else []), *(self.lex.kind(card) for card in cards)]

    def heir_facts(self, heir_id: HeirId) -> list[str]:
        """An heir: whether he is King, or his place in the line, and who has him or where he is."""
        heir = self.view.heirs.get(heir_id)
        if heir is None:
            return []
        facts = [self.rank(heir_id, heir)]
        if heir_id == BEAUFORT_HEIR:
            return facts
        if heir.holder is not None:
            facts.append(f"with {self.lex.kind(heir.holder)}")
            if heir.holder in self.view.nobles:
                return [*facts, self.spot(self.view.nobles[heir.holder])]
        return [*facts, self.lex.spot(heir.square, heir.inside)]

    def rank(self, heir_id: HeirId, heir: HeirView) -> str:
        """`King, of Lancaster`, `first in the line of York`, `third in the line of York`."""
        house = self.lex.house(heir.house)
        if not heir.alive:
            return f"dead, of {house}"
        if heir.crowned:
            return f"{self.lex.style(heir_id)}, of {house}"
        steps = {1: "first", 2: "second", 3: "third", 4: "fourth"}
        return f"{steps.get(heir.rank, 'last')} in the line of {house}"
