"""Answers: each choice as a sentence, and what happens if nobody answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.rules.kernel import Choice, IllegalChoice, Offer, Prompt, Seat
from bot.words.kingmaker import corrections as words_corrections
from bot.words.kingmaker import standing_orders as words_beforehand
from bot.words.kingmaker.expansion import captives
from bot.words.kingmaker.families import log, recruiting
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.trade import bargain
from bot.words.kingmaker.verbs import done, gives_out, verb
from bot.words.phrases import YOU, listed, own, plural, quoted, reasons
from bot.words.shape import Names

Facts = Mapping[str, str]


def choice(lex: Lexicon, choice: Choice, names: Names, prompt: Prompt | None = None) -> str:
    """A sentence that says what was chosen; without the prompt, some sentences say less."""
    text = _sentence(lex, choice, names, prompt)
    return text[:1].upper() + text[1:]


def _sentence(lex: Lexicon, choice: Choice, names: Names, prompt: Prompt | None) -> str:
    """The sentence without its capital letter, so that it can follow other words."""
    if choice.verb == "done":
        return f"{done(Offer('done'), prompt)[2]}."
    sentence = _SENTENCES.get(choice.verb)
    if choice.verb == "propose" and prompt is not None and gives_out(prompt):
        sentence = _give_out
    try:
        if choice.verb in ("answer_call", "attend_king") and prompt is not None:
            return _CALLED[choice.verb](lex, choice, prompt.facts)
        if sentence is not None:
            return sentence(lex, choice, names)
    except (LookupError, ValueError):
        pass  # a half-made choice, which the game is going to refuse
    return f"{verb(Offer(choice.verb))}."


def _stands(lex: Lexicon, spot: str) -> str:
    return lex.spot("", spot) if spot in lex.board.places else lex.spot(spot, None)


def _settle(lex: Lexicon, c: Choice, names: Names) -> str:
    return f"{lex.noble(c.one('noble'))} starts at {lex.place(c.one('castle'))}."


def _lay_card(lex: Lexicon, c: Choice, names: Names) -> str:
    return f"{lex.laid(c.one('card'), c.one('noble'))}."


def _called(lex: Lexicon, c: Choice, about: Facts) -> str:
    noble = lex.noble(about["noble"]) if "noble" in about else "your noble"
    people = [*map(lex.noble, c.many("with")), *map(lex.heir, c.many("bring"))]
    company = f" with {listed(people)}" if people else ""
    return f"{noble} answers the call{company} and stands {_stands(lex, c.one('to'))}."


def _king(lex: Lexicon, c: Choice, about: Facts) -> str:
    king = lex.heir(about["king"]) if "king" in about else "the King"
    nobles = [about["noble"]] if "noble" in about else []
    company = lex.nobles([*nobles, *c.many("with")])
    going = f"{king} goes{f' with {company}' if company else ''}"
    return f"{going} and stands {_stands(lex, c.one('to'))}."


_CALLED = {"answer_call": _called, "attend_king": _king}
"""Sentences that need the prompt's facts to say who goes."""


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


def _leaving(
    sentence: Callable[[Lexicon, Choice, Names], str],
) -> Callable[[Lexicon, Choice, Names], str]:
    def whole(lex: Lexicon, c: Choice, names: Names) -> str:
        said, left = sentence(lex, c, names), c.many("left")
        if not left:
            return said
        verb = "stays" if len(left) == 1 else "stay"
        return f"{said[:-1]}, and {lex.heirs(left)} {verb} inside."

    return whole


def _cross(lex: Lexicon, c: Choice, names: Names) -> str:
    verb = "crosses" if len(c.many("nobles")) == 1 else "cross"
    return f"{lex.nobles(c.many('nobles'))} {verb} the sea to {lex.place(c.one('to'))}."


def _entrust(lex: Lexicon, c: Choice, names: Names) -> str:
    return f"{lex.heir(c.one('heir'))} goes to {lex.noble(c.one('noble'))}."


def _again(lex: Lexicon, c: Choice, names: Names) -> str:
    return f"a Free Move lets {lex.nobles(c.many('nobles'))} move again."


