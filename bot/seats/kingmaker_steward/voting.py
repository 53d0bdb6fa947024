"""Votes of both houses, what is in whose interest, and how a ballot will probably end."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bot.rules.kernel import Choice, Prompt
from bot.seats.kingmaker_steward.assigning import card_worth
from bot.seats.kingmaker_steward.picture import Picture
from bot.seats.kingmaker_steward.rivals import rivalry, weakest_rival

_SPITE = 0.5
_CHARITY = 0.2
_STRONG = 1.05
"""From this rivalry on a steward says nay to what another gains."""

Votes = tuple[list[int], list[int]]
"""The votes of the Commons and of the Lords, by seat."""


# Votes


def votes_of(picture: Picture) -> Votes:
    """The votes of the Parliament that sits; before it, those of a full house."""
    sitting = picture.view.sitting
    if sitting is not None and sitting.commons:
        return list(sitting.commons), list(sitting.lords)
    found: Votes | None = picture.known.get(votes_of)
    if found is None:
        attending = [n for n in picture.nobles if not picture.besieged(n)]
        found = picture.known[votes_of] = commons(picture), lords(picture, attending)
    return found


def commons(picture: Picture) -> list[int]:
    """Votes in the House of Commons by seat."""
    view, content = picture.view, picture.content
    votes = [0] * len(view.seats)
    king = sole_king(picture)
    seat = None if king is None else picture.heir_seat(king)
    if seat is not None:
        votes[seat] += content.votes.king_commons
    for heir in picture.living:
        seat = picture.heir_seat(heir)
        if seat is not None and view.heirs[heir].rank == 1:
            votes[seat] += content.votes.senior_heir_commons
    for key in picture.nobles:
        for card_id in _cards(picture, key):
            card = content.crown[card_id]
            if card.commons_if_no_sole_king:
                votes[picture.nobles[key].seat] += content.votes.king_commons if king is None else 0
            else:
                votes[picture.nobles[key].seat] += card.commons
    for place, holder in view.control.items():
        votes[picture.nobles[holder].seat] += picture.board.places[place].commons
    return votes


def lords(picture: Picture, attending: Collection[str]) -> list[int]:
    """Votes in the House of Lords by seat, if these nobles attend."""
    votes = [0] * len(picture.view.seats)
    for key in attending:
        seat = picture.nobles[key].seat
        votes[seat] += sum(picture.content.crown[card].lords for card in _cards(picture, key))
        for heir in picture.heirs_with(key):
            if picture.view.heirs[heir].rank == 1:
                votes[seat] += picture.content.votes.senior_heir_lords
    return votes


def _cards(picture: Picture, noble: str) -> list[str]:
    seen = picture.nobles[noble]
    return [card for card in (noble, seen.title, seen.office, *seen.cards) if card is not None]


def kings(picture: Picture) -> list[str]:
    """The living Kings."""
    return [heir for heir in picture.living if picture.view.heirs[heir].crowned]


def sole_king(picture: Picture) -> str | None:
    """The only King there is."""
    found = kings(picture)
    return found[0] if len(found) == 1 else None


def last_leader(picture: Picture) -> int | None:
    """Who will lead the third round, and give out what is left without a vote."""
    sitting, crown = picture.view.sitting, picture.content.crown
    attending = picture.nobles if sitting is None else sitting.attending
    given = () if sitting is None else sitting.bishops_given
    bishops = [
        (crown[card].lords, picture.nobles[noble].seat)
        for noble in attending
        if noble in picture.nobles
        for card in picture.nobles[noble].cards
        if crown[card].kind == "bishop" and card not in given
    ]
    best = max((rank for rank, _ in bishops), default=0)
    seats = {seat for rank, seat in bishops if rank == best}
    return seats.pop() if len(seats) == 1 else None


# Interest


def interest(picture: Picture, seat: int, card: str, noble: str) -> float:
    """What it is to a seat that a noble is given a card, in points."""
    owner = picture.nobles[noble].seat
    worth = card_worth(picture, card)
    if owner == seat:
        return worth
    if last_leader(picture) == seat and takes(picture, seat, card):
        return -worth
    if owner == weakest_rival(picture, seat):
        return _CHARITY * worth
    danger = rivalry(picture, owner, seat)
    return -_SPITE * worth * danger if danger >= _STRONG else -0.05 * worth


def takes(picture: Picture, seat: int, card: str) -> bool:
    """Whether some noble of a seat could take a title or an office."""
    return any(
        fits(picture, noble, picture.content.crown[card].kind)
        for noble, seen in picture.nobles.items()
        if seen.seat == seat
    )


def fits(picture: Picture, noble: str, kind: str) -> bool:
    """Whether a noble could take a card of a kind: title, office or bishop."""
    seen = picture.nobles[noble]
    if seen.captor is not None or picture.besieged(noble):
        return False
    titled = seen.title is not None or picture.content.crown[noble].title is not None
    if kind == "title":
        return not titled
    if kind == "office":
        return titled and seen.office is None
    return not any(picture.content.crown[card].kind == "bishop" for card in seen.cards)


def opinion(gain: float) -> str:
    """The vote that follows from a gain, in points."""
    if gain > 0.3:
        return "yea"
    return "nay" if gain < -1.0 else "abstain"


def will_pass(picture: Picture, card: str, noble: str) -> bool:
    """Whether a proposal would probably win both houses."""
    votes = [opinion(interest(picture, s, card, noble)) for s in range(len(picture.view.seats))]
    return carried(votes, votes_of(picture))


def carried(votes: Sequence[str], weights: Votes) -> bool:
    """Whether these votes win both houses."""
    return all(
        sum(w for vote, w in zip(votes, house, strict=True) if vote == "yea")
        > sum(w for vote, w in zip(votes, house, strict=True) if vote == "nay")
        for house in weights
    )


# The ballot


def vote(picture: Picture, prompt: Prompt) -> Choice:
    """Vote by interest on whatever is before Parliament."""
    return Choice(opinion(stake(picture, picture.seat, prompt.facts)))


def stake(picture: Picture, seat: int, motion: dict[str, str]) -> float:
    """What it is to a seat that a motion passes, in points."""
    king, card, noble = motion.get("king"), motion.get("card"), motion.get("noble")
    if king in picture.view.heirs and king is not None and noble in picture.nobles:
        keeper, mover = picture.heir_seat(king), picture.nobles[noble].seat
        if seat in (keeper, mover):
            return 10.0 if seat == mover else -10.0
        enemy = 0.0 if keeper is None else rivalry(picture, keeper, seat)
        return 5.0 * (enemy - rivalry(picture, mover, seat))
    if card in picture.content.crown and card is not None and noble in picture.nobles:
        giver = motion.get("giver")
        loss = 0.0
        if giver in picture.nobles and giver is not None:
            loss = interest(picture, seat, card, giver)
        return interest(picture, seat, card, noble) - loss
    return 0.0
