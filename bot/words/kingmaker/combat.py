"""The log of combat: battles, sieges, captives and ransoms."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.words.kingmaker.chronicle import conjugated
from bot.words.kingmaker.expansion.captives import draws
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import says, tells
from bot.words.phrases import Told, does, listed, own, plural, quoted
from bot.words.shape import Names

RESULTS = {
    "attack_fails": "the attack fails",
    "no_victory": "no victory",
    "minor_victory": "Minor Victory",
    "major_victory": "Major Victory",
}

_BROKEN = {
    "card": ("{siege} fails", "ishkibibble-siegefails.1"),
    "treaty": ("{siege} ends by treaty", "ishkibibble-treatyfrance.2"),
    "choice": ("{who} gives up the siege of {place}", "house-6.4a"),
    "defeat": ("{siege} is broken: the besiegers are defeated", "house-6.4b"),
    "weakness": ("{siege} is broken: the besiegers are too few", "house-6.4e"),
    "gone": ("{siege} is over: no besieger is left", "house-6.4e"),
    "defeatism": ("{siege} is lifted: nobody believes in it any more", "ishkibibble-defeatism.3"),
    "surrender": ("{siege} is over: the place is handed over", "house-8.7.4"),
    "empty": ("{siege} is over: nobody is left inside", "base-10.1"),
    "parliament": ("{siege} is broken: Parliament calls the besiegers away", "house-7.1.24"),
}


# The declaration, and what becomes of it before the weather is drawn


@tells(facts.AttackAnnounced)
def _attack_announced(lex: Lexicon, event: facts.AttackAnnounced, names: Names) -> Told:
    attackers = f"{lex.nobles(event.attackers)} ({event.strength})"
    if event.target is not None:
        text = (
            f"{names(event.seat)} sends {attackers} to kill {lex.piece(event.target)}"
            f" among {own(names(event.against))} {event.opposed} at {lex.square(event.square)}"
        )
        return Told(text, "house-5.14f")
    if event.place is not None:
        goal = f"conclude the siege of {lex.place(event.place)}: {attackers} against"
        text = f"{names(event.seat)} means to {goal} {event.opposed}"
    else:
        goal = f"attack {names(event.against)} at {lex.square(event.square)}: {attackers}"
        against = f"{lex.nobles(event.defenders)} ({event.opposed})"
        text = f"{names(event.seat)} means to {goal} against {against}"
    if event.needed:
        return Told(f"{text}. The attack needs allies to reach {event.needed}", "house-5.11g")
    return Told(text, "house-5.14f")


@tells(facts.AlliesStayedOut)
def _allies_stayed_out(lex: Lexicon, event: facts.AlliesStayedOut, names: Names) -> Told:
    where = lex.square(event.square) if event.place is None else lex.place(event.place)
    return Told(
        (
            f"{names(event.seat)} finds no ally at {where} and is too weak alone. "
            "Nothing happens, and it cannot be tried again this phase"
        ),
        "house-5.11g",
    )


says(
    facts.AssassinTargetNamed,
    "{noble:noble} attacks alone as an assassin, to kill {target:piece}",
    "house-5.15e",
)


# Battle


@tells(facts.AttackDeclared)
def _attack_declared(lex: Lexicon, event: facts.AttackDeclared, names: Names) -> Told:
    where = lex.square(event.square)
    attackers = f"{lex.nobles(event.attackers)} ({event.strength})"
    defenders = f"{lex.nobles(event.defenders)} ({event.opposed})"
    if event.target is not None:
        return Told(
            f"{names(event.seat)} sends {attackers} to kill {lex.piece(event.target)}"
            f" among {own(names(event.against))} {defenders} at {where}",
            "house-5.15d",
        )
    text = f"{names(event.seat)} attacks {names(event.against)} at {where}: {attackers}"
    if event.sallying:
        whole = set(event.sallying) == set(event.attackers)
        text += f", {'' if whole else lex.nobles(event.sallying) + ' '}sallying,"
    return Told(f"{text} against {defenders}", "house-8.6.29" if event.aboard else "house-5.15a")


says(
    facts.AllianceMade,
    "{seat:own} {nobles:nobles} {nobles:joins|join} {side:own} {attack:attack|defence}",
    "house-5.11c",
    "alliances",
)


# Alliances agreed on beforehand


def _kind_of_pact(
    lex: Lexicon, event: facts.PactProposed | facts.PactAnswered | facts.PactEnded
) -> str:
    """`a lasting alliance`, or `an alliance for one combat` at a square."""
    where = lex.square(event.square)
    return "a lasting alliance" if event.lasting else f"an alliance for one combat at {where}"


@tells(facts.PactProposed)
def _pact_proposed(lex: Lexicon, event: facts.PactProposed, names: Names) -> Told:
    offer = f"{names(event.seat)} offers {names(event.ally)} {_kind_of_pact(lex, event)}"
    return Told(offer, "base-16.1")


@tells(facts.PactAnswered)
def _pact_answered(lex: Lexicon, event: facts.PactAnswered, names: Names) -> Told:
    seat, ally, kind = names(event.seat), names(event.ally), _kind_of_pact(lex, event)
    if event.how == "agreed":
        return Told(f"{seat} and {ally} agree on {kind}", "base-16.1")
    if event.how == "declined":
        return Told(f"{ally} declines {kind}", "base-16.1")
    return Told(f"{seat} takes back the offer of {kind}", "base-16.1")


@tells(facts.PactEnded)
def _pact_ended(lex: Lexicon, event: facts.PactEnded, names: Names) -> Told:
    seat, ally = names(event.seat), names(event.ally)
    if event.how == "cancelled":
        return Told(f"{seat} cancels the alliance with {ally}", "base-16.4")
    between = f"the alliance between {seat} and {ally} at {lex.square(event.square)}"
    if event.how == "fought":
        return Told(f"{between} ends with the combat", "base-16.1")
    return Told(f"{between} ends: there was no combat", "base-16.1")


@tells(facts.WeatherDrawn)
def _weather_drawn(lex: Lexicon, event: facts.WeatherDrawn, names: Names) -> Told:
    card = lex.kind(event.card)
    if event.kept:
        text = f"{names(event.seat)} draws “{card}” for the weather, keeps it and draws again"
        return Told(text, "house-5.14d", run="weather")
    if event.idle:
        text = f"{names(event.seat)} draws “{card}”, which says nothing about the weather"
        return Told(f"{text}, and draws again", "ishkibibble-cards.2", run="weather")
    if event.bad:
        return Told(f"the weather is bad (“{card}”)", "house-2.3b", run="weather")
    return Told(f"the weather is fair (“{card}”)", "house-2.3b", run="weather")


@tells(facts.AttackCancelled)
def _attack_cancelled(lex: Lexicon, event: facts.AttackCancelled, names: Names) -> Told:
    if event.reason == "weather":
        return Told("the attack is called off", "house-2.3b", run="weather")
    if event.reason == "evaded":
        return Told("the fight is called off", "ishkibibble-evade.1")
    if event.reason == "nobody":
        return Told("the attack is off: nobody is left to fight", "house-5.14e")
    return Told("the attack is off: the odds fell too low", "house-5.14e")


HALVES = {
    "majority": "any majority",
    "5-4": "5 to 4",
    "3-2": "3 to 2",
    "2-1": "2 to 1",
    "3-1": "3 to 1",
    "4-1": "4 to 1",
}
"""The advantage that the larger side needs, for each half of a card."""


@tells(facts.CombatCardDrawn)
def _combat_card(lex: Lexicon, event: facts.CombatCardDrawn, names: Names) -> Told:
    card = f"“{lex.kind(event.card)}”"
    if event.kept:
        return Told(f"{names(event.seat)} draws {card}, keeps it and draws again", "base-4.2")
    if event.half == "none":
        return Told(f"{card} decides nothing, and another card is drawn", "base-9.5")
    if event.half == "doubt":
        return Told(f"the card is {card}: somebody wavers", "ishkibibble-vacillating.3")
    if event.half == "bad_weather":
        rule = "base-9.6" if event.place is None else "base-10.6"
        return Told(f"the card is {card}: bad weather", rule, run="weather")
    if event.place is not None or event.ambush:
        rule = "base-18.1" if event.ambush else "base-10.4"
        return Told(f"the card is {card}: the weather is fair", rule)
    return Told(f"the card is {card}: {HALVES[event.half]} wins", "base-9.5")


@tells(facts.Ambushed)
def _ambushed(lex: Lexicon, event: facts.Ambushed, names: Names) -> Told:
    where = f"for {names(event.against)} at {lex.square(event.square)}"
    sides = f"{lex.nobles(event.attackers)} against {lex.nobles(event.defenders)}"
    after = "" if event.target is None else f", above all to kill {lex.piece(event.target)}"
    return Told(f"{names(event.seat)} lies in ambush {where}: {sides}{after}", "base-18.1")


@tells(facts.BattleDecided)
def _battle_decided(lex: Lexicon, event: facts.BattleDecided, names: Names) -> Told:
    # The card's own line may be missing, so say here what the card asks for.
    sides = f"{event.strength} against {event.opposed}"
    if event.winner is None:
        short = f"falls short of {HALVES[event.half]}"
        made = "is no majority" if event.half == "majority" else short
        return Told(f"{sides} {made}: nobody wins", "base-9.8")
    made = "is a majority" if event.half == "majority" else f"reaches {HALVES[event.half]}"
    friends = f", with {listed(map(names, event.beside))}," if event.beside else ""
    return Told(f"{sides} {made}: {names(event.winner)}{friends} wins", "base-9.7")


@tells(facts.DeathDiceRolled)
def _death_dice(lex: Lexicon, event: facts.DeathDiceRolled, names: Names) -> Told:
    fate = "dies" if event.dies else "lives"
    one, two = event.dice
    return Told(
        f"{lex.piece(event.who)} {one}+{two} {fate}", "base-19.5", "deaths", "Dice against death: "
    )


@tells(facts.BattleRolled)
def _battle_rolled(lex: Lexicon, event: facts.BattleRolled, names: Names) -> Told:
    result = RESULTS.get(event.result, event.result)
    sides = f"{event.strength} against {event.opposed}"
    if event.roll is None:
        return Told(f"{sides} is below 1 to 4, so {result}", "house-5.15c")
    rows = lex.content.battle.rows
    number = ord(event.column) - ord("B")
    odds = "" if not 0 <= number < len(rows) else " at {} to {}".format(*rows[number].low)
    return Told(f"{sides}{odds}: rolled {event.roll:02d}, {result}", "house-2.3c")


@tells(facts.DeathRolled)
def _death_rolled(lex: Lexicon, event: facts.DeathRolled, names: Names) -> Told:
    fate = "dies" if event.dies else "lives"
    return Told(
        f"{lex.piece(event.who)} {event.roll:02d}/{event.chance:02d} {fate}",
        "house-2.3d",
        "deaths",
        "Rolls against death: ",
    )


says(facts.Captured, "{captor:seat} captures {nobles:nobles}", "house-5.16a")


_HOME = {"retreat": "house-5.16b", "ransom": "house-5.19c", "freed": "ishkibibble-ransom.4"}
"""The rules by which nobles go home, except Parliament's."""


