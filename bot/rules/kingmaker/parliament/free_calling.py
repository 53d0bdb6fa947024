"""Calling a Parliament that needs no Writ, and what follows the call (base §15; classic-turn).

Coming to a Parliament that nobody has to attend, and Writs that force nobles to come (base §15).

Each rule is written once, as a stop: there are stops for the noble who comes, for the heirs he
leaves behind, for the player who serves a Writ, and for the noble it names.
"""

from __future__ import annotations

from bot.rules.kernel import Choice, Field, IllegalChoice, Offer, Prompt, Seat, Stops, first, free
from bot.rules.kingmaker import facts
from bot.rules.kingmaker.conditions.abroad import refugees
from bot.rules.kingmaker.conditions.custody import held_stops, moved_stops
from bot.rules.kingmaker.conditions.lasting import (
    WRIT,
    absence_stops,
    atrocity_stops,
    held,
    may_keep,
    missing_stops,
    spend,
    waverer_stops,
)
from bot.rules.kingmaker.conditions.sides import house_behind
from bot.rules.kingmaker.consequences.changes import give_heir, leave_heir, pick_up_heirs
from bot.rules.kingmaker.consequences.going_home import KeepHeirs
from bot.rules.kingmaker.forces.strength import nobles_of, strongest, together, under_siege
from bot.rules.kingmaker.ids import CardId, HeirId, NobleId, PlaceId
from bot.rules.kingmaker.parliament.ballot import Votes, caller_first, count_votes, sitting_of
from bot.rules.kingmaker.parliament.calling import (
    CHANCELLOR,
    PeoplesMeeting,
    authority_stops,
    cards_needed,
    likeliest,
    may_lead,
    meeting_place,
    place_stops,
    right_stops,
)
from bot.rules.kingmaker.parliament.chancery import Opening
from bot.rules.kingmaker.procedures import PARLIAMENTS
from bot.rules.kingmaker.sieges import break_siege, can_hold
from bot.rules.kingmaker.state import KStep, KTable, Sitting
from bot.rules.kingmaker.succession import heirs_with, sole_king


def gather(table: KTable) -> None:
    """A noble inside the place where Parliament meets, or in the open in its square, is already
    present.
    """
    sitting = sitting_of(table)
    sitting.attending = [
        key
        for key, noble in table.state.nobles.items()
        if noble.square == sitting.square
        and noble.aboard is None
        and noble.captor is None
        and noble.inside in (None, sitting.place)
        and not under_siege(table.state, key)
        and free(atrocity_stops(table.state, noble.seat))
    ]


# The nobles who come (base-15.4, base-15.6, base-15.14)


class Attendance(KStep, tag="attendance"):
    """Each player may send nobles, one player after the other; nobody has to (classic-turn.4).

    The nobles go there directly, whatever lies between (base-15.4), with or without their heirs
    (base-15.6). ``seats`` have yet to be asked.
    """

    seats: list[Seat]

    def prompts(self, table: KTable) -> list[Prompt]:
        if not self.seats:
            return []
        seat = self.seats[0]
        able = [n for n in nobles_of(table.state, seat) if free(_comer_stops(table, seat, n))]
        if not able:
            return []
        offers = [Offer("attend", (Field("nobles", tuple(able), 1, len(able)),), "base-15.4")]
        offers += [offer for noble in able for offer in _without_heirs(table, noble)]
        offers.append(Offer("done", (), "base-15.4"))
        about = {"place": sitting_of(table).place}
        return [Prompt(seat, "attendance", tuple(offers), default=Choice("done"), facts=about)]

    def advance(self, table: KTable) -> None:
        if self.seats:
            self.seats.pop(0)
        else:
            table.finish(self)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "done":
            self.seats.pop(0)
        else:
            come(table, seat, choice)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        return first(_attendance_stops(table, seat, choice))


def _without_heirs(table: KTable, noble: NobleId) -> list[Offer]:
    """A noble may leave heirs with others of his force, or in the fortress he is in."""
    heirs = tuple(h for h in heirs_with(table.state, noble) if free(_heir_stops(table, noble, h)))
    if not heirs:
        return []
    fields = (Field("noble", (noble,)), Field("leave", heirs, 1, len(heirs)))
    return [Offer("attend_without", fields, "base-15.6")]


