"""The words for the six families: parts, sides, gifts."""
