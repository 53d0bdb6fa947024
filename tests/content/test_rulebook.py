"""The rule ledger: counts, look-up and search."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.content import ContentError, load_ledger
from bot.rules.rulebook import LedgerError, Rule, Rulebook, parse_rules

HEAD = "id,title,rule,phase,source,ruling\n"


def test_every_set_is_read() -> None:
    sizes = {name: len(rules) for name, rules in load_ledger().sets.items()}
    known = {
        "base": 209,
        "classic": 59,
        "families": 75,
        "house": 359,
        "ishkibibble": 231,
        "lancaster": 123,
    }
    assert {name: sizes[name] for name in known} == known
    assert len(load_ledger()) == sum(sizes.values())


def test_a_rule_by_id() -> None:
    rule = load_ledger().get("house-5.26b")
    assert rule.title == "Home Port of Le Lucas"
    assert rule.phase == "ships"
    assert rule.set == "house"
    assert rule.ruling == "Le Lucas appears in Douglas when Stanley enters play."
    assert "house-5.26b" in load_ledger()
    assert load_ledger().find("house-99.9") is None
    with pytest.raises(KeyError):
        load_ledger().get("house-99.9")


def test_search_wants_all_words_and_puts_titles_first() -> None:
    book = load_ledger()
    assert [r.id for r in book.search("lucas", sets=["house"])] == [
        "house-5.26a",
        "house-5.26b",
        "house-5.25a",
    ]
    assert [r.id for r in book.search("LUCAS douglas", sets=["house"])] == [
        "house-5.26b",
    ]
    assert book.search("lucas", sets=["house"], limit=1)[0].id == "house-5.26a"
    assert book.search("house-5.26")[0].id == "house-5.26a"
    assert book.search("zeppelin") == ()
    assert book.search("   ") == ()


def test_quotes_and_commas_are_read() -> None:
    text = HEAD + 'x-1,"A, b","He said ""no"".",general,000,ruling: yes\n'
    assert parse_rules(text) == (Rule("x-1", "A, b", 'He said "no".', "general", "000", "Yes"),)


def test_a_file_may_say_what_its_rows_replace_and_refine() -> None:
    head = HEAD.replace("ruling", "ruling,replaces,refines")
    rows = parse_rules(head + "x-1,a,b,c,d,,y-2 y-1,\nx-2,a,b,c,d,,,y-3\n")
    assert [(rule.replaces, rule.refines) for rule in rows] == [
        (("y-2", "y-1"), ()),
        ((), ("y-3",)),
    ]
    with pytest.raises(LedgerError, match="line 2: has 6 values, not 8"):
        parse_rules(head + "x-1,a,b,c,d,\n")


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ("id,title\n", "line 1", "the columns must be"),
        ("", "line 1", "the columns must be"),
        (HEAD + "x-1,a,b\n", "line 2", "has 3 values, not 6"),
        (HEAD + ",a,b,c,d,\n", "line 2", "has no id"),
        (HEAD + 'x-1,"a"b,b,c,d,\n', "line 2", "is not valid CSV"),
    ],
)
def test_a_broken_ledger_is_refused(text: str, key: str, reason: str) -> None:
    with pytest.raises(LedgerError) as refused:
        parse_rules(text)
    assert refused.value.key == key
    assert reason in refused.value.reason


def test_an_id_used_twice_is_refused() -> None:
    row = Rule("x-1", "a", "b", "general", "000")
    with pytest.raises(LedgerError, match="x-1: this id is used twice"):
        Rulebook([row, row])


def test_the_error_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    with pytest.raises(ContentError, match="there are no rule files"):
        load_ledger(tmp_path)
    for name in ("one", "two"):
        (tmp_path / "rules" / f"{name}.csv").write_text(HEAD + "x-1,a,b,c,d,\n", encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        load_ledger(tmp_path / "." / "rules" / "..")
    assert (refused.value.file, refused.value.key) == ("rules/two.csv", "x-1")
    assert refused.value.reason == "this id is used twice."
