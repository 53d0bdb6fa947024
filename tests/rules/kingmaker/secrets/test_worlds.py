"""What a seat imagines of a position: its own knowledge stays, and all else is drawn anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.rules.kernel import Match
from bot.rules.kingmaker.combat.captives import Ransom
from bot.rules.kingmaker.invariants import violations
from bot.rules.kingmaker.parliament.ballot import Ballot
from bot.rules.kingmaker.state import KTable
from tests.rules.kingmaker.battlefield import FIELD, FINE, attack, idlers, lay_rolls
from tests.rules.kingmaker.chamber import FREE_MOVES, call, follow, realm
from tests.rules.kingmaker.events.test_influence_heir import dies, scene_of
from tests.rules.kingmaker.scene import Scene
from tests.seats.test_secrecy import in_a_ballot

SEEDS = [str(number) for number in range(12)]


def world(scene: Scene, seat: int | None, seed: str = "one") -> Any:
    """The state that a seat imagines."""
    found = scene.game.imagine(scene.position, seat, seed)
    assert violations(KTable(found.state, scene.content, found.agenda, found.dice)) == []
    return found.state


def the_same(scenes: list[Scene], seat: int | None) -> None:
    """Two scenes, whose difference a seat cannot see, are one to its mind."""
    for seed in SEEDS:
        worlds = [s.game.encode(s.game.imagine(s.position, seat, seed)) for s in scenes]
        assert worlds[0] == worlds[1]


def table(ruleset: str = "house") -> Scene:
    """Three seats with a noble each."""
    scene = Scene(3, ruleset).noble("percy", 0, "12,2").noble("stanley", 1, "lathom")
    return scene.noble("talbot", 2, "sheffield")


def differ(change: Callable[[Scene, str], Any], *, ruleset: str = "house", seat: int = 0) -> None:
    """What is changed by one of two cards is the same to a seat."""
    scenes = [table(ruleset), table(ruleset)]
    for scene, card in zip(scenes, ("saxons_1", "earl_kent"), strict=True):
        change(scene, card)
        scene.movement(0)
    the_same(scenes, seat)


# Hands


def test_a_hand_is_drawn_from_all_that_the_seat_cannot_place() -> None:
    scene = table().hand(0, "bp_norwich").hand(1, "saxons_1", "saxons_2")
    scene.movement(0)
    worlds = [world(scene, 0, seed) for seed in SEEDS]
    assert all(w.factions[0].hand == ["bp_norwich"] for w in worlds)
    assert all(len(w.factions[1].hand) == 2 for w in worlds)
    assert len({card for w in worlds for card in w.factions[1].hand}) > 8
    assert not any("bp_norwich" in (*w.crown_deck, *w.factions[1].hand) for w in worlds)


def test_which_of_two_cards_another_holds_makes_no_difference() -> None:
    differ(lambda scene, card: scene.hand(1, card))


def test_who_is_offered_a_card_knows_where_it_lies_and_others_do_not() -> None:
    scene = table().hand(1, "saxons_1", "saxons_2")
    scene.movement(0)
    scene.play(1, "propose_deal", to="0", give=["hand:saxons_1"])
    assert all("saxons_1" in world(scene, 0, seed).factions[1].hand for seed in SEEDS)
    assert [len(world(scene, seat).deals) for seat in (0, 1, 2)] == [1, 1, 0]
    assert world(scene, 2).deals_made == {}
    assert not all("saxons_1" in world(scene, 2, seed).factions[1].hand for seed in SEEDS)


def test_a_card_offered_that_its_owner_has_given_away_may_lie_anywhere_else() -> None:
    scene = table().hand(1, "saxons_1").hand(2, "saxons_2")
    scene.movement(0)
    scene.play(1, "propose_deal", to="0", give=["hand:saxons_1"])
    scene.play(1, "propose_deal", to="2", give=["hand:saxons_1"])
    scene.play(2, "accept_deal", deal="1-2-1")
    scene.hand(1, "earl_kent")
    assert "saxons_1" in scene.state.factions[2].hand
    assert not any("saxons_1" in world(scene, 0, seed).factions[1].hand for seed in SEEDS)


def test_nor_does_he_get_an_event_card_back() -> None:
    scene = table().held(1, "E-WR01").held(2, "E-WR02")
    scene.movement(0)
    scene.play(1, "propose_deal", to="0", give=["held:E-WR01"])
    (_, his, theirs) = scene.state.factions
    his.held, theirs.held = theirs.held, his.held
    for seed in SEEDS:
        held = [faction.held for faction in world(scene, 0, seed).factions]
        assert held == [[], ["E-WR02"], ["E-WR01"]]


def test_what_another_got_by_trade_is_drawn_with_his_hand() -> None:
    def traded(scene: Scene, card: str) -> None:
        scene.hand(1, card).hand(1, "bp_durham")
        scene.state.factions[1].traded = [card]

    differ(traded, ruleset="classic")


# Piles into which cards go unseen (ishkibibble-treachery.1)


def test_what_treachery_took_from_another_is_not_known() -> None:
    def taken(scene: Scene, card: str) -> None:
        scene.hand(1, "saxons_1" if card == "earl_kent" else "saxons_2")
        scene.hand(2, "saxons_2" if card == "earl_kent" else "saxons_1")
        lost = scene.state.factions[1].hand.pop()
        scene.state.crown_discards.append(lost)

    differ(taken, ruleset="classic+card_treachery")


def test_where_all_discards_are_seen_they_stay() -> None:
    scene = table()
    for card in ("saxons_1", "saxons_2"):
        scene.state.crown_deck.remove(card)
        scene.state.crown_discards.append(card)
    scene.movement(0)
    assert world(scene, 0).crown_discards == ["saxons_1", "saxons_2"]


# Refuges abroad (ishkibibble-refuge.5)


def test_how_long_the_refuge_of_another_lasts_is_drawn_too() -> None:
    rules = "classic+refuge+lands_overseas"
    scenes = []
    for card in ("X-RF3", "X-RF7"):
        scene = idlers(Scene(3, rules)).noble("percy", 0, "12,2", heirs=("henry",))
        scene.noble("stanley", 2, "lathom").held(0, card)
        scene.movement(0)
        scene.play(0, "take_refuge", card=card, land="scotland")
        land = scene.board.places["scotland"].square
        scene.play(0, "march", nobles=["percy"], to=land)
        scene.play(0, "done")
        scenes.append(scene)
    the_same(scenes, 1)
    scene = scenes[0]
    for state in (world(scene, 1, seed) for seed in SEEDS):
        (exile,) = state.exiles
        assert exile.due == state.round + scene.content.events[exile.card].number
    assert len({world(scene, 1, seed).exiles[0].due for seed in SEEDS}) > 1
    assert world(scene, 0).exiles == scene.state.exiles


# Ransoms and votes


def test_of_a_ransom_others_know_only_how_much_is_offered() -> None:
    scenes = []
    for hidden in (["saxons_1", "saxons_2"], ["saxons_1", "earl_kent"]):
        scene = idlers(Scene(3)).noble("percy", 0, FIELD).noble("stanley", 2, "lathom")
        scene.noble("pole", 1, FIELD).hand(1, *hidden)
        lay_rolls(scene, 90).next_events(FINE).combat(0)
        attack(scene, "percy")
        scene.play(1, "offer_ransom", cards=hidden)
        scenes.append(scene)
    the_same(scenes, 2)
    for seed in SEEDS:
        position = scenes[0].game.imagine(scenes[0].position, 2, seed)
        (step,) = (step for step in position.agenda if isinstance(step, Ransom))
        assert sum(len(things) for things in (step.offer or {}).values()) == 2
        mine = set(position.state.factions[1].hand)
        assert set((step.offer or {}).get("cards", ())) <= mine
    captor = scenes[0].game.imagine(scenes[0].position, 0, "one")
    assert set(captor.state.factions[1].hand) == {"saxons_1", "saxons_2"}


def test_in_an_imagined_vote_nobody_else_has_voted() -> None:
    match = in_a_ballot()
    ballot = match.position.agenda[-1]
    assert isinstance(ballot, Ballot)
    (voter,) = ballot.votes
    for seat in range(4):
        imagined = match.game.imagine(match.position, seat, "one")
        mine = {voter: ballot.votes[voter]} if seat == int(voter) else {}
        assert imagined.agenda[-1].votes == mine
        assert Match.at(match.game, imagined).vote() is not None


def test_in_an_imagined_question_in_secret_nobody_else_has_answered() -> None:
    scenes = [dies(scene_of(0)), dies(scene_of(0))]
    scenes[1].play(2, "let_be")
    the_same(scenes, 0)
    world(scenes[1], 2)
    mine = scenes[1].game.imagine(scenes[1].position, 2, "one").agenda[-1]
    assert mine.said == {2: False}


def test_whom_a_question_speaks_of_stays_among_the_dead() -> None:
    scene = dies(scene_of(rules="classic+card_influence+card_treachery"))
    for seed in SEEDS:
        assert "grey" in world(scene, 1, seed).crown_discards


# Whom the game waits for


def test_who_could_keep_a_rare_card_is_waited_for_in_every_world() -> None:
    scene = realm().give("talbot", "le_swan").ship("le_swan", port="hull")
    scene.held(0, *FREE_MOVES[:9]).held(2, "E-WR05", "E-WR06")
    call(scene)
    scene.play(2, "excuse", nobles="talbot")
    follow(scene, "return_home")
    while scene.match.waiting_for() == [1]:
        (prompt,) = (each for each in scene.match.prompts(1) if each.blocking)
        scene.match.submit(1, next(prompt.offers[0].choices()))
    assert scene.match.waiting_for() == [2]  # with a Free Move it would keep its ship
    for seed in range(10):
        imagined = scene.game.imagine(scene.position, 1, str(seed))
        assert Match.at(scene.game, imagined).waiting_for() == [2]
