"""Matches: asking, answering, forced answers, standing possibilities, refusals, saving."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.kernel import (
    EVERYBODY,
    Choice,
    Dice,
    Event,
    IllegalChoice,
    Match,
    Outcome,
    Position,
    Register,
    Step,
    Table,
    commitment,
    reader_of_positions,
    steps_of,
)
from tests.toy.game import (
    Audited,
    BidsOpened,
    CardPaid,
    Dealt,
    HeapMade,
    Pay,
    PebblePlayed,
    Peeked,
    State,
    Taken,
    Thrown,
    Toy,
    ToyEvent,
    Turns,
    Won,
)
from tests.toy.library import Dabbler

TOY = Toy()
THROW, PEEK, PEBBLE = Choice("throw"), Choice("peek"), Choice("pebble")


def bid(tokens: int) -> Choice:
    return Choice.of("bid", tokens=str(tokens))


def take(stones: int) -> Choice:
    return Choice.of("take", stones=str(stones))


def at_turn(seats: int = 2, stones: int = 10, hands: list[list[str]] | None = None) -> Match:
    """A match in which seat 0 is to move."""
    match, _ = Match.start(TOY, seats, "seed", {"stones": str(stones)})
    if hands is not None:
        match.position.state.hands = hands
    for seat in range(seats):
        match.submit(seat, bid(1 if seat == 0 else 0))
    return match


def play(match: Match, chance: random.Random) -> list[tuple[int, Choice, Outcome]]:
    """Play a match to its end by chance, off-turn possibilities included."""
    done: list[tuple[int, Choice, Outcome]] = []
    while not match.over:
        prompts = match.prompts()
        prompt = chance.choice(prompts)
        choice = chance.choice(list(chance.choice(prompt.offers).choices()))
        done.append((prompt.seat, choice, match.submit(prompt.seat, choice)))
    return done


# Setting up


def test_a_match_runs_to_its_first_question() -> None:
    match, outcome = Match.start(TOY, 3, "seed")
    assert [type(event) for event in outcome.events] == [HeapMade, Dealt, Dealt, Dealt, Audited]
    assert outcome.known
    assert outcome.version == match.version == 0
    assert match.waiting_for() == [0, 1, 2]
    assert match.seed_hash == commitment("seed")


def test_a_new_game_begins_with_the_newest_edition_of_the_rules() -> None:
    assert Match.start(TOY, 2, "seed")[0].edition == TOY.edition
    assert Match.start(TOY, 2, "seed", edition=1)[0].edition == 1
    with pytest.raises(ValueError, match="edition 0 of the rules"):
        Match.start(TOY, 2, "seed", edition=0)


def test_what_cannot_be_set_up_is_said_plainly() -> None:
    with pytest.raises(ValueError, match="two to four"):
        Match.start(TOY, 5, "seed")


@given(st.integers())
@settings(max_examples=20)
def test_the_same_seed_and_decisions_make_the_same_game(seed: int) -> None:
    first, _ = Match.start(TOY, 3, str(seed))
    second, _ = Match.start(TOY, 3, str(seed))
    for seat, choice, outcome in play(first, random.Random(seed)):
        assert second.submit(seat, choice) == outcome
    assert first.save() == second.save()


# Asking and answering


def test_sealed_answers_stay_hidden_until_all_are_in() -> None:
    match, _ = Match.start(TOY, 3, "seed")
    outcome = match.submit(1, bid(3))
    assert outcome == Outcome((), False, 1)
    assert match.waiting_for() == match.openly_waiting_for() == [0, 2]
    assert [prompt.seat for prompt in match.sealed()] == [0, 2]
    assert [prompt.seat for prompt in match.sealed(2)] == [2]
    assert match.prompts(1) == match.sealed(1) == []
    for seat in (0, 1, 2, None):
        assert match.view(seat).tokens == (5, 5, 5)
        assert match.view(seat).bids_in == (1,)
    match.submit(0, bid(0))
    outcome = match.submit(2, bid(1))
    assert outcome.events == (BidsOpened(bids=(0, 3, 1)),)
    assert outcome.known
    assert match.view(None).tokens == (5, 2, 4)
    assert match.waiting_for() == [1]
    assert match.sealed() == []


def test_a_sealed_question_is_asked_even_if_only_one_answer_is_possible() -> None:
    match, _ = Match.start(TOY, 2, "seed")
    match.position.state.tokens = [0, 5]
    match = Match.load(TOY, match.save())
    assert match.prompts(0)[0].offers[0].sole() == bid(0)
    match.submit(1, bid(5))
    assert match.waiting_for() == [0]


def test_a_decision_that_reveals_nothing_is_not_known() -> None:
    match = at_turn()
    assert not match.submit(0, take(2)).known
    assert match.submit(1, PEEK).known


def test_a_forced_answer_is_given_by_itself() -> None:
    match = at_turn(hands=[["flint"], ["chalk", "slate"]])
    outcome = match.submit(0, THROW)
    assert [type(e).__name__ for e in outcome.events] == [
        "Thrown",
        "Taken",
        "TurnEnded",
        "CardPaid",
    ]
    assert match.view(0).hand == ()
    assert match.waiting_for() == [1]
    # With two different cards it is a question.
    assert not any(isinstance(e, CardPaid) for e in match.submit(1, THROW).events)
    assert [prompt.kind for prompt in match.prompts(1)] == ["pay"]
    assert isinstance(match.position.agenda[-1], Pay)
    assert match.submit(1, Choice.of("pay", card="slate")).events[0] == CardPaid(seat=1)
    assert match.view(1).hand == ("chalk",)


def test_a_step_that_asks_nothing_goes_on_by_itself() -> None:
    match = at_turn(hands=[[], ["chalk"]])
    outcome = match.submit(0, THROW)
    assert not any(isinstance(event, CardPaid) for event in outcome.events)
    assert match.waiting_for() == [1]


def test_a_standing_possibility_is_open_off_turn_and_holds_nobody_up() -> None:
    match = at_turn(hands=[["flint"], ["pebble", "chalk"]])
    (standing,) = match.prompts(1)
    assert (standing.kind, standing.blocking) == ("pebble", False)
    assert match.waiting_for() == [0]
    asked = match.prompts(0)
    (event,) = match.submit(1, PEBBLE).events
    assert isinstance(event, PebblePlayed)
    assert match.view(None).heap == 10 + event.stones
    assert match.prompts(1) == []
    assert [p.kind for p in match.prompts(0)] == [p.kind for p in asked]
    # During the bids it is closed.
    closed, _ = Match.start(TOY, 2, "seed")
    closed.position.state.hands = [["pebble"], ["pebble"]]
    assert all(prompt.kind == "bid" for prompt in closed.prompts())
    with pytest.raises(IllegalChoice):
        closed.submit(0, PEBBLE)


def test_the_questions_of_the_step_come_first() -> None:
    match = at_turn(hands=[["pebble"], ["pebble"]])
    assert [(p.seat, p.kind) for p in match.prompts()] == [
        (0, "turn"),
        (0, "pebble"),
        (1, "pebble"),
    ]


def test_an_order_of_the_clock() -> None:
    match = at_turn(stones=50)
    match.submit(0, take(3))
    with pytest.raises(IllegalChoice) as refused:
        match.direct(Choice("rain"))
    assert refused.value.rule == "toy-0"
    outcome = match.direct(Choice("time_up"))
    assert outcome.events == (Won(seats=(0,), how="time"),)
    assert match.over
    assert match.game.winners(match.position.state) == ((0,), "time")


def test_the_end_ends_the_asking() -> None:
    match = at_turn(stones=3)
    match.submit(0, take(3))
    assert match.over
    assert match.prompts() == []
    assert match.waiting_for() == []
    with pytest.raises(IllegalChoice):
        match.submit(1, take(1))
    with pytest.raises(IllegalChoice):
        match.direct(Choice("time_up"))
    assert Match.load(TOY, match.save()).over


# Refusals


@pytest.mark.parametrize(
    ("seat", "choice", "rule"),
    [
        (0, take(4), "toy-2"),
        (0, Choice("take"), "toy-2"),
        (0, Choice.of("take", stones=["1", "2"]), "toy-2"),
        (0, Choice.of("take", stones="1", more="2"), "toy-2"),
        (0, Choice("dance"), "toy-0"),
        (1, take(1), "toy-0"),
        (1, PEBBLE, "toy-0"),
        (7, take(1), "toy-0"),
        (-1, Choice("time_up"), "toy-0"),
    ],
)
def test_what_is_not_offered_is_refused_and_changes_nothing(
    seat: int, choice: Choice, rule: str
) -> None:
    match = at_turn(hands=[["flint"], ["chalk"]])
    saved, prompts = match.save(), match.prompts()
    with pytest.raises(IllegalChoice) as refused:
        match.submit(seat, choice)
    assert refused.value.rule == rule
    assert refused.value.reason
    assert match.save() == saved
    assert match.prompts() == prompts
    # Nothing of the refused choice turns up with the next one.
    assert match.submit(0, take(1)).events[0] == Taken(seat=0, stones=1)


def test_the_rule_of_the_only_offer_refuses_what_does_not_fit_it() -> None:
    match, _ = Match.start(TOY, 2, "seed")
    with pytest.raises(IllegalChoice, match="is not one of the choices") as refused:
        match.submit(0, bid(6))
    assert refused.value.rule == "toy-1"


def test_asking_changes_nothing() -> None:
    match = at_turn(hands=[["pebble"], ["pebble"]])
    saved = match.save()
    for _ in range(3):
        match.prompts()
        match.waiting_for()
        match.view(0)
        match.view(None)
        match.violations()
    assert match.save() == saved


@given(st.integers())
@settings(max_examples=15)
def test_every_offered_choice_is_accepted(seed: int) -> None:
    match, _ = Match.start(TOY, 2, str(seed), {"stones": "9"})
    chance = random.Random(seed)
    while not match.over:
        saved = match.save()
        for prompt in match.prompts():
            for offer in prompt.offers:
                for choice in offer.choices():
                    other = Match.load(TOY, saved)
                    assert other.submit(prompt.seat, choice).version == match.version + 1
                    assert other.violations() == []
        prompt, choice = Dabbler().choose(None, match.prompts(), 0, chance)
        match.submit(prompt.seat, choice)


# Saving


@given(st.integers())
@settings(max_examples=20)
def test_a_saved_game_goes_on_as_if_it_had_not_been_saved(seed: int) -> None:
    straight, _ = Match.start(TOY, 3, str(seed))
    saved = straight.save()
    for seat, choice, outcome in play(straight, random.Random(seed)):
        resumed = Match.load(TOY, saved)
        assert resumed.save() == saved
        assert resumed.submit(seat, choice) == outcome
        saved = resumed.save()
    assert saved == straight.save()


def test_a_position_of_a_newer_version_is_not_read() -> None:
    match = at_turn()
    match.position.schema = 2
    with pytest.raises(ValueError, match="newer"):
        Match.load(TOY, match.save())


# Going wrong


class Restless(Step[Any], tag=True):
    """A step that never comes to an end."""

    def advance(self, table: Table) -> None:
        table.push(Restless())
        table.finish(self)


class Endless(Toy):
    """The toy, with a step that runs away."""

    def set_up(self, seats: int, options: dict[str, str], seed: str) -> Any:
        position = super().set_up(seats, options, seed)
        position.agenda = [Restless()]
        position.state.heap = 1
        return position


def test_a_runaway_is_stopped() -> None:
    with pytest.raises(RuntimeError, match="never comes to an end: Restless"):
        Match.start(Endless(), 2, "seed")


def test_a_dead_end_is_noticed() -> None:
    match = at_turn()
    match.position.state.heap = -1
    match.position.agenda.clear()
    match.look_anew()
    assert match.violations() == [
        "the heap is negative",
        "the agenda is empty before the end",
        "nobody is asked anything before the end",
    ]


def test_a_step_asks_nothing_by_nature() -> None:
    table: Table[State, None] = at_turn().table
    step = Step[Any]()
    assert step.prompts(table) == []
    assert step.refusal(table, 0, PEEK) is None
    with pytest.raises(NotImplementedError, match="Step asks nothing"):
        step.answer(table, 0, PEEK)
    with pytest.raises(LookupError, match="Step is not on the agenda"):
        step.advance(table)


def test_steps_are_taken_in_the_order_in_which_they_are_named() -> None:
    table: Table = at_turn().table
    first, second = Pay(seat=0), Pay(seat=1)
    table.push(first, second)
    assert table.agenda[-1] is first
    # A step may finish while another one already lies on it.
    table.finish(second)
    assert table.agenda[-1] is first
    table.finish(first)
    assert isinstance(table.agenda[-1], Turns)


def test_a_choice_refused_says_its_rule() -> None:
    refused = IllegalChoice("toy-1", "Not so.")
    assert str(refused) == "Not so. (toy-1)"


# Audiences


def test_an_event_is_seen_by_its_audience() -> None:
    public = Taken(seat=0, stones=1)
    mine = Peeked(audience=(0, 2), seat=0, card="flint")
    hidden = Audited(audience=(), deck=())
    assert public.audience is EVERYBODY
    seen = {e: [e.visible_to(seat) for seat in (None, 0, 1, 2)] for e in (public, mine, hidden)}
    assert seen[public] == [True, True, True, True]
    assert seen[mine] == [False, True, False, True]
    assert seen[hidden] == [False, False, False, False]


@pytest.mark.parametrize(
    "event",
    [
        HeapMade(stones=3),
        Dealt(audience=(1,), cards=("flint",)),
        Audited(audience=(), deck=("slate",)),
        Thrown(seat=0, rolled=2),
    ],
)
def test_events_go_to_json_and_back_with_their_audience(event: ToyEvent) -> None:
    back: Event = TOY.decode_event(msgspec.json.encode(event))
    assert back == event
    assert type(back) is type(event)
    assert back.audience == event.audience


@given(st.integers())
@settings(max_examples=20)
def test_what_others_hold_makes_no_difference_to_what_one_sees(seed: int) -> None:
    match, _ = Match.start(TOY, 3, str(seed))
    hand = list(match.position.state.hands[0])
    before = match.view(0), [match.view(None)]
    match.position.state.hands[1:] = [["slate", "slate"], ["chalk", "flint"]]
    match.position.state.deck.reverse()
    assert (match.view(0), [match.view(None)]) == before
    assert match.view(0).hand == tuple(hand)
    assert match.view(None).hand == ()


def test_a_refusal_that_tables_share_stays_as_it_was_written() -> None:
    """Each table cites the rule in force for it, and no refused choice is remembered."""
    shared = IllegalChoice("toy-1", "Not so.")

    class Waiting(Turns, tag="waiting"):
        meanwhile = shared

        def refusal(self, table: Any, seat: int, choice: Choice) -> IllegalChoice | None:
            return Step.refusal(self, table, seat, choice)

    class Amended(Toy):
        def in_force(self, rule: str) -> str:
            return {"toy-1": "toy-1b"}.get(rule, rule)

    for game, cited in ((Amended(), "toy-1b"), (TOY, "toy-1"), (Amended(), "toy-1b")):
        match = at_turn()
        position = msgspec.structs.replace(match.position, agenda=[Waiting(order=[0, 1])])
        with pytest.raises(IllegalChoice, match=r"Not so\.") as refused:
            Match.at(game, position).submit(0, take(9))
        assert refused.value.rule == cited
        assert refused.value is not shared
    assert (shared.rule, shared.__traceback__) == ("toy-1", None)


def test_a_moment_that_has_passed_comes_before_what_must_be_settled_first() -> None:
    class Waiting(Turns, tag="waiting_anew"):
        meanwhile = IllegalChoice("toy-1", "Not so.")

        def refusal(self, table: Any, seat: int, choice: Choice) -> IllegalChoice | None:
            return Step.refusal(self, table, seat, choice)

    class Timely(Toy):
        def too_late(self, table: Any, seat: int, choice: Choice) -> IllegalChoice | None:
            return None if choice.verb == "bid" else IllegalChoice("toy-2", "Too late.")

    position = msgspec.structs.replace(at_turn().position, agenda=[Waiting(order=[0, 1])])
    match = Match.at(Timely(), position)
    for choice, reason in (
        (bid(1), "Not so."),
        (Choice("sing"), "Too late."),
        (take(9), "Not so."),
    ):
        with pytest.raises(IllegalChoice) as refused:
            match.submit(0, choice)
        assert refused.value.reason == reason, choice


# What registers itself where it is written: steps by being steps, other things by their names.


BELL = """
from typing import Any