@tells(facts.WentHome)
def _went_home(lex: Lexicon, event: facts.WentHome, names: Names) -> Told:
    rule = _HOME.get(event.cause, "house-7.4.1")
    verb = "retreats home" if event.cause == "retreat" else "goes home"
    spot = lex.spot(event.square, event.inside)
    return Told(f"{lex.noble(event.noble)} {verb} and is now {spot}", rule, run="home")


# Ransom


def _goods(lex: Lexicon, event: facts.RansomOffered | facts.Ransomed) -> list[str]:
    """The places, ships, cards and draws of a ransom, if the event names them."""
    places = [lex.place(place) for place in event.places]
    cards = (lex.kind(thing) for thing in (*event.ships, *event.cards))
    return [*places, *cards, *([draws(event.draws)] if event.draws else [])]


@tells(facts.RansomOffered)
def _ransom_offered(lex: Lexicon, event: facts.RansomOffered, names: Names) -> Told:
    text = f"{does(names(event.seat), 'offer')} {names(event.captor)}"
    noble, secret = lex.noble(event.noble), "Only the two of you see this"
    if event.promise:
        goods = listed(
            [*_goods(lex, event), f"the promise {quoted(event.promise)} (by round {event.due})"]
        )
        return Told(f"{text} a ransom for {noble}: {goods}. {secret}", "house-5.19a")
    if event.number == 0:
        return Told(f"{text} nothing for {noble}", "house-5.19a")
    if event.audience is None:
        things = plural(event.number, "thing")
        return Told(f"{text} a ransom of {things} for {noble}", "house-5.19a")
    goods = listed(_goods(lex, event))
    return Told(f"{text} a ransom for {noble}: {goods}. {secret}", "house-5.19a")


