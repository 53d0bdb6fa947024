"""Words of one's own: asked on a form, together with what belongs to them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt
from bot.rules.kingmaker.setup.opening import AssignDealt
from bot.rules.kingmaker.turn import Turns
from bot.session import Refused
from bot.session.receipts import STALE
from cogs.kingmaker.bargains import (
    NO_DEALS,
    _turned,
    answered_by_button,
    bargain_buttons,
    bargain_lines,
    counter_terms,
    deal_named,
    deals_text,
    left_out,
    turned_round,
)
from cogs.kingmaker.opening import again_button, give_button, give_form, takers_in, ticked_in
from cogs.ui.choosing import forms
from cogs.ui.choosing.forms import form
from cogs.ui.choosing.lists import wizard_for
from cogs.ui.choosing.offers import Draft, Misfit, Question, Way, pack, unpack, ways_of
from cogs.ui.choosing.panel import actions_view
from cogs.ui.choosing.playing import chosen_text, way_of
from cogs.ui.choosing.typed_choices import draft_of, identify
from cogs.ui.choosing.wizard import Wizard
from cogs.ui.controls import OfferKey, Press, press_of
from cogs.ui.names import names
from cogs.ui.replies import words_of
from tests.cogs.conftest import MemorySession
from tests.rules.kingmaker.scene import Scene

WORDS = Field("promise", (), 0, 1, free=20)
DUE = Field("due", ("1", "2"), 0, 1)
TO = Field("to", ("1", "2"))


def bargain(*fields: Field) -> Way:
    """A way with words in it."""
    offer = Offer("propose_deal", (*fields, WORDS, DUE))
    return ways_of([Prompt(0, "any_time", (offer,), blocking=False)])["propose_deal"]


@pytest.fixture
def scene() -> Scene:
    """Anne's movement; York is Ben's, Alnwick hers."""
    scene = Scene(2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.movement(0)
    return scene


def test_words_are_asked_though_there_is_nothing_to_choose() -> None:
    found = bargain()
    asked = found.walk(Draft())
    assert isinstance(asked, Question)
    assert asked.field is WORDS
    after = found.walk(Draft(None, (("for ever",),)))
    assert isinstance(after, Question)
    assert after.field is DUE
    choice = found.walk(Draft(None, (("for ever",), ("2",))))
    assert choice == Choice.of("propose_deal", promise="for ever", due="2")


def test_who_says_nothing_is_asked_nothing_more() -> None:
    assert bargain().walk(Draft(None, ((),))) == Choice("propose_deal")


def test_words_that_do_not_fit() -> None:
    with pytest.raises(Misfit, match="at most 20 characters"):
        bargain().walk(Draft(None, (("x" * 21,),)))


def test_fields_hang_on_what_was_chosen_before() -> None:
    first = Offer("propose_deal", (Field("to", ("1",)), WORDS))
    other = Offer("propose_deal", (Field("to", ("2",)), Field("give", ("a", "b"), 0, 2), WORDS))
    way = ways_of([Prompt(0, "any_time", (first, other))])["propose_deal"]
    asked = way.walk(Draft(None, (("2",),)))
    assert isinstance(asked, Question)
    assert asked.field.name == "give"
    asked = way.walk(Draft(None, (("1",),)))
    assert isinstance(asked, Question)
    assert asked.field.name == "promise"


def test_a_draft_before_the_words_is_packed() -> None:
    way = bargain(Field("give", ("a", "b", "c"), 0, 3))
    draft = Draft(None, (("a", "c"),))
    assert unpack(way, pack(way, draft)) == draft


async def test_the_form_asks_for_the_words_and_when_they_fall_due(scene: Scene) -> None:
    session: Any = MemorySession(scene.match)
    way = way_of(session, 0, "propose_deal")
    assert way is not None
    wizard = wizard_for(session, OfferKey("ABC123", 0, 7, "propose_deal", way.mark), way)
    draft = Draft()
    while not (isinstance(asked := way.walk(draft), Question) and asked.field.free):
        draft = Draft(None, (*draft.values, ()))
    state = pack(way, draft)
    made = form(wizard, draft, state).to_dict()
    assert made["title"] == "Propose a deal: Ben"
    assert press_of(made["custom_id"]).parts[4] == state
    text, due = made["components"]
    assert (text["component"]["custom_id"], text["component"]["max_length"]) == ("promise", 200)
    assert due["label"] == "When is it due? Next round by default"
    assert [option["value"] for option in due["component"]["options"]] == [
        str(n) for n in range(12)
    ]
    assert all(len(each["label"]) <= 45 for each in made["components"])
    assert len(text["description"]) <= 100


def lay_form(way: Way, draft: Draft, session: Any) -> Any:
    """The form for what is open in a way, as it is sent."""
    wizard = wizard_for(session, OfferKey("ABC123", 0, 7, way.verb, way.mark), way)
    return form(wizard, draft, pack(way, draft)).to_dict()


def test_a_whole_deal_is_one_form(scene: Scene) -> None:
    session: Any = MemorySession(scene.match)
    way = way_of(session, 0, "propose_deal")
    assert way is not None
    asked = way.walk(Draft())
    assert isinstance(asked, Question)
    names = [field.name for field in asked.together]
    assert names == ["give", "take", "promise", "due"]
    made = lay_form(way, Draft(part=("place:alnwick",)), session)
    give, take, *_ = made["components"]
    assert (give["label"], take["label"]) == ("What do you give?", "What do you ask for?")
    # What was picked before stands there as picked.
    ticked = [each["label"] for each in give["component"]["options"] if each.get("default")]
    assert ticked == ["Control of Alnwick"]
    assert (give["component"]["type"], give["component"]["required"]) == (22, False)


SEVERAL, ONE = Field("few", ("a", "b", "c"), 0, 2), Field("one", ("x", "y"))
MANY = Field("many", tuple(map(str, range(30))), 0, 30)
UNASKED = Field("word", (), 0, 1, free=9, unasked=True)


@pytest.mark.parametrize(
    ("offers", "together"),
    [
        # One menu does as well.
        ((Offer("excuse", (SEVERAL,)),), []),
        ((Offer("propose", (ONE, SEVERAL)),), []),
        ((Offer("excuse", (SEVERAL, DUE)),), ["few", "due"]),
        # One depends on the other.
        ((Offer("go", (SEVERAL, MANY)), Offer("go", (SEVERAL, ONE))), []),
        # Two menus for a field of thirty; the sixth control is asked for afterwards.
        ((Offer("deal", (MANY, SEVERAL, WORDS, ONE, DUE)),), ["many", "few", "promise", "one"]),
        # Nobody is asked for what may go unasked.
        ((Offer("deal", (SEVERAL, DUE, UNASKED)),), ["few", "due"]),
    ],
)
def test_what_one_form_asks_for(offers: tuple[Offer, ...], together: list[str]) -> None:
    way = ways_of([Prompt(0, "any_time", offers)])[offers[0].verb]
    asked = way.walk(Draft())
    assert isinstance(asked, Question)
    assert [field.name for field in asked.together] == together


def test_a_field_of_thirty_takes_two_menus(scene: Scene) -> None:
    session: Any = MemorySession(scene.match)
    way = ways_of([Prompt(0, "any_time", (Offer("propose_deal", (MANY, SEVERAL, ONE)),))])
    first, second, few, one = lay_form(way["propose_deal"], Draft(), session)["components"]
    assert [first["component"]["custom_id"], second["component"]["custom_id"]] == ["many", "many.2"]
    assert [len(each["component"]["options"]) for each in (first, second)] == [25, 5]
    assert [each["component"]["type"] for each in (first, second, few, one)] == [3, 22, 22, 21]
    assert (first["component"]["min_values"], few["component"]["max_values"]) == (0, 2)


@pytest.mark.parametrize(("least", "required"), [(0, False), (1, True), (2, True)])
def test_a_menu_that_must_be_chosen_from_is_not_sent_empty(
    scene: Scene, least: int, required: bool
) -> None:
    session: Any = MemorySession(scene.match)
    field = Field("due", ("1", "2", "3"), least, 3)
    way = ways_of([Prompt(0, "any_time", (Offer("propose_deal", (WORDS, field)),))])["propose_deal"]
    wizard = wizard_for(session, OfferKey("ABC123", 0, 7, "propose_deal", way.mark), way)
    menu = form(wizard, Draft(), "-").to_dict()["components"][1]["component"]
    assert (menu["required"], menu["min_values"], menu["max_values"]) == (required, least, 3)


async def test_what_does_not_fit_on_a_form_stays_picked_on_the_menus(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    session: Any = MemorySession(scene.match)
    heavy = Field("few", ("a", "b", "c"), 0, 3, weights=(40, 50, 60), weight_max=100)
    way = ways_of([Prompt(0, "any_time", (Offer("excuse", (heavy, DUE)),))])["excuse"]
    wizard = wizard_for(session, OfferKey("ABC123", 0, 7, way.verb, way.mark), way)
    found: list[tuple[Draft, str]] = []

    async def advance(_: Any, __: Any, ___: Any, draft: Draft, problem: str = "") -> None:
        found.append((draft, problem))

    class Found(Press):
        async def session(self, _: Any) -> Any:
            return session

    monkeypatch.setattr(forms, "advance", advance)
    monkeypatch.setattr(forms, "current_wizard", lambda *_: wizard)
    somebody: Any = SimpleNamespace(user=SimpleNamespace(id=1))
    press = Found("form", "ABC123", ("0", "7", "excuse", way.mark, "-"))
    for picked in (["0", "1", "2"], ["1", "0"]):
        handed = {"few": picked, "due": ["1"]}
        data = [{"component": {"custom_id": k, "values": v}} for k, v in handed.items()]
        await forms._carried(somebody, press, {"components": data})
    assert found == [
        (
            Draft(part=("a", "b", "c"), ahead=(("2",),)),
            "Together they count 150, but there is room only for 100.",
        ),
        (Draft(None, (("a", "b"), ("2",))), ""),
    ]


NOBLES = ("clifford", "percy", "howard", "stafford", "talbot", "neville")


def dealt(nobles: int, *cards: str) -> Any:
    """Anne gives the cards she was dealt to some of her nobles."""
    scene = Scene(2).noble("roos", 1, "alnwick")
    for noble in NOBLES[:nobles]:
        scene.noble(noble, 0, "york")
    for card in cards:
        scene.state.crown_deck.remove(card)
    scene.state.factions[0].dealt = list(cards)
    scene.state.phase = "setup"
    scene.position.agenda[:] = [Turns(), AssignDealt()]
    scene.match._after()
    return MemorySession(scene.match)


def test_the_form_asks_what_each_noble_gets() -> None:
    made = give_form(dealt(3, "saxons_1", "earl_kent", "bp_durham"), 0).to_dict()
    assert made["title"] == "Give your cards"
    percy, clifford, _ = made["components"]
    assert [each["label"] for each in (percy, clifford)] == ["Percy", "Clifford"]
    # Percy has a title by birth, and Kent's turn is now. Whose the rest can be is seen later.
    offered = {
        each["component"]["custom_id"]: [option["value"] for option in each["component"]["options"]]
        for each in (percy, clifford)
    }
    assert offered == {
        "n.percy": ["saxons_1", "bp_durham"],
        "n.clifford": ["earl_kent", "saxons_1", "bp_durham"],
    }
    assert {each["component"]["type"] for each in (percy, clifford)} == {22}


def test_with_six_nobles_the_form_asks_who_gets_each_card() -> None:
    made = give_form(dealt(6, "saxons_1", "bp_durham"), 0).to_dict()
    assert [each["component"]["custom_id"] for each in made["components"]] == [
        "c.saxons_1",
        "c.bp_durham",
    ]
    assert [len(each["component"]["options"]) for each in made["components"]] == [6, 6]
    # With six cards too, the five strongest may get them; the rest is for the menus.
    six = ("saxons_1", "saxons_2", "bp_durham", "bp_lincoln", "bp_carlisle", "french_foot")
    made = give_form(dealt(6, *six), 0).to_dict()
    assert [each["component"]["custom_id"][:2] for each in made["components"]] == ["n."] * 5
    assert takers_in({"c.saxons_1": ["percy"], "n.talbot": ["bp_durham"], "n.howard": None}) == {
        "saxons_1": ["percy"],
        "bp_durham": ["talbot"],
    }


def test_ticks_come_back_on_the_form_they_were_made_on_and_on_no_other() -> None:
    session = dealt(3, "saxons_1", "earl_kent", "bp_durham")
    ticked = {"saxons_1": ["percy", "howard"], "bp_durham": ["percy"], "unheard_of": ["percy"]}
    item: Any = again_button(session, 0, ticked)
    _, state = press_of(item.item.custom_id).parts
    pairs = {("saxons_1", "percy"), ("saxons_1", "howard"), ("bp_durham", "percy")}
    assert ticked_in(session, 0, state) == pairs
    assert ticked_in(dealt(3, "saxons_1", "earl_kent"), 0, state) == set()
    boxes = [each["component"] for each in give_form(session, 0, state).to_dict()["components"]]
    assert {
        (option["value"], box["custom_id"][2:])
        for box in boxes
        for option in box["options"]
        if option.get("default")
    } == pairs
    every = {card: list(NOBLES) for card in session.view(0).dealt}
    full: Any = again_button(dealt(6, *session.view(0).dealt), 0, every)
    assert len(full.item.custom_id) <= 100


def test_a_single_card_has_no_form() -> None:
    assert give_button(dealt(2, "saxons_1"), 0) == ()
    (button,) = give_button(dealt(2, "saxons_1", "bp_durham"), 0)
    assert press_of(button.item.custom_id).kind == "give"  # type: ignore[attr-defined]


@pytest.mark.rule("base-2.5")
def test_why_a_noble_cannot_have_a_dealt_card() -> None:
    match = dealt(3, "earl_kent", "saxons_1").match
    for card, reason in (("earl_kent", "This noble cannot have the card"), ("saxons_1", "First")):
        with pytest.raises(IllegalChoice, match=reason) as refused:
            match.submit(0, Choice.of("assign", card=card, noble="percy"))
        assert refused.value.rule == "base-2.5"


def test_a_strange_id_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        press_of("nothing of ours")
    assert refused.value.text == STALE


def test_a_name_is_no_markup_above_a_menu(scene: Scene) -> None:
    session: Any = MemorySession(scene.match, ("Anne", "*B_n*"))
    offer = Offer("propose_deal", (TO, DUE, WORDS))
    way = ways_of([Prompt(0, "any_time", (offer,))])["propose_deal"]
    wizard = wizard_for(session, OfferKey("ABC123", 0, 7, "propose_deal", way.mark), way)
    draft = Draft(None, (("1",),))
    asked = way.walk(draft)
    assert isinstance(asked, Question)
    (answered,) = [line for line in wizard.page(draft, asked).text.splitlines() if "B" in line]
    assert answered.endswith(" \\*B\\_n\\*")


async def test_a_deal_typed_in_one_go(scene: Scene) -> None:
    session: Any = MemorySession(scene.match)
    way = way_of(session, 0, "propose_deal")
    assert way is not None
    given = {"give": "none", "take": "none", "promise": "my  friendship"}
    draft = draft_of(session, 0, way, given)
    assert way.walk(draft) == Choice.of("propose_deal", to="1", promise="my friendship")
    draft = draft_of(session, 0, way, {**given, "due": "3"})
    assert way.walk(draft) == Choice.of("propose_deal", to="1", promise="my friendship", due="3")
    assert identify(session, 0, "ben") == "1"


async def test_deals_on_offer_have_buttons_for_each_of_the_two(scene: Scene) -> None:
    session: Any = MemorySession(scene.match)
    assert deals_text(session, 0) == (NO_DEALS, None)
    outcome = scene.play(0, "propose_deal", to="1", promise="friendship", due="2")
    events = list(outcome.events)
    labels = {
        seat: [item.item.label for item in bargain_buttons(session, seat, events)]  # type: ignore[attr-defined]
        for seat in (0, 1)
    }
    his = ["Accept Anne’s offer", "Refuse Anne’s offer", "Offer Anne something else"]
    assert labels == {0: ["Take back the offer to Ben"], 1: his}
    text, view = deals_text(session, 1)
    promised = "and promises “friendship” by round 3."
    assert f"• Deal 1: **Anne** offers you nothing but words, {promised}" in text
    assert (
        "• Deal 1: you offer **Ben** nothing but words, and promise “friendship”"
        in (deals_text(session, 0)[0])
    )
    assert view is not None
    assert [item.item.label for item in view.children] == his  # type: ignore[attr-defined]


async def test_beside_the_button_of_the_only_deal_none_asks_which(scene: Scene) -> None:
    session: Any = MemorySession(scene.match)
    first = list(scene.play(0, "propose_deal", to="1", promise="friendship", due="2").events)
    assert answered_by_button(session, 0, first) == {"withdraw_deal"}
    assert answered_by_button(session, 1, first) == {"accept_deal", "refuse_deal", "counter_deal"}
    shown: Any = actions_view(session, 0, needless=answered_by_button(session, 0, first))
    said = [item.item.label for item in shown.children]
    assert "Propose a deal" in said
    assert "Take back a deal" not in said
    # Beside one among several the button that asks which has its use, and the one says which.
    second = list(scene.play(0, "propose_deal", to="1", promise="peace", due="2").events)
    assert answered_by_button(session, 0, second) == frozenset()
    (only,) = bargain_buttons(session, 0, second)
    assert only.item.label == "Take back deal 2 to Ben"  # type: ignore[attr-defined]


def test_a_deal_that_is_put_together_says_what_each_thing_is(scene: Scene) -> None:
    session: Any = MemorySession(scene.match)
    way = ways_of(session.prompts(0))["propose_deal"]
    wizard = wizard_for(session, OfferKey("ABC123", 0, 7, "propose_deal", way.mark), way)
    (given, *_) = way.offers[0].field("give").candidates
    draft = Draft(None, ((given,),))
    asked = way.walk(draft)
    assert not isinstance(asked, Choice)
    heading, to, give, question = wizard.page(draft, asked).text.splitlines()
    assert heading == "### Propose a deal"
    assert to == "-# Who is the deal with? Ben"
    assert give.startswith("-# What do you give? ")
    assert question == "What do you ask for?"


async def test_what_was_promised_is_kept_in_sight_till_it_is_due(scene: Scene) -> None:
    session: Any = MemorySession(scene.match)
    scene.play(0, "propose_deal", to="1", promise="peace", due="2")
    events = list(scene.play(1, "accept_deal", deal="0-1-1").events)
    due = scene.state.round + 2
    lines = (
        f"You promise **Ben** “peace” by round {due}.",
        f"**Anne** promises you “peace” by round {due}.",
    )
    for seat, line in enumerate(lines):
        assert bargain_lines(session, seat, events) == [f"{line} `/deal list` shows it."]
        assert deals_text(session, seat) == (
            f"{NO_DEALS}\n### Promises\n• {line}\n-# A promise binds in honour only.",
            None,
        )
    # Beside what is on offer as well; and no longer once its round is over.
    scene.play(1, "propose_deal", to="0", promise="war")
    text, _ = deals_text(session, 0)
    assert text.startswith("### Deals on offer")
    assert text.splitlines()[-2:] == [f"• {lines[0]}", "-# A promise binds in honour only."]
    scene.play(0, "refuse_deal", deal="1-0-2")
    scene.state.round = due + 1
    assert deals_text(session, 1) == (NO_DEALS, None)


async def test_of_several_deals_each_button_says_whose_it_is(scene: Scene) -> None:
    session: Any = MemorySession(scene.match)
    events = list(scene.play(0, "propose_deal", to="1", promise="friendship").events)
    events += scene.play(1, "propose_deal", to="0", promise="peace").events
    listed: Any = deals_text(session, 0)[1]
    told: Any = bargain_buttons(session, 0, events)
    for items in (told, listed.children):
        assert [item.item.label for item in items] == [
            *("Take back deal 1 to Ben", "Accept Ben’s deal 2", "Refuse Ben’s deal 2"),
            "Offer Ben something else for deal 2",
        ]
    named = {"accept_deal": "1-0-1", "refuse_deal": "1-0-1", "withdraw_deal": "0-1-1"}
    assert [chosen_text(session, 0, Choice.of(v, deal=d)) for v, d in named.items()] == [
        "You accept **Ben**’s deal 1.",
        "You refuse **Ben**’s deal 1.",
        "You take back your deal 1 with **Ben**.",
    ]


async def test_a_deal_that_has_become_impossible_says_so_to_both() -> None:
    scene = Scene(2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
    scene.hand(0, "saxons_1").movement(0)
    session: Any = MemorySession(scene.match)
    scene.play(0, "propose_deal", to="1", give="hand:saxons_1")
    assert "cannot be accepted" not in deals_text(session, 1)[0]
    scene.play(0, "play", card="saxons_1", noble="percy")
    name = scene.match.game.content.crown["saxons_1"].name
    line = (
        f"-# Nobody can accept it as things stand. {name} no longer belongs to the player who would"
    )
    buttons = {
        0: ["Take back the offer to Ben"],
        1: ["Refuse Anne’s offer", "Offer Anne something else"],
    }
    for seat in (0, 1):
        text, view = deals_text(session, seat)
        assert line in text
        assert view is not None
        assert [item.item.label for item in view.children] == buttons[seat]  # type: ignore[attr-defined]
    shut = words_of(session).why_not(session.why_not(1), names(session))
    assert [line for line in shut if "deal 1 from **Anne**" in line] == [
        f"• **Accept a deal** (deal 1 from **Anne**): {name} no longer belongs to the player who "
        "would give it. ‹house-8.7.2›"
    ]


@pytest.fixture
def bargained() -> Scene:
    """Ben offers Anne his Skipton and a card for her Alnwick and Saxons; Cat sits by."""
    scene = Scene(3).noble("percy", 0, "alnwick", cards=("saxons_1",))
    scene.noble("clifford", 1, "skipton").noble("roos", 2, "helmsley")
    scene.hand(1, "earl_kent").movement(0)
    return scene


def offer_of(scene: Scene) -> Any:
    """A deal is offered to seat 0 by seat 1, which asks for all of the other's that it may."""
    session: Any = MemorySession(scene.match, ("Anne", "Ben", "Cat"))
    way = way_of(session, 1, "propose_deal")
    assert way is not None
    (fields,) = [o for o in way.offers if o.field("to").candidates == ("0",)]
    take, give = fields.field("take").candidates, fields.field("give").candidates
    assert take
    scene.play(1, "propose_deal", to="0", give=give, take=take)
    return session


