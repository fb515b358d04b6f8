"""Reads pages and code."""
