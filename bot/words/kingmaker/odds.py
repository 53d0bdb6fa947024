"""The odds of a fight in words: the row of the table, the chances, and who could die."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bot.rules.kernel import Seat
from bot.rules.kingmaker.ids import NobleId, PlaceId, SquareId
from bot.rules.kingmaker.prospects.fights import card_odds, card_perils, storms
from bot.rules.kingmaker.prospects.odds import (
    Odds,
    Peril,
    assassin_odds,
    assault_odds,
    battle_odds,
    besiegers_with_allies,
    by_card,
    forces_at,
    from_towns,
    garrison,
    may_kill,
    own_inside,
    strength,
    to_lay,
    with_allies,
    within_own_walls,
)
from bot.rules.kingmaker.tables import RESULTS
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.combat import RESULTS as RESULT_NAMES
from bot.words.kingmaker.expansion.events import storm_lines
from bot.words.kingmaker.names import Lexicon
from bot.words.phrases import listed, own
from bot.words.shape import Names


def percent(chance: Fraction) -> str:
    """A chance with at most one decimal: `14%`, `7.9%`."""
    return f"{float(round(chance * 100, 1)):g}%"


# Battle


def battle_text(
    lex: Lexicon,
    view: BoardView,
    square: SquareId,
    attackers: list[NobleId],
    defenders: list[NobleId],
    names: Names,
    *,
    spend: bool = False,
) -> str:
    """The odds of an open battle in a square."""
    attackers, defenders = with_allies(lex.content, view, square, attackers, defenders)
    if lex.content.ruleset.use.battle == "event_card":
        return _card_text(lex, view, square, attackers, defenders, names, spend=spend)
    odds = battle_odds(lex.content, view, attackers, defenders, spend=spend)
    lines = [f"### Battle at {lex.square(square)}", _sides(lex, view, odds, names)]
    lines += _remarks(lex, view, square, attackers)
    if odds.row is None:
        hope = _help(lex, view, square, attackers, defenders)
        return "\n".join([*lines, *_assassin(lex, view, odds, names), *hope])
    low, whole = odds.row.low
    lines += [
        lex.cite(
            f"Odds {ratio(odds.attack, odds.opposed)}: column {odds.column} of the table"
            f" ({low} to {whole} and up).",
            "house-2.3c",
        ),
        _weather(lex, odds, "there is no battle", "house-2.3b"),
        "If it is fair:",
        *(f"• {capital(RESULT_NAMES[r])} {percent(odds.results[r])}" for r in RESULTS),
        f"Victory {percent(odds.victory)}, or"
        f" {percent(odds.victory * (1 - odds.bad_weather))} counting the weather.",
        *_deaths(lex, view, odds, names, "house-2.3d"),
        lex.cite("After a victory the surviving defenders become captives.", "house-5.16a"),
        lex.cite("If the attack fails, the surviving attackers go home.", "house-5.16b"),
    ]
    return "\n".join([*lines, lex.cite(_ALLIES, "house-5.11c")])


_HALVES = {"majority": "Majority", "bad_weather": "Bad weather"}


def _card_text(
    lex: Lexicon,
    view: BoardView,
    square: SquareId,
    attackers: list[NobleId],
    defenders: list[NobleId],
    names: Names,
    *,
    spend: bool = False,
) -> str:
    """The odds of a battle that a card decides: each lower half, and who would win with it."""
    odds = card_odds(lex.content, view, attackers, defenders, spend=spend)
    ours, theirs = (own(names(view.nobles[side[0]].seat)) for side in (attackers, defenders))
    mine = _force(lex, view, odds.attackers, odds.attack, names)
    other = _force(lex, view, odds.defenders, odds.opposed, names)
    rule = "The lower half of an Event card decides. These are still to come:"
    lines = [f"### Battle at {lex.square(square)}", f"{mine} against {other}"]
    lines += [*_remarks(lex, view, square, attackers), lex.cite(rule, "base-9.5")]
    for half in odds.halves:
        name = _HALVES.get(half.half) or half.half.replace("-", " to ")
        won = {True: f"{ours} victory", False: f"{theirs} victory", None: "nobody wins"}[half.wins]
        then = "no battle" if half.half == "bad_weather" else won
        lines.append(f"• {name}, {half.cards} of {odds.cards}: {then}")
    lines += [
        lex.cite(
            f"{capital(ours)} victory {percent(odds.chance(True))}, {theirs} victory"
            f" {percent(odds.chance(False))}, neither {percent(odds.chance(None))}.",
            "base-9.7",
        ),
        *_card_deaths(lex, odds.perils),
        lex.cite("The winner captures all survivors of the other side.", "base-9.11"),
    ]
    return "\n".join(lines)


def _card_deaths(lex: Lexicon, perils: Sequence[Peril]) -> list[str]:
    """The chances of death on either side, whoever wins, weather included."""
    told = [f"{lex.piece(peril.who)} {percent(peril.chance)}" for peril in perils if peril.chance]
    if not told:
        return [lex.cite("No card still to come names anybody fighting here.", "base-9.9")]
    return [lex.cite(f"At risk, whoever wins: {', '.join(told)}.", "base-9.9")]


_ALLIES = "Other forces in the square may take either side before the weather is drawn."


def _assassin(lex: Lexicon, view: BoardView, odds: Odds, names: Names) -> list[str]:
    """The case below the lowest row: one untitled noble alone."""
    against = ratio(odds.attack, odds.opposed)
    weak = f"Odds {against}: too weak for a battle, which needs {odds.needed} troops."
    lines = [lex.cite(weak, "house-5.15b")]
    if not may_kill(lex.content, view, odds.attackers):
        only = "Only a single untitled noble may attack then, as an assassin."
        return [*lines, lex.cite(only, "house-5.15b")]
    alone = assassin_odds(lex.content, view, odds.attackers[0], odds.defenders)
    return [
        *lines,
        lex.cite("He may go as an assassin, but can only kill.", "house-5.15c"),
        _weather(lex, alone, "nothing happens", "house-2.3b"),
        *_deaths(lex, view, alone, names, "house-5.15d"),
        "Only the defender he names is in danger.",
    ]


# Siege


def assault_text(
    lex: Lexicon,
    view: BoardView,
    place_id: PlaceId,
    attackers: list[NobleId],
    names: Names,
    *,
    spend: bool = False,
) -> str:
    """The odds of laying and of concluding a siege."""
    content, place = lex.content, lex.board.places[place_id]
    attackers = besiegers_with_allies(content, view, place_id, attackers)
    odds = assault_odds(content, view, place_id, attackers, spend=spend)
    men = garrison(content, view, place_id)
    inside = f" and {lex.nobles(odds.defenders)}" if odds.defenders else ""
    mine = _force(lex, view, odds.attackers, odds.attack, names)
    lines = [
        f"### Siege of {place.name}",
        f"{mine} against a defence of {odds.opposed}: garrison {men}{inside}",
        *_remarks(lex, view, place.square, attackers),
    ]
    siege = view.sieges.get(place_id)
    if siege is not None:
        lines.append(f"Under siege by {names(siege.seat)}, turn {siege.turns}.")
    if by_card(content):
        lines += _match_text(lex, view, odds, _captives(view, place_id, attackers))
        if storms(content) and siege is None:
            lines += storm_lines(lex, view, place_id, attackers, spend=spend)
        return "\n".join(lines)
    if siege is None:
        lay = to_lay(content, odds)
        plain = strength(content, view, attackers, spend=False)
        # Cards that fight in only one attack are not counted when a siege is laid (house-5.13).
        lines.append(_need(lex, "Laying siege", lay, plain, "house-6.2a"))
    lines.append(_need(lex, "Concluding it", odds.needed, odds.attack, "house-6.1a"))
    if not odds.enough:
        return "\n".join([*lines, *_help(lex, view, place.square, attackers, odds.defenders)])
    bad = "the siege holds" if siege is not None else "the siege only begins"
    return "\n".join(
        [
            *lines,
            _weather(lex, odds, bad, "house-6.1c" if siege is None else "house-6.1d"),
            lex.cite(f"The place falls: {percent(1 - odds.bad_weather)}.", "house-6.1e"),
            *_deaths(lex, view, odds, names, "house-6.1f"),
            lex.cite(_captives(view, place_id, attackers), "house-6.1g"),
        ]
    )


def _captives(view: BoardView, place: PlaceId, attackers: list[NobleId]) -> str:
    """The captives that the attackers would take along with a place."""
    others = "All others" if own_inside(view, place, attackers) else "All"
    return f"{others} who survive inside become captives."


def _match_text(lex: Lexicon, view: BoardView, odds: Odds, captives: str) -> list[str]:
    """The requirements for a siege that one card decides, once the attackers match the defence."""
    lines = [_need(lex, "Besieging it", odds.needed, odds.attack, "base-10.3")]
    if not odds.enough:
        return lines
    bad = "the place is under siege, and you may draw again while you match its defence"
    return [
        *lines,
        lex.cite("One Event card decides; the ratio does not matter.", "base-10.4"),
        _weather(lex, odds, bad, "base-10.6"),
        lex.cite(f"The place falls: {percent(1 - odds.bad_weather)}.", "base-10.5"),
        *_card_deaths(lex, card_perils(lex.content, view, odds.attackers, odds.defenders)),
        lex.cite(captives, "base-10.5"),
    ]


def _help(
    lex: Lexicon,
    view: BoardView,
    square: SquareId,
    attackers: Sequence[NobleId],
    defenders: Sequence[NobleId],
) -> list[str]:
    """A line saying that other players' nobles in the square could make up the shortfall, if there
    are any."""
    sides = {view.nobles[noble].seat for noble in (*attackers, *defenders)}
    there = {*forces_at(lex.content, view, square), *within_own_walls(lex.content, view, square)}
    others = there - sides - {view.seat}
    if not others:
        return []
    hope = "Allies in the square count as well. If nobody joins, nothing happens."
    return [lex.cite(hope, "house-5.11g")]


def _need(lex: Lexicon, what: str, needed: int, there: int, rule: str) -> str:
    """Whether the troops are enough: `Laying siege needs 175 troops: enough.`"""
    short = needed - there
    return lex.cite(
        f"{what} needs {needed} troops: {'enough' if short <= 0 else f'{short} too few'}.", rule
    )


# Parts


def _sides(lex: Lexicon, view: BoardView, odds: Odds, names: Names) -> str:
    attack = _force(lex, view, odds.attackers, odds.attack, names)
    return f"{attack} against {_force(lex, view, odds.defenders, odds.opposed, names)}"


def _force(
    lex: Lexicon, view: BoardView, nobles: tuple[NobleId, ...], troops: int, names: Names
) -> str:
    """`Anne’s **Percy** and **Roos** (260)`, with her allies' nobles after hers."""
    parties: dict[Seat, list[str]] = {}
    for noble in nobles:
        parties.setdefault(view.nobles[noble].seat, []).append(noble)
    told = [f"{own(names(seat))} {lex.nobles(party)}" for seat, party in parties.items()]
    return f"{listed(told) or f'nobody’s {lex.nobles(nobles)}'} ({troops})"


