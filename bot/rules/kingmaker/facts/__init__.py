"""Events of Kingmaker: the typed facts that logs, messages and pictures are made from.

Each fact is written in the module of its subject, and all are read as ``facts.Crowned``.
"""

from bot.rules.kingmaker.facts.captivity import *
from bot.rules.kingmaker.facts.cards import *
from bot.rules.kingmaker.facts.combat import *
from bot.rules.kingmaker.facts.course import *
from bot.rules.kingmaker.facts.events import *
from bot.rules.kingmaker.facts.fact import *
from bot.rules.kingmaker.facts.families import *
from bot.rules.kingmaker.facts.movement import *
from bot.rules.kingmaker.facts.parliament import *
from bot.rules.kingmaker.facts.royals import *
from bot.rules.kingmaker.facts.ships import *
