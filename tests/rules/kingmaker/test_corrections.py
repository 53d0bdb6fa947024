"""A moderator mends a position: every correction is refused or leaves everything whole."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, IllegalChoice, Match, Outcome
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.corrections.captivity import BOOTY, DEBT, FREE, HOLD
from bot.rules.kingmaker.corrections.land import VERBS, Corrected
from bot.rules.kingmaker.corrections.lasting import CURSE, REFUGE, SPELL, TREATY
from bot.rules.kingmaker.corrections.sea import BLOCKADE, PRISONER, ShipCorrected
from bot.rules.kingmaker.succession import whereabouts
from tests.rules.kingmaker.corrections.mending import at_random, choices
from tests.rules.kingmaker.scene import HOUSE, Scene


@pytest.fixture
def scene() -> Scene:
    """Percy inside Alnwick and Clifford in the open; seat 0's movement phase."""
    scene = Scene(seats=2)
    scene.noble("percy", 0, "alnwick")
    scene.noble("clifford", 1, "18,20")
    scene.movement(0)
    return scene


def mend(scene: Scene, verb: str, **args: str) -> Outcome:
    """A correction that must be taken; afterwards everything is whole."""
    outcome = scene.match.direct(Choice.of(verb, **args))
    assert scene.match.violations() == []
    return outcome


def corrected(outcome: Outcome, seat: int | None) -> list[Corrected]:
    """What a seat, or the table, learns of a correction."""
    events = [e for e in outcome.events if isinstance(e, Corrected) and e.visible_to(seat)]
    assert len(events) == sum(e.visible_to(seat) for e in outcome.events)
    return events


def refused(scene: Scene, verb: str, **args: str) -> str:
    """A correction that must be refused, changing nothing; why."""
    before = scene.match.save()
    with pytest.raises(IllegalChoice) as caught:
        scene.match.direct(Choice.of(verb, **args))
    assert scene.match.save() == before
    return caught.value.reason


def of_kind(scene: Scene, kind: str, number: int = 0) -> str:
    """A Crown card of a kind that lies in the deck."""
    content = scene.content
    return [c for c in scene.state.crown_deck if content.crown[c].kind == kind][number]


def test_a_noble_is_moved_into_the_open_and_inside(scene: Scene) -> None:
    mend(scene, "correct_move", piece="percy", to="18,20")
    percy = scene.state.nobles["percy"]
    assert (percy.square, percy.inside) == ("18,20", None)
    outcome = mend(scene, "correct_move", piece="percy", to="alnwick")
    assert percy.inside == "alnwick"
    assert outcome.known
    assert Corrected("moved", "percy", percy.square, "alnwick") in outcome.events


def test_a_noble_is_not_put_inside_what_is_closed_to_him(scene: Scene) -> None:
    assert "who controls it" in refused(scene, "correct_move", piece="clifford", to="alnwick")
    neutral = next(
        key
        for key, place in scene.board.places.items()
        if place.is_fortress and place.square and key not in scene.state.control
    )
    assert "who controls it" in refused(scene, "correct_move", piece="percy", to=neutral)


@pytest.mark.rule("house-8.6.5", "base-19.12")
@pytest.mark.parametrize(
    ("ruleset", "lands"),
    [
        ("house", {"mainland", "man", "anglesey", "calais", "wight"}),
        ("classic+edmund", {"mainland", "man", "anglesey", "calais", "wight", "dublin"}),
    ],
)
def test_nobody_is_put_into_a_land_that_the_rules_close(ruleset: str, lands: set[str]) -> None:
    scene = Scene(2, ruleset).noble("percy", 0, "alnwick").noble("clifford", 1, "18,20")
    scene.movement(0)
    to = choices(scene, "correct_move", "to")
    squares = scene.board.squares
    assert {squares[one].land for one in to if one in squares} == lands
    assert ("dublin" in to) == ("dublin" in lands)


def test_a_besieger_who_is_moved_away_breaks_the_siege() -> None:
    scene = Scene(seats=2)
    scene.noble("percy", 0, "alnwick")
    scene.noble("clifford", 1, "alnwick", outside=True)
    scene.siege("alnwick", ["clifford"])
    scene.movement(0)
    assert "besiegers" in refused(scene, "correct_control", place="alnwick", to="clifford")
    mend(scene, "correct_move", piece="clifford", to="18,20")
    assert scene.state.sieges == {}


