"""Reading the data folder into the content that the rules need.

The weights with which Kingmaker's computer players judge a position, from `data/kingmaker`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

from bot import DATA
from bot.content import ruleset_files
from bot.content.board_file import build_board, check_board
from bot.content.checks import (
    check_battle,
    check_content,
    check_crown,
    check_events,
    check_heirs,
    check_recruiting,
    check_ruleset,
    check_ships,
)
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
    RecruitingFile,
    ShipFile,
    read_json,
    read_text,
)
from bot.content.ruleset_files import RulesetFile, Specification, file_of, resolve
from bot.rules.kingmaker.components import CrownCard, EventCard, Heir, Ship
from bot.rules.kingmaker.content import Content, Ruleset
from bot.rules.kingmaker.ids import NO_PLACE, CardId, HeirId, NobleId, ShipId
from bot.rules.kingmaker.repertoire import HANDLERS, chosen
from bot.rules.kingmaker.tables import RESULTS, BattleTable
from bot.rules.rulebook import LedgerError, Rule, Rulebook, parse_rules

LEDGER = "rules"


def data_root() -> Path:
    """The data folder that comes with the bot."""
    return DATA


def ruleset_ids(root: Path | None = None, *, previews: bool = False) -> tuple[str, ...]:
    """The rule sets that can be played, in alphabetical order; with `previews`, all those that
    exist."""
    folder = root or data_root()
    return tuple(
        one
        for one in ruleset_files.ruleset_ids(folder)
        if previews or read_json(folder, file_of(one), RulesetFile).stage == "played"
    )


def load_content(
    specification: str, root: Path | None = None, edition: int | None = None
) -> Content:
    """Everything that a table needs, checked; the same object each time.

    `specification` is a rule set with the options chosen in addition (``classic+ambush``), `root`
    the data folder, by default the one that comes with the bot, and `edition` the one that a game
    began with, by default the newest. Raises ContentError, which names the file, the key and the
    reason, if a file is broken or missing, and ValueError, worded for players, if the options do
    not go together.
    """
    wanted = str(Specification.parse(specification))
    return _load_content(wanted, (root or data_root()).resolve(), edition)


@lru_cache(maxsize=64)
def _load_content(specification: str, root: Path, edition: int | None) -> Content:
    written = resolve(root, Specification.parse(specification), edition)
    files = _load_files(root)
    check_ruleset(written, files)
    content = build_content(written.ruleset, files)
    check_content(written, content)
    return content


@lru_cache(maxsize=8)
def _load_files(root: Path) -> Files:
    files = Files(
        board=read_json(root, BOARD, BoardFile),
        crown=read_json(root, CROWN, CrownFile),
        events=read_json(root, EVENTS, EventFile),
        ships=read_json(root, SHIPS, ShipFile),
        heirs=read_json(root, HEIRS, HeirFile),
        battle=read_json(root, BATTLE, BattleFile),
        recruiting=read_json(root, RECRUITING, RecruitingFile),
    )
    check_board(files.board)
    check_crown(files.crown, files.board, files.ships)
    check_ships(files.ships, files.crown, files.board)
    check_events(files.events, files.crown, files.board, files.ships)
    check_heirs(files.heirs, files.crown, files.board)
    check_battle(files.battle)
    check_recruiting(files.recruiting, files.crown)
    return files


def build_content(ruleset: Ruleset, files: Files) -> Content:
    """The cards, pieces and board of a rule set, picked from all those that exist."""
    crown = _crown(ruleset, files.crown)
    events = _events(ruleset, files.events)
    nobles = [NobleId(c.id) for c in crown.values() if c.kind == "noble"]
    return Content(
        ruleset=ruleset,
        board=build_board(
            files.board,
            ruleset.edition,
            nobles,
            [a.id for a in files.board.areas if ruleset.opens(a.id)],
            ruleset.without_cathedral,
        ),
        crown=crown,
        events=events,
        ships=_ships(ruleset, files.ships, crown),
        heirs=_heirs(ruleset, files.heirs) | _spares(files.heirs, events),
        guards={g.id: g for g in files.heirs.guards if g.id in ruleset.guards},
        battle=BattleTable(
            rows=files.battle.rows,
            deaths={r: getattr(files.battle.deaths, r) for r in RESULTS},
            assassin=files.battle.assassin,
            confidence=files.battle.confidence,
        ),
        votes=files.heirs.votes,
        recruiting=files.recruiting,
        handlers=HANDLERS,
        procedures=chosen(ruleset.use),
    )


def _crown(ruleset: Ruleset, file: CrownFile) -> dict[CardId, CrownCard]:
    owned: dict[CardId, tuple[ShipId, ...]] = {}
    for ship, noble in ruleset.ship_nobles.items():
        owned[noble] = (*owned.get(noble, ()), ship)
    cards: dict[CardId, CrownCard] = {}
    for card in file.cards:
        of_set = card.game in ruleset.crown_sets and card.id not in ruleset.crown_removed
        if of_set or card.id in ruleset.crown_added:
            cards[card.id] = msgspec.structs.replace(
                card,
                controls=(*card.controls, *ruleset.controls_added.get(card.id, ())),
                ships=(*card.ships, *owned.get(card.id, ())),
                attack_only=card.attack_only or card.id in ruleset.attack_only,
            )
    return cards


def _events(ruleset: Ruleset, file: EventFile) -> dict[CardId, EventCard]:
    return {card.id: card for card in file.cards if ruleset.in_deck(card)}


def _ships(ruleset: Ruleset, file: ShipFile, crown: dict[CardId, CrownCard]) -> dict[ShipId, Ship]:
    ships: dict[ShipId, Ship] = {}
    for row in file.ships:
        ship = msgspec.structs.replace(
            row,
            home_port=ruleset.ship_home_ports.get(row.id, row.home_port),
            noble=ruleset.ship_nobles.get(row.id),
        )
        if (ship.office or ship.noble or CardId(ship.id)) in crown:
            ships[ship.id] = ship
    return ships


def _heirs(ruleset: Ruleset, file: HeirFile) -> dict[HeirId, Heir]:
    """The heirs in use; they are numbered again, so an heir who is not in use leaves no gap."""
    heirs: dict[HeirId, Heir] = {}
    for row in file.heirs:
        if row.id not in ruleset.heirs:
            continue
        heirs[row.id] = Heir(
            id=row.id,
            name=row.name,
            house=row.house,
            order=1 + sum(h.house == row.house for h in heirs.values()),
            start=row.starts[ruleset.edition],
            crowned=row.crowned,
            style=row.style,
            confidence=row.confidence,
        )
    return heirs


def _spares(file: HeirFile, events: dict[CardId, EventCard]) -> dict[HeirId, Heir]:
    """The counters of heirs whom Event cards in the deck bring in; their house is set later."""
    kinds = {"born": "royal_birth", "pretender": "pretender"}
    deck = {card.kind for card in events.values()}
    return {
        row.id: Heir(row.id, row.name, "york", 0, NO_PLACE, crowned=False, spare=row.comes)
        for row in file.spares
        if kinds[row.comes] in deck
    }


def load_ledger(root: Path | None = None) -> Rulebook:
    """The ledger of all rule sets. Raises ContentError if a file is broken or missing."""
    return _load_ledger((root or data_root()).resolve())


def ledger_file(rule_set: str) -> str:
    """The file with a rule set's rows, in the data folder."""
    return f"{LEDGER}/{rule_set}.csv"


@lru_cache(maxsize=8)
def _load_ledger(root: Path) -> Rulebook:
    names = sorted(path.stem for path in (root / LEDGER).glob("*.csv"))
    if not names:
        raise ContentError(LEDGER, "", "there are no rule files in this folder.")
    rules: list[Rule] = []
    told: dict[str, str] = {}
    for name in names:
        file = ledger_file(name)
        try:
            found = parse_rules(read_text(root, file))
            rules.extend(found)
            Rulebook(rules)
        except LedgerError as broken:
            raise ContentError(file, broken.key, f"{broken.reason}.") from broken
        told |= {rule.id: file for rule in found}
    for rule in rules:
        for other in (*rule.replaces, *rule.refines):
            if other not in told:
                raise ContentError(told[rule.id], rule.id, f"the ledger has no row {other!r}.")
    return Rulebook(rules)
