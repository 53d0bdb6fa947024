"""Questions about the sides: who plays which part, and which House each serves (families-players).

If sides are not assigned (`given`), nobody serves anybody.

The bonds between players, and the sides that follow from them in a combat (base §16).

The bonds follow from the pacts alone, which are known to everybody.

The seats that may join an attack for an ally (base-16.2).

Turns at a table where only Houses take them, and the seats that act within them (families-turn).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from bot.rules.kernel import IllegalChoice, Seat, Stops, clockwise, every_seat, with_seats
from bot.rules.kingmaker.components import FactionPart, House
from bot.rules.kingmaker.conditions.lasting import Touched, defeatist
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import HeirId, NobleId, SquareId
from bot.rules.kingmaker.state import KTable, Pact, Phase, Side, State
from bot.rules.kingmaker.succession import house_of


class Serving(Protocol):
    """A seat that may serve a House."""

    @property
    def serves(self) -> str:
        """The House that the seat serves; empty if none."""


class Sided(Protocol):
    """A state or a view: it says which House each player serves."""

    @property
    def sides(self) -> Sequence[Serving]:
        """The parts and Houses of all seats, if sides are assigned."""


def given(state: Sided) -> bool:
    """Whether the seats of this table play parts at all."""
    return bool(state.sides)


def neutral(state: Sided, seat: Seat) -> bool:
    """Whether a seat is a family that serves no House: it has no turn to move or attack in
    (families-turn.6)."""
    return given(state) and not state.sides[seat].serves


def parts_played(content: Content, seats: int) -> tuple[FactionPart, ...]:
    """The parts for this many seats, seat by seat: with fewer than six players, the last ones are
    dropped.

    Six players: the Lancastrians, the Yorkists, and four families; with fewer, Stafford is dropped
    first, then Mowbray, Percy and Neville (families-players.1).
    """
    return content.ruleset.parts[:seats]


def opening_sides(content: Content, seats: int) -> list[Side]:
    """The sides at the start of the game: each family is aligned to the House that its head favours
    (families-players.8)."""
    return [Side(part.id, part.favours) for part in parts_played(content, seats)]


def opening_keepers(state: State, content: Content) -> dict[HeirId, NobleId]:
    """The noble with whom each heir of a House begins (families-players.2, families-players.3)."""
    parts = [part_of(state, content, seat) for seat in every_seat(len(state.sides))]
    keepers = {part.favours: part.keeper for part in parts if part.keeper}
    houses = {heir: house_of(state, content, heir) for heir in state.heirs}
    return {heir: keepers[house] for heir, house in houses.items() if house in keepers}


def part_of(state: State, content: Content, seat: Seat) -> FactionPart:
    """The part that a seat plays. Raises IndexError if sides are not assigned."""
    wanted = state.sides[seat].part
    return next(part for part in content.ruleset.parts if part.id == wanted)


def is_house(state: State, content: Content, seat: Seat) -> bool:
    """Whether a seat is one of the two Houses."""
    return 0 <= seat < len(state.sides) and part_of(state, content, seat).is_house


def is_family(state: State, content: Content, seat: Seat) -> bool:
    """Whether a seat is a family, serving a House or none, in play or not."""
    return 0 <= seat < len(state.sides) and not part_of(state, content, seat).is_house


def house_served(state: State, seat: Seat) -> str:
    """The House that a seat serves (a House serves itself); empty for a neutral seat."""
    return state.sides[seat].serves if given(state) else ""


def favours(state: State, content: Content, seat: Seat) -> House:
    """The House that a seat's head leans towards; for a House, itself."""
    return part_of(state, content, seat).favours


def same_side(state: State, one: Seat, other: Seat) -> bool:
    """Whether two seats serve the same House; a neutral family is on its own side only."""
    served = house_served(state, one)
    return one == other or (bool(served) and served == house_served(state, other))


def house_seat(state: State, content: Content, house: str) -> Seat | None:
    """The seat that plays a House; None if nobody does."""
    seats = every_seat(len(state.sides))
    mine = (s for s in seats if state.sides[s].serves == house)
    return next((s for s in mine if is_house(state, content, s)), None)