def test_a_heir_without_a_keeper_is_moved_and_handed_over(scene: Scene) -> None:
    heir = next(key for key, h in scene.state.heirs.items() if h.holder is None)
    mend(scene, "correct_move", piece=heir, to="18,20")
    assert scene.state.heirs[heir].square == "18,20"
    mend(scene, "correct_heir", heir=heir, noble="percy")
    assert scene.state.heirs[heir].holder == "percy"
    assert "already" in refused(scene, "correct_heir", heir=heir, noble="percy")


def test_a_card_is_laid_beside_a_noble_from_wherever_it_is(scene: Scene) -> None:
    card = of_kind(scene, "mercenary")
    mend(scene, "correct_card", card=card, to="percy")
    assert scene.state.nobles["percy"].cards == [card]
    mend(scene, "correct_card", card=card, to="clifford")
    assert scene.state.nobles["percy"].cards == []
    assert scene.state.nobles["clifford"].cards == [card]
    mend(scene, "correct_card", card=card, to="discards")
    assert scene.state.crown_discards == [card]
    assert "Chancery" in refused(scene, "correct_card", card=card, to="chancery")


def test_a_card_given_to_a_hand_is_told_to_that_seat_alone(scene: Scene) -> None:
    card = of_kind(scene, "mercenary")
    outcome = mend(scene, "correct_card", card=card, to="hand:1")
    assert scene.state.factions[1].hand == [card]
    seen = {seat: [e.thing for e in corrected(outcome, seat)] for seat in (None, 0, 1)}
    assert seen == {None: [""], 0: [""], 1: ["", card]}
    outcome = mend(scene, "correct_card", card=card, to="hand:0")
    others = corrected(outcome, None)
    assert [(e.how, e.thing, e.seat) for e in others] == [
        ("from_hand", "", 1),
        ("to_hand", "", 0),
    ]


def test_titles_and_offices_keep_to_their_rules(scene: Scene) -> None:
    office, title = of_kind(scene, "office"), of_kind(scene, "title")
    plain = next(
        n
        for n in scene.content.nobles
        if scene.content.crown[n].title is None and n not in scene.state.nobles
    )
    mend(scene, "correct_revive", piece=plain, seat="1")
    assert "titled" in refused(scene, "correct_card", card=office, to=plain)
    mend(scene, "correct_card", card=title, to=plain)
    mend(scene, "correct_card", card=office, to=plain)
    # Without the title he could not hold the office.
    needed = "A noble needs a title to hold an office. First give his office to another."
    assert refused(scene, "correct_card", card=title, to="chancery") == needed
    mend(scene, "correct_card", card=office, to="chancery")
    mend(scene, "correct_card", card=title, to="chancery")
    assert sorted(scene.state.chancery) == sorted([office, title])


@pytest.mark.rule("house-8.7.6")
def test_a_fortress_goes_where_its_own_card_is_laid() -> None:
    scene = Scene(seats=2).noble("percy", 0, "bristol", outside=True).noble("clifford", 1, "18,20")
    scene.give("percy", "town_bristol").control("bristol", "percy").movement(0)
    outcome = mend(scene, "correct_card", card="town_bristol", to="clifford")
    assert (scene.state.control["bristol"], scene.state.nobles["clifford"].cards) == (
        "clifford",
        ["town_bristol"],
    )
    gained = [e for e in outcome.events if isinstance(e, facts.ControlGained)]
    assert [(e.place, e.noble, e.seat) for e in gained] == [("bristol", "clifford", 1)]
    # From the discards as well, whoever holds the place by then.
    mend(scene, "correct_card", card="town_bristol", to="discards")
    mend(scene, "correct_control", place="bristol", to="percy")
    mend(scene, "correct_card", card="town_bristol", to="clifford")
    assert scene.state.control["bristol"] == "clifford"


