"""The heirs of a House begin beside its head; some may be entrusted to its other noble."""

from __future__ import annotations

import msgspec
import pytest

from bot.content.load import load_content
from bot.games import game_for
from bot.rules.kernel import Choice, Field, IllegalChoice, Match, Offer
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.sides import opening_keepers
from tests.rules.kingmaker.families.tables import LANCASTER, NEVILLE, YORK

FAMILIES = game_for("kingmaker", "families")
RED = ("henry", "margaret", "edward_lancaster")
WHITE = ("richard_york", "edward_march", "george", "richard_gloucester")


def begun(rules: str = "families", *, seats: int = 6) -> Match:
    return Match.start(game_for("kingmaker", rules), seats, "six families")[0]


def holders(match: Match) -> dict[str, str | None]:
    return {key: heir.holder for key, heir in match.position.state.heirs.items()}


@pytest.mark.rule("families-players.2", "families-players.3")
@pytest.mark.parametrize("seats", [2, 6])
def test_the_heirs_of_a_house_begin_beside_its_head(seats: int) -> None:
    match, told = Match.start(FAMILIES, seats, "six families")
    expected = dict.fromkeys(RED, "beaufort") | dict.fromkeys(WHITE, "plantagenet_york")
    assert holders(match) == expected
    assert [event for event in told.events if isinstance(event, facts.HeirsBegan)] == [
        facts.HeirsBegan(LANCASTER, "beaufort", RED),
        facts.HeirsBegan(YORK, "plantagenet_york", WHITE),
    ]
    assert match.violations() == []


@pytest.mark.rule("families-players.2", "families-players.3")
def test_they_are_wherever_their_keeper_is_placed() -> None:
    match = begun()
    for seat in (LANCASTER, YORK):
        match.submit(seat, Choice("done"))
    match.submit(LANCASTER, Choice.of("settle", noble="beaufort", castle="corfe"))
    match.submit(YORK, Choice.of("settle", noble="plantagenet_york", castle="sandal"))
    view = match.view(None)
    assert view.nobles["beaufort"].heirs == RED
    assert view.nobles["beaufort"].inside == "corfe"
    assert view.nobles["plantagenet_york"].heirs == WHITE
    assert view.nobles["plantagenet_york"].inside == "sandal"


@pytest.mark.rule("families-players.2")
def test_edmund_begins_with_york_too() -> None:
    assert holders(begun("families+edmund"))["edmund_rutland"] == "plantagenet_york"


@pytest.mark.rule("families-players.2")
def test_a_house_may_entrust_heirs_to_its_other_noble_before_anybody_is_placed() -> None:
    match = begun()
    (asked,) = match.prompts(LANCASTER)
    fields = (Field("heir", RED), Field("noble", ("clifford",)))
    assert asked.offers == (
        Offer("entrust", fields, "families-players.2"),
        Offer("done", (), "families-players.2"),
    )
    assert asked.default == Choice("done")
    match.submit(LANCASTER, Choice.of("entrust", heir="margaret", noble="clifford"))
    assert holders(match)["margaret"] == "clifford"
    back = Choice.of("entrust", heir="margaret", noble="beaufort")
    assert match.prompts(LANCASTER)[0].find(back) is not None
    match.submit(LANCASTER, Choice("done"))
    assert match.waiting_for() == [YORK]
    match.submit(YORK, Choice.of("entrust", heir="george", noble="bourchier"))
    match.submit(YORK, Choice("done"))
    assert {prompt.kind for prompt in match.prompts(YORK)} == {"settle_nobles"}
    kept = holders(match)
    assert (kept["henry"], kept["george"], kept["richard_york"]) == (
        "beaufort",
        "bourchier",
        "plantagenet_york",
    )


@pytest.mark.rule("families-players.3")
def test_a_house_entrusts_no_heirs_of_the_other_nor_to_a_noble_of_others() -> None:
    match = begun()
    for heir, noble in (("henry", "bourchier"), ("george", "clifford")):
        with pytest.raises(IllegalChoice):
            match.submit(YORK, Choice.of("entrust", heir=heir, noble=noble))
    with pytest.raises(IllegalChoice) as refused:
        match.submit(NEVILLE, Choice.of("settle", noble="neville", castle="raby"))
    assert refused.value.rule == "families-players.2"


def test_a_table_in_the_midst_of_it_is_saved_and_goes_on() -> None:
    match = begun()
    match.submit(YORK, Choice("done"))
    again = Match.load(FAMILIES, match.save())
    assert again.waiting_for() == [LANCASTER]
    assert msgspec.to_builtins(again.prompts(LANCASTER)) == msgspec.to_builtins(
        match.prompts(LANCASTER)
    )


@pytest.mark.rule("families-players.2", "families-players.3", "ishkibibble-placement.1")
def test_no_die_is_thrown_for_heirs_who_begin_with_their_house() -> None:
    rules = "families+heirs_by_dice+second_edition"
    told = Match.start(game_for("kingmaker", rules), 6, "six families")[1].events
    assert [event for event in told if isinstance(event, facts.HeirPlaced)] == []


def test_the_keeper_is_told_by_the_rule_set() -> None:
    content = load_content("families")
    keepers = {part.id: part.keeper for part in content.ruleset.parts if part.keeper}
    assert keepers == {"lancaster": "beaufort", "york": "plantagenet_york"}
    state = begun().position.state
    assert set(opening_keepers(state, content)) == {*RED, *WHITE}
