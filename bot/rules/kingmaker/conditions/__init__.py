"""What affects the board for a while: peace, embargoes, treaties, bonds, custody."""
