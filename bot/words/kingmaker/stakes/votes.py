"""The stakes in a vote: the votes in both houses as everybody sees them, and the effects if the
motion passes.

A computer player's reason for advising a vote, in one sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.rules.kernel import Offer, Seat
from bot.rules.kingmaker.ids import NO_NOBLE, CardId, HeirId, NobleId
from bot.rules.kingmaker.parliament.motions import prescribed
from bot.rules.kingmaker.succession import BEAUFORT_HEIR
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.parliament import tallies
from bot.words.phrases import listed, own
from bot.words.shape import Names

_TAKES = "It needs more yeas than nays in each house; a tie fails."


def motion_lines(
    lex: Lexicon, view: BoardView, about: Mapping[str, str], names: Names
) -> list[str]:
    """What everybody can know about the votes on a motion, and its effects."""
    names = _to_the_reader(view, names)
    bound = bound_by(view, view.heirs[HeirId(about["king"])].house) if _against_king(about) else {}
    return [*counted(view, names), *_bound_line(view, bound, names), *_brings(lex, view, about)]


def proposal_lines(lex: Lexicon, view: BoardView, names: Names) -> list[str]:
    """The votes in both houses, which decide on a proposal."""
    return counted(view, _to_the_reader(view, names))


def business_lines(
    lex: Lexicon, view: BoardView, offers: Sequence[Offer], names: Names
) -> list[str]:
    """The votes in both houses, which decide on further business; for a motion against a King, also
    the bound votes and the price of failure.
    """
    names = _to_the_reader(view, names)
    lines = counted(view, names)
    for noble in (n for o in offers if o.verb == _AGAINST for n in o.field("noble").candidates):
        kings = [key for key, heir in view.heirs.items() if heir.crowned and heir.alive]
        enemy = next((king for king in kings if view.heirs[king].holder != noble), None)
        if enemy is not None:
            bound = bound_by(view, view.heirs[enemy].house)
            lines += [f"Against {lex.heir(enemy)}:", *_bound_line(view, bound, names)]
            lines.append(_price(lex, view, NobleId(CardId(noble)), enemy))
    return lines


def passing_lines(
    lex: Lexicon, view: BoardView, verb: str, card: CardId, noble: NobleId, names: Names
) -> list[str]:
    """A title or office to pass on: who would get it, what it brings, and who must agree."""
    taker, caller = view.nobles[noble].seat, view.sitting.caller if view.sitting else None
    lines = [f"It brings {listed(lex.card_facts(card)[1:]) or 'nothing else'}."]
    if taker == view.seat:
        lines.append(f"{lex.noble(noble)} is yours, so it stays in your faction.")
    else:
        lines.append(
            f"{lex.noble(noble)} is {own(names(taker))}: it leaves your faction for good,"
            f" if {names(taker)} agrees."
        )
    if verb == "transfer_title":
        lines.append(f"Then Parliament votes. {_TAKES}")
    elif caller not in (None, view.seat, taker):
        lines.append(f"{names(caller)}, who called Parliament, must agree too.")
    return lines


_AGAINST = "declare_illegitimate"


def call_lines(view: BoardView, about: Mapping[str, str], names: Names) -> list[str]:
    """The votes if everybody came, and the things to give out."""
    lines = [f"{view.chancery or 'No'} cards are in the Chancery."]
    if view.chancery == 1:
        lines = ["One card is in the Chancery."]
    if "commons" in about:
        commons, lords = (
            [int(count) for count in about[house].split(",")] for house in ("commons", "lords")
        )
        counted = _tallied(commons, lords, _to_the_reader(view, names))
        lines += [f"If everybody came, {counted}."]
    return lines


def bound_by(view: BoardView, house: str) -> dict[Seat, str]:
    """Each player's vote on a motion against a King, if everybody can see that heirs bind it."""
    held: dict[Seat, set[str]] = {}
    for key, heir in view.heirs.items():
        if key == BEAUFORT_HEIR:
            continue  # If Beaufort is an heir, he binds nobody
        keeper = view.nobles.get(heir.holder or NO_NOBLE)
        seat = heir.held_by if keeper is None else keeper.seat
        if heir.alive and seat is not None:
            held.setdefault(seat, set()).add(heir.house)
    found = {seat: prescribed(houses, house) for seat, houses in held.items()}
    return {seat: vote for seat, vote in sorted(found.items()) if vote is not None}


def _against_king(about: Mapping[str, str]) -> bool:
    return about.get("kind") == "illegitimate"


def counted(view: BoardView, names: Names) -> list[str]:
    """The votes in both houses as everybody knows them, and how many are needed; empty before the
    count."""
    sitting = view.sitting
    if sitting is None or not sitting.commons:
        return []
    return [f"{_tallied(sitting.commons, sitting.lords, names)}. {_TAKES}"]


