"""Why the steward chooses as it does, for a person it advises.

The reason comes from the same view, and from the same targets, as the choice itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.rules.kernel import Choice, Seat
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, SquareId
from bot.rules.kingmaker.parliament.ballot import VOTES
from bot.rules.kingmaker.view import BoardView
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.targets import Target, promise, targets
from bot.seats.kingmaker_steward.vetoes import keepers, lacking
from bot.seats.kingmaker_steward.voting import ground_for, last_leader, sides_of

_FAR = ("march", "ride", "free_road")
_PLAIN = {
    **dict.fromkeys(("attack", "attack_with_french", "attack_at_sea"), "fight"),
    **dict.fromkeys(("conclude", "conclude_with_french", "storm", "storm_with_french"), "fight"),
    **dict.fromkeys(("lay", "join"), "besiege"),
    "leave": "outside",
    "done": "rest",
    "settle": "settled",
    **dict.fromkeys(("assign", "play", "raise"), "stack"),
    "keep": "kept",
    "discard": "least",
    "keep_heir": "keeper",
    "kill_heir": "rival",
    "crown": "throne",
    **dict.fromkeys(("answer_call", "go_home", "put_in", "take_refuge"), "safest"),
    "attend": "attends",
    "hold": "holds",
    **dict.fromkeys(("offer_ransom", "offer_draws"), "price"),
    **dict.fromkeys(("accept", "take_draws"), "fair"),
    **dict.fromkeys(("ask_more", "refuse"), "short"),
    "accept_deal": "gain",
    "refuse_deal": "loss",
    **dict.fromkeys(("propose", "grant_bishop"), "card"),
    "call_parliament": "calls",
    **dict.fromkeys(("sail", "free_sail"), "voyage"),
    "embark": "aboard",
    "land": "ashore",
    "free_move": "hurries",
    "ask_leave": "asks",
    **dict.fromkeys(("deny", "turn_away", "deny_crown"), "denied"),
    **dict.fromkeys(("grant", "agree"), "granted"),
    "decline": "short",
    **dict.fromkeys(("let_through", "let_be"), "held_back"),
    **dict.fromkeys(("fail_siege", "evade", "force", "woo_heir"), "now"),
    "call_vote": "said",
    **dict.fromkeys(("transfer_office", "transfer_title", "transfer", "hand_out"), "stack"),
    "excuse": "excused",
    "meet_at": "meets",
    **dict.fromkeys(("attend_king", "return_inside", "stay", "stay_free"), "safest"),
    "withdraw_deal": "loss",
    "declare_illegitimate": "king",
    "stand_aside": "aside",
    **dict.fromkeys(("ally_attack", "ally_defence"), "sides"),
    "lift": "lifted",
    "assassinate": "victim",
    "revoke": "summoned",
}
"""The purpose of each kind of choice that always has the same one, by verb."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What a choice is for: the kind of purpose, who or what it is about, and the strength against
    it."""

    kind: str
    about: tuple[str, ...] = ()
    opposed: int = 0
    named: Mapping[str, str] = field(default_factory=dict)
    """The card, nobles and players (as seats) that a vote is about, by the parts they play in
    it."""


def reason_for(view: BoardView, seat: Seat, content: Content, choice: Choice) -> Reason | None:
    """Tell why the steward would choose this with this view; None if the only reason is that
    nothing looks better."""
    outlook = Outlook(view, seat, content)
    if choice.verb in _FAR:
        nobles = choice.many("nobles", NobleId) or choice.many("noble", NobleId)
        return _of_a_march(outlook, nobles, choice.one("to", SquareId))
    if choice.verb in VOTES and view.motion:
        return _of_a_vote(outlook, choice.verb)
    if choice.verb == "entrust":
        return Reason("spared" if view.phase == "movement" else "apart")
    if choice.verb == "enter":
        return Reason("inside", choice.many("place"))
    if choice.verb in ("excuse", "revoke") and not choice.args:
        return Reason("nobody")
    kind = _PLAIN.get(choice.verb)
    return None if kind is None else Reason(kind)


def _of_a_vote(outlook: Outlook, vote: str) -> Reason:
    """What the motion means to the seat, judging by what everybody can see of the others."""
    motion = outlook.view.motion
    ground = ground_for(outlook, outlook.seat, motion)
    named: dict[str, str] = {
        key: motion[key] for key in ("card", "noble", "giver") if key in motion
    }
    for part, noble in (("owner", motion.get("noble")), ("loser", motion.get("giver"))):
        owner = outlook.nobles.get(NobleId(CardId(noble or "")))
        if owner is not None:
            named[part] = str(owner.seat)
    if ground.kind == "lesser":
        named["leader"] = str(last_leader(outlook))
    if "king" not in motion:
        return Reason(f"vote_{ground.kind}", named=named)
    gains, against = sides_of(
        outlook, HeirId(motion["king"]), NobleId(CardId(motion.get("noble", ""))) or None
    )
    if ground.kind != "king":
        return Reason(f"vote_{ground.kind}")
    if gains is None or against is None:
        return Reason("vote_nothing")
    sides = {"gains": str(gains), "against": str(against)}
    return Reason(f"vote_king_{vote}", named=sides)


def _of_a_march(outlook: Outlook, nobles: tuple[NobleId, ...], square: SquareId) -> Reason:
    there = [target for target in targets(outlook) if target.square == square]
    scored = [(promise(outlook, target, nobles), number) for number, target in enumerate(there)]
    best = max(scored, default=(-1.0, 0))
    if best[0] > 0:
        return _of_a_target(outlook, there[best[1]])
    place = outlook.board.fortress_in(square)
    if place is not None and outlook.enterable(place):
        mine = (n for n in outlook.within.get(place.id, ()) if n in outlook.mine)
        kept = sorted(keepers(outlook, mine) - set(nobles))
        if kept and lacking(outlook, kept, square) > 0:
            heirs = tuple(heir for noble in kept for heir in outlook.heirs_with(noble))
            return Reason("guard", heirs)
        return Reason("shelter", (place.id,))
    return Reason("gather")


def _of_a_target(outlook: Outlook, target: Target) -> Reason:
    if target.kind == "battle":
        assert target.seat is not None
        foes = outlook.open_at[target.square][target.seat]
        return Reason("battle", tuple(foes), target.opposed)
    if target.kind == "siege":
        assert target.place is not None
        return Reason("siege", (target.place.id,), target.opposed)
    if target.kind == "pick":
        inside = None if target.place is None else target.place.id
        heirs = [
            key
            for key in outlook.living
            if (heir := outlook.view.heirs[key]).square == target.square
            and heir.holder is None
            and heir.inside == inside
        ]
        return Reason("heir", tuple(heirs))
    return Reason(target.kind)
