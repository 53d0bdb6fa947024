"""Changes of side: as a House begins its turn, families may declare one (families-align).

Nothing is announced beforehand: a family that means to change sides simply does not move
(families-switch.2), just like one with no reason to move.
"""

from __future__ import annotations

from bot.rules.kernel import (
    Choice,
    Field,
    IllegalChoice,
    Offer,
    Prompt,
    Seat,
    Stops,
    every_seat,
    first,
    free,
)
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.sides import (
    house_seat,
    house_served,
    is_family,
    is_house,
    keeps_still,
    part_of,
)
from bot.rules.kingmaker.consequences.changes import (
    castles_open_to,
    pick_up_heirs,
    stand,
)
from bot.rules.kingmaker.consequences.keeping import end_counts
from bot.rules.kingmaker.families.winning_over import recruit_at_once
from bot.rules.kingmaker.forces.strength import nobles_of
from bot.rules.kingmaker.ids import PlaceId
from bot.rules.kingmaker.sieges import give_up_siege
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession import heirs_with

SERVE, LEAVE, STAY = "serve_house", "stand_apart", "stay_loyal"
"""What a family may declare: that it serves the House whose turn begins, that it no longer serves
it, or nothing."""

DECLARED = (SERVE, LEAVE, STAY)
ANSWERED = ("admit", "turn_away")
"""The answers of a House to a family that wants to serve it."""


class Declarations(KStep, tag="declarations"):
    """As a House (``seat``) begins its turn, families may come over to it, join it, or leave it
    (families-align.1); ``said`` are those that have already declared."""

    seat: Seat
    said: list[Seat] = []
    heard_by_all = True

    def prompts(self, table: KTable) -> list[Prompt]:
        found = []
        for family in every_seat(len(table.state.sides)):
            offers = [] if family in self.said else self._offers(table, family)
            if offers:
                about = {"house": str(self.seat)}
                stay = Choice(STAY)
                found.append(
                    Prompt(family, "declare_side", tuple(offers), default=stay, facts=about)
                )
        return found

    def _offers(self, table: KTable, family: Seat) -> list[Offer]:
        offers = []
        if free(joining_stops(table, family, self.seat)):
            neutral = not house_served(table.state, family)
            rule = "families-neutral.5" if neutral else "families-switch.1"
            offers.append(Offer(SERVE, (), rule))
        if free(leaving_stops(table, family, self.seat)):
            castles = castles_open_to(
                table, part_of(table.state, table.content, family).head, family
            )
            offers.append(Offer(LEAVE, (Field("castle", castles),), "families-neutral.1"))
        return [*offers, Offer(STAY, (), "families-align.1")] if offers else []

    def advance(self, table: KTable) -> None:
        table.finish(self)
        keeps_still(table, self.seat)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        self.said.append(seat)
        if choice.verb == SERVE:
            table.push(Admission(self.seat, seat))
        elif choice.verb == LEAVE:
            stand_apart(table, seat, choice.one("castle", PlaceId))

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb not in DECLARED:
            return None
        if seat in self.said:
            return IllegalChoice(
                "families-align.1", "You have already said whom you serve this turn."
            )
        if choice.verb == STAY:
            return IllegalChoice("families-align.1", "You stay as you are. You need not say so.")
        stops = leaving_stops if choice.verb == LEAVE else joining_stops
        return first(stops(table, seat, self.seat)) or IllegalChoice(
            "families-align.1", "Name the castle your head of family goes to, or name none."
        )


def joining_stops(table: KTable, family: Seat, house: Seat) -> Stops:
    """What keeps a family from coming over to a House or joining it.

    A family forgoes its movement in the turn of the House it betrays: one that moved or attacked in
    that turn cannot change sides now (families-switch.1).
    """
    yield from _standing_stops(table, family)
    side = table.state.sides[family]
    if side.serves == house_served(table.state, house):
        yield IllegalChoice("families-align.1", "You already serve the House whose turn begins.")
    elif side.serves and not side.forgone:
        yield IllegalChoice(
            "families-switch.1",
            "To change sides you must first let your House’s turn go by without moving or "
            "attacking.",
        )


