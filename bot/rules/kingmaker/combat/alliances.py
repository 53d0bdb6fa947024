"""Alliances in a combat, and the sally of garrison allies (house §5.11, §8.5; base §16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.rules.kernel import (
    Choice,
    Field,
    IllegalChoice,
    Offer,
    Prompt,
    Seat,
    Stops,
    clockwise,
    every_seat,
    first,
    free,
)
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat.targets import (
    besieging,
    in_unfortified,
    sallying,
    still_there,
    within_own_walls,
)
from bot.rules.kingmaker.conditions.kings_peace import (
    may_attack,
    may_be_attacked,
    may_move,
)
from bot.rules.kingmaker.conditions.lasting import defeatist
from bot.rules.kingmaker.conditions.sides import followers, sides, stirs_beside
from bot.rules.kingmaker.forces.camps import IN_ATTACK
from bot.rules.kingmaker.forces.strength import (
    attack_only_cards,
    attacking_side,
    besieged,
    controller,
    defence,
    guest,
    in_open,
    inside,
    occupants,
    opposing,
    strength,
)
from bot.rules.kingmaker.ids import CardId, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.pacts import PactReview, lapse
from bot.rules.kingmaker.procedures import ALLIANCES, procedures
from bot.rules.kingmaker.state import KStep, KTable, State

IN_THE_ATTACK = ("ally_attack", "ally_attack_with_french")
SIDES = (*IN_THE_ATTACK, "ally_defence", "stand_aside")
"""The answers that a third force may give when there is a combat in its square."""


class Allies(KStep, tag="allies"):
    """Rested forces in the square may join either side of a combat, before the weather is drawn.

    An alliance offered is never declined (house-5.11e). ``attackers`` and ``defenders`` grow as
    allies join; ``pending`` are the seats that have yet to choose. ``sally`` is the place from
    which attackers sally; its garrison allies may come along (house-8.5.9). At a siege nobody may
    join the defence (house-5.11f). The besieged may come out and join an attack on their besieger
    (house-5.11f, house-6.4c), and their garrison allies with them.
    """

    square: SquareId
    seat: Seat
    against: Seat
    attackers: list[NobleId]
    defenders: list[NobleId]
    pending: list[Seat]
    sally: PlaceId | None = None
    place: PlaceId | None = None
    """The place that is besieged, if the combat is not an open battle."""
    needed: int = 0
    """The strength that the attackers cannot reach without allies (house-5.11g); otherwise 0."""
    heard_by_all = True

    def prompts(self, table: KTable) -> list[Prompt]:
        prompts = []
        french = self._combat(table).french
        attackers = still_there(table, self.attackers)
        for seat in self.pending:
            offers = self._offers(table, seat)
            if offers:
                about = {
                    "square": self.square,
                    "attacker": str(self.seat),
                    "strength": str(strength(table, attackers, frozenset(french))),
                    "opposed": str(self._opposed(table)),
                    "attackers": ",".join(attackers),
                    "defenders": ",".join(still_there(table, self.defenders)),
                }
                if french:
                    about["french"] = ",".join(french)
                if self.place is not None:
                    about["place"] = self.place
                if self.needed:
                    about["needed"] = str(self.needed)
                prompts.append(
                    Prompt(
                        seat,
                        "alliance",
                        (*offers, Offer("stand_aside", (), "house-5.11d")),
                        default=Choice("stand_aside"),
                        facts=about | {"defender": str(self.against)},
                    )
                )
        return prompts

    def _combat(self, table: KTable) -> Any:
        """The declared combat in which forces take a side."""
        return next(step for step in reversed(table.agenda) if step is not self)

    def advance(self, table: KTable) -> None:
        table.finish(self)
        combat = table.agenda[-1]
        combat.attackers = still_there(table, self.attackers)
        combat.defenders = still_there(table, self.defenders)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        self.pending.remove(seat)
        if choice.verb == "stand_aside":
            return
        nobles = choice.many("nobles", NobleId)
        attack = choice.verb in IN_THE_ATTACK
        if choice.verb == "ally_attack_with_french":
            self._combat(table).french.extend(french_of(table, nobles))
        (self.attackers if attack else self.defenders).extend(nobles)
        side = self.seat if attack else self.against
        table.state.allied.append((seat, side))
        table.emit(facts.AllianceMade(seat, nobles, side, attack))

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if choice.verb in SIDES:
            return self._side_refusal(table, seat, choice)
        if seat not in self.pending and seat != table.state.active:
            return None
        return IllegalChoice(
            "house-5.11e", "A combat has been declared. Forces in its square may take sides first."
        )

    def _side_refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        """Say why a seat, or the nobles it names, cannot take the side it wants (house §5.11)."""
        if seat in (self.seat, self.against):
            return IllegalChoice("house-5.11e", "You cannot refuse an ally who joins your side.")
        if seat not in self.pending:
            return IllegalChoice(
                "house-5.11c", "You have already taken a side. Nobody can join both."
            )
        return first(self._party_stops(table, seat, choice))

    def _party_stops(self, table: KTable, seat: Seat, choice: Choice) -> Stops:
        """Everything that keeps the nobles named by a seat from taking the side it wants."""
        nobles = choice.many("nobles", NobleId)
        for noble in nobles:
            yield from self._noble_stops(table, seat, noble, choice.verb)
        if choice.verb == "ally_defence" and self.place is not None:
            yield IllegalChoice(
                "house-5.11f", "Nobody can join the defence of a place under siege."
            )
        if choice.verb == "ally_attack_with_french" and not french_of(table, nobles):
            yield IllegalChoice(
                "house-5.13c", ("None of those nobles leads the French Foot-soldiers.")
            )

    def _noble_stops(self, table: KTable, seat: Seat, noble_id: NobleId, verb: str) -> Stops:
        """Everything that keeps one noble from taking a side."""
        state = table.state
        noble = state.nobles.get(noble_id)
        if noble is None or noble.seat != seat:
            yield IllegalChoice("house-1.3", "Only nobles of your own faction follow your orders.")
            return
        if self.place is not None and controller(state, self.place) == seat:
            yield IllegalChoice("base-10.1", "That place has become yours. You cannot attack it.")
        if verb in IN_THE_ATTACK and noble_id in self._coming_out(table, seat):
            return
        if noble.inside in (self.place, *self._gates(table)) and guest(state, noble_id):
            yield IllegalChoice(
                "house-8.5.10", "A guest of the besieged cannot join the besiegers."
            )
        if noble_id not in standing_by(table, self.square, seat):
            yield self._apart(table, noble_id)
        if noble.fought:
            yield IllegalChoice(
                "house-5.11b", "A noble who fought in your last turn cannot take sides now."
            )
        if noble.attacked:
            yield IllegalChoice(
                "house-1.16", "A noble who has already attacked in this phase cannot take sides."
            )
        if noble.defended:
            yield IllegalChoice(
                "house-1.17",
                "A noble who has already been attacked in this phase cannot take sides.",
            )
        if verb in IN_THE_ATTACK and not may_attack(state, noble):
            yield IllegalChoice("house-7.4.13", "A noble who has come home keeps the King’s Peace.")
        if verb == "ally_defence" and not may_be_attacked(state, noble):
            yield IllegalChoice(
                "house-7.4.17",
                "Nobody may fight a noble who has come home under the King’s Peace, so he cannot "
                "join the defence.",
            )

    def _apart(self, table: KTable, noble_id: NobleId) -> IllegalChoice:
        """The reason why a noble who is not standing by cannot take a side."""
        state = table.state
        noble = state.nobles[noble_id]
        there = noble.square == self.square and noble.inside is not None
        if there and besieged(state, noble_id) and guest(state, noble_id):
            return IllegalChoice(
                "house-8.5.14", "Guests can come out only together with the owner’s nobles."
            )
        if there and besieged(state, noble_id):
            return IllegalChoice(
                "house-5.11f", "A noble under siege may come out only against his besieger."
            )
        if there and guest(state, noble_id):
            return IllegalChoice("house-8.5.4", "A guest in that fortress may only leave it.")
        if there and not may_move(state, noble):
            return IllegalChoice(
                "house-7.4.13", "A noble who has come home keeps the King’s Peace."
            )
        return IllegalChoice(
            "house-5.11a",
            "Only nobles in that square may take sides, in the open or inside a place of their "
            "own.",
        )

    def _offers(self, table: KTable, seat: Seat) -> list[Offer]:
        """The sides that some of a seat's nobles may take, with or without the French."""
        by = standing_by(table, self.square, seat)
        attackers = self._free(table, seat, "ally_attack", [*by, *self._coming_out(table, seat)])
        offers = []
        if attackers:
            fields = (Field("nobles", tuple(attackers), 1, len(attackers)),)
            offers.append(Offer("ally_attack", fields, "house-5.11c"))
        for carrier in french_carriers(table, attackers):
            field = Field("nobles", tuple(attackers), 1, len(attackers), required=(carrier,))
            offers.append(Offer("ally_attack_with_french", (field,), "house-5.13c"))
        defenders = self._free(table, seat, "ally_defence", by) if self.place is None else []
        if defenders:
            fields = (Field("nobles", tuple(defenders), 1, len(defenders)),)
            offers.append(Offer("ally_defence", fields, "house-5.11c"))
        return offers

    def _free(
        self, table: KTable, seat: Seat, verb: str, nobles: Iterable[NobleId]
    ) -> list[NobleId]:
        """The nobles among these who may take a side and have not done so."""
        taken = (*self.attackers, *self.defenders)
        return [
            noble
            for noble in dict.fromkeys(nobles)
            if noble not in taken and free(self._noble_stops(table, seat, noble, verb))
        ]

    def _gates(self, table: KTable) -> list[PlaceId]:
        """The places from which nobles of the owner are sallying in this combat."""
        if self.place is not None:
            return [] if self.sally is None else [self.sally]
        within = (table.state.nobles[n].inside for n in still_there(table, self.attackers))
        sieges = table.state.sieges
        return list(dict.fromkeys(place for place in within if place in sieges))

    def _coming_out(self, table: KTable, seat: Seat) -> list[NobleId]:
        """Nobles of a seat who may join the attack without standing by: the besieged who may come
        out, and the guests of those who do. At a siege, the besieged are replaced by those who have
        joined the siege (house-6.2c)."""
        if self.place is not None:
            own = besieging(table, seat, self.place)
        else:
            own = relieving(table, self.square, seat, self.against)
        return own + [n for gate in self._gates(table) for n in garrison_allies(table, gate, seat)]

    def _opposed(self, table: KTable) -> int:
        if self.place is None:
            return strength(table, still_there(table, self.defenders))
        attacking = attacking_side(table.state, self.seat, still_there(table, self.attackers))
        return defence(table, table.content.board.places[self.place], attacking)


