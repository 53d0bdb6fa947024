"""The set-up of a table: a few menus with good defaults, and a button that opens it.

What has been chosen so far travels in the ids of the controls, so that a set-up outlives a
restart; nothing is kept and nothing happens before *Open the table* is pressed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

import discord

from bot.games import GAMES, game_for
from bot.rules.kernel import Game
from bot.session import Refused
from bot.session.clock.pace import BY_DEFAULT, PACES
from cogs.ui.controls import OUTDATED, button, menu
from cogs.ui.customs import Term, terms_of
from cogs.ui.log_notes import span

NOBODYS = "new"
"""What stands for the game in the ids of a table that is not open yet."""

COMPUTER = "steward"
"""The computer player that decides in place of somebody who is late."""

_GREEN = discord.Colour(0x3B7A57)
_NO_PACE = ""

LENGTHS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("No time limit", "It ends when somebody wins", {}),
    ("2 hours", "Then whoever stands best wins", {"hours": "2"}),
    ("4 hours", "Then whoever stands best wins", {"hours": "4"}),
    ("10 rounds", "A short game", {"rounds": "10"}),
    ("20 rounds", "A game of middle length", {"rounds": "20"}),
    ("2 weeks", "For a table that plays day by day", {"hours": "336"}),
    ("2 months", "For a table that takes its time", {"hours": "1440"}),
)
"""What a table may be limited to: label, a word about it, and the game's options."""

_PACE_WORDS = {
    "live": "Live: everybody is at the table now",
    "daily": "Daily: a look at the game every day",
    "relaxed": "Relaxed: now and then",
    _NO_PACE: "No deadlines: nobody is hurried",
}


@dataclass(frozen=True, slots=True)
class Plan:
    """A table as it would be opened now."""

    game: str
    ruleset: str
    seats: int = 4
    length: int = 0
    pace: str = "daily"
    late: str = BY_DEFAULT
    terms: tuple[int, ...] = ()
    """For each of the game's own terms, the number of its answer."""

    @classmethod
    def fresh(cls) -> Plan:
        """The first game's first rules, with the usual terms."""
        game = next(iter(GAMES))
        return cls(game, GAMES[game][0]).fitting()

    def fitting(self) -> Plan:
        """The same, with rules that the game has and seats that the rules allow."""
        known = GAMES[self.game]
        ruleset = self.ruleset if self.ruleset in known else known[0]
        possible = seats_of(self.game, ruleset)
        seats = self.seats if self.seats in possible else min(possible, key=self._from_seats)
        terms = tuple(
            chosen if chosen < len(term.answers) else 0
            for term, chosen in zip_longest(terms_of(self.game), self.terms, fillvalue=0)
            if isinstance(term, Term)
        )
        return replace(self, ruleset=ruleset, seats=seats, terms=terms)

    def _from_seats(self, number: int) -> int:
        return abs(number - self.seats)

    def options(self) -> dict[str, str]:
        """The options of the game that would be opened."""
        fixed = fixed_rounds(game_for(self.game, self.ruleset))
        options = {} if fixed is not None else dict(LENGTHS[self.length][2])
        if self.pace != _NO_PACE:
            options["pace"] = self.pace
            if self.late != BY_DEFAULT:
                options["late"] = self.late
        for term, chosen in zip(terms_of(self.game), self.terms, strict=False):
            if chosen:
                options[term.option] = term.answers[chosen][0]
        return options

    def packed(self) -> str:
        """In a few letters, for an id."""
        games = list(GAMES)
        paces = list(_PACE_WORDS)
        numbers = (
            games.index(self.game),
            GAMES[self.game].index(self.ruleset),
            self.seats,
            self.length,
            paces.index(self.pace),
            int(self.late != BY_DEFAULT),
            *self.terms,
        )
        return ".".join(str(number) for number in numbers)

    @classmethod
    def unpacked(cls, text: str) -> Plan:
        """What `packed` has packed. Raises Refused if it is something else."""
        try:
            numbers = [int(part) for part in text.split(".")]
            game, rules, seats, length, pace, late = numbers[:6]
            name = list(GAMES)[game]
            _ = LENGTHS[length]
            kept = list(_PACE_WORDS)[pace]
            plan = cls(name, GAMES[name][rules], seats, length, kept)
        except (ValueError, IndexError):
            raise Refused(OUTDATED) from None
        terms = tuple(abs(number) for number in numbers[6:])
        return replace(plan, late=COMPUTER if late else BY_DEFAULT, terms=terms).fitting()

    def with_picked(self, field: str, value: str) -> Plan:
        """The same with one thing chosen. Raises Refused for what cannot be chosen."""
        if field == "game" and value in GAMES:
            return replace(self, game=value, terms=()).fitting()
        if field == "ruleset" and value in GAMES[self.game]:
            return replace(self, ruleset=value).fitting()
        if field == "seats" and value.isdecimal():
            return replace(self, seats=int(value)).fitting()
        if field == "length" and value.isdecimal() and int(value) < len(LENGTHS):
            return replace(self, length=int(value))
        if field == "pace" and value in (*PACES, "none"):
            return replace(self, pace=_NO_PACE if value == "none" else value)
        if field == "late" and value in (BY_DEFAULT, COMPUTER):
            return replace(self, late=value)
        own = [term.option for term in terms_of(self.game)]
        if field in own and value.isdecimal():
            terms = list(self.fitting().terms)
            terms[own.index(field)] = int(value)
            return replace(self, terms=tuple(terms)).fitting()
        raise Refused(OUTDATED)


