"""The background to a question: odds, votes, and what things are worth."""
