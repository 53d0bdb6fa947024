"""The attempt to conclude a siege (house §6.1)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.aftermath import Captives, HoldPlace, KeepHeirs, Occupy
from bot.rules.kingmaker.alliances import Allies, seats_to_ask
from bot.rules.kingmaker.battle import check_weather, roll_deaths, use_up
from bot.rules.kingmaker.board import Place
from bot.rules.kingmaker.changes import (
    give_heir,
    kill_heir,
    kill_noble,
    leave_heir,
    stand_open,
    take_control,
)
from bot.rules.kingmaker.forces import controller, defence, inside, strength, strongest
from bot.rules.kingmaker.royals import heirs_with, unheld_at
from bot.rules.kingmaker.siege import join_siege, lay_siege
from bot.rules.kingmaker.state import KStep, KTable


class Storm(KStep, tag="storm"):
    """One attempt to conclude a siege: weather, deaths, capture."""

    seat: int
    place: str
    attackers: list[str]
    french: list[str] = []
    defenders: list[str] = []
    mustered: bool = False

    def advance(self, table: KTable) -> None:
        state, place = table.state, table.content.board.places[self.place]
        if not self.mustered:
            self._muster(table, place)
            return
        table.finish(self)
        defenders = self.defenders
        for noble in self.attackers:
            state.nobles[noble].attacked = True
            if state.nobles[noble].seat == state.active:
                state.nobles[noble].fought = True
        table.emit(
            facts.StormDeclared(
                self.seat,
                self.place,
                tuple(self.attackers),
                tuple(defenders),
                strength(table, self.attackers, frozenset(self.french)),
                defence(table, place),
            )
        )
        if strength(table, self.attackers, frozenset(self.french)) < defence(table, place):
            # Cards may have come in since the declaration; it takes a match (house-6.1a).
            table.emit(facts.AttackCancelled("odds"))
            return
        bad = check_weather(table, self.seat)
        use_up(table, self.french)
        if bad:
            self._begin_or_hold(table)
        else:
            self._take(table, place, defenders)

    # Alliances with the besieger (house-5.11c, house-5.11f)

    def _muster(self, table: KTable, place: Place) -> None:
        self.mustered = True
        defenders = inside(table.state, self.place)
        against = controller(table.state, self.place)
        if against is None:  # a town nobody controls: it is held against him by those inside
            within = (table.state.nobles[noble].seat for noble in defenders)
            against = next((seat for seat in within if seat is not None), self.seat)
        table.push(
            Allies(
                square=place.square,
                seat=self.seat,
                against=against,
                attackers=self.attackers,
                defenders=defenders,
                pending=seats_to_ask(table, self.seat, against),
                place=self.place,
            )
        )

    # 6.1 Bad weather: the siege begins, or holds (house-6.1c, house-6.1d)

    def _begin_or_hold(self, table: KTable) -> None:
        own = [n for n in self.attackers if table.state.nobles[n].seat == self.seat]
        if self.place in table.state.sieges:
            join_siege(table, self.seat, self.place, tuple(own))
        else:
            lay_siege(table, self.seat, self.place, own, "weather")

    # 6.1 Otherwise it succeeds: deaths on the Major Victory line, survivors captured

    def _take(self, table: KTable, place: Place, defenders: list[str]) -> None:
        state = table.state
        table.state.sieges.pop(self.place, None)
        row = table.content.battle.deaths["major_victory"]
        own_heirs = [h for n in self.attackers for h in heirs_with(state, n)]
        heirs = [h for n in defenders for h in heirs_with(state, n)]
        heirs += unheld_at(state, place.square, self.place)
        dead = roll_deaths(table, self.attackers, own_heirs, row, attacking=True)
        dead |= roll_deaths(table, defenders, heirs, row, attacking=False)
        for heir in (*own_heirs, *heirs):
            if heir in dead:
                kill_heir(table, heir, "siege")
        victors = [n for n in self.attackers if n not in dead]
        heirs = [h for h in heirs if h not in dead]
        own_heirs = [h for h in own_heirs if h not in dead]
        table.emit(facts.SiegeConcluded(self.seat, self.place, bool(victors)))
        leader = strongest(table, victors) if victors else None
        for heir in (*own_heirs, *heirs):
            if leader is None:
                leave_heir(table, heir, place.square, None)
            elif state.heirs[heir].holder not in victors:
                give_heir(table, heir, leader)
        captives = [n for n in defenders if n not in dead] if victors else []
        captor = self.seat if leader is None else state.nobles[leader].seat
        for noble in captives:
            state.nobles[noble].captor, state.nobles[noble].inside = captor, None
        for noble in (*self.attackers, *defenders):
            if noble in dead:
                kill_noble(table, noble, "siege")
        if leader is not None:
            victors = [n for n in victors if state.nobles[n].seat == captor]
            self._capture(table, leader, heirs, captives, victors)

    def _capture(
        self,
        table: KTable,
        leader: str,
        heirs: list[str],
        captives: list[str],
        victors: list[str],
    ) -> None:
        """The place and all in it fall to the victors (house-6.1g, base-10.13)."""
        captor = table.state.nobles[leader].seat
        place = table.content.board.places[self.place]
        for noble in victors:
            if table.state.nobles[noble].aboard is not None:
                stand_open(table, noble, place.square)
        if captives:
            table.emit(facts.Captured(tuple(captives), captor))
        if table.content.board.places[self.place].is_fortress:
            take_control(table, self.place, leader, "siege")
        table.push(
            KeepHeirs(heirs, victors),
            Captives(captives, captor),
            HoldPlace(self.place, victors),
            Occupy(self.place, captor, victors),
        )
