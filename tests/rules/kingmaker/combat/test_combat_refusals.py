"""Each attack and siege order that is refused names the rule that forbids it, and what to do."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.games import game_for
from bot.rules.kernel import Choice, Field, Match, Prompt, first
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat.phase import CombatPhase, combat_stops
from bot.rules.kingmaker.consequences import changes
from bot.rules.kingmaker.forces.strength import nobles_of
from bot.seats.random_seat import random_choice
from tests.rules.kingmaker.battlefield import (
    FIELD,
    FINE,
    attack,
    field_of,
    idlers,
    lay_rolls,
    siege_of,
)
from tests.rules.kingmaker.scene import HOUSE, Scene

MASHAM = "14,8"


def said(scene: Scene, verb: str, rule: str, **args: Any) -> str:
    """The sentence with which a rule refuses seat 0's order."""
    return scene.refused(0, verb, rule=rule, **args)


# Battle


@pytest.mark.rule("house-5.15b")
def test_a_lone_untitled_noble_is_told_of_the_assassin() -> None:
    scene = field_of(("howard", "talbot"), ("percy", "neville"))
    scene.combat(0)
    aim = {"against": "1", "square": FIELD}
    assert said(scene, "attack", "house-5.15b", nobles=["howard"], **aim) == (
        "You need a quarter of their strength to attack. Your noble may go alone, as an assassin."
    )
    assert said(scene, "attack", "house-5.15b", nobles=["talbot"], **aim) == (
        "You need at least a quarter of their strength in the same square."
    )


@pytest.mark.rule("house-8.5.14")
@pytest.mark.parametrize("verb", ["attack", "assassinate"])
def test_a_guest_sallies_only_with_his_host(verb: str) -> None:
    scene = idlers(Scene(3)).noble("scrope", 2, "masham").noble("grey", 0, "masham", guest=True)
    scene.noble("percy", 1, MASHAM).siege("masham", ["percy"])
    scene.combat(0)
    aim: dict[str, Any] = {"nobles": ["grey"], "against": "1", "square": MASHAM}
    if verb == "assassinate":
        aim = {"noble": "grey", "target": "percy"}
    assert said(scene, verb, "house-8.5.14", **aim) == (
        "Guests can sally out only together with the owner’s nobles."
    )


@pytest.mark.rule("house-6.2d", "house-6.4c")
def test_the_besieged_sally_at_their_besieger_alone() -> None:
    scene = idlers(Scene(3)).noble("scrope", 0, "masham")
    scene.noble("percy", 1, MASHAM).noble("talbot", 2, MASHAM).siege("masham", ["percy"])
    scene.combat(0)
    aim = {"nobles": ["scrope"], "against": "2", "square": MASHAM}
    assert said(scene, "attack", "house-6.2d", **aim) == (
        "A noble under siege may only sally out and attack the besieger."
    )


@pytest.mark.rule("base-16.4")
def test_an_ally_is_not_assassinated() -> None:
    scene = field_of(("howard",), ("percy",))
    scene.state.allied.append((1, 0))
    scene.combat(0)
    assert said(scene, "assassinate", "base-16.4", noble="howard", target="percy") == (
        "Your combat phase is over for this turn. You stood together this turn, and allies do not "
        "attack each other."
    )


@pytest.mark.rule("house-1.17")
def test_a_force_that_was_attacked_is_not_assassinated() -> None:
    scene = field_of(("neville", "howard"), ("mowbray",)).next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    attack(scene, "neville")
    assert said(scene, "assassinate", "house-1.17", noble="howard", target="mowbray") == (
        "That force has already been attacked in this phase."
    )


@pytest.mark.rule("house-5.15b")
def test_who_is_strong_enough_is_told_to_attack() -> None:
    scene = field_of(("stanley",), ("percy",))
    scene.combat(0)
    assert said(scene, "assassinate", "house-5.15b", noble="stanley", target="percy") == (
        "Your noble has a quarter of their strength. Let him attack instead."
    )


