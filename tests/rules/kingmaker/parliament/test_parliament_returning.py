"""The way home from Parliament, of nobles and of ships (house §7.4)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.succession import whereabouts
from tests.rules.kingmaker.chamber import FREE_MOVES, SQUARE, call, follow, place_of, realm, told
from tests.rules.kingmaker.scene import Scene


def dismissed(scene: Scene, summon: str = "courtenay") -> Scene:
    """Parliament meets without business and is about to go home."""
    call(scene, summon)
    follow(scene, "return_home")
    return scene


def home(scene: Scene, seat: int, noble: str, castle: str) -> Scene:
    """A noble goes home."""
    scene.play(seat, "go_home", noble=noble, castle=castle)
    return scene


def castles(scene: Scene, seat: int, noble: str) -> set[str]:
    """The castles a noble may go home to."""
    return {
        castle
        for offer in scene.offered(seat, "go_home")
        if noble in offer.field("noble").candidates
        for castle in offer.field("castle").candidates
    }


# Nobles


@pytest.mark.rule("house-7.4.1", "base-15.30")
def test_every_noble_goes_to_a_home_castle_of_his_choice() -> None:
    scene = dismissed(realm().noble("stanley", 1, "douglas"), "stanley")
    assert castles(scene, 1, "courtenay") == {"tiverton", "okehampton"}
    assert castles(scene, 1, "stanley") == {"lathom", "douglas"}
    home(scene, 1, "courtenay", "okehampton")
    assert scene.happened(facts.WentHome) == [
        facts.WentHome("courtenay", "7,24", "okehampton", "parliament")
    ]
    assert place_of(scene, "courtenay") == ("7,24", "okehampton")
    home(scene, 1, "stanley", "douglas")  # over the sea
    assert place_of(scene, "stanley") == ("6,8", "douglas")


@pytest.mark.rule("house-7.4.1", "house-7.1.36")
def test_heirs_go_home_with_their_nobles() -> None:
    scene = dismissed(realm().hold("george", "courtenay"))
    home(scene, 1, "courtenay", "tiverton")
    assert whereabouts(scene.state, "george") == ("8,23", "tiverton")


@pytest.mark.rule("house-7.4.1")
def test_with_one_castle_he_goes_unasked() -> None:
    scene = realm().noble("howard", 2, "york")
    events = follow(call(scene))
    assert facts.WentHome("howard", "20,14", "castle-rising", "parliament") in events


@pytest.mark.rule("house-7.4.1", "house-7.1.17")
def test_those_who_did_not_attend_stay_where_they_are() -> None:
    scene = realm().noble("neville", 1, "13,20").held(1, "E-WR05")
    call(scene)
    scene.play(1, "excuse", nobles="neville")
    follow(scene)
    assert place_of(scene, "neville") == ("13,20", None)
    assert scene.state.nobles["neville"].under_peace == "excused"
    assert scene.state.nobles["courtenay"].under_peace == "returned"


@pytest.mark.rule("house-7.4.2")
@pytest.mark.parametrize(("caller", "order"), [(0, [1, 2, 0]), (1, [2, 0, 1]), (2, [0, 1, 2])])
def test_players_go_clockwise_from_the_left_of_the_caller(caller: int, order: list[int]) -> None:
    pairs = (("clifford", "scrope"), ("roos", "grey"), ("cromwell", "greystoke"))
    scene = Scene(3)
    for seat, (first, second) in enumerate(pairs):
        scene.noble(first, seat, "coventry" if seat == caller else "13,20")
        scene.noble(second, seat, "13,20")
    scene.hold("henry", pairs[caller][0]).held(caller, "E-WR01")
    scene.parliament(caller)
    scene.play(caller, "call_parliament", by=pairs[caller][0], summon=pairs[order[0]][0])
    for seat in order:
        for noble in pairs[seat]:
            assert scene.match.waiting_for() == [seat]
            assert scene.asked(seat) == ["return_home"]
            home(scene, seat, noble, scene.content.castles_of(noble)[0])
    assert scene.state.peace is not None


@pytest.mark.rule("house-7.4.3", "base-15.31")
@pytest.mark.parametrize(
    ("tiverton", "okehampton", "offered", "inside"),
    [
        ("own", "own", {"tiverton", "okehampton"}, True),
        ("enemy", "own", {"okehampton"}, True),
        ("besieged", "own", {"okehampton"}, True),
        ("enemy", "enemy", {"tiverton", "okehampton"}, False),
        ("besieged", "enemy", {"tiverton", "okehampton"}, False),
        ("besieged", "besieged", {"tiverton", "okehampton"}, False),
    ],
)
def test_lost_or_besieged_castles(
    tiverton: str, okehampton: str, offered: set[str], inside: bool
) -> None:
    scene = realm().noble("mowbray", 2, "8,23").noble("neville", 2, "7,24").held(2, "E-WR05")
    scene.held(2, "E-WR06")
    for castle, status, besieger in (
        ("tiverton", tiverton, "mowbray"),
        ("okehampton", okehampton, "neville"),
    ):
        if status == "enemy":
            scene.control(castle, "talbot")
        elif status == "besieged":
            scene.siege(castle, [besieger])
    scene.state.nobles["courtenay"].square = "13,20"
    scene.state.nobles["courtenay"].inside = None
    call(scene)
    scene.play(2, "excuse", nobles=["mowbray", "neville"])
    follow(scene, "return_home")
    castle = min(offered)
    if len(offered) > 1:
        assert castles(scene, 1, "courtenay") == offered
        home(scene, 1, "courtenay", castle)
    square = scene.board.places[castle].square
    assert scene.happened(facts.WentHome)[:1] == [
        facts.WentHome("courtenay", square, castle if inside else None, "parliament")
    ]
    assert place_of(scene, "courtenay") == (square, castle if inside else None)
    assert scene.state.nobles["courtenay"].under_peace == "returned"


@pytest.mark.rule("house-7.4.1", "house-7.4.7")
@pytest.mark.parametrize("could_stay", [False, True])
def test_who_has_one_castle_goes_home_unasked_unless_a_card_could_keep_him(
    could_stay: bool,
) -> None:
    scene = realm().noble("stanley", 1, "douglas").control("lathom", "talbot")
    if could_stay:
        scene.held(1, FREE_MOVES[0])
    dismissed(scene, "stanley")
    went = [event.noble for event in scene.happened(facts.WentHome)]
    if could_stay:
        assert castles(scene, 1, "stanley") == {"douglas"}
        assert went == []
    else:
        assert castles(scene, 1, "stanley") == set()
        assert went == ["stanley"]
    assert castles(scene, 1, "courtenay") == {"tiverton", "okehampton"}
    assert scene.match.waiting_for() == [1]


# Staying


@pytest.mark.rule("house-7.4.9", "house-7.4.10", "base-15.32")
def test_the_noble_who_called_may_stay_without_a_card() -> None:
    scene = dismissed(realm().noble("neville", 0, "warwick"))
    follow_seats(scene, 1, 2)
    assert scene.candidates(0, "stay", "noble") == {"percy"}
    scene.play(0, "stay", noble="percy")
    assert scene.happened(facts.StayedAtParliament) == [
        facts.StayedAtParliament(0, "percy", "caller")
    ]
    assert place_of(scene, "percy") == (SQUARE, "coventry")
    assert scene.state.nobles["percy"].under_peace == "excused"
    assert scene.offered(0, "stay") == []
    scene.refused(0, "stay", rule="house-7.4.7", noble="neville")


@pytest.mark.rule("house-7.4.9", "house-7.4.1", "base-15.12", "house-7.4.7")
def test_nobody_stays_without_leave_or_a_card_and_he_may_go_home_as_well() -> None:
    scene = dismissed(realm())
    assert scene.offered(1, "stay_free") == []
    scene.refused(1, "stay_free", rule="house-7.4.7", noble="clifford")
    scene.refused(1, "stay", rule="house-7.4.7", noble="clifford")
    scene.refused(1, "done", rule="house-7.4.1")
    scene.refused(1, "go_home", rule="house-7.4.1", noble="courtenay", castle="skipton")
    scene.refused(1, "go_home", rule="house-7.4.1", noble="courtenay", castle="london")
    follow_seats(scene, 1, 2)
    home(scene, 0, "percy", "cockermouth")
    assert place_of(scene, "percy") == ("9,6", "cockermouth")
    assert scene.state.nobles["percy"].under_peace == "returned"
    assert whereabouts(scene.state, "henry") == ("9,6", "cockermouth")


def follow_seats(scene: Scene, *seats: int) -> None:
    """All nobles of these seats go home."""
    for seat in seats:
        while scene.match.waiting_for() == [seat]:
            prompt = scene.match.prompts(seat)[0]
            assert prompt.default is not None
            scene.match.submit(seat, prompt.default)


@pytest.mark.rule("house-7.4.7", "house-7.4.10")
def test_a_free_move_keeps_one_noble() -> None:
    scene = dismissed(realm().held(1, FREE_MOVES[0]))
    assert scene.candidates(1, "stay_free", "noble") == {"courtenay", "clifford"}
    scene.play(1, "stay_free", noble="clifford")
    assert scene.happened(facts.StayedAtParliament) == [
        facts.StayedAtParliament(1, "clifford", "free_move")
    ]
    assert place_of(scene, "clifford") == (SQUARE, None)
    assert scene.state.nobles["clifford"].under_peace == "excused"
    assert scene.state.factions[1].held == []
    assert FREE_MOVES[0] in scene.state.event_discards
    assert scene.offered(1, "stay_free") == []
    scene.refused(1, "stay_free", rule="house-7.4.7", noble="courtenay")


@pytest.mark.rule("house-7.4.7")
def test_one_noble_a_card() -> None:
    scene = dismissed(realm().held(1, *FREE_MOVES[:2]))
    for offer in scene.offered(1, "stay_free"):
        assert [(field.least, field.most) for field in offer.fields] == [(1, 1)]
    scene.play(1, "stay_free", noble="clifford")
    scene.play(1, "stay_free", noble="courtenay")
    assert scene.state.factions[1].held == []
    assert place_of(scene, "courtenay") == (SQUARE, None)


@pytest.mark.rule("house-7.4.7", "house-7.4.9")
def test_the_caller_stays_and_a_free_move_keeps_another() -> None:
    scene = dismissed(realm().noble("neville", 0, "warwick").held(0, FREE_MOVES[0]))
    follow_seats(scene, 1, 2)
    scene.play(0, "stay", noble="percy")
    scene.play(0, "stay_free", noble="neville")
    assert place_of(scene, "neville") == (SQUARE, None)
    assert [
        n.under_peace for n in (scene.state.nobles["percy"], scene.state.nobles["neville"])
    ] == [
        "excused",
        "excused",
    ]


# Ships


def fleet(scene: Scene, *, port: str | None = None, sea: str | None = None) -> Scene:
    """Clifford commands Le Swan, whose home is Lynn."""
    scene.give("clifford", "le_swan")
    return scene.ship("le_swan", port=port, sea=sea)


@pytest.mark.rule("house-7.4.4")
@pytest.mark.parametrize("port", ["hull", "southampton", "lynn", "rye"])
def test_every_ship_goes_to_her_home_port(port: str) -> None:
    scene = fleet(realm(), port=port)
    events = follow(call(scene))
    assert (scene.state.ships["le_swan"].port, scene.state.ships["le_swan"].sea) == ("lynn", None)
    moved = [(event.ship, event.port) for event in told(events, facts.ShipSoughtPort)]
    assert moved == ([("le_swan", "lynn")] if port != "lynn" else [])


@pytest.mark.rule("house-7.4.4")
def test_so_do_ships_that_nobody_commands() -> None:
    scene = realm().ship("le_trinity", port="london")
    follow(call(scene))
    assert scene.state.ships["le_trinity"].port == "southampton"


@pytest.mark.rule("house-7.4.5", "house-7.4.6", "house-7.1.27")
def test_forces_left_aboard_land_in_the_open_of_the_home_port() -> None:
    """In port off the mainland an excused ship may wait for the call, but she goes home after."""
    scene = fleet(realm(), port="douglas").aboard("clifford", "le_swan")
    call(scene)
    scene.play(1, "excuse", by_sea="clifford")
    assert scene.state.ships["le_swan"].port == "douglas"
    follow(scene)
    assert scene.state.ships["le_swan"].port == "lynn"
    assert place_of(scene, "clifford") == ("20,14", None)
    assert scene.state.nobles["clifford"].aboard is None
    assert scene.state.nobles["clifford"].under_peace == "excused"


@pytest.mark.rule("house-7.4.5")
@pytest.mark.parametrize("owner", [None, "clifford", "talbot"])
def test_in_the_open_whoever_holds_the_port(owner: str | None) -> None:
    """Le Rose's home is Newcastle, a fortified town."""
    scene = realm().give("clifford", "le_rose").ship("le_rose", port="calais")
    scene.control("newcastle", owner).aboard("clifford", "le_rose")
    call(scene)
    scene.play(1, "excuse", by_sea="clifford")
    follow(scene)
    assert scene.lies("le_rose") == "newcastle"
    assert scene.where("clifford") == ("14,4", None, None)


