"""What is suggested while somebody types: which, in what order, how they are called, how many."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.rules.kernel import Choice, Field, Offer, Prompt
from bot.session import Refused
from cogs.ui.choosing.offers import Draft, Way, pack, unpack, ways_of
from cogs.ui.choosing.typed_choices import (
    Matcher,
    Unknown,
    draft_of,
    identify,
    suggested,
    suggestions,
)
from tests.cogs.conftest import HOST, MemorySession
from tests.cogs.ui.choosing.test_pages import Plain
from tests.rules.kingmaker.scene import Scene


class Called(Plain):
    """Words that call a candidate as it is spelt, with what stands behind a stroke about it."""

    def option(self, offer: Offer, field: Field, candidate: str, view: Any, names: Any) -> Any:
        """Label and description; squares have names of their own."""
        if candidate == "9,9":
            return "Moor", ""
        label, _, about = candidate.partition("|")
        return label, about


def matcher() -> Any:
    """One that has these words."""
    made: Any = Matcher.__new__(Matcher)
    made.words, made.view, made.names = Called(), None, lambda seat: f"seat {seat}"
    return made


def way(*offers: Offer) -> Way:
    """The way of these offers."""
    return ways_of([Prompt(0, "test", offers)])[offers[0].verb]


def told(found: list[Any]) -> list[tuple[str, str]]:
    """Suggestions by name and value."""
    return [(each.name, each.value) for each in found]


def one_of(*candidates: str, typed: str = "") -> list[tuple[str, str]]:
    """What is suggested for one of these, in the order in which the words have them."""
    made = way(Offer("go", (Field("to", tuple(reversed(candidates))),)))
    return told(suggestions(matcher(), made, "to", {}, typed))


def several_of(
    candidates: tuple[str, ...], typed: str, *offers: Offer, name: str = "who"
) -> list[tuple[str, str]]:
    """What is suggested for several of these."""
    first = Offer("go", (Field(name, candidates, 1, len(candidates)),))
    return told(suggestions(matcher(), way(first, *offers), name, {}, typed))


# One of several


def test_names_that_begin_so_come_first_and_keep_their_order() -> None:
    candidates = ("Upper York", "Yeovil", "York", "Hull|near York", "Ely")
    assert one_of(*candidates, typed="YÓ") == [
        ("York", "York"),
        ("Upper York", "Upper York"),
        ("Hull — near York", "Hull|near York"),
    ]
    assert one_of(*candidates) == [
        ("Upper York", "Upper York"),
        ("Yeovil", "Yeovil"),
        ("York", "York"),
        ("Hull — near York", "Hull|near York"),
        ("Ely", "Ely"),
    ]
    assert one_of(*candidates, typed="Camelot") == []
    assert one_of("9,9", "19,9", typed="9,9") == [("Moor", "9,9"), ("19,9", "19,9")]
    # What was suggested already goes on being suggested once it stands there.
    assert one_of(*candidates, typed="Hull|near York") == [("Hull — near York", "Hull|near York")]


@pytest.mark.parametrize("number", [24, 25, 26])
def test_at_most_twenty_five_are_suggested(number: int) -> None:
    names = tuple(f"c{index:02}" for index in range(number))
    first = [(name, name) for name in names[:25]]
    assert one_of(*names) == first
    assert several_of(names, "C") == first


def test_a_long_name_is_cut_at_the_limit() -> None:
    fits, over = "a" * 98, "b" * 99
    assert one_of(fits + "|", over + "|x") == [(fits, fits + "|"), (over, over + "|x")]
    exactly, more = "c" * 96 + "|y", "d" * 97 + "|y"
    assert [len(name) for name, _ in one_of(exactly, more)] == [100, 97]
    assert one_of(exactly, more)[0][0] == "c" * 96 + " — y"
    # Of what is told of it only what stands there whole.
    assert one_of(exactly, more)[1][0] == "d" * 97


# Several


def test_all_are_suggested_where_all_can() -> None:
    known = ("Percy", "Grey", "Scrope")
    assert several_of(known, "") == [
        ("All who can", "all"), ("Percy", "Percy"), ("Grey", "Grey"), ("Scrope", "Scrope")
    ]  # fmt: skip
    assert several_of(known, "AL") == [("All who can", "all")]
    assert several_of(known, "r") == [("Percy", "Percy"), ("Grey", "Grey"), ("Scrope", "Scrope")]
    assert several_of(known, "all but one") == []
    # Not to give everything away, not of one, and not of those who are apart.
    assert several_of(known, "", name="give") == [(name, name) for name in known]
    assert several_of(known, "", name="take") == [(name, name) for name in known]
    single = way(Offer("go", (Field("who", ("Percy",), 0, 2),)))
    assert told(suggestions(matcher(), single, "who", {}, "")) == [("Percy", "Percy")]
    apart = Offer("go", (Field("who", ("Clifford", "Roos"), 1, 2),))
    assert several_of(known, "", apart) == [(name, name) for name in (*known, "Clifford", "Roos")]


def test_a_list_goes_on_with_those_who_can_be_with_the_first() -> None:
    known = ("Percy", "Grey", "Scrope")
    apart = Offer("go", (Field("who", ("Clifford", "Roos"), 1, 2),))
    assert several_of(known, "grey, ", apart) == [
        ("Grey, Percy", "Grey, Percy"), ("Grey, Scrope", "Grey, Scrope")
    ]  # fmt: skip
    assert several_of(known, "scrope; PERCY, G", apart) == [
        ("Scrope, Percy, Grey", "Scrope, Percy, Grey")
    ]
    assert several_of(known, "Grey, Gandalf, ", apart) == []
    assert several_of(("Percy", "Perrers"), "per, ") == []


def test_a_comma_within_a_number_parts_nothing() -> None:
    squares = ("18,20", "18,2", "3,4")
    assert several_of(squares, "18,2") == [("18,20", "18,20"), ("18,2", "18,2")]
    assert several_of(squares, "18,20, 3") == [("18,20, 3,4", "18,20, 3,4")]


def test_a_list_that_is_too_long_is_not_suggested() -> None:
    first, fits, over = "a" * 50, "b" * 48, "c" * 49
    known = (first, fits, over)
    assert several_of(known, f"{first}, ") == [(f"{first}, {fits}", f"{first}, {fits}")]


# What the other options say


def test_what_stands_in_the_other_options_narrows_the_suggestions() -> None:
    fields = [
        (Field("who", ("Percy", "Grey"), 1, 2), Field("to", ("York", "Hull"))),
        (Field("who", ("Scrope",)), Field("to", ("Ely", "York"))),
        (Field("by", ("Sea",)),),
    ]
    made = way(*(Offer("go", each) for each in fields))

    def places(**typed: str) -> list[str]:
        found = suggestions(matcher(), made, "to", typed, "")
        return [str(each.value) for each in found]

    everywhere = ["Ely", "Hull", "York"]
    assert places() == everywhere
    assert places(who="scrope") == ["York", "Ely"]
    assert places(who="percy, grey") == ["Hull", "York"]
    # What makes no sense, or is asked nowhere, or is the option itself, narrows nothing.
    assert places(who="Gandalf") == everywhere
    assert places(who="percy, scrope") == everywhere
    assert places(what="percy") == everywhere
    assert places(to="Ely") == everywhere
    assert places(by="Sea") == []
    assert suggestions(matcher(), made, "when", {}, "") == []
    assert [c.value for c in suggestions(matcher(), made, "who", {"to": "Ely"}, "")] == ["Scrope"]


# In a game


@pytest.fixture
def session() -> Any:
    """Anne's movement: Percy and Grey at Alnwick, Scrope elsewhere; Ben has Clifford."""
    scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("grey", 0, "alnwick")
    scene.noble("scrope", 0, "bolton").noble("clifford", 1, "skipton")
    scene.movement(0)
    return MemorySession(scene.match)


