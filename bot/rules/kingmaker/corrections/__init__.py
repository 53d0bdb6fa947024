"""How a moderator may correct a position: on land and at sea, captives and lasting effects."""
