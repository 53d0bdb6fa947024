"""The things on the board: shields, arms, roses, tokens, and where each finds room."""