def counts_with(state: State, content: Content, seat: Seat) -> str:
    """The House whose turns are counted for a seat: the one that it serves or, if it is neutral,
    the one that it favours (families-turn.6, families-heads.2)."""
    return house_served(state, seat) or favours(state, content, seat)


def aligned(state: State, content: Content, house: str) -> list[Seat]:
    """The families in play that serve a House, clockwise from its seat (families-align.3)."""
    around = _families_around(state, content, house)
    return [seat for seat in around if state.sides[seat].serves == house]


def counted_with(state: State, content: Content, house: str) -> list[Seat]:
    """The families in play for which a House's turns are counted, clockwise from it."""
    around = _families_around(state, content, house)
    return [seat for seat in around if counts_with(state, content, seat) == house]


def unmoving(state: State, content: Content, seat: Seat) -> list[Seat]:
    """The neutral families whose turns are counted with those of a given House: they do not move
    (families-turn.6)."""
    if not is_house(state, content, seat):
        return []
    families = counted_with(state, content, house_served(state, seat))
    return [family for family in families if not house_served(state, family)]


def _families_around(state: State, content: Content, house: str) -> list[Seat]:
    first = house_seat(state, content, house)
    if first is None:
        return []
    around = clockwise(first, len(state.sides))[:-1]
    return [
        seat for seat in around if is_family(state, content, seat) and not state.sides[seat].extinct
    ]


def heads_played(state: State, content: Content) -> frozenset[str]:
    """The heads of all the parts in the game, dead heads included."""
    if not given(state):
        return frozenset()
    return frozenset(part_of(state, content, seat).head for seat in every_seat(len(state.sides)))


def outside(state: State, content: Content) -> list[NobleId]:
    """The nobles who belong to no faction and may be recruited (families-recruit.1).

    These nobles include the dead (families-recruit.2) and the nobles of parts that nobody plays
    (families-recruit.15), but never the heads of parts in play.
    """
    heads = heads_played(state, content)
    if content.ruleset.nobles_in_deck:
        return []
    return [noble for noble in content.nobles if noble not in state.nobles and noble not in heads]


def bound(pacts: Iterable[Pact], one: Seat, other: Seat, square: SquareId) -> bool:
    """Whether the forces of two seats are allied in a square (base-16.1, base-16.5)."""
    pair = {one, other}
    return any({pact.seat, pact.ally} == pair and pact.holds_in(square) for pact in pacts)


def partners(pacts: Iterable[Pact], seat: Seat, square: SquareId) -> list[Seat]:
    """The seats whose forces are allied with those of a seat in a square."""
    found = (pact.other(seat) for pact in pacts if pact.holds_in(square))
    return sorted({other for other in found if other is not None})


def sides(
    pacts: Sequence[Pact], seat: Seat, against: Collection[Seat], square: SquareId
) -> tuple[list[Seat], list[Seat]]:
    """The seats that support an attacker, and those that support the players he attacks.

    Players support only those they are bound to: the attacker himself or one of the attacked. A
    player bound to both sides, or with an ally helping the other side, stands aside (base-16.4).
    """
    helpers = _free(pacts, partners(pacts, seat, square), against, square)
    near = {ally for one in against for ally in partners(pacts, one, square)} - {*against, seat}
    guards = _free(pacts, sorted(near), [seat], square)
    return _free(pacts, helpers, guards, square), _free(pacts, guards, helpers, square)


def _free(
    pacts: Sequence[Pact], seats: Iterable[Seat], others: Collection[Seat], square: SquareId
) -> list[Seat]:
    """These seats, except any that are among the others or bound to one of them."""
    return [
        one
        for one in seats
        if one not in others and not any(bound(pacts, one, other, square) for other in others)
    ]


def circles(
    pacts: Sequence[Pact], seats: Collection[Seat], square: SquareId
) -> dict[Seat, frozenset[Seat]]:
    """These seats in a square, each with the seats among them that are bound to it."""
    return {seat: frozenset({seat, *partners(pacts, seat, square)} & set(seats)) for seat in seats}