def leaving_stops(table: KTable, family: Seat, house: Seat) -> Stops:
    """What keeps a family from becoming neutral, which it can do only as its own House begins a
    turn (families-neutral.1)."""
    yield from _standing_stops(table, family)
    if table.state.sides[family].serves != house_served(table.state, house):
        yield IllegalChoice(
            "families-neutral.1", "You can leave your House only as its turn begins."
        )


def _standing_stops(table: KTable, family: Seat) -> Stops:
    """Only a family in play may declare anything, and only if it is not waiting for a head
    (families-heads.5)."""
    state = table.state
    if not is_family(state, table.content, family) or state.sides[family].extinct:
        yield IllegalChoice("families-align.1", "Only a family in play can change sides.")
        return
    if part_of(state, table.content, family).head not in state.nobles:
        yield IllegalChoice("families-heads.5", "A family without its head cannot change sides.")


class Admission(KStep, tag="admission"):
    """A House may refuse to let a family join it (families-align.6, families-neutral.5)."""

    seat: Seat
    family: Seat
    heard_by_all = True
    meanwhile = IllegalChoice(
        "families-align.6", "First the House must say whether the family may join it."
    )

    def prompts(self, table: KTable) -> list[Prompt]:
        answers = (
            Offer("admit", (), "families-align.6"),
            Offer("turn_away", (), "families-align.6"),
        )
        about = {"family": str(self.family)}
        return [Prompt(self.seat, "admission", answers, default=Choice("admit"), facts=about)]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        """Once admitted, a family cannot be turned out again (families-align.7)."""
        table.finish(self)
        if choice.verb == "admit":
            serve(table, self.family, self.seat)
        else:
            table.emit(facts.FamilyRefused(self.family, self.seat))


def serve(table: KTable, family: Seat, house: Seat) -> None:
    """A family comes over to a House, and moves in the turn that is beginning (families-switch.1).

    The House it betrays immediately tries for its nobles (families-switch.3).
    """
    side = table.state.sides[family]
    former = side.serves
    side.serves, side.forgone = house_served(table.state, house), False
    table.emit(facts.FamilyServes(family, house, side.serves, former))
    betrayed = house_seat(table.state, table.content, former)
    if betrayed is not None:
        recruit_at_once(table, betrayed, family)


def _leave_sieges(table: KTable, family: Seat) -> None:
    """A family's sieges end, and it no longer keeps up an ally's siege (families-turn.6).

    An ally's siege continues if he can hold it alone; a siege of the family's that an ally has
    joined is now the ally's.
    """
    state = table.state
    for place, siege in list(state.sieges.items()):
        if siege.seat == family:
            give_up_siege(table, family, place)
        else:
            siege.leave(nobles_of(state, family))


def stand_apart(table: KTable, family: Seat, castle: PlaceId) -> None:
    """A family becomes neutral: its sieges end, its head goes home (families-neutral.2) with the
    heirs he keeps, and its mercenaries go back into the Crown deck (families-neutral.3).

    Both Houses try for those of its nobles who lean towards them, starting with the House it has
    left (families-neutral.4). From now on it does not move or attack, but defends as before
    (families-turn.6).
    """
    state, board = table.state, table.content.board
    side, head = state.sides[family], part_of(state, table.content, family).head
    former, side.serves, side.forgone = side.serves, "", False
    # The head leaves his ship first: when a siege from it ends, everybody aboard is killed.
    stand(table, head, board.places[castle])
    _leave_sieges(table, family)
    end_counts(table, heirs_with(state, head))
    cards = tuple(
        card
        for noble in nobles_of(state, family)
        for card in state.nobles[noble].cards
        if table.content.crown[card].kind == "mercenary"
    )
    for card in cards:
        state.lose_card(card)
    if cards:
        state.crown_deck.extend(cards)
        table.shuffle(state.crown_deck)
    where = state.nobles[head]
    table.emit(facts.FamilyStandsApart(family, former, head, where.square, where.inside, cards))
    pick_up_heirs(table, head)
    left = house_seat(state, table.content, former)
    houses = [seat for seat in every_seat(len(state.sides)) if is_house(state, table.content, seat)]
    for house in sorted(houses, key=lambda seat: seat == left):  # the step pushed last comes first
        recruit_at_once(table, house, family, leaning=True)
