"""Going in and out of towns and castles, and asking leave to."""
