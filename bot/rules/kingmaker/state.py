"""The state of a game of Kingmaker: plain data that round-trips through JSON."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Literal, TypeGuard

import msgspec

from bot.rules.kernel import Orders, Seat, Step, Table
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.ids import (
    NO_NOBLE,
    NOWHERE,
    CardId,
    HeirId,
    NobleId,
    PersonId,
    PlaceId,
    SeaId,
    ShipId,
    SquareId,
    shared,
)
from bot.rules.kingmaker.relations import Relations

Phase = Literal["setup", "event", "movement", "combat", "parliament", "coronation", "draw"]

PHASES: tuple[Phase, ...] = ("event", "movement", "combat", "parliament", "coronation", "draw")
"""The six phases of a turn, in order (house-1.14, base-3.1)."""


class Noble(msgspec.Struct, omit_defaults=True, gc=False):
    """A noble in play: his faction, his position and his cards (base-1.3). ``square`` is the land
    square, empty while he is aboard a ship or another noble keeps him. ``inside`` is the place he
    is in within that square, None in the open: this is public for each noble (base-5.6). ``aboard``
    is the ship that carries him.
    """

    seat: Seat
    square: SquareId = NOWHERE
    inside: PlaceId | None = None
    aboard: ShipId | None = None
    title: CardId | None = None
    office: CardId | None = None
    cards: list[CardId] = []
    """Bishops, mercenaries, ships and place cards assigned to the noble."""
    steps: int = 0
    """Squares the noble may still march this movement phase."""
    fresh: bool = False
    """Whether the noble has not moved at all this movement phase (the road is open to him)."""
    boards: bool = False
    """Whether the noble has neither gone into a place nor landed in his player's current movement
    phase (house-8.6.12).
    """
    landed: bool = False
    """Whether the noble came ashore this movement phase (house-8.6.4)."""
    marched: bool = False
    """Whether the noble has moved over land this movement phase (house-8.6.2)."""
    came_from: SquareId = NOWHERE
    """The square from which the noble set out in his player's last movement phase or this one;
    empty if he has not marched. Everybody can see this square.
    """
    attacked: bool = False
    defended: bool = False
    ambushed: bool = False
    """Whether the noble took part in an ambush in this combat phase, on either side (base-18.2)."""
    crosses: bool = False
    """Whether French Foot Soldiers, given to the noble this turn, carry his force across the sea
    (base-19.6).
    """
    captor: Seat | None = None
    """The seat that holds the noble captive while his ransom is discussed, or until it is paid."""
    under_peace: Literal["", "excused", "returned"] = msgspec.field(default="", name="standing")
    """The noble's position under the King's Peace; saved games call it his standing."""
    fought: bool = False
    """Whether the noble took part in a combat in his player's own turn, this one or the last."""
    barred: PlaceId | None = None
    """A fortress the noble may not attack, having left its garrison alliance (house-8.5.5) or
    stayed out of it after a sally (house-8.5.12); only the latest one, with its rule in
    ``barred_by``.
    """
    barred_by: str = ""
    barred_turns: int = 0
    """For how many more of his player's turns, this one included, the noble is barred."""
    barred_too: dict[PlaceId, str] = {}
    """Fortresses from which the noble was barred earlier, each with its rule."""
    joined: int = 0
    """The turn in which the noble was recruited: during that turn he recruits nobody
    (families-recruit.3).
    """
    bargain: int = 0
    """How much the cards offered to the noble when he was recruited added to the roll: his cards
    must always be worth at least that (families-recruit.19).
    """
    taken_from: bool = False
    """Whether the noble's own player took a card from him, and his other cards have yet to be
    checked.
    """


class HeirState(msgspec.Struct, omit_defaults=True, gc=False):
    """A royal heir. While a noble holds him, he is wherever that noble is."""

    place_in_line: int
    alive: bool = True
    crowned: bool = False
    holder: NobleId | None = None
    square: SquareId = NOWHERE
    inside: PlaceId | None = None
    moved_with: NobleId | None = None
    """The noble with whom the heir has travelled this movement phase."""
    handed_on: bool = False
    """Whether the heir has been entrusted to another noble this movement phase."""
    landing_due: int | None = None
    """How many more movement phases there are to bring the heir back to the mainland (house-8.6.7).
    """
    house: str = ""
    """The house of an heir who came into the game after it began; empty for all other heirs. A
    pretender, who has none, has ``pretender`` here (ishkibibble-pretender.2).
    """
    region: str = ""
    """The area where men follow a pretender (ishkibibble-pretender.5)."""
    following: int = 0
    """How many men follow the pretender."""
    lost_by: Seat | None = None
    """The seat from which the heir was taken, which may buy him back with draws
    (ishkibibble-ransom.1).
    """
    landing_for: Seat | None = None
    """The seat whose movement phases are counted for the heir; None means his holder's."""


