"""What a procedure of each kind must be able to do; a rule set chooses one of each.

The phases use the procedures of their table and never ask which rule set is being played. Each
procedure registers itself where it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, Protocol

import msgspec

from bot.rules.kernel import Choice, IllegalChoice, Offer, Register, Seat, Stops
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.components import EventCard
from bot.rules.kingmaker.ids import (
    NO_CARD,
    NO_NOBLE,
    CardId,
    HeirId,
    NobleId,
    PersonId,
    PlaceId,
    ShipId,
    SquareId,
)
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.tables import BattleResult, ScoreSheet


class Goal(msgspec.Struct, frozen=True):
    """How far a faction is from the victory that ends its table's game immediately. ``king`` is the
    King whom it holds (None if it holds none that counts). ``rivals`` stand in his way: heirs who
    must not outlive him, or Kings who keep him from being the only one. ``turns`` out of ``needed``
    have been completed, if turns are counted.
    """

    king: HeirId | None
    rivals: tuple[HeirId, ...] = ()
    turns: int = 0
    needed: int = 0


class Victory(Protocol):
    """How the game is won."""

    def goal(self, table: KTable, seat: Seat) -> Goal:
        """How far a seat is from an immediate victory."""

    def sheet(self, table: KTable, seat: Seat) -> ScoreSheet | None:
        """How the points of a seat add up; None if no points are counted."""

    def look(self, table: KTable) -> None:
        """Check, whenever something has changed, whether anybody has won."""

    def turn_begins(self, table: KTable, seat: Seat) -> None:
        """A seat's turn begins."""

    def turn_ends(self, table: KTable, seat: Seat) -> None:
        """A seat's turn is over."""


class Reshuffling(Protocol):
    """When the Event deck is reshuffled, other than when it is empty."""

    def at_start_of_turn(self, table: KTable) -> None:
        """A card that reshuffles, such as an Embassy, was drawn; its own questions come first."""

    def in_combat(self, table: KTable) -> None:
        """A reshuffling card was drawn to decide a combat, or for the weather."""

    def turn_ends(self, table: KTable) -> None:
        """A turn has ended."""


class Storms(Protocol):
    """The effect of a storm at sea on a ship."""

    def drive(self, table: KTable, ship: ShipId) -> KStep:
        """The step in which a surviving ship seeks a port."""

    def survives(self, table: KTable, ship: ShipId, port: PlaceId | None) -> bool:
        """Whether a ship survives the storm, at sea or on passing a port that is closed to her."""


class Calls(Protocol):
    """The way nobles answer when an Event card calls them."""

    def excuse(
        self, table: KTable, who: CardId, noble: NobleId, places: list[PlaceId]
    ) -> str | None:
        """Say why a noble called as the holder of a card need not go; None if he must.

        The word returned is a reason in the fact `CallIgnored`.
        """

    def cut_off(self, table: KTable, noble: NobleId) -> bool:
        """Whether a siege prevents a noble from answering."""

    def lands_first(self, table: KTable) -> bool:
        """Whether a ship with a called noble aboard puts in first so that everybody can go
        ashore."""

    def ships_with(self, table: KTable, who: CardId) -> tuple[ShipId, ...]:
        """The ships that go to a port with the holder of this card when he is called there."""


class Parliament(Protocol):
    """How Parliament is called, who comes to it, and what it does."""

    def could_call(self, table: KTable, seat: Seat) -> bool:
        """Whether a seat may call Parliament now, as far as anybody can tell: the cards it needs
        may be in its hand.
        """

    def call_offers(self, table: KTable, seat: Seat) -> list[Offer]:
        """The ways a seat may call Parliament now."""

    def call_stops(self, table: KTable, seat: Seat, choice: Choice) -> Stops:
        """Everything that stands in the way of a call."""

    def call(self, table: KTable, seat: Seat, choice: Choice) -> None:
        """Carry out a call that was offered."""

    def resting(self, table: KTable) -> bool:
        """Whether nobody at all may call Parliament now."""

    def must_be_summoned(self, table: KTable, card: CardId) -> None:
        """The Event card that summons Parliament when there is no sole King has been drawn."""

    def excuses(self) -> bool:
        """Whether nobles must attend unless they are excused."""

    def breaks_sieges(self) -> bool:
        """Whether all sieges are broken for a Parliament summoned by a card."""

    def goes_first(self, table: KTable, noble: NobleId) -> None:
        """The noble who leads a Parliament summoned by a card has reached its place."""

    def sit(self, table: KTable) -> None:
        """The place is known: put everything that follows on the agenda."""

    def votes(self, table: KTable) -> tuple[list[int], list[int]]:
        """The weight of votes in a ballot taken now, in the Commons and the Lords, by seat."""


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """An attack in the open as declared, allies included.

    ``target`` is the person an assassin is to kill.
    """

    seat: Seat
    against: Seat
    square: SquareId
    attackers: list[NobleId]
    defenders: list[NobleId]
    french: list[CardId] = []
    target: PersonId | None = None


