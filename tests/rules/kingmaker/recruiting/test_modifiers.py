"""What is added to a recruiting roll, and how likely it is (families-recruit)."""

from __future__ import annotations

import pytest

from bot.content import load_content
from bot.rules.kingmaker.recruiting import Suitor, modifiers, offer_value, total
from bot.rules.kingmaker.tables import TWO_DICE, Modifier, chances

CONTENT = load_content("classic")
LANCASTER = Suitor("lancaster", "lancaster", ("clifford",))
YORK = Suitor("york", "york", ("bourchier",))

TO_LANCASTER = {
    "percy": 3,
    "talbot": 3,
    "roos": 2,
    "holland": 4,
    "greystoke": 2,
    "courtenay": 2,
    "clifford": 4,
    "berkeley": 2,
    "stafford": 2,
    "stanley": 1,
}
TO_YORK = {
    "neville": 5,
    "mowbray": 3,
    "fitzalan": 2,
    "pole": 3,
    "bourchier": 3,
    "hastings": 4,
    "herbert": 2,
    "howard": 2,
    "scrope": 3,
}


@pytest.mark.rule("families-recruit.13", "families-recruit.16")
def test_ten_nobles_lean_to_lancaster_and_as_much_from_york() -> None:
    assert {n: total(modifiers(CONTENT, LANCASTER, n)) for n in TO_LANCASTER} == TO_LANCASTER
    against = {noble: -value for noble, value in TO_LANCASTER.items()}
    assert {n: total(modifiers(CONTENT, YORK, n)) for n in TO_LANCASTER} == against


@pytest.mark.rule("families-recruit.14", "families-recruit.16")
def test_nine_nobles_lean_to_york_and_as_much_from_lancaster() -> None:
    assert {n: total(modifiers(CONTENT, YORK, n)) for n in TO_YORK} == TO_YORK
    against = {noble: -value for noble, value in TO_YORK.items()}
    assert {n: total(modifiers(CONTENT, LANCASTER, n)) for n in TO_YORK} == against


@pytest.mark.rule("families-recruit.13", "families-recruit.14")
def test_nobles_on_neither_list_lean_to_nobody() -> None:
    rest = [noble for noble in CONTENT.nobles if noble not in TO_LANCASTER | TO_YORK]
    assert sorted(rest) == ["audley", "beaufort", "cromwell", "grey"]
    assert [modifiers(CONTENT, LANCASTER, noble) for noble in rest] == [()] * 4


@pytest.mark.rule("families-recruit.17")
def test_lancastrians_who_recruit_hastings_are_at_minus_four() -> None:
    assert modifiers(CONTENT, LANCASTER, "hastings") == (Modifier("leaning", -4, ("hastings",)),)


@pytest.mark.rule("families-recruit.8")
def test_what_an_office_adds() -> None:
    worth = {card: offer_value(CONTENT, [card]) for card in CONTENT.offices}
    assert worth == {
        "chancellor_england": 4,
        "marshal_england": 2,
        "constable_tower": 2,
        "chamberlain_chester": 2,
        "admiral_england": 2,
        "treasurer_england": 1,
        "steward_household": 1,
        "constable_dover": 1,
        "chancellor_cornwall": 1,
        "chancellor_lancaster": 1,
        "warden_marches": 1,
        "warden_cinque_ports": 1,
    }


@pytest.mark.rule("families-recruit.9")
@pytest.mark.parametrize(
    ("card", "worth"),
    [("earl_kent", 2), ("duke_exeter", 2), ("bp_norwich", 1), ("abp_canterbury", 2)],
)
def test_what_a_title_and_the_church_add(card: str, worth: int) -> None:
    assert offer_value(CONTENT, [card]) == worth


@pytest.mark.rule("families-recruit.10")
def test_every_full_set_of_three_other_cards_adds_one() -> None:
    cards = ["saxons_1", "town_ipswich", "le_rose", "saxons_2", "le_swan", "town_bristol"]
    assert [offer_value(CONTENT, cards[:n]) for n in range(7)] == [0, 0, 0, 1, 1, 1, 2]
    # A bishop is none of them.
    assert offer_value(CONTENT, ["saxons_1", "town_ipswich", "bp_norwich"]) == 1


@pytest.mark.rule("families-recruit.11")
def test_each_noble_of_fifty_on_his_own_card_adds_one() -> None:
    strong = Suitor("york", "york", ("percy", "stanley", "stafford", "neville"))
    assert modifiers(CONTENT, strong, "grey") == (
        Modifier("strong", 3, ("percy", "stanley", "neville")),
    )


@pytest.mark.rule("families-recruit.12")
def test_the_sole_king_adds_two() -> None:
    suitor = Suitor("lancaster", "lancaster", ("clifford",), holds_sole_king=True)
    assert modifiers(CONTENT, suitor, "grey") == (Modifier("sole_king", 2),)


@pytest.mark.rule("families-align.4", "families-align.5")
def test_a_family_that_serves_the_other_house_recruits_for_it_and_is_the_worse_for_it() -> None:
    percy_for_york = Suitor("york", "lancaster", ("greystoke",))
    assert modifiers(CONTENT, percy_for_york, "hastings") == (
        Modifier("leaning", 4, ("hastings",)),
        Modifier("unfavoured", -2),
    )


@pytest.mark.rule("families-recruit.7")
def test_all_modifiers_are_added_together() -> None:
    suitor = Suitor("york", "lancaster", ("percy", "greystoke"), holds_sole_king=True)
    offered = ["chancellor_england", "earl_kent", "abp_york", "saxons_1", "saxons_2", "le_rose"]
    found = modifiers(CONTENT, suitor, "hastings", offered)
    assert found == (
        Modifier("leaning", 4, ("hastings",)),
        Modifier("office", 4, ("chancellor_england",)),
        Modifier("title", 2, ("earl_kent",)),
        Modifier("archbishop", 2, ("abp_york",)),
        Modifier("set", 1, ("saxons_1", "saxons_2", "le_rose")),
        Modifier("strong", 1, ("percy",)),
        Modifier("sole_king", 2),
        Modifier("unfavoured", -2),
    )
    assert total(found) == 14


@pytest.mark.rule("families-recruit.4", "families-recruit.5")
def test_how_many_of_the_thirty_six_throws_bring_ten_or_more() -> None:
    assert TWO_DICE == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
    assert sum(TWO_DICE.values()) == 36
    assert [chances(10, more) for more in range(-3, 9)] == [
        0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36,
    ]  # fmt: skip
    assert CONTENT.recruiting.needed == 10
