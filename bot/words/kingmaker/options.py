"""Menu options: the name of each candidate, and what a player needs to know about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from bot.rules.kernel import Field, Offer, Seat
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.combat.siege_orders import SIEGES
from bot.rules.kingmaker.corrections.land import VERBS as CORRECTIONS
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, ShipId, SquareId
from bot.rules.kingmaker.view import BoardView
from bot.words.kingmaker import corrections as words_corrections
from bot.words.kingmaker import standing_orders as words_beforehand
from bot.words.kingmaker.expansion.captives import draws
from bot.words.kingmaker.families.log import plays_text
from bot.words.kingmaker.lookout import Lookout
from bot.words.kingmaker.names import Lexicon, square_label
from bot.words.phrases import cut, described, listed, plural
from bot.words.shape import DESCRIPTION_LIMIT, LABEL_LIMIT, Names

Facts = tuple[str, list[str]]


def option(
    lex: Lexicon,
    offer: Offer,
    field: Field,
    candidate: str,
    view: BoardView,
    names: Names | None = None,
) -> tuple[str, str]:
    """The label and the description of a candidate."""
    look = Lookout(lex, view, names)
    describe = _FIELDS.get(field.name, _anything)
    name, facts = describe(look, offer, field, candidate)
    if field.name in _ALIKE:
        name = _numbered(lex, field, candidate, name)
    return cut(name, LABEL_LIMIT), described(dict.fromkeys(facts))


def _numbered(lex: Lexicon, field: Field, candidate: str, name: str) -> str:
    """The name, with a number if another candidate has the same one."""
    alike = [c for c in field.candidates if lex.kind(c) == lex.kind(candidate)]
    return name if len(alike) < 2 else f"{name} ({alike.index(candidate) + 1})"


def _anything(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    return look.lex.kind(candidate), []


# People


def _noble(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    facts = look.noble_facts(NobleId(CardId(candidate)))
    if field.weights is not None:
        weight = field.weights[field.candidates.index(candidate)]
        extra = " with the French" if candidate in field.required else ""
        facts = [f"{weight} troops{extra}", *(f for f in facts if not f.endswith(" troops"))]
    if offer.verb in ("keep_heir", "hold") and candidate in look.view.nobles:
        facts += look.risks(NobleId(CardId(candidate)))
    if offer.verb in ("play", "assign"):
        noble = look.view.nobles[NobleId(CardId(candidate))]
        ranks = look.ranks(NobleId(CardId(candidate)), noble) or ["no title"]
        more = [look.lex.kind(card) for card in noble.cards]
        facts = [f"{noble.troops} troops", *ranks, *more, *facts[1:]]
    return look.lex.kind(candidate), list(dict.fromkeys(facts))


def _heir(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    return look.lex.kind(candidate), look.heir_facts(HeirId(candidate))


def _target(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    row = look.lex.content.battle.assassin
    if candidate in look.view.nobles:
        chance = row.chance(attacking=False, heir=False)
        facts = look.noble_facts(NobleId(CardId(candidate)))
    else:
        chance = row.chance(attacking=False, heir=True)
        facts = look.heir_facts(HeirId(candidate))
    return look.lex.kind(candidate), [f"dies {chance} times in 100", *facts]


# Whom to fight, and where


def _against(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """An enemy's force in the open in the square the offer is about."""
    square = _square_of(look, offer)
    foes = [
        n for n in look.nobles_in(SquareId(square)) if look.view.nobles[n].seat == int(candidate)
    ]
    named = next((f.candidates for f in offer.fields if f.name == "foes"), ())
    foes = [n for n in foes if n in named] or foes
    name = listed(look.lex.kind(n) for n in foes) or f"player {int(candidate) + 1}"
    strength = look.strength(foes)
    facts = [f"{strength} troops"]
    mine = _brought(offer)
    if mine is not None and strength:
        facts.append(odds(look.lex, mine, strength))
    heirs = [heir for n in foes for heir in look.view.nobles[n].heirs]
    if heirs:
        facts.append(f"with {listed(look.lex.kind(heir) for heir in heirs)}")
    return name, [*facts, f"at {look.lex.square(square)}"]


