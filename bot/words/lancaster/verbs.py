"""Lancaster's buttons, fields and answers: what may be done, and what has been chosen."""

from __future__ import annotations

from collections.abc import Callable

from bot.rules.kernel import Choice, Field, Offer, Prompt, Seat
from bot.words.lancaster import corrections as words_corrections
from bot.words.lancaster.names import Lexicon, gold, knight, markers, squires
from bot.words.phrases import cut, often
from bot.words.shape import FIELD_LIMIT, VERB_LIMIT, Names

# Buttons, and what they do

VERBS: dict[str, tuple[str, str]] = {
    "county": ("Take a county", "a strong enough knight, with or without squires"),
    "castle": ("Send into the castle", "a knight on an empty space, for its reward"),
    "conflict": ("Send to a conflict", "a knight to fight France, or to join your knights there"),
    "favour": ("Take a King’s Favour", "one tile, with its reward at once"),
    "pass": ("Take none", "the tiles are left for the others"),
    "yes": ("Vote yes", "your tile and your markers for the law"),
    "no": ("Vote no", "your tile and your markers against the law"),
    "buy": ("Buy", "as often as you can afford"),
    "upgrade": ("Upgrade a knight", "he gains 1 strength"),
    "extend": ("Place an extension", "it covers its castle space for good"),
    "reward": ("Take the reward", "what the county gives"),
    "both": ("Pay for both", "the nobleman first, then the reward"),
    "nothing": ("Take nothing", "the knight just goes home"),
    "ride": ("Ride to a conflict", "the knight joins it, without a King’s Favour"),
    "name": ("Name the player", "castles and ransoms follow the new order at once"),
    "score": ("Score a space", "its reward now, and its knight goes home"),
    "done": ("Done with the castle", "you still get what costs nothing"),
    "ransom": ("Pay the ransom", "he returns to court"),
    "give_up": ("Give him up", "he goes back to your reserve"),
    **words_corrections.VERBS,
}
"""Every verb except those with several meanings: its button, and what it does."""

_BY_KIND: dict[tuple[str, str], tuple[str, str]] = {
    ("decline", "buy"): ("Buy nothing", "you keep what you have"),
    ("decline", "upgrade"): ("Upgrade nobody", "all knights stay as they are"),
    ("nobleman", "county"): ("Take the nobleman", "he sits down at your table"),
    ("nobleman", "nobleman"): ("Choose a nobleman", "one you do not have yet"),
}
"""Verbs whose meaning depends on the question."""

_BY_RULE = {"lancaster-4ii.9": "buy", "lancaster-7.7": "upgrade", "lancaster-4iiia.2": "county"}
"""The question that an offer belongs to if its prompt is not given."""


def _found(offer: Offer, prompt: Prompt | None) -> tuple[str, str]:
    kind = prompt.kind if prompt is not None else _BY_RULE.get(offer.rule, "nobleman")
    spoken = offer.verb.replace("_", " ").capitalize()
    return VERBS.get(offer.verb) or _BY_KIND.get((offer.verb, kind)) or (spoken, "")


def verb(offer: Offer, prompt: Prompt | None = None) -> str:
    """The label of an offer's button."""
    return cut(_found(offer, prompt)[0], VERB_LIMIT)


def explained(offer: Offer, prompt: Prompt | None = None) -> str:
    """What the offer does, in a few words."""
    return _found(offer, prompt)[1]


# Fields

_FIELDS = {
    ("county", "county"): "Which county?",
    ("nobleman", "county"): "Which lord?",
    ("upgrade", "knight"): "Which knight becomes stronger?",
    ("score", "space"): "Which space comes next?",
    ("extend", "space"): "Which castle space is covered?",
    ("ride", "card"): "To which conflict does he ride?",
    **words_corrections.FIELDS,
}

_USUALLY = {
    "house": "Your own knight, or your ally’s?",
    "knight": "Which knight?",
    "squires": "How many squires go with him?",
    "space": "Which castle space?",
    "card": "Which conflict?",
    "tile": "Which King’s Favour?",
    "markers": "How many voting markers do you add? They are spent, win or lose",
    "times": "How many times?",
    "law": "Under which law?",
    "player": "Who starts?",
    "seat": "Which player?",
    "amount": "How much?",
}


def field(offer: Offer, field: Field) -> str:
    """The question for one field."""
    question = _FIELDS.get((offer.verb, field.name)) or _USUALLY.get(field.name, "Choose")
    return cut(question, FIELD_LIMIT)