def _to_the_reader(view: BoardView, names: Names) -> Names:
    """The players' names, with the view's reader as *you*."""
    return lambda seat: "you" if seat == view.seat else names(seat)


def _tallied(commons: list[int], lords: list[int], names: Names) -> str:
    return f"Commons: {tallies(commons, names)}. Lords: {tallies(lords, names)}"


def _bound_line(view: BoardView, bound: dict[Seat, str], names: Names) -> list[str]:
    """How the bound players vote, and the total: `Bound by the heirs they hold: Anne yea and Bob
    nay`.
    """
    sitting = view.sitting
    if not bound or sitting is None or not sitting.commons:
        return []
    told = listed(f"{names(seat)} {vote}" for seat, vote in bound.items())
    sums = []
    for name, votes in (("Commons", sitting.commons), ("Lords", sitting.lords)):
        yeas, nays = (
            sum(votes[seat] for seat, cast in bound.items() if cast == vote)
            for vote in ("yea", "nay")
        )
        sums.append(f"{name} {yeas} to {nays}")
    return [f"Bound by the heirs they hold: {told} ({', '.join(sums)}). The others choose."]


def _brings(lex: Lexicon, view: BoardView, about: Mapping[str, str]) -> list[str]:
    """The effects of a motion if it passes, and if it fails."""
    kind = about.get("kind", "")
    if kind == "illegitimate":
        king = lex.heir(about["king"])
        passed = f"If it passes, {king} is no longer King and is last in his line."
        return [passed, _price(lex, view, NobleId(CardId(about["noble"])), HeirId(about["king"]))]
    if kind == "sole_king":
        return [f"If it passes, any other King is deposed, but {_KEEPS}"]
    if kind == "recall_ships":
        return ["If the Commons pass it, the ships return to their home port and their office."]
    if "card" not in about:
        return []
    worth = ", ".join(lex.card_facts(about["card"]))
    return [f"{lex.kind(about['card'])}: {worth}."] if worth else []


_KEEPS = "he keeps his place in line."


def _price(lex: Lexicon, view: BoardView, noble: NobleId, enemy: HeirId) -> str:
    """The price that the mover of a motion against a King pays if it fails."""
    sitting, holder = view.sitting, view.heirs[enemy].holder
    dies = sitting is not None and holder in sitting.attending
    mover = lex.noble(noble)
    more = f" The other King is present, so {mover} would die as well." if dies else ""
    return f"If it fails, {mover} loses his title and office and gives up his King.{more}"


_GROUNDS = {
    "own": "{card} would go to your own {noble}.",
    "kept": "You lead the third round and give out whatever is left then.",
    "weakest": "{owner} is the weakest of your rivals, and this makes nobody dangerous.",
    "strong": "{owner} is strong already, and {card} would add to it.",
    "lesser": "{leader} leads the third round and would take {card}: better that {owner} has it.",
    "harmless": "It goes to {owner}, who is no danger to you, and brings you nothing.",
    "from_own": "It would take {card} from your own {giver}.",
    "from_weakest": "It takes {card} from {loser}, the weakest of your rivals.",
    "from_strong": "It takes {card} from {loser}, who is strong already.",
    "from_harmless": "It takes {card} from {loser}, who is no danger to you either way.",
    "king_own": "It is for your own King.",
    "king_kept": "It is against your own King.",
    "ships_own": "A ship would come back to an office of yours.",
    "ships": "Others would get the ships back.",
    "king_yea": "It weakens {against}, who is stronger than {gains}.",
    "king_nay": "It would strengthen {gains}, who is stronger than {against} already.",
    "king_abstain": "It is between others, and neither is much stronger.",
    "nothing": "It neither helps nor harms you.",
}
"""A sentence for each reason for a vote."""

_SEATS = ("owner", "loser", "gains", "against", "leader")
"""The parts of a reason that stand for players."""


def vote_reason(lex: Lexicon, kind: str, named: Mapping[str, str], names: Names) -> str:
    """The reason why a vote is advised; empty if there is no reason of this kind.

    ``named`` holds the card, the nobles and the players (as seats) that the reason is about.
    """
    spoken = {
        key: names(Seat(int(value))) if key in _SEATS else lex.kind(value)
        for key, value in named.items()
    }
    for noble in {"noble", "giver"} & named.keys():
        spoken[noble] = lex.noble(named[noble])
    text = _GROUNDS.get(kind.removeprefix("vote_"), "").format(**spoken)
    return f"{text[:1].upper()}{text[1:]}"
