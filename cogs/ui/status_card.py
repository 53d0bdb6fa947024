"""The status card: the state of the game, whose move it is, what has happened, and buttons.

The card is public, so it is made only from what everybody may know. A question with facts of its
own (a card just drawn, the terms of a ransom) is not put into words here, and a verb that involves
hidden cards gets no button: *What can I do?* shows both to the person concerned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

import discord

from bot.games import game_and_table, presets_of
from bot.rules.kernel import Event, Seat, Weight
from bot.session import Band, GameSession, Logged, SeatInfo
from bot.session.seasons import SEASON
from bot.session.seating import commented
from bot.words.phrases import listed, own, uncited
from bot.words.weight import lines_by_weight, places_weighed, weight_of
from cogs.ui.choosing.deadlines import pace_text
from cogs.ui.choosing.panel import verb_button
from cogs.ui.choosing.public_questions import (
    etiquette_of,
    is_open_verb,
    public_ways,
    sealed_question,
    told_moment,
)
from cogs.ui.choosing.shared_questions import ballot_button, ballot_lines, shared_buttons
from cogs.ui.controls import button
from cogs.ui.customs import customs_of, terms_of
from cogs.ui.emblems import headed
from cogs.ui.names import (
    BAND_WORDS,
    by_seating,
    computers_at,
    full_name,
    name_of,
    names,
    plain_names,
)
from cogs.ui.opening.computers import computers_line
from cogs.ui.opening.lesson import chapter_of, lesson_buttons, lesson_text
from cogs.ui.opening.plan import length_text
from cogs.ui.replies import bare, brief, cut, is_on, runs_out, stamp, words_of

NEWS_LINES = 4
"""The most lines of news, unless there are more headlines than that."""
_NEWS_ROOM = 2_500
"""The most characters of news: few enough for the rest of a card to fit in the same message."""
_NEWS_CHARACTERS, _THRIFTY = 180, 80
"""The most characters of a line of news, and the most when there is a great deal of news."""
_STANDING = 300
"""The most characters in a line of the standings."""
_VERBS = 10
_SHOWN = 3
"""The most hands that a card lists as shown to somebody."""

_WHAT_COMPUTERS_DO = (
    "-# New here? **Do the rest for me** lets a computer answer this question to the end. "
    "**Do it for me** makes only the next choice."
)
AGAIN = "again"
"""The kind of the button that opens a finished game's table again."""
OPEN = "board"
"""The kind of the button that gives a link to the board."""
_BLUE = discord.Colour(0x2E5E8C)
_CARD_LIMIT = 4_000
"""The most characters that Discord allows in all the texts of a card."""


def status_card(
    session: GameSession,
    news: Sequence[str] = (),
    pinged: Sequence[Seat] = (),
    *,
    clock: Sequence[str] = (),
    ends: datetime | None = None,
    reminded: Sequence[Seat] = (),
    back: bool = False,
    linked: bool = False,
) -> discord.ui.LayoutView:
    """The card of a game that has begun: its state, whose move it is, and the buttons.

    `news` holds lines for the player to move. The people in the seats `pinged` are mentioned, as
    are those `reminded` because their time is running out. `clock` gives the deadline, and what
    happens then; `ends` is when the game's own time is up. `back` says that somebody could ask to
    take back a step, ``linked`` that the board can be opened in a browser.

    The caller decides by `allowed_mentions` whether a mention really pings.
    """
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=_BLUE)
    words, view = words_of(session), session.view(None)
    container.add_item(_text(f"## {words.phase(view, plain_names(session))}"))
    progress = uncited(words.progress(view, names(session)))
    if progress:
        container.add_item(_text(progress))
    chapter = chapter_of(session)
    if chapter is not None:
        container.add_item(_text(lesson_text(session, chapter)))
    if news:
        container.add_item(_text("\n".join((_since(session), *news))))
    over, paused = not is_on(session), session.paused_at is not None
    still = over or paused
    answers = [] if still else _answers(session)
    asked = _whose_move(session, pinged, reminded, _ask_me(session, answers))
    if not still and (meeting := _gathering(session, asked)):
        container.add_item(_text(cut("\n".join(meeting), 1_000)))
    container.add_item(_text(_with_clock(asked, clock)))
    following = [] if still else customs_of(session).gathering_buttons(session)
    for row in _rows([*answers, *following]):
        container.add_item(row)
    if not still and _all_must(session):
        rest = button("rest", session.id, label="Do the rest for me")
        container.add_item(discord.ui.ActionRow(rest))
        container.add_item(_text(_WHAT_COMPUTERS_DO))
    standing = _standing_buttons(session, over, paused, back)
    if linked and not over:
        standing.append(button(OPEN, session.id, label="Open the board"))
    for row in _rows(standing):
        container.add_item(row)
    for row in _rows([] if chapter is None else lesson_buttons(session, chapter)):
        container.add_item(row)
    foot = f"-# Game {session.id}"
    if ends is not None and not over:
        foot += f" · ends {stamp(ends)}"
    standings = [] if over or chapter is not None else _standings(session, view)
    end = "\n".join((*standings, *_seen_by_others(session), foot))
    used = sum(len(i.content) for i in container.children if isinstance(i, discord.ui.TextDisplay))
    container.add_item(_text(headed(session, end, _CARD_LIMIT - used)))
    return _layout(container)


