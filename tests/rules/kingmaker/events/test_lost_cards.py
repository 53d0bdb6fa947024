"""Event cards by which players lose Crown cards: strife among mercenaries, treachery, Saxons."""

from __future__ import annotations

from typing import Any

import pytest

from bot.rules.kernel import Choice
from bot.rules.kingmaker import facts
from tests.rules.kingmaker.scene import Scene

STRIFE = "classic+card_strife"
TREACHERY = "classic+card_treachery"


def band(ruleset: str = STRIFE) -> Scene:
    """Percy and Roos of one faction stand in one square, Courtenay of another far away."""
    scene = Scene(2, ruleset).noble("percy", 0, "14,16").noble("roos", 0, "14,16")
    return scene.noble("courtenay", 1, "tiverton")


# Drawn in the Event phase


@pytest.mark.rule("ishkibibble-strife.1")
def test_the_weakest_mercenaries_of_a_force_go_home() -> None:
    scene = band().give("percy", "saxons_1").give("roos", "scots_archers_1")
    scene.next_events("X-MST").event(0)
    assert scene.state.nobles["percy"].cards == []
    assert scene.state.nobles["roos"].cards == ["scots_archers_1"]
    assert scene.state.crown_discards == ["saxons_1"]
    assert scene.happened(facts.BandLeft) == [facts.BandLeft(0, "saxons_1", "percy")]


@pytest.mark.rule("ishkibibble-strife.1")
def test_among_several_of_the_weakest_their_owner_chooses() -> None:
    scene = band().give("percy", "saxons_1").give("roos", "saxons_2")
    scene.next_events("X-MST").event(1)
    assert scene.asked(0) == ["strife"]
    reason = scene.refused(0, "done", rule="ishkibibble-strife.1")
    assert reason == "Your mercenaries are quarrelling. Say which of the weakest go home."
    scene.play(0, "send_off", card="saxons_2")
    assert scene.state.nobles["percy"].cards == ["saxons_1"]
    assert scene.state.crown_discards == ["saxons_2"]


@pytest.mark.rule("ishkibibble-strife.1")
def test_no_band_is_handed_on_while_its_owner_chooses() -> None:
    scene = band().give("percy", "saxons_1").give("roos", "saxons_2").noble("grey", 1, "14,16")
    scene.next_events("X-MST").event(0)
    scene.refused(0, "propose_deal", rule="ishkibibble-strife.1", to="1", give=["beside:saxons_1"])
    scene.refused(0, "transfer", rule="ishkibibble-strife.1", thing="beside:saxons_1", noble="roos")


@pytest.mark.rule("ishkibibble-strife.1")
def test_who_serves_alone_or_beside_those_of_others_stays() -> None:
    scene = band().noble("clifford", 1, "14,16")
    scene.give("percy", "saxons_1").give("clifford", "saxons_2").give(
        "courtenay", "scots_archers_1"
    )
    scene.next_events("X-MST").event(0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("X-MST", "no_strife")]
    assert scene.state.crown_discards == []


@pytest.mark.rule("ishkibibble-strife.1")
def test_two_alike_beside_one_noble_need_no_question() -> None:
    scene = band().give("percy", "saxons_1").give("percy", "saxons_2")
    scene.next_events("X-MST").event(0)
    assert len(scene.state.nobles["percy"].cards) == 1


@pytest.mark.rule("ishkibibble-strife.2")
def test_the_kerns_quarrel_with_nobody() -> None:
    from bot.rules.kingmaker.events.losses import SPARED

    assert SPARED == "irish_kerns"


@pytest.mark.rule("ishkibibble-treachery.1", "ishkibibble-treachery.4")
def test_treachery_takes_a_hidden_card_and_only_its_owner_learns_which() -> None:
    scene = band(TREACHERY).hand(0, "saxons_1", "earl_kent", "bp_norwich")
    before = list(scene.state.factions[0].hand)
    scene.next_events("X-TR1").event(0)
    (lost,) = set(before) - set(scene.state.factions[0].hand)
    pile = scene.state.chancery if lost == "earl_kent" else scene.state.crown_discards
    assert pile == [lost]
    told = scene.happened(facts.Betrayed)
    openly = facts.Betrayed(0, 1, chancery=int(lost == "earl_kent"))
    assert told == [openly, facts.Betrayed(0, 1, (lost,), audience=(0,))]
    assert [event.visible_to(1) for event in told] == [True, False]


