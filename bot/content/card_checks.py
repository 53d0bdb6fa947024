"""Checks of the card, heir, ship and battle files, each against the others and the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn

from bot.content.errors import ContentError
from bot.content.files import (
    BATTLE,
    BOARD,
    CROWN,
    EVENTS,
    HEIRS,
    RECRUITING,
    SHIPS,
    BattleFile,
    BoardFile,
    CrownFile,
    EventFile,
    HeirFile,
    PlaceRow,
    RecruitingFile,
    ShipFile,
)
from bot.rules.kingmaker.battle_table import RESULTS, DeathRow
from bot.rules.kingmaker.board import FORTRESS_KINDS
from bot.rules.kingmaker.content import HOME, CrownCard, EventCard
from bot.rules.kingmaker.repertoire import HANDLERS

OF_KINDS = ("place", "calls", "mercenary", "ship", "number")
"""The fields of an Event card that some kinds have, and others have not."""
CALLABLE = ("noble", "title", "office", "bishop", "place")


def refuse(file: str, key: str, reason: str) -> NoReturn:
    """Refuse a file."""
    raise ContentError(file, key, reason)


def check_ids(file: str, name: str, ids: Sequence[str]) -> None:
    """Refuse a list of rows in which an id comes twice."""
    seen: set[str] = set()
    for i, one in enumerate(ids):
        if one in seen:
            refuse(file, f"{name}[{i}].id", f"the id '{one}' is used twice.")
        seen.add(one)


def check_crown(file: CrownFile, board: BoardFile, ships: ShipFile) -> None:
    """Check crown.json: every card by its kind, and who owns and controls what."""
    check_ids(CROWN, "cards", [c.id for c in file.cards])
    places = {p.id: p for p in board.places}
    regions = {r for c in board.cells for r in c.regions}
    by_id = {s.id: s for s in ships.ships}
    controlled: dict[str, str] = {}
    for i, card in enumerate(file.cards):
        _check_kind(i, card)
        _check_area(i, card, regions, places)
        for j, place in enumerate(card.controls):
            key = f"cards[{i}].controls[{j}]"
            if place not in places:
                refuse(CROWN, key, f"there is no place '{place}' on the board.")
            if places[place].kind not in FORTRESS_KINDS:
                refuse(CROWN, key, f"'{place}' is not a fortress, so nobody can control it.")
            other = controlled.setdefault(place, card.id)
            if other != card.id:
                refuse(CROWN, key, f"'{place}' is given by '{other}' and by '{card.id}'.")
        for j, ship in enumerate(card.ships):
            key = f"cards[{i}].ships[{j}]"
            if ship not in by_id:
                refuse(CROWN, key, f"there is no ship '{ship}'.")
            if card.id not in (by_id[ship].office, ship):
                refuse(CROWN, key, f"the ship '{ship}' does not belong to '{card.id}'.")
    _check_castles(file, places, board)


def _check_kind(i: int, card: CrownCard) -> None:
    key = f"cards[{i}]"
    for name in ("troops", "bonus", "lords", "commons", "seniority"):
        if getattr(card, name) < 0:
            refuse(CROWN, f"{key}.{name}", f"'{card.id}' must not have a number below 0.")
    if card.castles and card.kind != "noble":
        refuse(CROWN, f"{key}.castles", f"'{card.id}' is not a noble and has no home castles.")
    if card.kind == "noble" and not card.castles:
        refuse(CROWN, f"{key}.castles", f"the noble '{card.id}' needs a home castle.")
    if card.title is not None and card.kind != "noble":
        refuse(CROWN, f"{key}.title", f"only a noble has a printed title, not '{card.id}'.")
    if card.kind == "title" and card.commons != 1:
        refuse(CROWN, f"{key}.commons", f"the title '{card.id}' is worth exactly 1 vote.")
    if (card.seniority > 0) != (card.kind == "bishop"):
        reason = f"'{card.id}': bishops have a seniority from 1 up, and other cards have none."
        refuse(CROWN, f"{key}.seniority", reason)
    if card.kind == "place" and len(card.controls) != 1:
        refuse(CROWN, f"{key}.controls", f"the place card '{card.id}' must name one place.")
    if card.kind == "ship" and card.ships != (card.id,):
        refuse(CROWN, f"{key}.ships", f"the ship card '{card.id}' must name the ship '{card.id}'.")
    if (card.group is not None) != (card.kind == "mercenary"):
        reason = f"'{card.id}': mercenaries have a group, and other cards have none."
        refuse(CROWN, f"{key}.group", reason)


def _check_area(i: int, card: CrownCard, regions: set[str], places: Mapping[str, PlaceRow]) -> None:
    key = f"cards[{i}].bonus_area"
    area = card.bonus_area
    if (area is None) != (card.bonus == 0):
        refuse(CROWN, key, f"'{card.id}': a bonus needs an area, and an area needs a bonus.")
    if area is None:
        return
    if area.startswith("place:"):
        if area.removeprefix("place:") not in places:
            refuse(CROWN, key, f"there is no place '{area.removeprefix('place:')}' on the board.")
    elif area not in regions:
        refuse(CROWN, key, f"there is no region '{area}' on the board.")


def _check_castles(file: CrownFile, places: Mapping[str, PlaceRow], board: BoardFile) -> None:
    owners: dict[str, str] = {}
    for i, card in enumerate(file.cards):
        for j, castle in enumerate(card.castles):
            key = f"cards[{i}].castles[{j}]"
            if castle not in places:
                refuse(CROWN, key, f"there is no place '{castle}' on the board.")
            if places[castle].kind != "noble_castle":
                refuse(CROWN, key, f"'{castle}' is a {places[castle].kind}, not a noble castle.")
            if castle in owners:
                reason = f"'{castle}' is a castle of '{owners[castle]}' and of '{card.id}'."
                refuse(CROWN, key, reason)
            owners[castle] = card.id
            if places[castle].owner_id != card.id:
                reason = f"on the board '{castle}' belongs to {places[castle].owner}."
                refuse(CROWN, key, reason)
    for i, place in enumerate(board.places):
        if place.kind == "noble_castle" and place.id not in owners:
            refuse(BOARD, f"places[{i}].owner", f"no noble's card names the castle '{place.id}'.")


def check_ships(file: ShipFile, crown: CrownFile, board: BoardFile) -> None:
    """Check ships.json: home ports, capacities and what each ship goes with."""
    check_ids(SHIPS, "ships", [s.id for s in file.ships])
    cards = {c.id: c for c in crown.cards}
    for i, ship in enumerate(file.ships):
        key = f"ships[{i}]"
        if ship.home_port not in board.ports:
            refuse(SHIPS, f"{key}.home_port", f"'{ship.home_port}' is not a port.")
        if ship.capacity <= 0:
            refuse(SHIPS, f"{key}.capacity", f"'{ship.id}' must carry at least 1 man.")
        if ship.noble is not None:
            reason = "the rule-set file says which noble a ship belongs to (ship_nobles)."
            refuse(SHIPS, f"{key}.noble", reason)
        card = ship.office or ship.id
        if card not in cards:
            refuse(SHIPS, f"{key}.office", f"there is no Crown card '{card}'.")
        if ship.id not in cards[card].ships:
            refuse(SHIPS, f"{key}.office", f"the card '{card}' does not list '{ship.id}'.")


def check_events(file: EventFile, crown: CrownFile, board: BoardFile, ships: ShipFile) -> None:
    """Check events.json: every card by its kind, its calls and its dead."""
    check_ids(EVENTS, "cards", [c.id for c in file.cards])
    places = {p.id for p in board.places}
    cards = {c.id: c for c in crown.cards}
    groups = {c.group for c in crown.cards if c.group is not None}
    for i, card in enumerate(file.cards):
        key = f"cards[{i}]"
        _check_event_kind(key, card)
        if card.place is not None and card.place not in places:
            refuse(EVENTS, f"{key}.place", f"there is no place '{card.place}' on the board.")
        if card.mercenary is not None and card.mercenary not in groups:
            refuse(EVENTS, f"{key}.mercenary", f"there are no mercenaries '{card.mercenary}'.")
        if card.ship is not None and card.ship not in {ship.id for ship in ships.ships}:
            refuse(EVENTS, f"{key}.ship", f"there is no ship '{card.ship}'.")
        for j, call in enumerate(card.calls):
            where = f"{key}.calls[{j}]"
            if call.who not in cards:
                refuse(EVENTS, f"{where}.who", f"there is no Crown card '{call.who}'.")
            if cards[call.who].kind not in CALLABLE:
                refuse(EVENTS, f"{where}.who", f"an Event card cannot call '{call.who}'.")
            if call.to != HOME and call.to not in places:
                refuse(EVENTS, f"{where}.to", f"there is no place '{call.to}' on the board.")
        for j, noble in enumerate(card.killed):
            if noble not in cards or cards[noble].kind != "noble":
                refuse(EVENTS, f"{key}.killed[{j}]", f"there is no noble '{noble}'.")


def _check_event_kind(key: str, card: EventCard) -> None:
    handler = HANDLERS.get(card.kind)  # cards of other kinds are in no deck yet
    if handler is not None:
        for name in OF_KINDS:
            if bool(getattr(card, name)) != (name in handler.fields):
                must = "must" if name in handler.fields else "must not"
                reason = f"'{card.id}': a card of the kind '{card.kind}' {must} have '{name}'."
                refuse(EVENTS, f"{key}.{name}", reason)
        if card.hold != (handler.drawn is None):
            kept = "are" if handler.drawn is None else "are not"
            reason = f"'{card.id}': cards of the kind '{card.kind}' {kept} held."
            refuse(EVENTS, f"{key}.hold", reason)
    if card.killed and card.combat in ("none", "bad_weather"):
        refuse(
            EVENTS, f"{key}.killed", f"'{card.id}' decides no combat, so it cannot name the dead."
        )
    if not card.text:
        refuse(EVENTS, f"{key}.text", f"'{card.id}' must say what happens.")


def check_heirs(file: HeirFile, crown: CrownFile, board: BoardFile) -> None:
    """Check heirs.json: ids, order, starts, and the guards against their Crown cards."""
    check_ids(HEIRS, "heirs", [*(h.id for h in file.heirs), *(h.id for h in file.spares)])
    check_ids(HEIRS, "guards", [g.id for g in file.guards])
    squares = {p.id: p.cell for p in board.places}
    cards = {c.id: c for c in crown.cards}
    order: dict[str, int] = {}
    crowned: dict[str, str] = {}
    for i, heir in enumerate(file.heirs):
        key = f"heirs[{i}]"
        wanted = order[heir.house] = order.get(heir.house, 0) + 1
        if heir.order != wanted:
            reason = f"'{heir.id}' must be number {wanted} of the house of {heir.house}."
            refuse(HEIRS, f"{key}.order", reason)
        for edition, place in heir.starts.items():
            if edition not in board.editions:
                refuse(HEIRS, f"{key}.starts", f"there is no edition '{edition}' of the board.")
            if squares.get(place) is None:
                reason = f"there is no place '{place}' on the board where an heir can stand."
                refuse(HEIRS, f"{key}.starts.{edition}", reason)
        if heir.crowned:
            other = crowned.setdefault(heir.house, heir.id)
            if other != heir.id:
                reason = f"'{other}' and '{heir.id}' cannot both be King for one house."
                refuse(HEIRS, f"{key}.crowned", reason)
    for i, guard in enumerate(file.guards):
        if guard.id not in cards:
            refuse(HEIRS, f"guards[{i}].id", f"there is no Crown card '{guard.id}'.")
        if cards[guard.id].troops != guard.troops:
            reason = f"the Crown card '{guard.id}' has {cards[guard.id].troops} troops."
            refuse(HEIRS, f"guards[{i}].troops", reason)


def check_battle(file: BattleFile) -> None:
    """Check battle.json: ratios ascending, each row complete up to 100, chances in percent."""
    if not file.rows:
        refuse(BATTLE, "rows", "the table has no rows.")
    for i, row in enumerate(file.rows):
        num, den = row.low
        if num <= 0 or den <= 0:
            refuse(BATTLE, f"rows[{i}].low", "both numbers of a ratio must be above 0.")
        if i:
            before = file.rows[i - 1].low
            if num * before[1] <= before[0] * den:
                reason = (
                    f"the ratio {num}:{den} must be above that of the row before it, "
                    f"{before[0]}:{before[1]}."
                )
                refuse(BATTLE, f"rows[{i}].low", reason)
        steps = (0, row.fails, row.none, row.minor, 100)
        for name, low, high in zip(("fails", "none", "minor"), steps, steps[1:], strict=False):
            if high < low:
                refuse(BATTLE, f"rows[{i}].{name}", f"{high} must not be below {low}.")
        if row.minor > 100:
            refuse(BATTLE, f"rows[{i}].minor", "a d100 ends at 100.")
    for result in RESULTS:
        _check_deaths(f"deaths.{result}", getattr(file.deaths, result))
    _check_deaths("assassin", file.assassin)


def _check_deaths(key: str, row: DeathRow) -> None:
    for name in DeathRow.__struct_fields__:
        if not 0 <= getattr(row, name) <= 100:
            refuse(BATTLE, f"{key}.{name}", "a chance must be between 0 and 100 per cent.")


def check_recruiting(file: RecruitingFile, crown: CrownFile) -> None:
    """Check recruiting.json: who leans, and the offices, against their Crown cards."""
    kinds = {card.id: card.kind for card in crown.cards}
    for noble, leaning in file.leanings.items():
        if kinds.get(noble) != "noble":
            refuse(RECRUITING, f"leanings.{noble}", f"'{noble}' is not a noble.")
        if leaning.value <= 0:
            refuse(RECRUITING, f"leanings.{noble}.value", "a leaning must be above 0.")
    for office in file.offices:
        if kinds.get(office) != "office":
            refuse(RECRUITING, f"offices.{office}", f"'{office}' is not an office.")
    if file.set_size < 1:
        refuse(RECRUITING, "set_size", "a set must have at least one card.")