class Battling(Protocol):
    """How a battle in the open is decided."""

    def least(self, table: KTable, opposed: int) -> int:
        """The strength needed to attack this many troops."""

    def murder_stops(self) -> Stops:
        """Anything that rules out assassins altogether."""

    def fight(self, attack: Attack) -> KStep:
        """The step in which the battle is fought."""


class Fray(msgspec.Struct, frozen=True, kw_only=True):
    """Both sides of a combat whose outcome is known, before the dead are separated from the living.

    ``card`` is the Event card that decided it, ``result`` that of the battle table (a siege's is a
    major victory), ``target`` an assassin's intended victim.
    """

    attackers: list[NobleId]
    defenders: list[NobleId]
    attacking_heirs: list[HeirId]
    defending_heirs: list[HeirId]
    card: CardId = NO_CARD
    result: BattleResult = "no_victory"
    target: PersonId | None = None


class Deaths(Protocol):
    """The dead of a combat."""

    @property
    def names_target(self) -> bool:
        """Whether an ambusher names his victim (base-18.1)."""

    def among(self, table: KTable, fray: Fray) -> set[str]:
        """The nobles and heirs who die."""


class Captivity(Protocol):
    """What happens to the beaten side and its possessions."""

    @property
    def home_rule(self) -> str:
        """The rule under which a ransomed noble goes home."""

    @property
    def passage(self) -> Trade:
        """How the parts of a ransom are handed over."""

    def taken(self, captives: list[NobleId], captor: Seat, victors: list[NobleId]) -> KStep:
        """The step that settles the fate of the captives whom the captor's ``victors`` took."""

    def plunder(
        self,
        table: KTable,
        beaten: Sequence[NobleId],
        victors: Sequence[NobleId],
        kept: Sequence[str] = (),
    ) -> None:
        """Give the victors what beaten nobles leave behind before they are buried or go home."""

    def price(self, table: KTable, captive: NobleId, captor: Seat) -> dict[str, tuple[str, ...]]:
        """The things on the table that may be part of a ransom; hidden cards always may."""

    def price_stops(self, kind: str) -> Stops:
        """What keeps a thing of this kind out of a ransom, if it could otherwise pass."""

    def homes(
        self, table: KTable, noble: NobleId, usable: tuple[PlaceId, ...]
    ) -> tuple[PlaceId, ...]:
        """The places for a ransomed noble; ``usable`` are those of his castles that are open to
        him."""


class SiegeAttempt(msgspec.Struct, frozen=True, kw_only=True):
    """A declared attempt to take a place; allies are among the attackers."""

    seat: Seat
    place: PlaceId
    attackers: list[NobleId]
    defenders: list[NobleId]
    french: list[CardId] = []


Joining = Literal["freely", "with_a_match", "never"]
"""How a siege is joined: at any strength, only by forces that match the defence (if from a ship),
or not at all.
"""


