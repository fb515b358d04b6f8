"""Entity relationship diagrams."""
