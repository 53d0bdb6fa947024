"""How Houses and families win nobles who are not serving anybody yet.

The modifiers of a recruiting roll, one by one, so that people can read them before deciding
(families-recruit, families-align).

The nobles a faction may try to recruit, through which envoys, and with what offer
(families-recruit).

Nothing before `Recruiting` changes the state; that step and what follows it do, and so does
`winning_over`.

Recruiting once everybody has moved in a House's turn: the roll, and how a recruit joins
(families-recruit).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops, first, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.components import House
from bot.rules.kingmaker.conditions.lasting import defeat_stops, held_by_invaders
from bot.rules.kingmaker.conditions.sides import (
    favours,
    given,
    heads_played,
    house_served,
    is_house,
    outside,
)
from bot.rules.kingmaker.consequences.changes import (
    assign,
    claim,
    enter_play,
    launch,
    pass_card,
    place_noble,
    stand,
    stand_open,
)
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.forces import camps
from bot.rules.kingmaker.forces.strength import nobles_of, own_cards
from bot.rules.kingmaker.ids import (
    NO_CARD,
    NO_NOBLE,
    NO_PLACE,
    NOWHERE,
    CardId,
    NobleId,
    PlaceId,
    SquareId,
)
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.state import Courted, KStep, KTable
from bot.rules.kingmaker.succession import HOUSES, holder_seat, sole_king
from bot.rules.kingmaker.tables import Modifier

NEVER_OFFERED = ("noble", "pardon")
"""Kinds of Crown card that cannot be offered to anybody."""


class Suitor(msgspec.Struct, frozen=True):
    """A recruiting faction: the House it serves, the one it favours, and its nobles."""

    serves: House
    favours: House
    nobles: tuple[NobleId, ...]
    holds_sole_king: bool = False


def modifiers(
    content: Content, suitor: Suitor, target: NobleId, offered: Sequence[CardId] = ()
) -> tuple[Modifier, ...]:
    """Everything that changes a faction's roll for a noble; all of it counts (families-recruit.7).

    A family has the leanings of the House it now serves (families-align.4), and one more modifier
    if that is not the House it favours (families-align.5).
    """
    table = content.recruiting
    towards = table.towards(target, suitor.serves)
    found = [Modifier("leaning", towards, (target,))] if towards else []
    found += offer_modifiers(content, offered)
    strong = strong_nobles(content, suitor.nobles)
    if strong:
        found.append(Modifier("strong", table.strong * len(strong), strong))
    if suitor.holds_sole_king:
        found.append(Modifier("sole_king", table.sole_king))
    if suitor.serves != suitor.favours:
        found.append(Modifier("unfavoured", table.unfavoured))
    return tuple(found)


def strong_nobles(content: Content, nobles: Iterable[NobleId]) -> tuple[NobleId, ...]:
    """The nobles whose own card shows 50 troops or more, whatever other cards they have
    (families-recruit.11)."""
    least = content.recruiting.strong_from
    return tuple(noble for noble in nobles if content.crown[noble].troops >= least)


def offer_modifiers(content: Content, offered: Sequence[CardId]) -> tuple[Modifier, ...]:
    """The modifiers that cards offered to a noble bring."""
    cards = content.crown
    others = [c for c in offered if cards[c].kind not in ("office", "title", "bishop")]
    found = [one for card in offered if card not in others for one in _worth(content, card)]
    sets = len(others) // content.recruiting.set_size
    if sets:  # every full set of three, of any kinds (families-recruit.10)
        full = tuple(others[: sets * content.recruiting.set_size])
        found.append(Modifier("set", sets * content.recruiting.set_of_cards, full))
    return tuple(found)


def _worth(content: Content, card_id: CardId) -> Iterator[Modifier]:
    table, card = content.recruiting, content.crown[card_id]
    if card.kind == "office":  # families-recruit.8
        yield Modifier("office", table.offices.get(card_id, table.office), (card_id,))
    elif card.kind == "title":  # families-recruit.9
        yield Modifier("title", table.title, (card_id,))
    elif card.archbishop:
        yield Modifier("archbishop", table.archbishop, (card_id,))
    else:
        yield Modifier("bishop", table.bishop, (card_id,))


def total(found: Iterable[Modifier]) -> int:
    """The total of the modifiers."""
    return sum(one.value for one in found)


def offer_value(content: Content, offered: Sequence[CardId]) -> int:
    """The modifier that cards bring to the roll if they are offered."""
    return total(offer_modifiers(content, offered))


def worth_beside(content: Content, cards: Iterable[CardId]) -> int:
    """What a noble's cards would add if they were offered, a value that must not fall below his
    bargain (families-recruit.19)."""
    kinds = {card: content.crown[card].kind for card in cards}
    return offer_value(content, [c for c, kind in kinds.items() if kind not in NEVER_OFFERED])


OFFERED = ("title", "office", "cards")
"""The fields for cards offered to a noble."""


def recruits(table: KTable, seat: Seat) -> bool:
    """Whether a seat recruits at all: a House does, and so does a family that serves one
    (families-align.5)."""
    state = table.state
    return given(state) and not state.sides[seat].extinct and bool(house_served(state, seat))


def suitor(table: KTable, seat: Seat) -> Suitor:
    """A faction as a noble sees it: with the leanings of the House that it serves now
    (families-align.4), whatever its head favours."""
    state, content = table.state, table.content
    served = next(house for house in HOUSES if house == house_served(state, seat))
    return Suitor(
        "lancaster" if served == "lancaster" else "york",
        favours(state, content, seat),
        tuple(nobles_of(state, seat)),
        _holds_sole_king(table, seat),
    )


def _holds_sole_king(table: KTable, seat: Seat) -> bool:
    """Whether the faction itself controls the sole King, through a noble or a fortress
    (families-recruit.12)."""
    king = sole_king(table.state)
    return king is not None and holder_seat(table.state, table.content, king) == seat


# The nobles to recruit, and the envoys


def seat_stops(table: KTable, seat: Seat) -> Stops:
    """What keeps a seat from recruiting anybody."""
    yield from defeat_stops(table.state, seat)
    if not recruits(table, seat):
        yield IllegalChoice("families-align.5", "You serve no House, so you cannot recruit.")


def target_stops(table: KTable, seat: Seat, target: NobleId) -> Stops:
    """What keeps a noble from being recruited by a seat just now, no matter where its nobles
    are."""
    state = table.state
    if target not in table.content.nobles:
        yield IllegalChoice("families-recruit.3", "Name a noble whom you want to recruit.")
        return
    if target in state.nobles:
        yield IllegalChoice("families-recruit.1", "That noble already serves a faction.")
    elif target in heads_played(state, table.content):
        yield IllegalChoice("families-recruit.15", "That noble is the head of a player’s faction.")
    yield from tried_stops(table, seat, target)


def tried_stops(table: KTable, seat: Seat, target: NobleId) -> Stops:
    """No faction tries for a noble twice in a turn (which lasts until its next one begins), or in
    two turns running."""
    courted = table.state.courted
    tried = [one.ago for one in courted if one.seat == seat and one.noble == target]
    if 0 in tried:
        yield IllegalChoice(
            "families-recruit.3", "You have already tried to recruit that noble this turn."
        )
    elif tried:
        yield IllegalChoice(
            "families-recruit.22",
            "You tried to recruit that noble in your last turn. Let one turn go by.",
        )


def envoy_stops(table: KTable, seat: Seat, target: NobleId, envoy: NobleId) -> Stops:
    """What keeps a noble from being an envoy to another: he must be in the square of one of the
    other's home castles, inside it or not, and must have been with the faction when the turn began.
    """
    noble = table.state.nobles.get(envoy)
    if noble is None or noble.seat != seat:
        yield IllegalChoice("families-recruit.3", "Send a noble of your own.")
        return
    if noble.joined == table.state.turn > 0:
        yield IllegalChoice("families-recruit.3", "That noble joined you this turn. Send another.")
    if noble.captor is not None or envoy in table.state.custody:
        yield IllegalChoice("families-recruit.3", "A captive cannot win anyone over.")
    if noble.square not in _home_squares(table, target):
        yield IllegalChoice(
            "families-recruit.3",
            "Your envoy must be in the square of one of that noble’s home castles.",
        )


def houseless(table: KTable, seat: Seat) -> bool:
    """Whether a seat is a House without nobles: it sends no envoy, having none to send
    (families-recruit.23)."""
    return is_house(table.state, table.content, seat) and not nobles_of(table.state, seat)


def castle_stops(table: KTable, target: NobleId, castle: PlaceId) -> Stops:
    """What keeps a noble from coming to a House without nobles at a castle."""
    if castle not in table.content.castles_of(target):
        yield IllegalChoice(
            "families-recruit.23", "Name one of the noble’s home castles for him to appear at."
        )
    elif castle in table.state.control or held_by_invaders(table.state, castle):
        yield IllegalChoice("families-recruit.23", "Others hold that castle.")


def _home_squares(table: KTable, target: NobleId) -> set[SquareId]:
    places = table.content.board.places
    return {places[castle].square for castle in table.content.castles_of(target)}


def recruit_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of an attempt, the plainest first."""
    target = choice.first("noble", NO_NOBLE)
    envoy = choice.first("envoy", NO_NOBLE)
    castle = choice.first("castle", NO_PLACE)
    yield from seat_stops(table, seat)
    yield from target_stops(table, seat, target)
    if houseless(table, seat):
        yield from castle_stops(table, target, castle)
    else:
        yield from envoy_stops(table, seat, target, envoy)
    for card in offered_in(choice):
        yield from camps.recruit_stops(table, card)
    known = spare_cards(table, seat, near(table, seat, envoy))
    yield from offer_stops(table, target, known, choice)