@pytest.mark.rule("house-7.4.13")
def test_who_came_home_does_not_attack_with_the_french_either() -> None:
    scene = field_of(("stanley",), ("percy",)).give("stanley", "french_foot")
    scene.peace(1, "1,1", "stanley").combat(0)
    aim = {"nobles": ["stanley"], "against": "1", "square": FIELD}
    assert said(scene, "attack_with_french", "house-7.4.13", **aim) == (
        "A noble who has come home keeps the King’s Peace."
    )


@pytest.mark.rule("house-7.4.13", "house-7.4.23", "house-6.4c")
def test_who_came_home_does_not_sally() -> None:
    scene = idlers(Scene()).noble("scrope", 0, "masham").noble("roos", 0, "masham")
    scene.control("masham", "scrope").noble("mowbray", 1, MASHAM).siege("masham", ["mowbray"])
    scene.peace(1, "1,1", "roos")
    scene.combat(0)
    aim = {"against": "1", "square": MASHAM}
    assert said(scene, "attack", "house-7.4.13", nobles=["roos"], **aim) == (
        "A noble who has come home keeps the King’s Peace."
    )
    here = [o for o in scene.offered(0, "attack") if o.field("square").candidates == (MASHAM,)]
    assert [o.field("nobles").candidates for o in here] in ([("scrope",)], [])


@pytest.mark.rule("house-7.4.13", "house-7.4.23", "house-8.5.9")
def test_a_guest_who_came_home_does_not_join_a_sally() -> None:
    scene = idlers(Scene(3)).noble("scrope", 0, "masham").noble("grey", 2, "masham", guest=True)
    scene.noble("roos", 0, "masham").control("masham", "scrope")
    scene.noble("mowbray", 1, MASHAM).siege("masham", ["mowbray"]).peace(1, "1,1", "grey")
    scene.next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    scene.play(0, "attack", nobles=["scrope", "roos"], against="1", square=MASHAM)
    assert "alliance" not in scene.asked(2)


# Sieges


@pytest.mark.rule("house-6.2c")
def test_where_no_siege_is_none_is_joined() -> None:
    scene = siege_of("masham", ("percy",), ("scrope",))
    scene.combat(0)
    assert said(scene, "join", "house-6.2c", nobles=["percy"], place="masham") == (
        "You have no siege there to join. Lay siege first."
    )


@pytest.mark.rule("house-6.2c")
def test_who_besieges_does_not_join_nor_lay_again() -> None:
    scene = siege_of("masham", ("percy", "roos"), ("scrope",)).siege("masham", ["percy"])
    scene.combat(0)
    assert said(scene, "join", "house-6.2c", nobles=["percy"], place="masham") == (
        "That noble is already besieging the place."
    )
    assert said(scene, "lay", "house-6.2c", nobles=["roos"], place="masham") == (
        "You are already besieging that place. More of your nobles may join the siege."
    )


@pytest.mark.rule("house-5.13e")
def test_without_the_french_nothing_is_concluded_with_them() -> None:
    scene = siege_of("masham", ("percy",), ("scrope",))
    scene.combat(0)
    assert said(scene, "conclude_with_french", "house-5.13e", nobles=["percy"], place="masham") == (
        "None of those nobles leads the French Foot-soldiers."
    )


# A combat phase with nothing on offer passes at once, and says why afterwards


def passed(scene: Scene) -> Scene:
    """Seat 0's combat phase has passed without a question."""
    scene.next_crown("saxons_2").combat(0)
    assert scene.state.phase != "combat"
    return scene


def not_now(scene: Scene, verb: str, place: str) -> tuple[str, str]:
    """Rule and sentence under 'Not now' for an order against a place."""
    found = {
        (refusal.rule, refusal.reason)
        for wish, refusal in scene.match.why_not(0)
        if wish.verb == verb and place in wish.many("place")
    }
    (only,) = found
    return only


OVER = "Your combat phase is over for this turn."
WEAK = "To lay siege you need nobles there with half the strength of the defence."


