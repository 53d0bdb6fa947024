"""Characters of Lancaster: they lean to a kind of placement where several are worth the same."""

from __future__ import annotations

import random

import pytest

from bot.content.characters import Traits, load_characters
from bot.games import game_for, policy_for
from bot.rules.kernel import Choice
from bot.seats.lancaster_steward import LancasterSteward, Mind, kind_of, placements
from bot.selfplay import play_game
from tests.rules.lancaster.scene import Scene
from tests.seats.characters.known import character_of

CHARACTERS = ("cautious", "warlike", "courtier", "merchant")


def placing() -> Scene:
    """A knight who may go to war, into a castle, into empty counties, or drive somebody out."""
    scene = Scene(3, round=4).court(0, 4).war("K04", (1, 4)).war("K10").county(1, "F", 2)
    scene.state.favours_used, scene.state.favours = scene.state.favours, []
    return scene.purse(0).nobles(0, "EA").begin("placing")


def mind(scene: Scene) -> Mind:
    return Mind(scene.match.view(0), 0, scene.match.asked(0)[0], random.Random(1))


def leaning(traits: Traits) -> LancasterSteward:
    """Somebody with such traits, who leaves nothing to chance."""

    class Resolute(LancasterSteward):
        whim = 0.0

    character = character_of("cautious", "lancaster")
    return Resolute(character=type(character)("some", "Some", "Somebody", traits))


def test_placements_are_of_five_kinds() -> None:
    looking = mind(placing())
    kinds = [
        kind_of(looking.view, looking.me, choice.verb, choice.args)
        for choice in (
            Choice.of("conflict", knight="4", card="K04"),
            Choice.of("castle", knight="4", space="gold"),
            Choice.of("county", knight="4", county="F", squires="0"),
            Choice.of("county", knight="4", county="E", squires="0"),
            Choice.of("county", knight="4", county="B", squires="0"),
        )
    ]
    assert kinds == ["war", "castle", "driving_out", "county", "nobleman"]
    assert set(kinds) == set(load_characters("lancaster").leans)


def test_a_character_chooses_only_within_a_few_points_of_the_best() -> None:
    scene = placing()
    found = placements(mind(scene))
    best = max(worth for worth, _ in found)
    within = load_characters("lancaster").within
    chosen = set()
    for name in CHARACTERS:
        player = leaning(character_of(name, "lancaster").traits)
        _, choice = player.choose(scene.match.view(0), scene.match.asked(0), 0, random.Random(1))
        assert next(worth for worth, one in found if one == choice) >= best - within
        chosen.add(repr(choice))
    assert len(chosen) > 1


@pytest.mark.parametrize(
    ("traits", "kind"),
    [
        (Traits(care=1.0, daring=-1.0), "castle"),
        (Traits(ambition=1.0), "nobleman"),
        (Traits(daring=1.0, care=-1.0, ambition=-1.0), "war"),
    ],
)
def test_of_placements_worth_the_same_it_takes_the_kind_it_leans_to(
    traits: Traits, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = placing()
    same = [(1.0, choice.verb, choice.args) for _, choice in placements(mind(scene))]
    monkeypatch.setattr("bot.seats.lancaster_steward._placements", lambda _: same)
    view, asked = scene.match.view(0), scene.match.asked(0)
    _, choice = leaning(traits).choose(view, asked, 0, random.Random(1))
    looking = mind(scene)
    assert kind_of(looking.view, looking.me, choice.verb, choice.args) == kind


def test_characters_play_a_game_of_lancaster_and_break_no_rule() -> None:
    names = ("steward+cautious", "steward+warlike", "steward+courtier", "squire+merchant")
    players = [policy_for("lancaster", name) for name in names]
    record = play_game(game_for("lancaster", "standard"), 4, "characters", players)
    assert record.violations == []
    assert record.finished
    assert record.policies == list(names)
