"""The pages of the wizard, option by option: what stands on which, and what a pick comes to."""

from __future__ import annotations

from typing import Any, cast

import discord
import msgspec
import pytest

from bot.rules.kernel import Choice, Field, Offer, Prompt
from bot.session import Refused
from bot.session.receipts import STALE
from cogs.ui.choosing.offers import Draft, Misfit, Parties, Question, pack, unpack, ways_of
from cogs.ui.choosing.wizard import Page, Wizard
from cogs.ui.controls import OfferKey, Press

GREEN, GREY, BLUE = (
    discord.ButtonStyle.success,
    discord.ButtonStyle.secondary,
    discord.ButtonStyle.primary,
)


class Plain:
    """Words that call everything by its id, and show what they are asked for the last first."""

    def verb(self, offer: Offer, prompt: Prompt) -> str:
        """What the offer is called."""
        return f"To {offer.verb}"

    def button(self, offers: Any, prompt: Prompt, view: Any) -> str:
        """The heading."""
        return self.verb(offers[0], prompt)

    def stakes(self, prompt: Prompt, view: Any, names: Any, offers: Any, settled: Any) -> list[str]:
        """What is risked: everything that is chosen already, where the question says so."""
        if prompt.kind != "weighty":
            return []
        return [f"{names(0)} risks {name} {', '.join(vals)}" for name, vals in settled.items()]

    def field(self, offer: Offer, field: Field) -> str:
        """The question."""
        return f"Which {field.name}?"

    def shortcuts(self, offer: Offer, field: Field) -> tuple[str, str]:
        """All may be taken but where a thing is dear; nothing may be said or taken."""
        return "" if field.name == "dear" else "All", "No, thanks" if field.free else "None"

    def options_order(self, offer: Offer, field: Field, view: Any) -> tuple[str, ...]:
        """The last candidate is the most interesting."""
        return tuple(reversed(field.candidates))

    def option(self, offer: Offer, field: Field, candidate: str, view: Any, names: Any) -> Any:
        """The label is the id in capitals; of 'plain' ones nothing else is told."""
        told = "" if candidate.startswith("plain") else f"about {candidate}"
        return candidate.upper(), told

    def kind(self, thing: str) -> str:
        """The id."""
        return thing

    def choice(self, choice: Choice, names: Any) -> str:
        """What was chosen so far."""
        said = "; ".join(f"{name} {', '.join(vals)}" for name, vals in choice.args.items())
        return f"{names(0)}: {said}."

    def ask(self, prompt: Prompt, names: Any) -> str:
        """The question that was put."""
        return f"{names(1)} asks {prompt.kind}."


def wizard(*offers: Offer, sealed: bool = False, kind: str = "test") -> Wizard:
    """The wizard of these offers."""
    way = ways_of([Prompt(0, kind, offers, sealed=sealed)])[offers[0].verb]
    key = OfferKey("G1", 0, 7, offers[0].verb, way.mark)
    words: Any = Plain()
    return Wizard(key, way, words, None, lambda seat: f"seat_{seat}", late="Then it is over.")


def many(number: int) -> tuple[str, ...]:
    """So many candidates."""
    return tuple(f"c{index:02}" for index in range(number))


def page_of(made: Wizard, draft: Draft = Draft(), problem: str = "") -> Page:  # noqa: B008
    """The page that is shown for a draft."""
    asked = made.way.walk(draft)
    assert not isinstance(asked, Choice)
    return made.page(draft, asked, problem)


def menu_of(page: Page) -> Any:
    """The page's only menu."""
    (found,) = [i for i in controls(page) if isinstance(i, discord.ui.Select)]
    return found


def controls(page: Page) -> list[Any]:
    """The controls of a page."""
    return [cast(Any, item).item for item in page.view.children]


def buttons(made: Wizard, page: Page) -> list[tuple[str, Draft, int | None]]:
    """The buttons of a page: label, what they lead to, row."""
    found: list[tuple[str, Draft, int | None]] = []
    for item in page.view.children:
        control = cast(Any, item)
        if isinstance(control.item, discord.ui.Button):
            state = control.press.parts[4]
            found.append((str(control.item.label), unpack(made.way, state), control.row))
    return found


def press(made: Wizard, draft: Draft, *picked: int) -> Press:
    """A pick on the page of a draft."""
    key = made.key
    return Press(
        "pick", key.game, (*key.parts, pack(made.way, draft)), tuple(str(n) for n in picked)
    )


# One of several