@pytest.mark.rule("house-6.2a")
def test_who_is_too_weak_to_besiege_hears_so_when_the_phase_has_passed() -> None:
    scene = Scene().noble("scrope", 1, "masham").noble("roos", 0, "masham", outside=True)
    passed(scene)
    sentence = f"{OVER} {WEAK}"
    assert said(scene, "lay", "house-6.2a", nobles=["roos"], place="masham") == sentence
    assert not_now(scene, "lay", "masham") == ("house-6.2a", sentence)


@pytest.mark.rule("house-8.5.12")
def test_who_is_barred_from_a_fortress_hears_so_when_the_phase_has_passed() -> None:
    scene = Scene().noble("scrope", 1, "masham").noble("percy", 0, "masham", outside=True)
    noble = scene.state.nobles["percy"]
    noble.barred, noble.barred_by, noble.barred_turns = "masham", "house-8.5.12", 1
    passed(scene)
    sentence = f"{OVER} A noble who has left that garrison cannot attack it yet."
    assert said(scene, "lay", "house-8.5.12", nobles=["percy"], place="masham") == sentence
    assert not_now(scene, "lay", "masham") == ("house-8.5.12", sentence)


@pytest.mark.rule("house-6.1a")
def test_a_siege_that_can_only_be_held_says_so_when_the_phase_has_passed() -> None:
    scene = Scene().noble("scrope", 1, "masham").noble("neville", 0, "masham", outside=True)
    scene.noble("roos", 0, "masham", outside=True).siege("masham", ["neville", "roos"])
    passed(scene)
    sentence = f"{OVER} To conclude a siege you need nobles there who match the whole defence."
    assert said(scene, "conclude", "house-6.1a", nobles=["neville"], place="masham") == sentence
    assert not_now(scene, "conclude", "masham") == ("house-6.1a", sentence)


@pytest.mark.rule("house-1.14")
def test_what_was_possible_and_let_go_is_a_matter_of_the_phase() -> None:
    scene = Scene().noble("scrope", 1, "masham").noble("percy", 0, "masham", outside=True)
    scene.next_crown("saxons_2").combat(0)
    scene.play(0, "done")
    assert said(scene, "lay", "house-1.14", nobles=["percy"], place="masham") == OVER
    assert Choice.of("lay", nobles=["percy"], place="masham") in [
        wish for wish, _ in scene.match.why_not(0)
    ]


@pytest.mark.rule("house-1.16", "house-6.1a")
def test_a_choice_that_names_nobody_is_refused_plainly() -> None:
    scene = field_of(("percy",), ("neville",))
    scene.combat(0)
    assert said(scene, "attack", "base-9.1") == (
        "Name an enemy force in the square of your nobles."
    )
    assert said(scene, "assassinate", "house-5.15d", noble="audley", target="nobody") == (
        "Name the assassin’s target: a noble or an heir in that force."
    )


# Offers and refusals of the combat phase say the same: what is offered has nothing in its way,
# and in the way of everything else stands a rule.


def combats(seats: int, seed: str, most: int) -> Iterator[tuple[Match, int, CombatPhase, Prompt]]:
    """So many questions of combat phases in a game that is played at random."""
    match, _ = Match.start(game_for("kingmaker", "house"), seats, seed, {"rounds": "30"})
    chance, found = random.Random(seed), 0
    while not match.over and found < most:
        seat = match.waiting_for()[0]
        (prompt, *_) = match.asked(seat)
        step = match.position.agenda[-1]
        if isinstance(step, CombatPhase):
            found += 1
            yield match, seat, step, prompt
        choices = (
            random_choice(offer, chance)
            for offer in chance.sample(prompt.offers, len(prompt.offers))
        )
        match.submit(seat, next(choice for choice in choices if choice is not None))


