"""How a standing order is written step by step, read back, given, listed and withdrawn."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.rules.kernel import BEFOREHAND, Choice
from bot.session import Refused, StandingOrder, Until
from bot.session.receipts import STALE
from cogs import orders
from cogs.orders import Orders, order_list, order_name, orders_open, packed, unpacked
from cogs.ui.choosing.offers import Draft, Parties, pack
from cogs.ui.controls import HANDLERS, OfferKey, Press
from cogs.ui.replies import NOT_SEATED
from tests.cogs.conftest import MemorySession
from tests.cogs.delivery.test_outbox import voting
from tests.rules.kingmaker.scene import Scene

ANNE, BEN, STRANGER = 101, 102, 9
NOON = datetime(2026, 11, 21, 12, 0, 30, tzinfo=UTC)
SOLEMN = "-# Only you see your orders, and I tell only you when one has answered for you."


class Game(MemorySession):
    """Anne's move; what is ordered is written down."""

    def __init__(self) -> None:
        scene = Scene(seats=2).noble("percy", 0, "alnwick").noble("clifford", 1, "skipton")
        scene.movement(0)
        super().__init__(scene.match)
        self.orders = self.presence = self
        self.given: list[dict[str, Any]] = []
        self.withdrawn: list[tuple[int, int]] = []
        self.mine: list[StandingOrder] = []

    def now(self) -> datetime:
        return NOON

    async def greet(self, _: int) -> None:
        """Somebody is here."""

    async def give(self, **how: Any) -> StandingOrder:
        self.given.append(how)
        return StandingOrder(8, how["prompt"], how["choice"], how["until"], NOON)

    async def of(self, user: int) -> list[StandingOrder]:
        return self.mine if user == BEN else []

    def at_hand(self, user: int) -> list[StandingOrder]:
        # Also those of who had the seat before.
        return self.mine if user != ANNE else []

    async def withdraw(self, *, user_id: int, number: int) -> None:
        self.withdrawn.append((user_id, number))


@pytest.fixture
def session() -> Any:
    return Game()


def by(session: Any, user: int = BEN, message: int | None = 55) -> Any:
    """Somebody's interaction in the game's channel."""

    async def found(_: Any) -> Any:
        return session

    desk = SimpleNamespace(
        get=found,
        in_channel=found,
        at_hand_in=lambda _: session,
        background=SimpleNamespace(keep=lambda work: work.close()),
        whatifs=SimpleNamespace(find=lambda _: None),
    )
    return SimpleNamespace(
        client=SimpleNamespace(desk=desk),
        user=SimpleNamespace(id=user),
        id=777,
        channel_id=2,
        channel=None,
        message=None if message is None else SimpleNamespace(id=message),
    )


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[Any]]]:
    """What the person reads, and the controls below."""
    found: list[tuple[str, list[Any]]] = []

    async def answer(_: Any, text: str, *, view: Any = None) -> None:
        found.append((text, [] if view is None else list(view.children)))

    monkeypatch.setattr(orders, "show", answer)
    monkeypatch.setattr(orders, "tell", answer)
    return found


async def press(session: Any, kind: str, *parts: str, who: Any = None, picked: Any = ()) -> None:
    """Press a control of an order."""
    handler, _ = HANDLERS[kind]
    await handler(by(session) if who is None else who, Press(kind, session.id, parts, picked))


async def type_in(deed: str, who: Any, **given: Any) -> None:
    """Type a command."""
    command: Any = getattr(Orders, deed)
    await command.callback(SimpleNamespace(), who, **given)


def key(session: Any, verb: str, more: str = "", seat: int = 1) -> OfferKey:
    """The key of an order that can be given."""
    return OfferKey(session.id, seat, 7, verb, orders_open(session, seat)[verb].mark, more)


def passing(session: Any, *picked: int) -> str:
    """The state of 'Pass' with these phases filled in, none for nothing yet."""
    way = orders_open(session, 1)["order_pass"]
    if not picked:
        return pack(way, Draft())
    asked = way.walk(Draft())
    assert not isinstance(asked, Choice | Parties)
    return pack(way, Draft(None, (tuple(asked.field.candidates[n] for n in picked),)))


