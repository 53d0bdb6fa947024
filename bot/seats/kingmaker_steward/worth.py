"""What things are worth to a steward, and what may happen to them: points and chances.

A point is worth about as much as eight troops. The numbers were found by playing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.components import RATIOS, Combat, reaches
from bot.rules.kingmaker.ids import HeirId, NobleId, SquareId
from bot.rules.kingmaker.victory.reign import NEVER
from bot.seats.kingmaker_steward import reckoning, winning
from bot.seats.kingmaker_steward.outlook import Outlook

FAIR_WEATHER = 0.87
"""How likely the weather is to let an attack go ahead."""

_EAGER = 0.6
"""How often an enemy who could attack does so."""

_UNFORESEEN = 0.02
"""The risk to a party in the open that nobody seems able to reach."""

_PLAGUE_DREAD = 2.0
"""How much more heavily the chance of plague is weighed, as a factor: plague kills for good, and
nobles who stay are still there when the next card is drawn."""

_ROYAL_POOL = 130.0
_REIGNING = 130.0
_IN_THE_WAY = 30.0
_DECISIVE = 150.0


def noble_worth(outlook: Outlook, noble: NobleId) -> float:
    """What a noble is worth with his cards, without the heirs he holds."""
    known: float | None = outlook.known.get(noble)
    if known is None:
        seen = outlook.nobles[noble]
        crown = outlook.content.crown
        bishops = sum(crown[card].kind == "bishop" for card in seen.cards)
        cards = (card for card in (noble, seen.title, seen.office, *seen.cards) if card)
        votes = sum(reckoning.votes_in(outlook, card) for card in cards)
        known = outlook.known[noble] = seen.troops / 8 + 1 + 3 * bishops + votes
    return known


def heir_worth(outlook: Outlook, heir: HeirId) -> float:
    """What a living heir is worth: the fewer are left, the more, and most of all if he is King or
    can be crowned.
    """
    worth = heir_weight(outlook, heir)
    if outlook.counts_reigns and outlook.view.heirs[heir].crowned and heir != outlook.reigning:
        # A seat with a better heir than this King (Henry never counts) wants him dead.
        rival = any(heir != mine != NEVER for mine in outlook.my_heirs)
        return worth * (2.0 if rival else 1.0)
    return worth


def heir_weight(outlook: Outlook, heir: HeirId) -> float:
    """What a living heir is worth to his holder, no matter who is looking."""
    votes = reckoning.votes_with(outlook, heir)
    if outlook.counts_reigns:
        return _claim_worth(outlook, heir) + votes
    seen = outlook.view.heirs[heir]
    line = outlook.living
    if outlook.view.sides:  # the game is over when one House has no heir left
        line = [one for one in line if outlook.view.heirs[one].house == seen.house]
    worth = _ROYAL_POOL / max(2, len(line))
    if seen.crowned:
        return worth * 1.5 + votes
    return worth * (1.2 if heir in outlook.crownable else 0.8) + votes


def _claim_worth(outlook: Outlook, heir: HeirId) -> float:
    """What an heir is worth in a game that is won by holding the sole King for some turns."""
    if heir == outlook.reigning:
        return _REIGNING
    if outlook.view.heirs[heir].crowned:
        return _IN_THE_WAY
    claims = [one for one in outlook.living if one != NEVER]
    worth = _ROYAL_POOL / max(2, len(claims))
    return worth * (1.4 if heir in outlook.crownable else 0.8)


def party_worth(outlook: Outlook, nobles: Iterable[NobleId]) -> float:
    """What nobles are worth with all the heirs they hold."""
    total = 0.0
    for noble in nobles:
        total += noble_worth(outlook, noble)
        total += sum(heir_worth(outlook, heir) for heir in outlook.heirs_with(noble))
    return total


def place_worth(outlook: Outlook, place: Place) -> float:
    """What a fortress is worth on its own: its votes, its cathedral, and what its loss costs the
    holder."""
    if not place.is_fortress:
        return 0.0
    each = 0.2 + reckoning.vote_worth(outlook)
    worth = 1.0 + each * place.commons + (1.0 if place.cathedral else 0.0)
    return worth + (0.8 if outlook.holder(place.id) is not None else 0.0)


def prize(outlook: Outlook, nobles: Collection[NobleId], heirs: Iterable[HeirId]) -> float:
    """What it is worth to capture these nobles and heirs from others."""
    gained = dict.fromkeys(heirs)
    total = sum(noble_worth(outlook, noble) for noble in nobles)
    for noble in nobles:
        gained.update(dict.fromkeys(outlook.heirs_with(noble)))
    total += sum(heir_worth(outlook, heir) for heir in gained)
    total += _DECISIVE if _decides(outlook, gained) else 0.0
    return total + winning.crowns_taken(outlook, gained) + winning.last_hope(outlook, nobles)


def _decides(outlook: Outlook, gained: Collection[HeirId]) -> bool:
    """Whether the game is as good as won with these heirs: the others have none left; or, if points
    decide, the other House has none left and the player who takes them has the most points.
    """
    if outlook.counts_reigns or not gained:
        return False
    if not outlook.view.sides:
        return bool(outlook.other_heirs) and all(heir in gained for heir in outlook.other_heirs)
    house = winning.ends(outlook, (*gained, *outlook.my_heirs))
    return bool(house) and winning.best_if_extinct(outlook, house) == outlook.seat


def win_chance(outlook: Outlook, strength: int, opposed: int) -> float:
    """The chance of winning a battle, leaving the weather aside."""
    if outlook.content.ruleset.use.battle == "event_card":
        return _reached(outlook, strength, opposed)
    return _by_table(outlook, strength, opposed)


def _by_table(outlook: Outlook, strength: int, opposed: int) -> float:
    row = outlook.content.battle.row_for(strength, opposed)
    return 0.0 if row is None else (100 - row.none) / 100


def fail_chance(outlook: Outlook, strength: int, opposed: int) -> float:
    """The chance that an attack fails; where a card decides, that the defenders win."""
    if outlook.content.ruleset.use.battle == "event_card":
        return _reached(outlook, opposed, strength)
    row = outlook.content.battle.row_for(strength, opposed)
    return 1.0 if row is None else row.fails / 100


def _reached(outlook: Outlook, larger: int, smaller: int) -> float:
    """The share of the cards that may decide a battle by which ``larger`` wins it: none, unless it
    is in fact the larger (base-9.8)."""
    halves: Counter[Combat] | None = outlook.known.get(_reached)
    if halves is None:
        drawn = (outlook.content.events[card].combat for card in outlook.view.to_draw)
        halves = outlook.known[_reached] = Counter(half for half in drawn if half in RATIOS)
    won = sum(cards for half, cards in halves.items() if reaches(half, larger, smaller))
    return won / max(1, halves.total())


def danger(outlook: Outlook, square: SquareId, place: Place | None, strength: int) -> float:
    """The chance that a party is lost before its seat's next turn, in the open or inside, weighted
    by how much its player fears it.
    """
    fear = outlook.stance.fear * reckoning.still_to_come(outlook)
    return min(1.0, fear * _peril(outlook, square, place, strength))


def _peril(outlook: Outlook, square: SquareId, place: Place | None, strength: int) -> float:
    threat = outlook.threat(square)
    if place is None:
        if not threat:
            return _UNFORESEEN
        # Whatever decides battles: a foe who is a little too weak may find more men in time.
        return _EAGER * FAIR_WEATHER * _by_table(outlook, threat, strength)
    garrison = place.garrison if place.is_fortress or place.is_open_town else 0
    defence = garrison + strength
    plague = 0.0
    if place.id in outlook.content.plagued:
        plague = _PLAGUE_DREAD * len(outlook.view.seats) / len(outlook.content.events)
    if threat >= defence:
        return plague + _EAGER * FAIR_WEATHER
    return plague + (0.08 if 2 * threat >= defence else 0.0)
