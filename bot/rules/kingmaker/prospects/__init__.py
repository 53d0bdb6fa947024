"""What one view lets a player reckon: odds, reach, hopes."""
