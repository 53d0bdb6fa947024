"""The set-up of a table: every game and rule set has its terms, within Discord's limits."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.games import GAMES, game_for, policy_for, presets_of, usual_player
from bot.rules.kernel import Match
from bot.session import Mix, Refused
from bot.session.clock.pace import pace_of
from bot.session.receipts import SeatInfo
from bot.session.seating import computer_name
from cogs.kingmaker.customs import KingmakerCustoms
from cogs.ui.opening import computers
from cogs.ui.opening.computers import (
    characters_like,
    computers_chosen,
    computers_line,
    levels_like,
    next_computer,
)
from cogs.ui.opening.page import _menus, _option, _rulesets, head, page, terms_form
from cogs.ui.opening.plan import LENGTHS, Plan, seats_of


def parts(layout: discord.ui.LayoutView) -> list[Any]:
    """The controls of a set-up."""
    return [item for item in layout.walk_children() if isinstance(item, discord.ui.DynamicItem)]


EVERY = [(game, rules) for game, sets in GAMES.items() for rules in sets]


@pytest.mark.parametrize(("game", "ruleset"), EVERY)
def test_every_rule_set_can_be_set_up(game: str, ruleset: str) -> None:
    plan = Plan(game, ruleset, seats=99, length=len(LENGTHS) - 1, pace="relaxed").fitting()
    assert plan.seats == seats_of(game, ruleset)[-1]
    layout = page(plan)
    assert layout.total_children_count <= 40
    assert layout.content_length() <= 4_000
    controls = parts(layout)
    assert all(len(each.custom_id) <= 100 for each in controls)
    assert len({each.custom_id for each in controls}) == len(controls)
    for each in controls:
        options = getattr(each.item, "options", None)
        if options is not None:
            assert 2 <= len(options) <= 25
            assert sum(option.default for option in options) == 1
    labels = [getattr(each.item, "label", None) for each in controls]
    assert "Open the table" in labels
    made = terms_form(plan).to_dict()
    assert 1 <= len(made["components"]) <= 5
    assert all(2 <= len(each["component"]["options"]) <= 10 for each in made["components"])


@pytest.mark.parametrize(("game", "ruleset"), EVERY)
def test_what_is_set_up_can_be_played(game: str, ruleset: str) -> None:
    rules = game_for(game, ruleset)
    for seats in seats_of(game, ruleset):
        Match.start(rules, seats, "seed", {})
    for number in range(len(LENGTHS)):
        options = Plan(game, ruleset, length=number, late="steward").options()
        Match.start(rules, seats_of(game, ruleset)[-1], "seed", dict(options))
        pace = pace_of(options)
        assert pace is not None
        assert (pace.name, pace.late) == ("daily", "steward")
        policy_for(game, pace.late)


def test_a_game_that_ends_by_itself_has_no_length_to_choose() -> None:
    plan = Plan("lancaster", GAMES["lancaster"][0], length=1).fitting()
    assert plan.options() == {"pace": "daily"}
    fields = [each.press.parts[0] for each in parts(page(plan)) if each.press.kind == "setup"]
    assert "length" not in fields
    assert {"game", "seats", "pace"} <= set(fields)


def test_the_usual_terms_end_a_table_after_twenty_rounds_unless_it_wants_no_limit() -> None:
    plan = Plan.fresh()
    assert (plan.game, plan.ruleset, plan.seats) == ("kingmaker", "house", 4)
    assert plan.options() == {"rounds": "20", "pace": "daily"}
    assert plan.options()["rounds"] == "20"
    (length,) = [each for each in parts(page(plan)) if "length" in each.press.parts]
    unlimited = next(each for each in length.item.options if each.label == "No limit")
    assert plan.with_picked("length", unlimited.value).options() == {"pace": "daily"}


def test_a_table_may_go_straight_to_the_weather() -> None:
    """A term of Kingmaker's own: the usual one is not written down, and the choice travels."""
    (term,) = KingmakerCustoms.terms
    plan = Plan.fresh()
    fields = [each.press.parts[0] for each in parts(page(plan)) if each.press.kind == "setup"]
    assert term.option in fields
    plan = plan.with_picked("moment", "1")
    assert plan.options() == {"rounds": "20", "pace": "daily", "moment": "left_out"}
    assert Plan.unpacked(plan.packed()) == plan
    assert Plan.unpacked("0.house.4.0.1.0").options() == {"pace": "daily"}
    assert "moment" not in plan.with_picked("game", "lancaster").options()
    rules = game_for("kingmaker", "house")
    for value, _, _ in term.answers:
        Match.start(rules, 3, "seed", {term.option: value})


def test_what_was_chosen_travels_in_an_id() -> None:
    plan = Plan.fresh()
    for field, value in (
        ("seats", "3"),
        ("length", "2"),
        ("pace", "live"),
        ("late", "steward"),
    ):
        plan = plan.with_picked(field, value)
        assert Plan.unpacked(plan.packed()) == plan
    assert plan.options() == {"hours": "4", "pace": "live", "late": "steward"}
    hurried_no_more = plan.with_picked("pace", "none")
    assert hurried_no_more.options() == {"hours": "4"}
    assert Plan.unpacked(hurried_no_more.packed()) == hurried_no_more


@pytest.mark.parametrize(
    "damaged",
    [
        "",
        "0.house.4.0.1",
        "9.house.4.0.1.0",
        "0.house.4.99.1.0",
        "0.tea.4.0.1.0",
        "a.b.c.d.e.f",
        "0.house.4.0.1.0~1",
        "0.house.4.0.1.0~1~0",
    ],
)
def test_a_damaged_id_is_refused(damaged: str) -> None:
    with pytest.raises(Refused, match="earlier moment"):
        Plan.unpacked(damaged)


