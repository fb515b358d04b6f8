"""Tools: how they are declared and grouped, their arguments, and the pages, rows and bounds of their answers."""
