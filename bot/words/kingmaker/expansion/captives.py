"""Captives held for a ransom of draws: the log, the questions, and the current state.

Nobles who waver, go home or change sides: the log, and the questions about them.

Lasting effects of Event cards, in words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.ids import NO_NOBLE, HeirId
from bot.rules.kingmaker.state import Spell
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import says, tells
from bot.words.phrases import Told, often, own, plural
from bot.words.shape import Names


@tells(facts.NobleOfNoUse)
def _of_no_use(lex: Lexicon, event: facts.NobleOfNoUse, names: Names) -> Told:
    text = f"{lex.noble(event.noble)} wavers and is of no use to {names(event.seat)} this turn"
    if event.ship is None:
        return Told(text, "ishkibibble-vacillating.1")
    becalmed = f"{lex.kind(event.ship)} is becalmed with him"
    return Told(f"{text}. {becalmed}", "ishkibibble-vacillating.2")


@tells(facts.DoubtRose)
def _doubt_rose(lex: Lexicon, event: facts.DoubtRose, names: Names) -> Told:
    if event.why == "equal":
        return Told("the sides are equal: that counts as bad weather", "ishkibibble-vacillating.9")
    if not event.die:
        return Told("the fleets are equal, so nothing changes", "ishkibibble-seacombat.12")
    side = "stronger" if event.stronger else "weaker"
    die, there = f"a die shows {event.die}:", f"on the {side} side"
    if event.why == "alone":
        text = f"{die} nobody {there} has comrades to desert"
        return Told(text, "ishkibibble-vacillating.13")
    assert event.noble is not None
    noble = lex.noble(event.noble)
    if event.why == "idle":
        reason = "wavers, but does not fill half of his ship, so nothing changes"
        return Told(f"{die} {noble} {there} {reason}", "ishkibibble-seacombat.12")
    assert event.seat is not None
    return Told(f"{die} {noble} ({names(event.seat)}) {there} wavers", "ishkibibble-vacillating.4")


@tells(facts.NobleWavered)
def _wavered(lex: Lexicon, event: facts.NobleWavered, names: Names) -> Told:
    who = f"{lex.noble(event.noble)} ({names(event.seat)})"
    heirs = f" with {lex.heirs(event.heirs)}" if event.heirs else ""
    die = f"a die shows {event.die}"
    if event.to is None:
        text = f"{die}: {who} goes home to {lex.place(event.place)}{heirs}"
        return Told(text, "ishkibibble-vacillating.10")
    text = f"{die}: {who} goes over to {names(event.to)}{heirs}"
    return Told(text, "ishkibibble-vacillating.11")


says(
    facts.OddsAnew,
    "it is {strength} against {opposed} now, and another card is drawn",
    "ishkibibble-vacillating.12",
)
says(
    facts.HeirWooed,
    "{seat:seat} plays “Influence Heir” and wins over the heir of {former:own} {noble:noble}",
    "ishkibibble-influence.2",
)


@tells(facts.PutAside)
def _put_aside(lex: Lexicon, event: facts.PutAside, names: Names) -> Told:
    who = f"{lex.nobles(event.nobles)} ({names(event.seat)})"
    goes = "goes" if len(event.nobles) == 1 else "go"
    text = f"{who}, too weak to besiege {lex.place(event.place)}, {goes} to"
    return Told(f"{text} {lex.square(event.square)}", "ishkibibble-influence.5")


def tired(noble: str, seat: Seat, names: Names) -> str:
    """A line on the table's sheet about a noble who is of no use for now."""
    return f"{noble} wavers: until the end of {own(names(seat))} turn he neither moves nor fights"


# Questions

Facts = Mapping[str, str]


ABOUT: dict[str, str | Callable[[Lexicon, Facts, Names], str]] = {
    "woo_heir": (
        "{noble:noble} was killed. If you hold “Influence Heir”, you may win over his heir now. "
        "Everybody is asked, so nobody learns what you hold."
    ),
    "turncoat_siege": "{place:place} has gone over to a turncoat. Besiege it at once?",
    "turncoat_leave": "You are too weak to besiege {place:place}. Where do your nobles go?",
}
"""The text of a question about a turncoat or an heir, by the kind of question."""


_RULES = {
    "catastrophe": "ishkibibble-catastrophe.1",
    "excommunication": "ishkibibble-excommunication.3",
    "defeatism": "ishkibibble-defeatism.2",
    "vacillating": "ishkibibble-vacillating.1",
}


def name(kind: str) -> str:
    """The name of a lasting effect."""
    return kind.capitalize()


def spell(lex: Lexicon, found: Spell, names: Names) -> str:
    """A line on the table's sheet about a lasting effect: what it does, and how long it lasts."""
    whose = own(names(found.seat))
    if found.kind == "catastrophe":
        until = f"until {whose} turn has begun {often(found.turns)}"
        text = f"Catastrophe {until}: titles, offices and"
        return lex.cite(f"{text} bishops bring no troops", _RULES[found.kind])
    if found.kind == "excommunication":
        text = (
            f"Excommunicated: {whose} faction, until it draws a bishop or a town. Cathedral towns"
        )
        return lex.cite(f"{text} are closed to it", _RULES[found.kind])
    if found.kind == "vacillating":
        return lex.cite(tired(lex.noble(found.noble), found.seat, names), _RULES[found.kind])
    text = f"Defeatism: {whose} faction may only move, for {plural(found.turns, 'turn')}"
    return lex.cite(text, _RULES[found.kind])