@tells(facts.Ransomed)
def _ransomed(lex: Lexicon, event: facts.Ransomed, names: Names) -> Told:
    hidden = [plural(event.number, "hidden card")] if event.number else []
    price = listed([*_goods(lex, event), *hidden]) or "nothing but thanks"
    if event.draws:
        text = f"{names(event.captor)} accepts {price} from {names(event.seat)} for"
        held = f"{text} {lex.noble(event.noble)}, and holds him until the draws are paid"
        return Told(held, "ishkibibble-ransom.3")
    return Told(
        f"{names(event.captor)} lets {lex.noble(event.noble)} go back"
        f" to {names(event.seat)} for {price}",
        "house-5.19c",
    )


says(
    facts.Pardoned,
    "{seat:seat} plays a King’s Pardon, and {captor:seat} must let {noble:noble} go",
    "base-19.4",
)


@tells(facts.RansomRefused)
def _ransom_refused(lex: Lexicon, event: facts.RansomRefused, names: Names) -> Told:
    noble = lex.noble(event.noble)
    if event.final:
        return Told(f"{names(event.captor)} takes no ransom for {noble}", "house-5.19d")
    return Told(f"{names(event.captor)} wants more for {noble}", "house-5.19a")


# Sieges


@tells(facts.SiegeLaid)
def _siege_laid(lex: Lexicon, event: facts.SiegeLaid, names: Names) -> Told:
    sides = f"{lex.nobles(event.besiegers)} ({event.strength}) against {event.defence}"
    place = lex.place(event.place)
    if event.by == "weather":
        text = f"{place} is now under siege by {names(event.seat)}: {sides}"
        return Told(text, "house-6.1c", run="weather")
    if event.by == "ship":
        text = f"{names(event.seat)} lays siege to {place} from aboard ship: {sides}"
        return Told(text, "house-8.6.16")
    return Told(f"{names(event.seat)} lays siege to {place}: {sides}", "house-6.2a")


