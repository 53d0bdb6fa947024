"""What is kept of finished games for their players' ratings."""