def _seen_by_others(session: GameSession) -> list[str]:
    """The people, besides its player, who may see a hand."""
    shown = [
        f"{name_of(session, seat.number)} to <@{seat.shown_to}>"
        for seat in session.seats
        if seat.shown_to is not None
    ]
    more = [f"{len(shown) - _SHOWN} more"] if len(shown) > _SHOWN else []
    lines = [f"-# 👁 Hands shown: {', '.join([*shown[:_SHOWN], *more])}"] if shown else []
    if commented(session.seats):
        lines.append("-# 🎙 People without a seat may see all hands, a round later")
    return lines


def _since(session: GameSession) -> str:
    """The heading of the news: in the first round, nobody has had an earlier turn."""
    assert session.match is not None
    first = session.rules.rounds(session.match.position.state) <= 1
    return "-# So far" if first else "-# Since your last turn"


def _standings(session: GameSession, view: Any) -> list[str]:
    """Everybody's standing, in very few lines."""
    lines = words_of(session).at_a_glance(view, session.standings(), plain_names(session))
    return [f"-# **{heading}** {cut(text, _STANDING)}" for heading, text in lines]


def lobby_card(
    session: GameSession,
    invited: Sequence[SeatInfo] = (),
    bands: Mapping[int, Band] = MappingProxyType({}),
    called_until: datetime | None = None,
) -> discord.ui.LayoutView:
    """The card of a game that people may still join; those ``invited`` are called by name.

    ``bands`` says how well each user keeps to deadlines, if known; until ``called_until``,
    everybody who has been called may say that they are present.
    """
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=_BLUE)
    container.add_item(_text(f"## {game_and_table(session.game, session.ruleset, ' · ')}"))
    how = _how_to_begin(session, invited) if called_until is None else _called(called_until)
    for text in (_about(session), _terms(session), how):
        container.add_item(_text(text))
    seats = max(session.seats_wanted, len(session.seats))
    lines = [_seat_line(session, number, bands, called_until) for number in range(seats)]
    container.add_item(_text("\n".join(lines)))
    container.add_item(discord.ui.ActionRow(*_lobby_buttons(session, called_until)))
    return _layout(container)


def ready_button(session: GameSession) -> discord.ui.Item[Any]:
    """The button with which people say that they are present."""
    return button("ready", session.id, label="Ready", style=discord.ButtonStyle.success)


def _lobby_buttons(
    session: GameSession, called_until: datetime | None
) -> list[discord.ui.Item[Any]]:
    game, row = session.id, list[discord.ui.Item[Any]]()
    free = len(session.seats) < session.seats_wanted
    if called_until is not None:
        row.append(ready_button(session))
    if free:
        row.append(button("join", game, label="Join", style=discord.ButtonStyle.success))
    elif sum(info.user_id is not None for info in session.seats) > 1:
        row.append(button("join", game, label="Wait for a seat"))
    row.append(button("leave", game, label="Leave"))
    if free:
        row.append(button("add", game, label="Add computer"))
    if any(info.policy is not None for info in session.seats):
        row.append(button("remove", game, label="Remove computer"))
    if called_until is None:
        row.append(button("start", game, label="Start", style=discord.ButtonStyle.primary))
    return row


