"""Lancaster: the second game on the kernel."""