def thinkable(match: Match, seat: int) -> Iterator[Choice]:
    """Orders that name one noble or all of a square, against every place and player of it."""
    state, board = match.position.state, match.game.content.board
    own = [n for n in nobles_of(state, seat) if state.nobles[n].square]
    for noble in own:
        square = state.nobles[noble].square
        company = tuple(n for n in own if state.nobles[n].square == square)
        for nobles in {(noble,), company}:
            for place in board.squares[square].places:
                for verb in ("lay", "join", "conclude", "conclude_with_french"):
                    yield Choice.of(verb, nobles=nobles, place=place)
            for enemy in range(len(state.factions)):
                for verb in ("attack", "attack_with_french"):
                    yield Choice.of(verb, nobles=nobles, against=str(enemy), square=square)
        for target in (*state.nobles, *state.heirs):
            yield Choice.of("assassinate", noble=noble, target=target)


@pytest.mark.parametrize(("seats", "seed"), [(3, "stops a"), (5, "stops b"), (7, "stops c")])
def test_what_is_offered_is_free_and_all_else_is_stopped(seats: int, seed: str) -> None:
    offered = stopped = 0
    for match, seat, step, prompt in combats(seats, seed, 60):
        table = match.table
        for offer in prompt.offers:
            fields = {f.name: list(islice(f.selections(), 3)) for f in offer.fields}
            for index in range(3):
                choice = Choice(offer.verb, {k: v[index % len(v)] for k, v in fields.items()})
                stop = first(combat_stops(table, seat, choice, step.stayed_out))
                assert stop is None, (choice, stop)
                offered += 1
        for choice in thinkable(match, seat):
            if prompt.find(choice) is None:
                stop = first(combat_stops(table, seat, choice, step.stayed_out))
                assert stop is not None, choice
                stopped += 1
    assert offered > 100
    assert stopped > 1000


# Random small positions played through a combat phase keep every invariant.


PLACES = ("masham", "leicester", "hereford", "carmarthen")
CARDS = (
    "earl_kent",
    "earl_essex",
    "marshal_england",
    "treasurer_england",
    "chamberlain_chester",
    "abp_york",
    "bp_norwich",
    "saxons_1",
    "scots_archers_1",
    "burgundian_crossbowmen_1",
    "french_foot",
    "town_leicester",
    "town_bristol",
    "le_rose",
)
WEATHER = ("E-WR01", "E-PL04", "E-EM01", "E-RA01")
HAND = ("saxons_2", "duke_exeter", "bp_lincoln", "steward_household", "town_ipswich", "le_swan")

Draw = Callable[["st.SearchStrategy[Any]"], Any]


@st.composite
def positions(draw: st.DrawFn) -> Scene:
    """Two or three seats with a few nobles each, in and around a few places."""
    seats = draw(st.integers(2, 3))
    scene = Scene(seats=seats)
    owners = {place: draw(st.integers(0, seats - 1)) for place in PLACES}
    every = sorted(HOUSE.content.nobles)
    nobles: list[str] = draw(st.lists(st.sampled_from(every), min_size=6, max_size=11, unique=True))
    for index, noble in enumerate(nobles):
        seat = index if index < seats else draw(st.integers(0, seats - 1))
        spot = draw(st.sampled_from((*PLACES, FIELD)))
        inside = spot in PLACES and owners[spot] == seat and draw(st.booleans())
        scene.noble(noble, seat, spot, outside=not inside)
    assign_cards(draw, scene, nobles)
    for heir in draw(st.lists(st.sampled_from(sorted(HOUSE.content.heirs)), unique=True)):
        scene.hold(heir, draw(st.sampled_from(nobles)))
    for place in PLACES[:2]:
        lay_siege(draw, scene, place)
    return scene


def assign_cards(draw: Draw, scene: Scene, nobles: list[str]) -> None:
    """Lay cards beside nobles who may have them, and into hands."""
    for card in draw(st.lists(st.sampled_from(CARDS), max_size=6, unique=True)):
        noble = draw(st.sampled_from(nobles))
        found, kind = scene.state.nobles[noble], HOUSE.content.crown[card].kind
        printed = HOUSE.content.crown[noble].title
        if kind == "title" and (found.title or printed):
            continue
        if kind == "office" and (found.office or not (found.title or printed)):
            continue
        scene.state.crown_deck.remove(card)
        changes.assign(scene.match.table, card, noble, "deal")
    for card in draw(st.lists(st.sampled_from(HAND), max_size=3, unique=True)):
        seat = draw(st.integers(0, len(scene.state.factions) - 1))
        if len(scene.state.factions[seat].hand) < 2:
            scene.hand(seat, card)