def ids(controls: list[Any]) -> list[str]:
    return [each.item.custom_id for each in controls]


# The end of an order in an id


@pytest.mark.parametrize(
    ("until", "text"),
    [
        (Until(), ""),
        (Until(times=1), "t1"),
        (Until(turns=12), "r12"),
        (Until(at=datetime.fromtimestamp(36 * 60, UTC)), "a10"),
        (Until(3, 6, datetime.fromtimestamp(35 * 60, UTC)), "t3r6az"),
    ],
)
def test_an_end_in_a_few_letters(until: Until, text: str) -> None:
    assert packed(until) == text
    assert unpacked(text) == until


def test_an_end_by_the_clock_is_kept_to_the_minute() -> None:
    at = datetime.fromtimestamp(36 * 60 + 59, UTC)
    assert unpacked(packed(Until(at=at))).at == datetime.fromtimestamp(36 * 60, UTC)


@pytest.mark.parametrize("text", ["x", "t", "r2t1", "t1 ", "a-1", "t1t1"])
def test_a_damaged_end_is_an_old_control(text: str) -> None:
    with pytest.raises(Refused) as refused:
        unpacked(text)
    assert refused.value.text == STALE


# What can be ordered


def test_only_a_question_with_a_default_can_be_let_go(session: Any) -> None:
    own_ones = ["order_excuse", "order_pass", "order_vote", "order_let"]
    assert list(orders_open(session, 0)) == [*own_ones, "default-movement"]
    assert list(orders_open(session, 1)) == own_ones
    prompts = session.match.prompts(0)
    (own,) = [p for p in prompts if p.kind == "movement"]

    def changed(**how: Any) -> list[str]:
        made = type(own)(**{f: getattr(own, f) for f in own.__struct_fields__} | how)
        session.prompts = lambda _: [made]
        return [verb for verb in orders_open(session, 0) if verb.startswith("default-")]

    assert changed() == ["default-movement"]
    assert changed(blocking=False) == []
    assert changed(default=None) == []


def test_orders_have_names(session: Any) -> None:
    named = {verb: order_name(session, way) for verb, way in orders_open(session, 0).items()}
    assert named["order_pass"] == "Pass"
    assert named["default-movement"] == "Leave this question unanswered: movement"


# Beginning one


async def test_what_an_order_needs_is_asked_for(session: Any, shown: list[Any]) -> None:
    await type_in("give", by(session), what="pass")
    await type_in("give", by(session), what="order_pass", turns=2)
    ((text, (menu, *_)), (_, (bounded, *_))) = shown
    assert "Pass what?" in text
    state = passing(session)
    assert menu.item.custom_id == ":".join(("s.opick", *key_parts(session, "order_pass"), state))
    again = key_parts(session, "order_pass", "r2")
    assert bounded.item.custom_id == ":".join(("s.opick", *again, state))


def key_parts(session: Any, verb: str, more: str = "") -> tuple[str, ...]:
    made = key(session, verb, more)
    return (made.game, *made.parts)


@pytest.mark.parametrize(
    ("given", "until"),
    [
        ({"times": 1}, Until(times=1)),
        ({"times": 2, "turns": 3}, Until(times=2, turns=3)),
        (
            {"until": "3 days"},
            Until(at=datetime(2026, 11, 24, 12, tzinfo=UTC)),
        ),
    ],
)
async def test_an_order_that_lacks_nothing_is_read_back(
    session: Any, shown: list[Any], given: dict[str, Any], until: Until
) -> None:
    await type_in("give", by(session, ANNE), what="default-movement", **given)
    ((text, (give,)),) = shown
    head, read, solemn = text.splitlines()
    assert (head, solemn) == ("### A standing order", SOLEMN)
    assert read.startswith("When you are asked for “movement”: what happens by default; ")
    assert (give.item.label, give.item.style) == ("Give the order", discord.ButtonStyle.primary)
    _, _, seat, revision, verb, mark, state = give.item.custom_id.split(":")
    assert (seat, revision, verb, state) == ("0", "7", "default-movement", "-")
    assert unpacked(mark.partition(".")[2]) == until


