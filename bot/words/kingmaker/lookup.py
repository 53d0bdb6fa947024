"""Looking things up: what a card does, what a place is, and what everybody knows about them now."""

from __future__ import annotations

from bot.rules.kernel import Seat
from bot.rules.kingmaker.components import CrownCard, EventCard, Heir
from bot.rules.kingmaker.conditions.lasting import ROGUES
from bot.rules.kingmaker.ids import NO_NOBLE, CardId, HeirId, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker.lookout import Lookout
from bot.words.kingmaker.names import Lexicon, event_text
from bot.words.phrases import either, listed, plural
from bot.words.shape import Names

_USES: dict[str, tuple[str, tuple[str, ...]]] = {
    "noble": (
        "Comes into play at one of his castles, and holds them all.",
        ("base-2.7", "base-1.15"),
    ),
    "title": (
        "Goes to a noble without a title, and brings him its troops, votes and places.",
        ("house-1.4", "house-1.8"),
    ),
    "office": (
        "Goes to a titled noble without an office, and brings its troops, votes and places.",
        ("house-1.6", "house-1.7"),
    ),
    "bishop": ("Goes to a noble. Bishops crown a King.", ("house-2.5b",)),
    "mercenary": ("Goes to a noble and joins his troops.", ("base-1.9",)),
    "place": ("Gives a noble control of the place.", ("base-1.15",)),
    "pardon": (
        "Kept in hand. Frees a captive noble of yours who is about to be put to death.",
        ("base-19.4",),
    ),
    "ship": ("Goes to a noble, who commands the ship.", ("base-2.7",)),
}
"""The use of a Crown card, by kind, and the rules for it."""


_AIMS: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "house": (
        (
            "You win at once when you hold the only crowned King and every other royal heir is "
            "dead: take heirs, crown one, and see to the others.",
            ("house-3.2",),
        ),
    ),
    "four_turns": (
        (
            "You win by holding the only crowned King, who must not be *Henry VI*, through four "
            "of your turns in a row.",
            ("classic-object.1", "classic-object.2"),
        ),
    ),
    "last_king": (
        (
            "You win at once when you hold the last living heir and he is King: take heirs, "
            "crown one, and see to the others.",
            ("base-14.1",),
        ),
        (
            "He must be on the map, not at sea or on the Continent. While *Beaufort* is on it, "
            "you cannot win with the last heir of York.",
            ("base-14.3", "base-14.2"),
        ),
    ),
    "points": (
        (
            "When one of the two Houses has no living heir, the player with the most points wins. "
            "Nobles, titles, offices, the church, mercenaries, ships and towns give points.",
            ("families-victory.1",),
        ),
        (
            "Everybody on the surviving House’s side gains half as much again, or a quarter for a "
            "family that favours the other House.",
            ("families-victory.10", "families-victory.11"),
        ),
    ),
}
"""How to win at a table, by its victory procedure: sentences, and the rules behind each."""
_TIME_UP: dict[str, tuple[str, tuple[str, ...]]] = {
    "house": (
        (
            "If the table’s time runs out first, votes decide: a King with half of "
            "the Commons and the most Lords wins. If nobody has that, the player with the most "
            "votes in the Commons and the one with the most in the Lords win together."
        ),
        ("house-3.6", "house-3.9"),
    ),
    "four_turns": (
        "If the table’s time runs out first, a last Parliament decides: the most votes in "
        "both houses win.",
        ("classic-object.3",),
    ),
}
"""How to win at a table with a limit when its time runs out."""


def aim(lex: Lexicon, *, limited: bool = True) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """How to win the game under these rules; empty if there are no words yet for the victory.

    The text mentions the time running out only if the table has a limit (``limited``).
    """
    victory = lex.content.ruleset.use.victory
    at_the_end = _TIME_UP.get(victory) if limited else None
    return (*_AIMS.get(victory, ()), *([] if at_the_end is None else [at_the_end]))


def cards(lex: Lexicon) -> dict[str, str]:
    """Every card and heir that can be looked up, one id for each name."""
    content = lex.content
    found: dict[str, str] = {}
    for thing in (*content.crown, *content.heirs, *content.events):
        found.setdefault(lex.kind(thing), thing)
    return {thing: name for name, thing in found.items()}


def places(lex: Lexicon) -> dict[str, str]:
    """Every place on the map, with its name."""
    return {key: place.name for key, place in lex.board.places.items()}


# Cards


def card_text(lex: Lexicon, thing: str, view: BoardView | None, names: Names) -> str:
    """A card or an heir in words: what it is, what it does, and where it is if everybody knows."""
    if thing in lex.content.events:
        return "\n".join(_event_lines(lex, lex.content.events[CardId(thing)]))
    look = None if view is None else Lookout(lex, view)
    if thing in lex.content.heirs:
        return "\n".join(_heir_lines(lex, HeirId(thing), look, names))
    return "\n".join(_crown_lines(lex, CardId(thing), look, names))