def offer_stops(table: KTable, target: NobleId, known: Iterable[CardId], choice: Choice) -> Stops:
    """What keeps cards from being offered to a noble: they must all be able to pass to him if he
    joins (families-recruit.18).
    """
    crown, given_away = table.content.crown, set(known)
    offered = offered_in(choice)
    if any(card not in given_away for card in offered):
        yield IllegalChoice(
            "families-recruit.18", "Offer cards from your hand, or from your nobles with the envoy."
        )
        return
    for card in offered:
        yield from place_stops(table, card, target)
    kinds = [crown[card].kind for card in offered]
    titled, in_office = _honours(table, target)
    if kinds.count("title") + titled > 1:
        yield IllegalChoice(
            "families-recruit.18", "A noble can have one title at most. Do not offer a second."
        )
    if kinds.count("office") + in_office > 1:
        yield IllegalChoice(
            "families-recruit.18", "A noble can have one office at most. Do not offer a second."
        )
    if "office" in kinds and not titled and "title" not in kinds:
        yield IllegalChoice(
            "families-recruit.18",
            "Without a title that noble cannot hold an office. Offer a title with it.",
        )


def place_stops(table: KTable, card: CardId, target: CardId) -> Stops:
    """The card of a town goes to the player who holds the town (base-1.16), so nobody else can be
    offered it."""
    state = table.state
    if table.content.crown[card].kind != "place":
        return
    for place in table.content.crown[card].controls:
        holder = state.control.get(place)
        if holder not in (None, target, state.bearer(card)):
            yield IllegalChoice(
                "base-1.16", "Another noble holds that town, so its card would go to him."
            )