def _attack(lex: Lexicon, c: Choice, names: Names) -> str:
    french = " with the French" if c.verb.endswith("_with_french") else ""
    verb = "attacks" if len(c.many("nobles")) == 1 else "attack"
    against = names(Seat(int(c.one("against"))))
    if c.many("foes"):
        against = f"{own(against)} {lex.nobles(c.many('foes'))}"
    where = lex.square(c.one("square"))
    return f"{lex.nobles(c.many('nobles'))} {verb} {against} at {where}{french}."


def _at_sea(lex: Lexicon, c: Choice, names: Names) -> str:
    against = names(Seat(int(c.one("against"))))
    return f"your ships attack those of {against} in the {lex.kind(c.one('sea'))}."


def _assassin(lex: Lexicon, c: Choice, names: Names) -> str:
    return f"{lex.noble(c.one('noble'))} sets out to kill {lex.piece(c.one('target'))}."


def _back(lex: Lexicon, c: Choice, names: Names) -> str:
    nobles = c.many("nobles")
    if not nobles:
        return "nobody goes back inside."
    return f"{lex.nobles(nobles)} {'goes' if len(nobles) == 1 else 'go'} back inside."


def _ransom(lex: Lexicon, c: Choice, names: Names) -> str:
    places = [lex.place(place) for place in c.many("places")]
    kinds = ("ships", "beside", "heirs", "cards", "held")
    cards = [lex.kind(x) for key in kinds for x in c.many(key)]
    terms = [*places, *cards, *(captives.draws(int(number)) for number in c.many("draws"))]
    promise = "".join(c.many("promise"))
    if promise:
        rounds = plural(int(next(iter(c.many("due")), "1")), "round")
        terms.append(f"the promise {quoted(promise)} (within {rounds})")
    back = [lex.kind(card) for card in c.many("back")]
    wish = f", and want {listed(back)} back" if back else ""
    return f"you offer {listed(terms) or 'nothing'}{wish}."


def _crew(one: str, many: str) -> Callable[[Lexicon, Choice, Names], str]:
    def sentence(lex: Lexicon, c: Choice, names: Names) -> str:
        verb = one if len(c.many("nobles")) == 1 else many
        return f"{lex.nobles(c.many('nobles'))} {verb} {lex.kind(c.one('ship'))}."

    return sentence


def _put_out(lex: Lexicon, c: Choice, names: Names) -> str:
    verb = "is" if len(c.many("nobles")) == 1 else "are"
    return f"{lex.nobles(c.many('nobles'))} {verb} put out of {lex.place(c.one('place'))}."


def _ally(side: str) -> Callable[[Lexicon, Choice, Names], str]:
    def sentence(lex: Lexicon, c: Choice, names: Names) -> str:
        verb = "joins" if len(c.many("nobles")) == 1 else "join"
        return f"{lex.nobles(c.many('nobles'))} {verb} {side}."

    return sentence


def _excuse(lex: Lexicon, c: Choice, names: Names) -> str:
    nobles = (*c.many("nobles"), *c.many("by_sea"))
    if not nobles:
        return "all your nobles go to Parliament."
    return f"{lex.nobles(nobles)} {'is' if len(nobles) == 1 else 'are'} excused."


def _call(lex: Lexicon, c: Choice, names: Names) -> str:
    summons = f" and summons {lex.nobles(c.many('summon'))}" if c.many("summon") else ""
    return f"{lex.noble(c.one('by'))} calls Parliament{summons}."


def _attend(lex: Lexicon, c: Choice, names: Names) -> str:
    verb = "goes" if len(c.many("nobles")) == 1 else "go"
    return f"{lex.nobles(c.many('nobles'))} {verb} to Parliament."


def _revoke(lex: Lexicon, c: Choice, names: Names) -> str:
    nobles = c.many("nobles")
    return f"you revoke the excuse of {lex.nobles(nobles)}." if nobles else "you revoke no excuse."


def _pass_card(lex: Lexicon, c: Choice, names: Names) -> str:
    return (
        f"{lex.honour(c.one('card'))} is to pass from {lex.noble(c.one('giver'))}"
        f" to {lex.noble(c.one('noble'))}."
    )


def _pass_thing(lex: Lexicon, c: Choice, names: Names) -> str:
    return f"{lex.goods(c.many('thing'))} passes to {lex.noble(c.one('noble'))}."


