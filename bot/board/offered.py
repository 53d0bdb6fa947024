"""The moves a seat may make now, laid out on the board: what can be touched, where it leads, and
the rest.

Everything here follows from the prompts and the view of one seat; labels are the same as in the
chat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from bot.rules.kernel import Choice, Offer, Prompt, Seat
from bot.session import GameSession, Refused
from bot.session.receipts import STALE
from bot.words.shape import Words
from cogs.ui.choosing.lists import wizard_for
from cogs.ui.choosing.offers import (
    Draft,
    Misfit,
    Parties,
    Question,
    Values,
    Way,
    label_of,
    pack,
    told_of,
    unpack,
    ways_of,
)
from cogs.ui.choosing.public_questions import late_line, told_moment, waiting_text
from cogs.ui.choosing.wizard import Wizard
from cogs.ui.controls import OfferKey
from cogs.ui.names import bare_names, names
from cogs.ui.replies import is_on, words_of

_MOST = 200
"""The most targets laid out for one piece, more than any piece has."""

_AT_ONCE = 40
"""The most answers that are laid out without being asked for."""

_BETWEEN = "|"


class TouchPick(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step that can be taken: what it carries, its name, what to say about it, and where on the
    board it leads, if anywhere."""

    value: str
    label: str
    about: str = ""
    to: str = ""
    asked: bool = False
    """Whether this step answers the question that the game waits for, rather than letting it pass.
    """


