"""What is hidden from a seat, and what it could have been instead: screens, decks, sealed votes
(lancaster §3)."""

from __future__ import annotations

from typing import Literal

from bot.rules.kernel import Dice, Position, Seat, every_seat
from bot.rules.lancaster.content import Content
from bot.rules.lancaster.parliament import TILES, Vote
from bot.rules.lancaster.state import State


def hidden_names(position: Position[State]) -> dict[str, str]:
    """The laws and conflicts in the decks, which are shuffled once and for all."""
    state = position.state
    return dict.fromkeys(state.law_deck, "laws") | dict.fromkeys(state.conflict_deck, "conflicts")


def redeal_hidden(
    position: Position[State], content: Content, seat: Seat | None, luck: Dice
) -> None:
    """Change everything hidden from a seat, in place, into something else it could be."""
    state = position.state
    shuffle_laws(state, content, luck)
    luck.shuffle(state.conflict_deck)
    _share_behind_screens(state, content, seat, luck)
    for step in position.agenda:
        if isinstance(step, Vote):
            _change_votes(step, state, seat, luck)
    position.dice.used += 1 + luck.below(1000)


def draw_hidden(position: Position[State], content: Content, seat: Seat | None, luck: Dice) -> None:
    """Redraw everything hidden from a seat, in place: equal views give equal worlds.

    A seat knows nothing of sealed votes: in this world nobody else has voted yet.
    """
    state = position.state
    numbers = [content.laws[law].number for law in state.law_deck]
    by_number = {number: list[str]() for number in numbers}
    for law in sorted(state.law_deck):
        by_number[content.laws[law].number].append(law)
    state.law_deck = [by_number[number].pop() for number in numbers]
    shuffle_laws(state, content, luck)
    state.conflict_deck.sort()
    luck.shuffle(state.conflict_deck)
    _share_behind_screens(state, content, seat, luck)
    for step in position.agenda:
        if isinstance(step, Vote):
            step.tiles = {s: tile for s, tile in step.tiles.items() if s == str(seat)}
            step.markers = {s: number for s, number in step.markers.items() if s == str(seat)}


def shuffle_laws(state: State, content: Content, luck: Dice) -> None:
    """The laws of each number, exchanged only among themselves: everybody knows which number comes
    next."""
    laws = list(state.law_deck)
    luck.shuffle(laws)
    by_number: dict[int, list[str]] = {}
    for law in laws:
        by_number.setdefault(content.laws[law].number, []).append(law)
    state.law_deck = [by_number[content.laws[law].number].pop() for law in state.law_deck]


def _share_behind_screens(state: State, content: Content, seat: Seat | None, luck: Dice) -> None:
    """Gold and squires, as long as the screens are up (lancaster-3.9)."""
    if content.has_screens(state.seats) and state.result is None:
        _share_anew(state, "gold", seat, luck)
        _share_anew(state, "squires", seat, luck)


def _share_anew(
    state: State, token: Literal["gold", "squires"], seat: Seat | None, luck: Dice
) -> None:
    """Everything the other players hold behind their screens, shared out differently."""
    others = [house for side, house in enumerate(state.players()) if side != seat]
    total = sum(getattr(house, token) for house in others)
    for house in others:
        setattr(house, token, 0)
    for _ in range(total):
        house = others[luck.below(len(others))]
        setattr(house, token, getattr(house, token) + 1)


def _change_votes(vote: Vote, state: State, seat: Seat | None, luck: Dice) -> None:
    """Change other players' votes to different ones, cast by different players, but not by all of
    them if the vote is not waiting for this seat, since somebody must still be due to vote."""
    others = [voter for voter in every_seat(state.seats) if voter != seat]
    voting = [voter for voter in others if luck.below(2)]
    if voting == others and (seat is None or str(seat) in vote.tiles):
        voting.remove(voting[luck.below(len(voting))])
    for voter in others:
        vote.tiles.pop(str(voter), None)
        vote.markers.pop(str(voter), None)
    for voter in voting:
        vote.tiles[str(voter)] = TILES[luck.below(2)]
        vote.markers[str(voter)] = luck.below(state.houses[voter].votes + 1)
