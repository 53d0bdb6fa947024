"""The rules of a new table in the detail, within Discord's limits; what a server keeps of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.games import GAMES, choosable, decks, options_at, presets_of
from bot.session import Mix, Refused
from cogs.ui.opening.customise import SUBJECTS, customise_page, free_options, options_about
from cogs.ui.opening.page import page
from cogs.ui.opening.plan import Plan
from tests.cogs.ui.opening_of import folder, own_data
from tests.cogs.ui.test_setup import parts

__all__ = ["folder", "own_data"]


def texts(layout: Any) -> list[str]:
    """All that is written on a page."""
    return [item.content for item in layout.walk_children() if hasattr(item, "content")]


def menus(layout: Any) -> dict[str, Any]:
    """The menus of options by subject."""
    found = [each for each in parts(layout) if each.press.kind == "option"]
    return {each.press.parts[0]: each.item for each in found}


def labels(layout: Any) -> list[str]:
    """The buttons of a page."""
    return [each.item.label for each in parts(layout) if hasattr(each.item, "label")]


EVERY = [(game, preset.id) for game in GAMES for preset in presets_of(game)]


FIRST = [(game, presets_of(game)[0].id) for game in GAMES]
FILLED = [
    pytest.param(*each, True, marks=() if each in FIRST else pytest.mark.long) for each in EVERY
]
"""Every preset with all that can be chosen; but for a game's first in long runs."""


@pytest.mark.parametrize(
    ("game", "start", "everything"), [*((*each, False) for each in EVERY), *FILLED]
)
def test_every_preset_can_be_customised_within_the_limits(
    game: str, start: str, everything: bool
) -> None:
    plan = Plan(game, start, terms=(1, 1, 1), late="steward").fitting()
    if not choosable(game, plan.ruleset):
        assert "Customise the rules" not in labels(page(plan))
        return
    assert "Customise the rules" in labels(page(plan))
    if everything:
        for subject in SUBJECTS:
            for one in free_options(plan, subject):
                if one in free_options(plan, subject):
                    now = set(options_at(game, plan.ruleset)) & set(free_options(plan, subject))
                    plan = plan.with_options(free_options(plan, subject), now | {one})
    known = {each.option.subject for each in choosable(game, plan.ruleset)}
    assert known <= set(SUBJECTS)
    mixes = [Mix(n, game, plan.ruleset, f"{n} {'x' * 38}", 1) for n in range(15)]
    pages = [customise_page(plan, [], "Because. " * 20, subject) for subject in SUBJECTS]
    for layout in (*pages, page(plan, mixes)):
        assert layout.total_children_count <= 40
        assert layout.content_length() <= 4_000
        controls = parts(layout)
        assert all(len(each.custom_id) <= 100 for each in controls)
        assert len({each.custom_id for each in controls}) == len(controls)
        for each in controls:
            assert len(getattr(each.item, "options", ())) <= 25
    assert Plan.unpacked(plan.packed()) == plan


def test_the_options_of_the_house_rules_as_they_stand() -> None:
    layout = customise_page(Plan.fresh())
    assert texts(layout)[0] == "## Your rules: Kingmaker"
    assert texts(layout)[1].startswith("**Covault’s evening** – Corbin Covault’s house rules 2.12:")
    expected = (
        "**Decks**\n☐ **No hand limit:** Each player may hold any number of unplayed Crown "
        "cards. `base-3.6`\n☐ **Reshuffle at the end of a turn:** If a turn begins with an "
        "Embassy, a Royal Death, a Royal Visit or a Scots Invasion, the whole Event deck is "
        "shuffled when that turn ends. `ishkibibble-reshuffle.1`\n-# ☐ **Advanced cards:** "
        "Calais has a Captain and Ireland a Lieutenant. The French Foot Soldiers, Le Lucas and "
        "three Event cards join the decks. `base-19.1` 🔒 Advanced cards needs trade within one "
        "square. `house-5.25a`\n-# ☐ **King’s Pardons:** Two cards. Each frees a captive noble "
        "who is about to be executed. `base-19.4` 🔒 King’s Pardons needs trade within one square. "
        "`house-5.25a`"
    )
    assert any(text.startswith(expected) for text in texts(layout))
    assert [option.value for option in menus(layout)["decks"].options] == [
        "no_hand_limit",
        "events_reshuffled",
    ]
    assert labels(layout) == ["Open the table", "Back to seats and length"]
    chosen = customise_page(Plan.fresh().with_options(["no_hand_limit"], ["no_hand_limit"]))
    assert texts(chosen)[1].startswith("**Covault’s evening, with no hand limit** – ")
    assert any("☑ **No hand limit:**" in text for text in texts(chosen))
    assert labels(chosen)[-1] == "Keep for this server…"


