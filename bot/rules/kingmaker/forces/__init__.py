"""Questions about the board: strength, location, friendly and open places, votes."""