def test_the_card_of_a_besieged_fortress_stays_with_its_holder() -> None:
    scene = (
        Scene(seats=2).noble("percy", 0, "bristol").noble("clifford", 1, "bristol", outside=True)
    )
    scene.noble("roos", 0, "18,20").give("percy", "town_bristol")
    scene.siege("bristol", ["clifford"]).movement(0)
    why = refused(scene, "correct_card", card="town_bristol", to="roos")
    assert why == "That place is under siege. Move the besiegers away first."


def test_control_is_set_and_strangers_are_put_out(scene: Scene) -> None:
    mend(scene, "correct_control", place="alnwick", to="clifford")
    assert scene.state.control["alnwick"] == "clifford"
    assert scene.state.nobles["percy"].inside is None
    assert "already" in refused(scene, "correct_control", place="alnwick", to="clifford")
    mend(scene, "correct_control", place="alnwick", to="nobody")
    assert "alnwick" not in scene.state.control
    assert "already" in refused(scene, "correct_control", place="alnwick", to="nobody")


def test_nobles_and_heirs_die_and_live_again() -> None:
    scene = Scene(seats=2)
    scene.noble("percy", 0, "alnwick").noble("clifford", 1, "18,20")
    scene.noble("neville", 0, "18,20")
    heir = next(iter(scene.state.heirs))
    scene.movement(0)
    outcome = mend(scene, "correct_kill", piece="percy")
    assert facts.NobleDied("percy", 0, "correction") in outcome.events
    assert "percy" in scene.state.crown_discards
    assert "which player gets the noble" in refused(scene, "correct_revive", piece="percy")
    mend(scene, "correct_revive", piece="percy", seat="1")
    assert scene.state.nobles["percy"].seat == 1
    mend(scene, "correct_kill", piece=heir)
    assert not scene.state.heirs[heir].alive
    mend(scene, "correct_revive", piece=heir)
    assert scene.state.heirs[heir].alive


def test_a_heir_is_left_where_he_is(scene: Scene) -> None:
    scene.hold("henry", "percy")
    outcome = mend(scene, "correct_leave", heir="henry")
    henry = scene.state.heirs["henry"]
    percy = scene.state.nobles["percy"]
    assert (henry.holder, henry.square, henry.inside) == (None, percy.square, "alnwick")
    assert facts.HeirLeft("henry", percy.square, "alnwick") in outcome.events
    assert "henry" not in [
        heir
        for p in HOUSE.corrections(scene.match.table)
        for o in p.offers
        if o.verb == "correct_leave"
        for heir in o.field("heir").candidates
    ]


@pytest.mark.rule("base-11.10")
def test_a_kept_heir_is_put_elsewhere_at_once() -> None:
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "18,20")
    scene.hold("richard_york", "percy")
    scene.movement(0)
    spot = scene.state.nobles["percy"].square
    why = refused(scene, "correct_move", piece="richard_york", to="alnwick")
    assert why == (
        "That heir is already there, with his keeper. To part them, leave the heir without a "
        "keeper."
    )
    outcome = mend(scene, "correct_move", piece="richard_york", to="18,20")
    york = scene.state.heirs["richard_york"]
    assert (york.holder, york.square, york.inside) == (None, "18,20", None)
    assert list(outcome.events) == [facts.HeirLeft("richard_york", "18,20", None)]
    # He stands in the open beside his keeper's place: there nobody keeps him either.
    mend(scene, "correct_heir", heir="richard_york", noble="percy")
    mend(scene, "correct_move", piece="richard_york", to=spot)
    assert (york.holder, york.square, york.inside) == (None, spot, None)


def test_an_heir_goes_along_with_a_keeper_who_is_put_elsewhere(scene: Scene) -> None:
    scene.hold("henry", "percy")
    mend(scene, "correct_move", piece="percy", to="18,20")
    assert whereabouts(scene.state, "henry") == ("18,20", None)
    assert scene.state.heirs["henry"].holder == "percy"


def test_a_full_hand_is_refused_wherever_the_card_is(scene: Scene) -> None:
    limit = scene.content.ruleset.hand_limit
    assert limit is not None
    titles = [of_kind(scene, "title", number) for number in range(limit + 1)]
    for title in titles[:-1]:
        mend(scene, "correct_card", card=title, to="hand:1")
    assert scene.state.factions[1].hand == titles[:-1]
    for title in (titles[0], titles[-1]):
        reason = refused(scene, "correct_card", card=title, to="hand:1")
        assert reason == "That hand is full."


