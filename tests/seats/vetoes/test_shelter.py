"""A King and the heirs are behind walls when a movement ends."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker.ids import CardId, NobleId, SquareId
from bot.seats.kingmaker_steward import marching, steward, vetoes
from bot.seats.kingmaker_steward.marching import MarchPlan
from bot.seats.kingmaker_steward.moves_open import OpenMoves
from bot.seats.kingmaker_steward.outlook import Outlook
from bot.seats.kingmaker_steward.targets import Target, battle_target
from bot.seats.kingmaker_steward.vetoes import Posts
from bot.seats.kingmaker_steward.worth import noble_worth, party_worth
from tests.rules.kingmaker.scene import Scene
from tests.seats.moves import answer, to_the_end_of_movement
from tests.tools.strength import leave_out


def plan(scene: Scene) -> MarchPlan:
    """Seat 0's look at its movement."""
    outlook = Outlook(scene.match.view(0), 0, scene.content)
    return MarchPlan(outlook, scene.match.asked(0)[0])


def keeper_near_prey() -> Scene:
    """Percy at home with Henry, and in reach of him a weaker force with an heir."""
    scene = Scene().noble("percy", 0, "alnwick", heirs=("henry",))
    return (
        scene.noble("grey", 1, "12,5", castles=False, heirs=("margaret",))
        .noble("neville", 1, "warwick")
        .hold("george", "neville")
    )


def test_a_lone_keeper_stays_at_home_where_he_would_go_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = keeper_near_prey()
    scene.movement(0)
    with monkeypatch.context() as patch:
        leave_out(["shelter"], patch.setattr)
        to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].inside is None
    scene = keeper_near_prey()
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].inside is not None


def test_the_heir_stays_with_who_is_missed_least_and_the_strong_one_goes_out() -> None:
    scene = keeper_near_prey().noble("pole", 0, "alnwick", castles=False)
    scene.movement(0)
    assert "entrust" in to_the_end_of_movement(scene)
    assert scene.state.heirs["henry"].holder == "pole"
    assert scene.state.nobles["pole"].inside == "alnwick"
    assert scene.state.nobles["percy"].square == "12,5"


def test_an_heir_who_may_be_crowned_stays_with_who_may_crown_him() -> None:
    scene = Scene().noble("percy", 0, "alnwick", cards=("abp_canterbury",), heirs=("richard_york",))
    scene.noble("pole", 0, "alnwick", castles=False).noble("neville", 1, "warwick")
    scene.movement(0)
    assert "entrust" not in to_the_end_of_movement(scene)
    assert scene.state.heirs["richard_york"].holder == "percy"


def test_who_can_go_in_himself_hands_nobody_over() -> None:
    scene = Scene().noble("percy", 0, "alnwick").noble("neville", 1, "warwick")
    scene.dead("edward_lancaster", "george")
    scene.noble("grey", 0, "alnwick", castles=False, heirs=("henry",)).movement(0)
    scene.state.nobles["grey"].inside = None
    assert "entrust" not in to_the_end_of_movement(scene)
    assert scene.state.nobles["grey"].inside == "alnwick"


def test_guards_of_a_king_do_not_hand_him_to_and_fro() -> None:
    """The Royal Guard comes with the King: who is given him is the stronger for it."""
    scene = Scene().noble("talbot", 0, "alnwick", castles=False, heirs=("henry",)).crowned("henry")
    scene.noble("mowbray", 0, "alnwick", castles=False).noble("neville", 1, "warwick")
    scene.movement(0)
    assert to_the_end_of_movement(scene).count("entrust") <= 1


def test_who_finds_no_walls_in_reach_goes_on_as_before() -> None:
    scene = Scene().noble("percy", 0, "5,18", castles=False, heirs=("henry",))
    scene.noble("neville", 1, "warwick")
    scene.movement(0)
    assert to_the_end_of_movement(scene)[-1] == "done"