# The possible allies (house-5.11a, house-5.11b, house-5.11f), and what they could add (house-5.11g)


def standing_by(table: KTable, square: SquareId, seat: Seat) -> list[NobleId]:
    """A faction's nobles in a square who are free to fight there: in the open, inside a town
    without walls, which is also fought for in the open (house-2.3g), or inside their own walls.
    """
    within = in_unfortified(table, square, seat)
    behind = within_own_walls(table, square, seat)
    return [*in_open(table.state, square, seat), *within, *behind]


def rested(table: KTable, square: SquareId, seat: Seat) -> list[NobleId]:
    """The nobles standing by who have not fought recently (house-5.11b)."""
    return [n for n in standing_by(table, square, seat) if _rests(table.state, n)]


def _rests(state: State, noble_id: NobleId) -> bool:
    noble = state.nobles[noble_id]
    return not (noble.fought or noble.attacked or noble.defended)


def relieving(table: KTable, square: SquareId, seat: Seat, against: Seat) -> list[NobleId]:
    """A seat's besieged nobles who may come out when others attack their besieger (house-6.4c).

    The besieged join like any rested force nearby (house-5.11b, house-5.11f).
    """
    return [n for n in sallying(table, seat, square, against) if _rests(table.state, n)]


def garrison_allies(table: KTable, place: PlaceId, seat: Seat) -> list[NobleId]:
    """Guests of the besieged place who may come out with its owner (house-8.5.9)."""
    state = table.state
    guests = [n for n in inside(state, place, seat) if guest(state, n) and besieged(state, n)]
    return [n for n in guests if may_attack(state, state.nobles[n])]