class Member(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of several pieces that could act together, and whether it is chosen."""

    id: str
    label: str
    chosen: bool = False


class TouchAsked(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice still to be made: the question, who or what it is about, the choices so far, and how
    many are wanted.

    ``free`` is the most characters the player's own words may have, if the question asks for any.
    """

    title: str
    question: str
    value: str
    picks: tuple[TouchPick, ...] = ()
    lines: tuple[str, ...] = ()
    least: int = 1
    most: int = 1
    free: int = 0


class Offered(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything a seat may do: the question if it is asked one, what can be touched on the board
    to answer, and a button for each verb."""

    moment: int = 0
    question: str = ""
    lines: tuple[str, ...] = ()
    late: str = ""
    """The text that says what happens if nobody answers."""
    live: tuple[str, ...] = ()
    buttons: tuple[TouchPick, ...] = ()
    asked: bool = False
    first: TouchAsked | None = None
    """The question, if only one thing is asked for and no piece has to be touched first."""


class TouchOffers(msgspec.Struct, frozen=True, omit_defaults=True):
    """The things that a piece on the board can do, or that can be done at a place."""

    things: tuple[str, ...]
    party: tuple[Member, ...] = ()
    picks: tuple[TouchPick, ...] = ()


class _Seat:
    """A seat in a game, with everything needed to put its offers into words."""

    def __init__(self, session: GameSession, seat: Seat) -> None:
        self.session, self.seat = session, seat
        self.words: Words = words_of(session)
        self.view, self.names = session.view(seat), bare_names(session)
        self.prompts: list[Prompt] = session.prompts(seat)
        self.ways = ways_of(self.prompts)

    def wizard(self, way: Way) -> Wizard:
        key = OfferKey(self.session.id, self.seat, 0, way.verb, way.mark)
        return wizard_for(self.session, key, way)

    def verb(self, way: Way) -> str:
        return self.words.button(way.offers, way.prompt, self.view)

    def label(self, offers: Sequence[Offer], field: str, value: str) -> str:
        return label_of(self.words, offers, field, value, self.view, self.names)

    def told(self, offers: Sequence[Offer], field: str, value: str) -> tuple[str, str]:
        return told_of(self.words, offers, field, value, self.view, self.names)


def offered(session: GameSession, seat: Seat | None) -> Offered:
    """The moves this seat may make now; for a spectator, which player the game is waiting for."""
    if seat is None or not is_on(session):
        return Offered(question=waiting_text(session))
    at = _Seat(session, seat)
    blocking = [prompt for prompt in at.prompts if prompt.blocking]
    must = {offer.verb for prompt in blocking for offer in prompt.offers}
    # If there is a question, the things that answer it glow; a tap on anything else finds the rest.
    answers = [way for verb, way in at.ways.items() if verb in must] or list(at.ways.values())
    live = dict.fromkeys(candidate for way in answers for candidate in _touchable(way))
    first = _first(at, must)
    lines: list[str] = []
    if blocking:
        # If only one thing is asked for, its text says what helps with the choice.
        lines = [] if first else at.words.stakes(blocking[0], at.view, names(session))
        question = at.words.ask(blocking[0], names(session))
    else:
        question = waiting_text(session)
    return Offered(
        moment=told_moment(session),
        question=question,
        lines=tuple(lines),
        late=late_line(session, blocking[0]) if blocking else "",
        live=tuple(live),
        buttons=tuple(
            _button(at, way, asked=verb in must and not _passes(way))
            for verb, way in at.ways.items()
        ),
        asked=bool(blocking),
        first=first,
    )


def _button(at: _Seat, way: Way, *, asked: bool) -> TouchPick:
    """A button for a verb, under its name. If one tap does it and nothing is asked, the text first
    says what it is about: a deal, for instance, is not accepted unseen.
    """
    done, about = way.walk(Draft()), ""
    if isinstance(done, Choice) and done.args and not way.prompt.blocking:
        lines = at.words.stakes(way.prompt, at.view, names(at.session), way.offers, done.args)
        about = lines[0] if lines and not lines[0].startswith("•") else ""
    return TouchPick(_value(way, Draft()), at.verb(way), about, asked=asked)


def _passes(way: Way) -> bool:
    """Whether the offer lets a question pass, just as giving no answer would."""
    default = way.prompt.default
    return default is not None and default.verb == way.verb and not way.offers[0].fields


def _first(at: _Seat, must: set[str]) -> TouchAsked | None:
    """The question to ask straight away, if a seat is asked for only one verb."""
    if len(must) != 1:
        return None
    way = at.ways[next(iter(must))]
    asked = way.walk(Draft())
    if isinstance(asked, Choice) or way.prompt.is_vote:
        return None
    found = _asked(at, way, Draft(), asked, put=False)
    return found if len(found.picks) <= _AT_ONCE else None


def _touchable(way: Way) -> Iterator[str]:
    """Everything that a choice with this verb can begin with: its first pieces, and once these are
    settled, where it leads."""
    for offer in way.offers:
        if offer.fields:
            yield from offer.fields[0].candidates
    asked = way.walk(Draft())
    if isinstance(asked, Question):
        yield from asked.field.candidates


def touched(session: GameSession, seat: Seat, thing: str, together: Values | None) -> TouchOffers:
    """The choices that begin with this piece or place, or lead to it. ``together`` are the pieces
    that act with it; None means all those that can do the same from the same spot.
    """
    at = _Seat(session, seat)
    party: dict[str, str] = {}
    picks: dict[str, TouchPick] = {}
    for way in at.ways.values():
        for draft in _begun(way):
            for others, then in _from(at, way, draft, thing, together):
                party.update(others)
                picks.update((pick.value, pick) for pick in then)
    chosen = party.keys() if together is None else {thing, *together}
    members = tuple(Member(key, label, key in chosen) for key, label in party.items())
    return TouchOffers((thing,), members if len(members) > 1 else (), tuple(picks.values())[:_MOST])


def _begun(way: Way) -> Iterator[Draft]:
    groups = len(way.parties)
    yield from map(Draft, range(groups)) if groups > 1 else (Draft(),)


def _from(
    at: _Seat, way: Way, draft: Draft, thing: str, together: Values | None
) -> Iterator[tuple[dict[str, str], list[TouchPick]]]:
    """The things this verb can do with a piece: who can act with it, and where it leads."""
    asked = way.walk(draft)
    if isinstance(asked, Parties):
        return
    settled = dict(asked.args if isinstance(asked, Choice) else asked.settled)
    if any(thing in values for values in settled.values()):
        yield {}, _next(at, way, draft, asked)
    elif isinstance(asked, Question) and thing in asked.field.candidates:
        first = asked.field
        label = {key: at.label(asked.offers, first.name, key) for key in first.candidates}
        if first.most == 1:
            yield {}, _next(at, way, _with(draft, (thing,)), None)
            return
        wanted = label if together is None else {thing, *together}
        for values in (tuple(k for k in first.candidates if k in wanted), (thing,)):
            if thing in values and (then := _next(at, way, _with(draft, values), None)):
                yield label, then
                return
        yield label, []
    elif isinstance(asked, Question):
        for values in _first_values(asked):
            begun = _with(draft, values)
            follows = _walked(way, begun)
            if isinstance(follows, Question) and thing in follows.field.candidates:
                pick = _pick(at, way, begun, follows, thing)
                who = ", ".join(at.label(asked.offers, asked.field.name, key) for key in values)
                yield {}, [msgspec.structs.replace(pick, label=f"{at.verb(way)}: {who}", to=thing)]


def _first_values(asked: Question) -> Iterator[Values]:
    """All of the values together, if that many are allowed, and each value alone."""
    if asked.field.free:
        return
    alone = [(key,) for key in asked.field.candidates]
    everybody = asked.field.candidates
    together = [everybody] if 1 < len(everybody) <= asked.field.most else []
    yield from (values for values in (*together, *alone) if asked.field.problem(values) is None)


def _next(at: _Seat, way: Way, draft: Draft, asked: Question | Choice | None) -> list[TouchPick]:
    """The next steps from a draft: one for each answer to the next question, or the finished
    choice."""
    asked = asked or _walked(way, draft)
    if asked is None:
        return []
    if isinstance(asked, Choice):
        return [TouchPick(_value(way, draft), at.verb(way), to=_target(asked))]
    if asked.field.free or asked.field.most > 1:
        return [TouchPick(_value(way, draft), at.verb(way))]
    return [_pick(at, way, draft, asked, key) for key in _in_order(at, asked)]


def _in_order(at: _Seat, asked: Question) -> list[str]:
    """The answers to a question, the most interesting ones first, as in the chat's menus."""
    ordered = at.words.options_order(asked.offer, asked.field, at.view)
    candidates = asked.field.candidates
    return [
        *(key for key in ordered if key in candidates),
        *(key for key in candidates if key not in ordered),
    ]


def _target(choice: Choice) -> str:
    values = [value for values in choice.args.values() for value in values]
    return values[-1] if values else ""


def _pick(at: _Seat, way: Way, draft: Draft, asked: Question, key: str) -> TouchPick:
    label, about = at.told(asked.offers, asked.field.name, key)
    return TouchPick(_value(way, _with(draft, (key,))), f"{at.verb(way)}: {label}", about, key)


def _with(draft: Draft, values: Values) -> Draft:
    return Draft(draft.party, (*draft.values, values))


def _walked(way: Way, draft: Draft) -> Question | Choice | None:
    try:
        asked = way.walk(draft)
    except Misfit:
        return None
    return None if isinstance(asked, Parties) else asked


def _value(way: Way, draft: Draft) -> str:
    return _BETWEEN.join((way.verb, way.mark, _packed(way, draft)))


def _packed(way: Way, draft: Draft) -> str:
    try:
        return pack(way, draft)
    except (Misfit, ValueError):
        raise Refused(STALE) from None


def step(session: GameSession, seat: Seat, value: str, add: Values | None) -> TouchAsked | Choice:
    """One step further along a way: the next question, or the finished choice.

    ``value`` is what a pick carried, and ``add`` is the answer to its question. Raises Refused if
    the step is no longer offered, or does not fit.
    """
    at = _Seat(session, seat)
    verb, mark, packed = (*value.split(_BETWEEN), "", "")[:3]
    way = at.ways.get(verb)
    if way is None or way.mark != mark:
        raise Refused(STALE)
    try:
        draft = unpack(way, packed)
        if add is not None:
            draft = _with(draft, add)
        asked = way.walk(draft)
    except Misfit as wrong:
        raise Refused(str(wrong)) from None
    except (IndexError, ValueError):
        raise Refused(STALE) from None
    if isinstance(asked, Choice):
        return asked
    return _asked(at, way, draft, asked)


def _asked(
    at: _Seat, way: Way, draft: Draft, asked: Parties | Question, *, put: bool = True
) -> TouchAsked:
    """A question on a way, with its answers. ``put`` says whether to include the question in the
    words put to the seat, which the page may already show."""
    value, wizard = _value(way, draft), at.wizard(way)
    title = wizard.heading(asked)
    if isinstance(asked, Parties):
        drafts = [
            (Draft(number), _walked(way, Draft(number))) for number in range(len(asked.groups))
        ]
        picks = tuple(
            TouchPick(_value(way, begun), ", ".join(_first_of(at, then)))
            for begun, then in drafts
            if isinstance(then, Question)
        )
        return TouchAsked(title, title, value, picks)
    stakes = at.words.stakes(way.prompt, at.view, names(at.session), asked.offers, asked.settled)
    field = asked.field
    picks = tuple(_choice_of(at, way, draft, asked, key) for key in _in_order(at, asked))
    question = at.words.field(asked.offer, field)
    about = [*(wizard.put(question) if put else ()), *wizard.answered(asked, wizard.chosen(asked))]
    return TouchAsked(
        title,
        question,
        value,
        picks,
        (*about, *stakes),
        field.least,
        field.most,
        field.free,
    )


def _first_of(at: _Seat, asked: Question) -> list[str]:
    return [at.label(asked.offers, asked.field.name, key) for key in asked.field.candidates]


def _choice_of(at: _Seat, way: Way, draft: Draft, asked: Question, key: str) -> TouchPick:
    """A candidate answer to a question; if several may be chosen, it carries only its own id."""
    label, about = at.told(asked.offers, asked.field.name, key)
    one = asked.field.least == asked.field.most == 1
    return TouchPick(_value(way, _with(draft, (key,))) if one else key, label, about, key)
