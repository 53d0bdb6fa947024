"""Questions: what is asked of a player, in one or two sentences."""

from __future__ import annotations

from collections.abc import Callable

from bot.rules.kernel import Offer, Prompt
from bot.words.kingmaker.expansion import allegiance, captives, counters
from bot.words.kingmaker.families import questions, recruiting
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.parliament import motion
from bot.words.kingmaker.verbs import verb
from bot.words.phrases import listed, plural, quoted
from bot.words.shape import Names

_QUESTIONS = {
    "entrust_heirs": "Your heirs begin with your head, wherever you place him. You may entrust some"
    " of them to your other noble.",
    "settle_nobles": "Place your nobles, each in one of his own castles.",
    "settle_in_turn": "Place one noble in any fortress of your faction; then the next player does.",
    "assign_dealt": "Lay the cards you were dealt beside your nobles: titles first, then offices,"
    " then the rest.",
    "movement": "Move your nobles: all, some or none, in any order.",
    "combat": "Attack or besiege, one target at a time, or end the combat.",
    "coronation": "An heir of yours is ready for the crown. Crown him, or let the moment pass.",
    "trim_hand": "Your hand is too full: play or discard a card.",
    "rebuild": "Play the cards you are dealt anew, as many as you can.",
    "strife": "Your mercenaries quarrel, and the weakest go home. Which of these?",
    "clock": "Call time when the hours are over.",
    "grant_bishops": "The bishops of the Chancellery come first, without a vote. Give one to a"
    " noble in Parliament who has none.",
    "motions": "Before Parliament rises you may bring further business: a motion against a King,"
    " or a title or office passed on.",
    "return_home": "Parliament is over. Bring your nobles home, one by one; a Free Move keeps a"
    " noble or a ship in place.",
    "peoples_parliament": "You lead a People’s Parliament. Which noble goes where, so that it can"
    " meet there?",
    "writs": "You are in Parliament and hold a Writ: force a noble of another player to come, or"
    " let it be.",
    "chancery": "You offer the cards of the Chancery: propose one for a noble whose player is in"
    " Parliament, or end.",
    "two_kings": "There are two Kings. Put to the vote which of them is the sole King until he"
    " dies, or leave it.",
    "pacts": "Your turn begins. Cancel an alliance now, or keep them all.",
    "two_houses": "You have held heirs of both houses for two turns. Put heirs to death or let"
    " them go, until one house is left.",
}


def ask(lex: Lexicon, prompt: Prompt, names: Names) -> str:
    """The question, in one or two sentences."""
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
    about = _ABOUT.get(prompt.kind)
    if about is not None:
        return about(lex, prompt.facts, names)
    return _QUESTIONS.get(prompt.kind, "Choose one of these.")


_WITHOUT = {
    "parliament": "You could call Parliament now, if you held the cards it takes. You do not, and"
    " nobody else knows: let it be.",
    "excuses": "Parliament is called. It takes a Writ to excuse a noble of yours; you have none,"
    " and nobody else knows.",
    "revoke": "Some are excused from your Parliament. It takes a Writ to revoke an excuse; you have"
    " none, and nobody else knows.",
    "writs": "You are in Parliament. It takes a Writ to force a noble of another player to come;"
    " you have none, and nobody else knows.",
}
"""What is said to those who are asked because they could hold a card, and do not."""

_FREE = {
    "play": "play a card from your hand",
    "raise": "bring in a noble from your hand",
    "kill_heir": "have an heir put to death",
    "lift": "lift a siege",
    "unmask": "unmask the pretenders",
    "betray": "win a garrison by betrayal",
    "free_captive": "let a captive go",
    "guard_captive": "hand a captive to another keeper",
    "transfer": "pass things between your nobles",
    "propose_deal": "propose a deal",
    "accept_deal": "answer a deal",
    "refuse_deal": "answer a deal",
    "withdraw_deal": "take a deal back",
    "propose_alliance": "offer an alliance",
}


def _any_time(prompt: Prompt) -> str:
    """What stands open outside battles, without a word of the cards themselves."""
    verbs = dict.fromkeys(offer.verb for offer in prompt.offers)
    *most, last = dict.fromkeys(_FREE.get(v, verb(Offer(v)).lower()) for v in verbs)
    text = f"{', '.join(most)} or {last}" if most else last
    return f"{text[:1].upper()}{text[1:]}, if you like."


Facts = dict[str, str]


def _answer_call(lex: Lexicon, prompt: Prompt) -> str:
    """Whom a card calls, and where: it may call the same noble to several places."""
    found = [prompt.facts["place"]]
    answers = [offer for offer in prompt.offers if offer.verb == "answer_call"]
    for spot in (spot for offer in answers for spot in offer.field("to").candidates):
        here = (spot,) if spot in lex.board.places else lex.board.squares[spot].places
        found += () if set(here) & set(found) else here[:1]
    *others, last = map(lex.place, found)
    where = f"{', '.join(others)} or {last}, whichever you like" if others else last
    return (
        f"An Event card calls {lex.noble(prompt.facts['noble'])} to {where}. Where does he stand?"
    )


