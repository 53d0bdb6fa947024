"""The words of the six families: parts, sides, gifts."""
