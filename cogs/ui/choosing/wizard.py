"""Asking for a choice one field at a time, in a message that only one person sees.

The controls' ids hold everything filled in so far, so a half-made choice survives a restart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.rules.kernel import Choice, Field, Offer, Seat
from bot.session import Refused
from bot.session.receipts import STALE
from bot.words.phrases import cut, described, facts_in, first_named
from bot.words.shape import DESCRIPTION_LIMIT, Names, Words
from cogs.ui.choosing.offers import (
    PAGE,
    Draft,
    Misfit,
    Parties,
    Question,
    Values,
    Way,
    is_kept,
    label_of,
    merged_field,
    pack,
    told_of,
    unpack,
)
from cogs.ui.controls import OfferKey, Press, button, menu
from cogs.ui.emblems import emblem_of
from cogs.ui.names import plain

OWN = "pick"
"""The kind of the menus with which a player makes a choice of his own."""

_LEAFED_THROUGH = 2 * PAGE
"""The most options that people do not mind leafing through."""

SURE = "y"
"""The extra part in the id of the button that confirms a choice once it has been read back."""


@dataclass(frozen=True, slots=True)
class Page:
    """A step of the wizard, as it is shown."""

    text: str
    view: discord.ui.View
    asks: str = ""
    """The page's question, which says how many may be chosen."""
    known: tuple[str, ...] = ()
    """The stakes; if there are any, the deadline for the answer is shown too."""