def lay_siege(draw: Draw, scene: Scene, place: str) -> None:
    """Perhaps let those outside besiege the enemy's place."""
    square = scene.board.places[place].square
    holder = scene.state.control.get(place)
    seat = scene.state.nobles[holder].seat if holder else None
    outside = [
        key
        for key, noble in scene.state.nobles.items()
        if noble.square == square and noble.inside is None and noble.seat != seat
    ]
    if outside and draw(st.booleans()):
        first = scene.state.nobles[outside[0]].seat
        force = [key for key in outside if scene.state.nobles[key].seat == first]
        scene.siege(place, force, draw(st.integers(1, 3)))


def select(field: Field, chance: random.Random) -> tuple[str, ...]:
    """A selection that fits a field."""
    for _ in range(30):
        size = chance.randint(field.least, min(field.most, len(field.candidates)))
        values = tuple(chance.sample(field.candidates, size))
        if field.problem(values) is None:
            return values
    return next(field.selections())


def pick(prompts: list[Prompt], chance: random.Random) -> tuple[int, Choice]:
    """Any answer to any prompt."""
    blocking = [p for p in prompts if p.blocking]
    prompt = chance.choice(blocking if blocking and chance.random() < 0.8 else prompts)
    last = ("done", "lift", "kill_heir", "propose_deal", "transfer")  # not what is looked at
    offers = [o for o in prompt.offers if o.verb not in last or chance.random() < 0.1]
    offer = chance.choice(offers or prompt.offers)
    args = {}
    for field in offer.fields:
        values = select(field, chance)
        if values:
            args[field.name] = values
    return prompt.seat, Choice(offer.verb, args)


def reloaded(scene: Scene) -> Match:
    """The same match, saved and loaded; nothing is lost on the way."""
    saved = json.loads(scene.match.save())
    match = Match.load(scene.game, scene.match.save())
    for loaded in ("laid", "faces", "then"):
        saved["dice"].pop(loaded)
    assert json.loads(match.save()) == saved
    assert match.prompts() == scene.match.prompts()
    assert match.waiting_for() == scene.match.waiting_for()
    return match


@pytest.mark.rule("house-1.16", "house-1.17", "house-5.19d", "base-11.1", "base-12.6", "base-5.5")
@settings(
    max_examples=50,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.filter_too_much],
)
@given(positions(), st.integers(0, 2**32))
def test_a_combat_phase_keeps_every_invariant(scene: Scene, seed: int) -> None:
    chance = random.Random(seed)
    chance.shuffle(scene.state.event_deck)
    chance.shuffle(scene.state.crown_deck)
    scene.next_events(*chance.sample(WEATHER, 2))
    scene.combat(0)
    dead: set[str] = set()
    attackers: Counter[str] = Counter()
    defenders: Counter[str] = Counter()
    for _ in range(25):
        assert scene.match.violations() == []
        if scene.match.over or scene.state.phase != "combat":
            break
        prompts = scene.match.prompts()
        if any(p.blocking and p.kind == "combat" for p in prompts):
            assert all(n.captor is None for n in scene.state.nobles.values())
        seat, choice = pick(prompts, chance)
        if chance.random() < 0.3:
            reloaded(scene)
        scene._note(scene.match.submit(seat, choice))
        dead |= {e.heir for e in scene.happened(facts.HeirDied)}
        assert not any(scene.state.heirs[heir].alive for heir in dead)
        for declared in scene.happened(facts.AttackDeclared):
            attackers.update(declared.attackers)
            defenders.update(declared.defenders)
    if not scene.match.over:
        reloaded(scene)
    assert max(attackers.values(), default=0) <= 1
    assert max(defenders.values(), default=0) <= 1
