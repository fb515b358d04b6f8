"""The packs of the diagrams: what can be asked of drawings, sessions, graphs, sequences and walkthroughs.

`selection` says which diagram and which object a question is about, `graphs` and `paths` hold the graphs that flow
tools walk, `parallel` lists refs with their details beside them; the other modules declare the tools.
"""