def test_an_heir_is_not_handed_back_in_the_next_turn() -> None:
    scene = keeper_near_prey().noble("pole", 0, "alnwick", castles=False)
    scene.dead("margaret")
    for expected in (1, 0):
        scene.movement(0)
        assert to_the_end_of_movement(scene).count("entrust") == expected
    assert scene.state.heirs["henry"].holder == "pole"


def test_within_walls_an_heir_is_not_handed_on_for_a_few_troops() -> None:
    scene = Scene().noble("fitzalan", 0, "alnwick", castles=False, heirs=("george",))
    scene.noble("grey", 0, "alnwick", castles=False).noble("neville", 1, "warwick")
    scene.movement(0)
    assert "entrust" not in to_the_end_of_movement(scene)
    assert scene.state.heirs["george"].holder == "fitzalan"


def out_of_reach_of_walls(*cards: str) -> Scene:
    """Percy with Henry in the open, more than one march from his castles, and Event cards."""
    scene = Scene().noble("percy", 0, "alnwick", heirs=("henry",)).noble("neville", 1, "warwick")
    scene.state.nobles["percy"].square, scene.state.nobles["percy"].inside = "21,14", None
    return scene.held(0, *cards)


def test_a_free_move_brings_a_king_behind_walls() -> None:
    scene = out_of_reach_of_walls("E-FM01")
    scene.movement(0)
    assert "free_move" in to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].inside is not None
    scene = out_of_reach_of_walls()
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].inside is None


@pytest.mark.parametrize(("value", "party"), [(20.0, ()), (60.0, ("percy",))])
def test_with_a_free_move_that_brings_him_home_a_keeper_goes_out_only_for_much(
    value: float, party: tuple[str, ...]
) -> None:
    """He thinks so before he plays it, and once he has."""
    scene = out_of_reach_of_walls("E-FM01")
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="16,11")
    aim = Target("recruit", SquareId("12,15"), value)
    assert plan(scene).weigh(aim)[1] == party
    scene.play(0, "free_move", nobles=["percy"])
    assert plan(scene).weigh(aim)[1] == party


@pytest.mark.parametrize(("army", "played"), [("17,7", False), ("16,12", True)])
def test_where_those_walls_would_fall_it_is_played_only_by_who_is_in_danger(
    army: str, played: bool
) -> None:
    """An army is near Wressle, out of reach of where Percy stands, or in reach of both."""
    scene = out_of_reach_of_walls("E-FM01").give("neville", "marshal_england")
    scene.noble("stanley", 1, army, castles=False).give("stanley", "treasurer_england")
    scene.noble("holland", 1, army, castles=False)
    scene.state.nobles["neville"].square, scene.state.nobles["neville"].inside = army, None
    scene.movement(0)
    scene.play(0, "march", nobles=["percy"], to="18,15")
    seen = Outlook(scene.match.view(0), 0, scene.content)
    found = MarchPlan(seen, scene.match.asked(0)[0])
    assert "16,10" in found.ways.again("percy")
    assert (seen.threat("18,15") > 0) == played
    assert (found._once_more() is not None) == played


def test_a_castle_that_fell_to_it_in_this_movement_is_no_shelter_yet() -> None:
    """It opens in the next turn (house-8.2.1): nobody leaves his walls for it."""
    scene = Scene().noble("percy", 0, "alnwick", heirs=("henry",)).noble("neville", 1, "warwick")
    scene.movement(0)
    bamburgh = scene.board.places["bamburgh"]
    scene.state.control["bamburgh"] = "percy"
    seen = Outlook(scene.match.view(0), 0, scene.content)
    assert seen.holder("bamburgh") == 0
    assert not seen.enterable(bamburgh)
    assert seen.enterable(scene.board.places["alnwick"])
    scene.play(0, "done")
    assert Outlook(scene.match.view(0), 0, scene.content).enterable(bamburgh)


