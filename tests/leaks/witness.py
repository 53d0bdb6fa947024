"""Members who remember everything that reached them, and a look for what should not have.

Nothing here knows a game: what is hidden the game itself says, and how a card is called its words.
"""

from __future__ import annotations

import json
import logging
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import count
from types import SimpleNamespace
from typing import Any

import msgspec

from bot.rules.kernel import Match
from bot.sandbox.members.player import Player
from bot.secrecy import Hidden, hidden, words_in
from bot.session import GameSession
from bot.session.announcements import restore
from bot.storage import journal
from bot.words.shape import Words
from rendering import Picture, RenderPool
from tests.e2e.guest import Guest

DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63606060"
    "0000000400012768d1be0000000049454e44ae426082"
)
CATALOGUES = ("card", "place", "rules")
"""Commands whose suggestions are the same for every game: all that there is."""


class Witness(Guest):
    """A member who remembers every frame, with what had been looked at of the game by then."""

    def _hear(self, event: str, data: Any) -> None:
        if not hasattr(self, "frames"):
            self.frames: list[tuple[int, str, Any]] = []
            self.moment: Callable[[], int] = lambda: 0
        if event not in ("hello", "COMMANDS", "BOT", "pong"):
            self.frames.append((self.moment(), event, data))
        super()._hear(event, data)


class Easel(RenderPool):
    """Draws nothing, and remembers what each picture would have been made from.

    The description of a picture names its inputs; picture and description are made from nothing
    else.
    """

    def __init__(self) -> None:
        super().__init__()
        self.inputs: dict[str, str] = {}
        self._numbers = count(1)

    async def submit(self, key: Hashable, work: Callable[[], Any], **_: Any) -> Any:
        """A dot."""
        return Picture(DOT, 1, 1, self._drawn(key, work))

    async def at_leisure(self, work: Callable[[], Any], **_: Any) -> Any:
        """A film of one dot."""
        return SimpleNamespace(webp=DOT, alt=self._drawn("film", work))

    def _drawn(self, key: Hashable, work: Callable[[], Any]) -> str:
        name = f"picture-{next(self._numbers)}."
        made_from = work.args if isinstance(work, partial) else ()
        given = _uncounted(msgspec.to_builtins([key, *made_from], enc_hook=repr))
        self.inputs[name] = json.dumps(given)
        return name


COUNTED = "to_draw"
"""What of a view everybody works out from the discards, whatever lies where: that dealing all
that is hidden anew does not change it is held by the games that look for secrets."""


def _uncounted(data: Any) -> Any:
    """What a picture is made from, without the cards that anybody can count."""
    if isinstance(data, dict):
        return {key: _uncounted(value) for key, value in data.items() if key != COUNTED}
    return [_uncounted(each) for each in data] if isinstance(data, list | tuple) else data


class Talk(logging.Handler):
    """Remembers what the program wrote into its log."""

    def __init__(self, moment: Callable[[], int]) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[tuple[int, str]] = []
        self._moment = moment

    def emit(self, record: logging.LogRecord) -> None:
        """Remember a line."""
        self.lines.append((self._moment(), record.getMessage()))