def _attendance_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    if choice.verb not in ("attend", "attend_without"):
        yield IllegalChoice(
            "base-15.4", "Parliament is called. First say which of your nobles go there."
        )
    for noble in (*choice.many("nobles", NobleId), *choice.many("noble", NobleId)):
        yield from _comer_stops(table, seat, noble)
        for heir in choice.many("leave", HeirId):
            yield from _heir_stops(table, noble, heir)
    yield IllegalChoice("base-15.4", "Name each noble only once, or say that you are done.")


def _comer_stops(table: KTable, seat: Seat, noble: NobleId) -> Stops:
    """The noble is the player's, is not there yet, and is not under siege (base-10.6).

    A noble who wavers does not move at his player's wish.
    """
    state = table.state
    if noble not in state.nobles or state.nobles[noble].seat != seat:
        yield IllegalChoice("base-15.4", "You can send only nobles of your own faction.")
    elif noble in sitting_of(table).attending:
        yield IllegalChoice("base-15.4", "That noble is already there.")
    elif under_siege(state, noble):
        yield IllegalChoice("base-10.6", "A noble under siege cannot leave.")
    else:
        yield from held_stops(state, noble)
        yield from moved_stops(state, noble)
        yield from waverer_stops(state, noble)
        yield from absence_stops(state, table.content, seat, sitting_of(table).square)


def _heir_stops(table: KTable, noble: NobleId, heir: HeirId) -> Stops:
    """An heir stays only with another noble of the force, or where a fortress holds him."""
    if heir not in heirs_with(table.state, noble):
        yield IllegalChoice("base-15.6", "A noble can leave behind only an heir whom he keeps.")
    elif not together(table.state, noble) and not _in_haven(table, noble):
        yield IllegalChoice("base-15.6", "If the noble goes, nobody is left to keep that heir.")


def _in_haven(table: KTable, noble: NobleId) -> bool:
    """Whether a noble is in a fortress that could hold an heir without him (base-11.11)."""
    inside = table.state.nobles[noble].inside
    holds = table.content.ruleset.fortress_holds_heirs
    return holds and inside is not None and table.content.board.places[inside].is_fortress


def come(table: KTable, seat: Seat, choice: Choice, *, writ: bool = False) -> None:
    """Nobles come to Parliament, and the sieges they leave may end."""
    party = (*choice.many("nobles", NobleId), *choice.many("noble", NobleId))
    left = choice.many("leave", HeirId)
    home = table.state.nobles[party[0]]
    others = together(table.state, party[0]) if left else []
    for heir in left:
        if others:
            give_heir(table, heir, strongest(table, others))
        else:
            leave_heir(table, heir, home.square, home.inside)
    sitting = sitting_of(table)
    for key in party:
        if table.state.nobles[key].inside != sitting.place:
            table.state.stand(key, sitting.square)
    sitting.attending += party
    table.emit(facts.CameToParliament(seat, party, left, writ))
    _leave_sieges(table, party)
    for key in party:
        pick_up_heirs(table, key)
    if len(others) > 1:
        table.push(KeepHeirs(list(left), others))


def _leave_sieges(table: KTable, party: tuple[NobleId, ...]) -> None:
    """A siege ends only if besiegers have left it (base-15.14)."""
    for place, siege in list(table.state.sieges.items()):
        staying = [key for key in siege.besiegers if key not in party]
        if staying == siege.besiegers:
            continue
        siege.besiegers = staying
        if not staying or not can_hold(table, place):
            break_siege(table, place, "parliament")


# Writs (base-15.5)


class WritsServed(KStep, tag="serve_writs"):
    """A player with a noble in Parliament may force other players' nobles to come, for one Writ
    each (base-15.5).

    Everybody there who might have a Writ is asked, so nobody learns who does not have one.
    ``seats`` have yet to be asked, starting with the caller's.
    """

    seats: list[Seat]

    def prompts(self, table: KTable) -> list[Prompt]:
        if not self.seats or not free(_presence_stops(table, self.seats[0])):
            return []
        seat = self.seats[0]
        named = tuple(n for n in table.state.nobles if free(_named_stops(table, seat, n)))
        if not named or not may_keep(table.state, table.content, seat, WRIT):
            return []
        offers = [Offer("done", (), "base-15.5")]
        if free(_server_stops(table, seat)):
            offers.insert(0, Offer("serve_writ", (Field("noble", named),), "base-15.5"))
        return [Prompt(seat, "writs", tuple(offers), default=Choice("done"), guarded=True)]

    def advance(self, table: KTable) -> None:
        if self.seats:
            self.seats.pop(0)
        else:
            table.finish(self)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        if choice.verb == "done":
            self.seats.pop(0)
            return
        noble = choice.one("noble", NobleId)
        spend(table, seat, WRIT)
        table.emit(facts.WritServed(seat, noble))
        table.push(Served(noble))

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        return first(_writ_stops(table, seat, choice))


