"""The nobles who must go out when a place changes hands, and those who stay (house §5.19, §6.2;
base §1)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces.strength import held_by_ally, inside
from bot.rules.kingmaker.state import KTable


def put_out_strangers(table: KTable, place: str, seat: int) -> None:
    """Nobles of others inside a place that a seat has gained are put out (base-1.17).

    In a port they may stay under an amnesty, and with them whose ships lie there. While others
    besiege it nobody leaves (house-6.2d): they stay in its garrison as guests (house-8.5.1).
    """
    state = table.state
    strangers = [n for n in inside(state, place) if state.nobles[n].seat != seat]
    siege = state.sieges.get(place)
    if table.content.ruleset.port_amnesty and place in table.content.board.ports:
        under_amnesty(table, [*strangers, *_crews_of_others(table, place, seat)], place)
    elif siege is None or siege.seat == seat:
        put_out(table, place, strangers)


def _crews_of_others(table: KTable, port: str, seat: int) -> list[str]:
    """Who lies in a port that a seat has gained, and does not besiege it (ishkibibble-amnesty.1).

    An ally's crew is welcome.
    """
    state, place = table.state, table.content.board.places[port]
    siege = state.sieges.get(port)
    besieging = () if siege is None else siege.ships
    lying = [k for k, s in state.ships.items() if s.port == port and not s.hostile]
    lying = [ship for ship in lying if ship not in besieging]
    crews = [n for n, noble in state.nobles.items() if noble.aboard in lying]
    others = [n for n in crews if state.nobles[n].seat != seat]
    return [n for n in others if not held_by_ally(table, state.nobles[n].seat, place)]


def under_amnesty(table: KTable, nobles: list[str], port: str) -> None:
    """Nobles are trapped in a port of others, and stay there (ishkibibble-amnesty.1)."""
    if nobles:
        table.state.amnesty += [noble for noble in nobles if noble not in table.state.amnesty]
        table.emit(facts.AmnestyBegan(tuple(nobles), port))


def put_out(table: KTable, place: str, nobles: list[str]) -> None:
    """Put nobles out of a place that is no longer theirs (house-5.19h, base-1.17)."""
    for noble_id in nobles:
        table.state.go_inside(noble_id, None)
    if nobles:
        table.emit(facts.Expelled(tuple(nobles), place))