@pytest.mark.parametrize(
    ("number", "pages"), [(24, [24]), (25, [25]), (26, [25, 1]), (50, [25, 25]), (51, [25, 25, 1])]
)
def test_twenty_five_options_stand_on_a_page(number: int, pages: list[int]) -> None:
    made, names = wizard(Offer("go", (Field("to", many(number)),))), many(number)
    shown: list[str] = []
    for turned, count in enumerate(pages):
        page = page_of(made, Draft(page=turned))
        menu = menu_of(page)
        assert len(menu.options) == count
        # Each says by its value which candidate it is, whatever the order.
        assert [names[int(each.value)].upper() for each in menu.options] == [
            each.label for each in menu.options
        ]
        assert (menu.min_values, menu.max_values) == (1, 1)
        assert menu.required
        shown += [each.label for each in menu.options]
        turns = [("◀ Earlier", Draft(page=turned - 1), 3)] if turned else []
        if turned < len(pages) - 1:
            turns.append(("More ▶", Draft(page=turned + 1), 3))
        assert buttons(made, page) == turns
    assert shown == [each.upper() for each in reversed(names)]


def test_an_option_is_told_in_full_and_cut_at_the_limit() -> None:
    long, longer = "x" * 100, "y" * 101
    made = wizard(Offer("go", (Field("to", ("plain", long, longer)),)))
    options = menu_of(page_of(made)).options
    assert [each.label for each in options] == [f"{'Y' * 99}…", "X" * 100, "PLAIN"]
    assert [each.description for each in options] == [
        f"about {longer}"[:99] + "…",
        f"about {long}"[:99] + "…",
        None,
    ]
    assert not any(each.default for each in options)


def test_a_pick_of_one_settles_the_field() -> None:
    made = wizard(Offer("go", (Field("who", ("a", "b")), Field("to", many(30)))))
    first = made.after_pick(press(made, Draft(), 1))
    assert first == (Draft(None, (("b",),)), "")
    asked = made.way.walk(first[0])
    assert isinstance(asked, Question)
    page = page_of(made, first[0])
    assert page.text == "### To go\nB\nWhich to?"
    assert buttons(made, page) == [
        ("Back", Draft(), 2),
        ("More ▶", Draft(None, (("b",),), 1), 3),
    ]
    # The number is the candidate's, on whatever page it stands.
    last, problem = made.after_pick(press(made, Draft(None, (("b",),), 1), 2))
    assert (last, problem) == (Draft(None, (("b",), ("c02",))), "")
    assert made.way.walk(last) == Choice.of("go", who="b", to="c02")


@pytest.mark.parametrize("picked", [("x",), ("30",), ("2", "x")])
def test_a_pick_that_is_none_of_its_menus_is_stale(picked: tuple[str, ...]) -> None:
    made = wizard(Offer("go", (Field("to", many(30)),)))
    with pytest.raises(Refused) as refused:
        made.after_pick(Press("pick", "G1", press(made, Draft()).parts, picked))
    assert refused.value.text == STALE


@pytest.mark.parametrize("parts", [(), ("0", "7", "go", "mark"), ("0", "7", "go", "mark", "-.x!")])
def test_a_control_that_carries_no_draft_is_stale(parts: tuple[str, ...]) -> None:
    made = wizard(Offer("go", (Field("to", many(30)),)))
    for ask in (made.after_pick, made.filled_in):
        with pytest.raises(Refused) as refused:
            ask(Press("pick", "G1", parts, ("1",)))
        assert refused.value.text == STALE


def test_what_a_control_carries_is_held_against_what_is_offered() -> None:
    made = wizard(Offer("go", (Field("who", many(3), 0, 2), Field("to", many(30)))))
    draft = Draft(None, (("c00", "c02"),), 1)
    assert made.filled_in(press(made, draft)) == draft
    three = Press("goto", "G1", (*made.key.parts, "-.7"))
    with pytest.raises(Refused) as refused:
        made.filled_in(three)
    assert refused.value.text == STALE


def test_when_all_is_chosen_nothing_is_left_to_pick() -> None:
    made = wizard(Offer("go", (Field("to", ("a", "b")),)))
    with pytest.raises(Misfit, match=r"^There is nothing left to choose here\.$"):
        made.picked(Draft(None, (("a",),)), [0])


# Several


