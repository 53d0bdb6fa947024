"""Random small positions played through a combat phase keep every invariant."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.rules.kernel import Choice, Field, Match, Prompt
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.consequences import changes
from tests.rules.kingmaker.scene import HOUSE, Scene

PLACES = ("masham", "leicester", "hereford", "carmarthen")
FIELD = "13,20"
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
    saved["dice"].pop("laid")
    saved["dice"].pop("faces")
    assert json.loads(match.save()) == saved
    assert match.prompts() == scene.match.prompts()
    assert match.waiting_for() == scene.match.waiting_for()
    return match


@pytest.mark.rule("house-1.16", "house-1.17", "house-5.19d", "base-11.1", "base-12.6", "base-5.5")
@settings(
    max_examples=50,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
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