class Besieging(Protocol):
    """How places are besieged."""

    @property
    def weighed_at_once(self) -> bool:
        """Whether a siege ends as soon as it is too weak, for whatever reason."""

    @property
    def binds_ships(self) -> bool:
        """Whether nobles besieging from a ship must keep the siege up, so that their ship stays."""

    @property
    def too_weak(self) -> IllegalChoice:
        """Why so few troops may not lay a siege."""

    def order_stops(self, verb: str) -> Stops:
        """Anything that rules out orders of this kind altogether."""

    def timing_stops(self, table: KTable, place: Place, verb: str) -> Stops:
        """Anything that rules out orders of this kind at a place just now."""

    def counting(
        self,
        strengths: Mapping[Seat, int],
        holder: Seat | None,
        circles: Mapping[Seat, frozenset[Seat]],
    ) -> frozenset[int]:
        """The seats with nobles inside that defend the place, given the strength of each.

        ``circles`` gives, for each seat, those bound to it, itself included.
        """

    def attempt(self, siege: SiegeAttempt) -> KStep:
        """The step that decides an attempt to take a place."""

    def parties(self, table: KTable, nobles: Sequence[NobleId]) -> list[NobleId | None]:
        """One of the nobles returned must be among the attackers; None means nobody need be."""

    def relief_stops(self, table: KTable, nobles: Sequence[NobleId]) -> Stops:
        """What keeps any of these nobles who are inside from coming out."""

    def abandon(self, table: KTable, ship: ShipId) -> None:
        """A siege laid from this ship is broken."""

    def joining(self, besieger: Seat, seat: Seat) -> Joining:
        """How a seat's nobles may join the siege in progress, from a ship or not."""

    def begin_from_ships(self, table: KTable, seat: Seat) -> None:
        """A combat phase begins: nobles in ports that are not open to them besiege those ports."""


class Alliances(Protocol):
    """Whether forces of other players may take a side in a combat."""

    def pact_stops(self) -> Stops:
        """Anything that rules out agreeing an alliance beforehand."""

    def turn_begins(self, table: KTable, seat: Seat) -> Sequence[KStep]:
        """End whatever ends as a turn begins, and return the steps that come before its first
        phase."""

    def beside(
        self,
        table: KTable,
        seat: Seat,
        against: Seat,
        square: SquareId,
        place: PlaceId | None = None,
    ) -> tuple[list[NobleId], list[NobleId]]:
        """The nobles who support the attackers of a force or a place without being asked, and
        those who support the attacked.
        """

    def side_stops(self) -> Stops:
        """Anything that rules out taking a side in other players' combats altogether."""

    def asked(self, table: KTable, seat: Seat, against: Seat) -> list[Seat]:
        """The seats that are asked once a seat attacks another."""

    def might_add(
        self, table: KTable, seat: Seat, against: Seat, square: SquareId, sally: PlaceId | None
    ) -> int:
        """The strength that could join an attack in a square, or a sally from a place."""

    def relief(self, table: KTable, seat: Seat, against: Seat, square: SquareId) -> int:
        """The strength of besieged nobles who may come out and join an attack on their besieger."""


Way = Literal["anywhere", "near", "bishop"]
"""How a thing passes: to anybody, to a noble nearby, or to one nearby who has none of that kind."""


class Trade(Protocol):
    """The things on the table that may pass from noble to noble, and when and where they may do
    so."""

    def places(self, table: KTable) -> Iterable[tuple[PlaceId, NobleId]]:
        """The places that may be handed over, and the nobles who hold them."""

    def way_of(self, table: KTable, token: str) -> Way:
        """How a thing on the table passes."""

    def time_stops(self, table: KTable, giver: Seat, taker: Seat) -> Stops:
        """Anything that keeps things from passing between two factions, or within one, just now."""

    def receiver_stops(self, table: KTable, noble: NobleId) -> Stops:
        """Anything that keeps a noble from receiving anything at all."""

    def giver_stops(self, table: KTable, way: Way, noble: NobleId) -> Stops:
        """Anything that keeps a noble from giving away things that pass in this way."""

    def refused(self, reason: str, *, within: bool) -> IllegalChoice:
        """Refuse for a reason, citing the rule on passing things within or between factions."""

    def apart(self, *, within: bool) -> IllegalChoice:
        """Say why a thing cannot pass to a noble elsewhere, of the same faction or another."""

    def traded(self, table: KTable, seat: Seat, card: CardId) -> None:
        """A player has been given a Crown card from another player's hand."""


class Procedures(msgspec.Struct, frozen=True, kw_only=True):
    """The procedures that a rule set uses, one of each kind."""

    victory: Victory
    limit: Callable[[KTable], None]
    """Ends the game when the time is up, if nobody has won earlier."""
    reshuffle: Reshuffling
    beaten: Callable[[KTable], None]
    """Deals, whenever something has changed, with a player who has lost all his nobles."""
    storms: Storms
    calls: Calls
    parliament: Parliament
    homeward: type[KStep]
    """The step that takes nobles home from Parliament if need be, and begins the King's Peace."""
    battle: Battling
    deaths: Deaths
    captives: Captivity
    siege: Besieging
    alliances: Alliances
    trade: Trade
    initial_placement: Callable[[], Sequence[KStep]]
    """The steps from the deal to the first turn, in which nobles dealt at the start are placed."""
    deal: Callable[[KTable], Sequence[KStep]]
    """Deals from the shuffled deck and puts the nobles face up. Returns any steps that come before
    they are placed."""


