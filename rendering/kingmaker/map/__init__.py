"""The empty board: land and sea, signs and names of places, frame and legend."""
