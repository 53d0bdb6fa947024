"""Reading and checking Lancaster's data.

The weights with which Lancaster's computer players judge a position, from `data/lancaster`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec

from bot.content.errors import ContentError
from bot.content.files import DataFile, read_json
from bot.content.load import data_root
from bot.rules.lancaster.content import (
    ConflictCard,
    Content,
    County,
    Favour,
    Law,
    Ruleset,
    Space,
)

COUNTIES = "lancaster/counties.json"
CASTLE = "lancaster/castle.json"
FAVOURS = "lancaster/favours.json"
CONFLICTS = "lancaster/conflicts.json"
LAWS = "lancaster/laws.json"
RULESETS = "lancaster/rulesets"
STANDARD = "standard"


class _Named(Protocol):
    @property
    def id(self) -> str: ...


N = TypeVar("N", bound=_Named)


class CountyFile(DataFile, frozen=True):
    """counties.json."""

    counties: tuple[County, ...]


class CastleFile(DataFile, frozen=True):
    """castle.json."""

    spaces: tuple[Space, ...]


class FavourFile(DataFile, frozen=True):
    """favours.json."""

    favours: tuple[Favour, ...]


class ConflictFile(DataFile, frozen=True):
    """conflicts.json."""

    conflicts: tuple[ConflictCard, ...]


class LawFile(DataFile, frozen=True):
    """laws.json."""

    laws: tuple[Law, ...]


def lancaster_ruleset_ids(root: Path | None = None) -> tuple[str, ...]:
    """The rule sets that have a file, in alphabetical order."""
    folder = (root or data_root()) / RULESETS
    return tuple(sorted(path.stem for path in folder.glob("*.json")))


def load_lancaster(root: Path | None = None, ruleset_id: str = STANDARD) -> Content:
    """Everything that a rule set uses, checked; always the same object.

    `root` is the data folder, by default the one that comes with the bot. Raises ContentError,
    which names the file, the key and the reason, if a file is broken or missing.
    """
    return _load(_own_root() if root is None else root.resolve(), ruleset_id)


@cache
def _own_root() -> Path:
    """The data folder that comes with the bot, found only once, because players need it at every
    decision."""
    return data_root().resolve()


@lru_cache(maxsize=8)
def _load(root: Path, ruleset_id: str) -> Content:
    file = f"{RULESETS}/{ruleset_id}.json"
    counties = read_json(root, COUNTIES, CountyFile).counties
    spaces = read_json(root, CASTLE, CastleFile).spaces
    favours = read_json(root, FAVOURS, FavourFile).favours
    conflicts = read_json(root, CONFLICTS, ConflictFile).conflicts
    laws = read_json(root, LAWS, LawFile).laws
    ruleset = read_json(root, file, Ruleset)
    content = Content(
        ruleset=ruleset,
        counties=_by_id(COUNTIES, "counties", counties),
        spaces=_by_id(CASTLE, "spaces", spaces),
        favours=_by_id(FAVOURS, "favours", favours),
        conflicts=_by_id(CONFLICTS, "conflicts", conflicts),
        laws=_by_id(LAWS, "laws", laws),
        ally_spaces={
            space.id: msgspec.structs.replace(space, squires=0)
            for space in spaces
            if space.id in ruleset.allies.spaces
        },
    )
    if ruleset.id != ruleset_id:
        raise ContentError(file, "id", f"must be {ruleset_id!r}, like the name of the file.")
    _check_counties(content)
    _check_castle(content)
    _check_war(content)
    _check_laws(content)
    _check_ruleset(file, content)
    _check_by_players(file, content)
    return content


def _by_id(file: str, key: str, rows: Sequence[N]) -> dict[str, N]:
    """The rows by id. Raises ContentError if there are none, or if an id occurs twice."""
    found: dict[str, N] = {}
    for index, row in enumerate(rows):
        if row.id in found:
            raise ContentError(file, f"{key}[{index}].id", f"{row.id!r} appears twice.")
        found[row.id] = row
    if not found:
        raise ContentError(file, key, "there must be at least one.")
    return found


def _check_counties(content: Content) -> None:
    """Check that each county can be held by a knight, and that at most one county names the
    starting player.
    """
    strongest = max(content.ruleset.knights, default=0)
    for index, county in enumerate(content.counties.values()):
        key = f"counties[{index}]"
        if not 1 <= county.minimum <= strongest:
            reason = f"must be from 1 to {strongest}, the strength of the strongest knight."
            raise ContentError(COUNTIES, f"{key}.minimum", reason)
        if county.reward.nobleman:
            raise ContentError(COUNTIES, f"{key}.reward", "a county's reward cannot be a nobleman.")
    if sum(county.names_starter for county in content.counties.values()) > 1:
        raise ContentError(COUNTIES, "counties", "only one county may name the starting player.")


def _check_castle(content: Content) -> None:
    """Check that prices and rewards fit the spaces of a castle."""
    for index, space in enumerate(content.spaces.values()):
        if space.squires < 0:
            raise ContentError(CASTLE, f"spaces[{index}].squires", "must not be below 0.")
        if space.squires and space.reward.plain:
            raise ContentError(
                CASTLE, f"spaces[{index}].squires", "only new knights and upgrades have a price."
            )
        if space.reward.extension or space.reward.nobleman or space.reward.to_conflict:
            raise ContentError(
                CASTLE, f"spaces[{index}].reward", "must be tokens, new knights or upgrades."
            )


def _check_war(content: Content) -> None:
    """Check that favours move no knight, that conflicts can be won, and that points fall from the
    first place to the third.
    """
    for index, tile in enumerate(content.favours.values()):
        if tile.reward.to_conflict:
            raise ContentError(
                FAVOURS, f"favours[{index}].reward", "a favour cannot move a knight."
            )
    for index, card in enumerate(content.conflicts.values()):
        if card.strength < 1:
            raise ContentError(CONFLICTS, f"conflicts[{index}].strength", "must be at least 1.")
        points = list(card.points)
        if points != sorted(points, reverse=True) or min(points) < 0:
            key = f"conflicts[{index}].points"
            raise ContentError(CONFLICTS, key, "must fall from the first to the third.")


def _check_laws(content: Content) -> None:
    """Check that each kind of law says what it must."""
    knights = content.ruleset.knights
    for index, law in enumerate(content.laws.values()):
        key = f"laws[{index}]"
        if law.kind in ("most", "each") and law.of is None:
            raise ContentError(LAWS, f"{key}.of", "the law must say what it counts.")
        if law.per < 1:
            raise ContentError(LAWS, f"{key}.per", "must be at least 1.")
        by_knight = law.kind in ("without", "exchange", "muster") or law.of == "knights"
        if by_knight and law.strength not in knights:
            raise ContentError(LAWS, f"{key}.strength", "no knight has that strength.")
        if law.kind in ("without", "exchange") and not law.upgrade:
            raise ContentError(
                LAWS, f"{key}.upgrade", "the law must say which knights it upgrades."
            )
        price = law.price
        if min(price.gold, price.squires) < 0 or (law.kind == "buy") != bool(
            price.gold + price.squires
        ):
            raise ContentError(
                LAWS, f"{key}.price", "laws that sell need a price, and other laws have none."
            )
        if law.reward.to_conflict:
            raise ContentError(LAWS, f"{key}.reward", "a law cannot move a knight.")


def _check_ruleset(file: str, content: Content) -> None:
    """Check the numbers that make a game possible: knights, enough laws, ids that exist."""
    rules = content.ruleset
    for name in ("players_min", "rounds", "conflict_spaces", "laws_in_force", "vote_seconds"):
        if getattr(rules, name) < 1:
            raise ContentError(file, name, "must be at least 1.")
    for name, court in (("court", rules.court), ("allies.court", rules.allies.court)):
        if any(court.count(knight) > rules.knights.count(knight) for knight in court):
            raise ContentError(file, name, "there are not that many knights of that strength.")
    wanted = rules.laws_in_force + rules.rounds * rules.laws_each_round
    if len(content.laws) < wanted:
        raise ContentError(file, "laws_each_round", f"there must be {wanted} laws in all.")
    _known(file, "allies.spaces", rules.allies.spaces, content.spaces)
    if rules.supply.boards < 1:
        raise ContentError(file, "supply.boards", "must be at least 1.")


def _check_by_players(file: str, content: Content) -> None:
    """Check that everything that depends on the number of players is given for each number."""
    rules = content.ruleset
    for seats in range(rules.players_min, rules.players_max + 1):
        key = str(seats)
        if not 0 <= rules.stacks.get(key, -1) <= rules.noblemen_each:
            raise ContentError(
                file, f"stacks.{key}", f"must be a number from 0 to {rules.noblemen_each}."
            )
        if key not in rules.conflicts_removed:
            raise ContentError(file, f"conflicts_removed.{key}", "must name the cards, if any.")
        removed = rules.conflicts_removed[key]
        _known(file, f"conflicts_removed.{key}", removed, content.conflicts)
        _known(file, f"favours_removed.{key}", rules.favours_removed.get(key, ()), content.favours)
        wanted = rules.rounds * rules.conflicts_each_round
        if len(content.conflicts) - len(removed) < wanted:
            raise ContentError(
                file, f"conflicts_removed.{key}", f"at least {wanted} conflicts must remain."
            )


def _known(file: str, key: str, names: Iterable[str], known: Iterable[str]) -> None:
    unknown = [name for name in names if name not in set(known)]
    if unknown:
        raise ContentError(file, key, f"there is no {unknown[0]!r}.")


FILE = "lancaster/values.json"

Values = dict[str, dict[str, "Worths"]]
"""The value of each thing, by the number of players and the rounds left."""


class Worths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points that one unit of each feature brings by the end; a player who is ``spread`` points
    ahead is nearly three times as likely to win.
    """

    spread: float
    weights: dict[str, float]


class LancasterValuesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of the file: what it was fitted to, and the weights."""

    about: str
    values: Values


def load_lancaster_values(features: Sequence[str], root: Path | None = None) -> Values:
    """The weight of every feature, by players and rounds left.

    Raises ContentError, which names the file, the key and the reason, if a weight is missing, there
    is one too many, or a spread is not above 0.
    """
    return _load_values(tuple(features), root)


@lru_cache(maxsize=4)
def _load_values(features: tuple[str, ...], root: Path | None) -> Values:
    values = read_json(root or data_root(), FILE, LancasterValuesFile).values
    for seats, left in _wanted():
        key = f"values.{seats}.{left}"
        if left not in values.get(seats, {}):
            raise ContentError(FILE, key, "there are no weights for this many players and rounds.")
        found = values[seats][left]
        if found.spread <= 0:
            raise ContentError(FILE, f"{key}.spread", "must be above 0.")
        for name in sorted(set(features) ^ set(found.weights)):
            reason = "is missing" if name in features else "is not a feature"
            raise ContentError(FILE, f"{key}.weights.{name}", f"{name} {reason}.")
    return values


def _wanted() -> list[tuple[str, str]]:
    """The possible numbers of players, and of rounds left at the end of a round."""
    rules = [load_lancaster(ruleset_id=each).ruleset for each in lancaster_ruleset_ids()]
    return sorted(
        {
            (str(seats), str(left))
            for each in rules
            for seats in range(each.players_min, each.players_max + 1)
            for left in range(1, each.rounds)
        }
    )
