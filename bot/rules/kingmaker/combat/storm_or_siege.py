"""Storm or siege: what an attacker of a place chooses between (ishkibibble-siege.1)."""

from __future__ import annotations

from bot.rules.kernel import IllegalChoice, Stops
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.combat.card_siege import WithAMatch, put_ashore
from bot.rules.kingmaker.procedures import SIEGES
from bot.rules.kingmaker.sieges import join_siege, lay_siege, matched
from bot.rules.kingmaker.state import KTable

_ANNOUNCE = IllegalChoice(
    "ishkibibble-siege.4",
    "You announce a siege first. Lay siege now, and conclude it in your next combat.",
)
_TOO_SOON = IllegalChoice(
    "ishkibibble-siege.4",
    "You announced this siege this turn. Conclude it in your next combat.",
)
_BESIEGED = IllegalChoice(
    "ishkibibble-siege.1",
    "You chose to besiege it. Conclude the siege in your next combat.",
)
_TOO_WEAK = IllegalChoice(
    "ishkibibble-siege.4",
    "To announce a siege you must match the whole defence, in its square.",
)


@SIEGES.named("storm_or_siege")
class StormOrSiege(WithAMatch):
    """A place is stormed at once, or a siege is announced that the next turn decides.

    The siege is by a match, as in the base rules, and the defender may have it lifted until then by
    relief from outside (ishkibibble-siege.6).
    """

    too_weak = _TOO_WEAK

    def order_stops(self, verb: str) -> Stops:
        """Both ways are open (ishkibibble-siege.1)."""
        return iter(())

    def timing_stops(self, table: KTable, place: Place, verb: str) -> Stops:
        """Announced in one turn, resolved in the next (ishkibibble-siege.4, ishkibibble-siege.5);
        who besieges has chosen, and does not storm."""
        yield from super().timing_stops(table, place, verb)
        siege = table.state.sieges.get(place.id)
        if siege is None:
            if verb == "conclude":
                yield _ANNOUNCE
        elif verb == "storm":
            yield _BESIEGED
        elif verb == "conclude" and siege.turns < 2:
            yield _TOO_SOON

    def besieged_from_ships(self, table: KTable, seat: int, port: str, crew: list[str]) -> None:
        """A force that entered a port that is not open announces a siege of it (base-8.7)."""
        if not matched(table, table.content.board.places[port], crew, []):
            for carrier in dict.fromkeys(table.state.nobles[noble].aboard for noble in crew):
                put_ashore(table, carrier)
        elif port in table.state.sieges:
            join_siege(table, seat, port, tuple(crew))
        else:
            lay_siege(table, seat, port, crew, "ship")
