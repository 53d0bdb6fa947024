"""Questions, buttons and answers: what is asked, what may be done, and what was chosen."""

from __future__ import annotations

from collections.abc import Callable

from bot.rules.kernel import Choice, Field, Offer, Prompt
from bot.rules.kingmaker.words_names import Lexicon, cut, listed
from bot.rules.words import FIELD_LIMIT, VERB_LIMIT, Names

# Questions

_QUESTIONS = {
    "settle_nobles": "Place your nobles, each in one of his own castles.",
    "assign_dealt": "Lay the cards you were dealt beside your nobles: titles first, then offices,"
    " then the rest.",
    "movement": "Move your nobles: all, some or none, in any order.",
    "combat": "Attack or besiege, one target at a time, or end the combat.",
    "coronation": "An heir of yours is ready for the crown. Crown him, or let the moment pass.",
    "trim_hand": "Your hand is too full: play or discard a card.",
    "rebuild": "Play the cards you are dealt anew, as many as you can.",
    "clock": "Call time when the hours are over.",
}


def ask(lex: Lexicon, prompt: Prompt, names: Names) -> str:
    """The question, in one or two sentences."""
    if prompt.kind == "any_time":
        return _any_time(prompt)
    about = _ABOUT.get(prompt.kind)
    if about is not None:
        return about(lex, prompt.facts, names)
    return _QUESTIONS.get(prompt.kind, "Choose one of these.")


_FREE = {
    "play": "play a card from your hand",
    "raise": "bring in a noble from your hand",
    "kill_heir": "have an heir put to death",
    "lift": "lift a siege",
}


def _any_time(prompt: Prompt) -> str:
    """What stands open outside battles, without a word of the cards themselves."""
    verbs = dict.fromkeys(offer.verb for offer in prompt.offers)
    *most, last = [_FREE.get(v, verb(Offer(v)).lower()) for v in verbs]
    text = f"{', '.join(most)} or {last}" if most else last
    return f"{text[:1].upper()}{text[1:]}, if you like."


Facts = dict[str, str]


def _answer_call(lex: Lexicon, about: Facts, names: Names) -> str:
    place = lex.place(about["place"])
    return f"An Event card calls {lex.noble(about['noble'])} to {place}. Where does he stand?"


def _attend_king(lex: Lexicon, about: Facts, names: Names) -> str:
    return (
        f"An embassy awaits {lex.heir(about['king'])} at {lex.place(about['place'])}, and"
        f" {lex.noble(about['noble'])} goes too. Where do they stand, and who goes with them?"
    )


def _keep_or_play(lex: Lexicon, about: Facts, names: Names) -> str:
    card = about["card"]
    facts = ", ".join(lex.card_facts(card))
    return f"You draw {lex.kind(card)} ({facts}). Play it now, or keep it in your hand?"


