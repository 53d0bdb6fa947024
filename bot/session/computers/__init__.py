"""The computers at a table: who they are, and where they think."""
