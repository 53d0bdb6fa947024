"""The program as the Docker image holds it, where no Docker is: the same files, user and settings.

What the Dockerfile copies lies in a tree of root's, the interpreter and the packages beside it
(linked, or copied where that cannot be), and the program runs as the image's user, with the
image's settings. Only the volume has another place.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
_HALF_WRITTEN = "*.pyc.*"
_NEEDLESS = (
    *("site-packages", "test", "idlelib", "config-*", "playwright", "simcord"),
    _HALF_WRITTEN,
)


@dataclass(frozen=True, slots=True)
class Recipe:
    """What the Dockerfile says: its settings, what it copies, its user's id, its command, and what
    Python is to do to check its health."""

    settings: dict[str, str]
    copied: tuple[str, ...]
    uid: int
    volume: str
    command: tuple[str, ...]
    check: tuple[str, ...]


def read_recipe(text: str) -> Recipe:
    """What a Dockerfile says, as far as running the program goes."""
    lines = re.sub(r"\\\n", " ", text).splitlines()
    said: dict[str, list[str]] = {}
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word.isupper():
            said.setdefault(word, []).append(rest)
    settings = dict(pair.split("=", 1) for rest in said["ENV"] for pair in shlex.split(rest))
    copied = tuple(name for rest in said["COPY"] for name in shlex.split(rest)[:-1])
    (uid,) = re.findall(r"useradd .*--uid (\d+)", text)
    command = tuple(re.findall(r'"([^"]+)"', said["CMD"][0]))
    python, *check = re.findall(r'"([^"]+)"', said["HEALTHCHECK"][0])
    assert python == "python"
    return Recipe(settings, copied, int(uid), said["VOLUME"][0].strip(), command, tuple(check))


@dataclass(frozen=True, slots=True)
class Image:
    """The program's files in a folder of their own."""

    folder: Path
    recipe: Recipe

    @property
    def app(self) -> Path:
        """The program's tree, which is root's."""
        return self.folder / "app"

    @property
    def data(self) -> Path:
        """What stands for the volume."""
        return self.folder / "data"

    def start(self, **settings: str) -> subprocess.Popen[str]:
        """Run the image's command as its user; what it prints comes out in one stream."""
        return self._run("-m", "bot", *self.recipe.command, **settings)

    def check(self, **settings: str) -> int:
        """The exit status of the image's check of its health."""
        with self._run(*self.recipe.check, **settings) as process:
            process.communicate()
        return process.returncode

    def _run(self, *arguments: str, **settings: str) -> subprocess.Popen[str]:
        python = self.folder / "python"
        volume = re.compile(re.escape(self.recipe.volume) + r"(?=/|$)")
        env = {
            name: volume.sub(str(self.data), value) for name, value in self.recipe.settings.items()
        }
        env |= {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "PYTHONHOME": str(python),
            "PYTHONPATH": f"{self.app}:{self.folder / 'packages'}",
            "LD_LIBRARY_PATH": str(python / "lib"),
            **settings,
        }
        return subprocess.Popen(
            [str(python / "bin/python"), *arguments],
            cwd=self.app,
            env=env,
            user=self.recipe.uid,
            group=self.recipe.uid,
            extra_groups=[],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def tree(self) -> dict[str, int]:
        """The program's files with their sizes."""
        return {str(f): f.stat().st_size for f in self.app.rglob("*") if f.is_file()}


@contextlib.contextmanager
def built() -> Iterator[Image]:
    """The program's files as the image holds them, for as long as they are needed."""
    recipe = read_recipe((ROOT / "Dockerfile").read_text())
    folder = Path(tempfile.mkdtemp(prefix="kingmaker-image-"))
    try:
        # The image's user must get in, unlike to a folder of the tests.
        folder.chmod(0o755)
        image = Image(folder, recipe)
        _copy_program(image)
        _link_python(folder)
        image.data.mkdir()
        os.chown(image.data, recipe.uid, recipe.uid)
        yield image
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _copy_program(image: Image) -> None:
    image.app.mkdir()
    for name in image.recipe.copied:
        source, target = ROOT / name, image.app / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns(_HALF_WRITTEN))
        else:
            shutil.copyfile(source, target)
    # As the Dockerfile does; what is compiled already was copied.
    packages = [name for name in ("bot", "cogs", "rendering") if name in image.recipe.copied]
    subprocess.run([sys.executable, "-m", "compileall", "-q", *packages], cwd=image.app, check=True)
    for path in (image.app, *image.app.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)


def _link_python(folder: Path) -> None:
    """The interpreter and the packages, since the home they lie in may be closed to others."""
    base, short = Path(sys.base_prefix), f"python{sysconfig.get_python_version()}"
    python = folder / "python"
    (python / "bin").mkdir(parents=True)
    _take(str(Path(sys.executable).resolve()), str(python / "bin/python"))
    _take_tree(base / "lib" / short, python / "lib" / short)
    for library in (base / "lib").glob("libpython*.so*"):
        _take(str(library.resolve()), str(python / "lib" / library.name))
    _take_tree(Path(sysconfig.get_path("purelib")), folder / "packages")


def _take_tree(source: Path, target: Path) -> None:
    ignored = shutil.ignore_patterns(*_NEEDLESS)
    shutil.copytree(source, target, ignore=ignored, copy_function=_take)
    for path in (target, *target.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)


def _take(source: str, target: str) -> str:
    """Link a file that everybody may read, else copy it."""
    if Path(source).stat().st_mode & 0o004:
        with contextlib.suppress(OSError):
            os.link(source, target)
            return target
    # With its time, by which Python knows whether what it compiled is of today.
    shutil.copy2(source, target)
    mode = 0o755 if os.access(source, os.X_OK) else 0o644
    Path(target).chmod(mode)
    return target