@pytest.mark.rule("ishkibibble-treachery.2")
def test_the_second_treachery_takes_two_or_what_there_is() -> None:
    scene = band(TREACHERY).hand(0, "saxons_1", "saxons_2", "bp_norwich")
    scene.next_events("X-TR2").event(0)
    assert len(scene.state.factions[0].hand) == 1
    scene = band(TREACHERY).hand(0, "earl_kent").next_events("X-TR2")
    scene.event(0)
    assert (scene.state.factions[0].hand, scene.state.chancery) == ([], ["earl_kent"])


@pytest.mark.rule("ishkibibble-treachery.4")
@pytest.mark.parametrize(
    ("hand", "chancery"),
    [(("earl_kent", "earl_essex"), 2), (("earl_kent", "saxons_1"), 1), (("saxons_1",), 0)],
)
def test_all_see_how_many_went_to_which_pile(hand: tuple[str, ...], chancery: int) -> None:
    scene = band(TREACHERY).hand(0, *hand).next_events("X-TR2")
    scene.event(0)
    openly = next(told for told in scene.happened(facts.Betrayed) if told.audience is None)
    assert (openly.count, openly.cards, openly.chancery) == (len(hand), (), chancery)
    view = scene.match.view(None)
    assert (view.chancery, view.crown_discards) == (chancery, len(hand) - chancery)


@pytest.mark.rule("ishkibibble-treachery.1")
@pytest.mark.parametrize(
    ("options", "pile"), [("", "crown_discards"), ("+bishop_cards", "chancery")]
)
def test_a_bishop_lost_goes_where_bishops_go(options: str, pile: str) -> None:
    scene = band(TREACHERY + options).hand(0, "bp_norwich").next_events("X-TR1")
    scene.event(0)
    assert getattr(scene.state, pile) == ["bp_norwich"]


@pytest.mark.rule("ishkibibble-treachery.3")
def test_treachery_finds_an_empty_hand() -> None:
    scene = band(TREACHERY).hand(1, "saxons_1").next_events("X-TR1")
    scene.event(0)
    assert scene.happened(facts.EventIdle) == [facts.EventIdle("X-TR1", "no_hand")]
    assert scene.state.factions[1].hand == ["saxons_1"]


@pytest.mark.rule("ishkibibble-mercenaries-home.1")
def test_the_saxons_go_home() -> None:
    scene = band("classic+card_saxons").give("percy", "saxons_1").hand(0, "saxons_2")
    scene.next_events("X-MGS").event(1)
    assert scene.state.nobles["percy"].cards == []
    assert scene.state.crown_discards == ["saxons_1"]
    assert scene.state.factions[0].hand == ["saxons_2"]


@pytest.mark.rule("ishkibibble-heresy.1")
def test_heresy_sends_bishops_home_with_the_nobles_beside_whom_they_lie() -> None:
    scene = band("classic+card_heresy").give("roos", "abp_york").give("percy", "bp_durham")
    scene.next_events("X-HER").event(1)
    assert scene.happened(facts.CallIgnored)[0].who == "abp_canterbury"
    assert scene.asked(0) == ["answer_call"]
    scene.play(0, "answer_call", to="york")
    assert scene.state.nobles["roos"].inside == "york"
    scene.play(0, "answer_call", to="durham")
    assert scene.state.nobles["percy"].inside == "durham"


# Drawn in combat


@pytest.mark.rule("ishkibibble-cards.2")
@pytest.mark.parametrize(
    ("options", "card", "half", "named"),
    [
        ("card_strife", "X-MST", "majority", "audley"),
        ("card_saxons", "X-MGS", "3-1", "stanley"),
        ("card_heresy", "X-HER", "5-4", "hastings"),
        ("card_treachery", "X-TR1", "2-1", ""),
        ("card_treachery", "X-TR2", "5-4", ""),
    ],
)
def test_in_combat_only_the_lower_half_counts(
    options: str, card: str, half: str, named: str
) -> None:
    scene = Scene(2, f"classic+{options}").noble("percy", 0, "14,16", cards=("saxons_1",))
    scene.noble("roos", 0, "14,16").give("roos", "saxons_2").hand(0, "earl_kent")
    foe = named or "courtenay"
    scene.noble(foe, 1, "14,16").next_events(card).combat(0)
    scene.play(0, "attack", nobles=["percy", "roos"], against="1", square="14,16")
    drawn = scene.happened(facts.CombatCardDrawn)
    assert [(event.card, event.half) for event in drawn] == [(card, half)]
    assert (foe in scene.state.nobles) == (not named)
    assert "earl_kent" in scene.state.factions[0].hand
    assert scene.state.nobles["percy"].cards[:1] == ["saxons_1"]


