"""Nobles who waver, go home, or change masters.

A noble who goes over to another faction with everything he has (ishkibibble-vacillating.11).

Vacillating Noble: a noble who is no use for a turn, or who leaves his side in a combat
(ishkibibble-vacillating).

Influence Heir: a dead noble's successor joins another faction (ishkibibble-influence).
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, every_seat, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.cards.draw import NobleArrives
from bot.rules.kingmaker.components import RATIOS, EventCard, reaches
from bot.rules.kingmaker.conditions.kings_peace import at_peace
from bot.rules.kingmaker.conditions.lasting import VACILLATING, defeatist
from bot.rules.kingmaker.consequences.changes import launch, pick_up_heirs, stand_open
from bot.rules.kingmaker.consequences.going_home import send_home
from bot.rules.kingmaker.consequences.havens import calmest, put_out_strangers, ways_out
from bot.rules.kingmaker.consequences.keeping import pass_on_captives
from bot.rules.kingmaker.consequences.secret_question import INFLUENCE, SecretQuestion
from bot.rules.kingmaker.forces.strength import defending, in_open, nobles_of, strongest
from bot.rules.kingmaker.ids import NO_PLACE, CardId, NobleId, PlaceId, SquareId
from bot.rules.kingmaker.procedures import Contest, SiegeAttempt, event_card, procedures
from bot.rules.kingmaker.ships.command import aboard, captains
from bot.rules.kingmaker.sieges import fighter_stops, matched
from bot.rules.kingmaker.state import KStep, KTable, Spell
from bot.rules.kingmaker.succession import heirs_with


def change_sides(table: KTable, noble_id: NobleId, seat: Seat) -> None:
    """From now on the noble serves this seat, and brings his cards, places, ships and any heirs
    with him.

    If a ship of his is at sea without him, it obeys any nobles of his old faction who are aboard.
    The noble's captives stay with the rest of his old force, if there is any. Nobles of other
    factions in his places are put out, as if the places had been taken. Ships that his office has
    lost come back, because it has passed to a new faction (ishkibibble-gales.5). The noble is no
    longer owed what won him over when he was recruited (families-recruit.19).
    """
    state = table.state
    noble = state.nobles[noble_id]
    pass_on_captives(table, noble_id)
    for siege in state.sieges.values():
        siege.leave([noble_id])
    for exile in state.exiles:
        exile.nobles = [other for other in exile.nobles if other != noble_id]
    state.amnesty = [other for other in state.amnesty if other != noble_id]
    for ship in state.ships.values():
        if ship.guests.get(noble_id) == seat:
            del ship.guests[noble_id]
    _keep_ships(table, noble_id)
    state.change_sides(noble_id, seat)
    noble.bargain, noble.taken_from = 0, False
    noble.barred, noble.barred_by, noble.barred_turns, noble.barred_too = None, "", 0, {}
    for place in [key for key, holder in state.control.items() if holder == noble_id]:
        put_out_strangers(table, place, seat)
    if noble.office is not None:
        for lost in table.content.crown[noble.office].ships:
            launch(table, lost)


def _keep_ships(table: KTable, noble_id: NobleId) -> None:
    """Ships that the noble commands from afar, at sea with comrades aboard, obey those comrades
    until they are in port.
    """
    state = table.state
    noble = state.nobles[noble_id]
    for ship_id, captain in captains(table).items():
        ship = state.ships.get(ship_id)
        if captain != noble_id or ship is None or ship.sea is None or noble.aboard == ship_id:
            continue
        if ship.prize_of is not None:  # who owns the ship until then has already been settled
            continue
        crew = [n for n in aboard(table, ship_id) if state.nobles[n].seat == noble.seat]
        crew = [n for n in crew if state.nobles[n].captor is None]
        if crew:
            ship.captain_at_sea = strongest(table, crew)


# In a combat (ishkibibble-vacillating.3)

_STEPS = tuple(RATIOS)
"""The rows of the table, from the smallest ratio to the greatest."""


def waver(table: KTable, card: EventCard, clash: Contest) -> bool:
    """A noble goes home or changes sides before the combat is decided. Returns whether the combat
    ends here instead.

    If the sides are equal, the card counts as bad weather (ishkibibble-vacillating.9), except at
    sea, where it does nothing. Otherwise the battle continues with another card
    (ishkibibble-vacillating.12).
    """
    attack, opposed = clash.weigh(table)
    if attack == opposed:
        if clash.equal_ends:
            table.emit(facts.DoubtRose(why="equal"))
        else:
            table.emit(facts.DoubtRose(why="idle"))
        return clash.equal_ends
    die = table.below(6) + 1
    stronger = die > 4  # ishkibibble-vacillating.4
    attacking = stronger == (attack > opposed)
    able = _able(table, clash.attackers if attacking else clash.defenders)
    seat = clash.leader(table, attacking=attacking)
    if not able:  # ishkibibble-vacillating.13
        table.emit(facts.DoubtRose("alone", seat, die, stronger))
        return False
    noble = able[table.below(len(able))]  # ishkibibble-vacillating.5
    if not clash.heeds(table, noble):
        table.emit(facts.DoubtRose("idle", seat, die, stronger, noble))
        return False
    table.emit(facts.DoubtRose("", table.state.nobles[noble].seat, die, stronger, noble))
    _decide(table, clash, noble, attacking=attacking, stronger=stronger)
    return False


def _able(table: KTable, side: list[NobleId]) -> list[NobleId]:
    """The nobles on a side who are not the only ones of their faction there: no faction loses its
    last one."""
    nobles = table.state.nobles
    seats = [nobles[noble].seat for noble in side]
    return [noble for noble in side if seats.count(nobles[noble].seat) > 1]


def _decide(
    table: KTable, clash: Contest, noble: NobleId, *, attacking: bool, stronger: bool
) -> None:
    """A die decides what a wavering noble does, given the odds without him
    (ishkibibble-vacillating.6).

    If there is no other faction to go over to, for instance against a garrison that nobody
    commands, the noble goes home.
    """
    without = clash.weigh(table, noble)
    step = _step(*without)
    die = table.below(6) + 1
    # On the weaker side, the more hopeless things are, the more readily a wavering noble goes over
    # (ishkibibble-vacillating.7); on the stronger side, the closer the fight is
    # (ishkibibble-vacillating.8).
    goes_home = die <= (step + 1 if stronger else 6 - step)
    to = None if goes_home else clash.leader(table, attacking=not attacking)
    former = table.state.nobles[noble].seat
    heirs = tuple(heirs_with(table.state, noble))
    side = clash.attackers if attacking else clash.defenders
    side.remove(noble)
    if to is None:
        clash.goes(table, noble)
        home = send_home(table, noble).id
        table.emit(facts.NobleWavered(former, noble, _STEPS[step], die, None, home, heirs))
    else:
        table.emit(facts.NobleWavered(former, noble, _STEPS[step], die, to, NO_PLACE, heirs))
        change_sides(table, noble, to)
        clash.joins(table, noble, attacking=not attacking)
    table.emit(facts.OddsAnew(*clash.weigh(table)))


def _step(one: int, other: int) -> int:
    """The highest row of the table that the two strengths reach; the first if they are equal."""
    larger, smaller = max(one, other), min(one, other)
    return max((i for i, half in enumerate(_STEPS) if reaches(half, larger, smaller)), default=0)


# At the start of a turn (ishkibibble-vacillating.1)


@event_card("vacillating", in_combat=waver)
def vacillating(table: KTable, card: EventCard, seat: Seat) -> None:
    """One of the drawer's nobles, chosen at random, is no use to him this turn.

    If the noble is aboard, his ship is becalmed (ishkibibble-vacillating.2). Captives are no use
    anyway and do not count; the card does nothing to a player with a single noble
    (ishkibibble-vacillating.13).
    """
    state = table.state
    nobles = [n for n in nobles_of(state, seat) if state.nobles[n].captor is None]
    if len(nobles) < 2:
        table.emit(facts.EventIdle(card.id, "one_noble"))
        return
    noble = nobles[table.below(len(nobles))]
    state.spells.append(Spell(VACILLATING, seat, 1, noble))
    table.emit(facts.NobleOfNoUse(seat, noble, state.nobles[noble].aboard))


def review_mourned(table: KTable) -> None:
    """A noble who was killed may have an heir, whom a player may win over straight away, before
    anything else.

    The noble's cards have gone to the Chancery and the discards by then, as always when a noble
    dies (ishkibibble-influence.3). A noble who comes back because his family is loyal has no heir
    to be won.
    """
    state = table.state
    if not state.mourned:
        return
    mourned, state.mourned = state.mourned, []
    for one in reversed(mourned):
        if one.noble in state.crown_discards:
            table.push(Wooing(one.noble, one.seat, one.castles))


class Wooing(SecretQuestion, tag="wooing"):
    """All the other players are asked in secret whether they play the card
    (ishkibibble-influence.1)."""

    noble: NobleId
    seat: Seat
    castles: dict[PlaceId, list[NobleId]] = {}

    card_kind = INFLUENCE
    verb = "woo_heir"
    timing = "ishkibibble-influence.1"
    keeps_none = "You hold no Influence Heir card."
    first_this = "A noble was killed. First say whether you will play a card to win his heir."

    def asked(self, table: KTable) -> list[Seat]:
        if self.noble not in table.state.crown_discards:
            return []
        return [seat for seat in every_seat(len(table.state.factions)) if seat != self.seat]

    def fields(self, table: KTable) -> tuple[Field, ...]:
        return (Field("noble", (self.noble,)),)

    def about(self, table: KTable) -> Mapping[str, NobleId]:
        return {"noble": self.noble}

    def played(self, table: KTable, seat: Seat, card: CardId) -> None:
        """The heir joins the new faction, at one of his castles (ishkibibble-influence.2)."""
        table.state.crown_discards.remove(self.noble)
        table.emit(facts.HeirWooed(seat, self.noble, self.seat))
        table.push(
            NobleArrives(seat, self.noble),
            *(TurncoatCastle(self.noble, self.seat, *left) for left in self.castles.items()),
        )


class TurncoatCastle(KStep, tag="turncoat_castle"):
    """Nobles of the former faction who were in one of the heir's castles besiege it or leave.

    A force that matches the castle's defence may conclude a siege of it now
    (ishkibibble-influence.4) or stay outside, as it must where it may not fight. A weaker force is
    moved to an adjacent square of its player's choice (ishkibibble-influence.5).
    """

    noble: NobleId
    seat: Seat
    place: PlaceId
    nobles: list[NobleId]

    def prompts(self, table: KTable) -> list[Prompt]:
        nobles = self._there(table)
        if not nobles:
            return []
        about = {"place": self.place, "noble": self.noble}
        if self._strong(table, nobles):
            fit = self._fit(table, nobles)
            if not fit or not self._strong(table, fit):
                return []
            offers = (
                Offer(
                    "conclude",
                    (_all_of(fit), Field("place", (self.place,))),
                    "ishkibibble-influence.4",
                ),
                Offer("done", (), "ishkibibble-influence.4"),
            )
            return [
                Prompt(self.seat, "turncoat_siege", offers, default=Choice("done"), facts=about)
            ]
        squares = ways_out(table, self.seat, table.content.board.places[self.place].square)
        march = Offer("march", (_all_of(nobles), Field("to", squares)), "ishkibibble-influence.5")
        to = calmest(table, self.seat, squares)
        default = Choice.of("march", nobles=nobles, to=to)
        return [Prompt(self.seat, "turncoat_leave", (march,), default=default, facts=about)]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        nobles = choice.many("nobles", NobleId)
        table.finish(self)
        if choice.verb == "conclude":
            attempt = SiegeAttempt(
                seat=seat,
                place=self.place,
                attackers=list(nobles),
                defenders=defending(table, self.place, [self.seat]),
            )
            table.push(procedures(table).siege.attempt(attempt))
        elif choice.verb == "march":
            for noble in nobles:
                stand_open(table, noble, choice.one("to", SquareId))
            table.emit(facts.PutAside(seat, nobles, self.place, choice.one("to", SquareId)))
            for noble in nobles:
                pick_up_heirs(table, noble)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        if self._strong(table, self._there(table)):
            return IllegalChoice(
                "ishkibibble-influence.4",
                "First say whether your nobles outside the turncoat’s castle will besiege it.",
            )
        return IllegalChoice(
            "ishkibibble-influence.5",
            "Your nobles are too weak to besiege the turncoat’s castle. First say where they go.",
        )

    def _there(self, table: KTable) -> list[NobleId]:
        """The nobles put out of the castle who are still outside it, if the heir now holds it."""
        if table.state.control.get(self.place) != self.noble:
            return []
        here = in_open(table.state, table.content.board.places[self.place].square, self.seat)
        return [noble for noble in self.nobles if noble in here]

    def _strong(self, table: KTable, nobles: list[NobleId]) -> bool:
        return matched(table, table.content.board.places[self.place], nobles, [])

    def _fit(self, table: KTable, nobles: list[NobleId]) -> list[NobleId]:
        """Those who may fight for the castle now: no defeatists, no waverers, and nobody if a Peace
        holds there.
        """
        state, square = table.state, table.content.board.places[self.place].square
        if defeatist(state, self.seat) or at_peace(state, self.place, square):
            return []
        return [n for n in nobles if free(fighter_stops(table, self.seat, n, self.place))]


def _all_of(nobles: list[NobleId]) -> Field:
    return Field("nobles", tuple(nobles), len(nobles), len(nobles))
