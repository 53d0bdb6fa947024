"""All games of a process."""
