"""Open battle: the declaration, and who takes a side (house §5.11, §5.14, §5.15; base §9, §16).

Also what comes between the declaration of an attack and its weather (house §5.14, §5.15, §8.7).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat.alliances import Allies, dissolve, stand_by
from bot.rules.kingmaker.combat.targets import force_key, still_there, targets_among
from bot.rules.kingmaker.forces.strength import attacking_side, defence, strength, strongest
from bot.rules.kingmaker.ids import CardId, NobleId, PersonId, PlaceId, SquareId
from bot.rules.kingmaker.procedures import Attack, procedures
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.succession import heirs_with

# 5.14f The defender is asked whether he acts


class BeforeWeather(KStep, tag="moment"):
    """Players under attack may play cards and pass things on before the weather is drawn
    (house-5.14f).

    ``pending`` are those who have not yet let the attack proceed. Meanwhile these players may do
    anything that can be done at any time. ``place`` is the besieged place, if the combat is not an
    open battle.
    """

    seat: Seat
    against: Seat
    square: SquareId
    attackers: list[NobleId]
    defenders: list[NobleId]
    pending: list[Seat]
    french: list[CardId] = []
    place: PlaceId | None = None
    meanwhile = IllegalChoice(
        "house-5.14f",
        "An attack has been declared. Until its weather is drawn you may only play cards, pass "
        "things on and kill heirs.",
    )

    def prompts(self, table: KTable) -> list[Prompt]:
        if not self.pending:
            return []
        about = self._about(table)
        return [
            Prompt(
                seat,
                "moment",
                (Offer("let_through", (), "house-5.14f"),),
                default=Choice("let_through"),
                seconds=table.content.ruleset.moment_seconds,
                facts=about,
            )
            for seat in self.pending
        ]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        self.pending.remove(seat)

    def close(self, table: KTable) -> None:
        self.pending = []

    def concerns(self, seat: Seat) -> bool:
        return seat == self.seat

    def _about(self, table: KTable) -> Mapping[str, str]:
        attackers = still_there(table, self.attackers, self.place)
        defenders = still_there(table, self.defenders)
        about = {
            "square": self.square,
            "attacker": str(self.seat),
            "defender": str(self.against),
            "strength": str(strength(table, attackers, frozenset(self.french))),
            "attackers": ",".join(attackers),
            "defenders": ",".join(defenders),
        }
        french = [card for card in self.french if table.state.bearer(card) in attackers]
        if french:
            about["french"] = ",".join(french)
        if self.place is None:
            opposed = strength(table, defenders)
            return about | {"opposed": str(opposed)}
        attacking = attacking_side(table.state, self.seat, attackers)
        opposed = defence(table, table.content.board.places[self.place], attacking)
        return about | {"opposed": str(opposed), "place": self.place}


def questions_before_weather(table: KTable) -> bool:
    """Whether defenders at this table are asked anything before the weather."""
    state, seconds = table.state, table.content.ruleset.moment_seconds
    return not state.straight_to_weather and seconds > 0


def asked_before_weather(table: KTable, against: Seat, defenders: Iterable[NobleId]) -> list[Seat]:
    """The defending seats with cards in hand, or with an heir whom they may yet kill (house-5.14b):
    everybody can see how many cards they have and where the heirs are (house-5.14f)."""
    state = table.state
    if not questions_before_weather(table):
        return []
    defenders = list(defenders)
    keep = {state.nobles[noble].seat for noble in defenders if heirs_with(state, noble)}
    seats = dict.fromkeys((against, *(state.nobles[noble].seat for noble in defenders)))
    return [seat for seat in seats if seat in keep or state.factions[seat].hand]


# 5.15e An attack that falls below one to four continues as an assassin's


class NameTarget(KStep, tag="name_target"):
    """A lone untitled noble's player names the noble or heir he is to kill, before the weather is
    drawn (house-5.15e).
    """

    seat: Seat
    noble: NobleId
    defenders: list[NobleId]
    meanwhile = IllegalChoice(
        "house-5.15e", "Your noble attacks alone as an assassin. First name his target."
    )

    def prompts(self, table: KTable) -> list[Prompt]:
        defenders = still_there(table, self.defenders)
        if not defenders or not still_there(table, [self.noble]):
            return []
        targets = tuple(targets_among(table, defenders))
        offer = Offer("name_target", (Field("target", targets),), "house-5.15e")
        default = Choice.of("name_target", target=strongest(table, defenders))
        about = {"noble": self.noble}
        return [Prompt(self.seat, "name_target", (offer,), default=default, facts=about)]

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        target = table.state.person(choice.one("target"))
        table.agenda[-1].target = target
        table.emit(facts.AssassinTargetNamed(self.seat, self.noble, target))


class Battle(KStep, tag="battle"):
    """An attack in the open is declared; forces in the square may take a side (house-5.11)."""

    seat: Seat
    against: Seat
    square: SquareId
    attackers: list[NobleId]
    defenders: list[NobleId]
    french: list[CardId] = []
    target: PersonId | None = None
    mustered: bool = False
    needed: int = 0
    """The strength that the attackers cannot reach without allies (house-5.11g); otherwise 0."""

    def advance(self, table: KTable) -> None:
        if not self.mustered:
            self._declare(table)
        else:
            self._begin(table)

    def _declare(self, table: KTable) -> None:
        """Announce the attack; ask the other forces once whether they take a side (house-5.11).

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
        """Before anybody is asked, everybody is told about the attack (house-5.14f)."""
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
        """Nothing happens if allies were needed and stayed out (house-5.11g); otherwise the fight
        follows.
        """
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
