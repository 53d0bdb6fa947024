"""The things on the board: shields, arms, roses and tokens, and where each finds room."""
