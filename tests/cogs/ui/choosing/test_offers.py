"""Choices asked for one thing at a time, and packed into the ids of controls."""

from __future__ import annotations

import pytest

from bot.rules.kernel import Choice, Field, Offer, Prompt
from cogs.ui.choosing import offers
from cogs.ui.choosing.offers import (
    Draft,
    Misfit,
    Parties,
    Question,
    Way,
    base36,
    merged_field,
    narrowed,
    pack,
    pack_words,
    unpack,
    unpack_words,
    ways_of,
)


def way(*offers: Offer) -> Way:
    """The way of these offers."""
    return ways_of([Prompt(0, "test", offers)])[offers[0].verb]


def march(nobles: tuple[str, ...], to: tuple[str, ...]) -> Offer:
    """An offer as the rules make them for a force."""
    return Offer("march", (Field("nobles", nobles, 1, len(nobles)), Field("to", to)))


def test_what_goes_without_saying_is_not_asked() -> None:
    assert way(Offer("done")).walk(Draft()) == Choice("done")
    only = way(march(("percy",), ("3,4",)))
    assert only.walk(Draft()) == Choice.of("march", nobles="percy", to="3,4")


def test_fields_are_asked_one_after_the_other() -> None:
    found = way(march(("percy", "grey"), ("1,1", "1,2")))
    first = found.walk(Draft())
    assert isinstance(first, Question)
    assert first.field.name == "nobles"
    second = found.walk(Draft(None, (("percy",),)))
    assert isinstance(second, Question)
    assert second.field.name == "to"
    assert second.settled == {"nobles": ("percy",)}
    assert found.walk(Draft(None, (("percy",), ("1,2",)))) == Choice.of(
        "march", nobles="percy", to="1,2"
    )


def test_separate_forces_are_told_apart_first() -> None:
    found = way(march(("percy", "grey"), ("1,1", "1,2")), march(("scrope",), ("9,9", "9,8")))
    asked = found.walk(Draft())
    assert isinstance(asked, Parties)
    assert [group[0].fields[0].candidates for group in asked.groups] == [
        ("percy", "grey"),
        ("scrope",),
    ]
    there = found.walk(Draft(1))
    assert isinstance(there, Question)
    assert there.field.candidates == ("9,9", "9,8")
    with pytest.raises(Misfit):
        found.walk(Draft(2))


def test_a_choice_narrows_what_may_follow() -> None:
    near, far = ("1,1", "1,2"), ("1,1", "1,2", "1,9")
    found = way(march(("percy", "grey"), near), march(("percy",), far))
    everybody = found.walk(Draft(None, (("percy", "grey"),)))
    assert isinstance(everybody, Question)
    assert everybody.field.candidates == near
    alone = found.walk(Draft(None, (("percy",),)))
    assert isinstance(alone, Question)
    assert alone.field.candidates == far


def test_merged_fields_allow_what_any_of_them_allows() -> None:
    strong = Offer("attack", (Field("nobles", ("a", "b"), 1, 2, weights=(50, 20), weight_min=70),))
    weak = Offer("attack", (Field("nobles", ("a", "c"), 1, 2, weights=(50, 10), weight_min=40),))
    field = merged_field("nobles", (strong, weak))
    assert field.candidates == ("a", "b", "c")
    assert field.weights == (50, 20, 10)
    assert field.weight_min == 40
    assert narrowed("nobles", ("a",), (strong, weak)) == [weak]
    with pytest.raises(Misfit, match=r"^Together they count 10, but you need 40\.$"):
        narrowed("nobles", ("c",), (strong, weak))
    apart = [Offer("x", (Field("nobles", ("b",)),)), Offer("x", (Field("nobles", ("c",), 1, 2),))]
    with pytest.raises(Misfit, match=r"^Those do not go together\.$"):
        narrowed("nobles", ("b", "c"), apart)


def test_what_is_picked_ahead_is_packed_as_far_as_it_can_be_offered() -> None:
    goods = Field("give", ("a", "b", "c"), 0, 3), Field("take", ("x", "y"), 0, 2)
    words = Field("promise", (), 0, 1, free=20), Field("due", ("1", "2"), 0, 2)
    found = way(Offer("propose_deal", (*goods, *words)))
    drafts = {
        Draft(part=("b",), ahead=(("y",),)): Draft(part=("b",), ahead=(("y",),)),
        Draft(ahead=(("x", "y"),)): Draft(ahead=(("x", "y"),)),
        Draft(part=("gone", "c"), ahead=(("gone",),)): Draft(part=("c",), ahead=((),)),
        # What stands behind words of one's own is asked anew.
        Draft(None, (("a",),), part=("x",), ahead=((), ("2",))): Draft(
            None, (("a",),), part=("x",)
        ),
    }
    for draft, back in drafts.items():
        assert unpack(found, pack(found, draft)) == back


@pytest.mark.parametrize(
    ("text", "packed"),
    [
        ("", ""),
        ("So be it.", "So_be_it."),
        ("a_b: 5% of %3A", "a%5Fb%3A_5%25_of_%253A"),
        ("né 👑~x", "né_👑~x"),
    ],
)
def test_words_of_ones_own_are_packed_and_read_back(text: str, packed: str) -> None:
    assert (pack_words(text), unpack_words(packed)) == (packed, text)


def test_drafts_are_packed_and_read_back() -> None:
    found = way(
        march(("percy", "grey", "stanley"), tuple(f"{n},0" for n in range(60))),
        march(("scrope",), ("9,9", "9,8")),
    )
    drafts = [
        Draft(),
        Draft(0),
        Draft(0, (("percy", "stanley"),)),
        Draft(0, (("percy", "stanley"),), page=2),
        Draft(0, (("grey",), ("59,0",))),
        Draft(None, (), page=1),
        Draft(0, (), part=("grey",)),
    ]
    for draft in drafts:
        assert unpack(found, pack(found, draft)) == draft
    assert pack(found, Draft(0, (("percy", "stanley"),), page=2)) == "0.5~2~0"


def test_what_was_picked_on_other_pages_is_kept() -> None:
    many = tuple(f"card{n}" for n in range(40))
    found = way(Offer("give", (Field("cards", many, 0, 40), Field("to", ("a", "b")))))
    draft = Draft(None, (), 1, ("card0", "card30"))
    packed = pack(found, draft)
    assert len(packed) <= 20
    assert unpack(found, packed) == draft


@pytest.mark.parametrize("text", ["-.zz", "-.1.9", "7", "-.1.1.1"])
def test_a_damaged_draft_does_not_pass(text: str) -> None:
    found = way(march(("percy", "grey"), ("1,1", "1,2")))
    with pytest.raises(Misfit):
        found.walk(unpack(found, text))


def test_the_mark_tells_what_was_offered() -> None:
    here, there = way(march(("percy",), ("1,1",))), way(march(("percy",), ("1,2",)))
    assert here.mark == way(march(("percy",), ("1,1",))).mark
    assert here.mark != there.mark
    assert len(here.mark) == 4


def test_the_mark_is_worked_out_once_however_many_options_carry_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worked_out: list[object] = []

    def letters(data: object) -> str:
        worked_out.append(data)
        return "abcd"

    monkeypatch.setattr(offers, "letters", letters)
    made = way(march(("percy",), ("18,20",)))
    assert [made.mark, made.mark] == ["abcd", "abcd"]
    assert worked_out == [made.offers]


def test_base36() -> None:
    assert [base36(n) for n in (0, 35, 36, 1295)] == ["0", "z", "10", "zz"]
