"""The votes of both houses, each player's interest, and how a ballot will probably end."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from bot.rules.kernel import Choice, Prompt, Seat, every_seat
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, ShipId
from bot.seats.kingmaker_steward.assigning import card_worth
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.reckoning import as_others_see
from bot.seats.kingmaker_steward.rivals import rivalry, share, weakest_rival
from bot.seats.kingmaker_steward.trust import mover_of, owed_yea

_SPITE = 0.5
_CHARITY = 0.2
STRONG = 1.05
"""From this degree of rivalry on, a steward says nay to another player's gains."""

_AGAINST_ONESELF = -9.0
"""Anything that would cost this much, in points, is voted down even if a vote is owed."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """Why something is good or bad for a seat, and how many points that is worth."""

    kind: str
    points: float


Votes = tuple[list[int], list[int]]
"""The votes of the Commons and of the Lords, by seat."""


# Votes


def votes_of(outlook: Outlook) -> Votes:
    """The votes in the Parliament that is sitting; before it sits, those of a full house."""
    sitting = outlook.view.sitting
    if sitting is not None and sitting.commons:
        return list(sitting.commons), list(sitting.lords)
    found: Votes | None = outlook.known.get(votes_of)
    if found is None:
        attending = [n for n in outlook.nobles if not outlook.besieged(n)]
        found = outlook.known[votes_of] = commons(outlook), lords(outlook, attending)
    return found


def commons(outlook: Outlook) -> list[int]:
    """Votes in the House of Commons by seat."""
    view, content = outlook.view, outlook.content
    votes = [0] * len(view.seats)
    king = sole_king(outlook)
    seat = None if king is None else outlook.heir_seat(king)
    if seat is not None:
        votes[seat] += content.votes.king_commons
    for heir in outlook.living:
        seat = outlook.heir_seat(heir)
        if seat is not None and view.heirs[heir].rank == 1:
            votes[seat] += content.votes.senior_heir_commons
    for key in outlook.nobles:
        for card_id in _cards(outlook, key):
            card = content.crown[card_id]
            if card.commons_if_no_sole_king:
                votes[outlook.nobles[key].seat] += content.votes.king_commons if king is None else 0
            else:
                votes[outlook.nobles[key].seat] += card.commons
    for place, holder in view.control.items():
        votes[outlook.nobles[holder].seat] += outlook.board.places[place].commons
    return votes


def lords(outlook: Outlook, attending: Collection[NobleId]) -> list[int]:
    """Votes in the House of Lords by seat, if these nobles attend."""
    votes = [0] * len(outlook.view.seats)
    for key in attending:
        seat = outlook.nobles[key].seat
        votes[seat] += sum(outlook.content.crown[card].lords for card in _cards(outlook, key))
        for heir in outlook.heirs_with(key):
            if outlook.view.heirs[heir].rank == 1:
                votes[seat] += outlook.content.votes.senior_heir_lords
    return votes


def _cards(outlook: Outlook, noble: NobleId) -> list[CardId]:
    seen = outlook.nobles[noble]
    return [card for card in (noble, seen.title, seen.office, *seen.cards) if card is not None]


def kings(outlook: Outlook) -> list[HeirId]:
    """The living Kings."""
    return [heir for heir in outlook.living if outlook.view.heirs[heir].crowned]


def sole_king(outlook: Outlook) -> HeirId | None:
    """The only King, or None."""
    found = kings(outlook)
    return found[0] if len(found) == 1 else None


def last_leader(outlook: Outlook) -> Seat | None:
    """The player who will lead the third round, and give out whatever is left without a vote.

    There is no such player if the caller offers the cards.
    """
    return None if outlook.free_parliament else senior_bishop(outlook)


def senior_bishop(outlook: Outlook) -> Seat | None:
    """The seat with the most senior bishop in Parliament; None if there is no bishop, or a tie."""
    sitting, crown = outlook.view.sitting, outlook.content.crown
    attending = outlook.nobles if sitting is None else sitting.attending
    given = () if sitting is None else sitting.bishops_given
    bishops = [
        (crown[card].lords, outlook.nobles[noble].seat)
        for noble in attending
        if noble in outlook.nobles and outlook.nobles[noble].captor is None
        for card in outlook.nobles[noble].cards
        if crown[card].kind == "bishop" and card not in given
    ]
    best = max((rank for rank, _ in bishops), default=0)
    seats = {seat for rank, seat in bishops if rank == best}
    return seats.pop() if len(seats) == 1 else None


# Interest


def interest(outlook: Outlook, seat: Seat, card: CardId, noble: NobleId) -> float:
    """What it means to a seat, in points, if a noble is given a card."""
    return weighed(outlook, seat, card, noble).points


def in_a_vote(outlook: Outlook, seat: Seat, card: CardId, noble: NobleId) -> Weighed:
    """What it means to a seat if both houses give a noble a card from the Chancery, and why.

    Whatever the houses do not give, the leader of the last round takes for his own nobles if he
    can: giving it to somebody else may then be the lesser evil.
    """
    found = weighed(outlook, seat, card, noble)
    leader, owner = last_leader(outlook), outlook.nobles[noble].seat
    if leader is None or leader in (seat, owner) or owner == seat:
        return found
    if not takes(outlook, leader, card):
        return found
    spared = found.points - _of_others(outlook, seat, leader, card).points
    return Weighed("lesser" if found.points <= 0 < spared else found.kind, spared)


def weighed(outlook: Outlook, seat: Seat, card: CardId, noble: NobleId) -> Weighed:
    """What it means to a seat if a noble is given a card, and why."""
    owner = outlook.nobles[noble].seat
    outlook = as_others_see(outlook, seat)
    worth = card_worth(outlook, card)
    if owner == seat:
        return Weighed("own", worth)
    if last_leader(outlook) == seat and keeps(outlook, seat, card):
        return Weighed("kept", -worth)
    return _of_others(outlook, seat, owner, card)


def _of_others(outlook: Outlook, seat: Seat, owner: Seat, card: CardId) -> Weighed:
    """What it means to a seat if another one has a card, and why."""
    worth = card_worth(outlook, card)
    if owner == weakest_rival(outlook, seat):
        return Weighed("weakest", _CHARITY * worth)
    danger = rivalry(outlook, owner, seat)
    if danger >= STRONG:
        return Weighed("strong", -_SPITE * worth * danger)
    return Weighed("harmless", -0.05 * worth)


def keeps(outlook: Outlook, seat: Seat, card: CardId) -> bool:
    """Whether a noble of a seat could take a card if the best cards of its kind went to the others
    first."""
    crown = outlook.content.crown

    def rank(one: CardId) -> tuple[float, CardId]:
        return -card_worth(outlook, one), one

    kind, lying = crown[card].kind, outlook.view.chancery_cards
    better = sum(crown[one].kind == kind and rank(one) < rank(card) for one in lying)
    nobles = outlook.nobles.items()
    return better < sum(seen.seat == seat and fits(outlook, n, kind) for n, seen in nobles)


def takes(outlook: Outlook, seat: Seat, card: CardId) -> bool:
    """Whether any noble of a seat could take this title, office or bishop."""
    return any(
        fits(outlook, noble, outlook.content.crown[card].kind)
        for noble, seen in outlook.nobles.items()
        if seen.seat == seat
    )


def fits(outlook: Outlook, noble: NobleId, kind: str) -> bool:
    """Whether a noble could take a card of one kind: title, office or bishop."""
    seen = outlook.nobles[noble]
    if seen.captor is not None or outlook.besieged(noble):
        return False
    titled = seen.title is not None or outlook.content.crown[noble].title is not None
    if kind == "title":
        return not titled
    if kind == "office":
        return titled and seen.office is None
    return not any(outlook.content.crown[card].kind == "bishop" for card in seen.cards)


def opinion(gain: float) -> str:
    """The vote that follows from a gain in points."""
    if gain > 0.3:
        return "yea"
    return "nay" if gain < -1.0 else "abstain"


def will_pass(outlook: Outlook, card: CardId, noble: NobleId) -> bool:
    """Whether a proposal would probably win both houses, or needs no vote."""
    if outlook.free_parliament and not outlook.content.ruleset.grants_voted:
        return True
    return carried(opinions(outlook, card, noble), votes_of(outlook))


def opinions(outlook: Outlook, card: CardId, noble: NobleId) -> list[str]:
    """How each seat would vote on giving a noble a card from the Chancery."""
    seats = every_seat(len(outlook.view.seats))
    return [opinion(in_a_vote(outlook, seat, card, noble).points) for seat in seats]


def carried(votes: Sequence[str], weights: Votes) -> bool:
    """Whether these votes win both houses."""
    return all(
        sum(w for vote, w in zip(votes, house, strict=True) if vote == "yea")
        > sum(w for vote, w in zip(votes, house, strict=True) if vote == "nay")
        for house in weights
    )


# The ballot


def vote(outlook: Outlook, prompt: Prompt) -> Choice:
    """Vote by interest on whatever is before Parliament, or as this seat has promised the mover."""
    gain = stake(outlook, outlook.seat, prompt.facts)
    mover = mover_of(outlook)
    if mover not in (None, outlook.seat) and gain > _AGAINST_ONESELF:
        assert mover is not None
        if owed_yea(outlook, mover):
            return Choice("yea")
    return Choice(opinion(gain))


def stake(outlook: Outlook, seat: Seat, motion: Mapping[str, str]) -> float:
    """What it means to a seat, in points, if a motion passes."""
    return ground_for(outlook, seat, motion).points


def ground_for(outlook: Outlook, seat: Seat, motion: Mapping[str, str]) -> Weighed:
    """What it means to a seat if a motion passes, and why."""
    if "ships" in motion:
        points = sum(_of_ship(outlook, seat, ShipId(ship)) for ship in motion["ships"].split(","))
        return Weighed("ships_own" if points > 0 else "ships", points)
    king, card = HeirId(motion.get("king", "")), CardId(motion.get("card", ""))
    noble, giver = (NobleId(CardId(motion.get(who, ""))) for who in ("noble", "giver"))
    if king in outlook.view.heirs:
        return _of_kings(outlook, seat, king, noble or None)
    if card in outlook.content.crown and noble in outlook.nobles:
        return _of_card(outlook, seat, card, noble, giver or None)
    return Weighed("nothing", 0.0)


def sides_of(
    outlook: Outlook, king: HeirId, mover: NobleId | None
) -> tuple[Seat | None, Seat | None]:
    """The player who gains by a motion on a King, and the one it is aimed at, if anybody holds that
    King.

    A motion moved by a noble is aimed at another player's King; any other would make the King in
    question the sole King (base-15.27), and so is aimed at the other one.
    """
    keeper = outlook.heir_seat(king)
    if mover in outlook.nobles and mover is not None:
        return outlook.nobles[mover].seat, keeper
    others = [outlook.heir_seat(other) for other in kings(outlook) if other != king]
    return keeper, others[0] if others else None


def _of_kings(outlook: Outlook, seat: Seat, king: HeirId, mover: NobleId | None) -> Weighed:
    """What a motion on a King means to a seat: its own King counts the most; otherwise the motion
    is good if it hurts the more dangerous player; of two who are about to win, the stronger.
    """
    gains, against = sides_of(outlook, king, mover)
    if seat == gains:
        return Weighed("king_own", 10.0)
    if seat == against:
        return Weighed("king_kept", -10.0)
    enemy, friend = (0.0 if s is None else rivalry(outlook, s, seat) for s in (against, gains))
    if enemy == friend:
        enemy, friend = (0.0 if s is None else share(outlook, s) for s in (against, gains))
    return Weighed("king", 5.0 * (enemy - friend))


def _of_card(
    outlook: Outlook, seat: Seat, card: CardId, noble: NobleId, giver: NobleId | None
) -> Weighed:
    """What it means to a seat if a card comes from the Chancery, or passes from one noble to
    another."""
    if giver is None or giver not in outlook.nobles:
        return in_a_vote(outlook, seat, card, noble)
    gain = weighed(outlook, seat, card, noble)
    loss = weighed(outlook, seat, card, giver)
    points = gain.points - loss.points
    if abs(loss.points) > abs(gain.points):
        return Weighed(f"from_{loss.kind}", points)
    return Weighed(gain.kind, points)


def _of_ship(outlook: Outlook, seat: Seat, ship: ShipId) -> float:
    """What it means to a seat if a lost ship returns to its office."""
    office = outlook.content.ships[ship].office
    holders = [noble.seat for noble in outlook.nobles.values() if noble.office == office]
    return 2.0 if seat in holders else -1.0


def _carries(outlook: Outlook, motion: Mapping[str, str]) -> bool:
    """Whether a motion would probably win both houses."""
    seats = every_seat(len(outlook.view.seats))
    return carried([opinion(stake(outlook, s, motion)) for s in seats], votes_of(outlook))


def recall(outlook: Outlook, prompt: Prompt) -> Choice:
    """Ask for the ships of this seat's own offices, if they will probably be granted."""
    for offer in prompt.offers:
        if offer.verb == "recall_ships":
            ships = offer.field("ships").ids(ShipId)
            own = tuple(ship for ship in ships if _of_ship(outlook, outlook.seat, ship) > 0)
            if own and _carries(outlook, {"ships": ",".join(own)}):
                return Choice("recall_ships", {"ships": own})
    return Choice("done")
