"""Questions about the board: strength, whereabouts, friendly and open places, votes."""
