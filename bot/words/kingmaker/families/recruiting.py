"""Recruiting in words: the bonuses line by line, the chance of success, and the result.

The score sheet in words: how the points of a faction, which decide the game, add up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from bot.rules.kernel import Choice, Offer, Seat, with_seats
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.ids import CardId, NobleId
from bot.rules.kingmaker.prospects.fights import hope_of
from bot.rules.kingmaker.tables import Modifier, PointKind, ScoreSheet
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.names import HOUSES, Lexicon
from bot.words.kingmaker.telling import says, tells
from bot.words.phrases import Told, listed, own, plural
from bot.words.shape import Names

KINDS: dict[PointKind, tuple[str, str]] = {
    "noble": ("noble", "nobles"),
    "title": ("title", "titles"),
    "office": ("office", "offices"),
    "archbishop": ("archbishop", "archbishops"),
    "bishop": ("bishop", "bishops"),
    "mercenary": ("mercenary band", "mercenary bands"),
    "ship": ("ship", "ships"),
    "town": ("town", "towns"),
}
"""The things that bring points, in the singular and the plural."""

_BONUSES = {"winning": "half as much again", "unfavoured": "a quarter as much again"}


def points(sheet: ScoreSheet) -> str:
    """The total: `412 points`."""
    return plural(sheet.total, "point")


def sheet_text(sheet: ScoreSheet | None) -> str:
    """The total and its parts: `412 points: 3 nobles 150, 2 titles 70`; empty if points are not
    counted."""
    if sheet is None:
        return ""
    if sheet.out:
        return "0 points: its line has died out"
    parts = []
    for kind, value in sheet.by_kind().items():
        parts.append(f"{plural(sheet.count(kind), *KINDS[kind])} {number(value)}")
    if sheet.bonus:
        parts.append(f"{_BONUSES[sheet.bonus]} on the winning side {number(sheet.extra)}")
    return f"{points(sheet)}: {', '.join(parts)}" if parts else points(sheet)


def at_a_glance(sheets: Sequence[ScoreSheet | None], names: Names) -> str:
    """The points of all players in a line; empty if points are not counted."""
    return points_listed(
        ((seat, sheet.total) for seat, sheet in with_seats(sheets) if sheet is not None), names
    )


def points_listed(points: Iterable[tuple[Seat, int]], names: Names) -> str:
    """The points of all players, the highest first."""
    ordered = sorted(points, key=lambda found: (-found[1], found[0]))
    return ", ".join(f"{names(seat)} {count}" for seat, count in ordered)


def number(value: Fraction) -> str:
    """A number with its fraction, which is never rounded: `37 1/2`."""
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    part = f"{rest.numerator}/{rest.denominator}"
    return f"{whole} {part}" if whole else part


Facts = Mapping[str, str]

# Questions


def asked_to_recruit(lex: Lexicon, about: Facts, names: Names) -> str:
    """The question for players once everybody has moved."""
    if "without" in about:
        return (
            "Everybody has moved. You may try to win over a noble. You have no "
            "nobles left, so you need no envoy."
        )
    return (
        "Everybody has moved. You may try to win over a noble if one of yours is near one of his"
        " castles."
    )


ABOUT: dict[str, str | Callable[[Lexicon, Facts, Names], str]] = {
    "recruiting": asked_to_recruit,
    "recruit_at_once": (
        "{family:seat} has left. You may try to win over the family’s nobles, once each."
    ),
    "make_good": (
        "You took back what {noble:noble} was promised: his bargain is short by {lacking}. Give "
        "him cards worth as much, or let the opposing House try to win him over?"
    ),
    "rivalry": "{noble:noble}, {former:own} recruit, did not get his due. Try to win him over?",
}
"""The texts of the questions about recruits."""


def attempt(lex: Lexicon, choice: Choice, names: Names) -> str:
    """A chosen attempt, as a sentence."""
    offered = [card for name in ("title", "office", "cards") for card in choice.many(name)]
    who = lex.noble(choice.one("envoy")) if choice.many("envoy") else "you"
    tries, offers = ("try", "offer") if who == "you" else ("tries", "offers")
    text = f"{who} {tries} to win over {lex.noble(choice.one('noble'))}"
    return f"{text} and {offers} {lex.things(offered)}." if offered else f"{text}."


# The odds before the decision


def modifier(lex: Lexicon, one: Modifier) -> str:
    """The effect of one modifier: `+4 Hastings leans towards York`."""
    about = one.about
    tellers: dict[str, Callable[[], str]] = {
        "leaning": lambda: _leaning(lex, one),
        "strong": lambda: f"{lex.nobles(about)} with 50 troops or more",
        "sole_king": lambda: "you hold the sole King",
        "unfavoured": lambda: "your family favours the other House",
        "set": lambda: _sets(len(about) // lex.content.recruiting.set_size),
    }
    teller = tellers.get(one.reason, lambda: lex.things(about))
    return f"{signed(one.value)} {teller()}"


def _sets(count: int) -> str:
    return "three other cards" if count == 1 else f"{count} sets of three other cards"


def signed(value: int) -> str:
    """A number with its sign: `+4`, `−2`."""
    return f"+{value}" if value >= 0 else f"−{-value}"


def _leaning(lex: Lexicon, one: Modifier) -> str:
    (noble,) = one.about
    house = HOUSES[lex.content.recruiting.leanings[noble].house]
    return f"{lex.noble(noble)} leans towards {house}"


def _in_short(lex: Lexicon, view: BoardView, seat: Seat, target: NobleId) -> list[str]:
    """The chance that a noble joins without being offered anything."""
    hope = hope_of(lex.content, view, seat, target)
    if hope is None:
        return []
    added = ", ".join(modifier(lex, one) for one in hope.modifiers)
    why = f" ({added})" if added else ""
    return [f"• {lex.noble(target)}: two dice {signed(hope.sum)}{why}, {hope.ways} of 36 throws"]


def chances_lines(
    lex: Lexicon,
    view: BoardView,
    seat: Seat,
    offers: Sequence[Offer],
    settled: Mapping[str, tuple[str, ...]],
) -> list[str]:
    """The bonuses to the roll for the chosen noble, and how likely he is to join; before a noble is
    chosen, a line for each candidate."""
    if "noble" not in settled:
        fields = (field for offer in offers for field in offer.fields if field.name == "noble")
        targets = dict.fromkeys(target for field in fields for target in field.candidates)
        return [
            line
            for target in targets
            for line in _in_short(lex, view, seat, NobleId(CardId(target)))
        ]
    offered = [
        CardId(card) for name in ("title", "office", "cards") for card in settled.get(name, ())
    ]
    lines = []
    for target in settled.get("noble", ()):
        hope = hope_of(lex.content, view, seat, NobleId(CardId(target)), offered)
        if hope is None:
            continue
        lines += [f"• {modifier(lex, one)}" for one in hope.modifiers]
        lines.append(
            lex.cite(
                f"Two dice {signed(hope.sum)} must reach {hope.needed}: he joins in"
                f" {hope.ways} of 36 throws.",
                "families-recruit.5",
            )
        )
    return lines


# The log


@tells(facts.RecruitTried)
def _tried(lex: Lexicon, event: facts.RecruitTried, names: Names) -> Told:
    one, other = event.dice
    # The modifiers are worth telling only if they won the noble over.
    reasons = event.modifiers if event.joined else ()
    added = "".join(f", {_plainly(modifier(lex, each))}" for each in reasons)
    who = names(event.seat)
    if event.envoy is not None:
        who = f"{own(who)} {lex.noble(event.envoy)}"
    # The result comes first, because a long line is cut short on a card.
    came = "wins over" if event.joined else "fails to win over"
    reached = f"reached {event.total}, needed {event.needed}"
    text = f"{who} {came} {lex.noble(event.noble)}: {reached}"
    text = f"{text} ({one} and {other} on the dice{added})"
    return Told(text, "families-recruit.5")


def _plainly(added: str) -> str:
    """The line for the log, which addresses nobody."""
    return added.replace("you hold the sole King", "with the sole King").replace(
        "your family favours", "with a family that favours"
    )


@tells(facts.NobleWonOver)
def _won_over(lex: Lexicon, event: facts.NobleWonOver, names: Names) -> Told:
    text = f"{lex.noble(event.noble)} leaves {names(event.former)} for {names(event.seat)}"
    return Told(
        f"{text} with everything he has, and is now {lex.spot(event.square, event.inside)}",
        "families-switch.4",
    )


says(
    facts.PromiseBroken,
    "{seat:seat} takes back what {noble:noble} was promised: his bargain is short by {owed}",
    "families-recruit.19",
)
says(facts.MadeGood, "{seat:seat} makes up for what {noble:noble} lost", "families-recruit.19")


@tells(facts.NotMadeGood)
def _not_made_good(lex: Lexicon, event: facts.NotMadeGood, names: Names) -> Told:
    text = f"nobody makes up for what {lex.noble(event.noble)} lost"
    if event.rival is None:
        return Told(text, "families-recruit.20")
    return Told(f"{text}, and {names(event.rival)} may try to win him over", "families-recruit.20")


@tells(facts.PointsCounted)
def _counted(lex: Lexicon, event: facts.PointsCounted, names: Names) -> Told:
    gone = listed(f"the House of {HOUSES[house]}" for house in event.extinct)
    text = f"points: {points_listed(with_seats(event.points), names)}"
    if not gone:
        return Told(text, "families-victory.1")
    die = "has" if len(event.extinct) == 1 else "have"
    return Told(f"{gone} {die} no heir left. {text[0].upper()}{text[1:]}", "families-victory.1")
