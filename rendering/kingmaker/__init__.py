"""The pictures of Kingmaker, drawn from a view and nothing else."""
