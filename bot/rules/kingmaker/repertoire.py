"""The procedures that there are, by kind and name: what a rule-set file may name under `use`."""

from __future__ import annotations

from bot.rules.kingmaker.cards.draw import DealtInAgain, Waits
from bot.rules.kingmaker.cards.trade import Anywhere, OneSquare
from bot.rules.kingmaker.combat.alliances import Agreed, CalledIn, EachForItself
from bot.rules.kingmaker.combat.assault import InShares
from bot.rules.kingmaker.combat.captives import NoSpoils, Spoils
from bot.rules.kingmaker.combat.card_battle import ByEventCard
from bot.rules.kingmaker.combat.card_siege import WithAMatch
from bot.rules.kingmaker.combat.deaths import DeathTable, NamesOnTheCard, TwoDice
from bot.rules.kingmaker.combat.fight import ByPercentileTable
from bot.rules.kingmaker.combat.storm_or_siege import StormOrSiege
from bot.rules.kingmaker.content import Use
from bot.rules.kingmaker.events.calls import FromAnywhere, UnlessOverseas
from bot.rules.kingmaker.events.deck import AtEndOfTurn, AtOnceAfterEmbassy, WhenEmpty
from bot.rules.kingmaker.parliament.calling import ThreeRounds
from bot.rules.kingmaker.parliament.free_calling import CallerOffers
from bot.rules.kingmaker.parliament.returning import FreeMovesKeep
from bot.rules.kingmaker.parliament.rising import AllGoHome, AllStay
from bot.rules.kingmaker.procedures import (
    Alliances,
    Battling,
    Beaten,
    Besieging,
    Calls,
    Captivity,
    Dealing,
    Deaths,
    Homeward,
    InitialPlacement,
    Limit,
    Parliament,
    Procedures,
    Reshuffling,
    Storms,
    Trade,
    Victory,
)
from bot.rules.kingmaker.setup.dealing import ByPart
from bot.rules.kingmaker.setup.opening import SharedOut
from bot.rules.kingmaker.setup.placement import AtHome, WhereTheyChoose
from bot.rules.kingmaker.ships.refuge import ShipsAreOnlyDriven, ShipsMayBeLost
from bot.rules.kingmaker.victory.final_parliament import AtTheLimit
from bot.rules.kingmaker.victory.house import HouseVictory, Reckoning
from bot.rules.kingmaker.victory.last_king import LastKing
from bot.rules.kingmaker.victory.points import ByPoints
from bot.rules.kingmaker.victory.reign import FourTurns

VICTORIES: dict[str, Victory] = {
    "house": HouseVictory(),
    "last_king": LastKing(),
    "four_turns": FourTurns(),
    "points": ByPoints(),
}

LIMITS: dict[str, Limit] = {
    "reckoning": Reckoning(),
    "final_parliament": AtTheLimit(),
    "points": ByPoints(),
}


RESHUFFLINGS: dict[str, Reshuffling] = {
    "embassy_now": AtOnceAfterEmbassy(),
    "listed_end_of_turn": AtEndOfTurn(),
    "empty": WhenEmpty(),
}


BEATEN: dict[str, Beaten] = {
    "dealt_in_again": DealtInAgain(),
    "waits": Waits(),
}


STORMS: dict[str, Storms] = {
    "d100": ShipsMayBeLost(),
    "port_only": ShipsAreOnlyDriven(),
}


CALLS: dict[str, Calls] = {
    "from_anywhere": FromAnywhere(),
    "unless_overseas": UnlessOverseas(),
}


PARLIAMENTS: dict[str, Parliament] = {
    "three_rounds": ThreeRounds(),
    "caller": CallerOffers(),
}


HOMEWARD: dict[str, Homeward] = {
    "free_moves": FreeMovesKeep(),
    "stay": AllStay(),
    "castles": AllGoHome(),
}


BATTLES: dict[str, Battling] = {
    "percentile_table": ByPercentileTable(),
    "event_card": ByEventCard(),
}


DEATHS: dict[str, Deaths] = {
    "percentile": DeathTable(),
    "card_names": NamesOnTheCard(),
    "two_dice": TwoDice(),
}


CAPTIVES: dict[str, Captivity] = {
    "no_spoils": NoSpoils(),
    "spoils": Spoils(),
}


SIEGES: dict[str, Besieging] = {
    "shares": InShares(),
    "match": WithAMatch(),
    "storm_or_siege": StormOrSiege(),
}


ALLIANCES: dict[str, Alliances] = {
    "called_in": CalledIn(),
    "agreed": Agreed(),
    "none": EachForItself(),
}


TRADES: dict[str, Trade] = {
    "anywhere": Anywhere(),
    "one_square": OneSquare(),
}


INITIAL_PLACEMENTS: dict[str, InitialPlacement] = {
    "home": AtHome(),
    "chosen": WhereTheyChoose(),
}


DEALS: dict[str, Dealing] = {
    "shared_out": SharedOut(),
    "by_part": ByPart(),
}


def chosen(use: Use) -> Procedures:
    """The procedures that a rule set names. Raises KeyError for one that there is not."""
    return Procedures(
        victory=VICTORIES[use.victory],
        limit=LIMITS[use.limit],
        reshuffle=RESHUFFLINGS[use.reshuffle],
        beaten=BEATEN[use.beaten],
        storms=STORMS[use.storms],
        calls=CALLS[use.calls],
        parliament=PARLIAMENTS[use.parliament],
        homeward=HOMEWARD[use.homeward],
        battle=BATTLES[use.battle],
        deaths=DEATHS[use.deaths],
        captives=CAPTIVES[use.captives],
        siege=SIEGES[use.siege],
        alliances=ALLIANCES[use.alliances],
        trade=TRADES[use.trade],
        initial_placement=INITIAL_PLACEMENTS[use.initial_placement],
        deal=DEALS[use.deal],
    )