@pytest.mark.usefixtures("own_data")
def test_what_clashes_is_not_in_the_menu_and_says_why() -> None:
    plan = Plan.fresh()
    layout = customise_page(plan, subject="play")
    assert [option.value for option in menus(layout)["play"].options] == [
        "long_rides",
        "short_walks",
    ]
    assert (menus(layout)["play"].min_values, menus(layout)["play"].max_values) == (0, 2)
    layout = customise_page(plan, subject="sea")
    assert "sea" not in menus(layout)
    assert "🔒 Long sails needs Long rides as well. `house-2.2a`" in "\n".join(texts(layout))
    plan = plan.with_options(["long_rides", "short_walks"], ["long_rides"])
    plan = plan.with_options(["long_sails"], ["long_sails"])
    assert plan.ruleset == "house+long_rides+long_sails"
    written = "\n".join(texts(customise_page(plan, subject="play")))
    assert "play" not in menus(customise_page(plan, subject="play"))
    layout = customise_page(plan, subject="sea")
    assert [option.value for option in menus(layout)["sea"].options] == ["long_sails"]
    assert "🔒 Stays: Long sails needs Long rides as well. `house-2.2a`" in written
    assert "🔒 Short walks does not go with Long rides. `house-2.2a`" in written


def test_one_subject_is_shown_and_a_menu_leads_to_the_others() -> None:
    plan = Plan.fresh().with_picked("ruleset", "classic")
    plan = plan.with_options(["ambush", "nobles_killed"], ["ambush"])
    layout = customise_page(plan, subject="battle")
    (topics,) = [each for each in parts(layout) if each.press.kind == "customise"]
    shown = {o.value: (o.label, o.description, o.default) for o in topics.item.options}
    count = len(options_about(plan, "battle"))
    assert count >= len(menus(layout)["battle"].options) >= 3
    assert shown["battle"] == ("Battle and deaths", f"1 of {count} chosen", True)
    assert shown["decks"][2] is False
    assert list(menus(layout)) == ["battle"]
    assert list(menus(customise_page(plan, subject="tea"))) == ["decks"]


@pytest.mark.usefixtures("own_data")
def test_two_that_clash_picked_at_once_change_nothing() -> None:
    plan = Plan.fresh()
    both = ["long_rides", "short_walks"]
    with pytest.raises(Refused, match=r"^Short walks does not go with Long rides\.$") as refused:
        plan.with_options(both, both)
    assert texts(customise_page(plan, [], refused.value.text))[2] == refused.value.text


@pytest.mark.usefixtures("own_data")
def test_the_head_reads_the_table_back_and_the_choice_travels() -> None:
    plan = Plan.fresh().with_picked("ruleset", "far")
    assert (plan.ruleset, plan.chosen) == ("house+long_rides+long_sails", None)
    assert texts(page(plan))[1] == "**Far and wide** – Everybody gets about."
    plan = plan.with_options(["long_sails"], [])
    assert plan.in_words() == "Far and wide; without long sails"
    assert Plan.unpacked(plan.packed()) == plan
    rules = next(each for each in parts(page(plan)) if each.press.parts[:1] == ("ruleset",))
    assert [(o.label, o.default) for o in rules.item.options] == [
        ("Far and wide; without long sails", True),
        ("Covault’s evening", False),
        ("Far and wide", False),
        ("Classic", False),
    ]
    assert plan.with_picked("ruleset", "own:") == plan
    back = plan.with_options(["long_sails"], ["long_sails"])
    assert back == Plan.fresh().with_picked("ruleset", "far")
    assert plan.with_picked("ruleset", "far") == back


