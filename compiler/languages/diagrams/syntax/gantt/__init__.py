"""Gantt charts."""
