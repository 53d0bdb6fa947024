"""Time: the clock, deadlines, pace, quiet hours, absence, and small writes put together."""