class Known(Touched, Sided, Protocol):
    """A state or a view: it says which effects are in force and which House each player serves."""


def followers(known: Known, seats: Iterable[Seat]) -> Sequence[Seat]:
    """The seats among these that may attack for an ally: those that may attack for themselves.

    Defeatists do not attack for an ally (ishkibibble-defeatism.2), nor does a neutral family, which
    defends only itself and its allies (families-turn.6).
    """
    able = [seat for seat in seats if not defeatist(known, seat)]
    return [seat for seat in able if not neutral(known, seat)]


_SHARED: tuple[Phase, ...] = ("movement", "combat")
"""What families do: they move and fight, and that is all (families-turn.5)."""


def takes_turns(table: KTable, seat: Seat) -> bool:
    """Whether a seat has turns of its own: if sides are assigned, only a House does
    (families-turn.1)."""
    return not given(table.state) or is_house(table.state, table.content, seat)


def opens(table: KTable, found: Seat) -> Seat:
    """The seat with the first turn if this seat is found to be first: for a family, the House that
    it serves, because a family acts within its House's turn (families-turn.6)."""
    served = house_behind(table, found)
    assert served is not None  # nobody is neutral yet
    return served


def house_behind(table: KTable, seat: Seat) -> Seat | None:
    """The seat itself if it takes turns; for a family, the House that it serves; for a neutral one,
    None."""
    if takes_turns(table, seat):
        return seat
    return house_seat(table.state, table.content, house_served(table.state, seat))


def follows(table: KTable, seat: Seat) -> Seat:
    """The seat whose turn comes after a seat's: the next one clockwise that takes turns."""
    return next(
        one for one in clockwise(seat, len(table.state.factions)) if takes_turns(table, one)
    )


def act_within(table: KTable, seat: Seat, phase: Phase | None = None) -> list[Seat]:
    """The seats that act after a House in a phase of its turn: the families serving it, clockwise
    (families-align.3), and only in movement and combat (families-turn.5, families-turn.6,
    families-align.2).

    A neutral family does neither. If no phase is given, these are all the seats that act within the
    turn.
    """
    if not given(table.state) or (phase is not None and phase not in _SHARED):
        return []
    return aligned(table.state, table.content, house_served(table.state, seat))


def keeps_still(table: KTable, house: Seat) -> None:
    """The turn of a House begins: until its families move or attack, they count as having forgone
    it (families-switch.1)."""
    for seat in act_within(table, house):
        table.state.sides[seat].forgone = True


def stirs(state: State, seat: Seat) -> None:
    """A seat moves or attacks: it has not forgone this turn (families-switch.1)."""
    if given(state):
        state.sides[seat].forgone = False


def stirs_beside(state: State, seat: Seat) -> None:
    """A seat attacks for an ally: if this is its own House's turn, it has not forgone that turn
    (families-switch.1)."""
    if same_side(state, state.active, seat):
        stirs(state, seat)


def loses_head(table: KTable, noble_id: NobleId) -> None:
    """A noble is killed: if he is the head of a family, the family waits for another
    (families-heads.1).

    The leader of a House is gone for good.
    """
    for seat, side in with_seats(table.state.sides):
        part = part_of(table.state, table.content, seat)
        if part.head == noble_id and not part.is_house:
            side.headless = True


def house_stops(table: KTable, seat: Seat, verb: str) -> Stops:
    """Things that only Houses do: they alone crown heirs (families-turn.2), call Parliament
    (families-turn.3), and draw Crown cards (families-turn.4)."""
    if not is_family(table.state, table.content, seat):
        return
    if verb == "crown":
        yield IllegalChoice("families-turn.2", "Only the two Houses can crown an heir.")
    elif verb == "call_parliament":
        yield IllegalChoice("families-turn.3", "Only the two Houses can call Parliament.")
    elif verb == "keep":
        yield IllegalChoice("families-turn.4", "Only the two Houses can draw Crown cards.")
