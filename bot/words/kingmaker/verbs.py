"""Buttons and fields: each action in as few words as possible, and everything that must be said
about it.
"""

from __future__ import annotations

from bot.rules.kernel import Field, Offer, Prompt
from bot.rules.kingmaker.combat.strengths import NEEDS_ALLIES
from bot.rules.kingmaker.parliament.business import GIVEN_OUT
from bot.rules.kingmaker.standing_orders import EXCUSE
from bot.words.kingmaker import corrections as words_corrections
from bot.words.kingmaker import standing_orders as words_beforehand
from bot.words.kingmaker.families import log as words_families
from bot.words.phrases import cut
from bot.words.shape import FIELD_LIMIT, VERB_LIMIT

# Buttons, and what they do

VERBS: dict[str, tuple[str, str]] = {
    "settle": ("Place a noble", "choose where one of your nobles starts"),
    "assign": ("Give a card", "to one of your nobles"),
    "answer_call": ("Answer the call", "choose where the called noble goes"),
    "send_off": ("Send home", "a mercenary band goes to the Crown discards"),
    "attend_king": ("Go with the King", "choose where the King goes, and with whom"),
    "march": ("March", "up to five squares across country; a forest ends the march"),
    "ride": ("Ride the road", "any distance while the road is open; it takes the whole move"),
    "free_road": ("Ride by Free Move", "a bishop opens every fortress on the road, for one noble"),
    "enter": ("Go inside", "take nobles inside a friendly place in their square"),
    "leave": ("Come out", "take nobles out into the open"),
    "entrust": ("Entrust an heir", "hand an heir to another of your nobles there"),
    "free_move": ("Move again (Free Move)", "spend a Free Move: one force moves a second time"),
    "attack": ("Attack", "fight a force in the open in your square"),
    "attack_with_french": ("Attack with the French", "the same, but it uses up the French"),
    "assassinate": ("Send an assassin", "one untitled noble against a far stronger force"),
    "ambush": ("Lie in ambush", "one card decides who dies, at any odds; nobody wins"),
    "attack_at_sea": ("Attack at sea", "your ships there fight another player’s"),
    "recruit": (
        "Recruit a noble",
        "two dice, his leaning and your offer decide",
    ),
    "make_good": ("Make amends", "give your recruit a card for what you took from him"),
    "keep_back": ("Give nothing", "the opposing House may try to win him over at once"),
    "scuttle": ("Scuttle her", "sink the captured ship"),
    "keep_prize": ("Keep her", "she is yours until she reaches a port"),
    "blockade": ("Blockade a port", "any ship leaving it must fight this one"),
    "take_refuge": ("Take refuge", "a Refuge card opens Scotland or the Continent for this phase"),
    "lay": ("Lay siege", "put a place under siege; no roll, no weather"),
    "join": ("Join the siege", "bring more nobles into a siege"),
    "conclude": ("Conclude the siege", "match the whole defence; only bad weather stops you"),
    "conclude_with_french": ("Conclude with the French", "the same, but it uses up the French"),
    "woo_heir": ("Win the heir", "play “Influence Heir”: the dead noble’s heir joins you"),
    "fail_siege": (
        "Foil the siege",
        ("play “Siege Fails”: the siege fails, and the besiegers leave"),
    ),
    "evade": (
        "Evade the fight",
        "play “Evade Battle”: the fight is off, and the weaker force leaves",
    ),
    "force": ("Force the fight", "play “Force Battle”: the fight takes place after all"),
    "let_be": ("Let it be", "play no card"),
    "storm": ("Storm the walls", "fight the garrison and the nobles inside, now"),
    "storm_with_french": ("Storm with the French", "the same, but it uses up the French"),
    "bequeath": ("Pass his card on", "choose the noble who gets the murdered man’s card"),
    "betray": ("Subvert a garrison", "play your card: a place with no noble inside is yours"),
    "unmask": ("Unmask the pretenders", "play your card: every pretender is shown to be a fraud"),
    "lift": ("Lift the siege", "give up the siege"),
    "crown": ("Crown an heir", "crown the heir next in line in a house without a King"),
    "keep": ("Keep the card", "the card stays hidden in your hand"),
    "play": ("Play a card", "give it to one of your nobles"),
    "raise": ("Bring in a noble", "a noble from your hand comes into play at one of his castles"),
    "discard": ("Discard a card", "everybody sees what you discard"),
    "kill_heir": ("Kill an heir", "put an heir you keep to death; this is final"),
    "keep_heir": ("Choose a keeper", "he takes the heir along from now on"),
    "keep_spoil": ("Share the spoils", "choose the noble who gets the card"),
    "hold": ("Choose a holder", "if he dies, you may lose the place"),
    "return_inside": ("Go back inside", "choose who goes back in; the others stay out"),
    "go_home": ("Go home", "choose the castle he goes to"),
    "offer_ransom": ("Offer a ransom", "places, ships and cards for the captive’s life"),
    "accept": ("Accept the ransom", "take the price; the captive goes home"),
    "ask_more": ("Ask for more", "the captive’s player may offer again"),
    "refuse": ("Refuse: he dies", "take no ransom; the captive is put to death"),
    "offer_draws": ("Offer Crown draws", "give future draws for the heir you lost"),
    "take_draws": ("Take the offer", "hold the heir until all draws are paid, then let him go"),
    "refuse_draws": ("Keep the heir", "take no ransom"),
    "guard_captive": ("Change the keeper", "another noble of that force holds the captive"),
    "free_captive": ("Let a captive go", "what is still owed for him is never paid"),
    "pardon": ("Play a King’s Pardon", "he goes home free, for nothing"),
    "let_die": ("Let him die", "play no pardon; the captive is put to death"),
    "embark": ("Go aboard", "nobles who have not moved board a ship in their port"),
    "sail": ("Sail", "up to five sea squares; leaving and entering port count as one each"),
    "land": ("Go ashore", "into a friendly place or an open port; no more moves this turn"),
    "free_sail": ("Sail again (Free Move)", "spend a Free Move: one ship sails a second time"),
    "cross": ("Cross the sea", "to a port with the French or the Kerns, without a ship"),
    "ask_leave": (
        "Ask for leave",
        "ask another player to open a place or a ship for this phase",
    ),
    "withdraw_request": ("Take it back", "stop waiting for the answer"),
    "dismiss": ("Turn guests out", "nobles of other players leave your place"),
    "put_in": ("Put in", "choose the port the ship runs to"),
    "stay_put": ("Stay there", "her captain and all aboard are excused, so she need not move"),
    "ask_clergy": ("Ask for clergy", "ask another player to let his bishops take part"),
    "lend": ("Lend the clergy", "your bishops there take part in the coronation"),
    "withhold": ("Keep them away", "your bishops take no part in the coronation"),
    "grant": ("Let them in", "the place or the ship is open to them"),
    "deny": ("Keep them out", "they must look elsewhere"),
    "ally_attack": ("Join the attack", "your nobles count with the attacker"),
    "ally_attack_with_french": (
        "Join the attack with the French",
        "the same, but it uses up the French",
    ),
    "ally_defence": ("Join the defence", "your nobles count with the defender"),
    "propose_alliance": ("Offer an alliance", "your forces in the same square fight side by side"),
    "accept_alliance": ("Agree", "your forces in the same square are allied from now on"),
    "decline_alliance": ("Decline", "nothing changes"),
    "cancel_alliance": ("Cancel an alliance", "it ends at once, and everybody hears of it"),
    "let_through": ("Let it go on", "the weather is drawn, and the fight follows"),
    "name_target": ("Name his target", "only this one is in danger; the attack itself fails"),
    "stand_aside": ("Stand aside", "take no part in this fight"),
    "call_parliament": ("Call Parliament", "spend a Writ and summon another player’s noble"),
    "attend": ("Go to Parliament", "nobles go there at once with the heirs they keep"),
    "attend_without": ("Go without heirs", "one noble goes and leaves heirs behind"),
    "serve_writ": ("Serve a Writ", "force another player’s noble to come"),
    "settle_kings": ("Settle who is King", "a vote makes one of two Kings the sole King"),
    "recall_ships": ("Give ships back", "the Commons vote on giving an office its lost ships back"),
    "lodge": ("Go inside", "a noble who attended goes inside the place"),
    "send_instead": (
        "Send another (Writ)",
        "spend a Writ: another of your nobles goes instead",
    ),
    "disembark": ("Go ashore", "a noble leaves the ship that the storm drove in"),
    "excuse": ("Settle the excuses", "a Writ for each noble; none for those across the sea"),
    "revoke": ("Settle the excuses", "revoke them for a Writ each"),
    "grant_bishop": ("Give a bishop", "to a noble in Parliament who has none"),
    "propose": ("Propose a card", "a title or an office for any player’s noble"),
    "call_vote": ("Call the vote", "the debate is over, and everybody votes"),
    "move_vote": ("Move the vote", "the debate ends as soon as another player seconds you"),
    "second_vote": ("Second the vote", "the debate is over, and everybody votes"),
    "yea": ("Yea", "all your votes for the motion, in both houses"),
    "nay": ("Nay", "all your votes against the motion, in both houses"),
    "abstain": ("Abstain", "your votes do not count"),
    "declare_illegitimate": ("Move against a King", "if it fails, the noble who moves it pays"),
    "transfer_title": ("Pass on a title", "it needs a majority in both houses"),
    "transfer_office": ("Pass on an office", "the player who called Parliament must allow it"),
    "agree": ("Agree", "the card may pass"),
    "decline": ("Decline", "the card stays where it is"),
    "stay": ("Stay there", "the noble who called Parliament may stay without a card"),
    "stay_free": ("Stay there (Free Move)", "spend a Free Move: one noble stays"),
    "keep_ship": ("Keep a ship (Free Move)", "spend a Free Move: one ship stays where she is"),
    "meet_at": ("Choose the place", "the noble goes there, and Parliament meets"),
    "transfer": ("Pass things on", "from one of your nobles to another"),
    "propose_deal": ("Propose a deal", "offer things and ask for others, in secret"),
    "accept_deal": ("Accept a deal", "everything in it changes hands at once"),
    "refuse_deal": ("Refuse a deal", "nothing changes hands"),
    "counter_deal": ("Offer something else", "your offer takes the place of theirs, in secret"),
    "withdraw_deal": ("Take back a deal", "your offer is withdrawn"),
    "release_heir": ("Let an heir go", "the heir stays behind alone"),
    "time_up": ("Call time", "this turn is the last"),
    **words_families.VERBS,
    **words_beforehand.VERBS,
    **words_corrections.VERBS,
}
"""Every verb except `done`: its button and, in a few words, what it does."""

