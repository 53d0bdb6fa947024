"""The page of a finished game: what stands on it, and what a browser makes of it."""
