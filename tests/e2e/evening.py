"""A person's evening with three computers, and what the channel was told in it.

Alice decides as the steward would and presses what a person presses: marches from the menus, deals
in the wizard and its form, a vote on the ballot. What no control on her screen comes to is handed
to the game itself, and counted.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import Any

from bot.rules.kernel import Choice
from bot.sandbox.members.sight import Outcome, selects, text_of
from bot.session import GameSession, Refused
from cogs.ui.choosing.lists import picked
from cogs.ui.choosing.offers import Draft, Misfit, Parties, Question, Way, unpack
from cogs.ui.choosing.playing import way_of
from cogs.ui.controls import press_of
from cogs.ui.replies import at_rest
from tests.e2e.conftest import CHANNEL, Room, card, has_button, verb_id
from tests.e2e.prepared import moved_on

Json = dict[str, Any]

FROM, TO = 5, 20
"""The first and the last round that are measured."""
_STEPS = 12
"""More presses than any choice takes."""
_CARD = 1 << 15
_BALLOTS = {"yea": "Yea", "nay": "Nay", "abstain": "Abstain"}
_FORM = "All on one form…"
_NOTHING = ("Send without a promise", "Nothing", "None of these", "Offer without a promise")


@dataclass(frozen=True)
class Figures:
    """What was told, as means a round: messages in the channel, those of them that are cards,
    mentions, direct messages, and characters of the channel's messages that stay.

    ``presses`` is how often Alice pressed something in the whole evening, ``handed`` how many of
    her ``choices`` were handed to the game itself.
    """

    rounds: int
    messages: float
    cards: float
    mentions: float
    direct: float
    characters: float
    choices: int
    presses: int
    handed: int

    def __str__(self) -> str:
        told = f"{self.messages:.2f} messages, {self.cards:.2f} cards, {self.mentions:.2f} mentions"
        more = f"{self.direct:.2f} direct messages, {self.characters:.0f} characters that stay"
        done = f"{self.choices} choices in {self.presses} presses, {self.handed} handed in"
        return f"{told}, {more} a round, over {self.rounds} rounds; {done}"


class Evening:
    """Alice at the page, from the opening of a table to its end."""

    def __init__(self, room: Room) -> None:
        self.room, self.panel = room, Json()
        self.choices = self.presses = self.handed = 0
        self._cuts: list[int] = []
        """How many requests the bot had made when the first round began that is measured, and when
        the last one had ended."""

    async def play(self) -> Figures:
        """Play until the last measured round is over, or the game is."""
        await self.room.open_game(rounds=TO + 1)
        await self.room.alice.press(await card(self.room.alice, "Start"), "Start")
        rounds = 0
        while True:
            await self.room.look()
            session = await self.room.session()
            await at_rest(session)
            over, now = session.status == "over", session.view(None).round
            if not self._cuts and now >= FROM:
                self._cuts.append(len(self._requests()))
            if over or now > TO:
                break
            rounds = now - FROM + 1
            if 0 in session.waiting_for():
                await self._decide(session)
            else:
                await moved_on(session)
        return self._figures(rounds)

    # What she does

    async def _decide(self, session: GameSession) -> None:
        chance = random.Random(f"{session.revision}:0")
        policy = session.computers.policy("steward")
        _, choice = policy.choose(session.view(0), session.prompts(0), 0, chance)
        self.choices += 1
        revision = session.revision
        if not await self._by_hand(session, choice):
            assert session.revision == revision
            self.handed += 1
            await session.submit(user_id=int(self.room.alice.me["id"]), choice=choice)
            self.panel = {}

    async def _by_hand(self, session: GameSession, choice: Choice) -> bool:
        """Make a choice with the controls on the screen; False if they do not come to it."""
        revision = session.revision
        if session.voting:
            shown = await card(self.room.alice, "Cast your vote")
            self._sees(await self._press(shown, "Cast your vote"))
            label = _BALLOTS.get(choice.verb, "")
            if not has_button(await self._now(), label):
                return False
            await self._press(await self._now(), label)
            return session.revision != revision
        if not self.panel or not self._offers(session, choice.verb, await self._now()):
            shown = await card(self.room.alice, "What can I do?")
            self._sees(await self._press(shown, "What can I do?"))
        if not await self._from_a_menu(session, choice):
            act = verb_id(await self._now(), choice.verb)
            if act is None:
                return False
            self._sees(await self._press(await self._now(), act))
        for _ in range(_STEPS):
            await self.room.look()
            if session.revision != revision:
                return True
            if not await self._next(session, choice):
                return False
        return False

    def _offers(self, session: GameSession, verb: str, panel: Json) -> bool:
        menus = (menu["custom_id"] for menu in selects(panel))
        return verb_id(panel, verb) is not None or any(m.startswith("s.go:") for m in menus)

    async def _from_a_menu(self, session: GameSession, choice: Choice) -> bool:
        """Pick the option that holds the choice or leads to it, after naming whom the menus are
        about."""
        for noble in ("", *choice.many("nobles")[:1]):
            panel = await self._now()
            if noble and not await self._name(panel, noble):
                return False
            panel = await self._now()
            for menu in selects(panel):
                for option in menu.get("options", ()):
                    if menu["custom_id"].startswith("s.go:") and _leads(session, option, choice):
                        await self._choose(panel, menu, [option["value"]])
                        return True
        return False

    async def _name(self, panel: Json, noble: str) -> bool:
        for menu in selects(panel):
            for option in menu.get("options", ()):
                if menu["custom_id"].startswith("s.who:") and option["value"].endswith(noble):
                    await self._choose(panel, menu, [option["value"]])
                    return True
        return False

    async def _next(self, session: GameSession, choice: Choice) -> bool:
        """The next page of the wizard: pick what the choice has there, or confirm it."""
        panel, way = await self._now(), way_of(session, 0, choice.verb)
        if has_button(panel, _FORM) and way is not None:
            await self._fill(panel, way, choice)
            return True
        for menu in selects(panel):
            if menu["custom_id"].startswith("s.pick:") and way is not None:
                wanted = _options(way, press_of(menu["custom_id"]).parts[4], choice)
                shown = {option["value"] for option in menu["options"]}
                if wanted and shown.issuperset(wanted):
                    await self._choose(panel, menu, wanted)
                    return True
        for label in ("Yes, do it", *_NOTHING):
            if has_button(panel, label):
                await self._press(panel, label)
                return True
        return False

    async def _fill(self, panel: Json, way: Way, choice: Choice) -> None:
        """Hand in the form of a page with what the choice has in it."""
        form = await self.room.alice.press(panel, _FORM, until="modal")
        assert form.modal is not None
        given: Json = {}
        for control in (each["component"] for each in form.modal["components"]):
            name = control["custom_id"].partition(".")[0]
            values = choice.many(name)
            if "options" not in control:
                given[control["custom_id"]] = "".join(values)
                continue
            told = {
                o["value"]: _candidates(way, choice, name)[int(o["value"])]
                for o in control["options"]
            }
            given[control["custom_id"]] = [
                value for value, thing in told.items() if thing in values
            ]
        self.presses += 2
        await self.room.alice.submit_modal(form, given, channel=panel["channel_id"])

    async def _press(self, message: Json, control: str) -> Outcome:
        self.presses += 1
        return await self.room.alice.press(message, control)

    async def _choose(self, message: Json, menu: Json, values: list[str]) -> None:
        self.presses += 1
        await self.room.alice.choose(message, menu["custom_id"], values)

    def _sees(self, outcome: Outcome) -> None:
        assert outcome.message is not None
        self.panel = outcome.message

    async def _now(self) -> Json:
        await self.room.look()
        return self.room.alice.current(self.panel)

    # What was told

    def _requests(self) -> list[Json]:
        return [json.loads(line) for line in self.room.record.read_text().splitlines()]

    def _figures(self, rounds: int) -> Figures:
        sent = [
            each
            for each in self._requests()[self._cuts[0] :]
            if each["method"] == "POST" and each["path"].endswith("/messages")
        ]
        channel = str(self.room.alice.channel(CHANNEL)["id"])
        public = [each for each in sent if each["path"].split("/")[-2] == channel]
        made = {each["response"]["id"] for each in public}
        stay = [
            len(text_of(message))
            for message in self.room.alice.messages(CHANNEL)
            if message["id"] in made and not message["flags"] & _CARD
        ]
        cards = [each for each in public if each["json"].get("flags", 0) & _CARD]
        called = [user for each in public for user in _called(each["json"])]
        direct = len(sent) - len(public)
        return Figures(
            rounds,
            len(public) / rounds,
            len(cards) / rounds,
            len(called) / rounds,
            direct / rounds,
            sum(stay) / rounds,
            self.choices,
            self.presses,
            self.handed,
        )


def _called(body: Json) -> list[str]:
    """The people whom a message calls."""
    return list((body.get("allowed_mentions") or {}).get("users") or ())


def _leads(session: GameSession, option: Json, choice: Choice) -> bool:
    """Whether an option of a menu is this whole choice, or a part of it."""
    try:
        way, draft = picked(session, 0, option["value"])
    except Refused:
        return False
    asked = way.walk(draft)
    if isinstance(asked, Question):
        settled = asked.settled.items()
        return way.verb == choice.verb and all(choice.many(n) == values for n, values in settled)
    return asked == choice


def _candidates(way: Way, choice: Choice, name: str) -> tuple[str, ...]:
    """What a field of a choice could be, in the offer that the choice takes up."""
    offer = next(offer for offer in way.offers if offer.problem(choice) is None)
    return offer.field(name).candidates


def _options(way: Way, state: str, choice: Choice) -> list[str]:
    """The options with which the choice goes on on a page of the wizard; empty if there are
    none."""
    try:
        draft = unpack(way, state)
        asked = way.walk(Draft(draft.party, draft.values))
    except (Misfit, ValueError, IndexError):
        return []
    if isinstance(asked, Parties):
        fits = [
            n
            for n, group in enumerate(asked.groups)
            if any(o.problem(choice) is None for o in group)
        ]
        return [str(number) for number in fits[:1]]
    if not isinstance(asked, Question) or asked.field.free:
        return []
    offered = asked.field.candidates
    return [
        str(offered.index(value)) for value in choice.many(asked.field.name) if value in offered
    ]
