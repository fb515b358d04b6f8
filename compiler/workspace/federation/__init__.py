"""Several sources as one snapshot: the workspace file that names them, and what is made of them.

A *federation* is a list of sources, each of which is a *member*. (A `Workspace` is a snapshot and what can make others:
`compiler.workspace.interface`.)
"""