def _crown_lines(lex: Lexicon, card_id: CardId, look: Lookout | None, names: Names) -> list[str]:
    card = lex.content.crown[card_id]
    same = [key for key, other in lex.content.crown.items() if other.name == card.name]
    lines = [f"### {card.name}", " · ".join(lex.card_facts(card_id))]
    if len(same) > 1:
        lines.append(f"There are {len(same)} of these cards.")
    if card.kind in _USES:
        use, rules = _USES[card.kind]
        lines.append(lex.cite(use, *rules))
    lines += _leads_to(lex, card_id)
    if card.note:
        lines.append(f"*{card.note}*")
    if look is None:
        return lines
    known = [line for key in same for line in _whereabouts(look, key, names)]
    return [*lines, *(known or ["It is not on the table just now."])]


_CAMPS = {"irish_kerns": "ishkibibble-kerns.3", "scottish_mercenaries": "ishkibibble-scots.2"}


def _leads_to(lex: Lexicon, card_id: CardId) -> list[str]:
    """The place where a card must be given, and what the card opens."""
    rules, lines = lex.content.ruleset, []
    camps = [place for place in rules.raised_at.get(card_id, ()) if lex.content.is_open(place)]
    if camps:
        who = (
            f"the {lex.kind(rules.raised_by[card_id])}" if card_id in rules.raised_by else "a noble"
        )
        text, rule = (
            f"Can only be given to {who} in {either(map(lex.place, camps))}.",
            _CAMPS.get(card_id, "base-19.6"),
        )
        if card_id in rules.ferries:
            text += " In that turn his force may cross the sea to an English port without a ship."
        lines.append(lex.cite(text, rule))
    if card_id in rules.ferried_from:
        where = either(map(lex.place, camps))
        text = f"Nobles of his faction in {where} cross to English ports without a ship."
        lines.append(lex.cite(text, "ishkibibble-kerns.4"))
    if lex.content.crown[card_id].idle_in:
        lines.append(lex.cite("The Kerns do not fight in Ireland.", "ishkibibble-kerns.1"))
    opened = [place for place, card in rules.entered_by.items() if card == card_id]
    if opened:
        text = f"Ships of his faction may put in at {lex.places(opened)}."
        lines.append(lex.cite(text, "base-19.10"))
    house = rules.family_nobles.get(NobleId(CardId(card_id)))
    if house is not None:
        text = f"In no deck: serves the player with the senior heir of {lex.house(house)}."
        lines.append(lex.cite(text, "base-19.3"))
    return lines


def _whereabouts(look: Lookout, card_id: CardId, names: Names) -> list[str]:
    """The place where a Crown card is face up; empty if it is not face up."""
    lex, view = look.lex, look.view
    lone = view.nobles.get(NobleId(CardId(card_id)))
    if lone is not None:
        facts = [f for f in look.noble_facts(NobleId(card_id)) if f not in lex.card_facts(card_id)]
        beside = [lex.things(lone.cards)] if lone.cards else []
        now = f"Now: {names(lone.seat)} · {' · '.join([*facts, *beside])}"
        if lone.inside in lex.board.places or lone.captor is not None or lone.aboard is not None:
            return [now]
        here = [n for n in look.nobles_in(lone.square) if view.nobles[n].seat == lone.seat]
        return [now, *_threats(look, lone.square, lone.seat, look.strength(here), names)]
    if card_id in view.waiting:
        return ["Now beside the board."]
    for key, noble in view.nobles.items():
        if card_id in (noble.title, noble.office, *noble.cards):
            return [f"Now with {lex.noble(key)} ({names(noble.seat)})."]
    return []


def _start(lex: Lexicon, heir: Heir) -> str:
    """The place where an heir starts, or the places a die chooses from."""
    faces = lex.content.ruleset.heir_dice.get(heir.id)
    if faces is None:
        return f"at {lex.place(heir.start)}"
    return f"at {' or '.join(map(lex.place, dict.fromkeys(faces)))}: a die decides"


