"""A git repository read from its object store: revisions, branches, and a revision as a tree of files.

Nothing is checked out, nothing is written, and no hook or other program runs.
"""
