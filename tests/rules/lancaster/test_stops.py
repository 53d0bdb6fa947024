"""Offers and refusals say the same: what is offered has nothing in its way, and in the way of
everything else stands a rule of its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bot.games import game_for, words_for
from bot.rules.kernel import Choice, Match, Prompt
from bot.rules.lancaster.knights import deployed_places
from bot.rules.lancaster.placing import Placing
from bot.rules.lancaster.sides import ALLYS, OWN
from bot.seats.random_seat import random_choice
from tests.rules.lancaster.scene import Scene

GAME = game_for("lancaster", "standard")
COUNTS = ("0", "1", "2", "3", "9")
VERBS = (
    *("county", "castle", "conflict", "squires", "extend", "score", "done", "favour", "pass"),
    *("reward", "nobleman", "both", "nothing", "ride", "name", "upgrade", "decline", "buy"),
    *("ransom", "give_up", "yes", "no", "wait"),
)
KINDS = {
    *("first_extension", "place", "favour", "vote", "buy", "upgrade", "extension", "nobleman"),
    *("county", "starter", "ride", "castle", "ransom"),
}
"""Every question of the game."""

WHOSE: tuple[dict[str, str], ...] = ({}, {"house": OWN}, {"house": ALLYS})


def questions(seats: int, seed: str) -> Iterator[tuple[Match, Prompt]]:
    """Every question of a game that is played at random."""
    match, _ = Match.start(GAME, seats, seed)
    chance = random.Random(seed)
    while not match.over:
        seat = chance.choice(match.waiting_for())
        (prompt,) = match.asked(seat)
        yield match, prompt
        choices = (
            random_choice(offer, chance)
            for offer in chance.sample(prompt.offers, len(prompt.offers))
        )
        match.submit(seat, next(choice for choice in choices if choice is not None))


def placements(match: Match) -> Iterator[Choice]:
    """Every placement that might be thought of, whoever stands where."""
    content, state = match.game.content, match.position.state
    cards = [*state.conflict_deck[:1], *(found.card for found in state.conflicts())]
    for whose in WHOSE:
        for knight in ("1", "2", "3", "4", "king"):
            for county in content.counties:
                yield Choice.of("county", **whose, knight=knight, county=county)
                for count in COUNTS:
                    mine = {**whose, "knight": knight}
                    yield Choice.of("county", **mine, county=county, squires=count)
            for space in (*content.spaces, "moat"):
                yield Choice.of("castle", **whose, knight=knight, space=space)
            for card in cards:
                yield Choice.of("conflict", **whose, knight=knight, card=card)


def answers(match: Match) -> Iterator[Choice]:
    """The same for the questions outside placing."""
    content, state = match.game.content, match.position.state
    cards = [*state.conflict_deck[:1], *(found.card for found in state.conflicts())]
    places = [place for side in state.houses for place in deployed_places(state, side)]
    for place in {*places, *(f"court:{knight}" for knight in range(1, 5))}:
        yield Choice.of("upgrade", knight=place)
    for space in (*content.spaces, "moat"):
        yield from (Choice.of(verb, space=space) for verb in ("extend", "score"))
    for tile in (*content.favours, "crown"):
        yield Choice.of("favour", tile=tile)
    for county in (*content.counties, "Z"):
        yield Choice.of("nobleman", county=county)
    for card in cards:
        yield Choice.of("ride", card=card)
    for count in COUNTS:
        yield from (Choice.of(tile, markers=count) for tile in ("yes", "no"))
        yield from (Choice.of("buy", law=law, times=count) for law in content.laws)
        yield Choice.of("name", player=count)
    yield from (Choice(verb) for verb in VERBS)


def test_what_is_offered_is_free_and_all_else_is_stopped() -> None:
    asked, offered, stopped = set[str](), 0, 0
    for seats in range(2, 6):
        for match, prompt in questions(seats, f"stop {seats}"):
            asked.add(prompt.kind)
            offered += _all_free(match, prompt)
            stopped += _all_else_stopped(match, prompt)
    assert asked == KINDS
    assert offered > 5000
    assert stopped > 50000


def _all_free(match: Match, prompt: Prompt) -> int:
    """Nothing stands in the way of what is offered; how much that is."""
    step = match.position.agenda[-1]
    open_ones = [choice for offer in prompt.offers for choice in offer.choices()]
    for choice in open_ones:
        stop = step.refusal(match.table, prompt.seat, choice)
        assert stop is None, (choice, stop)
    return len(open_ones)


def _all_else_stopped(match: Match, prompt: Prompt) -> int:
    """Something stands in the way of all else, and of those whom the question only concerns."""
    step, table = match.position.agenda[-1], match.table
    every = placements(match) if isinstance(step, Placing) else ()
    shut = [choice for choice in (*every, *answers(match)) if prompt.find(choice) is None]
    for choice in shut:
        assert step.refusal(table, prompt.seat, choice) is not None, choice
    for seat in range(match.position.state.seats):
        if step.concerns(seat) and not match.asked(seat):
            assert step.refusal(table, seat, prompt.default) is not None, seat
    return len(shut)


@pytest.mark.rule("lancaster-2.11")
def test_whose_knight_it_is_is_said_by_those_who_lead_allies() -> None:
    """Elsewhere nobody is asked, and there it may not be left out."""
    for seats, args, reason in (
        (2, {}, "Say whose knight it is, your own or your ally’s."),
        (3, {"house": OWN}, "Only a game for two players has allies."),
        (3, {"house": ALLYS}, "Only a game for two players has allies."),
    ):
        scene = Scene(seats).court(0, 1).court(1, 1).war("K04").war("K05").begin("placing")
        said = scene.refused(0, "castle", rule="lancaster-2.11", knight="1", space="gold", **args)
        assert said == reason


@pytest.mark.rule("lancaster-2.11")
def test_an_allys_knight_goes_without_squires_even_without_none() -> None:
    scene = Scene(2).court(10, 2).court(1, 1).war("K04").war("K05").begin("placing")
    reason = scene.refused(
        0, "county", rule="lancaster-2.11", house=ALLYS, knight="2", county="A", squires="0"
    )
    assert reason == "An ally’s knights get no squires."


# 'What can I do?' says of what is not open why not.


WORDS = words_for("lancaster", "standard")
NAMES = ["Anne", "Bob", "Cecily", "Dan"].__getitem__


def told(scene: Scene, seat: int = 0) -> list[str]:
    """What the seat reads, reason by reason."""
    return WORDS.why_not(scene.match.why_not(seat), NAMES)


def test_why_a_knight_cannot_go_there() -> None:
    scene = Scene(4).court(0, 1, 3).purse(0, squires=1).castle(0, "gold", 1).extend(0, "votes")
    scene.county(0, "A", 2).county(1, "E", 2, squires=2).court(1, 1)
    scene.war("K04", (1, 1), (2, 1), (3, 1)).war("K05").begin("placing")
    assert told(scene) == [
        "• **Take a county** (Northumberland): Your own knight holds that county. He stays "
        "there. ‹lancaster-4i.12›",
        "• **Take a county** (York): York needs a knight of strength 4. Squires do not help. "
        "‹lancaster-4i.5›",
        "• **Take a county** (Norfolk): You cannot expel a knight of equal strength. "
        "‹lancaster-4i.9›",
        "• **Send into the castle** (Treasury): A knight is already there. A space holds only "
        "one. ‹lancaster-4i.14›",
        "• **Send into the castle** (Great hall): An extension covers that space. ‹lancaster-7.3›",
        "• **Send to a conflict** (Falaise): Others have taken all the spaces of that conflict. "
        "‹lancaster-4i.15›",
    ]
    assert told(scene, 1) == []


def test_the_wishes_of_a_leader_are_about_his_own_knights() -> None:
    scene = Scene(2).court(0, 4).court(10, 2).court(1, 1).county(10, "E", 1)
    scene.war("K04").war("K05").begin("placing")
    assert told(scene) == [
        "• **Take a county** (Norfolk): You and your ally cannot expel each other. ‹lancaster-2.11›"
    ]
    allys = Scene(2).court(10, 2).court(1, 1).war("K04").war("K05").begin("placing")
    assert told(allys) == []


def test_why_a_county_does_not_give_that() -> None:
    scene = Scene(3).war("K04").war("K05").county(0, "E", 1).nobles(0, "E").begin("counties")
    assert told(scene) == [
        "• **Take the nobleman**, **Pay for both**: That nobleman is already at your table. "
        "‹lancaster-4iiia.4›"
    ]
    poor = Scene(3).war("K04").war("K05").county(0, "E", 1).purse(0, gold=2).begin("counties")
    assert told(poor) == ["• **Pay for both**: Taking both costs 3 gold. ‹lancaster-4iiia.2›"]


def test_why_a_castle_space_gives_nothing() -> None:
    scene = Scene(4).war("K04").war("K05").purse(0, squires=1).extend(0, "recruit", "gold")
    scene.castle(0, "upgrade", 1).begin("castles")
    scene.play(0, "score", space="gold")
    assert told(scene) == []
    spent = Scene(4).war("K04").war("K05").purse(0).extend(0, "recruit", "squires").begin("castles")
    assert told(spent) == [
        "• **Score a space** (Training ground): That space costs 1 squire, and you have 0. "
        "‹lancaster-4iiib.2›"
    ]
