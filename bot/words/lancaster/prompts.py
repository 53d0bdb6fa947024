"""Questions: the text for a Lancaster player, in a few sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.rules.kernel import Prompt
from bot.rules.lancaster.content import County
from bot.rules.lancaster.state import is_ally
from bot.words.lancaster.names import Lexicon, gold, knight, price, reward
from bot.words.shape import Names

Facts = Mapping[str, str]


def ask(lex: Lexicon, prompt: Prompt, names: Names) -> str:
    """The question, in a few sentences."""
    return _QUESTIONS.get(prompt.kind, _anything)(lex, prompt)


def _anything(lex: Lexicon, prompt: Prompt) -> str:
    return "Choose one of these."


def _allys(about: Facts) -> bool:
    """Whether the question is about the ally of the player who is asked."""
    return "side" in about and is_ally(int(about["side"]))


def _first_extension(lex: Lexicon, prompt: Prompt) -> str:
    return (
        "Which castle space does your first extension cover? It gives its reward every round, and"
        " no knight can stand there any more."
    )


def _place(lex: Lexicon, prompt: Prompt) -> str:
    houses = {
        c
        for offer in prompt.offers
        for f in offer.fields
        for c in f.candidates
        if f.name == "house"
    }
    whose = (
        "one of your knights or one of your ally’s"
        if len(houses) > 1
        else ("one of your ally’s knights" if houses == {"ally"} else "one of your knights")
    )
    return f"Place {whose} in a county, in the castle or on a conflict."


def _favour(lex: Lexicon, prompt: Prompt) -> str:
    who = "Your ally’s" if _allys(prompt.facts) else "Your"
    return f"{who} knight has gone to war. Which King’s Favour do you take, if any?"


def _vote(lex: Lexicon, prompt: Prompt) -> str:
    law = lex.content.laws[prompt.facts["law"]]
    out = prompt.facts.get("repeals")
    change = f" It would replace {lex.law(out)}: {_text(lex, out)}" if out else ""
    return (
        f"{lex.law(law.id)}: {law.text}{change} Yes or no? A tie passes. Your vote stays sealed"
        " until all votes are in."
    )


def _text(lex: Lexicon, law: str) -> str:
    return lex.content.laws[law].text


def _buy(lex: Lexicon, prompt: Prompt) -> str:
    law = lex.content.laws[prompt.facts["law"]]
    sale = f"{lex.law(law.id)}: {reward(law.reward)} for {price(law.price)}."
    if prompt.only() is not None:
        return f"{sale} You cannot pay for it, but only you know that."
    return f"{sale} How many times do you buy?"


def _upgrade(lex: Lexicon, prompt: Prompt) -> str:
    whose = "your ally’s" if _allys(prompt.facts) else "your"
    source = lex.source(prompt.facts["source"])
    return f"An upgrade from {source}: which of {whose} knights gains 1 strength?"


def _extension(lex: Lexicon, prompt: Prompt) -> str:
    source = lex.source(prompt.facts["source"])
    return f"An extension from {source}: which castle space does it cover?"


def _nobleman(lex: Lexicon, prompt: Prompt) -> str:
    if _allys(prompt.facts):
        return "Which nobleman does your ally send out of the game?"
    return "Which nobleman sits down at your table?"


def _county(lex: Lexicon, prompt: Prompt) -> str:
    county = lex.content.counties[prompt.facts["county"]]
    given = reward(county.reward)
    verbs = {offer.verb for offer in prompt.offers}
    lord = lex.nobleman(county.id)
    if _allys(prompt.facts):
        ways = [f"the reward ({given})"] if "reward" in verbs else []
        ways += ["one nobleman fewer"] if "nobleman" in verbs else []
        asked = f"{' or '.join([*ways, 'nothing'])}?"
        return f"Your ally holds {county.name}. {asked[0].upper()}{asked[1:]}{_starts(county)}"
    ways = [f"the reward ({given})"] if "reward" in verbs else []
    ways += [f"the {lord}"] if "nobleman" in verbs else []
    if len(ways) == 2:
        # Only the player himself knows whether he can pay.
        paid = gold(lex.content.ruleset.price_of_both)
        asked = f"{ways[0]} or {ways[1]}, or pay {paid} for both?"
    else:
        asked = f"{' or '.join([*ways, 'nothing'])}?"
    return f"You hold {county.name}. Do you take {asked}{_starts(county)}"


def _starts(county: County) -> str:
    """What the holder of Surrey decides in addition: who becomes the starting player."""
    return " Afterwards you name the starting player." if county.names_starter else ""


def _ride(lex: Lexicon, prompt: Prompt) -> str:
    whose = "Your ally’s" if _allys(prompt.facts) else "Your"
    county = lex.county(prompt.facts["county"])
    return f"{whose} knight leaves {county} for the war. To which conflict does he ride?"


def _starter(lex: Lexicon, prompt: Prompt) -> str:
    return "You name the starting player, who goes first from now on. Who is it?"


def _castle(lex: Lexicon, prompt: Prompt) -> str:
    if _allys(prompt.facts):
        return "Your ally’s castle gives its rewards. Which space comes next, or are you done?"
    return (
        "Your castle gives its rewards in the order you choose. Which space comes next? When you"
        " are done, you still get what costs nothing."
    )


def _corrections(lex: Lexicon, prompt: Prompt) -> str:
    return "What do you want to correct?"


def _ransom(lex: Lexicon, prompt: Prompt) -> str:
    about = prompt.facts
    held = f"France holds your {knight(about['knight'])} from {lex.conflict(about['card'])}."
    asked = gold(int(about["gold"]))
    if prompt.only() is not None:
        return f"{held} You cannot pay the {asked} for him, but only you know that."
    return f"{held} Do you pay {asked}, or does he go back to your reserve?"


_QUESTIONS: dict[str, Callable[[Lexicon, Prompt], str]] = {
    "first_extension": _first_extension,
    "place": _place,
    "favour": _favour,
    "vote": _vote,
    "buy": _buy,
    "upgrade": _upgrade,
    "extension": _extension,
    "nobleman": _nobleman,
    "county": _county,
    "ride": _ride,
    "starter": _starter,
    "castle": _castle,
    "ransom": _ransom,
    "corrections": _corrections,
}

KINDS = frozenset(_QUESTIONS)
"""Every kind of prompt that has words."""
