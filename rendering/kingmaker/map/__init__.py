"""The empty board: land and sea, signs and place names, frame and legend."""
