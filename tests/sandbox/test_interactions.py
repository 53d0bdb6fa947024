"""One answer, in time, of a fitting kind: interactions by bare requests."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.sandbox import RunningSandbox
from bot.sandbox.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from bot.sandbox.limits.components import Json
from bot.sandbox.objects import Message
from tests.sandbox.conftest import Rest, Start
from tests.sandbox.test_rest import V2, channel_id, person
from tests.waiting import until

CARD: Json = {
    "title": "Form",
    "custom_id": "form",
    "components": [
        {"type": 18, "label": "Text", "component": {"type": 4, "custom_id": "t", "style": 1}},
    ],
}


@dataclass
class Case:
    """Makes interactions without a page and answers them without a bot."""

    sandbox: RunningSandbox
    rest: Rest
    told: list[tuple[str, Json]] = field(default_factory=list)

    def create(self, kind: int = COMMAND, source: Message | None = None) -> Interaction:
        """An interaction of Alice's in the tavern."""
        world = self.sandbox.sandbox.world
        data: Json = {"id": "1", "name": "x", "type": 1, "options": []}
        return self.sandbox.sandbox.desk.create(
            kind,
            person(self.sandbox, "Alice"),
            world.channel(channel_id(self.sandbox)),
            data,
            nonce="n",
            report=lambda event, told: self.told.append((event, told)),
            source=source,
        )

    async def answer(self, made: Interaction, body: Json, query: str = "") -> tuple[int, Any]:
        """The first answer."""
        path = f"/interactions/{made.id}/{made.token}/callback{query}"
        return await self.rest("POST", path, body)

    async def later(
        self, method: str, made: Interaction, path: str = "", body: Json | None = None
    ) -> tuple[int, Any]:
        """A request with the interaction's token."""
        bot_id = self.sandbox.sandbox.world.state.bot_id
        return await self.rest(method, f"/webhooks/{bot_id}/{made.token}{path}", body)

    def states(self) -> list[str]:
        """What the page was told, in order."""
        return [told.get("state", event) for event, told in self.told]


@pytest.fixture
async def case(sandbox: RunningSandbox, rest: Rest) -> Case:
    """A case on the usual sandbox."""
    return Case(sandbox, rest)


async def test_one_answer_only(case: Case) -> None:
    made = case.create()
    reply = {"type": 4, "data": {"content": "yes"}}
    status, told = await case.answer(made, reply, "?with_response=1")
    assert status == 200
    assert told["resource"]["message"]["content"] == "yes"
    assert told["interaction"]["response_message_id"] == told["resource"]["message"]["id"]
    assert (await case.answer(made, reply))[1]["code"] == 40060
    assert case.states() == ["pending", "done"]


async def test_without_response_there_is_no_body(case: Case) -> None:
    assert await case.answer(case.create(), {"type": 4, "data": {"content": "x"}}) == (204, None)


async def test_a_refused_answer_may_be_mended(case: Case) -> None:
    made = case.create()
    _, refused = await case.answer(made, {"type": 4, "data": {"content": "x" * 2001}})
    assert refused["errors"]["data"]["content"]["_errors"][0]["code"] == "BASE_TYPE_MAX_LENGTH"
    assert (await case.answer(made, {"type": 4, "data": {"content": "short"}}))[0] == 204


async def test_too_late(start: Start, rest: Rest) -> None:
    sandbox = await start(first_answer_seconds=0.05)
    rest._running = sandbox
    case = Case(sandbox, rest)
    made = case.create()
    await until(lambda: case.states() == ["pending", "failed"])
    status, refused = await case.answer(made, {"type": 5})
    assert (status, refused["code"]) == (404, 10062)


async def test_the_token_expires(case: Case) -> None:
    made = case.create()
    await case.answer(made, {"type": 5})
    assert case.states() == ["pending", "deferred"]
    made.made_at -= 900
    case.sandbox.sandbox.desk._expire_loading(made)
    status, refused = await case.later("PATCH", made, "/messages/@original", {"content": "x"})
    assert (status, refused["code"]) == (401, 50027)
    assert case.states() == ["pending", "deferred", "failed"]


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        (COMMAND, 6),
        (COMMAND, 7),
        (COMMAND, 8),
        (COMMAND, 1),
        (AUTOCOMPLETE, 4),
        (AUTOCOMPLETE, 9),
        (MODAL_SUBMIT, 9),
        (MODAL_SUBMIT, 7),
        (COMPONENT, 8),
    ],
)
async def test_answers_that_do_not_fit(case: Case, kind: int, answer: int) -> None:
    status, refused = await case.answer(case.create(kind), {"type": answer, "data": CARD})
    assert (status, refused["code"]) == (400, 50035)
    assert "type" in refused["errors"]


