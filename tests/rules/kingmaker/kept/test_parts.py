"""What is kept by a part of the state only is made anew as soon as that part is another."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.index import Indexing
from bot.rules.kingmaker.state import OpenDeed, Siege, Spell, State
from tests.rules.kingmaker.scene import Scene

BISHOP = "bp_durham"
Change = Callable[[State], object]


def two_factions() -> Scene:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20", castles=False)
    scene.movement(0)
    return scene


def numbers(state: State) -> dict[str, int]:
    with Indexing(state) as index:
        names = ("besides", "lasting", "rare", "piled")
        return {name: getattr(index, name) for name in names}


@pytest.mark.parametrize(
    ("change", "risen"),
    [
        (lambda s: s.event_deck.reverse(), {"besides", "piled"}),
        (lambda s: s.ledger.append(OpenDeed(0, 1, "attacked", 1)), {"besides", "piled"}),
        (lambda s: setattr(s, "phase", "combat"), {"besides"}),
        (lambda s: setattr(s, "status", []), {"besides"}),
        (lambda s: s.factions[0].hand.append(BISHOP), {"besides", "lasting"}),
        (lambda s: s.granted.update(alnwick=[1]), {"besides", "lasting"}),
        (lambda s: s.sieges.update(alnwick=Siege(1, ["clifford"])), {"besides", "lasting"}),
        (lambda s: s.spells.append(Spell("catastrophe", 1, 2)), {"besides", "lasting", "rare"}),
        (lambda s: s.offered.update({"0-1": ["1"]}), {"besides", "lasting", "rare"}),
        (lambda s: setattr(s.nobles["percy"], "inside", None), set()),
    ],
)
def test_each_number_rises_with_what_it_stands_for(change: Change, risen: set[str]) -> None:
    state = two_factions().state
    before = numbers(state)
    change(state)
    after = numbers(state)
    assert {name for name in after if after[name] > before[name]} == risen
    assert numbers(state) == after


def test_who_has_something_else_is_told_by_faction() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20", castles=False)
    scene.noble("audley", 2, "14,20", castles=False).hold("henry", "audley").movement(0)
    state = scene.state

    def handed() -> list[tuple[int, int]]:
        with Indexing(state) as index:
            return [index.handed_by(seat) for seat in range(3)]

    def changed_by(change: Callable[[], object]) -> set[int]:
        before = handed()
        change()
        after = handed()
        return {seat for seat in range(3) if before[seat] != after[seat]}

    nobles = state.nobles
    assert changed_by(lambda: nobles["percy"].cards.append(BISHOP)) == {0}
    assert changed_by(lambda: state.control.update(alnwick="clifford")) == {0, 1}
    assert changed_by(lambda: setattr(nobles["percy"], "seat", 2)) == {0, 2}
    assert changed_by(lambda: setattr(nobles["clifford"], "steps", 1)) == set()
    assert changed_by(lambda: setattr(state.heirs["henry"], "holder", "percy")) == {0, 1, 2}
    assert changed_by(lambda: nobles.pop("audley")) == {0, 1, 2}


def test_places_that_only_stand_in_another_order_are_told_to_all() -> None:
    state = two_factions().state
    with Indexing(state) as index:
        before = index.handed_by(2)
    state.control = dict(reversed(state.control.items()))
    with Indexing(state) as index:
        assert index.handed_by(2) != before


def test_leave_once_given_is_seen_at_once_and_lapses() -> None:
    scene = two_factions()
    assert scene.match.view(1).let_in == ()
    scene.match.position.state.granted["alnwick"] = [1]
    assert scene.match.view(1).let_in == ("alnwick",)
    scene.match.position.state.granted.clear()
    assert scene.match.view(1).let_in == ()


def test_who_comes_to_be_a_guest_is_seen_to_be_let_in() -> None:
    scene = two_factions()
    assert scene.match.view(1).let_in == ()
    clifford = scene.match.position.state.nobles["clifford"]
    place = scene.match.game.content.board.places["alnwick"]
    clifford.square, clifford.inside = place.square, place.id
    scene.match.position.state.granted["alnwick"] = [1]
    assert scene.match.view(1).let_in == ("alnwick",)
    clifford.inside = None
    scene.match.position.state.granted.clear()
    assert scene.match.view(1).let_in == ()


def test_guests_may_be_put_out_as_soon_as_they_are_inside() -> None:
    scene = two_factions()
    assert not scene.offered(0, "dismiss")
    place = scene.match.game.content.board.places["alnwick"]
    clifford = scene.match.position.state.nobles["clifford"]
    clifford.square, clifford.inside = place.square, place.id
    scene.movement(0)
    assert scene.candidates(0, "dismiss", "nobles") == {"clifford"}
    clifford.inside = None
    scene.movement(0)
    assert not scene.offered(0, "dismiss")


def test_a_place_under_siege_is_not_asked_for_leave_till_the_siege_is_over() -> None:
    scene = two_factions()
    scene.control("carlisle", "clifford").movement(0)

    def to_ask() -> set[str]:
        (asked,) = scene.match.game.questions(scene.match.table)
        offers = [offer for offer in asked.offers if offer.verb == "ask_leave"]
        return {place for offer in offers for place in offer.field("place").candidates}

    assert "carlisle" in to_ask()
    sieges = scene.match.position.state.sieges
    sieges["carlisle"] = Siege(0, ["percy"])
    assert "carlisle" not in to_ask()
    sieges.clear()
    assert "carlisle" in to_ask()


def test_a_royal_guard_is_seen_where_its_king_goes() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20", castles=False)
    scene.hold("henry", "percy").crowned("henry").movement(0)
    before = scene.match.view(1).nobles
    scene.match.position.state.heirs["henry"].holder = "clifford"
    after = scene.match.view(1).nobles
    assert after["percy"].troops < before["percy"].troops
    assert after["clifford"].troops > before["clifford"].troops
    assert (after["percy"].heirs, after["clifford"].heirs) == ((), ("henry",))


# What follows by itself


def test_what_follows_of_a_march_is_not_left_out() -> None:
    scene = Scene().noble("percy", 0, "18,20", castles=False).noble("audley", 1, "14,20")
    scene.hold("henry", "percy").movement(0)
    state = scene.match.position.state
    state.heirs["henry"].landing_due = 2
    scene.play(0, "march", nobles=["percy"], to="18,16")
    assert scene.happened(facts.Marched)
    assert scene.match.position.state.heirs["henry"].landing_due is None


def test_a_besieger_who_marches_away_gives_up_his_siege() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("clifford", 1, "18,20", castles=False)
    place = scene.match.game.content.board.places["alnwick"]
    scene.state.nobles["clifford"].square = place.square
    scene.siege("alnwick", ["clifford"])
    scene.movement(1)
    scene.play(1, "march", nobles=["clifford"], to=scene.candidates(1, "march", "to").pop())
    assert scene.happened(facts.SiegeBroken)
    assert not scene.match.position.state.sieges
