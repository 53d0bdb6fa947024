"""Captives who are held until a ransom of future Crown draws is paid (ishkibibble-ransom.1).

How a captive is held for a ransom of draws, changes hands, and goes free (ishkibibble-ransom).

Draws as a ransom, and the ransom of royal heirs who were captured (ishkibibble-ransom.1).

What a captor may do with captives at any time: let them go, or say who keeps them
(ishkibibble-ransom).

What must be true of captives who are held for ransom, checked after every decision in self-play.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.abroad import refugees
from bot.rules.kingmaker.conditions.custody import ground_of, keeper_of, weary
from bot.rules.kingmaker.consequences.changes import give_heir, leave_heir
from bot.rules.kingmaker.consequences.going_home import KeepHeirs, go_home, open_castles
from bot.rules.kingmaker.consequences.keeping import end_custody, give_captive, set_down
from bot.rules.kingmaker.forces.strength import besieged, nobles_of, strongest, together
from bot.rules.kingmaker.ids import (
    NO_NOBLE,
    NO_SHIP,
    CardId,
    HeirId,
    NobleId,
    PersonId,
    PlaceId,
    SquareId,
)
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.ships.command import nearest_port_for
from bot.rules.kingmaker.state import Custody, KStep, KTable
from bot.rules.kingmaker.succession import holder_seat, whereabouts

# Held (ishkibibble-ransom.3)


def guards(
    table: KTable, captive: NobleId, captor: Seat, first: Sequence[NobleId] = ()
) -> list[NobleId]:
    """The captor's nobles who are with a captive noble and could hold him; only those in ``first``
    if any of them are there."""
    here = ground_of(table.state, table.content, table.state.nobles[captive])
    able = _at_large(table, captor, here)
    return [noble for noble in able if noble in first] or able


def _at_large(table: KTable, seat: Seat, ground: SquareId) -> list[NobleId]:
    """The nobles of a faction in a square or a sea space who are nobody's captives."""
    state, content = table.state, table.content
    return [
        key
        for key in nobles_of(state, seat)
        if state.nobles[key].captor is None
        and ground_of(state, content, state.nobles[key]) == ground
    ]


def hold(table: KTable, captive: NobleId, captor: Seat, draws: int, keeper: NobleId) -> None:
    """One of the captor's nobles holds a captive noble until this many draws have been paid."""
    state = table.state
    noble = state.nobles[captive]
    ship = state.ships.get(noble.aboard or NO_SHIP)
    moved = noble.marched or noble.landed or (ship is not None and ship.moved)
    held = Custody(noble.seat, captor, draws)
    if moved and noble.seat == state.active:
        held.moved_by, held.moved_in = noble.seat, state.turn
    state.custody[captive] = held
    state.capture(captive, captor)
    give_captive(table, captive, keeper)


def hold_heir(table: KTable, heir_id: HeirId, owner: Seat, captor: Seat, draws: int) -> None:
    """An heir stays with his holder until this many draws have been paid."""
    state = table.state
    held = Custody(owner, captor, draws)
    state.custody[heir_id] = held
    keeper = state.heirs[heir_id].holder
    if keeper is not None:
        held.spot = ground_of(state, table.content, state.nobles[keeper])
    table.emit(facts.HeirHeld(heir_id, owner, captor, draws))


# Taken in a combat (ishkibibble-ransom.7)


def tell_captured(table: KTable, captives: Collection[NobleId], captor: Seat) -> None:
    """Record that nobles are now captives."""
    losers = {table.state.nobles[noble].seat for noble in captives}
    table.emit(facts.Captured(tuple(captives), captor, tuple(sorted(losers))))