def ratio(attack: int, opposed: int) -> str:
    """The ratio, cut off after two decimals, so never above its true value."""
    hundredths = attack * 100 // opposed if opposed else 0
    return f"{hundredths / 100:g} to 1"


def _weather(lex: Lexicon, odds: Odds, then: str, rule: str) -> str:
    return lex.cite(f"Bad weather {percent(odds.bad_weather)}: {then}.", rule)


def _deaths(lex: Lexicon, view: BoardView, odds: Odds, names: Names, rule: str) -> list[str]:
    """The nobles who could die, a line for each side, each with his chance of dying in fair
    weather.
    """
    lines = [lex.cite("At risk:", rule)]
    for attacking in (True, False):
        side = [p for p in odds.perils if p.attacking == attacking]
        if side:
            nobles = odds.attackers if attacking else odds.defenders
            seats = dict.fromkeys(view.nobles[noble].seat for noble in nobles)
            who = ", ".join(names(seat) for seat in seats) or "Nobody’s"
            told = ", ".join(f"{lex.piece(p.who)} {percent(p.chance)}" for p in side)
            lines.append(f"• {who}: {told}")
    return lines


def _remarks(lex: Lexicon, view: BoardView, square: SquareId, nobles: list[NobleId]) -> list[str]:
    """Remarks on the attackers: how many come from their towns, and whether some have yet to
    arrive."""
    men = from_towns(lex.content, view, nobles)
    lines = [
        lex.cite(f"{men} of the attackers’ troops come from their towns.", "ishkibibble-men.1")
    ]
    away = [n for n in nobles if view.nobles[n].square != square]
    if away:
        there = f"{lex.nobles(away)} would have to get there first; troops count as they are now."
        lines.append(there)
    return lines if men else lines[1:]


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return f"{text[:1].upper()}{text[1:]}"
