"""The bot's settings, from the environment and from ``.env``."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

DATABASE_FILE = "kingmaker.sqlite3"


class Settings(BaseSettings):
    """Everything that can be set from outside. Raises ``ValidationError`` for invalid values.

    In the environment, the names are the field names in capitals; an empty value counts as unset.
    """

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore"
    )

    #: The bot's token; without one, the game is played in the sandbox.
    discord_token: SecretStr | None = None
    #: Where the SQLite file and the sandbox's world are kept.
    data_dir: Path = Path("var")
    #: An SQLAlchemy address; if unset, an SQLite file in ``data_dir``.
    database_url: str = ""
    #: The console's log level; if unset, warnings when playing in the browser, more on Discord.
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] | None = None
    #: The form of the log's lines: text for people, or one JSON object each.
    log_format: Literal["text", "json"] = "text"
    #: The port where Prometheus finds the figures; if unset, they are not served. Port 0 takes any
    #: free port.
    metrics_port: int | None = Field(default=None, ge=0, le=65535)
    metrics_host: str = "127.0.0.1"
    #: The address where people find the boards, behind the host's TLS; if unset, they are not
    #: served.
    web_url: str | None = None
    #: The host and port on which the bot serves that address; port 0 takes any free port.
    web_host: str = "127.0.0.1"
    web_port: int = Field(default=8081, ge=0, le=65535)
    #: The file that says whether the bot is healthy; if unset, no such file is written.
    health_file: Path | None = None
    #: For how many days a finished game is kept; if unset, for ever.
    keep_days: int | None = Field(default=None, ge=1, le=36_500)
    #: The number of processes that share the work; if unset, this one does it all.
    processes: int | None = Field(default=None, ge=1)
    #: This process's number among the processes, counting from 1.
    process: int | None = Field(default=None, ge=1)
    #: The shards of this process, such as ``0,1``; if unset, its share of them, or all.
    shard_ids: Annotated[list[int] | None, NoDecode] = None
    #: The total number of shards.
    shard_count: int | None = Field(default=None, ge=1)
    #: The host and port on which the sandbox listens; port 0 takes any free port.
    sandbox_host: str = "127.0.0.1"
    sandbox_port: int = Field(default=8080, ge=0, le=65535)
    #: Let members' links work from the local network.
    sandbox_lan: bool = False
    #: The file to which the sandbox writes the bot's requests, one JSON object a line.
    sandbox_record: Path | None = None

    @field_validator("web_url")
    @classmethod
    def _check_url(cls, value: str | None) -> str | None:
        if value is None:
            return None
        found = urlsplit(value)
        here = found.hostname in ("localhost", "127.0.0.1", "::1")
        if not found.netloc or found.scheme not in (("http", "https") if here else ("https",)):
            raise ValueError("WEB_URL must be an address that begins with https://")
        if found.query or found.fragment or "@" in found.netloc:
            raise ValueError("WEB_URL must be a plain address, with no user, ? or # in it")
        return value.rstrip("/")

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _split_ids(cls, value: object) -> object:
        if isinstance(value, str):
            return [part.strip() for part in value.split(",") if part.strip()]
        return value

    @field_validator("log_format", mode="before")
    @classmethod
    def _lower_case(cls, value: object) -> object:
        return value.lower() if isinstance(value, str) else value

    @field_validator("log_level", mode="before")
    @classmethod
    def _raise_case(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @model_validator(mode="after")
    def _check(self) -> Settings:
        if self.processes is not None or self.process is not None:
            self._deal_shards()
        if self.shard_ids is not None:
            if self.shard_count is None:
                raise ValueError("SHARD_IDS needs SHARD_COUNT, the number of shards in all")
            if any(not 0 <= number < self.shard_count for number in self.shard_ids):
                raise ValueError("every one of SHARD_IDS must be from 0 to SHARD_COUNT - 1")
        if not self.database_url:
            self.database_url = f"sqlite+aiosqlite:///{self.data_dir / DATABASE_FILE}"
        if (self.processes or 1) > 1 and self.database_url.startswith("sqlite"):
            raise ValueError("several processes need PostgreSQL: set DATABASE_URL")
        return self

    def _deal_shards(self) -> None:
        """Give this process its share of the shards: every n-th."""
        if self.processes is None or self.process is None or self.process > self.processes:
            raise ValueError(
                "PROCESS says which of the PROCESSES this one is, counting from 1: set both"
            )
        if self.processes == 1:
            return
        if self.shard_ids is not None:
            raise ValueError(
                "SHARD_IDS and PROCESSES both hand out the shards: leave one of them out"
            )
        self.shard_count = self.shard_count or self.processes
        if self.shard_count < self.processes:
            raise ValueError("SHARD_COUNT must not be less than PROCESSES")
        self.shard_ids = list(range(self.process - 1, self.shard_count, self.processes))

    @property
    def token(self) -> str | None:
        """The bot's token in clear text, or None."""
        return self.discord_token.get_secret_value() if self.discord_token else None

    @property
    def keep_for(self) -> timedelta | None:
        """The time for which a finished game is kept; None means for ever."""
        return None if self.keep_days is None else timedelta(days=self.keep_days)

    @property
    def process_name(self) -> str:
        """The name with which this process signs the work it takes on; the same after a restart."""
        ids = "all" if self.shard_ids is None else ",".join(map(str, self.shard_ids))
        return f"shards {ids}"
