"""What was drawn lately is given again to an equal order, and to no other."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rendering.canvas.pool import RenderPool
from rendering.canvas.shelf import Shelf
from rendering.canvas.studio import Studio


class Tally:
    """Draws its number, and leaves a mark for every time that it does."""

    def __init__(self, marks: Path) -> None:
        self.marks = marks

    def draw(self, what: str, size: int = 1) -> bytes:
        """So many bytes that tell what was asked for."""
        with self.marks.open("a") as marks:
            marks.write(what)
        return what.encode() * size


async def test_an_equal_order_is_drawn_once(tmp_path: Path) -> None:
    tally = Tally(tmp_path / "marks")
    async with RenderPool(studio=Studio()) as pool:
        for what, size in (("a", 2), ("a", 2), ("b", 2), ("a", 3)):
            drawn = await pool.submit("x", partial(tally.draw, what, size=size))
            assert drawn == what.encode() * size
    assert tally.marks.read_text() == "aba"


def test_who_draws_and_with_what_tells_orders_apart(tmp_path: Path) -> None:
    shelf, one, other = Shelf(), Tally(tmp_path / "1"), Tally(tmp_path / "1")
    orders = [partial(one.draw, "a"), partial(one.draw, "b"), partial(one.draw, "a", 2)]
    keys = {shelf.key(order) for order in (*orders, partial(other.draw, "a"))}
    assert len(keys) == 4
    assert shelf.key(partial(one.draw, "a")) in keys
    assert shelf.key(partial(sum, (1, 2))) is None
    shelf.close()


def test_the_oldest_make_room() -> None:
    shelf = Shelf(room=1000)
    for number in range(12):
        shelf.keep(bytes([number]), bytes([number]) * 185)
        shelf.keep(bytes([number]), b"not again")
        there = [n for n in range(12) if shelf.find(bytes([n])) is not None]
        assert there == list(range(max(0, number - len(there) + 1), number + 1))
        assert 4 <= len(there) <= 5 or number < 4
        assert all(shelf.find(bytes([n])) == bytes([n]) * 185 for n in there)
    shelf.keep(b"large", bytes(2000))
    assert shelf.find(b"large") is None
    shelf.close()
    shelf.keep(b"late", b"1")
    assert shelf.find(b"late") is None
