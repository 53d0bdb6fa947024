"""The line of the heirs, and their keepers.

Royal heirs, Kings and the succession (house §1, §4, §5.6).

Only `stays_loyal` and `falls` change anything here; the other changes to the royals are in
:mod:`bot.rules.kingmaker.consequences.changes`.

The families of nobles: the two Plantagenets, and whether the dead stay loyal (base-19.3,
base-19.8).
"""

from __future__ import annotations

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import NO_PLACE, NOWHERE, CardId, HeirId, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.state import Fallen, HeirState, KTable, State

BEAUFORT = NobleId(CardId("beaufort"))
BEAUFORT_HEIR = HeirId(BEAUFORT)
HOUSES = ("lancaster", "york")
PRETENDER = "pretender"
"""The name given for the house of an heir who has none."""

OFF_THE_BOARD = frozenset({"calais", "continent", "scotland"})
"""The lands beyond the Channel and beyond the Cheviots, as `Square.land` names them."""


def beaufort_is_heir(state: State, content: Content) -> bool:
    """Whether Beaufort is the last Lancastrian heir (house-4.11, base-13.9).

    Beaufort must be in play, not in a deck, a hand or the Chancery (house-4.12), and all other
    heirs of his house must be dead, in any order (house-4.13); until then he is a noble like any
    other (house-4.15). Once an heir, he stays one as long as he lives (house-4.14).
    """
    if BEAUFORT not in state.nobles:
        return False
    if state.beaufort_crowned:
        return True
    printed = content.heirs
    for key, heir in state.heirs.items():  # `house_of` written out, without calls, as below
        if heir.alive and (heir.house or printed[key].house) == "lancaster":
            return False
    return True


def line(state: State, content: Content, house: str) -> list[HeirId]:
    """The living heirs of a house in order of succession (house-4.5, house-4.8, base-13.1).

    Edmund is included if he is an heir (base-19.12). Beaufort is last, if he is an heir.
    """
    heirs, printed = state.heirs, content.heirs
    # `house_of` written out for each heir, without calls: this is asked after every decision.
    living = [
        key
        for key, heir in heirs.items()
        if heir.alive and (heir.house or printed[key].house) == house
    ]
    living.sort(key=lambda key: heirs[key].place_in_line)
    if house == "lancaster" and beaufort_is_heir(state, content):
        living.append(BEAUFORT_HEIR)
    return living


def is_crowned(state: State, heir_id: HeirId) -> bool:
    """Whether this heir (or Beaufort) is King."""
    if heir_id == BEAUFORT_HEIR:
        return state.beaufort_crowned and BEAUFORT in state.nobles
    heir = state.heirs[heir_id]
    return heir.alive and heir.crowned


def is_king(state: State, noble_id: NobleId) -> bool:
    """Whether a noble is a King himself: only Beaufort can be (house-4.11)."""
    return noble_id == BEAUFORT and state.beaufort_crowned


def kings(state: State) -> list[HeirId]:
    """The living Kings: none, one or two (house-1.13, base-13.6); Margaret counts like the others
    (base-13.8)."""
    found = [key for key, heir in state.heirs.items() if heir.alive and heir.crowned]
    if state.beaufort_crowned and BEAUFORT in state.nobles:
        found.append(BEAUFORT_HEIR)
    return found


def sole_king(state: State) -> HeirId | None:
    """The only King; None if there are none or two (base-13.6).

    Henry is the sole King from the start, although nobody holds him (house-7.1.6).
    """
    found = kings(state)
    return found[0] if len(found) == 1 else None


def on_the_board(state: State, content: Content, heir_id: HeirId) -> bool:
    """Whether an heir is on the mainland or an island: neither at sea nor in Calais (base-14.3).

    The Continent is off the board, and so is Scotland, which is neither mainland nor island.
    """
    found = content.board.squares.get(ground_of(state, content, heir_id))
    return found is not None and found.land not in OFF_THE_BOARD


def ground_of(state: State, content: Content, heir_id: HeirId) -> SquareId:
    """The square where an heir is; if he is aboard in port, that of the port; empty at sea."""
    holder = BEAUFORT if heir_id == BEAUFORT_HEIR else state.heirs[heir_id].holder
    square = state.heirs[heir_id].square if holder is None else state.nobles[holder].square
    ship = None if holder is None else state.nobles[holder].aboard
    if ship is not None:
        port = state.ships[ship].port
        return NOWHERE if port is None else content.board.places[port].square
    return square


def house_of(state: State, content: Content, heir_id: HeirId) -> str:
    """The house an heir belongs to (house-1.1); a pretender belongs to none."""
    if heir_id == BEAUFORT_HEIR:
        return "lancaster"
    return state.heirs[heir_id].house or content.heirs[heir_id].house


def crownable(state: State, content: Content) -> list[HeirId]:
    """Heirs who are next in line of a house that has no King (house-1.12, base-13.2,
    classic-turn.6), and the last pretender.
    """
    found = []
    for house in HOUSES:
        heirs = line(state, content, house)
        if heirs and not any(is_crowned(state, heir) for heir in heirs):
            found.append(heirs[0])
    return [*found, *_last_pretender(state, content)]


def _last_pretender(state: State, content: Content) -> list[HeirId]:
    """A pretender may be crowned once every other heir is dead (ishkibibble-pretender.3)."""
    if len(state.pretenders) != 1 or any(line(state, content, house) for house in HOUSES):
        return []
    return [] if is_crowned(state, state.pretenders[0]) else list(state.pretenders)


