"""Resolves the links of pages, and makes facts of pages."""
