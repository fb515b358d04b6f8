"""Sequence diagrams."""