_DONE = {
    "base-3.2": ("End movement", "", "your movement ends"),
    "house-2.3a": ("End combat", "no more attacks this turn", "your combat ends"),
    "house-2.5c": ("Crown nobody", "the moment passes", "nobody is crowned"),
    "base-6.7": ("Stay outside", "your nobles remain in the open", "your nobles stay outside"),
    "house-7.1.1": ("Call no Parliament", "the moment passes", "no Parliament is called"),
    "house-7.2.12": ("End the round", "what is left passes to the next round", "the round ends"),
    "house-7.4.8": ("Send ships home", "keep no more ships here", "your ships go home"),
    "house-7.3.1": ("No more business", "the next player is asked", "you bring no more business"),
    "base-15.4": (
        "Send nobody else",
        "the others stay where they are",
        "nobody else goes",
    ),
    "base-15.5": ("Serve no more Writs", "the next player is asked", "you serve no more Writs"),
    "base-15.10": (
        "Offer no more",
        "what is left stays in the Chancery",
        "the rest is not given out",
    ),
    "base-15.12": ("Stay outside", "your nobles remain in the open", "your nobles stay outside"),
    "base-15.27": ("Leave both Kings", "nothing is decided", "both remain King"),
    "ishkibibble-gales.6": ("Leave them lost", "no vote is asked for", "the ships stay lost"),
    "base-16.4": ("Keep your alliances", "they stay in force", "your alliances stay in force"),
    "families-recruit.4": ("End recruiting", "no more attempts this turn", "your recruiting ends"),
    "families-players.2": (
        "Leave them there",
        "your heirs start with those who keep them now",
        "your heirs start with those who keep them now",
    ),
    "families-recruit.20": ("Let him be", "he stays where he is", "he stays where he is"),
    "base-8.15": ("Stay aboard", "nobody else goes ashore", "the others stay aboard"),
}
"""The effect of `done`, by the rule of its offer: the button, its meaning, and the outcome."""

