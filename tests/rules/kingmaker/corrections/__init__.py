"""How a moderator mends what the expansion brings."""
