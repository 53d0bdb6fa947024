"""The log of Parliament and of the King's Peace, and the text of motions."""

from __future__ import annotations

from collections.abc import Mapping

from bot.rules.kernel import Seat, with_seats
from bot.rules.kingmaker import facts
from bot.words.kingmaker.chronicle import conjugated
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import says, tells
from bot.words.phrases import Told, listed, seats_listed
from bot.words.shape import Names

VOTES = {"yea": "yea", "nay": "nay", "abstain": "abstained"}
"""The way each vote is written in the roll call."""


# The call and the journey


@tells(facts.ParliamentCalled)
def _called(lex: Lexicon, event: facts.ParliamentCalled, names: Names) -> Told:
    place = lex.place(event.place)
    if event.people or event.noble is None:
        text = f"{names(event.seat)} leads a People’s Parliament, which meets in {place}"
        return Told(text, "house-7.1.30")
    text = f"{lex.noble(event.noble)} ({names(event.seat)}) calls Parliament to {place}"
    if event.summoned is None:
        return Told(text, "house-7.1.1")
    return Told(f"{text} and summons {lex.noble(event.summoned)} by Writ", "house-7.1.14")


@tells(facts.Excused)
def _excused(lex: Lexicon, event: facts.Excused, names: Names) -> Told:
    paid, free = event.nobles[: event.writs], event.nobles[event.writs :]
    parts, rule = [], "house-7.1.18" if paid else "house-7.1.20"
    if paid:
        parts.append(f"{lex.nobles(paid)} {conjugated(paid, 'is', 'are')} excused by Writ")
    if free:
        parts.append(f"{lex.nobles(free)} {conjugated(free, 'stays', 'stay')} across the sea")
    return Told("; ".join(parts), rule, f"excuses of {event.seat}", f"{names(event.seat)}: ")


says(
    facts.ExcusesRevoked,
    "{seat:seat} revokes the excuse of {nobles:nobles} by Writ",
    "house-7.1.22",
)


@tells(facts.ParliamentAssembled)
def _assembled(lex: Lexicon, event: facts.ParliamentAssembled, names: Names) -> Told:
    text = f"Parliament sits in {lex.place(event.place)}"
    text += f" with {lex.nobles(event.attending)}" if event.attending else " with nobody there"
    if event.excused:
        text += f". Excused: {lex.nobles(event.excused)}"
    return Told(text, "house-7.1.23")


says(facts.WritServed, "{seat:seat} serves a Writ on {noble:noble}, who must come", "base-15.5")


@tells(facts.CameToParliament)
def _came(lex: Lexicon, event: facts.CameToParliament, names: Names) -> Told:
    text = f"{lex.nobles(event.nobles)} {conjugated(event.nobles, 'comes', 'come')} to Parliament"
    if event.left:
        text += f" without {lex.pieces(event.left)}"
    rule = "base-15.5" if event.writ else "base-15.4"
    return Told(text, rule, f"attendance of {event.seat}", f"{names(event.seat)}: ")


@tells(facts.VotesCounted)
def _votes_counted(lex: Lexicon, event: facts.VotesCounted, names: Names) -> Told:
    commons, lords = tallies(event.commons, names), tallies(event.lords, names)
    return Told(f"votes in the Commons: {commons}. In the Lords: {lords}", "house-7.2.3")


def tallies(votes: tuple[int, ...] | list[int], names: Names) -> str:
    """The votes in one house, player by player: `Anne 20 and Bob 31`."""
    return listed(f"{names(seat)} {count}" for seat, count in with_seats(votes))


# The three rounds


_SKIPPED = {2: "house-7.2.26", 3: "house-7.2.30"}
_LED = {1: "house-7.2.24", 2: "house-7.2.25", 3: "house-7.2.27"}


@tells(facts.RoundBegan)
def _round_began(lex: Lexicon, event: facts.RoundBegan, names: Names) -> Told | None:
    if not event.cards:
        return None  # with nothing to give out, the round is over as soon as it begins
    name = f"round {event.number} of titles and offices"
    if event.seat < 0:
        third = event.number == 3
        why = "no bishop outranks the others" if third else "nobody leads the Commons alone"
        return Told(f"{name} is skipped: {why}", _SKIPPED.get(event.number, ""))
    freely = ", who gives out what is left" if event.number == 3 else ""
    text = f"{name}, led by {names(event.seat)}{freely}: {lex.things(event.cards)}"
    return Told(text, _LED.get(event.number, ""))


_MOTION_RULES = {
    "assign": "house-7.2.13",
    "illegitimate": "house-7.3.4",
    "title": "house-7.3.13",
    "office": "house-7.3.14",
    "sole_king": "base-15.27",
    "recall_ships": "ishkibibble-gales.6",
}


@tells(facts.Proposed)
def _proposed(lex: Lexicon, event: facts.Proposed, names: Names) -> Told:
    about = {"kind": event.kind, "mover": str(event.seat)}
    named: dict[str, str | None] = {"card": event.card, "noble": event.noble, "king": event.heir}
    named["ships"] = ",".join(event.ships) or None
    about |= {name: value for name, value in named.items() if value is not None}
    return Told(motion(lex, about, names), _MOTION_RULES.get(event.kind, ""))


