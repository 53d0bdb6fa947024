"""What a player may do, laid out: who moves and where to, what to fight, what is known."""

from __future__ import annotations

from typing import Any, cast

from bot.games import game_for
from bot.rules.kernel import Choice
from cogs.ui.choosing.lists import lists_for, picked, wizard_for
from cogs.ui.choosing.offers import Draft, Parties, Question, ways_of
from cogs.ui.choosing.panel import actions_view, question
from cogs.ui.controls import OfferKey
from tests.cogs.conftest import MemorySession
from tests.rules.kingmaker.combat.by_card.field import meeting
from tests.rules.kingmaker.combat.by_card.test_spoils import beaten
from tests.rules.kingmaker.scene import Scene

BOARD = game_for("kingmaker", "house").content.board
SKIPTON = BOARD.places["skipton"].square


def table(scene: Scene) -> Any:
    """The scene as the cogs see it."""
    return MemorySession(scene.match)


def north() -> Scene:
    """Percy and Neville stand at Skipton, Roos before it and Clifford inside; Talbot is far off."""
    scene = Scene(seats=2).noble("clifford", 1, "skipton").noble("roos", 1, SKIPTON)
    scene.noble("percy", 0, SKIPTON).noble("neville", 0, SKIPTON)
    return scene.noble("talbot", 0, "goodrich")


def test_who_can_move_together_is_offered_first_and_to_who_is_no_longer_there() -> None:
    scene = north()
    scene.movement(0)
    assert lists_for(table(scene), 0, "nobody").chosen == lists_for(table(scene), 0).chosen
    lists = lists_for(table(scene), 0)
    labels = [mover.label for mover in lists.movers]
    assert labels[0] == "Percy and Neville"
    assert set(labels[1:]) == {"Percy", "Neville", "Talbot"}
    assert lists.movers[0].key == lists.chosen
    assert lists.lines[0].startswith("**Still to move:** Percy (100), Neville (50), Talbot (")
    assert lists.covers == {"march"}


def test_a_company_is_one_entry_and_some_of_it_may_go() -> None:
    scene = north().noble("grey", 0, SKIPTON)
    scene.movement(0)
    session = table(scene)
    lists = lists_for(session, 0)
    whole, alone, *members = lists.movers
    strength = sum(session.view(0).nobles[noble].troops for noble in ("percy", "neville", "grey"))
    assert whole.label == "Percy’s company of three"
    assert whole.about == f"{strength} troops · Percy, Neville and Grey"
    # Whole companies come first: here one, and one who is alone.
    assert alone.label == "Talbot"
    assert [each.label for each in members] == ["Percy", "Neville", "Grey"]
    (menu,) = lists.menus
    assert menu.question == "Percy’s company of three: where to?"
    # One press puts this up, and a second one is the whole march.
    march = menu.picks[0].way.walk(menu.picks[0].draft)
    assert isinstance(march, Choice)
    assert (march.verb, set(march.many("nobles"))) == ("march", {"percy", "neville", "grey"})
    some = next(pick for pick in menu.picks if pick.label == "Some of them…")
    assert some.about == "Choose who goes"
    way, draft = picked(session, 0, some.value)
    asked = way.walk(draft)
    assert isinstance(asked, Question)
    assert (way.verb, asked.field.name) == ("march", "nobles")
    assert set(asked.field.candidates) == {"percy", "neville", "grey"}
    # No button beside the two menus leads to the same.
    assert lists.covers == {"march"}
    labels = [pick.label for pick in lists_for(session, 0, "grey").menus[0].picks]
    assert "Some of them…" not in labels


def test_where_to_is_told_for_the_one_who_is_chosen() -> None:
    scene = north()
    scene.movement(0)
    (menu,) = lists_for(table(scene), 0, "neville").menus
    assert menu.question == "Neville: where to?"
    # Where an heir is comes first, whatever else is nearer.
    assert menu.picks[0].label == "P10 York"
    assert menu.picks[0].about.startswith("Richard of York in York (300)")
    assert len(menu.picks) == 25
    assert menu.picks[-1].label == "Elsewhere…"
    values = [pick.value for pick in menu.picks]
    assert len(set(values)) == len(values)
    assert all(len(value) <= 100 for value in values)


