"""Discord's limits: each is refused with 50035 at the right place, and its edge is accepted."""

from __future__ import annotations

from typing import Any

import pytest

from bot.sandbox import RunningSandbox
from bot.sandbox.limits.commands import check_commands
from bot.sandbox.limits.components import ComponentCheck, Json
from bot.sandbox.limits.errors import ApiError, FormErrors, Refused
from bot.sandbox.limits.modal import check_modal, hand_in, number_components
from tests.sandbox.conftest import Rest, Start
from tests.sandbox.test_rest import V2, channel_id, picture_form


def faults(tree: Any, path: str = "") -> dict[str, str]:
    """The error tree as path -> first code."""
    found: dict[str, str] = {}
    for key, inner in (tree or {}).items():
        if key == "_errors":
            found[path] = inner[0]["code"]
        else:
            found |= faults(inner, f"{path}.{key}".lstrip("."))
    return found


def button(number: int = 0, **changes: Any) -> Json:
    """A button."""
    return {"type": 2, "style": 1, "label": "Go", "custom_id": f"b{number}"} | changes


def link(url: str) -> Json:
    """A button that leads somewhere."""
    return {"type": 2, "style": 5, "label": "Rules", "url": url}


def options(count: int) -> list[Json]:
    """Options of a select."""
    return [{"label": str(n), "value": str(n)} for n in range(count)]


def select(count: int = 2, **changes: Any) -> Json:
    """A string select."""
    return {"type": 3, "custom_id": "s", "options": options(count)} | changes


def row(*inner: Json) -> Json:
    """An action row."""
    return {"type": 1, "components": list(inner)}


def text(content: str = "x") -> Json:
    """A text display."""
    return {"type": 10, "content": content}


def box(*inner: Json) -> Json:
    """A container."""
    return {"type": 17, "components": list(inner)}


def checked(components: Any, *, v2: bool) -> dict[str, str]:
    """The faults of a message's components."""
    errors = FormErrors()
    ComponentCheck(errors, v2=v2, emojis=("7",)).message(components)
    return faults(errors.tree)


GOOD_CLASSIC = [
    [row(*[button(n) for n in range(5)])],
    [row(button(n)) for n in range(5)],
    [row(select(25, max_values=25, min_values=0))],
    [row(button(custom_id="c" * 100, label="l" * 80))],
    [row(button(label=None, emoji={"name": "⚔️"}))],
    [row(button(emoji={"id": "7", "name": "rose"}))],
    [row(link("https://example.org"))],
    [row(link(f"https://{'x' * 504}"))],
]


@pytest.mark.parametrize("components", GOOD_CLASSIC)
def test_classic_components_within_limits(components: list[Json]) -> None:
    assert checked(components, v2=False) == {}


