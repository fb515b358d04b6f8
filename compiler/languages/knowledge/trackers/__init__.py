"""Exports of issue trackers: GitHub, Jira and Linear. A tracker is a folder here, declared by its `format.py`."""
