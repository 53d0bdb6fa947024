"""The cards, heirs, ships, tables and options of Kingmaker, as plain typed facts.

A `Content` is everything that one rule set plays with. A `Content` is read from the data folder by
`bot.content.load_content`, which also checks it; the rules only look things up in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from bot.rules.kingmaker.board import Board, Place
from bot.rules.kingmaker.components import (
    CardSet,
    CrownCard,
    CrownKind,
    EventCard,
    FactionPart,
    Guard,
    Heir,
    House,
    RoyalVotes,
    Ship,
)
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId, ShipId
from bot.rules.kingmaker.tables import BattleTable, RecruitingTable

Proposer = Literal["caller", "commons", "bishop"]
"""The caller of Parliament, the leader in the Commons, or the most senior bishop's player."""


class Use(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which procedure a rule set uses for each part of the game."""

    battle: Literal["percentile_table", "event_card"]
    deaths: Literal["percentile", "card_names", "two_dice"]
    captives: Literal["no_spoils", "spoils"]
    alliances: Literal["called_in", "agreed", "none"]
    siege: Literal["shares", "match", "storm_or_siege"]
    parliament: Literal["three_rounds", "caller"]
    homeward: Literal["free_moves", "stay", "castles"]
    victory: Literal["house", "last_king", "four_turns", "points"]
    limit: Literal["reckoning", "final_parliament", "points"]
    calls: Literal["from_anywhere", "unless_overseas"]
    storms: Literal["d100", "port_only"]
    reshuffle: Literal["embassy_now", "listed_end_of_turn", "empty"]
    beaten: Literal["dealt_in_again", "waits"]
    initial_placement: Literal["home", "chosen"]
    trade: Literal["anywhere", "one_square"]
    deal: Literal["shared_out", "by_part"]


class Ruleset(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The rules that a table plays by: a rule set put together with the chosen options.

    Shares and ratios are (numerator, denominator).

    The Ishkibibble rules are the base rules (ishkibibble-basis.6) with options: those of the base
    (ishkibibble-basis.7), those of the advanced game (ishkibibble-basis.8) and their own, each with
    its source marked in the ledger (ishkibibble-origins.1). An amended rule is data, and rulings
    are in the ledger (ishkibibble-basis.9).
    """

    id: str
    """The rule set's specification (``classic+ambush``)."""
    name: str
    """The rule set's name, in the lobby and in a sentence."""
    summary: str
    """A sentence about the rule set for the lobby."""
    stage: Literal["played", "preview"] = "played"
    """A preview is not offered in the lobby."""
    use: Use
    """Which procedure is used for each part of the game."""
    edition: Literal["1976", "1981"]
    """The year of the map. On the map of the second edition (ishkibibble-basis.1) Preston is a port
    (ishkibibble-basis.2), there is one sea around Penzance (ishkibibble-basis.3), and the London
    estuary is a sea of its own (ishkibibble-basis.4), through which ships come to London and leave
    it (ishkibibble-basis.5)."""

    # what is on the table (base-2.1)
    players_min: int
    """The fewest players that a game may have."""
    players_max: int
    """The most players that a game may have."""
    crown_sets: tuple[CardSet, ...]
    """The sets of Crown cards in use (their `game` in the file of cards)."""
    crown_removed: tuple[CardId, ...]
    """Crown cards of the chosen sets that are not used (house-5.25a); the French Foot-soldiers, 100
    strong (house-5.13a), stay in the deck (house-5.13b).
    """
    crown_added: tuple[CardId, ...]
    """Cards of other sets that are used in addition (base-19.1)."""
    crown_size: int
    """The total number of Crown cards; checked when they are read."""
    commons_total: int
    """The total number of votes in the Commons; checked when the cards and places are read."""
    lords_total: int
    """The total number of votes in the Lords; checked when the cards are read."""
    event_sets: tuple[CardSet, ...]
    """The sets of Event cards in use."""
    event_removed: tuple[CardId, ...]
    """Event cards of the chosen sets that are not used (house-5.25a); Plague in Calais stays
    (house-5.25b).
    """
    event_added: tuple[CardId, ...]
    """Cards of other sets that are used in addition, each once (ishkibibble-cards.1)."""
    event_size: int
    """The total number of Event cards; checked when they are read."""
    heirs: tuple[HeirId, ...]
    """The royal heirs of the game, each house in order of succession (base-13.1)."""
    heir_dice: dict[HeirId, tuple[PlaceId, ...]]
    """Where each heir begins, for each face of a die (ishkibibble-placement.1). An heir not named
    here begins where the list of heirs puts him."""
    family_nobles: dict[NobleId, House]
    """Nobles who are in no deck but serve the player who controls the senior heir of this house:
    the two Plantagenets (base-19.3)."""
    siege_embargo: bool
    """Whether cards cannot pass between players while a place is under siege
    (ishkibibble-embargo.1)."""
    loyalty: bool
    """Whether a noble who has died may come back to his faction (base-19.8)."""
    family_loyalty: bool
    """Whether a Plantagenet who has died in combat may come back (ishkibibble-loyalty.1)."""
    last_heir: NobleId | None
    """The noble who becomes the last Lancastrian heir when all others of his house are dead."""
    guards: tuple[CardId, ...]
    """The Royal Guards of the game."""
    ship_nobles: dict[ShipId, NobleId]
    """Ships that belong to a noble in this rule set, by ship id: Stanley's Le Lucas, which arrives
    and leaves with him (house-5.26a)."""
    ship_home_ports: dict[ShipId, PlaceId]
    """Home ports that differ from the printed ones, by ship id: Douglas for Le Lucas
    (house-5.26b)."""
    attack_only: tuple[CardId, ...]
    """Mercenary cards that add nothing to a defence: the French Foot-soldiers (house-5.13d)."""
    closed_places: tuple[PlaceId, ...]
    """Places on the board that nobody may ever enter (base-8.13). Calais, an English fortified town
    with a port, is not one of them (base-19.9)."""
    entered_by: dict[PlaceId, CardId]
    """Closed places that the holder of a certain Crown card may enter, each with that card:
    Ireland, for its Lieutenant (base-19.10).
    """
    opened_by_events: tuple[PlaceId, ...]
    """Lands off the map that nobody can enter unless an Event card opens the way
    (ishkibibble-continent.1, ishkibibble-scotland.1)."""
    without_cathedral: tuple[PlaceId, ...]
    """Places whose cathedral does not count (ishkibibble-dublin.1)."""
    controls_added: dict[CardId, tuple[PlaceId, ...]]
    """Places that a Crown card gives beyond those printed on it, by card: Dublin, for the
    Lieutenant of Ireland (ishkibibble-dublin.5)."""
    raised_at: dict[CardId, tuple[PlaceId, ...]]
    """The places where a noble may receive certain cards from hand, by card (base-19.6)."""
    raised_by: dict[CardId, CardId]
    """Cards that wait beside the board for the holder of an office, each with that office
    (ishkibibble-kerns.2).
    """
    ferries: tuple[CardId, ...]
    """Cards that carry a noble's force across the sea when given to him (base-19.6)."""
    ferried_from: dict[CardId, tuple[PlaceId, ...]]
    """The places from which a card carries its whole faction across the sea
    (ishkibibble-kerns.4)."""

    # setting up, hands
    deal_total: int
    """How many cards are dealt at the start if they can be shared out evenly (base-2.3)."""
    deal_at_most: int
    """The most cards that are dealt if ``deal_total`` cannot be shared out evenly."""
    extra_cards_kept: bool
    """Whether a player who is dealt no noble keeps his cards until one comes (house-4.3)."""
    pardons_kept: bool
    """Whether a King's Pardon dealt at the start stays in hand; if not, it goes back into the deck,
    as in Prepare for Play of the advanced game (ishkibibble-basis.8)."""
    parts: tuple[FactionPart, ...]
    """The parts that the seats play, in the order of the seats; empty if all seats are alike. With
    fewer players, the last ones are dropped (families-players.1)."""
    nobles_in_deck: bool
    """Whether nobles are drawn from the Crown deck; if not, no noble's card is ever in it
    (families-recruit.1)."""
    withheld: tuple[CardId, ...]
    """Cards kept out of the deal (house-4.1) and then shuffled into the deck (house-5.25c)."""
    hand_limit: int | None
    """How many hidden Crown cards a player may hold (house-5.1); None for any number."""
    forced_play: tuple[CrownKind, ...]
    """Kinds of Crown card played as soon as they are drawn (house-2.6b)."""
    crown_draws: int
    """How many Crown cards are drawn at the end of a turn (families-cards.1)."""
    crown_draws_king: int
    """How many Crown cards the player who holds the sole King draws while the King is in the
    country (families-cards.2).
    """
    out_of_country: tuple[PlaceId, ...]
    """The lands where a King counts as out of the country."""

    # time
    time_limit_rounds: int | None
    """The number of rounds after which the game ends, unless the table says otherwise; None for no
    limit."""
    time_limit_hours: float | None
    """The number of hours after which the game ends, unless the table says otherwise; None for no
    limit.
    """

    # movement and ships
    land_squares: int
    """How many squares a noble marches in a turn (base-7.1)."""
    sea_squares: int
    """How many sea squares a ship sails in a turn (base-8.1)."""
    free_move_bishop: bool
    """Whether a Free Move opens the roads through all fortresses to a noble with a bishop
    (house-8.4.3)."""
    lone_noble_fits_ship: bool
    """Whether one noble fits aboard an empty ship however strong he is (house-5.22a)."""
    empty_ships_enter: Literal["any", "unheld"]
    """Whether an empty ship may enter other players' ports too (house-8.6.11, base-8.6)."""
    laden_ships_leave: Literal["any", "friendly"]
    """Which fortress ports a laden ship may leave (house-8.6.13)."""
    ships_take_guests: bool
    """Whether nobles may board other players' ships, with leave (house-8.6.27, base-16.3)."""
    fleets: bool
    """Whether a faction's ships in one port share their space (base-8.5)."""
    ships_obey: Literal["at_once", "in_port"]
    """When a ship at sea that has changed hands obeys her new master; if at once, she puts in at
    the nearest port and everybody aboard lands (base-8.9)."""
    storm_loss_from: int
    """The lowest d100 roll that loses a ship in a storm (house-5.10c); 101 if none is ever lost."""
    sea_combat: bool
    """Whether ships can attack ships (ishkibibble-seacombat.1)."""
    town_men: dict[CardId, int]
    """The men that town cards add to an attack on the mainland, by card (ishkibibble-men.1)."""
    booty_from: int
    """The strength at which a beaten force costs its player a draw (ishkibibble-booty.1); 0 if it
    never does."""
    ransom_by_draws: bool
    """Whether future draws may be a ransom, and captives are held until it is paid
    (ishkibibble-ransom.1)."""
    port_amnesty: bool
    """Whether a noble trapped in another player's port stays there unharmed
    (ishkibibble-amnesty.1).
    """
    blockades: bool
    """Whether a ship may watch a port and stop ships leaving it (ishkibibble-blockade.1)."""

    # fortresses and sieges
    capacities: dict[str, int]
    """How many troops fit into a place, by its kind; a kind not named here has no limit."""
    lone_noble_enters: Literal["any", "own"]
    """The empty fortresses that a noble too strong for them may enter: his faction's own
    (base-6.2), or also those opened to him."""
    status_fixed: bool
    """Whether a fortress gained in one movement phase opens only in the next (house-8.2.1)."""
    garrison_alliances: bool
    """Whether guests in another player's fortress are bound to him (house-8.5.1); if not, they are
    there by leave, which holds until it is withdrawn (base-6.4)."""
    ambush: bool
    """Whether a force in the open may be ambushed (base-18.1)."""
    whole_forces: bool
    """Whether a force in the open is attacked as a whole (base-5.4), or the attacker names which of
    its nobles he attacks (classic-battle.1)."""
    towns_held: bool
    """Whether those inside a town without walls hold it: it can be besieged, its port is closed,
    and they give leave to enter (base-6.6, base-8.7)."""
    lay_share: tuple[int, int]
    """The share of a place’s strength needed to lay siege to it."""
    conclude_share: tuple[int, int]
    """The share needed to conclude a siege (house-6.1a)."""
    siege_reduce_on_turn: int
    """The turn of a siege from which only part of the garrison counts (house-6.3a)."""
    garrison_after_siege: tuple[int, int]
    """The part of the garrison that counts once a siege has lasted long enough (house-6.3a)."""

    # royals
    beaufort_dies: Literal["as_noble", "battle_only"]
    """Whether the plague kills Beaufort as well (house-4.16)."""
    fortress_holds_heirs: bool
    """Whether an heir without a noble belongs to the player who controls the fortress he is in, and
    may be left in one (base-11.10, base-11.11)."""
    two_house_turns: int | None
    """How many full turns heirs of both houses may be held (house-8.7.10); None for any number."""
    heir_abroad_turns: int | None
    """How many turns an heir at sea has in which to land on the mainland (house-8.6.7); None for no
    limit.
    """
    heir_abroad_exceptions: dict[HeirId, int]
    """How many turns heirs who begin abroad have, counted for the player who takes them
    (house-8.6.8).
    """
    heir_abroad_havens: tuple[PlaceId, ...]
    """Places off the mainland where the owner's heirs count as on the mainland."""

    # Parliament
    parliament_cooldown_rounds: int
    """For how many rounds after the King’s Peace nobody may call Parliament (house-7.1.8)."""
    parliament_calls_per_caller: int | None
    """How many Parliaments each caller may call in a game (house-7.1.9); None for any number."""
    moment_seconds: int
    """Seconds for the question before the weather, in a live game; 0 if it is not asked."""
    debate_seconds: int
    """Seconds for a debate in a live game; 0 if there is none."""
    ballot_seconds: int
    """Seconds for casting sealed votes in a live game; a player who has not voted by then
    abstains."""
    counter_seconds: int
    """Seconds to say in secret whether you play a card, in a live game; no answer means you do
    not."""
    chancery_bishops: bool
    """Whether dead nobles' bishops go to the Chancery like titles; if not, they go to the
    discards."""
    chancellor_card: bool
    """Whether the Chancellor spends a card to call Parliament."""
    grants_voted: bool
    """Whether what is offered from the Chancery is put to the vote; if not, the player offering it
    simply gives it."""
    proposers: tuple[Proposer, ...]
    """The players who offer the cards in the Chancery, one after another."""
    commons_counted: Literal["all", "present"]
    """Which factions have votes in the Commons: all, or those with a noble there (base-15.22)."""
    lost_ships_vote: bool
    """Whether Parliament may give an office its lost ships back (ishkibibble-gales.6)."""
    two_kings_vote: bool
    """Whether Parliament may settle which of two Kings is the sole King."""
    lent_clergy: bool
    """Whether clergy of other factions may take part in a coronation."""
    commission: bool
    """Whether a Writ can send another noble in place of one who is called."""
    bishops_per_grant: int | None
    """A bishop may be transferred or granted only to a noble with fewer than this many bishops."""

    # victory
    commons_victory_share: tuple[int, int]
    """The share of the Commons that a King needs when the time is up (house-3.6)."""

    def opens(self, place: PlaceId) -> bool:
        """Whether a place may be entered at all."""
        return place not in self.closed_places or place in self.entered_by

    def in_deck(self, card: EventCard) -> bool:
        """Whether an Event card belongs to this rule set."""
        of_set = card.game in self.event_sets and card.id not in self.event_removed
        return of_set or card.id in self.event_added

    def cards_each(self, players: int) -> int:
        """How many cards each of the `players` is dealt at the start (base-2.3)."""
        if self.deal_total % players == 0:
            return self.deal_total // players
        return self.deal_at_most // players

    def capacity(self, place: Place) -> int | None:
        """How many troops fit into a place besides its garrison; None if there is no limit."""
        return self.capacities.get(place.kind)

    def garrison_left(self, garrison: int, siege_turn: int) -> int:
        """The garrison that counts on the given turn of a siege (0 if there is none), rounded up.

        From a certain turn on, only part of the garrison counts (house-6.3a).
        """
        if siege_turn < self.siege_reduce_on_turn:
            return garrison
        num, den = self.garrison_after_siege
        return -(-garrison * num // den)


_PASSING: dict[CrownKind, str] = {"ship": "ship", "bishop": "beside", "mercenary": "beside"}
"""The kinds of card that may pass from one noble to another, and under which name."""


class Content(msgspec.Struct, frozen=True, eq=False):
    """Everything that one rule set plays with, keyed by id. Shared between games; never changed."""

    ruleset: Ruleset
    board: Board
    crown: dict[CardId, CrownCard]
    events: dict[CardId, EventCard]
    ships: dict[ShipId, Ship]
    heirs: dict[HeirId, Heir]
    guards: dict[CardId, Guard]
    battle: BattleTable
    votes: RoyalVotes
    recruiting: RecruitingTable
    """The terms on which nobles join, if they are recruited."""
    nobles: tuple[NobleId, ...] = ()
    titles: tuple[CardId, ...] = ()
    offices: tuple[CardId, ...] = ()
    bishops: tuple[CardId, ...] = ()
    mercenaries: tuple[CardId, ...] = ()
    place_cards: tuple[CardId, ...] = ()
    ship_cards: tuple[CardId, ...] = ()
    _card_for_place: dict[PlaceId, CardId] = msgspec.field(default_factory=dict)
    fleet: dict[CardId, tuple[ShipId, ...]] = msgspec.field(default_factory=dict)
    """The ships of every Crown card that has any."""
    tokens: dict[CardId, str] = msgspec.field(default_factory=dict)
    """What a deal calls the Crown cards that may pass from one noble to another."""
    deciding: frozenset[CardId] = frozenset()
    """The Event cards that decide a combat (house-5.14d)."""
    foul: frozenset[CardId] = frozenset()
    """The Event cards that call a combat off with bad weather."""
    plagued: frozenset[PlaceId] = frozenset()
    """The places that an Event card may strike with plague."""
    shut: frozenset[PlaceId] = frozenset()
    """The places that nobody may enter in this rule set."""
    beyond: frozenset[PlaceId] = frozenset()
    """The places where no ship may put in, or only that of a player with the right card."""
    _owner: dict[PlaceId, NobleId] = msgspec.field(default_factory=dict)
    handlers: Mapping[str, object] = msgspec.field(default_factory=dict)
    """What Event cards do, by kind; `bot.rules.kingmaker.procedures.handler_of` finds it."""
    procedures: object = None
    """The procedures that the rule set uses; `bot.rules.kingmaker.procedures.procedures` returns
    them with their type.
    """

    def __post_init__(self) -> None:
        kinds: dict[str, CrownKind] = {
            "nobles": "noble",
            "titles": "title",
            "offices": "office",
            "bishops": "bishop",
            "mercenaries": "mercenary",
            "place_cards": "place",
            "ship_cards": "ship",
        }
        for field, kind in kinds.items():
            ids = tuple(c.id for c in self.crown.values() if c.kind == kind)
            msgspec.structs.force_setattr(self, field, ids)
        deciding = frozenset(key for key, card in self.events.items() if card.combat != "none")
        msgspec.structs.force_setattr(self, "deciding", deciding)
        foul = frozenset(key for key in deciding if self.events[key].bad_weather)
        msgspec.structs.force_setattr(self, "foul", foul)
        plagued = (card.place for card in self.events.values() if card.kind == "plague")
        msgspec.structs.force_setattr(self, "plagued", frozenset(filter(None, plagued)))
        msgspec.structs.force_setattr(self, "shut", frozenset(self._shut()))
        msgspec.structs.force_setattr(self, "beyond", frozenset(self._beyond()))
        for card in self.crown.values():
            for place in card.controls:
                self._card_for_place[place] = card.id
            if card.ships:
                self.fleet[card.id] = card.ships
            if card.kind in _PASSING:
                self.tokens[card.id] = f"{_PASSING[card.kind]}:{card.id}"
            for castle in card.castles:
                self._owner[castle] = NobleId(card.id)

    def _shut(self) -> Iterator[PlaceId]:
        return (place for place in self.board.places if not self.ruleset.opens(place))

    def _beyond(self) -> Iterator[PlaceId]:
        places, rules = self.board.places, self.ruleset
        behind_cards = {"", *(places[land].square for land in rules.opened_by_events)}
        for key, place in places.items():
            if place.square in behind_cards or key in rules.entered_by or not rules.opens(key):
                yield key

    def castles_of(self, noble: NobleId) -> tuple[PlaceId, ...]:
        """The home castles printed on a noble's card."""
        return self.crown[noble].castles

    def castle_owner(self, place: PlaceId) -> NobleId | None:
        """The noble whose card names this castle; None if there is none."""
        return self._owner.get(place)

    def place_card(self, place: PlaceId) -> CardId | None:
        """The dark-green town, city or castle card of a place; None if it has none."""
        card = self._card_for_place.get(place)
        return card if card is not None and self.crown[card].kind == "place" else None

    def ships_of(self, card: CardId) -> tuple[ShipId, ...]:
        """The ships that come with a Crown card."""
        return self.crown[card].ships

    def card_of_ship(self, ship: ShipId) -> CardId:
        """The Crown card that a ship goes with: its office, its noble or its own card."""
        found = self.ships[ship]
        return found.office or found.noble or CardId(found.id)

    def guard_of(self, house: str) -> Guard | None:
        """The Royal Guard that comes with a King of this house, if the rule set has one."""
        return next((g for g in self.guards.values() if g.house == house), None)

    def is_open(self, place: PlaceId) -> bool:
        """Whether a place may be entered at all in this rule set."""
        return place not in self.shut
