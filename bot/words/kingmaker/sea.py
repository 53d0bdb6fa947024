"""The log of ships: going aboard, sailing, landing, storms, shelter in port, fights and
blockades."""

from __future__ import annotations

from bot.rules.kernel import Seat
from bot.rules.kingmaker import facts
from bot.words.kingmaker.chronicle import conjugated
from bot.words.kingmaker.names import Lexicon
from bot.words.kingmaker.telling import says, tells
from bot.words.phrases import Told, listed, own
from bot.words.shape import Names


def _move(text: str, rule: str, seat: Seat, names: Names) -> Told:
    """A move at sea, reported in one line with the player's other moves."""
    return Told(text, rule, run=f"moves of {seat}", head=f"{names(seat)}: ")


@tells(facts.Embarked)
def _embarked(lex: Lexicon, event: facts.Embarked, names: Names) -> Told:
    verb = conjugated(event.nobles, "goes", "go")
    text = f"{lex.nobles(event.nobles)} {verb} aboard {lex.kind(event.ship)}"
    return _move(f"{text} at {lex.place(event.port)}", "house-8.6.3", event.seat, names)


@tells(facts.Sailed)
def _sailed(lex: Lexicon, event: facts.Sailed, names: Names) -> Told:
    text = f"{lex.kind(event.ship)} sails from {lex.kind(event.origin)} to {lex.kind(event.to)}"
    if event.nobles:
        text += f" with {lex.nobles(event.nobles)}"
    return _move(text, "house-2.2g", event.seat, names)


@tells(facts.Landed)
def _landed(lex: Lexicon, event: facts.Landed, names: Names) -> Told:
    verb, port = conjugated(event.nobles, "goes", "go"), lex.place(event.port)
    is_land = lex.board.places[event.port].kind == "special"
    where = f"inside {port}" if event.inside else f"in {port}" if is_land else f"at {port}"
    rule = "house-8.6.14" if event.inside else "house-2.2i"
    return _move(f"{lex.nobles(event.nobles)} {verb} ashore {where}", rule, event.seat, names)


@tells(facts.Crossed)
def _crossed(lex: Lexicon, event: facts.Crossed, names: Names) -> Told:
    verb = conjugated(event.nobles, "crosses", "cross")
    text = f"{lex.nobles(event.nobles)} {verb} the sea to {lex.place(event.to)} with the"
    if event.kerns:
        return _move(f"{text} Kerns", "ishkibibble-kerns.4", event.seat, names)
    text += " French"
    return _move(text, "base-19.6", event.seat, names)


# Ships that must seek a port


@tells(facts.ShipSoughtPort)
def _sought_port(lex: Lexicon, event: facts.ShipSoughtPort, names: Names) -> Told:
    ship, port = lex.kind(event.ship), lex.place(event.port)
    if event.cause == "storm":
        return Told(f"{ship} finds shelter at {port}", "house-8.6.23", "storm", _STORM)
    if event.cause == "call":
        return Told(f"{ship} puts in at {port}: somebody aboard is called", "house-8.3.2")
    if event.cause == "ransom":
        return Told(f"{ship} puts in at {port} and is lost", "ishkibibble-seacombat.8")
    if event.cause == "sent":
        return Told(f"{ship} is sent to {port}", "ishkibibble-seacombat.15")
    if event.cause == "master":
        return Told(f"{ship} changes hands and puts in at {port}", "base-8.9")
    home = lex.content.ships[event.ship].home_port == event.port
    if event.cause == "home" or home:
        return Told(f"{ship} to {port}", "house-7.4.4", "ships home", "Ships go home: ")
    return Told(f"{ship} at {port}", "house-7.1.26", "ships in", "Parliament calls ships to port: ")


_STORM = "Storm at sea: "


@tells(facts.StormRolled)
def _storm_rolled(lex: Lexicon, event: facts.StormRolled, names: Names) -> Told:
    ship, fate = lex.kind(event.ship), "is lost" if event.lost else "rides it out"
    passing = f" sails past {lex.place(event.port)}," if event.port is not None else ""
    return Told(
        f"{ship}{passing} rolls {event.roll:02d} (lost on {event.lost_from} or more) and {fate}",
        "house-8.6.25" if event.port is not None else "house-5.10a",
        "storm",
        _STORM,
    )


@tells(facts.ShipLost)
def _ship_lost(lex: Lexicon, event: facts.ShipLost, names: Names) -> Told:
    drowned = listed([*map(lex.noble, event.nobles), *map(lex.heir, event.heirs)])
    company = f" with {drowned}" if drowned else " with nobody aboard"
    text = f"{lex.kind(event.ship)} goes down{company}"
    if event.gale:
        return Told(text, "ishkibibble-gales.1", "gale", "Gales at Sea: ")
    return Told(text, "house-5.10c", "storm", _STORM)


# Fights at sea


@tells(facts.SeaBattleJoined)
def _sea_battle(lex: Lexicon, event: facts.SeaBattleJoined, names: Names) -> Told:
    seat, sea = names(event.seat), lex.kind(event.sea)
    fleet = f"{listed(map(lex.kind, event.fleet))} ({event.strength})"
    sides = f"{fleet} against {listed(map(lex.kind, event.foes))} ({event.opposed})"
    if event.blockade is not None:
        out = f"{seat} breaks out of {lex.place(event.blockade)} through"
        text = f"{out} {own(names(event.against))} blockade: {sides} in the {sea}"
        return Told(text, "ishkibibble-blockade.2")
    text = f"{seat} attacks {names(event.against)} at sea, in the {sea}: {sides}"
    return Told(text, "ishkibibble-seacombat.1")


@tells(facts.ShipTaken)
def _ship_taken(lex: Lexicon, event: facts.ShipTaken, names: Names) -> Told:
    text = f"{names(event.seat)} takes {lex.kind(event.ship)}"
    if event.till_port:
        return Told(f"{text} until she reaches a port", "ishkibibble-seacombat.10", run="prizes")
    return Told(text, "ishkibibble-seacombat.6", run="prizes")


says(facts.ShipScuttled, "{seat:seat} scuttles {ship:kind}", "ishkibibble-seacombat.11")
says(
    facts.ShipOwed,
    "{noble:noble} must bring {ship:kind} to a port in his next turn. There she becomes {seat:own}",
    "ishkibibble-seacombat.8",
)


@tells(facts.PortBlockaded)
def _port_blockaded(lex: Lexicon, event: facts.PortBlockaded, names: Names) -> Told:
    text = f"{lex.kind(event.ship)} blockades {lex.place(event.port)}"
    return _move(text, "ishkibibble-blockade.1", event.seat, names)


says(facts.ShipHeld, "{ship:kind} is a prisoner in {port:place}", "ishkibibble-blockade.3")
