"""Builds on many machines: tasks of the pipeline that run on the workers of a Dask cluster."""
