"""Charts as SVG, a module for each kind. Nothing here knows Mermaid."""
