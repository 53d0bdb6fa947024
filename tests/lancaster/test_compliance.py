"""What every game must keep to, tried on whole games of Lancaster that are played at random."""

from __future__ import annotations

import random
from functools import cache
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.content.load import load_ledger
from bot.rules.kernel import Choice, Event, IllegalChoice, Match, Offer
from bot.rules.lancaster import facts
from bot.seats.random_seat import RandomSeat, random_choice
from bot.selfplay import play_game
from tests.lancaster.scene import GAME

SEATS = (2, 3, 4, 5)
LONGEST = 1_500
LEDGER = {rule.id for rule in load_ledger()}


class Played(NamedTuple):
    """A whole game: every decision, the position before each, and all events."""

    decisions: list[tuple[int, Choice]]
    saved: list[bytes]
    events: list[Event]
    final: bytes


def chosen(chance: random.Random, offer: Offer) -> Choice:
    choice = random_choice(offer, chance)
    assert choice is not None
    return choice


def decide(chance: random.Random, match: Match) -> tuple[int, Choice]:
    prompt = chance.choice(match.prompts())
    return prompt.seat, chosen(chance, chance.choice(prompt.offers))


@cache
def played(seats: int) -> Played:
    match, outcome = Match.start(GAME, seats, f"compliance {seats}")
    chance = random.Random(seats)
    record = Played([], [], list(outcome.events), b"")
    while not match.over:
        assert len(record.decisions) < LONGEST, "the game runs away"
        assert match.waiting_for(), "a dead end"
        record.saved.append(match.save())
        decision = decide(chance, match)
        record.decisions.append(decision)
        record.events.extend(match.submit(*decision).events)
        assert match.violations() == []
    return record._replace(final=match.save())


def loaded(saved: bytes) -> Match:
    return Match.load(GAME, saved)


@pytest.mark.rule("lancaster-1.3", "lancaster-4.1")
@pytest.mark.parametrize("seats", SEATS)
def test_a_game_ends_after_five_rounds_with_winners(seats: int) -> None:
    record = played(seats)
    rounds = [event.round for event in record.events if isinstance(event, facts.RoundBegan)]
    assert rounds == [1, 2, 3, 4, 5]
    won = record.events[-1]
    assert isinstance(won, facts.GameWon)
    assert won.winners
    assert [won.points[seat] for seat in won.winners] == [max(won.points)] * len(won.winners)


@pytest.mark.parametrize("seats", SEATS)
def test_the_same_seed_and_decisions_give_the_same_game(seats: int) -> None:
    record = played(seats)
    match, outcome = Match.start(GAME, seats, f"compliance {seats}")
    again = list(outcome.events)
    for before, decision in zip(record.saved, record.decisions, strict=True):
        assert match.save() == before  # replaying all but the last decisions is undo
        again.extend(match.submit(*decision).events)
    assert match.save() == record.final
    assert again == record.events


@pytest.mark.parametrize("seats", SEATS)
def test_saving_loading_and_saving_is_equal_and_play_goes_on(seats: int) -> None:
    record = played(seats)
    followers = [*record.saved[1:], record.final]
    for saved, decision, following in zip(record.saved, record.decisions, followers, strict=True):
        match = loaded(saved)
        assert match.save() == saved
        match.submit(*decision)
        assert match.save() == following
    assert loaded(record.final).over
    assert max(len(saved) for saved in record.saved) < 12_000


@pytest.mark.parametrize("seats", SEATS)
def test_events_survive_storage(seats: int) -> None:
    for event in played(seats).events:
        assert GAME.decode_event(GAME.encode_event(event)) == event


@pytest.mark.parametrize("saved", [b"", b"{}", b'{"schema": 1}', b"[1]"])
def test_damaged_saves_are_refused(saved: bytes) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        GAME.decode(saved)


def test_saves_of_a_newer_program_are_refused() -> None:
    position = Match.start(GAME, 3, "newer")[0].position
    position.schema = 2
    with pytest.raises(ValueError, match="newer version"):
        GAME.decode(GAME.encode(position))


@pytest.mark.parametrize("seats", SEATS)
def test_looking_changes_nothing(seats: int) -> None:
    for saved in played(seats).saved[::3]:
        match = loaded(saved)
        first = match.prompts()
        for seat in (*range(seats), None):
            match.view(seat)
        assert match.violations() == []
        assert GAME.directives(match.table) == []
        assert match.position.agenda[-1].prompts(match.table) == first
        assert match.save() == saved
        assert match.table.events == []


@pytest.mark.parametrize("seats", SEATS)
def test_every_offer_is_kept(seats: int) -> None:
    chance = random.Random("offers")
    for saved in played(seats).saved[::4]:
        for prompt in loaded(saved).prompts():
            if prompt.default is not None:
                assert prompt.find(prompt.default) is not None
            for offer in prompt.offers:
                match = loaded(saved)
                match.submit(prompt.seat, chosen(chance, offer))
                assert match.violations() == []