def test_an_event_card_is_given_and_taken_away(scene: Scene) -> None:
    content = scene.content
    writ = next(c for c in scene.state.event_deck if content.events[c].kind == "writ")
    outcome = mend(scene, "correct_event", card=writ, to="hand:1")
    assert scene.state.factions[1].held == [writ]
    seen = {seat: [e.thing for e in corrected(outcome, seat)] for seat in (None, 0, 1)}
    assert seen == {None: [""], 0: [""], 1: ["", writ]}
    # That it is there already is refused to nobody: it would tell who holds it.
    again = mend(scene, "correct_event", card=writ, to="hand:1")
    told = [(e.how, e.thing, e.seat) for e in corrected(again, None)]
    assert told == [("from_hand", "", 1), ("to_hand", "", 1)]
    assert scene.state.factions[1].held == [writ]
    outcome = mend(scene, "correct_event", card=writ, to="hand:0")
    told = [(e.how, e.thing, e.seat) for e in corrected(outcome, None)]
    assert told == [("from_hand", "", 1), ("to_hand", "", 0)]
    mend(scene, "correct_event", card=writ, to="discards")
    assert scene.state.event_discards == [writ]
    assert [f.held for f in scene.state.factions] == [[], []]


@pytest.mark.rule("ishkibibble-refuge.5")
@pytest.mark.parametrize("card", ["X-RF3", "X-RF5", "X-RF7"])
def test_while_a_refuge_lasts_none_of_its_cards_is_moved_so_that_its_length_stays_hidden(
    card: str,
) -> None:
    scene = Scene(2, "ishkibibble").noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.held(0, "X-RF5").movement(0)
    mend(scene, "correct_event", card="X-RF7", to="hand:1")
    scene.play(0, "take_refuge", card="X-RF5", land="continent")
    reason = refused(scene, "correct_event", card=card, to="hand:1")
    assert reason == (
        "Nobody may know which Refuge card is in use. Wait until the refuge is over, or rewind."
    )
    mend(scene, "correct_event", card="E-WR01", to="hand:1")


@pytest.fixture
def port() -> Scene:
    """Percy at Alnwick commands Le Rose in the port of Newcastle; Clifford stands in the open."""
    scene = Scene(seats=2)
    scene.noble("percy", 0, "alnwick").noble("clifford", 1, "18,20")
    scene.give("percy", "le_rose").ship("le_rose", port="newcastle")
    scene.movement(0)
    return scene


def test_a_ship_is_put_elsewhere_with_all_aboard(port: Scene) -> None:
    sea = port.board.ports["newcastle"][0]
    outcome = mend(port, "correct_ship", ship="le_rose", to=sea)
    assert (port.state.ships["le_rose"].sea, port.state.ships["le_rose"].port) == (sea, None)
    assert ShipCorrected("le_rose", sea) in outcome.events
    assert "already" in refused(port, "correct_ship", ship="le_rose", to=sea)
    mend(port, "correct_aboard", noble="percy", ship="le_rose")
    percy = port.state.nobles["percy"]
    assert (percy.aboard, percy.square, percy.inside) == ("le_rose", "", None)
    assert port.state.ships["le_rose"].load == {"percy": 100}
    # A fortress that is not his is closed to those aboard.
    closed = next(p for p in port.board.ports if port.board.places[p].is_fortress)
    assert closed not in port.state.control
    assert "closed" in refused(port, "correct_ship", ship="le_rose", to=closed)


@pytest.mark.rule("base-8.9", "house-8.7.5")
def test_a_ship_stays_where_she_is_when_her_card_is_laid_beside_another(port: Scene) -> None:
    sea = port.board.ports["newcastle"][0]
    port.give("percy", "warden_cinque_ports").ship("le_rose", sea=sea)
    (fleet, *_) = port.content.crown["warden_cinque_ports"].ships
    port.ship(fleet, sea=sea)
    port.state.nobles["clifford"].title = port.state.crown_deck.pop(
        port.state.crown_deck.index(of_kind(port, "title"))
    )
    mend(port, "correct_card", card="le_rose", to="clifford")
    mend(port, "correct_card", card="warden_cinque_ports", to="clifford")
    assert (port.lies("le_rose"), port.lies(fleet)) == (sea, sea)
    mend(port, "correct_card", card="le_rose", to="discards")
    mend(port, "correct_card", card="warden_cinque_ports", to="chancery")
    assert (port.lies("le_rose"), port.lies(fleet)) == (None, port.content.ships[fleet].home_port)


