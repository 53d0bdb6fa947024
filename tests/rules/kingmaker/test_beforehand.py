"""Standing orders: what may be ordered beforehand, and what an order says to a question."""

from __future__ import annotations

import random

import pytest

from bot.games import LIBRARY
from bot.rules.kernel import Choice, Match, Prompt
from bot.rules.kingmaker.standing_orders import EXCUSE, HOLD, LET, PASS, VOTE
from bot.words.kingmaker.words import KingmakerWords
from tests.rules.kingmaker import assembly
from tests.rules.kingmaker.chamber import call, cast, realm
from tests.rules.kingmaker.scene import HOUSE, Scene

WORDS = KingmakerWords(HOUSE.content)
VERBS = {EXCUSE, PASS, VOTE, HOLD, LET}
NAMES = ["Anne", "Bob", "Cecily"].__getitem__


def asked(scene: Scene, seat: int, kind: str) -> Prompt:
    """The question of this kind that a seat is asked now."""
    return next(p for p in scene.match.asked(seat) if p.kind == kind)


def answer(scene: Scene, seat: int, kind: str, verb: str, **args: str | list[str]) -> Choice | None:
    """What an order that may be given now says to a question that is open now."""
    order = Choice.of(verb, **args)
    (known,) = scene.game.beforehand(scene.match.table, seat)
    assert known.find(order) is not None
    prompt = asked(scene, seat, kind)
    given = scene.game.as_ordered(scene.match.table, prompt, order)
    assert given is None or prompt.find(given) is not None
    return given


def offered(scene: Scene, seat: int) -> dict[str, dict[str, tuple[str, ...]]]:
    """The orders a seat may give: verb, fields, candidates."""
    (known,) = scene.game.beforehand(scene.match.table, seat)
    return {o.verb: {f.name: f.candidates for f in o.fields} for o in known.offers}


# Excused by Writ


@pytest.mark.rule("house-7.1.18")
def test_nobles_are_excused_as_far_as_the_writs_go() -> None:
    scene = call(realm().noble("howard", 1, "castle-rising").held(1, "E-WR05", "E-WR06"), "talbot")
    assert answer(scene, 1, "excuses", "order_excuse") == Choice.of(
        "excuse", nobles=["courtenay", "clifford"]
    )
    named = answer(scene, 1, "excuses", "order_excuse", nobles=["howard", "clifford"])
    assert named == Choice.of("excuse", nobles=["clifford", "howard"])


@pytest.mark.rule("house-7.1.18", "house-7.1.15")
def test_the_summoned_and_the_unnamed_are_not_excused_by_an_order() -> None:
    scene = call(realm().held(1, "E-WR05"))
    assert answer(scene, 1, "excuses", "order_excuse", nobles="courtenay") == Choice("excuse")


@pytest.mark.rule("house-7.1.20")
def test_across_the_sea_an_order_needs_no_writ() -> None:
    scene = call(realm().noble("stanley", 1, "douglas"))
    given = answer(scene, 1, "excuses", "order_excuse")
    assert given == Choice.of("excuse", by_sea="stanley")


def test_the_order_to_excuse_stands_while_one_of_them_lives() -> None:
    scene = realm()
    scene.parliament(0)
    table = scene.match.table
    order = Choice.of("order_excuse", nobles=["courtenay", "clifford"])
    del scene.state.nobles["courtenay"]
    assert scene.game.order_stands(table, 1, order)
    del scene.state.nobles["clifford"]
    assert not scene.game.order_stands(scene.match.table, 1, order)
    assert "order_excuse" not in offered(scene, 1)


# Votes


def motion(scene: Scene, card: str, noble: str) -> Scene:
    """Seat 0 proposes a card for a noble, and the vote is called."""
    scene.play(0, "propose", card=card, noble=noble)
    scene.play(0, "call_vote")
    return scene