class ShipState(msgspec.Struct, omit_defaults=True, gc=False):
    """A ship on the board: in a port or in a sea square."""

    port: PlaceId | None = None
    sea: SeaId | None = None
    moved: bool = False
    """Whether the ship has moved this movement phase."""
    load: dict[NobleId, int] = {}
    """The troops of each noble aboard, as they were when he embarked (base-8.4)."""
    guests: dict[NobleId, Seat] = {}
    """Nobles of other factions aboard, and the seat that let each of them board (house-8.6.27)."""
    consort_of: ShipId | None = None
    """The ship for which this ship carries some passengers: they sail as a fleet (base-8.5)."""
    captain_at_sea: NobleId | None = msgspec.field(default=None, name="keeper")
    """The noble whose player commands the ship at sea although her card has changed hands
    (house-8.7.5)."""
    prize_of: Seat | None = None
    """The faction that took the ship, and keeps her until she reaches a port
    (ishkibibble-seacombat.10).
    """
    entered: bool = False
    """Whether the ship came into her sea space this turn (ishkibibble-seacombat.1)."""
    hostile: bool = False
    """Whether the ship put into a port that those aboard must besiege (house-8.6.16)."""
    fought: bool = False
    """Whether the ship has fought at sea this combat phase."""
    lost_to: Seat | None = None
    """The seat that gets the ship once a ransomed noble has brought her in
    (ishkibibble-seacombat.8).
    """
    blockade: PlaceId | None = None
    """The port next to her sea space that the ship watches (ishkibibble-blockade.1)."""
    left: PlaceId | None = None
    """The blockaded port that the ship left this turn (ishkibibble-blockade.2)."""
    prisoner: bool = False
    """Whether the ship is a prisoner in her port (ishkibibble-blockade.3)."""


class Siege(msgspec.Struct, omit_defaults=True):
    """A place under siege: its besiegers, and the turn of the siege, at first 1 (house-6.2e)."""

    seat: Seat
    besiegers: list[NobleId]
    turns: int = 1
    ships: list[ShipId] = []
    """Ships whose passengers besiege the place from aboard."""
    shaken: bool = False
    """Whether besiegers have been lost, so that the strength of the rest must be checked
    (house-6.4e)."""

    def leave(self, nobles: Collection[NobleId]) -> None:
        """These nobles no longer besiege the place."""
        left = [noble for noble in self.besiegers if noble not in nobles]
        self.shaken |= len(left) < len(self.besiegers)
        self.besiegers = left


class Faction(msgspec.Struct, omit_defaults=True, gc=False):
    """A seat's possessions apart from its nobles (base-1.1): Crown cards in hand and Event cards
    kept."""

    hand: list[CardId] = []
    held: list[CardId] = []
    dealt: list[CardId] = []
    """Cards dealt that still have to be assigned."""
    traded: list[CardId] = []
    """Crown cards obtained by trade this turn, where that matters (base-17.6)."""
    rebuilding: bool = False
    began_with_both: bool = False
    """Whether heirs of both houses were held when this turn began."""
    two_house_turns: int = 0
    """For how many full turns in a row the player has held heirs of both houses (house-8.7.10)."""


class Side(msgspec.Struct, omit_defaults=True):
    """The part a seat plays, and the House it serves (families-players.8). ``serves`` is a House;
    it is empty while a family is neutral. ``waits`` turns of its House pass until its head returns;
    the head fell in the ``fell_in``-th turn. ``forgone`` means that the last whole turn of the
    House it serves went by without it moving or attacking.
    """

    part: str
    serves: str = ""
    headless: bool = False
    """Whether the head of a family has been killed and not yet replaced."""
    waits: int = 0
    fell_in: int = 0
    forgone: bool = False
    extinct: bool = False
    """Whether the family's line has died out and it is out of play."""


class Courted(msgspec.Struct, omit_defaults=True):
    """An attempt by a seat to recruit a noble; ``ago`` says how many of its own turns ago
    (families-recruit.22)."""

    seat: Seat
    noble: NobleId
    ago: int = 0