def test_a_keeper_leaves_his_walls_for_what_is_worth_far_more() -> None:
    """Grey alone keeps two heirs in reach, without any men to speak of."""
    scene = keeper_near_prey().hold("richard_york", "grey").hold("edward_march", "grey")
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["percy"].square == "12,5"


def test_a_keeper_leaves_a_town_for_the_castle_beside_it() -> None:
    scene = Scene().noble("percy", 0, "bangor", castles=False, heirs=("henry",))
    scene.control("caernarvon", "percy").noble("neville", 1, "9,14")
    scene.movement(0)
    assert to_the_end_of_movement(scene) == ["leave", "enter", "done"]
    assert scene.state.nobles["percy"].inside == "caernarvon"


def test_nobody_comes_out_of_where_he_went_in_during_the_phase() -> None:
    scene = Scene().noble("percy", 0, "bangor", castles=False, heirs=("henry",))
    scene.noble("pole", 0, "bangor", castles=False).noble("neville", 1, "9,14")
    scene.movement(0)

    def able() -> list[tuple[str, ...]]:
        view, (prompt,) = scene.match.view(0), scene.match.asked(0)
        leave = OpenMoves(steward.look(view, 0), prompt).leave
        return [offer.field("nobles").candidates for offer in leave]

    assert able() == [("percy", "pole")]
    scene.play(0, "leave", nobles=["pole"], place="bangor")
    scene.play(0, "enter", nobles=["pole"], place="bangor")
    assert able() == [("percy",)]
    scene.play(0, "leave", nobles=["percy"], place="bangor")
    scene.play(0, "enter", nobles=["percy"], place="bangor")
    assert able() == []


def test_a_king_who_could_call_parliament_does_not_go_in_and_out_of_a_town_for_ever() -> None:
    """Outside, Treasurer Holland threatens him, so that a Parliament pays and he goes into
    Wakefield; inside he is safe, so that it pays no longer, and Sandal beside it has better walls.
    """
    scene = Scene().noble("percy", 0, "alnwick", castles=False).control("sandal", "percy")
    scene.noble("beaufort", 0, "14,10", castles=False, heirs=("richard_york",))
    scene.noble("holland", 1, "10,10", castles=False, cards=("treasurer_england",))
    scene.crowned("richard_york").held(0, "E-WR01", "E-WR02").movement(0)
    assert to_the_end_of_movement(scene) == ["enter", "done"]
    assert scene.state.nobles["beaufort"].inside == "wakefield"


# Heirs behind walls keep men enough beside them, and who is besieged is relieved.


MEN = {
    "neville": ("saxons_1", "burgundian_crossbowmen_1", "scots_archers_1"),
    "stanley": ("saxons_2", "burgundian_crossbowmen_2"),
}
"""Mercenaries beside some foes."""

ALNWICK_WITH_PERCY = 260
"""Its garrison, Percy, and Pole with the guards of his King."""


def outlook_of(scene: Scene, seat: int = 0) -> Outlook:
    return Outlook(scene.match.view(seat), seat, scene.content)


def king_and_prey(*foes: str) -> Scene:
    """At Alnwick are Pole with Henry and Percy; foes may come there, and in Percy's reach stands a
    weak one with an heir."""
    scene = Scene(seats=3).noble("pole", 0, "alnwick", castles=False, heirs=("henry",))
    scene.noble("percy", 0, "alnwick")
    scene.noble("grey", 2, "12,5", castles=False, heirs=("margaret",))
    for foe in foes:
        scene.noble(foe, 1, "13,5", castles=False, cards=MEN.get(foe, ()))
    return scene


def where_percy_goes(scene: Scene) -> str | None:
    scene.movement(0)
    to_the_end_of_movement(scene)
    return scene.state.nobles["percy"].inside


