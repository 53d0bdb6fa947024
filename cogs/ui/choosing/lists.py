"""Lists that carry a whole choice in one option, so that a turn takes only a few presses.

A game lays out its player's possible choices as `Lists`: first whom to choose (`Mover`), then menus
of `Pick`s, each a choice filled in as far as possible. Anything that a pick leaves open is asked
for next. Everything in the lists is only for the seat they are made for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Protocol

import discord

from bot.rules.kernel import Choice, Offer, Seat
from bot.session import GameSession, Refused
from bot.session.receipts import STALE
from bot.words.phrases import cut
from bot.words.shape import DESCRIPTION_LIMIT
from cogs.ui.choosing.offers import (
    Draft,
    Misfit,
    Parties,
    Question,
    Values,
    Way,
    is_kept,
    pack,
    pack_next,
    told_of,
    unpack,
    ways_of,
)
from cogs.ui.choosing.public_questions import if_late, told_moment
from cogs.ui.choosing.wizard import Page, Wizard
from cogs.ui.controls import ControlMenu, OfferKey, menu
from cogs.ui.emblems import emblem_of
from cogs.ui.names import bare_names
from cogs.ui.replies import words_of

MOST = 25
"""The most options a menu may have."""

_BETWEEN = "|"


@dataclass(frozen=True)
class Begun:
    """The common part of several picks: a choice with one verb, filled in as far as the draft goes,
    and its next question."""

    way: Way
    draft: Draft
    asked: Question | Choice

    @cached_property
    def packed(self) -> str:
        """The draft for a control's id."""
        return pack(self.way, self.draft)


@dataclass(frozen=True, slots=True)
class Pick:
    """An option: a choice with one verb, about one thing.

    If it ``answers``, the thing is the answer to the question; otherwise the choice stays as it
    was. Its name and description are made (``told``) only when it is shown, since a menu has room
    for only a few.
    """

    begun: Begun
    thing: str
    told: Callable[[], tuple[str, str]]
    answers: bool = False

    @property
    def way(self) -> Way:
        """All the offers of the option's verb."""
        return self.begun.way

    @property
    def label(self) -> str:
        """The option's name."""
        return self.told()[0]

    @property
    def about(self) -> str:
        """The option's description."""
        return self.told()[1]

    @property
    def emblem(self) -> discord.PartialEmoji | None:
        """The emblem of the piece that answers the question, if it has one."""
        asked = self.begun.asked
        if not self.answers or not isinstance(asked, Question):
            return None
        return emblem_of(self.thing, asked.field.name)

    @property
    def draft(self) -> Draft:
        """The choice, filled in as far as this option goes."""
        begun = self.begun.draft
        return Draft(begun.party, (*begun.values, (self.thing,))) if self.answers else begun

    @property
    def value(self) -> str:
        """The data that the option carries: the verb, the mark of the offers and the draft."""
        way, asked, state = self.begun.way, self.begun.asked, self.begun.packed
        if self.answers and isinstance(asked, Question):
            state = pack_next(state, asked.field, (self.thing,))
        return _BETWEEN.join((way.verb, way.mark, state))


@dataclass(frozen=True, slots=True)
class PickMenu:
    """A menu of picks, with its question."""

    question: str
    picks: tuple[Pick, ...]


@dataclass(frozen=True, slots=True)
class Mover:
    """One piece, or several together, that the menus can be about."""

    key: str
    label: str
    about: str = ""
    emblem: discord.PartialEmoji | None = None


@dataclass(frozen=True, slots=True)
class Lists:
    """The choices open to one seat, laid out. ``covers`` holds verbs that need no other button;
    ``shown`` is the piece whose moves a picture can show; ``lines`` say who has acted and who has
    not. ``page`` asks for the only choice there is, if nothing else is laid out. ``beside`` are
    buttons that do the same as the menus in another way.
    """

    lines: tuple[str, ...] = ()
    question: str = ""
    movers: tuple[Mover, ...] = ()
    chosen: str = ""
    menus: tuple[PickMenu, ...] = ()
    covers: frozenset[str] = frozenset()
    shown: str | None = None
    page: Page | None = None
    beside: tuple[discord.ui.Item[Any], ...] = ()


