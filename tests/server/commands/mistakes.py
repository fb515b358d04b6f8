"""Diagrams with a mistake each."""

BROKEN = "flowchat LR\n    a --> b\n"  # an error, MMD103
DIRECTIVE = "%%{init: {theme: forest}}%%\nflowchart LR\n    a --> b\n"  # a warning, MMD105
