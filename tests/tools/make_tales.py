"""Re-records the scripted games, in tests/rules/kingmaker/fixtures/tales.

Run `python -m tests.tools.make_tales` to do so.

Do so only after a change to the rules that is meant to change these games, and look at the
difference.
"""

from __future__ import annotations

from tests.rules.kingmaker.families import test_family_tales
from tests.rules.kingmaker.movement import test_scripted_voyages
from tests.rules.kingmaker.parliament import test_scripted_parliament
from tests.rules.kingmaker.tale import KEPT, Tale
from tests.rules.kingmaker.victory import test_classic_tales, test_expansion_tales


def make() -> None:
    """Play every scripted game, and record it."""
    Tale.writing = True
    for module in (
        test_scripted_parliament,
        test_scripted_voyages,
        test_classic_tales,
        test_expansion_tales,
        test_family_tales,
    ):
        for name, tell in vars(module).items():
            if name.startswith("test_"):
                tell()
    for file in sorted(KEPT.rglob("*.json")):
        print(f"{file.relative_to(KEPT)}: {file.stat().st_size} bytes")


if __name__ == "__main__":
    make()
