"""State diagrams."""