@dataclass
class Watch:
    """Looks at one game again and again: what was hidden from whom, and what each was sent."""

    session: GameSession
    words: Words
    easel: Easel
    looks: list[Hidden] = field(default_factory=list)
    #: Texts that only some seats may read, such as the promise of a secret deal.
    marked: dict[str, frozenset[int]] = field(default_factory=dict)
    #: What the events that each could see had named by each look, and what is printed there.
    told: list[dict[int | None, set[str]]] = field(default_factory=list)
    #: Every card of the game that is hidden at times, and what else bears a name of its own.
    everything: frozenset[str] = frozenset()
    printed: dict[str, str] = field(default_factory=dict)
    revision: int = 0

    def __post_init__(self) -> None:
        """Find out which cards there are, by dealing a few games."""
        rules, dealt = self.session.rules, set[str]()
        for number in range(6):
            other, _ = Match.start(rules, len(self.session.seats), f"other {number}", {})
            dealt.update(rules.hidden_names(other.position, None))
        self.everything = frozenset(dealt)

    async def look(self) -> None:
        """Remember what is hidden now, and what the events since the last look have told."""
        assert self.session.match is not None
        async with self.session.commands.services.database.reading() as db:
            rows = await journal.since(db, self.session.id, self.revision)
        unseen = hidden(self.session.match)
        before = self.told[-1] if self.told else {seat: set() for seat in unseen}
        told = {seat: set(texts) for seat, texts in before.items()}
        for row in rows:
            self.revision = row.revision
            for event in restore(self.session.rules, row.events):
                named = set(words_in(msgspec.to_builtins(event)))
                for seat, texts in told.items():
                    if event.visible_to(seat):
                        texts.update(named, self._printed_on(named))
        self.looks.append(unseen)
        self.told.append(told)

    def _printed_on(self, named: set[str]) -> Iterator[str]:
        """What everybody can read on the cards that an event names."""
        for card in named & self.everything:
            if card not in self.printed:
                known = {name: listed for listed, name in self.words.cards().items()}
                listed = known.get(self.words.kind(card))
                text = "" if listed is None else self.words.card_text(listed, None, str)
                self.printed[card] = text
            yield self.printed[card]

    def moment(self) -> int:
        """How often it was looked by now."""
        return len(self.looks)

    def found(self, seat: int | None, frames: Iterable[tuple[int, str, Any]]) -> list[str]:
        """What a seat was sent of that which had never been visible to it."""
        # Many frames come between two looks.
        unseen = cache(partial(self.never_seen, seat))
        return [
            f"{event} at look {at}: {name!r} in {excerpt}"
            for at, event, text in self._texts(frames)
            for name in unseen(at)
            if (excerpt := _around(text, name)) is not None
        ]

    def _texts(self, frames: Iterable[tuple[int, str, Any]]) -> Iterator[tuple[int, str, str]]:
        for at, event, data in frames:
            text = data if isinstance(data, str) else "\n".join(_strings(data))
            # Arms tell whose they are.
            text = text.replace("noble_", "")
            drawn = [self.easel.inputs[name] for name in re.findall(r"picture-\d+\.", text)]
            yield at, event, "\n".join([text, *drawn])

    @cached_property
    def called_alone(self) -> frozenset[str]:
        """What one single card is called, if it stands in no longer name of the catalogue."""
        called = Counter(self.words.kind(card) for card in self.everything)
        catalogue = self.words.cards().values()
        return frozenset(
            name
            for name, cards in called.items()
            if cards == 1 and not any(name != other and name in other for other in catalogue)
        )

    def never_seen(self, seat: int | None, at: int) -> list[str]:
        """Names of what was hidden from a seat up to the first look after a moment."""
        until = self.looks[: at + 1]
        always = set(until[0].get(seat, until[0][None]))
        for look in until[1:]:
            always &= look.get(seat, look[None]).keys()
        # What several cards are called tells of none of them.
        names = {name for card in always if (name := self.words.kind(card)) in self.called_alone}
        places = self.words.places()
        # What an event has told, and what bears the name of a place, may stand anywhere.
        told = self.told[min(at, len(self.told) - 1)]
        open_texts = "\n".join(told.get(seat, told[None]))
        unseen = (always | names) - places.keys() - set(places.values())
        marks = [text for text, seats in self.marked.items() if seat not in seats]
        return [*(name for name in unseen if _around(open_texts, name) is None), *marks]


def _strings(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _strings(value)
    elif isinstance(data, list):
        for value in data:
            yield from _strings(value)


def _around(text: str, name: str) -> str | None:
    """Where a name stands as a word of its own in a text, with what stands around it."""
    at = text.find(name)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if not (before.isalnum() or before == "_" or after.isalnum() or after == "_"):
            return repr(text[max(0, at - 40) : at + len(name) + 20])
        at = text.find(name, at + 1)
    return None


def suggestions(player: Player) -> list[tuple[str, str]]:
    """Every command's option that has suggestions, but for those of catalogues."""
    found: list[tuple[str, str]] = []

    def walk(command: dict[str, Any], path: str) -> None:
        for option in command.get("options") or ():
            if option["type"] in (1, 2):
                walk(option, f"{path} {option['name']}")
            elif option.get("autocomplete"):
                found.append((path, option["name"]))

    for command in player.commands:
        if command["name"] not in CATALOGUES:
            walk(command, command["name"])
    return found
