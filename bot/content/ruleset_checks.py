"""Checks of a rule-set file, and of what comes out of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NoReturn

from bot.content.errors import ContentError
from bot.content.files import EVENTS, Files
from bot.content.ruleset_files import Written
from bot.rules.kingmaker.board import FORTRESS_KINDS
from bot.rules.kingmaker.content import Content, CrownCard, EventCard, Ruleset
from bot.rules.kingmaker.repertoire import HANDLERS

DIE = 6
"""Faces of the die that says where an heir begins."""


def check_ruleset(file: Written, files: Files) -> None:
    """Check what a rule set names and the numbers in it. Raises ContentError."""
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
            reason = f"'{heir}' has no start on the board of {ruleset.edition}."
            _refuse(file, f"heirs[{i}]", reason)
    if ruleset.use.deaths == "card_names" and ruleset.use.battle != "event_card":
        reason = (
            f"the names on the card kill only if battles draw one, and '{ruleset.use.battle}' "
            "draws none."
        )
        raise file.wrong("deaths", reason, "use")
    if not ruleset.whole_forces and ruleset.use.battle != "event_card":
        reason = "must be true unless an Event card decides the battle."
        _refuse(file, "whole_forces", reason)
    _check_numbers(file, ruleset)


def _check_kinds(ruleset: Ruleset, files: Files) -> None:
    """Of every Event card in the deck it must be known what it does."""
    for i, card in enumerate(files.events.cards):
        if ruleset.in_deck(card) and card.kind not in HANDLERS:
            reason = f"nothing says what a card of the kind '{card.kind}' does."
            raise ContentError(EVENTS, f"cards[{i}].kind", reason)


def _check_pairs(file: Written, files: Files) -> None:
    """What a rule set says of ships, ports, places and cards, one by another."""
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
                f"must name a place on the board for each of {DIE} faces.",
            )
    for ship, noble in ruleset.ship_nobles.items():
        if noble not in nobles:
            _refuse(file, f"ship_nobles.{ship}", f"there is no noble '{noble}'.")
    for ship, port in ruleset.ship_home_ports.items():
        if port not in board.ports:
            _refuse(file, f"ship_home_ports.{ship}", f"'{port}' is not a port.")
    _check_parts(file, nobles)


def _check_parts(file: Written, nobles: set[str]) -> None:
    """What a rule set says of the parts that its players play."""
    parts = file.ruleset.parts
    if parts and len(parts) < file.ruleset.players_max:
        _refuse(file, "parts", "there are fewer parts than players.")
    _known(file, "parts", tuple(part.id for part in parts), {part.id for part in parts}, "part")
    for i, part in enumerate(parts):
        for noble in (part.head, part.second):
            if noble not in nobles:
                _refuse(file, f"parts[{i}]", f"there is no noble '{noble}'.")
        if part.keeper and part.keeper not in (part.head, part.second):
            _refuse(file, f"parts[{i}].keeper", "he is not one of the part's two nobles.")
        if part.cards < 2:
            _refuse(file, f"parts[{i}].cards", "counts the two nobles, so it must be at least 2.")


def _check_numbers(file: Written, ruleset: Ruleset) -> None:
    if not 2 <= ruleset.players_min <= ruleset.players_max:
        _refuse(file, "players_min", "there must be at least 2 players, and no more than the most.")
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
            "must be between 1 and 100, as on a d100 (101: no ship is lost).",
        )
    for kind, troops in ruleset.capacities.items():
        if kind not in {*FORTRESS_KINDS, "open_town"}:
            _refuse(
                file, f"capacities.{kind}", f"'{kind}' is not a kind of place that can be full."
            )
        if troops < 0:
            _refuse(file, f"capacities.{kind}", "must not be below 0.")


def check_content(file: Written, content: Content) -> None:
    """Check deck sizes, totals of votes and what the decks refer to. Raises ContentError."""
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
    file: Written, deck: str, cards: Mapping[str, CrownCard | EventCard], size: int
) -> None:
    """A deck has as many cards as is said; of a deck that has more, the last card is told."""
    if len(cards) == size:
        return
    reason = f"says {size} {deck.capitalize()} cards, but there are {len(cards)}."
    if len(cards) > size:
        last = list(cards.values())[-1]
        reason += (
            f" The last is '{last.id}' of the set '{last.game}'. A card of your own says"
            f' "game": "ours", and an option or a rule set names it under {deck}_added.'
        )
    _refuse(file, f"{deck}_size", reason)


def total_votes(content: Content) -> tuple[int, int]:
    """All votes there are in the Commons and in the Lords, the Chancellor's only as the King's."""
    votes = content.votes
    houses = len({h.house for h in content.heirs.values()})
    cards = content.crown.values()
    commons = votes.king_commons + houses * votes.senior_heir_commons
    commons += sum(c.commons for c in cards if not c.commons_if_no_sole_king)
    commons += sum(p.commons for p in content.board.places.values())
    lords = houses * votes.senior_heir_lords + sum(c.lords for c in cards)
    return commons, lords


def _known(file: Written, key: str, named: Collection[str], known: set[str], what: str) -> None:
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
