"""What a question carries beside itself: odds, votes, and what things are worth."""