@pytest.mark.rule("base-15.15", "base-1.4")
@pytest.mark.parametrize("ruleset", ["house", "classic", "classic+bishop_cards"])
def test_a_bishop_is_laid_in_the_chancery_only_where_bishops_go_there(ruleset: str) -> None:
    scene = Scene(2, ruleset).noble("percy", 0, "alnwick").noble("clifford", 1, "18,20")
    scene.movement(0)
    bishop = of_kind(scene, "bishop")
    if ruleset == "classic":
        why = refused(scene, "correct_card", card=bishop, to="chancery")
        assert why == "Only titles and offices go to the Chancery."
    else:
        mend(scene, "correct_card", card=bishop, to="chancery")
        assert scene.state.chancery == [bishop]


@pytest.mark.rule("base-11.10", "house-8.6.7")
def test_a_kept_heir_is_put_ashore_from_his_keepers_ship(port: Scene) -> None:
    port.hold("richard_york", "percy")
    mend(port, "correct_ship", ship="le_rose", to=port.board.ports["newcastle"][0])
    mend(port, "correct_aboard", noble="percy", ship="le_rose")
    york = port.state.heirs["richard_york"]
    york.landing_due = 2
    assert "First put his keeper ashore" in refused(port, "correct_leave", heir="richard_york")
    mend(port, "correct_move", piece="richard_york", to="alnwick")
    assert (york.holder, york.inside, york.landing_due) == (None, "alnwick", None)
    assert port.state.nobles["percy"].aboard == "le_rose"


def test_nobody_goes_aboard_another_factions_ship_nor_a_full_one(port: Scene) -> None:
    assert "that noble’s faction" in refused(
        port, "correct_aboard", noble="clifford", ship="le_rose"
    )
    mend(port, "correct_aboard", noble="percy", ship="le_rose")
    assert "already aboard" in refused(port, "correct_aboard", noble="percy", ship="le_rose")
    with_him = [n for n in port.content.nobles if n not in port.state.nobles][:12]
    full = False
    for noble in with_him:
        mend(port, "correct_revive", piece=noble, seat="0")
        try:
            port.match.direct(Choice.of("correct_aboard", noble=noble, ship="le_rose"))
        except IllegalChoice as illegal:
            full = full or "no room" in illegal.reason
        assert port.match.violations() == []
    assert full


def test_a_noble_aboard_is_put_ashore(port: Scene) -> None:
    mend(port, "correct_aboard", noble="percy", ship="le_rose")
    mend(port, "correct_move", piece="percy", to="18,20")
    assert port.state.nobles["percy"].aboard is None
    assert port.state.ships["le_rose"].load == {}


def test_the_phase_is_set(scene: Scene) -> None:
    assert "already" in refused(scene, "correct_phase", phase="movement")
    mend(scene, "correct_phase", phase="draw")
    assert scene.state.phase != "movement"


def test_nothing_is_mended_in_the_middle_of_something() -> None:
    match, _ = Match.start(HOUSE, 2, "middle", {"rounds": "3"})
    with pytest.raises(IllegalChoice):
        match.direct(Choice.of("correct_phase", phase="combat"))
    assert HOUSE.corrections(match.table) == []


def test_corrections_at_random_are_refused_or_leave_everything_whole() -> None:
    """Whatever is tried during whole games: refused without a trace, or whole and playable."""
    # No Event card of the house rules begins anything that lasts, captives are not held, ...
    theirs = {SPELL, CURSE, TREATY, REFUGE, BLOCKADE, PRISONER, HOLD, DEBT, FREE, BOOTY}
    done = at_random(HOUSE, ("one", "two", "three"), 260, {"rounds": "12"})
    assert set(done) == set(VERBS) - theirs
    assert min(done.values()) > 5, done
