"""What happens to pieces and cards afterwards: deaths, captures, the way home."""