def _attend_king(lex: Lexicon, about: Facts, names: Names) -> str:
    if about["place"] in lex.board.areas:
        return (
            f"{lex.heir(about['king'])} is called to {lex.place(about['place'])}, and"
            f" {lex.noble(about['noble'])} goes too. Who goes with them?"
        )
    return (
        f"An embassy awaits {lex.heir(about['king'])} at {lex.place(about['place'])}, and"
        f" {lex.noble(about['noble'])} goes too. Where do they stand, and who goes with them?"
    )


def _royal_hunt(lex: Lexicon, about: Facts, names: Names) -> str:
    forest = lex.square(about["place"])
    return f"{lex.heir(about['king'])} hunts at {forest}. Who of yours rides along?"


def _keep_or_play(lex: Lexicon, prompt: Prompt) -> str:
    """What was drawn, and what may be done with it."""
    card = prompt.facts["card"]
    verbs = {offer.verb for offer in prompt.offers}
    drawn = f"You draw {lex.kind(card)} ({', '.join(lex.card_facts(card))})."
    gift = ", or give it to a family" if "hand_out" in verbs else ""
    if verbs & {"play", "raise"}:
        keep = ", keep it in your hand" if gift else ", or keep it in your hand"
        return f"{drawn} Play it now{keep}{gift}?"
    return f"{drawn} No noble of yours can take it now. Keep it in your hand{gift}?"


