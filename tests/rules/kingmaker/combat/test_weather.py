"""Checking the weather: the card drawn when Active Combat begins."""

from __future__ import annotations

import pytest

from bot.rules.kingmaker import facts
from tests.rules.kingmaker.battlefield import (
    BAD,
    FIELD,
    FINE,
    attack,
    field_of,
    idlers,
    lay_rolls,
    only,
    result,
    settle,
    sound,
    where,
)
from tests.rules.kingmaker.scene import HOUSE, Scene

BAD_WEATHER = sorted(c.id for c in HOUSE.content.events.values() if c.bad_weather)


def under_weather(*cards: str) -> Scene:
    """Neville attacks Mowbray (1:1) under these cards; a roll of 45 would be No Victory."""
    scene = field_of(("neville",), ("mowbray",)).next_events(*cards)
    lay_rolls(scene, 45).combat(0)
    attack(scene, "neville")
    return scene


@pytest.mark.rule("house-2.3b", "base-9.5", "base-9.13")
def test_one_card_is_drawn_for_the_weather_and_discarded() -> None:
    scene = field_of(("neville",), ("mowbray",)).next_events(FINE, "E-RA02")
    left = len(scene.state.event_deck)
    lay_rolls(scene, 45).combat(0)
    attack(scene, "neville")
    drawn = only(scene, facts.WeatherDrawn)
    assert (drawn.seat, drawn.card, drawn.bad, drawn.kept) == (0, FINE, False, False)
    assert scene.state.event_discards == [FINE]
    assert len(scene.state.event_deck) == left - 1
    assert result(scene) == "no_victory"


@pytest.mark.rule("house-2.3b", "base-9.6")
@pytest.mark.parametrize("card", [c for c in BAD_WEATHER if not c.startswith("E-EM")])
def test_bad_weather_cancels_a_battle(card: str) -> None:
    scene = under_weather(card)
    assert only(scene, facts.WeatherDrawn).bad
    assert only(scene, facts.AttackCancelled).reason == "weather"
    assert scene.happened(facts.BattleRolled) == []
    assert scene.happened(facts.DeathRolled) == []
    assert scene.state.event_discards == [card]
    for noble in ("neville", "mowbray"):
        assert where(scene, noble) == (FIELD, None)
        assert scene.state.nobles[noble].captor is None
    sound(scene)


@pytest.mark.rule("house-1.16", "house-1.17", "house-2.3b")
def test_a_battle_lost_to_the_weather_uses_up_attack_and_defence() -> None:
    scene = field_of(("neville", "roos"), ("mowbray",), seats=3).noble("pole", 2, FIELD)
    scene.next_events(BAD).combat(0)
    attack(scene, "neville")
    scene.refused(0, "attack", rule="house-1.17", nobles=["roos"], against="1", square=FIELD)
    scene.refused(0, "attack", rule="house-1.16", nobles=["neville"], against="2", square=FIELD)


@pytest.mark.rule("house-2.1b", "house-2.3b", "base-9.5")
@pytest.mark.parametrize("card", ["E-RA02", "E-RV01", "E-PL01", "E-MG01", "E-ST01", "E-PM01"])
def test_only_the_weather_of_the_card_counts(card: str) -> None:
    scene = field_of(("neville",), ("mowbray",)).noble("percy", 1, "alnwick")
    scene.noble("roos", 0, "london", cards=("saxons_1", "flemish_crossbowmen_1", "scots_archers_1"))
    scene.next_events(card)
    lay_rolls(scene, 45).combat(0)
    nobles = {n: (f.square, f.inside, list(f.cards)) for n, f in scene.state.nobles.items()}
    attack(scene, "neville")
    assert result(scene) == "no_victory"
    after = {n: (f.square, f.inside, list(f.cards)) for n, f in scene.state.nobles.items()}
    assert after == nobles
    for kind in (facts.NobleCalled, facts.PlagueStruck, facts.MercenariesWentHome):
        assert scene.happened(kind) == []


# Writs, Free Moves and other cards that may be held


@pytest.mark.rule("house-5.14d")
@pytest.mark.parametrize("card", ["E-WR01", "E-FM01"])
def test_a_writ_or_free_move_is_kept_and_another_card_drawn(card: str) -> None:
    scene = under_weather(card, FINE)
    drawn = [(e.card, e.bad, e.kept) for e in scene.happened(facts.WeatherDrawn)]
    assert drawn == [(card, False, True), (FINE, False, False)]
    assert scene.state.factions[0].held == [card]
    assert scene.state.event_discards == [FINE]
    assert result(scene) == "no_victory"


@pytest.mark.rule("house-5.14d")
def test_any_number_of_writs_and_free_moves_is_kept() -> None:
    scene = under_weather("E-WR01", "E-FM01", "E-WR02", BAD)
    assert [e.card for e in scene.happened(facts.WeatherDrawn)] == [
        "E-WR01",
        "E-FM01",
        "E-WR02",
        BAD,
    ]
    assert sorted(scene.state.factions[0].held) == ["E-FM01", "E-WR01", "E-WR02"]
    assert only(scene, facts.AttackCancelled).reason == "weather"


