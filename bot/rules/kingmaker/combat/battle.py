"""Open battle: the declaration, and who takes a side (house §5.11, §5.14, §5.15; base §9, §16)."""

from __future__ import annotations

from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat.alliances import Allies, dissolve, stand_by
from bot.rules.kingmaker.combat.moment import BeforeWeather, asked_before_weather
from bot.rules.kingmaker.combat.targets import force_key
from bot.rules.kingmaker.forces.strength import strength
from bot.rules.kingmaker.procedures import Attack, procedures
from bot.rules.kingmaker.state import KStep, KTable


class Battle(KStep, tag="battle"):
    """An attack in the open is declared; forces of the square take a side (house-5.11)."""

    seat: int
    against: int
    square: str
    attackers: list[str]
    defenders: list[str]
    french: list[str] = []
    target: str | None = None
    mustered: bool = False
    needed: int = 0
    """The strength that the attackers do not reach without allies (house-5.11g); else 0."""

    def advance(self, table: KTable) -> None:
        if not self.mustered:
            self._declare(table)
        else:
            self._begin(table)

    def _declare(self, table: KTable) -> None:
        """Tell of the attack; ask the other forces once whether they take a side (house-5.11).

        Nobody joins an assassin (house-5.15b).
        """
        self.mustered = True
        places = [p for n in self.attackers if (p := table.state.nobles[n].inside) is not None]
        pending = []
        if self.target is None:
            pending = procedures(table).alliances.asked(table, self.seat, self.against)
            both = (self.seat, self.against)
            stand_by(table, both, self.square, self.attackers, self.defenders)
        allies = Allies(
            square=self.square,
            seat=self.seat,
            against=self.against,
            attackers=self.attackers,
            defenders=self.defenders,
            pending=pending,
            sally=places[0] if places else None,
            needed=self.needed,
        )
        if allies.prompts(table) or asked_before_weather(table, self.against, self.defenders):
            self._announce(table)
        table.push(allies)

    def _announce(self, table: KTable) -> None:
        """Before anybody is asked, everybody hears of the attack (house-5.14f)."""
        nobles = table.state.nobles
        table.emit(
            facts.AttackAnnounced(
                self.seat,
                self.against,
                self.square,
                tuple(self.attackers),
                tuple(self.defenders),
                strength(table, self.attackers, frozenset(self.french)),
                strength(table, self.defenders),
                needed=self.needed,
                target=self.target,
                sallying=tuple(n for n in self.attackers if nobles[n].inside is not None),
            )
        )

    def _begin(self, table: KTable) -> None:
        """Nothing happens if allies were needed and stayed out (house-5.11g); else the fight."""
        table.finish(self)
        battle = procedures(table).battle
        attack = strength(table, self.attackers, frozenset(self.french))
        if self.needed and attack < battle.least(table, strength(table, self.defenders)):
            dissolve(table.state, self.seat, self.against, self.attackers + self.defenders)
            table.emit(facts.AlliesStayedOut(self.seat, self.against, self.square))
            table.agenda[-1].stayed_out.append(force_key(self.square, self.against))
            return
        table.push(
            BeforeWeather(
                seat=self.seat,
                against=self.against,
                square=self.square,
                attackers=self.attackers,
                defenders=self.defenders,
                french=self.french,
                pending=asked_before_weather(table, self.against, self.defenders),
            ),
            battle.fight(
                Attack(
                    seat=self.seat,
                    against=self.against,
                    square=self.square,
                    attackers=self.attackers,
                    defenders=self.defenders,
                    french=self.french,
                    target=self.target,
                )
            ),
        )
