"""What a player can work out from one view: odds, reach, hopes."""
