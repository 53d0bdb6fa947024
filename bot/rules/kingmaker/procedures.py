"""What a procedure of each kind must be able to do; a rule set chooses one of each.

The phases ask the procedures that their table uses, and never which rule set is played. Each
registers itself where it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, Protocol

import msgspec

from bot.rules.kernel import Choice, IllegalChoice, Offer, Register, Stops
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.content import EventCard
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.tables import BattleResult, ScoreSheet


class Goal(msgspec.Struct, frozen=True):
    """How far a faction is from the victory that ends its table's game immediately. ``king`` is the
    King whom it holds (None: none that counts). ``rivals`` stand in his way: heirs who must not
    outlive him, or Kings who keep him from being the only one. ``turns`` of the ``needed`` ones are
    done, where turns are counted.
    """

    king: str | None
    rivals: tuple[str, ...] = ()
    turns: int = 0
    needed: int = 0


class Victory(Protocol):
    """How the game is won."""

    def goal(self, table: KTable, seat: int) -> Goal:
        """How far a seat is from an immediate victory."""

    def sheet(self, table: KTable, seat: int) -> ScoreSheet | None:
        """How the points of a seat add up; None where nobody counts any."""

    def look(self, table: KTable) -> None:
        """Check, whenever something has changed, whether somebody has won."""

    def turn_begins(self, table: KTable, seat: int) -> None:
        """A seat's turn begins."""

    def turn_ends(self, table: KTable, seat: int) -> None:
        """A seat's turn is over."""


class Limit(Protocol):
    """How the game is won when the time is up, if nobody has won before."""

    def time_is_up(self, table: KTable) -> None:
        """The limit is reached: somebody wins now."""


class Reshuffling(Protocol):
    """When the Event deck is reshuffled, apart from when it is empty."""

    def at_start_of_turn(self, table: KTable) -> None:
        """A card that reshuffles, such as an Embassy, was drawn; what it asks comes first."""

    def in_combat(self, table: KTable) -> None:
        """Such a card was drawn to decide a combat, or for the weather."""

    def turn_ends(self, table: KTable) -> None:
        """A turn is over."""


class Storms(Protocol):
    """What a storm at sea does to a ship."""

    def drive(self, table: KTable, ship: str) -> KStep:
        """The step in which a surviving ship seeks a port."""

    def survives(self, table: KTable, ship: str, port: str | None) -> bool:
        """Whether a ship survives it, at sea or past a port that is not open to her."""


class Beaten(Protocol):
    """What becomes of a player who has lost all his nobles."""

    def look(self, table: KTable) -> None:
        """Check, whenever something has changed, whether somebody has none."""


class Calls(Protocol):
    """The way nobles answer an Event card that calls them."""

    def excuse(self, table: KTable, who: str, noble: str, places: list[str]) -> str | None:
        """Why a noble, called by the name of a card, need not go; None if he must.

        The word returned is a reason of the fact `CallIgnored`.
        """

    def cut_off(self, table: KTable, noble: str) -> bool:
        """Whether a siege keeps a noble from answering."""

    def lands_first(self, table: KTable) -> bool:
        """Whether a ship with a called noble aboard puts in first, and everybody goes ashore."""

    def ships_with(self, table: KTable, who: str) -> tuple[str, ...]:
        """The ships that go to a port with the holder of this card when he is called there."""


class Parliament(Protocol):
    """How Parliament is called, who comes to it, and what it does."""

    def could_call(self, table: KTable, seat: int) -> bool:
        """Whether a seat may call it now, as far as everybody knows: the cards it needs may be
        in its hand."""

    def call_offers(self, table: KTable, seat: int) -> list[Offer]:
        """How a seat may call it now."""

    def call_stops(self, table: KTable, seat: int, choice: Choice) -> Stops:
        """All that stands in the way of a call."""

    def call(self, table: KTable, seat: int, choice: Choice) -> None:
        """Carry out a call that was offered."""

    def resting(self, table: KTable) -> bool:
        """Whether nobody at all may call it now."""

    def must_be_summoned(self, table: KTable, card: str) -> None:
        """The Event card was drawn that summons it if there is no sole King."""

    def excuses(self) -> bool:
        """Whether nobles must attend unless they are excused."""

    def breaks_sieges(self) -> bool:
        """Whether all sieges are broken for a Parliament that a card summons."""

    def goes_first(self, table: KTable, noble: str) -> None:
        """The noble who leads a Parliament that a card summons has gone to its place."""

    def sit(self, table: KTable) -> None:
        """The place is known: all that follows is put on the agenda."""

    def votes(self, table: KTable) -> tuple[list[int], list[int]]:
        """What the votes weigh in a ballot that is taken now, Commons and Lords, by seat."""