class Fallen(msgspec.Struct, omit_defaults=True):
    """The state of things when a Plantagenet was killed: his senior heir, and the player he served
    (base-19.3)."""

    heir: HeirId | None = None
    seat: Seat | None = None


class Exile(msgspec.Struct, omit_defaults=True):
    """A refuge abroad: its owner, its land and its card (ishkibibble-refuge.2). ``due`` is the
    round in which its nobles must leave, which only their player knows; ``opened`` means that the
    way there is still open, as in the movement phase in which the card was played.
    """

    seat: Seat
    land: PlaceId
    card: CardId
    due: int
    opened: bool = False
    nobles: list[NobleId] = []


class Booty(msgspec.Struct, frozen=True):
    """A draw that the ``loser`` of a fight gives up to the ``victor`` (ishkibibble-booty.1)."""

    loser: Seat
    victor: Seat


class Custody(msgspec.Struct, omit_defaults=True):
    """A noble or heir who is held until a ransom of draws is paid (ishkibibble-ransom.3). ``owner``
    owes the ``captor`` this many ``draws``. ``keeper`` is the captor's noble who takes a captive
    noble with him: where he is, the captive is. ``keeper`` is empty if the captive was left alone.
    An heir's keeper is his holder. ``spot`` is the square or sea space in which the captive was
    last seen; ``moved_by`` is the seat that moved him in the ``moved_in``-th turn
    (ishkibibble-ransom.8).
    """

    owner: Seat
    captor: Seat
    draws: int
    keeper: NobleId = NO_NOBLE
    spot: SquareId | SeaId = NOWHERE
    moved_by: Seat | None = None
    moved_in: int = 0


class Result(msgspec.Struct, frozen=True):
    """How the game ended: the winning seats and the name of the victory."""

    winners: tuple[Seat, ...]
    victory: str


class Peace(msgspec.Struct, omit_defaults=True):
    """The King's Peace after a Parliament: whose turn ends it, and where Parliament met."""

    caller: Seat
    square: SquareId
    ships: list[ShipId] = []
    """Ships that were sent to their home ports and may not move."""
    before: list[Peace] = []
    """The Peaces of earlier Parliaments that are still in force (base-15.11)."""


class Sitting(msgspec.Struct, omit_defaults=True):
    """A Parliament while it sits: its caller, its place, and the votes of all seats.

    Everybody sees who attends and who is excused (house-7.1.25).
    """

    caller: Seat
    place: PlaceId
    square: SquareId
    noble: NobleId | None = None
    """The noble who called Parliament (a King's keeper, or the Chancellor)."""
    people: bool = False
    summoned: NobleId | None = None
    attending: list[NobleId] = []
    excused: list[NobleId] = []
    freed: list[NobleId] = []
    """Nobles whose siege was broken by the call, and who must attend (house-7.1.24)."""
    commons: list[int] = []
    lords: list[int] = []
    bishops_given: list[CardId] = []
    passed: bool | None = None
    """How the last vote ended."""


class Deal(msgspec.Struct, omit_defaults=True):
    """An offer from one seat to another: the things each gives, and a promise that binds nobody.

    ``number`` counts only the deals between these two seats, so it gives away nothing about others.

    Things are named ``hand:``, ``held:``, ``place:``, ``ship:``, ``beside:`` or ``heir:`` and the
    id.
    """

    number: int
    giver: Seat
    taker: Seat
    give: list[str] = []
    take: list[str] = []
    promise: str = ""
    due: int | None = None

    @property
    def name(self) -> str:
        """The name of the deal in choices."""
        return f"{self.giver}-{self.taker}-{self.number}"


class Promise(msgspec.Struct, omit_defaults=True):
    """A promise made in a deal, recorded and recalled but never enforced (house-5.19b)."""

    giver: Seat
    taker: Seat
    text: str
    due: int
    reminded: bool = False


class Pledge(msgspec.Struct, omit_defaults=True, frozen=True):
    """A promise as remembered: the two seats, the words, and its first and last round."""

    giver: Seat
    taker: Seat
    text: str
    made: int
    due: int


class OpenDeed(msgspec.Struct, omit_defaults=True, frozen=True):
    """What a seat openly did to another in a round: ``attacked``, ``besieged``, ``dealt`` (with
    what it ``gave`` and ``got``), ``yea`` or ``nay`` to the other's motion; for ``moved``, both are
    the same seat."""

    by: Seat
    to: Seat
    kind: str
    round: int
    gave: tuple[str, ...] = ()
    got: tuple[str, ...] = ()