# Answers


def choice(lex: Lexicon, choice: Choice, names: Names, prompt: Prompt | None = None) -> str:
    """A sentence that says what was chosen."""
    text = _chosen(lex, choice, names, prompt)
    return text[:1].upper() + text[1:]


def _chosen(lex: Lexicon, choice: Choice, names: Names, prompt: Prompt | None) -> str:
    """The sentence without its capital letter, so that it can follow other words."""
    kind = "" if prompt is None else prompt.kind
    told = _SENTENCES.get(choice.verb) or _DECLINED.get(kind)
    try:
        text = _plain(choice, prompt) if told is None else told(lex, choice, names)
    except (LookupError, ValueError):
        text = _plain(choice, prompt)  # a half-made choice, which the game is going to refuse
    return f"{text}."


def _plain(choice: Choice, prompt: Prompt | None) -> str:
    """The effect of a choice, if nothing more is known about it."""
    return verb(Offer(choice.verb), prompt).lower()


def _whose(c: Choice) -> str:
    return "your ally’s" if "ally" in c.many("house") else "your"


def _to_county(lex: Lexicon, c: Choice, names: Names) -> str:
    count = int(next(iter(c.many("squires")), "0"))
    company = f" with {squires(count)}" if count else ""
    return f"{_whose(c)} {knight(c.one('knight'))}{company} takes {lex.county(c.one('county'))}"


def _to_castle(lex: Lexicon, c: Choice, names: Names) -> str:
    return f"{_whose(c)} {knight(c.one('knight'))} goes to the {lex.space(c.one('space'))}"


def _to_conflict(lex: Lexicon, c: Choice, names: Names) -> str:
    return f"{_whose(c)} {knight(c.one('knight'))} joins {lex.conflict(c.one('card'))}"


def _voted(lex: Lexicon, c: Choice, names: Names) -> str:
    count = int(c.one("markers"))
    added = f" with {markers(count)}" if count else ""
    return f"you vote {c.verb}{added}"


def _nobleman(lex: Lexicon, c: Choice, names: Names) -> str:
    if not c.many("county"):
        return "you take the nobleman"
    return f"you choose the {lex.nobleman(c.one('county'))}"


_SENTENCES: dict[str, Callable[[Lexicon, Choice, Names], str]] = {
    "county": _to_county,
    "castle": _to_castle,
    "conflict": _to_conflict,
    "favour": lambda lex, c, names: f"you take {lex.favour(c.one('tile'))}",
    "pass": lambda lex, c, names: "you take no King’s Favour",
    "yes": _voted,
    "no": _voted,
    "buy": lambda lex, c, names: (
        f"you buy {often(int(c.one('times')))} under {lex.law(c.one('law'))}"
    ),
    "upgrade": lambda lex, c, names: f"the {lex.stander(c.one('knight'))} is upgraded",
    "extend": lambda lex, c, names: f"an extension covers the {lex.space(c.one('space'))}",
    "nobleman": _nobleman,
    "reward": lambda lex, c, names: "you take the reward",
    "both": lambda lex, c, names: (
        f"you pay {gold(lex.content.ruleset.price_of_both)} for both, nobleman and reward"
    ),
    "nothing": lambda lex, c, names: "you take nothing",
    "ride": lambda lex, c, names: f"the knight rides to {lex.conflict(c.one('card'))}",
    "name": lambda lex, c, names: f"{names(Seat(int(c.one('player'))))} starts",
    "score": lambda lex, c, names: f"you score the {lex.space(c.one('space'))}",
    "done": lambda lex, c, names: "you are done with the castle and get what costs nothing",
    "ransom": lambda lex, c, names: "you pay the ransom",
    "give_up": lambda lex, c, names: "you give the knight up, and he goes back to your reserve",
    **words_corrections.SENTENCES,
}


_DECLINED: dict[str, Callable[[Lexicon, Choice, Names], str]] = {
    "buy": lambda lex, c, names: "you buy nothing",
    "upgrade": lambda lex, c, names: "you upgrade nobody",
}
"""The meaning of `decline`, by question."""


def default(lex: Lexicon, prompt: Prompt, names: Names) -> str:
    """What happens if nobody answers."""
    if not prompt.blocking:
        return "You do not have to do anything."
    if prompt.default is None:
        return "The game waits for your answer."
    return f"If you do not answer, {_chosen(lex, prompt.default, names, prompt)}"