@pytest.mark.rule("house-7.2.19")
def test_a_vote_on_any_title_for_a_player_or_noble() -> None:
    scene = motion(call(realm().chancery("earl_kent"), "talbot"), "earl_kent", "clifford")
    nay = {"vote": "nay", "matter": "title"}
    assert answer(scene, 2, "ballot", "order_vote", **nay, whom="player:1") == Choice("nay")
    assert answer(scene, 2, "ballot", "order_vote", **nay, whom="clifford") == Choice("nay")
    either = {"vote": "yea", "matter": "honour"}
    assert answer(scene, 1, "ballot", "order_vote", **either, whom="player:1") == Choice("yea")
    assert answer(scene, 2, "ballot", "order_vote", **nay, whom="courtenay") is None
    assert answer(scene, 2, "ballot", "order_vote", **nay, whom="player:0") is None
    office = {"vote": "nay", "matter": "office"}
    assert answer(scene, 2, "ballot", "order_vote", **office, whom="player:1") is None
    cast(scene, "yea", "nay", "nay")


def test_the_order_to_vote_ends_with_the_noble_it_is_about() -> None:
    scene = realm()
    scene.parliament(0)
    order = Choice.of("order_vote", vote="nay", matter="office", whom="clifford")
    assert scene.game.order_stands(scene.match.table, 2, order)
    del scene.state.nobles["clifford"]
    assert not scene.game.order_stands(scene.match.table, 2, order)


# Passing


@pytest.mark.rule("house-1.14")
def test_movement_is_passed_and_combat_is_not() -> None:
    scene = Scene(2).noble("percy", 0, "alnwick").noble("clifford", 1, "18,20")
    scene.movement(0)
    assert answer(scene, 0, "movement", "order_pass", phases="movement") == Choice("done")
    assert answer(scene, 0, "movement", "order_pass", phases=["combat", "motions"]) is None


# Sieges


def besieging(place: str) -> Scene:
    """Mowbray, strong enough to conclude, besieges a place; Clifford is far away."""
    scene = Scene(2).noble("mowbray", 0, place, outside=True, cards=("marshal_england",))
    return scene.noble("clifford", 1, "18,20").siege(place, ["mowbray"])


@pytest.mark.rule("house-6.3a")
def test_a_siege_is_held_unless_there_is_somebody_else_to_fight() -> None:
    scene = besieging("ludlow")
    scene.combat(0)
    assert {o.verb for p in scene.match.asked(0) for o in p.offers} == {"conclude", "done"}
    assert answer(scene, 0, "combat", "order_hold", place="ludlow") == Choice("done")
    foe = besieging("ludlow").noble("grey", 1, "ludlow", outside=True)
    foe.combat(0)
    assert {o.verb for p in foe.match.asked(0) for o in p.offers} >= {"conclude", "attack"}
    assert answer(foe, 0, "combat", "order_hold", place="ludlow") is None


def test_the_order_to_hold_ends_with_the_siege() -> None:
    scene = besieging("ludlow")
    scene.combat(0)
    order = Choice.of("order_hold", place="ludlow")
    assert scene.game.order_stands(scene.match.table, 0, order)
    assert "order_hold" not in offered(scene, 1)
    scene.state.sieges.clear()
    assert not scene.game.order_stands(scene.match.table, 0, order)


# In plain words


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (
            Choice("order_excuse"),
            "When Parliament is called, your nobles stay away for a Writ each as long as "
            "you have any (none is needed across the sea).",
        ),
        (
            Choice.of("order_excuse", nobles="percy"),
            "When Parliament is called, **Percy** stays away for a Writ as long as you have any "
            "(none is needed across the sea).",
        ),
        (
            Choice.of("order_pass", phases=["movement", "parliament"]),
            "You pass when asked about movement and calling Parliament.",
        ),
        (
            Choice.of("order_vote", vote="nay", matter="office", whom="player:1"),
            "You vote nay on any office for any of Bob’s nobles.",
        ),
        (
            Choice.of("order_vote", vote="abstain", matter="honour", whom="clifford"),
            "You abstain on any title or office for **Clifford**.",
        ),
        (
            Choice.of("order_hold", place="york"),
            "You hold the siege of York until it ends, and are asked only if there is somebody "
            "else to fight.",
        ),
    ],
)
def test_an_order_is_read_back_in_plain_words(order: Choice, text: str) -> None:
    assert WORDS.choice(order, NAMES) == text


