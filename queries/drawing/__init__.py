"""Drawing with characters: pure functions from what is to be drawn to lines of text. Nothing here knows Mermaid.

`text`, `glyphs` and `canvas` are the ground: words with their widths, box-drawing characters, a grid that joins lines
where they meet. A graph is a `sketch`; `layering`, `ordering`, `placing` and `routing` are the four steps of its
layout, each on numbers; `level` and `tracing` take them for a connected part, `nesting` and `levels` for groups within
groups, and `flow_art` until the drawing fits. A sequence is a `score`, with `columns` and `sequence_art`. Then there
are `walkthrough_art`, `source_art`, and `outline` for what cannot be drawn.
"""