async def test_of_an_order_without_an_end_it_is_asked_when_it_ends(
    session: Any, shown: list[Any]
) -> None:
    await type_in("give", by(session, ANNE), what="default-movement")
    ((text, (menu,)),) = shown
    assert text == ("### Leave this question unanswered: movement\nWhen does the order end?")
    assert menu.item.custom_id.startswith("s.oend:ABC123:0:7:default-movement:")
    assert [(each.label, each.value) for each in menu.item.options] == [
        ("After it has answered once", "t1"),
        ("After it has answered three times", "t3"),
        ("After one round of the table", "r2"),
        ("After three rounds of the table", "r6"),
        ("In a day", "1"),
        ("In three days", "3"),
        ("In a week", "7"),
    ]


async def test_during_a_vote_an_order_carries_no_revision(shown: list[Any]) -> None:
    session = voting()
    session.now = lambda: NOON
    session.presence = SimpleNamespace(greet=Game.greet.__get__(session))
    await type_in("give", by(session), what="Pass", times=1)
    ((_, (menu, *_)),) = shown
    assert menu.item.custom_id.startswith("s.opick:ABC123:1:0:order_pass:")


@pytest.mark.parametrize(
    ("user", "status", "why"),
    [(STRANGER, "running", NOT_SEATED), (BEN, "over", "The game is over.")],
)
async def test_who_cannot_order(
    session: Any, shown: list[Any], user: int, status: str, why: str
) -> None:
    session.status = status
    with pytest.raises(Refused) as refused:
        await type_in("give", by(session, user), what="Pass", times=1)
    assert (refused.value.text, shown) == (why, [])


async def test_what_cannot_be_ordered_is_refused_with_what_can(
    session: Any, shown: list[Any]
) -> None:
    with pytest.raises(Refused) as refused:
        await type_in("give", by(session), what="*" * 61)
    listed = "; ".join(order_name(session, way) for way in orders_open(session, 1).values())
    typed = r"\*" * 60
    assert refused.value.text == f"You cannot order “{typed}”. You can order: {listed}."
    session.rules = SimpleNamespace(beforehand=lambda *_: [])
    with pytest.raises(Refused, match=r"^You cannot order anything in advance just now\.$"):
        orders._called(session, orders_open(session, 1), "Pass")
    with pytest.raises(Refused, match="Say how long, for example"):
        await type_in("give", by(session), what="Pass", until="soon")
    assert shown == []


def test_how_often_and_how_long_an_order_may_answer() -> None:
    command: Any = Orders.give
    counts = [each for each in command.parameters if each.name in ("times", "turns")]
    assert [(each.min_value, each.max_value) for each in counts] == [(1, 99), (1, 99)]


# Writing it


async def test_a_pick_fills_the_field_in(session: Any, shown: list[Any]) -> None:
    parts = key(session, "order_pass", "t1").parts
    await press(session, "opick", *parts, passing(session), picked=("0", "1"))
    ((text, (give, back)),) = shown
    assert text.splitlines() == [
        "### A standing order",
        "You pass when asked about movement and combat and sieges; once.",
        SOLEMN,
    ]
    both = passing(session, 0, 1)
    assert ids([give, back]) == [
        ":".join(("b.ogive", "ABC123", *parts, both)),
        ":".join(("b.ogoto", "ABC123", *parts, passing(session), "b")),
    ]
    assert (back.item.label, give.item.row, back.item.row) == ("Back", None, 1)


async def test_back_leads_one_step_back(session: Any, shown: list[Any]) -> None:
    parts = key(session, "order_vote", "t1").parts
    way = orders_open(session, 1)["order_vote"]
    state = pack(way, Draft(None, (("nay",), ("title",), ("player:0",))))
    await press(session, "ogoto", *parts, state)
    ((_, (_, back)),) = shown
    before = pack(way, Draft(None, (("nay",), ("title",))))
    assert back.item.custom_id == ":".join(("b.ogoto", "ABC123", *parts, before, "b"))