def _give_out(lex: Lexicon, c: Choice, names: Names) -> str:
    return f"{lex.noble(c.one('noble'))} becomes {lex.kind(c.one('card'))}."


def _answered(verb: str) -> Callable[[Lexicon, Choice, Names], str]:
    """An answer to another player's deal, saying whose deal it is and which one."""

    def sentence(lex: Lexicon, c: Choice, names: Names) -> str:
        giver, _, number = c.one("deal").split("-")
        return f"you {verb} {own(names(Seat(int(giver))))} deal {number}."

    return sentence


def _withdrawn(lex: Lexicon, c: Choice, names: Names) -> str:
    _, taker, number = c.one("deal").split("-")
    return f"you take back your deal {number} with {names(Seat(int(taker)))}."


def _deal(lex: Lexicon, c: Choice, names: Names) -> str:
    to, promise = next(iter(c.many("to")), ""), "".join(c.many("promise"))
    answered = ""
    if not to:
        to, _, number = c.one("deal").split("-")
        answered = f"you answer {own(names(Seat(int(to))))} deal {number}: "
    goods = lex.goods(c.many("give")), lex.goods(c.many("take"))
    offer = bargain(YOU, names(Seat(int(to))), *goods, promised=bool(promise))
    text = f"{answered}{offer}"
    if promise:
        rounds = plural(int(next(iter(c.many("due")), "1")), "round")
        text += f", and promise {quoted(promise)} within {rounds}"
    return f"{text}."


def _ask_leave(lex: Lexicon, c: Choice, names: Names) -> str:
    wanted = c.one("place")
    if wanted in lex.content.ships:
        return f"you ask for leave to board {lex.kind(wanted)}."
    return f"you ask for leave to enter {lex.place(wanted)}."