def typing(session: Any, user: int, **typed: str | None) -> Any:
    """Somebody who has typed so much of a command."""
    desk = SimpleNamespace(at_hand_in=lambda channel: session if channel == 2 else None)
    return SimpleNamespace(
        client=SimpleNamespace(desk=desk),
        channel_id=2,
        channel=None,
        user=SimpleNamespace(id=user),
        namespace=typed.items(),
    )


async def test_only_who_may_do_it_is_offered_anything(session: Any) -> None:
    async def offered(user: int, verb: str = "march", **typed: str | None) -> list[Any]:
        found = await suggested(typing(session, user, **typed), verb, "nobles", "")
        return [each.value for each in found]

    assert await offered(HOST) == ["percy", "grey", "scrope"]
    assert await offered(HOST, nobles="grey", to=None) == ["percy", "grey", "scrope"]
    assert await offered(HOST, to="Berwick") == ["percy", "grey"]
    assert await offered(HOST, verb="embark") == []
    assert await offered(HOST + 1) == []
    assert await offered(999) == []
    session.status = "over"
    assert await offered(HOST) == []
    gone = typing(session, HOST)
    gone.channel_id = 3
    assert await suggested(gone, "march", "nobles", "") == []


def test_who_are_apart_cannot_be_named_together(session: Any) -> None:
    (march,) = (w for v, w in ways_of(session.prompts(0)).items() if v == "march")
    parties = {
        "percy": Draft(0, (("percy",),)),
        "percy and grey": Draft(0, (("percy", "grey"),)),
        "scrope": Draft(1),
    }
    for typed, draft in parties.items():
        assert draft_of(session, 0, march, {"nobles": typed}) == draft
    with pytest.raises(Unknown) as unknown:
        draft_of(session, 0, march, {"nobles": "percy and scrope"})
    assert str(unknown.value) == "percy and scrope"
    with pytest.raises(Refused) as refused:
        draft_of(session, 0, march, {"nobles": "ALL"})
    assert refused.value.text == (
        "Your nobles are not all together. Name nobles who are in one place."
    )


