"""A mix of rules as a file, to be carried from one server to another: JSON that a person can read.

What is wrong with such a file is told with the file, the key, the reason, and what to do instead.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec

from bot.content.errors import ContentError, of_broken_json, of_wrong_type
from bot.content.ruleset_files import (
    Specification,
    Unfit,
    check_choice,
    chosen_options,
    load_decks,
    load_options,
    own_options,
    own_use,
    plainly,
)

FORMAT = "kingmaker-bot mix 1"
"""What stands in every such file, so that none is taken for another kind of file."""
MOST_BYTES = 64_000
"""The largest file that is read. One that names every option has about 2,000 bytes."""
WITH_OPTIONS = "kingmaker"
"""The game whose rule sets have options."""


class MixFile(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What the file says: ``options`` are chosen beside the rule set's own, and of these the ones
    ``without`` which the table plays."""

    format: str
    game: str
    ruleset: str
    name: str = ""
    options: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    @property
    def specification(self) -> str:
        """The rules as storage knows them."""
        options, without = tuple(sorted(set(self.options))), tuple(sorted(set(self.without)))
        return str(Specification(self.ruleset, options, without))


_REQUIRED = ("format", "game", "ruleset")


def written(game: str, specification: str, name: str) -> str:
    """The text of the file for these rules."""
    rules = Specification.parse(specification)
    told = MixFile(
        format=FORMAT,
        name=name,
        game=game,
        ruleset=rules.ruleset,
        options=rules.options,
        without=rules.without,
    )
    return json.dumps(msgspec.to_builtins(told), ensure_ascii=False, indent=1) + "\n"


def read(root: Path, file: str, data: bytes, games: Mapping[str, Collection[str]]) -> MixFile:
    """What a file says. ``games`` are the games with the rule sets of each.

    Raises ContentError, which names file and key, for what does not fit.
    """
    mix = _parsed(file, data)
    if mix.game not in games:
        raise ContentError(file, "game", _unknown("game", mix.game, games))
    if mix.ruleset not in games[mix.game]:
        raise ContentError(file, "ruleset", _unknown("rule set", mix.ruleset, games[mix.game]))
    if mix.game != WITH_OPTIONS:
        for key in ("options", "without"):
            if getattr(mix, key):
                reason = f"the rules of {mix.game.capitalize()} have no options. Leave it empty."
                raise ContentError(file, key, reason)
        return mix
    _check_names(root, file, mix)
    _check_together(root, file, mix)
    plain = plainly(root, mix.specification)
    return msgspec.structs.replace(mix, options=plain.options, without=plain.without)


def _parsed(file: str, data: bytes) -> MixFile:
    """The text as it stands there."""
    if len(data) > MOST_BYTES:
        reason = (
            f"is larger than {MOST_BYTES // 1000} kB, which no mix is. "
            "Send a file that `/mixes` gave you."
        )
        raise ContentError(file, "", reason)
    data = data.strip().removeprefix(b"\xef\xbb\xbf").strip()
    try:
        told = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError) as broken:
        wrong = of_broken_json(file, data, str(broken))
        reason = f"{wrong.reason} Copy the whole text, from {{ to }}."
        raise ContentError(file, wrong.key, reason) from broken
    if not isinstance(told, dict):
        raise ContentError(file, "", "must be an object. Copy the whole text, from { to }.")
    known = MixFile.__struct_fields__
    for key in told:
        if key not in known:
            raise ContentError(file, str(key)[:40], _unknown("key", str(key), known))
    for key in _REQUIRED:
        if key not in told:
            example = FORMAT if key == "format" else "…"
            raise ContentError(file, key, f'is missing. Add "{key}": "{example}".')
    return _converted(file, data, told)


def _converted(file: str, data: bytes, told: dict[str, Any]) -> MixFile:
    try:
        mix = msgspec.convert(told, MixFile)
    except msgspec.ValidationError as broken:
        raise of_wrong_type(file, data, str(broken)) from broken
    if mix.format != FORMAT:
        reason = f"must be '{FORMAT}'. This is another kind of file, or another version."
        raise ContentError(file, "format", reason)
    return mix


def _check_names(root: Path, file: str, mix: MixFile) -> None:
    """Every option is one, and stands there once; what is left out is the rule set's own."""
    known = {*load_options(root), *load_decks(root)}
    own = set(own_options(root, mix.ruleset))
    decks = load_decks(root)
    before: dict[str, str] = {}
    for key in ("options", "without"):
        for place, option in enumerate(getattr(mix, key)):
            here = f"{key}[{place}]"
            if option not in known:
                raise ContentError(file, here, _unknown("option", option, known))
            if option in before:
                reason = f"'{option}' is in {before[option]} already. Take one of them out."
                raise ContentError(file, here, reason)
            before[option] = here
            parts = set(decks[option].options) if option in decks else {option}
            if key == "without" and not parts <= own:
                reason = f"'{option}' is not part of '{mix.ruleset}'. Take it out of the list."
                raise ContentError(file, here, reason)


def _check_together(root: Path, file: str, mix: MixFile) -> None:
    """The options go together, and with the rule set."""
    chosen = chosen_options(root, Specification.parse(mix.specification))
    try:
        check_choice(root, chosen, own_use(root, mix.ruleset))
    except Unfit as unfit:
        places = [n for n, named in enumerate(mix.options) if unfit.option in _within(root, named)]
        key = f"options[{places[0]}]" if places else "without" if mix.without else "options"
        raise ContentError(file, key, f"{unfit} {unfit.instead}") from unfit


def _within(root: Path, name: str) -> tuple[str, ...]:
    """A deck and the options of it, or an option alone."""
    deck = load_decks(root).get(name)
    return (name,) if deck is None else (name, *deck.options)


def _unknown(what: str, name: str, known: Collection[str]) -> str:
    """That there is no such thing, and what may have been meant."""
    shown = name if len(name) <= 40 else f"{name[:39]}…"
    near = get_close_matches(name[:60], sorted(known), 1)
    if near:
        return f"there is no {what} '{shown}'. Did you mean '{near[0]}'?"
    if len(known) > 8:
        return f"there is no {what} '{shown}'. Take it out. **Customise the rules** shows them all."
    return f"there is no {what} '{shown}'. Choose from: {', '.join(sorted(known))}."
