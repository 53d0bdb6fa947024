"""Lancaster's pictures, drawn only from a view and public events."""