def might_add(table: KTable, seat: Seat, against: Seat, square: SquareId) -> int:
    """The strength of all forces in a square that may join an attack there (house-5.11g)."""
    state = table.state
    present = {noble.seat for noble in state.nobles.values() if noble.square == square}
    if not present - {seat, against}:
        return 0
    others = [other for other in seats_to_ask(table, seat, against) if other in present]
    resting = (n for other in others for n in rested(table, square, other))
    return at_most(table, [n for n in resting if may_attack(state, state.nobles[n])])


# The French, led by an ally who joins the attack too (house-5.13)


def french_of(table: KTable, nobles: Sequence[NobleId]) -> list[CardId]:
    """The attack-only cards that these nobles have."""
    known = table.state.nobles
    return [card for n in nobles for card in attack_only_cards(table.content, known[n])]


def french_carriers(table: KTable, nobles: Sequence[NobleId]) -> list[NobleId]:
    """The nobles who lead French Foot-soldiers (house-5.13)."""
    return [noble for noble in nobles if french_of(table, [noble])]


def at_most(table: KTable, nobles: Sequence[NobleId]) -> int:
    """The strength of nobles in an attack, with all the attack-only cards they have."""
    return strength(table, nobles, frozenset(french_of(table, nobles)))


def opponent_in(table: KTable, place: PlaceId, seat: Seat) -> Seat:
    """The seat that holds a place against a besieger; the besieger's own seat if nobody does."""
    holder = controller(table.state, place)
    if holder is not None:
        return holder
    # A town that nobody controls is held by those inside, against the besieger.
    within = (table.state.nobles[noble].seat for noble in opposing(table, place, [seat]))
    return next(within, seat)


