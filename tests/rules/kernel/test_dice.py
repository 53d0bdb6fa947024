"""Dice: determined by the seed, fair, and recomputable by anybody."""

from __future__ import annotations

import hashlib
import struct
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rules.kernel import Dice, Draw, commitment, witnessed

seeds = st.text(min_size=1, max_size=20)


def recomputed(seed: str, count: int) -> list[int]:
    """The first draws of a seed as the documentation says, computed in another way."""
    return [
        struct.unpack(">Q", hashlib.new("sha256", (seed + ":" + str(n)).encode()).digest()[:8])[0]
        for n in range(count)
    ]


@given(seeds, st.integers(1, 1000), st.integers(1, 30))
def test_draws_follow_from_seed_and_counter(seed: str, sides: int, count: int) -> None:
    dice = Dice(seed)
    raw = recomputed(seed, count)
    # A draw beyond the last whole multiple is skipped; none of 2**64 is likely to be.
    assert all(value < 2**64 - 2**64 % sides for value in raw)
    assert [dice.below(sides) for _ in range(count)] == [value % sides for value in raw]
    assert dice.used == count


def test_known_draws() -> None:
    dice = Dice("bosworth")
    assert [dice.percentile() for _ in range(5)] == [
        value % 100 + 1 for value in recomputed("bosworth", 5)
    ]
    assert commitment("abc") == ("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")


def test_after_draws_were_taken_back_others_follow() -> None:
    again = Dice("bosworth", 2, 3)
    raw = [
        struct.unpack(">Q", hashlib.sha256(f"bosworth:{n}:3".encode()).digest()[:8])[0]
        for n in range(2, 5)
    ]
    assert [again.percentile() for _ in range(3)] == [value % 100 + 1 for value in raw]
    assert again.used == 5


def test_what_was_never_taken_back_is_saved_as_before() -> None:
    assert msgspec.json.encode(Dice("bosworth", 2)) == b'{"seed":"bosworth","used":2}'
    assert msgspec.json.decode(b'{"seed":"s","used":2}', type=Dice) == Dice("s", 2)
    later = Dice("s", 2, 1)
    assert msgspec.json.decode(msgspec.json.encode(later), type=Dice) == later


def test_draws_that_would_favour_low_faces_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    sides = 2**63 + 1
    raw = recomputed("s", 40)
    kept = [value for value in raw if value < sides]
    dice = Dice("s")
    assert [dice.below(sides) for _ in kept[:10]] == kept[:10]
    assert dice.used == raw.index(kept[9]) + 1 > 10


@pytest.mark.parametrize("sides", [2, 6, 7, 100])
def test_every_face_is_about_equally_likely(sides: int) -> None:
    dice = Dice("fair")
    rolls = 200 * sides
    counts = Counter(dice.below(sides) for _ in range(rolls))
    assert set(counts) == set(range(sides))
    chi_squared = sum((count - 200) ** 2 / 200 for count in counts.values())
    # Far beyond what chance does: mean sides - 1, deviation the root of twice that.
    assert chi_squared < sides - 1 + 5 * (2 * (sides - 1)) ** 0.5


def test_percentile_is_from_1_to_100() -> None:
    dice = Dice("d100")
    rolls = {dice.percentile() for _ in range(3000)}
    assert (min(rolls), max(rolls)) == (1, 100)


@given(seeds, st.lists(st.integers(), max_size=30, unique=True))
def test_a_shuffle_is_recomputable(seed: str, items: list[int]) -> None:
    shuffled = list(items)
    dice = Dice(seed)
    dice.shuffle(shuffled)
    expected = list(items)
    draws = iter(recomputed(seed, len(items)))
    for last in range(len(items) - 1, 0, -1):
        other = next(draws) % (last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert shuffled == expected
    assert sorted(shuffled) == sorted(items)


def test_every_order_is_about_equally_likely() -> None:
    dice = Dice("orders")
    counts: Counter[str] = Counter()
    for _ in range(2400):
        cards = list("abc")
        dice.shuffle(cards)
        counts["".join(cards)] += 1
    assert len(counts) == 6
    assert all(300 < count < 500 for count in counts.values())


def test_one_side_needs_no_luck() -> None:
    assert Dice("x").below(1) == 0


def test_a_witness_hears_of_every_draw_and_changes_none() -> None:
    heard: list[Draw] = []
    dice, alone = Dice("seed", taken_back=2), Dice("seed", taken_back=2)
    alone.below(6)
    dice.below(6)
    cards = list("abc")
    with witnessed(heard.append):
        dice.shuffle(cards)
        Dice("other").percentile()
    others = list("abc")
    alone.shuffle(others)
    dice.below(6)
    alone.below(6)
    assert (cards, dice) == (others, alone)
    assert [(each.seed, each.number, each.taken_back, each.sides) for each in heard] == [
        ("seed", 1, 2, 3),
        ("seed", 2, 2, 2),
        ("other", 0, 0, 100),
    ]
    assert [each.value for each in heard[:2]] == [
        int.from_bytes(hashlib.sha256(f"seed:{n}:2".encode()).digest()[:8], "big") % sides
        for n, sides in ((1, 3), (2, 2))
    ]
