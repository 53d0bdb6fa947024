"""Ships: who commands them, where they shelter, what they watch and take."""