def keeper(state: State, heir_id: HeirId) -> NobleId | None:
    """The noble who holds an heir; Beaufort holds himself, unless he is a captive, when nobody
    holds him as an heir (base-13.10, ishkibibble-ransom.3)."""
    if heir_id == BEAUFORT_HEIR:
        noble = state.nobles.get(BEAUFORT)
        return None if noble is None or noble.captor is not None else BEAUFORT
    return state.heirs[heir_id].holder


def warden(state: State, content: Content, heir_id: HeirId) -> NobleId | None:
    """The noble who controls the fortress holding an heir without a keeper (base-11.10).

    Under the house rules nobody holds such an heir, because each heir must be held by a noble
    (house-5.3).
    """
    heir = state.heirs.get(heir_id)
    if heir is None or not content.ruleset.fortress_holds_heirs:
        return None
    alone = heir.alive and heir.holder is None and heir.inside is not None
    noble = state.control.get(heir.inside or NO_PLACE) if alone else None
    return noble if noble in state.nobles else None  # not one who has just died


def holder_seat(state: State, content: Content, heir_id: HeirId) -> Seat | None:
    """The seat that controls an heir, through a noble or a fortress (base-11.11); None if nobody
    does."""
    noble = keeper(state, heir_id) or warden(state, content, heir_id)
    return None if noble is None else state.nobles[noble].seat


def heirs_with(state: State, noble_id: NobleId) -> list[HeirId]:
    """The living heirs a noble holds."""
    return list(state.relations.heirs_with.get(noble_id, ()))


def heirs_of(state: State, content: Content, seat: Seat) -> list[HeirId]:
    """The living heirs a faction holds."""
    living = [key for key, heir in state.heirs.items() if heir.alive]
    return [key for key in living if holder_seat(state, content, key) == seat]


def kings_held_by(state: State, noble_id: NobleId) -> list[HeirId]:
    """The Kings this noble controls; each brings a Royal Guard (house-5.6c, house-5.6d)."""
    found = [heir for heir in heirs_with(state, noble_id) if state.heirs[heir].crowned]
    if noble_id == BEAUFORT and state.beaufort_crowned:
        found.append(BEAUFORT_HEIR)
    return found


def place_of(state: State, heir_id: HeirId) -> PlaceId | None:
    """The place an heir, or Beaufort, is inside; None if he is in the open or aboard a ship."""
    if heir_id == BEAUFORT_HEIR:
        return state.nobles[BEAUFORT].inside
    return whereabouts(state, heir_id)[1]


def whereabouts(state: State, heir_id: HeirId) -> tuple[SquareId, PlaceId | None]:
    """The square and the place (None: in the open) where an heir is (house-1.10)."""
    heir: HeirState = state.heirs[heir_id]
    if heir.holder is None:
        return heir.square, heir.inside
    noble = state.nobles[heir.holder]
    return noble.square, noble.inside


def unheld_at(state: State, square: SquareId, inside: PlaceId | None) -> list[HeirId]:
    """Living heirs without a keeper at this spot."""
    return [
        key
        for key, heir in state.heirs.items()
        if heir.alive and heir.holder is None and heir.square == square and heir.inside == inside
    ]


LOYAL_FROM = 4
"""The lowest roll that succeeds, modifiers included (base-19.8)."""


def senior_heir(table: KTable, house: str) -> HeirId | None:
    """The first living heir of a house; None if there is none."""
    living = line(table.state, table.content, house)
    return living[0] if living else None


def served_by(table: KTable, noble_id: NobleId) -> tuple[HeirId | None, Seat | None]:
    """The senior heir of a Plantagenet's house, and the seat that controls him."""
    heir = senior_heir(table, table.content.ruleset.family_nobles[noble_id])
    return heir, None if heir is None else holder_seat(table.state, table.content, heir)


_IN_COMBAT = frozenset({"battle", "siege", "ambush"})
"""Causes of death that count as combat."""


def stays_loyal(table: KTable, noble_id: NobleId, seat: Seat, cause: str) -> bool:
    """A die decides whether a noble who dies comes back to his faction (base-19.8).

    The die may be rolled for every noble, or only for a Plantagenet, and then only if he died in
    combat (ishkibibble-loyalty.1).

    A noble of a royal family adds one if the faction controls the senior heir of his house, and
    takes one off if it controls an heir of the other; other nobles belong to no house.
    """
    rules = table.content.ruleset
    house = rules.family_nobles.get(noble_id)
    if not rules.loyalty and not (rules.family_loyalty and house and cause in _IN_COMBAT):
        return False
    modifier = 0
    if house is not None:
        held = heirs_of(table.state, table.content, seat)
        others = [other for other in HOUSES if other != house]
        modifier += served_by(table, noble_id)[1] == seat
        modifier -= any(house_of(table.state, table.content, heir) in others for heir in held)
    die = table.below(6) + 1
    loyal = die + modifier >= LOYAL_FROM
    table.emit(facts.LoyaltyRolled(noble_id, seat, die, modifier, loyal))
    return loyal


def falls(table: KTable, noble_id: NobleId, seat: Seat) -> None:
    """A Plantagenet stays out until his senior heir dies or another faction gains that heir
    (base-19.3, ishkibibble-loyalty.2).

    The faction that the noble served does not count as another one, even if it lost the heir along
    with him and later wins the heir back.
    """
    heir, _ = served_by(table, noble_id)
    table.state.fallen[noble_id] = Fallen(heir, seat)
