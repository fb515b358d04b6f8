"""Architecture diagrams."""
