"""Where nobles may go now, according to the offers of a movement phase."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.rules.kernel import Choice, Field, Offer, Prompt
from bot.rules.kingmaker.conditions.abroad import shut_squares
from bot.rules.kingmaker.ids import NobleId, PlaceId, SquareId
from bot.seats.kingmaker_steward.outlook import Outlook

_Ways = list[tuple[frozenset[SquareId], Offer]]
"""Some squares, and the offer that takes a noble to any of them, one after another."""


class OpenMoves:
    """Where each noble may go now, and which offer takes him there.

    Nobody reverses a step that he took in this phase: he does not come out of a place he went into,
    does not march back, and neither gets a Free Move to go where he could have gone without it nor
    goes there once he has one. Going in and out costs no steps, so a noble who did both could carry
    on for ever.
    """

    def __init__(self, outlook: Outlook, prompt: Prompt) -> None:
        self.free: dict[NobleId, Offer] = {}
        self._outlook = outlook
        self.enter: list[Offer] = []
        self.leave: list[Offer] = []
        ways: dict[NobleId, _Ways] = {}
        afoot: dict[NobleId, frozenset[SquareId]] = {}
        for offer in prompt.offers:
            if offer.verb in ("march", "ride"):
                squares = frozenset(offer.field("to").ids(SquareId))
                for noble in offer.field("nobles").ids(NobleId):
                    if offer.verb == "march":
                        afoot[noble] = squares | afoot.get(noble, frozenset())
                    ways.setdefault(noble, []).append((squares, offer))
            elif offer.verb == "free_move":
                for noble in offer.field("nobles").ids(NobleId):
                    self.free[noble] = offer
            elif offer.verb == "enter":
                self.enter.append(offer)
            elif offer.verb == "leave" and (left := _without_newcomers(outlook, offer)):
                self.leave.append(left)
        self.arrived = {noble for noble in afoot if _under_way(outlook, noble, afoot[noble])}
        """Nobles who have marched and been given no second move: they have only the rest of their
        steps left.
        """
        ahead = {noble: self._ahead(noble, found) for noble, found in ways.items()}
        self.marches = {noble: found for noble, found in ahead.items() if found}

    def _ahead(self, noble: NobleId, ways: _Ways) -> _Ways:
        """The given ways of a noble, without the squares to which he would be going back and, if he
        has been given a second move, those to which he could have gone without it."""
        outlook = self._outlook
        arrived = noble in self.arrived
        if arrived and has_come_home(outlook, noble):
            return []
        known = frozenset() if arrived else _known(outlook, noble)
        left = ((squares - known - _behind(outlook, noble, squares), way) for squares, way in ways)
        return [(squares, way) for squares, way in left if squares]

    def again(self, noble: NobleId) -> frozenset[SquareId]:
        """The squares to which a noble can march with a Free Move; if he has marched, only those
        that he could not reach before.
        """
        if noble not in self.free:
            return frozenset()
        outlook = self._outlook
        square, board = outlook.nobles[noble].square, outlook.board
        shut = shut_squares(board, outlook.content, outlook.view.overseas)
        ahead = frozenset(board.reach(square)) - {square} - shut - _known(outlook, noble)
        return ahead - _behind(outlook, noble, ahead)

    def to(self, noble: NobleId, square: SquareId) -> Offer | None:
        """The offer by which a noble may go to a square."""
        for squares, offer in self.marches.get(noble, ()):
            if square in squares:
                return offer
        return None

    def squares(self, nobles: Sequence[NobleId]) -> set[SquareId]:
        """Squares to which all of these nobles may go, each in one step of the plan."""
        common: set[SquareId] | None = None
        for noble in nobles:
            mine: set[SquareId] = set()
            for squares, _ in self.marches.get(noble, ()):
                mine |= squares
            common = mine if common is None else common & mine
        return common or set()


def has_second_move(outlook: Outlook, prompt: Prompt) -> bool:
    """Whether a noble of the moving seat has been given a Free Move and has not yet used it."""
    return any(
        outlook.nobles[noble].marched
        and not _under_way(outlook, noble, frozenset(offer.field("to").ids(SquareId)))
        for offer in prompt.offers
        if offer.verb == "march"
        for noble in offer.field("nobles").ids(NobleId)
    )


def has_fetched(outlook: Outlook, noble: NobleId) -> bool:
    """Whether a noble has an heir with him who has not moved with him in this phase."""
    return any(not outlook.view.heirs[heir].travelled for heir in outlook.nobles[noble].heirs)


def _under_way(outlook: Outlook, noble: NobleId, squares: frozenset[SquareId]) -> bool:
    """Whether a noble has marched and has only the rest of his steps left: none of the ``squares``
    to which he can go is as far away as he could go with all his steps."""
    seen, stride = outlook.nobles[noble], outlook.content.ruleset.land_squares
    if not seen.marched:
        return False
    cost = outlook.board.reach(seen.square, stride)
    return max(cost[square] for square in squares) < max(cost.values())


def _known(outlook: Outlook, noble: NobleId) -> frozenset[SquareId]:
    """The squares that need no Free Move, because a noble who has marched could have gone there
    straight away."""
    seen = outlook.nobles[noble]
    return outlook.ways_from(seen.came_from) | {seen.came_from} if seen.marched else frozenset()


def has_come_home(outlook: Outlook, noble: NobleId) -> bool:
    """Whether a noble keeps heirs and has marched to walls of his own where there is room for him:
    he goes in, instead of to the next walls and back again."""
    square = outlook.nobles[noble].square
    home = next((place for place in outlook.own_places if place.square == square), None)
    if home is None or not outlook.heirs_with(noble) or has_fetched(outlook, noble):
        return False
    return not outlook.within.get(home.id) or outlook.power(noble) <= outlook.room(home)


def _behind(outlook: Outlook, noble: NobleId, squares: frozenset[SquareId]) -> frozenset[SquareId]:
    """The squares, among these, to which a noble would be going back in this phase: the one he set
    out from and all that are no farther from it than he is now, except walls of his own if he keeps
    an heir. If he has gone into a place, he stays there: going to any of them would be going back.

    A noble who has fetched an heir may well take him home.
    """
    seen = outlook.nobles[noble]
    if has_fetched(outlook, noble):
        return frozenset()
    if seen.inside is not None and not seen.boards:
        return squares
    if not seen.marched:
        return frozenset()
    start = seen.came_from
    gone = outlook.steps(start, seen.square)
    back = {square for square in squares if outlook.steps(start, square) <= gone}
    if outlook.heirs_with(noble):
        back.difference_update(place.square for place in outlook.own_places)
    return frozenset(back | {start})


def _without_newcomers(outlook: Outlook, offer: Offer) -> Offer | None:
    """An offer to come out, for the nobles who were inside when the phase began; None if there are
    none."""
    field = offer.field("nobles")
    able = tuple(noble for noble in field.ids(NobleId) if outlook.nobles[noble].boards)
    if not able:
        return None
    others = [each for each in offer.fields if each is not field]
    return replace(offer, fields=(replace(field, candidates=able), *others))


def fitting(
    outlook: Outlook, field: Field, nobles: Sequence[NobleId], chosen: tuple[NobleId, ...] = ()
) -> tuple[NobleId, ...]:
    """As many of these nobles as a field allows, keepers of heirs first, then the strongest.

    These nobles join those already ``chosen``.
    """
    wanted = [n for n in field.ids(NobleId) if n in nobles]
    wanted.sort(key=lambda n: (not outlook.heirs_with(n), -outlook.power(n), n))
    for noble in wanted:
        if field.problem((*chosen, noble)) is None:
            chosen = (*chosen, noble)
    return chosen


def entry(outlook: Outlook, offer: Offer, nobles: Sequence[NobleId]) -> Choice | None:
    """Enter with as many of these nobles as there is room for, keepers of heirs first."""
    chosen = fitting(outlook, offer.field("nobles"), nobles)
    if not chosen:
        return None
    return Choice("enter", {"nobles": chosen, "place": offer.field("place").ids(PlaceId)})
