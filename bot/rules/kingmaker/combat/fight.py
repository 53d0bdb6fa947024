"""Active Combat in the open: weather, table, deaths and aftermath (house §2.3, §5.14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from bot.rules.kernel import Seat, Stops
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.combat.battle import NameTarget
from bot.rules.kingmaker.combat.outcome import (
    committed,
    fray_of,
    let_back_in,
    lost_sieges,
    pass_on_places,
    seize,
    stay_inside,
    take_booty,
    take_the_field,
)
from bot.rules.kingmaker.combat.targets import still_there, targets_among
from bot.rules.kingmaker.consequences.changes import (
    discard,
    draw_event,
    give_heir,
    kill_heir,
    kill_noble,
    leave_heir,
    takes_from,
)
from bot.rules.kingmaker.consequences.going_home import GoHome, KeepHeirs
from bot.rules.kingmaker.forces.strength import strength, strongest, titled
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PersonId, PlaceId, SquareId
from bot.rules.kingmaker.procedures import BATTLES, Attack, handler_of, procedures
from bot.rules.kingmaker.sieges import break_siege, share_of
from bot.rules.kingmaker.state import KStep, KTable
from bot.rules.kingmaker.tables import VICTORIES, BattleResult, BattleRow

# 5.14 The weather


def check_weather(table: KTable, seat: Seat) -> tuple[CardId, bool]:
    """Draw for the weather, with which Active Combat begins (house-5.14a). Returns the card, and
    whether the weather is bad.

    Only the card's weather counts, even at a siege (house-6.1b). A card with no lower half decides
    nothing, and another is drawn: one that may be kept, such as a Writ or a Free Move, is kept
    (house-5.14d), and any other is discarded unused (ishkibibble-cards.2). After an Embassy, the
    deck is reshuffled once the combat is over (house-5.9b).
    """
    while True:
        card_id = draw_event(table)
        card = table.content.events[card_id]
        idle = card.combat == "none"
        if idle and card.hold:
            table.state.factions[seat].held.append(card_id)
            table.emit(facts.WeatherDrawn(seat, card.face, bad=False, kept=True))
            continue
        table.state.event_discards.append(card_id)
        if idle:
            table.emit(facts.WeatherDrawn(seat, card_id, bad=False, idle=True))
            continue
        bad = card.combat == "bad_weather"
        table.emit(facts.WeatherDrawn(seat, card_id, bad=bad))
        if handler_of(table, card).reshuffles:
            procedures(table).reshuffle.in_combat(table)
        return card_id, bad


def use_up(table: KTable, cards: Iterable[CardId], nobles: Sequence[NobleId]) -> None:
    """Single-use cards are spent as soon as Active Combat begins (house-5.13c), if they are still
    with these nobles.

    Each player spends his own, which can break his bargain with a recruit (families-recruit.19).
    """
    state = table.state
    used = [card for card in cards if state.bearer(card) in nobles]
    for card in used:
        takes_from(state.nobles[state.relations.bearers[card]])
        state.lose_card(card)
    discard(table, used)


def use_once(table: KTable, nobles: Sequence[NobleId]) -> None:
    """Single-use cards, used in attack or defence, go to the discards (base-19.6).

    The Scottish Mercenaries, fifty men (ishkibibble-scots.1) who carry nobody across the sea
    (ishkibibble-scots.3), go there too; the Irish Kerns stay for any number of combats
    (ishkibibble-kerns.5).
    """
    crown = table.content.crown
    beside = [card for noble in nobles for card in table.state.nobles[noble].cards]
    spent = (c for c in beside if crown[c].single_use and not crown[c].attack_only)
    use_up(table, spent, nobles)


# 5.15 The ratio


def ratio_row(
    table: KTable, attackers: list[NobleId], defenders: list[NobleId], french: list[CardId]
) -> BattleRow | None:
    """The row of the Battle Combat Table for these two strengths; None below one to four
    (house-5.15b)."""
    attack = strength(table, attackers, frozenset(french))
    return table.content.battle.row_for(attack, strength(table, defenders))


# 5.14 Active Combat


class Fight(KStep, tag="fight"):
    """One battle in the open, from the weather to its result (house-5.14a).

    Meanwhile nobody is asked anything: no heir is killed (house-5.14b), and no card changes hands
    (house-5.14c).
    """

    seat: Seat
    against: Seat
    square: SquareId
    attackers: list[NobleId]
    defenders: list[NobleId]
    french: list[CardId] = []
    target: PersonId | None = None
    prize: list[HeirId] = []
    """The living heirs that a victory wins from the defenders."""
    sieges: list[PlaceId] = []
    """The sieges that a victory over the defenders breaks (house-6.4b)."""

    def advance(self, table: KTable) -> None:
        self.attackers = still_there(table, self.attackers)
        self.defenders = still_there(table, self.defenders)
        if self._wants_target(table):
            table.push(NameTarget(self.seat, self.attackers[0], self.defenders))
            return
        table.finish(self)
        if not self.attackers or not self.defenders:
            table.emit(facts.AttackCancelled("nobody"))
            return
        sallied = self._take_the_field(table)
        declared = self._declared(table, sallied)
        table.emit(declared)
        forces = committed(table, self.attackers, self.french), committed(table, self.defenders)
        if self._too_weak(table):
            table.emit(facts.AttackCancelled("odds"))
            stay_inside(table, sallied)
        elif self._bad_weather(table):
            table.emit(facts.AttackCancelled("weather"))
            stay_inside(table, sallied)
        else:
            result = self._roll(table, declared)
            self._bury(table, result, sallied)
            if result in VICTORIES:
                take_booty(table, self.attackers, forces[1])
            elif result == "attack_fails" and self.target is None:
                take_booty(table, self.defenders, forces[0])
            self._follow(table, result, sallied)

    # The fighters, and the kind of fight (house-5.14e, house-5.15b, house-5.15e)

    def _row(self, table: KTable) -> BattleRow | None:
        """The ratio is taken when Active Combat begins (house-5.14e)."""
        return ratio_row(table, self.attackers, self.defenders, self.french)

    def _assassin(self, table: KTable) -> bool:
        """Whether a lone untitled noble attacks at less than one to four (house-5.15b,
        house-5.15e)."""
        lone = len(self.attackers) == 1 and not titled(table, self.attackers[0])
        return lone and bool(self.defenders) and self._row(table) is None

    def _wants_target(self, table: KTable) -> bool:
        """Whether an assassin has no target, or his target is no longer among the defenders."""
        targets = targets_among(table, self.defenders)
        return self._assassin(table) and self.target not in targets

    def _too_weak(self, table: KTable) -> bool:
        """An attack below one to four that is not an assassin's is called off (house-5.14e)."""
        return self._row(table) is None and not self._assassin(table)

    def _take_the_field(self, table: KTable) -> dict[NobleId, PlaceId]:
        """Nobles who sally come out, and both sides are marked as having fought. Returns the nobles
        who sallied, and from where."""
        if not self._assassin(table):
            self.target = None  # one to four or more is an ordinary attack (house-5.15b)
        return take_the_field(table, self.attackers, self.defenders)

    def _declared(self, table: KTable, sallied: dict[NobleId, PlaceId]) -> facts.AttackDeclared:
        """The event that describes both sides, with their strengths before anything is used up."""
        return facts.AttackDeclared(
            self.seat,
            self.against,
            self.square,
            tuple(self.attackers),
            tuple(self.defenders),
            strength(table, self.attackers, frozenset(self.french)),
            strength(table, self.defenders),
            self.target,
            tuple(sallied),
            tuple(n for n in self.defenders if table.state.nobles[n].aboard is not None),
        )

    # 5.14a The weather begins Active Combat

    def _bad_weather(self, table: KTable) -> bool:
        _, bad = check_weather(table, self.seat)
        use_up(table, self.french, self.attackers)
        return bad

    # Battle Combat Table (house-2.3c)

    def _roll(self, table: KTable, declared: facts.AttackDeclared) -> BattleResult:
        attack, opposed = declared.strength, declared.opposed
        rows = table.content.battle.rows
        row = table.content.battle.row_for(attack, opposed)
        if row is None:  # an assassin's attack is never a victory (house-5.15c)
            table.emit(facts.BattleRolled(attack, opposed, "A", None, "attack_fails"))
            return "attack_fails"
        roll = table.percentile()
        result = row.result(roll)
        column = chr(ord("B") + rows.index(row))
        table.emit(facts.BattleRolled(attack, opposed, column, roll, result))
        return result

    # Deaths (house-2.3d) and heirs (house §5.17)

    def _bury(self, table: KTable, result: BattleResult, sallied: dict[NobleId, PlaceId]) -> None:
        """Bury the dead, and pass on their heirs and places; ``prize`` are the heirs won.

        Surviving attackers keep their heirs (house-5.17c); if none survives, the defenders take
        them, unless the attack is a victory (house-5.17d).
        """
        state, won = table.state, result in VICTORIES
        self.sieges = lost_sieges(table, self.defenders) if won else []
        fray = fray_of(state, self.attackers, self.defenders, result=result, target=self.target)
        attacking_heirs, defending_heirs = fray.attacking_heirs, fray.defending_heirs
        dead = procedures(table).deaths.among(table, fray)
        for heir in (*attacking_heirs, *defending_heirs):
            if heir in dead:
                kill_heir(table, heir, "battle")
        attackers = [n for n in self.attackers if n not in dead]
        defenders = [n for n in self.defenders if n not in dead]
        self._rehome(table, attacking_heirs, attackers or ([] if won else defenders))
        if won:
            self.prize = [h for h in defending_heirs if h not in dead]
            self._drown(table)
        else:
            self._rehome(table, defending_heirs, defenders)
        if result == "attack_fails":
            pass_on_places(table, sallied, dead)
        self._hand_out_prize(table, attackers)
        for noble in (*self.attackers, *self.defenders):
            if noble in dead:
                kill_noble(table, noble, "battle")
        self.attackers, self.defenders = attackers, defenders

    def _hand_out_prize(self, table: KTable, victors: list[NobleId]) -> None:
        """Heirs won go to the commander (house-5.17a); if no attacker survives, they are left
        in the open without a keeper (house-5.17b)."""
        for heir in self.prize:
            if victors:
                give_heir(table, heir, strongest(table, victors))
            else:
                leave_heir(table, heir, self.square, None)

    def _drown(self, table: KTable) -> None:
        """Heirs aboard a besieging ship die when the victory breaks the siege (house-8.6.21)."""
        state = table.state
        sinking = [ship for place in self.sieges for ship in state.sieges[place].ships]
        for heir in list(self.prize):
            holder = state.heirs[heir].holder
            if holder is not None and state.nobles[holder].aboard in sinking:
                self.prize.remove(heir)
                kill_heir(table, heir, "ship_siege")

    def _rehome(self, table: KTable, heirs: list[HeirId], keepers: list[NobleId]) -> None:
        """Heirs whose keeper is dead go to a surviving comrade of his (base-12.3), failing that to
        the strongest of the survivors given, or are left without a keeper."""
        nobles, steps = table.state.nobles, []
        for heir_id in heirs:
            heir = table.state.heirs[heir_id]
            if not heir.alive or heir.holder is None or heir.holder in keepers:
                continue
            if not keepers:
                leave_heir(table, heir_id, self.square, None)
                continue
            comrades = [n for n in keepers if nobles[n].seat == nobles[heir.holder].seat]
            leader = strongest(table, comrades or keepers)
            give_heir(table, heir_id, leader)
            own = [noble for noble in keepers if nobles[noble].seat == nobles[leader].seat]
            steps.append(KeepHeirs([heir_id], own))
        table.push(*steps)

    # What each result does (house §5.16)

    def _follow(self, table: KTable, result: BattleResult, sallied: dict[NobleId, PlaceId]) -> None:
        """Victors capture the beaten; attackers who fail go home; if nobody wins, everybody stays.

        Guests who stayed inside while their host lost his sally still defend the fortress for him
        (house-8.5.13).
        """
        if result in VICTORIES:
            let_back_in(table, sallied)
            self._win(table)
        elif result == "attack_fails":
            table.push(GoHome(self.attackers, "retreat"))
        else:
            let_back_in(table, sallied)

    def _win(self, table: KTable) -> None:
        """Survivors are captured (house-5.16a), their heirs taken, their sieges broken
        (house-6.4b)."""
        for place in self.sieges:
            break_siege(table, place, "defeat")
        self.defenders = [noble for noble in self.defenders if noble in table.state.nobles]
        if self.attackers:
            seize(table, self.square, self.attackers, self.defenders, self.prize)


# What a rule set chooses


@BATTLES.named("percentile_table")
class ByPercentileTable:
    """Battles are decided by the Battle Combat Table (house-2.3c)."""

    def least(self, table: KTable, opposed: int) -> int:
        """The strength needed to attack this many troops: a quarter of theirs (house-5.15b)."""
        return share_of(opposed, table.content.battle.rows[0].low)

    def murder_stops(self) -> Stops:
        """A lone untitled noble may go as an assassin (house-5.15b)."""
        return iter(())

    def fight(self, attack: Attack) -> KStep:
        """The battle itself."""
        return Fight(**msgspec.structs.asdict(attack))
