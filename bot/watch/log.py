"""The lines of the log: in words for people, or as one JSON object per line for programs."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

_IN_WORDS = "%(asctime)s %(levelname)s %(name)s: %(message)s"

CHATTER = ("alembic.runtime.migration", "aiohttp.access")
"""Libraries whose everyday messages are of no interest to a host."""


class JsonLines(logging.Formatter):
    """One object per line: the time, the level, the logger, the message, and the traceback if there
    is one."""

    def format(self, record: logging.LogRecord) -> str:
        """A log record as one JSON object."""
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


OWN = ("bot", "cogs", "rendering")
"""The program's own loggers: none of their lines contains a secret, whatever the level."""


def set_up_log(level: str, form: str) -> None:
    """Write messages from this level upwards to standard error, as ``text`` or ``json``."""
    lines = logging.StreamHandler()
    lines.setFormatter(JsonLines() if form == "json" else logging.Formatter(_IN_WORDS))
    logging.basicConfig(handlers=[lines])
    set_levels(level)


def set_levels(level: str) -> None:
    """Let through everything from this level upwards, except the details of libraries: these record
    what goes to Discord and what is in the database, including hands and seeds."""
    details = level == "DEBUG"
    logging.getLogger().setLevel(logging.INFO if details else level)
    for name in OWN:
        logging.getLogger(name).setLevel(logging.DEBUG if details else logging.NOTSET)
    if not details:
        for name in CHATTER:
            logging.getLogger(name).setLevel(logging.WARNING)
