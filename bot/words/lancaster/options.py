"""Menu options: the name of each candidate, and what a player needs to know about it."""

from __future__ import annotations

from collections.abc import Callable

from bot.rules.kernel import Field, Offer, Seat
from bot.rules.lancaster.content import Reward
from bot.rules.lancaster.corrections import EXTENSION
from bot.rules.lancaster.knights import strength_at
from bot.rules.lancaster.sides import ALLYS, ALLYS_RULE
from bot.rules.lancaster.state import ALLY
from bot.rules.lancaster.view import BoardView, ConflictView, HouseView
from bot.words.lancaster import corrections as words_corrections
from bot.words.lancaster.names import (
    PHASES,
    Lexicon,
    house,
    markers,
    points,
    price,
    reward,
    squires,
)
from bot.words.phrases import cut, described, often, plural
from bot.words.shape import LABEL_LIMIT, Names

Facts = tuple[str, list[str]]


class Look:
    """One seat's view, with the names of the things in it."""

    def __init__(self, lex: Lexicon, view: BoardView, names: Names | None) -> None:
        self.lex = lex
        self.view = view
        self.names: Names = names or (lambda seat: f"Player {seat + 1}")

    def house(self, side: int) -> HouseView:
        """A side as the view shows it. Raises StopIteration if there is no such side."""
        return next(found for found in self.view.houses if found.side == side)

    def acting(self, offer: Offer) -> HouseView | None:
        """The side that an offer acts for; None for a spectator."""
        if self.view.seat is None:
            return None
        allys = offer.rule == ALLYS_RULE or any(
            f.name == "house" and ALLYS in f.candidates for f in offer.fields
        )
        return self.house(self.view.seat + ALLY if allys else self.view.seat)

    def conflict(self, card: str) -> ConflictView | None:
        """A conflict on the board."""
        return next((found for found in self.view.conflicts if found.card == card), None)


def option(
    lex: Lexicon,
    offer: Offer,
    field: Field,
    candidate: str,
    view: BoardView,
    names: Names | None = None,
) -> tuple[str, str]:
    """Label and description of a candidate."""
    describe = _FIELDS.get(field.name, _anything)
    name, facts = describe(Look(lex, view, names), offer, candidate)
    # A fact that only repeats the name is dropped.
    told = [f for f in facts if f and f.removeprefix("1 ").casefold() != name.casefold()]
    return cut(name[:1].upper() + name[1:], LABEL_LIMIT), described(told)


def _anything(look: Look, offer: Offer, candidate: str) -> Facts:
    return look.lex.kind(candidate), []


def _house(look: Look, offer: Offer, candidate: str) -> Facts:
    if candidate == ALLYS:
        return "Your ally", [f"court {_court(look, ALLY)}"]
    return "You", [f"court {_court(look, 0)}"]


def _court(look: Look, offset: int) -> str:
    """The knights at the court of the viewer, or of his ally."""
    if look.view.seat is None:
        return "not shown"
    return ", ".join(map(str, look.house(look.view.seat + offset).court)) or "empty"


# Knights and squires


def _knight(look: Look, offer: Offer, candidate: str) -> Facts:
    if ":" in candidate:
        stronger = strength_at(candidate) + 1
        return look.lex.stander(candidate), [f"becomes strength {stronger}"]
    acting = look.acting(offer)
    count = 0 if acting is None else acting.court.count(int(candidate))
    return f"strength-{candidate} knight", [f"{count} at court"] if count else []


def _squires(look: Look, offer: Offer, candidate: str) -> Facts:
    count = int(candidate)
    strength = next((int(f.candidates[0]) for f in offer.fields if f.name == "knight"), 0)
    facts = [f"he counts {strength + count}"]
    acting = look.acting(offer)
    if acting is not None and acting.squires is not None:
        screened = look.lex.content.has_screens(look.view.seats)
        facts.append(f"{acting.squires - count} left{' behind your screen' if screened else ''}")
    return squires(count) if count else "no squires", facts


# Where to


def _county(look: Look, offer: Offer, candidate: str) -> Facts:
    seen = look.view.counties[candidate]
    county = look.lex.content.counties[candidate]
    left = plural(seen.noblemen, "nobleman", "noblemen")
    if offer.verb == "nobleman":
        return look.lex.lord(candidate), [f"{left} left in the stack"]
    held = ""
    if seen.side is not None:
        strength = seen.knight + seen.squires
        held = f"held by {house(look.names, seen.side)}, strength {strength}"
    acting = look.acting(offer)
    gives, left = reward(county.reward), f"{left} left"
    if acting is not None and acting.ally and void(look, acting, county.reward):
        gives = _VOID_FOR_ALLY
    elif acting is not None and candidate in acting.noblemen:
        left = "its lord sits at your table"
    starter = "names the starter" if county.names_starter else ""
    return county.name, [held, gives, starter, left, f"minimum {county.minimum}"]


def _space(look: Look, offer: Offer, candidate: str) -> Facts:
    content, acting = look.lex.content, look.acting(offer)
    allys = acting is not None and acting.ally
    space = (content.ally_spaces if allys else content.spaces)[candidate]
    facts = [look.lex.space_gives(space)]
    if acting is not None and offer.verb == "castle" and void(look, acting, space.reward):
        facts.append("no use as things stand")
    return space.name, facts


