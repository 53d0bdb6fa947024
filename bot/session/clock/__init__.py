"""Time: deadlines and what happens at them, pace, quiet hours, absence, the scheduler."""
