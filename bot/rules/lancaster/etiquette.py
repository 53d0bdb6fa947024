"""Questions in Lancaster that everybody may read, and those that show what is behind a screen."""

from __future__ import annotations

from bot.rules.kernel import Etiquette

ETIQUETTE = Etiquette(
    open_facts=frozenset({"county", "extension", "favour", "nobleman", "ride", "upgrade"}),
    telltale_verbs=frozenset({"both"}),
)