class Pact(msgspec.Struct, omit_defaults=True):
    """An alliance agreed between two seats and proposed by ``seat`` (base-16.1).

    The alliance was agreed in ``square``. A ``lasting`` alliance applies wherever both seats have
    forces in the same square, until one of them cancels it; any other applies only in ``square``,
    for one combat.
    """

    seat: Seat
    ally: Seat
    square: SquareId
    lasting: bool = False

    def holds_in(self, square: SquareId) -> bool:
        """Whether forces of both seats are allied in this square."""
        return self.lasting or self.square == square

    def other(self, seat: Seat) -> Seat | None:
        """The partner of a seat; None if the seat is not a party to the alliance."""
        if seat not in (self.seat, self.ally):
            return None
        return self.ally if seat == self.seat else self.seat


class Spell(msgspec.Struct, omit_defaults=True):
    """The effect of an Event card drawn by a seat, and how many turns of it are left."""

    kind: str
    seat: Seat
    turns: int
    noble: NobleId = NO_NOBLE
    """The noble affected, if the card affects only one (ishkibibble-vacillating.1)."""


class Mourned(msgspec.Struct, omit_defaults=True):
    """A noble who has just been killed, his seat, and his comrades who were in his castles
    (ishkibibble-influence.5)."""

    noble: NobleId
    seat: Seat
    castles: dict[PlaceId, list[NobleId]] = {}


class Reign(msgspec.Struct, omit_defaults=True):
    """A sole King held without a break (classic-object.1).

    ``turns`` is how many of his holder's own turns count so far; ``since_beginning`` says that he
    was held when his holder's current or latest turn began.
    """

    king: HeirId
    seat: Seat
    turns: int = 0
    since_beginning: bool = False