async def test_deferral_takes_no_flag_but_ephemeral(case: Case) -> None:
    made = case.create()
    _, refused = await case.answer(made, {"type": 5, "data": {"flags": V2}})
    assert refused["code"] == 50035
    assert (await case.answer(made, {"type": 5, "data": {"flags": 64}}))[0] == 204
    _, loading = await case.later("GET", made, "/messages/@original")
    assert loading["flags"] == 64 | 128
    card = {"flags": V2, "components": [{"type": 10, "content": "card"}]}
    _, edited = await case.later("PATCH", made, "/messages/@original", card)
    assert edited["flags"] == 64 | V2


async def test_first_follow_up_after_a_deferral_fills_it(case: Case) -> None:
    made = case.create()
    await case.answer(made, {"type": 5, "data": {"flags": 64}})
    # It asks not to be ephemeral, but the deferral has decided.
    _, first = await case.later("POST", made, body={"content": "one"})
    _, original = await case.later("GET", made, "/messages/@original")
    assert first["id"] == original["id"]
    assert (first["flags"], first["content"]) == (64, "one")
    _, second = await case.later("POST", made, body={"content": "two"})
    assert second["id"] != first["id"]
    assert second["flags"] == 0
    assert (await case.later("DELETE", made, f"/messages/{second['id']}"))[0] == 204
    assert (await case.later("DELETE", made, "/messages/@original"))[0] == 204
    assert (await case.later("GET", made, "/messages/@original"))[1]["code"] == 10008
    assert case.states() == ["pending", "deferred", "done"]


async def test_no_follow_up_before_the_first_answer(case: Case) -> None:
    status, refused = await case.later("POST", case.create(), body={"content": "x"})
    assert (status, refused["code"]) == (404, 10015)


async def test_a_token_opens_only_its_own_messages(case: Case) -> None:
    made, other = case.create(), case.create()
    await case.answer(made, {"type": 4, "data": {"content": "mine"}})
    _, told = await case.answer(other, {"type": 4, "data": {"content": "x"}}, "?with_response=1")
    foreign = told["interaction"]["response_message_id"]
    _, refused = await case.later("PATCH", made, f"/messages/{foreign}", {"content": "y"})
    assert refused["code"] == 10008


async def test_ephemerality_cannot_be_edited_away(case: Case) -> None:
    made = case.create()
    await case.answer(made, {"type": 4, "data": {"content": "secret", "flags": 64}})
    _, edited = await case.later(
        "PATCH", made, "/messages/@original", {"content": "still", "flags": 0}
    )
    assert edited["flags"] == 64


async def test_update_of_a_message_that_has_gone(case: Case) -> None:
    desk_world = case.sandbox.sandbox.world
    where = f"/channels/{channel_id(case.sandbox)}/messages"
    row = [{"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}]
    _, sent = await case.rest("POST", where, {"content": "x", "components": row})
    source = desk_world.message(channel_id(case.sandbox), sent["id"])
    made = case.create(COMPONENT, source)
    case.sandbox.sandbox.remove(source)
    _, refused = await case.answer(made, {"type": 7, "data": {"content": "y"}})
    assert refused["code"] == 10008


async def test_autocomplete_offers_at_most_25(case: Case) -> None:
    made = case.create(AUTOCOMPLETE)
    choices = [{"name": str(n), "value": str(n)} for n in range(26)]
    _, refused = await case.answer(made, {"type": 8, "data": {"choices": choices}})
    assert refused["code"] == 50035
    assert (await case.answer(made, {"type": 8, "data": {"choices": choices[:25]}}))[0] == 204
    assert case.told[-1] == ("AUTOCOMPLETE", {"nonce": "n", "choices": choices[:25]})
