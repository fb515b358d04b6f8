"""Drawing: pure functions from a model of a drawing to lines of text, or to SVG. Nothing here knows Mermaid.

* Basics: `labels` (text with its width in cells), `glyphs` (box-drawing characters), `canvas` (a grid that joins lines
  where they meet), `shapes` and `arrowheads`.
* Graphs: `graph_model` is the input. `layering`, `ordering`, `coordinates` and `routing` are the four steps of a
  layered layout, each on numbers. `layered_layout` takes them for one connected part, `nesting` and `nested_layout` for
  groups in groups, all in any unit. In cells, `layout_picture` and `graph_layout` make a picture, and `graph_art` tries
  ever closer styles until the drawing fits the width.
* Sequences: `sequence_model` is the input; `columns` places the lifelines, `sequence_art` draws.
* SVG: `text_metrics` measures texts in pixels, `sized_shapes` and `outlines` boxes. `pixel_layout` and `graph_plan`
  make a `plan` of a graph; `lane_plan`, `upright_lanes` and `time_plan` are those of git graphs and Gantt charts.
  `svg` writes a plan with `svg_boxes` and `svg_lines`, and a sequence with `svg_sequence`.
* `walkthrough_art`, `source_art` for text in a frame, and `outline` for models too large to draw.
"""
