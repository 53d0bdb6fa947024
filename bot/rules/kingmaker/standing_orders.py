"""Standing orders: answers that a faction may give in advance to questions still to come.

An order is a choice among :func:`orders_open`; :func:`as_ordered` turns it into an answer once a
question that it covers is asked. Both functions know no more than the seat itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.rules.kernel import BEFOREHAND, Choice, Field, Offer, Prompt, Seat, every_seat, free
from bot.rules.kingmaker.combat.battle import questions_before_weather
from bot.rules.kingmaker.conditions.sides import is_family
from bot.rules.kingmaker.forces.strength import nobles_of
from bot.rules.kingmaker.ids import CardId, NobleId, PlaceId
from bot.rules.kingmaker.parliament.ballot import VOTES
from bot.rules.kingmaker.procedures import procedures
from bot.rules.kingmaker.state import KTable

EXCUSE, PASS, VOTE, HOLD = "order_excuse", "order_pass", "order_vote", "order_hold"
LET = "order_let"

PHASES = ("movement", "combat", "parliament", "coronation", "motions")
"""Questions in the player's own turn or in Parliament's business that may be passed over in
advance."""

WRITS = {True: ("excuses", "revoke"), False: ("writs",)}
"""The ways to spend no Writ, depending on whether everybody but the excused must attend: excuse
nobody, revoke no excuse, serve no Writ. Everybody who might have a Writ is asked.
"""

PACTS = ("pacts", "pact")
"""If alliances are agreed beforehand, those in force are kept and no others are agreed."""

SIDES = ("declare_side",)
"""If a family may say which House it serves, its allegiance stays as it is."""

MATTERS = ("office", "title", "honour")
"""The possible subjects of a vote: an office, a title, or either."""

PLAYER = "player:"
"""The prefix for a seat's number, meaning any noble of that player."""


def orders_open(table: KTable, seat: Seat) -> list[Prompt]:
    """The standing orders that a seat may give now."""
    state = table.state
    if state.result is not None:
        return []
    mine = tuple(nobles_of(state, seat))
    sieges = tuple(place for place, siege in state.sieges.items() if siege.seat == seat)
    players = tuple(f"{PLAYER}{other}" for other in every_seat(len(state.factions)))
    excuses = procedures(table).parliament.excuses()
    phases: tuple[str, ...] = (*PHASES, *WRITS[excuses])
    if free(procedures(table).alliances.pact_stops()):
        phases += PACTS
    if is_family(state, table.content, seat) and not state.sides[seat].extinct:
        phases += SIDES
    offers = [
        Offer(PASS, (Field("phases", phases, 1, len(phases)),), "house-1.14"),
        Offer(
            VOTE,
            (
                Field("vote", VOTES),
                Field("matter", MATTERS),
                Field("whom", (*players, *sorted(state.nobles))),
            ),
            "house-7.2.19",
        ),
    ]
    if mine and excuses:
        named = Field("nobles", mine, 0, len(mine))
        offers.insert(0, Offer(EXCUSE, (named,), "house-7.1.18"))
    if sieges:
        offers.append(Offer(HOLD, (Field("place", sieges),), "house-6.3a"))
    if questions_before_weather(table):
        offers.append(Offer(LET, (), "house-5.14f"))
    return [Prompt(seat, BEFOREHAND, tuple(offers), blocking=False)]


def order_stands(table: KTable, seat: Seat, order: Choice) -> bool:
    """Whether a question that the order covers may still come."""
    if order.verb == EXCUSE and order.many("nobles", NobleId):
        mine = nobles_of(table.state, seat)
        return any(noble in mine for noble in order.many("nobles", NobleId))
    return any(p.find(order) is not None for p in orders_open(table, seat))


def as_ordered(table: KTable, prompt: Prompt, order: Choice) -> Choice | None:
    """The answer that an order gives to a question; None if the order does not cover the
    question."""
    if order.verb == EXCUSE and prompt.kind == "excuses":
        return _excuse(prompt, order.many("nobles", NobleId))
    if order.verb == PASS and prompt.kind in order.many("phases"):
        return prompt.default
    if order.verb == VOTE and prompt.kind == "ballot":
        return Choice(order.one("vote")) if _is_for(table, prompt.facts, order) else None
    if order.verb == LET and prompt.kind == "moment":
        return prompt.default
    if order.verb == HOLD and prompt.kind == "combat":
        place = order.one("place", PlaceId)
        about = {o.field("place").candidates for o in prompt.offers if _has(o, "place")}
        others = [o for o in prompt.offers if o.verb != "done" and not _has(o, "place")]
        return prompt.default if not others and about == {(place,)} else None
    return None


def _has(offer: Offer, name: str) -> bool:
    return any(field.name == name for field in offer.fields)


def _excuse(prompt: Prompt, wanted: tuple[str, ...]) -> Choice:
    """The nobles named (or all, if none is named): of those who need a Writ, as many as there are
    Writs for; of those across the sea, all.
    """
    offer = prompt.offers[0]
    args = {}
    for field in offer.fields:
        fitting = [noble for noble in field.candidates if not wanted or noble in wanted]
        if fitting:
            args[field.name] = tuple(fitting[: field.most])
    return Choice(offer.verb, args)


def _is_for(table: KTable, motion: Mapping[str, str], order: Choice) -> bool:
    """Whether a motion gives an honour of the kind that an order names to somebody it names."""
    card = table.content.crown.get(CardId(motion.get("card", "")))
    noble = NobleId(CardId(motion.get("noble", "")))
    if card is None or noble not in table.state.nobles:
        return False
    whom = order.one("whom")
    player = f"{PLAYER}{table.state.nobles[noble].seat}"
    return order.one("matter") in (card.kind, "honour") and whom in (noble, player)
