"""The pictures of Lancaster, drawn only from a view."""