def _heir_lines(lex: Lexicon, heir_id: HeirId, look: Lookout | None, names: Names) -> list[str]:
    heir = lex.content.heirs[heir_id]
    if heir.spare:
        kind = "a royal child" if heir.spare == "born" else "a pretender"
        return [f"### {heir.name}", f"the counter of {kind}, brought in by an Event card"]
    lines = [
        f"### {heir.name}",
        f"royal heir of {lex.house(heir.house)} · number {heir.order} of the house"
        f" · starts {_start(lex, heir)}",
        lex.cite("Has no troops, and goes wherever the keeper goes.", "house-1.2"),
    ]
    if look is not None and heir_id in look.view.heirs:
        seen = look.view.heirs[heir_id]
        keeper = look.view.nobles.get(seen.holder or NO_NOBLE)
        seat = seen.held_by if keeper is None else keeper.seat
        whose = "" if seat is None else f" ({names(seat)})"
        facts = look.heir_facts(heir_id) if seen.alive else [look.rank(heir_id, seen)]
        lines.append(f"Now: {' · '.join(facts)}{whose}")
    return lines


def _event_lines(lex: Lexicon, card: EventCard) -> list[str]:
    same = [other for other in lex.content.events.values() if other.title == card.title]
    lines = [f"### {card.title}", "Event card"]
    if len(same) > 1:
        lines[-1] += f" · {len(same)} in the deck"
    lines.append(event_text(lex.content, card))
    lines += [f"• {lex.kind(call.who)} to {lex.place(call.to)}" for call in card.calls]
    if card.hold:
        lines.append("The player who draws it keeps it until it is used.")
    if lex.content.ruleset.use.battle == "event_card":
        return [*lines, _lower_half(lex, card)]
    if card.kind in ("writ", "free_move"):
        weather = "If it is drawn for the weather, it is kept and another card is drawn."
        lines.append(lex.cite(weather, "house-5.14d"))
    else:
        bad = "bad: the attack is called off" if card.bad_weather else "fair: the attack goes on"
        lines.append(lex.cite(f"If it is drawn in an attack, the weather is {bad}.", "house-2.3b"))
    return lines


_DOUBT = "ishkibibble-vacillating.3"


def _lower_half(lex: Lexicon, card: EventCard) -> str:
    """What a card decides when it is drawn for a battle or a siege, and whom it names."""
    if card.kind == "vacillating":
        text = "If it is drawn for a battle, a noble on one side goes home or changes sides"
        return lex.cite(
            f"{text}, and another card is drawn. If the sides are equal, that counts as bad"
            " weather.",
            _DOUBT,
        )
    if card.combat == "none":
        return lex.cite(
            "If it is drawn for a battle, it decides nothing and another card is drawn.", "base-9.5"
        )
    if card.bad_weather:
        return lex.cite(
            "If it is drawn for a battle, it brings bad weather: there is no battle.", "base-9.6"
        )
    odds = f"at {card.combat.replace('-', ' to ')} or better"
    ratio = "with any majority" if card.combat == "majority" else odds
    text = f"If it is drawn for a battle, the larger force wins {ratio}."
    if card.killed and lex.content.ruleset.use.deaths == "card_names":
        text += f" Killed if they fight: {lex.nobles(card.killed)}."
    return lex.cite(text, "base-9.7")


# Places


def place_text(lex: Lexicon, thing: str, view: BoardView | None, names: Names) -> str:
    """A place, square or sea in words: what it is, whose it is, and who is there; for a ship, where
    she is. Empty for anything else.
    """
    square, place_id = SquareId(thing), PlaceId(thing)
    if view is not None and square in lex.board.squares:
        return "\n".join(_square_now(Lookout(lex, view), square, names))
    if view is not None and (thing in lex.board.seas or thing in view.ships):
        look = Lookout(lex, view)
        ships = [key for key, ship in view.ships.items() if thing in (key, ship.sea)]
        return "\n".join(f"{lex.kind(key)}: {' · '.join(look.ship_facts(key))}" for key in ships)
    if place_id not in lex.board.places:
        return ""
    place = lex.board.places[place_id]
    facts = [lex.fortress(place_id)]
    if place.garrison:
        when = " while somebody is inside" if place.is_open_town else ""
        facts.append(f"garrison {place.garrison}{when}")
    room = lex.content.ruleset.capacity(place)
    facts += [f"room for {room} troops"] if room is not None else []
    facts += ["port"] if place.port else []
    facts += ["cathedral"] if place.cathedral else []
    facts += [f"{plural(place.commons, 'vote')} in the Commons"] if place.commons else []
    where = lex.square(place.square) if place.square else "beside the map"
    lines = [f"### {place.name}", where, " · ".join(facts)]
    if not lex.content.is_open(place_id):
        lines.append("Nobody may go there under these rules.")
    givers = [key for key, card in lex.content.crown.items() if place_id in _given(card)]
    if givers:
        lines.append(f"Comes with: {lex.things(givers)}")
    roads = [road.name for road in lex.board.roads.values() if place_id in road.places]
    if roads:
        lines.append(f"On the road: {', '.join(roads)}")
    if view is not None:
        lines += _place_now(Lookout(lex, view), place_id, names)
    return "\n".join(lines)


