"""What every game must keep to, tried on whole games that are played at random.

Fair to the seed, honest with offers, silent about what is hidden, and never stuck.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest

from bot.rules.kernel import Choice, Event, IllegalChoice, Match
from bot.rules.kernel.choices import Field, Offer
from bot.rules.kingmaker import facts
from tests.kingmaker.scene import HOUSE

GAMES = ((2, "compliance two"), (4, "compliance four"), (7, "compliance seven"))
ROUNDS = "30"
LONGEST = 6_000
"""Decisions after which a game of so few rounds has run away."""


class Decision(NamedTuple):
    seat: int
    choice: Choice


class Played(NamedTuple):
    """A whole game: every decision, the position before each, and all events."""

    decisions: list[Decision]
    saved: list[bytes]
    events: list[Event]
    final: bytes


def begin(seats: int, seed: str) -> tuple[Match, tuple[Event, ...]]:
    match, outcome = Match.start(HOUSE, seats, seed, {"rounds": ROUNDS})
    return match, outcome.events


def pick_field(rng: random.Random, field: Field) -> tuple[str, ...]:
    """A selection that fits the field."""
    most = min(field.most, len(field.candidates))
    for _ in range(8):
        rest = [c for c in field.candidates if c not in field.required]
        size = rng.randint(field.least, max(field.least, most)) - len(field.required)
        chosen = (*field.required, *rng.sample(rest, max(0, min(size, len(rest)))))
        if field.problem(chosen) is None:
            return chosen
    return next(field.selections())


def pick(rng: random.Random, offer: Offer) -> Choice:
    """One of the choices of an offer."""
    args = {field.name: pick_field(rng, field) for field in offer.fields}
    return Choice(offer.verb, {name: values for name, values in args.items() if values})


def decide(rng: random.Random, match: Match) -> Decision:
    """What somebody at random does next; possibilities that need no answer are taken rarely."""
    prompts = match.prompts()
    if rng.random() < 0.93:
        prompts = [prompt for prompt in prompts if prompt.blocking]
    prompt = rng.choice(prompts)
    offers = prompt.offers
    if prompt.kind == "movement" and rng.random() < 0.15:
        offers = tuple(offer for offer in offers if offer.verb == "done") or offers
    return Decision(prompt.seat, pick(rng, rng.choice(offers)))


@cache
def played(seats: int, seed: str) -> Played:
    match, events = begin(seats, seed)
    rng = random.Random(seed)
    record = Played([], [], list(events), b"")
    while not match.over:
        assert len(record.decisions) < LONGEST, "the game runs away"
        assert match.waiting_for(), "a dead end: nobody is asked anything"
        record.saved.append(match.save())
        decision = decide(rng, match)
        record.decisions.append(decision)
        record.events.extend(match.submit(*decision).events)
    return record._replace(final=match.save())


def sampled(record: Played, wanted: int) -> list[bytes]:
    """So many positions of a game, spread over its length."""
    return record.saved[:: max(1, len(record.saved) // wanted)]


def loaded(saved: bytes) -> Match:
    return Match.load(HOUSE, saved)


@pytest.fixture(params=GAMES, ids=["2 seats", "4 seats", "7 seats"])
def game(request: pytest.FixtureRequest) -> tuple[int, str]:
    seats, seed = request.param
    return int(seats), str(seed)


def test_a_game_ends_with_winners(game: tuple[int, str]) -> None:
    record = played(*game)
    won = [event for event in record.events if isinstance(event, facts.GameWon)]
    assert len(won) == 1
    assert record.events[-1] == won[0]
    assert won[0].winners
    assert set(won[0].winners) <= set(range(game[0]))


def test_the_same_seed_and_decisions_give_the_same_game(game: tuple[int, str]) -> None:
    record = played(*game)
    match, events = begin(*game)
    again = list(events)
    for before, decision in zip(record.saved, record.decisions, strict=True):
        assert match.save() == before  # replaying all but the last decisions is undo
        again.extend(match.submit(*decision).events)
    assert match.save() == record.final
    assert again == record.events


def test_another_seed_gives_another_game(game: tuple[int, str]) -> None:
    one, two = begin(game[0], game[1])[0], begin(game[0], game[1] + "!")[0]
    assert one.position.state.crown_deck != two.position.state.crown_deck
    assert one.position.state.event_deck != two.position.state.event_deck
    assert one.seed_hash != two.seed_hash


def test_saving_loading_and_saving_is_equal_and_play_goes_on(game: tuple[int, str]) -> None:
    record = played(*game)
    followers = [*record.saved[1:], record.final]
    for index in range(0, len(record.saved), max(1, len(record.saved) // 60)):
        match = loaded(record.saved[index])
        assert match.save() == record.saved[index]
        match.submit(*record.decisions[index])
        assert match.save() == followers[index]
    assert loaded(record.final).save() == record.final
    assert loaded(record.final).over


def test_events_survive_storage(game: tuple[int, str]) -> None:
    for event in played(*game).events:
        assert HOUSE.decode_event(HOUSE.encode_event(event)) == event


def test_looking_changes_nothing(game: tuple[int, str]) -> None:
    for saved in sampled(played(*game), 60):
        match = loaded(saved)
        first = [match.prompts(seat) for seat in range(game[0])]
        for seat in (*range(game[0]), None):
            match.view(seat)
        match.waiting_for()
        match.violations()
        top = match.position.agenda[-1]
        top.prompts(match.table)
        for seat in range(len(match.position.state.factions)):
            HOUSE.standing(match.table, seat)
        HOUSE.directives(match.table)
        assert [match.prompts(seat) for seat in range(game[0])] == first
        assert match.save() == saved
        assert match.table.events == []


def test_every_offer_is_kept(game: tuple[int, str]) -> None:
    rng = random.Random("offers")
    for saved in sampled(played(*game), 40):
        for prompt in loaded(saved).prompts():
            for offer in prompt.offers:
                for _ in range(2):
                    match = loaded(saved)
                    choice = pick(rng, offer)
                    outcome = match.submit(prompt.seat, choice)
                    assert outcome.version == match.version
                    assert match.violations() == []


def bent(rng: random.Random, offer: Offer) -> list[Choice]:
    """Choices near to those of an offer, none of which fits it."""
    fit = pick(rng, offer)
    found = [
        Choice("no-such-verb", fit.args),
        Choice(offer.verb, {**fit.args, "no-such-field": ("1",)}),
    ]
    for field in offer.fields:
        values = fit.args.get(field.name, ())
        found.append(Choice(offer.verb, {**fit.args, field.name: (*values, "nobody")}))
        found.append(Choice(offer.verb, {**fit.args, field.name: (*values, *values)}))
        if field.least > 0:
            found.append(Choice(offer.verb, {k: v for k, v in fit.args.items() if k != field.name}))
    return [choice for choice in found if offer.problem(choice) is not None]


def test_anything_else_is_refused_by_a_rule_and_changes_nothing(game: tuple[int, str]) -> None:
    rng = random.Random("refusals")
    for saved in sampled(played(*game), 40):
        match = loaded(saved)
        for prompt in match.prompts():
            for offer in prompt.offers:
                wrong = [(prompt.seat, choice) for choice in bent(rng, offer)]
                fit = pick(rng, offer)
                wrong += [(seat, fit) for seat in range(-1, game[0] + 1) if seat != prompt.seat]
                for seat, choice in wrong:
                    if any(p.find(choice) is not None for p in match.prompts(seat)):
                        continue
                    with pytest.raises(IllegalChoice) as caught:
                        match.submit(seat, choice)
                    assert caught.value.rule.startswith(("house-", "base-"))
                    assert caught.value.reason
        assert match.save() == saved


def test_nothing_is_accepted_when_the_game_is_over(game: tuple[int, str]) -> None:
    record = played(*game)
    match = loaded(record.final)
    assert match.prompts() == []
    assert match.waiting_for() == []
    for seat, choice in record.decisions[-20:]:
        with pytest.raises(IllegalChoice):
            match.submit(seat, choice)
    assert match.save() == record.final


@pytest.mark.parametrize("seats", range(2, 8))
def test_no_dead_end_and_no_broken_invariant_after_any_decision(seats: int) -> None:
    for number in range(2):
        match, _ = begin(seats, f"invariants {number}")
        rng = random.Random(number)
        for _ in range(LONGEST):
            if match.over:
                break
            assert match.violations() == []
            match.submit(*decide(rng, match))
        assert match.over
        assert match.violations() == []


def test_the_games_played_here_show_nearly_everything() -> None:
    verbs = {decision.choice.verb for game in GAMES for decision in played(*game).decisions}
    assert verbs >= {
        "accept", "answer_call", "ask_more", "assassinate", "assign", "attack", "attend_king",
        "conclude", "discard", "done", "enter", "free_move", "free_road", "go_home", "keep",
        "kill_heir", "lay", "leave", "march", "offer_ransom", "play", "refuse", "ride",
        "settle",
    }  # fmt: skip


def test_every_card_is_in_one_place(game: tuple[int, str]) -> None:
    content = HOUSE.content
    for saved in sampled(played(*game), 60):
        state = loaded(saved).position.state
        crown = [*state.crown_deck, *state.crown_discards, *state.chancery, *state.nobles]
        for noble in state.nobles.values():
            crown += [card for card in (noble.title, noble.office, *noble.cards) if card]
        for faction in state.factions:
            crown += [*faction.hand, *faction.dealt]
        if state.phase == "setup":  # the Constable is not yet in the deck
            assert set(content.crown) - set(crown) <= {"constable_tower"}
            assert len(crown) == len(set(crown))
        else:
            drawn = set(content.crown) - set(crown)
            assert len(crown) == len(set(crown))
            assert len(drawn) <= 1  # at most the card that is just being drawn
        events = [*state.event_deck, *state.event_discards]
        for faction in state.factions:
            events += faction.held
        assert len(events) == len(set(events))
        assert len(set(content.events) - set(events)) <= 1  # at most the card being obeyed


# What must stay hidden


def disturbed(saved: bytes, seat: int | None, rng: random.Random) -> Match:
    """The same position as far as the seat may know: everything hidden from it is mixed up."""
    match = loaded(saved)
    state = match.position.state
    others = [f for number, f in enumerate(state.factions) if number != seat]
    for pile, cards in ((state.crown_deck, "hand"), (state.event_deck, "held")):
        hidden = [card for faction in others for card in getattr(faction, cards)] + pile
        rng.shuffle(hidden)
        for faction in others:
            size = len(getattr(faction, cards))
            getattr(faction, cards)[:] = [hidden.pop() for _ in range(size)]
        pile[:] = hidden
    rng.shuffle(state.chancery)
    match.position.dice.used += 1
    return match


def test_a_view_tells_nothing_of_hands_decks_and_dice(game: tuple[int, str]) -> None:
    rng = random.Random("hidden")
    hands = 0
    for saved in sampled(played(*game), 60):
        plain = loaded(saved)
        hands += sum(len(f.hand) for f in plain.position.state.factions)
        for seat in (*range(game[0]), None):
            seen = msgspec.json.encode(plain.view(seat))
            assert msgspec.json.encode(disturbed(saved, seat, rng).view(seat)) == seen
            assert plain.position.dice.seed.encode() not in seen
    assert hands > 20  # there was something to hide


def test_a_seat_sees_its_own_hand(game: tuple[int, str]) -> None:
    for saved in sampled(played(*game), 60):
        match = loaded(saved)
        for seat, faction in enumerate(match.position.state.factions):
            view = match.view(seat)
            assert sorted(view.hand) == sorted(faction.hand)
            assert sorted(view.held) == sorted(faction.held)
            assert [s.hand for s in view.seats] == [
                len(f.hand) for f in match.position.state.factions
            ]


def test_prompts_are_put_to_one_seat_and_name_no_foreign_hand(game: tuple[int, str]) -> None:
    for saved in sampled(played(*game), 60):
        match = loaded(saved)
        factions = match.position.state.factions
        for seat in range(game[0]):
            secret = {c for n, f in enumerate(factions) if n != seat for c in f.hand}
            for prompt in match.prompts(seat):
                assert prompt.seat == seat
                if prompt.kind == "answer_ransom":
                    continue  # the captor is told what he is offered
                named = {c for o in prompt.offers for f in o.fields for c in f.candidates}
                named |= set(prompt.facts.values())
                # some nobles share their name with a castle
                assert not (named & secret) - set(HOUSE.content.board.places)


def test_a_drawn_card_is_told_to_the_drawer_alone(game: tuple[int, str]) -> None:
    seen: dict[bool, int] = {True: 0, False: 0}
    for event in played(*game).events:
        if not isinstance(event, facts.CrownCardDrawn):
            continue
        if event.audience is None:
            assert not event.card or HOUSE.content.crown[event.card].kind in ("noble", "place")
        else:
            assert event.audience == (event.seat,)
            assert event.card
        seen[event.audience is None] += 1
    assert seen[True] >= seen[False]


def test_a_ransom_is_told_in_public_without_its_terms() -> None:
    offers: list[Any] = [
        event
        for game in GAMES
        for event in played(*game).events
        if isinstance(event, facts.RansomOffered)
    ]
    assert {event.audience is None for event in offers} == {True, False}
    for event in offers:
        if event.audience is None:
            assert (event.places, event.ships, event.cards) == ((), (), ())
        else:
            assert set(event.audience) == {event.seat, event.captor}