_SENTENCES: dict[str, Callable[[Lexicon, Choice, Names], str]] = {
    "settle": _settle,
    "assign": _lay_card,
    "play": _lay_card,
    "raise": lambda lex, c, names: (
        f"{lex.noble(c.one('card'))} comes into play at {lex.place(c.one('castle'))}."
    ),
    "answer_call": lambda lex, c, names: _called(lex, c, {}),
    "attend_king": lambda lex, c, names: _king(lex, c, {}),
    "send_off": lambda lex, c, names: f"{lex.kind(c.one('card'))} go home.",
    "march": _moved("marches", "march"),
    "ride": _moved("rides", "ride"),
    "free_road": _moved("rides by Free Move", "ride by Free Move"),
    "enter": _door("goes inside", "go inside"),
    "leave": _leaving(_door("comes out of", "come out of")),
    "entrust": _entrust,
    "free_move": _again,
    "attack": _attack,
    "attack_with_french": _attack,
    "assassinate": _assassin,
    "lay": _door("lays siege to", "lay siege to"),
    "join": _door("joins the siege of", "join the siege of"),
    "conclude": _door("tries to conclude the siege of", "try to conclude the siege of"),
    "conclude_with_french": _door(
        "tries with French help to conclude the siege of",
        "try with French help to conclude the siege of",
    ),
    "storm": _door("storms", "storm"),
    "storm_with_french": _door("storms with French help", "storm with French help"),
    "betray": lambda lex, c, names: (
        f"{lex.place(c.one('place'))} opens its gates to you, and {lex.noble(c.one('noble'))}"
        " holds it."
    ),
    **log.CHOSEN,
    "unmask": lambda lex, c, names: "every pretender is unmasked and put to death.",
    "lift": lambda lex, c, names: f"you give up the siege of {lex.place(c.one('place'))}.",
    "crown": lambda lex, c, names: f"you crown {lex.heir(c.one('heir'))}.",
    "keep": lambda lex, c, names: "you keep the card in your hand.",
    "discard": lambda lex, c, names: f"you discard {lex.kind(c.one('card'))}.",
    "kill_heir": lambda lex, c, names: f"{lex.heir(c.one('heir'))} is put to death.",
    "keep_heir": lambda lex, c, names: (
        f"{lex.noble(c.one('noble'))} keeps {lex.heir(c.one('heir'))}."
    ),
    "bequeath": lambda lex, c, names: (
        f"{lex.noble(c.one('noble'))} gets {lex.kind(c.one('card'))}."
    ),
    "keep_spoil": lambda lex, c, names: (
        f"{lex.noble(c.one('noble'))} gets {lex.kind(c.one('card'))}."
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
    "offer_draws": lambda lex, c, names: (
        f"you offer {captives.draws(int(c.one('draws'))) if c.many('draws') else 'nothing'}."
    ),
    "take_draws": lambda lex, c, names: "you hold the heir until the draws are paid.",
    "refuse_draws": lambda lex, c, names: "you take no ransom for the heir.",
    "guard_captive": lambda lex, c, names: (
        f"{lex.noble(c.one('noble'))} keeps {lex.noble(c.one('captive'))}."
    ),
    "free_captive": lambda lex, c, names: f"{lex.piece(c.one('captive'))} goes free.",
    "pardon": lambda lex, c, names: "you play a King’s Pardon, and the captive goes free.",
    "let_die": lambda lex, c, names: "you play no pardon.",
    "embark": _leaving(_crew("goes aboard", "go aboard")),
    "sail": lambda lex, c, names: f"{lex.kind(c.one('ship'))} sails to {lex.kind(c.one('to'))}.",
    "land": _crew("goes ashore from", "go ashore from"),
    "take_refuge": lambda lex, c, names: f"{lex.place(c.one('land'))} is open to you now.",
    "blockade": lambda lex, c, names: (
        f"{lex.kind(c.one('ship'))} blockades {lex.place(c.one('port'))}."
    ),
    "attack_at_sea": _at_sea,
    "woo_heir": lambda lex, c, names: f"you win the heir of {lex.noble(c.one('noble'))}.",
    "fail_siege": lambda lex, c, names: "you make the siege fail.",
    "recruit": recruiting.attempt,
    "make_good": lambda lex, c, names: f"you give your recruit {lex.kind(c.one('card'))}.",
    "keep_back": lambda lex, c, names: "you give your recruit nothing.",
    "evade": lambda lex, c, names: "you evade the fight.",
    "force": lambda lex, c, names: "you force the fight.",
    "let_be": lambda lex, c, names: "you let it be.",
    "scuttle": lambda lex, c, names: f"{lex.kind(c.one('ship'))} is scuttled.",
    "keep_prize": lambda lex, c, names: "you keep the captured ship.",
    "free_sail": lambda lex, c, names: f"a Free Move lets {lex.kind(c.one('ship'))} sail again.",
    "cross": _cross,
    "ask_leave": _ask_leave,
    "withdraw_request": lambda lex, c, names: "you take your request back.",
    "dismiss": _put_out,
    "put_in": lambda lex, c, names: (
        f"{lex.kind(c.one('ship'))} puts in at {lex.place(c.one('port'))}."
    ),
    "stay_put": lambda lex, c, names: "the ship stays where she is.",
    "ask_clergy": lambda lex, c, names: f"you ask {names(Seat(int(c.one('of'))))} for clergy.",
    "lend": lambda lex, c, names: "you lend your clergy.",
    "withhold": lambda lex, c, names: "you keep your clergy away.",
    "grant": lambda lex, c, names: "you let them in.",
    "deny": lambda lex, c, names: "you keep them out.",
    "ally_attack": _ally("the attack"),
    "ally_attack_with_french": _ally("the attack with the French"),
    "ally_defence": _ally("the defence"),
    "propose_alliance": lambda lex, c, names: (
        f"you offer {names(Seat(int(c.one('ally'))))} an alliance."
    ),
    "accept_alliance": lambda lex, c, names: "you agree to the alliance.",
    "decline_alliance": lambda lex, c, names: "you decline the alliance.",
    "cancel_alliance": lambda lex, c, names: (
        f"your alliance with {names(Seat(int(c.one('ally'))))} is over."
    ),
    "let_through": lambda lex, c, names: "you let the attack go on.",
    "name_target": lambda lex, c, names: f"your assassin’s target is {lex.piece(c.one('target'))}.",
    "stand_aside": lambda lex, c, names: "you stand aside.",
    "call_parliament": _call,
    "attend": _attend,
    "attend_without": lambda lex, c, names: (
        f"{lex.noble(c.one('noble'))} goes to Parliament without {lex.pieces(c.many('leave'))}."
    ),
    "serve_writ": lambda lex, c, names: f"your Writ forces {lex.noble(c.one('noble'))} to come.",
    "recall_ships": lambda lex, c, names: (
        f"you move that {listed(map(lex.kind, c.many('ships')))} be given back."
    ),
    "settle_kings": lambda lex, c, names: (
        f"you move that {lex.heir(c.one('king'))} be the sole King."
    ),
    "lodge": lambda lex, c, names: f"{lex.noble(c.one('noble'))} goes inside.",
    "send_instead": lambda lex, c, names: f"{lex.noble(c.one('noble'))} goes instead, for a Writ.",
    "disembark": lambda lex, c, names: f"{lex.noble(c.one('noble'))} goes ashore.",
    "excuse": _excuse,
    "revoke": _revoke,
    "grant_bishop": _lay_card,
    "propose": lambda lex, c, names: (
        f"you propose {lex.noble(c.one('noble'))} as {lex.kind(c.one('card'))}."
    ),
    "call_vote": lambda lex, c, names: "you call the vote.",
    "move_vote": lambda lex, c, names: "you move the vote.",
    "second_vote": lambda lex, c, names: "you second the vote.",
    "yea": lambda lex, c, names: "you vote yea.",
    "nay": lambda lex, c, names: "you vote nay.",
    "abstain": lambda lex, c, names: "you abstain.",
    "declare_illegitimate": lambda lex, c, names: (
        f"{lex.noble(c.one('noble'))} moves against the other King."
    ),
    "transfer_title": _pass_card,
    "transfer_office": _pass_card,
    "agree": lambda lex, c, names: "you agree.",
    "decline": lambda lex, c, names: "you decline.",
    "stay": lambda lex, c, names: f"{lex.noble(c.one('noble'))} stays where Parliament met.",
    "stay_free": lambda lex, c, names: f"a Free Move keeps {lex.noble(c.one('noble'))} there.",
    "keep_ship": lambda lex, c, names: f"a Free Move keeps {lex.kind(c.one('ship'))} in place.",
    "meet_at": lambda lex, c, names: (
        f"{lex.noble(c.one('noble'))} goes to {lex.place(c.one('place'))}, where Parliament meets."
    ),
    "transfer": _pass_thing,
    "propose_deal": _deal,
    "accept_deal": _answered("accept"),
    "refuse_deal": _answered("refuse"),
    "counter_deal": _deal,
    "withdraw_deal": _withdrawn,
    "release_heir": lambda lex, c, names: f"{lex.heir(c.one('heir'))} is let go.",
    "time_up": lambda lex, c, names: "you call time: this turn is the last.",
    **words_beforehand.SENTENCES,
    **words_corrections.SENTENCES,
}


# Nobody answers


_CLOSED = {
    **dict.fromkeys(
        ("evade", "fail_siege", "force", "woo_heir"),
        "If you have not answered by then, you play nothing.",
    ),
    "debate": "Then the vote is called.",
    "ballot": "If you have not voted by then, you abstain.",
    "moment": "Then the attack goes on, and its weather is drawn.",
}
"""The sentences for when everybody’s time is up."""


def default(lex: Lexicon, prompt: Prompt, names: Names) -> str:
    """What happens if nobody answers."""
    if not prompt.blocking:
        return "You do not have to do anything."
    if prompt.default is None:
        return "The game waits for your answer."
    if prompt.kind in _CLOSED:
        return _CLOSED[prompt.kind]
    if prompt.default.verb in ("offer_ransom", "offer_draws") and not prompt.default.args:
        return "If you do not answer, you offer nothing."
    return f"If you do not answer, {_sentence(lex, prompt.default, names, prompt)}"


# Why not


def why_not(
    lex: Lexicon, refused: Sequence[tuple[Choice, IllegalChoice]], names: Names
) -> list[str]:
    """A line for each reason: what it prevents, why, and the rule."""
    found = reasons(
        refused, lambda wish: verb(Offer(wish.verb)), lambda wish: _wished(lex, wish, names)
    )
    return [lex.cite(f"• {text}", rule) for text, rule in found]


def _wished(lex: Lexicon, wish: Choice, names: Names) -> str:
    """The subject of a wish: the enemy, the card, the deal, the place, the heir, the ship or the
    nobles.
    """
    nobles = wish.many("nobles") or wish.many("noble")
    if wish.many("against"):
        return f"{names(Seat(int(wish.one('against'))))} at {lex.square(wish.one('square'))}"
    if wish.many("card"):
        return f"{lex.kind(wish.one('card'))} for {lex.nobles(nobles)}"
    if wish.many("deal"):
        giver, _, number = wish.one("deal").split("-")
        return f"deal {number} from {names(Seat(int(giver)))}"
    for name in ("place", "heir", "ship"):
        if wish.many(name):
            return lex.kind(wish.one(name))
    return lex.nobles(nobles) if nobles else ""


# A computer player's reasons for its advice


_REASONS = {
    "battle": "There you can attack {about}: {opposed} troops.",
    "siege": "There you can take {about}: {opposed} defend it.",
    "heir": "There you can take {about} without a fight.",
    "crown": "You can crown a King there.",
    "parliament": "You can call Parliament from there.",
    "shelter": "{about} will let you in, and he is safe behind its walls.",
    "guard": "You could take {about} there with more men beside him.",
    "gather": "Nothing worth a fight is within reach, so your forces gather.",
    "inside": "The walls of {about} protect your people from an attack in the open.",
    "outside": "Outside, he can act this turn.",
    "fight": "The odds are good enough for what you can win.",
    "besiege": "The place is worth a siege, and you cannot take it straight away.",
    "rest": "Nothing else is worth doing just now.",
    "settled": "A new noble is safe there, or near your others.",
    "stack": "Nobody else needs it more.",
    "kept": "It would do no good yet, so it stays in your hand.",
    "least": "It is worth the least of everything you hold.",
    "keeper": "An heir belongs with your strongest noble, or with one who could have him crowned.",
    "spared": "He guards an heir just as well behind walls, and is missed least in the field.",
    "apart": "That keeps your heirs apart, so that they cannot all be taken at once.",
    "rival": "He is in the way of the heir you want on the throne.",
    "throne": "Nobody you can crown is worth more to you as King.",
    "safest": "Your people are safest there.",
    "attends": "Those who go can win cards and votes, or are safer there than at home.",
    "holds": "What you have taken is safest with your strongest noble.",
    "price": "It is a fair price, paid with what you can best do without.",
    "fair": "The price is fair.",
    "short": "What is offered is worth less than what you give for it.",
    "gain": "The deal brings you more than it costs you.",
    "loss": "The deal costs you more than it brings you.",
    "card": "Your own nobles come first, then those who can harm you least with the card.",
    "calls": "You have more to gain in Parliament now than in the field.",
    "voyage": "The ship is safer there, or nearer to where she is needed.",
    "aboard": "By sea he gets where he is needed sooner than on foot.",
    "ashore": "He can do more on land than aboard.",
    "hurries": "With the card, he gets where he is needed this turn.",
    "asks": "Those walls would protect your people from an attack in the open.",
    "denied": "They would gain more by it than you would.",
    "granted": "It costs you little, and it may be remembered.",
    "held_back": "Your cards can do more for you later.",
    "now": "The card does more for you now than it could later.",
    "said": "Nothing is gained by waiting any longer.",
    "excused": "Those you excuse do more for you where they are than in Parliament.",
    "nobody": "Nobody is worth it just now.",
    "meets": "That takes the noble who is missed least.",
    "king": "Their King stands in the way of yours.",
    "aside": "The fight is not yours, and joining in could cost you nobles.",
    "sides": "You gain more if that side wins.",
    "lifted": "Those troops are worth more elsewhere.",
    "victim": "He is worth more to you dead than the card is in your hand.",
    "summoned": "Those who besiege your places have to come as well, and so leave them.",
    "best": "Nothing else that you could choose here looks better.",
}
"""A sentence for each kind of reason, naming the person or thing it is about and the opposing
strength."""


def reason_text(lex: Lexicon, kind: str, about: Sequence[str] = (), opposed: int = 0) -> str:
    """A reason in words; if its kind is unknown, the text says that nothing looks better."""
    names = listed(lex.kind(each) for each in about)
    return _REASONS.get(kind, _REASONS["best"]).format(about=names, opposed=opposed)
