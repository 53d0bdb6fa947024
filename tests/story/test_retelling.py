"""What a story tells: to every pair of eyes what they saw, and nothing of a game that goes on."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games import game_for, words_for
from bot.rules.kernel import Event
from bot.session.journal.record import play_over
from bot.story.retelling import ALL, RUNNING, TABLE, Retelling
from tests.story.games import KINGMAKER, LANCASTER, SEVEN, SMALL, export, retold, tale


def hand_after(page: Retelling, seat: int, decision: int) -> list[str]:
    """What the page shows of a seat's cards after a decision."""
    shown: list[int] = []
    for entry in page.entries:
        if entry.decision <= decision and str(seat) in entry.holds:
            shown = page.hands[entry.holds[str(seat)]]
    return [page.lines[line] for line in shown]


def read_at(page: Retelling, eyes: str, decision: int) -> list[str]:
    """What these eyes read of a decision on the page, without the headings of turns."""
    found = [entry.saw for entry in page.entries if entry.decision == decision]
    return [page.lines[line] for saw in found for line in saw.get(eyes, saw.get(TABLE, []))]


def runs(events: tuple[Event, ...], rules: Any) -> list[list[Event]]:
    """The events of a decision, parted where a turn began."""
    parts: list[list[Event]] = [[]]
    for event in events:
        if rules.marks_turn(event) and event.visible_to(None):
            parts.append([])
        else:
            parts[-1].append(event)
    return parts


@pytest.mark.parametrize(
    ("name", "secrets"), [(KINGMAKER, True), (SEVEN, True), (LANCASTER, False)]
)
def test_every_seat_sees_what_it_saw(name: str, secrets: bool) -> None:
    data = export(name)
    rules, words = game_for(data["game"], data["ruleset"]), words_for(data["game"], data["ruleset"])
    told = tale(name)
    page, hidden = told.page, 0

    def called(seat: int) -> str:
        return f"**{data['seats'][seat]['name']}**"

    for played in play_over(data, rules):
        if played.number % 7 and played.number != len(data["decisions"]):
            continue
        parts = runs(played.outcome.events, rules)
        eyes: dict[str, int | None] = {TABLE: None}
        for seat in range(len(data["seats"])):
            eyes[str(seat)] = seat
            view = played.match.view(seat)
            cards = words.card_lines(view, seat, called, over_shoulder=True)
            assert hand_after(page, seat, played.number) == cards
        for who, seen_by in eyes.items():
            visible = [[e for e in part if e.visible_to(seen_by)] for part in parts]
            lines = [line for part in visible for line in words.tell_all(part, called)]
            assert read_at(page, who, played.number) == lines
        lines = [line for part in parts for line in words.tell_all(part, called)]
        assert read_at(page, ALL, played.number) == lines
        hidden += lines != read_at(page, TABLE, played.number)
    assert bool(hidden) is secrets
    assert told.views[-1] == played.match.view(None)
    assert page.decisions == len(data["decisions"])


def test_a_turn_ends_with_the_board_as_everybody_saw_it() -> None:
    data = export(SMALL)
    rules, words = game_for(data["game"], data["ruleset"]), words_for(data["game"], data["ruleset"])
    told = retold(data)
    marks = [
        played.match.view(None)
        for played in play_over(data, rules)
        for event in played.outcome.events
        if rules.marks_turn(event)
    ]
    assert told.views[:-1] == marks
    assert len(told.page.turns) == len(told.views) == len(marks) + 1
    last = words.map_text(told.views[-1], lambda seat: f"**{told.names[-1][seat]}**")
    shown = [told.page.lines[line] for line in told.page.turns[-1].board]
    assert shown == [line for line in last.splitlines() if line.strip()]
    assert all(told.page.lines[turn.title] for turn in told.page.turns)


def test_how_all_stood_has_its_headings_in_bold_and_no_mark_within_one() -> None:
    page = retold(export(KINGMAKER, "**Anne**")).page
    found = {page.lines[line] for turn in page.turns for line in turn.glance}
    assert found
    assert [line for line in found if not line.startswith("**") or "****" in line] == []


def test_all_draws_of_the_game_are_told_in_order() -> None:
    page = tale(KINGMAKER).page
    assert sum(len(each.pairs) for each in page.drawn) == 2 * page.draws
    assert [each.decision for each in page.drawn] == sorted(each.decision for each in page.drawn)
    # The first of all is the shuffle of the Crown cards, before the first decision.
    assert page.drawn[0].decision == 0
    sides = page.drawn[0].pairs[::2]
    assert sides[:3] == [sides[0], sides[0] - 1, sides[0] - 2]


def test_draws_that_were_taken_back_at_the_end_are_told_too() -> None:
    page = retold({**export(KINGMAKER), "taken_back": 1}).page
    assert page.drawn[-1].taken_back == 1
    assert page.drawn[-1].decision == page.decisions + 1


def test_a_game_that_goes_on_is_not_told() -> None:
    going_on = export(SMALL)
    going_on["result"] = None
    going_on["decisions"] = going_on["decisions"][:50]
    with pytest.raises(ValueError, match=r"^This game is not over, and its story would show"):
        retold(going_on)
    assert RUNNING.endswith("Play it to its end first.")
    # Who says that it was won does not make it so.
    with pytest.raises(ValueError, match=r"^The record does not check out: The result differs\.$"):
        retold({**going_on, "result": {"winners": [0], "victory": "points"}})


def test_a_game_that_the_table_has_ended_is_told_as_far_as_it_went() -> None:
    ended = export(SMALL)
    ended["result"] = None
    ended["decisions"] = ended["decisions"][:50]
    page = retold(ended, ended=True).page
    assert page.decisions == 50
    assert not any(seat.won for seat in page.seats)


def test_another_seed_is_noticed() -> None:
    with pytest.raises(ValueError, match=r"The published hash is not the hash of the seed\.$"):
        retold({**export(SMALL), "seed": "another"})


def test_who_was_forgotten_stays_so() -> None:
    page = retold(export(SMALL, "Anne", "Former player 2")).page
    assert [seat.name for seat in page.seats] == ["Anne", "Former player 2", "steward 3"]
    assert any("**Former player 2**" in line for line in page.lines)
    assert [seat.computer for seat in page.seats] == [False, False, True]


def test_a_seat_that_changed_hands_is_told_by_the_names_of_its_time() -> None:
    data = export(SMALL, "Duncan")
    plain = retold(data)
    middle = plain.page.entries[len(plain.page.entries) // 2].decision
    seats = [dict(seat) for seat in data["seats"]]
    seats[0]["name"] = "Alice"
    changed = retold({**data, "former": [{"decisions": middle, "seats": seats}]})
    for entry, before in zip(changed.page.entries, plain.page.entries, strict=True):
        told = [changed.page.lines[line] for lines in entry.saw.values() for line in lines]
        once = [plain.page.lines[line] for lines in before.saw.values() for line in lines]
        if entry.decision <= middle:
            once = [line.replace("Duncan", "Alice") for line in once]
        assert told == once
    assert changed.names[0][0] == "Alice"
    assert changed.names[-1][0] == changed.page.seats[0].name == "Duncan"