def test_of_several_as_many_are_picked_as_may_be() -> None:
    field = Field("who", ("a", "b", "c", "d"), 2, 3, required=("b",))
    made = wizard(Offer("go", (field, Field("to", ("x", "y")))))
    page = page_of(made)
    menu = menu_of(page)
    assert (menu.min_values, menu.max_values, menu.required) == (2, 3, True)
    # Who must be among them is picked already.
    assert [(each.label, each.default) for each in menu.options] == [
        ("D", False), ("C", False), ("B", True), ("A", False)
    ]  # fmt: skip
    assert page.text == "### To go\nWhich who? (2 to 3)"
    # Four are more than may go; and nobody is too few.
    assert buttons(made, page) == []
    assert made.after_pick(press(made, Draft(), 2, 1)) == (Draft(None, (("b", "c"),)), "")
    assert made.after_pick(press(made, Draft(), 0, 2)) == (Draft(), "B must be among them.")
    told = page_of(made, Draft(), "B must be among them.").text
    assert told == "### To go\n⚠️ B must be among them.\nWhich who? (2 to 3)"


@pytest.mark.parametrize(
    ("least", "most", "offered", "bounds"),
    [
        (1, 3, (1, 3), " (1 to 3)"),
        (3, 3, None, ""),
        (2, 2, (2, 2), " (exactly 2)"),
        (0, 2, (1, 2), " (0 to 2)"),
        (0, 3, (1, 3), ""),
        (1, 9, (1, 3), " (1 to 3)"),
        (0, 1, (1, 1), ""),
        (1, 1, (1, 1), ""),
    ],
)
def test_how_many_may_be_picked(
    least: int, most: int, offered: tuple[int, int] | None, bounds: str
) -> None:
    made = wizard(Offer("go", (Field("who", ("a", "b", "c"), least, most),)))
    if offered is None:
        assert made.way.walk(Draft()) == Choice("go", {"who": ("a", "b", "c")})
        return
    page = page_of(made)
    menu = menu_of(page)
    assert (menu.min_values, menu.max_values) == offered
    assert page.text == f"### To go\nWhich who?{bounds}"
    everybody = [("All", Draft(None, (("a", "b", "c"),)), 1)] if most >= 3 else []
    nobody = [("None", Draft(None, ((),)), 1)] if least == 0 else []
    assert buttons(made, page) == everybody + nobody


def test_weights_are_told_where_the_text_does_not_tell_them() -> None:
    field = Field("who", ("plain", "c30", "c7"), 1, 3, weights=(5, 30, 10), weight_max=35)
    made = wizard(Offer("go", (field,)))
    page = page_of(made)
    assert [each.description for each in menu_of(page).options] == [
        "10 · about c7",
        "about c30",
        "5",
    ]
    assert page.text.endswith("Which who? (1 to 3), together at most 35")
    # All of them are too many together.
    assert buttons(made, page) == []
    draft, problem = made.after_pick(press(made, Draft(), 0, 1, 2))
    assert (draft, problem) == (Draft(), "Together they count 45, but there is room only for 35.")
    least = Field("who", ("a", "b", "c"), 1, 3, weights=(5, 10, 10), weight_min=20)
    made = wizard(Offer("go", (least,)))
    assert page_of(made).text.endswith("Which who? (1 to 3), together at least 20")
    # A question that says so itself is enough.
    made = wizard(Offer("go", (msgspec.structs.replace(least, name="who of at least 20 troops"),)))
    assert page_of(made).text.endswith("\nWhich who of at least 20 troops?")
    told = msgspec.structs.replace(field, name="who? 35 troops at most")
    assert page_of(wizard(Offer("go", (told,)))).text.endswith("\nWhich who? 35 troops at most?")
    free = Field("who", ("a", "b", "c"), 1, 3, weights=(5, 10, 10))
    assert page_of(wizard(Offer("go", (free,)))).text.endswith("Which who? (1 to 3)")
    # A bound of nothing is one as well.
    none = Field("who", ("a", "b", "c"), 0, 3, weights=(5, 0, 0), weight_max=0)
    assert page_of(wizard(Offer("go", (none,)))).text.endswith("(0 to 3), together at most 0")


def test_what_was_picked_on_one_page_is_kept_on_the_others() -> None:
    made = wizard(Offer("go", (Field("who", many(27), 1, 26), Field("to", ("x", "y")))))
    page = page_of(made)
    menu = menu_of(page)
    # On a page alone nobody need be picked.
    assert (menu.min_values, menu.max_values, menu.required) == (0, 25, False)
    assert buttons(made, page) == [("More ▶", Draft(page=1), 3)]
    two, problem = made.after_pick(press(made, Draft(), 26, 2))
    assert (two, problem) == (Draft(None, (), 0, ("c02", "c26")), "")
    page = page_of(made, two)
    assert [each.label for each in menu_of(page).options if each.default] == ["C26", "C02"]
    assert buttons(made, page) == [
        ("Done (2 chosen)", Draft(None, (("c02", "c26"),)), 1),
        ("More ▶", Draft(None, (), 1, ("c02", "c26")), 3),
    ]
    turned = Draft(None, (), 1, ("c02", "c26"))
    page = page_of(made, turned)
    menu = menu_of(page)
    assert [each.label for each in menu.options] == ["C01", "C00"]
    assert (menu.min_values, menu.max_values) == (0, 2)
    three, _ = made.after_pick(press(made, turned, 0))
    assert three == Draft(None, (), 1, ("c00", "c02", "c26"))
    # Who is no longer picked on the page at hand is out, the others stay.
    back, _ = made.after_pick(press(made, Draft(None, (), 0, three.part), 26))
    assert back == Draft(None, (), 0, ("c00", "c26"))


