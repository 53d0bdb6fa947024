"""A turn of Kingmaker laid out in lists: who still has to move and where to, and whom to fight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from bot.rules.kernel import Field, Offer, Seat
from bot.rules.kingmaker.game import Kingmaker
from bot.rules.kingmaker.ids import CardId, NobleId
from bot.rules.kingmaker.view import BoardView
from bot.session import GameSession
from bot.words.phrases import cut, described, facts_in, listed, own
from bot.words.shape import DESCRIPTION_LIMIT
from cogs.kingmaker.opening import give_button
from cogs.ui.choosing.lists import (
    MOST,
    NOTHING,
    Begun,
    Lists,
    Mover,
    Pick,
    PickMenu,
    one_by_one,
    picks_for,
)
from cogs.ui.choosing.offers import Draft, Question, Way, ways_of
from cogs.ui.emblems import emblem_of
from cogs.ui.replies import words_of

_IN_PLACE = ("enter", "land", "embark", "leave")
"""Moves that end on the spot or right beside it."""
_LAST = ("embark", "leave")
"""The moves that are listed below the destinations."""

_FAR = ("march", "ride")
_FIGHTS = ("conclude", "attack", "storm", "join", "lay")

_ONE_BY_ONE: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "settle_nobles": ("noble", ("settle",)),
    "settle_in_turn": ("noble", ("settle",)),
    "noble_arrives": ("noble", ("settle",)),
    "head_returns": ("noble", ("settle",)),
    "assign_dealt": ("card", ("assign",)),
    "keep_or_play": ("card", ("play", "raise")),
    "place_arrives": ("card", ("play",)),
}
"""Questions about one thing after another: for each question, the field that names the thing, and
the verbs that deal with it."""

_COMPANY = 3
"""The fewest nobles that make a company, from which some may go without the others."""
_NUMERALS = ("three", "four", "five", "six", "seven", "eight", "nine")

_TOGETHER = "+"
"""The prefix of a noble's name that means him and everybody who can move with him."""


def movement_of(session: GameSession, seat: Seat) -> Movement | None:
    """A player's movement phase, if he is in it; otherwise None."""
    for prompt in session.prompts(seat):
        if prompt.blocking and prompt.kind == "movement":
            return Movement(session, seat, ways_of([prompt]))
    return None


def turn_lists(session: GameSession, seat: Seat, key: str) -> Lists:
    """The lists of what a player may do now: in combat, all fights; otherwise, the choices for the
    noble or card with this key.
    """
    for prompt in session.prompts(seat):
        if not prompt.blocking:
            continue
        if prompt.kind == "movement":
            return Movement(session, seat, ways_of([prompt])).lists(key)
        if prompt.kind == "combat":
            return fights(session, seat, ways_of([prompt]))
        if prompt.kind in _ONE_BY_ONE:
            name, verbs = _ONE_BY_ONE[prompt.kind]
            found = {v: way for v, way in ways_of([prompt]).items() if v in verbs}
            lists = one_by_one(session, seat, found, name, key)
            beside = give_button(session, seat) if prompt.kind == "assign_dealt" else ()
            return replace(lists, beside=beside) if lists != NOTHING else lists
    return NOTHING


