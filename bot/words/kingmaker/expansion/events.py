"""The log of the Event cards of both expansions.

The log of refuges abroad, and of bands waiting in Ireland.

The log of Event cards that affect heirs and Kings.

Cards played against what others do: the log, and the questions about them.

Places that are stormed, or besieged after an announcement: the log, and the odds (revised siege).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.ids import NobleId, PlaceId
from bot.rules.kingmaker.prospects.fights import CardOdds, storm_odds
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import says, tells
from bot.words.phrases import Told, listed, own, plural
from bot.words.shape import Names


@tells(facts.RefugeOpened)
def _refuge_opened(lex: Lexicon, event: facts.RefugeOpened, names: Names) -> Told:
    who, land = names(event.seat), lex.place(event.land)
    text = f"{who} plays a Refuge card: {land} is open to {own(who)} nobles this phase"
    return Told(text, "ishkibibble-refuge.2")


@tells(facts.RefugeLeft)
def _refuge_left(lex: Lexicon, event: facts.RefugeLeft, names: Names) -> Told:
    verb, land = "is" if len(event.nobles) == 1 else "are", lex.place(event.land)
    text = f"{lex.nobles(event.nobles)} {verb} put out of {land} and {verb} now at"
    return Told(f"{text} {lex.square(event.square)}", "ishkibibble-refuge.3")


says(
    facts.RefugeOver,
    "{seat:own} refuge in {land:place} is over after {turns} turns",
    "ishkibibble-refuge.5",
)


@tells(facts.CardWaits)
def _card_waits(lex: Lexicon, event: facts.CardWaits, names: Names) -> Told:
    office = lex.kind(lex.content.ruleset.raised_by[event.card])
    text = f"{names(event.seat)} draws {lex.kind(event.card)}, who wait beside the board"
    return Told(f"{text} for the {office}", "ishkibibble-kerns.2")


@tells(facts.AmnestyBegan)
def _amnesty_began(lex: Lexicon, event: facts.AmnestyBegan, names: Names) -> Told:
    verb, they = ("is", "he") if len(event.nobles) == 1 else ("are", "they")
    text = f"{lex.nobles(event.nobles)} {verb} trapped in {lex.place(event.port)} and may stay"
    return Told(f"{text} there until {they} can leave", "ishkibibble-amnesty.1")


_TREATIES = {
    "continent": ("with France", "ishkibibble-treatyfrance"),
    "scotland": ("with Scotland", "ishkibibble-treatyscotland"),
}


def treaty(land: PlaceId) -> str:
    """The other party to a treaty that opens a land: `with France`."""
    return _TREATIES[land][0]


@tells(facts.TreatyMade)
def _treaty_made(lex: Lexicon, event: facts.TreatyMade, names: Names) -> Told:
    other, rows = _TREATIES[event.land]
    return Told(f"{lex.heir(event.king)} makes a treaty {other}", f"{rows}.1")


@tells(facts.TreatyEnded)
def _treaty_ended(lex: Lexicon, event: facts.TreatyEnded, names: Names) -> Told:
    other, rows = _TREATIES[event.land]
    return Told(f"the treaty {other} is over", "" if event.by == "correction" else f"{rows}.4")


@tells(facts.HuntRolled)
def _hunt_rolled(lex: Lexicon, event: facts.HuntRolled, names: Names) -> Told:
    kings = listed(map(lex.heir, event.kings))
    verb = "hunts" if len(event.kings) == 1 else "hunt"
    text = f"{kings} {verb}" if kings else "it rains, and nobody hunts"
    return Told(f"the die shows {event.die}: {text}", "ishkibibble-hunt.2")


@tells(facts.RodeAlong)
def _rode_along(lex: Lexicon, event: facts.RodeAlong, names: Names) -> Told:
    verb = "rides" if len(event.nobles) == 1 else "ride"
    text = f"{lex.nobles(event.nobles)} {verb} along to {lex.square(event.square)}"
    return Told(text, "ishkibibble-hunt.1")


@tells(facts.RoyalDeathRolled)
def _royal_death(lex: Lexicon, event: facts.RoyalDeathRolled, names: Names) -> Told | None:
    one, two = event.dice
    shown = f"the dice show {one} and {two}: {lex.heir(event.heir)}"
    if event.dies:
        return Told(shown, "ishkibibble-death.1")
    return Told(f"{shown} is not alive, so nobody dies", "ishkibibble-death.2")


says(
    facts.HeirEscaped,
    "{heir:heir} flees from {seat:seat} to {place:place}",
    "ishkibibble-escape.1",
)


_REGIONS = {
    1: "in Devon and Cornwall",
    2: "in Wales",
    3: "between Trent and Tees",
    4: "north of the Tees",
    5: "near Lynn",
    6: "near Plymouth",
}


says(
    facts.HeirBorn,
    (
        "the dice show {house_die} and {region_die}: {heir:heir} of {house:house} is born in "
        "{place:place}"
    ),
    "ishkibibble-birth.2",
)


@tells(facts.PretenderRose)
def _pretender_rose(lex: Lexicon, event: facts.PretenderRose, names: Names) -> Told:
    text = f"the die shows {event.die}: a pretender, {lex.heir(event.heir)}, rises in"
    men = f"{event.men} troops {_REGIONS[event.die]}"
    return Told(f"{text} {lex.place(event.place)}, with {men}", "ishkibibble-pretender.4")


says(facts.PretendersUnmasked, "{seat:seat} unmasks {heirs:heirs}", "ishkibibble-revealed.1")
says(
    facts.BattleEvaded,
    "{seat:seat} plays “Evade Battle” at {square:square}",
    "ishkibibble-evade.1",
)
says(
    facts.BattleForced,
    (
        "{seat:seat} plays “Force Battle” against {evaded:the evasion|the weather}: another card "
        "decides"
    ),
    "ishkibibble-force.1",
)


Facts = Mapping[str, str]


def _force(lex: Lexicon, about: Facts, names: Names) -> str:
    text = f"The weather holds up the combat at {lex.square(about['square'])}"
    if about["why"] == "evaded":
        text = f"The fight at {lex.square(about['square'])} is evaded"
    sides = f"{about['strength']} against {about['opposed']}"
    return f"{text}, {sides}. If you hold “Force Battle”, you may force the fight after all."


ABOUT: dict[str, str | Callable[[Lexicon, Facts, Names], str]] = {
    "evade": (
        "Forces have met at {square:square}, {strength} against {opposed}. If you hold “Evade "
        "Battle”, you may call the fight off: the weaker force leaves."
    ),
    "force": _force,
    "slip_away": "The fight at {square:square} is evaded. Where does your force go?",
}
"""The questions about evading or forcing a battle, by kind."""


@tells(facts.WallsStormed)
def _walls_stormed(lex: Lexicon, event: facts.WallsStormed, names: Names) -> Told:
    text = (
        f"{names(event.seat)} storms {lex.place(event.place)}:"
        f" {lex.nobles(event.attackers)} ({event.strength}) against {event.defence}"
    )
    if event.defenders:
        text += f", {lex.nobles(event.defenders)} inside"
    return Told(text, "ishkibibble-siege.2")


@tells(facts.StormDecided)
def _storm_decided(lex: Lexicon, event: facts.StormDecided, names: Names) -> Told:
    who, place = own(names(event.seat)), lex.place(event.place)
    if event.outcome == "taken":
        return Told(f"{who} storming of {place} succeeds", "ishkibibble-siege.3")
    if event.outcome == "repelled":
        return Told(f"{who} storming of {place} is beaten back", "ishkibibble-siege.2")
    return Told(f"{who} storming of {place} decides nothing", "ishkibibble-siege.2")


def storm_chances(odds: CardOdds) -> str:
    """`win 40%, lose 12%, undecided 48%`, weather included."""
    won, lost, rest = (round(100 * odds.chance(wins)) for wins in (True, False, None))
    return f"win {won}%, lose {lost}%, undecided {rest}%"


def storm_lines(
    lex: Lexicon,
    view: BoardView,
    place: PlaceId,
    attackers: Sequence[NobleId],
    *,
    spend: bool = False,
) -> list[str]:
    """The odds of storming a place, and when a siege of it would be decided."""
    odds = storm_odds(lex.content, view, place, attackers, spend=spend)
    return [
        lex.cite(f"Storm it now: {storm_chances(odds)}.", "ishkibibble-siege.2"),
        lex.cite("A siege announced now is decided in your next combat.",
                 "ishkibibble-siege.4"),
    ]  # fmt: skip


IDLE = {
    "treaty": ("a treaty prevents it", "ishkibibble-treatyscotland.2"),
    "no_leader": ("its leader may not call a Parliament", "house-7.1.30"),
    "no_king": ("there is no King to hunt", "ishkibibble-hunt.1"),
    "no_heir": ("there is no heir to flee", "ishkibibble-escape.1"),
    "no_counter": ("there is no place for a new heir, or no counter", "ishkibibble-birth.1"),
    "heir_stays": ("a King or a senior heir does not flee", "ishkibibble-escape.2"),
    "no_french": (
        "the French Foot Soldiers serve nobody now",
        "ishkibibble-treachery-french.1",
    ),
    "scots_none": (
        "everything the card names is guarded: the Scots take nothing, and the card is out of play",
        "ishkibibble-scotsinvasion.7",
    ),
    "scots_held_off": (
        "all the places left are guarded, so the Scots take no more",
        "ishkibibble-scotsinvasion.4",
    ),
    "scots_gone": (
        "the Scots no longer hold anything, so no army follows",
        "ishkibibble-scotsinvasion.6",
    ),
    "no_strife": ("no mercenaries serve side by side, so nobody quarrels", "ishkibibble-strife.1"),
    "no_clergy": ("no bishop in play could come", "ishkibibble-diet.1"),
    "no_such_ship": ("the ship is not in play, so nobody mutinies", "ishkibibble-mutiny.2"),
    "one_noble": ("a noble on his own has nobody to desert", "ishkibibble-vacillating.13"),
    "no_victim": ("nobody of that name is in play", "ishkibibble-assassination.1"),
    "no_hand": ("there is no hidden card to lose", "ishkibibble-treachery.3"),
}
"""For each reason in `facts.EventIdle` that only the expansions have, why a card has no effect, and
the rule.
"""


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


says(
    facts.TakenByRogues,
    "the French Foot Soldiers leave {seat:seat}, sack {place:place} and hold it",
    "ishkibibble-treachery-french.1",
)


@tells(facts.EventsTurned)
def _events_turned(lex: Lexicon, event: facts.EventsTurned, names: Names) -> Told:
    cards = listed([f"“{lex.kind(card)}”" for card in event.turned])
    if event.noble is None:
        return Told("none of the Event cards left names anybody", "ishkibibble-assassination.1")
    verb = "is" if len(event.turned) == 1 else "are"
    last = "it" if len(event.turned) == 1 else "the last one"
    text = f"{cards} {verb} turned up: {last} names {lex.noble(event.noble)}"
    return Told(text, "ishkibibble-assassination.1")


says(
    facts.Assassinated,
    "{noble:noble} ({seat:seat}) is murdered by his butler",
    "ishkibibble-assassination.4",
)
says(
    facts.SiegeMadeToFail,
    "{seat:seat} plays “{card:kind}” against the siege of {place:place}: it fails",
    "ishkibibble-siegefails.1",
)


@tells(facts.GarrisonSubverted)
def _garrison_subverted(lex: Lexicon, event: facts.GarrisonSubverted, names: Names) -> Told:
    lost = "" if event.former is None else f", which was {own(names(event.former))},"
    text = f"{names(event.seat)} plays “{lex.kind(event.card)}”: the garrison of"
    return Told(f"{text} {lex.place(event.place)}{lost} opens the gates", "ishkibibble-betrayal.2")


says(
    facts.RoguesDied,
    "the French Foot Soldiers in {place:place} die of plague: the place is neutral",
    "ishkibibble-treachery-french.2",
)


@tells(facts.Betrayed)
def _betrayed(lex: Lexicon, event: facts.Betrayed, names: Names) -> Told:
    if event.audience is not None:
        return Told(f"you lose {lex.things(event.cards)} from your hand", "ishkibibble-treachery.1")
    lost, rest = plural(event.count, "hidden card"), event.count - event.chancery
    where = [f"{rest} to the Crown discards"] if rest else []
    where += [f"{event.chancery} to the Chancery"] if event.chancery else []
    text = f"treachery costs {names(event.seat)} {lost}: {listed(where)}"
    return Told(text, "ishkibibble-treachery.1")


says(facts.DieRolled, "a die for “{card:kind}” shows {die}", "house-2.1a")


@tells(facts.SpellBegan)
def _spell_began(lex: Lexicon, event: facts.SpellBegan, names: Names) -> Told:
    who = names(event.seat)
    if event.spell == "catastrophe":
        lasts = f"until {own(who)} {_TURNS_AHEAD[event.turns]} begins"
        text = f"titles, offices and bishops bring no troops {lasts}"
        return Told(text, "ishkibibble-catastrophe.1")
    if event.spell == "excommunication":
        text = f"{own(who)} faction is excommunicated: cathedral towns are closed to it until it"
        return Told(f"{text} draws a bishop or a town", "ishkibibble-excommunication.3")
    lasts = "this turn" if event.turns == 1 else f"for {event.turns} turns, this one included"
    return Told(f"{own(who)} faction may only move {lasts}", "ishkibibble-defeatism.2")


_TURNS_AHEAD = {1: "next turn", 2: "second turn from now", 3: "third turn from now"}


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


says(
    facts.DietMet,
    (
        "the clergy have met at {place:place}: the King’s Peace holds there until {seat:own} "
        "next turn begins"
    ),
    "ishkibibble-diet.2",
)