class Homeward(Protocol):
    """What becomes of those who attended when Parliament is over."""

    def step(self) -> KStep:
        """The step that takes them home, or not, and begins the King's Peace."""


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """An attack in the open as it was declared, allies included.

    ``target``: whom an assassin is to kill.
    """

    seat: int
    against: int
    square: str
    attackers: list[str]
    defenders: list[str]
    french: list[str] = []
    target: str | None = None


class Battling(Protocol):
    """How a battle in the open is decided."""

    def least(self, table: KTable, opposed: int) -> int:
        """The strength needed to attack that many."""

    def murder_stops(self) -> Stops:
        """What keeps everybody from sending an assassin, whoever and wherever he is."""

    def fight(self, attack: Attack) -> KStep:
        """The step in which it is fought."""


class Fray(msgspec.Struct, frozen=True, kw_only=True):
    """Both sides of a combat whose outcome is known, before the dead are told from the living.

    ``card`` is the Event card that decided it, ``result`` that of the battle table (a siege's is a
    major victory), ``target`` whom an assassin was to kill.
    """

    attackers: list[str]
    defenders: list[str]
    attacking_heirs: list[str]
    defending_heirs: list[str]
    card: str = ""
    result: BattleResult = "no_victory"
    target: str | None = None


class Deaths(Protocol):
    """The dead of a combat."""

    @property
    def names_target(self) -> bool:
        """Whether a noble who lies in ambush names his victim (base-18.1)."""

    def among(self, table: KTable, fray: Fray) -> set[str]:
        """The nobles and heirs who die."""


class Captivity(Protocol):
    """What becomes of the beaten side, and of what it had."""

    @property
    def home_rule(self) -> str:
        """The rule by which a ransomed noble goes home."""

    @property
    def passage(self) -> Trade:
        """How the parts of a ransom pass."""

    def taken(self, captives: list[str], captor: int, victors: list[str]) -> KStep:
        """The step that settles the fate of those whom these nobles of the captor have captured."""

    def plunder(
        self, table: KTable, beaten: Sequence[str], victors: Sequence[str], kept: Sequence[str] = ()
    ) -> None:
        """What beaten nobles leave to the victors, before they are buried or go home."""

    def price(self, table: KTable, captive: str, captor: int) -> dict[str, tuple[str, ...]]:
        """What may be part of a ransom in addition to places, ships and hidden cards."""

    def price_stops(self, kind: str) -> Stops:
        """What keeps a thing of a kind from being part of a ransom, if it could pass otherwise."""

    def homes(self, table: KTable, noble: str, usable: tuple[str, ...]) -> tuple[str, ...]:
        """The places for a ransomed noble; ``usable`` are his castles that are open to him."""


