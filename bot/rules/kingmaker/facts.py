"""Events of Kingmaker: the typed facts that logs, messages and pictures are made from.

Those of ships are in ``facts_sea``, those of Parliament and of trade in ``facts_parliament``.
"""

from __future__ import annotations

from bot.rules.kingmaker.fact import Fact


class GameBegan(Fact, frozen=True, tag="game_began"):
    """The game is set up; ``first`` opens the play."""

    first: int
    seed_hash: str = ""


class CardsDealt(Fact, frozen=True, tag="cards_dealt"):
    """A seat was dealt these cards, face up (house-4.2)."""

    seat: int
    cards: tuple[str, ...]


class NobleEntered(Fact, frozen=True, tag="noble_entered"):
    """A noble came into play."""

    seat: int
    noble: str
    square: str
    inside: str | None = None


class CardAssigned(Fact, frozen=True, tag="card_assigned"):
    """A Crown card was laid beside a noble. ``source``: deal, hand, draw, place or deal."""

    seat: int
    card: str
    noble: str
    source: str


class CardsToChancery(Fact, frozen=True, tag="cards_to_chancery"):
    """Cards went to the Chancellery."""

    cards: tuple[str, ...]
    seat: int | None = None


class CardsDiscarded(Fact, frozen=True, tag="cards_discarded"):
    """Crown cards went to the discards."""

    cards: tuple[str, ...]
    seat: int | None = None


class CrownDeckReshuffled(Fact, frozen=True, tag="crown_deck_reshuffled"):
    """The Crown discards became the new deck."""

    cards: int


class EventDeckReshuffled(Fact, frozen=True, tag="event_deck_reshuffled"):
    """The Event deck was shuffled anew."""

    cards: int
    rule: str = "base-2.2"


class TurnBegan(Fact, frozen=True, tag="turn_began"):
    """A seat's turn begins."""

    seat: int
    round: int


class PhaseBegan(Fact, frozen=True, tag="phase_began"):
    """A phase of the turn begins."""

    seat: int
    phase: str


class EventDrawn(Fact, frozen=True, tag="event_drawn"):
    """An Event card was drawn at the start of a turn."""

    seat: int
    card: str


class EventKept(Fact, frozen=True, tag="event_kept"):
    """An Event card that may be held went to the drawer."""

    seat: int
    card: str


class EventIdle(Fact, frozen=True, tag="event_idle"):
    """The card drawn has no effect now. ``reason`` is a key of the words."""

    card: str
    reason: str


class PlagueStruck(Fact, frozen=True, tag="plague_struck"):
    """Plague in a place; those named died."""

    place: str
    nobles: tuple[str, ...] = ()
    heirs: tuple[str, ...] = ()


class CallIgnored(Fact, frozen=True, tag="call_ignored"):
    """A call found nobody, or somebody excused. ``reason``: not_in_play or besieged."""

    who: str
    place: str
    reason: str
    noble: str | None = None


class NobleCalled(Fact, frozen=True, tag="noble_called"):
    """A noble answered a call and now stands at ``square``."""

    noble: str
    place: str
    square: str
    inside: str | None = None
    heirs: tuple[str, ...] = ()
    company: tuple[str, ...] = ()
    """Nobles of his force who went along with him, a King (house-8.3.6)."""


class KingCalled(Fact, frozen=True, tag="king_called"):
    """The sole king went where an embassy awaits him."""

    heir: str
    place: str
    square: str
    inside: str | None = None
    nobles: tuple[str, ...] = ()


class MercenariesWentHome(Fact, frozen=True, tag="mercenaries_went_home"):
    """Mercenaries of one kind left their nobles."""

    group: str
    cards: tuple[str, ...] = ()


class Marched(Fact, frozen=True, tag="marched"):
    """Nobles moved over land. ``by``: march, road or free_road."""

    seat: int
    nobles: tuple[str, ...]
    origin: str
    to: str
    by: str = "march"