class Lister(Protocol):
    """Lays out a seat's choices, centred on the mover with this key, if that mover still exists."""

    def __call__(self, session: GameSession, seat: Seat, key: str) -> Lists: ...


LISTERS: dict[str, Lister] = {}
"""The function with which each game lays out its choices."""

NOTHING = Lists()


def lists_for(session: GameSession, seat: Seat, key: str = "") -> Lists:
    """A seat's choices as its game lays them out or, failing that, the first choice to make if only
    one verb is offered; otherwise empty.
    """
    lister = LISTERS.get(session.game)
    found = NOTHING if lister is None else lister(session, seat, key)
    return _at_once(session, seat) if found == NOTHING else found


def _at_once(session: GameSession, seat: Seat) -> Lists:
    """The first choice to make, if a seat is offered only one verb; no button need lead to it."""
    ways = ways_of(prompt for prompt in session.prompts(seat) if prompt.blocking)
    if len(ways) != 1:
        return NOTHING
    ((verb, way),) = ways.items()
    asked = way.walk(Draft())
    # If an offer that is always open has the same verb for more things, the button leads to all of
    # them.
    alone = ways_of(session.prompts(seat))[verb].mark == way.mark
    if isinstance(asked, Choice) or way.prompt.is_vote or not alone:
        return NOTHING
    key = OfferKey(session.id, seat, told_moment(session), verb, way.mark)
    page = wizard_for(session, key, way, home="").page(Draft(), asked)
    titles = [each.item.placeholder for each in page.view.children if isinstance(each, ControlMenu)]
    lines = () if page.asks in titles else (page.asks,)
    return Lists(lines=lines, covers=frozenset((verb,)), page=page)


def wizard_for(session: GameSession, key: OfferKey, way: Way, home: str = "panel") -> Wizard:
    """The wizard that asks for a choice among these offers."""
    view = session.view(key.seat)
    # Without a way back, the page is part of the panel, which says what happens then itself.
    late, who = if_late(session, way.prompt) if home else "", bare_names(session)
    return Wizard(key, way, words_of(session), view, who, home=home, late=late)


def menus_of(session: GameSession, seat: Seat, lists: Lists) -> list[discord.ui.Item[Any]]:
    """The menus for the lists, with the data they need."""
    found, about = list[discord.ui.Item[Any]](), (seat, told_moment(session))
    if lists.page is not None:
        for item in lists.page.view.children:
            # Other controls share the rows of the message, so these items must not keep rows of
            # their own.
            item.row = None
            found.append(item)
    if lists.movers:
        options = [
            discord.SelectOption(
                label=cut(each.label, DESCRIPTION_LIMIT),
                value=each.key,
                description=cut(each.about, DESCRIPTION_LIMIT) or None,
                default=each.key == lists.chosen,
                emoji=each.emblem,
            )
            for each in lists.movers[:MOST]
        ]
        found.append(menu("who", session.id, *about, placeholder=lists.question, options=options))
    for number, each in enumerate(lists.menus):
        options = [
            discord.SelectOption(
                label=label, value=pick.value, description=about or None, emoji=pick.emblem
            )
            for pick in each.picks[:MOST]
            for label, about in (pick.told(),)
        ]
        placeholder = each.question
        found.append(
            menu("go", session.id, *about, number, placeholder=placeholder, options=options)
        )
    return [*found, *lists.beside]


def picked(session: GameSession, seat: Seat, value: str) -> tuple[Way, Draft]:
    """The contents of an option. Raises Refused if its choice is no longer offered."""
    verb, mark, state = (*value.split(_BETWEEN), "", "")[:3]
    way = ways_of(session.prompts(seat)).get(verb)
    if way is None or way.mark != mark:
        raise Refused(STALE)
    try:
        draft = unpack(way, state)
        way.walk(draft)
    except (IndexError, ValueError, Misfit):
        raise Refused(STALE) from None
    return way, draft


