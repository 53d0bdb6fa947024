"""Whole games of Kingmaker under the house rules: all cards in their places, no secret told."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kingmaker import facts
from tests.compliance.whole_games import Kind, played, sampled, spread
from tests.rules.kingmaker.scene import HOUSE

KINDS = spread("kingmaker", "house")


@pytest.fixture(params=KINDS, ids=str)
def kind(request: pytest.FixtureRequest) -> Kind:
    assert isinstance(request.param, Kind)
    return request.param


def test_the_games_played_here_show_nearly_everything() -> None:
    games = [*map(played, KINDS), played(KINDS[0], 1)]  # the short one more shows a siege joined
    verbs = {decision.choice.verb for game in games for decision in game.decisions}
    wanted = {
        "accept", "answer_call", "ask_more", "assassinate", "assign", "attack", "conclude",
        "discard", "done", "embark", "enter", "free_move", "free_road", "go_home", "join",
        "keep", "kill_heir", "land", "lay", "leave", "lift", "march", "offer_ransom", "play",
        "propose", "propose_deal", "refuse", "ride", "sail", "settle", "transfer_title", "yea",
    }  # fmt: skip
    assert len(wanted - verbs) <= 2, wanted - verbs  # a few games leave something to the lot


def test_every_card_is_in_one_place(kind: Kind) -> None:
    content = HOUSE.content
    for saved in sampled(kind, 60):
        state = kind.loaded(saved).position.state
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


def test_a_seat_sees_its_own_hand(kind: Kind) -> None:
    for saved in sampled(kind, 60):
        match = kind.loaded(saved)
        for seat, faction in enumerate(match.position.state.factions):
            view = match.view(seat)
            assert sorted(view.hand) == sorted(faction.hand)
            assert sorted(view.held) == sorted(faction.held)
            assert [s.hand for s in view.seats] == [
                len(f.hand) for f in match.position.state.factions
            ]


def test_prompts_name_no_foreign_hand(kind: Kind) -> None:
    for saved in sampled(kind, 60):
        match = kind.loaded(saved)
        factions = match.position.state.factions
        for seat in range(kind.seats):
            secret = {c for n, f in enumerate(factions) if n != seat for c in f.hand}
            for prompt in match.prompts(seat):
                if prompt.kind == "answer_ransom":
                    continue  # the captor is told what he is offered
                named = {c for o in prompt.offers for f in o.fields for c in f.candidates}
                named |= set(prompt.facts.values())
                # some nobles share their name with a castle
                assert not (named & secret) - set(HOUSE.content.board.places)


def test_a_drawn_card_is_told_to_the_drawer_alone(kind: Kind) -> None:
    """Every draw is public; the card only if it must be played, else the drawer is told it."""
    drawn = [event for event in played(kind).events if isinstance(event, facts.CrownCardDrawn)]
    public = [event for event in drawn if event.audience is None]
    shown = [event for event in public if event.card]
    told = [event for event in drawn if event.audience is not None]
    assert len(shown) >= 5
    assert len(told) >= 5
    assert {HOUSE.content.crown[event.card].kind for event in shown} <= {"noble", "place"}
    assert all(event.card and event.audience == (event.seat,) for event in told)
    assert [event.seat for event in public if not event.card] == [event.seat for event in told]


def test_a_ransom_is_told_in_public_without_its_terms() -> None:
    offers: list[Any] = [
        event
        for kind in KINDS
        for event in played(kind).events
        if isinstance(event, facts.RansomOffered)
    ]
    assert {event.audience is None for event in offers} == {True, False}
    for event in offers:
        if event.audience is None:
            assert (event.places, event.ships, event.cards) == ((), (), ())
        else:
            assert set(event.audience) == {event.seat, event.captor}


def test_two_games_in_memory_have_the_names_of_their_pieces_in_common(kind: Kind) -> None:
    for saved in sampled(kind, 20):
        one, other = (kind.loaded(saved).position.state for _ in range(2))
        for names in (
            lambda state: [*state.crown_deck, *state.event_deck, *state.crown_discards],
            lambda state: [*state.event_discards, *state.control.values()],
            lambda state: [card for each in state.factions for card in (*each.hand, *each.held)],
            lambda state: [card for each in state.nobles.values() for card in each.cards],
            lambda state: [n.square for n in state.nobles.values()],
            lambda state: [n.came_from for n in state.nobles.values()],
            lambda state: [n.inside for n in state.nobles.values()],
            lambda state: [card for n in state.nobles.values() for card in (n.title, n.office)],
        ):
            found = list(zip(names(one), names(other), strict=True))
            assert all(mine is theirs for mine, theirs in found)