def closing_card(text: str) -> discord.ui.LayoutView:
    """A card without buttons, for a game that was ended or a card that has moved on."""
    return _layout(discord.ui.Container(_text(text)))


def news_for(session: GameSession, seat: Seat, entries: Sequence[Logged]) -> list[str]:
    """The events since the seat's last turn that are worth knowing, in chronological order.

    All headlines are included, as far as the card has room; the rest only up to `NEWS_LINES`, the
    most important first. The entries must be those a spectator sees. Moves and the like are not
    included, since they are in the log, nor is what all seats decided together.
    """
    first: list[tuple[int, str]] = []
    rest: list[tuple[int, str]] = []
    before = 0
    for seats, run in by_seating(entries):
        since = [event for entry in run for event in entry.events if not event.together]
        above, beside = _news_of(session, seat, since, seats)
        first += [(before + at, line) for at, line in above]
        rest += [(before + at, line) for at, line in beside]
        before += len(since)
    told = [(at, uncited(line)) for at, line in [*first, *rest]]
    kept = _as_news(told[: max(NEWS_LINES, len(first))])
    if _room(kept) > _NEWS_ROOM:
        kept = _as_news([(at, cut(bare(line), _THRIFTY)) for at, line in told[: len(kept)]])
    while _room(kept) > _NEWS_ROOM:
        kept.pop()
    lines = [line for _, line in sorted(kept)]
    if len(told) > len(kept):
        lines.append(f"-# • and {len(told) - len(kept)} more: `/log` has them all")
    return lines


