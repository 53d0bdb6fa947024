"""What the docs name is there: files, links, commands, buttons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import typer
import yaml

from bot.commands.line import app
from bot.commands.where import coverage
from bot.config import Settings
from bot.games import GAMES, game_for
from tests.folders import ROOT

PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / ".github").glob("*.md"),
        ROOT / "tests" / "README.md",
        ROOT / "data" / "fonts" / "README.md",
    ]
)
PATH = re.compile(r"`((?:bot|cogs|rendering|data|tests|docs)/[\w./*<>-]*)`")
OWN = re.compile(r"^\*\*\d+\. [^`\n]*`([^`]+)`", re.MULTILINE)
"""A file that a page has its reader write, in the heading of a step."""
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]*))?\)")
"""A link or a picture: the file, nothing for the page itself, and perhaps a heading of it."""
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def there(path: str, root: Path = ROOT) -> bool:
    """Whether a path, perhaps with stars in it, or without `.py`, leads anywhere.

    What stands for a name of one's own (`<game>`, `GAME`) may be anything.
    """
    if "<" in path or any(part.isupper() for part in Path(path).parts):
        return True
    if "*" in path:
        return any(root.glob(path))
    return (root / path).exists() or (root / f"{path}.py").exists()


def anchors(page: Path) -> set[str]:
    """What a link may name of a page: its headings, as GitHub writes them."""
    headings = HEADING.findall(page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


def dead(page: Path, text: str) -> Iterator[str]:
    """The links of a text that lead nowhere from this page."""
    for name, anchor in LINK.findall(text):
        target = page.parent / name if name else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            yield f"{name}#{anchor}"


def test_paths_and_links_lead_somewhere() -> None:
    lost: list[tuple[Path, str]] = []
    for page in (page for page in PAGES if page.name != "CHANGELOG.md"):
        text = page.read_text(encoding="utf-8")
        named = set(PATH.findall(text)) - set(OWN.findall(text))
        lost += [(page, p) for p in named if not there(p) and not there(p, page.parent)]
        lost += [(page, link) for link in dead(page, text)]
    assert lost == []


def test_every_picture_of_the_docs_is_shown() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    pictures = (ROOT / "docs" / "images").iterdir()
    assert [each.name for each in pictures if f"images/{each.name})" not in text] == []


def test_a_lost_path_is_seen() -> None:
    assert OWN.findall("**1. A set**, `data/a.json`. As `data/b.json`.\n**Not** `data/c.json`") == [
        "data/a.json"
    ]
    assert PATH.findall("in `bot/rules/kernel` and `cogs/nothing.py`") == [
        "bot/rules/kernel",
        "cogs/nothing.py",
    ]
    assert there("bot/rules/kernel")
    assert there("rendering/kingmaker/board")
    assert not there("cogs/nothing.py")
    links = "[a](docs/hosting.md#every-day) ![b](docs/no.png) [c](#nothing) [d](docs/voice.md#no)"
    assert list(dead(ROOT / "README.md", links)) == ["docs/no.png#", "#nothing", "docs/voice.md#no"]


TABLE = re.compile(
    r"\(\[`(\w+)`\]\(data/rules/(\w+)\.csv\)\) \|[^|]*\| (\d) to (\d) \|$", re.MULTILINE
)
"""A row of the README's table of rules."""


def test_the_readme_tells_of_every_rule_set_who_may_play_it_and_that_it_is_proved() -> None:
    proved, found = coverage(ROOT / "tests"), set()
    for name, ledger, least, most in TABLE.findall(
        (ROOT / "README.md").read_text(encoding="utf-8")
    ):
        assert name == ledger
        seats = game_for(*("lancaster", "standard") if name == "lancaster" else ("kingmaker", name))
        assert (min(seats.seat_range), max(seats.seat_range)) == (int(least), int(most))
        assert proved[name]["untested"] == [], name
        found.add(name)
    assert found == {*GAMES["kingmaker"], "lancaster"}


CODE = re.compile(r"```\w*\n(.*?)```|`([^`\n]+)`", re.DOTALL)
"""What stands as code on a page: whole blocks, and words in a line."""
FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def code(text: str) -> Iterator[str]:
    """Every line of code on a page, what a shell takes for a comment left out."""
    for block, words in CODE.findall(text):
        for line in (block or words).splitlines():
            yield line.partition(" #")[0].replace("\\|", "|")


def misnamed(line: str) -> list[str]:
    """What a line says of `kingmaker` that the program does not know: commands and flags."""
    found = []
    for call in re.findall(r"(?:^|[\s/])kingmaker ([a-z][^>;&]*)", line):
        command = typer.main.get_command(app)
        words = call.split()
        while words and isinstance(command, typer.core.TyperGroup):
            inner = command.commands.get(words.pop(0))
            if inner is None:
                return [call]
            command = inner
        known = {"--help"} | {
            flag for each in command.params for flag in (*each.opts, *each.secondary_opts)
        }
        found += [flag for flag in FLAG.findall(" ".join(words)) if flag not in known]
    return found


def test_the_program_knows_every_command_that_a_page_names() -> None:
    lines = [(page, line) for page in PAGES for line in code(page.read_text(encoding="utf-8"))]
    assert [(page, wrong) for page, line in lines for wrong in misnamed(line)] == []


