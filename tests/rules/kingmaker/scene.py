"""Small positions for rule tests: say who stands where, then make choices and look.

scene = Scene(seats=2)
scene.noble("percy", 0, "alnwick")            # inside his castle, which he controls
scene.noble("clifford", 1, "18,20")           # in the open in a square
scene.movement(0)                             # seat 0's movement phase begins
scene.play(0, "march", nobles=["percy"], to="12,3")
scene.refused(1, "march", rule="house-1.14", nobles=["clifford"], to="18,19")
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import msgspec
import pytest

from bot.games import game_for
from bot.rules.kernel import Choice, Dice, Event, Game, IllegalChoice, Match, Outcome, Position
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.cards.draw import DrawPhase
from bot.rules.kingmaker.combat.phase import CombatPhase
from bot.rules.kingmaker.consequences import changes
from bot.rules.kingmaker.events.phase import EventPhase
from bot.rules.kingmaker.facts import DealProposed
from bot.rules.kingmaker.forces.strength import controller
from bot.rules.kingmaker.movement.land import MovementPhase
from bot.rules.kingmaker.parliament.calling import ParliamentPhase
from bot.rules.kingmaker.royals.coronation import CoronationPhase
from bot.rules.kingmaker.setup.opening import opening_state
from bot.rules.kingmaker.state import PHASES, Noble, Peace, Phase, ShipState, Siege
from bot.rules.kingmaker.turn import Turns

HOUSE = game_for("kingmaker", "house")


class LoadedDice(Dice):
    """Dice that show the numbers laid in (d100 rolls, 1 to 100; faces of a die, 1 to 6; places in a
    lot, from 1), then roll as usual.

    ``then``: what each shows instead once these have been shown; 0, if nobody may ask for another.
    """

    laid: list[int] = []
    faces: list[int] = []
    then: int | None = None

    def below(self, sides: int) -> int:
        if self.faces:
            return self.faces.pop(0) - 1
        assert self.then != 0, "More dice are rolled than were laid."
        return super().below(sides) if self.then is None else min(self.then, sides) - 1

    def percentile(self) -> int:
        return self.laid.pop(0) if self.laid else super().percentile()


class Scene:
    """A position under construction, and the match once a phase is begun."""

    def __init__(
        self, seats: int = 2, ruleset: str | Game = "house", rounds: int | None = None
    ) -> None:
        self.game = game_for("kingmaker", ruleset) if isinstance(ruleset, str) else ruleset
        self.content = self.game.content
        self.board = self.content.board
        state = opening_state(self.content, seats, rounds)
        state.crown_deck.extend(self.content.ruleset.withheld)
        state.phase, state.round = "event", 1
        state.edition = self.game.edition
        self.dice = LoadedDice("a scene")
        self.position: Position = Position(
            1, "kingmaker", self.game.ruleset, 0, self.dice, [Turns()], state
        )
        self.match = Match(self.game, self.position)
        self.events: list[Event] = []
        self.deals: list[str] = []

    @property
    def match(self) -> Match:
        """The match, which looks anew at the position: a test may have changed it meanwhile."""
        vars(self.state).pop("relations", None)
        self._match.look_anew()
        return self._match

    @match.setter
    def match(self, match: Match) -> None:
        self._match = match

    @property
    def state(self) -> Any:
        """The state, to look at."""
        return self.position.state

    # Building

    def noble(
        self,
        noble: str,
        seat: int,
        at: str,
        *,
        outside: bool = False,
        guest: bool = False,
        cards: tuple[str, ...] = (),
        heirs: tuple[str, ...] = (),
        castles: bool = True,
    ) -> Self:
        """Put a noble into play at a place (inside it) or a square; he controls his castles.

        Inside a fortress he controls it from then on, unless he is a ``guest`` there: that must be
        said of whoever is put into a fortress that another faction controls. ``cards``: title,
        office, bishops, ... laid beside him. ``outside``: in the open of the place's square.
        ``castles`` false: his castles stay neutral.
        """
        if self.content.ruleset.nobles_in_deck:
            self.state.crown_deck.remove(noble)
        place = self.board.places.get(at)
        square = at if place is None else place.square
        self.state.nobles[noble] = Noble(seat=seat, square=square)
        if castles:
            for castle in self.content.castles_of(noble):
                self.state.control.setdefault(castle, noble)
        if place is not None and not outside:
            if place.is_fortress:
                self._move_in(noble, place, guest)
            self.state.nobles[noble].inside = place.id
        for card in cards:
            self.state.crown_deck.remove(card)
            changes.assign(self.match.table, card, noble, "deal")
        for heir in heirs:
            self.hold(heir, noble)
        return self

    def _move_in(self, noble: str, place: Place, guest: bool) -> None:
        """Let a noble control the fortress he is put into, or be a guest there (house-8.5.1)."""
        holder = controller(self.state, place.id)
        stranger = holder is not None and holder != self.state.nobles[noble].seat
        if stranger and not guest:
            host = self.state.control[place.id]
            raise ValueError(
                f"{host} of seat {holder} controls {place.id}: put {noble} in with guest=True, "
                f'take it from {host} first with control("{place.id}", None), or let {noble} '
                "stand outside=True."
            )
        if guest and not stranger:
            raise ValueError(f"{noble} is nobody's guest in {place.id}: put the host in first.")
        if not guest:
            self.state.control[place.id] = noble

    def hold(self, heir: str, noble: str) -> Self:
        """Let a noble hold a royal heir."""
        self.state.heirs[heir].holder = noble
        self.state.heirs[heir].square, self.state.heirs[heir].inside = "", None
        return self

    def heir_at(self, heir: str, square: str, inside: str | None = None) -> Self:
        """Stand an heir somewhere without a keeper."""
        found = self.state.heirs[heir]
        found.holder, found.square, found.inside = None, square, inside
        return self

    def dead(self, *heirs: str) -> Self:
        """Let heirs be dead."""
        for heir in heirs:
            found = self.state.heirs[heir]
            found.alive, found.crowned, found.holder = False, False, None
        return self

    def crowned(self, *heirs: str) -> Self:
        """Let exactly these heirs be Kings."""
        for key, heir in self.state.heirs.items():
            heir.crowned = key in heirs
        return self

    def control(self, place: str, noble: str | None) -> Self:
        """Let a noble control a fortress, or nobody (None)."""
        self.state.control.pop(place, None)
        if noble is not None:
            self.state.control[place] = noble
        return self

    def siege(self, place: str, besiegers: list[str], turns: int = 1) -> Self:
        """Let nobles, who stand in the open there, besiege a place."""
        seat = self.state.nobles[besiegers[0]].seat
        self.state.sieges[place] = Siege(seat, list(besiegers), turns)
        return self

    def hand(self, seat: int, *cards: str) -> Self:
        """Put Crown cards into a hand."""
        for card in cards:
            self.state.crown_deck.remove(card)
            self.state.factions[seat].hand.append(card)
        return self

    def held(self, seat: int, *cards: str) -> Self:
        """Let a seat hold Event cards."""
        for card in cards:
            self.state.event_deck.remove(card)
            self.state.factions[seat].held.append(card)
        return self

    def next_events(self, *cards: str) -> Self:
        """Lay Event cards on top of the deck; the first named is drawn first."""
        for card in reversed(cards):
            self.state.event_deck.remove(card)
            self.state.event_deck.append(card)
        return self

    def next_crown(self, *cards: str) -> Self:
        """Lay Crown cards on top of the deck; the first named is drawn first."""
        for card in reversed(cards):
            self.state.crown_deck.remove(card)
            self.state.crown_deck.append(card)
        return self

    def rolls(self, *numbers: int) -> Self:
        """The next d100 rolls."""
        self.dice.laid.extend(numbers)
        return self

    def dice_show(self, *faces: int, then: int | None = None) -> Self:
        """What the next dice show, or which of a lot is drawn, from 1; and ``then`` all others."""
        self.dice.faces.extend(faces)
        self.dice.then = then
        return self

    # Beginning a phase

    def event(self, seat: int) -> Outcome:
        """Seat's event phase: a card is drawn and obeyed."""
        return self._begin("event", seat, EventPhase(seat))

    def movement(self, seat: int) -> Outcome:
        """Seat's movement phase."""
        return self._begin("movement", seat, MovementPhase(seat))

    def movement_over(self, seat: int) -> Self:
        """Seat's movement phase has just ended."""
        self.movement(seat)
        self.play(seat, "done")
        return self

    def combat(self, seat: int) -> Outcome:
        """Seat's combat phase."""
        return self._begin("combat", seat, CombatPhase(seat))

    def coronation(self, seat: int) -> Outcome:
        """Seat's coronation phase."""
        return self._begin("coronation", seat, CoronationPhase(seat))

    def draw(self, seat: int) -> Outcome:
        """Seat's Crown card phase."""
        return self._begin("draw", seat, DrawPhase(seat))

    def _begin(self, phase: Phase, seat: int, step: Any) -> Outcome:
        self.match.table.events = []
        self.state.phase, self.state.active = phase, seat
        moves = phase == "movement" and bool(self.state.sides)
        turns = Turns(PHASES.index(phase) + 1, recruiting=[seat] if moves else [])
        self.position.agenda[:] = [turns, step]
        return self._note(self.match._after())

    # Playing

    def play(self, by_seat: int, verb: str, /, **args: str | Sequence[str]) -> Outcome:
        """Make a choice that must be accepted; its events are also in ``scene.events``."""
        return self._note(self.match.submit(by_seat, self._choice(verb, args)))

    def refused(self, by_seat: int, verb: str, /, *, rule: str, **args: str | Sequence[str]) -> str:
        """Make a choice that must be refused by this rule and change nothing; the reason."""
        before = self.match.save()
        with pytest.raises(IllegalChoice) as caught:
            self.match.submit(by_seat, self._choice(verb, args))
        assert caught.value.rule == rule, (caught.value.rule, caught.value.reason)
        assert self.match.save() == before
        return caught.value.reason

    def offered(self, seat: int, verb: str) -> list[Any]:
        """The offers of this verb to a seat."""
        return [o for p in self.match.prompts(seat) for o in p.offers if o.verb == verb]

    def candidates(self, seat: int, verb: str, field: str) -> set[str]:
        """All candidates of a field over the offers of a verb."""
        return {c for offer in self.offered(seat, verb) for c in offer.field(field).candidates}

    def asked(self, seat: int) -> list[str]:
        """The kinds of the blocking prompts put to a seat."""
        return [p.kind for p in self.match.prompts(seat) if p.blocking]

    def happened(self, kind: type[Event]) -> list[Any]:
        """The events of a kind since the last choice (or the beginning of the phase)."""
        return [event for event in self.events if isinstance(event, kind)]

    def _note(self, outcome: Outcome) -> Outcome:
        self.events = list(outcome.events)
        for event in self.happened(DealProposed):
            self.deals.append(f"{event.giver}-{event.taker}-{event.number}")
        return outcome

    def _choice(self, verb: str, args: dict[str, Any]) -> Choice:
        """A choice; ``deal="2"`` means the second deal proposed in this scene."""
        deal = args.get("deal")
        if isinstance(deal, str) and deal.isdigit() and int(deal) <= len(self.deals):
            args = {**args, "deal": self.deals[int(deal) - 1]}
        return Choice.of(verb, **args)

    # Parliament and the King's Peace

    def parliament(self, seat: int) -> Outcome:
        """Seat's Parliament phase."""
        return self._begin("parliament", seat, ParliamentPhase(seat))

    def give(self, noble: str, *cards: str) -> Self:
        """Lay cards of the deck beside a noble who is in play."""
        for card in cards:
            self.state.crown_deck.remove(card)
            changes.assign(self.match.table, card, noble, "deal")
        return self

    def chancery(self, *cards: str) -> Self:
        """Lay cards into the Chancery."""
        for card in cards:
            self.state.crown_deck.remove(card)
            self.state.chancery.append(card)
        return self

    def ship(
        self, ship: str, *, port: str | None = None, sea: str | None = None, hostile: bool = False
    ) -> Self:
        """Put a ship on the board, or somewhere else: into a port or a sea square.

        ``hostile``: those aboard have entered a port that they must besiege.
        """
        self.state.ships[ship] = ShipState(port=port, sea=sea, hostile=hostile)
        return self

    def aboard(self, noble: str, ship: str) -> Self:
        """Let a noble who is in play be aboard a ship."""
        found = self.state.nobles[noble]
        found.square, found.inside, found.aboard = "", None, ship
        return self

    def peace(self, caller: int, square: str, *returned: str, ships: tuple[str, ...] = ()) -> Self:
        """Let the King's Peace hold: those named came home from Parliament, all others did not."""
        self.state.peace = Peace(caller, square, list(ships))
        for key, noble in self.state.nobles.items():
            noble.under_peace = "returned" if key in returned else "excused"
        return self

    # Voyages and trade

    def where(self, noble: str) -> tuple[str, str | None, str | None]:
        """A noble's square, the place he is inside, and the ship he is aboard."""
        found = self.state.nobles[noble]
        return found.square, found.inside, found.aboard

    def lies(self, ship: str) -> str | None:
        """The port or the sea square where a ship lies; None if she is not on the board."""
        found = self.state.ships.get(ship)
        return None if found is None else found.port or found.sea

    def destinations(self, seat: int, ship: str) -> set[str]:
        """Where a seat may send a ship now."""
        return {
            to
            for offer in self.offered(seat, "sail")
            if ship in offer.field("ship").candidates
            for to in offer.field("to").candidates
        }

    def seen_by(self, seat: int | None) -> bytes:
        """All that a seat (None: a spectator) learns: its view, its prompts, the last events."""
        prompts = [] if seat is None else self.match.prompts(seat)
        events = [event for event in self.events if event.visible_to(seat)]
        return msgspec.json.encode([self.match.view(seat), prompts, events])

    def forbidden(
        self,
        by_seat: int,
        verb: str,
        /,
        *,
        rule: str,
        says: str,
        **args: str | Sequence[str],
    ) -> None:
        """Make a choice that must be refused by this rule, in words that hold ``says``."""
        reason = self.refused(by_seat, verb, rule=rule, **args)
        assert says in reason, reason

    def forbidden_deal(
        self,
        giver: int,
        taker: int,
        *,
        rule: str,
        says: str,
        give: list[str],
        take: list[str] | None = None,
    ) -> None:
        """Propose a deal that may be offered, but cannot be accepted by this rule."""
        terms: dict[str, str | list[str] | tuple[str, ...]] = {"to": str(taker), "give": give}
        if take:
            terms["take"] = take
        self.play(giver, "propose_deal", **terms)
        name = self.state.deals[-1].name
        self.forbidden(taker, "accept_deal", rule=rule, says=says, deal=name)

    def turn(self, seat: int) -> Outcome:
        """Seat's whole turn, from its very beginning to its first question."""
        self.match.table.events = []
        self.state.active = seat
        self.position.agenda[:] = [Turns()]
        return self._note(self.match._after())