class EnteredPlace(Fact, frozen=True, tag="entered_place"):
    """Nobles went inside a place of their square."""

    seat: int
    nobles: tuple[str, ...]
    place: str


class LeftPlace(Fact, frozen=True, tag="left_place"):
    """Nobles came out of a place into its square."""

    seat: int
    nobles: tuple[str, ...]
    place: str


class Expelled(Fact, frozen=True, tag="expelled"):
    """Nobles were put out of a place that became neutral."""

    nobles: tuple[str, ...]
    place: str


class FreeMovePlayed(Fact, frozen=True, tag="free_move_played"):
    """A Free Move gave nobles a second move, or the run of the roads."""

    seat: int
    card: str
    nobles: tuple[str, ...]
    use: str


class HeirTaken(Fact, frozen=True, tag="heir_taken"):
    """A noble took charge of a royal heir."""

    heir: str
    noble: str
    seat: int


class HeirLeft(Fact, frozen=True, tag="heir_left"):
    """A royal heir was left without a keeper."""

    heir: str
    square: str
    inside: str | None = None


class HeirDied(Fact, frozen=True, tag="heir_died"):
    """A royal heir died. ``cause``: battle, siege, plague, killed, ..."""

    heir: str
    cause: str
    seat: int | None = None


class NobleDied(Fact, frozen=True, tag="noble_died"):
    """A noble died. ``cause``: battle, siege, plague, executed, ..."""

    noble: str
    seat: int
    cause: str


class Crowned(Fact, frozen=True, tag="crowned"):
    """An heir was crowned."""

    heir: str
    place: str
    seat: int


class GuardPassed(Fact, frozen=True, tag="guard_passed"):
    """The Royal Guard of a house came to a noble, or (None) was given up (house-5.6c)."""

    house: str
    noble: str | None = None


class ClergyLent(Fact, frozen=True, tag="clergy_lent"):
    """Whether another player let his bishops take part in a coronation."""

    asker: int
    seat: int
    granted: bool


class BeaufortBecameHeir(Fact, frozen=True, tag="beaufort_became_heir"):
    """Beaufort is now the last Lancastrian heir (house-4.11)."""

    seat: int


class ControlGained(Fact, frozen=True, tag="control_gained"):
    """A noble now controls a place. ``by``: card, castle, siege, inheritance, ransom."""

    place: str
    noble: str
    seat: int
    by: str


class ControlLost(Fact, frozen=True, tag="control_lost"):
    """A place became neutral."""

    place: str
    seat: int


class PlaceCardHandedOver(Fact, frozen=True, tag="place_card_handed_over"):
    """A drawn place card went to the noble who already holds the place (house-8.1.2)."""

    card: str
    seat: int
    noble: str


class LeaveAsked(Fact, frozen=True, tag="leave_asked"):
    """A player asks another to declare a fortress Friendly, or (``place``) a ship."""

    seat: int
    owner: int
    place: str


class LeaveAnswered(Fact, frozen=True, tag="leave_answered"):
    """The answer to such a request."""

    seat: int
    owner: int
    place: str
    granted: bool


class AttackDeclared(Fact, frozen=True, tag="attack_declared"):
    """An attack in the open: who, whom, where, and both strengths.

    ``aboard``: defenders who besiege from a ship and are fought there (house-8.6.29).
    """

    seat: int
    against: int
    square: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    strength: int
    opposed: int
    target: str | None = None
    sallying: tuple[str, ...] = ()
    aboard: tuple[str, ...] = ()


class AllianceMade(Fact, frozen=True, tag="alliance_made"):
    """A force joined a combat on somebody's side."""

    seat: int
    nobles: tuple[str, ...]
    side: int
    attack: bool


class WeatherDrawn(Fact, frozen=True, tag="weather_drawn"):
    """The card drawn to check the weather."""

    seat: int
    card: str
    bad: bool
    kept: bool = False


class AttackCancelled(Fact, frozen=True, tag="attack_cancelled"):
    """An attack did not take place. ``reason``: weather, odds or nobody (is left to fight)."""

    reason: str


