"""What if: private copies of games, made of what one seat knows, in which moves can be tried."""
