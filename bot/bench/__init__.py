"""What `kingmaker bench` measures."""
