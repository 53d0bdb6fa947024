"""What a steward does in Parliament: bishops, proposals, motions, and going home."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import Choice, Offer, Prompt
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId
from bot.seats.kingmaker_steward.assigning import card_worth, fitness
from bot.seats.kingmaker_steward.calling import would_dethrone
from bot.seats.kingmaker_steward.chancery import speaker
from bot.seats.kingmaker_steward.fighting import go_home
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.rivals import might
from bot.seats.kingmaker_steward.voting import interest, keeps, last_leader, stake, takes, will_pass
from bot.seats.kingmaker_steward.worth import danger

_LAST_ROUND = "3"
_UNTOUCHED = (-1.0, 0)
"""Nobody is safer than the one who stays where Parliament met: nobody may fight there."""
_BETTER = 0.1


# Bishops


def grant_bishop(outlook: Outlook, prompt: Prompt) -> Choice:
    """Give the best bishop to the noble of this seat whom he suits best or, if none can take one,
    the least valuable bishop to the weakest noble of the weakest faction.
    """
    offer = prompt.offers[0]
    cards, takers = offer.field("card").ids(CardId), offer.field("noble").ids(NobleId)
    mine = [noble for noble in takers if noble in outlook.mine]
    if mine:
        card = max(cards, key=lambda c: (card_worth(outlook, c), c))
        return _best(outlook, "grant_bishop", card, mine)
    card = min(cards, key=lambda c: (card_worth(outlook, c), c))
    return Choice.of("grant_bishop", card=card, noble=_poorest(outlook, takers))


def _best(outlook: Outlook, verb: str, card: CardId, nobles: list[NobleId]) -> Choice:
    kind = outlook.content.crown[card].kind
    noble = max(nobles, key=lambda n: (fitness(outlook, kind, n), n))
    return Choice.of(verb, card=card, noble=noble)


def _poorest(outlook: Outlook, nobles: tuple[NobleId, ...]) -> NobleId:
    """The noble whose faction is weakest or, if that faction has several nobles here, the weakest
    of them."""
    return min(
        nobles,
        key=lambda n: (might(outlook, outlook.nobles[n].seat), outlook.nobles[n].troops, n),
    )


# Titles and offices


def propose(outlook: Outlook, prompt: Prompt) -> Choice:
    """Put the cards to the vote one by one; give them out in the last round.

    If this seat led the first round too, it now offers to others what its own nobles failed to get
    then. But if it leads the last round as well, it keeps that until it can take it without a vote.
    """
    number, sitting = prompt.facts.get("round"), outlook.view.sitting
    again = number == "2" and sitting is not None and sitting.caller == outlook.seat
    leads_last = last_leader(outlook) == outlook.seat
    for offer in prompt.offers:
        if offer.verb != "propose":
            continue
        if number == _LAST_ROUND:
            return _give(outlook, offer)
        if again:
            choice = None if leads_last else _second_thoughts(outlook, offer)
        else:
            lost = _voted_down(outlook) and not _of_another_kind(outlook, offer)
            later = number == "1" and speaker(outlook) == outlook.seat
            choice = _proposal(outlook, offer, hopeful=not lost, later=later)
        if choice is not None:
            return choice
    return Choice("done")


def offer_chancery(outlook: Outlook, prompt: Prompt) -> Choice:
    """An offer, if only the caller makes offers: a card that his own nobles can win, or a bargain.

    A seat that was wrong about the votes on one card will be wrong about the next one too, because
    the same people vote; so once it has been voted down, it stops offering.
    """
    for offer in () if _voted_down(outlook) else prompt.offers:
        if offer.verb == "propose":
            choice = _proposal(outlook, offer, hopeful=False)
            if choice is not None:
                return choice
    return Choice("done")


def _voted_down(outlook: Outlook) -> bool:
    """Whether the last vote was on this seat's own motion and went against it: a player who has
    just been voted down does not try again, but the leader of the next round may.
    """
    sitting, ledger = outlook.view.sitting, outlook.view.ledger
    mover = next((deed.by for deed in reversed(ledger) if deed.kind == "moved"), outlook.seat)
    return sitting is not None and sitting.passed is False and mover == outlook.seat


def _of_another_kind(outlook: Outlook, offer: Offer) -> bool:
    """Whether none of the cards that the houses have refused in this round are of the kind offered:
    a leader whose title was refused still tries an office.
    """
    crown, left = outlook.content.crown, offer.field("card").ids(CardId)
    gone = {crown[card].kind for card in outlook.view.chancery_cards if card not in left}
    return bool(gone) and crown[left[0]].kind not in gone


def _by_worth(outlook: Outlook, offer: Offer) -> list[CardId]:
    cards = offer.field("card").ids(CardId)
    return sorted(cards, key=lambda card: (-card_worth(outlook, card), card))


def _give(outlook: Outlook, offer: Offer) -> Choice:
    """Give everything away in the third round: the best to this seat's nobles, the rest to weak
    factions."""
    takers = offer.field("noble").ids(NobleId)
    mine = [noble for noble in takers if noble in outlook.mine]
    cards = _by_worth(outlook, offer)
    if mine:
        return _best(outlook, "propose", cards[0], mine)
    return Choice.of("propose", card=cards[-1], noble=_poorest(outlook, takers))


def _proposal(
    outlook: Outlook, offer: Offer, *, hopeful: bool, later: bool = False
) -> Choice | None:
    """A proposal for a voted round: one that others will support, preferably for one of this seat's
    nobles. If ``hopeful``, this seat tries even what seems hopeless, because others may change
    their minds, but not if the card would meanwhile fall into worse hands: if this seat leads the
    next round, it can give the card to another ``later``.
    """
    takers = offer.field("noble").ids(NobleId)
    mine = [noble for noble in takers if noble in outlook.mine]
    for card in _by_worth(outlook, offer):
        own = _best(outlook, "propose", card, mine) if mine else None
        if own is not None and will_pass(outlook, card, own.one("noble", NobleId)):
            return own
        other = _for_another(outlook, card, takers)
        tries = own is not None and hopeful
        lost_to = 0.0 if later else _left_alone(outlook, card, takers)
        if other is not None and (not tries or lost_to < 0):
            return other
        if tries:
            return own
    return None


def _second_thoughts(outlook: Outlook, offer: Offer) -> Choice | None:
    """A card that this seat's nobles could have taken but were not given, now for another player's
    noble."""
    takers = offer.field("noble").ids(NobleId)
    if not any(noble in outlook.mine for noble in takers):
        return None
    found = (_for_another(outlook, card, takers) for card in _by_worth(outlook, offer))
    return next((choice for choice in found if choice is not None), None)


def _for_another(outlook: Outlook, card: CardId, takers: tuple[NobleId, ...]) -> Choice | None:
    """Another player's noble with whom a card does good, or less harm than with the leader of the
    last round, who gives out as he likes whatever is not voted on. If that is this seat, only what
    it could not keep anyway is for others."""
    leader = last_leader(outlook)
    if leader is None or (leader == outlook.seat and keeps(outlook, leader, card)):
        return None
    options = [
        (interest(outlook, outlook.seat, card, noble), noble)
        for noble in takers
        if outlook.nobles[noble].seat != outlook.seat
    ]
    best = max(options, default=None)
    worst = min(0.0, _left_alone(outlook, card, takers))
    if best is None or best[0] <= worst + _BETTER or not will_pass(outlook, card, best[1]):
        return None
    return Choice.of("propose", card=card, noble=best[1])


def _left_alone(outlook: Outlook, card: CardId, takers: tuple[NobleId, ...]) -> float:
    """What it means to this seat to leave a card to the leader of the last round, if he can take it
    himself."""
    leader = last_leader(outlook)
    if leader is None or not takes(outlook, leader, card):
        return 0.0
    his = (noble for noble in takers if outlook.nobles[noble].seat == leader)
    return min((interest(outlook, outlook.seat, card, noble) for noble in his), default=0.0)


# Motions


def move(outlook: Outlook, prompt: Prompt) -> Choice:
    """Have the enemy King declared illegitimate if the motion would pass."""
    for offer in prompt.offers:
        if offer.verb == "declare_illegitimate" and would_dethrone(outlook, outlook.seat):
            return Choice("declare_illegitimate", {"noble": offer.field("noble").ids(NobleId)[:1]})
    return Choice("done")


def take_card(outlook: Outlook, prompt: Prompt) -> Choice:
    """Take a title or an office that is offered."""
    return Choice("agree")


def approve_office(outlook: Outlook, prompt: Prompt) -> Choice:
    """Approve the transfer of an office if it does no harm."""
    return Choice("agree" if stake(outlook, outlook.seat, prompt.facts) >= 0 else "decline")


# Going home


def goes_home_with_heirs(outlook: Outlook, asked: Sequence[Prompt]) -> bool:
    """Whether nobles of this seat are about to go home from Parliament and it has heirs."""
    return any(prompt.kind == "return_home" for prompt in asked) and bool(outlook.my_heirs)


def hand_on(outlook: Outlook, prompt: Prompt, asked: Sequence[Prompt]) -> Choice | None:
    """Before its nobles go home from Parliament, hand an heir to one who will be safer there: in
    less danger or, if nobody seems to be in any, behind a stronger defence."""
    if not goes_home_with_heirs(outlook, asked):
        return None
    homes: dict[NobleId, tuple[float, int]] = {}
    for offer in (offer for question in asked for offer in question.offers):
        for noble in offer.field("noble").ids(NobleId) if offer.verb == "go_home" else ():
            castles = offer.field("castle").ids(PlaceId)
            homes.setdefault(noble, min(_at_home(outlook, noble, castle) for castle in castles))
        for noble in offer.field("noble").ids(NobleId) if offer.verb == "stay" else ():
            homes[noble] = _UNTOUCHED
    for offer in prompt.offers:
        if offer.verb != "transfer":
            continue
        for thing in offer.field("thing").candidates:
            kind, _, name = thing.partition(":")
            keeper = outlook.view.heirs[HeirId(name)].holder if kind == "heir" else None
            able = [noble for noble in offer.field("noble").ids(NobleId) if noble in homes]
            if keeper not in homes or not able:
                continue
            best = min(able, key=lambda noble: (homes[noble], noble))
            if homes[best] < homes[keeper]:
                return Choice.of("transfer", thing=thing, noble=best)
    return None


def _at_home(outlook: Outlook, noble: NobleId, castle: PlaceId) -> tuple[float, int]:
    """The danger to a noble in one of his castles, and the strength of its defence, negative."""
    place = outlook.board.places[castle]
    shelter = place if outlook.enterable(place) else None
    strength = outlook.power(noble, place.square)
    defence = strength + (place.garrison if shelter else 0)
    return danger(outlook, place.square, shelter, strength), -defence


def return_home(outlook: Outlook, prompt: Prompt) -> Choice:
    """Let the noble who called Parliament stay where nobody may fight; send the others to their
    safest castles."""
    for offer in prompt.offers:
        if offer.verb == "stay":
            return Choice("stay", {"noble": offer.field("noble").ids(NobleId)})
    for offer in prompt.offers:
        if offer.verb == "go_home":
            return go_home(outlook, Prompt(prompt.seat, prompt.kind, (offer,)))
    return Choice("done")