@tells(facts.SiegeJoined)
def _siege_joined(lex: Lexicon, event: facts.SiegeJoined, names: Names) -> Told:
    verb = conjugated(event.nobles, "joins", "join")
    nobles = f"{own(names(event.seat))} {lex.nobles(event.nobles)}"  # the siege may be another’s
    return Told(f"{nobles} {verb} the siege of {lex.place(event.place)}", "house-6.2c")


says(facts.SiegePassedOn, "{seat:seat} takes over the siege of {place:place}", "house-8.6.18")


@tells(facts.SiegeHeld)
def _siege_held(lex: Lexicon, event: facts.SiegeHeld, names: Names) -> Told:
    rules, siege = (
        lex.content.ruleset,
        f"{own(names(event.seat))} siege of {lex.place(event.place)}",
    )
    if rules.garrison_after_siege == (1, 1):  # waiting gains nothing
        return Told(f"{siege} goes on into turn {event.turns}", "base-10.10")
    rule = "house-6.3a" if event.turns >= rules.siege_reduce_on_turn else "house-6.2e"
    text = f"{siege} enters turn {event.turns}: the garrison counts {event.garrison}"
    return Told(text, rule)


@tells(facts.AssaultDeclared)
def _assault_declared(lex: Lexicon, event: facts.AssaultDeclared, names: Names) -> Told:
    text = (
        f"{names(event.seat)} tries to conclude the siege of {lex.place(event.place)}:"
        f" {lex.nobles(event.attackers)} ({event.strength}) against {event.defence}"
    )
    if event.defenders:
        text += f", {lex.nobles(event.defenders)} inside"
    return Told(text, "house-6.1a")


@tells(facts.SiegeConcluded)
def _siege_concluded(lex: Lexicon, event: facts.SiegeConcluded, names: Names) -> Told:
    place = lex.place(event.place)
    if not event.taken:
        return Told(f"no attacker survives to take {place}: the siege is over", "house-6.1h")
    if event.allies:
        thanks = f", with help from {listed(map(names, event.allies))}"
        return Told(f"{place} falls to {names(event.seat)}{thanks}!", "house-5.11g")
    return Told(f"{place} falls to {names(event.seat)}!", "house-6.1e")


@tells(facts.SiegeBroken)
def _siege_broken(lex: Lexicon, event: facts.SiegeBroken, names: Names) -> Told:
    text, rule = _BROKEN.get(event.reason, ("{siege} is over", ""))
    who, place = names(event.seat), lex.place(event.place)
    return Told(text.format(who=who, place=place, siege=f"{own(who)} siege of {place}"), rule)


says(
    facts.ReturnedInside,
    "{nobles:nobles} {nobles:goes|go} back inside {place:place}",
    "house-6.4d",
)
