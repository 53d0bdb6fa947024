"""The rule book of a table: the rules in force there, in the order in which a game meets them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.rulebook import Rule

SECTIONS = {
    "setup": "Setting up",
    "control": "Nobles, cards, who holds what",
    "event": "Events",
    "placement": "Placing knights",
    "movement": "Movement on land",
    "ships": "Ships and the sea",
    "combat": "Battle",
    "siege": "Fortresses and sieges",
    "royals": "Royal heirs",
    "voting": "Votes on laws",
    "parliament": "Parliament",
    "rewards": "Rewards",
    "coronation": "Coronation",
    "draw": "Drawing a card",
    "trade": "Trade and deals",
    "scoring": "Points",
    "victory": "How it ends",
    "general": "In general",
}
"""The title of each part of a rule book, by the ledger's column `phase`, in reading order."""


def sections(rules: Sequence[Rule]) -> dict[str, list[Rule]]:
    """The rules by part, in reading order; parts without a title come last."""
    found: dict[str, list[Rule]] = {name: [] for name in SECTIONS}
    for rule in rules:
        found.setdefault(rule.phase, []).append(rule)
    return {name: rows for name, rows in found.items() if rows}


def section_title(name: str) -> str:
    """The title of a part of the rule book."""
    return SECTIONS.get(name, name.capitalize())


def rule_line(rule: Rule) -> str:
    """A rule with its id, and our ruling if the text was unclear, on one line."""
    text = f"**{rule.id}** {rule.title}: {rule.rule}"
    return f"{text} *{rule.ruling}*" if rule.ruling else text


def whole_book(title: str, rules: Sequence[Rule]) -> str:
    """All of a table's rules as one text to keep, part by part."""
    parts = [title, "=" * len(title), "", f"{len(rules)} rules are in force at this table."]
    for name, rows in sections(rules).items():
        heading = section_title(name)
        parts += ["", heading, "-" * len(heading)]
        for rule in rows:
            parts += ["", f"{rule.id}  {rule.title}", f"  {rule.rule}"]
            if rule.ruling:
                parts.append(f"  How it is played: {rule.ruling}")
    return "\n".join([*parts, ""])