def fall_to(
    table: KTable, where: SquareId, leader: NobleId, beaten: Collection[NobleId]
) -> list[NobleId]:
    """In a square or sea space, the captives of beaten nobles fall to the victor.

    The victor's own nobles among them go free, and nothing more is owed (ishkibibble-ransom.7). Any
    of the victor's captives who were left alone get a keeper again. The others are captured again,
    and the ransom agreed with their captor is void. Returns those captured again.
    """
    state, prey = table.state, list[NobleId]()
    captor = state.nobles[leader].seat
    for captive, held in list(state.custody.items()):
        if not state.is_noble(captive):
            continue
        alone = not held.keeper and where == ground_of(state, table.content, state.nobles[captive])
        if not alone and held.keeper not in beaten:
            continue
        if held.captor == captor:
            give_captive(table, captive, leader)
            continue
        set_down(table, captive)
        end_custody(table, captive, "recaptured" if held.owner == captor else "taken")
        state.go_inside(captive, None)
        if held.owner != captor:
            state.capture(captive, captor)
            prey.append(captive)
    return prey


# Free (ishkibibble-ransom.4, ishkibibble-ransom.5, ishkibibble-ransom.6)


def release(table: KTable, captive: PersonId, why: str) -> None:
    """A captive goes free: a noble home to his nearest castle that is open to him, an heir to a
    noble of his faction (ishkibibble-ransom.4).

    ``why`` is paid, freed (ishkibibble-ransom.5), alone (ishkibibble-ransom.6) or correction.
    """
    held = end_custody(table, captive, why)
    if not table.state.is_noble(captive):
        _send_heir(table, HeirId(captive), held)
        return
    noble = table.state.nobles[captive]
    noble.steps, noble.fresh, noble.boards = 0, False, False
    # A captive held in a place is not a guest there, and does not make it friendly to his faction.
    table.state.go_inside(captive, None)
    castles = open_castles(table, captive)
    castles = castles or procedures(table).captives.homes(table, captive, ())
    go_home(table, captive, _nearest(table, held.spot, castles), "freed")


def _nearest(table: KTable, ground: SquareId, places: Sequence[PlaceId]) -> PlaceId:
    """The place nearest to a square or sea space, measured in squares; if several are equally near,
    the first.
    """
    board = table.content.board
    here = board.at(ground)
    return min(places, key=lambda place: board.flight(here, board.places[place].square))


def _send_heir(table: KTable, heir_id: HeirId, held: Custody) -> None:
    """An heir goes with a noble of his faction if one can take him; otherwise nobody keeps him.

    A noble in refuge cannot: whoever did not go there with him cannot follow
    (ishkibibble-refuge.4).
    """
    state, sheltered = table.state, refugees(table)
    free = [n for n in nobles_of(state, held.owner) if state.nobles[n].captor is None]
    free = [n for n in free if n not in sheltered and not besieged(state, n)]
    free = [n for n in free if state.nobles[n].aboard is None] or free
    if free:
        give_heir(table, heir_id, strongest(table, free))
        if len(free) > 1:
            table.push(KeepHeirs([heir_id], free))
        return
    keeper = state.heirs[heir_id].holder
    square = whereabouts(state, heir_id)[0]
    ship = None if keeper is None else state.nobles[keeper].aboard
    if ship is not None:
        square = nearest_port_for(table, ship, held.owner).square
    leave_heir(table, heir_id, square, None)


# Checked whenever something has changed


def review_captives(table: KTable) -> None:
    """Free the captives whose ransom is paid or whom nobody holds, and note who moved whom."""
    state = table.state
    for captive, held in list(state.custody.items()):
        heir = state.heirs.get(HeirId(captive))
        seat = _held_by(table, captive, held)
        if captive not in state.nobles and not (heir is not None and heir.alive):
            end_custody(table, captive, "gone")
        elif seat is None:
            release(table, captive, "alone")
        elif seat != held.captor:
            end_custody(table, captive, "recaptured" if seat == held.owner else "taken")
        elif held.draws <= 0:
            release(table, captive, "paid")
        else:
            _watch(table, captive, held)


