"""Questions: the text for a player, in a few sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.rules.kernel import Offer, Prompt, Seat
from bot.rules.kingmaker.ids import SquareId
from bot.words.kingmaker.expansion import captives, events
from bot.words.kingmaker.families import log, recruiting
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.parliament import motion
from bot.words.kingmaker.verbs import verb
from bot.words.phrases import either, filled, listed, plural, quoted
from bot.words.shape import Names

_QUESTIONS = {
    "entrust_heirs": "Your heirs start with the head of your House, wherever you place him. You "
    "may give some of them to your other noble.",
    "settle_nobles": "Place each of your nobles in one of his own castles.",
    "settle_in_turn": "Place one noble in any fortress of your faction. Then the next player places"
    " one.",
    "assign_dealt": "Give your cards to your nobles: titles first, then offices, then the rest.",
    "movement": "Move your nobles: all, some or none, in any order.",
    "combat": "Attack or lay siege, one target at a time, or end combat.",
    "coronation": "You can crown an heir now. Will you?",
    "trim_hand": "Your hand is too full. Play or discard a card.",
    "rebuild": "You are dealt new cards. Play as many of them as you can.",
    "strife": "Your mercenaries quarrel, and the weakest go home. Which of these go?",
    "clock": "Call time once the agreed hours are over.",
    "grant_bishops": "The bishops in the Chancery come first, without a vote. Give one to a noble"
    " in Parliament who has none.",
    "motions": "Parliament is about to rise. You may still move against a King, or pass on a title"
    " or an office.",
    "return_home": "Parliament is over. Send your nobles home, one by one. A Free Move keeps a"
    " noble or a ship in place.",
    "peoples_parliament": "You lead a People’s Parliament. Send a noble to the place where it is to"
    " meet.",
    "writs": "You are in Parliament and hold a Writ. You may force another player’s noble to come.",
    "chancery": "You offer the cards in the Chancery. Offer one to a noble whose player is in"
    " Parliament, or stop here.",
    "two_kings": "There are two Kings. You may put to the vote which of them is the sole King until"
    " he dies.",
    "pacts": "Your turn begins. You may cancel an alliance now.",
    "two_houses": "You have held heirs of both houses for two turns. Put heirs to death or let"
    " them go until only one house is left.",
    "royal_hunt": "{king:heir} hunts at {place:square}. Which of your nobles ride along?",
    "noble_arrives": "{noble:noble} joins you. At which of his castles?",
    "place_arrives": "You draw {card:kind}. Which of your nobles holds it?",
    "keep_heir": (
        "{heir:heir} is yours. Which noble keeps {heir:heir}? They travel together from now on."
    ),
    "spoils": "{card:kind} is among your spoils. Which noble gets it?",
    "bequest": "{noble:noble} was murdered. Which of your nobles gets {card:kind}?",
    "fail_siege": (
        "{attacker:seat} besieges {place:place}, {strength} against {opposed}. If you hold "
        "“Siege Fails”, you may play it now: the siege fails and the besiegers leave."
    ),
    "withdrawal": "Your siege at {square:square} has failed. Where do the besiegers go?",
    "scuttle": "You have taken {ship:kind}, the ship of an office. Scuttle her?",
    "send_to_port": "{ship:kind} leaves the fight. Which port do you send her to?",
    "hold_place": "{place:place} is yours. Which noble holds it? If he dies, you may lose it.",
    "occupy": "{place:place} is open to you. Who goes inside?",
    "move_in": "{place:place} is yours, but has no room for everyone. Who goes inside next?",
    "return_inside": "The fight is over. Who goes back inside {place:place}?",
    "offer_ransom": (
        "{captor:seat} holds {noble:noble} captive. What do you offer for him? You may offer "
        "nothing, but that is unwise."
    ),
    "mercy": "{captor:seat} puts {noble:noble} to death unless you play a King’s Pardon. Do you?",
    "lend_clergy": (
        "{asker:seat} wants to crown an heir and needs your bishops there. Do they take part?"
    ),
    "name_target": (
        "{noble:noble} is too weak for a battle and attacks alone, as an assassin. Who is his "
        "target?"
    ),
    "revoke": (
        "Some nobles are excused from your Parliament. Whose excuse do you revoke, for a Writ each?"
    ),
    "attendance": (
        "Parliament meets in {place:place}. Which of your nobles go? Only those who are there "
        "vote in the Lords, but nobody has to go."
    ),
    "served": "A Writ forces your {noble:noble} to come to Parliament. Which heirs come with him?",
    "rising": "Parliament is over. Which of your nobles go inside {place:place}?",
    "driven": "The storm drives {ship:kind} into {place:place}. Who goes ashore?",
    "pass_king": "Your motion has failed. Which noble keeps {heir:heir} now?",
    "overcrowded": "{place:place} is too full. Who comes out?",
}


def ask(lex: Lexicon, prompt: Prompt, names: Names) -> str:
    """The question, in a few sentences."""
    if prompt.kind in _WITHOUT and prompt.only() is not None:
        return _WITHOUT[prompt.kind]
    if prompt.kind == "any_time":
        return _any_time(prompt)
    if prompt.kind == "debate":
        return _debate(lex, prompt, names)
    if prompt.kind == "parliament":
        return _parliament(prompt)
    if prompt.kind == "answer_call":
        return _answer_call(lex, prompt)
    if prompt.kind == "keep_or_play":
        return _keep_or_play(lex, prompt)
    about = _ABOUT.get(prompt.kind) or _QUESTIONS.get(prompt.kind, "Choose one of these.")
    if isinstance(about, str):
        return filled(about, lex, prompt.facts, names)
    return about(lex, prompt.facts, names)


_WITHOUT = {
    "parliament": "You do not hold the cards to call Parliament now, but only you know that.",
    "excuses": "Parliament is called. You need a Writ to excuse a noble. You have none, but only"
    " you know that.",
    "revoke": "Some nobles are excused from your Parliament. You need a Writ to revoke an excuse."
    " You have none, but only you know that.",
    "writs": "You are in Parliament. You need a Writ to force another player’s noble to come. You"
    " have none, but only you know that.",
}
"""The line for players who are asked as if they held a card when they do not."""

_FREE = {
    "play": "play a card from your hand",
    "raise": "bring in a noble from your hand",
    "kill_heir": "put an heir to death",
    "lift": "lift a siege",
    "unmask": "unmask the pretenders",
    "betray": "subvert a garrison",
    "free_captive": "let a captive go",
    "guard_captive": "hand a captive to another keeper",
    "transfer": "pass things on between your nobles",
    "propose_deal": "propose a deal",
    "accept_deal": "answer a deal",
    "refuse_deal": "answer a deal",
    "counter_deal": "answer a deal",
    "withdraw_deal": "take back a deal",
    "propose_alliance": "offer an alliance",
}


def _any_time(prompt: Prompt) -> str:
    """The things a player may do at any time, without naming a card."""
    verbs = dict.fromkeys(offer.verb for offer in prompt.offers)
    named = dict.fromkeys(_FREE.get(v, verb(Offer(v)).lower()) for v in verbs)
    return f"You may {either(named)}."


Facts = Mapping[str, str]


def _answer_call(lex: Lexicon, prompt: Prompt) -> str:
    """The noble whom a card calls, and where to: it may call him to several places."""
    found = [prompt.facts["place"]]
    answers = [offer for offer in prompt.offers if offer.verb == "answer_call"]
    for spot in (spot for offer in answers for spot in offer.field("to").candidates):
        here = (spot,) if spot in lex.board.places else lex.board.squares[SquareId(spot)].places
        found += () if set(here) & set(found) else here[:1]
    *others, last = map(lex.place, found)
    where = f"{', '.join(others)} or {last}" if others else last
    return f"An Event card calls {lex.noble(prompt.facts['noble'])} to {where}. Where does he go?"


def _attend_king(lex: Lexicon, about: Facts, names: Names) -> str:
    if about["place"] in lex.board.areas:
        return (
            f"{lex.heir(about['king'])} is called to {lex.place(about['place'])} with"
            f" {lex.noble(about['noble'])}. Who else goes?"
        )
    return (
        f"An embassy awaits {lex.heir(about['king'])} at "
        f"{lex.place(about['place'])}, and {lex.noble(about['noble'])} goes "
        "too. Where do they go, and who else goes along?"
    )


def _keep_or_play(lex: Lexicon, prompt: Prompt) -> str:
    """The card drawn, and what may be done with it."""
    card = prompt.facts["card"]
    verbs = {offer.verb for offer in prompt.offers}
    drawn = f"You draw {lex.kind(card)} ({', '.join(lex.card_facts(card))})."
    gift = ", or give it to a family" if "hand_out" in verbs else ""
    if verbs & {"play", "raise"}:
        keep = ", keep it in your hand" if gift else ", or keep it in your hand"
        return f"{drawn} Play it now{keep}{gift}?"
    return f"{drawn} None of your nobles can take it now. Keep it in your hand{gift}?"


def _go_home(lex: Lexicon, about: Facts, names: Names) -> str:
    verb = "must retreat" if about.get("cause") == "retreat" else "goes home"
    return f"{lex.noble(about['noble'])} {verb}. To which castle?"


def _answer_ransom(lex: Lexicon, about: Facts, names: Names) -> str:
    owner, noble = names(Seat(int(about["owner"]))), lex.noble(about["noble"])
    terms = [
        lex.place(thing) if goods == "places" else lex.kind(thing)
        for goods in ("places", "ships", "beside", "heirs", "cards", "held")
        for thing in about.get(goods, "").split(",")
        if thing
    ]
    if about.get("promise"):
        rounds = plural(int(about.get("due", "1")), "round")
        terms.append(f"the promise {quoted(about['promise'])} (within {rounds})")
    price = listed([*terms, *captives.price_in_draws(about)]) or "nothing at all"
    back = [lex.kind(card) for card in about.get("back", "").split(",") if card]
    wish = f" {listed(back)} would go home with him." if back else ""
    return f"{owner} offers you {price} for {noble}.{wish} If you refuse for good, he dies."


# Leave, ships, allies


def _grant_leave(lex: Lexicon, about: Facts, names: Names) -> str:
    asker = names(Seat(int(about["asker"])))
    if "ship" in about:
        ship = lex.kind(about["ship"])
        return (
            f"{asker} asks leave to board {ship}. You decide where she sails, and they go ashore"
            " in a movement phase of their own. Take them aboard?"
        )
    place = lex.place(about["place"])
    return f"{asker} asks you to open {place} until this movement phase ends. Let them in?"


def _leave_asked(lex: Lexicon, about: Facts, names: Names) -> str:
    if "ship" in about:
        wanted = f"board {lex.kind(about['ship'])}"
    else:
        wanted = f"enter {lex.place(about['place'])}"
    return f"You have asked leave to {wanted}. Wait for the answer, or take your request back."


_REFUGE = {
    "storm": "{ship} must run before the storm. Where does she put in?",
    "call": "Somebody aboard {ship} is called, and everybody goes ashore. Where does she put in?",
    "parliament": "Parliament calls {ship} to a mainland port. Where does she put in?",
}


def _refuge(lex: Lexicon, about: Facts, names: Names) -> str:
    question = _REFUGE.get(about.get("cause", ""), "{ship} needs a port. Where does she put in?")
    return question.format(ship=lex.kind(about["ship"]))


def _grant_port(lex: Lexicon, about: Facts, names: Names) -> str:
    asker = about.get("asker", "")
    whose = f" ({names(Seat(int(asker)))})" if asker.isdecimal() else ""
    ship, place = lex.kind(about["ship"]), lex.place(about["place"])
    return f"{ship}{whose} seeks shelter at {place}. Let her in?"


def _deed(lex: Lexicon, about: Facts, names: Names) -> str:
    """The attack: who attacks whom and where, and how strong both sides are."""
    attacker, defender = about["attacker"], about["defender"]
    against = f" {names(Seat(int(defender)))}" if defender.isdecimal() else ""
    if "place" in about:
        deed = f"tries to conclude the siege of {lex.place(about['place'])}"
    else:
        deed = f"attacks{against} at {lex.square(about['square'])}"
    odds = ""
    if "strength" in about and "opposed" in about:
        odds = f", {about['strength']} against {about['opposed']}"
    return f"{names(Seat(int(attacker)))} {deed}{odds}"


def _alliance(lex: Lexicon, about: Facts, names: Names) -> str:
    needed = ""
    if "needed" in about:
        needed = f" {about['needed']} troops are needed: without allies nothing happens."
    return (
        f"{_deed(lex, about, names)}.{needed} Do your nobles there take a side?"
        " An ally is never turned away."
    )


_TERMS = {
    "one_combat": "for one combat there",
    "lasting": "until one of you cancels it at the start of a turn",
}


def _pact(lex: Lexicon, about: Facts, names: Names) -> str:
    asker = names(Seat(int(about["seat"])))
    return (
        f"{asker} stands with you at {lex.square(about['square'])} and offers"
        f" an alliance {_TERMS[about['term']]}. Your forces in the same square would attack and "
        "defend together, and share what comes of it. Do you agree?"
    )


def _pact_asked(lex: Lexicon, about: Facts, names: Names) -> str:
    return (
        f"You have offered {names(Seat(int(about['ally'])))} an alliance {_TERMS[about['term']]}."
        " Wait for the answer, or take your offer back."
    )


def _moment(lex: Lexicon, about: Facts, names: Names) -> str:
    return (
        f"{_deed(lex, about, names)}. Before the weather is drawn, you may play cards from your"
        " hand or pass things on."
    )


# Parliament


def _excuses(lex: Lexicon, about: Facts, names: Names) -> str:
    place = f" to {lex.place(about['place'])}" if "place" in about else ""
    return (
        f"Parliament is called{place}. Whom do you excuse? Each noble costs a Writ, but"
        " those across the sea cost none."
    )


def _round(lex: Lexicon, about: Facts, names: Names) -> str:
    if about["round"] == "3":
        return (
            "You lead the last round, without votes. Give out every title, then every office,"
            " that somebody can hold."
        )
    return (
        f"You lead round {about['round']} of titles and offices. Propose a card for a noble,"
        " titles first, or end the round."
    )


def _parliament(prompt: Prompt) -> str:
    calls = [offer for offer in prompt.offers if offer.verb == "call_parliament"]
    costs_nothing = any(all(f.name != "summon" for f in offer.fields) for offer in calls)
    price = (
        "it costs nothing, and anybody may come."
        if costs_nothing
        else "it costs a Writ, and you summon one noble of another player."
    )
    return f"You may call Parliament: {price}"


def _debate(lex: Lexicon, prompt: Prompt, names: Names) -> str:
    text = motion(lex, prompt.facts, names)
    verbs = {offer.verb for offer in prompt.offers}
    if "call_vote" in verbs:
        ending = "Call the vote when you have heard enough."
    elif "second_vote" in verbs:
        ending = "A vote has been moved. Second it, and the debate is over."
    else:
        ending = "You may move the vote, but another player must second it."
    return f"{text[:1].upper()}{text[1:]}. {ending}"


def _ballot(lex: Lexicon, about: Facts, names: Names) -> str:
    text = motion(lex, about, names)
    return (
        f"{text[:1].upper()}{text[1:]}. Yea or nay? Your vote stays sealed until all votes are"
        " in or time is up. It counts in full in both houses."
    )


def _take_card(lex: Lexicon, about: Facts, names: Names) -> str:
    card, noble = lex.honour(about["card"]), lex.noble(about["noble"])
    if "giver" in about:
        return f"{lex.noble(about['giver'])} offers your {noble} {card}. Does he take it?"
    return f"Your {noble} is offered {card}. Does he take it?"


def _approve_office(lex: Lexicon, about: Facts, names: Names) -> str:
    card, noble = lex.honour(about["card"]), lex.noble(about["noble"])
    giver = f" from {lex.noble(about['giver'])}" if "giver" in about else ""
    return f"May {card} pass{giver} to {noble}? You called Parliament, so you decide."


_ABOUT: dict[str, str | Callable[[Lexicon, Facts, Names], str]] = {
    "attend_king": _attend_king,
    **captives.ABOUT,
    **events.ABOUT,
    **recruiting.ABOUT,
    "go_home": _go_home,
    "answer_ransom": _answer_ransom,
    "heir_ransom": captives.heir_ransom,
    "answer_draws": captives.answer_draws,
    **log.ABOUT,
    "grant_leave": _grant_leave,
    "leave_asked": _leave_asked,
    "refuge": _refuge,
    "grant_port": _grant_port,
    "alliance": _alliance,
    "pact": _pact,
    "pact_asked": _pact_asked,
    "moment": _moment,
    "excuses": _excuses,
    "round": _round,
    "ballot": _ballot,
    "take_card": _take_card,
    "approve_office": _approve_office,
}

KINDS = frozenset(
    {*_QUESTIONS, *_ABOUT, "any_time", "debate", "parliament", "answer_call", "keep_or_play"}
)
"""Every kind of prompt that has words."""