def test_without_its_option_no_card_is_in_the_deck() -> None:
    cards = {"X-MST", "X-MGS", "X-HER", "X-TR1", "X-TR2"}
    assert not cards & set(Scene(2, "classic").state.event_deck)
    every = "classic+card_heresy+card_saxons+card_strife+card_treachery"
    assert cards <= set(Scene(2, every).state.event_deck)
    assert len(Scene(2, every).state.event_deck) == 85


# When the deck is shuffled


@pytest.mark.rule("ishkibibble-reshuffle.1", "ishkibibble-reshuffle.2")
def test_the_deck_is_shuffled_at_the_end_of_a_turn_that_began_with_an_embassy() -> None:
    scene = Scene(2, "classic+events_reshuffled").noble("percy", 0, "14,16")
    scene.noble("courtenay", 1, "tiverton").dead("henry")
    scene.next_events("E-EM01").event(0)
    assert scene.happened(facts.EventDeckReshuffled) == []
    assert scene.state.event_discards == ["E-EM01"]
    while scene.state.active == 0:
        for prompt in scene.match.prompts(0):
            if prompt.blocking and prompt.default is not None:
                outcome = scene.match.submit(0, prompt.default)
                break
    shuffled = [e for e in outcome.events if isinstance(e, facts.EventDeckReshuffled)]
    assert shuffled == [facts.EventDeckReshuffled(80, "ishkibibble-reshuffle.2")]
    assert not scene.state.reshuffle_due


@pytest.mark.rule("ishkibibble-reshuffle.1")
def test_an_embassy_drawn_in_combat_does_not_shuffle() -> None:
    scene = Scene(2, "classic+events_reshuffled").noble("percy", 0, "14,16")
    scene.noble("courtenay", 1, "14,16").next_events("E-EM01").combat(0)
    scene.play(0, "attack", nobles=["percy"], against="1", square="14,16")
    assert scene.happened(facts.CombatCardDrawn)[0].card == "E-EM01"
    assert not scene.state.reshuffle_due


@pytest.mark.rule("ishkibibble-strife.1")
def test_who_says_nothing_sends_the_first_of_the_weakest_home() -> None:
    scene = band().give("percy", "saxons_1").give("roos", "saxons_2")
    scene.next_events("X-MST").event(1)
    (prompt,) = [p for p in scene.match.prompts(0) if p.blocking]
    assert prompt.default == Choice.of("send_off", card="saxons_1")
    scene.play(0, "send_off", card="saxons_1")
    assert scene.state.crown_discards == ["saxons_1"]
    assert scene.state.nobles["roos"].cards == ["saxons_2"]


# Event cards that kill or dismiss: plague, what the dead leave, mercenaries going home.


def scene_with(noble: str = "percy", at: str = "15,20", **more: Any) -> Scene:
    """One noble of seat 0 and Courtenay, of seat 1, at Tiverton."""
    return Scene().noble("courtenay", 1, "tiverton").noble(noble, 0, at, **more)


def at(scene: Scene, piece: str) -> tuple[str, str | None]:
    found = scene.state.nobles.get(piece) or scene.state.heirs[piece]
    return found.square, found.inside


@pytest.mark.rule("house-1.18", "base-4.5", "house-1.11")
def test_plague_kills_everybody_inside_and_nobody_outside() -> None:
    scene = scene_with("percy", "york", heirs=("richard_york", "george"))
    scene.noble("clifford", 0, "york").noble("roos", 0, "york", outside=True)
    scene.noble("talbot", 1, "york", outside=True, heirs=("margaret",))
    scene.control("york", "roos").next_events("E-PL02")
    scene.event(0)
    assert set(scene.state.nobles) == {"courtenay", "roos", "talbot"}
    assert not scene.state.heirs["richard_york"].alive
    assert not scene.state.heirs["george"].alive
    assert scene.state.heirs["margaret"].alive
    struck = scene.happened(facts.PlagueStruck)[0]
    assert (struck.place, set(struck.nobles)) == ("york", {"percy", "clifford"})
    assert set(struck.heirs) == {"richard_york", "george"}
    assert scene.state.control["york"] == "roos"