def _held_by(table: KTable, captive: PersonId, held: Custody) -> Seat | None:
    """The seat that holds a captive; None if he is alone."""
    state = table.state
    heir = HeirId(captive)
    if heir in state.heirs:
        return holder_seat(state, table.content, heir)
    keeper = state.nobles.get(held.keeper)
    return None if keeper is None else keeper.seat


def _watch(table: KTable, captive: PersonId, held: Custody) -> None:
    """A captive stays where he was if a second faction would move him in the same turn
    (ishkibibble-ransom.8)."""
    state = table.state
    keeper = keeper_of(state, captive)
    if keeper is None:
        return
    ground = ground_of(state, table.content, state.nobles[keeper])
    if ground == held.spot:
        return
    if not weary(state, captive):
        held.spot, held.moved_by, held.moved_in = ground, held.captor, state.turn
        return
    others = _at_large(table, held.captor, held.spot)
    if not others:
        release(table, captive, "alone")
    elif state.is_noble(captive):
        give_captive(table, captive, strongest(table, others))
    else:
        give_heir(table, HeirId(captive), strongest(table, others))


DRAWS = tuple(str(number) for number in range(1, 11))
"""How many draws can be offered for one captive."""


def draws_field() -> Field:
    """The number of future draws offered, if any."""
    return Field("draws", DRAWS, 0, 1)


def draws_in(args: Mapping[str, tuple[str, ...]]) -> int:
    """The number of draws in an answer."""
    return int(next(iter(args.get("draws", ())), "0"))


def heir_ransoms(table: KTable, heirs: Iterable[HeirId], captor: Seat) -> list[KStep]:
    """The steps in which those who lost heirs in a combat may buy them back with draws."""
    if not table.content.ruleset.ransom_by_draws:
        return []
    known = table.state.heirs
    return [
        HeirRansom(heir, owner, captor)
        for heir in heirs
        if (owner := known[heir].lost_by) is not None and owner != captor
    ]


class HeirRansom(KStep, tag="heir_ransom"):
    """The player who lost an heir offers draws for him, and the captor takes the offer or keeps the
    heir.

    ``draws`` is what has been offered.
    """

    heir: HeirId
    owner: Seat
    captor: Seat
    draws: int = 0
    meanwhile = IllegalChoice(
        "ishkibibble-ransom.1",
        "A captured heir’s ransom must be settled before play continues.",
    )

    def prompts(self, table: KTable) -> list[Prompt]:
        rule = "ishkibibble-ransom.1"
        if not self._stands(table):
            return []
        about = {"heir": self.heir, "captor": str(self.captor), "owner": str(self.owner)}
        if not self.draws:
            offer = Offer("offer_draws", (draws_field(),), rule)
            default = Choice("offer_draws")
            return [Prompt(self.owner, "heir_ransom", (offer,), default=default, facts=about)]
        offers = (Offer("take_draws", (), rule), Offer("refuse_draws", (), rule))
        about |= {"draws": str(self.draws)}
        return [
            Prompt(self.captor, "answer_draws", offers, default=Choice("refuse_draws"), facts=about)
        ]

    def _stands(self, table: KTable) -> bool:
        """Whether the captor still has the heir."""
        heir = table.state.heirs[self.heir]
        return heir.alive and holder_seat(table.state, table.content, self.heir) == self.captor

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "offer_draws":
            self.draws = draws_in(choice.args)
            table.emit(facts.DrawsOffered(self.heir, seat, self.captor, self.draws))
            if not self.draws:
                table.finish(self)
            return
        table.finish(self)
        if choice.verb == "take_draws":
            hold_heir(table, self.heir, self.owner, self.captor, self.draws)
        else:
            table.emit(facts.DrawsRefused(self.heir, self.owner, self.captor))


def captive_offers(table: KTable, seat: Seat) -> list[Offer]:
    """The captives a seat may free, and the nobles it may hand captive nobles to."""
    return [*_freeing_offers(table, seat), *_guard_offers(table, seat)]