@pytest.mark.parametrize("seats", SEATS)
def test_anything_else_is_refused_by_a_rule_and_changes_nothing(seats: int) -> None:
    chance = random.Random("refusals")
    refused = 0
    for saved in played(seats).saved[::3]:
        match = loaded(saved)
        for prompt in match.prompts():
            offer = chance.choice(prompt.offers)
            fit = chosen(chance, offer)
            wrong = [
                (prompt.seat, Choice("no-such-verb", fit.args)),
                (prompt.seat, Choice(offer.verb, {**fit.args, "no-such-field": ("1",)})),
                *(
                    (prompt.seat, Choice(offer.verb, {**fit.args, f.name: ("²",)}))
                    for f in offer.fields
                ),
                *(
                    (prompt.seat, Choice(offer.verb, {**fit.args, f.name: ()}))
                    for f in offer.fields
                ),
                *((seat, fit) for seat in range(-1, seats + 1)),
            ]
            for seat, choice in wrong:
                if any(p.find(choice) is not None for p in match.prompts(seat)):
                    continue
                with pytest.raises(IllegalChoice) as caught:
                    match.submit(seat, choice)
                assert caught.value.rule in LEDGER, caught.value
                assert caught.value.rule.startswith("lancaster-")
                assert caught.value.reason
                refused += 1
        assert match.save() == saved
    assert refused > 100


def test_nothing_is_accepted_when_the_game_is_over() -> None:
    record = played(4)
    match = loaded(record.final)
    assert match.prompts() == []
    for seat, choice in record.decisions[-20:]:
        with pytest.raises(IllegalChoice):
            match.submit(seat, choice)
    assert match.save() == record.final
    with pytest.raises(IllegalChoice):
        match.direct(Choice("time_up"))


# What must stay hidden


def disturbed(saved: bytes, seat: int | None, chance: random.Random) -> Match:
    """The same position as far as the seat may know: everything hidden from it is mixed up."""
    match = loaded(saved)
    state = match.position.state
    others = [house for number, house in state.houses.items() if number != seat]
    for name in ("gold", "squires"):
        amounts = [getattr(house, name) + 3 for house in others]
        for house, amount in zip(others, amounts, strict=True):
            setattr(house, name, amount)
    chance.shuffle(state.law_deck)
    chance.shuffle(state.conflict_deck)
    match.position.dice.used += 1
    return match


@pytest.mark.rule("lancaster-3.9")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_view_tells_nothing_of_screens_decks_and_dice(seats: int) -> None:
    chance = random.Random("hidden")
    for saved in played(seats).saved[::3]:
        plain = loaded(saved)
        for seat in (*range(seats), None):
            seen = msgspec.json.encode(plain.view(seat))
            assert msgspec.json.encode(disturbed(saved, seat, chance).view(seat)) == seen
            assert plain.position.dice.seed.encode() not in seen


@pytest.mark.parametrize("seats", SEATS)
def test_a_seat_sees_its_own_holdings(seats: int) -> None:
    for saved in played(seats).saved[::5]:
        match = loaded(saved)
        for seat, house in enumerate(match.position.state.players()):
            seen = match.view(seat).houses[seat]
            assert (seen.gold, seen.squires) == (house.gold, house.squires)


@pytest.mark.rule("lancaster-4ii.2")
def test_a_sealed_vote_is_seen_by_nobody() -> None:
    for saved in played(4).saved:
        match = loaded(saved)
        vote = match.position.agenda[-1]
        if type(vote).__name__ != "Vote" or not vote.tiles:
            continue
        before = [msgspec.json.encode(match.view(seat)) for seat in (*range(4), None)]
        for seat, tile in vote.tiles.items():
            vote.tiles[seat] = "no" if tile == "yes" else "yes"
            vote.markers[seat] = 0
        assert [msgspec.json.encode(match.view(seat)) for seat in (*range(4), None)] == before


# Many games


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 5), st.integers(0, 10_000))
def test_no_dead_end_and_no_broken_invariant(seats: int, number: int) -> None:
    match, _ = Match.start(GAME, seats, f"property {number}")
    chance = random.Random(number)
    for _ in range(LONGEST):
        if match.over:
            break
        assert match.violations() == []
        match.submit(*decide(chance, match))
    assert match.over
    assert match.violations() == []
    assert match.position.state.round == 5


@pytest.mark.parametrize("seats", SEATS)
def test_random_seats_play_to_the_end(seats: int) -> None:
    for number in range(3):
        record = play_game(GAME, seats, f"selfplay {number}", [RandomSeat()], check=False)
        assert record.finished
        assert record.violations == []
        assert record.rounds == 5
        assert record.victory == "points"