from bot.rules.kernel import Step


class Ring(Step[Any], tag="ring"):
    strokes: int = 1
"""
"""A module of rules, with a step of its own."""


class Tower(msgspec.Struct):
    """The state of a game of which there is little."""

    height: int


def build(root: Path, package: str, **modules: str) -> None:
    """Write a package of rules with these modules in a room of it."""
    room = root / package / "bells"
    room.mkdir(parents=True)
    for folder in (room, room.parent):
        (folder / "__init__.py").write_text("")
    for name, text in modules.items():
        (room / f"{name}.py").write_text(text)


def test_a_step_is_saved_and_read_that_is_only_written_in_a_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    build(tmp_path, "belfry", great=BELL)
    (ring,) = steps_of("belfry")
    agenda: list[Any] = [ring(strokes=3)]
    position = Position(1, "belfry", "plain", 0, Dice("seed"), agenda, Tower(40))
    read = reader_of_positions(Tower, steps_of("belfry")).decode(msgspec.json.encode(position))
    assert read.agenda == [ring(strokes=3)]
    assert read.state == Tower(40)


def test_two_steps_may_not_be_saved_under_one_tag(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    build(tmp_path, "steeple", lesser=BELL, tenor=BELL.replace("Ring", "Toll"))
    with pytest.raises(ValueError) as wrong:
        steps_of("steeple")
    assert str(wrong.value) == (
        "steeple.bells.lesser.Ring and steeple.bells.tenor.Toll have the same tag; "
        "give one of them another."
    )


def test_a_name_is_given_once() -> None:
    bells = Register[list[str]]()
    bells.named("tenor")(list)
    assert bells == {"tenor": []}
    with pytest.raises(ValueError) as wrong:
        bells["tenor"] = ["cracked"]
    assert str(wrong.value) == "Two things are called 'tenor': [] and ['cracked']."
