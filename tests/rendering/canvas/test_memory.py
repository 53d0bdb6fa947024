"""What is freed goes back to the system, where the C library can do that."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from rendering.canvas import memory, pool
from rendering.canvas.pool import RenderPool


def test_large_pieces_stand_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    library = SimpleNamespace(mallopt=lambda *given: asked.append(given))
    monkeypatch.setattr(memory, "_library", lambda: library)
    memory.part_with_large()
    assert asked == [(-3, 4_194_304)]


@pytest.mark.parametrize("library", [None, SimpleNamespace()])
def test_another_library_is_left_alone(monkeypatch: pytest.MonkeyPatch, library: object) -> None:
    monkeypatch.setattr(memory, "_library", lambda: library)
    memory.part_with_large()
    assert memory._trimmer() is None


async def test_whoever_draws_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(pool, "part_with_large", lambda: asked.append("asked"))
    await RenderPool().close()
    assert asked == ["asked"]