class BattleRolled(Fact, frozen=True, tag="battle_rolled"):
    """The roll on the battle table."""

    strength: int
    opposed: int
    column: str
    roll: int | None
    result: str


class DeathRolled(Fact, frozen=True, tag="death_rolled"):
    """A roll against death: dies if ``roll`` is at most ``chance``."""

    who: str
    roll: int
    chance: int
    dies: bool


class Captured(Fact, frozen=True, tag="captured"):
    """Nobles fell into an enemy's hands."""

    nobles: tuple[str, ...]
    captor: int


class RansomOffered(Fact, frozen=True, tag="ransom_offered"):
    """A ransom was offered; public without its terms, complete to the two concerned."""

    noble: str
    seat: int
    captor: int
    places: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    number: int = 0
    promise: str = ""
    due: int | None = None


class Ransomed(Fact, frozen=True, tag="ransomed"):
    """A captive bought himself free."""

    noble: str
    seat: int
    captor: int
    places: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    number: int = 0


class RansomRefused(Fact, frozen=True, tag="ransom_refused"):
    """The captor wants another offer, or none at all."""

    noble: str
    captor: int
    final: bool


class WentHome(Fact, frozen=True, tag="went_home"):
    """A noble went home. ``cause``: retreat, ransom or parliament."""

    noble: str
    square: str
    inside: str | None
    cause: str


class SiegeLaid(Fact, frozen=True, tag="siege_laid"):
    """A place is now Under Siege. ``by``: choice or weather."""

    seat: int
    place: str
    besiegers: tuple[str, ...]
    strength: int
    defence: int
    by: str = "choice"


class SiegeJoined(Fact, frozen=True, tag="siege_joined"):
    """Further nobles joined a siege."""

    seat: int
    place: str
    nobles: tuple[str, ...]


class SiegeHeld(Fact, frozen=True, tag="siege_held"):
    """A siege goes on into this turn."""

    seat: int
    place: str
    turns: int
    garrison: int


class StormDeclared(Fact, frozen=True, tag="storm_declared"):
    """An attempt to conclude a siege."""

    seat: int
    place: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    strength: int
    defence: int


class SiegeConcluded(Fact, frozen=True, tag="siege_concluded"):
    """A place fell, or would have, had an attacker lived (``taken`` false).

    ``allies`` are the seats that made up what the besieger lacked (house-5.11g).
    """

    seat: int
    place: str
    taken: bool = True
    allies: tuple[int, ...] = ()


class SiegeBroken(Fact, frozen=True, tag="siege_broken"):
    """A siege ended without success. ``reason``: choice, defeat, weakness."""

    seat: int
    place: str
    reason: str


class ReturnedInside(Fact, frozen=True, tag="returned_inside"):
    """Sallying nobles went back in."""

    nobles: tuple[str, ...]
    place: str


class CrownCardDrawn(Fact, frozen=True, tag="crown_card_drawn"):
    """A Crown card was drawn; ``card`` is empty for those who may not see it."""

    seat: int
    card: str = ""


class NothingToDraw(Fact, frozen=True, tag="nothing_to_draw"):
    """Deck and discards are empty."""

    seat: int


class RebuildBegan(Fact, frozen=True, tag="rebuild_began"):
    """A player without nobles is dealt in again (house-3.14)."""

    seat: int


class PlayerJoined(Fact, frozen=True, tag="player_joined"):
    """Somebody joined late and has a new seat (house-3.16)."""

    seat: int


class TimeCalled(Fact, frozen=True, tag="time_called"):
    """The time limit is reached; the turn in progress is the last."""

    round: int


class VotesCounted(Fact, frozen=True, tag="votes_counted"):
    """Votes of both houses by seat."""

    commons: tuple[int, ...]
    lords: tuple[int, ...]


class GameWon(Fact, frozen=True, tag="game_won"):
    """The game is over."""

    winners: tuple[int, ...]
    victory: str
