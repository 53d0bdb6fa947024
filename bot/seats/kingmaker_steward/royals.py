"""Royal heirs: who keeps them, who is crowned, and which of them should die.

A King seeks shelter, but an heir who may be crowned goes with his clergy to where a coronation is
possible.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.rules.kernel import Choice, Prompt
from bot.rules.kingmaker.ids import HeirId, NobleId, SquareId
from bot.rules.kingmaker.victory.reign import NEVER
from bot.rules.kingmaker.view import BoardView
from bot.seats.kingmaker_steward import winning
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.targets import targets
from bot.seats.kingmaker_steward.vetoes import in_the_way
from bot.seats.kingmaker_steward.worth import heir_worth

_BEAUFORT = "beaufort"
_PRETENDER = "pretender"


def keep(outlook: Outlook, prompt: Prompt) -> Choice:
    """An heir is kept by the strongest noble, or by one with clerics if the heir can be crowned."""
    offer = prompt.offers[0]
    heir = offer.field("heir").ids(HeirId)[0]
    crownable = heir in outlook.crownable

    def fitness(noble: NobleId) -> tuple[bool, int, NobleId]:
        return (crownable and outlook.may_crown([noble]), outlook.power(noble), noble)

    noble = max(offer.field("noble").ids(NobleId), key=fitness)
    return Choice(offer.verb, {"heir": (heir,), "noble": (noble,)})


def share(outlook: Outlook, prompt: Prompt) -> Choice:
    """Divide the heirs before the game, giving the half who are last in line to another noble."""
    gifts = [offer for offer in prompt.offers if offer.verb == "entrust"]
    kept = [offer.field("heir").ids(HeirId) for offer in gifts]
    most = max(kept, key=len, default=())
    if 2 * len(most) - sum(map(len, kept)) <= 1:
        return Choice("done")
    heir = max(most, key=lambda one: outlook.view.heirs[one].rank)
    return Choice.of(
        "entrust", heir=heir, noble=gifts[kept.index(most)].field("noble").ids(NobleId)[0]
    )


def crown(outlook: Outlook, prompt: Prompt) -> Choice:
    """Crown the most valuable heir who can be crowned, or ask for consent to it; crown nobody while
    this seat is winning the game with its King.
    """
    for offer in () if outlook.reigns else prompt.offers:
        if offer.verb == "crown":
            heirs = offer.field("heir").ids(HeirId)
            heir = max(heirs, key=lambda h: (heir_worth(outlook, h), h))
            return Choice("crown", {"heir": (heir,)})
    for offer in prompt.offers:
        if offer.verb == "ask_consent":
            return Choice("ask_consent", {"heir": offer.field("heir").ids(HeirId)[:1]})
    return Choice("done")


def candidate(outlook: Outlook) -> HeirId | None:
    """The heir the steward wants to see on the throne, out of this seat's own."""
    mine = outlook.my_heirs
    if not mine:
        return None
    heirs = outlook.view.heirs
    if outlook.counts_reigns:
        return _claimant(outlook)

    last = _last_before_beaufort(outlook)

    def claim(heir: HeirId) -> tuple[bool, bool, bool, bool, int, HeirId]:
        seen = heirs[heir]
        # Beaufort's own keeper cannot kill him, so Beaufort must be the one who is left.
        return (
            heir == _BEAUFORT,
            seen.crowned,
            heir == last,
            heir in outlook.crownable,
            -seen.rank,
            heir,
        )

    return max(mine, key=claim)


def _claimant(outlook: Outlook) -> HeirId | None:
    """The heir who is to be held as the sole King; never Henry."""
    heirs = outlook.view.heirs

    def claim(heir: HeirId) -> tuple[bool, bool, bool, int, HeirId]:
        reigns = heir == outlook.reigning
        return reigns, heirs[heir].crowned, heir in outlook.crownable, -heirs[heir].rank, heir

    return max((heir for heir in outlook.my_heirs if heir != NEVER), key=claim, default=None)


def _rival_of_a_reign(outlook: Outlook, chosen: HeirId) -> HeirId | None:
    """One of this seat's heirs who is in the way of the one who is to reign.

    Of this seat's own Kings, only the one who is to reign may live; once he reigns, nobody of the
    other house may live to be crowned against him. Spare heirs of his own house are kept, because
    they may succeed him.
    """
    heirs = outlook.view.heirs
    others = [heir for heir in outlook.my_heirs if heir not in (chosen, _BEAUFORT)]
    kings = [heir for heir in others if heirs[heir].crowned]
    if kings:
        next_in_line = any(
            heirs[king].house == heirs[chosen].house and heirs[chosen].rank == heirs[king].rank + 1
            for king in kings
        )
        ready = heirs[chosen].crowned or chosen in outlook.crownable or next_in_line
        return min(kings) if ready else None
    if outlook.reigning != chosen:
        return None
    return min((h for h in others if heirs[h].house != heirs[chosen].house), default=None)


def _last_before_beaufort(outlook: Outlook) -> HeirId | None:
    """The last living Lancastrian heir while Beaufort is in play: once this heir dies, Beaufort
    becomes an heir."""
    if _BEAUFORT not in outlook.nobles:
        return None
    heirs = [h for h in outlook.living if outlook.view.heirs[h].house == "lancaster"]
    return heirs[0] if len(heirs) == 1 and heirs[0] != _BEAUFORT else None


