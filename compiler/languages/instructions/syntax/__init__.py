"""Reads one file of instructions."""
