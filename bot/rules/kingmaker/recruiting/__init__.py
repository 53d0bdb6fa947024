"""How a family wins nobles who serve nobody yet."""
