"""The REST end points that the bot uses, as Discord's."""
