"""What a seat had better not do, one small exact check for each blunder."""
