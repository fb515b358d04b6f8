"""The operations on pages."""
