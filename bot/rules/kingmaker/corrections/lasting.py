"""How a moderator may correct anything that lasts: effects of Event cards, treaties, refuges
abroad.

Places that a moderator gives to strangers, as their cards do: the French, the Scots, or soldiers
who leave their master.
"""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Seat, Weight, every_seat
from bot.rules.kingmaker.conditions.abroad import FRANCE, end_treaty, shelter
from bot.rules.kingmaker.conditions.lasting import (
    CATASTROPHE,
    DEFEATISM,
    EXCOMMUNICATION,
    ROGUES,
    end,
    invaders,
    invaders_leave,
    shut_out,
)
from bot.rules.kingmaker.consequences.changes import (
    discard,
    lose_to_french,
    lose_to_rogues,
    lose_to_scots,
)
from bot.rules.kingmaker.consequences.havens import put_out
from bot.rules.kingmaker.content import Content
from bot.rules.kingmaker.events.lasting import fall_upon
from bot.rules.kingmaker.facts.fact import Fact
from bot.rules.kingmaker.facts.royals import TreatyMade
from bot.rules.kingmaker.forces.strength import inside
from bot.rules.kingmaker.ids import NO_NOBLE, CardId, HeirId, NobleId, PlaceId
from bot.rules.kingmaker.movement.exile import break_off
from bot.rules.kingmaker.state import KTable, Spell
from bot.rules.kingmaker.succession import holder_seat

SPELL, CURSE = "correct_spell", "correct_curse"
TREATY, REFUGE = "correct_treaty", "correct_refuge"

NONE = "nobody"
"""The choice that gives the treaty to no King."""

_CURSES = (CATASTROPHE, DEFEATISM, EXCOMMUNICATION)
_TURNS = ("1", "2", "3")
_TREATIES = {"continent": "treaty_france", "scotland": "treaty_scotland"}
"""The lands with which there may be a treaty, and the kind of Event card that makes it."""
_SO_ALREADY = {
    "continent": IllegalChoice("ishkibibble-treatyfrance.1", "That is already so."),
    "scotland": IllegalChoice("ishkibibble-treatyscotland.1", "That is already so."),
}


class RefugeCorrected(Fact, frozen=True, tag="refuge_corrected"):
    """A moderator has given a noble a share in his faction's refuge in the land where he is."""

    weight = Weight.NOTABLE

    noble: NobleId
    land: PlaceId


def lasting_offers(table: KTable) -> tuple[Offer, ...]:
    """The lasting effects that may begin or end, among those that this table's cards can bring."""
    state = table.state
    kinds = {card.kind for card in table.content.events.values()}
    seats = every_seat(len(state.factions))
    spells = tuple(dict.fromkeys(map(_name, state.spells)))
    curses = tuple(f"{kind}:{seat}" for kind in _CURSES if kind in kinds for seat in seats)
    lands = tuple(land for land, kind in _TREATIES.items() if kind in kinds)
    kings = tuple(h for h, heir in state.heirs.items() if heir.alive and heir.crowned)
    refuges = tuple(f"{exile.land}:{exile.seat}" for exile in state.exiles)
    return (
        Offer(SPELL, (Field("spell", spells),), "house-2.1b"),
        Offer(CURSE, (Field("spell", curses), Field("turns", _TURNS, 0)), "house-2.1b"),
        Offer(
            TREATY,
            (Field("land", lands), Field("to", (*kings, NONE))),
            "ishkibibble-treatyfrance.1",
        ),
        Offer(REFUGE, (Field("refuge", tuple(dict.fromkeys(refuges))),), "ishkibibble-refuge.3"),
    )


def _name(spell: Spell) -> str:
    """The name of an effect in choices: the kind, the seat, and the noble if it is about one."""
    return ":".join((spell.kind, str(spell.seat), *([spell.noble] if spell.noble else [])))