@pytest.mark.rule("house-7.4.6")
def test_an_excused_ship_at_sea_stays_with_her_excused_passengers() -> None:
    scene = fleet(realm().noble("howard", 1, "13,20"), sea="rye-bay")
    scene.aboard("clifford", "le_swan").aboard("howard", "le_swan")
    call(scene)
    scene.play(1, "excuse", by_sea=["clifford", "howard"])
    follow(scene)
    assert scene.state.ships["le_swan"].sea == "rye-bay"
    assert scene.state.nobles["clifford"].aboard == "le_swan"
    assert scene.state.nobles["howard"].aboard == "le_swan"


@pytest.mark.rule("house-7.4.6", "house-7.4.4")
def test_an_empty_ship_of_an_excused_noble_goes_home() -> None:
    scene = fleet(realm().held(1, "E-WR05"), sea="rye-bay")
    call(scene)
    scene.play(1, "excuse", nobles="clifford")
    assert scene.state.ships["le_swan"].sea == "rye-bay"
    follow(scene)
    assert scene.state.ships["le_swan"].port == "lynn"


@pytest.mark.rule("house-7.4.8", "house-7.4.10", "house-7.4.7")
def test_a_free_move_keeps_a_ship_of_ones_own() -> None:
    scene = dismissed(fleet(realm(), port="hull").held(1, FREE_MOVES[0]))
    scene.refused(1, "stay_free", rule="house-1.3", noble="percy")
    scene.refused(1, "stay", rule="house-7.4.7", noble="clifford")
    scene.refused(1, "keep_ship", rule="house-7.4.8", ship="le_nicholas")
    scene.refused(1, "done", rule="house-7.4.1")
    assert scene.candidates(1, "keep_ship", "ship") == {"le_swan"}
    scene.play(1, "keep_ship", ship="le_swan")
    assert scene.happened(facts.StayedAtParliament) == [
        facts.StayedAtParliament(1, "le_swan", "free_move")
    ]
    assert scene.state.factions[1].held == []
    follow(scene)
    assert scene.state.ships["le_swan"].port == "hull"
    assert "le_swan" not in scene.state.peace.ships


