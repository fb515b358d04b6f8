"""Git graphs."""
