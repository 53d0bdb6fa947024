"""Combat at sea: fleets, what an attack takes, the battle, and what becomes of the ships."""
