"""The lines of the log: in words for people, or one JSON object a line for programs."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

_IN_WORDS = "%(asctime)s %(levelname)s %(name)s: %(message)s"

CHATTER = ("alembic.runtime.migration", "aiohttp.access")
"""Libraries whose everyday news are no news to a host."""


class JsonLines(logging.Formatter):
    """One object a line: when, how grave, who says it, what, and the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """A line."""
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def set_up_log(level: str, form: str) -> None:
    """Have what is at least of that level written to standard error, as ``text`` or ``json``."""
    lines = logging.StreamHandler()
    lines.setFormatter(JsonLines() if form == "json" else logging.Formatter(_IN_WORDS))
    logging.basicConfig(level=level, handlers=[lines])
    if level != "DEBUG":
        for name in CHATTER:
            logging.getLogger(name).setLevel(logging.WARNING)
