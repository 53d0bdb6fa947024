"""The log of the deal, chance events, moves, cards, heirs and the end."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.ids import CardId
from bot.rules.kingmaker.ships.command import BOARDING
from bot.words.kingmaker.expansion.events import IDLE as EXPANSION_IDLE
from bot.words.kingmaker.names import VICTORIES, Lexicon, event_text, nothing_at_sea
from bot.words.kingmaker.telling import says, tells
from bot.words.phrases import Told, own, plural, seats_listed
from bot.words.shape import Names

_IDLE = {
    "sole_king": ("there is a sole King, so Parliament need not meet", "house-7.1.28"),
    "too_recent": (
        "Parliament does not meet: the King’s Peace holds, or the last one was too recent",
        "house-7.1.28",
    ),
    "no_sole_king": ("there is no sole King, so nobody goes", "house-8.3.5"),
    "french_held_off": ("nobles inside keep the French out", "base-19.2"),
    "french_already": ("the French hold the place already", "base-19.2"),
    "king_besieged": ("the King is under siege and cannot come", "house-8.3.1"),
    "king_captive": ("the King is a captive and obeys no call", "ishkibibble-ransom.3"),
    **EXPANSION_IDLE,
}


def conjugated(nobles: tuple[str, ...], one: str, many: str) -> str:
    """The verb form that fits the number of nobles."""
    return one if len(nobles) == 1 else many


# The beginning, turns, decks


says(facts.GameBegan, "{first:seat} opens the game", "base-2.11")
says(facts.TurnBegan, "▸ Round {round}: {seat:own} turn")
says(
    facts.HeirPlaced,
    "{heir:heir} is in {place:place} ({die})",
    "ishkibibble-placement.1",
    "heirs placed",
    "A die places each heir: ",
)


@tells(facts.CardsDealt)
def _cards_dealt(lex: Lexicon, event: facts.CardsDealt, names: Names) -> Told:
    # A player without nobles is dealt cards one by one; nobody begins with a single card.
    again = len(event.cards) == 1
    return Told(
        lex.things(event.cards),
        "house-3.14" if again else "house-4.2",
        run=f"again {event.seat}" if again else "",
        head=f"{names(event.seat)} is dealt ",
    )


says(facts.CardsKeptInHand, "you keep {cards:things} in hand. Only you can see this", "base-19.4")
says(facts.CardsBackInDeck, "{cards:things}", "base-2.6", "deck", "Back into the Crown deck: ")
says(
    facts.CrownDeckReshuffled,
    "the Crown discards are shuffled into a new deck of {cards} {cards:card|cards}",
    "base-1.5",
)
says(facts.EventDeckReshuffled, "all {cards} cards of the Event deck are shuffled", "{rule}")


@tells(facts.NobleEntered)
def _noble_entered(lex: Lexicon, event: facts.NobleEntered, names: Names) -> Told:
    return Told(
        f"{lex.noble(event.noble)} comes into play {lex.spot(event.square, event.inside)}",
        "base-3.5",
        run=f"arrival of {event.seat}",
        head=f"{names(event.seat)}: ",
    )


# Cards


_SOURCES = {
    "deal": "base-2.5",
    "hand": "house-2.6c",
    "draw": "house-5.2b",
    "spoils": "base-11.7",
    "bequest": "ishkibibble-assassination.3",
    "recruiting": "families-recruit.18",
}
_IN_PARLIAMENT = {"bishop": "house-7.2.7", "title": "house-7.2.21", "office": "house-7.2.21"}
_HANDED_ON = {"bishop": "house-8.7.8", "mercenary": "house-8.7.8", "ship": "house-8.7.4"}


@tells(facts.CardAssigned)
def _card_assigned(lex: Lexicon, event: facts.CardAssigned, names: Names) -> Told:
    kind = lex.content.crown[event.card].kind
    by_kind = {"parliament": _IN_PARLIAMENT, "transfer": _HANDED_ON}.get(event.source, {})
    return Told(
        lex.laid(event.card, event.noble),
        by_kind.get(kind) or _SOURCES.get(event.source, ""),
        run=f"arrival of {event.seat}",
        head=f"{names(event.seat)}: ",
    )


says(facts.CardsToChancery, "{cards:things}", "base-1.4", "chancery", "To the Chancery: ")
says(facts.CardsDiscarded, "{cards:things}", "", "discards", "Discarded: ")


@tells(facts.CrownCardDrawn)
def _crown_card_drawn(lex: Lexicon, event: facts.CrownCardDrawn, names: Names) -> Told:
    if not event.card:
        return Told(f"{names(event.seat)} draws a Crown card", "house-2.6a")
    card = lex.kind(event.card)
    if event.audience is not None:
        return Told(f"you draw {card}. Only you can see this", "house-2.6a")
    return Told(f"{names(event.seat)} draws {card} and plays it at once", "house-2.6a")


says(facts.NothingToDraw, "no Crown cards are left: {seat:seat} draws nothing", "base-1.5")
says(
    facts.PlaceCardHandedOver,
    "the card for {card:kind} goes to {noble:noble} ({seat:seat}), who already holds the place",
    "house-8.1.2",
)
says(
    facts.ClergyLent,
    "{seat:seat} {granted:lends|will not lend} {asker:seat} clergy for a coronation",
    "house-2.5b",
)
says(facts.PlayerJoined, "{seat:seat} joins the game and is dealt in", "house-3.16")
says(facts.RebuildBegan, "{seat:seat} has no nobles left and is dealt in again", "house-3.14")


# Chance events


@tells(facts.EventDrawn)
def _event_drawn(lex: Lexicon, event: facts.EventDrawn, names: Names) -> Told:
    card = lex.content.events.get(CardId(event.card))
    if card is None:  # only the player who drew it may know which card it is
        text = f"{names(event.seat)} draws a {event.card} card and keeps it"
        return Told(text, "ishkibibble-refuge.1")
    if event.audience is not None:
        return Told(f"you keep “{card.title}”. Only you can see this", "ishkibibble-refuge.5")
    if card.hold:
        return Told(f"{names(event.seat)} draws “{card.title}” and keeps it", "base-4.2")
    text = event_text(lex.content, card)
    return Told(f"{names(event.seat)} draws “{card.title}”: {text}", "house-2.1a")


@tells(facts.EventIdle)
def _event_idle(lex: Lexicon, event: facts.EventIdle, names: Names) -> Told:
    if event.reason == "no_ship_at_sea":
        return Told(nothing_at_sea(lex.content), "house-5.10a")
    text, rule = _IDLE.get(event.reason, ("it has no effect now", ""))
    return Told(text, rule)


@tells(facts.TakenByFrench)
def _taken_by_french(lex: Lexicon, event: facts.TakenByFrench, names: Names) -> Told:
    lost = f" from {names(event.seat)}" if event.seat is not None else ""
    return Told(f"the French take {lex.place(event.place)}{lost}", "base-19.2")


@tells(facts.PlantagenetServes)
def _plantagenet(lex: Lexicon, event: facts.PlantagenetServes, names: Names) -> Told:
    left = "" if event.former is None else f"leaves {names(event.former)} and "
    text = f"{lex.noble(event.noble)} {left}joins {names(event.seat)}"
    return Told(f"{text}, who has {lex.piece(event.heir)}", "base-19.3")


@tells(facts.LoyaltyRolled)
def _loyalty(lex: Lexicon, event: facts.LoyaltyRolled, names: Names) -> Told:
    shown = f"{event.die}{event.modifier:+d}" if event.modifier else f"{event.die}"
    whose, who = names(event.seat), f"{lex.noble(event.noble)} rolls {shown}"
    fate = (
        f"comes back with {own(whose)} next card"
        if event.loyal
        else f"does not come back to {whose}"
    )
    return Told(f"{who} and {fate}", "base-19.8", "loyalty", "Dice for loyalty: ")


@tells(facts.PlagueStruck)
def _plague_struck(lex: Lexicon, event: facts.PlagueStruck, names: Names) -> Told:
    dead = (*event.nobles, *event.heirs)
    place = lex.place(event.place)
    if not dead:
        return Told(f"plague in {place} finds nobody there", "house-1.18")
    return Told(f"plague in {place} kills {lex.pieces(dead)}", "house-1.18")


@tells(facts.CallIgnored)
def _call_ignored(lex: Lexicon, event: facts.CallIgnored, names: Names) -> Told:
    if event.reason == "besieged" and event.noble is not None:
        text, rule = f"{lex.noble(event.noble)} is under siege and stays", "house-8.3.1"
    elif event.reason == "overseas" and event.noble is not None:
        text, rule = f"{lex.noble(event.noble)} is at sea or overseas and stays", "base-4.3"
    elif event.reason == "captive" and event.noble is not None:
        text, rule = f"{lex.noble(event.noble)} is a captive and stays", "ishkibibble-ransom.3"
    elif event.reason == "excommunicated" and event.noble is not None:
        text = f"{lex.noble(event.noble)} is excommunicated and keeps away"
        rule = "ishkibibble-excommunication.3"
    elif lex.content.crown[CardId(event.who)].kind == "noble":
        text, rule = f"{lex.noble(event.who)} is not in play", "base-4.3"
    else:
        text, rule = f"nobody in play is {lex.kind(event.who)}", "base-4.3"
    return Told(text, rule, "unheard", "No answer to the call: ")


says(
    facts.Commissioned,
    "{seat:seat} plays a Writ and sends {noble:noble} in place of {called:noble}",
    "base-18.4",
)


@tells(facts.KingCalled)
def _king_called(lex: Lexicon, event: facts.KingCalled, names: Names) -> Told:
    spot = lex.spot(event.square, event.inside)
    if not event.nobles:
        return Told(f"{lex.heir(event.heir)} goes alone and waits {spot}", "house-8.3.7")
    company = lex.nobles(event.nobles)
    return Told(f"{lex.heir(event.heir)} goes with {company} and waits {spot}", "house-8.3.5")


@tells(facts.MercenariesWentHome)
def _mercenaries(lex: Lexicon, event: facts.MercenariesWentHome, names: Names) -> Told:
    group = lex.kind(event.group)
    if not event.cards:
        return Told(f"no {group} are in play, so none go home", "base-4.5")
    return Told(f"the {group} go home ({plural(len(event.cards), 'card')})", "base-4.5")


# Movement


@tells(facts.Marched)
def _marched(lex: Lexicon, event: facts.Marched, names: Names) -> Told:
    way = f"from {lex.square(event.origin)} to {lex.square(event.to)}"
    if event.by == "march":
        verb, rule = conjugated(event.nobles, "marches", "march"), "house-2.2a"
    elif event.by == "retreat":
        verb, rule = conjugated(event.nobles, "goes", "go"), "ishkibibble-siegefails.2"
    elif event.by == "free_road":
        verb, rule = conjugated(event.nobles, "rides freely", "ride freely"), "house-8.4.3"
    elif event.by == "evasion":
        verb, rule = conjugated(event.nobles, "slips away", "slip away"), "ishkibibble-evade.2"
    else:
        verb, rule = conjugated(event.nobles, "rides", "ride"), "house-2.2d"
    return Told(
        f"{lex.nobles(event.nobles)} {verb} {way}",
        rule,
        run=f"moves of {event.seat}",
        head=f"{names(event.seat)}: ",
    )


says(
    facts.EnteredPlace,
    "{nobles:nobles} {nobles:goes|go} inside {place:place}",
    "house-8.5.3",
    "moves of {seat}",
    "{seat:seat}: ",
)
says(
    facts.CameOut,
    "{nobles:nobles} {nobles:comes|come} out of {place:place}",
    "base-6.7",
    "moves of {seat}",
    "{seat:seat}: ",
)
says(facts.Expelled, "{nobles:nobles} {nobles:is|are} put out of {place:place}", "house-5.19h")


@tells(facts.FreeMovePlayed)
def _free_move(lex: Lexicon, event: facts.FreeMovePlayed, names: Names) -> Told:
    nobles = lex.nobles(event.nobles)
    if event.use == "road":
        text = f"{names(event.seat)} plays a Free Move: every road is open to {nobles}"
        return Told(text, "house-8.4.3")
    if event.use == "ship":
        company = f", with {nobles} aboard" if event.nobles else ""
        text = f"{names(event.seat)} plays a Free Move: a ship may sail again{company}"
        return Told(text, "base-7.20")
    text = f"{names(event.seat)} plays a Free Move: {nobles} may move again"
    return Told(text, "base-7.20")


# Asking leave to enter


@tells(facts.LeaveAsked)
def _leave_asked(lex: Lexicon, event: facts.LeaveAsked, names: Names) -> Told:
    asks = f"{names(event.seat)} asks {names(event.owner)}"
    if event.place in lex.content.ships:
        leave = f"{asks} for leave to board {lex.kind(event.place)}"
        return Told(leave, BOARDING[lex.content.ruleset.ships_take_guests])
    return Told(f"{asks} to open {lex.place(event.place)}", "house-8.2.6")


@tells(facts.LeaveAnswered)
def _leave_answered(lex: Lexicon, event: facts.LeaveAnswered, names: Names) -> Told:
    if event.place in lex.content.ships:
        answer = "lets" if event.granted else "does not let"
        told = f"{names(event.owner)} {answer} {names(event.seat)} board {lex.kind(event.place)}"
        return Told(told, BOARDING[lex.content.ruleset.ships_take_guests])
    # Nobody asks on behalf of a ship that seeks shelter without a captain.
    alone = event.seat < 0
    asker = "a ship without a captain" if alone else names(event.seat)
    place = lex.place(event.place)
    answer = f"opens {place}" if event.granted else f"keeps {place} shut"
    rule = "house-5.10b" if alone else "house-8.2.6"
    return Told(f"{names(event.owner)} {answer} to {asker}", rule)


# Heirs and deaths


says(
    facts.HeirTaken,
    "{heir:heir} is now with {noble:noble} ({seat:seat})",
    "house-1.2",
    "heirs",
    about="{heir}",
)


@tells(facts.HeirLeft)
def _heir_left(lex: Lexicon, event: facts.HeirLeft, names: Names) -> Told:
    spot = lex.spot(event.square, event.inside)
    told = f"{lex.heir(event.heir)} is left alone {spot}"
    return Told(told, "base-11.10", run="heirs", about=event.heir)


_DEATHS = {
    "battle": ("falls in battle", ""),
    "siege": ("falls in the siege", ""),
    "ship_siege": ("dies aboard ship when the siege is broken", "house-8.6.21"),
    "unmasked": ("is put to death as a fraud", "ishkibibble-revealed.1"),
    "natural": ("dies in bed", "ishkibibble-death.1"),
    "dispersed": ("leaves the board: his faction is no more", "families-heads.3"),
    "abroad": ("dies abroad, not brought back to the mainland in time", "house-8.6.7"),
    "motion": ("is put to death for the failed motion", "house-7.3.12"),
}

NAMED_BEFORE = frozenset({"plague", "drowned", "gale"})
"""Causes of death for which another line has already named the dead."""


@tells(facts.HeirDied)
def _heir_died(lex: Lexicon, event: facts.HeirDied, names: Names) -> Told | None:
    heir = lex.heir(event.heir)
    if event.cause in NAMED_BEFORE:
        return None
    if event.cause == "killed" and event.seat is not None:
        return Told(f"{names(event.seat)} has {heir} put to death", "house-1.11")
    text, rule = _DEATHS.get(event.cause, ("dies", ""))
    return Told(f"{heir} {text}", rule or "house-1.11")


@tells(facts.NobleDied)
def _noble_died(lex: Lexicon, event: facts.NobleDied, names: Names) -> Told | None:
    noble = f"{lex.noble(event.noble)} ({names(event.seat)})"
    if event.cause in NAMED_BEFORE:
        return None
    if event.cause == "executed":
        return Told(f"{noble} is put to death: no ransom was paid", "house-5.19d")
    text, rule = _DEATHS.get(event.cause, ("dies", ""))
    return Told(f"{noble} {text}", rule or "house-2.3d")


says(facts.Crowned, "{seat:seat} has {heir:heir} crowned in {place:place}!", "house-2.5a")


@tells(facts.GuardPassed)
def _guard(lex: Lexicon, event: facts.GuardPassed, names: Names) -> Told:
    guard = f"the Royal Guard of {lex.house(event.house)}"
    if event.noble is None:
        return Told(f"{guard} is given up", "house-5.6c")
    return Told(f"{guard} now follows {lex.noble(event.noble)}", "house-5.6c")


@tells(facts.BeaufortBecameHeir)
def _beaufort(lex: Lexicon, event: facts.BeaufortBecameHeir, names: Names) -> Told:
    noble = lex.noble("beaufort")
    return Told(f"{noble} ({names(event.seat)}) is now the last heir of Lancaster", "house-4.11")


# Places and ships


says(facts.ControlLost, "{place:place}", "house-5.19g", "lost", "Neutral now: ")
says(facts.ShipAppeared, "{ship:kind} at {port:place}", "", "ships", "In port: ")
says(facts.ShipGone, "{ship:kind} leaves the board")


# The end


says(facts.TimeCalled, "time is up in round {round}: this turn is the last", "house-3.1")
says(
    facts.ReignCounted,
    "{seat:seat} has held {king:heir}, the sole King: turn {turns} of {needed}",
    "classic-object.1",
)
says(
    facts.ReignBroken,
    "the reign of {king:heir} under {seat:seat} is broken: {turns} {turns:turn is|turns are} lost",
    "classic-object.1",
)


@tells(facts.GameWon)
def _game_won(lex: Lexicon, event: facts.GameWon, names: Names) -> Told:
    victory, rule = VICTORIES.get(event.victory, ("victory", ""))
    if not event.winners:
        return Told("the game ends without a winner", rule)
    won = "wins" if len(event.winners) == 1 else "win together"
    return Told(f"{seats_listed(event.winners, names)} {won}: {victory}!", rule)
