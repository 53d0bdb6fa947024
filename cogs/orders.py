"""Standing orders: answers given in advance, read back in plain words before they count."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import discord
from discord import app_commands
from discord.ext import commands

from bot.rules.kernel import BEFOREHAND, Choice, Offer, Prompt, Seat
from bot.session import GameSession, Refused, StandingOrder, Until
from bot.session.receipts import STALE
from bot.session.table.standing_orders import known_beforehand, read_back
from cogs.ui.choosing.offers import Draft, Misfit, Way, base36, letters, pack, unpack, ways_of
from cogs.ui.choosing.playing import check_seat
from cogs.ui.choosing.public_questions import told_moment
from cogs.ui.choosing.wizard import Wizard
from cogs.ui.client import Client
from cogs.ui.controls import ControlMenu, OfferKey, Press, button, menu, on
from cogs.ui.names import bare_names, folded, names, plain
from cogs.ui.replies import (
    Interaction,
    cut,
    seat_here,
    session_here,
    show,
    tell,
    words_of,
)
from cogs.ui.suggestions import (
    Suggestions,
    at_hand,
    explained,
    fitting,
    length_of,
    lengths_like,
    suggested_from,
)

DEFAULT = "default-"
"""The prefix that turns a question's kind into an order to leave the question unanswered."""

_STALE = "The game has moved on. Type `/order give` again."
_SOLEMN = "Only you see your orders, and I tell only you when one has answered for you."
_STOP = re.compile(r"(?:t(\d+))?(?:r(\d+))?(?:a([0-9a-z]+))?")
_MARKS = re.compile(r"[*_]")
_STAMP = re.compile(r"<t:(\d+):f>")
_MOST_TIMES = 99


# The end of an order as letters in a control's id


def packed(until: Until) -> str:
    """A stop condition packed into a few letters; empty if there is none."""
    times = f"t{until.times}" if until.times is not None else ""
    turns = f"r{until.turns}" if until.turns is not None else ""
    at = f"a{base36(int(until.at.timestamp()) // 60)}" if until.at is not None else ""
    return f"{times}{turns}{at}"


def unpacked(text: str) -> Until:
    """The stop condition that was packed. Raises Refused if the text is damaged."""
    found = _STOP.fullmatch(text)
    if found is None:
        raise Refused(STALE)
    times, turns, at = found.groups()
    return Until(
        None if times is None else int(times),
        None if turns is None else int(turns),
        None if at is None else datetime.fromtimestamp(int(at, 36) * 60, UTC),
    )


# Orders that can be given


def orders_open(session: GameSession, seat: Seat) -> dict[str, Way]:
    """The orders a seat may give: the game's own, and those that leave unanswered a current
    question that has a default.
    """
    asked = [p for p in session.prompts(seat) if p.blocking and p.default is not None]
    let_go = [Prompt(seat, p.kind, (Offer(f"{DEFAULT}{p.kind}"),), facts=p.facts) for p in asked]
    return ways_of([*known_beforehand(session, seat), *let_go])


def order_name(session: GameSession, way: Way) -> str:
    """A possible order, in a few words."""
    words = words_of(session)
    if not way.verb.startswith(DEFAULT):
        return words.verb(way.offers[0], way.prompt)
    kind = way.verb.removeprefix(DEFAULT)
    return f"Leave this question unanswered: {kind.replace('_', ' ')}"


@dataclass(frozen=True, slots=True)
class Writing:
    """An order being written: whose it is, which one, and how long it lasts."""

    session: GameSession
    key: OfferKey
    way: Way

    @property
    def until(self) -> Until:
        """The end of the order, if it has been decided."""
        return unpacked(self.key.more)

    def wizard(self) -> Wizard:
        """The wizard that asks for the parts of the order."""
        session = self.session
        view, who = session.view(self.key.seat), bare_names(session)
        return Wizard(self.key, self.way, words_of(session), view, who, pick="opick", goto="ogoto")

    def order(self, choice: Choice) -> StandingOrder:
        """The order that this choice would make."""
        verb, now = choice.verb, self.session.clock.now()
        if verb.startswith(DEFAULT):
            return StandingOrder(0, verb.removeprefix(DEFAULT), None, self.until, now)
        return StandingOrder(0, BEFOREHAND, choice, self.until, now)