def motion(lex: Lexicon, about: Mapping[str, str], names: Names) -> str:
    """A motion as a sentence without its full stop.

    ``about`` holds the facts of the ballot: kind and mover; noble, card and giver, king, or ships.
    """
    mover = names(Seat(int(about["mover"])))
    if about["kind"] == "sole_king":
        return f"{mover} moves that {lex.heir(about['king'])} be the sole King until he dies"
    if about["kind"] == "recall_ships":
        ships = listed(map(lex.kind, about["ships"].split(",")))
        return f"{mover} moves that the Commons give back {ships}"
    noble = lex.noble(about["noble"])
    if about["kind"] == "illegitimate":
        return f"{mover} moves, through {noble}, that {lex.heir(about['king'])} be King no more"
    card = about["card"]
    if about["kind"] == "assign":
        return f"{mover} proposes {noble} as {lex.kind(card)}"
    giver = f" from {lex.noble(about['giver'])}" if "giver" in about else ""
    return f"{mover} moves that {lex.honour(card)} pass{giver} to {noble}"


@tells(facts.BallotClosed)
def _ballot_closed(lex: Lexicon, event: facts.BallotClosed, names: Names) -> Told:
    fate = "passes" if event.passed else "fails"
    commons, lords = (f"{yeas} to {nays}" for yeas, nays in (event.commons, event.lords))
    rolls = list[str]()
    for vote, word in VOTES.items():
        seats = [seat for seat, cast in with_seats(event.votes) if cast == vote]
        if vote == "abstain" and rolls and len(seats) > 1:
            rolls.append("the rest abstained")
        elif seats:
            rolls.append(f"{word}: {seats_listed(seats, names)}")
    text = f"the motion {fate}, Commons {commons}, Lords {lords} ({'; '.join(rolls)})"
    return Told(text, "house-7.2.21")


# The Chancery, offered card by card


_OFFERED_BY = {
    "caller": "",
    "commons": ", who has the most votes in the Commons,",
    "bishop": ", whose bishop is the most senior,",
}


@tells(facts.ChanceryOpened)
def _chancery_opened(lex: Lexicon, event: facts.ChanceryOpened, names: Names) -> Told | None:
    if not event.cards and event.by == "caller":
        return Told("the Chancery is empty: there is nothing to give out", "base-15.8")
    if not event.cards:
        return None  # everything has been given out, and that has been reported
    who = f"{names(event.seat)}{_OFFERED_BY.get(event.by, '')}"
    rule = "base-15.8" if event.by == "caller" else "base-15.28"
    return Told(f"{who} offers the cards in the Chancery: {lex.things(event.cards)}", rule)


says(facts.CardRefused, "{seat:seat} refuses {card:honour} for {noble:noble}", "base-15.9")


# Other business


says(
    facts.KingDeclaredIllegitimate,
    "{heir:heir} is no longer King and is now last in line",
    "house-7.3.8",
)
says(
    facts.SoleKingSettled,
    (
        "{king:heir} is the sole King until he dies. {deposed:heir} is no longer King but keeps "
        "his place in line"
    ),
    "base-15.27",
)


@tells(facts.MotionFailedAgainstKing)
def _motion_failed(lex: Lexicon, event: facts.MotionFailedAgainstKing, names: Names) -> Told:
    noble = lex.noble(event.noble)
    text = f"{noble} loses his titles and offices and gives up his King"
    if not event.killed:
        return Told(text, "house-7.3.11")
    return Told(
        f"{text}. The other King is present, so {lex.noble(event.noble)} dies as well",
        "house-7.3.12",
    )


says(facts.MotionLapsed, "the motion lapses: {king:heir} is dead", "house-7.3.2")


@tells(facts.CardTransferred)
def _transferred(lex: Lexicon, event: facts.CardTransferred, names: Names) -> Told:
    kind = lex.content.crown[event.card].kind
    return Told(
        f"{lex.honour(event.card)} passes from {lex.noble(event.giver)}"
        f" to {lex.noble(event.noble)} ({names(event.seat)})",
        "house-7.3.13" if kind == "title" else "house-7.3.14",
    )


# Going home, and the King's Peace


@tells(facts.StayedAtParliament)
def _stayed(lex: Lexicon, event: facts.StayedAtParliament, names: Names) -> Told:
    if event.by == "caller":
        text, rule = f"{lex.noble(event.who)} stays: he called Parliament", "house-7.4.9"
    elif event.who in lex.content.ships:
        text, rule = f"a Free Move keeps {lex.kind(event.who)} where she is", "house-7.4.8"
    else:
        text, rule = f"a Free Move keeps {lex.noble(event.who)} where he is", "house-7.4.7"
    return Told(text, rule, f"stay of {event.seat}", f"{names(event.seat)}: ")


says(
    facts.ParliamentDismissed,
    (
        "Parliament is dismissed. The King’s Peace holds until {seat:own} next turn, and nobody "
        "fights at {square:square}"
    ),
    "house-7.4.11",
)


@tells(facts.PeaceEnded)
def _peace_ended(lex: Lexicon, event: facts.PeaceEnded, names: Names) -> Told:
    if not event.squares:
        return Told("the King’s Peace is over", "house-7.4.11")
    where = " and ".join(f"at {lex.square(square)}" for square in event.squares)
    return Told(f"the King’s Peace {where} is over but holds elsewhere", "house-7.4.11")