def _noble_arrives(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"{lex.noble(about['noble'])} joins you. At which of his castles?"


def _place_arrives(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"You draw {lex.kind(about['card'])}. Which of your nobles holds it?"


def _keep_heir(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"{lex.heir(about['heir'])} is yours. Which noble keeps watch over this heir?"


def _spoils(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"{lex.kind(about['card'])} is among your spoils. Which of your nobles gets it?"


def _fail_siege(lex: Lexicon, about: Facts, names: Names) -> str:
    sides = f"{about['strength']} against {about['opposed']}"
    text = f"{names(int(about['attacker']))} besieges {lex.place(about['place'])}, {sides}."
    return f"{text} Whoever keeps “Siege Fails” may make it fail; the besiegers go away then."


def _withdrawal(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"Your siege at {lex.square(about['square'])} has failed. Where do its besiegers go?"


def _bequest(lex: Lexicon, about: Facts, names: Names) -> str:
    card = lex.kind(about["card"])
    return f"{lex.noble(about['noble'])} was murdered. Which of your nobles gets {card}?"


def _scuttle(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"You took {lex.kind(about['ship'])}, a ship of an office. Scuttle her?"


def _send_to_port(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"{lex.kind(about['ship'])} leaves the fight. To which port do you send her?"


def _hold_place(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"{lex.place(about['place'])} is yours. Which noble holds it?"


def _occupy(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"{lex.place(about['place'])} lies open to you. Who goes inside?"


def _move_in(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"{lex.place(about['place'])} is yours, but has no room for all. Who goes inside next?"


def _return_inside(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"The fight is over. Who goes back inside {lex.place(about['place'])}?"


def _go_home(lex: Lexicon, about: Facts, names: Names) -> str:
    verb = "must retreat" if about.get("cause") == "retreat" else "goes home"
    return f"{lex.noble(about['noble'])} {verb}. To which castle?"


def _offer_ransom(lex: Lexicon, about: Facts, names: Names) -> str:
    captor = names(int(about["captor"]))
    return (
        f"{captor} holds {lex.noble(about['noble'])} captive."
        " What do you offer for him? An empty offer is allowed, but unwise."
    )


def _mercy(lex: Lexicon, about: Facts, names: Names) -> str:
    captor, noble = names(int(about["captor"])), lex.noble(about["noble"])
    return f"{captor} puts {noble} to death, unless you play a King’s Pardon. Do you?"


def _answer_ransom(lex: Lexicon, about: Facts, names: Names) -> str:
    owner, noble = names(int(about["owner"])), lex.noble(about["noble"])
    terms = [
        lex.place(thing) if goods == "places" else lex.kind(thing)
        for goods in ("places", "ships", "beside", "heirs", "cards", "held")
        for thing in about.get(goods, "").split(",")
        if thing
    ]
    if about.get("promise"):
        rounds = plural(int(about.get("due", "1")), "round")
        terms.append(f"the promise {quoted(about['promise'])} within {rounds}")
    price = listed([*terms, *captives.price_in_draws(about)]) or "nothing at all"
    back = [lex.kind(card) for card in about.get("back", "").split(",") if card]
    wish = f" {listed(back)} would go home with him." if back else ""
    return f"{owner} offers you {price} for {noble}.{wish} Refuse for good, and he dies."


# Leave, ships, allies


def _grant_leave(lex: Lexicon, about: Facts, names: Names) -> str:
    asker = names(int(about["asker"]))
    if "ship" in about:
        ship = lex.kind(about["ship"])
        return (
            f"{asker} asks leave to board {ship}. You decide where she sails, and they go ashore"
            " in a movement phase of their own. Do you take them aboard?"
        )
    place = lex.place(about["place"])
    return f"{asker} asks you to open {place} until this movement phase ends. Do you let them in?"


def _lend_clergy(lex: Lexicon, about: Facts, names: Names) -> str:
    asker = names(int(about["asker"]))
    return f"{asker} would crown an heir, and needs your bishops there. Do they take part?"


def _leave_asked(lex: Lexicon, about: Facts, names: Names) -> str:
    if "ship" in about:
        wanted = f"board {lex.kind(about['ship'])}"
    else:
        wanted = f"enter {lex.place(about['place'])}"
    return f"You have asked for leave to {wanted}. Wait for the answer, or take it back."


_REFUGE = {
    "storm": "{ship} must run before the storm. Where does she put in?",
    "call": "Somebody aboard {ship} is called, and all go ashore. Where does she put in?",
    "parliament": "Parliament calls {ship} to a port of the mainland. Where does she put in?",
}


def _refuge(lex: Lexicon, about: Facts, names: Names) -> str:
    question = _REFUGE.get(about.get("cause", ""), "{ship} seeks a port. Where does she put in?")
    return question.format(ship=lex.kind(about["ship"]))


def _grant_port(lex: Lexicon, about: Facts, names: Names) -> str:
    asker = about.get("asker", "")
    whose = f" ({names(int(asker))})" if asker.isdecimal() else ""
    ship, place = lex.kind(about["ship"]), lex.place(about["place"])
    return f"{ship}{whose} seeks shelter at {place}. Do you let her in?"


def _deed(lex: Lexicon, about: Facts, names: Names) -> str:
    """Who attacks whom, where, and both strengths."""
    attacker, defender = about["attacker"], about["defender"]
    against = f" {names(int(defender))}" if defender.isdecimal() else ""
    if "place" in about:
        deed = f"tries to conclude the siege of {lex.place(about['place'])}"
    else:
        deed = f"attacks{against} at {lex.square(about['square'])}"
    odds = ""
    if "strength" in about and "opposed" in about:
        odds = f", {about['strength']} against {about['opposed']}"
    return f"{names(int(attacker))} {deed}{odds}"


def _alliance(lex: Lexicon, about: Facts, names: Names) -> str:
    needed = ""
    if "needed" in about:
        needed = f" It takes {about['needed']}: without allies nothing happens."
    return (
        f"{_deed(lex, about, names)}.{needed} Do your nobles there take a side?"
        " An ally is never turned away."
    )


_TERMS = {
    "one_combat": "for one combat there",
    "lasting": "until one of you cancels it at the start of a turn",
}


def _pact(lex: Lexicon, about: Facts, names: Names) -> str:
    return (
        f"{names(int(about['seat']))} stands with you at {lex.square(about['square'])}, and offers"
        f" an alliance {_TERMS[about['term']]}: your forces in one square attack and defend"
        " together, and share what comes of it. Do you agree?"
    )


def _pact_asked(lex: Lexicon, about: Facts, names: Names) -> str:
    return (
        f"You have offered {names(int(about['ally']))} an alliance {_TERMS[about['term']]}."
        " Wait for the answer, or take it back."
    )


def _moment(lex: Lexicon, about: Facts, names: Names) -> str:
    return (
        f"{_deed(lex, about, names)}. Before the weather is drawn you may play cards from your"
        " hand and pass things on. Then let it go on."
    )


def _name_target(lex: Lexicon, about: Facts, names: Names) -> str:
    return (
        f"{lex.noble(about['noble'])} is too weak for a battle and goes on alone, as an assassin."
        " Whom is he to kill?"
    )


# Parliament


def _excuses(lex: Lexicon, about: Facts, names: Names) -> str:
    place = f" to {lex.place(about['place'])}" if "place" in about else ""
    return (
        f"Parliament is called{place}. Whom do you excuse? It costs a Writ for each noble,"
        " but none for those across the sea."
    )


def _revoke(lex: Lexicon, about: Facts, names: Names) -> str:
    return "Some are excused from your Parliament. Whose excuse do you revoke, for a Writ each?"


def _round(lex: Lexicon, about: Facts, names: Names) -> str:
    if about["round"] == "3":
        return (
            "You lead the last round, without votes. Give out every title, then every office,"
            " that anybody can bear."
        )
    return (
        f"You lead round {about['round']} of titles and offices. Propose a card for a noble,"
        " titles first, or end the round."
    )


def _parliament(prompt: Prompt) -> str:
    calls = [offer for offer in prompt.offers if offer.verb == "call_parliament"]
    costs_nothing = any(all(f.name != "summon" for f in offer.fields) for offer in calls)
    price = (
        "it costs nothing, and whoever likes comes."
        if costs_nothing
        else "it costs a Writ, and one noble of another player is summoned."
    )
    return f"You may call Parliament: {price} Or let it be."


def _attendance(lex: Lexicon, about: Facts, names: Names) -> str:
    return (
        f"Parliament meets in {lex.place(about['place'])}. Who of yours goes there? Only those who"
        " are there vote in the Lords; nobody must go."
    )


def _served(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"A Writ forces your {lex.noble(about['noble'])} to Parliament. With which heirs?"


def _rising(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"Parliament is over. Who of yours goes inside {lex.place(about['place'])}?"


def _driven(lex: Lexicon, about: Facts, names: Names) -> str:
    ship, place = lex.kind(about["ship"]), lex.place(about["place"])
    return f"The storm drives {ship} into {place}. Who goes ashore?"


def _debate(lex: Lexicon, prompt: Prompt, names: Names) -> str:
    text = motion(lex, prompt.facts, names)
    verbs = {offer.verb for offer in prompt.offers}
    if "call_vote" in verbs:
        ending = "Call the vote when enough has been said."
    elif "second_vote" in verbs:
        ending = "The vote has been moved; second it, and the debate is over."
    else:
        ending = "You may move that the vote be taken; another player must second it."
    return f"{text[:1].upper()}{text[1:]}. {ending}"


def _ballot(lex: Lexicon, about: Facts, names: Names) -> str:
    text = motion(lex, about, names)
    return (
        f"{text[:1].upper()}{text[1:]}. Yea or nay? Your vote stays sealed until all are in or"
        " the time is up, and counts whole in both houses."
    )


def _take_card(lex: Lexicon, about: Facts, names: Names) -> str:
    card, noble = lex.honour(about["card"]), lex.noble(about["noble"])
    giver = f" by {lex.noble(about['giver'])}" if "giver" in about else ""
    return f"{card[:1].upper()}{card[1:]} is offered to your {noble}{giver}. Does he take it?"


def _approve_office(lex: Lexicon, about: Facts, names: Names) -> str:
    card, noble = lex.honour(about["card"]), lex.noble(about["noble"])
    giver = f" from {lex.noble(about['giver'])}" if "giver" in about else ""
    return f"You called Parliament: do you approve that {card} pass{giver} to {noble}?"


def _pass_king(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"Your motion has failed. Which noble keeps {lex.heir(about['heir'])} now?"


def _overcrowded(lex: Lexicon, about: Facts, names: Names) -> str:
    return f"{lex.place(about['place'])} holds more than it can. Who comes out?"


_ABOUT: dict[str, Callable[[Lexicon, Facts, Names], str]] = {
    "attend_king": _attend_king,
    "royal_hunt": _royal_hunt,
    "noble_arrives": _noble_arrives,
    "place_arrives": _place_arrives,
    "keep_heir": _keep_heir,
    "spoils": _spoils,
    "bequest": _bequest,
    "fail_siege": _fail_siege,
    "withdrawal": _withdrawal,
    "scuttle": _scuttle,
    "send_to_port": _send_to_port,
    **allegiance.ABOUT,
    **counters.ABOUT,
    **recruiting.ABOUT,
    "hold_place": _hold_place,
    "occupy": _occupy,
    "move_in": _move_in,
    "return_inside": _return_inside,
    "go_home": _go_home,
    "offer_ransom": _offer_ransom,
    "answer_ransom": _answer_ransom,
    "mercy": _mercy,
    "heir_ransom": captives.heir_ransom,
    "answer_draws": captives.answer_draws,
    **questions.ABOUT,
    "grant_leave": _grant_leave,
    "lend_clergy": _lend_clergy,
    "leave_asked": _leave_asked,
    "refuge": _refuge,
    "grant_port": _grant_port,
    "alliance": _alliance,
    "pact": _pact,
    "pact_asked": _pact_asked,
    "moment": _moment,
    "name_target": _name_target,
    "excuses": _excuses,
    "revoke": _revoke,
    "round": _round,
    "attendance": _attendance,
    "served": _served,
    "rising": _rising,
    "driven": _driven,
    "ballot": _ballot,
    "take_card": _take_card,
    "approve_office": _approve_office,
    "pass_king": _pass_king,
    "overcrowded": _overcrowded,
}

KINDS = frozenset(
    {*_QUESTIONS, *_ABOUT, "any_time", "debate", "parliament", "answer_call", "keep_or_play"}
)
"""Every kind of prompt that has words."""