def test_everybody_goes_only_where_so_many_may() -> None:
    for most, labels in ((26, []), (27, ["All"]), (28, ["All"])):
        made = wizard(Offer("go", (Field("who", many(27), 1, most),)))
        assert [label for label, _, row in buttons(made, page_of(made)) if row == 1] == labels
    one = wizard(Offer("go", (Field("who", ("a",), 0, 2),)))
    assert [label for label, _, _ in buttons(one, page_of(one))] == ["None"]


# Parties and words


def test_separate_parties_are_named_whole() -> None:
    places = ("x", "y")
    groups = [(f"a{n:02}", f"b{n:02}") for n in range(26)]
    made = wizard(*(Offer("go", (Field("who", g, 1, 2), Field("to", places))) for g in groups))
    asked = made.way.walk(Draft())
    assert isinstance(asked, Parties)
    page = page_of(made)
    options = menu_of(page).options
    assert [each.value for each in options] == [str(n) for n in range(25)]
    assert options[3].label == "A03, B03"
    assert options[3].description == "about a03"
    assert page.text == "### To go\nWhich who?"
    assert menu_of(page).placeholder == "Which who?"
    assert buttons(made, page) == [("More ▶", Draft(page=1), 3)]
    last = page_of(made, Draft(page=1), "Nobody is there.")
    (option,) = menu_of(last).options
    assert (option.label, option.value) == ("A25, B25", "25")
    assert last.text == "### To go\n⚠️ Nobody is there.\nWhich who?"
    assert buttons(made, last) == [("◀ Earlier", Draft(page=0), 3)]
    chosen, _ = made.after_pick(press(made, Draft(page=1), 25))
    assert chosen == Draft(25)
    first = page_of(made, chosen)
    assert [(each.label) for each in menu_of(first).options] == ["B25", "A25"]
    assert buttons(made, first) == [
        ("All", Draft(25, (("a25", "b25"),)), 1),
        ("Back", Draft(), 2),
    ]
    second = page_of(made, Draft(25, (("b25",),)))
    assert second.text == "### To go\nB25\nWhich to?"
    assert buttons(made, second) == [("Back", Draft(25, part=("b25",)), 2)]


def test_words_are_written_on_a_form_or_left_out() -> None:
    words = Field("promise", (), 0, 1, free=40)
    made = wizard(Offer("vow", (Field("to", ("a", "b")), Field("why", ("c", "d"), 0), words)))
    draft = Draft(None, (("a",), ()))
    page = page_of(made, draft, "That is too long.")
    assert page.text == ("### To vow\n⚠️ That is too long.\n**seat\\_0**: to a.\nWhich promise?")
    write, none, back = controls(page)
    assert [each.label for each in (write, none, back)] == ["Write…", "No, thanks", "Back"]
    assert [each.style for each in (write, none, back)] == [BLUE, GREY, GREY]
    assert write.custom_id.startswith("b.write:G1:0:7:vow:")
    assert none.custom_id.startswith("b.goto:G1:0:7:vow:")
    must = wizard(Offer("vow", (Field("promise", (), 1, 1, free=40),)))
    assert [each.label for each in controls(page_of(must))] == ["Write…"]


def test_what_is_asked_under_seal_stands_above_the_choice() -> None:
    made = wizard(Offer("go", (Field("to", ("a", "b")),)), sealed=True)
    assert page_of(made).text == "### To go\n-# **seat\\_1** asks test.\nWhich to?"


def test_nothing_that_a_page_leads_to_stands_there_twice() -> None:
    made = wizard(Offer("go", (Field("who", many(26), 0, 26), Field("to", ("x", "y")))))
    page = page_of(made, Draft(None, (), 0, many(26)))
    ids = [each.custom_id for each in controls(page)]
    assert len(ids) == len(set(ids)) == 5
    assert [label for label, _, _ in buttons(made, page)] == [
        "All", "None", "Done (26 chosen)", "More ▶"
    ]  # fmt: skip


