"""Formats beside their own programs: each module runs one on a source, and compares item by item with Frieze."""
