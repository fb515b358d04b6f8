"""The packs of diagrams: tools about sessions, diagrams, graphs, sequences and walkthroughs.

`selection` chooses the diagram, session or object of a question. `graphs` and `paths` hold the graphs of the flow
tools. `parallel_lists` pages lists of refs together with lists of their details. `graph_models`, `sequence_models` and
`drawing_answers` connect facts with `queries.drawing`. The other modules declare the tools.
"""