async def write_on(
    interaction: Interaction, writing: Writing, draft: Draft, problem: str = ""
) -> None:
    """Ask for what is still missing, or read the order back for confirmation."""
    asked = writing.way.walk(draft)
    if not isinstance(asked, Choice):
        page = writing.wizard().page(draft, asked, problem)
        await show(interaction, page.text, view=page.view)
        return
    key, state = writing.key, pack(writing.way, draft)
    view = discord.ui.View(timeout=None)
    if not key.more:
        view.add_item(_ends_menu(writing, state))
        text = f"### {order_name(writing.session, writing.way)}\nWhen does the order end?"
    else:
        text = f"### A standing order\n{_read(writing.session, writing.order(asked))}\n-# {_SOLEMN}"
        give = discord.ButtonStyle.primary
        view.add_item(
            button("ogive", key.game, *key.parts, state, label="Give the order", style=give)
        )
    if draft.values:
        back = pack(writing.way, Draft(draft.party, draft.values[:-1]))
        view.add_item(button("ogoto", key.game, *key.parts, back, "b", label="Back", row=1))
    await show(interaction, text, view=view)


def _read(session: GameSession, order: StandingOrder) -> str:
    return read_back(order, words_of(session), names(session))


def _ends_menu(writing: Writing, state: str) -> ControlMenu:
    seats, key = len(writing.session.seats), writing.key
    ends = {
        "t1": "After it has answered once",
        "t3": "After it has answered three times",
        f"r{seats}": "After one round of the table",
        f"r{3 * seats}": "After three rounds of the table",
        "1": "In a day",
        "3": "In three days",
        "7": "In a week",
    }
    options = [discord.SelectOption(label=label, value=end) for end, label in ends.items()]
    question = "When does the order end?"
    return menu("oend", key.game, *key.parts, state, placeholder=question, options=options)


def _writing(session: GameSession, key: OfferKey) -> Writing:
    """The order to which a control belongs. Raises Refused if the order can no longer be given."""
    way = orders_open(session, key.seat).get(key.verb)
    if way is None or way.mark != key.mark:
        raise Refused(_STALE)
    return Writing(session, key, way)


async def _written(interaction: Interaction, press: Press) -> tuple[Writing, Draft]:
    session, key = await press.session(interaction), OfferKey.of(press)
    check_seat(session, interaction.user.id, key.seat)
    writing = _writing(session, key)
    try:
        draft = unpack(writing.way, press.parts[4])
        writing.way.walk(draft)
    except (IndexError, ValueError, Misfit):
        raise Refused(STALE) from None
    return writing, draft


@on("opick")
async def _pick(interaction: Interaction, press: Press) -> None:
    """A menu in an order: fill in the field and continue."""
    writing, draft = await _written(interaction, press)
    try:
        after = writing.wizard().picked(draft, [int(number) for number in press.picked])
    except (IndexError, ValueError):
        raise Refused(STALE) from None
    except Misfit as misfit:
        await write_on(interaction, writing, draft, str(misfit))
        return
    await write_on(interaction, writing, after)


@on("ogoto")
async def _goto(interaction: Interaction, press: Press) -> None:
    """A button in an order: another page, a shortcut, or a step back."""
    writing, draft = await _written(interaction, press)
    await write_on(interaction, writing, draft)


@on("oend")
async def _end(interaction: Interaction, press: Press) -> None:
    """The menu that asks when the order ends."""
    writing, draft = await _written(interaction, press)
    (picked,) = press.picked
    if picked.isdecimal():
        at = writing.session.clock.now() + timedelta(days=int(picked))
        picked = packed(Until(at=at))
    key = replace(writing.key, more=packed(unpacked(picked)))
    await write_on(interaction, replace(writing, key=key), draft)


@on("ogive")
async def _give(interaction: Interaction, press: Press) -> None:
    """'Give the order': put it into force."""
    writing, draft = await _written(interaction, press)
    choice = writing.way.walk(draft)
    if not isinstance(choice, Choice):
        raise Refused(STALE)
    order = writing.order(choice)
    message = interaction.message.id if interaction.message is not None else interaction.id
    given = await writing.session.orders.give(
        user_id=interaction.user.id,
        prompt=order.prompt,
        choice=order.choice,
        until=order.until,
        # Pressing twice in a row still gives only one order.
        interaction_id=f"o{message}{letters(press.parts)}",
    )
    text = f"✓ {_read(writing.session, given)}\n`/order list` shows your orders. {_SOLEMN}"
    await show(interaction, text, view=discord.ui.View(timeout=None))


# The list


def order_list(
    session: GameSession, orders: Sequence[StandingOrder]
) -> tuple[str, discord.ui.View | None]:
    """A person's orders, each with a button that withdraws it."""
    if not orders:
        return "You have no standing orders. `/order give` gives one.", None
    lines, view = ["### Your standing orders"], discord.ui.View(timeout=None)
    for number, order in enumerate(orders, 1):
        lines.append(f"{number}. {_read(session, order)}")
        view.add_item(button("owith", session.id, order.number, label=f"Withdraw {number}"))
    return cut("\n".join((*lines, f"-# {_SOLEMN}"))), view