def seats_to_ask(table: KTable, seat: Seat, against: Seat) -> list[Seat]:
    """The other seats, clockwise from the active one, except those that may only move
    (ishkibibble-defeatism.2)."""
    *others, active = clockwise(table.state.active, len(table.state.factions))
    others = [other for other in (active, *others) if other not in (seat, against)]
    return [other for other in others if not defeatist(table.state, other)]


def dissolve(state: State, seat: Seat, against: Seat, nobles: list[NobleId]) -> None:
    """Forget the alliances of a combat that has been called off (house-5.11g)."""
    for other in dict.fromkeys(state.nobles[noble].seat for noble in nobles):
        for side in (seat, against):
            if other not in (seat, against) and (other, side) in state.allied:
                state.allied.remove((other, side))


# What a rule set chooses


@ALLIANCES.named("none")
class EachForItself:
    """Only forces of one faction fight together (base-5.4)."""

    def pact_stops(self) -> Stops:
        """There are no alliances."""
        yield IllegalChoice("base-5.4", "At this table every faction fights for itself.")

    def turn_begins(self, table: KTable, seat: Seat) -> Sequence[KStep]:
        """No alliance ends."""
        return ()

    def beside(
        self,
        table: KTable,
        seat: Seat,
        against: Seat,
        square: SquareId,
        place: PlaceId | None = None,
    ) -> tuple[list[NobleId], list[NobleId]]:
        """Nobody supports another player."""
        return [], []

    def side_stops(self) -> Stops:
        """Nobody is asked."""
        yield IllegalChoice("base-5.4", "Each force fights for itself. Nobody takes sides.")

    def asked(self, table: KTable, seat: Seat, against: Seat) -> list[Seat]:
        """Nobody is asked."""
        return []

    def might_add(
        self, table: KTable, seat: Seat, against: Seat, square: SquareId, sally: PlaceId | None
    ) -> int:
        """No strength can be added."""
        return 0

    def relief(self, table: KTable, seat: Seat, against: Seat, square: SquareId) -> int:
        """Nobody comes out to help others."""
        return 0