def test_every_command_of_the_program_is_on_its_page() -> None:
    program = typer.main.get_command(app)
    assert isinstance(program, typer.core.TyperGroup)
    lines = "\n".join(code((ROOT / "docs" / "commands.md").read_text(encoding="utf-8")))
    assert [name for name in program.commands if f"kingmaker {name}" not in lines] == []


def test_no_command_is_summed_up_with_a_line_break_in_mid_sentence() -> None:
    program = typer.main.get_command(app)
    assert isinstance(program, typer.core.TyperGroup)
    told = {name: command.help or "" for name, command in program.commands.items()}
    assert [name for name, text in told.items() if "\n" in text.partition("\n\n")[0]] == []


def test_a_wrong_command_or_flag_is_seen() -> None:
    assert misnamed(".venv/bin/kingmaker selfplay --seats 3 --chairs 4") == ["--chairs"]
    assert misnamed("kingmaker rules find house-8.4") == ["rules find house-8.4"]
    assert misnamed("kingmaker db upgrade --dry-run") == []
    assert list(code("a `b --c` d\n```sh\ne  # f\ng\n```")) == ["b --c", "e ", "g"]


def test_every_target_of_make_and_every_tool_that_a_page_names_is_there() -> None:
    lines = [line for page in PAGES for line in code(page.read_text(encoding="utf-8"))]
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    named = [word for line in lines for word in re.findall(r"(?:^|\s)make ([a-z-]+)", line)]
    assert [word for word in named if word not in targets] == []
    for line in lines:
        for tool, rest in re.findall(r"-m (tests\.tools\.\w+)(.*)", line):
            source = (ROOT / f"{tool.replace('.', '/')}.py").read_text(encoding="utf-8")
            unknown = [flag for flag in FLAG.findall(rest) if f'"{flag}"' not in source]
            if "from bot.commands.line import app" in source:  # it takes what `selfplay` takes, too
                unknown = misnamed(f"kingmaker selfplay {' '.join(unknown)}")
            assert unknown == [], tool


def test_every_setting_stands_in_the_table_for_hosts_and_no_other() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    table = text.partition("## Settings")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)]
    assert sorted(named) == sorted(field.upper() for field in Settings.model_fields)


def test_every_room_of_the_rules_is_on_the_page_of_the_house() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("| parts of `bot/rules/kingmaker`")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE)
    parts = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    there = (ROOT / "bot" / "rules" / "kingmaker").iterdir()
    assert sorted(parts) == sorted({each.stem for each in there} - {"__init__", "__pycache__"})
    rooms = [file.parent for file in (ROOT / "bot" / "rules").rglob("__init__.py")]
    assert [room.name for room in rooms if not re.search(rf"[`/]{room.name}[`/]", text)] == []


def test_bringing_back_a_backup_in_docker_wakes_no_bot() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if "compose run" in line and " restore " in line]
    assert lines
    assert all("--no-deps" in line for line in lines)


def test_an_export_that_a_host_writes_to_a_file_is_for_nobody_else_to_read() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    lines = [line for line in code(text) if "export GAME >" in line]
    assert lines
    assert [line for line in lines if not line.startswith("umask 077; ")] == []


BUTTON = re.compile(r"(?<=[\w,(;.:] )(?<!\d\. )\*\*([A-Z][^*\n.:]+\??)\*\*(?![:,]? [-–])")
"""Bold words within a sentence of a page for players: what stands on a button."""
FOR_PLAYERS = ("playing.md", "playing-lancaster.md", "moderating.md")


def test_every_button_that_a_page_for_players_names_is_there() -> None:
    said = "\n".join(
        file.read_text(encoding="utf-8")
        for room in ("bot/words", "cogs")
        for file in (ROOT / room).rglob("*.py")
    )
    pages = [(ROOT / "docs" / page).read_text(encoding="utf-8") for page in FOR_PLAYERS]
    named = {label for text in pages for label in BUTTON.findall(text)}
    assert len(named) > 15
    assert {label for label in named if f'"{label}' not in said} == set()


def test_the_forms_for_issues_can_be_read() -> None:
    """GitHub leaves out, without a word, a form that is no YAML or asks nothing."""
    forms = {
        path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
        for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")
    }
    assert forms.pop("config") == {"blank_issues_enabled": True}
    assert set(forms) == {"picture", "rule", "stuck"}
    for name, form in forms.items():
        assert set(form) == {"name", "description", "labels", "body"}, name
        asked = {part["id"]: part for part in form["body"]}
        assert len(asked) == len(form["body"]), name
        assert "`/bug`" in asked["bug"]["attributes"]["label"], name
        assert all("\n" not in part["attributes"]["label"] for part in asked.values()), name


def test_what_runs_elsewhere_can_be_read() -> None:
    read = {
        path.name: yaml.safe_load(path.read_text(encoding="utf-8"))
        for path in [
            *(ROOT / ".github" / "workflows").glob("*.yml"),
            ROOT / ".github" / "dependabot.yml",
            ROOT / "compose.yaml",
        ]
    }
    assert {name for name, each in read.items() if "jobs" in each} == {
        "ci.yml",
        "release.yml",
        "supply-chain.yml",
    }
    assert read["compose.yaml"]["services"]["bot"]
    assert read["dependabot.yml"]["updates"]