def test_a_set_up_whose_options_are_others_by_now_is_outdated(own_data: Path) -> None:
    from tests.cogs.ui.opening_of import HOUSE, RIDES, WALKS, write

    packed = Plan.fresh().with_options(["long_rides"], ["long_rides"]).packed()
    write(own_data, [WALKS, RIDES], [HOUSE])
    from bot.content import presets, ruleset_files

    ruleset_files.load_options.cache_clear()
    presets.load_presets.cache_clear()
    with pytest.raises(Refused, match="earlier moment"):
        Plan.unpacked(packed)


def test_a_mix_of_the_server_is_one_of_the_rules() -> None:
    friday = Mix(3, "kingmaker", "house+no_hand_limit", "Friday", 1)
    plan = Plan.fresh().with_picked("ruleset", "mix:3", [friday])
    assert plan.ruleset == "house+no_hand_limit"
    layout = page(plan, [friday])
    assert texts(layout)[1].startswith("**Friday** · **Covault’s evening, with no hand limit** – ")
    rules = next(each for each in parts(layout) if each.press.parts[:1] == ("ruleset",))
    assert [(o.label, o.value, o.default) for o in rules.item.options][-1] == (
        "Friday",
        "mix:3",
        True,
    )
    assert "Keep for this server…" not in labels(customise_page(plan, [friday]))
    with pytest.raises(Refused, match="earlier moment"):
        Plan.fresh().with_picked("ruleset", "mix:4", [friday])


# Whole decks


def picked(plan: Plan, subject: str) -> set[str]:
    """What the menu of a subject shows as chosen."""
    options = menus(customise_page(plan, subject=subject))[subject].options
    return {option.value for option in options if option.default}


def test_a_deck_is_taken_in_at_once_with_what_it_needs() -> None:
    plan = Plan.fresh().with_picked("ruleset", "classic")
    written = "\n".join(texts(customise_page(plan, subject="expansion")))
    assert "☐ **The expansion deck**: All its Event cards: " in written
    assert " It brings lands overseas with it." in written
    whole = plan.with_options(free_options(plan, "expansion"), ["expansion_deck"])
    deck = next(d.deck for d in decks("kingmaker", plan.ruleset) if d.deck.id == "expansion_deck")
    assert set(options_at("kingmaker", whole.ruleset)) == {*deck.options, "lands_overseas"}
    assert "expansion_deck" not in whole.ruleset
    assert whole.in_words() == "Classic sheet, with lands overseas and the expansion deck"
    assert "expansion_deck" in picked(whole, "expansion")
    assert "☑ **The expansion deck**" in "\n".join(
        texts(customise_page(whole, subject="expansion"))
    )
    assert Plan.unpacked(whole.packed()) == whole
    # Given up, it takes its cards along, and leaves what else was chosen.
    rest = picked(whole, "expansion") - {"expansion_deck"}
    without = whole.with_options(free_options(whole, "expansion"), rest)
    assert options_at("kingmaker", without.ruleset) == ("lands_overseas",)


def test_single_cards_of_a_deck_can_be_left_out() -> None:
    plan = Plan.fresh().with_picked("ruleset", "ishkibibble")
    assert plan.in_words() == "Ishkibibble complete"
    kept = picked(plan, "second_expansion") - {"card_heresy"}
    assert "second_expansion_deck" in kept
    plan = plan.with_options(free_options(plan, "second_expansion"), kept)
    assert plan.ruleset == "ishkibibble-card_heresy"
    assert plan.in_words() == "Ishkibibble complete; without heresy"
    assert "second_expansion_deck" not in picked(plan, "second_expansion")
    there = {d.deck.id: d.deck.options for d in decks("kingmaker", plan.ruleset)}
    count = len(there["second_expansion_deck"])
    written = "\n".join(texts(customise_page(plan, subject="second_expansion")))
    assert f"☐ **The second expansion** ({count - 1} of {count}): " in written
    again = picked(plan, "second_expansion") | {"second_expansion_deck"}
    back = plan.with_options(free_options(plan, "second_expansion"), again)
    assert (back.ruleset, back.chosen) == ("ishkibibble", None)


def test_a_deck_that_does_not_fit_says_why() -> None:
    written = "\n".join(texts(customise_page(Plan.fresh(), subject="second_expansion")))
    assert "-# ☐ **The second expansion**: " in written
    assert "needs trade within one square. `house-8.7.4`" in written
    assert "second_expansion_deck" not in free_options(Plan.fresh(), "second_expansion")
