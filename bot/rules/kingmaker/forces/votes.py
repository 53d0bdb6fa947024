"""The votes of both houses (base §15A)."""

from __future__ import annotations

from bot.rules.kernel import Seat, with_seats
from bot.rules.kingmaker.forces.strength import controller, own_cards
from bot.rules.kingmaker.ids import HeirId, NobleId
from bot.rules.kingmaker.state import KTable, State
from bot.rules.kingmaker.succession import HOUSES, holder_seat, keeper, line, place_of, sole_king

# 15A Votes (base-15.24, base-15.25)


def leaders_of(votes: list[int]) -> list[Seat]:
    """The seats with the most votes; all of them if they tie (house-3.11)."""
    return [seat for seat, count in with_seats(votes) if count == max(votes)]


def commons_votes(table: KTable, *, chancellor: bool = True) -> list[int]:
    """Votes in the House of Commons by seat, counting all of a faction's nobles (house-7.2.1).

    The votes include those of the sole King and the senior heirs (classic-commons.2), of offices
    (classic-commons.4) and of nobles (classic-commons.7, classic-commons.8). Cities
    (classic-commons.5) and towns (classic-commons.6) count for the players who control them now
    (house-7.2.5). ``chancellor`` says whether the Chancellor has the King's votes while there is no
    sole King (classic-commons.3, classic-object.4). If everything counts, the votes add up to 156
    (classic-commons.1).
    """
    state, content = table.state, table.content
    votes = [0] * len(state.factions)
    king = sole_king(state)
    if king is not None:
        _add(votes, holder_seat(state, content, king), content.votes.king_commons)
    _add_senior_heirs(table, votes, content.votes.senior_heir_commons)
    for key, noble in state.nobles.items():
        if key in state.custody:  # a noble held for ransom has no vote (ishkibibble-ransom.3)
            continue
        for card_id in own_cards(key, noble):
            card = content.crown[card_id]
            if card.commons_if_no_sole_king:
                stands_in = chancellor and king is None
                votes[noble.seat] += content.votes.king_commons if stands_in else 0
            elif card.kind in ("noble", "title", "office", "bishop"):
                votes[noble.seat] += card.commons
    for place in state.control:
        _add(votes, controller(state, place), content.board.places[place].commons)
    return votes


def lords_votes(table: KTable, attending: list[NobleId] | None = None) -> list[int]:
    """Votes in the House of Lords by seat: of nobles attending (house-7.2.2) or of all nobles
    (house-3.8).

    An heir attends with his keeper, or alone in the fortress where Parliament meets (base-15.23).

    Senior heirs (classic-lords.2), nobles (classic-lords.3, classic-lords.4) and bishops
    (classic-lords.5) have votes: 82 in a full house (classic-lords.1).
    """
    state, content = table.state, table.content
    votes = [0] * len(state.factions)
    _add_senior_heirs(table, votes, content.votes.senior_heir_lords, attending)
    for key, noble in state.nobles.items():
        if key in state.custody or (attending is not None and key not in attending):
            continue
        votes[noble.seat] += sum(content.crown[card].lords for card in own_cards(key, noble))
    return votes


def _add_senior_heirs(
    table: KTable, votes: list[int], each: int, attending: list[NobleId] | None = None
) -> None:
    for house in HOUSES:
        heirs = line(table.state, table.content, house)
        if heirs and (attending is None or _attends(table.state, heirs[0], attending)):
            _add(votes, holder_seat(table.state, table.content, heirs[0]), each)


def _attends(state: State, heir: HeirId, attending: list[NobleId]) -> bool:
    noble, sitting = keeper(state, heir), state.sitting
    if noble is None and sitting is not None:
        return place_of(state, heir) == sitting.place
    return noble in attending


def _add(votes: list[int], seat: Seat | None, count: int) -> None:
    """Uncontrolled heirs and places cast no vote (base-15.26)."""
    if seat is not None:
        votes[seat] += count
