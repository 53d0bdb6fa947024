"""What affects the board for a while: peace, treaties, lasting Events, sides, turns, custody."""