@pytest.mark.parametrize(
    ("field", "value"),
    [("game", "chess"), ("ruleset", "none"), ("seats", "many"), ("length", "99"), ("pace", "slow")],
)
def test_what_cannot_be_chosen_is_refused(field: str, value: str) -> None:
    with pytest.raises(Refused, match="earlier moment"):
        Plan.fresh().with_picked(field, value)


def test_what_may_be_chosen_is_cut_at_the_limit() -> None:
    whole = _option("x" * 100, "a", "b", "y" * 100)
    assert (whole.label, whole.description) == ("x" * 100, "y" * 100)
    cut = _option("x" * 101, 7, 7, "y" * 101)
    assert (cut.label, cut.description) == ("x" * 99 + "…", "y" * 99 + "…")
    words = _option("x", "a", "b", "word " * 30)
    assert words.description == "word " * 18 + "word word…"
    assert [(each.value, each.default) for each in (whole, cut)] == [("a", False), ("7", True)]
    assert _option("x", "a", "b").description is None


def test_every_rule_set_is_told_whole_in_the_menu() -> None:
    for game in GAMES:
        options = _rulesets(Plan(game, presets_of(game)[0].id).fitting(), ())
        assert not [each.label for each in options if (each.description or "").endswith("…")]


def test_the_name_of_a_mix_is_no_markup_in_the_heading() -> None:
    plan = Plan("kingmaker", "house", seats=4, chosen=("no_hand_limit",))
    mix = Mix(3, "kingmaker", "house+no_hand_limit", "**@everyone** #1", 1)
    named = head(plan, [mix]).split(" · ")[0]
    assert named == "**\\*\\*@\u200beveryone\\*\\* #1**"


# How well computers play and what they are like, as a table settles it.


def table(game: str = "kingmaker", **options: str) -> Any:
    """A lobby with a person and a courtier."""
    seats = [SeatInfo(0, 1, "Ann"), SeatInfo(1, None, "Odo", "steward+courtier")]
    return SimpleNamespace(game=game, id="T1", options=options, seats=seats)


def test_the_usual_computers_are_left_out_of_the_options() -> None:
    assert computers_chosen("kingmaker", None, None) == {}
    assert computers_chosen("kingmaker", "Normal", "") == {}
    assert computers_chosen("kingmaker", "easy", "LOT") == {"level": "easy", "character": "lot"}
    for level, character in (("heroic", None), (None, "idle")):
        with pytest.raises(Refused):
            computers_chosen("kingmaker", level, character)


def test_who_sits_down_is_as_the_table_has_settled_it_or_as_is_asked() -> None:
    assert next_computer(table(), None, None) == "steward"
    assert next_computer(table(level="easy", character="merchant"), None, None) == "squire+merchant"
    assert next_computer(table(level="easy"), "normal", "warlike") == "steward+warlike"
    assert next_computer(table(character="lot"), None, None) != "steward+courtier"
    for level, kind in ((None, "chamberlain"), ("easy", "squire"), ("hard", "strategist")):
        assert next_computer(table("lancaster"), level, None) == kind
    with pytest.raises(Refused):
        next_computer(table("lancaster"), "heroic", "cautious")
    assert next_computer(table("lancaster"), "hard", "merchant") == "strategist+merchant"


def test_one_of_the_usual_level_sits_down_where_nobody_asks_for_another() -> None:
    usual = {game: usual_player(game) for game in (*GAMES, "chess")}
    assert usual == {"kingmaker": "steward", "lancaster": "chamberlain", "chess": ""}
    assert next_computer(table("lancaster")) == "chamberlain"


def test_the_card_tells_of_computers_out_of_the_usual() -> None:
    assert computers_line(table()) == ""
    told = computers_line(table(level="easy", character="lot"))
    assert told == "Computers: easy. Computers’ character: at random."


def test_the_page_asks_where_there_is_a_choice() -> None:
    asked = {field for field, _, _ in _menus(Plan.fresh())}
    assert {"level", "character"} <= asked
    plan = Plan.fresh().with_picked("level", "1").with_picked("character", "3")
    assert (plan.options()["level"], plan.options()["character"]) == ("easy", "warlike")
    assert Plan.unpacked(plan.packed()) == plan
    elsewhere = plan.with_picked("game", "lancaster")
    assert (elsewhere.level, elsewhere.character) == (1, 3)
    assert elsewhere.options()["character"] == "warlike"
    assert {"level", "character"} <= {field for field, _, _ in _menus(elsewhere)}
    assert "level" not in Plan.fresh().options()
    with pytest.raises(Refused):
        Plan.unpacked(plan.packed().replace("*1*", "*x*"))


async def test_suggestions_are_those_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    who: Any = SimpleNamespace(namespace=SimpleNamespace(game=None))
    monkeypatch.setattr(computers, "session_at_hand", lambda _: table())
    assert [c.value for c in await levels_like(who, "")] == ["normal", "easy", "hard"]
    assert [c.name for c in await characters_like(who, "RANDOM")] == ["At random"]
    who.namespace.game = "Lancaster"
    assert [c.name for c in await characters_like(who, "war")] == ["Warlike"]
    who.namespace.game = "chess"
    assert await characters_like(who, "") == []


def test_a_computer_is_called_by_its_character() -> None:
    seats = [SeatInfo(0, 1, "Ann")]
    assert computer_name(seats, 1, "steward+cautious", ("Wat", "Odo")) == (
        "Odo the Cautious (computer)"
    )
    assert computer_name(seats, 1, "squire", ("Wat", "Odo")) == "Squire Odo (computer)"
