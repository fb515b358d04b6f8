"""Builds on many machines: the sources of a workspace, each a task for the workers of a Dask cluster."""