async def test_a_counter_offer_opens_with_the_terms_turned_round(bargained: Scene) -> None:
    session = offer_of(bargained)
    (deal,) = session.view(0).deals
    assert turned_round(deal) == {"give": tuple(deal.take), "take": tuple(deal.give)}
    way = way_of(session, 0, "counter_deal")
    assert way is not None
    draft = _turned(way, deal)
    open_things = tuple(thing for thing in deal.give if not thing.startswith("hand:"))
    assert draft.values == ()
    assert set(draft.part) == set(deal.take)
    assert draft.ahead == ((open_things,) if open_things else ())
    # A card in the other's hand cannot be asked for: that is said, not only left out.
    assert "hand:earl_kent" in deal.give
    without = left_out(session, way, deal)
    assert without.startswith("Your counter-offer cannot include Earl of Kent (from the hand).")
    openly = msgspec.structs.replace(deal, give=list(open_things))
    assert left_out(session, way, openly) == ""
    typed = counter_terms(session, 0, deal)
    assert set(typed["give"].split(", ")) == set(deal.take)
    assert typed["take"] == (", ".join(open_things) or "none")
    hidden = msgspec.structs.replace(deal, give=["hand:earl_kent"])
    assert counter_terms(session, 0, hidden)["take"] == "none"
    choice = way.walk(draft_of(session, 0, way, {**typed, "promise": "none"}))
    assert isinstance(choice, Choice)
    assert set(choice.many("give")) == set(deal.take)


