"""Reading and checking the data folder: cards, boards, rule sets and the rule ledger."""

from bot.content.errors import ContentError
from bot.content.load import data_root, load_content, load_ledger, ruleset_ids

__all__ = ["ContentError", "data_root", "load_content", "load_ledger", "ruleset_ids"]
