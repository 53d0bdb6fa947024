"""Whom a game waits for, and whom it passes over, tells nobody what anybody holds.

Whoever could hold a card by what is public is asked, also if he can only let it be: worlds in which
only hands differ wait for the same seats.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from bot.games import GAMES, POLICIES, game_for, presets_of
from bot.rules.kernel import Choice, Dice, Match, Prompt
from bot.rules.kingmaker.content import Ruleset
from bot.rules.lancaster.state import Phase
from bot.secrecy import observers, other_world, waited_for
from tests.rules.kingmaker import assembly
from tests.rules.kingmaker.chamber import WRITS, call, follow, peace, realm
from tests.rules.kingmaker.families.test_winning_over import looked_at, taken, won
from tests.rules.kingmaker.scene import Scene
from tests.rules.lancaster import scene as lancaster
from tests.rules.lancaster.test_laws import ruled_by

TELLING = ("writ", "free_move", "chancellor_may", "refuge")
"""The kinds of Event cards that give somebody something to answer."""
DECISIONS = 240
TABLES = [(game, str(preset.specification)) for game in GAMES for preset in presets_of(game)]


def begun(game: str, table: str, seats: int) -> Match:
    """A new game; in Kingmaker each holds some Event cards, and no two the same."""
    match, _ = Match.start(game_for(game, table), seats, f"waits {table}", {"rounds": "12"})
    if game == "kingmaker":
        state, events = match.position.state, match.game.content.events
        for kind in TELLING:
            found = [card for card in state.event_deck if events[card].kind == kind]
            for number, card in enumerate(found[:seats]):
                state.event_deck.remove(card)
                state.factions[number * number % seats].held.append(card)
    return match


@pytest.mark.rule("base-4.2", "lancaster-3.9")
@pytest.mark.parametrize(
    "seats", [3, pytest.param(2, marks=pytest.mark.long), pytest.param(5, marks=pytest.mark.long)]
)
@pytest.mark.parametrize(("game", "table"), TABLES)
def test_worlds_in_which_only_hands_differ_wait_for_the_same_seats(
    game: str, table: str, seats: int
) -> None:
    match, chance, luck = begun(game, table, seats), random.Random(7), Dice("other hands")
    policies = [POLICIES[game][name] for name in ("steward", "steward", "random")]
    looking = observers(match)
    for number in range(DECISIONS):
        if match.over:
            break
        for seat in (None, looking[number % seats]):
            other = other_world(match, seat, luck)
            step = type(match.position.agenda[-1]).__name__
            assert waited_for(other) == waited_for(match), f"{step}, seen by {seat}"
        seat = match.waiting_for()[0]
        asked = match.asked(seat)
        player = chance.choice(policies)
        match.submit(seat, player.choose(match.view(seat), asked, seat, chance)[1])
    assert match.violations() == []


# One by one, in Kingmaker, at every table where it is asked


def tables(asks: Callable[[Ruleset], bool]) -> list[Any]:
    """The presets of Kingmaker whose rules ask a question."""
    return [
        pytest.param(table, id=preset.id)
        for preset in presets_of("kingmaker")
        if asks(game_for("kingmaker", table := str(preset.specification)).content.ruleset)
    ]


EVERYWHERE = tables(lambda rules: True)
COSTS_A_WRIT = tables(lambda rules: rules.use.parliament == "three_rounds")
"""Where Parliament is called, excused from and revoked by Writs; elsewhere calling is free."""
WRITS_ARE_SERVED = tables(lambda rules: rules.use.parliament == "caller")
"""Where nobody must come to Parliament but by a Writ."""
CHANCELLORS_CARD = tables(lambda rules: rules.chancellor_card)
"""Where the Chancellor of England calls Parliament by a card that he keeps."""
FREE_MOVES_KEEP = tables(lambda rules: rules.use.homeward == "free_moves")
"""Where a Free Move keeps somebody where Parliament met."""
BARGAINS = tables(lambda rules: not rules.nobles_in_deck)
"""Where nobles are recruited, and promised cards for it."""


def asked(scene: Scene) -> Prompt:
    """The one question that the game waits for."""
    (seat,) = scene.match.waiting_for()
    (prompt,) = (prompt for prompt in scene.match.asked(seat) if prompt.blocking)
    return prompt


def at_parliament(scene: Scene) -> Scene:
    """The Parliament phase of seat 0 begins."""
    scene.parliament(0)
    return scene


def verbs(prompt: Prompt) -> list[str]:
    return [offer.verb for offer in prompt.offers]


WRIT, OTHER, CHANCELLOR = "E-WR01", "E-FM01", "E-CM01"
BOTH = ["make_good", "keep_back"]


@pytest.mark.rule("house-7.1.2")
@pytest.mark.parametrize("ruleset", COSTS_A_WRIT)
def test_the_kings_keeper_is_asked_for_a_parliament_if_he_could_have_a_writ(ruleset: str) -> None:
    with_it = at_parliament(realm(writs=1, ruleset=ruleset).held(1, OTHER))
    without = at_parliament(realm(writs=0, ruleset=ruleset).held(0, OTHER).held(1, WRIT))
    assert [asked(scene).seat for scene in (with_it, without)] == [0, 0]
    assert verbs(asked(with_it)) == ["call_parliament", "done"]
    assert verbs(asked(without)) == ["done"]
    without.refused(0, "call_parliament", rule="house-7.1.2", by="percy", summon="courtenay")
    without.play(0, "done")


@pytest.mark.rule("house-7.1.2", "base-4.2")
@pytest.mark.parametrize(
    "scene",
    [
        lambda: realm(writs=0).held(1, WRIT),
        lambda: realm(writs=0).held(0, OTHER),
    ],
    ids=["he holds no Event card", "nobody has kept a Writ"],
)
def test_nobody_is_asked_who_cannot_have_one_by_what_all_know(scene: Any) -> None:
    there = at_parliament(scene())
    assert all(prompt.kind != "parliament" for prompt in there.match.prompts(0))


@pytest.mark.rule("house-7.1.3")
@pytest.mark.parametrize("ruleset", CHANCELLORS_CARD)
def test_the_chancellor_is_asked_if_he_could_have_his_card(ruleset: str) -> None:
    with_it = assembly.chancellors(ruleset).held(0, WRIT, CHANCELLOR).held(1, OTHER)
    without = assembly.chancellors(ruleset).held(0, WRIT, OTHER).held(1, CHANCELLOR)
    assert verbs(asked(at_parliament(with_it))) == ["call_parliament", "done"]
    assert verbs(asked(at_parliament(without))) == ["done"]
    assert with_it.match.waiting_for() == without.match.waiting_for() == [0]


@pytest.mark.rule("house-7.1.3")
def test_with_one_card_he_cannot_have_both() -> None:
    scene = at_parliament(assembly.chancellors("house").held(0, WRIT).held(1, CHANCELLOR))
    assert all(prompt.kind != "parliament" for prompt in scene.match.prompts(0))


@pytest.mark.rule("house-7.1.18", "house-7.1.19")
@pytest.mark.parametrize("ruleset", COSTS_A_WRIT)
def test_whoever_could_have_a_writ_is_asked_for_excuses(ruleset: str) -> None:
    scene = call(realm(ruleset=ruleset).held(1, OTHER).held(2, "E-WR02"))
    assert (asked(scene).seat, asked(scene).offers[0].fields) == (1, ())
    scene.refused(1, "excuse", rule="house-7.1.18", nobles=["clifford"])
    scene.play(1, "excuse")
    assert (asked(scene).seat, scene.candidates(2, "excuse", "nobles")) == (2, {"talbot"})
    scene.play(2, "excuse", nobles=["talbot"])
    assert scene.state.sitting.excused == ["talbot"]


@pytest.mark.rule("house-7.1.22")
@pytest.mark.parametrize("ruleset", COSTS_A_WRIT)
def test_the_caller_is_asked_to_revoke_if_he_could_have_a_writ(ruleset: str) -> None:
    scene = call(realm(ruleset=ruleset).held(0, OTHER).held(1, "E-WR02", "E-WR03"))
    scene.play(1, "excuse", nobles=["clifford"])
    assert (asked(scene).seat, asked(scene).kind, asked(scene).offers[0].fields) == (
        0,
        "revoke",
        (),
    )
    scene.refused(0, "revoke", rule="house-7.1.22", nobles=["clifford"])
    scene.play(0, "revoke")
    assert scene.state.sitting.excused == ["clifford"]


@pytest.mark.rule("house-7.4.1", "house-7.4.7")
@pytest.mark.parametrize(("card", "offered"), [(OTHER, ["stay_free"]), ("E-WR02", [])])
@pytest.mark.parametrize("ruleset", FREE_MOVES_KEEP)
def test_who_could_have_a_free_move_is_asked_even_with_one_castle(
    ruleset: str, card: str, offered: list[str]
) -> None:
    scene = realm(ruleset=ruleset).noble("howard", 2, "york").held(2, card)
    scene.held(0, *(one for one in (OTHER, "E-WR02") if one != card))
    call(scene)
    scene.play(2, "excuse")
    follow(scene, "return_home")
    while scene.match.waiting_for() != [2]:
        follow_one(scene)
    assert verbs(asked(scene)) == ["go_home", "go_home", *offered]


@pytest.mark.rule("house-7.4.8")
@pytest.mark.parametrize("ruleset", FREE_MOVES_KEEP)
def test_who_has_but_a_ship_away_is_asked_if_he_could_have_a_free_move(ruleset: str) -> None:
    scene = realm(ruleset=ruleset).give("talbot", "le_swan").ship("le_swan", port="hull")
    scene.held(2, WRITS[4], WRITS[5]).held(1, OTHER)
    call(scene)
    scene.play(1, "excuse")
    scene.play(2, "excuse", nobles=["talbot"])
    follow(scene, "return_home")
    while scene.match.waiting_for() != [2]:
        follow_one(scene)
    assert (asked(scene).kind, verbs(asked(scene))) == ("return_home", ["done"])
    scene.refused(2, "keep_ship", rule="house-7.4.7", ship="le_swan")
    scene.play(2, "done")
    follow(scene)
    assert scene.state.ships["le_swan"].port == "lynn"


def follow_one(scene: Scene) -> None:
    """Whoever is asked first brings a noble home."""
    (prompt,) = scene.match.asked(scene.match.waiting_for()[0])
    assert prompt.default is not None
    scene._note(scene.match.submit(prompt.seat, prompt.default))


@pytest.mark.rule("base-15.5")
@pytest.mark.parametrize("ruleset", WRITS_ARE_SERVED)
def test_all_who_are_there_are_asked_for_writs_if_they_could_have_one(ruleset: str) -> None:
    scene = assembly.realm(ruleset).noble("roos", 1, assembly.SQUARE)
    assembly.call(scene.held(0, OTHER).held(1, WRIT))
    while asked(scene).kind != "writs":
        follow_one(scene)
    assert (asked(scene).seat, verbs(asked(scene))) == (0, ["done"])
    scene.refused(0, "serve_writ", rule="base-15.5", noble="talbot")
    scene.play(0, "done")
    assert (asked(scene).seat, verbs(asked(scene))) == (1, ["serve_writ", "done"])


@pytest.mark.rule("base-7.20")
@pytest.mark.parametrize("cards", [(OTHER, WRIT), (WRIT, OTHER)])
@pytest.mark.parametrize("ruleset", EVERYWHERE)
def test_a_movement_in_which_nothing_is_left_does_not_end_by_itself(
    ruleset: str, cards: tuple[str, str]
) -> None:
    scene = Scene(2, ruleset).noble("percy", 0, "alnwick").noble("howard", 1, "15,16")
    for seat, card in enumerate(cards):
        scene.held(seat, card)
    scene.state.control.clear()  # nobody is to be asked for leave
    peace("percy", scene=scene).movement(0)
    assert (asked(scene).kind, asked(scene).seat, verbs(asked(scene))) == ("movement", 0, ["done"])


@pytest.mark.rule("base-7.20")
def test_it_ends_for_who_holds_no_event_card() -> None:
    scene = Scene(2).noble("percy", 0, "alnwick").noble("howard", 1, "15,16")
    scene.state.control.clear()
    peace("percy", scene=scene.held(1, OTHER)).movement(0)
    assert all(prompt.kind != "movement" for prompt in scene.match.asked(0))


@pytest.mark.rule("families-recruit.19")
@pytest.mark.parametrize(
    ("hand", "answers"),
    [(("saxons_1", "saxons_2"), ["keep_back"]), (("bp_lincoln", "bp_norwich"), BOTH)],
)
@pytest.mark.parametrize("ruleset", BARGAINS)
def test_whoever_holds_a_card_is_asked_to_make_good_what_was_lost(
    ruleset: str, hand: tuple[str, ...], answers: list[str]
) -> None:
    scene = won("abp_york", hand=hand, rules=ruleset)
    worth = scene.state.nobles["hastings"].bargain
    looked_at(taken(scene, "hastings", "abp_york", worth))
    assert (asked(scene).seat, verbs(asked(scene))) == (1, answers)


# In Lancaster, gold and squires lie behind the screens


def in_the_castle(space: str, seats: int) -> lancaster.Scene:
    """Somebody stands on this space of his castle as it is scored."""
    return lancaster.Scene(seats).castle(0, space, 1)


Priced = tuple[Callable[[int], lancaster.Scene], Phase, list[str], list[str]]

PRICED: dict[str, Priced] = {
    "ransom": (
        lambda seats: lancaster.Scene(seats).war("K09", (0, 3), row="lower"),
        "conflicts",
        ["ransom", "give_up"],
        ["give_up"],
    ),
    **{
        f"buy under {law}": (
            partial(ruled_by, law),
            "parliament",
            ["buy", "decline"],
            ["decline"],
        )
        for law in ("L04", "L05", "L16")
    },
    **{
        f"castle space {space}": (
            partial(in_the_castle, space),
            "castles",
            ["score", "done"],
            ["done"],
        )
        for space in ("recruit", "upgrade")
    },
    "county": (
        lambda seats: lancaster.Scene(seats).county(0, "A", 1),
        "counties",
        ["reward", "nobleman", "both", "nothing"],
        ["reward", "nobleman", "nothing"],
    ),
}
"""All that Lancaster puts a price on: the scene before it, the phase in which seat 0 is asked, and
the answers of whoever can pay and of whoever cannot. The last answer costs nothing."""


def priced(question: str, *, rich: bool, seats: int = 3, other: int = 1) -> lancaster.Scene:
    """A question with a price is asked of seat 0, which can pay for it, or else ``other`` has that
    behind his screen: what all have together is the same."""
    scene_before, phase, *_ = PRICED[question]
    scene = scene_before(seats)
    for seat in range(seats):
        has = seat == (0 if rich else other)
        scene.purse(seat, gold=3 * has, squires=2 * has)
    return scene.begin(phase)


@pytest.mark.rule("lancaster-3.9", "lancaster-4ii.9", "lancaster-4iiib.2", "lancaster-4iiic.12")
@pytest.mark.parametrize("question", PRICED)
def test_behind_screens_each_is_asked_whatever_he_has(question: str) -> None:
    able, unable = (priced(question, rich=rich).match for rich in (True, False))
    assert waited_for(able) == waited_for(unable) == ([0], False)
    answers = [[offer.verb for offer in match.asked(0)[0].offers] for match in (able, unable)]
    assert answers == list(PRICED[question][2:])
    luck = Dice("other purses")
    for match in (able, unable):
        for seat in (1, 2, None):
            assert waited_for(other_world(match, seat, luck)) == ([0], False)


@pytest.mark.rule("lancaster-3.9", "lancaster-4ii.9", "lancaster-4iiib.2", "lancaster-4iiic.12")
@pytest.mark.parametrize("question", [each for each in PRICED if each != "county"])
def test_without_screens_nobody_is_asked_who_cannot_pay(question: str) -> None:
    kind = question.split(maxsplit=1)[0]
    asked = [
        {prompt.kind for prompt in priced(question, rich=rich, seats=2).match.prompts(0)}
        for rich in (True, False)
    ]
    assert [kind in kinds for kinds in asked] == [True, False]


def test_a_computer_answers_what_leaves_no_choice_at_once() -> None:
    scene = call(realm().held(1, OTHER).held(2, "E-WR02"))
    steward, view = POLICIES["kingmaker"]["steward"], scene.match.view(1)
    prompt, choice = steward.choose(view, scene.match.asked(1), 1, random.Random(1))
    assert (prompt.kind, choice) == ("excuses", Choice("excuse"))