def _honours(table: KTable, target: NobleId) -> tuple[bool, bool]:
    """Whether a noble bears a title, printed or given, and whether he has an office."""
    noble = table.state.nobles.get(target)
    printed = table.content.crown[target].title is not None
    if noble is None:
        return printed, False
    return printed or noble.title is not None, noble.office is not None


# What may be offered


def offered_in(choice: Choice) -> tuple[CardId, ...]:
    """The cards that a choice offers, a title before the office that needs it."""
    return tuple(card for name in OFFERED for card in choice.many(name, CardId))


def near(table: KTable, seat: Seat, envoy: NobleId) -> list[NobleId]:
    """A faction's nobles in the square of an envoy, whose cards he may also offer."""
    nobles = table.state.nobles
    square = nobles[envoy].square if envoy in nobles else NOWHERE
    return [one for one in nobles_of(table.state, seat) if square and nobles[one].square == square]


def spare_cards(
    table: KTable, seat: Seat, nobles: Sequence[NobleId] = (), receiver: NobleId = NO_NOBLE
) -> list[CardId]:
    """The cards that a faction may offer: those in hand, and its nobles' cards that may pass from
    noble to noble without breaking a bargain (families-recruit.19).

    Kerns and Scots go only to a ``receiver`` in play who is where they wait.
    """
    state, content = table.state, table.content
    trade = procedures(table).trade
    cards = [
        card
        for card in state.factions[seat].hand
        if content.crown[card].kind not in NEVER_OFFERED and card not in content.ruleset.raised_at
    ]
    for noble in nobles:
        if free(trade.giver_stops(table, "near", noble)):
            cards += [
                card
                for card in state.nobles[noble].cards
                if kept_without(table, noble, card) and _reaches(table, card, receiver)
            ]
    return cards


