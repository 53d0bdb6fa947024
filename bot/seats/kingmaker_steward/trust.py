"""How far a steward trusts others, judging by what everybody has seen recently and what was
promised before.

A promise is known only to its two players; open deeds show whether it was kept.
"""

from __future__ import annotations

from bot.content.characters import pledge_in
from bot.rules.kernel import Seat
from bot.rules.kingmaker.ids import CardId, HeirId
from bot.rules.kingmaker.pacts import FADES
from bot.rules.kingmaker.state import Pledge
from bot.seats.kingmaker_steward.outlook import Outlook

_KEPT = 0.6
_BROKEN = -1.2
_GRUDGE = {"attacked": -0.25, "besieged": -0.25, "dealt": 0.1}
"""How an open act changes the trust of the player it was done to."""

_CREDIT = 0.5
"""How far a stranger's promise is believed."""

_WORTH = {"peace": 1.5, "vote": 2.0}
"""What a promise is worth to a player who believes it, in points."""

_PRICE_OF_MISTRUST = 2.0
_WAR = ("attacked", "besieged")


def trust(outlook: Outlook, other: Seat) -> float:
    """How another seat deserves to be treated by this one, from -2 to 1; 0 is for a stranger."""
    found: float | None = outlook.known.get((trust, other))
    if found is None:
        total = sum(_weight(outlook, p.due) * score for p, score in _settled(outlook, other))
        # However many deals a giver made with a taker in a round, they count as one.
        deeds = dict.fromkeys((d.by, d.to, d.kind, d.round) for d in outlook.view.ledger)
        for by, to, kind, when in deeds:
            if {by, to} == {other, outlook.seat}:
                mine = kind != "dealt" and by == outlook.seat
                total += 0.0 if mine else _weight(outlook, when) * _GRUDGE.get(kind, 0.0)
        total *= outlook.temper.grudge if total < 0 else 1.0
        found = outlook.known[trust, other] = max(-2.0, min(1.0, total))
    return found


def broke_word(outlook: Outlook, other: Seat) -> Pledge | None:
    """The last promise between this seat and another one that the other has broken, if it is
    remembered.
    """
    broken = [promise for promise, score in _settled(outlook, other) if score < 0]
    return broken[-1] if broken else None


def _settled(outlook: Outlook, other: Seat) -> list[tuple[Pledge, float]]:
    """The promises between these two seats that the other one kept or broke."""
    found = []
    for promise in outlook.view.promises:
        if {promise.giver, promise.taker} != {other, outlook.seat}:
            continue
        score = _score(outlook, promise, other)
        if score:
            found.append((promise, score))
    return found


def _score(outlook: Outlook, promise: Pledge, other: Seat) -> float:
    """What became of a promise, as far as that was up to the other player."""
    view, kind = outlook.view, pledge_in(promise.text)
    since = [d for d in view.ledger if d.by == other and d.to == outlook.seat]
    if kind == "peace" and promise.giver == other:
        if any(d.kind in _WAR and promise.made <= d.round <= promise.due for d in since):
            return _BROKEN
        # If the peace began too long ago for anyone to remember all of it, it does not count.
        all_seen = promise.made + FADES >= view.round
        return _KEPT if view.round > promise.due and all_seen else 0.0
    if kind == "vote":
        # Votes are promised for votes: a player who took such a promise now owes his own vote.
        until = promise.due if promise.giver == other else promise.made
        votes = {d.kind for d in since if promise.made <= d.round <= until}
        return _KEPT if "yea" in votes else _BROKEN if "nay" in votes else 0.0
    return 0.0


def _weight(outlook: Outlook, when: int) -> float:
    """How much of something is still felt: it fades with the rounds."""
    age = max(0, outlook.view.round - when)
    return max(0.0, 1.0 - age / FADES)


def worth_of_word(outlook: Outlook, other: Seat, text: str) -> float:
    """What another seat's promise is worth to this one, in points."""
    kind = pledge_in(text) if text else None
    if kind is None:
        return 0.0
    return _WORTH[kind] * max(0.0, min(1.0, _CREDIT + 0.5 * trust(outlook, other)))


def price_of_trust(outlook: Outlook, other: Seat) -> float:
    """How much more a deal must bring, in points, depending on whether the other player is
    trusted."""
    found = trust(outlook, other)
    return -0.2 * found if found > 0 else -_PRICE_OF_MISTRUST * found


def owed_yea(outlook: Outlook, mover: int) -> bool:
    """Whether this seat owes another one a yea to the motion that the other has moved."""
    view, me = outlook.view, outlook.seat
    for promise in view.promises:
        if pledge_in(promise.text) != "vote" or view.round > promise.due:
            continue
        since = [deed for deed in view.ledger if deed.round >= promise.made]
        mine = {deed.kind for deed in since if (deed.by, deed.to) == (me, mover)}
        theirs = {deed.kind for deed in since if (deed.by, deed.to) == (mover, me)}
        if (promise.giver, promise.taker) == (mover, me):
            # The mover paid, or promised something, for this very motion, or for the first of this
            # round.
            first = promise.made == view.round and not mine & {"yea", "nay"}
            if first or promise.text.endswith(matter(outlook)):
                return True
        elif (promise.giver, promise.taker) == (me, mover):
            earned = "yea" in theirs or "nay" not in theirs
            if earned and not mine & {"yea", "nay"}:
                return True
    return False


def matter(outlook: Outlook) -> str:
    """What is before Parliament, in a few words."""
    motion, content = outlook.view.motion, outlook.content
    card, noble = CardId(motion.get("card", "")), CardId(motion.get("noble", ""))
    if card in content.crown and noble in content.crown:
        return f"{content.crown[noble].name} as {content.crown[card].name}"
    heir = content.heirs.get(HeirId(motion.get("king", "")))
    return "my motion" if heir is None else f"my motion on {heir.name}"


def mover_of(outlook: Outlook) -> int | None:
    """The mover of the motion that Parliament is voting on, if there is one."""
    mover = outlook.view.motion.get("mover", "")
    return int(mover) if mover.isdecimal() else None