def _as_news(told: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    return [(at, f"-# • {brief(line, _NEWS_CHARACTERS)}") for at, line in told]


def _room(kept: Iterable[tuple[int, str]]) -> int:
    """The number of characters in the news."""
    return sum(len(line) for _, line in kept)


def _news_of(
    session: GameSession, seat: Seat, since: Sequence[Event], seats: Sequence[SeatInfo] | None
) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """The lines of headlines and of the rest, the most important first, each with its place, and
    with the names used at the time."""
    computers = computers_at(session, seats)
    found = places_weighed(since, seat, computers)
    headlines = {
        at for at, event in enumerate(since) if weight_of(event, computers) is Weight.HEADLINE
    }
    above = [[at for at in below if at in headlines] for below in found.values()]
    beside = [[at for at in below if at not in headlines] for below in found.values()]
    who = names(session, seats)
    grouped = lines_by_weight(words_of(session), since, [*above, *beside], who)
    first, rest = grouped[: len(above)], grouped[len(above) :]
    return [line for lines in first for line in lines], [line for lines in rest for line in lines]


def _gathering(session: GameSession, asked: str) -> list[str]:
    """The lines about a gathering, without repeating the question."""
    return [line for line in customs_of(session).gathering(session) if line not in asked]


def _with_clock(text: str, clock: Sequence[str]) -> str:
    return "\n".join((text, *clock)) if text else "\n".join(clock)


def _whose_move(
    session: GameSession, pinged: Sequence[Seat], reminded: Sequence[Seat], ask_me: str
) -> str:
    if not is_on(session):
        return "The game is over. Thank you for playing!"
    if session.paused_at is not None:
        return ""
    lines = []
    shared = ""
    waiting = session.waiting_for()
    vote, debate = sealed_question(session), customs_of(session).debate(session)
    mentions = {s.number: f"<@{s.user_id}>" for s in session.seats if s.user_id is not None}
    called = [seat for seat in pinged if seat in mentions]
    if vote is not None or debate:
        lines += ballot_lines(session, vote) if vote is not None else debate
        if called:
            lines.append(f"⚔ {_call(session, called)}")
        return cut("\n".join(lines), 1_200)
    if len(waiting) == 1 and waiting[0] in mentions:
        seat = waiting[0]
        question = _public_question(session, seat)
        if seat in called:
            sign = "⏰" if seat in reminded else "⚔"
            lines.append(f"{sign} {_call(session, called)} {question or ask_me}")
        elif question:
            lines.append(f"{name_of(session, seat)}: {question}")
    elif called:
        sign = "⏰" if set(called) & set(reminded) else "⚔"
        asked = {_public_question(session, seat) for seat in called}
        question = shared = asked.pop() if len(asked) == 1 else ""
        lines.append(f"{sign} {_call(session, called)} {question or ask_me}")
    others = [seat for seat in waiting if seat not in called]
    if not lines or (len(waiting) > 1 and others):
        lines.append(_deciding(session, others, shared, ask_me))
    return cut("\n".join(lines), 1_200)


def _ask_me(session: GameSession, answers: Iterable[discord.ui.Item[Any]]) -> str:
    """A line saying what to press to read a question: the button for it, if there is one."""
    label = customs_of(session).to_decide(session)
    there = [getattr(each, "item", None) for each in answers]
    if any(getattr(each, "label", None) == label for each in there):
        return f"Press **{label}**" if label.endswith("…") else f"Press **{label}**."
    return "Press **What can I do?** to see the choices."


def _call(session: GameSession, called: Sequence[Seat]) -> str:
    """A call to the people in these seats, who must act, whether it is one person or several."""
    mentions = [f"<@{s.user_id}>" for s in session.seats if s.number in called]
    if len(mentions) > 1:
        return f"{listed(mentions)}, each of you has something to decide."
    turn = words_of(session).turn_of(session.view(None))
    if turn is not None and turn not in called:
        return f"{mentions[0]}, {own(name_of(session, turn))} turn waits for your answer."
    return f"{mentions[0]}, it is your move."


def _public_question(session: GameSession, seat: Seat) -> str:
    """The public part of the questions to a seat; empty if there is none."""
    words, who = words_of(session), names(session)
    asked = [p for p in session.prompts(seat) if p.is_public(etiquette_of(session))]
    lines = []
    for prompt in asked:
        offers = [offer for offer in prompt.offers if is_open_verb(session, offer.verb)]
        known = words.stakes(prompt, session.view(None), who, offers)
        lines += [words.ask(prompt, who), *known]
    return "\n".join(lines)


def _all_must(session: GameSession) -> bool:
    """Whether people must answer everything that they are asked now, as during set-up: no question
    has a default answer."""
    people = {s.number for s in session.seats if s.user_id is not None}
    asked = [
        prompt
        for seat in session.waiting_for()
        if seat in people
        for prompt in session.prompts(seat)
        if prompt.blocking
    ]
    return bool(asked) and all(prompt.default is None for prompt in asked)


def _deciding(session: GameSession, waiting: Sequence[Seat], told: str, ask_me: str) -> str:
    """A line about the players the game is waiting for but does not call now; ``told`` is a
    question already shown."""
    who = listed(name_of(session, seat) for seat in waiting)
    if any(s.free for s in session.seats if s.number in waiting):
        return f"{who} left the table: `/game join` or `/game add-computer` fills the seat."
    if all(s.policy is not None for s in session.seats if s.number in waiting):
        return f"{who} {'is' if len(waiting) == 1 else 'are'} thinking."
    asked = {_public_question(session, seat) for seat in waiting}
    has = "has" if len(waiting) == 1 else "have"
    if told and asked == {told}:
        return f"{who} {has} the same to decide."
    if len(waiting) > 1 and len(asked) == 1 and (question := asked.pop()):
        return f"{who}: {question}"
    return f"{who} {has} something to decide. {ask_me}"


def _answers(session: GameSession) -> list[discord.ui.Item[Any]]:
    """A button for each thing that the player to move may openly do; otherwise one that shows each
    player who is asked his own question.
    """
    if (vote := sealed_question(session)) is not None:
        return [ballot_button(session, vote)]
    shared = shared_buttons(session)
    waiting = session.waiting_for()
    people = {s.number for s in session.seats if s.user_id is not None}
    if customs_of(session).debate(session):
        return shared
    if people.isdisjoint(waiting):
        return shared
    if len(waiting) != 1:
        return shared or [_decide(session)]
    seat, words, open_view = waiting[0], words_of(session), session.view(None)
    moment = told_moment(session)
    labelled = [
        (way, words.button(way.offers, way.prompt, open_view))
        for way in list(public_ways(session, seat).values())[:_VERBS]
    ]
    own = [verb_button(session, seat, moment, way, label, openly=True) for way, label in labelled]
    # With no other button, everybody can see anyway that the question is hidden.
    return own + shared or [_decide(session)]


def _decide(session: GameSession) -> discord.ui.Item[Any]:
    """The button that shows each player who is asked his own question, for his eyes only."""
    label = customs_of(session).to_decide(session)
    return button("help", session.id, 0, label=label, style=discord.ButtonStyle.primary)


def _standing_buttons(
    session: GameSession, over: bool, paused: bool, back: bool
) -> list[discord.ui.Item[Any]]:
    game = session.id
    if over:
        return [button("map", game, label="Map"), *closing_buttons(session)]
    own_hand = button("hand", game, label="My hand")
    if paused:
        on = button("resume", game, label="Resume", style=discord.ButtonStyle.success)
        return [on, own_hand, button("map", game, label="Map")]
    return [
        own_hand,
        button("help", game, label="What can I do?", style=discord.ButtonStyle.success),
        button("map", game, label="Map"),
        *([button("undo", game, label="Undo")] if back else ()),
        button("advise", game, label="Do it for me"),
    ]


def closing_buttons(session: GameSession) -> list[discord.ui.Item[Any]]:
    """The buttons below a finished game, with which anybody can keep its story or open its table
    again; none below a chapter."""
    if session.match is None or chapter_of(session) is not None:
        return []
    again = button(AGAIN, session.id, label="Play again", style=discord.ButtonStyle.primary)
    if not session.lies_open:
        return [again]
    return [button("story", session.id, label="Keep the story"), again]


def _rows(items: list[discord.ui.Item[Any]]) -> Iterable[discord.ui.ActionRow[Any]]:
    for start in range(0, len(items), 5):
        yield discord.ui.ActionRow(*items[start : start + 5])


def _about(session: GameSession) -> str:
    """A sentence on what is being played."""
    known = presets_of(session.game)
    of_preset = (one.sentence for one in known if one.specification == session.ruleset)
    return f"-# {next(of_preset, '') or session.rules.content.ruleset.summary}"


def _terms(session: GameSession) -> str:
    """The terms of the table: its seats, length and pace, and anything else that was settled."""
    length = length_text(session.rules, session.options)
    lines = [f"A game for {session.seats_wanted}. {length}", pace_text(session)]
    lines += [
        f"{term.question} {label}."
        for term in terms_of(session.game)
        for value, label, _ in term.answers[1:]
        if session.options.get(term.option) == value
    ]
    if computers := computers_line(session):
        lines.append(computers)
    if SEASON in session.options:
        lines.append("It counts for this server’s season.")
    return "\n".join(lines)


def _how_to_begin(session: GameSession, invited: Sequence[SeatInfo]) -> str:
    """The next thing to do before the game can begin."""
    if len(session.seats) < session.seats_wanted:
        if invited:
            are = "is" if len(invited) == 1 else "are"
            return (
                f"{listed(full_name(info) for info in invited)} {are} invited to play again. "
                "Press **Join** to take a seat. The host can fill the table with computers."
            )
        return "Press **Join** to take a seat. The host can fill the table with computers."
    return "All seats are taken. The host can press **Start**."


def _called(until: datetime) -> str:
    """The instructions for people who have been called."""
    return (
        "The game begins once everybody has pressed **Ready**, and "
        f"{runs_out(until)} at the latest. If you have not pressed it by then, the next in the "
        "queue takes your seat, or a computer keeps it for you."
    )


def _seat_line(
    session: GameSession, index: int, bands: Mapping[int, Band], called_until: datetime | None
) -> str:
    info = session.seats[index] if index < len(session.seats) else None
    if info is None or info.free:
        return f"{index + 1}. *free*"
    host = " · host" if info.user_id == session.host_id else ""
    band = bands.get(info.user_id or 0)
    keeps = f" · answers {BAND_WORDS[band]}" if band is not None else ""
    there = ""
    if called_until is not None and info.user_id is not None:
        there = " · ✅ ready" if info.ready_at is not None else " · ⌛ not ready yet"
    if index >= session.seats_wanted:
        return f"-# Waiting for a seat: {full_name(info)}{host}{keeps}{there}"
    return f"{index + 1}. {full_name(info)}{host}{keeps}{there}"


def _text(text: str) -> discord.ui.TextDisplay[Any]:
    return discord.ui.TextDisplay(text)


def _layout(container: discord.ui.Container[Any]) -> discord.ui.LayoutView:
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(container)
    return layout