@pytest.mark.rule("house-7.4.8")
def test_only_a_ship_of_his_own() -> None:
    scene = dismissed(
        fleet(realm().ship("le_trinity", port="london"), port="hull").held(2, "E-FM01")
    )
    follow_seats(scene, 1)
    assert scene.offered(2, "keep_ship") == []
    scene.refused(2, "keep_ship", rule="house-7.4.8", ship="le_swan")


@pytest.mark.rule("house-7.4.8")
def test_without_the_card_no_ship_stays() -> None:
    scene = dismissed(fleet(realm(), port="hull"))
    assert scene.offered(1, "keep_ship") == []


@pytest.mark.rule("house-7.4.8")
def test_a_player_without_nobles_in_parliament_may_keep_his_ship_too() -> None:
    scene = realm().give("talbot", "le_swan").ship("le_swan", port="hull")
    scene.held(2, FREE_MOVES[0], "E-WR05")
    call(scene)
    scene.play(2, "excuse", nobles="talbot")
    follow(scene, "return_home")
    follow_seats(scene, 1)
    assert scene.match.waiting_for() == [2]
    scene.play(2, "keep_ship", ship="le_swan")
    follow(scene)
    assert scene.state.ships["le_swan"].port == "hull"


@pytest.mark.rule("house-7.4.8", "house-7.4.4", "house-7.4.7")
def test_his_last_noble_gone_home_he_may_keep_his_ship_and_need_not() -> None:
    scene = dismissed(fleet(realm(), port="hull").held(1, FREE_MOVES[0]))
    home(scene, 1, "courtenay", "tiverton")
    home(scene, 1, "clifford", "skipton")
    assert scene.match.waiting_for() == [1]
    assert scene.candidates(1, "keep_ship", "ship") == {"le_swan"}
    scene.play(1, "done")
    assert scene.match.waiting_for() == [2]
    follow(scene)
    assert scene.lies("le_swan") == "lynn"
    assert scene.state.factions[1].held == [FREE_MOVES[0]]


