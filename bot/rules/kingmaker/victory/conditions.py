"""Victory: at once, and at the time limit (house §3); the votes of both houses (base §15A)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces import controller, own_cards
from bot.rules.kingmaker.royals.succession import (
    HOUSES,
    holder_seat,
    is_crowned,
    keeper,
    kings,
    line,
    sole_king,
)
from bot.rules.kingmaker.state import KTable, Result

COMPLETE = "complete"
MAJOR_ROYAL = "major_royal"
MAJOR_PARLIAMENTARY = "major_parliamentary"
ALTERNATE_MINOR = "alternate_minor"
MINOR_SPLIT = "minor_split"
ROYAL_VICTORIES = (COMPLETE, MAJOR_ROYAL)


def end_game(table: KTable, winners: tuple[int, ...], victory: str) -> None:
    """The game is over."""
    table.state.result = Result(winners, victory)
    table.emit(facts.GameWon(winners, victory))


# 3 Complete and Utter Victory (house-3.2, house-3.3)


def check_complete(table: KTable) -> None:
    """End the game if somebody controls a sole King and no other heir lives.

    Beaufort does not keep the game open against a Lancastrian King, since he is no heir while one
    lives (house-4.17); against a Yorkist he does, if he is in play (house-4.18, house-4.19).
    """
    heirs = living_heirs(table)
    if len(heirs) != 1 or not is_crowned(table.state, heirs[0]):
        return
    seat = holder_seat(table.state, heirs[0])
    if seat is not None:
        end_game(table, (seat,), COMPLETE)


def living_heirs(table: KTable) -> list[str]:
    """All living heirs of both houses, Beaufort among them if he is one (house-3.5)."""
    return [heir for house in HOUSES for heir in line(table.state, table.content, house)]


# 3 At the time limit, in the order of the text (house-3.12)


def final_reckoning(table: KTable) -> None:
    """Find the winners when the time is up.

    The keeper of the last heir (house-3.4); else by the votes of both houses, all nobles counted
    (house-3.8): who has a King, half of one and most of the other; else who leads both
    (house-3.10), or those who lead one each (house-3.9).
    """
    heirs = living_heirs(table)
    seat = holder_seat(table.state, heirs[0]) if len(heirs) == 1 else None
    if seat is not None:
        crowned = is_crowned(table.state, heirs[0])
        end_game(table, (seat,), COMPLETE if crowned else MAJOR_ROYAL)
        return
    commons, lords = commons_votes(table), lords_votes(table)
    table.emit(facts.VotesCounted(tuple(commons), tuple(lords)))
    winner = _parliamentary(table, commons, lords)
    if winner is not None:
        end_game(table, (winner,), MAJOR_PARLIAMENTARY)
        return
    leaders = set(leaders_of(commons)) | set(leaders_of(lords))
    victory = ALTERNATE_MINOR if len(leaders) == 1 else MINOR_SPLIT
    end_game(table, tuple(sorted(leaders)), victory)


def _parliamentary(table: KTable, commons: list[int], lords: list[int]) -> int | None:
    """Who wins by a King, half of the Commons (house-3.6) and a clear lead in the Lords
    (house-3.7)."""
    share, whole = table.content.ruleset.commons_victory_share
    leaders = leaders_of(lords)
    if len(leaders) != 1:
        return None
    seat = leaders[0]
    holds_king = any(holder_seat(table.state, king) == seat for king in kings(table.state))
    if holds_king and commons[seat] * whole >= sum(commons) * share:
        return seat
    return None


# 15A Votes (base-15.24, base-15.25)


def leaders_of(votes: list[int]) -> list[int]:
    """The seats with most votes; all of them if they tie (house-3.11)."""
    return [seat for seat, count in enumerate(votes) if count == max(votes)]


def commons_votes(table: KTable) -> list[int]:
    """Votes in the House of Commons by seat, for all of a faction's nobles (house-7.2.1).

    Towns and cities count for whoever controls them now (house-7.2.5).
    """
    state, content = table.state, table.content
    votes = [0] * len(state.factions)
    king = sole_king(state)
    if king is not None:
        _add(votes, holder_seat(state, king), content.votes.king_commons)
    _add_senior_heirs(table, votes, content.votes.senior_heir_commons)
    for key, noble in state.nobles.items():
        for card_id in own_cards(key, noble):
            card = content.crown[card_id]
            if card.commons_if_no_sole_king:
                votes[noble.seat] += content.votes.king_commons if king is None else 0
            elif card.kind in ("noble", "title", "office", "bishop"):
                votes[noble.seat] += card.commons
    for place in state.control:
        _add(votes, controller(state, place), content.board.places[place].commons)
    return votes


def lords_votes(table: KTable, attending: list[str] | None = None) -> list[int]:
    """Votes in the House of Lords by seat: of those attending (house-7.2.2), or of all
    (house-3.8)."""
    state, content = table.state, table.content
    votes = [0] * len(state.factions)
    _add_senior_heirs(table, votes, content.votes.senior_heir_lords, attending)
    for key, noble in state.nobles.items():
        if attending is not None and key not in attending:
            continue
        votes[noble.seat] += sum(content.crown[card].lords for card in own_cards(key, noble))
    return votes


def _add_senior_heirs(
    table: KTable, votes: list[int], each: int, attending: list[str] | None = None
) -> None:
    for house in HOUSES:
        heirs = line(table.state, table.content, house)
        if heirs and (attending is None or keeper(table.state, heirs[0]) in attending):
            _add(votes, holder_seat(table.state, heirs[0]), each)


def _add(votes: list[int], seat: int | None, count: int) -> None:
    """Uncontrolled heirs and places cast no vote (base-15.26)."""
    if seat is not None:
        votes[seat] += count
