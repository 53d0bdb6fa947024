"""Fields, offers and choices."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules import kernel
from bot.rules.kernel import Choice, Etiquette, Field, Offer, Prompt

ABC = ("a", "b", "c")


def test_a_choice_from_plain_words() -> None:
    choice = Choice.of("move", nobles=["percy", "cromwell"], to="york")
    assert choice == Choice("move", {"nobles": ("percy", "cromwell"), "to": ("york",)})
    assert choice.one("to") == "york"
    assert choice.many("nobles") == ("percy", "cromwell")
    assert choice.many("from") == ()
    with pytest.raises(KeyError):
        choice.one("from")


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        (("a", "b"), None),
        (("b", "a"), None),
        (("a", "a"), "you named the same thing twice"),
        (("a", "x"), "'x' is not one of the choices"),
        (("a",), "choose 2, not 1"),
        (ABC, "choose 2, not 3"),
    ],
)
def test_an_exact_number_of_candidates(values: tuple[str, ...], problem: str | None) -> None:
    assert Field("f", ABC, 2, 2).problem(values) == problem


def test_a_range_of_numbers() -> None:
    field = Field("f", ABC, 0, 2)
    assert field.problem(()) is None
    assert field.problem(("c",)) is None
    assert field.problem(ABC) == "choose 0 to 2, not 3"


def test_what_is_required_must_be_among_them() -> None:
    field = Field("f", ABC, 1, 3, required=("b",))
    assert field.problem(("a",)) == "you must include b"
    assert field.problem(("a", "b")) is None
    assert list(field.selections()) == [("b",), ("a", "b"), ("b", "c"), ABC]


def test_weights_have_a_floor_and_a_ceiling() -> None:
    field = Field("f", ABC, 0, 3, weights=(10, 20, 30), weight_min=20, weight_max=40)
    assert field.problem(("a",)) == "together they count 10, but you need 20"
    assert field.problem(("b",)) is None
    assert field.problem(("a", "c")) is None
    assert field.problem(("b", "c")) == "together they count 50, but there is room only for 40"
    assert list(field.selections()) == [("b",), ("c",), ("a", "b"), ("a", "c")]


def test_a_lone_one_may_be_too_heavy_if_it_is_exempt() -> None:
    heavy = Field("f", ("a", "b"), 1, 2, weights=(50, 5), weight_max=40)
    assert heavy.problem(("a",)) == "together they count 50, but there is room only for 40"
    exempt = Field("f", ("a", "b"), 1, 2, weights=(50, 5), weight_max=40, lone_exempt=True)
    assert exempt.problem(("a",)) is None
    assert exempt.problem(("a", "b")) == "together they count 55, but there is room only for 40"


fields = st.builds(
    lambda n, least, more, required, weights, low, high, lone: Field(
        "f",
        tuple("abcde"[:n]),
        least,
        least + more,
        required=tuple("abcde"[:n])[:required],
        weights=None if weights is None else tuple(weights[:n]),
        weight_min=low,
        weight_max=high,
        lone_exempt=lone,
    ),
    st.integers(0, 5),
    st.integers(0, 3),
    st.integers(0, 3),
    st.integers(0, 2),
    st.none() | st.lists(st.integers(0, 9), min_size=5, max_size=5),
    st.integers(0, 10),
    st.none() | st.integers(5, 20),
    st.booleans(),
)


@given(fields)
def test_selections_are_exactly_what_fits_and_sole_is_right(field: Field) -> None:
    subsets = chain.from_iterable(
        combinations(field.candidates, size) for size in range(len(field.candidates) + 1)
    )
    fitting = [values for values in subsets if field.problem(values) is None]
    assert list(field.selections()) == fitting
    sole = field.sole()
    if sole is not None and field.problem(sole) is None:
        assert fitting == [sole]
    if len(fitting) == 1 and len(field.candidates) <= 3:
        assert sole == fitting[0]


def test_a_field_without_a_choice() -> None:
    assert Field("f", ("a",)).sole() == ("a",)
    assert Field("f", ("a", "b"), 2, 2).sole() == ("a", "b")
    assert Field("f", ("a", "b"), 0, 0).sole() == ()
    assert Field("f", ("a", "b")).sole() is None
    assert Field("f", ("a",), 0, 1).sole() is None
    assert Field("f", ("a", "b"), 0, 1, required=("b",)).sole() == ("b",)


OFFER = Offer("move", (Field("nobles", ABC, 1, 2), Field("to", ("york", "hull"))), "rule-1")


@pytest.mark.parametrize(
    ("choice", "problem"),
    [
        (Choice.of("move", nobles=["a", "b"], to="hull"), None),
        (Choice.of("sail", nobles="a", to="hull"), "that is not the question"),
        (Choice.of("move", nobles="a"), "to: choose 1, not 0"),
        (Choice.of("move", nobles="a", to="hull", by="sea"), "'by' is not asked for here"),
        (Choice.of("move", nobles="x", to="hull"), "nobles: 'x' is not one of the choices"),
    ],
)
def test_an_offer_admits_what_fits_every_field(choice: Choice, problem: str | None) -> None:
    assert OFFER.problem(choice) == problem


def test_an_offer_lists_its_choices() -> None:
    choices = list(OFFER.choices())
    assert len(choices) == len(set(map(repr, choices))) == 6 * 2
    assert all(OFFER.problem(choice) is None for choice in choices)
    assert OFFER.field("to").candidates == ("york", "hull")
    with pytest.raises(KeyError):
        OFFER.field("from")


def test_an_offer_without_a_choice() -> None:
    assert Offer("pass").sole() == Choice("pass")
    assert list(Offer("pass").choices()) == [Choice("pass")]
    fixed = Offer("pay", (Field("card", ("a",)), Field("more", ("b",), 0, 0)))
    assert fixed.sole() == Choice.of("pay", card="a")
    assert list(fixed.choices()) == [Choice.of("pay", card="a")]
    assert OFFER.sole() is None


def test_a_prompt_has_a_sole_answer_only_if_nobody_would_choose_otherwise() -> None:
    assert Prompt(0, "k", (Offer("pass"),)).sole() == Choice("pass")
    assert Prompt(0, "k", (Offer("pass"),), sealed=True).sole() is None
    assert Prompt(0, "k", (Offer("pass"), Offer("play"))).sole() is None
    assert Prompt(0, "k", (OFFER,)).find(Choice.of("move", nobles="a", to="york")) is OFFER
    assert Prompt(0, "k", (OFFER,)).find(Choice("pass")) is None


@pytest.mark.parametrize(
    ("sealed", "blocking", "seconds", "is_sealed", "is_vote"),
    [
        (True, True, None, True, False),
        (True, True, 60, True, True),
        (False, True, 60, False, False),
        (True, False, 60, False, False),
    ],
)
def test_an_answer_is_secret_that_is_waited_for_and_a_vote_where_all_are_closed_together(
    sealed: bool, blocking: bool, seconds: int | None, is_sealed: bool, is_vote: bool
) -> None:
    asked = Prompt(0, "bid", (), blocking=blocking, sealed=sealed, seconds=seconds)
    assert (asked.is_sealed, asked.is_vote) == (is_sealed, is_vote)


def test_etiquette_decides_who_may_read_a_question() -> None:
    chest = Prompt(0, "chest", (Offer("open"),), facts={"holds": "gold"})
    plain, open_hands = Etiquette(), Etiquette(open_facts=frozenset({"chest", "dig"}))
    telltale = Etiquette(telltale_kinds=frozenset({"dig"}))
    dig = Prompt(0, "dig", (Offer("dig"),))
    may_dig = Prompt(0, "dig", (Offer("dig"),), blocking=False)
    sealed = Prompt(0, "dig", (Offer("dig"),), sealed=True)
    told = [
        [(prompt.is_public(manners), prompt.is_hidden(manners)) for prompt in (chest, dig)]
        for manners in (plain, open_hands, telltale)
    ]
    assert told == [
        [(False, False), (True, False)],
        [(True, False), (True, False)],
        [(False, False), (False, True)],
    ]
    for prompt in (may_dig, sealed):
        assert (prompt.is_public(open_hands), prompt.is_hidden(open_hands)) == (False, True)


# The examples in the docstrings of the kernel say what it does.


def test_the_examples_of_the_kernel_hold() -> None:
    tried = 0
    for found in pkgutil.iter_modules(kernel.__path__, f"{kernel.__name__}."):
        failed, attempted = doctest.testmod(importlib.import_module(found.name))
        assert not failed, found.name
        tried += attempted
    assert tried