@on("owith")
async def _withdraw(interaction: Interaction, press: Press) -> None:
    """'Withdraw': end the order."""
    session = await press.session(interaction)
    try:
        number = int(press.parts[0])
    except (IndexError, ValueError):
        raise Refused(STALE) from None
    await session.orders.withdraw(user_id=interaction.user.id, number=number)
    text, view = order_list(session, await session.orders.of(interaction.user.id))
    await show(interaction, f"✓ The order has been withdrawn.\n{text}", view=view)


@at_hand
def _orders_like(interaction: Interaction, session: GameSession, current: str) -> Suggestions:
    """The orders that the person may give."""
    seat = seat_here(interaction, session)
    return suggested_from(_told(session, orders_open(session, seat)), current)


@at_hand
def _given_like(interaction: Interaction, session: GameSession, current: str) -> Suggestions:
    """The person's own orders."""
    seat_here(interaction, session)
    found = []
    for order in session.orders.at_hand(interaction.user.id):
        label = _bare(read_back(order, words_of(session), bare_names(session)))
        if folded(current) in folded(label):
            found.append(app_commands.Choice(name=cut(label, 100), value=str(order.number)))
    return found[:25]


@app_commands.guild_only()
class Orders(commands.GroupCog, group_name="order", group_description="Answer in advance"):
    """``/order``: standing orders, which answer for a player until they end or are withdrawn."""

    @app_commands.command(description="Give an answer in advance (I will ask you for the rest)")
    @app_commands.describe(
        what="Which question to answer",
        times="End after this many answers",
        turns="End once this many turns have begun (anybody’s)",
        until="End after this much time, such as 3 days",
    )
    @app_commands.autocomplete(what=_orders_like, until=lengths_like)
    async def give(
        self,
        interaction: Interaction,
        what: str,
        *,
        times: app_commands.Range[int, 1, _MOST_TIMES] | None = None,
        turns: app_commands.Range[int, 1, _MOST_TIMES] | None = None,
        until: str | None = None,
    ) -> None:
        """Begin an order."""
        session = await session_here(interaction)
        seat = seat_here(interaction, session)
        check_seat(session, interaction.user.id, seat)
        at = None if until is None else session.clock.now() + length_of(until)
        ways = orders_open(session, seat)
        way = ways.get(what) or _called(session, ways, what)
        more = packed(Until(times, turns, at))
        key = OfferKey(session.id, seat, told_moment(session), way.verb, way.mark, more)
        await write_on(interaction, Writing(session, key, way), Draft())

    @app_commands.command(name="list", description="See your standing orders in this game")
    async def show_all(self, interaction: Interaction) -> None:
        """List the person's orders."""
        session = await session_here(interaction)
        seat_here(interaction, session)
        text, view = order_list(session, await session.orders.of(interaction.user.id))
        await tell(interaction, text, view=view)

    @app_commands.command(description="Withdraw one of your standing orders")
    @app_commands.describe(order="Which order")
    @app_commands.autocomplete(order=_given_like)
    async def withdraw(self, interaction: Interaction, order: str) -> None:
        """Withdraw an order."""
        session = await session_here(interaction)
        seat_here(interaction, session)
        if not order.strip().isdecimal():
            raise Refused("Choose one of the suggestions, or press a button below `/order list`.")
        await session.orders.withdraw(user_id=interaction.user.id, number=int(order))
        await show(interaction, "✓ The order has been withdrawn.")


def _bare(text: str) -> str:
    """A line without markup, because suggestions show none."""
    text = _MARKS.sub("", text)
    return _STAMP.sub(lambda m: f"{datetime.fromtimestamp(int(m[1]), UTC):%d %b, %H:%M} UTC", text)


def _told(session: GameSession, ways: dict[str, Way]) -> dict[str, str]:
    """The orders by name, with what each does."""
    return {
        verb: explained(session, order_name(session, way), way.offers[0], way.prompt)
        for verb, way in ways.items()
    }


def _called(session: GameSession, ways: dict[str, Way], text: str) -> Way:
    """The order with this name, or the only one that matches. Raises Refused if there is no such
    order."""
    for way in ways.values():
        if folded(order_name(session, way)) == folded(text):
            return way
    if len(found := fitting(_told(session, ways), text)) == 1:
        return ways[found[0]]
    if not ways:
        raise Refused("You cannot order anything in advance just now.")
    listed = "; ".join(order_name(session, way) for way in ways.values())
    raise Refused(f"You cannot order “{plain(text[:60])}”. You can order: {listed}.")


async def setup(bot: Client) -> None:
    """Add the cog."""
    await bot.add_cog(Orders())