class Wizard:
    """The pages for one verb, for one seat at one moment.

    ``pick`` and ``goto`` are the kinds of the controls, which determine who may use them and what
    becomes of the choice; ``home`` is the kind of the button that leaves the first page, if there
    is one. ``find`` is the kind of the button that finds one of many by name, if there is one.
    ``late`` says what happens, if anything, when nobody answers.
    """

    def __init__(
        self,
        key: OfferKey,
        way: Way,
        words: Words,
        view: object,
        names: Names,
        *,
        pick: str = OWN,
        goto: str = "goto",
        home: str = "",
        find: str = "",
        late: str = "",
    ) -> None:
        self.pick = pick
        self.goto = goto
        self.home = home
        self.find = find
        self.late = late
        self.key = key
        self.way = way
        self.words = words
        self.view = view
        self.names = names

    def page(self, draft: Draft, asked: Parties | Question, problem: str = "") -> Page:
        """The page that asks for the next thing; `problem` says what was wrong with the previous
        answer."""
        if isinstance(asked, Parties):
            return self._party_page(draft, asked, problem)
        if asked.field.free:
            return self._words_page(draft, asked, problem)
        return self._field_page(draft, asked, problem)

    def read_back(self, draft: Draft, choice: Choice) -> Page:
        """The page that says what the finished choice will do, before it is carried out."""
        prompt, view = self.way.prompt, discord.ui.View(timeout=None)
        key, blue = self.key, discord.ButtonStyle.primary
        state = pack(self.way, draft), SURE
        view.add_item(
            button(self.goto, key.game, *key.parts, *state, label="Yes, do it", style=blue)
        )
        self._add_back(view, draft)
        offers = tuple(offer for offer in self.way.offers if offer.problem(choice) is None)
        lines = [f"### {self.words.button(offers, prompt, self.view)}"]
        lines.append(self.words.choice(choice, self._bold, prompt))
        lines += self.words.stakes(prompt, self.view, self._bold, offers, choice.args)
        return Page("\n".join([*lines, "Shall I do it?"]), view)

    def filled_in(self, press: Press) -> Draft:
        """The draft so far, as a control carries it. Raises Refused if the draft no longer fits."""
        try:
            draft = unpack(self.way, press.parts[4])
            self.way.walk(draft)
        except (IndexError, ValueError, Misfit):
            raise Refused(STALE) from None
        return draft

    def after_pick(self, press: Press) -> tuple[Draft, str]:
        """The draft after a pick in its menu; or the same draft, with the reason why the pick is
        wrong.

        Raises Refused if the menu no longer fits.
        """
        try:
            draft = unpack(self.way, press.parts[4])
            return self.picked(draft, [int(number) for number in press.picked]), ""
        except (IndexError, ValueError):
            raise Refused(STALE) from None
        except Misfit as misfit:
            return draft, str(misfit)

    def picked(self, draft: Draft, indexes: list[int]) -> Draft:
        """The draft once these options on its page have been picked. Raises Misfit if the options
        do not fit."""
        asked = self.way.walk(Draft(draft.party, draft.values))
        if isinstance(asked, Parties):
            return Draft(indexes[0])
        if not isinstance(asked, Question):
            raise Misfit("There is nothing left to choose here.")
        field = asked.field
        chosen = {field.candidates[index] for index in indexes}
        paged = len(field.candidates) > PAGE
        if paged and field.most > 1:
            shown = self._shown(draft, asked)
            kept = {value for value in draft.part if value not in shown} | chosen
            return replace(draft, part=_in_order(field, kept))
        return self.settled(draft, _in_order(field, chosen))

    def settled(self, draft: Draft, values: Values) -> Draft:
        """The draft, with the field that was asked for filled in. Raises Misfit if the values do
        not fit."""
        asked = self.way.walk(Draft(draft.party, draft.values))
        if isinstance(asked, Question):
            missing = [value for value in asked.field.required if value not in values]
            if missing:
                labels = (self._label(asked.offers, asked.field.name, v) for v in missing)
                wanted = ", ".join(map(plain, labels))
                raise Misfit(f"{wanted} must be among them.")
        after = Draft(draft.party, (*draft.values, values))
        then = self.way.walk(after)
        part, *ahead = draft.ahead or ((),)
        if not isinstance(then, Question) or not is_kept(then.field):
            return after
        return replace(after, part=_in_order(then.field, set(part)), ahead=tuple(ahead))

    # Pages

    def _party_page(self, draft: Draft, asked: Parties, problem: str) -> Page:
        view = discord.ui.View(timeout=None)
        options = []
        for index, group in enumerate(asked.groups[draft.page * PAGE : (draft.page + 1) * PAGE]):
            field = merged_field(group[0].fields[0].name, group)
            labels = [self._label(group, field.name, value) for value in field.candidates]
            where = self.told_of(group, field.name, field.candidates[0])[1]
            number = draft.page * PAGE + index
            label = first_named(labels, DESCRIPTION_LIMIT)
            emblem = emblem_of(field.candidates[0], field.name)
            options.append(_option(number, label, where, emblem=emblem))
        question = self.words.field(asked.offer, asked.field)
        view.add_item(self._menu(pack(self.way, draft), question, options))
        self._turn_pages(view, draft, len(asked.groups))
        self._add_back(view, Draft())
        return self._told(asked, question, problem, view, {})

    def _words_page(self, draft: Draft, asked: Question, problem: str) -> Page:
        """The page that asks for the player's own words: a button opens the form for them."""
        view, key = discord.ui.View(timeout=None), self.key
        state = pack(self.way, draft)
        primary = discord.ButtonStyle.primary
        view.add_item(button("write", key.game, *key.parts, state, label="Write…", style=primary))
        self._shortcuts(view, draft, asked)
        sofar = Choice(self.way.verb, {k: v for k, v in asked.settled.items() if v})
        sentence = self.words.choice(sofar, self._bold)
        question = f"{sentence}\n{self.words.field(asked.offer, asked.field)}"
        return self._told(asked, question, problem, view, {})

    def _field_page(self, draft: Draft, asked: Question, problem: str) -> Page:
        field, offer = asked.field, asked.offer
        view = discord.ui.View(timeout=None)
        shown = self._shown(draft, asked)
        paged = len(field.candidates) > PAGE
        options = []
        for value in shown:
            index = field.candidates.index(value)
            label, description = self.told_of(asked.offers, field.name, value)
            weight = str(field.weights[index]) if field.weights is not None else ""
            if weight not in description:
                description = described([weight, *facts_in(description)])
            chosen = value in draft.part or (field.most > 1 and value in field.required)
            emblem = emblem_of(value, field.name)
            options.append(_option(index, label, description, chosen, emblem))
        question = self.words.field(offer, field)
        least, most = (0 if paged else max(1, field.least)), min(field.most, len(shown))
        if field.most == 1:
            least = most = 1
        state = pack(self.way, draft)
        view.add_item(self._menu(state, question, options, least, most))
        self._shortcuts(view, draft, asked)
        if asked.together and self.pick == OWN:
            key, label = self.key, "All on one form…"
            view.add_item(button("write", key.game, *key.parts, state, label=label, row=2))
        self._turn_pages(view, draft, len(field.candidates))
        if self.find and field.most == 1 and len(field.candidates) > _LEAFED_THROUGH:
            key = self.key
            found = button(self.find, key.game, *key.parts, state, label="Find it by name…", row=3)
            view.add_item(found)
        question += bounds(field, question)
        return self._told(asked, question, problem, view, self.chosen(asked))

    def _shown(self, draft: Draft, asked: Question) -> list[str]:
        """The candidates on the draft's page; the most interesting ones are on the first page."""
        ordered = self.words.options_order(asked.offer, asked.field, self.view)
        return list(ordered[draft.page * PAGE : (draft.page + 1) * PAGE])

    def chosen(self, asked: Question) -> dict[str, Values]:
        """The values already settled, if there is anything to show."""
        known = {field.name for field in asked.offer.fields}
        return {name: vals for name, vals in asked.settled.items() if vals and name in known}

    def _shortcuts(self, view: discord.ui.View, draft: Draft, asked: Question) -> None:
        field, everybody = asked.field, asked.field.candidates
        every, none = self.words.shortcuts(asked.offer, field)
        if every and field.most > 1 and len(everybody) > 1 and self._fits(draft, everybody):
            self._button(view, every, draft, everybody, row=1)
        if none and field.least == 0 and self._fits(draft, ()):
            self._button(view, none, draft, (), row=1)
        if draft.part and self._fits(draft, draft.part):
            self._button(view, f"Done ({len(draft.part)} chosen)", draft, draft.part, row=1)
        self._add_back(view, draft)

    def _add_back(self, view: discord.ui.View, draft: Draft) -> None:
        """The button to the previous page, or the one that leaves the first page. Picks stay as
        they are."""
        if draft.values:
            *before, last = draft.values
            back = Draft(draft.party, tuple(before))
            asked = self.way.walk(back)
            if isinstance(asked, Question) and is_kept(asked.field):
                back = replace(back, part=last, ahead=(draft.part, *draft.ahead))
            view.add_item(self._goto(pack(self.way, back), "Back", "b", row=2))
        elif draft.party is not None:
            view.add_item(self._goto("-", "Back", "b", row=2))
        elif self.home:
            view.add_item(button(self.home, self.key.game, label="Back", row=2))

    def _button(
        self, view: discord.ui.View, label: str, draft: Draft, values: Values, row: int
    ) -> None:
        state = pack(self.way, self.settled(draft, values))
        mark = str(len(view.children))
        view.add_item(self._goto(state, label, mark, row=row))

    def _fits(self, draft: Draft, values: Values) -> bool:
        try:
            self.settled(draft, values)
        except Misfit:
            return False
        return True

    def _turn_pages(self, view: discord.ui.View, draft: Draft, count: int) -> None:
        last = (count - 1) // PAGE
        ways = ((draft.page - 1, "◀ Earlier", "e"), (draft.page + 1, "More ▶", "m"))
        for page, label, mark in ways:
            if 0 <= page <= last:
                state = pack(self.way, replace(draft, page=page))
                view.add_item(self._goto(state, label, mark, row=3))

    def _menu(
        self,
        state: str,
        question: str,
        options: list[discord.SelectOption],
        least: int = 1,
        most: int = 1,
    ) -> discord.ui.Item[Any]:
        key = self.key
        return menu(
            self.pick,
            key.game,
            *key.parts,
            state,
            placeholder=question,
            options=options,
            least=least,
            most=most,
            row=0,
        )

    def _goto(self, state: str, label: str, mark: str, row: int) -> discord.ui.Item[Any]:
        # Two buttons may lead to the same page, but no two ids in a message may be equal.
        key = self.key
        return button(self.goto, key.game, *key.parts, state, mark, label=label, row=row)

    def _told(
        self,
        asked: Parties | Question,
        question: str,
        problem: str,
        view: discord.ui.View,
        settled: dict[str, Values],
    ) -> Page:
        """The text of a page: the subject, the choices already made, the stakes, and the
        question."""
        lines = [f"### {self.heading(asked)}", *self.put(question)]
        lines += self.answered(asked, settled)
        known = self._stakes(asked)
        lines += known
        if problem:
            lines.append(f"⚠️ {problem}")
        lines.append(question)
        return Page("\n".join(lines), view, question, tuple(known))

    def heading(self, asked: Parties | Question) -> str:
        """The subject of the choice."""
        offers = asked.offers if isinstance(asked, Question) else self.way.offers
        return self.words.button(offers, self.way.prompt, self.view)

    def put(self, question: str) -> list[str]:
        """The original question to the seat, unless this page's question already says it."""
        prompt = self.way.prompt
        if not (prompt.sealed or (prompt.blocking and prompt.facts)):
            return []
        # The page replaces the message that asked the question and said whom it was about.
        put = self.words.ask(prompt, self._bold).removesuffix(question).rstrip()
        return [f"-# {put}"] if put else []

    def answered(self, asked: Parties | Question, settled: dict[str, Values]) -> list[str]:
        """The values already settled: whom or what the question is about."""
        offers = asked.offers if isinstance(asked, Question) else self.way.offers
        return [self._answered(offers, name, values) for name, values in settled.items()]

    def _answered(self, offers: Sequence[Offer], name: str, values: Values) -> str:
        """The value settled in a field; the field's question comes first if several are answered
        one by one, as in a deal, so that nobody mistakes what he gives for what he gets."""
        said = ", ".join(plain(self._label(offers, name, value)) for value in values)
        fields = offers[0].fields
        if not any(field.free for field in fields):
            return said
        asked = next(field for field in fields if field.name == name)
        return f"-# {self.words.field(offers[0], asked)} {said}"

    def told_of(self, offers: Sequence[Offer], name: str, value: str) -> tuple[str, str]:
        """The label and description of a value in a field, from the offers that still fit."""
        return told_of(self.words, offers, name, value, self.view, self.names)

    def _label(self, offers: Sequence[Offer], name: str, value: str) -> str:
        return label_of(self.words, offers, name, value, self.view, self.names)

    def _stakes(self, asked: Parties | Question) -> list[str]:
        """Facts that help with the choice, and what happens if nobody answers."""
        prompt, offers = self.way.prompt, self.way.offers
        settled: dict[str, Values] = {}
        if isinstance(asked, Question):
            offers, settled = asked.offers, asked.settled
        lines = self.words.stakes(prompt, self.view, self._bold, offers, settled)
        if lines and prompt.blocking and self.late:
            lines.append(f"-# {self.late}")
        return lines

    def _bold(self, seat: Seat) -> str:
        return f"**{plain(self.names(seat))}**"


