"""Requirement diagrams."""