def _writ_stops(table: KTable, seat: Seat, choice: Choice) -> Stops:
    if choice.verb != "serve_writ":
        yield IllegalChoice(
            "base-15.5", "Players are serving Writs. Serve one, or say that you are done."
        )
    yield from _server_stops(table, seat)
    for noble in choice.many("noble", NobleId):
        yield from _named_stops(table, seat, noble)
    yield IllegalChoice("base-15.5", "Name one noble whom your Writ forces to come.")


def _presence_stops(table: KTable, seat: Seat) -> Stops:
    nobles, attending = table.state.nobles, sitting_of(table).attending
    if all(nobles[n].seat != seat for n in attending if n in nobles):
        yield IllegalChoice("base-15.5", "You need a noble in Parliament to serve a Writ.")


def _server_stops(table: KTable, seat: Seat) -> Stops:
    yield from _presence_stops(table, seat)
    if not held(table, seat, WRIT):
        yield IllegalChoice("base-15.5", "You hold no Writ.")


def _named_stops(table: KTable, seat: Seat, noble: NobleId) -> Stops:
    """A noble of another faction who is not there yet and can be fetched: not under siege, in
    refuge, captive or kept away by an Event card.
    """
    state = table.state
    if noble not in state.nobles or state.nobles[noble].seat == seat:
        yield IllegalChoice(
            "base-15.5", ("A Writ can force only a noble of another faction to come.")
        )
    elif noble in sitting_of(table).attending:
        yield IllegalChoice("base-15.5", "That noble is already there.")
    elif noble in refugees(table):
        yield IllegalChoice(
            "ishkibibble-refuge.8", "That noble is in refuge, and no Writ can reach him."
        )
    elif under_siege(state, noble):
        yield IllegalChoice("base-15.5", "A Writ cannot force a noble under siege to come.")
    elif noble in state.custody:
        yield from held_stops(state, noble)
    else:
        there = state.nobles[noble].seat, sitting_of(table).square
        yield from missing_stops(state, table.content, *there)


class Served(KStep, tag="served"):
    """A noble who is served a Writ comes; his player says which heirs he brings."""

    noble: NobleId

    def prompts(self, table: KTable) -> list[Prompt]:
        without = _without_heirs(table, self.noble)
        if not without:
            return []
        seat = table.state.nobles[self.noble].seat
        plain = Offer("attend", (Field("nobles", (self.noble,)),), "base-15.5")
        default = Choice.of("attend", nobles=[self.noble])
        about = {"noble": self.noble, "place": sitting_of(table).place}
        return [Prompt(seat, "served", (plain, *without), default=default, facts=about)]

    def advance(self, table: KTable) -> None:
        table.finish(self)
        seat = table.state.nobles[self.noble].seat
        come(table, seat, Choice.of("attend", nobles=[self.noble]), writ=True)

    def answer(self, table: KTable, seat: Seat, choice: Choice) -> None:
        table.finish(self)
        come(table, seat, choice, writ=True)

    def refusal(self, table: KTable, seat: Seat, choice: Choice) -> IllegalChoice | None:
        for heir in choice.many("leave", HeirId):
            stop = first(_heir_stops(table, self.noble, heir))
            if stop is not None:
                return stop
        return IllegalChoice(
            "base-15.5", "A Writ forces the noble to come. Say which heirs he brings."
        )