def test_who_alone_keeps_a_place_from_falling_stays_with_the_heir_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    foes = ("neville", "stanley")
    scene = king_and_prey(*foes)
    scene.movement(0)
    outlook = outlook_of(scene)
    assert 160 <= outlook.threat("14,3") < ALNWICK_WITH_PERCY
    assert vetoes.guards(outlook) == {"alnwick": ("percy",)}
    assert where_percy_goes(king_and_prey(*foes)) == "alnwick"
    monkeypatch.setattr(vetoes, "guards", lambda _: dict[str, tuple[str, ...]]())
    monkeypatch.setattr(marching, "posts", lambda *_: Posts())
    assert where_percy_goes(king_and_prey(*foes)) is None


@pytest.mark.parametrize(
    "foes",
    [("howard",), ("neville", "stanley", "mowbray", "talbot", "courtenay")],
    ids=["nobody_is_a_danger", "nobody_is_enough"],
)
def test_nobody_stays_where_he_is_not_needed_or_too_weak(foes: tuple[str, ...]) -> None:
    scene = king_and_prey(*foes)
    scene.movement(0)
    assert vetoes.guards(outlook_of(scene)) == {}


def test_of_several_who_guard_the_strongest_go_if_the_others_are_enough() -> None:
    scene = king_and_prey("neville", "mowbray").noble("fitzalan", 0, "alnwick", castles=False)
    scene.movement(0)
    assert vetoes.guards(outlook_of(scene)) == {"alnwick": ("fitzalan",)}


def test_keepers_are_left_with_too_few_by_their_guards_alone() -> None:
    scene = king_and_prey("neville", "stanley")
    scene.movement(0)
    outlook = outlook_of(scene)
    assert vetoes.left_by(outlook, ("percy",)) == ["pole"]
    assert vetoes.left_by(outlook, ("pole",)) == []


@pytest.mark.parametrize(
    ("strong", "share"), [(False, 0.4), (True, 1.0)], ids=["they_hold_out", "they_would_fall"]
)
def test_besiegers_are_worth_more_by_those_who_are_relieved(strong: bool, share: float) -> None:
    scene = Scene(seats=3).noble("pole", 0, "alnwick", castles=False, heirs=("henry",))
    scene.noble("percy", 0, "14,3").noble("neville", 1, "14,3", castles=False)
    foes = [NobleId(CardId("neville"))]
    if strong:
        scene.give("neville", *MEN["neville"]).noble("stanley", 1, "14,3", castles=False)
        foes.append(NobleId(CardId("stanley")))
    scene.siege("alnwick", foes)
    scene.movement(0)
    outlook = outlook_of(scene)
    plain = sum(noble_worth(outlook, foe) for foe in foes)
    kept = party_worth(outlook, ("pole",))
    assert battle_target(outlook, "14,3", 1, foes).value == pytest.approx(plain + share * kept)
    assert battle_target(outlook, "14,3", 1, foes, sally=True).value == pytest.approx(plain)


# Keepers of heirs whom no walls in their reach would save get guards, or slip away.


FOES = {
    "neville": ("saxons_1", "burgundian_crossbowmen_1", "scots_archers_1"),
    "stanley": ("saxons_2", "burgundian_crossbowmen_2"),
}

FAR = "16,7"
"""From there Alnwick is in reach, but not all around it."""


def in_danger(foes_at: str = "13,5") -> Scene:
    """Pole with Henry is alone at Alnwick, where Neville and Stanley can come with more than his
    160."""
    scene = Scene().noble("pole", 0, "alnwick", castles=False, heirs=("henry",))
    scene.control("alnwick", "pole").dead("margaret")
    for foe, cards in FOES.items():
        scene.noble(foe, 1, foes_at, castles=False, cards=cards)
    return scene


def planned(scene: Scene) -> tuple[Outlook, Posts]:
    scene.movement(0)
    outlook = Outlook(scene.match.view(0), 0, scene.content)
    (prompt,) = scene.match.asked(0)
    return outlook, MarchPlan(outlook, prompt).posts