class SiegeAttempt(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt to take a place as it was declared, allies included."""

    seat: int
    place: str
    attackers: list[str]
    defenders: list[str]
    french: list[str] = []


Joining = Literal["freely", "with_a_match", "never"]
"""How a siege is joined: at any strength, from a ship only with a match for the defence, or not at
all.
"""


class Besieging(Protocol):
    """How places are besieged."""

    @property
    def weighed_at_once(self) -> bool:
        """Whether a siege ends whenever it is too weak, whatever made it so."""

    @property
    def binds_ships(self) -> bool:
        """Whether those who besiege from a ship must keep the siege up, and she stays."""

    @property
    def too_weak(self) -> IllegalChoice:
        """Why so few may not lay a siege."""

    def order_stops(self, verb: str) -> Stops:
        """What keeps everybody from giving such an order."""

    def timing_stops(self, table: KTable, place: Place, verb: str) -> Stops:
        """What keeps everybody from giving it just now, given the siege of a place."""

    def counting(
        self,
        strengths: Mapping[int, int],
        holder: int | None,
        circles: Mapping[int, frozenset[int]],
    ) -> frozenset[int]:
        """The seats with nobles inside that defend the place, given the strength of each.

        ``circles`` gives, for each of them, those bound to him, himself included.
        """

    def attempt(self, siege: SiegeAttempt) -> KStep:
        """The step that decides an attempt to take a place."""

    def parties(self, table: KTable, nobles: Sequence[str]) -> list[str | None]:
        """One of these must be among the attackers; if None is among them there is no such need."""

    def relief_stops(self, table: KTable, nobles: Sequence[str]) -> Stops:
        """What keeps those inside from coming out with these."""

    def abandon(self, table: KTable, ship: str) -> None:
        """A siege laid from this ship is broken."""

    def joining(self, besieger: int, seat: int) -> Joining:
        """How nobles of a seat may join the siege that is under way, be it from a ship or not."""

    def begin_from_ships(self, table: KTable, seat: int) -> None:
        """A combat phase begins: those in ports that are not open to them besiege the ports."""


class Alliances(Protocol):
    """Whether forces of other players may take a side in a combat."""

    def pact_stops(self) -> Stops:
        """What keeps everybody from agreeing on an alliance beforehand."""

    def turn_begins(self, table: KTable, seat: int) -> Sequence[KStep]:
        """End what ends as a turn begins. Returns the steps that come before its first phase."""

    def beside(
        self, table: KTable, seat: int, against: int, square: str, place: str | None = None
    ) -> tuple[list[str], list[str]]:
        """The nobles who support the attackers of a force or a place, or the attacked,
        without being asked.
        """

    def side_stops(self) -> Stops:
        """What keeps everybody from ever taking a side in other players' combats."""

    def asked(self, table: KTable, seat: int, against: int) -> list[int]:
        """The seats that are asked once a seat attacks another."""

    def might_add(
        self, table: KTable, seat: int, against: int, square: str, sally: str | None
    ) -> int:
        """The strength that could join an attack there, or a sally from a place."""

    def relief(self, table: KTable, seat: int, against: int, square: str) -> int:
        """The strength of the besieged who may come out and join an attack on their besieger."""


Way = Literal["anywhere", "near", "bishop"]
"""How a thing passes: to anybody, to a noble nearby, or to one nearby who has none of its kind."""


class Trade(Protocol):
    """What is on the table and may pass from noble to noble, when, and where."""

    def places(self, table: KTable) -> Iterable[tuple[str, str]]:
        """The places that may be handed over, and the nobles who hold them."""

    def way_of(self, table: KTable, token: str) -> Way:
        """How a thing on the table passes."""

    def time_stops(self, table: KTable, giver: int, taker: int) -> Stops:
        """What keeps things from passing between two factions, or within one, just now."""

    def receiver_stops(self, table: KTable, noble: str) -> Stops:
        """What keeps a noble from receiving anything at all."""

    def giver_stops(self, table: KTable, way: Way, noble: str) -> Stops:
        """What keeps a noble from giving away what passes like that."""

    def refused(self, reason: str, *, within: bool) -> IllegalChoice:
        """A reason with the rule by which things pass within a faction, or between two."""

    def apart(self, *, within: bool) -> IllegalChoice:
        """Why a thing does not pass to a noble elsewhere, of the same faction or another."""

    def traded(self, table: KTable, seat: int, card: str) -> None:
        """A player was given a Crown card from another's hand."""


class Dealing(Protocol):
    """What everybody has when the game begins."""

    def deal(self, table: KTable) -> Sequence[KStep]:
        """Deal from the shuffled deck, and put the nobles face up. Returns what is asked then."""


class InitialPlacement(Protocol):
    """The way nobles dealt at the start are placed."""

    def steps(self) -> Sequence[KStep]:
        """The steps from the deal to the first turn."""


class Procedures(msgspec.Struct, frozen=True, kw_only=True):
    """The procedures that a rule set uses, one of each kind."""

    victory: Victory
    limit: Limit
    reshuffle: Reshuffling
    beaten: Beaten
    storms: Storms
    calls: Calls
    parliament: Parliament
    homeward: Homeward
    battle: Battling
    deaths: Deaths
    captives: Captivity
    siege: Besieging
    alliances: Alliances
    trade: Trade
    initial_placement: InitialPlacement
    deal: Dealing


# All procedures, by the names that rule-set files give them under `use`

VICTORIES = Register[Victory]()
LIMITS = Register[Limit]()
RESHUFFLINGS = Register[Reshuffling]()
BEATEN = Register[Beaten]()
STORMS = Register[Storms]()
CALLS = Register[Calls]()
PARLIAMENTS = Register[Parliament]()
HOMEWARD = Register[Homeward]()
BATTLES = Register[Battling]()
DEATHS = Register[Deaths]()
CAPTIVES = Register[Captivity]()
SIEGES = Register[Besieging]()
ALLIANCES = Register[Alliances]()
TRADES = Register[Trade]()
INITIAL_PLACEMENTS = Register[InitialPlacement]()
DEALS = Register[Dealing]()


class Contest(Protocol):
    """Both sides of a combat that a card decides, before anything is decided."""

    attackers: list[str]
    defenders: list[str]

    @property
    def equal_ends(self) -> bool:
        """Whether wavering between equal sides ends it."""

    def weigh(self, table: KTable, but: str = "") -> tuple[int, int]:
        """The strengths of attackers and defenders; ``but``: as if this noble were not there."""

    def leader(self, table: KTable, *, attacking: bool) -> int | None:
        """The faction that a side fights for; None if nobody commands it."""

    def heeds(self, table: KTable, noble: str) -> bool:
        """Whether it matters here that this noble wavers."""

    def goes(self, table: KTable, noble: str) -> None:
        """The noble is about to leave for home: what goes with him leaves the fight."""

    def joins(self, table: KTable, noble: str, *, attacking: bool) -> None:
        """The noble is on this side from now on."""


Drawn = Callable[[KTable, EventCard, int], None]


class Handler(msgspec.Struct, frozen=True):
    """What Event cards of one kind do, wherever they are drawn. ``drawn`` carries out a card at the
    start of a turn, with the seat that drew it; cards without it are kept until they are wanted.
    ``fields`` are the fields of a card that its kind uses, so that every card of it must have them,
    and no other may. ``reshuffles``: the deck is reshuffled after it, if the table plays that way.
    ``in_combat`` changes the sides of a combat that it was drawn to decide, and says whether it
    ends the combat as bad weather does, or another card is drawn.
    """

    drawn: Drawn | None = None
    fields: frozenset[str] = frozenset()
    reshuffles: bool = False
    in_combat: Callable[[KTable, EventCard, Contest], bool] | None = None


EVENT_CARDS = Register[Handler]()
"""What Event cards do, by kind, as `EventCard.kind` names it (base-4.5). Nothing else asks what
kind of card is drawn."""


def event_card(
    kind: str,
    *fields: str,
    reshuffles: bool = False,
    in_combat: Callable[[KTable, EventCard, Contest], bool] | None = None,
) -> Callable[[Drawn], Drawn]:
    """Above a function: it carries out Event cards of this kind, as `Handler` says."""

    def registered(drawn: Drawn) -> Drawn:
        EVENT_CARDS[kind] = Handler(drawn, frozenset(fields), reshuffles, in_combat)
        return drawn

    return registered


def kept_card(kind: str, *fields: str) -> str:
    """A kind of Event cards that are kept until they are wanted (base-4.2)."""
    EVENT_CARDS[kind] = Handler(fields=frozenset(fields))
    return kind


def handler_of(table: KTable, card: EventCard) -> Handler:
    """What carries out an Event card: every kind has one."""
    handler = table.content.handlers[card.kind]
    assert isinstance(handler, Handler)
    return handler


def procedures(table: KTable) -> Procedures:
    """The procedures that this table uses."""
    chosen = table.content.procedures
    assert isinstance(chosen, Procedures)
    return chosen
