"""What may pass between two nobles, and when: places, ships, bishops, heirs (house §8.7)."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

FAR = "13,20"


def faction(*nobles: tuple[str, str], seats: int = 2) -> Scene:
    """Nobles of seat 0 in their places; Bourchier of seat 1 far away."""
    scene = Scene(seats)
    for noble, place in nobles:
        scene.noble(noble, 0, place)
    return scene.noble("bourchier", 1, FAR)


def lay(scene: Scene, noble: str, *cards: str) -> Scene:
    """Lay cards from the deck beside a noble."""
    for card in cards:
        scene.state.crown_deck.remove(card)
        scene.state.nobles[noble].cards.append(card)
    return scene


def things(scene: Scene, seat: int = 0) -> set[str]:
    """What a seat may pass between its own nobles now."""
    return scene.candidates(seat, "transfer", "thing")


# 8.7.4, 8.7.6, 8.7.7 Places and ships are handed over anywhere


@pytest.mark.rule("house-8.7.4", "house-8.7.7", "base-17.7")
def test_control_of_a_place_passes_between_nobles_far_apart() -> None:
    scene = faction(("percy", "alnwick"), ("courtenay", "tiverton"))
    scene.movement(1)
    scene.play(0, "transfer", thing="place:cockermouth", noble="courtenay")
    assert scene.state.control["cockermouth"] == "courtenay"
    assert scene.happened(facts.ControlGained) == [
        facts.ControlGained("cockermouth", "courtenay", 0, "deal")
    ]


@pytest.mark.rule("house-8.7.6", "house-8.1.1")
def test_the_card_of_a_town_follows_its_control() -> None:
    scene = faction(("percy", "alnwick"), ("courtenay", "tiverton"))
    lay(scene, "percy", "town_bristol", "saxons_1").control("bristol", "percy").movement(0)
    scene.play(0, "transfer", thing="place:bristol", noble="courtenay")
    assert scene.state.control["bristol"] == "courtenay"
    assert scene.state.nobles["courtenay"].cards == ["town_bristol"]
    assert scene.state.nobles["percy"].cards == ["saxons_1"]


@pytest.mark.rule("house-8.7.4")
def test_a_ship_in_port_passes_between_nobles_far_apart() -> None:
    scene = faction(("percy", "alnwick"), ("courtenay", "tiverton"))
    lay(scene, "percy", "le_swan").ship("le_swan", port="lynn").movement(0)
    scene.play(0, "transfer", thing="ship:le_swan", noble="courtenay")
    assert scene.state.nobles["courtenay"].cards == ["le_swan"]
    assert scene.state.nobles["percy"].cards == []
    assert "the-wash" in scene.destinations(0, "le_swan")


@pytest.mark.rule("house-8.7.7", "house-8.7.4")
def test_places_are_sheltered_after_an_attack_is_declared_but_before_the_weather() -> None:
    """A third player may take a side first; meanwhile Percy hands Alnwick to Courtenay."""
    scene = Scene(3).noble("percy", 1, FAR, outside=True).noble("courtenay", 1, "tiverton")
    scene.control("alnwick", "percy").noble("mowbray", 0, FAR, outside=True)
    scene.noble("talbot", 2, FAR, outside=True).combat(0)
    scene.play(0, "attack", nobles=["mowbray"], against="1", square=FAR)
    assert scene.asked(2) == ["alliance"]
    scene.play(1, "transfer", thing="place:alnwick", noble="courtenay")
    scene.rolls(100, *[1] * 6).next_events("E-RA01")
    scene.play(2, "stand_aside")
    assert scene.state.control["alnwick"] == "courtenay"


@pytest.mark.rule("house-8.7.7", "house-5.14c", "base-17.2", "base-17.5", "base-17.6")
def test_between_weather_and_result_nobody_is_given_time_to_trade() -> None:
    """Active Combat is a single step: the weather, the battle and the deaths come together.

    So nothing passes to or from a noble in combat, and no card just traded is laid beside him.
    """
    scene = Scene(3).noble("percy", 1, FAR, outside=True).noble("courtenay", 1, "tiverton")
    scene.noble("mowbray", 0, FAR, outside=True).noble("talbot", 2, FAR, outside=True)
    scene.hand(1, "saxons_1").combat(0)
    scene.play(0, "attack", nobles=["mowbray"], against="1", square=FAR)
    scene.play(1, "propose_deal", to="0", give=["hand:saxons_1"])
    assert "accept_deal" in {o.verb for p in scene.match.prompts(0) for o in p.offers}
    scene.rolls(30, *[100] * 6).next_events("E-FM01", "E-WR01", "E-RA01")
    scene.play(2, "stand_aside")
    before = scene.match.version
    scene.play(1, "let_through")
    assert scene.match.version == before + 1
    kinds = [type(event) for event in scene.events]
    first, last = kinds.index(facts.WeatherDrawn), kinds.index(facts.BattleRolled)
    assert kinds[first:last] == [facts.WeatherDrawn] * 3
    assert kinds[last + 1] is facts.DeathRolled
    assert scene.state.factions[1].hand == ["saxons_1"]


# 8.7.8 Bishops, mercenaries and heirs pass in one square


@pytest.mark.rule("house-8.7.8", "base-17.3", "base-17.7")
@pytest.mark.parametrize(
    ("thing", "card"),
    [("beside:bp_norwich", "bp_norwich"), ("beside:saxons_1", "saxons_1")],
)
def test_bishops_and_mercenaries_pass_in_the_same_square(thing: str, card: str) -> None:
    scene = faction(("percy", "york"), ("roos", "york"), ("courtenay", "tiverton"))
    lay(scene, "percy", card).movement(0)
    assert scene.offered(0, "transfer") != []
    offers = [o for o in scene.offered(0, "transfer") if thing in o.field("thing").candidates]
    assert [set(o.field("noble").candidates) for o in offers] == [{"roos"}]
    scene.play(0, "transfer", thing=thing, noble="roos")
    assert scene.state.nobles["roos"].cards == [card]
    assert scene.state.nobles["percy"].cards == []


@pytest.mark.rule("house-8.7.8", "base-16.5")
@pytest.mark.parametrize("thing", ["beside:saxons_1", "heir:margaret"])
def test_they_do_not_pass_to_another_square(thing: str) -> None:
    scene = faction(("percy", "york"), ("courtenay", "tiverton"))
    lay(scene, "percy", "saxons_1").hold("margaret", "percy").combat(1)
    assert thing not in things(scene)
    scene.refused(0, "transfer", rule="house-8.7.8", thing=thing, noble="courtenay")


@pytest.mark.rule("house-8.7.8", "base-17.3")
def test_inside_and_outside_of_a_place_are_one_square() -> None:
    scene = faction(("percy", "york")).noble("roos", 0, "york", outside=True)
    scene.control("york", "percy")
    lay(scene, "percy", "saxons_1").hold("margaret", "percy").draw(1)
    scene.play(0, "transfer", thing="beside:saxons_1", noble="roos")
    scene.play(0, "transfer", thing="heir:margaret", noble="roos")
    assert scene.state.nobles["roos"].cards == ["saxons_1"]
    assert scene.state.heirs["margaret"].holder == "roos"


@pytest.mark.rule("house-8.7.8", "base-17.7")
@pytest.mark.parametrize("phase", ["event", "movement", "combat", "draw"])
def test_an_heir_passes_at_any_time_also_in_another_players_turn(phase: str) -> None:
    scene = faction(("percy", "york"), ("roos", "york")).hold("margaret", "percy")
    scene.noble("audley", 0, "19,18").noble("grey", 1, "19,18").held(1)
    scene.next_events("E-RA03").next_crown("saxons_1")
    getattr(scene, phase)(1)
    scene.play(0, "transfer", thing="heir:margaret", noble="roos")
    assert scene.state.heirs["margaret"].holder == "roos"


@pytest.mark.rule("house-8.7.8", "base-17.3", "base-7.12")
def test_while_ones_nobles_move_an_heir_is_entrusted_and_the_refusal_says_so() -> None:
    scene = faction(("percy", "york"), ("roos", "york")).hold("margaret", "percy")
    scene.movement(0)
    reason = scene.refused(0, "transfer", rule="base-7.12", thing="heir:margaret", noble="roos")
    assert reason == "While your nobles move, use “entrust” to hand an heir to another of them."
    scene.play(0, "entrust", heir="margaret", noble="roos")
    assert scene.state.heirs["margaret"].holder == "roos"


@pytest.mark.rule("house-8.7.8")
def test_aboard_one_ship_they_pass_as_well() -> None:
    scene = faction(("percy", "york"), ("roos", "york"), ("howard", "castle-rising"))
    lay(scene, "percy", "le_swan", "saxons_1").hold("margaret", "percy")
    lay(scene, "howard", "le_rose").ship("le_rose", sea="the-wash").ship("le_swan", sea="the-wash")
    scene.aboard("percy", "le_swan").aboard("roos", "le_swan").aboard("howard", "le_rose").draw(1)
    scene.play(0, "transfer", thing="heir:margaret", noble="roos")
    scene.play(0, "transfer", thing="beside:saxons_1", noble="roos")
    assert scene.state.heirs["margaret"].holder == "roos"
    assert scene.state.nobles["roos"].cards == ["saxons_1"]


@pytest.mark.rule("house-8.7.4", "house-8.7.8")
@pytest.mark.parametrize("noble", ["percy", "howard"])
def test_the_noble_named_receives_not_the_strongest(noble: str) -> None:
    scene = faction(("roos", "york"), ("percy", "york"), ("howard", "york"))
    lay(scene, "roos", "saxons_1", "le_swan").ship("le_swan", port="lynn").hold("margaret", "roos")
    scene.control("belvoir", "roos").draw(1)
    for thing in ("beside:saxons_1", "ship:le_swan", "heir:margaret", "place:belvoir"):
        scene.play(0, "transfer", thing=thing, noble=noble)
    assert scene.state.nobles[noble].cards == ["saxons_1", "le_swan"]
    assert scene.state.heirs["margaret"].holder == noble
    assert scene.state.control["belvoir"] == noble


# 8.7.9, 5.24 Bishops


@pytest.mark.rule("house-8.7.9", "house-5.24")
def test_a_bishop_passes_only_to_a_noble_without_one() -> None:
    scene = faction(("percy", "york"), ("roos", "york"))
    lay(scene, "percy", "bp_norwich")
    lay(scene, "roos", "bp_lincoln").movement(0)
    assert "beside:bp_norwich" not in things(scene)
    scene.refused(0, "transfer", rule="house-8.7.9", thing="beside:bp_norwich", noble="roos")


@pytest.mark.rule("house-5.24", "house-8.7.9")
def test_a_bishop_from_hand_goes_to_a_noble_who_has_one() -> None:
    scene = faction(("percy", "york")).hand(0, "bp_norwich")
    lay(scene, "percy", "bp_lincoln").movement(0)
    scene.play(0, "play", card="bp_norwich", noble="percy")
    assert scene.state.nobles["percy"].cards == ["bp_lincoln", "bp_norwich"]


@pytest.mark.rule("house-8.7.9")
def test_one_of_two_bishops_may_be_given_away() -> None:
    scene = faction(("percy", "york"), ("roos", "york"))
    lay(scene, "percy", "bp_norwich", "bp_lincoln").movement(0)
    scene.play(0, "transfer", thing="beside:bp_norwich", noble="roos")
    scene.refused(0, "transfer", rule="house-8.7.9", thing="beside:bp_lincoln", noble="roos")
    assert scene.state.nobles["percy"].cards == ["bp_lincoln"]


# 8.7.1, 8.7.11, 8.7.12 What never passes so


@pytest.mark.rule("house-8.7.1", "base-17.1")
def test_a_noble_never_passes() -> None:
    scene = faction(("percy", "york"), ("roos", "york"))
    scene.movement(0)
    for offer in scene.offered(0, "propose_deal"):
        for field in offer.fields:
            assert not {"noble:percy", "beside:percy", "hand:percy"} & set(field.candidates)
    scene.refused(0, "propose_deal", rule="house-8.7.1", to="1", give=["noble:roos"])
    scene.refused(0, "propose_deal", rule="house-8.7.1", to="1", give=["beside:roos"])
    scene.refused(0, "propose_deal", rule="house-8.7.1", to="1", take=["noble:bourchier"])


@pytest.mark.rule("house-8.7.11", "base-17.1")
def test_titles_and_offices_pass_only_in_parliament() -> None:
    scene = faction(("percy", "york"), ("roos", "york")).noble("grey", 1, "york", outside=True)
    scene.control("york", "percy")
    scene.state.crown_deck.remove("earl_kent")
    scene.state.nobles["roos"].title = "earl_kent"
    scene.state.crown_deck.remove("marshal_england")
    scene.state.nobles["roos"].office = "marshal_england"
    scene.movement(0)
    assert not {"beside:earl_kent", "beside:marshal_england"} & things(scene)
    for card in ("earl_kent", "marshal_england"):
        token = f"beside:{card}"
        scene.refused(0, "transfer", rule="house-8.7.11", thing=token, noble="percy")
        scene.refused(0, "propose_deal", rule="house-8.7.11", to="1", give=[token])


def at_the_motions(*, office: str | None) -> Scene:
    """Parliament at York has come to its motions; Roos of seat 0 is Earl of Kent."""
    scene = Scene().noble("percy", 0, "york", heirs=("henry",)).held(0, "E-WR01")
    scene.noble("roos", 0, "york", cards=("earl_kent", *((office,) if office else ())))
    scene.noble("howard", 0, "york").noble("bourchier", 1, FAR).parliament(0)
    scene.play(0, "call_parliament", by="percy", summon="bourchier")
    for _ in range(20):
        if scene.state.sitting is None or "motions" in scene.asked(0):
            break
        for seat in (0, 1):
            if scene.asked(seat) and "motions" not in scene.asked(seat):
                prompt = next(p for p in scene.match.prompts(seat) if p.blocking)
                choice = prompt.default or next(prompt.offers[0].choices())
                scene.match.submit(seat, choice)
                break
    assert scene.asked(0) == ["motions"]
    return scene


@pytest.mark.rule("house-8.7.12", "house-8.7.11")
def test_who_holds_an_office_keeps_his_title_until_the_office_is_given_up() -> None:
    scene = at_the_motions(office="marshal_england")
    titles = [
        o for o in scene.offered(0, "transfer_title") if "roos" in o.field("giver").candidates
    ]
    assert titles == []
    scene.refused(
        0, "transfer_title", rule="house-8.7.12", card="earl_kent", giver="roos", noble="howard"
    )


@pytest.mark.rule("house-8.7.12", "house-8.7.11")
def test_without_an_office_the_title_may_be_moved() -> None:
    scene = at_the_motions(office=None)
    titles = [
        o for o in scene.offered(0, "transfer_title") if "roos" in o.field("giver").candidates
    ]
    assert [o.field("card").candidates for o in titles] == [("earl_kent",)]
    assert "howard" in titles[0].field("noble").candidates


# 8.7.13, 5.12 under siege


def roos_besieged() -> Scene:
    """Roos of seat 0 is under siege in Helmsley; Percy of his faction is in Alnwick."""
    scene = Scene().noble("roos", 0, "helmsley").noble("percy", 0, "alnwick")
    scene.noble("mowbray", 1, "helmsley", outside=True).control("helmsley", "roos")
    scene.noble("neville", 1, "helmsley", outside=True).control("helmsley", "roos")
    return scene.siege("helmsley", ["mowbray", "neville"]).control("belvoir", "roos")


@pytest.mark.rule("house-8.7.13", "house-8.7.4")
@pytest.mark.parametrize("thing", ["place:belvoir", "place:helmsley"])
def test_a_besieged_noble_gives_places_away(thing: str) -> None:
    scene = roos_besieged()
    scene.movement(0)
    scene.play(0, "transfer", thing=thing, noble="percy")
    assert scene.state.control[thing.removeprefix("place:")] == "percy"
    assert scene.where("roos")[1] == "helmsley"


@pytest.mark.rule("house-8.7.13", "house-8.7.4")
def test_a_besieged_noble_gives_ships_away() -> None:
    scene = lay(roos_besieged(), "roos", "le_swan").ship("le_swan", port="lynn")
    scene.movement(0)
    scene.play(0, "transfer", thing="ship:le_swan", noble="percy")
    assert scene.state.nobles["percy"].cards == ["le_swan"]


@pytest.mark.rule("house-8.7.13", "base-17.5", "house-5.12a")
def test_a_besieged_noble_receives_nothing() -> None:
    scene = roos_besieged().noble("howard", 0, "helmsley")
    lay(scene, "percy", "le_swan").ship("le_swan", port="lynn").control("cockermouth", "percy")
    lay(scene, "howard", "saxons_1", "bp_norwich").hold("margaret", "howard").combat(1)
    received = {
        thing
        for offer in scene.offered(0, "transfer")
        if "roos" in offer.field("noble").candidates
        for thing in offer.field("thing").candidates
    }
    assert received == set()
    refused = {"rule": "house-8.7.13", "says": "may give, but not receive", "noble": "roos"}
    for thing in ("place:cockermouth", "ship:le_swan"):
        scene.forbidden(0, "transfer", thing=thing, **refused)
    for thing in ("beside:saxons_1", "beside:bp_norwich", "heir:margaret"):
        scene.forbidden(0, "transfer", thing=thing, **refused)


@pytest.mark.rule("house-8.7.13")
def test_the_refusal_of_gifts_to_the_besieged_names_the_siege() -> None:
    scene = roos_besieged().control("cockermouth", "percy")
    scene.combat(1)
    scene.refused(0, "transfer", rule="house-8.7.13", thing="place:cockermouth", noble="roos")


@pytest.mark.rule("house-8.7.4", "base-1.17", "house-8.5.1")
def test_who_is_inside_a_place_given_away_is_put_out_unless_he_is_of_its_new_side() -> None:
    scene = Scene(3).noble("percy", 0, "york").noble("roos", 1, "york", guest=True)
    scene.noble("grey", 2, "york", guest=True).movement(0)
    scene.play(0, "propose_deal", to="1", give=["place:york"])
    scene.play(1, "accept_deal", deal="1")
    assert scene.state.control["york"] == "roos"
    assert scene.where("roos") == ("15,9", "york", None)
    assert scene.where("percy") == ("15,9", None, None)
    assert scene.where("grey") == ("15,9", None, None)


@pytest.mark.rule("house-8.7.4", "base-10.1")
def test_a_place_surrendered_to_its_besieger_is_under_siege_no_more() -> None:
    scene = roos_besieged()
    scene.movement(0)
    scene.play(0, "propose_deal", to="1", give=["place:helmsley"])
    scene.play(1, "accept_deal", deal="1")
    assert scene.state.nobles[scene.state.control["helmsley"]].seat == 1
    assert scene.state.sieges == {}


# Captives


@pytest.mark.rule("house-5.19a", "house-8.7.1")
def test_a_captive_neither_gives_nor_receives() -> None:
    scene = faction(("percy", "alnwick"), ("roos", "york"))
    lay(scene, "roos", "saxons_1", "le_swan")
    scene.state.nobles["roos"].captor = 1
    scene.draw(1)
    assert not {"ship:le_swan", "beside:saxons_1"} & things(scene)
    takers = {
        noble for offer in scene.offered(0, "transfer") for noble in offer.field("noble").candidates
    }
    assert "roos" not in takers


@pytest.mark.rule("house-8.7.9")
def test_soldiers_beside_a_noble_do_not_keep_a_bishop_from_him() -> None:
    scene = Scene().noble("percy", 0, "york", cards=("bp_durham",)).noble("mowbray", 1, "19,18")
    scene.noble("roos", 0, "york", cards=("saxons_1",)).noble("grey", 0, "york")
    scene.give("grey", "bp_norwich").movement(0)
    offer = next(o for o in scene.offered(0, "transfer") if "beside:bp_durham" in str(o.fields))
    assert offer.field("noble").candidates == ("roos",)
    scene.play(0, "transfer", thing="beside:bp_durham", noble="roos")
    assert scene.state.nobles["roos"].cards == ["saxons_1", "bp_durham"]


# What a refusal says


@pytest.mark.rule("house-8.7.13")
@pytest.mark.parametrize("thing", ["place:cockermouth", "heir:margaret", "beside:saxons_1"])
def test_a_gift_to_a_player_whose_only_noble_is_besieged_names_the_siege(thing: str) -> None:
    scene = Scene().noble("percy", 0, "hull", outside=True).noble("roos", 1, "hull")
    lay(scene, "percy", "saxons_1").hold("margaret", "percy").siege("hull", ["percy"])
    scene.combat(0)
    reason = scene.refused(0, "propose_deal", rule="house-8.7.13", to="1", give=[thing])
    assert reason == "A noble under siege may give, but not receive."


@pytest.mark.rule("house-8.7.13")
def test_from_a_besieged_noble_nothing_beside_him_is_asked() -> None:
    scene = Scene().noble("percy", 0, "hull", outside=True).noble("roos", 1, "hull")
    lay(scene, "roos", "saxons_1").siege("hull", ["percy"]).movement(1)
    reason = scene.refused(0, "propose_deal", rule="house-8.7.13", to="1", take=["beside:saxons_1"])
    assert reason == "A noble under siege may give away only places and ships."


def percy_aboard(ruleset: str, where: str) -> Scene:
    """Percy aboard Le Swan in a port or a sea square, a card in the hand of his faction."""
    scene = Scene(2, ruleset).noble("percy", 0, "york", cards=("le_swan",)).hand(0, "saxons_1")
    scene.noble("bourchier", 1, "19,18").aboard("percy", "le_swan")
    at_sea = where in scene.board.seas
    return scene.ship("le_swan", port=None if at_sea else where, sea=where if at_sea else None)


@pytest.mark.rule("base-3.4")
@pytest.mark.parametrize("ruleset", ["house", "classic", "ishkibibble"])
def test_no_card_is_laid_beside_a_noble_at_sea(ruleset: str) -> None:
    scene = percy_aboard(ruleset, "the-wash")
    scene.movement(0)
    reason = scene.refused(0, "play", rule="base-3.4", card="saxons_1", noble="percy")
    assert reason == "A noble at sea cannot be given cards."
    assert "percy" not in scene.candidates(0, "play", "noble")


@pytest.mark.rule("base-3.4", "house-2.6c")
@pytest.mark.parametrize("ruleset", ["house", "classic", "ishkibibble"])
def test_in_port_a_card_is_laid_beside_a_noble_aboard(ruleset: str) -> None:
    scene = percy_aboard(ruleset, "the-wash")
    scene.movement(0)
    assert "percy" not in scene.candidates(0, "play", "noble")
    scene.play(0, "sail", ship="le_swan", to="lynn")
    assert "percy" in scene.candidates(0, "play", "noble")
    scene.play(0, "play", card="saxons_1", noble="percy")
    assert scene.state.nobles["percy"].cards == ["le_swan", "saxons_1"]


@pytest.mark.rule("house-8.6.19")
def test_who_besieges_from_a_ship_does_not_march_away() -> None:
    scene = faction(("percy", "york")).ship("le_swan", port="hull")
    lay(scene, "percy", "le_swan").aboard("percy", "le_swan").siege("hull", ["percy"])
    scene.state.sieges["hull"].ships = ["le_swan"]
    scene.noble("howard", 0, FAR).movement(0)
    reason = scene.refused(0, "march", rule="house-8.6.19", nobles=["percy"], to="18,11")
    assert reason == "A noble besieging from his ship must keep up the siege."