def _in_order(field: Field, values: set[str]) -> Values:
    return tuple(value for value in field.candidates if value in values)


def bounds(field: Field, question: str) -> str:
    """A note on how many may be chosen, unless that is obvious or the question says it."""
    weighty = field.weights is not None and field.weight_min
    told = f"at least {field.weight_min} ", f"{field.weight_max} troops at most"
    if field.most <= 1 or (field.weights is not None and any(each in question for each in told)):
        return ""
    most, unweighed = min(field.most, len(field.candidates)), field.weight_max is None
    if field.least == 0 and most == len(field.candidates) and unweighed and not weighty:
        # The player may choose as many as he likes.
        return ""
    text = f" (exactly {most})" if field.least == most else f" ({field.least} to {most})"
    if field.weights is not None and field.weight_max is not None:
        text += f", together at most {field.weight_max}"
    elif field.weights is not None and field.weight_min:
        text += f", together at least {field.weight_min}"
    return text


def _option(
    number: int,
    label: str,
    description: str,
    chosen: bool = False,
    emblem: discord.PartialEmoji | None = None,
) -> discord.SelectOption:
    return discord.SelectOption(
        label=cut(label, DESCRIPTION_LIMIT) or "?",
        value=str(number),
        description=cut(description, DESCRIPTION_LIMIT) or None,
        default=chosen,
        emoji=emblem,
    )