async def test_a_pick_that_does_not_do_is_asked_for_again(session: Any, shown: list[Any]) -> None:
    parts = key(session, "order_pass", "t1").parts
    await press(session, "opick", *parts, passing(session, 0), picked=("0",))
    await press(session, "opick", *parts, passing(session), picked=())
    (done, _), (again, _) = shown
    assert done.startswith("### A standing order")
    assert "Pass what?" in again
    assert len(again.splitlines()) > 1


@pytest.mark.parametrize("picked", [("9",), ("x",)])
async def test_a_pick_of_what_is_not_there_is_of_an_old_control(
    session: Any, shown: list[Any], picked: tuple[str, ...]
) -> None:
    parts = key(session, "order_pass").parts
    with pytest.raises(Refused) as refused:
        await press(session, "opick", *parts, passing(session), picked=picked)
    assert (refused.value.text, shown) == (STALE, [])


@pytest.mark.parametrize("kind", ["opick", "ogoto", "oend", "ogive"])
@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("nobody's", NOT_SEATED),
        ("another's", "Only **Ben** can choose that."),
        ("no state", STALE),
        ("damaged state", STALE),
        ("misfit", STALE),
        ("no such party", STALE),
        ("no key", STALE),
        ("other offers", "The game has moved on. Type `/order give` again."),
        ("no such order", "The game has moved on. Type `/order give` again."),
    ],
)
async def test_an_old_or_foreign_control_does_nothing(
    session: Any, shown: list[Any], kind: str, change: str, why: str
) -> None:
    parts, who = [*key(session, "order_pass", "t1").parts, passing(session, 0)], by(session)
    match change:
        case "nobody's":
            who = by(session, STRANGER)
        case "another's":
            who = by(session, ANNE)
        case "no state":
            parts.pop()
        case "damaged state":
            parts[-1] = "-.é"
        case "misfit":
            parts[-1] = "-.zz"
        case "no such party":
            parts[-1] = "5"
        case "no key":
            parts = parts[:2]
        case "other offers":
            parts[3] = "zzzz.t1"
        case "no such order":
            parts[2] = "order_hold"
    with pytest.raises(Refused) as refused:
        await press(session, kind, *parts, who=who, picked=("t1",) if kind == "oend" else ("0",))
    assert refused.value.text.startswith(why)
    assert (session.given, shown) == ([], [])


@pytest.mark.parametrize(
    ("picked", "until"),
    [
        ("t3", Until(times=3)),
        ("r6", Until(turns=6)),
        ("1", Until(at=NOON.replace(second=0) + timedelta(days=1))),
        ("7", Until(at=NOON.replace(second=0) + timedelta(days=7))),
    ],
)
async def test_when_it_ends_is_kept_with_the_order(
    session: Any, shown: list[Any], picked: str, until: Until
) -> None:
    parts, state = key(session, "order_pass").parts, passing(session, 0)
    await press(session, "oend", *parts, state, picked=(picked,))
    ((text, (give, _)),) = shown
    assert text.startswith("### A standing order")
    mark = give.item.custom_id.split(":")[5]
    assert unpacked(mark.partition(".")[2]) == until


async def test_an_end_that_nobody_offered_is_an_old_control(session: Any, shown: list[Any]) -> None:
    parts, state = key(session, "order_pass").parts, passing(session, 0)
    with pytest.raises(Refused) as refused:
        await press(session, "oend", *parts, state, picked=("never",))
    assert refused.value.text == STALE


# Giving it