_DONE_KINDS = {
    "movement": "base-3.2",
    "combat": "house-2.3a",
    "coronation": "house-2.5c",
    "occupy": "base-6.7",
    "parliament": "house-7.1.1",
    "round": "house-7.2.12",
    "motions": "house-7.3.1",
    "return_home": "house-7.4.8",
    "attendance": "base-15.4",
    "writs": "base-15.5",
    "chancery": "base-15.10",
    "rising": "base-15.12",
    "two_kings": "base-15.27",
    "lost_ships": "ishkibibble-gales.6",
    "driven": "base-8.15",
    "pacts": "base-16.4",
    "entrust_heirs": "families-players.2",
    "recruiting": "families-recruit.4",
    "recruit_at_once": "families-recruit.4",
    "rivalry": "families-recruit.20",
}


def verb(offer: Offer, prompt: Prompt | None = None) -> str:
    """The label of an offer's button."""
    return cut(_verb(offer, prompt)[0], VERB_LIMIT)


def explained(offer: Offer, prompt: Prompt | None = None) -> str:
    """The effect of the offer, in a few words."""
    return _verb(offer, prompt)[1]


def done(offer: Offer, prompt: Prompt | None) -> tuple[str, str, str]:
    """The words for `done`: the button, its meaning, and the outcome."""
    rule = offer.rule
    if rule not in _DONE and prompt is not None:
        rule = _DONE_KINDS.get(prompt.kind, "")
    return _DONE.get(rule, ("Done", "nothing more here", "nothing more happens here"))


