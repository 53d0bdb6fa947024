"""The log of the Event cards of both expansions."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import tells
from bot.words.phrases import Told, listed, own, plural
from bot.words.shape import Names

IDLE = {
    "treaty": ("a treaty prevents it", "ishkibibble-treatyscotland.2"),
    "no_leader": ("its leader may not call a Parliament", "house-7.1.30"),
    "no_king": ("there is no King to hunt", "ishkibibble-hunt.1"),
    "no_heir": ("there is no heir to flee", "ishkibibble-escape.1"),
    "no_counter": ("there is no place for a new heir, or no counter", "ishkibibble-birth.1"),
    "heir_stays": ("the least of the heirs does not flee", "ishkibibble-escape.2"),
    "no_french": (
        "the French Foot Soldiers serve nobody now",
        "ishkibibble-treachery-french.1",
    ),
    "scots_none": (
        "what it names is guarded, so the Scots take nothing and the card leaves the game",
        "ishkibibble-scotsinvasion.7",
    ),
    "scots_held_off": (
        "what it names is guarded, so the Scots take nothing more",
        "ishkibibble-scotsinvasion.4",
    ),
    "scots_gone": (
        "the Scots hold nothing any more, so no army follows",
        "ishkibibble-scotsinvasion.6",
    ),
    "no_strife": ("no mercenaries serve side by side, so nobody quarrels", "ishkibibble-strife.1"),
    "no_clergy": ("no bishop in play could come", "ishkibibble-diet.1"),
    "no_such_ship": ("the ship is not in play, so nobody mutinies", "ishkibibble-mutiny.2"),
    "one_noble": ("a single noble has nobody to leave", "ishkibibble-vacillating.13"),
    "no_victim": ("nobody of that name is in play", "ishkibibble-assassination.1"),
    "no_hand": ("there is no hidden card to lose", "ishkibibble-treachery.3"),
}
"""Why a card has no effect, and the rule, by the reason of `facts.EventIdle`."""


@tells(facts.BandLeft)
def _band_left(lex: Lexicon, event: facts.BandLeft, names: Names) -> Told:
    text = f"{lex.kind(event.card)} from {lex.noble(event.noble)} ({names(event.seat)})"
    if event.why == "unpaid":
        return Told(text, "ishkibibble-treachery-french.1", "unpaid", "Unpaid, they go home: ")
    if event.why == "war":
        return Told(text, "ishkibibble-war.2", "war", "Off to the war on the Continent: ")
    return Told(text, "ishkibibble-strife.1", "strife", "Mercenaries quarrel and go home: ")


@tells(facts.ShipDeserted)
def _ship_deserted(lex: Lexicon, event: facts.ShipDeserted, names: Names) -> Told:
    text = f"the crew of {lex.kind(event.ship)} mutinies and makes off with her"
    if not event.nobles:
        return Told(text, "ishkibibble-mutiny.1")
    where = lex.place(event.place)
    left = "is" if len(event.nobles) == 1 else "are"
    who = f"{lex.nobles(event.nobles)} {left}"
    return Told(f"{text}. {who} left at {where}", "ishkibibble-mutiny.3")


@tells(facts.TakenByScots)
def _taken_by_scots(lex: Lexicon, event: facts.TakenByScots, names: Names) -> Told:
    lost = "" if event.seat is None else f" ({own(names(event.seat))})"
    text = f"{lex.place(event.place)}{lost}"
    return Told(text, "ishkibibble-scotsinvasion.5", "scots", "The Scots sack and hold: ")


@tells(facts.ScotsWentHome)
def _scots_went_home(lex: Lexicon, event: facts.ScotsWentHome, names: Names) -> Told:
    places = listed([lex.place(place) for place in event.places])
    left = "it is" if len(event.places) == 1 else "they are"
    return Told(f"the Scots leave {places}: {left} neutral", "ishkibibble-treatyscotland.2")


@tells(facts.TakenByRogues)
def _taken_by_rogues(lex: Lexicon, event: facts.TakenByRogues, names: Names) -> Told:
    text = f"the French Foot Soldiers leave {names(event.seat)}, sack {lex.place(event.place)}"
    return Told(f"{text} and hold it", "ishkibibble-treachery-french.1")


@tells(facts.EventsTurned)
def _events_turned(lex: Lexicon, event: facts.EventsTurned, names: Names) -> Told:
    cards = listed([f"“{lex.kind(card)}”" for card in event.turned])
    if event.noble is None:
        return Told("no Event card left names anybody", "ishkibibble-assassination.1")
    verb = "is" if len(event.turned) == 1 else "are"
    text = f"{cards} {verb} turned up: the last name is {lex.noble(event.noble)}"
    return Told(text, "ishkibibble-assassination.1")


@tells(facts.Assassinated)
def _assassinated(lex: Lexicon, event: facts.Assassinated, names: Names) -> Told:
    text = f"{lex.noble(event.noble)} ({names(event.seat)}) is murdered by his butler"
    return Told(text, "ishkibibble-assassination.4")


@tells(facts.SiegeMadeToFail)
def _siege_made_to_fail(lex: Lexicon, event: facts.SiegeMadeToFail, names: Names) -> Told:
    text = f"{names(event.seat)} plays “{lex.kind(event.card)}” against the siege of"
    return Told(f"{text} {lex.place(event.place)}: it fails", "ishkibibble-siegefails.1")


@tells(facts.GarrisonSubverted)
def _garrison_subverted(lex: Lexicon, event: facts.GarrisonSubverted, names: Names) -> Told:
    lost = "" if event.former is None else f", which was {own(names(event.former))},"
    text = f"{names(event.seat)} plays “{lex.kind(event.card)}”: the garrison of"
    return Told(f"{text} {lex.place(event.place)}{lost} opens the gates", "ishkibibble-betrayal.2")


@tells(facts.RoguesDied)
def _rogues_died(lex: Lexicon, event: facts.RoguesDied, names: Names) -> Told:
    text = f"the French Foot Soldiers in {lex.place(event.place)} die of plague: it is neutral"
    return Told(text, "ishkibibble-treachery-french.2")


@tells(facts.Betrayed)
def _betrayed(lex: Lexicon, event: facts.Betrayed, names: Names) -> Told:
    if event.audience is not None:
        return Told(f"you lose {lex.things(event.cards)} from your hand", "ishkibibble-treachery.1")
    lost, rest = plural(event.count, "hidden card"), event.count - event.chancery
    where = [f"{rest} to the Crown discards"] if rest else []
    where += [f"{event.chancery} to the Chancery"] if event.chancery else []
    text = f"treachery costs {names(event.seat)} {lost}: {listed(where)}"
    return Told(text, "ishkibibble-treachery.1")


@tells(facts.DieRolled)
def _die_rolled(lex: Lexicon, event: facts.DieRolled, names: Names) -> Told:
    return Told(f"a die for “{lex.kind(event.card)}” shows {event.die}", "house-2.1a")


@tells(facts.SpellBegan)
def _spell_began(lex: Lexicon, event: facts.SpellBegan, names: Names) -> Told:
    who = names(event.seat)
    if event.spell == "catastrophe":
        lasts = f"until {own(who)} {_ORDINALS[event.turns]} turn from now begins"
        text = f"titles, offices and bishops bring no troops {lasts}"
        return Told(text, "ishkibibble-catastrophe.1")
    if event.spell == "excommunication":
        text = f"{own(who)} faction is excommunicated: cathedral towns are closed to it until it"
        return Told(f"{text} draws a bishop or a town", "ishkibibble-excommunication.3")
    lasts = "this turn" if event.turns == 1 else f"for {event.turns} turns, this one included"
    return Told(f"{own(who)} faction may only move {lasts}", "ishkibibble-defeatism.2")


_ORDINALS = {1: "next", 2: "second", 3: "third"}


@tells(facts.SpellEnded)
def _spell_ended(lex: Lexicon, event: facts.SpellEnded, names: Names) -> Told:
    if event.spell == "catastrophe":
        text = "the catastrophe is over: titles, offices and bishops bring their troops again"
        return Told(text, "ishkibibble-catastrophe.3")
    if event.spell == "excommunication":
        text = f"{own(names(event.seat))} faction is at peace with the Church again"
        return Told(text, "ishkibibble-excommunication.4")
    if event.spell == "vacillating":
        text = f"nobody in {own(names(event.seat))} faction wavers any more"
        return Told(text, "ishkibibble-vacillating.1")
    text = f"{own(names(event.seat))} faction takes heart again and may do as it likes"
    return Told(text, "ishkibibble-defeatism.1")


@tells(facts.DietMet)
def _diet_met(lex: Lexicon, event: facts.DietMet, names: Names) -> Told:
    until = f"until {own(names(event.seat))} next turn begins"
    text = f"the clergy has met at {lex.place(event.place)}: the King’s Peace holds there {until}"
    return Told(text, "ishkibibble-diet.2")
