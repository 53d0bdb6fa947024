"""A patch of a rule set: what an option changes of it, or what an edition takes back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


class Patch(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a rule set or an option changes.

    ``use`` chooses procedures by kind, ``values`` sets values, ``add`` lengthens
    lists and tables, and raises numbers. ``remove`` takes entries out of a list, or of a table by
    their keys, after all else: what one option opens, no other shuts.
    """

    use: dict[str, str] = {}
    values: dict[str, Any] = {}
    add: dict[str, list[Any] | dict[str, Any] | int] = {}
    remove: dict[str, list[str]] = {}

    def clashes(self, other: Patch) -> bool:
        """Whether both change one procedure or value, and it matters which of them comes last."""
        return (
            _differ(self.use, other.use)
            or _differ(self.values, other.values)
            or bool(set(self.values) & {*other.add, *other.remove})
            or bool(set(other.values) & {*self.add, *self.remove})
            or any(
                isinstance(more, dict)
                and isinstance(others := other.add.get(key), dict)
                and _differ(more, others)
                for key, more in self.add.items()
            )
        )


def _differ(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two tables say different things under one key."""
    return any(one[key] != other[key] for key in one.keys() & other.keys())