def gives_out(prompt: Prompt) -> bool:
    """Whether a prompt asks the leader in Parliament's last round, in which cards are given out
    without a vote.
    """
    return any(offer.rule == GIVEN_OUT for offer in prompt.offers)


def _verb(offer: Offer, prompt: Prompt | None) -> tuple[str, str]:
    if offer.verb == "done":
        return done(offer, prompt)[:2]
    if offer.verb == "call_parliament" and not any(f.name == "summon" for f in offer.fields):
        return VERBS[offer.verb][0], "it costs nothing, and anybody may come"
    if offer.verb == "propose" and offer.rule == GIVEN_OUT:
        return "Give out a card", "a title or an office, to any player’s noble"
    spoken = offer.verb.replace("_", " ").capitalize()
    return VERBS.get(offer.verb, (spoken, ""))


# Fields

_DUE = "When is it due? Next round by default"
"""The question about the date of a promise, and what happens if it is not answered."""

_FIELDS = {
    ("settle", "noble"): "Which noble?",
    ("settle", "castle"): "Where does he start?",
    ("assign", "card"): "Which card?",
    ("assign", "noble"): "Which noble gets it?",
    ("answer_call", "to"): "Where does he go?",
    ("answer_call", "with"): "Who goes along?",
    ("answer_call", "bring"): "Which heirs go with him?",
    ("send_off", "card"): "Which band goes home?",
    ("attend_king", "to"): "Where do they go?",
    ("attend_king", "with"): "Who goes along?",
    ("march", "nobles"): "Who marches?",
    ("march", "to"): "Where to?",
    ("ride", "nobles"): "Who rides?",
    ("ride", "to"): "Where to?",
    ("free_road", "noble"): "Who rides?",
    ("free_road", "to"): "Where does he ride?",
    ("enter", "nobles"): "Who goes inside?",
    ("enter", "place"): "Inside which place?",
    ("leave", "nobles"): "Who comes out?",
    ("leave", "place"): "Out of which place?",
    ("leave", "left"): "Which heirs stay in the fortress?",
    ("entrust", "heir"): "Which heir?",
    ("entrust", "noble"): "To which noble?",
    ("free_move", "nobles"): "Who moves a second time?",
    ("assassinate", "noble"): "Who goes as the assassin?",
    ("assassinate", "target"): "Who is to die?",
    ("name_target", "target"): "Who is to die?",
    ("ambush", "nobles"): "Who lies in ambush?",
    ("ambush", "target"): "Who is their target?",
    ("attack_at_sea", "against"): "Whose ships?",
    ("attack", "foes"): "Which of them do you attack?",
    ("attack_with_french", "foes"): "Which of them do you attack?",
    ("take_refuge", "card"): "Which Refuge card?",
    ("take_refuge", "land"): "In which land?",
    ("blockade", "ship"): "Which ship watches a port?",
    ("blockade", "port"): "Which port?",
    ("join", "nobles"): "Who joins the siege?",
    ("crown", "heir"): "Which heir do you crown?",
    ("kill_heir", "heir"): "Who is to die?",
    ("discard", "card"): "Which card do you discard?",
    ("keep_heir", "noble"): "Who keeps the heir?",
    ("bequeath", "noble"): "Who gets the card?",
    ("recruit", "noble"): "Which noble do you recruit?",
    ("recruit", "envoy"): "Who tries to win him over?",
    ("recruit", "castle"): "At which of his castles?",
    ("recruit", "host"): "Whose side does he join?",
    ("recruit", "title"): "Which title do you offer him?",
    ("recruit", "office"): "Which office do you offer him?",
    ("recruit", "cards"): "Which cards do you offer him?",
    ("make_good", "card"): "Which card do you give him?",
    ("betray", "place"): "Which place?",
    ("betray", "noble"): "Who holds it?",
    ("keep_spoil", "noble"): "Who gets the card?",
    ("hold", "noble"): "Who holds the place?",
    ("return_inside", "nobles"): "Who goes back inside?",
    ("go_home", "castle"): "To which castle?",
    ("pardon", "card"): "Which pardon?",
    ("embark", "nobles"): "Who goes aboard?",
    ("embark", "ship"): "Aboard which ship?",
    ("embark", "left"): "Which heirs stay in the fortress?",
    ("sail", "ship"): "Which ship sails?",
    ("sail", "to"): "Where does she sail?",
    ("land", "nobles"): "Who goes ashore?",
    ("land", "ship"): "From which ship?",
    ("free_sail", "ship"): "Which ship sails again?",
    ("cross", "nobles"): "Who crosses the sea?",
    ("cross", "to"): "To which port?",
    ("ask_leave", "place"): "Which place or ship?",
    ("ask_clergy", "of"): "Whose bishops?",
    ("dismiss", "nobles"): "Who is put out?",
    ("dismiss", "place"): "Out of which place?",
    ("ally_attack", "nobles"): "Who joins the attack?",
    ("ally_attack_with_french", "nobles"): "Who joins the attack with the French?",
    ("ally_defence", "nobles"): "Who joins the defence?",
    ("propose_alliance", "ally"): "Who is the alliance with?",
    ("propose_alliance", "square"): "Which square do you share?",
    ("propose_alliance", "term"): "For how long?",
    ("cancel_alliance", "ally"): "Which alliance do you cancel?",
    ("call_parliament", "by"): "Who calls Parliament?",
    ("call_parliament", "summon"): "Which noble does your Writ summon?",
    ("attend", "nobles"): "Who goes to Parliament?",
    ("attend_without", "noble"): "Who goes to Parliament?",
    ("attend_without", "leave"): "Which heirs stay behind?",
    ("serve_writ", "noble"): "Which noble must come?",
    ("settle_kings", "king"): "Who is to be the sole King?",
    ("recall_ships", "ships"): "Which ships come back?",
    ("lodge", "noble"): "Who goes inside?",
    ("send_instead", "noble"): "Who goes instead?",
    ("disembark", "noble"): "Who goes ashore?",
    ("excuse", "nobles"): "Whom do you excuse, for a Writ each?",
    ("excuse", "by_sea"): "Who stays across the sea, without a Writ?",
    ("revoke", "nobles"): "Whose excuse do you revoke, for a Writ each?",
    ("grant_bishop", "card"): "Which bishop?",
    ("grant_bishop", "noble"): "To which noble?",
    ("propose", "card"): "Which title or office do you propose?",
    ("propose", "noble"): "For which noble?",
    ("give_out", "card"): "Which title or office do you give out?",
    ("give_out", "noble"): "To which noble?",
    ("declare_illegitimate", "noble"): "Which of your nobles moves against him?",
    ("transfer_title", "card"): "Which title do you pass on?",
    ("transfer_title", "noble"): "To which noble?",
    ("transfer_office", "card"): "Which office do you pass on?",
    ("transfer_office", "noble"): "To which noble?",
    ("stay", "noble"): "Who stays?",
    ("stay_free", "noble"): "Who stays?",
    ("keep_ship", "ship"): "Which ship stays where she is?",
    ("meet_at", "noble"): "Which noble goes there?",
    ("meet_at", "place"): "Where does Parliament meet?",
    ("transfer", "thing"): "What do you pass on?",
    ("transfer", "noble"): "To which noble?",
    ("propose_deal", "to"): "Who is the deal with?",
    ("counter_deal", "deal"): "Which deal do you answer?",
    **{
        (verb, name): question
        for verb in ("propose_deal", "counter_deal")
        for name, question in (
            ("give", "What do you give?"),
            ("take", "What do you ask for?"),
            ("promise", "Do you promise anything? It binds in honour only"),
            ("due", _DUE),
        )
    },
    ("accept_deal", "deal"): "Which deal do you accept?",
    ("refuse_deal", "deal"): "Which deal do you refuse?",
    ("accept_deal", "word"): "A note with your answer?",
    ("refuse_deal", "word"): "A note with your answer?",
    ("withdraw_deal", "deal"): "Which deal do you take back?",
    ("release_heir", "heir"): "Who is let go?",
    ("offer_ransom", "places"): "Which places do you offer?",
    ("offer_ransom", "ships"): "Which ships do you offer?",
    ("offer_ransom", "beside"): "Which of your nobles’ cards do you offer?",
    ("offer_ransom", "heirs"): "Which heirs do you offer?",
    ("offer_ransom", "back"): "Which of his own cards come home with him?",
    ("offer_ransom", "cards"): "Which cards from your hand do you offer?",
    ("offer_ransom", "held"): "Which Event cards do you offer?",
    ("offer_ransom", "draws"): "How many future Crown draws do you offer?",
    ("offer_draws", "draws"): "How many future Crown draws do you offer?",
    ("free_captive", "captive"): "Who is let go?",
    **words_families.ASKED,
    ("guard_captive", "captive"): "Which captive?",
    ("guard_captive", "noble"): "Who keeps him from now on?",
    ("offer_ransom", "promise"): "Do you promise anything? It binds in honour only",
    ("offer_ransom", "due"): _DUE,
    **words_beforehand.FIELDS,
    **words_corrections.FIELDS,
}

