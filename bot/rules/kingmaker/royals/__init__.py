"""Royal heirs and Kings: the line of succession, and phase 5, coronation."""