@ALLIANCES.named("called_in")
class CalledIn(EachForItself):
    """Forces in the square may take a side once an attack is declared (house-5.11c); nobody joins
    without saying so himself."""

    def pact_stops(self) -> Stops:
        """An alliance is made when a combat is declared, and no sooner."""
        yield IllegalChoice(
            "house-5.11c", "At this table you take sides when a combat is declared, not before."
        )

    def turn_begins(self, table: KTable, seat: Seat) -> Sequence[KStep]:
        """Allies who fought together part as soon as a turn of either begins (base-16.4)."""
        table.state.allied = [pair for pair in table.state.allied if seat not in pair]
        return ()

    def side_stops(self) -> Stops:
        """Nothing prevents an alliance when a combat is declared."""
        yield from ()

    def asked(self, table: KTable, seat: Seat, against: Seat) -> list[Seat]:
        """All the other seats, except those that may only move."""
        return seats_to_ask(table, seat, against)

    def might_add(
        self, table: KTable, seat: Seat, against: Seat, square: SquareId, sally: PlaceId | None
    ) -> int:
        """The strength of those who may join the attack, including guests in a place from which
        others sally."""
        guests = 0
        if sally is not None:
            others = (s for s in every_seat(len(table.state.factions)) if s not in (seat, against))
            guests = sum(at_most(table, garrison_allies(table, sally, s)) for s in others)
        return might_add(table, seat, against, square) + guests

    def relief(self, table: KTable, seat: Seat, against: Seat, square: SquareId) -> int:
        """The strength of the besieged who may come out to join the attack, and of their guests."""
        others = seats_to_ask(table, seat, against)
        out = [n for other in others for n in relieving(table, square, other, against)]
        gates = dict.fromkeys(p for n in out if (p := table.state.nobles[n].inside) is not None)
        guests = [n for p in gates for s in others for n in garrison_allies(table, p, s)]
        return at_most(table, list(dict.fromkeys(out + guests)))


@ALLIANCES.named("agreed")
class Agreed(EachForItself):
    """Players agree on alliances beforehand, for one combat or until cancelled (base-16.1).

    A player bound to an ally supports him with all his nobles in the open in the square, and is not
    asked again.
    """

    def pact_stops(self) -> Stops:
        """Nothing prevents an alliance."""
        return iter(())

    def side_stops(self) -> Stops:
        """Nobody is asked in a combat: sides follow from what was agreed."""
        yield IllegalChoice(
            "base-16.1", "At this table you take sides only through alliances agreed beforehand."
        )

    def turn_begins(self, table: KTable, seat: Seat) -> Sequence[KStep]:
        """An alliance for a single combat lapses; others may be cancelled now (base-16.4)."""
        lapse(table, seat)
        return (PactReview(seat),) if table.state.pacts else ()

    def beside(
        self,
        table: KTable,
        seat: Seat,
        against: Seat,
        square: SquareId,
        place: PlaceId | None = None,
    ) -> tuple[list[NobleId], list[NobleId]]:
        """The allies who are in the open in the square and not worn out (base-16.5).

        A place is defended only by those inside (base-10.15).
        """
        state = table.state
        within = () if place is None else occupants(state, place)
        foes = {against, *within} - {seat}  # the besieger holds any place that nobody else holds
        attack, defence = sides(state.pacts, seat, foes, square)
        attackers = [
            n
            for n in _of_seats(state, square, followers(state, attack))
            if not state.nobles[n].attacked and may_attack(state, state.nobles[n])
        ]
        defenders = [
            n
            for n in _of_seats(state, square, defence if place is None else ())
            if not state.nobles[n].defended and may_be_attacked(state, state.nobles[n])
        ]
        return attackers, defenders

    def might_add(
        self, table: KTable, seat: Seat, against: Seat, square: SquareId, sally: PlaceId | None
    ) -> int:
        """The strength of those who support the attackers."""
        return strength(table, self.beside(table, seat, against, square)[0], IN_ATTACK)


def _of_seats(state: State, square: SquareId, seats: Iterable[Seat]) -> list[NobleId]:
    """The nobles of certain seats who are in the open in a square."""
    return [noble for seat in seats for noble in in_open(state, square, seat)]


def stand_by(
    table: KTable,
    sides_of: tuple[Seat, Seat],
    square: SquareId,
    attackers: list[NobleId],
    defenders: list[NobleId],
    place: PlaceId | None = None,
) -> None:
    """Let those who are bound to a side join it, and tell everybody (base-16.2).

    ``sides_of`` are the attacking and the attacked seat; ``attackers`` and ``defenders`` grow.
    """
    seat, against = sides_of
    found = procedures(table).alliances.beside(table, seat, against, square, place)
    for side, nobles, force in zip(sides_of, found, (attackers, defenders), strict=True):
        force.extend(nobles)
        for ally in dict.fromkeys(table.state.nobles[noble].seat for noble in nobles):
            if force is attackers:
                stirs_beside(table.state, ally)
            party = tuple(n for n in nobles if table.state.nobles[n].seat == ally)
            table.emit(facts.AllianceMade(ally, party, side, force is attackers))