_USUALLY = {
    "nobles": "Choose nobles",
    "noble": "Which noble?",
    "against": "Whose force?",
    "square": "In which square?",
    "sea": "In which sea space?",
    "place": "Which place?",
    "castle": "At which castle?",
    "card": "Which card?",
    "heir": "Which heir?",
    "target": "Against whom?",
    "ship": "Which ship?",
    "port": "Into which port?",
    "giver": "From which noble?",
    "to": "Where to?",
}


_BARGAINS = {
    "propose_deal": ("Nothing", "Send without a promise"),
    "counter_deal": ("Nothing", "Send without a promise"),
    "offer_ransom": ("None of these", "Offer without a promise"),
    "offer_draws": ("None", "Offer nothing"),
    "recruit": ("None of these", "Offer nothing"),
}
"""For verbs that give things away: the button that gives nothing, and the one that promises
nothing."""


def shortcuts(offer: Offer, field: Field) -> tuple[str, str] | None:
    """The buttons that choose all and none, for things that change hands, enemies, and excuses in a
    standing order; None for other fields.
    """
    if field.name == "foes":
        return "All of them", ""
    if offer.verb == EXCUSE:
        return "", "All of mine"
    if offer.verb not in _BARGAINS:
        return None
    nothing, silent = _BARGAINS[offer.verb]
    return "", silent if field.free else nothing


