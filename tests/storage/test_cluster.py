"""The databases of the tests: each is found as if nobody had used it before, and none is left."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from tests.storage.databases import Cluster
from tests.waiting import until

pytestmark = pytest.mark.postgres

ROOT = Path(__file__).parents[2]
KEPT = """
    INSERT INTO mix (guild_id, game, ruleset, name, kept_by)
    VALUES (1, 'toy', 'plain', 'ours', 3) RETURNING id
"""
SERVES = """
from bot.bench.servers import PostgresServer, server_programs
print(PostgresServer(server_programs()).home, flush=True)
input()
"""


async def opened(url: str) -> asyncpg.Connection:
    """A connection to a database that is lent."""
    name, _, home = url.partition("@/")[2].partition("?host=")
    return await asyncpg.connect(host=home, user="kingmaker", database=name)


def asked(url: str, statement: str) -> Any:
    """What a statement returns."""

    async def ask() -> Any:
        connection = await opened(url)
        found = await connection.fetchval(statement)
        await connection.close()
        return found

    return asyncio.run(ask())


def test_what_was_written_is_gone_and_numbers_begin_anew(cluster: Cluster) -> None:
    with cluster.lent() as first:
        assert [asked(first, KEPT), asked(first, KEPT)] == [1, 2]
    with cluster.lent() as second:
        assert second == first
        assert asked(second, "SELECT count(*) FROM mix") == 0
        assert asked(second, KEPT) == 1
        asked(second, "DELETE FROM mix")
    with cluster.lent() as third:
        assert asked(third, KEPT) == 1


def test_two_at_once_are_two(cluster: Cluster) -> None:
    with cluster.lent() as one, cluster.lent() as other:
        assert one != other


@pytest.mark.parametrize(
    "change",
    [
        "CREATE TABLE more (id int)",
        "ALTER TABLE mix ADD COLUMN more int",
        "DROP INDEX ix_mix_guild_id",
        "UPDATE alembic_version SET version_num = '9999'",
        "DELETE FROM alembic_version",
    ],
)
def test_a_database_whose_tables_were_changed_is_not_handed_out_again(
    cluster: Cluster, change: str
) -> None:
    with cluster.lent() as first:
        asked(first, change)
    with cluster.lent() as second:
        assert second != first


def test_a_connection_that_was_left_open_holds_nothing_up(cluster: Cluster) -> None:
    async def leave_open(url: str) -> asyncpg.Connection:
        connection = await opened(url)
        await connection.execute("BEGIN")
        await connection.execute(KEPT)
        return connection

    with asyncio.Runner() as runner:
        with cluster.lent() as url:
            left = runner.run(leave_open(url))
        with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, OSError)):
            runner.run(left.execute("COMMIT"))
    with cluster.lent() as again:
        assert again == url
        assert asked(again, "SELECT count(*) FROM mix") == 0


@pytest.mark.usefixtures("cluster")
async def test_a_server_ends_with_the_process_that_started_it_even_if_that_is_killed() -> None:
    pipe = asyncio.subprocess.PIPE
    started = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SERVES, cwd=ROOT, stdin=pipe, stdout=pipe
    )
    assert started.stdout is not None
    home = (await started.stdout.readline()).decode().strip()
    connection = await opened(f"@/postgres?host={home}")
    assert await connection.fetchval("SELECT 1") == 1
    started.kill()
    await started.wait()
    await until(connection.is_closed)
    await until(lambda: not os.path.exists(home))