def lies_beside(table: KTable, noble_id: NobleId, without: CardId = NO_CARD) -> int:
    """The value of a noble's cards in his roll (families-recruit.19)."""
    beside = own_cards(noble_id, table.state.nobles[noble_id])
    return worth_beside(table.content, [card for card in beside if card != without])


def kept_without(table: KTable, noble_id: NobleId, card: CardId) -> bool:
    """Whether the bargain with a noble would still be kept without this card."""
    owed = table.state.nobles[noble_id].bargain
    return not owed or lies_beside(table, noble_id, card) >= owed


def _reaches(table: KTable, card: CardId, receiver: NobleId) -> bool:
    if not camps.bound_to_camp(card):
        return True
    return bool(receiver) and free(camps.award_stops(table, card, receiver))


def recruit_offers(table: KTable, seat: Seat) -> list[Offer]:
    """Every noble whom a seat may try to recruit once everybody has moved, with what it may
    offer."""
    if not free(seat_stops(table, seat)):
        return []
    found: list[Offer] = []
    mine, alone = nobles_of(table.state, seat), houseless(table, seat)
    for target in outside(table.state, table.content):
        if not free(target_stops(table, seat, target)):
            continue
        if alone:
            castles = table.content.castles_of(target)
            castles = tuple(one for one in castles if free(castle_stops(table, target, one)))
            if castles:
                fields = (Field("noble", (target,)), Field("castle", castles))
                hand = spare_cards(table, seat)
                found += with_offers(table, fields, target, hand)
            continue
        envoys = [one for one in mine if free(envoy_stops(table, seat, target, one))]
        squares = dict.fromkeys(table.state.nobles[envoy].square for envoy in envoys)
        for square in squares:
            here = tuple(one for one in envoys if table.state.nobles[one].square == square)
            fields = (Field("noble", (target,)), Field("envoy", here))
            cards = spare_cards(table, seat, near(table, seat, here[0]))
            found += with_offers(table, fields, target, cards)
    return found


def with_offers(
    table: KTable, fields: tuple[Field, ...], target: NobleId, cards: Sequence[CardId]
) -> list[Offer]:
    """An attempt with everything that may be offered: at most one title, an office if the noble is
    titled, and any number of other cards."""
    cards = [card for card in cards if free(place_stops(table, card, target))]
    titles, offices = (_of_kind(table, cards, kind) for kind in ("title", "office"))
    others = tuple(card for card in cards if card not in (*titles, *offices))
    titled, in_office = _honours(table, target)
    rest = (Field("cards", others, 0, len(others)),) if others else ()
    appears = any(field.name == "castle" for field in fields)
    rule = "families-recruit.23" if appears else "families-recruit.3"
    office = (Field("office", offices, 0, 1),) if offices and not in_office else ()
    if titled:
        return [Offer("recruit", (*fields, *office, *rest), rule)]
    title = (Field("title", titles, 0, 1),) if titles else ()
    found = [Offer("recruit", (*fields, *title, *rest), rule)]
    if titles and office:  # an office goes only with a title (base-1.12)
        both = (Field("title", titles), Field("office", offices))
        found.append(Offer("recruit", (*fields, *both, *rest), rule))
    return found


def _of_kind(table: KTable, cards: Sequence[CardId], kind: str) -> tuple[CardId, ...]:
    return tuple(card for card in cards if table.content.crown[card].kind == kind)