def test_everything_in_an_order_has_a_name() -> None:
    scene = besieging("ludlow")
    scene.combat(0)
    view = scene.match.view(0)
    for prompt in scene.game.beforehand(scene.match.table, 0):
        for offer in prompt.offers:
            assert WORDS.verb(offer, prompt) != offer.verb.replace("_", " ").capitalize()
            for field in offer.fields:
                assert WORDS.field(offer, field) != "Choose"
                labels = [WORDS.option(offer, field, c, view, NAMES)[0] for c in field.candidates]
                assert len(set(labels)) == len(labels)
                assert not any("_" in label or ":" in label for label in labels)


# Over whole games


@pytest.mark.parametrize("games", [1, pytest.param(8, marks=pytest.mark.long)])
def test_whatever_an_order_says_is_on_offer(games: int) -> None:
    """Orders change nothing by being looked at, and answer only with what is offered."""
    spoken: set[str] = set()
    for number in range(1, 9):
        if number <= games or spoken != VERBS:
            spoken |= _spoken(f"game {number}")
    assert spoken == VERBS


def _spoken(seed: str) -> set[str]:
    """What orders say in a game of fifteen rounds."""
    steward, chance = LIBRARY.policy_for("kingmaker", "steward"), random.Random(seed)
    match, _ = Match.start(HOUSE, 4, seed, {"rounds": "15"})
    spoken: set[str] = set()
    while not match.over:
        before = match.save()
        seat = chance.choice(match.waiting_for())
        for prompt in [p for p in match.asked(seat) if p.blocking]:
            for known in HOUSE.beforehand(match.table, seat):
                for order in _some_orders(known, chance):
                    assert HOUSE.order_stands(match.table, seat, order)
                    given = HOUSE.as_ordered(match.table, prompt, order)
                    if given is not None:
                        assert prompt.find(given) is not None
                        spoken.add(order.verb)
        assert match.save() == before
        _, choice = steward.choose(match.view(seat), match.prompts(seat), seat, chance)
        match.submit(seat, choice)
    return spoken


def _some_orders(known: Prompt, chance: random.Random) -> list[Choice]:
    """A few orders of each kind that may be given now."""
    found = []
    for offer in known.offers:
        for _ in range(3):
            args = {
                field.name: tuple(
                    chance.sample(field.candidates, chance.randint(max(1, field.least), field.most))
                )
                for field in offer.fields
            }
            found.append(Choice(offer.verb, args))
    return found


# What a Writ serves for


@pytest.mark.rule("house-7.1.18", "house-7.1.22", "base-4.2")
def test_it_may_be_ordered_to_excuse_nobody_and_to_revoke_nothing() -> None:
    scene = call(realm().held(0, "E-FM01").held(1, "E-WR03").held(2, "E-WR02"))
    phases = ["excuses", "revoke"]
    assert set(phases) < set(offered(scene, 1)["order_pass"]["phases"])
    assert "writs" not in offered(scene, 1)["order_pass"]["phases"]
    assert answer(scene, 1, "excuses", "order_pass", phases=phases) == Choice("excuse")
    scene.play(1, "excuse")
    scene.play(2, "excuse", nobles=["talbot"])
    assert answer(scene, 0, "revoke", "order_pass", phases=phases) == Choice("revoke")


@pytest.mark.rule("base-15.5", "base-4.2")
def test_it_may_be_ordered_to_serve_no_writ() -> None:
    scene = assembly.realm().noble("roos", 1, assembly.SQUARE).held(0, "E-FM01").held(1, "E-WR01")
    assembly.call(scene)
    while scene.asked(0) != ["writs"]:
        seat = scene.match.waiting_for()[0]
        scene.play(seat, "done")
    assert answer(scene, 0, "writs", "order_pass", phases=["writs"]) == Choice("done")
    assert "excuses" not in offered(scene, 0)["order_pass"]["phases"]
    words = KingmakerWords(scene.content)
    assert words.choice(Choice.of("order_pass", phases=["writs"]), NAMES) == (
        "You pass when asked about writs to serve."
    )
