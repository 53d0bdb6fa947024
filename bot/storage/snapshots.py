"""Positions, compressed: each is stored, mostly as a small difference from an earlier one.

A whole position is written now and then. The positions after a whole one are compressed with it as
their dictionary, which reduces several thousand bytes to a few hundred.
"""

from __future__ import annotations

from typing import Any

import zstandard
from sqlalchemy import insert
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.storage.tables import SnapshotRow

_LEVEL = 3
_KEEP_WHOLE_EVERY = 32
_LARGEST = 64 * 1024 * 1024


def pack(position: bytes) -> bytes:
    """Compress a position."""
    return zstandard.ZstdCompressor(level=_LEVEL).compress(position)


def unpack(data: bytes) -> bytes:
    """Unpack a position. Raises ``zstandard.ZstdError`` if the data are damaged."""
    return zstandard.ZstdDecompressor().decompress(data, max_output_size=_LARGEST)


def _dictionary(base: bytes) -> zstandard.ZstdCompressionDict:
    return zstandard.ZstdCompressionDict(base, dict_type=zstandard.DICT_TYPE_RAWCONTENT)


def pack_against(base: bytes, position: bytes) -> bytes:
    """Compress the difference between one position and another."""
    packer = zstandard.ZstdCompressor(level=_LEVEL, dict_data=_dictionary(base))
    return packer.compress(position)


def unpack_against(base: bytes, data: bytes) -> bytes:
    """Restore a position from the difference and the other position."""
    unpacker = zstandard.ZstdDecompressor(dict_data=_dictionary(base))
    return unpacker.decompress(data, max_output_size=_LARGEST)


class Whole:
    """The whole position against which newer ones are compressed, itself kept compressed."""

    def __init__(self, revision: int, packed: bytes) -> None:
        self.revision = revision
        self.packed = packed


def row_of(
    game_id: str, revision: int, position: bytes, packed: bytes, whole: Whole | None
) -> tuple[dict[str, Any], Whole]:
    """The row for a position (``packed`` is the position, compressed), and the whole position for
    the next ones."""
    if whole is None or revision >= whole.revision + _KEEP_WHOLE_EVERY:
        base, data, whole = None, packed, Whole(revision, packed)
    else:
        base, data = whole.revision, pack_against(unpack(whole.packed), position)
    return {"game_id": game_id, "revision": revision, "base": base, "data": data}, whole


_KEEP = insert(SnapshotRow.metadata.tables["snapshot"])


async def keep(db: AsyncSession, row: dict[str, Any]) -> None:
    """Store the row of a position."""
    connection = await db.connection()
    await connection.execute(_KEEP, row)


async def position_at(db: AsyncSession, game_id: str, revision: int) -> bytes | None:
    """The position of a game at this revision; None if the game had no position yet."""
    row = (
        await db.exec(
            select(SnapshotRow)
            .where(col(SnapshotRow.game_id) == game_id, col(SnapshotRow.revision) <= revision)
            .order_by(col(SnapshotRow.revision).desc())
            .limit(1)
        )
    ).first()
    if row is None:
        return None
    if row.base is None:
        return unpack(row.data)
    base = await position_at(db, game_id, row.base)
    if base is None:
        raise LookupError(f"game {game_id}: the whole position of revision {row.base} is missing")
    return unpack_against(base, row.data)
