"""Who stands where in the line of the heirs, who keeps them, and whom a family serves."""
