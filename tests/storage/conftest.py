"""Databases of both kinds for the tests of the storage."""

from tests.storage.databases import cluster, database, database_url, prepared_sqlite, sqlite_url

__all__ = ["cluster", "database", "database_url", "prepared_sqlite", "sqlite_url"]