def field(offer: Offer, field: Field) -> str:
    """The question for one field; if strength counts, with the troops needed and available."""
    verb = "give_out" if offer.rule == GIVEN_OUT else offer.verb
    question = _FIELDS.get((verb, field.name)) or _USUALLY.get(field.name, "Choose")
    if field.free:
        return cut(f"{question} (at most {field.free} characters)", FIELD_LIMIT)
    if field.weights is None:
        return cut(question, FIELD_LIMIT)
    here = sum(field.weights)
    if field.weight_min and offer.verb == "leave":
        question = f"{question} At least {field.weight_min} troops must"
    elif offer.rule == NEEDS_ALLIES:
        needed = (field.weight_max or 0) + 1
        question = _more(
            question, f"at least {field.weight_min} troops; allies must add up to {needed}"
        )
    elif field.weight_min:
        with_ = " with the French" if offer.verb.endswith("_with_french") else ""
        least = f"at least {field.weight_min} troops (you have {here} here{with_})"
        question = _more(question, least)
    elif field.weight_max is not None:
        alone = " (one noble may always go alone)" if field.lone_exempt else ""
        question = _more(question, f"{field.weight_max} troops at most{alone}")
    return cut(question, FIELD_LIMIT)


def _more(question: str, asked: str) -> str:
    """A question with its requirement: `Who goes inside? 300 troops at most`."""
    return (
        f"{question} {asked[0].upper()}{asked[1:]}"
        if question.endswith("?")
        else f"{question}: {asked}"
    )