def surplus(outlook: Outlook) -> HeirId | None:
    """One of this seat's heirs who is in the way of its candidate; None if there is none.

    In games where Houses die out, every heir of the other House is in the way; but the last one
    lives for as long as somebody else would have the most points.
    """
    sides, heirs = outlook.view.sides, outlook.view.heirs
    if sides:
        serves = sides[outlook.seat].serves
        others = [h for h in outlook.my_heirs if serves and heirs[h].house != serves]
        heir = min((heir for heir in others if heir != _BEAUFORT), default=None)
        house = "" if heir is None else winning.ends(outlook, (heir,))
        return None if house and winning.best_if_extinct(outlook, house) != outlook.seat else heir
    chosen = candidate(outlook)
    if chosen is None:
        return None
    if outlook.counts_reigns:
        return _rival_of_a_reign(outlook, chosen)
    spared = (chosen, _BEAUFORT, _last_before_beaufort(outlook))
    spare = in_the_way(outlook, [h for h in outlook.my_heirs if h not in spared])
    if not spare:
        return None
    return min(spare, key=lambda h: (heir_worth(outlook, h), -heirs[h].rank, h))


def kill(outlook: Outlook, prompt: Prompt) -> Choice | None:
    """Kill one of this seat's heirs if that helps the candidate."""
    for offer in prompt.offers:
        if offer.verb == "kill_heir":
            heir = surplus(outlook)
            if heir is not None and heir in offer.field("heir").ids(HeirId):
                return Choice("kill_heir", {"heir": (heir,)})
    return None


def woo(outlook: Outlook, prompt: Prompt) -> Choice:
    """Always accept a noble who costs nothing."""
    offer = next((offer for offer in prompt.offers if offer.verb == "woo_heir"), None)
    return Choice("let_be") if offer is None else Choice.of("woo_heir", noble=prompt.facts["noble"])


def may_unmask(view: BoardView) -> bool:
    """Whether a pretender is alive, and the seat holds cards that might unmask him."""
    return bool(view.held) and any(h.house == _PRETENDER and h.alive for h in view.heirs.values())


def unmask(outlook: Outlook, prompt: Prompt) -> Choice | None:
    """Unmask pretenders if one is another player's, or if they are all that is in the way of this
    seat's heir.

    If a pretender is this seat's own, leave all of them alone, because he would die with the
    others.
    """
    heirs = outlook.view.heirs
    false = [heir for heir in outlook.living if heirs[heir].house == _PRETENDER]
    if not false or not any(offer.verb == "unmask" for offer in prompt.offers):
        return None
    seats = {outlook.heir_seat(heir) for heir in false}
    true_ones = [heir for heir in outlook.living if heir not in false]
    decides = bool(true_ones) and all(outlook.heir_seat(h) == outlook.seat for h in true_ones)
    theirs = seats - {outlook.seat, None}
    return Choice("unmask") if outlook.seat not in seats and (theirs or decides) else None


def two_houses(outlook: Outlook, prompt: Prompt) -> Choice:
    """Kill the least valuable heir of the house that is not the candidate's, but spare heirs who
    keep Beaufort from the crown."""
    chosen = candidate(outlook)
    heirs = outlook.view.heirs
    for offer in prompt.offers:
        if offer.verb == "kill_heir":
            others = [
                heir
                for heir in offer.field("heir").ids(HeirId)
                if chosen is None or heirs[heir].house != heirs[chosen].house
            ] or list(offer.field("heir").ids(HeirId))
            heir = min(others, key=lambda h: (heir_worth(outlook, h), h))
            spared = heir == _last_before_beaufort(outlook) and _BEAUFORT not in outlook.mine
            released = Choice.of("release_heir", heir=heir)
            if spared and prompt.find(released) is not None:
                return released
            return Choice.of("kill_heir", heir=heir)
    return prompt.default or Choice("done")


SAFE = 0.05
"""Up to this level of danger, a keeper of heirs may end a turn in the open on his way."""

PULL = 1.0
"""How many points it is worth to be a square nearer to the cathedral."""

_PATIENCE = 20
"""Nobody sets out for a cathedral, or for an heir, this many squares away or more."""


def goals(outlook: Outlook, free: Collection[NobleId]) -> dict[NobleId, SquareId]:
    """Where each of the nobles who could together crown an heir is to go, the nearest cathedral;
    and who sets out to fetch each heir who is alone."""
    best: tuple[int, SquareId, tuple[NobleId, ...]] | None = None
    for target in targets(outlook):
        if target.kind != "crown" or not set(target.members) <= set(free):
            continue
        way = max(outlook.steps(outlook.nobles[n].square, target.square) for n in target.members)
        if way < _PATIENCE and (best is None or (way, target.square) < best[:2]):
            best = (way, target.square, target.members)
    found = {} if best is None else dict.fromkeys(best[2], best[1])
    for target in targets(outlook):
        ways = [
            (outlook.steps(outlook.nobles[noble].square, target.square), noble)
            for noble in free
            if target.kind == "pick" and noble not in found and not outlook.heirs_with(noble)
        ]
        way, nearest = min(ways, default=(_PATIENCE, None))
        if nearest is not None and way < _PATIENCE:
            found[nearest] = target.square
    return found