class Recruiting(KStep, tag="recruiting"):
    """A faction's attempts once everybody has moved in a House's turn, one after another
    (families-recruit.4)."""

    seat: Seat
    begun: bool = False

    def prompts(self, table: KTable) -> list[Prompt]:
        offers = recruit_offers(table, self.seat) if self.begun else []
        if not offers:
            return []
        done = Offer("done", (), "families-recruit.4")
        about = {"without": "nobles"} if houseless(table, self.seat) else {}
        everything = (*offers, done)
        return [Prompt(self.seat, "recruiting", everything, default=Choice("done"), facts=about)]

    def advance(self, table: KTable) -> None:
        if self.begun:
            table.finish(self)
            return
        self.begun = True

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "done":
            table.finish(self)
            return
        target, envoy = (
            choice.one("noble", NobleId),
            next(iter(choice.many("envoy", NobleId)), None),
        )
        if not try_for(table, seat, target, offered_in(choice), envoy):
            return
        enter_play(table, target, seat)
        table.state.nobles[target].joined = table.state.turn
        if envoy is None:
            place_noble(table, target, choice.one("castle", PlaceId))
        else:
            _welcome(table, seat, target, envoy)
        give_offered(table, seat, target, offered_in(choice))

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb != "recruit":
            return None
        return first(recruit_stops(table, seat, choice)) or IllegalChoice(
            "families-recruit.3", "Name one noble and one envoy, and each card only once."
        )


def remember(table: KTable, seat: Seat) -> None:
    """Another turn of a faction begins: an attempt from its last turn still counts, but earlier
    ones do not (families-recruit.22)."""
    for one in table.state.courted:
        one.ago += one.seat == seat
    table.state.courted = [one for one in table.state.courted if one.ago < 2]


def try_for(
    table: KTable,
    seat: Seat,
    target: NobleId,
    offered: Sequence[CardId],
    envoy: NobleId | None = None,
) -> bool:
    """Roll two dice for a noble, and return whether he joins (families-recruit.5).

    The offer is made openly; if the noble does not join, the player keeps everything
    (families-recruit.18).
    """
    state, content = table.state, table.content
    state.courted.append(Courted(seat, target))
    found = modifiers(content, suitor(table, seat), target, offered)
    dice = table.below(6) + 1, table.below(6) + 1
    reached, needed = sum(dice) + total(found), content.recruiting.needed
    former = state.nobles[target].seat if target in state.nobles else None
    table.emit(
        facts.RecruitTried(
            seat=seat,
            noble=target,
            dice=dice,
            total=reached,
            needed=needed,
            joined=reached >= needed,
            modifiers=found,
            offered=tuple(offered),
            envoy=envoy,
            former=former,
        )
    )
    return reached >= needed


def _welcome(table: KTable, seat: Seat, target: NobleId, envoy: NobleId) -> None:
    """The recruit joins the envoy straight away, with his card face up (families-recruit.6); he
    gets those of his castles that nobody holds."""
    state, content = table.state, table.content
    host, noble = state.nobles[envoy], state.nobles[target]
    for castle in content.castles_of(target):
        claim(table, castle, target, "castle")
    if host.inside is None:
        stand_open(table, target, host.square)
    else:
        stand(table, target, content.board.places[host.inside])
    table.emit(facts.NobleEntered(seat, target, noble.square, noble.inside))
    for ship in content.ships_of(target):
        launch(table, ship)


def give_offered(table: KTable, seat: Seat, noble: NobleId, cards: Sequence[CardId]) -> None:
    """Everything offered goes to the noble (families-recruit.18), and from now on his cards must be
    worth that much (families-recruit.19).
    """
    for card in cards:
        hand_over(table, seat, noble, card)
    table.state.nobles[noble].bargain = offer_value(table.content, cards)


def hand_over(table: KTable, seat: Seat, noble: NobleId, card: CardId) -> None:
    """A card in hand, or with another noble of the faction, is given to a noble."""
    state = table.state
    if card in state.factions[seat].hand:
        state.factions[seat].hand.remove(card)
        assign(table, card, noble, "recruiting")
        return
    pass_card(table, card, state.relations.bearers[card], noble, "recruiting")
