"""The documents pack: pages, their sections, and their text."""