@pytest.mark.parametrize(("message", "number"), [(55, 55), (None, 777)])
async def test_an_order_is_given_once_by_the_message_it_stands_in(
    session: Any, shown: list[Any], message: int | None, number: int
) -> None:
    parts = (*key(session, "order_pass", "t2").parts, passing(session, 0))
    for _ in range(2):
        await press(session, "ogive", *parts, who=by(session, message=message))
    first, second = session.given
    assert first == second
    assert first.pop("interaction_id").startswith(f"o{number}")
    assert first == {
        "user_id": BEN,
        "prompt": BEFOREHAND,
        "choice": Choice.of("order_pass", phases=("movement",)),
        "until": Until(times=2),
    }
    assert shown[0] == (
        "✓ You pass when asked about movement; 2 times.\n"
        f"`/order list` shows your orders. {SOLEMN.removeprefix('-# ')}",
        [],
    )
    # Another one from the same message is another.
    await press(session, "ogive", *parts[:-1], passing(session, 1), who=by(session))
    assert session.given[-1]["interaction_id"] != session.given[1]["interaction_id"]


async def test_a_question_let_go_is_ordered_by_its_kind(session: Any, shown: list[Any]) -> None:
    parts = (*key(session, "default-movement", "r2", seat=0).parts, "-")
    await press(session, "ogive", *parts, who=by(session, ANNE))
    (given,) = session.given
    assert (given["user_id"], given["prompt"], given["choice"]) == (ANNE, "movement", None)
    assert given["until"] == Until(turns=2)


async def test_an_order_half_written_is_not_given(session: Any, shown: list[Any]) -> None:
    parts = (*key(session, "order_pass", "t1").parts, passing(session))
    with pytest.raises(Refused) as refused:
        await press(session, "ogive", *parts)
    assert (refused.value.text, session.given) == (STALE, [])


# The list


def standing(number: int, *phases: str, at: datetime | None = None) -> StandingOrder:
    """An order to pass."""
    choice = Choice.of("order_pass", phases=phases)
    until = Until(at=at) if at is not None else Until(times=1)
    return StandingOrder(number, BEFOREHAND, choice, until, NOON)


PHASES = ("movement", "combat", "parliament", "coronation", "motions")
NONE = "You have no standing orders. `/order give` gives one."


def test_each_order_has_a_button_that_withdraws_it(session: Any) -> None:
    text, view = order_list(session, [standing(8, "movement"), standing(5, "combat")])
    assert text.splitlines() == [
        "### Your standing orders",
        "1. You pass when asked about movement; once.",
        "2. You pass when asked about combat and sieges; once.",
        SOLEMN,
    ]
    assert view is not None
    assert [(each.item.label, each.item.custom_id) for each in view.children] == [  # type: ignore[attr-defined]
        ("Withdraw 1", "b.owith:ABC123:8"),
        ("Withdraw 2", "b.owith:ABC123:5"),
    ]
    assert order_list(session, []) == (NONE, None)


def test_a_long_list_is_cut(session: Any) -> None:
    text, view = order_list(session, [standing(n, *PHASES) for n in range(20)])
    assert (len(text), text[-1]) == (1_900, "…")
    assert view is not None
    assert len(view.children) == 20


async def test_one_is_withdrawn_by_its_button(session: Any, shown: list[Any]) -> None:
    session.mine = [standing(5, "combat")]
    await press(session, "owith", "8")
    assert session.withdrawn == [(BEN, 8)]
    ((text, (button,)),) = shown
    assert text.startswith("✓ The order has been withdrawn.\n### Your standing orders\n1. You pass")
    assert button.item.custom_id == "b.owith:ABC123:5"
    session.mine = []
    await press(session, "owith", "5")
    assert shown[1] == (f"✓ The order has been withdrawn.\n{NONE}", [])


@pytest.mark.parametrize("parts", [(), ("x",)])
async def test_a_damaged_button_withdraws_nothing(
    session: Any, shown: list[Any], parts: tuple[str, ...]
) -> None:
    with pytest.raises(Refused) as refused:
        await press(session, "owith", *parts)
    assert (refused.value.text, session.withdrawn) == (STALE, [])


async def test_everybody_reads_their_own(session: Any, shown: list[Any]) -> None:
    session.mine = [standing(5, "combat")]
    await type_in("show_all", by(session, ANNE))
    await type_in("show_all", by(session))
    assert shown[0] == (NONE, [])
    assert ids(shown[1][1]) == ["b.owith:ABC123:5"]


