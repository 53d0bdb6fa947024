"""Setting up: the opening position, the deal, assigning cards, and who goes first (house §4, §5.25;
base §2).

A die may decide where the royal heirs begin (ishkibibble-placement.1, base-2.10). Each heir has a
separate row, with a place for each face of the die: Henry (ishkibibble-placement.2), Margaret
(ishkibibble-placement.3), Edward of Lancaster (ishkibibble-placement.4), Richard of York
(ishkibibble-placement.5), Edward of March (ishkibibble-placement.6), Edmund
(ishkibibble-placement.7), George (ishkibibble-placement.8) and Richard of Gloucester
(ishkibibble-placement.9). The rows themselves are in the rule set.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules.kernel import (
    Choice,
    Field,
    IllegalChoice,
    Offer,
    Prompt,
    Seat,
    every_seat,
    free,
    with_seats,
)
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.sides import opening_keepers, opening_sides, opens
from bot.rules.kingmaker.consequences.changes import assign, enter_play, launch, to_chancery
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.forces.camps import camp_stops
from bot.rules.kingmaker.forces.strength import eligible_for, nobles_of
from bot.rules.kingmaker.ids import CardId, NobleId
from bot.rules.kingmaker.procedures import DEALS, procedures
from bot.rules.kingmaker.state import Faction, HeirState, KStep, KTable, State


def roll_for_heirs(table: KTable) -> None:
    """Roll once for every heir in this game who has a row, in the order of the rows.

    An heir who begins with a noble of his House needs no roll.
    """
    kept = opening_keepers(table.state, table.content)
    for heir_id, faces in table.content.ruleset.heir_dice.items():
        heir = table.state.heirs.get(heir_id)
        if heir is None or heir_id in kept:
            continue
        die = table.below(len(faces)) + 1
        place = table.content.board.places[faces[die - 1]]
        table.state.leave_heir(heir_id, place.square, place.id)
        table.emit(facts.HeirPlaced(heir_id, die, place.id))


# The order in which dealt cards are assigned: titles first, so that offices find titled nobles.
_TIERS = (("title",), ("office",), ("bishop", "mercenary", "place", "ship"))


def opening_state(content: Content, seats: int, rounds_limit: int | None) -> State:
    """The board before the deal: decks in order, nobody in play, the heirs in their places.

    The heirs' places are fixed (base-2.9). Nobody holds any of the heirs (house-4.10), not even
    Henry, who is King (base-2.12); the deal gives them to the players who begin with them.
    """
    rules, board = content.ruleset, content.board
    heirs = {}
    aside = {*rules.withheld, *rules.family_nobles}
    if not rules.nobles_in_deck:
        aside.update(content.nobles)
    for heir in content.heirs.values():
        if heir.spare:
            continue
        place = board.places[heir.start]
        heirs[heir.id] = HeirState(
            place_in_line=heir.order, crowned=heir.crowned, square=place.square, inside=place.id
        )
    return State(
        factions=[Faction() for _ in range(seats)],
        crown_deck=[card for card in content.crown if card not in aside],
        sides=opening_sides(content, seats),
        event_deck=list(content.events),
        heirs=heirs,
        ships={},
        rounds_limit=rounds_limit,
    )


# 4 Setup: the deal (house-4.1, house-4.2)


class DealOut(KStep, tag="deal"):
    """Shuffle, and deal to everybody as the rule set prescribes."""

    def advance(self, table: KTable) -> None:
        state, content = table.state, table.content
        table.finish(self)
        roll_for_heirs(table)
        table.shuffle(state.crown_deck)
        table.shuffle(state.event_deck)
        for ship in content.ships.values():
            if ship.office is not None:
                launch(table, ship.id)
        asked = procedures(table).deal(table)
        table.push(*asked, *procedures(table).initial_placement())


@DEALS.called("shared_out")
def share_out(table: KTable) -> Sequence[KStep]:
    """Deal everybody in turn the same number of cards, and at least one noble; nothing is asked."""
    state = table.state
    each = table.content.ruleset.cards_each(len(state.factions))
    for seat, faction in with_seats(state.factions):
        faction.dealt = [state.crown_deck.pop() for _ in range(each)]
        deal_till_a_noble_comes(table, faction.dealt)
        keep_in_hand(table, seat)
        table.emit(facts.CardsDealt(seat, tuple(faction.dealt)))
        show_nobles(table, seat)
    return ()


def deal_till_a_noble_comes(table: KTable, dealt: list[CardId]) -> None:
    """Keep dealing to a player who has no noble (base-2.4).

    Under the house rules the player keeps all these cards (house-4.3); otherwise everything but the
    noble goes back into the deck, which is shuffled.
    """
    state, crown = table.state, table.content.crown
    back: list[CardId] = []
    while not any(crown[card].kind == "noble" for card in dealt):
        card = state.crown_deck.pop()
        kept = table.content.ruleset.extra_cards_kept or crown[card].kind == "noble"
        (dealt if kept else back).append(card)
    if back:
        state.crown_deck.extend(back)
        table.shuffle(state.crown_deck)


def show_nobles(table: KTable, seat: Seat) -> None:
    """Put the nobles among a faction's dealt cards face up; they are in play from now on."""
    faction = table.state.factions[seat]
    nobles = [NobleId(card) for card in faction.dealt if table.content.crown[card].kind == "noble"]
    faction.dealt = [card for card in faction.dealt if card not in nobles]
    for noble in nobles:
        enter_play(table, noble, seat)