# All the procedures, by the names that rule-set files give them under `use`

VICTORIES = Register[Victory]()
LIMITS = Register[Callable[[KTable], None]]()
RESHUFFLINGS = Register[Reshuffling]()
BEATEN = Register[Callable[[KTable], None]]()
STORMS = Register[Storms]()
CALLS = Register[Calls]()
PARLIAMENTS = Register[Parliament]()
HOMEWARD = Register[type[KStep]]()
BATTLES = Register[Battling]()
DEATHS = Register[Deaths]()
CAPTIVES = Register[Captivity]()
SIEGES = Register[Besieging]()
ALLIANCES = Register[Alliances]()
TRADES = Register[Trade]()
INITIAL_PLACEMENTS = Register[Callable[[], Sequence[KStep]]]()
DEALS = Register[Callable[[KTable], Sequence[KStep]]]()


class Contest(Protocol):
    """Both sides of a combat that a card decides, before anything is decided."""

    attackers: list[NobleId]
    defenders: list[NobleId]

    equal_ends: bool = True
    """Whether wavering between equal sides ends the combat."""

    def weigh(self, table: KTable, but: NobleId = NO_NOBLE) -> tuple[int, int]:
        """The strengths of attackers and defenders; with ``but``, as if this noble were not
        there."""

    def leader(self, table: KTable, *, attacking: bool) -> Seat | None:
        """The faction for which a side fights; None if nobody commands it."""

    def heeds(self, table: KTable, noble: NobleId) -> bool:
        """Whether it matters here that this noble wavers: it does in any fight on land."""
        return True

    def goes(self, table: KTable, noble: NobleId) -> None:
        """The noble is about to leave for home: whatever goes with him leaves the fight."""

    def joins(self, table: KTable, noble: NobleId, *, attacking: bool) -> None:
        """From now on the noble is on this side."""


Drawn = Callable[[KTable, EventCard, Seat], None]


class Handler(msgspec.Struct, frozen=True):
    """The effects of Event cards of one kind, wherever they are drawn. ``drawn`` carries out a card
    at the start of a turn, with the seat that drew it; cards without it are kept for later.
    ``fields`` are the fields of a card that its kind uses: every card of the kind must have them,
    and no other may. ``reshuffles`` means that the deck is reshuffled afterwards, if the table
    plays that way. ``in_combat`` changes the sides of a combat that the card was drawn to decide,
    and says whether the combat ends there, as it does in bad weather, or another card is drawn.
    """

    drawn: Drawn | None = None
    fields: frozenset[str] = frozenset()
    reshuffles: bool = False
    in_combat: Callable[[KTable, EventCard, Contest], bool] | None = None


EVENT_CARDS = Register[Handler]()
"""The effects of Event cards, by kind, as `EventCard.kind` names it (base-4.5). No other code asks
what kind of card is drawn."""


def event_card(
    kind: str,
    *fields: str,
    reshuffles: bool = False,
    in_combat: Callable[[KTable, EventCard, Contest], bool] | None = None,
) -> Callable[[Drawn], Drawn]:
    """A decorator that marks a function as carrying out Event cards of this kind, as described in
    `Handler`.
    """

    def registered(drawn: Drawn) -> Drawn:
        EVENT_CARDS[kind] = Handler(drawn, frozenset(fields), reshuffles, in_combat)
        return drawn

    return registered


def kept_card(kind: str, *fields: str) -> str:
    """A kind of Event card that is kept for later (base-4.2)."""
    EVENT_CARDS[kind] = Handler(fields=frozenset(fields))
    return kind


def handler_of(table: KTable, card: EventCard) -> Handler:
    """The handler that carries out an Event card: every kind has one."""
    handler = table.content.handlers[card.kind]
    assert isinstance(handler, Handler)
    return handler


def procedures(table: KTable) -> Procedures:
    """The procedures that this table uses."""
    chosen = table.content.procedures
    assert isinstance(chosen, Procedures)
    return chosen
