"""Nothing that a seat sees, is asked or is told depends on what is hidden from it.

``kingmaker selfplay --games 700 --policy steward,random --secrets --no-check --json`` looks at
more than 300,000 decisions in this way.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.games import GAMES, POLICIES, game_for
from bot.rules.kernel import Choice, Dice, Match
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.parliament.ballot import Ballot
from bot.secrecy import betrayals, hidden, leaks, observers, other_world
from bot.selfplay import play_game
from tests.e2e.prepared import before_parliament
from tests.rules.kingmaker.scene import HOUSE
from tests.session.past.played_over import match_of

IN_LONG_RUNS = "classic", "ishkibibble"
"""Rule sets whose secrets are those of the house rules."""
EVERY_GAME = [
    pytest.param(game, ruleset, marks=pytest.mark.long if ruleset in IN_LONG_RUNS else ())
    for game, rulesets in GAMES.items()
    for ruleset in rulesets
]


@pytest.mark.parametrize(
    ("seats", "seed"),
    [
        (4, "four"),
        pytest.param(3, "three", marks=pytest.mark.long),
        pytest.param(5, "five", marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize(("name", "ruleset"), EVERY_GAME)
def test_whole_games_give_nothing_away(name: str, ruleset: str, seats: int, seed: str) -> None:
    game, players = game_for(name, ruleset), list(POLICIES[name].values())
    record = play_game(game, seats, seed, players, {"rounds": "12"}, check=False, secrets=True)
    assert record.violations == []
    assert len(record.decisions) > 40


@pytest.fixture
def match() -> Match:
    """A game of three just before a Parliament, in which cards are held."""
    played = match_of(before_parliament(), HOUSE)
    assert any(faction.hand for faction in played.position.state.factions)
    return played


def decided(match: Match) -> tuple[Any, Any, tuple[Any, ...]]:
    """What was hidden before and after the next secret draw of a Crown card, and what was told."""
    chance = random.Random(3)
    while True:
        before, seat = hidden(match), match.waiting_for()[0]
        prompt = match.asked(seat)[0]
        offer = chance.choice(prompt.offers)
        args = {field.name: next(field.selections()) for field in offer.fields}
        outcome = match.submit(seat, Choice(offer.verb, {k: v for k, v in args.items() if v}))
        if any(isinstance(e, facts.CrownCardDrawn) and e.audience for e in outcome.events):
            return before, hidden(match), outcome.events


def test_another_world_has_other_secrets_and_looks_the_same(match: Match) -> None:
    saved, luck, changed = match.save(), Dice("other"), 0
    for seat in observers(match):
        other = other_world(match, seat, luck)
        assert other.view(seat) == match.view(seat)
        assert other.position.state.crown_deck != match.position.state.crown_deck
        assert other.position.state.event_deck != match.position.state.event_deck
        hands = [[f.hand for f in m.position.state.factions] for m in (match, other)]
        changed += hands[0] != hands[1]
        if seat is not None:
            assert hands[0][seat] == hands[1][seat]
        assert other.violations() == []
    assert changed > 0
    assert match.save() == saved


def test_a_question_that_tells_of_anothers_hand_is_noticed(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = match.waiting_for()[0]
    other = next(s for s, f in enumerate(match.position.state.factions) if f.hand and s != seat)
    step = type(match.position.agenda[-1])
    honest = step.prompts

    def telling(self: Any, table: Any) -> Any:
        told = {"whisper": ",".join(table.state.factions[other].hand)}
        return [_with_facts(prompt, told) for prompt in honest(self, table)]

    monkeypatch.setattr(step, "prompts", telling)
    telltale = Match.load(HOUSE, match.save())
    found = [leaks(telltale, (seat,), Dice(str(number))) for number in range(5)]
    assert [f"what seat {seat} is asked changes with what is hidden from it"] in found


def test_standings_that_count_a_hand_are_noticed(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert leaks(match, [None] * 5, Dice("other")) == []
    honest = HOUSE.standings

    def telling(table: Any) -> Any:
        return honest(table), [faction.hand for faction in table.state.factions]

    monkeypatch.setattr(HOUSE, "standings", telling)
    problem = "the standings change with what is hidden from seat None"
    assert problem in leaks(match, [None] * 5, Dice("other"))


def _with_facts(prompt: Any, told: dict[str, str]) -> Any:
    return type(prompt)(
        prompt.seat,
        prompt.kind,
        prompt.offers,
        prompt.blocking,
        prompt.default,
        prompt.sealed,
        prompt.facts | told,
    )


def test_an_event_that_names_a_card_drawn_is_noticed(match: Match) -> None:
    before, after, events = decided(match)
    assert betrayals(HOUSE, before, after, events) == []
    mine = next(e for e in events if isinstance(e, facts.CrownCardDrawn) and e.audience)
    assert mine.card is not None
    aloud = facts.CrownCardDrawn(mine.seat, mine.card)
    others = [seat for seat in observers(match) if seat != mine.seat]
    assert betrayals(HOUSE, before, after, [aloud]) == [
        f"the event crown_card_drawn tells seat {seat} of {mine.card}" for seat in others
    ]


def test_a_vote_that_shows_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    match = in_a_ballot()
    luck, seat = Dice("other"), match.waiting_for()[0]
    assert leaks(match, [seat] * 10, luck) == []
    honest = HOUSE.view

    def telling(table: Any, seat: int | None) -> Any:
        return honest(table, seat), len(table.agenda[-1].votes)

    monkeypatch.setattr(HOUSE, "view", telling)
    problem = f"the view of seat {seat} changes with what is hidden from it"
    assert problem in leaks(match, [seat] * 10, luck)


def in_a_ballot() -> Match:
    """A game of four computers in which a vote is under way, and one has voted."""
    steward = POLICIES["kingmaker"]["steward"]
    for number in range(20):
        match, _ = Match.start(HOUSE, 4, f"vote {number}", {"rounds": "12"})
        chance = random.Random(number)
        while not match.over:
            top = match.position.agenda[-1]
            if isinstance(top, Ballot) and top.votes:
                return match
            seat = match.waiting_for()[0]
            choice = steward.choose(match.view(seat), match.asked(seat), seat, chance)[1]
            match.submit(seat, choice)
    raise AssertionError("nobody votes in these games")
