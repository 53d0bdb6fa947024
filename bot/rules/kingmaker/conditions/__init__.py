"""What lies over the board for a time: peace, embargoes, treaties, bonds, custody."""
