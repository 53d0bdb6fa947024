"""Looking things up: what a law, a conflict, a tile or a castle space does, and what a county
is."""

from __future__ import annotations

from bot.rules.lancaster.view import BoardView
from bot.words.lancaster.names import Lexicon, house, reward, squires
from bot.words.phrases import listed, plural
from bot.words.shape import Names


def aim(lex: Lexicon, *, limited: bool = True) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """How to win the game: sentences, and the rules behind each. Every game ends after a set number
    of rounds.
    """
    rounds = lex.content.ruleset.rounds
    return (
        (
            f"The player with the most power points after {rounds} rounds wins. "
            "Tied players share the victory.",
            ("lancaster-6.4",),
        ),
        (
            "Counties, laws and war give points, and at the end so do the strongest knights, "
            "the largest castle and the noblemen at table.",
            ("lancaster-1.2", "lancaster-6.1a", "lancaster-6.2a", "lancaster-6.3a"),
        ),
    )


def cards(lex: Lexicon) -> dict[str, str]:
    """Laws, conflicts, tiles of the King's Favour and castle spaces, with their names."""
    content = lex.content
    found = [f"law:{law}" for law in content.laws]
    found += [f"conflict:{card}" for card in content.conflicts]
    found += [f"favour:{tile}" for tile in content.favours]
    found += [f"castle:{space}" for space in content.spaces]
    return {thing: lex.kind(thing) for thing in found}


def places(lex: Lexicon) -> dict[str, str]:
    """Every county, with its name."""
    return {key: county.name for key, county in lex.content.counties.items()}


# Cards and tiles


def card_text(lex: Lexicon, card: str, view: BoardView | None, names: Names) -> str:
    """A card or tile in words: what it does, and where it is now."""
    kind, _, thing = card.partition(":")
    tell = {"law": _law, "conflict": _conflict, "favour": _favour}.get(kind, _space)
    return "\n".join([f"### {lex.kind(card)}", *tell(lex, thing, view, names)])


def _law(lex: Lexicon, law: str, view: BoardView | None, names: Names) -> list[str]:
    found = lex.content.laws[law]
    lines = [lex.cite(found.text, "lancaster-4ii.9"), f"Its back shows {found.number}."]
    if view is None:
        return lines
    if law in view.laws:
        return [*lines, "It is in force now."]
    if law in view.proposals:
        return [*lines, "It is up for a vote."]
    gone = law in view.laws_gone
    return [*lines, "It has left the game." if gone else "It is in the pile."]


def _conflict(lex: Lexicon, card: str, view: BoardView | None, names: Names) -> list[str]:
    strength = lex.content.conflicts[card].strength
    text = f"A conflict with France, strength {strength}. Points: {lex.prizes(card)}."
    lines = [lex.cite(text, "lancaster-4iiic.2", "lancaster-4iiic.6", "lancaster-4iiic.9")]
    if view is None:
        return lines
    for found in view.conflicts:
        if found.card == card:
            sides = [f"{house(names, s.side)} {sum(s.knights)}" for s in found.stacks]
            row = "second" if found.row == "lower" else "first"
            return [*lines, f"Now in its {row} round: {listed(sides) or 'nobody is there'}."]
    if card in view.conflicts_gone:
        return [*lines, "It is over."]
    return [*lines, "It is not on the board just now."]


def _favour(lex: Lexicon, tile: str, view: BoardView | None, names: Names) -> list[str]:
    text = f"King’s Favour: {reward(lex.content.favours[tile].reward)}, at once."
    lines = [lex.cite(text, "lancaster-4i.18")]
    if view is None:
        return lines
    if tile in view.favours:
        return [*lines, "It is face up."]
    if tile in view.favours_used:
        return [*lines, lex.cite("It is face down until the next round.", "lancaster-4i.19")]
    return [*lines, lex.cite("It is not in this game.", "lancaster-3.5b")]


def _space(lex: Lexicon, space: str, view: BoardView | None, names: Names) -> list[str]:
    text = f"A castle space: {lex.space_gives(lex.content.spaces[space])}."
    lines = [
        lex.cite(text, "lancaster-4iiib.2"),
        lex.cite("Its extension gives the same every round.", "lancaster-5.1", "lancaster-7.3"),
    ]
    if view is None:
        return lines
    built = [names(found.seat) for found in view.houses if space in found.extensions]
    standing = [house(names, found.side) for found in view.houses if space in found.castle]
    lines += [f"Extension: {listed(built)}."] if built else []
    return [*lines, f"A knight stands there: {listed(standing)}."] if standing else lines


# Counties


def place_text(lex: Lexicon, place: str, view: BoardView | None, names: Names) -> str:
    """A county in words: what it requires and gives, and who holds it; empty for anything else."""
    if place not in lex.content.counties:
        return ""
    county = lex.content.counties[place]
    lines = [
        f"### {county.name}",
        lex.cite(
            (f"County {place}, for knights of strength {county.minimum} or more"), "lancaster-4i.4"
        ),
        lex.cite(f"Reward: {reward(county.reward)}", "lancaster-4iiia.2"),
    ]
    if county.names_starter:
        text = "Its holder names the next starting player"
        lines.append(lex.cite(text, "lancaster-4iiia.6"))
    if view is None:
        return "\n".join(lines)
    seen = view.counties[place]
    lines.append(f"{plural(seen.noblemen, 'nobleman', 'noblemen')} left")
    if seen.side is not None:
        company = f" with {squires(seen.squires)}" if seen.squires else ""
        lines.append(f"Held by {house(names, seen.side)}, strength {seen.knight}{company}")
    return "\n".join(lines)