def test_words_of_ones_own_leave_out_what_may_be_left_out(session: Any) -> None:
    fields = (
        Field("to", ("percy", "grey")),
        Field("give", ("18,20", "3,4"), 0, 2),
        Field("promise", (), 0, 1, free=20),
        Field("due", ("1", "2"), 0, 1),
    )
    made = way(Offer("vow", fields))
    assert draft_of(session, 0, made, {"to": "grey"}) == Draft(None, (("grey",),))
    assert draft_of(session, 0, made, {"to": "grey", "promise": "a  day"}) == Draft(
        None, (("grey",), (), ("a day",), ())
    )
    assert draft_of(session, 0, made, {"promise": "a day"}) == Draft()
    assert draft_of(session, 0, made, {"to": "grey", "give": "3,4"}) == Draft(
        None, (("grey",), ("3,4",))
    )
    done = draft_of(session, 0, made, {"to": "grey", "promise": "Ely", "due": "2"})
    assert made.walk(done) == Choice.of("vow", to="grey", promise="Ely", due="2")


def test_what_nobody_is_asked_for_and_was_left_out_stands_in_no_id(session: Any) -> None:
    word = Field("word", (), 0, 1, free=20, unasked=True)
    for deals, typed, draft in (
        (("1-0-1",), {}, Draft()),
        (("1-0-1", "1-0-2"), {"deal": "1-0-2"}, Draft(None, (("1-0-2",),))),
    ):
        made = way(*(Offer("accept_deal", (Field("deal", (deal,)), word)) for deal in deals))
        found = draft_of(session, 0, made, typed)
        assert found == draft
        assert unpack(made, pack(made, found)) == draft
        assert made.walk(found) == Choice.of("accept_deal", deal=deals[-1])


def test_what_goes_without_saying_is_held_against_what_was_typed(session: Any) -> None:
    made = way(Offer("go", (Field("who", ("percy", "grey"), 2, 2), Field("to", ("18,20", "3,4")))))
    for typed in ("all", "Both", "EVERYBODY", "everyone", "grey, percy"):
        assert draft_of(session, 0, made, {"who": typed}) == Draft()
    assert draft_of(session, 0, made, {"who": "both", "to": "3,4"}) == Draft(None, (("3,4",),))
    for given in ({"who": "grey"}, {"who": "grey", "to": "3,4"}):
        with pytest.raises(Unknown) as unknown:
            draft_of(session, 0, made, given)
        assert str(unknown.value) == "grey"


@pytest.mark.parametrize(
    ("typed", "thing"),
    [
        ("percy", "percy"), ("PERCY", "percy"), ("Ben", "1"), ("anne", "0"), ("7", "7"),
        ("18,20", "18,20"), ("Clifford", "clifford"), ("earl_kent", "earl_kent"),
    ],
)  # fmt: skip
def test_what_a_name_stands_for(session: Any, typed: str, thing: str) -> None:
    assert identify(session, 0, typed) == thing


def test_an_unknown_name_is_cut_at_eighty(session: Any) -> None:
    for length in (80, 81):
        with pytest.raises(Refused) as refused:
            identify(session, 0, "x" * length)
        assert refused.value.text.startswith(f"There is nothing called “{'x' * 80}” here.")


def test_of_many_that_could_be_meant_six_are_named() -> None:
    for number, named in ((6, 6), (7, 6)):
        known = tuple(f"Per{index}" for index in range(number))
        field = Field("who", known)
        with pytest.raises(Refused) as refused:
            matcher().one(field, (Offer("go", (field,)),), "per")
        listed = ", ".join(known[:named])
        assert refused.value.text == f"“per” could be any of these: {listed}. Which one?"


def test_whole_names_go_before_whole_words_and_these_before_letters() -> None:
    field = Field("to", ("Newark", "Ark Royal", "Old Ark", "Ark", "Arkengarth"))
    offers = (Offer("go", (field,)),)
    assert matcher().one(field, offers, "ark") == "Ark"
    assert matcher().one(field, offers, "royal") == "Ark Royal"
    assert matcher().one(field, offers, "garth") == "Arkengarth"
    words = Field("to", ("Newark", "Ark Royal", "Old Ark"))
    with pytest.raises(Refused, match=r"any of these: Ark Royal, Old Ark\."):
        matcher().one(words, (Offer("go", (words,)),), "ark")
    assert matcher().one(words, (Offer("go", (words,)),), "new") == "Newark"


def test_of_two_of_one_name_it_is_told_which_is_which() -> None:
    names = ("Archers|beside Percy", "Archers|beside Grey", "Swan|at Hull")
    shown = [name for name, _ in several_of(names, "", name="take")]
    assert shown == ["Archers — beside Percy", "Archers — beside Grey", "Swan"]
