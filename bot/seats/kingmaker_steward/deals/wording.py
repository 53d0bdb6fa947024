"""A word with the answer to a deal: one warm sentence of what is open, or stands in the deal."""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kingmaker.cards.deals import WORD_LENGTH
from bot.rules.kingmaker.state import Deal
from bot.seats.kingmaker_steward.deals.worths import name_of, worth_to
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.trust import trust

_PLAIN = {
    "stuck": "Gladly, but not while one of us cannot take what is in it.",
    "broken": "You gave me your word once, and I still feel what became of it.",
    "grudge": "Not so soon after your men came for mine.",
    "back": "We settled that the other way not long ago, and I stand by it.",
    "envy": "It would help you far more than me.",
    "little": "That is too little to shake hands on.",
    "vote": "You cannot have my vote for that. It would hurt my own people.",
    "word": "{dearest} is worth more to me than a promise.",
    "gift": "You ask for {dearest} and offer nothing for it.",
    "dear": "{dearest} is worth more to me than what you offer.",
}
"""Why not, where there is nothing for which it would be yes."""

_BUT = {
    "broken": "You broke your word to me, so this time I ask",
    "grudge": "Your men came for mine lately, so I must ask",
    "back": "We settled that the other way not long ago, but I would go back on it for",
    "envy": "It would help you far more than me, but I would take it for",
    "word": "A promise warms me, but I would rather have",
    "gift": "I cannot give {dearest} away for nothing, but I would for",
    "dear": "{dearest} is dear to me, but I would shake hands for",
}
"""Why not, before what would have to be added."""

_BESIDES = ("broken", "grudge", "back", "envy", "word", "dear")


def thanks(outlook: Outlook, deal: Deal) -> str:
    """What is said with a yes."""
    if not deal.give:
        kept = deal.promise and not deal.take and trust(outlook, deal.giver) > 0
        return "Your word has been good: so be it." if kept else "So be it."
    best = max(deal.give, key=lambda token: worth_to(outlook, outlook.seat, token))
    wanted = name_of(outlook, best)
    return f"{wanted} is worth that to me." if deal.take else f"I take {wanted}, with thanks."


def excuse(
    outlook: Outlook,
    deal: Deal,
    ground: str,
    added: Sequence[str] = (),
    kept: Sequence[str] = (),
) -> str:
    """What is said with a no: why, and what would have to be ``added``, or that only what is
    ``kept`` of the things asked for would be given."""
    dearest = ""
    if deal.take:
        best = max(deal.take, key=lambda token: worth_to(outlook, outlook.seat, token))
        dearest = name_of(outlook, best)
    plain = _PLAIN[ground].format(dearest=dearest)
    if kept:
        return _fitting(
            f"All that is more than I can spare, but for it you may have {_names(outlook, kept)}.",
            plain,
        )
    if not added:
        return plain
    more = _names(outlook, added)
    besides = " besides" if ground in _BESIDES and deal.give else ""
    return _fitting(
        f"{_BUT[ground].format(dearest=dearest)} {more}{besides}.",
        f"With {more}{besides}, gladly.",
        plain,
    )


def _names(outlook: Outlook, tokens: Sequence[str]) -> str:
    found = [name_of(outlook, token) for token in tokens]
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"


def _fitting(*sentences: str) -> str:
    """The first sentence that is short enough; the last one always is."""
    return next((one for one in sentences if len(one) <= WORD_LENGTH), sentences[-1])