def keep_in_hand(table: KTable, seat: Seat) -> None:
    """Keep King's Pardons hidden in hand (base-19.4, base-1.3): only their player is told.

    Otherwise the Pardons go back into the deck, like any card that nobody can take
    (ishkibibble-basis.8, base-2.6).
    """
    if not table.content.ruleset.pardons_kept:
        return
    faction, crown = table.state.factions[seat], table.content.crown
    kept = [card for card in faction.dealt if crown[card].kind == "pardon"]
    if kept:
        faction.hand.extend(kept)
        faction.dealt = [card for card in faction.dealt if card not in kept]
        table.emit(facts.CardsKeptInHand(seat, tuple(kept), audience=(seat,)))


# 4 Setup: every card that can be assigned must be (base-2.5, house-4.4)


class AssignDealt(KStep, tag="assign_dealt"):
    """Everybody gives his nobles the cards he was dealt.

    Of the cards that nobody can take, titles and offices go to the Chancery, and the rest back into
    the Crown deck (base-2.6).
    """

    def prompts(self, table: KTable) -> list[Prompt]:
        prompts = []
        for seat, faction in with_seats(table.state.factions):
            offer = _assignment(table, seat, faction.dealt)
            if offer is not None:
                prompts.append(Prompt(seat, "assign_dealt", (offer,)))
        return prompts

    def advance(self, table: KTable) -> None:
        for seat in every_seat(len(table.state.factions)):
            self._clear(table, seat)
        if not any(faction.dealt for faction in table.state.factions):
            table.finish(self)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        card = choice.one("card", CardId)
        table.state.factions[seat].dealt.remove(card)
        assign(table, card, choice.one("noble", NobleId), "deal")
        self._clear(table, seat)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        offer = _assignment(table, seat, table.state.factions[seat].dealt)
        now = () if offer is None else offer.field("card").candidates
        if choice.verb == "assign" and set(now).issuperset(choice.many("card")):
            return IllegalChoice(
                "base-2.5",
                "This noble cannot have the card. A title goes to a noble without one, an office "
                "to a noble with a title. Choose another noble.",
            )
        return IllegalChoice(
            "base-2.5", "First give each card you were dealt to one of your nobles."
        )

    def _clear(self, table: KTable, seat: Seat) -> None:
        """Send away the cards that nobody in the faction can take: honours go to the Chancery."""
        faction, crown = table.state.factions[seat], table.content.crown
        if _assignment(table, seat, faction.dealt) is None and faction.dealt:
            unusable, faction.dealt = faction.dealt, []
            honours = [card for card in unusable if crown[card].kind in ("title", "office")]
            to_chancery(table, honours, seat)
            _back_into_deck(table, seat, [card for card in unusable if card not in honours])
            return
        for tier in _TIERS[:2]:
            cards = [c for c in faction.dealt if table.content.crown[c].kind in tier]
            if cards and not _takers(table, seat, cards[0]):
                faction.dealt = [c for c in faction.dealt if c not in cards]
                to_chancery(table, cards, seat)
            elif cards:
                return


def _back_into_deck(table: KTable, seat: Seat, cards: list[CardId]) -> None:
    """Put cards back into the Crown deck, which is shuffled before play begins (base-2.6)."""
    if cards:
        table.state.crown_deck.extend(cards)
        table.emit(facts.CardsBackInDeck(seat, tuple(cards)))


def _takers(table: KTable, seat: Seat, card: CardId) -> tuple[NobleId, ...]:
    crown = table.content.crown[card]
    return tuple(
        noble
        for noble in nobles_of(table.state, seat)
        if eligible_for(table, crown, noble) and free(camp_stops(table, card, noble))
    )


def _assignment(table: KTable, seat: Seat, cards: list[CardId]) -> Offer | None:
    """The offer to assign cards: those of the first kind, in order, that some noble can take."""
    camped = table.content.ruleset.raised_at
    for tier in _TIERS:
        mine = tuple(card for card in cards if table.content.crown[card].kind in tier)
        # A noble who may take one card of a kind may take any of them, except those that wait in
        # their camp.
        anywhere = tuple(card for card in mine if card not in camped)
        for alike in (anywhere, *((card,) for card in mine if card in camped)):
            takers = _takers(table, seat, alike[0]) if alike else ()
            if takers:
                return Offer("assign", (Field("card", alike), Field("noble", takers)), "base-2.5")
    return None


# 4 Setup: the Constable goes back, and a player opens the game (house-5.25c, base-2.11)


class OpenPlay(KStep, tag="open_play"):
    """Shuffle the withheld cards into the deck and find the first player.

    ``opener`` is the first player, if already found.
    """

    opener: Seat | None = None

    def advance(self, table: KTable) -> None:
        state, content = table.state, table.content
        table.finish(self)
        state.crown_deck.extend(content.ruleset.withheld)
        table.shuffle(state.crown_deck)
        found = opens(table, first_player(table) if self.opener is None else self.opener)
        state.first = state.active = found
        state.round = 1
        table.emit(facts.GameBegan(state.first))


def first_player(table: KTable) -> Seat:
    """The player who goes first: the Chancellor's; failing that, the most senior cleric's; failing
    that, the one with the most permanent troops, without those who serve in a single attack
    (base-2.11); ties are broken at random."""
    state, content = table.state, table.content
    for noble in state.nobles.values():
        if noble.office == "chancellor_england":  # base-19.14
            return noble.seat
    clerics = [
        (content.crown[card].seniority, noble.seat)
        for noble in state.nobles.values()
        for card in noble.cards
        if content.crown[card].kind == "bishop"
    ]
    if clerics:
        return min(clerics)[1]
    totals = [0] * len(state.factions)
    for key, noble in state.nobles.items():
        for card in (key, noble.title, noble.office, *noble.cards):
            if card is not None and not content.crown[card].attack_only:
                totals[noble.seat] += content.crown[card].troops
    leaders = [seat for seat, total in with_seats(totals) if total == max(totals)]
    return leaders[table.below(len(leaders))] if len(leaders) > 1 else leaders[0]
