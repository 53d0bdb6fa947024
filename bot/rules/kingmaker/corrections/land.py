"""How a moderator may correct a position: typed, checked, and only while nothing is half done.

The result of a correction is checked as a whole by :meth:`bot.rules.kernel.Match.direct`.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import (
    Choice,
    Field,
    IllegalChoice,
    Offer,
    Prompt,
    Seat,
    Weight,
    every_seat,
    with_seats,
)
from bot.rules.kernel.events import NO_SEAT
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat.phase import CombatPhase
from bot.rules.kingmaker.components import CrownCard
from bot.rules.kingmaker.conditions.lasting import held_by_invaders, invaders_leave
from bot.rules.kingmaker.conditions.sides import part_of
from bot.rules.kingmaker.consequences.changes import (
    assign,
    bound_for_chancery,
    castles_open_to,
    discard,
    enter_play,
    give_heir,
    kill_heir,
    kill_noble,
    leave_heir,
    lose_place,
    place_noble,
    places_with,
    take_control,
    to_chancery,
)
from bot.rules.kingmaker.consequences.havens import put_out
from bot.rules.kingmaker.consequences.keeping import end_count
from bot.rules.kingmaker.corrections.captivity import (
    BOOTY,
    DEBT,
    FREE,
    HOLD,
    captivity_offers,
    held_fast,
    put_into_custody,
    set_booty,
    set_debt,
    set_free,
)
from bot.rules.kingmaker.corrections.lasting import (
    CURSE,
    REFUGE,
    SPELL,
    TREATY,
    begin_spell,
    end_refuge,
    end_spell,
    hand_to,
    lasting_offers,
    set_treaty,
    strangers,
    take_in,
)
from bot.rules.kingmaker.corrections.sea import (
    ABOARD,
    BLOCKADE,
    PRISONER,
    SHIP,
    put_aboard,
    put_elsewhere,
    sea_offers,
    set_blockade,
    set_prisoner,
)
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.forces.strength import eligible_for, fits, inside, may_enter, titled
from bot.rules.kingmaker.ids import NOWHERE, CardId, HeirId, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.movement.land import MovementPhase
from bot.rules.kingmaker.parliament.calling import ParliamentPhase
from bot.rules.kingmaker.royals.coronation import CoronationPhase
from bot.rules.kingmaker.state import PHASES, HeirState, KTable, Phase
from bot.rules.kingmaker.succession import served_by, whereabouts
from bot.rules.kingmaker.turn import Turns, phase_step

MOVE, CARD, CONTROL, HEIR = "correct_move", "correct_card", "correct_control", "correct_heir"
KILL, REVIVE, PHASE = "correct_kill", "correct_revive", "correct_phase"

LEAVE, EVENT = "correct_leave", "correct_event"

NOBODY = NobleId(CardId("nobody"))
DISCARDS, CHANCERY = "discards", "chancery"
HAND = "hand:"
"""Where a card may go other than to a noble: ``discards``, ``chancery``, or ``hand:`` and a seat.
"""

_CALM = (MovementPhase, CombatPhase, ParliamentPhase, CoronationPhase)


class Corrected(Fact, frozen=True, tag="corrected"):
    """A moderator has corrected the position.

    ``how`` is moved, to_hand, from_hand, discarded, revived, freed (of invaders) or phase.
    """

    weight = Weight.NOTABLE

    how: str
    thing: str = ""
    square: SquareId = NOWHERE
    inside: PlaceId | None = None
    seat: Seat | None = None


def correction_prompts(table: KTable) -> list[Prompt]:
    """The possible corrections; nothing hidden affects what is offered."""
    state, content, board = table.state, table.content, table.content.board
    if state.phase == "setup" or state.result is not None:
        return []
    nobles = tuple(sorted(state.nobles))
    heirs = tuple(state.heirs)
    seats = tuple(str(seat) for seat in every_seat(len(state.factions)))
    cards = tuple(card for card in content.crown if content.crown[card].kind != "noble")
    hands = tuple(f"{HAND}{seat}" for seat in seats)
    spots = tuple(
        key
        for key, place in board.places.items()
        if place.square in board.squares and content.is_open(key)
    )
    shut = {place.square for key, place in board.places.items() if not content.is_open(key)}
    squares = tuple(square for square in board.squares if square not in shut)
    forts = tuple(key for key, place in board.places.items() if place.is_fortress)
    family = content.ruleset.family_nobles
    waiting = {*state.loyal, *(noble for noble in family if noble not in state.fallen)}
    gone = tuple(n for n in content.nobles if n not in state.nobles and n not in waiting)
    dead = tuple(heir for heir in heirs if not state.heirs[heir].alive)
    living = tuple(heir for heir in heirs if state.heirs[heir].alive)
    held = tuple(heir for heir in living if state.heirs[heir].holder is not None)
    kept = tuple(card for card, event in content.events.items() if event.hold)
    piece, noble = Field("piece", (*nobles, *living)), Field("noble", nobles)
    offers = (
        Offer(MOVE, (piece, Field("to", (*squares, *spots))), "base-3.2"),
        Offer(
            CARD,
            (Field("card", cards), Field("to", (*nobles, *hands, DISCARDS, CHANCERY))),
            "house-5.12a",
        ),
        Offer(
            CONTROL,
            (Field("place", forts), Field("to", (*nobles, NOBODY, *strangers(content)))),
            "house-8.1.3",
        ),
        Offer(HEIR, (Field("heir", living), noble), "house-5.3"),
        Offer(LEAVE, (Field("heir", held),), "house-5.3"),
        Offer(KILL, (piece,), "house-5.19e"),
        Offer(REVIVE, (Field("piece", (*gone, *dead)), Field("seat", seats, 0)), "base-3.5"),
        Offer(PHASE, (Field("phase", PHASES),), "house-1.14"),
        Offer(EVENT, (Field("card", kept), Field("to", (*hands, DISCARDS))), "house-2.1b"),
        *lasting_offers(table),
        *sea_offers(table),
        *captivity_offers(table),
    )
    offers = tuple(
        o for o in offers if all(field.candidates or not field.least for field in o.fields)
    )
    return [Prompt(NO_SEAT, "corrections", offers, blocking=False)]


def correct(table: KTable, choice: Choice) -> None:
    """Correct the position. Raises IllegalChoice, saying what stands in the way."""
    agenda = table.agenda
    calm = len(agenda) == 2 and isinstance(agenda[0], Turns) and isinstance(agenda[1], _CALM)
    if not calm or table.state.sitting is not None:
        raise IllegalChoice(
            "house-1.14",
            "Something is under way. Wait until this phase of the turn resumes, or rewind.",
        )
    table.reveal()
    _CORRECTIONS[choice.verb](table, choice)


# A piece


def _move(table: KTable, choice: Choice) -> None:
    piece, to = table.state.person(choice.one("piece")), choice.one("to", SquareId)
    place = table.content.board.places.get(PlaceId(to))
    square = to if place is None else place.square
    spot = None if place is None else place.id
    if not table.state.is_noble(piece):
        _move_heir(table, HeirId(piece), square, spot)
        return
    _move_noble(table, piece, square, spot)
    table.emit(Corrected("moved", piece, square, spot))
    take_in(table, piece)


def _move_heir(table: KTable, heir_id: HeirId, square: SquareId, spot: PlaceId | None) -> None:
    """An heir is alone somewhere; nobody keeps him any longer."""
    heir = table.state.heirs[heir_id]
    if heir.holder is None:
        table.state.leave_heir(heir_id, square, spot)
        table.emit(Corrected("moved", heir_id, square, spot))
        return
    if whereabouts(table.state, heir_id) == (square, spot):
        raise IllegalChoice(
            "base-11.10",
            "That heir is already there, with his keeper. To part them, leave the heir without a "
            "keeper.",
        )
    end_count(heir)
    leave_heir(table, heir_id, square, spot)


def _move_noble(table: KTable, noble_id: NobleId, square: SquareId, spot: PlaceId | None) -> None:
    state = table.state
    noble = state.nobles[noble_id]
    held_fast(table, noble_id)
    if spot is not None:
        place = table.content.board.places[spot]
        if not may_enter(table, noble.seat, place):
            raise IllegalChoice(
                "base-6.6",
                "That noble cannot be inside the place. First set who controls it, or end its "
                "siege.",
            )
        if noble.inside != spot and not fits(table, noble_id, place):
            raise IllegalChoice("base-6.2", "There is no room inside for that noble.")
    if noble.aboard is not None:
        state.ships[noble.aboard].load.pop(noble_id, None)
    state.stand(noble_id, square, spot)


# A card


def _lay_card(table: KTable, choice: Choice) -> None:
    card_id, to = choice.one("card", CardId), choice.one("to", NobleId)
    state, card = table.state, table.content.crown[choice.one("card", CardId)]
    hands = [len(faction.hand) for faction in state.factions]
    places = _places_with(table, card_id)
    _pick_up(table, card_id)
    if to == DISCARDS:
        discard(table, (card_id,))
    elif to == CHANCERY:
        if not bound_for_chancery(table.content, (card_id,)):
            bishops = table.content.ruleset.chancery_bishops
            kinds = "titles, offices and bishops" if bishops else "titles and offices"
            raise IllegalChoice("house-5.19e", f"Only {kinds} go to the Chancery.")
        to_chancery(table, (card_id,))
    elif to.startswith(HAND):
        seat = Seat(int(to.removeprefix(HAND)))
        limit = table.content.ruleset.hand_limit
        if card.kind in table.content.ruleset.forced_play:
            raise IllegalChoice(
                "house-2.6c", "A card like that is played at once, so nobody can hold it."
            )
        if card_id in table.content.ruleset.raised_by:
            raise IllegalChoice(
                "ishkibibble-kerns.2", "Those men wait beside the board, so nobody can hold them."
            )
        # Hands count as they were before the card was picked up: otherwise the answer would show
        # who had it.
        if limit is not None and hands[seat] >= limit:
            raise IllegalChoice("house-5.1", "That hand is full.")
        state.factions[seat].hand.append(card_id)
        table.emit(Corrected("to_hand", seat=seat))
        table.emit(Corrected("to_hand", card_id, seat=seat, audience=(seat,)))
    else:
        if not eligible_for(table, card, to):
            raise IllegalChoice(
                "house-1.7",
                (
                    "That noble cannot have the card. A noble has one title, and only a titled "
                    "noble can have an office."
                ),
            )
        assign(table, card_id, to, "correction")
        _place_follows(table, card, to)
    for place, seat in places:
        if to in state.nobles:
            take_control(table, place, to, "card")
        else:
            lose_place(table, place, seat)
    if any(noble.office and not titled(table, key) for key, noble in state.nobles.items()):
        raise IllegalChoice(
            "house-1.7",
            "A noble needs a title to hold an office. First give his office to another.",
        )


def _place_follows(table: KTable, card: CrownCard, to: NobleId) -> None:
    """A fortress goes wherever its own card is put, whoever controlled it (house-8.7.6)."""
    for place in card.controls if card.kind == "place" else ():
        if table.state.control.get(place, to) == to:
            continue
        _not_besieged(table, place)
        take_control(table, place, to, "correction")


def _not_besieged(table: KTable, place: PlaceId) -> None:
    if place in table.state.sieges:
        raise IllegalChoice(
            "house-6.2c", "That place is under siege. Move the besiegers away first."
        )


def _places_with(table: KTable, card_id: CardId) -> list[tuple[PlaceId, Seat]]:
    """The places that go with a card, and who has them (house-8.7.14)."""
    state, bearer = table.state, table.state.bearer(card_id)
    if bearer is None or table.content.crown[card_id].kind not in ("title", "office", "bishop"):
        return []
    seat = state.nobles[bearer].seat
    return [(place, seat) for place in places_with(table, card_id, bearer)]


def _pick_up(table: KTable, card_id: CardId) -> None:
    """Take a card from wherever it is."""
    state = table.state
    if state.bearer(card_id) is not None:
        state.lose_card(card_id)
        return
    for pile in (state.crown_discards, state.chancery, state.crown_deck, state.waiting):
        if card_id in pile:
            pile.remove(card_id)
            return
    for seat, faction in with_seats(state.factions):
        if card_id in faction.hand:
            faction.hand.remove(card_id)
            table.emit(Corrected("from_hand", seat=seat))
            table.emit(Corrected("from_hand", card_id, seat=seat, audience=(seat,)))
            return
    raise IllegalChoice(
        "ishkibibble-treachery-french.2", "Those men hold a town. First set who controls it."
    )


def _lay_event(table: KTable, choice: Choice) -> None:
    """Put an Event card (of a kind that may be kept) into a hand, or on the discards."""
    state, card, to = table.state, choice.one("card", CardId), choice.one("to")
    if state.exiles and table.content.events[card].veiled:
        raise IllegalChoice(
            "ishkibibble-refuge.5",
            "Nobody may know which Refuge card is in use. Wait until the refuge is over, or "
            "rewind.",
        )
    # Where the card is now is no reason to refuse: a refusal would show who holds it.
    holder = next((seat for seat, f in with_seats(state.factions) if card in f.held), None)
    if holder is not None:
        state.factions[holder].held.remove(card)
        table.emit(Corrected("from_hand", seat=holder))
        table.emit(Corrected("from_hand", card, seat=holder, audience=(holder,)))
    for pile in (state.event_deck, state.event_discards):
        if card in pile:
            pile.remove(card)
    if to == DISCARDS:
        state.event_discards.append(card)
        table.emit(Corrected("discarded", card))
        return
    seat = Seat(int(to.removeprefix(HAND)))
    state.factions[seat].held.append(card)
    table.emit(Corrected("to_hand", seat=seat))
    table.emit(Corrected("to_hand", card, seat=seat, audience=(seat,)))


# Control, heirs, life and death


def _set_control(table: KTable, choice: Choice) -> None:
    state, place, to = table.state, choice.one("place", PlaceId), choice.one("to", NobleId)
    _not_besieged(table, place)
    if not table.content.is_open(place):
        raise IllegalChoice("house-8.1.3", "Under these rules nobody can control this place.")
    if to in strangers(table.content):
        hand_to(table, place, to)
        return
    if to == NOBODY and held_by_invaders(state, place):
        discard(table, invaders_leave(state, place))
        table.emit(Corrected("freed", place))
        return
    holder = state.control.get(place)
    if holder == (None if to == NOBODY else to):
        raise IllegalChoice("house-8.1.3", "That is already so.")
    if to != NOBODY:
        take_control(table, place, to, "correction")
        return
    seat = state.nobles[state.control.pop(place)].seat
    table.emit(facts.ControlLost(place, seat))
    put_out(table, place, inside(state, place))


def _hand_over_heir(table: KTable, choice: Choice) -> None:
    heir, noble = choice.one("heir", HeirId), choice.one("noble", NobleId)
    if table.state.heirs[heir].holder == noble:
        raise IllegalChoice("house-5.3", "That noble already has the heir.")
    held_fast(table, noble)
    give_heir(table, heir, noble)


def _leave_heir(table: KTable, choice: Choice) -> None:
    heir = choice.one("heir", HeirId)
    square, spot = whereabouts(table.state, heir)
    if not square:
        raise IllegalChoice("base-11.10", "That heir is at sea. First put his keeper ashore.")
    end_count(table.state.heirs[heir])
    leave_heir(table, heir, square, spot)


def _kill(table: KTable, choice: Choice) -> None:
    piece = table.state.person(choice.one("piece"))
    if not table.state.is_noble(piece):
        kill_heir(table, HeirId(piece), "correction")
        return
    ship = table.state.nobles[piece].aboard
    if ship is not None:
        table.state.ships[ship].load.pop(piece, None)
    kill_noble(table, piece, "correction")


def _revive(table: KTable, choice: Choice) -> None:
    piece = choice.one("piece")
    heir, noble = HeirId(piece), NobleId(CardId(piece))
    if heir in table.content.heirs:
        _revive_heir(table, heir)
        return
    if noble in table.state.fallen:
        _plantagenet_returns(table, noble, choice.many("seat"))
        return
    if not choice.many("seat"):
        raise IllegalChoice("base-3.5", "Say which player gets the noble.")
    seat = Seat(int(choice.one("seat")))
    if table.content.ruleset.nobles_in_deck:
        _pick_up(table, noble)
    _head_returns(table, noble, seat)
    enter_play(table, noble, seat)
    place_noble(table, noble, castles_open_to(table, noble, seat)[0])


def _plantagenet_returns(table: KTable, noble: NobleId, named: Sequence[str]) -> None:
    """A Plantagenet who was killed serves whoever controls the senior heir of his house now. He
    comes as soon as the heir is ashore."""
    seat = served_by(table, noble)[1]
    if seat is None or named not in ((), (str(seat),)):
        raise IllegalChoice(
            "base-19.3", "That noble serves whoever controls the senior heir of his house."
        )
    del table.state.fallen[noble]


def _head_returns(table: KTable, noble: NobleId, seat: Seat) -> None:
    """The head of a part comes back to its own player, whose family waits no longer."""
    state = table.state
    for leader, side in with_seats(state.sides):
        if part_of(state, table.content, leader).head != noble:
            continue
        if leader != seat:
            raise IllegalChoice(
                "families-heads.1", "Another player leads that noble’s family. Give him to them."
            )
        side.headless, side.waits, side.extinct = False, 0, False


def _revive_heir(table: KTable, heir_id: HeirId) -> None:
    """The heir comes back where he began. If his counter has served for another heir since, his old
    place in the line comes back too."""
    state, known = table.state, table.content.heirs[heir_id]
    if known.spare:
        raise IllegalChoice(
            "ishkibibble-birth.1", "That counter comes into play only with an Event card."
        )
    if state.beaufort_crowned and known.house == "lancaster":
        raise IllegalChoice("house-4.11", "Beaufort is King, as the last heir of Lancaster.")
    start = table.content.board.places[known.start]
    heir = state.heirs[heir_id]
    state.heirs[heir_id] = HeirState(known.order if heir.house else heir.place_in_line)
    state.leave_heir(heir_id, start.square, start.id)
    if known.house == "lancaster":
        state.beaufort_announced = False
    table.emit(Corrected("revived", heir_id, start.square, start.id))


# The phase


def _set_phase(table: KTable, choice: Choice) -> None:
    state = table.state
    phase: Phase = next(phase for phase in PHASES if phase == choice.one("phase"))
    if state.phase == phase:
        raise IllegalChoice("house-1.14", "The turn is already in that phase.")
    turns = table.agenda[0]
    table.finish(table.agenda[-1])
    turns.skip_to(table, phase)
    table.emit(Corrected("phase", phase, seat=state.active))
    table.push(phase_step(phase, state.active))


_CORRECTIONS = {
    MOVE: _move,
    CARD: _lay_card,
    CONTROL: _set_control,
    HEIR: _hand_over_heir,
    LEAVE: _leave_heir,
    KILL: _kill,
    REVIVE: _revive,
    PHASE: _set_phase,
    EVENT: _lay_event,
    SHIP: put_elsewhere,
    ABOARD: put_aboard,
    SPELL: end_spell,
    CURSE: begin_spell,
    TREATY: set_treaty,
    REFUGE: end_refuge,
    BLOCKADE: set_blockade,
    PRISONER: set_prisoner,
    HOLD: put_into_custody,
    DEBT: set_debt,
    FREE: set_free,
    BOOTY: set_booty,
}

VERBS = tuple(_CORRECTIONS)
"""Every kind of correction: a piece moved, a card put elsewhere, control set, an heir handed over
and so on."""
