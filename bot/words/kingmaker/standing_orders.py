"""Standing orders in plain words: the possible orders, and how an order is read back."""

from __future__ import annotations

from collections.abc import Callable

from bot.rules.kernel import Choice, Field, Offer, Seat
from bot.rules.kingmaker.ids import CardId, NobleId
from bot.rules.kingmaker.standing_orders import EXCUSE, HOLD, LET, PASS, PLAYER, VOTE
from bot.words.kingmaker.chronicle import conjugated
from bot.words.kingmaker.lookout import Lookout
from bot.words.kingmaker.names import Lexicon
from bot.words.phrases import listed, own
from bot.words.shape import Names

VERBS = {
    EXCUSE: ("Be excused from Parliament", "as long as you have Writs for it"),
    PASS: ("Pass", "skip movement, combat, Parliament or the like whenever you are asked"),
    VOTE: ("Vote the same way", "on every title or office for one noble or player"),
    HOLD: ("Hold a siege", "do not try to conclude it, and send nobody to join it"),
    LET: ("Let attacks through", "you are not asked before the weather is drawn"),
}

FIELDS = {
    (EXCUSE, "nobles"): "Which nobles? Or all of yours, while your Writs last",
    (PASS, "phases"): "Pass what?",
    (VOTE, "vote"): "How do you vote?",
    (VOTE, "matter"): "On what?",
    (VOTE, "whom"): "For whom?",
    (HOLD, "place"): "Which siege?",
}

Facts = tuple[str, list[str]]

_PHASES = {
    "movement": "Movement",
    "combat": "Combat and sieges",
    "parliament": "Calling Parliament",
    "coronation": "Crowning an heir",
    "motions": "Business in Parliament",
    "excuses": "Excuses for your nobles",
    "revoke": "Excuses to revoke",
    "writs": "Writs to serve",
    "pacts": "Cancelling alliances",
    "pact": "Alliances offered to you",
    "declare_side": "Declaring whom you serve",
}

_PASSED = {
    "excuses": "you excuse nobody",
    "revoke": "you revoke no excuse",
    "writs": "you serve no Writ",
}
"""The effect of letting a question pass, if it is not obvious."""

_MATTERS = {"office": "Any office", "title": "Any title", "honour": "Any title or office"}
_VOTES = {"yea": "Yea", "nay": "Nay", "abstain": "Abstain"}


def phase_option(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """A question that may be passed over."""
    return _PHASES.get(candidate, candidate), [_PASSED[candidate]] if candidate in _PASSED else []


def vote_option(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """A vote."""
    return _VOTES[candidate], []


def matter_option(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """The subject of a vote."""
    return _MATTERS[candidate], []


def whom_option(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """A noble, or any of a player's nobles."""
    if not candidate.startswith(PLAYER):
        return look.lex.kind(candidate), look.noble_facts(NobleId(CardId(candidate)))
    seat = Seat(int(candidate.removeprefix(PLAYER)))
    name = f"player {seat + 1}" if look.names is None else look.names(seat)
    return f"Any noble of {name}", []


def _excuse(lex: Lexicon, c: Choice, names: Names) -> str:
    nobles = c.many("nobles")
    stay = conjugated(nobles, "stays away for a Writ", "stay away for a Writ each")
    return (
        f"when Parliament is called, {lex.nobles(nobles) or 'your nobles'} {stay} as long as "
        "you have any (none is needed across the sea)."
    )


def _pass(lex: Lexicon, c: Choice, names: Names) -> str:
    parts = (_PHASES[phase] for phase in c.many("phases"))
    return f"you pass when asked about {listed(f'{p[:1].lower()}{p[1:]}' for p in parts)}."


def _vote(lex: Lexicon, c: Choice, names: Names) -> str:
    vote, whom = c.one("vote"), c.one("whom")
    matter = _MATTERS[c.one("matter")]
    if whom.startswith(PLAYER):
        who = f"any of {own(names(Seat(int(whom.removeprefix(PLAYER)))))} nobles"
    else:
        who = lex.noble(whom)
    how = "you abstain" if vote == "abstain" else f"you vote {vote}"
    return f"{how} on {matter[:1].lower()}{matter[1:]} for {who}."


def _hold(lex: Lexicon, c: Choice, names: Names) -> str:
    return (
        f"you hold the siege of {lex.place(c.one('place'))} until it ends, and "
        "are asked only if there is somebody else to fight."
    )


SENTENCES: dict[str, Callable[[Lexicon, Choice, Names], str]] = {
    EXCUSE: _excuse,
    PASS: _pass,
    VOTE: _vote,
    HOLD: _hold,
    LET: lambda lex, c, names: "you let every attack on you go on without being asked.",
}
