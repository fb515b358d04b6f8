"""Block diagrams."""