def test_who_stands_before_an_heir_within_a_place_reads_that_he_has_to_go_inside() -> None:
    scene = Scene(seats=2).noble("clifford", 1, "skipton")
    scene.noble("percy", 0, BOARD.places["cardigan"].square)
    scene.movement(0)
    _, hint = lists_for(table(scene), 0).lines
    assert hint == (
        "*George of Clarence* waits alone inside Cardigan: **Go inside** to take charge."
    )
    scene.play(0, "enter", nobles=["percy"], place="cardigan")
    assert len(lists_for(table(scene), 0).lines) == 1


def test_fights_are_named_by_their_target_with_what_is_known() -> None:
    scene = north()
    scene.combat(0)
    session = table(scene)
    lists = lists_for(session, 0)
    (menu,) = lists.menus
    assert [pick.label for pick in menu.picks] == [
        "Conclude the siege: Skipton", "Attack: Roos", "Lay siege: Skipton",
    ]  # fmt: skip
    told = question(session, 0, lists)
    assert "(150) against" in told


def test_whom_of_a_force_to_attack_is_asked_on_a_page_of_its_own_and_all_at_one_press() -> None:
    scene = meeting(("percy",), ("neville", "grey"))
    scene.combat(0)
    session = table(scene)
    session.ruleset = "classic"
    (menu,) = lists_for(session, 0).menus
    alone, both = menu.picks
    assert (both.label, alone.label) == ("Attack: Neville and Grey", "Attack: Bourchier")
    assert isinstance(alone.way.walk(alone.draft), Choice)
    asked = both.way.walk(both.draft)
    assert isinstance(asked, Question)
    assert asked.field.name == "foes"
    key = OfferKey(session.id, 0, session.moment, "attack", both.way.mark)
    wizard = wizard_for(session, key, both.way)
    page = wizard.page(both.draft, asked)
    assert page.asks == "Which of them do you attack?"
    assert "against **Ben**’s **Neville** and **Grey** (70)" in page.text
    controls = cast("list[Any]", page.view.children)
    buttons = [each.item.label for each in controls if hasattr(each.item, "label")]
    assert buttons == ["All of them", "Back"]
    drafts = [wizard.picked(both.draft, [1]), wizard.settled(both.draft, ("neville", "grey"))]
    named = [cast("Choice", both.way.walk(draft)).many("foes") for draft in drafts]
    assert named == [("grey",), ("neville", "grey")]


def test_spoils_are_shared_out_by_a_menu_that_stands_there_at_once() -> None:
    scene = beaten("percy", "neville")
    scene.play(1, "offer_ransom")
    scene.play(0, "refuse")
    session = table(scene)
    lists = lists_for(session, 0)
    view = actions_view(session, 0, lists=lists)
    assert view is not None
    menu, *buttons = cast("list[Any]", view.children)
    assert [option.label for option in menu.item.options] == ["Percy", "Neville"]
    assert all(each.item.label != "Share the spoils" for each in buttons)
    assert "Saxon" in question(session, 0, lists)


def test_others_have_nothing_laid_out_and_nothing_of_it_is_theirs() -> None:
    scene = north()
    scene.movement(0)
    lists = lists_for(table(scene), 1)
    assert (lists.menus, lists.movers, lists.lines) == ((), (), ())


def test_a_view_of_everything_fits_into_a_message() -> None:
    scene = north()
    scene.movement(0)
    session = table(scene)
    view = actions_view(session, 0, lists=lists_for(session, 0))
    assert view is not None
    rows = view.to_components()
    assert len(rows) <= 5
    ids = [each["custom_id"] for row in rows for each in row["components"]]
    assert len(set(ids)) == len(ids)


def test_the_page_that_asks_which_force_says_nothing_of_the_troops_that_one_of_them_needs() -> None:
    scene = Scene(seats=2).noble("clifford", 1, "skipton")
    for place, nobles in (("york", ("percy", "mowbray")), ("leicester", ("neville", "stanley"))):
        for noble in nobles:
            scene.noble(noble, 0, place, outside=True)
    scene.combat(0)
    session = table(scene)
    lay = ways_of(session.prompts(0))["lay"]
    asked = lay.walk(Draft())
    assert isinstance(asked, Parties)
    wizard = wizard_for(session, OfferKey(session.id, 0, session.moment, "lay", lay.mark), lay)
    assert wizard.page(Draft(), asked).asks == "Choose nobles"