@pytest.mark.rule("house-1.18", "house-5.19h")
def test_nobody_is_put_out_of_a_place_where_he_dies_with_its_holder() -> None:
    scene = scene_with("percy", "york").noble("clifford", 0, "york")
    scene.control("york", "percy").next_events("E-PL02")
    scene.event(0)
    assert set(scene.state.nobles) == {"courtenay"}
    assert scene.happened(facts.Expelled) == []


@pytest.mark.rule("house-1.18", "house-2.1b")
def test_plague_kills_an_heir_nobody_holds() -> None:
    scene = scene_with().next_events("E-PL05")
    scene.event(0)
    assert not scene.state.heirs["edward_lancaster"].alive
    assert scene.state.heirs["margaret"].alive


@pytest.mark.rule("house-1.18")
def test_plague_spares_neither_the_besieged_nor_strikes_the_besiegers() -> None:
    scene = scene_with("percy", "13,20").noble("roos", 1, "carlisle")
    scene.noble("neville", 0, "carlisle", outside=True, cards=("marshal_england",))
    scene.siege("carlisle", ["neville"]).next_events("E-PL07")
    scene.event(0)
    assert "roos" not in scene.state.nobles
    assert "neville" in scene.state.nobles


@pytest.mark.rule("house-1.18", "house-5.25b")
def test_plague_in_calais_strikes_calais() -> None:
    scene = scene_with().next_events("E-AD01")
    scene.event(0)
    assert not scene.state.heirs["richard_gloucester"].alive


@pytest.mark.rule("base-1.17", "house-5.19g", "house-5.19h")
def test_what_a_dead_noble_held_is_neutral_and_the_others_are_put_out() -> None:
    scene = scene_with("percy", "york").noble("clifford", 0, "newcastle")
    scene.control("newcastle", "percy").next_events("E-PL02")
    scene.event(0)
    for place in ("york", "newcastle", "alnwick", "cockermouth", "wressle"):
        assert place not in scene.state.control
    assert at(scene, "clifford") == ("14,4", None)
    assert scene.happened(facts.Expelled)[0].nobles == ("clifford",)


@pytest.mark.rule("base-1.17")
def test_a_place_stays_if_another_card_of_the_faction_gives_it() -> None:
    scene = scene_with("percy", "york").noble("clifford", 0, "15,20", cards=("abp_york",))
    scene.control("york", "percy").next_events("E-PL02")
    scene.event(0)
    assert "percy" not in scene.state.nobles
    assert scene.state.control["york"] == "clifford"


@pytest.mark.rule("base-12.1", "base-12.2", "house-5.19e", "house-5.19f", "base-1.4")
def test_the_cards_of_a_dead_noble() -> None:
    scene = scene_with(
        "percy",
        "york",
        cards=("marshal_england", "bp_durham", "saxons_1", "le_swan", "town_bristol"),
    )
    scene.noble("roos", 0, "york", cards=("earl_kent",)).next_events("E-PL02")
    scene.event(0)
    assert sorted(scene.state.chancery) == ["bp_durham", "earl_kent", "marshal_england"]
    assert sorted(scene.state.crown_discards) == sorted(
        ["percy", "saxons_1", "le_swan", "town_bristol", "roos"]
    )
    for place in ("bristol", "durham"):
        assert place not in scene.state.control
    assert "le_swan" not in scene.state.ships


@pytest.mark.rule("base-4.5")
@pytest.mark.parametrize(
    ("event", "group"),
    [
        ("E-MG01", "burgundian_crossbowmen"),
        ("E-MG02", "flemish_crossbowmen"),
        ("E-MG03", "scots_archers"),
    ],
)
def test_mercenaries_go_home_wherever_they_serve(event: str, group: str) -> None:
    scene = scene_with("percy", "15,20", cards=(f"{group}_1", "saxons_1"))
    scene.noble("roos", 1, "15,20", cards=(f"{group}_2",)).next_events(event)
    scene.event(0)
    assert scene.state.nobles["percy"].cards == ["saxons_1"]
    assert scene.state.nobles["roos"].cards == []
    assert sorted(scene.state.crown_discards) == [f"{group}_1", f"{group}_2"]
    assert set(scene.happened(facts.MercenariesWentHome)[0].cards) == {f"{group}_1", f"{group}_2"}


@pytest.mark.rule("base-4.5", "base-1.3")
def test_mercenaries_in_hand_are_safe() -> None:
    scene = scene_with().hand(1, "scots_archers_1").next_events("E-MG03")
    scene.event(0)
    assert scene.state.factions[1].hand == ["scots_archers_1"]
    assert scene.state.crown_discards == []
