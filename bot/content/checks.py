"""Checks of a rule-set file and of the rule set made from it.

Checks of the card, heir, ship and battle files, each against the others and the board.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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
    Files,
    HeirFile,
    PlaceRow,
    RecruitingFile,
    ShipFile,
)
from bot.content.ruleset_files import Written
from bot.rules.kingmaker.board import FORTRESS_KINDS
from bot.rules.kingmaker.components import HOME, CrownCard, EventCard
from bot.rules.kingmaker.content import Content, Ruleset
from bot.rules.kingmaker.ids import CardId, PlaceId
from bot.rules.kingmaker.repertoire import HANDLERS
from bot.rules.kingmaker.tables import RESULTS, DeathRow

DIE = 6
"""The number of faces of the die that decides where an heir begins."""


def check_ruleset(file: Written, files: Files) -> None:
    """Check the names and numbers in a rule set. Raises ContentError."""
    ruleset = file.ruleset
    board = files.board
    if ruleset.edition not in board.editions:
        _refuse(file, "edition", f"the board has no edition '{ruleset.edition}'.")
    cards = {c.id for c in files.crown.cards}
    nobles = {c.id for c in files.crown.cards if c.kind == "noble"}
    places = {p.id for p in board.places}
    heir_ids = {h.id for h in files.heirs.heirs}
    ships = {s for c in files.crown.cards for s in c.ships}
    _known(file, "crown_removed", ruleset.crown_removed, cards, "Crown card")
    _known(file, "crown_added", ruleset.crown_added, cards, "Crown card")
    _known(file, "entered_by", ruleset.entered_by, places, "place")
    for name in ("raised_at", "raised_by", "ferries", "ferried_from"):
        _known(file, name, getattr(ruleset, name), cards, "Crown card")
    _known(file, "family_nobles", ruleset.family_nobles, nobles, "noble")
    _known(file, "town_men", ruleset.town_men, cards, "Crown card")
    _known(file, "withheld", ruleset.withheld, cards, "Crown card")
    _known(file, "attack_only", ruleset.attack_only, cards, "Crown card")
    event_ids = {c.id for c in files.events.cards}
    _known(file, "event_removed", ruleset.event_removed, event_ids, "Event card")
    _known(file, "event_added", ruleset.event_added, event_ids, "Event card")
    _check_kinds(ruleset, files)
    _known(file, "heirs", ruleset.heirs, heir_ids, "heir")
    _known(file, "guards", ruleset.guards, {g.id for g in files.heirs.guards}, "Royal Guard")
    _known(file, "closed_places", ruleset.closed_places, places, "place")
    _known(file, "opened_by_events", ruleset.opened_by_events, {a.id for a in board.areas}, "land")
    _known(file, "without_cathedral", ruleset.without_cathedral, places, "place")
    _known(file, "controls_added", ruleset.controls_added, cards, "Crown card")
    _known(file, "heir_abroad_havens", ruleset.heir_abroad_havens, places, "place")
    _known(file, "heir_abroad_exceptions", ruleset.heir_abroad_exceptions, heir_ids, "heir")
    _known(file, "ship_nobles", ruleset.ship_nobles, ships, "ship")
    _known(file, "ship_home_ports", ruleset.ship_home_ports, ships, "ship")
    _check_pairs(file, files)
    if ruleset.last_heir is not None and ruleset.last_heir not in nobles:
        _refuse(file, "last_heir", f"there is no noble '{ruleset.last_heir}'.")
    for i, heir in enumerate(ruleset.heirs):
        row = next(h for h in files.heirs.heirs if h.id == heir)
        if ruleset.edition not in row.starts:
            reason = f"'{heir}' has no starting place on the board of {ruleset.edition}."
            _refuse(file, f"heirs[{i}]", reason)
    if ruleset.use.deaths == "card_names" and ruleset.use.battle != "event_card":
        reason = (
            "names on a card can kill only if battles draw cards, and "
            f"'{ruleset.use.battle}' draws none."
        )
        raise file.wrong("deaths", reason, "use")
    if not ruleset.whole_forces and ruleset.use.battle != "event_card":
        reason = "must be true unless an Event card decides the battle."
        _refuse(file, "whole_forces", reason)
    _check_numbers(file, ruleset)


def _check_kinds(ruleset: Ruleset, files: Files) -> None:
    """Check that every Event card in the deck has a known effect."""
    for i, card in enumerate(files.events.cards):
        if ruleset.in_deck(card) and card.kind not in HANDLERS:
            reason = f"nothing says what a card of the kind '{card.kind}' does."
            raise ContentError(EVENTS, f"cards[{i}].kind", reason)


def _check_pairs(file: Written, files: Files) -> None:
    """Check what a rule set says about ships, ports, places and cards, each against the others."""
    ruleset, board = file.ruleset, files.board
    cards = {c.id for c in files.crown.cards}
    nobles = {c.id for c in files.crown.cards if c.kind == "noble"}
    places = {p.id for p in board.places}
    for place, card in ruleset.entered_by.items():
        _known(file, f"entered_by.{place}", (card,), cards, "Crown card")
    for card, given in ruleset.controls_added.items():
        _known(file, f"controls_added.{card}", given, places, "place")
    for name in ("raised_at", "ferried_from"):
        for card, camps in getattr(ruleset, name).items():
            _known(file, f"{name}.{card}", camps, places, "place")
    for card, office in ruleset.raised_by.items():
        _known(file, f"raised_by.{card}", (office,), cards, "Crown card")
    for heir, faces in ruleset.heir_dice.items():
        _known(file, f"heir_dice.{heir}", (heir,), {h.id for h in files.heirs.heirs}, "heir")
        if len(faces) != DIE or not places.issuperset(faces):
            _refuse(
                file,
                f"heir_dice.{heir}",
                f"must name a place on the board for each of the {DIE} faces.",
            )
    for ship, noble in ruleset.ship_nobles.items():
        if noble not in nobles:
            _refuse(file, f"ship_nobles.{ship}", f"there is no noble '{noble}'.")
    for ship, port in ruleset.ship_home_ports.items():
        if port not in board.ports:
            _refuse(file, f"ship_home_ports.{ship}", f"'{port}' is not a port.")
    _check_parts(file, nobles)


def _check_parts(file: Written, nobles: Collection[str]) -> None:
    """Check what a rule set says about the roles its players have."""
    parts = file.ruleset.parts
    if parts and len(parts) < file.ruleset.players_max:
        _refuse(file, "parts", "there are fewer parts than players.")
    _known(file, "parts", tuple(part.id for part in parts), {part.id for part in parts}, "part")
    for i, part in enumerate(parts):
        for noble in (part.head, part.second):
            if noble not in nobles:
                _refuse(file, f"parts[{i}]", f"there is no noble '{noble}'.")
        if part.keeper and part.keeper not in (part.head, part.second):
            _refuse(file, f"parts[{i}].keeper", "must be the part's head or its second.")
        if part.cards < 2:
            _refuse(file, f"parts[{i}].cards", "counts the two nobles, so it must be at least 2.")


def _check_numbers(file: Written, ruleset: Ruleset) -> None:
    if not 2 <= ruleset.players_min <= ruleset.players_max:
        _refuse(file, "players_min", "must be at least 2 and no more than players_max.")
    for name in ("garrison_after_siege", "lay_share", "conclude_share", "commons_victory_share"):
        num, den = getattr(ruleset, name)
        if not 0 < num <= den:
            _refuse(file, name, f"{num}/{den} must be a share above 0 and no more than 1.")
    for name in (
        "land_squares",
        "sea_squares",
        "siege_reduce_on_turn",
        "crown_draws",
        "crown_draws_king",
        "ballot_seconds",
        "counter_seconds",
    ):
        if getattr(ruleset, name) < 1:
            _refuse(file, name, "must be at least 1.")
    for name in (
        "hand_limit",
        "time_limit_rounds",
        "time_limit_hours",
        "two_house_turns",
        "heir_abroad_turns",
        "parliament_cooldown_rounds",
        "parliament_calls_per_caller",
        "moment_seconds",
        "debate_seconds",
        "bishops_per_grant",
    ):
        value = getattr(ruleset, name)
        if value is not None and value < 0:
            _refuse(file, name, "must not be below 0.")
    if not 1 <= ruleset.storm_loss_from <= 101:
        _refuse(
            file,
            "storm_loss_from",
            "must be between 1 and 100, as on a d100, or 101 if no ship is ever lost.",
        )
    for kind, troops in ruleset.capacities.items():
        if kind not in {*FORTRESS_KINDS, "open_town"}:
            _refuse(
                file, f"capacities.{kind}", f"'{kind}' is not a kind of place that can be full."
            )
        if troops < 0:
            _refuse(file, f"capacities.{kind}", "must not be below 0.")


def check_content(file: Written, content: Content) -> None:
    """Check the deck sizes, the vote totals and everything the decks refer to. Raises
    ContentError."""
    ruleset = content.ruleset
    _check_size(file, "crown", content.crown, ruleset.crown_size)
    _check_size(file, "event", content.events, ruleset.event_size)
    for i, card in enumerate(ruleset.withheld):
        if card not in content.crown:
            _refuse(file, f"withheld[{i}]", f"'{card}' is not in the deck of this rule set.")
    if max(ruleset.deal_total, ruleset.deal_at_most) > ruleset.crown_size - len(ruleset.withheld):
        _refuse(file, "deal_total", "the deal needs more cards than the deck holds.")
    if len(content.nobles) < ruleset.players_max:
        _refuse(file, "players_max", "there are fewer nobles than players.")
    commons, lords = total_votes(content)
    if commons != ruleset.commons_total:
        reason = f"says {ruleset.commons_total} votes in the Commons, but they add up to {commons}."
        _refuse(file, "commons_total", reason)
    if lords != ruleset.lords_total:
        reason = f"says {ruleset.lords_total} votes in the Lords, but they add up to {lords}."
        _refuse(file, "lords_total", reason)
    for event in content.events.values():
        for call in event.calls:
            if call.who not in content.crown:
                reason = (
                    f"the event '{event.id}' calls '{call.who}', which this rule set leaves out."
                )
                _refuse(file, "crown_removed", reason)
    for ship in content.ships.values():
        if ship.home_port not in content.board.ports:
            reason = f"'{ship.home_port}', home of '{ship.id}', is not a port in this edition."
            _refuse(file, f"ship_home_ports.{ship.id}", reason)


def _check_size(
    file: Written, deck: str, cards: Mapping[CardId, CrownCard | EventCard], size: int
) -> None:
    """Check that a deck has as many cards as it should; if it has too many, name the last."""
    if len(cards) == size:
        return
    reason = f"says {size} {deck.capitalize()} cards, but there are {len(cards)}."
    if len(cards) > size:
        last = list(cards.values())[-1]
        reason += (
            f" The last is '{last.id}' of the set '{last.game}'. Give a card of your own"
            f' "game": "ours", and name it under {deck}_added in an option or a rule set.'
        )
    _refuse(file, f"{deck}_size", reason)


def total_votes(content: Content) -> tuple[int, int]:
    """All the votes in the Commons and in the Lords; the Chancellor's are counted as the King's."""
    votes = content.votes
    houses = len({h.house for h in content.heirs.values()})
    cards = content.crown.values()
    commons = votes.king_commons + houses * votes.senior_heir_commons
    commons += sum(c.commons for c in cards if not c.commons_if_no_sole_king)
    commons += sum(p.commons for p in content.board.places.values())
    lords = houses * votes.senior_heir_lords + sum(c.lords for c in cards)
    return commons, lords


def _known(
    file: Written, key: str, named: Collection[str], known: Collection[str], what: str
) -> None:
    seen: set[str] = set()
    for i, one in enumerate(named):
        where = f"{key}[{i}]" if isinstance(named, tuple) else f"{key}.{one}"
        if one not in known:
            _refuse(file, where, f"there is no {what} '{one}'.")
        if one in seen:
            _refuse(file, where, f"'{one}' is named twice.")
        seen.add(one)


def _refuse(file: Written, key: str, reason: str) -> NoReturn:
    raise file.wrong(key, reason)


OF_KINDS = ("place", "calls", "mercenary", "ship", "number")
"""The fields of an Event card that some kinds have and others do not."""
CALLABLE = ("noble", "title", "office", "bishop", "place")


def refuse(file: str, key: str, reason: str) -> NoReturn:
    """Refuse a file."""
    raise ContentError(file, key, reason)


def check_ids(file: str, name: str, ids: Sequence[str]) -> None:
    """Refuse a list of rows in which an id occurs twice."""
    seen: set[str] = set()
    for i, one in enumerate(ids):
        if one in seen:
            refuse(file, f"{name}[{i}].id", f"the id '{one}' is used twice.")
        seen.add(one)


def check_crown(file: CrownFile, board: BoardFile, ships: ShipFile) -> None:
    """Check crown.json: each card according to its kind, and who owns and controls what."""
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
        reason = f"'{card.id}': bishops have a seniority of 1 or more, and other cards have none."
        refuse(CROWN, f"{key}.seniority", reason)
    if card.kind == "place" and len(card.controls) != 1:
        refuse(CROWN, f"{key}.controls", f"the place card '{card.id}' must name one place.")
    if card.kind == "ship" and tuple(map(CardId, card.ships)) != (card.id,):
        refuse(CROWN, f"{key}.ships", f"the ship card '{card.id}' must name the ship '{card.id}'.")
    if (card.group is not None) != (card.kind == "mercenary"):
        reason = f"'{card.id}': mercenaries have a group, and other cards have none."
        refuse(CROWN, f"{key}.group", reason)


def _check_area(
    i: int, card: CrownCard, regions: set[str], places: Mapping[PlaceId, PlaceRow]
) -> None:
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


def _check_castles(file: CrownFile, places: Mapping[PlaceId, PlaceRow], board: BoardFile) -> None:
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
    """Check ships.json: home ports, capacities, and the card each ship goes with."""
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
        card = ship.office or CardId(ship.id)
        if card not in cards:
            refuse(SHIPS, f"{key}.office", f"there is no Crown card '{card}'.")
        if ship.id not in cards[card].ships:
            refuse(SHIPS, f"{key}.office", f"the card '{card}' does not list '{ship.id}'.")


def check_events(file: EventFile, crown: CrownFile, board: BoardFile, ships: ShipFile) -> None:
    """Check events.json: each card according to its kind, whom it calls and whom it kills."""
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
    """Check heirs.json: ids, order, starting places, and whether the guards match their Crown
    cards."""
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
    """Check the leanings and offices in recruiting.json against the Crown cards."""
    kinds = {card.id: card.kind for card in crown.cards}
    for noble, leaning in file.leanings.items():
        if kinds.get(CardId(noble)) != "noble":
            refuse(RECRUITING, f"leanings.{noble}", f"'{noble}' is not a noble.")
        if leaning.value <= 0:
            refuse(RECRUITING, f"leanings.{noble}.value", "a leaning must be above 0.")
    for office in file.offices:
        if kinds.get(office) != "office":
            refuse(RECRUITING, f"offices.{office}", f"'{office}' is not an office.")
    if file.set_size < 1:
        refuse(RECRUITING, "set_size", "a set must have at least one card.")
