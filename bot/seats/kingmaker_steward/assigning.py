"""Cards: which nobles get them, which cards are kept, and where new nobles appear."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import Choice, Offer, Prompt, Seat
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.ids import CardId, NobleId, PlaceId
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.reckoning import votes_in
from bot.seats.kingmaker_steward.worth import danger, noble_worth

_KINDS = {"office": 9.0, "title": 7.0, "bishop": 6.0, "mercenary": 3.0, "place": 3.0, "ship": 2.0}

_GUARD = 3.0
"""How much better mercenaries suit the noble who keeps a House's heirs, in points."""
_PLAGUE = 2.0
"""How heavily plague counts against a place, as a cost for all the heirs of a House together."""
_FOES = 6.0
"""How much a foe with 50 troops counts, as a cost, against keeping heirs in the square of his
castle.
"""


def card_worth(outlook: Outlook, card: CardId) -> float:
    """The worth of a card in hand, in points."""
    known = outlook.content.crown.get(card)
    if known is None:
        event = outlook.content.events[card]
        return 2.5 if event.kind == "free_move" else 0.8
    worth = _KINDS.get(known.kind, 4.0) + known.troops / 15
    return worth + (3.0 if known.archbishop else 0.0) + votes_in(outlook, card)


def lay(outlook: Outlook, offer: Offer) -> tuple[float, Choice]:
    """The best card of an offer with the best noble for it, and a score."""
    crown = outlook.content.crown
    best: tuple[float, Choice] | None = None
    for card_id in offer.field("card").ids(CardId):
        card = crown[card_id]
        for noble in offer.field("noble").ids(NobleId):
            score = fitness(outlook, card.kind, noble) + card_worth(outlook, card_id)
            if best is None or score > best[0]:
                best = (score, Choice.of(offer.verb, card=card_id, noble=noble))
    assert best is not None
    return best


def fitness(outlook: Outlook, kind: str, noble: NobleId) -> float:
    """How well a card of one kind suits a noble: the strong get more, captives less."""
    seen = outlook.nobles[noble]
    company = [
        n
        for n in outlook.mine
        if outlook.nobles[n].square == seen.square and outlook.nobles[n].inside == seen.inside
    ]
    score = noble_worth(outlook, noble) / 10 + outlook.total(company) / 100
    if kind == "bishop":
        score += 3.0 * any(heir in outlook.crownable for heir in seen.heirs) + bool(seen.heirs)
        score += 1.5 * any(outlook.clerics([noble]))
    elif kind == "title":
        score += 1.0 * bool(seen.heirs)
    elif (
        kind == "mercenary" and outlook.view.sides
    ):  # at first, one noble keeps all of a House's heirs
        score += _GUARD * bool(seen.heirs)
    return score - (2.0 if seen.captor is not None else 0.0)


def assign(outlook: Outlook, prompt: Prompt) -> Choice:
    """Give out the next card; if it is a noble, he appears first."""
    for offer in prompt.offers:
        if offer.verb == "raise":
            return settle(outlook, Prompt(prompt.seat, prompt.kind, (offer,)))
    return max((lay(outlook, offer) for offer in prompt.offers), key=lambda found: found[0])[1]


def play_now(outlook: Outlook, prompt: Prompt) -> Choice | None:
    """Play a card from the hand if it can do good straight away."""
    offers = tuple(offer for offer in prompt.offers if offer.verb in ("raise", "play"))
    return assign(outlook, Prompt(prompt.seat, prompt.kind, offers)) if offers else None


def keep_or_play(outlook: Outlook, prompt: Prompt) -> Choice:
    """Give away or play the card just drawn, if anybody can take it; otherwise keep it."""
    return give_away(outlook, prompt) or play_now(outlook, prompt) or Choice("keep")


def give_away(outlook: Outlook, prompt: Prompt) -> Choice | None:
    """Give away a card that no noble of the House can take, or that the weakest family on its side
    needs.

    The family needs mercenaries or a bishop if its troops are fewer than half those of the House.
    """
    offers = {offer.verb: offer for offer in prompt.offers}
    if "hand_out" not in offers:
        return None
    gift = offers["hand_out"]
    card = gift.field("card").ids(CardId)[0]
    friends = [f for f in gift.field("family").candidates if outlook.served(Seat(int(f)))]
    troops = {f: _troops(outlook, Seat(int(f))) for f in friends}
    able = [family for family in friends if troops[family]]
    if not able:
        return None
    weakest = min(able, key=lambda family: (troops[family], family))
    spare = outlook.content.crown[card].kind in ("mercenary", "bishop")
    needed = spare and 2 * troops[weakest] < _troops(outlook, outlook.seat)
    if "play" in offers and not needed:
        return None
    return Choice.of("hand_out", card=card, family=weakest)


def _troops(outlook: Outlook, seat: Seat) -> int:
    return outlook.total(key for key, noble in outlook.nobles.items() if noble.seat == seat)


def trim(outlook: Outlook, prompt: Prompt) -> Choice:
    """Play a card, or discard the least valuable one."""
    played = play_now(outlook, prompt)
    if played is not None:
        return played
    cards: Sequence[CardId] = outlook.view.hand
    for offer in prompt.offers:
        if offer.verb == "discard":
            cards = offer.field("card").ids(CardId)
    return Choice.of("discard", card=min(cards, key=lambda c: (card_worth(outlook, c), c)))


def settle(outlook: Outlook, prompt: Prompt) -> Choice:
    """The place where a new noble appears: safe, and near the others."""
    offer = prompt.offers[0]
    names = [field.name for field in offer.fields]
    who = "noble" if "noble" in names else "card"
    noble = offer.field(who).ids(NobleId)[0]
    castle = safest(outlook, noble, offer.field("castle").ids(PlaceId))
    return Choice(offer.verb, {who: (noble,), "castle": (castle,)})


def safest(outlook: Outlook, noble: NobleId, castles: Sequence[PlaceId]) -> PlaceId:
    """The castle where a new noble is safe, and near the others."""
    strength = outlook.content.crown[noble].troops

    def cost(castle: PlaceId) -> tuple[float, PlaceId]:
        place = outlook.board.places[castle]
        lost = castle in outlook.view.invaders
        neutral = not lost and outlook.holder(castle) in (None, outlook.seat)
        risk = danger(outlook, place.square, place if neutral else None, strength)
        far = sum(
            (outlook.board.steps_between(place.square, outlook.nobles[n].square) or 0)
            * outlook.power(n)
            for n in outlook.mine
        )
        total = max(1, outlook.total(outlook.mine))
        heirs = _against_heirs(outlook, noble, place)
        return risk * (strength / 8 + 1) + far / total / 10 + heirs + (0 if neutral else 2), castle

    return min(castles, key=cost)


def _against_heirs(outlook: Outlook, noble: NobleId, place: Place) -> float:
    """What counts against a place for a player who begins with heirs: plague may strike there, and
    foes may be nearby in their own castles.

    These dangers count before nobles are placed, when no threat can be seen yet.
    """
    seen = outlook.nobles.get(noble)
    if seen is None or seen.square or not seen.heirs:
        return 0.0
    foes = [n for n, one in outlook.nobles.items() if not outlook.served(one.seat)]
    content, places = outlook.content, outlook.board.places
    homes = [(foe, places[castle].square) for foe in foes for castle in content.castles_of(foe)]
    away = [(outlook.steps(place.square, home), content.crown[foe].troops) for foe, home in homes]
    near = max((_FOES * troops / 50 / (1 + steps) for steps, troops in away), default=0.0)
    return near + (_PLAGUE if place.id in content.plagued else 0.0)
