"""Mind maps."""
