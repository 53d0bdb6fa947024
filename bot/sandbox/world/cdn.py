"""Files attached to messages, kept next to the world file, and small pictures for members who have
none."""

from __future__ import annotations

import io
import mimetypes
import re
import secrets
import time
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from bot.sandbox.objects import Attachment

_KEEP_REMOVED_SECONDS = 120.0


def clean_filename(name: str) -> str:
    """The file name as Discord stores it: letters, digits, dot, dash and underscore."""
    return re.sub(r"[^A-Za-z0-9._-]+", "_", name).strip("_") or "file"


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Width and height of a picture; ``None`` for anything else."""
    try:
        return Image.open(io.BytesIO(data)).size
    except UnidentifiedImageError:
        return None


class FileStore:
    """The bytes of attachments, by attachment id."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._memory: dict[str, bytes] = {}
        #: Attachment id -> path with its secret part.
        self._paths: dict[str, str] = {}
        self._removed: list[tuple[float, str]] = []
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(0o700)  # the files show players' hands

    def put(
        self,
        attachment_id: str,
        channel_id: str,
        filename: str,
        data: bytes,
        *,
        description: str | None,
        ephemeral: bool,
    ) -> Attachment:
        """Keep a new file; its path contains a random part, so it cannot be guessed."""
        self._forget_removed()
        name = clean_filename(filename)
        if self._folder is None:
            self._memory[attachment_id] = data
        else:
            (self._folder / attachment_id).write_bytes(data)
        kind = "ephemeral-attachments" if ephemeral else "attachments"
        secret = secrets.token_hex(8)
        size = picture_size(data)
        path = f"/cdn/{kind}/{channel_id}/{attachment_id}/{name}?hm={secret}"
        self._paths[attachment_id] = path
        return Attachment(
            id=attachment_id,
            filename=name,
            size=len(data),
            path=path,
            content_type=mimetypes.guess_type(name)[0],
            description=description,
            width=size[0] if size else None,
            height=size[1] if size else None,
            ephemeral=ephemeral,
        )

    def get(self, attachment_id: str, path: str) -> bytes | None:
        """The bytes, or ``None`` if they are gone or the path's secret part is wrong."""
        if self._paths.get(attachment_id) != path:
            return None
        if self._folder is None:
            return self._memory.get(attachment_id)
        try:
            return (self._folder / attachment_id).read_bytes()
        except FileNotFoundError:
            return None

    def remove(self, attachment_id: str) -> None:
        """Forget the file a little later: somebody may be loading it just now."""
        self._removed.append((time.monotonic(), attachment_id))
        self._forget_removed()

    def _forget_removed(self) -> None:
        limit = time.monotonic() - _KEEP_REMOVED_SECONDS
        while self._removed and self._removed[0][0] < limit:
            attachment_id = self._removed.pop(0)[1]
            self._memory.pop(attachment_id, None)
            self._paths.pop(attachment_id, None)
            if self._folder is not None:
                (self._folder / attachment_id).unlink(missing_ok=True)

    def take_over(self, wanted: dict[str, str]) -> None:
        """After a world has been loaded: note its files (id -> path) and delete all others."""
        self._paths.update(wanted)
        if self._folder is None:
            return
        for file in self._folder.iterdir():
            if file.name.isdecimal() and file.name not in wanted:
                file.unlink(missing_ok=True)


_AVATAR_COLOURS = ("#8c2f39", "#2f5d8c", "#3f7d44", "#8c6d2f", "#5e3f7d", "#2f7d7a")


def avatar(number: int) -> bytes:
    """A plain square PNG of 64 by 64 pixels, its colour chosen by ``number``."""
    colour = _AVATAR_COLOURS[number % len(_AVATAR_COLOURS)]
    written = io.BytesIO()
    Image.new("RGB", (64, 64), colour).save(written, "PNG")
    return written.getvalue()
