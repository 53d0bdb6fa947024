"""Offers and refusals of Parliament say the same: what is offered has nothing in its way, and in
the way of everything else stands a rule."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice, product

import pytest

from bot.rules.kernel import Choice, Match, Offer, Prompt, first
from bot.rules.kingmaker.parliament.calling import call_stops
from bot.rules.kingmaker.parliament.excuses import excuse_stops
from bot.rules.kingmaker.state import State
from bot.seats.random_seat import random_choice
from tests.rules.kingmaker.chamber import FREE_MOVES, WRITS
from tests.rules.kingmaker.scene import Scene


def full_house() -> Scene:
    """Two Kings, and Percy's (seat 0) fellow Neville is Chancellor in Coventry; everybody holds
    Writs and Free Moves, some live across the sea or lie under siege, the Chancery is full."""
    scene = Scene(3).noble("percy", 0, "alnwick", heirs=("henry",))
    scene.noble("neville", 0, "coventry", cards=("chancellor_england",))
    scene.noble("courtenay", 1, "tiverton")
    scene.noble("clifford", 1, "skipton").noble("grey", 1, "skipton", outside=True)
    scene.noble("talbot", 2, "sheffield", heirs=("richard_york",)).noble("stanley", 2, "douglas")
    scene.noble("roos", 0, "sheffield", outside=True).siege("sheffield", ["roos"])
    scene.crowned("henry", "richard_york").held(0, "E-CM01", *WRITS[:3], FREE_MOVES[0])
    scene.held(1, *WRITS[3:5], *FREE_MOVES[1:3]).held(2, WRITS[5], FREE_MOVES[3])
    scene.chancery("earl_kent", "earl_essex", "marshal_england", "abp_york", "bp_durham")
    return scene


def the_people() -> Scene:
    """Nobody is King, and the card is drawn: Percy (seat 0) stands in the open."""
    scene = Scene(3).noble("percy", 0, "17,13").noble("neville", 0, "alnwick").crowned()
    scene.noble("courtenay", 1, "tiverton").noble("clifford", 1, "skipton").held(1, *FREE_MOVES[:2])
    return scene.noble("talbot", 2, "sheffield").chancery("earl_kent").next_events("E-PM01")


def played(build: Callable[[], Scene], seed: int) -> Iterator[tuple[Match, int, Prompt]]:
    """All questions from the call of a Parliament on until all are home, answered by chance."""
    scene, chance = build(), random.Random(seed)
    if build is the_people:
        scene.event(0)
    else:
        scene.parliament(0)
    match = scene.match
    while match.position.state.phase in ("event", "parliament"):
        seat = match.waiting_for()[0]
        (prompt, *_) = match.asked(seat)
        yield match, seat, prompt
        match.submit(seat, chosen(prompt.offers, chance))


def chosen(offers: Sequence[Offer], chance: random.Random) -> Choice:
    """Some choice: Parliament is called if it can be, all else is left to chance."""
    calls = [offer for offer in offers if offer.verb == "call_parliament"]
    rest = [offer for offer in chance.sample(offers, len(offers)) if offer not in calls]
    choices = (random_choice(offer, chance) for offer in (*calls, *rest))
    return next(choice for choice in choices if choice is not None)


def offered(prompt: Prompt) -> Iterator[Choice]:
    """A few choices of every offer."""
    for offer in prompt.offers:
        fields = {f.name: list(islice(f.selections(), 5)) for f in offer.fields}
        for index in range(5):
            yield Choice(offer.verb, {k: v[index % len(v)] for k, v in fields.items()})


def calls(state: State) -> Iterator[Choice]:
    """Every noble calls, and summons every noble."""
    yield Choice("call_parliament")
    for by in (*state.nobles, "nobody"):
        yield Choice.of("call_parliament", by=by)
        for summoned in (*state.nobles, "nobody"):
            yield Choice.of("call_parliament", by=by, summon=summoned)


def excuses(state: State) -> Iterator[Choice]:
    """Every noble, and every two, are excused or called back, by a Writ and without one."""
    everybody = (*state.nobles, "nobody")
    for one, other in zip(everybody, (*everybody[1:], everybody[0]), strict=True):
        for nobles in ((one,), (one, other)):
            yield Choice.of("excuse", nobles=nobles)
            yield Choice.of("excuse", by_sea=nobles)
            yield Choice.of("revoke", nobles=nobles)
        yield Choice.of("excuse", nobles=one, by_sea=other)


def meetings(match: Match, state: State) -> Iterator[Choice]:
    """Every noble goes to every place."""
    for noble in state.nobles:
        for place in (*match.game.content.board.places, "nowhere"):
            yield Choice.of("meet_at", noble=noble, place=place)


def gifts(match: Match, state: State) -> Iterator[Choice]:
    """Every card of the Chancery, and one that does not lie there, for every noble."""
    yield from (Choice("done"), Choice("propose"), Choice("grant_bishop"))
    for card in (*state.chancery, "earl_wessex", "lord_treasurer"):
        for noble in (*state.nobles, "nobody"):
            yield Choice.of("grant_bishop", card=card, noble=noble)
            yield Choice.of("propose", card=card, noble=noble)


def motions(match: Match, state: State) -> Iterator[Choice]:
    """Every noble asks that a King be no King, and hands on what anybody bears."""
    borne = [c for n in state.nobles.values() for c in (n.title, n.office) if c is not None]
    for noble in (*state.nobles, "nobody"):
        yield Choice.of("declare_illegitimate", noble=noble)
        for card, giver in product((*borne, "earl_kent"), (*state.nobles, "nobody")):
            for verb in ("transfer_title", "transfer_office"):
                yield Choice.of(verb, card=card, giver=giver, noble=noble)


def handings(match: Match, state: State) -> Iterator[Choice]:
    """Every heir is handed on to every noble."""
    for heir, noble in product(state.heirs, (*state.nobles, "nobody")):
        yield Choice.of("keep_heir", heir=heir, noble=noble)


def ways_home(match: Match, state: State) -> Iterator[Choice]:
    """Every noble stays, or goes to his own castles and others; every ship stays."""
    yield Choice("done")
    for noble in (*state.nobles, "nobody"):
        yield from (Choice.of("stay", noble=noble), Choice.of("stay_free", noble=noble))
        for castle in ("alnwick", "tiverton", "skipton", "sheffield", "london", "nowhere"):
            yield Choice.of("go_home", noble=noble, castle=castle)
        for castle in match.game.content.castles_of(noble) if noble in state.nobles else ():
            yield Choice.of("go_home", noble=noble, castle=castle)
    for ship in (*state.ships, "argo"):
        yield Choice.of("keep_ship", ship=ship)


THINKABLE: dict[str, Callable[[Match, State], Iterator[Choice]]] = {
    "parliament": lambda match, state: calls(state),
    "excuses": lambda match, state: excuses(state),
    "revoke": lambda match, state: excuses(state),
    "peoples_parliament": meetings,
    "grant_bishops": gifts,
    "round": gifts,
    "motions": motions,
    "pass_king": handings,
    "return_home": ways_home,
}
"""What somebody might try when he is asked a question of Parliament, by the question."""


@cache
def walked(build: Callable[[], Scene]) -> tuple[Counter[str], Counter[str]]:
    """Look at every question of some Parliaments; how many choices were offered and stopped, by
    the kind of the question."""
    free: Counter[str] = Counter()
    stopped: Counter[str] = Counter()
    for seed in range(6):
        for match, seat, prompt in played(build, seed):
            if prompt.kind not in THINKABLE or stopped[prompt.kind] > 4000:
                continue
            top = match.position.agenda[-1]
            for choice in offered(prompt):
                stop = top.refusal(match.table, seat, choice)
                assert stop is None, (choice, stop)
                free[prompt.kind] += 1
            for choice in THINKABLE[prompt.kind](match, match.position.state):
                if prompt.find(choice) is None:
                    assert top.refusal(match.table, seat, choice) is not None, choice
                    stopped[prompt.kind] += 1
    return free, stopped


@pytest.mark.parametrize("build", [full_house, the_people])
def test_what_is_offered_is_free_and_all_else_is_stopped(build: Callable[[], Scene]) -> None:
    free, stopped = walked(build)
    assert sum(free.values()) > 20
    assert sum(stopped.values()) > 500


@pytest.mark.parametrize("kind", THINKABLE)
def test_every_question_of_parliament_was_met(kind: str) -> None:
    assert any(walked(build)[0][kind] for build in (full_house, the_people))
    assert any(walked(build)[1][kind] for build in (full_house, the_people))


@pytest.mark.rule("house-7.1.14", "house-7.1.18")
def test_out_of_season_a_rule_stands_in_the_way_of_all_of_it() -> None:
    scene = full_house()
    scene.movement(0)
    table, state = scene.match.table, scene.state
    for choice in excuses(state):
        if choice.verb == "excuse":
            assert first(excuse_stops(table, 0, choice)) is not None
    for choice in calls(state):
        by, summoned = choice.many("by"), choice.many("summon")
        fit = by == ("neville",) and summoned in (
            ("courtenay",),
            ("clifford",),
            ("grey",),
            ("stanley",),
        )
        assert (first(call_stops(table, 0, choice)) is None) == fit, choice


def at(build: Callable[[], Scene], kind: str) -> Scene:
    """The position with every question answered by its default until this kind is asked."""
    scene = build()
    if build is the_people:
        scene.event(0)
    else:
        scene.parliament(0)
        scene.play(0, "call_parliament", by="neville", summon="courtenay")
    while kind not in scene.asked(seat := scene.match.waiting_for()[0]):
        default = scene.match.asked(seat)[0].default
        assert default is not None
        scene.match.submit(seat, default)
    return scene


SAID = [
    (
        "excuses",
        Choice.of("excuse", by_sea="clifford"),
        ("house-7.1.20", "That noble can come by land, so his excuse costs a Writ."),
    ),
    (
        "excuses",
        Choice("done"),
        ("house-7.1.18", "Parliament has been called. First say whom you excuse."),
    ),
    (
        "grant_bishops",
        Choice.of("grant_bishop", card="earl_kent", noble="percy"),
        ("house-7.2.7", "Give out a bishop from the Chancery."),
    ),
    (
        "round",
        Choice.of("propose", card="earl_kent", noble="nobody"),
        ("house-7.2.14", "Name a noble who is in play, of any faction."),
    ),
    (
        "motions",
        Choice.of("transfer_office", card="marshal_england", giver="neville", noble="percy"),
        ("house-7.3.14", "A noble can pass on only his own title or office."),
    ),
    (
        "return_home",
        Choice.of("go_home", noble="courtenay", castle="london"),
        ("house-7.4.1", "A noble goes home to one of his own castles. Name it."),
    ),
]


@pytest.mark.rule("house-7.1.20", "house-7.2.7", "house-7.2.14", "house-7.3.14", "house-7.4.1")
@pytest.mark.parametrize(("kind", "choice", "said"), SAID)
def test_what_is_said(kind: str, choice: Choice, said: tuple[str, str]) -> None:
    scene = at(full_house, kind)
    seat = scene.match.waiting_for()[0]
    stop = scene.match.position.agenda[-1].refusal(scene.match.table, seat, choice)
    assert stop is not None
    assert (stop.rule, stop.reason) == said


@pytest.mark.rule("house-7.1.31")
@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("coventry", "Parliament meets in a friendly or an unfortified place."),
        (
            "worcester",
            "Parliament meets at the place nearest to one of your nobles by land.",
        ),
        ("alnwick", "The People’s Parliament meets in a town or city."),
    ],
)
def test_where_the_people_do_not_meet(place: str, said: str) -> None:
    scene = at(the_people, "peoples_parliament")
    reason = scene.refused(0, "meet_at", rule="house-7.1.31", noble="percy", place=place)
    assert reason == said
