"""A Discord bot that hosts long board games with hidden information."""

__version__ = "0.1.0"
