"""Drawing with characters: pure functions from a model of a drawing to lines of text. Nothing here knows Mermaid.

* Basics: `labels` (text with its width in cells), `glyphs` (box-drawing characters), `canvas` (a grid that joins lines
  where they meet), `shapes` and `arrowheads`.
* Graphs: `graph_model` is the input. `layering`, `ordering`, `coordinates` and `routing` are the four steps of a
  layered layout, each on numbers. `layered_layout` and `layout_picture` take them for one connected part, `nesting` and
  `graph_layout` for groups in groups, `graph_art` for ever closer styles until the drawing fits the width.
* Sequences: `sequence_model` is the input; `columns` places the lifelines, `sequence_art` draws.
* `walkthrough_art`, `source_art` for text in a frame, and `outline` for models too large to draw.
"""