def _square_of(look: Lookout, offer: Offer) -> str:
    for field in offer.fields:
        if field.name == "square":
            return field.candidates[0]
    for field in offer.fields:
        if field.name in ("nobles", "noble") and field.candidates[0] in look.view.nobles:
            return look.view.nobles[NobleId(CardId(field.candidates[0]))].square
    return ""


def _brought(offer: Offer) -> int | None:
    """The total strength that an offer lets a player bring; None if strength does not matter for
    it."""
    for field in offer.fields:
        if field.name == "nobles" and field.weights is not None:
            return sum(field.weights)
    return None


def odds(lex: Lexicon, attack: int, opposed: int) -> str:
    """The odds of a battle: `all your 120: 3 to 2, fails 10%`."""
    return f"all your {attack}: {_row(lex, attack, opposed)}"


def _row(lex: Lexicon, attack: int, opposed: int) -> str:
    row = lex.content.battle.row_for(attack, opposed)
    return "below 1 to 4" if row is None else f"{row.low[0]} to {row.low[1]}, fails {row.fails}%"


def _place(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    place = look.lex.board.places.get(PlaceId(candidate))
    if place is None and candidate in look.view.ships:
        return _ship(look, offer, field, candidate)
    if place is None:
        return look.lex.kind(candidate), []
    if offer.verb in SIEGES or offer.verb == "lift":
        return place.name, _besieged_facts(look, offer, place)
    inside = field.name == "castle" or offer.verb in ("enter", "ask_leave")
    facts = look.shelter_facts(place) if inside else look.place_facts(place)
    if field.name == "castle":
        # The heirs near that place, and the first force that could march there and match its
        # garrison.
        near = look.heirs_near(place.square)[:2]
        facts = [*near, *look.threats(place.square, look.garrison(place))[:1], *facts]
    return place.name, [*facts, f"square {square_label(place.square)}"]


def _besieged_facts(look: Lookout, offer: Offer, place: Place) -> list[str]:
    garrison, inside = look.garrison(place), look.nobles_inside(place.id)
    inside = [noble for noble in inside if not look.is_mine(noble)]
    defence = f"defence {garrison + look.strength(inside)}"
    if inside:
        defence += f" (garrison {garrison}, {look.force(inside, 2)})"
    facts = [defence, look.held(place)]
    least = [f.weight_min for f in offer.fields if f.name == "nobles" and f.weight_min]
    mine = _brought(offer)
    if least and mine is not None:
        facts.insert(1, f"{least[0]} needed, you have {mine}")
    siege = look.view.sieges.get(place.id)
    if siege is not None:
        facts.append(f"turn {siege.turns} of the siege")
    return facts


# Destinations


def _to(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    if offer.verb == "propose_deal":
        return _player(look, Seat(int(candidate)))
    if offer.verb == "sail":
        return _sea_or_port(look, offer, candidate)
    if offer.verb in CORRECTIONS:
        return words_corrections.target_option(look, offer, field, candidate)
    place = look.lex.board.places.get(PlaceId(candidate))
    if place is not None:
        return f"Inside {place.name}", look.shelter_facts(place)
    if candidate not in look.lex.board.squares:
        return look.lex.kind(candidate), []
    if offer.verb in ("answer_call", "attend_king"):
        return f"In the open at {look.lex.square(candidate)}", _square_facts(look, candidate)
    facts = _square_facts(look, candidate)
    if offer.verb in ("march", "ride"):
        facts[1:1] = _odds_against(look, offer, candidate)
    if offer.verb == "march":
        if look.lex.board.squares[SquareId(candidate)].is_forest:
            facts.insert(0, "forest: the march ends")
        steps = _steps_from(look, offer).get(SquareId(candidate))
        if steps:
            facts.append(plural(steps, "square"))
    facts += map(look.lex.kind, look.lex.board.squares[SquareId(candidate)].roads)
    return look.lex.ground(candidate), facts


def _odds_against(look: Lookout, offer: Offer, square: str) -> list[str]:
    """The odds, if all who may come here do so, against the enemy force in the open; empty if there
    is not exactly one such force, or if a card decides."""
    forces: dict[Seat, list[NobleId]] = {}
    for noble in look.nobles_in(SquareId(square)):
        if not look.is_mine(noble):
            forces.setdefault(look.view.nobles[noble].seat, []).append(noble)
    # If there are several forces, the odds would not show which one they are for.
    if len(forces) != 1 or look.lex.content.ruleset.use.battle == "event_card":
        return []
    (foes,) = forces.values()
    mine = [noble for noble in offer.field("nobles").ids(NobleId) if noble in look.view.nobles]
    return [_row(look.lex, look.strength(mine), look.strength(foes))]


def _square_facts(look: Lookout, square: str) -> list[str]:
    """The people and things in a square, enemies and lone heirs first."""
    lex = look.lex
    here = look.nobles_in(SquareId(square))
    friends, foes = look.divided(here) if here else ((), ())
    facts = []
    if foes:
        facts.append(f"enemy {look.force(foes, 2)}")
    facts += look.lone_heirs_facts(SquareId(square))
    for place in lex.board.squares[SquareId(square)].places:
        facts += look.place_facts(lex.board.places[place])
    if friends:
        facts.append(f"your {listed(lex.kind(n) for n in friends[:3])}")
    return facts


def _square(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    return look.lex.ground(candidate), _square_facts(look, candidate)


def _sea_or_port(look: Lookout, offer: Offer, candidate: str) -> Facts:
    """A destination for a ship: a port and what awaits her in it, or a sea square and its ports."""
    lex = look.lex
    place = lex.board.places.get(PlaceId(candidate))
    if place is None:
        near = [lex.place(port) for port, seas in lex.board.ports.items() if candidate in seas]
        there = [lex.kind(key) for key, ship in look.view.ships.items() if ship.sea == candidate]
        facts = [f"{listed(there)} here"] if there else []
        return lex.kind(candidate), [*facts, f"off {listed(near)}" if near else "open sea"]
    facts = look.place_facts(place)
    holder = look.holder(place.id)
    laden = any(look.nobles_aboard(ShipId(ship)) for ship in offer.field("ship").candidates)
    if laden and place.is_fortress and (holder is None or not look.is_mine(holder)):
        facts.insert(1, "you besiege it next unless let in")
    return f"Port of {place.name}", facts


def _steps_from(look: Lookout, offer: Offer) -> Mapping[SquareId, int]:
    """The distance to each destination, in squares."""
    origin, board = SquareId(_square_of(look, offer)), look.lex.board
    if origin not in board.squares:
        return {}
    return board.reach(origin) if offer.verb == "march" else board.steps_from(origin)


# Cards


def _card(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    return look.lex.kind(candidate), look.lex.card_facts(candidate)


def _ship_card(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """A ship, or the ships of a card: where they are now."""
    card = look.lex.content.crown.get(CardId(candidate))
    ships = (candidate,) if card is None else card.ships
    afloat = [ship for ship in ships if ship in look.view.ships]
    if card is not None and not afloat:
        return _card(look, offer, field, candidate)
    return look.lex.kind(candidate), [
        fact for ship in afloat or ships for fact in look.ship_facts(ShipId(ship))
    ]


def _ship(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    return look.lex.kind(candidate), look.ship_facts(ShipId(candidate))


# Deals


_TRADED = ("give", "take", "thing")
"""Fields whose candidates are things in a deal."""
_ALIKE = ("card", "cards", "held", "beside", *_TRADED)
"""Fields in which several candidates may share a name."""


def _player(look: Lookout, seat: Seat) -> Facts:
    """A player, described by the nobles of the faction."""
    nobles = [key for key, noble in look.view.nobles.items() if noble.seat == seat]
    name = f"Player {seat + 1}" if look.names is None else look.names(seat)
    plays = plays_text(look.lex.content, look.view, seat)
    return name, [plays, look.force(nobles) or "no noble in play"]


_TERMS = {
    "one_combat": (
        "For one combat",
        "in this square; if unused, it ends when your next turn begins",
    ),
    "lasting": ("Until cancelled", "wherever you are both in the same square"),
}


def _term(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """The duration of an alliance."""
    name, meaning = _TERMS[candidate]
    return name, [meaning]


def _thing(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    return thing_facts(look, candidate)


def thing_facts(look: Lookout, candidate: str) -> Facts:
    """A thing that changes hands: what it is, and who has it."""
    lex = look.lex
    kind, _, name = candidate.partition(":")
    text = lex.token(candidate)
    if kind == "place":
        facts = look.place_facts(lex.board.places[PlaceId(name)])
    elif kind == "heir":
        facts = look.heir_facts(HeirId(name))
    elif kind == "ship":
        facts = [f for ship in lex.content.crown[CardId(name)].ships for f in look.ship_facts(ship)]
    else:
        keepers = [key for key, noble in look.view.nobles.items() if name in noble.cards]
        facts = [*(f"{lex.kind(key)}’s" for key in keepers), *lex.card_facts(name)]
    return f"{text[:1].upper()}{text[1:]}", facts


def _deal(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """A deal on offer, seen from the viewer's side."""
    deal = next((deal for deal in look.view.deals if deal.name == candidate), None)
    number = candidate.rpartition("-")[2]
    if deal is None:
        return f"Deal {number}", ["on offer"]
    theirs = deal.taker == look.view.seat
    other = deal.giver if theirs else deal.taker
    who = f"player {other + 1}" if look.names is None else look.names(other)
    title = f"Deal {number} {'from' if theirs else 'to'} {who}"
    gain, price = (deal.give, deal.take) if theirs else (deal.take, deal.give)
    # In a suggestion, the facts come after the label.
    facts = _both_sides(look.lex, gain, price, DESCRIPTION_LIMIT - len(title) - len(" — "))
    return title, [*facts, *([f"promise: {deal.promise}"] if deal.promise else [])]


def _both_sides(lex: Lexicon, gain: list[str], price: list[str], room: int) -> list[str]:
    """The things a player gets in a deal and those he gives, with as many names of each as there is
    room for."""
    sides = [("you get", gain, len(gain)), ("you give", price, len(price))]
    while True:
        told = [f"{what} {_plain(lex, tokens, whole)}" for what, tokens, whole in sides]
        longest = max(
            (at for at, (_, tokens, whole) in enumerate(sides) if whole > (len(tokens) == 1)),
            key=lambda at: len(told[at]),
            default=None,
        )
        if len(" · ".join(told)) <= room:
            return told
        if longest is None:
            return _in_brief(lex, gain, price, room)
        what, tokens, whole = sides[longest]
        sides[longest] = what, tokens, whole - 1


def _in_brief(lex: Lexicon, gain: list[str], price: list[str], room: int) -> list[str]:
    """The two sides of a deal, if there is no room for even one name from each: a gift is named; in
    an exchange, only the shorter name is given, if there is room.
    """
    mine, yours = (_plain(lex, tokens, 1) for tokens in (gain, price))
    if not gain or not price:
        ways = [[f"a gift: {yours if price else mine}"]]
    else:
        ways = [[f"you get {mine}", f"you give {_plain(lex, price, 0)}"]]
        ways.insert(
            len(mine) < len(yours), [f"you get {_plain(lex, gain, 0)}", f"you give {yours}"]
        )
    ways.append([f"you get {_plain(lex, gain, 0)}", f"you give {_plain(lex, price, 0)}"])
    return next((told for told in ways if len(" · ".join(told)) <= room), ways[-1])


_CALLED = {
    **dict.fromkeys(("hand", "held", "beside"), "card"),
    **{kind: kind for kind in ("place", "ship", "heir")},
}
"""The words for things in a deal that are counted, not named."""


def _plain(lex: Lexicon, tokens: list[str], whole: int) -> str:
    """The things in a deal as a plain list, the first few of them by name."""
    names = [lex.kind(token.partition(":")[2]) for token in tokens]
    if not whole:
        kinds = {_CALLED.get(token.partition(":")[0], "thing") for token in tokens}
        called = kinds.pop() if len(kinds) == 1 else "thing"
        return plural(len(names), called) if names else "nothing"
    more = [f"{len(names) - whole} more"] if len(names) > whole else []
    return listed([*names[:whole], *more])


def _due(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    due = look.view.round + int(candidate)
    return f"Within {plural(int(candidate), 'round')}", [f"by round {due}"]


def _captive(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    """A captive held for a ransom: the debt, and who he is."""
    noble = NobleId(CardId(candidate))
    held = look.view.custody.get(noble)
    owed = [] if held is None else [f"{draws(held.draws)} still owed"]
    if noble in look.view.nobles:
        return look.lex.kind(candidate), [*owed, *look.noble_facts(noble)]
    return look.lex.kind(candidate), [*owed, *look.heir_facts(HeirId(candidate))]


def _draws(look: Lookout, offer: Offer, field: Field, candidate: str) -> Facts:
    turns = plural(int(candidate), "turn")
    return draws(int(candidate)), [f"paid over {turns}, one in each"]


_FIELDS: dict[str, Callable[[Lookout, Offer, Field, str], Facts]] = {
    "noble": _noble,
    "envoy": _noble,
    "host": _noble,
    "nobles": _noble,
    "foes": _noble,
    "with": _noble,
    "heir": _heir,
    "bring": _heir,
    "heirs": _heir,
    "leave": _heir,
    "left": _heir,
    "king": _heir,
    "target": _target,
    "against": _against,
    "of": lambda look, offer, field, candidate: _player(look, Seat(int(candidate))),
    "family": lambda look, offer, field, candidate: _player(look, Seat(int(candidate))),
    "ally": lambda look, offer, field, candidate: _player(look, Seat(int(candidate))),
    "term": _term,
    "square": _square,
    "to": _to,
    "castle": _place,
    "place": _place,
    "places": _place,
    "card": _card,
    "cards": _card,
    "ships": _ship_card,
    "held": _card,
    "beside": _card,
    "back": _card,
    "by": _noble,
    "summon": _noble,
    "by_sea": _noble,
    "giver": _noble,
    "ship": _ship,
    "port": _place,
    "thing": _thing,
    "give": _thing,
    "take": _thing,
    "deal": _deal,
    "due": _due,
    "captive": _captive,
    "draws": _draws,
    "piece": words_corrections.piece_option,
    "phase": words_corrections.phase_option,
    "spell": words_corrections.spell_option,
    "turns": words_corrections.turns_option,
    "refuge": words_corrections.refuge_option,
    "seat": words_corrections.seat_option,
    "phases": words_beforehand.phase_option,
    "vote": words_beforehand.vote_option,
    "matter": words_beforehand.matter_option,
    "whom": words_beforehand.whom_option,
}


# The order of a long menu


def options_order(lex: Lexicon, offer: Offer, field: Field, view: BoardView) -> list[str]:
    """All candidates in the order of a menu: destinations on land by interest, places, ports and
    seas by name, the rest as offered.
    """
    if field.name == "places":
        return sorted(field.candidates, key=lex.place)
    if field.name != "to" or offer.verb == "propose_deal" or offer.verb in CORRECTIONS:
        return list(field.candidates)
    if offer.verb == "sail":
        ports = lex.board.places
        return sorted(field.candidates, key=lambda c: (c not in ports, lex.kind(c)))
    return _by_interest(Lookout(lex, view), offer, field.candidates)


def _by_interest(look: Lookout, offer: Offer, candidates: Iterable[str]) -> list[str]:
    """Places, then squares: those with heirs, those with enemies or a fortress, those with other
    places, then the rest; the nearest of each first.
    """
    lex, board, view = look.lex, look.lex.board, look.view
    steps = _steps_from(look, offer)
    foes = [noble for noble in view.nobles.values() if noble.seat != view.seat]
    fought = {foe.square for foe in foes}
    heirs = {foe.square for foe in foes if foe.heirs} | {
        heir.square for heir in view.heirs.values() if heir.alive and heir.holder is None
    }
    walled = {board.places[fortress].square for fortress in board.fortresses}
    ranked = dict[str, tuple[int, int, str]]()
    for each in candidates:
        square = board.squares.get(SquareId(each))
        if square is None:
            ranked[each] = 0, 0, lex.place(each)
            continue
        if each in heirs:
            tier = 0
        elif each in fought or each in walled:
            tier = 1
        else:
            tier = 2 if square.places else 3
        ranked[each] = tier, steps.get(SquareId(each)) or 0, square.label
    return sorted(ranked, key=ranked.__getitem__)
