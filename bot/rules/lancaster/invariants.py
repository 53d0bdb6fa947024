"""Invariants of a game of Lancaster, checked after every decision of self-play."""

from __future__ import annotations

from collections import Counter

from bot.rules.lancaster.knights import deployed
from bot.rules.lancaster.state import LTable


def violations(table: LTable) -> list[str]:
    """What is wrong; empty when all is well."""
    return [*_knights(table), *_tokens(table), *_cards(table), *_board(table)]


def _knights(table: LTable) -> list[str]:
    """Every side has exactly the knights it began with."""
    found = []
    wanted = sorted(table.content.ruleset.knights)
    for side, house in table.state.houses.items():
        mine = sorted([*house.court, *house.reserve, *deployed(table.state, side)])
        if mine != wanted:
            found.append(f"side {side} has the knights {mine}")
    return found


def _tokens(table: LTable) -> list[str]:
    """No token is lost or made; nobody owes any tokens."""
    state, supply = table.state, table.content.ruleset.supply
    found = []
    squires = sum(held.squires for held in state.counties.values())
    totals = {
        "gold": (state.bank.gold + sum(h.gold for h in state.houses.values()), supply.gold),
        "squires": (
            state.bank.squires + squires + sum(h.squires for h in state.houses.values()),
            supply.squires,
        ),
        "votes": (state.bank.votes + sum(h.votes for h in state.houses.values()), supply.votes),
    }
    for name, (total, wanted) in totals.items():
        if total != wanted:
            found.append(f"{name}: {total} in all, not {wanted}")
    for side, house in state.houses.items():
        if min(house.gold, house.squires, house.votes, house.points) < 0:
            found.append(f"side {side} owes something")
        if state.is_ally(side) and (
            house.gold or house.squires or house.votes or house.points or house.noblemen
        ):
            found.append(f"the ally {side} has what allies never have")
    return found


def _cards(table: LTable) -> list[str]:
    """Every law, conflict, tile and nobleman is in exactly one place."""
    state, content = table.state, table.content
    rules, key = content.ruleset, str(state.seats)
    laws = Counter([*state.law_deck, *state.laws, *state.proposals, *state.laws_gone])
    on_board = [conflict.card for conflict in state.conflicts()]
    conflicts = Counter([*state.conflict_deck, *on_board, *state.conflicts_gone])
    tiles = Counter([*state.favours, *state.favours_used])
    out = rules.conflicts_removed[key]
    wanted = (
        ("laws", laws, Counter(list(content.laws))),
        ("conflicts", conflicts, Counter([c for c in content.conflicts if c not in out])),
        (
            "favours",
            tiles,
            Counter([f for f in content.favours if f not in rules.favours_removed.get(key, ())]),
        ),
    )
    found = [f"{name}: counted {dict(had)}" for name, had, all_ in wanted if had != all_]
    for county in content.counties:
        seated = sum(house.noblemen.count(county) for house in state.houses.values())
        total = state.noblemen[county] + seated + state.noblemen_gone.get(county, 0)
        if total != rules.stacks[key]:
            found.append(f"noblemen of {county}: {total}")
    return found


def _board(table: LTable) -> list[str]:
    """Spaces, extensions, tables and rows hold no more than they may."""
    state, rules = table.state, table.content.ruleset
    found = []
    for side, house in state.houses.items():
        if set(house.castle) & set(house.extensions):
            found.append(f"side {side} has a knight under an extension")
        if len(set(house.extensions)) != len(house.extensions):
            found.append(f"side {side} has an extension twice")
        if len(set(house.noblemen)) != len(house.noblemen):
            found.append(f"side {side} has a nobleman twice")
    for county, held in state.counties.items():
        if held.knight < table.content.counties[county].minimum:
            found.append(f"{county} is held by too weak a knight")
    for conflict in state.conflicts():
        sides = [stack.side for stack in conflict.stacks]
        if len(set(sides)) != len(sides) or len(sides) > rules.conflict_spaces:
            found.append(f"{conflict.card} has the stacks {sides}")
    if max(len(state.upper), len(state.lower)) > rules.conflicts_each_round:
        found.append("a row of conflicts is too long")
    if state.phase != "setup" and len(state.laws) != rules.laws_in_force:
        found.append(f"{len(state.laws)} laws are in force")
    return found
