"""The REST endpoints that the bot uses, like Discord's."""