def _noble_arrives(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"{lex.noble(about['noble'])} joins you. At which of his castles?"


def _place_arrives(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"You draw {lex.kind(about['card'])}. Which of your nobles holds it?"


def _keep_heir(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"{lex.heir(about['heir'])} is yours. Which noble keeps watch over this heir?"


def _hold_place(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"{lex.place(about['place'])} is yours. Which noble holds it?"


def _occupy(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"{lex.place(about['place'])} lies open to you. Who goes inside?"


def _return_inside(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"The sally is over. Who goes back inside {lex.place(about['place'])}?"


def _go_home(lex: Lexicon, about: Facts, names: Names) -> str:
    verb = "must retreat" if about.get("cause") == "retreat" else "goes home"
    return f"{lex.noble(about['noble'])} {verb}. To which castle?"


def _offer_ransom(lex: Lexicon, about: Facts, names: Names) -> str:
    captor = names(int(about["captor"]))
    return (
        f"{captor} holds {lex.noble(about['noble'])} captive."
        " What do you offer for him? An empty offer is allowed, but unwise."
    )


def _answer_ransom(lex: Lexicon, about: Facts, names: Names) -> str:
    owner, noble = names(int(about["owner"])), lex.noble(about["noble"])
    terms = [
        lex.place(thing) if goods == "places" else lex.kind(thing)
        for goods in ("places", "ships", "cards", "held")
        for thing in about.get(goods, "").split(",")
        if thing
    ]
    price = listed(terms) or "nothing at all"
    return f"{owner} offers you {price} for {noble}. Refuse for good, and he dies."


_ABOUT: dict[str, Callable[[Lexicon, Facts, Names], str]] = {
    "answer_call": _answer_call,
    "attend_king": _attend_king,
    "keep_or_play": _keep_or_play,
    "noble_arrives": _noble_arrives,
    "place_arrives": _place_arrives,
    "keep_heir": _keep_heir,
    "hold_place": _hold_place,
    "occupy": _occupy,
    "return_inside": _return_inside,
    "go_home": _go_home,
    "offer_ransom": _offer_ransom,
    "answer_ransom": _answer_ransom,
}

KINDS = frozenset({*_QUESTIONS, *_ABOUT, "any_time"})
"""Every kind of prompt that has words."""


# Buttons, and what they do

VERBS: dict[str, tuple[str, str]] = {
    "settle": ("Place a noble", "stand a noble in one of his castles"),
    "assign": ("Lay a card", "lay a card beside one of your nobles"),
    "answer_call": ("Answer the call", "say where the called noble stands"),
    "attend_king": ("Go with the King", "say where the King goes, and with whom"),
    "march": ("March", "up to five squares across country; a forest ends the march"),
    "ride": ("Ride the road", "any distance, as far as the road is open; it is the whole move"),
    "free_road": ("Ride by Free Move", "a bishop opens every fortress on the road, for one noble"),
    "enter": ("Go inside", "take nobles inside a friendly place of their square"),
    "leave": ("Come out", "take nobles out into the open of the square"),
    "entrust": ("Entrust an heir", "hand an heir to another of your nobles there"),
    "free_move": ("Move again (Free Move)", "spend a Free Move: one force moves a second time"),
    "attack": ("Attack", "fight a force in the open of your square"),
    "attack_with_french": ("Attack with the French", "the same, and the French are spent"),
    "assassinate": ("Send an assassin", "one untitled noble against a far stronger force"),
    "lay": ("Lay siege", "put a place Under Siege; no dice, no weather"),
    "join": ("Join the siege", "bring more nobles into your siege"),
    "conclude": ("Conclude the siege", "match the whole defence; only bad weather stops you"),
    "conclude_with_french": ("Conclude with the French", "the same, and the French are spent"),
    "lift": ("Lift the siege", "give the siege up"),
    "crown": ("Crown an heir", "crown the next in line of a house without a King"),
    "keep": ("Keep the card", "the card stays hidden in your hand"),
    "play": ("Play a card", "lay a card beside one of your nobles"),
    "raise": ("Bring in a noble", "a noble from your hand comes into play at a castle of his"),
    "discard": ("Discard a card", "a card goes to the discards, for all to see"),
    "kill_heir": ("Kill an heir", "put to death an heir whom you hold; there is no way back"),
    "keep_heir": ("Choose a keeper", "say which noble keeps the heir"),
    "hold": ("Choose a holder", "say which noble holds the place"),
    "return_inside": ("Go back inside", "say who goes back in; the others stay out"),
    "go_home": ("Go home", "say to which castle the noble goes"),
    "offer_ransom": ("Offer a ransom", "places, ships and cards for the captive’s life"),
    "accept": ("Accept the ransom", "take the price; the captive goes home"),
    "ask_more": ("Ask for more", "the captive’s player may offer again"),
    "refuse": ("Refuse: he dies", "take no ransom; the captive is put to death"),
    "time_up": ("Call time", "the turn in progress is the last"),
}
"""Every verb but `done`: its button, and in a few words what it does."""

_DONE = {
    "base-3.2": ("End movement", "your nobles stay where they are", "your movement ends"),
    "house-2.3a": ("End combat", "no more attacks this turn", "your combat ends"),
    "house-2.5c": ("Crown nobody", "the moment passes", "nobody is crowned"),
    "base-6.7": ("Stay outside", "your nobles remain in the open", "your nobles stay outside"),
}
"""What `done` ends, by the rule of its offer: the button, its meaning, and the outcome."""

_DONE_KINDS = {
    "movement": "base-3.2",
    "combat": "house-2.3a",
    "coronation": "house-2.5c",
    "occupy": "base-6.7",
}


def verb(offer: Offer, prompt: Prompt | None = None) -> str:
    """The label of an offer's button."""
    return cut(_verb(offer, prompt)[0], VERB_LIMIT)


def explained(offer: Offer, prompt: Prompt | None = None) -> str:
    """What the offer does, in a few words."""
    return _verb(offer, prompt)[1]


def _done(offer: Offer, prompt: Prompt | None) -> tuple[str, str, str]:
    rule = offer.rule
    if rule not in _DONE and prompt is not None:
        rule = _DONE_KINDS.get(prompt.kind, "")
    return _DONE.get(rule, ("Done", "nothing more here", "nothing more happens here"))


def _verb(offer: Offer, prompt: Prompt | None) -> tuple[str, str]:
    if offer.verb == "done":
        return _done(offer, prompt)[:2]
    spoken = offer.verb.replace("_", " ").capitalize()
    return VERBS.get(offer.verb, (spoken, ""))


# Fields

_FIELDS = {
    ("settle", "noble"): "Which noble?",
    ("settle", "castle"): "In which of his castles?",
    ("assign", "card"): "Which card?",
    ("assign", "noble"): "Beside which noble?",
    ("answer_call", "to"): "Where does he stand?",
    ("answer_call", "bring"): "Which heirs go with him?",
    ("attend_king", "to"): "Where do they stand?",
    ("attend_king", "with"): "Who goes along?",
    ("march", "nobles"): "Who marches?",
    ("march", "to"): "March where?",
    ("ride", "nobles"): "Who rides?",
    ("ride", "to"): "Ride where?",
    ("free_road", "noble"): "Who rides?",
    ("free_road", "to"): "Ride where?",
    ("enter", "nobles"): "Who goes inside?",
    ("enter", "place"): "Inside which place?",
    ("leave", "nobles"): "Who comes out?",
    ("leave", "place"): "Out of which place?",
    ("entrust", "heir"): "Which heir?",
    ("entrust", "noble"): "To which noble?",
    ("free_move", "nobles"): "Who moves a second time?",
    ("assassinate", "noble"): "Who dares it?",
    ("assassinate", "target"): "Who is to die?",
    ("join", "nobles"): "Who joins the siege?",
    ("crown", "heir"): "Crown whom?",
    ("kill_heir", "heir"): "Who is to die?",
    ("discard", "card"): "Discard which card?",
    ("keep_heir", "noble"): "Who keeps the heir?",
    ("hold", "noble"): "Who holds the place?",
    ("return_inside", "nobles"): "Who goes back inside?",
    ("go_home", "castle"): "To which castle?",
    ("offer_ransom", "places"): "Offer which places?",
    ("offer_ransom", "ships"): "Offer which ships?",
    ("offer_ransom", "cards"): "Offer which cards of your hand?",
    ("offer_ransom", "held"): "Offer which Event cards?",
}

_USUALLY = {
    "nobles": "Choose nobles",
    "noble": "Which noble?",
    "against": "Whose force?",
    "square": "In which square?",
    "place": "Which place?",
    "castle": "At which castle?",
    "card": "Which card?",
    "heir": "Which heir?",
    "target": "Against whom?",
    "to": "Where to?",
}

_BESIEGING = frozenset({"conclude", "conclude_with_french", "lay"})


def field(offer: Offer, field: Field) -> str:
    """The question of one field; where strength counts, with what is needed and what is there."""
    question = _FIELDS.get((offer.verb, field.name)) or _USUALLY.get(field.name, "Choose")
    if field.weights is None:
        return cut(question, FIELD_LIMIT)
    here = sum(field.weights)
    if field.weight_min:
        with_ = " with the French" if offer.verb.endswith("_with_french") else ""
        question = f"{question}: at least {field.weight_min} troops (you have {here} here{with_})"
    elif field.weight_max is not None:
        question = f"{question.rstrip('?')}? There is room for {field.weight_max} troops"
        if field.lone_exempt:
            question += ", or for any one noble alone"
    return cut(question, FIELD_LIMIT)


# Choices as sentences


def choice(lex: Lexicon, choice: Choice, names: Names, prompt: Prompt | None = None) -> str:
    """A sentence that says what was chosen; without its prompt it says less of some."""
    text = _sentence(lex, choice, names, prompt)
    return text[:1].upper() + text[1:]


def _sentence(lex: Lexicon, choice: Choice, names: Names, prompt: Prompt | None) -> str:
    """The sentence with a small letter, so that it can go on from another."""
    if choice.verb == "done":
        return f"{_done(Offer('done'), prompt)[2]}."
    sentence = _SENTENCES.get(choice.verb)
    try:
        if choice.verb in ("answer_call", "attend_king") and prompt is not None:
            return _CALLED[choice.verb](lex, choice, prompt.facts)
        if sentence is not None:
            return sentence(lex, choice, names)
    except (KeyError, ValueError):
        pass  # a choice half made, which the game is going to refuse
    return f"{verb(Offer(choice.verb))}."


def _stands(lex: Lexicon, spot: str) -> str:
    return lex.spot("", spot) if spot in lex.board.places else lex.spot(spot, None)


def _settle(lex: Lexicon, c: Choice, names: Names) -> str:
    return f"{lex.noble(c.one('noble'))} begins at {lex.place(c.one('castle'))}."


def _lay_card(lex: Lexicon, c: Choice, names: Names) -> str:
    return f"{lex.laid(c.one('card'), c.one('noble'))}."


def _called(lex: Lexicon, c: Choice, about: Facts) -> str:
    noble = lex.noble(about["noble"]) if "noble" in about else "your noble"
    heirs = f" with {lex.heirs(c.many('bring'))}" if c.many("bring") else ""
    return f"{noble} answers the call{heirs} and stands {_stands(lex, c.one('to'))}."


def _king(lex: Lexicon, c: Choice, about: Facts) -> str:
    king = lex.heir(about["king"]) if "king" in about else "the King"
    nobles = [about["noble"]] if "noble" in about else []
    company = lex.nobles([*nobles, *c.many("with")])
    going = f"{king} goes{f' with {company}' if company else ''}"
    return f"{going} and stands {_stands(lex, c.one('to'))}."


_CALLED = {"answer_call": _called, "attend_king": _king}
"""Sentences that need the prompt's facts to name who goes."""


def _moved(one: str, many: str) -> Callable[[Lexicon, Choice, Names], str]:
    def sentence(lex: Lexicon, c: Choice, names: Names) -> str:
        nobles = c.many("nobles") or c.many("noble")
        verb = one if len(nobles) == 1 else many
        return f"{lex.nobles(nobles)} {verb} to {lex.square(c.one('to'))}."

    return sentence


def _door(one: str, many: str) -> Callable[[Lexicon, Choice, Names], str]:
    def sentence(lex: Lexicon, c: Choice, names: Names) -> str:
        verb = one if len(c.many("nobles")) == 1 else many
        return f"{lex.nobles(c.many('nobles'))} {verb} {lex.place(c.one('place'))}."

    return sentence


def _entrust(lex: Lexicon, c: Choice, names: Names) -> str:
    return f"{lex.heir(c.one('heir'))} goes to {lex.noble(c.one('noble'))}."


def _again(lex: Lexicon, c: Choice, names: Names) -> str:
    return f"a Free Move lets {lex.nobles(c.many('nobles'))} move again."


def _attack(lex: Lexicon, c: Choice, names: Names) -> str:
    french = " with the French" if c.verb.endswith("_with_french") else ""
    verb = "attacks" if len(c.many("nobles")) == 1 else "attack"
    against = names(int(c.one("against")))
    where = lex.square(c.one("square"))
    return f"{lex.nobles(c.many('nobles'))} {verb} {against} at {where}{french}."


def _assassin(lex: Lexicon, c: Choice, names: Names) -> str:
    return f"{lex.noble(c.one('noble'))} sets out to kill {lex.piece(c.one('target'))}."


def _back(lex: Lexicon, c: Choice, names: Names) -> str:
    nobles = c.many("nobles")
    if not nobles:
        return "nobody goes back inside."
    return f"{lex.nobles(nobles)} {'goes' if len(nobles) == 1 else 'go'} back inside."


def _ransom(lex: Lexicon, c: Choice, names: Names) -> str:
    places = [lex.place(place) for place in c.many("places")]
    cards = [lex.kind(x) for key in ("ships", "cards", "held") for x in c.many(key)]
    return f"you offer {listed([*places, *cards]) or 'nothing'}."


_SENTENCES: dict[str, Callable[[Lexicon, Choice, Names], str]] = {
    "settle": _settle,
    "assign": _lay_card,
    "play": _lay_card,
    "raise": lambda lex, c, names: (
        f"{lex.noble(c.one('card'))} comes into play at {lex.place(c.one('castle'))}."
    ),
    "answer_call": lambda lex, c, names: _called(lex, c, {}),
    "attend_king": lambda lex, c, names: _king(lex, c, {}),
    "march": _moved("marches", "march"),
    "ride": _moved("rides", "ride"),
    "free_road": _moved("rides by Free Move", "ride by Free Move"),
    "enter": _door("goes inside", "go inside"),
    "leave": _door("comes out of", "come out of"),
    "entrust": _entrust,
    "free_move": _again,
    "attack": _attack,
    "attack_with_french": _attack,
    "assassinate": _assassin,
    "lay": _door("lays siege to", "lay siege to"),
    "join": _door("joins the siege of", "join the siege of"),
    "conclude": _door("storms", "storm"),
    "conclude_with_french": _door("storms, with the French,", "storm, with the French,"),
    "lift": lambda lex, c, names: f"the siege of {lex.place(c.one('place'))} is lifted.",
    "crown": lambda lex, c, names: f"{lex.heir(c.one('heir'))} is to be crowned.",
    "keep": lambda lex, c, names: "you keep the card in your hand.",
    "discard": lambda lex, c, names: f"you discard {lex.kind(c.one('card'))}.",
    "kill_heir": lambda lex, c, names: f"{lex.heir(c.one('heir'))} is put to death.",
    "keep_heir": lambda lex, c, names: (
        f"{lex.noble(c.one('noble'))} keeps {lex.heir(c.one('heir'))}."
    ),
    "hold": lambda lex, c, names: f"{lex.noble(c.one('noble'))} holds {lex.place(c.one('place'))}.",
    "return_inside": _back,
    "go_home": lambda lex, c, names: (
        f"{lex.noble(c.one('noble'))} goes home to {lex.place(c.one('castle'))}."
    ),
    "offer_ransom": _ransom,
    "accept": lambda lex, c, names: "you accept the ransom.",
    "ask_more": lambda lex, c, names: "you ask for more.",
    "refuse": lambda lex, c, names: "you refuse the ransom, and the captive dies.",
    "time_up": lambda lex, c, names: "time is called: this turn is the last.",
}


# Nobody answers


def default(lex: Lexicon, prompt: Prompt, names: Names) -> str:
    """What happens if nobody answers."""
    if not prompt.blocking:
        return "You need not do anything."
    if prompt.default is None:
        return "The game waits for your answer."
    if prompt.default.verb == "offer_ransom" and not prompt.default.args:
        return "Without an answer you offer nothing."
    return f"Without an answer: {_sentence(lex, prompt.default, names, prompt)}"