@pytest.mark.rule("house-7.4.22", "house-8.6.20", "house-7.1.17")
@pytest.mark.parametrize("port", ["plymouth", "calais"])
def test_a_ship_that_besieges_on_goes_nowhere(port: str) -> None:
    """Her siege was not broken by the call, and neither the call nor the end moves her."""
    scene = realm().give("clifford", "le_swan", "marshal_england").ship("le_swan", port=port)
    scene.control(port, None).siege(port, ["clifford"]).aboard("clifford", "le_swan")
    scene.state.sieges[port].ships = ["le_swan"]
    follow(call(scene))
    assert scene.lies("le_swan") == port
    assert scene.where("clifford") == ("", None, "le_swan")
    assert scene.state.sieges[port].besiegers == ["clifford"]


# The end


@pytest.mark.rule("house-7.4.11")
def test_the_kings_peace_begins() -> None:
    scene = realm()
    events = follow(call(scene))
    assert told(events, facts.ParliamentDismissed) == [facts.ParliamentDismissed(SQUARE, 0)]
    assert (scene.state.peace.caller, scene.state.peace.square) == (0, SQUARE)
    assert scene.state.sitting is None
    assert scene.match.view(2).peace == scene.state.peace


@pytest.mark.rule("house-7.4.8")
def test_a_ship_that_stays_is_kept_by_one_card() -> None:
    scene = dismissed(fleet(realm(), port="hull").held(1, *FREE_MOVES[:2]))
    scene.play(1, "keep_ship", ship="le_swan")
    assert scene.offered(1, "keep_ship") == []
    says = "from going home"
    scene.forbidden(1, "keep_ship", rule="house-7.4.8", says=says, ship="le_swan")
    assert scene.state.factions[1].held == [FREE_MOVES[1]]


# Who is no more to be brought home, each with his own reason


@pytest.mark.rule("house-7.4.1", "house-7.4.2", "house-7.4.10")
def test_whoever_was_passed_over_hears_why_he_does_not_go_home() -> None:
    scene = call(realm().held(1, "E-WR05"))
    scene.play(1, "excuse", nobles="clifford")
    follow(scene, "return_home")
    assert scene.asked(1) == ["return_home"]
    said = scene.refused(1, "go_home", rule="house-7.4.1", noble="clifford", castle="skipton")
    assert said == "A noble who was not in Parliament stays where he is when it ends."
    scene.refused(1, "go_home", rule="house-1.3", noble="talbot", castle="sheffield")


@pytest.mark.rule("house-7.4.4", "base-8.15")
def test_a_ship_that_a_storm_drove_into_a_hostile_port_is_at_peace_at_home() -> None:
    scene = realm(ruleset="classic+house_parliament").give("clifford", "le_swan")
    scene.ship("le_swan", port="hull", hostile=True)
    follow(call(scene))
    assert (scene.lies("le_swan"), scene.state.ships["le_swan"].hostile) == ("lynn", False)