def draws(count: int) -> str:
    """A number of future draws, in words."""
    return plural(count, "Crown draw")


# The log


@tells(facts.DrawsOffered)
def _draws_offered(lex: Lexicon, event: facts.DrawsOffered, names: Names) -> Told:
    price = draws(event.draws) if event.draws else "nothing"
    text = f"{names(event.seat)} offers {names(event.captor)} {price} for {lex.heir(event.heir)}"
    return Told(text, "ishkibibble-ransom.1")


says(facts.DrawsRefused, "{captor:seat} takes no ransom for {heir:heir}", "ishkibibble-ransom.1")


@tells(facts.HeirHeld)
def _heir_held(lex: Lexicon, event: facts.HeirHeld, names: Names) -> Told:
    text = f"{names(event.captor)} holds {lex.heir(event.heir)} until {names(event.seat)} has paid"
    return Told(f"{text} {draws(event.draws)}", "ishkibibble-ransom.3")


says(facts.CaptiveKept, "{noble:noble} keeps {captive:noble} captive", "ishkibibble-ransom.3")
says(
    facts.BootyWon,
    "{seat:seat} draws {loser:own} next Crown card as Booty",
    "ishkibibble-booty.1",
)
says(
    facts.BootyDrawn,
    "{loser:seat} draws nothing: the card went to {seat:seat} as Booty",
    "ishkibibble-booty.1",
)


@tells(facts.DrawPaid)
def _draw_paid(lex: Lexicon, event: facts.DrawPaid, names: Names) -> Told:
    left = f"{draws(event.left)} to go" if event.left else "the ransom is paid"
    text = f"{names(event.captor)} draws in {own(names(event.seat))} place"
    return Told(f"{text} for {lex.piece(event.captive)}; {left}", "ishkibibble-ransom.1")


_ENDED = {
    "paid": ("{who} is free: the ransom is paid", "ishkibibble-ransom.4"),
    "freed": ("{captor} lets {who} go", "ishkibibble-ransom.5"),
    "alone": ("{who} is left alone and free", "ishkibibble-ransom.6"),
    "recaptured": ("{seat} has {who} back", "ishkibibble-ransom.7"),
    "taken": ("{captor} loses the captive {who} to another player", "ishkibibble-ransom.7"),
    "gone": ("no ransom is owed for {who} any more", "ishkibibble-ransom.6"),
    "correction": ("{who} is set free", ""),
}


@tells(facts.CustodyEnded)
def _custody_ended(lex: Lexicon, event: facts.CustodyEnded, names: Names) -> Told:
    text, rule = _ENDED[event.why]
    who = lex.piece(event.captive)
    text = text.format(who=who, captor=names(event.captor), seat=names(event.seat))
    unpaid = event.left and event.why != "gone"
    rest = f"; {draws(event.left)} {'is' if event.left == 1 else 'are'} never paid"
    return Told(f"{text}{rest if unpaid else ''}", rule)


# Questions, and what they involve


def heir_ransom(lex: Lexicon, about: Mapping[str, str], names: Names) -> str:
    """The question to a player who has lost an heir."""
    captor, heir = names(Seat(int(about["captor"]))), lex.heir(about["heir"])
    return (
        f"{captor} has taken {heir} from you. How many future Crown draws do you offer for"
        f" {heir}? If you offer none, {captor} keeps the heir."
    )


def answer_draws(lex: Lexicon, about: Mapping[str, str], names: Names) -> str:
    """The question to the captor of an heir."""
    owner, heir = names(Seat(int(about["owner"]))), lex.heir(about["heir"])
    return f"{owner} offers you {draws(int(about['draws']))} for {heir}. Do you accept?"


def price_in_draws(about: Mapping[str, str]) -> list[str]:
    """The draws in an offer, in words; empty if there are none."""
    return [draws(int(about["draws"]))] if about.get("draws") else []


def meaning(captor: str) -> str:
    """What a ransom of draws means for the player who offers one."""
    return (
        f"For each draw you offer, {captor} draws a Crown card in your place, one in each of your"
        " turns. Until all are paid, the captive is held and may not be put to death."
    )


def bargain(lex: Lexicon, about: Mapping[str, str]) -> str:
    """What a ransom of draws means for the captor who accepts one."""
    who = lex.piece(about.get("heir") or about["noble"])
    return (
        f"If you accept, you hold {who} until you have made these draws, one in each of the other"
        " player’s turns. You may not put the captive to death, but you may let the captive go at"
        " any time."
    )


# The current state


def custody_lines(
    lex: Lexicon, view: BoardView, names: Names, seat: Seat | None = None
) -> list[str]:
    """Draws given up as Booty; who holds which captive, in which noble's keeping, and the debts,
    oldest first.

    If a seat is named, only what concerns that seat is listed.
    """
    lines = [
        f"Booty: {names(each.victor)} draws {own(names(each.loser))} next Crown card."
        for each in view.booty
        if seat in (None, each.victor, each.loser)
    ]
    for captive, held in view.custody.items():
        if seat not in (None, held.owner, held.captor):
            continue
        keeper = held.keeper
        if captive in view.heirs:
            keeper = view.heirs[HeirId(captive)].holder or NO_NOBLE
        with_ = f" with {lex.noble(keeper)}" if keeper in view.nobles else ""
        lines.append(
            f"Captive: {own(names(held.owner))} {lex.piece(captive)}{with_}, held by"
            f" {names(held.captor)} for {draws(held.draws)}."
        )
    return lines
