"""The pictures of Lancaster, drawn from a view and nothing else."""