BAD_CLASSIC: list[tuple[list[Json], str, str]] = [
    ([row(button(n)) for n in range(6)], "components", "BASE_TYPE_BAD_LENGTH"),
    ([row(*[button(n) for n in range(6)])], "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    ([row()], "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    ([text()], "components.0.type", "BASE_TYPE_CHOICES"),
    ([button()], "components.0.type", "BASE_TYPE_CHOICES"),
    ([row(select(), button())], "components.0.components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    (
        [row(button()), row(button())],
        "components.1.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (
        [row(button(custom_id="c" * 101))],
        "components.0.components.0.custom_id",
        "BASE_TYPE_BAD_LENGTH",
    ),
    ([row(button(custom_id=None))], "components.0.components.0.custom_id", "BASE_TYPE_REQUIRED"),
    ([row(button(label="l" * 81))], "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"),
    (
        [row(button(label=None))],
        "components.0.components.0",
        "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
    ),
    (
        [row(button(emoji={"name": "sword"}))],
        "components.0.components.0.emoji.name",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    (
        [row(button(emoji={"id": "5", "name": "rose"}))],
        "components.0.components.0.emoji.id",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    (
        [row(button(emoji={"id": "7", "name": "n" * 33}))],
        "components.0.components.0.emoji.name",
        "BASE_TYPE_BAD_LENGTH",
    ),
    (
        [row(button(style=5, url="https://example.org"))],
        "components.0.components.0",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    ([row(link(""))], "components.0.components.0.url", "BASE_TYPE_BAD_LENGTH"),
    ([row(link("x"))], "components.0.components.0.url", "URL_TYPE_INVALID_SCHEME"),
    ([row(link("x" * 513))], "components.0.components.0.url", "BASE_TYPE_BAD_LENGTH"),
    ([row(select(26))], "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    ([row(select(0))], "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    (
        [row(select(placeholder="p" * 151))],
        "components.0.components.0.placeholder",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        [row(select(30, options=options(1) * 2))],
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    ([row(select(max_values=3))], "components.0.components.0", "SELECT_COMPONENT_TOO_FEW_OPTIONS"),
    (
        [row(select(min_values=2))],
        "components.0.components.0.min_values",
        "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE",
    ),
    (
        [row(select(min_values=0, required=True))],
        "components.0.components.0.min_values",
        "SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES",
    ),
    (
        [row(select(options=[{"label": "l" * 101, "value": "v"}]))],
        "components.0.components.0.options.0.label",
        "BASE_TYPE_BAD_LENGTH",
    ),
]


@pytest.mark.parametrize(("components", "where", "code"), BAD_CLASSIC)
def test_classic_components_beyond_limits(components: list[Json], where: str, code: str) -> None:
    assert checked(components, v2=False)[where] == code


def test_v2_counts_nested_components_up_to_40() -> None:
    assert checked([box(*[text() for _ in range(39)])], v2=True) == {}
    assert checked([box(*[text() for _ in range(40)])], v2=True) == {
        "components": "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"
    }
    buttons = row(button(), button(1))
    assert checked([buttons, *[text() for _ in range(37)]], v2=True) == {}
    assert "components" in checked([buttons, *[text() for _ in range(38)]], v2=True)


def test_v2_counts_all_text_up_to_4000() -> None:
    assert checked([text("x" * 2000), box(text("x" * 2000))], v2=True) == {}
    assert checked([text("x" * 2000), box(text("x" * 2001))], v2=True) == {
        "components": "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"
    }


def test_a_gallery_has_up_to_10_pictures() -> None:
    pictures = [{"media": {"url": "https://x.org/a.png"}}] * 10
    assert checked([{"type": 12, "items": pictures}], v2=True) == {}


BAD_V2: list[tuple[Json, str]] = [
    (text(""), "components.0.content"),
    ({"type": 9, "components": [text()]}, "components.0.type"),
    ({"type": 12, "items": []}, "components.0.items"),
    ({"type": 12, "items": [{"media": {"url": "https://x.org/a.png"}}] * 11}, "components.0.items"),
    (
        {"type": 12, "items": [{"media": {"url": "file:///a.png"}}]},
        "components.0.items.0.media.url",
    ),
    (box(box(text())), "components.0.components.0.type"),
    (box(), "components.0.components"),
    (box(text()) | {"accent_color": 0x1000000}, "components.0.accent_color"),
    (text() | {"id": 2**31}, "components.0.id"),
    (box(text() | {"id": 5}, text() | {"id": 5}), "components.0.components.1.id"),
    (button(), "components.0.type"),
]


@pytest.mark.parametrize(("component", "where"), BAD_V2)
def test_v2_components_beyond_limits(component: Json, where: str) -> None:
    assert where in checked([component], v2=True)


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"content": "x" * 2001}, "content"),
        ({"content": "x", "embeds": [{"title": "t"}]}, "embeds"),
        ({"content": "x", "poll": {"question": {"text": "q"}}}, "poll"),
        ({"flags": V2, "content": "x", "components": [text()]}, "content"),
        ({"content": "x", "components": [text()]}, "components.0.type"),
        ({"content": "x", "nonce": "n" * 26}, "nonce"),
        ({"content": "x", "allowed_mentions": {"users": [7, "7"]}}, "allowed_mentions.users"),
        ({"content": "x", "attachments": [{"id": 0}]}, "attachments.0.id"),
        (
            {
                "flags": V2,
                "components": [
                    {"type": 12, "items": [{"media": {"url": "attachment://none.png"}}]},
                ],
            },
            "components.0.url",
        ),
    ],
)
async def test_messages_beyond_limits(
    sandbox: RunningSandbox, rest: Rest, body: Json, where: str
) -> None:
    status, refused = await rest("POST", f"/channels/{channel_id(sandbox)}/messages", body)
    assert (status, refused["code"]) == (400, 50035)
    assert where in faults(refused["errors"])


async def test_messages_at_the_limits(sandbox: RunningSandbox, rest: Rest) -> None:
    where = f"/channels/{channel_id(sandbox)}/messages"
    for body in (
        {"content": "x" * 2000},
        {"flags": V2, "components": [text("x" * 4000)]},
    ):
        assert (await rest("POST", where, body))[0] == 200
    for empty in ({}, {"content": ""}, {"flags": V2}, {"flags": V2, "components": []}):
        assert (await rest("POST", where, empty))[1]["code"] == 50006


async def test_files_beyond_limits(start: Start, rest: Rest) -> None:
    sandbox = await start(attachment_size_limit=100)
    rest._running = sandbox
    where = f"/channels/{channel_id(sandbox)}/messages"
    status, refused = await rest("POST", where, form=picture_form({}, "a.png"))
    assert (status, refused["code"]) == (413, 40005)


async def test_too_many_files(sandbox: RunningSandbox, rest: Rest) -> None:
    where = f"/channels/{channel_id(sandbox)}/messages"
    names = [f"{n}.png" for n in range(11)]
    status, refused = await rest("POST", where, form=picture_form({}, *names))
    assert (status, faults(refused["errors"])) == (400, {"attachments": "BASE_TYPE_MAX_LENGTH"})


def command(**changes: Any) -> Json:
    """A command."""
    return {"name": "move", "description": "Move a noble"} | changes


def option(name: str = "area", **changes: Any) -> Json:
    """An option of a command."""
    return {"type": 3, "name": name, "description": "Where"} | changes


def sub(name: str, *inner: Json, kind: int = 1) -> Json:
    """A sub-command or group."""
    return {"type": kind, "name": name, "description": "x", "options": list(inner)}


BAD_COMMANDS: list[tuple[Json, str]] = [
    (command(name="Move"), "name"),
    (command(name="m v"), "name"),
    (command(name="m" * 33), "name"),
    (command(description=""), "description"),
    (command(description="d" * 101), "description"),
    (command(options=[option(f"o{n}") for n in range(26)]), "options"),
    (command(options=[option("a"), option("b", required=True)]), "options.1"),
    (command(options=[option("a"), option("a")]), "options.1.name"),
    (
        command(options=[option(choices=[{"name": str(n), "value": "v"} for n in range(26)])]),
        "options.0.choices",
    ),
    (
        command(options=[option(choices=[{"name": "n" * 101, "value": "v"}])]),
        "options.0.choices.0.name",
    ),
    (
        command(options=[option(type=4, choices=[{"name": "n", "value": "v"}])]),
        "options.0.choices.0.value",
    ),
    (
        command(options=[option(autocomplete=True, choices=[{"name": "n", "value": "v"}])]),
        "options.0.choices",
    ),
    (command(options=[option(type=5, autocomplete=True)]), "options.0.autocomplete"),
    (command(options=[sub("a"), option("b")]), "options"),
    (command(options=[sub("a", sub("b", sub("c"), kind=2), kind=2)]), "options.0.options"),
    (command(options=[sub("a", sub("b", sub("c")), kind=2)]), "options.0.options.0.options.0.type"),
    (command(default_member_permissions="all"), "default_member_permissions"),
    (command(contexts=[3]), "contexts"),
    (command(contexts=[]), "contexts"),
    (command(integration_types=[0, 0]), "integration_types"),
    ({"name": "menu", "type": 2, "description": "x"}, "description"),
    ({"name": "menu", "type": 3, "options": [option()]}, "options"),
    ({"name": "m" * 33, "type": 3}, "name"),
]


@pytest.mark.parametrize(("given", "where"), BAD_COMMANDS)
def test_commands_beyond_limits(given: Json, where: str) -> None:
    with pytest.raises(ApiError) as refused:
        check_commands([given])
    assert f"0.{where}" in faults(refused.value.errors)


def test_commands_within_limits() -> None:
    full = [option(f"o{n}", required=n < 3) for n in range(25)]
    good = [
        command(name="m" * 32, description="d" * 100, options=full),
        command(name="game", options=[sub("lobby", sub("new", option()), kind=2), sub("end")]),
        {"name": "Show the hand", "type": 2},
    ]
    assert check_commands(good) == good


def test_commands_together() -> None:
    with pytest.raises(ApiError) as refused:
        check_commands([command(), command()])
    assert faults(refused.value.errors) == {"1.name": "APPLICATION_COMMANDS_DUPLICATE_NAME"}
    with pytest.raises(ApiError):
        check_commands([command(name=f"c{n}") for n in range(101)])
    assert len(check_commands([command(name=f"c{n}") for n in range(100)])) == 100
    wordy = [
        option(
            f"o{n}", choices=[{"name": f"{n}{m}" + "x" * 90, "value": "v" * 90} for m in range(25)]
        )
        for n in range(2)
    ]
    with pytest.raises(ApiError) as refused:
        check_commands([command(options=wordy)])
    assert faults(refused.value.errors) == {"0": "APPLICATION_COMMAND_TOO_LARGE"}


def labelled(number: int = 0, **changes: Any) -> Json:
    """A text input under its label."""
    control = {"type": 4, "custom_id": f"t{number}", "style": 1} | changes
    return {"type": 18, "label": "Text", "component": control}


def boxes(**changes: Any) -> Json:
    """Two check boxes under their label."""
    control = {"type": 22, "custom_id": "b", "options": options(2)} | changes
    return {"type": 18, "label": "Boxes", "component": control}


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"title": "t" * 46}, "data.title"),
        ({"custom_id": ""}, "data.custom_id"),
        ({"components": []}, "data.components"),
        ({"components": [labelled(n) for n in range(6)]}, "data.components"),
        ({"components": [labelled(), labelled()]}, "data.components.1.component.custom_id"),
        ({"components": [labelled(), text("")]}, "data.components.1.content"),
        ({"components": [labelled(), text("x" * 4001)]}, "data.components.1.content"),
        ({"components": [labelled() | {"label": "l" * 46}]}, "data.components.0.label"),
        (
            {"components": [labelled() | {"description": "d" * 101}]},
            "data.components.0.description",
        ),
        (
            {"components": [labelled(placeholder="p" * 101)]},
            "data.components.0.component.placeholder",
        ),
        ({"components": [labelled(value="v" * 4001)]}, "data.components.0.component.value"),
        ({"components": [labelled(style=3)]}, "data.components.0.component.style"),
        (
            {"components": [{"type": 18, "label": "x", "component": select(disabled=True)}]},
            "data.components.0.component.disabled",
        ),
        ({"components": [row(button())]}, "data.components.0.components"),
        ({"components": [labelled() | {"description": ""}]}, "data.components.0.description"),
        ({"components": [labelled(label="l" * 46)]}, "data.components.0.component.label"),
        ({"components": [boxes(max_values=3)]}, "data.components.0.component"),
        ({"components": [boxes(min_values=3)]}, "data.components.0.component.min_values"),
        ({"components": [boxes(max_values=11)]}, "data.components.0.component.max_values"),
        (
            {"components": [boxes(min_values=0, required=True)]},
            "data.components.0.component.min_values",
        ),
        ({"components": [boxes(type=19, options=None)]}, "data.components.0.component"),
    ],
)
def test_modals_beyond_limits(changes: Json, where: str) -> None:
    modal = {"title": "t", "custom_id": "m", "components": [labelled()]} | changes
    with pytest.raises(ApiError) as refused:
        check_modal(modal, ())
    assert where in faults(refused.value.errors)


