"""What a question comes with: odds, votes, and what things are worth."""
