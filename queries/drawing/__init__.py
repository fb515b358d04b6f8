"""Drawing with characters: pure functions from what is to be drawn to lines of text. Nothing here knows Mermaid.

text, glyphs, canvas       words with their widths; box-drawing characters; a grid that joins lines where they meet
sketch                     what a graph is made of: boxes, connectors, groups
layering, ordering,
placing, routing           the four steps of a layered layout, each on plain numbers
levels, flow_art           a graph as a drawing: each group is laid out by itself and then is a box of the group around
sequence_*, walkthrough_art, outline
"""
