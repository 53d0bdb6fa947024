"""Setting up: where the royal heirs begin, where a die decides it (ishkibibble-placement.1,
base-2.10).

Each has a row of his own with a place for each face: Henry (ishkibibble-placement.2), Margaret
(ishkibibble-placement.3), Edward of Lancaster (ishkibibble-placement.4), Richard of York
(ishkibibble-placement.5), Edward of March (ishkibibble-placement.6), Edmund
(ishkibibble-placement.7), George (ishkibibble-placement.8) and Richard of Gloucester
(ishkibibble-placement.9). The rows themselves are a value of the rule set.
"""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.sides import opening_keepers
from bot.rules.kingmaker.state import KTable


def roll_for_heirs(table: KTable) -> None:
    """Roll once for every heir in use who has a row, in the order of the rows.

    For one who begins beside a noble of his House there is nothing to decide.
    """
    kept = opening_keepers(table.state, table.content)
    for heir_id, faces in table.content.ruleset.heir_dice.items():
        heir = table.state.heirs.get(heir_id)
        if heir is None or heir_id in kept:
            continue
        die = table.below(len(faces)) + 1
        place = table.content.board.places[faces[die - 1]]
        table.state.leave_heir(heir_id, place.square, place.id)
        table.emit(facts.HeirPlaced(heir_id, die, place.id))
