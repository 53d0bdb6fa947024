"""Where nobles may go now, as the offers of a movement phase tell it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.rules.kernel import Choice, Field, Offer, Prompt
from bot.seats.kingmaker_steward.outlook import Outlook


class OpenMoves:
    """Where each noble may go now, and by which offer.

    Nobody comes out of where he went in during this phase: in and out takes no steps, so whoever
    took that back could go on for ever.
    """

    def __init__(self, outlook: Outlook, prompt: Prompt) -> None:
        self.marches: dict[str, list[tuple[frozenset[str], Offer]]] = {}
        self.free: dict[str, Offer] = {}
        self.enter: list[Offer] = []
        self.leave: list[Offer] = []
        for offer in prompt.offers:
            if offer.verb in ("march", "ride"):
                squares = frozenset(offer.field("to").candidates)
                for noble in offer.field("nobles").candidates:
                    self.marches.setdefault(noble, []).append((squares, offer))
            elif offer.verb == "free_move":
                for noble in offer.field("nobles").candidates:
                    self.free[noble] = offer
            elif offer.verb == "enter":
                self.enter.append(offer)
            elif offer.verb == "leave" and (left := _without_newcomers(outlook, offer)):
                self.leave.append(left)

    def to(self, noble: str, square: str) -> Offer | None:
        """The offer by which a noble may go to a square."""
        for squares, offer in self.marches.get(noble, ()):
            if square in squares:
                return offer
        return None

    def squares(self, nobles: Sequence[str]) -> set[str]:
        """Squares to which all of these nobles may go, each in one step of the plan."""
        common: set[str] | None = None
        for noble in nobles:
            mine: set[str] = set()
            for squares, _ in self.marches.get(noble, ()):
                mine |= squares
            common = mine if common is None else common & mine
        return common or set()


def _without_newcomers(outlook: Outlook, offer: Offer) -> Offer | None:
    """An offer to come out, for those who were inside as the phase began; None without any."""
    field = offer.field("nobles")
    able = tuple(noble for noble in field.candidates if outlook.nobles[noble].boards)
    if not able:
        return None
    others = [each for each in offer.fields if each is not field]
    return replace(offer, fields=(replace(field, candidates=able), *others))


def fitting(
    outlook: Outlook, field: Field, nobles: Sequence[str], chosen: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """As many of these nobles as a field admits, keepers of heirs first, then the strongest.

    They join those who are ``chosen`` already.
    """
    wanted = [n for n in field.candidates if n in nobles]
    wanted.sort(key=lambda n: (not outlook.heirs_with(n), -outlook.power(n), n))
    for noble in wanted:
        if field.problem((*chosen, noble)) is None:
            chosen = (*chosen, noble)
    return chosen


def entry(outlook: Outlook, offer: Offer, nobles: Sequence[str]) -> Choice | None:
    """Enter with as many of these nobles as there is room for, keepers of heirs first."""
    chosen = fitting(outlook, offer.field("nobles"), nobles)
    if not chosen:
        return None
    return Choice("enter", {"nobles": chosen, "place": offer.field("place").candidates})
