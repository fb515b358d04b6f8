"""The operations on requirements."""