class Movement:
    """The movement phase of one player: his nobles, and where each may go."""

    def __init__(self, session: GameSession, seat: Seat, ways: Mapping[str, Way]) -> None:
        assert isinstance(session.rules, Kingmaker)
        self.session, self.seat = session, seat
        self.words = words_of(session)
        self.view: BoardView = session.view(seat)
        self.board = session.rules.content.board
        self.ways = {v: way for v, way in ways.items() if v in (*_IN_PLACE, *_FAR)}
        self.able = list(dict.fromkeys(n for _, field in self._groups() for n in field.candidates))
        self.still = {
            noble
            for offer, field in self._groups("march")
            for noble in field.candidates
            if len(offer.field("to").candidates) >= len(self.board.reach(self._square(noble)))
        }
        """Nobles who have not moved yet: every square within a full march is open to them."""

    def lists(self, key: str) -> Lists:
        """The nobles who may move, the one chosen (the one with this key, or else the next), and
        where he may go."""
        movers = self.movers()
        if not movers:
            return NOTHING
        chosen = next((mover for mover in movers if mover.key == key), movers[0])
        group = self.group(chosen.key)
        picks = self.shortened(group)
        menus = (PickMenu(f"{chosen.label}: where to?"[:150], tuple(picks)),) if picks else ()
        return Lists(
            lines=(self._progress(), *self._heirs_within()),
            question="Who moves?",
            movers=tuple(movers[:MOST]) if len(movers) > 1 else (),
            chosen=chosen.key,
            menus=menus,
            covers=frozenset(("march",)),
            shown=group[0],
        )

    def _groups(self, *verbs: str) -> Iterable[tuple[Offer, Field]]:
        for verb in verbs or tuple(self.ways):
            if verb in self.ways:
                for offer in self.ways[verb].offers:
                    yield offer, offer.field("nobles")

    def _square(self, noble: str) -> str:
        return self.view.nobles[NobleId(CardId(noble))].square

    def _together(self, noble: str) -> list[str]:
        """Everybody who can move together with this noble, the strongest first."""
        square, aboard = self._square(noble), self.view.nobles[NobleId(CardId(noble))].aboard
        if not square:
            return [noble] if aboard is None else self._of(aboard)
        return self._by_strength(
            n for n in self.able if self.view.nobles[NobleId(CardId(n))].square == square
        )

    def _of(self, ship: str) -> list[str]:
        return self._by_strength(
            n for n in self.able if self.view.nobles[NobleId(CardId(n))].aboard == ship
        )

    def _by_strength(self, nobles: Iterable[str]) -> list[str]:
        return sorted(nobles, key=lambda n: (-self.view.nobles[NobleId(CardId(n))].troops, n))

    def movers(self) -> list[Mover]:
        """The nobles who may move, those who have not moved first; companies and lone nobles come
        before the members of companies, the strongest first.
        """
        companies: dict[str, list[str]] = {}
        for noble in self._by_strength(self.able):
            companies.setdefault(self._together(noble)[0], []).append(noble)
        ordered = sorted(companies.values(), key=lambda company: -self._strength(company))
        whole, members = list[tuple[bool, Mover]](), list[tuple[bool, Mover]]()
        for company in ordered:
            fresh = [noble for noble in company if noble in self.still]
            going = fresh if len(fresh) > 1 else [] if fresh else company
            if len(going) > 1:
                whole.append((not fresh, self._all_of(going)))
            each = [(self._has_moved(noble), self._one(noble)) for noble in company]
            (members if len(company) > 1 else whole).extend(each)
        return [mover for _, mover in sorted((*whole, *members), key=lambda found: found[0])]

    def _has_moved(self, noble: str) -> bool:
        return noble not in self.still

    def _strength(self, nobles: Iterable[str]) -> int:
        return sum(self.view.nobles[NobleId(CardId(noble))].troops for noble in nobles)

    def _one(self, noble: str) -> Mover:
        offer, field = next((o, f) for o, f in self._groups() if noble in f.candidates)
        label, about = self.words.option(offer, field, noble, self.view)
        moved = "" if noble in self.still else "may go on"
        return Mover(noble, label, described([moved, *facts_in(about)]), emblem_of(noble))

    def _all_of(self, nobles: Sequence[str]) -> Mover:
        names = listed(self.words.kind(noble) for noble in nobles)
        about = f"{self._strength(nobles)} troops"
        key, emblem = f"{_TOGETHER}{nobles[0]}", emblem_of(nobles[0])
        if len(nobles) < _COMPANY:
            return Mover(key, names, f"{about} together", emblem)
        many = dict(enumerate(_NUMERALS, _COMPANY)).get(len(nobles), len(nobles))
        label = f"{own(self.words.kind(nobles[0]))} company of {many}"
        return Mover(key, label, described([about, names]), emblem)

    def group(self, key: str) -> tuple[str, ...]:
        """The nobles that a mover's key stands for."""
        noble = key.removeprefix(_TOGETHER)
        if noble == key:
            return (noble,)
        company = self._together(noble)
        fresh = [each for each in company if each in self.still]
        return tuple(fresh if len(fresh) > 1 else company)

    def picks(self, group: Sequence[str]) -> list[Pick]:
        """The places these nobles may go together: nearby, then far away (the most important
        first), then aboard or out.
        """
        first, last = self._in_place(group)
        return [*first, *self._far(group), *last]

    def shortened(self, group: Sequence[str]) -> list[Pick]:
        """As much of the list of moves as fits in a menu, and an option that leads to the rest."""
        first, last = self._in_place(group)
        last += self._some_of(group)
        far, room = self._far(group), MOST - len(first) - len(last)
        if len(far) > room:
            last.append(self._elsewhere(far, f"{len(far) - room + 1} more"))
            far = far[: room - 1]
        return [*first, *far, *last]

    def _elsewhere(self, far: Sequence[Pick], more: str) -> Pick:
        """A march or ride by the same nobles, with no destination yet."""
        one = next((pick for pick in far if pick.way.verb == "march"), far[0])
        return Pick(one.begun, "", lambda: ("Elsewhere…", more))

    def _some_of(self, group: Sequence[str]) -> list[Pick]:
        """A march by part of a company, with the nobles still to be chosen."""
        way = self.ways.get("march")
        if way is None or len(group) < _COMPANY:
            return []
        parties = range(len(way.parties)) if len(way.parties) > 1 else (None,)
        drafts = {Draft(party): way.walk(Draft(party)) for party in parties}
        return [
            Pick(Begun(way, draft, asked), "", lambda: ("Some of them…", "Choose who goes"))
            for draft, asked in drafts.items()
            if isinstance(asked, Question)
            and asked.field.name == "nobles"
            and set(group) <= set(asked.field.candidates)
        ]

    def _in_place(self, group: Sequence[str]) -> tuple[list[Pick], list[Pick]]:
        """Moves that end on the spot or right beside it: those listed first, and those listed
        last."""
        first, last = list[Pick](), list[Pick]()
        for verb in _IN_PLACE:
            own = self._way(verb, group, self._verb(verb))
            (last if verb in _LAST else first).extend(own)
        return first, last

    def _far(self, group: Sequence[str]) -> list[Pick]:
        """Squares to march to, and squares that can be reached only by road, in a single order."""
        marches, rides = (
            {pick.thing: pick for pick in self._way(verb, group, in_order=False)} for verb in _FAR
        )
        found = {to: _by_road(pick) for to, pick in rides.items()} | marches
        verb = "ride" if rides else "march"
        if not found or verb not in self.ways:
            return list(found.values())
        model = self.ways[verb].offers
        offer = next((o for o in model if set(group) <= set(o.field("nobles").candidates)), None)
        if offer is None:
            return list(found.values())
        merged = Field("to", tuple(found))
        return [found[to] for to in self.words.options_order(offer, merged, self.view)]

    def _way(
        self, verb: str, group: Sequence[str], label: str = "", *, in_order: bool = True
    ) -> list[Pick]:
        way = self.ways.get(verb)
        if way is None:
            return []
        values = next(
            (
                tuple(n for n in field.candidates if n in group)
                for _, field in self._groups(verb)
                if set(group) <= set(field.candidates)
            ),
            None,
        )
        if values is None:
            return []
        return picks_for(self.session, self.seat, way, "nobles", values, label, in_order=in_order)

    def _verb(self, verb: str) -> str:
        way = self.ways.get(verb)
        return "" if way is None else self.words.verb(way.offers[0], way.prompt)

    def _progress(self) -> str:
        """The nobles who have not moved yet, and those who may move further."""
        still = [n for n in self._by_strength(self.able) if n in self.still]
        going = [n for n in self._by_strength(self.able) if n not in self.still]
        if not still:
            parts = ["**Nobody has a whole move left.**"]
        else:
            parts = [f"**Still to move:** {', '.join(self._named(n) for n in still)}."]
        if going:
            parts.append(f"Part of a move left: {self._plain(going)}.")
        return " ".join(parts)

    def _heirs_within(self) -> Iterable[str]:
        """Heirs alone in a place with a noble outside, who has to go in to take them."""
        places = dict.fromkeys(
            place for offer, _ in self._groups("enter") for place in offer.field("place").candidates
        )
        for place in places:
            heirs = [
                self.words.kind(key)
                for key, heir in self.view.heirs.items()
                if heir.alive and heir.holder is None and heir.inside == place
            ]
            if heirs:
                alone = listed(f"*{heir}*" for heir in heirs)
                waits = f"{'waits' if len(heirs) == 1 else 'wait'} alone inside"
                goes = f"**{self._verb('enter')}** to take charge"
                yield f"{alone} {waits} {self.words.kind(place)}: {goes}."

    def _named(self, noble: str) -> str:
        return f"{self.words.kind(noble)} ({self.view.nobles[NobleId(CardId(noble))].troops})"

    def _plain(self, nobles: Iterable[str]) -> str:
        return ", ".join(self.words.kind(noble) for noble in nobles)


def _by_road(pick: Pick) -> Pick:
    def told() -> tuple[str, str]:
        label, about = pick.told()
        return cut(f"{label} (by road)", DESCRIPTION_LIMIT), about

    return replace(pick, told=told)


def fights(session: GameSession, seat: Seat, ways: Mapping[str, Way]) -> Lists:
    """The attacks on every force and place that can be attacked, each by everybody who could take
    part; nothing if there are none, or too many.
    """
    words, picks = words_of(session), list[Pick]()
    for verb in _FIGHTS:
        way = ways.get(verb)
        for offer in () if way is None else way.offers:
            everybody = offer.field("nobles")
            if way is not None and everybody.problem(everybody.candidates) is None:
                label = words.verb(offer, way.prompt)
                picks += picks_for(session, seat, way, "nobles", everybody.candidates, label)
    unique = {pick.value: pick for pick in picks}
    if not 0 < len(unique) <= MOST:
        return NOTHING
    question = "Attack or besiege, with everybody there"
    return Lists(menus=(PickMenu(question, tuple(unique.values())),))
