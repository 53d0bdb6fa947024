"""Longer texts: the state of the game, a house, the board in words, and what can be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.rules.kernel import Offer, Prompt, Seat
from bot.rules.lancaster.view import BoardView, ConflictView, CountyView, HouseView
from bot.words.lancaster.names import (
    PHASES,
    Lexicon,
    house,
    markers,
    points,
    reward,
    squires,
    tokens,
)
from bot.words.lancaster.prompts import ask
from bot.words.lancaster.stakes import stakes
from bot.words.lancaster.verbs import explained, verb
from bot.words.phrases import bare, listed, offer_line, own, plural, question_text, seats_listed
from bot.words.shape import Late, Names

# The state of the game


def phase(lex: Lexicon, view: BoardView, names: Names) -> str:
    """The round and the phase, and whose turn it is or which law is being voted on; or how the game
    ended.
    """
    if view.result is not None:
        winners = view.result.winners
        won = "wins" if len(winners) == 1 else "share the victory"
        best = points(max(house.points for house in view.houses))
        return f"The game is over: {seats_listed(winners, names)} {won} with {best}"
    if view.phase == "setup":
        return "Setting up: the first extensions"
    parts = [f"Round {view.round} of {view.rounds}", PHASES[view.phase]]
    if view.phase == "placing":
        parts.append(f"{own(names(view.active))} turn")
    elif view.phase == "parliament" and view.proposals:
        parts.append(f"the vote on {lex.law(view.proposals[0])}")
    return " · ".join(parts)


def heading(lex: Lexicon, view: BoardView, names: Names) -> str:
    """The game at a glance: points, conflicts, laws, favours, the starting player."""
    players = [found for found in view.houses if not found.ally]
    order = sorted(players, key=lambda found: -found.points)
    totals = ", ".join(f"{names(found.seat)} {found.points}" for found in order)
    lines = ["**Lancaster**", phase(lex, view, names), f"Power points: {totals}"]
    if view.conflicts:
        lines.append(f"Conflicts: {'; '.join(_war(lex, found) for found in view.conflicts)}")
    lines.append(f"Laws in force: {lex.laws(view.laws)}")
    if view.proposals:
        lines.append(f"To vote on: {lex.laws(view.proposals)}")
    if view.phase == "placing":
        tiles = listed(lex.favour(tile) for tile in view.favours)
        lines.append(f"King’s Favour: {tiles or 'no tile is left'}")
    lines.append(f"Starting player: {names(view.starter)}")
    return "\n".join(lines)


def _war(lex: Lexicon, found: ConflictView) -> str:
    england = sum(sum(stack.knights) for stack in found.stacks)
    row = ", second round" if found.row == "lower" else ""
    return f"{lex.france(found.card)[:-1]}, England {england}{row})"


# Everybody's standing


def standings(lex: Lexicon, view: BoardView, _: None, names: Names) -> list[str]:
    """The players, ranked by points, each with everything public that counts for the final
    awards."""
    players = [found for found in view.houses if not found.ally]
    return [
        f"{number}. {names(found.seat)} · **{points(found.points)}**"
        f" · an army of {sum(_knights(view, found))}"
        f" · {plural(len(found.extensions), 'extension')}"
        f" · {plural(len(found.noblemen), 'nobleman', 'noblemen')} · {markers(found.votes)}"
        for number, found in enumerate(sorted(players, key=lambda found: -found.points), start=1)
    ]


def at_a_glance(lex: Lexicon, view: BoardView, _: None, names: Names) -> list[tuple[str, str]]:
    """The players, ranked by points."""
    players = sorted((f for f in view.houses if not f.ally), key=lambda found: -found.points)
    return [("Points", ", ".join(f"{names(found.seat)} {found.points}" for found in players))]


def _knights(view: BoardView, found: HouseView) -> list[int]:
    """The strengths of a side's knights, at home and on the board."""
    held = [county.knight for county in view.counties.values() if county.side == found.side]
    stacks = [stack for conflict in view.conflicts for stack in conflict.stacks]
    at_war = [knight for stack in stacks if stack.side == found.side for knight in stack.knights]
    return [*found.court, *found.castle.values(), *held, *at_war]


# A house


def lot(lex: Lexicon, view: BoardView) -> list[str]:
    """The viewer's house at the start."""
    house_of_viewer = next((found for found in view.houses if found.side == view.seat), None)
    if house_of_viewer is None:
        return []
    return [
        f"You have knights of strength {knights(house_of_viewer.court)} at court, and "
        f"{listed(map(lex.nobleman, house_of_viewer.noblemen)) or 'no nobleman'} at table.",
        _purse(house_of_viewer, view),
    ]


def card_lines(
    lex: Lexicon, view: BoardView, seat: Seat, names: Names, *, over_shoulder: bool = False
) -> list[str]:
    """A player's house, line by line, and that of the ally he leads."""
    own_house = next(found for found in view.houses if found.side == seat)
    placed = _placed(lex, view, own_house)
    lines = [
        f"{own(names(seat))} house: {points(own_house.points)}",
        f"Court: {knights(own_house.court)} · Reserve: {knights(own_house.reserve)}",
        f"Placed: {listed(placed) or 'no knight'}",
        f"Extensions: {listed(lex.space(space) for space in own_house.extensions) or 'none'}",
        f"At table: {listed(map(lex.nobleman, own_house.noblemen)) or 'no nobleman'}",
        _purse(own_house, view, over_shoulder=over_shoulder),
    ]
    for ally in (found for found in view.houses if found.ally and found.seat == seat):
        placed = _placed(lex, view, ally)
        lines.append(
            f"{house(names, ally.side)}: court {knights(ally.court)},"
            f" reserve {knights(ally.reserve)}, placed {listed(placed) or 'no knight'}"
        )
    return lines


