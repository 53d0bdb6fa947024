"""A small machine that knows no game: positions, steps, prompts, choices, events and dice."""

from bot.rules.kernel.choices import (
    Choice,
    Etiquette,
    Field,
    IllegalChoice,
    Offer,
    Prompt,
    Stops,
    first,
    free,
)
from bot.rules.kernel.dice import Dice, Draw, commitment, witnessed
from bot.rules.kernel.events import (
    EVERYBODY,
    Event,
    Seat,
    Weight,
    clockwise,
    every_seat,
    with_seats,
)
from bot.rules.kernel.game import BEFOREHAND, Feat, Game, Position, reader_of, reader_of_positions
from bot.rules.kernel.match import CLOSE, Match, Outcome
from bot.rules.kernel.registers import Register, import_all
from bot.rules.kernel.steps import DONE, Form, Orders, Step, Table, steps_of

__all__ = [
    "BEFOREHAND",
    "CLOSE",
    "DONE",
    "EVERYBODY",
    "Choice",
    "Dice",
    "Draw",
    "Etiquette",
    "Event",
    "Feat",
    "Field",
    "Form",
    "Game",
    "IllegalChoice",
    "Match",
    "Offer",
    "Orders",
    "Outcome",
    "Position",
    "Prompt",
    "Register",
    "Seat",
    "Step",
    "Stops",
    "Table",
    "Weight",
    "clockwise",
    "commitment",
    "every_seat",
    "first",
    "free",
    "import_all",
    "reader_of",
    "reader_of_positions",
    "steps_of",
    "with_seats",
    "witnessed",
]