def test_what_is_at_stake_stands_above_the_question_and_what_happens_without_an_answer() -> None:
    fields = (Field("who", ("a", "b")), Field("to", ("c", "d")))
    plain = page_of(wizard(Offer("go", fields)), Draft(None, (("a",),)))
    assert plain.text == "### To go\nA\nWhich to?"
    assert not plain.known
    told = page_of(wizard(Offer("go", fields), kind="weighty"), Draft(None, (("a",),)), "No.")
    assert told.text.splitlines() == [
        "### To go",
        "A",
        "**seat\\_0** risks who a",
        "-# Then it is over.",
        "⚠️ No.",
        "Which to?",
    ]
    assert told.known


def test_where_it_makes_no_sense_nobody_takes_all_at_one_press() -> None:
    goods = wizard(Offer("go", (Field("dear", ("a", "b", "c"), 0, 3),)))
    assert [label for label, _, _ in buttons(goods, page_of(goods))] == ["None"]


def test_what_is_unasked_is_said_of_its_own_accord_or_not_at_all() -> None:
    word = Field("word", (), 0, 1, free=9, unasked=True)
    way = wizard(Offer("go", (Field("to", ("a", "b")), word))).way
    assert way.walk(Draft(None, (("a",),))) == Choice("go", {"to": ("a",)})
    told = way.walk(Draft(None, (("a",), ("Why.",))))
    assert told == Choice("go", {"to": ("a",), "word": ("Why.",)})
    asked = way.walk(Draft(None, (("a",),)), unasked=True)
    assert isinstance(asked, Question)
    assert asked.field == word


# Out of the first page, and what is read back


def test_only_a_wizard_with_a_home_has_a_way_out_of_its_first_page() -> None:
    made = wizard(Offer("go", (Field("to", ("a", "b")),)))
    labels = [getattr(each, "label", None) for each in controls(page_of(made))]
    assert labels == [None]
    made.home = "panel"
    _, back = controls(page_of(made))
    assert (back.label, back.custom_id) == ("Back", "b.panel:G1")


def test_a_page_says_whom_its_question_is_about_and_asks_nothing_twice() -> None:
    offer = Offer("go", (Field("to", ("a", "b")),))
    for kind, facts, line in (
        ("go. Which to?", {}, []),
        ("go", {"noble": "percy"}, ["-# **seat\\_1** asks go."]),
    ):
        way = ways_of([Prompt(0, kind, (offer,), facts=facts)])["go"]
        words: Any = Plain()
        made = Wizard(OfferKey("G1", 0, 7, "go", way.mark), way, words, None, "seat_{}".format)
        assert page_of(made).text.splitlines() == ["### To go", *line, "Which to?"]


def test_back_keeps_what_was_picked_on_both_pages() -> None:
    goods = Field("give", ("a", "b", "c"), 0, 3), Field("take", ("x", "y"), 0, 2)
    made = wizard(Offer("go", (*goods, Field("word", (), 0, 1, free=20))))

    def back(draft: Draft) -> Draft:
        (found,) = [to for label, to, _ in buttons(made, page_of(made, draft)) if label == "Back"]
        return found

    words = Draft(None, (("a", "c"), ("x",)))
    take = back(words)
    assert (take.values, take.part) == ((("a", "c"),), ("x",))
    give = back(take)
    assert give == Draft(part=("a", "c"), ahead=(("x",),))
    page = page_of(made, give)
    assert [each.label for each in menu_of(page).options if each.default] == ["C", "A"]
    # What was picked there comes up again, whether the first is left as it is or changed.
    (done,) = [to for label, to, _ in buttons(made, page) if label == "Done (2 chosen)"]
    assert done == Draft(None, (("a", "c"),), part=("x",))
    changed, _ = made.after_pick(press(made, give, 1))
    assert changed == Draft(None, (("b",),), part=("x",))
    assert [e.label for e in menu_of(page_of(made, changed)).options if e.default] == ["X"]


def test_back_keeps_the_only_thing_that_could_be_picked_but_need_not() -> None:
    made = wizard(Offer("go", (Field("give", ("a",), 0), Field("to", ("x", "y")))))
    page = page_of(made, Draft(None, (("a",),)))
    (back,) = [to for label, to, _ in buttons(made, page) if label == "Back"]
    assert back == Draft(part=("a",))
    page = page_of(made, back)
    assert [each.default for each in menu_of(page).options] == [True]
    assert ("Done (1 chosen)", Draft(None, (("a",),)), 1) in buttons(made, page)
