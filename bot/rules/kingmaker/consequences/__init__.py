"""What befalls pieces and cards when something happens: deaths, captures, the way home."""