def hand_lines(lex: Lexicon, view: BoardView) -> list[str]:
    """The things behind the viewer's screen, in words for somebody else to read."""
    own_house = next(found for found in view.houses if found.side == view.seat)
    return [_purse(own_house, view, over_shoulder=True)]


def knights(strengths: Iterable[int]) -> str:
    """Knights by their strengths: `1, 1, 3`."""
    return ", ".join(map(str, strengths)) or "none"


def _placed(lex: Lexicon, view: BoardView, found: HouseView) -> list[str]:
    """The whereabouts of a side's knights."""
    lines = [
        f"{county.knight} in {lex.county(key)}" + _company(county)
        for key, county in view.counties.items()
        if county.side == found.side
    ]
    lines += [f"{knight} in the {lex.space(space)}" for space, knight in found.castle.items()]
    lines += [
        f"{' + '.join(map(str, stack.knights))} at {lex.conflict(conflict.card)}"
        for conflict in view.conflicts
        for stack in conflict.stacks
        if stack.side == found.side
    ]
    return lines


def _company(county: CountyView) -> str:
    return f" with {squires(county.squires)}" if county.squires else ""


def _purse(found: HouseView, view: BoardView, *, over_shoulder: bool = False) -> str:
    """Tokens, as far as the viewer may know them."""
    votes = markers(found.votes)
    if found.gold is None or found.squires is None:
        return f"Behind the screen: gold and squires · In the open: {votes}"
    held = tokens(gold=found.gold, squires=found.squires) or "neither gold nor squires"
    hidden = any(other.gold is None for other in view.houses)
    if hidden and found.seat == view.seat:
        where = "Behind the screen" if over_shoulder else "Behind your screen, seen only by you"
        return f"{where}: {held} · In the open: {votes}"
    return f"Tokens: {held}, {votes}"


# The board in words


def map_text(lex: Lexicon, view: BoardView, names: Names) -> str:
    """Counties, conflicts, castles and laws, line by line."""
    lines = ["__Counties__", *(_county(lex, view, key, names) for key in view.counties)]
    lines += ["__Conflicts__", *(_conflict(lex, found, view, names) for found in view.conflicts)]
    lines += ["__Castles__", *(_castle(lex, found, names) for found in view.houses)]
    lines += ["__Laws in force__", *(_law(lex, law) for law in view.laws)]
    if view.proposals:
        lines += ["__Laws to vote on__", *(_law(lex, law) for law in view.proposals)]
    return "\n".join(lines)


def _county(lex: Lexicon, view: BoardView, key: str, names: Names) -> str:
    county, seen = lex.content.counties[key], view.counties[key]
    held = "nobody"
    if seen.side is not None:
        held = f"{house(names, seen.side)}, strength {seen.knight}{_company(seen)}"
    left = plural(seen.noblemen, "nobleman", "noblemen")
    return f"{key} {county.name} (from {county.minimum}: {reward(county.reward)}; {left}) – {held}"


def _conflict(lex: Lexicon, found: ConflictView, view: BoardView, names: Names) -> str:
    sides = [
        f"{house(names, stack.side)} {' + '.join(map(str, stack.knights))}"
        for stack in found.stacks
    ]
    row = "second round" if found.row == "lower" else "first round"
    text = f"{lex.france(found.card)[:-1]}, {row}; {lex.prizes(found.card)})"
    return f"{text} – {', '.join(sides) or 'nobody'}"


def _castle(lex: Lexicon, found: HouseView, names: Names) -> str:
    parts = [f"{knight} in the {lex.space(space)}" for space, knight in found.castle.items()]
    if found.extensions:
        parts.append(f"extensions {listed(lex.space(space) for space in found.extensions)}")
    if found.noblemen:
        parts.append(f"at table {listed(map(lex.lord, found.noblemen))}")
    court = Counter(found.court)
    parts.append(f"court {knights(sorted(court.elements()))}")
    return f"{house(names, found.side)} – {'; '.join(parts)}"


def _law(lex: Lexicon, law: str) -> str:
    return f"{lex.law(law)}: {lex.content.laws[law].text}"


# What can I do?


def offers_text(
    lex: Lexicon, prompts: Sequence[Prompt], view: BoardView, names: Names, late: Late
) -> str:
    """Every question to a seat, how it may respond, and what happens if it does not."""
    if not prompts:
        return "You have nothing to do just now. The others are scheming."
    blocks = [_prompt_text(lex, prompt, view, names, late) for prompt in prompts]
    return "\n".join([f"**{phase(lex, view, bare(names))}**", *blocks])


def _prompt_text(lex: Lexicon, prompt: Prompt, view: BoardView, names: Names, late: Late) -> str:
    def line(offer: Offer) -> str:
        return lex.cite(offer_line(verb(offer, prompt), explained(offer, prompt)), offer.rule)

    asked = "\n".join([ask(lex, prompt, names), *stakes(lex, prompt, view, names, (), {})])
    return question_text(asked, prompt, line, late(prompt))
