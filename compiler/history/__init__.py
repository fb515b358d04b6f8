"""Sources as they were: revisions of a git repository, read straight from its object store.

`repository` finds the repository of a source and names its revisions; `tree` is a revision as a `Tree` of files;
`branches` lists branches, tags and commits. Nothing is checked out, nothing written, no hook and no other program runs.
"""
