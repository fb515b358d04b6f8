"""The operations on diagrams."""