class State(msgspec.Struct, omit_defaults=True, dict=True):
    """Everything about a game except the agenda and the dice.

    Only the methods at the end change where pieces are and who has them, so :attr:`relations` are
    always right.
    """

    factions: list[Faction]
    crown_deck: list[CardId]
    event_deck: list[CardId]
    heirs: dict[HeirId, HeirState]
    ships: dict[ShipId, ShipState]
    crown_discards: list[CardId] = []
    event_discards: list[CardId] = []
    events_removed: list[CardId] = []
    """Event cards that have left the game (ishkibibble-scotsinvasion.7)."""
    chancery: list[CardId] = []
    waiting: list[CardId] = []
    """Crown cards that stay beside the board until they are given out (ishkibibble-kerns.2)."""
    nobles: dict[NobleId, Noble] = {}
    control: dict[PlaceId, NobleId] = {}
    """The noble who controls each fortress, by fortress id."""
    french: list[PlaceId] = []
    """Fortresses lost to the French: no card gives them until somebody takes them (base-19.2)."""
    pretenders: list[HeirId] = []
    """The living heirs who belong to neither house (ishkibibble-pretender.7)."""
    scots: list[PlaceId] = []
    """Fortresses that the Scots have sacked and hold (ishkibibble-scotsinvasion.5)."""
    scots_came: bool = False
    """Whether the Scots have invaded once (ishkibibble-scotsinvasion.6)."""
    rogues: dict[PlaceId, Seat] = {}
    """Towns that the rogue French hold, and who held them before
    (ishkibibble-treachery-french.2)."""
    treaties: dict[PlaceId, HeirId] = {}
    """Treaties in force, by the land that each opens, with the King who made it."""
    calais_with: Seat | None = None
    """The player who last had the King of the treaty, while that treaty makes Calais English
    (ishkibibble-treatyfrance.2)."""
    amnesty: list[NobleId] = []
    """Nobles trapped in another player's port until they can leave (ishkibibble-amnesty.1)."""
    exiles: list[Exile] = []
    """Refuges abroad (ishkibibble-refuge.2)."""
    custody: dict[PersonId, Custody] = {}
    """Nobles and heirs held for a ransom of draws, the oldest debt first (ishkibibble-ransom.1)."""
    booty: list[Booty] = []
    """Draws owed to the winner of a fight, the oldest first (ishkibibble-booty.1)."""
    fallen: dict[NobleId, Fallen] = {}
    """Plantagenets who were killed and have not come back."""
    loyal: dict[NobleId, Seat] = {}
    """Nobles who come back at the next Crown draw of a seat (base-19.8)."""
    sieges: dict[PlaceId, Siege] = {}
    drawn_for: list[PlaceId] = []
    """Places for which a card was drawn in this combat phase (base-10.7, house-1.17)."""
    active: Seat = Seat(0)
    first: Seat = Seat(0)
    round: int = 0
    phase: Phase = "setup"
    rounds_limit: int | None = None
    time_up: bool = False
    status: list[PlaceId] | None = None
    """Fortresses that the moving faction owned when its movement phase began (house-8.2.1)."""
    granted: dict[PlaceId | ShipId, list[Seat]] = {}
    """Fortresses and ships declared Friendly for this movement phase, and the seats to which
    they are Friendly (house-8.2.6, house-8.6.27)."""
    peace: Peace | None = None
    turn: int = 0
    """The number of players' turns begun so far."""
    peace_ended_turn: int | None = None
    sitting: Sitting | None = None
    allied: list[tuple[Seat, Seat]] = []
    """Pairs of seats allied in a combat, until one of them begins a turn (base-16.4)."""
    pacts: list[Pact] = []
    """Alliances agreed beforehand (base-16.1)."""
    pacts_offered: list[tuple[Seat, Seat]] = []
    """The alliances that each player has offered since his turn began."""
    deals: list[Deal] = []
    deals_made: dict[str, int] = {}
    """How many deals two seats have offered each other so far, by ``lower-higher`` seat."""
    promises: list[Promise] = []
    pledges: list[Pledge] = []
    """Recent promises, including those that have fallen due."""
    ledger: list[OpenDeed] = []
    """What players have recently done to each other openly."""
    offered: dict[str, list[str]] = {}
    """For each deal that one seat has recently offered another, a mark of when and on what terms,
    by ``giver-taker``."""
    beaufort_crowned: bool = False
    beaufort_announced: bool = False
    parliament_turn: int | None = None
    """The turn in which Parliament last met, if it meets only once a turn (base-15.13)."""
    settled_king: HeirId | None = None
    """The King whom Parliament made the sole King, until he dies (base-15.27)."""
    calls_made: dict[str, int] = {}
    """How many Parliaments each King or Chancellor has called so far."""
    result: Result | None = None
    reign: Reign | None = None
    """The reign that counts towards a victory by four turns."""
    mourned: list[Mourned] = []
    """Nobles who have just been killed and may have heirs to be won over (ishkibibble-influence.1).
    """
    spells: list[Spell] = []
    """Event-card effects still in force."""
    sides: list[Side] = []
    """The part that each seat plays, by seat, if sides are assigned; otherwise empty."""
    courted: list[Courted] = []
    """Attempts to recruit nobles, in this turn and the last (families-recruit.22)."""
    reshuffle_due: bool = False
    """Whether the Event deck is shuffled at the end of this turn (ishkibibble-reshuffle.2)."""
    straight_to_weather: bool = False
    """Whether the table leaves out the question before the weather is drawn (house-5.14f)."""
    edition: int = 1
    """The edition of the rules that the game began with (``Game.edition``)."""

    def share_ids(self) -> None:
        """Hold the ids that a game has most of in common with all other games."""
        piles = [self.crown_deck, self.event_deck, self.crown_discards, self.event_discards]
        for faction in self.factions:
            piles += [faction.hand, faction.held]
        for noble in self.nobles.values():
            noble.square, noble.came_from = shared(noble.square), shared(noble.came_from)
            noble.inside = noble.inside and shared(noble.inside)
            noble.title = noble.title and shared(noble.title)
            noble.office = noble.office and shared(noble.office)
            piles.append(noble.cards)
        for pile in piles:
            pile[:] = map(shared, pile)
        for place, noble_id in self.control.items():
            self.control[place] = shared(noble_id)

    # The places of the pieces, and their keepers

    @cached_property
    def relations(self) -> Relations:
        """The places and keepers of all nobles and heirs, ready to be looked up."""
        return Relations(self.nobles, self.heirs)

    def person(self, name: str) -> PersonId:
        """The noble or heir of this name."""
        noble = NobleId(CardId(name))
        return noble if noble in self.nobles else HeirId(name)

    def is_noble(self, who: PersonId) -> TypeGuard[NobleId]:
        """Whether somebody is a noble in play, and not an heir."""
        return who in self.nobles

    def enter_play(self, noble_id: NobleId, noble: Noble) -> None:
        """Put a noble's counter into play for his faction."""
        relations = self.relations
        self.nobles[noble_id] = noble
        relations.add(noble_id)

    def leave_play(self, noble_id: NobleId) -> Noble:
        """Remove a noble's counter; a ship he commanded at sea obeys whoever has her card."""
        for ship in self.ships.values():
            if ship.captain_at_sea == noble_id:
                ship.captain_at_sea = None
        self.relations.drop(noble_id)
        return self.nobles.pop(noble_id)

    def stand(
        self,
        noble_id: NobleId,
        square: SquareId = NOWHERE,
        inside: PlaceId | None = None,
        aboard: ShipId | None = None,
    ) -> None:
        """Put a noble in a square, inside a place there or in the open, or aboard a ship; he is no
        longer trapped in a port."""
        self.leave_port([noble_id])
        self.relations.leave(noble_id)
        noble = self.nobles[noble_id]
        noble.square, noble.inside, noble.aboard = square, inside, aboard
        self.relations.arrive(noble_id)

    def leave_port(self, nobles: Collection[NobleId]) -> None:
        """End the amnesty of nobles who leave the port in which they were trapped."""
        if self.amnesty:
            self.amnesty = [noble for noble in self.amnesty if noble not in nobles]

    def go_inside(self, noble_id: NobleId, place: PlaceId | None) -> None:
        """Move a noble inside a place in his square, or out of it (None)."""
        self.relations.leave(noble_id)
        self.nobles[noble_id].inside = place
        self.relations.arrive(noble_id)

    def capture(self, noble_id: NobleId, captor: Seat) -> None:
        """Make a noble a seat's captive, inside no place."""
        self.relations.leave(noble_id)
        self.nobles[noble_id].captor, self.nobles[noble_id].inside = captor, None
        self.relations.arrive(noble_id)

    def set_free(self, noble_id: NobleId) -> None:
        """End a noble's captivity."""
        self.relations.leave(noble_id)
        self.nobles[noble_id].captor = None
        self.relations.arrive(noble_id)

    def change_sides(self, noble_id: NobleId, seat: Seat) -> None:
        """Put a noble in the service of another faction."""
        self.relations.leave(noble_id)
        self.nobles[noble_id].seat = seat
        self.relations.arrive(noble_id)

    def give_card(self, card_id: CardId, noble_id: NobleId, kind: str) -> None:
        """Put a Crown card of this kind with a noble: as his title, as his office, or beside
        him."""
        noble = self.nobles[noble_id]
        if kind == "title":
            noble.title = card_id
        elif kind == "office":
            noble.office = card_id
        else:
            noble.cards.append(card_id)
        self.relations.bearers[card_id] = noble_id

    def lose_card(self, card_id: CardId) -> None:
        """Take a title, an office or another Crown card from the noble who has it."""
        noble = self.nobles[self.relations.bearers.pop(card_id)]
        if noble.title == card_id:
            noble.title = None
        elif noble.office == card_id:
            noble.office = None
        else:
            noble.cards.remove(card_id)

    def bearer(self, card_id: CardId | None) -> NobleId | None:
        """The noble who has a Crown card; None if nobody has it."""
        return None if card_id is None else self.relations.bearers.get(card_id)

    def keep_heir(self, heir_id: HeirId, noble_id: NobleId) -> None:
        """Put an heir with a noble: he goes where the noble goes."""
        self.relations.part(heir_id)
        heir = self.heirs[heir_id]
        heir.holder, heir.square, heir.inside = noble_id, NOWHERE, None
        self.relations.join(heir_id, noble_id)

    def leave_heir(self, heir_id: HeirId, square: SquareId, inside: PlaceId | None) -> None:
        """Leave an heir alone at a spot."""
        self.relations.part(heir_id)
        heir = self.heirs[heir_id]
        heir.holder, heir.square, heir.inside = None, square, inside

    def bury_heir(self, heir_id: HeirId) -> None:
        """Record an heir's death."""
        self.relations.part(heir_id)
        heir = self.heirs[heir_id]
        heir.alive, heir.crowned, heir.holder = False, False, None


KTable = Table[State, Content]
"""The kernel's table, with this game's state and content."""

KStep = Step[KTable]
"""A step of this game."""

KOrders = Orders[KTable]
"""A step of this game in which a seat gives orders."""
