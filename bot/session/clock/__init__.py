"""Time: the clock, deadlines, pace, quiet hours, absence, and the gathering of small writes."""