def test_who_is_near_enough_goes_to_guard_the_heir() -> None:
    scene = in_danger().noble("percy", 0, "14,4", castles=False)
    outlook, found = planned(scene)
    defence = 100 + outlook.power("pole")
    assert defence <= outlook.threat("14,3") < defence + outlook.power("percy")
    assert found == Posts({"pole": "14,3"}, {"percy": "14,3"})
    to_the_end_of_movement(scene)
    assert [scene.state.nobles[noble].inside for noble in ("pole", "percy")] == ["alnwick"] * 2


def test_where_nobody_can_guard_him_he_slips_away_into_the_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = in_danger(FAR)
    _, found = planned(scene)
    assert not found.guards
    to_the_end_of_movement(scene)
    outlook = Outlook(scene.match.view(0), 0, scene.content)
    assert outlook.nobles["pole"].inside is None
    assert outlook.threat(outlook.nobles["pole"].square) == 0
    monkeypatch.setattr("bot.seats.kingmaker_steward.marching.posts", lambda *_: Posts())
    scene = in_danger(FAR)
    scene.movement(0)
    to_the_end_of_movement(scene)
    assert scene.state.nobles["pole"].inside == "alnwick"


def test_where_walls_hold_nobody_is_called() -> None:
    scene = Scene().noble("pole", 0, "alnwick", castles=False, heirs=("henry",))
    scene.control("alnwick", "pole").noble("percy", 0, "14,4", castles=False)
    scene.noble("neville", 1, "13,5", castles=False)
    assert planned(scene)[1] == Posts()


def test_no_more_guards_are_called_than_it_takes() -> None:
    scene = in_danger().noble("percy", 0, "14,4", castles=False)
    scene.noble("fitzalan", 0, "14,4", castles=False)
    assert planned(scene)[1].guards == {"percy": "14,3"}


# No heir is killed by his own keeper for nothing.


def crowned_with_a_spare() -> Scene:
    """Percy with the King and a spare heir; five others live."""
    scene = Scene().noble("percy", 0, "alnwick", heirs=("henry", "edward_march"))
    return scene.noble("stanley", 1, "douglas")


def test_a_spare_heir_lives_while_others_have_heirs(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = crowned_with_a_spare()
    scene.movement(0)
    with monkeypatch.context() as patch:
        leave_out(["mercy"], patch.setattr)
        assert answer(scene) == Choice.of("kill_heir", heir="edward_march")
    assert "kill_heir" not in to_the_end_of_movement(scene)
    assert scene.state.heirs["edward_march"].alive


def test_he_dies_once_nobody_else_has_an_heir() -> None:
    scene = crowned_with_a_spare()
    scene.dead("margaret", "edward_lancaster", "richard_york", "george", "richard_gloucester")
    scene.movement(0)
    assert answer(scene) == Choice.of("kill_heir", heir="edward_march")


def besieged(turns: int) -> Scene:
    """Pole with an heir in Masham, before which stands Percy; Henry is safe in Alnwick.

    Percy has 100; Masham and Pole have 110 in the first turns of a siege, 60 from the third on.
    """
    scene = Scene().noble("talbot", 0, "alnwick", castles=False, heirs=("henry",))
    scene.noble("pole", 0, "masham", castles=False, heirs=("george",))
    scene.noble("percy", 1, "14,8", castles=False).siege("masham", ["percy"], turns)
    return scene


def test_who_would_fall_to_others_dies_before() -> None:
    scene = besieged(2)
    scene.movement(0)
    assert answer(scene) == Choice.of("kill_heir", heir="george")


def test_who_holds_out_lives() -> None:
    scene = besieged(1)
    scene.movement(0)
    assert "kill_heir" not in to_the_end_of_movement(scene)
    assert scene.state.heirs["george"].alive


def test_the_heir_on_whom_all_rests_is_not_killed_even_then() -> None:
    scene = besieged(2)
    scene.dead("henry")
    scene.movement(0)
    assert "kill_heir" not in to_the_end_of_movement(scene)
    assert scene.state.heirs["george"].alive
