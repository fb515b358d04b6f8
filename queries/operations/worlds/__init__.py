"""The operations on worlds."""
