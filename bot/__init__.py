"""A Discord bot that hosts long board games with hidden information."""

NAME = "kingmaker-bot"
__version__ = "0.1.0"
