"""Links to the boards: each for one person and one game, valid for a day. Links are signed and not
stored anywhere, so every process knows every link, before and after a restart.

A link shows what everybody sees. A browser shows the person's hand only with the number that
Discord tells that person alone; a link that was passed on shows no more than the game's channel
does.
"""

from __future__ import annotations

import hmac
import re
import time
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from urllib.parse import urlsplit

import msgspec

from bot.rules.kernel import Seat
from bot.session import GameSession, Refused

_DAY = 86_400
_NUMBER_HOLDS = 300
"""Seconds for which a number is shown; it is accepted for just as long afterwards."""
_TRIES = 5
_REMEMBERED = 10_000
_SIGNED = re.compile(r"([A-Za-z0-9]{1,12})\.(\d{1,20})\.(\d{0,2})\.(\d{1,12})\.([hv])\.([\w-]{22})")

TOO_OFTEN = "Too many wrong numbers. Press **Show my hand there** again in ten minutes."
WRONG_NUMBER = (
    "That is the wrong number. Press **Show my hand there** in Discord to get the current one."
)


class Pass(msgspec.Struct, frozen=True):
    """The contents of a link: whose it is, the game, the seat (None: a spectator's), when it
    expires (in seconds since 1970), and whether it shows the hand."""

    game: str
    user_id: int
    seat: Seat | None
    until: int
    hand: bool = False

    @property
    def text(self) -> str:
        """The text to sign."""
        seat, kind = "" if self.seat is None else self.seat, "h" if self.hand else "v"
        return f"{self.game}.{self.user_id}.{seat}.{self.until}.{kind}"


class Links:
    """Makes and reads links. ``url`` is where people find the boards, ``key`` is known only to the
    bot's own processes, and they listen at ``host`` and ``port`` (0: any free port)."""

    def __init__(
        self,
        url: str,
        key: bytes,
        host: str = "127.0.0.1",
        port: int = 0,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.url, self.host, self.port = url.rstrip("/"), host, port
        self.now = now
        self._key = key
        self._tried: OrderedDict[tuple[str, int, int], int] = OrderedDict()
        """How many wrong numbers were tried, by game, person and time."""

    @property
    def site(self) -> str:
        """The host name, with its port if it has one, as requests give it."""
        return urlsplit(self.url).netloc.lower()

    @property
    def origin(self) -> str:
        """The origin of the pages, as browsers state it."""
        return f"{urlsplit(self.url).scheme}://{self.site}"

    def link(self, session: GameSession, user_id: int) -> str:
        """A link for this person to the board of this game."""
        until = int(self.now()) + _DAY
        made = Pass(session.id, user_id, session.seat_of(user_id), until)
        # Browsers do not send anything after the # sign, so it is not in any log.
        return f"{self.url}/#{self.signed(made)}"

    def number(self, session: GameSession, user_id: int) -> str:
        """The number that makes a browser show this person's hand."""
        return self._number(session.id, user_id, session.seat_of(user_id), self._span())

    def signed(self, made: Pass) -> str:
        """A pass as text that nobody can forge."""
        return f"{made.text}.{urlsafe_b64encode(self._mac(made.text)[:16]).decode().rstrip('=')}"

    def read(self, text: str) -> Pass | None:
        """The pass in a text; None if there is none, or if it has lapsed."""
        found = _SIGNED.fullmatch(text)
        if found is None:
            return None
        game, user, seat, until, kind, _ = found.groups()
        made = Pass(game, int(user), Seat(int(seat)) if seat else None, int(until), kind == "h")
        genuine = hmac.compare_digest(self.signed(made), text)
        return made if genuine and self.holds(made) else None

    def holds(self, made: Pass) -> bool:
        """Whether the pass is still valid."""
        return self.now() < made.until

    def with_hand(self, made: Pass, number: str) -> Pass:
        """The pass that shows the hand, for somebody who knows the number. Raises Refused if the
        number is wrong, or after too many wrong ones.
        """
        who, span = (made.game, made.user_id), self._span()
        if sum(self._tried.get((*who, each), 0) for each in (span, span - 1)) >= _TRIES:
            raise Refused(TOO_OFTEN)
        given = "".join(number.split())
        right = [self._number(*who, made.seat, each) for each in (span, span - 1)]
        if made.seat is None or not any(
            hmac.compare_digest(given.encode(), each.encode()) for each in right
        ):
            self._tried[*who, span] = self._tried.get((*who, span), 0) + 1
            if len(self._tried) > _REMEMBERED:
                self._tried.popitem(last=False)
            raise Refused(WRONG_NUMBER)
        return msgspec.structs.replace(made, hand=True)

    def _span(self) -> int:
        return int(self.now()) // _NUMBER_HOLDS

    def _number(self, game: str, user_id: int, seat: Seat | None, span: int) -> str:
        digest = self._mac(f"number.{game}.{user_id}.{seat}.{span}")
        return f"{int.from_bytes(digest[:8], 'big') % 1_000_000:06d}"

    def _mac(self, text: str) -> bytes:
        return hmac.digest(self._key, text.encode(), sha256)