def seats_of(game: str, ruleset: str) -> range:
    """How many may play by these rules."""
    return game_for(game, ruleset).seat_range


def fixed_rounds(rules: Game) -> int | None:
    """After how many rounds a game ends by itself; None if that is for the table to say."""
    rounds = getattr(rules.content.ruleset, "rounds", None)
    return rounds if isinstance(rounds, int) else None


def page(plan: Plan) -> discord.ui.LayoutView:
    """The set-up as it stands: its menus, what would be opened, and the button for it."""
    rules = game_for(plan.game, plan.ruleset).content.ruleset
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=_GREEN)
    container.add_item(discord.ui.TextDisplay(f"## A new table: {plan.game.capitalize()}"))
    container.add_item(discord.ui.TextDisplay(f"**{rules.name}** – {rules.summary}"))
    for field, placeholder, options in _menus(plan):
        chosen = menu("setup", NOBODYS, field, plan.packed(), placeholder=placeholder,
                      options=options)  # fmt: skip
        container.add_item(discord.ui.ActionRow(chosen))
    foot = (
        "-# Change what you like; the usual terms are chosen already. Computers may take the seats "
        "that nobody joins. Nobody else sees this yet."
    )
    container.add_item(discord.ui.TextDisplay(foot))
    style = discord.ButtonStyle.success
    opens = button("open", NOBODYS, plan.packed(), label="Open the table", style=style)
    container.add_item(discord.ui.ActionRow(opens))
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(container)
    return layout


def _menus(plan: Plan) -> list[tuple[str, str, list[discord.SelectOption]]]:
    """The questions that leave a choice: field, question, answers."""
    fixed = fixed_rounds(game_for(plan.game, plan.ruleset))
    asked = [
        ("game", "Which game?", _games(plan)),
        ("ruleset", "Which rules?", _rulesets(plan)),
        ("seats", "How many players?", _seats(plan)),
        ("length", "How long?", [] if fixed is not None else _lengths(plan)),
        ("pace", "How quickly?", _paces(plan)),
    ]
    if plan.pace != _NO_PACE:
        asked.append(("late", "And if somebody is late?", _late(plan)))
    for term, chosen in zip(terms_of(plan.game), plan.fitting().terms, strict=True):
        answers = [
            _option(label, number, chosen, about)
            for number, (_, label, about) in enumerate(term.answers)
        ]
        asked.append((term.option, term.question, answers))
    return [each for each in asked if len(each[2]) > 1]


def _option(label: str, value: object, chosen: object, about: str = "") -> discord.SelectOption:
    return discord.SelectOption(
        label=label[:100],
        value=str(value),
        description=about[:100] or None,
        default=value == chosen,
    )


def _games(plan: Plan) -> list[discord.SelectOption]:
    return [_option(game.capitalize(), game, plan.game) for game in GAMES]


def _rulesets(plan: Plan) -> list[discord.SelectOption]:
    known = [(name, game_for(plan.game, name).content.ruleset) for name in GAMES[plan.game]]
    return [_option(rules.name, name, plan.ruleset, rules.summary) for name, rules in known]


def _seats(plan: Plan) -> list[discord.SelectOption]:
    return [
        _option(f"{number} players", number, plan.seats)
        for number in seats_of(plan.game, plan.ruleset)
    ]


def _lengths(plan: Plan) -> list[discord.SelectOption]:
    return [
        _option(label, number, plan.length, about)
        for number, (label, about, _) in enumerate(LENGTHS)
    ]


def _paces(plan: Plan) -> list[discord.SelectOption]:
    return [
        _option(words, name or "none", plan.pace or "none", _pace_about(name))
        for name, words in _PACE_WORDS.items()
    ]


def _pace_about(name: str) -> str:
    if name == _NO_PACE:
        return "The game waits for as long as it takes"
    answer, reminder, _ = PACES[name]
    return (
        f"{span(answer.total_seconds())} for each answer, "
        f"a reminder {span(reminder.total_seconds())} before"
    )


def _late(plan: Plan) -> list[discord.SelectOption]:
    return [
        _option(
            "Late: the game goes on",
            BY_DEFAULT,
            plan.late,
            "What then happens stands on the card each time: mostly, nothing is done",
        ),
        _option(
            "Late: a computer decides",
            COMPUTER,
            plan.late,
            "It plays for whoever is late, just for that one answer",
        ),
    ]
