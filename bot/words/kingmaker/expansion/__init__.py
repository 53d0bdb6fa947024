"""What is told of the cards of both expansions (set 001)."""
