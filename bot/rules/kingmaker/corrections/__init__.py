"""How a moderator may mend a position, on land and at sea."""