def _given(card: CrownCard) -> tuple[str, ...]:
    """The places that a Crown card gives."""
    return (*card.castles, *card.controls)


_INVADERS = {
    "french": ("In the hands of the French.", "base-19.2"),
    ROGUES: ("In the hands of the French Foot Soldiers.", "ishkibibble-treachery-french.2"),
    "scots": ("In the hands of the Scots.", "ishkibibble-scotsinvasion.5"),
}


def _place_now(look: Lookout, place_id: PlaceId, names: Names) -> list[str]:
    lex, view, place = look.lex, look.view, look.lex.board.places[place_id]
    lines = []
    holder = look.holder(place_id)
    if holder is not None and holder in view.nobles:
        lines.append(f"Held by {lex.noble(holder)} ({names(view.nobles[holder].seat)}).")
    elif place_id in view.invaders:
        lines.append(lex.cite(*_INVADERS[view.invaders[place_id]]))
    elif place.is_fortress:
        lines.append("Neutral: nobody holds it.")
    siege = view.sieges.get(place_id)
    if siege is not None:
        lines.append(
            f"Under siege by {lex.nobles(siege.besiegers)} ({names(siege.seat)}),"
            f" turn {siege.turns}; the garrison counts {siege.garrison}."
        )
    within = look.nobles_inside(place_id)
    lone = [h for h in look.lone_heirs(place.square) if view.heirs[h].inside == place_id]
    if within or lone:
        lines.append(f"Inside: {_company(look, within, lone, names)}")
    if place.is_fortress and within:
        lines.append(f"Its defence is {look.defence(place)} in all.")
    around = look.nobles_in(place.square) if place.square else []
    alone = [h for h in look.lone_heirs(place.square) if view.heirs[h].inside is None]
    if around or (place.square and alone):
        lines.append(f"In the open outside: {_company(look, around, alone, names)}")
    ships = [key for key, ship in view.ships.items() if ship.port == place_id]
    if ships:
        lines.append(f"In port: {lex.things(ships)}")
    defenders = [holder] if holder in view.nobles else within
    if place.is_fortress and defenders:
        seat = view.nobles[defenders[0]].seat
        lines += _threats(look, place.square, seat, look.defence(place), names)
    return lines


def _square_now(look: Lookout, square: SquareId, names: Names) -> list[str]:
    """A square: its ground, its places, who stands in the open, and who could come."""
    lex, view, seen = look.lex, look.view, look.lex.board.squares[square]
    lines = [lex.ground(square)]
    for place in map(lex.board.places.__getitem__, seen.places):
        lines.append(f"{place.name}: {' · '.join(look.place_facts(place))}")
    if seen.roads:
        lines.append(f"On the road: {', '.join(map(lex.kind, seen.roads))}")
    around = look.nobles_in(square)
    alone = [h for h in look.lone_heirs(square) if view.heirs[h].inside is None]
    if around or alone:
        lines.append(f"In the open: {_company(look, around, alone, names)}")
    strengths: dict[Seat, int] = {}
    for key in around:
        seat = view.nobles[key].seat
        strengths[seat] = strengths.get(seat, 0) + view.nobles[key].troops
    if strengths:
        told = (f"{names(seat)} {troops}" for seat, troops in strengths.items())
        lines.append(f"Strength in the open: {', '.join(told)}")
        strongest = max(strengths, key=lambda seat: strengths[seat])
        lines += _threats(look, square, strongest, strengths[strongest], names)
    return lines


_MOST_THREATS = 4


def _threats(look: Lookout, square: SquareId, seat: Seat, opposed: int, names: Names) -> list[str]:
    """The forces elsewhere that could come in one march and are at least as strong as
    ``opposed``."""
    nobles = look.view.nobles
    forces = [f for f in look.comers(square, seat, opposed) if nobles[f[0]].square != square]
    if not forces:
        return []
    forces.sort(key=lambda force: -look.strength(force))
    told = [f"{look.force(f, 2)} of {names(nobles[f[0]].seat)}" for f in forces[:_MOST_THREATS]]
    more = [f"{len(forces) - _MOST_THREATS} more"] if len(forces) > _MOST_THREATS else []
    return [f"Within one march, and at least as strong: {listed([*told, *more])}"]


def _company(look: Lookout, nobles: list[NobleId], alone: list[HeirId], names: Names) -> str:
    """Nobles with their troops, player and heirs, then heirs on their own."""
    lex, words = look.lex, []
    for key in nobles:
        seen = look.view.nobles[key]
        heirs = f" with {lex.heirs(seen.heirs)}" if seen.heirs else ""
        words.append(f"{lex.noble(key)} {seen.troops}{heirs} ({names(seen.seat)})")
    words += [f"{lex.heir(heir)} alone" for heir in alone]
    return ", ".join(words)