def picks_for(
    session: GameSession,
    seat: Seat,
    way: Way,
    name: str,
    values: Values,
    verb: str = "",
    *,
    in_order: bool = True,
) -> list[Pick]:
    """The ways to continue a verb whose field `name` has these values, the most important first if
    ``in_order``.

    ``verb`` comes before each name, if a menu has picks of several verbs.
    """
    words, view, who = words_of(session), session.view(seat), bare_names(session)

    plain = partial(told_of, words, view=view, names=who)
    told = partial(_behind, verb, plain) if verb else plain
    found = []
    for begun in _begun(way, name, values):
        asked, settled = begun.asked, settled_in(begun.asked)
        field = next((other for other in settled if other != name), name)
        if isinstance(asked, Choice):
            offers = tuple(offer for offer in way.offers if offer.problem(asked) is None)
        elif field != name and is_kept(asked.field):  # asked on a separate page
            offers = asked.offers
        else:
            field, offers, alone = asked.field.name, asked.offers, asked.alone
            ordered: Iterable[str] = asked.field.candidates
            if in_order:
                ordered = words.options_order(asked.offer, asked.field, view)
            found += [
                Pick(begun, each, partial(told, offers, field, each), answers=True)
                for each in ordered
                if each in alone
            ]
            continue
        each = settled[field][0]
        found.append(Pick(begun, each, partial(told, offers, field, each)))
    return found


def _behind(
    verb: str,
    told: Callable[[tuple[Offer, ...], str, str], tuple[str, str]],
    offers: tuple[Offer, ...],
    field: str,
    each: str,
) -> tuple[str, str]:
    """The label and description of a candidate, with a verb before its name."""
    label, about = told(offers, field, each)
    return cut(f"{verb}: {label}", DESCRIPTION_LIMIT), about


def _begun(way: Way, name: str, values: Values) -> Iterator[Begun]:
    """The choices with a verb in which this field has these values, and their next questions."""
    groups = way.parties
    for party in range(len(groups)) if len(groups) > 1 else (None,):
        for draft in (Draft(party), Draft(party, (values,))):
            with suppress(Misfit):
                asked = way.walk(draft)
                if not isinstance(asked, Parties) and settled_in(asked).get(name) == values:
                    yield Begun(way, draft, asked)
                    # A value that is settled anyway is not put into the draft.
                    break


def settled_in(asked: Question | Choice) -> Mapping[str, Values]:
    """The settled parts of a choice, unfinished or complete."""
    return asked.args if isinstance(asked, Choice) else asked.settled


def one_by_one(
    session: GameSession, seat: Seat, ways: Mapping[str, Way], name: str, key: str
) -> Lists:
    """Lists for verbs that are each about one thing in the field `name`: which thing, and what to
    do with it. ``key`` is the thing chosen; an empty one means the first thing.
    """
    words, view, who = words_of(session), session.view(seat), bare_names(session)
    about = [
        (way, offer, field)
        for way in ways.values()
        for offer in way.offers
        for field in offer.fields
        if field.name == name and field.most == 1
    ]
    things = list(dict.fromkeys(c for _, _, field in about for c in field.candidates))
    if not things:
        return NOTHING
    chosen = key if key in things else things[0]
    _, first_offer, first_field = about[0]
    movers = []
    for thing in things:
        offers = [offer for _, offer, field in about if thing in field.candidates]
        label, told = told_of(words, offers, name, thing, view, who)
        movers.append(Mover(thing, label, told, emblem_of(thing, name)))
    picks = [
        pick
        for verb, way in ways.items()
        for pick in picks_for(
            session,
            seat,
            way,
            name,
            (chosen,),
            words.verb(way.offers[0], way.prompt) if len(ways) > 1 else "",
        )
    ]
    if not 0 < len(picks) <= MOST or len(things) > MOST:
        return NOTHING
    then = next((f for f in first_offer.fields if f.name != name), first_field)
    label = next(mover.label for mover in movers if mover.key == chosen)
    asks = words.field(first_offer, then)
    return Lists(
        question=words.field(first_offer, first_field),
        movers=tuple(movers) if len(movers) > 1 else (),
        chosen=chosen,
        menus=(PickMenu(f"{label}: {asks[:1].lower()}{asks[1:]}", tuple(picks)),),
        # A separate button for each verb tells people more than a single menu of all verbs would.
        covers=frozenset(ways if len(ways) == 1 else ()),
    )
