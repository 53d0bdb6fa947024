"""Who must go out when a place changes hands, and who stays (house §5.19, §6.2; base §1)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.forces import inside
from bot.rules.kingmaker.state import KTable


def put_out_strangers(table: KTable, place: str, seat: int) -> None:
    """Nobles of others inside a place that a seat has gained are put out (base-1.17).

    In a port they may stay under an amnesty. While others besiege it nobody leaves (house-6.2d):
    they stay in its garrison as guests (house-8.5.1). Before edition 5 they came out of the siege.
    """
    state = table.state
    strangers = [n for n in inside(state, place) if state.nobles[n].seat != seat]
    siege = state.sieges.get(place)
    if table.content.ruleset.port_amnesty and place in table.content.board.ports:
        under_amnesty(table, strangers, place)
    elif siege is None or siege.seat == seat or state.edition < 5:
        put_out(table, place, strangers)


def under_amnesty(table: KTable, nobles: list[str], port: str) -> None:
    """Nobles are trapped in a port of others, and stay there (ishkibibble-amnesty.1)."""
    if nobles:
        table.state.amnesty += [noble for noble in nobles if noble not in table.state.amnesty]
        table.emit(facts.AmnestyBegan(tuple(nobles), port))


def put_out(table: KTable, place: str, nobles: list[str]) -> None:
    """Put nobles out of a place that is no longer theirs (house-5.19h, base-1.17)."""
    for noble_id in nobles:
        table.state.nobles[noble_id].inside = None
    if nobles:
        table.emit(facts.Expelled(tuple(nobles), place))