@PARLIAMENTS.named("caller")
class CallerOffers:
    """The Parliament of the base rules: anyone may attend, and the caller offers the cards in the
    Chancery.

    Calling needs no Writ (base-15.3), and Parliament meets at most once a turn (base-15.13).
    """

    def could_call(self, table: KTable, seat: Seat) -> bool:
        """The Chancellor may need his card (house-7.1.3); nobody needs a Writ (base-15.3)."""
        return not self.resting(table) and any(
            free(right_stops(table, seat, noble))
            and free(place_stops(table, seat, noble))
            and may_keep(table.state, table.content, seat, *cards_needed(table, noble))
            for noble in nobles_of(table.state, seat)
        )

    def call_offers(self, table: KTable, seat: Seat) -> list[Offer]:
        """The caller: a sole King's keeper (classic-turn.4) or the Chancellor (classic-turn.5)."""
        if self.resting(table):
            return []
        ready = tuple(
            noble
            for noble in nobles_of(table.state, seat)
            if free(authority_stops(table, seat, noble)) and free(place_stops(table, seat, noble))
        )
        return [Offer("call_parliament", (Field("by", ready),), "base-15.1")] if ready else []

    def call_stops(self, table: KTable, seat: Seat, choice: Choice) -> Stops:
        """Checks the time, the caller and the place (base-15.2)."""
        yield from _time_stops(table)
        named = choice.many("by", NobleId) or likeliest(table, seat)
        for noble in named:
            yield from authority_stops(table, seat, noble)
        for noble in named:
            if noble in table.state.nobles:
                yield from place_stops(table, seat, noble)
        if choice.many("summon", NobleId):
            yield IllegalChoice(
                "base-15.3",
                (
                    "You need no Writ to call Parliament here. Once it has met, Writs may force "
                    "nobles to come."
                ),
            )
        if len(choice.many("by", NobleId)) != 1:
            yield IllegalChoice("base-15.1", "Say which one of your nobles calls Parliament.")

    def call(self, table: KTable, seat: Seat, choice: Choice) -> None:
        """Parliament is called; a Chancellor spends his card for it if he needs one."""
        noble = choice.one("by", NobleId)
        place = meeting_place(table, noble)
        for card in cards_needed(table, noble):
            spend(table, seat, card)
        table.state.sitting = Sitting(seat, place.id, place.square, noble)
        table.emit(facts.ParliamentCalled(seat, place.id, noble))
        self.sit(table)

    def resting(self, table: KTable) -> bool:
        """Whether Parliament has met this turn (base-15.13); here the King's Peace bars no call."""
        return not free(_time_stops(table))

    def must_be_summoned(self, table: KTable, card: CardId) -> None:
        """Without a sole King, Parliament meets now, at the place that one of its leader's nobles
        can reach soonest by land, or in London if none can go (base-4.5).
        """
        state = table.state
        if sole_king(state) is not None:
            table.emit(facts.EventIdle(card, "sole_king"))
            return
        leader = _leader(table)
        if leader is None:
            table.emit(facts.EventIdle(card, "no_leader"))
            return
        london = table.content.board.places[PlaceId("london")]
        state.sitting = Sitting(leader, london.id, london.square, people=True)
        table.push(PeoplesMeeting(leader))

    def excuses(self) -> bool:
        """Nobody has to attend (base-15.4)."""
        return False

    def breaks_sieges(self) -> bool:
        """Parliament ends no sieges except those whose besiegers leave to attend (base-15.14)."""
        return False

    def goes_first(self, table: KTable, noble: NobleId) -> None:
        """The leader takes an heir who is there alone, as any arriving noble does (base-11.10)."""
        pick_up_heirs(table, noble)

    def sit(self, table: KTable) -> None:
        """Nobles already there are present, others come, Writs are served, and the Chancery is
        opened."""
        table.state.parliament_turn = table.state.turn
        gather(table)
        order = caller_first(table)
        table.push(Attendance(order), WritsServed(list(order)), Opening())

    def votes(self, table: KTable) -> Votes:
        """The votes are those at the time of voting (base-15.24, base-15.25)."""
        return count_votes(table)


def _leader(table: KTable) -> Seat | None:
    """The Chancellor's player leads a Parliament that must be summoned; if there is no Chancellor,
    or he is a captive, the player who drew the card leads it (base-4.5). If the Chancellor belongs
    to a family, the House it serves leads it, because only Houses call Parliament
    (families-turn.3); if the family is neutral, the player who drew the card does.

    A player who may not call a Parliament may not lead one; if the player who drew the card may
    not, Parliament does not meet."""
    state = table.state
    free_nobles = (n for n in state.nobles.values() if n.captor is None)
    chancellor = next((n.seat for n in free_nobles if n.office == CHANCELLOR), None)
    if chancellor is not None:
        chancellor = house_behind(table, chancellor)
    leaders = (chancellor, state.active)
    return next((s for s in leaders if s is not None and may_lead(table, s)), None)


def _time_stops(table: KTable) -> Stops:
    if table.state.parliament_turn == table.state.turn:
        yield IllegalChoice(
            "base-15.13", "Parliament has already met this turn. It meets once a turn."
        )