def _card(look: Look, offer: Offer, candidate: str) -> Facts:
    lex, found = look.lex, look.conflict(candidate)
    facts = [f"France {lex.content.conflicts[candidate].strength}"]
    if found is not None:
        strengths = {s.side: sum(s.knights) for s in found.stacks}
        facts.append(f"England {sum(strengths.values())}")
        there = []
        if look.view.seat is not None:
            own, allys = look.view.seat, look.view.seat + ALLY
            there += [f"you have {strengths[own]} there"] if own in strengths else []
            there += [f"your ally has {strengths[allys]} there"] if allys in strengths else []
        if strengths and not there:
            there = [plural(len(strengths), "side") + " there"]
        facts += there
        if found.row == "lower":
            facts.append("second round")
    return lex.conflict(candidate), [*facts, lex.prizes(candidate)]


_VOID_FOR_ALLY = "no use to your ally"


def void(look: Look, acting: HouseView, found: Reward) -> bool:
    """Whether a reward, which is no extension, would currently give a side nothing."""
    if acting.ally:
        found = Reward(recruit=found.recruit, upgrade=found.upgrade, nobleman=found.nobleman)
    if found.gold or found.squires or found.votes or found.points:
        return False
    lords = {c for c, seen in look.view.counties.items() if seen.noblemen}
    return not (
        (found.recruit and min(look.lex.content.ruleset.knights) in acting.reserve)
        or (found.upgrade and any(k + 1 in acting.reserve for k in _knights(look, acting)))
        or (found.nobleman and lords - set(acting.noblemen))
    )


def _knights(look: Look, acting: HouseView) -> list[int]:
    """The strengths of all of a side's knights outside its reserve."""
    stacks = [s for c in look.view.conflicts for s in c.stacks if s.side == acting.side]
    return [
        *acting.court,
        *acting.castle.values(),
        *(seen.knight for seen in look.view.counties.values() if seen.side == acting.side),
        *(knight for stack in stacks for knight in stack.knights),
    ]


# Tiles, markers, purchases, players


def _tile(look: Look, offer: Offer, candidate: str) -> Facts:
    if offer.verb == EXTENSION:
        return words_corrections.tile(look.lex, candidate, look.names), []
    tile, acting = look.lex.content.favours[candidate], look.acting(offer)
    facts = [reward(tile.reward)]
    if acting is not None and void(look, acting, tile.reward):
        facts = [_VOID_FOR_ALLY if acting.ally else "no use to you now"]
    return tile.name, facts


def _markers(look: Look, offer: Offer, candidate: str) -> Facts:
    count = int(candidate)
    name = markers(count) if count else "no voting markers"
    return name, [plural(1 + count, "vote")]


def _times(look: Look, offer: Offer, candidate: str) -> Facts:
    count = int(candidate)
    law = look.lex.content.laws[offer.field("law").candidates[0]]
    return often(count), [f"{reward(law.reward.times(count))} for {price(law.price, count)}"]


def _law(look: Look, offer: Offer, candidate: str) -> Facts:
    law = look.lex.content.laws[candidate]
    return law.name, [law.text]


def _player(look: Look, offer: Offer, candidate: str) -> Facts:
    seat = Seat(int(candidate))
    facts = [points(look.house(seat).points)]
    if seat == look.view.seat:
        facts.insert(0, "you")
    if seat == look.view.starter:
        facts.append("has the marker now")
    return look.names(seat), facts


def _seat(look: Look, offer: Offer, candidate: str) -> Facts:
    return look.names(Seat(int(candidate))), []


def _amount(look: Look, offer: Offer, candidate: str) -> Facts:
    return candidate, []


def _piece(look: Look, offer: Offer, candidate: str) -> Facts:
    return words_corrections.piece(look.lex, candidate, look.names), []


def _lord(look: Look, offer: Offer, candidate: str) -> Facts:
    return words_corrections.lord(look.lex, candidate, look.names), []


def _to(look: Look, offer: Offer, candidate: str) -> Facts:
    return words_corrections.target(look.lex, candidate, look.names), []


def _phase(look: Look, offer: Offer, candidate: str) -> Facts:
    return PHASES[candidate], []


def _round(look: Look, offer: Offer, candidate: str) -> Facts:
    return f"round {candidate}", []


_FIELDS: dict[str, Callable[[Look, Offer, str], Facts]] = {
    "house": _house,
    "knight": _knight,
    "squires": _squires,
    "county": _county,
    "space": _space,
    "card": _card,
    "tile": _tile,
    "markers": _markers,
    "times": _times,
    "law": _law,
    "seat": _seat,
    "amount": _amount,
    "piece": _piece,
    "lord": _lord,
    "to": _to,
    "phase": _phase,
    "round": _round,
    "player": _player,
}


# The order of a long menu


def options_order(lex: Lexicon, offer: Offer, field: Field, view: BoardView) -> list[str]:
    """All candidates in order: counties by letter, numbers from the smallest."""
    return list(field.candidates)
