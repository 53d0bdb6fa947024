"""Faults on purpose: refused requests and lost answers, for tests of what the bot does then."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(slots=True)
class Fault:
    """What goes wrong with the next ``times`` requests that fit.

    ``path`` is a regular expression for the path after ``/api/v10``, from its beginning. With
    ``lost`` the request is carried out and the line breaks before its answer; otherwise nothing
    is done and the answer is ``status`` with Discord's ``code``. ``skip`` requests that fit go
    through first.
    """

    method: str
    path: str
    status: int = 500
    code: int = 0
    times: int = 1
    skip: int = 0
    lost: bool = False


class FaultList:
    """The faults still to come."""

    def __init__(self) -> None:
        self._coming: list[Fault] = []

    def add(self, fault: Fault) -> None:
        """Let this go wrong; ``re.error`` when the path is no regular expression."""
        re.compile(fault.path)
        self._coming.append(fault)

    def clear(self) -> None:
        """Let nothing more go wrong."""
        self._coming.clear()

    def strike(self, method: str, path: str) -> Fault | None:
        """The fault that hits this request, if one does."""
        for fault in self._coming:
            if fault.method != method or not re.match(fault.path, path):
                continue
            if fault.skip > 0:
                fault.skip -= 1
                return None
            fault.times -= 1
            if fault.times <= 0:
                self._coming.remove(fault)
            return fault
        return None
