"""C4 diagrams."""