@pytest.mark.rule("house-5.14d")
@pytest.mark.parametrize(
    ("card", "cancelled"), [("E-CM01", False), ("E-CM02", False), ("E-CM03", True)]
)
def test_a_chancellor_card_drawn_for_the_weather_is_not_kept(card: str, cancelled: bool) -> None:
    scene = under_weather(card)
    assert scene.state.factions[0].held == []
    assert scene.state.event_discards == [card]
    assert bool(scene.happened(facts.AttackCancelled)) is cancelled
    assert bool(scene.happened(facts.BattleRolled)) is not cancelled


@pytest.mark.rule("house-5.14d", "house-6.1b")
def test_a_writ_is_kept_at_a_siege_too() -> None:
    scene = idlers(Scene()).noble("scrope", 1, "masham").noble("percy", 0, "14,8")
    scene.noble("neville", 0, "14,8").next_events("E-WR01", "E-FM02", BAD).combat(0)
    scene.play(0, "conclude", nobles=["percy", "neville"], place="masham")
    assert sorted(scene.state.factions[0].held) == ["E-FM02", "E-WR01"]
    assert scene.state.event_discards == [BAD]
    assert "masham" in scene.state.sieges


# Embassies


@pytest.mark.rule("house-5.9b", "house-5.9")
@pytest.mark.parametrize("card", ["E-EM01", "E-EM02", "E-EM03", "E-EM04"])
def test_an_embassy_drawn_for_the_weather_reshuffles_and_calls_nobody(card: str) -> None:
    scene = field_of(("neville",), ("mowbray",)).next_events(card)
    scene.crowned("henry").hold("henry", "bourchier")
    scene.state.event_discards.append(scene.state.event_deck.pop(0))
    cards = len(scene.state.event_deck) + 1
    lay_rolls(scene, 45).combat(0)
    attack(scene, "neville")
    assert bool(scene.happened(facts.AttackCancelled)) is (card == "E-EM04")
    assert scene.happened(facts.KingCalled) == []
    assert holder_square(scene) == "19,18"
    shuffled = only(scene, facts.EventDeckReshuffled)
    assert shuffled.cards == cards == 81
    assert shuffled.rule == "house-5.9"
    assert scene.state.event_discards == []
    assert card in scene.state.event_deck


def holder_square(scene: Scene) -> str:
    """Where the noble stands who holds Henry."""
    found = scene.state.nobles[scene.state.heirs["henry"].holder].square
    assert isinstance(found, str)
    return found


@pytest.mark.rule("house-5.9b")
def test_the_embassy_reshuffles_after_the_battle_not_before() -> None:
    scene = under_weather("E-EM01")
    kinds = [
        type(e)
        for e in scene.events
        if isinstance(e, facts.BattleRolled | facts.EventDeckReshuffled)
    ]
    assert kinds == [facts.BattleRolled, facts.EventDeckReshuffled]


@pytest.mark.rule("house-5.9b", "house-6.1b")
@pytest.mark.parametrize("card", ["E-EM01", "E-EM04"])
def test_an_embassy_drawn_at_a_siege_reshuffles_too(card: str) -> None:
    scene = idlers(Scene()).noble("scrope", 1, "masham").noble("percy", 0, "14,8")
    scene.noble("neville", 0, "14,8").next_events(card)
    lay_rolls(scene).combat(0)
    scene.play(0, "conclude", nobles=["percy", "neville"], place="masham")
    assert ("masham" in scene.state.sieges) is (card == "E-EM04")
    settle(scene)
    assert only(scene, facts.EventDeckReshuffled).cards == 81
    assert scene.state.event_discards == []


# Active Combat


@pytest.mark.rule("house-5.14a", "house-5.14b", "house-5.14c", "base-9.4")
def test_from_the_weather_to_the_result_nobody_can_do_anything() -> None:
    scene = (
        field_of(("neville",), ("mowbray",)).hold("margaret", "neville").hold("george", "mowbray")
    )
    scene.hand(0, "saxons_1").hand(1, "saxons_2").next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    for seat in (0, 1):
        assert scene.offered(seat, "kill_heir")
        assert scene.offered(seat, "play")
    scene.play(0, "attack", nobles=["neville"], against="1", square=FIELD)
    assert scene.happened(facts.WeatherDrawn) == []
    version = scene.match.version
    scene.play(1, "let_through")
    assert scene.match.version == version + 1
    assert scene.happened(facts.WeatherDrawn)
    assert result(scene) == "no_victory"
    for seat in (0, 1):
        assert scene.offered(seat, "kill_heir")
        assert scene.offered(seat, "play")


@pytest.mark.rule("house-5.14a", "house-2.6c")
def test_cards_may_be_played_and_heirs_killed_up_to_the_weather() -> None:
    scene = field_of(("neville",), ("mowbray",)).hold("george", "mowbray")
    scene.hand(1, "saxons_2").next_events(FINE)
    lay_rolls(scene, 45).combat(0)
    scene.play(1, "play", card="saxons_2", noble="mowbray")
    scene.play(1, "kill_heir", heir="george")
    attack(scene, "neville")
    assert only(scene, facts.AttackDeclared).opposed == 60
    assert [e.who for e in scene.happened(facts.DeathRolled)] == ["neville", "mowbray"]
