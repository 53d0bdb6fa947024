"""The record of the bot's requests, one JSON line each, as they came over the wire."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


class Recorder:
    """Appends to a file; without one it does nothing."""

    def __init__(self, file: Path | None) -> None:
        self._out = None
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch(mode=0o600)  # hands are in it
            self._out = file.open("a", encoding="utf-8")

    def write(
        self,
        method: str,
        path: str,
        query: dict[str, str],
        body: str | None,
        *,
        status: int,
        response: Any,
    ) -> None:
        """Note one request; ``body`` is its JSON text (``payload_json`` of a multipart form)."""
        if self._out is None:
            return
        try:
            sent = json.loads(body) if body else None
        except ValueError:
            sent = body
        line = {
            "method": method,
            "path": path,
            "query": query,
            "json": sent,
            "status": status,
            "response": response,
        }
        self._out.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._out.flush()

    def close(self) -> None:
        """Close the file."""
        if self._out is not None:
            self._out.close()