@pytest.mark.parametrize(("deed", "given"), [("show_all", {}), ("withdraw", {"order": "5"})])
async def test_who_does_not_play_has_no_orders(
    session: Any, shown: list[Any], deed: str, given: dict[str, str]
) -> None:
    with pytest.raises(Refused) as refused:
        await type_in(deed, by(session, STRANGER), **given)
    assert refused.value.text == NOT_SEATED
    assert (shown, session.withdrawn) == ([], [])
    session.match = None
    with pytest.raises(Refused, match="has not begun yet"):
        await type_in(deed, by(session), **given)


async def test_one_is_withdrawn_by_its_number(session: Any, shown: list[Any]) -> None:
    await type_in("withdraw", by(session), order=" 12 ")
    assert session.withdrawn == [(BEN, 12)]
    assert shown == [("✓ The order has been withdrawn.", [])]
    for wrong in ("all", "-1", ""):
        with pytest.raises(Refused, match="Choose one of the suggestions"):
            await type_in("withdraw", by(session), order=wrong)
    assert len(session.withdrawn) == 1


# Suggestions


async def offered(name: str, who: Any, current: str) -> list[tuple[str, Any]]:
    found = await getattr(orders, name)(who, current)
    return [(each.name, each.value) for each in found]


async def test_what_can_be_ordered_is_suggested(
    session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = await offered("_orders_like", by(session, ANNE), "")
    assert [(name.split(" — ")[0], verb) for name, verb in every] == [
        (order_name(session, way), v) for v, way in orders_open(session, 0).items()
    ]
    assert await offered("_orders_like", by(session, ANNE), "question UNANSWERED") == every[-1:]
    # By what an order does as well; and nobody is left without a list.
    skip = (
        "Pass — skip movement, combat, Parliament or the like whenever you are asked",
        "order_pass",
    )
    assert await offered("_orders_like", by(session, ANNE), "skip combat") == [skip]
    assert await offered("_orders_like", by(session, ANNE), "everything") == every
    assert await offered("_orders_like", by(session, STRANGER), "") == []
    assert await offered("_orders_like", by(None), "") == []
    way = orders_open(session, 0)["order_pass"]
    monkeypatch.setattr(orders, "orders_open", lambda *_: {f"v{n}": way for n in range(30)})
    monkeypatch.setattr(orders, "order_name", lambda *_: "n" * 120)
    many = [("n" * 99 + "…", f"v{n}") for n in range(25)]
    assert await offered("_orders_like", by(session, ANNE), "") == many


async def test_ones_own_orders_are_suggested_without_marks(session: Any) -> None:
    at = datetime(2026, 11, 24, 9, 5, tzinfo=UTC)
    session.mine = [standing(8, "movement", at=at), standing(5, "combat")]
    first = ("You pass when asked about movement; until 24 Nov, 09:05 UTC.", "8")
    second = ("You pass when asked about combat and sieges; once.", "5")
    assert await offered("_given_like", by(session), "") == [first, second]
    assert await offered("_given_like", by(session), "COMBAT") == [second]
    assert await offered("_given_like", by(session, ANNE), "") == []
    assert await offered("_given_like", by(session, STRANGER), "") == []
    assert await offered("_given_like", by(None), "") == []
    session.mine = [standing(n, *PHASES, at=at) for n in range(30)]
    many = await offered("_given_like", by(session), "")
    assert [value for _, value in many] == [f"{n}" for n in range(25)]
    assert {(len(name), name[-1]) for name, _ in many} == {(100, "…")}


def test_a_suggestion_shows_no_marks() -> None:
    stamp = int(datetime(2026, 1, 2, 3, 4, tzinfo=UTC).timestamp())
    text = f"**Ben** holds *it* of o_ne; until <t:{stamp}:f>."
    assert orders._bare(text) == "Ben holds it of one; until 02 Jan, 03:04 UTC."
