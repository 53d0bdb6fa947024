"""The line of the heirs, who keeps them, and whom a family serves."""