async def test_the_deal_that_is_countered_is_the_one_that_is_meant(bargained: Scene) -> None:
    session = offer_of(bargained)
    (deal,) = session.view(0).deals
    for text in (None, deal.name):
        assert deal_named(session, 0, text) == deal
    for seat, text in ((0, "1-0-9"), (2, None), (1, None)):
        with pytest.raises(Refused, match="no longer on offer"):
            deal_named(session, seat, text)
    bargained.play(2, "propose_deal", to="0", promise="peace")
    with pytest.raises(Refused, match="Say which"):
        deal_named(session, 0, None)


def after_a_promise(scene: Scene, verb: str) -> tuple[Way, Wizard]:
    """Seat 1 has offered seat 0 peace for nothing; what asks seat 0 for a choice of this verb."""
    session: Any = MemorySession(scene.match)
    scene.play(1, "propose_deal", to="0", promise="peace")
    way = way_of(session, 0, verb)
    assert way is not None
    return way, wizard_for(session, OfferKey("ABC123", 0, 7, verb, way.mark), way)


async def test_what_lies_on_offer_stands_above_an_offer_to_the_same_player(scene: Scene) -> None:
    way, made = after_a_promise(scene, "propose_deal")
    asked = way.walk(Draft())
    assert isinstance(asked, Question)
    line = "• Deal 1: **Ben** offers you nothing but words, and promises “peace” by round"
    assert line in made.page(Draft(), asked).text


async def test_a_deal_is_read_back_whole_before_it_is_accepted(scene: Scene) -> None:
    way, made = after_a_promise(scene, "accept_deal")
    choice = way.walk(Draft())
    assert isinstance(choice, Choice)
    _, sentence, terms, lapses, question = made.read_back(Draft(), choice).text.splitlines()
    assert sentence == "You accept **Ben**’s deal 1."
    assert terms.startswith("Deal 1: **Ben** offers you nothing but words, and promises “peace”")
    assert lapses.startswith("It lapses")
    assert question == "Shall I do it?"