def captive_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    """Everything that stands in the way of freeing or handing over a captive."""
    captive = table.state.person(choice.first("captive", ""))
    if choice.verb == "free_captive":
        yield from _freeing_stops(table, seat, captive)
    else:
        yield from _guard_stops(table, seat, captive, choice.first("noble", NO_NOBLE))


# Letting go (ishkibibble-ransom.5)


def _freeing_offers(table: KTable, seat: Seat) -> list[Offer]:
    """The captives whom a seat may free."""
    held = tuple(c for c in table.state.custody if free(_freeing_stops(table, seat, c)))
    rule = "ishkibibble-ransom.5"
    return [Offer("free_captive", (Field("captive", held),), rule)] if held else []


def _freeing_stops(table: KTable, seat: Seat, captive: PersonId) -> Stops:
    """The holder of a captive may free him at any time."""
    held = table.state.custody.get(captive)
    if held is None:
        yield IllegalChoice("ishkibibble-ransom.5", "Nobody by that name is held for ransom.")
    elif held.captor != seat:
        yield IllegalChoice("ishkibibble-ransom.5", "You can free only your own captives.")


# Another keeper (ishkibibble-ransom.3)


def _guard_offers(table: KTable, seat: Seat) -> list[Offer]:
    offers = []
    for captive, held in table.state.custody.items():
        if held.captor != seat or held.keeper not in table.state.nobles:
            continue
        others = tuple(together(table.state, held.keeper))
        if others:
            fields = (Field("captive", (captive,)), Field("noble", others))
            offers.append(Offer("guard_captive", fields, "ishkibibble-ransom.3"))
    return offers


def _guard_stops(table: KTable, seat: Seat, captive: PersonId, noble: NobleId) -> Stops:
    """A captive noble is handed to another noble of the force that holds him."""
    rule, held = "ishkibibble-ransom.3", table.state.custody.get(captive)
    if held is None or held.captor != seat or captive not in table.state.nobles:
        yield IllegalChoice(rule, "Name a captive noble whom your own nobles hold.")
    elif noble not in together(table.state, held.keeper):
        yield IllegalChoice(
            rule, "Only another noble in the force that holds him can take him over."
        )


def amiss(table: KTable) -> list[str]:
    """What is wrong with the captives held for ransom, in words."""
    state, found = table.state, []
    for captive, held in state.custody.items():
        if held.draws < 1 or held.owner == held.captor:
            found.append(f"{held.owner} owes {held.captor} {held.draws} draws for {captive}")
        heir = HeirId(captive)
        if heir in state.heirs:
            if holder_seat(state, table.content, heir) != held.captor:
                found.append(f"{captive} is held for {held.captor}, who does not have that heir")
        else:
            found += _noble_amiss(table, NobleId(CardId(captive)), held)
    for key, noble in state.nobles.items():
        lost = noble.captor is not None and key not in state.custody
        if lost and not any(_speaks_of(step, key) for step in table.agenda):
            found.append(f"nobody settles the fate of the captive {key}")
    return found


def _noble_amiss(table: KTable, captive: NobleId, held: Custody) -> list[str]:
    nobles = table.state.nobles
    noble, keeper = nobles.get(captive), nobles.get(held.keeper)
    if noble is None or (noble.seat, noble.captor) != (held.owner, held.captor):
        return [f"{captive} is held for ransom but is not a captive of {held.captor}"]
    if keeper is None or keeper.seat != held.captor or keeper.captor is not None:
        return [f"{captive} is kept by {held.keeper}, who is not a free noble of {held.captor}"]
    return []


def _speaks_of(step: object, noble: NobleId) -> bool:
    """Whether a step settles the fate of a noble."""
    return noble == getattr(step, "noble", None) or noble in getattr(step, "nobles", ())
