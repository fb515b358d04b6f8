"""Class diagrams."""