@pytest.mark.parametrize("length", [1, 4000])
def test_a_text_in_a_modal_within_limits(length: int) -> None:
    modal = {"title": "t", "custom_id": "m", "components": [labelled(), text("x" * length)]}
    assert check_modal(modal, ()) == modal


async def test_sync_keeps_ids_and_counts_creations(sandbox: RunningSandbox, rest: Rest) -> None:
    bot_id = sandbox.sandbox.world.state.bot_id
    where = f"/applications/{bot_id}/commands"
    _, first = await rest("PUT", where, [command(), command(name="end")])
    _, second = await rest("PUT", where, [command(), command(name="end", description="Stop")])
    assert [each["id"] for each in second] == [each["id"] for each in first]
    assert second[0]["version"] == first[0]["version"]
    assert second[1]["version"] != first[1]["version"]
    assert await rest("GET", where) == (200, second)
    assert (await rest("GET", "/applications/1/commands"))[1]["code"] == 50001
    for first, last in ((0, 98), (100, 199)):
        names = [command(name=f"c{n}") for n in range(first, last)]
        assert (await rest("PUT", where, names))[0] == 200
    assert (await rest("PUT", where, [command(name="the-200th")]))[0] == 200
    _, refused = await rest("PUT", where, [command(name="one-too-many")])
    assert refused["code"] == 30034


def _handed_in(written: str, **limits: Any) -> str:
    """What comes of words handed in with a form of one input."""
    control = {"type": 4, "custom_id": "t", "style": 1, **limits}
    modal = {"components": [{"type": 18, "label": "Name", "component": control}]}
    number_components(modal)
    (given,) = hand_in(modal, [{"component": {"custom_id": "t", "value": written}}])
    value = given["component"]["value"]
    assert isinstance(value, str)
    return value


def test_words_of_a_form_may_be_as_short_and_as_long_as_its_limits() -> None:
    limits = {"min_length": 3, "max_length": 5}
    assert _handed_in("abc", **limits) == "abc"
    assert _handed_in("abcde", **limits) == "abcde"
    for wrong in ("ab", "abcdef"):
        with pytest.raises(Refused, match=r"^“Name” takes 3 to 5 characters\.$"):
            _handed_in(wrong, **limits)
    # What need not be filled in may be left out altogether, but not be too short.
    assert _handed_in("", required=False, **limits) == ""
    with pytest.raises(Refused, match=r"^“Name” takes 3 to 5 characters\.$"):
        _handed_in("ab", required=False, **limits)
    with pytest.raises(Refused, match=r"^Please fill in “Name”\.$"):
        _handed_in("", **limits)