def end_spell(table: KTable, choice: Choice) -> None:
    """End an effect that an Event card began."""
    wanted = choice.one("spell")
    end(table, next(spell for spell in table.state.spells if _name(spell) == wanted))


def begin_spell(table: KTable, choice: Choice) -> None:
    """Begin an effect as an Event card would; cards in hands and on the table stay where they
    are."""
    kind, _, seat = choice.one("spell").partition(":")
    turns = choice.many("turns")
    if kind == EXCOMMUNICATION and turns:
        raise IllegalChoice(
            "ishkibibble-excommunication.4",
            "Excommunication lasts until the faction draws a bishop or a town. Leave out the "
            "number of turns.",
        )
    if kind == EXCOMMUNICATION and shut_out(table.state, Seat(int(seat))):
        raise IllegalChoice("ishkibibble-excommunication.4", "That is already so.")
    if kind != EXCOMMUNICATION and not turns:
        raise IllegalChoice("house-2.1b", "Say how many turns the effect lasts.")
    fall_upon(table, kind, Seat(int(seat)), int(turns[0]) if turns else 0)


def set_treaty(table: KTable, choice: Choice) -> None:
    """From now on a King has a treaty with a land, or nobody has."""
    treaties, land, to = table.state.treaties, choice.one("land", PlaceId), choice.one("to", HeirId)
    if treaties.get(land, NONE) == to:
        raise _SO_ALREADY[land]
    if land in treaties:
        end_treaty(table, land, CardId("correction"))
    if to != NONE:
        treaties[land] = to
        if land == FRANCE:  # Calais stays with the player the moderator leaves it with
            table.state.calais_with = holder_seat(table.state, table.content, to)
        table.emit(TreatyMade(land, to))


def end_refuge(table: KTable, choice: Choice) -> None:
    """A refuge is over, and anyone still there is put out, as when its time has run out."""
    land, _, seat = choice.one("refuge").partition(":")
    for exile in [e for e in table.state.exiles if (e.land, str(e.seat)) == (land, seat)]:
        break_off(table, exile)


def take_in(table: KTable, noble_id: NobleId) -> None:
    """A noble put into a land where his faction is in refuge shares in the refuge."""
    land = shelter(table, noble_id)
    if land is not None:
        table.emit(RefugeCorrected(noble_id, land))


_COME_BY = {"french": "french_siege", "scots": "scots_invasion", ROGUES: "french_treachery"}
"""The kind of Event card that brings in each of these strangers."""


def strangers(content: Content) -> tuple[str, ...]:
    """The strangers whom a card in this table's deck can bring in (base-19.2,
    ishkibibble-scotsinvasion.5, ishkibibble-treachery-french.1)."""
    kinds = {card.kind for card in content.events.values()}
    return tuple(who for who, kind in _COME_BY.items() if kind in kinds)


def hand_to(table: KTable, place: PlaceId, who: str) -> None:
    """Strangers now have the place; those who were inside are outside it. Raises IllegalChoice."""
    state = table.state
    if invaders(state).get(place) == who:
        raise IllegalChoice("house-8.1.3", "That is already so.")
    employer = _employer(table, place) if who == ROGUES else NO_NOBLE
    discard(table, invaders_leave(state, place))
    if employer:
        state.lose_card(ROGUES)
        lose_to_rogues(table, place, state.nobles[employer].seat)
    elif who == "french":
        lose_to_french(table, place)
    else:
        lose_to_scots(table, place)
    put_out(table, place, inside(state, place))


def _employer(table: KTable, place: PlaceId) -> NobleId:
    """The noble whom the soldiers serve and leave for a town. Raises IllegalChoice."""
    found = table.state.bearer(ROGUES)
    if found is None:
        raise IllegalChoice(
            "ishkibibble-treachery-french.1",
            "The soldiers serve nobody. First give their card to a noble.",
        )
    if not table.content.board.places[place].is_town_or_city:
        raise IllegalChoice(
            "ishkibibble-treachery-french.1", "The soldiers sack only towns and cities."
        )
    return found
