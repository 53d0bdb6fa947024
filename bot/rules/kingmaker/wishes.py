"""What a player might want to do now, so that he can be told why he may not.

Wishes come from what the seat sees anyway: its own nobles, ships and cards, and the board as
everybody sees it.
"""

from __future__ import annotations

from bot.rules.kernel import Choice, Seat, every_seat
from bot.rules.kingmaker.combat.targets import force_at
from bot.rules.kingmaker.forces.strength import besiegeable, in_open, nobles_of
from bot.rules.kingmaker.ships.command import aboard, command
from bot.rules.kingmaker.state import KTable
from bot.rules.kingmaker.succession import (
    BEAUFORT_HEIR,
    beaufort_is_heir,
    heirs_of,
    holder_seat,
    is_crowned,
)


def wishes(table: KTable, seat: Seat) -> list[Choice]:
    """Choices of every kind to do with the turn, the hand and trade, as concrete as possible."""
    state = table.state
    if state.phase == "setup" or state.result is not None:
        return []
    own = seat == state.active
    moves = _moves(table, seat) if own and state.phase == "movement" else [Choice("march")]
    # A combat phase with nothing to do ends immediately, which would leave the player wondering
    # why.
    fights = _fights(table, seat) if own and state.phase not in ("event", "movement") else []
    return [
        *moves,
        *(fights or [Choice("attack"), Choice("lay")]),
        *([] if table.content.ruleset.nobles_in_deck else [Choice("recruit")]),
        Choice("call_parliament"),
        *_crownings(table, seat),
        *_plays(table, seat),
        Choice("propose_deal"),
        *(Choice.of("accept_deal", deal=d.name) for d in state.deals if d.taker == seat),
    ]


def _moves(table: KTable, seat: Seat) -> list[Choice]:
    """Every noble's march, the places he could enter, and every ship's voyage."""
    state, board = table.state, table.content.board
    found: list[Choice] = []
    for key in nobles_of(state, seat):
        noble = state.nobles[key]
        if noble.captor is not None or noble.aboard is not None:
            continue
        found.append(Choice.of("march", nobles=key))
        if noble.square and noble.inside is None:
            places = board.squares[noble.square].places
            found += [Choice.of("enter", nobles=key, place=place) for place in places]
    for ship in state.ships:
        if command(table, ship) == seat:
            found.append(Choice.of("sail", ship=ship))
            if aboard(table, ship):
                found.append(Choice.of("land", ship=ship))
    return found


def _fights(table: KTable, seat: Seat) -> list[Choice]:
    """Every attack and siege where the seat has nobles in the open."""
    state, board = table.state, table.content.board
    squares = dict.fromkeys(n.square for n in state.nobles.values() if n.seat == seat and n.square)
    found: list[Choice] = []
    for square in squares:
        nobles = in_open(state, square, seat)
        if not nobles:
            continue
        party = [key for key in nobles if not state.nobles[key].attacked] or nobles
        foes = [foe for foe in every_seat(len(state.factions)) if force_at(table, square, foe)]
        found += [
            Choice.of("attack", nobles=party, against=str(foe), square=square)
            for foe in foes
            if foe != seat
        ]
        for place_id in board.squares[square].places:
            place = board.places[place_id]
            if not besiegeable(table, seat, place):
                continue
            under_way = place_id in state.sieges
            found += [
                Choice.of(verb, nobles=party, place=place_id)
                for verb in (("conclude",) if under_way else ("lay", "conclude"))
            ]
    return found


def _crownings(table: KTable, seat: Seat) -> list[Choice]:
    """Every heir of the seat who is not yet King, with Beaufort if he is an heir (house-4.11)."""
    state = table.state
    heirs = heirs_of(state, table.content, seat)
    if (
        beaufort_is_heir(state, table.content)
        and holder_seat(state, table.content, BEAUFORT_HEIR) == seat
    ):
        heirs.append(BEAUFORT_HEIR)
    found = [Choice.of("crown", heir=heir) for heir in heirs if not is_crowned(state, heir)]
    return found or [Choice("crown")]


def _plays(table: KTable, seat: Seat) -> list[Choice]:
    """Every card in the seat's own hand except nobles, paired with each of its own nobles."""
    state = table.state
    return [
        Choice.of("play", card=card, noble=noble)
        for card in state.factions[seat].hand
        if table.content.crown[card].kind != "noble"
        for noble in nobles_of(state, seat)
    ]
