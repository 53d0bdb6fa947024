"""What was drawn lately is given again to an equal order, and to no other."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rendering.canvas.pool import RenderPool
from rendering.canvas.shelf import Shelf


class Tally:
    """Draws its number, and leaves a mark for every time that it does."""

    def __init__(self, marks: Path) -> None:
        self.marks = marks

    def draw(self, what: str, size: int = 1) -> bytes:
        """So many bytes that tell what was asked for."""
        with self.marks.open("a") as marks:
            marks.write(what)
        return what.encode() * size


async def test_an_equal_order_is_drawn_once_by_each(tmp_path: Path) -> None:
    tally, other = Tally(tmp_path / "marks"), Tally(tmp_path / "other")
    async with RenderPool(processes=True) as pool:
        for what, size in (("a", 2), ("a", 2), ("b", 2), ("a", 3)):
            drawn = await pool.submit("x", partial(tally.draw, what, size=size))
            assert drawn == what.encode() * size
        await pool.submit("x", partial(other.draw, "a", size=2))
    assert other.marks.read_text() == "a"
    assert tally.marks.read_text() == "aba"


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
