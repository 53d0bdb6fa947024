"""Self-play: whole games, their records, and what is noticed on the way."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from bot import selfplay
from bot.games import game_for
from bot.rules.kernel import Choice, Dice, Match, Prompt
from bot.seats.kingmaker_steward import steward
from bot.seats.random_seat import RandomSeat
from bot.secrecy import leaks
from bot.selfplay import play_game, reload_problems, run_selfplay

HOUSE = game_for("kingmaker", "house")

KEYS = [
    "game",
    "ruleset",
    "seed",
    "seats",
    "policies",
    "finished",
    "winners",
    "victory",
    "rounds",
    "decisions",
    "seconds",
    "violations",
    "counts",
]


def _line(seed: str) -> dict[str, Any]:
    record = play_game(HOUSE, 3, seed, [steward, RandomSeat()], options={"rounds": "5"})
    line = record.line()
    del line["seconds"]
    return line


def test_the_same_seed_gives_the_same_game() -> None:
    first = _line("a")
    assert first == _line("a")
    assert first != _line("b")


def test_a_record_names_what_happened() -> None:
    record = play_game(HOUSE, 3, "a", [steward, RandomSeat()], options={"rounds": "5"})
    line = json.loads(json.dumps(record.line()))
    assert list(line) == KEYS
    assert line["policies"] == ["steward", "random", "steward"]
    assert line["finished"] is True
    assert line["violations"] == []
    assert line["rounds"] == 5
    assert line["decisions"] == len(record.decisions) > 50
    events = line["counts"]["events"]
    battles = events.get("battle_rolled", 0) + events.get("battle_decided", 0)
    assert line["counts"]["battles"] == battles
    assert line["counts"]["events"]["game_won"] == 1


def test_the_decisions_of_a_record_give_the_game_again() -> None:
    record = play_game(HOUSE, 3, "a", [steward, RandomSeat()], options={"rounds": "5"}, check=False)
    match, _ = Match.start(HOUSE, 3, "a", record.options)
    for seat, choice in record.decisions:
        match.submit(seat, choice)
    assert match.over
    winners, victory = HOUSE.winners(match.position.state)
    assert (list(winners), victory) == (record.winners, record.victory)


def test_a_record_counts_parliaments_ships_and_deals() -> None:
    record = play_game(HOUSE, 4, "1:2", [steward], check=False)
    counts, events = record.counts, record.counts["events"]
    called = events.get("parliament_called", 0)
    assert counts["parliaments"] + counts["peoples_parliaments"] == called >= 1
    assert 1 <= counts["ships_carrying"] <= counts["sailings"] == events["sailed"]
    assert 1 <= counts["deals_struck"] <= counts["deals_proposed"] == events["deal_proposed"]
    assert counts["ship_sieges"] <= counts["sieges_laid"] == events["siege_laid"]
    assert counts["votes_won"] <= counts["votes"] == events.get("ballot_closed", 0)


class Busy:
    """A player who looks at nothing but what it is asked."""

    def looks_round(
        self, view: Any, asked: Sequence[Prompt], seat: int, chance: random.Random
    ) -> bool:
        return False

    def glance(
        self, view: Any, prompts: Sequence[Prompt], seat: int, chance: random.Random
    ) -> tuple[Prompt, Choice] | None:
        return None


class Peddler(Busy):
    """Offers a deal before everything else, and takes what it is offered."""

    name = "peddler"

    def choose(
        self, view: Any, prompts: Sequence[Prompt], seat: int, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        for prompt in prompts:
            for offer in prompt.offers:
                if offer.verb == "propose_deal" and chance.random() < 0.5:
                    return prompt, Choice.of("propose_deal", to=offer.field("to").candidates[0])
        return RandomSeat().choose(view, prompts, seat, chance)

    def looks_round(
        self, view: Any, asked: Sequence[Prompt], seat: int, chance: random.Random
    ) -> bool:
        return True

    def glance(
        self, view: Any, prompts: Sequence[Prompt], seat: int, chance: random.Random
    ) -> tuple[Prompt, Choice] | None:
        for prompt in prompts:
            for offer in prompt.offers:
                if offer.verb == "accept_deal":
                    return prompt, Choice("accept_deal", {"deal": offer.field("deal").candidates})
        return None


def test_who_is_offered_a_deal_may_speak_at_once() -> None:
    record = play_game(HOUSE, 2, "deals", [Peddler()], options={"rounds": "2"})
    assert record.violations == []
    assert record.counts["deals_proposed"] >= 5
    assert record.counts["deals_struck"] == record.counts["deals_proposed"]


def test_games_of_a_run_have_seeds_of_their_own() -> None:
    records = list(
        run_selfplay(
            HOUSE, seats=2, games=2, seed="7", policies=[RandomSeat()], options={"rounds": "2"}
        )
    )
    assert [record.seed for record in records] == ["7:0", "7:1"]
    assert records[0].decisions != records[1].decisions


def test_the_usual_limit_is_sixty_rounds() -> None:
    assert selfplay.ROUNDS == "60"


class Idler(Busy):
    """Goes in and out of a castle for ever."""

    name = "idler"

    def choose(
        self, view: Any, prompts: Sequence[Prompt], seat: int, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        for prompt in prompts:
            for offer in prompt.offers:
                if offer.verb in ("leave", "enter"):
                    noble = offer.field("nobles").candidates[:1]
                    place = offer.field("place").candidates
                    return prompt, Choice(offer.verb, {"nobles": noble, "place": place})
        return RandomSeat().choose(view, prompts, seat, chance)


def test_a_player_who_never_ends_a_phase_is_noticed() -> None:
    record = play_game(HOUSE, 2, "idle", [Idler()], check=False)
    assert not record.finished
    assert record.violations[0].endswith("RuntimeError: idler goes round in circles")


@pytest.mark.long
def test_the_four_stewards_of_whom_one_walked_in_and_out_for_ever_come_to_an_end() -> None:
    (record,) = run_selfplay(
        HOUSE, seats=4, games=1, seed="11", policies=[steward], options={"rounds": "60"}
    )
    assert (record.seed, record.finished, record.violations) == ("11:0", True, [])
    assert len(record.decisions) < 3_000


class Cheat(Busy):
    """Answers what was not asked."""

    name = "cheat"

    def choose(
        self, view: Any, prompts: Sequence[Prompt], seat: int, chance: random.Random
    ) -> tuple[Prompt, Choice]:
        return prompts[0], Choice("win")


def test_an_answer_that_was_not_on_offer_is_noticed() -> None:
    record = play_game(HOUSE, 2, "cheat", [Cheat()])
    assert not record.finished
    assert len(record.violations) == 1
    assert record.violations[0].startswith("decision 0: IllegalChoice:")


def test_a_view_that_shows_the_deck_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = Match.start(HOUSE, 3, "leak", {"rounds": "5"})
    everybody = (0, 1, 2, None)
    assert leaks(match, everybody, Dice("other")) == []
    saved = match.save()
    honest = HOUSE.view

    def telling(table: Any, seat: int | None) -> Any:
        return honest(table, seat), table.state.event_deck[-1] if seat == 1 else None

    monkeypatch.setattr(HOUSE, "view", telling)
    found = leaks(match, everybody, Dice("other"))
    assert found == ["the view of seat 1 changes with what is hidden from it"]
    assert match.save() == saved


def test_a_save_that_forgets_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = Match.start(HOUSE, 3, "forget", {"rounds": "5"})
    assert reload_problems(match) == []
    honest = HOUSE.decode

    def forgetful(saved: bytes) -> Any:
        position = honest(saved)
        position.dice.used += 1
        return position

    monkeypatch.setattr(HOUSE, "decode", forgetful)
    assert reload_problems(match) == ["saving, loading and saving again gives a different game"]
