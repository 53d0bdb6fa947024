"""What every game must keep to, under every rule set: nothing here knows one of them.

Fair to the seed, honest with offers, silent about what is hidden, and never stuck.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
import pytest

from bot.content.load import load_ledger
from bot.rules.kernel import Choice, Dice, IllegalChoice, Match, Offer, Prompt, Seat
from bot.secrecy import leaks, observers, other_world
from tests.compliance.whole_games import (
    EVERY_KIND,
    EVERY_RULESET,
    LONGEST,
    SOME_KINDS,
    Kind,
    by_samples,
    decide,
    pick,
    played,
    sampled,
    spread,
)

LEDGER = {rule.id for rule in load_ledger()}
LARGEST = 12_500
"""The most bytes that a position may take up."""


@pytest.fixture(params=by_samples(SOME_KINDS), scope="module")
def kind(request: pytest.FixtureRequest) -> Kind:
    """A kind of game; all that is looked at in one comes together, so that it is played once."""
    assert isinstance(request.param, Kind)
    return request.param


# The course of a game


def test_a_game_ends_with_winners(kind: Kind) -> None:
    match = kind.loaded(played(kind).final)
    winners, victory = match.game.winners(match.position.state)
    assert match.over
    assert winners
    assert set(winners) <= set(range(kind.seats))
    assert victory


def test_no_dead_end_and_no_broken_invariant_after_any_decision(kind: Kind) -> None:
    assert played(kind).violations == []


@pytest.mark.long
@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("of_seats", EVERY_KIND, ids=str)
def test_nor_are_there_with_any_number_of_seats(of_seats: Kind, number: int) -> None:
    match, _ = of_seats.begin(f"invariants {number}")
    chance = random.Random(number)
    for _ in range(LONGEST):
        if match.over:
            break
        assert match.violations() == []
        match.submit(*decide(chance, match))
    assert match.over
    assert match.violations() == []


@pytest.mark.parametrize(("game", "ruleset"), EVERY_RULESET)
def test_other_numbers_of_seats_are_refused(game: str, ruleset: str) -> None:
    rules = spread(game, ruleset)[0].rules
    for seats in (rules.seat_range[0] - 1, rules.seat_range[-1] + 1):
        with pytest.raises(ValueError, match="is for"):
            rules.set_up(seats, {}, "seats")


# The seed, and what is saved


def test_the_same_seed_and_decisions_give_the_same_game(kind: Kind) -> None:
    record = played(kind)
    match, events = kind.begin(f"compliance {kind}")
    again = list(events)
    for before, decision in zip(record.saved, record.decisions, strict=True):
        assert match.save() == before  # replaying all but the last decisions is undo
        again.extend(match.submit(*decision).events)
    assert match.save() == record.final
    assert again == record.events


def test_another_seed_gives_another_game(kind: Kind) -> None:
    one, two = kind.begin("one seed")[0], kind.begin("another seed")[0]
    states = [msgspec.json.encode(match.position.state) for match in (one, two)]
    assert states[0] != states[1]
    assert one.seed_hash != two.seed_hash


def test_saving_loading_and_saving_is_equal_and_play_goes_on(kind: Kind) -> None:
    record = played(kind)
    followers = [*record.saved[1:], record.final]
    for index in range(0, len(record.saved), max(1, len(record.saved) * kind.share // 60)):
        match = kind.loaded(record.saved[index])
        assert match.save() == record.saved[index]
        match.submit(*record.decisions[index])
        assert match.save() == followers[index]
    assert kind.loaded(record.final).save() == record.final
    assert kind.loaded(record.final).over
    assert max(len(saved) for saved in record.saved) < LARGEST


def test_events_survive_storage(kind: Kind) -> None:
    rules = kind.rules
    for event in played(kind).events:
        assert rules.decode_event(msgspec.json.encode(event)) == event


@pytest.mark.parametrize("saved", [b"", b"{}", b'{"schema": 1}', b"[1]"])
@pytest.mark.parametrize(("game", "ruleset"), EVERY_RULESET)
def test_damaged_saves_are_refused(game: str, ruleset: str, saved: bytes) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        spread(game, ruleset)[0].rules.decode(saved)


def test_saves_of_a_newer_program_are_refused(kind: Kind) -> None:
    position = kind.begin("newer")[0].position
    position.schema = kind.rules.schema + 1
    with pytest.raises(ValueError, match="newer version"):
        kind.rules.decode(kind.rules.encode(position))


# Questions and answers


def test_looking_changes_nothing(kind: Kind) -> None:
    for saved in sampled(kind, 60):
        match = kind.loaded(saved)
        first = [match.prompts(seat) for seat in range(kind.seats)]
        for seat in (*range(kind.seats), None):
            match.view(seat)
        match.waiting_for()
        match.violations()
        match.position.agenda[-1].prompts(match.table)
        for seat in range(kind.seats):
            match.why_not(seat)
            match.game.any_time(match.table, seat)
            match.game.beforehand(match.table, seat)
        match.game.directives(match.table)
        match.game.corrections(match.table)
        assert [match.prompts(seat) for seat in range(kind.seats)] == first
        assert match.save() == saved
        assert match.table.events == []


def some_of(chance: random.Random, kind: Kind, prompt: Prompt) -> list[Offer]:
    """The offers of a question; where a share of a kind is looked at, one of each verb."""
    if kind.share == 1:
        return list(prompt.offers)
    verbs: dict[str, list[Offer]] = {}
    for offer in prompt.offers:
        verbs.setdefault(offer.verb, []).append(offer)
    return [chance.choice(offers) for offers in verbs.values()]


def test_every_offer_is_kept(kind: Kind) -> None:
    chance = random.Random("offers")
    for saved in sampled(kind, 40):
        for prompt in kind.loaded(saved).prompts():
            for offer in some_of(chance, kind, prompt):
                for _ in range(2):
                    match = kind.loaded(saved)
                    outcome = match.submit(prompt.seat, pick(chance, offer))
                    assert outcome.version == match.version
                    assert match.violations() == []


def test_every_default_is_an_answer_that_is_offered(kind: Kind) -> None:
    defaults = 0
    for saved in sampled(kind, 60):
        for prompt in kind.loaded(saved).prompts():
            if prompt.blocking and prompt.default is not None:
                assert prompt.find(prompt.default) is not None
                defaults += 1
    assert defaults > 20 // kind.share


def test_why_a_correction_is_refused_tells_of_nothing_hidden(kind: Kind) -> None:
    chance, luck, compared = random.Random("mending"), Dice("mending"), 0
    for saved in sampled(kind, 25):
        twin = other_world(kind.loaded(saved), None, luck).save()
        for prompt in kind.rules.corrections(kind.loaded(saved).table):
            choices = [pick(chance, offer) for offer in prompt.offers for _ in range(6)]
            assert refusals(kind, saved, choices) == refusals(kind, twin, choices)
            compared += len(choices)
    assert compared > 300 // kind.share


def refusals(kind: Kind, saved: bytes, orders: list[Choice]) -> list[tuple[str, str] | None]:
    """Why each of these orders is not taken in a position; None if it is."""
    found, match = list[tuple[str, str] | None](), kind.loaded(saved)
    for order in orders:
        try:
            match.direct(order)
        except IllegalChoice as illegal:
            found.append((illegal.rule, illegal.reason))
        else:
            found.append(None)
            match = kind.loaded(saved)
    return found


def bent(chance: random.Random, offer: Offer) -> list[Choice]:
    """Choices near to those of an offer, none of which fits it."""
    fit = pick(chance, offer)
    found = [
        Choice("no-such-verb", fit.args),
        Choice(offer.verb, {**fit.args, "no-such-field": ("1",)}),
    ]
    for field in offer.fields:
        values = fit.args.get(field.name, ())
        found.append(Choice(offer.verb, {**fit.args, field.name: (*values, "nobody")}))
        found.append(Choice(offer.verb, {**fit.args, field.name: ("²",)}))
        found.append(Choice(offer.verb, {**fit.args, field.name: (*values, *values)}))
        if field.least > 0:
            found.append(Choice(offer.verb, {k: v for k, v in fit.args.items() if k != field.name}))
    return [choice for choice in found if offer.problem(choice) is not None]


def test_anything_else_is_refused_by_a_rule_and_changes_nothing(kind: Kind) -> None:
    chance = random.Random("refusals")
    refused = 0
    for saved in sampled(kind, 20):
        match = kind.loaded(saved)
        seats = [Seat(number) for number in range(-1, kind.seats + 1)]
        asked = {seat: match.prompts(seat) for seat in seats}
        for prompt in match.prompts():
            for offer in prompt.offers:
                wrong = [(prompt.seat, choice) for choice in bent(chance, offer)]
                fit = pick(chance, offer)
                wrong += [(seat, fit) for seat in seats if seat != prompt.seat]
                refused += sum(is_refused(match, asked[seat], seat, fit) for seat, fit in wrong)
        assert match.save() == saved
    assert refused > 300 // kind.share


def test_whatever_is_not_open_has_its_rule_and_asking_why_changes_nothing(kind: Kind) -> None:
    for saved in sampled(kind, 60):
        match = kind.loaded(saved)
        for seat in range(kind.seats):
            for wish, why in match.why_not(seat):
                assert why.rule in LEDGER
                assert all(prompt.find(wish) is None for prompt in match.prompts(seat))
        assert match.save() == saved


def is_refused(match: Match, asked: Sequence[Prompt], seat: int, choice: Choice) -> bool:
    """Whether a choice is not on offer; then it is refused by a rule, with a reason."""
    if any(prompt.find(choice) is not None for prompt in asked):
        return False
    with pytest.raises(IllegalChoice) as caught:
        match.submit(seat, choice)
    assert caught.value.rule in LEDGER
    assert caught.value.reason
    return True


def test_nothing_is_accepted_when_the_game_is_over(kind: Kind) -> None:
    record = played(kind)
    match = kind.loaded(record.final)
    assert match.prompts() == []
    assert match.waiting_for() == []
    for seat, choice in record.decisions[-20:]:
        with pytest.raises(IllegalChoice) as caught:
            match.submit(seat, choice)
        assert caught.value.rule in LEDGER
    assert match.save() == record.final


# What must stay hidden


def test_nothing_that_a_seat_sees_depends_on_what_is_hidden_from_it(kind: Kind) -> None:
    luck = Dice("otherwise")
    for saved in sampled(kind, 40):
        match = kind.loaded(saved)
        assert leaks(match, observers(match), luck) == []
        assert match.save() == saved


def test_the_seed_is_seen_by_nobody(kind: Kind) -> None:
    for saved in sampled(kind, 30):
        match = kind.loaded(saved)
        seed = match.position.dice.seed.encode()
        for seat in observers(match):
            assert seed not in msgspec.json.encode(match.view(seat))


def test_prompts_are_put_to_one_seat(kind: Kind) -> None:
    for saved in sampled(kind, 60):
        match = kind.loaded(saved)
        for seat in range(kind.seats):
            assert {prompt.seat for prompt in match.prompts(seat)} <= {seat}
